import { setFlagsFromString } from 'node:v8'
import { expect } from 'chai'
import type { RequestContext } from '../../../src/http/exchange/request-context.js'
import { HTTP1_OVER } from '../../support/http1-over.js'
import { ServedRouters } from '../../support/served-router.js'

const servers = new ServedRouters()

/**
 * Whether V8 keeps the properties of an object by its shape; else in a table, where each use of one costs ten times as
 * much. The function is made for each call, since V8 drops the code of one that was not called for a while, and would
 * compile it again without the flag.
 */
function isFast(object: object): boolean {
  setFlagsFromString('--allow-natives-syntax')
  try {
    return new Function('object', 'return %HasFastProperties(object)')(object) as boolean
  } finally {
    setFlagsFromString('--no-allow-natives-syntax')
  }
}

function objectsOf(ctx: RequestContext): Record<string, object> {
  const req = ctx.request()
  const { socket } = req
  const { server } = socket as unknown as { server: object }
  return { context: ctx, request: req, response: ctx.response(), socket, server }
}

describe('the objects that each request reads', () => {
  afterEach(() => servers.close())

  it('can be distinguished from objects that V8 keeps as a table', () => {
    const table = { one: 1, two: 2 }
    Object.defineProperty(table, 'one', { get: () => 1 })
    expect([isFast({ one: 1 }), isFast(table)]).to.deep.equal([true, false])
  })

  for (const [protocol, listen] of HTTP1_OVER.filter(([, { http2 }]) => http2 !== true)) {
    it(`are kept by their shapes over ${protocol}, where a response costs least`, async () => {
      const kept: Record<string, object>[] = []
      const { url } = await servers.serve(
        (router) =>
          router.postFunc('/', async (ctx) => {
            await ctx.bodyText()
            kept.push(objectsOf(ctx as RequestContext))
            return 'fine'
          }),
        {},
        listen
      )
      const agent = await import(`node:${new URL(url).protocol.slice(0, -1)}`)
      await new Promise((resolve, reject) => {
        const options = { method: 'POST', rejectUnauthorized: false, agent: false }
        agent.request(url, options, resolve).on('error', reject).end('text')
      })
      const forms = Object.fromEntries(Object.entries(kept[0] ?? {}).map(([name, object]) => [name, isFast(object)]))
      expect(forms).to.deep.equal({ context: true, request: true, response: true, socket: true, server: true })
    })
  }
})
