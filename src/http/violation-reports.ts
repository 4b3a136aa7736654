import type { Fault } from '../errors.js'
import { shortened } from './lifetime/log-text.js'

/** One way in which a response breaks the document. */
export interface Violation {
  /** The same for all responses of an operation that break the same rule of the same field. */
  readonly key: string
  /** In words: `'name' is required`. */
  readonly text: string
}

/** What is wrong with a response, found out when it is first read. */
export type Violations = () => readonly Violation[]

/** @param whole names what the faults are about: `the body`; `before` comes before each text. */
export function violationsOf(faults: readonly Fault[], whole: string, before = ''): Violation[] {
  return faults.map(({ path, rule, message }) => ({
    key: `${before}${path.replace(/\[\d+\]/g, '[]')} ${rule}`,
    text: `${before}${path === '' ? whole : `'${path}'`} ${message}`
  }))
}

/** The violations in one line, which is not as long as a body. */
export function violationText(violations: readonly Violation[]): string {
  return shortened(violations.map(({ text }) => text).join('; '))
}

/** A response that breaks the document, as hooks get it. */
export interface ResponseViolation {
  /** The status that breaks the document, or whose response does. */
  readonly status: number
  /** What is wrong, in words: `'id' must be an integer`, `the status 202 is not documented`. Found out when it is read. */
  readonly messages: readonly string[]
}

/** How many violations of an operation and status are known apart: keys of maps are part of their paths. */
const MOST_KEYS = 64

/** A key may contain keys of maps, which may be as long as a client likes: all that are longer than this are known as one. */
const LONGEST_KEY = 200

/** How many responses are looked into one by one; then every so many, as new violations of the same operation are rare. */
const LOOKED_INTO = 16

interface Reported {
  responses: number
  readonly keys: Set<string>
}

/**
 * What the log says of responses that break the document: each violation of an operation once, and the tenth, hundredth,
 * thousandth … response with their number. So a handler that is always wrong does not fill the log, and is not forgotten.
 */
export class ViolationReports {
  readonly #reported = new WeakMap<object, Map<number, Reported>>()

  /** The text about one more response; undefined where the log has said it. */
  textOf(operation: object, status: number, violations: Violations): string | undefined {
    const reported = this.#reportedOf(operation, status)
    const count = ++reported.responses
    const isRound = count >= 10 && /^10*$/.test(String(count))
    if (count > LOOKED_INTO && count % LOOKED_INTO !== 0 && !isRound) return undefined
    const found = violations()
    const fresh = found.filter(({ key }) => isAdded(reported.keys, key))
    if (isRound) return `${violationText(found)} (${count.toLocaleString('en')} such responses by now)`
    return fresh.length === 0 ? undefined : violationText(fresh)
  }

  #reportedOf(operation: object, status: number): Reported {
    const byStatus = this.#reported.get(operation) ?? new Map<number, Reported>()
    this.#reported.set(operation, byStatus)
    const reported = byStatus.get(status) ?? { responses: 0, keys: new Set<string>() }
    byStatus.set(status, reported)
    return reported
  }
}

function isAdded(keys: Set<string>, key: string): boolean {
  const known = key.length > LONGEST_KEY ? 'a long key' : key
  if (keys.has(known) || keys.size >= MOST_KEYS) return false
  keys.add(known)
  return true
}
