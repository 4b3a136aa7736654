import { expect } from 'chai'
import {
  Allow,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MinLength,
  registerDecorator,
  ValidateIf,
  ValidateNested,
  ValidatePromise,
  type ValidationError,
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
  { groups: ['b'], strictGroups: true }
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
