/**
 * What is read of class-validator itself: each from its own file, when it is needed. The index loads two hundred files,
 * among them the phone number formats of the world, which takes 115 ms of processor time. They are the same files that
 * `import 'class-validator'` runs, and Node runs a file once, so there is one copy of everything.
 *
 * In CommonJS, where a file can be loaded when it is needed, and where a bundler sees which files.
 */
type ClassValidator = typeof import('class-validator')

function part<N extends keyof ClassValidator>(name: N, file: Pick<ClassValidator, N>): ClassValidator[N] {
  return file[name]
}

export = {
  loadValidator: (): ClassValidator['Validator'] =>
    part('Validator', require('class-validator/cjs/validation/Validator.js')),

  loadValidationError: (): ClassValidator['ValidationError'] =>
    part('ValidationError', require('class-validator/cjs/validation/ValidationError.js')),

  /** Decorators by whose functions those of a bundle are recognized. */
  loadDecorators: (): Partial<ClassValidator> => ({
    IsDefined: part('IsDefined', require('class-validator/cjs/decorator/common/IsDefined.js')),
    IsIn: part('IsIn', require('class-validator/cjs/decorator/common/IsIn.js')),
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
    Length: part('Length', require('class-validator/cjs/decorator/string/Length.js')),
    MaxLength: part('MaxLength', require('class-validator/cjs/decorator/string/MaxLength.js')),
    MinLength: part('MinLength', require('class-validator/cjs/decorator/string/MinLength.js')),
    IsAlpha: part('IsAlpha', require('class-validator/cjs/decorator/string/IsAlpha.js')),
    IsAlphanumeric: part('IsAlphanumeric', require('class-validator/cjs/decorator/string/IsAlphanumeric.js')),
    IsBase64: part('IsBase64', require('class-validator/cjs/decorator/string/IsBase64.js')),
    IsIP: part('IsIP', require('class-validator/cjs/decorator/string/IsIP.js')),
    IsNumberString: part('IsNumberString', require('class-validator/cjs/decorator/string/IsNumberString.js')),
    IsUUID: part('IsUUID', require('class-validator/cjs/decorator/string/IsUUID.js'))
  })
}
