import { context, propagation, type Span, type TextMapGetter } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { BadRequest, type Context, type Hooks, HttpError } from 'fieldstone'
import { type OpenTelemetryOptions, openTelemetry } from 'fieldstone/opentelemetry'
import { type PrometheusOptions, prometheus } from 'fieldstone/prometheus'
import { type RateLimitOptions, RedisStore, rateLimit } from 'fieldstone/rate-limit'
import { Registry } from 'prom-client'
import { clientKey } from '../../src/operation/client-key.js'
import { loadLibrary } from '../../src/operation/library.js'
import type { RedisClient } from '../../src/operation/redis-store.js'
import { serviceOf } from '../support/applications.js'
import { RecordingLogger } from '../support/recording-logger.js'
import { calls, expectWholeList, outcome, shown } from '../support/whole-list.js'

const ADDRESSES = [
  ...['', '1.2.3.4', 'unknown', '::', '::1', '1::', '1:2:3:4:5:6:7:8', '01:002:0003:000A::', '1:2:3::', '::5:6:7:8'],
  ...[
    '1::6:7:8',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
    '1:2:3:4::6:7:8',
    '::1.2.3.4',
    '::ffff:1.2.3.4',
    '1:2:3::1.2.3.4'
  ],
  ...['1::4:5:1.2.3.4', '::3:4:5:6:1.2.3.4', '1:2:3:4:5:6:1.2.3.4', 'fe80::a%eth0', 'fe80::1:2:3:4:5:6%1', '1::8%x.y']
].map((ip) => [ip])

const FAILURES: readonly (readonly [code: string | undefined, message: string | undefined])[] = [
  ['MODULE_NOT_FOUND', "Cannot find module 'a-library'\nRequire stack:"],
  ['MODULE_NOT_FOUND', "Cannot find module 'another'"],
  [undefined, "Cannot find module 'a-library'"],
  ['ERR_REQUIRE_ESM', "Cannot find module 'a-library'"],
  [undefined, 'Dynamic require of "fs" is not supported'],
  [undefined, 'No Dynamic require of "fs"'],
  [undefined, 'require is not defined'],
  [undefined, 'and require is not defined'],
  [undefined, undefined]
]

/** How a load that fails is told. */
function failing(code: string | undefined, message: string | undefined): unknown {
  const cause = Object.assign(new Error(message), code === undefined ? {} : { code })
  if (message === undefined) Reflect.deleteProperty(cause, 'message')
  try {
    return loadLibrary('a-library', 'aFunction()', () => {
      throw cause
    })
  } catch (error) {
    const { message: told } = error as Error
    return error === cause ? 'the error itself' : [told, (error as Error).cause === cause]
  }
}

/** A client of Redis that replies with what is given: how much was consumed, and for how many milliseconds that counts. */
class Client implements RedisClient {
  readonly status = 'ready'
  readonly #replies: unknown[]
  readonly sent: unknown[] = []

  constructor(replies: readonly unknown[]) {
    this.#replies = [...replies]
  }
  async connect() {
    this.sent.push('connect')
  }
  disconnect() {
    this.sent.push('disconnect')
  }
  once() {}
  defineCommand(name: string) {
    this.sent.push(`define ${name}`)
  }
  rlflxIncr(args: readonly unknown[]): Promise<unknown> {
    this.sent.push(args)
    const reply = this.#replies.shift()
    if (reply instanceof Error) return Promise.reject(reply)
    return reply === undefined ? new Promise(() => {}) : Promise.resolve(reply)
  }
}

const COUNTED: readonly (readonly [options: Partial<RateLimitOptions>, replies: readonly unknown[]])[] = [
  [
    {},
    [
      [1, 60_000],
      [2, 1_000],
      [3, 1_001],
      [3, 1_000],
      [4, 999],
      [3, 0],
      [9, 1]
    ]
  ],
  [
    { headers: 'separate', name: 'own' },
    [
      [2, 2_500],
      [3, 2_000]
    ]
  ],
  [
    { headers: 'none', name: 'a.b' },
    [
      [2, 2_500],
      [3, 2_000]
    ]
  ],
  [{}, [new Error('away'), [1, 1_000], new Error('away again')]],
  [{ whenAway: 'open', cost: () => 3 }, [new Error('away'), undefined]],
  [{ whenAway: 'closed', name: 'login' }, [new Error('away'), [1, 1_000], undefined]],
  [{ whenAway: 'memory', name: 'login' }, [new Error('away'), new Error('away'), new Error('away'), [1, 1_000]]],
  [{ cost: () => 0 }, [[9, 1_000]]],
  [{ key: () => undefined }, [[9, 1_000]]]
]

async function counted(options: Partial<RateLimitOptions>, replies: readonly unknown[]): Promise<string[]> {
  const client = new Client(replies)
  const store = new RedisStore(client, { timeout: 5 })
  const logger = new RecordingLogger()
  const middleware = rateLimit({ limit: 2, window: 60_000, ...options, store })
  const service = await serviceOf([], {
    middleware: [middleware],
    resources: [store],
    logger,
    routes: (router) => router.getFunc('/', () => 1)
  })
  await service.start()
  const lines = [`\nrateLimit ${shown(options)}`, shown(Object.keys(service.document.paths['/']?.get?.responses ?? {}))]
  for (const reply of replies) {
    const { statusCode, headers, body } = await service.inject('/')
    const own = Object.entries(headers).filter(([name]) => /^(?:ratelimit|retry)/.test(name))
    // Where this process counts, the seconds are those of its own clock.
    const text = [statusCode, Object.fromEntries(own), statusCode < 300 ? '' : (JSON.parse(body).detail ?? body)]
    lines.push(`${reply instanceof Error ? reply.message : shown(reply)} → ${shown(text)}`.replaceAll(/\b59\b/g, '60'))
  }
  await service.close()
  lines.push(
    `reports ${shown(logger.entries.map(({ message }) => message.replace(/^\S+:\d+ /, '')))}`,
    `sent ${shown(client.sent)}`
  )
  return lines
}

/** What a store of its own does with its client when the service starts and stops. */
async function started(status: string, connect: 'connects' | 'fails' | 'hangs'): Promise<string> {
  const store = new RedisStore('redis://127.0.0.1:1', { timeout: connect === 'hangs' ? 1 : 60_000 })
  const done: string[] = []
  const says = {
    connects: () => Promise.resolve(),
    fails: () => Promise.reject(new Error('x')),
    hangs: () => new Promise(() => {})
  }
  Object.assign(store.client, {
    status,
    connect: () => {
      done.push('connect')
      return says[connect]()
    },
    once: (event: string, listener: () => void) => {
      done.push(`once ${event}`)
      if (connect === 'connects') listener()
    },
    disconnect: () => done.push('disconnect')
  })
  await store.onStart()
  store.onClose()
  return `${status}, ${connect} → ${done.join(', ')}`
}

interface Told {
  readonly method: string
  readonly template?: string
  readonly ctx?: Partial<Context>
  readonly req?: object
  readonly errors?: readonly unknown[]
  readonly status?: number
  readonly isAborted?: boolean
}

const TOLD: readonly Told[] = [
  { method: 'GET', template: '/items/{id}', status: 200 },
  { method: 'GET', status: 404 },
  ...['CONNECT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE', '_OTHER'].map((method) => ({
    method,
    status: 200
  })),
  {
    method: 'GET',
    req: { httpVersion: '2.0', url: undefined, headers: {} },
    ctx: { ip: '', host: '', protocol: 'https' },
    status: 200
  },
  {
    method: 'GET',
    req: { httpVersion: '1.0', url: '', headers: { 'user-agent': '' } },
    ctx: { host: ':80' },
    status: 200
  },
  { method: 'GET', req: { httpVersion: '1.1', url: '?', headers: {} }, ctx: { host: '[::1]:8080' }, status: 200 },
  { method: 'GET', req: { httpVersion: '1.1', url: '/a?b?c', headers: {} }, ctx: { host: '[::1]' }, status: 200 },
  { method: 'GET', ctx: { host: 'a:b:1' }, status: 200 },
  { method: 'GET', ctx: { host: 'a:x' }, status: 200 },
  { method: 'GET', status: 499, errors: [new HttpError(499, 'no')] },
  { method: 'GET', status: 500, errors: [new HttpError(500, 'no')] },
  { method: 'GET', status: 501 },
  { method: 'GET', status: 400, errors: [new BadRequest('no')] },
  { method: 'GET', status: 200, errors: [new TypeError('told')] },
  { method: 'GET', status: 500, errors: [new TypeError('told'), 'a text'] },
  { method: 'GET', status: 500, errors: ['a text'] },
  { method: 'GET', isAborted: true },
  { method: 'GET', isAborted: true, status: 200 },
  { method: 'GET', isAborted: true, status: 500 },
  { method: 'GET', isAborted: true, status: 499 },
  { method: 'GET', isAborted: true, errors: [new RangeError('cut')] },
  { method: 'GET' }
]

/** A span that tells what is done with it. */
function spanOf(done: string[], name = 'span'): Span {
  const tell =
    (what: string) =>
    (...args: readonly unknown[]) =>
      void done.push(`${name} ${what} ${args.map(shown).join(' ')}`)
  const members = ['setAttribute', 'setAttributes', 'setStatus', 'updateName', 'recordException', 'end']
  return Object.fromEntries(members.map((member) => [member, tell(member)])) as unknown as Span
}

/** What is traced of a request. */
function traced(
  { method, template, ctx, req, errors = [], status, isAborted = false }: Told,
  around?: object
): string[] {
  const done: string[] = []
  const request = { httpVersion: '1.1', url: '/items/5?a=b', headers: { 'x-a': '1', 'user-agent': 'spec' }, ...req }
  const of = {
    ip: '1.2.3.4',
    host: 'shop.example:80',
    protocol: 'http',
    ...(template && { route: {} }),
    request: () => request,
    ...ctx
  }
  const provider = {
    getTracer: (name: string) => ({
      startSpan: (...[span, options]: readonly unknown[]) => {
        done.push(`${name} starts ${shown(span)} ${shown(options)}`)
        return spanOf(done)
      }
    }),
    getMeter: (name: string) => ({
      createHistogram: (...args: readonly unknown[]) => {
        done.push(`${name} measures ${args.map(shown).join(' ')}`)
        return { record: (value: number, attributes: object) => done.push(`records ${value} ${shown(attributes)}`) }
      }
    })
  }
  const options = { tracerProvider: provider, meterProvider: provider } as OpenTelemetryOptions
  const hooks = openTelemetry(options) as { [Name in keyof Hooks]-?: (...args: unknown[]) => void }
  const exchange = { ctx: of, method, template }
  const run = () => hooks.onRequest(exchange)
  if (around === undefined) run()
  else context.with(context.active().setValue(Symbol.for('OpenTelemetry SDK Context Key RPC_METADATA'), around), run)
  hooks.around(exchange, () => done.push('runs'))
  for (const error of errors) hooks.onError(exchange, error)
  hooks.onResponse({ ...exchange, status, isAborted, ms: 1500 })
  // What belongs to no request that was begun.
  const other = { ...exchange, ctx: {} }
  hooks.around(other, () => done.push('runs, too'))
  hooks.onError(other, new Error('other'))
  hooks.onResponse({ ...other, status, isAborted, ms: 1 })
  return done
}

const MEASURED: readonly (readonly [options: PrometheusOptions, hasRegistry: boolean])[] = [
  [{ processMetrics: false }, false],
  [{ prefix: 'shop_' }, false],
  [{}, true],
  [{ processMetrics: true, prefix: 'a:_9' }, true],
  [{ buckets: [0.1, 2], prefix: '_' }, true]
]

const REJECTED: readonly unknown[] = [
  { prefix: 'a-b' },
  { prefix: '9' },
  { prefix: 'ä' },
  { prefix: 'a ' },
  { buckets: [1, 1] },
  { buckets: [-1] },
  { buckets: [0] },
  { buckets: ['x'] },
  { registry: { getSingleMetric: 1 } },
  { processMetrics: 'no' },
  { prefixes: 'a' }
]

/** What is measured of two requests, and which metrics of the process are there. */
async function measured(given: PrometheusOptions, hasRegistry: boolean): Promise<string[]> {
  const options = hasRegistry ? { ...given, registry: new Registry() } : given
  const hooks = prometheus(options) as unknown as { [Name in keyof Hooks]-?: (...args: unknown[]) => void } & {
    registry: Registry
  }
  hooks.onRequest()
  hooks.onRequest()
  hooks.onResponse({ method: 'GET', template: '/a', status: 200, ms: 700 })
  hooks.onRequest()
  hooks.onResponse({ method: 'PUT', ms: 2000 })
  hooks.onViolation({ method: 'GET', template: '/a' }, { status: 200 })
  hooks.onViolation({ method: 'GET' }, { status: 500 })
  const lines = (await hooks.registry.metrics()).split('\n')
  const isOwn = (line: string) => /http_re(?:quest|sponse)/.test(line)
  const process = lines
    .map((line) => /^\S*process_cpu_seconds_total(?= )/.exec(line)?.[0])
    .filter((name) => name !== undefined)
  return [
    `\nprometheus ${shown(given)}${hasRegistry ? ' with a registry' : ''}`,
    ...lines.filter(isOwn),
    `of the process: ${process.join(' ')}`
  ]
}

describe('Clients, libraries, stores, spans and metrics', () => {
  before(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  })
  after(() => {
    context.disable()
    propagation.disable()
  })

  it('are named, loaded, asked and written as operation-call-list.txt says', async () => {
    const lines = [...calls('clientKey', clientKey, ADDRESSES), ...calls('loadLibrary', failing, FAILURES as never)]
    for (const [options, replies] of COUNTED) lines.push(...(await counted(options, replies)))
    lines.push('\nRedisStore')
    for (const status of ['wait', 'end', 'connecting', 'ready'])
      for (const connect of ['connects', 'fails', 'hangs'] as const)
        if (connect !== 'fails' || status !== 'connecting') lines.push(await started(status, connect))
    const { options, ...own } = new RedisStore('rediss://127.0.0.1:1').client as unknown as {
      options: Record<string, unknown>
    }
    const known = ['lazyConnect', 'connectTimeout', 'enableOfflineQueue', 'maxRetriesPerRequest']
    lines.push(
      `options ${shown(known.map((name) => [name, options[name]]))} ${shown(Object.keys(own).includes('status'))}`
    )
    lines.push(`retries after ${shown([1, 39, 40, 41, 1000].map(options.retryStrategy as (times: number) => number))}`)
    for (const each of [
      {},
      { timeout: 1 },
      { timeout: 1.5 },
      { timeout: '5' },
      { timeout: -1 },
      { prefixes: 'x' },
      { prefix: 'x' }
    ])
      lines.push(
        `${shown(each)} → ${outcome(() => {
          const { timeout, prefix } = new RedisStore(new Client([]), each as object)
          return [timeout, prefix]
        })}`
      )
    for (const client of [undefined, null, {}, 5, '', 'redis:/x', 'http://redis://'])
      lines.push(`${shown(client)} → ${outcome(() => new RedisStore(client as never))}`)
    const shared = new RedisStore(new Client([]))
    for (const name of ['a', 'b', 'a', undefined, undefined])
      lines.push(
        `claim ${name} → ${outcome(() => rateLimit({ limit: 1, window: 1000, store: shared, ...(name && { name }) }).name)}`
      )
    for (const told of TOLD) lines.push(`\nopenTelemetry ${shown(told)}`, ...traced(told))
    for (const around of [{ type: 'http' }, { type: 'rpc', span: 1 }, { type: 'http', span: 1 }])
      for (const told of TOLD.slice(0, 2)) {
        const done: string[] = []
        const metadata = { ...around, ...('span' in around && { span: spanOf(done, 'outer') }) }
        const found = traced({ ...told, errors: [new Error('told')] }, metadata)
        const { span: _, ...rest } = metadata as { span?: unknown }
        lines.push(`\nwithin ${shown(around)} ${shown(told)}`, ...found, ...done, shown(rest))
      }
    propagation.setGlobalPropagator({
      inject: () => {},
      fields: () => [],
      extract: (at, carrier, getter: TextMapGetter) => {
        lines.push(
          `\nextracts ${shown(getter.get(carrier, 'X-A'))} ${shown(getter.get(carrier, 'none'))} ${shown(getter.keys(carrier))}`
        )
        return at
      }
    })
    traced({ method: 'GET' })
    lines.push(`openTelemetry({ tracer: 1 }) → ${outcome(() => openTelemetry({ tracer: 1 } as object))}`)
    for (const [options, hasRegistry] of MEASURED) lines.push(...(await measured(options, hasRegistry)))
    lines.push(
      ...calls(
        'prometheus',
        (options: PrometheusOptions) => prometheus(options),
        REJECTED.map((each) => [each])
      )
    )
    expectWholeList('operation/operation-call-list.txt', lines)
  })
})
