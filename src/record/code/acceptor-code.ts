import type { Class } from '../../metadata.js'
import { isScalar } from '../json-kinds.js'
import type { Acceptor, Compilation } from '../reader.js'
import type { Reader } from '../reading.js'
import { recordSchemaOf } from '../registry.js'
import { isInline } from '../rule-check.js'
import type { RecordSchema, TypeSchema } from '../schema.js'
import { Program } from './program.js'
import { recordCode } from './record-code.js'
import { REFUSED, readOrRefuse } from './refused.js'
import { valueCode } from './value-code.js'

/** The code of all that one type reaches, one function a record. */
export class AcceptorCode {
  readonly program = new Program()
  readonly compilation: Compilation
  readonly readOrRefuse = readOrRefuse
  readonly #records = new Map<Class, string>()

  constructor(compilation: Compilation) {
    this.compilation = compilation
    this.program.define(`const REFUSED = ${this.program.constant(REFUSED)}`)
  }

  get source(): Compilation['source'] {
    return this.compilation.source
  }

  /** The reader of a type, for what is better left to it. */
  reader(type: TypeSchema): Reader {
    return this.compilation.reader(type)
  }

  /** The functions that were asked for, by their names. */
  get records(): [Class, string][] {
    return [...this.#records]
  }

  /** The name of the function that binds a record; it is defined at the first call. */
  record(target: Class): string {
    const known = this.#records.get(target)
    if (known !== undefined) return known
    const name = this.program.name()
    this.#records.set(target, name)
    const read = this.compilation.recordReader(target)
    this.program.define(recordCode(name, recordSchemaOf(target), this, read, false))
    return name
  }
}

/**
 * Generates the acceptor of a type, and lends the readers those of the records that hold no others.
 *
 * @param read the type's own reader
 * @param isOpen whether the type itself, if it is a record, lets unknown keys be
 */
export function generateAcceptor(type: TypeSchema, compilation: Compilation, read: Reader, isOpen: boolean): Acceptor {
  const code = new AcceptorCode(compilation)
  const { program } = code
  const entry = program.name()
  if (isOpen && type.kind === 'record') {
    const name = program.name()
    program.define(recordCode(name, recordSchemaOf(type.class), code, read, true))
    program.define(entryCode(entry, [`return ${name}(raw, depth)`], code, read))
  } else {
    const { lines, value } = valueCode(type, { raw: 'raw', level: 0 }, code)
    program.define(entryCode(entry, [...lines, `return ${value}`], code, read))
  }
  // What stands at the top was tried already when its reader runs.
  const root = type.kind === 'record' ? type.class : undefined
  const flat = code.records.filter(([target]) => target !== root && isFlat(recordSchemaOf(target)))
  const build = program.build<[Acceptor, ...Acceptor[]]>(`[${[entry, ...flat.map(([, name]) => name)].join(', ')}]`)
  const [accept, ...acceptors] = build
  for (const [index, [target]] of flat.entries()) compilation.try(target, acceptors[index] as Acceptor)
  return accept
}

function isFlat({ fields }: RecordSchema): boolean {
  return fields.every(
    ({ type, rules, condition, transform }) =>
      (condition ?? transform) === undefined &&
      isSimple(type) &&
      rules.every((rule) => isInline(rule) && !rule.readsRecord)
  )
}

function isSimple(type: TypeSchema): boolean {
  if (type.kind === 'array') return isScalar(type.items)
  return isScalar(type)
}

/**
 * The functions read properties without asking whether they are the object's own: what stands there is an object that
 * JSON.parse made. So they must not run while Object.prototype has keys that it should not have.
 */
function entryCode(name: string, lines: readonly string[], code: AcceptorCode, read: Reader): string {
  const { program } = code
  const otherwise = `${program.constant(readOrRefuse)}(${program.constant(read)}, raw, depth)`
  return [
    `function ${name}(raw, depth) {`,
    `for (const key in Object.prototype) return ${otherwise}`,
    ...lines,
    '}'
  ].join('\n')
}
