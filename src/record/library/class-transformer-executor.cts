import type { ClassTransformOptions } from 'class-transformer'

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

export = {
  /** class-transformer's own transformation, for the values that plans leave to it; few applications need it. */
  loadTransformOperationExecutor: (): TransformOperationExecutor =>
    (
      require('class-transformer/cjs/TransformOperationExecutor.js') as {
        TransformOperationExecutor: TransformOperationExecutor
      }
    ).TransformOperationExecutor
}
