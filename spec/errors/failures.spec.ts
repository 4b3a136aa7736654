import { expect } from 'chai'
import { BadRequest, type Context, HttpError, ServiceUnavailable, TooManyRequests, ValidationError } from 'fieldstone'
import { EDGES, Edges } from '../support/edges.js'
import { messageOf } from '../support/recording-logger.js'

const INTERNAL = { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: 'Internal server error' }

for (const edge of EDGES)
  describe(`the answer over ${edge}`, () => {
    const edges = new Edges()
    afterEach(() => edges.close())
    const get = edges.over(edge)

    describe('to a failure', () => {
      it('tells what an HttpError says: status, detail, headers, faults', async () => {
        const { status, headers, json, log } = await get(() => {
          throw new TooManyRequests('slowly', { headers: { 'retry-after': '3' } })
        })
        expect([status, headers.get('retry-after')]).to.deep.equal([429, '3'])
        expect(json()).to.deep.equal({ type: 'about:blank', title: 'Too Many Requests', status: 429, detail: 'slowly' })
        expect(log).to.deep.equal([])
        const full = await get(() => ServiceUnavailable.throw('full', { headers: { 'retry-after': '4' } }))
        expect([full.status, full.headers.get('retry-after')]).to.deep.equal([503, '4'])
        const fault = { in: 'query', path: 'a', rule: 'type', message: 'must be an integer' } as const
        const invalid = await get(() => Promise.reject(new ValidationError([fault])))
        expect(invalid.json()).to.deep.include({
          detail: "validation failed: Field 'a' must be an integer",
          errors: [fault]
        })
      })

      const thrown: readonly [what: string, value: unknown, told: string][] = [
        ['an Error', new Error('the password is 1234'), 'the password is 1234'],
        ['a string', 'x', "Something that is not an Error was thrown: 'x'"],
        ['undefined', undefined, 'Something that is not an Error was thrown: undefined'],
        ['null', null, 'Something that is not an Error was thrown: null'],
        [
          'an object without a prototype',
          Object.create(null),
          'Something that is not an Error was thrown: [Object: null'
        ],
        [
          'an object that looks like an HttpError',
          { status: 404, detail: 'x' },
          'Something that is not an Error was thrown'
        ]
      ]
      for (const [what, value, told] of thrown) {
        for (const [how, handler] of [
          ['throws', () => Promise.reject(value)],
          [
            'replies and then throws',
            (ctx: Context) => {
              ctx.header('etag', '"x"')
              ctx.header('cache-control', 'public, max-age=3600')
              ctx.header('vary', 'origin')
              ctx.html(200, 'fine')
              throw value
            }
          ]
        ] as const) {
          it(`is a 500 that tells nothing, and a log that does, for a handler that ${how} ${what}`, async () => {
            const { status, headers, json, log } = await get(handler)
            expect([status, json()]).to.deep.equal([500, INTERNAL])
            expect(headers.get('content-type')).to.equal('application/problem+json')
            expect([headers.get('etag'), headers.get('cache-control')]).to.deep.equal([null, null])
            expect(log.map((entry) => [entry.level, messageOf(entry)])).to.deep.equal([['error', 'failed']])
            expect(log[0]?.fields.route).to.be.a('string')
            expect(log[0]?.fields.err?.message).to.contain(told)
          })
        }
      }

      const ofRepresentation: readonly [name: string, value: string][] = [
        ['Content-Disposition', 'attachment'],
        ['Content-Encoding', 'br'],
        ['Content-Language', 'de'],
        ['Content-Length', '7'],
        ['Content-Location', '/items/7'],
        ['Content-Range', 'bytes 0-6/7'],
        ['Content-Type', 'text/csv'],
        ['ETag', '"x"'],
        ['Expires', 'Thu, 01 Jan 2099 00:00:00 GMT'],
        ['Last-Modified', 'Thu, 01 Jan 1998 00:00:00 GMT'],
        ['Cache-Control', 'public, max-age=3600']
      ]
      for (const [name, value] of ofRepresentation) {
        it(`has no ${name} of the representation that it replaces`, async () => {
          for (const error of [new BadRequest(), new Error('broken')]) {
            const { headers, text, isCut } = await get((ctx) => {
              ctx.header(name, value)
              throw error
            })
            expect(headers.get(name)).not.to.equal(value)
            if (name !== 'Content-Type' && name !== 'Content-Length') expect(headers.has(name)).to.equal(false)
            expect(headers.get('content-type')).to.equal('application/problem+json')
            expect([JSON.parse(text).title !== undefined, isCut]).to.deep.equal([true, false])
          }
        })
      }

      it('has an ETag, an Expires and a Content-Language that the error itself is given', async () => {
        const own = { etag: '"of the error"', expires: '0', 'content-language': 'en', 'cache-control': 'max-age=5' }
        const { headers } = await get((ctx) => {
          ctx.header('etag', '"x"')
          ctx.header('cache-control', 'max-age=9999')
          throw new HttpError(410, 'gone', { headers: own })
        })
        expect(Object.keys(own).map((name) => headers.get(name))).to.deep.equal(Object.values(own))
      })

      for (const caching of ['no-cache', 'private', 'public, max-age=60, immutable']) {
        it(`has no Cache-Control: ${caching} of what it replaces, which allows to keep it`, async () => {
          const { headers } = await get((ctx) => {
            ctx.header('cache-control', caching)
            throw new BadRequest()
          })
          expect(headers.get('cache-control')).to.equal(null)
        })
      }

      for (const [given, isTold] of [
        ['application/problem+json', false],
        ['Application/Problem+JSON; charset=utf-8', false],
        ['text/html', true],
        ['no media type', true]
      ] as const) {
        it(`keeps its media type where middleware then sets the content type ${given}, and the log tells of ${isTold ? 'it' : 'nothing'}`, async () => {
          const { status, headers, json, log } = await get((ctx) => ctx.jsonError(400, 'no'), {
            middleware: [
              async (ctx, next) => {
                await next()
                ctx.header('content-type', given)
              }
            ]
          })
          expect([status, headers.get('content-type'), json().detail]).to.deep.equal([
            400,
            'application/problem+json',
            'no'
          ])
          expect(log.map(({ level }) => level)).to.deep.equal(isTold ? ['warn'] : [])
          if (isTold) expect(log[0]?.message).to.contain(`set the content type ${given} on an error`)
        })
      }

      it('keeps the headers that are not about the representation, and what forbids caching', async () => {
        const { headers } = await get((ctx) => {
          ctx.header('vary', 'origin')
          ctx.header('cache-control', 'private, no-store')
          throw new BadRequest()
        })
        expect([headers.get('vary'), headers.get('cache-control')]).to.deep.equal(['origin', 'private, no-store'])
      })

      it('is logged when it is a 5xx, and when an HttpError has a cause', async () => {
        const unavailable = await get(() => Promise.reject(new ServiceUnavailable('later')))
        expect(unavailable.log.map((entry) => [entry.level, messageOf(entry)])).to.deep.equal([
          ['error', 'responded 503']
        ])
        const caused = await get(() => Promise.reject(new BadRequest('no', { cause: new Error('why') })))
        expect(caused.log.map(({ level }) => level)).to.deep.equal(['warn'])
        expect(caused.text).not.to.contain('why')
      })

      it('drops a header of the error that HTTP cannot carry, and tells the log', async () => {
        const { status, log } = await get(() => Promise.reject(new HttpError(401, 'no', { headers: { a: '\n' } })))
        expect(status).to.equal(401)
        expect(log[0]?.message).to.contain('header that cannot be sent')
      })

      it('leaves an answer alone that is complete already', async () => {
        const { status, text, log } = await get((ctx) => {
          ctx.response().end('whole')
          throw new Error('afterwards')
        })
        expect([status, text, log.length]).to.deep.equal([200, 'whole', 1])
      })
    })
  })
