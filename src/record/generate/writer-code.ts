import type { Class } from '../../metadata.js'
import { recordSchemaOf } from '../model/registry.js'
import { compileChoice } from '../model/union-choice.js'
import { Program, quoted } from '../program/program.js'
import { DEPTH_LIMIT } from '../type/fault-list.js'
import type { FieldSchema, RecordReference, RecordSchema, TypeSchema, UnionSchema } from '../type/schema.js'
import { compileFieldProjector, compileProjector } from '../write/projector.js'
import type { Projector } from '../write/projector-types.js'
import { flattened, partText } from '../write/writer-parts.js'
import { CollectionCode } from './collection-code.js'
import { isOrdinary, isPart, tellsItself, writtenType } from './written-field.js'

/** The JSON text of a value that fits its type in all its parts; undefined, or anything thrown, for any other. */
export type FittingWriter = (value: unknown) => string | undefined

/** A record with more fields than these gets a function of its own: the optimiser gives up on very long ones. */
const FIELDS_INLINE = 60

/** From how many characters on the pieces are put together: 64 Ki. */
const PIECES_LIMIT = 65_536

/** Generates the writer of a type whose records are known to be properly declared. */
export function generateWriter(type: TypeSchema): FittingWriter {
  const program = new Program()
  const writers = new Map<Class, string>()
  const main = new FunctionCode(program, writers, true)
  main.write('value', type, 0)
  return program.build<FittingWriter>(main.define(program.name(), ['value']))
}

/** The code of one function; it has the depth `d` at which its value stands, and the text `s` so far. */
class FunctionCode {
  readonly #program: Program
  readonly #writers: Map<Class, string>
  readonly #isMain: boolean
  readonly #code: CollectionCode
  /** The records that the current place is within: of this function's own code. */
  readonly #within: Class[] = []
  #fields = 0
  #deepest = 0

  constructor(program: Program, writers: Map<Class, string>, isMain: boolean) {
    this.#program = program
    this.#code = new CollectionCode(program)
    this.#writers = writers
    this.#isMain = isMain
  }

  define(name: string, parameters: readonly string[]): string {
    this.#code.flush()
    const lines = [
      `function ${name}(${parameters.join(', ')}) {`,
      ...(this.#isMain ? ["const d = 0; let s = '', done = ''"] : []),
      // The serialiser has the words for it.
      `if (d + ${this.#deepest} >= ${DEPTH_LIMIT}) return undefined`,
      this.#code.toString(),
      `return ${this.#isMain ? 'done + s' : 's'}`,
      '}'
    ]
    this.#program.define(lines.join('\n'))
    return name
  }

  /** Writes the value of a variable that may be changed, standing `depth` levels below the function's own. */
  write(value: string, type: TypeSchema, depth: number): void {
    switch (type.kind) {
      case 'nullable':
        if (isPart(type.type)) this.write(value, type.type, depth)
        else this.#code.unless(this.#code.hold(`${value} === null`), 'null', () => this.write(value, type.type, depth))
        return
      case 'string':
      case 'date':
        this.#code.text(value)
        return
      case 'integer':
      case 'number':
        this.#code.number(value)
        return
      case 'boolean':
        this.#code.boolean(value)
        return
      case 'timestamp':
        this.#code.moment(value)
        return
      case 'enum':
        this.#writeEnum(value, type, depth)
        return
      case 'array':
        this.#writeList(value, type.items, depth)
        return
      case 'map':
        this.#writeMap(value, type.values, depth)
        return
      case 'record':
        this.#writeRecord(value, type, depth)
        return
      case 'union':
        this.#writeUnion(value, type, depth)
        return
      default:
        this.#writePart(value, type, depth)
    }
  }

  /** A record's fields, of a variable that is known to be an object. */
  writeFields(value: string, { class: target, fields }: RecordSchema, depth: number): void {
    this.#reach(depth)
    this.#within.push(target)
    this.#fields += fields.length
    this.#code.open('{')
    for (const field of fields) if (field.access !== 'writeOnly') this.#writeField(value, field, depth + 1)
    this.#code.close('}')
    this.#within.pop()
  }

  #writeField(owner: string, field: FieldSchema, depth: number): void {
    const { type, isOptional } = writtenType(field)
    const value = this.#program.name()
    const transform = field.transform?.write
    const write = () => {
      this.#code.member()
      this.#code.literal(`${JSON.stringify(field.name)}:`)
      // A transform may leave anything.
      if (transform === undefined) this.write(value, type, depth)
      else this.#writeBy(value, compileFieldProjector(field), depth)
    }
    const held = `${owner}[${quoted(field.property)}]`
    const taken = transform === undefined ? held : `${this.#program.constant(transform)}(${held}, ${owner})`
    this.#code.line(`let ${value} = ${taken}`)
    if (isOptional) this.#code.optional(`${value} !== undefined`, this.#program.name(), write)
    else write()
  }

  #writeRecord(value: string, type: RecordReference, depth: number): void {
    const schema = recordSchemaOf(type.class)
    if (!schema.fields.every(isOrdinary)) {
      this.#writePart(value, type, depth)
      return
    }
    this.#code.leaveUnless(`typeof ${value} === 'object' && ${value} !== null && !Array.isArray(${value})`)
    if (!this.#within.includes(type.class) && this.#fields + schema.fields.length <= FIELDS_INLINE) {
      this.writeFields(value, schema, depth)
      return
    }
    this.#code.flush()
    this.#callWriter(value, schema, depth)
  }

  #callWriter(value: string, schema: RecordSchema, depth: number): void {
    this.#code.line(`s = ${this.#writerOf(schema)}(s, ${value}, d + ${depth})`)
    this.#code.leaveUnless('s !== undefined')
  }

  /** The function of a record, which knows itself where the record is recursive. */
  #writerOf(schema: RecordSchema): string {
    const known = this.#writers.get(schema.class)
    if (known !== undefined) return known
    const name = this.#program.name()
    this.#writers.set(schema.class, name)
    const writer = new FunctionCode(this.#program, this.#writers, false)
    writer.writeFields('value', schema, 0)
    return writer.define(name, ['s', 'value', 'd'])
  }

  #writeEnum(value: string, type: TypeSchema & { readonly kind: 'enum' }, depth: number): void {
    const kinds = new Set(type.values.map((each) => typeof each))
    if (kinds.size !== 1) this.#writePart(value, type, depth)
    else if (kinds.has('string')) this.#code.text(value)
    else if (kinds.has('number')) this.#code.number(value)
    else this.#code.boolean(value)
  }

  #writeList(value: string, items: TypeSchema, depth: number): void {
    this.#reach(depth)
    const isStructured = ['array', 'map', 'record'].includes(items.kind)
    const tail = this.#isMain && isStructured ? [this.#putTogether()] : []
    this.#code.list(value, items.kind, tail, (item) => this.write(item, items, depth + 1))
  }

  #putTogether(): string {
    return `if (s.length > ${PIECES_LIMIT}) { done += ${this.#program.constant(flattened)}(s); s = '' }`
  }

  #writeMap(value: string, values: TypeSchema, depth: number): void {
    this.#reach(depth)
    this.#code.entries(value, (entry) => this.write(entry, values, depth + 1))
  }

  /** Members that are records are written by their functions, all else as the serialiser does. */
  #writeUnion(value: string, type: UnionSchema, depth: number): void {
    const choose = `${this.#program.constant(compileChoice(type))}(${value})`
    const isRecord = `typeof ${value} === 'object' && ${value} !== null && !Array.isArray(${value})`
    const chosen = this.#code.hold(`${isRecord} ? ${choose} : -1`)
    this.#code.flush()
    type.members.forEach((member, index) => {
      const schema = member.kind === 'record' ? recordSchemaOf(member.class) : undefined
      if (schema === undefined || !tellsItself(schema, type)) return
      this.#code.line(`if (${chosen} === ${index}) {`)
      this.#callWriter(value, schema, depth)
      this.#code.line('} else')
    })
    this.#code.line('{')
    this.#writePart(value, type, depth)
    this.#code.line('}')
  }

  /** What the serialiser and JSON.stringify write: anything, tuples, and whatever is odd. */
  #writePart(value: string, type: TypeSchema, depth: number): void {
    this.#writeBy(value, compileProjector(type), depth)
  }

  #writeBy(value: string, projector: Projector, depth: number): void {
    const args = `${value}, ${this.#program.constant(projector)}, d + ${depth}`
    this.#code.append(this.#code.result(`${this.#program.constant(partText)}(${args})`))
  }

  #reach(depth: number): void {
    this.#deepest = Math.max(this.#deepest, depth)
  }
}
