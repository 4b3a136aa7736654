import { expect } from 'chai'
import { BootstrapError, type Context, isLocalPath, type RedirectSettings, Router, SetupError } from 'fieldstone'
import { ask } from '../support/ask.js'
import { recordingLogger } from '../support/one-handler.js'

async function responseTo(handler: (ctx: Context) => void, redirects?: RedirectSettings) {
  const { logger, entries } = recordingLogger()
  const router = new Router({ logger, ...(redirects && { redirects }) })
  router.getFunc('/a/b', handler)
  // The client chooses the Host, which must not make a URL one of the service.
  const { status, headers, body } = await ask(router, 'GET /a/b', { host: 'evil.example' })
  return { status, location: headers.location, body, log: entries }
}

const LISTED: RedirectSettings = { origins: ['https://login.example.com', 'https://shop.example:8443'] }

/** Locations that lead away, or may lead away in some browser or behind some proxy. */
const AWAY: readonly string[] = [
  'https://evil.example',
  'https://evil.example/a',
  'http://evil.example',
  'HTTPS://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://service.invalid/a',
  '//evil.example',
  '//service.invalid/a',
  '///evil.example',
  '////evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '/\\\\evil.example',
  '//evil.example\\@service.invalid/',
  '//user@evil.example/',
  '/%2Fevil.example',
  '/%2f%2fevil.example',
  '/%5Cevil.example',
  '/%5c%5cevil.example',
  '/%09/evil.example',
  '%2F%2Fevil.example',
  '%5C%5Cevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/a/%2e%2e//evil.example',
  '/a/../%2fevil.example',
  '/./\\evil.example',
  ' //evil.example',
  ' /a',
  '\u00a0//evil.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'mailto:a@evil.example',
  'evil.example',
  'a/b',
  './a',
  '..',
  '../a',
  '?a=b',
  '#a',
  ''
]

describe('ctx.redirect', () => {
  const paths: readonly [given: string, sent: string][] = [
    ['/', '/'],
    ['/a?b=c#d', '/a?b=c#d'],
    ['/a/../b', '/a/../b'],
    ['/a//b', '/a//b'],
    ['/a/%2Fb', '/a/%2Fb'],
    ['/@evil.example', '/@evil.example'],
    ['/https://evil.example', '/https://evil.example'],
    ['/a?to=//evil.example', '/a?to=//evil.example'],
    ['/a?to=https://evil.example', '/a?to=https://evil.example'],
    ['/a b', '/a%20b'],
    ['/／evil.example', '/%ef%bc%8fevil.example']
  ]
  for (const [given, sent] of paths) {
    it(`accepts a path of the service: ${JSON.stringify(given)}`, async () => {
      expect(await responseTo((ctx) => ctx.redirect(given))).to.include({ status: 302, location: sent })
    })
  }

  for (const given of AWAY) {
    it(`is a 500 with a log entry for what leads away: ${JSON.stringify(given)}`, async () => {
      for (const redirects of [undefined, LISTED]) {
        const { status, location, body, log } = await responseTo((ctx) => ctx.redirect(given), redirects)
        expect([status, location, JSON.parse(body).detail]).to.deep.equal([500, undefined, 'Internal server error'])
        expect(log.map(({ level }) => level)).to.deep.equal(['error'])
        expect(log[0]?.fields.err?.message).to.match(
          /is not to a path of this service.*isLocalPath.*redirects.*external: true/
        )
      }
    })
  }

  it('accepts all of it if the program says that it leads away', async () => {
    for (const given of AWAY.filter((each) => !/[ \u00a0]/.test(each))) {
      const { status, location } = await responseTo((ctx) => ctx.redirect(given, { external: true }))
      expect([status, location], given).to.deep.equal([302, given])
    }
  })

  it('agrees with isLocalPath, by which a handler checks what a client has chosen', () => {
    expect(paths.filter(([given]) => !isLocalPath(given))).to.deep.equal([])
    const others = ['/\t/a', '/a\nb', '/\x7f', 'https://login.example.com/', 5, undefined] as string[]
    expect([...AWAY, ...others].filter(isLocalPath)).to.deep.equal([])
  })

  it('rejects control characters, which browsers remove, even then', async () => {
    for (const given of [
      '/\t/evil.example',
      '/\n/evil.example',
      '\t//evil.example',
      'java\tscript:alert(1)',
      '/\x7f'
    ]) {
      for (const external of [false, true]) {
        const { status, location, log } = await responseTo((ctx) => ctx.redirect(given, { external }))
        expect([status, location], JSON.stringify(given)).to.deep.equal([500, undefined])
        expect(log[0]?.fields.err?.message).to.contain('control characters')
      }
    }
  })

  it('rejects what is not a string, and does not convert it', async () => {
    const hostile = {
      startsWith: () => true,
      replace: () => '/',
      toString(): string {
        throw new Error('converted')
      }
    }
    for (const given of [undefined, null, 5, new URL('https://evil.example'), hostile] as unknown[]) {
      const { status, log } = await responseTo((ctx) => ctx.redirect(given as string))
      expect(status).to.equal(500)
      expect(log[0]?.fields.err?.message).to.match(/^The location of a redirect must be a string/)
    }
  })

  it('says the status that cannot be, and shows no more than 200 characters of a location', async () => {
    const told = async (handler: (ctx: Context) => void) =>
      (await responseTo(handler)).log[0]?.fields.err?.message ?? ''
    expect(await told((ctx) => ctx.redirect('/x', { status: 300 as never }))).to.equal(
      'The status of a redirect must be 301, 302, 303, 307 or 308, not 300'
    )
    const long = `//evil.example/${'x'.repeat(300)}`
    expect(await told((ctx) => ctx.redirect(long))).to.include(`"${long.slice(0, 200)}…"`)
    expect(await told((ctx) => ctx.redirect(long.slice(0, 200)))).to.include(`"${long.slice(0, 200)}"`)
    expect(await told((ctx) => ctx.redirect('/x', { extern: true } as never))).to.match(/^The redirect.*'external'/)
  })

  const allowed = [
    'https://login.example.com',
    'https://login.example.com/oauth?state=1',
    'HTTPS://LOGIN.example.com/',
    'https://login.example.com:443/',
    'https://shop.example:8443/a'
  ]
  for (const given of allowed) {
    it(`accepts a URL of a listed origin: ${given}`, async () => {
      expect(await responseTo((ctx) => ctx.redirect(given), LISTED)).to.include({ status: 302, location: given })
    })
  }

  const unlisted = [
    'http://login.example.com/',
    '//login.example.com/',
    'https:login.example.com',
    'https://login.example.com.evil.example/',
    'https://login.example.com@evil.example/',
    'https://evil.example@login.example.com/',
    'https://login.example.com:8443/',
    'https://shop.example/',
    'https://evil.example/https://login.example.com',
    'https://login.example.com%2eevil.example/'
  ]
  for (const given of unlisted) {
    it(`rejects what only looks like a listed origin: ${given}`, async () => {
      expect((await responseTo((ctx) => ctx.redirect(given), LISTED)).status).to.equal(500)
    })
  }

  it('has the status as a number or in the options', async () => {
    const to = 'https://a.example/'
    const calls: readonly [(ctx: Context) => void, number][] = [
      [(ctx) => ctx.redirect('/x', 303), 303],
      [(ctx) => ctx.redirect('/x', { status: 307 }), 307],
      [(ctx) => ctx.redirect(to, 308, { external: true }), 308],
      [(ctx) => ctx.redirect(to, { external: true, status: 301 }), 301],
      [(ctx) => ctx.redirect(to, undefined, { external: true }), 302],
      ...[200, 300, 304, 305, 306, 309, '301'].map((status): [(ctx: Context) => void, number] => [
        (ctx) => ctx.redirect('/x', status as 302),
        500
      ]),
      [(ctx) => ctx.redirect(to, { external: 1 as never }), 500],
      [(ctx) => ctx.redirect(to, { extern: true } as never), 500],
      [(ctx) => ctx.redirect('/x', null as never), 500]
    ]
    for (const [call, status] of calls) expect((await responseTo(call)).status, String(call)).to.equal(status)
  })

  describe('has a list of origins that', () => {
    it('may be of https and of http', async () => {
      const origins = ['https://a.example', 'http://localhost:3000']
      for (const origin of origins) {
        const { location } = await responseTo((ctx) => ctx.redirect(`${origin}/x`), { origins })
        expect(location).to.equal(`${origin}/x`)
      }
    })

    const wrong: readonly [settings: unknown, message: RegExp][] = [
      [{ origins: 'https://a.example' }, /is not a list, the option redirects; write redirects:/],
      [{ origins: ['a.example'] }, /'a.example', which is not an origin of http or https/],
      [{ origins: ['javascript:alert(1)'] }, /which is not an origin of http or https/],
      [{ origins: ['null'] }, /which is not an origin/],
      [{ origins: [5] }, /has a number, which is not an origin/],
      [{ origins: ['https://a.example/'] }, /; write 'https:\/\/a.example'\./],
      [{ origins: ['https://a.example/path'] }, /; write 'https:\/\/a.example'\./],
      [{ origins: ['https://A.example'] }, /; write 'https:\/\/a.example'\./],
      [{ origins: ['https://a.example:443'] }, /; write 'https:\/\/a.example'\./],
      [{ origins: ['https://user@a.example'] }, /; write 'https:\/\/a.example'\./],
      [{ origins: ['https://*.example'] }, /list each origin/]
    ]
    for (const [settings, message] of wrong) {
      it(`cannot be ${JSON.stringify(settings)}`, () => {
        expect(() => new Router({ redirects: settings as RedirectSettings }))
          .to.throw(SetupError, message)
          .with.property('code', 'APPLICATION_INVALID')
      })
    }

    it('has only this name', () => {
      const settings = { origin: ['https://a.example'] } as unknown as RedirectSettings
      expect(() => new Router({ redirects: settings })).to.throw(BootstrapError, /did you mean 'origins'/)
    })
  })
})
