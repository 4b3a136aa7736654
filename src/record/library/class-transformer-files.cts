/**
 * What is read of class-transformer itself: each from the file that Node also runs for `import 'class-transformer'`. Node
 * runs a file once, so there is one copy of the metadata, which the package's index does not export. The index itself would
 * take 15 ms of processor time at a start.
 *
 * In CommonJS, where a file can be loaded when it is needed, and where a bundler sees which files.
 */
interface StorageFile {
  readonly defaultMetadataStorage: unknown
}

export = {
  /** What its decorators declare. */
  loadStorage: (): unknown => (require('class-transformer/cjs/storage.js') as StorageFile).defaultMetadataStorage,

  /**
   * The storages of its other builds. A bundler that resolves the manifest's `module` or `es2015` uses one of them for
   * imports of class-transformer. Only bundlers can load them, as their imports have no file extensions; by the `try` they
   * know that a file may be missing.
   */
  loadBundledStorages: (): unknown[] => {
    const storages: unknown[] = []
    try {
      storages.push((require('class-transformer/esm5/storage.js') as StorageFile).defaultMetadataStorage)
    } catch {
      // Not in a bundle.
    }
    try {
      storages.push((require('class-transformer/esm2015/storage.js') as StorageFile).defaultMetadataStorage)
    } catch {
      // As above.
    }
    return storages
  },

  /** Its `plainToInstance`, from the index: few applications need it, and none when it starts. */
  loadPlainToInstance: (): typeof import('class-transformer')['plainToInstance'] =>
    (require('class-transformer') as typeof import('class-transformer')).plainToInstance
}
