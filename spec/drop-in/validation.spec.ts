import { expect } from 'chai'
import * as originalTransformer from 'class-transformer'
import { Expose, Transform, Type } from 'class-transformer'
import type { ValidationArguments, ValidationError, ValidatorOptions } from 'class-validator'
import * as original from 'class-validator'
import {
  Allow,
  Contains,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  MinLength,
  registerDecorator,
  ValidateBy,
  ValidateIf,
  ValidateNested
} from 'class-validator'
import * as transformer from '../../src/drop-in/class-transformer.js'
import { Validator, validate, validateSync } from '../../src/drop-in/class-validator.js'
import type { ConcreteClass } from '../../src/metadata.js'
import { compileBinder } from '../../src/record/binder.js'
import { parseType } from '../../src/record/type/type-expression.js'
import { difference } from '../support/same-value.js'

/** The errors of an object, which must be class-validator's own, whatever was validated before. */
function errorsOf(object: object, options?: ValidatorOptions): ValidationError[] {
  const theirs = original.validateSync(object, options)
  for (let times = 0; times < 3; times++) {
    const own = validateSync(object, options)
    expect(difference(own, theirs)).to.equal(undefined)
    expect(JSON.stringify(own)).to.equal(JSON.stringify(theirs))
  }
  return theirs
}

const make = <T extends object>(target: ConcreteClass<T>, members: object): T => Object.assign(new target(), members)

enum Size {
  S = 's',
  M = 'm'
}

class Line {
  @IsString() @IsNotEmpty() sku!: unknown
  @IsInt() @Min(1) @Max(9) quantity!: unknown
}

class Gift extends Line {
  @Length(2, 5) to!: unknown
}

class Address {
  @Matches(/^\d{5}$/) zip!: unknown
}

class Order {
  @IsEmail() email!: unknown
  @ValidateNested() address!: unknown
  @ValidateNested({ each: true }) @IsOptional() lines?: unknown
  @IsEnum(Size) @IsOptional() size?: unknown
  @Contains('a', { each: true }) @IsOptional() tags?: unknown
}

const line = make(Line, { sku: 'a', quantity: 1 })
const wrongLine = make(Line, { sku: '', quantity: 0 })
const order = (members: object): Order =>
  make(Order, { email: 'a@example.org', address: make(Address, { zip: '12345' }), ...members })

/** Objects that look like a Line, and are not one to class-validator. */
function disguised(): unknown[] {
  const own = { constructor: Line, sku: '', quantity: 0 }
  return [
    Object.assign(Object.create(null), own),
    Object.assign(new Map([['a', wrongLine]]), own),
    Object.assign(new Set([wrongLine]), own),
    Object.assign([wrongLine], own),
    Object.assign(Object.setPrototypeOf([wrongLine], Line.prototype), { forEach: Array.prototype.forEach }),
    Object.setPrototypeOf(new Map([['a', wrongLine]]), Line.prototype),
    Object.assign(make(Line, own), { constructor: Gift }),
    Object.create(line),
    own
  ]
}

describe('What a constraint of one’s own returns', () => {
  for (const result of [null, undefined, 0, '', {}, 'yes', 1, Promise.resolve(false)]) {
    it(`counts as class-validator counts it: ${result instanceof Promise ? 'a promise' : JSON.stringify(result)}`, () => {
      class Own {
        @ValidateBy({ name: 'own', validator: { validate: () => result as boolean } }) one = 1
        @ValidateBy({ name: 'own', validator: { validate: () => result as boolean } }, { each: true }) all = [1, 2]
      }
      expect(errorsOf(new Own()).length).to.equal(result ? 0 : 2)
    })
  }
})

describe('The drop-in for validate', () => {
  const bodies: readonly [title: string, members: object][] = [
    ['a sound object', { lines: [line, line], tags: ['ab', 'a'], size: 'm' }],
    ['faults at each depth', { email: 5, address: make(Address, { zip: 'x' }), lines: [line, wrongLine, line] }],
    ['objects of several classes in one list', { lines: [line, make(Gift, { sku: 1 }), wrongLine, new Address()] }],
    ['what is no object in a list', { lines: [line, null, undefined, 5, 'a', [wrongLine], [[]], wrongLine, []] }],
    ['a list with holes', { lines: Object.assign([], { 3: wrongLine, length: 6 }) }],
    ['a Set', { lines: new Set([line, wrongLine]), tags: new Set(['b']) }],
    ['a Map', { lines: new Map([['first', wrongLine]]), tags: new Map([['b', 'ab']]) }],
    ['what is no object', { address: 'none', lines: null, tags: null, size: null }],
    ['what is missing', { address: undefined, email: undefined }],
    ['a list in the place of an object', { address: [make(Address, { zip: 'x' }), line] }],
    ['an object in the place of a list', { lines: wrongLine, tags: 'b' }],
    ['a foreign object', { address: new Date(0), lines: [{}, () => 0, Object] }],
    ['values that are wrapped', { email: new String('a@example.org'), lines: [make(Line, { sku: new String('a') })] }],
    ['what is of a list', { tags: ['a', 'b', 5], size: 'l' }]
  ]
  const ways: readonly (ValidatorOptions | undefined)[] = [
    undefined,
    {},
    { whitelist: true, forbidNonWhitelisted: true },
    { skipMissingProperties: true, stopAtFirstError: true },
    { validationError: { target: false, value: false }, dismissDefaultMessages: true },
    { forbidUnknownValues: false, skipNullProperties: true },
    { groups: ['a'], always: true }
  ]
  for (const [title, members] of bodies) {
    it(`tells class-validator’s errors of ${title}`, () => {
      for (const options of ways) errorsOf(order(members), options)
      errorsOf(order({}))
      for (const options of ways) errorsOf(order(members), options)
    })
  }

  it('takes nothing in disguise for what it was before', () => {
    for (const item of disguised()) {
      expect(errorsOf(order({ lines: [wrongLine] }))).to.have.length(1)
      errorsOf(order({ lines: [line, item, line] }))
      errorsOf(order({ lines: item }))
      errorsOf(order({ address: item }))
    }
  })

  it('follows a decorator that brings no constraint, of a class within another', () => {
    class Inner {
      @IsString() name: unknown = 5
      inside: unknown = wrongLine
    }
    class Outer {
      @ValidateNested() inner = new Inner()
      @ValidateNested() list = [new Inner()]
    }
    const count = () => JSON.stringify(errorsOf(new Outer())).split('"constraints"').length - 1
    expect(count()).to.equal(2)
    ValidateNested()(Inner.prototype, 'inside')
    expect(count()).to.equal(6)
    ValidateIf(() => false)(Inner.prototype, 'name')
    expect(count()).to.equal(4)
  })

  it('follows the first decorator of a parent class, of either kind', () => {
    class Grandparent {
      line: unknown = wrongLine
    }
    class Parent extends Grandparent {
      name: unknown = 5
    }
    class Child extends Parent {
      @IsInt() count = 1
    }
    expect(errorsOf(new Child())).to.have.length(0)
    ValidateNested()(Grandparent.prototype, 'line')
    expect(errorsOf(new Child())).to.have.length(1)
    IsString()(Parent.prototype, 'name')
    expect(errorsOf(new Child())).to.have.length(2)
  })

  it('asks a user’s functions as often as class-validator, in its order', () => {
    const asked: string[] = []
    const watch = (name: string, isValid = true) =>
      ValidateBy({
        name,
        validator: {
          validate: (value: unknown) => {
            asked.push(`${name} ${value}`)
            return isValid
          },
          defaultMessage: (args?: ValidationArguments) => {
            asked.push(`told ${args?.property}`)
            return '$property'
          }
        }
      })
    class Inner {
      @IsInt() count = 0.5
      @watch('inner', false) text = 'b'
    }
    class Watched {
      @watch('first') @IsString() sound = 'a'
      @ValidateNested() inner = [new Inner(), new Inner()]
      @IsString({ message: ({ value }) => `message ${asked.push(`message ${value}`)}` }) wrong = 5
      @ValidateIf((_object, value) => asked.push(`if ${value}`) > 0) @IsString() guarded = 'c'
      @IsString({ validateIf: (_object, value) => asked.push(`only if ${value}`) > 0 }) chosen = 'd'
      @watch('last') last = 'e'
    }
    const record = (work: () => unknown): string[] => {
      asked.length = 0
      work()
      return [...asked]
    }
    const theirs = record(() => original.validateSync(new Watched()))
    expect(theirs).to.have.length(9)
    expect(record(() => validateSync(new Watched()))).to.deep.equal(theirs)
    expect(record(() => validateSync(new Watched()))).to.deep.equal(theirs)
  })

  it('replaces tokens of each kind, wherever they stand', () => {
    class Told {
      @MinLength(5, { message: '$constraint1 $property $property' }) fixed = 'abc'
      @MinLength(5, { message: 'a text of $target' }) owned = 'abc'
      @MinLength(5, { message: '$value of $target' }) moving = 'abc'
      @IsIn(['$value', '$property'], { message: '$constraint1 $value' }) nesting = '$target'
      @Matches(/\$value/) pattern = 'abc'
      @Length(5, 7) $value = 'abc'
      @Length(5, 7) short = ''
      @Length(5, 7) long = 'abcdefgh'
      @Length(5, 7) neither = 5
      @Length(5) open = '😀'
    }
    errorsOf(new Told())
    errorsOf(make(Told, { moving: 'b', nesting: 'c', $value: 'long enough', short: 'ab', neither: null }))
    errorsOf(new Told(), { dismissDefaultMessages: true })
  })

  it('tells of a list of values, and of a message, as they are when it fails', () => {
    const values = ['a']
    class Chosen {
      @IsIn(values) one: string = 'b'
      @IsString() text = 5
    }
    expect(errorsOf(new Chosen())).to.have.length(2)
    values.push('c')
    expect(errorsOf(new Chosen())[0]?.constraints?.isIn).to.contain('a, c')
    values.push('b')
    expect(errorsOf(new Chosen())).to.have.length(1)
    for (const metadata of original.getMetadataStorage().getTargetValidationMetadatas(Chosen, '', false, false))
      metadata.message = 'translated'
    expect(errorsOf(new Chosen())[0]?.constraints?.isString).to.equal('translated')
  })

  it('lets no name become code', () => {
    const names = [
      'a"]; throw new Error("pwned"); //',
      '`${process.exit()}`',
      '\\',
      "'",
      '\n',
      '\u2028',
      '*/',
      '</script>'
    ]
    class Odd {}
    for (const name of names) {
      IsInt({ message: name })(Odd.prototype, name)
      ValidateNested()(Odd.prototype, `nested ${name}`)
    }
    const sound = Object.fromEntries(names.flatMap((name) => [[name, 1] as const, [`nested ${name}`, [line]] as const]))
    expect(errorsOf(make(Odd, sound), { whitelist: true })).to.have.length(0)
    expect(errorsOf(make(Odd, { ...sound, [names[0] as string]: 'x' }))).to.have.length(1)
    expect(errorsOf(make(Odd, Object.fromEntries(names.map((name) => [`nested ${name}`, wrongLine]))))).to.have.length(
      16
    )
  })

  it('removes the keys that class-validator removes', () => {
    class Strict {
      @IsString() name = 'a'
      @Allow() any = 1
    }
    for (const key of ['more', 'toString', 'hasOwnProperty', 'constructor', '__proto__', '5']) {
      const members = (): object =>
        Object.defineProperty(new Strict(), key, { value: 1, enumerable: true, configurable: true, writable: true })
      const [one, other] = [members(), members()]
      const options = { whitelist: true, forbidUnknownValues: false }
      expect(difference(validateSync(one, options), original.validateSync(other, options)), key).to.equal(undefined)
      expect(difference(one, other), key).to.equal(undefined)
    }
  })

  it('reads what a prototype holds, as class-validator does', () => {
    const prototypes: [object, string][] = [
      [Address.prototype, 'zip'],
      [Array.prototype, '1']
    ]
    for (const [prototype, key] of prototypes) {
      Object.defineProperty(prototype, key, { value: wrongLine, configurable: true, writable: true })
      try {
        errorsOf(order({ address: new Address(), lines: Object.assign([], { 2: line }) }))
      } finally {
        Reflect.deleteProperty(prototype, key)
      }
    }
  })

  it('leaves to class-validator what is asynchronous within', async () => {
    let asked = 0
    class Later {
      @IsString({ message: () => (asked++ > 0 ? 'again' : 'first') }) first = 5
      name = 'a'
    }
    registerDecorator({
      name: 'later',
      async: true,
      target: Later,
      propertyName: 'name',
      validator: { validate: () => Promise.resolve(false) }
    })
    const object = order({ lines: [line, new Later()] })
    const theirs = await original.validate(object)
    const once = asked
    asked = 0
    const own = await validate(object)
    expect(own).to.have.length(1)
    expect(difference(own, theirs)).to.equal(undefined)
    // Not by the plan as well.
    expect(asked).to.equal(once)
  })

  it('remembers no groups that the caller has changed since', () => {
    class Grouped {
      @IsString({ groups: ['a'] }) one = 5
      @IsString({ groups: ['b'] }) two = 5
    }
    const groups = ['a']
    expect(errorsOf(new Grouped(), { groups })[0]?.property).to.equal('one')
    groups[0] = 'b'
    expect(errorsOf(new Grouped(), { groups })[0]?.property).to.equal('two')
    groups.push('a')
    expect(errorsOf(new Grouped(), { groups })).to.have.length(2)
  })

  it('leaves to class-validator what its options do not say', () => {
    class Grouped {
      @IsString({ groups: ['a'] }) one = 5
      @IsString({ groups: ['b'], always: true }) two = 5
      @IsString() three = 5
    }
    const given: readonly unknown[] = [
      ...[{ groups: 'a' }, { groups: [1] }, { groups: ['a', 5] }, { groups: [] }, { groups: [], always: true }],
      ...[{ strictGroups: true }, { groups: ['b'], strictGroups: true }, { enableDebugMessages: true }],
      ...[null, 'a', 5, { validationError: null }, { validationError: { target: false, value: 1 } }]
    ]
    for (const options of given) errorsOf(new Grouped(), options as ValidatorOptions)
  })

  it('has the errors of more combinations of groups than it keeps plans for', () => {
    class Grouped {
      @IsString({ groups: ['g1', 'g99', 'g120'] }) text = 5
    }
    const counts = Array.from({ length: 125 }, (_, at) => {
      return errorsOf(new Grouped(), { groups: [`g${at}`], forbidUnknownValues: false }).length
    })
    expect(counts.flatMap((count, at) => (count === 0 ? [] : [at]))).to.deep.equal([1, 99, 120])
  })

  it('runs a constraint that returns a promise once, after it did so the first time', async () => {
    let calls = 0
    const Later = { Later: class {} }.Later
    const later = () => {
      calls++
      return Promise.resolve(false)
    }
    ValidateBy({ name: 'later', validator: { validate: later as never } })(Later.prototype, 'name')
    const outer = () => order({ lines: [line, new Later()] })
    await validate(outer())
    for (const verb of [validate, original.validate]) {
      calls = 0
      expect(await verb(outer())).to.have.length(1)
      expect(calls).to.equal(1)
    }
  })

  it('knows a class with metadata on a symbol alone', () => {
    class OnSymbol {}
    IsString()(OnSymbol.prototype, Symbol('key') as never)
    expect(errorsOf(new OnSymbol())).to.have.length(0)
  })

  it('calls class-validator’s own predicate once for a text that it rejects', () => {
    let calls = 0
    const options = {
      get host_whitelist(): string[] {
        calls++
        return ['example.com']
      }
    }
    class Account {
      @IsEmail(options) email: unknown = 'ann@example.org'
    }
    original.validateSync(new Account())
    calls = 0
    original.validateSync(new Account())
    const once = calls
    expect(once).to.be.greaterThan(0)
    const binder = compileBinder(parseType(Account, 'Account'), 'json', 'body')
    for (let times = 0; times < 2; times++) {
      calls = 0
      expect(validateSync(new Account())).to.have.length(1)
      expect(calls).to.equal(once)
      calls = 0
      expect(binder.validate({ email: 'bob@example.org' })).to.have.nested.property('faults.length', 1)
      expect(calls).to.equal(once)
    }
  })

  it('has a Validator that returns the same errors, from the same plans', async () => {
    const own = new Validator()
    expect(own).to.be.instanceOf(original.Validator)
    class Counted {
      @IsString() name: unknown = 5
    }
    let calls = 0
    const { validateSync: theirs, validate: theirsLater } = original.Validator.prototype
    const counting = (method: (...args: never[]) => unknown) =>
      function (this: unknown, ...args: never[]): unknown {
        calls++
        return method.apply(this, args)
      }
    Object.assign(original.Validator.prototype, { validateSync: counting(theirs), validate: counting(theirsLater) })
    try {
      expect(own.validateSync(new Counted())).to.have.length(1)
      expect(await own.validate(new Counted(), { stopAtFirstError: true })).to.have.length(1)
      const rejected = await own.validateOrReject(new Counted()).then(
        () => undefined,
        (errors: unknown) => errors
      )
      expect(rejected).to.have.length(1)
    } finally {
      Object.assign(original.Validator.prototype, { validateSync: theirs, validate: theirsLater })
    }
    expect(calls).to.equal(0)
    expect(difference(own.validateSync(order({})), original.validateSync(order({})))).to.equal(undefined)
    class Mine extends Validator {
      override validateSync(): ValidationError[] {
        return []
      }
    }
    expect((new Mine() as Validator).validateSync({})).to.deep.equal([])
  })
})

describe('The drop-in for plainToInstance', () => {
  it('follows a second decorator of a property that was used before', () => {
    class Price {
      @Type(() => String) amount: unknown
      @Expose({ name: 'old' }) name: unknown
      @Transform(({ value }) => `${value}!`) text: unknown
    }
    const make = () => transformer.plainToInstance(Price, { amount: '5', old: 'o', new: 'n', text: 'a' })
    const same = () =>
      expect(make()).to.deep.equal(
        originalTransformer.plainToInstance(Price, { amount: '5', old: 'o', new: 'n', text: 'a' })
      )
    same()
    Type(() => Number)(Price.prototype, 'amount')
    expect(make().amount).to.equal(5)
    same()
    Expose({ name: 'new' })(Price.prototype, 'name')
    expect(make().name).to.equal('n')
    same()
    Transform(({ value }) => `${value}?`)(Price.prototype, 'text')
    expect(make().text).to.equal('a?!')
    same()
  })
})
