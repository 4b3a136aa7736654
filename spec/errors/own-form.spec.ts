import { expect } from 'chai'
import {
  BootstrapError,
  Conflict,
  type ErrorsOptions,
  Field,
  HttpError,
  NotFound,
  type Problem,
  Router,
  SetupError
} from 'fieldstone'
import { oneHandler, recordingLogger } from '../support/one-handler.js'

class ApiError {
  @Field({ minLength: 2 }) message!: string
  @Field(() => [String], { optional: true }) fields?: string[]
}

const work = () => undefined
const format = ({ detail }: Problem) => ({ message: detail })

/** The response to a request whose handler throws, and what was logged. */
async function failed(errors: ErrorsOptions, thrown: unknown = new NotFound('no such book'), options: object = {}) {
  const { logger, entries } = recordingLogger()
  const service = await oneHandler(() => Promise.reject(thrown), { errors, logger, ...options })
  const { statusCode, headers, body } = await service.inject({ url: '/', responseChecks: 'off' })
  const logged = entries.flatMap(({ fields }) => fields.err?.message ?? [])
  return { status: statusCode, type: headers['content-type'], body, logged }
}

describe('An error form of the application', () => {
  it('is what format makes of the problem, in its media type', async () => {
    expect(await failed({ body: ApiError, format })).to.deep.equal({
      status: 404,
      type: 'application/json; charset=utf-8',
      body: '{"message":"no such book"}',
      logged: []
    })
    const own = await failed({ body: ApiError, format, contentType: 'application/vnd.a+json' })
    expect(own.type).to.equal('application/vnd.a+json')
  })

  it('is made of the problem, the context and the error', async () => {
    const seen: unknown[] = []
    const thrown = new Conflict('taken')
    const form: ErrorsOptions = {
      body: ApiError,
      format: (problem: Problem, ctx, error) => {
        seen.push([problem, ctx.path, error === thrown])
        return { message: 'ab' }
      }
    }
    await failed(form, thrown)
    const problem = { type: 'about:blank', title: 'Conflict', status: 409, detail: 'taken' }
    expect(seen).to.deep.equal([[problem, '/', true]])
  })

  for (const unknownFields of ['strip', 'reject'] as const) {
    it(`has no member that its type does not declare, whatever becomes of those of requests: ${unknownFields}`, async () => {
      const form = { body: ApiError, format: () => ({ message: 'ab', secret: 5 }) }
      expect((await failed(form, undefined, { unknownFields })).body).to.equal('{"message":"ab"}')
    })
  }

  const wrong: readonly [what: string, format: () => unknown, message: RegExp][] = [
    ['breaks a rule', () => ({ message: 'a' }), /no body: 'message' must be at least 2 characters long/],
    ['has several faults', () => ({ message: '', fields: [5] }), /'message' must .*; 'fields\[0\]' must be a string/],
    ['is no object', () => 5, /it is a number where an ApiError is declared/],
    ['is nothing', () => undefined, /undefined has no JSON form/],
    ['is null', () => null, /the body must not be null/],
    ['is a promise', async () => ({ message: 'ab' }), /returned a promise: it must not be asynchronous/],
    ['is a rejected promise', () => Promise.reject(new Error('late')), /it must not be asynchronous/],
    [
      'is not returned, but an error thrown',
      () => {
        throw new RangeError('no format')
      },
      /no format/
    ]
  ]
  for (const [what, wrongFormat, message] of wrong) {
    it(`falls back to a problem, and the log says why, where what format returns ${what}`, async () => {
      const { status, body, logged } = await failed({ body: ApiError, format: wrongFormat as typeof format })
      expect(status).to.be.oneOf([404, 500])
      expect(JSON.parse(body)).to.have.property('status', status)
      expect(
        logged.some((text) => message.test(text)),
        logged.join('\n')
      ).to.equal(true)
    })
  }
})

describe('What errors.map makes of an error', () => {
  const maps: Readonly<Record<string, ErrorsOptions['map']>> = {
    'a function': (error) => (error instanceof RangeError ? new NotFound('out of range') : undefined),
    'a list of classes': [
      [RangeError, () => new NotFound('out of range')],
      [TypeError, (error: Error) => new HttpError(409, error.message)]
    ]
  }
  for (const [what, map] of Object.entries(maps)) {
    it(`is its response, and other errors are a 500: ${what}`, async () => {
      expect(await failed({ map } as ErrorsOptions, new RangeError('far'))).to.include({ status: 404 })
      expect(await failed({ map } as ErrorsOptions, new Error('near'))).to.include({ status: 500 })
      expect(await failed({ map } as ErrorsOptions, 'a text')).to.include({ status: 500 })
    })
  }

  it('is by the first class of the list that the error is an instance of', async () => {
    const map: ErrorsOptions['map'] = [
      [RangeError, (error: Error) => new HttpError(409, error.message)],
      [Error, () => new HttpError(410, 'any')]
    ]
    expect((await failed({ map }, new RangeError('far'))).status).to.equal(409)
    expect((await failed({ map }, new TypeError('near'))).status).to.equal(410)
  })

  const wrong: Readonly<Record<string, () => unknown>> = {
    'a number': () => 5,
    null: () => null,
    'a promise': () => Promise.reject(new Error('late')),
    'what it throws': () => {
      throw new RangeError('no map')
    }
  }
  for (const [what, map] of Object.entries(wrong)) {
    it(`is a 500 where it is ${what}, and the log says so`, async () => {
      const { status, logged } = await failed({ map: map as never }, new Error('near'))
      expect(status).to.equal(500)
      expect(logged.join()).to.match(/errors\.map returned|no map/)
    })
  }
})

describe('The option errors', () => {
  const wrong: readonly [errors: object, message: RegExp][] = [
    [{ body: ApiError }, /it has a body, and no function format/],
    [{ body: ApiError, format: 5 }, /it has a body, and no function format/],
    [{ body: undefined, format }, /its body is undefined \(perhaps because of a circular import\)/],
    [{ format }, /it has format and no body/],
    [{ contentType: 'application/json' }, /it has contentType and no body/],
    [{ body: Buffer, format }, /bytes have no JSON form/],
    [{ body: ApiError, format, contentType: 'text/plain' }, /its contentType 'text\/plain' is not JSON/],
    [{ body: ApiError, format, contentType: 'application/JSON' }, /is not JSON/],
    [{ body: ApiError, format, contentType: 'application/json; charset=utf-8' }, /is not JSON/],
    [{ statuses: { validation: 409 } }, /the option validation is 409.*give 400 or 422/],
    [{ statuses: { validation: '400' } }, /the option validation is '400'/],
    [{ statuses: null }, /the options are null, the option errors\.statuses/],
    [{ statuses: { validtion: 422 } }, /did you mean 'validation'/],
    [{ bdy: ApiError }, /did you mean 'body'/],
    [{ map: 5 }, /its map is neither a function nor a list/],
    [{ map: [[Error, 5]] }, /its map is neither a function nor a list/],
    [{ map: [[Error]] }, /its map is neither a function nor a list/],
    [{ map: [[work, work]] }, /its map is neither a function nor a list/]
  ]
  for (const [index, [errors, message]] of wrong.entries()) {
    it(`is rejected: ${JSON.stringify(errors)} (${index + 1})`, () => {
      expect(() => new Router({ errors: errors as ErrorsOptions }))
        .to.throw(message)
        .that.satisfies((error: unknown) => error instanceof SetupError || error instanceof BootstrapError)
    })
  }
})
