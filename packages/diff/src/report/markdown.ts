import { LEVELS, type Level } from '../operations/change.js'
import { valueInWords } from '../schema/words.js'
import {
  countsInWords,
  type DiffReport,
  harmless,
  ownersOf,
  type SharedChange,
  shared,
  unmatchedInWords
} from './report.js'

/** What a comment of a pull request can hold is 65,536 characters. */
const LONGEST = 60_000

const TITLES: Readonly<Record<Level, string>> = {
  breaking: 'Breaking',
  'may-break': 'May break',
  'generated-clients': 'Breaks generated clients',
  compatible: 'Compatible'
}

/** The report for a comment of a pull request. */
export function markdownReport(report: DiffReport): string {
  const { old, new: next } = report
  const all = shared(report.changes)
  const parts = [
    `## API changes: ${countsInWords(report)}`,
    `From ${code(old.name)} (${escaped(old.version)}) to ${code(next.name)} (${escaped(next.version)}).`
  ]
  for (const level of LEVELS) {
    const own = all.filter((change) => change.level === level)
    if (own.length === 0) continue
    const lines = own.map(line)
    if (level === 'compatible') {
      parts.push(`<details><summary>${TITLES[level]} (${own.length})</summary>`, lines.join('\n'), '</details>')
    } else parts.push(`### ${TITLES[level]}`, lines.join('\n'))
  }
  const unmatched = unmatchedInWords(report)
  if (unmatched.length > 0) parts.push(unmatched.map((each) => `- ${escaped(each)}`).join('\n'))
  return shortened(parts)
}

function line(change: SharedChange): string {
  const example = change.example === undefined ? '' : `, for example ${code(valueInWords(change.example.value))}`
  return `- **${escaped(ownersOf(change))}**: ${escaped(change.message)}${example} (${code(change.rule)})`
}

/** As many lines as fit; a part that was begun is ended. */
function shortened(parts: readonly string[]): string {
  const text = `${parts.join('\n\n')}\n`
  if (text.length <= LONGEST) return text
  const lines = text.split('\n')
  const kept: string[] = []
  let length = 0
  for (const each of lines) {
    length += each.length + 1
    if (length > LONGEST) break
    kept.push(each)
  }
  const isOpen = kept.some((each) => each.startsWith('<details>')) && !kept.includes('</details>')
  const left = lines.slice(kept.length).filter((each) => each.startsWith('- ')).length
  return `${kept.join('\n')}\n${isOpen ? '\n</details>\n' : ''}\nAnd ${left} more: see the report as text or JSON.\n`
}

function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const ticks = '`'.repeat(longest + 1)
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${ticks}${space}${harmless(text)}${space}${ticks}`
}

/** Without Markdown and HTML, but for what is between backticks. */
function escaped(text: string): string {
  return harmless(text)
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[\\`*_<>[\]#|~]/g, '\\$&')))
    .join('')
}
