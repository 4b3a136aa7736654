/** The class's name in class-validator's sources; a minifier changes it. */
const NAME = 'CustomConstraint'

/** A function that only calls `validate` of a variable with its own two parameters, in each form that compilers give it. */
const DELEGATES =
  /^(?:function\b\s*[\w$]*|validate)\s*\(\s*([\w$]+)\s*,\s*([\w$]+)\s*\)\s*\{\s*return\s+(?!this\b)([\w$]+)\.validate\(\s*\1\s*,\s*\2\s*\)\s*;?\s*\}$/

/**
 * Whether class-validator itself created the constraint's class, around the function of a decorator: such a class has
 * no state and no dependencies. Instances of a class that a user wrote come from the container.
 *
 * Where a minifier changed the name, the class is recognized by its code, which is the same in all versions and copies
 * of class-validator: its methods do nothing but call those of the decorator's variable.
 */
export function isWrapper(constraint: unknown): boolean {
  if (typeof constraint !== 'function' || constraint.length > 0) return false
  if (constraint.name === NAME || wrappers.has(constraint)) return true
  const isFound = delegates(constraint.prototype)
  if (isFound) wrappers.add(constraint)
  return isFound
}

/** Those found by their code: the methods of one may be replaced later. */
const wrappers = new WeakSet<object>()

function delegates(prototype: unknown): boolean {
  if (typeof prototype !== 'object' || prototype === null || Object.getPrototypeOf(prototype) !== Object.prototype) {
    return false
  }
  if (Object.getOwnPropertyNames(prototype).sort().join() !== 'constructor,defaultMessage,validate') return false
  const { validate, defaultMessage } = prototype as { readonly [method: string]: unknown }
  const [, , , variable] = DELEGATES.exec(String(validate)) ?? []
  return variable !== undefined && String(defaultMessage).split(`${variable}.defaultMessage`).length === 3
}
