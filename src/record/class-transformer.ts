import { createRequire } from 'node:module'
import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js'

/**
 * class-transformer's parts, each loaded from the file that `import 'class-transformer'` runs, too: Node runs it once,
 * so that there is one copy of its metadata, to which its index exports no way.
 */
type ClassTransformer = typeof import('class-transformer')

const load = createRequire(import.meta.url)

export const { Expose } = load('class-transformer/cjs/decorators/expose.decorator.js') as Pick<
  ClassTransformer,
  'Expose'
>
export const { Type } = load('class-transformer/cjs/decorators/type.decorator.js') as Pick<ClassTransformer, 'Type'>
export const { defaultMetadataStorage } = load('class-transformer/cjs/storage.js') as {
  readonly defaultMetadataStorage: MetadataStorage
}

/** class-transformer's own transformation, which few applications ever ask for. */
export function loadPlainToInstance(): ClassTransformer['plainToInstance'] {
  return (load('class-transformer/cjs/index.js') as ClassTransformer).plainToInstance
}
