import {
  BootstrapError,
  DateOnly,
  enumOf,
  Field,
  File,
  Files,
  fileOf,
  genericRecord,
  Integer,
  IntersectionType,
  mapOf,
  nullable,
  OmitType,
  oneOf,
  PartialType,
  PickType,
  Record as RecordOf,
  RequiredType,
  tupleOf,
  Unknown
} from 'fieldstone'
import 'reflect-metadata'
import { Type } from 'class-transformer'
import { IsIn, IsInt, IsString, Matches, ValidateNested } from 'class-validator'
import { compileBinder } from '../../src/record/binder.js'
import { SchemaEmitter } from '../../src/record/json-schema/json-schema.js'
import { FIELD_RULES } from '../../src/record/rule/field-rules.js'
import { parseType } from '../../src/record/type/type-expression.js'
import { expectWholeList, shown } from '../support/whole-list.js'

class Point {
  @Field(() => Integer) x!: number
}
class Cat {
  @Field(() => enumOf(['cat'])) kind!: 'cat'
}
class Dog {
  @Field(() => enumOf(['dog'])) kind!: 'dog'
}
class Empty {}

const TYPES: Readonly<Record<string, unknown>> = {
  String: () => String,
  Integer: () => Integer,
  Boolean: () => Boolean,
  Date: () => Date,
  DateOnly: () => DateOnly,
  list: () => [String],
  record: () => Point,
  union: () => oneOf(Integer, String),
  enum: () => enumOf(['a', 'b']),
  Unknown: () => Unknown,
  map: () => mapOf(Integer)
}

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  name: ['', 5, '__proto__', 'a b'],
  optional: [1, 'yes'],
  nullable: ['no'],
  description: [5],
  example: ['a', 5, null, 'abc'],
  default: ['a', 5, null, [], {}, '2020-01-02', () => 1],
  deprecated: [1],
  style: ['comma', 'deepObject', 'pipe'],
  readOnly: [1],
  writeOnly: [true],
  enum: [[], ['a', 'b'], [1], { A: 'a' }, [{}], 'a', [null]],
  each: [true, 'yes'],
  rules: [[IsString()], 5, [5], [() => undefined]],
  message: ['wrong', 5, () => 'wrong'],
  messages: [
    null,
    [],
    5,
    {},
    { minLength: 'short' },
    { required: 'r', type: 't' },
    { none: 'x' },
    { minLength: 5 },
    { required: () => 'r' }
  ],
  minLenght: [2],
  type: [String, undefined],
  ...Object.fromEntries(
    Object.keys(FIELD_RULES).map((name) => [name, [-1, 2, 1.5, '2', true, /^a/, 'email', '(', /a/g]])
  ),
  pattern: [5, '(', '^a', /a/g, /a/y, /a/i, /a/s, '(a+)+', '(?=a)b', '']
}

/** The types that rules are tried on. */
const FEW = new Set(['String', 'Integer', 'list', 'union', 'Date'])

const EXPRESSIONS: readonly unknown[] = [
  ...[
    Object,
    Array,
    Promise,
    Map,
    Set,
    Symbol,
    BigInt,
    Function,
    undefined,
    null,
    {},
    [],
    [String, Number],
    5n,
    Symbol('s'),
    5,
    1.5,
    'a',
    true
  ],
  ...[
    new Date(0),
    new Point(),
    new Empty(),
    Empty,
    { type: 'string' },
    { $ref: '#' },
    { type: ['null'] },
    { A: 'a' },
    { A: 0, 0: 'A' },
    { a: {} }
  ],
  ...[() => () => String, [[]], Buffer, Uint8Array, /a/, new Map(), class Late extends Point {}, async () => String],
  ...[
    enumOf([]),
    enumOf({}),
    enumOf([Number.NaN]),
    enumOf(['a', 'a', 1]),
    enumOf(null as never),
    enumOf(['a'], 'A b'),
    enumOf({ A: 1, B: 'b' }, 'Named')
  ],
  ...[
    tupleOf(),
    tupleOf(String, nullable(Integer)),
    mapOf(undefined),
    mapOf(mapOf(Point)),
    nullable(nullable(String)),
    nullable(Unknown)
  ],
  ...[
    (oneOf as never as (...args: unknown[]) => unknown)(),
    (oneOf as never as (...args: unknown[]) => unknown)(String),
    oneOf(String, nullable(Integer))
  ],
  ...[oneOf(oneOf(Integer, String), Boolean), oneOf(nullable(oneOf(Integer, String)), Date), oneOf(Cat, Dog)],
  ...[
    { discriminator: 'kind', mapping: { cat: Cat, dog: Dog } },
    { discriminator: 'kind', mapping: { cat: Cat, cow: Cat } },
    { discriminator: 'sort', mapping: { cat: Cat } },
    { discriminator: '', mapping: { cat: Cat } },
    { discriminator: 'kind', mapping: {} },
    { discriminator: 'kind', mapping: { cat: String } },
    { discriminator: 'kind' },
    { discriminator: 5, mapping: { cat: Cat } },
    { discriminator: 'x', mapping: { 1: Point } }
  ].map((union) => oneOf(union as never)),
  ...[
    fileOf(),
    fileOf({ maxSize: 0 }),
    fileOf({ maxSize: 1.5 }),
    fileOf({ contentTypes: [] }),
    fileOf({ contentTypes: ['IMAGE/*'] })
  ],
  ...[
    fileOf({ contentTypes: ['image'] }),
    fileOf({ contentTypes: 'a/b' as never }),
    fileOf({ contentTypes: ['*/*'] }),
    [fileOf()],
    mapOf(fileOf())
  ]
]

function setupErrorsOf(work: () => unknown): string {
  try {
    return shown(work())
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors.map(({ message }) => message).join('\n  ')
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

/** What a class is as a record: its schema, or why it is none. */
function record(target: unknown): string {
  return setupErrorsOf(() => {
    const type = parseType(target, 'here')
    compileBinder(type, 'json', 'body')
    compileBinder(type, 'text', 'body')
    const emitter = new SchemaEmitter('3.1')
    emitter.schemaOf(type, 'here')
    return JSON.parse(JSON.stringify(emitter.components))
  })
}

function holder(decorate: () => (target: object, key: string) => void): string {
  return setupErrorsOf(() => {
    class Holder {}
    decorate()(Holder.prototype, 'f')
    const text = record(Holder)
    if (text.startsWith('{')) return JSON.parse(text).Holder?.properties?.f ?? JSON.parse(text)
    throw new Text(text)
  })
}

/** What is listed as it is. */
class Text extends Error {
  override name = 'why'
}

describe('Declarations of records', () => {
  it('become schemas, or the setup errors of declaration-list.txt', () => {
    const lines: string[] = []
    for (const [option, values] of Object.entries(VALUES)) {
      lines.push(`\n# ${option}`)
      for (const value of values) {
        const groups = new Map<string, string[]>()
        for (const [name, type] of Object.entries(TYPES)) {
          if (Object.hasOwn(FIELD_RULES, option) && !FEW.has(name)) continue
          const text = holder(() => Field(type as never, { [option]: value }))
          groups.set(text, [...(groups.get(text) ?? []), name])
        }
        for (const [text, names] of groups) lines.push(`${shown(value)} of ${names.join(', ')}: ${text}`)
      }
    }
    lines.push('\n# types')
    for (const expression of EXPRESSIONS) {
      const name = typeof expression === 'object' && expression !== null ? shown(expression) : String(shown(expression))
      lines.push(`${name}: ${holder(() => Field(() => expression as never))}`)
    }
    lines.push('\n# decorators')
    const decorators: Readonly<Record<string, () => (target: object, key: string) => void>> = {
      'Field without a call': () => Field as never,
      'Field of options': () => Field({ type: String, minLength: 1 }) as never,
      'Field twice': () => (target, key) => {
        Field(() => String)(target, key)
        Field(() => Integer)(target, key)
      },
      'Field and IsInt': () => (target, key) => {
        Field(() => String)(target, key)
        IsInt()(target, key)
      },
      'Field of a static property': () => (target) => Field(() => String)(target.constructor as never, 'f'),
      'Field of a symbol': () => (target) => Field(() => String)(target as never, Symbol('s') as never),
      'Field of the prototype': () => (target) => Field(() => String)(target as never, '__proto__'),
      'Field of a method': () => (target, key) =>
        Field(() => String)(target as never, key, Object.getOwnPropertyDescriptor({ f() {} }, 'f') as never),
      File: () => File({ maxSize: -1 }) as never,
      Files: () => Files({ minItems: 2 }) as never,
      'nested without a class': () => ValidateNested() as never,
      'a type that is none': () => (target, key) => {
        ValidateNested()(target, key)
        Type(() => undefined as never)(target, key)
      },
      'a pattern that costs': () => Matches(/(a+)+$/) as never,
      'values that have no form': () => IsIn([{}, 5n]) as never,
      'two ways of several keys': () => Field(() => String, { readOnly: true, writeOnly: true }) as never,
      'no options': () => Field(() => String, null as never) as never
    }
    for (const [name, decorate] of Object.entries(decorators)) lines.push(`${name}: ${holder(decorate)}`)
    lines.push('\n# classes')
    const Page = genericRecord('PageOf', (Item: new () => object) => {
      class PageOf {
        items!: object[]
      }
      Field(() => [Item])(PageOf.prototype, 'items')
      return PageOf as never
    })
    const named = (options: object) => {
      class Named extends Point {}
      RecordOf(options as never)(Named)
      return Named
    }
    const classes: Readonly<Record<string, () => unknown>> = {
      'without fields': () => Empty,
      'a name': () => named({ name: 'Other', description: 'd', unknownFields: 'reject' }),
      'a name with a space': () => named({ name: 'a b' }),
      'an empty name': () => named({ name: '' }),
      'a name and a description that are no texts': () => named({ name: 5, description: 5, title: '' }),
      'an unknown option': () => named({ nam: 'A' }),
      'unknownFields of another word': () => named({ unknownFields: 'keep' }),
      PartialType: () => PartialType(Point),
      RequiredType: () => RequiredType(PartialType(Point)),
      PickType: () => PickType(Point, ['x']),
      'PickType of none': () => PickType(Point, ['y' as never]),
      OmitType: () => OmitType(Point, ['x']),
      IntersectionType: () => IntersectionType(Point, Cat),
      'PartialType of no record': () => PartialType(5 as never),
      'IntersectionType of no record': () => IntersectionType(Point, {} as never),
      generic: () => (Page as unknown as (item: unknown) => unknown)(Point),
      'generic of no class': () => (Page as unknown as (item: unknown) => unknown)(5),
      'two of one name': () =>
        tupleOf(
          Point,
          {
            Point: class Point {
              y!: number
            }
          }.Point,
          named({ name: 'Point' })
        )
    }
    for (const [name, make] of Object.entries(classes))
      lines.push(`${name}: ${setupErrorsOf(() => new Text(record(make())).message)}`)
    expectWholeList(
      'record/declaration-list.txt',
      lines.map((line) => line.replaceAll(/\S+\.[tj]s:\d+/g, 'its line'))
    )
  })
})
