import { expect } from 'chai'
import { IsString } from 'class-validator'
import { Field, Integer, Record } from 'fieldstone'
import { isRecord, recordSchemaOf } from '../../../src/record/model/registry.js'
import { refusals, setupErrors } from '../../support/binding.js'

class Animal {
  @Field({ description: 'what it is called', minLength: 2 }) name!: string
  @Field({ optional: true }) age?: number
}

class Dog extends Animal {
  @Field() breed!: string
  @Field(() => Integer) declare age: number
}

describe('The model of a record', () => {
  it('is read once', () => {
    expect(recordSchemaOf(Animal)).to.equal(recordSchemaOf(Animal))
    expect(recordSchemaOf(Dog)).not.to.equal(recordSchemaOf(Animal))
  })

  it('has the fields of its ancestors first, and replaces them in their order', () => {
    const fields = recordSchemaOf(Dog).fields.map(({ property, type, required }) => [property, type.kind, required])
    expect(fields).to.deep.equal([
      ['name', 'string', true],
      ['age', 'integer', true],
      ['breed', 'string', true]
    ])
    expect(
      recordSchemaOf(Animal).fields.map(({ property, type, required }) => [property, type.kind, required])
    ).to.deep.equal([
      ['name', 'string', true],
      ['age', 'number', false]
    ])
  })

  it('inherits rules and descriptions', () => {
    expect(recordSchemaOf(Dog).fields[0]).to.include({ description: 'what it is called' })
    expect(refusals(Dog, { name: 'x', breed: 'y', age: 1 })).to.deep.equal(['name must be at least 2 characters long'])
  })

  it('does not inherit the rules of a field that it declares again', () => {
    class Free extends Animal {
      @Field() declare name: string
    }
    expect(refusals(Free, { name: '' })).to.deep.equal([])
    expect(refusals(Animal, { name: '' })).to.have.length(1)
  })

  it('is the same whether that of the parent or that of the child is read first', () => {
    class Parent {
      @Field(() => Late) late!: object
    }
    class Child extends Parent {
      @Field() own!: string
    }
    class Late {
      @Field() name!: string
    }
    expect(recordSchemaOf(Child).fields.map(({ property }) => property)).to.deep.equal(['late', 'own'])
    expect(recordSchemaOf(Parent).fields.map(({ property }) => property)).to.deep.equal(['late'])
    expect(refusals(Child, { own: 'x', late: {} })).to.deep.equal(['late.name is required'])
    expect(refusals(Parent, { late: { name: 'x' } })).to.deep.equal([])
  })

  it('has the class’s name, or that of @Record; name and description are not inherited', () => {
    @Record({ name: 'Pet', description: 'a tame one' })
    class Tame extends Animal {}
    class Cat extends Tame {}
    expect(recordSchemaOf(Animal)).to.include({ name: 'Animal', description: undefined })
    expect(recordSchemaOf(Tame)).to.include({ name: 'Pet', description: 'a tame one' })
    expect(recordSchemaOf(Cat)).to.include({ name: 'Cat', description: undefined })
  })

  it('is an error if the class declares nothing', () => {
    class Bare {}
    class Validated {
      @IsString() name!: string
    }
    class Heir extends Animal {}
    expect([Bare, Validated, Heir, Animal, Date, Object].map(isRecord)).to.deep.equal([
      false,
      true,
      true,
      true,
      false,
      false
    ])
    expect(setupErrors(() => recordSchemaOf(Bare))).to.deep.equal([
      'RECORD_INVALID: the class declares no field, Bare; decorate its properties with @Field, or name another type.'
    ])
    expect(setupErrors(() => recordSchemaOf(class {}))[0]).to.include('an anonymous class')
  })

  it('throws the same errors each time it is read', () => {
    class Broken {
      @Field() list!: string[]
    }
    expect(setupErrors(() => recordSchemaOf(Broken))).to.have.length(1)
    expect(setupErrors(() => recordSchemaOf(Broken))).to.have.length(1)
  })
})
