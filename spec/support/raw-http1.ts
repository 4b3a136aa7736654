import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** An answer of HTTP/1 as it came over the wire. */
export interface RawAnswer {
  readonly version: string
  readonly status: number
  /** As they came, names in lower case. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  /** Freed of its chunks. */
  readonly body: string
  readonly isChunked: boolean
}

const HEAD = /^HTTP\/(\d\.\d) (\d{3}) [\t\x20-\x7e]*\r\n((?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*)\r\n/

/** How long an answer, or the end of a connection, is waited for: a busy machine may need it, a sound server never. */
const PATIENCE_MS = 30_000

/**
 * A connection that sends bytes as they are given, and reads answers by the letter of RFC 9112: what is no answer is an
 * error. Texts are Latin-1, one character a byte.
 */
export class RawConnection {
  readonly #socket: Socket
  #received = ''
  #isEnded = false
  #wake: () => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      this.#received += text
      this.#wake()
    })
    for (const event of ['end', 'close', 'error'])
      socket.on(event, () => {
        this.#isEnded = true
        this.#wake()
      })
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  send(bytes: string): void {
    this.#socket.write(bytes, 'latin1')
  }

  /** Ends the sending side alone. */
  end(): void {
    this.#socket.end()
  }

  /** The next answer, to a request of this method. */
  async answer(method: string): Promise<RawAnswer> {
    const head = await this.#take(() => {
      const end = this.#received.indexOf('\r\n\r\n')
      return end === -1 ? undefined : this.#cut(end + 4)
    }, 'the head of an answer')
    const match = HEAD.exec(head)
    if (match === null) throw new Error(`This is no head of an answer: ${JSON.stringify(head)}`)
    const [, version = '', status = '', lines = ''] = match
    const fields = lines
      .split('\r\n')
      .slice(0, -1)
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
      })
    const of = (name: string): string | undefined => fields.find((field) => field[0] === name)?.[1]
    const isChunked = of('transfer-encoding') === 'chunked'
    const answer = { version, status: Number(status), fields, isChunked }
    // RFC 9112, section 6.3.
    if (method === 'HEAD' || answer.status < 200 || answer.status === 204 || answer.status === 304)
      return { ...answer, body: '' }
    if (isChunked) return { ...answer, body: await this.#chunks() }
    const length = of('content-length')
    if (length === undefined) return { ...answer, body: await this.rest() }
    return { ...answer, body: await this.#bytes(Number(length)) }
  }

  /** What comes until the server has ended the connection. */
  rest(): Promise<string> {
    return this.#take(() => (this.#isEnded ? this.#cut(this.#received.length) : undefined), 'the end of the connection')
  }

  /** Whether the server has closed the connection, and sends nothing more; false as soon as something comes. */
  async isClosed(): Promise<boolean> {
    await this.#take(() => (this.#isEnded || this.#received !== '' ? '' : undefined), 'an answer or the end')
    return this.#received === ''
  }

  close(): void {
    this.#socket.destroy()
  }

  async #chunks(): Promise<string> {
    let body = ''
    for (;;) {
      const line = await this.#line()
      if (!/^[0-9a-f]+\r\n$/i.test(line)) throw new Error(`This is no size of a chunk: ${JSON.stringify(line)}`)
      const size = Number.parseInt(line, 16)
      if (size === 0) break
      body += await this.#bytes(size)
      if ((await this.#bytes(2)) !== '\r\n') throw new Error('The chunk has no end')
    }
    while ((await this.#line()) !== '\r\n') {
      // The trailers.
    }
    return body
  }

  #line(): Promise<string> {
    return this.#take(() => {
      const end = this.#received.indexOf('\r\n')
      return end === -1 ? undefined : this.#cut(end + 2)
    }, 'a line')
  }

  #bytes(count: number): Promise<string> {
    return this.#take(() => (this.#received.length < count ? undefined : this.#cut(count)), `${count} bytes`)
  }

  #cut(count: number): string {
    const text = this.#received.slice(0, count)
    this.#received = this.#received.slice(count)
    return text
  }

  async #take(attempt: () => string | undefined, what: string): Promise<string> {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      const text = attempt()
      if (text !== undefined) return text
      const left = end - performance.now()
      if (this.#isEnded || left < 0) {
        const why = this.#isEnded ? 'the connection is closed' : 'it did not come'
        throw new Error(`${what} is missing, ${why}; there is ${JSON.stringify(this.#received)}`)
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
}
