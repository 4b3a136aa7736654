import { type ClientHttp2Session, connect } from 'node:http2'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { expect } from 'chai'
import { type ApplicationOptions, type Context, type Service } from 'fieldstone'
import { openTelemetry } from 'fieldstone/opentelemetry'
import { prometheus } from 'fieldstone/prometheus'
import { RedisStore, rateLimit } from 'fieldstone/rate-limit'
import { serviceOf } from '../support/applications.js'
import { until } from '../support/one-handler.js'
import { RecordingLogger } from '../support/recording-logger.js'

const REQUESTS = 100

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** What a client can choose, different in each request: methods, paths, queries, hosts, ids, agents and statuses. */
const SENT = Array.from({ length: REQUESTS }, (_, n): readonly Sent[] => [
  { method: `M${n}${'X'.repeat(n)}`, path: '/items/1', headers: {} },
  { method: `get${n}`, path: `/nowhere/${n}`, headers: {} },
  { method: 'GET', path: `/items/${n}?q=${n}`, headers: { 'x-request-id': `id-${n}`, 'user-agent': `agent ${n}` } },
  { method: 'GET', path: `/status/${600 + n}`, headers: {} },
  { method: 'GET', path: `/nowhere/${n}/%zz`, headers: { host: `host-${n}.example`, forwarded: `for=${n}` } },
  { method: 'POST', path: '/items/1', headers: { 'x-http-method-override': `M${n}`, 'x-forwarded-proto': `p${n}` } }
]).flat()

/** The methods of {@link SENT} that HTTP defines, and what all others are called. */
const NAMES = ['GET', 'POST', '_OTHER']

/** How many requests are over, for all hooks. */
let ended = 0

async function measured({ hooks = [], ...options }: Partial<ApplicationOptions>): Promise<Service> {
  ended = 0
  return serviceOf([], {
    hooks: [...hooks, { onResponse: () => void ended++ }],
    routes: (router) => {
      router.getFunc('/items/{id}', (ctx) => ctx.urlParam('id'))
      router.getFunc('/status/{status}', (ctx) => ctx.json(Number(ctx.urlParam('status')), {}))
    },
    ...options
  })
}

async function overFetch(service: Service): Promise<void> {
  for (const { method, path, headers } of SENT) {
    const response = await service.fetch(new Request(`http://localhost${path}`, { method, headers }))
    await response.text()
  }
  await until(() => ended === SENT.length)
}

async function overHttp2(service: Service): Promise<void> {
  const { url } = await service.listen({ port: 0, host: '127.0.0.1', http2: true })
  const session = connect(url)
  try {
    for (let n = 0; n < SENT.length; n += 50) {
      await Promise.all(SENT.slice(n, n + 50).map((each) => exchange(session, each)))
    }
    await until(() => ended === SENT.length)
  } finally {
    session.close()
    await service.close({ deadline: 1_000 })
  }
}

async function exchange(session: ClientHttp2Session, { method, path, headers }: Sent): Promise<void> {
  const { host, ...rest } = headers
  const authority = host === undefined ? {} : { ':authority': host }
  const stream = session.request({ ':method': method, ':path': path, ...authority, ...rest }, { endStream: true })
  await text(Readable.from(stream))
}

/** The labels of all series of a metric, without the values. */
function seriesOf(scraped: string, metric: string): string[] {
  return scraped
    .split('\n')
    .filter((line) => line.startsWith(`${metric}{`))
    .map((line) => line.slice(metric.length, line.lastIndexOf(' ')))
}

for (const [edge, send] of [
  ['service.fetch', overFetch],
  ['HTTP/2', overHttp2]
] as const) {
  describe(`Whatever clients send over ${edge}`, () => {
    it('makes no more series of Prometheus than there are routes, known methods and statuses', async () => {
      const hooks = prometheus({ processMetrics: false })
      await send(await measured({ hooks: [hooks] }))
      const scraped = await hooks.registry.metrics()
      expect(seriesOf(scraped, 'http_request_duration_seconds_count').sort()).to.deep.equal([
        '{method="GET",route="",status="400"}',
        '{method="GET",route="/items/{id}",status="200"}',
        '{method="GET",route="/status/{status}",status="500"}',
        '{method="POST",route="",status="405"}',
        '{method="_OTHER",route="",status="404"}',
        '{method="_OTHER",route="",status="405"}'
      ])
    })

    it('makes no more series of OpenTelemetry, nor other names of spans', async () => {
      const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
      const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000 })
      const meterProvider = new MeterProvider({ readers: [reader] })
      const spans = new InMemorySpanExporter()
      const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] })
      await send(await measured({ hooks: [openTelemetry({ tracerProvider, meterProvider })] }))
      await meterProvider.forceFlush()
      const series = metrics
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
        .flatMap(({ dataPoints }) => dataPoints.map(({ attributes }) => attributes))
      expect(series).to.have.length(6)
      expect(new Set(series.map((each) => each['http.request.method']))).to.have.all.keys(NAMES)
      const finished = spans.getFinishedSpans()
      expect(finished).to.have.length(SENT.length)
      const names = ['GET', 'GET /items/{id}', 'GET /status/{status}', 'HTTP', 'POST']
      expect(new Set(finished.map(({ name }) => name))).to.have.all.keys(names)
      expect(new Set(finished.map(({ attributes }) => attributes['http.request.method']))).to.have.all.keys(NAMES)
      expect(JSON.stringify(finished.map(({ attributes }) => attributes))).not.to.match(/M\d+X|get\d/)
      await meterProvider.shutdown()
    })

    it('puts no method of its own into the access log, nor into the log of failures', async () => {
      const logger = new RecordingLogger()
      const middleware: ApplicationOptions['middleware'] = [
        () => {
          throw new Error('broken')
        }
      ]
      await send(await measured({ logger, accessLog: true, middleware }))
      await until(() => logger.entries.filter(({ level }) => level === 'info').length === SENT.length)
      const methods = logger.entries.flatMap(({ fields }) => (fields as { method?: string }).method ?? [])
      expect(new Set(methods)).to.have.all.keys(NAMES)
      expect(JSON.stringify(logger.entries.map(({ message }) => message))).not.to.match(/M\d+X|get\d/)
    })
  })
}

describe('A hook', () => {
  it('gets `_OTHER` for a method that HTTP does not define; its context has what was sent', async () => {
    const seen: unknown[] = []
    const service = await measured({
      hooks: [
        {
          onRequest: ({ method, ctx }) => void seen.push([method, ctx.method]),
          onResponse: ({ method }) => void seen.push(method)
        }
      ]
    })
    for (const method of ['PURGE', 'QUERY']) await service.fetch(new Request('http://localhost/items/1', { method }))
    await until(() => seen.length === 4)
    expect(seen).to.deep.equal([['_OTHER', 'PURGE'], '_OTHER', ['QUERY', 'QUERY'], 'QUERY'])
  })
})

describe('The key of a rate limit', () => {
  it('is kept as its hash where it is long, since clients send it', async () => {
    const kept: string[] = []
    const client = {
      ...{ status: 'ready', connect: async () => undefined, disconnect() {}, once() {}, defineCommand() {} },
      rlflxIncr: async ([key]: readonly [string]) => {
        kept.push(key)
        return [kept.filter((each) => each === key).length, 60_000]
      }
    }
    const key = (ctx: Context) => ctx.requestHeader('x-api-key')
    const limit = rateLimit({ limit: 1, window: 60_000, key, store: new RedisStore(client) })
    const service = await measured({ middleware: [limit] })
    const statusFor = async (apiKey: string) =>
      (await service.fetch(new Request('http://localhost/items/1', { headers: { 'x-api-key': apiKey } }))).status
    const long = 'k'.repeat(14_000)
    const statuses = []
    for (const apiKey of ['short', `${long}1`, `${long}2`, `${long}1`]) statuses.push(await statusFor(apiKey))
    expect(statuses).to.deep.equal([200, 200, 200, 429])
    expect(kept[0]).to.match(/:short$/)
    expect(Math.max(...kept.map(({ length }) => length))).to.be.below(120)
    for (const length of [64, 65]) await statusFor('k'.repeat(length))
    expect(kept[4]).to.match(/:k{64}$/)
    expect(kept[5]).to.match(/:sha256:[0-9a-f]{64}$/)
  })
})
