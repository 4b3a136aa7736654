import { type AnyClassDecorator, checkCalled, decoratedClass } from '../decorator-form.js'
import { setupErrorOf } from '../errors.js'
import { type Class, type ConcreteClass, Declarations, emittedConstructorTypes, isClass, lineage } from '../metadata.js'

const invalid = setupErrorOf('CONTROLLER_INVALID')

/**
 * Supplies controllers: any dependency injection container with a `get`, such as typedi's or tsyringe's
 * (`{ get: (type) => container.resolve(type) }`). Called once for each controller; may return a promise.
 */
export interface Container {
  /** The instance of the class; a rejected promise or a throw is an error of start-up. */
  get<T extends object>(type: ConcreteClass<T>): T | Promise<T>
}

/** The classes of a constructor's arguments, as `@Injectable` lists them. */
type ListDependencies = () => readonly Class[]

/** A decorator of a class whose constructor takes instances of the listed classes, which the compiler compares. */
export type InjectableDecorator<L extends readonly Class[]> = <
  T extends abstract new (
    ...args: { -readonly [I in keyof L]: L[I] extends Class<infer U> ? U : never }
  ) => unknown
>(
  target: T,
  context?: unknown
) => void

const listedDependencies = new Declarations<ListDependencies>('dependencies')

/**
 * Says which arguments the default container gives to the constructor, of a controller as well as of any other class:
 * those of the listed classes, in the order of the parameters. The list is in a function, because the classes may be
 * defined further down, or in a file that imports this one.
 *
 * Without a list, the decorator makes the compiler emit the types of the parameters, where it emits any:
 * `experimentalDecorators` and `emitDecoratorMetadata`. A controller does not need it for that.
 *
 * @example
 * \@Injectable(() => [ItemStore, Mailer])
 * class Orders {
 *   constructor(readonly items: ItemStore, readonly mailer: Mailer) {}
 * }
 */
export function Injectable<const L extends readonly Class[]>(dependencies: () => L): InjectableDecorator<L>
/** Makes the compiler emit the types of the constructor's parameters, where it emits any. */
export function Injectable(): AnyClassDecorator
export function Injectable(dependencies?: ListDependencies): AnyClassDecorator {
  checkCalled('Injectable', [dependencies], isClass(dependencies) && String(dependencies).startsWith('class'))
  return (target: unknown, context?: unknown): void => {
    const owner = decoratedClass('@Injectable', target, context)
    if (dependencies !== undefined) listedDependencies.add(owner, dependencies)
  }
}

/**
 * The default container: one instance per class, constructed with arguments that are found by their emitted types.
 * For anything more (scopes, factories, interfaces) give the application a container of your own.
 */
export class DefaultContainer implements Container {
  readonly #instances = new Map<Class, object>()
  readonly #constructed: object[] = []

  /** Sets the instance of a class: `container.set(ItemStore, new ItemStore(url))`. */
  set<T extends object>(type: Class<T>, instance: T): this {
    this.#instances.set(type, instance)
    return this
  }

  /** Whether the instance of the class was set, and not constructed here. @internal */
  isSet(type: Class): boolean {
    const instance = this.#instances.get(type)
    return instance !== undefined && !this.#constructed.includes(instance)
  }

  /** The instances that this container has constructed, dependencies first. */
  get constructed(): readonly object[] {
    return this.#constructed
  }

  /**
   * The one instance of the class; constructed by the first call.
   *
   * @throws SetupError CONTROLLER_INVALID, and what a constructor throws
   */
  get<T extends object>(type: ConcreteClass<T>): T {
    this.check(type)
    return this.#make(type) as T
  }

  /**
   * Checks whether the class can be constructed, without constructing anything.
   *
   * @throws SetupError CONTROLLER_INVALID
   */
  check(type: ConcreteClass): void
  /** @param isMade whether something else supplies the class @internal */
  check(type: ConcreteClass, isMade?: (type: Class) => boolean): void
  check(type: ConcreteClass, isMade: (type: Class) => boolean = () => false): void {
    this.#check(type, [], new Set(), isMade)
  }

  #check(
    type: ConcreteClass,
    path: readonly ConcreteClass[],
    checked: Set<ConcreteClass>,
    isMade: (type: Class) => boolean
  ): void {
    if (this.#instances.has(type) || checked.has(type) || isMade(type)) return
    const chain = [...path, type]
    const place = chain.map(({ name }) => name).join(' → ')
    if (path.includes(type)) {
      throw invalid('the constructors depend on each other', place, 'remove one of these dependencies')
    }
    for (const dependency of dependencies(type, place)) this.#check(dependency, chain, checked, isMade)
    checked.add(type)
  }

  #make(type: ConcreteClass): object {
    const known = this.#instances.get(type)
    if (known !== undefined) return known
    const instance = new type(...dependencies(type, type.name).map((dependency) => this.#make(dependency)))
    this.#instances.set(type, instance)
    this.#constructed.push(instance)
    return instance
  }
}

const NOT_INJECTABLE: ReadonlySet<unknown> = new Set([
  ...[Object, String, Number, Boolean, Array, Function, Promise, Date, Symbol, BigInt, Map, Set, RegExp, Error, Buffer]
])

/**
 * The classes of the arguments of a class's constructor.
 * @throws SetupError CONTROLLER_INVALID where they are not known
 */
export function dependencies(type: ConcreteClass, place: string): ConcreteClass[] {
  const declaring = constructorOf(type)
  const list = listedDependencies.own(declaring).at(-1)
  if (list !== undefined) return listed(declaring, list, place)
  const types = emittedConstructorTypes(declaring)
  if (types === undefined) {
    if (declaring.length === 0) return []
    throw invalid(
      `the types of the parameters of ${declaring.name}'s constructor are not known`,
      place,
      `decorate ${declaring.name} with @Injectable(() => [FirstClass, SecondClass]), or with @Injectable() and compile with "emitDecoratorMetadata": true, or give the application a container`
    )
  }
  // A parameter with a default needs no argument.
  return types.slice(0, declaring.length).map((dependency, index) => {
    if (isInjectable(dependency)) return dependency
    throw invalid(
      `the type of parameter ${index + 1} of ${declaring.name}'s constructor is not a class`,
      place,
      'use a class (imported as a value, not by `import type`), or give the application a container'
    )
  })
}

function listed(declaring: Class, list: ListDependencies, place: string): ConcreteClass[] {
  const named = typeof list === 'function' ? list() : undefined
  if (!Array.isArray(named)) {
    throw invalid(
      `@Injectable of ${declaring.name} has no function that returns a list`,
      place,
      'write @Injectable(() => [FirstClass, SecondClass])'
    )
  }
  if (named.length < declaring.length) {
    const what = `@Injectable of ${declaring.name} lists ${named.length} classes, and its constructor has ${declaring.length} parameters`
    throw invalid(what, place, 'list one class for each parameter, in their order')
  }
  return named.map((dependency, index) => {
    if (isInjectable(dependency)) return dependency
    throw invalid(
      `entry ${index + 1} in @Injectable of ${declaring.name} is not a class`,
      place,
      'list classes (imported as values, not by `import type`), or give the application a container'
    )
  })
}

function isInjectable(dependency: unknown): dependency is ConcreteClass {
  return isClass(dependency) && !NOT_INJECTABLE.has(dependency)
}

/** The class whose constructor runs: the nearest that declares one, as far as that is visible. */
function constructorOf(type: Class): Class {
  for (const at of lineage(type).reverse()) {
    if (listedDependencies.own(at).length > 0 || emittedConstructorTypes(at) !== undefined) return at
    // Classes that are functions, such as EventEmitter, are Node's own, and need no arguments.
    if (at.length > 0 && Function.prototype.toString.call(at).startsWith('class')) return at
  }
  return type
}
