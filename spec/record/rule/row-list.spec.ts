import {
  DateOnly,
  defineFormat,
  enumOf,
  Field,
  Float,
  Integer,
  mapOf,
  nullable,
  oneOf,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import { getMetadataStorage } from '../../../src/record/library/metadata-storage.js'
import { RULES } from '../../../src/record/rule/built-in-rules.js'
import { FIELD_RULES, type FieldRule } from '../../../src/record/rule/field-rules.js'
import type { RuleRow } from '../../../src/record/rule/rule-row.js'
import { predicateOf } from '../../../src/record/type/plain-check.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

class Point {
  @Field() x!: string
}
class Special extends Point {}
class Other {
  @Field() name!: string
}

const TYPES: Readonly<Record<string, TypeExpression>> = {
  text: String,
  integer: Integer,
  number: Float,
  boolean: Boolean,
  day: DateOnly,
  anything: Unknown,
  'one of values': enumOf(['a', 'b']),
  'one of types': oneOf(String, Integer),
  'text or null': nullable(String),
  'number or boolean': oneOf(Float, Boolean),
  record: Special,
  map: mapOf(String),
  texts: [String],
  'texts or null': [nullable(String)],
  dates: [Date],
  'dates or null': [nullable(Date)],
  'lists of dates': [[Date]],
  'texts or numbers': [oneOf(String, Integer)],
  'one of lists of dates': oneOf([Date], String),
  records: [Point],
  tuple: tupleOf(String, Date)
} as never

const PARSED = Object.entries(TYPES).map(([name, type]) => [name, parseType(type, 'Spec')] as const)

const MOMENT = new Date(0)
const COUNTS = [[0], [1], [2], [-1], [1.5], ['2'], [undefined], [Number.NaN], [Number.POSITIVE_INFINITY]]
const BOUNDS = [[1, 3], [undefined, 3], [2], [1, 1], [0, 1], [-1, 3], [1, -1], [1, 1.5], ['1', 3], [null, 3]]
const LISTS = [[['a', 'b']], [['a']], [[]], [['a', 5, null, true]], [[{}]], ['a'], [undefined], [[Number.NaN]]]
const ENUMS = [[{ A: 'a', B: 5 }], [{ A: 'a' }], [{ 0: 'A', A: 0 }], [{}], [undefined], [null], [{ A: {} }]]
const LONG_LIST = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** By rule, the arguments of its decorator that are tried; `[]` for all others. */
const ARGUMENTS: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  equals: [['a'], [5], [null], [true], [{}], [Number.NaN], [undefined]],
  notEquals: [['a'], [5], [null], [{}], [undefined]],
  isIn: [...LISTS, [LONG_LIST], [[...LONG_LIST, 5]]],
  isNotIn: [...LISTS.filter(([values]) => Array.isArray(values)), [LONG_LIST], [[...LONG_LIST, 5]]],
  isEnum: ENUMS,
  min: COUNTS,
  max: COUNTS,
  minLength: COUNTS,
  maxLength: COUNTS,
  arrayMinSize: COUNTS,
  arrayMaxSize: COUNTS,
  isDivisibleBy: COUNTS,
  isLength: BOUNDS,
  isByteLength: BOUNDS,
  matches: [[/^a/], [/^A/i], ['^a'], ['^A', 'i'], ['(']],
  contains: [['a'], ['a.b'], [''], [5]],
  notContains: [['a'], ['a.b'], [''], [5]],
  arrayContains: LISTS,
  arrayNotContains: LISTS,
  isAlpha: [[], [null], ['en-GB'], ['en'], ['en-GBR'], ['de-DE']],
  isAlphanumeric: [[], [null], ['en-GB'], ['de-DE']],
  isNumberString: [[], [{ no_symbols: true }], [{ no_symbols: false }], [{ locale: 'de-DE' }]],
  isDecimal: [
    ...[[], [{ decimal_digits: '2' }], [{ decimal_digits: '1,2' }], [{ decimal_digits: 'x' }]],
    ...[[{ decimal_digits: '1234' }], [{ force_decimal: true }], [{ locale: 'de-DE' }], [{ locale: 'en-US' }]]
  ],
  isStrongPassword: [
    ...[[], [{ minLength: 3 }], [{ minLength: -1 }], [{ returnScore: true }], [{ minSymbols: 1.5 }]],
    ...[[{ minLength: 2, minLowercase: 0, minUppercase: 0, minNumbers: 0, minSymbols: 0 }]]
  ],
  isEmail: [[], [{}], [{ allow_display_name: true }]],
  isUrl: [
    ...[[], [{}], [{ require_protocol: true }], [{ require_protocol: false }], [{ require_tld: false }]],
    ...[[{ require_protocol: true, protocols: ['ws'] }], [{ protocols: ['ws'] }]]
  ],
  isFqdn: [
    ...[[], [{ require_tld: true }], [{ require_tld: false }], [{ allow_underscores: true }]],
    ...[[{ allow_trailing_dot: true }], [{ allow_numeric_tld: true }], [{ allow_wildcard: true }]],
    ...[[{ ignore_max_length: true }], [{ ignore_max_length: false, require_tld: undefined }]]
  ],
  isIp: [[], [4], ['4'], [6], ['6'], [5], ['']],
  isRgbColor: [[], [true], [false]],
  isUuid: [
    ...[[], [null], ['4'], [4], [8], [9], ['all'], ['loose'], ['nil'], ['max'], [['4']]],
    ...[[['4', '5']], [[]], [['4', 'x']], [[null]]]
  ],
  isHash: [['md5'], ['sha512'], ['crc32b'], ['none'], ['toString']],
  isBase64: [[], [{ urlSafe: true }], [{ padding: false }], [{ urlSafe: true, padding: true }]],
  isISSN: [[], [{ case_sensitive: true }], [{ require_hyphen: true }]],
  isNumber: [
    ...[[], [{}], [{ maxDecimalPlaces: 0 }], [{ maxDecimalPlaces: 1 }], [{ maxDecimalPlaces: 2 }]],
    ...[[{ maxDecimalPlaces: 20 }], [{ maxDecimalPlaces: 21 }], [{ maxDecimalPlaces: -1 }], [{ maxDecimalPlaces: 0.5 }]]
  ],
  isInstance: [[Point], [Special], [Other], [undefined], ['Point']],
  isNotEmptyObject: [[], [{ nullable: true }], [{ nullable: false }]],
  minDate: [[MOMENT], [() => MOMENT], [new Date(Number.NaN)], ['1970']],
  maxDate: [[MOMENT], [() => MOMENT], [undefined]]
}

const long = (length: number) => `en-${'a'.repeat(length - 5)}-x`.slice(0, length)

const VALUES: readonly unknown[] = [
  ...[undefined, null, true, 0, -0, 1, 5, 1.5, 1.25, -90, 90.1, 180, 180.1, 1e-7, 1e21, Number.NaN, Infinity],
  ...['', 'a', 'ab', 'abc', 'abcd', 'é', '€', '😀', '\ud800', 'A', 'i', 'aA1!aA1!', 'aA1!', '5', '90', '91', '1e-7'],
  ...['a.bc', 'a_b.c', 'a.b', 'a.5', 'localhost', '{}', 'x{', '2024-05-17', 'en', long(100), long(101)],
  ...[[], ['a'], ['a', 'b'], {}, { a: 1 }, { a: null }, { a: undefined }, new Date(0), () => 1]
]

/** What a predicate says of the values: those of which class-validator's own decides are named apart. */
function verdicts(decided: (predicate: (value: unknown) => boolean) => (value: unknown) => boolean): string {
  const [least, most] = [decided(() => false), decided(() => true)]
  const groups: Record<'accepts' | 'asks' | 'rejects', unknown[]> = { accepts: [], asks: [], rejects: [] }
  for (const value of VALUES) {
    const [isAccepted, isPossible] = [least(value), most(value)]
    groups[isAccepted ? 'accepts' : isPossible ? 'asks' : 'rejects'].push(value)
  }
  const { accepts, asks, rejects } = groups
  const told = (values: readonly unknown[]) => values.map(shown).join(' ')
  if (asks.length === VALUES.length) return 'asks of all'
  const asked =
    asks.length === 0 ? '' : asks.length > VALUES.length / 2 ? '; asks of others' : `; asks of ${told(asks)}`
  const rejected = asks.length > VALUES.length / 2 ? `; rejects ${told(rejects)}` : ''
  return `accepts ${told(accepts)}${rejected}${asked}`
}

function keywordLines({ keywords }: RuleRow, given: readonly unknown[]): string[] {
  if (keywords === undefined) return []
  const groups = new Map<string, string[]>()
  for (const [name, type] of PARSED) {
    const text = outcome(() => keywords(given, type, () => true))
    groups.set(text, [...(groups.get(text) ?? []), name])
  }
  if (groups.size === 1) return [`  documented as ${[...groups.keys()][0]}`]
  return [...groups].map(([text, names]) => `  documented as ${text}: ${names.join(', ')}`)
}

function linesOf(row: RuleRow, given: readonly unknown[]): string[] {
  const { defaultMessage, message, limit, isPartial, check, test } = row
  const lines = keywordLines(row, given)
  if (typeof defaultMessage === 'function') lines.push(`  ${outcome(() => defaultMessage(given))}`)
  if (message !== undefined) lines.push(`  ${outcome(() => message(given))}`)
  if (limit !== undefined) {
    const limits = ['', 'abcd', '€€'].map((value) => outcome(() => limit(given, value)))
    lines.push(`  limit ${[...new Set(limits)].join(' ')}`)
  }
  if (typeof isPartial === 'function') lines.push(`  partial ${outcome(() => isPartial(given))}`)
  if (check !== undefined) lines.push(`  check ${outcome(() => check(given))}`)
  if (test !== undefined)
    lines.push(`  ${outcome(() => verdicts((predicate) => test(given, predicate, { kind: 'any' }))).slice(1, -1)}`)
  return lines
}

/** Values of the options of `@Field`, those that are none among them. */
const OPTIONS: readonly unknown[] = [
  ...[
    0,
    1,
    2,
    -1,
    0.5,
    1.5,
    Number.NaN,
    Infinity,
    2 ** 53,
    '2',
    '',
    'a',
    '(',
    '^[a-z]{2}$',
    /^a/,
    /^a/i,
    /^a/g,
    true,
    false
  ],
  ...['email', 'date', 'int32', 'uint8', 'double', 'decimal', 'emial', 'valueOf', 'float', null, undefined, [], {}]
]

const OWN = defineFormat('spec-code', { pattern: /^[A-Z]{2}$/, example: 'AB' })

const OBJECTS: readonly unknown[] = [
  ...[new Map(), new Map([['a', 1]]), new Map<string, unknown>([['a', 1], ['b', undefined]]), new Map([['a', 1], ['b', 2]])], // biome-ignore format: a table
  ...[
    { a: 1, b: 2 },
    { a: 1, b: undefined },
    ['a', 'a'],
    [{ a: 1 }, { a: 1 }],
    0.1 + 0.2,
    'AB',
    '2',
    255,
    256,
    'ann@example.org'
  ]
]

function accepted(test: (value: unknown) => unknown): string {
  const taken = [...VALUES, ...OBJECTS].filter((value) => test(value) === true)
  return taken.length > 30
    ? `all but ${[...VALUES, ...OBJECTS]
        .filter((value) => !taken.includes(value))
        .map(shown)
        .join(' ')}`
    : taken.map(shown).join(' ')
}

/** What class-validator learns of a rule: its name, its message, and what its own check accepts. */
function decoratedLines({ decorate }: FieldRule): string[] {
  class Holder {}
  decorate({ message: undefined } as never)(Holder.prototype, 'it')
  const storage = getMetadataStorage()
  return storage.getTargetValidationMetadatas(Holder, '', false, false).flatMap((metadata) => {
    const { constraints } = metadata
    return storage.getTargetValidatorConstraints(metadata.constraintCls).map(({ name, instance }) => {
      const rule = instance as { validate(...given: unknown[]): unknown; defaultMessage?(given: unknown): string }
      const told = rule.defaultMessage?.({ constraints })
      return `  as ${name}(${(constraints ?? []).map(shown).join(', ')}) ${told}: ${accepted((value) => rule.validate(value, { constraints }))}`
    })
  })
}

function fieldRuleLines(rule: FieldRule): string[] {
  const { keywords, message, check, test, readsRawValue, ofNumbers } = rule
  return [
    `  ${shown(keywords)}, ${message}${readsRawValue === true ? ', of the raw value' : ''}`,
    ...(check === undefined ? [] : [`  ${shown(check)}: ${accepted(predicateOf(check))}`]),
    ...(test === undefined ? [] : [`  tested: ${accepted(test)}`]),
    ...decoratedLines(rule),
    ...(ofNumbers === undefined ? [] : [`  of numbers ${ofNumbers.message}: ${accepted(ofNumbers.test as never)}`])
  ]
}

describe('The rules of @Field', () => {
  it('are documented, told and checked as field-rule-list.txt says', () => {
    const lines = Object.entries(FIELD_RULES).flatMap(([name, { kinds, kindsOf, expects, rule }]) => [
      `\n# ${name} of ${kinds.join(', ')}`,
      ...[...OPTIONS, ...(name === 'format' ? [OWN, 'spec-code'] : [])].flatMap((option) => {
        const expected = expects(option)
        if (expected !== undefined) return [`${shown(option)}: expects ${expected}`]
        const found = rule(option as never)
        const of = kindsOf === undefined ? '' : ` of ${kindsOf(option as never).join(', ')}`
        return [`${shown(option)}${of}`, ...(found === undefined ? ['  no rule'] : fieldRuleLines(found))]
      })
    ])
    expectWholeList('record/rule/field-rule-list.txt', lines)
  })
})

describe('The rules of class-validator', () => {
  it('are documented, told and checked by their arguments as row-list.txt says', () => {
    const lines = Object.entries(RULES).flatMap(([name, row]) => {
      const { defaultMessage, isPartial, acceptsMore } = row
      const facts = [
        row.name !== undefined && `called ${row.name}`,
        row.about !== undefined && `about ${row.about}`,
        isPartial === true && 'partial',
        row.longest !== undefined && `up to ${row.longest}`,
        row.readsRawValue === true && 'of the raw value',
        acceptsMore !== undefined && `accepts more: ${VALUES.filter(acceptsMore).map(shown).join(' ')}`
      ]
      return [
        `\n# ${name} ${facts.filter((fact) => fact !== false).join(', ')}`,
        typeof defaultMessage === 'string' ? defaultMessage : 'by its arguments',
        ...(ARGUMENTS[name] ?? [[]]).flatMap((given) => [`(${given.map(shown).join(', ')})`, ...linesOf(row, given)])
      ]
    })
    expectWholeList('record/rule/row-list.txt', lines)
  })
})
