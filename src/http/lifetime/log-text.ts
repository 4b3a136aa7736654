import { inspect } from 'node:util'
import { logText } from './thrown-value.js'

/** How many characters of a message and of each field a line of the log has. */
const LONGEST_TEXT = 4_096

/** How many characters of an error, its stack and its causes the log has. */
const LONGEST_ERROR = 32_768

/**
 * Control characters (C0, DEL and C1), line and paragraph separators, controls of the writing direction and lone surrogates:
 * a terminal would obey them, or show other text than there is.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/gu

/** The beginning of a text, and how long it is, where it is too long for the log. */
export function shortened(text: string): string {
  return fitted(text, text, LONGEST_TEXT)
}

/** What is written of a text, as far as both fit. */
function fitted(written: string, text: string, longest: number): string {
  if (text.length <= longest && written.length <= longest) return written
  return `${written.slice(0, longest)}… (${text.length} characters)`
}

/** A text without characters that a terminal would obey: `\u001b` in place of an escape, `\n` in place of a line feed. */
function escaped(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    const json = JSON.stringify(character).slice(1, -1)
    return json === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : json
  })
}

/** A text that a client may have sent, as one line of the log shows it: escapes count as they are written. */
export function printable(text: string): string {
  return fitted(escaped(text.slice(0, LONGEST_TEXT)), text, LONGEST_TEXT)
}

/**
 * What was thrown, with the stack, the members and the causes of an Error. Every line is indented, as a message may have the
 * text of a client with line feeds in it: it must not look like a line of the log.
 */
export function printableError(thrown: unknown): string {
  let text: string
  try {
    text = inspect(thrown, { depth: 3, customInspect: false, maxStringLength: LONGEST_TEXT })
  } catch {
    text = logText(thrown)
  }
  const lines = text.slice(0, LONGEST_ERROR).split('\n')
  return fitted(lines.map((line) => `    ${escaped(line)}`).join('\n'), text, LONGEST_ERROR)
}
