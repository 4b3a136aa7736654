import type { JsonSchema } from '../document/json-schema-2020.js'
import { setOwn } from '../wire/json-text.js'
import type { Draw } from './draw.js'
import type { ValueMaker } from './value-maker.js'

/** The way from a value to a part of it. `schema` is about that part. */
export type Step =
  | { readonly kind: 'property'; readonly name: string; readonly schema: JsonSchema }
  | { readonly kind: 'item'; readonly index: number; readonly schema: JsonSchema }
  /** The same value, taken as one alternative of an `anyOf` or `oneOf`. */
  | { readonly kind: 'alternative'; readonly schema: JsonSchema }

/** Stands for a property that is not there. */
export const ABSENT = Symbol('absent')

/** One thing to try at one place of a value. Nothing is said about whether it is valid. */
export interface ValueProbe {
  readonly label: string
  readonly steps: readonly Step[]
  /** Undefined where there is no such value; {@link ABSENT} removes the property. */
  readonly make: (draw: Draw) => unknown
}

/**
 * A value of the schema with what a probe tries at its place; undefined where the place cannot be reached.
 * `base` should be valid, and is changed.
 */
export function placeProbe(
  maker: ValueMaker,
  base: unknown,
  probe: ValueProbe,
  draw: Draw
): { value: unknown } | undefined {
  const value = probe.make(draw)
  return value === undefined ? undefined : place(maker, base, probe.steps, value, draw)
}

function place(
  maker: ValueMaker,
  at: unknown,
  steps: readonly Step[],
  value: unknown,
  draw: Draw
): { value: unknown } | undefined {
  const [step, ...rest] = steps
  if (step === undefined) return { value }
  if (step.kind === 'alternative') {
    const taken = maker.isValid(step.schema, at) ? at : maker.make(step.schema, draw, 1)
    return place(maker, taken, rest, value, draw)
  }
  if (typeof at !== 'object' || at === null || Array.isArray(at) !== (step.kind === 'item')) return undefined
  const key = step.kind === 'item' ? step.index : step.name
  if (rest.length === 0 && value === ABSENT) {
    delete (at as Record<string | number, unknown>)[key]
    return { value: at }
  }
  const present = Object.hasOwn(at, key)
    ? (at as Record<string | number, unknown>)[key]
    : maker.make(step.schema, draw, 1)
  const placed = place(maker, present, rest, value, draw)
  if (placed === undefined) return undefined
  if (step.kind === 'item') (at as unknown[])[Math.min(step.index, (at as unknown[]).length)] = placed.value
  else setOwn(at, step.name, placed.value)
  return { value: at }
}
