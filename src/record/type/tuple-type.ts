import { SetupError } from '../../errors.js'
import { parseType, TypeToken } from './type-expression.js'
import type { ValueOf } from './value-of.js'

/**
 * A JSON array of exactly these items, each of its own type.
 *
 * OpenAPI 3.1 says so with `prefixItems`. OpenAPI 3.0 has no word for it: there the document gives the number of items
 * and what any of them may be, and lists the rest under `x-rules`.
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
        'the type is a tuple of nothing',
        place,
        'write tupleOf(String, Integer)'
      )
    }
    return { kind: 'tuple', items: items.map((item) => parseType(item, place)) }
  })
}
