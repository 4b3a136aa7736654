import * as library from 'class-validator'
import { buildMessage, ValidateBy, type ValidationArguments, ValidatorConstraint } from 'class-validator'
import { getMetadataStorage } from '../../../src/record/library/metadata-storage.js'
import { RULES } from '../../../src/record/rule/built-in-rules.js'
import { recognizedRule } from '../../../src/record/rule/recognized-rule.js'
import { faultNameOf } from '../../../src/record/rule/rule-names.js'
import { expectWholeList, outcome } from '../../support/whole-list.js'

type Validate = (value: unknown, args: ValidationArguments) => unknown

const isInt: Validate = (value) => Number.isInteger(value)
const failing = (message: string): Validate => {
  return () => {
    throw new Error(message)
  }
}

const INT = 'must be an integer number'
const IN = 'must be one of the following values: $constraint1'

/** Constraints that have the names of built-in rules: their arguments, functions and messages. */
const OWN: readonly (readonly [what: string, name: string, constraints: unknown[], validate: Validate, message: unknown])[] = [
  ['the same verdicts', 'isInt', [], isInt, `$property ${INT}`],
  ['the same verdicts, each', 'isInt', [], isInt, `each value in $property ${INT}`],
  ['results that are no booleans', 'isInt', [], (value) => (Number.isInteger(value) ? 'yes' : 0), `$property ${INT}`],
  ['another message', 'isInt', [], isInt, '$property must be an integer'],
  ['no message', 'isInt', [], isInt, undefined],
  ['a message that throws', 'isInt', [], isInt, failing('no message')],
  ['a message by what was sent', 'isInt', [], isInt, ({ value }: ValidationArguments) => `$property ${INT}${value}`],
  ['a message by its arguments', 'isIn', [['a']], (value) => value === 'a', ({ constraints }: ValidationArguments) => `$property ${IN}${constraints.length - 1 || ''}`],
  ['another name', 'isWhole', [], isInt, `$property ${INT}`],
  ['a name of all objects', 'toString', [], isInt, `$property ${INT}`],
  ['all accepted', 'isInt', [], () => true, `$property ${INT}`],
  ['nothing accepted', 'isInt', [], () => false, `$property ${INT}`],
  ['fractions accepted', 'isInt', [], (value) => typeof value === 'number', `$property ${INT}`],
  ['an error for what is no number', 'isInt', [], (value) => isInt((value as number).toFixed() && value, {} as never), `$property ${INT}`],
  ['an error for all', 'isInt', [], failing('no'), `$property ${INT}`],
  ['the object read', 'isInt', [], (value, { object }) => isInt(value, {} as never) && object !== null, `$property ${INT}`],
  ['an error for a fraction', 'isInt', [], (value, args) => (value === 7.5 ? failing('no')(value, args) : isInt(value, args)), `$property ${INT}`],
  ['the object read of a fraction', 'isInt', [], (value, args) => (value === 7.5 ? args.object : isInt(value, args)), `$property ${INT}`],
  ['the property read', 'isInt', [], (value, { property }) => isInt(value, {} as never) && property !== null, `$property ${INT}`],
  ['its arguments read', 'isIn', [['a', 'b']], (value, { constraints }) => (constraints[0] as unknown[]).includes(value), `$property ${IN}`],
  ['a value left out', 'isIn', [['a', 'b']], (value) => value === 'b', `$property ${IN}`],
  ['a value more', 'isIn', [['a', 'b']], () => true, `$property ${IN}`],
  ['a list that has what no list has', 'isIn', [['a', '\u0001 unlisted']], () => true, `$property ${IN}`],
  ['what must not be accepted', 'isNotIn', [['a', 'b']], () => true, '$property should not be one of the following values: $constraint1'],
  ['what must not be, rejected', 'isNotIn', [['a', 'b']], (value) => value !== 'a', '$property should not be one of the following values: $constraint1'],
  ['a pattern', 'matches', [/^[a-z]+$/], (value) => /^[a-z]+$/.test(String(value)), '$property must match $constraint1 regular expression'],
  ['another pattern', 'matches', [/^[a-z]+$/], (value) => /^[A-Z]+$/.test(String(value)), '$property must match $constraint1 regular expression'],
  ['another limit', 'min', [3], (value) => Number(value) >= 4, '$property must not be less than $constraint1'],
  ['one more limit', 'min', [3], (value) => typeof value === 'number' && value >= 3, '$property must not be less than $constraint1'],
  ['lists alone', 'isArray', [], (value) => Array.isArray(value), '$property must be an array'],
  ['lists and objects', 'isArray', [], (value) => typeof value === 'object', '$property must be an array'],
  ['its class', 'isInstance', [Date], (value) => value instanceof Date, '$property must be an instance of Date'],
  ['another class in words', 'isInstance', [Date], (value) => value instanceof Date, '$property must be an instance of Map']
] // biome-ignore format: a table

@ValidatorConstraint({ name: 'isInt' })
class OwnClass {
  validate(value: unknown): boolean {
    return Number.isInteger(value)
  }
  defaultMessage(): string {
    return `$property ${INT}`
  }
}

function found(decorate: PropertyDecorator): string {
  class Holder {}
  decorate(Holder.prototype, 'v')
  const storage = getMetadataStorage()
  return outcome(() =>
    storage.getTargetValidationMetadatas(Holder, '', false, false).map(({ constraintCls, constraints = [] }) => {
      const [constraint] = storage.getTargetValidatorConstraints(constraintCls)
      const rule = recognizedRule(constraintCls as never, constraint?.name, constraints, constraint?.instance as never)
      if (rule === undefined) return 'a user’s'
      const own = Object.entries(RULES).find(([, row]) => row === rule.row)?.[0]
      return `${own}${rule.isCertain ? '' : ', as it seems'}: ${rule.message}`
    })
  )
}

describe('Constraints with the names of built-in rules', () => {
  it('are recognized as recognized-list.txt says', () => {
    const { IsEmail, IsInt, IsIn, Length, Validate, ArrayUnique } = library
    const own = OWN.map(([what, name, constraints, validate, message]) => {
      const defaultMessage = typeof message === 'string' ? () => message : message
      const validator = { validate, ...(message !== undefined && { defaultMessage }) }
      return `${name}, ${what}: ${found(ValidateBy({ name, constraints, validator } as never))}`
    })
    const each = ValidateBy(
      {
        name: 'isInt',
        validator: { validate: isInt as never, defaultMessage: buildMessage((each) => `${each}$property ${INT}`) }
      },
      { each: true }
    )
    expectWholeList('record/rule/recognized-list.txt', [
      ...own,
      `isInt, by buildMessage: ${found(each)}`,
      `isInt, a class: ${found(Validate(OwnClass))}`,
      ...[IsInt(), IsInt({ each: true }), IsEmail(), IsIn(['a']), Length(1, 2), ArrayUnique()].map(
        (decorate) => `class-validator’s: ${found(decorate)}`
      ),
      ...['matches', 'isInt', 'isLength', 'none', 'toString'].map((name) => `${name} is called ${faultNameOf(name)}`)
    ])
  })
})
