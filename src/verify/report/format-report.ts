import type { DisagreementKind } from '../judge/finding.js'
import {
  type Disagreement,
  isDenied,
  isLimited,
  isUnproved,
  type OperationReport,
  type VerifyReport
} from './report.js'

const TITLES: Readonly<Record<DisagreementKind, string>> = {
  'accepted-invalid': 'The service accepted what its document forbids',
  'refused-valid': 'The service rejected what its document allows',
  'accepted-stranger': 'The service accepted a request without valid credentials',
  'server-error': 'The service failed',
  'undocumented-operation': 'The service has a path or method that is not in its document',
  'broken-allow': 'A 405 does not name the allowed methods',
  'undocumented-status': 'The response has a status that is not in the document',
  'undocumented-media-type': 'The response has a media type that is not in the document',
  'broken-response': 'The response breaks its documented schema',
  'broken-problem': 'The response is not a well-formed problem'
}

/** The report as text, for a terminal or a spec's message. */
export function formatReport(report: VerifyReport): string {
  const blocks = report.disagreements.map((disagreement, index) => formatDisagreement(disagreement, index + 1))
  const notes = formatNotes(report)
  return [...blocks, ...(notes.length > 0 ? [notes.join('\n')] : []), formatSummary(report)].join('\n\n')
}

function formatDisagreement(disagreement: Disagreement, number: number): string {
  const { kind, operation, probe, count, curl, judge, answer } = disagreement
  const type = answer.contentType === undefined ? '' : ` ${answer.contentType}`
  const body = answer.body === '' ? '' : `: ${answer.body}`
  return [
    `${number}. ${TITLES[kind]} (${operation}${count > 1 ? `, found ${count} times` : ''})`,
    `   Request   ${curl}`,
    `   Document  ${judge}`,
    `   Service   ${answer.status === 0 ? 'no response' : `${answer.status}${type}`}${body}`,
    `   Found by  ${probe}`
  ].join('\n')
}

function formatNotes({ operations, unknownSkips }: VerifyReport): string[] {
  const active = operations.filter(({ isSkipped }) => !isSkipped)
  const lines: string[] = []
  const note = (title: string, noted: readonly OperationReport[], format: (operation: OperationReport) => string) => {
    if (noted.length > 0) lines.push(`${title}: ${noted.map(format).join('; ')}`)
  }
  note(
    'Operations without any request, raise the number of runs',
    active.filter(({ requests, isPossible }) => requests === 0 && isPossible),
    name
  )
  note(
    'Operations for which no valid request could be made',
    active.filter(({ requests, isPossible }) => requests === 0 && !isPossible),
    name
  )
  note(
    'Operations that never succeeded',
    active.filter((operation) => operation.requests > 0 && !operation.isReached && !isUnproved(operation)),
    name
  )
  note(
    'Operations not reached: they always responded 401; give credentials, with --header or --query',
    active.filter(isDenied),
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
    active.filter(({ refusedByRule }) => refusedByRule > 0),
    (operation) => `${name(operation)} ${operation.refusedByRule}`
  )
  note(
    'Invalid requests that got a status other than those of validation (401, 404, 409 …)',
    active.filter(({ inconclusive }) => inconclusive > 0),
    (operation) => `${name(operation)} ${operation.inconclusive}`
  )
  note(
    'Skipped',
    operations.filter(({ isSkipped }) => isSkipped),
    name
  )
  if (unknownSkips.length > 0) lines.push(`No operation is named: ${unknownSkips.join(', ')}`)
  return lines
}

function name({ id, method, path }: OperationReport): string {
  return id === `${method} ${path}` ? id : `${id} (${method} ${path})`
}

function formatSummary(report: VerifyReport): string {
  const { disagreements, requests, shrinkRequests, operations, seed, milliseconds } = report
  const total = operations.reduce((sum, { probes }) => sum + probes.total, 0)
  const tried = operations.reduce((sum, { probes }) => sum + probes.tried, 0)
  const active = operations.filter((operation) => !operation.isSkipped)
  const reached = active.filter((operation) => operation.isReached).length
  const shrunk = shrinkRequests > 0 ? ` and ${shrinkRequests} to simplify them` : ''
  const limited = active.filter(isLimited).length
  const denied = active.filter(isDenied).length
  const unproved = [
    ...(limited > 0 ? [`${count(limited, 'operation')} that always responded 429`] : []),
    ...(denied > 0 ? [`${count(denied, 'operation')} that always responded 401`] : [])
  ]
  const doubt = unproved.length > 0 ? `, and no proof of ${unproved.join(' and ')},` : ''
  const found = disagreements.length === 0 ? 'No disagreement' : count(disagreements.length, 'disagreement')
  const stopped = report.isStoppedEarly ? '; stopped there' : ''
  return (
    `${found}${doubt} in ${count(requests, 'request')}${shrunk} (${(milliseconds / 1000).toFixed(1)} s)${stopped}. ` +
    `${reached} of ${count(active.length, 'operation')} reached, ${tried} of ${count(total, 'edge case')} tried. Seed ${seed}.`
  )
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
