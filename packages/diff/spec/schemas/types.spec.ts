import { expect } from 'chai'
import { changesOf, integer, itSaysOfSchemas, type Json, number, object, sent, text } from '../comparison.js'

const textOrNull = { type: ['string', 'null'] }

describe('changes of types', () => {
  itSaysOfSchemas(
    'an integer is a number',
    integer,
    number,
    'compatible type-widened: is of type number, before integer',
    'breaking type-narrowed: is of type integer, before number, e.g. 0.5'
  )
  itSaysOfSchemas(
    'a text is no integer',
    text,
    integer,
    'breaking type-changed: is of type integer, before string, e.g. ""',
    'breaking type-changed: is of type string, before integer, e.g. 0'
  )
  itSaysOfSchemas(
    'a type that is added',
    text,
    textOrNull,
    'compatible type-widened: is of type null or string, before string',
    'breaking type-narrowed: is of type string, before null or string, e.g. null'
  )
  itSaysOfSchemas(
    'a type in place of any',
    {},
    text,
    'breaking type-narrowed: is of type string, before any type, e.g. null',
    'compatible type-widened: is of any type, before string'
  )
  itSaysOfSchemas(
    'no value at all',
    text,
    false,
    'breaking type-narrowed: can have no value now, e.g. ""',
    'compatible type-widened: could have no value before'
  )
  itSaysOfSchemas(
    'an object in a list',
    object({ a: { type: 'array', items: object({ b: text }) } }),
    object({ a: { type: 'array', items: object({ b: integer }) } }),
    'breaking type-changed: `a[].b` is of type integer, before string, e.g. {"a":[{"b":""}]}',
    'breaking type-changed: `a[].b` is of type string, before integer, e.g. {"a":[{"b":0}]}'
  )
  itSaysOfSchemas(
    'several types, one of which stays',
    { type: ['string', 'boolean'] },
    { type: ['boolean', 'null'] },
    'breaking type-changed: is of type null or boolean, before boolean or string, e.g. ""',
    'breaking type-changed: is of type boolean or string, before null or boolean, e.g. null'
  )
})

describe('changes of enums', () => {
  itSaysOfSchemas(
    'a value that is added',
    { enum: ['a'] },
    { enum: ['a', 'b'] },
    'compatible enum-widened: can now be "b"',
    'breaking enum-narrowed: can no longer be "b", e.g. "b"'
  )
  itSaysOfSchemas(
    'another value',
    { enum: ['a'] },
    { enum: ['b'] },
    ['breaking enum-narrowed: can no longer be "a", e.g. "a"', 'compatible enum-widened: can now be "b"'],
    ['breaking enum-narrowed: can no longer be "b", e.g. "b"', 'compatible enum-widened: can now be "a"']
  )
  itSaysOfSchemas(
    'an enum in place of any text',
    text,
    { ...text, enum: ['a'] },
    'breaking enum-narrowed: can now only be "a", e.g. ""',
    'compatible enum-widened: is no longer limited to "a"'
  )
  itSaysOfSchemas('a const is an enum of one', { enum: ['a'] }, { const: 'a' })
  itSaysOfSchemas('the order of values says nothing', { enum: [1, { a: 1, b: 2 }] }, { enum: [{ b: 2, a: 1 }, 1] })
  itSaysOfSchemas('values that the type excludes are none', { ...text, enum: ['a', 7] }, { enum: ['a'] })
  itSaysOfSchemas(
    'of many values eight are named',
    { enum: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
    { enum: [0] },
    [
      'breaking enum-narrowed: can no longer be 1, 2, 3, 4, 5, 6, 7, 8 and 1 more, e.g. 1',
      'compatible enum-widened: can now be 0'
    ],
    [
      'breaking enum-narrowed: can no longer be 0, e.g. 0',
      'compatible enum-widened: can now be 1, 2, 3, 4, 5, 6, 7, 8 and 1 more'
    ]
  )

  it('a long value is shortened in the sentence, and whole in the example', () => {
    const long = 'a'.repeat(80)
    const [change] = changesOf(sent({ enum: [long, 'b'] }), sent({ enum: ['b'] }))
    expect(change?.message).to.equal(`The body (application/json) can no longer be "${'a'.repeat(58)}…`)
    expect(change?.example).to.deep.equal({ value: long })
  })
})

describe('schemas of OpenAPI 3.0', () => {
  const levels = (old: Json, next: Json) => {
    const documents = [{ ...sent(old), openapi: '3.0.3' }, sent(next)] as const
    return [changesOf(...documents), changesOf(documents[1], documents[0])].map((changes) =>
      changes.map(({ level, rule }) => `${level} ${rule}`)
    )
  }

  for (const [title, old, next] of [
    ['nullable is the type null', { ...text, nullable: true }, textOrNull],
    [
      'an exclusive minimum is a flag',
      { ...integer, minimum: 1, exclusiveMinimum: true },
      { ...integer, exclusiveMinimum: 1 }
    ],
    [
      'an exclusive maximum is a flag',
      { ...number, maximum: 1, exclusiveMaximum: true },
      { ...number, exclusiveMaximum: 1 }
    ],
    ['nullable without a type says nothing', { nullable: true }, {}],
    [
      'a flag that is false says nothing',
      { ...integer, minimum: 1, exclusiveMinimum: false },
      { ...integer, minimum: 1 }
    ]
  ] as const)
    it(`${title}: the same in 3.1`, () => expect(levels(old, next)).to.deep.equal([[], []]))

  it('what stands beside a reference says nothing, and in 3.1 it does', () => {
    const components = { components: { schemas: { A: text } } }
    const beside = sent({ $ref: '#/components/schemas/A', maxLength: 3 }, components)
    expect(changesOf({ ...beside, openapi: '3.0.3' }, { ...sent(text), openapi: '3.0.3' })).to.deep.equal([])
    expect(changesOf(beside, sent(text)).map(({ rule }) => rule)).to.deep.equal(['request-max-length-raised'])
  })

  it('flags of 3.0 are none in 3.1', () => {
    expect(levels(textOrNull, text)[0]).to.deep.equal(['breaking request-type-narrowed'])
    expect(changesOf(sent({ ...text, nullable: true }), sent(text))).to.deep.equal([])
  })

  it('a document of 3.2 is read as one of 3.1', () => {
    expect(changesOf({ ...sent(textOrNull), openapi: '3.2.0' }, sent(textOrNull))).to.deep.equal([])
  })
})
