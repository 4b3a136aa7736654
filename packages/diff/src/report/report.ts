import { membersOf } from '../document/members.js'
import type { OpenAPIDocumentAt } from '../document/openapi-document.js'
import { type Change, LEVELS, type Level } from '../operations/change.js'

/** What two documents differ by, as `--format json` prints it. */
export interface DiffReport {
  /** The document that clients know. */
  readonly old: DocumentInReport
  /** The document that clients will see. */
  readonly new: DocumentInReport
  /** How many changes there are of each level. */
  readonly counts: Readonly<Record<Level, number>>
  /** How many were left out because they were to be ignored. */
  readonly ignored: number
  /** What was to be ignored, and matches no change. */
  readonly unmatched: readonly string[]
  /** The changes, those that break clients first. */
  readonly changes: readonly Change[]
}

interface DocumentInReport {
  readonly name: string
  /** `info.version`. */
  readonly version: string
}

/** The report of changes, as `--format json` prints it. */
export function reportOf(
  documents: { readonly old: OpenAPIDocumentAt; readonly new: OpenAPIDocumentAt },
  changes: readonly Change[],
  { ignored, unmatched }: Pick<DiffReport, 'ignored' | 'unmatched'>
): DiffReport {
  const counts = Object.fromEntries(
    LEVELS.map((level) => [level, changes.filter((change) => change.level === level).length])
  ) as Record<Level, number>
  return { old: inReport(documents.old), new: inReport(documents.new), counts, ignored, unmatched, changes }
}

/** That something to be ignored is not there any longer: a sentence each. */
export function unmatchedInWords({ unmatched }: DiffReport): string[] {
  return unmatched.map((each) => `--ignore '${each}' matches no change; leave it out`)
}

function inReport({ name, root }: OpenAPIDocumentAt): DocumentInReport {
  return { name, version: String(membersOf(root.info).version ?? '') }
}

/** One change of several operations, which a shared schema makes. */
export interface SharedChange extends Change {
  readonly operations: readonly string[]
}

/** The changes, those that are the same in several operations once. */
export function shared(changes: readonly Change[]): SharedChange[] {
  const found = new Map<string, Change & { readonly operations: string[] }>()
  for (const change of changes) {
    const { rule, message, oldAt, newAt, operation } = change
    const isOfSchema = oldAt?.startsWith('#/components/') === true && newAt?.startsWith('#/components/') === true
    // The place in the component says more than the way to it, of which each operation has another.
    const key = JSON.stringify([rule, oldAt, newAt, isOfSchema ? message.split('`').at(-1) : [message, operation]])
    const known = found.get(key)
    if (known === undefined) found.set(key, { ...change, operations: operation === undefined ? [] : [operation] })
    else if (operation !== undefined && !known.operations.includes(operation)) known.operations.push(operation)
  }
  return [...found.values()]
}

/** Whose changes they are, as a title. */
export function ownersOf({ operations }: SharedChange): string {
  if (operations.length === 0) return 'The document'
  const shown = operations.slice(0, 4).join(', ')
  return operations.length > 4 ? `${shown} and ${operations.length - 4} more operations` : shown
}

const NAMES: Readonly<Record<Level, string>> = {
  breaking: 'breaking',
  'may-break': 'may break',
  'generated-clients': 'for generated clients',
  compatible: 'compatible'
}

/** `2 breaking, 1 may break, 3 compatible`. */
export function countsInWords({ counts, ignored }: DiffReport): string {
  const parts = LEVELS.filter((level) => counts[level] > 0).map((level) => `${counts[level]} ${NAMES[level]}`)
  const all = parts.length === 0 ? 'no changes' : parts.join(', ')
  return ignored === 0 ? all : `${all}, ${ignored} ignored`
}

/** A text without what could change how a terminal, or a page, shows the rest of it. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    return `\\u${Number(character.codePointAt(0)).toString(16).padStart(4, '0')}`
  })
}
