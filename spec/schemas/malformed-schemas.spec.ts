import { expect } from 'chai'
import { type StandardSchema } from 'fieldstone'
import { declarationErrors, refusals } from '../support/bound.js'

/** A schema that describes itself like this, and itself accepts everything. */
function schemaOf(described: unknown): StandardSchema {
  const describe = () => described as Record<string, unknown>
  const validate = (value: unknown) => ({ value })
  const jsonSchema = { input: describe, output: describe }
  return { '~standard': { version: 1, vendor: 'spec', validate, jsonSchema } }
}

describe('JSON Schema of another library', () => {
  const containsItself: Record<string, unknown> = { type: 'object' }
  containsItself.properties = { a: containsItself }

  const malformed: readonly (readonly [given: unknown, message: string])[] = [
    [null, 'the schema is not an object'],
    [false, 'the schema is not an object'],
    [{ type: 'function' }, '# has the type "function", which must be one or several of string, integer,'],
    [{ type: [] }, '# has the type [], which must be'],
    [{ type: ['string', 'any'] }, '# has the type ["string","any"], which must be'],
    [{ minLength: 'x' }, '# has the minLength "x", which must be an integer of 0 or more'],
    [{ maxItems: -1 }, '# has the maxItems -1, which must be'],
    [{ maxItems: Number.POSITIVE_INFINITY }, '# has the maxItems Infinity, which must be'],
    [{ minProperties: 1.5 }, '# has the minProperties 1.5, which must be an integer of 0 or more'],
    [{ minimum: '1' }, '# has the minimum "1", which must be a number'],
    [{ exclusiveMinimum: true }, '# has the exclusiveMinimum true, which must be a number'],
    [{ multipleOf: 0 }, '# has the multipleOf 0, which must be a number greater than 0'],
    [{ pattern: '(' }, '# has the pattern "(", which must be a regular expression'],
    [{ pattern: /a/ }, '# has the pattern {}, which must be a regular expression'],
    [{ patternProperties: { '(': {} } }, '#/patternProperties has the name "(", which must be a regular expression'],
    [{ enum: 5 }, '# has the enum 5, which must be a list of JSON'],
    [{ const: 1n }, '# has the const 1, which must be a value of JSON'],
    [{ enum: [1n] }, '# has the enum 1, which must be a list of JSON'],
    [{ required: 3 }, '# has the required 3, which must be a list of names'],
    [{ required: [3] }, '# has the required [3], which must be a list of names'],
    [{ title: 5 }, '# has the title 5, which must be a string'],
    [{ deprecated: 'yes' }, '# has the deprecated "yes", which must be true or false'],
    [{ examples: { a: 1 } }, '# has the examples {"a":1}, which must be a list of JSON'],
    [{ anyOf: { type: 'string' } }, '# has the anyOf {"type":"string"}, which must be a list of schemas'],
    [{ properties: ['a'] }, '# has the properties ["a"], which must be an object of schemas'],
    [{ items: [{}] }, '# has the items [{}], which must be a schema'],
    [{ not: 'a' }, '# has the not "a", which must be a schema'],
    [{ properties: { a: { items: { anyOf: [{}, 5] } } } }, '#/properties/a/items/anyOf/1 is 5, which must be a schema'],
    [{ $ref: '#/$defs/A', $defs: { A: { type: 'x' } } }, '#/$defs/A has the type "x"'],
    [containsItself, '#/properties/a is an object that contains itself'],
    [{ $ref: '#/nope' }, 'it refers to #/nope, which is not among its $defs'],
    [{ $ref: '#/$defs/B', $defs: { A: {} } }, 'it refers to B, which is not among its $defs'],
    [{ $ref: 5 }, 'it refers to 5, which is not among its $defs'],
    [{ $ref: '#' }, 'it refers from # to # and says nothing of the value in between'],
    [
      { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } },
      'it refers from A to B to A and says nothing'
    ],
    [
      { items: { $ref: '#/$defs/A' }, $defs: { A: { anyOf: [{ type: 'object' }, { $ref: '#/$defs/A' }] } } },
      'it refers from A to A and says nothing'
    ],
    [
      { $ref: '#/$defs/A', $defs: { A: { allOf: [{ not: { oneOf: [{ $ref: '#' }] } }] } } },
      'it refers from A to # to A'
    ]
  ]
  for (const [given, message] of malformed) {
    it(`is rejected where ${message}`, async () => {
      const [error, ...others] = await declarationErrors(schemaOf(given))
      expect(others).to.deep.equal([])
      expect(error)
        .to.match(/^SCHEMA_UNDOCUMENTED: /)
        .and.include(message)
    })
  }

  it('may be recursive where each step goes into the value', async () => {
    const $defs = {
      A: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/A' } }] },
      B: { type: 'object', properties: { a: { $ref: '#/$defs/A' }, b: { $ref: '#/$defs/B' } } }
    }
    const type = schemaOf({ $ref: '#/$defs/B', $defs })
    expect(await refusals(type, { a: [['x']], b: { a: 'x' } })).to.deep.equal([])
    expect(await refusals(type, { b: { a: [[5]] } })).to.have.length(1)
  })

  it('may have a pattern that only the library reads, and keywords that are undefined or unknown', async () => {
    for (const schema of [
      { type: 'string', pattern: '\\-' },
      { type: 'string', pattern: '[[a-z]--[b]]' },
      { type: 'string', minLength: undefined, $comment: 5 }
    ]) {
      expect(await declarationErrors(schemaOf(schema))).to.deep.equal([])
      expect(await refusals(schemaOf(schema), 5)).to.have.length(1)
    }
  })
})
