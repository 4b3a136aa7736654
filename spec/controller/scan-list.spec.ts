import {
  BadRequest,
  BearerScheme,
  Body,
  bearerScheme,
  body,
  Context,
  Controller,
  Cookie,
  Ctx,
  context,
  cookie,
  createParameterDecorator,
  Delete,
  enumOf,
  Field,
  Get,
  Head,
  Header,
  header,
  Integer,
  nullable,
  Options,
  Param,
  Patch,
  Post,
  Principal,
  Put,
  param,
  principal,
  Query,
  QueryMethod,
  query,
  Req,
  Res,
  Returns,
  type RouteDefinition,
  request,
  response,
  Trace
} from 'fieldstone'
import 'reflect-metadata'
import { Readable, Stream } from 'node:stream'
import { IsInt } from 'class-validator'
import * as z from 'zod'
import { scanControllers } from '../../src/controller/scan/scan.js'
import { SetupErrors } from '../../src/errors.js'
import { HttpRouter } from '../../src/http/exchange/router.js'
import { inject } from '../../src/http/fetch/inject.js'
import { expectWholeList, shown } from '../support/whole-list.js'

class Book {
  @Field({ minLength: 2 }) title!: string
}

class Paging {
  @Field(() => Integer, { default: 1 }) page!: number
  @Field({ optional: true }) sort?: string
}

class Nothing {}

abstract class Mine extends Context {}

class TokenScheme extends BearerScheme<string> {
  authenticate(token: string) {
    return token === 'good' ? 'ada' : undefined
  }
}

const TOKEN = bearerScheme({ authenticate: (token) => token === 'good' && 'ada' })

type Declaring = (...at: unknown[]) => void
type Called = (...args: never[]) => unknown

const DECORATORS = {
  path: Param,
  query: Query,
  header: Header,
  cookie: Cookie,
  body: Body,
  context: Ctx,
  request: Req,
  response: Res,
  principal: Principal
} as unknown as Readonly<Record<string, Called>>

const FUNCTIONS = {
  path: param,
  query,
  header,
  cookie,
  body,
  context,
  request,
  response,
  principal
} as unknown as Readonly<Record<string, Called>>

const Page = createParameterDecorator((_ctx, inputs: object) => ({ page: inputs }), {
  inputs: {
    size: query('size', Integer, { minimum: 1, default: 20, description: 'How many' }),
    id: param('id', Integer)
  },
  name: 'Page'
})
const Size = createParameterDecorator(async (_ctx, { size }: { size: number }) => size, {
  inputs: (options: { max?: number } = {}) => ({
    size: query('size', Integer, { minimum: 1, maximum: options.max ?? 50, default: 20 })
  })
})
const Whole = createParameterDecorator((_ctx, inputs: object) => inputs, {
  inputs: { paging: query(Paging) },
  name: 'Whole'
})
const Failing = createParameterDecorator(() => BadRequest.throw('no session'), { name: 'Failing' })
const Wrong = createParameterDecorator((_ctx, inputs: object) => inputs, {
  inputs: {
    five: 5 as never,
    body: body(Book),
    response: response(),
    request: request(),
    context: context(),
    principal: principal(),
    size: query('size', { nullable: true } as never)
  },
  name: 'Wrong'
})
const Unnamed = createParameterDecorator((ctx) => ctx.path)
const Kind = createParameterDecorator((_ctx, inputs: object) => inputs, {
  inputs: { kind: query('kind', { enum: ['a', 'b'] }) },
  name: 'Kind'
})
const Zod = z.object({
  page: z.coerce
    .number()
    .int()
    .meta({ description: 'Which', examples: [2, 3] }),
  sort: z.string().meta({ deprecated: true }).optional(),
  constructor: z.string().default('none')
})
const own: Readonly<Record<string, { input: Called }>> = { Page, Size, Whole, Failing, Wrong, Unnamed, Kind } as never

/** An input: its source, or the name of a decorator of its own, and its arguments. */
type Wanted = readonly [source: string, ...args: unknown[]]

interface Row {
  /** In place of its inputs, which are too long to be shown. */
  readonly title?: string
  readonly inputs: readonly Wanted[]
  readonly path?: string
  /** The types that the compiler emits; none where it is undefined. */
  readonly emitted?: readonly unknown[]
  /** How many parameters the method has; as many as inputs where it is undefined. */
  readonly length?: number
  readonly options?: object
}

const TYPED = [String, Number, Boolean, Object, Array, Function, undefined, Date, Book, Paging, Context, Mine]
const SOME = [String, Number, Object, Array, undefined, Paging]

const ROWS: readonly Row[] = [
  { inputs: [] },
  { inputs: [], length: 1 },
  { inputs: [], length: 2 },
  { inputs: [], length: 1, emitted: [Context] },
  { inputs: [], length: 1, emitted: [Object] },
  { inputs: [], length: 2, emitted: [Context, Mine] },
  { inputs: [], length: 2, emitted: [String, Object] },
  { inputs: [], length: 3, emitted: [Context, Book, Function] },
  { inputs: [['path', 'id', Integer]], path: '/{id}' },
  { inputs: [['path', 'id', Integer]], path: '/{id}', length: 2 },
  { inputs: [['path', 'id', Integer]], path: '/{id}', length: 3 },
  { inputs: [['path', 'id', Integer]], path: '/{id}', length: 0 },
  {
    inputs: [
      ['path', 'id', Integer],
      ['path', 'key', String]
    ],
    path: '/{id}/{key}',
    length: 1
  },
  { inputs: [['path', 'id', Integer]], path: '/{id}', length: 2, emitted: [Number, Mine] },
  { inputs: [['path', 'id', Integer]], path: '/{id}', length: 2, emitted: [Number, Object] },
  { inputs: [['path', 'id', Integer]], path: '/{id}', length: 2, emitted: [Number, Book] },
  { inputs: [['path', 'id', Integer]], path: '/{id}/{key}' },
  { inputs: [['path', 'id', Integer], ['context']], path: '/{id}/{key}' },
  { inputs: [['path', 'id', Integer], ['request']], path: '/{id}/{key}' },
  { inputs: [['path', 'id', Integer], ['response']], path: '/{id}/{key}' },
  { inputs: [['path', 'id', Integer]], path: '/{id}/{key}', length: 2 },
  { inputs: [['path', 'other', Integer]], path: '/{id}' },
  { inputs: [['path', 'id', Integer, { optional: true }]], path: '/{id}' },
  { inputs: [['path', 'id', Integer, { default: 5, optional: true }]], path: '/{id}' },
  { inputs: [['path', Paging]], path: '/{page}' },
  {
    inputs: [
      ['query', 'a', Integer],
      ['query', 'a', Integer]
    ]
  },
  {
    inputs: [
      ['query', 'a', Integer],
      ['header', 'a', Integer],
      ['cookie', 'a', Integer]
    ]
  },
  {
    inputs: [
      ['query', Paging],
      ['query', 'page', Integer]
    ]
  },
  {
    inputs: [
      ['query', 'page', Integer],
      ['query', Paging]
    ]
  },
  {
    inputs: [
      ['query', Paging],
      ['query', Paging]
    ]
  },
  {
    inputs: [
      ['query', Paging],
      ['query', Book],
      ['header', Nothing]
    ]
  },
  { inputs: [['query', Paging, { optional: true }]] },
  { inputs: [['query', Nothing]] },
  { inputs: [['query', Integer]] },
  { inputs: [['query', [Paging]]] },
  { inputs: [['query']] },
  { inputs: [['query', undefined]] },
  { inputs: [['query', { optional: true }]] },
  {
    inputs: [
      ['query', 'constructor', Integer],
      ['query', '__proto__', String],
      ['query', 'toString', Integer, { optional: true }]
    ]
  },
  {
    inputs: [
      ['query', 'a', { enum: ['x', 'y'] }],
      ['query', 'b', enumOf(['x'])],
      ['query', 'c', Integer, { enum: [1, 2] }]
    ]
  },
  { inputs: [['query', 'a', Integer, { minimum: 1, maximum: 9, description: 'A', example: 5, deprecated: true }]] },
  { inputs: [['query', 'a', Integer, { examples: { one: { value: 1 } } }]] },
  {
    inputs: [
      ['query', 'a', nullable(Integer)],
      ['query', 'b', Book],
      ['query', 'c', { a: 1 }]
    ]
  },
  {
    inputs: [
      ['query', 'a', Integer, { required: true }],
      ['query', 'b', String, { type: String }]
    ]
  },
  {
    inputs: [
      ['query', 'a', String, { readOnly: true }],
      ['query', 'b', String, { writeOnly: true }]
    ]
  },
  { inputs: [['query', 'a', String, { nmae: 1 }]] },
  {
    inputs: [
      ['query', '', String],
      ['header', 'a b', String],
      ['cookie', 'a=b', String],
      ['header', 'Authorization', String]
    ]
  },
  {
    inputs: [
      ['header', 'X-A', Integer],
      ['header', 'x-a', Integer]
    ]
  },
  { inputs: [['body', Book]] },
  {
    inputs: [
      ['body', Book],
      ['body', Book]
    ]
  },
  { inputs: [['body']] },
  { inputs: [['body', 'title']] },
  { inputs: [['body', [Book]]] },
  { inputs: [['body', { required: false }]] },
  { inputs: [['body', Book, { required: false, description: 'A book' }]] },
  { inputs: [['body', Book, { consums: 'text/plain' }]] },
  { inputs: [['body', { type: Book }]] },
  { inputs: [['body', { content: { 'application/json': Book, 'text/plain': String } }]] },
  { inputs: [['body', Book, { content: { 'application/json': Book } }]] },
  { inputs: [['body', String, { consumes: 'text/plain' }]], options: { consumes: 'text/csv' } },
  { inputs: [['body', Book]], options: { requestBody: Book } },
  { inputs: [['query', 'a', Integer]], options: { parameters: [{ name: 'a', in: 'query', schema: Integer }] } },
  { inputs: [['query', 'a', Integer]], options: { parameters: [{ name: 'a', in: 'query', required: true }, 5, null] } },
  { inputs: [['query', 'a', Integer]], options: { parameters: [{ name: 'a', in: 'query', description: 'A' }] } },
  {
    inputs: [['query', Paging]],
    options: { parameters: [{ name: 'page', in: 'query', required: true }, { name: 5 }] }
  },
  { inputs: [['Page']], options: { parameters: [{ name: 'size', in: 'query', schema: Integer }] }, path: '/{id}' },
  { inputs: [['context'], ['request'], ['response']] },
  { inputs: [['context'], ['context']] },
  { inputs: [['principal']] },
  { inputs: [['principal']], options: { security: ['token'] } },
  { inputs: [['principal', TOKEN]], options: { security: ['token'] } },
  { inputs: [['principal', TOKEN, { optional: true }]], options: { security: ['token', {}] } },
  { inputs: [['principal', { optional: true }]], options: { security: ['token'] } },
  { inputs: [['principal', TokenScheme]], options: { security: ['token'] } },
  { inputs: [['principal', Book, undefined, 'token', { a: 1 }, 5]], options: { security: ['token'] } },
  { inputs: [['principal', TOKEN, { optinal: true }]], options: { security: ['token'] } },
  { inputs: [['principal', { optional: 1 }]], options: { security: ['token'] } },
  { inputs: [['Page']] },
  { inputs: [['Page']], path: '/{id}' },
  { inputs: [['Page'], ['Page']], path: '/{id}' },
  { inputs: [['Page'], ['path', 'id', Integer]], path: '/{id}' },
  { inputs: [['path', 'id', String], ['Page']], path: '/{id}' },
  { inputs: [['Page'], ['query', 'size', Integer]], path: '/{id}' },
  { inputs: [['query', 'size', Integer, { minimum: 1, default: 20, description: 'Mine' }], ['Page']], path: '/{id}' },
  { inputs: [['Size']] },
  {
    inputs: [
      ['Size', { max: 5 }],
      ['Size', { max: 5 }]
    ]
  },
  {
    inputs: [
      ['Size', { max: 5 }],
      ['Size', { max: 6 }]
    ]
  },
  { inputs: [['Size', undefined], ['Whole']] },
  { inputs: [['Whole'], ['query', Paging]] },
  { title: 'a schema of zod', inputs: [['query', Zod]] },
  {
    title: 'a schema of zod, twice',
    inputs: [
      ['query', Zod],
      ['query', Zod]
    ]
  },
  {
    title: 'two schemas of zod',
    inputs: [
      ['query', Zod],
      ['query', z.object({ a: z.string() })]
    ]
  },
  {
    title: 'a schema of zod beside a parameter',
    inputs: [
      ['query', Zod],
      ['query', 'page', Integer]
    ]
  },
  {
    title: 'a schema of zod beside another parameter',
    inputs: [
      ['query', 'b', String],
      ['query', Zod]
    ]
  },
  {
    title: 'a schema of zod beside a record',
    inputs: [
      ['query', Zod],
      ['query', Paging]
    ]
  },
  { title: 'a schema of zod that takes null', inputs: [['query', z.object({ a: z.string().nullable() })]] },
  { title: 'a schema of zod that is no object', inputs: [['query', z.string()]] },
  {
    title: 'a parameter by a schema of zod',
    inputs: [
      ['query', 'a', z.string().max(2)],
      ['header', 'x-a', z.string()]
    ]
  },
  { inputs: [['Page'], ['query', 'size', { enum: [1, 2] }]], path: '/{id}' },
  { inputs: [['Kind'], ['query', 'kind', { enum: ['a', 'b'] }]] },
  { inputs: [['Kind'], ['query', 'kind', String, { enum: ['a', 'b'] }]] },
  { inputs: [['Kind'], ['query', 'kind', { enum: ['a', 'c'] }]] },
  { inputs: [['query', 'page', Integer], ['Whole']] },
  { inputs: [['Whole'], ['query', 'sort', String]] },
  { inputs: [['Failing'], ['query', 'a', Integer, { optional: true }]] },
  { inputs: [['Unnamed'], ['body', Book]] },
  { inputs: [['Wrong']] },
  ...TYPED.map((type): Row => ({ inputs: [['query', 'a']], emitted: [type] })),
  ...SOME.map((type): Row => ({ inputs: [['query']], emitted: [type] })),
  ...TYPED.map((type): Row => ({ inputs: [['body']], emitted: [type] })),
  ...SOME.map((type): Row => ({ inputs: [['query', 'a', Integer]], emitted: [type] })),
  ...SOME.map((type): Row => ({ inputs: [['header', 'x-a', { enum: ['a'] }]], emitted: [type] })),
  ...SOME.map((type): Row => ({ inputs: [['body', Book]], emitted: [type] }))
]

const FORMS = ['parameters', 'inputs', 'fields'] as const
type Form = (typeof FORMS)[number]

const inputOf = ([source, ...args]: Wanted): unknown =>
  source in own ? own[source]?.input(...(args as never[])) : FUNCTIONS[source]?.(...(args as never[]))
const decoratorOf = ([source, ...args]: Wanted): Declaring =>
  (source in own ? (own[source] as never as Called) : (DECORATORS[source] as Called))(...(args as never[])) as Declaring

/** An argument: what is not the same in all runs by its name. */
function given(arg: unknown): string {
  if (arg instanceof Context) return 'the context'
  if (arg instanceof Readable) return 'the request'
  if (arg instanceof Stream) return 'the response'
  if (arg === null || typeof arg !== 'object' || arg.constructor.name !== 'Wish') return shown(arg)
  return `Wish {${Object.entries(arg).map(([name, value]) => `${name}: ${given(value)}`)}}`
}

/** A controller of one method whose inputs are declared in a form. */
function controllerOf(form: Form, { inputs, emitted, path = '', options = {}, length }: Row): new () => object {
  class Shelf {
    handle(...args: unknown[]) {
      return args.map(given)
    }
  }
  const { prototype } = Shelf
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'handle')
  Object.defineProperty(prototype.handle, 'length', { value: length ?? (form === 'fields' ? 1 : inputs.length) })
  const route = Post as never as (...args: unknown[]) => Declaring
  if (form === 'fields') {
    class Wish {}
    for (const [index, wanted] of inputs.entries()) {
      if (emitted !== undefined) Reflect.defineMetadata('design:type', emitted[index], Wish.prototype, `field${index}`)
      decoratorOf(wanted)(Wish.prototype, `field${index}`)
    }
    route(path, { ...options, request: Wish })(prototype, 'handle', descriptor)
  } else {
    if (emitted !== undefined) Reflect.defineMetadata('design:paramtypes', emitted, prototype, 'handle')
    if (form === 'parameters') {
      for (const [index, wanted] of inputs.entries()) decoratorOf(wanted)(prototype, 'handle', index)
    }
    route(path, ...(form === 'inputs' ? inputs.map(inputOf) : []), options)(prototype, 'handle', descriptor)
  }
  Controller('/shelf')(Shelf)
  return Shelf
}

/** A route in one line. */
function routeLine({ method, path, options, inputs, middleware, interceptors, security }: RouteDefinition): string {
  const { responses, ...rest } = options
  const parameters = inputs?.parameters.map(({ in: place, field, by, examples }) => {
    const { name, property, type, required, rules, default: fallback, description, example, deprecated } = field
    const more = { rules: rules.length, fallback, description, example, deprecated, by, examples }
    const known = Object.entries(more).filter(([, value]) => value !== undefined && value !== false && value !== 0)
    return `${place} ${name}${property === name ? '' : ` (${property})`} ${type.kind === 'standard' ? 'a schema of another library' : shown(type)}${required ? '' : ' optional'} ${shown(Object.fromEntries(known))}`
  })
  const bodies = [...(inputs?.body?.media ?? [])].map(([media, type]) => `${media} ${shown(type)}`)
  const around = `${middleware.length} middleware, ${interceptors?.length ?? 0} interceptors`
  const schemes = (security ?? []).map((all) =>
    all.map(({ name, scopes }) => `${name}${scopes.length === 0 ? '' : shown(scopes)}`).join(' and ')
  )
  return `${method} ${path} ${shown(rest)} ${shown(Object.keys(responses ?? {}))} ${around} ${schemes.join(' or ')} ${[...(parameters ?? []), ...bodies].join(' | ')}`
}

/** What becomes of controllers: routes, or what is wrong with them. */
function scanned(controllers: readonly unknown[], prefix = ''): { lines: string[]; router: HttpRouter } {
  const errors = new SetupErrors()
  const router = new HttpRouter({ logger: false, securitySchemes: { token: TOKEN } })
  const lines: string[] = []
  try {
    const found = scanControllers(controllers, router, errors, prefix)
    for (const { holder, class: type } of found) holder.instance = new type() as never
    errors.attempt(() => router.freeze())
    errors.throwIfAny()
    lines.push(...router.routes.map(routeLine))
  } catch (error) {
    const all = (error as { errors?: readonly Error[] }).errors ?? [error as Error]
    lines.push(...all.map(({ message }) => `wrong: ${message}`))
  }
  return { lines, router }
}

const SENT = '?a=5&b=x&page=2&sort=up&size=3&constructor=1&__proto__=p'

/** What a method gets of a request. */
async function gotten(router: HttpRouter, path: string): Promise<string> {
  const headers = {
    authorization: 'Bearer good',
    'x-a': '7',
    cookie: 'a=8; b=c',
    a: '9',
    'content-type': 'application/json'
  }
  const url = `/shelf${path.replaceAll(/\{\w+\}/g, '4')}${SENT}`
  const { statusCode, body: text } = await inject(router.handler, {
    method: 'POST',
    url,
    headers,
    body: '{"title":"ab"}'
  })
  return `${statusCode} ${text}`
}

// Decorators on what they are not for.
class Misused {
  static fixed() {}
  plain() {}
  routed() {}
  field = 1
}
const at = (target: object, name: string) => Object.getOwnPropertyDescriptor(target, name)
for (const [decorator, target, name] of [
  [Get('/a'), Misused, 'fixed'],
  [Returns(200), Misused, 'fixed'],
  [Returns(200, Book), Misused.prototype, 'plain'],
  [Query('a', Integer), Misused.prototype, 'field'],
  [Page(), Misused.prototype, 'field'],
  [Get('/b'), Misused.prototype, 'routed'],
  [Body(Book), Misused.prototype, 'routed']
] as readonly [Declaring, object, string][]) {
  decorator(target, name, at(target, name))
}
;(Query('a', Integer) as Declaring)(Misused, 'fixed', 0)
;(Header('x-a', Integer) as Declaring)(Misused, undefined, 0)
;(Header('x-a', Integer) as Declaring)(Misused.prototype, 'plain', 0)
;(Query('a') as Declaring)(Misused.prototype, Symbol('s'))
;(Query('a') as Declaring)(Misused.prototype, '__proto__')
;(Query('a') as Declaring)(Misused, 'field')
;(Query('a') as Declaring)(Misused)
Controller('/misused')(Misused)

/** A class of routes, each of them declared by a call. */
function withRoutes(declare: (on: (name: string, ...decorators: unknown[]) => void) => void, name = 'Made'): never {
  const Made = { [name]: class {} }[name] as unknown as { prototype: Record<string, unknown> }
  declare((property, ...decorators) => {
    const method = { [property](..._args: unknown[]) {} }[property] as Called
    Object.defineProperty(method, 'length', { value: 0 })
    Object.defineProperty(Made.prototype, property, { value: method, configurable: true, writable: true })
    for (const each of [...decorators].reverse() as Declaring[])
      each(Made.prototype, property, at(Made.prototype, property))
  })
  return Made as never
}

const decorated = (declare: Parameters<typeof withRoutes>[0], ...controller: unknown[]): never => {
  const made = withRoutes(declare)
  ;(Controller as never as (...args: unknown[]) => Declaring)(...controller)(made)
  return made
}
const one = (...controller: unknown[]) => decorated((on) => on('all', Get()), ...controller)

class Base {
  all() {}
  other() {}
}
Get('/all', { summary: 'All' })(Base.prototype, 'all', at(Base.prototype, 'all') as never)
;(Returns(200, [Book]) as Declaring)(Base.prototype, 'all', at(Base.prototype, 'all'))
;(Query('a', Integer) as Declaring)(Base.prototype, 'all', 0)
Post('/other')(Base.prototype, 'other', at(Base.prototype, 'other') as never)
class Derived extends Base {
  override all() {}
}
Controller('/derived')(Derived)
class Redeclared extends Base {
  override all() {}
}
Get('/again')(Redeclared.prototype, 'all', at(Redeclared.prototype, 'all') as never)
Controller('/redeclared')(Redeclared)
class Undecorated extends Derived {}
const Getter = class Getter {
  get all() {
    return 1
  }
}
Get()(Getter.prototype as never, 'all', at(Getter.prototype, 'all') as never)
Controller('/getter')(Getter)

const pass = (_ctx: unknown, next: () => unknown) => next()
const same = (value: unknown) => value

const LISTS: readonly (readonly [name: string, controllers: readonly unknown[], prefix?: string])[] = [
  ['nothing', []],
  ['what is no class', [undefined, null, 5, 'x', {}, [], () => 1, function named() {}, new Date(), new (class {})()]],
  ['no controller', [Book, class {}]],
  ['one', [one('/a')]],
  ['one twice', (([each]) => [each, each])([one('/a')])],
  ['one twice, elsewhere', (([each]) => [each, { prefix: '/b', controllers: [each] }])([one('/a')])],
  [
    'paths',
    [
      ...[undefined, '', '/', '/a', 'b', '/c/', '/d/e'].map((prefix) => one(prefix)),
      decorated((on) => {
        for (const [index, path] of ['', '/', 'x', '/y', 'z/', '/{id}', '/a//b', '{'].entries())
          on(`m${index}`, Get(path))
      }, '/paths')
    ]
  ],
  [
    'methods',
    [
      decorated((on) => {
        for (const [name, method] of Object.entries({
          Get,
          Post,
          Put,
          Patch,
          Delete,
          Head,
          Options,
          Trace,
          QueryMethod
        }))
          on(name, method(`/${name}`))
      }, '/methods')
    ]
  ],
  ['several routes of a method', [decorated((on) => on('all', Get('/a'), Get('/b'), Post('/a')), '/several')]],
  [
    'options of controllers',
    [
      one('/a', {
        tags: ['A'],
        deprecated: true,
        hidden: true,
        security: ['token'],
        'x-a': 1,
        servers: [{ url: '/v1' }]
      }),
      one({ tags: ['B'], responses: { 404: 'None' }, middleware: [pass], interceptors: [same] }),
      decorated(
        (on) => {
          on(
            'own',
            Get('/own', { tags: ['A', 'C'], deprecated: false, hidden: false, security: [], servers: [{ url: '/v2' }] })
          )
          on('options', Options('/own'))
          on('returns', Get('/returns'), Returns(200, Book), Returns(404, Book))
          on('both', Get('/both', { responses: { 200: Paging, 201: Book } }), Returns(200, Book), Returns('4XX', 'Any'))
        },
        '/c',
        {
          tags: ['A', 'B'],
          deprecated: true,
          hidden: true,
          security: ['token'],
          responses: { 404: 'None', 500: Book },
          servers: []
        }
      )
    ]
  ],
  [
    'wrong options of controllers',
    [
      ...[
        { tgas: [] },
        { middleware: 5 },
        { middleware: [5] },
        { interceptors: 5 },
        { interceptors: [5] },
        { responses: 5 },
        { responses: { 99: 'x' } },
        { security: 'token' },
        { security: ['none'] },
        { deprecated: 1 },
        { tags: [5] },
        { tags: 'x' },
        { version: '' },
        { servers: 5 }
      ].map((options, index) => one(`/w${index}`, options)),
      decorated(() => undefined, '/none'),
      decorated((on) => on('twice', Get(), Returns(200), Returns('200' as never, Book)), '/twice'),
      decorated((on) => on('wrong', Get({ sumary: 'x', tags: 5 } as never)), '/wrong'),
      decorated((on) => on('wrong', Get('/{id}', { request: 5 as never })), '/wrong2'),
      decorated((on) => on('wrong', Get({ request: undefined })), '/wrong3'),
      decorated((on) => on('wrong', Get({ request: (() => undefined) as never })), '/wrong4'),
      decorated((on) => on('wrong', Get({ request: Nothing })), '/wrong5'),
      decorated((on) => on('wrong', Get({ request: Book })), '/wrong6'),
      decorated((on) => on('wrong', Get(query('a', Integer), { request: Paging })), '/wrong7')
    ]
  ],
  [
    'two @Controller',
    [
      (() => {
        const twice = one('/a')
        Controller('/b')(twice)
        return twice
      })()
    ]
  ],
  ['inherited', [Derived, Redeclared]],
  ['inherited wrongly', [Undecorated, Getter]],
  ['misused', [Misused]],
  [
    'what is no input',
    [
      decorated((on) => {
        for (const [index, given] of [Object.create({ constructor: undefined }), new (class {})()].entries())
          on(`m${index}`, Get(`/${index}`, given as never, query('a', Integer)))
      }, '/odd')
    ]
  ],
  ['below a prefix', [one('/a'), one('/')], '/api'],
  ['below a slash', [one('/a')], '/'],
  ['below a wrong prefix', [one('/a')], 'api'],
  [
    'groups',
    [
      { prefix: '/g', controllers: [one('/a'), { prefix: '/{tenant}', controllers: [one('/b'), one('/')] }] },
      {
        controllers: [one('/c')],
        tags: ['G'],
        security: ['token'],
        deprecated: true,
        middleware: [pass, pass],
        interceptors: [same]
      },
      {
        prefix: '/',
        controllers: [one('/d', { tags: ['D', 'G'] })],
        tags: ['G'],
        responses: { 404: 'None' },
        'x-g': 1,
        hidden: true
      },
      {
        prefix: '/v',
        tags: ['O'],
        servers: [{ url: '/o' }],
        controllers: [
          { prefix: '/w', tags: ['I'], deprecated: false, security: [], controllers: [one('/e', { deprecated: true })] }
        ]
      }
    ],
    '/api'
  ],
  [
    'wrong groups',
    [
      { prefix: '/a' },
      { controllers: [] },
      { controllers: 5 },
      { prefix: 'a', controllers: [one('/a')] },
      { prefix: '/a/', controllers: [one('/a')] },
      { prefix: 5, controllers: [one('/a')] },
      { controllers: [one('/a')], middleware: 5 },
      { controllers: [one('/a')], middleware: [5] },
      { controllers: [one('/a')], interceptors: 5 },
      { controllers: [one('/a')], tags: 'x' },
      { controllers: [one('/a')], responses: 5 },
      { controllers: [one('/a')], tgas: [] },
      { prefix: '/x', controllers: [{ prefix: '/y', controllers: [5, { controllers: [] }] }] },
      (() => {
        const group: { prefix: string; controllers: unknown[] } = { prefix: '/r', controllers: [] }
        group.controllers.push(group)
        return group
      })()
    ]
  ]
]

/** What the compiler emits of a method's result, and what is declared of its responses. */
const RESULTS: readonly (readonly [emitted: unknown, ...returns: (readonly unknown[])[]])[] = [
  ...[String, Number, Boolean, Object, Array, Promise, Date, Book, Paging, undefined].flatMap((emitted) => [
    [emitted, [200, String]] as const,
    [emitted, [200, Integer]] as const,
    [emitted, [200, Book]] as const
  ]),
  [String, [404, Integer]],
  [String, [200, Integer], [201, String]],
  [String, [200, Integer], [404, String]],
  [String, [200, Integer], [204]],
  [String, [200, Integer], [203]],
  [String, ['2XX', Integer]],
  [String, ['default', Integer]],
  [String, [200, { contentType: 'text/csv', body: Integer }]],
  [String, [200, { content: { 'application/json': Integer } }]],
  [String, [200, { lines: Integer }]],
  [String, [200, { events: Integer }]],
  [String, [200, Buffer]],
  [String, [200, undefined]],
  [String, [200, 'Fine']]
]

/** Request classes that are wrong, or unusual. */
const REQUESTS: readonly (readonly [name: string, make: () => unknown])[] = [
  [
    'an initial value',
    () => {
      class Wish {
        a = 5
        b = 'x'
        c = Book
        d = 1
      }
      ;(Query('a', Integer) as Declaring)(Wish.prototype, 'a')
      ;(Query('b', String, { default: 'y' }) as Declaring)(Wish.prototype, 'b')
      ;(Body(Book) as Declaring)(Wish.prototype, 'c')
      ;(Page() as Declaring)(Wish.prototype, 'd')
      return Wish
    }
  ],
  [
    'a constructor with arguments',
    () => {
      class Wish {
        constructor(given: { a: number }) {
          this.a = given.a
        }
        a: number
      }
      ;(Query('a', Integer) as Declaring)(Wish.prototype, 'a')
      return Wish
    }
  ],
  [
    'a field that cannot be set',
    () => {
      class Wish {
        get a() {
          return undefined
        }
      }
      ;(Query('a', Integer) as Declaring)(Wish.prototype, 'a')
      return Wish
    }
  ],
  [
    'a field with two decorators',
    () => {
      class Wish {}
      ;(Query('a', Integer) as Declaring)(Wish.prototype, 'a')
      ;(Header('a', Integer) as Declaring)(Wish.prototype, 'a')
      return Wish
    }
  ],
  [
    'fields of a record',
    () => {
      class Wish {
        @Field() title!: string
      }
      ;(Query('a', Integer) as Declaring)(Wish.prototype, 'a')
      return Wish
    }
  ],
  [
    'fields of class-validator',
    () => {
      class Wish {
        @IsInt() a!: number
      }
      ;(Query('a', Integer) as Declaring)(Wish.prototype, 'a')
      return Wish
    }
  ],
  [
    'fields of ancestors',
    () => {
      class First {
        a = 1
      }
      class Wish extends First {
        override a = 2
        b?: number
      }
      ;(Query('a', Integer) as Declaring)(First.prototype, 'a')
      ;(Query('b', Integer) as Declaring)(Wish.prototype, 'b')
      ;(Header('x-a', Integer) as Declaring)(Wish.prototype, 'a')
      return Wish
    }
  ],
  [
    'a class further down',
    () => {
      class Wish {}
      ;(Query(() => Integer) as Declaring)(Wish.prototype, 'a')
      ;(Query({ style: 'deepObject', optional: true }) as Declaring)(Wish.prototype, 'b')
      ;(Query({ enum: ['x', 'y'] }) as Declaring)(Wish.prototype, 'c')
      return () => Wish
    }
  ],
  [
    'static and private members',
    () => {
      class Wish {}
      ;(Query('a', Integer) as Declaring)(Wish, 'a')
      ;(Query('b', Integer) as Declaring)(Wish.prototype, Symbol('b'))
      return Wish
    }
  ],
  ['an anonymous class', () => class {}],
  ['an instance', () => new Book()],
  ['a text', () => 'Wish'],
  ['null', () => null]
]

describe('The scan of controllers', () => {
  it('finds the routes of scan-list.txt, and what is wrong with others', async () => {
    const lines: string[] = []
    for (const row of ROWS) {
      lines.push('', `# ${row.title ?? shown(row).replaceAll(/SecurityScheme \{.*?"class": undefined\}/g, 'TOKEN')}`)
      const outcomes = new Map<string, Form[]>()
      for (const form of FORMS) {
        const { lines: own, router } = scanned([controllerOf(form, row)])
        const got = own.some((line) => line.startsWith('wrong'))
          ? []
          : [`  gets ${await gotten(router, row.path ?? '')}`]
        const text = [...own, ...got].join('\n')
        outcomes.set(text, [...(outcomes.get(text) ?? []), form])
      }
      for (const [text, forms] of outcomes) lines.push(forms.length === 3 ? 'all' : forms.join(', '), text)
    }
    for (const [name, controllers, prefix] of LISTS) lines.push('', `# ${name}`, ...scanned(controllers, prefix).lines)
    for (const [emitted, ...returns] of RESULTS) {
      const made = withRoutes((on) =>
        on('all', Get(), ...returns.map((each) => (Returns as never as (...args: unknown[]) => unknown)(...each)))
      )
      Reflect.defineMetadata('design:returntype', emitted, (made as { prototype: object }).prototype, 'all')
      Controller('/results')(made)
      lines.push('', `# returns ${shown(emitted)}: ${shown(returns)}`, ...scanned([made]).lines)
    }
    for (const [name, make] of REQUESTS) {
      const { lines: own } = scanned([decorated((on) => on('wish', Get({ request: make() } as never)), '/wishes')])
      lines.push('', `# a request class: ${name}`, ...own)
    }
    expectWholeList(
      'controller/scan-list.txt',
      lines.map((line) => line.replaceAll(/\S+scan-list\.spec\.[jt]s:\d+/g, 'its line'))
    )
  })
})
