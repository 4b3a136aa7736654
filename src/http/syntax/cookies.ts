/**
 * The cookies of a `cookie` request header (RFC 6265, section 5.4), by name; a name that is sent more than once gives
 * a list, in the order of the header. Values are percent-decoded where that is possible and kept as they are otherwise.
 * An object without a prototype.
 */
export function parseCookies(header: string | undefined): Record<string, string | string[]> {
  const cookies: Record<string, string | string[]> = Object.create(null)
  if (header === undefined) return cookies
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals === -1) continue
    const name = pair.slice(0, equals).trim()
    const value = decode(unquote(pair.slice(equals + 1).trim()))
    const present = cookies[name]
    if (present === undefined) cookies[name] = value
    else if (typeof present === 'string') cookies[name] = [present, value]
    else present.push(value)
  }
  return cookies
}

function unquote(value: string): string {
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
}

function decode(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
