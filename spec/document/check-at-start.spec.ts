import { expect } from 'chai'
import { Transform } from 'class-transformer'
import { JSONSchema } from 'class-validator-jsonschema'
import {
  BootstrapError,
  type Context,
  defineExample,
  enumOf,
  Field,
  type FieldOptions,
  generateOpenAPISpec,
  type HttpOptions,
  Integer,
  mapOf,
  nullable,
  type OpenAPIConfig,
  oneOf,
  Record,
  Router,
  tupleOf
} from 'fieldstone'
import { CONFIG } from '../support/described-route.js'

/** A class with a field of each type, which is declared as it is used: with the options of `@Field`, or alone. */
function record(name: string, fields: { readonly [property: string]: unknown }): new () => object {
  const target = class {}
  Object.defineProperty(target, 'name', { value: name })
  for (const [property, type] of Object.entries(fields)) {
    const [given, options] = type instanceof Options ? [type.type, type.options] : [type, {} as FieldOptions]
    Field(() => given, options)(target.prototype, property)
  }
  return target
}

class Options {
  readonly type: unknown
  readonly options: FieldOptions

  constructor(type: unknown, options: FieldOptions) {
    this.type = type
    this.options = options
  }
}

const handler = (ctx: Context) => ctx.json(200, {})

/** The same of a router that is checked when it starts, and of the document that it would send. */
function errorsOf(find: () => unknown): readonly string[] {
  try {
    find()
    return []
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors.map(String)
    return [String(error)]
  }
}

function post(router: Router, path: string, body: unknown, response: unknown = String): void {
  router.postFunc(path, handler, { requestBody: body as never, responses: { 201: response as never, 404: {} } })
}

/** A class that other classes have within them, in a field, a list, a map and beside null. */
function outer(inner: unknown): new () => object {
  const middle = record('Middle', { list: [inner], map: mapOf(inner), either: nullable(inner) })
  return record('Outer', { middle })
}

const [Item, OtherItem] = [record('Item', { id: Integer }), record('Item', { name: String })]
const Overridden = record('Overridden', { text: String })
JSONSchema({ minLength: 5 })(Overridden.prototype, 'text')
const OverriddenWhole = record('OverriddenWhole', { text: String })
JSONSchema({ minProperties: 5 })(OverriddenWhole)
const WithExample = record('WithExample', { text: String })
Record({ example: { text: 5 } })(WithExample)
const Shown = record('Shown', { text: String })
Record({ example: { text: 'a' } })(Shown)
const Open = record('Open', { text: String })
Record({ additionalProperties: OtherItem })(Open)
const Base = record('Base', { id: Integer })
const [Cat, Dog] = [record('Cat', { kind: String }), record('Dog', { name: String })]
Record({ unknownFields: 'reject' })(Dog)
const HalfWritten = record('HalfWritten', { id: new Options(Integer, { readOnly: true }), name: String })
class Transformed {
  @Field(() => OtherItem)
  @Transform(({ value }) => value)
  item!: object
}
/** Without the flag `u` it is 110,000 letters. */
const BEYOND = new RegExp(['\\u{110000}'].join(''))
const Nameless = record('', { id: Integer })

type Mistake = [what: string, declare: (router: Router) => void, config?: Partial<OpenAPIConfig>, http?: HttpOptions]

// biome-ignore format: one row a line
const MISTAKES: Mistake[] = [
  [
    'two records of one name',
    (router) => {
      post(router, '/a', Item)
      post(router, '/b', OtherItem)
    }
  ],
  [
    'two records of one name, within others',
    (router) => {
      post(router, '/a', outer(Item))
      post(router, '/b', record('Last', { deep: [[OtherItem]] }))
    }
  ],
  [
    'two records of one name in responses',
    (router) => {
      post(router, '/a', Item, Item)
      post(router, '/b', Item, [OtherItem])
    }
  ],
  ['two enums of one name, within others', (router) => post(router, '/a', record('Both', { one: enumOf(['a'], 'Kind'), other: [enumOf(['b'], 'Kind')] }))],
  ['a record without a name', (router) => post(router, '/a', outer(Nameless))],
  ['a default that its field rejects', (router) => post(router, '/a', outer(record('Wrong', { count: new Options(Integer, { default: 'x' }) })))],
  ['an example that its field rejects', (router) => post(router, '/a', outer(record('Wrong', { count: new Options(Integer, { example: 'x' }) })))],
  ['an example that its record rejects', (router) => post(router, '/a', outer(WithExample))],
  ['several examples in OpenAPI 3.0', (router) => post(router, '/a', outer(record('Many', { text: new Options(String, { examples: ['a', 'b'] }) })))],
  ['what nothing enforces', (router) => post(router, '/a', outer(Overridden))],
  ['what nothing enforces of a whole record', (router) => post(router, '/a', String, outer(OverriddenWhole))],
  [
    'a name that another has, in additional properties',
    (router) => {
      post(router, '/a', Item)
      post(router, '/b', outer(Open))
    }
  ],
  ['a name that another has, in a tuple', (router) => post(router, '/a', record('Pair', { pair: tupleOf(Item, OtherItem) }))],
  ['a union whose member rejects its discriminator', (router) => post(router, '/a', record('Owner', { pet: oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } }) }))],
  [
    'a record of the name that the input of another has',
    (router) => {
      post(router, '/a', HalfWritten, HalfWritten)
      post(router, '/b', record('HalfWrittenInput', { id: Integer }))
    }
  ],
  ['the form of errors with the name of another record', (router) => post(router, '/a', Item), {}, { errors: { body: OtherItem, format: () => ({ name: '' }) } }],
  ['the form of errors with the name of another record, which only a declared error contains', (router) => router.getFunc('/a', handler, { responses: { 200: Item as never, 404: 'None' } }), {}, { errors: { body: OtherItem, format: () => ({ name: '' }) } }]
]

MISTAKES.push(
  [
    'tags that became no list',
    (router) => {
      const options: { tags: unknown; responses: object } = { tags: ['a'], responses: { 200: 'Fine' } }
      router.getFunc('/a', handler, options as never)
      options.tags = 5
      post(router, '/b', Nameless)
    }
  ],
  [
    'a member that became no JSON',
    (router) => {
      const options = { 'x-a': 1 as unknown, responses: { 200: 'Fine' } }
      router.getFunc('/a', handler, options as never)
      options['x-a'] = 1n
    }
  ],
  [
    'the form of errors with the name of another record, which no declared error contains',
    (router) => router.getFunc('/a', handler, { responses: { 200: Item } }),
    {},
    { errors: { body: OtherItem, format: () => ({ name: '' }) } }
  ],
  [
    'the form of errors with the name of another record, in a response to HEAD',
    (router) => {
      router.headFunc('/a', handler, { responses: { 200: 'Fine', 404: 'None' } })
      post(router, '/b', Item)
    },
    {},
    { errors: { body: OtherItem, format: () => ({ name: '' }) } }
  ],
  [
    'a link from what no response contains',
    (router) => {
      const next = { operation: 'getItem', parameters: { id: '$response.body#/nope' } }
      router.postFunc('/items', handler, { responses: { 201: { body: Item, links: { next } } } })
      router.getFunc('/items/{id}', handler, { operationId: 'getItem', responses: { 200: Item } })
    }
  ],
  [
    'two records of one name in the media types of a body',
    (router) => post(router, '/a', { content: { 'application/json': Item, 'application/a+json': OtherItem } })
  ],
  [
    'two examples of one name',
    (router) => {
      const [one, other] = ['a', 'b'].map((value) => defineExample('text', value))
      post(router, '/a', { content: { 'application/json': { type: String, examples: { one } } } })
      post(router, '/b', { content: { 'application/json': { type: String, examples: { other } } } })
    }
  ],
  [
    'an enum of a parameter with the name of another',
    (router) => {
      router.getFunc('/read', handler, { parameters: [{ name: 'q', in: 'query', schema: enumOf(['a'], 'Kind') }] })
      post(router, '/a', record('Other', { kind: enumOf(['b'], 'Kind') }))
    }
  ],
  [
    'a name that another has, in what is transformed',
    (router) => {
      post(router, '/a', Item)
      post(router, '/b', outer(Transformed))
    }
  ],
  [
    'a pattern beyond Unicode',
    (router) => post(router, '/a', outer(record('Odd', { text: new Options(String, { pattern: BEYOND }) })))
  ]
)

/** What a router says when it starts that serves a document. */
function errorsAtStart(router: Router, config: OpenAPIConfig): readonly string[] {
  return errorsOf(() => router.serveOpenAPISpec('/openapi.json', config).freeze())
}

describe('The start of a router that serves a document', () => {
  for (const [what, declare, config = {}, http = {}] of MISTAKES) {
    it(`fails with all that keeps the document from being made: ${what}`, () => {
      const router = new Router({ ...http, logger: false })
      declare(router)
      const whole = { ...CONFIG, ...config }
      const expected = errorsOf(() => generateOpenAPISpec(router, whole))
      expect(expected).to.not.deep.equal([])
      expect(errorsAtStart(router, whole)).to.deep.equal(expected)
    })
  }

  it('fails where what a class extends has the name of another, which only this form of schemas contains', () => {
    class Extended extends Base {}
    Field(() => String)(Extended.prototype, 'name')
    const errors = (config: OpenAPIConfig) => {
      const router = new Router({ logger: false })
      post(router, '/a', Extended)
      post(router, '/b', record('Last', { base: record('Base', { text: String }) }))
      return errorsAtStart(router, config)
    }
    expect(errors({ ...CONFIG, schemas: 'allOf' })).to.have.length(1)
    expect(errors(CONFIG)).to.deep.equal([])
  })

  it('succeeds with links to what other operations contain', () => {
    const router = new Router({ logger: false })
    const next = { operation: 'getItem', parameters: { id: '$response.body#/id' } }
    router.postFunc('/items', handler, { requestBody: Item, responses: { 201: { body: Item, links: { next } } } })
    router.getFunc('/items/{id}', handler, { operationId: 'getItem', responses: { 200: Item } })
    expect(errorsAtStart(router, CONFIG)).to.deep.equal([])
  })
})
