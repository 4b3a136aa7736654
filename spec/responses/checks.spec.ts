import { expect } from 'chai'
import {
  type Context,
  type ContextHandler,
  Field,
  HttpError,
  type HttpOptions,
  Integer,
  NotFound,
  type RouteOptions,
  Router,
  Unknown
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { ask } from '../support/ask.js'
import { oneHandler, recordingLogger } from '../support/one-handler.js'
import { type Entry } from '../support/recording-logger.js'

class Owner {
  @Field({ name: 'full_name' }) name!: string
  passwordHash = 'secret'
}

class Pet {
  @Field(() => Integer) id!: number
  @Field({ maxLength: 5 }) name!: string
  @Field() born!: Date
  @Field(() => Owner, { optional: true }) owner?: Owner
}

const born = new Date('2024-05-17T08:30:15.250Z')
const promised: RouteOptions = {
  responses: { 200: { body: Pet }, 404: { description: 'No such pet' }, 412: { body: null } }
}

async function inProduction<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

/** A request by fetch, for which the checks are as the application has them. */
async function answer(handler: ContextHandler, http: HttpOptions = {}, route: RouteOptions = promised) {
  const { logger, entries } = recordingLogger()
  const service = await oneHandler(handler, { path: '/pets/{id}', route, logger, ...(http as object) })
  const response = await service.fetch(new Request('http://localhost/pets/1'))
  const type = response.headers.get('content-type') ?? undefined
  return { status: response.status, body: await response.text(), type, log: entries }
}

const NOT_FOUND = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Not found' }

const warnings = (log: readonly Entry[]) => log.filter(({ level }) => level === 'warn').map(({ message }) => message)

describe('An answer by a documented type', () => {
  it('carries the declared fields alone, under their JSON names, dates formatted', async () => {
    const owner = Object.assign(new Owner(), { name: 'Ada' })
    const { body, log } = await answer(() => ({ id: 1, name: 'Rex', born, owner, salary: 7 }))
    expect(JSON.parse(body)).to.deep.equal({
      ...{ id: 1, name: 'Rex', born: '2024-05-17T08:30:15.250Z' },
      owner: { full_name: 'Ada' }
    })
    expect(log).to.deep.equal([])
  })

  it('does so for ctx.json and for lists too', async () => {
    const options = { responses: { 200: { body: [Pet] } } }
    const { body } = await answer((ctx) => ctx.json(200, [{ id: 1, name: 'Rex', born, hash: 'x' }]), {}, options)
    expect(JSON.parse(body)).to.deep.equal([{ id: 1, name: 'Rex', born: '2024-05-17T08:30:15.250Z' }])
  })

  it('shows nothing of an object where its type has a text, whether checked or not: a 500, and the log says where', async () => {
    const owner = { name: Object.assign(new Owner(), { name: 'Ada' }) }
    for (const responseChecks of ['off', 'report', 'enforce'] as const) {
      for (const reply of [() => ({ id: 1, name: 'Rex', born, owner }), (ctx: Context) => ctx.json(200, { owner })]) {
        const { status, body, log } = await answer(reply as ContextHandler, { responseChecks })
        expect(status).to.equal(500)
        expect(body).not.to.match(/Ada|secret|full_name/)
        expect(log).to.have.length(1)
        expect(log[0]?.message).to.equal('Spec.handler gave a reply that cannot be sent')
        expect(log[0]?.fields.route).to.equal('Spec.handler')
        expect(String(log[0]?.fields.err)).to.equal(
          "SerializationError: The value at 'owner.full_name' cannot be written as JSON: " +
            'it is an object of the class Owner where a string is declared'
        )
      }
    }
  })

  describe('of a content type that is set by hand', () => {
    const pet = { id: 1, name: 'Rex', born }
    const typed = (type: string) => (ctx: Context) => {
      ctx.header('content-type', type)
      return pet
    }
    const said = (log: readonly Entry[]) => log.map(({ message }) => message.replace(/^.*? responded/, 'responded'))

    it('is reported where the type is not documented, and a 500 where the document is enforced', async () => {
      const violation = 'responded 200, which breaks the document: the media type text/html is not documented'
      const reported = await answer(typed('text/html'), { responseChecks: 'report' })
      expect([reported.status, reported.type, said(reported.log)]).to.deep.equal([200, 'text/html', [violation]])
      const enforced = await answer(typed('text/html'), { responseChecks: 'enforce' })
      expect([enforced.status, enforced.type, said(enforced.log)]).to.deep.equal([
        500,
        'application/problem+json',
        [violation]
      ])
    })

    it('is sent as it is set where the type is documented', async () => {
      const { status, type, log } = await answer(typed('application/json'), { responseChecks: 'enforce' })
      expect([status, type, log]).to.deep.equal([200, 'application/json', []])
    })

    const html = (ctx: Context) => ctx.header('content-type', 'text/html')
    const errors: readonly [what: string, fail: ContextHandler, http?: HttpOptions][] = [
      [
        'headers of the error',
        () => {
          throw new NotFound('<b>', { headers: { 'Content-Type': 'text/html' } })
        }
      ],
      [
        'ctx.header, before ctx.jsonError',
        (ctx) => {
          html(ctx)
          ctx.jsonError(404, '<b>')
        }
      ],
      [
        'errors.format',
        (ctx) => ctx.jsonError(404, '<b>'),
        { errors: { body: Unknown, contentType: 'application/problem+json', format: (_, ctx) => html(ctx) ?? {} } }
      ]
    ]
    for (const [what, fail, http] of errors) {
      it(`never is that of an error: set by ${what}`, async () => {
        for (const responseChecks of ['off', 'report', 'enforce'] as const) {
          const { status, type, log } = await answer(fail, { ...http, responseChecks })
          expect([status, type, said(log).length]).to.deep.equal([404, 'application/problem+json', 1])
          expect(log[0]?.level).to.equal('warn')
          expect(log[0]?.message).to.match(/set the content type text\/html on an error, which is sent as app/)
        }
      })
    }
  })

  it('carries the fields alone that the declared success has where the status is not declared', async () => {
    const pet = { id: 1, name: 'Rex', born, passwordHash: 'secret' }
    const sent = { id: 1, name: 'Rex', born: '2024-05-17T08:30:15.250Z' }
    const bodies = [Pet, [Pet]] as const
    for (const type of bodies) {
      const declared: NonNullable<RouteOptions['responses']>[] = [
        { 200: { body: type } },
        { 200: { body: type }, 201: {} },
        { 203: { body: type } }
      ]
      for (const responses of declared) {
        for (const responseChecks of ['off', 'report'] as const) {
          for (const [value, expected] of [
            [pet, sent],
            [[pet], [sent]],
            ['done', 'done']
          ]) {
            const { status, body } = await answer((ctx) => ctx.json(201, value), { responseChecks }, { responses })
            expect([status, JSON.parse(body)]).to.deep.equal([201, expected])
          }
        }
      }
    }
  })

  it('leaves a value alone whose status is that of an error, and where no type has fields', async () => {
    const any = { any: 1 }
    for (const [status, type] of [
      [409, Pet],
      [201, String]
    ] as const) {
      const { body } = await answer((ctx) => ctx.json(status, any), {}, { responses: { 200: { body: type } } })
      expect(JSON.parse(body)).to.deep.equal(any)
    }
  })
})

describe('Response checks', () => {
  const pet = { id: 1, name: 'Rex', born }
  const breaches: readonly [what: string, handler: ContextHandler, told: RegExp][] = [
    ['an undocumented status', (ctx) => ctx.json(202, pet), /responded 202, .*: the status 202 is not documented$/],
    ['an undocumented media type', (ctx) => ctx.text(200, 'Rex'), /: the media type text\/plain.* is not documented$/],
    ['a wrong type', () => ({ ...pet, id: 'one' }), /: 'id' must be an integer$/],
    ['a missing field', () => ({ id: 1, born }), /: 'name' is required$/],
    ['a broken rule', () => ({ ...pet, name: 'Rexington' }), /: 'name' must be at most 5 characters long$/],
    ['null', () => null, /: the body must not be null$/],
    ['what is no problem', (ctx) => ctx.json(404, { no: 1 }), /: 'type' is required; 'title' is required; .*$/],
    [
      'an error of another media type',
      (ctx) => ctx.text(404, 'no'),
      /: the media type text\/plain.* is not documented$/
    ],
    ['an error without a body', (ctx) => ctx.text(404, ''), /: the media type .* is not documented$/],
    ['a body where none is promised', (ctx) => ctx.json(412, { no: 1 }), /: the document promises no body$/]
  ]
  for (const [what, handler, told] of breaches) {
    it(`report ${what} with the route's source, and let it pass`, async () => {
      const { status, log } = await answer(handler, { responseChecks: 'report' })
      expect(status).to.be.below(500)
      expect(warnings(log)).to.have.length(1)
      expect(warnings(log)[0]).to.match(told)
      expect(log[0]?.fields.route).to.equal('Spec.handler')
    })

    it(`answer 500 in place of ${what} where they are enforced, and say why, but not in production`, async () => {
      const enforced = () => answer(handler, { responseChecks: 'enforce' })
      const { status, body, type, log } = await enforced()
      expect([status, type]).to.deep.equal([500, 'application/problem+json'])
      expect(JSON.parse(body).detail).to.match(/^GET \/pets\/\{id\} \(.*\) responded \d+, which breaks the document: /)
      expect(JSON.parse(body).detail).to.match(told)
      expect(warnings(log)[0]).to.match(told)
      const production = await inProduction(enforced)
      expect(production.status).to.equal(500)
      expect(JSON.parse(production.body).detail).to.equal('Internal server error')
      expect(warnings(production.log)[0]).to.match(told)
    })

    it(`say nothing of ${what} where they are off`, async () => {
      const { status, log } = await answer(handler, { responseChecks: 'off' })
      expect(status).to.be.below(500)
      expect(log).to.deep.equal([])
    })
  }

  const kept: readonly [what: string, handler: ContextHandler, status: number, options?: RouteOptions][] = [
    ['what is documented', () => pet, 200],
    ['a problem of a documented status', () => NotFound.throw(), 404],
    ['an empty body where none is promised', (ctx) => ctx.status(412), 412],
    ['an error where no body is promised', () => Promise.reject(new HttpError(412, 'Changed')), 412],
    ['a problem by hand', (ctx) => ctx.json(404, { ...NOT_FOUND, more: 1 }), 404],
    ["the framework's own answers", () => Promise.reject(new TypeError('defect')), 500],
    ['anything where no response is declared', (ctx) => ctx.text(299, 'x'), 299, {}],
    ['anything of a hidden route', (ctx) => ctx.text(299, 'x'), 299, { ...promised, hidden: true }]
  ]
  for (const [what, handler, status, options] of kept) {
    it(`let pass ${what}`, async () => {
      const { status: answered, log } = await answer(handler, { responseChecks: 'enforce' }, options)
      expect(answered).to.equal(status)
      expect(warnings(log)).to.deep.equal([])
    })
  }

  it('has no body of an error that is documented without one, and the problem of one that is documented', async () => {
    const thrown = await answer(() => Promise.reject(new HttpError(412, 'Changed')))
    expect([thrown.status, thrown.body, thrown.type]).to.deep.equal([412, '', undefined])
    const set = await answer((ctx) => void ctx.status(404))
    expect([set.status, set.type, JSON.parse(set.body)]).to.deep.equal([
      404,
      'application/problem+json',
      { ...NOT_FOUND, detail: 'Not Found' }
    ])
    const own = await answer((ctx) => ctx.json(404, { ...NOT_FOUND, more: 1 }))
    expect([own.type, JSON.parse(own.body).more]).to.deep.equal(['application/problem+json', 1])
  })

  it("let pass the application's own form of a problem", async () => {
    const errors = { body: Unknown, format: () => ({ oops: true }) }
    const { status, body, log } = await answer(() => NotFound.throw(), { responseChecks: 'enforce', errors })
    expect([status, body]).to.deep.equal([404, '{"oops":true}'])
    expect(warnings(log)).to.deep.equal([])
  })

  it('give the hooks and errors.format the error for which they send a 500', async () => {
    const heard: unknown[] = []
    const hooks = [{ onError: (_: unknown, error: unknown) => heard.push(error) }]
    const format = (_problem: unknown, _ctx: unknown, error: unknown) => {
      heard.push(error)
      return {}
    }
    const errors = { body: Unknown, format }
    await answer((ctx) => ctx.json(202, pet), { responseChecks: 'enforce', hooks, errors })
    expect(heard.map(String)).to.have.length(2)
    expect(heard[0]).to.equal(heard[1])
    expect(String(heard[0])).to.match(
      /^UndocumentedResponse: GET .* responded 202, .*: the status 202 is not documented$/
    )
    heard.length = 0
    await answer((ctx) => ctx.json(202, pet), { responseChecks: 'report', hooks, errors })
    expect(heard).to.deep.equal([])
  })

  it('report the status of a response that a Node handler wrote itself', async () => {
    const { logger, entries } = recordingLogger()
    const routes = (router: Router) => router.get('/a', (_req, res) => res.writeHead(202).end('x'), promised)
    const service = await serviceOf([], { logger, responseChecks: 'enforce', routes })
    expect((await service.inject('/a')).statusCode).to.equal(202)
    expect(warnings(entries)[0]).to.match(/responded 202, .*: the status 202 is not documented$/)
  })

  it('report all in development, and in production a sample of what costs time, unless told otherwise', async () => {
    const count = 100
    let heard = 0
    const hooks = [{ onViolation: () => void heard++ }]
    const reported = async (responseChecks?: HttpOptions['responseChecks']) => {
      heard = 0
      const more = responseChecks === undefined ? {} : { responseChecks }
      const route = { responses: { 200: { body: Pet } } }
      // Which only a rule forbids.
      const service = await oneHandler(() => ({ ...pet, name: 'Rexington' }), { route, hooks, ...more })
      for (let turn = 0; turn < count; turn++) await (await service.fetch(new Request('http://localhost/'))).text()
      return heard
    }
    expect(await reported()).to.equal(count)
    await inProduction(async () => {
      // One in a hundred: that more than half of them are checked is less probable than 10⁻⁷⁰.
      expect(await reported()).to.be.below(count / 2)
      expect(await reported('report')).to.equal(count)
      expect(await reported({ mode: 'report' })).to.equal(count)
      expect(await reported({ mode: 'report', sample: 0.5 })).to.be.within(1, count - 1)
      expect(await reported('off')).to.equal(0)
      expect(await reported('enforce')).to.equal(count)
    })
  })

  it('have a sample for the mode report only, as the compiler knows', async () => {
    const given: HttpOptions['responseChecks'][] = [
      { mode: 'report', sample: 0.1 },
      { mode: 'enforce' },
      // @ts-expect-error
      { mode: 'enforce', sample: 0.1 },
      // @ts-expect-error
      { mode: 'off', sample: 0.1 }
    ]
    const faults = await Promise.all(given.map((responseChecks = 'off') => setupErrorsOf([], { responseChecks })))
    expect(faults.map((errors) => errors.length)).to.deep.equal([0, 0, 1, 1])
  })

  const wrong: readonly [given: unknown, message: RegExp][] = [
    ['strict', /responseChecks is strict, the option responseChecks; give one of off, report, enforce/],
    [null, /responseChecks is null/],
    [{}, /the mode of responseChecks is undefined/],
    [{ mode: 'report', sample: 2 }, /the sample of responseChecks is 2.*; give a number from 0 to 1/],
    [{ mode: 'report', sample: '0.1' }, /the sample of responseChecks is 0.1/],
    [{ mode: 'enforce', sample: 0.1 }, /responseChecks has a sample for the mode enforce/],
    [{ mode: 'report', samples: 0.1 }, /samples.*sample/]
  ]
  for (const [given, message] of wrong) {
    it(`are a setup error where they are no checks: ${JSON.stringify(given)}`, async () => {
      const errors = await setupErrorsOf([], { responseChecks: given as 'off' })
      expect(errors.map((error) => error.message).join()).to.match(message)
    })
  }
})

describe('A route whose response has no proper type', () => {
  it('keeps an application from starting, with all others of its kind', async () => {
    const routes = (router: Router) => {
      router.getFunc('/a', () => 1, { responses: { 200: { body: class Empty {} } } })
      router.getFunc('/b', () => 1, { responses: { 200: { body: {} } } })
    }
    const errors = await setupErrorsOf([], { routes })
    expect(errors.map(({ code }) => code)).to.deep.equal(['RECORD_INVALID', 'FIELD_TYPE_UNKNOWN'])
  })

  it('does not keep the other routes of a router from working', async () => {
    const { logger, entries } = recordingLogger()
    const router = new Router({ logger })
    router.getFunc('/a', () => 1, { responses: { 200: { body: {} } } })
    router.getFunc('/b', () => 'b')
    expect((await ask(router, 'GET /b')).body).to.equal('"b"')
    expect((await ask(router, 'GET /a')).status).to.equal(500)
    expect(entries.map(({ level }) => level)).to.include('error')
  })
})
