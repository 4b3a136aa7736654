import { isStandardContext } from '../decorator-form.js'
import { applyLibrary } from '../record/library/constraint-origin.js'
import { legacyOnly } from '../record/library/legacy-decorators.js'

type Decorate = (target: unknown, key?: unknown, descriptor?: unknown) => unknown

/**
 * A library's decorators, which exist in the legacy form alone, with an error that says so. In the standard form the
 * libraries read a class that is not there yet: a TypeError, or metadata of a class that nothing reads.
 */
export function guardedDecorators<L extends object>(library: L): L {
  return Object.fromEntries(
    Object.entries(library).map(([name, member]) => [
      name,
      typeof member === 'function' ? guarded(name, member) : member
    ])
  ) as L
}

function guarded(name: string, make: (...args: unknown[]) => Decorate): (...args: unknown[]) => Decorate {
  return (...args) => {
    const decorate = make(...args)
    return (target, key, descriptor) => {
      if (isStandardContext(key)) throw legacyOnly(name, key.kind, `the ${key.kind} ${String(key.name)}`)
      return applyLibrary(name, (prototype) => decorate(prototype, key, descriptor), target)
    }
  }
}
