import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js'

/**
 * class-transformer's parts, each loaded from the file that `import 'class-transformer'` runs, too: Node runs it once,
 * so that there is one copy of its metadata, to which its index exports no way.
 *
 * In CommonJS, where a file can be loaded when it is needed, and where whoever bundles for an edge worker sees which.
 */
type ClassTransformer = typeof import('class-transformer')

const { Expose } = require('class-transformer/cjs/decorators/expose.decorator.js') as Pick<ClassTransformer, 'Expose'>
const { Type } = require('class-transformer/cjs/decorators/type.decorator.js') as Pick<ClassTransformer, 'Type'>
const { defaultMetadataStorage } = require('class-transformer/cjs/storage.js') as {
  readonly defaultMetadataStorage: MetadataStorage
}

export = {
  Expose,
  Type,
  defaultMetadataStorage,
  /** class-transformer's own transformation, which few applications ever ask for. */
  loadPlainToInstance: (): ClassTransformer['plainToInstance'] =>
    (require('class-transformer/cjs/index.js') as ClassTransformer).plainToInstance
}
