import { expect } from 'chai'
import express from 'express'
import { type Context, connect, Field, Integer } from 'fieldstone'
import { Servers } from '../support/one-handler.js'

class Data {
  @Field({ minLength: 2 }) name!: string
  @Field(() => Integer) value!: number
}

const JSON_HEADERS = { 'content-type': 'application/json' }

describe('A body that Express middleware has read before', () => {
  const servers = new Servers()
  afterEach(() => servers.close())

  const bindValidated = async (ctx: Context) => ctx.json(200, await ctx.bindValidated(Data))

  const through = async (parser: ReturnType<typeof express.json>, body: string, type: string) => {
    const { url, log } = await servers.serve(bindValidated, { middleware: [connect(parser)] })
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': type } })
    return { status: response.status, body: JSON.parse(await response.text()), log }
  }

  it('is bound from req.body: express.json', async () => {
    const { body } = await through(express.json(), '{"name":"Ada","value":3}', 'application/json')
    expect(body).to.deep.equal({ name: 'Ada', value: 3 })
  })

  it('is bound from req.body: express.urlencoded', async () => {
    const { body } = await through(express.urlencoded(), 'name=Ada&value=3', 'application/x-www-form-urlencoded')
    expect(body).to.deep.equal({ name: 'Ada', value: 3 })
  })

  it('is bound from req.body: express.raw', async () => {
    const { body } = await through(express.raw({ type: '*/*' }), '{"name":"Ada","value":3}', 'application/json')
    expect(body).to.deep.equal({ name: 'Ada', value: 3 })
  })

  it('is read here when the parser left it alone', async () => {
    const { body } = await through(express.urlencoded(), '{"name":"Ada","value":3}', 'application/json')
    expect(body).to.deep.equal({ name: 'Ada', value: 3 })
  })

  it('is read here when a middleware has put something else into req.body', async () => {
    const middleware = connect((req, _res, next) => {
      req.body = {}
      next()
    })
    const { url } = await servers.serve(bindValidated, { middleware: [middleware] })
    const response = await fetch(url, { method: 'POST', body: '{"name":"Ada","value":3}', headers: JSON_HEADERS })
    expect(response.status).to.equal(200)
  })

  it('keeps its own error responses, and the log has no error', async () => {
    const { status, body, log } = await through(express.json(), '{"name":', 'application/json')
    expect([status, body.status]).to.deep.equal([400, 400])
    expect(log).to.deep.equal([])
  })

  it('is a 500 with a message in the log when it was not kept', async () => {
    const swallow = connect((req, _res, next) => req.resume().on('end', () => next()))
    const { url, log } = await servers.serve(bindValidated, { middleware: [swallow] })
    const response = await fetch(url, { method: 'POST', body: '{}', headers: JSON_HEADERS })
    expect(response.status).to.equal(500)
    expect(log[0]?.fields.err?.message).to.contain('already read by other code')
  })
})
