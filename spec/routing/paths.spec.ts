import { expect } from 'chai'
import fc from 'fast-check'
import { type RouteDefinition, Router, SetupError } from 'fieldstone'
import { ask } from '../support/ask.js'
import { chance } from '../support/chance.js'

const handler = () => undefined

/** A route of this path, and of no other. */
function routerOf(path: string): Router {
  return new Router().add({ method: 'GET', path, handler, source: 'ItemController.find' })
}

const routeOf = (path: string) => routerOf(path).routes[0] as RouteDefinition

function rejection(path: string): SetupError {
  try {
    routerOf(path)
  } catch (error) {
    if (error instanceof SetupError) return error
    throw error
  }
  throw new Error(`"${path}" was accepted`)
}

/** Whether a parameter `x` of this regular expression takes a text. */
function takes(source: string, text: string): boolean {
  return routerOf(`/{x:${source}}`).match('GET', `/${encodeURIComponent(text)}`).length === 1
}

describe('A path', () => {
  const paths: [path: string, template: string, request: string, params: Record<string, string>][] = [
    ['/', '/', '/', {}],
    ['/items/', '/items/', '/items/', {}],
    ['/items/{id}', '/items/{id}', '/items/7', { id: '7' }],
    ['/items/{id}/', '/items/{id}/', '/items/7/', { id: '7' }],
    ['/items/{id:[0-9]+}', '/items/{id}', '/items/42', { id: '42' }],
    ['/{year:[0-9]{4}}/{month:[0-9]{1,2}}', '/{year}/{month}', '/2026/1', { year: '2026', month: '1' }],
    ['/{a:[x{]y\\}}/b', '/{a}/b', '/%7By%7D/b', { a: '{y}' }],
    ['/{a:(?:x|y):z}', '/{a}', '/y:z', { a: 'y:z' }],
    ['/{a:(v)([0-9]+)}', '/{a}', '/v12', { a: 'v12' }],
    ['/{a:(?<major>[0-9]+)\\.(?<minor>[0-9]+)}', '/{a}', '/1.2', { a: '1.2' }],
    ['/files/{path:*}', '/files/{path}', '/files/a/b', { path: 'a/b' }],
    [
      '/{user_id}/{user-id}/{user.id}/{_x}',
      '/{user_id}/{user-id}/{user.id}/{_x}',
      '/1/2/3/4',
      { user_id: '1', 'user-id': '2', 'user.id': '3', _x: '4' }
    ],
    ['/caf\u00e9', '/caf%C3%A9', '/caf%c3%a9', {}],
    ['/caf%C3%A9', '/caf%C3%A9', '/caf%C3%A9', {}],
    ['/a%2fb', '/a%2Fb', '/a%2Fb', {}],
    ['/100%25', '/100%25', '/100%25', {}],
    ['/a b', '/a%20b', '/a%20b', {}],
    ['/%7Bid%7D', '/%7Bid%7D', '/{id}', {}],
    ["/a:b@c!$&'()*+,;=~-._", "/a:b@c!$&'()*+,;=~-._", "/a:b@c!$&'()*+,;=~-._", {}]
  ]
  for (const [path, template, request, params] of paths) {
    it(`${path} takes ${request}, and is ${template} in the document`, () => {
      expect(routerOf(path).match('GET', request)[0]?.params).to.deep.equal(params)
      expect(routeOf(path).pattern.template).to.equal(template)
      expect(routeOf(path).path).to.equal(path)
    })
  }

  it('lists its parameters in the order of the path, with regular expression and reach', () => {
    expect(routeOf('/{b}/x/{a:[0-9]{2}}/{rest:*}').pattern.parameters).to.deep.equal([
      { name: 'b', regex: undefined, rest: false },
      { name: 'a', regex: '[0-9]{2}', rest: false },
      { name: 'rest', regex: undefined, rest: true }
    ])
  })

  it('anchors a regular expression to the whole segment, alternatives included', () => {
    const texts = ['en', 'de', 'xen', 'enx', 'dex']
    expect(texts.filter((text) => takes('en|de', text))).to.deep.equal(['en', 'de'])
  })

  it('reads a regular expression by code points, as JSON Schema does', () => {
    expect([takes('.', '\u{1F600}'), takes('..', '\u{1F600}')]).to.deep.equal([true, false])
  })

  const encodings: [raw: string, decoded: string | undefined][] = [
    ['/%61dmin', 'admin'],
    ['/%2561dmin', '%61dmin'],
    ['/%F0%9F%98%80', '\u{1F600}'],
    ['/a%2Fb', 'a/b'],
    ['/a%252Fb', 'a%2Fb'],
    ['/%252525', '%2525'],
    ['/a+b', 'a+b'],
    ['/%3Fx%23y', '?x#y'],
    ['/%00', '\u0000'],
    ...['/%', '/%4', '/%zz', '/a%2', '/%C3', '/%C0%AF', '/%ED%A0%80', '/%FF', '/%F4%90%80%80'].map(
      (raw): [string, undefined] => [raw, undefined]
    )
  ]
  for (const [raw, decoded] of encodings) {
    it(`of the target ${raw} ${decoded === undefined ? 'is broken' : `has the value ${JSON.stringify(decoded)}`}`, async () => {
      const router = new Router({ logger: false }).getFunc('/{x}', (ctx) => ctx.json(200, ctx.urlParam('x')))
      const { status, body } = await ask(router, `GET ${raw}`)
      expect(status).to.equal(decoded === undefined ? 400 : 200)
      if (decoded !== undefined) expect(JSON.parse(body)).to.equal(decoded)
    })
  }

  it('splits into the texts that were encoded, whatever they are', async () => {
    const router = new Router({ logger: false })
    for (const names of ['a', 'ab', 'abc', 'abcd']) {
      const path = [...names].map((name) => `/{${name}}`).join('')
      router.getFunc(path, (ctx) => ctx.json(200, Object.values(ctx.params)))
    }
    const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(texts, async (segments) => {
        const { body } = await ask(router, `GET /${segments.map(encodeURIComponent).join('/')}`)
        expect(JSON.parse(body)).to.deep.equal(segments)
      }),
      chance(50, 1000)
    )
  })

  const malformed: [path: string, says: RegExp][] = [
    ['', /does not start with a slash/],
    ['items', /does not start with a slash.*write "\/items"/],
    ['//items', /empty segment/],
    ['/a//b', /empty segment/],
    ['//', /empty segment/],
    ['/a{b}c', /mixes a parameter with other text in "a\{b\}c"/],
    ['/{a}{b}', /mixes a parameter/],
    ['/{a}.json', /mixes a parameter/],
    ['/{year:\\d{4}}-x', /mixes a parameter/],
    ['/{}', /without a name/],
    ['/{:x}', /without a name/],
    ['/{:*}', /without a name/],
    ['/{a b}', /names a parameter "a b"/],
    ['/{1a}', /names a parameter "1a"/],
    ['/{a{b}}', /names a parameter "a\{b\}"/],
    ['/{...rest}', /names a parameter "...rest"/],
    ['/{id', /not closed/],
    ['/{id:[0-9]+', /not closed/],
    ['/id}', /"}" without "\{"/],
    ['/{a}/x/{a}', /two parameters named "a"/],
    ['/{a}/{a:*}', /two parameters named "a"/],
    ['/{rest:*}/x', /goes on after \{rest:\*\}/],
    ['/{rest:*}/', /goes on after \{rest:\*\}/],
    ['/{id:}', /no regular expression after "id:"/],
    ['/items?x=1', /contains "\?"/],
    ['/items#top', /contains "#"/],
    ['/a%', /broken percent sequence.*%25/],
    ['/%zz', /broken percent sequence/],
    ['/%C3', /broken percent sequence/],
    ['/%C0%AF', /broken percent sequence/],
    ['/\uD800', /broken percent sequence or character/],
    ['/a/../b', /"\.\." segment/],
    ['/a/%2E%2e', /"\.\." segment/],
    ['/.', /"\." segment/],
    ['/items/:id', /write \{id\} for a parameter/],
    ['/files/*', /write \{rest:\*\}/]
  ]
  for (const [path, says] of malformed) {
    it(`rejects ${JSON.stringify(path)} with a remedy`, () => {
      const error = rejection(path)
      expect(error.code).to.equal('PATH_INVALID')
      expect(error.message).to.match(says).and.contain('ItemController.find')
    })
  }

  it('rejects what is not a string', () => {
    expect(() => routerOf(undefined as unknown as string)).to.throw(SetupError, 'PATH_INVALID')
    expect(() => routerOf(/x/ as unknown as string)).to.throw(SetupError, 'PATH_INVALID')
  })

  for (const regex of [
    '(',
    'a)(b',
    '**',
    '+a',
    'a{2,1}',
    '[z-a]',
    '[0-9',
    '(]',
    '\\-',
    '\\q',
    '(?<a>x)(?<a>y)',
    '\\p{Nope}'
  ]) {
    it(`rejects the regular expression ${regex}, which does not compile`, () => {
      const error = rejection(`/items/{x:${regex}}`)
      expect(error.code).to.equal('PATH_REGEX_INVALID')
      expect(error.message).to.contain(`"${regex}"`).and.contain('u flag').and.contain('ItemController.find')
    })
  }
})

describe('The regular expression of a path parameter', () => {
  const harmless: [source: string, matching: string, other: string][] = [
    ['[0-9]+', '42', '4x'],
    ['\\d{4}-\\d{2}-\\d{2}', '2026-11-20', '2026-11-2'],
    ['[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '00000000-0000-4000-8000-00000000000a', '0'],
    ['[a-z0-9]+(?:-[a-z0-9]+)*', 'a-slug-2', 'a--b'],
    ['.+\\.json', 'a.json.json', 'a.xml'],
    ['[\\w.-]+\\.(png|jpg|gif)', 'a.b.png', 'a.b.svg'],
    ['(\\d{1,3}\\.){3}\\d{1,3}', '127.0.0.1', '127.0.0'],
    ['en|de|fr', 'de', 'deen'],
    ['(?!admin$)[a-z]+', 'bob', 'admin'],
    ['(?<year>[0-9]{4})(?<month>[0-9]{2})', '202611', '2026'],
    ['[(?<a>)]+', '(?<a>)', 'b'],
    ['\\p{L}+', '\u00e9t\u00e9', '1'],
    ['^[0-9]+$', '42', 'x'],
    ['[^/]+', 'x', ''],
    ['[\\w.]+@[\\w.]+\\.[a-z]+', 'a.b@c.de', 'a@b.c1'],
    ['[a-z]+(?<!admin)', 'bob', 'admin'],
    ['(?<n>a)\\k<n>', 'aa', 'a']
  ]
  for (const [source, matching, other] of harmless) {
    it(`may be ${source}`, () => {
      expect([takes(source, matching), takes(source, other)]).to.deep.equal([true, false])
    })
  }

  const catastrophic = [
    '(a+)+',
    '([a-z]+)*',
    '(a|a)*',
    '(a|aa)+',
    '(?:a|b|ab)*c',
    '(x+x+)+y',
    '(\\w+\\s?)*',
    '.*.*',
    '\\d+\\d+',
    '(.*)-(.*)-(.*)',
    '[\\w.]+@[\\w.]+\\.[\\w.]+',
    '(a*)\\1',
    '(?=(a+)+b)a*',
    '(?!(a+)+b).*',
    '(?<n>a+)+',
    '(a{1,10}){1,10}'
  ]
  for (const source of catastrophic) {
    it(`may not be ${source}, which can backtrack catastrophically`, () => {
      expect(() => routerOf(`/{x:${source}}`))
        .to.throw(SetupError, 'can backtrack catastrophically')
        .with.property('code', 'PATH_REGEX_UNSAFE')
    })
  }

  for (const source of ['(?<=(a+)+)b', '(?<!(a+)+)b', 'a{50}(?<=a*b?)(?<!b+)']) {
    it(`may not be ${source}, which cannot be checked`, () => {
      expect(() => routerOf(`/{x:${source}}`))
        .to.throw(SetupError, 'cannot be checked')
        .with.property('code', 'PATH_REGEX_UNSAFE')
    })
  }

  it('is rejected again when it is declared again', () => {
    for (const _ of [1, 2]) expect(() => routerOf('/{x:(b+)+}')).to.throw(SetupError, 'PATH_REGEX_UNSAFE')
  })
})
