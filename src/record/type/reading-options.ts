import type { FaultList } from './fault-list.js'
import type { FieldSchema, TypeSchema, UnknownFields } from './schema.js'

/** Where a raw value comes from: JSON as parsed, or text (path, query, header, cookie, form). */
export type BinderSource = 'json' | 'text'

/** What is checked: types alone, or presence as well, or presence and rules. */
export type Strictness = 'types' | 'presence' | 'rules'

/**
 * Which way a value travels. `declared` is a default or an example in a declaration: it goes both ways, so that fields
 * which travel one way only may be present, and need not be.
 */
export type Direction = 'request' | 'response' | 'declared'

/** How values are bound, beyond what their type says. */
export interface BindingOptions {
  /** Default: `request`. */
  readonly direction?: Direction
  /** What is done with unknown keys in records that do not declare it themselves. Default: `strip`. */
  readonly unknownFields?: UnknownFields
  /** Whether code may be generated, where the process allows it; closures do the same work. Default: true. */
  readonly generatesCode?: boolean
}

/** Reads a raw value of one type. Adds what is wrong to the list; then the returned value has no meaning. */
export type Reader = (raw: unknown, faults: FaultList) => unknown

/** Whether the value is a JSON object. */
export function isJsonObject(raw: unknown): raw is { [key: string]: unknown } {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

/** Sets an own property, even one that is called `__proto__`: an assignment to that would change the prototype. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  } else (target as { [key: string]: unknown })[key] = value
}

/** The type of a field's values, null included where it is allowed. */
export function typeOfField(field: Pick<FieldSchema, 'type' | 'nullable'>): TypeSchema {
  return field.nullable ? { kind: 'nullable', type: field.type } : field.type
}

/**
 * Whether the field is there in every value of this direction. In a response a default is written where the program has no
 * value; what `@Transform` writes, and what a condition guards, may be absent.
 */
export function isAlwaysThere(field: FieldSchema, direction: 'request' | 'response'): boolean {
  if (!travels(field, direction)) return false
  if (direction === 'request') return field.required
  return field.transform?.write === undefined && (field.required || isDefaultWritten(field))
}

/** Whether responses contain the field's default where the program has no value. */
export function isDefaultWritten({ default: given, transform, condition }: FieldSchema): boolean {
  return given !== undefined && transform?.write === undefined && condition === undefined
}

/** Whether the field exists in this direction. */
export function travels({ access }: FieldSchema, direction: Direction): boolean {
  return access === undefined || direction === 'declared' || (access === 'readOnly') === (direction === 'response')
}
