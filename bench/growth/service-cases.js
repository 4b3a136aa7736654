// What one request costs, through the whole service over a connection.
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { Application, bootstrap, fileOf, Integer, mapOf, Unknown } from '../../dist/src/index.js'
import { Row, record, rows, sizesTo } from './declare.js'

const LARGE = 64 * 1024 * 1024
const list = (count, make) => Array.from({ length: count }, (_, index) => make(index))

const Loose = record('Loose', { id: [Integer, { optional: true }] })
const Listed = record('Listed', { ids: [[Integer]] })
const Filed = record('Filed', {
  ids: [[Integer], { optional: true }],
  file: [fileOf({ maxSize: LARGE }), { optional: true }]
})
const Numbered = record('Numbered', { value: [Number] })

let users = 0
let shared

/** The service of all cases, and one connection to it; made for the first size, gone with the last. */
function openWire() {
  users += 1
  shared ??= startWire()
  return shared
}

async function closeWire() {
  users -= 1
  if (users > 0) return
  const { service, socket } = await shared
  shared = undefined
  kept.clear()
  socket.destroy()
  await service.close({ deadline: 1_000 })
}

async function startWire() {
  const service = await bootstrap(application())
  const { port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false, maxHeaderSize: 8 * 1024 * 1024 })
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.setNoDelay(true)
  return { service, socket }
}

function application() {
  return new Application({
    title: 'Growth',
    version: '1.0.0',
    logger: false,
    bodyLimit: LARGE,
    responseChecks: 'off',
    uploads: { requestSize: LARGE, fileSize: LARGE, fields: 1_000_000, parts: 1_000_000 },
    routes: (router) => {
      const post = (path, requestBody, options = {}) =>
        router.postFunc(path, async (ctx) => ctx.json(200, { done: (await ctx.bindValidated(requestBody)) !== null }), {
          requestBody,
          ...options
        })
      post('/rows', [Row])
      post('/loose', Loose)
      post('/numbered', Numbered)
      router.postFunc('/any', async (ctx) => ctx.json(200, { done: (await ctx.body()) !== null }), {
        requestBody: { type: Unknown }
      })
      post('/form', Listed, { requestBody: { type: Listed, consumes: 'application/x-www-form-urlencoded' } })
      post('/parts', Filed, { requestBody: { type: Filed, consumes: 'multipart/form-data' } })
      router.getFunc('/query', (ctx) => ctx.json(200, { count: ctx.parameter('ids', 'query')?.length ?? 0 }), {
        parameters: [{ in: 'query', name: 'ids', schema: [Integer], required: false }]
      })
      router.getFunc('/header', (ctx) => ctx.json(200, { is: ctx.parameter('x-one', 'header') ?? 0 }), {
        parameters: [
          { in: 'header', name: 'x-one', schema: Integer, required: false },
          { in: 'cookie', name: 'one', schema: Integer, required: false }
        ]
      })
      router.getFunc('/rows', (ctx) => ctx.json(200, made(Number(ctx.request().headers['x-count']))), {
        responses: { 200: [Row] }
      })
      router.getFunc('/map', (ctx) => ctx.json(200, counted(Number(ctx.request().headers['x-count']))), {
        responses: { 200: mapOf(Integer) }
      })
      router.getFunc('/stream', (ctx) => {
        ctx.stream(200, Readable.from(chunks(Number(ctx.request().headers['x-count']))))
      })
      router.getFunc('/{one}/rest', (ctx) => ctx.json(200, { length: ctx.urlParam('one').length }))
    }
  })
}

const kept = new Map()
const keep = (key, make) => {
  if (!kept.has(key)) kept.set(key, make())
  return kept.get(key)
}
const made = (count) => keep(`rows ${count}`, () => rows(count).map((row) => ({ ...row, made: new Date(0) })))
const counted = (count) =>
  keep(`map ${count}`, () => Object.fromEntries(list(count, (index) => [`key${index}`, index])))

function* chunks(count) {
  for (let index = 0; index < count; index++) yield 'x'.repeat(64)
}

const HEAD = 'host: localhost\r\n'
const JSON_TYPE = 'content-type: application/json\r\n'

const get = (target, headers = '') => Buffer.from(`GET ${target} HTTP/1.1\r\n${HEAD}${headers}\r\n`)

function post(target, body, headers = JSON_TYPE) {
  const bytes = Buffer.from(body)
  const head = `POST ${target} HTTP/1.1\r\n${HEAD}${headers}content-length: ${bytes.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}

/** A body of so many chunks, of a few bytes each. */
function chunked(target, pieces) {
  const head = `POST ${target} HTTP/1.1\r\n${HEAD}${JSON_TYPE}transfer-encoding: chunked\r\n\r\n`
  return Buffer.from(
    `${head}${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`
  )
}

function parts(each) {
  const form = each.map((part) => `--limit\r\ncontent-disposition: form-data; ${part}\r\n`).join('')
  return post('/parts', `${form}--limit--\r\n`, 'content-type: multipart/form-data; boundary=limit\r\n')
}

const form = (text) => post('/form', text, 'content-type: application/x-www-form-urlencoded\r\n')

const requests = {
  'rows in a body': [8_000, (n) => post('/rows', JSON.stringify(rows(n)))],
  'rows in a compressed body': [
    8_000,
    (n) => post('/rows', gzipSync(JSON.stringify(rows(n))), `${JSON_TYPE}content-encoding: gzip\r\n`)
  ],
  'rows of a response': [100_000, (n) => get('/rows', `x-count: ${n}\r\n`)],
  'entries of a response': [16_000, (n) => get('/map', `x-count: ${n}\r\n`)],
  'chunks of a response': [4_000, (n) => get('/stream', `x-count: ${n}\r\n`)],
  'unknown fields of a body': [16_000, (n) => post('/loose', `{${list(n, (at) => `"a${at}":1`).join()}}`)],
  'one name in a body again and again': [64_000, (n) => post('/loose', `{${list(n, () => '"id":1').join()}}`)],
  'unknown names that are numbers': [16_000, (n) => post('/loose', `{${list(n, (at) => `"${at}":1`).join()}}`)],
  'depth of an unknown field': [64_000, (n) => post('/loose', `{"deep":${'['.repeat(n)}${']'.repeat(n)}}`)],
  'depth beyond the limit': [64_000, (n) => post('/any', `${'['.repeat(n)}${']'.repeat(n)}`), 400],
  'faults in a body': [8_000, (n) => post('/rows', JSON.stringify(list(n, () => ({})))), 400],
  'digits of a number in a body': [800_000, (n) => post('/numbered', `{"value":0.${'1'.repeat(n)}}`)],
  'digits of a large number in a body': [800_000, (n) => post('/numbered', `{"value":1${'0'.repeat(n)}e-${n}}`)],
  'text of a body that is not JSON': [800_000, (n) => post('/loose', 'x'.repeat(n)), 400],
  'blanks in a body': [800_000, (n) => post('/loose', `{${' '.repeat(n)}}`)],
  'chunks of a body': [8_000, (n) => chunked('/loose', ['{"a":"', ...list(n, () => 'xx'), '"}'])],
  'fields of a form': [960, (n) => form(list(n, (at) => `ids=${at}`).join('&'))],
  'undeclared fields of a form': [960, (n) => form(`ids=1&${list(n - 1, (at) => `a${at}=1`).join('&')}`)],
  'escapes in a form': [200_000, (n) => form(`ids=1&a=${'%41'.repeat(n / 4)}`)],
  'texts of a multipart form': [4_000, (n) => parts(list(n, (at) => `name="ids"\r\n\r\n${at}`))],
  'undeclared texts of a multipart form': [4_000, (n) => parts(list(n, (at) => `name="a${at}"\r\n\r\n1`))],
  'bytes of a file': [8_000_000, (n) => parts([`name="file"; filename="a"\r\n\r\n${'x'.repeat(n)}`])],
  'lines of a file that begin like a boundary': [
    400_000,
    (n) => parts([`name="file"; filename="a"\r\n\r\n${'\r\n--limi'.repeat(n / 8)}`])
  ],
  'headers of a part': [8_000, (n) => parts([`name="ids"\r\nx-a: ${'b'.repeat(n)}\r\n\r\n1`])],
  headers: [8_000, (n) => get('/header', list(n, (at) => `x-h${at}: a\r\n`).join(''))],
  'one header again and again': [8_000, (n) => get('/header', 'x-h: a\r\n'.repeat(n))],
  'length of a header': [800_000, (n) => get('/header', `x-h: ${'a'.repeat(n)}\r\n`)],
  'accepted types': [8_000, (n) => get('/header', `accept: ${list(n, (at) => `a/b${at};q=0.1`).join()}\r\n`)],
  cookies: [8_000, (n) => get('/header', `cookie: ${list(n, (at) => `c${at}=1`).join('; ')}\r\n`)],
  'one cookie again and again': [8_000, (n) => get('/header', `cookie: ${list(n, () => 'c=1').join('; ')}\r\n`)],
  'ids of a query': [960, (n) => get(`/query?${list(n, (at) => `ids=${at}`).join('&')}`)],
  'undeclared parameters of a query': [960, (n) => get(`/query?${list(n, (at) => `a${at}=1`).join('&')}`)],
  'length of a query': [400_000, (n) => get(`/query?a=${'%41'.repeat(n / 4)}`)],
  'length of a path': [400_000, (n) => get(`/${'a'.repeat(n)}/rest`)],
  'segments of a path': [400_000, (n) => get(`/a/rest${'/b'.repeat(n / 2)}`), 404],
  'escapes in a path': [400_000, (n) => get(`/${'%41'.repeat(n / 4)}/rest`)],
  'requests sent at once': [1_000, (n) => Buffer.concat(list(n, () => get('/query?ids=1'))), 200, (n) => n]
}

export const SERVICE_CASES = Object.entries(requests).map(
  ([name, [largest, bytesOf, status = 200, countOf = () => 1]]) => ({
    name,
    sizes: sizesTo(largest),
    make: async (size) => {
      const { socket } = await openWire()
      const bytes = bytesOf(size)
      const run = () => exchange(socket, bytes, countOf(size), status)
      await run()
      return { run, close: closeWire }
    }
  })
)

/** Sends the bytes, and waits for so many whole responses. */
function exchange(socket, bytes, count, status) {
  return new Promise((resolve, reject) => {
    let left = count
    const reader = new ResponseReader((got) => {
      if (got !== status) end(new Error(`the response is a ${got}`))
      else if (--left === 0) end()
    })
    const read = (data) => reader.read(data)
    const failed = () => end(new Error('the connection was closed'))
    const end = (error) => {
      socket.off('data', read)
      socket.off('close', failed)
      if (error === undefined) resolve()
      else reject(error)
    }
    socket.on('data', read)
    socket.on('close', failed)
    socket.write(bytes)
  })
}

/** Finds the ends of responses, by their length or their last chunk. */
class ResponseReader {
  #onResponse
  #head = ''
  #status = 0
  #left = 0
  #tail = ''
  #isChunked = false

  constructor(onResponse) {
    this.#onResponse = onResponse
  }

  read(data) {
    let at = 0
    while (at < data.length) {
      if (this.#status === 0) {
        const text = this.#head + data.latin1Slice(at, Math.min(data.length, at + 4_096))
        const end = text.indexOf('\r\n\r\n')
        if (end < 0) {
          this.#head = text
          at += Math.min(data.length - at, 4_096)
          continue
        }
        at += end + 4 - this.#head.length
        this.#head = ''
        this.#begin(text.slice(0, end).toLowerCase())
      } else if (this.#isChunked) {
        this.#tail = (this.#tail + data.latin1Slice(Math.max(at, data.length - 7))).slice(-7)
        at = data.length
        if (this.#tail === '\r\n0\r\n\r\n') this.#end()
        continue
      } else {
        const taken = Math.min(this.#left, data.length - at)
        this.#left -= taken
        at += taken
      }
      if (!this.#isChunked && this.#left === 0) this.#end()
    }
  }

  #begin(head) {
    this.#status = Number(head.slice(9, 12))
    this.#isChunked = head.includes('\r\ntransfer-encoding: chunked')
    this.#left = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0)
  }

  #end() {
    const status = this.#status
    this.#status = 0
    this.#tail = ''
    this.#isChunked = false
    this.#onResponse(status)
  }
}
