import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type ClientHttp2Session, connect, createServer, type Http2Server, type Http2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { silentLogger } from '../../../src/http/logger.js'
import { EdgeGuard } from '../../../src/http/server/edge-guard.js'
import { endUnread } from '../../../src/http/server/http2-linger.js'
import { Http2Sessions } from '../../../src/http/server/http2-sessions.js'
import { until } from '../../support/one-handler.js'

describe('the HTTP/2 sessions of a server', () => {
  /** A session that counts how often it was closed. */
  class CountedSession extends EventEmitter {
    closed = 0
    close(): void {
      this.closed += 1
    }
  }
  const sessions = () => new Http2Sessions(new EdgeGuard(silentLogger))
  const added = (to: Http2Sessions): CountedSession => {
    const session = new CountedSession()
    to.add(session as unknown as Http2Session)
    return session
  }

  it('are closed with it, those that come afterwards at once', () => {
    const all = sessions()
    const [first, second] = [added(all), added(all)]
    expect([first.closed, second.closed]).to.deep.equal([0, 0])
    all.close()
    expect([first.closed, second.closed, added(all).closed]).to.deep.equal([1, 1, 1])
  })

  it('are forgotten when they have ended', () => {
    const all = sessions()
    const [ended, open] = [added(all), added(all)]
    ended.emit('close')
    all.close()
    expect([ended.closed, open.closed]).to.deep.equal([0, 1])
  })
})

describe('an HTTP/2 answer that does not wait for the body', () => {
  let server: Http2Server
  let session: ClientHttp2Session
  let linger: number
  let isRead = false

  beforeEach(async () => {
    server = createServer((req, res) => {
      endUnread(res as unknown as ServerResponse, new EdgeGuard(silentLogger), linger)
      // Somebody has begun to read: else Node closes the stream by itself, at once.
      req.once('data', () => {
        req.pause()
        res.end('refused')
      })
      req.on('end', () => {
        isRead = true
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })

  afterEach(() => {
    session.destroy()
    server.close()
  })

  it('leaves the stream to its client no longer than it must: it is closed without an error', async () => {
    linger = 20
    const stream = session.request({ ':method': 'POST' })
    stream.write('half')
    let body = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    await once(stream, 'close')
    expect([body, stream.rstCode]).to.deep.equal(['refused', 0])
  })

  it('lets a client that goes on finish, and throws away what it sends', async () => {
    linger = 60_000
    const stream = session.request({ ':method': 'POST' })
    stream.write('half')
    await once(stream, 'response')
    // More than the window of a stream, which only reading opens again.
    stream.end(Buffer.alloc(200_000))
    stream.resume()
    await once(stream, 'close')
    await until(() => isRead)
    expect(stream.rstCode).to.equal(0)
  })
})
