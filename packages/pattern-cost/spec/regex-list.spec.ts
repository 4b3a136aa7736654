import { expectListed } from '../../../spec/support/listed.js'
import { calls, expectWholeList, outcome, shown } from '../../../spec/support/whole-list.js'
import {
  expressionOf,
  guarded,
  isAlwaysCheap,
  isCheapWithin,
  maxLengthFor
} from '../../../src/record/type/user-pattern.js'
import { automatonOf } from '../src/automaton.js'
import { asciiFolded, complement, folded, propertySet, union } from '../src/character-set.js'
import { componentsOf } from '../src/components.js'
import { patternCost } from '../src/pattern-cost.js'
import { parseRegex } from '../src/regex-syntax.js'
import { readsTheSame } from '../src/two-readings.js'

const { raw } = String

/** Expressions by what they show. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  'characters, groups and repetitions': [
    '',
    ...words(raw`
    a ab a|b a| | (a) (?:a) (?<n>a)\k<n> (a)\1 \1(a) (a)\2 a* a+ a? a*? a{2} a{2,} a{2,3} a{0} a{,2} a{ a{x}
    } ] { a** *
  `)
  ],
  'what is asserted': words(raw`
    (?=a)b (?!a)b (?<=a)b (?<!a)b (?=a)* (?<=a{65})b (?<=a{64})b (?<=a*)b ^a$ a^ $a \ba\B
  `),
  'classes and escapes': words(raw`
    . [^a] [a-c] [c-a] [-a] [a-] [] [^] [\]] [^\]] [a [\d-z] [\w] [\W\s] \d \D \s \S \w \W \t\n\v\f\r\0 \cA
    \c1 \x41 \x4 \u0041 \u004 \u{41} \u{110000} \ud83d\ude00 \p{ASCII} \P{ASCII} \p{Cs} \p{ASCII_Hex_Digit}+
    \p{None} \p \- \/ \a \k \01 \8 [\b] [\cA] [\c] [\B] \u{1f600} 😀 [😀] [😀-😂] 😀+
  `),
  'what is not analyzed': words(raw`
    (? ( ) (?a) (?i:a) (?<>a) (?<n>a)(?<n>b) [a&&b] [[a]--[b]] \q{a} a{1001}
  `),
  costs: words(raw`
    (a+)+ (a|a)* (a|b)* (a*)*b a*a* a*b* a*a*a* .*a.* ^.*a.*b$ (.*)(.*) [a-z]+[a-z0-9]+ (ab?)+ (ab?)*c
  `),
  'many ways': words(raw`
    (a?){20} (a?){20}a{20} (a|ab)(c|bcd)(d*) ^(?:a{1,3}){1,3}$ ^[a-z]{1,50}[a-z0-9]{1,50}$ (?:a{2,5}){3}
    x(?:a|b|ab){3}y ^(?:[a-z]+\.)+[a-z]{2,}$ ^\S+@\S+\.\S+$ ^[^@]+@[^@]+$ ^(\w+\s?)+$ ^(a{3}|b{3})*c
    (?:(?=a)a|b)* (?:\b\w+\b)* ^a{1,400}$ ^(?:ab){1,200}$ ^(?:abc){1,150}$ ^(a{1,100}){1,100}$
    (?:a|b|c|d){64} ^(?:(?:a?){60}b)*$ ^(?:(?:a?){9}b)*$ ^(.)\1*$ (a*)\1 (?:)* (?:a|)* (?:a?b?)*
  `),
  'halves of characters': [
    'a\ud800',
    '\ud83d',
    '\ude00+',
    ...words(raw`
    [^😀]+ .{2} .+ ^.+$ ^.*$ .? [^a]{2} (?:.)+ [^a]+b[^c]+ [^a]+[^b]+ .+x.+ (?=.) ^(?=a).+
  `)
  ],
  'where halves are': words(raw`
    [\ud7ff] [\ud7ff-\ud800] [\ud800] [\udfff] [\udfff-\ue000] [\ue000] [\uffff] [\uffff-\u{10000}] [\ue000-\uffff] \u{10000}
    𐀀 a𐀀b 𐀀* (?:𐀀|a) (?:𐀀)+ (𐀀) \u{ffff} \u{10ffff} [^] [^]+ [^\ue000] [^\ud800] [^a𐀀] [^a]$ (?!a𐀀) ^(?!𐀀) ^(?!.)
    ^(?=a)\b ^a\b. ^(a)\1 ^(a)\1.+ (?:^a)\b
  `),
  'parts that count halves': words(raw`
    .. .a a. (.) (?:.) .+a(?:b.+)? .+a.*b.+ .+.* .*.+ .*.* .+a.+ .+(?:a.+) (.+)x(.+) (?:.+x)(?:y.+) (?:a|(.)) (?:a|(.*))
    (?:a.*){2} (?:a.+){2} (?:a.+){0,2} (?:a.+){1,2} (?:a.+)+ (?:(.+)|b.+) (?:(.+)|b) (?:a|.+)(?:b|.+) .+(?:ab)+.+ .+(?:a*)+.+
    .+a+.+ .+a*.+ .+(a).+ .+$.+ .{1,3} .{1,} .{0,} .{2,} .{0,3} (?:.{1,}a){1,} (?:a.?)* (?:(?:a.+)?b)? a?.+ (?=a)(.+)
    ^(?=.+).+ ^(?<=a).+
  `),
  references: words(raw`
    (aa|b)\1c (?<n>a{3})\k<n>* ((a)b)\2 ((a)b)\1 (?:(a)|(bb))\2 (a\1)b (?<x>(?<y>a)b)\k<y>c (a)(b{2})\2\1
    \k<n> \(a\)\1 [(]a\1 [\](]a\1 \(?<n>a\)\k<n> [(?<n>]\k<n> (?=(a)\1)b
    (?=(aa))\1 (a*)(b)\2 (?:(a)b)*\1 ()\1a
  `),
  'lengths that are cheap': words(raw`
    ^(?:a|a|a|a|a){3}(?:a|a|a|a)$ ^(?:a|a|a|a|a|a|a)(?:a|a|a|a|a|a|a|a)(?:a|a|a|a|a|a|a|a|a)$
    ^(?:a{20})*(?:a{20})*b$ ^(?:a{9})*(?:a{9})*b$
  `),
  'loops that may read nothing': words(raw`
    (?:a|^b|c$)*d (?:^a)* (?:a$)*b (?:$a|b)c ^^a a$$ (?:^|a)+b (?:\b|a)* (?:(?:a?)*)*b (?:(?:)+a)* a(?=b$)c
    a(?:$|b) (?:a|$)* (?:a|\b)b (?:|a|)b a(?!) (?:a{2,}?b)* x* ^x*y x*|y
  `),
  'halves that may be counted': words(raw`
    ^(?:.+|a)$ ^(?:.+|.+a)$ ^a(?:x.+)?$ .+a{2}.+ .+a?.+ .+[😀].+ ^(?:.+)+$ ^(?:.*)+a$ [^a]{1,}
  `),
  'octal numbers and the flag v': words(raw`
    \377 \400 \47 \477 \7 [\18] [\1] [a--b] [&&a] [a&b] [\q{a|b}] [\p{ASCII}] [a--] [aa]
  `),
  'sets that overlap': words(raw`
    [a-c][b-d][c-e] [ac][bd][a-d] a[^a] [a-cx-z]+[c-x]+ [\0-a]+[a-\uffff]+
  `)
}

/** About the limits of sizes. */
const LARGE = [
  // How long a look-behind is.
  ...['(?<=a|bb)c', '(?<=(?:a|bb){32})c', '(?<=(?:a|bb){33})c', '(?<=(a{64}))b', '(?<=(?:ab){32}c)d', '(?<=a{64}|)b'],
  ...['(?<=(?:^|$)*)a', '(?<=(?:\\b)*a{64})b', '(?<=(a)\\1)b', '(?<=(?=aa)a{64})b', '(?<!a{32}b{33})c', '(?<=)a'],
  ...[
    '^a{399}$',
    '^a{400}$',
    '^a{401}$',
    '^a{1000}$',
    '^a{1,400}b$',
    '^a{1,1000}b$',
    '^a{1001,}$',
    '^a{398,}$',
    '^a{399,}$',
    '^a{400,}$',
    '^a{64,}b{335}$',
    '^a{64,}b{336}$',
    '^(?:^){500}a$',
    '^(?:a{8,}b){40}$',
    '^(?:a{8,}b){41}$',
    '^a{3,1000}$',
    '^a{64,1000}$'
  ],
  ...[
    '^(?:a{8}b){64}$',
    '^(?:a{9}b){64}$',
    '^(?:a{2}b){65}$',
    '^a{64}b{1,64}c{273}$',
    '^(?:a{8}|b{9}){1,65}$',
    '^(?:a{0,8}){9}$'
  ],
  ...[
    '^(?:(?:a{9}){9}){9}$',
    '^(?:a{64}b){6}c{9}$',
    '^(?:a{65}b){6}c{9}$',
    '(a{400})\\1',
    '(a{399})\\1',
    '(?=a{400})',
    '(?=a{401})'
  ],
  ...[
    '^(?:a?){190}$',
    '^(?:a?){200}$',
    `${'a'.repeat(400)}`,
    `${'a'.repeat(401)}`,
    `${'a{9}|'.repeat(50)}b`,
    `(?:${'a{9}|'.repeat(45)}b)`
  ]
]

const FLAGS = ['', 'u', 'i', 'iu', 'm', 's']

/** Where what other flags read is another matter. */
const WITHOUT_LETTERS = new Set(['costs', 'many ways', 'lengths that are cheap', 'loops that may read nothing'])

/** What the flag `v` reads otherwise, and what it does not. */
const OF_SETS = new Set([
  ...[
    'a',
    '[a&&b]',
    '[[a]--[b]]',
    '\\q{a}',
    '[\\q{a|b}]',
    '[\\p{ASCII}]',
    '[a--b]',
    '[a--]',
    '[a&b]',
    '[&&a]',
    '[aa]',
    '[a-c]'
  ]
])

const SETS = [
  [],
  [[0x41, 0x5a]],
  [[0x61, 0x61]],
  [[0x4b, 0x4b]],
  [[0x73, 0x73]],
  [[0x17f, 0x17f]],
  [[0x212a, 0x212a]],
  [[0x30, 0x39]]
]
const OTHER_SETS = [[[0, 0x10ffff]], [[0x80, 0xff]], [[0x660, 0x669]], [[0xe4, 0xe4]], [[0x40, 0x5b], [0x60, 0x7b]], [[0x5a, 0x61]]] // biome-ignore format: a table

const LENGTHS = [1, 6, 8, 10, 20, 50, 100, 500, 1000, 10_000, 100_000, Number.POSITIVE_INFINITY]

describe('Regular expressions', () => {
  for (const [title, sources] of Object.entries(SOURCES)) {
    it(`are read, and cost, as regex-list.txt says: ${title}`, () => {
      const flags = WITHOUT_LETTERS.has(title) ? ['', 'm'] : FLAGS
      expectListed(
        'pattern-cost/regex-list.txt',
        title,
        sources.flatMap((source) => linesOf(source, flags))
      )
    })
  }

  it('have the sets of characters in set-list.txt', () => {
    const all = [...SETS, ...OTHER_SETS].map((set) => [set])
    const graphs: readonly (readonly number[])[][] = [
      [[]],
      [[0]],
      [[1], [0]],
      [[1], [2], []],
      [[1], [2], [0], [1]],
      [[1, 3], [2], [1], [4], [3, 0]],
      [[1], [2], [3], [1], [0]]
    ]
    expectWholeList('pattern-cost/set-list.txt', [
      ...calls('union', union, [
        [[]],
        [[...SETS]],
        [[[[5, 6]], [[1, 4]], [[8, 9]]]],
        [[[[1, 9]], [[2, 3]], [[10, 10]]]]
      ] as never),
      ...calls('complement', complement, all),
      ...calls('asciiFolded', (set: never) => asciiFolded(set, false), all),
      ...calls('asciiFolded with u', (set: never) => asciiFolded(set, true), all),
      ...calls('folded', (set: never) => folded(set, false), all),
      ...calls('folded with u', (set: never) => folded(set, true), all),
      ...calls(
        'propertySet',
        propertySet,
        ['Cs', 'ASCII', 'Any', 'Co', 'Noncharacter_Code_Point', 'Script=Deseret'].map((name) => [`\\p{${name}}`])
      ).map((line) => (line.length > 500 ? `${line.slice(0, 300)}… ${line.slice(-100)} of ${line.length}` : line)),
      ...calls(
        'automatonOf',
        (source: string) => {
          const { reads, next, accepts, first } = automatonOf(parseRegex(source, ''), '')
          return [reads.length, next.flat().length, accepts.filter(Boolean).length, first.length]
        },
        LARGE.map((source) => [source])
      ),
      ...calls('expressionOf', expressionOf, [
        ...[[/a/i], ['a'], ['a', 'i'], ['a', 5], ['('], ['a', 'xx'], [5], []].map((constraints) => [constraints])
      ]),
      ...calls('isCheapWithin', isCheapWithin, [
        ...['^a+$', '(a+)+$', '.*a', '^a*a*$'].flatMap((source) =>
          ['', 'u', 'dg', 'i', 'm'].flatMap((flags) =>
            [5, 1000, 10_000, 10_001, Infinity].map((length) => [source, flags, length])
          )
        )
      ]),
      ...calls('isAlwaysCheap', isAlwaysCheap, [[/^a+$/], [/^a+$/i], [/^(a+)+$/], [/.*a.*/]]),
      ...calls(
        'guarded',
        (value: unknown) => guarded((each, ...rest) => each === 'no' || rest.length > 1, 2)(value, 1),
        [...['no', 'ab', 'abc', '😀😀', '😀😀😀', 5, null].map((value) => [value])]
      ),
      ...calls(
        'maxLengthFor',
        (each: boolean, lengths: readonly (readonly [boolean, number?])[]) => {
          const rules = lengths.map(([of, maxLength]) => ({ each: of, ...(maxLength !== undefined && { maxLength }) }))
          return maxLengthFor({ each } as never, rules as never)
        },
        [
          [false, []],
          [
            false,
            [
              [false, 5],
              [false, 3],
              [true, 1]
            ]
          ],
          [true, [[false, 5], [true, 7], [true]]],
          [true, [[false, 5]]]
        ]
      ),
      ...calls(
        'componentsOf',
        (next: readonly (readonly number[])[]) => {
          return componentsOf([...next.keys()], (node) => next[node] as readonly number[])
        },
        graphs.map((graph) => [graph])
      )
    ])
  })
})

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** What an expression comes to with the flags, those together that change nothing. */
function linesOf(source: string, allFlags: readonly string[]): string[] {
  const groups = new Map<string, string[]>()
  for (const flags of OF_SETS.has(source) ? [...allFlags, 'v'] : allFlags) {
    const text = describeExpression(source, flags)
    groups.set(text, [...(groups.get(text) ?? []), flags])
  }
  const same = outcome(() => readsTheSame(source))
  return [
    `${shown(source)}${same === 'true' ? ', the same with u and without' : same === 'false' ? '' : ` ${same}`}`,
    ...[...groups].map(([text, flags]) => `/${flags.join(' /')}: ${text}`),
    ''
  ]
}

function describeExpression(source: string, flags: string): string {
  return outcome(() => {
    const tree = outcome(() => treeText(parseRegex(source, flags)))
    if (tree.startsWith('throws')) return tree
    const { growth, cheapLength, isCheap } = patternCost(source, flags)
    const automaton = outcome(() => {
      const { reads, next, accepts, first } = automatonOf(parseRegex(source, flags), flags)
      if (reads.length > 12)
        return `${reads.length} states, ${next.flat().length} steps, ${accepts.filter(Boolean).length} accept`
      return [
        reads.map(String).join(' '),
        next.map((all) => all.map((each) => each.join('*')).join(',')).join(' '),
        accepts.map(Number).join(''),
        first.join()
      ].join(' | ')
    })
    const cheap = LENGTHS.map((length) => (isCheap(length) ? 'c' : '-')).join('')
    return `${tree.slice(1, -1)} → ${shown(growth)} ${cheapLength} ${cheap} ${automaton}`
  }).replace(/^"(.*)"$/, '$1')
}

/** A tree in short: its sets as ranges. */
function treeText(node: ReturnType<typeof parseRegex>): string {
  const { kind, ...rest } = node as { kind: string } & Record<string, unknown>
  const parts = Object.entries(rest).map(([name, value]) => {
    if (name === 'set') {
      const ranges = (value as readonly (readonly number[])[]).map((range) =>
        range.map((point) => point.toString(16)).join('-')
      )
      return ranges.length > 12 ? `${ranges.slice(0, 12).join(' ')}… ${ranges.length}` : ranges.join(' ')
    }
    if (name === 'node') return treeText(value as typeof node)
    if (name === 'parts') return (value as (typeof node)[]).map(treeText).join(', ')
    return `${name}=${String(value)}`
  })
  return `${kind}(${parts.join(' ')})`
}
