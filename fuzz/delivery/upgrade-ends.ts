import { createServer, type IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import { SERVER_LIMITS } from '../target/limits.js'

/** Where a request for an upgrade ends. */
export interface UpgradeEnd {
  /** The offset of the first byte behind it. */
  readonly at: number
  /** How many requests have come by then, this one included. */
  readonly requests: number
}

/**
 * The ends of the requests for an upgrade, in bytes of HTTP/1, as Node's parser reads them.
 *
 * Without a listener for upgrades node:http handles such a request as an ordinary one. Its parser stops after it
 * nevertheless, and discards the bytes that came after it in the same read. So the requests that it loses depend on how the
 * network cut the bytes, and two servers that got the same bytes may have read different requests.
 */
export function upgradeEnds(bytes: Buffer): readonly UpgradeEnd[] {
  if (!/upgrade/i.test(bytes.toString('latin1'))) return []
  const requests: IncomingMessage[] = []
  const server = createServer({ ...SERVER_LIMITS, requireHostHeader: false })
  server.maxHeadersCount = 0
  const note = (req: IncomingMessage): unknown => requests.push(req.on('error', () => {}).resume())
  server.on('request', note)
  server.on('checkExpectation', note)
  server.on('clientError', (_error, socket) => socket.destroy())
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  server.emit('connection', socket)

  const ends: UpgradeEnd[] = []
  /** The request for an upgrade, until it is complete. */
  let open: IncomingMessage | undefined
  for (let at = 0; at < bytes.length && !socket.destroyed; ) {
    // Nothing is lost here: heads and chunks end with a line, and where another body ends is known.
    const length = open?.headers['content-length']
    const to = length === undefined ? bytes.indexOf('\n', at) + 1 || bytes.length : at + Math.max(1, Number(length))
    const known = requests.length
    socket.emit('data', bytes.subarray(at, to))
    at = to
    const latest = requests.at(-1)
    if (latest !== undefined && requests.length > known && asksForUpgrade(latest)) open = latest
    if (open?.complete !== true) continue
    ends.push({ at, requests: requests.length })
    open = undefined
  }
  socket.destroy()
  return ends
}

/** Wider than the parser's rule, which wants the word as an item of its own. */
function asksForUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /upgrade/i.test(`${headers.connection} ${headers['proxy-connection']}`)
}
