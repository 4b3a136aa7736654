import { expect } from 'chai'
import { openTelemetry as typedOpenTelemetry } from 'fieldstone/opentelemetry'
import { prometheus as typedPrometheus } from 'fieldstone/prometheus'
import { RedisStore as TypedRedisStore, rateLimit as typedRateLimit } from 'fieldstone/rate-limit'
import { setupErrorsIn } from '../support/applications.js'

// biome-ignore lint/suspicious/noExplicitAny: what the types do not allow is tried here
type Untyped = (...args: any[]) => unknown
const rateLimit = typedRateLimit as Untyped
const prometheus = typedPrometheus as Untyped
const openTelemetry = typedOpenTelemetry as Untyped
const RedisStore = TypedRedisStore as never as new (...args: unknown[]) => unknown

/** Calls with wrong options, and what is wrong with them. */
// biome-ignore format: one row a line
const WRONG: readonly (readonly [call: () => unknown, message: string])[] = [
  [() => rateLimit(), 'APPLICATION_INVALID: options are missing, rateLimit(); write rateLimit({ limit: 100, window: 60_000 }).'],
  [() => rateLimit({ limit: 0, window: 1_000 }), 'APPLICATION_INVALID: limit is 0, rateLimit(); give a whole number above 0.'],
  [() => rateLimit({ limit: 1.5, window: 1_000 }), 'APPLICATION_INVALID: limit is 1.5, rateLimit(); give a whole number above 0.'],
  [() => rateLimit({ limit: 1, window: 0 }), 'APPLICATION_INVALID: window is 0, rateLimit(); give milliseconds, as many as whole seconds have: 60_000.'],
  [() => rateLimit({ limit: 1, window: 1_500 }), 'APPLICATION_INVALID: window is 1500, rateLimit(); give milliseconds, as many as whole seconds have: 60_000.'],
  [() => rateLimit({ limit: 1, window: 1_000, name: 'a b' }), "APPLICATION_INVALID: name is 'a b', rateLimit(); give letters, digits and . _ -."],
  [() => rateLimit({ limit: 1, window: 1_000, key: 'ip' }), 'APPLICATION_INVALID: key or cost is not a function, rateLimit(); write key: (ctx) => ctx.requestHeader("x-api-key").'],
  [() => rateLimit({ limit: 1, window: 1_000, cost: 5 }), 'APPLICATION_INVALID: key or cost is not a function, rateLimit(); write key: (ctx) => ctx.requestHeader("x-api-key").'],
  [() => rateLimit({ limit: 1, window: 1_000, store: {} }), "APPLICATION_INVALID: store is not a RedisStore, rateLimit(); write store: new RedisStore('redis://localhost:6379')."],
  [() => rateLimit({ limit: 1, window: 1_000, whenAway: 'x' }), "APPLICATION_INVALID: whenAway is 'x', rateLimit(); give one of open, closed, memory."],
  [() => rateLimit({ limit: 1, window: 1_000, headers: 'x' }), "APPLICATION_INVALID: headers is 'x', rateLimit(); give one of standard, separate, none."],
  [() => rateLimit({ limit: 1, window: 1_000, limits: 5 }), "OPTION_UNKNOWN: there is no option 'limits' (did you mean 'limit'?), rateLimit(); correct its name or remove it."],
  [() => new RedisStore(5), "APPLICATION_INVALID: client is not a Redis, RedisStore; give a URL, 'redis://localhost:6379', or a client of ioredis."],
  [() => new RedisStore('http://a'), `APPLICATION_INVALID: "http://a" is not a URL of Redis, RedisStore; give 'redis://localhost:6379'.`],
  [() => new RedisStore('redis://localhost', { timeout: 0 }), 'APPLICATION_INVALID: timeout is not a time, RedisStore; give milliseconds above 0.'],
  [() => prometheus({ registry: {} }), "APPLICATION_INVALID: registry is not a Registry, prometheus(); give a Registry of prom-client's."],
  [() => prometheus({ buckets: [2, 1] }), 'APPLICATION_INVALID: buckets are not ascending numbers above 0, prometheus(); give seconds: buckets: [0.1, 0.5, 1].'],
  [() => prometheus({ buckets: [0, 1] }), 'APPLICATION_INVALID: buckets are not ascending numbers above 0, prometheus(); give seconds: buckets: [0.1, 0.5, 1].'],
  [() => prometheus({ prefix: '1' }), 'APPLICATION_INVALID: prefix is "1", prometheus(); give letters, digits and underscores.'],
  [() => rateLimit({ limit: 1, window: 1_000, name: null }), 'APPLICATION_INVALID: name is null, rateLimit(); give letters, digits and . _ -.'],
  [() => new RedisStore('redis://localhost', { prefix: 5 }), "APPLICATION_INVALID: prefix is not a text, RedisStore; write prefix: 'rate-limit'."],
  [() => new RedisStore('redis://localhost', { prefixes: 'a' }), "OPTION_UNKNOWN: there is no option 'prefixes' (did you mean 'prefix'?), RedisStore; correct its name or remove it."],
  [() => prometheus({ processMetrics: 'no' }), "OPTION_UNKNOWN: the option processMetrics is 'no', prometheus(); give true or false."],
  [() => prometheus({ bucket: [1] }), "OPTION_UNKNOWN: there is no option 'bucket' (did you mean 'buckets'?), prometheus(); correct its name or remove it."],
  [() => prometheus(true), 'OPTION_UNKNOWN: the options are a boolean, prometheus(); give an object.'],
  [() => openTelemetry(5), 'OPTION_UNKNOWN: the options are a number, openTelemetry(); give an object.'],
  [() => openTelemetry({ tracerProvider: {} }), 'APPLICATION_INVALID: tracerProvider is not a TracerProvider, openTelemetry(); give one of the SDK of OpenTelemetry, or none.'],
  [() => openTelemetry({ meterProvider: {} }), 'APPLICATION_INVALID: meterProvider is not a MeterProvider, openTelemetry(); give one of the SDK of OpenTelemetry, or none.'],
  [() => openTelemetry({ tracer: {} }), "OPTION_UNKNOWN: there is no option 'tracer', openTelemetry(); the options are tracerProvider and meterProvider."]
]

describe('The options of metrics, traces and rate limits', () => {
  for (const [call, message] of WRONG) {
    it(`are rejected: ${String(call).replace(/^\(\) => /, '')}`, () => {
      expect(setupErrorsIn(call)).to.deep.equal([message])
    })
  }
})
