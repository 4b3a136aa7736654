import type { Gap } from '../schema/finding.js'
import type { Reading } from '../schema/pair.js'
import type { SchemaAt } from '../schema/schema-at.js'
import { Proof } from '../schema/subsumption.js'
import { annotationChanges } from './annotation-changes.js'
import { type Change, isWorse, type Level } from './change.js'
import { gapMessage } from './gap-message.js'
import { SCHEMA_RULES } from './rules.js'

/** Two schemas of the same thing. */
export interface Compared {
  /** What they are of, as it begins a sentence: `The body (application/json)`. */
  readonly subject: string
  readonly old: SchemaAt
  readonly new: SchemaAt
  /** Whether clients write the values, or read them. */
  readonly side: 'request' | 'response'
  readonly asText?: boolean
}

/** A change at a place in values. */
interface Placed extends Change {
  readonly path: string
}

/** By what a schema differs, judged by who writes the values. */
export function schemaChanges(compared: Compared): Change[] {
  const known = proofsOf(compared)
  const narrowed = known.narrowed.gaps([compared.old], [compared.new])
  const widened = known.widened.gaps([compared.new], [compared.old])
  const changesOf = (gaps: readonly Gap[], others: readonly Gap[], kind: 'narrowed' | 'widened') =>
    gaps.map((gap) =>
      changeOf(
        compared,
        gap,
        kind,
        others.some((other) => isOpposite(gap, other))
      )
    )
  const found = [...changesOf(narrowed, widened, 'narrowed'), ...changesOf(widened, narrowed, 'widened')]
  return withoutRepeated([...found, ...annotationChanges(compared)]).map(({ path: _, ...change }) => change)
}

interface Proofs {
  readonly narrowed: Proof
  readonly widened: Proof
}

const proofs = new WeakMap<object, WeakMap<object, Map<string, Proofs>>>()

/** The proofs of two documents: what was compared for one operation is known for the next. */
function proofsOf({ old, new: next, side, asText }: Compared): Proofs {
  const ofOld = proofs.get(old.document) ?? new WeakMap<object, Map<string, Proofs>>()
  proofs.set(old.document, ofOld)
  const ofBoth = ofOld.get(next.document) ?? new Map<string, Proofs>()
  ofOld.set(next.document, ofBoth)
  const reading: Reading = { direction: side, asText: asText === true }
  const key = `${side} ${reading.asText}`
  const found = ofBoth.get(key) ?? { narrowed: new Proof(reading), widened: new Proof(reading) }
  ofBoth.set(key, found)
  return found
}

function isOpposite(one: Gap, other: Gap): boolean {
  return one.rule === other.rule && one.path === other.path && SCHEMA_RULES[one.rule].both !== undefined
}

function changeOf(compared: Compared, gap: Gap, kind: 'narrowed' | 'widened', hasOpposite: boolean): Placed {
  const names = SCHEMA_RULES[gap.rule]
  const excludes = (kind === 'narrowed') === (compared.side === 'request')
  const level: Level = excludes ? (gap.certain ? 'breaking' : 'may-break') : 'compatible'
  const [oldAt, newAt] = kind === 'narrowed' ? [gap.innerAt, gap.outerAt] : [gap.outerAt, gap.innerAt]
  return {
    level,
    rule: `${compared.side}-${(hasOpposite ? names.both : undefined) ?? names[kind]}`,
    message: gapMessage(compared.subject, compared.side, gap, kind),
    oldAt,
    newAt,
    path: gap.path,
    ...(excludes && gap.witness !== undefined ? { example: gap.witness } : {})
  }
}

/** Rules that speak of whether a property is there: of one property, the worst is enough. */
const PRESENCE = /-property-(required|optional|excluded|admitted|added|removed)$/

/** One of several changes that say the same of one place: the worst. */
function withoutRepeated(changes: readonly Placed[]): Placed[] {
  const kept = new Map<string, Placed>()
  for (const change of changes) {
    const what = PRESENCE.test(change.rule) ? 'presence' : change.rule
    const isList = /-(enum|variant)-/.test(change.rule)
    const key = `${change.path} ${what} ${isList ? change.message : ''}`
    const other = kept.get(key)
    if (other === undefined || isWorse(change.level, other.level)) kept.set(key, change)
  }
  return [...kept.values()]
}
