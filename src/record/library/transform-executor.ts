import { SetupError } from '../../errors.js'
import files from './class-transformer-files.cjs'

type Executor = ReturnType<typeof files.loadTransformOperationExecutor>

let executor: { readonly loaded: Executor } | undefined

/**
 * What class-transformer itself transforms by.
 *
 * @throws SetupError APPLICATION_INVALID if class-transformer is not installed
 */
export function transformOperationExecutor(): NonNullable<Executor> {
  executor ??= { loaded: files.loadTransformOperationExecutor() }
  if (executor.loaded !== undefined) return executor.loaded
  throw new SetupError(
    'APPLICATION_INVALID',
    'a value is transformed by options that class-transformer itself follows, and that is not installed',
    'class-transformer',
    'run: npm install class-transformer'
  )
}
