import { SetupError } from '../../errors.js'
import type { Class, ConcreteClass } from '../../metadata.js'
import { isOfType } from '../kinds/type-facts.js'
import type { TypeSchema } from '../type/schema.js'

/** The value that a class initializes a property with: `page = 1`. */
export interface InitialValue {
  readonly value: unknown
  /** The value as the document's default; undefined for an instance of a class, and for a value that changes. */
  documented(type: TypeSchema): unknown
}

/** The initial values of a class's properties; none if it cannot be constructed without arguments. */
export function initialValues(target: Class): (property: string) => InitialValue | undefined {
  const samples = [construct(target), construct(target)]
  const [first, second] = samples
  return (property) => {
    const value = own(first, property)
    if (value === undefined) return undefined
    return {
      value,
      documented: (type) => {
        if (!isPlain(value)) return undefined
        const place = `${target.name}.${property}`
        const json = jsonOf(value, place)
        // A generated identifier or the current time differs each time, and is not a default.
        const isConstant = json !== undefined && json === jsonOf(own(second, property), place)
        return isConstant && isOfType(type, value, () => false) ? JSON.parse(json) : undefined
      }
    }
  }
}

function construct(target: Class): object | undefined {
  try {
    return new (target as ConcreteClass)()
  } catch {
    return undefined
  }
}

function own(record: object | undefined, property: string): unknown {
  return record === undefined ? undefined : Object.getOwnPropertyDescriptor(record, property)?.value
}

/** @throws SetupError FIELD_OPTION_INVALID if JSON has no form for a part of the value, or for a cycle in it */
function jsonOf(value: unknown, place: string): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (error) {
    const [message] = (error as Error).message.split('\n')
    throw new SetupError(
      'FIELD_OPTION_INVALID',
      `the initial value cannot be written as JSON (${message})`,
      place,
      'initialize it with numbers, texts, booleans, null, and lists and objects of these'
    )
  }
}

/** @param around the objects that contain the value */
function isPlain(value: unknown, around: readonly unknown[] = []): boolean {
  // A cycle has no form in JSON; `jsonOf` reports it.
  if (around.includes(value)) return true
  if (typeof value !== 'object' || value === null) return value !== null && typeof value !== 'function'
  const prototype = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== Object.prototype) return false
  return Object.values(value).every((member) => member === null || isPlain(member, [...around, value]))
}
