import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { expect } from 'chai'
import { Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator'
import {
  BadRequest,
  Body,
  type Context,
  Controller,
  Cookie,
  Ctx,
  enumOf,
  Field,
  Get,
  Header,
  type InjectRequest,
  Integer,
  Param,
  Post,
  Query,
  Record as RecordOptions,
  Req,
  Res,
  type Service,
  ValidationError
} from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { RecordingLogger } from '../support/recording-logger.js'

enum Order {
  up = 'up',
  down = 'down'
}

class Paging {
  @Field(() => Integer, { minimum: 1, default: 1 }) page!: number
  @Field(() => [String], { optional: true, maxItems: 3 }) tags?: string[]
  @Field(() => Date, { optional: true }) since?: Date
}

class Size {
  @Field(() => Integer) width!: number
}

class TraceHeaders {
  @Field({ name: 'X-Trace-Id' }) traceId!: string
  @Field(() => Integer, { name: 'X-Depth', optional: true }) depth?: number
}

class Session {
  @Field({ minLength: 3 }) session!: string
}

class ItemKey {
  @Field() shop!: string
  @Field(() => Integer) id!: number
}

@RecordOptions({ unknownFields: 'reject' })
class Strict {
  @Field({ optional: true }) a?: string
}

@RecordOptions({ unknownFields: 'reject' })
class StrictShop {
  @Field() shop!: string
}

@ValidatorConstraint({ async: true })
class IsRealWord implements ValidatorConstraintInterface {
  async validate(value: unknown) {
    await new Promise(setImmediate)
    return value !== 'xyzzy'
  }
  defaultMessage() {
    return '$property must be a real word'
  }
}

class Words {
  @Field()
  @Validate(IsRealWord)
  word!: string
}

interface FaultBody {
  readonly detail: string
  readonly errors?: readonly { readonly in: string; readonly path: string; readonly message: string }[]
}

describe('decorated parameters', () => {
  @Controller('/shops/{shop}')
  class ItemController {
    @Get('/emitted/{id}')
    emitted(
      @Param('shop') shop: string,
      @Param('id') id: number,
      @Query('full') full: boolean,
      @Query('since') since: Date
    ) {
      return { shop, id, full, since, types: [typeof shop, typeof id, typeof full, since.constructor.name] }
    }

    @Get('/rules')
    rules(
      @Query('name', { minLength: 2, maxLength: 4 }) name: string,
      @Query('page', Integer, { default: 1, minimum: 1, description: 'From 1' }) page: number,
      @Query('order', Order, { optional: true }) order: Order | undefined,
      @Query('color', { enum: ['red', 'blue'], optional: true }) color: 'red' | 'blue' | undefined,
      @Query('levels', [Integer], { enum: [1, 2], optional: true }) levels: number[] | undefined,
      @Query('tags', [String], { optional: true, maxItems: 2, minLength: 2, each: true }) tags: string[] | undefined,
      @Ctx() _ctx: Context
    ) {
      return { name, page, order, color, levels, tags }
    }

    @Get('/paging')
    paging(@Param('shop') _shop: string, @Query() paging: Paging) {
      return { paging, isPaging: paging instanceof Paging }
    }

    @Get('/headers')
    headers(
      @Header('X-Trace-Id') traceId: string,
      @Header('x-ids', [Integer], { optional: true }) ids: number[] | undefined,
      @Ctx() _ctx: Context
    ) {
      return { traceId, ids }
    }

    @Get('/header-record')
    headerRecord(@Header() headers: TraceHeaders, @Ctx() _ctx: Context) {
      return { traceId: headers.traceId, depth: headers.depth, isHeaders: headers instanceof TraceHeaders }
    }

    @Get('/cookies')
    cookies(
      @Cookie('session', { minLength: 3 }) session: string,
      @Cookie('visits', Integer, { optional: true }) visits: number | undefined,
      @Ctx() _ctx: Context
    ) {
      return { session, visits }
    }

    @Get('/cookie-record')
    cookieRecord(@Cookie() session: Session, @Ctx() _ctx: Context) {
      return session
    }

    @Get('/items/{id}')
    pathRecord(@Param() key: ItemKey) {
      return { key, isKey: key instanceof ItemKey }
    }

    @Post('/all/{id}')
    all(
      @Param('id', Integer) id: number,
      @Query('page', Integer) page: number,
      @Header('x-depth', Integer) depth: number,
      @Cookie('visits', Integer) visits: number,
      @Body() size: Size,
      @Ctx() ctx: Context
    ) {
      return { id, page, depth, visits, size, isSize: size instanceof Size, shop: ctx.urlParam('shop') }
    }

    @Post('/bodies')
    bodies(@Body([Size]) sizes: Size[], @Ctx() _ctx: Context) {
      return sizes.map((size) => size instanceof Size)
    }

    @Get('/node')
    node(@Req() req: IncomingMessage, @Res() res: ServerResponse) {
      res.setHeader('x-method', req.method ?? '')
      setImmediate(() => res.end('by hand'))
    }

    @Get('/node-returns')
    nodeReturns(@Ctx() _ctx: Context, @Res() res: ServerResponse) {
      res.setHeader('x-by-hand', 'yes')
      return { returned: true }
    }

    @Get('/node-returns-later')
    async nodeReturnsLater(@Ctx() _ctx: Context, @Res() _res: ServerResponse) {
      await new Promise(setImmediate)
      return { returned: 'later' }
    }

    @Get('/node-returns-response')
    nodeReturnsResponse(@Ctx() _ctx: Context, @Res() res: ServerResponse) {
      return res.end('ended')
    }

    @Get('/node-returns-error')
    nodeReturnsError(@Ctx() _ctx: Context, @Res() _res: ServerResponse) {
      return new BadRequest('returned')
    }

    @Get('/asynchronous')
    asynchronous(@Query() words: Words, @Query('page', Integer) page: number, @Ctx() _ctx: Context) {
      return { word: words.word, page }
    }

    @Get('/strict-path/{id}')
    strictPath(@Param() strict: StrictShop, @Param('id', Integer) id: number) {
      return { ...strict, id }
    }

    @Get('/undecorated')
    undecorated(@Query('page', Integer) page: number, ctx: Context) {
      return { page, path: ctx.path }
    }

    @Get('/odd-names')
    oddNames(
      @Query('constructor') constructor_: string,
      @Query('__proto__', Integer) proto: number,
      @Query('a b&c') spaced: string,
      @Query('toString', String, { optional: true }) toString_: string | undefined,
      @Ctx() _ctx: Context
    ) {
      return [constructor_, proto, spaced, toString_ ?? null]
    }

    @Get('/strict')
    strict(
      @Query() strict: Strict,
      @Query('b', String, { optional: true }) b: string | undefined,
      @Ctx() _ctx: Context
    ) {
      return { ...strict, b }
    }

    @Get('/strict-cookies')
    strictCookies(@Cookie() strict: Strict, @Ctx() _ctx: Context) {
      return { ...strict }
    }

    @Get('/values')
    values(
      @Query('integer', Integer, { optional: true }) integer: number | undefined,
      @Query('number', Number, { optional: true }) number: number | undefined,
      @Query('boolean', Boolean, { optional: true }) boolean: boolean | undefined,
      @Query('date', Date, { optional: true }) date: Date | undefined,
      @Query('choice', enumOf([1, 2, 'x', true]), { optional: true }) choice: unknown,
      @Query('text', String, { optional: true }) text: string | undefined,
      @Query('list', [Integer], { optional: true }) list: number[] | undefined,
      @Ctx() _ctx: Context
    ) {
      return { integer, number, boolean, date, choice, text, list }
    }
  }

  const logger = new RecordingLogger()
  let service: Service
  before(async () => {
    service = await serviceOf([ItemController], { logger })
  })

  async function ask(asked: InjectRequest | string): Promise<{ status: number; body: unknown }> {
    const { statusCode, body } = await service.inject(asked)
    return { status: statusCode, body: body === '' ? undefined : JSON.parse(body) }
  }

  /** The faults of an error response as `place path: message`. */
  async function faults(asked: InjectRequest | string): Promise<string[]> {
    const { status, body } = await ask(asked)
    expect(status, JSON.stringify(body)).to.equal(400)
    return ((body as FaultBody).errors ?? []).map((fault) => `${fault.in} ${fault.path}: ${fault.message}`)
  }

  it('take their types from the emitted metadata', async () => {
    const { body } = await ask('/shops/a%20b/emitted/1.5?full=true&since=2024-05-17T10:30:00%2B02:00')
    expect(body).to.deep.equal({
      shop: 'a b',
      id: 1.5,
      full: true,
      since: '2024-05-17T08:30:00.000Z',
      types: ['string', 'number', 'boolean', 'Date']
    })
  })

  it('are a 400 where the query cannot be decoded', async () => {
    const { status, body } = await ask('/shops/a/rules?name=%zz')
    expect([status, (body as FaultBody).detail]).to.deep.equal([400, 'The query has a broken percent sequence'])
  })

  it('check rules, fill in defaults, and leave optional ones undefined', async () => {
    expect((await ask('/shops/a/rules?name=abc')).body).to.deep.equal({ name: 'abc', page: 1 })
    expect(
      (await ask('/shops/a/rules?name=abc&page=3&order=down&color=red&levels=2&levels=1&tags=ab&tags=cd')).body
    ).to.deep.equal({
      name: 'abc',
      page: 3,
      order: 'down',
      color: 'red',
      levels: [2, 1],
      tags: ['ab', 'cd']
    })
    expect(await faults('/shops/a/rules?name=a&page=0&order=left&color=green&levels=3&tags=ab&tags=c')).to.deep.equal([
      'query name: must be at least 2 characters long',
      'query page: must be at least 1',
      'query order: must be one of "up", "down"',
      'query color: must be one of "red", "blue"',
      'query levels[0]: must be one of 1, 2',
      'query tags[1]: must be at least 2 characters long'
    ])
    expect(await faults('/shops/a/rules?name=ab&tags=aa&tags=bb&tags=cc')).to.deep.equal([
      'query tags: must have at most 2 items'
    ])
  })

  it('bind a whole record from the query, one parameter per field', async () => {
    const { body } = await ask('/shops/a/paging?tags=x&since=2024-05-17T08:30:00Z&tags=y&unknown=1')
    expect(body).to.deep.equal({
      paging: { page: 1, tags: ['x', 'y'], since: '2024-05-17T08:30:00.000Z' },
      isPaging: true
    })
    expect(await faults('/shops/a/paging?page=0&since=today')).to.deep.equal([
      'query page: must be at least 1',
      'query since: must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z'
    ])
  })

  it('bind a whole record from the path', async () => {
    expect((await ask('/shops/a%2Fb/items/7')).body).to.deep.equal({ key: { shop: 'a/b', id: 7 }, isKey: true })
    expect(await faults('/shops/a/items/seven')).to.deep.equal(['path id: must be an integer'])
  })

  it('find headers under names in any case, and split lists at commas', async () => {
    const url = '/shops/a/headers'
    expect((await ask({ url, headers: { 'x-trace-id': 'abc' } })).body).to.deep.equal({ traceId: 'abc' })
    expect((await ask({ url, headers: { 'X-TRACE-ID': 'a,b', 'X-Ids': '1, 2 ,3' } })).body).to.deep.equal({
      traceId: 'a,b',
      ids: [1, 2, 3]
    })
    expect(await faults({ url, headers: { 'x-ids': '1,,x' } })).to.deep.equal([
      'header X-Trace-Id: is required',
      'header x-ids[1]: must be an integer',
      'header x-ids[2]: must be an integer'
    ])
  })

  it('bind a whole record from the headers, by the names of its fields', async () => {
    const url = '/shops/a/header-record'
    const { body } = await ask({ url, headers: { 'x-trace-id': 'abc', 'X-DEPTH': '2' } })
    expect(body).to.deep.equal({ traceId: 'abc', depth: 2, isHeaders: true })
    expect(await faults({ url, headers: { 'x-depth': 'deep' } })).to.deep.equal([
      'header X-Trace-Id: is required',
      'header X-Depth: must be an integer'
    ])
  })

  it('read cookies, quoted and percent-encoded ones too', async () => {
    const url = '/shops/a/cookies'
    const cookie = (text: string) => ({ url, headers: { cookie: text } })
    expect((await ask(cookie('other=1; session="a%20bc"; visits=12'))).body).to.deep.equal({
      session: 'a bc',
      visits: 12
    })
    expect(await faults(url)).to.deep.equal(['cookie session: is required'])
    expect(await faults(cookie('session=ab; visits=12abc'))).to.deep.equal([
      'cookie session: must be at least 3 characters long',
      'cookie visits: must be an integer'
    ])
    expect(await faults(cookie('session=abc; session=def'))).to.deep.equal(['cookie session: must be given once'])
    expect((await ask({ url: '/shops/a/cookie-record', headers: { cookie: 'session=abc' } })).body).to.deep.equal({
      session: 'abc'
    })
  })

  it('come from all places of one request at once', async () => {
    const { body } = await ask({
      method: 'POST',
      url: '/shops/a/all/7?page=2',
      headers: { 'X-Depth': '3', cookie: 'visits=4' },
      body: { width: 5, unknown: 6 }
    })
    expect(body).to.deep.equal({
      id: 7,
      page: 2,
      depth: 3,
      visits: 4,
      size: { width: 5 },
      isSize: true,
      shop: 'a'
    })
  })

  it('report all faults of a request together, each with its place', async () => {
    const wrong = {
      method: 'POST',
      url: '/shops/a/all/x?page=y',
      headers: { 'X-Depth': 'z', cookie: 'visits=v' },
      body: { width: '5' }
    }
    const { body } = await ask(wrong)
    expect(await faults(wrong)).to.have.members([
      'path id: must be an integer',
      'query page: must be an integer',
      'header x-depth: must be an integer',
      'cookie visits: must be an integer',
      'body width: must be an integer'
    ])
    expect((body as FaultBody).detail).to.match(/^validation failed: Field 'id' must be an integer; Field 'page' /)
    expect((body as FaultBody).errors?.[0]).to.deep.equal({
      in: 'path',
      path: 'id',
      rule: 'type',
      message: 'must be an integer'
    })
  })

  it('bind a list as a body, whose every item is a record', async () => {
    const url = '/shops/a/bodies'
    expect((await ask({ method: 'POST', url, body: [{ width: 1 }, { width: 2 }] })).body).to.deep.equal([true, true])
    expect(await faults({ method: 'POST', url, body: [{ width: 1 }, {}, 3] })).to.deep.equal([
      'body [1].width: is required',
      'body [2]: must be an object'
    ])
  })

  it("hand out Node's own request and response", async () => {
    const answer = await service.inject('/shops/a/node')
    expect(answer.headers['x-method']).to.equal('GET')
    expect(answer.body).to.equal('by hand')
  })

  it('send what a method returns although it has taken the response', async () => {
    const answer = await service.inject('/shops/a/node-returns')
    expect(answer.statusCode).to.equal(200)
    expect(answer.headers['x-by-hand']).to.equal('yes')
    expect(answer.json()).to.deep.equal({ returned: true })
  })

  it('send it once, also when it comes later, is the response itself or an error', async () => {
    expect((await ask('/shops/a/node-returns-later')).body).to.deep.equal({ returned: 'later' })
    // In-process `end` returns nothing.
    const { url } = await service.listen({ port: 0, host: '127.0.0.1' })
    try {
      expect(await (await fetch(`${url}/shops/a/node-returns-response`)).text()).to.equal('ended')
    } finally {
      await service.close()
    }
    expect(await ask('/shops/a/node-returns-error')).to.deep.include({ status: 400 })
    expect(logger.entries).to.deep.equal([])
  })

  it('wait for rules that take their time', async () => {
    expect((await ask('/shops/a/asynchronous?word=stone&page=1')).body).to.deep.equal({ word: 'stone', page: 1 })
    expect(await faults('/shops/a/asynchronous?word=xyzzy&page=x')).to.deep.equal([
      'query word: must be a real word',
      'query page: must be an integer'
    ])
  })

  it('let a closed record of the path be used together with other parameters of the path', async () => {
    expect((await ask('/shops/a/strict-path/5')).body).to.deep.equal({ shop: 'a', id: 5 })
  })

  it("give class-validator's own errors to code that catches the error", async () => {
    const trees: string[][] = []
    const caught = await serviceOf([ItemController], {
      middleware: [
        async (_ctx, next) => {
          try {
            await next()
          } catch (error) {
            if (error instanceof ValidationError) trees.push(error.tree.map(({ property }) => property))
            throw error
          }
        }
      ]
    })
    await caught.inject('/shops/a/asynchronous?word=xyzzy&page=x')
    expect(trees).to.deep.equal([['word', 'page']])
  })

  it('read repeated headers over the network as the document says', async () => {
    const { url } = await service.listen({ port: 0, host: '127.0.0.1' })
    const send = (headers: string[]) =>
      new Promise<unknown>((resolve, reject) => {
        request(`${url}/shops/a/headers`, { headers, agent: false }, (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (chunk) => {
            text += chunk
          })
          answer.on('end', () => resolve(JSON.parse(text)))
        })
          .on('error', reject)
          .end()
      })
    try {
      expect(await send(['HOST', 'a', 'X-TRACE-ID', 'abc', 'X-Ids', '1, 2', 'x-IDS', '3'])).to.deep.equal({
        traceId: 'abc',
        ids: [1, 2, 3]
      })
      expect(await send(['HOST', 'a', 'X-Trace-Id', 'abc', 'x-trace-id', 'def'])).to.containSubset({
        errors: [{ in: 'header', path: 'X-Trace-Id', message: 'must be given once' }]
      })
    } finally {
      await service.close()
    }
  })

  it('work together with an undecorated context', async () => {
    expect((await ask('/shops/a/undecorated?page=2')).body).to.deep.equal({ page: 2, path: '/shops/a/undecorated' })
  })

  it('may have names that every object has', async () => {
    expect((await ask('/shops/a/odd-names?constructor=c&__proto__=5&a+b%26c=d')).body).to.deep.equal([
      'c',
      5,
      'd',
      null
    ])
    expect(await faults('/shops/a/odd-names?__proto__=x')).to.deep.equal([
      'query constructor: is required',
      'query __proto__: must be an integer',
      'query ["a b&c"]: is required'
    ])
    expect({}).not.to.have.property('x')
  })

  it('ignore unknown names, whatever a record says: no document could reject them', async () => {
    expect((await ask('/shops/a/strict?a=1&b=2')).body).to.deep.equal({ a: '1', b: '2' })
    expect((await ask('/shops/a/strict?a=1&b=2&c=2')).body).to.deep.equal({ a: '1', b: '2' })
    const cookies = { url: '/shops/a/strict-cookies', headers: { cookie: 'a=1; tracking=2' } }
    expect((await ask(cookies)).body).to.deep.equal({ a: '1' })
  })

  describe('by the lexical contract', () => {
    const accepted: readonly (readonly [parameter: string, text: string, value: unknown])[] = [
      ['integer', '0', 0],
      ['integer', '-5', -5],
      ['integer', '9007199254740991', 9007199254740991],
      ['number', '1.5', 1.5],
      ['number', '1e3', 1000],
      ['number', '-0.25E-2', -0.0025],
      ['boolean', 'true', true],
      ['boolean', 'false', false],
      ['date', '2024-05-17T08:30:00Z', '2024-05-17T08:30:00.000Z'],
      ['date', '2024-02-29t23:59:59.9994-01:00', '2024-03-01T00:59:59.999Z'],
      ['choice', '1', 1],
      ['choice', 'x', 'x'],
      ['choice', 'true', true],
      ['text', '', ''],
      ['text', ' 5', ' 5'],
      ['text', 'ä€😀', 'ä€😀'],
      ['list', '7', [7]]
    ]
    for (const [parameter, text, value] of accepted) {
      it(`reads ${JSON.stringify(text)} as ${parameter}`, async () => {
        const { body } = await ask(`/shops/a/values?${parameter}=${encodeURIComponent(text)}`)
        expect(body).to.deep.equal({ [parameter]: value })
      })
    }

    const refused: Readonly<Record<string, readonly string[]>> = {
      integer: [
        ...['', ' ', '12abc', '0x10', '0b1', '1e3', ' 5', '5 ', '+5', '05', '-', '--5', '5.0', '1_000', '1,000', '٣'],
        ...['9007199254740992', '-9007199254740992', '99999999999999999999', 'Infinity', 'NaN', 'null', 'true']
      ],
      number: ['', '.5', '5.', '+1.5', '01.5', '0x1F', '1e', 'Infinity', '-Infinity', 'NaN', '1e309', '1,5', ' 1.5'],
      boolean: ['', '1', '0', 'yes', 'no', 'on', 'TRUE', 'True', 'FALSE', ' true', 'null'],
      date: [
        ...['', 'today', '2024', '2024-05-17', '2024-05-17 08:30:00Z', '2024-05-17T08:30:00', '2024-05-17T08:30Z'],
        ...['2024-02-30T00:00:00Z', '2023-02-29T00:00:00Z', '2024-13-01T00:00:00Z', '2024-05-17T24:00:00Z', '0']
      ],
      choice: ['', '3', '01', '0x1', 'X', 'TRUE', 'false'],
      list: ['', 'a', '1,2', '[1]']
    }
    for (const [parameter, texts] of Object.entries(refused)) {
      it(`rejects as ${parameter}: ${texts.map((text) => JSON.stringify(text)).join(', ')}`, async () => {
        for (const text of texts) {
          const reported = await faults(`/shops/a/values?${parameter}=${encodeURIComponent(text)}`)
          expect(reported, text).to.have.length(1)
          expect(reported[0], text).to.match(new RegExp(`^query ${parameter}(\\[0\\])?: must be `))
        }
      })
    }

    it('rejects a parameter that is given twice, but accepts a list by repeated keys', async () => {
      expect(await faults('/shops/a/values?text=a&text=a&integer=1&integer=1')).to.deep.equal([
        'query integer: must be given once',
        'query text: must be given once'
      ])
      expect((await ask('/shops/a/values?list=3&text=a&list=4')).body).to.deep.equal({ text: 'a', list: [3, 4] })
    })

    it('reads an empty value as a value, and a key without `=` as an empty one', async () => {
      expect((await ask('/shops/a/values?text')).body).to.deep.equal({ text: '' })
      expect((await ask('/shops/a/values?')).body).to.deep.equal({})
      expect(await faults('/shops/a/values?integer')).to.deep.equal(['query integer: must be an integer'])
      expect(await faults('/shops/a/paging?page=')).to.deep.equal(['query page: must be an integer'])
    })

    it('reads plus as a space in the query, and keys after decoding', async () => {
      expect((await ask('/shops/a/values?t%65xt=a+b%2Bc')).body).to.deep.equal({ text: 'a b+c' })
      expect(await faults('/shops/a/values?integer=+5')).to.deep.equal(['query integer: must be an integer'])
    })

    for (const query of ['text=%', 'text=%zz', 'text=%e4', 'text=%c0%af', '%=1', 'other=%ff']) {
      it(`rejects the broken percent sequence in ?${query}`, async () => {
        const { status, body } = await ask(`/shops/a/values?${query}`)
        expect(status).to.equal(400)
        expect(body).to.include({ status: 400, detail: 'The query has a broken percent sequence' })
      })
    }
  })
})
