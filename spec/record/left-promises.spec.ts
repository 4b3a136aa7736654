import { expect } from 'chai'
import { IsString, ValidateBy, type ValidationArguments } from 'class-validator'
import { type Class, Field, type StandardSchema } from 'fieldstone'
import { compileBinder, compileExampleCheck } from '../../src/record/binder.js'
import { parseType } from '../../src/record/type/type-expression.js'
import { unhandledRejections } from '../support/unhandled-rejections.js'
import { settled } from '../support/whole-list.js'

const failing = (): never => Promise.reject(new RangeError('the store is gone')) as never

/** A constraint that was not declared to take time. */
class Promising {
  @IsString() @ValidateBy({ name: 'isFree', validator: { validate: failing } }) text!: string
}
/** The same of each item. */
class PromisingEach {
  @ValidateBy({ name: 'isFree', validator: { validate: failing } }, { each: true }) texts!: string[]
}
/** What cannot be told from class-validator's own MinLength until it gets this text. */
class Seeming {
  @ValidateBy({
    name: 'minLength',
    constraints: [2],
    validator: {
      validate: (value: unknown) => (value === 'taken' ? failing() : typeof value === 'string' && value.length >= 2),
      defaultMessage: () => '$property must be longer than or equal to $constraint1 characters'
    }
  })
  text!: string
}
class Told {
  @Field({ minLength: 9, message: failing as (args: ValidationArguments) => string }) text!: string
}
const text = () => ({ type: 'string' })
/** A schema of another library, whose check fails later. */
const later: StandardSchema<string> = {
  '~standard': { version: 1, vendor: 'spec', validate: failing, jsonSchema: { input: text, output: text } }
}
class Later {
  @Field(() => later) text!: string
}
class LaterThenThrown {
  @Field(() => later) text!: string
  @Field({
    minLength: 9,
    message: () => {
      throw new Error('no message')
    }
  })
  other!: string
}

const bound = (target: Class, generatesCode: boolean) => {
  const binder = compileBinder(parseType(target, 'here'), 'json', 'body', { generatesCode })
  return settled(() => binder.validate({ text: 'taken', texts: ['taken', 'other'], other: 'x' }))
}

const both = (work: (generates: boolean) => unknown) => Promise.all([true, false].map(work))

describe('A promise that an application leaves', () => {
  const makers: Readonly<Record<string, () => unknown>> = {
    'of a rule': () => both((generates) => bound(Promising, generates)),
    'of a rule of items': () => both((generates) => bound(PromisingEach, generates)),
    'of a rule that seems to be another': () => both((generates) => bound(Seeming, generates)),
    'of a message': () => both((generates) => bound(Told, generates)),
    'of a schema, beside what is thrown': () => both((generates) => bound(LaterThenThrown, generates)),
    'of a schema, for an example': () => compileExampleCheck(parseType(Later, 'here'), 'request')({ text: 'a' })
  }
  for (const [what, work] of Object.entries(makers)) {
    it(`does not end the process: ${what}`, async () => {
      expect(await unhandledRejections(work)).to.deep.equal([])
    })
  }
})
