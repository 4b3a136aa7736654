import type { ClassTransformOptions } from 'class-transformer'
import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js'

/**
 * class-transformer's parts, each loaded from the file that `import 'class-transformer'` runs, too: Node runs it once,
 * so that there is one copy of its metadata, to which its index exports no way.
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

export = {
  Expose,
  Type,
  defaultMetadataStorage,
  /** class-transformer's own transformation, which few applications ever need: it takes up in the middle of one. */
  loadTransformOperationExecutor: (): TransformOperationExecutor =>
    (
      require('class-transformer/cjs/TransformOperationExecutor.js') as {
        TransformOperationExecutor: TransformOperationExecutor
      }
    ).TransformOperationExecutor
}
