import { connect } from 'node:http2'
import { context, metrics as globalMetrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { RPCType, setRPCMetadata, W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  AggregationTemporality,
  type HistogramMetricData,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { expect } from 'chai'
import { HttpError, InternalServerError, NotFound, ServiceUnavailable } from 'fieldstone'
import { openTelemetry } from 'fieldstone/opentelemetry'
import { serviceOf } from '../support/applications.js'
import { leave } from '../support/left-requests.js'
import { until } from '../support/one-handler.js'

const spans = new InMemorySpanExporter()
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] })
const metrics = new InMemoryMetricExporter(AggregationTemporality.DELTA)
const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000 })
const meterProvider = new MeterProvider({ readers: [reader] })

class Broken extends Error {
  override readonly name = 'Broken'
}

async function traced() {
  return serviceOf([], {
    hooks: [openTelemetry({ tracerProvider, meterProvider })],
    routes: (router) => {
      router.getFunc('/items/{id}', async () => {
        await new Promise((resolve) => setImmediate(resolve))
        return trace.getActiveSpan()?.spanContext().spanId
      })
      router.getFunc('/missing', () => NotFound.throw())
      router.getFunc('/failing', async () => {
        throw new Broken('it broke')
      })
    }
  })
}

/** What a request leaves behind: the one span. */
async function spanOf(url: string, headers: Record<string, string> = {}) {
  const service = await traced()
  const answer = await service.inject({ method: 'GET', url, headers })
  const [span] = spans.getFinishedSpans()
  expect(spans.getFinishedSpans()).to.have.length(1)
  return { answer, span: span! }
}

describe('openTelemetry()', () => {
  before(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  })

  after(async () => {
    context.disable()
    propagation.disable()
    await meterProvider.shutdown()
  })

  beforeEach(async () => {
    spans.reset()
    await meterProvider.forceFlush()
    metrics.reset()
  })

  it('starts a server span by the semantic conventions, without the query', async () => {
    const { span } = await spanOf('/items/7%20a?token=secret', { host: 'shop.example:8080', 'user-agent': 'spec' })
    expect(span.name).to.equal('GET /items/{id}')
    expect(span.kind).to.equal(SpanKind.SERVER)
    expect(span.status.code).to.equal(SpanStatusCode.UNSET)
    expect(span.attributes).to.deep.equal({
      'http.request.method': 'GET',
      'http.route': '/items/{id}',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'url.path': '/items/7%20a',
      'network.protocol.version': '1.1',
      'server.address': 'shop.example',
      'server.port': 8080,
      'client.address': '127.0.0.1',
      'user_agent.original': 'spec'
    })
  })

  it('is active in the handler, through asynchronous calls', async () => {
    const { answer, span } = await spanOf('/items/7')
    expect(answer.json()).to.equal(span.spanContext().spanId)
  })

  it("continues the caller's trace", async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const { span } = await spanOf('/items/7', { traceparent: `00-${traceId}-b7ad6b7169203331-01` })
    expect(span.spanContext().traceId).to.equal(traceId)
    expect(span.parentSpanContext?.spanId).to.equal('b7ad6b7169203331')
  })

  it('names a request without a route by its method only, and does not count a 404 as an error', async () => {
    const { span } = await spanOf('/secret')
    expect(span.name).to.equal('GET')
    expect(span.attributes).not.to.have.any.keys('http.route', 'error.type')
    expect(span.attributes['http.response.status_code']).to.equal(404)
    expect(span.status.code).to.equal(SpanStatusCode.UNSET)
    spans.reset()
    const thrown = await spanOf('/missing')
    expect(thrown.span.status.code).to.equal(SpanStatusCode.UNSET)
    expect(thrown.span.events).to.deep.equal([])
  })

  it('records the type of the error, and the exception', async () => {
    const { span } = await spanOf('/failing')
    expect(span.status.code).to.equal(SpanStatusCode.ERROR)
    expect(span.attributes).to.include({ 'error.type': 'Broken', 'http.response.status_code': 500 })
    expect(span.events.map(({ attributes }) => attributes?.['exception.message'])).to.deep.equal(['it broke'])
  })

  it('records the status of a response that its client left while it was sent, and none of one that had none', async () => {
    await leave(openTelemetry({ tracerProvider, meterProvider }))
    const ended = spans.getFinishedSpans().map(({ attributes, status }) => ({
      route: attributes['http.route'],
      status: attributes['http.response.status_code'],
      error: attributes['error.type'],
      isError: status.code === SpanStatusCode.ERROR
    }))
    expect(ended).to.have.deep.members([
      { route: '/begun', status: 202, error: 'aborted', isError: true },
      { route: '/failing', status: 500, error: '500', isError: true },
      { route: '/silent', status: undefined, error: 'aborted', isError: true }
    ])
  })

  const named = (name: string) => Object.assign(new Error('it broke'), { name })
  // biome-ignore format: one row a line
  const thrown: readonly (readonly [what: string, thrown: unknown, status: number, type: string | undefined, recorded: readonly string[]])[] = [
    ['an error of JavaScript', new TypeError('no function'), 500, 'TypeError', ['no function']],
    ['a text', 'it broke', 500, 'Error', ['it broke']],
    ['an error whose name is no name', named('a b'), 500, '_OTHER', ['it broke']],
    ['an error without a name', named(''), 500, '_OTHER', ['it broke']],
    ['an error with a name of 64 characters', named('E'.repeat(64)), 500, 'E'.repeat(64), ['it broke']],
    ['an error with a name of 65 characters', named('E'.repeat(65)), 500, '_OTHER', ['it broke']],
    ['an HttpError of 500', new InternalServerError('it broke'), 500, '500', ['it broke']],
    ['an HttpError of 503', new ServiceUnavailable('full'), 503, '503', ['full']],
    ['an HttpError of 499', new HttpError(499, 'gone'), 499, undefined, []]
  ]
  for (const [what, value, status, type, recorded] of thrown) {
    it(`records ${what} as ${type ?? 'no error'}`, async () => {
      const service = await serviceOf([], {
        hooks: [openTelemetry({ tracerProvider, meterProvider })],
        routes: (router) => router.getFunc('/', () => Promise.reject(value))
      })
      await service.inject('/')
      const [span] = spans.getFinishedSpans()
      expect(span?.attributes['http.response.status_code']).to.equal(status)
      expect(span?.attributes['error.type']).to.equal(type)
      expect(span?.status.code).to.equal(type === undefined ? SpanStatusCode.UNSET : SpanStatusCode.ERROR)
      const messages = span?.events.map(({ attributes }) => String(attributes?.['exception.message'])) ?? []
      expect(messages).to.have.length(recorded.length)
      for (const [index, text] of recorded.entries()) expect(messages[index]).to.contain(text)
    })
  }

  const hosts: readonly (readonly [host: string, address: string, port: number | undefined])[] = [
    ['shop.example', 'shop.example', undefined],
    ['shop.example:8080', 'shop.example', 8080],
    ['127.0.0.1:80', '127.0.0.1', 80],
    ['[::1]', '[::1]', undefined],
    ['[::1]:8080', '[::1]', 8080]
  ]
  for (const [host, address, port] of hosts) {
    it(`records the address and the port of the host ${host}`, async () => {
      const { span } = await spanOf('/items/7', { host })
      expect([span.attributes['server.address'], span.attributes['server.port']]).to.deep.equal([address, port])
      expect('server.port' in span.attributes).to.equal(port !== undefined)
    })
  }

  it('records what trusted proxies say of the client and its protocol, and over HTTP/2 the version 2', async () => {
    const service = await serviceOf([], {
      hooks: [openTelemetry({ tracerProvider, meterProvider })],
      trustProxy: 'loopback',
      routes: (router) => router.getFunc('/', () => 'fine')
    })
    await service.inject({ url: '/', headers: { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' } })
    const { url } = await service.listen({ port: 0, host: '127.0.0.1', http2: true, signals: false })
    try {
      await new Promise((resolve, reject) => {
        const session = connect(url).on('error', reject)
        session
          .request({ ':path': '/?a=b' })
          .on('end', () => session.close(() => resolve(undefined)))
          .resume()
      })
    } finally {
      await service.close({ deadline: 100 })
    }
    const read = spans.getFinishedSpans().map(({ attributes }) => ({
      scheme: attributes['url.scheme'],
      client: attributes['client.address'],
      path: attributes['url.path'],
      version: attributes['network.protocol.version']
    }))
    expect(spans.getFinishedSpans()[1]?.attributes).not.to.have.any.keys('user_agent.original')
    expect(read).to.deep.equal([
      { scheme: 'https', client: '192.0.2.1', path: '/', version: '1.1' },
      { scheme: 'http', client: '127.0.0.1', path: '/', version: '2' }
    ])
  })

  it('names only the methods of the conventions', async () => {
    const service = await traced()
    await service.inject({ method: 'PURGE' as 'GET', url: '/items/7' })
    await service.inject({ method: 'QUERY' as 'GET', url: '/items/7' })
    const names = spans.getFinishedSpans().map(({ name, attributes }) => [name, attributes['http.request.method']])
    expect(names).to.deep.equal([
      ['HTTP', '_OTHER'],
      ['QUERY', 'QUERY']
    ])
  })

  it('measures the duration in seconds, by method, route, status and error', async () => {
    const service = await traced()
    for (const url of ['/items/1', '/items/2', '/failing']) await service.inject(url)
    await meterProvider.forceFlush()
    const [metric] = metrics.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
    const { descriptor, dataPoints } = metric as HistogramMetricData
    expect(descriptor).to.include({ name: 'http.server.request.duration', unit: 's' })
    const shared = { 'http.request.method': 'GET', 'url.scheme': 'http', 'network.protocol.version': '1.1' }
    expect(dataPoints.map(({ attributes, value }) => [value.count, attributes])).to.deep.equal([
      [2, { ...shared, 'http.route': '/items/{id}', 'http.response.status_code': 200 }],
      [1, { ...shared, 'http.route': '/failing', 'http.response.status_code': 500, 'error.type': 'Broken' }]
    ])
    expect(dataPoints[0]?.value.buckets.boundaries).to.include(0.005)
    expect(dataPoints[0]?.value.sum).to.be.above(0).and.below(1)
  })

  it("names the span of Node's own instrumentation where there is one, and does not start a second", async () => {
    const service = await traced()
    const span = tracerProvider.getTracer('http').startSpan('GET')
    const metadata = { type: RPCType.HTTP as const, span, route: undefined as string | undefined }
    const active = setRPCMetadata(trace.setSpan(context.active(), span), metadata)
    await context.with(active, () => service.inject('/items/7'))
    expect(metadata.route).to.equal('/items/{id}')
    expect(spans.getFinishedSpans()).to.deep.equal([])
    span.end()
    const ended = spans.getFinishedSpans().map(({ name, attributes }) => [name, attributes])
    expect(ended).to.deep.equal([['GET /items/{id}', { 'http.route': '/items/{id}' }]])
    await meterProvider.forceFlush()
    expect(metrics.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics)).to.deep.equal([])
  })

  it("leaves the name of the span of Node's own instrumentation where there is no route", async () => {
    const service = await traced()
    const span = tracerProvider.getTracer('http').startSpan('GET')
    const metadata = { type: RPCType.HTTP as const, span, route: undefined as string | undefined }
    await context.with(setRPCMetadata(trace.setSpan(context.active(), span), metadata), () =>
      service.inject('/nowhere')
    )
    span.end()
    expect(metadata.route).to.equal(undefined)
    expect(spans.getFinishedSpans().map(({ name, attributes }) => [name, attributes])).to.deep.equal([['GET', {}]])
  })

  it('goes to the global providers by default, although they are registered later', async () => {
    const service = await serviceOf([], { hooks: [openTelemetry()], routes: (router) => router.getFunc('/', () => 1) })
    trace.setGlobalTracerProvider(tracerProvider)
    globalMetrics.setGlobalMeterProvider(meterProvider)
    try {
      await service.inject('/')
      await meterProvider.forceFlush()
    } finally {
      trace.disable()
      globalMetrics.disable()
    }
    const names = metrics.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.map(({ scope }) => scope.name))
    expect(names).to.deep.equal(['fieldstone'])
    expect(spans.getFinishedSpans().map(({ name }) => name)).to.deep.equal(['GET /'])
  })

  it('gives the measurement the span of the request, for exemplars', async () => {
    const measured: unknown[] = []
    const record = (_seconds: number, _attributes: object, at: ReturnType<typeof context.active>) => {
      measured.push(trace.getSpan(at)?.spanContext())
    }
    const service = await serviceOf([], {
      hooks: [
        openTelemetry({ tracerProvider, meterProvider: { getMeter: () => ({ createHistogram: () => ({ record }) }) } })
      ],
      routes: (router) => router.getFunc('/', () => 1)
    })
    await service.inject('/')
    expect(measured).to.deep.equal(spans.getFinishedSpans().map((span) => span.spanContext()))
  })

  it('records no address of a client that is not known', async () => {
    const response = await (await traced()).fetch(new Request('http://a/items/7'))
    await response.text()
    await until(() => spans.getFinishedSpans().length === 1)
    expect(spans.getFinishedSpans()[0]?.attributes)
      .to.include.keys('url.path')
      .and.not.to.have.any.keys('client.address')
  })
})
