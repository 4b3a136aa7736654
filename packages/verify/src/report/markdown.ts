import { FINDING_TITLES } from './finding-titles.js'
import type { OperationReport, ReportedFinding, VerifyReport } from './report.js'
import { visible } from './visible.js'

/** The report as Markdown, for the summary page of a CI job. */
export function formatMarkdown(report: VerifyReport): string {
  const { outcome, disagreements, suspicions, unproved, operations, coverage, requests, seed } = report
  const percentage = Math.floor(coverage.percentage * 10) / 10
  return [
    `## ${OUTCOMES[outcome]}`,
    `${requests} requests, ${percentage} % of the contract met. Seed ${seed}.`,
    ...section(
      'Not proved',
      unproved.map(({ operation, why, needs, isAllowed }) => {
        return `- \`${operation}\`: ${cell(why)}; needs ${cell(needs)}${isAllowed ? ' (allowed)' : ''}`
      })
    ),
    ...section('Disagreements', disagreements.map(formatFinding)),
    ...section('Suspicions', suspicions.map(formatFinding)),
    '### Coverage of the contract',
    [
      '| part | met | of | not met |',
      '|---|---:|---:|---|',
      ...coverage.parts.map(({ part, met, total, unmet }) => {
        const listed = unmet.slice(0, 5).map(cell).join(', ')
        return `| ${part} | ${met} | ${total} | ${listed}${unmet.length > 5 ? ', …' : ''} |`
      })
    ].join('\n'),
    '### Operations',
    [
      '| operation | requests | statuses | edge cases |',
      '|---|---:|---|---:|',
      ...operations.map((operation) => operationRow(operation))
    ].join('\n'),
    ''
  ]
    .map(visible)
    .join('\n\n')
}

const OUTCOMES = {
  proved: 'The service keeps its document',
  disagreement: 'The service contradicts its document',
  unproved: 'The service is not proved to keep its document'
} as const

function section(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`### ${title}`, ...entries]
}

function formatFinding({ kind, operation, curl, document, response, isAccepted, count }: ReportedFinding): string {
  const times = count > 1 ? `, ${count} times` : ''
  const { status, body, error } = response
  return [
    `**${FINDING_TITLES[kind]}** (\`${operation}\`${times}${isAccepted ? ', accepted by the baseline' : ''})`,
    fenced('sh', curl),
    `Document: ${cell(document)}`,
    fenced('', `${status === 0 ? 'no response' : status} ${error ?? body}`)
  ].join('\n\n')
}

/** A code block whose fence is longer than any in the text (CommonMark, section 4.5). */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function operationRow({ id, isSkipped, requests, statuses, edgeCases }: OperationReport): string {
  const { total, tried, shared } = edgeCases
  const counts = Object.entries(statuses).map(([status, times]) => `${status}: ${times}`)
  return `| ${cell(id)} | ${isSkipped ? 'skipped' : requests} | ${counts.join(', ')} | ${tried + shared} of ${total} |`
}

/** A text that neither ends a cell of a table nor is HTML. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ')
}
