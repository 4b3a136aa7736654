import { expect } from 'chai'
import { type ContextHandler, Field, type HttpOptions, Integer, type RouteOptions } from 'fieldstone'
import { ServedRouters, told } from '../support/served-router.js'

const VENDOR = 'application/vnd.library.book+json'

class Book {
  @Field(() => Integer) id!: number
  @Field() title!: string
}

class LibraryBook {
  @Field() shelf!: string
}

const VALUE = { id: 1, title: 'Emma', shelf: 'A', secret: 'x' }
const CONTENT = { content: { 'application/json': Book, [VENDOR]: LibraryBook, 'text/csv': String } }

describe('Several media types of JSON for one response', () => {
  const routers = new ServedRouters()
  afterEach(() => routers.close())

  async function get(
    handler: ContextHandler,
    accept = '*/*',
    options: HttpOptions = {},
    responses: object = { 200: CONTENT }
  ) {
    const { url, log } = await routers.serve((router) => {
      router.getFunc('/a', handler, { responses } as RouteOptions)
    }, options)
    const response = await fetch(`${url}/a`, { headers: { accept } })
    const type = response.headers.get('content-type')
    const vary = response.headers.get('vary')
    const messages = told(log).map(({ message, fields }) => `${message} ${fields.err?.message ?? ''}`)
    return { status: response.status, type, vary, body: await response.text(), log: messages.join() }
  }

  const JSON_TYPE = 'application/json; charset=utf-8'

  it('have a type each, by which a returned value is written: the client chooses', async () => {
    for (const handler of [() => VALUE, ((ctx) => ctx.json(200, VALUE)) as ContextHandler]) {
      const first = { status: 200, type: JSON_TYPE, vary: 'accept', body: '{"id":1,"title":"Emma"}', log: '' }
      expect(await get(handler)).to.deep.equal(first)
      expect(await get(handler, 'application/json')).to.deep.equal(first)
      expect(await get(handler, VENDOR)).to.deep.equal({ ...first, type: VENDOR, body: '{"shelf":"A"}' })
      expect((await get(handler, 'image/png')).status).to.equal(406)
    }
  })

  it('are chosen by the handler, whatever the client would like', async () => {
    const handler: ContextHandler = (ctx) => ctx.json(200, VALUE, VENDOR)
    expect(await get(handler, 'application/json')).to.include({ type: VENDOR, body: '{"shelf":"A"}', log: '' })
    const json: ContextHandler = (ctx) => ctx.json(200, VALUE, 'application/json')
    expect(await get(json, VENDOR)).to.include({ type: JSON_TYPE, body: '{"id":1,"title":"Emma"}' })
    const asked: ContextHandler = (ctx) => (ctx.accepts() === 'text/csv' ? '1,Emma\n' : VALUE)
    expect(await get(asked, 'text/csv')).to.include({ type: 'text/csv; charset=utf-8', body: '1,Emma\n' })
    expect(await get(asked, VENDOR)).to.include({ type: VENDOR, body: '{"shelf":"A"}' })
  })

  it('are checked each by its own type', async () => {
    const handler: ContextHandler = (ctx) => ctx.json(200, { id: 1, title: 'Emma' }, VENDOR)
    expect((await get(handler)).log).to.match(/responded 200, which breaks the document: 'shelf' is required/)
    expect((await get(handler, '*/*', { responseChecks: 'enforce' })).status).to.equal(500)
  })

  it('are a 500 where the handler names one that is not declared, or no JSON: nothing of the value is sent', async () => {
    const other: ContextHandler = (ctx) => ctx.json(200, VALUE, 'application/hal+json')
    const { status, body, log } = await get(other)
    expect(status).to.equal(500)
    expect(body).not.to.contain('Emma')
    expect(log).to.match(
      /The response declares application\/json, .*book\+json, text\/csv, and not application\/hal\+json/
    )
    const text: ContextHandler = (ctx) => ctx.json(200, VALUE, 'text/csv')
    expect((await get(text)).log).to.match(/"text\/csv" is no media type of JSON/)
    const single: ContextHandler = (ctx) => ctx.json(200, VALUE, VENDOR)
    expect((await get(single, '*/*', {}, { 200: Book })).status).to.equal(500)
    expect(await get(single, '*/*', {}, { 200: { body: LibraryBook, contentType: VENDOR } })).to.include({
      type: VENDOR,
      status: 200
    })
  })

  it('may be any where nothing is declared', async () => {
    const handler: ContextHandler = (ctx) => ctx.json(200, { a: 1 }, 'application/hal+json')
    expect(await get(handler, '*/*', {}, {})).to.include({ status: 200, type: 'application/hal+json', body: '{"a":1}' })
  })
})
