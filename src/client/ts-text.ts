/** Characters that change how a line is read or shown, or that are not seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A value of JSON as TypeScript; a text can contain nothing that ends it, and nothing that is not seen. */
export function literal(value: unknown): string {
  return JSON.stringify(value).replace(UNSEEN, escaped)
}

/** A text between single quotes, as most code is written. */
export function quoted(text: string): string {
  const inner = literal(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return text.includes("'") && !text.includes('"') ? literal(text) : `'${inner}'`
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/**
 * Lines of text as a comment above a declaration; none without text. Nothing in them ends the comment, and no tool reads
 * a direction in it, but in the lines of `tags`.
 */
export function comment(text: string | undefined, indent: string, tags: readonly string[] = []): string {
  const read = proseOf(text ?? '')
  // What is not seen is no text.
  const prose = read.some((line) => line.trim() !== '') ? read : []
  // An empty tag is an empty line below the text.
  const lines = [...prose, ...tags.map(harmless).filter((tag) => tag !== '' || prose.length > 0)]
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`
}

/** A text on one line, for a comment. */
export function oneLine(text: string): string {
  return proseOf(text)
    .filter((line) => line !== '')
    .join(' ')
}

function proseOf(text: string): string[] {
  const lines = text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    // A line that begins with @ would be a tag: `@deprecated` in a description is no declaration.
    .map((line) => harmless(line.trimEnd()).replace(/^\s*@/, (at) => at.replace('@', '\\@')))
  return lines.filter((line, index) => line !== '' || lines[index - 1] !== '')
}

function harmless(line: string): string {
  return line
    .replace(UNSEEN, ' ')
    .replace(/\*(?=\/)/g, '*\\')
    .replace(/@(?=ts-|jsx|license|preserve)/gi, '\\@')
    .replace(/sourceMappingURL|sourceURL/gi, (name) => name.replace(/url/i, ' URL'))
}
