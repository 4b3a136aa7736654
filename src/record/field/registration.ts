import {
  type Class,
  type DeclarationOwner,
  inheritsStandardMetadata,
  isClass,
  lineage,
  type StandardMetadata,
  standardMetadataOf
} from '../../metadata.js'
import { KINDS, metadataMaps as transformationMaps } from '../library/class-transformer.js'
import { entryOf, setEntry } from '../library/map-entry.js'
import { getMetadataStorage } from '../library/metadata-storage.js'
import { declareField, type FieldDeclaration, ownFields } from './field-declaration.js'

/**
 * class-validator and class-transformer keep their metadata by class. The rules of a `@Field` are applied to it when its class
 * is first looked up there: by the libraries themselves, by a tool that reads them, or by Fieldstone, where their decorators
 * may have added rules of their own. A standard `@Field` runs before its class exists; and most services never need that
 * metadata, which takes a third of the time in which the models of their records are read.
 */

/**
 * The classes with legacy `@Field`s that were not applied, in the order of their first one. All copies of the package share it
 * by a registered symbol: each watches the metadata, and one applies what is declared by all, in its order.
 */
const waiting = sharedSet(Symbol.for('fieldstone:waiting'))

function sharedSet(name: symbol): Set<Class> {
  const holder = globalThis as { [name: symbol]: Set<Class> | undefined }
  const known = holder[name] ?? new Set<Class>()
  Object.defineProperty(holder, name, { value: known, configurable: true })
  return known
}

/** The standard classes that nothing is left to do for. */
const settled = new WeakSet<Class>()

/**
 * A property of a class's metadata while its rules are being applied, which itself looks the class up; a registered
 * symbol, since a second copy of the package is called then, too.
 */
const REGISTERING = Symbol.for('fieldstone:registering')

/** Adds a declaration, whose rules are applied later. */
export function registerField(owner: DeclarationOwner, declaration: FieldDeclaration): void {
  declareField(owner, declaration)
  watchMetadata()
  if (!isClass(owner)) return
  waiting.add(owner)
  // Tools that list all classes find them in the order in which they were decorated.
  const { validationMetadatas } = getMetadataStorage()
  if (entryOf(validationMetadatas, owner) === undefined) setEntry(validationMetadatas, owner, [])
  // A user's decorators are called where they are written.
  if (declaration.options.rules !== undefined) registerFields(owner)
}

/**
 * Applies the rules of the `@Field`s of a class and its ancestors, as far as they were not applied yet.
 *
 * @throws what is wrong with one of them, at each call; the others are applied
 */
export function registerFields(target: Class): void {
  // An ancestor's come first: a subclass may replace a condition that it inherits.
  if (waiting.size > 0) for (const at of lineage(target)) applyWaiting(at)
  if (settled.has(target) || !inheritsStandardMetadata(target)) return
  let isComplete = true
  for (const at of lineage(target)) if (!settled.has(at) && !registerOwn(at)) isComplete = false
  // A class without metadata of its own may be one whose decorators still run. A type may be undefined until its file has run.
  if (isComplete && standardMetadataOf(target) !== undefined) settled.add(target)
}

/**
 * Whether all rules of a class and its ancestors are of legacy `@Field`s that were not applied, one a property. They can be
 * read without the libraries' metadata.
 */
export function hasFieldsAlone(target: Class): boolean {
  const { validationMetadatas } = getMetadataStorage()
  const properties = new Set<string>()
  return lineage(target).every((at) => {
    const own = ownFields(at)
    if (own.length > 0 && !waiting.has(at)) return false
    if ((entryOf(validationMetadatas, at)?.length ?? 0) > 0) return false
    return own.every(({ property }) => properties.size < properties.add(property).size)
  })
}

function applyWaiting(target: Class): void {
  // Before that, since what is applied looks the class up.
  if (!waiting.delete(target)) return
  const errors: unknown[] = []
  whileRegistering(standardMetadataOf(target), () => {
    for (const declaration of ownFields(target)) {
      try {
        declaration.apply(target, declaration)
      } catch (error) {
        errors.push(error)
      }
    }
  })
  if (errors.length === 0) return
  // Whoever reads the class must not find that all is well.
  waiting.add(target)
  throw errors[0]
}

/** Returns whether all was applied. */
function registerOwn(target: Class): boolean {
  const metadata = standardMetadataOf(target)
  if (metadata === undefined) return true
  if (Object.hasOwn(metadata, REGISTERING)) return false
  return whileRegistering(metadata, () =>
    ownFields(target)
      .map((declaration) => declaration.apply(target, declaration))
      .every(Boolean)
  )
}

function whileRegistering<T>(metadata: StandardMetadata | undefined, work: () => T): T {
  if (metadata === undefined) return work()
  metadata[REGISTERING] = true
  try {
    return work()
  } finally {
    delete metadata[REGISTERING]
  }
}

const watched = new WeakSet<object>()

/** Has the libraries' metadata call {@link registerFields} before it is read. */
function watchMetadata(): void {
  watch(getMetadataStorage().validationMetadatas)
  for (const kind of KINDS) watch(transformationMaps[kind])
}

function watch(map: Map<unknown, unknown>): void {
  if (watched.has(map)) return
  watched.add(map)
  // What replaces or removes the rules of a class is about those of its fields, too.
  for (const method of ['get', 'has', 'set', 'delete'] as const) {
    const original = map[method] as (...args: unknown[]) => unknown
    define(map, method, {
      value: (...args: unknown[]): unknown => {
        const [key] = args
        if (isClass(key)) {
          // What is wrong is thrown to whoever reads the rules. To replace or to remove them must be possible.
          if (method === 'get') registerFields(key)
          else tryToRegister(key)
        }
        return original.apply(map, args)
      }
    })
  }
  for (const method of ['forEach', 'entries', 'keys', 'values', 'clear', Symbol.iterator] as const) {
    const original = map[method] as (...args: unknown[]) => unknown
    define(map, method, {
      value: (...args: unknown[]): unknown => {
        registerAll()
        return original.apply(map, args)
      }
    })
  }
  const size = sizeOf(map)
  define(map, 'size', {
    get: () => {
      registerAll()
      return size.call(map)
    }
  })
}

/** The getter of a map's size, which another copy of the package may have replaced. */
function sizeOf(map: Map<unknown, unknown>): () => number {
  const { get } = (Object.getOwnPropertyDescriptor(map, 'size') ??
    Object.getOwnPropertyDescriptor(Map.prototype, 'size')) as { readonly get: () => number }
  return get
}

function define(map: object, name: PropertyKey, member: PropertyDescriptor): void {
  Object.defineProperty(map, name, { configurable: true, ...('value' in member && { writable: true }), ...member })
}

/** What is wrong with a class is thrown where that class is looked up, or read by Fieldstone. */
function registerAll(): void {
  for (const target of [...waiting]) tryToRegister(target)
}

function tryToRegister(target: Class): void {
  try {
    registerFields(target)
  } catch {
    // It waits on, and its next lookup throws.
  }
}
