import { percentEncode } from '../wire/wire-request.js'

/** A text that reports must not show. */
export interface Secret {
  readonly text: string
  /** What a shell replaces by the text between double quotes, as `${TOKEN}`; undefined for a text that is only known here. */
  readonly shell: string | undefined
}

/** What is written in place of a secret. */
const MASK = '***'

/** Shorter texts occur everywhere, and say little. */
const LEAST_SECRET = 3
const LEAST_DERIVED = 5

/** The secrets of a run, and texts without them. */
export class Secrets {
  readonly #shells = new Map<string, string>()
  #pattern: RegExp | undefined

  add(secret: Secret): void {
    if (secret.text.length >= LEAST_SECRET) this.#addForms(secret)
  }

  /** Adds what is made from a secret: a part of it, or the same with a change. */
  addDerived(secret: Secret): void {
    if (secret.text.length >= LEAST_DERIVED) this.#addForms(secret)
  }

  /** As it is, and as queries and JSON contain it. */
  #addForms({ text, shell }: Secret): void {
    const encoded = derive({ text, shell }, percentEncode(text), 'jq -sRr @uri')
    const forms = [{ text, shell }, encoded, { text: JSON.stringify(text).slice(1, -1), shell: undefined }]
    for (const form of [...forms, { text: encodeURIComponent(text), shell: encoded.shell }]) {
      if (!this.#shells.has(form.text)) this.#shells.set(form.text, form.shell ?? MASK)
    }
    this.#pattern = undefined
  }

  /** The text with `***` in place of each secret. */
  mask(text: string): string {
    return this.#replace(text, () => MASK)
  }

  /** The text as a word of `sh` between double quotes, where it contains a secret; else undefined. */
  shellWord(text: string): string | undefined {
    let rest = 0
    let word = ''
    for (const match of text.matchAll(this.#known())) {
      if (match[0] === '') continue
      word += escapeWord(text.slice(rest, match.index))
      rest = match.index + match[0].length
      const shell = this.#shells.get(match[0]) ?? MASK
      word += /^\w/.test(text.slice(rest)) ? shell : shell.replace(/^\$\{(\w+)\}$/, '$$$1')
    }
    return rest === 0 ? undefined : `"${word}${escapeWord(text.slice(rest))}"`
  }

  #replace(text: string, replacement: () => string): string {
    return this.#shells.size === 0 ? text : text.replace(this.#known(), replacement)
  }

  /** The longest first: a secret with one character more contains the secret. */
  #known(): RegExp {
    const texts = [...this.#shells.keys()].sort((a, b) => b.length - a.length)
    this.#pattern ??= new RegExp(texts.map(escapePattern).join('|') || '(?!)', 'g')
    return this.#pattern
  }
}

/** A text that a command of the shell makes from a secret. */
export function derive({ text, shell }: Secret, made: string, command: string): Secret {
  if (made === text) return { text, shell }
  return { text: made, shell: shell === undefined ? undefined : `$(printf %s "${shell}" | ${command})` }
}

/** POSIX shell, section 2.2.3: what is special between double quotes. */
function escapeWord(text: string): string {
  return text.replace(/[\\"$`]/g, '\\$&')
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
