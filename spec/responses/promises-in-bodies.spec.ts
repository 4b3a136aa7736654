import { expect } from 'chai'
import {
  type Context,
  type ContextHandler,
  Field,
  Integer,
  mapOf,
  nullable,
  oneOf,
  type ResponseOption,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import { oneHandler, recordingLogger } from '../support/one-handler.js'
import { unhandledRejections } from '../support/unhandled-rejections.js'

class Row {
  @Field(() => Integer) id!: number
  @Field({ optional: true }) name?: string
}

class Loose {
  @Field({ optional: true }) name?: string
  @Field(() => Loose, { optional: true }) inner?: Loose
}

class Box {
  @Field(() => Unknown) content!: unknown
  @Field(() => [Row], { optional: true }) rows?: Row[]
  @Field(() => Date, { optional: true }) at?: Date
}

class Lazy {
  get owner(): unknown {
    return failed()
  }
}

class Owned {
  @Field(() => Row) owner!: Row
}

const failed = () => Promise.reject(new Error('the connection is lost'))
const pending = () => new Promise(() => undefined)

/** What comes of a reply; fails where a rejection is left that would end the process. */
async function replied(handler: ContextHandler, responses?: Record<number, ResponseOption>) {
  const { logger, entries } = recordingLogger()
  const route = responses === undefined ? {} : { responses }
  const service = await oneHandler(handler, { logger, responseChecks: 'off', route })
  const sent: { status: number; body: string }[] = []
  const unhandled = await unhandledRejections(async () => {
    const { statusCode, body } = await service.inject('/')
    sent.push({ status: statusCode, body })
  })
  expect(unhandled).to.deep.equal([])
  const errors = entries.map(({ fields }) => String(fields.err))
  return { ...(sent[0] as (typeof sent)[0]), errors }
}

const message = (path: string) =>
  `SerializationError: The value${path === '' ? '' : ` at '${path}'`} cannot be written as JSON: it is a promise: await it`

describe('A promise in a JSON body', () => {
  const places: readonly [type: TypeExpression | undefined, value: (promise: unknown) => unknown, path: string][] = [
    [[Row], (promise) => [{ id: 1 }, promise], '[1]'],
    [Row, (promise) => ({ id: promise }), 'id'],
    [Row, (promise) => ({ id: 1, name: promise }), 'name'],
    [Loose, (promise) => ({ inner: promise }), 'inner'],
    [Box, (promise) => ({ content: promise }), 'content'],
    [Box, (promise) => ({ content: [{ a: { b: promise } }] }), 'content[0].a.b'],
    [Box, (promise) => ({ content: {}, rows: promise }), 'rows'],
    [Box, (promise) => ({ content: {}, at: promise }), 'at'],
    [mapOf(Row), (promise) => ({ 'a b': promise }), '["a b"]'],
    [mapOf(Row), (promise) => promise, ''],
    [mapOf(Unknown), (promise) => new Map([['a', promise]]), 'a'],
    [[nullable(String)], (promise) => [null, promise], '[1]'],
    [tupleOf(String, Row), (promise) => ['a', promise], '[1]'],
    [oneOf(String, Loose), (promise) => promise, ''],
    [Unknown, (promise) => ({ rows: [promise, failed()] }), 'rows[0]'],
    [undefined, (promise) => ({ rows: [{ a: {} }, { a: promise }] }), 'rows[1].a'],
    [[Row], (promise) => [promise, failed(), failed()], '[0]'],
    [Row, (promise) => ({ id: 1, name: { toJSON: () => promise } }), 'name']
  ]
  for (const [type, value, path] of places) {
    const shown = JSON.stringify(value('…'))
    for (const [kind, make] of Object.entries({ failed, pending })) {
      it(`is a 500 whose log says where it is, and leaves the process running: ${kind}, in ${shown}`, async () => {
        const responses = type === undefined ? undefined : { 200: { body: type } }
        const byContext = (made: unknown, ctx: Context) => ctx.json(200, made)
        // What a handler returns is awaited.
        for (const give of path === '' ? [byContext] : [byContext, (made: unknown) => made]) {
          const { status, body, errors } = await replied((ctx) => give(value(make()), ctx), responses)
          expect([status, JSON.parse(body).detail, errors]).to.deep.equal([
            ...[500, 'Internal server error', [message(path)]]
          ])
        }
      })
    }
  }

  it('leaves the process running where a getter makes a new one each time', async () => {
    expect((await replied(() => new Lazy(), { 200: { body: Owned } })).errors).to.deep.equal([message('owner')])
    expect((await replied(() => [new Lazy()], { 200: { body: [Owned] } })).errors).to.deep.equal([message('[0].owner')])
  })

  it('leaves the process running where something else in the body cannot be written', async () => {
    const { status } = await replied(() => ({ big: 5n, row: failed() }))
    expect(status).to.equal(500)
    const typed = await replied(() => ({ id: {}, name: failed() }), { 200: { body: Row } })
    expect(typed.errors[0]).to.match(/'id'.*an object where an integer is declared$/)
  })

  it('is found in what else is awaited, such as a query, and does not start it', async () => {
    const started: string[] = []
    // biome-ignore lint/suspicious/noThenProperty: as queries of databases have one
    const query = { table: 'rows', then: () => started.push('rows') }
    const { errors } = await replied(() => ({ rows: query }), { 200: { body: mapOf([Row]) } })
    expect([errors, started]).to.deep.equal([[message('rows')], []])
  })

  it('is no promise where a field is called then, and an empty object stays one', async () => {
    // biome-ignore lint/suspicious/noThenProperty: the text of a field, which is no function
    const { status, body } = await replied(() => ({ then: 'now', empty: {}, at: [{}, new Map()] }))
    expect([status, body]).to.deep.equal([200, '{"then":"now","empty":{},"at":[{},{}]}'])
  })
})
