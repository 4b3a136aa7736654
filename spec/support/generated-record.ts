import fc from 'fast-check'
import {
  type Class,
  DateOnly,
  Double,
  enumOf,
  Field,
  type FieldOptions,
  Float,
  Int32,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Record,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import { chance, type Draw, pick } from './draw.js'

/** A type as it is declared, with the options that fit it, and what draws values around its borders. */
export interface Shape {
  readonly type: TypeExpression
  readonly options: FieldOptions
  readonly draw: (draw: Draw) => unknown
}

const upTo = (draw: Draw, max: number): number => draw(fc.integer, { min: 0, max })

const PLAIN_TEXTS = [
  '',
  'a',
  'b',
  'ab',
  'abc',
  'Abc1',
  '123',
  'a b',
  'é',
  'null',
  'true',
  '1.5',
  '__proto__',
  'a\n',
  '\0'
]
/** Where code points, UTF-16 units and visible characters differ. */
const LONG_AND_SHORT = ['😀', '😀😀', 'x\uFE0F', '☂\uFE0E\uFE0F', '\uD83D', '\uDE00x', 'é😀', '12345678', '😀123456']
const FORMATTED = [
  ...['TQ==', 'TQ=', '1.2.3.4', '::1', 'fe80::1%eth0', '123e4567-e89b-12d3-a456-426614174000'],
  ...[
    '123E4567-E89B-92D3-0456-42661417400',
    '2024-02-29',
    '2023-02-29',
    '2024-05-17T08:30:00Z',
    '08:30:00Z',
    '08:30:00'
  ],
  ...['2024-05-17t08:30:00.25z', '2024-05-17T08:30:00.250Z', '2024-05-17T08:30:00+02:00', '2024-05-17T24:00:00Z'],
  ...['2016-12-31T23:59:60Z', '2016-12-31T23:58:60Z', '2024-02-30T00:00:00Z', '2024-05-17']
]
const TEXTS = [...PLAIN_TEXTS, ...LONG_AND_SHORT, ...FORMATTED]
const NUMBERS = [
  ...[0, -0, 1, -1, 2, 3, 5, 7, 10, 0.5, 1.5, 0.1, 0.3, 19.99, 0.001, -2.5, 1e3, 1e21, 1e300],
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 3.5e38]
]
// Ajv itself stumbles over constructor, toString and valueOf as keys, where it compares items.
const KEYS = ['a', 'b', 'c', 'a b', '', '__proto__', 'isPrototypeOf', 'hasOwnProperty', 'length', '0']
const PATTERNS = ['^[a-c]*$', 'b', '^.$', '^.{2}$', '^[^a]', '\\d+', '^\\p{L}*$', '^(?:a|😀)+$', '\\n$']
const FORMATS = [
  ...(['alphanumeric', 'alpha', 'numeric', 'password', 'uuid', 'date-time', 'date', 'time'] as const),
  ...(['ipv4', 'ipv6', 'byte'] as const)
]

/** Any JSON value. */
export function drawJson(draw: Draw, depth = 2): unknown {
  const kind = upTo(draw, depth > 0 ? 6 : 4)
  if (kind === 0) return null
  if (kind === 1) return chance(draw, 50)
  if (kind === 2) return pick(draw, NUMBERS)
  if (kind <= 4) return pick(draw, TEXTS)
  const length = upTo(draw, 3)
  if (kind === 5) return Array.from({ length }, () => drawJson(draw, depth - 1))
  return Object.fromEntries(Array.from({ length }, () => [pick(draw, KEYS), drawJson(draw, depth - 1)]))
}

function drawShape(draw: Draw, depth: number, self: Class | undefined): Shape {
  const kind = upTo(draw, depth > 0 ? 16 : 8)
  if (kind <= 2) return drawText(draw)
  if (kind <= 4) return drawNumber(draw)
  if (kind === 5) return { type: Boolean, options: {}, draw: (next) => chance(next, 50) }
  if (kind === 6) return { type: Date, options: {}, draw: (next) => pick(next, FORMATTED) }
  if (kind === 7) return drawLiterals(draw)
  if (kind === 8) return { type: DateOnly, options: {}, draw: (next) => pick(next, TEXTS) }
  if (kind === 9) return { type: Unknown, options: {}, draw: drawJson }
  if (kind === 10 && self !== undefined) return { type: self, options: {}, draw: () => ({}) }
  if (kind <= 11) return drawList(draw, depth)
  if (kind === 12) return drawMap(draw, depth)
  if (kind === 13) return drawTuple(draw, depth)
  if (kind === 14) return drawUnion(draw, depth)
  if (kind === 15) return drawDiscriminated(draw, depth)
  const nested = drawRecord(draw, depth - 1)
  return { type: nested.class, options: {}, draw: nested.draw }
}

/** A type that one text can hold. */
export function drawScalar(draw: Draw): Shape {
  return drawShape(draw, 0, undefined)
}

/** A list or a tuple of such types. */
export function drawScalars(draw: Draw): Shape {
  return chance(draw, 75) ? drawList(draw, 1) : drawTuple(draw, 1)
}

function drawText(draw: Draw): Shape {
  const options: { -readonly [K in keyof FieldOptions]: FieldOptions[K] } = {}
  if (chance(draw, 40)) options.minLength = upTo(draw, 3)
  if (chance(draw, 40)) options.maxLength = (options.minLength ?? 0) + upTo(draw, 3)
  if (chance(draw, 25)) options.pattern = pick(draw, PATTERNS)
  if (chance(draw, 30)) options.format = pick(draw, FORMATS)
  const near = [
    ...(options.format === undefined ? PLAIN_TEXTS : FORMATTED),
    ...(options.minLength === undefined && options.maxLength === undefined ? [] : LONG_AND_SHORT),
    ...(options.pattern === undefined ? [] : ['a', 'b', 'ab', '😀', '😀a', '1', 'a\n'])
  ]
  return { type: String, options, draw: (next) => pick(next, near) }
}

function drawNumber(draw: Draw): Shape {
  const options: { -readonly [K in keyof FieldOptions]: FieldOptions[K] } = {}
  if (chance(draw, 30)) options.minimum = pick(draw, [-1, 0, 0.5, 3])
  if (chance(draw, 30)) options.maximum = pick(draw, [3, 7, 19.99])
  if (chance(draw, 20)) options.exclusiveMinimum = pick(draw, [-1, 0, 0.5])
  if (chance(draw, 20)) options.exclusiveMaximum = pick(draw, [3, 7, 19.99])
  if (chance(draw, 20)) options.multipleOf = pick(draw, [1, 2, 5, 0.5, 0.1, 0.01])
  return { type: pick(draw, [Integer, Int32, Number, Double, Float]), options, draw: (next) => pick(next, NUMBERS) }
}

function drawLiterals(draw: Draw): Shape {
  const values = pick<readonly (string | number | boolean)[]>(draw, [
    ['a', 'b'],
    [0, 1, 7],
    ['a', 1, true],
    [0.5, 'b']
  ])
  const type = enumOf(values, chance(draw, 30) ? `Literals${values.join('').replace('.', '_')}` : undefined)
  return { type, options: {}, draw: (next) => pick(next, [...values, 'c', 3]) }
}

function drawList(draw: Draw, depth: number): Shape {
  const item = drawShape(draw, depth - 1, undefined)
  const options: { -readonly [K in keyof FieldOptions]: FieldOptions[K] } = {}
  // Options of the items stand at the field, and reach one level deep.
  if (!Array.isArray(item.type)) Object.assign(options, { ...item.options, each: true })
  if (chance(draw, 30)) options.minItems = upTo(draw, 2)
  if (chance(draw, 30)) options.maxItems = (options.minItems ?? 0) + upTo(draw, 2)
  if (chance(draw, 40)) options.uniqueItems = true
  const allowsNull = chance(draw, 20)
  return {
    type: [allowsNull ? nullable(item.type) : item.type],
    options,
    draw: (next) => {
      const items = Array.from({ length: upTo(next, 3) }, () => (chance(next, 10) ? null : item.draw(next)))
      return chance(next, 25) ? [...items, ...items.slice(0, 1)] : items
    }
  }
}

function drawMap(draw: Draw, depth: number): Shape {
  const value = drawShape(draw, depth - 1, undefined)
  return {
    type: mapOf(value.type),
    options: {},
    draw: (next) =>
      Object.fromEntries(Array.from({ length: upTo(next, 2) }, () => [pick(next, KEYS), value.draw(next)]))
  }
}

/** A member of a tuple or union, which may be null. */
function drawMember(draw: Draw, depth: number): { type: TypeExpression; draw: (draw: Draw) => unknown } {
  const shape = drawShape(draw, depth - 1, undefined)
  return chance(draw, 20) ? { type: nullable(shape.type), draw: shape.draw } : shape
}

function drawTuple(draw: Draw, depth: number): Shape {
  const members = Array.from({ length: 1 + upTo(draw, 2) }, () => drawMember(draw, depth))
  return {
    type: tupleOf(...members.map(({ type }) => type)),
    options: {},
    draw: (next) => {
      const items = members.map((member) => (chance(next, 8) ? drawJson(next) : member.draw(next)))
      return chance(next, 12) ? [...items, drawJson(next)] : chance(next, 12) ? items.slice(1) : items
    }
  }
}

function drawUnion(draw: Draw, depth: number): Shape {
  const members = Array.from({ length: 2 + upTo(draw, 1) }, () => drawMember(draw, depth))
  const types = members.map(({ type }) => type) as [TypeExpression, TypeExpression]
  return { type: oneOf(...types), options: {}, draw: (next) => pick(next, members).draw(next) }
}

function drawDiscriminated(draw: Draw, depth: number): Shape {
  const values = ['cat', 'dog', 'a b'].slice(0, 1 + upTo(draw, 2))
  const members = values.map((value) => {
    const member = drawRecord(draw, depth - 1)
    const options: FieldOptions = pick<FieldOptions>(draw, [
      { enum: [value] },
      { enum: ['cat', 'dog', 'a b'] },
      { minLength: 2, optional: true },
      { nullable: true }
    ])
    Field(() => String, { ...options, name: 'kind' })(member.class.prototype, 'kind')
    return { value, ...member }
  })
  const mapping = Object.fromEntries(members.map((member) => [member.value, member.class]))
  return {
    type: oneOf({ discriminator: 'kind', mapping }),
    options: {},
    draw: (next) => {
      const member = pick(next, members)
      const drawn = member.draw(next)
      const kind = chance(next, 10) ? pick(next, [...values, 'bird', null, 3]) : member.value
      return typeof drawn === 'object' && drawn !== null && !chance(next, 5) ? { ...drawn, kind } : drawn
    }
  }
}

export interface GeneratedRecord {
  readonly class: Class
  /** Draws a body: mostly near to what the record wants, at times anything. */
  readonly draw: (draw: Draw) => unknown
}

let made = 0

/** Declares what becomes of the keys that no field declares; gives what draws their values where they have a type. */
function drawOthers(draw: Draw, target: Class, depth: number): Shape['draw'] | undefined {
  const kind = upTo(draw, 99)
  if (kind < 20) Record({ unknownFields: 'reject' })(target)
  if (kind < 80) return undefined
  const type: Shape = chance(draw, 40)
    ? { type: Unknown, options: {}, draw: drawJson }
    : drawShape(draw, depth - 1, target)
  Record({ additionalProperties: () => type.type })(target)
  return type.draw
}

/** Declares a record class by `@Field`, as a user would. */
export function drawRecord(draw: Draw, depth = 2): GeneratedRecord {
  const name = `Generated${++made}`
  const target = { [name]: class {} }[name] as Class
  const others = drawOthers(draw, target, depth)
  // Ajv skips a declared property __proto__; as a key of a body it must be dropped or refused like any other.
  const nameable = KEYS.filter((key) => key !== '__proto__')
  const names = [...new Set(Array.from({ length: 1 + upTo(draw, 3) }, () => pick(draw, nameable)))]
  const fields = names.map((key, index) => {
    const shape = drawShape(draw, depth, target)
    const isSelf = shape.type === target
    const options: FieldOptions = {
      ...shape.options,
      // Where there are additional properties, one of them may be called like the property.
      name: others !== undefined ? `property${index}` : key === '' ? 'empty' : key,
      optional: isSelf || chance(draw, 30),
      nullable: chance(draw, 20),
      ...(chance(draw, 10) && pick<FieldOptions>(draw, [{ readOnly: true }, { writeOnly: true }]))
    }
    Field(() => shape.type, options)(target.prototype, `property${index}`)
    return { name: options.name as string, draw: shape.draw }
  })
  return {
    class: target,
    draw: (next) => {
      if (chance(next, 3)) return drawJson(next)
      const members = fields
        .filter(() => !chance(next, 8))
        .map((field): [string, unknown] => {
          const value = chance(next, 8) ? null : chance(next, 8) ? drawJson(next) : field.draw(next)
          return [field.name, value]
        })
      if (chance(next, 10)) members.push([pick(next, KEYS), drawJson(next)])
      if (others !== undefined && chance(next, 60)) members.push([pick(next, KEYS), others(next)])
      return Object.fromEntries(members)
    }
  }
}
