import { expect } from 'chai'
import { type Class } from 'fieldstone'
import {
  Declarations,
  emittedConstructorTypes,
  emittedParameterTypes,
  emittedPropertyType,
  isClass,
  lineage,
  MemberDeclarations
} from '../src/metadata.js'

/** Any decorator makes the compiler emit the types. */
function mark(..._: unknown[]): void {}

abstract class Base {
  @mark
  createdAt!: Date
}

@mark
class Item extends Base {
  @mark
  name!: string

  @mark
  tags!: string[]

  bare!: string

  constructor(
    readonly owner: Base,
    readonly count: number
  ) {
    super()
  }

  @mark
  rename(_name: string, _at: Date): void {}

  undecorated(_name: string): void {}
}

class Undecorated {
  constructor(readonly owner: Base) {}
}

describe('metadata', () => {
  describe('emitted types', () => {
    it('contain the type of a decorated property', () => {
      expect(emittedPropertyType(Item.prototype, 'name')).to.deep.equal({ type: String })
      expect(emittedPropertyType(Item.prototype, 'tags')).to.deep.equal({ type: Array })
      expect(emittedPropertyType(Base.prototype, 'createdAt')).to.deep.equal({ type: Date })
    })

    it('are absent, not undefined inside, where the property has no decorator', () => {
      expect(emittedPropertyType(Item.prototype, 'bare')).to.equal(undefined)
    })

    it('distinguish an emitted undefined from nothing emitted: a circular import causes the one, a stripping compiler the other', () => {
      class Circular {}
      Reflect.defineMetadata('design:type', undefined, Circular.prototype, 'other')
      expect(emittedPropertyType(Circular.prototype, 'other')).to.deep.equal({ type: undefined })
    })

    it('belong to the class that declares the property, never to its heirs', () => {
      expect(emittedPropertyType(Item.prototype, 'createdAt')).to.equal(undefined)
    })

    it('contain the parameters of a decorated method', () => {
      expect(emittedParameterTypes(Item.prototype, 'rename')).to.deep.equal([String, Date])
      expect(emittedParameterTypes(Item.prototype, 'undecorated')).to.equal(undefined)
    })

    it('contain the parameters of the constructor of a decorated class', () => {
      expect(emittedConstructorTypes(Item)).to.deep.equal([Base, Number])
      expect(emittedConstructorTypes(Undecorated)).to.equal(undefined)
      expect(emittedConstructorTypes(class extends Item {})).to.equal(undefined)
    })
  })

  describe('lineage', () => {
    it('goes from the root to the class itself, without Object', () => {
      expect(lineage(Item)).to.deep.equal([Base, Item])
      expect(lineage(Undecorated)).to.deep.equal([Undecorated])
      expect(lineage(Object)).to.deep.equal([])
    })
  })

  describe('isClass', () => {
    const cases: readonly [string, unknown, boolean][] = [
      ['a class', Item, true],
      ['an abstract class', Base, true],
      ['a built-in constructor', Date, true],
      ['a function of the old style', function Old() {}, true],
      ['an arrow function', () => Item, false],
      ['a method', Item.prototype.rename, false],
      ['an instance', new Undecorated(new Item(undefined as never, 1)), false],
      ['a function whose prototype was cut', Object.assign(function Cut() {}, { prototype: null }), false],
      ['null', null, false],
      ['a name', 'Item', false]
    ]
    for (const [title, value, expected] of cases) {
      it(`says ${expected} of ${title}`, () => {
        expect(isClass(value)).to.equal(expected)
      })
    }
  })

  describe('Declarations', () => {
    it('keep the order in which they were added', () => {
      const notes = new Declarations<string>('spec:order')
      class Target {}
      notes.add(Target, 'first')
      notes.add(Target, 'second')
      expect(notes.own(Target)).to.deep.equal(['first', 'second'])
    })

    it('are grouped by member, also those that are added after they were read', () => {
      const notes = new MemberDeclarations<{ property: string; text: string }>('spec:members')
      class Target {}
      expect([...notes.byMember(Target)]).to.deep.equal([])
      const note = (property: string, text: string) => ({ property, text })
      notes.add(Target, note('b', 'first'))
      notes.add(Target, note('a', 'second'))
      expect([...notes.byMember(Target).keys()]).to.deep.equal(['b', 'a'])
      notes.add(Target, note('b', 'third'))
      expect(notes.byMember(Target).get('b')).to.deep.equal([note('b', 'first'), note('b', 'third')])
      class Heir extends Target {}
      expect([...notes.byMember(Heir)]).to.deep.equal([])
    })

    it('are empty where nothing was declared', () => {
      expect(new Declarations('spec:none').own(class {})).to.deep.equal([])
    })

    it('stay apart between a class and its heirs, in both directions', () => {
      const notes = new Declarations<string>('spec:heirs')
      class Parent {}
      class Child extends Parent {}
      notes.add(Parent, 'of the parent')
      expect(notes.own(Child)).to.deep.equal([])
      notes.add(Child, 'of the child')
      expect(notes.own(Parent)).to.deep.equal(['of the parent'])
      expect(notes.own(Child)).to.deep.equal(['of the child'])
    })

    it('stay apart between kinds', () => {
      class Target {}
      new Declarations<string>('spec:one').add(Target, 'one')
      expect(new Declarations<string>('spec:other').own(Target)).to.deep.equal([])
    })

    it('of one kind are one truth, even for a second copy of the package', () => {
      class Target {}
      new Declarations<string>('spec:copies').add(Target, 'seen')
      expect(new Declarations<string>('spec:copies').own(Target)).to.deep.equal(['seen'])
    })

    it('leave nothing on the class that a for…in or Object.keys would show', () => {
      class Target {}
      new Declarations<string>('spec:hidden').add(Target, 'hidden')
      expect(Reflect.ownKeys(Target)).to.have.members(Reflect.ownKeys(class Other {} as Class))
    })
  })
})
