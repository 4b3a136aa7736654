import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { type ApplicationOptions, type Context, type EndedExchange, type Router, Unknown } from 'fieldstone'
import { EDGES, Edges } from '../support/edges.js'
import { until } from '../support/one-handler.js'

const broken = (): never => {
  throw new Error('broken')
}

async function* half(): AsyncGenerator<string, void> {
  yield 'half'
  await new Promise(setImmediate)
  broken()
}

/** What a handler does, and the one response that comes of it. */
interface Case {
  readonly what: string
  readonly register: (router: Router) => unknown
  readonly options?: Partial<ApplicationOptions>
  readonly status: number
  /** What has come of the body. */
  readonly body: string | RegExp
  readonly isCut?: boolean
}

const CASES: readonly Case[] = [
  { what: 'a value', register: (router) => router.getFunc('/', () => 'value'), status: 200, body: '"value"' },
  { what: 'an error', register: (router) => router.getFunc('/', broken), status: 500, body: /"status":500/ },
  {
    what: 'a reply, and then an error: nothing had begun',
    register: (router) =>
      router.getFunc('/', (ctx) => {
        ctx.json(200, 'reply')
        broken()
      }),
    status: 500,
    body: /"status":500/
  },
  {
    what: 'a reply, and then a value',
    register: (router) =>
      router.getFunc('/', (ctx) => {
        ctx.json(201, 'reply')
        return 'value'
      }),
    status: 201,
    body: '"reply"'
  },
  {
    what: 'a reply, and then an error of middleware',
    register: (router) =>
      router
        .use(async (_ctx, next) => {
          await next()
          broken()
        })
        .getFunc('/', () => 'value'),
    status: 500,
    body: /"status":500/
  },
  {
    what: 'a whole response by hand, and then an error',
    register: (router) =>
      router.get('/', (_req, res) => {
        res.end('by hand')
        broken()
      }),
    status: 200,
    body: 'by hand'
  },
  {
    what: 'half a response by hand, and then an error',
    register: (router) =>
      router.get('/', async (_req, res) => {
        res.write('half')
        await wait(5)
        broken()
      }),
    status: 200,
    body: 'half',
    isCut: true
  },
  {
    what: 'a stream that fails in its middle',
    register: (router) => router.getFunc('/', (ctx) => ctx.stream(200, half())),
    status: 200,
    body: 'half',
    isCut: true
  },
  {
    what: 'events that fail in their middle',
    register: (router) => router.getFunc('/', (ctx) => ctx.sse(half())),
    status: 200,
    body: 'data: half\n\n',
    isCut: true
  },
  {
    what: 'lines that fail in their middle',
    register: (router) => router.getFunc('/', () => half(), { responses: { 200: { lines: String } } }),
    status: 200,
    body: '"half"\n',
    isCut: true
  },
  {
    what: 'a stream, and errors in a form that fails, too',
    register: (router) => router.getFunc('/', (ctx) => ctx.stream(200, half())),
    options: { errors: { body: Unknown, format: broken } },
    status: 200,
    body: 'half',
    isCut: true
  },
  {
    what: 'a stream that is shorter than its declared length',
    register: (router) => router.getFunc('/', (ctx) => ctx.stream(200, ['half'], { contentLength: 8 })),
    status: 200,
    body: /^(half)?$/,
    isCut: true
  },
  {
    what: 'nothing in time, and a value too late',
    register: (router) =>
      router.getFunc(
        '/',
        async (ctx) => {
          await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
          return 'late'
        },
        { handlerTimeout: 5 }
      ),
    status: 503,
    body: /"status":503/
  },
  {
    what: 'nothing in time, and an error too late',
    register: (router) =>
      router.getFunc(
        '/',
        async (ctx) => {
          await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
          broken()
        },
        { handlerTimeout: 5 }
      ),
    status: 503,
    body: /"status":503/
  },
  {
    what: 'no reply by middleware',
    register: (router) => router.use(() => undefined).getFunc('/', () => 'value'),
    status: 500,
    body: /"status":500/
  },
  { what: 'no route', register: () => {}, status: 404, body: /"status":404/ },
  {
    what: 'a response that breaks the document',
    register: (router) => router.getFunc('/', () => 'text', { responses: { 200: { body: Number } } }),
    options: { responseChecks: 'enforce' },
    status: 500,
    body: /"status":500/
  },
  {
    what: 'a cut connection',
    register: (router) => router.getFunc('/', (ctx) => void ctx.handOver().destroy()),
    status: 0,
    body: '',
    isCut: true
  }
]

for (const edge of EDGES) {
  describe(`A request over ${edge}`, () => {
    const edges = new Edges()
    afterEach(() => edges.close())

    for (const { what, register, options, status, body, isCut = false } of CASES) {
      it(`has one answer, and one end for hooks: ${what}`, async () => {
        const begun: unknown[] = []
        const ended: Pick<EndedExchange, 'status' | 'isAborted'>[] = []
        const hooks = [
          {
            onRequest: () => void begun.push(1),
            onResponse: ({ status: sent, isAborted }: EndedExchange) => void ended.push({ status: sent, isAborted })
          }
        ]
        const { send } = await edges.reach(edge, register, { ...options, hooks })
        const response = await send()
        expect([response.status, response.isCut]).to.deep.equal([status, isCut])
        if (typeof body === 'string') expect(response.body).to.equal(body)
        else expect(response.body).to.match(body)
        await until(() => ended.length > 0)
        // What comes too late has come then.
        await wait(10)
        expect(begun).to.have.length(1)
        expect(ended).to.deep.equal([{ status: status === 0 ? undefined : status, isAborted: isCut }])
      })
    }

    it('tells what waits for its end once whether it was sent', async () => {
      const ends: unknown[] = []
      const note = (ctx: Context) => ctx.whenOver((isSent, status) => void ends.push([ctx.path, isSent, status]))
      const { send } = await edges.reach(edge, (router) => {
        router.getFunc('/whole', (ctx) => {
          note(ctx)
          return 1
        })
        router.getFunc('/failing', (ctx) => {
          note(ctx)
          broken()
        })
        router.getFunc('/cut', (ctx) => {
          note(ctx)
          ctx.stream(200, half())
        })
      })
      for (const path of ['/whole', '/failing', '/cut']) await send(path)
      await until(() => ends.length >= 3)
      await wait(5)
      expect(ends).to.deep.equal([
        ['/whole', true, 200],
        ['/failing', true, 500],
        ['/cut', false, 200]
      ])
    })
  })
}
