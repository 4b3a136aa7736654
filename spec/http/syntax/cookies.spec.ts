import { expect } from 'chai'
import { type CookieOptions } from 'fieldstone'
import { clearCookieText, parseCookies, setCookieText } from '../../../src/http/syntax/cookies.js'
import { Servers } from '../../support/one-handler.js'

describe('cookies', () => {
  const servers = new Servers()
  afterEach(() => servers.close())

  const written: readonly [name: string, value: string, options: CookieOptions, text: string][] = [
    ['a', 'b', {}, 'a=b; Path=/; HttpOnly; SameSite=Lax'],
    ['a', 'ä b;c,d"%=\\', {}, 'a=%C3%A4%20b%3Bc%2Cd%22%25=%5C; Path=/; HttpOnly; SameSite=Lax'],
    ['a', '', { httpOnly: false, sameSite: 'strict', path: '/x' }, 'a=; Path=/x; SameSite=Strict'],
    [
      'a',
      'b',
      { maxAge: 60, domain: 'example.org' },
      'a=b; Max-Age=60; Domain=example.org; Path=/; HttpOnly; SameSite=Lax'
    ],
    [
      'a',
      'b',
      { sameSite: 'none', secure: true, partitioned: true },
      'a=b; Path=/; HttpOnly; Secure; Partitioned; SameSite=None'
    ],
    ['__Host-a', 'b', { secure: true }, '__Host-a=b; Path=/; HttpOnly; Secure; SameSite=Lax'],
    ['__Secure-a', 'b', { secure: true, path: '/x' }, '__Secure-a=b; Path=/x; HttpOnly; Secure; SameSite=Lax']
  ]
  for (const [name, value, options, text] of written) {
    it(`are written: ${text}`, () => expect(setCookieText(name, value, options)).to.equal(text))
  }

  const rejected: readonly [what: string, name: unknown, value: unknown, options?: object][] = [
    ['an empty name', '', 'x'],
    ['a name with a space', 'a b', 'x'],
    ['a name with a line end', 'a\r\nx', 'x'],
    ['a name with an equals sign', 'a=b', 'x'],
    ['a value that is not a string', 'a', 5],
    ['a value that is too large', 'a', 'x'.repeat(4096)],
    ["sameSite: 'none' without secure", 'a', 'x', { sameSite: 'none' }],
    ['an unknown sameSite', 'a', 'x', { sameSite: 'sometimes' }],
    ['partitioned without secure', 'a', 'x', { partitioned: true }],
    ['a __Secure- name without secure', '__Secure-a', 'x'],
    ['a __Secure- name in other letters', '__SECURE-a', 'x'],
    ['a __Host- name without secure', '__Host-a', 'x'],
    ['a __Host- name with a domain', '__Host-a', 'x', { secure: true, domain: 'example.org' }],
    ['a __Host- name with a path', '__Host-a', 'x', { secure: true, path: '/x' }],
    ['a maxAge that is not whole seconds', 'a', 'x', { maxAge: 1.5 }],
    ['an invalid date', 'a', 'x', { expires: new Date(Number.NaN) }],
    ['a domain with a semicolon', 'a', 'x', { domain: 'x; Secure' }],
    ['a path with a semicolon', 'a', 'x', { path: '/; Domain=evil' }],
    ['a path that is relative', 'a', 'x', { path: 'x' }],
    ['a path that is too long', 'a', 'x', { path: `/${'x'.repeat(1024)}` }]
  ]
  for (const [what, name, value, options] of rejected) {
    it(`reject ${what}`, () =>
      expect(() => setCookieText(name as string, value as string, options)).to.throw(TypeError))
  }

  it('are rejected in words that name the cookie and what is wrong with it', () => {
    const messageOf = (name: string, value: unknown, options?: object) => {
      try {
        setCookieText(name, value as string, options)
      } catch (error) {
        return (error as Error).message
      }
      return undefined
    }
    expect(messageOf('a', 'x'.repeat(4096))).to.equal('The cookie "a" is larger than 4096 bytes')
    expect(messageOf('a', 'x'.repeat(4094))).to.equal(undefined)
    expect(messageOf('a', 5)).to.equal('The value of the cookie "a" is not a string')
    expect(messageOf('__Secure-a', 'x')).to.match(/^The cookie "__Secure-a" \S/)
  })

  it('are deleted under the path and domain that they were set with', () => {
    expect(clearCookieText('__Host-a', { secure: true })).to.equal(
      '__Host-a=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax'
    )
  })

  const received: readonly [header: string | undefined, cookies: object][] = [
    [undefined, {}],
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1; b=2;c=3', { a: '1', b: '2', c: '3' }],
    [' a = 1 ; b=', { a: '1', b: '' }],
    ['a=1; a=2; a=3', { a: ['1', '2', '3'] }],
    ['a', {}],
    ['a; b=1', { b: '1' }],
    ['a=b=c', { a: 'b=c' }],
    ['a="1"', { a: '1' }],
    ['a=""', { a: '' }],
    ['a="', { a: '"' }],
    ['a="1', { a: '"1' }],
    ['a=1"', { a: '1"' }],
    ['a=%C3%A4%20b', { a: 'ä b' }],
    ['a=%zz', { a: '%zz' }],
    ['__proto__=1; constructor=2', JSON.parse('{"__proto__":"1","constructor":"2"}')]
  ]
  for (const [header, cookies] of received) {
    it(`are read: ${header}`, () => {
      const found = parseCookies(header)
      expect(Object.getPrototypeOf(found)).to.equal(null)
      expect(Object.entries(found)).to.deep.equal(Object.entries(cookies))
    })
  }

  it('come back as they were set', async () => {
    const value = 'ä b;c,d"%41=\\'
    const { url } = await servers.serve((ctx) => {
      const came = ctx.cookie('a')
      if (came === undefined) ctx.setCookie('a', value)
      return { came: came ?? null, other: ctx.cookie('constructor') ?? null }
    })
    const first = await fetch(url)
    expect(await first.json()).to.deep.equal({ came: null, other: null })
    const [pair] = first.headers.getSetCookie().map((text) => text.split(';')[0]!)
    const second = await fetch(url, { headers: { cookie: `x=1; ${pair!}; a=second` } })
    expect(await second.json()).to.deep.equal({ came: value, other: null })
  })

  it('are all sent, the last one of a name, and with errors too', async () => {
    const { url } = await servers.serve((ctx) => {
      ctx.setCookie('a', '1')
      ctx.setCookie('b', '2', { path: '/x' })
      ctx.setCookie('b', '3')
      ctx.clearCookie('a')
      ctx.jsonError(401, 'no')
    })
    const response = await fetch(url)
    const pairs = response.headers.getSetCookie().map((text) => text.split(';')[0])
    expect([response.status, pairs]).to.deep.equal([401, ['b=2', 'b=3', 'a=']])
  })
})
