/**
 * Whether a text is a regular expression of ECMA-262 with the flag `u`, as JSON Schema reads patterns. The engine decides, on
 * a text that is right or wrong as the given one is, and takes no longer than its length allows: the engine makes the set of each
 * `\p{L}`, which takes as long as a short request, and sorts the characters of a class in quadratic time. A client would choose
 * both: a body of 1 MB stopped a service for half a minute.
 */
export function isRegex(text: string): boolean {
  return compiles(plainOf(text))
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

/** An escape, with that of a property in one piece, or the beginning of a class. */
const TOKEN = /\\(?:[pP]\{([^{}]*)\}|[\s\S])|\[/gu

/** One character of a class, or an escape; `[` may be one. Two escaped surrogates are one character, and no digit follows `\0`. */
const ATOM =
  /\\(?:0\d|[pP]\{([^{}]*)\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])|[^\]\\]/uy

/** The names of properties that were found to exist: there are some thousands. */
const properties = new Set<string>()

/** How many characters are sorted at once. */
const CLASS_SIZE = 32

/** Without properties, and with classes of {@link CLASS_SIZE} single characters at most. */
function plainOf(text: string): string {
  return new PlainText(text).plain()
}

class PlainText {
  readonly #text: string
  #source = ''
  #at = 0
  /** Of the class that is being written. */
  #size = 0
  /** Whether one property does not exist: then it does not matter whether the others do. */
  #isWrong = false

  constructor(text: string) {
    this.#text = text
  }

  /** The text that the engine gets instead; to be called once. */
  plain(): string {
    for (let token = this.#token(); token !== null; token = this.#token()) {
      this.#source += this.#text.slice(this.#at, token.index)
      this.#at = TOKEN.lastIndex
      if (token[0] === '[') this.#addClass()
      else this.#source += this.#plainEscape(token)
    }
    return this.#source + this.#text.slice(this.#at)
  }

  #token(): RegExpExecArray | null {
    TOKEN.lastIndex = this.#at
    return TOKEN.exec(this.#text)
  }

  /** `\d` stands wherever `\p{L}` stands. */
  #plainEscape([text, property]: RegExpExecArray): string {
    if (property === undefined || this.#isWrong) return text
    if (!properties.has(property)) {
      this.#isWrong = !compiles(`\\p{${property}}`)
      if (this.#isWrong) return text
      properties.add(property)
    }
    return '\\d'
  }

  /**
   * A class as several in turn: a range is its two ends, if it is none from high to low. Without its end the text is no
   * expression, whatever was left out of the class.
   */
  #addClass(): void {
    this.#source += '['
    this.#size = 0
    if (this.#text[this.#at] === '^') {
      this.#source += '^'
      this.#at += 1
    }
    for (let low = this.#atom(); low !== null; low = this.#atom()) {
      const high = this.#highEnd()
      const single = this.#single(low)
      if (high === undefined) this.#add(single)
      else if (pointOf(low[0]) <= pointOf(high[0])) {
        // Without the dash, a digit may follow.
        this.#add(single === '\\0' ? '\\x00' : single)
        this.#add(this.#single(high))
      } else this.#add(`${low[0]}-${high[0]}`)
    }
  }

  #add(atom: string): void {
    if (this.#size === CLASS_SIZE) {
      this.#source += ']['
      this.#size = 0
    }
    this.#source += atom
    this.#size += 1
  }

  #atom(): RegExpExecArray | null {
    ATOM.lastIndex = this.#at
    const found = ATOM.exec(this.#text)
    if (found !== null) this.#at = ATOM.lastIndex
    return found
  }

  /** What comes after a dash that is no character itself. */
  #highEnd(): RegExpExecArray | undefined {
    if (this.#text[this.#at] !== '-') return undefined
    const dash = this.#at
    this.#at += 1
    const high = this.#atom()
    if (high === null) this.#at = dash
    return high ?? undefined
  }

  /** An atom that means itself wherever it stands in a class. */
  #single(atom: RegExpExecArray): string {
    const [text] = atom
    return text === '-' || text === '^' ? `\\${text}` : this.#plainEscape(atom)
  }
}

const CONTROLS: Readonly<Record<string, number>> = { b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }
/** Whose escapes mean themselves with the flag `u`, in a class. */
const SYNTAX = /^[\^$\\.*+?()[\]{}|/-]$/

/** The code point of an atom; NaN for a class such as `\d`, and for what the engine is left to reject. */
function pointOf(atom: string): number {
  if (!atom.startsWith('\\')) return atom.codePointAt(0) as number
  const letter = atom[1] as string
  const digits = atom.slice(2)
  const unit = (from: number): number => Number.parseInt(digits.slice(from, from + 4), 16)
  if (digits.includes('\\u')) return String.fromCharCode(unit(0), unit(6)).codePointAt(0) as number
  if ((letter === 'u' || letter === 'x') && digits !== '') return Number.parseInt(digits.replace(/[{}]/g, ''), 16)
  if (letter === 'c' && digits !== '') return (digits.codePointAt(0) as number) % 32
  if (SYNTAX.test(letter)) return letter.codePointAt(0) as number
  return CONTROLS[letter] ?? Number.NaN
}
