import type { ValidationOptions } from 'class-validator'
import { Type } from '../library/class-transformer.js'
import {
  Allow,
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  ValidateBy,
  ValidateNested
} from '../library/class-validator.js'
import { isFullDate } from '../type/date-time.js'
import { isOfType, type RecordJudge } from '../type/json-value-check.js'
import type { TypeSchema, UnionSchema } from '../type/schema.js'
import { isIntegerOf, isNumberOf } from '../type/text-forms.js'
import { describeType } from '../type/type-description.js'
import { UploadedFile } from '../type/uploaded-file.js'

/** The decorators of class-validator and class-transformer that declare the type of a property. */
export function typeDecorators(type: TypeSchema, options: ValidationOptions = {}): PropertyDecorator[] {
  switch (type.kind) {
    case 'string':
      return [IsString(options)]
    case 'integer':
      return [IsInt(options), inRange(type.format, options)]
    case 'number':
      return type.format === 'float' ? [IsNumber({}, options), inRange('float', options)] : [IsNumber({}, options)]
    case 'boolean':
      return [IsBoolean(options)]
    case 'timestamp':
      return [IsDate(options), Type(() => Date)]
    case 'date':
      return [check('isFullDate', (value) => typeof value === 'string' && isFullDate(value), 'a date', options)]
    case 'enum':
      return [IsIn([...type.values], options)]
    case 'map':
      return [IsObject(options)]
    case 'record':
      return [IsObject(options), ValidateNested(options), Type(() => type.class)]
    case 'union':
      return unionDecorators(type, options)
    case 'nullable':
      return options.each === true ? [Allow()] : typeDecorators(type.type, options)
    case 'any':
      return [Allow()]
    case 'file':
      return [check('isFile', (value) => value instanceof UploadedFile, 'a file', options)]
    case 'tuple':
      return [check('tuple', (value) => isOfType(type, value, isInstance), describeType(type), options)]
    case 'array':
      // class-validator's `each` goes one level deep; the binder itself checks the items of inner arrays.
      if (options.each === true) return [IsArray(options)]
      return [IsArray(options), ...typeDecorators(type.items, { ...options, each: true })]
  }
}

/** A decorator for a type that class-validator has none for. */
function check(
  name: string,
  validate: (value: unknown) => boolean,
  described: string,
  options: ValidationOptions
): PropertyDecorator {
  return ValidateBy({ name, validator: { validate, defaultMessage: () => `$property must be ${described}` } }, options)
}

const IN_RANGE = {
  int32: (value: unknown) => isIntegerOf(value, 'int32'),
  int64: (value: unknown) => isIntegerOf(value, 'int64'),
  float: (value: unknown) => isNumberOf(value, 'float')
} as const

/** The range of a number's format. */
function inRange(format: keyof typeof IN_RANGE, options: ValidationOptions): PropertyDecorator {
  return check(format, IN_RANGE[format], `in the range of ${format}`, options)
}

const isInstance: RecordJudge = (type, value) => value instanceof type.class

function unionDecorators(type: UnionSchema, options: ValidationOptions): PropertyDecorator[] {
  const { members, discriminator } = type
  if (!members.every((member) => member.kind === 'record')) {
    const described = `one of: ${describeType(type)}`
    return [check('oneOf', (value) => isOfType(type, value, isInstance), described, options)]
  }
  const nested = [IsObject(options), ValidateNested(options)]
  if (discriminator === undefined) return nested
  const subTypes = discriminator.mapping.map(({ value, class: target }) => ({ name: value, value: target as never }))
  const chosen = { discriminator: { property: discriminator.name, subTypes }, keepDiscriminatorProperty: true }
  return [...nested, Type(() => Object, chosen)]
}
