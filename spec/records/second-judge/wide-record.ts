import { getMetadataStorage } from 'class-validator'
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js'
import fc from 'fast-check'
import {
  BootstrapError,
  type Class,
  Double,
  Field,
  type FieldOptions,
  Int32,
  Integer,
  IntersectionType,
  mapOf,
  nullable,
  OmitType,
  oneOf,
  PartialType,
  PickType,
  Record,
  RequiredType,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import * as z from 'zod'
import { componentsOf } from '../../support/documented.js'
import { chance, type Draw, pick } from '../../support/draw.js'
import { drawDto } from '../../support/generated-dto.js'
import { drawJson, drawRecord, type GeneratedRecord } from '../../support/generated-record.js'

/** Texts in values for what JSON.stringify cannot write: a number beyond the doubles, a value that is nested deeply. */
const MARKS: readonly (readonly [mark: string, written: string])[] = [
  ['\uE000large', '1e400'],
  ['\uE000small', '-1e400'],
  ...[120, 250, 251, 252, 253, 254, 255, 256, 257, 300].flatMap((depth) => [
    [`\uE000lists${depth}`, '['.repeat(depth) + ']'.repeat(depth)] as const,
    [`\uE000objects${depth}`, `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`] as const
  ])
]

/** The value as JSON, with what only a text can hold. */
export function jsonOf(value: unknown): string {
  let text = JSON.stringify(value)
  if (text.includes('\uE000')) for (const [mark, written] of MARKS) text = text.replaceAll(`"${mark}"`, written)
  return text
}

/** The value with a mark in place of one of its parts. */
function marked(value: unknown, draw: Draw): unknown {
  const depth = Array.isArray(value) || (typeof value === 'object' && value !== null)
  if (!depth || chance(draw, 25)) return pick(draw, MARKS)[0]
  const entries = Object.entries(value as object)
  if (entries.length === 0) return pick(draw, MARKS)[0]
  const [key] = pick(draw, entries)
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? marked(item, draw) : item))
  return Object.fromEntries(entries.map(([name, item]) => [name, name === key ? marked(item, draw) : item]))
}

const FORMAT_TEXTS = {
  email: [
    'a@example.com',
    'ü@example.com',
    'a@b',
    '"a b"@example.com',
    'a@[127.0.0.1]',
    'a..b@example.com',
    'a',
    '',
    '😀@a.example'
  ],
  uri: [
    ...['https://example.com/a?b#c', 'https://example.com/%zz', 'mailto:a@example.com', 'urn:isbn:1', '/a', 'a b', ''],
    ...[
      'http://localhost:80/',
      'https://exämple.com/',
      'ftp://a.example',
      'http://[::1]/',
      'https://a.example/ü',
      'http://a b'
    ]
  ],
  hostname: ['example.com', 'localhost', '😀', 'a_b', '-a', 'a.', 'ä.example', 'x'.repeat(64), '127.0.0.1', '', 'a..b'],
  ipv6: ['::1', 'fe80::1%eth0', '::ffff:1.2.3.4', '1::2::3', '1:2:3:4:5:6:7:8', ':::', '12345::', '::1.2.3.04', ''],
  phone: ['+41 44 668 18 00', '+41446681800', '0446681800', '+1', '']
} as const

interface Drawn {
  readonly type: TypeExpression
  readonly options: FieldOptions
  readonly draw: (draw: Draw) => unknown
}

const NUMBERS = [0, -1, 3, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e21, 5e-324, 1.7976931348623157e308]

/** Schemas of another library, with what draws for them. */
const FOREIGN: readonly Pick<Drawn, 'type' | 'draw'>[] = [
  {
    type: z.object({ mail: z.string().min(2), age: z.int().max(150).optional() }),
    draw: (draw) => ({ mail: pick(draw, ['ab', '😀', '😀😀', 3]), age: pick(draw, [...NUMBERS, null]) })
  },
  { type: z.enum(['red', 'green']), draw: (draw) => pick(draw, ['red', 'green', 'blue', null]) },
  { type: z.array(z.number()).max(2), draw: (draw) => pick(draw, [[], [1], [1, 'a'], [1, 2, 3]]) }
]

/** A type that one text can hold. */
export function drawWideScalar(draw: Draw): Drawn {
  switch (draw(fc.integer, { min: 0, max: 3 })) {
    case 0:
    case 1: {
      const format = pick(draw, Object.keys(FORMAT_TEXTS) as (keyof typeof FORMAT_TEXTS)[])
      return { type: String, options: { format }, draw: (next) => pick<string>(next, FORMAT_TEXTS[format]) }
    }
    case 2:
      return {
        type: pick(draw, [Number, Double, Integer, Int32]),
        options: pick<FieldOptions>(draw, [{}, { default: 3 }, { minimum: 1, default: 2 }, { maximum: 1e6 }]),
        draw: (next) => pick(next, NUMBERS)
      }
    default:
      return {
        type: String,
        options: { default: 'ab', minLength: 1 },
        draw: (next) => pick(next, ['', 'a', '😀'])
      }
  }
}

function drawField(draw: Draw): Drawn {
  switch (draw(fc.integer, { min: 0, max: 7 })) {
    case 0:
    case 1:
    case 2:
      return drawWideScalar(draw)
    case 3: {
      const { type, options, draw: drawn } = drawWideScalar(draw)
      return { type, options: { ...options, nullable: true }, draw: (next) => (chance(next, 20) ? null : drawn(next)) }
    }
    case 4:
      return { type: Unknown, options: {}, draw: drawJson }
    case 5:
      return { options: {}, ...pick(draw, FOREIGN) }
    default: {
      const inner = drawMapped(draw)
      const wrap = pick<(type: Class) => TypeExpression>(draw, [(type) => type, (type) => [type], mapOf, nullable])
      const type = wrap(inner.class)
      const wrapped = (next: Draw): unknown => {
        const value = inner.draw(next)
        return type === inner.class ? value : Array.isArray(type) ? [value] : wrap === mapOf ? { a: value } : value
      }
      return { type, options: {}, draw: wrapped }
    }
  }
}

/** A generated record, or a class that is mapped from one. */
function drawMapped(draw: Draw): GeneratedRecord {
  const base = drawRecord(draw, 1)
  const source = base.class as Class<{ property0: unknown }>
  const mapped = pick<(() => Class) | undefined>(draw, [
    ...[undefined, undefined, undefined],
    () => PartialType(source),
    () => RequiredType(source),
    () => PickType(source, ['property0']),
    () => IntersectionType(PartialType(source), RequiredType(source)),
    () => OmitType(IntersectionType(source, source), ['property0'])
  ])
  if (mapped === undefined) return base
  const target = mapped()
  // Nothing may be left of a record, and such a class declares nothing.
  return isRecord(target) ? { class: named(target), draw: base.draw } : base
}

/** Whether a class declares a field. */
function isRecord(target: Class): boolean {
  try {
    componentsOf(target)
    return true
  } catch (error) {
    if (error instanceof BootstrapError && error.errors.every(({ code }) => code === 'RECORD_INVALID')) return false
    throw error
  }
}

let made = 0

function named(source: Class): Class {
  const name = `Wide${++made}`
  return { [name]: class extends (source as new () => object) {} }[name] as Class
}

/** Declares a record with every type, rule and option that a document can describe, as a user would. */
export function drawWideRecord(draw: Draw): GeneratedRecord {
  if (chance(draw, 40)) return markedAtTimes(drawRecord(draw))
  const target = named(class {} as Class)
  if (chance(draw, 15)) Record({ unknownFields: 'reject' })(target)
  const fields = Array.from({ length: 1 + draw(fc.integer, { min: 0, max: 2 }) }, (_, index) => {
    const { type, options, draw: drawn } = drawField(draw)
    const name = `f${index}`
    const isOptional = options.default === undefined && chance(draw, 40)
    Field(() => type, {
      ...options,
      name,
      ...(isOptional && { optional: true }),
      ...(chance(draw, 8) && pick<FieldOptions>(draw, [{ readOnly: true }, { writeOnly: true }]))
    })(target.prototype, `own${index}`)
    return { name, draw: drawn }
  })
  return markedAtTimes({
    class: target,
    draw: (next) => {
      const members = fields.filter(() => !chance(next, 6)).map(({ name, draw: drawn }) => [name, drawn(next)])
      if (chance(next, 5)) members.push(['undeclared', 1])
      return Object.fromEntries(members)
    }
  })
}

function markedAtTimes(record: GeneratedRecord): GeneratedRecord {
  return {
    class: record.class,
    draw: (next) => {
      const value = record.draw(next)
      return chance(next, 4) ? marked(value, next) : value
    }
  }
}

/** A type as the whole of a body, and what draws values for it. */
export interface WideBody {
  readonly type: TypeExpression
  readonly draw: (draw: Draw) => unknown
}

/** Draws a record, or a list, a map, a union or a nullable form of one. */
export function drawWideBody(draw: Draw): WideBody {
  const record = drawWideRecord(draw)
  const { class: type, draw: drawn } = record
  switch (draw(fc.integer, { min: 0, max: 15 })) {
    case 0:
      return {
        type: [type],
        draw: (next) => (chance(next, 5) ? drawn(next) : [drawn(next), drawn(next)].slice(upTo(next, 2)))
      }
    case 1:
      return { type: mapOf(type), draw: (next) => (chance(next, 5) ? [] : { a: drawn(next) }) }
    case 2:
      return { type: nullable(type), draw: (next) => (chance(next, 20) ? null : drawn(next)) }
    case 3: {
      // Not of wide records: a union reports one fault, which does not name the rules that its members broke.
      const [one, other] = [drawRecord(draw), drawRecord(draw)]
      const draws = [one.draw, other.draw, drawJson]
      return { type: oneOf(one.class, other.class, Integer), draw: (next) => pick(next, draws)(next) }
    }
    case 4:
      return { type: tupleOf(type, String), draw: (next) => [drawn(next), 'a', 1].slice(0, 1 + upTo(next, 2)) }
    default:
      return { type, draw: drawn }
  }
}

/** class-validator's rules by class. */
const rulesOf = (getMetadataStorage() as unknown as { validationMetadatas: Map<unknown, ValidationMetadata[]> })
  .validationMetadatas

/**
 * Draws a class of class-validator's decorators, without conditions but IsOptional: the document does not say of which
 * type a conditional field is. Fieldstone rejects some at start-up.
 */
export function drawWideDto(draw: Draw): WideBody {
  const known = new Set(rulesOf.keys())
  const dto = drawDto(draw)
  const rules = [...rulesOf].flatMap(([target, own]) => (known.has(target) ? [] : own))
  const isConditional = ({ type, name, validateIf }: ValidationMetadata) =>
    validateIf !== undefined || (type === 'conditionalValidation' && name !== 'isOptional')
  if (rules.some(isConditional)) return drawWideDto(draw)
  const jsonValue = (value: unknown): unknown => {
    try {
      return JSON.parse(JSON.stringify(value) ?? 'null')
    } catch {
      return null
    }
  }
  return { type: dto.class, draw: (next) => jsonValue(dto.drawPlain(next)) }
}

const upTo = (draw: Draw, max: number): number => draw(fc.integer, { min: 0, max })
