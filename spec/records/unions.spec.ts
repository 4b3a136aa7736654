import { expect } from 'chai'
import { plainToInstance } from 'class-transformer'
import {
  IsOptional,
  Validate,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
  validateSync
} from 'class-validator'
import {
  type Class,
  DateOnly,
  Field,
  type FieldOptions,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Record as RecordOf,
  type TypeExpression,
  type TypeToken,
  Unknown
} from 'fieldstone'
import { accepted, bound, declarationErrors, refusals, replied, responseErrors, written } from '../support/bound.js'
import { schemaOf } from '../support/documented.js'

class Animal {
  @Field({ minLength: 2 }) name!: string
}

class Cat extends Animal {
  @Field({ enum: ['cat', 'tiger'] }) kind!: 'cat' | 'tiger'
  @Field(() => Integer, { maximum: 9 }) lives!: number
}

class Dog extends Animal {
  @Field({ optional: true }) kind?: string
  @Field() barks!: boolean
}

const Pet = oneOf({ discriminator: 'kind', mapping: { cat: Cat, tiger: Cat, dog: Dog } })

function withField(type: TypeExpression): Class {
  class Holder {}
  Field(() => type)(Holder.prototype, 'value')
  return Holder
}

const cat = { kind: 'cat', name: 'Tom', lives: 9 }

describe('A union', () => {
  it('binds by the first member that accepts', async () => {
    expect(await accepted(oneOf(Integer, String), 5)).to.equal(5)
    expect(await accepted(oneOf(Integer, String), '5')).to.equal('5')
    expect(await accepted(oneOf(Integer, String), '5', 'text')).to.equal(5)
    expect(await accepted(oneOf(String, Integer), '5', 'text')).to.equal('5')
    expect(await accepted(oneOf(Date, String), '2024-05-17T08:30:00Z')).to.be.instanceOf(Date)
    expect(await accepted(oneOf(Date, String), 'soon')).to.equal('soon')
    expect(await accepted(oneOf([Integer], mapOf(String), Boolean), [1, 2])).to.deep.equal([1, 2])
    expect(await accepted(oneOf(Cat, Dog), { name: 'Rex', barks: true })).to.be.instanceOf(Dog)
    expect(await accepted(oneOf(Dog, Cat), { ...cat, barks: true })).to.be.instanceOf(Dog)
  })

  it('accepts null if a member does', async () => {
    expect(await accepted(oneOf(Integer, nullable(String)), null)).to.equal(null)
    expect(await accepted(nullable(oneOf(Integer, String)), null)).to.equal(null)
    expect(await refusals(oneOf(Integer, String), null)).to.deep.equal(['must not be null'])
  })

  const faults: readonly [what: string, type: TypeToken, body: unknown, expected: string[]][] = [
    ['the one member of the kind', oneOf(Integer, Cat), { ...cat, lives: 10 }, ['lives must be at most 9']],
    ['the one list', oneOf(String, [Integer]), ['a', 1, null], ['[0] must be an integer', '[2] must not be null']],
    ['none of the kind', oneOf(Integer, Cat), true, ['must be one of: an integer, a Cat']],
    [
      'several of the kind',
      oneOf(Cat, Dog, nullable([String])),
      { name: 'x' },
      ['must be one of: a Cat, a Dog, a list']
    ],
    ['several texts', oneOf(DateOnly, Date), 'x', ['must be one of: a date, a date-time']]
  ]
  for (const [what, type, body, expected] of faults) {
    it(`reports the faults of ${what}`, async () => expect(await refusals(type, body)).to.deep.equal(expected))
  }

  it('reports them with their path', async () => {
    class Holder {
      @Field(() => [oneOf(Integer, Cat)]) items!: (number | Cat)[]
    }
    expect(await refusals(Holder, { items: [1, { ...cat, name: 'T' }, 'x'] })).to.deep.equal([
      'items[1].name must be at least 2 characters long',
      'items[2] must be one of: an integer, a Cat'
    ])
  })

  it('chooses by presence even if presence is not checked', async () => {
    const Either = [oneOf(Cat, Dog)]
    expect((await bound<unknown[]>(Either, [{ name: 'Rex', barks: true }])).value?.[0]).to.be.instanceOf(Dog)
    // Of what fits none, the first whose types are right.
    expect((await bound<unknown[]>(Either, [{ name: 'x' }])).value?.[0]).to.be.instanceOf(Cat)
    expect((await bound<unknown[]>(Either, [{ name: 'x', lives: 'many' }])).value?.[0]).to.be.instanceOf(Dog)
  })

  it('is read in linear time, however deep it is nested', async () => {
    class Left {
      @Field(() => oneOf(Left, Right), { optional: true }) next?: unknown
      @Field({ optional: true }) left?: boolean
    }
    class Right {
      @Field(() => oneOf(Left, Right), { optional: true }) next?: unknown
      @Field({ optional: true }) right?: boolean
    }
    const nested = (depth: number, leaf: unknown): unknown => (depth === 0 ? leaf : { next: nested(depth - 1, leaf) })
    // Either way there are 2 to the power of 200 ways to try.
    expect(await refusals(oneOf(Left, Right), nested(200, { next: 5 }))).to.have.length(1)
    expect(await accepted(oneOf(Left, Right), nested(200, { right: true }))).to.be.instanceOf(Left)
    expect(await refusals(oneOf(Left, Right), nested(300, {}))).to.have.length(1)
    expect(await replied(oneOf(Left, Right), nested(200, { right: true }))).to.deep.equal(nested(200, {}))
  })

  it('is documented as anyOf', () => {
    const schema = schemaOf(oneOf(Integer, nullable(Dog), [String]))
    expect(schema.anyOf).to.deep.include.members([
      { $ref: '#/components/schemas/Dog' },
      { type: 'array', items: { type: 'string' } }
    ])
    expect(schema.anyOf).to.have.length(4)
    expect(schemaOf(nullable(oneOf(Boolean, String)), '3.1')).to.deep.equal({
      anyOf: [{ type: 'boolean' }, { type: 'string' }, { type: 'null' }]
    })
  })

  it('writes an instance by its class, the nearest of its ancestors', async () => {
    const tom = Object.assign(new Cat(), { ...cat, secret: 1 })
    expect(await replied(oneOf(Animal, Cat), tom)).to.deep.equal(cat)
    expect(await replied(oneOf(Dog, Animal), tom)).to.deep.equal({ name: 'Tom' })
    expect(await replied([oneOf(Date, Animal)], [new Date(0), tom])).to.deep.equal([
      '1970-01-01T00:00:00.000Z',
      { name: 'Tom' }
    ])
  })

  it('writes a moment as a text, also where a map comes first', async () => {
    for (const type of [oneOf(mapOf(String), Date), oneOf(mapOf(String), String)]) {
      expect(await replied([type], [new Date(0), { a: 'b' }])).to.deep.equal(['1970-01-01T00:00:00.000Z', { a: 'b' }])
    }
  })

  it('writes a plain object by the first member that it fits, and shows no more of it than a member declares', async () => {
    expect(await replied(oneOf(Cat, Dog), { name: 'Rex', barks: true, secret: 1 })).to.deep.equal({
      name: 'Rex',
      barks: true
    })
    expect(await replied(oneOf(Cat, Dog), { name: 5, secret: 1 })).to.deep.equal({ name: 5 })
    expect(await replied(oneOf(String, Cat), { toJSON: () => 'an id' })).to.equal('an id')
    expect(await replied(oneOf([Integer], [Cat]), [{ ...cat, secret: 1 }])).to.deep.equal([cat])
    expect(await replied(oneOf(Integer, String), 7n)).to.equal(7)
    class Account {
      @Field() name!: string
      @Field({ writeOnly: true }) password!: string
      @Field(() => Integer, { optional: true }) age?: number
    }
    class Guest {
      @Field() name!: string
      @Field(() => nullable(Integer), { optional: true }) age?: number | null
      @Field({ optional: true }) note?: string
    }
    // What only requests have is not there; null is not of a type that does not say so.
    expect(await written(oneOf(Account, Animal), { name: 'Ann', age: 5 })).to.equal('{"name":"Ann","age":5}')
    expect(await replied(oneOf(Account, Guest), { name: 'Ann', age: null, note: 'x' })).to.have.property('note', 'x')
  })

  it('has at least two members', async () => {
    const one = (oneOf as (...types: unknown[]) => TypeToken)(String)
    expect(await declarationErrors(withField(one))).to.deep.equal([
      'UNION_INVALID: a union has fewer than two members, Holder.value; write oneOf(String, Integer).'
    ])
  })

  it('is a rule that class-validator alone enforces', async () => {
    class Holder {
      @Field(() => oneOf(Integer, Cat)) value!: number | Cat
      @Field(() => oneOf(Cat, Dog)) pet!: Cat | Dog
    }
    const good = await accepted<Holder>(Holder, { value: 1, pet: cat })
    expect(validateSync(good)).to.deep.equal([])
    const [value, pet] = validateSync(Object.assign(good, { value: true, pet: Object.assign(new Cat(), { lives: 3 }) }))
    expect(value?.constraints).to.deep.equal({ oneOf: 'value must be one of: an integer, a Cat' })
    expect(pet?.children?.map(({ property }) => property)).to.have.members(['name', 'kind'])
  })

  it('runs the asynchronous rules of the member that was chosen', async () => {
    @ValidatorConstraint({ async: true })
    class IsKnown implements ValidatorConstraintInterface {
      async validate(value: unknown) {
        return value === 'known'
      }
      defaultMessage() {
        return '$property must be known'
      }
    }
    class Named {
      @Field() @Validate(IsKnown) @IsOptional() name!: string
    }
    class Holder {
      @Field(() => oneOf(Integer, [Named])) mixed!: number | Named[]
      @Field(() => oneOf(Cat, Named)) pet!: Cat | Named
    }
    expect(await refusals(Holder, { mixed: 1, pet: cat })).to.deep.equal([])
    expect(await refusals(Holder, { mixed: [{ name: 'known' }, { name: 'x' }], pet: { name: 'y' } })).to.have.members([
      'mixed[1].name must be known',
      'pet.name must be known'
    ])
  })
})

describe('A union with discriminator', () => {
  it('binds by the property', async () => {
    expect(await accepted(Pet, cat)).to.be.instanceOf(Cat)
    expect(await accepted(Pet, { ...cat, kind: 'tiger' })).to.be.instanceOf(Cat)
    expect(await accepted(Pet, { kind: 'dog', name: 'Rex', barks: false })).to.be.instanceOf(Dog)
  })

  const faults: readonly [body: unknown, expected: string[]][] = [
    [{ kind: 'dog', name: 'R' }, ['name must be at least 2 characters long', 'barks is required']],
    [{ name: 'Rex', barks: true }, ['kind is required']],
    [{ kind: 'bird' }, ['kind must be one of "cat", "tiger", "dog"']],
    [{ kind: ['cat'] }, ['kind must be one of "cat", "tiger", "dog"']],
    [{ kind: null }, ['kind must not be null']],
    [{ kind: 'toString' }, ['kind must be one of "cat", "tiger", "dog"']],
    ['cat', ['must be an object']],
    [[cat], ['must be an object']],
    [null, ['must not be null']]
  ]
  for (const [body, expected] of faults) {
    it(`reports for ${JSON.stringify(body)} the faults of the chosen member`, async () => {
      expect(await refusals(Pet, body)).to.deep.equal(expected)
    })
  }

  it('reports them in lists and maps with their path', async () => {
    expect(await refusals(mapOf([nullable(Pet)]), { a: [null, { kind: 'x' }] })).to.deep.equal([
      'a[1].kind must be one of "cat", "tiger", "dog"'
    ])
  })

  it('is documented so that OpenAPI and plain JSON Schema say the same', () => {
    const schema = schemaOf(Pet)
    expect(schema).to.deep.equal({
      oneOf: [
        // The record itself allows these kinds alone.
        { $ref: '#/components/schemas/Cat' },
        {
          allOf: [
            { $ref: '#/components/schemas/Dog' },
            { type: 'object', properties: { kind: { enum: ['dog'] } }, required: ['kind'] }
          ]
        }
      ],
      discriminator: {
        propertyName: 'kind',
        mapping: {
          cat: '#/components/schemas/Cat',
          tiger: '#/components/schemas/Cat',
          dog: '#/components/schemas/Dog'
        }
      }
    })
  })

  it('writes by class, then by the property, and adds the property to an instance without it', async () => {
    const rex = Object.assign(new Dog(), { name: 'Rex', barks: true, secret: 1 })
    expect(await replied(Pet, rex)).to.deep.equal({ name: 'Rex', barks: true, kind: 'dog' })
    expect(await replied(Pet, { ...cat, secret: 1 })).to.deep.equal(cat)
    // Two kinds have this class, so it is unknown which of them it is.
    expect(await replied(Pet, Object.assign(new Cat(), { name: 'Tom' }))).to.deep.equal({ name: 'Tom' })
  })

  it('writes a plain object by the property, even if an earlier member would fit', async () => {
    class Small {
      @Field() size!: string
    }
    class Big {
      @Field() size!: string
      @Field({ optional: true }) floors?: number
    }
    const House = oneOf({ discriminator: 'size', mapping: { small: Small, big: Big } })
    expect(await replied(House, { size: 'big', floors: 3 })).to.deep.equal({ size: 'big', floors: 3 })
    expect(await replied(House, { size: 'small', floors: 3 })).to.deep.equal({ size: 'small' })
  })

  it('is known to plainToInstance, which keeps the property', () => {
    class Owner {
      @Field(() => Pet) pet!: Cat | Dog
    }
    const { pet } = plainToInstance(Owner, { pet: { kind: 'dog', name: 'Rex', barks: true } })
    expect(pet).to.be.instanceOf(Dog).and.include({ kind: 'dog', name: 'Rex' })
  })

  it('knows the property by its name in JSON', async () => {
    class Circle {
      @Field({ name: 'shape-kind' }) kind!: string
      @Field() radius!: number
    }
    class Square {
      @Field({ name: 'shape-kind', enum: ['square'] }) type!: string
    }
    const Shape = oneOf({ discriminator: 'shape-kind', mapping: { circle: Circle, square: Square } })
    expect(await accepted(Shape, { 'shape-kind': 'circle', radius: 1 })).to.be.instanceOf(Circle)
    expect(await replied(Shape, { type: 'square', radius: 1 })).to.deep.equal({ 'shape-kind': 'square' })
    // It has what the first member requires, too.
    expect(await replied(Shape, { kind: 'no kind', type: 'square', radius: 1 })).to.deep.equal({
      'shape-kind': 'square'
    })
  })

  const loose: readonly (readonly [what: string, options: FieldOptions])[] = [
    ['may be null', { nullable: true }],
    ['may be absent', { optional: true }],
    ['may have other values', { enum: ['cat', 'dog'] }]
  ]
  for (const [what, options] of loose) {
    it(`is documented with the value of a member whose property ${what}`, () => {
      class Loose {
        @Field({ enum: ['cat'], ...options }) kind!: string
      }
      const { oneOf: members } = schemaOf(oneOf({ discriminator: 'kind', mapping: { cat: Loose, bird: Bird } }))
      const only = { type: 'object', properties: { kind: { enum: ['cat'] } }, required: ['kind'] }
      expect(members).to.deep.equal([
        { allOf: [{ $ref: '#/components/schemas/Loose' }, only] },
        { $ref: '#/components/schemas/Bird' }
      ])
    })
  }

  class Bird {
    @Field({ enum: ['bird'] }) kind!: string
  }
  class Stone {
    @Field() weight!: number
  }
  @RecordOf({ unknownFields: 'reject' })
  class Numbered {
    @Field(() => Integer) kind!: number
  }
  class Short {
    @Field({ maxLength: 3 }) kind!: string
  }
  class ReadOnlyKind {
    @Field({ readOnly: true }) kind!: string
  }
  const wrong: readonly [what: string, type: unknown, message: RegExp][] = [
    [
      'a member without the property',
      { bird: Bird, stone: Stone },
      /lacks its discriminator 'kind', Stone; declare it: @Field\(\{ enum: \["stone"\] \}\) kind!: "stone"\.$/
    ],
    ['a mapping that a field rejects', { cat: Bird, bird: Bird }, /says "cat", which the field rejects, Bird\.kind; /],
    ['a property of another type', { 1: Numbered }, /says "1", which the field rejects, Numbered\.kind; /],
    ['a value that breaks a rule', { longer: Short }, /says "longer", which the field rejects, Short\.kind; /],
    ['a property that no request has', { one: ReadOnlyKind }, /is readOnly, ReadOnlyKind\.kind; /],
    ['a member that is not a record', { cat: String }, /has no record for 'cat', Holder\.pet; write oneOf/],
    ['no member', {}, /the mapping of a union is empty, Holder\.pet; write oneOf/]
  ]
  for (const [what, mapping, message] of wrong) {
    it(`cannot be made of ${what}, of requests nor of responses`, async () => {
      class Holder {
        @Field(() => oneOf({ discriminator: 'kind', mapping: mapping as Record<string, typeof Cat> })) pet!: unknown
      }
      for (const errors of [await declarationErrors(Holder), await responseErrors(Holder)]) {
        expect(errors[0]).to.match(/^UNION_INVALID: /)
        expect(errors[0]).to.match(message)
      }
    })
  }

  it('is typed', async () => {
    const pet: typeof Pet extends TypeToken<infer T> ? T : never = await accepted<Cat | Dog>(Pet, cat)
    // @ts-expect-error: a pet is not text
    const text: typeof pet = 'x'
    const mixed = oneOf(Integer, [String], Unknown)
    expect([pet, text, mixed]).to.have.length(3)
  })
})
