import { Field, type Service } from 'fieldstone'
import { validated } from '../../support/bound.js'
import { count } from '../../support/chance.js'
import type { DialectVersion } from '../../support/dialect-version.js'
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

/** A document as it is published, with the judge of its schemas. */
export class Documents {
  readonly #judge: SecondJudge

  constructor(service: Service) {
    this.#judge = new SecondJudge(service.document)
  }

  check(place: readonly string[]): Promise<Check> {
    return this.#judge.at(...place)
  }

  close(): void {
    this.#judge.close()
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
  /** Whether it is valid under the document in that version. */
  readonly isValid: (version: DialectVersion) => Promise<boolean>
}

/** What accounts for a disagreement. Empty where both agree; undefined where no reason is known. */
export async function reasonsFor(compared: Compared): Promise<readonly string[] | undefined> {
  const { isAccepted, version, isValid } = compared
  if (isAccepted === (await isValid(version))) return []
  if (isAccepted) return undefined
  if (isBeyondLimits(compared.document, compared.value)) return ['rejected by limits that x-limits names']
  const byRules = ['rejected by rules that x-rules names']
  if (await breaksOpenRules(excerpt(compared.document, compared.place), compared.faults)) return byRules
  // Only OpenAPI 3.1 has keywords for a tuple; the document in 3.0 names the rule in `x-rules`.
  return (await isValid('3.1')) ? undefined : byRules
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

/** The formats whose rules reject more than their names and patterns say; documents list those rules. */
const PARTIAL_FORMATS = [
  ...['email', 'uri', 'phone', 'hostname', 'date-time-local', 'decimal128', 'http-date', 'idn-email', 'idn-hostname'],
  ...['int64', 'iri', 'iri-reference', 'regex', 'uint64', 'uri-reference', 'uri-template']
] as const
let openMessages: Promise<readonly string[]> | undefined

/** What such formats say of a text that none of them accepts. */
function openFormatMessages(): Promise<readonly string[]> {
  const messageOf = async (format: (typeof PARTIAL_FORMATS)[number]) => {
    class Holder {}
    Field(() => String, { format })(Holder.prototype, 'text')
    const { faults = [] } = await validated(Holder, { text: '\0 {(\\' })
    return faults.map(({ message }) => message)
  }
  openMessages ??= Promise.all(PARTIAL_FORMATS.map(messageOf)).then((messages) => messages.flat())
  return openMessages
}

/** Whether a value was rejected for rules alone that the document names and has no words for. */
async function breaksOpenRules(schemas: string, faults: readonly FoundFault[]): Promise<boolean> {
  const openFormats = await openFormatMessages()
  const named = new Set(
    [...schemas.matchAll(/\{"rule":"([^"]+)"(?:,"fault":"([^"]+)")?/g)].map(([, rule, fault]) => fault ?? rule)
  )
  // What a transformation of class-transformer makes of a value is checked, and a document cannot know it.
  if (named.has('transform')) return true
  const isOpen = ({ rule, message }: FoundFault) =>
    rule === undefined || (rule === 'format' && !named.has(rule))
      ? openFormats.some((open) => message.endsWith(open))
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
