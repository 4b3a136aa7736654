import type { ValidationError, ValidatorOptions } from 'class-validator'
import * as original from 'class-validator'
import { knowLibrary } from '../record/library/constraint-origin.js'
import { validationErrors } from '../record/validation-plans/validation-errors.js'
import { guardedDecorators } from './guarded-decorators.js'

export * from 'class-validator'

knowLibrary(original)

export const {
  Allow,
  ArrayContains,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotContains,
  ArrayNotEmpty,
  ArrayUnique,
  Contains,
  Equals,
  IsAlpha,
  IsAlphanumeric,
  IsArray,
  IsAscii,
  IsBIC,
  IsBase32,
  IsBase58,
  IsBase64,
  IsBoolean,
  IsBooleanString,
  IsBtcAddress,
  IsByteLength,
  IsCreditCard,
  IsCurrency,
  IsDataURI,
  IsDate,
  IsDateString,
  IsDecimal,
  IsDefined,
  IsDivisibleBy,
  IsEAN,
  IsEmail,
  IsEmpty,
  IsEnum,
  IsEthereumAddress,
  IsFQDN,
  IsFirebasePushId,
  IsFullWidth,
  IsHSL,
  IsHalfWidth,
  IsHash,
  IsHexColor,
  IsHexadecimal,
  IsIBAN,
  IsIP,
  IsISBN,
  IsISIN,
  IsISO31661Alpha2,
  IsISO31661Alpha3,
  IsISO31661Numeric,
  IsISO4217CurrencyCode,
  IsISO6391,
  IsISO8601,
  IsISRC,
  IsISSN,
  IsIdentityCard,
  IsIn,
  IsInstance,
  IsInt,
  IsJSON,
  IsJWT,
  IsLatLong,
  IsLatitude,
  IsLocale,
  IsLongitude,
  IsLowercase,
  IsMACAddress,
  IsMagnetURI,
  IsMilitaryTime,
  IsMimeType,
  IsMobilePhone,
  IsMongoId,
  IsMultibyte,
  IsNegative,
  IsNotEmpty,
  IsNotEmptyObject,
  IsNotIn,
  IsNumber,
  IsNumberString,
  IsObject,
  IsOctal,
  IsOptional,
  IsPassportNumber,
  IsPhoneNumber,
  IsPort,
  IsPositive,
  IsPostalCode,
  IsRFC3339,
  IsRgbColor,
  IsSemVer,
  IsString,
  IsStrongPassword,
  IsSurrogatePair,
  IsTaxId,
  IsTimeZone,
  IsUUID,
  IsUppercase,
  IsUrl,
  IsVariableWidth,
  Length,
  Matches,
  Max,
  MaxDate,
  MaxLength,
  Min,
  MinDate,
  MinLength,
  NotContains,
  NotEquals,
  Validate,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  ValidatePromise
} = guardedDecorators(original)

type Arguments = [schemaOrObject: unknown, objectOrOptions?: unknown, options?: ValidatorOptions]

/**
 * class-validator's `validate`, from plans that are made once per class: the same errors, without searching the
 * metadata of every decorated class of the application again at each call.
 *
 * Whatever has an asynchronous part, a schema or a promise is passed on to class-validator, and everything where no code
 * may be generated.
 */
export const validate: typeof original.validate = (...args: Arguments): Promise<ValidationError[]> => {
  const errors = validationErrors(args[0], args[1], false)
  return errors === undefined
    ? original.validate(...(args as Parameters<typeof original.validate>))
    : Promise.resolve(errors)
}

/** class-validator's `validateOrReject`; see {@link validate}. */
export const validateOrReject: typeof original.validateOrReject = async (...args: Arguments): Promise<void> => {
  const errors = validationErrors(args[0], args[1], false)
  if (errors === undefined) return original.validateOrReject(...(args as Parameters<typeof original.validateOrReject>))
  if (errors.length > 0) throw errors
}

/** class-validator's `validateSync`; see {@link validate}. */
export const validateSync: typeof original.validateSync = (...args: Arguments): ValidationError[] =>
  validationErrors(args[0], args[1], true) ??
  original.validateSync(...(args as Parameters<typeof original.validateSync>))

class PlannedValidator extends original.Validator {
  override validate(...args: never[]): Promise<ValidationError[]> {
    const errors = validationErrors(args[0], args[1], false)
    return errors === undefined ? super.validate(...(args as unknown as [object])) : Promise.resolve(errors)
  }

  override async validateOrReject(...args: never[]): Promise<void> {
    const errors = validationErrors(args[0], args[1], false)
    if (errors === undefined) return super.validateOrReject(...(args as unknown as [object]))
    if (errors.length > 0) throw errors
  }

  override validateSync(...args: never[]): ValidationError[] {
    return validationErrors(args[0], args[1], true) ?? super.validateSync(...(args as unknown as [object]))
  }
}

/** class-validator's `Validator`, whose methods are as fast as {@link validate}. */
export const Validator: typeof original.Validator = PlannedValidator
export type Validator = original.Validator
