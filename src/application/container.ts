import { setupErrorOf } from '../errors.js'
import {
  type Class,
  type ConcreteClass,
  emittedConstructorTypes,
  isClass,
  isStandardDecoratorContext,
  lineage
} from '../metadata.js'
import { standardDecorators } from '../record/field/field.js'

const invalid = setupErrorOf('CONTROLLER_INVALID')

/**
 * Supplies controllers: any dependency injection container with a `get`, such as typedi's or tsyringe's
 * (`{ get: (type) => container.resolve(type) }`). Called once for each controller; may return a promise.
 */
export interface Container {
  /** The instance of the class; a rejected promise or a throw is an error of start-up. */
  get<T extends object>(type: ConcreteClass<T>): T | Promise<T>
}

/**
 * Makes the compiler emit the types of the constructor's parameters, so that the default container can supply the
 * arguments. A controller does not need it.
 */
export function Injectable(): ClassDecorator {
  return (_target, ...rest: unknown[]) => {
    if (isStandardDecoratorContext(rest[0])) throw standardDecorators('@Injectable')
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
  check(type: ConcreteClass): void {
    this.#check(type, [], new Set())
  }

  #check(type: ConcreteClass, path: readonly ConcreteClass[], checked: Set<ConcreteClass>): void {
    if (this.#instances.has(type) || checked.has(type)) return
    const chain = [...path, type]
    const place = chain.map(({ name }) => name).join(' → ')
    if (path.includes(type)) {
      throw invalid('the constructors depend on each other', place, 'remove one of these dependencies')
    }
    for (const dependency of dependencies(type, place)) this.#check(dependency, chain, checked)
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

function dependencies(type: ConcreteClass, place: string): ConcreteClass[] {
  const declaring = constructorOf(type)
  const types = emittedConstructorTypes(declaring)
  if (types === undefined) {
    if (declaring.length === 0) return []
    throw invalid(
      `the types of the parameters of ${declaring.name}'s constructor are not known`,
      place,
      `decorate ${declaring.name} with @Injectable() and compile with "emitDecoratorMetadata": true, or give the application a container`
    )
  }
  // A parameter with a default needs no argument.
  return types.slice(0, declaring.length).map((dependency, index) => {
    if (isClass(dependency) && !NOT_INJECTABLE.has(dependency)) return dependency as ConcreteClass
    throw invalid(
      `the type of parameter ${index + 1} of ${declaring.name}'s constructor is not a class`,
      place,
      'use a class (imported as a value, not by `import type`), or give the application a container'
    )
  })
}

/** The class whose constructor runs: the nearest that declares one, as far as that is visible. */
function constructorOf(type: Class): Class {
  for (const at of lineage(type).reverse()) {
    if (emittedConstructorTypes(at) !== undefined) return at
    // Classes that are functions, such as EventEmitter, are Node's own, and need no arguments.
    if (at.length > 0 && Function.prototype.toString.call(at).startsWith('class')) return at
  }
  return type
}
