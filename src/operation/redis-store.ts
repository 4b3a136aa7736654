import { SetupError } from '../errors.js'
import { checkOptions, type OptionTable } from '../options.js'
import { loadLibrary } from './library.js'
import loadIoredis from './load-ioredis.cjs'

/** The part of ioredis' `Redis` and `Cluster` that is used. For an application without Redis ioredis is not needed. */
export interface RedisClient {
  /** `wait`, `connecting`, `ready`, `end` … */
  readonly status: string
  /** Opens the connection. */
  connect(): Promise<void>
  /** Closes the connection at once. */
  disconnect(): void
  /** Calls the listener when commands can be sent, or when the connection is closed and no other one is tried. */
  once(event: 'ready' | 'end', listener: () => void): unknown
  /** Adds a command that is a script. */
  defineCommand(name: string, definition: { readonly lua: string; readonly numberOfKeys?: number }): void
}

/** Options for the use of Redis. Times in milliseconds. */
export interface RedisStoreOptions {
  /** The start of all keys. Default: `rate-limit`. */
  readonly prefix?: string
  /** How long one reply of Redis may take, and how long the start of the service waits for the connection. Default: 500. */
  readonly timeout?: number
}

const REDIS_STORE_OPTIONS: OptionTable<RedisStoreOptions> = { prefix: true, timeout: true }

const DEFAULT_TIMEOUT = 500

/**
 * A Redis in which several processes count together. With a URL it makes its own connection, and is a resource of the
 * application: `resources: [store]` connects it when the service starts and disconnects it when it stops. With a client of
 * ioredis the caller disconnects it.
 *
 * @example
 * const store = new RedisStore('redis://localhost:6379')
 * new Application({ …, middleware: [rateLimit({ limit: 100, window: 60_000, store })], resources: [store] })
 */
export class RedisStore {
  /** The client of Redis. @internal */
  readonly client: RedisClient
  /** What the keys begin with. @internal */
  readonly prefix: string
  /** In milliseconds. */
  readonly timeout: number
  readonly #isOwn: boolean
  readonly #names = new Set<string>()
  /** Until the connection has ended that was last disconnected. */
  #ended: Promise<void> = Promise.resolve()

  /** @throws SetupError APPLICATION_INVALID where ioredis is not installed, and for an invalid option */
  constructor(client: string | RedisClient, options: RedisStoreOptions = {}) {
    checkOptions(options, REDIS_STORE_OPTIONS, 'RedisStore')
    const { prefix = 'rate-limit', timeout = DEFAULT_TIMEOUT } = options
    if (!Number.isSafeInteger(timeout) || timeout < 1)
      throw invalid('timeout is not a time', 'give milliseconds above 0')
    if (typeof prefix !== 'string') throw invalid('prefix is not a text', "write prefix: 'rate-limit'")
    this.prefix = prefix
    this.timeout = timeout
    this.#isOwn = typeof client === 'string'
    this.client = typeof client === 'string' ? connecting(client, timeout) : client
    if (typeof this.client?.defineCommand !== 'function') {
      throw invalid('client is not a Redis', "give a URL, 'redis://localhost:6379', or a client of ioredis")
    }
  }

  /** Called by each limit: two with the same name would count each other's requests. */
  claim(name: string): void {
    if (this.#names.has(name)) {
      throw invalid(`two limits have the name ${JSON.stringify(name)}`, "name them: rateLimit({ name: 'login', … })")
    }
    this.#names.add(name)
  }

  /** Connects. Where Redis is not available, the service starts nevertheless and retries. */
  async onStart(): Promise<void> {
    if (!this.#isOwn) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.timeout)
    })
    await Promise.race([this.#connect().catch(() => undefined), late])
    clearTimeout(timer)
  }

  async #connect(): Promise<void> {
    const { client } = this
    // Until then it may still say that it is ready.
    await this.#ended
    if (client.status === 'ready') return
    const isConnecting = client.status === 'connecting' || client.status === 'connect'
    await (isConnecting ? new Promise<void>((resolve) => client.once('ready', resolve)) : client.connect())
  }

  /** Disconnects, unless the caller gave the client. */
  onClose(): void {
    const { client } = this
    if (!this.#isOwn) return
    // While it waits to try again, and after it has ended, nothing ends.
    const hasConnection = client.status !== 'reconnecting' && client.status !== 'end'
    if (hasConnection) this.#ended = new Promise<void>((resolve) => client.once('end', resolve))
    client.disconnect()
  }
}

function connecting(url: string, timeout: number): RedisClient {
  const { Redis: Client } = loadLibrary('ioredis', 'RedisStore', loadIoredis)
  if (!/^rediss?:\/\//.test(url))
    throw invalid(`${JSON.stringify(url)} is not a URL of Redis`, "give 'redis://localhost:6379'")
  const client = new Client(url, {
    lazyConnect: true,
    connectTimeout: timeout,
    // A request must not wait for a Redis that is not available.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 50, 2_000)
  })
  // The limits report failures, for each request.
  client.on('error', () => undefined)
  return client
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, 'RedisStore', remedy)
}
