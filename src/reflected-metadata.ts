/**
 * Metadata of classes and their members, as `reflect-metadata` defines it: the code that TypeScript emits for decorators calls
 * `Reflect.metadata` where that is a function. Where the application has imported that library, its functions are there; it
 * takes over what these have kept where it is imported later.
 */
export interface ReflectedMetadata {
  metadata(key: unknown, value: unknown): (target: object, property?: PropertyKey) => void
  defineMetadata(key: unknown, value: unknown, target: object, property?: PropertyKey): void
  hasMetadata(key: unknown, target: object, property?: PropertyKey): boolean
  hasOwnMetadata(key: unknown, target: object, property?: PropertyKey): boolean
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what was kept under the key
  getMetadata(key: unknown, target: object, property?: PropertyKey): any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  getOwnMetadata(key: unknown, target: object, property?: PropertyKey): any
  getMetadataKeys(target: object, property?: PropertyKey): unknown[]
  getOwnMetadataKeys(target: object, property?: PropertyKey): unknown[]
  deleteMetadata(key: unknown, target: object, property?: PropertyKey): boolean
}

type Kept = Map<unknown, unknown>

/** By object, and by its property; `undefined` for the object itself. */
const all = new WeakMap<object, Map<PropertyKey | undefined, Kept>>()

function keptOf(target: object, property: PropertyKey | undefined): Kept | undefined {
  if (!isObject(target)) throw new TypeError('Metadata is of an object or a class')
  return all.get(target)?.get(named(property))
}

/** The keys of properties, as objects have them: `0` is `'0'`. */
function named(property: PropertyKey | undefined): string | symbol | undefined {
  return property === undefined || typeof property === 'symbol' ? property : String(property)
}

function isObject(value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null)
}

/** What is kept of the object and of those that it inherits from, the nearest first. */
function inherited(target: object, property: PropertyKey | undefined): Kept[] {
  const found: Kept[] = []
  let at: object | null = target
  do {
    const kept = keptOf(at, property)
    if (kept !== undefined) found.push(kept)
    at = Object.getPrototypeOf(at)
  } while (at !== null)
  return found
}

/** The functions where no library has defined any. */
const OWN: ReflectedMetadata = {
  metadata: (key, value) => (target, property) => OWN.defineMetadata(key, value, target, property),
  defineMetadata: (key, value, target, property) => {
    const kept = keptOf(target, property)
    if (kept !== undefined) {
      kept.set(key, value)
      return
    }
    const properties = all.get(target) ?? new Map<PropertyKey | undefined, Kept>()
    all.set(target, properties.set(named(property), new Map([[key, value]])))
  },
  hasMetadata: (key, target, property) => inherited(target, property).some((kept) => kept.has(key)),
  hasOwnMetadata: (key, target, property) => keptOf(target, property)?.has(key) === true,
  getMetadata: (key, target, property) =>
    inherited(target, property)
      .find((kept) => kept.has(key))
      ?.get(key),
  getOwnMetadata: (key, target, property) => keptOf(target, property)?.get(key),
  getMetadataKeys: (target, property) => [...new Set(inherited(target, property).flatMap((kept) => [...kept.keys()]))],
  getOwnMetadataKeys: (target, property) => [...(keptOf(target, property)?.keys() ?? [])],
  deleteMetadata: (key, target, property) => keptOf(target, property)?.delete(key) === true
}

/** With frozen intrinsics nothing can be defined, and no compiler's code finds these. */
function install(): ReflectedMetadata {
  const reflect = Reflect as unknown as ReflectedMetadata
  if (typeof reflect.defineMetadata === 'function') return reflect
  for (const [name, value] of Object.entries(OWN)) {
    if (!Reflect.defineProperty(Reflect, name, { value, configurable: true, writable: true })) return OWN
  }
  return reflect
}

/** The functions of `Reflect`: whoever replaces one there, as `reflect-metadata` does, replaces it here. */
export const reflected: ReflectedMetadata = install()
