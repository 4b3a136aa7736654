import { Ajv } from 'ajv'
import { expect } from 'chai'
import { Field, type FormatName, Integer, type SchemaObject } from 'fieldstone'
import { declarationErrors, refusals } from '../support/bound.js'
import { propertiesOf } from '../support/documented.js'

/** RFC 5646, section 2.1: the irregular and the regular ones. */
const OLD_TAGS = [
  ...'en-GB-oed i-ami i-bnn i-default i-enochian i-hak i-klingon i-lux i-mingo i-navajo i-pwn i-tao i-tay i-tsu'.split(
    ' '
  ),
  ...'sgn-BE-FR sgn-BE-NL sgn-CH-DE art-lojban cel-gaulish no-bok no-nyn zh-guoyu zh-hakka zh-min zh-xiang'.split(' ')
]

const cases: Readonly<Record<string, { message: string; good: readonly string[]; bad: readonly string[] }>> = {
  alphanumeric: {
    message: 'must contain only letters and digits',
    good: ['a', 'Z9', '0'],
    bad: ['', 'a b', 'a_b', 'é', 'a\n', '１']
  },
  alpha: { message: 'must contain only letters', good: ['a', 'Zz'], bad: ['', 'a1', 'a b', 'é', 'a-b'] },
  numeric: {
    message: 'must contain only digits',
    good: ['0', '007', '9'.repeat(40)],
    bad: ['', '1.5', '-1', '+1', '1e3', '1 ', '٣', 'a']
  },
  email: {
    message: 'must be an email address',
    good: ['a@example.org', 'first.last+tag@sub.example.org'],
    bad: [
      '',
      'a',
      'a@',
      '@example.org',
      'a@b',
      'a b@example.org',
      'a@example..org',
      'A <a@example.org>',
      'a@example.org\n',
      'a@\uD800.org',
      '\uD800'
    ]
  },
  password: {
    message: 'must be at least 8 characters long',
    good: ['12345678', '        ', '😀'.repeat(8)],
    bad: ['', '1234567', '😀'.repeat(7)]
  },
  uri: {
    message: 'must be an absolute URI such as https://example.com/a?b=c',
    good: [
      'http://localhost',
      'https://example.org/a?b=c#d',
      'https://example.org:8080',
      'ftp://example.org',
      'mailto:a@example.org',
      'urn:isbn:1'
    ],
    bad: [
      '',
      'example.org',
      '/a',
      '//example.org',
      'javascript:alert(1)',
      'VBScript:x',
      'https:a',
      'https://example.org/%zz',
      'http://',
      'http://a b'
    ]
  },
  uuid: {
    message: 'must be a UUID',
    good: [
      '123e4567-e89b-12d3-a456-426614174000',
      '123E4567-E89B-92D3-0456-426614174000',
      '00000000-0000-0000-0000-000000000000'
    ],
    bad: [
      '',
      '123e4567e89b12d3a456426614174000',
      '123e4567-e89b-12d3-a456-42661417400',
      'urn:uuid:123e4567-e89b-12d3-a456-426614174000',
      '{123e4567-e89b-12d3-a456-426614174000}',
      'g23e4567-e89b-12d3-a456-426614174000'
    ]
  },
  'date-time': {
    message: 'must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z',
    good: ['2024-05-17T08:30:00Z'],
    bad: ['', '2024-05-17', '2024-05-17T08:30:00', '2024-02-30T00:00:00Z']
  },
  date: {
    message: 'must be a date such as 2024-05-17',
    good: ['2024-05-17', '2024-02-29'],
    bad: ['', '2024-02-30', '2024-05-17T00:00:00Z', '17.05.2024']
  },
  time: {
    message: 'must be a time with its offset such as 08:30:00Z',
    good: ['08:30:00Z', '08:30:00.5+02:00'],
    bad: ['', '08:30', '08:30:00', '24:00:00Z']
  },
  phone: {
    message: 'must be an international phone number such as +41 44 668 18 00',
    good: ['+41446681800', '+41 44 668 18 00', '+1 212 555 2368'],
    bad: ['', '0446681800', '+999', '+41', 'phone', '112']
  },
  ipv4: {
    message: 'must be an IPv4 address',
    good: ['0.0.0.0', '255.255.255.255'],
    bad: ['', '256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '::1', '1.2.3.4/8']
  },
  ipv6: {
    message: 'must be an IPv6 address',
    good: ['::', '::1', '2001:db8::ff00:42:8329', '::ffff:192.0.2.1'],
    bad: ['', '1.2.3.4', ':::', '12345::', '[::1]', 'fe80::1%eth0', '2001:db8::/32']
  },
  hostname: {
    message: 'must be a host name',
    good: ['localhost', 'example.org', 'a-b.example'],
    bad: ['', '-a.example', 'a_b.example', 'a b', 'example.org:80', 'a..b', 'http://a']
  },
  byte: {
    message: 'must be base64',
    good: ['', 'TQ==', 'TWE=', 'TWFu', 'ab+/'],
    bad: ['T', 'TQ=', 'TQ', 'TW-_', 'T===', '====', 'TWFu\n', 'TQ==TQ==']
  },
  base64url: {
    message: 'must be base64 in the alphabet of URLs',
    good: ['', 'TQ', 'TQ==', 'TW-_', 'TWE=', 'TWE'],
    bad: ['T', 'TQ=', 'TW+/', 'TQ==TQ']
  },
  binary: { message: 'must be a string', good: ['', '\u0000ÿ'], bad: [] },
  char: { message: 'must be one character', good: ['a', '😀', '\n'], bad: ['', 'ab', '😀a'] },
  commonmark: { message: 'must be a string', good: ['', '# A *title*'], bad: [] },
  'date-time-local': {
    message: 'must be a date and time without an offset such as 2024-05-17T08:30:00',
    good: ['2024-05-17T08:30:00', '2024-02-29t08:30:00.5'],
    bad: ['', '2024-05-17T08:30:00Z', '2023-02-29T08:30:00', '2024-05-17 08:30:00', '2024-05-17T24:00:00']
  },
  decimal: {
    message: 'must be a decimal number such as -12.50',
    good: ['0', '-0', '-12.50', '1'.repeat(50)],
    bad: ['', '.5', '5.', '1e3', '+1', '01', '1,5']
  },
  decimal128: {
    message: 'must be a decimal number of at most 34 digits',
    good: ['0', '0.00', '-1.5E+10', `${'9'.repeat(34)}000e-3`, '1e6144', '1e-6176', '0e99999999'],
    bad: ['', '9'.repeat(35), '1e6145', '1e-6177', '1e99999999', '1e', 'NaN', '01']
  },
  duration: {
    message: 'must be a duration such as P1DT12H',
    good: ['P1D', 'PT1H30M', 'P2W', 'P1Y2M3DT4H5M6S'],
    bad: ['', 'P', 'PT', 'P1D2W', 'P1Y2D', '1D', 'P1.5D']
  },
  html: { message: 'must be a string', good: ['', '<b>bold</b>'], bad: [] },
  'http-date': {
    message: 'must be a date of HTTP such as Fri, 17 May 2024 08:30:00 GMT',
    good: [
      ...['Fri, 17 May 2024 08:30:00 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'],
      ...['Thu, 29 Feb 2024 00:00:00 GMT', 'Tuesday, 29-Feb-00 00:00:00 GMT']
    ],
    bad: [
      ...['', 'Sat, 17 May 2024 08:30:00 GMT', 'Fri, 17 May 2024 08:30:00 UTC', 'Thu, 30 Feb 2024 00:00:00 GMT'],
      ...['Fri, 17 May 2024 24:00:00 GMT', 'fri, 17 May 2024 08:30:00 GMT', 'Fri, 7 May 2024 08:30:00 GMT']
    ]
  },
  'idn-email': {
    message: 'must be an email address, in any script',
    good: ['ada@example.com', 'jürgen@bücher.example', 'ü@[127.0.0.1]', `${'ü'.repeat(32)}@example.com`],
    bad: ['', 'a', 'a@b', 'ü@ü@example.com', 'a@-ü.example', 'ü@[127.0.0.256]', `${'ü'.repeat(33)}@example.com`]
  },
  'idn-hostname': {
    message: 'must be a host name, in any script',
    good: ['localhost', 'bücher.example', '例え。jp'],
    bad: ['', '-ü.example', 'a_b', 'ﬁ.example', 'a..b']
  },
  int64: {
    message: 'must be a whole number of 64 bits',
    good: ['0', '-9223372036854775808', '9223372036854775807'],
    bad: ['', '9223372036854775808', '-9223372036854775809', '-0', '1.0', '01', '1'.repeat(21)]
  },
  'ipv4-cidr': {
    message: 'must be a block of IPv4 addresses such as 192.0.2.0/24',
    good: ['192.0.2.0/24', '0.0.0.0/0'],
    bad: ['', '192.0.2.0', '192.0.2.0/33', '192.0.2.0/024']
  },
  'ipv6-cidr': {
    message: 'must be a block of IPv6 addresses such as 2001:db8::/32',
    good: ['2001:db8::/32', '::/128'],
    bad: ['', '2001:db8::', '2001:db8::/129', '192.0.2.0/24']
  },
  iri: {
    message: 'must be an absolute IRI such as https://example.com/ä?b=c',
    good: ['https://ä.example/ü?q=\uE000', 'urn:x:é'],
    bad: ['', '/ä', 'ſ:a', 'https://a/\uE000', 'javascript:ä']
  },
  'iri-reference': {
    message: 'must be an IRI or a relative reference',
    good: ['', '/ä', 'ä/b#c', 'https://a.example'],
    bad: ['a b', 'ä\\b', 'JavaScript:ä']
  },
  'json-pointer': {
    message: 'must be a JSON Pointer such as /items/0',
    good: ['', '/items/0', '/a~1b~0', '/'],
    bad: ['items', '/a~2', '/a~', '#/a']
  },
  language: {
    message: 'must be a language tag such as de-CH',
    good: ['de', 'de-CH', 'zh-Hant-TW', 'sl-rozaj-biske', 'en-a-bbb-x-a', 'x-a', 'de-1996', ...OLD_TAGS],
    bad: ['', 'd', 'de_CH', 'de-', 'abcdefghi', 'en-a', 'x', 'de-123456789']
  },
  'media-range': {
    message: 'must be a media range such as text/*;q=0.5',
    good: ['*/*', 'text/*;q=0.5', 'text/html; charset="a;b"', 'a/b ; ;x=y; '],
    bad: ['', 'text', 'text/', 'a/b;x', 'a/b;x=', 'a/b ', 'a/b;x="', 'a/b,c/d']
  },
  regex: { message: 'must be a regular expression', good: ['', '^a+$', '\\p{L}'], bad: ['(', '[', 'a**', '\\Z'] },
  'relative-json-pointer': {
    message: 'must be a relative JSON Pointer such as 1/name',
    good: ['0', '1/name', '0#', '2+1/a'],
    bad: ['', '/a', '01', '-1', '0##', '0+1#']
  },
  'sf-binary': {
    message: 'must be base64 between colons',
    good: ['::', ':aGVsbG8=:'],
    bad: ['', ':', 'aGVsbG8=', ':a-b:']
  },
  'sf-boolean': { message: 'must be ?1 or ?0', good: ['?0', '?1'], bad: ['', '?', '1', '?2', 'true'] },
  'sf-string': {
    message: 'must be a text between quotes',
    good: ['""', '"a \\" b"'],
    bad: ['', '"', 'a', '"ä"', '"\\a"', '"a"b"']
  },
  'sf-token': {
    message: 'must be a token of structured fields',
    good: ['a', '*foo', 'text/html:1'],
    bad: ['', '1a', 'a b', 'ä']
  },
  'time-local': {
    message: 'must be a time without an offset such as 08:30:00',
    good: ['08:30:00', '23:59:60.5'],
    bad: ['', '08:30', '08:30:00Z', '24:00:00']
  },
  uint64: {
    message: 'must be a whole number of 64 bits, without a sign',
    good: ['0', '18446744073709551615'],
    bad: ['', '-1', '18446744073709551616', '1.0', '01']
  },
  unixtime: {
    message: 'must be a number of seconds such as 1715934600',
    good: ['0', '-1', '1715934600', '1715934600.5'],
    bad: ['', '1e9', '01', 'now']
  },
  'uri-reference': {
    message: 'must be a URI or a relative reference',
    good: ['', '/a', '../b?c#d', 'https://a.example', '//a'],
    bad: ['a b', 'ä', 'a\\b', 'javascript:a', '1:a']
  },
  'uri-template': {
    message: 'must be a URI template such as /items/{id}',
    good: ['', '/items/{id}', '{?q,page*}{&x:3}', "it's"],
    bad: ['{', '{}', '/{a b}', '{a:0}', '%zz']
  }
}

/** Formats that are checked more closely than their keywords say. */
const PARTIAL = new Set([
  ...['email', 'uri', 'phone', 'hostname', 'date-time-local', 'decimal128', 'http-date', 'idn-email', 'idn-hostname'],
  ...['int64', 'iri', 'iri-reference', 'regex', 'uint64', 'uri-reference', 'uri-template']
])

/** The formats of integers only. */
const INTEGERS = new Set([
  'double-int',
  'int8',
  'int16',
  'int32',
  'int64',
  'sf-integer',
  'uint8',
  'uint16',
  'uint32',
  'uint64'
])

describe('A format', () => {
  for (const [name, { message, good, bad }] of Object.entries(cases)) {
    class Holder {
      @Field({ format: name as FormatName }) v!: string
    }
    for (const value of good) {
      it(`${name} accepts ${JSON.stringify(value)}`, async () =>
        expect(await refusals(Holder, { v: value })).to.deep.equal([]))
    }
    for (const value of bad) {
      it(`${name} rejects ${JSON.stringify(value)} with its message`, async () => {
        expect(await refusals(Holder, { v: value })).to.deep.equal([`v ${message}`])
      })
    }
    it(`${name} is documented exactly, or listed as a rule that is not`, () => {
      const isPartial = PARTIAL.has(name)
      const { format, pattern, 'x-rules': rules } = propertiesOf(Holder).v as SchemaObject
      expect(format).to.equal(name)
      expect(rules?.map(({ fault }) => fault)).to.deep.equal(isPartial ? ['format'] : undefined)
      if (pattern === undefined) return
      const documented = new RegExp(pattern, 'u')
      for (const value of good) expect(documented.test(value), value).to.equal(true)
      if (isPartial) return
      for (const value of bad) expect(documented.test(value), value).to.equal(false)
    })
  }

  it('with a length is documented by it', () => {
    class Holder {
      @Field({ format: 'char' }) one!: string
      @Field({ format: 'password' }) secret!: string
    }
    const { one, secret } = propertiesOf(Holder)
    expect(one).to.deep.equal({ type: 'string', format: 'char', minLength: 1, maxLength: 1 })
    expect(secret).to.deep.equal({ type: 'string', format: 'password', minLength: 8 })
  })

  it('is one of these, or defined by the application', async () => {
    class Holder {
      @Field({ format: 'nonsense' as never }) v!: string
    }
    const [error] = await declarationErrors(Holder)
    expect(error).to.match(/^FIELD_OPTION_INVALID: the option format is nonsense, Holder\.v; /)
  })

  const numbers: Readonly<Record<string, { good: readonly number[]; bad: readonly number[] }>> = {
    decimal: { good: [0, 1.5, 1e300], bad: [] },
    decimal128: { good: [0, -1.5], bad: [] },
    double: { good: [0, Number.MAX_VALUE], bad: [] },
    'double-int': { good: [0, 9007199254740991], bad: [9007199254740992, 1.5] },
    float: { good: [0.5, -3.4028234663852886e38], bad: [3.5e38] },
    int8: { good: [-128, 127], bad: [-129, 128, 0.5] },
    int16: { good: [-32768, 32767], bad: [-32769, 32768] },
    int32: { good: [-2147483648, 2147483647], bad: [2147483648] },
    int64: { good: [-9007199254740991], bad: [9007199254740992] },
    'sf-decimal': { good: [0.125, -999999999999.999, 1], bad: [0.0625, 1e12, 1e-7] },
    'sf-integer': { good: [999999999999999, -999999999999999], bad: [1e15, -1e15] },
    uint8: { good: [0, 255], bad: [-1, 256] },
    uint16: { good: [0, 65535], bad: [-1, 65536] },
    uint32: { good: [4294967295], bad: [-1, 4294967296] },
    uint64: { good: [9007199254740991], bad: [-1] },
    unixtime: { good: [0, -1.5], bad: [] }
  }
  for (const [name, { good, bad }] of Object.entries(numbers)) {
    it(`${name} of numbers has all of it in bounds`, async () => {
      class Holder {
        @Field(() => (INTEGERS.has(name) ? Integer : Number), { format: name as FormatName }) v!: number
      }
      for (const v of good) expect(await refusals(Holder, { v }), String(v)).to.deep.equal([])
      for (const v of bad) expect(await refusals(Holder, { v }), String(v)).to.have.length(1)
      const { v: schema } = propertiesOf(Holder)
      const isDocumented = new Ajv({ formats: { [name]: true } }).compile(schema as object)
      for (const v of good) expect(isDocumented(v), String(v)).to.equal(true)
      for (const v of bad) expect(isDocumented(v), String(v)).to.equal(false)
      expect(schema).to.not.have.any.keys('x-rules', 'allOf')
      expect(schema?.format).to.equal(name)
    })
  }

  it('of numbers of any kind is one of integers, too; one of integers alone is none of other numbers', async () => {
    for (const name of Object.keys(numbers) as FormatName[]) {
      class Whole {
        @Field(() => Integer, { format: name }) v!: number
      }
      class Fraction {
        @Field(() => Number, { format: name }) v!: number
      }
      expect(await declarationErrors(Whole), name).to.deep.equal([])
      expect(await declarationErrors(Fraction), name).to.have.length(INTEGERS.has(name) ? 1 : 0)
    }
  })

  it('of a name for texts and numbers is what the type has', async () => {
    class Holder {
      @Field(() => String, { format: 'uint64' }) text!: string
      @Field(() => Integer, { format: 'uint64' }) number!: number
      @Field(() => [Integer], { format: 'uint8', each: true }) bytes!: number[]
    }
    expect(await refusals(Holder, { text: '18446744073709551615', number: 5, bytes: [0, 255] })).to.deep.equal([])
    expect(await refusals(Holder, { text: '5.0', number: -5, bytes: [0, 256] })).to.deep.equal([
      'text must be a whole number of 64 bits, without a sign',
      'number must be from 0 to 9007199254740991',
      'bytes[1] must be from 0 to 255'
    ])
    const { text, number, bytes } = propertiesOf(Holder)
    expect(text).to.have.keys('type', 'format', 'pattern', 'x-rules')
    expect(number).to.deep.equal({ type: 'integer', format: 'uint64', minimum: 0, maximum: 9007199254740991 })
    expect(bytes?.items).to.deep.equal({ type: 'integer', format: 'uint8', minimum: 0, maximum: 255 })
  })
})
