import { SetupError } from '../../errors.js'
import { type Class, emittedPropertyType, isStandardDecoratorContext } from '../../metadata.js'
import { type TypeExpression } from '../type/type-expression.js'
import { TypeToken } from '../type/type-token.js'
import { declareField, type FieldDeclaration, type FieldOptions } from './field-declaration.js'
import { applyFieldRules } from './field-decorators.js'

/**
 * Declares a property of a record: it is bound, checked, documented and written.
 *
 * The type comes from TypeScript's emitted metadata, or from a function that returns it; lists need the function,
 * because TypeScript emits only `Array`. Every rule is applied as class-validator's own decorator, so all libraries
 * that read class-validator's metadata find it.
 *
 * @example
 * class Signup {
 *   \@Field({ minLength: 3, maxLength: 20, format: 'alphanumeric' }) username!: string
 *   \@Field(() => [String], { maxItems: 5, optional: true }) tags?: string[]
 * }
 */
export function Field(options?: FieldOptions): PropertyDecorator
export function Field(type: () => TypeExpression, options?: FieldOptions): PropertyDecorator
export function Field(first?: FieldOptions | (() => TypeExpression), second?: FieldOptions): PropertyDecorator {
  const isType = typeof first === 'function' || first instanceof TypeToken || Array.isArray(first)
  const options = (isType ? second : (first as FieldOptions)) ?? {}
  const type: unknown = isType ? first : options.type
  return (prototype: object, key: string | symbol, descriptor?: PropertyDescriptor) => {
    if (isStandardDecoratorContext(key)) throw standardDecorators('@Field')
    const property = String(key)
    if (typeof prototype === 'function') {
      throw new SetupError(
        'DECORATOR_MISPLACED',
        '@Field is on a static property',
        `${prototype.name}.${property}`,
        'declare it on a property of the instance'
      )
    }
    if (typeof key === 'symbol' || typeof descriptor?.value === 'function' || property === '__proto__') {
      throw new SetupError(
        'DECORATOR_MISPLACED',
        `@Field is on ${typeof key === 'symbol' ? 'a symbol' : property === '__proto__' ? 'the prototype' : 'a method'}`,
        `${prototype.constructor.name}.${property}`,
        'declare it on a property with an ordinary name'
      )
    }
    const declaration: FieldDeclaration = {
      property,
      type: type === undefined ? undefined : () => type,
      emitted: emittedPropertyType(prototype, key),
      options
    }
    const target = prototype.constructor as Class
    declareField(target, declaration)
    applyFieldRules(target, declaration)
  }
}

/** The error for decorators that were compiled in TC39 mode. */
export function standardDecorators(decorator: string): SetupError {
  return new SetupError(
    'DECORATOR_MODE',
    `${decorator} was compiled as a TC39 decorator`,
    'tsconfig.json',
    'set "experimentalDecorators": true and, so that types can be read, "emitDecoratorMetadata": true'
  )
}
