import { EventEmitter } from 'node:events'
import { signalOf } from '../../../src/http/lifetime/abort-signal.js'
import { clock } from '../../../src/http/lifetime/clock.js'
import { ServerConnections } from '../../../src/http/server/connections.js'
import { EdgeGuard } from '../../../src/http/server/edge-guard.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

/** A connection as Node has it, which says what is done with it. */
class Socket extends EventEmitter {
  writable = true
  bytesRead = 1
  remoteAddress = '203.0.113.7'
  alpnProtocol: string | false = false
  /** The event for which it takes no listener. */
  fails = ''
  readonly name: string
  readonly remotePort: number
  readonly #say: (what: string) => void

  constructor(name: string, remotePort: number, say: (what: string) => void) {
    super()
    this.name = name
    this.remotePort = remotePort
    this.#say = say
  }

  override on(event: string, listener: (...args: never[]) => void): this {
    if (event === this.fails) throw new Error(`no listener for ${event}`)
    return super.on(event, listener as () => void)
  }

  end(text: string): void {
    this.#say(`${this.name} ends ${shown(text)}`)
  }

  write(bytes: Buffer): void {
    this.#say(`${this.name} writes ${bytes.toString('hex')}`)
  }

  destroy(): void {
    this.#say(`${this.name} is destroyed`)
  }

  destroySoon(): void {
    this.#say(`${this.name} is destroyed soon`)
  }

  pause(): void {}

  resume(): void {
    this.#say(`${this.name} is read on by ${this.listenerCount('data')}`)
  }
}

interface Request {
  method: string
  complete: boolean
}

/** A response as Node has it. */
class Response extends EventEmitter {
  headersSent = false
  writableEnded = false
  writableFinished = false
  destroyed = false
  socket: object | null = {}
  readonly name: string
  readonly stream: object | undefined
  readonly req: EventEmitter & Request & { socket: Socket; resume(): void }
  readonly #headers = new Map<string, string>()

  constructor(name: string, socket: Socket, request: Request, stream: object | undefined) {
    super()
    this.name = name
    this.stream = stream
    this.req = Object.assign(new EventEmitter(), request, { socket, resume: () => undefined })
  }

  setHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  getHeader(name: string): string | undefined {
    return this.#headers.get(name)
  }

  removeHeader(name: string): void {
    this.#headers.delete(name)
  }

  destroy(): void {
    this.destroyed = true
  }

  get state(): string {
    const headers = [...this.#headers].map(([name, value]) => ` ${name}: ${value}`).join('')
    return `${this.name}${headers}${this.destroyed ? ' destroyed' : ''}`
  }
}

/** A server, its connections, and the time, which stands still. */
class World {
  readonly said: string[] = []
  readonly log = new RecordingLogger()
  readonly connections = new ServerConnections(new EdgeGuard(this.log))
  readonly server = new EventEmitter()
  readonly sockets: Socket[] = []
  readonly responses: Response[] = []
  now = 1_000
  soon: (() => void)[] = []

  watch(isSecure = false, isHttp2 = false): void {
    this.connections.watch(this.server as never, { isSecure, isHttp2 })
  }

  readonly say = (what: string): void => void this.said.push(what)

  /** A connection comes. */
  socket(given: Partial<Socket> = {}, event = 'connection'): Socket {
    const name = String.fromCharCode(97 + this.sockets.length)
    const socket = Object.assign(new Socket(name, this.sockets.length, this.say), given)
    socket.on('data', () => undefined)
    this.sockets.push(socket)
    this.server.emit(event, socket)
    return socket
  }

  /** A request comes, with or without the rest of its body. */
  request(socket: Socket, request: Partial<Request> = {}, stream?: object): Response {
    const whole = { method: 'POST', complete: true, ...request }
    const response = new Response(`response ${this.responses.length + 1}`, socket, whole, stream)
    this.responses.push(response)
    this.connections.track(response as never)
    const signal = signalOf(response.req as never, response as never, () => undefined)
    signal.addEventListener('abort', () => this.say(`${response.name} is aborted: ${signal.reason.message}`))
    return response
  }

  session(name: string, close = () => this.say(`${name} is closed`)): EventEmitter {
    const session = Object.assign(new EventEmitter(), { close, destroy: () => this.say(`${name} is destroyed`) })
    this.server.emit('session', session)
    return session
  }

  finish(response: Response): void {
    response.headersSent = response.writableEnded = response.writableFinished = true
    response.emit('finish')
    response.emit('close')
  }

  giveUp(socket: Socket, text?: 'no text'): void {
    const errorText = text === undefined ? 'ERROR' : undefined
    this.say(`${socket.name}: ${this.connections.giveUp(socket as never, errorText)}`)
  }

  wait(milliseconds: number): void {
    this.now += milliseconds
    for (const work of this.soon.splice(0)) work()
  }

  methods(): void {
    for (const socket of this.sockets) this.say(`${this.connections.methodOf(socket as never)}`)
  }
}

type Course = (world: World) => void

const plain =
  (course: Course): Course =>
  (world) => {
    world.watch()
    course(world)
  }

const COURSES: Readonly<Record<string, Course>> = {
  'a connection comes and goes': plain((world) => {
    const [first] = [world.socket(), world.socket()]
    world.say(`${world.connections.size} open`)
    first.emit('error', new Error('reset'))
    first.emit('close')
    world.say(`${world.connections.size} open`)
    first.emit('close')
  }),
  'a connection takes no listeners': plain((world) => {
    for (const fails of ['close', 'error']) world.socket({ fails })
    for (const fails of ['close', 'error']) world.socket({ fails }, 'secureConnection')
  }),
  'the listener of the close fails': plain((world) => {
    const socket = world.socket()
    const response = world.request(socket)
    Object.defineProperty(response, 'writableFinished', {
      get: () => {
        throw new Error('no state')
      }
    })
    response.socket = null
    socket.emit('close')
  }),
  'an event fails': plain((world) => {
    const broken = (name: string) =>
      Object.assign(world.session(name), {
        on: () => {
          throw new Error('no listeners')
        }
      })
    world.server.emit('session', broken('session'))
    const socket = world.socket()
    const response = world.request(socket)
    response.listenerCount = () => {
      throw new Error('no count')
    }
    world.server.emit('timeout', socket)
  }),
  'responses that wait are closed with their connection': plain((world) => {
    const socket = world.socket()
    const [own, waiting, finished, destroyed] = [1, 2, 3, 4].map(() => world.request(socket)) as [
      Response,
      Response,
      Response,
      Response
    ]
    for (const response of [waiting, finished, destroyed]) response.socket = null
    finished.writableFinished = true
    destroyed.destroyed = true
    for (const response of [own, waiting, finished, destroyed])
      response.on('close', () => world.say(`${response.name} closed`))
    socket.emit('close')
    world.finish(own)
    world.say(world.responses.map(({ state }) => state).join(', '))
  }),
  'malformed before any request': plain((world) => {
    const fresh = world.socket()
    world.giveUp(fresh)
    world.giveUp(fresh)
    world.giveUp(world.socket({ bytesRead: 0 }))
    world.giveUp(world.socket({ writable: false }))
    world.giveUp(world.socket(), 'no text')
    world.giveUp(new Socket('unknown', 5, world.say))
    world.giveUp(Object.assign(new Socket('unknown and ended', 6, world.say), { writable: false }))
  }),
  'malformed in a body': plain((world) => {
    const socket = world.socket()
    const response = world.request(socket, { complete: false })
    world.methods()
    world.giveUp(socket)
    world.finish(response)
  }),
  'malformed in a body whose response has begun': plain((world) => {
    const socket = world.socket()
    world.request(socket, { complete: false }).headersSent = true
    world.giveUp(socket)
    world.connections.cutSocket(socket as never)
  }),
  'malformed in a body whose response was sent': plain((world) => {
    const socket = world.socket()
    world.finish(world.request(socket, { complete: false }))
    world.methods()
    world.giveUp(socket)
    world.connections.cutSocket(socket as never)
  }),
  'malformed behind a request': plain((world) => {
    const socket = world.socket()
    const response = world.request(socket)
    world.methods()
    world.giveUp(socket)
    world.finish(response)
  }),
  'lost behind a request': plain((world) => {
    const socket = world.socket()
    const response = world.request(socket)
    world.giveUp(socket, 'no text')
    world.finish(response)
  }),
  'malformed behind requests': plain((world) => {
    const socket = world.socket()
    const [first, second] = [world.request(socket), world.request(socket)]
    world.giveUp(socket)
    world.finish(second)
    world.say('the second is sent')
    world.finish(first)
  }),
  'malformed in a body behind a request': plain((world) => {
    const socket = world.socket()
    const [first, second] = [world.request(socket), world.request(socket, { complete: false })]
    world.giveUp(socket)
    world.finish(first)
    world.finish(second)
  }),
  'malformed in a body behind a request, whose response has begun': plain((world) => {
    const socket = world.socket()
    const [first, second] = [world.request(socket), world.request(socket, { complete: false })]
    world.giveUp(socket)
    second.headersSent = true
    world.finish(first)
  }),
  'malformed in a body behind a request, whose response had begun': plain((world) => {
    const socket = world.socket()
    const [first, second] = [world.request(socket), world.request(socket, { complete: false })]
    second.headersSent = true
    world.giveUp(socket)
    world.finish(first)
  }),
  'malformed in a body behind a request, whose response was sent': plain((world) => {
    const socket = world.socket()
    const [first, second] = [world.request(socket), world.request(socket, { complete: false })]
    world.finish(second)
    world.giveUp(socket)
    world.finish(first)
  }),
  'a body that comes behind a request': plain((world) => {
    const socket = world.socket()
    const [first] = [world.request(socket), world.request(socket, { method: 'PUT', complete: false })]
    world.finish(first)
    world.methods()
  }),
  'the end behind a response fails': plain((world) => {
    const socket = world.socket()
    const response = world.request(socket)
    world.giveUp(socket)
    socket.end = () => {
      throw new Error('no end')
    }
    world.finish(response)
  }),
  'a response closes whose connection is gone': plain((world) => {
    const socket = world.socket()
    const response = world.request(socket)
    socket.emit('close')
    world.connections.close()
    world.finish(response)
  }),
  'a response closes twice': plain((world) => {
    const socket = world.socket()
    const [first, second] = [world.request(socket), world.request(socket)]
    world.finish(first)
    world.finish(first)
    world.connections.leave()
    world.say(second.state)
  }),
  'cut behind what was written': plain((world) => {
    for (const [headersSent, writableEnded, writable] of [
      [false, false, true],
      [true, false, true],
      [true, true, true],
      [true, true, false]
    ] as const) {
      const socket = world.socket({ writable })
      Object.assign(world.request(socket), { headersSent, writableEnded })
      world.connections.cutSocket(socket as never)
    }
    world.connections.cutSocket(new Socket('unknown', 9, world.say) as never)
  }),
  'idle connections': plain((world) => {
    const [fresh, served, busy, late] = [1, 2, 3, 4].map(() => world.socket()) as [Socket, Socket, Socket, Socket]
    world.finish(world.request(served))
    world.request(busy)
    world.finish(world.request(late, { complete: false }))
    world.wait(100)
    world.connections.closeIdle(100)
    world.say(`${fresh.name} was never busy`)
    world.wait(1)
    world.connections.closeIdle(100)
    world.say('it leaves')
    world.connections.leave()
    world.connections.closeIdle(100)
    world.say('it closes')
    world.connections.close()
  }),
  'a connection that is busy again': plain((world) => {
    const socket = world.socket()
    world.finish(world.request(socket))
    const [first, second] = [world.request(socket), world.request(socket)]
    world.finish(second)
    world.wait(101)
    world.connections.closeIdle(100)
    world.say('one response is missing')
    world.finish(first)
    world.wait(101)
    world.connections.closeIdle(100)
  }),
  'idle by Node’s timer': plain((world) => {
    const [silent, sending, busy, heard] = [1, 2, 3, 4].map(() => world.socket()) as [Socket, Socket, Socket, Socket]
    world.request(busy)
    world.request(heard).on('timeout', () => undefined)
    const asking = world.socket()
    world.request(asking).req.on('timeout', () => undefined)
    for (const socket of [silent, sending, busy, heard, asking]) world.server.emit('timeout', socket)
    world.server.emit('timeout', new Socket('unknown', 9, world.say))
    sending.bytesRead += 1
    world.wait(0)
    world.connections.leave()
    world.server.emit('timeout', silent)
    world.wait(0)
  }),
  'it leaves': plain((world) => {
    const [one, two] = [world.socket(), world.socket()]
    const responses = [world.request(one), world.request(one), world.request(two), world.request(two)]
    ;(responses[3] as Response).headersSent = true
    world.connections.leave()
    world.say(responses.map(({ state }) => state).join(', '))
    responses[0]?.setHeader('connection', 'upgrade')
    responses.push(world.request(one), world.request(new Socket('unknown', 9, world.say)))
    world.connections.leave()
    world.connections.warnSessions()
    world.wait(0)
    world.say(responses.map(({ state }) => state).join(', '))
  }),
  'it closes': plain((world) => {
    world.socket()
    world.socket({ bytesRead: 0 })
    const [receiving, busy, late] = [world.socket(), world.socket(), world.socket()]
    world.finish(world.request(receiving, { complete: false }))
    const response = world.request(busy)
    world.request(world.socket(), { complete: false })
    world.giveUp(late)
    world.connections.close()
    world.say(response.state)
    world.connections.leave()
    world.socket()
    world.connections.closeIdle(-1)
    const behind = world.request(busy)
    world.finish(response)
    world.say(`${behind.state} is left`)
    world.finish(behind)
  }),
  'it is cut': plain((world) => {
    const [one, two] = [world.socket(), world.socket()]
    world.request(one)
    world.finish(world.request(one))
    two.emit('close')
    world.connections.cut()
  }),
  TLS: (world) => {
    world.watch(true)
    const [plainSocket, shaking, other] = [world.socket(), world.socket(), world.socket()]
    const secure = world.socket({ remotePort: shaking.remotePort }, 'secureConnection')
    world.finish(world.request(secure))
    other.emit('close')
    world.giveUp(plainSocket)
    world.connections.close()
    world.say(`${world.connections.size} open`)
    secure.emit('close')
  },
  'TLS from one address again': (world) => {
    world.watch(true)
    const first = world.socket()
    world.socket({ remotePort: first.remotePort })
    first.emit('close')
    world.connections.close()
  },
  'HTTP/2 over TLS': (world) => {
    world.watch(true, true)
    const session = world.session('session')
    const socket = world.socket({ alpnProtocol: 'h2' }, 'secureConnection')
    world.say(String(world.connections.socketOf(session as never) === (socket as never)))
    const other = world.socket({ alpnProtocol: 'http/1.1' }, 'secureConnection')
    for (const each of [socket, other, socket, other]) world.giveUp(each)
    world.socket()
    world.connections.leave()
    world.connections.warnSessions()
    world.wait(0)
    world.connections.closeSessions()
  },
  'HTTP/2 without TLS': (world) => {
    world.watch(false, true)
    const [first, second] = [world.session('first'), world.session('second')]
    const [socket, ended] = [world.socket(), world.socket({ writable: false })]
    world.say(
      [first, second].map((each) => String(world.connections.socketOf(each as never) === (socket as never))).join()
    )
    world.giveUp(socket)
    const stream = Object.assign(new EventEmitter(), { endAfterHeaders: true })
    const open = world.request(socket, {}, stream)
    open.on('close', () => world.say('closed'))
    world.connections.leave()
    world.connections.warnSessions()
    world.wait(0)
    const late = world.socket()
    const response = world.request(late, {}, stream)
    world.wait(0)
    second.emit('close')
    world.connections.closeSessions()
    world.session('late one')
    world.say(`${open.state}, ${response.state}, ${ended.name} ended before, ${late.name} came late`)
    world.connections.close()
    world.socket()
    world.wait(0)
    world.connections.cut()
  },
  'a session fails to close': (world) => {
    world.watch(false, true)
    world.session('session', () => {
      throw new Error('no close')
    })
    world.session('other')
    world.connections.closeSessions()
  },
  'a body of HTTP/2 that nobody reads': (world) => {
    world.watch(false, true)
    const socket = world.socket()
    const left = Object.assign(new EventEmitter(), {
      endAfterHeaders: false,
      close: (code: number) => world.say(`the stream is closed by ${code}`)
    })
    const first = world.request(socket, {}, left)
    left.emit('finish')
    for (const given of [
      { endAfterHeaders: true },
      { endAfterHeaders: false },
      { endAfterHeaders: false, readableEnded: true },
      { endAfterHeaders: false, closed: true }
    ]) {
      const stream = Object.assign(new EventEmitter(), given, {
        close: (code: number) => world.say(`the stream is closed by ${code}`)
      })
      const response = world.request(socket, {}, stream)
      response.req.resume = () => world.say('read on')
      stream.emit('finish')
      stream.emit('close')
      world.finish(response)
    }
    world.say(`${first.name} has all`)
    world.connections.cut()
  }
}

describe('The connections of a server', () => {
  const globals = { setTimeout, clearTimeout, setImmediate }
  const { now } = clock
  afterEach(() => {
    Object.assign(globalThis, globals)
    clock.now = now
  })

  it('are tracked, given up and closed as connections-list.txt says', () => {
    const lines: string[] = []
    for (const [name, course] of Object.entries(COURSES)) {
      const world = new World()
      const timers = new Map<object, () => void>()
      Object.assign(globalThis, {
        setTimeout: (work: () => void, milliseconds: number) => {
          world.say(`waits ${milliseconds} ms`)
          const timer = {}
          timers.set(timer, work)
          return timer
        },
        clearTimeout: (timer: object | undefined) => {
          if (timer !== undefined && timers.delete(timer)) world.say('waits no longer')
        },
        setImmediate: (work: () => void) => world.soon.push(work)
      })
      clock.now = () => world.now
      course(world)
      for (const [timer, work] of [...timers]) if (timers.delete(timer)) work()
      const failures = world.log.entries.map(({ message, fields }) => `${message} ${shown(fields)}`)
      lines.push(`\n# ${name}`, ...world.said, ...failures.map((text) => text.replace(/ at spec\/\S+/, '')))
    }
    expectWholeList('http/server/connections-list.txt', lines)
  })
})
