import { type Class, isClass } from '../../metadata.js'
import type { TypeMetadata, TypeOptions } from '../library/class-transformer.js'
import type { Made, Plain } from './type-plan.js'

/** The types whose values are not instances of a user's class. */
export const SCALARS: ReadonlySet<unknown> = new Set([String, Number, Boolean, Date, Buffer])

/** Transforms a value, other than an object, into the type of `@Type`. */
export function scalar(value: unknown, type: unknown, isMap = false): unknown {
  if (type === undefined || isMap || value === null || value === undefined) return value
  if (type === String) return String(value)
  if (type === Number) return Number(value)
  if (type === Boolean) return Boolean(value)
  if (type === Date) return new Date(value as never)
  if (type === Buffer) return Buffer.from(value as never)
  return value
}

/** Whether it is an object as JSON.parse returns it, and not a promise. */
export function isPlain(value: unknown): value is Plain {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    !isThenable(value)
  )
}

/** Whether Object.prototype has enumerable keys, which every object then inherits. */
export function isPolluted(): boolean {
  for (const _key in Object.prototype) return true
  return false
}

/** Whether class-transformer treats it differently from other objects. */
export function isSpecial(value: object): boolean {
  return value instanceof Map || value instanceof Set || value instanceof Buffer || isThenable(value)
}

function isThenable(value: object): boolean {
  return typeof (value as { then?: unknown }).then === 'function'
}

/** Whether plans can create its instances. */
export function isMakeable(type: unknown): type is Class {
  return isClass(type) && type.prototype.constructor === type && !isMap(type)
}

function isMap(type: Class): boolean {
  return type === Map || type.prototype instanceof Map
}

/** The compiler's type of a property whose value is a list. */
export function reflectedOf(value: unknown, metadata: TypeMetadata | undefined): unknown {
  return Array.isArray(value) ? metadata?.reflectedType : undefined
}

/** Whether it says by which discriminator the items of a list are told apart. */
export function isDiscriminating(type: unknown): type is TypeMetadata {
  const discriminator =
    typeof type === 'object' ? (type as Partial<TypeMetadata> | null)?.options?.discriminator : undefined
  return Boolean(discriminator?.property && discriminator.subTypes)
}

/** The type of an item of a list, as {@link discriminated}; of null it throws, as class-transformer does. */
export function discriminatedItem(metadata: TypeMetadata, sent: Made, named: unknown): unknown {
  const { discriminator, keepDiscriminatorProperty } = metadata.options as Required<TypeOptions>
  const { property, subTypes } = discriminator
  const chosen = subTypes.find(({ name }) => name === sent[property])
  if (!keepDiscriminatorProperty) delete sent[property]
  return chosen === undefined ? named : chosen.value
}

/** The type that the discriminator names; deletes the discriminator from the value unless it is to be kept. */
export function discriminated(metadata: TypeMetadata, sent: unknown, named: unknown): unknown {
  if (!isDiscriminating(metadata)) return named
  if (Array.isArray(sent)) return metadata
  const { discriminator } = metadata.options as Required<TypeOptions>
  return sent instanceof Object && discriminator.property in sent
    ? discriminatedItem(metadata, sent as Made, named)
    : named
}
