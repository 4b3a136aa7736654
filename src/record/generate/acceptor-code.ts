import { recordSchemaOf } from '../model/registry.js'
import type { Compilation } from '../read/compilation.js'
import type { Reader } from '../type/reading-options.js'
import type { TypeSchema } from '../type/schema.js'
import { ReadingCode } from './reading-code.js'
import { recordCode } from './record-code.js'
import { generateRecordReaders } from './record-reader-code.js'
import { valueCode } from './value-code.js'

/** Binds a raw value that is wholly sound, and stands so many levels deep; answers REFUSED for any other. */
export type Acceptor = (raw: unknown, depth: number) => unknown

/**
 * Generates the acceptor of a type.
 *
 * @param read the type's own reader
 * @param isOpen whether the type itself, if it is a record, lets unknown keys be
 */
export function generateAcceptor(type: TypeSchema, compilation: Compilation, read: Reader, isOpen: boolean): Acceptor {
  const code = new ReadingCode(compilation)
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
  if (code.asksReaders) generateRecordReaders(compilation)
  return program.build<Acceptor>(entry)
}

/**
 * The functions read properties without asking whether they are the object's own: what stands there is an object that
 * JSON.parse made. So they must not run while Object.prototype has keys that it should not have.
 */
function entryCode(name: string, lines: readonly string[], code: ReadingCode, read: Reader): string {
  const otherwise = code.asked(read, 'raw', 'depth')
  return [
    `function ${name}(raw, depth) {`,
    `for (const key in Object.prototype) return ${otherwise}`,
    ...lines,
    '}'
  ].join('\n')
}
