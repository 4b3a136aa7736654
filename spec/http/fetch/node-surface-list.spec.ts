import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Context } from 'fieldstone'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { FetchServer } from '../../../src/http/fetch/server.js'
import { expectListed } from '../../support/listed.js'
import { recordingLogger } from '../../support/one-handler.js'
import { outcome, shown } from '../../support/whole-list.js'

const LIST = 'http/fetch/node-surface-list.txt'

type Req = IncomingMessage & { aborted: boolean; headersDistinct: object }
type Res = ServerResponse & { _header: unknown; getRawHeaderNames(): string[] }
type Handler = (req: Req, res: Res, say: (what: unknown) => void) => unknown

const soon = () => new Promise((resolve) => setImmediate(resolve))

/** What handlers of Node do with its messages. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  nothing: (_, res) => res.end(),
  'end a text': (_, res) => res.end('héllo'),
  'end bytes': (_, res) => res.end(Buffer.from('bytes')),
  'end by an encoding': (_, res) => res.end('68c3a9', 'hex'),
  'end with a callback': (_, res, say) => res.end('a', () => say('ended')),
  'end with a callback alone': (_, res, say) => res.end(() => say('ended')),
  'end with all arguments': (_, res, say) => res.end('YQ==', 'base64', () => say('ended')),
  'end twice': (_, res, say) => {
    res.on('error', (error) => say(error))
    res.end('a')
    say(res.writableEnded)
    res.end()
    res.end('b', () => say('never'))
  },
  'write after the end': async (_, res, say) => {
    res.on('error', (error) => say([error.message, (error as { code?: string }).code]))
    res.end('a')
    say(res.write('b', (error) => say(error?.message)))
    await soon()
  },
  'write, then end': (_, res, say) => {
    say(res.write('a'))
    res.write('é', 'latin1')
    res.write('c', () => say('written'))
    res.write('64', 'hex', () => say('hex'))
    res.end('e')
  },
  'write, and end later': async (_, res) => {
    res.write('a')
    await soon()
    res.end()
  },
  'write where there is no body': (_, res, say) => {
    res.statusCode = 204
    say(res.write('a', () => say('written')))
    say(res.headersSent)
    res.end('b')
  },
  'end 205 with a text': (_, res) => {
    res.statusCode = 205
    res.end('a')
  },
  'end 304 with a text': (_, res) => {
    res.statusCode = 304
    res.end('a')
  },
  'a head': (_, res) => res.writeHead(201).end('a'),
  'a head with a reason': (_, res) => res.writeHead(201, 'Made').end('a'),
  'a head with headers': (_, res) => res.writeHead(200, { 'X-A': 'b', 'content-type': 'text/plain' }).end('a'),
  'a head with a reason and headers': (_, res) => res.writeHead(299, 'Odd', { 'x-a': ['b', 'c'] }).end('a'),
  'a head with pairs': (_, res) => res.writeHead(200, ['X-A', 'b', 'X-A', 'c', 'x-b', '1']).end('a'),
  'a head with a length': (_, res) => res.writeHead(200, { 'content-length': 3 }).end('abc'),
  'a head twice': (_, res, say) => {
    res.writeHead(200)
    say(outcome(() => res.writeHead(201)))
    res.end()
  },
  'heads that cannot be': (_, res, say) => {
    for (const status of [199, 200.5, 600, Number.NaN]) say(outcome(() => res.writeHead(status) && 'written'))
    say(outcome(() => res.writeHead(200, 'a\nb') && 'written'))
    say(outcome(() => res.writeHead(599, 'a\tb \x80') && 'written'))
    res.end()
  },
  'a status message': (_, res) => {
    res.statusMessage = 'Mine'
    res.end()
  },
  'an unknown status': (_, res) => res.writeHead(299).end(),
  'headers are set, read and removed': (_, res, say) => {
    res.setHeader('X-One', 1).setHeader('x-list', ['a', 'b'])
    res.setHeader('X-Gone', 'a')
    res.removeHeader('x-gone')
    res.appendHeader('X-One', '2')
    res.appendHeader('x-new', ['c', 'd'])
    res.appendHeader('Set-Cookie', 'a=1').appendHeader('set-cookie', 'b=2')
    say([res.getHeader('x-one'), res.getHeader('X-List'), res.getHeader('none')])
    say([res.hasHeader('X-ONE'), res.hasHeader('x-gone')])
    say({ ...res.getHeaders() })
    say(res.getHeaderNames())
    say(res.getRawHeaderNames())
    res.end()
  },
  'headers of a map': (_, res) =>
    res
      .setHeaders(
        new Map<string, string | string[]>([
          ['x-a', 'b'],
          ['set-cookie', ['a=1', 'b=2']]
        ])
      )
      .end(),
  'headers of WHATWG': (_, res, say) => {
    const headers = new Headers({ 'x-a': 'b' })
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    say(res.setHeaders(headers) === res)
    res.end()
  },
  'headers that cannot be': (_, res, say) => {
    say(outcome(() => res.setHeader('a b', '1') && 'set'))
    say(outcome(() => res.setHeader('a', 'x\ny') && 'set'))
    say(outcome(() => res.setHeader('a', undefined as never) && 'set'))
    say(outcome(() => res.appendHeader('', 'x') && 'set'))
    res.end()
  },
  'headers after the head': (_, res, say) => {
    say([res.headersSent, res._header])
    res.writeHead(202)
    say([res.headersSent, res._header])
    for (const late of [() => res.setHeader('a', 'b'), () => res.removeHeader('a'), () => res.appendHeader('a', 'b')])
      say(outcome(late))
    res.end()
  },
  'a length of its own': (_, res) => res.setHeader('content-length', 2).end('ab'),
  'a transfer coding': (_, res) => res.setHeader('transfer-encoding', 'chunked').end('ab'),
  'a text with a type': (_, res) => res.setHeader('content-type', 'text/x').end('ab'),
  'flushed headers': async (_, res, say) => {
    res.flushHeaders()
    say(res.headersSent)
    res.flushHeaders()
    await soon()
    res.end('a')
  },
  'flushed headers without a body': (_, res, say) => {
    res.statusCode = 204
    res.flushHeaders()
    say(res.writableEnded)
    res.end('a')
  },
  'what a response says of itself': (req, res, say) => {
    say([res.statusCode, res.statusMessage, res.sendDate, res.finished, res.destroyed, res.writableEnded])
    say([res.req === req, res.socket === req.socket, res.connection === req.connection])
    say([res.setTimeout(5) === res, req.setTimeout(5) === req])
    res.writeContinue()
    res.writeProcessing()
    res.writeEarlyHints({}, () => say('hinted'))
    res.addTrailers({ a: 'b' })
    res.on('finish', () => say(['finished', res.finished, res.writableFinished]))
    res.on('close', () => say('closed'))
    res.end()
    say([res.finished, res.headersSent])
  },
  'what a socket says of itself': ({ socket }, res, say) => {
    say([
      socket.remoteAddress,
      (socket as { encrypted?: boolean }).encrypted,
      socket.readable,
      socket.writable,
      socket.destroyed
    ])
    say([socket.setTimeout(1), socket.setKeepAlive(), socket.setNoDelay()].every((one) => one === socket))
    socket.on('close', () => say('closed'))
    res.end()
  },
  'a destroyed socket': ({ socket }, res, say) => {
    socket.on('close', () => say('closed'))
    say(socket.destroy() === socket)
    socket.destroy()
    say([socket.readable, socket.writable, socket.destroyed, res.destroyed])
  },
  'a destroyed response': (req, res, say) => {
    res.on('close', () => say(['closed', req.destroyed, req.socket.destroyed]))
    res.destroy(new Error('cut'))
  },
  'a response that is destroyed in its middle': async (_, res, say) => {
    res.on('error', (error) => say(error))
    res.write('a')
    await soon()
    res.destroy()
    say([res.destroyed, res.writableEnded])
  },
  'a response that is destroyed after its end': async (_, res, say) => {
    res.end('a')
    await soon()
    res.destroy()
    say([res.destroyed, res.writableFinished])
  },
  'connection: close': (req, res, say) => {
    req.socket.on('close', () => say('closed'))
    res.setHeader('connection', 'close').end('a')
  },
  'what a request says of itself': (req, res, say) => {
    say([req.method, req.url, req.httpVersion, req.httpVersionMajor, req.httpVersionMinor, req.complete, req.aborted])
    say([req.headers, req.rawHeaders, req.headersDistinct, req.trailers])
    res.end()
  },
  'a body by events': (req, res, say) => {
    req.on('data', (chunk: Buffer) => say(chunk.length))
    req.on('end', () => {
      say([req.complete, req.readableEnded])
      res.end()
    })
  },
  'a body by iteration': async (req, res, say) => {
    for await (const chunk of req) say((chunk as Buffer).length)
    res.end(String(req.complete))
  },
  'a body as text': (req, res, say) => {
    req.setEncoding('utf8').on('data', say)
    req.on('end', () => res.end('read'))
  },
  'a destroyed request': async (req, res, say) => {
    req.on('error', (error) => say([error.message, (error as { code?: string }).code]))
    req.on('close', () => say(['closed', req.aborted, req.destroyed, res.destroyed]))
    req.on('aborted', () => say('aborted'))
    req.destroy(new Error('enough'))
    await soon()
  },
  'a request destroyed without a reason': async (req, _, say) => {
    req.on('error', (error) => say([error.message, (error as { code?: string }).code]))
    req.destroy()
    await soon()
  },
  'a body that nothing reads': async (req, res, say) => {
    req.on('close', () => say(['closed', req.complete]))
    res.end('unread')
    await soon()
  }
}

const REPLIES: Readonly<Record<string, (ctx: Context) => unknown>> = {
  nothing: () => undefined,
  'a text': (ctx) => ctx.text(200, 'é'),
  'an empty text': (ctx) => ctx.text(200, ''),
  json: (ctx) => ctx.json(200, { a: 1 }),
  'json with a type': (ctx) => {
    ctx.header('Content-Type', 'application/x+json')
    return ctx.json(201, [])
  },
  bytes: (ctx) => ctx.send(200, 'image/x', Buffer.from('abc')),
  ...Object.fromEntries(
    [204, 205, 304].map((status) => [`a text in a ${status}`, (ctx: Context) => ctx.text(status, 'a')])
  ),
  ...Object.fromEntries(
    [200, 204, 205, 304].map((status) => [
      `a text in a ${status} with headers`,
      (ctx: Context) => {
        for (const name of ['content-length', 'content-type', 'transfer-encoding', 'x-a'])
          ctx.header(name, name === 'content-length' ? '1' : 'a/b')
        return ctx.text(status, 'a')
      }
    ])
  ),
  cookies: (ctx) => {
    ctx.setCookie('a', '1')
    ctx.setCookie('b', '2', { httpOnly: true })
    return ctx.text(200, 'a')
  },
  'an error': () => {
    throw new Error('mine')
  },
  'after Node’s messages': (ctx) => {
    ctx.header('x-a', '1')
    const res = ctx.response()
    res.setHeader('x-b', '2')
    ctx.header('x-c', '3')
    return ctx.text(200, [res.getHeader('x-a'), res.hasHeader('x-c')].join())
  },
  'written by Node’s messages': (ctx) => {
    ctx.response().end('mine')
  },
  'no content': (ctx) => ctx.noContent(),
  'a redirect': (ctx) => ctx.redirect('/b'),
  'an empty body of a type': (ctx) => ctx.send(200, 'image/x', Buffer.alloc(0)),
  'a status alone': (ctx) => ctx.status(202),
  'a stream': (ctx) => ctx.stream(200, ['a', 'b']),
  'what was done when it is over': (ctx) => {
    ctx.whenOver((isSent, status) => ctx.report(new Error(`over: ${isSent} ${status}`), 'was over'))
    ctx.text(200, 'a')
    ctx.whenOver((isSent, status) => ctx.report(new Error(`over, too: ${isSent} ${status}`), 'was over'))
  },
  'a signal': (ctx) => ctx.text(200, String(ctx.signal.aborted))
}

/** Requests that handlers get. */
const REQUESTS: readonly (readonly [title: string, path: string, init: RequestInit])[] = [
  ['GET', '/a%20b?c=d&e', { headers: { 'X-A': 'b', cookie: 'c=d' } }],
  ['HEAD', '/a', { method: 'HEAD' }],
  ['POST', '/a', { method: 'POST', body: 'héllo' }]
]

async function said(response: Promise<Response>): Promise<string> {
  try {
    const timer = new Promise<undefined>((resolve) => void setTimeout(() => resolve(undefined), 200))
    const found = await Promise.race([response, timer])
    if (found === undefined) return 'no response'
    const text = await found.text().catch((error: Error) => `fails: ${error.message}`)
    const fields = [...found.headers].map(([name, value]) => `${name}: ${value.replace(/[\da-f-]{36}/, 'ID')}`)
    return `${found.status} ${found.statusText} ${shown(fields)} ${shown(text.replace(/[\da-f-]{36}/, 'ID'))}`
  } catch (error) {
    return `rejects: ${(error as Error).message}`
  }
}

describe('Node’s messages of requests by fetch', () => {
  const listed = async (register: (router: HttpRouter, say: (what: unknown) => void) => void) => {
    const lines: string[] = []
    for (const [title, path, init] of REQUESTS) {
      const log: string[] = []
      const { logger, entries } = recordingLogger()
      const router = new HttpRouter({ logger })
      register(router, (what) => log.push(typeof what === 'string' ? what : shown(what)))
      const server = new FetchServer(router.handler)
      lines.push(`${title} → ${await said(server.answer(new Request(`https://api.example${path}`, init)))}`)
      for (let turn = 0; turn < 3; turn++) await soon()
      lines.push(...log.map((line) => `  ${line}`))
      const place = / at (?:dist\/)?spec\/\S+/g
      const bad = entries.filter(({ level }) => level === 'error' || level === 'warn')
      lines.push(
        ...bad.map(
          (entry) => `  ${entry.level}: ${shown([entry.message.replace(place, ''), String(entry.fields.err ?? '')])}`
        )
      )
    }
    return lines
  }
  const paths = ['/a', '/{any}']

  it('do what node-surface-list.txt says', async () => {
    for (const [name, handler] of Object.entries(HANDLERS)) {
      const lines = await listed((router, say) => {
        for (const path of paths) {
          const own = (req: IncomingMessage, res: ServerResponse) => handler(req as Req, res as Res, say) as undefined
          router.get(path, own)
          router.post(path, own)
        }
      })
      expectListed(LIST, name, lines)
    }
  }).timeout(60_000)

  it('need not be made for replies, and do what node-surface-list.txt says', async () => {
    for (const [name, handler] of Object.entries(REPLIES)) {
      const lines = await listed((router) => {
        for (const path of paths) {
          router.getFunc(path, handler as never)
          router.postFunc(path, handler as never)
        }
      })
      expectListed(LIST, `reply: ${name}`, lines)
    }
  }).timeout(60_000)
})
