import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import compression from 'compression'
import cors from 'cors'
import {
  Application,
  bootstrap,
  Conflict,
  connect,
  Field,
  File,
  fileOf,
  type Logger,
  type Router,
  type Service,
  UploadedFile
} from 'fieldstone'
import helmet from 'helmet'

class Upload {
  @Field() title!: string
  @File() file!: UploadedFile
}

class Named {
  @Field({ minLength: 2 }) name!: string
}

/** A service that uses everything that an answer and a body can be, behind the middleware of the field, or without it. */
export async function wideService(logger: Logger | false = false, isLayered = true): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-wide-'))
  writeFileSync(join(folder, 'letters.txt'), 'abcdefghij')
  return bootstrap(
    new Application({
      title: 'Wide',
      version: '1.0.0',
      logger,
      responseChecks: 'off',
      bodyLimit: 2_000,
      spec: '/openapi.json',
      docs: '/docs',
      health: { checks: { store: () => true } },
      routes: (router) => registerWide(router, folder, isLayered),
      onClose: () => rmSync(folder, { recursive: true, force: true })
    })
  )
}

function registerWide(router: Router, folder: string, isLayered: boolean): void {
  if (isLayered) router.use(connect(helmet()), connect(cors({ origin: 'https://shop.example', credentials: true })))
  router.postFunc('/echo', async (ctx) => ctx.text(200, await ctx.bodyText()))
  router.postFunc('/bytes', async (ctx) => ctx.send(200, 'image/png', await ctx.bodyBytes()))
  router.postFunc('/stream', (ctx) => ctx.stream(200, ctx.bodyStream(), { contentType: 'text/plain' }))
  router.postFunc('/names', async (ctx) => ctx.json(201, await ctx.bindValidated(Named)), { requestBody: Named })
  router.postFunc(
    '/uploads',
    async (ctx) => {
      const { title, file } = await ctx.bindValidated(Upload)
      ctx.json(200, { title, filename: file.filename, type: file.contentType, text: String(await file.bytes()) })
    },
    { requestBody: Upload }
  )
  router.postFunc('/blob', async (ctx) => ctx.json(200, (await ctx.bodyBytes()).length), {
    requestBody: fileOf(),
    consumes: 'application/octet-stream'
  })
  router.getFunc('/events', (ctx) => ctx.sse([{ event: 'tick', id: '1', data: { n: 1 } }, 'two\nlines']))
  router.getFunc('/late', async (ctx) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    ctx.stream(200, Readable.from(['a', 'b', 'c']), { contentType: 'text/plain', contentLength: 3 })
  })
  router.getFunc('/cookies', (ctx) => {
    ctx.setCookie('a', '1')
    ctx.setCookie('b', ctx.cookie('seen') ?? 'none', { secure: true, maxAge: 60 })
    ctx.noContent()
  })
  router.getFunc('/old', (ctx) => ctx.redirect('/new?ä=1', 301))
  router.getFunc('/empty', (ctx) => ctx.status(205))
  router.getFunc('/conflict', () => Conflict.throw('It is taken', { headers: { 'retry-after': '7' } }))
  router.getFunc('/broken', () => {
    throw new Error('a secret')
  })
  router.getFunc('/where', (ctx) => ({ host: ctx.host, protocol: ctx.protocol, search: ctx.search, path: ctx.path }))
  router.getFunc('/download', (ctx) => ctx.download(join(folder, 'letters.txt'), 'Übersicht.txt'))
  router.static('/files', folder)
  router.get('/node', (req, res) => {
    res.writeHead(203, 'Roughly', { 'x-method': String(req.method), 'Set-Cookie': ['a=1', 'b=2'] })
    res.write('half ')
    res.end('whole')
  })
  router.get('/plain', (_req, res) => res.end('no type'))
  router.get('/implicit', (_req, res) => {
    res.statusCode = 202
    res.setHeader('X-List', ['a', 'b'])
    res.write('x')
    setTimeout(() => res.end('y'), 5)
  })
  const compressed = router.group('/compressed', connect(compression({ threshold: 10 })))
  compressed.getFunc('/json', (ctx) => ctx.json(200, { text: 'long '.repeat(100) }))
  compressed.getFunc('/stream', (ctx) => ctx.stream(200, Readable.from(['long '.repeat(100), 'end'])))
  compressed.getFunc('/small', (ctx) => ctx.text(200, 'small'))
}
