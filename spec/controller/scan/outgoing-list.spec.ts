import {
  Body,
  body,
  Controller,
  Ctx,
  Delete,
  defineCallback,
  defineWebhook,
  Field,
  Get,
  Header,
  Integer,
  Param,
  Post,
  Put,
  Query,
  query,
  Req,
  Returns,
  Trace
} from 'fieldstone'
import 'reflect-metadata'
import type { OutgoingRoute } from '../../../src/http/routing/outgoing-route.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

class Event {
  @Field() name!: string
}

class Wish {
  @Field() name!: string
}

type Declaring = (...at: unknown[]) => void
type Called = (...args: never[]) => unknown

/** A method: its name, its decorators, and the decorators of its parameters in their order. */
type Method = readonly [name: string, decorators: readonly unknown[], ...parameters: readonly unknown[]]

/** A class of methods that are declared by calls. */
function classOf(methods: readonly Method[], name = 'Hooks'): new () => object {
  const Made = { [name]: class {} }[name] as new () => object
  for (const [property, decorators, ...parameters] of methods) {
    const method = { [property](..._args: unknown[]) {} }[property] as Called
    Object.defineProperty(method, 'length', { value: parameters.length })
    Object.defineProperty(Made.prototype, property, { value: method, configurable: true, writable: true })
    const descriptor = Object.getOwnPropertyDescriptor(Made.prototype, property)
    for (const each of [...decorators].reverse()) (each as Declaring)(Made.prototype, property, descriptor)
    for (const [index, each] of parameters.entries()) (each as Declaring)(Made.prototype, property, index)
  }
  return Made
}

function decorated(controller: readonly unknown[], ...methods: readonly Method[]): new () => object {
  const Made = classOf(methods)
  ;(Controller as never as (...args: unknown[]) => Declaring)(...controller)(Made)
  return Made
}

/** The types that the compiler emits of the parameters. */
const emitting =
  (...types: unknown[]): Declaring =>
  (prototype, name) =>
    Reflect.defineMetadata('design:paramtypes', types, prototype as object, name as string)

const AT = '{$request.query.url}'
const GOT = Returns(204, 'Got')
const one = (...controller: unknown[]) => decorated(controller, ['all', [Post(), GOT]])

class Misused {
  plain() {}
  all() {}
}
;(Query('a', Integer) as Declaring)(Misused.prototype, 'plain', 0)
;(Query('a', Integer) as Declaring)(Misused, undefined, 0)
;(Query('a', Integer) as Declaring)(Misused, 'all', 0)
;(Query('a', Integer) as Declaring)(Misused, 'all')
for (const each of [GOT, Post()] as Declaring[])
  each(Misused.prototype, 'all', Object.getOwnPropertyDescriptor(Misused.prototype, 'all'))
Controller(AT)(Misused)

class Getter {
  get all() {
    return 1
  }
}
for (const each of [GOT, Post()] as never as Declaring[])
  each(Getter.prototype, 'all', Object.getOwnPropertyDescriptor(Getter.prototype, 'all'))
Controller(AT)(Getter)

const pass = (_ctx: unknown, next: () => unknown) => next()

/** Each where the class has this path. */
const CLASSES = (at: string): Readonly<Record<string, unknown>> => ({
  'no class': 5,
  undefined: undefined,
  'a function': () => 1,
  'no controller': classOf([['all', [Post(), GOT]]]),
  'no controller without a name': classOf([], ''),
  'two controllers': (() => {
    const twice = one(at)
    Controller('/b')(twice)
    return twice
  })(),
  'no operation': decorated([at]),
  'an unknown option': one(at, { tgas: [] }),
  misused: Misused,
  'no method': Getter,
  'two routes of a method': decorated([at], ['all', [Post(), Put(), GOT]]),
  'no URL': one(),
  'the URL of a slash': one('/'),
  'a path of the class': one('/a/b/'),
  'a path that is no name': one('a b'),
  'paths of methods': decorated(
    [at],
    ...['', '/', 'x', '/y', '/z/w'].map((path, index): Method => [`m${index}`, [Post(path), GOT]])
  ),
  'paths of methods alone': decorated(
    [],
    ...['', '/', 'x', '/y/z'].map((path, index): Method => [`m${index}`, [Post(path), GOT]])
  ),
  'paths of methods that are no names': decorated([at], ['one', [Post('/z/{a}'), GOT]], ['other', [Post('ä'), GOT]]),
  'methods of HTTP': decorated([at], ['get', [Get(), GOT]], ['delete', [Delete(), GOT]], ['put', [Put(), GOT]]),
  'methods that are not sent': decorated([at], ['trace', [Trace(), GOT]], ['body of get', [Get(), GOT], Body(Event)]),
  inputs: decorated(
    [at],
    [
      'one',
      [Post(), GOT],
      Body(Event),
      Query('page', Integer, { minimum: 1 }),
      Header('x-a', String, { optional: true })
    ],
    ['emitted', [Post(), GOT, emitting(Event)], Body()],
    ['beside', [Post('', body([Event]), query('size', Integer)), GOT]]
  ),
  'inputs that nothing sends': decorated(
    [at],
    ['path', [Post(), GOT], Param('id', Integer)],
    ['context', [Post(), GOT], Body(Event), Ctx()],
    ['request', [Post(), GOT], Req()],
    ['late body', [Post(), GOT], Query('a', Integer), Body(Event)],
    ['late body beside', [Post('', query('a', Integer), body(Event)), GOT]],
    ['a request class', [Post('', { request: Wish }), GOT]],
    ['a field', [Post(), GOT], Query('a', { nmae: 1 } as never)],
    ['no type', [Post(), GOT], Query('a')],
    ['two bodies', [Post(), GOT], Body(Event), Body(Event)],
    ['both', [Post('', query('a', Integer)), GOT], Query('a', Integer)]
  ),
  'options of methods': decorated(
    [at],
    ['known', [Post({ summary: 'All', tags: ['A'], deprecated: true, operationId: 'all', 'x-a': 1 }), GOT]],
    ['responses', [Post({ responses: { 200: Event } })]],
    ['consumes', [Post({ consumes: 'text/plain' }), GOT], Body(String)]
  ),
  'an input that the options describe': decorated(
    [at],
    [
      'described',
      [Post({ parameters: [{ name: 'page', in: 'query', description: 'Which' }] }), GOT],
      Query('page', Integer)
    ]
  ),
  'inputs that the options declare, too': decorated(
    [at],
    ...[{ schema: String }, { required: false }].map(
      (more): Method => [
        `all of ${Object.keys(more)}`,
        [Post({ parameters: [{ name: 'page', in: 'query', ...more }] }), GOT],
        Query('page', Integer)
      ]
    ),
    ['a body', [Post({ requestBody: Wish }), GOT], Body(Event)]
  ),
  'wrong options of methods': decorated(
    [at],
    ['none', [Post()]],
    ['unknown', [Post({ sumary: 'x' } as never), GOT]],
    ...['security', 'hidden', 'version', 'middleware', 'interceptors', 'handlerTimeout', 'bodyLimit', 'uploads'].map(
      (name): Method => [`of ${name}`, [Post({ [name]: [] } as never), GOT]]
    ),
    ['two of a status', [Post(), GOT, GOT]]
  ),
  'options of the class': decorated(
    [
      at,
      {
        tags: ['B'],
        deprecated: true,
        servers: [{ url: '/v1' }],
        responses: { 404: 'None', 204: 'Else' },
        'x-b': 2
      }
    ],
    ['all', [Post({ tags: ['A'] }), GOT]],
    ['own', [Post({ deprecated: false, servers: [], responses: { 201: Event } })]],
    ['none', [Post()]]
  ),
  ...Object.fromEntries(
    [
      { security: ['token'] },
      { version: '1' },
      { hidden: true },
      { middleware: [pass] },
      { interceptors: [pass] },
      { responses: 5 },
      { tags: 5 }
    ].map((options) => [`options ${shown(options)}`, one(at, options)])
  )
})

function lineOf({ method, url, name, path, options, inputs, source }: OutgoingRoute): string {
  const { responses, ...rest } = options
  const parameters = (inputs?.parameters ?? []).map(
    ({ in: place, field }) => `${place} ${field.name} ${shown(field.type)}`
  )
  const bodies = [...(inputs?.body?.media ?? [])].map(([media, type]) => `${media} ${shown(type)}`)
  const said = Object.entries(responses ?? {}).map(([status, response]) => `${status} ${shown(response)}`)
  return `${method} ${path} url ${shown(url)} name ${shown(name)} ${shown(rest)} ${said.join(', ')} ${[...parameters, ...bodies].join(' | ')} of ${source}`
}

function read(define: (target: never) => unknown, target: unknown): string[] {
  try {
    return (define(target as never) as { routes: readonly OutgoingRoute[] }).routes.map(lineOf)
  } catch (error) {
    const all = (error as { errors?: readonly Error[] }).errors ?? [error as Error]
    return all.map(({ message }) => `wrong: ${message}`)
  }
}

describe('Classes of requests that the application sends', () => {
  it('declare the callbacks and webhooks of outgoing-list.txt, or what is wrong with them', async () => {
    const lines: string[] = []
    const targets = CLASSES('hooks')
    for (const [name, target] of Object.entries(CLASSES(AT))) {
      const [callbacks, webhooks] = [read(defineCallback, target), read(defineWebhook, targets[name])]
      const isSame = callbacks.join() === webhooks.join()
      lines.push(`\n# ${name}`)
      lines.push(...(isSame ? callbacks : ['callbacks', ...callbacks, 'webhooks', ...webhooks]))
    }
    expectWholeList('controller/scan/outgoing-list.txt', lines)
  })
})
