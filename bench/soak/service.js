// The service under load: every way to answer and to fail. Run by soak.js, whose messages it answers.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Application, bootstrap, Field, File, NotFound } from 'fieldstone'
import 'reflect-metadata'

class Order {
  name
  quantity
}
Field(() => String, { minLength: 3, maxLength: 40 })(Order.prototype, 'name')
Field(() => Number, { minimum: 1 })(Order.prototype, 'quantity')

class Upload {
  title
  file
}
Field(() => String)(Upload.prototype, 'title')
File({ maxSize: 100_000 })(Upload.prototype, 'file')

const folder = mkdtempSync(join(tmpdir(), 'fieldstone-soak-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const log = { error: 0, warn: 0 }
const count = (level) => () => {
  log[level] += 1
}
const exchanges = { begun: 0, ended: 0, aborted: 0 }

const service = await bootstrap(
  new Application({
    title: 'Soak',
    version: '1.0.0',
    bodyLimit: 65_536,
    uploads: { folder },
    logger: { debug() {}, info() {}, warn: count('warn'), error: count('error') },
    hooks: [
      {
        onRequest: () => {
          exchanges.begun += 1
        },
        onResponse: ({ isAborted }) => {
          exchanges.ended += 1
          if (isAborted) exchanges.aborted += 1
        }
      }
    ],
    routes: (router) => {
      router.getFunc('/items/{id}', (ctx) => ({ id: ctx.urlParam('id') }))
      router.postFunc('/orders', async (ctx) => ctx.json(201, await ctx.bindValidated(Order)))
      router.postFunc('/bytes', async (ctx) => ({ size: (await ctx.bodyBytes()).length }))
      router.postFunc('/uploads', async (ctx) => ({ size: (await ctx.bindValidated(Upload)).file.size }), {
        requestBody: Upload
      })
      router.getFunc('/missing', () => NotFound.throw())
      router.getFunc('/failing', () => {
        throw new Error('broken')
      })
      router.getFunc('/rejecting', async () => {
        await sleep(1)
        throw 'no error at all'
      })
      router.getFunc('/twice', (ctx) => {
        ctx.json(200, 1)
        ctx.json(200, 2)
      })
      router.getFunc('/stuck', () => new Promise(() => {}), { handlerTimeout: 100 })
      router.getFunc('/slow', async (ctx) => {
        await sleep(200, undefined, { signal: ctx.signal })
        return 'slow'
      })
      router.getFunc('/stream', (ctx) => ctx.stream(200, Readable.from(chunks(64))))
      router.getFunc('/half', (ctx) => ctx.stream(200, Readable.from(chunks(4, true))))
      router.getFunc('/events', (ctx) => ctx.sse(events(ctx.signal)))
    }
  })
)

async function* chunks(number, fails = false) {
  for (let index = 0; index < number; index++) yield 'x'.repeat(16_384)
  if (fails) throw new Error('no second half')
}

async function* events(signal) {
  for (let index = 0; index < 5; index++) {
    yield { data: index }
    await sleep(20, undefined, { signal })
  }
}

function descriptors() {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return undefined
  }
}

let unhandled = 0
process.on('unhandledRejection', () => {
  unhandled += 1
})
process.on('message', async (message) => {
  if (message === 'usage') {
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    const files = readdirSync(folder).length
    const told = { log: { ...log }, exchanges: { ...exchanges } }
    process.send({ rss, heapUsed, files, descriptors: descriptors(), unhandled, ...told })
  } else {
    await service.close({ deadline: 2_000 })
    process.disconnect()
  }
})
process.once('disconnect', () => setTimeout(() => process.exit(0), 5_000).unref())

const { port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
process.send({ port })
