import { Readable } from 'node:stream'
import { expect } from 'chai'
import {
  Application,
  bootstrap,
  type Context,
  Controller,
  Field,
  Get,
  HttpError,
  type HttpOptions,
  type InjectRequest,
  Integer,
  Returns,
  type Service,
  ServiceUnavailable
} from 'fieldstone'
import { recordingLogger, until } from '../support/one-handler.js'

class Owner {
  @Field() name!: string
}

class Pet {
  @Field(() => Integer) id!: number
  @Field({ maxLength: 5 }) name!: string
  @Field({ optional: true }) born?: Date
  @Field(() => [String], { optional: true }) tags?: string[]
  @Field(() => Owner, { optional: true }) owner?: Owner
}

type Reply = (ctx: Context) => unknown

const fitting = { id: 1, name: 'Rex' }

/** Replies that the document does not promise, and the status that a service without checks sends each with. */
const WRONG: readonly [what: string, reply: Reply, status: number, body: string | RegExp][] = [
  ['an undocumented status', (ctx) => ctx.jsonError(404, 'No such pet'), 404, /No such pet/],
  ['an undocumented status with a value', (ctx) => ctx.json(202, { name: 'Rex', any: [1] }), 202, '{"name":"Rex"}'],
  ['an undocumented media type', (ctx) => ctx.text(200, 'Rex'), 200, 'Rex'],
  ['a number where a text is declared', () => ({ id: 1, name: 7 }), 200, '{"id":1,"name":7}'],
  ['a text where a number is declared', () => ({ id: 'one', name: 'Rex' }), 200, '{"id":"one","name":"Rex"}'],
  ['a broken rule', () => ({ id: 1, name: 'Rexington' }), 200, '{"id":1,"name":"Rexington"}'],
  ['a missing field', () => ({ name: 'Rex' }), 200, '{"name":"Rex"}'],
  ['an undeclared field', () => ({ ...fitting, hash: 'x' }), 200, '{"id":1,"name":"Rex"}'],
  ['null for a field', () => ({ id: null, name: null }), 200, '{"id":null,"name":null}'],
  ['null', () => null, 200, 'null'],
  ['a fraction', () => ({ id: 1.5, name: 'Rex' }), 200, '{"id":1.5,"name":"Rex"}'],
  ['NaN', () => ({ id: Number.NaN, name: 'Rex' }), 200, '{"id":null,"name":"Rex"}'],
  ['an infinite number', () => ({ id: Number.POSITIVE_INFINITY, name: 'Rex' }), 200, '{"id":null,"name":"Rex"}'],
  ['a list where a record is declared', () => [fitting], 500, /Internal/],
  ['a text where a record is declared', () => 'Rex', 500, /Internal/],
  ['a date where a text is declared', () => ({ id: 1, name: new Date(0) }), 200, /1970-01-01T00:00:00.000Z/],
  ['a text where a date is declared', () => ({ ...fitting, born: 'May' }), 200, '{"id":1,"name":"Rex","born":"May"}'],
  ['an invalid date', () => ({ ...fitting, born: new Date(Number.NaN) }), 500, /Internal/],
  ['a Map', () => ({ ...fitting, tags: new Map([['a', 1]]) }), 500, /Internal/],
  ['a Set', () => ({ ...fitting, tags: new Set(['a']) }), 500, /Internal/],
  ['a text where a list is declared', () => ({ ...fitting, tags: 'a' }), 500, /Internal/],
  ['an object where a text is declared', () => ({ id: 1, name: { hash: 'x' } }), 500, /Internal/],
  ['a text where a record is declared within', () => ({ ...fitting, owner: 'Ada' }), 500, /Internal/],
  ['a bigint', () => ({ id: 2n ** 60n, name: 'Rex' }), 500, /Internal/],
  ['a symbol', () => ({ id: 1, name: Symbol('Rex') }), 200, '{"id":1}'],
  ['a function', () => ({ id: 1, name: () => 'Rex' }), 200, '{"id":1}'],
  ['nothing', () => undefined, 500, /Internal/],
  ['what was thrown', () => Promise.reject(new TypeError('secret')), 500, /Internal/]
]

async function serviceOf(reply: Reply, options: HttpOptions = {}): Promise<Service> {
  return bootstrap(
    new Application({
      ...{ title: 'Pets', version: '1', logger: false, ...options },
      routes: (router) => router.getFunc('/pets/{id}', reply, { responses: { 200: { body: Pet } } })
    })
  )
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

const off = (more: Partial<InjectRequest> = {}): InjectRequest => ({ url: '/pets/1', responseChecks: 'off', ...more })

describe('A response to an injected request', () => {
  for (const [what, reply, status, body] of WRONG) {
    it(`is the one that production sends where checks are off: ${what}`, async () => {
      const service = await serviceOf(reply)
      const response = await service.inject(off())
      const production = await (await inProduction(() => serviceOf(reply))).fetch(
        new Request('http://localhost/pets/1')
      )
      expect([response.statusCode, response.body]).to.deep.equal([production.status, await production.text()])
      expect(response.headers['content-type']).to.equal(production.headers.get('content-type') ?? undefined)
      expect(response.statusCode).to.equal(status)
      if (typeof body === 'string') expect(response.body).to.equal(body)
      else expect(response.body).to.match(body)
    })
  }

  it('is checked as the request says, whatever the application says, and as the application says else', async () => {
    const reply: Reply = (ctx) => ctx.json(202, fitting)
    const expected = { off: [202, 0], report: [202, 1], enforce: [500, 1] } as const
    for (const own of ['off', 'report', 'enforce', undefined] as const) {
      const { logger, entries } = recordingLogger()
      const service = await serviceOf(reply, { logger, ...(own && { responseChecks: own }) })
      for (const responseChecks of ['off', 'report', 'enforce', undefined] as const) {
        entries.length = 0
        const { statusCode } = await service.inject({ url: '/pets/1', responseChecks })
        expect([statusCode, entries.length]).to.deep.equal(expected[responseChecks ?? own ?? 'enforce'])
      }
    }
  })

  for (const [option, value, fault] of [
    ['signal', {}, 'is no AbortSignal; give `new AbortController().signal`'],
    ['signal', null, 'is no AbortSignal; give `new AbortController().signal`'],
    ['streamTime', 'soon', 'is no number of milliseconds; give one, as 500']
  ] as const) {
    it(`is not made for a request whose ${option} is ${JSON.stringify(value)}`, async () => {
      const service = await serviceOf(() => fitting)
      const failure = await service.inject(off({ [option]: value as never })).catch((error: Error) => error)
      expect(String(failure)).to.equal(`TypeError: The request: the option ${option} ${fault}`)
    })
  }

  it('is not made for a request that names no such check', async () => {
    const service = await serviceOf(() => fitting)
    const failure = await service.inject(off({ responseChecks: 'offf' as never })).catch((error: Error) => error)
    expect(failure).to.be.instanceOf(TypeError)
    expect(String(failure)).to.equal(
      "TypeError: The request: the option responseChecks is 'offf' (did you mean 'off'?); give 'off', 'report' or 'enforce'"
    )
  })
})

describe('The error of a response to an injected request', () => {
  const inject = async (reply: Reply, request: Partial<InjectRequest> = {}, options: HttpOptions = {}) => {
    const service = await serviceOf(reply, options)
    return service.inject({ url: '/pets/1', ...request })
  }

  it('is what the handler threw, of which the body says nothing', async () => {
    for (const responseChecks of ['off', 'report', 'enforce'] as const) {
      const thrown = new TypeError('secret')
      const { statusCode, body, error } = await inject(() => Promise.reject(thrown), { responseChecks })
      expect(statusCode).to.equal(500)
      expect(error).to.equal(thrown)
      expect(body).to.include('Internal server error').and.not.to.include('secret')
    }
  })

  it('says what was thrown that is no Error', async () => {
    const { error } = await inject(() => Promise.reject('no Error'))
    expect(error).to.be.instanceOf(Error).with.property('message').that.includes("'no Error'")
  })

  it('is an HttpError from 500 on, with its cause', async () => {
    const thrown = new ServiceUnavailable('Later', { cause: new Error('no database') })
    const { statusCode, error } = await inject(() => Promise.reject(thrown), { responseChecks: 'off' })
    expect(statusCode).to.equal(503)
    expect(error).to.equal(thrown)
  })

  it('is what middleware threw, too', async () => {
    const thrown = new Error('in middleware')
    const application = new Application({
      ...{ title: 'Pets', version: '1', logger: false },
      middleware: [() => Promise.reject(thrown)]
    })
    expect((await (await bootstrap(application)).inject('/nowhere')).error).to.equal(thrown)
  })

  it('says why a value cannot be sent, and that nothing was returned', async () => {
    const unsendable = await inject(() => ({ id: 1, name: { hash: 'x' } }))
    expect(unsendable.error).to.have.property('name', 'SerializationError')
    expect(unsendable.error?.message).to.match(/^The value at 'name' cannot be written as JSON/)
    expect((await inject(() => undefined)).error?.message).to.match(
      /returned nothing, but the document promises a body$/
    )
  })

  it('says how a response breaks the document, as its body does', async () => {
    const { statusCode, json, error } = await inject(() => ({ id: 'one', name: 'Rex' }))
    expect(statusCode).to.equal(500)
    expect(error).to.have.property('name', 'UndocumentedResponse')
    expect(error?.message).to.match(
      /^GET \/pets\/\{id\} \(.*\) responded 200, which breaks the document: 'id' must be an integer$/
    )
    expect(json<{ detail: string }>().detail).to.equal(error?.message)
  })

  it('says it of a response that checks only report, and of one that a Node handler wrote', async () => {
    const reported = await inject((ctx) => ctx.json(202, fitting), { responseChecks: 'report' })
    expect([reported.statusCode, reported.error?.name]).to.deep.equal([202, 'UndocumentedResponse'])
    const written = await inject((ctx) => ctx.handOver().writeHead(202).end())
    expect([written.statusCode, written.error?.name]).to.deep.equal([202, 'UndocumentedResponse'])
  })

  it('has the error as its cause for which the status is not documented', async () => {
    const thrown = new HttpError(599, 'odd')
    const { statusCode, error } = await inject(() => Promise.reject(thrown))
    expect([statusCode, error?.name]).to.deep.equal([500, 'UndocumentedResponse'])
    expect(error?.cause).to.equal(thrown)
  })

  it('is undefined where nothing is wrong', async () => {
    expect(await inject(() => fitting)).to.have.property('error', undefined)
    expect((await inject(() => fitting, { url: '/nowhere' })).error).to.equal(undefined)
    expect((await inject((ctx) => ctx.json(202, fitting), { responseChecks: 'off' })).error).to.equal(undefined)
  })

  it('is what was thrown where the connection is cut in the middle of a stream', async () => {
    const thrown = new Error('half')
    function* bytes() {
      yield 'a'
      throw thrown
    }
    const response = await inject((ctx) => ctx.send(200, 'text/plain', bytes()), { responseChecks: 'off' })
    expect(response).to.include({ statusCode: 200, isCut: true, error: thrown })
  })

  it('is in no response of production but to injected requests, nor is anything of it in a body', async () => {
    await inProduction(async () => {
      const { body, error } = await inject(() => ({ id: 'one', name: 'Rex' }), { responseChecks: 'enforce' })
      expect(error?.name).to.equal('UndocumentedResponse')
      expect(JSON.parse(body).detail).to.equal('Internal server error')
    })
  })
})

describe('An injected request for a stream without an end', () => {
  it('gets what was sent in its time', async () => {
    let isOver = false
    async function* events() {
      try {
        for (let id = 0; ; id++) {
          yield { id: String(id), data: 'x' }
          await new Promise(setImmediate)
        }
      } finally {
        isOver = true
      }
    }
    const service = await serviceOf((ctx) => ctx.sse(events()))
    const { statusCode, headers, body, isCut } = await service.inject(off({ streamTime: 20 }))
    expect([statusCode, headers['content-type'], isCut]).to.deep.equal([200, 'text/event-stream', true])
    expect(body).to.match(/^id: 0\ndata: x\n\n/)
    await new Promise(setImmediate)
    expect(isOver).to.equal(true)
  })

  it('is whole where it ends before', async () => {
    const service = await serviceOf((ctx) => ctx.sse(['a']))
    const { body, isCut } = await service.inject(off({ streamTime: 60_000 }))
    expect([body, isCut]).to.deep.equal(['data: a\n\n', false])
  })
})

describe('An injected request with a signal', () => {
  /** A handler that waits for its signal, and what became of it. */
  function waiting() {
    let left: (reason: unknown) => void = () => undefined
    const isLeft = new Promise<unknown>((resolve) => {
      left = resolve
    })
    let entered: () => void = () => undefined
    const isEntered = new Promise<void>((resolve) => {
      entered = resolve
    })
    const reply: Reply = async ({ signal }) => {
      entered()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      left(signal.reason)
      throw signal.reason
    }
    return { reply, isEntered, isLeft }
  }

  it('is cut as by a client that goes away: the signal of the handler fires, and inject rejects', async () => {
    const { logger, entries } = recordingLogger()
    const { reply, isEntered, isLeft } = waiting()
    const service = await serviceOf(reply, { logger })
    const client = new AbortController()
    const response = service.inject(off({ signal: client.signal }))
    await isEntered
    client.abort(new Error('enough'))
    expect(await response.catch((error: unknown) => error)).to.equal(client.signal.reason)
    expect(await isLeft).to.have.property('name', 'RequestAborted')
    expect(entries.filter(({ level }) => level !== 'debug')).to.deep.equal([])
  })

  it('ends a stream of events that has no end, and what makes them', async () => {
    const client = new AbortController()
    let isReleased = false
    async function* events() {
      try {
        for (let id = 0; ; id++) {
          yield { data: String(id) }
          if (id === 3) client.abort()
        }
      } finally {
        isReleased = true
      }
    }
    const service = await serviceOf((ctx) => ctx.sse(events()))
    const failure = await service.inject(off({ signal: client.signal })).catch((error: unknown) => error)
    expect(failure).to.equal(client.signal.reason)
    await until(() => isReleased)
  })

  it('ends a stream that always has more', async () => {
    const client = new AbortController()
    let isReleased = false
    function* bytes() {
      setTimeout(() => client.abort())
      try {
        for (;;) yield Buffer.alloc(10)
      } finally {
        isReleased = true
      }
    }
    const service = await serviceOf((ctx) => ctx.send(200, 'application/octet-stream', bytes()))
    const failure = await service.inject(off({ signal: client.signal })).catch((error: unknown) => error)
    expect(failure).to.equal(client.signal.reason)
    await until(() => isReleased)
  })

  it('ends the reading of a body that never ends', async () => {
    const client = new AbortController()
    const { logger, entries } = recordingLogger()
    let failure: unknown
    const application = new Application({
      ...{ title: 'Pets', version: '1', logger },
      routes: (router) =>
        router.postFunc('/pets', async (ctx) => {
          try {
            setImmediate(() => client.abort())
            return await ctx.bodyText()
          } catch (error) {
            failure = error
            throw error
          }
        })
    })
    const service = await bootstrap(application)
    const body = new Readable({ read: () => undefined })
    body.push('a')
    const request = { method: 'POST', url: '/pets', body, signal: client.signal }
    expect(await service.inject(request).catch((error: unknown) => error)).to.equal(client.signal.reason)
    await until(() => failure !== undefined)
    expect(failure).to.have.property('name', 'RequestAborted')
    expect(entries.filter(({ level }) => level !== 'debug')).to.deep.equal([])
  })

  it('never reaches the handler where the signal has fired already', async () => {
    let isCalled = false
    const service = await serviceOf(() => {
      isCalled = true
      return fitting
    })
    const signal = AbortSignal.abort()
    expect(await service.inject(off({ signal })).catch((error: unknown) => error)).to.equal(signal.reason)
    expect(isCalled).to.equal(false)
  })

  it('is not touched by a signal that fires when the response has come', async () => {
    const service = await serviceOf(() => fitting)
    const client = new AbortController()
    const { statusCode } = await service.inject(off({ signal: client.signal }))
    client.abort()
    expect(statusCode).to.equal(200)
  })
})

describe('A stream of an injected request that fails in the middle', () => {
  class Price {
    @Field() value!: number
  }
  const streamed = async (source: () => AsyncIterable<unknown>) => {
    @Controller('/prices')
    class PriceController {
      @Get()
      @Returns(200, { events: { price: Price } })
      all() {
        return source() as AsyncIterable<never>
      }
    }
    const { logger } = recordingLogger()
    return (
      await bootstrap(new Application({ title: 'Prices', version: '1.0.0', controllers: [PriceController], logger }))
    ).inject('/prices')
  }

  it('is a response that has what was sent, and says which event is not declared', async () => {
    const { statusCode, isCut, body, error } = await streamed(async function* () {
      yield { event: 'price', data: { value: 1 } }
      await new Promise((resolve) => setImmediate(resolve))
      yield { event: 'cost', data: { value: 2 } }
    })
    expect([statusCode, isCut]).to.deep.equal([200, true])
    expect(body).to.include('data: {"value":1}').and.not.include('cost')
    expect(error?.message).to.include('cost')
  })

  it('is a response that has what was sent, and what the handler threw', async () => {
    const { statusCode, isCut, body, error } = await streamed(async function* () {
      yield { event: 'price', data: { value: 1 } }
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('the feed ended')
    })
    expect([statusCode, isCut, error?.message]).to.deep.equal([200, true, 'the feed ended'])
    expect(body).to.include('data: {"value":1}')
  })
})
