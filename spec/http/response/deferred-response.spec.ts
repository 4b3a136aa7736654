import { createReadStream } from 'node:fs'
import { expect } from 'chai'
import {
  BadRequest,
  type Context,
  type ContextHandler,
  HttpError,
  type Middleware,
  NotFound,
  ServiceUnavailable,
  TooManyRequests,
  ValidationError
} from 'fieldstone'
import type { RegisteredOptions } from '../../../src/http/operation-options.js'
import { exchange, type HandlerOptions, Servers, until } from '../../support/one-handler.js'

const INTERNAL = { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: 'Internal server error' }

describe('the answer', () => {
  const servers = new Servers()
  afterEach(() => servers.close())

  async function get(handler: ContextHandler, options: HandlerOptions = {}, init: RequestInit = {}) {
    const { url, port, log } = await servers.serve(handler, options)
    const response = await fetch(url, { redirect: 'manual', ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, log, port, json: () => JSON.parse(text) }
  }

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
        const answer = await get(reply, {}, { method: 'HEAD' })
        expect([answer.status, answer.headers.get('content-type'), answer.text]).to.deep.equal([status, type, ''])
        expect(answer.headers.get('content-length')).to.equal(status === 204 ? null : String(Buffer.byteLength(body)))
      })
    }

    it('jsonError is a problem', async () => {
      const { status, headers, json } = await get((ctx) => ctx.jsonError(418, 'short and stout'))
      expect(status).to.equal(418)
      expect(headers.get('content-type')).to.equal('application/problem+json')
      expect(json()).to.deep.equal({ type: 'about:blank', title: 'Status 418', status: 418, detail: 'short and stout' })
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
        expect(log.map(({ message }) => message)).to.deep.equal(['Spec.handler failed'])
        expect(log[0]?.fields.err?.message).to.match(/^The response header "Location" is set to /)
      })

      it(`leaves out a header of an error that is ${Array.isArray(value) ? 'a list with undefined' : String(value)}`, async () => {
        const { status, headers, log } = await get(() => {
          throw new NotFound('x', { headers: { location: value as never, 'x-a': 'a' } })
        })
        expect([status, headers.get('location'), headers.get('x-a')]).to.deep.equal([404, null, 'a'])
        expect(log.map(({ message }) => message)).to.deep.equal([
          'Spec.handler gave an error with a header that cannot be sent'
        ])
      })
    }

    it('has the phrase of the 500 that takes the place of a reply which Node cannot write', async () => {
      const { port } = await servers.serve((ctx) => {
        ctx.header('trailer', 'x')
        ctx.json(200, {})
      })
      const text = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
      expect(text).to.match(/^HTTP\/1\.1 500 Internal Server Error\r\n/)
    })

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
    const responses = (...list: readonly [status: number, hasBody: boolean][]): RegisteredOptions => ({
      responses: Object.fromEntries(list.map(([status, hasBody]) => [status, hasBody ? { body: String } : {}]))
    })

    const cases: readonly [what: string, route: RegisteredOptions, value: unknown, status: number][] = [
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
      expect(log.map(({ level, message }) => [level, message])).to.deep.equal([
        ['error', 'Spec.handler returned nothing, but the document promises a body']
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

  describe('to a failure', () => {
    it('tells what an HttpError says: status, detail, headers, faults', async () => {
      const { status, headers, json, log } = await get(() => {
        throw new TooManyRequests('slowly', { headers: { 'retry-after': '3' } })
      })
      expect([status, headers.get('retry-after')]).to.deep.equal([429, '3'])
      expect(json()).to.deep.equal({ type: 'about:blank', title: 'Too Many Requests', status: 429, detail: 'slowly' })
      expect(log).to.deep.equal([])
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
          expect(log.map(({ level, message }) => [level, message])).to.deep.equal([['error', 'Spec.handler failed']])
          expect(log[0]?.fields.route).to.equal('Spec.handler')
          expect(log[0]?.fields.err?.message).to.contain(told)
        })
      }
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
      expect(unavailable.log.map(({ level, message }) => [level, message])).to.deep.equal([
        ['error', 'Spec.handler responded 503']
      ])
      const caused = await get(() => Promise.reject(new BadRequest('no', { cause: new Error('why') })))
      expect(caused.log.map(({ level }) => level)).to.deep.equal(['warn'])
      expect(caused.text).not.to.contain('why')
    })

    it('is a 500 where a header that was set keeps the reply from being written', async () => {
      const { url, log } = await servers.serve((ctx) => {
        ctx.header('trailer', 'x')
        ctx.json(200, { fine: true })
      })
      const answer = await fetch(url)
      expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([500, 'application/problem+json'])
      expect(log[0]?.message).to.contain('could not be responded to')
    })

    it('drops a header of the error that HTTP cannot carry, and tells the log', async () => {
      const { status, log } = await get(() => Promise.reject(new HttpError(401, 'no', { headers: { a: '\n' } })))
      expect(status).to.equal(401)
      expect(log[0]?.message).to.contain('header that cannot be sent')
    })

    it('cuts the connection when a Node handler had begun to answer', async () => {
      const { port, log } = await servers.serve((ctx) => {
        const res = ctx.handOver()
        res.writeHead(200, { 'content-length': 10 })
        res.write('half')
        throw new Error('midway')
      })
      const received = await exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      expect(received).not.to.contain('500')
      expect(log[0]?.fields.err?.message).to.equal('midway')
    })

    it('leaves an answer alone that is complete already', async () => {
      const { status, text, log } = await get((ctx) => {
        ctx.response().end('whole')
        throw new Error('afterwards')
      })
      expect([status, text, log.length]).to.deep.equal([200, 'whole', 1])
    })
  })

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
        expect(log.map(({ level, message }) => [level, message])).to.deep.equal([
          ['error', 'Spec.handler gave a reply that cannot be sent']
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
        expect(log.map(({ level, message }) => [level, message])).to.deep.equal([
          ['error', 'Spec.handler replied twice']
        ])
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
        expect([text, log.length, log[0]?.message]).to.deep.equal(['by hand', 1, 'Spec.handler replied twice'])
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
      expect(log.map(({ message }) => message)).to.deep.equal(['Spec.handler failed to write its response'])
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
      expect(log.map(({ message }) => message)).to.deep.equal([
        'Spec.handler replied twice',
        'Spec.handler set the header x-late too late',
        'Spec.handler set the status 201 too late'
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
      expect(log[0]?.message).to.equal(
        'Spec.handler was not responded to: a middleware neither replied nor called next'
      )
    })

    it('is dropped in silence when the client has gone', async () => {
      let settle: (() => void) | undefined
      const { port, log } = await servers.serve(async () => {
        await new Promise<void>((resolve) => {
          settle = resolve
        })
        return 'too late'
      })
      const abort = new AbortController()
      const request = fetch(`http://127.0.0.1:${port}`, { signal: abort.signal }).catch(() => undefined)
      await until(() => settle !== undefined)
      abort.abort()
      await request
      await new Promise((resolve) => setTimeout(resolve, 20))
      settle?.()
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(log.filter(({ level }) => level !== 'debug')).to.deep.equal([])
    })
  })
})
