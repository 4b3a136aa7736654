import {
  BootstrapError,
  type Class,
  enumOf,
  Field,
  Integer,
  inGroups,
  mapOf,
  nullable,
  OmitType,
  oneOf,
  PartialType,
  Record as RecordOf,
  type RecordOptions,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import 'reflect-metadata'
import { Exclude, Expose, Transform, Type } from 'class-transformer'
import {
  Contains,
  IsArray,
  IsDate,
  IsEmail,
  IsInt,
  IsOptional,
  IsPositive,
  IsString,
  Matches,
  MaxLength,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint
} from 'class-validator'
import { noRules, passes, passesItems, readPropertyRules, returnsTrue } from '../../../src/record/model/constraints.js'
import { initialValues } from '../../../src/record/model/initial-values.js'
import { PatternPolicy } from '../../../src/record/model/pattern-policy.js'
import {
  checkDiscriminator,
  needsClassValidator,
  reachableRecords
} from '../../../src/record/model/reachable-records.js'
import { constructionOf, instanceMaker } from '../../../src/record/model/record-construction.js'
import { isRecord, recordSchemaOf } from '../../../src/record/model/registry.js'
import { givenMessage, withoutProperty } from '../../../src/record/model/rule-of-constraint.js'
import { compileChoice } from '../../../src/record/model/union-choice.js'
import type { Discriminator, FieldSchema, TypeSchema, UnionSchema } from '../../../src/record/type/schema.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { field, INTEGER, lookupAmong, record, rule, STRING } from '../../support/record-model.js'
import { calls, expectWholeList, outcome, shown } from '../../support/whole-list.js'

/** What a call returns, or all setup errors, in lines of their own. */
function lineOf(call: () => unknown): string {
  try {
    return shown(call())
  } catch (error) {
    if (error instanceof BootstrapError) return error.message.split('\n').slice(1).join('\n').trimEnd()
    return outcome(() => {
      throw error
    })
  }
}

const typeOf = (expression: TypeExpression): TypeSchema => parseType(expression, 'here')

class Empty {}
class Point {
  @Field(() => Integer) x!: number
  @Field(() => Integer, { optional: true, name: 'why' }) y?: number
}

/** Records by what is wrong with them, or what is special about them. */
const RECORDS: Readonly<Record<string, () => Class>> = {
  'without fields': () => Empty,
  'without fields or a name': () => (() => class {})(),
  'of fields and decorated properties': () => {
    class Both {
      @Field() a!: string
      @IsInt() b!: number
      @Field() @MaxLength(2) c!: string
      @Type(() => Date) d?: Date
      @Transform(({ value }) => value) e: unknown
      @Exclude() f: unknown
      @Expose() g: unknown
    }
    return Both
  },
  'that extends another': () => {
    class Derived extends Point {
      @Field(() => String as never) declare y: never
      @IsOptional() @IsString() z?: string
    }
    return Derived
  },
  'with an emitted type that its own contradicts': () => {
    class Wrong {
      @Field(() => Integer as never) a!: string
      @Field(() => String as never) b!: Date
      @Field(() => [String] as never) c!: string
      @Field(() => Integer as never) @Transform(({ value }) => value, { toClassOnly: true }) d!: string
      @Field(() => Integer as never) @Transform(({ value }) => value, { toPlainOnly: true }) e!: string
      @Field(() => oneOf(Integer, String)) f!: string
    }
    return Wrong
  },
  'with a type that is none, and other mistakes': () => {
    class Mistakes {
      @Field(() => undefined as never) a!: string
      @Field({ minLenght: 2 } as never) b!: string
      @Field({ minimum: 1 }) c!: string
      @Field({ name: 'd' }) e!: string
      @Field() d!: string
      @IsArray() @ValidateNested() f: unknown
    }
    return RecordOf({ maxProperties: 1 } as never)(Mistakes) ?? Mistakes
  },
  'of a number of fields that is never there': () => ruled({ maxProperties: 1 }),
  'of as many fields as are required': () => ruled({ maxProperties: 2 }),
  'of too few fields, closed': () => ruled({ minProperties: 6, unknownFields: 'reject' }),
  'of as many fields as it has, closed': () => ruled({ minProperties: 5, unknownFields: 'reject' }),
  'of too few fields, open': () => ruled({ minProperties: 6 }),
  'of too few fields beside others': () =>
    ruled({ minProperties: 6, unknownFields: 'reject', additionalProperties: String } as RecordOptions),
  'with all options': () =>
    ruled({
      ...{ name: 'Named', title: 't', description: 'd', example: { a: 'x', b: 'y' }, unknownFields: 'allow' as never },
      ...{ minProperties: 1, maxProperties: 9, 'x-own': [1] }
    }),
  'with examples': () => ruled({ examples: [{ a: 'x', b: 'y' }] }),
  'with additional properties': () => ruled({ additionalProperties: [Integer] as never }),
  'with additional properties of no type': () => ruled({ additionalProperties: Symbol as never }),
  'with additional properties and another name': () => {
    class Renamed extends Point {}
    return RecordOf({ additionalProperties: String })(Renamed) ?? Renamed
  },
  'with additional properties and exchanged names': () => {
    class Exchanged {
      @Field({ name: 'b' }) a!: string
      @Field({ name: 'a' }) b!: string
    }
    return RecordOf({ additionalProperties: String })(Exchanged) ?? Exchanged
  },
  'that is a part of a named one': () => {
    const Whole = ruled({ name: 'Whole', title: 'of the whole' })
    return PartialType(Whole)
  },
  'with a value on the prototype': () => {
    class Valued {}
    Object.defineProperty(Valued.prototype, 'it', { value: 1 })
    IsInt()(Valued.prototype, 'it')
    return Valued
  },
  'that contains itself, in a group': () => {
    class Rooted {
      @IsString({ groups: ['a'] }) name!: string
      @ValidateNested() @Type(() => Node) node!: Node
    }
    return inGroups(Rooted, 'b')
  },
  'with a getter, an accessor and a setter': () => {
    class Accessors {
      @IsString() get got(): string {
        return 'g'
      }
      @IsString() get both(): string {
        return 'g'
      }
      set both(_value: string) {}
      @IsString() set taken(_value: string) {}
    }
    class Inherited extends Accessors {}
    return Inherited
  }
}

function ruled(options: RecordOptions): Class {
  class Ruled {
    @Field() a!: string
    @Field() b!: string
    @Field({ optional: true }) c?: string
    @Field({ readOnly: true }) d!: string
    @Field({ default: 'e' }) e!: string
  }
  RecordOf(options)(Ruled)
  return Ruled
}

class Held {
  readonly held = 1
}
let drawn = 0
const ring: { next?: unknown } = {}
ring.next = ring

class Initials {
  text = 'a'
  none = undefined
  nothing = null
  zero = 0
  list = [1, [null]]
  object = { a: { b: [] } }
  bare = Object.assign(Object.create(null), { a: 1 })
  counted = ++drawn
  big = 5n
  bigs = [5n]
  ring = ring
  run = () => 1
  runs = [() => 1]
  symbol = Symbol('s')
  date = new Date(0)
  instance = new Held()
  instances = { a: [new Held()] }
  point = { x: 1 }
  get got() {
    return 5
  }
}
const INITIAL_TYPES: Readonly<Record<string, TypeExpression>> = {
  text: String,
  nothing: nullable(String),
  zero: Integer,
  list: [Unknown],
  object: mapOf(Unknown),
  point: Point
}

class Throwing {
  text = 'a'
  constructor() {
    throw new Error('needs a thing')
  }
}

const access = (name: string, more: Partial<FieldSchema>) => field(name, STRING, more)
const frozen = class Frozen {
  constructor() {
    Object.freeze(this)
  }
}
const readOnly = class ReadOnly {
  constructor() {
    Object.defineProperty(this, 'it', { value: 1, writable: false })
  }
}
const getter = class Getter {
  get it() {
    return 1
  }
}
const setter = class Setter extends getter {
  override get it() {
    return 1
  }
  override set it(_value: number) {}
}

class Cat {
  @Field(() => enumOf(['cat'])) kind!: 'cat'
  @Field() name!: string
}
class Kitten extends Cat {
  @Field(() => Integer, { optional: true }) age?: number
}
class Dog {
  @Field(() => enumOf(['dog']), { name: 'kind' }) sort!: 'dog'
  @Field(() => Point, { nullable: true }) at!: Point | null
  @Field({ writeOnly: true }) secret!: string
}
class Named {
  @Field() name!: string
}

/** Unions, and the objects whose member is looked for. */
const UNIONS: Readonly<Record<string, () => TypeExpression>> = {
  'of records': () => oneOf(Cat, Dog, Named),
  'of a class and its base': () => oneOf(Cat, Kitten),
  'by a discriminator': () => oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } }),
  'of kinds': () => oneOf([Integer], String, Date, Integer),
  'of lists and maps': () => oneOf([Integer], [String], mapOf(Integer), mapOf(String)),
  'of tuples': () => oneOf(tupleOf(Integer, String), tupleOf(String), Named),
  'of scalars': () => oneOf(Integer, String),
  'of one record and anything': () => oneOf(Named, mapOf(Unknown))
}
const OBJECTS: readonly object[] = [
  ...[new Cat(), new Kitten(), new Dog(), new Named(), new Date(0), new Map(), new (class extends Kitten {})()],
  ...[{}, [], [1], ['a'], [1, 'a'], { a: 1 }, { a: 'a' }, { name: 'n' }, { name: 5 }, { name: undefined }],
  ...[{ kind: 'cat' }, { kind: 'dog' }, { sort: 'dog' }, { kind: 'cow', name: 'n' }, { sort: 'dog', at: null }],
  ...[{ sort: 'dog', at: {} }, { sort: 'dog', at: 5 }, { kind: 'cat', name: 'n', age: 'x' }, Object.create(null)],
  ...[{ toJSON: () => 'text' }, { toJSON: () => 5 }, { toJSON: () => [1] }, { toJSON: () => null }, { toJSON: 5 }]
]

const discriminator = (value: string, of: Class, more: object = {}): Discriminator => {
  return { name: 'kind', mapping: [{ value, class: of }], ...more }
}

/** Fields that discriminate. */
const KINDS: Readonly<Record<string, FieldSchema>> = {
  'of another name': field('other', STRING),
  'under another property': { ...field('other', STRING), name: 'kind' },
  text: field('kind', STRING),
  anything: field('kind', { kind: 'any' }),
  number: field('kind', INTEGER),
  enum: field('kind', { kind: 'enum', name: undefined, values: ['a', 'b'] }),
  'other enum': field('kind', { kind: 'enum', name: undefined, values: ['b'] }),
  'read only': field('kind', STRING, { access: 'readOnly' }),
  'write only': field('kind', STRING, { access: 'writeOnly' }),
  'with a rule': field('kind', STRING, { rules: [rule({ minLength: 2 }, { test: () => false })] }),
  'with a rule of the record': field('kind', STRING, {
    rules: [rule(undefined, { test: () => false, judgesRecord: true })]
  }),
  'with a rule for later': field('kind', STRING, {
    rules: [rule(undefined, { test: () => false, stage: 'asynchronous' })]
  })
}

@ValidatorConstraint({ async: true })
class IsFree {
  validate() {
    return Promise.resolve(true)
  }
}
class Free {
  @Validate(IsFree) name!: string
}
class Node {
  @Field(() => [Node]) children!: Node[]
  @Field(() => mapOf(Free), { optional: true }) free?: unknown
}
const Additional = ruled({ additionalProperties: Node as never })
class WrongWithin {
  @Field(() => Empty) a!: Empty
  @Field(() => oneOf({ discriminator: 'kind', mapping: { cat: Cat, x: Named } })) b!: unknown
  @Field(() => WrongWithin, { optional: true }) c?: WrongWithin
}

const PATTERNS: Readonly<Record<string, () => Class>> = {
  plain: () => patterned(Field({ pattern: /^a+$/ })),
  exponential: () => patterned(Field({ pattern: /^(a+)+$/ })),
  'exponential, bounded': () => patterned(Field({ pattern: /^(a+)+$/, maxLength: 5 })),
  'exponential, bounded too far': () => patterned(Field({ pattern: /^(a+)+$/, maxLength: 500 })),
  quadratic: () => patterned(Field({ pattern: /a+b/ })),
  'quadratic, bounded too far': () => patterned(Field({ pattern: /a+b/, maxLength: 1_000_000 })),
  cubic: () => patterned(Field({ pattern: /^a+a+a+$/ })),
  'of the fourth power': () => patterned(Field({ pattern: /^a*a*a*a*b$/ })),
  'of many ways': () => patterned(Field({ pattern: /^(?:a?){25}a{25}$/ })),
  unknown: () => patterned(Field({ pattern: /(?<=a+)b/ })),
  'of class-validator': () => patterned(Matches(/^(a+)+$/)),
  'of class-validator, bounded': () => patterned(Matches(/^(a+)+$/), MaxLength(500)),
  'of class-validator, each': () => patterned(Matches(/^(a+)+$/, { each: true }), MaxLength(500, { each: true })),
  'with flags': () => patterned(Matches(/^(a+)+$/i)),
  'under a condition': () =>
    patterned(
      ValidateIf(() => true),
      Matches(/^(a+)+$/)
    ),
  'of what only responses have': () => patterned(Field({ pattern: /^(a+)+$/, readOnly: true })),
  'of a foreign schema': () => patterned(Field(() => foreign(/^(a+)+$/) as never)),
  'of additional properties': () => {
    const target = patterned(Field())
    RecordOf({ additionalProperties: foreign(/^(b+)+$/) as never })(target)
    return target
  }
}

/** A schema of another library, by Standard Schema and its JSON Schema. */
function foreign(pattern: RegExp): object {
  const text = { type: 'string', pattern: pattern.source }
  const jsonSchema = { input: () => text, output: () => text }
  return { '~standard': { version: 1, vendor: 'spec', validate: (value: unknown) => ({ value }), jsonSchema } }
}

function patterned(...decorators: PropertyDecorator[]): Class {
  class Patterned {}
  Reflect.defineMetadata('design:type', String, Patterned.prototype, 'it')
  for (const decorate of [...decorators].reverse()) decorate(Patterned.prototype, 'it')
  return Patterned
}

const TRUSTED: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  nothing: [],
  'the source': ['^(a+)+$', '^(b+)+$'],
  'another source': ['^(a+)+', '^(A+)+$'],
  'the expression': [/^(a+)+$/],
  'the expression with flags': [/^(a+)+$/i, /^(a+)+$/],
  'the expression with flags of no meaning': [/^(a+)+$/dgy],
  all: [/a+b/, /^a+a+a+$/u, '^a*a*a*a*b$', '^(?:a?){25}a{25}$', '(?<=a+)b', '(a']
}

describe('Records of many forms', () => {
  it('have the models, ways to be made and errors of record-model-list.txt', () => {
    const lines: string[] = []
    for (const [what, make] of Object.entries(RECORDS)) {
      const described = lineOf(() => {
        const { fields, class: _class, ...rest } = recordSchemaOf(make())
        const names = fields.map(({ property, name, type, required, access }) => {
          return `${property}${name === property ? '' : ` as ${name}`} ${type.kind}${required ? '' : '?'}${access === undefined ? '' : ` ${access}`}`
        })
        return [rest, ...names]
      })
      lines.push(`a record ${what}: ${described}`)
    }
    lines.push('\n# initial values')
    drawn = 0
    const initial = initialValues(Initials)
    for (const property of [...Object.keys(new Initials()), 'got', 'other']) {
      const found = initial(property)
      const type = typeOf(INITIAL_TYPES[property] ?? Unknown)
      const documented = found && [Unknown, String].map((each) => lineOf(() => found.documented(typeOf(each))))
      lines.push(
        `${property}: ${shown(found?.value)}, documented ${lineOf(() => found?.documented(type))}; ${documented?.join('; ')}`
      )
    }
    lines.push(...calls('of a class that throws', (property) => initialValues(Throwing)(property), [['text']]))
    lines.push('\n# how instances are made')
    const forms: readonly (readonly [Class, readonly FieldSchema[]])[] = [
      ...[Empty, Throwing, frozen, readOnly, getter, setter].flatMap((target): [Class, FieldSchema[]][] => [
        [target, []],
        [target, [access('it', {})]],
        [target, [access('it', { access: 'readOnly' })]],
        [target, [access('it', { access: 'readOnly', default: 'a' })]],
        [target, [access('it', { access: 'writeOnly' }), access('other', {})]]
      ])
    ]
    for (const [target, fields] of forms) {
      const schema = { ...record(target.name, () => fields), class: target }
      const ways = (['request', 'response', 'declared'] as const).map((direction) => {
        return `${direction} ${lineOf(() => constructionOf(schema, direction))}`
      })
      lines.push(
        `${target.name} with ${fields.map(({ name, access: way, default: given }) => shown([name, way, given])).join()}: ${ways.join(', ')}`
      )
    }
    for (const way of ['constructor', 'prototype', 'plain'] as const) {
      lines.push(`${way}: ${outcome(() => instanceMaker({ ...record('Held', () => []), class: Held }, way)())}`)
    }
    expectWholeList('record/model/record-model-list.txt', lines)
  })

  it('are members of unions, within each other and with patterns as union-member-list.txt says', () => {
    const lines: string[] = []
    for (const [what, expression] of Object.entries(UNIONS)) {
      const choose = compileChoice(typeOf(expression()) as UnionSchema)
      const byIndex = new Map<string, string[]>()
      for (const object of OBJECTS) {
        const index = outcome(() => choose(object))
        const text =
          'toJSON' in object && typeof object.toJSON === 'function'
            ? `in JSON ${shown(object.toJSON())}`
            : shown(object)
        byIndex.set(index, [...(byIndex.get(index) ?? []), text])
      }
      lines.push(`a union ${what}`, ...[...byIndex].sort().map(([index, texts]) => `  ${index}: ${texts.join(' ')}`))
    }
    lines.push('\n# discriminators')
    for (const [what, kind] of Object.entries(KINDS)) {
      const model = record('Kind', () => [field('first', STRING), kind])
      const outcomes = [{}, { isImplied: true }, { isImplied: false }].map((more) => {
        return lineOf(() => checkDiscriminator(discriminator('a', model.class, more), lookupAmong(model)))
      })
      lines.push(`${what}: ${[...new Set(outcomes)].join('; implied: ')}`)
    }
    lines.push('\n# records within types')
    const types: readonly TypeExpression[] = [
      ...[String, [Point], mapOf(nullable(Node)), oneOf(Cat, Dog), Node, Additional, tupleOf(Free, Integer)],
      ...[Empty, WrongWithin, [WrongWithin]]
    ]
    for (const expression of types) {
      const names = lineOf(() => [...reachableRecords(typeOf(expression)).keys()].map(({ name }) => name))
      lines.push(
        `${shown(typeOf(expression))}: ${names}, by class-validator ${lineOf(() => needsClassValidator(typeOf(expression)))}`
      )
    }
    for (const target of [Empty, Point, Free, Named, PartialType(Named), OmitType(Named, ['name'])]) {
      lines.push(`${target.name} is ${isRecord(target) ? 'a' : 'no'} record`)
    }
    lines.push('\n# patterns')
    for (const [what, make] of Object.entries(PATTERNS)) {
      const type = typeOf(make() as never)
      for (const [name, trusted] of Object.entries(TRUSTED)) {
        const policy = new PatternPolicy(trusted)
        const [once, twice] = [
          lineOf(() => policy.checkType(type)),
          lineOf(() => policy.checkType([type].flat()[0] as TypeSchema))
        ]
        if (name !== 'nothing' && once !== 'undefined') continue
        lines.push(
          `${what}, trusting ${name}: ${once}${once === twice ? '' : `, then ${twice}`}, unused ${policy.unused.join(' ')}`
        )
      }
    }
    const policy = new PatternPolicy()
    const costly = recordSchemaOf((PATTERNS.exponential as () => Class)()).fields[0] as FieldSchema
    const foreignField = field('q', typeOf(foreign(/^(a+)+$/) as never))
    for (const each of [costly, field('q', STRING), foreignField, field('q', typeOf([foreign(/^(a+)+$/)] as never))])
      lines.push(`a parameter of ${each.type.kind}: ${lineOf(() => policy.checkParameter(each, 'Items.find, q'))}`)
    const within = field('q', typeOf((PATTERNS.exponential as () => Class)() as never))
    lines.push(`a parameter of a record: ${lineOf(() => policy.checkParameter(within, 'Items.find, q'))}`)
    let asked = 0
    const bindables: readonly unknown[] = [Point, [Point], 'text', undefined, PATTERNS.exponential?.()]
    for (const bindable of [...bindables, ...bindables]) {
      const type = [bindable].flat()[0]
      const result = lineOf(() =>
        policy.checkBindable(bindable, () => {
          asked += 1
          return typeof type === 'function' ? { kind: 'record', class: type as Class } : STRING
        })
      )
      lines.push(`to bind ${shown(bindable)}: ${result}, ${asked} asked`)
    }
    expectWholeList('record/model/union-member-list.txt', lines)
  })

  it('have the constraints and messages of constraint-list.txt', () => {
    class Constrained {
      @IsInt() @IsPositive() @IsOptional() a?: number
      @IsString({ each: true }) @IsArray() b!: string[]
      @IsEmail() c!: string
      @ValidateIf(() => true) @IsDate() d!: Date
      @ValidateNested({ each: true }) @Type(() => Point) e!: Point[]
      @Contains('x') f!: string
      g!: string
    }
    const isOwn = { validate: (value: unknown) => value === 5, defaultMessage: () => 'no' }
    registerDecorator({ name: 'isOwn', target: Constrained, propertyName: 'g', validator: isOwn })
    const values: readonly unknown[] = [undefined, null, 5, -1, 'a', 'x', '\ud800', [], ['a'], ['a', 5], new Date(0)]
    const lines = readPropertyRules(Constrained).flatMap(({ property, constraints, conditions, ...rest }) => [
      `${property}: ${shown(rest)}, ${conditions.length} conditions`,
      ...constraints.map((constraint) => {
        const { name, isAsync, isBuiltIn, isCertain } = constraint
        const accepted = values.filter((value) => passes(constraint, value)).map(shown)
        const items = values.filter((value) => passesItems(constraint, value)).map(shown)
        return `  ${name} ${shown({ isAsync, isBuiltIn, isCertain })} accepts ${accepted.join(' ')}; items: ${items.join(' ')}`
      })
    ])
    lines.push(`without rules: ${shown(noRules('it'))}`)
    const results: readonly unknown[] = [true, false, undefined, 1, '', 'a']
    const returned: readonly (() => unknown)[] = [
      ...results.map((result) => () => result),
      () => {
        throw new Error('thrown')
      }
    ]
    lines.push(`returnsTrue: ${returned.map(returnsTrue).join(' ')}`)
    lines.push(
      ...calls('withoutProperty', withoutProperty, [
        ['name must be short', 'name'],
        ['each value in name must be short', 'name'],
        ['names must be short', 'name'],
        ['The name must be short', 'name'],
        ['', ''],
        [' x', '']
      ])
    )
    const templates: readonly unknown[] = [
      ...['plain', '$property of $target is $value, $value; $constraint1', ''],
      ...[() => '$property', ({ value }: { value: unknown }) => `is ${String(value)}`, () => undefined, () => null],
      ...[() => 5, () => ({}), () => Promise.resolve('late'), () => Promise.reject(new Error('late'))]
    ]
    const owner = new Point()
    for (const [at, template] of templates.entries()) {
      const said = [5, 'a', true, null, ['a'], '$property'].map((value) =>
        outcome(() => givenMessage(template as string, 'it')(value, owner))
      )
      lines.push(`message ${at}: ${[...new Set(said)].join(' or ')}`)
    }
    expectWholeList('record/model/constraint-list.txt', lines)
  })
})
