import { expect } from 'chai'
import { IsString, ValidateBy, type ValidationArguments } from 'class-validator'
import { type Class, Field, Record as RecordOf, type StandardSchema } from 'fieldstone'
import { declarationErrors, validated } from '../support/bound.js'
import { unhandledRejections } from '../support/unhandled-rejections.js'

let left = 0
const failing = (): never => {
  left++
  return Promise.reject(new RangeError('the store is gone')) as never
}

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
@RecordOf({ example: { later: { text: 'a' } } })
class WithExample {
  @Field(() => Later) later!: Later
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

const bound = (target: Class) => {
  const body = { text: 'taken', texts: ['taken', 'other'], other: 'x' }
  return validated(target, body).catch(() => undefined)
}

describe('A promise that an application leaves', () => {
  const makers: Readonly<Record<string, () => unknown>> = {
    'of a rule': () => bound(Promising),
    'of a rule of items': () => bound(PromisingEach),
    'of a rule that seems to be another': () => bound(Seeming),
    'of a message': () => bound(Told),
    'of a schema, beside what is thrown': () => bound(LaterThenThrown),
    'of a schema, for an example': () => declarationErrors(WithExample)
  }
  for (const [what, work] of Object.entries(makers)) {
    it(`does not end the process: ${what}`, async () => {
      left = 0
      expect(await unhandledRejections(work)).to.deep.equal([])
      expect(left).to.be.above(0)
    })
  }
})
