import { expect } from 'chai'
import { Transform, Type } from 'class-transformer'
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
  Unknown,
  type UnknownFields
} from 'fieldstone'
import { compileBinder } from '../../src/record/binder.js'
import { recordSchemaOf } from '../../src/record/model/registry.js'
import { canGenerateCode } from '../../src/record/program/program.js'
import type { Bound } from '../../src/record/type/fault-list.js'
import type { BinderSource, BindingOptions, Direction } from '../../src/record/type/reading-options.js'
import { parseType } from '../../src/record/type/type-expression.js'
import { cases, chance } from '../support/chance.js'
import type { Draw } from '../support/draw.js'
import { forgetting } from '../support/forgotten-classes.js'
import { drawJson, drawRecord } from '../support/generated-record.js'
import { difference } from '../support/same-value.js'
import { textsOfCode } from '../support/texts-of-code.js'

/** Both ways to read one type. */
function bindersOf(type: TypeExpression, source: BinderSource, options: BindingOptions = {}) {
  const schema = parseType(type, 'here')
  const isOpen = options.direction !== undefined
  const place = isOpen ? 'query' : 'body'
  return {
    code: compileBinder(schema, source, place, options),
    closures: compileBinder(schema, source, place, { ...options, generatesCode: false })
  }
}

type Binders = ReturnType<typeof bindersOf>

/** Asserts that both read an input alike; returns whether they accept it. */
function hold({ code, closures }: Binders, raw: unknown): boolean {
  for (const verb of ['validate', 'decode'] as const) {
    const [one, other] = [code[verb](raw), closures[verb](raw)] as Bound<unknown>[]
    const found = difference(one?.faults, other?.faults) ?? difference(one?.value, other?.value)
    if (found !== undefined) throw new Error(`${verb} differs, ${found}`)
  }
  return (closures.validate(raw) as Bound<unknown>).faults === undefined
}

class Line {
  @Field({ minLength: 2, maxLength: 4 }) sku!: string
  @Field(() => Integer, { minimum: 1, maximum: 9 }) quantity!: number
  @Field({ optional: true }) at?: Date
}

let made = 0

class Kept {
  readonly #secret = 5
  count = ++made % 1
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
  ...[0, -0, 1, 1.5, 9, 10, -1, 0.01, 0.015, 2 ** 31, 2 ** 53, 3.5e38, Number.NaN, Number.POSITIVE_INFINITY],
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
    [[1], [1]],
    new Date(0),
    5n,
    Symbol.iterator
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

/** An object with these members that JSON.parse would not have made. */
function odd(members: object, way: number): object {
  const made: object[] = [Object.create({ sku: 'inherited', next: {} }), Object.create(null), new Line(), []]
  return Object.defineProperties(made[way] as object, Object.getOwnPropertyDescriptors(members))
}

function ownNames(type: TypeExpression): readonly string[] {
  const schema = parseType(type, 'here')
  return schema.kind === 'record' ? recordSchemaOf(schema.class).fields.map(({ name }) => name) : NAMES
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
  return kind === 2 ? odd(members, draw(fc.nat, { max: 3 })) : members
}

describe('Generated code', () => {
  before(function () {
    if (!canGenerateCode) this.skip()
  })

  for (const source of ['json', 'text'] as const) {
    it(`says the same as closures of generated records, from ${source}`, () => {
      let accepted = 0
      let refused = 0
      fc.assert(
        fc.property(fc.gen(), (draw) =>
          forgetting(() => {
            const record = drawRecord(draw)
            const options = {
              direction: draw(
                fc.constantFrom<(Direction | undefined)[]>,
                undefined,
                undefined,
                'request',
                'response',
                'declared'
              ),
              unknownFields: draw(fc.constantFrom<UnknownFields[]>, 'strip', 'reject')
            }
            const binders = bindersOf(record.class, source, options)
            for (let at = 0; at < 20; at++) {
              const drawn = record.draw(draw)
              const raw = source === 'json' ? JSON.parse(JSON.stringify(drawn)) : asText(drawn)
              if (hold(binders, raw)) accepted++
              else refused++
            }
          })
        ),
        chance(50, 250)
      )
      // Else the comparison says little.
      expect(accepted).to.be.greaterThan(cases(100, 500))
      expect(refused).to.be.greaterThan(cases(100, 500))
    })

    it(`says the same as closures of records that users write, from ${source}`, () => {
      const all = TYPES.map((type) => ({ type, binders: bindersOf(type, source) }))
      let accepted = 0
      fc.assert(
        fc.property(fc.gen(), (draw) => {
          const { type, binders } = draw(fc.constantFrom, ...all)
          for (let at = 0; at < 5; at++) if (hold(binders, drawBody(draw, type))) accepted++
        }),
        chance(900, 4000)
      )
      expect(accepted).to.be.greaterThan(cases(110, 500))
    })
  }

  it('binds the declared one of two values that are equal', () => {
    expect(hold(bindersOf(Many, 'json'), { literal: -0 })).to.equal(true)
    expect(
      hold(bindersOf(Many, 'json'), {
        once: [
          { sku: 'ab', quantity: 1 },
          { sku: 'ab', quantity: 1, more: 1 }
        ]
      })
    ).to.equal(true)
  })

  it('ends where closures end in bodies that nest too deeply', () => {
    const binders = bindersOf(Tree, 'json')
    const ways: ((inner: object) => object)[] = [
      (next) => ({ next }),
      (item) => ({ list: [item] }),
      (value) => ({ map: { a: value } }),
      (either) => ({ either }),
      (any) => ({ any: [any] })
    ]
    for (const [index, wrap] of ways.entries()) {
      const step = index === 0 || index === 3 ? 1 : 2
      for (const levels of [254, 255, 256, 257, 300]) {
        for (let body of [{}, { list: [] }, { map: {} }, { any: [] }, { list: [{}] }] as object[]) {
          for (let at = 0; at < Math.floor(levels / step); at++) body = wrap(body)
          hold(binders, body)
        }
      }
    }
    let deep: unknown = {}
    for (let at = 0; at < 100_000; at++) deep = { next: deep }
    expect(hold(binders, deep)).to.equal(false)
  })

  it('reads no key from a polluted Object.prototype', () => {
    const binders = bindersOf(Line, 'json')
    const body = { quantity: 1 }
    hold(binders, body)
    const prototype = Object.prototype as { sku?: unknown }
    prototype.sku = 'abc'
    try {
      expect(hold(binders, body)).to.equal(false)
    } finally {
      delete prototype.sku
    }
  })

  it('reads none from there within other records either, once it has told what was wrong', () => {
    for (const type of [[Line], mapOf(Line), oneOf(Line, [Line])]) {
      const binders = bindersOf(type, 'json')
      const body = Array.isArray(type) ? [{ sku: 'a', quantity: 1 }, { quantity: 1 }] : { sku: { quantity: 1 } }
      expect(hold(binders, body)).to.equal(false)
      const prototype = Object.prototype as { sku?: unknown }
      prototype.sku = 'abc'
      try {
        expect(hold(binders, [{ quantity: 1 }])).to.equal(false)
        expect(hold(binders, { quantity: 1 })).to.equal(false)
      } finally {
        delete prototype.sku
      }
    }
  })

  it('looks at each member a few times, however deep in a body that it refuses', () => {
    let looks = 0
    const member = (value: unknown) => ({
      enumerable: true,
      get: () => {
        looks++
        return value
      }
    })
    const binders = bindersOf(Tree, 'json')
    const levels = 200
    let body: object = { next: 0 }
    for (let at = 1; at < levels; at++) body = Object.defineProperties({}, { next: member(body), any: member(at) })
    for (let times = 0; times < 2; times++) {
      looks = 0
      const { faults } = binders.code.validate(body) as Bound<unknown>
      expect(faults).to.have.length(1)
      expect(looks).to.be.lessThan(levels * 2 * 4)
    }
  })

  it('reads a sound body without the closures', () => {
    const body = {
      ...{ small: 1, ratio: 0.5, flag: true, day: '2024-05-17', literal: 'a', texts: ['ab', null], grid: [[1]] },
      ...{ tuple: ['x', { sku: 'ab', quantity: 1 }, null], map: { a: [{ sku: 'ab', quantity: 1 }] }, price: 0.5 }
    }
    const { code } = bindersOf(Many, 'json')
    code.validate(body)
    const { hasOwn } = Object
    let calls = 0
    // A closure reads each of its fields by it.
    Object.hasOwn = (...args) => {
      calls++
      return hasOwn(...args)
    }
    try {
      expect((code.validate(body) as Bound<unknown>).faults).to.equal(undefined)
      expect(calls).to.equal(0)
      expect((code.validate({ ...body, small: '1' }) as Bound<unknown>).faults).to.have.length(1)
      expect(calls).to.equal(1)
    } finally {
      Object.hasOwn = hasOwn
    }
  })

  it('tells faults in the order of the fields, whoever found them', () => {
    class Mixed {
      @Field({ minLength: 2 }) first!: string
      @Field() line!: Line
      @Field(() => Integer) second!: number
      @Field(() => [Line]) lines!: Line[]
      @Field(() => oneOf(Line, Integer)) either!: unknown
      @Field(() => [String], { each: true, minLength: 2, maxItems: 1 }) texts!: string[]
      @Field(() => mapOf(Line)) map!: object
      @Field(() => enumOf(['a', 'b']), { name: 'a b' }) last!: string
    }
    const { code } = bindersOf(Mixed, 'json', { unknownFields: 'reject' })
    const line = { sku: 'a', quantity: 1, more: 1 }
    const { faults } = code.validate({
      'a b': 'c',
      more: 0,
      map: { x: line, '': line },
      texts: ['a', 'bb', 'c'],
      either: line,
      lines: [null, line],
      second: '2',
      line,
      first: ''
    }) as Bound<unknown>
    expect(faults?.map(({ path, rule }) => `${path} ${rule}`)).to.deep.equal([
      ...['first minLength', 'line.sku minLength', 'line.more additionalProperties', 'second type', 'lines[0] type'],
      ...['lines[1].sku minLength', 'lines[1].more additionalProperties', 'either.sku minLength'],
      ...['either.more additionalProperties', 'texts[0] minLength', 'texts[2] minLength', 'texts maxItems'],
      ...['map.x.sku minLength', 'map.x.more additionalProperties', 'map[""].sku minLength'],
      ...['map[""].more additionalProperties', '["a b"] enum', 'more additionalProperties']
    ])
  })

  it('lets no name become code', () => {
    class Odd {}
    const names = [
      'a"]; throw new Error("pwned"); //',
      '`${process.exit()}`',
      '\\',
      "'",
      '\n',
      '*/',
      '\u2028',
      '</script>'
    ]
    for (const [index, name] of names.entries())
      Field(() => String, { name, optional: true })(Odd.prototype, `p${index}\n"'\``)
    const body = Object.fromEntries(names.map((name) => [name, name]))
    const binders = bindersOf(Odd, 'json')
    expect(hold(binders, body)).to.equal(true)
    expect(Object.values((binders.code.validate(body) as Bound<object>).value ?? {})).to.deep.equal(names)
  })

  it('asks a costly predicate once about a text that it refuses', () => {
    let asked = 0
    class Watched {
      @IsEmail() @Field() email!: string
    }
    const binders = bindersOf(Watched, 'json')
    // The library's first look at an address.
    const { split } = String.prototype
    String.prototype.split = function (this: string, ...args: unknown[]) {
      if (String(this) === 'no@address') asked++
      return Reflect.apply(split, this, args)
    }
    try {
      expect((binders.code.validate({ email: 'no@address' }) as Bound<unknown>).faults).to.have.length(1)
    } finally {
      String.prototype.split = split
    }
    expect(asked).to.equal(1)
  })

  it('chooses among three thousand records of a union', () => {
    const mapping = Object.fromEntries(
      Array.from({ length: 3000 }, (_, at) => {
        class Member {}
        Field({ type: String })(Member.prototype, 'kind')
        return [`k${at}`, Member]
      })
    )
    const binders = bindersOf(oneOf({ discriminator: 'kind', mapping }), 'json')
    expect(hold(binders, { kind: 'k2999' })).to.equal(true)
    expect(hold(binders, { kind: 'k3000' })).to.equal(false)
  })

  describe('of a record with 300 fields', () => {
    const wide = () => {
      class Wide {}
      const options = [{}, { optional: true }, { default: 7 }, { nullable: true }]
      for (let at = 0; at < 300; at++) Field(() => Integer, options[at % 4])(Wide.prototype, `field${at}`)
      return Wide
    }
    const sent = () => Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field${at}`, at]))

    for (const source of ['json', 'text'] as const) {
      it(`says the same as closures, whichever field is wrong or absent, from ${source}`, () => {
        const binders = bindersOf(wide(), source)
        const whole = source === 'json' ? sent() : (asText(sent()) as object)
        expect(hold(binders, whole)).to.equal(true)
        for (const at of [0, 1, 2, 3, 30, 31, 32, 33, 127, 128, 254, 255, 256, 257, 258, 296, 297, 298, 299]) {
          const { [`field${at}`]: _, ...others } = whole as Record<string, unknown>
          expect(hold(binders, others)).to.equal(at % 4 === 1 || at % 4 === 2)
          for (const other of ['no', null]) {
            const accepts = other === null && at % 4 === 3
            expect(hold(binders, { ...whole, [`field${at}`]: other }), `${at} ${other}`).to.equal(accepts)
          }
        }
      })
    }

    it('sets all properties of the instance in their order, and tells the first hundred faults', () => {
      const { code } = bindersOf(wide(), 'json')
      expect({ ...(code.validate(sent()) as Bound<object>).value }).to.deep.equal(sent())
      expect(Object.keys((code.validate(sent()) as Bound<object>).value as object)).to.deep.equal(Object.keys(sent()))
      const wrong = Object.fromEntries(Object.keys(sent()).map((name) => [name, 'no']))
      const { faults } = code.validate(wrong) as Bound<unknown>
      expect(faults?.map(({ path }) => path)).to.deep.equal(Object.keys(wrong).slice(0, 100))
    })

    // The engine's optimiser was busy for a minute with one function of 200 fields, and kept the process from ending.
    it('has no function that reads more than 32 fields', () => {
      const texts = textsOfCode(() => bindersOf(wide(), 'json').code.validate(sent()))
      const reads = texts.flatMap((text) => text.split(/^function /m)).map((one) => one.split(' = raw[').length - 1)
      expect(Math.max(...reads)).to.be.within(2, 32)
      expect(reads.reduce((sum, each) => sum + each)).to.equal(300)
    })
  })

  for (const count of [4, 32, 33, 70]) {
    it(`reads what a transformation has made of the object that was sent, in a record of ${count} fields`, () => {
      class Changed {}
      for (let at = 0; at < count; at++) Field(() => Integer, { optional: true })(Changed.prototype, `field${at}`)
      const change = ({ value, obj }: { value: unknown; obj: Record<string, unknown> }) => {
        Object.assign(obj, { field1: 99, field2: 'no' })
        delete obj[`field${count - 1}`]
        return value
      }
      Transform(change as never)(Changed.prototype, 'field0')
      const sent = () => Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, at]))
      const { code, closures } = bindersOf(Changed, 'json')
      const [one, other] = [code.validate(sent()), closures.validate(sent())] as Bound<unknown>[]
      expect(difference(one?.faults, other?.faults)).to.equal(undefined)
      expect(difference(one?.value, other?.value)).to.equal(undefined)
      expect(one?.faults?.map(({ path }) => path)).to.deep.equal(['field2'])
    })
  }

  it('has room for any JSON where anything may stand', () => {
    const binders = bindersOf(Unknown, 'json')
    fc.assert(
      fc.property(fc.gen(), (draw) => hold(binders, drawJson(draw, 4))),
      { seed: 1, numRuns: 500 }
    )
  })
})

/** JSON as a form or a query has it: texts, lists of texts, objects of texts. */
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asText(member)]))
  }
  return String(value)
}
