// Clients of a soak: each sends one request after another, good, bad or aborted, until its time is up.
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'

const JSON_TYPE = { 'content-type': 'application/json' }

const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=x' }

function form(size) {
  const title = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nTitle\r\n'
  return `${title}--x\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n${'x'.repeat(size)}\r\n--x--\r\n`
}

/** What is sent, and the statuses that are right; `cut` where the connection may be cut instead. */
const REQUESTS = [
  { name: 'item', path: '/items/7', expected: [200] },
  {
    name: 'order',
    method: 'POST',
    path: '/orders',
    headers: JSON_TYPE,
    body: '{"name":"Widget","quantity":2}',
    expected: [201]
  },
  { name: 'bytes', method: 'POST', path: '/bytes', body: 'x'.repeat(60_000), expected: [200] },
  { name: 'upload', method: 'POST', path: '/uploads', headers: FORM_TYPE, body: form(90_000), expected: [200] },
  { name: 'stream', path: '/stream', expected: [200] },
  { name: 'events', path: '/events', expected: [200] },
  { name: 'slow', path: '/slow', expected: [200] },
  { name: 'refused order', method: 'POST', path: '/orders', headers: JSON_TYPE, body: '{"name":"W"}', expected: [400] },
  { name: 'broken JSON', method: 'POST', path: '/orders', headers: JSON_TYPE, body: '{"name":', expected: [400] },
  {
    name: 'wrong type',
    method: 'POST',
    path: '/orders',
    headers: { 'content-type': 'text/csv' },
    body: 'a',
    expected: [415]
  },
  // The connection may be closed while the client still writes.
  { name: 'large body', method: 'POST', path: '/bytes', body: 'x'.repeat(200_000), expected: [413], cut: true },
  {
    name: 'large upload',
    method: 'POST',
    path: '/uploads',
    headers: FORM_TYPE,
    body: form(900_000),
    expected: [413],
    cut: true
  },
  {
    name: 'bomb',
    method: 'POST',
    path: '/bytes',
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(10_000_000)),
    expected: [413],
    cut: true
  },
  { name: 'nowhere', path: '/nowhere', expected: [404] },
  { name: 'malformed', path: '/%zz', expected: [400] },
  { name: 'wrong method', method: 'DELETE', path: '/orders', expected: [405] },
  { name: 'missing', path: '/missing', expected: [404] },
  { name: 'failing', path: '/failing', expected: [500] },
  { name: 'rejecting', path: '/rejecting', expected: [500] },
  { name: 'twice', path: '/twice', expected: [200] },
  { name: 'stuck', path: '/stuck', expected: [503] },
  { name: 'half', path: '/half', expected: [], cut: true }
]

const ABORTS = ['/items/7', '/slow', '/stuck', '/stream', '/events']

/** Bytes that are no request, or not a whole one, and what is pipelined and then cut. */
const RAW = [
  'NONSENSE\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET /items/7 HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'POST /bytes HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nhalf',
  'POST /bytes HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(15),
  'GET /stuck HTTP/1.1\r\nHost: a\r\n\r\nNONSENSE\r\n\r\n',
  // The client goes while its file is being opened, or written.
  ...[1, 50_000].map(
    (size) =>
      `POST /uploads HTTP/1.1\r\nHost: a\r\nContent-Type: ${FORM_TYPE['content-type']}\r\nContent-Length: 90000\r\n\r\n${form(size).slice(0, -9)}`
  ),
  `GET /items/${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`
]

/** Holds so many clients busy until the time; answers how many exchanges of each kind there were, and what was wrong. */
export async function holdTraffic({ port, clients, until }) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const tally = { good: 0, bad: 0, aborted: 0, raw: 0, wrong: new Map() }
  const client = async (start) => {
    for (let turn = start; performance.now() < until; turn++) {
      const kind = turn % 10
      if (kind === 8) await abort(port, ABORTS[Math.floor(turn / 10) % ABORTS.length], tally)
      else if (kind === 9) await sendRaw(port, RAW[Math.floor(turn / 10) % RAW.length], tally)
      else await send(agent, port, REQUESTS[turn % REQUESTS.length], tally)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index * 7)))
  agent.destroy()
  return tally
}

function send(agent, port, { name, method = 'GET', path, headers, body, expected, cut = false }, tally) {
  return new Promise((resolve) => {
    let isOver = false
    const end = (outcome, isRight) => {
      if (isOver) return
      isOver = true
      if (!isRight) tally.wrong.set(`${name}: ${outcome}`, (tally.wrong.get(`${name}: ${outcome}`) ?? 0) + 1)
      else if (expected[0] < 300) tally.good += 1
      else tally.bad += 1
      resolve()
    }
    const req = request({ agent, host: '127.0.0.1', port, method, path, headers, timeout: 10_000 }, (res) => {
      res.on('end', () => end(res.statusCode, res.complete && expected.includes(res.statusCode)))
      res.on('error', (error) => end(error.code, cut))
      res.resume()
    })
    req.on('timeout', () => req.destroy(Object.assign(new Error('late'), { code: 'NO ANSWER' })))
    // A kept connection that the server was just closing is no fault of either.
    req.on('error', (error) => end(error.code, cut || (error.code === 'ECONNRESET' && req.reusedSocket)))
    req.end(body)
  })
}

function abort(port, path, tally) {
  return new Promise((resolve) => {
    const req = request({ host: '127.0.0.1', port, path, agent: false }, (res) => {
      res.once('data', () => req.destroy())
      res.on('error', () => {})
    })
    const timer = setTimeout(() => req.destroy(), Math.random() * 30)
    req.on('error', () => {})
    req.on('close', () => {
      clearTimeout(timer)
      tally.aborted += 1
      resolve()
    })
    req.end()
  })
}

function sendRaw(port, bytes, tally) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const timer = setTimeout(() => socket.destroy(), 20)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      tally.raw += 1
      resolve()
    })
    socket.resume()
  })
}
