import { expect } from 'chai'
import {
  Allow,
  IsArray,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  MinLength,
  registerDecorator,
  Validate,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  ValidatePromise,
  type ValidationArguments,
  type ValidationError,
  ValidatorConstraint,
  type ValidatorOptions,
  validateSync
} from 'class-validator'
import { NEEDS_LIBRARY } from '../../../src/record/validation-plans/class-check.js'
import { ClassPlans, type Selection } from '../../../src/record/validation-plans/class-plans.js'
import { Validation } from '../../../src/record/validation-plans/validation.js'

class Part {
  @IsString() sku: unknown = 'a'
  @IsInt({ context: { code: 1 } }) @Max(5, { context: { code: 2 } }) count: unknown = 1
}

class Order {
  @IsString() @MinLength(2) name: unknown = 'ab'
  @ValidateNested({ context: { code: 3 } }) part: unknown = new Part()
  @ValidateNested({ each: true }) @IsArray() @IsOptional() parts?: unknown = undefined
  @ValidateIf(({ name }: Order) => name !== 'free') @IsInt({ groups: ['a'] }) price: unknown = 1
  @Allow() anything: unknown = null
}

class Derived extends Order {
  @IsInt() declare name: unknown
}

@ValidatorConstraint({ name: 'odd' })
class Odd {
  validate(value: unknown): boolean {
    return typeof value === 'number' && value % 2 === 1
  }
}

@ValidatorConstraint()
class Unnamed {
  validate(value: unknown, { constraints }: ValidationArguments): boolean {
    return value === constraints[0]
  }
  defaultMessage({ value, targetName }: ValidationArguments): string {
    return `$property of ${targetName} is ${String(value)}, not $constraint1`
  }
}

/** The messages and contexts of an error, of each kind of decorator. */
class Told {
  @IsString({ context: { a: 1 } })
  @MinLength(2, { context: { a: 2, b: 3 }, message: '$property $value' })
  text: unknown = 'ab'
  @IsDefined({ context: { there: true }, message: 'is missing' })
  @IsInt({ message: ({ value }) => `is ${String(value)}` })
  whole: unknown = 1
  @Validate(Odd, { context: { odd: 1 } }) @Validate(Unnamed, ['same'], { message: '' }) own: unknown = 'same'
  @IsInt({ each: true, context: { each: 1 } }) @Validate(Odd, { each: true }) all: unknown = [1]
  @Length(2, 3) @IsEmail() long: unknown = 'ab'
  @IsIn(['$value', 'b']) one: unknown = 'b'
  @ValidateNested({ message: 'no part', context: { nested: 1 } }) part: unknown = new Part()
}

/** What holds under which conditions. */
class Conditional {
  @ValidateIf(({ flag }: Conditional) => flag)
  @ValidateIf((_object, value) => value !== 'skip')
  @IsInt()
  both: unknown = 1
  @IsString({ validateIf: (_object, value) => value !== 5 }) chosen: unknown = 'a'
  @IsOptional() @ValidateIf(() => true) @IsInt() optional?: unknown
  @IsOptional() @ValidateNested() part?: unknown
  @ValidateNested() @ValidateNested({ each: true }) twice: unknown = new Part()
  flag = true
}

@ValidatorConstraint({ name: 'promising' })
class Promising {
  validate(value: unknown): unknown {
    if (value === 'throws') throw new RangeError('thrown')
    return value === 'then' ? Promise.resolve(false) : value
  }
}

class Returning {
  @Validate(Promising as never) one: unknown = true
  @Validate(Promising as never, { each: true }) all: unknown = [true]
  @IsString() text: unknown = 'a'
}

/** A constraint without a name. */
class Nameless {
  @ValidateBy(
    { name: '', validator: { validate: () => false, defaultMessage: () => 'never' } },
    { context: { own: 1 } }
  )
  it = 1
}

class Undecorated {
  any = 1
}

/** Its metadata is on a symbol: class-validator knows the class, and checks nothing. */
class OnSymbol {}
IsString()(OnSymbol.prototype, Symbol('key') as never)

const make = <T extends object>(target: new () => T, members: object): T => Object.assign(new target(), members)
const wrong = (): Part => make(Part, { sku: 5, count: 9 })

const OBJECTS: Readonly<Record<string, () => object>> = {
  sound: () => new Order(),
  'with wrong values': () => make(Order, { name: 5, part: wrong(), parts: [new Part(), wrong(), 5], price: 'x' }),
  'without values': () => make(Order, { name: undefined, part: undefined, parts: null, price: null }),
  'with a condition that does not hold': () => make(Order, { name: 'free', price: 'x' }),
  'with other keys': () => make(Order, { more: 1, part: make(Part, { extra: 2 }) }),
  'of a class that redeclares': () => make(Derived, { name: 'ab', part: wrong() }),
  'with texts that are too short': () =>
    make(Told, { text: '', whole: undefined, own: 'other', all: [2, 'a'], long: 'a', one: 'x' }),
  'with values of other types': () =>
    make(Told, { text: 5, whole: null, own: 2, all: 'a', long: 5, one: ['b'], part: 5 }),
  'with odd values': () => make(Told, { whole: 'x', own: 3, all: new Set([1, 2]), long: 'abcd', part: null }),
  'with collections': () => {
    const numbers = new Map<string, unknown>(Object.entries({ a: 1, b: 'x' }))
    return make(Told, { all: numbers, part: new Map<unknown, unknown>(Object.entries({ 1: wrong(), b: new Part() })) })
  },
  'with sets': () => make(Told, { all: [], part: new Set([wrong(), 5, null, undefined]) }),
  'with lists': () =>
    make(Told, { all: [[1]], part: Object.assign([wrong(), [wrong()], undefined], { 4: null, 5: new Undecorated() }) }),
  'with a date in the place of an object': () => make(Told, { part: new Date(0) }),
  'with conditions that hold': () =>
    make(Conditional, { both: 'x', chosen: 5, optional: 'x', part: wrong(), twice: [wrong()] }),
  'with conditions that do not': () =>
    make(Conditional, { both: 'x', chosen: 6, optional: null, part: null, flag: false, twice: wrong() }),
  'with one condition alone': () => make(Conditional, { both: 'skip', part: 5, twice: 5, optional: 1 }),
  'with results that are no booleans': () => make(Returning, { one: 0, all: [1, '', 2], text: 5 }),
  'with results that are true to JavaScript': () => make(Returning, { one: {}, all: ['a'], text: 'b' }),
  'with promises, which validateSync ignores': () => make(Returning, { one: 'then', all: ['then', 0], text: 5 }),
  'with lists of promises': () => make(Returning, { one: 'x', all: [0, 'then'] }),
  'with a constraint without a name': () => new Nameless(),
  'without decorators': () => new Undecorated(),
  'with decorators on a symbol alone': () => make(OnSymbol, { more: 1 })
}

const OPTIONS: readonly ValidatorOptions[] = [
  {},
  { whitelist: true },
  { whitelist: true, forbidNonWhitelisted: true },
  { forbidUnknownValues: false },
  { forbidUnknownValues: false, whitelist: true, stopAtFirstError: true },
  { skipMissingProperties: true, validationError: { target: false, value: false } },
  { groups: ['a'] },
  { groups: ['b'], strictGroups: true },
  { stopAtFirstError: true },
  { dismissDefaultMessages: true },
  { skipNullProperties: true, validationError: { target: true, value: undefined } as never },
  { skipUndefinedProperties: true, validationError: {} }
]

function validationBy(generatesCode: boolean, options: ValidatorOptions, isSync = true): Validation {
  const { groups, always = false, strictGroups = false } = options
  const selection: Selection = { groups, always, strictGroups }
  return new Validation(new ClassPlans(selection, false, generatesCode), options, isSync)
}

const shown = (errors: readonly ValidationError[]) => JSON.parse(JSON.stringify(errors)) as unknown

for (const generatesCode of [true, false]) {
  describe(`Checks of classes ${generatesCode ? 'by generated code' : 'without generated code'}`, () => {
    const validation = (options: ValidatorOptions, isSync = true) => validationBy(generatesCode, options, isSync)

    for (const [title, make] of Object.entries(OBJECTS)) {
      it(`find what class-validator finds in an object ${title}, and leave of it what that leaves`, () => {
        for (const options of OPTIONS) {
          const [own, theirs] = [make(), make()]
          expect(shown(validation(options).errorsOf(own))).to.deep.equal(shown(validateSync(theirs, options)))
          expect(own).to.deep.equal(theirs)
        }
      })
    }

    it('let an error of a constraint through', () => {
      const throwing = make(Returning, { one: 'throws' })
      expect(() => validation({}).errorsOf(throwing)).to.throw(RangeError, 'thrown')
      expect(() => validateSync(throwing)).to.throw(RangeError, 'thrown')
    })

    it('leave a promise that no decorator tells of to class-validator, from the first time on', () => {
      const own = validation({}, false)
      let calls = 0
      class Once {
        @ValidateBy({ name: 'later', validator: { validate: () => Promise.resolve(calls++ < 0) } as never }) it = 1
      }
      for (const count of [1, 1, 1]) {
        expect(() => own.errorsOf(new Once()))
          .to.throw()
          .that.equals(NEEDS_LIBRARY)
        expect(calls).to.equal(count)
      }
    })

    it('follow what is decorated after the first check, of a class and of its parent', () => {
      class Parent {
        name: unknown = 5
      }
      class Child extends Parent {
        @ValidateNested() part: unknown = wrong()
        other: unknown = wrong()
      }
      const { errorsOf } = {
        errorsOf:
          (each = validation({})) =>
          () =>
            each.errorsOf(new Child()).length
      }
      const count = errorsOf()
      expect(count()).to.equal(1)
      ValidateNested()(Child.prototype, 'other')
      expect(count()).to.equal(2)
      IsString()(Parent.prototype, 'name')
      expect(count()).to.equal(3)
    })

    it('leave a promise in the place of a value to class-validator', () => {
      class Promising {
        @ValidatePromise() @ValidateNested() part: unknown = Promise.resolve(wrong())
      }
      expect(() => validation({}).errorsOf(new Promising()))
        .to.throw()
        .that.equals(NEEDS_LIBRARY)
    })

    it('follow a constraint that is declared after the first check', () => {
      class Late {
        validate(): boolean {
          return false
        }
      }
      class Waiting {
        @Validate(Late) it = 1
      }
      const own = validation({})
      expect(own.errorsOf(new Waiting())).to.deep.equal([])
      ValidatorConstraint({ name: 'late' })(Late)
      expect(shown(own.errorsOf(new Waiting()))).to.deep.equal(shown(validateSync(new Waiting())))
    })

    it('leave what is asynchronous and called isDefined to class-validator', () => {
      class Later {
        name: unknown = 'a'
      }
      registerDecorator({
        name: 'isDefined',
        async: true,
        target: Later,
        propertyName: 'name',
        validator: { validate: () => Promise.resolve(false) }
      })
      expect(validation({}).errorsOf(new Later())).to.deep.equal([])
      if (generatesCode)
        expect(() => validation({}, false).errorsOf(new Later()))
          .to.throw()
          .that.equals(NEEDS_LIBRARY)
    })

    it('leave out what is asynchronous, as validateSync does', () => {
      class Later {
        @IsString() first: unknown = 5
        name: unknown = 'a'
      }
      registerDecorator({
        name: 'later',
        async: true,
        target: Later,
        propertyName: 'name',
        validator: { validate: () => Promise.resolve(false) }
      })
      expect(shown(validation({}).errorsOf(new Later()))).to.deep.equal(shown(validateSync(new Later())))
      if (generatesCode)
        expect(() => validation({}, false).errorsOf(new Later()))
          .to.throw()
          .that.equals(NEEDS_LIBRARY)
    })
  })
}

/** Takes a time that doubles with each letter before another letter. */
const COSTLY = /^(a+)+$/

describe('A costly pattern in what a client sent', () => {
  const texts = ['a', 'b', 'aaaa', 'aaab', 'aaaaaaa', 'aaaaaab'] as const
  const short = { validateIf: () => true }
  const CASES: readonly (readonly [string, PropertyDecorator[], string])[] = [
    ['beside a greatest length', [Matches(COSTLY), MaxLength(3)], ' | matches | maxLength | maxLength | maxLength | maxLength'],
    ['beside the greater of two', [Matches(COSTLY), MaxLength(6), MaxLength(3)], ' | matches | maxLength | maxLength | maxLength | maxLength'],
    ['beside a range of lengths', [Length(1, 3), Matches('^(a+)+$')], ' | matches | isLength | isLength | isLength | isLength'],
    ['beside a least length', [Length(2), Matches(COSTLY)], 'isLength | isLength matches |  | matches |  | matches'],
    ['beside a length that holds under a condition', [Matches(COSTLY), MaxLength(3, short as never)], ' | matches | maxLength | matches maxLength | maxLength | matches maxLength'],
    ['alone', [Matches(COSTLY)], ' | matches |  | matches |  | matches'],
    ['that is none', [Matches(/^a+$/), MaxLength(3)], ' | matches | maxLength | matches maxLength | maxLength | matches maxLength'],
    ['as a text with flags', [Matches('^(A+)+$', 'i'), MaxLength(3)], ' | matches | maxLength | maxLength | maxLength | maxLength']
  ] // biome-ignore format: a table
  for (const [title, decorators, expected] of CASES) {
    it(`is not tried with a text that another rule rejects as too long: ${title}`, () => {
      for (const generatesCode of [true, false]) {
        class Sent {
          text: unknown
        }
        for (const decorate of decorators) decorate(Sent.prototype, 'text')
        const plans = new ClassPlans({ groups: undefined, always: false, strictGroups: false }, true, generatesCode)
        const keys = texts.map((text) => {
          const [error] = new Validation(plans, {}, true).errorsOf(make(Sent, { text }))
          return Object.keys(error?.constraints ?? {})
            .sort()
            .join(' ')
        })
        expect(keys.join(' | ')).to.equal(expected)
      }
    })
  }

  it('is, of each item of a list, limited by what is about its items alone', () => {
    class Sent {
      @Matches(COSTLY, { each: true }) @MaxLength(3) inner: unknown = ['aaaab']
      @Matches(COSTLY, { each: true }) @MaxLength(3, { each: true }) both: unknown = ['aaaab']
    }
    const plans = new ClassPlans({ groups: undefined, always: false, strictGroups: false }, true)
    const errors = new Validation(plans, {}, true).errorsOf(new Sent())
    expect(errors.map(({ constraints }) => Object.keys(constraints ?? {}).sort())).to.deep.equal([
      ['matches', 'maxLength'],
      ['maxLength']
    ])
  })
})
