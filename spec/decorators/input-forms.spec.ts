import { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'chai'
import {
  Body,
  body,
  type Class,
  Context,
  Controller,
  Cookie,
  Ctx,
  context,
  cookie,
  DateOnly,
  enumOf,
  Field,
  File,
  Get,
  Header,
  header,
  type InjectRequest,
  type Input,
  Integer,
  mapOf,
  nullable,
  Param,
  Post,
  param,
  Query,
  query,
  Record as RecordOptions,
  Req,
  Res,
  request,
  response,
  type Service,
  UploadedFile
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { FORMS, fixtureIn } from '../support/compiled-forms.js'

enum Order {
  up = 'up',
  down = 'down'
}

class Paging {
  @Field(() => Integer, { minimum: 1, default: 1 }) page!: number
  @Field(() => [String], { optional: true, maxItems: 3 }) tags?: string[]
}

class Range {
  @Field(() => Integer) from!: number
  @Field(() => Integer, { optional: true }) to?: number
}

class Line {
  @Field({ minLength: 2 }) sku!: string
  @Field(() => Integer, { minimum: 1 }) count!: number
}

class Purchase {
  @Field(() => [Line], { minItems: 1 }) lines!: Line[]
  @Field(() => nullable(String)) note!: string | null
  @Field({ optional: true }) gift?: boolean
}

@RecordOptions({ unknownFields: 'reject' })
class Closed {
  @Field() name!: string
}

class Upload {
  @Field() title!: string
  @File({ maxSize: 10 }) file!: UploadedFile
}

class Key {
  @Field() shop!: string
  @Field(() => Integer) id!: number
}

class Trace {
  @Field({ name: 'X-Trace-Id' }) traceId!: string
  @Field(() => Integer, { name: 'X-Depth', optional: true }) depth?: number
}

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' }
const part = (name: string, value: string, more = '') =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`

/** An input as each form writes it. */
interface WrittenInput {
  readonly decorator: (...args: never[]) => (prototype: object, key: string, index?: number) => void
  readonly make: (...args: never[]) => Input
  readonly args: readonly unknown[]
}

type Arguments = readonly unknown[]
const inPath = (...args: Arguments): WrittenInput => ({ decorator: Param, make: param, args })
const inQuery = (...args: Arguments): WrittenInput => ({ decorator: Query, make: query, args })
const inHeader = (...args: Arguments): WrittenInput => ({ decorator: Header, make: header, args })
const inCookie = (...args: Arguments): WrittenInput => ({ decorator: Cookie, make: cookie, args })
const inBody = (...args: Arguments): WrittenInput => ({ decorator: Body, make: body, args })
const CONTEXT: WrittenInput = { decorator: Ctx, make: context, args: [] }
const REQUEST: WrittenInput = { decorator: Req, make: request, args: [] }
const RESPONSE: WrittenInput = { decorator: Res, make: response, args: [] }

/** A value as JSON with what JSON does not say: its class, and whether it is undefined. */
function shown(value: unknown): unknown {
  if (value === undefined) return '(undefined)'
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return `Date ${value.toISOString()}`
  if (Buffer.isBuffer(value)) return `Buffer ${value}`
  if (value instanceof UploadedFile) return `UploadedFile of ${value.size} bytes`
  if (value instanceof Context) return `Context of ${value.path}`
  if (value instanceof IncomingMessage) return `IncomingMessage of ${value.method}`
  if (value instanceof ServerResponse) return 'ServerResponse'
  if (Array.isArray(value)) return value.map(shown)
  const members = Object.entries(value).map(([key, member]) => [key, shown(member)])
  return { [value.constructor?.name ?? 'null']: Object.fromEntries(members) }
}

/** Methods by the number of their parameters, which the scan sees. */
const METHODS = [
  () => [],
  (a: unknown) => [a].map(shown),
  (a: unknown, b: unknown) => [a, b].map(shown),
  (a: unknown, b: unknown, c: unknown) => [a, b, c].map(shown),
  (a: unknown, b: unknown, c: unknown, d: unknown) => [a, b, c, d].map(shown),
  (a: unknown, b: unknown, c: unknown, d: unknown, e: unknown) => [a, b, c, d, e].map(shown)
]

type Route = (...args: unknown[]) => MethodDecorator

/** A controller of one route. */
function controller(method: unknown, decorate: (prototype: object) => void): Class {
  class ItemController {}
  Object.defineProperty(ItemController.prototype, 'find', { value: method, writable: true, configurable: true })
  decorate(ItemController.prototype)
  Controller('/items')(ItemController)
  return ItemController
}

/** The same route in the three forms: it returns the values of its inputs. */
function inEachForm({ path, written }: Pick<Case, 'path' | 'written'>): {
  readonly [Form in 'parameters' | 'inputs' | 'fields']: Class
} {
  const route = (written.some(({ decorator }) => decorator === Body) ? Post : Get) as Route
  const method = METHODS[written.length]
  class FindItem {}
  for (const [index, { decorator, args }] of written.entries()) {
    decorator(...(args as never[]))(FindItem.prototype, `input${index}`)
  }
  return {
    parameters: controller(method, (prototype) => {
      for (const [index, { decorator, args }] of written.entries()) {
        decorator(...(args as never[]))(prototype, 'find', index)
      }
      route(path)(prototype, 'find', {})
    }),
    inputs: controller(method, (prototype) => {
      const inputs = written.map(({ make, args }) => make(...(args as never[])))
      route(path, ...inputs)(prototype, 'find', {})
    }),
    fields: controller(
      (found: object) => [...Object.values(found).map(shown), ...(found instanceof FindItem ? [] : ['of no class'])],
      (prototype) => route(path, { request: FindItem })(prototype, 'find', {})
    )
  }
}

/** Inputs of a method, and requests that they accept and reject. */
interface Case {
  readonly title: string
  readonly path: string
  readonly written: readonly WrittenInput[]
  readonly accepted: readonly (string | InjectRequest)[]
  readonly rejected: readonly (string | InjectRequest)[]
}

const posted = (value: unknown, headers: Record<string, string> = {}): InjectRequest => ({
  method: 'POST',
  url: '/items',
  headers,
  body: value
})
const withHeaders = (headers: Record<string, string | string[]>): InjectRequest => ({ url: '/items', headers })

const OPTIONAL = { optional: true } as const

// biome-ignore format: one row a line
const CASES: readonly Case[] = [
  { title: 'parameters of the path', path: '/{shop}/{id}', written: [inPath('id', Integer, { minimum: 1, description: 'The item' }), inPath('shop', String, { maxLength: 3 })], accepted: ['/items/a/1', '/items/%C3%A4/9'], rejected: ['/items/a/x', '/items/a/0', '/items/long/1.5', '/items/a/1e3'] },
  { title: 'a record of the path', path: '/{shop}/{id}', written: [inPath(Key)], accepted: ['/items/a/1'], rejected: ['/items/a/x'] },
  {
    title: 'parameters of the query with rules and defaults',
    path: '',
    written: [
      inQuery('name', String, { minLength: 2, pattern: '^[a-z]+$' }),
      inQuery('page', Integer, { default: 1, minimum: 1, example: 2, deprecated: true }),
      inQuery('since', Date, OPTIONAL),
      inQuery('day', DateOnly, OPTIONAL),
      inQuery('full', Boolean, { default: false })
    ],
    accepted: [
      '/items?name=ab',
      '/items?name=ab&page=3&since=2024-05-17T10:30:00Z&day=2024-05-17&full=true',
      '/items?name=ab&x=1'
    ],
    rejected: [
      '/items',
      '/items?name=a',
      '/items?name=AB&page=0&since=yesterday&day=17.5.&full=yes',
      '/items?name=ab&name=cd',
      '/items?name=%zz'
    ]
  },
  {
    title: 'enums and lists of the query',
    path: '',
    written: [
      inQuery('order', Order, OPTIONAL),
      inQuery('color', { enum: ['red', 'blue'], optional: true }),
      inQuery('ids', [Integer], { optional: true, maxItems: 2, uniqueItems: true }),
      inQuery('csv', [Integer], { optional: true, style: 'comma' }),
      inQuery('choice', enumOf([1, 'x', true]), OPTIONAL)
    ],
    accepted: ['/items', '/items?order=up&color=red&ids=1&ids=2&csv=1,2,3&choice=true', '/items?ids=1'],
    rejected: [
      '/items?order=left&color=green&ids=1&ids=x&csv=1,x&choice=2',
      '/items?ids=1&ids=1',
      '/items?ids=1&ids=2&ids=3'
    ]
  },
  { title: 'a deep object of the query', path: '', written: [inQuery('range', Range, { style: 'deepObject', optional: true })], accepted: ['/items', '/items?range[from]=1', '/items?range[from]=1&range[to]=2'], rejected: ['/items?range[to]=2', '/items?range[from]=x', '/items?range=1'] },
  { title: 'a record of the query beside a parameter of it', path: '', written: [inQuery(Paging), inQuery('q', String, OPTIONAL)], accepted: ['/items', '/items?page=2&tags=a&tags=b&q=x'], rejected: ['/items?page=0', '/items?page=x&tags=1&tags=2&tags=3&tags=4'] },
  { title: 'a record of the query whose bodies reject unknown fields', path: '', written: [inQuery(Closed)], accepted: ['/items?name=a', '/items?name=a&x=1'], rejected: ['/items?x=1'] },
  { title: 'headers', path: '', written: [inHeader('X-Trace-Id', String, { minLength: 2 }), inHeader('x-ids', [Integer], OPTIONAL), inHeader('x-n', Integer, { default: 7 })], accepted: [withHeaders({ 'x-trace-id': 'ab' }), withHeaders({ 'X-TRACE-ID': 'ab', 'x-ids': '1, 2', 'x-n': '0' })], rejected: [withHeaders({}), withHeaders({ 'x-trace-id': 'a', 'x-ids': '1,x', 'x-n': 'n' })] },
  { title: 'a record of headers', path: '', written: [inHeader(Trace)], accepted: [withHeaders({ 'x-trace-id': 'a', 'x-depth': '1' })], rejected: [withHeaders({ 'x-depth': 'deep' })] },
  { title: 'cookies, and a record of them', path: '', written: [inCookie('visits', Integer, OPTIONAL), inCookie(Closed)], accepted: [withHeaders({ cookie: 'name=a; visits=3' })], rejected: [withHeaders({ cookie: 'visits=x' }), withHeaders({})] },
  {
    title: 'a body with nested records, null and optional fields',
    path: '',
    written: [inBody(Purchase)],
    accepted: [
      posted({ lines: [{ sku: 'ab', count: 1 }], note: null }),
      posted({ lines: [{ sku: 'ab', count: 1, x: 1 }], note: 'n', gift: true })
    ],
    rejected: [
      posted({ lines: [{ sku: 'a', count: 0 }, { sku: 'ab' }], gift: null }),
      posted({ lines: [], note: 1 }),
      posted('{'),
      posted(null),
      posted([]),
      posted('', {}),
      posted('x', { 'content-type': 'text/plain' })
    ]
  },
  { title: 'a body that is a list, and one that is a map', path: '', written: [inBody([Line])], accepted: [posted([]), posted([{ sku: 'ab', count: 1 }])], rejected: [posted([{ sku: 'ab' }, null]), posted({})] },
  { title: 'a map as the body', path: '', written: [inBody(mapOf(Integer))], accepted: [posted({ a: 1 })], rejected: [posted({ a: 'x' })] },
  { title: 'a body of two media types', path: '', written: [inBody(Line, { consumes: ['application/json', FORM] })], accepted: [posted({ sku: 'ab', count: 1 }), posted('sku=ab&count=1', { 'content-type': FORM })], rejected: [posted('sku=a&count=x', { 'content-type': FORM }), posted('x', { 'content-type': 'text/plain' })] },
  { title: 'text and bytes as the body', path: '', written: [inBody(Buffer, { consumes: 'image/*' })], accepted: [posted('abc', { 'content-type': 'image/png' })], rejected: [posted('abc', { 'content-type': 'text/plain' })] },
  {
    title: 'a form with a file',
    path: '',
    written: [inBody(Upload)],
    accepted: [posted(`${part('title', 'a')}${part('file', 'abc', '; filename="a.txt"')}--x--\r\n`, MULTIPART)],
    rejected: [
      posted(`${part('file', 'more than ten', '; filename="a.txt"')}--x--\r\n`, MULTIPART),
      posted(`${part('title', 'a')}--x--\r\n`, MULTIPART)
    ]
  },
  {
    title: 'inputs of all places at once, with the faults of all of them',
    path: '/{id}',
    written: [
      inPath('id', Integer),
      inQuery('page', Integer),
      inHeader('x-depth', Integer),
      inCookie('visits', Integer),
      inBody(Line)
    ],
    accepted: [
      {
        method: 'POST',
        url: '/items/1?page=2',
        headers: { 'x-depth': '3', cookie: 'visits=4' },
        body: { sku: 'ab', count: 5 }
      }
    ],
    rejected: [
      { method: 'POST', url: '/items/x?page=x', headers: { 'x-depth': 'x', cookie: 'visits=x' }, body: { sku: '' } },
      { method: 'POST', url: '/items/x', body: '{' }
    ]
  },
  { title: 'the context and the request of Node beside an input', path: '/{id}', written: [CONTEXT, inQuery('page', Integer, { default: 1 }), REQUEST], accepted: ['/items/1'], rejected: ['/items/1?page=x'] },
  { title: 'the response of Node', path: '/{id}', written: [inPath('id', Integer), RESPONSE], accepted: ['/items/1'], rejected: ['/items/x'] },
  { title: 'names that every object has', path: '', written: [inQuery('constructor', String), inQuery('__proto__', Integer), inQuery('a b&c', String, OPTIONAL)], accepted: ['/items?constructor=a&__proto__=1&a%20b%26c=x'], rejected: ['/items?constructor=a&__proto__=x'] }
]

/** What a client sees of a response: all but what differs from one request to the next. */
async function seen(service: Service, asked: string | InjectRequest) {
  const { statusCode, headers, body: text } = await service.inject(asked)
  const { date, 'x-request-id': id, ...rest } = headers
  return { statusCode, headers: rest, text: text.replaceAll(String(id), 'the id') }
}

describe('the inputs of a method', () => {
  for (const { title, accepted, rejected, ...declared } of CASES) {
    it(`are the same on its parameters, beside it and in a request class: ${title}`, async () => {
      const forms = inEachForm(declared)
      const services = await Promise.all(Object.values(forms).map((form) => serviceOf([form])))
      const [first, ...others] = services as [Service, ...Service[]]
      for (const other of others) expect(other.document).to.deep.equal(first.document)
      for (const [requests, statuses] of [
        [accepted, [200]],
        [rejected, [400, 413, 415]]
      ] as const) {
        for (const asked of requests) {
          const expected = await seen(first, asked)
          expect(expected.statusCode, JSON.stringify([asked, expected])).to.be.oneOf(statuses)
          for (const other of others) expect(await seen(other, asked)).to.deep.equal(expected)
        }
      }
    })
  }
})

for (const form of FORMS) {
  describe(`inputs beside a method and request classes in the ${form}`, () => {
    let service: Service

    before(async function () {
      this.timeout(180_000)
      const { BookController } = await fixtureIn<typeof import('../support/forms/inputs.js')>(form, 'inputs')
      service = await serviceOf([BookController])
    })

    const accepted: InjectRequest = {
      method: 'POST',
      url: '/books/inputs/7?page=2',
      headers: { 'if-match': 'x', cookie: 'visits=3' },
      body: { title: 'Emma' }
    }
    const rejected: InjectRequest = {
      method: 'POST',
      url: '/books/inputs/x?page=0',
      headers: { cookie: 'visits=x' },
      body: {}
    }
    const toFields = (asked: InjectRequest) => ({ ...asked, url: asked.url.replace('inputs', 'fields') })

    it('bind the same values', async () => {
      const seen = { id: 7, page: 2, match: 'x', words: ['Emma', '3'] }
      expect((await service.inject(accepted)).json()).to.deep.equal({ ...seen, path: '/books/inputs/7' })
      expect((await service.inject(toFields(accepted))).json()).to.deep.equal({ ...seen, path: '/books/fields/7' })
      expect((await service.inject('/books/first/7')).json()).to.equal('7 of /books/first/7')
    })

    it('report the same faults', async () => {
      const [first, second] = await Promise.all([service.inject(rejected), service.inject(toFields(rejected))])
      const { detail, errors } = first.json<{ detail: string; errors: { in: string; path: string }[] }>()
      expect(errors.map((fault) => `${fault.in} ${fault.path}`)).to.deep.equal([
        'query page',
        'path id',
        'cookie visits',
        'body title'
      ])
      expect(second.json()).to.include({ detail }).and.to.deep.include({ errors })
    })

    it('document the same operation', () => {
      const { '/books/inputs/{id}': inputs, '/books/fields/{id}': fields } = service.document.paths
      expect({ ...fields?.post, operationId: '' }).to.deep.equal({ ...inputs?.post, operationId: '' })
      expect(inputs?.post?.parameters?.map(({ name }) => name)).to.have.members(['id', 'page', 'if-match', 'visits'])
    })

    it('are suggested for a parameter that nothing is declared for', async () => {
      const { Unknown } = await fixtureIn<typeof import('../support/forms/inputs.js')>(form, 'inputs')
      const remedies = (await setupErrorsOf([Unknown])).map(({ place, remedy }) => `${place}: ${remedy}`)
      const decorators = 'add @Param, @Query, @Header, @Cookie, @Body, @Principal, @Ctx, @Req or @Res'
      const beside = `declare it beside the method, @Get(param('id', Integer)), or ${decorators} (experimentalDecorators)`
      const remedy = form === 'legacy by tsc' ? decorators : beside
      expect(remedies).to.deep.equal([1, 2].map((index) => `Unknown.find, parameter ${index}: ${remedy}`))
    })

    it('are typed by the compiler where it emits types, and else report that they need one', async () => {
      const { Untyped } = await fixtureIn<typeof import('../support/forms/inputs.js')>(form, 'inputs')
      const errors = await setupErrorsOf([Untyped])
      const reported = errors.map(({ code, place, remedy }) => `${code} ${place}: ${remedy.split(';')[0]}`)
      const expected = [
        "FIELD_TYPE_UNKNOWN Untyped.input, query parameter page: write query('page', String)",
        'FIELD_TYPE_UNKNOWN Untyped.request, query parameter page: write @Query(() => String)'
      ]
      expect(reported).to.deep.equal(form === 'legacy by tsc' ? [] : expected)
    })

    it('let a subclass of a request class declare a field again, for another route', async () => {
      const url = '/books/copies?id=5'
      const { statusCode, body: text } = await service.inject({ ...accepted, url })
      expect([statusCode, JSON.parse(text)]).to.deep.equal([
        200,
        { id: 5, page: 1, match: 'x', words: ['Emma', '3'], path: '/books/copies' }
      ])
      expect((await service.inject({ ...accepted, url: '/books/copies?id=4' })).statusCode).to.equal(400)
    })
  })
}
