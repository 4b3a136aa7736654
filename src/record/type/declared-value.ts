import type { Class } from '../../metadata.js'
import type { StandardSchema } from './standard-schema.js'
import type { TypeToken } from './type-token.js'
import type { UploadedFile } from './uploaded-file.js'

/**
 * The TypeScript type of the values of a declared type: `ValueOf<typeof User>` is `User`, that of `[String]` is
 * `string[]`, that of an enum its members, and that of a schema of zod, valibot or arktype its output. It is `unknown` where
 * the compiler cannot know the values; then nothing is compared with them.
 */
export type ValueOf<E> =
  E extends TypeToken<infer T>
    ? T
    : E extends StandardSchema
      ? OutputOf<E>
      : E extends StringConstructor | string
        ? string
        : E extends NumberConstructor | number
          ? number
          : E extends BooleanConstructor | boolean
            ? boolean
            : E extends DateConstructor | Date
              ? Date
              : E extends Class<infer T>
                ? T
                : E extends () => infer R
                  ? ValueOf<R>
                  : E extends readonly unknown[]
                    ? ItemsOf<E>
                    : E extends Readonly<Record<string, string | number>>
                      ? E[keyof E]
                      : unknown

/** What a schema makes of its input: the `InferOutput` of Standard Schema. */
type OutputOf<E extends StandardSchema> = NonNullable<E['~standard']['types']>['output']

/** A list is declared by its one item; the empty list is one of texts. */
type ItemsOf<E extends readonly unknown[]> = E extends readonly [] ? string[] : ValueOf<E[number]>[]

/** A file, whichever of its classes is declared or written. */
export type Bytes = Uint8Array | UploadedFile

/** What a parameter may know more of than its declaration. */
type Scalar = string | number | boolean

/**
 * The values of a declared type that a parameter of type P cannot hold; never where it can hold all of them. A parameter
 * may know more of a text or number than its declaration: be a literal, a member of an enum, or a branded type.
 */
export type NotHeld<V, P> = V extends P
  ? never
  : V extends Scalar
    ? NotAmong<V, Extract<P, V>>
    : V extends Bytes
      ? NotAmong<V, Extract<P, Bytes>>
      : V extends readonly (infer I)[]
        ? NotHeldList<I, Extract<P, readonly unknown[]>>
        : string extends keyof V
          ? NotHeldMap<V, Extract<P, object>>
          : V

/** V, unless something was found that it can be. */
type NotAmong<V, Found> = [Found] extends [never] ? V : never

/** {@link NotHeld} of the items I of a list and the lists among what a parameter holds. */
type NotHeldList<I, P> = [P] extends [never] ? I[] : P extends readonly (infer J)[] ? NotHeld<I, J> : never

/** {@link NotHeld} of an object with any keys. */
type NotHeldMap<V, P> = [P] extends [never]
  ? V
  : string extends keyof P
    ? NotHeld<V[string & keyof V], P[string & keyof P]>
    : V
