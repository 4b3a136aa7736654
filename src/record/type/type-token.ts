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
