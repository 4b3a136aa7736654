import { JsonText } from '../wire/json-text.js'
import type { Draw } from './draw.js'
import type { FlatSchema } from './flat-schema.js'
import { RANK, type Rank } from './rank.js'

const FLOAT_MAXIMUM = 3.4028234663852886e38

/** A number that should be valid; the caller checks. */
export function validNumber(flat: FlatSchema, draw: Draw): number {
  const [low, high] = range(flat)
  const [multiple] = flat.multiples
  if (multiple !== undefined) {
    const first = Math.ceil(low / multiple)
    return tidy(draw.int(first, Math.min(Math.floor(high / multiple), first + 50)) * multiple)
  }
  if (flat.isInteger || draw.chance(0.4)) {
    const first = Math.ceil(low)
    const last = Math.floor(high)
    if (draw.chance(0.1)) return draw.pick([first, last])
    // Small numbers are often ids of things that exist.
    if (draw.chance(0.6)) return Math.min(Math.max(draw.int(1, 5), first), last)
    return draw.int(first, last)
  }
  if (draw.chance(0.1)) return draw.pick([low, high])
  const [from, to] = [Math.max(low, -1000), Math.min(high, 1000)]
  return from > to ? low : tidy(from + ((to - from) * draw.int(0, 1000)) / 1000)
}

const HUGE = 1e16

function range(flat: FlatSchema): [number, number] {
  const lowest = Math.max(
    flat.bounds.get('minimum') ?? -1e6,
    flat.bounds.get('exclusiveMinimum') ?? Number.NEGATIVE_INFINITY
  )
  const highest = Math.min(
    flat.bounds.get('maximum') ?? Math.max(1e6, lowest + 1e6),
    flat.bounds.get('exclusiveMaximum') ?? Number.POSITIVE_INFINITY
  )
  // Within the bounds of a type, such as those of double precision, what is between them has no use, and may be infinite.
  const low = lowest < -HUGE ? Math.max(lowest, Math.min(-1e6, highest - 1e6)) : lowest
  const high = highest > HUGE ? Math.min(highest, Math.max(1e6, low + 1e6)) : highest
  const step = flat.isInteger ? 1 : Math.min(0.5, (high - low) / 4)
  return [
    low === flat.bounds.get('exclusiveMinimum') ? low + step : low,
    high === flat.bounds.get('exclusiveMaximum') ? high - step : high
  ]
}

/** Numbers on both sides of each bound of the schema, and in the forms that JSON has for them. */
export function numberEdgeCases(flat: FlatSchema): (readonly [rank: Rank, label: string, value: number | JsonText])[] {
  const { extreme, near, lexical } = RANK
  const values = new Map<string, readonly [Rank, string, number | JsonText]>()
  const add = (rank: Rank, label: string, value: number | JsonText) => {
    const key = value instanceof JsonText ? value.text : String(value)
    if (!values.has(key)) values.set(key, [rank, label, value])
  }
  for (const keyword of ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum']) {
    const bound = flat.bounds.get(keyword)
    if (bound === undefined) continue
    for (const value of [bound, bound - 1, bound + 1]) add(extreme, `${keyword} ${bound}`, value)
    for (const value of [tidy(bound - 0.5), tidy(bound + 0.5)]) add(near, `${keyword} ${bound}`, value)
    for (const value of neighbours(bound)) add(near, `${keyword} ${bound}: the next number`, value)
  }
  for (const multiple of flat.multiples) {
    for (const factor of [1, 3]) add(extreme, `multipleOf ${multiple}`, tidy(multiple * factor))
    for (const factor of [0, -1, 7, 1999]) add(near, `multipleOf ${multiple}`, tidy(multiple * factor))
    for (const factor of [0.5, 1.5, 3.01]) add(near, `multipleOf ${multiple}: not quite`, tidy(multiple * factor))
  }
  for (const value of [0, 1, -1]) add(extreme, 'a small number', value)
  for (const value of [1.5, -0.5, 1e-7]) add(near, 'a small number', value)
  for (const text of ['1.0', '1e2', '1.5e1', '-0', '0.1e1', '-0.0', '1E400', '-1E400'])
    add(lexical, `the form ${text}`, new JsonText(text))
  for (const value of [2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1]) add(near, 'the edge of 32 bits', value)
  for (const value of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) add(extreme, 'the last safe integer', value)
  const unsafe = ['9007199254740992', '9007199254740993', '-9007199254740992']
  for (const text of [...unsafe, '9223372036854775807', '9223372036854775808'])
    add(lexical, 'an integer beyond the safe ones', new JsonText(text))
  for (const value of [FLOAT_MAXIMUM, -FLOAT_MAXIMUM, 3.402823466385289e38, -3.402823466385289e38, 1e39])
    add(near, 'the edge of single precision', value)
  for (const value of [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE])
    add(near, 'the edge of double precision', value)
  return [...values.values()]
}

/** The closest numbers below and above. */
function neighbours(value: number): number[] {
  if (!Number.isFinite(value) || (Number.isInteger(value) && Math.abs(value) >= 2 ** 52)) return []
  const step = Math.max(Math.abs(value) * Number.EPSILON, Number.MIN_VALUE)
  return [value - step, value + step]
}

/** Without the error in the last digits that a multiplication leaves. */
function tidy(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15))
}
