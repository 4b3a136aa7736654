import { calls, expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import {
  hasDistinctItems,
  isDecimalMultiple,
  LOOSE_FORMATS,
  NUMBER_FORMATS,
  STRING_FORMATS
} from '../../src/document/keyword-checks.js'

const label = (length: number) => `${'a'.repeat(length)}`

/** Texts, each right for some format, or wrong by little. */
const TEXTS = [
  ...['', ' ', 'a', '\u0000', '\n', 'é', '٣', '0', '-', '.', ':', '@', '/', '#', '%', 'P', 'T', 'Z'],
  ...['2024-02-29', '2023-02-29', '2000-02-29', '1900-02-29', '2024-13-01', '2024-00-01', '2024-01-00', '2024-01-32'],
  ...['2024-04-31', '0000-01-01', '9999-12-31', '10000-01-01', '2024-1-01', '2024-01-1', ' 2024-01-01', '2024-01-01\n'],
  ...['2024/01/01', '20240101', '٢٠٢٤-01-01', '2024-01-01x', 'x2024-01-01'],
  ...[
    '00:00:00Z',
    '23:59:59z',
    '24:00:00Z',
    '12:60:00Z',
    '12:00:60Z',
    '12:00:61Z',
    '23:59:60Z',
    '22:59:60Z',
    '23:58:60Z'
  ],
  ...[
    '00:59:60+01:00',
    '22:59:60-01:00',
    '23:59:60+00:00',
    '00:00:60+00:01',
    '12:00:00',
    '12:00Z',
    '12:00:00.Z',
    '12:00:00.1Z'
  ],
  ...[
    '12:00:00.123456789Z',
    '12:00:00+23:59',
    '12:00:00+24:00',
    '12:00:00-12:60',
    '12:00:00+0100',
    '1:00:00Z',
    '12:00:00 Z',
    'x12:00:00Z',
    '12:00:00Zx'
  ],
  ...[
    '2024-01-01T00:00:00Z',
    '2024-01-01t00:00:00z',
    '2024-01-01 00:00:00Z',
    '2024-01-01T',
    'T00:00:00Z',
    '2024-01-01T00:00:00ZT'
  ],
  ...[
    '2024-01-01T00:00:00ZT00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2024-01-01T25:00:00Z',
    '2016-12-31T23:59:60Z',
    '2024-01-01T00:00:00.5+05:30'
  ],
  ...['AAAA', 'AAA=', 'AA==', 'A===', 'AAA', 'AA=A', 'A-_A', 'AAAA\n', 'AAA\n', '====', 'AAAA AAA', 'a+/9', 'AAAAAAA='],
  ...[
    '123e4567-e89b-12d3-a456-426614174000',
    '123E4567-E89B-12D3-A456-426614174000',
    '123e4567e89b12d3a456426614174000'
  ],
  ...[
    '123e4567-e89b-12d3-a456-42661417400',
    '123e4567-e89b-12d3-a456-4266141740000',
    'g23e4567-e89b-12d3-a456-426614174000',
    '{123e4567-e89b-12d3-a456-426614174000}'
  ],
  ...[
    '1.2.3.4',
    '255.255.255.255',
    '256.1.1.1',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '0.0.0.0',
    '1.2.3.',
    '1.2.3.4 ',
    '1.2.3.1000',
    '1.2.3.-4',
    '1.2.3.٣'
  ],
  ...[
    'a@b',
    'a@b.cd',
    'A.b@C.dE',
    'a+b@c.de',
    'a..b@c.de',
    '.a@b.cd',
    'a.@b.cd',
    'a@b.c',
    'a@b.abcdef',
    'a@b.abcdefg',
    'a@b.c1',
    'a b@c.de',
    'a@b c.de'
  ],
  ...[
    '"a b"@c.de',
    '@b.cd',
    'a@',
    'a@@b.cd',
    'a@b@c.de',
    'a@-b.cd',
    'a@b-.cd',
    'a@b--c.de',
    'a@b_c.de',
    'é@b.cd',
    'a@é.cd',
    'a@b.cd\n',
    'a\u0001@b.cd',
    'a-b@c-d.ef',
    '-a@b.cd'
  ],
  ...['a@example.com', 'ab1@example.com', 'a@example.org', 'x@a.a.a.bc'],
  ...[59, 60, 61].map((length) => `${label(length)}@b.cd`),
  ...[57, 60, 61, 63, 64].map((length) => `${label(length)}.ab`),
  ...[
    'example.com',
    'EXAMPLE.COM',
    'a.b',
    'a.bc',
    'a',
    'a.',
    '.a.bc',
    'a..bc',
    '-a.bc',
    'a-.bc',
    'a--b.cd',
    'a_b.cd',
    'a b.cd',
    'a.abcdefg',
    'a.abcdef',
    'a,b.cd',
    'a/b.cd',
    'a:b',
    'a[b',
    'a`b',
    'a{b',
    'a~b',
    'é.com',
    'a\u0001.com',
    'a1.com'
  ],
  ...[252, 253, 254].map((length) => label(length)),
  ...[
    'http://a.bc',
    'https://a.bc',
    'HTTP://A.BC',
    'http://a.bc/',
    'http://a.bc/d/e-f/',
    'http://a.bc/d?e=f',
    'http://a.bc?e',
    'http://a.bc?e=f#g',
    'http://a.bc#',
    'http://a.bc/d_e',
    'http://a',
    'http://a.b',
    'http://a.abcdefg',
    'http://-a.bc',
    'http://a.bc:80'
  ],
  ...[
    'ftp://a.bc',
    'a:',
    'a:b',
    '1a:b',
    '-a:b',
    'a1+-.:b',
    'mailto:a@b.cd',
    'urn:x:y',
    '//a.bc',
    'a b:c',
    'a:b c',
    'a:<b>',
    'a:"',
    'a:{',
    'a:}',
    'a:|',
    'a:\\',
    'a:^',
    'a:`',
    'a:é',
    'a:\u0001',
    'https://example.com/',
    'https://example.com/ab',
    'https://example.com/AB',
    'https://example.com/a/b',
    'http://example.com/a'
  ],
  ...['/', '/a', '/a/b', '/A', '/a/', 'a/b', '/a b', '/a<', '/a"', '/a{', '/a|', '/a\\', '/a^', '/a`', '/a~0', '/a1'],
  ...['P1D', 'P9D', 'P0D', 'P10D', 'P1W', 'PT1H', 'P', 'P1DT1H', 'p1d', '-P1D', 'xP1D', 'P1Dx', 'P 1D'],
  ...[
    '::1',
    '::',
    '2001:db8::1',
    '2001:DB8::F',
    '2001:db8::0',
    '2001:db8::10',
    '::1x',
    '1',
    'g::1',
    '::ffff:1.2.3.4',
    '1:2:3:4:5:6:7:8',
    'fe80::1%1',
    '[::1]'
  ]
]

const NUMBERS = [
  ...[0, -0, 1, -1, 0.5, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 2 ** 63 - 1024],
  ...[-(2 ** 63), -(2 ** 63) - 2048, 3.4028234663852886e38, 3.402823466385289e38, -3.4028234663852886e38, -3.5e38],
  ...[Number.MAX_VALUE, Number.MIN_VALUE, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]
]
const VALUES = [
  0,
  -0,
  0.3,
  0.1,
  0.7,
  -0.3,
  1,
  1.1,
  7,
  10,
  1e21,
  1e-7,
  3e-7,
  1.5e300,
  123456789.12,
  0.30000000000000004,
  5e-324,
  Number.NaN,
  Number.POSITIVE_INFINITY
]
const DIVISORS = [0.1, 0.01, 0.3, 1, 2, 7, 1e-7, 1e21, 1.5e300, 0.25, -0.1]

const ITEMS: readonly unknown[][] = [
  [],
  [1],
  [1, 1],
  [1, '1'],
  [1, true],
  [0, -0],
  [null, null],
  [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [Number.POSITIVE_INFINITY, null],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 }
  ],
  [
    { a: 1, b: 2 },
    { b: 1, a: 2 }
  ],
  [{ a: { c: 1, b: 2 } }, { a: { b: 2, c: 1 } }],
  [
    [1, 2],
    [2, 1]
  ],
  [
    [1, 2],
    [1, 2]
  ],
  [[{ b: 1, a: 1 }], [{ a: 1, b: 1 }]],
  [{}, []],
  [{}, {}],
  [{ a: undefined }, {}]
]

describe('Formats', () => {
  it('are kept by the texts and numbers that format-list.txt says', () => {
    const lines = TEXTS.map((text) => {
      const strict = Object.keys(STRING_FORMATS).filter((name) => STRING_FORMATS[name]?.(text))
      const loose = Object.entries(LOOSE_FORMATS).flatMap(([name, { is, mayBe }]) => {
        return is(text) ? [mayBe(text) ? name : `${name} against itself`] : mayBe(text) ? [`perhaps ${name}`] : []
      })
      const long = text.length > 70 ? `${text.length} characters` : shown(text)
      return `${long}: ${[...strict, ...loose].join(', ') || 'none'}`
    })
    const numbers = NUMBERS.map((value) => {
      const names = Object.keys(NUMBER_FORMATS).filter((name) => NUMBER_FORMATS[name]?.(value))
      return `${shown(value)}: ${names.join(', ') || 'none'}`
    })
    const multiples = VALUES.map((value) => {
      const of = DIVISORS.filter((divisor) => isDecimalMultiple(value, divisor))
      return `${shown(value)} is a multiple of ${of.join(', ') || 'none'}`
    })
    const distinct = calls(
      'hasDistinctItems',
      hasDistinctItems,
      ITEMS.map((items) => [items])
    )
    expectWholeList('verify/document/format-list.txt', [...lines, '', ...numbers, '', ...multiples, ...distinct])
  })
})
