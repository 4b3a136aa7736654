import parts from './class-transformer-parts.cjs'

/** The part of class-transformer that Fieldstone stands on. */
export const { Expose, Type, defaultMetadataStorage, loadTransformOperationExecutor } = parts

/**
 * Lets our storage have what the decorators of every copy of class-transformer declared that was loaded until now.
 *
 * Takes as long as the list of loaded modules (0.1 ms for a thousand): it is called once a class, at its first reading.
 * The copy that decorated a class was loaded before that.
 */
export function joinCopies(): void {
  joinStorages(defaultMetadataStorage, parts.loadBundledStorages)
}

/**
 * class-transformer keeps what its decorators declare in a variable of one of its modules, so that each copy of the
 * package that a process runs has a storage of its own. There is more than one copy where npm installed two versions,
 * and in the file of a bundler that resolves `import` and `require` to different builds.
 *
 * The storages are joined: they get the same maps, so that each copy reads and writes the declarations of all.
 */

/** class-transformer's maps: by class, then by property; undefined is the class as a whole. */
type Metadata = Map<unknown, Map<string | undefined, unknown>>

const KINDS = ['_typeMetadatas', '_exposeMetadatas', '_excludeMetadatas', '_transformMetadatas'] as const

type Storage = { [Kind in (typeof KINDS)[number]]: Metadata }

let isBundleJoined = false
let modulesSeen = 0

/**
 * Joins the storages of all copies that can be found with ours.
 *
 * @param loadBundled the storages of the builds that are there only where class-transformer is part of a bundle
 */
export function joinStorages(storage: object, loadBundled: () => readonly unknown[]): void {
  if (!isStorage(storage)) return
  const cache = loadedModules()
  const paths = Object.keys(cache)
  if (paths.length !== modulesSeen) {
    modulesSeen = paths.length
    const loaded = paths.filter(isStorageFile).map((path) => cache[path]?.exports?.defaultMetadataStorage)
    for (const other of loaded) join(storage, other)
    // Node itself loaded ours from its file: it is part of no bundle.
    isBundleJoined ||= loaded.includes(storage)
  }
  if (isBundleJoined) return
  isBundleJoined = true
  for (const other of loadBundled()) join(storage, other)
}

interface LoadedModules {
  readonly [path: string]: { readonly exports?: { readonly defaultMetadataStorage?: unknown } } | undefined
}

/** The modules in CommonJS that Node has loaded from files. Asked of the process: a bundler would replace `require.cache`. */
function loadedModules(): LoadedModules {
  const loader = globalThis.process?.getBuiltinModule?.('node:module') as { _cache?: LoadedModules } | undefined
  return loader?._cache ?? {}
}

/** Versions before 0.3.2, whose `@Transform` has another signature, have the file in another folder. */
function isStorageFile(path: string): boolean {
  return /[\\/]cjs[\\/]storage\.js$/.test(path)
}

function join(storage: Storage, other: unknown): void {
  if (other === storage || !isStorage(other)) return
  for (const kind of KINDS) {
    if (other[kind] === storage[kind]) continue
    for (const [target, members] of other[kind]) addMembers(storage[kind], target, members)
    other[kind] = storage[kind]
  }
}

/** Of what both declare, a list holds both; of one value, ours is kept: `@Field` may have declared it. */
function addMembers(metadata: Metadata, target: unknown, members: ReadonlyMap<string | undefined, unknown>): void {
  const known = metadata.get(target) ?? new Map<string | undefined, unknown>()
  for (const [property, found] of members) {
    const own = known.get(property)
    if (Array.isArray(own) && Array.isArray(found)) known.set(property, [...own, ...found])
    else if (own === undefined) known.set(property, found)
  }
  metadata.set(target, known)
}

function isStorage(value: unknown): value is Storage {
  if (typeof value !== 'object' || value === null) return false
  return KINDS.every((kind) => (value as Partial<Storage>)[kind] instanceof Map)
}
