import { Ajv } from 'ajv'
import { expect } from 'chai'
import { defineFormat, Field, Integer, PartialType } from 'fieldstone'
import type { Format } from '../../../src/record/format/format.js'
import { FORMATS, type TextFormatName } from '../../../src/record/format/formats.js'
import { NUMBER_FORMATS, type NumberFormatName } from '../../../src/record/format/number-formats.js'
import { refusals } from '../../support/binding.js'
import { propertiesOf } from '../../support/documented.js'

const cases: Readonly<Record<TextFormatName, { good: readonly string[]; bad: readonly string[] }>> = {
  alphanumeric: { good: ['a', 'Z9', '0'], bad: ['', 'a b', 'a_b', 'é', 'a\n', '１'] },
  alpha: { good: ['a', 'Zz'], bad: ['', 'a1', 'a b', 'é', 'a-b'] },
  numeric: { good: ['0', '007', '9'.repeat(40)], bad: ['', '1.5', '-1', '+1', '1e3', '1 ', '٣', 'a'] },
  email: {
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
  password: { good: ['12345678', '        ', '😀'.repeat(8)], bad: ['', '1234567', '😀'.repeat(7)] },
  uri: {
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
    good: ['2024-05-17T08:30:00Z'],
    bad: ['', '2024-05-17', '2024-05-17T08:30:00', '2024-02-30T00:00:00Z']
  },
  date: { good: ['2024-05-17', '2024-02-29'], bad: ['', '2024-02-30', '2024-05-17T00:00:00Z', '17.05.2024'] },
  time: { good: ['08:30:00Z', '08:30:00.5+02:00'], bad: ['', '08:30', '08:30:00', '24:00:00Z'] },
  phone: {
    good: ['+41446681800', '+41 44 668 18 00', '+1 212 555 2368'],
    bad: ['', '0446681800', '+999', '+41', 'phone', '112']
  },
  ipv4: {
    good: ['0.0.0.0', '255.255.255.255'],
    bad: ['', '256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '::1', '1.2.3.4/8']
  },
  ipv6: {
    good: ['::', '::1', '2001:db8::ff00:42:8329', '::ffff:192.0.2.1'],
    bad: ['', '1.2.3.4', ':::', '12345::', '[::1]', 'fe80::1%eth0', '2001:db8::/32']
  },
  hostname: {
    good: ['localhost', 'example.org', 'a-b.example'],
    bad: ['', '-a.example', 'a_b.example', 'a b', 'example.org:80', 'a..b', 'http://a']
  },
  byte: {
    good: ['', 'TQ==', 'TWE=', 'TWFu', 'ab+/'],
    bad: ['T', 'TQ=', 'TQ', 'TW-_', 'T===', '====', 'TWFu\n', 'TQ==TQ==']
  },
  base64url: { good: ['', 'TQ', 'TQ==', 'TW-_', 'TWE=', 'TWE'], bad: ['T', 'TQ=', 'TW+/', 'TQ==TQ'] },
  binary: { good: ['', '\u0000ÿ'], bad: [] },
  char: { good: ['a', '😀', '\n'], bad: ['', 'ab', '😀a'] },
  commonmark: { good: ['', '# A *title*'], bad: [] },
  'date-time-local': {
    good: ['2024-05-17T08:30:00', '2024-02-29t08:30:00.5'],
    bad: ['', '2024-05-17T08:30:00Z', '2023-02-29T08:30:00', '2024-05-17 08:30:00', '2024-05-17T24:00:00']
  },
  decimal: { good: ['0', '-0', '-12.50', '1'.repeat(50)], bad: ['', '.5', '5.', '1e3', '+1', '01', '1,5'] },
  decimal128: {
    good: ['0', '0.00', '-1.5E+10', `${'9'.repeat(34)}000e-3`, '1e6144', '1e-6176', '0e99999999'],
    bad: ['', '9'.repeat(35), '1e6145', '1e-6177', '1e99999999', '1e', 'NaN', '01']
  },
  duration: {
    good: ['P1D', 'PT1H30M', 'P2W', 'P1Y2M3DT4H5M6S'],
    bad: ['', 'P', 'PT', 'P1D2W', 'P1Y2D', '1D', 'P1.5D']
  },
  html: { good: ['', '<b>bold</b>'], bad: [] },
  'http-date': {
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
    good: ['ada@example.com', 'jürgen@bücher.example'],
    bad: ['', 'a', 'a@b', 'ü@ü@example.com', 'a@-ü.example']
  },
  'idn-hostname': {
    good: ['localhost', 'bücher.example', '例え。jp'],
    bad: ['', '-ü.example', 'a_b', 'ﬁ.example', 'a..b']
  },
  int64: {
    good: ['0', '-9223372036854775808', '9223372036854775807'],
    bad: ['', '9223372036854775808', '-9223372036854775809', '-0', '1.0', '01', '1'.repeat(21)]
  },
  'ipv4-cidr': { good: ['192.0.2.0/24', '0.0.0.0/0'], bad: ['', '192.0.2.0', '192.0.2.0/33', '192.0.2.0/024'] },
  'ipv6-cidr': { good: ['2001:db8::/32', '::/128'], bad: ['', '2001:db8::', '2001:db8::/129', '192.0.2.0/24'] },
  iri: {
    good: ['https://ä.example/ü?q=\uE000', 'urn:x:é'],
    bad: ['', '/ä', 'ſ:a', 'https://a/\uE000', 'javascript:ä']
  },
  'iri-reference': { good: ['', '/ä', 'ä/b#c', 'https://a.example'], bad: ['a b', 'ä\\b', 'JavaScript:ä'] },
  'json-pointer': { good: ['', '/items/0', '/a~1b~0', '/'], bad: ['items', '/a~2', '/a~', '#/a'] },
  language: {
    good: ['de', 'de-CH', 'zh-Hant-TW', 'sl-rozaj-biske', 'en-a-bbb-x-a', 'x-a', 'i-klingon', 'de-1996'],
    bad: ['', 'd', 'de_CH', 'de-', 'abcdefghi', 'en-a', 'x', 'de-123456789']
  },
  'media-range': {
    good: ['*/*', 'text/*;q=0.5', 'text/html; charset="a;b"', 'a/b ; ;x=y; '],
    bad: ['', 'text', 'text/', 'a/b;x', 'a/b;x=', 'a/b ', 'a/b;x="', 'a/b,c/d']
  },
  regex: { good: ['', '^a+$', '\\p{L}'], bad: ['(', '[', 'a**', '\\Z'] },
  'relative-json-pointer': { good: ['0', '1/name', '0#', '2+1/a'], bad: ['', '/a', '01', '-1', '0##', '0+1#'] },
  'sf-binary': { good: ['::', ':aGVsbG8=:'], bad: ['', ':', 'aGVsbG8=', ':a-b:'] },
  'sf-boolean': { good: ['?0', '?1'], bad: ['', '?', '1', '?2', 'true'] },
  'sf-string': { good: ['""', '"a \\" b"'], bad: ['', '"', 'a', '"ä"', '"\\a"', '"a"b"'] },
  'sf-token': { good: ['a', '*foo', 'text/html:1'], bad: ['', '1a', 'a b', 'ä'] },
  'time-local': { good: ['08:30:00', '23:59:60.5'], bad: ['', '08:30', '08:30:00Z', '24:00:00'] },
  uint64: { good: ['0', '18446744073709551615'], bad: ['', '-1', '18446744073709551616', '1.0', '01'] },
  unixtime: { good: ['0', '-1', '1715934600', '1715934600.5'], bad: ['', '1e9', '01', 'now'] },
  'uri-reference': {
    good: ['', '/a', '../b?c#d', 'https://a.example', '//a'],
    bad: ['a b', 'ä', 'a\\b', 'javascript:a', '1:a']
  },
  'uri-template': { good: ['', '/items/{id}', '{?q,page*}{&x:3}', "it's"], bad: ['{', '{}', '/{a b}', '{a:0}', '%zz'] }
}

describe('A format', () => {
  it('is checked more closely than JSON Schema says in the document: e-mail addresses, URLs and others', () => {
    const names = Object.entries<Format>(FORMATS).flatMap(([name, { isPartial }]) => (isPartial === true ? [name] : []))
    expect(names).to.deep.equal([
      ...[
        'email',
        'uri',
        'phone',
        'hostname',
        'date-time-local',
        'decimal128',
        'http-date',
        'idn-email',
        'idn-hostname'
      ],
      ...['int64', 'iri', 'iri-reference', 'regex', 'uint64', 'uri-reference', 'uri-template']
    ])
  })

  for (const name of Object.keys(FORMATS) as TextFormatName[]) {
    class Holder {
      @Field({ format: name }) v!: string
    }
    const { good, bad } = cases[name]
    for (const value of good) {
      it(`${name} accepts ${JSON.stringify(value)}`, () => expect(refusals(Holder, { v: value })).to.deep.equal([]))
    }
    for (const value of bad) {
      it(`${name} rejects ${JSON.stringify(value)} with its message`, () => {
        expect(refusals(Holder, { v: value })).to.deep.equal([`v ${FORMATS[name].message}`])
      })
    }
    it(`${name} is documented exactly, or listed as a rule that is not`, () => {
      const { keywords, isPartial } = FORMATS[name] as unknown as Pick<Format, 'isPartial'> & {
        keywords: { format: string; pattern?: string }
      }
      expect(keywords.format).to.equal(name)
      expect(propertiesOf(Holder).v?.['x-rules']?.map(({ fault }) => fault)).to.deep.equal(
        isPartial ? ['format'] : undefined
      )
      if (keywords.pattern === undefined) return
      const pattern = new RegExp(keywords.pattern, 'u')
      for (const value of good) expect(pattern.test(value), value).to.equal(true)
      if (isPartial) return
      for (const value of bad) expect(pattern.test(value), value).to.equal(false)
    })
  }

  const numbers: Readonly<Record<NumberFormatName, { good: readonly number[]; bad: readonly number[] }>> = {
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
    'sf-integer': { good: [999999999999999], bad: [1e15, -1e15] },
    uint8: { good: [0, 255], bad: [-1, 256] },
    uint16: { good: [0, 65535], bad: [-1, 65536] },
    uint32: { good: [4294967295], bad: [-1, 4294967296] },
    uint64: { good: [9007199254740991], bad: [-1] },
    unixtime: { good: [0, -1.5], bad: [] }
  }
  for (const name of Object.keys(NUMBER_FORMATS) as NumberFormatName[]) {
    it(`${name} of numbers has all of it in bounds`, () => {
      const { kinds } = NUMBER_FORMATS[name]
      class Holder {
        @Field(() => (kinds.includes('number') ? Number : Integer), { format: name }) v!: number
      }
      const { good, bad } = numbers[name]
      for (const v of good) expect(refusals(Holder, { v }), String(v)).to.deep.equal([])
      for (const v of bad) expect(refusals(Holder, { v }), String(v)).to.have.length(1)
      const { v: schema } = propertiesOf(Holder)
      const isDocumented = new Ajv({ formats: { [name]: true } }).compile(schema as object)
      for (const v of good) expect(isDocumented(v), String(v)).to.equal(true)
      for (const v of bad) expect(isDocumented(v), String(v)).to.equal(false)
      expect(schema).to.not.have.any.keys('x-rules', 'allOf')
      expect(schema?.format).to.equal(name)
    })
  }

  it('of a name for texts and numbers is what the type has', () => {
    class Holder {
      @Field(() => String, { format: 'uint64' }) text!: string
      @Field(() => Integer, { format: 'uint64' }) number!: number
      @Field(() => [Integer], { format: 'uint8', each: true }) bytes!: number[]
    }
    expect(refusals(Holder, { text: '18446744073709551615', number: 5, bytes: [0, 255] })).to.deep.equal([])
    expect(refusals(Holder, { text: '5.0', number: -5, bytes: [0, 256] })).to.deep.equal([
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

describe('A format of one’s own', () => {
  const even = defineFormat('even-length', {
    check: (text) => text.length % 2 === 0,
    pattern: /^[a-z]+$/,
    example: 'ab',
    description: 'Pairs of letters',
    message: 'must be pairs of letters'
  })

  it('is checked by its pattern and its function, and documented as far as keywords say it', () => {
    class Holder {
      @Field({ format: even }) v!: string
      @Field(() => [String], { format: even, each: true }) list!: string[]
    }
    expect(refusals(Holder, { v: 'abcd', list: ['ab'] })).to.deep.equal([])
    expect(refusals(Holder, { v: 'abc', list: ['AB'] })).to.deep.equal([
      'v must be pairs of letters',
      'list[0] must be pairs of letters'
    ])
    const rules = [{ rule: 'even-length', fault: 'format' }]
    const schema = { type: 'string', format: 'even-length', pattern: '^[a-z]+$', 'x-rules': rules }
    const { v, list } = propertiesOf(Holder)
    expect(v).to.deep.equal({ ...schema, description: 'Pairs of letters', example: 'ab' })
    expect(list?.items).to.deep.equal(schema)
  })

  it('can be used by its name, and needs no function', () => {
    defineFormat('letters', { pattern: '^[a-z]+$' })
    class Holder {
      @Field({ format: 'letters' as never }) v!: string
    }
    expect(refusals(Holder, { v: 'A' })).to.deep.equal(['v must be of the format letters'])
    expect(propertiesOf(Holder).v).to.deep.equal({ type: 'string', format: 'letters', pattern: '^[a-z]+$' })
  })

  it('can be defined after the field that names it, as by a module that is imported last', () => {
    class Holder {
      @Field({ format: 'late' as never, minLength: 2 }) v!: string
      @Field(() => [String], { format: 'late' as never, each: true }) list!: string[]
    }
    class Part extends PartialType(Holder) {}
    defineFormat('late', { pattern: '^[a-z]+$' })
    const schema = { type: 'string', format: 'late', pattern: '^[a-z]+$' }
    for (const type of [Holder, Part]) {
      expect(refusals(type, { v: 'A', list: ['b', 'B'] })).to.have.members([
        'v must be of the format late',
        'v must be at least 2 characters long',
        'list[1] must be of the format late'
      ])
      expect(refusals(type, { v: 'ab', list: ['b'] })).to.deep.equal([])
      expect(propertiesOf(type).v).to.deep.equal({ ...schema, minLength: 2 })
      expect(propertiesOf(type).list?.items).to.deep.equal(schema)
    }
  })

  it('rejects where its function throws, returns a promise, or returns something else than true', () => {
    const results: (() => unknown)[] = [
      () => Promise.reject(new Error('later')),
      () => 'yes',
      () => (undefined as unknown as string).length
    ]
    for (const [index, result] of results.entries()) {
      const format = defineFormat(`odd-${index}`, { check: result as never })
      class Holder {
        @Field({ format }) v!: string
      }
      expect(refusals(Holder, { v: '' })).to.deep.equal([`v must be of the format odd-${index}`])
    }
  })

  it('is a setup error where it is wrong, and may be defined again alike', () => {
    const message = (define: () => unknown) => {
      try {
        define()
      } catch (error) {
        return (error as Error).message
      }
    }
    expect(message(() => defineFormat('uuid'))).to.contain('Fieldstone has a format uuid')
    expect(message(() => defineFormat(''))).to.contain('the format has no name')
    expect(message(() => defineFormat('a', { pattern: '(' }))).to.contain('its pattern is (')
    expect(message(() => defineFormat('a', { check: true as never }))).to.contain('its check is not a function')
    expect(message(() => defineFormat('a', { example: 1 as never }))).to.contain('its example is not a text')
    expect(message(() => defineFormat('a', { patern: '' } as never))).to.contain("did you mean 'pattern'?")
    expect(message(() => defineFormat('a', { pattern: '^b$', example: 'a' }))).to.contain('"a" is not of the format')
    expect(message(() => defineFormat('letters', { pattern: '^[a-z]+$' }))).to.equal(undefined)
    expect(message(() => defineFormat('letters', { pattern: '^[A-Z]+$' }))).to.contain('the format is defined twice')
    // Functions of one text check by what is around them.
    const beginning = (text: string) => (value: string) => value.startsWith(text)
    const check = beginning('a')
    expect(message(() => defineFormat('a-text', { check }))).to.equal(undefined)
    expect(message(() => defineFormat('a-text', { check }))).to.equal(undefined)
    const twice = message(() => defineFormat('a-text', { check: beginning('b') }))
    expect(twice).to.contain('the format is defined twice').and.to.contain('in a module that both uses import')
  })
})
