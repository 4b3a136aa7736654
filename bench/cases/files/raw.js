// A file as one writes it by hand: its state, a range, a stream.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream'
import { PORT } from '../../data.js'

const { FILE } = process.env
/** Of 64, 128, 256 and 1,024 KB the one that costs least. */
const CHUNK = 262_144
const RANGE = /^bytes=(\d*)-(\d*)$/

createServer((req, res) => {
  if (req.url !== '/large.bin') return res.end('ready')
  sendFile(req, res).catch(() => res.writeHead(500).end())
}).listen(PORT, '127.0.0.1')

async function sendFile(req, res) {
  const { size, mtime } = await stat(FILE)
  const modified = mtime.toUTCString()
  const since = req.headers['if-modified-since']
  if (since !== undefined && Date.parse(since) >= Date.parse(modified)) return res.writeHead(304).end()
  const headers = {
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    'last-modified': modified,
    etag: `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`
  }
  const range = RANGE.exec(req.headers.range ?? '')
  let start = 0
  let end = size - 1
  if (range !== null) {
    start = range[1] === '' ? Math.max(0, size - Number(range[2])) : Number(range[1])
    if (range[1] !== '' && range[2] !== '') end = Math.min(end, Number(range[2]))
    if (start > end) return res.writeHead(416, { 'content-range': `bytes */${size}` }).end()
    headers['content-range'] = `bytes ${start}-${end}/${size}`
  }
  headers['content-length'] = end - start + 1
  res.writeHead(range === null ? 200 : 206, headers)
  pipeline(createReadStream(FILE, { start, end, highWaterMark: CHUNK }), res, () => {})
}
