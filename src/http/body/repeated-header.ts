/**
 * Whether a header came in more than one line. Of most headers that can be there only once, node:http keeps the first,
 * while a proxy may have looked at the last (RFC 9110 section 5.3).
 *
 * @param rawHeaders names and values in turns, as they came
 * @param name in lower case
 */
export function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let isThere = false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const raw = rawHeaders[at] as string
    if (raw.length !== name.length || (raw !== name && raw.toLowerCase() !== name)) continue
    if (isThere) return true
    isThere = true
  }
  return false
}
