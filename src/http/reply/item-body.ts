import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ItemSink } from './item-stream.js'
import { isPlain } from './reply.js'

/**
 * Writes the head and then the texts of items to a response.
 *
 * @param begin writes the head; what it throws is a failure of the items
 */
export function itemBody(res: ServerResponse, begin: () => void, failed: (error: Error) => void): ItemSink {
  return new ItemBody(res, begin, failed)
}

class ItemBody implements ItemSink {
  readonly #res: ServerResponse
  readonly begin: () => void
  readonly failed: (error: Error) => void
  #isHeadSent = false

  constructor(res: ServerResponse, begin: () => void, failed: (error: Error) => void) {
    this.#res = res
    this.begin = begin
    this.failed = failed
  }

  flush(): void {
    this.begin()
    this.#res.flushHeaders()
    this.#isHeadSent = true
  }

  write(text: string, stream: { goOn(): void }): boolean {
    if (this.#res.writableEnded) throw new Error('The response was ended before its items')
    const socket = chunkedConnection(this.#res)
    const isTaken = socket === undefined ? this.#res.write(text, 'utf8') : this.#writeTo(socket, text)
    this.#isHeadSent = true
    if (!isTaken) (socket ?? this.#res).once('drain', () => stream.goOn())
    return isTaken
  }

  /** With the head before it, if that was not sent. */
  #writeTo(socket: Socket, text: string): boolean {
    if (this.#isHeadSent) return writeChunk(socket, text)
    socket.cork()
    this.#res.flushHeaders()
    const isTaken = writeChunk(socket, text)
    socket.uncork()
    return isTaken
  }

  end(): void {
    this.#res.end()
  }
}

/**
 * The connection of a response of Node's own that is sent in chunks; undefined where anything may come between, and while
 * an earlier response is sent on it.
 */
function chunkedConnection(res: ServerResponse): Socket | undefined {
  const { socket } = res
  // What a corked response has taken is not on the connection yet.
  if (socket?.writable !== true || !res.chunkedEncoding || res.writableCorked > 0) return undefined
  return isPlain(res) ? socket : undefined
}

/**
 * Writes a chunk (RFC 9112, section 7.1) as one text. Node's response writes its size, its bytes and their ends as four pieces,
 * which takes twice as long for a short text.
 */
function writeChunk(socket: Socket, text: string): boolean {
  const size = Buffer.byteLength(text)
  return socket.write(`${size.toString(16)}\r\n${text}\r\n`, size === text.length ? 'latin1' : 'utf8')
}
