import { inspect } from 'node:util'
import { Type } from 'class-transformer'
import {
  ArrayUnique,
  IsAlphanumeric,
  IsArray,
  IsBoolean,
  IsDateString,
  IsDefined,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUrl,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  MinLength,
  registerDecorator,
  ValidateIf,
  ValidateNested
} from 'class-validator'
import fc from 'fast-check'
import {
  type Class,
  DateOnly,
  enumOf,
  Field,
  Float,
  Int32,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Record,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import { validated, written } from '../support/bound.js'
import { propertiesOf } from '../support/documented.js'
import { type Draw } from './draw.js'
import { drawFrom } from './drawing.js'
import { drawRecord } from './generated-record.js'
import { drawValue, drawWrittenType, oddities, Draw as WrittenDraw } from './written-value.js'

// Reads and writes many values, and prints what becomes of each: the same, whether code may be generated or not.

class Line {
  @Field({ minLength: 2, maxLength: 4 }) sku!: string
  @Field(() => Integer, { minimum: 1, maximum: 9 }) quantity!: number
  @Field({ optional: true }) at?: Date
}

class Kept {
  readonly #secret = 5
  count = 0
  @Field({ optional: true }) early: string = 'initial'
  @Field(() => [Line], { default: [{ sku: 'ab', quantity: 1 }] }) lines!: Line[]
  @Field({ default: 'text' }) text!: string
  @Field(() => Integer, { default: -0 }) zero!: number
  @Field({ default: '2024-05-17T08:30:00Z' }) moment!: Date
  @Field(() => String, { name: 'a "b" \u2028', nullable: true, default: null }) odd!: string | null
  #shadow = ''
  @Field({ optional: true, name: 'through' })
  get accessor(): string {
    return this.#shadow
  }
  set accessor(value: string) {
    this.#shadow = `${value}!`
  }
  get secret(): number {
    return this.#secret
  }
}

@Record({ unknownFields: 'reject' })
class Strict {
  @Field({ name: 'toString', optional: true }) text?: string
  @Field({ name: '__proto__', optional: true }) proto?: string
  @Field({ name: 'constructor', optional: true }) maker?: Line
  @Field({ optional: true, readOnly: true }) out?: string
  @Field({ optional: true, writeOnly: true }) in?: string
}

class Tree {
  @Field(() => Tree, { optional: true }) next?: Tree
  @Field(() => [Tree], { optional: true }) list?: Tree[]
  @Field(() => mapOf(Tree), { optional: true }) map?: object
  @Field(() => Unknown, { optional: true }) any?: unknown
  @Field(() => oneOf(Tree, [Tree], String), { optional: true }) either?: unknown
}

class Many {
  @Field(() => Int32, { optional: true }) small?: number
  @Field(() => Float, { optional: true }) ratio?: number
  @Field({ optional: true }) flag?: boolean
  @Field(() => DateOnly, { optional: true }) day?: string
  @Field(() => enumOf(['a', 0, true, 1.5]), { optional: true }) literal?: unknown
  @Field(() => enumOf(Array.from({ length: 12 }, (_, index) => `v${index}`)), { optional: true }) many?: string
  @Field(() => [nullable(String)], { optional: true, each: true, minLength: 2 }) texts?: (string | null)[]
  @Field(() => [[Integer]], { optional: true, uniqueItems: true, minItems: 1 }) grid?: number[][]
  @Field(() => tupleOf(String, Line, nullable(Integer)), { optional: true }) tuple?: unknown
  @Field(() => mapOf([Line]), { optional: true }) map?: object
  @Field({ optional: true, nullable: true, format: 'uri' }) link?: string
  @Field({ optional: true, format: 'phone' }) phone?: string
  @Field({ optional: true, multipleOf: 0.01, exclusiveMinimum: 0, exclusiveMaximum: 9 }) price?: number
  @Field(() => oneOf(nullable(Integer), String), { optional: true }) @IsIn([1, 'a']) mixed?: unknown
  @Field(() => [Line], { optional: true, uniqueItems: true }) once?: Line[]
}

enum Role {
  Admin = 'admin',
  User = 'user'
}

class PlainDto {
  @IsString() @Length(2, 5) @IsAlphanumeric() name!: string
  @IsEmail() email!: string
  @IsInt() @Min(1) @Max(9) age!: number
  @IsOptional() @IsEnum(Role) role?: Role
  @IsOptional() @IsUUID('4') id?: string
  @IsOptional() @IsUrl() site?: string
  @IsOptional() @IsDateString() born?: string
  @IsOptional() @IsIn(['a', 1]) @MinLength(1) mixed?: unknown
  @IsOptional() @IsPositive() @IsNumber({ maxDecimalPlaces: 2 }) price?: number
  @IsOptional() @ArrayUnique() @IsString({ each: true }) @Matches(/^[a-z]+$/i, { each: true }) tags?: string[]
  @IsDefined() anything: unknown
  @IsNotEmpty() filled: unknown
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Line) lines?: Line[]
  @IsOptional() @IsObject() map?: object
}

class Lists {
  @IsArray() @IsNotEmpty({ each: true }) filled!: unknown[]
}

class Custom {
  @IsBoolean() strict!: boolean
  @ValidateIf((record: Custom) => record.strict) @IsString() @MinLength(2) guarded?: string
  @IsOptional() @MinLength(3, { message: () => 'too short' }) told?: string
  @IsOptional() @IsInt({ validateIf: (record: Custom) => record.strict }) partly?: number
  @IsString() short!: string
  long!: string
}
registerDecorator({
  name: 'isLonger',
  target: Custom,
  propertyName: 'long',
  validator: {
    validate: (value, args) =>
      typeof value === 'string' && value.length > String((args?.object as Custom | undefined)?.short).length
  }
})

const TYPES: readonly TypeExpression[] = [
  ...[
    Line,
    Kept,
    Strict,
    Tree,
    Many,
    PlainDto,
    Lists,
    Custom,
    [Line],
    mapOf(Many),
    nullable(Tree),
    Unknown,
    [[Integer]]
  ],
  oneOf(Line, Tree, [String]),
  tupleOf(Line, Integer),
  Date
]

const VALUES: readonly unknown[] = [
  ...[undefined, null, '', 'a', 'ab', 'abcd', 'abcde', '😀', '😀😀', 'x\uFE0F', '\uD83D', 'admin', 'v3', 'A1b2'],
  ...['a@b.example', 'a@b', 'not', 'https://example.org/x', 'http:/x', '2024-02-29', '2023-02-29', '+41446681800'],
  ...['2024-05-17T08:30:00Z', '2024-05-17T08:30:00.5+01:00', '2024-05-17T25:00:00Z', '0099-01-01T00:00:00Z'],
  ...['123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ...[0, -0, 1, 1.5, 9, 10, -1, 0.01, 0.015, 2 ** 31, 2 ** 53, 3.5e38],
  ...[
    true,
    false,
    [],
    {},
    [[]],
    [null],
    ['', 'a'],
    [
      { sku: 'ab', quantity: 1 },
      { sku: 'ab', quantity: 1, more: 1 }
    ],
    [
      { sku: 'ab', quantity: 1 },
      { quantity: 1, sku: 'ab' }
    ],
    ['a', 'a'],
    ['ab', null],
    [[1], [2]],
    [[1], [1]]
  ],
  ...[
    { sku: 'ab', quantity: 1 },
    { sku: 'a', quantity: 0 },
    [{ sku: 'ab', quantity: 1 }],
    { a: [{ sku: 'ab', quantity: 1 }] }
  ],
  ...[['x', { sku: 'ab', quantity: 1 }, null], ['x', { sku: 'ab', quantity: 1 }, 1.5], { next: {} }, { either: [{}] }]
]
const NAMES = [
  ...[
    'sku',
    'quantity',
    'at',
    'early',
    'lines',
    'text',
    'zero',
    'moment',
    'a "b" \u2028',
    'through',
    'secret',
    'count'
  ],
  ...['toString', '__proto__', 'constructor', 'out', 'in', 'next', 'list', 'map', 'any', 'either', 'small', 'ratio'],
  ...[
    'flag',
    'day',
    'literal',
    'many',
    'texts',
    'grid',
    'tuple',
    'link',
    'phone',
    'price',
    'name',
    'email',
    'age',
    'role'
  ],
  ...[
    'id',
    'site',
    'born',
    'mixed',
    'tags',
    'anything',
    'filled',
    'strict',
    'guarded',
    'told',
    'partly',
    'short',
    'long'
  ]
]

/** Bodies that are nearly right, as JSON.parse makes them. */
const SOUND: ReadonlyMap<unknown, object> = new Map<unknown, object>([
  [Line, { sku: 'ab', quantity: 1 }],
  [PlainDto, { name: 'Ada', email: 'a@b.example', age: 3, anything: 0, filled: 1 }],
  [Custom, { strict: false, short: 'a', long: 'ab' }]
])

/** The names of the fields that are drawn for a type: its own, where it is a class. */
function ownNames(type: TypeExpression): readonly string[] {
  const names = typeof type === 'function' ? Object.keys(propertiesOf(type as Class, '3.1')) : []
  return names.length > 0 ? names : NAMES
}

function drawBody(draw: Draw, type: TypeExpression, depth = 2): unknown {
  const kind = draw(fc.nat, { max: 9 })
  if (kind === 0) return draw(fc.constantFrom, ...VALUES)
  if (kind === 1) return Array.from({ length: draw(fc.nat, { max: 3 }) }, () => drawBody(draw, type, depth))
  const members: { [name: string]: unknown } = { ...SOUND.get(type) }
  for (let count = draw(fc.nat, { max: 3 }); count > 0; count--) {
    const name = draw(fc.constantFrom, ...(draw(fc.nat, { max: 3 }) > 0 ? ownNames(type) : NAMES))
    const value =
      depth > 0 && draw(fc.nat, { max: 3 }) === 0 ? drawBody(draw, type, depth - 1) : draw(fc.constantFrom, ...VALUES)
    Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return members
}

/** JSON as a form or a query has it: texts, lists of texts, objects of texts. */
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asText(member)]))
  }
  return String(value)
}

const counts = { accepted: 0, refused: 0, written: 0, failed: 0 }

async function show(type: TypeExpression, body: unknown, source: 'json' | 'text'): Promise<void> {
  const bound = await validated(type, body, source).catch((error: Error) => error)
  // Not all types have a form.
  if (bound instanceof Error) return console.log(String(bound.message))
  const { value, faults } = bound
  if (faults === undefined) counts.accepted++
  else counts.refused++
  console.log(inspect(faults ?? value, { depth: 9, maxArrayLength: 400, maxStringLength: 200, breakLength: Infinity }))
}

async function showWritten(type: TypeExpression, value: unknown): Promise<void> {
  try {
    console.log(await written(type, value))
    counts.written++
  } catch (error) {
    console.log(`fails: ${(error as Error).message}`)
    counts.failed++
  }
}

const draw = drawFrom(Number(process.env.FIELDSTONE_SEED ?? 20261201))
const times = Number(process.argv[2] ?? 30)
for (let count = 0; count < times; count++) {
  const record = drawRecord(draw)
  for (let at = 0; at < 12; at++) {
    const body: unknown = JSON.parse(JSON.stringify(record.draw(draw)))
    await show(record.class, body, 'json')
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      await show(record.class, asText(body), 'text')
  }
}
for (let count = 0; count < times; count++) {
  for (const type of TYPES) await show(type, drawBody(draw, type), 'json')
}
for (let count = 0; count < times; count++) {
  const own = new WrittenDraw(count)
  const type = drawWrittenType(own)
  for (let at = 0; at < 20; at++) {
    own.left = 60
    await showWritten(type.type, drawValue(own, type))
  }
}
for (const type of [
  String,
  Integer,
  Date,
  Line,
  [Line],
  mapOf(Number),
  oneOf(Line, String),
  nullable(Boolean),
  Unknown
]) {
  for (const odd of oddities()) {
    await showWritten(type, odd)
    await showWritten([type], [...new Array(9).fill(null), odd])
  }
}
console.log(JSON.stringify(counts))
