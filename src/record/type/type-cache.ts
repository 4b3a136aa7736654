import type { TypeSchema } from './schema.js'
import { parseType, type TypeExpression } from './type-expression.js'

/** Keeps what was compiled for a declared type, by its class or token; for a list `[Item]`, by its item. */
export class TypeCache<T> {
  readonly #compile: (type: TypeSchema) => T
  // Weak: a token that is created at each call must not be kept forever.
  readonly #plain = new WeakMap<object, T>()
  readonly #lists = new WeakMap<object, T>()

  constructor(compile: (type: TypeSchema) => T) {
    this.#compile = compile
  }

  /** `verb` names the caller for errors: `bind(Item)`. */
  of(type: TypeExpression, verb: string): T {
    const isList = Array.isArray(type) && type.length === 1
    const key: unknown = isList ? type[0] : type
    const known = isList ? this.#lists : this.#plain
    const isKey = typeof key === 'function' || (typeof key === 'object' && key !== null)
    const found = known.get(key as object)
    if (found !== undefined) return found
    const place = typeof key === 'function' ? `${verb}(${key.name})` : verb
    const compiled = this.#compile(parseType(type, place))
    if (isKey) known.set(key, compiled)
    return compiled
  }
}
