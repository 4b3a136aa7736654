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
import { silentLogger } from '../../src/http/logger.js'
import type { RouteParameter } from '../../src/http/route.js'
import { checkOpenAPISpec } from '../../src/openapi/generate.js'
import { plainOperations } from '../../src/openapi/operation.js'
import { SchemaEmitter } from '../../src/record/json-schema/json-schema.js'
import type { FieldSchema } from '../../src/record/type/schema.js'
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
const FIELD: FieldSchema = {
  ...{ property: 'q', name: 'q', type: { kind: 'string' }, required: true, nullable: false, rules: [] },
  ...{ description: undefined, example: undefined, default: undefined, deprecated: false }
}
const Nameless = record('', { id: Integer })

type Mistake = [what: string, declare: (router: Router) => void, config?: Partial<OpenAPIConfig>, http?: HttpOptions]

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
  [
    'two enums of one name, within others',
    (router) => post(router, '/a', record('Both', { one: enumOf(['a'], 'Kind'), other: [enumOf(['b'], 'Kind')] }))
  ],
  ['a record without a name', (router) => post(router, '/a', outer(Nameless))],
  [
    'a default that its field rejects',
    (router) => post(router, '/a', outer(record('Wrong', { count: new Options(Integer, { default: 'x' }) })))
  ],
  [
    'an example that its field rejects',
    (router) => post(router, '/a', outer(record('Wrong', { count: new Options(Integer, { example: 'x' }) })))
  ],
  ['an example that its record rejects', (router) => post(router, '/a', outer(WithExample))],
  [
    'several examples in OpenAPI 3.0',
    (router) => post(router, '/a', outer(record('Many', { text: new Options(String, { examples: ['a', 'b'] }) })))
  ],
  ['what nothing enforces', (router) => post(router, '/a', outer(Overridden))],
  ['what nothing enforces of a whole record', (router) => post(router, '/a', String, outer(OverriddenWhole))],
  [
    'a name that another has, in additional properties',
    (router) => {
      post(router, '/a', Item)
      post(router, '/b', outer(Open))
    }
  ],
  [
    'a name that another has, in a tuple',
    (router) => post(router, '/a', record('Pair', { pair: tupleOf(Item, OtherItem) }))
  ],
  [
    'a union whose member rejects its discriminator',
    (router) =>
      post(router, '/a', record('Owner', { pet: oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } }) }))
  ],
  [
    'a record of the name that the input of another has',
    (router) => {
      post(router, '/a', HalfWritten, HalfWritten)
      post(router, '/b', record('HalfWrittenInput', { id: Integer }))
    }
  ],
  [
    'the form of errors with the name of another record',
    (router) => post(router, '/a', Item),
    {},
    { errors: { body: OtherItem, format: () => ({ name: '' }) } }
  ],
  [
    'the form of errors with the name of another record, which only a declared error contains',
    (router) => router.getFunc('/a', handler, { responses: { 200: Item as never, 404: 'None' } }),
    {},
    { errors: { body: OtherItem, format: () => ({ name: '' }) } }
  ],
  [
    'one operationId twice',
    (router) => {
      router.getFunc('/a', handler, { operationId: 'b' })
      router.getFunc('/b', handler, { operationId: 'b' })
    }
  ],
  [
    'an operationId that another route has made',
    (router) => {
      router.getFunc('/a', handler)
      router.postFunc('/b', handler, { operationId: 'getA' })
    }
  ],
  ['an operationId without text', (router) => router.getFunc('/a', handler, { operationId: '' })],
  [
    'two paths that are one',
    (router) => {
      router.getFunc('/a/{id:[0-9]+}', handler)
      router.getFunc('/a/{id:[a-z]+}', handler)
    }
  ],
  ['a function of ids that throws', (router) => router.getFunc('/a', handler), { operationId: () => JSON.parse('') }],
  ['a status that does not exist', (router) => router.getFunc('/a', handler, { responses: { 99: {} } })],
  [
    'a type that is not known yet',
    (router) => router.getFunc('/a', handler, { responses: { 200: { body: undefined } } })
  ],
  ['a body where none can be', (router) => router.getFunc('/a', handler, { responses: { 204: { body: Item } } })],
  [
    'a body where none can be, in a range',
    (router) => router.getFunc('/a', handler, { responses: { '1XX': { body: Item } } })
  ],
  ['the body of a GET', (router) => router.getFunc('/a', handler, { requestBody: Item })],
  [
    'a description that is no text',
    (router) => router.getFunc('/a', handler, { responses: { 200: { description: 5 as never } } })
  ],
  [
    'an example of a response',
    (router) => router.getFunc('/a', handler, { responses: { 200: { body: Item, example: 5 } } })
  ],
  [
    'an option of a response that does not exist',
    (router) => router.getFunc('/a', handler, { responses: { 200: { body: Item, typ: 5 } as never } })
  ],
  [
    'an example of a parameter',
    (router) =>
      router.getFunc('/a', handler, { parameters: [{ name: 'b', in: 'query', schema: Integer, example: 'x' }] })
  ],
  ['documents elsewhere without an address', (router) => router.getFunc('/a', handler, { externalDocs: {} as never })],
  ['a server without an address', (router) => router.getFunc('/a', handler, { servers: [{}] as never })],
  ['bytes in JSON', (router) => router.getFunc('/a', handler, { responses: { 200: { body: Buffer } } })],
  ['QUERY before OpenAPI 3.2', (router) => router.queryFunc('/a', handler, { requestBody: Item })],
  [
    'groups of tags that are unknown',
    (router) => router.getFunc('/a', handler, { tags: ['a'] }),
    { tagGroups: [{ name: 'b', tags: ['c'] }] }
  ],
  ['a path that no route has', (router) => router.getFunc('/a', handler), { paths: { '/b': { summary: 'B' } } }],
  [
    'a link to nowhere',
    (router) => router.getFunc('/a', handler, { responses: { 200: { body: Item, links: { b: { operation: 'no' } } } } })
  ],
  [
    'a title that is missing, and a name twice',
    (router) => {
      post(router, '/a', Item)
      post(router, '/b', OtherItem)
    },
    { title: '' }
  ]
]

/** A route with one input of a method. */
function reads(router: Router, given: Partial<FieldSchema>, examples?: RouteParameter['examples']): void {
  const parameter = { in: 'query' as const, field: { ...FIELD, ...given }, examples }
  router.add({
    method: 'GET',
    path: '/read',
    handler,
    inputs: { parameters: [parameter], body: undefined },
    source: 'Reads'
  })
}

class OwnProblems {
  @Field() name!: string
}

MISTAKES.push(
  ...[OwnProblems, [], 0, true, ''].map(
    (responses): Mistake => [
      `responses that are no object: ${typeof responses} ${String(responses).slice(0, 17)}`,
      (router) => router.getFunc('/a', handler, { responses: responses as never })
    ]
  ),
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
      reads(router, { type: { kind: 'enum', name: 'Kind', values: ['a'] } })
      post(router, '/a', record('Other', { kind: enumOf(['b'], 'Kind') }))
    }
  ],
  ['an example of an input', (router) => reads(router, { type: { kind: 'boolean' } }, { one: 5 })],
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

describe('The check of a document at a start', () => {
  for (const [what, declare, config = {}, http = {}] of MISTAKES) {
    it(`finds what the document itself finds: ${what}`, () => {
      const router = new Router({ ...http, logger: silentLogger })
      declare(router)
      const whole = { ...CONFIG, ...config }
      const found = errorsOf(() => checkOpenAPISpec(router, whole))
      expect(found).to.not.deep.equal([])
      expect(found).to.deep.equal(errorsOf(() => generateOpenAPISpec(router, whole)))
    })
  }

  it('finds in what a class extends what only this form of schemas contains', () => {
    class Extended extends Base {}
    Field(() => String)(Extended.prototype, 'name')
    const router = new Router({ logger: silentLogger })
    post(router, '/a', Extended)
    post(router, '/b', record('Last', { base: record('Base', { text: String }) }))
    const config: OpenAPIConfig = { ...CONFIG, schemas: 'allOf' }
    const found = errorsOf(() => checkOpenAPISpec(router, config))
    expect(found).to.have.length(1)
    expect(found).to.deep.equal(errorsOf(() => generateOpenAPISpec(router, config)))
    expect(errorsOf(() => checkOpenAPISpec(router, CONFIG))).to.deep.equal([])
  })

  it('finds nothing in links to what other operations contain', () => {
    const router = new Router({ logger: silentLogger })
    const next = { operation: 'getItem', parameters: { id: '$response.body#/id' } }
    router.postFunc('/items', handler, { requestBody: Item, responses: { 201: { body: Item, links: { next } } } })
    router.getFunc('/items/{id}', handler, { operationId: 'getItem', responses: { 200: Item } })
    expect(errorsOf(() => checkOpenAPISpec(router, CONFIG))).to.deep.equal([])
  })

  it('leaves out operations of which only their types can be wrong', () => {
    const router = new Router({ logger: silentLogger })
    post(router, '/plain', outer(Item), outer(Item))
    router.getFunc('/plain', handler, { tags: ['a'], summary: 'b', description: 'c', responses: { 200: 'None' } })
    router.getFunc('/pattern/{id:[0-9]+}', handler)
    router.getFunc('/example', handler, { responses: { 200: { body: String, example: 'a' } } })
    router.getFunc('/header', handler, { responses: { 200: { headers: { 'x-a': String } } } })
    router.getFunc('/lines', handler, { responses: { 200: { lines: Item } } })
    router.getFunc('/docs', handler, { externalDocs: { url: 'https://example.com' } })
    router.getFunc('/parameters', handler, { parameters: [{ name: 'a', in: 'query' }] })
    const plain = plainOperations(router.routes, router.settings.errors)
    expect([...plain.keys()].map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'POST /plain',
      'GET /plain'
    ])
    expect([...plain.values()].map((values) => values.map(({ direction }) => direction))).to.deep.equal([
      ['request', 'response', 'response'],
      []
    ])
  })

  it('makes schemas only of records with which something can be wrong', () => {
    const emitter = new SchemaEmitter('3.0', undefined, { isCheck: true })
    emitter.check({ kind: 'record', class: outer(Item) }, 'a')
    emitter.check({ kind: 'record', class: Shown }, 'b', 'response')
    const described = Object.entries(emitter.components).filter(([, schema]) => Object.keys(schema).length > 0)
    expect(Object.keys(emitter.components)).to.deep.equal(['Outer', 'Middle', 'Item', 'Shown'])
    expect(described.map(([name]) => name)).to.deep.equal(['Shown'])
  })
})
