import { EventEmitter } from 'node:events'
import { withAccessLog } from '../../../src/http/exchange/access-log.js'
import { limitHandler, limitRequest } from '../../../src/http/exchange/time-limits.js'
import { blockedTime } from '../../../src/http/lifetime/blocked-time.js'
import { CONTEXT, DIRECT } from '../../../src/http/lifetime/direct-exchange.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { StandingClock } from '../../support/standing-clock.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

/** A request and its response as Node has them, which say what is done with them. */
class Exchange {
  readonly said: string[] = []
  readonly clock = new StandingClock((what) => this.say(what))
  readonly socket = new EventEmitter()
  readonly req: EventEmitter & { complete: boolean; [CONTEXT]: unknown }
  readonly res: EventEmitter & { headersSent: boolean; writableEnded: boolean; stream: unknown; statusCode: number }

  constructor(stream?: object) {
    const { said } = this
    const does =
      (what: string) =>
      (...values: unknown[]) =>
        void said.push([what, ...values.map(shown)].join(' '))
    const known = stream && Object.assign(stream, { close: does('the stream is closed by') })
    this.req = Object.assign(new EventEmitter(), {
      headers: { 'content-length': '5' },
      complete: false,
      socket: this.socket,
      stream: known,
      [CONTEXT]: undefined,
      destroy: does('the request is destroyed')
    })
    this.res = Object.assign(new EventEmitter(), {
      headersSent: false,
      writableEnded: false,
      statusCode: 200,
      stream: known,
      req: this.req,
      setHeader: does('header'),
      writeHead: does('head'),
      end: does('ends'),
      destroy: does('the response is destroyed')
    })
  }

  readonly say = (what: string): void => void this.said.push(what)

  limit(milliseconds: number): void {
    limitRequest(this.req as never, this.res as never, milliseconds)
  }
}

const h2 = () => ({ endAfterHeaders: false })

const COURSES: Readonly<
  Record<string, readonly [stream: () => object | undefined, course: (exchange: Exchange) => void]>
> = {
  'a body in time': [
    () => undefined,
    (exchange) => {
      exchange.limit(100)
      exchange.clock.pass(99)
      exchange.req.emit('end')
      exchange.req.emit('close')
      exchange.clock.pass(100)
      exchange.say(`${exchange.socket.listenerCount('close')} listeners`)
    }
  ],
  'a body that is cut': [
    () => undefined,
    (exchange) => {
      exchange.limit(100)
      exchange.req.emit('close')
    }
  ],
  'a connection that is cut': [
    () => undefined,
    (exchange) => {
      exchange.limit(100)
      exchange.say(`${exchange.socket.listenerCount('close')} listeners`)
      exchange.socket.emit('close')
      exchange.say(`${exchange.req.listenerCount('end')} and ${exchange.req.listenerCount('close')} listeners`)
    }
  ],
  'a late body': [
    () => undefined,
    (exchange) => {
      exchange.limit(100)
      exchange.clock.pass(100)
      exchange.say('then')
      exchange.res.emit('close')
      exchange.res.emit('close')
    }
  ],
  'a late body that a router knows': [
    () => undefined,
    (exchange) => {
      exchange.req[CONTEXT] = { expire: (error: Error) => exchange.say(shown(error)) }
      exchange.limit(100)
      exchange.clock.pass(100)
    }
  ],
  'a late body whose response has begun': [
    () => undefined,
    (exchange) => {
      exchange.limit(100)
      exchange.res.headersSent = true
      exchange.clock.pass(100)
    }
  ],
  'a late body of HTTP/2': [
    h2,
    (exchange) => {
      exchange.limit(100)
      exchange.say(`${exchange.socket.listenerCount('close')} listeners`)
      exchange.clock.pass(100)
      exchange.res.emit('close')
      exchange.req.emit('end')
    }
  ],
  'a late body of HTTP/2 whose response has begun': [
    h2,
    (exchange) => {
      exchange.limit(100)
      exchange.res.headersSent = true
      exchange.clock.pass(100)
    }
  ],
  'no body of HTTP/2': [() => ({ endAfterHeaders: true }), (exchange) => exchange.limit(100)],
  'a body that is there': [
    () => undefined,
    (exchange) => {
      exchange.req.complete = true
      exchange.limit(100)
    }
  ],
  'a limit instead of another': [
    () => undefined,
    (exchange) => {
      exchange.limit(100)
      exchange.clock.pass(50)
      exchange.limit(20)
      exchange.clock.pass(19)
      exchange.limit(1)
      exchange.limit(0)
      exchange.clock.pass(1_000)
      exchange.limit(30)
      exchange.say(`${exchange.req.listenerCount('end')} and ${exchange.req.listenerCount('close')} listeners`)
      exchange.req.emit('end')
    }
  ],
  'no limit': [() => undefined, (exchange) => exchange.limit(0)],
  'a body that could not be read': [
    () => undefined,
    (exchange) => {
      exchange.limit(100)
      exchange.clock.pass(50)
      exchange.clock.pass(300, true)
      exchange.say('300 ms later')
      exchange.clock.pass(349)
      exchange.say('349 ms later')
      exchange.clock.pass(1)
    }
  ],
  'a handler in time': [
    () => undefined,
    ({ clock, say }) => {
      const ends: (() => void)[] = []
      const ctx = { whenOver: (work: () => void) => ends.push(work), expire: (error: Error) => say(shown(error)) }
      limitHandler(() => say('runs'), 100)(ctx as never)
      clock.pass(99)
      for (const end of ends) end()
      clock.pass(10)
    }
  ],
  'a handler out of time': [
    () => undefined,
    ({ clock, say }) => {
      const ctx = { whenOver: () => undefined, expire: (error: Error) => say(shown(error)) }
      limitHandler(() => say('runs'), 100)(ctx as never)
      clock.pass(99)
      say('99 ms')
      clock.pass(1)
    }
  ],
  'a handler that could not run': [
    () => undefined,
    ({ clock, say }) => {
      const ends: (() => void)[] = []
      const ctx = { whenOver: (work: () => void) => ends.push(work), expire: (error: Error) => say(shown(error)) }
      limitHandler(() => say('runs'), 100)(ctx as never)
      for (const blocked of [250, 300]) {
        clock.pass(blocked, true)
        say(`${blocked} ms later`)
      }
      clock.pass(299)
      say('299 ms later')
      clock.pass(1)
      for (const end of ends) end()
    }
  ]
}

/** What becomes of requests whose lines are in the log. */
const LOGGED: Readonly<Record<string, (exchange: Exchange) => void>> = {
  sent: ({ res, clock }) => {
    clock.pass(1.2345)
    Object.assign(res, { headersSent: true, writableEnded: true, statusCode: 201 })
    res.emit('finish')
    res.emit('close')
  },
  'reset after it had begun': ({ res }) => {
    res.headersSent = true
    res.emit('finish')
  },
  'cut before it had begun': ({ res, clock }) => {
    clock.pass(20)
    res.emit('close')
  },
  'of a route': ({ req, res }) => {
    req[CONTEXT] = { route: { path: '/items/{id}' }, requestId: 'of-the-context' }
    Object.assign(res, { headersSent: true, writableEnded: true }).emit('finish')
  },
  'of a probe': ({ req, res }) => {
    req[CONTEXT] = { route: { path: '/live', isProbe: true }, requestId: 'of-the-context' }
    res.emit('finish')
  },
  'without a method': ({ req, res }) => {
    Object.assign(req, { method: undefined })
    res.emit('close')
  }
}

describe('The time of an exchange', () => {
  let exchange: Exchange | undefined
  afterEach(() => exchange?.clock.stop())

  it('is limited, and in the log, as time-list.txt says', () => {
    const lines: string[] = []
    for (const [name, [stream, course]] of Object.entries(COURSES)) {
      exchange = new Exchange(stream())
      exchange.clock.start()
      blockedTime.watch()
      // The time until it measures first is the process's own, which does not stand.
      blockedTime.since(0)
      exchange.said.length = 0
      course(exchange)
      const { length } = exchange.said
      blockedTime.unwatch()
      exchange.said.length = length
      exchange.clock.stop()
      lines.push(`\n# ${name}`, ...exchange.said)
    }
    for (const [name, course] of Object.entries(LOGGED)) {
      for (const isDirect of [false, true]) {
        exchange = new Exchange()
        const { req, res, clock } = exchange
        Object.assign(req, { method: 'PUT', headers: { 'x-request-id': 'of-the-head' } })
        if (isDirect) {
          const whenOver = (work: (isSent: boolean) => void) =>
            res.once('finish', () => work(true)).once('close', () => work(false))
          Object.assign(res, { [DIRECT]: { isNode: false, whenOver } })
        }
        const log = new RecordingLogger()
        clock.start()
        withAccessLog(() => course(exchange as Exchange), log, 'info')(req as never, res as never)
        clock.stop()
        const found = log.entries.map(({ level, message, fields }) => `${level}: ${message} ${shown(fields)}`)
        lines.push(`\n# a request ${name}${isDirect ? ', without messages of Node' : ''}`, ...found)
      }
    }
    expectWholeList('http/exchange/time-list.txt', lines)
  })
})
