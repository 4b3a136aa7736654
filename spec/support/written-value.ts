import {
  type Class,
  DateOnly,
  enumOf,
  Field,
  type FieldOptions,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Record,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import { integersFrom } from './drawing.js'

/**
 * Draws at random from a seed; fast-check's own generator takes longer than all that is to be compared. What is drawn
 * grows no more when `left` values are drawn: a record may hold lists of itself.
 */
export class Draw {
  left = Number.POSITIVE_INFINITY
  readonly #below: (count: number) => number

  constructor(seed: number) {
    this.#below = integersFrom(seed)
  }

  /** A number from 0 to `max`. */
  upTo(max: number): number {
    return this.#below(max + 1)
  }
}

/** A declared type, and what draws values of the program for it. */
export interface WrittenType {
  readonly type: TypeExpression
  readonly draw: (draw: Draw) => unknown
}

const upTo = (draw: Draw, max: number): number => draw.upTo(max)
const pick = <T>(draw: Draw, values: readonly T[]): T => values[draw.upTo(values.length - 1)] as T
const chance = (draw: Draw, percent: number): boolean => draw.upTo(99) < percent
const listOf = <T>(draw: Draw, make: () => T): T[] => {
  if (draw.left <= 0) return []
  const length = chance(draw, 4) ? upTo(draw, 12) : upTo(draw, 3)
  return Array.from({ length }, make)
}

const TEXTS = [
  ...['', 'a', 'plain text', 'sixteen letters.', 'seventeen letters', 'x'.repeat(500), 'quote " in it', '\\'],
  ...[
    'a long text that has a quote " at 30',
    '\n\t\u0000\u001f\u007f',
    'é',
    '😀',
    '\ud800',
    'a\udc00b',
    '\ud83d\ude00'
  ],
  ...['\u2028 and \u2029', '__proto__', 'a long text with half of a pair: \ud83d', '日本語', `${'y'.repeat(300)}\u0001`]
]
const NUMBERS = [0, -0, 1, -1, 7, 1.5, 0.1, 1e21, 1e-7, 5e-324, 2 ** 53, -123456.789, 1.7976931348623157e308]
const DATES = [
  ...['2024-05-17T08:30:15.250Z', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
  ...['2000-02-29T00:00:00.000Z', '1900-03-01T00:00:00.001Z', '0099-12-31T12:00:00.000Z']
]
const NAMES = ['a', 'b', 'kind', 'a b', 'quo"te', '__proto__', 'é', '1', '10', 'toString', 'toJSON', 'length', '\ud800']
const KEYS = ['a', 'z', '1', '0', '01', '-1', 'a"b', '__proto__', 'toJSON', '', 'a key of more than 16', '\udfff']

class OwnDate extends Date {
  override toISOString(): string {
    return 'own form'
  }
}

class OwnList extends Array<unknown> {
  toJSON(): string {
    return 'own list'
  }
}

function cycle(): object {
  const round: { [key: string]: unknown } = { a: 1 }
  round.b = [round]
  round.kind = round
  return round
}

/** What may stand anywhere and fits hardly any type. */
const ODDITIES: readonly (() => unknown)[] = [
  ...[undefined, null, true, '', 'text', 5, Number.NaN, Number.POSITIVE_INFINITY, -0, 7n, 2n ** 60n].map(
    (one) => () => one
  ),
  () => Symbol('a'),
  () => () => 1,
  () => Object.assign(() => 1, { toJSON: (key: string) => `function at ${key}` }),
  () => new Date(Number.NaN),
  () => new Date(253402300800000),
  () => new Date(-62167219200001),
  () => new OwnDate(0),
  () => Object.create(Date.prototype),
  ...['text', 5, null, undefined, 7n, Number.NaN, [1], { a: 'a' }].map((told) => () => ({ toJSON: () => told })),
  () => ({ toJSON: (key: string) => ({ toJSON: (inner: string) => `${key} in ${inner}` }) }),
  () => ({ toJSON: (key: string) => `at ${key}` }),
  () => ({ toJSON: () => new Date(0) }),
  () => ({
    toJSON: () => {
      throw new RangeError('own trouble')
    }
  }),
  () => ({ toJSON: 'no function' }),
  () => new String('boxed "text"'),
  () => new Number(5),
  () => new Boolean(false),
  () => Object(7n),
  () => [],
  () => [1, undefined, () => 1, 'a'],
  () => new Array(3),
  () => OwnList.from(['a', 1]),
  () => Object.assign(['a', 'b'], { toJSON: () => 'list' }),
  () => new Proxy(['a', 1], {}),
  () => ({}),
  () => ({ a: 1, kind: 'a', b: { c: [1] } }),
  () => Object.create(null),
  () =>
    new Map<unknown, unknown>([
      ['b', 1],
      ['2', 'x'],
      [1, null],
      ['1', 'again'],
      [Symbol.iterator, undefined]
    ]),
  () => new Set([1]),
  () => new Uint8Array(2),
  () => /regular/,
  () => new Error('no data'),
  cycle,
  () => ({
    get a() {
      throw new TypeError('own trouble in a getter')
    }
  })
]

function drawText(draw: Draw): string {
  if (chance(draw, 80)) return pick(draw, TEXTS)
  return String.fromCharCode(
    ...Array.from({ length: upTo(draw, 25) }, () => upTo(draw, chance(draw, 80) ? 255 : 0xffff))
  )
}

const simple = (type: TypeExpression, draw: (draw: Draw) => unknown): WrittenType => ({ type, draw })

function drawSimple(draw: Draw): WrittenType {
  const kind = upTo(draw, 9)
  if (kind <= 1) return simple(String, drawText)
  if (kind <= 3) return simple(pick<TypeExpression>(draw, [Number, Integer]), (next) => pick(next, NUMBERS))
  if (kind === 4) return simple(Boolean, (next) => chance(next, 50))
  if (kind <= 6) return simple(Date, (next) => (chance(next, 80) ? new Date(pick(next, DATES)) : pick(next, DATES)))
  if (kind === 7) return simple(DateOnly, () => '2024-05-17')
  const values = pick<readonly (string | number | boolean)[]>(draw, [['a', 'b"'], [0, 1.5], ['a', 1, true], [true]])
  return simple(enumOf(values), (next) => pick(next, values))
}

function drawType(draw: Draw, depth: number, self: WrittenType | undefined): WrittenType {
  const kind = upTo(draw, depth > 0 ? 13 : 5)
  if (kind <= 4) return drawSimple(draw)
  if (kind === 5) return simple(Unknown, (next) => pick(next, ODDITIES)())
  if (kind === 6 && self !== undefined) return self
  const inner = drawType(draw, depth - 1, self)
  if (kind <= 8) return { type: [inner.type], draw: (next) => listOf(next, () => drawValue(next, inner)) }
  if (kind === 9) return { type: nullable(inner.type), draw: (next) => drawNullable(next, inner) }
  if (kind === 10) return { type: mapOf(inner.type), draw: (next) => drawMap(next, inner) }
  if (kind === 11) {
    const other = drawType(draw, depth - 1, self)
    return {
      type: tupleOf(inner.type, other.type),
      draw: (next) => [inner, other].map((item) => drawValue(next, item))
    }
  }
  if (kind === 12) return drawUnion(draw, depth)
  return drawWrittenRecord(draw, depth - 1)
}

function drawNullable(draw: Draw, inner: WrittenType): unknown {
  return draw.left <= 0 || chance(draw, 30) ? null : drawValue(draw, inner)
}

function drawMap(draw: Draw, inner: WrittenType): unknown {
  const entries = listOf(draw, (): [string, unknown] => [pick(draw, KEYS), drawValue(draw, inner)])
  if (chance(draw, 10)) return new Map(entries)
  const object = Object.fromEntries(entries)
  if (chance(draw, 5)) return new Proxy(object, { ownKeys: (target) => Reflect.ownKeys(target).reverse() })
  return object
}

function drawUnion(draw: Draw, depth: number): WrittenType {
  const members = Array.from({ length: 2 }, () => drawWrittenRecord(draw, depth - 1))
  const [first, second] = members.map(({ type }) => type) as [Class, Class]
  const draws = (next: Draw) => pick(next, members).draw(next)
  if (chance(draw, 50)) return { type: oneOf(first, second, String), draw: draws }
  for (const [index, target] of [first, second].entries()) {
    const options = { enum: [`member ${index}`], name: 'kind', optional: chance(draw, 50) }
    Field(() => String, options)(target.prototype, 'kind')
  }
  return { type: oneOf({ discriminator: 'kind', mapping: { 'member 0': first, 'member 1': second } }), draw: draws }
}

let made = 0

function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

/** Declares a record class by `@Field`; its values are instances, plain objects, and at times something else. */
function drawWrittenRecord(draw: Draw, depth: number): WrittenType {
  const name = `Written${++made}`
  const target = { [name]: class {} }[name] as Class
  const self: { -readonly [K in keyof WrittenType]: WrittenType[K] } = { type: target, draw: () => ({}) }
  const names = [...new Set(Array.from({ length: 1 + upTo(draw, 3) }, () => pick(draw, NAMES)))].filter(
    (name) => name !== 'kind'
  )
  if (names.length === 0) names.push('only')
  const others = chance(draw, 25) ? drawType(draw, depth - 1, self) : undefined
  if (others !== undefined) Record({ additionalProperties: () => others.type })(target)
  const fields = names.map((name, index) => {
    const inner = drawType(draw, depth, self)
    const isWriteOnly = chance(draw, others === undefined ? 5 : 25)
    const property = name === 'toString' ? name : `property${index}`
    // Where there are additional properties, one of them may be called like the property.
    const ownName = others === undefined ? name : property
    const options: FieldOptions = {
      // Another member of a union may have a field of a common name. Then the response shows what only requests have,
      // which is always rejected, although the document does not say so.
      name: isWriteOnly ? `${ownName} of requests` : ownName,
      optional: inner === self || chance(draw, 40),
      nullable: chance(draw, 20),
      ...(isWriteOnly && { writeOnly: true })
    }
    const held = others !== undefined && isWriteOnly ? (options.name as string) : property
    Field(() => inner.type, options)(target.prototype, held)
    return { property: held, inner, options }
  })
  self.draw = (next) => {
    const value: { [property: string]: unknown } = pick(next, [
      () => ({}),
      () => Reflect.construct(target, []),
      () => Object.create(null)
    ])()
    for (const { property, inner, options } of fields) {
      if (next.left <= 0 && inner === self) continue
      if (chance(next, options.optional ? 40 : 3)) continue
      const own = options.nullable && chance(next, 30) ? null : drawValue(next, inner)
      if (chance(next, 10)) Object.defineProperty(value, property, { get: () => own })
      else value[property] = own
    }
    if (others === undefined) value.undeclared = 'secret'
    else if (next.left > 0)
      for (const key of listOf(next, () => pick(next, KEYS))) setOwn(value, key, drawValue(next, others))
    return chance(next, 5) ? new Proxy(value, {}) : value
  }
  return self
}

/** Draws a type. */
export function drawWrittenType(draw: Draw): WrittenType {
  return drawType(draw, 3, undefined)
}

/** Draws a value of the type: mostly one that fits, at times anything in its place. */
export function drawValue(draw: Draw, { draw: drawFitting }: WrittenType): unknown {
  return draw.left-- <= -100 || chance(draw, 1) ? pick(draw, ODDITIES)() : drawFitting(draw)
}

/** The oddities, each made afresh. */
export function oddities(): unknown[] {
  return ODDITIES.map((make) => make())
}
