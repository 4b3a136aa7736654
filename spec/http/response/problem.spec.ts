import { expect } from 'chai'
import fc from 'fast-check'
import {
  BadRequest,
  type Context,
  type ErrorsOptions,
  type Fault,
  Field,
  Gone,
  HttpError,
  NotFound,
  type Problem,
  ServiceUnavailable,
  Unknown,
  ValidationError
} from 'fieldstone'
import { inject } from '../../../src/http/fetch/inject.js'
import { problemOf } from '../../../src/http/problem.js'
import { faultsReply } from '../../../src/http/response/problem.js'
import { httpSettings } from '../../../src/http/settings.js'
import { chance } from '../../support/chance.js'
import { oneHandler, recordingLogger } from '../../support/one-handler.js'

describe('problems', () => {
  it('have the members of RFC 9457, and errors where there are faults', () => {
    expect(problemOf(new NotFound('no such item'))).to.deep.equal({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'no such item'
    })
    const fault = { in: 'body', path: 'a', rule: 'type', message: 'must be a string' } as const
    expect(problemOf(new ValidationError([fault])).errors).to.deep.equal([fault])
  })

  it('have a title even for a status that nobody registered', () => {
    expect(problemOf(new HttpError(499, 'x')).title).to.equal('Status 499')
  })

  describe('of faults, written without an error', () => {
    const written = (faults: readonly Fault[]) => JSON.stringify(problemOf(new ValidationError(faults)))

    it('are what the error is written as, whatever stands in paths, rules and reasons', () => {
      const texts = ['', 'a', 'lines[3].sku', 'two "words"', '\\d\n', '\u2028é😀', '\uD83D', 'x'.repeat(300), '; ', ',']
      const text = fc.constantFrom(...texts)
      const place = fc.constantFrom('body', 'query', 'path', 'header', 'cookie')
      const fault = fc.record({ in: place, path: text, rule: text, message: text }) as fc.Arbitrary<Fault>
      fc.assert(
        fc.property(fc.array(fault, { minLength: 1, maxLength: 4 }), (faults) => {
          const { status, contentType, headers, body } = faultsReply(faults, 400)
          expect([status, contentType, headers]).to.deep.equal([400, 'application/problem+json', undefined])
          expect(body).to.equal(written(faults))
        }),
        chance(1000, 10_000)
      )
    })

    it('are so however many reasons were told before', () => {
      for (let at = 0; at < 2500; at++) {
        const faults: Fault[] = [
          { in: 'body', path: 'a', rule: 'enum', message: `is not "${at}"` },
          { in: 'body', path: 'b', rule: at % 2 === 0 ? 'type' : 'required', message: 'must not be null' }
        ]
        expect(faultsReply(faults, 400).body).to.equal(written(faults))
      }
    })
  })

  it('of broken rules have the status that the application chooses, with faults or an error', async () => {
    const fault = { in: 'body', path: 'a', rule: 'type', message: 'must be a string' } as const
    const { status, body } = faultsReply([fault], 422)
    const problem = { ...problemOf({ ...new ValidationError([fault]), status: 422 }) }
    expect([status, JSON.parse(body as string)]).to.deep.equal([422, problem])
    expect(problem.title).to.equal('Unprocessable Content')
    const handler = (thrown: HttpError) =>
      oneHandler(() => Promise.reject(thrown), { errors: { statuses: { validation: 422 } } })
    expect((await inject(handler(new ValidationError([fault])), '/')).json()).to.deep.equal(problem)
    expect((await inject(handler(new BadRequest('no')), '/')).statusCode).to.equal(400)
  })

  describe('in the form of an application', () => {
    class ApiError {
      @Field() message!: string
      @Field({ optional: true }) path?: string
    }

    type Format = NonNullable<ErrorsOptions['format']>

    async function format(
      own: Format,
      { thrown = new NotFound('gone') as unknown, errors = {} as ErrorsOptions } = {}
    ) {
      const { logger, entries } = recordingLogger()
      const options = { errors: { body: ApiError, format: own, ...errors }, logger }
      const handler = oneHandler(() => Promise.reject(thrown), options)
      return { ...(await inject(handler, { url: '/x', headers: { 'x-request-id': 'asked-1' } })), log: entries }
    }

    it('have its body and media type, and the status and headers of the error', async () => {
      const thrown = new NotFound('gone', { headers: { 'x-a': '1' } })
      const own: Format = (problem, ctx, error) => ({
        message: `${problem.detail} ${(error as Error).name}`,
        path: ctx.path
      })
      const { statusCode, headers, body } = await format(own, { thrown })
      expect([statusCode, headers['x-a'], headers['content-type'], body]).to.deep.equal([
        404,
        '1',
        'application/json; charset=utf-8',
        '{"message":"gone NotFound","path":"/x"}'
      ])
      const errors = { contentType: 'application/vnd.shop+json' }
      expect((await format(own, { errors })).headers['content-type']).to.equal('application/vnd.shop+json')
    })

    it('have the fields alone that the body declares', async () => {
      const { body } = await format((_problem, _ctx, error) => ({ message: 'gone', secret: (error as Error).stack }))
      expect(body).to.equal('{"message":"gone"}')
    })

    it('get the problem of an unexpected error without its secret', async () => {
      const { json } = await format((problem) => ({ message: problem.detail }), { thrown: new Error('secret') })
      expect(json()).to.deep.equal({ message: 'Internal server error' })
    })

    it('are used by jsonError too', async () => {
      const errors = { body: Unknown, format: ({ detail }: { detail: string }) => [detail] }
      const handler = oneHandler((ctx) => ctx.jsonError(400, 'no'), { errors })
      expect((await inject(handler, '/')).body).to.equal('["no"]')
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
        expect(log[0]?.fields).to.include({ requestId: 'asked-1', method: 'GET', path: '/x' })
        expect(log.map(({ level, message }) => [level, message])).to.deep.equal([
          ['error', 'errors.format failed; the problem is sent as it is']
        ])
      })
    }
  })

  it('have no errors where the faults of an error are not a list', async () => {
    const handler = oneHandler(() => Promise.reject(new NotFound('none', { faults: 'x' as never })))
    expect((await inject(handler, '/')).json()).to.deep.equal({ ...problemOf(new NotFound('none')) })
  })

  describe('of errors that are not of HTTP', () => {
    class Missing extends Error {}
    class MissingPage extends Missing {}

    async function send(thrown: unknown, errors: ErrorsOptions) {
      const { logger, entries } = recordingLogger()
      const heard: unknown[] = []
      const hooks = [{ onError: (_: unknown, error: unknown) => heard.push(error) }]
      const handler = oneHandler(() => Promise.reject(thrown), { errors, logger, hooks })
      return { ...(await inject(handler, '/')), log: entries, heard }
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
      expect(log.map(({ message }) => message)).to.deep.equal(['Spec.handler failed'])
      expect((await send(new NotFound(), { map: () => new Gone() })).statusCode).to.equal(404)
    })

    it('give the form of the application the error that was thrown', async () => {
      const thrown = new Missing()
      const seen: unknown[] = []
      const format = (problem: Problem, _ctx: unknown, error: unknown) => {
        seen.push(error)
        return problem.status
      }
      const { body } = await send(thrown, { body: Unknown, format, map: [[Missing, () => new Gone()]] })
      expect([body, seen]).to.deep.equal(['410', [thrown]])
    })

    it('are reported from 500 on, with the error that was thrown', async () => {
      const thrown = new Missing('down')
      const { statusCode, log } = await send(thrown, { map: () => new ServiceUnavailable('Later') })
      expect(statusCode).to.equal(503)
      expect(log.map(({ message, fields }) => [message, fields.err])).to.deep.equal([
        ['Spec.handler responded 503', thrown]
      ])
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
    it(`are rejected in a form that cannot be: ${message}`, () => {
      expect(() => httpSettings({ errors: errors as ErrorsOptions })).to.throw(message)
    })
  }

  it('have a form that is no option any more, and the error says what to write', () => {
    expect(() => httpSettings({ errorFormatter: () => ({ body: {} }) } as never)).to.throw(
      "OPTION_UNKNOWN: there is no option 'errorFormatter', the router; write errors: { body: ApiError, format: "
    )
  })
})
