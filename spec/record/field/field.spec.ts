import { expect } from 'chai'
import { enumOf, Field, type FieldOptions, Integer, mapOf, nullable, Unknown } from 'fieldstone'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import type { FieldSchema, TypeSchema } from '../../../src/record/type/schema.js'
import { setupErrors } from '../../support/binding.js'

function fieldOf(target: abstract new () => object, property = 'value'): FieldSchema {
  const found = recordSchemaOf(target).fields.find((field) => field.property === property)
  if (found === undefined) throw new Error(`no field ${property}`)
  return found
}

function typeOf(target: abstract new () => object, property?: string): TypeSchema {
  return fieldOf(target, property).type
}

/** Declares one field by calling the decorator, as a compiler without type metadata does. */
function withoutMetadata(...args: unknown[]): abstract new () => object {
  class Holder {}
  ;(Field as (...args: unknown[]) => PropertyDecorator)(...args)(Holder.prototype, 'value')
  return Holder
}

class Part {
  @Field() name!: string
}

enum Colour {
  Red = 'red',
  Green = 'green'
}

describe('@Field takes its type', () => {
  class Emitted {
    @Field() text!: string
    @Field({}) number!: number
    @Field() flag!: boolean
    @Field() moment!: Date
    @Field() part!: Part
    @Field({ enum: Colour }) colour!: Colour
    @Field({ enum: ['a', 'b'] }) letter!: string
    @Field({ enum: ['a', 'b'] }) letters!: string[]
  }

  const emitted: [string, TypeSchema][] = [
    ['text', { kind: 'string' }],
    ['number', { kind: 'number', format: 'double' }],
    ['flag', { kind: 'boolean' }],
    ['moment', { kind: 'timestamp' }],
    ['part', { kind: 'record', class: Part }],
    ['colour', { kind: 'enum', name: undefined, values: ['red', 'green'] }],
    ['letter', { kind: 'enum', name: undefined, values: ['a', 'b'] }],
    ['letters', { kind: 'array', items: { kind: 'enum', name: undefined, values: ['a', 'b'] } }]
  ]
  for (const [property, type] of emitted) {
    it(`from emitted metadata: ${property}`, () => expect(typeOf(Emitted, property)).to.deep.equal(type))
  }

  const integer: TypeSchema = { kind: 'integer', format: 'int64' }
  const literals: TypeSchema = { kind: 'enum', name: undefined, values: ['a', 'b'] }
  const forms: [string, unknown[], TypeSchema][] = [
    ['@Field(() => String)', [() => String], { kind: 'string' }],
    ['@Field(() => Integer, {…})', [() => Integer, { minimum: 1 }], integer],
    ['@Field(() => [Part])', [() => [Part]], { kind: 'array', items: { kind: 'record', class: Part } }],
    ['@Field({ type: Integer })', [{ type: Integer }], integer],
    ['@Field({ type: () => Integer })', [{ type: () => Integer }], integer],
    ['@Field({ type: [String] })', [{ type: [String] }], { kind: 'array', items: { kind: 'string' } }],
    ['@Field(Integer)', [Integer, { minimum: 1 }], integer],
    ['@Field(Number)', [Number], { kind: 'number', format: 'double' }],
    ['@Field(Date)', [Date], { kind: 'timestamp' }],
    ['@Field(Part)', [Part], { kind: 'record', class: Part }],
    ['@Field([String])', [[String]], { kind: 'array', items: { kind: 'string' } }],
    ['@Field(() => String, { enum })', [() => String, { enum: ['a', 'b'] }], literals],
    ['@Field(() => [String], { enum })', [() => [String], { enum: ['a', 'b'] }], { kind: 'array', items: literals }],
    [
      '@Field(() => mapOf(String), { enum })',
      [() => mapOf(String), { enum: ['a', 'b'] }],
      { kind: 'map', values: literals }
    ],
    [
      '@Field(() => [nullable(String)], { enum })',
      [() => [nullable(String)], { enum: ['a', 'b'] }],
      { kind: 'array', items: { kind: 'nullable', type: literals } }
    ],
    [
      '@Field(() => enumOf(…))',
      [() => enumOf(Colour, 'Colour')],
      { kind: 'enum', name: 'Colour', values: ['red', 'green'] }
    ]
  ]
  for (const [form, args, type] of forms) {
    it(`from ${form}, without metadata`, () => expect(typeOf(withoutMetadata(...args))).to.deep.equal(type))
  }

  it('from a class that is declared further down', () => {
    class Early {
      @Field(() => Late) value!: unknown
    }
    class Late {
      @Field() name!: string
    }
    expect(typeOf(Early)).to.deep.equal({ kind: 'record', class: Late })
  })

  it('and nullability is separate from it', () => {
    expect(fieldOf(withoutMetadata(() => nullable(String)))).to.include({ nullable: true, required: true })
    expect(typeOf(withoutMetadata(() => nullable(String)))).to.deep.equal({ kind: 'string' })
    expect(fieldOf(withoutMetadata(() => nullable(String), { enum: ['a'] })).nullable).to.equal(true)
    expect(fieldOf(withoutMetadata(() => Unknown)).nullable).to.equal(true)
  })
})

describe('@Field keeps its options', () => {
  it('for the document', () => {
    class Documented {
      @Field({ name: 'a_b', description: 'what', example: 7, default: 8, deprecated: true }) value!: number
    }
    expect(fieldOf(Documented)).to.include({
      name: 'a_b',
      description: 'what',
      example: 7,
      default: 8,
      deprecated: true,
      required: false
    })
  })

  it('and is required and not null by default', () => {
    const cases: [FieldOptions, required: boolean, nullable: boolean][] = [
      [{}, true, false],
      [{ optional: true }, false, false],
      [{ nullable: true }, true, true],
      [{ optional: true, nullable: true }, false, true],
      [{ default: 'x' }, false, false],
      [{ nullable: true, default: null }, false, true]
    ]
    for (const [options, required, isNullable] of cases) {
      const field = fieldOf(withoutMetadata(() => String, options))
      expect(field, JSON.stringify(options)).to.include({ required, nullable: isNullable })
    }
  })
})

describe('@Field explains', () => {
  it('that the compiler emitted no metadata, and what to do', () => {
    expect(setupErrors(() => recordSchemaOf(withoutMetadata()))).to.deep.equal([
      'FIELD_TYPE_UNKNOWN: the compiler emitted no type metadata, Holder.value; ' +
        'write @Field(() => String), or the type that it has; types are emitted by tsc, swc and Bun only, ' +
        'with "experimentalDecorators": true and "emitDecoratorMetadata": true.'
    ])
  })

  it('the missing types of a list, a union and a circular import, all together', () => {
    class Unsaid {
      @Field() list!: string[]
      @Field() union!: string | number
      @Field() anything!: unknown
      @Field(() => undefined) circular!: object
      @Field() map!: Map<string, string>
    }
    const errors = setupErrors(() => recordSchemaOf(Unsaid))
    expect(errors).to.have.length(5)
    expect(errors[0]).to.equal(
      'FIELD_TYPE_UNKNOWN: the items of an array are not emitted, Unsaid.list; write @Field(() => [TheType]).'
    )
    expect(errors[1]).to.match(
      /leaves no class at run time.*Unsaid\.union; write @Field\(\(\) => TheType\) with TheType imported as a value;.*Relation<TheType>\.$/
    )
    expect(errors[2]).to.include('Unsaid.anything')
    expect(errors[3]).to.include('undefined (a circular import').and.include('Unsaid.circular')
    expect(errors[4]).to.include('Map, which has no form in JSON').and.include('Unsaid.map')
  })

  const misplaced: [string, () => unknown, string][] = [
    [
      'a static property',
      () => {
        class Misplaced {
          @Field() static value: string
          ordinary = 'so that the class has one'
        }
        return Misplaced
      },
      'DECORATOR_MISPLACED: @Field is on a static property, Misplaced.value'
    ],
    [
      'a method',
      () => {
        class Misplaced {
          @Field() value(): void {}
        }
        return Misplaced
      },
      'DECORATOR_MISPLACED: @Field is on a method, Misplaced.value'
    ],
    [
      'a symbol',
      () => {
        const key = Symbol('key')
        class Misplaced {
          @Field() [key]!: string
        }
        return Misplaced
      },
      'DECORATOR_MISPLACED: @Field is on a symbol, Misplaced.Symbol(key)'
    ],
    [
      'the prototype',
      () => Field(() => String)({}, '__proto__'),
      'DECORATOR_MISPLACED: @Field is on the prototype, Object.__proto__'
    ]
  ]
  for (const [where, work, message] of misplaced) {
    it(`that it has no meaning on ${where}`, () => {
      const [error] = setupErrors(work)
      expect(error).to.satisfy((text: string) => text.startsWith(message))
    })
  }
})
