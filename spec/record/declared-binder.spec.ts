import { expect } from 'chai'
import { Field, mapOf } from 'fieldstone'
import { binderOf } from '../../src/record/binder.js'
import { setupErrors } from '../support/binding.js'

class Item {
  @Field() name!: string
}

describe('The binder of a declared type', () => {
  it('is compiled once a class, once its list, and once a source', () => {
    expect(binderOf(Item, 'json')).to.equal(binderOf(Item, 'json'))
    expect(binderOf([Item], 'json')).to.equal(binderOf([Item], 'json'))
    expect(binderOf([Item], 'json')).not.to.equal(binderOf(Item, 'json'))
    expect(binderOf(Item, 'text')).not.to.equal(binderOf(Item, 'json'))
    const token = mapOf(Item)
    expect(binderOf(token, 'json')).to.equal(binderOf(token, 'json'))
  })

  it('reads the declared type, be it written as a list, a token, a class or a sample', () => {
    const item = { name: 'a' }
    expect(binderOf([Item], 'json').decode([item]))
      .to.have.nested.property('value[0]')
      .that.is.instanceOf(Item)
    expect(binderOf([[Item]], 'json').decode([[item]]))
      .to.have.nested.property('value[0][0]')
      .that.is.instanceOf(Item)
    expect(binderOf(mapOf(Item), 'json').decode({ x: item }))
      .to.have.nested.property('value.x')
      .that.is.instanceOf(Item)
    expect(binderOf(0, 'json').decode(7)).to.include({ value: 7 })
    expect(binderOf('', 'json').decode(7)).to.have.property('faults').that.is.an('array')
  })

  it('names the class in setup errors', () => {
    expect(setupErrors(() => binderOf(class Bare {}, 'json'))).to.deep.equal([
      'RECORD_INVALID: the class declares no field, Bare; decorate its properties with @Field, or name another type.'
    ])
    expect(setupErrors(() => binderOf([null], 'json'))[0]).to.match(/^FIELD_TYPE_UNKNOWN: the type is null, bind;/)
    expect(setupErrors(() => binderOf(Promise, 'json'))[0]).to.include('bind(Promise)')
  })
})
