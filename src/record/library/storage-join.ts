import { SetupError } from '../../errors.js'
import { isStorage, KINDS, type MetadataMap, metadataMaps, type Storage } from './class-transformer.js'
import files from './class-transformer-files.cjs'
import { loadedModules } from './loaded-modules.js'

/**
 * Adds to our storage what was declared by the decorators of all copies of class-transformer that are loaded by now.
 *
 * Its time grows with the number of loaded modules (0.1 ms for a thousand), so it is called once a class, when its
 * model is first read. The copy that decorated the class was loaded before that.
 *
 * @throws SetupError APPLICATION_INVALID if a version is loaded whose declarations cannot be read
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

let isBundleJoined = false
let modulesSeen = 0
let hasOldVersion = false

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
    hasOldVersion = paths.some(isOldStorageFile)
    // Node itself loaded ours from its file, so there is no bundle.
    isBundleJoined ||= loaded.includes(storage)
  }
  if (hasOldVersion) {
    throw new SetupError(
      'APPLICATION_INVALID',
      'a version of class-transformer before 0.3.2 is loaded, whose metadata Fieldstone does not read',
      'class-transformer',
      'run: npm install class-transformer@latest'
    )
  }
  if (isBundleJoined) return
  isBundleJoined = true
  for (const other of loadBundled()) join(storage, other)
}

function isStorageFile(path: string): boolean {
  return /[\\/]cjs[\\/]storage\.js$/.test(path)
}

/** Versions before 0.3.2, whose `@Transform` has another signature, have the file in another folder. */
function isOldStorageFile(path: string): boolean {
  return /[\\/]class-transformer[\\/]storage\.js$/.test(path)
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
