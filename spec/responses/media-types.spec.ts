import { createReadStream } from 'node:fs'
import { expect } from 'chai'
import {
  type ApplicationOptions,
  type Context,
  Controller,
  Field,
  Get,
  generateOpenAPISpec,
  Returns,
  Router
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'
import { RecordingLogger } from '../support/recording-logger.js'

class Row {
  @Field() name!: string
}

const ROWS = { 'application/json': [Row], 'text/csv': String }

const calls = { both: 0 }

@Controller()
class Reports {
  @Get('/both')
  @Returns(200, { content: ROWS })
  both(ctx: Context) {
    calls.both++
    const rows = [{ name: 'Ada', secret: 'x' }]
    return ctx.accepts() === 'text/csv' ? 'name\nAda\n' : rows
  }

  @Get('/csv')
  @Returns(200, String, { contentType: 'text/csv' })
  csv() {
    return 'name\nÄda\n'
  }

  @Get('/image')
  @Returns(200, { contentType: 'image/png', description: 'The picture' })
  image() {
    return Buffer.from([1, 2])
  }

  @Get('/stream')
  @Returns(200, { contentType: 'text/plain' })
  stream() {
    return createReadStream(new URL(import.meta.url))
  }

  @Get('/hal')
  @Returns(200, Row, { contentType: 'application/hal+json' })
  hal() {
    return { name: 'Ada', secret: 'x' }
  }

  @Get('/events')
  @Returns(200, { events: Row })
  events(ctx: Context) {
    ctx.sse([{ data: { name: 'Ada', secret: 'x' } }])
  }

  @Get('/other')
  @Returns(200, { contentType: 'image/png' })
  other(ctx: Context) {
    ctx.send(200, 'image/gif', Buffer.from('x'))
  }

  @Get('/wrong')
  @Returns(200, { contentType: 'image/png' })
  wrong() {
    return 5
  }

  @Get('/open')
  open(ctx: Context) {
    return ctx.accepts(['text/html', 'application/json'])
  }
}

describe('responses of declared media types', () => {
  const make = (options: Partial<ApplicationOptions> = {}) => serviceOf([Reports], options)

  const get = async (url: string, accept?: string, options?: Partial<ApplicationOptions>) => {
    const headers = accept === undefined ? {} : { accept }
    const response = await (await make(options)).inject({ url, headers })
    return { ...response, type: response.headers['content-type'] }
  }

  it('are chosen by the client, and say so', async () => {
    const json = await get('/both')
    expect([json.type, json.body, json.headers.vary]).to.deep.equal([
      'application/json; charset=utf-8',
      '[{"name":"Ada"}]',
      'accept'
    ])
    const csv = await get('/both', 'text/csv, application/json;q=0.5')
    expect([csv.type, csv.body, csv.headers.vary]).to.deep.equal(['text/csv; charset=utf-8', 'name\nAda\n', 'accept'])
  })

  it('are a 406 where the client takes none of them, before the handler runs', async () => {
    const before = calls.both
    const { statusCode, type, headers, json } = await get('/both', 'image/*')
    expect([statusCode, type, headers.vary]).to.deep.equal([406, 'application/problem+json', 'accept'])
    expect(json<{ detail: string }>().detail).to.equal('The service can answer in application/json, text/csv')
    expect(calls.both).to.equal(before)
  })

  it('are not chosen where there is one alone', async () => {
    for (const url of ['/csv', '/image', '/hal']) {
      const { statusCode, headers } = await get(url, 'x/y')
      expect([statusCode, headers.vary]).to.deep.equal([200, undefined])
    }
  })

  it('are chosen by hand from any list', async () => {
    expect((await get('/open', 'application/json')).json()).to.equal('application/json')
    expect((await get('/open', 'x/y')).statusCode).to.equal(406)
  })

  const sent: readonly [url: string, type: string, body: Buffer | string][] = [
    ['/csv', 'text/csv; charset=utf-8', 'name\nÄda\n'],
    ['/image', 'image/png', Buffer.from([1, 2])],
    ['/hal', 'application/hal+json', '{"name":"Ada"}'],
    ['/events', 'text/event-stream', 'data: {"name":"Ada"}\n\n']
  ]
  for (const [url, type, body] of sent) {
    it(`are sent as they are declared: ${type}`, async () => {
      const answer = await get(url)
      expect([answer.statusCode, answer.type, answer.rawBody.toString()]).to.deep.equal([200, type, body.toString()])
    })
  }

  it('are streamed from a returned stream', async () => {
    const { body, type } = await get('/stream')
    expect(body).to.contain('createReadStream(new URL(import.meta.url))')
    expect(type).to.equal('text/plain; charset=utf-8')
  })

  it('are enforced: another media type is a 500 that the log explains', async () => {
    const logger = new RecordingLogger()
    expect((await get('/other', undefined, { logger })).statusCode).to.equal(500)
    expect(logger.entries[0]?.message).to.contain('the media type image/gif is not documented')
    expect((await get('/other', undefined, { responseChecks: 'off' })).type).to.equal('image/gif')
  })

  it('are a 500 where the value is neither text nor bytes', async () => {
    expect((await get('/wrong')).statusCode).to.equal(500)
  })

  it('are a 406 as well where they are declared for a range or by default', async () => {
    let count = 0
    for (const status of ['2XX', 'default']) {
      const service = await serviceOf([], {
        routes: (router) =>
          router.getFunc('/', () => [{ name: `${++count}` }], { responses: { [status]: { content: ROWS } } })
      })
      const { statusCode } = await service.inject({ url: '/', headers: { accept: 'image/png' } })
      expect([status, statusCode, count]).to.deep.equal([status, 406, 0])
    }
  })

  it('are in the document, with a 406 where it can occur', async () => {
    const { document } = await make()
    const responses = (path: string) => document.paths[path]?.get?.responses ?? {}
    expect(responses('/both')).to.deep.include({
      200: {
        description: 'OK',
        content: {
          'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Row' } } },
          'text/csv': { schema: { type: 'string' } }
        }
      },
      406: { $ref: '#/components/responses/NotAcceptable' }
    })
    expect(responses('/image')).to.deep.include({
      200: { description: 'The picture', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } }
    })
    expect(responses('/image')).not.to.have.property('406')
    expect(document.components?.responses).to.have.property('NotAcceptable')
  })

  const wrong: readonly [what: string, response: object, message: RegExp][] = [
    ['a media type that is none', { contentType: 'csv' }, /not a media type/],
    ['an empty list of media types', { contentType: [] }, /empty list/],
    ['content without a media type', { content: {} }, /names no media type/],
    ['content that is null', { content: null }, /names no media type/],
    ['content that is a text', { content: 'text/csv' }, /names no media type/],
    ['content beside a body', { body: Row, content: ROWS }, /beside body/],
    ['a range of media types', { content: { 'image/*': Buffer } }, /image\/\* is a range.*name each that is sent/],
    ['any media type', { contentType: '*/*' }, /\*\/\* is a range/],
    ['bytes as JSON', { body: Buffer, contentType: 'application/json' }, /cannot carry bytes/],
    ['a record as text', { body: Row, contentType: 'text/csv' }, /is text or bytes/]
  ]
  for (const [what, response, message] of wrong) {
    it(`are a setup error with ${what}`, async () => {
      @Controller()
      class Wrong {
        @Get('/', { responses: { 200: response as never } })
        get() {
          return 1
        }
      }
      const errors = await setupErrorsOf([Wrong])
      expect(errors.map((error) => error.code)).to.deep.equal(['RESPONSE_INVALID'])
      expect(errors[0]?.message).to.match(message)
    })
  }

  it('are promised by routers without controllers as well', () => {
    const router = new Router({ logger: false })
    router.getFunc('/', () => 'x', { responses: { 200: { contentType: ['text/csv', 'text/html'] } } })
    const { paths } = generateOpenAPISpec(router, { title: 'Reports', version: '1' })
    expect(Object.keys(paths['/']?.get?.responses ?? {})).to.have.members(['200', '406', '500'])
  })
})
