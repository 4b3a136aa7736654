import parts from './class-transformer-executor.cjs'

/** Loads what class-transformer itself transforms by. */
export const { loadTransformOperationExecutor } = parts
