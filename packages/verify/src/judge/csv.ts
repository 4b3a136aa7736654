/**
 * Says what is wrong with a text of comma-separated values (RFC 4180, section 2): a quote that is not closed, or a record
 * that has more or fewer fields than the first. Undefined where nothing is.
 */
export function csvFault(text: string): string | undefined {
  let [fields, record, isQuoted] = [1, 1, false]
  let first: number | undefined
  const content = text.replace(/\r?\n$/, '')
  for (let at = 0; at <= content.length; at++) {
    const character = content[at]
    if (isQuoted) {
      if (character === undefined) return `record ${record} has a quote that is not closed`
      // A quote within quotes is written twice: it ends them and begins them again.
      if (character === '"') isQuoted = false
    } else if (character === '"') isQuoted = true
    else if (character === ',') fields++
    else if (character === '\n' || character === undefined) {
      first ??= fields
      if (fields !== first) return `record ${record} has ${fields} fields, and the first record ${first}`
      ;[fields, record] = [1, record + 1]
    }
  }
  return undefined
}
