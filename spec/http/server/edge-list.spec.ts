import { EventEmitter } from 'node:events'
import http, { IncomingMessage, ServerResponse } from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { Writable } from 'node:stream'
import { type RequestHandler, type ServerOptions, SetupError } from 'fieldstone'
import { clock } from '../../../src/http/lifetime/clock.js'
import { listenFailure } from '../../../src/http/server/listening.js'
import type { ServerListenOptions } from '../../../src/http/server/options.js'
import { authorityFault, headFault, parserError, rawResponse } from '../../../src/http/server/rejected-heads.js'
import { HttpServer } from '../../../src/http/server/server.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { StandingClock } from '../../support/standing-clock.js'
import { calls, expectWholeList, outcome, settled, shown } from '../../support/whole-list.js'

/** What Node's server does when it is told to listen. */
type Listen = (server: FakeServer, done: () => void) => void

const HOST = ['Host', 'a']

/** Node's server, without a network. */
class FakeServer extends EventEmitter {
  maxHeadersCount: number | undefined = undefined
  maxConnections: number | undefined = undefined
  headersTimeout = 0
  requestTimeout = 0
  closed: (() => void) | undefined = undefined
  readonly #world: World

  constructor(world: World) {
    super()
    this.#world = world
  }

  listen(where: object, done: () => void): void {
    this.#world.say(`listens ${shown(where)}`)
    this.#world.listen(this, done)
  }

  address(): object {
    return { address: this.#world.address, port: 80 }
  }

  close(done?: () => void): void {
    this.#world.say('takes no more connections')
    if (done !== undefined) this.closed = done
  }

  closeIdleConnections(): void {
    this.#world.say('closes idle connections')
  }
}

class Socket extends EventEmitter {
  writable = true
  bytesRead = 1
  readonly name: string
  readonly #say: (what: string) => void

  constructor(name: string, say: (what: string) => void) {
    super()
    this.name = name
    this.#say = say
  }

  end(text: string): void {
    this.#say(`${this.name} ends ${shown(text.replace(/date: .*\r\n/, ''))}`)
  }

  destroy(): void {
    this.#say(`${this.name} is destroyed`)
  }

  destroySoon(): void {
    this.#say(`${this.name} is destroyed soon`)
  }

  pause(): void {}

  resume(): void {}
}

interface Given {
  readonly options?: ServerOptions
  readonly handler?: RequestHandler
  readonly listen?: Listen
  readonly address?: string
}

class World {
  readonly said: string[] = []
  readonly log = new RecordingLogger()
  readonly node = new FakeServer(this)
  readonly clock = new StandingClock((what) => this.say(what))
  readonly server: HttpServer
  readonly listen: Listen
  readonly address: string

  constructor({ options = {}, handler, listen = (_, done) => done(), address = '127.0.0.1' }: Given) {
    this.listen = listen
    this.address = address
    const handle: RequestHandler = (req, res) => {
      this.say(`handles ${req.method} ${req.url}`)
      handler?.(req, res)
    }
    this.server = new HttpServer(handle, this.log, options)
  }

  readonly say = (what: string): void => void this.said.push(what)

  async listens(options: ServerListenOptions = {}, requestTimeouts?: readonly number[]): Promise<void> {
    this.say(await settled(() => this.server.listen(options, requestTimeouts)))
    const { maxHeadersCount, maxConnections, headersTimeout, requestTimeout } = this.node
    const errors = this.node.listenerCount('error')
    this.say(shown({ maxHeadersCount, maxConnections, headersTimeout, requestTimeout, errors }))
  }

  socket(name = 'a', bytesRead = 1): Socket {
    const socket = Object.assign(new Socket(name, this.say), { bytesRead })
    this.node.emit('connection', socket)
    return socket
  }

  /** A request comes, and what is sent as its response. */
  request(event: string, socket: Socket, head: readonly string[] = HOST, version = '1.1'): ServerResponse {
    const req = new IncomingMessage(socket as never)
    const [major, minor] = version.split('.').map(Number)
    const headers = Array.from({ length: head.length / 2 }, (_, at) => [head[2 * at]?.toLowerCase(), head[2 * at + 1]])
    Object.assign(req, { method: 'POST', url: '/', httpVersionMajor: major, httpVersionMinor: minor })
    Object.assign(req, { httpVersion: version, rawHeaders: [...head], headers: Object.fromEntries(headers) })
    const res = new ServerResponse(req)
    res.sendDate = false
    res.assignSocket(
      new Writable({
        write: (chunk, _, done) => {
          // Some versions of Node write nothing at the end, others an empty piece.
          if (chunk.length > 0) this.say(shown(String(chunk)))
          done()
        }
      }) as never
    )
    if (version === '2.0') Object.assign(res, { stream: Object.assign(new EventEmitter(), { endAfterHeaders: true }) })
    const { destroy } = res
    res.destroy = () => {
      this.say('the response is destroyed')
      return destroy.call(res)
    }
    this.node.emit(event, req, res)
    return res
  }
}

const error = (code: string, more: object = {}) => Object.assign(new Error(`of ${code}`), { code, ...more })
const failing =
  (code: string | undefined): Listen =>
  (server) =>
    void setImmediate(() => server.emit('error', Object.assign(new Error('no'), { code })))

/** As many turns of promises as anything here takes. */
/** What is imported on the way takes turns of the event loop, and not of the clock that stands. */
const ownTurn = setImmediate

async function turns(): Promise<void> {
  for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => ownTurn(resolve))
}

type Course = Given & {
  readonly where?: ServerListenOptions
  readonly requestTimeouts?: readonly number[]
  readonly before?: (world: World) => void
  readonly run?: (world: World) => unknown
}

/** What takes no listeners, and says what is done with it. */
const unheard = (world: World, name: string) => ({
  on: () => {
    throw new Error(`${name} takes no listeners`)
  },
  destroy: () => world.say(`${name} is destroyed`)
})

const COURSES: Readonly<Record<string, Course>> = {
  'it listens': {},
  'it listens somewhere': { where: { port: 5, host: '::1' }, address: '::1' },
  'it listens everywhere': { where: { port: 0 }, address: '::' },
  'it listens everywhere by IPv4': { address: '0.0.0.0' },
  'it listens by TLS': { where: { tls: { key: 'k' } } },
  'it listens with limits': {
    options: { maxConnections: 1, requestTimeout: 7, headersTimeout: 3, keepAliveTimeout: 8 },
    where: { requestTimeout: 9, keepAliveTimeout: undefined as never, connectionsCheckingInterval: 4 }
  },
  'it listens with limits of routes': { requestTimeouts: [100_000, 5] },
  'it listens with a route without a limit': { requestTimeouts: [100_000, 0] },
  'it listens with a wrong limit': { where: { requestTimeout: -1 } },
  'it listens by a wrong key': { where: { tls: { cert: 'wrong' } } },
  'it listens by TLS that a setup does not allow': { where: { tls: { cert: 'setup' } } },
  ...Object.fromEntries(
    ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'ELSE', undefined].map((code) => [
      `it fails to listen by ${code}`,
      { listen: failing(code), where: { host: 'b' } }
    ])
  ),
  'it throws for a port': {
    listen: () => {
      throw error('ERR_SOCKET_BAD_PORT')
    },
    where: { port: -1 }
  },
  'it listens twice': { run: (world) => world.listens({ host: 'c' }) },
  'it is closed while it begins to listen': {
    listen: (_, done) => setImmediate(done),
    where: { port: 6 }
  },
  'it is closed before it listens': {
    listen: failing('EACCES'),
    run: async (world) => {
      world.server.leave()
      world.say(await settled(() => world.server.close()))
    }
  },
  'the server fails': {
    run: ({ node }) => node.emit('error', new Error('of the server'))
  },
  'a request': {
    handler: (_, res) => res.end('a'),
    run: (world) => world.request('request', world.socket())
  },
  'a request of no version': {
    run: (world) => {
      world.request('request', world.socket(), [], '0.9')
      world.request('request', world.socket('b'), [], '3.0')
      world.request('request', world.socket('c'), [], '1.2')
      world.request('request', world.socket('d'), [], '1.0')
    }
  },
  'requests with wrong heads': {
    run: (world) => {
      for (const head of [
        [],
        ['X', 'a'],
        ['Host', 'a', 'host', 'a'],
        ['hOSt', 'a b'],
        ['Host', 'a', 'Transfer-Encoding', 'gzip, chunked'],
        ['Transfer-Encoding', 'x'],
        ['Host', 'a', 'transfer-encodinx', 'x']
      ])
        world.request('request', world.socket(), head)
    }
  },
  'the handler fails': {
    handler: () => {
      throw new Error('of the handler')
    },
    run: (world) => world.request('request', world.socket())
  },
  'a request that waits for 100': {
    handler: (req, res) => {
      req.resume()
      req.on('data', () => undefined)
      req.read()
      res.end()
    },
    run: (world) => world.request('checkContinue', world.socket(), ['Host', 'a', 'Content-Length', '5'])
  },
  'a request that waits for 100 and fails': {
    run: (world) => {
      const res = {
        get req() {
          throw new Error('no request')
        },
        destroy: () => world.say('the response is destroyed')
      }
      world.node.emit('checkContinue', { headers: {} }, res)
      world.node.emit('checkExpectation', {}, res)
      const wrong = new Proxy(
        {},
        {
          get: () => {
            throw new Error('no head')
          }
        }
      )
      world.node.emit('checkContinue', wrong, res)
    }
  },
  'another expectation': {
    run: (world) => world.request('checkExpectation', world.socket())
  },
  'it is malformed': {
    run: (world) => {
      for (const [name, thrown] of [
        ['reset', error('ECONNRESET')],
        ['tls', error('ERR_TLS_X')],
        ['ssl', error('ERR_SSL_X')],
        ['other', error('X_ERR_SSL_X')],
        ['overflow', error('HPE_HEADER_OVERFLOW')],
        ['extensions', error('HPE_CHUNK_EXTENSIONS_OVERFLOW')],
        ['preface', error('HPE_PAUSED_H2_UPGRADE')],
        ['slow', error('ERR_HTTP_REQUEST_TIMEOUT')],
        ['version', error('HPE_INVALID_VERSION', { reason: 'Invalid HTTP version' })],
        ['no version', error('HPE_INVALID_VERSION', { reason: 'Expected dot' })],
        ['inherited', error('constructor')],
        ['paused', error('HPE_PAUSED')],
        ['without a code', new Error('no code')]
      ] as const)
        world.node.emit('clientError', thrown, world.socket(name))
      const again = world.socket('again')
      for (let time = 0; time < 2; time++) world.node.emit('clientError', error('HPE_X'), again)
      const silent = Object.assign(world.socket('silent'), { bytesRead: 0 })
      world.node.emit('clientError', error('HPE_X'), silent)
      world.node.emit('connect', {}, world.socket('tunnel'))
    }
  },
  'it is malformed while a request is on its way': {
    run: (world) => {
      const socket = world.socket()
      const { req } = world.request('request', socket)
      Object.assign(req, { method: 'HEAD' })
      world.node.emit('clientError', error('HPE_X'), socket)
      const other = world.socket('b')
      const behind = world.request('request', other)
      behind.req.complete = true
      world.node.emit('clientError', error('HPE_PAUSED'), other)
      behind.end('behind')
      behind.emit('close')
    }
  },
  'what an event is about takes no listeners': {
    run: (world) => {
      for (const event of ['connection', 'secureConnection', 'session', 'timeout'])
        world.node.emit(event, unheard(world, event))
      const hostile = (name: string) =>
        new Proxy(unheard(world, name), {
          get: (target, key) => {
            if (key === 'destroy') return target.destroy
            throw new Error(`${name} has no ${String(key)}`)
          }
        })
      world.node.emit('clientError', error('HPE_X'), hostile('clientError'))
      world.node.emit('connect', {}, hostile('connect'))
    }
  },
  'connections are idle': {
    options: { keepAliveTimeout: 150, headersTimeout: 250, connectionsCheckingInterval: 200 },
    handler: (req, res) => {
      req.complete = true
      res.end('a')
    },
    run: (world) => {
      const socket = world.socket()
      world.request('request', socket).emit('close')
      for (let time = 0; time < 16; time++) {
        world.clock.pass(100)
        world.say(`${(time + 1) * 100} ms`)
      }
      world.node.emit('close')
    }
  },
  'connections are idle to the millisecond': {
    options: { keepAliveTimeout: 150, headersTimeout: 250, connectionsCheckingInterval: 1 },
    handler: (req, res) => {
      req.complete = true
      res.end('a')
    },
    run: (world) => {
      world.request('request', world.socket()).emit('close')
      world.clock.pass(1_400)
      world.say('1400 ms')
      world.clock.pass(1)
      world.node.emit('close')
    }
  },
  'connections are idle while the event loop is blocked': {
    options: { keepAliveTimeout: 150, headersTimeout: 250, connectionsCheckingInterval: 200 },
    handler: (req, res) => {
      req.complete = true
      res.end('a')
    },
    run: (world) => {
      world.request('request', world.socket()).emit('close')
      world.clock.pass(900, true)
      for (let time = 0; time < 17; time++) {
        world.clock.pass(100)
        world.say(`${900 + (time + 1) * 100} ms`)
      }
      world.node.emit('close')
    }
  },
  'connections are idle without limits': {
    options: { keepAliveTimeout: 0 },
    run: (world) => world.node.emit('close')
  },
  'connections are idle without a limit of heads': {
    options: { headersTimeout: 0 },
    run: (world) => world.node.emit('close')
  },
  'the look at idle connections fails': {
    options: { connectionsCheckingInterval: 150 },
    run: (world) => {
      world.clock.pass(140)
      const { now } = clock
      clock.now = () => {
        throw new Error('no time')
      }
      world.say(outcome(() => world.clock.pass(20)))
      clock.now = now
      world.node.emit('close')
    }
  },
  'connections are dropped': {
    options: { maxConnections: 1 },
    run: (world) => {
      for (const wait of [0, 0, 9_999, 1, 10_000, 5, 0, 20_000]) {
        world.node.emit('drop')
        world.say(`waited ${wait}`)
        world.clock.pass(wait)
      }
      world.clock.pass(20_000)
      world.node.emit('drop')
      world.node.emit('close')
    }
  },
  'connections are dropped without a limit': { run: (world) => world.node.emit('drop') },
  'a body takes too long': {
    requestTimeouts: [500],
    options: { requestTimeout: 300, headersTimeout: 100 },
    run: (world) => {
      const res = world.request('request', world.socket(), ['Host', 'a', 'Content-Length', '5'])
      const { req } = res
      req.on('error', () => undefined)
      world.clock.pass(299)
      world.say('299 ms')
      world.clock.pass(1)
      res.emit('close')
      world.say(`${req.destroyed}`)
    }
  },
  'a body takes too long by Node’s own limit': {
    options: { requestTimeout: 300, headersTimeout: 100 },
    run: (world) => {
      world.request('request', world.socket(), ['Host', 'a', 'Content-Length', '5'])
      world.clock.pass(301)
    }
  },
  'it stops': {
    run: async (world) => {
      world.socket('a', 0)
      const res = world.request('request', world.socket('b'))
      res.req.complete = true
      world.server.leave()
      world.server.leave()
      res.end('last')
      const closing = world.server.close()
      world.say(String(world.server.close({ deadline: 5 }) === closing))
      world.server.leave()
      world.clock.turn()
      world.say('a turn')
      world.clock.turn()
      world.node.closed?.()
      await closing
      world.clock.pass(10_000)
    }
  },
  'it leaves before it listens': {
    before: (world) => world.server.leave(),
    handler: (_, res) => res.end('a'),
    run: (world) => world.request('request', world.socket())
  },
  'it speaks HTTP/2': { where: { http2: true } },
  'requests of HTTP/2': {
    where: { http2: true },
    handler: (_, res) => res.end('a'),
    run: (world) => {
      for (const head of [[], [':authority', 'a'], [':authority', 'a b'], [':authority', 'a', 'host', 'b']])
        world.request('request', world.socket(), head, '2.0')
    }
  },
  'a session of HTTP/2 without a preface': {
    where: { http2: true },
    options: { headersTimeout: 1_500, connectionsCheckingInterval: 1_000 },
    run: (world) => {
      const session = Object.assign(new EventEmitter(), {
        closed: false,
        destroyed: false,
        socket: { bytesRead: 0, bytesWritten: 0 },
        state: {},
        close: () => world.say('the session is closed'),
        destroy: () => {
          session.destroyed = true
          world.say('the session is destroyed')
        }
      })
      world.node.emit('session', session)
      world.socket()
      for (let second = 1; second < 6; second++) {
        world.clock.pass(1_000)
        world.say(`${second} s`)
      }
    }
  },
  'a stop of HTTP/2': {
    where: { http2: true },
    run: (world) => {
      const session = Object.assign(new EventEmitter(), { close: () => world.say('the session is closed') })
      world.node.emit('session', session)
      const socket = Object.assign(world.socket(), { write: (bytes: Buffer) => world.say(bytes.toString('hex')) })
      world.server.leave()
      world.clock.turn()
      void world.server.close({ deadline: 0 })
      world.server.leave()
      world.clock.turn()
      world.clock.pass(0)
      world.say(socket.name)
    }
  },
  'it is cut': {
    run: (world) => {
      world.socket()
      void world.server.close({ deadline: 30 })
      world.clock.pass(29)
      world.say('29 ms')
      world.clock.pass(1)
    }
  },
  'the idle are closed by a server that fails': {
    run: (world) => {
      world.node.closeIdleConnections = () => {
        throw new Error('not closed')
      }
      void world.server.close()
      world.clock.turn()
      world.clock.turn()
    }
  },
  'the idle of a server that cannot close them': {
    run: (world) => {
      const node = Object.setPrototypeOf(world.node, EventEmitter.prototype) as FakeServer
      node.close = () => world.say('takes no more')
      world.socket()
      void world.server.close()
      world.clock.turn()
      world.clock.turn()
      world.say(String('closeIdleConnections' in node))
    }
  }
}

function faultOf(rawHeaders: readonly string[], httpVersionMinor = 1, httpVersionMajor = 1): string | undefined {
  return headFault({ rawHeaders, httpVersionMinor, httpVersionMajor } as never)?.detail
}

describe('The edge of a server', () => {
  const own = { http: http.createServer, https: https.createServer, http2: http2.createServer }
  let clock: StandingClock | undefined
  afterEach(() => {
    clock?.stop()
    http.createServer = own.http
    https.createServer = own.https
    http2.createServer = own.http2
    syncBuiltinESMExports()
  })

  it('listens, rejects, cuts and stops as edge-list.txt says', async () => {
    const lines: string[] = []
    for (const [name, { where, requestTimeouts, before, run, ...given }] of Object.entries(COURSES)) {
      const world = new World(given)
      clock = world.clock
      const made = (by: string) => (settings: Record<string, unknown>) => {
        // Classes have no form in a list.
        const rest = Object.entries(settings).filter(([, value]) => typeof value !== 'function')
        world.say(`${by} ${shown(Object.fromEntries(rest))}`)
        if (settings.cert === 'wrong') throw new Error('no certificate')
        if (settings.cert === 'setup') throw new SetupError('APPLICATION_INVALID', 'this', 'here', 'do that')
        return world.node
      }
      http.createServer = made('http') as never
      https.createServer = made('https') as never
      http2.createServer = made('http2') as never
      syncBuiltinESMExports()
      clock.start()
      before?.(world)
      const listening = world.listens(where, requestTimeouts)
      await turns()
      if (name === 'it is closed while it begins to listen') void world.server.close()
      clock.turn()
      await listening
      // How it listens is told once.
      if (run !== undefined && name !== 'it listens twice') world.said.length = 0
      await run?.(world)
      await turns()
      const { length } = world.said
      world.node.emit('close')
      world.said.length = length
      clock.stop()
      const told = world.log.entries.map(({ level, message, fields }) => `log ${level}: ${message} ${shown(fields)}`)
      // What the server and the client see at the same time comes in any order.
      lines.push(`\n# ${name}`, ...[...world.said, ...told].sort())
    }
    lines.push(
      ...calls('listenFailure', listenFailure, [
        [undefined, {}],
        ['CLOSED', { port: 5, host: 'a' }],
        ['ERR_SERVER_ALREADY_LISTEN', {}]
      ]),
      ...calls('headFault', faultOf as never, [
        ...[HOST, ['host', 'a'], ['HOST', 'a'], ['hos', 'a'], ['Hosts', 'a'], []].map((head) => [head]),
        ...[
          ['Host', 'a', 'Host', 'a'],
          ['X', 'Host', 'Host', 'a'],
          ['Host', ''],
          ['Host', 'a/b'],
          ['hos2', 'a', 'Host', 'a']
        ].map((head) => [head]),
        ...['chunked', 'Chunked', 'gzip, chunked', 'gzip,\tchunked', 'xchunked', 'chunked, gzip', ''].flatMap(
          (coding) => [0, 1].map((minor) => [['Transfer-Encoding', coding, ...HOST], minor])
        ),
        [['transfer-encoding', 'chunked']],
        [['Transfer-Encodinx', 'gzip', ...HOST]],
        ...[0, 1, 2].map((minor) => [[], minor]),
        ...[0, 2].map((major) => [HOST, 1, major])
      ]),
      ...calls('authorityFault', ((headers: object) => authorityFault({ headers } as never)?.detail) as never, [
        ...[
          {},
          { host: 'a' },
          { host: 'a b' },
          { ':authority': '', host: 'a b' },
          { ':authority': 'a' },
          { ':authority': 'a/' }
        ].map((headers) => [headers]),
        ...[
          ['a', 'a'],
          ['A', 'a'],
          ['a', 'A'],
          ['a', 'b'],
          ['a', ''],
          ['a', 'A:1']
        ].map(([authority, host]) => [{ ':authority': authority, host }])
      ]),
      ...calls('parserError', parserError as never, [
        ...['HPE_INVALID_VERSION', 'HPE_HEADER_OVERFLOW', 'toString', undefined].map((code) => [{ code }]),
        [{ code: 'HPE_INVALID_VERSION', reason: 'Invalid HTTP version' }]
      ]),
      ...calls('rawResponse', rawResponse as never, [
        [{ status: 400, detail: 'ä' }, undefined],
        [{ status: 404, detail: 'b' }, 'HEAD'],
        [{ status: 404, detail: 'b' }, 'head']
      ]).map((line) => line.replace(/date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/, 'date: (now)'))
    )
    expectWholeList('http/server/edge-list.txt', lines)
  })
})
