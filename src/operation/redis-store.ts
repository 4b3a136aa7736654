import { SetupError } from '../errors.js'
import { checkOptions, type OptionTable } from '../options.js'
import { loadLibrary } from './library.js'

/** What is used of a client of ioredis: its `Redis` or `Cluster`. ioredis need not be installed where nobody makes one. */
export interface RedisClient {
  /** `wait`, `connecting`, `ready`, `end` … */
  readonly status: string
  connect(): Promise<void>
  disconnect(): void
  once(event: 'ready', listener: () => void): unknown
  defineCommand(name: string, definition: { readonly lua: string; readonly numberOfKeys?: number }): void
}

/** How Redis is used. Times in milliseconds. */
export interface RedisStoreOptions {
  /** What every key begins with. Default: `rate-limit`. */
  readonly prefix?: string
  /** How long Redis may take for one answer, and the start of the service for the first connection. Default: 500. */
  readonly timeout?: number
}

const REDIS_STORE_OPTIONS: OptionTable<RedisStoreOptions> = { prefix: true, timeout: true }

const DEFAULT_TIMEOUT = 500

/**
 * A Redis in which many processes count together. Given a URL, it connects by itself, and is a resource of the
 * application: `resources: [store]` connects it when the service starts and disconnects it when it stops. A client of
 * ioredis stays its owner's to end.
 *
 * @example
 * const store = new RedisStore('redis://localhost:6379')
 * new Application({ …, middleware: [rateLimit({ limit: 100, window: 60_000, store })], resources: [store] })
 */
export class RedisStore {
  readonly client: RedisClient
  readonly prefix: string
  /** In milliseconds. */
  readonly timeout: number
  readonly #isOwn: boolean
  readonly #names = new Set<string>()

  /** @throws SetupError APPLICATION_INVALID where ioredis is not installed, or an option is of a wrong form */
  constructor(client: string | RedisClient, options: RedisStoreOptions = {}) {
    checkOptions(options, REDIS_STORE_OPTIONS, 'RedisStore')
    const { prefix = 'rate-limit', timeout = DEFAULT_TIMEOUT } = options
    if (!Number.isSafeInteger(timeout) || timeout < 1) throw invalid('timeout is no time', 'give milliseconds above 0')
    this.prefix = prefix
    this.timeout = timeout
    this.#isOwn = typeof client === 'string'
    this.client = typeof client === 'string' ? connecting(client, timeout) : client
    if (typeof this.client?.defineCommand !== 'function') {
      throw invalid('it was given no Redis', "give a URL, 'redis://localhost:6379', or a client of ioredis")
    }
  }

  /** For limits: two of one name would count each other's requests. */
  claim(name: string): void {
    if (this.#names.has(name)) {
      throw invalid(`two limits have the name ${JSON.stringify(name)}`, "name them: rateLimit({ name: 'login', … })")
    }
    this.#names.add(name)
  }

  /** Connects. Where Redis is away the service starts all the same, and goes on trying. */
  async onStart(): Promise<void> {
    const { client } = this
    if (!this.#isOwn || client.status === 'ready') return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.timeout)
    })
    // After a stop, or at the first start.
    const isIdle = client.status === 'wait' || client.status === 'end'
    const connected = isIdle ? client.connect() : new Promise<void>((resolve) => client.once('ready', resolve))
    await Promise.race([connected.catch(() => undefined), late])
    clearTimeout(timer)
  }

  /** Disconnects, unless the client is somebody else's. */
  onClose(): void {
    if (this.#isOwn) this.client.disconnect()
  }
}

function connecting(url: string, timeout: number): RedisClient {
  const { Redis: Client } = loadLibrary('ioredis', 'RedisStore')
  if (!/^rediss?:\/\//.test(url)) throw invalid(`${JSON.stringify(url)} is no URL`, "give 'redis://localhost:6379'")
  const client = new Client(url, {
    lazyConnect: true,
    connectTimeout: timeout,
    // A request is not to wait for a Redis that is away.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 50, 2_000)
  })
  // What fails is told by the limits, request by request.
  client.on('error', () => undefined)
  return client
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, 'RedisStore', remedy)
}
