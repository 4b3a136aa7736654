import { defineFormat, OwnFormat } from 'fieldstone'
import { isHttpDate, isLocalDateTime } from '../../../src/record/format/date-texts.js'
import { annotation, checked, constraintOf, lexical, regular } from '../../../src/record/format/format.js'
import { isHostname, isInternationalHostname } from '../../../src/record/format/host-name.js'
import { isInternationalMailbox, isIRI, isIRIReference } from '../../../src/record/format/internet-texts.js'
import { isMailbox } from '../../../src/record/format/mailbox.js'
import { isDecimal128, isOf64Bits } from '../../../src/record/format/number-texts.js'
import { ownFormatNames, ownFormatOf } from '../../../src/record/format/own-format.js'
import { documentedPattern, expectPattern } from '../../../src/record/format/pattern.js'
import { calls, expectWholeList, outcome, shown } from '../../support/whole-list.js'

/** The texts by the verdict on them. */
function verdicts(what: string, accepts: (text: string) => boolean, texts: readonly string[]): string[] {
  const shownOf = (isAccepted: boolean) =>
    texts
      .filter((text) => accepts(text) === isAccepted)
      .map((text) =>
        text.length > 90 ? `${JSON.stringify(text.slice(0, 20))} of ${text.length}` : JSON.stringify(text)
      )
      .join(' ')
  return [`\n${what}`, `  accepts ${shownOf(true)}`, `  rejects ${shownOf(false)}`]
}

/** Labels of many scripts, some with what their neighbours must allow. */
const WORDS = [
  ...[
    'bücher',
    'faß',
    'ΐχθυς',
    'βόλος',
    'привет',
    'ёж',
    'Ёж',
    '例え',
    'テスト',
    'カ・カ',
    '・',
    'a・b',
    '실례',
    '測試',
    'สวัสดี'
  ],
  ...['नमस्ते', 'क्\u200Dष', 'क\u200Dष', 'क्\u200Cष', 'بيت', 'نامه\u200Cای', 'ا\u200Cب', 'ب\u200Cب', '\u200Cب', 'ب\u200C'],
  ...[
    'ب\u064E\u200C\u064Eب',
    'שלום',
    'צ׳',
    '׳צ',
    'צ״ל',
    '״ל',
    'abc',
    'בa',
    'aב',
    'ב1',
    '1ב',
    '١٢',
    '۱۲',
    'ب١',
    'ب۱',
    'ب١۱',
    'ب1١'
  ],
  ...[
    'l·l',
    'l·a',
    'a·l',
    '·l',
    'l·',
    '͵α',
    '͵a',
    '͵',
    'á',
    'a\u0301',
    '\u0301a',
    'ä-ö',
    '-ä',
    'ä-',
    'ä--ö',
    'äb--c',
    'ab--ä'
  ],
  ...[
    'Ä',
    'ﬁ',
    '①',
    '²',
    'ｔ',
    '☃',
    '😀',
    '〇',
    'ـa',
    'ߺ',
    '〱',
    '\u302E',
    '\u1100',
    '\u20D0',
    'ς',
    '\u06FD',
    '\u06FEب',
    '་',
    '་',
    'ß'
  ],
  ...[
    '\uFE0F',
    'a\uFE0F',
    '\u00AD',
    'e\u0301',
    'ά',
    '\u1E9E',
    'ǆ',
    'ı',
    'ſ',
    'ꙮ',
    '\u{10400}',
    '\u{10428}',
    '\u{20000}',
    'ひ\u{1F600}',
    ...['ᾀ', 'ῳ', '\u1C80', 'ᏸ', '\u13F7', 'ꭰ', 'ꮿ', '\uAB6F', '\u0345', 'ب\u0345', 'ΐ', 'ǰ', 'ŉ', 'ẖ']
  ]
]

/** Words of many scripts, encoded, of which IDNA2008 has most. */
const ENCODED = [
  ...[
    'xn--bcher-kva',
    'xn--fa-hia',
    'xn--owa4f4ali',
    'xn--nxasmm1c',
    'xn--b1agh1afp',
    'xn--f1a7c',
    'xn--r8jz45g',
    'xn--zckzah'
  ],
  ...[
    'xn--lcka3v',
    'xn--vek',
    'xn--ab-3n4a',
    'xn--9n2bp8q',
    'xn--g6w251d',
    'xn--l3c1bib8a0a',
    'xn--h2bhs4b8d8a',
    'xn--11b2ezcw70k'
  ],
  ...[
    'xn--11b2ezcs70k',
    'xn--ngbe9g',
    'xn--mgba3gch31f060k',
    'xn--ngba799q',
    'xn--ngba7ia3604a',
    'xn--9dbne9b',
    'xn--reb0a',
    'xn--rebz'
  ],
  ...['xn--hebt6b', 'xn--heb1c', 'xn--a-2hc', 'xn--1-1hc', 'xn--1-2hc', 'xn--9hbc', 'xn--embc', 'xn--ngb8i'],
  ...['xn--ngb61b', 'xn--ll-0ea', 'xn--la-0ea', 'xn--al-0ea', 'xn--l-fda', 'xn--l-gda', 'xn--wva4j', 'xn--a-jib'],
  ...['xn--wva', 'xn--1ca', 'xn----zfa9c', 'xn----0fa', 'xn----zfa', 'xn-----uia8e', 'xn--b--c-koa', 'xn--ab---ooa'],
  ...['xn--4ca', 'xn--n3h', 'xn--e28h', 'xn--w6j', 'xn--ytb', 'xn--37j', 'xn--ypd', 'xn--3xa'],
  ...['xn--qmb', 'xn--ngb14b', 'xn--nbd', 'xn--zca', 'xn--9ca', 'xn--hxa', 'xn--d-toa', 'xn--cfa'],
  ...['xn--xx8a', 'xn--hj8c', 'xn--j50i', 'xn--y9j8277k']
]

const ASCII_NAMES = [
  ...[
    '',
    'a',
    'A1',
    'a.b',
    'a..b',
    '.a',
    'a.',
    '-a',
    'a-',
    'a-b',
    'a_b',
    'a b',
    'a--b',
    'localhost',
    '1.2.3.4',
    '1',
    'é'
  ],
  ...['a'.repeat(63), 'a'.repeat(64), `${'a.'.repeat(126)}a`, `${'a.'.repeat(127)}`, `${'a.'.repeat(126)}ab`],
  ...[
    'xn--',
    'xn---',
    'xn--a',
    'xn--a-',
    'xn---a',
    'XN--MNCHEN-3YA',
    'xn--mnchen-3ya',
    'xn--mnchen-3Ya',
    'xn--mnchen-3yb'
  ],
  ...[
    'xn--mnchen-3y',
    'xn--mnchen3ya',
    'xn--99999999',
    'xn--9',
    'xn--zzzzzz',
    'xn--ls8h',
    'xn--0',
    'xn--a-ecp.ru',
    'xn--fa-hia'
  ],
  ...[
    'xn--80ak6aa92e.com',
    'xn--a!',
    'xn--bcher-kva.a',
    'xn--bcher-kvä',
    'xn--ab-c',
    'xn---bcher-kva',
    'xn--ihqwcrb4cv8a8dqg056pqjye'
  ]
]

const HOSTS = [
  ...[
    'bücher.example',
    'bücher。example',
    'bücher．example',
    'bücher｡example',
    'a..ä',
    '.ä',
    'ä.',
    'ä',
    'xn--bcher-kva.ä'
  ],
  ...['שלום.1a', '1a.שלום', 'a1.שלום', 'xn--9dbne9b.1a', '1.xn--9dbne9b', '٣.بيت', '۳.بيت', '1.example', 'ä.1'],
  ...[`${'ä'.repeat(57)}.a`, `${'ä'.repeat(58)}.a`, Array(30).fill('äöü').join('.'), Array(20).fill('äöü').join('.')]
]

const MAILBOXES = [
  ...[
    '',
    'a@b.c',
    'a@b',
    '@b.c',
    'a@',
    'a.b@c.d',
    '.a@b.c',
    'a.@b.c',
    'a..b@c.d',
    'a@b@c.d',
    'a b@c.d',
    '"a b"@c.d',
    '"a\\"b"@c.d'
  ],
  ...[
    '"a"b"@c.d',
    '""@c.d',
    'a@[1.2.3.4]',
    'a@[1.2.3.400]',
    'a@[IPv6:::1]',
    'a@[ipv6:1::2]',
    'a@[::1]',
    'a@-b.c',
    'a@b-.c'
  ],
  ...[
    'ä@b.c',
    'a@ä.c',
    'a@xn--4ca.c',
    'ä@[1.2.3.4]',
    '"ä b"@c.d',
    'a@ä',
    '\uD800@b.c',
    'a@a\u0301.c',
    'ä.ö@b.c',
    '.ä@b.c',
    'a@b.c\n'
  ],
  ...[
    `${'a'.repeat(64)}@b.c`,
    `${'a'.repeat(65)}@b.c`,
    `${'ä'.repeat(32)}@b.c`,
    `${'ä'.repeat(33)}@b.c`,
    `a@${Array(4).fill('\u{20000}'.repeat(55)).join('.')}`,
    `${'a'.repeat(64)}@${Array(4).fill('\u{20000}'.repeat(55)).join('.')}`,
    `a@${Array(4).fill('\u{20000}'.repeat(56)).join('.')}`,
    `a@${'b'.repeat(62)}.c`
  ],
  ...[
    `a@${'b.'.repeat(126)}b`,
    `a@${'b.'.repeat(127)}b`,
    `a@${'b.'.repeat(128)}b`,
    `${'a'.repeat(64)}@${'b.'.repeat(126)}b`
  ],
  ...[
    `${'a'.repeat(64)}@${'b.'.repeat(127)}b`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(70)}`
  ]
]

const IRIS = [
  ...[
    '',
    'a:',
    'a:b',
    'http://ä.example/ö?ü#ß',
    'http:',
    'http:a',
    'https:/a',
    'http:///a',
    'http://a',
    'HTTP://',
    'HTTPS://é'
  ],
  ...[
    'javascript:a',
    'JavaScript:a',
    'vbscript:a',
    'java:a',
    'ä:b',
    '/ä',
    '//ä',
    '?ä',
    '#ä',
    'ä',
    'a/ä:b',
    'ä:',
    '1:a',
    'ſ:a',
    'a b',
    'a:%'
  ],
  ...[
    'a:%C3%A4',
    'a:\uE000',
    'a:?\uE000',
    'a:#\uE000',
    'a:\uD800',
    'a:\u{1FFFE}',
    'a:\u{1FFFD}',
    'urn:ä:ö',
    'a:[',
    'http://[::1]/',
    'http://[g]/'
  ]
]

const DATES = [
  ...['', 'Fri, 17 May 2024 08:30:00 GMT', 'Thu, 17 May 2024 08:30:00 GMT', 'Fri, 17 May 2024 08:30:60 GMT'],
  ...[
    'Fri, 17 May 2024 24:00:00 GMT',
    'Fri, 17 may 2024 08:30:00 GMT',
    'Fri, 17 May 2024 08:30:00 UTC',
    'Fri, 17 May 2024 08:30:00'
  ],
  ...[
    'Thu, 29 Feb 2024 00:00:00 GMT',
    'Wed, 29 Feb 2023 00:00:00 GMT',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Sat, 01 Jan 0000 00:00:00 GMT'
  ],
  ...[
    'Mon, 01 Jan 0001 00:00:00 GMT',
    'Fri, 31 Dec 9999 23:59:59 GMT',
    'Tue, 00 Jan 2024 00:00:00 GMT',
    'Wed, 31 Apr 2024 00:00:00 GMT'
  ],
  ...[
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Monday, 06-Nov-94 08:49:37 GMT',
    'Sun, 06-Nov-94 08:49:37 GMT',
    'Sunday, 31-Nov-94 08:49:37 GMT'
  ],
  ...[
    'Friday, 29-Feb-00 00:00:00 GMT',
    'Friday, 29-Feb-23 00:00:00 GMT',
    'Friday, 29-Feb-24 00:00:00 GMT',
    'Sunday, 06-Nov-1994 08:49:37 GMT'
  ],
  ...[
    'Sun Nov  6 08:49:37 1994',
    'Sun Nov 06 08:49:37 1994',
    'Sun Nov 6 08:49:37 1994',
    'Mon Nov  6 08:49:37 1994',
    'Sun Nov 16 08:49:37 1997'
  ],
  ...[
    'Sun Feb 30 08:49:37 1994',
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Wed Dec 31 23:59:60 1997'
  ]
]
const LOCAL_TIMES = [
  ...[
    '',
    '2024-05-17T08:30:00',
    '2024-05-17t08:30:00.5',
    '2024-05-17 08:30:00',
    '2024-02-30T08:30:00',
    '2024-02-29T23:59:60'
  ],
  ...[
    '2024-05-17T24:00:00',
    '2024-05-17T08:30',
    '2024-05-17T08:30:00Z',
    '2024-13-01T00:00:00',
    '0000-01-01T00:00:00',
    '2023-02-29T00:00:00'
  ]
]

const nines = (count: number) => '9'.repeat(count)
const NUMBERS = [
  ...[
    '',
    '0',
    '-0',
    '0.0',
    '00',
    '01',
    '1',
    '-1',
    '+1',
    '1.',
    '.1',
    '1.50',
    'a',
    '1e',
    '1e5',
    '1E+5',
    '1e-5',
    '0e9999999',
    '0e99999999'
  ],
  ...[
    nines(34),
    nines(35),
    `${nines(34)}0`,
    `${nines(34)}.0`,
    `0.${nines(34)}`,
    `0.${nines(35)}`,
    `${nines(17)}.${nines(17)}`
  ],
  ...[
    `${nines(17)}.${nines(18)}`,
    `1${'0'.repeat(40)}`,
    `1${'0'.repeat(33)}1`,
    `1${'0'.repeat(32)}1`,
    '9e6144',
    '1e6145',
    '10e6144'
  ],
  ...[
    '10e6143',
    `${nines(34)}e6111`,
    `${nines(34)}e6112`,
    '1e-6176',
    '1e-6177',
    '0.1e-6175',
    '0.1e-6176',
    '1.0e-6176',
    '10e-6177'
  ],
  ...['1e00006144', '1e000006144', '1e-0000006', '-9e6144', '-1e-6177', '0e999999999']
]
const WHOLES = [
  ...[
    '0',
    '-0',
    '1',
    '-1',
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775808',
    '-9223372036854775809'
  ],
  ...[
    '18446744073709551615',
    '18446744073709551616',
    '99999999999999999999',
    '100000000000000000000',
    '-10000000000000000000',
    ''
  ]
]

/** A flag that the compiler does not know yet. */
const WITH_SETS = 'v'
const PATTERNS: readonly (readonly unknown[])[] = [
  ...[
    [/a/],
    [/a/u],
    [/a/g],
    [/a/i],
    [/a/s],
    [/a/m],
    [/a/y],
    [/a/d],
    [new RegExp('[\\p{L}--a]', WITH_SETS)],
    ['a'],
    ['a', 'i'],
    ['a', 'g'],
    ['a', 5],
    ['('],
    ['\\-']
  ],
  ...[[/-/], [5], [undefined], [null], [''], [/(?:)/], [/a/dg], ['a', 'u'], [{ source: 'a', flags: '' }]]
]

/** Formats of an application, which are defined in turn. */
const isLong = (text: string) => text.length > 2
const DEFINED: readonly (readonly [name: unknown, options?: unknown])[] = [
  ['list-none'],
  ['list-none', {}],
  ['list-none', { check: isLong }],
  ['list-check', { check: isLong }],
  ['list-check', { check: isLong, message: undefined }],
  ['list-check', { check: (text: string) => text.length > 2 }],
  ['list-pattern', { pattern: /^[a-z]+$/ }],
  ['list-pattern', { pattern: '/^[a-z]+$/' }],
  ['list-pattern', { pattern: /^[a-z]+$/u }],
  ['list-both', { pattern: '^[a-z]+$', check: isLong, example: 'abc', description: 'Both', message: 'must be both' }],
  ['list-both', { pattern: '^[a-z]+$', check: isLong, example: 'abd', description: 'Both', message: 'must be both' }],
  ['list-both', { pattern: '^[a-z]+$', check: isLong, example: 'abc', description: 'Other', message: 'must be both' }],
  ['list-both', { pattern: '^[a-z]+$', check: isLong, example: 'abc', description: 'Both', message: 'other' }],
  ['list-both', { pattern: '^[a-z]+$', check: isLong, example: 'abc', description: 'Both', message: 'must be both' }],
  ['list-example', { pattern: '^a$', example: 'b' }],
  ['list-example', { check: isLong, example: 'ab' }],
  ['list-example', { check: isLong, pattern: '^a+$', example: 'abc' }],
  ['list-example', { example: '' }],
  [
    'list-throws',
    {
      check: () => {
        throw new Error('thrown')
      },
      message: ''
    }
  ],
  ['list-odd', { check: () => 1 }],
  ['list-promise', { check: () => Promise.reject(new Error('late')) }],
  ['list-true', { check: async () => true }],
  [''],
  [5],
  [undefined],
  ['uuid'],
  ['hostname'],
  ['int32'],
  ['toString'],
  ['list-a', { check: true }],
  ['list-a', { check: null }],
  ['list-a', { pattern: '(' }],
  ['list-a', { pattern: 5 }],
  ['list-a', { pattern: /a/i }],
  ['list-a', { example: 5 }],
  ['list-a', { description: 5 }],
  ['list-a', { message: () => 'no' }],
  ['list-a', { patern: 'a' }],
  ['list-a', 5],
  ['list-a', null]
]
const TEXTS: readonly unknown[] = ['', 'a', 'abc', 'ABC', 'b', '123', 5, null, undefined, ['abc']]

describe('Texts of formats', () => {
  it('have the verdicts of text-list.txt', () => {
    const lines: string[] = []
    lines.push(...verdicts('isHostname', isHostname, [...ASCII_NAMES, ...WORDS.slice(0, 3)]))
    lines.push(...verdicts('isInternationalHostname', isInternationalHostname, [...ASCII_NAMES, ...WORDS, ...HOSTS]))
    lines.push('\n# encoded words, and with a character less, more and another')
    for (const encoded of ENCODED) {
      const wrong = [...encoded].flatMap((_, at) => {
        const [before, after] = [encoded.slice(0, at), encoded.slice(at + 1)]
        return at < 4
          ? []
          : [before + after, `${before}a${after}`, `${before}9${after}`, `${before}k${encoded.slice(at)}`]
      })
      const accepted = [...new Set(wrong)].filter(isHostname)
      lines.push(
        `${encoded} ${isHostname(encoded)} ${isInternationalHostname(encoded)}; of ${wrong.length} ${accepted.join(' ')}`
      )
    }
    lines.push(...verdicts('isMailbox', isMailbox, MAILBOXES))
    lines.push(...verdicts('isInternationalMailbox', isInternationalMailbox, MAILBOXES))
    lines.push(...verdicts('isIRI', isIRI, IRIS), ...verdicts('isIRIReference', isIRIReference, IRIS))
    lines.push(
      ...verdicts('isHttpDate', isHttpDate, DATES),
      ...verdicts('isLocalDateTime', isLocalDateTime, LOCAL_TIMES)
    )
    lines.push(...verdicts('isDecimal128', isDecimal128, NUMBERS))
    for (const isSigned of [true, false])
      lines.push(...verdicts(`isOf64Bits, ${isSigned}`, (text) => isOf64Bits(text, isSigned), WHOLES))
    lines.push(
      ...calls('documentedPattern', documentedPattern, PATTERNS),
      ...calls('expectPattern', expectPattern, PATTERNS)
    )
    // The words in brackets are the engine's.
    const plain = lines.map((line) => line.replace(/\(Invalid regular expression.*?\)"/, '(…)"'))
    expectWholeList('record/format/text-list.txt', plain)
  })

  it('have the longest labels and names of label-list.txt', () => {
    const lines: string[] = []
    for (const unit of [
      'ä',
      'aä',
      'äa',
      'aaaaä',
      'ж',
      '例',
      '例え',
      'א',
      '\u{20000}',
      'äж例',
      'ز',
      'क',
      '測試a',
      'z-ä',
      'ö9'
    ]) {
      const lengths = [1, 4].map((parts) => {
        const isAccepted = (count: number) => isInternationalHostname(Array(parts).fill(unit.repeat(count)).join('.'))
        return Array.from({ length: 64 }, (_, at) => 64 - at).find(isAccepted)
      })
      lines.push(`${unit}: ${lengths.join(' ')}`)
    }
    expectWholeList('record/format/label-list.txt', lines)
  })

  it('are of formats of the application as own-format-list.txt says', async () => {
    const lines = DEFINED.map(([name, options]) => {
      const made = outcome(() => {
        const format = defineFormat(name as string, options as object)
        const { format: known, options: given } = ownFormatOf(format) ?? {}
        const accepted = TEXTS.filter((text) => known?.test?.(text)).map(shown)
        const { decorate, test, ...facts } = known ?? {}
        return [
          String(format),
          facts,
          Object.keys(given ?? {}),
          `accepts ${accepted.join(' ')}`,
          typeof decorate,
          typeof test
        ]
      })
      return `${shown(name)} ${shown(options)}: ${made}`
    })
    // What is rejected later must not end the process.
    await new Promise((resolve) => setImmediate(resolve))
    const own = new OwnFormat('list-none')
    const named = ['list-none', 'list-missing', own, 5, undefined, '__proto__'].map(
      (name) => ownFormatOf(name) !== undefined
    )
    lines.push(
      `named ${named.join(' ')}`,
      `names ${ownFormatNames()
        .filter((name) => name.startsWith('list-'))
        .join(' ')}`
    )
    const formats = [
      lexical('own', (text) => text === 'a', 'm').decorate,
      regular('own-form', '^a$', 'm').decorate,
      annotation('note').decorate
    ]
    lines.push(`decorators ${formats.map((decorate) => typeof decorate({})).join(' ')}`)
    for (const pattern of ['^a', undefined]) {
      const { decorate: _decorate, test, ...facts } = checked('a-b', (text) => text === 'a', 'must be a', pattern)
      lines.push(`checked ${shown(facts)} ${TEXTS.map((text) => test?.(text)).join(' ')}`)
    }
    const names = ['a', 'a-b', 'uri-reference', 'int8', 'a-', 'a--b', 'a-1', 'ipv4-cidr']
    lines.push(
      ...calls(
        'constraintOf',
        constraintOf,
        names.map((name) => [name])
      )
    )
    const plain = lines.map((line) => line.replaceAll(/\(Invalid regular expression[^;]*\)\.?/g, '(…)'))
    expectWholeList('record/format/own-format-list.txt', plain)
  })
})
