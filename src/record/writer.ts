import type { Fault } from '../errors.js'
import type { Class } from '../metadata.js'
import { compileKindCheck, type KindCheck } from './binder.js'
import { hasToJSON } from './json/json-form.js'
import { type Projector, projectValue } from './json/projection.js'
import { findPromises, guardPromise } from './json/promises.js'
import { memberFor, type WriterCode } from './kind/kind.js'
import { WRITING } from './kinds/kinds.js'
import { isScalar, plainKind } from './kinds/type-facts.js'
import { recordSchemaOf } from './model/registry.js'
import { compileChoice } from './model/union-choice.js'
import { canGenerateCode, objectTest, Program, quoted } from './program/program.js'
import { TextCode } from './program/text-code.js'
import { DEPTH_LIMIT } from './type/fault-list.js'
import { escapedText } from './type/json-text.js'
import { isAlwaysThere, isDefaultWritten, typeOfField } from './type/reading-options.js'
import type { FieldSchema, RecordReference, RecordSchema, TypeSchema, UnionSchema } from './type/schema.js'
import { contentOf } from './type/type-records.js'
import { additionalKeys } from './write/additional-keys.js'
import { jsonText, mayHavePromise } from './write/any-value.js'
import { compileFieldProjector, compileProjector, defaultToWrite } from './write/projector.js'
import { compileSerializer } from './write/serializer.js'

/** What a writer says of the value that it has written. */
export interface WriterNotes {
  /** Gives what is wrong with the value; undefined where each value in it is of its kind, and all that is required is there. */
  misfits: (() => readonly Fault[]) | undefined
}

/**
 * Writes a value as JSON text; never changes the value. What a value breaks of its type, rules apart, is written to the
 * notes where there are any: finding it costs nothing where there is nothing to find. Without generated code nothing is
 * noted.
 */
export type Writer = (value: unknown, notes?: WriterNotes) => string

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
  if (!generates) return (value) => jsonText(serialize(value))
  const check = knowsKinds(type) ? compileKindCheck(type) : undefined
  const writeAnything: Writer = (value, notes) => {
    const plain = serialize(value)
    const text = jsonText(plain)
    const faults = notes && check?.(plain)
    if (faults !== undefined) (notes as WriterNotes).misfits = () => faults
    return text
  }
  if (!hasWriterCode(type)) return writeAnything
  const found: Tolerated = { null: false }
  let writeFitting = (value: unknown): string | undefined => {
    writeFitting = generateWriter(type, found)
    return writeFitting(value)
  }
  return (value, notes) => {
    let text: string | undefined
    try {
      text = writeFitting(value)
    } catch {
      // It fails again below, with the way to it.
    }
    if (found.null) {
      found.null = false
      // Null is one of the faults.
      if (text !== undefined && notes !== undefined) notes.misfits = () => check?.(JSON.parse(text)) as readonly Fault[]
    }
    return text ?? writeAnything(value, notes)
  }
}

/** What the code writes although it breaks the type: it is too frequent to be left to the serializer. */
interface Tolerated {
  /** Whether a field that may only be absent was null. */
  null: boolean
}

/** The JSON text of a value that fits its type in all its parts; undefined, or anything thrown, for any other. */
type FittingWriter = (value: unknown) => string | undefined

/**
 * A record with more fields than these gets a function of its own, and another one for each so many of them: the optimiser
 * gives up on very long ones, whose fields then cost half as much again.
 */
const FIELDS_INLINE = 60

/** From how many characters on the pieces are put together: 64 Ki. */
const PIECES_LIMIT = 65_536

/** Generates the writer of a type whose records are known to be properly declared. */
function generateWriter(type: TypeSchema, found: Tolerated): FittingWriter {
  const program = new Program()
  const writers: Writers = { names: new Map(), found: program.constant(found) }
  const main = new FunctionCode(program, writers, true)
  main.write('value', type, 0)
  return program.build<FittingWriter>(main.define(program.name(), ['value']))
}

/** The functions of a program, and what they share. */
interface Writers {
  /** By the record that they write. */
  readonly names: Map<Class, string>
  /** The constant for what is found in a value. */
  readonly found: string
}

/** Whether a value can break the type otherwise than by rules: a schema of another library does not tell the two apart. */
function knowsKinds(type: TypeSchema): boolean {
  if (type.kind === 'nullable') return knowsKinds(type.type)
  return type.kind !== 'any' && type.kind !== 'standard' && type.kind !== 'file'
}

/** Whether null is a value of the type, or nothing is known of it here. */
function takesNull(type: TypeSchema): boolean {
  return type.kind === 'nullable' || !knowsKinds(type) || (type.kind === 'union' && type.members.some(takesNull))
}

/** Whether there is code for any part of the type, so that not all is left to its projector. */
function hasWriterCode(type: TypeSchema): boolean {
  if (WRITING[type.kind].code === undefined) return false
  const content = contentOf(type)
  return content === undefined || hasWriterCode(content)
}

/** The code of one function; it has the depth `d` of its value, and the text `s` so far. */
class FunctionCode extends TextCode implements WriterCode {
  readonly #writers: Writers
  readonly #isMain: boolean
  /** The records that the current place is within: of this function's own code. */
  readonly #within: { readonly class: Class; readonly value: string }[] = []
  #fields = 0
  #deepest = 0

  readonly choice = compileChoice
  readonly plainKind = plainKind

  constructor(program: Program, writers: Writers, isMain: boolean) {
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

  /** What is left may be, or be within, a promise, which is read a second time if a getter gives it. */
  override leaveUnless(test: string, value?: string): void {
    const innermost = this.#within.at(-1)?.value
    const given = [...(value === undefined ? [] : [value]), ...(innermost === undefined ? [] : [innermost])]
    if (given.length === 0) super.leaveUnless(test)
    else this.line(`if (!(${test})) return ${this.program.constant(leave)}(${given.join(', ')})`)
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
  writeFields(value: string, { class: target, fields, additional }: RecordSchema, depth: number): void {
    this.reach(depth)
    this.#within.push({ class: target, value })
    this.#fields += fields.length
    const written = fields.filter(({ access }) => access !== 'writeOnly')
    this.open('{')
    if (written.length <= FIELDS_INLINE) for (const field of written) this.#writeField(value, field, depth + 1)
    else this.#writeInTurn(value, target, written, depth)
    if (additional !== undefined) this.#writeAdditional(value, fields, additional, depth + 1)
    this.close('}')
    this.#within.pop()
  }

  /** Writes many fields, so many by each function. A text that has grown since the bracket has a member. */
  #writeInTurn(value: string, target: Class, fields: readonly FieldSchema[], depth: number): void {
    this.flush()
    const start = this.hold('s.length')
    for (let first = 0; first < fields.length; first += FIELDS_INLINE) {
      const some = fields.slice(first, first + FIELDS_INLINE)
      const code = new FunctionCode(this.program, this.#writers, false)
      code.#writeSome('value', target, some)
      const name = code.define(this.program.name(), ['s', 'value', 'd', 'start'])
      this.line(`s = ${name}(s, ${value}, d + ${depth}, ${start})`)
      this.leaveUnless('s !== undefined')
    }
  }

  #writeSome(value: string, target: Class, fields: readonly FieldSchema[]): void {
    this.#within.push({ class: target, value })
    this.#fields += fields.length
    this.within('s.length > start')
    for (const field of fields) this.#writeField(value, field, 1)
  }

  /** Writes the keys that no field declares, behind a field that is always there. */
  #writeAdditional(owner: string, fields: readonly FieldSchema[], type: TypeSchema, depth: number): void {
    const known = this.program.constant(new Set(fields.flatMap(({ name, property }) => [name, property])))
    const keys = this.result(`${this.program.constant(additionalKeys)}(${owner}, ${known})`)
    const [key, value] = [this.program.name(), this.program.name()]
    this.flush()
    this.line(`for (const ${key} of ${keys}) {`)
    this.line(`let ${value} = ${owner}[${key}]; if (${value} === undefined) continue`)
    this.literal(',"')
    this.append(`${this.program.constant(escapedText)}(${key})`)
    this.literal('":')
    this.write(value, type, depth)
    this.flush()
    this.line('}')
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
      else this.#writeBy(value, compileFieldProjector(field), typeOfField(field), depth)
    }
    const held = `${owner}[${quoted(field.property)}]`
    const taken = transform === undefined ? held : `${this.program.constant(transform)}(${held}, ${owner})`
    this.line(`let ${value} = ${taken}`)
    const absent = defaultToWrite(field)
    if (absent !== undefined)
      this.line(`if (${value} === undefined) ${value} = ${this.program.constant(absent as object)}`)
    if (toleratesNull(field)) this.line(`if (${value} === null) ${this.#writers.found}.null = true`)
    if (isOptional) this.optional(`${value} !== undefined`, this.program.name(), write)
    else write()
  }

  writeRecord(value: string, type: RecordReference, depth: number): void {
    const schema = recordSchemaOf(type.class)
    if (!hasPlainNames(schema)) {
      this.writePart(value, type, depth)
      return
    }
    this.leaveUnless(objectTest(value), value)
    if (
      !this.#within.some(({ class: outer }) => outer === type.class) &&
      this.#fields + schema.fields.length <= FIELDS_INLINE
    ) {
      this.#leavePromise(value, schema)
      this.writeFields(value, schema, depth)
      return
    }
    this.flush()
    this.callRecord(value, type, depth)
  }

  /** Of a record with a required field, the code finds that a promise lacks it. */
  #leavePromise(value: string, { fields }: RecordSchema): void {
    if (!fields.some(mustBeGiven)) this.leaveUnless(`typeof ${value}.then !== 'function'`, value)
  }

  callRecord(value: string, type: RecordReference, depth: number): void {
    const schema = recordSchemaOf(type.class)
    this.#leavePromise(value, schema)
    this.line(`s = ${this.#writerOf(schema)}(s, ${value}, d + ${depth})`)
    this.leaveUnless('s !== undefined')
  }

  hasDiscriminator(type: RecordReference, { discriminator }: UnionSchema): boolean {
    const schema = recordSchemaOf(type.class)
    const { fields } = schema
    if (!hasPlainNames(schema)) return false
    if (discriminator === undefined) return true
    return fields.some((field) => field.name === discriminator.name && isAlwaysWritten(field))
  }

  /** The function of a record, which calls itself where the record is recursive. */
  #writerOf(schema: RecordSchema): string {
    const known = this.#writers.names.get(schema.class)
    if (known !== undefined) return known
    const name = this.program.name()
    this.#writers.names.set(schema.class, name)
    const writer = new FunctionCode(this.program, this.#writers, false)
    writer.writeFields('value', schema, 0)
    return writer.define(name, ['s', 'value', 'd'])
  }

  afterItem(items: TypeSchema): readonly string[] {
    if (!this.#isMain || isScalar(items)) return []
    return [`if (s.length > ${PIECES_LIMIT}) { done += ${this.program.constant(flattened)}(s); s = '' }`]
  }

  writePart(value: string, type: TypeSchema, depth: number): void {
    this.#writeBy(value, compileProjector(type), type, depth)
  }

  #writeBy(value: string, projector: Projector, type: TypeSchema, depth: number): void {
    const check = this.program.constant(knowsKinds(type) ? compileKindCheck(type) : undefined)
    const args = `${value}, ${this.program.constant(projector)}, ${check}, d + ${depth}`
    this.append(this.result(`${this.program.constant(partText)}(${args})`))
  }

  reach(depth: number): void {
    this.#deepest = Math.max(this.#deepest, depth)
  }
}

/** The JSON text of what is not written piece by piece; undefined where the serializer must write all. */
function partText(
  value: unknown,
  projector: Projector,
  check: KindCheck | undefined,
  depth: number
): string | undefined {
  const part = projectValue(value, projector, depth)
  if (check?.(part) !== undefined) return undefined
  if (typeof part === 'string') return `"${escapedText(part)}"`
  // JSON.stringify would call it with another key than its own.
  if (hasToJSON(part)) return undefined
  const text = JSON.stringify(part)
  return text !== undefined && mayHavePromise(text) && findPromises(part) !== undefined ? undefined : text
}

/** What a value is left with that does not fit its type. */
function leave(...given: unknown[]): undefined {
  for (const value of given) guardPromise(value)
  return undefined
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

/** Whether each record has a value of the field. */
function mustBeGiven(field: FieldSchema): boolean {
  return isAlwaysWritten(field) && !isDefaultWritten(field)
}

/** Whether null is written of a field of which the document says that it is there or not, and never null. */
function toleratesNull({ type, nullable, required, condition, transform }: FieldSchema): boolean {
  return !nullable && !required && condition === undefined && transform?.write === undefined && !takesNull(type)
}

/** The type that is written of a field. A field that may be undefined is often null, which is written too. */
function writtenType(field: FieldSchema): { readonly type: TypeSchema; readonly isOptional: boolean } {
  const isOptional = !isAlwaysThere(field, 'response')
  const declared = field.condition?.type ?? field.type
  // Null is written too for what requests need not contain.
  const isNullable = (field.nullable || !field.required) && declared.kind !== 'nullable'
  return { type: isNullable ? { kind: 'nullable', type: declared } : declared, isOptional }
}

/** Whether all that is written of a record is known: fields with plain names, and one of them before any other keys. */
function hasPlainNames({ fields, additional }: RecordSchema): boolean {
  return fields.every(hasPlainName) && (additional === undefined || fields.some(isSurelyWritten))
}

function isSurelyWritten(field: FieldSchema): boolean {
  return field.access !== 'writeOnly' && !writtenType(field).isOptional
}

/**
 * Whether a field can be read by its property and written in its turn: not one that every object inherits, and not one
 * whose name an object puts first.
 */
function hasPlainName({ property, name }: FieldSchema): boolean {
  return !(property in Object.prototype) && !/^\d+$/.test(name)
}
