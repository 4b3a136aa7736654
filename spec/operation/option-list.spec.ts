import { openTelemetry } from 'fieldstone/opentelemetry'
import { type PrometheusOptions, prometheus } from 'fieldstone/prometheus'
import { type RateLimitOptions, RedisStore, rateLimit } from 'fieldstone/rate-limit'
import type { Redis } from 'ioredis'
import { Registry } from 'prom-client'
import { serviceOf } from '../support/applications.js'
import { expectWholeList, outcome, settled, shown } from '../support/whole-list.js'

/** What no options are. */
const NONE: readonly unknown[] = [null, 'a', 5, [], true]

const LIMITS: readonly unknown[] = [
  undefined,
  ...NONE,
  ...[undefined, null, 0, -1, 1.5, '5', Number.NaN, Number.POSITIVE_INFINITY, 1, 2 ** 53].map((limit) => ({
    limit,
    window: 1000
  })),
  ...[undefined, null, 0, 999, 1000, 1001, 1500, 2000, -1000, '1000', 2 ** 53 * 1000].map((window) => ({
    limit: 1,
    window
  })),
  ...[
    ...['', 'a b', 'ä', '"', 'A.b_c-9', 5, null].map((name) => ({ name })),
    ...['ip', null, {}].map((key) => ({ key })),
    ...[1, null].map((cost) => ({ cost })),
    ...[{}, 'redis://localhost', null].map((store) => ({ store })),
    ...['Open', '', null, 1].map((whenAway) => ({ whenAway })),
    ...['Standard', '', null, true].map((headers) => ({ headers })),
    { headers: 'none', whenAway: 'closed', key: () => 'k', cost: () => 1, name: 'n' },
    { windows: 1 }
  ].map((more) => ({ limit: 1, window: 1000, ...more }))
]

const METRICS: readonly unknown[] = [
  ...NONE,
  ...[5, null, true, '', 'metrics', '/me trics', '/a/{b'].map((path) => ({ path })),
  ...[5, null, [5]].map((middleware) => ({ middleware })),
  ...[5, null, {}, 'default'].map((registry) => ({ registry })),
  ...['yes', null, 1].map((processMetrics) => ({ processMetrics })),
  ...[5, null, 'a', [], [1, 'x'], [null], [Number.NaN], [2, 1], {}].map((buckets) => ({ buckets })),
  ...[5, null, '1a', 'a-', 'ok:_1'].map((prefix) => ({ prefix }))
]

const TRACES: readonly unknown[] = [
  ...NONE,
  ...[5, null, {}, 'a'].flatMap((provider) => [{ tracerProvider: provider }, { meterProvider: provider }]),
  { provider: 1 }
]

const STORES: readonly (readonly [client: unknown, options?: unknown])[] = [
  ...[undefined, null, 5, '', 'localhost', 'http://localhost', 'redis:/a', {}].map((client) => [client] as const),
  ...['rediss://127.0.0.1:1', { defineCommand: () => undefined }, { defineCommand: 5 }].map(
    (client) => [client] as const
  ),
  ...[
    null,
    'a',
    { prefix: 5 },
    { prefix: null },
    { timeout: 0 },
    { timeout: '1' },
    { timeouts: 1 },
    { timeout: 1 },
    { timeout: 1.5 },
    { prefix: '' }
  ].map((options) => ['redis://127.0.0.1:1', options] as const)
]

describe('Options of what operates a service', () => {
  it('are right or wrong as option-list.txt says', async () => {
    const lines = ['rateLimit']
    for (const options of LIMITS) {
      lines.push(`${shown(options)} → ${outcome(() => typeof rateLimit(options as RateLimitOptions))}`)
    }
    lines.push('\nRedisStore')
    for (const [client, options] of STORES) {
      const made = outcome(() => {
        const { prefix, timeout } = new RedisStore(client as never, options as object)
        return [prefix, timeout]
      })
      lines.push(`${shown(client)} ${shown(options)} → ${made}`)
    }
    for (const timeout of [5, undefined]) {
      const { client } = new RedisStore('redis://127.0.0.1:1', { ...(timeout !== undefined && { timeout }) })
      const { lazyConnect, connectTimeout, enableOfflineQueue, maxRetriesPerRequest, retryStrategy } = (client as Redis)
        .options
      const connecting = { lazyConnect, connectTimeout, enableOfflineQueue, maxRetriesPerRequest }
      const waits = [1, 2, 39, 40, 41, 100].map((times) => retryStrategy?.(times))
      lines.push(
        `connects with ${shown(connecting)}, and again after ${waits}, ${(client as Redis).listenerCount('error')} listener`
      )
    }
    lines.push('\nopenTelemetry')
    for (const options of TRACES) {
      lines.push(`${shown(options)} → ${outcome(() => Object.keys(openTelemetry(options as object)))}`)
    }
    lines.push('\nprometheus')
    for (const options of METRICS) {
      const started = await settled(async () => {
        const isObject = typeof options === 'object' && options !== null && !Array.isArray(options)
        const given = isObject ? { processMetrics: false, registry: new Registry(), ...options } : options
        const service = await serviceOf([], { hooks: [prometheus(given as PrometheusOptions)] })
        const metrics = await service.inject('/metrics')
        await service.close()
        return metrics.statusCode
      })
      lines.push(`${shown(options)} → ${started}`)
    }
    expectWholeList('operation/option-list.txt', lines)
  })
})
