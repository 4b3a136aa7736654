import { inspect } from 'node:util'
import { expect } from 'chai'
import * as library from 'class-validator'
import { Field } from 'fieldstone'
import { Allow, IsOptional, ValidateIf, ValidateNested } from '../../../src/record/library/base-decorators.js'
import { getMetadataStorage, type MetadataStorage } from '../../../src/record/library/metadata-storage.js'
import { newValidationError } from '../../../src/record/library/validator.js'

const shared = globalThis as { classValidatorMetadataStorage?: MetadataStorage | undefined }

/** Runs it while the storage is a new one: Fieldstone's, or class-validator's. */
function within<T>(storage: 'own' | 'library', run: () => T): T {
  const before = shared.classValidatorMetadataStorage
  shared.classValidatorMetadataStorage = undefined
  try {
    if (storage === 'own') getMetadataStorage()
    else library.getMetadataStorage()
    return run()
  } finally {
    shared.classValidatorMetadataStorage = before
  }
}

const always = (_object: object, _value: unknown) => true

/** Classes with the decorators of class-validator, and what it finds and keeps of them. */
function found(): unknown {
  class Base {
    name: unknown = 1
    list: unknown = ['a', 1]
    grouped: unknown = ''
    later: unknown
  }
  class Middle extends Base {
    own: unknown = new Base()
  }
  class Leaf extends Middle {}
  const symbol = Symbol('mark') as unknown as string
  const decorate = (target: object, property: string, ...decorators: PropertyDecorator[]) => {
    for (const each of decorators) each(target, property)
  }
  // The ancestor is decorated after its descendant: its rules come in that order.
  decorate(Middle.prototype, 'own', library.ValidateNested(), library.IsDefined({ message: '$property of $target' }))
  decorate(Base.prototype, 'name', library.IsString(), library.MinLength(3, { groups: ['long'] }))
  decorate(Base.prototype, 'list', library.IsInt({ each: true, context: { code: 7 } }))
  decorate(Base.prototype, 'grouped', library.IsNotEmpty({ groups: ['a', 'b'], always: true }), library.Allow())
  decorate(Base.prototype, 'later', library.IsOptional(), library.ValidateIf(always), library.IsEmail())
  decorate(Base.prototype, symbol, library.IsBoolean())
  decorate(Leaf.prototype, 'name', library.MaxLength(2, { groups: ['long'] }))
  decorate(Leaf.prototype, 'list', library.IsArray({ always: false, validateIf: () => false }))

  const storage = library.getMetadataStorage()
  const told = (metadatas: object[]) => metadatas.map((metadata) => Object.entries(metadata).map(textOf))
  const selections = [true, false].flatMap((isAlways) =>
    [true, false].flatMap((isStrict) =>
      [undefined, [], ['a'], ['long', 'b'], ['none']].map((groups) => [isAlways, isStrict, groups] as const)
    )
  )
  const classes = [Base, Middle, Leaf, class Other {}]
  return {
    has: storage.hasValidationMetaData,
    selected: selections.map((selection) =>
      classes.map((each) =>
        told(storage.getTargetValidationMetadatas(each, '', ...(selection as unknown as [boolean, boolean])))
      )
    ),
    grouped: Object.keys(
      storage.groupByPropertyName(storage.getTargetValidationMetadatas(Leaf, '', false, false) as never)
    ),
    constraints: classes.map((each) =>
      storage
        .getTargetValidationMetadatas(each, '', false, false)
        .map(({ constraintCls }) => storage.getTargetValidatorConstraints(constraintCls).map(({ name }) => name))
    ),
    errors: selections.map(([isAlways, strictGroups, groups]) =>
      classes.map((Each) => {
        const options = { always: isAlways, strictGroups, ...(groups && { groups: [...groups] }) }
        return library.validateSync(new Each(), options).map((error) => [inspect(error, { depth: 9 }), String(error)])
      })
    )
  }
}

/** Each value as text: the classes are others each time. */
function textOf([name, value]: [string, unknown]): string {
  return `${name}: ${typeof value === 'function' ? (value as { name: string }).name : inspect(value)}`
}

describe('The metadata of rules, where class-validator did not create it', () => {
  it('selects, groups and finds what that of class-validator does, and its own validate finds the same errors', () => {
    const own = within('own', found)
    const text = inspect(own, { depth: 9, maxArrayLength: 900 })
    expect(text).to.contain('$property of $target').and.to.contain('must be an integer')
    expect(own).to.deep.equal(within('library', found))
  })

  it('keeps the rules of a schema as that of class-validator does', () => {
    const kept = () => {
      const rule = {
        type: 'customValidation',
        name: 'a',
        constraints: [1],
        message: 'no title',
        each: true,
        options: 2
      }
      library.registerSchema({ name: 'note', properties: { title: [rule], text: [rule, { type: 'isDefined' }] } })
      const { validationMetadatas } = library.getMetadataStorage() as unknown as MetadataStorage
      return validationMetadatas.get('note')?.map((metadata) => Object.entries(metadata))
    }
    const own = within('own', kept)
    expect(own).to.have.length(3)
    expect(own?.map((entries) => new Map(entries))).to.deep.equal(
      within('library', kept)?.map((entries) => new Map(entries))
    )
  })

  it('lets class-validator validate a record of @Field alone', () => {
    within('own', () => {
      class Line {
        sku: unknown
      }
      Field(() => String, { minLength: 3571 })(Line.prototype, 'sku')
      class Order {
        lines: unknown
      }
      Field(() => [Line], { minItems: 3571 })(Order.prototype, 'lines')
      const lines = [Object.assign(new Line(), { sku: 'a' })]
      const [error] = library.validateSync(Object.assign(new Order(), { lines }))
      expect(error?.children?.[0]?.children?.[0]?.constraints).to.have.all.keys('minLength')
      expect(library.validateSync(Object.assign(new Order(), { lines: [] }))[0]?.constraints).to.have.all.keys(
        'arrayMinSize'
      )
    })
  })
})

describe('The decorators that all others are made of', () => {
  const PAIRS: readonly (readonly [name: string, own: () => PropertyDecorator, library: () => PropertyDecorator])[] = [
    ['Allow', () => Allow(), () => library.Allow()],
    ['IsOptional', () => IsOptional(), () => library.IsOptional()],
    ['ValidateIf', () => ValidateIf(always), () => library.ValidateIf(always)],
    ['ValidateNested', () => ValidateNested(), () => library.ValidateNested()],
    [
      'ValidateNested with options',
      () => ValidateNested({ each: true, groups: ['a'], context: 1 }),
      () => library.ValidateNested({ each: true, groups: ['a'], context: 1 })
    ],
    [
      'ValidateNested with a message',
      () => ValidateNested({ message: 'no' }),
      () => library.ValidateNested({ message: 'no' })
    ]
  ]
  for (const [name, own, theirs] of PAIRS) {
    it(`keep what class-validator keeps of ${name}`, () => {
      const keptBy = (make: () => PropertyDecorator) => {
        class Item {}
        make()(Item.prototype, 'value')
        const [metadata] = getMetadataStorage().getTargetValidationMetadatas(Item, '', false, false)
        const { constraints, target, ...rest } = metadata as NonNullable<typeof metadata>
        expect(target).to.equal(Item)
        const condition = constraints?.[0] as ((object: object, value: unknown) => unknown) | undefined
        return [rest, condition && [{ value: 0 }, { value: null }, {}].map((object) => condition(object, undefined))]
      }
      expect(keptBy(own)).to.deep.equal(keptBy(theirs))
    })
  }
})

describe('An error in the form of class-validator’s', () => {
  it('is of its class', () => {
    expect(newValidationError()).to.be.instanceOf(library.ValidationError)
  })
})
