import { expect } from 'chai'
import * as transformer from 'class-transformer'
import * as validator from 'class-validator'
import { Field, Integer } from 'fieldstone'
import { accepted, refusals } from '../support/bound.js'
import { FORMS, fixtureIn } from '../support/compiled-forms.js'
import { componentsOf } from '../support/documented.js'

type Fixture = typeof import('../support/forms/libraries.js')

const CARD = '4111111111111111'

/** What class-validator's metadata has of a class: property, and the name of the rule. */
function metadataOf(target: object): string[] {
  const metadata = validator.getMetadataStorage().getTargetValidationMetadatas(target as never, '', false, false)
  return metadata.map(({ propertyName, name, type }) => `${propertyName} ${name ?? type}`)
}

for (const form of FORMS) {
  describe(`the rules of fields in the ${form}`, () => {
    let fixture: Fixture

    before(async function () {
      this.timeout(180_000)
      fixture = await fixtureIn<Fixture>(form, 'libraries')
    })

    it('are found by validate in a class that nothing has read', async () => {
      const { Inner, Heir } = fixture.makeClasses()
      const inner = Object.assign(new Inner(), { count: 0 })
      const heir = Object.assign(new Heir(), { card: '1', inner, trimmed: 'ab' })
      const errors = await validator.validate(heir)
      expect(errors.map(({ property, constraints }) => [property, Object.keys(constraints ?? {})])).to.deep.equal([
        ['card', ['isCreditCard']],
        ['inner', []]
      ])
      expect(errors[1]?.children?.map(({ constraints }) => Object.keys(constraints ?? {}))).to.deep.equal([['min']])
    })

    it('are found by plainToInstance in a class that nothing has read', () => {
      const { Inner, Outer } = fixture.makeClasses()
      const plain = { card: CARD, inner: { count: 1 }, list: [{ count: 2 }], made_at: '2027-01-01T00:00:00Z' }
      const made = transformer.plainToInstance(Outer, { ...plain, trimmed: ' x ', other_name: 'o' })
      expect(made).to.be.instanceOf(Outer)
      expect(made.inner).to.be.instanceOf(Inner)
      expect(made.list?.[0]).to.be.instanceOf(Inner)
      expect(made.madeAt).to.deep.equal(new Date(plain.made_at))
      expect([made.trimmed, made.other]).to.deep.equal(['x', 'o'])
    })

    it('are in the metadata that tools read, of the class and its ancestors, once', () => {
      const { Heir, Outer } = fixture.makeClasses()
      const first = metadataOf(Heir)
      expect(first).to.include.members(['card isCreditCard', 'inner nestedValidation', 'trimmed minLength'])
      expect(new Set(first).size).to.equal(first.length)
      componentsOf(Outer)
      componentsOf(Heir)
      expect(metadataOf(Heir)).to.deep.equal(first)
      expect(metadataOf(Outer)).to.deep.equal(first)
    })

    it('are those of a type that is known later, though the class was looked up before', async () => {
      let type: unknown
      const Early = fixture.makeEarly(() => type)
      expect(metadataOf(Early)).to.deep.equal([])
      type = Number
      // The legacy form knows the class from the start, and needs nobody to look it up.
      if (form.startsWith('legacy')) componentsOf(Early)
      expect(metadataOf(Early)).to.include.members(['one isNumber'])
      expect(await refusals(Early, { one: 'x' })).to.deep.equal(['one must be a number'])
    })

    it('are registered when @Record is evaluated, for tools that list all classes', () => {
      const Named = fixture.makeNamed()
      const { validationMetadatas } = validator.getMetadataStorage() as unknown as {
        readonly validationMetadatas: ReadonlyMap<unknown, readonly object[]>
      }
      expect([...validationMetadatas.keys()]).to.include(Named)
    })

    it("bind what class-transformer's decorators among them say", async () => {
      const { Outer } = fixture.makeClasses()
      const bound = await accepted<InstanceType<typeof Outer>>(Outer, {
        ...{ card: CARD, inner: { count: 1 }, trimmed: ' ab ', other_name: 'x' }
      })
      expect([bound.trimmed, bound.other]).to.deep.equal(['ab', 'x'])
      expect(await refusals(Outer, { card: CARD, inner: { count: 1 }, trimmed: ' a ' })).to.deep.equal([
        'trimmed must be at least 2 characters long'
      ])
    })
  })
}

describe('The rules of legacy fields', () => {
  function declared() {
    class Inner {}
    Field(() => Integer, { minimum: 1 })(Inner.prototype, 'count')
    class Outer {}
    Field(() => Inner, { optional: true })(Outer.prototype, 'inner')
    return { Inner, Outer }
  }

  it('are before those of the decorators that are applied after them, and behind those before', async () => {
    class Mixed {}
    validator.IsString()(Mixed.prototype, 'text')
    Field(() => String, { minLength: 2 })(Mixed.prototype, 'text')
    validator.MaxLength(3)(Mixed.prototype, 'text')
    const names = metadataOf(Mixed).map((each) => each.replace('text ', ''))
    expect(names).to.deep.equal(['isString', 'minLength', 'isString', 'isDefined', 'maxLength'])
    expect(await refusals(Mixed, { text: 'long' })).to.deep.equal(['text must be at most 3 characters long'])
  })

  it('are read from the metadata where a subclass declares a field again', async () => {
    class Base {}
    Field(() => String, { maxLength: 2 })(Base.prototype, 'text')
    class Heir extends Base {}
    Field(() => String, { minLength: 1 })(Heir.prototype, 'text')
    expect(await refusals(Heir, { text: 'long' })).to.deep.equal([])
    expect(await refusals(Base, { text: 'long' })).to.deep.equal(['text must be at most 2 characters long'])
  })

  it('are those of the options as they were when the decorator was called', async () => {
    class Notes {}
    const options = { minLength: 3 }
    Field(() => String, options)(Notes.prototype, 'name')
    options.minLength = 1
    Field(() => String, options)(Notes.prototype, 'note')
    expect(await refusals(Notes, { name: 'x', note: 'y' })).to.deep.equal(['name must be at least 3 characters long'])
  })

  it('are in order where a class has fields of both forms', () => {
    class Both {}
    const metadata = {}
    Reflect.set(Both, Symbol.for('Symbol.metadata'), metadata)
    Field(() => String, { minLength: 2 })(undefined as never, { kind: 'field', name: 'a', metadata } as never)
    Field(() => String)(Both.prototype, 'b')
    const names = ['a minLength', 'a isString', 'a isDefined', 'b isString', 'b isDefined']
    expect(metadataOf(Both)).to.deep.equal(names)
  })

  it('hold for a field that is declared after its class was read', () => {
    const { Inner } = declared()
    expect(metadataOf(Inner)).to.deep.equal(['count min', 'count isInt', 'count int64', 'count isDefined'])
    Field(() => String)(Inner.prototype, 'late')
    expect(metadataOf(Inner).slice(4)).to.deep.equal(['late isString', 'late isDefined'])
  })
})
