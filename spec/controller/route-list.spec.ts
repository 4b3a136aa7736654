import { tmpdir } from 'node:os'
import {
  type ApplicationOptions,
  apiKeyScheme,
  BootstrapError,
  basicScheme,
  bearerScheme,
  body,
  Controller,
  context,
  cookie,
  DateOnly,
  enumOf,
  Field,
  File,
  Get,
  header,
  type InjectRequest,
  Integer,
  type MethodOptions,
  mapOf,
  nullable,
  oauth2Scheme,
  oneOf,
  openIdConnectScheme,
  Post,
  param,
  query,
  Record as RecordOf,
  Returns,
  request,
  response,
  Unknown,
  type UploadedFile
} from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { expectWholeList, shown } from '../support/whole-list.js'

class Line {
  @Field({ minLength: 2 }) sku!: string
  @Field(() => Integer, { minimum: 1, default: 1 }) count!: number
}

class Purchase {
  @Field(() => [Line], { minItems: 1 }) lines!: Line[]
  @Field(() => nullable(String)) note!: string | null
  @Field({ readOnly: true, optional: true }) id?: string
  @Field({ writeOnly: true, optional: true }) secret?: string
}

class Paging {
  @Field(() => Integer, { minimum: 1, default: 1, description: 'From 1' }) page!: number
  @Field(() => [String], { optional: true, maxItems: 2, style: 'comma' }) tags?: string[]
  @Field(() => Integer, { optional: true, deprecated: true, example: 5 }) old?: number
}

class Bounds {
  @Field(() => Integer) from!: number
  @Field(() => Integer, { optional: true }) to?: number
}

class Upload {
  @Field() title!: string
  @File({ maxSize: 5, contentTypes: ['image/*'] }) file!: UploadedFile
}

@RecordOf({ unknownFields: 'reject' })
class Closed {
  @Field() name!: string
}

class Oops {
  @Field() code!: string
}

const COLOR = enumOf(['red', 'blue'], 'Color')

interface Row {
  readonly path?: string
  readonly options?: MethodOptions & Readonly<Record<string, unknown>>
  readonly inputs?: readonly unknown[]
  readonly method?: 'POST'
  readonly returns?: readonly (readonly unknown[])[]
  readonly controller?: object
  readonly application?: Partial<ApplicationOptions> & Readonly<Record<string, unknown>>
  readonly reply?: (...args: never[]) => unknown
  /** How many parameters the method has; as many as it has inputs where it is undefined. */
  readonly count?: number
}

type Sent = readonly [line: string, more?: Omit<InjectRequest, 'url' | 'method'>]

const SCHEMES = {
  token: bearerScheme({
    authenticate: (text) => text === 'good',
    scopes: ['read', 'write'],
    scopesOf: () => ['read'],
    description: 'A token'
  }),
  pair: basicScheme({ authenticate: () => true }),
  key: apiKeyScheme({ in: 'query', name: 'key', authenticate: () => true }),
  oauth: oauth2Scheme({
    flows: {
      authorizationCode: {
        authorizationUrl: 'https://a.example/a',
        tokenUrl: 'https://a.example/t',
        scopes: { all: 'All' }
      },
      clientCredentials: { tokenUrl: 'https://a.example/t', refreshUrl: 'https://a.example/r', scopes: {} }
    },
    authenticate: () => true,
    scopesOf: () => ['all']
  }),
  open: openIdConnectScheme({ url: 'https://a.example/o', authenticate: () => true })
}

const ROWS: Readonly<Record<string, Row>> = {
  plain: {},
  'with all that is said of an operation': {
    options: { tags: ['A', 'B'], summary: 'S', description: 'D', operationId: 'own', deprecated: true }
  },
  hidden: { options: { hidden: true } },
  'of a controller with options': {
    controller: { tags: ['T'], deprecated: true, responses: { 409: 'Taken', 418: Oops } },
    options: { responses: { 409: Oops } }
  },
  'path parameters': { path: '/{id}/{name}', inputs: [param('id', Integer), param('name', String, { minLength: 2 })] },
  'a path parameter with a pattern': {
    path: '/{id:[0-9]+}',
    inputs: [param('id', Integer, { description: 'The id', example: 5 })]
  },
  'the rest of the path': { path: '/{rest:*}', inputs: [param('rest', String)] },
  'query parameters': {
    inputs: [
      query('limit', Integer, { minimum: 1, maximum: 9, default: 5 }),
      query('since', Date, { optional: true }),
      query('day', DateOnly, { optional: true }),
      query('color', COLOR, { optional: true }),
      query('on', Boolean, { optional: true, deprecated: true }),
      query('tags', [String], { optional: true, style: 'comma', each: true, minLength: 2 }),
      query('price', Bounds, { optional: true, style: 'deepObject' }),
      query('either', oneOf(Integer, Boolean), { optional: true })
    ]
  },
  'a query record': { inputs: [query(Paging)] },
  'headers and cookies': {
    inputs: [
      header('X-A', String, { pattern: '^a+$' }),
      header('X-List', [Integer], { optional: true }),
      cookie('c', Integer, { optional: true })
    ]
  },
  'a body': { method: 'POST', inputs: [body(Purchase)] },
  'a body that may be absent': { method: 'POST', inputs: [body(Purchase, { required: false } as never)] },
  'a list as body': { method: 'POST', inputs: [body([Line])] },
  'a union as body': { method: 'POST', inputs: [body(oneOf(Line, [Integer]))] },
  'a map as body': { method: 'POST', inputs: [body(mapOf(Integer))] },
  'anything as body': { method: 'POST', inputs: [body(Unknown)] },
  'a text as body': { method: 'POST', inputs: [body(String, { consumes: 'text/plain' })] },
  'bytes as body': { method: 'POST', inputs: [body(Buffer, { consumes: ['image/png', 'image/*'] })] },
  'a form': {
    method: 'POST',
    inputs: [body(Line, { consumes: ['application/json', 'application/x-www-form-urlencoded'] })]
  },
  'a form with files': { method: 'POST', inputs: [body(Upload)], options: { uploads: { files: 1 } } },
  'a strict body': { method: 'POST', inputs: [body(Closed)] },
  'a declared body': { method: 'POST', options: { requestBody: Purchase } },
  'context, request and response': { inputs: [context(), request(), response()], reply: () => 'by context' },
  results: { returns: [[200, Purchase], [201, [Line]], [204], [409, Oops], [404, 'No such thing']] },
  'results of several types': {
    options: {
      responses: {
        200: {
          content: { 'application/json': Line, 'text/csv': String },
          headers: { 'x-total': Integer, 'x-on': { type: Date, optional: true } }
        },
        206: { contentType: 'image/png', description: 'Part' },
        412: { body: null }
      }
    }
  },
  events: { returns: [[200, { events: { line: Line, text: String } } as never]] },
  lines: { returns: [[200, { lines: Line } as never]] },
  'secured by one of two': { options: { security: ['token', 'pair'] } },
  'secured by two and scopes': { options: { security: [{ token: ['read', 'write'], key: [] }] } },
  'secured by all others': { options: { security: ['oauth', 'open'] } },
  public: { options: { security: [] }, application: { security: ['token'] } },
  'secured by default': { application: { security: ['key'] } },
  'own errors': {
    application: { errors: { body: Oops, format: () => ({ code: 'x' }), statuses: { validation: 422 } } },
    inputs: [query('a', Integer)]
  },
  limits: {
    method: 'POST',
    inputs: [body(Line)],
    options: { bodyLimit: 5, requestTimeout: 1000, handlerTimeout: 1000 }
  },
  overload: { application: { overload: { maxRequests: 5 } } },
  intercepted: { options: { interceptors: [(value) => ({ data: value })] }, reply: () => 1 },
  rejecting: { application: { unknownFields: 'reject' }, method: 'POST', inputs: [body(Line)] },
  'no such path parameter': { path: '/{id}', inputs: [param('other', String)] },
  'a path parameter that is not read': { path: '/{id}', inputs: [query('a', String)] },
  'two bodies': { method: 'POST', inputs: [body(Line), body(Line)] },
  'a parameter twice': { inputs: [query('a', String), query('a', Integer)] },
  'a parameter and a record with it': { inputs: [query(Paging), query('page', Integer)] },
  'what is no input': { inputs: [String, Line, 5, undefined, {}, [], Integer, () => 1, new Line()] },
  'wrong options of parameters': {
    inputs: [
      query('a', String, { nullable: true } as never),
      query('b', String, { name: 'x' } as never),
      query('c', Line),
      query('d', String, { style: 'comma' }),
      query('e', [[String]]),
      header('accept', String),
      header('a b', String),
      cookie('a;b', String),
      query('', String),
      query('f', { default: 'x', enum: ['y'] }),
      query(Bounds as never, { optional: true } as never),
      header('x', Bounds),
      query('g', String, { readOnly: true } as never),
      query('h', File as never),
      param('i', String, { optional: true }),
      query('j', String, { optional: true, default: 'x' })
    ]
  },
  'wrong options of bodies': {
    method: 'POST',
    inputs: [body(Line, { consumes: [] }), body(Upload, { consumes: 'application/json' }), body({ a: 1 } as never)]
  },
  'a body that a form cannot have': { method: 'POST', inputs: [body(Purchase, { consumes: 'multipart/form-data' })] },
  'a body that a text cannot have': { method: 'POST', inputs: [body(Line, { consumes: 'text/plain' })] },
  'headers that cannot be declared': {
    options: {
      responses: Object.fromEntries(
        [
          'content-type',
          'Content-Length',
          'set-cookie',
          'connection',
          'trailer',
          'date',
          'a b',
          '',
          'accept',
          'x-object',
          'x-null',
          'x-option'
        ].map((name, at) => {
          const header =
            name === 'x-object'
              ? Line
              : name === 'x-null'
                ? nullable(String)
                : name === 'x-option'
                  ? { typ: String }
                  : String
          return [200 + at, { headers: { [name]: header } }]
        })
      ) as never
    }
  },
  'an unknown option': { options: { tgas: ['x'] } },
  'an unknown option of the controller': { controller: { tgas: ['x'] } },
  'options that do not fit': {
    options: { bodyLimit: -1, handlerTimeout: 'x' as never, tags: 'x' as never, security: ['none'] }
  },
  'a status that is none': { returns: [[99, Line]] },
  'a body for a status without one': { returns: [[204, Line]] },
  'no type of a result': { returns: [[200, undefined]] },
  'a path that is none': { path: 'x' },
  'more inputs than parameters': { inputs: [query('a', String), query('b', String)], count: 1 },
  'more parameters than inputs': { inputs: [query('a', String)], count: 3 },
  'a body beside a declared one': { method: 'POST', inputs: [body(Line)], options: { requestBody: Line } },
  'a parameter beside a declared one': {
    inputs: [query('a', String)],
    options: { parameters: [{ name: 'a', in: 'query', schema: Integer, required: true }] }
  },
  'a described parameter': {
    inputs: [query('a', String)],
    options: { parameters: [{ name: 'a', in: 'query', description: 'Of a', example: 'x' }] }
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const REQUESTS: readonly Sent[] = [
  ['GET /list'],
  ['GET /list/5/ab'],
  ['GET /list/5'],
  ['GET /list/x/a'],
  ['GET /list/a%2Fb/c'],
  [
    'GET /list?limit=9&since=2020-01-02T03:04:05Z&day=2020-01-02&color=red&on=true&tags=ab,cd&price[from]=1&either=5&a=1&page=2&old=x'
  ],
  ['GET /list?limit=10&since=x&day=2020-02-30&color=green&on=1&tags=a,cd,ef&price[to]=1&either=x&a=x&page=0'],
  ['GET /list?a=1&a=2&limit=5&limit=6&page=1&key=k', { headers: { 'x-a': 'aa', 'x-list': '1, 2', cookie: 'c=5' } }],
  ['GET /list', { headers: { 'x-a': 'b', 'x-list': 'x', cookie: 'c=x', authorization: 'Bearer good' } }],
  ['HEAD /list'],
  ['POST /list', { body: { lines: [{ sku: 'ab' }], note: null, id: '1', secret: 's', more: 1 } }],
  ['POST /list', { body: { lines: [{ sku: 'a', count: 0 }], name: 'n', x: 1 } }],
  ['POST /list', { body: { sku: 'ab', count: 2, more: 1 } }],
  ['POST /list', { body: [{ sku: 'ab' }, 5] }],
  ['POST /list', { body: [1, 2] }],
  ['POST /list', { body: '', headers: JSON_TYPE }],
  ['POST /list'],
  ['POST /list', { body: 'sku=ab&count=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['POST /list', { body: 'text', headers: { 'content-type': 'text/plain' } }],
  ['POST /list', { body: Buffer.from([1]), headers: { 'content-type': 'image/gif' } }],
  [
    'POST /list',
    {
      body: '--X\r\nContent-Disposition: form-data; name=title\r\n\r\nt\r\n--X\r\nContent-Disposition: form-data; name=file; filename=a.png\r\nContent-Type: image/png\r\n\r\nabc\r\n--X--',
      headers: { 'content-type': 'multipart/form-data; boundary=X' }
    }
  ],
  [
    'POST /list',
    {
      body: '--X\r\nContent-Disposition: form-data; name=file; filename=a.txt\r\n\r\nabcdef\r\n--X--',
      headers: { 'content-type': 'multipart/form-data; boundary=X' }
    }
  ]
]

function controllerOf({ path = '', options = {}, inputs = [], method, returns = [], controller, reply, count }: Row) {
  class ListController {
    handle(...args: unknown[]): unknown {
      if (reply !== undefined) return reply(...(args as never[]))
      return args.map((arg) => shown(arg))
    }
  }
  const { prototype } = ListController
  Object.defineProperty(prototype.handle, 'length', { value: count ?? inputs.length })
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'handle') as PropertyDescriptor
  for (const each of returns)
    (Returns as never as (...args: unknown[]) => (...at: unknown[]) => void)(...each)(prototype, 'handle', descriptor)
  const route = (method === 'POST' ? Post : Get) as never as (...args: unknown[]) => (...at: unknown[]) => void
  route(path, ...inputs, options)(prototype, 'handle', descriptor)
  Controller('/list', controller as never)(ListController)
  return ListController
}

describe('Routes of controllers', () => {
  it('are described, and respond, as route-list.txt says, or are the setup errors there', async () => {
    known.clear()
    const lines: string[] = []
    for (const [name, row] of Object.entries(ROWS)) {
      lines.push('', `# ${name}`)
      try {
        const options = {
          spec: '/openapi.json',
          responseChecks: 'off',
          securitySchemes: SCHEMES,
          ...row.application
        } as const
        const service = await serviceOf([controllerOf(row)], options)
        const later = await serviceOf([controllerOf(row)], { ...options, openapi: '3.1' })
        // One after the other: what is described twice is listed where it is described first.
        const own = described((await service.inject('/openapi.json')).json())
        const other = described((await later.inject('/openapi.json')).json())
        lines.push(...own, ...other.filter((line) => !own.includes(line)).map((line) => `3.1 ${line}`))
        await later.close()
        for (const [line, more = {}] of REQUESTS) {
          const [method, url = ''] = line.split(' ')
          if (!isAbout(row, method, url)) continue
          const { statusCode, body, headers } = await service.inject({ method, url, ...more } as InjectRequest)
          const challenge = headers['www-authenticate'] === undefined ? '' : ` ${String(headers['www-authenticate'])}`
          lines.push(`${line} ${shown(more)} → ${statusCode}${challenge} ${headers['content-type']} ${shortened(body)}`)
        }
        await service.close()
      } catch (error) {
        if (!(error instanceof BootstrapError)) lines.push(String(error))
        else lines.push(...error.errors.map(({ message }) => message.replaceAll(/\S+\.[tj]s:\d+/g, 'its line')))
      }
    }
    expectWholeList('controller/route-list.txt', lines)
  })
})

/** Only what reaches a route tells more than what is listed of others. */
function isAbout(
  { method: own, inputs = [], path = '', options = {} }: Row,
  sent: string | undefined,
  url: string
): boolean {
  const method: string = own ?? 'GET'
  if (sent === 'HEAD') return method === 'GET'
  if (sent !== method) return false
  if (path.startsWith('/{')) return url.startsWith('/list/')
  return inputs.length > 0 || options.requestBody !== undefined ? !url.startsWith('/list/') : url === '/list'
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly components?: Readonly<Record<string, object>>
}

function described({ paths, components = {}, ...rest }: Document): string[] {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => `${method} ${path} ${JSON.stringify(operation)}`)
  )
  const parts = Object.entries(components).flatMap(([kind, named]) =>
    Object.entries(named).map(([name, part]) => {
      // Those of all documents are in the first.
      const text = JSON.stringify(part)
      const isKnown = known.has(`${name} ${text}`)
      known.add(`${name} ${text}`)
      return isKnown ? `${kind} ${name}` : `${kind} ${name} ${text}`
    })
  )
  const whole = JSON.stringify(rest)
  const isKnown = known.has(whole)
  known.add(whole)
  return [...(isKnown ? [] : [whole]), ...operations, ...parts]
}

const known = new Set<string>()

/** A problem by what differs. */
function shortened(text: string): string {
  return text
    .replace(/^\{"type":"about:blank","title":"[^"]*","status":\d+,/, '{…')
    .replaceAll(tmpdir(), '(folder)')
    .replace(/\(folder\)[^"\\]*/, '(file)')
}
