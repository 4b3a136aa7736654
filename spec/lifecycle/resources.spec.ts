import { expect } from 'chai'
import { Controller, DefaultContainer, Get, Injectable, type Resource, type Service } from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { until } from '../support/one-handler.js'
import { RecordingLogger } from '../support/recording-logger.js'

const LOCAL = { port: 0, host: '127.0.0.1', signals: false }
let events: string[] = []

/** A resource that records what happens to it, and fails where a spec wants it. */
function resource(name: string, failing: readonly ('start' | 'close')[] = []): Resource {
  const happen = async (what: 'start' | 'close') => {
    await new Promise(setImmediate)
    events.push(`${what} ${name}`)
    if (failing.includes(what)) throw new Error(`${name} cannot ${what}`)
  }
  return { onStart: () => happen('start'), onClose: () => happen('close') }
}

@Injectable()
class Pool {
  onStart() {
    events.push('start Pool')
  }

  onClose() {
    events.push('close Pool')
  }
}

@Injectable()
class Store {
  constructor(readonly pool: Pool) {}

  onStart() {
    events.push('start Store')
  }
}

class Idle {}

@Controller()
class StoreController {
  constructor(
    readonly idle: Idle,
    readonly store: Store
  ) {}

  @Get('/events')
  events() {
    return events
  }

  onClose() {
    events.push('close StoreController')
  }
}

describe('What starts and ends with a service', () => {
  let service: Service | undefined
  beforeEach(() => {
    events = []
  })
  afterEach(() => service?.close({ deadline: 0 }))

  it('starts before it listens, in order, and closes in the reverse order after the last response', async () => {
    let release: (() => void) | undefined
    service = await serviceOf([], {
      resources: [resource('a'), resource('b')],
      ...resource('application'),
      routes: (router) =>
        router.getFunc('/slow', async () => {
          await new Promise<void>((resolve) => {
            release = resolve
          })
          events.push('answered')
        })
    })
    expect(events).to.deep.equal([])
    const { url } = await service.listen(LOCAL)
    expect(events).to.deep.equal(['start a', 'start b', 'start application'])
    const slow = fetch(`${url}/slow`)
    await until(() => release !== undefined)
    const closed = service.close()
    release?.()
    await Promise.all([slow, closed])
    expect(events.slice(3)).to.deep.equal(['answered', 'close application', 'close b', 'close a'])
  })

  it('is also what the default container constructs, dependencies first', async () => {
    service = await serviceOf([StoreController], { resources: [resource('a')], ...resource('application') })
    await service.listen(LOCAL)
    await service.close()
    expect(events).to.deep.equal([
      ...['start a', 'start Pool', 'start Store', 'start application'],
      ...['close application', 'close StoreController', 'close Pool', 'close a']
    ])
  })

  it('is not what was given to the default container; what it constructed is, once for all services', async () => {
    const container = new DefaultContainer().set(Pool, new Pool())
    const first = await serviceOf([StoreController], { container })
    service = await serviceOf([StoreController], { container })
    await service.start()
    await first.start()
    expect(events).to.deep.equal(['start Store'])
    await first.close()
    expect(events).to.deep.equal(['start Store'])
    await service.close()
    expect(events).to.deep.equal(['start Store', 'close StoreController'])
  })

  it("is a controller that comes from the application's own container", async () => {
    const container = { get: () => new StoreController(new Idle(), new Store(new Pool())) as never }
    service = await serviceOf([StoreController], { container })
    await service.start()
    await service.close()
    expect(events).to.deep.equal(['close StoreController'])
  })

  it('starts once, at the first request in-process too, and again after it was closed', async () => {
    service = await serviceOf([], { resources: [resource('a')], routes: (router) => router.getFunc('/', () => 'fine') })
    await Promise.all([service.inject('/'), service.inject('/')])
    await service.listen(LOCAL)
    await Promise.all([service.start(), service.start()])
    expect(events).to.deep.equal(['start a'])
    await Promise.all([service.close(), service.close()])
    await service.close()
    expect(events).to.deep.equal(['start a', 'close a'])
    expect((await service.inject('/')).json()).to.equal('fine')
    expect(events).to.deep.equal(['start a', 'close a', 'start a'])
  })

  it('is not started by being mounted into another server, but by service.start()', async () => {
    service = await serviceOf([], { resources: [resource('a')] })
    expect(service.handler).to.be.a('function')
    expect(events).to.deep.equal([])
    await service.start()
    expect(events).to.deep.equal(['start a'])
  })

  it('keeps the service from starting where it fails, and what was started is closed again', async () => {
    const logger = new RecordingLogger()
    service = await serviceOf([], {
      logger,
      resources: [resource('a'), resource('b', ['close']), resource('c', ['start']), resource('d')]
    })
    for (const start of [() => service?.start(), () => service?.listen(LOCAL), () => service?.inject('/')]) {
      events = []
      const failure = await start()?.then(
        () => undefined,
        (error: unknown) => error as Error
      )
      expect(failure?.message).to.equal('resources[2].onStart failed: c cannot start')
      expect((failure?.cause as Error | undefined)?.message).to.equal('c cannot start')
      expect(events).to.deep.equal(['start a', 'start b', 'start c', 'close b', 'close a'])
    }
    expect(logger.entries.map(({ message }) => message)).to.include('resources[1].onClose failed')
  })

  it('is named by its class, or else by its place', async () => {
    const onStart = () => {
      throw new Error('not now')
    }
    class Pool {
      onStart = onStart
    }
    const named = [new Pool(), { onStart }, Object.assign(Object.create(null), { onStart })].map(async (given) => {
      const own = await serviceOf([], { resources: [{ onClose: () => undefined }, given] })
      return own.start().catch((error: Error) => error.message)
    })
    expect(await Promise.all(named)).to.deep.equal([
      'Pool.onStart failed: not now',
      'resources[1].onStart failed: not now',
      'resources[1].onStart failed: not now'
    ])
  })

  it('may throw what is no Error', async () => {
    const onStart = () => {
      throw 'a text'
    }
    const own = await serviceOf([], { resources: [{ onStart }] })
    expect(await own.start().catch((error: Error) => error.message)).to.equal('resources[0].onStart failed: a text')
  })

  it('may start at the second attempt', async () => {
    let attempts = 0
    const onStart = () => {
      attempts++
      if (attempts === 1) throw new Error('not yet')
    }
    service = await serviceOf([], { onStart })
    const failure = await service.listen(LOCAL).catch((error: Error) => error.message)
    expect(failure).to.equal('The application.onStart failed: not yet')
    expect((await service.listen(LOCAL)).port).to.be.greaterThan(0)
  })

  it('is closed again where listening fails, unless it was started before', async () => {
    service = await serviceOf([], { resources: [resource('a')], routes: (router) => router.getFunc('/', () => 'fine') })
    const listenNowhere = () => service?.listen({ ...LOCAL, port: -1 }).catch(({ code }: { code: string }) => code)
    expect(await listenNowhere()).to.equal('LISTEN_FAILED')
    expect(events.splice(0)).to.deep.equal(['start a', 'close a'])
    await service.start()
    expect(await listenNowhere()).to.equal('LISTEN_FAILED')
    expect((await service.inject('/')).json()).to.equal('fine')
    expect((await service.health.report()).status).to.equal('ok')
    expect(events.splice(0)).to.deep.equal(['start a'])
    await service.close()
    expect(events).to.deep.equal(['close a'])
  })

  describe('that failed to start', () => {
    const ways: readonly (readonly [way: string, start: (service: Service) => Promise<unknown>])[] = [
      ['service.start()', (service) => service.start()],
      ['service.listen()', (service) => service.listen(LOCAL)],
      ['service.inject()', (service) => service.inject('/')]
    ]
    const failingOnce = (): Resource => {
      let hasFailed = false
      return {
        onStart: async () => {
          events.push('try b')
          if (hasFailed) return
          hasFailed = true
          throw new Error('not yet')
        },
        onClose: () => events.push('close b')
      }
    }
    for (const [way, start] of ways) {
      it(`can be started again, by ${way}, and is closed once`, async () => {
        const resources = [resource('a'), failingOnce(), resource('c')]
        service = await serviceOf([], { resources, health: true })
        const failure = await start(service).catch((error: Error) => error.message)
        expect(failure).to.equal('resources[1].onStart failed: not yet')
        expect((await service.health.report()).status).to.equal('starting')
        expect(events.splice(0)).to.deep.equal(['start a', 'try b', 'close a'])
        await start(service)
        expect((await service.health.report()).status).to.equal('ok')
        expect(events.splice(0)).to.deep.equal(['start a', 'try b', 'start c'])
        await service.close()
        expect(events).to.deep.equal(['close c', 'close b', 'close a'])
      })
    }

    it('is started again by the next WHATWG request, after a 503', async () => {
      service = await serviceOf([], {
        resources: [failingOnce()],
        routes: (router) => router.getFunc('/', () => 'fine')
      })
      const { fetch } = service
      const statuses = [await fetch(new Request('http://x/')), await fetch(new Request('http://x/'))]
      expect(statuses.map(({ status }) => status)).to.deep.equal([503, 200])
      await service.close()
      expect(events).to.deep.equal(['try b', 'try b', 'close b'])
    })

    it('can be started by another service that shares it, and is closed with the last', async () => {
      const shared = failingOnce()
      const first = await serviceOf([], { resources: [shared] })
      service = await serviceOf([], { resources: [shared] })
      const starting = await Promise.allSettled([first.start(), service.start()])
      expect(starting.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
      expect(events.splice(0)).to.deep.equal(['try b'])
      await Promise.all([first.start(), service.start()])
      await first.close()
      expect(events.splice(0)).to.deep.equal(['try b'])
      await service.close()
      expect(events).to.deep.equal(['close b'])
    })
  })

  it('that fails to close is logged, and the rest closes nevertheless', async () => {
    const logger = new RecordingLogger()
    service = await serviceOf([], { logger, resources: [resource('a'), resource('b', ['close']), resource('c')] })
    await service.start()
    await service.close()
    expect(events.slice(3)).to.deep.equal(['close c', 'close b', 'close a'])
    expect(logger.entries.map(({ level, message, fields }) => [level, message, String(fields.err)])).to.deep.equal([
      ['error', 'resources[1].onClose failed', 'Error: b cannot close']
    ])
  })

  it('that never finishes closing is not waited for longer than the deadline', async () => {
    const logger = new RecordingLogger()
    service = await serviceOf([], { logger, resources: [resource('a'), { onClose: () => new Promise(() => {}) }] })
    await service.start()
    await service.close({ deadline: 20 })
    expect(events).to.deep.equal(['start a', 'close a'])
    expect(String(logger.entries[0]?.fields.err)).to.contain('It did not finish in 20 ms')
  })

  it('is closed where it still starts when the service is closed', async () => {
    service = await serviceOf([], { resources: [resource('a')] })
    const listening = service.listen(LOCAL).catch((error: Error) => error.message)
    await service.close()
    expect(events).to.deep.equal(['start a', 'close a'])
    expect(await listening).to.contain('LISTEN_FAILED')
  })

  const wrong: readonly [options: object, what: RegExp][] = [
    [{ resources: {} }, /`resources` must be a list/],
    [{ resources: [{}] }, /`resources` must be a list/],
    [{ resources: [null] }, /`resources` must be a list/],
    [{ onStart: 'now' }, /`onStart` and `onClose` must be functions/],
    [{ onClose: {} }, /`onStart` and `onClose` must be functions/],
    [{ server: { headersTimeout: -1 } }, /headersTimeout is -1/],
    [{ handlerTimeout: '1s' }, /handlerTimeout is 1s/],
    [{ accessLog: 'loud' }, /accessLog is loud/],
    [{ logger: 'loud' }, /the logger lacks a method/],
    [{ trustProxy: 'proxy.example' }, /trustProxy/]
  ]
  for (const [options, what] of wrong) {
    it(`is rejected at set-up if it is wrong: ${JSON.stringify(options)}`, async () => {
      const errors = await setupErrorsOf([], options)
      expect(errors.map(({ code }) => code)).to.deep.equal(['APPLICATION_INVALID'])
      expect(errors[0]?.message).to.match(what)
    })
  }
})
