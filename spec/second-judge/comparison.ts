import { type Service } from 'fieldstone'
import type { Format } from '../../src/record/format/format.js'
import { FORMATS } from '../../src/record/format/formats.js'
import { count } from '../support/chance.js'
import type { DialectVersion } from '../support/dialect-version.js'
import { rewritten, UNTRUTHS, type Untruth } from './cures.js'
import { type Check, SecondJudge } from './hyperjump.js'

/** How many comparisons were made, and what they found. */
export class Tally {
  agreed = { valid: 0, invalid: 0 }
  /** By what the document says in other words than those of JSON Schema, and by what it says wrongly. */
  readonly found = new Map<string, number>()

  get comparisons(): number {
    return this.agreed.valid + this.agreed.invalid + this.disagreements
  }

  disagreements = 0

  agree(isValid: boolean): void {
    if (isValid) this.agreed.valid++
    else this.agreed.invalid++
  }

  disagree(reasons: readonly string[]): void {
    this.disagreements++
    for (const what of reasons) this.found.set(what, (this.found.get(what) ?? 0) + 1)
  }

  /** Has `npm run deep` print the counters. */
  report(about: string): void {
    count(`comparisons of ${about} with the second judge`, this.comparisons)
    for (const [what, times] of this.found) count(`${about}: ${what}`, times)
  }
}

/** A document as it is published, and as it would be with cures. */
export class Documents {
  readonly #document: object
  readonly #judges = new Map<string, SecondJudge>()

  constructor(service: Service) {
    this.#document = service.document
  }

  check(cures: readonly Untruth[], place: readonly string[]): Promise<Check> {
    const effective = cures.filter(({ document, unicodePatterns }) => document ?? unicodePatterns)
    const key = effective.map(({ what }) => what).join()
    let judge = this.#judges.get(key)
    if (judge === undefined) {
      const unicodePatterns = effective.some((cure) => cure.unicodePatterns)
      const cured = effective.reduce<unknown>(
        (document, cure) => (cure.document === undefined ? document : rewritten(document, cure.document)),
        this.#document
      )
      judge = new SecondJudge(cured as object, { unicodePatterns, checksDocument: effective.length === 0 })
      this.#judges.set(key, judge)
    }
    return judge.at(...place)
  }

  close(): void {
    for (const judge of this.#judges.values()) judge.close()
  }
}

interface FoundFault {
  readonly message: string
  /** Responses are logged without the names of rules. */
  readonly rule?: string
}

/** What was compared: whether the service accepted or sent a value, and whether the document accepts it. */
export interface Compared {
  readonly document: object
  /** The place of the document that describes the value. */
  readonly place: readonly string[]
  readonly version: DialectVersion
  readonly isAccepted: boolean
  /** The faults that the service found. */
  readonly faults: readonly FoundFault[]
  /** The value as it was read. */
  readonly value: unknown
  /** Whether it is valid under the document in that version, with cures. */
  readonly isValid: (version: DialectVersion, cures: readonly Untruth[]) => Promise<boolean>
}

/**
 * What accounts for a disagreement: one reason, or as few as do together. Empty where both agree; undefined where no
 * reason is known.
 */
export async function reasonsFor(compared: Compared): Promise<readonly string[] | undefined> {
  const { isAccepted, version, isValid } = compared
  if (isAccepted === (await isValid(version, []))) return []
  const accounts = async (cures: readonly Untruth[]): Promise<readonly string[] | undefined> => {
    const names = cures.map(({ what }) => what)
    const isCured = await isValid(version, cures)
    if (isCured === isAccepted) return names
    if (!isCured) return undefined
    if (isBeyondLimits(compared.document, compared.value)) return [...names, 'rejected by limits that x-limits names']
    if (breaksOpenRules(excerpt(compared.document, compared.place), compared.faults))
      return [...names, 'rejected by rules that x-rules names']
    // Only OpenAPI 3.1 has keywords for a tuple; the document in 3.0 names the rule in `x-rules`.
    return (await isValid('3.1', cures)) ? undefined : [...names, 'rejected by rules that x-rules names']
  }
  for (const cures of [[], ...UNTRUTHS.map((untruth) => [untruth])]) {
    const reasons = await accounts(cures)
    if (reasons !== undefined) return reasons
  }
  let left = UNTRUTHS
  let reasons = await accounts(left)
  for (const untruth of reasons === undefined ? [] : UNTRUTHS) {
    const fewer = left.filter((other) => other !== untruth)
    const fewerReasons = await accounts(fewer)
    if (fewerReasons === undefined) continue
    left = fewer
    reasons = fewerReasons
  }
  return reasons
}

/** Compares, and counts. Throws where service and document disagree for no known reason. */
export async function compare(compared: Compared, tally: Tally): Promise<void> {
  const reasons = await reasonsFor(compared)
  if (reasons === undefined) {
    const { isAccepted, version, value, faults, document, place } = compared
    throw new Error(
      `${isAccepted ? 'accepted or sent, but not valid' : 'valid, but rejected'} (${version}): ${JSON.stringify(value)}` +
        `${isAccepted ? '' : `\n  ${JSON.stringify(faults)}`}\n${excerpt(document, place)}`
    )
  }
  if (reasons.length === 0) tally.agree(compared.isAccepted)
  else tally.disagree(reasons)
}

/** Whether a value is beyond the limits that a document names for all values. */
function isBeyondLimits(document: object, value: unknown): boolean {
  const { depth, magnitude } = (document as { 'x-limits': { depth: number; magnitude: number } })['x-limits']
  const isBeyond = (part: unknown, levels: number): boolean => {
    if (typeof part === 'number') return Math.abs(part) > magnitude
    if (typeof part !== 'object' || part === null) return false
    return levels === 0 || Object.values(part).some((inner) => isBeyond(inner, levels - 1))
  }
  return isBeyond(value, depth)
}

/** What formats report whose rules reject more than the names of the formats say; the document lists those rules. */
const OPEN_FORMATS = Object.values<Format>(FORMATS).flatMap(({ isPartial, message }) => (isPartial ? message : []))

/** Whether a value was rejected for rules alone that the document names and has no words for. */
function breaksOpenRules(schemas: string, faults: readonly FoundFault[]): boolean {
  const named = new Set(
    [...schemas.matchAll(/\{"rule":"([^"]+)"(?:,"fault":"([^"]+)")?/g)].map(([, rule, fault]) => fault ?? rule)
  )
  // What a transformation of class-transformer makes of a value is checked, and a document cannot know it.
  if (named.has('transform')) return true
  const isOpen = ({ rule, message }: FoundFault) =>
    rule === undefined || (rule === 'format' && !named.has(rule))
      ? OPEN_FORMATS.some((open) => message.endsWith(open))
      : named.has(rule)
  return faults.length > 0 && faults.every(isOpen)
}

/** The part of a document at a place, with the components that it refers to, for a message. */
function excerpt(document: object, place: readonly string[]): string {
  const at = (steps: readonly string[]) =>
    steps.reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], document)
  const found = new Map<string, string>()
  const visit = (name: string, node: unknown) => {
    const text = JSON.stringify(node)
    found.set(name, text)
    for (const [, other = ''] of text.matchAll(/#\/components\/schemas\/([\w.-]+)/g)) {
      if (!found.has(other)) visit(other, at(['components', 'schemas', other]))
    }
  }
  visit(`/${place.join('/')}`, at(place))
  return [...found].map(([name, text]) => `  ${name}: ${text}`).join('\n')
}
