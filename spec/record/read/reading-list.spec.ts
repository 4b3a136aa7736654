import { Exclude, Expose, Transform, Type } from 'class-transformer'
import { IsEmail, IsIn, IsInt, IsOptional, IsString, Min, MinLength, ValidateBy, ValidateIf } from 'class-validator'
import {
  type Class,
  enumOf,
  Field,
  Integer,
  mapOf,
  oneOf,
  Record as RecordOf,
  type StandardSchema,
  Unknown
} from 'fieldstone'
import { compileExampleCheck } from '../../../src/record/binder.js'
import { SchemaEmitter } from '../../../src/record/json-schema/json-schema.js'
import { Compilation } from '../../../src/record/read/compilation.js'
import { generateReader } from '../../../src/record/read/reader-code.js'
import { FaultList } from '../../../src/record/type/fault-list.js'
import type { BinderSource, BindingOptions, Strictness } from '../../../src/record/type/reading-options.js'
import { compileWriter } from '../../../src/record/writer.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

const throwing = (value: unknown) => {
  if (value === 'throw') throw new Error('thrown')
  return value
}

/** Fields with rules and defaults that are transformed on their way. */
class Transformed {
  @Field({ default: ' d ', maxLength: 3 }) @Transform(({ value }) => String(value).trim()) trimmed!: string
  @Field(() => Integer, { default: 5, minimum: 2 })
  @Transform(({ value }) => Number(value) * 2, { toClassOnly: true })
  doubled!: number
  @Field(() => [String], { default: ['a'], maxItems: 2 })
  @Transform(({ value }) => throwing(value), { toClassOnly: true })
  list!: string[]
  @Field({ default: 'w', maxLength: 2 })
  @Transform(({ value }) => `<${String(value)}>`, { toPlainOnly: true })
  written!: string
}

class Visited {
  @Field({ optional: true }) @Expose() @Transform(({ value }) => value ?? 'made') made?: string
  @Field({ default: 'dd', minLength: 2 }) @Expose() @Transform(({ value }) => value) kept!: string
  @Field({ messages: { required: 'is needed', type: 'is no text', minLength: 'is short' }, minLength: 2 })
  @Transform(({ value }) => (value === 'gone' ? undefined : throwing(value)), { toClassOnly: true })
  gone!: string
  @Field(() => Integer, { nullable: true, minimum: 1, name: 'a b' })
  @Transform(({ value }) => value ?? 0, { toClassOnly: true })
  count!: number | null
  @Field(() => Integer) @Exclude({ toPlainOnly: true }) inward!: number
}

class Initialised {
  @IsString() @Transform(({ value }) => value, { toClassOnly: true }) @MinLength(2) text = 'x'
  @IsOptional() @IsInt() @Min(1) @Expose({ name: 'number' }) given = 1
  @Field(() => Unknown, { optional: true, rules: [IsIn([1, null])] }) any?: unknown
  @Field(() => [Unknown], { optional: true, rules: [IsIn([1, null], { each: true })] }) anys?: unknown[]
}

class Conditional {
  @Field() kind!: string
  @Field({ minLength: 2, messages: { required: 'is needed', type: 'is no text' }, rules: [ValidateIf(isOfA)] })
  some!: string
  @Field(() => Integer, { optional: true, minimum: 2, rules: [ValidateIf(isOfA)] }) maybe?: number
  @Field(() => Integer, { default: 7, maximum: 9, rules: [ValidateIf(isOfA)] }) filled!: number
  @Field(() => Date, { default: '2020-01-02T03:04:05Z', rules: [ValidateIf(isOfA)] }) at!: Date
  @Field({ minLength: 2, rules: [ValidateIf(isOfA)] })
  @Transform(({ value }) => (value === 'gone' ? undefined : throwing(value)), { toClassOnly: true })
  changed!: string
  @Field({ readOnly: true, minLength: 2, rules: [ValidateIf(isOfA)] }) outward!: string
}

function isOfA({ kind }: Conditional): boolean {
  return kind === 'a'
}

/** The other field of the same record is not less. */
function atLeast(other: string): PropertyDecorator {
  return ValidateBy({
    name: 'atLeast',
    constraints: [other],
    validator: {
      validate: (value, args) => Number(value) >= Number((args?.object as { [key: string]: unknown })?.[other] ?? 0),
      defaultMessage: (args) => `$property is below ${other} of ${JSON.stringify(args?.object)}`
    }
  })
}

class Range {
  @Field(() => Integer, { default: 3 }) from!: number
  @Field(() => Integer, { default: 4, rules: [atLeast('from')], minimum: 1 }) to!: number
  @Field(() => Integer, {
    optional: true,
    nullable: true,
    maximum: 5,
    message: ({ object }) => `is above, from ${(object as Range).from}`
  })
  most?: number | null
  @Field(() => Date, { optional: true }) at?: Date
}

class Optionally {
  @Field(() => Integer) from!: number
  @Field(() => Integer, { optional: true, rules: [atLeast('from')] }) to?: number
}

/** Of a property that is transformed both ways, the document says nothing, and what is sent is of its type. */
class BothWays {
  @IsOptional() @Type(() => Number) @Transform(({ value }) => value) number?: number
}

@RecordOf({ unknownFields: 'reject', minProperties: 2, maxProperties: 3 })
class Closed {
  @Field({ readOnly: true, default: 'r' }) read!: string
  @Field({ writeOnly: true, default: 'w' }) write!: string
  @Field({ writeOnly: true }) secret!: string
  @Field({ readOnly: true }) id!: string
  @Field({ optional: true, name: 'two words' }) two?: string
}

class OneWay {
  @Field({ readOnly: true, default: 'r' }) read!: string
  @Field({ writeOnly: true, default: 'w' }) write!: string
  @Field(() => Closed, { optional: true }) inner?: Closed
}

@RecordOf({ additionalProperties: Integer, minProperties: 1 })
class More {
  @Field({ optional: true }) a?: string
}

@RecordOf({ additionalProperties: mapOf(Integer), maxProperties: 1 })
class Maps {
  @Field({ optional: true }) a?: string
}

/** A schema of another library: a text of at least two characters; with a default where it is given. */
function foreign(given?: string): StandardSchema {
  const json = () => ({ type: 'string', minLength: 2, ...(given !== undefined && { default: given }) })
  return {
    '~standard': {
      version: 1,
      vendor: 'spec',
      validate: (value) => {
        const read = value ?? given
        return typeof read === 'string' && read.length > 1
          ? { value: read.toUpperCase() }
          : { issues: [{ message: 'is short' }] }
      },
      jsonSchema: { input: json, output: json }
    }
  }
}

class Foreign {
  @Field(() => foreign('given')) filled!: string
  @Field(() => foreign(), { optional: true }) plain?: string
  @Field(() => foreign('none'), { optional: true, nullable: true }) both?: string | null
}

class Cat {
  @Field(() => enumOf(['cat'])) kind!: 'cat'
  @Field(() => Integer, { default: 9 }) lives!: number
}
class Dog {
  @Field(() => enumOf(['dog'])) kind!: 'dog'
  @Field({ rules: [IsEmail()], readOnly: true }) mail!: string
}
class Bird {
  @Field(() => String, { nullable: true }) kind!: string | null
  @Field(() => enumOf([2, 4])) wings!: number
}
class Pets {
  @Field(() => [oneOf(Cat, Dog, Bird)], { minItems: 1 }) pets!: (Cat | Dog | Bird)[]
  @Field(() => oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } }), { optional: true }) one?: Cat | Dog
}

class Part {
  @Field({ default: 'p' }) name!: string
}
class Holding {
  @Field(() => Part, { default: {} }) part!: Part
  @Field(() => [Part], { default: [{}, { name: 'x' }] }) parts!: Part[]
  @Field(() => Date, { default: '2020-01-02T03:04:05Z', messages: { type: 'is no moment' } }) at!: Date
  @Field(() => [Part], { optional: true, messages: { type: 'is no part' } }) told?: Part[]
}

class Absent {
  @Field(() => [Part], { nullable: true, minItems: 1, maxItems: 2 }) list!: Part[] | null
  @Field(() => mapOf(Part), { nullable: true, minProperties: 1 }) map!: { [key: string]: Part } | null
  @Field(() => [mapOf(Integer)], { optional: true, each: true, minProperties: 1 }) maps?: { [key: string]: number }[]
}

const ROWS: readonly (readonly [target: Class, values: readonly unknown[]])[] = [
  [
    Transformed,
    [
      {},
      { trimmed: ' abc ', doubled: 2, list: [], written: 'ab' },
      { trimmed: 'abcd', doubled: 0, list: ['a', 'b', 'c'], written: 'abc' },
      { trimmed: 5, doubled: '2', list: 'throw', written: null },
      { doubled: 1.5, list: ['a', 5] },
      5
    ]
  ],
  [
    Visited,
    [
      {},
      { gone: 'ab', 'a b': 1, inward: 1, made: 'm', kept: 'kk' },
      { gone: 'gone', 'a b': null, inward: 1 },
      { gone: 'throw', 'a b': 0, inward: 'x', made: null },
      { gone: 'a', 'a b': 'x', kept: 'k', count: 5 },
      { gone: 5, made: 5 },
      { gone: null }
    ]
  ],
  [
    Initialised,
    [
      {},
      { text: 'a', number: 0 },
      { text: 'ab', number: 1, given: 0 },
      { text: null, number: null },
      { any: 2, anys: [1, 2, null] },
      { any: null, anys: [null] },
      { any: 1, anys: null }
    ]
  ],
  [
    Conditional,
    [
      { kind: 'a' },
      { kind: 'b' },
      { kind: 'a', some: 'ab', maybe: 2, filled: 9, changed: 'ab', outward: 'ab' },
      { kind: 'a', some: 'a', maybe: 1, filled: 10, changed: 'a', outward: 'a' },
      { kind: 'a', some: 5, maybe: 'x', filled: null, changed: 5 },
      { kind: 'a', some: 'ab', changed: 'gone' },
      { kind: 'a', some: 'ab', changed: 'throw' },
      { kind: 'b', some: 5, maybe: 1, filled: 10, changed: 'throw', outward: 5 },
      { kind: 5, some: 5 }
    ]
  ],
  [
    Range,
    [
      {},
      { from: 4 },
      { from: 5 },
      { to: 2 },
      { to: 0 },
      { from: 5, to: 4 },
      { from: 2, to: 2, most: 6 },
      { from: 'x', to: 1 },
      { most: null, at: '2020-01-02T03:04:05Z' },
      { from: null, to: null }
    ]
  ],
  [Optionally, [{ from: 1 }, { from: 1, to: 0 }, { from: 1, to: 2 }]],
  [BothWays, [{}, { number: 1 }, { number: 'x' }, { number: null }]],
  [
    Closed,
    [
      {},
      { secret: 's' },
      { secret: 's', write: 'x' },
      { id: 'i', read: 'x' },
      { id: 'i', secret: 's', write: 'x', 'two words': '' },
      { secret: 's', more: 1, evenMore: 2 },
      Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`k${at}`, at]))
    ]
  ],
  [
    OneWay,
    [{}, { read: 'a', write: 'b', more: 1 }, { inner: { id: 'i', secret: 's' } }, { inner: {} }, { read: 5, write: 5 }]
  ],
  [
    More,
    [
      {},
      { a: 'x' },
      { a: 'x', b: 1, c: 2 },
      { a: 1, b: 'x', c: null },
      { b: 1.5 },
      JSON.parse('{"__proto__": 1, "constructor": 2}'),
      { b: undefined },
      Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`k${at}`, 'x']))
    ]
  ],
  [Maps, [{}, { a: 'x' }, { b: { c: 1 } }, { b: { c: 'x' }, d: {} }]],
  [Foreign, [{}, { filled: 'ab', plain: 'ab', both: 'ab' }, { filled: 'a', plain: 'a', both: 'a' }, { both: null }]],
  [
    Pets,
    [
      {},
      { pets: [] },
      { pets: [{ kind: 'cat' }, { kind: 'dog', mail: 'a@b.example' }, { kind: null, wings: 2 }] },
      {
        pets: [
          { kind: 'cat', lives: 'x' },
          { kind: 'dog', mail: 'x' },
          { kind: 'owl', wings: 3 }
        ]
      },
      { pets: [{ wings: 2 }, { kind: 5 }, null, 'cat', { kind: 'cat', wings: 4, lives: 1.5 }] },
      { pets: [{ kind: 'cat' }], one: { kind: 'dog' } },
      { pets: [{ kind: 'cat' }], one: { kind: 'cow' } },
      { pets: [{ kind: 'cat' }], one: {} }
    ]
  ],
  [
    Absent,
    [
      { list: null, map: null },
      { list: [], map: {}, maps: [] },
      { list: [{}, {}, {}], map: { a: {} }, maps: [{ a: 1 }, {}] },
      { list: [{}], map: { a: { name: 5 } }, maps: [{ a: 'x' }, null] }
    ]
  ],
  [
    Holding,
    [
      {},
      { part: { name: 'a' }, parts: [{}], at: '2020-01-02T03:04:05+01:00', told: [] },
      { part: null, parts: [{ name: 5 }], at: 'x', told: [5, { name: 5 }] },
      { part: [], parts: {}, at: 5, told: 'x' },
      []
    ]
  ]
]

type Way = readonly [source: BinderSource, strictness: Strictness, options: BindingOptions, isOpen?: boolean]

const WAYS: readonly Way[] = [
  ['json', 'types', {}],
  ['json', 'rules', {}],
  ['json', 'presence', { direction: 'response' }],
  ['json', 'rules', { direction: 'response' }],
  ['json', 'rules', { direction: 'declared' }],
  ['text', 'types', {}],
  ['text', 'rules', {}],
  ['text', 'rules', {}, true],
  ['json', 'rules', {}, true],
  ['json', 'rules', { unknownFields: 'reject' }],
  ['json', 'presence', { direction: 'response', unknownFields: 'reject' }]
]

function wayName([source, strictness, { direction = 'request', unknownFields }, isOpen]: Way): string {
  const more = [unknownFields === undefined ? '' : ' closed', isOpen === true ? ' open' : '']
  return `${source} ${direction} ${strictness}${more.join('')}`
}

describe('Readings of records', () => {
  it('are those of reading-list.txt, by closures and by generated code', () => {
    const lines: string[] = []
    for (const [target, values] of ROWS) {
      const type = { kind: 'record', class: target } as const
      lines.push(`\n# ${target.name}`)
      const emitter = new SchemaEmitter('3.1')
      for (const direction of ['request', 'response'] as const) emitter.use(type, direction)
      for (const direction of ['request', 'response'] as const) emitter.schemaOf(type, 'here', direction)
      for (const [name, schema] of Object.entries(emitter.components))
        lines.push(`schema ${name} ${JSON.stringify(schema)}`)
      const readers = WAYS.flatMap((way) => {
        const [source, strictness, options, isOpen = false] = way
        const compile = () => {
          const compilation = new Compilation(source, strictness, options)
          const closure = compilation.root(type, isOpen)
          compilation.finish()
          return { compilation, closure }
        }
        const { compilation, closure } = compile()
        return [
          { name: wayName(way), read: compile().closure },
          { name: `${wayName(way)} by code`, read: generateReader(type, compilation, closure) }
        ]
      })
      const checks = {
        'example of requests': compileExampleCheck(type, 'request'),
        'example of responses': compileExampleCheck(type, 'response')
      }
      const write = compileWriter(type)
      for (const value of values) {
        const groups = new Map<string, string[]>()
        const add = (name: string, text: string) => groups.set(text, [...(groups.get(text) ?? []), name])
        for (const { name, read } of readers) {
          const result = outcome(() => {
            const faults = new FaultList()
            const bound = read(value, faults)
            if (faults.isEmpty) return bound
            return faults.at('body').map(({ path, rule, message, limit }) => [path, rule, message, limit].join('|'))
          })
          add(name, result)
        }
        lines.push(`${shown(value)}`)
        // What generated code reads in another way has a line of its own.
        const isSame = new Set(
          [...groups.values()].flatMap((names) => names.filter((name) => names.includes(`${name} by code`)))
        )
        for (const [text, names] of groups) {
          const told = names.filter((name) => !isSame.has(name.replace(' by code', '')) || !name.endsWith(' by code'))
          lines.push(`  ${told.join(', ')} → ${text}`)
        }
        for (const [name, check] of Object.entries(checks)) {
          lines.push(`  ${name}: ${outcome(() => check(value))}`)
        }
        lines.push(`  written: ${outcome(() => write(value))}`)
      }
    }
    expectWholeList('record/read/reading-list.txt', lines)
  })
})
