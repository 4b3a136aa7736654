import { SetupError } from './errors.js'
import type { Class, DeclarationOwner, StandardMetadata } from './metadata.js'

/**
 * TypeScript compiles decorators in two forms. In the legacy form (`experimentalDecorators`) a decorator gets the class,
 * or the prototype and the name of a member. In the standard form, which is that of the language, it gets the value and
 * a context, before the class exists.
 */

/** A decorator of a class, in both forms. */
// biome-ignore lint/suspicious/noExplicitAny: the two forms pass different arguments
export type AnyClassDecorator = (target: any, context?: any) => void

/** A decorator of a member of a class, in both forms. */
// biome-ignore lint/suspicious/noExplicitAny: the two forms pass different arguments
export type AnyMemberDecorator = (target: any, key: any, descriptor?: any) => void

/** The part of a standard decorator's second argument that decorators read. */
export interface StandardContext {
  readonly kind: 'class' | 'method' | 'getter' | 'setter' | 'field' | 'accessor'
  readonly name: string | symbol | undefined
  readonly static?: boolean
  readonly private?: boolean
  readonly metadata?: StandardMetadata
  addInitializer?(initializer: (this: unknown) => void): void
}

/** Why a declaration without a type may have none, for remedies. */
export const WHERE_TYPES_ARE_EMITTED =
  'types are emitted by tsc, swc and Bun only, with "experimentalDecorators": true and "emitDecoratorMetadata": true'

const KINDS: ReadonlySet<unknown> = new Set(['class', 'method', 'getter', 'setter', 'field', 'accessor'])

/** Whether a decorator's second argument says that it was compiled in the standard form. */
export function isStandardContext(value: unknown): value is StandardContext {
  return typeof value === 'object' && value !== null && KINDS.has((value as { readonly kind?: unknown }).kind)
}

/** The class that is decorated: what its declarations belong to. */
export function decoratedClass(decorator: string, target: unknown, context: unknown): DeclarationOwner {
  return isStandardContext(context) ? metadataOf(decorator, context) : (target as Class)
}

/** The member of a class that a decorator is on. */
export interface DecoratedMember {
  /** What declarations about the member belong to. */
  readonly owner: DeclarationOwner
  readonly name: string | symbol
  readonly kind: StandardContext['kind']
  /** Why no request or response can contain it; undefined for a member of the instance. */
  readonly place: 'static' | 'private' | undefined
  /** The prototype, which has the emitted types; undefined in the standard form, for which nothing is emitted. */
  readonly prototype: object | undefined
  /** For errors: `Item.name`; in the standard form the class has no name yet. */
  readonly label: string
}

/**
 * What a decorator of members is on.
 *
 * @param target the prototype, or a class for a static member; in the standard form the member's value
 * @param key the member's name; in the standard form the context
 * @param third the member's descriptor; anything else, such as a parameter's index, is not read
 * @throws SetupError DECORATOR_MODE
 */
export function decoratedMember(decorator: string, target: unknown, key: unknown, third: unknown): DecoratedMember {
  if (isStandardContext(key)) {
    const name = key.name ?? ''
    return {
      owner: metadataOf(decorator, key),
      name,
      kind: key.kind,
      place: key.static === true ? 'static' : key.private === true ? 'private' : undefined,
      prototype: undefined,
      label: key.kind === 'class' ? `the class ${String(name)}` : `the ${key.kind} ${String(name)}`
    }
  }
  const isStatic = typeof target === 'function'
  const owner = (isStatic ? target : (target as object).constructor) as Class
  return {
    owner,
    name: key as string | symbol,
    kind: key === undefined ? 'class' : kindOf(third),
    place: isStatic ? 'static' : undefined,
    prototype: target as object,
    label: key === undefined ? `the class ${owner.name}` : `${owner.name}.${String(key)}`
  }
}

function kindOf(third: unknown): StandardContext['kind'] {
  const { value, get, set } = Object(third) as PropertyDescriptor
  if (typeof value === 'function') return 'method'
  return get !== undefined ? 'getter' : set !== undefined ? 'setter' : 'field'
}

/** @throws SetupError DECORATOR_MODE where the compiler has the form without metadata, as the first ones had */
function metadataOf(decorator: string, { metadata, kind, name }: StandardContext): StandardMetadata {
  if (metadata !== undefined) return metadata
  throw new SetupError(
    'DECORATOR_MODE',
    `${decorator} was compiled as a standard decorator, but without the metadata of its class`,
    `the ${kind} ${String(name)}`,
    'use TypeScript 5.2, esbuild 0.21.3 or newer, or set ' +
      '"experimentalDecorators": true and, so that types can be read, "emitDecoratorMetadata": true'
  )
}

/**
 * Rejects a decorator that is used without parentheses: then what it is on is given to the function that should have
 * returned the decorator.
 *
 * @param args the arguments that the function was called with
 * @param isClass whether the first of them can only be a class that is decorated
 * @throws SetupError DECORATOR_MISPLACED
 */
export function checkCalled(decorator: string, args: readonly unknown[], isClass = false): void {
  const [target, key] = args
  let place: string
  if (isStandardContext(key)) place = String(key.name)
  else if (isClass) place = (target as Class).name
  else if ((typeof key === 'string' || typeof key === 'symbol') && Object(target) === target) place = String(key)
  else return
  throw new SetupError('DECORATOR_MISPLACED', `@${decorator} is not called`, place, `write @${decorator}()`)
}
