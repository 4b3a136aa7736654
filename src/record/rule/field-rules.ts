import { nearestName } from '../../options.js'
import { constraintOf, type Format } from '../format/format.js'
import { FORMATS, type TextFormatName } from '../format/formats.js'
import { NUMBER_FORMATS, type NumberFormat, type NumberFormatName } from '../format/number-formats.js'
import { type OwnFormat, type OwnFormats, ownFormatNames, ownFormatOf } from '../format/own-format.js'
import { documentedPattern, expectPattern } from '../format/pattern.js'
import { checkDecorator } from '../library/base-decorators.js'
import { ArrayMaxSize, ArrayMinSize, Matches, Max, MaxLength, Min, MinLength } from '../library/decorators.js'
import { counted } from '../type/counted.js'
import { isMultipleOf } from '../type/decimal.js'
import { predicateOf as predicateOfCheck } from '../type/plain-check.js'
import type { TypeSchema } from '../type/schema.js'
import { isCount } from './rule-row.js'
import { hasUniqueItems } from './unique-items.js'

/** The options of `@Field` that are rules; each stands for one class-validator decorator. */
export interface FieldRuleOptions {
  /** The minimum of characters (Unicode code points). */
  readonly minLength?: number
  /** The maximum of characters (Unicode code points). */
  readonly maxLength?: number
  /** A regular expression that the string must match; not anchored, and read with the flag `u`, as in JSON Schema. */
  readonly pattern?: RegExp | string
  /** A named format, or one of your own: see {@link defineFormat}. */
  readonly format?: FormatName | keyof OwnFormats | OwnFormat
  /** The least number that is accepted. */
  readonly minimum?: number
  /** The greatest number that is accepted. */
  readonly maximum?: number
  /** The number that values must be above. */
  readonly exclusiveMinimum?: number
  /** The number that values must be below. */
  readonly exclusiveMaximum?: number
  /** The value divided by this is an integer; both count as decimal numbers, so that 0.01 works for prices. */
  readonly multipleOf?: number
  /** The least number of items of a list. */
  readonly minItems?: number
  /** The greatest number of items of a list. */
  readonly maxItems?: number
  /** No item occurs twice; items are compared as JSON. */
  readonly uniqueItems?: boolean
  /** The least number of keys of a map or a record, those that no field declares included. */
  readonly minProperties?: number
  /** The greatest number of keys of a map or a record. */
  readonly maxProperties?: number
}

/** The name of a format that `@Field` knows. */
export type FormatName = TextFormatName | NumberFormatName

/** The name of an option of `@Field` that is a rule. */
export type FieldRuleName = keyof FieldRuleOptions

/** A rule that `@Field` applies. */
export interface FieldRule extends Format {
  /** Whether the predicate reads the raw value, as it was sent. */
  readonly readsRawValue?: boolean
  /** What it is of numbers, where the rule is about texts and numbers. */
  readonly ofNumbers?: FieldRule
}

interface FieldRuleRow {
  /** The kinds of type that the option applies to. */
  readonly kinds: readonly TypeSchema['kind'][]
  /** The kinds of type that this value of the option applies to; default: all of `kinds`. */
  readonly kindsOf?: (value: never) => readonly TypeSchema['kind'][]
  /** What is expected in place of the value; undefined if the value is valid. */
  readonly expects: (value: unknown) => string | undefined
  /** Undefined if the option switches the rule off. */
  readonly rule: (value: never) => FieldRule | undefined
}

const expectCount = (value: unknown) => (isCount(value) ? undefined : 'an integer of at least 0')
const expectNumber = (value: unknown) => (Number.isFinite(value) ? undefined : 'a finite number')

/** A rule of numbers that class-validator has no decorator for, or another one. */
function numeric(
  name: string,
  test: (value: number) => boolean,
  message: string
): Pick<FieldRule, 'decorate' | 'message'> {
  const validate = (value: unknown) => typeof value === 'number' && test(value)
  return { decorate: (options) => checkDecorator(name, validate, message, options), message }
}

function textFormat(format: unknown): Format | undefined {
  return Object.hasOwn(FORMATS, String(format)) && typeof format === 'string'
    ? FORMATS[format as TextFormatName]
    : ownFormatOf(format)?.format
}

function numberFormat(format: unknown): NumberFormat | undefined {
  return typeof format === 'string' && Object.hasOwn(NUMBER_FORMATS, format)
    ? NUMBER_FORMATS[format as NumberFormatName]
    : undefined
}

function expectedFormat(value: unknown): string {
  const names = [...new Set([...Object.keys(FORMATS), ...Object.keys(NUMBER_FORMATS), ...ownFormatNames()])]
  const near = typeof value === 'string' ? nearestName(value, names) : undefined
  return near === undefined ? `a format such as 'email', or define one: defineFormat(…)` : `'${near}'`
}

/** A format that texts and numbers have. */
function ofBoth(text: Format, number: NumberFormat): FieldRule {
  const isOf = predicateOf(text)
  const validate = (value: unknown) => (typeof value === 'number' ? number.test?.(value) === true : isOf(value))
  const name = constraintOf(String(text.keywords.format))
  return {
    ...text,
    decorate: (options) => checkDecorator(name, validate, text.message, options),
    test: isOf,
    ofNumbers: number
  }
}

function predicateOf({ check, test }: Format): (value: unknown) => boolean {
  return check === undefined ? (test as (value: unknown) => boolean) : predicateOfCheck(check)
}

/** The rule options with their class-validator decorators. */
export const FIELD_RULES: Readonly<Record<FieldRuleName, FieldRuleRow>> = {
  minLength: {
    kinds: ['string'],
    expects: expectCount,
    rule: (n: number) => ({
      decorate: (options) => MinLength(n, options),
      keywords: { minLength: n },
      message: `must be at least ${counted(n, 'character')} long`,
      check: { kind: 'characters', minimum: n, maximum: Number.POSITIVE_INFINITY }
    })
  },
  maxLength: {
    kinds: ['string'],
    expects: expectCount,
    rule: (n: number) => ({
      decorate: (options) => MaxLength(n, options),
      keywords: { maxLength: n },
      message: `must be at most ${counted(n, 'character')} long`,
      check: { kind: 'characters', minimum: 0, maximum: n }
    })
  },
  pattern: {
    kinds: ['string'],
    expects: expectPattern,
    rule: (pattern: RegExp | string) => {
      const regex = documentedPattern(pattern) as RegExp
      return {
        decorate: (options) => Matches(regex, options),
        keywords: { pattern: regex.source },
        message: `must match /${regex.source}/`,
        check: { kind: 'pattern', pattern: regex }
      }
    }
  },
  format: {
    kinds: ['string', 'integer', 'number'],
    kindsOf: (format: unknown) => [
      ...(textFormat(format) === undefined ? [] : ['string' as const]),
      ...(numberFormat(format)?.kinds ?? [])
    ],
    expects: (value) => {
      const found = textFormat(value) ?? numberFormat(value)
      return found === undefined ? expectedFormat(value) : undefined
    },
    rule: (value: unknown) => {
      const [text, number] = [textFormat(value), numberFormat(value)]
      return text === undefined || number === undefined ? (text ?? number) : ofBoth(text, number)
    }
  },
  minimum: {
    kinds: ['integer', 'number'],
    expects: expectNumber,
    rule: (n: number) => ({
      decorate: (options) => Min(n, options),
      keywords: { minimum: n },
      message: `must be at least ${n}`,
      check: { kind: 'atLeast', limit: n }
    })
  },
  maximum: {
    kinds: ['integer', 'number'],
    expects: expectNumber,
    rule: (n: number) => ({
      decorate: (options) => Max(n, options),
      keywords: { maximum: n },
      message: `must be at most ${n}`,
      check: { kind: 'atMost', limit: n }
    })
  },
  exclusiveMinimum: {
    kinds: ['integer', 'number'],
    expects: expectNumber,
    rule: (n: number) => ({
      ...numeric('exclusiveMinimum', (value) => value > n, `must be greater than ${n}`),
      keywords: { exclusiveMinimum: n },
      check: { kind: 'above', limit: n }
    })
  },
  exclusiveMaximum: {
    kinds: ['integer', 'number'],
    expects: expectNumber,
    rule: (n: number) => ({
      ...numeric('exclusiveMaximum', (value) => value < n, `must be less than ${n}`),
      keywords: { exclusiveMaximum: n },
      check: { kind: 'below', limit: n }
    })
  },
  multipleOf: {
    kinds: ['integer', 'number'],
    expects: (value) => (Number.isFinite(value) && (value as number) > 0 ? undefined : 'a number greater than 0'),
    rule: (n: number) => ({
      // class-validator's IsDivisibleBy takes the integer part of its argument: 0.5 would become 0.
      ...numeric('isDivisibleBy', (value) => isMultipleOf(value, n), `must be a multiple of ${n}`),
      keywords: { multipleOf: n }
    })
  },
  minItems: {
    kinds: ['array'],
    expects: expectCount,
    rule: (n: number) => ({
      decorate: (options) => ArrayMinSize(n, options),
      keywords: { minItems: n },
      message: `must have at least ${counted(n, 'item')}`,
      check: { kind: 'items', minimum: n, maximum: Number.POSITIVE_INFINITY }
    })
  },
  maxItems: {
    kinds: ['array'],
    expects: expectCount,
    rule: (n: number) => ({
      decorate: (options) => ArrayMaxSize(n, options),
      keywords: { maxItems: n },
      message: `must have at most ${counted(n, 'item')}`,
      check: { kind: 'items', minimum: 0, maximum: n }
    })
  },
  uniqueItems: {
    kinds: ['array'],
    expects: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
    rule: (wanted: boolean) =>
      wanted
        ? {
            // class-validator's ArrayUnique takes quadratic time and compares objects by identity.
            decorate: (options) => checkDecorator('arrayUnique', hasUniqueItems, NOT_UNIQUE, options),
            keywords: { uniqueItems: true },
            message: NOT_UNIQUE,
            // Two texts of the same moment, or two records that differ in a dropped key, are different items in JSON.
            readsRawValue: true
          }
        : undefined
  },
  minProperties: {
    kinds: ['map', 'record'],
    expects: expectCount,
    rule: (n: number) => keysRule('minProperties', n, (keys) => keys >= n)
  },
  maxProperties: {
    kinds: ['map', 'record'],
    expects: expectCount,
    rule: (n: number) => keysRule('maxProperties', n, (keys) => keys <= n)
  }
}

const NOT_UNIQUE = 'must not hold the same item twice'

function keysRule(name: 'minProperties' | 'maxProperties', n: number, test: (keys: number) => boolean): FieldRule {
  const validate = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false
    const entries = value instanceof Map ? [...value.values()] : Object.values(value)
    return test(entries.filter((entry) => entry !== undefined).length)
  }
  const message = propertyMessage(name, n)
  return {
    decorate: (options) => checkDecorator(name, validate, message, options),
    keywords: { [name]: n },
    message,
    test: validate,
    // A record that was read has all of its fields, and none of the keys that were dropped.
    readsRawValue: true
  }
}

/** The message of a fault in how many keys an object has. */
export function propertyMessage(rule: 'minProperties' | 'maxProperties', n: number): string {
  return `must have at ${rule === 'minProperties' ? 'least' : 'most'} ${n} ${n === 1 ? 'property' : 'properties'}`
}
