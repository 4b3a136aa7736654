/** class-transformer keeps its metadata here and exports no way to it; the file is the one that Node loads. */
declare module 'class-transformer/cjs/storage.js' {
  import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js'
  export const defaultMetadataStorage: MetadataStorage
}
