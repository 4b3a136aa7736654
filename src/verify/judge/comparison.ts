import type { PublishedOperation } from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { NoAnswer } from '../wire/exchange.js'
import { headerValues, type WireRequest, type WireResponse } from '../wire/wire-request.js'
import type { DisagreementKind } from './disagreement-kind.js'
import type { Verdict } from './request-judge.js'
import { judgeProblem, judgeResponse, type ResponseFault, readProblem } from './response-judge.js'
import type { RequestFault } from './verdict.js'
import { isListedRule, type ToldFault } from './x-rules.js'

/** One thing in which an answer disagrees with the document. */
export interface Finding {
  readonly kind: DisagreementKind
  /** What tells it from other findings of its kind with the same operation. */
  readonly what: string
  /** What the judge says of the request, or of the answer. */
  readonly judge: string
}

/** What was learnt from one answer. */
export interface Comparison {
  readonly findings: readonly Finding[]
  /**
   * `inconclusive`: an invalid request was answered by something that comes before validation or stands beside it
   * (401, 404, 409 …); `rule`: a valid request was refused by a rule that the document lists; `limited`: a 429, which
   * says nothing about the request; `denied`: a 401 where the document asks for credentials, in spite of those that there
   * are; `stranger`: a request that was to be kept out, and was.
   */
  readonly outcome: 'accepted' | 'refused' | 'inconclusive' | 'rule' | 'limited' | 'denied' | 'stranger' | 'other'
}

/** The statuses by which a request is called invalid. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 414, 415, 422, 431])

/** Compares what a service answered with what the judge says of the request. */
export function compare(
  checks: SchemaChecks,
  verdict: Verdict,
  request: WireRequest,
  response: WireResponse | NoAnswer
): Comparison {
  if (response instanceof NoAnswer) {
    return {
      findings: [{ kind: 'server-error', what: 'none', judge: `the service did not answer: ${response.reason}` }],
      outcome: 'other'
    }
  }
  const { status } = response
  if (status >= 500) {
    return {
      findings: [{ kind: 'server-error', what: String(status), judge: describeVerdict(verdict) }],
      outcome: 'other'
    }
  }
  if (status === 429) {
    const operation = 'operation' in verdict ? verdict.operation : undefined
    const isElsewhere = operation === undefined
    const findings = isElsewhere ? judgeProblem(response).map(findingOf) : answerFindings(checks, operation, response)
    return { findings, outcome: 'limited' }
  }
  if (status === 401 && isAsked(verdict)) {
    return { findings: answerFindings(checks, verdict.operation, response), outcome: 'denied' }
  }
  switch (verdict.kind) {
    case 'unknown-path':
      return compareUnknownPath(verdict, response)
    case 'unknown-method':
      return compareUnknownMethod(verdict.methods, request, response)
    case 'open':
      return { findings: answerFindings(checks, verdict.operation, response), outcome: 'other' }
    case 'valid':
      return compareValid(checks, verdict.operation, request, response)
    case 'invalid':
      return compareInvalid(checks, verdict, response)
  }
}

/** Compares what a service answered to somebody who shows no credentials, or wrong ones, or not all. */
export function compareStranger(
  checks: SchemaChecks,
  verdict: Verdict,
  request: WireRequest,
  response: WireResponse | NoAnswer
): Comparison {
  const usual = compare(checks, verdict, request, response)
  if (response instanceof NoAnswer || response.status >= 500 || response.status === 429 || !isAsked(verdict))
    return usual
  const { status } = response
  const findings = answerFindings(checks, verdict.operation, response)
  // What is malformed may be refused before anybody asks who sent it.
  const isKeptOut = status === 401 || status === 403 || (verdict.kind !== 'valid' && REFUSALS.has(status))
  if (isKeptOut) return { findings, outcome: 'stranger' }
  const names = verdict.operation.security.map((schemes) => schemes.map(({ name }) => name).join(' and '))
  const judge = `the document asks for ${names.join(' or ')}, and promises a 401`
  return { findings: [{ kind: 'accepted-stranger', what: '', judge }, ...findings], outcome: 'accepted' }
}

/** Whether the request leads to an operation that asks for credentials. */
function isAsked(verdict: Verdict): verdict is Extract<Verdict, { kind: 'valid' | 'invalid' | 'open' }> {
  const { kind } = verdict
  return (kind === 'valid' || kind === 'invalid' || kind === 'open') && verdict.operation.security.length > 0
}

function compareValid(
  checks: SchemaChecks,
  operation: PublishedOperation,
  request: WireRequest,
  response: WireResponse
): Comparison {
  const findings = answerFindings(checks, operation, response)
  const faults = toldFaults(response)
  const isRefused =
    response.status >= 400 && (REFUSALS.has(response.status) || response.status === 405 || faults !== undefined)
  if (!isRefused) return { findings, outcome: 'accepted' }
  const [contentType] = headerValues(request, 'content-type')
  const rules = faults ?? []
  if (rules.length > 0 && rules.every((fault) => isListedRule(checks, operation, contentType, fault))) {
    return { findings, outcome: 'rule' }
  }
  const told = rules.map(({ in: place, path, rule }) => `${place} ${path.replace(/\[\d+\]/g, '[]')} ${rule}`).sort()
  const what = told.length > 0 ? told.join(', ') : `${response.status} ${readProblem(response)?.detail ?? ''}`
  const finding: Finding = { kind: 'refused-valid', what, judge: 'the request is valid under the document' }
  return { findings: [finding, ...findings], outcome: 'refused' }
}

function compareInvalid(
  checks: SchemaChecks,
  verdict: Extract<Verdict, { kind: 'invalid' }>,
  response: WireResponse
): Comparison {
  const { operation, faults } = verdict
  const { status } = response
  const findings = answerFindings(checks, operation, response)
  if (REFUSALS.has(status) || toldFaults(response) !== undefined) return { findings, outcome: 'refused' }
  // Who is not allowed to ask is not told what is wrong with the question.
  const comesBefore = status === 401 || status === 403
  const isElsewhere = status >= 400 && faults.every((fault) => fault.in !== 'path')
  if (comesBefore || isElsewhere) return { findings, outcome: 'inconclusive' }
  const what = faults
    .map(({ in: place, path, keyword }) => `${place} ${path.replace(/\[\d+\]/g, '[]')} ${keyword}`)
    .join(', ')
  return {
    findings: [{ kind: 'accepted-invalid', what, judge: describeFaults(faults) }, ...findings],
    outcome: 'accepted'
  }
}

function compareUnknownPath(verdict: Extract<Verdict, { kind: 'unknown-path' }>, response: WireResponse): Comparison {
  const { status } = response
  // A redirection to the path's right form leads into the document again.
  if (status >= 300) return { findings: judgeProblem(response).map(findingOf), outcome: 'refused' }
  const finding: Finding =
    verdict.faults.length === 0
      ? { kind: 'undocumented-operation', what: 'path', judge: 'the document has no such path' }
      : {
          kind: 'accepted-invalid',
          what: `path ${verdict.faults[0]?.path} ${verdict.faults[0]?.keyword}`,
          judge: describeFaults(verdict.faults)
        }
  return { findings: [finding], outcome: 'accepted' }
}

function compareUnknownMethod(methods: readonly string[], request: WireRequest, response: WireResponse): Comparison {
  const { status } = response
  const findings = judgeProblem(response).map(findingOf)
  const { method } = request
  // HEAD goes with GET, and OPTIONS tells about the others (RFC 9110, sections 9.3.2 and 9.3.7).
  if (method === 'OPTIONS' || (method === 'HEAD' && methods.includes('GET'))) return { findings, outcome: 'other' }
  const judge = `the document has no ${method} for this path, only ${methods.join(', ')}`
  if (status < 400) {
    return { findings: [{ kind: 'undocumented-operation', what: method, judge }, ...findings], outcome: 'accepted' }
  }
  const allowed = (response.headers.allow ?? '').split(',').map((name) => name.trim().toUpperCase())
  if (status === 405 && !methods.every((name) => allowed.includes(name))) {
    findings.unshift({ kind: 'broken-allow', what: '', judge: `the Allow of a 405 must name ${methods.join(', ')}` })
  }
  return { findings, outcome: 'refused' }
}

function answerFindings(checks: SchemaChecks, operation: PublishedOperation, response: WireResponse): Finding[] {
  return judgeResponse(checks, operation, response).map(findingOf)
}

function findingOf({ kind, what, message }: ResponseFault): Finding {
  return { kind, what, judge: message }
}

/** The faults that an answer lists in `errors`; undefined where it lists none. */
function toldFaults(response: WireResponse): ToldFault[] | undefined {
  const errors = response.status < 400 ? undefined : readProblem(response)?.errors
  if (!Array.isArray(errors) || errors.length === 0) return undefined
  return errors.map((error: Partial<ToldFault> | null) => ({
    in: String(error?.in ?? ''),
    path: String(error?.path ?? ''),
    rule: String(error?.rule ?? '')
  }))
}

/** What the judge says of a request, as a sentence. */
function describeVerdict(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'valid':
      return 'the request is valid under the document'
    case 'open':
      return `the document leaves the request open: ${verdict.reasons.join(', ')}`
    case 'invalid':
      return describeFaults(verdict.faults)
    case 'unknown-path':
      return verdict.faults.length > 0 ? describeFaults(verdict.faults) : 'the document has no such path'
    case 'unknown-method':
      return `the document has only ${verdict.methods.join(', ')} for this path`
  }
}

function describeFaults(faults: readonly RequestFault[]): string {
  return faults
    .map(({ in: place, path, message }) => `${place}${path === '' ? '' : ` '${path}'`}: ${message}`)
    .join('; ')
}
