import { SetupError } from '../errors.js'
import { type Class, type ConcreteClass, emittedConstructorTypes, isClass, isStandardDecoratorContext } from '../metadata.js'
import { standardDecorators } from '../record/field.js'

/**
 * Where controllers come from: any dependency injection container with a `get`, such as typedi's or tsyringe's
 * (`{ get: (type) => container.resolve(type) }`). May answer a promise.
 */
export interface Container {
  get<T extends object>(type: ConcreteClass<T>): T | Promise<T>
}

/**
 * Makes the compiler emit the constructor's parameter types, so that the default container can fill them.
 * Controllers have them already.
 */
export function Injectable(): ClassDecorator {
  return (_target, ...rest: unknown[]) => {
    if (isStandardDecoratorContext(rest[0])) throw standardDecorators('@Injectable')
  }
}

/**
 * The default container: one instance a class, constructor parameters filled by their emitted types.
 * For anything more (scopes, factories, interfaces) give the application a container of your own.
 */
export class DefaultContainer implements Container {
  readonly #instances = new Map<unknown, unknown>()

  /** Gives the class this instance: `container.set(ItemStore, new ItemStore(url))`. */
  set<T extends object>(type: Class<T>, instance: T): this {
    this.#instances.set(type, instance)
    return this
  }

  /** The one instance of the class; made at the first call. */
  get<T extends object>(type: ConcreteClass<T>): T {
    this.check(type)
    return this.#make(type) as T
  }

  /**
   * Finds out whether the class can be constructed, without constructing anything.
   *
   * @throws SetupError CONTROLLER_INVALID
   */
  check(type: ConcreteClass, path: readonly ConcreteClass[] = []): void {
    if (this.#instances.has(type)) return
    const way = [...path, type]
    if (path.includes(type)) {
      throw invalid(
        `the constructors need each other: ${way.map((step) => step.name).join(' → ')}`,
        type.name,
        'take one of them out of a constructor'
      )
    }
    for (const dependency of dependencies(type)) this.check(dependency, way)
  }

  #make(type: ConcreteClass): unknown {
    const known = this.#instances.get(type)
    if (known !== undefined) return known
    const instance = new type(...dependencies(type).map((dependency) => this.#make(dependency)))
    this.#instances.set(type, instance)
    return instance
  }
}

const NOT_INJECTABLE: ReadonlySet<unknown> = new Set([Object, String, Number, Boolean, Array, Function, Promise, Date, Symbol])

function dependencies(type: ConcreteClass): ConcreteClass[] {
  const types = emittedConstructorTypes(type)
  if (types === undefined) {
    if (type.length === 0) return []
    throw invalid(
      `the types of the constructor's ${type.length === 1 ? 'parameter are' : 'parameters are'} not emitted`,
      type.name,
      'decorate the class with @Injectable() and compile with "emitDecoratorMetadata": true, or give the application a container'
    )
  }
  // A parameter with a default need not be filled.
  return types.slice(0, type.length).map((dependency, index) => {
    if (isClass(dependency) && !NOT_INJECTABLE.has(dependency)) return dependency as ConcreteClass
    throw invalid(
      `parameter ${index + 1} of the constructor has no class as its type`,
      type.name,
      'take a class (imported as a value, not by `import type`), or give the application a container'
    )
  })
}

function invalid(what: string, place: string, remedy: string): SetupError {
  return new SetupError('CONTROLLER_INVALID', what, place, remedy)
}
