import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { expect } from 'chai'
import { Field, nullable, type SchemaObject, type TypeExpression } from 'fieldstone'
import * as v from 'valibot'
import * as z from 'zod'
import { propertiesOf, schemaOf } from '../support/documented.js'

const SAFE = { minimum: -9007199254740991, maximum: 9007199254740991 }

describe('The document of a schema of zod', () => {
  const cases: readonly (readonly [what: string, schema: TypeExpression, in30: SchemaObject, in31?: SchemaObject])[] = [
    ['a text with rules', z.string().min(2).max(5), { type: 'string', minLength: 2, maxLength: 5 }],
    ['an integer', z.int().min(1), { type: 'integer', minimum: 1, maximum: SAFE.maximum }],
    [
      'a number above a bound',
      z.number().gt(0),
      { type: 'number', minimum: 0, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 0 }
    ],
    ['null or a text', z.string().nullable(), { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['an enum', z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['a constant', z.literal('a'), { type: 'string', enum: ['a'] }, { type: 'string', const: 'a' }],
    ['a list', z.array(z.boolean()).max(3), { type: 'array', items: { type: 'boolean' }, maxItems: 3 }],
    ['a map', z.record(z.string(), z.boolean()), { type: 'object', additionalProperties: { type: 'boolean' } }]
  ]
  for (const [what, schema, in30, in31 = in30] of cases) {
    it(`says the same in OpenAPI 3.0 and 3.1: ${what}`, () => {
      expect(schemaOf(schema, '3.0')).to.deep.include(in30)
      expect(schemaOf(schema, '3.1')).to.deep.include(in31)
    })
  }

  it('has the input in requests and the output in responses', () => {
    const Search = z.object({ size: z.int().default(5), name: z.string().optional() })
    const request = schemaOf(Search, '3.1')
    const response = schemaOf(Search, '3.1', 'response')
    expect(request.required ?? []).to.deep.equal([])
    expect(request.properties?.size).to.deep.include({ default: 5 })
    expect(response.required).to.deep.equal(['size'])
  })

  it('describes a schema that refers to itself', () => {
    const Tree = z.object({
      label: z.string(),
      get children() {
        return z.array(Tree)
      }
    })
    const text = JSON.stringify(schemaOf(Tree, '3.1'))
    expect(text).to.contain('$ref')
  })

  it('is beside what a field says of itself', () => {
    class Holder {
      @Field(() => z.email(), { description: 'Where to', deprecated: true }) mail!: string
      @Field(() => nullable(z.string().max(2))) note!: string | null
    }
    const { mail, note } = propertiesOf(Holder)
    expect(mail).to.include({ type: 'string', format: 'email', description: 'Where to', deprecated: true })
    expect(JSON.stringify(note)).to.contain('"nullable":true').and.contain('"maxLength":2')
  })
})

describe('The document of a schema of another library', () => {
  for (const [library, schema] of [
    [
      'valibot',
      toStandardJsonSchema(v.object({ name: v.pipe(v.string(), v.minLength(2)), age: v.optional(v.number()) }))
    ],
    ['arktype', type({ name: 'string >= 2', 'age?': 'number' })]
  ] as const) {
    it(`has the properties, the rules, and what is required: ${library}`, () => {
      const { properties, required } = schemaOf(schema as TypeExpression, '3.1')
      expect(properties?.name).to.deep.equal({ type: 'string', minLength: 2 })
      expect(properties?.age).to.deep.equal({ type: 'number' })
      expect(required).to.deep.equal(['name'])
    })
  }
})

/** A schema that describes itself like this, and accepts everything. */
function describedBy(schema: object): TypeExpression {
  const jsonSchema = { input: () => schema, output: () => schema }
  const validate = (value: unknown) => ({ value })
  return { '~standard': { version: 1, vendor: 'spec', validate, jsonSchema } } as unknown as TypeExpression
}

describe('JSON Schema that OpenAPI 3.0 writes in another way', () => {
  const NULL: SchemaObject = { type: 'object', nullable: true, enum: [null] }
  const text: SchemaObject = { type: 'string' }
  const cases: readonly (readonly [given: object, in30: SchemaObject])[] = [
    [{ type: ['string', 'integer', 'null'] }, { allOf: [{ anyOf: [text, { type: 'integer' }, NULL] }] }],
    [{ type: 'null' }, { allOf: [NULL] }],
    [
      { const: null, description: 'No value' },
      { description: 'No value', allOf: [NULL] }
    ],
    [
      { enum: ['a', 'b'], const: 'a' },
      { enum: ['a', 'b'], allOf: [{ enum: ['a'] }] }
    ],
    [
      { type: 'array', prefixItems: [text], items: { type: 'boolean' } },
      { type: 'array', items: { anyOf: [text, { type: 'boolean' }] }, 'x-rules': [{ rule: 'tuple' }] }
    ],
    [
      { minimum: 3, exclusiveMinimum: 5, maximum: 9, exclusiveMaximum: 10 },
      { minimum: 5, exclusiveMinimum: true, maximum: 9 }
    ]
  ]
  for (const [given, in30] of cases) {
    it(`says the same there: ${JSON.stringify(given)}`, () => {
      // The library may check more than it says.
      const library = { rule: 'spec' }
      const rules = [library, ...(in30['x-rules'] ?? [])]
      expect(schemaOf(describedBy(given), '3.0')).to.deep.equal({ ...in30, 'x-rules': rules })
      expect(schemaOf(describedBy(given), '3.1')).to.deep.equal({ ...given, 'x-rules': [library] })
    })
  }
})

describe('Other keys of an object in a schema of another library', () => {
  const described = {
    type: 'object',
    patternProperties: { '^x-': { type: 'string' } },
    additionalProperties: { type: 'number' }
  }
  const withPatterns = describedBy(described)

  it('stay undescribed in OpenAPI 3.0 where some have patterns: it has none, and would take those for others', () => {
    expect(schemaOf(withPatterns, '3.0')).to.not.have.any.keys('patternProperties', 'additionalProperties')
    expect(schemaOf(withPatterns, '3.1')).to.deep.include(described)
  })
})
