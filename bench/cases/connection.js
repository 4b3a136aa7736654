import { connect } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = '\r\n0\r\n\r\n'
/** All connections read into one piece of memory: what they read is counted, not kept. */
const memory = Buffer.allocUnsafeSlow(256 * 1024)

/**
 * A client that costs less than the servers that it loads: one socket on which requests of prepared bytes are sent one
 * after the other. It reads no more of a response than its status and where it ends.
 */
export class Connection {
  #socket
  #head = Buffer.alloc(0)
  #isHead = true
  /** Bytes of the body that are still to come; undefined if it comes in chunks. */
  #left = 0
  #tail = ''
  #size = 0
  #status = 0
  #hasBody = true
  #settle

  /** @returns an open connection to a server on 127.0.0.1 */
  static async open(port) {
    const connection = new Connection()
    await new Promise((resolve, reject) => {
      connection.#socket = connect({
        port,
        host: '127.0.0.1',
        noDelay: true,
        onread: { buffer: memory, callback: (count, bytes) => connection.#read(bytes.subarray(0, count)) }
      })
      connection.#socket.once('connect', resolve).once('error', reject)
    })
    const lost = (error) => connection.#fail(error ?? new Error('the server closed the connection'))
    connection.#socket.on('error', lost).on('close', () => lost())
    return connection
  }

  /** Sends a request; `settle(error, status, size)` is called when its response has come, `size` in bytes of its body. */
  send({ bytes, hasBody }, settle) {
    this.#isHead = true
    this.#hasBody = hasBody
    this.#size = 0
    this.#settle = settle
    this.#socket.write(bytes)
  }

  close() {
    this.#settle = undefined
    this.#socket.destroy()
  }

  #fail(error) {
    const settle = this.#settle
    this.#settle = undefined
    settle?.(error)
  }

  #read(bytes) {
    if (this.#isHead) this.#readHead(bytes)
    else this.#readBody(bytes)
    return true
  }

  #readHead(bytes) {
    const known = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes])
    const end = known.indexOf(HEAD_END)
    if (end === -1) {
      this.#head = Buffer.from(known)
      return
    }
    this.#head = Buffer.alloc(0)
    this.#isHead = false
    const head = known.latin1Slice(0, end)
    this.#status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    const isEmpty = !this.#hasBody || this.#status === 204 || this.#status === 304
    this.#left = isEmpty ? 0 : length === undefined ? undefined : Number(length)
    this.#tail = '\r\n'
    this.#readBody(known.subarray(end + HEAD_END.length))
  }

  #readBody(bytes) {
    this.#size += bytes.length
    if (this.#left === undefined) {
      this.#tail = (this.#tail + bytes.latin1Slice(Math.max(0, bytes.length - LAST_CHUNK.length))).slice(
        -LAST_CHUNK.length
      )
      if (this.#tail !== LAST_CHUNK) return
    } else {
      this.#left -= bytes.length
      if (this.#left > 0) return
    }
    const settle = this.#settle
    this.#settle = undefined
    settle?.(undefined, this.#status, this.#size)
  }
}

/** The bytes of a request `{ method, path, headers, body }`, made once. */
export function requestBytes({ method, path, headers = {}, body }) {
  const content = body === undefined ? undefined : Buffer.from(body)
  const fields = { host: '127.0.0.1', ...headers, ...(content && { 'content-length': content.length }) }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return { bytes: content === undefined ? head : Buffer.concat([head, content]), hasBody: method !== 'HEAD' }
}
