import {
  BootstrapError,
  bearerScheme,
  Controller,
  defineCallback,
  defineLink,
  defineWebhook,
  Field,
  generateOpenAPISpec,
  Integer,
  type LinkOption,
  type OpenAPIDocument,
  type Operation,
  Post,
  Returns
} from 'fieldstone'
import { parseSecurity, parseSecuritySchemes } from '../../src/http/security.js'
import { parseTemplate, type RuntimeExpression } from '../../src/http/syntax/runtime-expression.js'
import { expressionFault } from '../../src/openapi/expressions.js'
import { CONFIG, describedRoute } from '../support/described-route.js'
import { expectListed } from '../support/listed.js'
import { outcome, shown } from '../support/whole-list.js'

const LIST = 'openapi/reference-list.txt'

class Owner {
  @Field({ minLength: 1 }) name!: string
}

class Pet {
  @Field(() => Integer) id!: number
  @Field(() => [Owner]) owners!: Owner[]
  @Field(() => Pet, { optional: true }) mother?: Pet
}

@Controller('{$request.query.url}/done')
class Done {
  @Post()
  @Returns(204)
  done(): void {}
}

@Controller('stock')
class Stock {
  @Post()
  @Returns(204)
  changed(): void {}
}

// biome-ignore lint/suspicious/noExplicitAny: what types do not allow is tried as well
type Loose = any

const EXPRESSIONS = [
  ...['$url', '$method', '$statusCode', '$request.query.page', '$request.query.Page', '$request.path.id'],
  ...['$request.path.page', '$request.header.X-Own', '$request.header.x-other', '$request.header.ACCEPT'],
  ...['$request.header.Authorization', '$request.header.content-type', '$request.body', '$request.body#/a'],
  ...['$response.query.page', '$response.path.id', '$response.header.X-TOTAL', '$response.header.x-none'],
  ...['$response.header.Content-Type', '$response.header.accept', '$response.body', '$response.body#/a'],
  ...['$response.body#/0', '$response.body#/a/b', '$request.body#/a/0', '$request.body#/a/01', '$request.body#/b']
]

/** Bodies by their schemas, of which the expressions may point at something. */
const SCHEMAS: Readonly<Record<string, Loose>> = {
  anything: {},
  'an object': { type: 'object' },
  'an object or null': { type: ['null', 'object'] },
  'a text': { type: 'string' },
  'an enum': { enum: ['a'] },
  'a constant': { const: { a: 1 } },
  a: { type: 'object', properties: { a: { type: 'string' } } },
  'a with anything below': { type: 'object', properties: { a: {} } },
  'a list at a': { properties: { a: { type: 'array', items: { type: 'string' } } } },
  'a tuple at a': { properties: { a: { type: 'array', prefixItems: [{ type: 'string' }] } } },
  'a list': { type: 'array', items: {} },
  'a list without items': { type: 'array' },
  'a tuple of one and others': { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'object' } },
  'a map': { type: 'object', additionalProperties: { type: 'string' } },
  'a map of anything': { type: 'object', additionalProperties: true },
  'b and anything': { type: 'object', properties: { b: {} }, additionalProperties: true },
  'b and texts': { type: 'object', properties: { b: {} }, additionalProperties: { type: 'string' } },
  'b alone': { type: 'object', properties: { b: {} }, additionalProperties: false },
  'a by a reference': { $ref: '#/components/schemas/A' },
  'a reference to itself': { $ref: '#/components/schemas/Circle' },
  'a reference to nothing': { $ref: '#/components/schemas/toString' },
  'all of b and a': { allOf: [{ properties: { b: {} } }, { $ref: '#/components/schemas/A' }] },
  'any of b and a': { anyOf: [{ properties: { b: {} } }, { $ref: '#/components/schemas/A' }] },
  'one of b and a': { oneOf: [{ properties: { b: {} } }, { $ref: '#/components/schemas/A' }] },
  'one of texts': { oneOf: [{ type: 'string' }], type: 'object' }
}

const COMPONENTS: Loose = {
  A: { type: 'object', properties: { a: { type: 'string' } } },
  Circle: { allOf: [{ $ref: '#/components/schemas/Circle' }] }
}
const json = (schema: Loose) => ({ 'application/json': { schema } })
const A = json({ $ref: '#/components/schemas/A' })

/** What an operation and its responses have, of which expressions point at something. */
const SCOPES: Readonly<Record<string, { readonly operation: Loose; readonly responses: Loose[] }>> = {
  nothing: { operation: {}, responses: [] },
  'no content': { operation: { requestBody: { content: {} } }, responses: [{ description: '' }] },
  'one of each': {
    operation: {
      parameters: [
        { in: 'query', name: 'page' },
        { in: 'path', name: 'id' },
        { in: 'header', name: 'x-Own' }
      ],
      requestBody: { content: A }
    },
    responses: [{ headers: { 'X-Total': {} }, content: A }]
  },
  several: {
    operation: {
      parameters: [
        { in: 'query', name: 'Page' },
        { in: 'query', name: 'q' },
        { in: 'header', name: 'X-Other' },
        { in: 'header', name: 'X-More' }
      ],
      requestBody: { content: { 'multipart/form-data': A['application/json'] } }
    },
    responses: [
      { headers: { 'x-None': {}, 'x-all': {} } },
      { content: { 'text/plain': { schema: { type: 'string' } }, ...A } }
    ]
  },
  ...Object.fromEntries(
    ['*/*', 'application/x-www-form-urlencoded', 'application/vnd.a+json', 'text/plain', 'image/*'].map((type) => [
      type,
      { operation: { requestBody: { content: { [type]: A['application/json'] } } }, responses: [] }
    ])
  )
}

function faultOf(text: string, operation: Loose, responses: Loose[]): string | undefined {
  const [expression] = parseTemplate(text) as readonly RuntimeExpression[]
  return expressionFault(expression as RuntimeExpression, { operation, responses, schemas: COMPONENTS })
}

/** What a document says of the operation of a route, or what is wrong. */
function described(options: Loose, read: (document: OpenAPIDocument) => unknown, config: Loose = CONFIG): string {
  const routes = [
    describedRoute('POST', '/pets/{id}', {
      operationId: 'pet',
      requestBody: Pet,
      responses: { 200: { body: Pet, headers: { 'x-url': String as never } } },
      ...options
    }),
    describedRoute('POST', '/owners/{id}', {
      operationId: 'owner',
      requestBody: Owner,
      responses: { 204: { description: 'Done' } }
    }),
    describedRoute('GET', '/none', { operationId: 'none', responses: { 204: { description: 'Done' } } }),
    describedRoute('GET', '/hidden', {
      operationId: 'hidden',
      hidden: true,
      responses: { 204: { description: 'Done' } }
    })
  ]
  const result = outcome(() => {
    try {
      return read(generateOpenAPISpec({ routes }, config))
    } catch (error) {
      if (!(error instanceof BootstrapError)) throw error
      return error.errors.map(({ message }) => message)
    }
  })
  return result
    .replaceAll('ROUTE_OPTIONS_INVALID: ', '')
    .replaceAll('RESPONSE_INVALID: ', '')
    .replaceAll(', POST /pets/{id}', '')
}

const operationOf = (document: OpenAPIDocument) => document.paths['/pets/{id}']?.post as Operation
const EVENT = { responses: { 204: 'Received' } }
const SCHEMES = parseSecuritySchemes({ key: bearerScheme({ authenticate: () => undefined }) })
const URL_TEXT = '{$request.body#/id}'

describe('What a document refers to', () => {
  it('is there for runtime expressions as reference-list.txt says', () => {
    const lines: string[] = []
    for (const [name, { operation, responses }] of Object.entries(SCOPES)) {
      lines.push(`\n# ${name}`)
      for (const text of EXPRESSIONS.filter((each) => !name.includes('/') || each.startsWith('$request.body')))
        lines.push(`${text}: ${faultOf(text, operation, responses) ?? 'right'}`)
    }
    for (const [name, schema] of Object.entries(SCHEMAS)) {
      const right = ['#/a', '#/b', '#/0', '#/1', '#/01', '#/a/0', '#/a/1', '#/a/b', '#/b/c', '#/', '#'].filter((at) => {
        return faultOf(`$response.body${at}`, {}, [{ content: json(schema) }]) === undefined
      })
      lines.push(`${name} has ${right.join(' ')}`)
    }
    expectListed(LIST, 'expressions', lines)
  })

  it('is there for callbacks as reference-list.txt says', () => {
    const lines: string[] = []
    const line = (callbacks: Loose, what = shown(callbacks)) =>
      lines.push(`${what} → ${described({ callbacks }, (document) => operationOf(document).callbacks)}`)
    for (const callbacks of [undefined, {}, null, [], 5, 'a', { a: 5 }, { a: null }, { a: {} }, { a: { b: null } }])
      line(callbacks)
    for (const callbacks of [{ a: Done }, { a: class {} }, { a: () => {} }, { a: defineCallback(Done) }])
      line(callbacks)
    for (const name of ['a', 'A.b-c_1', 'a b', 'x-a', '', 'ä'])
      line({ [name]: { [URL_TEXT]: { post: EVENT } } }, `name ${name}`)
    for (const url of [
      ...[URL_TEXT, `${URL_TEXT}/a`, 'https://a/{$request.path.id}', 'http://a', 'HTTP://a', 'a', '/a', '', 'ftp://a'],
      ...[
        '{$request.path.none}',
        '{$request.body#/owners/0/name}',
        '{$request.body#/owners/0/id}',
        '{$request.body#/mother/mother/id}'
      ],
      ...[
        '{$response.header.x-url}',
        '{$response.body#/id}',
        '{$none}',
        '$request.body',
        '{a}',
        'https://a/{',
        'https://a/}'
      ],
      ...['https://a/ b', '{$request.path.id', '{$url}{$method}', `${URL_TEXT}{b}`]
    ])
      line({ a: { [url]: { post: EVENT } } }, `URL ${url}`)
    for (const operation of [
      {},
      { responses: {} },
      { ...EVENT, operationId: 'a', summary: 'S', description: 'D', deprecated: true, tags: ['a', 'b', 'a'] },
      { ...EVENT, deprecated: false, tags: [], servers: [], externalDocs: { url: 'https://a' }, 'x-own': { a: 1 } },
      { ...EVENT, servers: [{ url: 'https://a' }], requestBody: Owner },
      { ...EVENT, operationId: 'pet' },
      { ...EVENT, operationId: 'owner' },
      { ...EVENT, externalDocs: { url: 5 }, servers: [{ url: 5 }], tags: 5 },
      { ...EVENT, externalDocs: {}, servers: [{ url: 'a b' }] },
      { ...EVENT, hidden: true },
      { ...EVENT, security: [] },
      { responses: { 200: { body: Owner } } },
      { responses: { 200: { body: Owner, links: {} } } }
    ])
      line({ a: { [URL_TEXT]: { post: operation } } }, `operation ${shown(operation)}`)
    for (const method of ['get', 'query', 'connect', 'POST', 'trace', 'head'])
      line({ a: { [URL_TEXT]: { [method]: EVENT } } }, `method ${method}`)
    line(
      {
        a: { [URL_TEXT]: { post: EVENT, put: EVENT }, 'https://a': { post: EVENT } },
        b: { 'https://a': { post: EVENT } }
      },
      'several'
    )
    const same = { ...EVENT, operationId: 'same' }
    line({ a: { [URL_TEXT]: { post: same, put: same } } }, 'one operationId twice')
    line({ a: { 'x y': { post: 5 } }, b: { c: { post: EVENT } } }, 'two faults')
    for (const isDefault of [true, false]) {
      const key = parseSecurity(['key'], SCHEMES, () => 'here')
      const callbacks = { a: { [URL_TEXT]: { post: EVENT } } }
      const options = { requestBody: Pet, responses: { 204: { description: 'Done' } }, callbacks } as Loose
      const routes = [
        { ...describedRoute('POST', '/pets/{id}', options), ...(isDefault && { security: key }) },
        { ...describedRoute('GET', '/none', { responses: { 204: { description: 'Done' } } }), security: key }
      ]
      const document = generateOpenAPISpec({ routes, ...(isDefault && { security: key }) }, CONFIG)
      const { security, ...operation } = operationOf(document)
      lines.push(
        `a key of ${isDefault ? 'the document' : 'another operation'} → ${shown([operation.callbacks, security])}`
      )
    }
    expectListed(LIST, 'callbacks', lines)
  })

  it('is there for webhooks as reference-list.txt says', () => {
    const stock = defineWebhook(Stock)
    const webhooks = [undefined, [], null, {}, 5, [5], [Stock], [stock], [stock, stock], [defineCallback(Done)]]
    const lines = webhooks.map((each) => {
      return `${shown(each)} → ${described({}, (document) => document.webhooks ?? 'none', { ...CONFIG, openapi: '3.1', webhooks: each })}`
    })
    expectListed(LIST, 'webhooks', lines)
  })

  it('is there for links as reference-list.txt says', () => {
    const lines: string[] = []
    const line = (links: Loose, what = shown(links)) => {
      const responses = { 200: { body: Pet, headers: { 'x-url': String }, links } }
      const read = (document: OpenAPIDocument) => {
        const { links: own } = operationOf(document).responses['200'] as { readonly links?: unknown }
        return document.components?.links === undefined ? own : [own, document.components.links]
      }
      lines.push(`${what} → ${described({ responses }, read)}`)
    }
    for (const links of [undefined, {}, null, [], 5, { a: null }, { a: 5 }, { a: [] }, { a: {} }]) line(links)
    const to = { operation: 'owner' }
    for (const link of [
      to,
      { operation: 'hidden' },
      { operation: 'owners' },
      { operation: 5 },
      { operation: () => 'none' },
      { operation: [class {}, 'a'] },
      { ...to, operationRef: 'a.json#/a' },
      ...[
        'a.json#/paths/~1a/get',
        'https://a/b.json#/c',
        '#/paths/~1a/get',
        'a.json#',
        'a b.json#/c',
        'a.json#/c d',
        'http://[#/a',
        5
      ].map((operationRef) => ({ operationRef })),
      ...['x', '', 5].map((description) => ({ ...to, description })),
      ...[{ url: 'https://a' }, { url: 'a b' }, 'https://a', null].map((server) => ({ ...to, server })),
      { ...to, 'x-own': [1] },
      { ...to, other: 1 },
      ...[{}, null, [], 5].map((parameters) => ({ ...to, parameters })),
      ...['id', 'path.id', 'query.id', 'other', 'ID', 'path.', ''].map((name) => ({
        ...to,
        parameters: { [name]: '$response.body#/id' }
      })),
      { operation: 'none', parameters: { id: 5 } },
      ...[
        5,
        'a',
        null,
        { a: 1 },
        '$response.body#/none',
        '$none',
        'a {$response.body#/id} b',
        '{$request.query.q}',
        5n
      ].map((id) => ({
        ...to,
        parameters: { id }
      })),
      ...[{ name: 'A' }, { name: '' }, {}, 'a', '$response.body', '$response.body#/none', '$request.body#/id', 5n].map(
        (requestBody) => ({
          ...to,
          requestBody
        })
      ),
      { operation: 'none', requestBody: {} },
      { operation: 'none', requestBody: '$response.body' },
      { operationRef: 'a.json#/a', parameters: { id: 5, q: '$response.body#/none' }, requestBody: '$none' },
      { operationRef: 'a.json#/a', parameters: { id: 5 }, requestBody: { a: 1 } },
      { operationRef: 'a.json#/a', parameters: { id: 5n }, requestBody: 5 }
    ])
      line({ a: link as LinkOption }, shown(link))
    line({ a: to, b: { operation: 'hidden' }, c: { operation: 'none' } }, 'several')
    line({ a: to, b: {}, c: 5 }, 'two faults')
    const shared = defineLink('Next', to)
    line({ a: shared, b: shared }, 'one of its own name')
    line({ a: shared, b: defineLink('Next', to) }, 'two of one name')
    line({ a: defineLink('None', { operation: 'hidden' }) }, 'one to what is hidden')
    expectListed(LIST, 'links', lines)
  })
})
