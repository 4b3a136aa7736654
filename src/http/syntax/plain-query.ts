/** A query of up to so many characters has no more fields than a form may have. */
const LONGEST = 2000

/** The texts of the names that were asked for, in their order; undefined in the list for a name that is absent. */
export type PlainTexts = readonly (string | undefined)[]

/**
 * Compiles what finds a few names in a query, and nothing else of it: a quarter of the price of `parseForm`. It answers
 * undefined wherever that might refuse the query or find a list, and `parseForm` must have a look.
 *
 * Undefined for names that are written otherwise in a query than they are, and for the empty one.
 */
export function compilePlainQuery(names: readonly string[]): ((search: string) => PlainTexts | undefined) | undefined {
  if (names.some((name) => name === '' || /[%+&=]/.test(name))) return undefined
  return (search) => {
    if (search.length > LONGEST) return undefined
    const texts: (string | undefined)[] = names.map(() => undefined)
    for (let start = 0; start < search.length; ) {
      let end = search.indexOf('&', start)
      if (end === -1) end = search.length
      let equals = search.indexOf('=', start)
      if (equals === -1 || equals > end) equals = end
      const index = find(names, search, start, equals)
      if (index !== -1) {
        const text = texts[index] === undefined ? decode(search.slice(equals + 1, end)) : undefined
        if (text === undefined) return undefined
        texts[index] = text
      } else if (isWritten(search, start, end)) return undefined
      start = end + 1
    }
    return texts
  }
}

function find(names: readonly string[], search: string, start: number, end: number): number {
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string
    if (name.length === end - start && search.startsWith(name, start)) return index
  }
  return -1
}

/** Whether the field is written otherwise than it is. */
function isWritten(search: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = search.charCodeAt(at)
    // The percent sign and the plus sign.
    if (code === 37 || code === 43) return true
  }
  return false
}

function decode(text: string): string | undefined {
  const spaced = text.indexOf('+') === -1 ? text : text.replaceAll('+', ' ')
  if (spaced.indexOf('%') === -1) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return undefined
  }
}
