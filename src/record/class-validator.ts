import { createRequire } from 'node:module'

/**
 * class-validator's parts, each loaded from its own file: its index loads two hundred files, a telephone book of the
 * world among them, which costs a start 115 ms of processor time; these cost 15. They are the same files that
 * `import 'class-validator'` runs, and Node runs a file once, so that there is one copy of everything.
 */
type ClassValidator = typeof import('class-validator')

const load = createRequire(import.meta.url)

function part<N extends keyof ClassValidator>(file: string, name: N): ClassValidator[N] {
  return (load(`class-validator/cjs/${file}.js`) as ClassValidator)[name]
}

export const getMetadataStorage = part('metadata/MetadataStorage', 'getMetadataStorage')
/** Validates as `validate` of class-validator does, which asks its container for this class. */
export const Validator = part('validation/Validator', 'Validator')
export const ValidationError = part('validation/ValidationError', 'ValidationError')

export const Allow = part('decorator/common/Allow', 'Allow')
export const IsDefined = part('decorator/common/IsDefined', 'IsDefined')
export const IsIn = part('decorator/common/IsIn', 'IsIn')
export const IsOptional = part('decorator/common/IsOptional', 'IsOptional')
export const ValidateBy = part('decorator/common/ValidateBy', 'ValidateBy')
export const ValidateIf = part('decorator/common/ValidateIf', 'ValidateIf')
export const ValidateNested = part('decorator/common/ValidateNested', 'ValidateNested')

export const IsArray = part('decorator/typechecker/IsArray', 'IsArray')
export const IsBoolean = part('decorator/typechecker/IsBoolean', 'IsBoolean')
export const IsDate = part('decorator/typechecker/IsDate', 'IsDate')
export const IsInt = part('decorator/typechecker/IsInt', 'IsInt')
export const IsNumber = part('decorator/typechecker/IsNumber', 'IsNumber')
export const IsObject = part('decorator/typechecker/IsObject', 'IsObject')
export const IsString = part('decorator/typechecker/IsString', 'IsString')

export const ArrayMaxSize = part('decorator/array/ArrayMaxSize', 'ArrayMaxSize')
export const ArrayMinSize = part('decorator/array/ArrayMinSize', 'ArrayMinSize')
export const Max = part('decorator/number/Max', 'Max')
export const Min = part('decorator/number/Min', 'Min')
export const Matches = part('decorator/string/Matches', 'Matches')
export const MaxLength = part('decorator/string/MaxLength', 'MaxLength')
export const MinLength = part('decorator/string/MinLength', 'MinLength')

export const IsAlpha = part('decorator/string/IsAlpha', 'IsAlpha')
export const IsAlphanumeric = part('decorator/string/IsAlphanumeric', 'IsAlphanumeric')
export const IsBase64 = part('decorator/string/IsBase64', 'IsBase64')
export const IsEmail = part('decorator/string/IsEmail', 'IsEmail')
export const IsFQDN = part('decorator/string/IsFQDN', 'IsFQDN')
export const IsIP = part('decorator/string/IsIP', 'IsIP')
export const isIP = part('decorator/string/IsIP', 'isIP')
export const IsNumberString = part('decorator/string/IsNumberString', 'IsNumberString')
export const IsUrl = part('decorator/string/IsUrl', 'IsUrl')
export const IsUUID = part('decorator/string/IsUUID', 'IsUUID')

/** Loads the telephone book, 25 ms, only where a telephone number is declared. */
export function loadIsPhoneNumber(): ClassValidator['IsPhoneNumber'] {
  return part('decorator/string/IsPhoneNumber', 'IsPhoneNumber')
}
