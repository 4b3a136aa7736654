import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { type Context, Field, type Router } from 'fieldstone'
import { EDGES, Edges } from '../support/edges.js'
import { openSocket, until } from '../support/one-handler.js'
import { RecordedTimers } from '../support/recorded-timers.js'

class Item {
  @Field({ maxLength: 3 }) name!: string
}

async function* failing(): AsyncGenerator<string, void> {
  yield 'half'
  await new Promise(setImmediate)
  throw new Error('broken')
}

/** Gives an event, if one is asked for, and then nothing until the request is over. */
async function* waiting(ctx: Context, ...events: readonly string[]): AsyncGenerator<string, void> {
  yield* events
  await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
}

let entered = 0
const timers = new RecordedTimers()

/** With times of their own each time, so that a timer which one spec leaves behind is not the one that the next waits for. */
function routes(router: Router): void {
  const limits = {
    handlerTimeout: timers.delay('handlerTimeout'),
    requestTimeout: timers.delay('requestTimeout'),
    bodyLimit: 20
  }
  const events = { heartbeat: timers.delay('heartbeat'), headDelay: timers.delay('headDelay') }
  router.postFunc('/throws', () => Promise.reject(new Error('broken')), limits)
  router.post(
    '/by-hand',
    () => {
      throw new Error('broken')
    },
    limits
  )
  router.postFunc('/body', (ctx) => ctx.bodyText(), limits)
  router.postFunc('/item', (ctx) => ctx.bindValidated(Item), { ...limits, requestBody: Item })
  router.postFunc('/stream', (ctx) => ctx.stream(200, failing()), limits)
  router.postFunc('/events', (ctx) => ctx.sse(failing(), events), limits)
  router.postFunc('/ending-events', (ctx) => ctx.sse(['a', 'b'], events), limits)
  router.postFunc('/no-events', (ctx) => ctx.sse([], events), limits)
  router.postFunc('/cut', (ctx) => void ctx.handOver().destroy(), limits)
  router.postFunc('/late', () => new Promise(() => {}), { ...limits, handlerTimeout: 5 })
  router.getFunc(
    '/wait',
    (ctx) => {
      entered++
      return new Promise((_resolve, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason)))
    },
    limits
  )
  router.getFunc(
    '/wait/events',
    (ctx) => {
      entered++
      ctx.sse(waiting(ctx), events)
    },
    limits
  )
  router.getFunc(
    '/wait/after-an-event',
    (ctx) => {
      entered++
      ctx.sse(waiting(ctx, 'first'), events)
    },
    limits
  )
}

const JSON_TYPE = { 'content-type': 'application/json' }
const ENDINGS: readonly [what: string, path: string, body: string, status: number, headers?: Record<string, string>][] =
  [
    ['whose handler throws', '/throws', '', 500],
    ['whose Node handler throws', '/by-hand', '', 500],
    ['whose body is too large', '/body', 'x'.repeat(30), 413],
    ['whose body breaks a rule', '/item', '{"name":"long"}', 400, JSON_TYPE],
    ['whose body is no JSON', '/item', '{', 400, JSON_TYPE],
    ['whose body has another type', '/item', 'x', 415, { 'content-type': 'text/csv' }],
    ['that no route is for', '/none', 'x', 404],
    ['whose stream fails', '/stream', '', 200],
    ['whose events fail', '/events', '', 200],
    ['whose events end', '/ending-events', '', 200],
    ['that has no events', '/no-events', '', 200],
    ['that is cut', '/cut', '', 0],
    ['whose time is up', '/late', '', 503]
  ]

const count = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

/** How many timers there are, that of the running spec included, which mocha sets when the spec first waits. */
async function active(): Promise<number> {
  await null
  return count()
}

describe('No timer is left behind', () => {
  const edges = new Edges()
  beforeEach(() => {
    entered = 0
    timers.start()
  })
  afterEach(async () => {
    await edges.close()
    timers.stop()
  })

  for (const edge of EDGES) {
    for (const [what, path, body, status, headers] of ENDINGS) {
      it(`by a request over ${edge} ${what}`, async () => {
        const before = await active()
        const { send } = await edges.reach(edge, routes)
        expect((await send({ method: 'POST', path, body, headers })).status).to.equal(status)
        await timers.allCleared()
        await edges.close()
        await until(
          () => count() <= before,
          () => `${count() - before} timers more than before`
        )
      })
    }
  }

  for (const path of ['/wait', '/wait/events', '/wait/after-an-event']) {
    it(`by a client that goes away, over each edge: ${path}`, async () => {
      const before = await active()
      const { service } = await edges.reach('fetch', routes)
      const { port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
      const leaving = new AbortController()
      const fetched = service.fetch(new Request(`http://localhost${path}`, { signal: leaving.signal }))
      const injected = service.inject({ url: path, signal: leaving.signal }).catch(() => undefined)
      const socket = await openSocket(port)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await until(() => entered === 3)
      const waitingFor =
        path === '/wait/after-an-event' ? 'heartbeat' : path === '/wait/events' ? 'headDelay' : 'handlerTimeout'
      await until(
        () => timers.open.includes(waitingFor),
        () => `set are: ${timers.open.join(', ')}`
      )
      leaving.abort()
      socket.destroy()
      await Promise.all([fetched.catch(() => undefined), injected])
      await timers.allCleared()
      await edges.close()
      await until(
        () => count() <= before,
        () => `${count() - before} timers more than before`
      )
    })
  }

  it('by a service that was closed: its process ends by itself', async () => {
    const program = `
      import { Application, bootstrap } from 'fieldstone'
      const limits = { handlerTimeout: 987_651, requestTimeout: 987_651, bodyLimit: 3 }
      const routes = (router) => {
        router.getFunc('/throws', () => Promise.reject(new Error('broken')), limits)
        router.getFunc('/late', () => new Promise(() => {}), { ...limits, handlerTimeout: 5 })
        router.getFunc('/never', () => new Promise(() => {}), limits)
        router.postFunc('/body', (ctx) => ctx.bodyText(), limits)
      }
      const service = await bootstrap(new Application({ title: 'a', version: '1', logger: false, routes }))
      const { url } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
      const statuses = []
      const ask = async (path, init) => {
        statuses.push((await fetch(url + path, init)).status)
        statuses.push((await service.fetch(new Request(url + path, init))).status)
      }
      await ask('/throws')
      await ask('/late')
      await ask('/body', { method: 'POST', body: 'long' })
      const leaving = new AbortController()
      const left = fetch(url + '/never', { signal: leaving.signal }).catch(() => undefined)
      setTimeout(() => leaving.abort(), 20)
      await left
      await service.close({ deadline: 100 })
      process.stdout.write(statuses.join())
    `
    const args = ['--conditions=fieldstone-modules', '--input-type=module', '--eval', program]
    // A process that a timer holds is killed, and this rejects.
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 })
    expect(stdout).to.equal('500,500,503,503,413,413')
  }).timeout(90_000)
})
