import type { Class } from '../../metadata.js'
import { recordSchemaOf } from '../model/registry.js'
import { Program } from '../program/program.js'
import type { Compilation } from '../read/compilation.js'
import type { Reader } from '../type/reading-options.js'
import type { TypeSchema } from '../type/schema.js'
import { recordCode } from './record-code.js'
import { REFUSED, readOrRefuse } from './refused.js'

/** The code that reads all that one type reaches, one function a record. */
export class ReadingCode {
  readonly program = new Program()
  readonly compilation: Compilation
  /** The statement that leaves what is refused. */
  readonly refuse: string
  /** Whether sound values are read by readers, too. */
  asksReaders = false
  readonly #records = new Map<Class, string>()

  constructor(compilation: Compilation, refuse = 'return REFUSED') {
    this.compilation = compilation
    this.refuse = refuse
    this.program.define(`const REFUSED = ${this.program.constant(REFUSED)}`)
  }

  get source(): Compilation['source'] {
    return this.compilation.source
  }

  /** The reader of a type, for what is better left to it. */
  reader(type: TypeSchema): Reader {
    this.asksReaders = true
    return this.compilation.reader(type)
  }

  /** What a reader makes of a value so many levels deep, or REFUSED: an expression. */
  asked(read: Reader, raw: string, depth: string): string {
    return `${this.program.constant(readOrRefuse)}(${this.program.constant(read)}, ${raw}, ${depth})`
  }

  /** The name of the function that binds a record; it is defined at the first call. */
  record(target: Class): string {
    const known = this.#records.get(target)
    if (known !== undefined) return known
    const name = this.program.name()
    this.#records.set(target, name)
    this.program.define(recordCode(name, recordSchemaOf(target), this, this.compilation.record(target).reader, false))
    return name
  }
}
