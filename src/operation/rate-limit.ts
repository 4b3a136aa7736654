/// <reference types="node" preserve="true" />

import { createHash } from 'node:crypto'
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { ServiceUnavailable, SetupError, TooManyRequests } from '../errors.js'
import type { Context } from '../http/context.js'
import { withStatuses } from '../http/response/framework-statuses.js'
import type { Middleware } from '../http/route.js'
import { checkOptions, type OptionTable, shownValue } from '../options.js'
import { clientKey } from './client-key.js'
import { loadLibrary } from './library.js'
import loadRateLimiter from './load-rate-limiter.cjs'
import { RedisStore } from './redis-store.js'

export { type RedisClient, RedisStore, type RedisStoreOptions } from './redis-store.js'

/** How many requests are accepted, and how clients are distinguished. */
export interface RateLimitOptions {
  /** How many requests of a client are accepted in a window. */
  readonly limit: number
  /** How long a window is, in milliseconds: whole seconds. It begins with the first request of a client. */
  readonly window: number
  /**
   * Returns the key of the client; undefined accepts the request without counting. Default: `ctx.ip` (an IPv6 address by
   * its first 64 bits). Behind a proxy set `trustProxy`, or all clients count as one. A key of more than 64 characters is kept
   * as its hash.
   */
  readonly key?: (ctx: Context) => string | undefined | Promise<string | undefined>
  /** How much a request counts; 0 accepts it without counting. Default: 1. */
  readonly cost?: (ctx: Context) => number
  /** The name of the limit in the headers and in Redis. Default: `default`. */
  readonly name?: string
  /** A Redis in which all processes count together. Default: each process counts on its own. */
  readonly store?: RedisStore
  /**
   * What happens while Redis is not available: requests are accepted (`'open'`), get a 503 (`'closed'`), or each process
   * counts on its own (`'memory'`). The log reports it, once a minute at most. Default: `'open'`.
   */
  readonly whenAway?: 'open' | 'closed' | 'memory'
  /**
   * `'standard'`: `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10). `'separate'`:
   * `RateLimit-Limit`, `-Remaining` and `-Reset` (draft 06), which more clients read. Default: `'standard'`.
   */
  readonly headers?: 'standard' | 'separate' | 'none'
}

const RATE_LIMIT_OPTIONS: OptionTable<RateLimitOptions> = {
  limit: true,
  window: true,
  key: true,
  cost: true,
  name: true,
  store: true,
  whenAway: true,
  headers: true
}

const WHEN_AWAY = ['open', 'closed', 'memory']
const HEADERS = ['standard', 'separate', 'none']
const REPORT_INTERVAL = 60_000

/**
 * Middleware that accepts a number of requests of one client in a window, through rate-limiter-flexible; for an
 * application, a group or a route. Above the limit the response is a 429 problem with `Retry-After`, which the document of
 * these routes describes. One limit in several places counts their requests together; two limits count separately.
 *
 * @throws SetupError APPLICATION_INVALID where rate-limiter-flexible is not installed, and for an invalid option
 *
 * @example new Application({ …, middleware: [rateLimit({ limit: 100, window: 60_000 })] })
 */
export function rateLimit(options: RateLimitOptions): Middleware {
  checkValues(options)
  const {
    limit,
    name = 'default',
    store,
    whenAway = 'open',
    key = (ctx) => clientKey(ctx.ip),
    cost = () => 1
  } = options
  const { RateLimiterMemory, RateLimiterRedis } = loadLibrary('rate-limiter-flexible', 'rateLimit()', loadRateLimiter)
  const rate = { points: limit, duration: options.window / 1000 }
  store?.claim(name)
  const memory = new RateLimiterMemory(rate)
  const setHeaders = headersOf(options)
  const limiter: RateLimiterAbstract =
    store === undefined
      ? memory
      : new RateLimiterRedis({ ...rate, storeClient: store.client, keyPrefix: `${store.prefix}:${name}` })
  let reportedAt = Number.NEGATIVE_INFINITY

  const count = async (client: string, points: number, ctx: Context): Promise<RateLimiterRes | undefined> => {
    if (store === undefined) return consumed(memory, client, points)
    try {
      return await within(store.timeout, consumed(limiter, client, points))
    } catch (error) {
      if (performance.now() - reportedAt >= REPORT_INTERVAL) {
        reportedAt = performance.now()
        ctx.report(error, `cannot count requests for the limit ${JSON.stringify(name)}: ${AWAY[whenAway]}`)
      }
      if (whenAway === 'closed') throw new ServiceUnavailable('Requests cannot be counted now')
      return whenAway === 'memory' ? consumed(memory, client, points) : undefined
    }
  }

  const middleware: Middleware = async (ctx, next) => {
    const points = cost(ctx)
    const client = points === 0 ? undefined : await key(ctx)
    const state = client === undefined ? undefined : await count(shortKey(client), points, ctx)
    if (state !== undefined) {
      const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
      setHeaders(ctx, state.remainingPoints, seconds)
      if (state.consumedPoints > limit) {
        const detail = `Too many requests: try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
        throw new TooManyRequests(detail, { headers: { 'retry-after': String(seconds) } })
      }
    }
    await next()
  }
  return withStatuses(middleware, store !== undefined && whenAway === 'closed' ? [429, 503] : [429])
}

/** As long as the text of an IPv6 address with a zone, or of a UUID. */
const LONGEST_KEY = 64

/** The key that is kept for the window: a client may send a long one in a header, and a new one with each request. */
function shortKey(key: string): string {
  return key.length <= LONGEST_KEY ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`
}

const AWAY = { open: 'they are accepted', closed: 'they get a 503', memory: 'this process counts on its own' }

/** The library rejects with the state where the limit is exceeded, and with an Error where the store failed. */
function consumed(limiter: RateLimiterAbstract, client: string, points: number): Promise<RateLimiterRes> {
  return limiter.consume(client, points).catch((rejection: unknown) => {
    if (rejection instanceof Error) throw rejection
    return rejection as RateLimiterRes
  })
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis took too long to reply')), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

type HeaderSetter = (ctx: Context, remaining: number, seconds: number) => void

function headersOf({ headers = 'standard', limit, window, name = 'default' }: RateLimitOptions): HeaderSetter {
  if (headers === 'none') return () => undefined
  if (headers === 'separate') {
    return (ctx, remaining, seconds) => {
      ctx.header('ratelimit-limit', limit)
      ctx.header('ratelimit-remaining', remaining)
      ctx.header('ratelimit-reset', seconds)
    }
  }
  const policy = `"${name}";q=${limit};w=${window / 1000}`
  return (ctx, remaining, seconds) => {
    append(ctx, 'ratelimit-policy', policy)
    append(ctx, 'ratelimit', `"${name}";r=${remaining};t=${seconds}`)
  }
}

/** Both headers are lists, with one item for each limit of the route. */
function append(ctx: Context, header: string, item: string): void {
  const present = ctx.response().getHeader(header)
  ctx.header(header, present === undefined ? item : `${String(present)}, ${item}`)
}

function checkValues(options: RateLimitOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw invalid('options are missing', 'write rateLimit({ limit: 100, window: 60_000 })')
  }
  checkOptions(options, RATE_LIMIT_OPTIONS, 'rateLimit()')
  const { limit, window, name = 'default', key, cost, store, whenAway = 'open', headers = 'standard' } = options
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw invalid(`limit is ${shownValue(limit)}`, 'give a whole number above 0')
  }
  if (!Number.isSafeInteger(window) || window < 1000 || window % 1000 !== 0) {
    throw invalid(`window is ${shownValue(window)}`, 'give milliseconds, as many as whole seconds have: 60_000')
  }
  if (typeof name !== 'string' || !/^[\w.-]+$/.test(name)) {
    throw invalid(`name is ${shownValue(name)}`, 'give letters, digits and . _ -')
  }
  if ([key, cost].some((given) => given !== undefined && typeof given !== 'function')) {
    throw invalid('key or cost is not a function', 'write key: (ctx) => ctx.requestHeader("x-api-key")')
  }
  if (store !== undefined && !(store instanceof RedisStore)) {
    throw invalid('store is not a RedisStore', "write store: new RedisStore('redis://localhost:6379')")
  }
  if (!WHEN_AWAY.includes(whenAway)) {
    throw invalid(`whenAway is ${shownValue(whenAway)}`, `give one of ${WHEN_AWAY.join(', ')}`)
  }
  if (!HEADERS.includes(headers)) {
    throw invalid(`headers is ${shownValue(headers)}`, `give one of ${HEADERS.join(', ')}`)
  }
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, 'rateLimit()', remedy)
}
