import type { Class } from '../../metadata.js'
import { Program } from '../program/program.js'
import type { Compilation } from '../read/compilation.js'
import type { RecordReading } from '../read/compiled-record.js'
import type { BinderSource } from '../type/reading-options.js'
import type { TypeSchema } from '../type/schema.js'

/** The code that reads a value, and the expression for what was then read. */
export interface ValueCode {
  readonly lines: readonly string[]
  readonly value: string
}

/**
 * The program that reads all that one type reaches: one function per record. In each of its functions `faults` is the
 * list of faults; where something is wrong with a value, the code calls the closure that reads it, which reports what.
 */
export class ReadingCode {
  readonly program = new Program()
  readonly compilation: Compilation
  readonly #functions = new Map<RecordReading, string>()

  constructor(compilation: Compilation) {
    this.compilation = compilation
    for (const record of compilation.records) this.#functions.set(record, this.program.name())
  }

  get source(): BinderSource {
    return this.compilation.source
  }

  /** The name of the function that reads a record: `(raw, faults) => instance`. */
  functionOf(record: RecordReading): string {
    return this.#functions.get(record) as string
  }

  /** Reads a record: an expression. */
  record(target: Class, raw: string): string {
    return `${this.functionOf(this.compilation.record(target))}(${raw}, faults)`
  }

  /** Reads a value of any type by its closure: an expression. */
  closure(type: TypeSchema, raw: string): string {
    return `${this.program.constant(this.compilation.reader(type))}(${raw}, faults)`
  }
}

/** The raw list: text alone is a list of one. */
export function listOf(raw: string, { source }: ReadingCode): string {
  return source === 'text' ? `(typeof ${raw} === 'string' ? [${raw}] : ${raw})` : raw
}

/** Null as it is, and anything else as the code says. */
export function unlessNull(raw: string, { lines, value }: ValueCode, { program }: ReadingCode): ValueCode {
  const out = program.name()
  return { lines: [`let ${out} = null`, `if (${raw} !== null) {`, ...lines, `${out} = ${value}`, '}'], value: out }
}

/** Runs the lines, and the statement where they leave the block `wrong`. No such block may be within another. */
export function soundOr(lines: readonly string[], otherwise: string): string[] {
  return ['sound: {', 'wrong: {', ...lines, 'break sound', '}', otherwise, '}']
}
