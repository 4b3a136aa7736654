/**
 * An object of values by status code, in the order of the codes, with ranges (`4XX`) and `default` after them; of two
 * values for one status the later one counts.
 *
 * V8 lays out an ordinary object with the key 500 as a list, with a place for each number below: 5 KB for a few
 * statuses of one operation, kept as long as the application. An object that ever had the greatest index of a list
 * (ECMA-262, section 6.1.7) stays a hash table, which takes less than a tenth of that memory and time.
 */
export function byStatus<T>(entries: Iterable<readonly [status: string | number, value: T]>): Record<string, T> {
  const table: Record<string | number, T> = { 4294967294: undefined as T }
  delete table[4_294_967_294]
  // Codes are in their order in any case (ECMA-262, section 10.1.11).
  const sorted = [...entries].sort(([a], [b]) => compareTexts(String(a), String(b)))
  for (const [status, value] of sorted) table[status] = value
  return table
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Why a text names no statuses in a list of responses (OpenAPI 3.0.3, section 4.7.16), and what to write; undefined where it does. */
export function statusKeyFault(key: string): { readonly what: string; readonly remedy: string } | undefined {
  if (/^(?:[1-5](?:\d\d|XX)|default)$/.test(key)) return undefined
  if (/^default$/i.test(key)) return { what: `${JSON.stringify(key)} is not a status`, remedy: "write 'default'" }
  if (/^\dxx$/i.test(key)) {
    const isRange = /^[1-5]/.test(key)
    const what = isRange ? 'is not written as a range of statuses' : 'is not a range of HTTP status codes'
    const remedy = isRange ? `write '${key.toUpperCase()}'` : "the ranges are '1XX', '2XX', '3XX', '4XX' and '5XX'"
    return { what: `${JSON.stringify(key)} ${what}`, remedy }
  }
  return {
    what: `${JSON.stringify(key)} is not an HTTP status code`,
    remedy: "use an integer from 100 to 599, a range such as '4XX', or 'default'"
  }
}

/** The range of a status code: `4XX`. */
export function rangeOf(status: number): string {
  return `${Math.floor(status / 100)}XX`
}

/** Whether responses of the status have no content (RFC 9110, sections 15.2, 15.3.5, 15.3.6 and 15.4.5). */
export function isContentless(status: number): boolean {
  return status < 200 || status === 204 || status === 205 || status === 304
}
