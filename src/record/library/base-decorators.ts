import {
  type ConstraintClass,
  getMetadataStorage,
  makeMetadata,
  type ValidationArguments,
  type ValidationOptions
} from './metadata-storage.js'

/**
 * The decorators of class-validator that all others are made of, with the metadata that its own add. They are Fieldstone's,
 * so that a record of `@Field`s needs no class-validator.
 */

/** The value may be anything. */
export function Allow(): PropertyDecorator {
  return declare('whitelistValidation')
}

/** The rules of the property are checked only if it is there, and not null. */
export function IsOptional(): PropertyDecorator {
  return (prototype, property) => {
    const constraints = [(object: { readonly [property: string]: unknown }) => object[property as string] != null]
    declare('conditionalValidation', undefined, { name: 'isOptional', constraints })(prototype, property)
  }
}

/** The rules of the property are checked only if the condition holds. */
export function ValidateIf(condition: (object: object, value: unknown) => boolean): PropertyDecorator {
  return declare('conditionalValidation', undefined, { constraints: [condition] })
}

/** The value, or each item of a list, is an object that has rules of its own. */
export function ValidateNested(options: ValidationOptions = {}): PropertyDecorator {
  const message = `${eachValueIn(options)}nested property $property must be either object or array`
  return declare('nestedValidation', { ...options, message: options.message || message })
}

function declare(
  type: string,
  validationOptions?: ValidationOptions,
  given: { readonly name?: string; readonly constraints?: unknown[] } = {}
): PropertyDecorator {
  return (prototype, property) => {
    const metadata = makeMetadata(type, prototype.constructor, property as string, { ...given, validationOptions })
    getMetadataStorage().addValidationMetadata(metadata)
  }
}

/** What a rule is made of. */
interface Validator {
  validate(value: unknown, args?: ValidationArguments): boolean
  defaultMessage(args?: ValidationArguments): string
}

/** A rule by a function. `constraints` are its arguments, which messages contain. */
function ValidateBy(
  name: string,
  constraints: unknown[] | undefined,
  validator: Validator,
  validationOptions: ValidationOptions | undefined
): PropertyDecorator {
  return (prototype, property) => {
    const storage = getMetadataStorage()
    const constraintCls = constraintClass(validator)
    storage.addConstraintMetadata(new WrapperMetadata(constraintCls, name))
    const type = name === 'isDefined' ? name : 'customValidation'
    const given = { name, constraints, constraintCls, validationOptions }
    storage.addValidationMetadata(makeMetadata(type, prototype.constructor, property as string, given))
  }
}

/** In the form of class-validator's own, by which `isWrapper` recognizes it, in another copy of Fieldstone too. */
function constraintClass(validator: Validator): ConstraintClass {
  return class CustomConstraint {
    validate(value: unknown, args: ValidationArguments) {
      return validator.validate(value, args)
    }

    defaultMessage(args: ValidationArguments) {
      if (validator.defaultMessage) return validator.defaultMessage(args)
      return ''
    }
  }
}

/** A constraint whose class has no state and no dependencies: class-validator's container is not asked for it. */
class WrapperMetadata {
  readonly target: ConstraintClass
  readonly name: string
  readonly async = false
  #instance: object | undefined = undefined

  constructor(target: ConstraintClass, name: string) {
    this.target = target
    this.name = name
  }

  get instance(): object {
    this.#instance ??= new this.target()
    return this.#instance
  }
}

/** A decorator for what class-validator has none for. `message` follows the name of the property. */
export function checkDecorator(
  name: string,
  validate: (value: unknown) => boolean,
  message: string,
  options: ValidationOptions | undefined,
  constraints?: unknown[]
): PropertyDecorator {
  const defaultMessage = () => `${eachValueIn(options)}$property ${message}`
  return ValidateBy(name, constraints, { validate, defaultMessage }, options)
}

function eachValueIn(options: ValidationOptions | undefined): string {
  return options?.each ? 'each value in ' : ''
}
