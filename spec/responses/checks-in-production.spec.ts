import { expect } from 'chai'
import {
  type Context,
  type ContextHandler,
  DateOnly,
  enumOf,
  Field,
  Float,
  type Hooks,
  type HttpOptions,
  Int32,
  Integer,
  mapOf,
  oneOf,
  type ResponseOption,
  type Router,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { recordingLogger } from '../support/one-handler.js'

class Owner {
  @Field({ name: 'full_name' }) name!: string
}

class Pet {
  @Field(() => Integer) id!: number
  @Field({ maxLength: 5 }) name!: string
  @Field(() => enumOf(['cat', 'dog'])) kind!: string
  @Field(() => Date) born!: Date
  @Field(() => DateOnly, { optional: true }) chipped?: string
  @Field(() => Int32, { optional: true }) legs?: number
  @Field(() => Float, { optional: true }) weight?: number
  @Field({ optional: true }) tame?: boolean
  @Field(() => Owner, { optional: true }) owner?: Owner
  @Field(() => [Integer], { optional: true }) marks?: number[]
  @Field(() => mapOf(Integer), { optional: true }) counts?: { [key: string]: number }
  @Field(() => tupleOf(String, Integer), { optional: true }) pair?: [string, number]
  @Field(() => oneOf(String, Owner), { optional: true }) either?: string | Owner
  @Field(() => enumOf(['a', 1]), { optional: true }) mixed?: string | number
  @Field(() => Unknown, { optional: true }) anything?: unknown
}

const pet = { id: 1, name: 'Rex', kind: 'dog', born: new Date(0) }
/** As in production, and no response is checked in full: a spec must not depend on chance. */
const CHEAP: HttpOptions = { responseChecks: { mode: 'report', sample: 0 } }

/** Requests over a socket, one after the other: what is sent, and what the log and the hooks get. */
async function respond(
  handler: ContextHandler,
  {
    responses = { 200: { body: Pet } },
    times = 1,
    http = CHEAP,
    headers = {} as Record<string, string>,
    method = 'GET'
  }: {
    responses?: Record<number, ResponseOption>
    times?: number
    http?: HttpOptions
    headers?: Record<string, string>
    method?: string
  } = {}
) {
  const { logger, entries } = recordingLogger()
  const heard: unknown[] = []
  const hooks: Hooks[] = [
    { onViolation: ({ template }, { status, messages }) => heard.push([template, status, messages]) }
  ]
  const routes = (router: Router) => router.getFunc('/pets', handler, { responses })
  const service = await serviceOf([], { logger, hooks, routes, ...http })
  const sent: { status: number; body: string }[] = []
  const { url } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
  try {
    for (let time = 0; time < times; time++) {
      const response = await fetch(`${url}/pets`, { method, headers, redirect: 'manual' })
      sent.push({ status: response.status, body: await response.text() })
    }
  } finally {
    await service.close({ deadline: 100 })
  }
  const log = entries.map(({ level, message }) => `${level}: ${message.replace(/^.*?spec\.[jt]s:\d+ /, '')}`)
  return { ...(sent.at(-1) as (typeof sent)[0]), log, heard }
}

const broken = (what: string, status = 200) => [`warn: responded ${status}, which breaks the document: ${what}`]

describe('In production a response that breaks the document', () => {
  const faults: readonly [part: object, message: string][] = [
    [{ id: '1' }, "'id' must be an integer"],
    [{ id: 1.5 }, "'id' must be an integer"],
    [{ id: 2 ** 53 }, "'id' must be an integer"],
    [{ id: Number.NaN }, "'id' must be an integer"],
    [{ id: null }, "'id' must not be null"],
    [{ id: undefined }, "'id' is required"],
    [{ name: 5 }, "'name' must be a string"],
    [{ kind: 'cow' }, `'kind' must be one of "cat", "dog"`],
    [{ born: 'yesterday' }, "'born' must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z"],
    [{ born: '2024-05-17 08:30:00' }, "'born' must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z"],
    [{ chipped: new Date(0) }, "'chipped' must be a date such as 2024-05-17"],
    [{ legs: 2 ** 40 }, "'legs' must be an integer of 32 bits"],
    [{ weight: 1e300 }, "'weight' must be a number"],
    [{ tame: 'yes' }, "'tame' must be true or false"],
    [{ tame: null }, "'tame' must not be null"],
    [{ owner: {} }, "'owner.full_name' is required"],
    [{ owner: null }, "'owner' must not be null"],
    [{ marks: [1, '2'] }, "'marks[1]' must be an integer"],
    [{ marks: [...new Array(20).fill(7), 0.5] }, "'marks[20]' must be an integer"],
    [{ counts: { a: 1, b: 'x' } }, "'counts.b' must be an integer"],
    [{ pair: ['a', 'b'] }, "'pair[1]' must be an integer"],
    [{ pair: ['a'] }, "'pair' must have exactly 2 items"],
    [{ either: 5 }, "'either' must be one of: a string, an Owner"],
    [{ mixed: 'b' }, `'mixed' must be one of "a", 1`],
    [{ id: 'one', name: true }, "'id' must be an integer; 'name' must be a string"]
  ]
  for (const [part, message] of faults) {
    const shown = JSON.stringify(part, (_key, value) => (value === undefined ? 'undefined' : value)).slice(0, 50)
    it(`is sent, and in the log, and heard by hooks: ${shown}`, async () => {
      const { status, body, log, heard } = await respond(() => ({ ...pet, ...part, secret: 1 }))
      expect([status, log]).to.deep.equal([200, broken(message)])
      expect(heard).to.deep.equal([['/pets', 200, message.split('; ')]])
      expect(JSON.parse(body)).not.to.have.property('secret')
    })
  }

  it('is none where each value is of its kind, in whatever form the program has it', async () => {
    const parts = [
      ...[
        {},
        { id: 7n },
        { born: '2024-05-17T08:30:00Z' },
        { chipped: '2024-05-17', legs: -0, weight: 0.5, tame: false }
      ],
      ...[{ owner: { name: 'Ada' } }, { marks: [] }, { counts: new Map([['a', 1]]) }, { pair: ['a', 1] }, { mixed: 1 }],
      ...[{ either: 'a' }, { either: { name: 'Ada' } }, { anything: null }, { anything: { a: Number.NaN } }],
      ...[{ id: new Number(5) }, { name: { toJSON: () => 'Rex' } }, { name: 'Rexington' }]
    ]
    for (const part of parts) {
      const { status, log, heard } = await respond(() => ({ ...pet, ...part }))
      expect([status, log, heard]).to.deep.equal([200, [], []])
    }
  })

  it('is none after one that was', async () => {
    let count = 0
    const { heard } = await respond(() => (++count === 1 ? { ...pet, tame: null } : pet), { times: 3 })
    expect(heard).to.have.length(1)
  })

  it('is noticed by the first value of a body, too, and by each kind of body', async () => {
    const bodies: readonly [type: TypeExpression, value: unknown, message: string][] = [
      [Integer, '5', 'the body must be an integer'],
      [[Pet], [pet, { ...pet, id: 'x' }], "'[1].id' must be an integer"],
      [mapOf(Pet), { a: { ...pet, kind: 'cow' } }, `'a.kind' must be one of "cat", "dog"`],
      [enumOf(Array.from({ length: 20 }, String)), '20', 'the body must be one of'],
      [tupleOf(Integer), ['a'], "'[0]' must be an integer"],
      [[enumOf([1, 2])], new Array(20).fill(3), "'[0]' must be one of 1, 2"]
    ]
    for (const [body, value, message] of bodies) {
      const { status, log } = await respond((ctx) => ctx.json(200, value), { responses: { 200: { body } } })
      expect([status, log.length]).to.deep.equal([200, 1])
      expect(log[0]).to.contain(`which breaks the document: ${message}`)
    }
  })

  it('is noticed by its status and its media type', async () => {
    const html = (ctx: Context) => ctx.html(200, '<p>')
    expect((await respond((ctx) => ctx.json(202, pet))).log).to.deep.equal(
      broken('the status 202 is not documented', 202)
    )
    const moved = { responses: { 303: { body: Pet } } }
    expect((await respond((ctx) => ctx.redirect('/', { status: 303 }), moved)).log).to.deep.equal(
      broken('the media type none is not documented', 303)
    )
    expect((await respond(html)).log).to.deep.equal(broken('the media type text/html; charset=utf-8 is not documented'))
    const bodiless = { responses: { 200: { body: Pet }, 204: {}, 201: {} } }
    expect((await respond((ctx) => ctx.json(201, pet), bodiless)).log).to.deep.equal(
      broken('the document promises no body', 201)
    )
    expect((await respond((ctx) => ctx.json(409, {}))).log).to.deep.equal(
      broken('the status 409 is not documented', 409)
    )
  })

  it('is noticed by the status that middleware sets afterwards', async () => {
    const late = (ctx: Context) => {
      ctx.json(200, pet)
      ctx.status(203)
    }
    const responses = { 200: { body: Pet }, 203: { body: Owner } }
    expect((await respond(late, { responses })).log).to.deep.equal(broken("'full_name' is required", 203))
  })

  it('shows no more in events than the body that is declared', async () => {
    const events = (ctx: Context) =>
      ctx.sse([{ data: { ...pet, secret: 1 } }, { event: 'x', data: { ...pet, secret: 1 } }])
    for (const declared of [{ body: Pet }, { body: [Pet] }, { lines: Pet }]) {
      const { body, log } = await respond(events, { responses: { 200: declared } })
      expect(body)
        .to.match(/^data: \{"id":1,.*\}\n\nevent: x\ndata: \{"id":1,.*\}\n\n$/)
        .and.not.to.contain('secret')
      expect(log).to.deep.equal(broken('the media type text/event-stream is not documented'))
    }
    const json = (ctx: Context) => ctx.json(200, { ...pet, secret: 1 })
    for (const declared of [{ lines: Pet }, { events: Pet }]) {
      const { body, log } = await respond(json, { responses: { 200: declared } })
      expect([body.includes('secret'), log.length]).to.deep.equal([false, 1])
    }
  })

  it('is noticed in each stream by its first item', async () => {
    const items = () => [pet, { ...pet, id: 'a' }, { ...pet, name: 5 }]
    for (const declared of [{ lines: Pet }, { events: Pet }]) {
      const { status, log, heard } = await respond(items, { responses: { 200: declared } })
      expect([status, log.length, heard.length]).to.deep.equal([200, 1, 1])
      expect(log[0]).to.contain("'id' must be an integer")
    }
  })

  it('is not checked by rules, and by all of them where each response is a sample', async () => {
    const long = () => ({ ...pet, name: 'Rexington' })
    const http = (sample: number): HttpOptions => ({ responseChecks: { mode: 'report', sample } })
    expect((await respond(long, { http: http(0) })).log).to.deep.equal([])
    expect((await respond(long, { http: http(1) })).log).to.deep.equal(
      broken("'name' must be at most 5 characters long")
    )
    // The chance that none of them is checked, or each one, is below 10⁻³⁰.
    const { heard } = await respond(long, { http: http(0.5), times: 110 })
    expect(heard.length).to.be.above(0).and.below(110)
  })

  it('is in the log once for each field and rule, and then with its number; hooks hear each', async () => {
    let count = 0
    const alternating = () => ({ ...pet, ...(++count === 5 ? { tame: 'yes' } : { id: '1', marks: [count, 'a'] }) })
    const { log, heard } = await respond(alternating, { times: 120 })
    expect(heard).to.have.length(120)
    expect(log).to.deep.equal([
      ...broken("'id' must be an integer; 'marks[1]' must be an integer"),
      ...broken("'tame' must be true or false"),
      ...broken("'id' must be an integer; 'marks[1]' must be an integer (10 such responses by now)"),
      ...broken("'id' must be an integer; 'marks[1]' must be an integer (100 such responses by now)")
    ])
  })

  it('does not fill the memory where the names of its fields are from outside', async () => {
    let count = 0
    const counting = () => ({ ...pet, counts: Object.fromEntries([[`key${++count}`, 'x']]) })
    const { log } = await respond(counting, { times: 300, http: { responseChecks: 'report' } })
    expect(log.length).to.be.below(60)
    const many = () => ({
      ...pet,
      counts: Object.fromEntries(Array.from({ length: 80 }, () => [`key${++count}`, 'x']))
    })
    expect((await respond(many, { times: 5 })).log).to.have.length(1)
  })

  it('says nothing where checks are off', async () => {
    const { status, log, heard } = await respond(() => ({ ...pet, id: 'x' }), { http: { responseChecks: 'off' } })
    expect([status, log, heard]).to.deep.equal([200, [], []])
  })

  it('is a 500 where it is enforced, and heard by hooks', async () => {
    const { status, log, heard } = await respond(() => ({ ...pet, id: 'x' }), { http: { responseChecks: 'enforce' } })
    expect([status, log, heard.length]).to.deep.equal([500, broken("'id' must be an integer"), 1])
  })
})

describe('Headers of a stream', () => {
  const responses = { 200: { lines: Pet, headers: { 'x-total': Integer } } }
  const setting = (value?: number | string) =>
    async function* (ctx: Context) {
      await Promise.resolve()
      if (value !== undefined) ctx.header('x-total', value)
      yield pet
    }

  it('may be set by the generator before its first item', async () => {
    for (const responseChecks of ['report', 'enforce'] as const) {
      const { status, log } = await respond(setting(1), { responses, http: { responseChecks } })
      expect([status, log]).to.deep.equal([200, []])
    }
  })

  it('are checked when the stream begins', async () => {
    for (const [value, what] of [
      [undefined, 'the header x-total is required'],
      ['many', 'the header x-total must be an integer']
    ] as const) {
      const reported = await respond(setting(value), { responses, http: { responseChecks: 'report' } })
      expect([reported.status, reported.log]).to.deep.equal([200, broken(what)])
      const enforced = await respond(setting(value), { responses, http: { responseChecks: 'enforce' } })
      expect([enforced.status, enforced.log[0]]).to.deep.equal([500, ...broken(what)])
    }
  })

  it('are not checked of a HEAD request, for which no generator starts', async () => {
    const { status, log } = await respond(setting(), { responses, http: { responseChecks: 'enforce' }, method: 'HEAD' })
    expect([status, log]).to.deep.equal([200, []])
  })

  it('are judged as HTTP carries them, without white space around', async () => {
    const json = { 200: { body: Pet, headers: { 'x-total': Integer, 'x-tags': [Integer] } } }
    const spaced = (ctx: Context) => {
      ctx.header('x-total', ' 5\t')
      ctx.header('x-tags', '1, 2 ')
      return pet
    }
    expect((await respond(spaced, { responses: json, http: { responseChecks: 'enforce' } })).log).to.deep.equal([])
  })
})

describe('The media type that a client accepts', () => {
  it('counts where one declared type alone can carry the value', async () => {
    const responses = { 200: { body: [Pet], lines: Pet } }
    const lines = async function* () {
      yield pet
    }
    const accepting = (accept: string, handler: ContextHandler) =>
      respond(handler, { responses, headers: { accept }, http: { responseChecks: 'enforce' } })
    expect((await accepting('application/json', lines)).status).to.equal(406)
    expect((await accepting('application/jsonl', lines)).status).to.equal(200)
    expect((await accepting('application/json', () => [pet])).status).to.equal(200)
  })
})

describe('errors.format', () => {
  it('is not called for an error after the response has begun', async () => {
    let calls = 0
    const format = () => {
      calls++
      return {}
    }
    const handler = async (ctx: Context) => {
      ctx.response().writeHead(200).end('done')
      await Promise.resolve()
      throw new Error('too late')
    }
    const http: HttpOptions = { errors: { body: Unknown, format } }
    const { status, log } = await respond(handler, { http, responses: {} })
    expect([status, calls, log]).to.deep.equal([200, 0, ['error: failed']])
  })
})
