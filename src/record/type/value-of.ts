import type { Class } from '../../metadata.js'
import type { TypeToken } from './type-expression.js'

/**
 * What a value of a declared type is in the program: `ValueOf<typeof User>` is `User`, of `[String]` it is `string[]`, and
 * of an enum its members.
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
