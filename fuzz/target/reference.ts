// A plain server of node:http with the target's limits, which reports what its parser accepted on each connection.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  createServer as createHttp2Server,
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse
} from 'node:http2'
import type { AddressInfo, Server, Socket } from 'node:net'
import { TLS } from '../../spec/support/test-certificate.js'
import { SERVER_LIMITS } from './limits.js'
import type { Head, TargetMessage } from './messages.js'

/** A connection, while it is open. */
interface Seen {
  readonly heads: { head: Head; req: IncomingMessage }[]
  error: string | undefined
}

const seen = new Map<Socket, Seen>()

function send(message: TargetMessage): void {
  process.send?.(message)
}

function headOf(req: IncomingMessage, refused: number | undefined): Head {
  const values = (wanted: string): string[] =>
    req.rawHeaders.filter((_value, index) => index % 2 === 1 && req.rawHeaders[index - 1]?.toLowerCase() === wanted)
  return {
    method: req.method ?? '',
    target: req.url ?? '',
    version: req.httpVersion,
    id: values('x-fuzz-id')[0],
    hosts: values('host'),
    transferEncodings: values('transfer-encoding'),
    contentLengths: values('content-length'),
    expect: values('expect')[0],
    headers: req.rawHeaders.length / 2,
    isCoded: values('content-encoding').length > 0,
    refused,
    isWhole: false
  }
}

function note(req: IncomingMessage, refused?: number): void {
  seen.get(req.socket)?.heads.push({ head: headOf(req, refused), req })
}

function refuse(req: IncomingMessage, res: ServerResponse, status: number): void {
  note(req, status)
  res.writeHead(status, { connection: 'close' }).end()
}

// All headers are counted: the default of 2,000 drops those behind.
const server = createServer({ ...SERVER_LIMITS, requireHostHeader: false })
server.maxHeadersCount = 0

server.on('connection', (socket) => {
  seen.set(socket, { heads: [], error: undefined })
  const port = socket.remotePort ?? 0
  socket.on('close', () => {
    const { heads = [], error } = seen.get(socket) ?? {}
    seen.delete(socket)
    for (const { head, req } of heads) head.isWhole = req.complete
    send({ type: 'seen', record: { port, heads: heads.map(({ head }) => head), error } })
  })
})

server.on('request', (req, res) => {
  // As the option requireHostHeader does, which is on by default.
  if (req.httpVersion === '1.1' && req.headers.host === undefined) return refuse(req, res, 400)
  note(req)
  // A body that fails emits 'error'.
  req.on('error', () => {}).resume()
  // With its length, without which a client of HTTP/1.0 cannot keep its connection.
  req.on('end', () => res.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 }).end('ok'))
})

// Without a listener Node closes the connection without an answer.
server.on('connect', (req, socket) => {
  note(req, 501)
  socket.destroy()
})

server.on('checkExpectation', (req, res) => {
  note(req, 417)
  res.writeHead(417).end()
})

// As node:http does without a listener, apart from the text of its answer.
server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
  const record = seen.get(socket as Socket)
  if (record !== undefined) record.error ??= error.code ?? error.message
  if (socket.writable && record?.heads.every(({ req }) => req.complete)) {
    socket.write('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
  }
  socket.destroy(error)
})

/** Node's own servers of HTTP/2: what kills them is not a fault of the target. */
function answerStream(req: Http2ServerRequest, res: Http2ServerResponse): void {
  req.on('error', () => {}).resume()
  req.on('end', () => res.end('ok'))
}
const h2c = createHttp2Server(answerStream).listen(0, '127.0.0.1')
const h2 = createSecureServer(TLS, answerStream).listen(0, '127.0.0.1')
server.listen(0, '127.0.0.1')
await Promise.all([server, h2c, h2].map((each) => each.listening || once(each, 'listening')))
const portOf = (each: Server): number => (each.address() as AddressInfo).port
send({ type: 'ready', ports: { reference: portOf(server), h2c: portOf(h2c), h2: portOf(h2) } })
// The caller wants to know whether this process lives.
process.on('message', () => {
  send({ type: 'usage', usage: { files: 0, descriptors: 0, heapUsed: 0, rss: 0, reached: 0, errors: {} } })
})
process.once('disconnect', () => process.exit(0))
