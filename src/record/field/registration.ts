import { type Class, inheritsStandardMetadata, isClass, lineage, standardMetadataOf } from '../../metadata.js'
import { metadataMaps as transformationMaps } from '../library/class-transformer.js'
import { getMetadataStorage } from '../library/metadata-storage.js'
import { ownFields } from './field-declaration.js'

/**
 * class-validator and class-transformer keep their metadata by class, and a standard `@Field` runs before its class
 * exists. Its rules are applied when the class is first looked up in that metadata: by Fieldstone, by the libraries
 * themselves, or by a tool that reads them.
 */

/** The classes that nothing is left to do for. */
const settled = new WeakSet<Class>()

/**
 * A property of a class's metadata while its rules are being applied, which itself looks the class up; a registered
 * symbol, since a second copy of the package is called then, too.
 */
const REGISTERING = Symbol.for('fieldstone:registering')

/** Applies the rules of the standard `@Field`s of a class and its ancestors, as far as they were not applied yet. */
export function registerFields(target: Class): void {
  if (settled.has(target) || !inheritsStandardMetadata(target)) return
  let isComplete = true
  // An ancestor's come first: a subclass may replace a condition that it inherits.
  for (const at of lineage(target)) if (!settled.has(at) && !registerOwn(at)) isComplete = false
  // A class without metadata of its own may be one whose decorators still run. A type may be undefined until its file has run.
  if (isComplete && standardMetadataOf(target) !== undefined) settled.add(target)
}

/** Returns whether all was applied. */
function registerOwn(target: Class): boolean {
  const metadata = standardMetadataOf(target)
  if (metadata === undefined) return true
  if (Object.hasOwn(metadata, REGISTERING)) return false
  metadata[REGISTERING] = true
  try {
    return ownFields(target)
      .map((declaration) => declaration.apply(target, declaration))
      .every(Boolean)
  } finally {
    delete metadata[REGISTERING]
  }
}

const watched = new WeakSet<object>()

/** Has the libraries' metadata call {@link registerFields} before it is read; projects in the legacy form never do. */
export function registerBeforeReading(): void {
  const { validationMetadatas } = getMetadataStorage()
  if (watched.has(validationMetadatas)) return
  for (const map of [validationMetadatas, ...mapsOfTransformer()]) {
    watched.add(map)
    watch(map)
  }
}

function mapsOfTransformer(): Map<unknown, unknown>[] {
  const { _typeMetadatas, _exposeMetadatas, _excludeMetadatas, _transformMetadatas } = transformationMaps
  return [_typeMetadatas, _exposeMetadatas, _excludeMetadatas, _transformMetadatas]
}

function watch(map: Map<unknown, unknown>): void {
  for (const method of ['get', 'has'] as const) {
    const original = map[method]
    const value = (key: unknown): unknown => {
      if (isClass(key)) registerFields(key)
      return original.call(map, key)
    }
    Object.defineProperty(map, method, { value, configurable: true, writable: true })
  }
}
