import { connect as connectTcp, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { type Cut, isHttp1, type WireInput } from '../input.js'
import { HANDLER_TIMEOUT, HANG_AFTER } from '../target/limits.js'
import type { Exchange } from './exchange.js'
import { upgradeEnds } from './upgrade-ends.js'

/** After how long without bytes the answers count as complete, in milliseconds. */
const QUIET = 120

/**
 * How long to wait for the answer to a request before the rest is sent, and then for the server's next read, in
 * milliseconds: longer than a handler may take.
 */
const ANSWER_WAIT = HANDLER_TIMEOUT + 500
const READ_WAIT = 10

/** ALPN by transport; undefined for a connection without TLS. */
const PROTOCOLS: Readonly<Record<WireInput['transport'], readonly string[] | undefined>> = {
  plain: undefined,
  bare: undefined,
  h2c: undefined,
  tls: [],
  'no-alpn': [],
  alpn: ['http/1.1'],
  h2: ['h2']
}

/** Sends the input over a connection of its own to the port, as its transport and delivery say. Never rejects. */
export async function deliver(input: WireInput, transport: WireInput['transport'], port: number): Promise<Exchange> {
  const delivery = new Delivery(open(transport, port), input)
  return await delivery.run()
}

function open(transport: WireInput['transport'], port: number): Socket {
  const protocols = PROTOCOLS[transport]
  const where = { host: '127.0.0.1', port, allowHalfOpen: true }
  if (protocols === undefined) return connectTcp({ ...where, noDelay: true })
  return connectTls({
    ...where,
    rejectUnauthorized: false,
    ...(protocols.length === 0 ? {} : { ALPNProtocols: [...protocols] })
  })
}

class Delivery {
  readonly #socket: Socket
  readonly #input: WireInput
  readonly #chunks: Buffer[] = []
  #answers = 0
  #sent = 0
  #ending: Exchange['ending'] | undefined = undefined
  #error: string | undefined = undefined
  #port: number | undefined = undefined
  #isEnded = false
  #isLeft = false
  #quiet: NodeJS.Timeout | undefined = undefined

  constructor(socket: Socket, input: WireInput) {
    this.#socket = socket
    this.#input = input
  }

  run(): Promise<Exchange> {
    const socket = this.#socket
    return new Promise((resolve) => {
      // A client that is still writing when this fires has waited for the server, too.
      let hang = setTimeout(() => this.#hang(), HANG_AFTER)
      socket.on('data', (chunk: Buffer) => this.#take(chunk))
      socket.on('end', () => {
        this.#ending ??= 'fin'
        socket.end()
      })
      socket.on('error', (error: NodeJS.ErrnoException) => {
        this.#ending ??= 'error'
        this.#error ??= error.code ?? error.message
      })
      socket.on('close', () => {
        clearTimeout(hang)
        clearTimeout(this.#quiet)
        const received = Buffer.concat(this.#chunks)
        const ending = this.#ending ?? 'error'
        resolve({ received, port: this.#port, ending, error: this.#error, sent: this.#sent, isLeft: this.#isLeft })
      })
      const ready = 'encrypted' in socket ? 'secureConnect' : 'connect'
      socket.once(ready, () => {
        this.#port = socket.localPort
        this.#write()
          .then(() => {
            clearTimeout(hang)
            hang = setTimeout(() => this.#hang(), HANG_AFTER)
            if (socket.destroyed) clearTimeout(hang)
          })
          .catch(() => socket.destroy())
      })
    })
  }

  async #write(): Promise<void> {
    const bytes = Buffer.from(this.#input.pieces.join(''), 'latin1')
    let at = 0
    for (const { at: offset, pause, answers } of stopsOf(this.#input, bytes)) {
      const to = Math.min(offset, bytes.length)
      if (to > at && !this.#send(bytes.subarray(at, to))) return
      at = Math.max(at, to)
      if (answers !== undefined) await this.#awaitAnswers(answers)
      else await (pause > 0 ? sleep(pause) : nextTurn())
    }
    if (at < bytes.length && !this.#send(bytes.subarray(at))) return
    await this.#finish()
  }

  #send(bytes: Buffer): boolean {
    if (!this.#socket.writable) return false
    this.#socket.write(bytes)
    this.#sent += bytes.length
    return true
  }

  async #finish(): Promise<void> {
    const { end, pieces } = this.#input
    const socket = this.#socket
    if (end === 'half-close') this.#leave()
    if (end === 'reset') {
      // What was written has to leave this process first; how far the server has come by then is for its clock to say.
      await sleep(pieces.length % 7)
      this.#ending ??= 'reset by client'
      this.#isLeft = true
      if ('encrypted' in socket) socket.destroy()
      else socket.resetAndDestroy()
    }
    if (end === 'answered') {
      this.#isEnded = true
      this.#awaitQuiet()
    }
  }

  /** Waits until the server has read what was sent: at the latest when this many answers have come. */
  async #awaitAnswers(count: number): Promise<void> {
    const until = performance.now() + ANSWER_WAIT
    while (this.#answers < count && this.#socket.writable && performance.now() < until) await sleep(1)
    // An answer may come before the body of its request is read.
    await sleep(READ_WAIT)
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#answers += chunk.toString('latin1').match(/HTTP\/1\.1 [2-9]/g)?.length ?? 0
    if (this.#isEnded) this.#awaitQuiet()
  }

  /** Ends when enough answers have come, or nothing more comes. */
  #awaitQuiet(): void {
    clearTimeout(this.#quiet)
    const isLikelyWhole = this.#answers >= this.#input.pieces.length
    this.#quiet = setTimeout(() => this.#leave(), isLikelyWhole ? 5 : QUIET)
  }

  #leave(): void {
    this.#isLeft = this.#ending === undefined
    this.#socket.end()
  }

  #hang(): void {
    this.#ending ??= 'hung'
    this.#socket.destroy()
  }
}

/** A cut after which the client waits for this many answers, not for a time. */
interface Stop extends Cut {
  readonly answers?: number
}

/**
 * Where the writing stops: at the cuts, and after requests for an upgrade, so that no server loses what follows. Before a
 * reset it does not, since the answers before it are not compared.
 */
function stopsOf(input: WireInput, bytes: Buffer): readonly Stop[] {
  const { cuts, end } = input
  if (!isHttp1(input) || end === 'reset') return cuts
  const behind = upgradeEnds(bytes).filter(({ at }) => at < bytes.length)
  if (behind.length === 0) return cuts
  const stops = behind.map(({ at, requests }) => ({ at, pause: 0, answers: requests }))
  return [...cuts, ...stops].sort((one, other) => one.at - other.at)
}
