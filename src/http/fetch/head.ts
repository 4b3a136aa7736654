/** The status line of a WHATWG response. */
export interface FetchHead {
  readonly status: number
  readonly statusText: string
  /** Whether the response can have a body. */
  readonly hasBody: boolean
}

/** RFC 9112 section 4. */
const REASON = /^[\t\x20-\x7e\x80-\xff]*$/
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/** Throws a RangeError for a status that a response cannot have, a TypeError for a text: with the codes of node:http. */
export function headOf(method: string | undefined, status: number, statusText: string): FetchHead {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw Object.assign(new RangeError(`Invalid status code: ${status}`), { code: 'ERR_HTTP_INVALID_STATUS_CODE' })
  }
  if (!REASON.test(statusText)) {
    throw Object.assign(new TypeError('Invalid character in statusMessage'), { code: 'ERR_INVALID_CHAR' })
  }
  return { status, statusText, hasBody: canHaveBody(method, status) }
}

/** Whether a response of this status has a body. */
export function canHaveBody(method: string | undefined, status: number): boolean {
  return method !== 'HEAD' && !WITHOUT_BODY.has(status)
}
