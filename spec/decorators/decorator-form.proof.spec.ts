import { expect } from 'chai'
import { type Application, bootstrap } from 'fieldstone'
import { verify } from 'fieldstone-verify'
import { serviceOf } from '../support/applications.js'
import { accepted, refusals } from '../support/bound.js'
import { cases, seed } from '../support/chance.js'
import { FORMS, fixtureIn } from '../support/compiled-forms.js'
import { componentsOf, propertiesOf } from '../support/documented.js'

type Inheritance = typeof import('../support/forms/inheritance.js')
type Records = typeof import('../support/forms/records.js')
type Controllers = typeof import('../support/forms/controllers.js')

for (const form of FORMS) {
  describe(`decorators in the ${form}`, () => {
    let records: Records

    before(async function () {
      this.timeout(180_000)
      records = await fixtureIn<Records>(form, 'records')
    })

    it('bind and check a record, also one that names classes further down', async () => {
      const order = { order_number: 'A-17', lines: [{ sku: 'ABC', count: 2 }, { sku: 'XYZ' }] }
      const bound = await accepted<InstanceType<Records['Order']>>(records.Order, order)
      expect(bound).to.be.instanceOf(records.Order)
      expect(bound.lines.map(({ count }) => count)).to.deep.equal([2, 1])
      expect(bound.lines[0]).to.be.instanceOf(records.Line)
      expect(await refusals(records.Order, { order_number: 'A', lines: [], other: 1, previous: {} })).to.deep.equal([
        'order_number must be at least 3 characters long',
        'lines must have at least 1 item',
        'previous.order_number is required',
        'previous.lines is required',
        'other is not a field of this record'
      ])
    })

    it("check class-validator's decorators that are given as rules", async () => {
      const { Payment } = records
      expect(await refusals(Payment, { card: '4111111111111111', amount: 2, marks: ['a'] })).to.deep.equal([])
      expect(await refusals(Payment, { card: '4111111111111111' })).to.deep.equal([])
      expect(await refusals(Payment, { card: '5111', marks: ['c'] })).to.deep.equal([
        'card is not a card',
        'card must match /^4/',
        'marks[0] must be one of "a", "b"'
      ])
      expect(await refusals(Payment, { card: '4111111111111111', amount: 3 })).to.deep.equal(['amount is not valid'])
    })

    it('declare what a subclass changes and inherits', async () => {
      const { Base, Derived, Bare } = records
      expect(await refusals(Derived, { name: 'longer' })).to.deep.equal(['id is required', 'isNew is required'])
      expect(await refusals(Derived, { id: 1, isNew: true })).to.deep.equal(['name is required'])
      expect(await refusals(Base, { name: 'longer', id: 1 })).to.deep.equal(['name must be at most 5 characters long'])
      expect(await refusals(Bare, { id: 'x' })).to.deep.equal(['id must be an integer'])
    })

    it('declare accessors, in the order of the source', async () => {
      const { Members } = records
      const namesIn = (direction: 'request' | 'response') => Object.keys(propertiesOf(Members, '3.0', direction))
      // The third has no setter.
      expect(namesIn('request')).to.deep.equal(['first', 'second', 'fourth', 'fifth'])
      expect(namesIn('response')).to.deep.equal(['first', 'second', 'third', 'fourth', 'fifth'])
      const bound = await accepted<InstanceType<Records['Members']>>(Members, {
        first: 'one',
        second: '2',
        fourth: 7
      })
      expect([bound.first, bound.second, bound.third, bound.fourth]).to.deep.equal(['one', '2', 'one 2', 7])
      expect(await refusals(Members, { first: 'one', second: 'three' })).to.deep.equal([
        'second must be at most 3 characters long'
      ])
    })

    it('make mapped and generic classes', async () => {
      const { Changes, WithoutId, Page, Line } = records
      expect(await accepted(Changes, { sku: 'ABC' })).to.deep.equal(Object.assign(new Changes(), { sku: 'ABC' }))
      expect(await refusals(Changes, { sku: 'abc', count: 0 })).to.deep.equal([
        'sku must match /^[A-Z]{3}$/',
        'count must be at least 1'
      ])
      expect(await refusals(WithoutId, {})).to.deep.equal(['name is required', 'isNew is required'])
      expect(Page(Line).name).to.equal('LinePage')
      expect(await refusals(Page(Line), { items: [{ sku: 'abc' }], total: 1 })).to.have.length(1)
    })

    it('document a record', () => {
      const { Order, Line } = componentsOf(records.Order)
      expect(Object.keys(Order?.properties ?? {})).to.deep.equal(['order_number', 'lines', 'previous'])
      expect(Order).to.deep.include({ description: 'One order', additionalProperties: false })
      expect(Order?.required).to.deep.equal(['order_number', 'lines'])
      expect(Line?.properties?.sku).to.deep.equal({ type: 'string', pattern: '^[A-Z]{3}$' })
    })

    it('make routes of methods, with what the default container gives to their constructors', async () => {
      const { NoteController } = await fixtureIn<Controllers>(form, 'controllers')
      const service = await serviceOf([NoteController])
      expect((await service.inject('/notes/7')).json()).to.deep.equal({ text: '7', year: 2027 })
      const added = await service.inject({ method: 'POST', url: '/notes/copies', payload: { text: 'x' } })
      expect([added.statusCode, added.json()]).to.deep.equal([201, { text: 'x', year: 1 }])
      expect((await service.inject('/notes/kind')).json()).to.equal('a note')
      expect((await service.inject({ method: 'DELETE', url: '/notes/7' })).statusCode).to.equal(204)
    })

    for (const other of FORMS) {
      it(`inherit from classes in the ${other}`, async () => {
        const [{ makeParent, makeBaseController }, { makeChild, makeGrandchild, makeController }] = await Promise.all([
          fixtureIn<Inheritance>(other, 'inheritance'),
          fixtureIn<Inheritance>(form, 'inheritance')
        ])
        for (const isParentFirst of [true, false]) {
          const Parent = makeParent()
          const Child = makeChild(Parent)
          const Grandchild = makeGrandchild(Child)
          if (isParentFirst) componentsOf(Parent)
          const faults = ['id is required', 'name is required', 'isNew is required']
          expect(await refusals(Child, {})).to.have.members(faults)
          expect(await refusals(Grandchild, {})).to.have.members(faults)
          expect(await refusals(Child, { name: 'longer', id: 1, isNew: true, more: 1 })).to.deep.equal([
            'name must be at most 5 characters long',
            'more is not a field of this record'
          ])
          expect(await refusals(Parent, { name: 'long', id: 1 })).to.deep.equal([
            'name must be at most 3 characters long'
          ])
          expect(await accepted(Parent, { id: 1 })).to.deep.equal(Object.assign(new Parent(), { id: 1 }))
        }
        const Controller = makeController(makeBaseController())
        const service = await serviceOf([Controller])
        expect((await service.inject('/things/name')).json()).to.equal('base')
        expect((await service.inject('/things/kind')).json()).to.equal(7)
      })
    }
  })
}

describe('one application in all forms', () => {
  it('has one document, and the service agrees with it', async function () {
    this.timeout(180_000)
    const documents: string[] = []
    for (const form of FORMS) {
      const { application } = await fixtureIn<{ application: Application }>(form, 'wide')
      const service = await bootstrap(application)
      documents.push(JSON.stringify(service.document))
      const { disagreements } = await verify(service, { runs: cases(80, 800), seed: seed(1) })
      expect(disagreements, form).to.deep.equal([])
    }
    expect(new Set(documents).size).to.equal(1)
  })
})
