import { type ConcreteClass, emittedTypeOf } from '../../metadata.js'
import files from './class-transformer-files.cjs'

/** What `@Type` declares of a property. */
export interface TypeMetadata {
  readonly target: unknown
  readonly propertyName: string
  readonly reflectedType: unknown
  readonly typeFunction: ((args: object) => unknown) | undefined
  readonly options: TypeOptions | undefined
}

export interface TypeOptions {
  readonly discriminator?: {
    readonly property: string
    readonly subTypes: readonly { readonly name: string; readonly value: unknown }[]
  }
  readonly keepDiscriminatorProperty?: boolean
}

/** In which direction a declaration applies, and for which groups. */
export interface Directed {
  readonly toClassOnly?: boolean
  readonly toPlainOnly?: boolean
  readonly groups?: readonly string[]
}

/** What `@Expose` or `@Exclude` declares of a property, or, if it has none, of the class as a whole. */
export interface ExposeMetadata {
  readonly target: unknown
  readonly propertyName: string | undefined
  readonly options: (Directed & { readonly name?: string }) | undefined
}

/** What one `@Transform` declares of a property. */
export interface TransformMetadata {
  readonly target: unknown
  readonly propertyName: string
  readonly transformFn: (args: object) => unknown
  readonly options: Directed | undefined
}

/** class-transformer's metadata of one kind: by class, then by property; undefined stands for the class as a whole. */
export type MetadataMap<T> = Map<unknown, Map<string | undefined, T>>

interface MetadataMaps {
  readonly _typeMetadatas: MetadataMap<TypeMetadata>
  readonly _exposeMetadatas: MetadataMap<ExposeMetadata>
  readonly _excludeMetadatas: MetadataMap<ExposeMetadata>
  readonly _transformMetadatas: MetadataMap<TransformMetadata[]>
}

export const KINDS = ['_typeMetadatas', '_exposeMetadatas', '_excludeMetadatas', '_transformMetadatas'] as const

/** A storage of class-transformer, as far as it is read. */
export type Storage = Record<(typeof KINDS)[number], MetadataMap<unknown>>

export function isStorage(value: unknown): value is Storage {
  if (typeof value !== 'object' || value === null) return false
  return KINDS.every((kind) => (value as Partial<Storage>)[kind] instanceof Map)
}

/** The maps of class-transformer's storage, which it does not publish. */
export const metadataMaps = files.loadStorage() as MetadataMaps

/** An instance as class-transformer itself makes it. */
export function plainToInstance(target: ConcreteClass, plain: object): object {
  return files.loadPlainToInstance()(target, plain) as object
}

/** class-transformer's `Expose` of a property, by another name. */
export function Expose(options: { readonly name: string }): PropertyDecorator {
  return ({ constructor: target }, property) => {
    const propertyName = property as string
    declare(metadataMaps._exposeMetadatas, { target, propertyName, options })
  }
}

/** class-transformer's `Type` of a property. */
export function Type(typeFunction: () => unknown, options: TypeOptions = {}): PropertyDecorator {
  return ({ constructor: target }, property) => {
    const propertyName = property as string
    const reflectedType = emittedTypeOf(target as never, propertyName)
    declare(metadataMaps._typeMetadatas, { target, propertyName, reflectedType, typeFunction, options })
  }
}

function declare<T extends { readonly target: unknown; readonly propertyName: string | undefined }>(
  map: MetadataMap<T>,
  metadata: T
): void {
  const known = map.get(metadata.target) ?? new Map<string | undefined, T>()
  if (known.size === 0) map.set(metadata.target, known)
  known.set(metadata.propertyName, metadata)
}
