/**
 * The text with control characters, other than line feeds, and characters that change the direction of writing as escape
 * sequences: what a service responds must not drive the terminal of those who read it.
 */
export function visible(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
