import type { PublishedOperation } from '../document/published-document.js'
import { essenceOf, headerValues, type WireRequest, type WireResponse } from '../wire/wire-request.js'
import type { Finding } from './finding.js'
import { documentedResponse } from './response-judge.js'

const CONDITIONS: readonly (readonly [status: number, headers: readonly string[]])[] = [
  [304, ['if-none-match', 'if-modified-since']],
  [406, ['accept']],
  // A malformed one.
  [400, ['accept', 'if-none-match', 'if-match']],
  [412, ['if-match', 'if-unmodified-since', 'if-none-match']]
]

/**
 * Whether the status is what HTTP says of a condition that the request has, and documents do not describe: then it is no
 * statement about the operation (RFC 9110, sections 12.5 and 13.1).
 */
export function isConditional(operation: PublishedOperation, request: WireRequest, { status }: WireResponse): boolean {
  const names = CONDITIONS.find(([known]) => known === status)?.[1] ?? []
  const own = new Set(operation.parameters.map(({ name }) => name.toLowerCase()))
  const isAsked = names.some((name) => headerValues(request, name).length > 0 && !own.has(name))
  return isAsked && (status === 400 || documentedResponse(operation, status) === undefined)
}

/** Types that a resource may have only in one form: a picture is not converted for who accepts another type. */
const SINGLE_FORM = /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip)$|\*/

/** Compares the media type of a response with the single one that the request accepts, where the document lists it. */
export function judgeNegotiation(
  operation: PublishedOperation,
  request: WireRequest,
  response: WireResponse
): Finding[] {
  const [accepted = ''] = headerValues(request, 'accept')
  const { status, headers, body } = response
  if (!/^[\w.+-]+\/[\w.+-]+$/.test(accepted)) return []
  const types = [...(documentedResponse(operation, status)?.content.keys() ?? [])].map(essenceOf)
  const type = essenceOf(headers['content-type'] ?? '')
  if (status < 200 || status >= 300 || body.length === 0 || type === accepted) return []
  const is406Listed = operation.responses.has('406')
  // Another type is a disagreement of its own.
  if (!types.includes(type)) return []
  const judge = `the request accepts only ${accepted}`
  if (!types.includes(accepted)) {
    return is406Listed
      ? [{ kind: 'ignored-accept', what: 'unknown', judge: `${judge}, and the document lists 406` }]
      : []
  }
  if (types.some((each) => SINGLE_FORM.test(each))) return []
  return [{ kind: 'ignored-accept', what: accepted, judge: `${judge}, which the document lists for ${status}` }]
}
