import { SetupError } from '../../errors.js'
import { isClass } from '../../metadata.js'
import type { ValueOf } from './declared-value.js'
import type { TypeSchema } from './schema.js'
import { isStandardSchema } from './standard-schema.js'
import { TypeToken } from './type-token.js'
import { UploadedFile } from './uploaded-file.js'

/**
 * A type as it is written in a declaration: `String`, `Number`, `Boolean`, `Date`, a record class, a token such as
 * `Integer`, a one-element list (`[Item]`), an enum object, a schema of a library that implements Standard Schema (zod,
 * valibot, arktype), or a function that returns one of these.
 * A sample value works, too: `0` is an integer, `1.5` a number, `''` a string, `true` a boolean.
 */
export type TypeExpression = unknown

function scalar(label: string, schema: TypeSchema): TypeToken {
  return new TypeToken(label, () => schema)
}

/** A whole number within JavaScript's safe integers; `integer`, `int64` in the document. */
export const Integer: TypeToken<number> = scalar('Integer', { kind: 'integer', format: 'int64' })
/** A whole number of 32 bits. */
export const Int32: TypeToken<number> = scalar('Int32', { kind: 'integer', format: 'int32' })
/** The same as {@link Integer}. */
export const Int64: TypeToken<number> = scalar('Int64', { kind: 'integer', format: 'int64' })
/** A number of single precision's range. */
export const Float: TypeToken<number> = scalar('Float', { kind: 'number', format: 'float' })
/** A number; the same as `Number`. */
export const Double: TypeToken<number> = scalar('Double', { kind: 'number', format: 'double' })
/**
 * A calendar date, an RFC 3339 `full-date` such as `2024-05-17`; `string`, `date` in the document. In the program it is
 * that string too: a `Date` is a moment, whose day depends on the time zone.
 */
export const DateOnly: TypeToken<string> = scalar('DateOnly', { kind: 'date' })
/** Any JSON value, null included. */
export const Unknown: TypeToken<unknown> = scalar('Unknown', { kind: 'any' })

/** An object with any keys, and values of one type: `mapOf(Integer)` is `Record<string, number>`. */
export function mapOf<const E>(values: E): TypeToken<Record<string, ValueOf<E>>> {
  return new TypeToken('mapOf(…)', (place) => ({ kind: 'map', values: parseType(values, place) }))
}

/**
 * A JSON array of exactly these items, each of its own type.
 *
 * In OpenAPI 3.1 it is `prefixItems`. OpenAPI 3.0 has no keyword for it: there the document has the number of items and
 * what any of them may be, and lists the rest under `x-rules`.
 *
 * @example \@Field(() => tupleOf(Number, Number)) position!: [number, number]
 */
export function tupleOf<const E extends readonly unknown[]>(
  ...items: E
): TypeToken<{ -readonly [I in keyof E]: ValueOf<E[I]> }> {
  return new TypeToken('tupleOf(…)', (place) => {
    if (items.length === 0) {
      throw new SetupError(
        'FIELD_TYPE_UNKNOWN',
        'the type is a tuple without items',
        place,
        'write tupleOf(String, Integer)'
      )
    }
    return { kind: 'tuple', items: items.map((item) => parseType(item, place)) }
  })
}

/** The type or null: `[nullable(String)]` is a list whose items may be null. */
export function nullable<const E>(type: E): TypeToken<ValueOf<E> | null> {
  return new TypeToken('nullable(…)', (place) => nullableOf(parseType(type, place)))
}

/**
 * One of some literals, from a TypeScript enum or a list. With a name it is a reusable component in the document. Its
 * values have the type of the enum, or of the list's literals.
 *
 * @example enumOf(Status, 'Status')
 * @example enumOf(['draft', 'live'])
 */
export function enumOf<const L extends readonly (string | number | boolean)[]>(
  values: L,
  name?: string
): TypeToken<L[number]>
/** One of the values of a TypeScript enum; the same as the list form for the document. */
export function enumOf<const E extends Readonly<Record<string, string | number>>>(
  values: E,
  name?: string
): TypeToken<E[keyof E]>
/** One of the values of a list or an enum whose type is not known. */
export function enumOf(
  values: Readonly<Record<string, string | number>> | readonly (string | number | boolean)[],
  name?: string
): TypeToken
export function enumOf(
  values: Readonly<Record<string, string | number>> | readonly (string | number | boolean)[],
  name?: string
): TypeToken {
  return new TypeToken(`enumOf(${name ?? '…'})`, (place) => enumSchema(values, name, place))
}

/** The values of a TypeScript enum object, without the reverse mapping that numeric members leave. */
export function enumValues(object: Readonly<Record<string, string | number>>): (string | number)[] {
  return Object.entries(object)
    .filter(([key, value]) => {
      const isReverse = typeof value === 'string' && String(Number(key)) === key && object[value] === Number(key)
      return !isReverse
    })
    .map(([, value]) => value)
}

function nullableOf(type: TypeSchema): TypeSchema {
  return type.kind === 'nullable' || type.kind === 'any' ? type : { kind: 'nullable', type }
}

function enumSchema(
  values: Readonly<Record<string, string | number>> | readonly (string | number | boolean)[],
  name: string | undefined,
  place: string
): TypeSchema {
  const isList = Array.isArray(values)
  const list = isList
    ? (values as readonly unknown[])
    : enumValues((values ?? {}) as Readonly<Record<string, string | number>>)
  if (list.length === 0) throw unknownType('an enum without values', place)
  for (const value of list) {
    const fits = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    if (!fits) throw unknownType(`an enum with the value ${String(value)}, which has no form in JSON`, place)
  }
  return { kind: 'enum', name, values: [...new Set(list)] as (string | number | boolean)[] }
}

const NAME_A_TYPE =
  'name a type: String, Number, Integer, Boolean, Date, DateOnly, a record class, a list such as [Item], mapOf(…), ' +
  'tupleOf(…), enumOf(…), oneOf(…) or Unknown'

function unknownType(what: string, place: string, remedy = NAME_A_TYPE): SetupError {
  return new SetupError('FIELD_TYPE_UNKNOWN', `the type is ${what}`, place, remedy)
}

/**
 * Parses a type, as it is declared, into its schema.
 *
 * @param place the declaration, for errors: `Item.createdAt`
 * @throws SetupError FIELD_TYPE_UNKNOWN for what is not a type
 */
export function parseType(expression: TypeExpression, place: string): TypeSchema {
  switch (expression) {
    case String:
      return { kind: 'string' }
    case Number:
      return { kind: 'number', format: 'double' }
    case Boolean:
      return { kind: 'boolean' }
    case Buffer:
    case Uint8Array:
    case UploadedFile:
      return { kind: 'file' }
    case Date:
      return { kind: 'timestamp' }
    case Object:
      throw unknownType('Object, which is also emitted for interfaces, unions and `unknown`', place)
    case Array:
      throw unknownType('an array of unknown items', place)
    case Promise:
    case Map:
    case Set:
    case Symbol:
    case BigInt:
    case Function:
      throw unknownType(`${(expression as { name: string }).name}, which has no form in JSON`, place)
    case undefined:
      throw unknownType(
        'undefined (a circular import or `import type` leaves no class at run time)',
        place,
        'import the class as a value and name it in a function, @Field(() => TheType), which is called when all is loaded'
      )
    case null:
      throw unknownType('null', place)
  }
  if (expression instanceof TypeToken) return expression.schema(place)
  if (Array.isArray(expression)) return parseListType(expression, place)
  // Before functions are called: arktype's types are functions.
  if (isStandardSchema(expression)) return { kind: 'standard', schema: expression, place }
  switch (typeof expression) {
    case 'function':
      if (isClass(expression)) return { kind: 'record', class: expression }
      return parseType((expression as () => unknown)(), place)
    case 'string':
      return { kind: 'string' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'number':
      return Number.isInteger(expression) ? { kind: 'integer', format: 'int64' } : { kind: 'number', format: 'double' }
    case 'bigint':
    case 'symbol':
      throw unknownType(`a ${typeof expression}, which has no form in JSON`, place)
  }
  if (expression instanceof Date) return { kind: 'timestamp' }
  return parseObjectType(expression as object, place)
}

function parseListType(list: readonly unknown[], place: string): TypeSchema {
  if (list.length === 0) return { kind: 'array', items: { kind: 'string' } }
  if (list.length === 1) return { kind: 'array', items: parseType(list[0], place) }
  throw unknownType('a list of several types; for one of some literals write enumOf([…])', place)
}

function parseObjectType(object: object, place: string): TypeSchema {
  // A sample value: an instance of a declared class.
  const target: unknown = object.constructor
  if (isClass(target) && target !== Object) return parseType(target, place)
  if (isJsonSchema(object)) throw unknownType('a JSON Schema', place)
  const values = Object.values(object)
  const isEnum = values.length > 0 && values.every((value) => typeof value === 'string' || typeof value === 'number')
  if (isEnum) return enumSchema(object as Record<string, string | number>, undefined, place)
  throw unknownType('a plain object', place)
}

const JSON_TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/** Whether a plain object is a JSON Schema, `{ type: 'integer' }`, which would be an enum of one text. */
function isJsonSchema(object: { readonly type?: unknown; readonly $ref?: unknown }): boolean {
  if (Object.hasOwn(object, '$ref')) return true
  return [object.type].flat().some((name) => JSON_TYPES.includes(name))
}
