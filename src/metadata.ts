import { reflected } from './reflected-metadata.js'

/** A class of any constructor signature. */
// biome-ignore lint/suspicious/noExplicitAny: a class decorator meets every signature
export type Class<T = object> = abstract new (...args: any[]) => T

/** A class that can be constructed. */
// biome-ignore lint/suspicious/noExplicitAny: a container supplies the arguments
export type ConcreteClass<T = object> = new (...args: any[]) => T

/** Whether the value is a class or function that `instanceof` accepts. */
export function isClass(value: unknown): value is Class {
  return typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null
}

/**
 * The object on which standard decorators keep what they declare: they run before their class exists, which has it as
 * `[Symbol.metadata]` afterwards. It inherits the object of the parent class.
 */
export type StandardMetadata = { [key: symbol]: unknown }

/** What declarations belong to: the class, or, while standard decorators run, the metadata of the class to come. */
export type DeclarationOwner = Class | StandardMetadata

// No engine has it yet. Compilers read it where a class is defined, and agree on this symbol. With frozen intrinsics it
// cannot be defined.
if (!('metadata' in Symbol)) Reflect.defineProperty(Symbol, 'metadata', { value: Symbol.for('Symbol.metadata') })

const METADATA = (Symbol as { readonly metadata?: symbol }).metadata ?? Symbol.for('Symbol.metadata')

/** The class's own metadata of standard decorators; undefined if it has none, or does not have it yet. */
export function standardMetadataOf(target: Class): StandardMetadata | undefined {
  return Object.hasOwn(target, METADATA) ? ((target as WithMetadata)[METADATA] ?? undefined) : undefined
}

/** Whether the class or an ancestor has metadata of standard decorators. */
export function inheritsStandardMetadata(target: Class): boolean {
  // By the proposal that of Function.prototype is null.
  return (target as WithMetadata)[METADATA] != null
}

type WithMetadata = Class & { readonly [key: symbol]: StandardMetadata | null | undefined }

/** The class's ancestors that can have declarations, root first, the class itself last. */
export function lineage(target: Class): Class[] {
  const classes: Class[] = []
  for (let at: unknown = target; isClass(at) && at !== Object; at = Object.getPrototypeOf(at)) classes.unshift(at)
  return classes
}

/** The type of a declaration as the compiler emitted it; undefined where it emits no metadata at all. */
export type EmittedType = { readonly type: unknown } | undefined

/** The `design:type` that TypeScript's `emitDecoratorMetadata` emitted for a property. */
export function emittedPropertyType(prototype: object, property: string | symbol): EmittedType {
  if (!reflected.hasOwnMetadata('design:type', prototype, property)) return undefined
  return { type: reflected.getOwnMetadata('design:type', prototype, property) }
}

/** The type that the compiler emitted for a property, of the class or its nearest ancestor that has one. */
export function emittedTypeOf(target: Class, property: string): unknown {
  for (let at: object | null = target.prototype; at !== null; at = Object.getPrototypeOf(at)) {
    const emitted = emittedPropertyType(at, property)
    if (emitted !== undefined) return emitted.type
  }
  return undefined
}

/** Copies the emitted type of a property, if there is one, to another prototype. */
export function copyEmittedType(from: object, to: object, property: string | symbol): void {
  const emitted = emittedPropertyType(from, property)
  if (emitted !== undefined) reflected.defineMetadata('design:type', emitted.type, to, property)
}

/** What a decorator of another library keeps of a class under a symbol of this description, by whatever copy of it; inherited, too. */
export function symbolMetadata(target: Class, property: string, description: string): unknown {
  for (const key of reflected.getMetadataKeys(target, property) as unknown[]) {
    if (typeof key === 'symbol' && key.description === description) return reflected.getMetadata(key, target, property)
  }
  return undefined
}

/** The `design:paramtypes` of a method, one entry per parameter. */
export function emittedParameterTypes(prototype: object, method: string | symbol): readonly unknown[] | undefined {
  return reflected.getOwnMetadata('design:paramtypes', prototype, method)
}

/** The `design:returntype` of a method; undefined where the compiler emits none, and for one that returns nothing. */
export function emittedResultType(prototype: object, method: string | symbol): unknown {
  return reflected.getOwnMetadata('design:returntype', prototype, method)
}

/** The `design:paramtypes` of a class's constructor; present only where the class is decorated. */
export function emittedConstructorTypes(target: Class): readonly unknown[] | undefined {
  return reflected.getOwnMetadata('design:paramtypes', target)
}

/** Declarations of one kind that decorators add to classes; each class has its own, without its ancestors'. */
export class Declarations<T> {
  readonly #key: symbol

  constructor(kind: string) {
    // A registered symbol: two copies of the package read the same declarations.
    this.#key = Symbol.for(`fieldstone:${kind}`)
  }

  /** Adds a declaration, after all that are there already, or after the last of those that it follows. */
  add(owner: DeclarationOwner, declaration: T, follows: (other: T) => boolean = () => true): void {
    const known = isClass(owner) ? this.own(owner) : this.#declared(owner)
    if (known.length > 0) (known as T[]).splice(known.findLastIndex(follows) + 1, 0, declaration)
    else if (isClass(owner)) reflected.defineMetadata(this.#key, [declaration], owner)
    else owner[this.#key] = [declaration]
  }

  /** The class's own declarations, in the order in which they were added; those of standard decorators first. */
  own(target: Class): readonly T[] {
    const kept: readonly T[] = reflected.getOwnMetadata(this.#key, target) ?? NONE
    const standard = standardMetadataOf(target)
    if (standard === undefined) return kept
    const declared = this.#declared(standard)
    if (declared.length === 0 || declared === kept) return kept
    // One list from now on, in both places, so that it stays the same list when something is added.
    const all = kept.length === 0 ? declared : [...declared, ...kept]
    standard[this.#key] = all
    reflected.defineMetadata(this.#key, all, target)
    return all
  }

  #declared(metadata: StandardMetadata): readonly T[] {
    return Object.hasOwn(metadata, this.#key) ? (metadata[this.#key] as T[]) : NONE
  }
}

const NONE: readonly never[] = []

/** Declarations on the members of a class. */
export class MemberDeclarations<T extends { readonly property: string }> extends Declarations<T> {
  /** Grouped once per list, and again after declarations were added: a class can have thousands. */
  readonly #grouped = new WeakMap<
    readonly T[],
    { readonly count: number; readonly members: ReadonlyMap<string, T[]> }
  >()

  /** The class's own declarations by member, in the order in which they were added. */
  byMember(target: Class): ReadonlyMap<string, readonly T[]> {
    const own = this.own(target)
    const known = this.#grouped.get(own)
    if (known?.count === own.length) return known.members
    const members = new Map<string, T[]>()
    for (const declaration of own) {
      const member = members.get(declaration.property)
      if (member === undefined) members.set(declaration.property, [declaration])
      else member.push(declaration)
    }
    this.#grouped.set(own, { count: own.length, members })
    return members
  }
}
