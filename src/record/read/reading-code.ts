import type { Class } from '../../metadata.js'
import { memberFor, type ReaderCode, type ValueCode } from '../kind/kind.js'
import { READING } from '../kinds/kinds.js'
import { plainKind } from '../kinds/type-facts.js'
import { Program } from '../program/program.js'
import type { BinderSource } from '../type/reading-options.js'
import type { Rule, TypeSchema } from '../type/schema.js'
import type { Compilation } from './compilation.js'
import type { RecordReading } from './compiled-record.js'

/**
 * The program that reads all that one type reaches: one function per record. In each of its functions `faults` is the
 * list of faults; where something is wrong with a value, the code calls the closure that reads it, which reports what.
 */
export class ReadingCode implements ReaderCode {
  readonly program = new Program()
  readonly compilation: Compilation
  readonly plainKind = plainKind
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

  record(target: Class, raw: string): string {
    return `${this.functionOf(this.compilation.record(target))}(${raw}, faults)`
  }

  closure(type: TypeSchema, raw: string): string {
    return `${this.program.constant(this.compilation.reader(type))}(${raw}, faults)`
  }

  flat(type: TypeSchema, raw: string, eachRules: readonly Rule[] = []): ValueCode | undefined {
    return memberFor(READING, type).flat?.(type, raw, this, eachRules)
  }

  /** Where a scalar or a list of scalars is wrong, its closure reports it. */
  held(type: TypeSchema, raw: string): ValueCode {
    const flat = this.flat(type, raw)
    if (flat === undefined) {
      return memberFor(READING, type).held?.(type, raw, this) ?? { lines: [], value: this.closure(type, raw) }
    }
    const out = this.program.name()
    const block = soundOr([...flat.lines, `${out} = ${flat.value}`], `${out} = ${this.closure(type, raw)}`)
    return { lines: [`let ${out}`, ...block], value: out }
  }
}

/** Runs the lines, and the statement where they leave the block `wrong`. No such block may be within another. */
export function soundOr(lines: readonly string[], otherwise: string): string[] {
  return ['sound: {', 'wrong: {', ...lines, 'break sound', '}', otherwise, '}']
}
