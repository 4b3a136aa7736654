import type { Program } from '../program/program.js'
import { escapedText } from '../type/json-text.js'
import type { TypeSchema } from '../type/schema.js'
import { keysOf, numbersText, textsText } from '../write/writer-parts.js'
import { CheckedCode } from './checked-code.js'

/** Longer lists of texts and numbers are faster written by JSON.stringify, measured on Node 20. */
const SHORT_LIST = 8

/** What writes a long list up to the end of its last item. */
const WHOLE_LISTS: { readonly [kind in TypeSchema['kind']]?: typeof textsText } = {
  string: textsText,
  date: textsText,
  integer: numbersText,
  number: numbersText
}

/** Code that appends lists and maps, whose members `write` appends from the variable that it is told. */
export class CollectionCode extends CheckedCode {
  readonly #program: Program

  constructor(program: Program) {
    super(program)
    this.#program = program
  }

  /** @param tail ends each turn of the loop over the items */
  list(value: string, kind: TypeSchema['kind'], tail: readonly string[], write: (item: string) => void): void {
    this.leaveUnless(`Array.isArray(${value})`)
    const index = this.#program.name()
    const item = this.#program.name()
    const whole = WHOLE_LISTS[kind]
    this.loop(
      {
        head: `for (let ${index} = 0; ${index} < ${value}.length; ${index}++) {`,
        tail,
        isLater: `${index} > 0`,
        isFilled: `${value}.length > 0`,
        brackets: ['[', ']'],
        ...(whole !== undefined && {
          instead: {
            test: `${value}.length > ${SHORT_LIST}`,
            text: () => this.result(`${this.#program.constant(whole)}(${value})`)
          }
        })
      },
      () => {
        this.line(`let ${item} = ${value}[${index}]`)
        this.member()
        write(item)
      }
    )
  }

  /** The entries of a map, under their keys. */
  entries(value: string, write: (entry: string) => void): void {
    this.leaveUnless(`typeof ${value} === 'object' && ${value} !== null && !Array.isArray(${value})`)
    const keys = this.result(`${this.#program.constant(keysOf)}(${value})`)
    const [key, entry, isFilled] = [this.#program.name(), this.#program.name(), this.#program.name()]
    this.line(`let ${isFilled} = false`)
    this.loop(
      {
        head: `for (const ${key} of ${keys}) {\nlet ${entry} = ${value}[${key}]; if (${entry} === undefined) continue`,
        tail: [`${isFilled} = true`],
        isLater: isFilled,
        isFilled,
        brackets: ['{', '}']
      },
      () => {
        this.member()
        this.literal('"')
        this.append(`${this.#program.constant(escapedText)}(${key})`)
        this.literal('":')
        write(entry)
      }
    )
  }
}
