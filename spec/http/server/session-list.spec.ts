import { EventEmitter } from 'node:events'
import { EdgeGuard } from '../../../src/http/server/edge-guard.js'
import { limitSession } from '../../../src/http/server/http2-limits.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

const LIMITS = {
  headersTimeout: 3_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384
}

/** A stream as Node has it, whose pieces are counted. */
class Stream extends EventEmitter {
  writableLength = 0
  writableEnded = false
  rstCode = 0
  readonly closedBy: number[] = []
  readonly id: number
  readonly endAfterHeaders: boolean
  constructor(id: number, endAfterHeaders = true) {
    super()
    this.id = id
    this.endAfterHeaders = endAfterHeaders
  }
  push(_chunk: unknown): boolean {
    return true
  }
  close(code: number): void {
    this.closedBy.push(code)
  }
}

/** A session as Node has it, which a spec moves on tick by tick. */
class Session extends EventEmitter {
  closed = false
  destroyed = false
  readonly socket = { bytesRead: 0, bytesWritten: 0 }
  state: { lastProcStreamID?: number } = {}
  readonly streams: Stream[] = []
  readonly log = new RecordingLogger()
  interval = 0
  cuts = 0
  tick: () => void = () => undefined

  constructor(limits: Partial<typeof LIMITS> = {}) {
    super()
    const { setInterval } = globalThis
    globalThis.setInterval = ((work: () => void, milliseconds: number) => {
      this.tick = work
      this.interval = milliseconds
      return { unref: () => undefined }
    }) as never
    try {
      limitSession(this as never, {
        limits: { ...LIMITS, ...limits },
        guard: new EdgeGuard(this.log),
        logger: this.log,
        cut: () => {
          this.cuts += 1
        }
      })
    } finally {
      globalThis.setInterval = setInterval
    }
  }

  close(): void {
    this.closed = true
  }

  destroy(code: number): void {
    this.destroyed = true
    this.log.debug({ code }, 'destroyed')
  }

  begin(stream: Stream): Stream {
    this.streams.push(stream)
    this.emit('stream', stream)
    return stream
  }

  finish(stream: Stream, rstCode = 0): void {
    stream.rstCode = rstCode
    stream.emit('close')
  }

  ready(): this {
    this.emit('remoteSettings')
    return this
  }
}

const lookAt = (session: Session, state: Session['state']): void => {
  session.state = state
}

/** What is done before each tick, by its number; a session is moved on until it was cut twice, or for some ticks. */
interface Course {
  readonly limits?: Partial<typeof LIMITS>
  readonly silent?: true
  readonly ticks?: number
  readonly before: (session: Session, tick: number) => void
}

const received =
  (bytes: number, sent = 0) =>
  (session: Session) => {
    session.socket.bytesRead += bytes
    session.socket.bytesWritten += sent
  }

const COURSES: Readonly<Record<string, Course>> = {
  'no preface': { silent: true, before: () => undefined },
  'no preface, without a limit': { silent: true, limits: { headersTimeout: 0 }, before: () => undefined },
  'no preface, with requests': { silent: true, before: (session, tick) => tick === 2 && session.begin(new Stream(1)) },
  'a late preface': { silent: true, before: (session, tick) => tick === 2 && session.ready() },
  idle: { before: () => undefined },
  'idle, without a limit': { limits: { keepAliveTimeout: 0 }, before: () => undefined },
  'idle with settings again and again': { before: (session) => session.ready() },
  'idle after a request': {
    before: (session, tick) => {
      if (tick === 3) session.begin(new Stream(1))
      if (tick === 5) session.finish(session.streams[0] as Stream)
    }
  },
  'half a head': { before: (session) => lookAt(session, { lastProcStreamID: 1 }) },
  'half a head, then the whole': {
    before: (session, tick) => {
      session.state = { lastProcStreamID: tick < 6 ? 1 : 3 }
      if (tick === 3) session.begin(new Stream(1))
    }
  },
  'half a head after another': {
    before: (session, tick) => lookAt(session, { lastProcStreamID: tick < 3 ? 1 : 3 })
  },
  'half a head beside a request': {
    before: (session, tick) => {
      if (tick === 1) session.begin(new Stream(1))
      session.state = { lastProcStreamID: 3 }
    }
  },
  'half a head without a limit': {
    limits: { headersTimeout: 0 },
    before: (session) => lookAt(session, { lastProcStreamID: 1 })
  },
  'frames beside requests, at once': { before: (session, tick) => tick === 1 && received(264_192)(session) },
  'too many frames beside requests, at once': { before: (session, tick) => tick === 1 && received(264_193)(session) },
  'frames beside requests, each second': { ticks: 140, limits: { keepAliveTimeout: 0 }, before: received(2_048) },
  'too many frames beside requests, each second': {
    ticks: 140,
    limits: { keepAliveTimeout: 0 },
    before: received(4_096)
  },
  'frames that open windows': { ticks: 140, limits: { keepAliveTimeout: 0 }, before: received(4_096, 16_384) },
  'too many frames that open windows': { ticks: 300, limits: { keepAliveTimeout: 0 }, before: received(4_096, 8_192) },
  'heads of the largest size': {
    ticks: 40,
    before: (session, tick) => {
      session.begin(new Stream(2 * tick - 1))
      received(16_384)(session)
      session.finish(session.streams.at(-1) as Stream)
    }
  },
  'heads beyond the largest size': {
    ticks: 40,
    before: (session, tick) => {
      session.begin(new Stream(2 * tick - 1))
      received(32_768)(session)
      session.finish(session.streams.at(-1) as Stream)
    }
  },
  'a body in pieces': {
    ticks: 30,
    before: (session, tick) => {
      const stream = session.streams[0] ?? session.begin(new Stream(1, false))
      for (let piece = 0; piece < 100; piece++) stream.push(Buffer.alloc(100))
      if (tick === 30) stream.push(null)
      received(100 * 264)(session)
    }
  },
  'a body in pieces with too much between': {
    ticks: 30,
    before: (session) => {
      const stream = session.streams[0] ?? session.begin(new Stream(1, false))
      for (let piece = 0; piece < 100; piece++) stream.push(Buffer.alloc(100))
      received(100 * 464)(session)
    }
  },
  'a body that is not counted': {
    ticks: 12,
    before: (session) => {
      const stream = session.streams[0] ?? session.begin(new Stream(1))
      for (let piece = 0; piece < 100; piece++) stream.push(Buffer.alloc(100))
      received(100 * 464)(session)
    }
  },
  'resets at once': {
    ticks: 2,
    before: (session, tick) => {
      for (let at = 0; tick === 1 && at < 200; at++) session.finish(session.begin(new Stream(2 * at + 1)), 8)
    }
  },
  'too many resets at once': {
    ticks: 2,
    before: (session, tick) => {
      for (let at = 0; tick === 1 && at < 201; at++) session.finish(session.begin(new Stream(2 * at + 1)), 8)
    }
  },
  'resets each second': {
    ticks: 30,
    before: (session) => {
      for (let at = 0; at < 33; at++) session.finish(session.begin(new Stream(session.streams.length * 2 + 1)), 8)
    }
  },
  'too many resets each second': {
    ticks: 250,
    before: (session) => {
      for (let at = 0; at < 34; at++) session.finish(session.begin(new Stream(session.streams.length * 2 + 1)), 8)
    }
  },
  'resets beside requests that end': {
    ticks: 30,
    before: (session) => {
      for (let at = 0; at < 50; at++)
        session.finish(session.begin(new Stream(session.streams.length * 2 + 1)), at < 20 ? 0 : 8)
    }
  },
  'resets by the server': {
    ticks: 3,
    before: (session) => {
      for (let at = 0; at < 300; at++) session.finish(session.begin(new Stream(session.streams.length * 2 + 1)), 2)
    }
  },
  'a response that is not taken': {
    ticks: 20,
    before: (session, tick) => {
      if (tick === 1) session.begin(new Stream(1)).writableLength = 16_000
    }
  },
  'a response that is not taken, and never closed': {
    ticks: 20,
    before: (session, tick) => {
      if (tick === 1) session.begin(new Stream(1)).writableEnded = true
    }
  },
  'a response that is taken slowly': {
    ticks: 20,
    before: (session, tick) => {
      const stream = session.streams[0] ?? session.begin(new Stream(1))
      stream.writableLength = 100_000 - tick
      if (tick === 12) stream.writableLength = 0
    }
  },
  'a response that drains': {
    ticks: 20,
    before: (session, tick) => {
      const stream = session.streams[0] ?? session.begin(new Stream(1))
      stream.writableLength = 1_000
      if (tick % 4 === 0) stream.emit('drain')
    }
  },
  'a response that waits now and then': {
    ticks: 20,
    before: (session, tick) => {
      const stream = session.streams[0] ?? session.begin(new Stream(1))
      stream.writableLength = tick % 5 === 0 ? 0 : 1_000
    }
  },
  'a response that is not taken, without a limit': {
    limits: { keepAliveTimeout: 0 },
    ticks: 20,
    before: (session, tick) => {
      if (tick === 1) session.begin(new Stream(1)).writableLength = 1
    }
  },
  'a session that is leaving': {
    ticks: 12,
    before: (session, tick) => {
      if (tick === 1) session.begin(new Stream(1))
      if (tick === 2) session.close()
      if (tick === 4) session.finish(session.streams[0] as Stream)
    }
  },
  'other intervals': { limits: { connectionsCheckingInterval: 30_000 }, before: () => undefined },
  'other intervals without limits': {
    limits: { connectionsCheckingInterval: 700, headersTimeout: 0, keepAliveTimeout: 0 },
    before: () => undefined
  }
}

describe('A session of HTTP/2', () => {
  it('is closed, ended and cut at the ticks of session-list.txt', () => {
    const lines: string[] = []
    for (const [name, { limits, silent, ticks = 8, before }] of Object.entries(COURSES)) {
      const session = new Session(limits)
      if (silent !== true) session.ready()
      lines.push(`\n# ${name}: every ${session.interval} ms`)
      for (let tick = 1; tick <= ticks && session.cuts < 2; tick++) {
        if (!session.destroyed) before(session, tick)
        session.tick()
        const cut = session.streams.flatMap(({ id, closedBy }) =>
          closedBy.splice(0).map((code) => `stream ${id} closed by ${code}`)
        )
        const told = session.log.entries
          .splice(0)
          .map(({ message, fields }) => `${message}${message === 'destroyed' ? ` ${shown(fields)}` : ''}`)
        if (session.cuts > 0) told.push(`cut ${session.cuts}`)
        const all = [...told, ...cut]
        if (all.length > 0) lines.push(`${tick}: ${all.join('; ')}`)
      }
      lines.push(session.destroyed ? 'destroyed' : session.closed ? 'closed' : 'open')
    }
    expectWholeList('http/server/session-list.txt', lines)
  })
})
