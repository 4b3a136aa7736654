import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { type ApplicationOptions, type HealthOptions, type Service, Unauthorized } from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { RecordingLogger } from '../support/recording-logger.js'

const LOCAL = { port: 0, host: '127.0.0.1', signals: false }

describe('The health of a service', () => {
  let service: Service
  const logger = new RecordingLogger()
  afterEach(() => service?.close({ deadline: 0 }))
  beforeEach(() => {
    logger.entries.length = 0
  })

  async function start(health: boolean | HealthOptions, options: Partial<ApplicationOptions> = {}): Promise<void> {
    service = await serviceOf([], { health, logger, ...options })
    await service.start()
  }

  async function probe(path: string): Promise<[status: number, body: unknown]> {
    const { statusCode, body, headers } = await service.inject(path)
    if (statusCode !== 404) expect(headers['cache-control']).to.equal('no-store')
    return [statusCode, JSON.parse(body)]
  }

  it('is not served unless the application sets it', async () => {
    await start(false)
    expect((await probe('/livez'))[0]).to.equal(404)
    expect((await probe('/readyz'))[0]).to.equal(404)
  })

  it('is served at /livez and /readyz, in JSON, and not in the document', async () => {
    await start(true, { spec: '/openapi.json' })
    expect(await probe('/livez')).to.deep.equal([200, { status: 'ok' }])
    expect(await probe('/readyz')).to.deep.equal([200, { status: 'ok', failing: [], checks: {} }])
    expect(service.document.paths).to.deep.equal({})
    expect((await service.inject({ method: 'HEAD', url: '/readyz' })).statusCode).to.equal(200)
  })

  it('is served at the paths that the application sets', async () => {
    await start({ livez: '/alive', readyz: '/internal/ready' })
    expect((await probe('/alive'))[0]).to.equal(200)
    expect((await probe('/internal/ready'))[0]).to.equal(200)
    expect((await probe('/readyz'))[0]).to.equal(404)
  })

  it('names the checks that fail, and only the log says why', async () => {
    await start({
      checks: {
        database: () => 'fine',
        cache: () => Promise.reject(new Error('secret')),
        queue: () => false,
        disk: () => {
          throw new Error('secret')
        }
      }
    })
    const [status, body] = await probe('/readyz')
    expect([status, body]).to.deep.equal([
      503,
      {
        status: 'failing',
        failing: ['cache', 'queue', 'disk'],
        checks: { database: 'ok', cache: 'failed', queue: 'failed', disk: 'failed' }
      }
    ])
    expect(await service.health.report()).to.deep.equal(body)
    expect(logger.entries.slice(0, 3).map(({ level, message }) => [level, message])).to.have.deep.members([
      ['warn', 'The health check cache failed'],
      ['warn', 'The health check queue failed'],
      ['warn', 'The health check disk failed']
    ])
    const causes = logger.entries.slice(0, 3).map(({ fields }) => fields.err?.message)
    expect(causes).to.have.members(['secret', 'secret', undefined])
    expect(await probe('/livez')).to.deep.equal([200, { status: 'ok' }])
  })

  it('gives a check its time, fires its signal then, and runs it again afterwards', async () => {
    const reasons: string[] = []
    let runs = 0
    await start({
      timeout: 20,
      checks: {
        slow: async (signal) => {
          runs++
          // Less than a check has by default.
          await wait(600, undefined, { signal }).catch(() => reasons.push(signal.reason.name))
        }
      }
    })
    for (const turn of [1, 2]) {
      expect(await probe('/readyz')).to.deep.equal([
        503,
        { status: 'failing', failing: ['slow'], checks: { slow: 'timed out' } }
      ])
      expect(runs).to.equal(turn)
    }
    await wait(5)
    expect(reasons).to.deep.equal(['TimeoutError', 'TimeoutError'])
  })

  it('logs once a check that is too slow, also one that then rejects', async () => {
    await start({ timeout: 20, checks: { slow: (signal) => wait(600, undefined, { signal }) } })
    expect((await probe('/readyz'))[0]).to.equal(503)
    await wait(5)
    expect(logger.entries.map(({ level, message }) => [level, message])).to.deep.equal([
      ['warn', 'The health check slow took too long']
    ])
  })

  it('runs a check once for all requests meanwhile', async () => {
    let runs = 0
    await start({
      checks: {
        one: async () => {
          runs++
          await wait(10)
        }
      }
    })
    await Promise.all([probe('/readyz'), probe('/readyz'), service.health.report()])
    expect(runs).to.equal(1)
    await probe('/readyz')
    expect(runs).to.equal(2)
  })

  it('is served outside of all middleware, without a limit of time and without a line in the log of requests', async () => {
    await start(
      { checks: { slow: () => wait(40) } },
      { middleware: [() => Unauthorized.throw()], accessLog: true, handlerTimeout: 10 }
    )
    expect((await probe('/readyz'))[0]).to.equal(200)
    expect(logger.entries).to.deep.equal([])
    expect((await service.inject('/')).statusCode).to.equal(401)
    expect(logger.entries.map(({ message }) => message.replace(/ \S+ ms/, ''))).to.deep.equal(['GET (no route) 401'])
  })

  it('is not ready before the service is started, while it starts and while it stops', async () => {
    let checks = 0
    let started: (() => void) | undefined
    service = await serviceOf([], {
      health: { checks: { count: () => ++checks } },
      onStart: () =>
        new Promise<void>((resolve) => {
          started = resolve
        })
    })
    const status = async () => (await service.health.report()).status
    expect(await status()).to.equal('starting')
    const listening = service.listen(LOCAL)
    expect(await status()).to.equal('starting')
    expect(checks).to.equal(0)
    started?.()
    const { url } = await listening
    expect([await status(), checks]).to.deep.equal(['ok', 1])
    const closed = service.close({ delay: 1_500 })
    const answer = await fetch(`${url}/readyz`)
    expect([answer.status, await answer.json()]).to.deep.equal([503, { status: 'closing', failing: [], checks: {} }])
    expect((await fetch(`${url}/livez`)).status).to.equal(200)
    await closed
    expect([await status(), checks]).to.deep.equal(['starting', 1])
  })

  const wrong: readonly [health: unknown, code: string][] = [
    ['yes', 'APPLICATION_INVALID'],
    [{ checks: { database: true } }, 'APPLICATION_INVALID'],
    [{ checks: 'database' }, 'APPLICATION_INVALID'],
    [{ checks: null }, 'APPLICATION_INVALID'],
    [{ checks: [] }, 'APPLICATION_INVALID'],
    [null, 'APPLICATION_INVALID'],
    [{ timeout: -1 }, 'APPLICATION_INVALID'],
    [{ timeout: 1.5 }, 'APPLICATION_INVALID'],
    [{ readyz: 'readyz' }, 'PATH_INVALID'],
    [{ timeout: 0 }, 'APPLICATION_INVALID'],
    [{ timeout: '1s' }, 'APPLICATION_INVALID'],
    [{ livez: 'livez' }, 'PATH_INVALID'],
    [{ livez: '/health', readyz: '/health' }, 'ROUTE_DUPLICATE']
  ]
  for (const [health, code] of wrong) {
    it(`cannot be ${JSON.stringify(health)}`, async () => {
      const errors = await setupErrorsOf([], { health } as Partial<ApplicationOptions>)
      expect(errors.map((error) => error.code)).to.deep.equal([code])
    })
  }

  it('cannot be served at the path of a route', async () => {
    const [error] = await setupErrorsOf([], { health: true, routes: (router) => router.getFunc('/readyz', () => 1) })
    expect(error?.message).to.match(/^ROUTE_DUPLICATE: .*health\.readyz/)
  })
})
