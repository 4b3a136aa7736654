import { generateWriter } from './generate/writer-code.js'
import { canGenerateCode } from './program/program.js'
import { jsonText } from './type/json-text.js'
import type { TypeSchema } from './type/schema.js'
import { compileSerializer } from './write/serializer.js'

/** Writes a value as JSON text; never changes the value. */
export type Writer = (value: unknown) => string

/**
 * Compiles the writer of a type: the text that JSON.stringify gives for what the type's serialiser gives, in a third of
 * the time. The code is generated at the first call, for most routes of a large application are seldom asked for; where
 * code generation is forbidden, serialiser and JSON.stringify do the work.
 *
 * The generated code writes what fits the type in all its parts. Anything else, and whatever fails, is left to the
 * serialiser, so that there is one truth about what becomes of it; getters are then asked a second time.
 *
 * The writer throws what the serialiser throws, and a TypeError for what has no JSON form.
 *
 * @throws BootstrapError with the setup errors of the records that the type reaches.
 */
export function compileWriter(type: TypeSchema, generates = canGenerateCode): Writer {
  const serialize = compileSerializer(type)
  const writeAnything: Writer = (value) => jsonText(serialize(value))
  if (!generates || !hasParts(type)) return writeAnything
  let writeFitting = (value: unknown): string | undefined => {
    writeFitting = generateWriter(type)
    return writeFitting(value)
  }
  return (value) => {
    let text: string | undefined
    try {
      text = writeFitting(value)
    } catch {
      // It fails again below, with the way to it.
    }
    return text ?? writeAnything(value)
  }
}

/** Whether there is anything to write piece by piece. */
function hasParts(type: TypeSchema): boolean {
  switch (type.kind) {
    case 'nullable':
      return hasParts(type.type)
    case 'array':
      return hasParts(type.items)
    case 'map':
      return hasParts(type.values)
    default:
      return !['any', 'tuple', 'file'].includes(type.kind)
  }
}
