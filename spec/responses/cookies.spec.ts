import { expect } from 'chai'
import { type Context, type CookieOptions, type Service } from 'fieldstone'
import { oneHandler, Servers } from '../support/one-handler.js'

/** What a call throws, by its class and message. */
function thrown(call: () => void): [name: string, message: string] | undefined {
  try {
    call()
  } catch (error) {
    return [(error as Error).name, (error as Error).message]
  }
  return undefined
}

describe('cookies', () => {
  const servers = new Servers()
  afterEach(() => servers.close())

  /** The `Set-Cookie` lines of a response, or what the handler's call throws. */
  async function sent(set: (ctx: Context) => void): Promise<readonly string[] | ReturnType<typeof thrown>> {
    let error: ReturnType<typeof thrown>
    const service = await oneHandler((ctx) => {
      error = thrown(() => set(ctx))
    })
    const lines = (await service.inject('/')).headers['set-cookie']
    return error ?? [lines ?? []].flat()
  }

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
    ['a', 'b', { path: `/${'p'.repeat(1_023)}` }, `a=b; Path=/${'p'.repeat(1_023)}; HttpOnly; SameSite=Lax`],
    ['__Host-a', 'b', { secure: true }, '__Host-a=b; Path=/; HttpOnly; Secure; SameSite=Lax'],
    ['__Secure-a', 'b', { secure: true, path: '/x' }, '__Secure-a=b; Path=/x; HttpOnly; Secure; SameSite=Lax']
  ]
  for (const [name, value, options, text] of written) {
    it(`are written: ${text.slice(0, 100)}`, async () => {
      expect(await sent((ctx) => ctx.setCookie(name, value, options))).to.deep.equal([text])
    })
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
    it(`reject ${what}`, async () => {
      expect((await sent((ctx) => ctx.setCookie(name as string, value as string, options)))?.[0]).to.equal('TypeError')
    })
  }

  it('are rejected in words that name the cookie and what is wrong with it', async () => {
    const messageOf = async (name: string, value: unknown, options?: object) =>
      (await sent((ctx) => ctx.setCookie(name, value as string, options)))?.[1]
    expect(await messageOf('a', 'x'.repeat(4095))).to.equal('The cookie "a" is larger than 4096 bytes')
    expect(await messageOf('a', 'x'.repeat(4094))).to.equal(undefined)
    expect(await messageOf('a', 5)).to.equal('The value of the cookie "a" is not a string')
    expect(await messageOf('__Secure-a', 'x')).to.match(/^The cookie "__Secure-a" \S/)
    expect(await messageOf('a', 'x', { secur: true })).to.contain("did you mean 'secure'")
    expect(await messageOf('a', 'x', { secure: 1 })).to.contain('the option secure is 1')
  })

  it('are deleted under the path and domain that they were set with', async () => {
    expect(await sent((ctx) => ctx.clearCookie('__Host-a', { secure: true }))).to.deep.equal([
      '__Host-a=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax'
    ])
    expect(await sent((ctx) => ctx.clearCookie('a', { path: '/x', domain: 'b.example' }))).to.deep.equal([
      'a=; Max-Age=0; Domain=b.example; Path=/x; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax'
    ])
  })

  it('replace those of the same name, path and domain, and no other', async () => {
    const set = (ctx: Context) => {
      ctx.setCookie('a', '1')
      ctx.setCookie('ab', '2')
      ctx.setCookie('a', '3', { path: '/x' })
      ctx.setCookie('a', '4', { domain: 'b.example' })
      ctx.setCookie('a', '5', { httpOnly: false })
    }
    expect(await sent(set)).to.deep.equal([
      'ab=2; Path=/; HttpOnly; SameSite=Lax',
      'a=3; Path=/x; HttpOnly; SameSite=Lax',
      'a=4; Domain=b.example; Path=/; HttpOnly; SameSite=Lax',
      'a=5; Path=/; SameSite=Lax'
    ])
  })

  const received: readonly [header: string | undefined, cookies: object][] = [
    [undefined, {}],
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1; b=2;c=3', { a: '1', b: '2', c: '3' }],
    [' a = 1 ; b=', { a: '1', b: '' }],
    ['a=1; a=2; a=3', { a: '1' }],
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
    it(`are read: ${header}`, async () => {
      const names = [...Object.keys(cookies), 'a', 'x', 'toString']
      const service: Service = await oneHandler((ctx) =>
        ctx.json(
          200,
          names.map((name) => ctx.cookie(name) ?? null)
        )
      )
      const response = await service.inject({ url: '/', headers: { ...(header !== undefined && { cookie: header }) } })
      const expected = names.map((name) => (Object.hasOwn(cookies, name) ? Reflect.get(cookies, name) : null))
      expect(response.json()).to.deep.equal(expected)
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
