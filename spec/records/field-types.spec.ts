import { expect } from 'chai'
import {
  type Class,
  enumOf,
  Field,
  type FieldOptions,
  Integer,
  mapOf,
  nullable,
  type SchemaObject,
  Unknown
} from 'fieldstone'
import { setupErrors } from '../support/applications.js'
import { declarationErrors } from '../support/bound.js'
import { componentsOf, propertiesOf, schemaOf } from '../support/documented.js'

function schemaOfField(target: Class, property = 'value'): SchemaObject {
  const found = propertiesOf(target)[property]
  if (found === undefined) throw new Error(`no field ${property}`)
  return found
}

/** Whether a field is required. */
function isRequired(target: Class): boolean {
  return componentsOf(target).Holder?.required?.includes('value') ?? false
}

/** Declares one field by calling the decorator, as a compiler without type metadata does. */
function withoutMetadata(...args: unknown[]): Class {
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

  const emitted: [string, SchemaObject][] = [
    ['text', { type: 'string' }],
    ['number', schemaOf(Number)],
    ['flag', { type: 'boolean' }],
    ['moment', { type: 'string', format: 'date-time' }],
    ['part', schemaOf(Part)],
    ['colour', { type: 'string', enum: ['red', 'green'] }],
    ['letter', { type: 'string', enum: ['a', 'b'] }],
    ['letters', { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }]
  ]
  for (const [property, type] of emitted) {
    it(`from emitted metadata: ${property}`, () => expect(schemaOfField(Emitted, property)).to.deep.equal(type))
  }

  const integer: SchemaObject = schemaOf(Integer)
  const literals: SchemaObject = { type: 'string', enum: ['a', 'b'] }
  const forms: [string, unknown[], SchemaObject][] = [
    ['@Field(() => String)', [() => String], { type: 'string' }],
    ['@Field(() => Integer, {…})', [() => Integer, { description: 'n' }], { ...integer, description: 'n' }],
    ['@Field(() => [Part])', [() => [Part]], schemaOf([Part])],
    ['@Field({ type: Integer })', [{ type: Integer }], integer],
    ['@Field({ type: () => Integer })', [{ type: () => Integer }], integer],
    ['@Field({ type: [String] })', [{ type: [String] }], { type: 'array', items: { type: 'string' } }],
    ['@Field(Integer)', [Integer, { description: 'n' }], { ...integer, description: 'n' }],
    ['@Field(Number)', [Number], schemaOf(Number)],
    ['@Field(Date)', [Date], { type: 'string', format: 'date-time' }],
    ['@Field(Part)', [Part], schemaOf(Part)],
    ['@Field([String])', [[String]], { type: 'array', items: { type: 'string' } }],
    ['@Field(() => String, { enum })', [() => String, { enum: ['a', 'b'] }], literals],
    ['@Field(() => [String], { enum })', [() => [String], { enum: ['a', 'b'] }], { type: 'array', items: literals }],
    [
      '@Field(() => mapOf(String), { enum })',
      [() => mapOf(String), { enum: ['a', 'b'] }],
      { type: 'object', additionalProperties: literals }
    ],
    [
      '@Field(() => [nullable(String)], { enum })',
      [() => [nullable(String)], { enum: ['a', 'b'] }],
      { type: 'array', items: { type: 'string', nullable: true, enum: ['a', 'b', null] } }
    ],
    ['@Field(() => enumOf(…))', [() => enumOf(Colour, 'Colour')], { $ref: '#/components/schemas/Colour' }]
  ]
  for (const [form, args, type] of forms) {
    it(`from ${form}, without metadata`, () => expect(schemaOfField(withoutMetadata(...args))).to.deep.equal(type))
  }

  it('from a class that is declared further down', () => {
    class Early {
      @Field(() => Late) value!: unknown
    }
    class Late {
      @Field() name!: string
    }
    expect(schemaOfField(Early)).to.deep.equal({ $ref: '#/components/schemas/Late' })
  })

  it('and nullability is separate from it', () => {
    const nullableText = withoutMetadata(() => nullable(String))
    expect(schemaOfField(nullableText)).to.deep.equal({ type: 'string', nullable: true })
    expect(isRequired(nullableText)).to.equal(true)
    const literal = withoutMetadata(() => nullable(String), { enum: ['a'] })
    expect(schemaOfField(literal)).to.deep.equal({ type: 'string', nullable: true, enum: ['a', null] })
    expect(schemaOfField(withoutMetadata(() => Unknown))).to.deep.equal({})
  })
})

describe('@Field keeps its options', () => {
  it('for the document', () => {
    class Documented {
      @Field({ name: 'a_b', description: 'what', example: 7, default: 8, deprecated: true }) value!: number
    }
    expect(componentsOf(Documented).Documented).to.deep.equal({
      type: 'object',
      properties: { a_b: { ...schemaOf(Number), description: 'what', example: 7, default: 8, deprecated: true } }
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
      const target = withoutMetadata(() => String, options)
      expect(isRequired(target), JSON.stringify(options)).to.equal(required)
      expect(schemaOfField(target).nullable ?? false, JSON.stringify(options)).to.equal(isNullable)
    }
  })
})

describe('@Field explains', () => {
  it('that the compiler emitted no metadata, and what to do', async () => {
    expect(await declarationErrors(withoutMetadata())).to.deep.equal([
      'FIELD_TYPE_UNKNOWN: the compiler emitted no type metadata, Holder.value; ' +
        'write @Field(() => String), or the type that it has; types are emitted by tsc, swc and Bun only, ' +
        'with "experimentalDecorators": true and "emitDecoratorMetadata": true.'
    ])
  })

  it('the missing types of a list, a union and a circular import, all together', async () => {
    class Unsaid {
      @Field() list!: string[]
      @Field() union!: string | number
      @Field() anything!: unknown
      @Field(() => undefined) circular!: object
      @Field() map!: Map<string, string>
    }
    const errors = await declarationErrors(Unsaid)
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
    it(`that it has no meaning on ${where}`, async () => {
      const [error] = await setupErrors(work)
      expect(error).to.satisfy((text: string) => text.startsWith(message))
    })
  }
})
