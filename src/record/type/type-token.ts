import type { Class } from '../../metadata.js'
import type { TypeSchema } from './schema.js'

/**
 * A type that JavaScript has no class for: `Integer`, `mapOf(Number)`, `enumOf(Status)`.
 * `T` is what a field of that type holds.
 */
export class TypeToken<_T = unknown> {
  /** How the type is written in a declaration, for messages. */
  readonly label: string
  readonly #schema: (place: string) => TypeSchema

  /** @internal */
  constructor(label: string, schema: (place: string) => TypeSchema) {
    this.label = label
    this.#schema = schema
  }

  /** The schema of the type. @internal */
  schema(place: string): TypeSchema {
    return this.#schema(place)
  }
}

/**
 * The TypeScript type of the values of a declared type: `ValueOf<typeof User>` is `User`, that of `[String]` is
 * `string[]`, and that of an enum its members.
 */
export type ValueOf<E> =
  E extends TypeToken<infer T>
    ? T
    : E extends StringConstructor | string
      ? string
      : E extends NumberConstructor | number
        ? number
        : E extends BooleanConstructor | boolean
          ? boolean
          : E extends DateConstructor
            ? Date
            : E extends Class<infer T>
              ? T
              : E extends readonly [infer Item]
                ? ValueOf<Item>[]
                : E extends Readonly<Record<string, string | number>>
                  ? E[keyof E]
                  : unknown
