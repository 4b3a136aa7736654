import files from './class-transformer-files.cjs'

/** What class-transformer itself transforms by. */
export const transformOperationExecutor = files.loadTransformOperationExecutor
