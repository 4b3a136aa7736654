import { SetupError } from '../../errors.js'
import type { Class, ConcreteClass } from '../../metadata.js'
import { isOfType } from '../kinds/type-facts.js'
import type { TypeSchema } from '../type/schema.js'

/** What a class initialises a property with: `page = 1`. */
export interface InitialValue {
  readonly value: unknown
  /** The value as the document tells it; undefined for an instance of a class, or where it is another each time. */
  documented(type: TypeSchema): unknown
}

/** What a class initialises its properties with; nothing where it cannot be constructed without arguments. */
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
        const told = jsonOf(value, place)
        // An identifier or the time of day is made anew each time, and is no default.
        const isSteady = told !== undefined && told === jsonOf(own(second, property), place)
        return isSteady && isOfType(type, value, () => false) ? JSON.parse(told) : undefined
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

/** @throws SetupError FIELD_OPTION_INVALID where JSON has no form for a part of the value, or for a cycle in it */
function jsonOf(value: unknown, place: string): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (error) {
    const [message] = (error as Error).message.split('\n')
    throw new SetupError(
      'FIELD_OPTION_INVALID',
      `the initial value cannot be written as JSON (${message})`,
      place,
      'initialise it with numbers, texts, booleans, null, and lists and objects of these'
    )
  }
}

/** @param around the objects that the value is within */
function isPlain(value: unknown, around: readonly unknown[] = []): boolean {
  // A cycle has no form in JSON, which is told there.
  if (around.includes(value)) return true
  if (typeof value !== 'object' || value === null) return value !== null && typeof value !== 'function'
  const prototype = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== Object.prototype) return false
  return Object.values(value).every((member) => member === null || isPlain(member, [...around, value]))
}
