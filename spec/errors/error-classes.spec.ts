import { inspect } from 'node:util'
import { expect } from 'chai'
import * as errors from 'fieldstone'
import {
  BootstrapError,
  type Fault,
  HttpError,
  MethodNotAllowed,
  NotFound,
  SetupError,
  ValidationError
} from 'fieldstone'

function setupError(what: string): SetupError {
  return new SetupError('ROUTE_DUPLICATE', what, 'Items.find and Old.get', 'change one path')
}

describe('SetupError', () => {
  it('has a message of code, what, place and remedy, and each of them as a property', () => {
    const error = setupError('GET /items/{id} is declared twice')
    expect(error).to.be.instanceOf(Error).and.include({
      name: 'SetupError',
      message: 'ROUTE_DUPLICATE: GET /items/{id} is declared twice, Items.find and Old.get; change one path.',
      code: 'ROUTE_DUPLICATE',
      place: 'Items.find and Old.get',
      remedy: 'change one path'
    })
  })
})

describe('BootstrapError', () => {
  it('lists every setup error on a line of its own and counts them', () => {
    const found = [setupError('the first'), setupError('the second')]
    const error = new BootstrapError(found)
    expect(error.errors).to.equal(found)
    expect(error.name).to.equal('BootstrapError')
    expect(error.message.split('\n')).to.deep.equal([
      'The application cannot start: 2 setup errors.',
      `  - ${found[0]?.message}`,
      `  - ${found[1]?.message}`
    ])
  })

  it('is printed by Node with each message once, and with the cause', () => {
    const first = setupError('the first')
    first.cause = new Error('out of memory')
    const error = new BootstrapError([first, setupError('the second')])
    // As Node prints what nothing catches.
    const printed = inspect(error, { customInspect: false, depth: Number.POSITIVE_INFINITY })
    for (const text of ['the first', 'the second', 'out of memory']) {
      expect(printed.split(text), text).to.have.length(2)
    }
    expect(printed.split('change one path')).to.have.length(3)
    expect(printed).to.contain('[SetupError: ROUTE_DUPLICATE, Items.find and Old.get]')
    expect(error.errors[1]).to.include({ code: 'ROUTE_DUPLICATE', remedy: 'change one path' })
  })

  it('speaks of one error in the singular', () => {
    expect(new BootstrapError([setupError('it')]).message).to.contain('cannot start: 1 setup error.\n')
  })
})

describe('HttpError', () => {
  it('has no stack if it reports a client’s mistake, and one if something is wrong or caused it', () => {
    const frames = (error: Error): number => (error.stack?.match(/^ {4}at /gm) ?? []).length
    expect(frames(new HttpError(404, 'gone fishing'))).to.equal(0)
    expect(frames(new NotFound())).to.equal(0)
    expect(frames(new ValidationError([]))).to.equal(0)
    expect(frames(new HttpError(503, 'no'))).to.be.greaterThan(0)
    expect(frames(new HttpError(404, 'no', { cause: new Error('why') }))).to.be.greaterThan(0)
    expect(frames(new Error('another'))).to.be.greaterThan(0)
  })

  it('leaves the stacks of other errors as they were, even where it cannot be made', () => {
    const before = Error.stackTraceLimit
    const unreadable = {
      toString: () => {
        throw new Error('unreadable')
      }
    } as unknown as string
    expect(() => new HttpError(404, unreadable)).to.throw('unreadable')
    expect(() => new HttpError(200, 'no error')).to.throw(RangeError)
    expect(Error.stackTraceLimit).to.equal(before)
  })

  it('has status, detail, headers, faults and cause', () => {
    const cause = new Error('inside')
    const faults: Fault[] = [{ in: 'query', path: 'page', rule: 'minimum', message: 'must be at least 1' }]
    const error = new HttpError(429, 'Slow down', { headers: { 'retry-after': '5' }, faults, cause })
    expect(error).to.be.instanceOf(Error).and.include({ name: 'HttpError', message: 'Slow down' })
    expect(error).to.include({ status: 429, detail: 'Slow down', faults, cause })
    expect(error.headers).to.deep.equal({ 'retry-after': '5' })
  })

  it('has no cause unless one is given', () => {
    expect(new HttpError(500, 'No cause')).not.to.have.own.property('cause')
  })

  for (const status of [400, 404, 500, 599]) {
    it(`can have the status ${status}`, () => {
      expect(new HttpError(status, 'text').status).to.equal(status)
    })
  }

  for (const status of [200, 304, 399, 600, 404.5, Number.NaN, '404' as never]) {
    it(`cannot have the status ${JSON.stringify(status)}`, () => {
      expect(() => new HttpError(status, 'text')).to.throw(
        RangeError,
        `An HttpError's status is an integer from 400 to 599, not ${status}`
      )
    })
  }
})

describe('the kinds of HttpError', () => {
  const kinds: readonly [keyof typeof errors, number, detail: string][] = [
    ['BadRequest', 400, 'The request is malformed'],
    ['Unauthorized', 401, 'Authentication is required'],
    ['Forbidden', 403, 'Access is refused'],
    ['NotFound', 404, 'Not found'],
    ['MethodNotAllowed', 405, 'Method not allowed'],
    ['NotAcceptable', 406, 'No acceptable representation'],
    ['Conflict', 409, 'The request conflicts with the current state'],
    ['Gone', 410, 'The resource is gone'],
    ['ContentTooLarge', 413, 'The request body is too large'],
    ['UnsupportedMediaType', 415, 'The media type of the request body is not supported'],
    ['UnprocessableContent', 422, 'The request cannot be processed'],
    ['TooManyRequests', 429, 'Too many requests'],
    ['InternalServerError', 500, 'Internal server error'],
    ['ServiceUnavailable', 503, 'The service is unavailable']
  ]

  for (const [name, status, detail] of kinds) {
    it(`${name} is a ${status} with a detail of its own`, () => {
      const Kind = errors[name] as typeof NotFound
      const error = new Kind()
      expect(error).to.be.instanceOf(HttpError).and.include({ status, name })
      expect(error.detail).to.equal(detail)
      expect(new Kind('In other words').detail).to.equal('In other words')
    })
  }

  it('are all in the table above', () => {
    const exported = Object.entries(errors)
      .filter(([, value]) => typeof value === 'function' && value.prototype instanceof HttpError)
      .map(([name]) => name)
      .filter((name) => name !== 'ValidationError')
    expect(exported).to.have.members(kinds.map(([name]) => name))
  })

  it('throw themselves in an expression, with detail and options', () => {
    const find = (id: number): string => new Map([[1, 'one']]).get(id) ?? NotFound.throw(`No number ${id}`)
    expect(find(1)).to.equal('one')
    expect(() => find(2)).to.throw(NotFound, 'No number 2')
    const refuse = () => MethodNotAllowed.throw(undefined, { headers: { allow: 'GET' } })
    expect(refuse).to.throw(MethodNotAllowed, 'Method not allowed').with.deep.property('headers', { allow: 'GET' })
  })
})

describe('ValidationError', () => {
  const username: Fault = { in: 'body', path: 'username', rule: 'minLength', message: 'is too short' }
  const sku: Fault = { in: 'body', path: 'lines[3].sku', rule: 'pattern', message: 'must be a stock number' }
  const body: Fault = { in: 'body', path: '', rule: 'type', message: 'must be an object' }

  it('names the field and the reason', () => {
    const error = new ValidationError([username])
    expect(error).to.be.instanceOf(HttpError).and.include({ status: 400, name: 'ValidationError' })
    expect(error.detail).to.equal("validation failed: Field 'username' is too short")
  })

  it('joins all faults, each with its path', () => {
    const error = new ValidationError([username, sku])
    expect(error.message).to.equal(
      "validation failed: Field 'username' is too short; Field 'lines[3].sku' must be a stock number"
    )
    expect(error.faults).to.deep.equal([username, sku])
  })

  it('speaks of the place where no field is at fault', () => {
    expect(new ValidationError([body]).detail).to.equal('validation failed: The body must be an object')
  })

  it("computes class-validator's tree only when it is read", () => {
    let computed = 0
    const error = new ValidationError([username], () => {
      computed++
      return [{ property: 'username' } as never]
    })
    expect(computed).to.equal(0)
    expect(error.tree).to.deep.equal([{ property: 'username' }])
    expect(computed).to.equal(1)
    expect(new ValidationError([username]).tree).to.deep.equal([])
  })
})
