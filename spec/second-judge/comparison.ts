import type { Service } from '../../src/index.js'
import { FORMATS, type Format } from '../../src/record/rule/formats.js'
import { count } from '../support/chance.js'
import { rewritten, type Untruth } from './cures.js'
import { type Check, SecondJudge } from './hyperjump.js'

/** How many comparisons were made, and what they found. */
export class Tally {
  agreed = { valid: 0, invalid: 0 }
  /** Where the document itself names a rule that it has no words for (`x-rules`). */
  open = 0
  readonly untruths = new Map<string, number>()

  get comparisons(): number {
    return this.agreed.valid + this.agreed.invalid + this.disagreements
  }

  disagreements = 0

  agree(isValid: boolean): void {
    if (isValid) this.agreed.valid++
    else this.agreed.invalid++
  }

  found(untruths: readonly Untruth[]): void {
    this.disagreements++
    if (untruths.length === 0) this.open++
    for (const { what } of untruths) this.untruths.set(what, (this.untruths.get(what) ?? 0) + 1)
  }

  /** Has `npm run deep` print the counters. */
  report(about: string): void {
    count(`comparisons of ${about} with the second judge`, this.comparisons)
    count(`${about}: stricter by rules that the document names in x-rules`, this.open)
    for (const [what, times] of this.untruths) count(`${about}: ${what}`, times)
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

/**
 * Finds the untruths that account for a disagreement: one of them, or as few as do together. Undefined where all
 * together do not.
 */
export async function explained(
  untruths: readonly Untruth[],
  agreesWith: (cures: readonly Untruth[]) => Promise<boolean>
): Promise<readonly Untruth[] | undefined> {
  for (const untruth of untruths) if (await agreesWith([untruth])) return [untruth]
  let left = untruths
  if (!(await agreesWith(left))) return undefined
  for (const untruth of untruths) {
    const fewer = left.filter((other) => other !== untruth)
    if (await agreesWith(fewer)) left = fewer
  }
  return left
}

/** What formats report whose rules reject more than the names of the formats say; the document lists those rules. */
const OPEN_FORMATS = Object.values<Format>(FORMATS).flatMap(({ isPartial, message }) => (isPartial ? message : []))

/** Whether a value was rejected for such formats alone. */
export function breaksOpenFormats(faults: readonly { readonly message: string }[]): boolean {
  const isOpen = (text: string) => OPEN_FORMATS.some((message) => text.endsWith(message))
  return faults.length > 0 && faults.every(({ message }) => isOpen(message))
}

/** The part of a document at a place, with the components that it refers to, for a message. */
export function excerpt(document: object, place: readonly string[]): string {
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
