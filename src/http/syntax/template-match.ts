import type { ExpressionTemplate } from './runtime-expression.js'

/** What is searched of a text: a string. */
export type SearchedText = Pick<string, 'length' | 'startsWith' | 'endsWith' | 'indexOf'>

/**
 * Whether a text has the form of a template: its literal parts in order, and at least one character for each expression.
 * Each literal part is searched once, from where the one before ends, so that the time is that of one walk through the text.
 */
export function matchesTemplate(template: ExpressionTemplate, text: SearchedText): boolean {
  const last = template.at(-1)
  const end = text.length - (typeof last === 'string' ? last.length : 0)
  let at = 0
  /** How many characters the expressions before this place need. */
  let needed = 0
  for (const [index, part] of template.entries()) {
    if (typeof part !== 'string') needed++
    else if (index === template.length - 1) {
      // Without an expression the text is the literal itself.
      return (index === 0 ? end === 0 : end - at >= needed) && text.endsWith(part)
    } else {
      // The first place is the best one: it leaves the most to the parts behind it.
      const found = index === 0 ? (text.startsWith(part) ? 0 : -1) : text.indexOf(part, at + needed)
      if (found === -1 || found + part.length > end) return false
      at = found + part.length
      needed = 0
    }
  }
  return end - at >= needed
}
