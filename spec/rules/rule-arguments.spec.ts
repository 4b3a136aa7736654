import { expect } from 'chai'
import { ArrayContains, IsDate, IsNotIn, MinDate } from 'class-validator'
import { Field } from 'fieldstone'
import { validated } from '../support/bound.js'

/** The messages of the faults of a value. */
function messagesOf(type: new () => object): (value: object) => Promise<string[]> {
  return async (value) => ((await validated(type, value)).faults ?? []).map(({ message }) => message)
}

describe('The message of a rule', () => {
  it('says what a function among the arguments returns at each fault', async () => {
    let least = '2026-01-01T00:00:00.000Z'
    class Booking {
      @Field(() => Date) @IsDate() @MinDate(() => new Date(least)) day!: Date
    }
    const messages = messagesOf(Booking)
    expect(await messages({ day: '2025-01-01T00:00:00Z' })).to.deep.equal([`must not be before ${least}`])
    least = '2027-01-01T00:00:00.000Z'
    expect(await messages({ day: '2026-06-01T00:00:00Z' })).to.deep.equal([`must not be before ${least}`])
  })

  it('says what a date or a list among the arguments has become', async () => {
    const least = new Date('2026-01-01T00:00:00.000Z')
    const taken = ['x']
    const needed = ['p']
    class Booking {
      @Field(() => Date, { optional: true }) @MinDate(least) day?: Date
      @Field({ optional: true }) @IsNotIn(taken) name?: string
      @Field(() => [String], { optional: true }) @ArrayContains(needed) tags?: string[]
    }
    const messages = messagesOf(Booking)
    expect(await messages({ day: '2025-01-01T00:00:00Z', name: 'x', tags: [] })).to.have.length(3)
    least.setTime(Date.parse('2027-01-01T00:00:00.000Z'))
    taken.push('y')
    needed.push('q')
    expect(await messages({ day: '2026-06-01T00:00:00Z', name: 'y', tags: ['p'] })).to.deep.equal([
      'must not be before 2027-01-01T00:00:00.000Z',
      'must not be one of "x", "y"',
      'must contain "p", "q"'
    ])
  })
})
