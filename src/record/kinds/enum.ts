import { projectScalar } from '../json/projection.js'
import type { JSONKind, Kind } from '../kind/kind.js'
import { scalarReader } from '../kind/reading.js'
import { writeOneOf } from '../kind/writing.js'
import { IsIn } from '../library/decorators.js'
import type { EnumSchema } from '../type/schema.js'
import type { JSONType, SchemaObject } from '../type/schema-object.js'
import { parseIntegerText, parseNumberText } from '../type/text-forms.js'

type Enum = Kind<EnumSchema>

const describe = ({ values }: EnumSchema) => values.map((value) => JSON.stringify(value)).join(', ')
const jsonKinds = ({ values }: EnumSchema) => values.map((value) => typeof value as JSONKind)

export const facts: Enum['facts'] = {
  describe,
  label: ({ name }, by) => by.enum(name),
  jsonKinds,
  holds: ({ values }, value) => values.includes(value as string),
  decorators: ({ values }, options) => [IsIn([...values], options)],
  implied: ['isDefined']
}

export const schema: Enum['schema'] = (type, by) => {
  const own = ownSchema(type)
  if (type.name === undefined) return own
  return by.component(by.componentKey(type.name), `enum ${JSON.stringify(type.values)}`, own)
}

function ownSchema(type: EnumSchema): SchemaObject {
  const { values } = type
  const [kind, ...more] = new Set(jsonKinds(type))
  if (kind === undefined || more.length > 0) return { enum: [...values] }
  const areIntegers = kind === 'number' && values.every((value) => Number.isInteger(value))
  return { type: (areIntegers ? 'integer' : kind) as JSONType, enum: [...values] }
}

export const writing: Enum['writing'] = {
  project: (type, { isOpen }) => projectScalar(describe(type), isOpen),
  code: (value, { values }, _depth, code) => writeOneOf(value, values, code)
}

export const reading: Enum['reading'] = {
  closure: (type, { source }) => {
    const { values } = type
    const byRaw = new Map<unknown, unknown>(values.map((value) => [source === 'text' ? String(value) : value, value]))
    // A number has more forms than one: `-0`, or `5e-1` where the document does not say `integer`.
    const areIntegers = values.every((value) => Number.isInteger(value))
    const byText = (text: string): unknown => {
      const number = areIntegers ? parseIntegerText(text, 'int64') : parseNumberText(text, 'double')
      return values.find((value) => value === number)
    }
    const find = (raw: unknown) => byRaw.get(raw) ?? (source === 'text' ? byText(raw as string) : undefined)
    return scalarReader(`must be one of ${describe(type)}`, source, find, 'enum')
  },
  flat: ({ values }, raw, { source, program }) => {
    if (source === 'text' || values.length > FEW) return undefined
    const value = program.name()
    // The declared value and not the one that was sent: 0 where -0 is.
    const choices = values.map((each) => `${raw} === ${program.constant(each)} ? ${program.constant(each)}`)
    return {
      lines: [`const ${value} = ${choices.join(' : ')} : undefined`, `if (${value} === undefined) break wrong`],
      value
    }
  }
}

/** More values are found faster by a closure. */
const FEW = 8
