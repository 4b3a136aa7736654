/**
 * A schema of another library, as Standard Schema describes it (https://standardschema.dev): zod, valibot, arktype and
 * others. A copy of what Fieldstone reads of that specification, so that no library is needed for it.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** What the library says of the schema. */
  readonly '~standard': {
    /** The version of the specification. */
    readonly version: 1
    /** The name of the library: `zod`. */
    readonly vendor: string
    /** Checks a value, and makes of it what the program gets; may return a promise. */
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    /** The types, for the compiler alone. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    /** Standard JSON Schema: what the library says of its own schema. */
    readonly jsonSchema?: {
      /** The schema of what is accepted. */
      readonly input: (options: StandardJsonOptions) => Record<string, unknown>
      /** The schema of what is made of it. */
      readonly output: (options: StandardJsonOptions) => Record<string, unknown>
    }
  }
}

/** How a library is told to describe a schema. */
export interface StandardJsonOptions {
  /** The dialect of JSON Schema. */
  readonly target: 'draft-2020-12'
  /** What only one library knows. */
  readonly libraryOptions?: Record<string, unknown> | undefined
}

/** What the library made of a value, or what is wrong with it. */
export type StandardResult<Output = unknown> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** One thing that is wrong with a value. */
export interface StandardIssue {
  /** What is wrong, for people. */
  readonly message: string
  /** The keys that lead to the part that is wrong. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** Whether the value is a schema of Standard Schema: an object, or a function as arktype's types are. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false
  const standard: unknown = (value as { '~standard'?: unknown })['~standard']
  return (
    typeof standard === 'object' &&
    standard !== null &&
    typeof (standard as { validate?: unknown }).validate === 'function'
  )
}

/**
 * Whether a value can be options where a type can be given in their place: a plain object, and no schema of another
 * library. It may still be an enum.
 */
export function mayBeOptions(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
  return !isStandardSchema(value)
}
