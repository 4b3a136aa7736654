import { expect } from 'chai'
import { type Router } from 'fieldstone'
import { FLAG, RawHttp2, TYPE } from '../support/raw-http2.js'
import { ServedRouters, told } from '../support/served-router.js'
import { TLS } from '../support/test-certificate.js'
import type { Outcome, Pause } from './http2-case.js'
import { FRAME_CASES } from './http2-frames.js'
import { MESSAGE_CASES } from './http2-messages.js'

function register(router: Router): void {
  router.getFunc('/', (ctx) => ctx.text(200, 'root'))
  router.getFunc('/names', (ctx) => Object.keys(ctx.request().headers))
  router.getFunc('/wait', (ctx) => new Promise((resolve) => ctx.signal.addEventListener('abort', resolve)))
  router.postFunc('/echo', async (ctx) => ctx.text(200, await ctx.bodyText()))
}

async function pause(client: RawHttp2, what: Pause): Promise<void> {
  if (what === 'answered') return client.until(() => client.isAnswered(1), 'the answer')
  if (what === 'begun') return client.until(() => client.bodyOf(1).length > 0, 'the beginning of the body')
  const acknowledged = (): number =>
    client.frames.filter(({ type, flags }) => type === TYPE.SETTINGS && flags === FLAG.ACK).length
  return client.until(() => acknowledged() === 2, 'the acknowledgement')
}

/** What came of the frames: the first of the ends that is there. */
async function observe(client: RawHttp2, awaited: readonly Outcome[]): Promise<Outcome> {
  const stream = awaited.flatMap((each) => ('stream' in each ? (each.stream ?? []) : [])).at(0) ?? 1
  const isOver = (): boolean => client.isClosed || client.goaway !== undefined || client.reset(stream) !== undefined
  if (awaited.some(({ is }) => is === 'answered'))
    await client.until(() => isOver() || client.isAnswered(stream), 'the answer')
  const isAlive = await client.isAlive()
  const reset = client.reset(stream)
  if (client.goaway !== undefined) return { is: 'goaway', code: client.goaway }
  if (!isAlive) return { is: 'closed' }
  if (reset !== undefined) return { is: 'reset', code: reset }
  return { is: client.isAnswered(stream) ? 'answered' : 'ignored' }
}

function check(client: RawHttp2, observed: Outcome, expected: Outcome): boolean {
  // GOAWAY should come first (RFC 9113 section 5.4.1); the end of the connection must.
  if (observed.is === 'closed' && expected.is === 'goaway') return true
  if (observed.is === 'goaway' && expected.is === 'goaway')
    return observed.code === expected.code || observed.code === 'INTERNAL_ERROR'
  if (observed.is === 'reset' && expected.is === 'reset') return observed.code === expected.code
  if (expected.is === 'answered' && expected.body !== undefined && observed.is === 'answered')
    expect(client.bodyOf(expected.stream ?? 1).filter((text) => text !== '')).to.deep.equal(expected.body)
  return observed.is === expected.is
}

describe('the conformance to HTTP/2', () => {
  const servers = new ServedRouters()
  for (const [name, isSecure, cases] of [
    ['h2c: frames', false, FRAME_CASES],
    ['h2c: requests', false, MESSAGE_CASES],
    ['h2 over TLS: frames', true, FRAME_CASES],
    ['h2 over TLS: requests', true, MESSAGE_CASES]
  ] as const) {
    describe(name, () => {
      let served: Awaited<ReturnType<ServedRouters['serve']>>
      before(async () => {
        served = await servers.serve(register, {}, { http2: true, ...(isSecure ? { tls: TLS } : {}) })
      })
      after(() => servers.close())

      for (const each of cases) {
        const { section, rule, send, isBare, outcome, node } = each
        it(`RFC ${section}: ${rule}${node === undefined ? '' : ` (Node: ${node.why})`}`, async () => {
          const client = await RawHttp2.open(served.port, isSecure)
          try {
            if (isBare === undefined) await client.begin()
            for (const step of send) {
              if (typeof step === 'string') await pause(client, step)
              else client.send(step)
            }
            const allowed = node === undefined ? [outcome] : [outcome, node.outcome]
            const observed = await observe(client, allowed)
            const isAllowed = allowed.some((expected) => check(client, observed, expected))
            expect(isAllowed, `${JSON.stringify(observed)} in ${client.describe()}`).to.equal(true)
          } finally {
            client.close()
          }
          expect(told(served.log)).to.deep.equal([])
        })
      }
    })
  }
})
