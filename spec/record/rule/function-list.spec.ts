import { ArrayUnique, arrayUnique, isByteLength, isFQDN, isLocale, isStrongPassword } from 'class-validator'
import { getMetadataStorage } from '../../../src/record/library/metadata-storage.js'
import { RULES } from '../../../src/record/rule/built-in-rules.js'
import { isLongLocale } from '../../../src/record/rule/locale.js'
import { byteLength, isDomainName, isStrong } from '../../../src/record/rule/one-pass-checks.js'
import type { RuleRow } from '../../../src/record/rule/rule-row.js'
import { agreesOnSamples } from '../../../src/record/rule/sample-verdicts.js'
import { hasDistinctItems, hasIdentifier, hasUniqueItems, makeLinear } from '../../../src/record/rule/unique-items.js'
import { isLonger, readsMore, valueArguments } from '../../../src/record/rule/value-arguments.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

const label = (length: number) => 'a'.repeat(length)

const DOMAINS = [
  ...['', '.', 'a', 'a.b', 'a.bc', 'a.', '.bc', 'a..bc', 'a.bc.', 'A.BC', 'a.b1', 'a.12', '12', 'a.1', '1.bc', 'a.b c'],
  ...[
    '-a.bc',
    'a-.bc',
    'a-b.bc',
    'a.-bc',
    'a.bc-',
    'a_b.bc',
    'a@b.bc',
    'a/b.bc',
    'a[b.bc',
    'a`b.bc',
    'a{b.bc',
    'a:b.bc'
  ],
  ...[
    'é.bc',
    'a.éé',
    'a.xn--a',
    'a.xn',
    'a.xn-',
    'a.b\u00a0c',
    'a.\u00a1b',
    '\u00a0.bc',
    '\u00a1.bc',
    '\uff01.bc',
    '\uff5e.bc'
  ],
  ...[
    '\uff00.bc',
    '\uff5f.bc',
    '\u007f.bc',
    '😀.bc',
    'a.😀',
    'a.\u3000b',
    `${label(63)}.bc`,
    `${label(64)}.bc`,
    `a.${label(63)}`
  ],
  ...[
    `a.${label(64)}`,
    `a.xn${label(61)}`,
    `a.xn${label(62)}`,
    `a.${'b.'.repeat(40)}cd`,
    'a.b.1a',
    'Z.az',
    'a.zZ',
    '0.9a'
  ]
]

const BYTES = [
  ...[
    '',
    'a',
    '\u007f',
    '\u0080',
    'é',
    '\u07ff',
    '\u0800',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '😀',
    'a😀b',
    '\ud800',
    '\udc00'
  ],
  ...['\ud83da', '\ud83d\ud83d', '\udbff\udfff', '\ud800\udc00', '\ud800\udbff', '\ud800\ue000', '\udfff\ud800']
]

const PASSWORDS = [
  ...[
    '',
    'a',
    'aA',
    'aA1',
    'aA1!',
    'aaAA11!!',
    'AA11!!',
    'zZ9\\',
    'aA1 ',
    'aA1€',
    'aA1£',
    'aA1@',
    'aA1[',
    'aA1`',
    'aA1{'
  ],
  ...['aA1/', 'aA1:', 'éÉ1!', 'mMm5?', '!!!!', 'aA1😀', 'a\nA1!']
]
const NEEDS = [
  ...[
    [0, 0, 0, 0],
    [1, 1, 1, 1],
    [2, 2, 2, 2],
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
    [1.5, 0, 0, 0],
    [-1, 0, 1, 0],
    [2, 0, 0, 1]
  ]
].map(([minLowercase = 0, minUppercase = 0, minNumbers = 0, minSymbols = 0]) => {
  return { minLowercase, minUppercase, minNumbers, minSymbols }
})

const LOCALES = [
  ...[
    '',
    'e',
    'en',
    'eng',
    'engl',
    'engli',
    'englishs',
    'englishsx',
    'en-',
    'en-US',
    'en_US',
    'en-us',
    'en-USA',
    'en-123'
  ],
  ...[
    'en-12',
    'zh-Hant',
    'zh-Hant-TW',
    'zh_Hant_TW',
    'zh-Hant-TW-',
    'zh-yue',
    'zh-yue-abc',
    'zh-yue-abc-abc',
    'zh-yue-abc-abc-abc'
  ],
  ...[
    'de-1996',
    'de-19',
    'de-1a-b',
    'de-199',
    'sl-rozaj',
    'sl-rozaj-biske',
    'sl_rozaj',
    'sl-rozaj1234',
    'sl-abcdefgh',
    'sl-abcdefghi'
  ],
  ...[
    'en-a-bb',
    'en-a',
    'en-a-b',
    'en-a-bb-cc',
    'en-a-bbbbbbbb',
    'en-a-bbbbbbbbb',
    'en-a-bb-b-cc',
    'en_a-bb',
    'en-a_bb',
    'en-1-bb',
    'en-!-bb'
  ],
  ...[
    'x-a',
    'x-',
    'x',
    'x-abcdefgh',
    'x-abcdefghi',
    'x-a-b-c',
    'X-a',
    'en-x-a',
    'en_x-a',
    'en-x_a',
    'en-X-a',
    'en-x-',
    'en-x',
    'en-x-abcdefghi'
  ],
  ...[
    'en-a-bb-x-a',
    'en-a-x-a',
    'de-1996-x-a',
    'de-1996-a-bb-cc-x-1-2',
    'en-US-1996-a-bb',
    'en-US-rozaj-1996',
    'abcd-Latn-US',
    'abcde-Latn-US'
  ]
]

/** Without an item at its first place. */
const holed: unknown[] = []
holed[1] = 1

const LISTS: readonly unknown[] = [
  ...[undefined, 'x', {}, [], [1], [1, 1], [1, '1'], [0, -0], [null, null], [null, undefined], [undefined, undefined]],
  ...[
    [Number.NaN, Number.NaN],
    [Number.NaN],
    [{}, {}],
    [[], []],
    [[], {}],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 }
    ],
    [{ a: 1 }, { a: 2 }]
  ],
  ...[
    [
      [1, 2],
      [1, 2]
    ],
    [
      [1, 2],
      [2, 1]
    ],
    [
      [1, 2],
      ['1', 2]
    ],
    [{ a: undefined }, {}],
    [true, 'true'],
    [true, true],
    ['a', 'b', 'a']
  ],
  ...[
    [new Date(0), new Date(0)],
    [new Date(0), new Date(1)],
    [new Date(0), new Date(0).toISOString()],
    [5n, 5n],
    [1n, 2n]
  ],
  ...[
    [{ a: [{ b: 1, c: 2 }] }, { a: [{ c: 2, b: 1 }] }],
    [
      { a: new Date(0), b: 1 },
      { b: 1, a: new Date(0) }
    ]
  ],
  ...[
    [{ a: { b: new Map() } }, { a: { b: {} } }],
    [{ '': 1 }, [['', 1]]],
    [new Map([[1, 2]]), new Map()],
    [[new Date(0)], [new Date(0)]]
  ],
  ...[holed, new Array(2), [Symbol.iterator, Symbol.iterator]]
]

/** Arguments with which a decorator of each built-in rule is written. */
const ARGUMENTS: readonly (readonly unknown[])[] = [[], [1], ['a'], [['a', 'b']], [/^a+$/], [1, 2], [{ a: 1 }], [null]]

/** The samples that a rule is told from others by, accepted ones first: an answer that is wrong ends the questions. */
function samplesOf(row: RuleRow, given: readonly unknown[]): readonly unknown[] {
  const answers = new Map<unknown, boolean>()
  let asked: unknown
  const answer = (value: unknown) => {
    asked = value
    const text = JSON.stringify(value)
    if (!answers.has(text)) answers.set(text, true)
    return answers.get(text) === true
  }
  while (!agreesOnSamples(row, given, answer)) {
    if (answers.get(JSON.stringify(asked)) === false) throw new Error(`two verdicts about ${shown(asked)}`)
    answers.set(JSON.stringify(asked), false)
  }
  const of = (isAccepted: boolean) => [...answers].filter(([, each]) => each === isAccepted).map(([value]) => value)
  return [of(true).join(' '), of(false).join(' ')]
}

describe('The functions of rules', () => {
  it('have the results of function-list.txt, beside those of class-validator', () => {
    const beside = (ours: unknown, theirs: unknown) => {
      return `${shown(ours)}${ours === theirs ? '' : `, class-validator ${shown(theirs)}`}`
    }
    const identified = new Set<string>()
    class Listed {
      @ArrayUnique() plain: unknown
      @ArrayUnique((item: unknown) => {
        identified.add(shown(item))
        return (item as { id?: unknown }).id
      })
      byId: unknown
    }
    const metadatas = getMetadataStorage().getTargetValidationMetadatas(Listed, '', false, false)
    const constraints = metadatas.map(({ constraintCls }) => {
      makeLinear(constraintCls as never)
      makeLinear(constraintCls as never)
      return new (constraintCls as new () => { validate(value: unknown, args?: unknown): unknown })()
    })
    const lines = [
      'isDomainName',
      ...DOMAINS.map((text) => {
        const [loose, strict] = [isDomainName(text, false), isDomainName(text, true)]
        return `${shown(text)} → ${beside(loose, isFQDN(text, { require_tld: false }))}; ${beside(strict, isFQDN(text))}`
      }),
      '\nbyteLength',
      ...BYTES.map((text) => {
        const length = byteLength(text)
        return `${shown(text)} → ${length} ${length === undefined ? '' : isByteLength(text, length, length)}`
      }),
      '\nisStrong',
      ...NEEDS.map((needs) => {
        const strong = PASSWORDS.filter((text) => isStrong(text, needs))
        const others = PASSWORDS.filter((text) => isStrongPassword(text, { ...needs, minLength: 0 }))
        return `${shown(Object.values(needs))} → ${beside(shown(strong), shown(others))}`
      }),
      '\nisLongLocale',
      ...LOCALES.map((text) => `${shown(text)} → ${beside(isLongLocale(text), isLocale(text))}`),
      '\nlists: unique as JSON, distinct, and by ArrayUnique in linear time',
      ...LISTS.map((list) => {
        const [plain] = constraints
        const distinct = Array.isArray(list) ? hasDistinctItems(list) : 'no list'
        return `${shown(list)} → ${hasUniqueItems(list)}; ${beside(distinct, Array.isArray(list) ? arrayUnique(list) : 'no list')}; ${shown(plain?.validate(list))}`
      }),
      '\nlists by what identifies their items',
      ...[[], [{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 1 }], [null, { id: 1 }], [null, null], 5].map((list) => {
        identified.clear()
        return `${shown(list)} → ${outcome(() => constraints[1]?.validate(list))} ${[...identified].join(' ')}`
      }),
      ...constraints.map((constraint) => `has an identifier: ${hasIdentifier((value) => constraint.validate(value))}`),
      '\nagreesOnSamples: with what accepts all, with what accepts nothing, with what takes texts, and with numbers',
      ...Object.entries(RULES).map(([name, row]) => {
        const predicates = [
          () => true,
          () => false,
          (value: unknown) => typeof value === 'string',
          (value: unknown) => typeof value === 'number' && Number.isInteger(value)
        ]
        const verdicts = ARGUMENTS.map((given) =>
          outcome(() => predicates.map((predicate) => Number(agreesOnSamples(row, given, predicate))).join(''))
        )
        const found = verdicts.map((each) => (each.startsWith('throws') ? 'throws' : each.slice(1, -1)))
        return `${name} → ${new Set(found).size === 1 ? found[0] : found.join(' ')}`
      }),
      '\nsamples that agree, by the arguments',
      ...Object.entries(RULES).map(([name, row]) => {
        const samples = [...ARGUMENTS, ['4']].map((given) => outcome(() => samplesOf(row, given)))
        return `${name} → ${[...new Set(samples)].join(' or ')}`
      }),
      '\nisLonger',
      ...[
        ['ab', 1],
        ['ab', 2],
        ['ab', undefined],
        [['a', 'b'], 1],
        ['', 0],
        ['a', 0]
      ].map(([value, longest]) => `${shown(value)} ${longest} → ${isLonger(value, longest as number | undefined)}`),
      '\nvalueArguments',
      ...(['constraints', 'value', 'object', 'property', 'targetName', 'other'] as const).map((name) => {
        try {
          return `${name} → ${shown((valueArguments([1]) as unknown as { [name: string]: unknown })[name])}`
        } catch (error) {
          return `${name} → reads more: ${readsMore(error)}, and of another error ${readsMore(new Error('x'))}`
        }
      })
    ]
    expectWholeList('record/rule/function-list.txt', lines)
  })
})
