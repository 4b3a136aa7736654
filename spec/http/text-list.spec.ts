import { isLocalPath, type TrustProxy } from 'fieldstone'
import { redirectOrigins, redirectTo } from '../../src/http/origin/redirect-target.js'
import { compileOrigin } from '../../src/http/origin/request-origin.js'
import { compileProxyCheck } from '../../src/http/origin/trusted-proxies.js'
import { regexShape } from '../../src/http/path/node.js'
import { parsePathPattern } from '../../src/http/path/pattern.js'
import { RouteTree } from '../../src/http/path/tree.js'
import { negotiate, varyWith } from '../../src/http/syntax/accept.js'
import { byStatus } from '../../src/http/syntax/by-status.js'
import { attachment } from '../../src/http/syntax/content-disposition.js'
import { clearCookieText, cookiesWith, parseCookies, setCookieText } from '../../src/http/syntax/cookies.js'
import { parseForm } from '../../src/http/syntax/form.js'
import { HeaderFields } from '../../src/http/syntax/header-fields.js'
import { checkedMediaType, isJson, parseMediaType } from '../../src/http/syntax/media-type.js'
import {
  authorityOf,
  decodePath,
  escapeSegment,
  isHost,
  parseTarget,
  percentEncode,
  unescapeSegment
} from '../../src/http/syntax/request-target.js'
import { calls, expectWholeList, outcome, shown } from '../support/whole-list.js'

/** Each argument alone. */
const each = (...values: unknown[]) => values.map((value) => [value])

const TYPES = ['text/csv', 'application/json', 'text/html; charset=utf-8']
const ACCEPTED = [
  ...[undefined, '', ' ', '*/*', 'text/*', 'text/csv', 'TEXT/HTML', 'text/html;level=1', 'application/*', 'image/*'],
  ...['*/csv', 'text', 'text/csv;q=0', 'text/csv;q=0, */*', 'text/csv;q=0.5, text/html', '*/*;q=0.1, text/html;q=0.2'],
  ...['text/*;q=0.3, text/html;q=0.2, application/json;q=0.25', 'text/csv; q = 0.5 , application/json; q=0.50'],
  ...['text/csv;q=1.0000', 'text/csv;q=0.1234', 'text/csv;q=2', 'text/csv;q=.5', 'text/csv;q=1.', 'text/csv;q=0.'],
  ...['text/csv;x=1;q=0.1, application/json;q=0.2', 'text/csv;q=0.1;x=1, application/json;q=0.2', 'a b, text/html'],
  ...['a/b;q=1', 'text/csv;Q=0', ',', ' text/html ', 'text/csv x', 'texts/*', 'text/*;q=0, */*;q=0.5'],
  ...['*/*;q=0, text/html;q=0.001', 'text/html, text/csv;q=0.9, */*;q=0', 'text/html;\n q=0.5']
]

const TARGETS = [
  ...['/', '/a', '/a?b', '/a?', '/a?b?c', '/a#b', '/a?b#c', '*', '*?a', '', 'a', '//evil/x', '/../a', '/a%2fb', '/%61'],
  ...['/%', '/%zz', '/%ff', '/%252F', '/%2525', '/%C3%A4?%', 'http://a', 'http://a/', 'http://a/b?c', 'HTTP://A?b'],
  ...['https://a:80/b', 'http://a:/b', 'http://a:99999/b', 'http://u@a/b', 'http://[::1]/b', 'http://[::1]:8/b'],
  ...[
    'http://[::g]/b',
    'http://a~b/c',
    'http://a#b',
    'http:///b',
    'ftp://a/b',
    'http:/a',
    'a.example:443',
    'http://a_b'
  ],
  ...['http://a/b\nc', 'http://a\\b/c', 'xhttp://a/', 'http://a;b/c', 'http://a%41/c', 'http://1.2.3/x', 'http://a.b./']
]

const HOSTS = [
  ...['', 'a', 'a.example', 'a:80', 'a:', 'a:8a', ':80', 'a b', 'a/b', 'a@b', '%41', '%4', '%4g', "a~!$&'()*+,;=-_"],
  ...['[::1]', '[::1]:80', '[::1]:', '[::1]x', '[]', '[::g]', '[1.2.3.4]', '[::ffff:1.2.3.4]', '[v1.a]', 'ä', 'a[::1]']
]

const PATHS = [
  ...['/', '/a', '/a/', '/a/b', '/{id}', '/{id:[0-9]+}', '/{id:[a-z]{2}}/x', '/{rest:*}', '/a/{rest:*}', '/%41/%2F'],
  ...['/ä b', "/a$&+,:;=@!'()*~", '/{a}/{b:[/]}', '/{a_.-9}', '/{id:[}]}', '/{id:\\}}', '/{id:a|b}', '/...', '/a:b'],
  ...[
    '',
    'a',
    '//',
    '/a//b',
    '/{rest:*}/a',
    '/{id',
    '/{id:[0-9}',
    '/{id:(}',
    '/a?b',
    '/a#b',
    '/a{id}',
    '/{id}a',
    '/{}'
  ],
  ...['/{:a}', '/{9}', '/{a b}', '/{id:}', '/a}', '/:id', '/:', '/*', '/**', '/a*', '/%', '/%ff', '/.', '/..', '/%2e'],
  ...['/\ud800', '/{a}/{a}', '/{a}/{a:*}', '/{id:(a+)+}', '/{id:(?<=a+)b}', '/{id:a)(b}', '/{a:\\x}'],
  ...[
    5,
    undefined,
    '/{id:[^/]+}',
    '/{id:.*}',
    '/{a:{b}}',
    '/{a}{b}',
    '/{é}',
    '/{_}',
    '/{a:\\d}',
    '/{a:[\\]]}',
    '/{a[}',
    '/{a\\}',
    '/{a[]}'
  ]
]

const SHAPES = [
  ...[
    '.*',
    '.+',
    '.*?',
    '^.*$',
    '(.*)',
    '(?:.+)',
    '(?<a>.+)',
    '((.*))',
    '[^/]+',
    '[^\\/]+',
    '[^]*',
    '[\\s\\S]+',
    '[\\d\\D]*'
  ],
  ...[
    '[\\w\\W]+',
    '[\\S\\s]*',
    '[\\D\\d]+',
    '[\\W\\w]+',
    '\\d+',
    '[0-9]+',
    '[\\d]+',
    '[a-zA-Z0-9_]',
    '[A-Za-z0-9_]',
    '\\w'
  ],
  ...[
    '[\\w]',
    '.{0,}',
    '.{1,}',
    '.{2,}',
    'a',
    'a-b',
    '(a)',
    '(?:a)',
    '(a)(b)',
    'a\\$',
    'a$',
    '^a',
    '\\.',
    '\\\\d',
    '',
    '()'
  ],
  ...['(?:(?:a))', '.', '.?', '(?=a)', '(?<a>(?:b))', '[\\d\\W]*', 'a|b', '[^/]', '.**']
]

const ROUTES = [
  ...['/', '/a', '/a/', '/a/b', '/a/{id:[0-9]+}', '/a/{id}', '/a/{id}/', '/a/{id:x}', '/a/{id:.+}', '/a/{rest:*}'],
  ...['/{x}/b', '/{x:a}/b', '/{x:[a-b]}/c', '/{x:\\w}/c', '/{x:(?:[ab])}/c', '/{x}/{y:.*}', '/{x:.*}/{y}', '/{rest:*}'],
  ...['/{x:.+}', '/b%2Fc', '/{x:[/]}', '/a/b/{rest:*}', '/{x}/', '/{x}', '/{x:[^/]+}/{y:*}']
]

const REQUESTED = [
  ...['/', '/a', '/a/', '/a/b', '/a/7', '/a/x', '/a/x/', '/a/x/y', '/b/b', '/b/c', '/b%2Fc', '/b%25c', '/é', '//', ''],
  ...['/a/b/', '/a/b/c', '/z/', '/%2F', '/a//', '/z/y/x', 'a', '*']
]

/** Which of two routes a tree takes, and what it finds with both. */
function treeLines(): string[] {
  return ROUTES.flatMap((first, index) =>
    ROUTES.slice(index).map((second) => {
      const tree = new RouteTree<string>((value) => value)
      const found = outcome(() => {
        for (const path of [first, second]) tree.insert(parsePathPattern(path, 'here'), path)
        return REQUESTED.flatMap((path) => {
          const match = tree.find(path)
          return match === undefined ? [] : `${path} ${[match.value, ...match.values].join(' ')}`
        }).join(', ')
      })
      return `${first} ${second} → ${found}`
    })
  )
}

/** Which of three routes a tree takes: some hide others, in some orders. */
const HIDING = [
  '/{x:a}/b',
  '/{x:b|a}/b',
  '/{x:.+}/b',
  '/{x}/b',
  '/a/{y:b}',
  '/{x:a}/{y}',
  '/{x}/{y:.*}',
  '/{x:b}/{r:*}'
]

function hidingLines(): string[] {
  return HIDING.flatMap((first) =>
    HIDING.flatMap((second) =>
      HIDING.flatMap((third) => {
        const paths = [first, second, third]
        if (new Set(paths).size < 3) return []
        const tree = new RouteTree<string>((value) => value)
        const found = paths.map((path) => outcome(() => tree.insert(parsePathPattern(path, 'here'), path)))
        return found.every((each) => each === 'undefined') ? [] : `${paths.join(' ')} → ${found.join('; ')}`
      })
    )
  )
}

const REDIRECTS: readonly (readonly [string, object?])[] = [
  ...['/', '/a', '/a?b#c', '//a', '/\\a', '/%2fa', '/%5Ca', '/%09/a', '/%0a/a', '/%0D/a', '/a//b', '/..//a', '/./\\a'],
  ...['/a/..//b', '/a/../%2fb', 'a', '', 'https://a.example', 'https://a.example/b', 'http://a.example/', 'https:a'],
  ...['https://u@a.example/', 'https://:p@a.example/', 'https://b.example/', 'javascript:x', '/ä b', '/a\nb', '/\x7f'],
  ...['https://a.example.evil/', '?a', '#a', `/${'a'.repeat(201)}`, `x${'a'.repeat(200)}`, `x${'a'.repeat(199)}`],
  ...['/%2Fa', '/%5ca', '/a%2f/b', '/.//b', '//', '/\t/a', '/:80', 'http://[', 'https://a.example:443/']
].map((location) => [location] as const)

const COOKIES = [
  ...[undefined, '', 'a=1', 'a=1; b=2', 'a=1;a=2; a=3', 'a', '=1', 'a=', 'a="1"', 'a="', 'a=""', "a='1'", 'a=%41'],
  ...['a=%', 'a=%ff', ' a = 1 ', 'a=b=c', ';', '__proto__=1', 'a="%22"', 'a=1,b=2', 'A=1; a=2']
]

const SET_COOKIES: readonly (readonly unknown[])[] = [
  ['a', 'b'],
  ['a', 'ä ;,"\\%'],
  ['a', "!#$&'()*+-./09:<=>?@AZ[]^_`az{|}~"],
  ['a', ''],
  ['a b', 'c'],
  ['', 'c'],
  [5, 'c'],
  ['a', 5],
  ['a', 'x'.repeat(4094)],
  ['a', 'x'.repeat(4095)],
  ...[
    ...[{ maxAge: 5 }, { maxAge: 0 }, { maxAge: -1 }, { maxAge: 1.5 }, { maxAge: 34_560_000 }, { maxAge: 34_560_001 }],
    ...[{ expires: new Date(0) }, { expires: new Date(Number.NaN) }, { expires: 'x' }, { path: '/x' }, { path: 'x' }],
    ...[{ path: `/${'x'.repeat(1023)}` }, { path: `/${'x'.repeat(1024)}` }, { path: '/;' }, { domain: 'a.example' }],
    ...[{ domain: 'x'.repeat(1025) }, { domain: 'a;' }, { secure: true }, { secure: 1 }, { httpOnly: false }],
    ...[{ sameSite: 'strict' }, { sameSite: 'none' }, { sameSite: 'none', secure: true }, { sameSite: 'x' }],
    ...[{ partitioned: true }, { partitioned: true, secure: true }, { secur: true }, { path: undefined }, { path: '' }],
    ...[{ domain: 'b', path: '/c', maxAge: 1, expires: new Date(1e12), secure: true, sameSite: 'lax', httpOnly: true }]
  ].map((options) => ['a', 'b', options]),
  ...['__Secure-a', '__secure-a', '__Host-a', '__HOST-a', '__Http-a'].flatMap((name) =>
    [{}, { secure: true }, { secure: true, path: '/x' }, { secure: true, domain: 'a.example' }].map((options) => [
      name,
      'b',
      options
    ])
  )
]

const MEDIA_TYPES = [
  ...['application/json', 'Application/JSON', 'text/plain', 'text/plain;charset=utf-8', 'text/plain; charset="UTF-8"'],
  ...[
    'text/plain;charset=a;charset=a',
    'text/plain;charset=a;boundary=b',
    'a/b;boundary=X',
    'a/b;boundary=X;boundary=Y'
  ],
  ...['a/b;', 'a/b;;', 'a/b ; x=y', 'a/b;x', 'a/b;x=', 'a/b;x =y', 'a/b;x="', 'a/b;x="\\""', 'a/b;charset="a\\b"', 'a'],
  ...[
    'a/',
    '/b',
    'a/b/c',
    'a /b',
    ' a/b',
    'a/b ',
    'a/b,c/d',
    '*/*',
    'application/x+json',
    'text/x+json',
    'application/+json'
  ],
  ...[
    'a/b; boundary="x y"',
    'a/b; CHARSET=X',
    'a/b;x="ä"',
    'a/b;x="€"',
    'a/b;charset=""',
    'a/b\t;\tx=y\t',
    'a/b;=y',
    ''
  ]
]

const FORMS = [
  ...[
    '',
    '&',
    'a',
    'a=',
    '=a',
    'a=1',
    'a=1&b=2',
    'a=1&a=2&a=3',
    'a&b=2&c',
    'a=b=c',
    'a+b=c+d',
    '%61=%62',
    'a=%',
    '%=a'
  ],
  ...['a=%ff', 'a=%2B+', '__proto__=1', '&&a=1&&', 'a=1&', '&a', 'b=1&a&c=2', 'a&b&c=3&d', '=', '==']
]

const HEADER_SETS: readonly (readonly unknown[])[] = [
  ['X-A', '1'],
  ['x-a', 5],
  ['x-a', ['1', '2']],
  ['x-a', []],
  ['x a', '1'],
  ['', '1'],
  [5, '1'],
  ['x-a', undefined],
  ['x-a', 'a\nb'],
  ['x-a', ['a', 'b\0']],
  ['x-a', 'ä'],
  ['x-a', '€'],
  ['x-a', '\t '],
  ['x-a', '\x7f'],
  ["!#$%&'*+.^`|~_-", '1'],
  ['x:a', '1'],
  ...['connection', 'Keep-Alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'trailer'].map((name) => [
    name,
    'a'
  ])
]

function fieldsAfter(name: string, value: never): unknown {
  const fields = new HeaderFields()
  fields.set('Before', ['a', 'b'])
  fields.set('x-a', 'old')
  fields.append(name, value)
  fields.append('before', 'c')
  const state = [
    fields.all(),
    fields.entries(),
    fields.names(),
    fields.rawNames(),
    fields.get('X-a'),
    fields.has('X-A')
  ]
  fields.delete('BEFORE')
  fields.set(name, value)
  return [...state, fields.all(), fields.get('before'), fields.has('before')]
}

function fieldsMerged(list: never): unknown {
  const fields = new HeaderFields()
  fields.set('A', '1')
  fields.set('b', '2')
  fields.merge(list)
  return fields.all()
}

const MERGED = [
  {},
  [],
  { a: '3' },
  { a: undefined, c: '3' },
  ['a', '3', 'A', '4'],
  [
    ['a', '3'],
    ['c', ['4', '5']]
  ],
  ['a'],
  ['a', '3', 'b'],
  { a: ['3', '4'], B: 5 }
]

const TRUSTED: readonly TrustProxy[] = [
  false,
  'loopback',
  'linklocal',
  'uniquelocal',
  '10.0.0.0/8, 2001:db8::7',
  ['10.1.2.3'],
  '10.0.0.0/31',
  { hops: 1, from: 'any' },
  { hops: 2, from: 'any' },
  { hops: 2, from: ['loopback', '10.0.0.0/8'] },
  { hops: 3, from: 'loopback, 10.0.0.1' },
  (address, hop) => address.startsWith('10.') && hop < 2,
  () => 1 as never
]
const ADDRESSES = [
  '127.0.0.1',
  '10.0.0.1',
  '10.0.0.2',
  '10.1.2.3',
  '169.254.0.1',
  'fc00::1',
  '2001:db8::7',
  '9.9.9.9',
  ''
]

const FORWARDED = [
  ...[
    undefined,
    '',
    '1.2.3.4',
    '1.2.3.4, 10.0.0.1',
    '1.2.3.4, 10.0.0.2,10.0.0.1',
    '1.2.3.4:80',
    '[::1]',
    '[::1]:80',
    '::1'
  ],
  ...[
    '1.2.3.4, x',
    'x, 10.0.0.1',
    '1.2.3.4,,10.0.0.1, ',
    '::ffff:1.2.3.4',
    '::FFFF:102:304',
    '0:0:0:0:0:ffff:cb00:7107'
  ],
  ...['1::ffff:1.2.3.4', '::ffff:0:1', '0::ffff:ffff:0', '::ffff:12345:1', '[::1', '1.2.3:80', ['1.2.3.4', '10.0.0.1']],
  ...['00:0:0:0:0:ffff:1.2.3.4', '1.2.3.4:x', '[1.2.3.4]:80', 'unknown', '::ffff:1:2:3', '1.2.3.4, 10.0.0.1:90']
]

function originWith(trust: TrustProxy, headers: object, socket: object = {}, url = '/'): unknown {
  return compileOrigin(trust)({ socket: { remoteAddress: '10.0.0.1', ...socket }, headers, url } as never)
}

describe('The texts of HTTP', () => {
  it('are read and written as in text-list.txt', () => {
    expectWholeList('http/text-list.txt', [
      ...calls('negotiate', (header) => negotiate(header, TYPES), each(...ACCEPTED)),
      ...calls('negotiate among none', (header) => negotiate(header, []), each(undefined, '*/*')),
      ...calls(
        'varyWith',
        varyWith,
        [undefined, '', '*', 'Origin', 'accept', 'Accept-Encoding', 'a, ACCEPT ,b', ['a', 'accept'], ['a', 'b'], 5].map(
          (present) => [present, 'accept']
        )
      ),
      ...calls('byStatus', byStatus, [
        [[]],
        [
          [
            ['500', 1],
            ['default', 2],
            [200, 3],
            ['200', 4],
            ['4XX', 5]
          ]
        ]
      ]),
      ...calls(
        'attachment',
        attachment,
        each(
          'a.txt',
          'a b',
          'a"b',
          "a'b",
          'a/b\\c',
          'a%41',
          '\x00\x1f\x7f',
          'ä.txt',
          '€"😀',
          '\ud800',
          '',
          'a*(b)!',
          '~'
        )
      ),
      ...calls('parseCookies', parseCookies, each(...COOKIES)),
      ...calls('setCookieText', setCookieText, SET_COOKIES),
      ...calls('clearCookieText', clearCookieText, [['a'], ['a', { path: '/x', domain: 'b' }], ['a', { maxAge: 5 }]]),
      ...calls('cookiesWith', cookiesWith, [
        [undefined, 'a=1'],
        ['a=1', 'a=2'],
        [['a=1; Path=/', 'b=1', 'a=1; Path=/x'], 'a=2; Path=/; Secure'],
        [['a=1; Path=/; Domain=b', 'a=1; Domain=b; Path=/'], 'a=2; HttpOnly; Domain=b; Path=/'],
        [5, 'a=2'],
        ['ab=1', 'a=2']
      ]),
      ...calls('parseForm', parseForm, [...each(...FORMS), ['a=%', 'Broken']]),
      ...calls('parseForm with many fields', (count) => Object.keys(parseForm('a=&'.repeat(count))).length, [
        [1000],
        [1001]
      ]),
      ...calls('HeaderFields', fieldsAfter, HEADER_SETS),
      ...calls('HeaderFields.merge', fieldsMerged, each(...MERGED)),
      ...calls('parseMediaType', parseMediaType, each(...MEDIA_TYPES)),
      ...calls('isJson', (type) => isJson(parseMediaType(type) as never), [
        ...each('application/json', 'application/x+json', 'text/x+json', 'text/json', 'application/json+x')
      ]),
      ...calls('checkedMediaType', checkedMediaType, each('text/plain', 'text')),
      ...calls('parseTarget', parseTarget, each(...TARGETS)),
      ...calls('authorityOf', authorityOf, each(undefined, ...TARGETS)),
      ...calls('isHost', isHost, each(...HOSTS)),
      ...calls('decodePath', decodePath, each('/a', '/%2f%2F%25', '/%61%e2%82%ac', '/%', '/%ff', '/%252f')),
      ...calls('unescapeSegment', unescapeSegment, each('a', 'a%2Fb%25', '%2f', '%2525')),
      ...calls('escapeSegment', escapeSegment, each('a', 'a/b%', '%2F')),
      ...calls('percentEncode', percentEncode, each('', 'a', 'ä', '€', '\n')),
      ...calls('parsePathPattern', (path) => parsePathPattern(path, 'here'), each(...PATHS)),
      ...calls('regexShape', regexShape, each(...SHAPES)),
      '\ntwo routes in a tree',
      ...treeLines(),
      '\nthree routes of which one hides another',
      ...hidingLines(),
      ...calls('redirectTo', (to) => redirectTo(to, {}, new Set(['https://a.example'])), REDIRECTS),
      ...calls('redirectTo', (to, options) => redirectTo(to, options, new Set()), [
        ...[200, 300, 301, 302, 303, 304, 305, 306, 307, 308, 309, '301'].map((status) => ['/', { status }]),
        ['https://a.example', { external: true }],
        ['https://a.example', { external: false }],
        ['a\nb', { external: true }],
        ['a', { externl: true }],
        [5, {}],
        ['https://a.example', {}]
      ]),
      ...calls('redirectOrigins', redirectOrigins, [
        [],
        ...each({}, [], { origins: [] }, { origins: ['https://a.example', 'http://b:8'] }, { origins: 'x' }, { x: 1 }),
        ...[5, null, '', 'a', 'ftp://a', 'https://a/', 'https://A', 'https://*.a', 'https://a:443', 'https://u@a'].map(
          (origin) => [{ origins: [origin] }]
        )
      ]),
      ...calls('isLocalPath', isLocalPath, [...REDIRECTS, [5], [undefined]]),
      ...TRUSTED.flatMap((trust) => [
        ...calls(
          `the proxies that ${shown(trust)} trusts`,
          (address: string) => {
            return [0, 1, 2, 3].map((hop) => outcome(() => compileProxyCheck(trust)?.(address, hop)))
          },
          each(...ADDRESSES)
        )
      ]),
      ...[TRUSTED[0], TRUSTED[4], TRUSTED[8], TRUSTED[11], TRUSTED[12]].flatMap((trust) =>
        calls(
          `the client that ${shown(trust)} sees`,
          (forwarded) => (originWith(trust as TrustProxy, { 'x-forwarded-for': forwarded }) as { ip: string }).ip,
          each(...(trust === TRUSTED[12] ? ['1.2.3.4'] : FORWARDED))
        )
      ),
      ...calls(
        'the addresses of peers',
        (remoteAddress) => originWith(false, {}, { remoteAddress }),
        each(...FORWARDED)
      ),
      ...calls('compileOrigin', originWith, [
        ...[false, 'loopback', '10.0.0.1'].flatMap((trust) => [
          [trust, { host: 'a' }],
          [trust, { host: 'a', ':authority': 'b' }, { encrypted: true }],
          [trust, { host: 'a' }, { encrypted: 1 }, 'http://c:8/d'],
          [trust, { host: 'a' }, {}, 'http://u@c/d'],
          [trust, {}, { remoteAddress: undefined }],
          ...['https', 'HTTP', 'http, https', 'https,', 'ftp', ''].map((proto) => [
            trust,
            { 'x-forwarded-proto': proto }
          ]),
          ...['x', 'x:8', ':8', 'x y', 'a, b:8', '', ['a', 'b']].map((host) => [
            trust,
            { host: 'own', 'x-forwarded-host': host }
          ])
        ])
      ])
    ])
  })
})
