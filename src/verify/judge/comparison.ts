import type { PublishedOperation } from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { NoResponse } from '../wire/target.js'
import { headerValues, type WireRequest, type WireResponse } from '../wire/wire-request.js'
import type { Finding } from './finding.js'
import { judgeProblem, judgeResponse, readProblem } from './response-judge.js'
import { describeVerdict, type Verdict } from './verdict.js'
import { isListedRule, type ReportedFault } from './x-rules.js'

/** What one response shows. */
export interface Comparison {
  readonly findings: readonly Finding[]
  /**
   * - `rejected`: an invalid request was rejected, or a valid one without a good reason;
   * - `rule`: a valid request was rejected by a rule that the document lists;
   * - `inconclusive`: an invalid request got a status that has nothing to do with validation (401, 404, 409 …);
   * - `limited`: a 429, which says nothing about the request;
   * - `denied`: a 401 where the document requires credentials, although the request had those that were given;
   * - `kept-out`: a request with bad credentials was rejected, as it should be.
   */
  readonly outcome: 'accepted' | 'rejected' | 'inconclusive' | 'rule' | 'limited' | 'denied' | 'kept-out' | 'other'
}

/** The statuses that call a request invalid. */
const REJECTIONS: ReadonlySet<number> = new Set([400, 413, 414, 415, 422, 431])

/** Compares the response of the service with the judge's verdict on the request. */
export function compare(
  checks: SchemaChecks,
  verdict: Verdict,
  request: WireRequest,
  response: WireResponse | NoResponse
): Comparison {
  if (response instanceof NoResponse) {
    if (response.isGone) return { findings: [], outcome: 'other' }
    const judge = `the service did not respond: ${response.message}`
    return { findings: [{ kind: 'server-error', what: 'none', judge }], outcome: 'other' }
  }
  const { status } = response
  if (status >= 500) return compareFailure(checks, verdict, response)
  if (status === 429) {
    const operation = 'operation' in verdict ? verdict.operation : undefined
    const findings = operation === undefined ? judgeProblem(response) : judgeResponse(checks, operation, response)
    return { findings, outcome: 'limited' }
  }
  if (status === 401 && requiresCredentials(verdict)) {
    return { findings: judgeResponse(checks, verdict.operation, response), outcome: 'denied' }
  }
  switch (verdict.kind) {
    case 'unknown-path':
      // OPTIONS is for a path as it is written, or for the whole service (RFC 9110, section 9.3.7).
      return request.method === 'OPTIONS' ? { findings: [], outcome: 'other' } : compareUnknownPath(verdict, response)
    case 'unknown-method':
      return compareUnknownMethod(verdict.methods, request, response)
    case 'open':
      return { findings: judgeResponse(checks, verdict.operation, response), outcome: 'other' }
    case 'valid':
      return compareValid(checks, verdict.operation, request, response)
    case 'invalid':
      return compareInvalid(checks, verdict, response)
  }
}

/** The same for a request without credentials, with wrong ones, or without some of those that it needs. */
export function compareBadCredentials(
  checks: SchemaChecks,
  verdict: Verdict,
  request: WireRequest,
  response: WireResponse | NoResponse
): Comparison {
  if (
    response instanceof NoResponse ||
    response.status >= 500 ||
    response.status === 429 ||
    !requiresCredentials(verdict)
  )
    return compare(checks, verdict, request, response)
  const { status } = response
  const findings = judgeResponse(checks, verdict.operation, response)
  // A service may reject a malformed request before it checks credentials.
  const isKeptOut = status === 401 || status === 403 || (verdict.kind !== 'valid' && REJECTIONS.has(status))
  if (isKeptOut) return { findings, outcome: 'kept-out' }
  const names = verdict.operation.security.map((schemes) => schemes.map(({ name }) => name).join(' and '))
  const judge = `the document asks for ${names.join(' or ')}, and promises a 401`
  return { findings: [{ kind: 'accepted-stranger', what: '', judge }, ...findings], outcome: 'accepted' }
}

/**
 * A 5xx is a finding whatever the request was. One that the document lists does not contradict it, but for 500: an
 * unexpected condition (RFC 9110, section 15.6.1) is a mistake also where it is expected.
 */
function compareFailure(checks: SchemaChecks, verdict: Verdict, response: WireResponse): Comparison {
  const { status } = response
  const operation = 'operation' in verdict ? verdict.operation : undefined
  const responses = status === 500 ? undefined : operation?.responses
  const isListed = responses !== undefined && (responses.has(String(status)) || responses.has('5XX'))
  const judge = isListed ? `the document lists ${status}; ${describeVerdict(verdict)}` : describeVerdict(verdict)
  const finding: Finding = { kind: isListed ? 'documented-failure' : 'server-error', what: String(status), judge }
  const broken = operation === undefined || !isListed ? [] : judgeResponse(checks, operation, response)
  return { findings: [finding, ...broken], outcome: 'other' }
}

/** Whether the request leads to an operation that requires credentials. */
function requiresCredentials(verdict: Verdict): verdict is Extract<Verdict, { kind: 'valid' | 'invalid' | 'open' }> {
  const { kind } = verdict
  return (kind === 'valid' || kind === 'invalid' || kind === 'open') && verdict.operation.security.length > 0
}

function compareValid(
  checks: SchemaChecks,
  operation: PublishedOperation,
  request: WireRequest,
  response: WireResponse
): Comparison {
  const { status } = response
  const findings = judgeResponse(checks, operation, response)
  const faults = reportedFaults(response)
  const isRejected = REJECTIONS.has(status) || status === 405 || faults.length > 0
  if (!isRejected) return { findings, outcome: 'accepted' }
  const [contentType] = headerValues(request, 'content-type')
  if (faults.length > 0 && faults.every((fault) => isListedRule(checks, operation, contentType, fault))) {
    return { findings, outcome: 'rule' }
  }
  const texts = faults.map(({ in: place, path, rule }) => `${place} ${withoutIndexes(path)} ${rule}`).sort()
  const what = texts.length > 0 ? texts.join(', ') : `${status} ${readProblem(response)?.detail ?? ''}`
  const finding: Finding = { kind: 'refused-valid', what, judge: 'the request is valid under the document' }
  return { findings: [finding, ...findings], outcome: 'rejected' }
}

function compareInvalid(
  checks: SchemaChecks,
  verdict: Extract<Verdict, { kind: 'invalid' }>,
  response: WireResponse
): Comparison {
  const { operation, faults } = verdict
  const { status } = response
  const findings = judgeResponse(checks, operation, response)
  if (REJECTIONS.has(status) || reportedFaults(response).length > 0) return { findings, outcome: 'rejected' }
  // What is not found, not allowed or in conflict was not accepted, whatever the reason. A redirection accepts nothing
  // either, unless it is what the operation promises.
  const isElsewhere = status >= 400 || (status >= 300 && !operation.responses.has(String(status)))
  if (isElsewhere) return { findings, outcome: 'inconclusive' }
  const what = faults.map(({ in: place, path, keyword }) => `${place} ${withoutIndexes(path)} ${keyword}`).join(', ')
  const kind = faults.every(({ isUnusual }) => isUnusual) ? 'accepted-unusual' : 'accepted-invalid'
  const finding: Finding = { kind, what, judge: describeVerdict(verdict) }
  return { findings: [finding, ...findings], outcome: 'accepted' }
}

function compareUnknownPath(verdict: Extract<Verdict, { kind: 'unknown-path' }>, response: WireResponse): Comparison {
  // A redirection to the path's right form leads back into the document.
  if (response.status >= 300) return { findings: judgeProblem(response), outcome: 'rejected' }
  const judge = describeVerdict(verdict)
  const [fault] = verdict.faults
  const finding: Finding =
    fault === undefined
      ? { kind: 'undocumented-path', what: 'path', judge }
      : {
          kind: fault.isUnusual ? 'accepted-unusual' : 'accepted-invalid',
          what: `path ${fault.path} ${fault.keyword}`,
          judge
        }
  return { findings: [finding], outcome: 'accepted' }
}

function compareUnknownMethod(methods: readonly string[], request: WireRequest, response: WireResponse): Comparison {
  const { status } = response
  const { method } = request
  const findings = judgeProblem(response)
  // HEAD goes with GET, and OPTIONS describes the other methods (RFC 9110, sections 9.3.2 and 9.3.7).
  if (method === 'OPTIONS' || (method === 'HEAD' && methods.includes('GET'))) return { findings, outcome: 'other' }
  if (status < 400) {
    const judge = `the document has no ${method} for this path, only ${methods.join(', ')}`
    return { findings: [{ kind: 'undocumented-operation', what: method, judge }, ...findings], outcome: 'accepted' }
  }
  const allowed = (response.headers.allow ?? '').split(',').map((name) => name.trim().toUpperCase())
  if (status === 405 && !methods.every((name) => allowed.includes(name))) {
    findings.unshift({ kind: 'broken-allow', what: '', judge: `the Allow of a 405 must name ${methods.join(', ')}` })
  }
  return { findings, outcome: 'rejected' }
}

/** The faults that an error response lists in `errors`. */
function reportedFaults(response: WireResponse): ReportedFault[] {
  const errors = response.status < 400 ? undefined : readProblem(response)?.errors
  if (!Array.isArray(errors)) return []
  return errors.map((error: Partial<ReportedFault> | null) => ({
    in: String(error?.in ?? ''),
    path: String(error?.path ?? ''),
    rule: String(error?.rule ?? '')
  }))
}

/** The path with the same text for all items of a list. */
function withoutIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, '[]')
}
