import { expect } from 'chai'
import {
  BadRequest,
  type Context,
  Controller,
  Delete,
  Field,
  Get,
  HttpError,
  Integer,
  NotFound,
  Post,
  Query,
  Returns,
  type Service
} from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { RecordingLogger } from '../support/recording-logger.js'

class Item {
  @Field(() => Integer) id!: number
  @Field(() => Date) madeAt!: Date
}

const ITEM = { id: 1, madeAt: new Date('2024-05-17T08:30:00Z') }
const ITEM_JSON = { id: 1, madeAt: '2024-05-17T08:30:00.000Z' }

@Controller()
class ItemController {
  @Get('/value')
  value() {
    return ITEM
  }

  @Get('/promise')
  async promise() {
    await new Promise(setImmediate)
    return ITEM
  }

  @Get('/thenable')
  thenable() {
    // biome-ignore lint/suspicious/noThenProperty: what a query builder returns
    return { then: (resolve: (value: unknown) => void) => resolve(ITEM) }
  }

  @Post('/one-success')
  @Returns(201, Item)
  @Returns(400)
  oneSuccess() {
    return ITEM
  }

  @Post('/success-in-options', { responses: { 202: { body: Item } } })
  successInOptions() {
    return ITEM
  }

  @Post('/two-successes')
  @Returns(200, Item)
  @Returns(201, Item)
  twoSuccesses(@Query('made', Boolean) made: boolean, ctx: Context) {
    if (made) ctx.status(201)
    return ITEM
  }

  @Get('/list')
  list() {
    return []
  }

  @Get('/null')
  null() {
    return null
  }

  @Get('/false')
  false() {
    return false
  }

  @Get('/empty-text')
  emptyText() {
    return ''
  }

  @Delete('/nothing')
  nothing() {}

  @Delete('/nothing-later')
  async nothingLater() {
    await new Promise(setImmediate)
  }

  @Delete('/nothing-promised')
  @Returns(202)
  nothingPromised() {}

  @Get('/promised')
  @Returns(200, Item)
  @Returns(404)
  promised(): Item | undefined {
    return undefined
  }

  @Get('/explicit')
  @Returns(200, Item)
  explicit(ctx: Context) {
    ctx.header('x-explicit', 'yes')
    ctx.json(200, ITEM)
  }

  @Get('/throws')
  throws() {
    return [].find(Boolean) ?? NotFound.throw()
  }

  @Get('/throws-later')
  async throwsLater() {
    await new Promise(setImmediate)
    throw new HttpError(423, 'locked until noon', { headers: { 'x-until': '12:00' } })
  }

  @Get('/returns-error')
  returnsError() {
    return new BadRequest('returned, not thrown')
  }

  @Get('/defect')
  defect() {
    throw new TypeError('the secret of the database')
  }

  @Get('/rejects')
  rejects() {
    return Promise.reject(new Error('the secret of the database'))
  }

  @Get('/throws-text')
  throwsText() {
    throw 'the secret of the database'
  }

  @Get('/throws-nothing')
  throwsNothing() {
    throw undefined
  }

  @Get('/cycle')
  cycle() {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    return cycle
  }
}

describe('what a controller returns', () => {
  const logger = new RecordingLogger()
  let service: Service
  before(async () => {
    service = await serviceOf([ItemController], { logger })
  })
  beforeEach(() => {
    logger.entries.length = 0
  })

  async function answer(method: string, url: string) {
    const { statusCode, headers, body } = await service.inject({ method, url })
    return { status: statusCode, headers, body, json: () => JSON.parse(body) as unknown }
  }

  const answers: readonly (readonly [title: string, method: string, url: string, status: number, json: unknown])[] = [
    ['a value as JSON, with 200', 'GET', '/value', 200, ITEM_JSON],
    ['the result of a promise', 'GET', '/promise', 200, ITEM_JSON],
    ['the result of any thenable', 'GET', '/thenable', 200, ITEM_JSON],
    ['a value with the one documented success', 'POST', '/one-success', 201, ITEM_JSON],
    ["a value with the one success of the route's options", 'POST', '/success-in-options', 202, ITEM_JSON],
    ['a value with 200 where several are documented', 'POST', '/two-successes?made=false', 200, ITEM_JSON],
    ['a value with the status that was set before', 'POST', '/two-successes?made=true', 201, ITEM_JSON],
    ['an empty list', 'GET', '/list', 200, []],
    ['null', 'GET', '/null', 200, null],
    ['false', 'GET', '/false', 200, false],
    ['an empty string', 'GET', '/empty-text', 200, '']
  ]
  for (const [title, method, url, status, json] of answers) {
    it(`is sent: ${title}`, async () => {
      const sent = await answer(method, url)
      expect(sent.status).to.equal(status)
      expect(sent.headers['content-type']).to.match(/^application\/json\b/)
      expect(sent.json()).to.deep.equal(json)
      expect(logger.entries).to.deep.equal([])
    })
  }

  for (const [url, status] of [
    ['/nothing', 204],
    ['/nothing-later', 204],
    ['/nothing-promised', 202]
  ] as const) {
    it(`is an empty body where nothing is returned: ${url} responds with ${status}`, async () => {
      const sent = await answer('DELETE', url)
      expect(sent.status).to.equal(status)
      expect(sent.body).to.equal('')
      expect(sent.headers).not.to.have.property('content-type')
    })
  }

  it('is a 500, and is logged, where nothing is returned but a body is documented', async () => {
    const sent = await answer('GET', '/promised')
    expect(sent.status).to.equal(500)
    expect(logger.entries.map(({ message }) => message)).to.deep.equal([
      'ItemController.promised returned nothing, but the document promises a body'
    ])
  })

  it('may be nothing where the handler replied by the context', async () => {
    const sent = await answer('GET', '/explicit')
    expect(sent.status).to.equal(200)
    expect(sent.headers['x-explicit']).to.equal('yes')
    expect(sent.json()).to.deep.equal(ITEM_JSON)
  })

  const refusals: readonly (readonly [url: string, status: number, title: string, detail: string])[] = [
    ['/throws', 404, 'Not Found', 'Not found'],
    ['/throws-later', 423, 'Locked', 'locked until noon'],
    ['/returns-error', 400, 'Bad Request', 'returned, not thrown']
  ]
  for (const [url, status, title, detail] of refusals) {
    it(`is a problem where it is an HttpError: ${url} responds with ${status}`, async () => {
      const sent = await answer('GET', url)
      expect(sent.headers['content-type']).to.equal('application/problem+json')
      expect(sent.json()).to.deep.equal({ type: 'about:blank', title, status, detail })
      expect(logger.entries).to.deep.equal([])
    })
  }

  it('has the headers of an HttpError', async () => {
    expect((await answer('GET', '/throws-later')).headers['x-until']).to.equal('12:00')
  })

  for (const url of ['/defect', '/rejects', '/throws-text', '/throws-nothing', '/cycle']) {
    it(`is a 500 without details, which are in the log: ${url}`, async () => {
      const sent = await answer('GET', url)
      expect(sent.json()).to.deep.equal({
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        detail: 'Internal server error'
      })
      expect(logger.entries).to.have.length(1)
      const [{ level, fields, message } = {} as never] = logger.entries
      expect(level).to.equal('error')
      expect(message).to.match(/^ItemController\./)
      expect(fields.err).to.be.instanceOf(Error)
      if (url !== '/cycle' && url !== '/throws-nothing') {
        expect((fields.err as Error).message).to.contain('the secret of the database')
      }
    })
  }
})
