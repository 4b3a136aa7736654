import { type Program, quoted } from './program.js'

/** The text that an item ends with, found out after the code which begins the next item was made. */
class Ending {
  text = ''
}

/** Text that is known when the code is made, and not yet in the code. */
interface Known {
  readonly text: readonly (string | Ending)[]
  /** Whether a comma must come before the next member. */
  readonly isAfterMember: boolean
}

/** Brackets around members that a loop writes. */
export interface Loop {
  /** The beginning of the loop's code, its brace included. */
  readonly head: string
  /** What ends each turn of it. */
  readonly tail: readonly string[]
  /** The test within the loop whether a member was written before. */
  readonly isLater: string
  /** The test after the loop whether a member was written. */
  readonly isFilled: string
  readonly brackets: readonly [open: string, close: string]
  /**
   * If the test holds, the expression `whole` gives the brackets and all between them; where it gives undefined, the function
   * is left. `isAll`: whether the function returns nothing else.
   */
  readonly instead?: { readonly test: string; readonly whole: string; readonly isAll: boolean }
}

/**
 * Code that appends JSON text to the variable `s`, piece by piece: every `+=` costs about 10 ns, so known text waits for
 * what is known after it, and both are one piece. What waits may depend on a test that the code makes.
 */
export class TextCode {
  readonly program: Program
  readonly #lines: (string | (() => string))[] = []
  #known: Known = { text: [], isAfterMember: false }
  /** Set where what waits is `#known` if the test holds, and otherwise this. */
  #else: { readonly test: string; readonly known: Known } | undefined = undefined

  constructor(program: Program) {
    this.program = program
  }

  /** A line of code that appends nothing; a function is called at the end. */
  line(code: string | (() => string)): void {
    this.#lines.push(code)
  }

  /** Leaves the function, without a result, where the test fails; `value` names what it is about. */
  leaveUnless(test: string, _value?: string): void {
    this.line(`if (!(${test})) return undefined`)
  }

  /** The name of a variable for what the expression gives. */
  hold(expression: string): string {
    const name = this.program.name()
    this.line(`const ${name} = ${expression}`)
    return name
  }

  /** The same; where that is undefined, it leaves the function. */
  result(expression: string): string {
    const name = this.hold(expression)
    this.leaveUnless(`${name} !== undefined`)
    return name
  }

  literal(text: string): void {
    this.#change((known) => ({ ...known, text: [...known.text, text] }))
  }

  /** Begins a member of an object or array. */
  member(): void {
    this.#change(({ text, isAfterMember }) => ({ text: isAfterMember ? [...text, ','] : text, isAfterMember: true }))
  }

  /** Begins among the members of brackets that are open: the test says whether one was written before. */
  within(test: string): void {
    this.#wait(test, { text: [], isAfterMember: true }, { text: [], isAfterMember: false })
  }

  open(bracket: string): void {
    this.#change(({ text }) => ({ text: [...text, bracket], isAfterMember: false }))
  }

  close(bracket: string): void {
    this.#change(({ text }) => ({ text: [...text, bracket], isAfterMember: true }))
  }

  /** Appends what the expression gives, which is one operand: a text or a finite number. */
  append(expression: string): void {
    const known = this.#known
    if (this.#else === undefined) {
      this.line(() => append(known, expression))
      this.#known = { text: [], isAfterMember: known.isAfterMember }
    } else {
      this.flush()
      this.line(`s += ${expression}`)
    }
  }

  /** Appends one text or the other. */
  choose(test: string, yes: string, no: string): void {
    this.#settle()
    const { text, isAfterMember } = this.#known
    this.#wait(test, { text: [...text, yes], isAfterMember }, { text: [...text, no], isAfterMember })
  }

  /** Appends the text if the test (a constant's name) holds, and otherwise what `write` appends. */
  unless(test: string, text: string, write: () => void): void {
    this.#settle()
    const before = this.#known
    this.line(`if (!${test}) {`)
    write()
    this.#settle()
    this.line('}')
    this.#wait(test, { ...before, text: [...before.text, text] }, this.#known)
  }

  /** Appends the member that `write` begins if the test holds; `name` is free for a variable. */
  optional(test: string, name: string, write: () => void): void {
    if (this.#else?.known.isAfterMember === this.#known.isAfterMember) this.flush()
    const before = this.#known
    const otherwise = this.#else
    this.line(`let ${name} = ${test}; if (${name}) {`)
    write()
    if (otherwise === undefined) {
      this.#settle()
      this.line('}')
      // After a text comes its quote, whether it was there or not.
      if (!isSame(before, this.#known)) this.#wait(name, this.#known, before)
    } else {
      // Nothing was surely written so far: from here on `name` says whether anything was.
      this.flush()
      this.line(`} else if (${otherwise.test}) {`)
      this.line(() => append(before))
      this.line(`${name} = true }`)
      this.#wait(name, this.#known, otherwise.known)
    }
  }

  /** Appends brackets with the members that `write` begins, one at each turn. */
  loop({ head, tail, isLater, isFilled, brackets, instead }: Loop, write: () => void): void {
    this.#settle()
    const before = this.#known
    const { text } = before
    const [open, close] = brackets
    const ending = new Ending()
    if (instead?.isAll === true) this.line(`if (${instead.test}) return ${instead.whole}`)
    else if (instead !== undefined) {
      this.line(`if (${instead.test}) {`)
      const whole = this.result(instead.whole)
      // What waits behind the loop ends the text, whichever way it was written.
      this.line(() => append(before, `${whole}.slice(0, -${ending.text.length + close.length})`))
      this.line('} else')
    }
    this.line(head)
    this.#wait(isLater, { text: [ending], isAfterMember: true }, { text: [...text, open], isAfterMember: false })
    write()
    this.#settle()
    ending.text = textOf(this.#known)
    for (const line of tail) this.line(line)
    this.line('}')
    const isAfterMember = true
    this.#wait(isFilled, { text: [ending, close], isAfterMember }, { text: [...text, open, close], isAfterMember })
  }

  /** Writes what waits into the code. */
  flush(): void {
    const known = this.#known
    const otherwise = this.#else
    if (otherwise === undefined) this.line(() => append(known))
    else this.line(() => `s += ${otherwise.test} ? ${quoted(textOf(known))} : ${quoted(textOf(otherwise.known))}`)
    this.#known = { text: [], isAfterMember: known.isAfterMember }
    this.#else = undefined
  }

  toString(): string {
    return this.#lines
      .map((line) => (typeof line === 'string' ? line : line()))
      .filter((line) => line !== '')
      .join('\n')
  }

  /** Leaves nothing waiting that depends on a test: the test's variables may not be seen further on. */
  #settle(): void {
    if (this.#else !== undefined) this.flush()
  }

  #wait(test: string, known: Known, otherwise: Known): void {
    this.#known = known
    this.#else = { test, known: otherwise }
  }

  #change(change: (known: Known) => Known): void {
    this.#known = change(this.#known)
    if (this.#else !== undefined) this.#else = { test: this.#else.test, known: change(this.#else.known) }
  }
}

function textOf({ text }: Known): string {
  return text.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')
}

/** In one expression, of which JavaScriptCore makes one text, and not one for each operand. */
function append(known: Known, expression?: string): string {
  const text = textOf(known)
  if (expression === undefined) return text === '' ? '' : `s += ${quoted(text)}`
  return text === '' ? `s += ${expression}` : `s = s + ${quoted(text)} + ${expression}`
}

function isSame(one: Known, other: Known): boolean {
  return one.isAfterMember === other.isAfterMember && textOf(one) === textOf(other)
}
