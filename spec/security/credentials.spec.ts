import { expect } from 'chai'
import { apiKeyScheme, basicScheme, bearerScheme, type Router, type Service } from 'fieldstone'
import { serviceOf } from '../support/applications.js'
import { exchange } from '../support/one-handler.js'

/** What `authenticate` is given; it accepts everything. */
const authenticate = (...given: unknown[]) => ({ given: given.filter((each) => typeof each === 'string') })

const securitySchemes = {
  bearer: bearerScheme({ authenticate }),
  basic: basicScheme({ authenticate }),
  header: apiKeyScheme({ in: 'header', name: 'x-api-key', authenticate }),
  query: apiKeyScheme({ in: 'query', name: 'key', authenticate }),
  cookie: apiKeyScheme({ in: 'cookie', name: 'session', authenticate }),
  own: apiKeyScheme({ in: 'header', name: 'Authorization', authenticate })
}
type Kind = keyof typeof securitySchemes

const routes = (router: Router) => {
  for (const name of Object.keys(securitySchemes)) {
    router.getFunc(`/${name}`, (ctx) => ctx.principal(), { security: [name] })
  }
}

/** What a request shows: the texts of its credential, `none`, or `malformed` where there is one that cannot be read. */
type Shown = readonly string[] | 'none' | 'malformed'

function shownBy(status: number, body: string): Shown {
  const { given, detail } = JSON.parse(body)
  if (status === 200) return given
  expect(status).to.equal(401)
  return detail === 'Authentication is required' ? 'none' : 'malformed'
}

describe('A credential', () => {
  let service: Service
  before(async () => {
    service = await serviceOf([], { securitySchemes, routes })
  })

  async function shown(kind: Kind, headers: Record<string, string>, query = ''): Promise<Shown> {
    const { statusCode, body } = await service.inject({ url: `/${kind}${query}`, headers })
    return shownBy(statusCode, body)
  }

  const bearers: [header: string, shown: Shown][] = [
    ['Bearer abc', ['abc']],
    ['bearer abc', ['abc']],
    ['BEARER   abc', ['abc']],
    ['Bearer abc ', ['abc']],
    ['Bearer a-b._~+/9==', ['a-b._~+/9==']],
    [`Bearer ${'a'.repeat(200_000)}`, ['a'.repeat(200_000)]],
    ['Basic YTpi', 'none'],
    ['Bearerabc', 'none'],
    ['Digest a', 'none'],
    ['Bearer', 'malformed'],
    ['Bearer a b', 'malformed'],
    ['Bearer a,b', 'malformed'],
    ['Bearer a=b', 'malformed'],
    ['Bearer =', 'malformed'],
    ['Bearer a\tb', 'malformed'],
    ['Bearer "abc"', 'malformed'],
    ['Bearer é', 'malformed'],
    [`Bearer ${'a'.repeat(50_000)}!`, 'malformed'],
    [`Bearer ${' '.repeat(50_000)}!`, 'malformed'],
    ['Bearer abc, Bearer abd', 'malformed'],
    [',', 'malformed'],
    ['', 'malformed']
  ]
  for (const [header, expected] of bearers) {
    it(`of a bearer is ${JSON.stringify(expected).slice(0, 40)} in ${JSON.stringify(header).slice(0, 40)}`, async () => {
      expect(await shown('bearer', { authorization: header })).to.deep.equal(expected)
    })
  }

  const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
  const pairs: [text: string, shown: Shown][] = [
    [base64('ada:secret'), ['ada', 'secret']],
    [base64('ada:'), ['ada', '']],
    [base64(':'), ['', '']],
    [base64('ada:a:b:c'), ['ada', 'a:b:c']],
    [base64('Ädä:пароль€'), ['Ädä', 'пароль€']],
    [base64('ada:secret').replace(/=+$/, ''), ['ada', 'secret']],
    [base64('ada'), 'malformed'],
    [base64(''), 'malformed'],
    [base64(Buffer.from([0x61, 0x3a, 0xff])), 'malformed'],
    [base64('a\u0000da:secret'), 'malformed'],
    [base64('ada:sec\nret'), 'malformed'],
    [base64('ada:\u007f'), 'malformed'],
    ['###', 'malformed'],
    ['YTpi YTpi', 'malformed'],
    ['YTpi,', 'malformed'],
    ['_-__', 'malformed'],
    ['ada:secret', 'malformed']
  ]
  for (const [text, expected] of pairs) {
    it(`of a user and a password is ${JSON.stringify(expected)} in ${JSON.stringify(text)}`, async () => {
      expect(await shown('basic', { authorization: `Basic ${text}` })).to.deep.equal(expected)
    })
  }

  it('of another scheme is none', async () => {
    expect(await shown('basic', { authorization: 'Bearer YTpi' })).to.equal('none')
    expect(await shown('bearer', { 'x-authorization': 'Bearer abc' })).to.equal('none')
  })

  const keys: [kind: Kind, headers: Record<string, string>, query: string, shown: Shown][] = [
    ['header', { 'X-API-Key': 'k 1' }, '', ['k 1']],
    ['header', { 'x-api-key': '' }, '', 'none'],
    ['header', {}, '', 'none'],
    ['header', { 'x-api-key': 'a\tb' }, '', 'malformed'],
    ['query', {}, '?a=1&key=k%C3%A4+y', ['kä y']],
    ['query', {}, '?key=', 'none'],
    ['query', {}, '?Key=1', 'none'],
    ['query', {}, '', 'none'],
    ['query', {}, '?key=a&key=a', 'malformed'],
    ['query', {}, '?key=%00', 'malformed'],
    ['query', {}, '?key=%ff', 'malformed'],
    ['cookie', { cookie: 'a=1; session=k%20y' }, '', ['k y']],
    ['cookie', { cookie: 'session=' }, '', 'none'],
    ['cookie', { cookie: 'sessions=1' }, '', 'none'],
    ['cookie', { cookie: 'session=a; session=b' }, '', 'malformed'],
    ['cookie', { cookie: 'session=%0a' }, '', 'malformed'],
    ['cookie', {}, '', 'none'],
    ['own', { authorization: 'plain' }, '', ['plain']]
  ]
  for (const [kind, headers, query, expected] of keys) {
    it(`of a key in the ${kind} is ${JSON.stringify(expected)} with ${JSON.stringify(headers)}${query}`, async () => {
      expect(await shown(kind, headers, query)).to.deep.equal(expected)
    })
  }

  it('that comes twice is malformed, even where both are the same', async () => {
    const { port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
    for (const [kind, lines] of [
      ['bearer', 'Authorization: Bearer abc\r\nauthorization: Bearer abc'],
      ['header', 'X-Api-Key: a\r\nx-api-key: a']
    ]) {
      const response = await exchange(port, `GET /${kind} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n\r\n`)
      const [head = '', body = ''] = response.split('\r\n\r\n')
      expect(shownBy(Number(head.slice(9, 12)), body), kind).to.equal('malformed')
    }
    await service.close()
  })
})
