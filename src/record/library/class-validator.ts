import type { ValidationOptions } from 'class-validator'
import { SetupError } from '../../errors.js'
import parts from './class-validator-parts.cjs'

/** The part of class-validator that Fieldstone uses. */
export const { Allow, IsOptional, ValidateBy, ValidateIf, ValidateNested } = parts

type Storage = ReturnType<typeof parts.getMetadataStorage>

let known: Storage | undefined

/**
 * class-validator's metadata. It is a property of the global object, created by the first copy of class-validator that
 * is used, and shared by all copies.
 *
 * @throws SetupError APPLICATION_INVALID if a version before 0.14 created it, which keeps lists instead of maps
 */
export function getMetadataStorage(): Storage {
  const storage = parts.getMetadataStorage()
  if (storage === known) return storage
  if (!((storage as unknown as { readonly validationMetadatas: unknown }).validationMetadatas instanceof Map)) {
    throw new SetupError(
      'APPLICATION_INVALID',
      'a version of class-validator before 0.14 is installed, whose metadata Fieldstone does not read',
      'class-validator',
      'run: npm install class-validator@latest'
    )
  }
  known = storage
  return storage
}

/** A decorator for what class-validator has none for. `message` follows the name of the property. */
export function checkDecorator(
  name: string,
  validate: (value: unknown) => boolean,
  message: string,
  options: ValidationOptions
): PropertyDecorator {
  const defaultMessage = () => `${options.each === true ? 'each value in ' : ''}$property ${message}`
  return ValidateBy({ name, validator: { validate, defaultMessage } }, options)
}
