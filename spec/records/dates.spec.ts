import { expect } from 'chai'
import { MinDate, validateSync } from 'class-validator'
import { DateOnly, Field, nullable } from 'fieldstone'
import { accepted, refusals, replied, written } from '../support/bound.js'
import { schemaOf } from '../support/documented.js'

class Person {
  @Field(() => DateOnly) born!: string
  @Field(() => [nullable(DateOnly)], { optional: true }) visits?: (string | null)[]
}

describe('DateOnly', () => {
  const dates: readonly [text: unknown, isDate: boolean][] = [
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['0000-01-01', true],
    ['9999-12-31', true],
    ['2024-13-01', false],
    ['2024-1-1', false],
    ['2024-05-17T00:00:00Z', false],
    [' 2024-05-17', false],
    ['2024-05-17\n', false],
    ['٢٠٢٤-٠٥-١٧', false],
    ['', false],
    [20240517, false]
  ]
  for (const [text, isDate] of dates) {
    it(`${isDate ? 'takes' : 'refuses'} ${JSON.stringify(text)}, as JSON and as text`, async () => {
      const told = isDate ? [] : ['must be a date such as 2024-05-17']
      expect(await refusals(DateOnly, text)).to.deep.equal(told)
      if (typeof text === 'string') expect(await refusals(DateOnly, text, 'text')).to.deep.equal(told)
    })
  }

  it('is the string in the program, and goes out as it is', async () => {
    const person = await accepted<Person>(Person, { born: '2024-02-29', visits: ['2024-05-17', null] })
    expect(person.born).to.equal('2024-02-29')
    expect(await replied(Person, person)).to.deep.equal({
      ...{ born: '2024-02-29', visits: ['2024-05-17', null] }
    })
  })

  it('tells where it is wrong', async () => {
    expect(await refusals(Person, { born: null, visits: ['x'] })).to.deep.equal([
      'born must not be null',
      'visits[0] must be a date such as 2024-05-17'
    ])
  })

  it('is documented as a string of the format date', () => {
    for (const version of ['3.0', '3.1'] as const) {
      expect(schemaOf(DateOnly, version)).to.deep.equal({
        ...{ type: 'string', format: 'date' }
      })
    }
  })

  it('is a rule that class-validator by itself enforces', async () => {
    await accepted(Person, { born: '2024-02-29' })
    const [error] = validateSync(Object.assign(new Person(), { born: '2023-02-29' }))
    expect(error?.constraints).to.deep.equal({ isFullDate: 'born must be a date' })
  })
})

describe('A date-time', () => {
  class Event {
    @Field() at!: Date
    @Field(() => DateOnly, { optional: true }) day?: string
  }
  const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia']
  const zone = process.env.TZ

  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  for (const own of ZONES) {
    it(`is read and written as the same moment where the local time is ${own}`, async () => {
      process.env.TZ = own
      const { at } = await accepted<Event>(Event, { at: '2024-06-01T00:30:00+02:00' })
      expect(at.getTime()).to.equal(Date.UTC(2024, 4, 31, 22, 30))
      expect(await replied(Event, { at, day: '2024-06-01' })).to.deep.equal({
        at: '2024-05-31T22:30:00.000Z',
        day: '2024-06-01'
      })
    })

    it(`is the moment that a program has set by the local time of ${own}`, async () => {
      process.env.TZ = own
      const local = new Date(2024, 5, 1)
      const { at } = (await replied(Event, { at: local })) as { at: string }
      expect(at).to.match(/Z$/)
      expect(Date.parse(at)).to.equal(local.getTime())
      expect((await accepted<Event>(Event, { at })).at.getTime()).to.equal(local.getTime())
    })

    it(`is compared with a bound as a moment where the local time is ${own}`, async () => {
      process.env.TZ = own
      class Booking {
        @Field() @MinDate(new Date('2024-06-01T00:00:00Z')) from!: Date
      }
      expect(await refusals(Booking, { from: '2024-05-31T22:00:00-02:00' })).to.deep.equal([])
      expect(await refusals(Booking, { from: '2024-06-01T01:59:59+02:00' })).to.deep.equal([
        'from must not be before 2024-06-01T00:00:00.000Z'
      ])
    })
  }

  it('without an offset, or of a day that is none, is refused', async () => {
    const reason = 'at must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z'
    for (const at of [
      '2024-06-01T00:00:00',
      '2024-06-01',
      '2023-02-29T00:00:00Z',
      '2024-06-01 00:00:00Z',
      '',
      0,
      true
    ]) {
      expect(await refusals(Event, { at }), JSON.stringify(at)).to.deep.equal([reason])
    }
  })

  it('keeps the milliseconds, and drops what is smaller', async () => {
    const { at } = await accepted<Event>(Event, { at: '2024-05-17t08:30:15.057999z' })
    expect(at.toISOString()).to.equal('2024-05-17T08:30:15.057Z')
  })

  it('is not sent where it is none', async () => {
    const failure = await written(Event, { at: new Date('never') }).catch((error: Error) => error.message)
    expect(failure).to.equal("The value at 'at' cannot be written as JSON: it is an invalid Date")
  })
})
