declare module 'class-transformer/cjs/TransformOperationExecutor.js' {
  import type { ClassTransformOptions } from 'class-transformer'

  export class TransformOperationExecutor {
    constructor(transformationType: number, options: ClassTransformOptions)
    transform(
      source: unknown,
      value: unknown,
      targetType: unknown,
      arrayType: unknown,
      isMap: boolean | undefined,
      level?: number
    ): unknown
  }
}
