import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { expect } from 'chai'
import { Body, Controller, Field, Get, Header, Post, type Service, SetupError } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { exchange, openSocket } from '../support/one-handler.js'
import { RecordedTimers } from '../support/recorded-timers.js'
import { TLS } from '../support/test-certificate.js'

class Name {
  @Field() name!: string
}

/** Resolves what waits in a request, from outside of it. */
let release: () => void = () => undefined
let hasArrived: Promise<void> = Promise.resolve()

@Controller()
class GreetingController {
  @Get('/hello')
  hello() {
    return 'hello'
  }

  @Get('/slow')
  async slow() {
    arrived()
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return 'finished'
  }

  @Post('/names')
  name(@Body() body: Name, @Header('x-title') title: string) {
    return `${title} ${body.name}`
  }
}

let arrived: () => void = () => undefined

const LOCAL = { port: 0, host: '127.0.0.1', signals: false }

describe('a service', () => {
  let service: Service
  beforeEach(async () => {
    hasArrived = new Promise((resolve) => {
      arrived = resolve
    })
    service = await serviceOf([GreetingController])
  })
  afterEach(async () => {
    release()
    await service.close({ deadline: 0 })
  })

  it('listens on a free port, returns its address, and stops', async () => {
    const { url, host, port } = await service.listen(LOCAL)
    expect(url).to.equal(`http://127.0.0.1:${port}`)
    expect(host).to.equal('127.0.0.1')
    expect(await (await fetch(`${url}/hello`)).json()).to.equal('hello')
    await service.close()
    let failure: unknown
    await fetch(`${url}/hello`).catch((error: unknown) => {
      failure = error
    })
    expect(failure).to.be.instanceOf(Error)
  })

  async function failureOf(promise: Promise<unknown>): Promise<SetupError> {
    try {
      await promise
    } catch (error) {
      expect(error).to.be.instanceOf(SetupError)
      return error as SetupError
    }
    throw new Error('nothing failed')
  }

  it('listens once at a time, and again after it was closed', async () => {
    await service.listen(LOCAL)
    expect((await failureOf(service.listen(LOCAL))).message).to.equal(
      'LISTEN_FAILED: the service is already listening, service.listen; close it first.'
    )
    await service.close()
    const { url } = await service.listen(LOCAL)
    expect((await fetch(`${url}/hello`)).status).to.equal(200)
  })

  it('says so when the port is in use, and can then listen elsewhere', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    try {
      expect((await failureOf(service.listen({ port, host: '127.0.0.1' }))).message).to.equal(
        `LISTEN_FAILED: the port is already in use, 127.0.0.1:${port}; stop the program that listens there or choose another port.`
      )
    } finally {
      await new Promise((resolve) => other.close(resolve))
    }
    const { url } = await service.listen(LOCAL)
    expect((await fetch(`${url}/hello`)).status).to.equal(200)
  })

  for (const port of [-1, 65_536, 1.5, Number.NaN]) {
    it(`says that ${port} is not a port`, async () => {
      const { message } = await failureOf(service.listen({ port, host: '127.0.0.1' }))
      expect(message).to.contain('LISTEN_FAILED: the port is not a port number')
    })
  }

  for (const shutdown of [{ delay: Number.NaN }, { deadline: '5s' }, { deadline: -1 }, { delay: 1e12 }]) {
    it(`does not listen with a stop of ${JSON.stringify(shutdown)}, which would cut requests`, async () => {
      const { message } = await failureOf(service.listen({ ...LOCAL, shutdown: shutdown as object }))
      expect(message).to.match(
        /^APPLICATION_INVALID: `(delay|deadline)` is .*, service.listen, shutdown; give whole milli/
      )
    })
  }

  it('is closed by the defaults where its own stop is given wrong times', async () => {
    const { url } = await service.listen(LOCAL)
    const slow = fetch(`${url}/slow`)
    await hasArrived
    const closed = service.close({ delay: '5s', deadline: Number.NaN } as object)
    await new Promise(setImmediate)
    release()
    expect((await slow).status).to.equal(200)
    await closed
  })

  it('finishes the request in flight before it is closed, and accepts no other', async () => {
    const { url, port } = await service.listen(LOCAL)
    const slow = fetch(`${url}/slow`)
    await hasArrived
    let isClosed = false
    const closed = service.close().then(() => {
      isClosed = true
    })
    const refused = await new Promise((resolve) => {
      connect(port, '127.0.0.1')
        .on('connect', () => resolve(false))
        .on('error', () => resolve(true))
    })
    expect(refused).to.equal(true)
    expect(isClosed).to.equal(false)
    release()
    const answer = await slow
    expect(await answer.json()).to.equal('finished')
    expect(answer.headers.get('connection')).to.equal('close')
    await closed
  })

  it('waits for the same end, however often it is closed', async () => {
    const { url } = await service.listen(LOCAL)
    const slow = fetch(`${url}/slow`)
    await hasArrived
    const order: string[] = []
    const closing = [service.close(), service.close()].map((promise) => promise.then(() => order.push('closed')))
    await new Promise(setImmediate)
    order.push('released')
    release()
    await slow
    await Promise.all(closing)
    expect(order).to.deep.equal(['released', 'closed', 'closed'])
  })

  it('cuts at the deadline what does not finish', async () => {
    const { url } = await service.listen(LOCAL)
    const slow = fetch(`${url}/slow`).then(
      () => 'answered',
      () => 'cut'
    )
    await hasArrived
    await service.close({ deadline: 1 })
    expect(await slow).to.equal('cut')
  })

  it('closes without having listened', async () => {
    await service.close()
    await service.close()
  })

  it('closes at once where nothing else sends requests, and leaves no timer', async () => {
    const timers = new RecordedTimers()
    timers.start()
    try {
      service = await serviceOf([GreetingController], {
        health: { checks: { fine: () => true }, timeout: timers.delay('a check') },
        resources: [{ onStart() {}, onClose() {} }]
      })
      expect((await service.inject('/readyz')).statusCode).to.equal(200)
      await service.close({ delay: timers.delay('the delay'), deadline: timers.delay('the deadline') })
      // That of the check, and one for the resource and the application each.
      expect(timers.made).to.equal(3)
      await timers.allCleared()
    } finally {
      timers.stop()
    }
  })

  it("has the limits of the application, or of listen, and a route's own", async () => {
    service = await serviceOf([], {
      server: { maxHeaderSize: 300, headersTimeout: 500, requestTimeout: 500, connectionsCheckingInterval: 10 },
      routes: (router) => {
        router.postFunc('/long', (ctx) => ctx.bodyText(), { requestTimeout: 60_000, bodyLimit: 7 })
        router.postFunc('/short', (ctx) => ctx.bodyText())
      }
    })
    const half = (path: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\nabc`
    const large = `GET / HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(400)}\r\n\r\n`
    let { url, port } = await service.listen(LOCAL)
    expect(await exchange(port, large)).to.match(/^HTTP\/1\.1 431 /)
    const long = await openSocket(port)
    long.write(half('/long'))
    expect(await exchange(port, half('/short'))).to.match(/^HTTP\/1\.1 408 /)
    long.end('defg')
    expect(String(await once(long, 'data'))).to.contain('"abcdefg"')
    expect((await fetch(`${url}/long`, { method: 'POST', body: '12345678' })).status).to.equal(413)
    await service.close()
    ;({ url, port } = await service.listen({ ...LOCAL, maxHeaderSize: 1_000 }))
    expect((await fetch(url, { headers: { a: 'b'.repeat(400) } })).status).to.equal(404)
  })

  it('speaks HTTPS and HTTP/2 if the options say so', async () => {
    const { url, port } = await service.listen({ ...LOCAL, http2: true, tls: TLS })
    expect(url).to.equal(`https://127.0.0.1:${port}`)
    const session = connectHttp2(url, { rejectUnauthorized: false })
    const stream = session.request({ ':path': '/hello' })
    let text = ''
    for await (const chunk of stream.setEncoding('utf8')) text += chunk
    expect(text).to.equal('"hello"')
    const closed = once(session, 'close')
    await service.close()
    await closed
  })

  it('leaves no listener for signals behind, however many listen', async () => {
    const before = process.listenerCount('SIGTERM')
    const others = await Promise.all([serviceOf([]), serviceOf([])])
    const local = { port: 0, host: '127.0.0.1' }
    await Promise.all(others.map((other) => other.listen(local)))
    expect(process.listenerCount('SIGTERM')).to.equal(before + 1)
    await others[0]?.close()
    expect(process.listenerCount('SIGTERM')).to.equal(before + 1)
    await others[1]?.close()
    expect(process.listenerCount('SIGTERM')).to.equal(before)
  })

  it('responds in-process as it would over the network', async () => {
    const request = { method: 'POST', headers: { 'x-title': 'Dr', 'content-type': 'application/json' } }
    const injected = await service.inject({ ...request, url: '/names', body: { name: 'Who' } })
    const { url } = await service.listen(LOCAL)
    const sent = await fetch(`${url}/names`, { ...request, body: '{"name":"Who"}' })
    expect(injected.json()).to.equal('Dr Who')
    expect(await sent.text()).to.equal(injected.body)
    expect(sent.status).to.equal(injected.statusCode)
    expect(sent.headers.get('content-type')).to.equal(injected.headers['content-type'])
  })
})
