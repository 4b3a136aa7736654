import { expect } from 'chai'
import {
  DateOnly,
  enumOf,
  Field,
  type FieldOptions,
  File,
  Files,
  Float,
  Int32,
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
  type TypeExpression,
  tupleOf,
  Unknown,
  type UploadedFile
} from 'fieldstone'
import { compileBinder } from '../../src/record/binder.js'
import { SchemaEmitter } from '../../src/record/json-schema/json-schema.js'
import { Compilation } from '../../src/record/read/compilation.js'
import { generateReader } from '../../src/record/read/reader-code.js'
import { type BinderSource, setOwn } from '../../src/record/type/reading-options.js'
import { parseType } from '../../src/record/type/type-expression.js'
import { compileWriter } from '../../src/record/writer.js'
import { capturedPrograms } from '../support/captured-programs.js'
import { expectWholeList, outcome, shown } from '../support/whole-list.js'

class Point {
  @Field(() => Integer) x!: number
  @Field(() => Integer, { default: 0 }) y!: number
}

class Cat {
  @Field(() => enumOf(['cat'])) kind!: 'cat'
  @Field(() => Integer, { optional: true }) lives?: number
}

class Dog {
  @Field() kind!: string
  @Field() name!: string
}

@RecordOf({ unknownFields: 'reject', name: 'Strict', description: 'Nothing else' })
class StrictRecord {
  @Field({ name: 'a_b', readOnly: true, optional: true }) ab?: string
  @Field({ writeOnly: true }) secret!: string
  @Field({ default: 'd' }) filled!: string
  @Field(() => [String], { default: ['a'] }) list!: string[]
  @Field(() => String, { nullable: true, optional: true, example: 'e', deprecated: true, description: 'Old' }) old?:
    | string
    | null
}

class Node {
  @Field() name!: string
  @Field(() => [Node], { optional: true, maxItems: 2 }) children?: Node[]
  @Field(() => mapOf(Node), { optional: true }) named?: Record<string, Node>
}

class Odd {
  @Field(() => Integer, { name: '5' }) five!: number
  @Field({ name: 'constructor', optional: true }) made?: string
  @Field({ name: 'a"b\\' }) quote!: string
}

class Upload {
  @File({ maxSize: 5, contentTypes: ['image/*', 'text/csv'] }) file!: UploadedFile
  @Files({ optional: true, maxItems: 2 }) more?: UploadedFile[]
}

class Wide {
  // More fields than are written in one function.
}
for (let index = 0; index < 62; index++) Field(() => Integer, { optional: index > 1 })(Wide.prototype, `f${index}`)
for (const name of ['part', 'other']) Field(() => Point, { optional: true })(Wide.prototype, name)

enum Color {
  Red = 'red',
  Blue = 'blue'
}
enum Level {
  Low,
  High = 5
}

type Row = readonly [name: string, type: TypeExpression, options?: FieldOptions]

const cat = { kind: 'cat', lives: 9 }
const dog = { kind: 'dog', name: 'd' }

/** A record of one field for each, unless the type is a record. */
const FIELDS: readonly Row[] = [
  ['String', () => String],
  ['String optional', () => String, { optional: true }],
  ['String nullable', () => String, { nullable: true }],
  ['String optional and nullable', () => String, { optional: true, nullable: true }],
  ['String with a default', () => String, { default: 'a' }],
  ['String or null with a default', () => String, { nullable: true, default: null }],
  ['String of one character', () => String, { minLength: 1, maxLength: 1 }],
  ['String with a message', () => String, { minLength: 2, message: 'is too short' }],
  ['String with a message of tokens', () => String, { maxLength: 2, message: '$property $value $constraint1 $target' }],
  ['String with a pattern', () => String, { pattern: /^[a-c]+$/ }],
  ['String with some rules', () => String, { pattern: '^a', minLength: 2, maxLength: 3, format: 'alphanumeric' }],
  ['String of an enum', () => String, { enum: ['a', 'b'] }],
  ['Number', () => Number],
  ['Number with bounds', () => Number, { minimum: -1.5, maximum: 5 }],
  ['Number with open bounds', () => Number, { exclusiveMinimum: 0, exclusiveMaximum: 5 }],
  ['Number as multiple', () => Number, { multipleOf: 0.5 }],
  ['Number optional', () => Number, { optional: true, default: 1.5 }],
  ['Float', () => Float],
  ['Integer', () => Integer],
  ['Integer with bounds', () => Integer, { minimum: 0, maximum: 5 }],
  ['Integer as multiple', () => Integer, { multipleOf: 5, nullable: true }],
  ['Int32', () => Int32],
  ['Boolean', () => Boolean],
  ['Boolean with a default', () => Boolean, { default: false }],
  ['Date', () => Date],
  ['Date with a default', () => Date, { default: '2020-01-02T03:04:05Z', nullable: true }],
  ['DateOnly', () => DateOnly],
  ['enum of texts', () => enumOf(Color, 'Color')],
  ['enum of numbers', () => enumOf(Level)],
  ['enum of literals', () => enumOf(['a', 1, true])],
  ['Unknown', () => Unknown],
  ['Unknown optional', () => Unknown, { optional: true }],
  ['list of String', () => [String]],
  ['list with bounds', () => [String], { minItems: 1, maxItems: 2 }],
  ['list without twins', () => [Integer], { uniqueItems: true }],
  ['list with rules of items', () => [String], { each: true, minLength: 2, maxItems: 3 }],
  ['list of Integer with a default', () => [Integer], { default: [1] }],
  ['list that may be null', () => [String], { nullable: true, each: true, maxLength: 2 }],
  ['list of null or Boolean', () => [nullable(Boolean)]],
  ['list of Date', () => [Date]],
  ['list of lists', () => [[Integer]]],
  ['list of records', () => [Point], { maxItems: 2 }],
  ['list of enum', () => [enumOf(Color)]],
  ['list of Unknown', () => [Unknown]],
  ['tuple', () => tupleOf(String, Integer)],
  ['tuple of one', () => tupleOf(Point)],
  ['map of Integer', () => mapOf(Integer)],
  ['map of records', () => mapOf(Point), { optional: true }],
  ['map of Unknown', () => mapOf(Unknown)],
  ['record', () => Point],
  ['record or null', () => Point, { nullable: true, optional: true }],
  ['record with a message', () => Point, { message: 'is no point' }],
  ['one of Integer and Boolean', () => oneOf(Integer, Boolean)],
  ['one of String, list and record', () => oneOf(String, [Integer], Point)],
  ['one of null and Date', () => oneOf(nullable(Date), Integer)],
  ['one of records', () => oneOf(Cat, Dog)],
  ['one by discriminator', () => oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog, wolf: Dog } })],
  ['list of unions', () => [oneOf(Integer, [String])], { optional: true }],
  ['a strict record', StrictRecord],
  ['a recursive record', Node],
  ['a record with odd names', Odd],
  ['a record with files', Upload],
  ['a wide record', Wide],
  ['a partial record', PartialType(StrictRecord)],
  ['a required record', RequiredType(PickType(StrictRecord, ['old', 'filled']))],
  ['a record without some', OmitType(StrictRecord, ['secret', 'list'])],
  ['an intersection', IntersectionType(Point, Cat)]
]

const RAWS: readonly unknown[] = [
  ...[
    undefined,
    null,
    '',
    'a',
    'ab',
    'abc',
    'abcd',
    'é',
    '😀',
    'b1',
    'red',
    '5',
    ' 5',
    '5.5',
    '-0',
    'true',
    'TRUE',
    'null'
  ],
  ...[
    0,
    -0,
    1,
    1.5,
    -1.5,
    -2,
    5,
    5.5,
    10,
    6,
    2.5,
    2 ** 31,
    2 ** 31 - 1,
    -(2 ** 31),
    2 ** 53,
    2 ** 53 - 1,
    1e39,
    3e38,
    true,
    false
  ],
  ...[
    '2020-01-02',
    '2020-02-30',
    '2020-1-2',
    '2020-01-02T03:04:05Z',
    '2020-01-02T03:04:05.678+01:00',
    '2020-01-02T03:04:05'
  ],
  ...[
    [],
    ['a'],
    ['a', 'ab'],
    ['ab', 'ab'],
    ['ab', 'abc', 'abcd'],
    ['a', 'b', 'c', 'd'],
    [1],
    [1, 1],
    [1, 2],
    [null],
    [true, null]
  ],
  ...[
    ['a', 1],
    ['a', 1, 2],
    [[1], []],
    [[1, 'a']],
    [{}],
    [{ x: 1 }],
    [{ x: 1 }, { x: 2, y: 3 }, { x: 1 }],
    ['red'],
    [undefined]
  ],
  ...[
    ['2020-01-02T03:04:05Z'],
    {},
    { x: 1 },
    { x: 1, y: 2, z: 3 },
    { x: 'a', y: null },
    { a: 1 },
    { a: { x: 1 } },
    { a: null }
  ],
  ...[
    cat,
    dog,
    { kind: 'cow' },
    { kind: null },
    { kind: 'wolf' },
    { kind: 'cat', lives: 'x' },
    JSON.parse('{"__proto__":1}')
  ]
]

const BODIES: readonly unknown[] = [
  ...[
    {},
    { secret: 's' },
    { secret: 's', a_b: 'x' },
    { secret: 's', ab: 'x' },
    { secret: 1, more: 1, old: null, filled: null }
  ],
  ...[
    { secret: 's', list: [] },
    { filled: 'f', old: 'o' },
    { old: null },
    { secret: 's', list: ['a', 1], filled: 'x' }
  ],
  ...[{ name: 'n' }, { name: 'n', children: [{ name: 'm', named: { a: { name: 'o' }, b: {} } }, {}] }],
  ...[
    { name: 'n', children: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] },
    { 5: 5, 'a"b\\': 'q' },
    { 5: 'x', constructor: 1 }
  ],
  ...[
    { x: 1, kind: 'cat' },
    { x: 'a', y: 'b', kind: 'dog', lives: 1.5 },
    { f0: 1, f1: 2, f61: 3, part: { x: 1 } },
    { f0: '1' }
  ]
]

const TEXTS: readonly unknown[] = [
  ...[
    undefined,
    '',
    'a',
    'ab',
    'abcd',
    '5',
    '5.0',
    '+5',
    ' 5',
    '5e0',
    '0x5',
    '-0',
    '-1',
    '1.5',
    '.5',
    '1e400',
    'NaN',
    '9007199254740993'
  ],
  ...[
    'true',
    'True',
    '1',
    'false',
    'null',
    'red',
    '2020-01-02',
    '2020-01-02T03:04:05Z',
    ['a', 'b'],
    ['5', '6'],
    [''],
    ['5', 'x']
  ]
]

const VALUES: readonly unknown[] = [
  ...[
    undefined,
    null,
    '',
    'é"\\\n\ud800',
    5,
    1.5,
    -0,
    Number.NaN,
    10n,
    true,
    new Date(0),
    new Date(Number.NaN),
    'red',
    Symbol('s')
  ],
  ...[
    [],
    ['a'],
    [1, null, undefined],
    [[1]],
    new Set(['a']),
    new Map([['a', 1]]),
    { x: 1 },
    Object.assign(new Point(), { x: 1, y: 2 })
  ],
  ...[
    Object.assign(new Cat(), cat),
    cat,
    dog,
    { kind: 'wolf', name: 'w' },
    { a: 1, b: undefined },
    { a: { x: 1 } },
    [{ x: 1 }, {}]
  ],
  ...[
    { toJSON: () => 'json' },
    Object.create({ x: 5 }),
    ['a', 1],
    [new Date(0)],
    () => 1,
    JSON.parse('{"__proto__":{"x":1}}')
  ]
]

const WRITTEN: readonly unknown[] = [
  ...[
    { ab: 'x', secret: 's', filled: 'f', list: ['a'], old: null },
    { filled: 'f', list: [] },
    {},
    { filled: 5, list: 'a' }
  ],
  ...[{ name: 'n', children: [{ name: 'm' }], named: { a: { name: 'o' } } }, { name: 'n', children: [5] }, { name: 1 }],
  ...[
    { five: 5, made: 'm', quote: '"' },
    { x: 1, y: 2, kind: 'cat', lives: 9 },
    { f0: 1, f1: 2, f3: 3, part: { x: 1, y: 2 } }
  ]
]

/** The fields whose reading of texts is listed as a program, too. */
const TEXTUAL = new Set([
  'String',
  'Integer with bounds',
  'Boolean',
  'list with bounds',
  'record',
  'map of Integer',
  'tuple'
])

/** The values, by what becomes of them: what comes to the same is one line. */
function grouped(values: readonly unknown[], becomes: (value: unknown) => string): string[] {
  const groups = new Map<string, string[]>()
  for (const value of values) {
    const given = shown(value)
    const result = becomes(value).replace(`Holder {"f": ${given}}`, 'as it is').replace(`{"f":${given}}`, 'as it is')
    groups.set(result, [...(groups.get(result) ?? []), given])
  }
  return [...groups].map(([result, members]) => `${members.join(' ')} → ${result}`)
}

function recordFor([, type, options = {}]: Row): new () => object {
  // A class stands for itself.
  if (typeof type === 'function' && type.prototype !== undefined) return type as never
  class Holder {}
  Field(type as () => TypeExpression, options)(Holder.prototype, 'f')
  return Holder
}

const isWhole = (row: Row) => recordFor(row) === row[1]

describe('Fields of all types', () => {
  const rows = FIELDS.map((row) => ({ row, name: row[0], target: recordFor(row), isWhole: isWhole(row) }))

  function reading(target: new () => object, source: BinderSource, generatesCode: boolean, decodes = false) {
    const binder = compileBinder({ kind: 'record', class: target }, source, 'body', { generatesCode })
    return (raw: unknown) => {
      return outcome(() => {
        const bound = decodes ? binder.decode(raw) : binder.validate(raw)
        if (bound instanceof Promise) return 'later'
        if (bound.faults === undefined) return bound.value
        return { faults: bound.faults.map((fault) => `${fault.path}: ${fault.rule}: ${fault.message}`) }
      })
    }
  }

  for (const source of ['json', 'text'] as const) {
    it(`are read from ${source} as in field-reading-${source}-list.txt, by generated code and by closures`, () => {
      const lines = rows.flatMap(({ name, target, isWhole }) => {
        const raws = source === 'text' ? TEXTS : isWhole ? BODIES : RAWS
        const bodies = isWhole ? BODIES : raws.map((f) => (f === undefined ? {} : { f }))
        const withCode = bodies.map(reading(target, source, true))
        const withoutCode = bodies.map(reading(target, source, false))
        const decoded = bodies.map(reading(target, source, true, true))
        const results = new Map(
          bodies.map((body, index) => {
            const inCode = withCode[index] as string
            const inClosure = withoutCode[index] === inCode ? '' : ` but by closures ${withoutCode[index]}`
            const unchecked = decoded[index] === inCode ? '' : ` and unchecked ${decoded[index]}`
            return [isWhole ? body : raws[index], inCode + inClosure + unchecked]
          })
        )
        return [`\n${name}`, ...grouped([...results.keys()], (raw) => results.get(raw) as string)]
      })
      expectWholeList(`record/field-reading-${source}-list.txt`, lines)
    })
  }

  it('are written as in field-writing-list.txt, by generated code and by closures', () => {
    const lines = rows.flatMap(({ name, target, isWhole }) => {
      const type = { kind: 'record', class: target } as const
      const [fast, slow] = [compileWriter(type, true), compileWriter(type, false)]
      return [
        `\n${name}`,
        ...grouped(isWhole ? WRITTEN : VALUES, (value) => {
          const sent = isWhole ? value : { f: value }
          const [text, other] = [outcome(() => fast(sent)), outcome(() => slow(sent))]
          return text === other ? text : `${text} but by closures ${other}`
        })
      ]
    })
    expectWholeList('record/field-writing-list.txt', lines)
  })

  it('have the schemas of field-schema-list.txt in the document', () => {
    const lines = rows.flatMap(({ name, target }) => {
      const described = (['3.1', '3.0'] as const).map((version) => {
        const emitter = new SchemaEmitter(version)
        const type = parseType(target, 'here')
        for (const direction of ['request', 'response'] as const) emitter.use(type, direction)
        for (const direction of ['request', 'response'] as const) emitter.schemaOf(type, 'here', direction)
        const { Holder, ...components } = emitter.components
        return Object.entries(Holder === undefined ? components : { '': Holder, ...components }).map(
          ([key, schema]) => `${version} ${key} ${JSON.stringify(schema)}`
        )
      })
      return [`\n${name}`, ...described.flat()]
    })
    expectWholeList('record/field-schema-list.txt', lines)
  })

  it('become properties as an assignment makes them, whatever their name', () => {
    for (const name of ['a', '__proto__', 'constructor', '5']) {
      const target = {}
      setOwn(target, name, 1)
      expect(Object.getOwnPropertyDescriptor(target, name), name).to.deep.equal({
        value: 1,
        enumerable: true,
        configurable: true,
        writable: true
      })
      expect(Object.getPrototypeOf(target), name).to.equal(Object.prototype)
    }
  })

  it('are read and written by the programs of field-program-list.txt', () => {
    const lines = rows.flatMap(({ name, target, isWhole }) => {
      if (name === 'a wide record') return []
      const type = { kind: 'record', class: target } as const
      return [
        `\n# ${name}`,
        ...(TEXTUAL.has(name) ? (['json', 'text'] as const) : (['json'] as const)).flatMap((source) => [
          `reads ${source}`,
          ...capturedPrograms(() => {
            // Not by the binder of the class, which is compiled once.
            outcome(() => {
              const whole = { kind: 'nullable', type } as const
              const compilation = new Compilation(source, 'rules', { unknownFields: isWhole ? 'reject' : 'strip' })
              const closure = compilation.root(whole, false)
              compilation.finish()
              generateReader(whole, compilation, closure)
            })
          })
        ]),
        'writes',
        ...capturedPrograms(() => outcome(() => compileWriter(type)({})))
      ]
    })
    expectWholeList('record/field-program-list.txt', lines)
  })
})
