import { Exclude, Expose, Transform, Type } from 'class-transformer'
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  Contains,
  Equals,
  IsAlpha,
  IsAlphanumeric,
  IsArray,
  IsBoolean,
  IsDate,
  IsDateString,
  IsDefined,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsISO8601,
  IsNegative,
  IsNotEmpty,
  IsNumber,
  IsNumberString,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  NotEquals,
  registerDecorator,
  Validate,
  type ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationArguments,
  type ValidationOptions,
  ValidatorConstraint,
  type ValidatorConstraintInterface
} from 'class-validator'
import fc from 'fast-check'
import { type ConcreteClass } from 'fieldstone'
import { chance, type Draw, pick } from './draw.js'

type Decorate = (options?: ValidationOptions) => ReturnType<typeof ValidateBy>

@ValidatorConstraint({ name: 'isOdd' })
class IsOdd implements ValidatorConstraintInterface {
  validate(value: unknown, args?: ValidationArguments): boolean {
    return Number(value) % 2 === 1 && args?.property !== undefined
  }
  defaultMessage(args?: ValidationArguments): string {
    return `$property of $target (${args?.targetName}) must be odd, not $value; $constraint1`
  }
}

/** No @ValidatorConstraint: class-validator lets everything pass. */
class Unregistered implements ValidatorConstraintInterface {
  validate(): boolean {
    return false
  }
}

function userRule(name: string | undefined): Decorate {
  return (options) => (target, property) => {
    registerDecorator({
      name: name as string,
      target: target.constructor,
      propertyName: property as string,
      constraints: ['$value', Symbol('mark')],
      ...(options && { options }),
      validator: {
        validate: (value, args) => String(value).length !== 2 && Object.keys(args?.object ?? {}).length < 4,
        ...(name !== 'isString' && { defaultMessage: () => '$property $constraint1 $constraint2' })
      }
    })
  }
}

enum Letters {
  A = 'a',
  B = 'b'
}

const RULES: readonly Decorate[] = [
  ...[IsString, IsBoolean, IsInt, IsArray, IsDate, IsPositive, IsNegative, IsObject, IsNotEmpty, IsDefined],
  ...[ArrayNotEmpty, Allow, IsOptional],
  (options) => IsNumber({}, options),
  (options) => IsNumber({ maxDecimalPlaces: 1, allowNaN: true }, options),
  (options) => Min(1, options),
  (options) => Max(3, options),
  (options) => Min('1' as never, options),
  (options) => MinLength(2, options),
  (options) => MaxLength(3, options),
  (options) => Length(2, 3, options),
  (options) => Length(Number.NaN, undefined, options),
  (options) => Length(1, null as never, options),
  (options) => Matches(/^[a-z]+$/i, options),
  (options) => Matches(/a/g, options),
  (options) => Matches('^a', 'i', options),
  (options) => IsAlphanumeric(undefined, options),
  (options) => IsAlpha('de-DE', options),
  (options) => IsAlpha(undefined, options),
  (options) => IsEmail(undefined, options),
  (options) => IsEmail({ allow_display_name: true }, options),
  (options) => IsUrl(undefined, options),
  (options) => IsUUID('4', options),
  (options) => IsUUID(undefined, options),
  (options) => IsDateString({}, options),
  (options) => IsISO8601({ strict: true }, options),
  (options) => IsNumberString({}, options),
  (options) => IsIn(['a', 1, '$value'], options),
  (options) => IsEnum(Letters, options),
  (options) => Equals('a', options),
  (options) => NotEquals(null, options),
  (options) => Contains('a', options),
  (options) => ArrayMinSize(1, options),
  (options) => ArrayMaxSize(1, options),
  (options) => ArrayUnique(options),
  (options) => Validate(IsOdd, ['$property'], options),
  (options) => Validate(Unregistered, options),
  userRule('isString'),
  userRule('mine'),
  userRule('isDefined'),
  userRule(undefined),
  (options) => ValidateIf((object: object, value) => Object.keys(object).length > 1 || value === 'a', options),
  (options) => ValidateNested(options)
]

const upTo = (draw: Draw, max: number): number => draw(fc.nat, { max })

function drawOptions(draw: Draw): ValidationOptions | undefined {
  if (chance(draw, 55)) return undefined
  const options: ValidationOptions = {}
  if (chance(draw, 25)) options.each = true
  if (chance(draw, 20)) {
    options.message = pick<NonNullable<ValidationOptions['message']>>(draw, [
      '$property: $value ($constraint1, $target) $&',
      '',
      (args) => `${args.property} ${typeof args.value} ${args.targetName} ${args.constraints?.length} $property`
    ])
  }
  if (chance(draw, 20)) options.groups = pick(draw, [['a'], ['b'], ['a', 'b'], []])
  if (chance(draw, 10)) options.always = chance(draw, 50)
  if (chance(draw, 15)) options.context = pick(draw, [{ code: 1 }, { other: 2 }])
  if (chance(draw, 10)) options.validateIf = (_object, value) => value !== 'ab'
  return options
}

const NAMES = ['one', 'two', 'three', '7', '3', 'a b', 'own', 'list'] as const
const VALUES: readonly unknown[] = [
  ...[
    undefined,
    null,
    '',
    'a',
    'ab',
    'abc',
    'abcd',
    'A1',
    'é',
    '😀',
    '😀😀',
    'x\uFE0F',
    '\uFE0F\uFE0F',
    '\uD800',
    '$&'
  ],
  ...[
    '$property',
    'a@b.example',
    'a@b',
    'https://example.org',
    'example',
    '2024-02-28',
    '2024-02-30',
    '1',
    'x'.repeat(70)
  ],
  ...['123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000', 'true', 'false'],
  ...[0, 1, 2, 3, 1.5, 1.25, -1, Number.NaN, Number.POSITIVE_INFINITY, true, false],
  ...[
    [],
    [1],
    ['a'],
    ['a', 'a'],
    ['ab', 'abc'],
    [null],
    [undefined],
    [[]],
    [{}],
    {},
    { one: 'a' },
    [{ one: 'a' }, { two: 1 }]
  ],
  ...[{ 'a b': 'ab', list: [{ one: 1 }] }, { hasOwnProperty: 1 }, { one: { one: { one: 'a' } } }, [[{ one: 'a' }]]]
]

/** Values that no JSON text has. */
const LIVE: readonly (() => unknown)[] = [
  () => new Date('2024-05-17T00:00:00Z'),
  () => new Date(Number.NaN),
  () => new Map<unknown, unknown>([['one', { one: 'a' }]]),
  () => new Set(['a', 'b']),
  () => new String('ab'),
  () => Object.create(null),
  () => () => undefined,
  () => Buffer.from('ab'),
  () => 5n
]

export interface GeneratedDto {
  readonly class: ConcreteClass
  readonly drawPlain: (draw: Draw) => unknown
}

let made = 0

/** Declares a class as the users of class-validator and class-transformer do, with any of their decorators. */
export function drawDto(draw: Draw, depth = 2): GeneratedDto {
  const parent = depth === 2 && chance(draw, 25) ? drawDto(draw, 0).class : Object
  const name = `Dto${++made}`
  const initial = chance(draw, 30)
  const target = {
    [name]: class extends (parent as ConcreteClass) {
      constructor() {
        super()
        if (initial) Object.assign(this, { own: 'initial' })
      }
      method(): void {}
      get fixed(): string {
        return 'fixed'
      }
    }
  }[name] as ConcreteClass
  const names = new Set(Array.from({ length: 1 + upTo(draw, 3) }, () => pick(draw, NAMES)))
  for (const property of names) decorate(draw, target, property, depth)
  if (chance(draw, 5)) (chance(draw, 50) ? Exclude() : Expose())(target)
  return { class: target, drawPlain: (next) => drawPlain(next) }
}

function decorate(draw: Draw, target: ConcreteClass, property: string, depth: number): void {
  const { prototype } = target
  for (let count = 1 + upTo(draw, 2); count > 0; count--) pick(draw, RULES)(drawOptions(draw))(prototype, property)
  if (depth > 0 && chance(draw, 35)) {
    const nested = drawDto(draw, depth - 1)
    ValidateNested(drawOptions(draw))(prototype, property)
    Type(() => nested.class)(prototype, property)
  } else if (depth > 0 && chance(draw, 10)) {
    const [first, second] = [drawDto(draw, 0).class, drawDto(draw, 0).class]
    ValidateNested()(prototype, property)
    Type(() => first, {
      discriminator: {
        property: 'one',
        subTypes: [
          { name: 'a', value: first },
          { name: 'ab', value: second }
        ]
      },
      keepDiscriminatorProperty: chance(draw, 50)
    })(prototype, property)
  } else if (chance(draw, 25)) {
    const types = [Number, String, Boolean, Date, Array, Map, Set, Buffer, Object]
    const type = pick<unknown>(draw, types)
    Type(() => type as never)(prototype, property)
  }
  if (chance(draw, 15)) {
    Expose(
      pick(draw, [
        {},
        { name: 'other' },
        { name: 'two' },
        { toPlainOnly: true, name: 'out' },
        { groups: ['a'] },
        { toClassOnly: true }
      ])
    )(prototype, property)
  }
  if (chance(draw, 6)) Exclude(pick(draw, [{}, { toPlainOnly: true }, { toClassOnly: true }]))(prototype, property)
  if (chance(draw, 12))
    Transform(({ value, key, obj }) =>
      typeof value === 'string' ? `${value}${key}${Object.keys(obj).length}` : value
    )(prototype, property)
  if (chance(draw, 30)) {
    const type: unknown = pick<unknown>(draw, [String, Number, Boolean, Array, Object, Date])
    Reflect.defineMetadata('design:type', type, prototype, property)
  }
}

const KEYS = [...NAMES, 'other', 'out', 'method', 'fixed', 'toString', 'hasOwnProperty', 'constructor', '__proto__']

function drawValue(draw: Draw, depth: number): unknown {
  if (depth > 0 && chance(draw, 35)) {
    return chance(draw, 40)
      ? Array.from({ length: upTo(draw, 2) }, () => drawPlain(draw, depth - 1))
      : drawPlain(draw, depth - 1)
  }
  if (chance(draw, 8)) return pick(draw, LIVE)()
  return structuredClone(pick(draw, VALUES))
}

function drawPlain(draw: Draw, depth = 2): unknown {
  if (chance(draw, 4)) return structuredClone(pick(draw, VALUES))
  const plain = {}
  for (let count = upTo(draw, 4); count > 0; count--) {
    const key = pick(draw, chance(draw, 85) ? NAMES : KEYS)
    Object.defineProperty(plain, key, {
      value: drawValue(draw, depth),
      enumerable: true,
      configurable: true,
      writable: true
    })
  }
  return plain
}
