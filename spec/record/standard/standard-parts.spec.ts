import { expect } from 'chai'
import { standardProperties, takesNull } from '../../../src/record/standard/standard-parts.js'
import type { ForeignSchema } from '../../../src/record/type/schema.js'

/** A schema of a library that describes itself like this. */
function foreign(described: object): ForeignSchema {
  const describe = () => described
  const standard = {
    version: 1,
    vendor: 'spec',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: describe, output: describe }
  }
  return { kind: 'standard', place: 'here', schema: { '~standard': standard } } as ForeignSchema
}

/** What a schema says of itself. */
function described(type: ForeignSchema): unknown {
  const { schema } = type
  return (schema['~standard'] as unknown as { jsonSchema: { input(): unknown } }).jsonSchema.input()
}

describe('The properties of a schema of another library', () => {
  const node = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      next: { $ref: '#' },
      tag: { $ref: '#/$defs/a~1b~0%25' }
    },
    required: ['name'],
    $defs: { 'a/b~%': { type: 'integer' } }
  }

  it('are its own, with what each of them refers to: the whole schema too, and names with any characters', () => {
    const properties = standardProperties(foreign(node)) ?? []
    expect(properties.map(({ name, isRequired }) => [name, isRequired])).to.deep.equal([
      ['name', true],
      ['next', false],
      ['tag', false]
    ])
    const whole = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, next: { $ref: '#/$defs/~0' }, tag: { $ref: '#/$defs/a~1b~0%25' } }
    }
    const $defs = { '~': whole, 'a/b~%': { type: 'integer' } }
    expect(properties.map(({ type }) => described(type))).to.deep.equal([
      { type: 'string', $defs },
      { $ref: '#/$defs/~0', $defs },
      { $ref: '#/$defs/a~1b~0%25', $defs }
    ])
    const again = standardProperties(properties[1]?.type as ForeignSchema) ?? []
    expect(again.map(({ name }) => name)).to.deep.equal(['name', 'next', 'tag'])
    expect(standardProperties(again[2]?.type as ForeignSchema)).to.equal(undefined)
  })

  for (const schema of [
    { type: 'null' },
    { type: ['string', 'null'] },
    { enum: ['a', null] },
    { const: null },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { oneOf: [{ anyOf: [{ const: null }] }, { type: 'string' }] }
  ]) {
    it(`may be null: ${JSON.stringify(schema)}`, () => expect(takesNull(foreign(schema))).to.equal(true))
  }

  for (const schema of [{ type: 'string' }, { enum: ['null'] }, { const: 0 }, { anyOf: [{ type: 'string' }] }, {}]) {
    it(`do not say null: ${JSON.stringify(schema)}`, () => expect(takesNull(foreign(schema))).to.equal(false))
  }
})
