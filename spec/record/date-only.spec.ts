import { expect } from 'chai'
import { validateSync } from 'class-validator'
import { DateOnly, Field, nullable } from 'fieldstone'
import { SchemaEmitter } from '../../src/record/json-schema/json-schema.js'
import { parseType } from '../../src/record/type/type-expression.js'
import { compileSerializer } from '../../src/record/write/serializer.js'
import { accepted, refusals } from '../support/binding.js'

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
    it(`${isDate ? 'takes' : 'refuses'} ${JSON.stringify(text)}, as JSON and as text`, () => {
      const told = isDate ? [] : ['must be a date such as 2024-05-17']
      expect(refusals(DateOnly, text)).to.deep.equal(told)
      if (typeof text === 'string') expect(refusals(DateOnly, text, 'text')).to.deep.equal(told)
    })
  }

  it('is the string in the program, and goes out as it is', () => {
    const person = accepted<Person>(Person, { born: '2024-02-29', visits: ['2024-05-17', null] })
    expect(person.born).to.equal('2024-02-29')
    expect(compileSerializer(parseType(Person, 'here'))(person)).to.deep.equal({
      ...{ born: '2024-02-29', visits: ['2024-05-17', null] }
    })
  })

  it('tells where it is wrong', () => {
    expect(refusals(Person, { born: null, visits: ['x'] })).to.deep.equal([
      'born must not be null',
      'visits[0] must be a date such as 2024-05-17'
    ])
  })

  it('is documented as a string of the format date', () => {
    for (const version of ['3.0', '3.1'] as const) {
      expect(new SchemaEmitter(version).schemaOf(parseType(DateOnly, ''), '')).to.deep.equal({
        ...{ type: 'string', format: 'date' }
      })
    }
  })

  it('is a rule that class-validator by itself enforces', () => {
    accepted(Person, { born: '2024-02-29' })
    const [error] = validateSync(Object.assign(new Person(), { born: '2023-02-29' }))
    expect(error?.constraints).to.deep.equal({ isFullDate: 'born must be a date' })
  })
})
