import type { Class, ConcreteClass } from '../metadata.js'
import { isOfType } from './program-value.js'
import type { TypeSchema } from './schema.js'

/** What a class initialises a property with: `page = 1`. */
export interface InitialValue {
  readonly value: unknown
  /** The value as the document tells it; undefined where JSON has no form for it, or where it is another each time. */
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
        const told = JSON.stringify(value)
        // An identifier or the time of day is made anew each time, and is no default.
        const isSteady = isPlain(value) && told !== undefined && told === JSON.stringify(own(second, property))
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

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== null && typeof value !== 'function'
  const prototype = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== Object.prototype) return false
  return Object.values(value).every((member) => member === null || isPlain(member))
}
