import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** The frame types of RFC 9113, section 6. */
export const TYPE = {
  DATA: 0,
  HEADERS: 1,
  PRIORITY: 2,
  RST_STREAM: 3,
  SETTINGS: 4,
  PUSH_PROMISE: 5,
  PING: 6,
  GOAWAY: 7,
  WINDOW_UPDATE: 8,
  CONTINUATION: 9
} as const

export const FLAG = { NONE: 0, ACK: 1, END_STREAM: 1, END_HEADERS: 4, PADDED: 8, PRIORITY: 32 } as const

/** The error codes of RFC 9113, section 7, each at its number. */
export const ERRORS = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM'
] as const
export type ErrorName = (typeof ERRORS)[number]

export const PREFACE: Buffer = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

/** A frame as it came. */
export interface RawFrame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

export type Field = readonly [name: string, value: string]

/** A frame; `length` only where it is to differ from the payload's. */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer | string = '',
  length?: number
): Buffer {
  const bytes = Buffer.from(payload)
  const head = Buffer.alloc(9)
  head.writeUIntBE(length ?? bytes.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, bytes])
}

/** Fields as literals without indexing and without Huffman's code (RFC 7541 section 6.2.2). */
export function block(fields: readonly Field[]): Buffer {
  const text = (value: string): Buffer[] => [integer(Buffer.byteLength(value), 7), Buffer.from(value)]
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), ...text(name), ...text(value)]))
}

/** RFC 7541, section 5.1; the bits before the prefix are 0. */
function integer(value: number, prefix: number): Buffer {
  const most = 2 ** prefix - 1
  if (value < most) return Buffer.from([value])
  const bytes = [most]
  let rest = value - most
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}

export function headers(stream: number, fields: Buffer, flags: number = FLAG.END_STREAM | FLAG.END_HEADERS): Buffer {
  return frame(TYPE.HEADERS, flags, stream, fields)
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A SETTINGS frame of identifiers and values. */
export function settings(...pairs: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = pairs.map(([id, value]) => Buffer.concat([Buffer.from([id >> 8, id & 255]), uint32(value)]))
  return frame(TYPE.SETTINGS, 0, 0, Buffer.concat(payload))
}

export const SETTINGS_ACK: Buffer = frame(TYPE.SETTINGS, FLAG.ACK, 0)

/** How long a frame is waited for: a busy machine may need it. */
const PATIENCE_MS = 30_000

/** How long connections are tried. */
const PERSISTENCE_MS = 20_000

/**
 * Tries again where a connection could not begin: on a busy machine that may take longer than a server with short limits
 * allows, which ends it then, and rightly.
 */
async function persist(attempt: () => Promise<RawHttp2>): Promise<RawHttp2> {
  const end = performance.now() + PERSISTENCE_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > end) throw error
    }
  }
}

/** A client that sends frames as they are given, and keeps those that come. */
export class RawHttp2 {
  readonly socket: Socket
  readonly frames: RawFrame[] = []
  isClosed = false
  #received: Buffer = Buffer.alloc(0)
  #wake: () => void = () => {}

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (bytes: Buffer) => this.#read(bytes))
    for (const event of ['end', 'close', 'error'])
      socket.on(event, () => {
        this.isClosed = true
        this.#wake()
      })
  }

  /** Connects, over TLS where that is asked for, and sends nothing. */
  static open(port: number, isSecure: boolean): Promise<RawHttp2> {
    return persist(async () => {
      const socket = isSecure
        ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] })
        : connect(port, '127.0.0.1')
      socket.setNoDelay()
      await once(socket, isSecure ? 'secureConnect' : 'connect')
      return new RawHttp2(socket)
    })
  }

  /** Connects, and exchanges the settings. */
  static begun(port: number, isSecure: boolean): Promise<RawHttp2> {
    return persist(async () => {
      const client = await RawHttp2.open(port, isSecure)
      await client.begin()
      return client
    })
  }

  /** Sends the preface and waits until both sides have acknowledged the settings of the other. */
  async begin(own: Buffer = settings()): Promise<void> {
    this.send(PREFACE, own)
    await this.until(() => this.#has(TYPE.SETTINGS, 0) && this.#has(TYPE.SETTINGS, FLAG.ACK), 'the settings')
    this.send(SETTINGS_ACK)
  }

  send(...frames: readonly Buffer[]): void {
    if (!this.socket.destroyed) this.socket.write(Buffer.concat(frames))
  }

  /** Waits until the condition holds; throws where it cannot any more. */
  async until(condition: () => boolean, what: string): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    while (!condition()) {
      const left = end - performance.now()
      if (this.isClosed || left < 0) throw new Error(`${what} did not come: ${this.describe()}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  /** Whether a PING is answered, and no GOAWAY came before. */
  async isAlive(): Promise<boolean> {
    const data = Buffer.from('are-you?')
    this.send(frame(TYPE.PING, 0, 0, data))
    const answered = (): boolean =>
      this.frames.some(({ type, flags, payload }) => type === TYPE.PING && flags === FLAG.ACK && payload.equals(data))
    await this.until(() => answered() || this.isClosed || this.goaway !== undefined, 'the answer to a PING')
    return answered() && this.goaway === undefined
  }

  /** Waits for the end of the connection. */
  closed(): Promise<void> {
    return this.until(() => this.isClosed, 'the end of the connection')
  }

  /** The error of the last GOAWAY. */
  get goaway(): ErrorName | undefined {
    const last = this.frames.findLast(({ type }) => type === TYPE.GOAWAY)
    return last === undefined ? undefined : ERRORS[last.payload.readUInt32BE(4)]
  }

  /** The error with which a stream was reset. */
  reset(stream: number): ErrorName | undefined {
    const found = this.frames.find((each) => each.type === TYPE.RST_STREAM && each.stream === stream)
    return found === undefined ? undefined : ERRORS[found.payload.readUInt32BE(0)]
  }

  /** Whether the answer of a stream has come whole. */
  isAnswered(stream: number): boolean {
    return this.frames.some(
      (each) =>
        each.stream === stream &&
        (each.type === TYPE.DATA || each.type === TYPE.HEADERS) &&
        (each.flags & FLAG.END_STREAM) !== 0
    )
  }

  /** The frames of a stream's body, as texts. */
  bodyOf(stream: number): string[] {
    return this.frames
      .filter(({ type, stream: id }) => type === TYPE.DATA && id === stream)
      .map(({ payload }) => payload.toString())
  }

  describe(): string {
    const names = Object.keys(TYPE)
    return this.frames.map(({ type, flags, stream }) => `${names[type]}(${flags}) of ${stream}`).join(', ')
  }

  close(): void {
    this.socket.destroy()
  }

  #has(type: number, flags: number): boolean {
    return this.frames.some((each) => each.type === type && each.flags === flags)
  }

  #read(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    while (this.#received.length >= 9) {
      const end = 9 + this.#received.readUIntBE(0, 3)
      if (this.#received.length < end) break
      this.frames.push({
        type: this.#received[3] as number,
        flags: this.#received[4] as number,
        stream: this.#received.readUInt32BE(5) & 0x7fffffff,
        payload: this.#received.subarray(9, end)
      })
      this.#received = this.#received.subarray(end)
    }
    this.#wake()
  }
}
