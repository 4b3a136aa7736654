import parts from './class-transformer-parts.cjs'

/** The part of class-transformer that Fieldstone stands on. */
export const { Expose, Type, defaultMetadataStorage, loadTransformOperationExecutor } = parts
