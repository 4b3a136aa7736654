const compiled = new Map<string, RegExp>()

/** Whether the text matches a pattern as JSON Schema means it: anywhere in it, with Unicode matching (2020-12, section 6.4). */
export function matchesPattern(pattern: string, text: string): boolean {
  let regex = compiled.get(pattern)
  if (regex === undefined) {
    regex = new RegExp(pattern, 'u')
    compiled.set(pattern, regex)
  }
  return regex.test(text)
}
