import { request } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { Application, bootstrap, type Context, Field, type Router, type Service } from 'fieldstone'
import { inChunks, streamedPost } from '../support/chunked-body.js'

class Text {
  @Field() text!: string
}

const LIMIT = 1_000
const EMPTY = JSON.stringify({ text: '' }).length

/** A JSON body of exactly so many bytes. */
const bodyOf = (bytes: number): Buffer => Buffer.from(JSON.stringify({ text: 'x'.repeat(bytes - EMPTY) }))

const CODINGS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  plain: (body) => body,
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync
}

/** Every way in which a handler gets its body; each responds with the length of the text. */
function routes(router: Router): void {
  const length = (text: string) => (JSON.parse(text) as Text).text.length
  router.postFunc('/declared', (ctx) => ctx.body<Text>().text.length, { requestBody: Text })
  router.postFunc('/bound', async (ctx) => (await ctx.bindValidated(Text)).text.length)
  router.postFunc('/text', async (ctx) => length(await ctx.bodyText()))
  router.postFunc('/bytes', async (ctx) => length(String(await ctx.bodyBytes())))
  router.postFunc('/stream', async (ctx: Context) => length(String(Buffer.concat(await ctx.bodyStream().toArray()))))
}

const PATHS = ['/declared', '/bound', '/text', '/bytes', '/stream']

type Send = (service: Service, path: string, body: Buffer, headers: Record<string, string>) => Promise<[number, string]>

async function overSocket(service: Service, path: string, body: Buffer, headers: object): Promise<[number, string]> {
  const { port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
  try {
    return await new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path, method: 'POST', agent: false, headers: { ...headers } })
      sent.on('error', reject).on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve([response.statusCode ?? 0, text]))
      })
      sent.end(body)
    })
  } finally {
    await service.close({ deadline: 100 })
  }
}

const DOORS: Readonly<Record<string, Send>> = {
  'node:http, with a length': (service, path, body, headers) =>
    overSocket(service, path, body, { ...headers, 'content-length': body.length }),
  'node:http, in chunks': (service, path, body, headers) =>
    overSocket(service, path, body, { ...headers, 'transfer-encoding': 'chunked' }),
  'service.inject': async (service, path, body, headers) => {
    const response = await service.inject({ method: 'POST', url: path, body, headers })
    return [response.statusCode, response.body]
  },
  'service.fetch': async (service, path, body, headers) => {
    const response = await service.fetch(
      new Request(`http://a${path}`, { method: 'POST', body: new Uint8Array(body), headers })
    )
    return [response.status, await response.text()]
  },
  'service.fetch, in chunks': async (service, path, body, headers) => {
    const response = await service.fetch(streamedPost(`http://a${path}`, inChunks(body, 7), headers))
    return [response.status, await response.text()]
  }
}

describe('bodyLimit', () => {
  const started = (options: object = {}) =>
    bootstrap(
      new Application({
        title: 'Limits',
        version: '1',
        logger: false,
        responseChecks: 'off',
        bodyLimit: LIMIT,
        routes,
        ...options
      })
    )

  for (const [door, send] of Object.entries(DOORS)) {
    for (const [coding, pack] of Object.entries(CODINGS)) {
      it(`accepts a body of exactly its bytes, decoded, and rejects one more: ${coding}, over ${door}`, async () => {
        const headers = {
          'content-type': 'application/json',
          ...(coding !== 'plain' && { 'content-encoding': coding })
        }
        for (const path of PATHS) {
          const service = await started()
          expect(await send(service, path, pack(bodyOf(LIMIT)), headers), path).to.deep.equal([
            200,
            String(LIMIT - EMPTY)
          ])
          const [status, text] = await send(await started(), path, pack(bodyOf(LIMIT + 1)), headers)
          expect([status, JSON.parse(text).detail], path).to.deep.equal([
            413,
            `The request body is larger than ${LIMIT} bytes`
          ])
        }
      })
    }
  }

  it('of a route goes before that of the application, to either side', async () => {
    const service = await started({
      routes: (router: Router) => {
        for (const bodyLimit of [0, EMPTY, 2 * LIMIT]) {
          router.postFunc(`/${bodyLimit}`, async (ctx) => (await ctx.bodyBytes()).length, { bodyLimit })
        }
      }
    })
    const statusOf = async (path: string, bytes: number) => {
      const body = Buffer.alloc(bytes)
      return (await service.inject({ method: 'POST', url: path, body })).statusCode
    }
    expect(await statusOf('/0', 0)).to.equal(200)
    expect(await statusOf('/0', 1)).to.equal(413)
    expect(await statusOf(`/${EMPTY}`, EMPTY)).to.equal(200)
    expect(await statusOf(`/${EMPTY}`, EMPTY + 1)).to.equal(413)
    expect(await statusOf(`/${2 * LIMIT}`, 2 * LIMIT)).to.equal(200)
    expect(await statusOf(`/${2 * LIMIT}`, 2 * LIMIT + 1)).to.equal(413)
  })

  it('counts the texts of a form, and not its files', async () => {
    class Upload {
      @Field() title!: string
    }
    const service = await started({
      bodyLimit: 10,
      routes: (router: Router) =>
        router.postFunc('/', async (ctx) => (await ctx.bindValidated(Upload)).title.length, {
          requestBody: Upload,
          consumes: 'multipart/form-data'
        })
    })
    const post = async (title: string) => {
      const form = new FormData()
      form.set('title', title)
      form.set('unknown', new Blob(['x'.repeat(1_000)]), 'x.txt')
      return (await service.fetch(new Request('http://a/', { method: 'POST', body: form }))).status
    }
    expect(await post('x'.repeat(10))).to.equal(200)
    expect(await post('x'.repeat(11))).to.equal(413)
  })
})
