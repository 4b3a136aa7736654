import type { Class } from '../metadata.js'
import { hasToJSON } from './json/json-form.js'
import { type Projector, projectValue } from './json/projection.js'
import { memberFor, type WriterCode } from './kind/kind.js'
import { WRITING } from './kinds/kinds.js'
import { isScalar, plainKind } from './kinds/type-facts.js'
import { recordSchemaOf } from './model/registry.js'
import { compileChoice } from './model/union-choice.js'
import { canGenerateCode, objectTest, Program, quoted } from './program/program.js'
import { TextCode } from './program/text-code.js'
import { DEPTH_LIMIT } from './type/fault-list.js'
import { escapedText, jsonText } from './type/json-text.js'
import { isAlwaysThere } from './type/reading-options.js'
import type { FieldSchema, RecordReference, RecordSchema, TypeSchema, UnionSchema } from './type/schema.js'
import { contentOf } from './type/type-records.js'
import { compileFieldProjector, compileProjector, defaultToWrite } from './write/projector.js'
import { compileSerializer } from './write/serializer.js'

/** Writes a value as JSON text; never changes the value. */
export type Writer = (value: unknown) => string

/**
 * Compiles the writer of a type: the text that JSON.stringify gives for what the type's serializer gives, in a third of
 * the time. The code is generated at the first call, because most routes of a large application are seldom called; where
 * code generation is forbidden, the serializer and JSON.stringify do the work.
 *
 * The generated code writes what fits the type in all its parts. Anything else, and whatever fails, is left to the
 * serializer, so that there is one truth about it; getters are then called a second time.
 *
 * The writer throws what the serializer throws, and a TypeError for what has no JSON form.
 *
 * @throws BootstrapError with the setup errors of the records that the type reaches.
 */
export function compileWriter(type: TypeSchema, generates = canGenerateCode): Writer {
  const serialize = compileSerializer(type)
  const writeAnything: Writer = (value) => jsonText(serialize(value))
  if (!generates || !hasWriterCode(type)) return writeAnything
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

/** The JSON text of a value that fits its type in all its parts; undefined, or anything thrown, for any other. */
type FittingWriter = (value: unknown) => string | undefined

/** A record with more fields than these gets a function of its own: the optimiser gives up on very long ones. */
const FIELDS_INLINE = 60

/** From how many characters on the pieces are put together: 64 Ki. */
const PIECES_LIMIT = 65_536

/** Generates the writer of a type whose records are known to be properly declared. */
function generateWriter(type: TypeSchema): FittingWriter {
  const program = new Program()
  const writers = new Map<Class, string>()
  const main = new FunctionCode(program, writers, true)
  main.write('value', type, 0)
  return program.build<FittingWriter>(main.define(program.name(), ['value']))
}

/** Whether there is code for any part of the type, so that not all is left to its projector. */
function hasWriterCode(type: TypeSchema): boolean {
  if (WRITING[type.kind].code === undefined) return false
  const content = contentOf(type)
  return content === undefined || hasWriterCode(content)
}

/** The code of one function; it has the depth `d` of its value, and the text `s` so far. */
class FunctionCode extends TextCode implements WriterCode {
  readonly #writers: Map<Class, string>
  readonly #isMain: boolean
  /** The records that the current place is within: of this function's own code. */
  readonly #within: Class[] = []
  #fields = 0
  #deepest = 0

  readonly choice = compileChoice
  readonly plainKind = plainKind

  constructor(program: Program, writers: Map<Class, string>, isMain: boolean) {
    super(program)
    this.#writers = writers
    this.#isMain = isMain
  }

  define(name: string, parameters: readonly string[]): string {
    this.flush()
    const lines = [
      `function ${name}(${parameters.join(', ')}) {`,
      ...(this.#isMain ? ["const d = 0; let s = '', done = ''"] : []),
      // The serializer has the message for it.
      `if (d + ${this.#deepest} >= ${DEPTH_LIMIT}) return undefined`,
      this.toString(),
      `return ${this.#isMain ? 'done + s' : 's'}`,
      '}'
    ]
    this.program.define(lines.join('\n'))
    return name
  }

  write(value: string, type: TypeSchema, depth: number): void {
    const { code } = memberFor(WRITING, type)
    if (code === undefined) this.writePart(value, type, depth)
    else code(value, type, depth, this)
  }

  hasCode({ kind }: TypeSchema): boolean {
    return WRITING[kind].code !== undefined
  }

  /** Writes a record's fields, of a variable that is known to be an object. */
  writeFields(value: string, { class: target, fields }: RecordSchema, depth: number): void {
    this.reach(depth)
    this.#within.push(target)
    this.#fields += fields.length
    this.open('{')
    for (const field of fields) if (field.access !== 'writeOnly') this.#writeField(value, field, depth + 1)
    this.close('}')
    this.#within.pop()
  }

  #writeField(owner: string, field: FieldSchema, depth: number): void {
    const { type, isOptional } = writtenType(field)
    const value = this.program.name()
    const transform = field.transform?.write
    const write = () => {
      this.member()
      this.literal(`${JSON.stringify(field.name)}:`)
      // A transform may leave anything.
      if (transform === undefined) this.write(value, type, depth)
      else this.#writeBy(value, compileFieldProjector(field), depth)
    }
    const held = `${owner}[${quoted(field.property)}]`
    const taken = transform === undefined ? held : `${this.program.constant(transform)}(${held}, ${owner})`
    this.line(`let ${value} = ${taken}`)
    const absent = defaultToWrite(field)
    if (absent !== undefined)
      this.line(`if (${value} === undefined) ${value} = ${this.program.constant(absent as object)}`)
    if (isOptional) this.optional(`${value} !== undefined`, this.program.name(), write)
    else write()
  }

  writeRecord(value: string, type: RecordReference, depth: number): void {
    const schema = recordSchemaOf(type.class)
    if (!schema.fields.every(hasPlainName)) {
      this.writePart(value, type, depth)
      return
    }
    this.leaveUnless(objectTest(value))
    if (!this.#within.includes(type.class) && this.#fields + schema.fields.length <= FIELDS_INLINE) {
      this.writeFields(value, schema, depth)
      return
    }
    this.flush()
    this.callRecord(value, type, depth)
  }

  callRecord(value: string, type: RecordReference, depth: number): void {
    this.line(`s = ${this.#writerOf(recordSchemaOf(type.class))}(s, ${value}, d + ${depth})`)
    this.leaveUnless('s !== undefined')
  }

  hasDiscriminator(type: RecordReference, { discriminator }: UnionSchema): boolean {
    const { fields } = recordSchemaOf(type.class)
    if (!fields.every(hasPlainName)) return false
    if (discriminator === undefined) return true
    return fields.some((field) => field.name === discriminator.name && isAlwaysWritten(field))
  }

  /** The function of a record, which calls itself where the record is recursive. */
  #writerOf(schema: RecordSchema): string {
    const known = this.#writers.get(schema.class)
    if (known !== undefined) return known
    const name = this.program.name()
    this.#writers.set(schema.class, name)
    const writer = new FunctionCode(this.program, this.#writers, false)
    writer.writeFields('value', schema, 0)
    return writer.define(name, ['s', 'value', 'd'])
  }

  afterItem(items: TypeSchema): readonly string[] {
    if (!this.#isMain || isScalar(items)) return []
    return [`if (s.length > ${PIECES_LIMIT}) { done += ${this.program.constant(flattened)}(s); s = '' }`]
  }

  writePart(value: string, type: TypeSchema, depth: number): void {
    this.#writeBy(value, compileProjector(type), depth)
  }

  #writeBy(value: string, projector: Projector, depth: number): void {
    const args = `${value}, ${this.program.constant(projector)}, d + ${depth}`
    this.append(this.result(`${this.program.constant(partText)}(${args})`))
  }

  reach(depth: number): void {
    this.#deepest = Math.max(this.#deepest, depth)
  }
}

/** The JSON text of what is not written piece by piece; undefined where the serializer must write all. */
function partText(value: unknown, projector: Projector, depth: number): string | undefined {
  const part = projectValue(value, projector, depth)
  if (typeof part === 'string') return `"${escapedText(part)}"`
  // JSON.stringify would call it with another key than its own.
  return hasToJSON(part) ? undefined : JSON.stringify(part)
}

/**
 * The same text in one piece. What is put together from pieces becomes one text only when it is read, and a million
 * pieces cost more to keep than to copy.
 */
function flattened(text: string): string {
  NOTHING.test(text)
  return text
}

const NOTHING = /^$/

/** Whether the field's name is in the text of every record that fits. */
function isAlwaysWritten(field: FieldSchema): boolean {
  return isAlwaysThere(field, 'response')
}

/** The type that is written of a field. A field that may be undefined is often null, which is written too. */
function writtenType(field: FieldSchema): { readonly type: TypeSchema; readonly isOptional: boolean } {
  const isOptional = !isAlwaysThere(field, 'response')
  const declared = field.condition?.type ?? field.type
  // Null is written too for what requests need not contain.
  const isNullable = (field.nullable || !field.required) && declared.kind !== 'nullable'
  return { type: isNullable ? { kind: 'nullable', type: declared } : declared, isOptional }
}

/**
 * Whether a field can be read by its property and written in its turn: not one that every object inherits, and not one
 * whose name an object puts first.
 */
function hasPlainName({ property, name }: FieldSchema): boolean {
  return !(property in Object.prototype) && !/^\d+$/.test(name)
}
