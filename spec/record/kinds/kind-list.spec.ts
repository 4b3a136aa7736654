import { expect } from 'chai'
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
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import { z } from 'zod'
import { memberFor } from '../../../src/record/kind/kind.js'
import { FACTS } from '../../../src/record/kinds/kinds.js'
import {
  absenceOf,
  canBeEmittedAs,
  classesOf,
  describeType,
  isHeldOtherwise,
  isOfType,
  isScalar,
  itemTypes,
  jsonKinds,
  plainKind
} from '../../../src/record/kinds/type-facts.js'
import type { TypeSchema } from '../../../src/record/type/schema.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { mapRecords, partsOf, recordsIn } from '../../../src/record/type/type-records.js'
import { compileWriter, type WriterNotes } from '../../../src/record/writer.js'
import { expectWholeList, outcome, shown } from '../../support/whole-list.js'

class Point {
  @Field(() => Integer) x!: number
}
class Other {
  @Field() name!: string
}

class Cat {
  @Field(() => enumOf(['cat'])) kind!: 'cat'
}
class Dog {
  @Field(() => enumOf(['dog'])) kind!: 'dog'
}

const REFERRED = { $ref: '#/$defs/item', $defs: { item: { properties: { a: { type: 'number' } }, type: 'object' } } }
/** A schema of another library, by the standard of these. */
const REFERRING = {
  '~standard': {
    version: 1,
    vendor: 'own',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => REFERRED, output: () => REFERRED }
  }
}

/** A class without a name. */
const Nameless = (() => class {})()
Field(() => String)(Nameless.prototype, 'x')

class Fish {
  @Field(() => enumOf(['fish', 'shark'])) kind!: string
}

/** A schema of another library that says this. */
const saying = (json: object) =>
  ({
    '~standard': {
      version: 1,
      vendor: 'own',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => json, output: () => json }
    }
  }) as never

/** Schemas of other libraries, to find out of which kinds their values are. */
const FOREIGN: readonly object[] = [
  ...[
    {},
    { title: '' },
    { type: 'integer' },
    { type: ['null', 'integer'] },
    { type: 'null' },
    { const: true },
    { const: null }
  ],
  ...[
    { enum: ['a', 1, null] },
    { enum: [null] },
    { enum: [['a'], { a: 1 }] },
    { anyOf: [{}, { type: 'integer' }] },
    { anyOf: [{ type: 'number' }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'number' }] },
    { oneOf: [{ type: 'integer' }, { type: 'boolean' }] }
  ],
  ...[
    { allOf: [{ type: 'boolean' }] },
    { anyOf: [{ type: 'null' }, { oneOf: [{ const: 5 }] }] },
    { type: 'array', items: {} },
    { properties: {} }
  ],
  ...[{ anyOf: [{ type: 'string' }, { type: 'array', items: {} }] }]
]

const TYPES: Readonly<Record<string, () => TypeExpression>> = {
  text: () => String,
  integer: () => Integer,
  int32: () => Int32,
  number: () => Number,
  float: () => Float,
  boolean: () => Boolean,
  time: () => Date,
  day: () => DateOnly,
  'few values': () => enumOf(['a', 1, true] as never),
  'eight values': () => enumOf(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']),
  'nine values': () => enumOf(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', '"']),
  texts: () => [String],
  integers: () => [Integer],
  int32s: () => [Int32],
  numbers: () => [Number],
  floats: () => [Float],
  booleans: () => [Boolean],
  times: () => [Date],
  tuple: () => tupleOf(String, Integer),
  map: () => mapOf(Integer),
  'map of texts': () => mapOf(String),
  'map of int32s': () => mapOf(Int32),
  'map of numbers': () => mapOf(Number),
  'map of floats': () => mapOf(Float),
  record: () => Point,
  union: () => oneOf(Integer, String),
  'union of times': () => oneOf(Date, Boolean),
  'union of records': () => oneOf(Point, Other),
  'nullable text': () => nullable(String),
  'nullable time': () => nullable(Date),
  'nullable union': () => nullable(oneOf(Integer, Point)),
  'nullable records': () => [nullable(Point)],
  'map of records': () => mapOf(Point),
  'tuple of records': () => tupleOf(Point, String),
  'union by a discriminator': () => oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } }),
  'union by a discriminator with two names of a class': () =>
    oneOf({ discriminator: 'kind', mapping: { cat: Cat, fish: Fish, shark: Fish } }),
  'record without a name': () => Nameless,
  anything: () => Unknown,
  'schema of an object': () => z.object({ a: z.number().optional() }),
  'schema with a title': () => z.string().meta({ title: 'A name' }),
  'optional schema': () => z.string().optional(),
  'schema with a default': () => z.string().default('a'),
  'schema of a list': () => z.array(z.number()),
  'schema by a reference': () => REFERRING as never
}

const FILE: TypeSchema = { kind: 'file', maxSize: 5 } as unknown as TypeSchema

const nine = (last: unknown, item: unknown = 1) => [...Array(8).fill(item), last]
const nineKeys = (last: unknown, item: unknown = 1) =>
  Object.fromEntries(nine(last, item).map((each, at) => [`"${at}`, each]))
const mapWithJSON = Object.assign(nineKeys(1), { toJSON: () => 'own' })
const mapOfTextsWithJSON = Object.create(
  { toJSON: () => 'inherited' },
  Object.getOwnPropertyDescriptors(nineKeys('b', 'a'))
)
const withJSON = Object.assign(nine(1), { toJSON: () => 'own' })
const textsWithJSON = Object.assign(nine('b', 'a'), { toJSON: () => 'own' })

const VALUES: readonly unknown[] = [
  ...[
    undefined,
    null,
    true,
    0,
    -0,
    1,
    1.5,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31),
    -(2 ** 31) - 1,
    2 ** 53 - 1,
    2 ** 53,
    3.4e38,
    3.5e38
  ],
  ...[
    Number.NaN,
    Infinity,
    '',
    'a',
    'h',
    '"',
    'z',
    '2024-05-17',
    '2024-05-1',
    '2024/05/17',
    '2024-05/17',
    '2024/05-17',
    '2024-05-017',
    '2024-05-17x',
    '2024-02-30',
    'xxxx-xx-xx'
  ],
  ...[
    '2024-05-17T08:30:15Z',
    '2024-05-17t08:30:15z',
    '2024-05-17 08:30:15Z',
    '2024-05-17T08:30Z',
    '2024/05/17T08:30:15Z',
    '2024-05/17T08:30:15Z',
    '2024/05-17T08:30:15Z',
    '2024-05-17T08:30:1',
    '2024-02-30T08:30:15Z'
  ],
  ...[new Date(0), new Date(Number.NaN), [], [1], ['a'], ['a', 1], [1, 'a'], [null], [1.5], [new Date(0)], [true]],
  ...[
    nine(1),
    nine(1.5),
    nine(2 ** 31),
    nine(2 ** 53),
    nine(-0),
    nine('a'),
    nine(undefined),
    nine(Number.NaN),
    nine(3.5e38),
    withJSON
  ],
  ...[
    nine('b', 'a'),
    nine('"', 'a'),
    nine(1, 'a'),
    textsWithJSON,
    nine(new String('a'), 'a'),
    nine(true, false),
    nine(null)
  ],
  ...[1, 1.5, 2 ** 31, 2 ** 53, -0, 'a', undefined, Number.NaN, 3.5e38, new Date(0)].map((last) => nineKeys(last)),
  ...['b', '"', 1, undefined, new String('a')].map((last) => nineKeys(last, 'a')),
  ...[mapWithJSON, mapOfTextsWithJSON, new Map(Object.entries(nineKeys(1))), new Proxy(nineKeys(1), {})],
  ...[
    {},
    { x: 1 },
    { x: 'a' },
    { name: 'a' },
    { x: 1, name: 'a' },
    { a: 1 },
    { a: 'b' },
    new Map([['a', 1]]),
    { toJSON: () => 'a' }
  ],
  ...[
    new Number(1),
    new String('a'),
    new Boolean(true),
    1n,
    Symbol.iterator,
    () => 1,
    Object.assign(new Point(), { x: 1 }),
    Object.create(Cat.prototype),
    Object.create(Fish.prototype)
  ]
]

const LABELS = {
  part: ({ kind }: TypeSchema) => kind,
  enum: (name: string | undefined) => `enum ${name}`,
  record: (target: { name: string }) => `record ${target.name}`
}

const EMITTED = [String, Number, Boolean, Date, Array, Object, Point, undefined]

const swapped = (record: unknown) => (record === Point || record === Cat ? Other : Point)

const facts = (type: TypeSchema): string => {
  const own = memberFor(FACTS, type)
  const kinds = (source: 'json' | 'text') => outcome(() => [...jsonKinds(type, source)].join(' '))
  const emitted = EMITTED.filter((each) => canBeEmittedAs(type, each)).map((each) => each?.name ?? 'nothing')
  return [
    `must be ${outcome(() => describeType(type))}, ${outcome(() => own.label(type, LABELS))}`,
    `JSON ${kinds('json')}, text ${kinds('text')}, plain ${plainKind(type)}`,
    `scalar ${isScalar(type)}, held otherwise ${isHeldOtherwise(type)} as ${shown(classesOf(type))}`,
    `items ${shown(itemTypes(type)?.map(({ kind }) => kind))}, absent: ${outcome(() => absenceOf(type))}`,
    `emitted as ${emitted.join(' ')}`,
    `consists of ${shown(partsOf(type).map(({ kind }) => kind))} with ${shown(recordsIn(type))}, mapped ${mapRecords(type, swapped) === type ? 'to itself' : shown(mapRecords(type, swapped))}`
  ].join('\n  ')
}

describe('The kinds of types', () => {
  it('say of themselves, hold and write what kind-list.txt says', () => {
    const lines: string[] = []
    const types = Object.entries(TYPES).map(([name, make]) => [name, parseType(make(), 'Spec')] as const)
    for (const [name, type] of [...types, ['file', FILE] as const]) {
      lines.push(`\n# ${name}\n  ${facts(type)}`)
      const isRecord = (_: unknown, value: object) => 'x' in value
      const held = VALUES.filter((value) => isOfType(type, value, isRecord))
      lines.push(`  holds ${held.map(shown).join(' ')}`)
      if (type.kind === 'file') continue
      const [write, serialize] = [compileWriter(type), compileWriter(type, false)]
      const groups = new Map<string, string[]>()
      for (const value of VALUES) {
        const notes: WriterNotes = { misfits: undefined }
        const [one, other] = [outcome(() => write(value, notes)), outcome(() => serialize(value))]
        expect(one, `${name} ${shown(value)}`).to.equal(other)
        const misfits = notes.misfits?.().map(({ path, message }) => `'${path}' ${message}`) ?? []
        const isPlain = one === outcome(() => JSON.stringify(value))
        const text = one.startsWith('throws') ? one : isPlain ? 'written as by JSON.stringify' : `written as ${one}`
        const title = [text, ...misfits].join('; ')
        groups.set(title, [...(groups.get(title) ?? []), shown(value)])
      }
      lines.push(...[...groups].map(([title, values]) => `${title}: ${values.join(' ')}`))
    }
    lines.push('\n# what schemas of other libraries say')
    for (const json of FOREIGN) lines.push(`${shown(json)}\n  ${facts(parseType(saying(json), 'Spec'))}`)
    expectWholeList('record/kinds/kind-list.txt', lines)
  })
})
