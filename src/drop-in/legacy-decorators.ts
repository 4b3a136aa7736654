import { isStandardContext } from '../decorator-form.js'
import { SetupError } from '../errors.js'

type Decorate = (target: unknown, key?: unknown, descriptor?: unknown) => unknown

/**
 * A library's decorators, which exist in the legacy form alone, with an error that says so. In the standard form the
 * libraries read a class that is not there yet: a TypeError, or metadata of a class that nothing reads.
 */
export function legacyDecorators<L extends object>(library: L): L {
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
      if (isStandardContext(key)) throw standardForm(name, key.kind, key.name)
      return decorate(target, key, descriptor)
    }
  }
}

function standardForm(name: string, kind: string, place: unknown): SetupError {
  const instead =
    kind === 'class'
      ? `write ${name}()(${String(place)}) below the class`
      : kind === 'method'
        ? 'call the function of that purpose in the method'
        : `write @Field(() => TheType, { rules: [${name}()] })`
  return new SetupError(
    'DECORATOR_MODE',
    `@${name} was compiled as a standard decorator, and exists as a legacy one only`,
    `the ${kind} ${String(place)}`,
    `${instead}, or set "experimentalDecorators": true`
  )
}
