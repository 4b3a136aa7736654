import { Field } from './field.js'
import type { FieldOptions } from './field-declaration.js'
import { type FileLimits, fileOf } from './file-type.js'

/** What `@File` can be told. */
export interface FileOptions
  extends FileLimits,
    Pick<FieldOptions, 'name' | 'optional' | 'description' | 'deprecated'> {}

/** What `@Files` can be told. */
export interface FilesOptions extends FileOptions, Pick<FieldOptions, 'minItems' | 'maxItems'> {}

/**
 * Declares a property that holds one uploaded file. A record with files travels as `multipart/form-data`; its other
 * fields are the form's texts.
 *
 * @example
 * class Profile {
 *   \@Field({ maxLength: 80 }) name!: string
 *   \@File({ maxSize: 2_000_000, contentTypes: ['image/png', 'image/jpeg'] }) avatar!: UploadedFile
 * }
 */
export function File(options: FileOptions = {}): PropertyDecorator {
  const { maxSize, contentTypes, ...rest } = options
  return Field(() => fileOf({ maxSize, contentTypes }), rest)
}

/**
 * Declares a property that holds a list of uploaded files: the parts that bear its name, in the order of sending.
 * Like other lists it must be present, with at least one part, unless it is `optional`.
 */
export function Files(options: FilesOptions = {}): PropertyDecorator {
  const { maxSize, contentTypes, ...rest } = options
  return Field(() => [fileOf({ maxSize, contentTypes })], rest)
}
