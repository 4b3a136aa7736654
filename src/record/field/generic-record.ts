import { SetupError } from '../../errors.js'
import type { Class, ConcreteClass } from '../../metadata.js'
import { type Labels, memberFor } from '../kind/kind.js'
import { FACTS } from '../kinds/kinds.js'
import type { TypeSchema } from '../type/schema.js'
import { parseType } from '../type/type-expression.js'
import { recordOptions } from './record.js'

/**
 * Declares a record with type parameters, by a function that creates its class for a type. It is called once for each
 * type, and the class is named after the type: `Page(User)` is `UserPage` in the document, `Page(String)` is
 * `StringPage`, and `Page(Page(User))` is `UserPagePage`.
 *
 * @example
 * const Page = genericRecord('Page', <E>(item: E) => {
 *   class Page {
 *     \@Field(() => [item]) items!: ValueOf<E>[]
 *     \@Field(() => Integer) total!: number
 *   }
 *   return Page
 * })
 *
 * class UserController {
 *   \@Get() \@Returns(200, Page(User)) list() { … }
 * }
 *
 * @param name the record's name without its type
 * @throws SetupError when it is called: FIELD_TYPE_UNKNOWN for a non-type, RECORD_INVALID for a type without a name
 */
// biome-ignore lint/suspicious/noExplicitAny: the function has its own parameter types
export function genericRecord<F extends (...types: any[]) => Class>(name: string, make: F): F {
  const byTypes = new Map<string, Class>()
  const made = new Set<Class>()
  return ((...types: unknown[]) => {
    const place = `${name}(…)`
    const schemas = types.map((type) => parseType(type, place))
    const key = JSON.stringify(schemas, (_key, part: unknown) => (typeof part === 'function' ? idOf(part) : part))
    const known = byTypes.get(key)
    if (known !== undefined) return known
    const target = make(...types) as ConcreteClass
    if (made.has(target)) {
      throw new SetupError(
        'RECORD_INVALID',
        'the function returned one class for two types',
        place,
        'declare the class inside of the function'
      )
    }
    made.add(target)
    Object.defineProperty(target, 'name', {
      value: `${schemas.map((schema) => nameOf(schema, place)).join('')}${name}`
    })
    byTypes.set(key, target)
    return target
  }) as F
}

const ids = new WeakMap<object, number>()
let lastId = 0

/** A number that distinguishes classes of the same name. */
function idOf(target: object): number {
  const id = ids.get(target) ?? ++lastId
  ids.set(target, id)
  return id
}

function nameOf(type: TypeSchema, place: string): string {
  const named = (name: string | undefined, what: string, remedy: string): string => {
    if (name !== undefined && name !== '') return name
    throw new SetupError('RECORD_INVALID', `the record would be named after ${what} without a name`, place, remedy)
  }
  const labels: Labels = {
    part: (part) => memberFor(FACTS, part).label(part, labels),
    enum: (name) => named(name, 'an enum', "write enumOf(values, 'TheName')"),
    record: (target) => named(recordOptions(target).name ?? target.name, 'a class', 'name the class')
  }
  return labels.part(type)
}
