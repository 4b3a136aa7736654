import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type } from 'arktype'
import { expect } from 'chai'
import { bootstrap, Field, mapOf, type OpenAPIVersion, type SchemaObject, type TypeExpression } from 'fieldstone'
import * as v from 'valibot'
import * as z from 'zod'
import { describedRoute, documentOf, faultsOf } from '../support/described-route.js'
import { foreignApplication } from '../support/foreign-application.js'
import { FOREIGN_SCHEMAS } from '../support/foreign-schemas.js'
import { complaintsAbout } from '../support/openapi-validator.js'

const VERSIONS: readonly OpenAPIVersion[] = ['3.0', '3.1']
const ZOD = { 'x-rules': [{ rule: 'zod' }] }

/** What a document says of a type in requests and in responses, and the components that it needs. */
function described(expression: TypeExpression, version: OpenAPIVersion = '3.1') {
  const route = describedRoute('POST', '/a', { requestBody: expression, responses: { 200: { body: expression } } })
  const document = documentOf([route], { openapi: version })
  const { Problem: _problem, Fault: _fault, ...components } = document.components?.schemas ?? {}
  const { requestBody, responses } = document.paths['/a']?.post ?? {}
  const schemaOf = (content: unknown) =>
    (content as { content: Record<string, { schema: SchemaObject }> }).content['application/json']
      ?.schema as SchemaObject
  return { input: schemaOf(requestBody), output: schemaOf(responses?.['200']), components }
}

describe('The document of schemas of other libraries', () => {
  for (const [vendor, schemas] of Object.entries(FOREIGN_SCHEMAS)) {
    for (const openapi of VERSIONS) {
      it(`is valid OpenAPI ${openapi} with ${vendor} in every place`, async () => {
        const { document } = await bootstrap(foreignApplication(schemas, { openapi }))
        expect(await complaintsAbout(document)).to.deep.equal([])
      })
    }
  }

  it('has the schema in its input and its output form, with the name of the library', () => {
    expect(described(z.int().min(1).max(5).default(1))).to.deep.equal({
      input: { default: 1, type: 'integer', minimum: 1, maximum: 5, ...ZOD },
      output: { default: 1, type: 'integer', minimum: 1, maximum: 5, ...ZOD },
      components: {}
    })
    expect(described(z.string().transform(Number).pipe(z.number()))).to.deep.equal({
      input: { type: 'string', ...ZOD },
      output: { type: 'number', ...ZOD },
      components: {}
    })
    expect(
      described(z.codec(z.iso.datetime(), z.date(), { decode: () => new Date(), encode: String })).output
    ).to.deep.equal({
      type: 'string',
      format: 'date-time',
      ...ZOD
    })
  })

  it('is written in the keywords of each version', () => {
    const schema = z.object({
      a: z.number().gt(1).nullable(),
      b: z.literal('x'),
      c: z.tuple([z.string()], z.number()),
      d: z.record(z.enum(['k']), z.boolean())
    })
    expect(described(schema).input.properties).to.deep.equal({
      a: { anyOf: [{ type: 'number', exclusiveMinimum: 1 }, { type: 'null' }] },
      b: { type: 'string', const: 'x' },
      c: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1 },
      d: {
        type: 'object',
        propertyNames: { type: 'string', enum: ['k'] },
        additionalProperties: { type: 'boolean' },
        required: ['k']
      }
    })
    expect(described(schema, '3.0').input.properties).to.deep.equal({
      a: {
        anyOf: [
          { type: 'number', minimum: 1, exclusiveMinimum: true },
          { type: 'object', nullable: true, enum: [null] }
        ]
      },
      b: { type: 'string', enum: ['x'] },
      c: {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        minItems: 1,
        'x-rules': [{ rule: 'tuple' }]
      },
      d: { type: 'object', additionalProperties: { type: 'boolean' }, required: ['k'] }
    })
  })

  const Address = z.object({ street: z.string() }).meta({ id: 'Address' })
  const User = z.object({ role: z.string().default('reader'), home: Address }).meta({ id: 'User' })

  it('has components for schemas with an id, and another for an input that differs', () => {
    class Team {
      @Field(() => [User]) members!: unknown[]
      @Field(() => Address) home!: unknown
    }
    class Place {
      @Field(() => mapOf(Address)) homes!: unknown
    }
    const { input, output, components } = described(Team)
    expect(input).to.deep.equal({ $ref: '#/components/schemas/TeamInput' })
    expect(output).to.deep.equal({ $ref: '#/components/schemas/Team' })
    expect(Object.keys(components).sort()).to.deep.equal(['Address', 'Team', 'TeamInput', 'User', 'UserInput'])
    expect(components.UserInput).to.deep.equal({
      type: 'object',
      properties: { role: { default: 'reader', type: 'string' }, home: { $ref: '#/components/schemas/Address' } },
      required: ['home'],
      ...ZOD
    })
    expect(components.User).to.deep.include({ required: ['role', 'home'], additionalProperties: false })
    expect(components.Team?.properties?.members).to.deep.equal({
      type: 'array',
      items: { $ref: '#/components/schemas/User' }
    })
    // zod closes each output; a schema that differs in nothing else has one component.
    expect(described(Place).output).to.deep.equal({ $ref: '#/components/schemas/Place' })
  })

  it('gives a recursive schema without an id a name that depends on nothing else', () => {
    const node = () => {
      const Node = z.object({
        value: z.int(),
        get next() {
          return Node.optional()
        }
      })
      return Node
    }
    const [first, second] = [described(node()), described(node())]
    expect(first).to.deep.equal(second)
    const [name] = Object.keys(first.components)
    expect(first.input).to.deep.equal({ $ref: `#/components/schemas/${name}` })
    expect(first.components[name as string]?.properties?.next).to.deep.equal(first.input)
    const tree = () => type({ label: 'string', 'children?': 'this[]' })
    tree()
    expect(described(tree())).to.deep.equal(described(tree()))
  })

  for (const openapi of VERSIONS) {
    it(`describes in ${openapi} what no value can be without an empty list, which validators do not compile`, () => {
      expect(described(type({ 'a?': 'never', b: 'string' }), openapi).input.properties).to.deep.equal({
        a: { not: {} },
        b: { type: 'string' }
      })
      const { input } = described(z.object({ a: z.union([]).optional() }), openapi)
      expect(input.properties).to.deep.equal({ a: { not: {} } })
      const none = described(toStandardJsonSchema(v.picklist([])), openapi).input
      expect(none).to.deep.equal({ type: 'string', not: {}, 'x-rules': [{ rule: 'valibot' }] })
      for (const schema of [input, none]) {
        expect(() => new Ajv2020({ strict: true, keywords: ['x-rules'] }).compile(schema)).not.to.throw()
      }
    })
  }

  // biome-ignore format: one row a line
  const silent: readonly [action: string, schema: Parameters<typeof toStandardJsonSchema>[0], type: string][] = [
    ['check', v.pipe(v.string(), v.check(() => true)), 'string'],
    ['rawCheck', v.pipe(v.string(), v.rawCheck(() => undefined)), 'string'],
    ['partialCheck', v.pipe(v.object({ a: v.string() }), v.partialCheck([['a']], () => true)), 'object'],
    ['checkItems', v.pipe(v.array(v.string()), v.checkItems(() => true)), 'array'],
    ['everyItem', v.pipe(v.array(v.string()), v.everyItem(() => true)), 'array'],
    ['someItem', v.pipe(v.array(v.string()), v.someItem(() => true)), 'array'],
    ['guard', v.pipe(v.string(), v.guard((text): text is 'a' => text === 'a')), 'string'],
    ['trim', v.pipe(v.string(), v.trim()), 'string'],
    ['trimStart', v.pipe(v.string(), v.trimStart()), 'string'],
    ['trimEnd', v.pipe(v.string(), v.trimEnd()), 'string'],
    ['normalize', v.pipe(v.string(), v.normalize()), 'string'],
    ['toLowerCase', v.pipe(v.string(), v.toLowerCase()), 'string'],
    ['toUpperCase', v.pipe(v.string(), v.toUpperCase()), 'string']
  ]
  for (const [action, schema, kind] of silent) {
    it(`leaves out an action of valibot that JSON Schema has no keyword for: ${action}`, () => {
      expect(described(toStandardJsonSchema(schema)).input).to.include({ type: kind })
    })
  }

  it('says nothing that is not checked', () => {
    expect(described(z.array(z.string()).readonly()).input).to.deep.equal({
      type: 'array',
      items: { type: 'string' },
      ...ZOD
    })
    expect(described(type('unknown[]'), '3.0').input).to.deep.equal({
      type: 'array',
      items: {},
      'x-rules': [{ rule: 'arktype' }]
    })
    expect(described(type('string | undefined')).input).to.include({ type: 'string' })
  })

  it('cannot have two schemas of one name', () => {
    class Users {
      @Field(() => User) a!: unknown
      @Field(() => z.object({}).meta({ id: 'User2' })) b!: unknown
    }
    class User2 {
      @Field() name!: string
    }
    const routes = [Users, User2].map((type, index) => describedRoute('POST', `/${index}`, { requestBody: type }))
    expect(faultsOf(routes)[0]).to.contain('RECORD_NAME_DUPLICATE: two different records or enums are named User2')
  })
})
