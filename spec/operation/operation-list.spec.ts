import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { type ApplicationOptions, NotFound } from 'fieldstone'
import { openTelemetry } from 'fieldstone/opentelemetry'
import { type PrometheusOptions, prometheus } from 'fieldstone/prometheus'
import { type RateLimitOptions, rateLimit } from 'fieldstone/rate-limit'
import { Registry } from 'prom-client'
import { serviceOf } from '../support/applications.js'
import { expectWholeList, settled, shown } from '../support/whole-list.js'

const ROUTES: ApplicationOptions['routes'] = (router) => {
  router.getFunc('/items/{id}', (ctx) => ctx.urlParam('id'))
  router.getFunc('/missing', () => NotFound.throw())
  router.getFunc('/failing', async () => {
    throw Object.assign(new Error('broken'), { name: 'Broken' })
  })
  router.postFunc('/items', (ctx) => ctx.json(201, {}))
}

const SENT = [
  'GET /items/5?a=b',
  'GET /missing',
  'GET /failing',
  'POST /items',
  'GET /none',
  'DELETE /items/5',
  'HEAD /items/5',
  'OPTIONS /items/5',
  'GET /%'
]

const METRICS: readonly PrometheusOptions[] = [
  { processMetrics: false },
  { processMetrics: false, prefix: 'shop_', buckets: [0.5, 1], path: '/own' } as PrometheusOptions
]

const LIMITS: readonly Partial<RateLimitOptions>[] = [
  {},
  { headers: 'separate' },
  { headers: 'none' },
  { name: 'own', cost: (ctx) => (ctx.method === 'GET' ? 2 : 0) },
  { key: (ctx) => ctx.requestHeader('x-key') },
  { key: async () => 'one' }
]

describe('What operates a service', () => {
  it('measures, traces and limits as operation-list.txt says', async () => {
    const lines: string[] = []
    for (const options of METRICS) {
      lines.push(`\n# prometheus ${shown(options)}`)
      const hooks = prometheus({ registry: new Registry(), ...options })
      const service = await serviceOf([], { hooks: [hooks], routes: ROUTES, spec: '/openapi.json' })
      for (const line of SENT) {
        const [method, url = ''] = line.split(' ')
        await service.inject({ method: method as string, url })
      }
      const text = await hooks.registry.metrics()
      // What one bucket has says when the machine was busy.
      lines.push(...text.split('\n').map((line) => line.replace(/^(\S+_(?:bucket|sum)\{.*\}) \S+$/, '$1 (some)')))
      const { statusCode, headers } = await service.inject('/metrics')
      lines.push(`/metrics ${statusCode} ${headers['content-type']}`)
      lines.push(Object.keys((await service.inject('/openapi.json')).json<{ paths: object }>().paths).join(' '))
      await service.close()
    }
    for (const isHidden of [false, true]) {
      const exporter = new InMemorySpanExporter()
      const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
      const service = await serviceOf([], {
        hooks: [openTelemetry({ tracerProvider })],
        routes: ROUTES,
        trustProxy: isHidden ? 'loopback' : false
      })
      lines.push(`\n# openTelemetry${isHidden ? ' behind a proxy' : ''}`)
      for (const line of SENT) {
        const [method, url = ''] = line.split(' ')
        await service.inject({
          method: method as string,
          url,
          headers: { 'user-agent': 'spec', 'x-forwarded-for': '9.9.9.9', host: 'a.example:8' }
        })
        for (const { name, kind, status, attributes, events } of exporter.getFinishedSpans()) {
          const told = events.map((event) => [event.name, Object.keys(event.attributes ?? {})])
          lines.push(`${line} → ${name} ${kind} ${shown(status)} ${shown(attributes)} ${shown(told)}`)
        }
        exporter.reset()
      }
      await service.close()
    }
    for (const options of LIMITS) {
      lines.push(`\n# rateLimit ${shown(options)}`)
      const service = await serviceOf([], {
        middleware: [rateLimit({ limit: 2, window: 3_600_000, ...options })],
        routes: ROUTES
      })
      for (const line of ['GET /items/1', 'GET /items/1', 'GET /items/1', 'POST /items', 'GET /none']) {
        const [method, url = ''] = line.split(' ')
        const response = await settled(async () => {
          const { statusCode, headers, body } = await service.inject({ method: method as string, url })
          const own = Object.entries(headers).filter(([name]) => /^(?:ratelimit|retry)/.test(name))
          return [statusCode, Object.fromEntries(own), statusCode === 429 ? body : '']
        })
        lines.push(`${line} → ${response.replaceAll(/\b3(?:600|5\d\d)\b(?! *s*w)/g, '(seconds)')}`)
      }
      await service.close()
    }
    expectWholeList('operation/operation-list.txt', lines)
  })
})
