import { diffDocuments } from '../../diff/diff-documents.js'
import { type Change, LEVELS, type Level } from '../../diff/operations/change.js'
import { ruleNames } from '../../diff/operations/rules.js'
import { markdownReport } from '../../diff/report/markdown.js'
import { countsInWords, type DiffReport, reportOf } from '../../diff/report/report.js'
import { textReport } from '../../diff/report/text.js'
import { nearestName } from '../../options.js'
import { UsageError } from '../definition/usage-error.js'
import { documentFrom } from './document-source.js'

const FORMATS: Readonly<Record<string, (report: DiffReport) => string>> = {
  text: textReport,
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: markdownReport
}

/** Compares two documents; returns the report, its counts in words, and the exit code. */
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
  const isIgnored = ignoring(options.ignore)
  const documents = {
    old: await documentFrom(oldSource, options.name),
    new: await documentFrom(newSource, options.name)
  }
  const all = diffDocuments(documents)
  const changes = all.filter((change) => !isIgnored(change))
  const report = reportOf(documents, changes, all.length - changes.length)
  const text = FORMATS[options.format]?.(report) ?? ''
  return { text, counts: countsInWords(report), code: fails(changes, options.failOn) ? 1 : 0 }
}

function fails(changes: readonly Change[], failOn: Level | 'any' | 'none'): boolean {
  if (failOn === 'none') return false
  const worst = failOn === 'any' ? LEVELS : LEVELS.slice(0, LEVELS.indexOf(failOn) + 1)
  return changes.some(({ level }) => worst.includes(level))
}

/** @throws UsageError for what is neither a rule nor an operation */
function ignoring(all: readonly string[]): (change: Change) => boolean {
  const rules = new Set(ruleNames())
  const parsed = all.map((text) => {
    const [, rule, operation] = /^(?:([a-z][a-z0-9-]*)(?:@|$))?(.*)$/s.exec(text) ?? []
    if (rule !== undefined && !rules.has(rule)) {
      const similar = nearestName(rule, [...rules])
      throw new UsageError(
        `There is no rule ${rule} to ignore; ${similar === undefined ? 'see docs/command-line.md' : `did you mean ${similar}?`}`
      )
    }
    if (rule === undefined && !/^\S+ \S/.test(operation ?? '')) {
      throw new UsageError(`--ignore ${text} is neither a rule nor an operation, as in GET /items`)
    }
    return { rule, operation: operation === '' ? undefined : operation }
  })
  return (change) =>
    parsed.some(
      ({ rule, operation }) =>
        (rule === undefined || rule === change.rule) && (operation === undefined || operation === change.operation)
    )
}
