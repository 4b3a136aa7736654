import { setupErrorOf } from '../../errors.js'
import type { FileSchema } from '../type/schema.js'
import { TypeToken } from '../type/type-token.js'
import type { UploadedFile } from '../type/uploaded-file.js'
import { Field } from './field.js'
import type { FieldOptions } from './field-declaration.js'
import type { FieldDecorator } from './field-signature.js'

const invalid = setupErrorOf('FIELD_OPTION_INVALID')

/** The options of `@File`. */
export interface FileOptions
  extends FileLimits,
    Pick<FieldOptions, 'name' | 'optional' | 'description' | 'deprecated' | 'messages'> {}

/** The options of `@Files`. */
export interface FilesOptions extends FileOptions, Pick<FieldOptions, 'minItems' | 'maxItems'> {}

/**
 * Declares a property that contains one uploaded file. A record with files travels as `multipart/form-data`; its other
 * fields are the form's texts.
 *
 * @example
 * class Profile {
 *   \@Field({ maxLength: 80 }) name!: string
 *   \@File({ maxSize: 2_000_000, contentTypes: ['image/png', 'image/jpeg'] }) avatar!: UploadedFile
 * }
 */
export function File(options: FileOptions = {}): FieldDecorator<UploadedFile> {
  const { maxSize, contentTypes, ...rest } = options
  return Field(() => fileOf({ maxSize, contentTypes }), rest)
}

/**
 * Declares a property that contains a list of uploaded files: the parts with its name, in the order in which they are
 * sent. Like other lists it must be present, with at least one part, unless it is `optional`.
 */
export function Files(options: FilesOptions = {}): FieldDecorator<UploadedFile[]> {
  const { maxSize, contentTypes, ...rest } = options
  return Field(() => [fileOf({ maxSize, contentTypes })], rest)
}

/** Limits of an uploaded file. */
export interface FileLimits {
  /** In bytes; the response to a larger file is a 413, as soon as the limit is passed. Default: `uploads.fileSize`. */
  readonly maxSize?: number
  /** The accepted media types: `image/png`, or `image/*` for all of a kind. Default: any. */
  readonly contentTypes?: readonly string[]
}

const MEDIA_RANGE = /^[!#$%&'+.^_`|~0-9a-z-]+\/(?:[!#$%&'+.^_`|~0-9a-z-]+|\*)$/

/** The type of an uploaded file. */
export function fileOf(limits: FileLimits = {}): TypeToken<UploadedFile> {
  return new TypeToken('a file', (place) => fileSchema(limits, place))
}

function fileSchema({ maxSize, contentTypes }: FileLimits, place: string): FileSchema {
  if (maxSize !== undefined && !(Number.isSafeInteger(maxSize) && maxSize > 0)) {
    throw invalid(`maxSize is ${String(maxSize)}`, place, 'give a number of bytes, 1 or more')
  }
  if (contentTypes === undefined) return { kind: 'file', maxSize, contentTypes }
  const isList = Array.isArray(contentTypes) && contentTypes.length > 0
  if (!isList || contentTypes.some((type) => typeof type !== 'string' || !MEDIA_RANGE.test(type.toLowerCase()))) {
    throw invalid('contentTypes is not a list of media types', place, "write contentTypes: ['image/png', 'image/jpeg']")
  }
  return { kind: 'file', maxSize, contentTypes: contentTypes.map((type) => type.toLowerCase()) }
}
