import { expect } from 'chai'
import { type Context, type Middleware, NotFound, type RouteOptions } from 'fieldstone'
import { EDGES, Edges } from '../support/edges.js'
import { messageOf } from '../support/recording-logger.js'

const INTERNAL = { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: 'Internal server error' }

for (const edge of EDGES)
  describe(`the answer over ${edge}`, () => {
    const edges = new Edges()
    afterEach(() => edges.close())
    const get = edges.over(edge)

    describe('by a method of the context', () => {
      const cases: readonly [
        name: string,
        reply: (ctx: Context) => void,
        status: number,
        type: string | null,
        body: string
      ][] = [
        ['json', (ctx) => ctx.json(201, { a: ['é'] }), 201, 'application/json; charset=utf-8', '{"a":["é"]}'],
        ['json of null', (ctx) => ctx.json(200, null), 200, 'application/json; charset=utf-8', 'null'],
        ['text', (ctx) => ctx.text(200, 'é\n'), 200, 'text/plain; charset=utf-8', 'é\n'],
        ['html', (ctx) => ctx.html(404, '<p>é</p>'), 404, 'text/html; charset=utf-8', '<p>é</p>'],
        ['noContent', (ctx) => ctx.noContent(), 204, null, ''],
        ['text of nothing', (ctx) => ctx.text(200, ''), 200, null, ''],
        ['redirect', (ctx) => ctx.redirect('/x'), 302, null, '']
      ]
      for (const [name, reply, status, type, body] of cases) {
        it(`${name} has its status, content type and length in bytes`, async () => {
          const answer = await get(reply)
          expect([answer.status, answer.headers.get('content-type'), answer.text]).to.deep.equal([status, type, body])
          const length = status === 204 ? null : String(Buffer.byteLength(body))
          expect(answer.headers.get('content-length')).to.equal(length)
          expect(answer.headers.get('transfer-encoding')).to.equal(null)
          expect(answer.log).to.deep.equal([])
        })

        it(`${name} has the same headers and no body for HEAD`, async () => {
          const answer = await get(reply, {}, 'HEAD')
          expect([answer.status, answer.headers.get('content-type'), answer.text]).to.deep.equal([status, type, ''])
          expect(answer.headers.get('content-length')).to.equal(status === 204 ? null : String(Buffer.byteLength(body)))
        })
      }

      it('jsonError is a problem', async () => {
        const { status, headers, json } = await get((ctx) => ctx.jsonError(418, 'short and stout'))
        expect(status).to.equal(418)
        expect(headers.get('content-type')).to.equal('application/problem+json')
        expect(json()).to.deep.equal({
          type: 'about:blank',
          title: 'Status 418',
          status: 418,
          detail: 'short and stout'
        })
      })

      it('sends no body and no length with 304, and an empty body with 205', async () => {
        const notModified = await get((ctx) => ctx.json(304, { a: 1 }))
        expect([notModified.status, notModified.text, notModified.headers.get('content-length')]).to.deep.equal([
          304,
          '',
          null
        ])
        const reset = await get((ctx) => ctx.json(205, { a: 1 }))
        expect([reset.status, reset.text, reset.headers.get('content-length')]).to.deep.equal([205, '', '0'])
      })

      for (const value of [undefined, null, {}, Symbol('x'), Number.NaN, Infinity, ['a', undefined], () => 1]) {
        it(`is a 500 with a log where a header is ${Array.isArray(value) ? 'a list with undefined' : String(value)}`, async () => {
          const { status, headers, log } = await get((ctx) => {
            ctx.header('Location', value as never)
            ctx.json(201, {})
          })
          expect([status, headers.get('location')]).to.deep.equal([500, null])
          expect(log.map(messageOf)).to.deep.equal(['failed'])
          expect(log[0]?.fields.err?.message).to.match(/^The response header "Location" is set to /)
        })

        it(`leaves out a header of an error that is ${Array.isArray(value) ? 'a list with undefined' : String(value)}`, async () => {
          const { status, headers, log } = await get(() => {
            throw new NotFound('x', { headers: { location: value as never, 'x-a': 'a' } })
          })
          expect([status, headers.get('location'), headers.get('x-a')]).to.deep.equal([404, null, 'a'])
          expect(log.map(messageOf)).to.deep.equal(['gave an error with a header that cannot be sent'])
        })
      }

      it('keeps a content type that was set by hand', async () => {
        const { headers } = await get((ctx) => {
          ctx.header('Content-Type', 'application/vnd.api+json')
          ctx.json(200, {})
        })
        expect(headers.get('content-type')).to.equal('application/vnd.api+json')
      })
    })

    describe('by redirect', () => {
      const locations: readonly [given: string, sent: string][] = [
        ['/a?b=c#d', '/a?b=c#d'],
        ['/ä b/€', '/%c3%a4%20b/%e2%82%ac'],
        ['/\ud800', '/%ef%bf%bd']
      ]
      for (const [given, sent] of locations) {
        it(`sends ${JSON.stringify(given)} as ${sent}`, async () => {
          expect((await get((ctx) => ctx.redirect(given, 307))).headers.get('location')).to.equal(sent)
        })
      }

      for (const given of ['/a\r\nset-cookie: a=b', '/a\nb', '/\0']) {
        it(`refuses ${JSON.stringify(given)}`, async () => {
          const { status, headers, json, log } = await get((ctx) => ctx.redirect(given))
          expect([status, headers.get('location'), headers.get('set-cookie'), json()]).to.deep.equal([
            500,
            null,
            null,
            INTERNAL
          ])
          expect(log[0]?.fields.err?.message).to.contain('control characters')
        })
      }

      it('takes the status of a redirection alone', async () => {
        for (const status of [301, 302, 303, 307, 308]) {
          expect((await get((ctx) => ctx.redirect('/x', status as 302))).status).to.equal(status)
        }
        for (const status of [200, 300, 304, 404]) {
          expect((await get((ctx) => ctx.redirect('/x', status as 302))).status).to.equal(500)
        }
      })
    })

    describe('headers and status', () => {
      it('can be set after the handler has replied', async () => {
        const timing: Middleware = async (ctx, next) => {
          await next()
          ctx.header('server-timing', `app;dur=${ctx.replyStatus}`)
          ctx.status(202)
        }
        const { status, headers } = await get((ctx) => ctx.json(200, {}), { middleware: [timing] })
        expect([status, headers.get('server-timing')]).to.deep.equal([202, 'app;dur=200'])
      })

      it('repeat a header that is given as a list', async () => {
        const { headers } = await get((ctx) => {
          ctx.header('set-cookie', ['a=1', 'b=2'])
          ctx.noContent()
        })
        expect(headers.getSetCookie()).to.deep.equal(['a=1', 'b=2'])
      })

      for (const [name, value] of [
        ['x y', 'z'],
        ['', 'z'],
        ['x-a', 'a\r\nb: c'],
        ['x-a', 'ф']
      ] as const) {
        it(`refuse ${JSON.stringify(`${name}: ${value}`)} with an error that names the header`, async () => {
          const { status, log } = await get((ctx) => ctx.header(name, value))
          expect(status).to.equal(500)
          expect(log[0]?.fields.err?.message).to.contain(
            `The response header ${JSON.stringify(name)} has a name or value`
          )
        })
      }

      it('cannot smuggle a transfer-encoding beside the length', async () => {
        const { headers } = await get((ctx) => {
          ctx.header('transfer-encoding', 'chunked')
          ctx.header('content-length', 1)
          ctx.json(200, 'abc')
        })
        expect([headers.get('transfer-encoding'), headers.get('content-length')]).to.deep.equal([null, '5'])
      })
    })

    describe('by a returned value', () => {
      const responses = (...list: readonly [status: number, hasBody: boolean][]): RouteOptions => ({
        responses: Object.fromEntries(list.map(([status, hasBody]) => [status, hasBody ? { body: String } : {}]))
      })

      const cases: readonly [what: string, route: RouteOptions, value: unknown, status: number][] = [
        ['a value, nothing documented', {}, 'x', 200],
        ['a value, 201 documented', responses([201, true], [404, true]), 'x', 201],
        ['a value, 201 documented without a body', responses([201, false]), 'x', 201],
        ['a value, only 204 documented', responses([204, false]), 'x', 200],
        ['a value, 200 and 204 documented', responses([200, true], [204, false]), 'x', 200],
        ['a value, 200 and 201 documented', responses([200, true], [201, true]), 'x', 200],
        ['a value, only failures documented', responses([404, true]), 'x', 200],
        ['null', {}, null, 200],
        ['false', {}, false, 200],
        ['nothing, nothing documented', {}, undefined, 204],
        ['nothing, only failures documented', responses([404, true]), undefined, 204],
        ['nothing, 202 documented without a body', responses([202, false]), undefined, 202],
        ['nothing, 202 and 204 documented without a body', responses([202, false], [204, false]), undefined, 204],
        ['nothing, 200 and 204 documented', responses([200, true], [204, false]), undefined, 204],
        ['nothing, 200 documented with a body', responses([200, true]), undefined, 500]
      ]
      for (const [what, route, value, status] of cases) {
        it(`${what}: ${status}`, async () => {
          const answer = await get(() => value, { route })
          expect(answer.status).to.equal(status)
          if (status !== 500) expect(answer.text).to.equal(value === undefined ? '' : JSON.stringify(value))
        })
      }

      it('explains in the log that a promised body is missing', async () => {
        const { json, log } = await get(() => undefined, { route: responses([200, true]) })
        expect(json()).to.deep.equal(INTERNAL)
        expect(log.map((entry) => [entry.level, messageOf(entry)])).to.deep.equal([
          ['error', 'returned nothing, but the document promises a body']
        ])
      })

      it('takes the status that the handler set before', async () => {
        const accepted = (value: unknown) => (ctx: Context) => {
          ctx.status(202)
          return value
        }
        expect((await get(accepted({}), { route: responses([200, true]) })).status).to.equal(202)
        expect((await get(accepted(undefined))).status).to.equal(202)
        expect((await get(accepted(undefined), { route: responses([202, true]) })).status).to.equal(500)
      })

      it('is an error as if it was thrown, when it is one', async () => {
        expect((await get(() => new NotFound('no such item'))).json().detail).to.equal('no such item')
        expect((await get(() => new Error('secret'))).json()).to.deep.equal(INTERNAL)
      })
    })
  })
