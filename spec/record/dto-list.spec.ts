import { Exclude, Expose, plainToInstance, Transform, Type } from 'class-transformer'
import * as library from 'class-validator'
import {
  Allow,
  ArrayMaxSize,
  ArrayUnique,
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
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinDate,
  MinLength,
  registerDecorator,
  Validate,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint
} from 'class-validator'
import { PartialType, PickType, RequiredType } from 'fieldstone'
import { compileBinder } from '../../src/record/binder.js'
import { SchemaEmitter } from '../../src/record/json-schema/json-schema.js'
import { recordSchemaOf } from '../../src/record/model/registry.js'
import { compileWriter } from '../../src/record/writer.js'
import { expectWholeList, outcome, settled, shown } from '../support/whole-list.js'

class Part {
  @IsString() @Length(2, 3) sku!: string
  @IsInt() @Min(1) count!: number
}

class Every {
  @IsString() text!: string
  @IsOptional() @IsString() maybe?: string | null
  @IsInt() whole!: number
  @IsNumber() number!: number
  @IsNumber({ maxDecimalPlaces: 1 }) decimal!: number
  @IsPositive() positive!: number
  @IsBoolean() flag!: boolean
  @IsDate() @Type(() => Date) @MinDate(new Date(0)) day!: Date
  @IsEnum({ A: 'a', B: 'b' }) letter!: string
  @IsIn(['x', 1, true]) literal!: unknown
  @IsArray() @IsString({ each: true }) @ArrayMaxSize(2) @ArrayUnique() tags!: string[]
  @IsObject() object!: object
  @Allow() anything: unknown
  @IsLatitude() latitude!: unknown
  @IsUUID('4') id!: string
}

class Holding {
  @ValidateNested() @Type(() => Part) part!: Part
  @ValidateNested({ each: true }) @Type(() => Part) @IsArray() parts!: Part[]
  @IsOptional() @ValidateNested() @Type(() => Part) maybe?: Part
  @ValidateNested({ message: 'must be parts of $property' }) @Type(() => Part) told!: Part
}

class Initial {
  @IsString() name = 'n'
  @IsInt() count = 0
  @IsOptional() @IsString() none?: string = undefined
  @IsArray() list: number[] = [1]
  @IsInt() @Min(5) wrong = 1
  @IsString() random = String(Math.random())
  @IsOptional() @IsDate() @Type(() => Date) date = new Date(0)
  @IsObject() inner = { a: [null] as unknown[] }
}

class Conditional {
  @IsString() kind!: string
  @ValidateIf(({ kind }: Conditional) => kind === 'a') @IsInt() @Min(2) onlyA?: number
  @ValidateIf((_owner, value) => value !== 'skip') @IsEmail() email?: string
  @IsString({ validateIf: ({ kind }: Conditional) => kind === 'b' } as never) onlyB?: string
  @IsDefined() @IsOptional() both?: string
}

class Messages {
  @IsString({ message: 'no text' })
  @MinLength(2, { message: '$property: $value is shorter than $constraint1 in $target' })
  text!: string
  @IsInt({ message: ({ property, value, targetName }) => `${targetName}.${property} is ${String(value)}` })
  whole!: number
  @IsNotEmpty({ message: 'is there nothing?' }) filled!: string
  @IsString({ each: true, message: 'each must be text' })
  @MaxLength(2, { each: true, context: { code: 5 } })
  items!: string[]
  @Length(1, 2, { context: { a: 1 } }) @Matches(/^a/, { context: { b: 2 }, message: '' }) context!: string
  @Equals('$1') money!: string
}

@ValidatorConstraint({ name: 'isOdd' })
class IsOdd {
  validate(value: unknown): boolean {
    return typeof value === 'number' && value % 2 === 1
  }
  defaultMessage({ property, constraints }: library.ValidationArguments): string {
    return `${property} must be odd, not $value (${String(constraints)})`
  }
}

@ValidatorConstraint({ name: 'isFree', async: true })
class IsFree {
  async validate(value: unknown): Promise<boolean> {
    if (value === 'throws') throw new Error('no store')
    return value !== 'taken'
  }
}

class Custom {
  @Validate(IsOdd, ['why']) odd!: number
  @ValidateBy({ name: 'isEven', constraints: [2], validator: (value: unknown) => Number(value) % 2 === 0 })
  even!: number
  @ValidateBy(
    {
      name: 'throws',
      validator: () => {
        throw new Error('thrown')
      }
    },
    { always: true } as never
  )
  @IsOptional()
  throwing?: string
  later!: string
}
registerDecorator({
  name: 'returnsPromise',
  target: Custom,
  propertyName: 'later',
  validator: { validate: (value: unknown) => value !== 'no', defaultMessage: () => '$property is not yes' }
})

class Asynchronous {
  @IsString() name!: string
  @Validate(IsFree, { message: '$value is taken' }) login!: string
  @ValidateNested({ each: true }) @Type(() => Asynchronous) @IsOptional() others?: Asynchronous[]
}

class Grouped {
  @IsString({ groups: ['a'] }) inA!: string
  @IsInt({ groups: ['b'] }) inB!: number
  @IsBoolean({ always: true }) always!: boolean
  @IsString() without!: string
}

class Transformed {
  @Expose({ name: 'given_name' }) @IsString() name!: string
  @Exclude() @IsOptional() @IsString() secret?: string
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : value)) @IsString() trimmed!: string
  @Transform(({ value }) => Number(value), { toClassOnly: true }) @IsInt() number!: number
  @Transform(({ value }) => `<${String(value)}>`, { toPlainOnly: true }) @IsOptional() @IsString() written?: string
  @Type(() => Date) @IsOptional() when?: Date
  @Type(() => String) @IsOptional() text?: string
  @Type(() => Number) @IsOptional() amount?: number
  @Type(() => Boolean) @IsOptional() flag?: boolean
  @Expose({ groups: ['g'] }) @IsOptional() @IsString() grouped?: string
}

class Animal {
  @IsString() kind!: string
}
class Bird extends Animal {
  @IsInt() wings!: number
}
class Fish extends Animal {
  @IsInt() fins!: number
}
const KINDS = {
  property: 'kind',
  subTypes: [
    { name: 'bird', value: Bird },
    { name: 'fish', value: Fish }
  ]
}

class Zoo {
  @ValidateNested() @Type(() => Animal, { discriminator: KINDS, keepDiscriminatorProperty: true }) one!: Bird | Fish
  @ValidateNested({ each: true }) @Type(() => Animal, { discriminator: KINDS }) @IsOptional() all?: (Bird | Fish)[]
}

class Collections {
  @IsOptional() @Type(() => Part) @ValidateNested({ each: true }) map?: Map<string, Part>
  @IsOptional() @Type(() => Part) @ValidateNested({ each: true }) set?: Set<Part>
  @IsOptional() @IsInstance(Part) instance?: Part
}

class WithGetter {
  @IsString() first!: string
  @IsString() get upper(): string {
    return String(this.first).toUpperCase()
  }
  @IsOptional() @IsEmpty() empty?: string
}

class Derived extends Every {
  @IsOptional() declare text: string
  @Max(5) declare whole: number
}

const CLASSES: readonly (new () => object)[] = [
  ...[Every, Holding, Initial, Conditional, Messages, Custom, Asynchronous, Grouped, Transformed, Zoo, Collections],
  ...[WithGetter, Derived, PartialType(Every), RequiredType(Conditional), PickType(Initial, ['count', 'wrong']), Part]
]

const UUID = '00000000-0000-4000-8000-000000000000'
const EVERY = {
  ...{
    text: 't',
    whole: 1,
    number: 1.5,
    decimal: 1.5,
    positive: 1,
    flag: true,
    day: '2020-01-02T03:04:05Z',
    letter: 'a'
  },
  ...{ literal: 1, tags: ['a'], object: {}, latitude: 5, id: UUID }
}
const PART = { sku: 'abc', count: 1 }
const WRONG = { sku: 'abcd', count: 0 }

const BODIES: readonly object[] = [
  {},
  { more: 1 },
  EVERY,
  {
    ...EVERY,
    maybe: null,
    text: 5,
    whole: 6,
    number: '1',
    decimal: 1.55,
    positive: 0,
    flag: 'true',
    day: 'x',
    letter: 'c'
  },
  {
    ...EVERY,
    literal: 2,
    tags: ['a', 'a', 5],
    object: [],
    latitude: '91',
    id: 'x',
    day: '1969-12-31T00:00:00Z',
    anything: null
  },
  { ...EVERY, tags: 'a', latitude: '45.5', maybe: 5, number: 1e300, literal: null },
  PART,
  WRONG,
  { part: PART, parts: [PART], told: PART },
  { part: WRONG, parts: [PART, WRONG, 5], maybe: null, told: 5 },
  { part: 5, parts: { 0: PART }, maybe: WRONG, told: [PART] },
  { part: [PART, WRONG], parts: null, told: null },
  { count: 5, list: ['a'], wrong: 7, date: 'x', inner: { b: 1 } },
  { name: null, count: null, wrong: 4, none: 5, inner: null, random: 1 },
  { kind: 'a', onlyA: 1, email: 'skip' },
  { kind: 'a', onlyA: 'x', email: 'x' },
  { kind: 'b', onlyA: 'x', email: 'a@b.example', onlyB: 5, both: 5 },
  { kind: 'b', email: 'skip', onlyB: 'b', both: null },
  { text: 'a', whole: 'x', filled: '', items: ['a', 5, 'abc'], context: 'bcd', money: 5 },
  { text: 5, whole: 1, filled: 'f', items: 'abc', context: 'a', money: '$1' },
  { text: null, items: [], context: null },
  { odd: 1, even: 2, later: 'yes' },
  { odd: 2, even: 1, later: 'no', throwing: 'x' },
  { odd: '1', even: 'x', later: null },
  { name: 'n', login: 'free' },
  {
    name: 5,
    login: 'taken',
    others: [
      { name: 'o', login: 'taken' },
      { name: 5, login: 'free' }
    ]
  },
  { name: 'n', login: 'free', others: [{ name: 'o', login: 'taken' }] },
  { inA: 'a', inB: 1, always: true, without: 'w' },
  { inA: 5, inB: 'x', always: 'x', without: 5 },
  {
    given_name: 'g',
    name: 'n',
    secret: 's',
    trimmed: ' t ',
    number: '5',
    written: 'w',
    when: 0,
    text: 5,
    amount: '7',
    flag: 'false',
    grouped: 'g'
  },
  { given_name: 5, trimmed: 5, number: 'x', when: 'x', text: null, amount: 'x', flag: null },
  { one: { kind: 'bird', wings: 2 }, all: [{ kind: 'fish', fins: 'x' }, { kind: 'cow' }, 5] },
  { one: { kind: 'fish', fins: 1 }, all: [{ kind: 'bird', wings: 2 }] },
  { one: { wings: 2 }, all: { kind: 'fish' } },
  { map: { a: PART, b: WRONG }, set: [PART, WRONG], instance: PART },
  { first: 'f', upper: 'x', empty: '' },
  { first: 5, empty: 'e' }
]

/** An error of class-validator without its target. */
function errorText({ property, value, constraints, children, contexts, target }: library.ValidationError): string {
  const parts = [
    property,
    value === undefined ? '' : `= ${shown(value)}`,
    constraints === undefined ? '' : shown(constraints),
    contexts === undefined ? '' : `contexts ${shown(contexts)}`,
    (children ?? []).length === 0 ? '' : `(${(children ?? []).map(errorText).join('; ')})`,
    target === undefined ? 'no target' : ''
  ]
  return parts.filter(Boolean).join(' ')
}

describe('Classes with decorators of class-validator and class-transformer', () => {
  it('have the fields, schemas and bindings of dto-list.txt', async () => {
    const lines: string[] = []
    for (const target of CLASSES) {
      const type = { kind: 'record', class: target } as const
      lines.push(`\n# ${target.name}`)
      for (const {
        property,
        name,
        type: own,
        required,
        nullable,
        rules,
        condition,
        default: given,
        access,
        messages
      } of recordSchemaOf(target).fields) {
        const facts = [
          shown(own),
          required && 'required',
          nullable && 'nullable',
          given !== undefined && `default ${shown(given)}`,
          access,
          condition !== undefined &&
            `conditional ${shown(condition.type)} ${condition.rules.map((rule) => rule.name).join(', ')}`,
          messages !== undefined &&
            `messages ${Object.keys(messages)
              .filter((key) => messages[key as never] !== undefined)
              .join(', ')}`,
          rules.length > 0 &&
            rules.map((rule) => `${rule.name}${rule.each ? ' of each' : ''}${rule.exact ? '' : '?'}`).join(', ')
        ]
        lines.push(`${property}${name === property ? '' : ` as ${name}`}: ${facts.filter(Boolean).join(' | ')}`)
      }
      const emitter = new SchemaEmitter('3.1')
      for (const direction of ['request', 'response'] as const) emitter.use(type, direction)
      for (const direction of ['request', 'response'] as const) emitter.schemaOf(type, 'here', direction)
      for (const [name, schema] of Object.entries(emitter.components))
        lines.push(`schema ${name} ${JSON.stringify(schema)}`)
      const binder = compileBinder(type, 'json', 'body')
      const closures = compileBinder(type, 'json', 'body', { generatesCode: false })
      for (const body of BODIES) {
        if (!concerns(target, body)) continue
        const bind = async (by: typeof binder, method: 'validate' | 'decode') =>
          settled(async () => {
            const bound = await by[method](JSON.parse(JSON.stringify(body)))
            if (bound.faults === undefined) return bound.value
            const tree = bound.tree?.().map(errorText)
            return { faults: bound.faults.map(({ path, rule, message }) => `${path}: ${rule}: ${message}`), tree }
          })
        const result = await bind(binder, 'validate')
        lines.push(withoutChance(`${shown(body)} → ${result}`))
        const [other, decoded] = [await bind(closures, 'validate'), await bind(binder, 'decode')]
        if (withoutChance(other) !== withoutChance(result)) lines.push(`  but by closures ${withoutChance(other)}`)
        if (withoutChance(decoded) !== withoutChance(result)) lines.push(`  and unchecked ${withoutChance(decoded)}`)
        const made = outcome(() => plainToInstance(target, JSON.parse(JSON.stringify(body))))
        const written = outcome(() => compileWriter(type)(plainToInstance(target, JSON.parse(JSON.stringify(body)))))
        lines.push(withoutChance(`  made ${made}`), withoutChance(`  written ${written}`))
      }
    }
    expectWholeList('record/dto-list.txt', lines)
  })
})

/** Whether the body has a property of the class, or nothing that any has. */
function concerns(target: new () => object, body: object): boolean {
  const { fields } = recordSchemaOf(target)
  const keys = Object.keys(body)
  return (
    keys.length < 2 || fields.filter(({ name, property }) => name in body || property in body).length * 2 > keys.length
  )
}

function withoutChance(text: string): string {
  return text
    .replace(/"?0\.\d{8,}"?/g, '(random)')
    .replace(/\w{3} \w{3} \d\d \d{4} [\d:]{8} GMT[^)]*\)/g, '(local time)')
}
