import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { DateOnly, enumOf, Field, Integer, type Router, type Service } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { inChunks, streamedPost } from '../support/chunked-body.js'
import { exchange } from '../support/one-handler.js'

class Part {
  @Field({ pattern: '^[a-z]+$' }) sku!: string
  @Field(() => Integer, { minimum: 1, default: 1 }) count!: number
}

class Order {
  @Field({ minLength: 2 }) name!: string
  @Field(() => DateOnly, { optional: true }) day?: string
  @Field(() => [Part], { maxItems: 2, optional: true }) parts?: Part[]
  @Field({ optional: true, readOnly: true }) id?: string
}

class Flat {
  @Field() name!: string
  @Field(() => Integer, { optional: true }) age?: number
  @Field(() => [String], { optional: true }) tags?: string[]
}

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

function routes(router: Router): void {
  router.postFunc('/order', (ctx) => ctx.body(), { requestBody: Order })
  router.postFunc('/maybe', (ctx) => ctx.body() ?? 'nothing', { requestBody: { type: Order, required: false } })
  router.postFunc('/flat', (ctx) => ctx.body(), { requestBody: Flat, consumes: [JSON_TYPE, FORM, MULTIPART] })
  router.postFunc('/any-json', (ctx) => ctx.body(), { requestBody: Order, consumes: 'application/*+json' })
  router.postFunc('/text', (ctx) => ctx.body(), { requestBody: String, consumes: 'text/plain' })
  router.postFunc('/day', (ctx) => ctx.body<Date>().toISOString(), { requestBody: Date, consumes: 'text/plain' })
  router.postFunc('/image', async (ctx) => (await ctx.bodyBytes()).length, { requestBody: Buffer, consumes: 'image/*' })
  router.postFunc('/anything', async (ctx) => (await ctx.bodyBytes()).length, { requestBody: Buffer, consumes: '*/*' })
  router.postFunc('/bound', (ctx) => ctx.bind(Order))
  router.postFunc('/bound-json', (ctx) => ctx.bindJSON(Order))
  router.postFunc('/bound-list', (ctx) => ctx.bindValidated([Order]))
}

const NOT_JSON = '400 Invalid JSON payload'
const wrongType = (types: string) => `415 The content type of the request body must be ${types}`

type Case = readonly [path: string, type: string | undefined, body: string | Buffer, result: unknown, coding?: string]

const CASES: readonly Case[] = [
  ['/order', JSON_TYPE, '{"name":"ab"}', { name: 'ab' }],
  ['/order', 'APPLICATION/JSON;charset="UTF-8"', '{"name":"ab"}', { name: 'ab' }],
  ['/order', JSON_TYPE, '\ufeff{"name":"ab"}', { name: 'ab' }],
  [
    '/order',
    JSON_TYPE,
    '{"name":"ab","__proto__":{"a":1},"parts":[{"sku":"a"}]}',
    { name: 'ab', parts: [{ sku: 'a', count: 1 }] }
  ],
  ['/order', JSON_TYPE, '{"name":"ab","more":1}', { name: 'ab' }],
  ['/order', JSON_TYPE, '{"name":"a"}', ['name minLength']],
  ['/order', JSON_TYPE, '{}', ['name required']],
  // What is read-only is dropped.
  ['/order', JSON_TYPE, '{"name":"ab","id":"1"}', { name: 'ab' }],
  [
    '/order',
    JSON_TYPE,
    '{"name":"ab","day":"2020-02-30","parts":[{},{"sku":"A","count":0},{}]}',
    ['day type', 'parts[0].sku required', 'parts[1].sku pattern', 'parts[1].count minimum', 'parts[2].sku required']
  ],
  ['/order', JSON_TYPE, '[]', [' type']],
  ['/order', JSON_TYPE, 'null', [' type']],
  ['/order', JSON_TYPE, '5', [' type']],
  ['/order', JSON_TYPE, '{', NOT_JSON],
  ['/order', JSON_TYPE, '', NOT_JSON],
  ['/order', undefined, '', NOT_JSON],
  ['/order', JSON_TYPE, Buffer.from([0x22, 0xff, 0x22]), NOT_JSON],
  ['/order', 'text/plain', '{"name":"ab"}', wrongType(JSON_TYPE)],
  ['/order', 'application/x+json', '{"name":"ab"}', wrongType(JSON_TYPE)],
  ['/order', 'json', '{"name":"ab"}', wrongType(JSON_TYPE)],
  ['/order', `${JSON_TYPE}; charset=latin1`, '{"name":"ab"}', '415 The request body must be encoded in UTF-8'],
  ['/order', JSON_TYPE, gzipSync('{"name":"ab"}'), { name: 'ab' }, 'gzip'],
  ['/order', JSON_TYPE, '{"name":"ab"}', '400 The request body is not valid gzip', 'x-gzip'],
  ['/order', JSON_TYPE, '{"name":"ab"}', { name: 'ab' }, ','],
  ['/order', JSON_TYPE, '{"name":"ab"}', '415 The content coding "zstd" is not supported', 'zstd'],
  ['/order', JSON_TYPE, '{}', '415 More than 2 content codings are not supported', 'gzip, br, deflate'],
  ['/any-json', 'application/merge-patch+json', '{"name":"ab"}', { name: 'ab' }],
  ['/any-json', JSON_TYPE, '{"name":"ab"}', wrongType('application/*+json')],
  ['/maybe', undefined, '', 'nothing'],
  ['/maybe', JSON_TYPE, '', 'nothing'],
  ['/maybe', JSON_TYPE, '{"name":"ab"}', { name: 'ab' }],
  ['/maybe', JSON_TYPE, '{"name":"a"}', ['name minLength']],
  ['/maybe', JSON_TYPE, 'null', [' type']],
  ['/maybe', 'text/plain', 'x', wrongType(JSON_TYPE)],
  ['/flat', JSON_TYPE, '{"name":"a","age":5}', { name: 'a', age: 5 }],
  ['/flat', JSON_TYPE, '{"name":"a","age":"5"}', ['age type']],
  ['/flat', FORM, 'name=a&age=5&tags=x&tags=y', { name: 'a', age: 5, tags: ['x', 'y'] }],
  ['/flat', FORM, 'name=a&tags=x', { name: 'a', tags: ['x'] }],
  ['/flat', FORM, 'name=&tags=', { name: '', tags: [''] }],
  ['/flat', FORM, 'name=a&other=1', { name: 'a' }],
  ['/flat', FORM, 'name=a&name=b', ['name type']],
  ['/flat', FORM, 'age=x', ['name required', 'age type']],
  ['/flat', FORM, 'name=a&age=1e3', ['age type']],
  ['/flat', FORM, 'name=%', '400 Invalid form payload'],
  ['/flat', 'text/plain', 'name=a', wrongType(`${JSON_TYPE} or ${FORM} or ${MULTIPART}`)],
  ['/text', 'text/plain', 'ä', 'ä'],
  ['/text', 'text/plain; charset=utf-8', 'ä', 'ä'],
  ['/text', 'text/plain', Buffer.from([0xff]), '400 The request body is not valid UTF-8'],
  ['/text', 'text/plain; charset=latin1', 'a', '415 The request body must be encoded in UTF-8'],
  ['/text', JSON_TYPE, '"a"', wrongType('text/plain')],
  ['/day', 'text/plain', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['/day', 'text/plain', '2026-01-02', [' type']],
  ['/image', 'image/png', Buffer.from([0xff]), 1],
  ['/image', 'IMAGE/GIF', 'ab', 2],
  ['/image', 'text/plain', 'a', wrongType('image/*')],
  ['/anything', 'text/csv', 'abc', 3],
  ['/anything', JSON_TYPE, '{', 1],
  ['/anything', 'csv', 'abc', wrongType('*/*')],
  ['/bound', JSON_TYPE, '{"name":"a"}', { name: 'a' }],
  ['/bound', FORM, 'name=ab', { name: 'ab' }],
  ['/bound', 'application/merge-patch+json', '{"name":"ab"}', { name: 'ab' }],
  ['/bound-json', JSON_TYPE, '{"name":"ab"}', { name: 'ab' }],
  ['/bound-json', FORM, 'name=ab', wrongType(JSON_TYPE)],
  ['/bound-list', JSON_TYPE, '[{"name":"ab"}]', [{ name: 'ab' }]],
  ['/bound-list', JSON_TYPE, '[{"name":"ab"},{"name":"a"}]', ['[1].name minLength']],
  ['/bound-list', JSON_TYPE, '{"name":"ab"}', [' type']]
]

interface Answer {
  readonly detail?: string
  readonly errors?: readonly { readonly path: string; readonly rule: string }[]
}

/** The value that a handler has got, the faults of a body, or the status and the words of another problem. */
function resultOf(status: number, text: string): unknown {
  const answer = JSON.parse(text)
  if (status === 200) return answer
  const { detail, errors } = answer as Answer
  return errors === undefined ? `${status} ${detail}` : errors.map(({ path, rule }) => `${path} ${rule}`)
}

describe('The body of a request', () => {
  let service: Service
  before(async () => {
    service = await serviceOf([], { routes, responseChecks: 'off' })
  })

  for (const [path, type, body, result, coding] of CASES) {
    const isRead =
      typeof result === 'string' ? !/^4/.test(result) : !(Array.isArray(result) && typeof result[0] === 'string')
    const shown = typeof body === 'string' ? JSON.stringify(body) : `${body.length} bytes`
    it(`of ${path} ${isRead ? 'gives' : 'is rejected with'} ${JSON.stringify(result).slice(0, 60)}: ${type} ${coding ?? ''} ${shown}`, async () => {
      const headers = {
        ...(type !== undefined && { 'content-type': type }),
        ...(coding !== undefined && { 'content-encoding': coding })
      }
      const bytes = Buffer.from(body)
      const injected = await service.inject({
        method: 'POST',
        url: path,
        headers,
        body: bytes.length > 0 ? bytes : undefined
      })
      const found = resultOf(injected.statusCode, injected.body)
      if (Array.isArray(result) && typeof result[0] === 'string') expect(found).to.have.members(result)
      else expect(found).to.deep.equal(result)
      if (bytes.length === 0) return
      for (const chunk of [bytes.length, 3]) {
        const response = await service.fetch(streamedPost(`http://a${path}`, inChunks(bytes, chunk), headers))
        expect(resultOf(response.status, await response.text()), `chunks of ${chunk}`).to.deep.equal(found)
      }
    })
  }

  it('is read as the most specific of the media types that are declared for it', async () => {
    const content = { '*/*': enumOf(['any']), 'text/*': enumOf(['text']), 'text/csv': enumOf(['csv']) }
    const bodies = { 'text/csv': 'csv', 'text/plain': 'text', 'image/svg+xml': 'any' }
    const several = await serviceOf([], {
      responseChecks: 'off',
      routes: (router) => {
        router.postFunc('/', (ctx) => ctx.body(), { requestBody: { content } })
      }
    })
    for (const [type, right] of Object.entries(bodies)) {
      for (const body of Object.values(bodies)) {
        const sent = { method: 'POST', url: '/', headers: { 'content-type': type }, body }
        expect((await several.inject(sent)).statusCode, `${type} ${body}`).to.equal(body === right ? 200 : 400)
      }
    }
  })

  it('has one type: two lines of Content-Type are a 400', async () => {
    const { port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
    const types = 'Content-Type: application/json\r\nContent-Type: application/json\r\n'
    const head = `POST /order HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 13\r\n${types}\r\n`
    expect(await exchange(port, `${head}{"name":"ab"}`)).to.match(
      /^HTTP\/1\.1 400 [\s\S]*The request has more than one Content-Type header/
    )
    await service.close()
  })

  it('says in its rejection which media types and codings are accepted', async () => {
    const post = (headers: Record<string, string>) =>
      service.inject({ method: 'POST', url: '/flat', headers, body: Buffer.from('x') })
    expect((await post({ 'content-type': 'text/plain' })).headers.accept).to.equal(
      `${JSON_TYPE}, ${FORM}, ${MULTIPART}`
    )
    const unknown = await post({ 'content-type': JSON_TYPE, 'content-encoding': 'zstd' })
    expect(unknown.headers['accept-encoding']).to.equal('gzip, deflate, br')
  })

  it('has no field that is not declared where these are rejected, also within', async () => {
    const strict = await serviceOf([], { routes, unknownFields: 'reject' })
    const body = { name: 'ab', x: 1, parts: [{ sku: 'a', y: 2 }] }
    const { faults } = await strict.inject({ method: 'POST', url: '/order', body })
    expect(faults?.map(({ path, rule }) => `${path} ${rule}`)).to.have.members([
      'parts[0].y additionalProperties',
      'x additionalProperties'
    ])
    const form = await strict.inject({
      method: 'POST',
      url: '/flat',
      headers: { 'content-type': FORM },
      body: 'name=a&other=1'
    })
    expect(form.faults?.map(({ path }) => path)).to.deep.equal(['other'])
  })
})
