import type { ParameterGroup } from '../../http/parameters/parameter-group.js'
import type { RouteParameter } from '../../http/route.js'
import { parseType } from '../../record/type/type-expression.js'
import { declaredType, type NamedInput } from '../parameter-record.js'

/** Named parameters of one place that were found right: how they are bound, and what the document says of them. */
export interface SharedGroup extends ParameterGroup {
  readonly parameters: readonly RouteParameter[]
}

/**
 * The groups of named parameters of one application. Most methods declare what others declare, `@Param('id', Integer)`: equal
 * declarations share one record, one reader and one description. Only what is right is shared, so that each method has the
 * setup errors of its own.
 */
export class SharedGroups {
  readonly #right = new Set<string>()
  readonly #groups = new Map<string, SharedGroup>()
  readonly #ids = new WeakMap<object, number>()
  #lastId = 0

  /** Equal for inputs that are declared alike; undefined where that cannot be seen. */
  keyOf(input: NamedInput): string | undefined {
    const { source, name, type, options, emitted } = input
    try {
      const isTyped = options.enum === undefined || type !== undefined
      const parsed = isTyped ? parseType(declaredType(input, ''), '') : undefined
      return this.#textOf([source, name, parsed, type === undefined, emitted?.type, options], 0)
    } catch {
      // It is wrong, and reported where it is declared.
      return undefined
    }
  }

  /** Whether an input of the key was declared before without a setup error. */
  isRight(key: string): boolean {
    return this.#right.has(key)
  }

  addRight(key: string): void {
    this.#right.add(key)
  }

  find(keys: readonly string[]): SharedGroup | undefined {
    return this.#groups.get(keys.join('\n'))
  }

  add(keys: readonly string[], group: SharedGroup): void {
    this.#groups.set(keys.join('\n'), group)
  }

  /** Plain data by its contents, anything else by its identity. */
  #textOf(value: unknown, depth: number): string {
    if (typeof value === 'string') return JSON.stringify(value)
    if (typeof value === 'symbol' || depth > DEEPEST) throw new TypeError('not comparable')
    if (typeof value === 'function') return `#${this.#idOf(value)}`
    if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : `${typeof value} ${value}`
    if (Array.isArray(value)) return `[${value.map((item) => this.#textOf(item, depth + 1)).join()}]`
    if (Object.getPrototypeOf(value) !== Object.prototype) return `#${this.#idOf(value)}`
    let text = '{'
    for (const [key, member] of Object.entries(value)) {
      text += `${JSON.stringify(key)}:${this.#textOf(member, depth + 1)},`
    }
    return `${text}}`
  }

  #idOf(value: object): number {
    const known = this.#ids.get(value)
    if (known !== undefined) return known
    this.#lastId += 1
    this.#ids.set(value, this.#lastId)
    return this.#lastId
  }
}

/** Options are flat; what is deeper may contain itself. */
const DEEPEST = 8
