import { counted } from '../type/counted.js'
import { isMultipleOf } from '../type/decimal.js'
import { option, type RuleRow, type RuleRows } from './rule-row.js'

function typeRow(about: NonNullable<RuleRow['about']>, defaultMessage: string): RuleRow {
  return { defaultMessage, about, keywords: () => ({ type: about }) }
}

/** The constraints that are about a value's type. */
export const TYPE_RULES: RuleRows = {
  isString: typeRow('string', '$property must be a string'),
  isInt: typeRow('integer', '$property must be an integer number'),
  isBoolean: typeRow('boolean', '$property must be a boolean value'),
  isArray: typeRow('array', '$property must be an array'),
  isObject: typeRow('object', '$property must be an object'),
  isNumber: {
    defaultMessage: '$property must be a number conforming to the specified constraints',
    limit: ([options]) => (decimalStep(options) === undefined ? undefined : option(options, 'maxDecimalPlaces')),
    about: 'number',
    keywords: ([options]) => {
      const step = decimalStep(options)
      if (step !== undefined) return { type: 'number', multipleOf: step }
      return option(options, 'maxDecimalPlaces') === undefined ? { type: 'number' } : undefined
    },
    // class-validator counts four decimal places in 1.5e-7, and throws at 1e-7.
    test: ([options], predicate) => {
      const step = decimalStep(options)
      return step === undefined ? predicate : (value) => isMultipleOf(value, step)
    },
    message: ([options]) => {
      const places = option(options, 'maxDecimalPlaces')
      return decimalStep(options) === undefined
        ? 'must be a number conforming to the specified constraints'
        : `must be a number with at most ${counted(places, 'decimal place')}`
    }
  },
  isDate: { defaultMessage: '$property must be a Date instance' },
  isInstance: {
    defaultMessage: ([target]) =>
      target
        ? `$property must be an instance of ${(target as { name: string }).name}`
        : 'isInstance decorator expects and object as value, but got falsy value.',
    // The binder makes an instance of the class that the type names. In a circle of modules there may be no class yet.
    keywords: ([target], type) =>
      type.kind === 'record' &&
      (type.class === target || (typeof target === 'function' && type.class.prototype instanceof target))
        ? {}
        : undefined
  },
  isNotEmptyObject: {
    defaultMessage: '$property must be a non-empty object',
    about: 'object',
    keywords: () => ({ minProperties: 1 }),
    isPartial: ([options]) => option(options, 'nullable') === false,
    // An instance has fields that were not sent; class-validator throws at an object with its own hasOwnProperty.
    readsRawValue: true,
    test: ([options]) => {
      const isCounted = option(options, 'nullable') === false ? (value: unknown) => value != null : () => true
      return (value) =>
        typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some(isCounted)
    }
  }
}

/** The number of which every number with at most the allowed decimal places is a multiple. */
function decimalStep(options: unknown): number | undefined {
  const places = option(options, 'maxDecimalPlaces')
  return Number.isInteger(places) && (places as number) >= 0 && (places as number) <= 20
    ? Number(`1e-${places}`)
    : undefined
}

/** The constraints of a moment; JSON Schema has no keyword for an order of texts. */
export const DATE_RULES: RuleRows = {
  minDate: {
    defaultMessage: 'minimal allowed date for $property is $constraint1',
    limit: ([moment]) => textOf(moment),
    message: ([moment]) => `must not be before ${textOf(moment)}`
  },
  maxDate: {
    defaultMessage: 'maximal allowed date for $property is $constraint1',
    limit: ([moment]) => textOf(moment),
    message: ([moment]) => `must not be after ${textOf(moment)}`
  }
}

function textOf(moment: unknown): string {
  const date: unknown = typeof moment === 'function' ? moment() : moment
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : String(date)
}
