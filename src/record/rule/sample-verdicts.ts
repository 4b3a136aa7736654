import { predicateOf } from '../type/plain-check.js'
import type { RuleKeywords } from '../type/schema.js'
import type { Constraints, Predicate, RuleRow } from './rule-row.js'

type JSONType = NonNullable<RuleRow['about']>

const TEXTS = [
  ...['', 'a', 'A', 'ab1', '1', '-1.5', 'ann@example.org', 'https://example.org/a?b=c', '192.168.1.1', '2020-02-28'],
  ...['0b5a2a1e-9b0c-1b57-8a52-0d2f8b7c6e11', '0b5a2a1e-9b0c-4b57-8a52-0d2f8b7c6e11']
]
const NUMBERS = [0, 1, -1, 7.5, 1e9]

/** Values about which a built-in rule and what replaces its predicate agree, by the type that the rule is about. */
const SAMPLES: Readonly<Record<JSONType, readonly unknown[]>> = {
  string: TEXTS,
  number: NUMBERS,
  integer: NUMBERS,
  array: [[], [1], ['a', 'b', 'a']],
  object: [{}, { a: 1 }],
  boolean: [true, false]
}

/** One value of each type of JSON. */
const TYPES: readonly (readonly [value: unknown, types: readonly JSONType[]])[] = [
  [1, ['number', 'integer']],
  ['a', ['string']],
  [{}, ['object']],
  [[], ['array']],
  [true, ['boolean']]
]

const SHORT_TEXTS = TEXTS.filter((text) => text.length < 4)
const OF_ANY_TYPE = [...TEXTS, ...NUMBERS, ...TYPES.map(([value]) => value)]

/** A value, and whether the rule accepts it. */
type Verdict = readonly [sample: unknown, isAccepted: boolean]

/**
 * Whether the predicate accepts and rejects sample values as the rule does. A user's constraint can have the name and
 * the message of a built-in one: what it does shows that it is another, whatever a minifier made of its code.
 *
 * The samples are few, since they cost every start: some microseconds a constraint.
 *
 * @param predicate that of the constraint
 */
export function agreesOnSamples(row: RuleRow, constraints: Constraints, predicate: Predicate): boolean {
  return verdictsOf(row, constraints).every(([sample, isAccepted]) => predicate(sample) === isAccepted)
}

const known = new WeakMap<RuleRow, Map<string, readonly Verdict[]>>()

/** Decided once for all constraints with the same arguments, if these are plain values. */
function verdictsOf(row: RuleRow, constraints: Constraints): readonly Verdict[] {
  if (constraints.some((constraint) => typeof constraint === 'object' && constraint !== null)) {
    return decide(row, constraints)
  }
  const key = constraints.map(String).join()
  const byArguments = known.get(row) ?? new Map<string, readonly Verdict[]>()
  known.set(row, byArguments)
  const verdicts = byArguments.get(key) ?? decide(row, constraints)
  byArguments.set(key, verdicts)
  return verdicts
}

function decide(row: RuleRow, constraints: Constraints): Verdict[] {
  const { about } = row
  // What does not depend on class-validator's predicate.
  const accepts = ownPredicate(row, constraints, () => false)
  const mayAccept = ownPredicate(row, constraints, () => true)
  // A user's expression may be one that takes long on a long text, which the analysis of patterns permits for short ones.
  const hasPattern = constraints.some((constraint) => constraint instanceof RegExp)
  const samples = hasPattern ? SHORT_TEXTS : about === undefined ? OF_ANY_TYPE : SAMPLES[about]
  const accepted = samples.filter(accepts)
  const rejected = samples.filter((sample) => !mayAccept(sample))
  const foreign = TYPES.find(([, types]) => about !== undefined && !types.includes(about))
  return [
    ...accepted.slice(0, 2).map((sample) => [sample, true] as const),
    ...rejected.slice(0, 2).map((sample) => [sample, false] as const),
    ...(foreign === undefined ? [] : [[foreign[0], false] as const]),
    ...keywordVerdicts(row.keywords?.(constraints, { kind: 'any' }, mayAccept))
  ]
}

/** No program compares with it. */
const UNLISTED = '\u0001 unlisted'

/** What the keywords alone decide, for rules that class-validator's predicate checks. */
function keywordVerdicts(keywords: RuleKeywords | undefined = {}): Verdict[] {
  const { type, enum: values, not } = keywords
  if (Array.isArray(values)) {
    return [
      [values[0], true],
      [UNLISTED, values.includes(UNLISTED)]
    ]
  }
  const excluded = (not as { readonly enum?: readonly unknown[] } | undefined)?.enum
  if (excluded !== undefined) return excluded.slice(0, 1).map((value) => [value, false])
  if (type === undefined || Object.keys(keywords).length > 1) return []
  const ofType = TYPES.filter(([, types]) => types.includes(type as JSONType)).map(([value]) => [value, true] as const)
  return type === 'integer' ? [...ofType, [7.5, false]] : ofType
}

function ownPredicate(row: RuleRow, constraints: Constraints, predicate: Predicate): Predicate {
  const check = row.check?.(constraints)
  const decides = row.test?.(constraints, predicate, { kind: 'any' }) ?? predicate
  return check === undefined ? decides : predicateOf(check, decides)
}
