import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { serviceOf } from '../support/applications.js'
import { until } from '../support/one-handler.js'

type Work = (req: IncomingMessage, res: ServerResponse, note: (seen: unknown) => void) => unknown

/** Notes what a call returns, or the code of what it throws. */
function attempt(note: (seen: unknown) => void, call: () => unknown): void {
  try {
    const value = call()
    note(typeof value === 'object' && value !== null && 'setHeader' in value ? 'the response' : value)
  } catch (error) {
    note((error as { code?: string }).code)
  }
}

/** What handlers written for node:http do with the two messages. */
const HANDLERS: Readonly<Record<string, Work>> = {
  'end without anything': (_req, res) => res.end(),
  'end with a text': (_req, res) => res.end('é'),
  'end with bytes': (_req, res) => res.end(Buffer.from([65, 66])),
  'end with a text of an encoding': (_req, res) => res.end('4142', 'hex'),
  'end with a callback': (_req, res, note) => res.end('a', () => note('ended')),
  'end with all arguments': (_req, res, note) => res.end('4142', 'hex', () => note('ended')),
  'write, then end': (_req, res, note) => {
    note(res.write('a'))
    note(res.headersSent)
    res.end('b', () => note(res.writableFinished))
  },
  'write, then end with a text of an encoding': (_req, res) => {
    res.write('4142', 'hex')
    res.end('4344', 'hex')
  },
  'write with a callback': (_req, res, note) => {
    res.write('a', () => {
      note('written')
      res.end()
    })
  },
  'a status': (_req, res, note) => {
    note(res.statusCode)
    res.statusCode = 202
    res.end()
    note([res.statusCode, res.writableEnded])
  },
  'a head': (_req, res, note) => {
    attempt(note, () => res.writeHead(202, { 'X-A': '1', 'x-list': ['a', 'b'] }))
    note([res.headersSent, res.statusCode])
    res.end('a')
  },
  'a head with a reason': (_req, res) => res.writeHead(202, 'Fine', { 'x-a': '1' }).end(),
  'a head of pairs': (_req, res) => res.writeHead(200, ['x-a', '1', 'x-b', '2']).end(),
  'a head of lists': (_req, res) =>
    res
      .writeHead(200, [
        ['x-a', '1'],
        ['x-b', '2']
      ] as never)
      .end(),
  'a head over headers that were set': (_req, res) => {
    res.setHeader('x-a', '1').setHeader('x-b', '2')
    res.writeHead(200, { 'X-A': '3' }).end()
  },
  'a head twice': (_req, res, note) => {
    res.writeHead(200)
    attempt(note, () => res.writeHead(201))
    res.end()
  },
  'heads that cannot be': (_req, res, note) => {
    for (const status of [99, 1000, Number.NaN]) attempt(note, () => res.writeHead(status))
    res.end()
  },
  'headers are set, read and removed': (_req, res, note) => {
    attempt(note, () => res.setHeader('X-One', '1'))
    res.setHeader('x-list', ['a', 'b'])
    res.setHeader('x-number', 5)
    res.appendHeader('x-list', 'c')
    note([res.getHeader('x-one'), res.getHeader('X-LIST'), res.getHeader('x-number'), res.getHeader('x-none')])
    note([res.hasHeader('X-ONE'), res.hasHeader('x-none'), res.getHeaderNames(), { ...res.getHeaders() }])
    res.removeHeader('X-one')
    note(res.getHeaderNames())
    res.end()
  },
  'headers of a map and of WHATWG': (_req, res) => {
    res.setHeader('set-cookie', 'a=1')
    const cookies = new Headers([
      ['set-cookie', 'b=2'],
      ['set-cookie', 'c=3']
    ])
    res
      .setHeaders(
        new Map([
          ['x-a', '1'],
          ['set-cookie', 'd=4']
        ])
      )
      .setHeaders(new Headers({ 'x-b': '2' }))
      .setHeaders(cookies)
    res.end()
  },
  'headers that cannot be': (_req, res, note) => {
    for (const [name, value] of [
      ['a b', 'c'],
      ['', 'c'],
      ['x-a', 'a\r\nb: c'],
      ['x-a', 'ф'],
      ['x-a', undefined]
    ] as const)
      attempt(note, () => res.setHeader(name, value as string))
    res.end()
  },
  'headers after the head': (_req, res, note) => {
    res.write('a')
    for (const late of [() => res.setHeader('a', 'b'), () => res.appendHeader('a', 'b'), () => res.removeHeader('a')])
      attempt(note, late)
    res.end()
  },
  'flushed headers': (_req, res, note) => {
    res.flushHeaders()
    note(res.headersSent)
    res.end('a')
  },
  'no content': (_req, res) => res.writeHead(204).end(),
  'a 304 with its tag': (_req, res) => res.writeHead(304, { etag: '"1"' }).end(),
  'events of a response': (_req, res, note) => {
    for (const event of ['finish', 'close']) res.on(event, () => note(event))
    res.end('a')
  },
  'what a request says': (req, _res, note) => {
    note([req.method, req.url, req.httpVersion, req.httpVersionMajor, req.httpVersionMinor])
    note([req.headers['x-sent'], req.headers.host !== undefined, req.headersDistinct?.['x-sent']])
    _res.end()
  },
  'a body by events': (req, res, note) => {
    let text = ''
    req.setEncoding('utf8')
    req.on('data', (part: string) => {
      text += part
    })
    req.on('end', () => {
      note([text, req.complete, req.readableEnded])
      res.end(text)
    })
  },
  'a body by iteration': async (req, res) => {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part)
    res.end(Buffer.concat(parts))
  },
  'a body that is piped into the response': (req, res) => req.pipe(res),
  'a body that nothing reads': (_req, res) => res.end('unread')
}

interface Seen {
  readonly status: number
  readonly headers: object
  readonly body: string
  readonly noted: unknown[]
}

const OF_CONNECTIONS = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']

async function seenIn(response: Response, noted: unknown[]): Promise<Seen> {
  const headers = [...response.headers].filter(([name]) => !OF_CONNECTIONS.includes(name))
  return { status: response.status, headers, body: await response.text(), noted }
}

describe('A handler of node:http', () => {
  for (const [what, work] of Object.entries(HANDLERS)) {
    for (const method of ['GET', 'HEAD', 'POST']) {
      it(`sees and sends by fetch what it does in Node's own server: ${what}, ${method}`, async () => {
        const init = { method, headers: { 'x-sent': '1' }, ...(method === 'POST' ? { body: 'sent' } : {}) }
        const byNode: unknown[] = []
        const server = createServer((req, res) => void work(req, res, (seen) => byNode.push(seen)))
        server.listen(0, '127.0.0.1')
        await once(server, 'listening')
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a?b=c`
        const expected = await seenIn(await fetch(url, init), byNode)
        // All events have come when all connections have ended.
        server.closeIdleConnections()
        await new Promise((resolve) => server.close(resolve))
        const byFetch: unknown[] = []
        const handler = (req: IncomingMessage, res: ServerResponse) => work(req, res, (seen) => byFetch.push(seen))
        const service = await serviceOf([], {
          routes: (router) => router.get('/a', handler).post('/a', handler)
        })
        const seen = await seenIn(await service.fetch(new Request(url, init)), byFetch)
        await until(() => byFetch.length >= byNode.length)
        expect(seen).to.deep.equal(expected)
      })
    }
  }
})
