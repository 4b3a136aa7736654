import { expect } from 'chai'
import * as library from 'class-validator'
import { Program } from '../../../src/record/program/program.js'
import { BUILT_INS } from '../../../src/record/validation-plans/built-in-tests.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

const long = (length: number) => 'a'.repeat(length)
const star = '\u2605\ufe0f'

const TEXTS = [
  ...[
    '',
    'a',
    'ab',
    'abc',
    'abcd',
    'a b',
    'a1',
    'A_',
    'ä',
    '☃',
    star,
    `${star}${star}`,
    'a\ud800',
    '😀',
    '😀😀',
    '\ue000'
  ],
  ...[long(63), long(64), long(65), `${long(63)}ä`, `${star}${long(62)}`, `${long(62)}${star}`, `${long(64)}1`],
  ...['1', '42', '1.5', 'true', 'x=1', '1a', 'de-CH', long(100), long(101), 'de_CH_x', 'en'],
  ...[
    'a@b.cd',
    'ab.cd',
    `${long(57)}@b.cdef`,
    `${long(58)}@b.cdef`,
    'a@b\ud800.cd',
    `${long(59)}\ud800b.cd`,
    `@${long(64)}`
  ],
  ...['http://a.bc', `http://a.bc/${long(51)}`, `http://a.bc/${long(52)}`, 'ftp://a.bc', 'a.bc', 'http://a'],
  ...[
    '2024-05-17',
    '2024-02-30',
    '2024-05-17T08:30:15Z',
    '2024-05-17T08:30:15.123456789+12:00',
    '2024-05-17T08:30:15.1234567890+12:00'
  ],
  ...['3024-05-17', '2024-W20', '9b2d5a3e-7c41-4f0a-8f3e-2a6b1c9d4e5f', '9b2d5a3e-7c41-1f0a-8f3e-2a6b1c9d4e5f']
]
const OTHERS = [
  ...[undefined, null, true, false, 0, -0, 1, -1, 2, 3, 4, 1.5, -0.5, 2 ** 53, 1e300, Number.NaN, Infinity, -Infinity],
  ...[1n, new Date(0), new Date(Number.NaN), {}, Object.create(null), [], [1], [1, 2], [1, 2, 3], [1, 1], ['a']],
  ...[new String('abc'), new Number(2), new Boolean(true), () => 1, Symbol.iterator, /a/, new Map(), new Set([1])]
]
const VALUES: readonly unknown[] = [...TEXTS, ...OTHERS]

/** By rule, the arguments that are tried. */
const ARGUMENTS: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  isNumber: [[{}], [{ allowNaN: true }], [{ maxDecimalPlaces: 0 }], [null], ['text']],
  min: [[2], [-1], ['2'], [Number.NaN]],
  max: [[2], [-1], ['2'], [Number.NaN]],
  arrayMinSize: [[2], [0], ['2'], [undefined]],
  arrayMaxSize: [[2], [0], ['2'], [undefined]],
  isIn: [[[1, 'ab', Number.NaN]], ['abc']],
  isNotIn: [[[1, 'ab']]],
  minLength: [[0], [2], [63], [64], [65], [-1], ['2'], [Number.NaN], [1.5]],
  maxLength: [[0], [2], [63], [64], [65], ['2'], [Number.NaN], [Number.POSITIVE_INFINITY]],
  isLength: [[1, 3], [undefined, 3], [0, 64], [2], ['1', 3], [1, '3'], [64, 65], [3, 1]],
  matches: [[/^a/], [/a/g], [/a/y], ['^a'], ['^A', 'i']],
  isAlphanumeric: [['en-US'], ['de-DE']],
  isAlpha: [['en-US'], ['de-DE']],
  isUuid: [['4'], [4], ['1'], ['all']],
  isEmail: [[{}], [{ allow_display_name: true }]],
  isUrl: [[{}], [{ require_tld: false }]],
  isDateString: [[{}], [{ strict: true }]],
  isIso8601: [[{ strict: true }]],
  equals: [['a'], [1]],
  notEquals: [['a'], [1]],
  contains: [['b']],
  notContains: [['b']],
  isDivisibleBy: [[2]],
  isEnum: [[{ A: 'ab', B: 1 }]],
  isMobilePhone: [['de-CH']],
  isPhoneNumber: [['CH']]
}

/** The rules that need none of these arguments. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'isNumber',
  'isAlphanumeric',
  'isAlpha',
  'isUuid',
  'isEmail',
  'isUrl',
  'isDateString',
  'isIso8601'
])

/** class-validator's own check; by its function, whose name has other capitals for some rules. */
function ownCheck(rule: string): (...args: unknown[]) => boolean {
  const all = library as unknown as Record<string, (...args: unknown[]) => boolean>
  const name = Object.keys(all).find(
    (each) => each.toLowerCase() === (rule === 'isLength' ? 'length' : rule.toLowerCase()) && /^[a-z]/.test(each)
  )
  return all[name ?? ''] as (...args: unknown[]) => boolean
}

function isOptions(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

describe("class-validator's own constraints", () => {
  it('have its verdicts, and run its check for the values that built-in-list.txt says alone', () => {
    const lines: string[] = [...VALUES.map((value, at) => `${at} ${shown(value)}`), '']
    for (const [rule, builtIn] of Object.entries(BUILT_INS)) {
      const check = ownCheck(rule)
      for (const given of OPTIONAL.has(rule) || ARGUMENTS[rule] === undefined
        ? [[], ...(ARGUMENTS[rule] ?? [])]
        : (ARGUMENTS[rule] ?? [])) {
        // validator.js writes its defaults into the options that it gets.
        const args = given.map((each) => (isOptions(each) ? { ...each } : each))
        // A sticky expression goes on where it was.
        const restart = () => {
          for (const each of args) if (each instanceof RegExp) each.lastIndex = 0
        }
        const own = (value: unknown): string => {
          restart()
          try {
            return String(check(value, ...args))
          } catch (error) {
            return `throws ${(error as Error).name}`
          }
        }
        let calls = 0
        const program = new Program()
        const test = builtIn.test(args, (value) => {
          calls += 1
          return check(value, ...args)
        })
        const title = `${rule}(${args.map(shown).join(', ')})${builtIn.choosesMessage ? ' with several messages' : ''}`
        if (test === undefined) {
          lines.push(`${title}: left to class-validator`)
          continue
        }
        const code = test.code?.('value', program)
        const run = code === undefined ? undefined : program.build<(value: unknown) => unknown>(`(value) => ${code}`)
        const accepted: number[] = []
        const called: number[] = []
        const byCode: number[] = []
        const differing: number[] = []
        for (const [at, value] of VALUES.entries()) {
          calls = 0
          let verdict: string
          restart()
          try {
            verdict = String(test.holds(value))
          } catch (error) {
            verdict = `throws ${(error as Error).name}`
          }
          if (verdict !== own(value)) differing.push(at)
          if (verdict === 'true') accepted.push(at)
          if (calls > 0) called.push(at)
          if (run?.(value) === true) byCode.push(at)
        }
        expect(differing, `${title} of the values with these numbers`).to.deep.equal([])
        lines.push(`${title}: ${inShort(accepted)}`)
        if (called.length > 0) lines.push(`  runs its check for ${inShort(called)}`)
        if (code !== undefined) lines.push(`  ${code}: ${inShort(byCode)}`)
      }
    }
    expectWholeList('record/validation-plans/built-in-list.txt', lines)
  })
})

/** Numbers in turn: `1-5 8`. */
function inShort(numbers: readonly number[] = []): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last?.[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(' ') || 'none'
}
