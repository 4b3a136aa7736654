import { expect } from 'chai'
import { type ApplicationOptions, type Middleware, type Service, SetupError } from 'fieldstone'
import { type RateLimitOptions, RedisStore, rateLimit } from 'fieldstone/rate-limit'
import { Redis } from 'ioredis'
import { serviceOf } from '../support/applications.js'
import { until } from '../support/one-handler.js'
import { RecordedTimers } from '../support/recorded-timers.js'
import { RecordingLogger } from '../support/recording-logger.js'
import { hasRedis, RedisServer } from '../support/redis-server.js'

const RATE = { limit: 2, window: 60_000 }

function limited(middleware: Middleware, options: Partial<ApplicationOptions> = {}): Promise<Service> {
  return serviceOf([], {
    middleware: [middleware],
    routes: (router) => router.getFunc('/items/{id}', (ctx) => ctx.urlParam('id')),
    ...options
  })
}

async function statuses(service: Service, count: number, headers: Record<string, string> = {}): Promise<number[]> {
  const received: number[] = []
  for (let index = 0; index < count; index++) {
    received.push((await service.inject({ url: '/items/1', headers })).statusCode)
  }
  return received
}

describe('rateLimit()', () => {
  it('responds with a 429 problem above the limit, with the seconds to wait', async () => {
    const service = await limited(rateLimit(RATE))
    expect(await statuses(service, 2)).to.deep.equal([200, 200])
    const { statusCode, headers, body } = await service.inject('/items/1')
    expect(statusCode).to.equal(429)
    expect(headers['content-type']).to.equal('application/problem+json')
    expect(Number(headers['retry-after'])).to.be.within(58, 60)
    expect(JSON.parse(body)).to.include({ title: 'Too Many Requests', status: 429 })
    expect(JSON.parse(body).detail).to.match(/^Too many requests: try again in \d+ seconds$/)
  })

  it('names one second as one', async () => {
    const service = await limited(rateLimit({ limit: 1, window: 1_000 }))
    let refused = await service.inject('/items/1')
    while (refused.statusCode === 200) refused = await service.inject('/items/1')
    expect(refused.headers['retry-after']).to.equal('1')
    expect(refused.json()).to.have.property('detail', 'Too many requests: try again in 1 second')
  })

  it('accepts requests again when the window is over', async () => {
    const service = await limited(rateLimit({ limit: 1, window: 1_000 }))
    expect(await statuses(service, 2)).to.deep.equal([200, 429])
    let accepted = false
    while (!accepted) {
      accepted = (await statuses(service, 1))[0] === 200
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })

  it('sends how many requests are left, for every limit of the route', async () => {
    const service = await limited(rateLimit({ ...RATE, name: 'all' }), {
      routes: (router) =>
        router.getFunc('/items/{id}', () => 1, { middleware: [rateLimit({ limit: 9, window: 5_000, name: 'items' })] })
    })
    const { headers } = await service.inject('/items/1')
    expect(headers['ratelimit-policy']).to.equal('"all";q=2;w=60, "items";q=9;w=5')
    expect(headers.ratelimit).to.match(/^"all";r=1;t=60, "items";r=8;t=5$/)
    expect((await service.inject('/other')).headers.ratelimit).to.equal('"all";r=0;t=60')
  })

  it('sends it in separate headers, or not at all', async () => {
    const single = await limited(rateLimit({ ...RATE, headers: 'separate' }))
    const { headers } = await single.inject('/items/1')
    expect(headers).to.include({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1', 'ratelimit-reset': '60' })
    const silent = await limited(rateLimit({ ...RATE, headers: 'none' }))
    await statuses(silent, 2)
    const rejected = await silent.inject('/items/1')
    expect(Object.keys(rejected.headers).filter((name) => name.startsWith('ratelimit'))).to.deep.equal([])
    expect(rejected.headers['retry-after']).to.equal('60')
  })

  it('counts clients by the key that it is given; without a key or a cost it does not count', async () => {
    const middleware = rateLimit({
      ...RATE,
      key: async (ctx) => ctx.requestHeader('x-api-key'),
      cost: (ctx) => Number(ctx.requestHeader('x-cost') ?? 1)
    })
    const service = await limited(middleware)
    expect(await statuses(service, 3, { 'x-api-key': 'a' })).to.deep.equal([200, 200, 429])
    expect(await statuses(service, 1, { 'x-api-key': 'b', 'x-cost': '2' })).to.deep.equal([200])
    expect(await statuses(service, 1, { 'x-api-key': 'b' })).to.deep.equal([429])
    expect(await statuses(service, 1, { 'x-api-key': 'b', 'x-cost': '0' })).to.deep.equal([200])
    expect(await statuses(service, 4)).to.deep.equal([200, 200, 200, 200])
  })

  it('counts by the address of the client that a trusted proxy sends', async () => {
    const service = await limited(rateLimit(RATE), { trustProxy: 'loopback' })
    expect(await statuses(service, 3, { 'x-forwarded-for': '2001:db8::1' })).to.deep.equal([200, 200, 429])
    expect(await statuses(service, 1, { 'x-forwarded-for': '2001:db8::2' })).to.deep.equal([429])
    expect(await statuses(service, 1, { 'x-forwarded-for': '2001:db8:1::2' })).to.deep.equal([200])
  })

  const clients: readonly [one: string, other: string, isOne: boolean][] = [
    ['203.0.113.7', '203.0.113.8', false],
    ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['1::', '1:0:0:0:9::', true],
    ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2', true],
    ['1:2::4:5:6:192.0.2.1', '1:2:0:4::', true],
    ['2001:db8::1', '2001:DB8:0:0:5::', true],
    ['::1', '::2', true]
  ]
  for (const [one, other, isOne] of clients) {
    it(`counts ${one} and ${other} as ${isOne ? 'one client: they are of one /64 network' : 'two clients'}`, async () => {
      const service = await limited(rateLimit({ ...RATE, limit: 1 }), { trustProxy: 'loopback' })
      expect(await statuses(service, 1, { 'x-forwarded-for': one })).to.deep.equal([200])
      expect(await statuses(service, 1, { 'x-forwarded-for': other })).to.deep.equal([isOne ? 429 : 200])
    })
  }

  it('is in the document of the routes that it limits: of an application, a group, a route', async () => {
    const responsesOf = async (options: Partial<ApplicationOptions>) => {
      const { document } = await serviceOf([], options)
      const limited = Object.entries(document.paths).filter(([, item]) => item.get?.responses['429'] !== undefined)
      return { paths: limited.map(([path]) => path), document }
    }
    const routes: ApplicationOptions['routes'] = (router) => {
      router.group('/group', rateLimit(RATE)).getFunc('/a', () => 1)
      router.getFunc('/route', () => 1, { middleware: [rateLimit(RATE)] })
      router.getFunc('/free', () => 1)
    }
    expect((await responsesOf({ routes })).paths).to.deep.equal(['/group/a', '/route'])
    const all = await responsesOf({ routes, middleware: [rateLimit(RATE)] })
    expect(all.paths).to.deep.equal(['/group/a', '/route', '/free'])
    expect(all.document.paths['/free']?.get?.responses['429']).to.deep.equal({
      $ref: '#/components/responses/TooManyRequests'
    })
    expect(JSON.stringify(all.document.components?.responses?.TooManyRequests)).to.contain('Retry-After')
    // A 503 is of a limit in Redis alone.
    const closed = await responsesOf({ routes, middleware: [rateLimit({ ...RATE, whenAway: 'closed' })] })
    expect(closed.document.paths['/free']?.get?.responses).not.to.have.any.keys('503')
    expect((await responsesOf({ routes: (router) => router.getFunc('/free', () => 1) })).paths).to.deep.equal([])
  })

  describe('in a Redis that a client of the application reaches', () => {
    const timers = new RecordedTimers()
    beforeEach(() => timers.start())
    afterEach(() => timers.stop())

    /** A service whose limit counts by this reply of Redis, which gets how much a request counts. */
    async function counting(
      reply: (points: number) => readonly [number, number],
      options: Partial<RateLimitOptions> = {}
    ) {
      const logger = new RecordingLogger()
      const client = {
        ...{ status: 'ready', connect: async () => undefined, disconnect() {}, once() {}, defineCommand() {} },
        rlflxIncr: async ([, points]: readonly [string, string]) => reply(Number(points))
      }
      const store = new RedisStore(client, { timeout: timers.delay('a reply') })
      const service = await limited(rateLimit({ ...RATE, ...options, store }), { logger })
      const reports = () => logger.entries.flatMap(({ message }) => /cannot count .*/.exec(message) ?? [])
      return { service, reports }
    }
    const gone = () => {
      throw new Error('gone')
    }

    it('sends how much a request counts, and leaves no timer', async () => {
      const sent: number[] = []
      const { service } = await counting((points) => [sent.push(points), 60_000], { cost: () => 5 })
      expect(await statuses(service, 3)).to.deep.equal([200, 200, 429])
      expect(sent).to.deep.equal([5, 5, 5])
      expect(timers.made).to.equal(3)
      await timers.allCleared()
    })

    const outcomes: readonly [RateLimitOptions['whenAway'], number[], string][] = [
      ['open', [200, 200], 'they are accepted'],
      ['closed', [503, 503], 'they get a 503'],
      ['memory', [200, 429], 'this process counts on its own']
    ]
    for (const [whenAway, expected, outcome] of outcomes) {
      it(`says while it is away what becomes of requests, of any cost: ${outcome}`, async () => {
        const { service, reports } = await counting(gone, { whenAway, cost: () => 2 })
        expect(await statuses(service, 2)).to.deep.equal(expected)
        expect(reports()).to.deep.equal([`cannot count requests for the limit "default": ${outcome}`])
        await timers.allCleared()
      })
    }

    it('says so again a minute later', async () => {
      const { service, reports } = await counting(gone)
      const start = Math.ceil(performance.now())
      try {
        for (const later of [0, 59_999, 60_000]) {
          performance.now = () => start + later
          await statuses(service, 1)
          expect(reports()).to.have.length(later < 60_000 ? 1 : 2)
        }
      } finally {
        Reflect.deleteProperty(performance, 'now')
      }
    })
  })

  describe('in Redis', function () {
    this.timeout(120_000)
    let redis: RedisServer
    const services: Service[] = []
    const clients: Redis[] = []

    before(async function () {
      if (!hasRedis) {
        if (process.env.CI === 'true') throw new Error('redis-server is not installed: apt-get install redis-server')
        console.warn('      SKIPPED: redis-server is not installed, so no limit is counted in Redis')
        this.skip()
      }
      redis = await RedisServer.start()
    })
    afterEach(async () => {
      await Promise.all(services.splice(0).map((service) => service.close({ deadline: 100 })))
      for (const client of clients.splice(0)) client.disconnect()
    })
    after(() => redis?.stop())

    /** The application of one process. */
    async function machine(options: Partial<RateLimitOptions>, store = new RedisStore(redis.url, { timeout: 8_000 })) {
      const logger = new RecordingLogger()
      const service = await limited(rateLimit({ ...RATE, ...options, store }), { resources: [store], logger })
      services.push(service)
      return { service, logger, store }
    }

    it('counts the requests of all processes together, by the name of the limit', async () => {
      const [first, second] = [await machine({ name: 'shared' }), await machine({ name: 'shared' })]
      expect(await statuses(first.service, 1)).to.deep.equal([200])
      expect(await statuses(second.service, 2)).to.deep.equal([200, 429])
      expect(await statuses(first.service, 1)).to.deep.equal([429])
      expect(await statuses((await machine({ name: 'apart' })).service, 1)).to.deep.equal([200])
    })

    it('uses a client that it is given, and does not disconnect it', async () => {
      const client = new Redis(redis.url)
      clients.push(client)
      const { service } = await machine({ name: 'own' }, new RedisStore(client))
      expect(await statuses(service, 3)).to.deep.equal([200, 200, 429])
      await service.close()
      expect(await client.ping()).to.equal('PONG')
    })

    it('counts again after the service was closed and started again, and leaves no timer', async () => {
      const timers = new RecordedTimers()
      timers.start()
      try {
        const store = new RedisStore(redis.url, { timeout: timers.delay('the connection') })
        const { service } = await machine({ name: 'again' }, store)
        expect(await statuses(service, 1)).to.deep.equal([200])
        await service.close()
        expect(await statuses(service, 2)).to.deep.equal([200, 429])
        await timers.allCleared()
      } finally {
        timers.stop()
      }
    })

    it('counts again after the service was closed while Redis was away, and started again', async () => {
      const { service, store } = await machine({ name: 'closed-away' })
      expect(await statuses(service, 1)).to.deep.equal([200])
      await redis.stop()
      await until(() => store.client.status === 'reconnecting')
      await service.close()
      await redis.resume()
      expect(await statuses(service, 3)).to.deep.equal([200, 200, 429])
    })

    it('keeps its keys below the prefix of the store and the name of the limit', async () => {
      const client = new Redis(redis.url)
      clients.push(client)
      await statuses((await machine({ name: 'plain' }, new RedisStore(client))).service, 1)
      await statuses((await machine({ name: 'shop' }, new RedisStore(client, { prefix: 'staging' }))).service, 1)
      expect(await client.keys('*:plain:*')).to.deep.equal(['rate-limit:plain:127.0.0.1'])
      expect(await client.keys('*:shop:*')).to.deep.equal(['staging:shop:127.0.0.1'])
    })

    it('rejects two limits with one name in one store', () => {
      const store = new RedisStore(redis.url)
      rateLimit({ ...RATE, store })
      expect(() => rateLimit({ ...RATE, store })).to.throw(SetupError, 'two limits have the name "default"')
    })

    const away: readonly [RateLimitOptions['whenAway'], number[]][] = [
      [undefined, [200, 200, 200]],
      ['closed', [503, 503, 503]],
      ['memory', [200, 200, 429]]
    ]
    for (const [whenAway, expected] of away) {
      it(`while Redis is away: ${whenAway ?? 'by default'} ${expected.join(', ')}; reports it once, and counts again afterwards`, async () => {
        const { service, logger, store } = await machine({ name: `away-${whenAway}`, whenAway })
        await service.start()
        await redis.stop()
        await until(() => store.client.status !== 'ready')
        expect(await statuses(service, 3)).to.deep.equal(expected)
        const reports = logger.entries.filter(({ message }) => message.includes('cannot count requests'))
        expect(reports).to.have.length(1)
        await redis.resume()
        await until(() => store.client.status === 'ready')
        expect(await statuses(service, 3)).to.deep.equal([200, 200, 429])
      })
    }

    it('starts without Redis, and does not wait for one that hangs', async () => {
      const impatient = (): RedisStore => new RedisStore(redis.url, { timeout: 300 })
      const { service } = await machine({ name: 'hanging' }, impatient())
      expect(await statuses(service, 1)).to.deep.equal([200])
      redis.freeze()
      expect(await statuses(service, 4)).to.deep.equal([200, 200, 200, 200])
      await redis.stop()
      const late = await machine({ name: 'late' }, impatient())
      expect(await statuses(late.service, 3)).to.deep.equal([200, 200, 200])
      await redis.resume()
    })

    it('documents the 503 of a limit that is closed without Redis', async () => {
      const { service } = await machine({ name: 'documented', whenAway: 'closed' })
      expect(service.document.paths['/items/{id}']?.get?.responses).to.include.keys('429', '503')
    })
  })
})
