import { expect } from 'chai'
import { IsEmail } from 'class-validator'
import { Field, type FieldOptions, Integer, mapOf, nullable, type TypeExpression, Unknown } from 'fieldstone'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import { setupErrors } from '../../support/binding.js'

class Part {
  @Field() name!: string
}

function errorsOf(type: TypeExpression, options: FieldOptions): string[] {
  class Holder {}
  Field(() => type, options)(Holder.prototype, 'value')
  return setupErrors(() => recordSchemaOf(Holder))
}

describe('An option of @Field', () => {
  const texts: FieldOptions[] = [{ minLength: 1 }, { maxLength: 1 }, { pattern: /a/ }, { format: 'email' }]
  const numbers: FieldOptions[] = [
    { minimum: 1 },
    { maximum: 1 },
    { exclusiveMinimum: 1 },
    { exclusiveMaximum: 1 },
    { multipleOf: 1 }
  ]
  const lists: FieldOptions[] = [{ minItems: 1 }, { maxItems: 1 }, { uniqueItems: true }]
  const types: [string, TypeExpression, fitting: FieldOptions[]][] = [
    ['string', String, texts],
    ['integer', Integer, numbers],
    ['number', Number, numbers],
    ['boolean', Boolean, []],
    ['timestamp', Date, []],
    ['array', [Boolean], lists],
    ['map', mapOf(String), []],
    ['record', Part, []],
    ['any', Unknown, []]
  ]
  for (const [kind, type, fitting] of types) {
    for (const options of [...texts, ...numbers, ...lists]) {
      const [name] = Object.keys(options) as [string]
      const fits = fitting.includes(options)
      it(`${name} ${fits ? 'fits' : 'does not apply to'} the type ${kind}`, () => {
        expect(errorsOf(type, options)).to.deep.equal(
          fits
            ? []
            : [`FIELD_OPTION_INVALID: the option ${name} does not apply to the type ${kind}, Holder.value; remove it.`]
        )
        expect(errorsOf(nullable(type), options)).to.have.length(fits ? 0 : 1)
      })
    }
  }

  it('for the items of a list needs `each`', () => {
    expect(errorsOf([String], { each: true, minLength: 3 })).to.deep.equal([])
    expect(errorsOf([nullable(String)], { each: true, minLength: 3 })).to.deep.equal([])
    expect(errorsOf([String], { each: true, minLength: 3, minItems: 1 })).to.deep.equal([])
    expect(errorsOf([String], { minLength: 3 })).to.deep.equal([
      'FIELD_OPTION_INVALID: the option minLength does not apply to an array, Holder.value; ' +
        'add `each: true` if its items are meant.'
    ])
    expect(errorsOf([Integer], { each: true, minLength: 3 })).to.deep.equal([
      'FIELD_OPTION_INVALID: the option minLength does not apply to items of type integer, Holder.value; remove it.'
    ])
    expect(errorsOf([[String]], { each: true, minLength: 3 })).to.have.length(1)
    expect(errorsOf(mapOf(String), { each: true, minLength: 3 })).to.have.length(1)
  })

  const values: [FieldOptions, TypeExpression, remedy: string][] = [
    [{ minLength: -1 }, String, 'give an integer of at least 0'],
    [{ minLength: 1.5 }, String, 'give an integer of at least 0'],
    [{ maxLength: Number.NaN }, String, 'give an integer of at least 0'],
    [{ maxLength: '3' as never }, String, 'give an integer of at least 0'],
    [{ minItems: 2 ** 53 }, [String], 'give an integer of at least 0'],
    [{ maxItems: null as never }, [String], 'give an integer of at least 0'],
    [{ minimum: Number.POSITIVE_INFINITY }, Number, 'give a finite number'],
    [{ exclusiveMaximum: '1' as never }, Number, 'give a finite number'],
    [{ multipleOf: 0 }, Number, 'give a number greater than 0'],
    [{ multipleOf: -5 }, Number, 'give a number greater than 0'],
    [{ uniqueItems: 'yes' as never }, [String], 'give true or false'],
    [{ pattern: /a/i }, String, 'give a regular expression without flags, since JSON Schema knows none'],
    [{ pattern: 5 as never }, String, 'give a regular expression'],
    [{ format: 'emial' as never }, String, "give 'email'"],
    [{ format: 'constructor' as never }, String, "give a format such as 'email', or define one: defineFormat(…)"]
  ]
  for (const [options, type, remedy] of values) {
    const [[name, value]] = Object.entries(options) as [[string, unknown]]
    it(`${name} is not ${String(value)}`, () => {
      const errors = errorsOf(type, options)
      expect(errors).to.have.length(1)
      expect(errors[0]).to.include(`the option ${name} is ${String(value)}, Holder.value; ${remedy}`)
    })
  }

  it('reports an expression that does not compile', () => {
    expect(errorsOf(String, { pattern: '(' })[0]).to.match(/give a regular expression that compiles.*\(.*\)\.$/)
  })

  const NO_JSON: readonly (readonly [value: unknown, is: string])[] = [
    [() => 1, 'a function'],
    [1n, 'a bigint'],
    [Symbol('a'), 'a symbol'],
    [{ a: [1n] }, 'a bigint at /a/0'],
    [Number.NaN, 'NaN']
  ]
  for (const [value, is] of NO_JSON)
    it(`is an extension of JSON, and not ${is}`, () => {
      expect(errorsOf(String, { 'x-g': value })).to.deep.equal([
        `OPTION_UNKNOWN: the extension x-g is not JSON: ${is}, Holder.value; give null, a boolean, number, text, list or object.`
      ])
    })

  it('does not contradict another one', () => {
    expect(errorsOf(String, { minLength: 4, maxLength: 3 })).to.deep.equal([
      'FIELD_OPTION_INVALID: minLength 4 is more than maxLength 3, Holder.value; change one of them.'
    ])
    expect(errorsOf([String], { minItems: 4, maxItems: 3 })).to.have.length(1)
    expect(errorsOf(Integer, { minimum: 0, maximum: -1 })).to.have.length(1)
    expect(errorsOf(Integer, { maximum: -1 })).to.deep.equal([])
    expect(errorsOf(String, { minLength: 3, maxLength: 3 })).to.deep.equal([])
  })

  it('is reported together with all others that are wrong, in all fields', () => {
    class Wrong {
      @Field({ minLength: -1, minimum: 5, format: 'nonsense' as never }) text!: string
      @Field({ name: '' }) unnamed!: string
      @Field() list!: string[]
      @Field({ pattern: /a/i }) right!: number
      @Field() sound!: string
    }
    const errors = setupErrors(() => recordSchemaOf(Wrong))
    expect(errors.map((error) => /Wrong\.\w+/.exec(error)?.[0])).to.deep.equal([
      'Wrong.text',
      'Wrong.text',
      'Wrong.text',
      'Wrong.unnamed',
      'Wrong.list',
      'Wrong.right',
      'Wrong.right'
    ])
  })
})

describe('The JSON names of a record', () => {
  it('are different for each field', () => {
    class Clash {
      @Field({ name: 'b' }) a!: string
      @Field() b!: string
    }
    expect(setupErrors(() => recordSchemaOf(Clash))).to.deep.equal([
      "FIELD_OPTION_INVALID: the JSON name 'b' is used by a as well, Clash.b; give one of them another `name`."
    ])
  })

  it('may be swapped', () => {
    class Exchanged {
      @Field({ name: 'b' }) a!: string
      @Field({ name: 'a' }) b!: string
    }
    expect(recordSchemaOf(Exchanged).fields.map(({ name }) => name)).to.deep.equal(['b', 'a'])
  })

  it('is rejected if it is no list of decorators that are called', () => {
    const remedy = "give a list of class-validator's decorators, called: rules: [IsCreditCard(), Matches(/^4/)]."
    const cases: readonly (readonly [rules: unknown, what: string])[] = [
      [IsEmail(), 'the option rules is not a list'],
      [[IsEmail(), 'email'], 'entry 1 of rules is not a decorator'],
      [[IsEmail], 'entry 0 of rules is not called']
    ]
    for (const [rules, what] of cases) {
      const [error, ...others] = errorsOf(String, { rules: rules as PropertyDecorator[] })
      expect(others).to.deep.equal([])
      expect(error).to.satisfy((text: string) => text.startsWith(`FIELD_OPTION_INVALID: ${what}`))
      expect(error).to.satisfy((text: string) => text.endsWith(`Holder.value; ${remedy}`))
    }
    expect(errorsOf(String, { rules: [] })).to.deep.equal([])
  })
})
