import {
  type Change,
  countsInWords,
  type DiffReport,
  diffDocuments,
  LEVELS,
  type Level,
  markdownReport,
  reportOf,
  textReport
} from 'fieldstone-diff'
import { documentFrom } from '../module/document-source.js'
import { checkOperations, parseIgnored } from './ignored-changes.js'

const FORMATS: Readonly<Record<string, (report: DiffReport) => string>> = {
  text: textReport,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: markdownReport
}

/**
 * Compares two documents; returns the report, its counts in words, and the exit code.
 *
 * @throws UsageError for a document that cannot be read, and for a rule or an operation to ignore that does not exist
 */
export async function runDiff(
  oldSource: string,
  newSource: string,
  options: {
    readonly format: string
    readonly failOn: Level | 'any' | 'none'
    readonly ignore: readonly string[]
    readonly name?: string
  }
): Promise<{ readonly text: string; readonly counts: string; readonly code: number }> {
  const ignored = parseIgnored(options.ignore)
  const documents = {
    old: await documentFrom(oldSource, options.name),
    new: await documentFrom(newSource, options.name)
  }
  checkOperations(ignored, documents)
  const all = diffDocuments(documents)
  const changes = all.filter((change) => !ignored.some((each) => each.matches(change)))
  const unmatched = ignored.filter((each) => !all.some((change) => each.matches(change)))
  const report = reportOf(documents, changes, {
    ignored: all.length - changes.length,
    unmatched: unmatched.map(({ text }) => text)
  })
  const text = FORMATS[options.format]?.(report) ?? ''
  return { text, counts: countsInWords(report), code: fails(changes, options.failOn) ? 1 : 0 }
}

function fails(changes: readonly Change[], failOn: Level | 'any' | 'none'): boolean {
  if (failOn === 'none') return false
  const worst = failOn === 'any' ? LEVELS : LEVELS.slice(0, LEVELS.indexOf(failOn) + 1)
  return changes.some(({ level }) => worst.includes(level))
}
