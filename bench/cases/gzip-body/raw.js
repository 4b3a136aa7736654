// One decompression at once: at the sizes of JSON bodies it costs less than the way through the thread pool.
import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { PORT } from '../../data.js'
import { LIMIT, sumOf } from './series.js'

createServer((req, res) => {
  if (req.method !== 'POST') return send(res, 200, '{"status":"ready"}')
  const chunks = []
  let size = 0
  req.on('data', (chunk) => {
    size += chunk.length
    if (size <= LIMIT) chunks.push(chunk)
  })
  req.on('end', () => {
    if (size > LIMIT) return send(res, 413, '{"message":"too large"}')
    let bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    try {
      if (req.headers['content-encoding'] === 'gzip') bytes = gunzipSync(bytes, { maxOutputLength: LIMIT })
    } catch (error) {
      return error.code === 'ERR_BUFFER_TOO_LARGE'
        ? send(res, 413, '{"message":"too large"}')
        : send(res, 400, '{"message":"no gzip"}')
    }
    let body
    try {
      body = JSON.parse(bytes.toString())
    } catch {
      return send(res, 400, '{"message":"no JSON"}')
    }
    if (!isSeries(body)) return send(res, 400, '{"message":"no series"}')
    send(res, 201, `{"count":${body.values.length},"sum":${sumOf(body.values)}}`)
  })
}).listen(PORT, '127.0.0.1')

function isSeries(body) {
  if (typeof body !== 'object' || body === null || typeof body.sensor !== 'string') return false
  const { values } = body
  if (!Array.isArray(values) || values.length > 1_000) return false
  for (const entry of values) {
    if (typeof entry !== 'object' || entry === null) return false
    if (!Number.isInteger(entry.at) || typeof entry.value !== 'number') return false
  }
  return true
}

function send(res, status, body) {
  res.writeHead(status, ['content-type', 'application/json; charset=utf-8', 'content-length', Buffer.byteLength(body)])
  res.end(body)
}
