import {
  BootstrapError,
  type Class,
  defineFormat,
  Field,
  type FieldOptions,
  Integer,
  nullable,
  type TypeExpression,
  Unknown
} from 'fieldstone'
import 'reflect-metadata'
import { Exclude, Expose, Transform, Type } from 'class-transformer'
import {
  Allow,
  ArrayMinSize,
  ArrayUnique,
  Contains,
  Equals,
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmail,
  IsEmpty,
  IsEnum,
  IsIn,
  IsInstance,
  IsInt,
  IsLatitude,
  IsLongitude,
  IsNegative,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  Length,
  Matches,
  MaxDate,
  MaxLength,
  Min,
  MinDate,
  MinLength,
  NotEquals,
  registerDecorator,
  Validate,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  ValidatePromise,
  type ValidationArguments,
  type ValidationOptions,
  ValidatorConstraint
} from 'class-validator'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import type { FieldSchema, RecordSchema, Rule } from '../../../src/record/type/schema.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

class Part {
  @IsString() sku!: string
}
class Foreign {}
@ValidatorConstraint({ name: 'isOdd' })
class IsOdd {
  validate(value: unknown): boolean {
    return typeof value === 'number' && value % 2 === 1
  }
}

@ValidatorConstraint({ async: true })
class IsFree {
  validate(value: unknown) {
    return Promise.resolve(value !== 'taken')
  }
  defaultMessage() {
    return 'it of $target is taken'
  }
}

/** A decorator of the application that looks like class-validator's own. */
const own = (name: string, validate: (value: unknown, args?: unknown) => unknown, constraints: unknown[] = []) => {
  return (target: object, propertyName: string | symbol) =>
    registerDecorator({
      ...{ name, target: target.constructor, propertyName: propertyName as string, constraints },
      validator: { validate: validate as () => boolean }
    })
}

/** A decorator of the application that cannot be told from class-validator's own by its name, message and verdicts. */
const seeming = (validate: (value: unknown, args: ValidationArguments) => unknown, options?: ValidationOptions) => {
  const defaultMessage = () => '$property must be longer than or equal to $constraint1 characters'
  const validator = { validate: validate as () => boolean, defaultMessage }
  return ValidateBy({ name: 'minLength', constraints: [2], validator }, options)
}
const isLong = (value: unknown): boolean => typeof value === 'string' && value.length >= 2
const failing = (): never => {
  throw new Error('thrown')
}

type Row = readonly [what: string, emitted: unknown, ...decorators: PropertyDecorator[]]

const isOn = () => true
const KINDS = { property: 'kind', subTypes: [{ name: 'part', value: Part }] }
const as = (decorator: unknown): PropertyDecorator => decorator as PropertyDecorator

/** Properties with decorators of the libraries, by what is emitted of their types. */
const PROPERTIES: readonly Row[] = [
  ...[
    undefined,
    Object,
    String,
    Number,
    Boolean,
    Date,
    Array,
    Buffer,
    Uint8Array,
    Map,
    Set,
    Promise,
    Part,
    Foreign
  ].map((emitted): Row => ['Allow', emitted, Allow()]),
  ...[undefined, Object, String, Foreign, Part, Array].map((emitted): Row => ['IsDefined', emitted, IsDefined()]),
  ...[undefined, Object, Part, Foreign, Array].flatMap((emitted): Row[] => [
    ['IsObject', emitted, IsObject()],
    ['IsOptional', emitted, IsOptional()],
    ['ValidateNested', emitted, ValidateNested()],
    ['ValidateNested each', emitted, ValidateNested({ each: true })],
    ['IsObject and ValidateNested', emitted, IsObject(), ValidateNested()],
    ['Type of Part', emitted, Type(() => Part)],
    ['Type of a list', emitted, Type(() => [Part] as never)],
    ['Type of two', emitted, Type(() => [Part, Part] as never)],
    ['Type of nothing', emitted, Type(() => undefined as never)],
    ['Type of emitted', emitted, Type()],
    ['Type of Part and ValidateNested', emitted, Type(() => Part), ValidateNested()],
    ['Type with a discriminator', emitted, Type(() => Part, { discriminator: KINDS as never }), ValidateNested()],
    ['Transform', emitted, Transform(({ value }) => value)],
    ['Transform of requests', emitted, Transform(({ value }) => value, { toClassOnly: true }), IsString()],
    ['Transform of responses', emitted, Transform(({ value }) => value, { toPlainOnly: true }), IsString()],
    ['Transform and Type', emitted, Transform(({ value }) => value), Type(() => Date), IsDate()],
    ['Transform and IsArray', emitted, Transform(({ value }) => value), IsArray()],
    ['Transform and IsOptional', emitted, Transform(({ value }) => value), IsOptional(), IsInt()],
    ['Transform and ValidateNested', emitted, Transform(({ value }) => value), ValidateNested()],
    ['IsInstance of a record', emitted, IsInstance(Part)],
    ['IsInstance of another class', emitted, IsInstance(Foreign)],
    ['IsInstance of nothing', emitted, IsInstance(undefined as never)],
    ['ValidatePromise', emitted, as(ValidatePromise()), Type(() => Part)],
    ['IsString each', emitted, IsString({ each: true })]
  ]),
  ...(
    [
      ['IsString', IsString()],
      ['IsInt', IsInt()],
      ['IsInt and IsPositive', IsInt(), IsPositive()],
      ['IsNumber', IsNumber()],
      ['IsNumber with nothing', IsNumber({})],
      ['IsNumber with places', IsNumber({ maxDecimalPlaces: 2 })],
      ['IsPositive', IsPositive()],
      ['IsNegative', IsNegative()],
      ['Min', Min(1)],
      ['IsBoolean', IsBoolean()],
      ['IsDate', IsDate()],
      ['MinDate', MinDate(new Date(0))],
      ['MaxDate', MaxDate(new Date(0))],
      ['IsIn', IsIn(['a', 1, true])],
      ['IsIn nothing', IsIn([])],
      ['IsIn others', IsIn(['a', null])],
      ['IsIn no list', IsIn('a' as never)],
      ['IsEnum', IsEnum({ A: 'a', B: 1 })],
      ['IsEnum of no enum', IsEnum([] as never)],
      ['IsEnum with a length', IsEnum({ A: 'a' }), Length(1, 2), IsString()],
      ['IsIn with rules', IsIn(['ab', 'b']), MinLength(1), MaxLength(1)],
      ['IsLatitude', IsLatitude()],
      ['IsLongitude', IsLongitude()],
      ['IsLatitude and IsString', IsLatitude(), IsString()],
      ['IsArray', IsArray()],
      ['ArrayMinSize', ArrayMinSize(1)],
      ['ArrayUnique', ArrayUnique()],
      ['ArrayUnique by', ArrayUnique((item: unknown) => item)],
      ['IsInt each', IsInt({ each: true })],
      ['IsInt each and IsArray', IsInt({ each: true }), IsArray({ message: 'no list' })],
      ['IsDate each', IsDate({ each: true })],
      ['IsNumber each with places', IsNumber({ maxDecimalPlaces: 1 }, { each: true })],
      ['IsIn each', IsIn(['a'], { each: true }), Length(1, 2, { each: true, message: 'each $constraint2' })],
      ['MinLength', MinLength(2)],
      ['MaxLength', MaxLength(3)],
      ['Length', Length(2, 3)],
      ['Length from', Length(2)],
      ['Contains', Contains('a')],
      ['Equals', Equals('a')],
      ['NotEquals', NotEquals('a')],
      ['IsEmpty', IsEmpty()],
      ['IsNotEmpty', IsNotEmpty({ message: 'not nothing' })],
      ['IsEmail', IsEmail()],
      ['IsEmail with options', as((...on: [object, string]) => IsEmail({ allow_display_name: true })(...on))],
      ['Matches', Matches(/^a+$/i)],
      ['Matches costly', Matches(/^(a+)+$/)],
      ['Matches costly, bounded', Matches(/^(a+)+$/), MaxLength(9)],
      ['Matches costly, bounded each', Matches(/^(a+)+$/, { each: true }), MaxLength(9, { each: true })],
      ['message', IsString({ message: 'no text' }), MinLength(2, { message: '$value $property $target $constraint1' })],
      ['empty message', IsString({ message: '' }), IsDefined({ message: 'must be there' })],
      ['message of a function', IsInt({ message: ({ value }) => `not ${String(value)}` })],
      ['message of no text', IsInt({ message: (() => 5) as never })],
      ['message of nothing', IsInt({ message: (() => undefined) as never })],
      ['message of null', IsInt({ message: (() => null) as never })],
      ['message of a promise', IsInt({ message: (() => Promise.reject(new Error('no'))) as never })],
      ['groups', IsString({ groups: ['a'] }), IsInt({ groups: ['b'] })],
      ['groups alone', IsString({ groups: ['a'] }), IsOptional({ groups: ['a'] })],
      ['always', IsString({ always: true, groups: ['a'] })],
      [
        'validateIf',
        IsString({
          validateIf: (owner: { on?: boolean }, value: unknown) => owner.on === true || value === 'x'
        } as never)
      ],
      ['validateIf beside another', IsString({ validateIf: isOn } as never), IsDefined()],
      [
        'validateIf beside the type',
        IsString(),
        MinLength(3, { validateIf: (owner: { on?: boolean }) => owner.on === true } as never)
      ],
      [
        'validateIf, optional',
        IsOptional(),
        IsInt({ validateIf: isOn, message: 'int' } as never),
        Min(1, { validateIf: () => false } as never)
      ],
      [
        'validateIf beside a nested object',
        ValidateNested(),
        Type(() => Part),
        IsObject({ validateIf: isOn } as never)
      ],
      ['ValidateIf beside validateIf', ValidateIf(() => false), IsInt({ validateIf: isOn } as never)],
      ['validateIf beside what accepts nothing', NotEquals('a'), IsString({ validateIf: isOn } as never)],
      ['validateIf alone, of what accepts nothing', NotEquals('a', { validateIf: isOn } as never)],
      ['messages, of presence last', IsString({ message: 'no text' }), IsDefined({ message: 'not there' })],
      ['messages, of presence first', IsDefined({ message: 'not there' }), IsString({ message: 'no text' })],
      ['messages, of emptiness last', MinLength(2, { message: 'short' }), IsNotEmpty({ message: 'empty' }), IsString()],
      [
        'messages, of emptiness first',
        IsNotEmpty({ message: 'empty' }),
        MinLength(2, { message: 'short' }),
        IsString()
      ],
      ['messages, of presence and emptiness', IsNotEmpty({ message: 'empty' }), IsDefined({ message: 'not there' })],
      ['a message of the list', IsArray({ message: 'no list' }), IsInt({ each: true, message: 'no integers' })],
      ['ValidateIf', ValidateIf(isOn), IsInt(), Min(2)],
      ['ValidateIf, optional', ValidateIf(isOn), IsOptional(), IsString(), Length(1, 2)],
      ['ValidateIf, twice', ValidateIf((_owner, value) => value === 1), ValidateIf(isOn), IsNumber()],
      ['ValidateIf, nested', ValidateIf(isOn), ValidateNested(), Type(() => Part)],
      ['ValidateIf, nothing else', ValidateIf(isOn)],
      ['ValidateIf, asynchronous', ValidateIf(isOn), IsString(), Validate(IsFree)],
      ['ValidateIf, a list', ValidateIf(isOn), IsInt({ each: true }), ArrayMinSize(1)],
      ['Validate', Validate(IsOdd, [1, { a: 1 }])],
      ['Validate with a message', Validate(IsOdd, { message: 'is not odd: $value' })],
      ['Validate asynchronously', Validate(IsFree), IsString()],
      ['Validate each', Validate(IsOdd, { each: true }), IsArray()],
      [
        'ValidateBy',
        ValidateBy({
          name: 'even',
          constraints: [2],
          validator: { validate: (value: unknown) => Number(value) % 2 === 0 }
        })
      ],
      ['ValidateBy without a name', ValidateBy({ name: undefined as never, validator: { validate: isOn } })],
      ['an asynchronous function', as(own('later', async () => true))],
      ['a promise', as(own('promises', () => Promise.reject(new Error('no'))))],
      ['a thenable', as(own('thens', () => Object.fromEntries([['then', isOn]])))],
      [
        'what throws',
        as(
          own('throws', () => {
            throw new Error('thrown')
          })
        )
      ],
      ['an own isString', as(own('isString', (value) => value === 'a'))],
      [
        'an own isInt that throws',
        as(
          own('isInt', () => {
            throw new Error('thrown')
          })
        )
      ],
      ['an own minLength', as(own('minLength', (value) => typeof value === 'string' && value.length > 3, [2]))],
      ['what seems to be MinLength', seeming(isLong)],
      ['what seems to be MinLength, each', seeming(isLong, { each: true }), IsArray()],
      ['what seems to be MinLength, with a condition', seeming(isLong, { validateIf: isOn })],
      ['what seems to be MinLength, for more', seeming((value) => isLong(value) || value === 'p')],
      ['what seems to be MinLength, for less', seeming((value) => isLong(value) && value !== 'taken')],
      [
        'what seems to be MinLength and reads the record',
        seeming((value, args) => (value === 'taken' ? (args.object as { on?: boolean }).on : isLong(value)))
      ],
      [
        'what seems to be MinLength and fails at the record',
        seeming((value, args) => (value === 'taken' ? failing() : value === 'p' ? args.object : isLong(value)))
      ],
      [
        'what seems to be MinLength and reads the record where it fails',
        seeming((value, args) => (value === 'taken' ? (args.object as { a: { b: 1 } }).a.b : isLong(value)))
      ],
      [
        'what seems to be MinLength and tells other truths',
        seeming((value) => (isLong(value) ? (value === 'taken' ? 1 : true) : value === 'p' ? '' : false))
      ],
      [
        'what seems to be MinLength and promises',
        seeming((value) => (value === 'taken' ? Promise.reject(new Error('no')) : isLong(value)))
      ],
      ['an own isEmail', as(own('isEmail', (value) => value === 'a@b.example'))],
      ['an own isIn', as(own('isIn', (value) => value === 'a', [['a', 'b']]))],
      ['an own matches', as(own('matches', (value) => value === 'a', [/^a/]))],
      ['Exclude', IsString(), Exclude()],
      ['Expose', IsString(), Expose({ name: 'other' })],
      ['Expose to requests', IsString(), Expose({ name: 'other', toClassOnly: true })],
      ['Expose to responses', IsString(), Expose({ name: 'other', toPlainOnly: true }), Exclude({ toClassOnly: true })]
    ] satisfies readonly (readonly [string, ...PropertyDecorator[]])[]
  ).map(([what, ...decorators]): Row => [what, Object, ...decorators]),
  ['IsString', Number, IsString()],
  ['IsInt', String, IsInt()],
  ['IsOptional', Date, IsOptional()],
  ['MinLength', Array, MinLength(2)],
  ['IsIn', Array, IsIn(['a'])],
  ['IsNotEmpty', String, IsNotEmpty()],
  ['IsArray and Type', Array, IsArray(), Type(() => Date)]
]

const PLATE = defineFormat('plate', { check: (text) => text === 'p', example: 'p', description: 'A plate' })

const FIELDS: Readonly<Record<string, readonly [TypeExpression, FieldOptions?, ...PropertyDecorator[]]>> = {
  plain: [String],
  named: [String, { name: 'other', title: 't', description: 'd', deprecated: true, 'x-own': 1 }],
  'with an example': [Integer, { example: 1, optional: true }],
  'with examples': [Integer, { examples: [1, 2], nullable: true }],
  'with a default': [[String], { default: ['a'], style: 'comma' }],
  'with false': [String, { deprecated: false, readOnly: false, writeOnly: false, nullable: false, optional: false }],
  'read only': [String, { readOnly: true }],
  'write only': [String, { writeOnly: true, message: 'wrong', maxLength: 3 }],
  nullable: [nullable(String), { default: null, minLength: 1 }],
  anything: [Unknown],
  optional: [Integer, { minimum: 1 }, IsOptional()],
  ruled: [String, { pattern: /^(a+)+$/, maxLength: 5, message: '$property of $target' }],
  messages: [[String], { minItems: 1, messages: { required: 'r', type: 't', minItems: 'm' } }],
  conditional: [Integer, { minimum: 1 }, ValidateIf(isOn)],
  'own format': [String, { format: PLATE }],
  'own format, described': [String, { format: PLATE, example: 'p', description: 'Mine' }],
  'own format, examples': [String, { format: PLATE, examples: ['p'] }],
  'own format of a list': [[String], { format: PLATE, each: true }],
  number: [Number, { format: 'float', minimum: 1, multipleOf: 2 }],
  validated: [[Integer], {}, Min(1, { each: true, message: 'low' }), ArrayUnique(), IsNumber({}, { each: true })],
  'an own number': [Number, {}, IsNumber({ maxDecimalPlaces: 1 }), IsNumber({ allowNaN: true })],
  'an asynchronous list': [[String], {}, Validate(IsFree, { each: true })]
}

/** Values that rules judge. */
const VALUES: readonly unknown[] = [
  ...[
    undefined,
    null,
    '',
    'a',
    'ab',
    'abcd',
    'aaaaaaaaaaaaaa',
    'a@b.example',
    'p',
    'taken',
    true,
    0,
    1,
    2,
    5,
    1.25,
    -1
  ],
  ...[Number.NaN, [], ['a'], ['a', 'a'], [1], {}, new Date(0), new Part()]
]
const OWNER = { on: false, it: 'a' }

function ruleText(each: Rule): string {
  const { name, constraint, constraints, keywords, check, call, expression, limit } = each
  const flags = (['each', 'exact', 'readsRecord', 'judgesRecord', 'readsRawValue'] as const).filter(
    (flag) => each[flag]
  )
  const judged = VALUES.map((value) => outcome(() => each.test(value, OWNER)))
  const accepted = VALUES.filter((_, index) => judged[index] === 'true')
  const thrown = new Set(judged.filter((result) => result !== 'true' && result !== 'false'))
  const words = [...new Set(VALUES.map((value) => outcome(() => each.message(value, OWNER))))]
  const limits = limit && [...new Set(VALUES.map((value) => outcome(() => limit(value))))].join(' or ')
  const facts = [
    `${name}${constraint === name ? '' : ` (${constraint})`} ${flags.join(' ')}`,
    `keywords ${shown(keywords)}`,
    constraints.length > 0 && `constraints ${shown(constraints)}`,
    each.stage,
    check && `check ${shown(check)}`,
    call && `called with ${shown(call.args)} check ${shown(call.check)}`,
    expression && `expression ${String(expression)}`,
    each.maxLength !== undefined && `maxLength ${each.maxLength}`,
    limits && `limit ${limits}`,
    `accepts ${accepted.length === VALUES.length ? 'all' : accepted.map(shown).join(' ')}`,
    [...thrown].join(' '),
    words.length > 4 ? `${words.slice(0, 4).join(' or ')} …` : words.join(' or ')
  ]
  return facts.filter(Boolean).join('; ')
}

function fieldLines({ rules, condition, messages, property, ...rest }: FieldSchema): string[] {
  const { transform, ...others } = rest
  const transformation = transform && { ...transform, rules: transform.rules.map(({ name }) => name) }
  const facts = Object.entries({ ...others, transform: transformation }).filter(
    ([, value]) => value !== undefined && value !== false
  )
  const said = messages && {
    ...Object.fromEntries(
      (['absent', 'type', 'item'] as const).flatMap((name) => {
        const message = messages[name]
        return message === undefined ? [] : [[name, outcome(() => message(5, OWNER))]]
      })
    ),
    ...Object.fromEntries([...messages.byRule].map(([name, message]) => [name, message(5, OWNER)]))
  }
  return [
    `  ${property}: ${facts.map(([name, value]) => `${name} ${shown(value)}`).join(', ')}`,
    ...(said === undefined ? [] : [`    messages ${shown(said)}`]),
    ...rules.map((each) => `    ${ruleText(each)}`),
    ...(condition === undefined
      ? []
      : [
          `    if ${[0, 1].map((value) => condition.holds(OWNER, value)).join(', ')}: ${shown(condition.type)}${condition.required ? ' required' : ''}`,
          ...condition.rules.map((each) => `      ${ruleText(each)}`),
          ...condition.ofType.map((each) => `      of the type: ${ruleText(each)}`)
        ])
  ]
}

/** Properties of which the class has an initial value. */
const INITIAL: readonly (readonly [what: string, initial: unknown, ...decorators: PropertyDecorator[]])[] = [
  ['that its rules accept', 'ab', IsString(), MinLength(2)],
  ['that a rule rejects', 'a', IsString(), MinLength(2)],
  ['that a rule rejects, optional', 'a', IsOptional(), IsString(), MinLength(2)],
  ['of another type', 5, IsString()],
  ['of another type, optional', 5, IsOptional(), IsString()],
  ['that a constraint of the application would reject', 2, IsInt(), Validate(IsOdd)],
  ['that takes time', 'taken', IsString(), Validate(IsFree)],
  ['of items that are accepted', [1, 2], IsInt({ each: true }), IsArray()],
  ['of items of which one is not', [1, 'b'], IsInt({ each: true }), IsArray()],
  ['that is transformed', 'ab', IsString(), Transform(({ value }) => value)],
  ['that is transformed, optional', 'ab', IsOptional(), IsString(), Transform(({ value }) => value)],
  ['without rules', 'ab', Allow()],
  ['undefined', undefined, IsString()],
  ['null, optional', null, IsOptional(), IsString()],
  ['a date', new Date(0), IsDate()],
  ['a nested object', { sku: 'a' }, ValidateNested(), Type(() => Part)],
  ['an instance', new Part(), ValidateNested(), Type(() => Part)],
  ['NaN', Number.NaN, IsNumber({ allowNaN: true })],
  ['with a condition that is not checked', 'a', MinLength(2, { validateIf: () => false } as never)]
]

function modelLines(read: () => RecordSchema): string[] {
  try {
    const { fields, class: target, ...rest } = read()
    const facts = Object.entries(rest).filter(([, value]) => value !== undefined && value !== false)
    return [`  ${facts.map(([name, value]) => `${name} ${shown(value)}`).join(', ')}`, ...fields.flatMap(fieldLines)]
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error
    return error.message.split('\n').map((line) => `  ${line}`)
  }
}

function decorated(emitted: unknown, decorators: readonly PropertyDecorator[], initial: object = {}): Class {
  class Own {
    constructor() {
      Object.assign(this, initial)
    }
  }
  if (emitted !== undefined) Reflect.defineMetadata('design:type', emitted, Own.prototype, 'it')
  for (const decorate of [...decorators].reverse()) decorate(Own.prototype, 'it')
  return Own
}

describe('The model of a record', () => {
  it('is that of property-model-list.txt for each form of property', () => {
    const lines = PROPERTIES.flatMap(([what, emitted, ...decorators]) => [
      `${what}${emitted === Object ? '' : `, emitted as ${shown(emitted)}`}`,
      ...modelLines(() => recordSchemaOf(decorated(emitted, decorators)))
    ])
    for (const [what, initial, ...decorators] of INITIAL) {
      lines.push(
        `${shown(initial)}, ${what}`,
        ...modelLines(() => recordSchemaOf(decorated(Object, decorators, { it: initial })))
      )
    }
    for (const [what, [type, options, ...decorators]] of Object.entries(FIELDS)) {
      lines.push(
        `@Field, ${what}`,
        ...modelLines(() => recordSchemaOf(decorated(Object, [...decorators, Field(() => type, options ?? {})])))
      )
    }
    expectWholeList('record/model/property-model-list.txt', lines)
  })
})
