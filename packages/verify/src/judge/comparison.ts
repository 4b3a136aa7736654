import type { Presented } from '../credentials/presented.js'
import type { PublishedOperation } from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { NoResponse } from '../wire/target.js'
import { essenceOf, headerValues, type WireRequest, type WireResponse } from '../wire/wire-request.js'
import { isConditional, judgeNegotiation } from './condition-judge.js'
import type { Finding, FindingKind } from './finding.js'
import { documentedResponse, judgeProblem, judgeResponse, readProblem } from './response-judge.js'
import { describeVerdict, type Verdict } from './verdict.js'
import { hasListedRule, isListedRule, type ReportedFault } from './x-rules.js'

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

/** Those of requests that are too large. */
const SIZE_LIMITS: ReadonlySet<number> = new Set([413, 414, 431])

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
  const isKnown = verdict.kind === 'valid' || verdict.kind === 'open' || verdict.kind === 'invalid'
  if (isKnown && isConditional(verdict.operation, request, response)) return { findings: [], outcome: 'other' }
  switch (verdict.kind) {
    case 'unknown-path':
      // OPTIONS is for a path as it is written, or for the whole service (RFC 9110, section 9.3.7).
      return request.method === 'OPTIONS'
        ? { findings: [], outcome: 'other' }
        : compareUnknownPath(verdict, request, response)
    case 'unknown-method':
      return compareUnknownMethod(verdict, request, response)
    case 'open':
      return { findings: judgeResponse(checks, verdict.operation, response), outcome: 'other' }
    case 'valid':
      return compareValid(checks, verdict.operation, request, response)
    case 'invalid':
      return compareInvalid(checks, verdict, response)
  }
}

/** A request with other credentials than those of the first alternative. */
export interface OtherCredentials {
  /** The operation that they are for: with another method the request may lead to another one. */
  readonly operation: PublishedOperation
  readonly presented: Presented
  /** Whether the operation has accepted the credentials that it requires. */
  readonly isAdmitted: boolean
}

/** The same for a request with other credentials. */
export function comparePresented(
  checks: SchemaChecks,
  verdict: Verdict,
  request: WireRequest,
  response: WireResponse | NoResponse,
  { operation, presented, isAdmitted }: OtherCredentials
): Comparison {
  const { expect, why, parts } = presented
  const own = compare(checks, verdict, request, response)
  const isOwn = verdict.kind !== 'unknown-path' && verdict.kind !== 'unknown-method' && verdict.operation === operation
  if (response instanceof NoResponse || response.status >= 500 || response.status === 429 || !isOwn) return own
  const { status } = response
  // Malformed and long credentials are not described by documents, and may be rejected as such.
  const isMalformed = parts.length > 0 && !expect.startsWith('admitted') && REJECTIONS.has(status)
  const findings = isMalformed ? [] : judgeResponse(checks, operation, response)
  // A service may reject a malformed request before it checks credentials.
  const isInvalid = verdict.kind !== 'valid' && REJECTIONS.has(status)
  const isKeptOut = status === 401 || status === 403 || isMalformed || isInvalid
  const keptOut: Comparison = { findings, outcome: 'kept-out' }
  const add = (kind: FindingKind, what: string): Comparison => {
    return { findings: [{ kind, what, judge: why }, ...findings], outcome: isKeptOut ? 'rejected' : 'accepted' }
  }
  switch (expect) {
    case 'admitted':
    case 'admitted-form':
      if (status !== 401) return own
      if (!isAdmitted) return { findings, outcome: 'denied' }
      return add(expect === 'admitted' ? 'refused-valid' : 'refused-unusual', 'credentials')
    case 'kept-out':
      return isKeptOut ? keptOut : add('accepted-stranger', '')
    case 'kept-out-form':
      if (status >= 300) return isKeptOut ? keptOut : { findings, outcome: 'other' }
      return add('accepted-unusual', 'credentials')
    case 'forbidden':
      if (status >= 300) return isKeptOut || status === 404 ? keptOut : { findings, outcome: 'inconclusive' }
      return add('accepted-scope', '')
    case 'open':
      return isKeptOut || status === 404 ? keptOut : own
  }
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
  return (kind === 'valid' || kind === 'invalid' || kind === 'open') && verdict.operation.security.isRequired
}

function compareValid(
  checks: SchemaChecks,
  operation: PublishedOperation,
  request: WireRequest,
  response: WireResponse
): Comparison {
  const { status } = response
  const findings = [...judgeResponse(checks, operation, response), ...judgeNegotiation(operation, request, response)]
  const faults = reportedFaults(response)
  // A limit on the size of requests is a suspicion of its own.
  const isLimit = SIZE_LIMITS.has(status) && documentedResponse(operation, status) === undefined
  const isRejected = !isLimit && (REJECTIONS.has(status) || status === 405 || faults.length > 0)
  if (!isRejected) return { findings, outcome: isLimit ? 'inconclusive' : 'accepted' }
  const [contentType] = headerValues(request, 'content-type')
  const isListed =
    faults.length > 0
      ? faults.every((fault) => isListedRule(checks, operation, contentType, fault))
      : isOwnForm(operation, response) && hasListedRule(checks, operation, contentType)
  if (isListed) return { findings, outcome: 'rule' }
  const texts = faults.map(({ in: place, path, rule }) => `${place} ${withoutIndexes(path)} ${rule}`).sort()
  const what = texts.length > 0 ? texts.join(', ') : `${status} ${causeIn(response)}`
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
  const isMalformed = faults.some(({ keyword }) => keyword === 'percent' || keyword === 'utf8')
  // What reads the request for the operation may reject one that is malformed, and knows nothing of the document.
  const isUnread = status === 400 && isMalformed && documentedResponse(operation, status) === undefined
  const findings = isUnread ? judgeProblem(response) : judgeResponse(checks, operation, response)
  if (REJECTIONS.has(status) || reportedFaults(response).length > 0) return { findings, outcome: 'rejected' }
  // What is not found, not allowed or in conflict was not accepted, whatever the reason. A redirection accepts nothing
  // either, unless it is what the operation promises.
  const isListed = operation.responses.has(String(status)) || operation.responses.has('3XX')
  const isElsewhere = status >= 400 || (status >= 300 && !isListed)
  if (isElsewhere) return { findings, outcome: 'inconclusive' }
  const what = faults.map(({ in: place, path, keyword }) => `${place} ${withoutIndexes(path)} ${keyword}`).join(', ')
  const kind = faults.every(({ isUnusual }) => isUnusual) ? 'accepted-unusual' : 'accepted-invalid'
  const finding: Finding = { kind, what, judge: describeVerdict(verdict) }
  return { findings: [finding, ...findings], outcome: 'accepted' }
}

function compareUnknownPath(
  verdict: Extract<Verdict, { kind: 'unknown-path' }>,
  request: WireRequest,
  response: WireResponse
): Comparison {
  // A redirection to the path's right form leads back into the document.
  if (response.status >= 300) return { findings: judgeProblem(response), outcome: 'rejected' }
  // Many routers take `/items/` for `/items`, and for `/items/{id}` with an empty id.
  if (/^[^?]*\/(?:\?|$)/.test(request.url)) return { findings: [], outcome: 'other' }
  if (verdict.isElsewhere) return { findings: [], outcome: 'other' }
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

function compareUnknownMethod(
  verdict: Extract<Verdict, { kind: 'unknown-method' }>,
  request: WireRequest,
  response: WireResponse
): Comparison {
  const { methods, elsewhere } = verdict
  const { status } = response
  const { method } = request
  const findings = judgeProblem(response)
  // HEAD goes with GET, and OPTIONS describes the other methods (RFC 9110, sections 9.3.2 and 9.3.7).
  if (method === 'OPTIONS') return { findings: [...judgeAllow(verdict, response), ...findings], outcome: 'other' }
  if (method === 'HEAD' && methods.includes('GET')) return { findings, outcome: 'other' }
  // What another document of the service promises is verified by that one.
  if (elsewhere.includes(method) || (method === 'HEAD' && elsewhere.includes('GET'))) {
    return { findings, outcome: 'other' }
  }
  if (status < 400) {
    const judge = `the document has no ${method} for this path, only ${methods.join(', ')}`
    return { findings: [{ kind: 'undocumented-operation', what: method, judge }, ...findings], outcome: 'accepted' }
  }
  return { findings: [...judgeAllow(verdict, response), ...findings], outcome: 'rejected' }
}

/**
 * Compares `Allow` with the methods of the path. A 405 must have it (RFC 9110, section 15.5.6), a response to OPTIONS may
 * (section 9.3.7). HEAD and OPTIONS may be there or not.
 */
function judgeAllow(
  { methods, ownMethods, possibleMethods, elsewhere }: Extract<Verdict, { kind: 'unknown-method' }>,
  { status, headers: { allow } }: WireResponse
): Finding[] {
  const isNeeded = status === 405
  if (!isNeeded && (allow === undefined || status >= 300)) return []
  const names = (allow ?? '').split(',').map((name) => name.trim().toUpperCase())
  const allowed = new Set(names.filter((name) => name !== ''))
  const missing = ownMethods.filter((name) => !allowed.has(name) && !IMPLIED.includes(name))
  const extra = [...allowed].filter((name) => ![...possibleMethods, ...elsewhere, ...IMPLIED].includes(name))
  const judge = `the document has ${methods.join(', ')} for this path; Allow is ${JSON.stringify(allow ?? '')}`
  return [
    ...(missing.length > 0 ? [{ kind: 'broken-allow', what: `without ${missing.join(', ')}`, judge } as const] : []),
    ...(extra.length > 0 ? [{ kind: 'broken-allow', what: `also ${extra.join(', ')}`, judge } as const] : [])
  ]
}

/** Methods that a path may have without an operation (RFC 9110, sections 9.3.2 and 9.3.7). */
const IMPLIED: readonly string[] = ['HEAD', 'OPTIONS']

/** What an error response says, without the values of this request: tells different causes of one status apart. */
function causeIn(response: WireResponse): string {
  const { detail, message, error, title } = readProblem(response) ?? {}
  const said = [detail, message, error, title].find((text) => typeof text === 'string')
  const text = said ?? Buffer.from(response.body).toString()
  return String(text)
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/\d+/g, '0')
    .slice(0, 100)
}

/** Whether a request was rejected in a form that is documented and does not say by which rule, as problems do. */
function isOwnForm(operation: PublishedOperation, { status, headers, faults }: WireResponse): boolean {
  if ((status !== 400 && status !== 422) || faults !== undefined) return false
  const essence = essenceOf(headers['content-type'] ?? '')
  const content = documentedResponse(operation, status)?.content ?? new Map()
  return essence !== 'application/problem+json' && content.has(essence)
}

/** The faults that an error response lists in `errors`; other services list other things there, also for a 404. */
function reportedFaults(response: WireResponse): ReportedFault[] {
  const errors = response.status < 400 ? undefined : (response.faults ?? readProblem(response)?.errors)
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: Partial<Record<keyof ReportedFault, unknown>> | null) => {
    const { in: place, path, rule } = error ?? {}
    return typeof place === 'string' && typeof rule === 'string' ? [{ in: place, path: String(path ?? ''), rule }] : []
  })
}

/** The path with the same text for all items of a list. */
function withoutIndexes(path: string): string {
  return path.replace(/\[\d+\]/g, '[]')
}
