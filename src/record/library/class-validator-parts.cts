/**
 * class-validator's parts, each loaded from its own file. The index loads two hundred files, among them the phone
 * number formats of the world, which takes 115 ms of processor time at a start; these take 15. They are the same files
 * that `import 'class-validator'` runs, and Node runs a file once, so there is one copy of everything.
 *
 * In CommonJS, where a file can be loaded when it is needed, and where a bundler for an edge worker sees which files.
 */
type ClassValidator = typeof import('class-validator')

function part<N extends keyof ClassValidator>(name: N, file: Pick<ClassValidator, N>): ClassValidator[N] {
  return file[name]
}

export = {
  getMetadataStorage: part('getMetadataStorage', require('class-validator/cjs/metadata/MetadataStorage.js')),
  Validator: part('Validator', require('class-validator/cjs/validation/Validator.js')),
  ValidationError: part('ValidationError', require('class-validator/cjs/validation/ValidationError.js')),
  Allow: part('Allow', require('class-validator/cjs/decorator/common/Allow.js')),
  IsDefined: part('IsDefined', require('class-validator/cjs/decorator/common/IsDefined.js')),
  IsIn: part('IsIn', require('class-validator/cjs/decorator/common/IsIn.js')),
  IsOptional: part('IsOptional', require('class-validator/cjs/decorator/common/IsOptional.js')),
  ValidateBy: part('ValidateBy', require('class-validator/cjs/decorator/common/ValidateBy.js')),
  ValidateIf: part('ValidateIf', require('class-validator/cjs/decorator/common/ValidateIf.js')),
  ValidateNested: part('ValidateNested', require('class-validator/cjs/decorator/common/ValidateNested.js')),
  IsArray: part('IsArray', require('class-validator/cjs/decorator/typechecker/IsArray.js')),
  IsBoolean: part('IsBoolean', require('class-validator/cjs/decorator/typechecker/IsBoolean.js')),
  IsDate: part('IsDate', require('class-validator/cjs/decorator/typechecker/IsDate.js')),
  IsInt: part('IsInt', require('class-validator/cjs/decorator/typechecker/IsInt.js')),
  IsNumber: part('IsNumber', require('class-validator/cjs/decorator/typechecker/IsNumber.js')),
  IsObject: part('IsObject', require('class-validator/cjs/decorator/typechecker/IsObject.js')),
  IsString: part('IsString', require('class-validator/cjs/decorator/typechecker/IsString.js')),
  ArrayMaxSize: part('ArrayMaxSize', require('class-validator/cjs/decorator/array/ArrayMaxSize.js')),
  ArrayMinSize: part('ArrayMinSize', require('class-validator/cjs/decorator/array/ArrayMinSize.js')),
  Max: part('Max', require('class-validator/cjs/decorator/number/Max.js')),
  Min: part('Min', require('class-validator/cjs/decorator/number/Min.js')),
  Matches: part('Matches', require('class-validator/cjs/decorator/string/Matches.js')),
  MaxLength: part('MaxLength', require('class-validator/cjs/decorator/string/MaxLength.js')),
  MinLength: part('MinLength', require('class-validator/cjs/decorator/string/MinLength.js')),
  IsAlpha: part('IsAlpha', require('class-validator/cjs/decorator/string/IsAlpha.js')),
  IsAlphanumeric: part('IsAlphanumeric', require('class-validator/cjs/decorator/string/IsAlphanumeric.js')),
  IsBase64: part('IsBase64', require('class-validator/cjs/decorator/string/IsBase64.js')),
  IsIP: part('IsIP', require('class-validator/cjs/decorator/string/IsIP.js')),
  IsNumberString: part('IsNumberString', require('class-validator/cjs/decorator/string/IsNumberString.js')),
  IsUUID: part('IsUUID', require('class-validator/cjs/decorator/string/IsUUID.js'))
}
