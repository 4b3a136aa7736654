import type { ClassTransformOptions } from 'class-transformer'
import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js'

/**
 * class-transformer's parts, each loaded from the file that Node runs for `import 'class-transformer'`, too: it runs it
 * once, so that there is one copy of its metadata, which its index does not export. The index itself would cost a start
 * 15 ms of processor time.
 *
 * In CommonJS, where a file can be loaded when it is needed, and where whoever bundles for an edge worker sees which.
 */
type ClassTransformer = typeof import('class-transformer')

type TransformOperationExecutor = new (
  transformationType: number,
  options: ClassTransformOptions
) => {
  transform(
    source: unknown,
    value: unknown,
    targetType: unknown,
    arrayType: unknown,
    isMap: boolean | undefined,
    level?: number
  ): unknown
}

const { Expose } = require('class-transformer/cjs/decorators/expose.decorator.js') as Pick<ClassTransformer, 'Expose'>
const { Type } = require('class-transformer/cjs/decorators/type.decorator.js') as Pick<ClassTransformer, 'Type'>
const { defaultMetadataStorage } = require('class-transformer/cjs/storage.js') as {
  readonly defaultMetadataStorage: MetadataStorage
}

/** The storage of a build that only bundlers can read: its imports have no file extensions. Undefined elsewhere. */
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
   * The storages of class-transformer's other builds. A bundler that resolves the manifest's `module` or `es2015` gives
   * one of them to whoever imports class-transformer.
   */
  loadBundledStorages: (): unknown[] => [
    bundled(() => require('class-transformer/esm5/storage.js')),
    bundled(() => require('class-transformer/esm2015/storage.js'))
  ],
  /** class-transformer's own transformation, which few applications ever need: it takes up in the middle of one. */
  loadTransformOperationExecutor: (): TransformOperationExecutor =>
    (
      require('class-transformer/cjs/TransformOperationExecutor.js') as {
        TransformOperationExecutor: TransformOperationExecutor
      }
    ).TransformOperationExecutor
}
