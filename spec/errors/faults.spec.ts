import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { type Context, connect, type HttpOptions, type Router, Unknown } from 'fieldstone'
import { EDGES, type Edge, Edges } from '../support/edges.js'
import { closed, exchange, openSocket, until } from '../support/one-handler.js'
import { ServedRouters, told } from '../support/served-router.js'

const servers = new ServedRouters()
const ANY = Symbol('any error')
const broken = () => {
  throw new Error('broken')
}

/** What a client gets: a status, or nothing whole. */
type Outcome = number | 'cut'

interface Fault {
  readonly what: string
  /** Registers what answers `POST /`. */
  readonly register: (router: Router) => unknown
  readonly outcome: Outcome
  /** Where HTTP/2 or fetch have sent the head already, which HTTP/1.1 still holds. */
  readonly mayBeCut?: boolean
  /** What the log says behind the source of the route, and the message of its error; `ANY` where that is Node's. */
  readonly told: readonly (readonly [message: string, error?: string | typeof ANY])[]
  /** Where the response of Node, or that of `light-my-request`, which injects, does something else. */
  readonly notOver?: readonly Edge[]
  readonly options?: HttpOptions
}

const FAULTS: readonly Fault[] = [
  { what: 'a handler throws', register: (r) => r.postFunc('/', broken), outcome: 500, told: [['failed', 'broken']] },
  {
    what: 'a handler rejects',
    register: (r) => r.postFunc('/', async () => broken()),
    outcome: 500,
    told: [['failed', 'broken']]
  },
  {
    what: 'a handler throws text',
    register: (r) =>
      r.postFunc('/', () => {
        throw 'text'
      }),
    outcome: 500,
    told: [['failed', "Something that is not an Error was thrown: 'text'"]]
  },
  {
    what: 'a handler rejects with nothing',
    register: (r) => r.postFunc('/', () => Promise.reject()),
    outcome: 500,
    told: [['failed', 'Something that is not an Error was thrown: undefined']]
  },
  {
    what: 'a Node handler throws',
    register: (r) => r.post('/', broken),
    outcome: 500,
    told: [['failed', 'broken']]
  },
  {
    what: 'a Node handler rejects after it has begun to answer',
    register: (r) =>
      r.post('/', async (_req, res) => {
        res.write('begun')
        await wait(5)
        broken()
      }),
    outcome: 'cut',
    told: [['failed', 'broken']]
  },
  {
    what: 'a handler throws after it has answered by hand',
    register: (r) =>
      r.post('/', (_req, res) => {
        res.end('whole')
        broken()
      }),
    outcome: 200,
    told: [['failed', 'broken']]
  },
  {
    what: 'a handler throws after it has replied',
    register: (r) =>
      r.postFunc('/', (ctx) => {
        ctx.json(200, 'kept')
        broken()
      }),
    outcome: 500,
    told: [['failed', 'broken']]
  },
  {
    what: 'a handler answers twice',
    register: (r) =>
      r.postFunc('/', (ctx) => {
        ctx.json(200, 'first')
        ctx.json(201, 'second')
      }),
    outcome: 200,
    told: [['replied twice', 'The first reply counts, this one is dropped']]
  },
  {
    what: 'a Node handler sends its head twice',
    register: (r) =>
      r.post('/', (_req, res) => {
        res.writeHead(200).end('whole')
        res.writeHead(201)
      }),
    outcome: 200,
    told: [['failed', ANY]]
  },
  {
    what: 'a Node handler writes after the end',
    register: (r) =>
      r.post('/', (_req, res) => {
        res.end('whole')
        res.write('more')
      }),
    outcome: 200,
    notOver: ['inject', 'HTTP/2'],
    told: [['failed to write its response', ANY]]
  },
  {
    what: 'a Node handler writes what can be no chunk',
    register: (r) => r.post('/', (_req, res) => void res.write(7 as never)),
    outcome: 500,
    mayBeCut: true,
    told: [['failed', ANY]]
  },
  {
    what: 'a middleware throws',
    register: (r) => r.group('', broken).postFunc('/', () => 1),
    outcome: 500,
    told: [['failed', 'broken']]
  },
  {
    what: 'a middleware throws after next',
    register: (r) =>
      r
        .group('', async (_ctx, next) => {
          await next()
          broken()
        })
        .postFunc('/', () => 1),
    outcome: 500,
    told: [['failed', 'broken']]
  },
  {
    what: 'a middleware never calls next and settles',
    register: (r) => r.group('', () => undefined).postFunc('/', () => 1),
    outcome: 500,
    told: [['was not responded to: a middleware neither replied nor called next']]
  },
  {
    what: 'a middleware never settles',
    register: (r) => r.group('', () => new Promise(() => {})).postFunc('/', () => 1, { handlerTimeout: 20 }),
    outcome: 503,
    told: [['responded 503: its time was up']]
  },
  {
    what: 'an Express middleware never calls next',
    register: (r) =>
      r
        .group(
          '',
          connect(() => {})
        )
        .postFunc('/', () => 1, { handlerTimeout: 20 }),
    outcome: 503,
    told: [['responded 503: its time was up']]
  },
  {
    what: 'a listener of the request throws',
    register: (r) => r.post('/', (req) => void req.on('data', broken)),
    outcome: 500,
    told: [['failed', 'broken']]
  },
  {
    what: "a listener of the request's end throws, in a handler of the context",
    register: (r) =>
      r.postFunc('/', (ctx) => {
        ctx.request().on('end', broken).resume()
        return new Promise(() => {})
      }),
    outcome: 500,
    told: [['failed', 'broken']]
  },
  {
    what: 'a listener throws after the head of the answer',
    register: (r) =>
      r.post('/', (req, res) => {
        res.write('begun')
        req.on('data', broken)
      }),
    outcome: 'cut',
    told: [['failed', 'broken']]
  },
  {
    what: "a listener of the response's finish throws",
    register: (r) => r.post('/', (_req, res) => void res.on('finish', broken).end('whole')),
    outcome: 200,
    notOver: ['inject'],
    told: [['failed', 'broken']]
  },
  {
    what: "a listener of the response's close throws",
    register: (r) =>
      r.postFunc('/', (ctx) => {
        ctx.response().on('close', broken)
        return 1
      }),
    outcome: 200,
    told: [['failed', 'broken']]
  },
  {
    what: 'a listener of an Express middleware throws',
    register: (r) =>
      r
        .group(
          '',
          connect((req, _res, next) => {
            req.on('data', broken)
            next()
          })
        )
        .postFunc('/', (ctx) => ctx.bodyText()),
    outcome: 500,
    told: [
      ['failed', 'broken'],
      ['replied twice', 'The first reply counts, this one is dropped']
    ]
  },
  {
    what: 'errors.format throws',
    register: (r) => r.postFunc('/', (ctx) => ctx.jsonError(400, 'no')),
    options: { errors: { body: Unknown, format: broken } },
    outcome: 400,
    told: [['errors.format failed; the problem is sent as it is', 'broken']]
  },
  {
    what: 'errors.format throws over the error of a handler',
    register: (r) => r.postFunc('/', broken),
    options: { errors: { body: Unknown, format: broken } },
    outcome: 500,
    told: [
      ['failed', 'broken'],
      ['errors.format failed; the problem is sent as it is', 'broken']
    ]
  },
  {
    what: 'errors.format rejects',
    register: (r) => r.postFunc('/', (ctx) => ctx.jsonError(400, 'no')),
    options: { errors: { body: Unknown, format: async () => broken() } },
    outcome: 400,
    told: [
      [
        'errors.format failed; the problem is sent as it is',
        'errors.format returned a promise: it must not be asynchronous'
      ]
    ]
  },
  {
    what: 'errors.map throws',
    register: (r) => r.postFunc('/', broken),
    options: {
      errors: {
        map: () => {
          throw new Error('worse')
        }
      }
    },
    outcome: 500,
    told: [
      ['threw an error, for which errors.map failed', 'worse'],
      ['failed', 'broken']
    ]
  },
  {
    what: 'errors.map rejects',
    register: (r) => r.postFunc('/', broken),
    options: { errors: { map: (async () => broken()) as never } },
    outcome: 500,
    told: [
      ['threw an error, for which errors.map failed', 'errors.map returned a promise: it must not be asynchronous'],
      ['failed', 'broken']
    ]
  },
  {
    what: 'a handler for what is not found throws',
    register: (r) => r.notFound(broken),
    outcome: 500,
    told: [['failed', 'broken']]
  }
]

describe('A fault', () => {
  const edges = new Edges()
  afterEach(() => Promise.all([servers.close(), edges.close()]))

  const unhandled: unknown[] = []
  const keep = (error: unknown): void => {
    unhandled.push(error)
  }
  before(() => process.on('unhandledRejection', keep).on('uncaughtExceptionMonitor', keep))
  after(() => process.off('unhandledRejection', keep).off('uncaughtExceptionMonitor', keep))

  for (const edge of EDGES) {
    for (const { what, register, outcome, mayBeCut, told: expected, notOver, options } of FAULTS) {
      if (notOver?.includes(edge)) continue
      it(`is answered ${outcome} over ${edge}, is told in the log, and harms no other request: ${what}`, async () => {
        const reached = await edges.reach(
          edge,
          (router) => {
            router.getFunc('/sound', () => 'sound')
            register(router)
          },
          options as object
        )
        const { status, body, isCut } = await reached.send({ method: 'POST', body: 'some bytes' })
        if (!(isCut && mayBeCut)) expect(isCut ? 'cut' : status).to.equal(outcome)
        if (status >= 400) expect(JSON.parse(body)).to.include({ status })
        expect(body).not.to.contain('broken')
        await until(() => reached.log.length >= expected.length)
        await wait(5)
        const { log } = reached
        expect(log).to.have.length(expected.length)
        for (const [index, [, error]] of expected.entries()) {
          if (error !== ANY) expect(log[index]?.fields.err?.message).to.equal(error)
        }
        for (const [index, [message]] of expected.entries()) {
          expect(log[index]?.message.endsWith(message), log[index]?.message).to.equal(true)
          expect(log[index]?.fields).to.include({ method: 'POST', path: '/' })
          if (!what.includes('not found')) expect(log[index]?.fields.route).to.match(/faults\.spec\.(ts|js):\d+|broken/)
        }
        expect(unhandled.splice(0)).to.deep.equal([])
        expect((await reached.send('/sound')).body).to.equal('"sound"')
      })
    }
  }

  it('of a handler that never settles ends with its client, and keeps nothing of the request', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    let contexts: WeakRef<Context>[] = []
    const { port } = await servers.serve((router) =>
      router.getFunc('/', (ctx) => {
        contexts = [...contexts, new WeakRef(ctx)]
        return new Promise(() => {})
      })
    )
    for (let turn = 0; turn < 5; turn++) {
      const socket = await openSocket(port)
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      await until(() => contexts.length === turn + 1)
      socket.destroy()
    }
    await until(() => {
      collectGarbage()
      return contexts.filter((context) => context.deref() !== undefined).length <= 1
    })
  })

  it('in one request of a pipeline harms neither the one before nor the one after', async () => {
    const { port } = await servers.serve((router) => {
      router.getFunc('/sound', () => 'sound')
      router.get('/broken', (_req, res) => void res.on('finish', broken).end('answered'))
      router.getFunc('/failing', broken)
    })
    const received = await exchange(
      port,
      ['/sound', '/broken', '/failing', '/sound'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''),
      'GET /sound HTTP/1.0\r\n\r\n'
    )
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    expect(statuses).to.deep.equal(['200', '200', '500', '200', '200'])
  })

  it('of a listener of the request is no answer to a client that has gone', async () => {
    let isHeard = false
    const { port, log } = await servers.serve((router) =>
      router.post('/', (req) => {
        req.on('close', broken)
        isHeard = true
      })
    )
    const socket = await openSocket(port)
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc')
    await until(() => isHeard)
    socket.destroy()
    await closed(socket)
    await until(() => told(log).length === 1)
    expect(told(log)[0]?.fields.err?.message).to.equal('broken')
    expect(unhandled.splice(0)).to.deep.equal([])
  })
})
