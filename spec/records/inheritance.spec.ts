import { expect } from 'chai'
import { Field, Integer, Record } from 'fieldstone'
import { declarationErrors, refusals } from '../support/bound.js'
import { componentsOf, propertiesOf } from '../support/documented.js'

class Animal {
  @Field({ description: 'what it is called', minLength: 2 }) name!: string
  @Field({ optional: true }) age?: number
}

class Dog extends Animal {
  @Field() breed!: string
  @Field(() => Integer) declare age: number
}

describe('A record that extends another', () => {
  it('has the fields of its ancestors first, and replaces them in their order', () => {
    expect(Object.keys(propertiesOf(Dog))).to.deep.equal(['name', 'age', 'breed'])
    expect(componentsOf(Dog).Dog?.required).to.deep.equal(['name', 'age', 'breed'])
    expect(propertiesOf(Dog).age).to.include({ type: 'integer' })
    expect(componentsOf(Animal).Animal?.required).to.deep.equal(['name'])
    expect(propertiesOf(Animal).age).to.include({ type: 'number' })
  })

  it('inherits rules and descriptions', async () => {
    expect(propertiesOf(Dog).name).to.include({ description: 'what it is called' })
    expect(await refusals(Dog, { name: 'x', breed: 'y', age: 1 })).to.deep.equal([
      'name must be at least 2 characters long'
    ])
  })

  it('does not inherit the rules of a field that it declares again', async () => {
    class Free extends Animal {
      @Field() declare name: string
    }
    expect(await refusals(Free, { name: '' })).to.deep.equal([])
    expect(await refusals(Animal, { name: '' })).to.have.length(1)
  })

  it('is the same whether that of the parent or that of the child is read first', async () => {
    class Parent {
      @Field(() => Late) late!: object
    }
    class Child extends Parent {
      @Field() own!: string
    }
    class Late {
      @Field() name!: string
    }
    expect(Object.keys(propertiesOf(Child))).to.deep.equal(['late', 'own'])
    expect(Object.keys(propertiesOf(Parent))).to.deep.equal(['late'])
    expect(await refusals(Child, { own: 'x', late: {} })).to.deep.equal(['late.name is required'])
    expect(await refusals(Parent, { late: { name: 'x' } })).to.deep.equal([])
  })

  it('has the class’s name, or that of @Record; name and description are not inherited', () => {
    @Record({ name: 'Pet', description: 'a tame one' })
    class Tame extends Animal {}
    class Cat extends Tame {}
    expect(componentsOf(Animal).Animal).not.to.have.property('description')
    expect(componentsOf(Tame).Pet).to.include({ description: 'a tame one' })
    expect(componentsOf(Cat).Cat).not.to.have.property('description')
  })

  it('is an error if the class declares nothing', async () => {
    class Bare {}
    expect(await declarationErrors(Bare)).to.deep.equal([
      'RECORD_INVALID: the class declares no field, Bare; decorate its properties with @Field, or name another type.'
    ])
    expect((await declarationErrors(class {}))[0]).to.include('an anonymous class')
  })
})
