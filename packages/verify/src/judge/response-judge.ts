import { isNode, type JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedMedia, PublishedOperation, PublishedResponse } from '../document/published-document.js'
import { schemesOf } from '../document/published-security.js'
import type { SchemaChecks, SchemaFault } from '../document/schema-checks.js'
import { jsonFault } from '../wire/json-text.js'
import { jsonOf } from '../wire/target.js'
import { essenceOf, isJsonType, mediaEntry, type WireResponse } from '../wire/wire-request.js'
import { csvFault } from './csv.js'
import type { Finding, FindingKind } from './finding.js'
import { judgeHeaders } from './header-judge.js'
import { hasItems, type StreamItem, streamItems } from './stream-judge.js'

/** Documented statuses that do not depend on the request: failures, timeouts and limits, and whatever else may be wrong. */
const INDEPENDENT = /^(?:[145]XX|5|default|408|429)/i

/** Whether requests are expected to lead to a documented status; to a range of successes where it names none of them. */
export function isExpected(status: string, { responses }: PublishedOperation): boolean {
  if (INDEPENDENT.test(status)) return false
  const isRange = /^[23]XX$/i.test(status)
  return !isRange || ![...responses.keys()].some((other) => other[0] === status[0] && other !== status)
}

/** The entry of the document for a status: itself, its class (`4XX`), or `default`. */
export function documentedResponse(operation: PublishedOperation, status: number): PublishedResponse | undefined {
  const { responses } = operation
  return responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`) ?? responses.get('default')
}

/** Statuses of limits, which anything between client and service may set as well, and of media types that it cannot read. */
const LIMITS: ReadonlySet<number> = new Set([408, 413, 414, 415, 429, 431])

/** Statuses whose responses have no body, whatever the document says (RFC 9110, section 6.4.1). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** Compares a response with what the document says of the operation's responses. */
export function judgeResponse(checks: SchemaChecks, operation: PublishedOperation, response: WireResponse): Finding[] {
  const documented = documentedResponse(operation, response.status)
  const findings = [
    ...judgeChallenge(operation, response),
    ...judgeLength(response),
    ...judgeCoding(response),
    ...judgeHeaders(checks, documented, response),
    ...judgeProblem(response)
  ]
  if (documented === undefined) {
    const known = [...operation.responses.keys()].join(', ')
    const judge = `the document lists the statuses ${known}`
    const kind = LIMITS.has(response.status) ? 'undocumented-limit' : 'undocumented-status'
    return [{ kind, what: String(response.status), judge }, ...findings]
  }
  const isBodiless = operation.method === 'HEAD' || (response.body.length === 0 && BODILESS.has(response.status))
  return [...(isBodiless ? [] : judgeContent(checks, documented, response)), ...findings]
}

/** RFC 9110, section 8.6: the number is that of the bytes that are sent, which a content coding changes. */
function judgeLength({ status, headers, body, cut }: WireResponse): Finding[] {
  const length = headers['content-length']
  if (length === undefined || body.length === 0 || cut !== undefined) return []
  if (headers['content-encoding'] !== undefined || Number(length) === body.length) return []
  const judge = `content-length is ${length}, and the body has ${body.length} bytes`
  return [{ kind: 'broken-response', what: `${status} content-length`, judge }]
}

/** A client that cannot decode a body does not get it, and one that wants no coding may not know any (RFC 9110, section 12.5.3). */
function judgeCoding({ status, coding }: WireResponse): Finding[] {
  if (coding === undefined) return []
  const kind = coding.kind === 'broken' ? 'broken-response' : 'ignored-accept'
  return [{ kind, what: `${status} content-encoding`, judge: coding.message }]
}

/** Whether the schema describes bytes that are not encoded. */
function isBytes(checks: SchemaChecks, schema: JsonSchema): boolean {
  const node = checks.resolve(schema)
  return isNode(node) && node.format === 'binary'
}

/** Only schemes of HTTP have challenges: keys have none. */
function judgeChallenge({ security }: PublishedOperation, { status, headers }: WireResponse): Finding[] {
  const hasChallenge = schemesOf(security).some(({ word }) => word !== undefined)
  if (status !== 401 || !hasChallenge || headers['www-authenticate'] !== undefined) return []
  return [{ kind: 'missing-challenge', what: '', judge: 'a 401 has WWW-Authenticate (RFC 9110, section 15.5.2)' }]
}

function judgeContent(checks: SchemaChecks, documented: PublishedResponse, response: WireResponse): Finding[] {
  const { content, mayBeEmpty } = documented
  const { status, body } = response
  const type = response.headers['content-type']
  if (body.length === 0) {
    const streamed = type === undefined ? undefined : mediaEntry(content, essenceOf(type))
    // A stream may have no items.
    if (content.size === 0 || mayBeEmpty || (streamed !== undefined && hasItems(streamed))) return []
    return [{ kind: 'broken-response', what: `${status} empty`, judge: 'the document promises a body' }]
  }
  if (type === undefined) {
    if (content.has('*/*')) return []
    const judge = 'the response has a body, but no content type'
    return [{ kind: 'undocumented-media-type', what: `${status} none`, judge }]
  }
  const essence = essenceOf(type)
  const media = mediaEntry(content, essence)
  if (media === undefined) {
    const known = [...content.keys()].join(', ')
    const judge =
      known === '' ? `the document promises no body for ${status}` : `the document lists ${known} for ${status}`
    return [{ kind: 'undocumented-media-type', what: `${status} ${essence}`, judge }]
  }
  if (hasItems(media)) return judgeItems(checks, media, response)
  if (media.schema === undefined || response.cut !== undefined || response.coding?.isCoded) return []
  const broken = (what: string, judge: string): Finding[] => [
    { kind: 'broken-response', what: `${status} ${what}`, judge }
  ]
  const text = Buffer.from(body).toString()
  let value: unknown = text
  if (isJsonType(essence)) {
    try {
      value = JSON.parse(text)
    } catch (error) {
      return broken('json', `the body is not JSON: ${jsonFault(error)}`)
    }
  } else if (isBytes(checks, media.schema)) {
    // OpenAPI 3.1.1, section 4.8.14.5.1: of bytes that are not encoded each counts as a character.
    value = Buffer.from(body).toString('latin1')
  } else if (!essence.startsWith('text/')) return []
  const { schema } = media
  const fault = checks.check(schema, value, 'response')
  if (fault !== undefined) return broken(whatOf(fault), sentenceOf(fault))
  const misshapen = essence === 'text/csv' ? csvFault(text) : undefined
  if (misshapen !== undefined) return [{ kind: 'broken-csv', what: `${status}`, judge: misshapen }]
  // RFC 9457, section 3.2: a problem may have members that are not described.
  return judgeProperties(checks, schema, value, { of: `${status}`, isOpen: essence === 'application/problem+json' })
}

/** What is suspicious in a value that is valid. */
function judgeProperties(
  checks: SchemaChecks,
  schema: JsonSchema,
  value: unknown,
  { of, isOpen }: { readonly of: string; readonly isOpen: boolean }
): Finding[] {
  const suspicious = (kind: FindingKind, found: SchemaFault | undefined): Finding[] =>
    found === undefined ? [] : [{ kind, what: `${of} ${whatOf(found)}`, judge: sentenceOf(found) }]
  return [
    ...suspicious('write-only-property', checks.check(schema, value, 'response-without-write-only')),
    ...(isOpen ? [] : suspicious('undocumented-property', checks.check(schema, value, 'response-closed')))
  ]
}

/** Compares the items of a stream with the document, as bodies are; the same finding once a response. */
function judgeItems(checks: SchemaChecks, media: PublishedMedia, { status, body, cut }: WireResponse): Finding[] {
  const findings = new Map<string, Finding>()
  for (const item of streamItems(checks, media, Buffer.from(body).toString(), cut !== undefined)) {
    const of = `${status} ${item.name}`
    for (const found of judgeItem(checks, item, of)) {
      findings.set(`${found.kind} ${found.what}`, { ...found, judge: `${item.name}: ${found.judge}` })
    }
  }
  return [...findings.values()]
}

function judgeItem(checks: SchemaChecks, item: StreamItem, of: string): Finding[] {
  if ('fault' in item) return [{ kind: 'broken-response', what: of, judge: item.fault }]
  const { value, schema } = item
  const broken = checks.check(schema, value, 'response')
  if (broken === undefined) return judgeProperties(checks, schema, value, { of, isOpen: false })
  return [{ kind: 'broken-response', what: `${of} ${whatOf(broken)}`, judge: sentenceOf(broken, 'the value') }]
}

function whatOf({ path, keyword }: SchemaFault): string {
  return `${path.replace(/\[\d+\]/g, '[]')} ${keyword}`
}

function sentenceOf({ path, message }: SchemaFault, whole = 'the body'): string {
  return `${path === '' ? whole : `'${path}'`} ${message}`
}

/** Checks the members of a problem (RFC 9457, section 3), for every response with the media type of problems. */
export function judgeProblem(response: WireResponse): Finding[] {
  const type = response.headers['content-type']
  if (
    response.body.length === 0 ||
    response.cut !== undefined ||
    type === undefined ||
    essenceOf(type) !== 'application/problem+json'
  )
    return []
  const broken = (judge: string): Finding[] => [{ kind: 'broken-problem', what: judge, judge }]
  const problem = readProblem(response)
  if (problem === undefined) return broken('the problem is not a JSON object')
  const { type: kind, title, status, detail } = problem
  if (kind !== undefined && typeof kind !== 'string') return broken("the problem's type is not a text")
  if (title !== undefined && (typeof title !== 'string' || title === ''))
    return broken("the problem's title is not a text")
  if (status !== undefined && status !== response.status)
    return broken(`the problem's status is ${JSON.stringify(status)}, not ${response.status}`)
  if (detail !== undefined && typeof detail !== 'string') return broken("the problem's detail is not a text")
  return []
}

/** The members of a problem, of any media type; undefined where the body is not a JSON object. */
export function readProblem(response: WireResponse): Record<string, unknown> | undefined {
  const value = jsonOf(response)
  return isNode(value) ? value : undefined
}
