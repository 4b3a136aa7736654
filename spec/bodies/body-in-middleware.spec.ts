import { Readable } from 'node:stream'
import { expect } from 'chai'
import { type Context, Field } from 'fieldstone'
import { ServedRouters } from '../support/served-router.js'
import { uncaughtExceptions, unhandledRejections } from '../support/unhandled-rejections.js'

class Data {
  @Field() name!: string
}

const LIMIT = 60
const SHORT = '{"name":"Ada"}'
const LONG = JSON.stringify({ name: 'x'.repeat(LIMIT) })

const chunked = (text: string) => Readable.toWeb(Readable.from([Buffer.from(text)])) as unknown as RequestInit['body']

/** Bodies, and what comes of each where middleware reads it as well. */
const BODIES: readonly (readonly [name: string, body: () => RequestInit['body'], status: number, read: string])[] = [
  ['a short one', () => SHORT, 200, SHORT],
  ['one in chunks', () => chunked(SHORT), 200, SHORT],
  ['one whose length is above the limit', () => LONG, 413, 'ContentTooLarge'],
  ['one in chunks above the limit', () => chunked(LONG), 413, 'ContentTooLarge']
]

async function textOf(ctx: Context): Promise<string> {
  try {
    let text = ''
    for await (const chunk of ctx.bodyStream()) text += chunk
    return text
  } catch (error) {
    return (error as Error).name
  }
}

describe('A declared body that middleware reads as a stream, too', () => {
  const servers = new ServedRouters()
  afterEach(() => servers.close())

  /** When it reads: in the turn in which it has called `next`, or when that has settled. */
  const MOMENTS: Readonly<Record<string, (ctx: Context, next: () => unknown, read: () => void) => Promise<unknown>>> = {
    'while the framework begins to': async (_ctx, next, read) => {
      const over = next()
      read()
      await over
    },
    'after the framework': async (_ctx, next, read) => {
      try {
        await next()
      } finally {
        read()
      }
    }
  }

  for (const [moment, run] of Object.entries(MOMENTS)) {
    for (const [name, body, status, expected] of BODIES) {
      it(`is what was sent for both, or too large for both, ${moment}: ${name}`, async () => {
        let seen: Promise<string> | undefined
        const { url } = await servers.serve(
          (router) => {
            router.use((ctx, next) =>
              run(ctx, next, () => {
                seen = textOf(ctx)
              })
            )
            router.postFunc('/', (ctx) => ctx.body<Data>().name, { requestBody: Data })
          },
          { bodyLimit: LIMIT }
        )
        const init = { method: 'POST', body: body(), headers: { 'content-type': 'application/json' }, duplex: 'half' }
        expect((await fetch(url, init as RequestInit)).status).to.equal(status)
        expect(await seen).to.equal(expected)
      })
    }
  }

  it('does not end the process where it has failed, and nothing listens to it', async () => {
    const { url } = await servers.serve(
      (router) => {
        router.use(async (ctx, next) => {
          try {
            await next()
          } finally {
            ctx.bodyStream().resume()
          }
        })
        router.postFunc('/', (ctx) => ctx.body<Data>().name, { requestBody: Data })
      },
      { bodyLimit: LIMIT }
    )
    const init = { method: 'POST', body: LONG, headers: { 'content-type': 'application/json' } }
    const post = async () => expect((await fetch(url, init)).status).to.equal(413)
    let rejections: unknown[] = []
    const exceptions = await uncaughtExceptions(async () => {
      rejections = await unhandledRejections(post)
    })
    expect([...exceptions, ...rejections]).to.deep.equal([])
  })
})
