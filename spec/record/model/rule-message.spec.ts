import { expect } from 'chai'
import { ArrayContains, IsDate, IsNotIn, MinDate } from 'class-validator'
import { Field } from 'fieldstone'
import { compileBinder } from '../../../src/record/binder.js'
import { parseType } from '../../../src/record/type/type-expression.js'

/** The messages of the faults of a value, by one binder. */
function messagesOf(type: new () => object): (value: object) => string[] {
  const binder = compileBinder<object>(parseType(type, 'here'), 'json', 'body')
  return (value) => {
    const bound = binder.validate(value)
    if (bound instanceof Promise) throw new Error('a promise')
    return (bound.faults ?? []).map(({ message }) => message)
  }
}

describe('The message of a rule', () => {
  it('says what a function among the arguments returns at each fault', () => {
    let least = '2026-01-01T00:00:00.000Z'
    class Booking {
      @Field(() => Date) @IsDate() @MinDate(() => new Date(least)) day!: Date
    }
    const messages = messagesOf(Booking)
    expect(messages({ day: '2025-01-01T00:00:00Z' })).to.deep.equal([`must not be before ${least}`])
    least = '2027-01-01T00:00:00.000Z'
    expect(messages({ day: '2026-06-01T00:00:00Z' })).to.deep.equal([`must not be before ${least}`])
  })

  it('says what a date or a list among the arguments has become', () => {
    const least = new Date('2026-01-01T00:00:00.000Z')
    const taken = ['x']
    const needed = ['p']
    class Booking {
      @Field(() => Date, { optional: true }) @MinDate(least) day?: Date
      @Field({ optional: true }) @IsNotIn(taken) name?: string
      @Field(() => [String], { optional: true }) @ArrayContains(needed) tags?: string[]
    }
    const messages = messagesOf(Booking)
    expect(messages({ day: '2025-01-01T00:00:00Z', name: 'x', tags: [] })).to.have.length(3)
    least.setTime(Date.parse('2027-01-01T00:00:00.000Z'))
    taken.push('y')
    needed.push('q')
    expect(messages({ day: '2026-06-01T00:00:00Z', name: 'y', tags: ['p'] })).to.deep.equal([
      'must not be before 2027-01-01T00:00:00.000Z',
      'must not be one of "x", "y"',
      'must contain "p", "q"'
    ])
  })
})
