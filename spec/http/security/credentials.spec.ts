import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'chai'
import { RequestContext } from '../../../src/http/exchange/request-context.js'
import { apiKeyReader, readBasic, readBearer } from '../../../src/http/security/credentials.js'
import { type Credential, type CredentialReader } from '../../../src/http/security-scheme.js'
import { httpSettings } from '../../../src/http/settings.js'

/** What a reader makes of a request with these headers, as node:http would tell them. */
function read(reader: CredentialReader, raw: readonly (readonly [string, string])[], search = ''): Credential {
  const headers: Record<string, string> = {}
  for (const [name, value] of raw) headers[name.toLowerCase()] ??= value
  const req = { headers, rawHeaders: raw.flat() } as unknown as IncomingMessage
  return reader(new RequestContext(req, {} as ServerResponse, '/', search, httpSettings()))
}

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')

describe('Reading a bearer token', () => {
  const table: [header: string, credential: Credential][] = [
    ['Bearer abc', ['abc']],
    ['bearer abc', ['abc']],
    ['BEARER   abc', ['abc']],
    ['Bearer abc ', ['abc']],
    ['Bearer a-b._~+/9==', ['a-b._~+/9==']],
    [`Bearer ${'a'.repeat(200_000)}`, ['a'.repeat(200_000)]],
    ['Basic YTpi', undefined],
    ['Bearerabc', undefined],
    ['Bearer', 'malformed'],
    ['Bearer ', 'malformed'],
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
    [' Bearer abc', 'malformed'],
    ['\u0000', 'malformed'],
    ['', 'malformed'],
    [': abc', 'malformed']
  ]
  for (const [header, credential] of table) {
    it(`makes ${JSON.stringify(credential)?.slice(0, 40)} of ${JSON.stringify(header).slice(0, 40)}`, () => {
      expect(read(readBearer, [['Authorization', header]])).to.deep.equal(credential)
    })
  }

  it('finds nothing where there is no header', () => {
    expect(read(readBearer, [['X-Authorization', 'Bearer abc']])).to.equal(undefined)
  })

  it('believes none of several headers', () => {
    const twice = [
      ['Authorization', 'Bearer abc'],
      ['authorization', 'Bearer abc']
    ] as const
    expect(read(readBearer, twice)).to.equal('malformed')
  })
})

describe('Reading a user and a password', () => {
  const table: [text: string, credential: Credential][] = [
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
  for (const [text, credential] of table) {
    it(`makes ${JSON.stringify(credential)} of ${JSON.stringify(text)}`, () => {
      expect(read(readBasic, [['Authorization', `Basic ${text}`]])).to.deep.equal(credential)
    })
  }

  it('does not read a bearer token', () => {
    expect(read(readBasic, [['Authorization', 'Bearer YTpi']])).to.equal(undefined)
  })
})

describe('Reading an API key', () => {
  const header = apiKeyReader({ in: 'header', name: 'x-api-key' })
  const query = apiKeyReader({ in: 'query', name: 'key' })
  const cookie = apiKeyReader({ in: 'cookie', name: 'session' })

  it('takes a header as it is', () => {
    expect(read(header, [['X-API-Key', 'k 1']])).to.deep.equal(['k 1'])
    expect(read(header, [['X-API-Key', '']])).to.equal(undefined)
    expect(read(header, [])).to.equal(undefined)
    expect(read(header, [['X-API-Key', 'a\tb']])).to.equal('malformed')
  })

  it('believes none of several headers', () => {
    const twice = [
      ['X-Api-Key', 'a'],
      ['x-api-key', 'a']
    ] as const
    expect(read(header, twice)).to.equal('malformed')
  })

  it('takes a query parameter, decoded', () => {
    expect(read(query, [], 'a=1&key=k%C3%A4+y')).to.deep.equal(['kä y'])
    expect(read(query, [], 'key=')).to.equal(undefined)
    expect(read(query, [], 'Key=1')).to.equal(undefined)
    expect(read(query, [], '')).to.equal(undefined)
    expect(read(query, [], 'key=a&key=a')).to.equal('malformed')
    expect(read(query, [], 'key=%00')).to.equal('malformed')
    expect(read(query, [], 'key=%ff')).to.equal('malformed')
  })

  it('takes a cookie', () => {
    expect(read(cookie, [['Cookie', 'a=1; session=k%20y']])).to.deep.equal(['k y'])
    expect(read(cookie, [['Cookie', 'session=']])).to.equal(undefined)
    expect(read(cookie, [['Cookie', 'sessions=1']])).to.equal(undefined)
    expect(read(cookie, [['Cookie', 'session=a; session=b']])).to.equal('malformed')
    expect(read(cookie, [['Cookie', 'session=%0a']])).to.equal('malformed')
    expect(read(cookie, [])).to.equal(undefined)
  })
})
