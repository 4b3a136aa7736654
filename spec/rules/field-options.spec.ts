import { expect } from 'chai'
import { IsEmail } from 'class-validator'
import { Field, type FieldOptions, Integer, mapOf, nullable, type TypeExpression, Unknown } from 'fieldstone'
import { declarationErrors } from '../support/bound.js'
import { propertiesOf } from '../support/documented.js'

class Part {
  @Field() name!: string
}

async function errorsOf(type: TypeExpression, options: FieldOptions): Promise<string[]> {
  class Holder {}
  Field(() => type, options)(Holder.prototype, 'value')
  return await declarationErrors(Holder)
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
      it(`${name} ${fits ? 'fits' : 'does not apply to'} the type ${kind}`, async () => {
        expect(await errorsOf(type, options)).to.deep.equal(
          fits
            ? []
            : [`FIELD_OPTION_INVALID: the option ${name} does not apply to the type ${kind}, Holder.value; remove it.`]
        )
        expect(await errorsOf(nullable(type), options)).to.have.length(fits ? 0 : 1)
      })
    }
  }

  it('for the items of a list needs `each`', async () => {
    expect(await errorsOf([String], { each: true, minLength: 3 })).to.deep.equal([])
    expect(await errorsOf([nullable(String)], { each: true, minLength: 3 })).to.deep.equal([])
    expect(await errorsOf([String], { each: true, minLength: 3, minItems: 1 })).to.deep.equal([])
    expect(await errorsOf([String], { minLength: 3 })).to.deep.equal([
      'FIELD_OPTION_INVALID: the option minLength does not apply to an array, Holder.value; ' +
        'add `each: true` if its items are meant.'
    ])
    expect(await errorsOf([Integer], { each: true, minLength: 3 })).to.deep.equal([
      'FIELD_OPTION_INVALID: the option minLength does not apply to items of type integer, Holder.value; remove it.'
    ])
    expect(await errorsOf([[String]], { each: true, minLength: 3 })).to.have.length(1)
    expect(await errorsOf(mapOf(String), { each: true, minLength: 3 })).to.have.length(1)
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
    it(`${name} is not ${String(value)}`, async () => {
      const errors = await errorsOf(type, options)
      expect(errors).to.have.length(1)
      expect(errors[0]).to.include(`the option ${name} is ${String(value)}, Holder.value; ${remedy}`)
    })
  }

  const wrong: readonly (readonly [option: string, value: unknown, error: string])[] = [
    ['name', '', 'FIELD_OPTION_INVALID: the name is empty, Holder.value; name the field or leave `name` out.'],
    ['name', 5, 'FIELD_OPTION_INVALID: the name is not a text, Holder.value; name the field or leave `name` out.'],
    ['optional', 1, 'OPTION_UNKNOWN: the option optional is 1, Holder.value; give true or false.'],
    ['nullable', 'no', "OPTION_UNKNOWN: the option nullable is 'no', Holder.value; give true or false."],
    ['deprecated', 1, 'OPTION_UNKNOWN: the option deprecated is 1, Holder.value; give true or false.'],
    ['readOnly', 1, 'OPTION_UNKNOWN: the option readOnly is 1, Holder.value; give true or false.'],
    ['description', 5, 'FIELD_OPTION_INVALID: the description is not a text, Holder.value; give a text, or remove it.'],
    ['title', '', 'FIELD_OPTION_INVALID: the title is not a text, Holder.value; give a text, or remove it.'],
    [
      'examples',
      [],
      "FIELD_OPTION_INVALID: examples is not a list of values, Holder.value; write examples: ['ABC-12', 'XYZ-9']."
    ],
    [
      'required',
      true,
      "OPTION_UNKNOWN: there is no option 'required', Holder.value; a field is required unless it is `optional` or has a `default`."
    ],
    [
      'items',
      String,
      "OPTION_UNKNOWN: there is no option 'items', Holder.value; write the type of a list as @Field(() => [Item])."
    ]
  ]
  for (const [option, value, error] of wrong) {
    it(`${option} cannot be ${JSON.stringify(value)}`, async () => {
      expect(await errorsOf(String, { [option]: value })).to.deep.equal([error])
    })
  }

  it('that is misspelt is named, with the one that was meant', async () => {
    const [error] = await errorsOf(String, { minLenght: 2 } as FieldOptions)
    expect(error).to.match(/^OPTION_UNKNOWN: there is no option 'minLenght'.*did you mean 'minLength'/)
  })

  it('enum is a list or an enum of texts, numbers and booleans', async () => {
    for (const values of [[], [{}], [null]]) {
      expect((await errorsOf(String, { enum: values as never })).length, JSON.stringify(values)).to.be.above(0)
    }
    expect(await errorsOf(String, { enum: { A: 'a' } })).to.deep.equal([])
  })

  it('reports an expression that does not compile', async () => {
    expect((await errorsOf(String, { pattern: '(' }))[0]).to.match(/give a regular expression that compiles.*\(.*\)\.$/)
  })

  const NO_JSON: readonly (readonly [value: unknown, is: string])[] = [
    [() => 1, 'a function'],
    [1n, 'a bigint'],
    [Symbol('a'), 'a symbol'],
    [{ a: [1n] }, 'a bigint at /a/0'],
    [Number.NaN, 'NaN']
  ]
  for (const [value, is] of NO_JSON)
    it(`is an extension of JSON, and not ${is}`, async () => {
      expect(await errorsOf(String, { 'x-g': value })).to.deep.equal([
        `OPTION_UNKNOWN: the extension x-g is not JSON: ${is}, Holder.value; give null, a boolean, number, text, list or object.`
      ])
    })

  it('does not contradict another one', async () => {
    expect(await errorsOf(String, { minLength: 4, maxLength: 3 })).to.deep.equal([
      'FIELD_OPTION_INVALID: minLength 4 is more than maxLength 3, Holder.value; change one of them.'
    ])
    expect(await errorsOf([String], { minItems: 4, maxItems: 3 })).to.have.length(1)
    expect(await errorsOf(Integer, { minimum: 0, maximum: -1 })).to.have.length(1)
    expect(await errorsOf(mapOf(String), { minProperties: 2, maxProperties: 1 })).to.have.length(1)
    expect(await errorsOf(Integer, { maximum: -1 })).to.deep.equal([])
    expect(await errorsOf(String, { minLength: 3, maxLength: 3 })).to.deep.equal([])
  })

  it('is reported together with all others that are wrong, in all fields', async () => {
    class Wrong {
      @Field({ minLength: -1, minimum: 5, format: 'nonsense' as never }) text!: string
      @Field({ name: '' }) unnamed!: string
      @Field() list!: string[]
      @Field({ pattern: /a/i }) right!: number
      @Field() sound!: string
    }
    const errors = await declarationErrors(Wrong)
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
  it('are different for each field', async () => {
    class Clash {
      @Field({ name: 'b' }) a!: string
      @Field() b!: string
    }
    expect(await declarationErrors(Clash)).to.deep.equal([
      "FIELD_OPTION_INVALID: the JSON name 'b' is used by a as well, Clash.b; give one of them another `name`."
    ])
  })

  it('may be swapped', () => {
    class Exchanged {
      @Field({ name: 'b' }) a!: string
      @Field({ name: 'a' }) b!: string
    }
    expect(Object.keys(propertiesOf(Exchanged))).to.deep.equal(['b', 'a'])
  })

  it('is rejected if it is no list of decorators that are called', async () => {
    const remedy = "give a list of class-validator's decorators, called: rules: [IsCreditCard(), Matches(/^4/)]."
    const cases: readonly (readonly [rules: unknown, what: string])[] = [
      [IsEmail(), 'the option rules is not a list'],
      [[IsEmail(), 'email'], 'entry 1 of rules is not a decorator'],
      [[IsEmail], 'entry 0 of rules is not called']
    ]
    for (const [rules, what] of cases) {
      const [error, ...others] = await errorsOf(String, { rules: rules as PropertyDecorator[] })
      expect(others).to.deep.equal([])
      expect(error).to.satisfy((text: string) => text.startsWith(`FIELD_OPTION_INVALID: ${what}`))
      expect(error).to.satisfy((text: string) => text.endsWith(`Holder.value; ${remedy}`))
    }
    expect(await errorsOf(String, { rules: [] })).to.deep.equal([])
  })
})
