import type { DisagreementKind } from '../judge/disagreement-kind.js'
import { type Disagreement, isLimited, isShut, isUnproved, type OperationReport, type VerifyReport } from './report.js'

const TITLES: Readonly<Record<DisagreementKind, string>> = {
  'accepted-invalid': 'The service took what its document forbids',
  'refused-valid': 'The service refused what its document allows',
  'accepted-stranger': 'The service let a stranger in',
  'server-error': 'The service failed',
  'undocumented-operation': 'The service answered what is not in its document',
  'broken-allow': 'A 405 does not tell which methods are allowed',
  'undocumented-status': 'The answer has a status that the document does not know',
  'undocumented-media-type': 'The answer has a media type that the document does not know',
  'broken-response': 'The answer breaks its documented schema',
  'broken-problem': 'The answer is no well-formed problem'
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
    `${number}. ${TITLES[kind]} (${operation}${count > 1 ? `, met ${count} times` : ''})`,
    `   Request   ${curl}`,
    `   Document  ${judge}`,
    `   Service   ${answer.status === 0 ? 'no answer' : `${answer.status}${type}`}${body}`,
    `   Found by  ${probe}`
  ].join('\n')
}

function formatNotes(report: VerifyReport): string[] {
  const { operations } = report
  const active = operations.filter((operation) => !operation.isSkipped)
  const notes = [
    note(
      'Operations without any request, raise the number of runs',
      active.filter(({ requests, isPossible }) => requests === 0 && isPossible),
      name
    ),
    note(
      'Operations for which no valid request could be made',
      active.filter(({ isPossible }) => !isPossible),
      name
    ),
    note(
      'Operations that never had success',
      active.filter((operation) => operation.requests > 0 && !operation.isReached && !isUnproved(operation)),
      name
    ),
    note(
      'Operations not reached: they answered 401 to everything; give credentials, with --header or --query',
      active.filter(isShut),
      name
    ),
    note(
      'Requests answered 429, which prove nothing; lift the limit for the proof',
      active.filter(({ limited }) => limited > 0),
      (operation) => `${name(operation)} ${operation.limited} of ${operation.requests}`
    ),
    note(
      'Documented statuses that never came',
      active.filter(
        ({ requests, isReached, unreachedStatuses }) => requests > 0 && isReached && unreachedStatuses.length > 0
      ),
      (operation) => `${name(operation)} ${operation.unreachedStatuses.join(', ')}`
    ),
    note(
      'Valid requests refused by a rule listed under x-rules',
      active.filter(({ refusedByRule }) => refusedByRule > 0),
      (operation) => `${name(operation)} ${operation.refusedByRule}`
    ),
    note(
      'Invalid requests answered before or beside validation (401, 404, 409 …)',
      active.filter(({ inconclusive }) => inconclusive > 0),
      (operation) => `${name(operation)} ${operation.inconclusive}`
    ),
    note(
      'Skipped',
      operations.filter((operation) => operation.isSkipped),
      name
    )
  ]
  if (report.unknownSkips.length > 0) notes.push(`No operation is named: ${report.unknownSkips.join(', ')}`)
  return notes.filter((line) => line !== '')
}

function note(
  title: string,
  operations: readonly OperationReport[],
  tell: (operation: OperationReport) => string
): string {
  return operations.length === 0 ? '' : `${title}: ${operations.map(tell).join('; ')}`
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
  const shrunk = shrinkRequests > 0 ? ` and ${shrinkRequests} to make them small` : ''
  const unproved = [
    [active.filter(isLimited).length, 429],
    [active.filter(isShut).length, 401]
  ].flatMap(([number = 0, status]) => {
    return number > 0 ? `${count(number, 'operation')} that answered nothing but ${status}` : []
  })
  const doubt = unproved.length > 0 ? `, and no proof of ${unproved.join(' and ')},` : ''
  const found = disagreements.length === 0 ? 'No disagreement' : count(disagreements.length, 'disagreement')
  const stopped = report.isStoppedEarly ? '; stopped there' : ''
  return (
    `${found}${doubt} in ${count(requests, 'request')}${shrunk} (${(milliseconds / 1000).toFixed(1)} s)${stopped}. ` +
    `${reached} of ${count(active.length, 'operation')} reached, ${tried} of ${count(total, 'edge')} tried. Seed ${seed}.`
  )
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
