import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js'

/**
 * class-transformer's parts, each loaded from the file that Node also runs for `import 'class-transformer'`. Node runs
 * a file once, so there is one copy of the metadata, which the package's index does not export. The index itself would
 * take 15 ms of processor time at a start.
 *
 * In CommonJS, where a file can be loaded when it is needed, and where a bundler for an edge worker sees which files.
 */
type ClassTransformer = typeof import('class-transformer')

const { Expose } = require('class-transformer/cjs/decorators/expose.decorator.js') as Pick<ClassTransformer, 'Expose'>
const { Type } = require('class-transformer/cjs/decorators/type.decorator.js') as Pick<ClassTransformer, 'Type'>
const { defaultMetadataStorage } = require('class-transformer/cjs/storage.js') as {
  readonly defaultMetadataStorage: MetadataStorage
}

/** The storage of a build that only bundlers can load, as its imports have no file extensions; undefined elsewhere. */
function bundled(load: () => { readonly defaultMetadataStorage: unknown }): unknown {
  try {
    return load().defaultMetadataStorage
  } catch {
    return undefined
  }
}

export = {
  Expose,
  Type,
  defaultMetadataStorage,
  /**
   * The storages of class-transformer's other builds. A bundler that resolves the manifest's `module` or `es2015` uses
   * one of them for imports of class-transformer.
   */
  loadBundledStorages: (): unknown[] => [
    bundled(() => require('class-transformer/esm5/storage.js')),
    bundled(() => require('class-transformer/esm2015/storage.js'))
  ]
}
