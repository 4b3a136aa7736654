// node:http and busboy, by hand.

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import busboy from 'busboy'
import { PORT } from '../../data.js'
import { PICTURE_LIMIT, VALUE_LIMIT, VIDEO_LIMIT } from './forms.js'

createServer((req, res) => {
  if (req.url === '/pictures') return picture(req, res)
  if (req.url === '/videos') return video(req, res)
  if (req.url === '/values') return values(req, res)
  send(res, 200, '{"status":"ready"}')
}).listen(PORT, '127.0.0.1')

function picture(req, res) {
  const form = busboy({ headers: req.headers, limits: { fileSize: PICTURE_LIMIT, files: 1, fields: 10 } })
  const chunks = []
  let title = ''
  let type = ''
  let isTooLarge = false
  form.on('field', (_name, value) => {
    title = value
  })
  form.on('file', (_name, stream, { mimeType }) => {
    type = mimeType
    stream.on('limit', () => {
      isTooLarge = true
    })
    stream.on('data', (chunk) => chunks.push(chunk))
  })
  form.on('error', () => send(res, 400, '{"message":"no form"}'))
  form.on('close', () => {
    if (isTooLarge) return send(res, 413, '{"message":"too large"}')
    if (title.length > 80 || type !== 'image/png') return send(res, 400, '{"message":"not valid"}')
    const content = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    send(res, 201, JSON.stringify({ title, size: content.length, first: content[0] }))
  })
  req.pipe(form)
}

function video(req, res) {
  const form = busboy({ headers: req.headers, limits: { fileSize: VIDEO_LIMIT, files: 1, fields: 10 } })
  const path = join(tmpdir(), `bench-${randomUUID()}`)
  let title = ''
  let isTooLarge = false
  let target
  const finish = () => {
    if (isTooLarge) send(res, 413, '{"message":"too large"}')
    else if (title.length > 80 || target === undefined) send(res, 400, '{"message":"not valid"}')
    else send(res, 201, JSON.stringify({ title, size: target.bytesWritten }))
    if (target !== undefined) unlink(path).catch(() => {})
  }
  form.on('field', (_name, value) => {
    title = value
  })
  form.on('file', (_name, stream) => {
    stream.on('limit', () => {
      isTooLarge = true
    })
    target = stream.pipe(createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  })
  form.on('error', () => send(res, 400, '{"message":"no form"}'))
  form.on('close', () => {
    if (target === undefined || target.closed) finish()
    else target.on('close', finish)
  })
  req.pipe(form)
}

function values(req, res) {
  const form = busboy({ headers: req.headers, limits: { fields: VALUE_LIMIT } })
  const texts = []
  form.on('field', (_name, value) => texts.push(value))
  form.on('error', () => send(res, 400, '{"message":"no form"}'))
  form.on('close', () => {
    if (texts.some((text) => text.length > 80)) return send(res, 400, '{"message":"not valid"}')
    const size = texts.reduce((sum, text) => sum + text.length, 0)
    send(res, 201, JSON.stringify({ count: texts.length, size }))
  })
  req.pipe(form)
}

function send(res, status, body) {
  res.writeHead(status, ['content-type', 'application/json; charset=utf-8', 'content-length', Buffer.byteLength(body)])
  res.end(body)
}
