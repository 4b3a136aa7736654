import { isInstalled, isStorage, KINDS, type MetadataMap, metadataMaps, type Storage } from './class-transformer.js'
import files from './class-transformer-files.cjs'

/**
 * Adds to our storage what was declared by the decorators of all copies of class-transformer that are loaded by now.
 *
 * Its time grows with the number of loaded modules (0.1 ms for a thousand), so it is called once a class, when its
 * model is first read. The copy that decorated the class was loaded before that.
 */
export function joinCopies(): void {
  joinStorages(metadataMaps as unknown as Storage, files.loadBundledStorages)
}

/**
 * class-transformer keeps what its decorators declare in a variable of one of its modules, so each copy of the package
 * in a process has a storage of its own. There is more than one copy if npm installed two versions, or if a bundler
 * resolved `import` and `require` to different builds.
 *
 * The storages are joined: they get the same maps, so that each copy reads and writes the declarations of all.
 */

let isBundleJoined = !isInstalled
let modulesSeen = 0

/**
 * Joins the storages of all copies that can be found with ours.
 *
 * @param loadBundled loads the storages of the builds that exist only where class-transformer is part of a bundle
 */
function joinStorages(storage: Storage, loadBundled: () => readonly unknown[]): void {
  const cache = loadedModules()
  const paths = Object.keys(cache)
  if (paths.length !== modulesSeen) {
    modulesSeen = paths.length
    const loaded = paths.filter(isStorageFile).map((path) => cache[path]?.exports?.defaultMetadataStorage)
    for (const other of loaded) join(storage, other)
    // Node itself loaded ours from its file, so there is no bundle.
    isBundleJoined ||= loaded.includes(storage)
  }
  if (isBundleJoined) return
  isBundleJoined = true
  for (const other of loadBundled()) join(storage, other)
}

interface LoadedModules {
  readonly [path: string]: { readonly exports?: { readonly defaultMetadataStorage?: unknown } } | undefined
}

interface Loader {
  readonly _cache?: LoadedModules
}

/**
 * The CommonJS modules that Node loaded from files, by way of the process: a bundler would replace `require.cache`. The class
 * of a program in CommonJS has them; to ask for `node:module` takes Node half a millisecond.
 */
function loadedModules(): LoadedModules {
  const { process } = globalThis
  const ofProgram = process?.mainModule?.constructor as Loader | undefined
  const loader = ofProgram?._cache === undefined ? process?.getBuiltinModule?.('node:module') : ofProgram
  return (loader as Loader | undefined)?._cache ?? {}
}

/** Versions before 0.3.2, whose `@Transform` has another signature, have this file in another folder. */
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

/** Of a property in both, lists are joined; of single values ours is kept, since `@Field` may have declared it. */
function addMembers(
  metadata: MetadataMap<unknown>,
  target: unknown,
  members: ReadonlyMap<string | undefined, unknown>
): void {
  const known = metadata.get(target) ?? new Map<string | undefined, unknown>()
  for (const [property, found] of members) {
    const own = known.get(property)
    if (Array.isArray(own) && Array.isArray(found)) known.set(property, [...own, ...found])
    else if (own === undefined) known.set(property, found)
  }
  metadata.set(target, known)
}
