import * as library from 'class-validator'
import { Field, type TypeExpression } from 'fieldstone'
import { type Binder, compileBinder } from '../../../src/record/binder.js'
import { FORMATS } from '../../../src/record/format/formats.js'
import { SchemaEmitter } from '../../../src/record/json-schema/json-schema.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import { capturedPrograms } from '../../support/captured-programs.js'
import { FORMAT_CASES } from '../../support/format-cases.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

type Decorators = Readonly<Record<string, (...args: unknown[]) => PropertyDecorator>>
const decorators = library as unknown as Decorators

enum Color {
  Red = 'red',
  Blue = 'blue'
}

/** Decorators about text, each with some arguments. */
const TEXT_RULES: readonly (readonly [name: string, ...argumentLists: (readonly unknown[])[]])[] = [
  ['MinLength', [2], [0], [-1], [1.5]],
  ['MaxLength', [2], [1], [-1]],
  ['Length', [2], [2, 3], [0, 1], [undefined, 3], [-1, 2], [1, 1.5]],
  ['IsByteLength', [2], [2, 4], [5, 8], [-1], [0, 1.5]],
  ['Matches', [/^a+$/], [/A/i], [/^.$/s], ['b+'], ['b+', 'i'], [/[\w-]a/], [/(?<=a)b/], [/^a$/m]],
  ['Contains', ['b'], ['.'], [''], ['\ud800'], ['a/b']],
  ['NotContains', ['b'], ['(']],
  ['IsAlphanumeric', [], ['en-GB'], ['de-DE'], ['en']],
  ['IsAlpha', [], ['en-US'], ['de-DE'], [null]],
  ['IsAscii', []],
  ['IsMultibyte', []],
  ['IsSurrogatePair', []],
  ['IsFullWidth', []],
  ['IsHalfWidth', []],
  ['IsVariableWidth', []],
  ['IsLowercase', []],
  ['IsUppercase', []],
  ['IsBooleanString', []],
  ['IsNumberString', [], [{ no_symbols: true }], [{ no_symbols: false }], [{ locale: 'de-DE' }]],
  [
    'IsDecimal',
    [],
    [{ decimal_digits: '2' }],
    [{ decimal_digits: '1,2' }],
    [{ decimal_digits: '0,' }],
    [{ decimal_digits: 'x' }],
    [{ force_decimal: true }],
    [{ locale: 'de-DE' }]
  ],
  ['IsHexadecimal', []],
  ['IsOctal', []],
  ['IsJSON', []],
  ['IsMilitaryTime', []],
  ['IsRFC3339', []],
  ['IsDateString', [], [{ strict: true }]],
  ['IsISO8601', [], [{ strict: true }], [{ strictSeparator: true }]],
  ['IsTimeZone', []],
  [
    'IsStrongPassword',
    [],
    [{ minLength: 4 }],
    [{ minLength: 2, minLowercase: 0, minUppercase: 1, minNumbers: 0, minSymbols: 0 }],
    [{ minLength: -1 }],
    [{ minLength: 3, minSymbols: 2, minUppercase: 0, minNumbers: 2, minLowercase: 0 }],
    [{ minSymbols: 1.5 }]
  ],
  ['IsEmail', [], [{ allow_display_name: true }], [{}]],
  [
    'IsUrl',
    [],
    [{ require_protocol: true }],
    [{ require_tld: false }],
    [{ protocols: ['ws'] }],
    [{ require_protocol: true, protocols: ['ftp'] }]
  ],
  [
    'IsFQDN',
    [],
    [{ require_tld: false }],
    [{ allow_underscores: true }],
    [{ allow_wildcard: true }],
    [{ require_tld: true }]
  ],
  ['IsIP', [], [4], ['6'], ['4'], [6], [5]],
  ['IsPort', []],
  ['IsMACAddress', [], [{ no_separators: true }]],
  ['IsDataURI', []],
  ['IsMagnetURI', []],
  ['IsMimeType', []],
  ['IsJWT', []],
  ['IsSemVer', []],
  ['IsHexColor', []],
  ['IsRgbColor', [], [true], [false]],
  ['IsHSL', []],
  ['IsLatLong', []],
  ['IsLatitude', []],
  ['IsLongitude', []],
  ['IsPhoneNumber', [], ['DE']],
  ['IsMobilePhone', [], ['de-DE']],
  ['IsUUID', [], ['4'], [4], ['all'], [7], ['loose'], ['max'], ['nil'], [['4']], ['9'], [null]],
  ['IsMongoId', []],
  ['IsFirebasePushId', []],
  ['IsHash', ['md5'], ['sha256'], ['crc32'], ['none'], [5]],
  ['IsBtcAddress', []],
  ['IsEthereumAddress', []],
  ['IsBIC', []],
  ['IsCreditCard', []],
  ['IsCurrency', [], [{ symbol: '€' }]],
  ['IsEAN', []],
  ['IsIBAN', []],
  ['IsIdentityCard', [], ['ES']],
  ['IsISBN', [], ['10'], ['13'], [10]],
  ['IsISIN', []],
  ['IsISRC', []],
  ['IsISSN', [], [{ case_sensitive: true }], [{ require_hyphen: true }]],
  ['IsISO31661Alpha2', []],
  ['IsISO31661Alpha3', []],
  ['IsISO4217CurrencyCode', []],
  ['IsBase32', []],
  ['IsBase58', []],
  ['IsBase64', [], [{ urlSafe: true }], [{ padding: false }]],
  ['IsLocale', []],
  ['IsPassportNumber', ['DE']],
  ['IsPostalCode', ['DE'], ['any']],
  ['IsTaxId', ['de-DE']],
  ['IsString', []],
  ['IsNotEmpty', []],
  ['IsEmpty', []],
  ['IsDefined', []],
  ['Equals', ['a'], ['']],
  ['NotEquals', ['a']],
  ['IsIn', [['a', 'b']], [[]], [Color]],
  ['IsNotIn', [['a', 'b']]],
  ['IsEnum', [Color], [['red']]]
]

const NUMBER_RULES: typeof TEXT_RULES = [
  ['Min', [1], [Number.NaN], [-1.5]],
  ['Max', [5], [Number.POSITIVE_INFINITY]],
  ['IsPositive', []],
  ['IsNegative', []],
  ['IsInt', []],
  [
    'IsNumber',
    [],
    [{ maxDecimalPlaces: 1 }],
    [{ maxDecimalPlaces: 0 }],
    [{ maxDecimalPlaces: 20 }],
    [{ maxDecimalPlaces: 21 }],
    [{ maxDecimalPlaces: -1 }],
    [{ allowNaN: true, allowInfinity: true }]
  ],
  ['IsDivisibleBy', [5], [0.5], [0], [-5]],
  ['IsLatitude', []],
  ['IsLongitude', []],
  ['Equals', [5], [-0]],
  ['IsIn', [[1, 5]]],
  ['IsNotIn', [[1, 5]]],
  ['IsEnum', [{ A: 1, B: 5 }]],
  ['IsNotEmpty', []],
  ['IsPort', []]
]

const LIST_RULES: typeof TEXT_RULES = [
  ['IsArray', []],
  ['ArrayMinSize', [1], [0], [-1]],
  ['ArrayMaxSize', [1], [2.5]],
  ['ArrayNotEmpty', []],
  ['ArrayContains', [['a']], [[]], ['a'], [[{}]]],
  ['ArrayNotContains', [['a', 'b']], [[]]],
  ['ArrayUnique', [], [(item: string) => item.length]],
  ['IsNotEmpty', []],
  ['MinLength', [2, { each: true }]],
  ['IsIn', [['a', 'b'], { each: true }]],
  ['Length', [1, 2, { each: true, message: 'each must be short' }]],
  ['IsEmail', [{}, { each: true }]]
]

const OTHER_RULES: typeof TEXT_RULES = [
  ['IsBoolean', []],
  ['IsDate', []],
  ['IsObject', []],
  ['IsNotEmptyObject', [], [{ nullable: true }], [{ nullable: false }]],
  ['IsInstance', [Date]],
  ['MinDate', [new Date(0)]],
  ['MaxDate', [new Date(0)]],
  ['IsOptional', []],
  ['IsDefined', []],
  ['Equals', [null], [true]],
  ['IsIn', [[null, true, 'a', 5]]]
]

const UUID = '00000000-0000-4000-8000-000000000000'
const TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    'a',
    'A',
    'aa',
    'ab',
    'aB',
    'abc',
    'abcd',
    'b',
    'B',
    'bb',
    'a.b',
    'a/b',
    'a(b',
    'é',
    'ß',
    'ä',
    '€',
    '😀',
    'a😀',
    '\ud800'
  ],
  ...[
    'ａ',
    'ｱ',
    'カ',
    '\n',
    'a\n',
    '\x7f',
    '\x80',
    '0',
    '1',
    '5',
    '-1',
    '+1',
    '1.5',
    '.5',
    '5.',
    '1,5',
    '1.55',
    '1e5',
    '0x1F',
    '1f',
    '0o17'
  ],
  ...[
    'true',
    'false',
    'red',
    'null',
    '{}',
    '[1]',
    '{',
    ' {}',
    '12:30',
    '24:00',
    '1230',
    '23:59',
    '2020-01-02',
    '2020-02-30',
    '2020-13-01'
  ],
  ...[
    '2020-01-02T03:04:05Z',
    '2020-01-02 03:04:05z',
    '2020-01-02T03:04:60+01:00',
    '2020-01-02T24:00:00Z',
    '2020-W01-1',
    '2020',
    '20200102'
  ],
  ...[
    'Europe/Berlin',
    'UTC',
    'No/Where',
    'aB3$aB3$',
    'AB',
    '1$2$',
    'aaaa',
    'password',
    'Pa$$w0rd',
    'a@b.example',
    'a@b',
    'A <a@b.example>'
  ],
  ...[
    '"a b"@c.example',
    'a..b@c.example',
    `${'a'.repeat(65)}@b.example`,
    'é@b.example',
    'http://a.example',
    'a.example',
    'ftp://a.example/b?c'
  ],
  ...[
    'http://localhost',
    'http://a b',
    'ws://a.example',
    'mailto:a@b.example',
    '//a.example',
    'http://1.2.3.4:80/',
    'http://a_b.example',
    'a_b.example'
  ],
  ...[
    '*.a.example',
    'a-.example',
    '-a.example',
    'a.example.',
    'a.1',
    'localhost',
    `${'a'.repeat(64)}.example`,
    'xn--a.example',
    '1.2.3.4',
    '256.1.1.1'
  ],
  ...[
    '01.2.3.4',
    '::1',
    '::ffff:1.2.3.4',
    '1::2::3',
    'fe80::1%eth0',
    '65535',
    '65536',
    '080',
    '+80',
    '00:11:22:33:44:55',
    '001122334455'
  ],
  ...[
    'data:,a',
    'data:text/plain;base64,YQ==',
    'magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a',
    'text/plain',
    'text/plain; charset=utf-8'
  ],
  ...[
    'a.b.c',
    'a.b',
    '..',
    '1.2.3',
    '1.2.3-a.1+b',
    '01.2.3',
    '#fff',
    '#ffff',
    '#fffff',
    'ffffff',
    'rgb(1,2,3)',
    'rgb(256,2,3)',
    'rgba(1,2,3,0.5)'
  ],
  ...[
    'rgb(1%,2%,3%)',
    'rgba(1%,2%,3%,1.0)',
    'hsl(1,2%,3%)',
    'HSLA(1,2%,3%,0.5)',
    '1,2',
    '91,2',
    '90.0,180',
    '-90,-180.1',
    '(1,2)',
    '90',
    '90.1',
    '180',
    '181'
  ],
  ...[
    '+491701234567',
    '01701234567',
    UUID,
    UUID.replace('-4', '-7'),
    UUID.replace('8000', 'f000'),
    UUID.replaceAll('-', ''),
    UUID.toUpperCase()
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '507f1f77bcf86cd799439011',
    '507f1f77bcf86cd79943901'
  ],
  ...[
    '-K_abcdefghijklmnopq',
    'd41d8cd98f00b204e9800998ecf8427e',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '00000000'
  ],
  ...[
    '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
    '0x0000000000000000000000000000000000000000',
    'DEUTDEFF',
    'DEUTDEFF500',
    '4111111111111111',
    '4111111111111112'
  ],
  ...[
    '$1.00',
    '€1',
    '-$1',
    '4006381333931',
    '4006381333932',
    'DE89370400440532013000',
    'DE00370400440532013000',
    '99999999R',
    '3836221195',
    '9783836221191'
  ],
  ...[
    'US0378331005',
    'USAT29900609',
    '0378-5955',
    '03785955',
    '0378-5954',
    '2434-561X',
    '2434-561x',
    'DE',
    'de',
    'DEU',
    'deu',
    'EUR',
    'eur',
    'MFRGG===',
    'MFRGG'
  ],
  ...[
    '3mJr7AoUXx2Wqd',
    '0OIl',
    'YQ==',
    'YQ',
    'YWI_',
    'YWI/',
    'en',
    'en-US',
    'en_US',
    'zh-Hans-CN',
    'x-private',
    'en-x-a',
    'C01X00T47',
    '12345',
    '1234',
    '26954371827'
  ],
  ...[
    'a'.repeat(300),
    'P1D',
    'PT1H',
    'P',
    '/a/b~0',
    '/a~2',
    '#/a',
    '{a}',
    '{+a}',
    '{',
    'a b',
    'http://ä.example',
    'ä.example',
    'a%zz',
    'urn:a:b',
    '12:30:00Z',
    '12:30:00'
  ]
]

const NUMBERS: readonly unknown[] = [
  ...[
    -180.1, -91, -90, -5, -1.5, -1, -0.5, -1e-7, -0, 0, 1e-7, 0.1, 0.5, 1, 1.05, 1.5, 1.55, 4.9, 5, 5.1, 10, 80, 90,
    90.5, 180, 181, 65536
  ],
  ...[2 ** 53 - 1, 2 ** 53, 1e21, 1.23456789012345e-10]
]
const LISTS: readonly unknown[] = [
  [],
  ['a'],
  ['b'],
  ['a', 'b'],
  ['a', 'a'],
  ['aa', 'bb'],
  ['abc'],
  ['aa', 'b', 'c'],
  ['a@b.example'],
  ['']
]
const OTHERS: readonly unknown[] = [
  ...[
    undefined,
    null,
    true,
    false,
    '',
    'a',
    0,
    5,
    {},
    { a: null },
    { a: 1 },
    [],
    [1],
    '1970-01-01T00:00:00Z',
    '1969-12-31',
    '2020-01-02T03:04:05Z'
  ]
]

/** What only the library decides: a newer one may accept other texts. */
const OF_THE_LIBRARY = new Set([
  ...['IsTimeZone', 'IsPhoneNumber', 'IsMobilePhone', 'IsPassportNumber', 'IsPostalCode', 'IsTaxId', 'IsIdentityCard'],
  ...[
    'IsBtcAddress',
    'IsCurrency',
    'IsIBAN',
    'IsISIN',
    'IsEAN',
    'IsBIC',
    'IsMACAddress',
    'IsHSL',
    'IsMagnetURI',
    'IsDataURI'
  ]
])

interface Table {
  readonly type: () => TypeExpression
  readonly rules: typeof TEXT_RULES
  readonly values: readonly unknown[]
}

/** A class with one property, which this decorates. */
function holder(decorate: PropertyDecorator, type?: () => TypeExpression): new () => object {
  class Holder {}
  if (type !== undefined) Field(type, { optional: true })(Holder.prototype, 'f')
  decorate(Holder.prototype, 'f')
  return Holder
}

/** What a rule is in the document, which values it accepts, and why it rejects others. */
function linesOf(label: string, target: new () => object, values: readonly unknown[]): string[] {
  const emitter = new SchemaEmitter('3.1')
  const described = outcome(() => {
    emitter.schemaOf({ kind: 'record', class: target }, 'here')
    return emitter.components.Holder
  })
  const lines: string[] = [`\n${label}`, described.replace(/^\{"type": "object", "properties": \{"f": (.*)\}\}$/, '$1')]
  const facts = outcome(() =>
    recordSchemaOf(target)
      .fields.flatMap(({ rules }) => rules)
      .map(({ name, exact, each, readsRawValue, ...more }) => {
        const { check } = more as { readonly check?: unknown }
        return [name, exact ? 'exact' : 'not exact', each && 'each', readsRawValue === true && 'raw', check ?? '']
      })
      .map((parts) => parts.filter(Boolean))
  )
  lines.push(`rules ${facts}`)
  const programs = capturedPrograms(() => {
    const type = { kind: 'nullable', type: { kind: 'record', class: target } } as const
    let binder: Binder | undefined
    lines.push(
      ...grouped(values, (raw) => {
        binder ??= compileBinder(type, 'json', 'body')
        const bound = binder.validate({ f: raw })
        if (bound instanceof Promise) return 'later'
        return bound.faults === undefined
          ? 'accepts'
          : bound.faults.map(({ rule, message }) => `${rule}: ${message}`).join('; ')
      })
    )
  })
  return [...lines, ...programs.filter((line) => line.includes('break wrong'))]
}

function grouped(values: readonly unknown[], judge: (value: unknown) => string): string[] {
  const groups = new Map<string, string[]>()
  for (const value of values) {
    const text = outcome(() => judge(value)).replace(/^"(.*)"$/, '$1')
    groups.set(text, [...(groups.get(text) ?? []), value === 'a'.repeat(300) ? 'many' : shown(value)])
  }
  const all = [...groups].sort(([, one], [, other]) => one.length - other.length)
  // The last group, the largest, is what the others leave.
  return all.map(([verdict, members], index) => {
    return `${verdict} ← ${index === all.length - 1 && all.length > 1 ? 'all others' : members.join(' ')}`
  })
}

/** validator.js writes its defaults into the options that it gets. */
function own(argument: unknown): unknown {
  const isOptions =
    typeof argument === 'object' && argument !== null && Object.getPrototypeOf(argument) === Object.prototype
  return isOptions ? { ...argument } : argument
}

describe('Built-in rules', () => {
  const tables: Readonly<Record<string, Table>> = {
    text: { type: () => String, rules: TEXT_RULES, values: TEXTS },
    number: { type: () => Number, rules: NUMBER_RULES, values: NUMBERS },
    list: { type: () => [String], rules: LIST_RULES, values: LISTS }
  }

  for (const [name, { type, rules, values }] of Object.entries(tables)) {
    it(`about a ${name} accept and reject what rule-${name}-list.txt says`, () => {
      const lines = rules.flatMap(([decorator, ...argumentLists]) =>
        argumentLists.flatMap((given) => {
          const args = given.map(own)
          const target = holder((decorators[decorator] as (...given: unknown[]) => PropertyDecorator)(...args), type)
          const tried = OF_THE_LIBRARY.has(decorator) ? [''] : values
          return linesOf(`${decorator}(${args.map(shown).join(', ')})`, target, tried)
        })
      )
      expectWholeList(`record/rule/rule-${name}-list.txt`, lines)
    })
  }

  it('without a type of the field accept and reject what rule-other-list.txt says', () => {
    const lines = [
      ...OTHER_RULES,
      ...LIST_RULES,
      ...NUMBER_RULES,
      ...TEXT_RULES.filter(([name]) => /^Is[A-DN]|^Ma/.test(name))
    ].flatMap(([decorator, ...argumentLists]) =>
      argumentLists.flatMap((given) => {
        const args = given.map(own)
        const target = holder((decorators[decorator] as (...given: unknown[]) => PropertyDecorator)(...args))
        return linesOf(`${decorator}(${args.map(shown).join(', ')})`, target, OTHERS)
      })
    )
    expectWholeList('record/rule/rule-other-list.txt', lines)
  })

  it('that are formats accept and reject what format-list.txt says', () => {
    const known = Object.values(FORMAT_CASES).flatMap((cases) => cases.map(([text]) => text))
    const texts = [...new Set([...TEXTS, ...known])]
    const lines = Object.keys(FORMATS).flatMap((format) => {
      const target = holder(Field(() => String, { format: format as never }) as PropertyDecorator)
      return linesOf(format, target, texts)
    })
    expectWholeList('record/rule/format-list.txt', lines)
  })
})
