import { connect } from 'node:net'

/** A client on one connection that it never opens again: GET, POST and a slow POST in turn. */
export class KeptClient {
  #socket
  #received = ''
  #answered = () => {}
  #count

  constructor(port, index) {
    this.#count = index
    this.#socket = connect(port, '127.0.0.1')
    this.connected = new Promise((resolve) => this.#socket.once('connect', resolve))
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (text) => {
      this.#received += text
      this.#look()
    })
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => this.#answered(undefined))
  }

  /** Whether the answer was the last one of the connection; undefined where the connection ended without an answer. */
  ask() {
    this.#count += 1
    const [method, path] = [
      ['GET', '/items'],
      ['POST', '/items'],
      ['POST', '/slow']
    ][this.#count % 3]
    const body = method === 'POST' ? '{"name":"Widget"}' : ''
    this.#received = ''
    return new Promise((resolve) => {
      this.#answered = resolve
      if (this.#socket.destroyed) resolve(undefined)
      else this.#socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    })
  }

  #look() {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#received.slice(0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    if (this.#received.length < end + 4 + length) return
    this.#answered(head.startsWith('HTTP/1.1 200') ? { isLast: /\r\nconnection: close/i.test(head) } : undefined)
  }
}
