import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { VerifyError } from '../document/verify-error.js'
import { exchange, type Route } from './http-exchange.js'
import { connectionFault, localAddressOf, readServiceAddress, type ServiceAddress } from './service-address.js'
import { StreamTime } from './stream-time.js'
import { NoResponse, type Target } from './target.js'
import type { WireRequest } from './wire-request.js'

/** Connections that are open at the same time, at most. */
const SOCKETS = 8
/** Milliseconds between two tries to connect. */
const PAUSE = 100
/** A service that rejects a body may close the connection before its response is read: then it is sent again. */
const TRIES = 3

/** A service that is reached over the network, at its address: `http://127.0.0.1:3000/api/v1`. */
export class HttpTarget implements Target {
  /** With the path below which the service has its paths, without a slash at its end. */
  readonly address: string
  readonly isLocal: boolean
  readonly #base: URL
  readonly #parts: ServiceAddress
  readonly #agent: HttpAgent
  /** Milliseconds from one request to the next. */
  readonly #pause: number
  readonly #wait: (milliseconds: number) => Promise<unknown>
  readonly #streamTime = new StreamTime()
  #nextTurn = 0
  /** The address that the service's name leads to, once it is known. */
  #host: string

  /** @param rate requests a second, at most; undefined for no limit */
  constructor(base: URL, rate: number | undefined, wait: (milliseconds: number) => Promise<unknown> = sleep) {
    this.#wait = wait
    this.#base = base
    this.#parts = readServiceAddress(base)
    this.address = this.#parts.text
    this.#host = this.#parts.host
    this.isLocal = this.#parts.isLocal
    const Agent = base.protocol === 'https:' ? HttpsAgent : HttpAgent
    this.#agent = new Agent({ keepAlive: true, maxSockets: SOCKETS, maxFreeSockets: SOCKETS })
    this.#pause = rate === undefined ? 0 : 1000 / rate
  }

  /**
   * Waits until the service accepts connections: it may just have been started.
   *
   * @throws VerifyError where it does not within `timeout` milliseconds
   */
  async connect(timeout: number): Promise<void> {
    const end = performance.now() + timeout
    for (;;) {
      const error = await this.#tryToConnect(Math.max(1, end - performance.now()))
      if (error === undefined) return
      if (performance.now() + PAUSE > end || (error as NodeJS.ErrnoException).code === 'ENOTFOUND')
        throw new VerifyError(`The service at ${this.address} cannot be reached: ${connectionFault(error)}`, {
          cause: error
        })
      await sleep(PAUSE)
    }
  }

  /** A request that finds the service closed waits until it is open again: a supervisor may start it anew. */
  async send(request: WireRequest, { timeout, client }: { readonly timeout: number; readonly client: number }) {
    const end = performance.now() + timeout
    const route = this.#routeOf(client)
    let cut: string | undefined
    for (let tries = 1; ; tries++) {
      const outcome = await exchange(route, request, Math.max(1, end - performance.now()))
      if (outcome.kind === 'response') return outcome.response
      if (outcome.kind === 'late') return new NoResponse(`nothing came within ${timeout / 1000} seconds`, 'late')
      const { error, isReused, isAllSent } = outcome
      const isClosed = error.code === 'ECONNREFUSED'
      // A service that is closed after it cut this request was ended by it.
      if (isClosed && performance.now() + PAUSE > end)
        return cut === undefined ? new NoResponse(connectionFault(error), 'gone') : new NoResponse(cut)
      if (isClosed) {
        await sleep(PAUSE)
        continue
      }
      cut = connectionFault(error)
      if (isReused) this.#forgetConnections()
      else if (isAllSent || tries >= TRIES) return new NoResponse(cut)
    }
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Waits until the rate allows the next request. */
  async ready(): Promise<void> {
    const now = performance.now()
    const turn = Math.max(now, this.#nextTurn)
    this.#nextTurn = turn + this.#pause
    if (turn > now) await this.#wait(turn - now)
  }

  #tryToConnect(timeout: number): Promise<Error | undefined> {
    return new Promise((resolve) => {
      const socket = connect({ host: this.#host, port: this.#parts.port, timeout })
      const settle = (error?: Error) => {
        socket.destroy()
        resolve(error)
      }
      socket.once('timeout', () => settle(new Error(`no connection within ${Math.ceil(timeout / 1000)} seconds`)))
      socket.once('error', settle)
      socket.once('connect', () => {
        this.#host = socket.remoteAddress ?? this.#host
        settle()
      })
    })
  }

  #routeOf(client: number): Route {
    const { protocol, host: authority } = this.#base
    const { basePath, port, servername } = this.#parts
    const localAddress = localAddressOf(client, this.#host, process.platform)
    return {
      protocol,
      authority,
      basePath,
      streamTime: this.#streamTime,
      connection: {
        ...{ agent: this.#agent, host: this.#host, port },
        ...(servername !== undefined && { servername }),
        ...(localAddress !== undefined && { localAddress })
      }
    }
  }

  /** The service has closed a connection that waited too long for a request: the others waited as long. */
  #forgetConnections(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
  }
}
