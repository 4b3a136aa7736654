import { AsyncLocalStorage } from 'node:async_hooks'
import { expect } from 'chai'
import {
  type BootstrapError,
  type EndedExchange,
  type Exchange,
  Field,
  type Hooks,
  NotFound,
  Router,
  SetupError
} from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { openSocket, recordingLogger, until } from '../support/one-handler.js'
import { ServedRouters } from '../support/served-router.js'

const servers = new ServedRouters()

class Named {
  @Field() name!: string
}

/** Hooks that keep the events that they are called for, in order. */
class RecordingHooks implements Hooks {
  readonly events: string[] = []
  readonly ended: EndedExchange[] = []
  readonly errors: unknown[] = []

  onRequest = ({ method, template }: Exchange): void => {
    this.events.push(`request ${method} ${template}`)
  }

  onError = ({ method, template }: Exchange, error: unknown): void => {
    this.events.push(`error ${method} ${template}`)
    this.errors.push(error)
  }

  onResponse = (ended: EndedExchange): void => {
    const { method, template, status, isAborted } = ended
    this.events.push(`response ${method} ${template} ${status}${isAborted ? ' aborted' : ''}`)
    this.ended.push(ended)
  }
}

function routes(router: Router): void {
  router.getFunc('/items/{id}', (ctx) => ctx.urlParam('id'))
  router.postFunc('/items', (ctx) => ctx.bodyText())
  router.get('/node', (_req, res) => res.writeHead(202).end('later'))
  router.get('/begun', (_req, res) => res.write('begun'))
  router.get('/mute', () => {})
  router.getFunc('/wrong', () => ({ name: 5 }), { responses: { 200: Named } })
  router.getFunc('/missing', () => NotFound.throw())
  router.getFunc('/failing', () => {
    throw new Error('broken')
  })
  router.getFunc('/late', async () => {
    throw new Error('broken later')
  })
  router.getFunc('/cycle', (ctx) => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    ctx.json(200, cycle)
  })
  router.getFunc('/slow', () => new Promise(() => {}), { handlerTimeout: 20 })
  router.getFunc('/half', (ctx) =>
    ctx.stream(
      200,
      (async function* () {
        yield 'half'
        await new Promise(setImmediate)
        throw new Error('no second half')
      })()
    )
  )
}

describe('hooks', () => {
  afterEach(() => servers.close())

  const requests: readonly [method: string, path: string, template: string | undefined, status: number][] = [
    ['GET', '/items/7?token=1', '/items/{id}', 200],
    ['HEAD', '/items/7', '/items/{id}', 200],
    ['POST', '/items', '/items', 200],
    ['GET', '/node', '/node', 202],
    ['DELETE', '/items', undefined, 405],
    ['OPTIONS', '/items', undefined, 204],
    ['GET', '/nowhere', undefined, 404],
    ['GET', '/%zz', undefined, 400]
  ]
  for (const [method, path, template, status] of requests) {
    it(`are told of ${method} ${path} before and after, by the route's template`, async () => {
      const told = new RecordingHooks()
      const { url } = await servers.serve(routes, { hooks: [told] })
      await fetch(url + path, { method })
      await until(() => told.ended.length > 0)
      expect(told.events.filter((event) => !event.startsWith('error'))).to.deep.equal([
        `request ${method} ${template}`,
        `response ${method} ${template} ${status}`
      ])
      expect(told.ended[0]?.ctx.path).to.equal(path.split('?')[0])
    })
  }

  it('are told how long a request took, from before its handler until its answer was sent', async () => {
    const told = new RecordingHooks()
    let inHandler = 0
    const work = (router: Router) => {
      router.getFunc('/', () => {
        const start = performance.now()
        do inHandler = performance.now() - start
        while (inHandler < 5)
        return 'worked'
      })
    }
    const { url } = await servers.serve(work, { hooks: [told] })
    const start = performance.now()
    await fetch(url)
    await until(() => told.ended.length > 0)
    expect(told.ended[0]?.ms).to.be.within(inHandler, performance.now() - start)
  })

  const failures: readonly [path: string, message: string, status: number][] = [
    ['/failing', 'broken', 500],
    ['/late', 'broken later', 500],
    ['/missing', 'Not found', 404],
    ['/slow', 'The request took too long to be answered', 503]
  ]
  for (const [path, message, status] of failures) {
    it(`are told the error of ${path} once, and then the ${status}`, async () => {
      const told = new RecordingHooks()
      const { url } = await servers.serve(routes, { hooks: [told] })
      expect((await fetch(url + path)).status).to.equal(status)
      await until(() => told.ended.length > 0)
      expect(told.events).to.deep.equal([`request GET ${path}`, `error GET ${path}`, `response GET ${path} ${status}`])
      expect((told.errors[0] as Error).message).to.equal(message)
    })
  }

  it('are told of an answer that cannot be sent, and of a stream that fails in its middle', async () => {
    const told = new RecordingHooks()
    const { url } = await servers.serve(routes, { hooks: [told] })
    await fetch(`${url}/cycle`)
    await fetch(`${url}/half`)
      .then(
        (answer) => answer.text(),
        () => undefined
      )
      .catch(() => undefined)
    await until(() => told.ended.length > 1)
    expect(told.errors).to.have.length(2)
    expect(told.errors[1]).to.have.property('message', 'no second half')
    expect(told.events.at(-1)).to.equal('response GET /half 200 aborted')
  })

  it('are told the faults of a request as the error that they are', async () => {
    class Item {
      @Field({ minLength: 3 }) name!: string
    }
    const told = new RecordingHooks()
    const service = await serviceOf([], {
      hooks: [told],
      routes: (router) => {
        router.postFunc('/signup', async (ctx) => void (await ctx.bindValidated(Item)))
      }
    })
    await service.inject({ method: 'POST', url: '/signup', body: { name: 'x' } })
    expect(told.errors).to.have.length(1)
    expect(told.errors[0]).to.have.property('name', 'ValidationError')
  })

  it('are told when the client has gone: before the head, after it, and behind another request', async () => {
    const told = new RecordingHooks()
    const { port } = await servers.serve(routes, { hooks: [told] })
    const send = async (path: string, count: number) => {
      const socket = await openSocket(port)
      for (let index = 0; index < count; index++) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      await until(() => told.events.filter((event) => event === `request GET ${path}`).length === count)
      socket.destroy()
      await until(() => told.events.filter((event) => event.startsWith(`response GET ${path} `)).length === count)
    }
    const warnings: Error[] = []
    const keep = (warning: Error): void => void warnings.push(warning)
    process.on('warning', keep)
    await send('/begun', 1)
    await send('/mute', 20)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', keep)
    expect(told.ended.map(({ status }) => status)).to.deep.equal([200, ...Array(20).fill(undefined)])
    expect(told.ended.every(({ isAborted }) => isAborted)).to.equal(true)
    expect(warnings).to.deep.equal([])
  })

  it('run a handler once, however often an around calls its run, or if it never does', async () => {
    const hooks: Hooks[] = [{ around: (_exchange, run) => [run(), run()] }, { around: () => undefined }]
    let calls = 0
    const { url } = await servers.serve((router) => router.getFunc('/', () => `call ${++calls}`), { hooks })
    const answer = await fetch(url)
    expect([answer.status, await answer.json(), calls]).to.deep.equal([200, 'call 1', 1])
  })

  const failing: Readonly<Record<string, () => unknown>> = {
    throws: () => {
      throw new Error('broken')
    },
    rejects: () => Promise.reject(new Error('broken')),
    'throws a text': () => {
      throw 'broken'
    }
  }
  for (const hook of ['onRequest', 'around', 'onError', 'onViolation', 'onResponse'] as const) {
    for (const [how, fail] of Object.entries(failing)) {
      it(`change no response where ${hook} ${how}, and the log says which hook failed`, async () => {
        const { logger, entries } = recordingLogger()
        const service = await serviceOf([], { hooks: [{ [hook]: fail }], logger, routes, responseChecks: 'enforce' })
        const statuses: number[] = []
        for (const path of ['/items/7', '/missing', '/failing', '/wrong', '/nowhere', '/%zz']) {
          statuses.push((await service.inject(path)).statusCode)
        }
        expect(statuses).to.deep.equal([200, 404, 500, 500, 404, 400])
        await until(() => entries.some(({ message }) => message === `A hook failed in its ${hook}`))
        const failure = entries.find(({ message }) => message.startsWith('A hook failed'))
        expect(failure?.level).to.equal('error')
        expect(failure?.fields.err?.message).to.include('broken')
      })
    }
  }

  it('are told of a response that breaks the document, and of the error that enforcing it is', async () => {
    const seen: unknown[] = []
    const told: Hooks = {
      onViolation: ({ template }, { status, messages }) => seen.push([template, status, messages]),
      onError: ({ template }, error) => seen.push([template, (error as Error).name])
    }
    for (const responseChecks of ['report', 'enforce'] as const) {
      const service = await serviceOf([], { hooks: [told], routes, responseChecks })
      await service.inject({ url: '/wrong', responseChecks })
    }
    const violation = ['/wrong', 200, ["'name' must be a string"]]
    expect(seen).to.deep.equal([violation, violation, ['/wrong', 'UndocumentedResponse']])
  })

  it('stand around the layers and the handler, the first outermost, through asynchronous calls', async () => {
    const storage = new AsyncLocalStorage<string>()
    const hooks: Hooks[] = [
      { around: (_exchange, run) => storage.run('outer', run) },
      { around: ({ template }, run) => storage.run(`${storage.getStore()} ${template}`, run) }
    ]
    const seen: unknown[] = []
    const { url } = await servers.serve(
      (router) => {
        router.use((_ctx, next) => {
          seen.push(storage.getStore())
          return next()
        })
        router.getFunc('/items/{id}', async () => {
          await new Promise(setImmediate)
          return storage.getStore()
        })
      },
      { hooks }
    )
    expect(await (await fetch(`${url}/items/7`)).json()).to.equal('outer /items/{id}')
    await fetch(`${url}/nowhere`)
    expect(seen).to.deep.equal(['outer /items/{id}', 'outer undefined'])
  })

  it('are not told of probes', async () => {
    const told = new RecordingHooks()
    const service = await serviceOf([], { hooks: [told], health: true })
    expect((await service.inject('/readyz')).statusCode).to.equal(200)
    await service.inject('/other')
    expect(told.events.filter((event) => event.startsWith('request'))).to.deep.equal(['request GET undefined'])
  })

  it('may register routes of their own, whose mistakes are setup errors', async () => {
    const hooks: Hooks = { onRouter: (router) => router.getFunc('/own', () => 'own') }
    const service = await serviceOf([], { hooks: [hooks] })
    expect((await service.inject('/own')).json()).to.equal('own')
    const failed: unknown = await serviceOf([], { hooks: [hooks, hooks] }).catch((error: unknown) => error)
    expect((failed as BootstrapError).errors.map(({ code }) => code)).to.deep.equal(['ROUTE_DUPLICATE'])
  })

  const wrong: readonly unknown[] = [
    {},
    5,
    null,
    [5],
    [null],
    [{ onrequest: () => 1 }],
    'hooks',
    [{}],
    [undefined],
    [{ onRequest: 'me' }],
    [() => undefined]
  ]
  for (const hooks of wrong) {
    it(`cannot be ${JSON.stringify(hooks) ?? 'undefined'}${Array.isArray(hooks) ? '' : ', which is not a list'}`, () => {
      expect(() => new Router({ hooks: hooks as Hooks[] }))
        .to.throw(SetupError, '`hooks` must be a list of objects with hooks')
        .with.property('code', 'APPLICATION_INVALID')
    })
  }
})
