import type { Program } from '../program/program.js'
import { escapedText } from '../type/json-text.js'
import { anyForm } from '../write/to-json.js'
import { momentText } from '../write/writer-parts.js'
import { TextCode } from './text-code.js'

/** Code that appends values of the simple types, and leaves its function where a value is not of its type. */
export class CheckedCode extends TextCode {
  readonly #program: Program

  constructor(program: Program) {
    super()
    this.#program = program
  }

  leaveUnless(test: string): void {
    this.line(`if (!(${test})) return undefined`)
  }

  /** The name of what the expression gives. */
  hold(expression: string): string {
    const name = this.#program.name()
    this.line(`const ${name} = ${expression}`)
    return name
  }

  /** The name of what the expression gives, which is not undefined. */
  result(expression: string): string {
    const name = this.hold(expression)
    this.leaveUnless(`${name} !== undefined`)
    return name
  }

  text(value: string): void {
    this.#expect(value, 'string')
    this.literal('"')
    this.append(`${this.#program.constant(escapedText)}(${value})`)
    this.literal('"')
  }

  number(value: string): void {
    this.#expect(value, 'number')
    this.leaveUnless(`Number.isFinite(${value})`)
    this.append(value)
  }

  boolean(value: string): void {
    this.#expect(value, 'boolean')
    this.choose(value, 'true', 'false')
  }

  moment(value: string): void {
    this.literal('"')
    this.append(this.result(`${this.#program.constant(momentText)}(${value})`))
    this.literal('"')
  }

  /** Takes a value of the type, or one that is of the type in JSON. What else stands there, the serialiser judges. */
  #expect(value: string, type: 'string' | 'number' | 'boolean'): void {
    const asked = `(${value} = ${this.#program.constant(anyForm)}(${value}))`
    this.leaveUnless(`typeof ${value} === '${type}' || typeof ${asked} === '${type}'`)
  }
}
