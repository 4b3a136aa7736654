import { expect } from 'chai'
import fc from 'fast-check'
import {
  type ApplicationOptions,
  BadRequest,
  type Context,
  type ErrorsOptions,
  type Fault,
  Field,
  Gone,
  HttpError,
  Integer,
  mapOf,
  NotFound,
  type Problem,
  type RouteOptions,
  type Router,
  ServiceUnavailable,
  Unknown,
  ValidationError
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { chance } from '../support/chance.js'
import { type HandlerOptions, oneHandler, recordingLogger } from '../support/one-handler.js'
import { messageOf } from '../support/recording-logger.js'

const NOT_FOUND = { type: 'about:blank', title: 'Not Found', status: 404 }

/** What comes of an error that a handler throws. */
async function thrown(error: unknown, options: HandlerOptions = {}) {
  const service = await oneHandler(() => Promise.reject(error), options)
  return service.inject({ url: '/', headers: { 'x-request-id': 'asked-1' } })
}

class Counts {
  @Field(() => mapOf(Integer)) counts!: Record<string, number>
}

function counting(options: Partial<ApplicationOptions> = {}) {
  const routes = (router: Router) => router.postFunc('/', (ctx) => ctx.bindValidated(Counts), { requestBody: Counts })
  return serviceOf([], { routes, ...options })
}

describe('problems', () => {
  it('have the members of RFC 9457, and errors where there are faults', async () => {
    const { json, headers } = await thrown(new NotFound('no such item'))
    expect(json()).to.deep.equal({ ...NOT_FOUND, detail: 'no such item' })
    expect(headers['content-type']).to.equal('application/problem+json')
    const fault = { in: 'body', path: 'a', rule: 'type', message: 'must be a string' } as const
    expect((await thrown(new ValidationError([fault]))).json()).to.deep.equal({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: "validation failed: Field 'a' must be a string",
      errors: [fault]
    })
  })

  it('have a title even for a status that nobody registered', async () => {
    expect((await thrown(new HttpError(499, 'x'))).json()).to.include({ title: 'Status 499' })
  })

  it('have every fault of an error, whatever stands in paths, rules and reasons', async () => {
    const texts = ['', 'a', 'lines[3].sku', 'two "words"', '\\d\n', '\u2028é😀', '\uD83D', 'x'.repeat(300), '; ', ',']
    const text = fc.constantFrom(...texts)
    const place = fc.constantFrom('body', 'query', 'path', 'header', 'cookie')
    const fault = fc.record({ in: place, path: text, rule: text, message: text }) as fc.Arbitrary<Fault>
    let error: ValidationError | undefined
    const service = await oneHandler(() => Promise.reject(error))
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 4 }), async (faults) => {
        error = new ValidationError(faults)
        const { statusCode, json } = await service.inject('/')
        expect([statusCode, json<Problem>().errors, json<Problem>().detail]).to.deep.equal([400, faults, error.detail])
      }),
      chance(100, 1_000)
    )
  })

  it('of a body that breaks rules are those of an error with its faults, whatever its keys', async () => {
    const bound = await counting()
    for (const key of [
      'a',
      '',
      'a b',
      'two "words"',
      '\n',
      '\u2028é😀',
      '\uD83D',
      'x'.repeat(300),
      '; ',
      '__proto__'
    ]) {
      const body = `{"counts":{${JSON.stringify(key)}:"x","b":null}}`
      const response = await bound.inject({
        method: 'POST',
        url: '/',
        headers: { 'content-type': 'application/json' },
        body
      })
      expect(response.statusCode, key).to.equal(400)
      expect(response.faults, key).to.have.length(2)
      expect(response.body, key).to.equal((await thrown(new ValidationError(response.faults ?? []))).body)
    }
  })

  it('of broken rules have the status that the application chooses', async () => {
    const fault = { in: 'body', path: 'a', rule: 'type', message: 'must be a string' } as const
    const options = { errors: { statuses: { validation: 422 } } } as const
    const { statusCode, json } = await thrown(new ValidationError([fault]), options)
    expect([statusCode, json<Problem>().status, json<Problem>().title]).to.deep.equal([
      422,
      422,
      'Unprocessable Content'
    ])
    expect(json<Problem>().errors).to.deep.equal([fault])
    expect((await thrown(new BadRequest('no'), options)).statusCode).to.equal(400)
    const bound = await counting(options)
    const rejected = await bound.inject({ method: 'POST', url: '/', body: { counts: 5 } })
    expect([rejected.statusCode, rejected.json<Problem>().title]).to.deep.equal([422, 'Unprocessable Content'])
    const malformed = { method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, body: '{' }
    expect((await bound.inject(malformed)).statusCode).to.equal(400)
  })

  describe('in the form of an application', () => {
    class ApiError {
      @Field() message!: string
      @Field({ optional: true }) path?: string
    }

    type Format = NonNullable<ErrorsOptions['format']>

    async function format(own: Format, { error = new NotFound('gone') as unknown, errors = {} as ErrorsOptions } = {}) {
      const { logger, entries } = recordingLogger()
      const response = await thrown(error, { errors: { body: ApiError, format: own, ...errors }, logger })
      return { ...response, log: entries }
    }

    it('have its body and media type, and the status and headers of the error', async () => {
      const error = new NotFound('gone', { headers: { 'x-a': '1' } })
      const own: Format = (problem, ctx, given) => ({
        message: `${problem.detail} ${(given as Error).name}`,
        path: ctx.path
      })
      const { statusCode, headers, body } = await format(own, { error })
      expect([statusCode, headers['x-a'], headers['content-type'], body]).to.deep.equal([
        404,
        '1',
        'application/json; charset=utf-8',
        '{"message":"gone NotFound","path":"/"}'
      ])
      const errors = { contentType: 'application/vnd.shop+json' }
      expect((await format(own, { errors })).headers['content-type']).to.equal('application/vnd.shop+json')
    })

    it('have the fields alone that the body declares', async () => {
      const { body } = await format((_problem, _ctx, error) => ({ message: 'gone', secret: (error as Error).stack }))
      expect(body).to.equal('{"message":"gone"}')
    })

    it('get the problem of an unexpected error without its secret', async () => {
      const { json } = await format((problem) => ({ message: problem.detail }), { error: new Error('secret') })
      expect(json()).to.deep.equal({ message: 'Internal server error' })
    })

    it('are used by jsonError too', async () => {
      const errors = { body: Unknown, format: ({ detail }: { detail: string }) => [detail] }
      const service = await oneHandler((ctx) => ctx.jsonError(400, 'no'), { errors })
      expect((await service.inject('/')).body).to.equal('["no"]')
    })

    const causes: readonly [what: string, cause: (ctx: Context) => void][] = [
      ['calls ctx.jsonError', (ctx) => ctx.jsonError(500, 'again')],
      ['gives a reply that cannot be sent', (ctx) => ctx.text(9999, 'again')]
    ]
    for (const [what, cause] of causes) {
      it(`are problems, and format is called once, where it ${what}`, async () => {
        let calls = 0
        const own: Format = (_problem, ctx) => {
          calls++
          cause(ctx)
          return { message: 'x' }
        }
        const { statusCode, json, log } = await format(own)
        expect([statusCode, calls]).to.deep.equal([404, 1])
        expect(json()).to.deep.equal({ type: 'about:blank', title: 'Not Found', status: 404, detail: 'gone' })
        const failed = log.filter(({ message }) => message.startsWith('errors.format failed'))
        expect(failed.map(({ fields }) => fields.err?.message)).to.deep.equal([
          'errors.format caused an error response itself: it must return the body'
        ])
      })
    }

    const failing: readonly [what: string, format: unknown, said: string][] = [
      [
        'throws',
        () => {
          throw new Error('formatting')
        },
        'formatting'
      ],
      ['returns nothing', () => undefined, ''],
      ['returns a promise', async () => ({ message: 'x' }), 'errors.format returned a promise'],
      [
        'returns a promise that rejects',
        async () => Promise.reject(new Error('late')),
        'errors.format returned a promise'
      ],
      ['leaves out what is required', () => ({}), "errors.format returned what is no body: 'message' is required"],
      ['returns another type', () => ({ message: 7 }), 'message'],
      ['returns what is no JSON', () => ({ message: 1n }), 'message']
    ]
    for (const [what, own, said] of failing) {
      it(`are problems, and the log says why, where format ${what}`, async () => {
        const { statusCode, headers, json, log } = await format(own as Format)
        expect([statusCode, headers['content-type']]).to.deep.equal([404, 'application/problem+json'])
        expect(json()).to.deep.equal({ type: 'about:blank', title: 'Not Found', status: 404, detail: 'gone' })
        expect(log[0]?.fields.err?.message).to.contain(said)
        expect(log[0]?.fields).to.include({ requestId: 'asked-1', method: 'GET', path: '/' })
        expect(log.map(({ level, message }) => [level, message])).to.deep.equal([
          ['error', 'errors.format failed; the problem is sent as it is']
        ])
      })
    }
  })

  it('have no errors where the faults of an error are not a list', async () => {
    const { json } = await thrown(new NotFound('none', { faults: 'x' as never }))
    expect(json()).to.deep.equal({ ...NOT_FOUND, detail: 'none' })
  })

  describe('of errors that are not of HTTP', () => {
    class Missing extends Error {}
    class MissingPage extends Missing {}

    async function send(error: unknown, errors: ErrorsOptions) {
      const { logger, entries } = recordingLogger()
      const heard: unknown[] = []
      const hooks = [{ onError: (_: unknown, given: unknown) => heard.push(given) }]
      return { ...(await thrown(error, { errors, logger, hooks })), log: entries, heard }
    }

    it('are the problems of what a list of classes makes of them; the first that fits counts', async () => {
      const map: ErrorsOptions['map'] = [
        [MissingPage, (error: MissingPage) => new Gone(error.message, { headers: { 'x-a': '1' } })],
        [Missing, () => new NotFound()]
      ]
      const { statusCode, headers, json, log, heard } = await send(new MissingPage('p. 3'), { map })
      expect([statusCode, headers['x-a'], json<{ detail: string }>().detail]).to.deep.equal([410, '1', 'p. 3'])
      expect(log).to.deep.equal([])
      expect(heard).to.have.length(1)
      expect(heard[0]).to.be.instanceOf(Gone)
      expect((await send(new Missing(), { map })).statusCode).to.equal(404)
    })

    it('are a 500 where nothing is made of them, and HttpErrors are what they say', async () => {
      const map = () => undefined
      const { statusCode, body, log } = await send(new Missing('secret'), { map })
      expect([statusCode, body.includes('secret')]).to.deep.equal([500, false])
      expect(log.map(messageOf)).to.deep.equal(['failed'])
      expect((await send(new NotFound(), { map: () => new Gone() })).statusCode).to.equal(404)
    })

    it('give the form of the application the error that was thrown', async () => {
      const error = new Missing()
      const seen: unknown[] = []
      const format = (problem: Problem, _ctx: unknown, given: unknown) => {
        seen.push(given)
        return problem.status
      }
      const { body } = await send(error, { body: Unknown, format, map: [[Missing, () => new Gone()]] })
      expect([body, seen]).to.deep.equal(['410', [error]])
    })

    it('are reported from 500 on, with the error that was thrown', async () => {
      const error = new Missing('down')
      const { statusCode, log } = await send(error, { map: () => new ServiceUnavailable('Later') })
      expect(statusCode).to.equal(503)
      expect(log.map((entry) => [messageOf(entry), entry.fields.err])).to.deep.equal([['responded 503', error]])
    })
  })

  const wrong: readonly [errors: object, message: string][] = [
    [{ format: () => ({}) }, 'APPLICATION_INVALID: it has format and no body, the option errors; name the type'],
    [{ contentType: 'application/json' }, 'APPLICATION_INVALID: it has contentType and no body'],
    [{ body: undefined, format: () => ({}) }, 'its body is undefined (perhaps because of a circular import)'],
    [{ body: Unknown }, 'APPLICATION_INVALID: it has a body, and no function format'],
    [{ body: Unknown, format: () => ({}), contentType: 'text/plain' }, "its contentType 'text/plain' is not JSON"],
    [{ body: Unknown, format: () => ({}), contentType: 'Application/JSON; a=b' }, 'is not JSON'],
    [{ body: Buffer, format: () => ({}) }, 'bytes have no JSON form'],
    [{ body: class Empty {}, format: () => ({}) }, 'RECORD_INVALID'],
    [{ bdy: Unknown }, "there is no option 'bdy' (did you mean 'body'?)"],
    [{ statuses: { validation: 409 } }, 'the option validation is 409, the option errors.statuses; give 400 or 422'],
    [{ map: {} }, 'its map is neither a function nor a list of classes'],
    [{ map: [[() => 1, () => new Gone()]] }, 'its map is neither a function nor a list of classes'],
    [{ map: [[Error]] }, 'its map is neither a function nor a list of classes']
  ]
  for (const [errors, message] of wrong) {
    it(`are rejected in a form that cannot be: ${message}`, async () => {
      const faults = await setupErrorsOf([], { errors: errors as ErrorsOptions })
      expect(faults.map((fault) => fault.message).join()).to.include(message)
    })
  }

  it('have a form that is no option any more, and the error says what to write', async () => {
    const [fault] = await setupErrorsOf([], { errorFormatter: () => ({ body: {} }) } as never)
    expect(fault?.message).to.match(
      /^OPTION_UNKNOWN: there is no option 'errorFormatter', .*; write errors: \{ body: ApiError, format: /
    )
  })

  describe('of a declared error', () => {
    const form = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
    class Refusal {
      @Field() reason!: string
    }
    const errors: ErrorsOptions = { body: Refusal, format: ({ detail }) => ({ reason: detail }) }
    for (const [what, option, hasForm] of [
      ['nothing but a description', { description: 'Gone' }, true],
      ['headers', { headers: { etag: String } }, true],
      ['a body', { body: Counts }, false],
      ['no body', { body: null }, false],
      ['a media type', { contentType: 'text/plain' }, false],
      ['content', { content: { 'text/plain': String } }, false],
      ['events', { events: String }, false],
      ['lines', { lines: String }, false]
    ] as const) {
      it(`have ${hasForm ? "the application's form" : 'a form of their own'} where it is declared with ${what}`, async () => {
        const responses = { 200: String, 404: option, default: option } as RouteOptions['responses']
        const { document } = await oneHandler(() => 'a', { errors, route: { responses } })
        const described = document.paths['/']?.get?.responses ?? {}
        for (const key of ['404', 'default']) {
          const { content } = described[key] as { content?: Record<string, { schema: unknown }> }
          const schema = content?.['application/json']?.schema
          if (hasForm) expect(schema, key).to.deep.equal(form['application/json'].schema)
          else expect(schema, key).not.to.deep.equal(form['application/json'].schema)
        }
      })
    }
  })
})
