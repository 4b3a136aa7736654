import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Router } from 'fieldstone'
import { reached, readBody } from './echo.js'
import { Order } from './records.js'

/** Every way to read, to answer and to fail that a handler of a context has. `folder` is served. */
export function addRoutes(router: Router, folder: string): void {
  addReading(router)
  addAnswering(router, folder)
  addFailing(router)
  addSecured(router)
}

function addReading(router: Router): void {
  router.getFunc('/', answerAt)
  router.getFunc('/query', (ctx) => {
    reached(ctx)
    return { query: [...ctx.query], ip: ctx.ip, host: ctx.host, protocol: ctx.protocol, cookie: ctx.cookie('theme') }
  })
  router.getFunc('/path/{name}/{rest:*}', (ctx) => {
    reached(ctx)
    return ctx.params
  })
  router.getFunc('/number/{n:[0-9]+}', answerAt)
  router.postFunc('/bytes', async (ctx) => {
    const bytes = await ctx.bodyBytes()
    readBody(ctx)
    return { size: bytes.length }
  })
  router.postFunc('/text', async (ctx) => {
    const text = await ctx.bodyText()
    readBody(ctx)
    return { length: text.length }
  })
  router.postFunc('/explicit', async (ctx) => {
    const order = await ctx.bindValidated(Order)
    readBody(ctx)
    ctx.json(201, order)
  })
  router.postFunc('/piped', async (ctx) => {
    let size = 0
    for await (const chunk of ctx.bodyStream()) size += (chunk as Buffer).length
    readBody(ctx)
    return { size }
  })
  router.postFunc('/parts', async (ctx) => {
    const sizes: Record<string, number> = {}
    for await (const part of ctx.bodyParts()) {
      let size = 0
      if (part.kind === 'file') for await (const chunk of part.stream) size += (chunk as Buffer).length
      sizes[part.name] = part.kind === 'file' ? size : part.value.length
    }
    reached(ctx)
    return Object.keys(sizes).length
  })
  router.postFunc('/unread', answerAt)
  router.post('/node', (req, res) => {
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
    })
    req.on('end', () => res.end(String(size)))
    req.on('error', () => {})
  })
}

function addAnswering(router: Router, folder: string): void {
  router.static('/files', folder)
  router.getFunc('/download', (ctx) => {
    reached(ctx)
    return ctx.download('long.txt', 'Übersicht.txt', { root: folder })
  })
  router.getFunc('/text', (ctx) => {
    reached(ctx)
    ctx.text(200, 'x'.repeat(3_000))
  })
  router.getFunc('/nothing', (ctx) => {
    reached(ctx)
    ctx.noContent()
  })
  router.getFunc('/redirect', (ctx) => {
    reached(ctx)
    ctx.redirect(`/text?from=${encodeURIComponent(ctx.search.slice(0, 100))}`)
  })
  router.getFunc('/accepts', (ctx) => {
    reached(ctx)
    ctx.text(200, ctx.accepts(['application/json', 'text/plain', 'image/*']))
  })
  router.getFunc('/cookie', (ctx) => {
    reached(ctx)
    ctx.setCookie('theme', ctx.cookie('theme') ?? 'none')
    return 'set'
  })
  router.getFunc('/streamed', (ctx) => {
    reached(ctx)
    ctx.stream(200, Readable.from(chunks(5)))
  })
  router.getFunc('/measured', (ctx) => {
    reached(ctx)
    ctx.stream(200, Readable.from(chunks(2)), { contentType: 'text/plain', contentLength: 2_000 })
  })
  router.getFunc('/events', (ctx) => {
    reached(ctx)
    ctx.sse(events(ctx.signal))
  })
  router.getFunc('/later', async (ctx) => {
    reached(ctx)
    await sleep(15, undefined, { signal: ctx.signal })
    return 'later'
  })
  router.getFunc('/handed', (ctx) => {
    reached(ctx)
    const res = ctx.handOver()
    setTimeout(() => res.end('handed'), 5)
  })
}

function addFailing(router: Router): void {
  router.getFunc('/failing', (ctx) => {
    reached(ctx)
    throw new Error('secret internals of /failing')
  })
  router.getFunc('/rejecting', async (ctx) => {
    reached(ctx)
    await sleep(2)
    throw 'no error at all'
  })
  router.getFunc('/unsendable', (ctx) => {
    reached(ctx)
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    return cycle
  })
  router.getFunc('/twice', (ctx) => {
    reached(ctx)
    ctx.json(200, 1)
    ctx.json(200, 2)
  })
  router.getFunc('/stuck', async (ctx) => {
    reached(ctx)
    await new Promise(() => {})
  })
  router.getFunc('/half', (ctx) => {
    reached(ctx)
    ctx.stream(200, Readable.from(chunks(3, true)))
  })
  router.getFunc('/cut', (ctx) => {
    reached(ctx)
    ctx.response().destroy()
  })
}

function addSecured(router: Router): void {
  for (const name of ['header', 'query', 'cookie', 'basic', 'bearer', 'login', 'identity']) {
    router.getFunc(`/secure/${name}`, answerAt, { security: [name] })
  }
  router.postFunc('/secure/scoped', answerAt, { security: [{ bearer: ['write'] }] })
  router.getFunc('/secure/either', answerAt, { security: ['header', 'basic', {}] })
  router.getFunc('/secure/both', answerAt, { security: [{ header: [], bearer: [] }] })
  router.getFunc('/session', (ctx) => {
    reached(ctx)
    const { session } = ctx.request() as { session?: { count?: number } }
    if (session === undefined) return 'no session'
    session.count = (session.count ?? 0) + 1
    return session.count
  })
}

function answerAt(ctx: Context): unknown {
  reached(ctx)
  return { at: ctx.path, method: ctx.method }
}

async function* chunks(count: number, fails = false): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index++) {
    yield Buffer.alloc(1_000, 'x')
    await sleep(1)
  }
  if (fails) throw new Error('no second half')
}

async function* events(signal: AbortSignal): AsyncGenerator<{ data: number }> {
  for (let index = 0; index < 3; index++) {
    yield { data: index }
    await sleep(5, undefined, { signal })
  }
}
