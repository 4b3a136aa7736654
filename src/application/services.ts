import { SetupError } from '../errors.js'
import type { Resolve } from '../http/context.js'
import { promiseOf } from '../http/lifetime/pending.js'
import { type Class, type ConcreteClass, isClass } from '../metadata.js'
import { type Container, DefaultContainer, dependencies } from './container.js'

/** Gives a service to a function that makes another one: it resolves when the service is made. */
export type ResolveService = <T extends object>(type: Class<T>) => Promise<T>

/**
 * What supplies a class: its instance, a class that is constructed in its place, or a function that makes the instance, once
 * and before any controller; it may return a promise.
 *
 * @example
 * provide: [
 *   [Clock, new Clock()],
 *   [Mailer, SmtpMailer],
 *   [Store, async (resolve) => connect((await resolve(Settings)).url)]
 * ]
 */
export type Provider = readonly [type: Class, supply: object | ((resolve: ResolveService) => unknown)]

/** How the source of a class begins; other functions are called. */
const IS_CLASS = /^class\b/

/**
 * The services of one application: what its providers supply, and the rest from its container. A class that depends on
 * something provided is constructed here, so that a container without knowledge of the providers can be used as it is.
 */
export class Services {
  readonly #container: Container
  readonly #supplies: ReadonlyMap<Class, unknown>
  /** Instances, and promises of those that are being made. */
  readonly #instances = new Map<Class, unknown>()
  readonly #own: object[] = []
  readonly #depending = new Map<Class, boolean>()
  /** What each class that is being made waits for. */
  readonly #waiting = new Map<Class, Set<Class>>()

  /** @param providers later ones replace earlier ones of the same class */
  constructor(container: Container, providers: readonly Provider[]) {
    this.#container = container
    this.#supplies = new Map(providers)
  }

  /** What was made here, in the order in which it was made: by providers, and what depends on them. */
  get own(): readonly object[] {
    return this.#own
  }

  /**
   * Checks whether a controller or a scheme can be constructed, without constructing anything.
   * @throws SetupError CONTROLLER_INVALID
   */
  check(type: ConcreteClass): void {
    const container = this.#container
    if (container instanceof DefaultContainer) container.check(type, (each) => this.#supplies.has(each))
  }

  /** Runs all providers, in their order. Rejects with what the first one throws, whose class is named. */
  async prepare(): Promise<void> {
    for (const type of this.#supplies.keys()) {
      try {
        const made = this.#resolve(type, undefined)
        // Not what only has a method `then`: that is an instance.
        if (made instanceof Promise) await made
      } catch (cause) {
        if (cause instanceof SetupError) throw cause
        const message = cause instanceof Error ? cause.message : String(cause)
        const what = `providing ${type.name} failed: ${message}`
        throw Object.assign(failed(what, 'see the cause of this error'), { cause })
      }
    }
  }

  /** The instance of a class; a promise where it is still being made, and where the container returns one. */
  readonly resolve: Resolve = <T extends object>(type: Class<T>): T => this.#resolve(type, undefined) as T

  #resolve(type: Class, owner: Class | undefined): unknown {
    if (owner !== undefined) this.#wait(owner, type)
    if (this.#instances.has(type)) return this.#instances.get(type)
    const concrete = type as ConcreteClass
    if (!this.#supplies.has(type) && !this.#isDepending(concrete)) return this.#container.get(concrete)
    this.#waiting.set(type, new Set())
    const supply = this.#supplies.has(type) ? this.#supplies.get(type) : type
    // An instance that was given is not awaited, even if it has a method `then`.
    if (typeof supply !== 'function') return this.#accept(type, supply)
    const isConstructed = IS_CLASS.test(Function.prototype.toString.call(supply))
    const made = isConstructed ? this.#construct(supply as ConcreteClass, type) : supply(this.#resolveFor(type))
    const promise = promiseOf(made)
    if (promise === undefined) return this.#accept(type, made)
    const kept = promise.then((instance) => this.#accept(type, instance))
    // `prepare` awaits it later: a rejection before that must not end the process.
    kept.catch(() => undefined)
    this.#instances.set(type, kept)
    return kept
  }

  #resolveFor(owner: Class): ResolveService {
    return async <T extends object>(type: Class<T>) => (await this.#resolve(type, owner)) as T
  }

  /** @throws SetupError where the class waits for itself, through whatever other ones. */
  #wait(owner: Class, type: Class): void {
    this.#waiting.get(owner)?.add(type)
    const path = this.#pathTo(type, owner, [owner])
    if (path === undefined) return
    const names = path.map(({ name }) => name).join(' → ')
    throw failed(`the providers need each other: ${names}`, 'remove one of these dependencies')
  }

  #pathTo(from: Class, target: Class, path: readonly Class[]): readonly Class[] | undefined {
    if (from === target) return [...path, from]
    if (path.includes(from)) return undefined
    for (const next of this.#waiting.get(from) ?? []) {
      const found = this.#pathTo(next, target, [...path, from])
      if (found !== undefined) return found
    }
    return undefined
  }

  #accept(type: Class, instance: unknown): unknown {
    this.#waiting.delete(type)
    if ((typeof instance !== 'object' && typeof instance !== 'function') || instance === null) {
      const given = instance === null ? 'null' : typeof instance
      throw failed(`the provider of ${type.name} gives ${given}`, 'return an instance')
    }
    this.#instances.set(type, instance)
    if (!this.#own.includes(instance)) this.#own.push(instance)
    return instance
  }

  /** @param owner the class that is supplied by the instance */
  #construct(type: ConcreteClass, owner: Class): unknown {
    const needed = dependencies(type, type.name).map((dependency) => this.#resolve(dependency, owner))
    if (needed.every((each) => promiseOf(each) === undefined)) return new type(...needed)
    return Promise.all(needed).then((settled) => new type(...settled))
  }

  /** Whether the constructor needs something provided, as far as its arguments are known. */
  #isDepending(type: ConcreteClass): boolean {
    const known = this.#depending.get(type)
    if (known !== undefined || this.#supplies.size === 0) return known ?? false
    // A container that has the instance constructs nothing.
    if (this.#container instanceof DefaultContainer && this.#container.isSet(type)) return false
    this.#depending.set(type, false)
    const isDepending = knownDependencies(type).some((each) => this.#supplies.has(each) || this.#isDepending(each))
    this.#depending.set(type, isDepending)
    return isDepending
  }
}

function knownDependencies(type: ConcreteClass): readonly ConcreteClass[] {
  try {
    return isClass(type) ? dependencies(type, type.name) : []
  } catch {
    // A container of the application's own knows more of them.
    return []
  }
}

/**
 * Checks the form of providers.
 * @throws SetupError APPLICATION_INVALID
 */
export function checkProviders(given: unknown, option: string): readonly Provider[] {
  if (given === undefined) return []
  const remedy = `write ${option}: [[Mailer, new Mailer()], [Store, () => connect(url)]]`
  if (!Array.isArray(given)) throw failed(`${option} is not a list`, remedy, option)
  for (const [index, entry] of given.entries()) {
    const place = `${option}[${index}]`
    if (!Array.isArray(entry) || entry.length !== 2) throw failed('it is not a pair', remedy, place)
    const [type, supply] = entry
    if (!isClass(type)) throw failed('its first member is not a class', remedy, place)
    const isSupply = (typeof supply === 'object' && supply !== null) || typeof supply === 'function'
    if (!isSupply) throw failed(`it gives ${String(supply)} for ${type.name}`, remedy, place)
  }
  return given
}

function failed(what: string, remedy: string, place = 'provide'): SetupError {
  return new SetupError('APPLICATION_INVALID', what, place, remedy)
}
