import { expect } from 'chai'
import { ValidateBy } from 'class-validator'
import {
  BadRequest,
  bearerScheme,
  connect,
  Field,
  HttpError,
  type HttpOptions,
  NotFound,
  type Router,
  Unknown
} from 'fieldstone'
import { exchange, until } from '../support/one-handler.js'
import { ServedRouters } from '../support/served-router.js'

function bang(): never {
  throw new Error('A trap was called')
}

const TRAPS: ProxyHandler<object> = Object.fromEntries(
  ['get', 'has', 'set', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor', 'apply', 'isExtensible'].map(
    (name) => [name, bang]
  )
)

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function errorWith(members: PropertyDescriptorMap, error: Error = new Error('hostile')): Error {
  return Object.defineProperties(error, members)
}

/** Values that may throw when they are read, or never end. */
const HOSTILE: readonly [what: string, make: () => unknown][] = [
  ['a Proxy whose traps throw', () => new Proxy({}, TRAPS)],
  ['a Proxy of an Error whose traps throw', () => new Proxy(new Error('inner'), TRAPS)],
  ['a Proxy of an HttpError whose traps throw', () => new Proxy(new NotFound(), TRAPS)],
  ['a Proxy of a function whose traps throw', () => new Proxy(() => {}, TRAPS)],
  [
    'a Proxy that throws itself',
    () => {
      const proxy: object = new Proxy(
        {},
        {
          get: () => {
            throw proxy
          },
          getPrototypeOf: () => {
            throw proxy
          }
        }
      )
      return proxy
    }
  ],
  ['a revoked Proxy', revoked],
  ['an object whose prototype is a Proxy whose traps throw', () => Object.create(new Proxy({}, TRAPS))],
  ['an object without a prototype', () => Object.create(null)],
  ['an object whose toString throws', () => ({ toString: bang })],
  ['an object whose toJSON throws', () => ({ toJSON: bang })],
  ['an object whose Symbol.toPrimitive throws', () => ({ [Symbol.toPrimitive]: bang })],
  ['an object whose tag throws', () => Object.defineProperty({}, Symbol.toStringTag, { get: bang })],
  [
    'an object whose members throw',
    () => ({
      get name() {
        return bang()
      },
      get message() {
        return bang()
      },
      get stack() {
        return bang()
      },
      get status() {
        return bang()
      }
    })
  ],
  [
    'an object that contains itself',
    () => {
      const circle: Record<string, unknown> = {}
      circle.self = circle
      return circle
    }
  ],
  ['an Error whose stack throws', () => errorWith({ stack: { get: bang } })],
  ['an Error whose message throws', () => errorWith({ message: { get: bang } })],
  ['an Error whose name throws', () => errorWith({ name: { get: bang } })],
  ['an Error whose cause throws', () => errorWith({ cause: { get: bang } })],
  [
    'an Error whose message is a symbol in an object that throws',
    () => errorWith({ message: { value: { toString: bang } } })
  ],
  [
    'an Error that is its own cause',
    () => {
      const error = new Error('circle')
      error.cause = error
      return error
    }
  ],
  ['an Error whose cause is a Proxy whose traps throw', () => new Error('outer', { cause: new Proxy({}, TRAPS) })],
  [
    'an Error whose causes never end',
    () =>
      errorWith({
        cause: {
          get(): Error {
            return errorWith({ cause: { get: () => (this as { cause: unknown }).cause } })
          }
        }
      })
  ],
  ['an HttpError whose status throws', () => errorWith({ status: { get: bang } }, new BadRequest())],
  ['an HttpError whose detail throws', () => errorWith({ detail: { get: bang } }, new BadRequest())],
  [
    'an HttpError whose headers throw',
    () =>
      new BadRequest('x', {
        headers: {
          get a() {
            return bang()
          }
        }
      })
  ],
  ['an HttpError whose faults have no JSON', () => new BadRequest('x', { faults: [{ toJSON: bang } as never] })],
  ['an HttpError of an impossible status', () => errorWith({ status: { value: 42 } }, new BadRequest())],
  ['undefined', () => undefined],
  ['null', () => null],
  ['a symbol', () => Symbol('x')],
  ['a BigInt', () => 1n]
]

/** A rule that throws while a response is checked. */
let ruled: () => unknown = () => undefined
class Ruled {
  @ValidateBy({
    name: 'ruled',
    validator: {
      validate: () => {
        throw ruled()
      }
    }
  })
  @Field()
  text!: string
}

/** A promise of another library, which rejects. */
function thenable(make: () => unknown): unknown {
  // biome-ignore lint/suspicious/noThenProperty: foreign promises are tried here
  return { then: (_: unknown, reject: (error: unknown) => void) => reject(make()) }
}

interface Place {
  readonly what: string
  readonly options?: (make: () => unknown) => HttpOptions
  /** Registers GET /, which fails with what `make` returns. */
  readonly register: (router: Router, make: () => unknown) => unknown
}

const throwing = (make: () => unknown) => () => {
  throw make()
}
const rejecting = (make: () => unknown) => () => Promise.reject(make())
const later = (make: () => unknown) => async () => {
  await new Promise((resolve) => setImmediate(resolve))
  throw make()
}

const PLACES: readonly Place[] = [
  { what: 'thrown by a handler', register: (router, make) => router.getFunc('/', throwing(make)) },
  { what: 'rejected by a handler', register: (router, make) => router.getFunc('/', later(make)) },
  {
    what: 'rejected by a handler through a foreign thenable',
    register: (router, make) => router.getFunc('/', () => thenable(make))
  },
  { what: 'thrown by a Node handler', register: (router, make) => router.get('/', throwing(make)) },
  { what: 'thrown by a middleware', register: (router, make) => router.use(throwing(make)).getFunc('/', () => 1) },
  { what: 'rejected by a middleware', register: (router, make) => router.use(rejecting(make)).getFunc('/', () => 1) },
  {
    what: 'rejected by a middleware after next()',
    register: (router, make) =>
      router
        .use(async (_ctx, next) => {
          await next()
          throw make()
        })
        .getFunc('/', () => 1)
  },
  {
    what: 'thrown behind a middleware',
    register: (router, make) => router.use((_ctx, next) => next()).getFunc('/', later(make))
  },
  {
    what: 'thrown by connect() middleware',
    register: (router, make) => router.use(connect(throwing(make))).getFunc('/', () => 1)
  },
  {
    what: 'rejected by connect() middleware',
    register: (router, make) => router.use(connect(rejecting(make))).getFunc('/', () => 1)
  },
  {
    what: 'rejected by connect() middleware through a foreign thenable',
    register: (router, make) => router.use(connect(() => thenable(make))).getFunc('/', () => 1)
  },
  {
    what: 'given to next() by connect() middleware',
    register: (router, make) =>
      router
        .use(
          connect((_req, _res, next) => {
            setImmediate(() => next(make() || new Error('falsy')))
          })
        )
        .getFunc('/', () => 1)
  },
  {
    what: 'thrown by a listener of the request',
    register: (router, make) =>
      router.getFunc('/', (ctx) => {
        ctx.handOver()
        setImmediate(() => ctx.request().emit('anything'))
        ctx.request().on('anything', throwing(make))
      })
  },
  {
    what: 'thrown by the source of a stream',
    register: (router, make) => router.getFunc('/', (ctx) => ctx.stream(200, source(make)))
  },
  {
    what: 'thrown by the iterator of a stream',
    register: (router, make) =>
      router.getFunc('/', (ctx) => ctx.stream(200, { [Symbol.iterator]: throwing(make) } as never))
  },
  {
    what: 'the error of a web stream',
    register: (router, make) =>
      router.getFunc('/', (ctx) =>
        ctx.stream(200, new ReadableStream({ pull: (controller) => controller.error(make()) }) as never)
      )
  },
  {
    what: 'thrown by the source of events',
    register: (router, make) => router.getFunc('/', (ctx) => ctx.sse(source(make)))
  },
  {
    what: "thrown by a scheme's check",
    options: (make) => ({
      securitySchemes: { bearer: bearerScheme({ authenticate: throwing(make) }) },
      security: ['bearer']
    }),
    register: (router) => router.getFunc('/', () => 1)
  },
  {
    what: "rejected by a scheme's check",
    options: (make) => ({
      securitySchemes: { bearer: bearerScheme({ authenticate: rejecting(make) as never }) },
      security: ['bearer']
    }),
    register: (router) => router.getFunc('/', () => 1)
  },
  {
    what: 'thrown by errors.format',
    options: (make) => ({ errors: { body: Unknown, format: throwing(make) } }),
    register: (router) =>
      router.getFunc(
        '/',
        throwing(() => new Error('first'))
      )
  },
  {
    what: 'given to errors.format, which reads it',
    options: () => ({
      errors: {
        body: Unknown,
        format: (problem, _ctx, error) => ({ ...problem, seen: `${(error as Error).message}`.length > 0 })
      }
    }),
    register: (router, make) => router.getFunc('/', throwing(make))
  },
  {
    what: 'thrown by errors.map',
    options: (make) => ({ errors: { map: throwing(make) } }),
    register: (router) =>
      router.getFunc(
        '/',
        throwing(() => new Error('first'))
      )
  },
  {
    what: 'returned by errors.map',
    options: (make) => ({ errors: { map: make as never } }),
    register: (router) =>
      router.getFunc(
        '/',
        throwing(() => new Error('first'))
      )
  },
  {
    what: 'compared with the classes of errors.map',
    options: () => ({ errors: { map: [[RangeError, () => new NotFound()]] } }),
    register: (router, make) => router.getFunc('/', throwing(make))
  },
  {
    what: 'thrown while a response is checked',
    options: () => ({ responseChecks: 'enforce' }),
    register: (router, make) => {
      ruled = make
      return router.getFunc('/', () => ({ text: 'x' }), { responses: { 200: { body: Ruled } } })
    }
  },
  {
    what: 'thrown while a value is written',
    register: (router, make) => router.getFunc('/', () => ({ toJSON: throwing(make) }))
  }
]

async function* source(make: () => unknown): AsyncGenerator<string, void> {
  yield await Promise.reject(make())
}

describe('what is thrown', () => {
  const servers = new ServedRouters()
  afterEach(() => servers.close())

  async function send(place: Place, make: () => unknown) {
    const { port, log } = await servers.serve((router) => place.register(router, make), place.options?.(make))
    const head = 'GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nConnection: close\r\n\r\n'
    return { response: await exchange(port, head), log }
  }

  for (const place of PLACES) {
    it(`is a 500 with a report, and the service goes on, whatever it is: ${place.what}`, async function () {
      this.timeout(120_000)
      for (const [what, make] of HOSTILE) {
        const { response, log } = await send(place, make)
        const [head = '', body = ''] = response.split('\r\n\r\n')
        expect(head, what).to.match(/^HTTP\/1\.1 500 Internal Server Error\r\n/)
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
        expect(Buffer.byteLength(body), what).to.equal(length)
        expect(JSON.parse(body), what).to.include({ status: 500, detail: 'Internal server error' })
        const reports = log.filter(({ level }) => level === 'error')
        expect(reports, what).to.have.length.above(0)
        for (const { fields } of reports)
          expect(() => `${fields.err?.message} ${fields.err?.stack}`, what).not.to.throw()
      }
    })
  }

  it('by a hook changes no response, and is reported', async () => {
    for (const [what, make] of HOSTILE) {
      for (const hook of [throwing(make), rejecting(make), () => thenable(make)]) {
        const hooks = [{ onRequest: hook, around: hook, onResponse: hook }]
        const { port, log } = await servers.serve((router) => router.getFunc('/', () => 1), { hooks })
        const response = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
        expect(response, what).to.match(/^HTTP\/1\.1 200 OK\r\n/)
        await until(() => log.filter(({ level }) => level === 'error').length === 3)
      }
    }
  }).timeout(120_000)

  it('reaches a hook as an Error that it can read', async () => {
    for (const [what, make] of HOSTILE) {
      const seen: unknown[] = []
      const hooks = [{ onError: (_: unknown, error: unknown) => seen.push(`${(error as Error).message}`) }]
      const { port } = await servers.serve((router) => router.getFunc('/', throwing(make)), { hooks })
      await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      expect(seen, what).to.have.length(1)
    }
  })

  it('is a 500 if it is returned, now or later, as well', async () => {
    for (const handler of [
      () => new Proxy({}, TRAPS),
      async () => revoked(),
      async () => new Proxy({}, { getPrototypeOf: bang })
    ]) {
      const { port, log } = await servers.serve((router) => router.getFunc('/', handler))
      const response = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      expect(response).to.match(/^HTTP\/1\.1 500 /)
      expect(log.map(({ level }) => level)).to.deep.equal(['error'])
    }
  })

  it('is reported in another form by a logger that cannot read it', async () => {
    const lines: string[] = []
    const take = (fields: object, message: string) => {
      const { err } = fields as { err: { extra?: string; message: string } }
      // Like loggers that copy whatever an error carries.
      lines.push(`${message}: ${err.message}${err.extra ?? ''}`)
    }
    const logger = { debug() {}, info() {}, warn: take, error: take }
    const make = () => errorWith({ extra: { get: bang } }, new Error('the reason'))
    const { port } = await servers.serve((router) => router.getFunc('/', throwing(make)), { logger })
    await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(lines).to.have.length(1)
    expect(lines[0]).to.contain('failed').and.contain('the reason')
  })

  it('is logged, and given to hooks, as it is if it can be read', async () => {
    const errors = [new Error('a'), new TypeError('b', { cause: new Error('c') }), new DOMException('d')]
    for (const error of errors) {
      const heard: unknown[] = []
      const hooks = [{ onError: (_: unknown, given: unknown) => heard.push(given) }]
      const { port, log } = await servers.serve((router) => router.getFunc('/', () => Promise.reject(error)), { hooks })
      await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      expect(log.map(({ fields }) => fields.err === error)).to.deep.equal([true])
      expect(heard.map((given) => given === error)).to.deep.equal([true])
    }
  })

  it('is an HttpError with a status from 400 to 599, whatever became of it since it was made: else a 500', async () => {
    const answered = async (status: unknown, detail: unknown = 'x') => {
      const error = errorWith({ status: { value: status }, detail: { value: detail } }, new HttpError(418, 'x'))
      const { url } = await servers.serve((router) => router.getFunc('/', () => Promise.reject(error)))
      return (await fetch(url)).status
    }
    for (const status of [400, 404, 599]) expect(await answered(status)).to.equal(status)
    for (const status of [399, 600, 200, 404.5, '404', undefined]) expect(await answered(status)).to.equal(500)
    expect(await answered(404, 5)).to.equal(500)
  })
})
