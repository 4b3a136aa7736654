import { createReadStream } from 'node:fs'
import { expect } from 'chai'
import { type Context, type ContextHandler } from 'fieldstone'
import { EDGES, Edges } from '../support/edges.js'
import { type Entry, messageOf } from '../support/recording-logger.js'

const INTERNAL = { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: 'Internal server error' }

for (const edge of EDGES)
  describe(`a reply over ${edge}`, () => {
    const edges = new Edges()
    afterEach(() => edges.close())
    const get = edges.over(edge)

    describe('that cannot be sent', () => {
      const cycle: { self?: unknown } = {}
      cycle.self = cycle
      const cases: readonly [what: string, reply: (ctx: Context) => unknown][] = [
        ['a BigInt', (ctx) => ctx.json(200, { n: 1n })],
        ['a cycle', (ctx) => ctx.json(200, cycle)],
        ['a returned cycle', () => cycle],
        ['undefined as JSON', (ctx) => ctx.json(200, undefined)],
        ['a function as JSON', (ctx) => ctx.json(200, () => 1)],
        ['a toJSON that throws', (ctx) => ctx.json(200, { toJSON: () => Promise.reject.call(0) })],
        ['a status of 42', (ctx) => ctx.json(42, {})],
        ['a status of 99999', (ctx) => ctx.text(99_999, '')],
        ['a status of 200.5', (ctx) => ctx.html(200.5, '')],
        ['a status of 101', (ctx) => ctx.json(101, {})],
        ['an error with a status of 200', (ctx) => ctx.jsonError(200, 'fine')]
      ]
      for (const [what, reply] of cases) {
        it(`is a 500 and a line in the log: ${what}`, async () => {
          const { status, json, log } = await get(reply)
          expect([status, json()]).to.deep.equal([500, INTERNAL])
          expect(log.map((entry) => [entry.level, messageOf(entry)])).to.deep.equal([
            ['error', 'gave a reply that cannot be sent']
          ])
          expect(log[0]?.fields.err).to.be.instanceOf(Error)
        })
      }

      it('is a 500, too, for a value nested deeper than the engine writes; since Node 26 it writes any depth', async () => {
        const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
        let written: string | undefined
        try {
          written = JSON.stringify(deep)
        } catch {}
        const { status, text } = await get((ctx) => ctx.json(200, deep))
        expect([status, text === written]).to.deep.equal(written === undefined ? [500, false] : [200, true])
      })
    })

    describe('given twice', () => {
      const seconds: readonly [what: string, handler: ContextHandler][] = [
        [
          'two replies',
          (ctx) => {
            ctx.json(200, 'first')
            ctx.json(500, 'second')
          }
        ],
        [
          'a reply and an error',
          (ctx) => {
            ctx.json(200, 'first')
            ctx.jsonError(400, 'second')
          }
        ],
        [
          'a reply and a redirection',
          (ctx) => {
            ctx.json(200, 'first')
            ctx.redirect('/second')
          }
        ],
        [
          'a reply and a returned value',
          (ctx) => {
            ctx.json(200, 'first')
            return 'second'
          }
        ],
        [
          'a reply and one that cannot be sent',
          (ctx) => {
            ctx.json(200, 'first')
            ctx.json(200, 1n)
          }
        ]
      ]
      for (const [what, handler] of seconds) {
        it(`sends the first and logs the second: ${what}`, async () => {
          const { status, headers, text, log } = await get(handler)
          expect([status, text, headers.get('location')]).to.deep.equal([200, '"first"', null])
          expect(log.map((entry) => [entry.level, messageOf(entry)])).to.deep.equal([['error', 'replied twice']])
          // A returned value has no place in the code any more.
          if (what !== 'a reply and a returned value') expect(log[0]?.fields.err?.stack).to.contain('.spec.')
        })
      }

      it('sends what was written by hand and logs the reply', async () => {
        for (const handler of [
          (ctx: Context) => {
            ctx.json(200, 'kept')
            ctx.response().end('by hand')
          },
          (ctx: Context) => {
            ctx.response().end('by hand')
            ctx.json(200, 'kept')
          }
        ]) {
          const { text, log } = await get(handler)
          expect([text, ...log.map(messageOf)]).to.deep.equal(['by hand', 'replied twice'])
          expect(log[0]?.fields.err?.message).to.match(
            /^The (?:response was written by hand, the reply is dropped|first reply counts, this one is dropped)$/
          )
        }
      })

      it('survives writing by hand after the end', async () => {
        const { text, log } = await get((ctx) => {
          const res = ctx.response()
          res.end('whole')
          res.write('more')
        })
        expect(text).to.equal('whole')
        expect(log.length).to.be.at.most(1)
      })

      it('survives replying, setting a header and a status when all is over', async () => {
        let late: (() => void) | undefined
        const { text, log } = await get((ctx) => {
          late = () => {
            ctx.json(200, 'late')
            ctx.header('x-late', '1')
            ctx.status(201)
          }
          return 'in time'
        })
        late?.()
        expect(text).to.equal('"in time"')
        expect(log.map(messageOf)).to.deep.equal([
          'replied twice',
          'set the header x-late too late',
          'set the status 201 too late'
        ])
      })
    })

    describe('that is given later', () => {
      it('is written at once after the response was handed over', async () => {
        const { text, log } = await get((ctx) => {
          ctx.handOver()
          setTimeout(() => ctx.json(200, 'later'), 5)
        })
        expect([text, log]).to.deep.equal(['"later"', []])
      })

      it('is a 500 when it cannot be sent', async () => {
        const { status, log } = await get((ctx) => {
          ctx.handOver()
          setTimeout(() => ctx.json(200, 1n), 5)
        })
        expect([status, log.length]).to.deep.equal([500, 1])
      })

      it('may be a stream, piped into the response that was handed over or returned', async () => {
        for (const pipe of [
          (ctx: Context) => {
            createReadStream('package.json').pipe(ctx.handOver())
          },
          (ctx: Context) => createReadStream('package.json').pipe(ctx.response())
        ]) {
          const { status, json, log } = await get(pipe)
          expect([status, json().name, log]).to.deep.equal([200, 'fieldstone', []])
        }
      })

      it('is a 500 when a middleware neither replies nor calls next', async () => {
        const { status, log } = await get(() => 'unreached', { middleware: [() => undefined] })
        expect(status).to.equal(500)
        expect(messageOf(log[0] as Entry)).to.equal(
          'was not responded to: a middleware neither replied nor called next'
        )
      })
    })
  })
