import { percentEncode } from '../wire/wire-request.js'
import { unescaped } from './unescaped.js'

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
/** Shorter parts of base64 and hexadecimal digits may be anything. */
const LEAST_ENCODED = 8

/** In longer ones no other is looked for, as that takes the product of their length and the text's. */
const LONGEST_OVERLAPPED = 1_000

/** A place in a text that contains a secret. */
interface Found {
  readonly start: number
  readonly end: number
  /** What a shell replaces by the same text. */
  readonly shell: string
}

/** The secrets of a run, and texts without them. */
export class Secrets {
  readonly #shells = new Map<string, string>()
  #pattern: RegExp | undefined

  add(secret: Secret): void {
    if (secret.text.length >= LEAST_SECRET) this.#addForms(secret, encodings(secret.text))
  }

  /** Adds what is made from a secret: a part of it, or the same with a change. */
  addDerived(secret: Secret): void {
    if (secret.text.length >= LEAST_DERIVED) this.#addForms(secret, [])
  }

  /** As it is, and in forms that are written in one way; `unescaped` reads those that are written in many. */
  #addForms({ text, shell }: Secret, encoded: readonly string[]): void {
    const inQuery = derive({ text, shell }, percentEncode(text), 'jq -sRr @uri')
    const forms = [{ text, shell }, inQuery, { text: encodeURIComponent(text), shell: inQuery.shell }]
    const others = [text.replaceAll(' ', '+'), ...encoded].map((form) => ({ text: form, shell: undefined }))
    for (const form of [...forms, ...others]) {
      const known = this.#shells.get(form.text)
      if (known === undefined || known === MASK) this.#shells.set(form.text, form.shell ?? MASK)
    }
    this.#pattern = undefined
  }

  /** The text with `***` in place of each secret, however it is spelled. Takes time as long as the text. */
  mask(text: string): string {
    let rest = 0
    let masked = ''
    for (const { start, end } of this.#find(text)) {
      masked += text.slice(rest, start) + MASK
      rest = end
    }
    return masked + text.slice(rest)
  }

  /** The text as a word of `sh` between double quotes, where it contains a secret; else undefined. */
  shellWord(text: string): string | undefined {
    let rest = 0
    let word = ''
    for (const { start, end, shell } of this.#find(text)) {
      word += escapeWord(text.slice(rest, start))
      rest = end
      word += /^\w/.test(text.slice(rest)) ? shell : shell.replace(/^\$\{(\w+)\}$/, '$$$1')
    }
    return rest === 0 ? undefined : `"${word}${escapeWord(text.slice(rest))}"`
  }

  /** Where the text contains a secret, in order; none overlap. */
  #find(text: string): Found[] {
    const found = this.#findIn(text).map((match): Found => {
      return { start: match.index, end: match.index + match[0].length, shell: this.#shells.get(match[0]) ?? MASK }
    })
    for (const { text: read, places } of unescaped(text)) {
      for (const match of this.#findIn(read)) {
        const [start, end] = [places[match.index], places[match.index + match[0].length]] as [number, number]
        found.push({ start, end, shell: MASK })
      }
    }
    return apart(found)
  }

  /** Those that begin within another one, too: of two that overlap, neither end is shown. */
  #findIn(text: string): RegExpExecArray[] {
    const pattern = this.#known()
    const found: RegExpExecArray[] = []
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      found.push(match)
      if (match[0].length <= LONGEST_OVERLAPPED) pattern.lastIndex = match.index + 1
    }
    return found
  }

  /**
   * The longest first: a secret with one character more contains the secret. In any letter case: a service may write what
   * it got in another one.
   */
  #known(): RegExp {
    const texts = [...this.#shells.keys()].sort((a, b) => b.length - a.length)
    this.#pattern ??= new RegExp(texts.map(escapePattern).join('|') || '(?!)', 'gi')
    return this.#pattern
  }
}

/** In base64 of both alphabets, also inside of a longer text that is encoded so, and in hexadecimal digits. */
function encodings(text: string): string[] {
  const bytes = Buffer.from(text)
  const whole = bytes.toString('base64')
  const hex = bytes.toString('hex')
  const parts = [0, 1, 2].map((before) => {
    const inside = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Digits that the bytes around have a share in.
    const end = Math.floor(((before + bytes.length) * 8) / 6)
    return inside.slice(Math.ceil((before * 8) / 6), end)
  })
  const inBase64 = [whole, ...parts].flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
  return [...inBase64, hex, hex.toUpperCase()].filter((form) => form.length >= LEAST_ENCODED)
}

/** Places that overlap as one. */
function apart(found: readonly Found[]): Found[] {
  const out: Found[] = []
  for (const next of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = out.at(-1)
    if (last === undefined || next.start >= last.end) out.push(next)
    else if (next.end > last.end) out[out.length - 1] = { start: last.start, end: next.end, shell: MASK }
  }
  return out
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
