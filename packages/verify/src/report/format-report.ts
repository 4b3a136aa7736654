import { FINDING_TITLES } from './finding-titles.js'
import type { OperationReport, ReportedFinding, VerifyReport } from './report.js'
import { formatLogs } from './service-logs.js'
import { visible } from './visible.js'

/** The report as text, for a terminal or a spec's message: what is not proved, then the findings, then the summary. */
export function formatReport(report: VerifyReport): string {
  const { disagreements, suspicions } = report
  const blocks = disagreements.map((finding, index) => formatFinding(finding, index + 1))
  const doubts = suspicions.map((finding, index) => formatFinding(finding, disagreements.length + index + 1))
  const heading = doubts.length > 0 ? ['Suspicions: no document forbids this, but a good service does not do it'] : []
  const notes = formatNotes(report)
  const unproved = formatUnproved(report)
  const logs = formatLogs(report.logs ?? [])
  return [
    ...blocks,
    ...heading,
    ...doubts,
    ...(unproved.length > 0 ? [unproved.join('\n')] : []),
    ...(notes.length > 0 ? [notes.join('\n')] : []),
    ...(logs.length > 0 ? [logs.join('\n')] : []),
    formatCoverage(report),
    formatSummary(report)
  ]
    .map(visible)
    .join('\n\n')
}

function formatFinding(finding: ReportedFinding, number: number): string {
  const { kind, operation, foundBy, count, curl, document, response, isAccepted } = finding
  const type = response.contentType === undefined ? '' : ` ${response.contentType}`
  // The body of a failure says nothing of it.
  const shown = (response.error ?? response.body).replace(/\r?\n/g, '\\n')
  const body = shown === '' ? '' : `: ${shown}`
  return [
    `${number}. ${FINDING_TITLES[kind]} (${operation}${count > 1 ? `, found ${count} times` : ''}${isAccepted ? ', accepted by the baseline' : ''})`,
    `   Request   ${curl.replaceAll('\n', '\n             ')}`,
    `   Document  ${document}`,
    `   Service   ${response.status === 0 ? 'no response' : `${response.status}${type}`}${body}`,
    `   Found by  ${foundBy}`
  ].join('\n')
}

function formatUnproved({ unproved, untriedSequences }: VerifyReport): string[] {
  const lines = unproved.map(({ operation, why, needs, isAllowed }) => {
    return `  ${operation}: ${why}; needs ${needs}${isAllowed ? ' (allowed)' : ''}`
  })
  const sequences = untriedSequences.map((sequence) => `  ${sequence}`)
  return [
    ...(lines.length > 0 ? ['Not proved:', ...lines] : []),
    ...(sequences.length > 0 ? ['Sequences that were not tried:', ...sequences] : [])
  ]
}

function formatNotes({ operations, unknownIds, staleBaseline }: VerifyReport): string[] {
  const active = operations.filter(({ isSkipped }) => !isSkipped)
  const lines: string[] = []
  const note = (title: string, noted: readonly OperationReport[], format: (operation: OperationReport) => string) => {
    if (noted.length > 0) lines.push(`${title}: ${noted.map(format).join('; ')}`)
  }
  note(
    'Skipped',
    operations.filter(({ isSkipped }) => isSkipped),
    name
  )
  note(
    'Requests that got a 429, which proves nothing; lift the limit for verification',
    active.filter(({ limited }) => limited > 0),
    (operation) => `${name(operation)} ${operation.limited} of ${operation.requests}`
  )
  note(
    'Documented statuses that never occurred',
    active.filter(({ requests, isReached, unreachedStatuses: { length } }) => requests > 0 && isReached && length > 0),
    (operation) => `${name(operation)} ${operation.unreachedStatuses.join(', ')}`
  )
  note(
    'Valid requests rejected by a rule listed under x-rules',
    active.filter(({ rejectedByRule }) => rejectedByRule > 0),
    (operation) => `${name(operation)} ${operation.rejectedByRule}`
  )
  note(
    'Invalid requests that got a status other than those of validation (401, 404, 409 …)',
    active.filter(({ inconclusive }) => inconclusive > 0),
    (operation) => `${name(operation)} ${operation.inconclusive}`
  )
  if (staleBaseline.length > 0) {
    const stale = staleBaseline.map(({ kind, operation, what }) => `${kind} ${operation} ${what}`)
    lines.push(`Accepted by the baseline, and not found any more: ${stale.join('; ')}`)
  }
  if (unknownIds.length > 0) lines.push(`No operation is named: ${unknownIds.join(', ')}`)
  return lines
}

/** How many of the unmet points of a part are listed. */
const LISTED = 5

function formatCoverage({ coverage, minCoverage }: VerifyReport): string {
  const { percentage } = coverage
  const rows = coverage.parts
    .filter(({ total }) => total > 0)
    .map(({ part, total, met, unmet }) => {
      const listed = unmet.slice(0, LISTED).join(', ')
      const more = unmet.length > LISTED ? `, and ${unmet.length - LISTED} more` : ''
      const missing = unmet.length > 0 ? `  not met: ${listed}${more}` : ''
      return `  ${part.padEnd(20)} ${String(met).padStart(5)} of ${String(total).padEnd(5)}${missing}`.trimEnd()
    })
  // Rounded down: 100 % is all of it.
  const least = percentage < minCoverage ? `, less than the ${minCoverage} % that are required` : ''
  return [`Coverage of the contract: ${(Math.floor(percentage * 10) / 10).toFixed(1)} %${least}`, ...rows].join('\n')
}

function name({ id, method, path }: OperationReport): string {
  return id === `${method} ${path}` ? id : `${id} (${method} ${path})`
}

function formatSummary(report: VerifyReport): string {
  const { disagreements, suspicions, unproved, requests, shrinkRequests, operations, seed, milliseconds } = report
  const active = operations.filter((operation) => !operation.isSkipped)
  const total = active.reduce((sum, { edgeCases }) => sum + edgeCases.total, 0)
  const tried = active.reduce((sum, { edgeCases }) => sum + edgeCases.tried + edgeCases.shared, 0)
  const reached = active.filter((operation) => operation.isReached).length
  const doubtful = unproved.filter(({ isAllowed }) => !isAllowed).length
  const found = [
    ...(doubtful > 0 ? [`${count(doubtful, 'operation')} not proved`] : []),
    disagreements.length === 0 ? 'no disagreement' : count(disagreements.length, 'disagreement'),
    ...(suspicions.length > 0 ? [count(suspicions.length, 'suspicion')] : [])
  ].join(', ')
  const shrunk = shrinkRequests > 0 ? ` and ${shrinkRequests} to simplify` : ''
  const stopped = report.isGone
    ? '; stopped, for the service accepts no connection any more'
    : report.isAborted
      ? '; stopped before its end'
      : report.isStoppedEarly
        ? '; stopped there'
        : ''
  return (
    `${found.charAt(0).toUpperCase()}${found.slice(1)} in ${count(requests, 'request')}${shrunk} ` +
    `(${(milliseconds / 1000).toFixed(1)} s)${stopped}. ` +
    `${reached} of ${count(active.length, 'operation')} reached, ${tried} of ${count(total, 'edge case')} tried. Seed ${seed}.`
  )
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
