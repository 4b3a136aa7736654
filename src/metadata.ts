import 'reflect-metadata'

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
  if (!Reflect.hasOwnMetadata('design:type', prototype, property)) return undefined
  return { type: Reflect.getOwnMetadata('design:type', prototype, property) }
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
  if (emitted !== undefined) Reflect.defineMetadata('design:type', emitted.type, to, property)
}

/** The `design:paramtypes` of a method, one entry per parameter. */
export function emittedParameterTypes(prototype: object, method: string | symbol): readonly unknown[] | undefined {
  return Reflect.getOwnMetadata('design:paramtypes', prototype, method)
}

/** The `design:paramtypes` of a class's constructor; present only where the class is decorated. */
export function emittedConstructorTypes(target: Class): readonly unknown[] | undefined {
  return Reflect.getOwnMetadata('design:paramtypes', target)
}

/** Declarations of one kind that decorators add to classes; each class has its own, without its ancestors'. */
export class Declarations<T> {
  readonly #key: symbol

  constructor(kind: string) {
    // A registered symbol: two copies of the package read the same declarations.
    this.#key = Symbol.for(`fieldstone:${kind}`)
  }

  /** Adds a declaration to the class, after those it already has. */
  add(target: Class, declaration: T): void {
    const own = this.own(target)
    if (own.length === 0) Reflect.defineMetadata(this.#key, [declaration], target)
    else (own as T[]).push(declaration)
  }

  /** The class's own declarations, in the order in which they were added. */
  own(target: Class): readonly T[] {
    return Reflect.getOwnMetadata(this.#key, target) ?? []
  }
}

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

/** Whether a decorator's second argument says that it was compiled in TC39 mode. */
export function isStandardDecoratorContext(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { kind?: unknown }).kind === 'string'
}
