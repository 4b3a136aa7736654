import { enumOf, nullable, oneOf, tupleOf, Unknown } from 'fieldstone'
import { FaultList } from '../../../src/record/type/fault-list.js'
import { fieldStep, itemStep, shownPath } from '../../../src/record/type/fault-path.js'
import { escapedText } from '../../../src/record/type/json-text.js'
import {
  charactersCheck,
  hasCodePoints,
  itemsCheck,
  limitCheck,
  type PlainCheck,
  predicateOf
} from '../../../src/record/type/plain-check.js'
import {
  isAlwaysThere,
  isDefaultWritten,
  isJsonObject,
  travels,
  typeOfField
} from '../../../src/record/type/reading-options.js'
import { dateTimeText, isDateTime, isFullDate, isFullTime, parseDateTime } from '../../../src/record/type/rfc3339.js'
import { checkRules, inputOfText, replaceTypeMessages } from '../../../src/record/type/rule-check.js'
import type { FieldSchema, Rule, TypeMessages, TypeSchema } from '../../../src/record/type/schema.js'
import { isStandardSchema, mayBeOptions } from '../../../src/record/type/standard-schema.js'
import {
  isIntegerOf,
  isNumberOf,
  parseBooleanText,
  parseIntegerText,
  parseNumberText
} from '../../../src/record/type/text-forms.js'
import { TypeCache } from '../../../src/record/type/type-cache.js'
import { enumValues } from '../../../src/record/type/type-expression.js'
import {
  contentOf,
  isStructured,
  mapRecords,
  partsOf,
  recordsIn,
  typeInProgram
} from '../../../src/record/type/type-records.js'
import { unionOfSubTypes } from '../../../src/record/type/union-type.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

class Cat {}
class Dog {}

const cat = { kind: 'record', class: Cat } as const
const dog = { kind: 'record', class: Dog } as const
const text = { kind: 'string' } as const

const TYPES: readonly TypeSchema[] = [
  ...[text, { kind: 'any' } as const, cat, { kind: 'array', items: text } as const],
  ...[{ kind: 'array', items: cat } as const, { kind: 'map', values: cat } as const],
  { kind: 'nullable', type: { kind: 'array', items: dog } },
  { kind: 'tuple', items: [cat, text, { kind: 'map', values: dog }] },
  { kind: 'union', members: [text, cat, { kind: 'nullable', type: dog }], discriminator: undefined },
  {
    kind: 'union',
    members: [cat, dog],
    discriminator: {
      name: 'kind',
      mapping: [
        { value: 'cat', class: Cat },
        { value: 'dog', class: Dog }
      ]
    }
  }
]

const FIELD: FieldSchema = {
  property: 'p',
  name: 'n',
  type: text,
  required: true,
  nullable: false,
  rules: [],
  description: undefined,
  example: undefined,
  default: undefined,
  deprecated: false
}
const TRANSFORM = { type: cat, bind: undefined, isRequired: false, visitsAbsent: false, rules: [] }
const write = () => 1
const CONDITION = { holds: () => true, type: dog, required: true, rules: [], ofType: [] }
const FIELDS: readonly FieldSchema[] = [
  FIELD,
  { ...FIELD, required: false },
  { ...FIELD, required: false, default: 'd' },
  { ...FIELD, required: false, default: null, nullable: true },
  { ...FIELD, access: 'readOnly' },
  { ...FIELD, access: 'writeOnly' },
  { ...FIELD, access: 'readOnly', default: 'd', required: false },
  { ...FIELD, transform: { ...TRANSFORM, write: undefined } },
  { ...FIELD, transform: { ...TRANSFORM, write } },
  { ...FIELD, default: 'd', required: false, transform: { ...TRANSFORM, type: undefined, write } },
  { ...FIELD, default: 'd', required: false, condition: CONDITION, transform: { ...TRANSFORM, write: undefined } }
]

function ruleOf(name: string, test: Rule['test'], more: Partial<Rule> = {}): Rule {
  const rest = { constraint: name, each: false, constraints: [], keywords: undefined, exact: false }
  return {
    ...rest,
    name,
    readsRecord: false,
    judgesRecord: false,
    test,
    message: (value) => `${name} of ${shown(value)}`,
    ...more
  }
}

const isText = ruleOf('isText', (value) => typeof value === 'string', { limit: (value) => `not ${shown(value)}` })
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  text: [isText],
  'each text': [{ ...isText, each: true }],
  'raw text': [{ ...isText, readsRawValue: true }],
  'owner and text': [isText, ruleOf('ofOwner', (_value, owner) => Object.hasOwn(owner, 'a'))]
}

const MESSAGES: Readonly<Record<string, TypeMessages | undefined>> = {
  none: undefined,
  own: { absent: undefined, type: (value) => `own of ${shown(value)}`, item: undefined, byRule: new Map() },
  items: { absent: undefined, type: undefined, item: (value) => `item ${shown(value)}`, byRule: new Map() },
  rules: {
    absent: undefined,
    type: () => 'type',
    item: undefined,
    byRule: new Map([
      ['enum', (value, owner) => `enum of ${shown(value)} in ${shown(owner)}`],
      ['minLength', (value) => `short ${shown(value)}`]
    ])
  }
}

const LENGTHS = [199, 200, 201, 205, 999, 1000, 1001]

/** The faults of a list after some work on it. */
function faultsAfter(work: (faults: FaultList) => unknown): unknown {
  const faults = new FaultList()
  const result = work(faults)
  const { isEmpty, isFull, length, depth, isAttempt } = faults
  return { result, isEmpty, isFull, length, depth, isAttempt, faults: faults.at('query') }
}

const WORK: Readonly<Record<string, (faults: FaultList) => unknown>> = {
  nothing: () => undefined,
  one: (faults) => faults.add('type', 'must be a string'),
  'a limit': (faults) => faults.add('minLength', 'is short', 2),
  'a limit of 0': (faults) => faults.add('minimum', 'is low', 0),
  'the same twice': (faults) => {
    faults.add('a', 'm')
    faults.add('b', 'm')
    faults.add('c', 'other')
  },
  'the same in two places': (faults) => {
    faults.add('a', 'm')
    faults.enterField('x', 0)
    faults.add('a', 'm')
    faults.enterField('y', 1)
  },
  'nine, two alike': (faults) => {
    for (let at = 0; at < 9; at++) faults.add(`r${at}`, `m${at % 8}`)
  },
  'eight, two alike': (faults) => {
    for (let at = 0; at < 8; at++) faults.add(`r${at}`, `m${at % 7}`)
  },
  'ten alike in two places': (faults) => {
    for (let at = 0; at < 10; at++) {
      faults.add('r', 'm')
      faults.enterItem(at % 2, at)
    }
  },
  'a path': (faults) => {
    faults.add('a', 'm')
    faults.enterField('x', 0)
    faults.enterItem(3, 0)
    faults.add('b', 'm')
    faults.enterField('two words', 0)
    faults.enterField('y', 0)
    faults.enterItem(0, 1)
  },
  '99': (faults) => {
    for (let at = 0; at < 99; at++) faults.add('r', `m${at}`)
  },
  '100': (faults) => {
    for (let at = 0; at < 100; at++) faults.add('r', `m${at}`)
  },
  '101': (faults) => {
    for (let at = 0; at < 101; at++) faults.add('r', `m${at}`)
    faults.enterField('f', 99)
  },
  'two lists': (faults) => {
    const own = faults.branch()
    own.add('a', 'm')
    faults.append(own)
    faults.enterField('f', 0)
    return [own.at('body'), own.isAttempt, own.depth]
  },
  'two lists, of which one is full': (faults) => {
    const own = faults.branch()
    for (let at = 0; at < 102; at++) own.add('r', `m${at}`)
    faults.add('r', 'first')
    faults.append(own)
    return [own.length, own.isFull]
  },
  'a branch of a branch': (faults) => {
    faults.enter()
    const own = faults.branch().branch()
    const [key, raw] = [{}, {}]
    own.notesOf<number>(key).set(raw, 5)
    return [own.depth, faults.notesOf(key).get(raw), faults.notesOf({}).get(raw), own.enter(), own.depth, faults.depth]
  },
  'as deep as may be': (faults) => {
    let count = 0
    while (faults.enter()) count += 1
    return count
  },
  'deeper and back': (faults) => {
    faults.enter()
    faults.enter()
    faults.leave()
  },
  magnitude: (faults) => faults.addMagnitude(),
  messages: (faults) => {
    faults.add('a', 'm')
    faults.add('b', 'm')
    faults.enterField('x', 1)
    faults.add('c', 'kept')
    faults.replaceMessages(1, (path, rule) => (rule === 'c' ? undefined : `${rule} at ${path}`))
  },
  'a result that is waited for': (faults) => {
    const [validator, raw] = [{}, {}]
    const own = faults.branch()
    const before = [faults.pending, own.settled(validator, raw)]
    own.waitFor(validator, raw, Promise.resolve(1))
    return [before, own.isEmpty, own.length, own.pending === undefined, faults.pending !== undefined]
  },
  'a result that is waited for here': (faults) => {
    faults.waitFor({}, 1, Promise.resolve(1))
    return [faults.length, faults.settled({}, 1)]
  }
}

const CHECKS: readonly (PlainCheck | undefined)[] = [
  charactersCheck(2, 3),
  charactersCheck(2),
  charactersCheck(undefined, 2),
  charactersCheck('2'),
  charactersCheck(Number.NaN),
  charactersCheck(0, null),
  charactersCheck(1, Number.NaN),
  itemsCheck(1, 2),
  itemsCheck(1),
  itemsCheck(undefined, 1),
  itemsCheck({}),
  itemsCheck(0, '1'),
  limitCheck('atLeast', 2),
  limitCheck('atMost', 2),
  limitCheck('above', 2),
  limitCheck('below', 2),
  limitCheck('below', '2'),
  limitCheck('atLeast', Number.NaN),
  { kind: 'pattern', pattern: /^a+$/ },
  { kind: 'fast', pattern: /^a+$/, maxLength: 3 },
  { kind: 'fast', pattern: /^a+@$/, maxLength: 3, mustContain: '@' }
]

const CHECKED: readonly unknown[] = [
  ...[
    undefined,
    null,
    true,
    {},
    '',
    'a',
    'aa',
    'aaa',
    'aaaa',
    'aaaab',
    'b',
    'a@',
    'b@',
    'aaa@',
    '😀',
    '😀😀',
    '😀😀😀'
  ],
  ...[0, 1, 1.9, 2, 2.1, 3, Number.NaN, Number.POSITIVE_INFINITY, '2', [], [1], [1, 2], [1, 2, 3], { length: 1 }]
]

const DATES = [
  ...[
    '',
    '2024-05-17',
    '2024-02-29',
    '2023-02-29',
    '1900-02-29',
    '2000-02-29',
    '2024-02-30',
    '2023-02-28',
    '2024-13-01'
  ],
  ...['2024-00-01', '2024-01-00', '2024-01-31', '2024-01-32', '2024-04-30', '2024-04-31', '2024-06-31', '2024-09-31'],
  ...['2024-11-31', '2024-12-31', '2024-03-31', '2024-05-31', '2024-07-31', '2024-08-31', '2024-10-31', '0000-01-01'],
  ...['9999-12-31', '10000-01-01', '24-01-01', ' 2024-01-01', '2024-01-01 ', '2024-1-1', '２024-01-01']
]
const TIMES = [
  ...['', '00:00:00Z', '23:59:59Z', '24:00:00Z', '12:60:00Z', '12:00:60Z', '23:59:60Z', '23:59:61Z', '22:59:60Z'],
  ...[
    '00:59:60+01:00',
    '22:59:60-01:00',
    '23:59:60+01:00',
    '00:29:60+00:30',
    '23:58:60-00:01',
    '23:29:60-00:30',
    '15:59:60-08:00'
  ],
  ...['12:00:00', '12:00:00z', '12:00:00.1Z', '12:00:00.Z', '12:00:00,5Z', '12:00:00+23:59', '12:00:00+24:00'],
  ...['12:00:00-23:59', '12:00:00+05:60', '12:00:00+0500', '12:00Z', '1:00:00Z', '12:00:00 Z']
]
const MOMENTS = [
  ...[
    '2024-05-17T08:30:15.25Z',
    '2024-05-17t08:30:15z',
    '2024-05-17 08:30:15Z',
    '2024-05-17T08:30:15',
    '2024-02-30T00:00:00Z'
  ],
  ...[
    '2024-05-17T08:30:15.2509Z',
    '2024-05-17T08:30:15.999999Z',
    '2024-05-17T08:30:15.0005Z',
    '2024-05-17T08:30:15.123456789+02:00'
  ],
  ...[
    '2024-05-17T00:30:00+01:00',
    '2024-05-17T23:30:00-01:00',
    '2024-12-31T23:59:60Z',
    '2024-12-31T22:59:60Z',
    '0000-01-01T00:00:00Z'
  ],
  ...[
    '0099-12-31T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '2024-05-17T08:30:15.007Z'
  ]
]

/** The first and the last that have a text, and days about the ends of months, years and eras. */
const INSTANTS = [
  ...[
    0, -1, 1, 59_999, 60_000, 86_399_999, 86_400_000, -86_400_000, 951_782_400_000, 951_868_800_000, 4_107_456_000_000
  ],
  ...[
    -62_167_219_200_000,
    -62_167_219_200_001,
    253_402_300_799_999,
    253_402_300_800_000,
    Number.NaN,
    1_709_164_800_000
  ],
  ...[-62_162_035_200_000, -62_162_121_600_000, -11_676_096_000_000, 13_569_465_600_000, 1_735_689_599_007, 8.64e15]
]

class OwnDate extends Date {}

const TEXTS = [
  ...[
    '',
    '0',
    '-0',
    '5',
    '-5',
    '05',
    '+5',
    ' 5',
    '5 ',
    '5.',
    '.5',
    '5.0',
    '1.50',
    '1e3',
    '1E-2',
    '1e+2',
    '1e',
    '0x10',
    'NaN'
  ],
  ...['Infinity', '2147483647', '2147483648', '-2147483648', '-2147483649', '9007199254740991', '9007199254740992'],
  ...[
    '-9007199254740991',
    '-9007199254740992',
    '3.4028234663852886e38',
    '3.4028234663852889e38',
    '-3.5e38',
    '1e308',
    '1e309'
  ],
  ...['true', 'false', 'TRUE', 'True', '1', 'yes', '٥']
]
const NUMBERS: readonly unknown[] = [
  ...[
    0,
    -0,
    1.5,
    2 ** 31,
    2 ** 31 - 1,
    -(2 ** 31),
    -(2 ** 31) - 1,
    2 ** 53,
    2 ** 53 - 1,
    -(2 ** 53),
    3.4028234663852886e38
  ],
  ...[3.41e38, -3.41e38, Number.NaN, Number.POSITIVE_INFINITY, '5', null, 5n, [5], { valueOf: () => 5 }]
]

const standard = { version: 1, vendor: 'spec', validate: () => ({ value: 1 }) }
const SCHEMAS: readonly unknown[] = [
  ...[undefined, null, 5, 'x', {}, [], { '~standard': null }, { '~standard': 5 }, { '~standard': {} }],
  ...[
    { '~standard': { validate: 5 } },
    { '~standard': standard },
    () => 1,
    Cat,
    new Cat(),
    new Map(),
    Object.create(null)
  ],
  Object.assign(() => 1, { '~standard': standard })
]

const ESCAPED = [
  ...[
    '',
    'plain',
    '"',
    '\\',
    '\n',
    '\u001f',
    '\u0020',
    '\u007f',
    'é',
    '\u2028',
    '😀',
    '\ud83d',
    '\ude00',
    '\ud7ff',
    '\ue000'
  ],
  ...[
    'fifteen letters',
    'sixteen letters!',
    'more than sixteen letters',
    'more than sixteen "letters"',
    'more than sixteen\n'
  ],
  ...[
    'more than sixteen \\',
    'more than sixteen \ud800',
    'more than sixteen \udfff',
    'more than sixteen 😀',
    'sixteen letters"'
  ]
]

/** The lines of a function: by what it returns or throws, the arguments. */
function calls(
  name: string,
  call: (...args: never[]) => unknown,
  argumentLists: readonly (readonly unknown[])[]
): string[] {
  const groups = new Map<string, string[]>()
  for (const args of argumentLists) {
    const result = outcome(() => call(...(args as never[])))
    groups.set(result, [...(groups.get(result) ?? []), args.map(shown).join(' ')])
  }
  return [`\n${name}`, ...[...groups].map(([result, args]) => `${result} ← ${args.join('; ')}`)]
}

/** What a cache compiled, in turn, for types that are asked for twice. */
function compiled(): unknown {
  const made: string[] = []
  const cache = new TypeCache((type) => {
    made.push(shown(type))
    return made.length
  })
  const token = nullable(String)
  const types: readonly unknown[] = [
    String,
    String,
    [String],
    [String],
    Cat,
    [Cat],
    Cat,
    [],
    [],
    token,
    token,
    [token],
    'x',
    'x'
  ]
  return [types.map((type) => cache.of(type as never, 'read')), made]
}

describe('What types are made of', () => {
  it('is what type-list.txt says', () => {
    const long = (length: number) => `${'x'.repeat(length - 1)}y`
    const cached = new TypeCache(() => 1)
    const lines = [
      ...calls('fieldStep', fieldStep, [
        ...['', 'a', 'two words', 'a.b', 'a[0]', 'a]', '"', 'é', '__proto__', '5', '\n', '😀'].map((name) => [name])
      ]),
      ...calls('itemStep', itemStep, [[0], [12]]),
      '\nfieldStep of long names',
      ...LENGTHS.map((length) => `${length} → ${fieldStep(long(length)).text.length}`),
      '\nshownPath',
      ...LENGTHS.map((length) => `${length} → ${shownPath(`a${'x'.repeat(length - 2)}b`).length}`),
      shownPath(`${'x'.repeat(500)}abc${'y'.repeat(500)}`).slice(495, 506),
      '\nFaultList',
      ...Object.entries(WORK).map(([name, work]) => {
        const found = faultsAfter(work) as { faults: readonly unknown[] }
        return `${name} → ${shown({ ...found, faults: found.faults.length > 10 ? [found.faults.length, found.faults.at(-1)] : found.faults })}`
      }),
      '\npredicateOf',
      ...CHECKS.map((check) => {
        if (check === undefined) return 'undefined'
        const holds = predicateOf(check, (value) => value === 'b' || value === 'b@' || value === true)
        const alone = predicateOf(check)
        const both = (predicate: (value: unknown) => boolean) => CHECKED.filter(predicate).map(shown).join(' ')
        return `${shown(check)} → ${both(holds)}${both(alone) === both(holds) ? '' : ` | alone ${both(alone)}`}`
      }),
      ...calls(
        'hasCodePoints',
        hasCodePoints,
        [
          '',
          'a',
          'ab',
          '😀',
          '😀a',
          'a😀',
          '😀😀',
          '\ud83d',
          '\ude00\ud83d',
          'a\ud83d',
          '\ud83d\ude00\ude00',
          '\udbff\udfff',
          '\ud7ff\udc00',
          '\ud800\ue000'
        ].flatMap((each) => [0, 1, 2, 3].map((minimum) => [each, minimum, minimum]))
      ),
      ...calls('isJsonObject', isJsonObject, [
        [{}],
        [[]],
        [null],
        ['x'],
        [undefined],
        [new Map()],
        [Object.create(null)]
      ]),
      '\nfields',
      ...FIELDS.map((field) => {
        const there = (['request', 'response'] as const).filter((direction) => isAlwaysThere(field, direction))
        const travelling = (['request', 'response', 'declared'] as const).filter((direction) =>
          travels(field, direction)
        )
        const { required, nullable: mayBeNull, default: given, access, transform, condition } = field
        const facts = shown({
          required,
          nullable: mayBeNull,
          default: given,
          access,
          written: transform?.write,
          condition
        })
        return `${facts} → travels ${travelling}; is always in ${there}; ${isDefaultWritten(field)}; ${shown(typeOfField(field))}; ${shown(typeInProgram(field))}`
      }),
      ...calls(
        'isFullDate',
        isFullDate,
        DATES.map((each) => [each])
      ),
      ...calls(
        'isFullTime',
        isFullTime,
        TIMES.map((each) => [each])
      ),
      ...calls(
        'isDateTime',
        isDateTime,
        MOMENTS.map((each) => [each])
      ),
      ...calls('parseDateTime', parseDateTime, [
        ...MOMENTS.map((each) => [each]),
        ...TIMES.map((each) => [`2024-03-01T${each}`])
      ]),
      ...calls(
        'dateTimeText',
        (time: number) => dateTimeText(new Date(time)),
        INSTANTS.map((each) => [each])
      ),
      `of another class → ${dateTimeText(new OwnDate(0))}`,
      '\ncheckRules',
      ...Object.entries(RULES).flatMap(([name, rules]) =>
        [undefined, null, 'x', 5, [], ['x', 5, null], [null], Array.from({ length: 120 }, () => 5)].flatMap((value) =>
          [false, true].map((checksNull) => {
            const faults = new FaultList()
            checkRules(rules, value, Array.isArray(value) ? 'raw' : 5, {}, faults, checksNull)
            const all = faults.at('body')
            const told = all.length > 10 ? `${all.length}, last ${shown(all.at(-1))}` : shown(all)
            return `${name} of ${Array.isArray(value) && value.length > 10 ? value.length : shown(value)}${checksNull ? ', null too' : ''} → ${told}`
          })
        )
      ),
      ...calls('inputOfText', inputOfText, [
        ...[
          [undefined, 1],
          ['5', 5],
          [{ a: '5' }, { a: 5 }],
          [['5'], [5]],
          ['5', [5]],
          [null, null],
          [['x'], 'x']
        ],
        ...[
          ['a', [new Date(0)]],
          [
            ['a', 'b'],
            [new Date(0), 5]
          ],
          [{}, [5]],
          [
            ['a', 'b'],
            [5, new Date(0)]
          ]
        ]
      ]),
      '\nreplaceTypeMessages',
      ...Object.entries(MESSAGES).flatMap(([name, messages]) =>
        ['', '[1]', '[1][0]', 'a', '[1].a'].flatMap((path) =>
          ['type', 'enum', 'minLength', 'other'].map((rule) => {
            const faults = new FaultList()
            faults.add('before', 'kept')
            faults.add(rule, 'as it was')
            for (const step of [...path.matchAll(/\d|a/g)].reverse()) {
              if (step[0] === 'a') faults.enterField('a', 1)
              else faults.enterItem(Number(step[0]), 1)
            }
            replaceTypeMessages(messages, ['v0', ['v1']], { o: 1 }, faults, 1)
            return `${name} of ${rule} at ${path} → ${shown(faults.at('body').map(({ message }) => message))}`
          })
        )
      ),
      ...calls(
        'isStandardSchema',
        isStandardSchema,
        SCHEMAS.map((each) => [each])
      ),
      ...calls(
        'mayBeOptions',
        mayBeOptions,
        SCHEMAS.map((each) => [each])
      ),
      ...calls(
        'parseIntegerText',
        parseIntegerText,
        TEXTS.flatMap((each) => [
          [each, 'int64'],
          [each, 'int32']
        ])
      ),
      ...calls(
        'parseNumberText',
        parseNumberText,
        TEXTS.flatMap((each) => [
          [each, 'double'],
          [each, 'float']
        ])
      ),
      ...calls(
        'parseBooleanText',
        parseBooleanText,
        TEXTS.map((each) => [each])
      ),
      ...calls(
        'isIntegerOf',
        isIntegerOf,
        NUMBERS.flatMap((each) => [
          [each, 'int64'],
          [each, 'int32']
        ])
      ),
      ...calls(
        'isNumberOf',
        isNumberOf,
        NUMBERS.flatMap((each) => [
          [each, 'double'],
          [each, 'float']
        ])
      ),
      ...calls(
        'escapedText',
        escapedText,
        ESCAPED.map((each) => [each])
      ),
      '\nTypeCache',
      shown(compiled()),
      ...calls('TypeCache.of', (type: unknown) => cached.of(type as never, 'read'), [
        ...[[null], [undefined], [Object], [[Object]], [[String, Number]], [{}], [function Named() {}]]
      ]),
      '\ntypes',
      ...TYPES.map((type) => {
        const other = mapRecords(type, (target) => (target === Cat ? Dog : Cat))
        return `${shown(type)} → ${isStructured(type)}; parts ${shown(partsOf(type))}; content ${shown(contentOf(type))}; records ${shown(recordsIn(type))}; exchanged ${shown(other)}`
      }),
      ...calls('enumValues', enumValues, [
        ...[
          {},
          { A: 'a' },
          { A: 0, 0: 'A' },
          { A: 0, B: 0, 0: 'B' },
          { '0': 'A', A: 1 },
          { '1.5': 'A', A: 1.5 },
          { '01': 'A', A: 1 },
          { A: 'B', B: 'A' }
        ].map((each) => [each])
      ]),
      ...calls(
        'labels',
        (token: { label: string; schema(place: string): unknown }) => [token.label, token.schema('here')],
        [
          ...[enumOf(['a']), enumOf(['a'], 'Name'), nullable(Unknown), tupleOf(String), oneOf(String, Cat)].map(
            (each) => [each]
          )
        ]
      ),
      ...calls('unionOfSubTypes', unionOfSubTypes, [
        [
          {
            property: 'kind',
            subTypes: [
              { name: 'cat', value: Cat },
              { name: 'dog', value: Dog },
              { name: 'wolf', value: Dog }
            ]
          },
          'here'
        ],
        [{ property: 'kind', subTypes: [] }, 'here'],
        [{ property: '', subTypes: [{ name: 'cat', value: Cat }] }, 'here'],
        [{ property: 'kind', subTypes: [{ name: 'cat', value: String }] }, 'here']
      ])
    ]
    expectWholeList('record/type/type-list.txt', lines)
  })
})
