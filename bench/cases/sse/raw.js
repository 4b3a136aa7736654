// By hand: events of a subscription, read as fast as the client takes them, with comments while there are none.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { PORT } from '../../data.js'
import { memory, publish, subscribe, subscribed } from './ticks.js'

const HEARTBEAT_MS = 15_000
const HEAD = ['content-type', 'text/event-stream', 'cache-control', 'no-cache', 'x-accel-buffering', 'no']
/** When each open response was written to last. */
const open = new Map()

setInterval(() => {
  const now = Date.now()
  for (const [res, at] of open) {
    if (now - at < HEARTBEAT_MS || res.writableNeedDrain) continue
    open.set(res, now)
    res.write(':\n\n')
  }
}, 1_000).unref()

createServer(async (req, res) => {
  if (req.url === '/events') return follow(res)
  if (req.url === '/ready') return send(res, '"ready"')
  if (req.url === '/memory') return send(res, String(await memory()))
  if (req.url === '/subscribed') return send(res, String(subscribed()))
  publish(Number(req.url.slice('/ticks/'.length)))
  send(res, '"published"')
}).listen(PORT, '127.0.0.1')

async function follow(res) {
  const events = subscribe()
  let isGone = false
  res.on('close', () => {
    isGone = true
    open.delete(res)
    events.return()
  })
  res.writeHead(200, HEAD)
  for await (const { client, tick } of events) {
    open.set(res, Date.now())
    const isTaken = res.write(`data: ${JSON.stringify({ client, tick })}\n\n`)
    if (!isTaken && !isGone) await once(res, 'drain')
    if (isGone) return
  }
  res.end()
}

function send(res, body) {
  res.writeHead(200, ['content-type', 'application/json; charset=utf-8', 'content-length', Buffer.byteLength(body)])
  res.end(body)
}
