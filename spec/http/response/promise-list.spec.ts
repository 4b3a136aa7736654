import {
  DateOnly,
  enumOf,
  Field,
  File,
  fileResponses,
  Integer,
  type Method,
  type Middleware,
  nullable,
  type RouteDefinition,
  type RouteOptions,
  Unknown,
  type UploadedFile
} from 'fieldstone'
import { errorForm, PROBLEM_FORM } from '../../../src/http/error-form.js'
import { problemOf } from '../../../src/http/problem.js'
import type { Reply } from '../../../src/http/reply/reply.js'
import { responseContent, responseExamples } from '../../../src/http/response/content-types.js'
import { declaredHeaders } from '../../../src/http/response/declared-headers.js'
import { isItemStream } from '../../../src/http/response/declared-streams.js'
import { frameworkStatuses, withStatuses } from '../../../src/http/response/framework-statuses.js'
import { compileHeaderCheck, headerForms } from '../../../src/http/response/header-check.js'
import { RouteResponses } from '../../../src/http/response/route-responses.js'
import { isNegotiated, negotiableTypes, successOf } from '../../../src/http/response/success.js'
import { describedRoute } from '../../support/described-route.js'
import { calls, expectWholeList, shown } from '../../support/whole-list.js'

class Item {
  @Field(() => String, { minLength: 2 }) name!: string
  @Field(() => Integer, { optional: true, maximum: 5 }) count?: number
}

class Other {
  @Field(() => Boolean) flag!: boolean
}

class Upload {
  @File() file!: UploadedFile
}

class OwnError {
  @Field(() => String) code!: string
}

const circular = undefined

/** The declared responses of a route, each in a few words of its own. */
const DECLARED: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { 200: { body: Item } },
  { 200: { description: 'no body' } },
  { 201: { body: Item }, 204: {} },
  { 200: { body: Item }, 201: { body: Other } },
  { 202: {} },
  { 202: {}, 205: {} },
  { 204: {} },
  { 204: {}, 404: {} },
  { 404: { description: 'no such item' } },
  { 404: { body: Other } },
  { 404: { body: null } },
  { default: { body: Item } },
  { default: {} },
  { default: { body: null } },
  { '2XX': { body: Item } },
  { '2XX': {} },
  { '2XX': { body: Item }, 201: { body: Other } },
  { '2XX': { body: Item }, 204: {}, '4XX': {}, default: { body: Other } },
  { '3XX': { description: 'elsewhere' } },
  { '1XX': {} },
  { 200: { body: [Item] } },
  { 200: { body: nullable(Item) } },
  { 200: { body: enumOf(['a', 'b']) } },
  { 200: { body: String } },
  { 200: { body: Unknown } },
  { 200: { body: Item, contentType: 'application/vnd.item+json' } },
  { 200: { body: Item, contentType: ['application/json', 'application/vnd.item+json'] } },
  { 200: { body: String, contentType: ['text/plain', 'text/csv'] } },
  { 200: { contentType: 'text/csv' } },
  { 200: { contentType: 'image/png' } },
  { 200: { contentType: 'Text/CSV' } },
  { 200: { body: Buffer, contentType: 'application/pdf' } },
  { 200: { content: { 'application/json': Item, 'text/csv': String } } },
  { 200: { content: { 'text/csv': String, 'application/vnd.item+json': Item, 'application/json': Other } } },
  { 200: { content: { 'application/json': { type: Item, example: { name: 'Ada' } } } } },
  { 200: { content: { 'application/json': { type: Item, example: { name: 'A' } } } } },
  { 200: { body: Item, example: { name: 'Ada' } } },
  { 200: { body: Item, example: { name: 'Ada', count: 6 } } },
  { 200: { body: Item, examples: { one: { value: { name: 'Ada' } } } } },
  { 200: { events: Item } },
  { 200: { events: { added: Item, removed: String } } },
  { 200: { lines: Item } },
  { 200: { body: [Item], lines: Item, events: Item } },
  { 200: { body: Item, events: Other } },
  { 200: { body: Item, headers: { location: String, 'X-Total': { type: Integer, optional: true } } } },
  { 304: { headers: { etag: String } }, 200: { body: Item } },
  ...[fileResponses('text/plain'), fileResponses(), fileResponses(['image/png', 'image/gif'])],
  // What cannot be declared.
  { 99: {} },
  { 600: {} },
  { '2xx': {} },
  { '6XX': {} },
  { other: {} },
  { 204: { body: Item } },
  { 200: undefined },
  { 200: null },
  { 200: 5 },
  { 200: { Added: 'added', Removed: 'removed' } },
  { 200: { boddy: Item } },
  { 200: { body: circular } },
  { 200: { body: Item, contentType: 'text/csv' } },
  { 200: { body: Item, contentType: 'text/event-stream' } },
  { 200: { body: [Item], contentType: 'application/x-ndjson' } },
  { 200: { body: Buffer } },
  { 200: { contentType: 'application/json' } },
  { 200: { contentType: [] } },
  { 200: { contentType: 'csv' } },
  { 200: { contentType: 5 } },
  { 200: { contentType: 'text/csv; charset=utf-8' } },
  { 200: { content: {} } },
  { 200: { content: 5 } },
  { 200: { content: null } },
  { 200: { content: { 'application/json': Item }, body: Item } },
  { 200: { content: { 'application/json': Item }, contentType: 'text/csv' } },
  { 200: { content: { 'application/json': Item }, example: { name: 'Ada' } } },
  { 200: { content: { json: Item } } },
  { 200: { example: 5 } },
  { 200: { contentType: 'image/png', example: 5 } },
  { 200: { content: { 'image/png': { type: Buffer, example: 5 } } } },
  { 200: { contentType: 'text/event-stream', events: Item } },
  { 200: { content: { 'application/jsonl': String }, lines: Item } },
  { 200: { events: {} } },
  { 200: { events: undefined } },
  { 200: { events: Buffer } },
  { 200: { events: { '': Item } } },
  { 200: { events: { 'a\nb': Item } } },
  { 200: { events: { a: undefined } } },
  { 200: { lines: undefined } },
  { 200: { lines: Buffer } },
  { 200: { body: Item, headers: {} } },
  { 200: { body: Item, headers: [] } },
  { 200: { body: Item, headers: null } },
  { 200: { body: Upload } }
]

const HEADERS: readonly unknown[] = [
  { 'x-a': String },
  {
    'X-A': { type: Integer, minimum: 1 },
    'x-list': [Integer],
    'x-date': Date,
    expires: String,
    'set-cookie': [String]
  },
  { 'x-a': { type: Date, optional: true }, 'x-days': [DateOnly], 'x-any': Unknown },
  { constructor: String, 'x-b': { description: 'b', example: 'c' } },
  { 'x-a': {} },
  { 'x-a': { type: Integer, examples: { one: { value: 1 } } } },
  { 'x-a': { type: Integer, examples: { one: { value: 'a' } } } },
  { 'x-a': { type: Integer, example: 'a' } },
  { 'x-a': undefined },
  { 'x-a': { type: String, required: true } },
  { 'x-a': { type: String, nullable: true } },
  { 'x-a': { type: String, default: 'a' } },
  { 'x-a': { type: Item } },
  { 'x-a': Item },
  { 'x-a': [Item] },
  { 'x-a': nullable(String) },
  { 'x-a': { type: Integer, minimum: 'a' } },
  { expires: Date },
  { 'retry-after': Date, sunset: Date, 'Last-Modified': Date },
  { 'content-type': String },
  { 'Content-Length': String },
  { date: String, connection: String },
  { 'a b': String },
  { '': String },
  { 'x-a': String, 'X-A': String },
  {},
  5,
  null
]

const SET: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { 'x-a': 'a' },
  { 'x-a': '5' },
  { 'x-a': 0 },
  { 'x-a': ['1', '2'] },
  { 'x-a': ' 5\t' },
  { 'x-a': '2020-01-02T03:04:05Z' },
  {
    'x-a': '1',
    'x-list': '1, 2 ,3',
    'x-date': '2020-01-02T03:04:05Z',
    expires: 'never',
    'set-cookie': ['a=1', 'b=2, 3']
  },
  { 'x-a': '1', 'x-list': ['1,2', '3'], 'x-date': 'Thu, 02 Jan 2020 03:04:05 GMT', expires: '', 'set-cookie': 'a=1' },
  { 'x-a': '1', 'x-list': '', 'x-days': '2020-01-02,2020-02-30', 'x-any': 'z' },
  { constructor: 'c', 'x-b': 'd' }
]

const STATUSES = [199, 200, 201, 204, 205, 206, 302, 304, 400, 404, 409, 500, 503]
const VALUES: readonly unknown[] = [
  { name: 'Ada', count: 1, secret: 1 },
  { name: 'A', count: 6 },
  { flag: true, secret: 1 },
  [{ name: 'Ada', secret: 1 }],
  'a',
  null,
  { a: undefined, toJSON: () => 'own' }
]
const source = { release: () => {} } as unknown as NonNullable<Reply['source']>
const REPLIES: readonly Omit<Reply, 'status'>[] = [
  { contentType: undefined, body: '' },
  { contentType: 'application/json; charset=utf-8', body: '{"name":"Ada"}' },
  { contentType: 'application/json', body: '{"name":"A","count":6}' },
  { contentType: 'application/json; charset=utf-8', body: '{"name":"Ada","more":1}' },
  { contentType: 'application/vnd.item+json', body: '{"name":"Ada"}' },
  { contentType: 'application/problem+json', body: '{"title":"a"}' },
  { contentType: 'text/csv; charset=utf-8', body: 'a,b' },
  { contentType: 'text/plain', body: Buffer.from('a') },
  { contentType: 'image/png', body: '' },
  { contentType: 'text/event-stream', body: '', source },
  { contentType: undefined, body: '', source },
  { contentType: 'csv', body: 'a' }
]

const settings = (errors = errorForm(undefined, 'strip')) => ({ unknownFields: 'strip' as const, errors })

function routeOf(responses: unknown, more: Partial<RouteDefinition> = {}): RouteDefinition {
  return { ...describedRoute('GET', '/items', { responses } as never, 'Items.list'), ...more }
}

/** What a call comes to; of an error its message alone. */
function brief(call: () => unknown): string {
  try {
    return shown(call())
  } catch (error) {
    return `throws ${(error as Error).message.replaceAll(/\n\s*/g, ' ')}`
  }
}

/** Lines of what names come to; those with the same outcome are one. */
function grouped(outcomes: readonly (readonly [name: unknown, outcome: string])[]): string[] {
  const groups = new Map<string, unknown[]>()
  for (const [name, text] of outcomes) groups.set(text, [...(groups.get(text) ?? []), name])
  return [...groups].map(([text, names]) => `  ${names.join(' ')} → ${text}`)
}

/** The headers of a response, which has no others. */
const withHeaders = (headers: Readonly<Record<string, unknown>>) => ({
  getHeader: (name: string) => (Object.hasOwn(headers, name) ? (headers[name] as string) : undefined)
})

function promisesOf(route: RouteDefinition, errors = errorForm(undefined, 'strip')): string[] {
  const head = `success ${shown(successOf(route))}, ${negotiableTypes(route).join(' or ')}${isNegotiated(route) ? ', negotiated' : ''}`
  let responses: RouteResponses
  try {
    responses = new RouteResponses(route, settings(errors))
  } catch (error) {
    return [head, `throws ${(error as Error).message.replaceAll(/\n\s*/g, ' ')}`]
  }
  const of = (status: number) => {
    const { jsonType, jsonTypes, types, streams, isError, isBodiless, otherEvents } = responses.of(status)
    const written = VALUES.map((value) => brief(() => responses.of(status).encode(value))).join(' ')
    const is = [
      ...(isError === true ? ['an error'] : []),
      ...(isBodiless === undefined ? ['undeclared'] : isBodiless ? ['without a body'] : []),
      ...(responses.isBodiless(status) ? ['promised to have no body'] : []),
      ...(responses.promisesBody(status) ? ['promised to have a body'] : []),
      ...(otherEvents === undefined ? [] : ['with other events'])
    ]
    return `${is.join(', ')}; ${shown([jsonType, jsonTypes && [...jsonTypes.keys()], types, streams && [...streams.keys()]])} ${written}`
  }
  const broken = (reply: Omit<Reply, 'status'>, statuses: readonly number[]) =>
    grouped(
      statuses.map((status) => {
        const [whole, part] = [true, false].map((isWhole) => {
          const found = responses.violations({ ...reply, status }, withHeaders({}) as never, isWhole)
          return found === undefined
            ? 'kept'
            : found()
                .map(({ key, text }) => (key === text ? text : `${key}: ${text}`))
                .join(', ')
        })
        return [status, whole === part ? `${whole}` : `${whole}; unless whole: ${part}`]
      })
    )
  const outcomes = STATUSES.map((status) => [status, of(status)] as const)
  const [own, others] = [true, false].map((isOwn) => outcomes.filter((each) => PLAIN.has(each[1]) !== isOwn))
  for (const [, text] of PLAIN.size === 0 ? outcomes : []) PLAIN.add(text)
  const undocumented = STATUSES.filter((status) => responses.statusViolations(status) !== undefined)
  const answered = [
    ...(own as typeof outcomes).map(([status]) => status).filter((status) => !undocumented.includes(status)),
    500
  ]
  return [
    `${head}${responses.isPromising ? '' : ', promises nothing'}`,
    ...grouped(own as typeof outcomes),
    `  ${(others as typeof outcomes).map(([status]) => status).join(' ')} as without a declaration`,
    `  undocumented ${undocumented.join(' ')}`,
    ...(responses.isPromising
      ? REPLIES.flatMap((reply) => {
          const { contentType, body } = reply
          const lines = broken(reply, answered).filter((line) => !line.endsWith('→ kept'))
          return [
            ...(lines.length === 0 ? [] : [` ${contentType} ${shown(String(body))}${reply.source ? ' streamed' : ''}`]),
            ...lines
          ]
        })
      : [])
  ]
}

/** What is said of statuses of a route that declares nothing, which is the first one. */
const PLAIN = new Set<string>()

describe('Responses', () => {
  it('are promised, written and checked as promise-list.txt says', () => {
    PLAIN.clear()
    const own = errorForm({ body: OwnError, format: () => ({ code: 'a' }) }, 'strip')
    const lines = DECLARED.flatMap((declared) => [`\n${shown(declared)}`, ...promisesOf(routeOf(declared))])
    for (const declared of [{ 200: { body: Item }, 404: {}, default: {} }, { 409: { body: Other } }]) {
      lines.push(`\n${shown(declared)} with errors of its own`, ...promisesOf(routeOf(declared), own))
    }
    lines.push(
      '\nhidden, or not promised',
      ...promisesOf({
        ...describedRoute('GET', '/', { responses: { 200: { body: Item } }, hidden: true }),
        source: 'a'
      }),
      ...promisesOf(routeOf({ 200: { body: Item } }, { isPromising: false }))
    )
    expectWholeList('http/response/promise-list.txt', lines)
  })

  it('have headers as header-list.txt says', () => {
    const lines = HEADERS.flatMap((headers) => {
      const declared = brief(() => {
        const read = declaredHeaders({ headers } as never, 'here')
        return read?.headers.map(({ name, field, examples }) => [
          name,
          field.name,
          field.type,
          field.required,
          examples
        ])
      })
      if (declared.startsWith('throws')) return [`\n${shown(headers)}`, declared]
      const option = { headers } as never
      const read = declaredHeaders(option, 'here')
      if (read === undefined) return [`\n${shown(headers)}`, declared]
      const check = compileHeaderCheck(read)
      return [
        `\n${shown(headers)}`,
        declared,
        `once ${declaredHeaders(option, 'here') === read}, forms ${shown(headerForms(read.headers))}`,
        ...grouped(SET.map((set) => [shown(set), brief(() => check(withHeaders(set)))]))
      ]
    })
    expectWholeList('http/response/header-list.txt', lines)
  })

  it('of the framework itself are those of status-list.txt', () => {
    const pass: Middleware = (_ctx, next) => next()
    const busy = withStatuses((_ctx, next) => next(), [503])
    const limited = withStatuses((_ctx, next) => next(), [429])
    const secured = (...scopes: string[]) =>
      ({ security: [[{ name: 'key', scopes }]] }) as unknown as Partial<RouteDefinition>
    const inputs = (body: unknown, parameters: unknown[] = []) =>
      ({ inputs: { body, parameters } }) as unknown as Partial<RouteDefinition>
    const media = (...entries: [string, string][]) => ({
      media: new Map(entries.map(([name, kind]) => [name, { kind }]))
    })
    const field = (kind: string, required: boolean, ...rules: unknown[]) => ({ type: { kind }, required, rules })
    const cases: readonly (readonly [path: string, options: RouteOptions, more?: Partial<RouteDefinition>])[] = [
      ['/', {}],
      ['/{id}', {}],
      ['/{id:[0-9]+}', {}],
      ['/{rest:*}', {}],
      ['/', { parameters: [] }],
      ['/', { parameters: [{ name: 'a', in: 'query' }] }],
      ['/', { parameters: [{ name: 'a', in: 'header' }] }],
      ['/', { parameters: [{ name: 'a', in: 'header', required: true }] }],
      [
        '/',
        { parameters: [{ name: 'a', in: 'header', schema: String, description: 'b', example: 'c', deprecated: true }] }
      ],
      ['/', { parameters: [{ name: 'a', in: 'header', schema: '' }] }],
      ['/', { parameters: [{ name: 'a', in: 'header', schema: Integer }] }],
      ['/', { parameters: [{ name: 'a', in: 'header', minLength: 1 }] }],
      ['/{a}', { parameters: [{ name: 'a', in: 'path' }] }],
      ['/{a}', { parameters: [{ name: 'a', in: 'path', schema: Integer }] }],
      ['/', { requestBody: Item }],
      ['/', { requestTimeout: 0 }],
      ['/', { requestTimeout: 5 }],
      ['/', { requestBody: Item, requestTimeout: 0 }],
      ['/', {}, inputs(media(['application/json', 'record']))],
      ['/', {}, inputs(media(['application/octet-stream', 'file']))],
      ['/', {}, inputs(media(['text/plain', 'string']))],
      ['/', {}, inputs(media(['application/json', 'string']))],
      ['/', {}, inputs(media(['text/plain', 'string'], ['application/json', 'record']))],
      ['/', {}, inputs(undefined, [{ in: 'query', field: field('string', false) }])],
      ['/', {}, inputs(undefined, [{ in: 'header', field: field('string', false) }])],
      ['/', {}, inputs(undefined, [{ in: 'header', field: field('string', true) }])],
      ['/', {}, inputs(undefined, [{ in: 'header', field: field('integer', false) }])],
      ['/', {}, inputs(undefined, [{ in: 'header', field: field('string', false, {}) }])],
      ['/', {}, inputs(undefined, [{ in: 'path', field: field('string', true) }])],
      [
        '/',
        { parameters: [{ name: 'a', in: 'query' }] },
        inputs(undefined, [{ in: 'path', field: field('string', true) }])
      ],
      ['/', {}, secured()],
      ['/', {}, secured('read')],
      ['/', {}, { security: [[]] } as never],
      ['/', {}, { security: [] }],
      ['/', { responses: { 200: { contentType: ['text/plain', 'text/csv'] } } }],
      [
        '/',
        { responses: { 200: { body: Item, contentType: 'application/vnd.a+json' } } },
        { versionMedia: ['application/vnd.a+json'] }
      ],
      ['/', {}, { middleware: [pass, busy] }],
      ['/', {}, { middleware: [limited, busy, limited] }],
      ['/', {}, { middleware: [busy], allMiddleware: [limited] }],
      ['/', {}, { handlerTimeout: 5 } as never],
      ['/', {}, { isLimited: true }],
      ['/', {}, { isLimited: false }]
    ]
    const lines = cases.map(([path, options, more = {}]) => {
      const statuses = [400, 422].map((validationStatus) => {
        const route = {
          ...describedRoute('POST' as Method, path, options as never, 'Items.add'),
          ...more,
          validationStatus
        }
        return brief(() => frameworkStatuses(route as RouteDefinition))
      })
      return `${path} ${shown(options)} ${shown(more)} → ${[...new Set(statuses)].join(' or ')}`
    })
    expectWholeList('http/response/status-list.txt', [
      ...lines,
      ...calls(
        'isItemStream',
        isItemStream,
        [
          'text/event-stream',
          'TEXT/event-stream; a=b',
          'application/jsonl',
          'application/x-ndjson',
          'application/json',
          'constructor',
          'a/b',
          5,
          undefined
        ].map((type) => [type])
      ),
      ...calls('responseContent', ((option: never) => responseContent(option, 'here')) as never, [
        [{}],
        [{ body: null }],
        [{ body: Item, lines: String }],
        [{ events: Item, lines: Item }]
      ]),
      ...calls(
        'responseExamples',
        ((option: never) => responseExamples(option, responseContent(option, 'here'), 'here')) as never,
        [
          {},
          { body: Item },
          { body: Item, example: { name: 'Ada' } },
          { body: Item, example: { name: 'A' } },
          { body: Item, lines: Item, example: { name: 'Ada' } },
          { events: Item, example: { name: 'Ada' } },
          { content: { 'application/json': Item } },
          { content: { 'application/json': { type: Item, 'x-own': 1 } } },
          { content: { 'application/json': { type: Item, 'x-own': 1, example: { name: 'Ada' } } } },
          { content: { 'application/json': { type: Item, example: { name: 'Ada' } }, 'text/csv': String } },
          { content: { 'application/json': { type: Item, example: { name: 'A' } }, 'text/csv': String } },
          { content: PROBLEM_FORM.content, example: problemOf({ status: 404, detail: 'None' }) },
          { content: { 'application/json': Item }, example: { name: 'Ada' } }
        ].map((option) => [option])
      )
    ])
  })
})
