import { validateSync } from 'class-validator'
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
  Unknown,
  UploadedFile
} from 'fieldstone'
import { z } from 'zod'
import { compileBinder } from '../../../src/record/binder.js'
import { SchemaEmitter } from '../../../src/record/json-schema/json-schema.js'
import { recordSchemaOf } from '../../../src/record/model/registry.js'
import type { Direction } from '../../../src/record/type/reading-options.js'
import type { TypeSchema } from '../../../src/record/type/schema.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { expectWholeList, outcome, settled, shown } from '../../support/whole-list.js'

class Point {
  @Field(() => Integer) x!: number
  @Field(() => Integer, { optional: true, minimum: 1 }) y?: number
}
class Named {
  @Field({ minLength: 2 }) name!: string
}
class Tree {
  @Field(() => [Tree], { optional: true }) trees?: Tree[]
  @Field(() => oneOf(Tree, Named), { optional: true }) either?: unknown
}
class Cat {
  @Field(() => enumOf(['cat'])) kind!: 'cat'
  @Field(() => Integer, { minimum: 0 }) lives!: number
}
class Dog {
  @Field(() => enumOf(['dog', 'wolf'])) kind!: string
}
class Any {
  @Field() kind!: string
}
class Perhaps {
  @Field(() => enumOf(['perhaps']), { optional: true }) kind?: string
}
class OrNull {
  @Field(() => enumOf(['null']), { nullable: true }) kind!: string | null
}
class Filled {
  @Field(() => enumOf(['filled']), { default: 'filled' }) kind!: string
}

const TYPES: Readonly<Record<string, () => TypeExpression>> = {
  text: () => String,
  integer: () => Integer,
  int32: () => Int32,
  number: () => Number,
  float: () => Float,
  boolean: () => Boolean,
  time: () => Date,
  day: () => DateOnly,
  enum: () => enumOf(['a', 5, true]),
  texts: () => [String],
  'lists of integers': () => [[Integer]],
  'list of null or numbers': () => [nullable(Number)],
  records: () => [Point],
  tuple: () => tupleOf(String, Integer),
  'tuple of one': () => tupleOf(Point),
  'tuple of lists': () => tupleOf([Integer], nullable(String)),
  map: () => mapOf(Integer),
  'map of records': () => mapOf(Point),
  'map of lists': () => mapOf([Integer]),
  record: () => Point,
  tree: () => Tree,
  'null or text': () => nullable(String),
  'null or record': () => nullable(Point),
  anything: () => Unknown,
  'list of anything': () => [Unknown],
  'one of numbers and texts': () => oneOf(Integer, String),
  'one of records': () => oneOf(Point, Named),
  'one of a record and a map': () => oneOf(Point, mapOf(String)),
  'one of lists': () => oneOf([Integer], [String]),
  'one of two lists and a text': () => oneOf([Integer], tupleOf(String, String), String),
  'one of days and times': () => oneOf(DateOnly, Date),
  'one of unions': () => oneOf(oneOf(Integer, Boolean), oneOf(Point, Named)),
  'one of null': () => oneOf(nullable(Integer), Point),
  'by discriminator': () => oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog, wolf: Dog } }),
  'schema of an object': () => z.object({ a: z.number().min(2).optional() }),
  'schema of numbers': () => z.number()
}

const SCALARS = new Set([
  'text',
  'integer',
  'int32',
  'number',
  'float',
  'boolean',
  'time',
  'day',
  'enum',
  'null or text'
])

const NEAR = 250
const deepList = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : [deepList(depth - 1, inner)])
const deepMap = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : { a: deepMap(depth - 1, inner) })
const deepTree = (depth: number): object => (depth === 0 ? {} : { trees: [deepTree(depth - 1)] })

/** Raw values, with the names of those that are too long. */
const RAWS: readonly unknown[] = [
  ...[null, true, 0, -0, 1, 5, 1.5, 2 ** 31, 2 ** 53, 3.5e38, Infinity, '', 'a', '5', 'true', '2024-05-17'],
  ...['2024-02-30', '2024-05-17T08:30:00Z', [], [1], ['a'], ['a', 1], ['a', 'b'], [1, 'a'], [null], [[1], null], [[1]]],
  ...[
    [['a']],
    [{ x: 1 }],
    [{ x: 'a', y: 0 }],
    [{ x: 1 }, 5, {}],
    {},
    { x: 1 },
    { x: 1, y: 0 },
    { x: 1, more: 1 },
    { a: 1 }
  ],
  ...[
    { a: 'b', c: null },
    { a: [1, 'a'] },
    { a: { x: 1 } },
    { a: { x: 'b' } },
    { name: 'ab' },
    { name: 'a' },
    { name: 5, x: 'a' }
  ],
  ...[
    { kind: 'cat' },
    { kind: 'cat', lives: -1 },
    { kind: 'wolf' },
    { kind: 'cow' },
    { kind: null },
    { kind: 5 },
    { trees: [{}, 5] }
  ],
  ...[
    { either: { name: 'ab' } },
    { either: 5 },
    { either: { trees: 5 } },
    JSON.parse('{"__proto__":1}'),
    JSON.parse('{"__proto__":{"x":1}}')
  ]
]
const DEEP: Readonly<Record<string, unknown>> = Object.fromEntries(
  [NEAR + 5, NEAR + 6, NEAR + 7].flatMap((depth) => [
    [`${depth} lists`, deepList(depth, 1)],
    [`${depth} lists and a tuple`, ['a', deepList(depth, 1)]],
    [`${depth} objects`, deepMap(depth, 1)],
    [`${depth} objects and infinity`, deepMap(depth, Infinity)],
    [`${depth / 2} trees`, deepTree(Math.floor(depth / 2))]
  ])
)

const file = (contentType: string, size: number) =>
  Object.assign(Object.create(UploadedFile.prototype), { contentType, size }) as UploadedFile
const FILES: readonly TypeSchema[] = [
  { kind: 'file' },
  { kind: 'file', maxSize: 5 },
  { kind: 'file', contentTypes: ['image/*', 'text/csv'] },
  { kind: 'file', maxSize: 0, contentTypes: ['text/plain'] }
] as TypeSchema[]
const UPLOADS: readonly unknown[] = [
  ...[undefined, null, 'a', [], [file('a/b', 1)], {}, file('text/csv', 5), file('text/csv', 6), file('image/png', 0)],
  ...[file('image/', 1), file('image/p ng', 1), file('images/png', 1), file('text/plain', 1), file('', 0)]
]

/** Classes by how their property `kind` is declared; the mapping of each says the values in its list. */
const DISCRIMINATED: Readonly<Record<string, Readonly<Record<string, new () => object>>>> = {
  'each by itself': { cat: Cat, dog: Dog, wolf: Dog },
  'a part of its values': { cat: Cat, dog: Dog },
  'any text': { cat: Cat, any: Any },
  'may be absent': { cat: Cat, perhaps: Perhaps },
  'may be null': { cat: Cat, null: OrNull },
  'has a default': { cat: Cat, filled: Filled }
}

function grouped(entries: readonly (readonly [string, string])[]): string[] {
  const groups = new Map<string, string[]>()
  for (const [given, result] of entries) groups.set(result, [...(groups.get(result) ?? []), given])
  return [...groups].map(([result, members]) => `  ${members.join(' ')} → ${result}`)
}

const GIVEN: readonly (readonly [text: string, raw: unknown])[] = [
  ...RAWS.map((raw) => [shown(raw), raw] as const),
  ...Object.entries(DEEP)
]

async function readingOf(
  type: TypeSchema,
  source: 'json' | 'text',
  direction: Direction,
  method: 'validate' | 'decode',
  generatesCode = true
): Promise<string[]> {
  const binder = compileBinder(type, source, 'body', { direction, generatesCode })
  const entries: [string, string][] = []
  for (const [text, raw] of GIVEN) {
    const result = await settled(async () => {
      const bound = await binder[method](raw)
      if (bound.faults === undefined) return text in DEEP ? 'accepted' : bound.value
      return bound.faults.map(
        ({ path, rule, message }) => `${path.length > 40 ? `${path.slice(0, 20)}…` : path}: ${rule}: ${message}`
      )
    })
    entries.push([text, result === text ? 'as it is' : result])
  }
  return grouped(entries)
}

describe('Values of the kinds of types', () => {
  it('are read as reading-list.txt says, by code and by closures, from requests, parameters and responses', async () => {
    const lines: string[] = []
    for (const [name, make] of Object.entries(TYPES)) {
      const type = parseType(make(), 'Spec')
      const known: string[] = []
      for (const [way, source, direction, method] of [
        ['requests', 'json', 'request', 'validate'],
        ['requests, unchecked', 'json', 'request', 'decode'],
        ['parameters', 'text', 'request', 'validate'],
        ['responses', 'json', 'response', 'validate']
      ] as const) {
        // Scalars have no rules within, and are read in responses as in requests.
        if (SCALARS.has(name) && way !== 'requests' && way !== 'parameters') continue
        const read = await readingOf(type, source, direction, method)
        const byClosures = way === 'requests' ? await readingOf(type, source, direction, method, false) : []
        // What is as in requests is not said again.
        const more = read.filter((line) => !known.includes(line))
        lines.push(
          `${name}, ${way}`,
          ...more,
          ...byClosures.filter((line) => !read.includes(line)).map((line) => `  by closures${line}`)
        )
        known.push(...read)
      }
    }
    for (const type of FILES) {
      const binder = compileBinder(type, 'json', 'body')
      const entries = await Promise.all(
        UPLOADS.map(async (raw): Promise<[string, string]> => {
          const bound = await binder.validate(raw)
          const faults = bound.faults?.map(({ path, rule, message, limit }) => `${path}: ${rule}: ${message} ${limit}`)
          return [shown(raw), faults === undefined ? 'accepted' : shown(faults)]
        })
      )
      lines.push(shown(type), ...grouped(entries), `  ${shown(new SchemaEmitter('3.1').schemaOf(type, 'Spec'))}`)
    }
    expectWholeList('record/kinds/reading-list.txt', lines)
  })

  it('are what class-validator and the document learn of them, as decorator-list.txt says', () => {
    const lines: string[] = []
    for (const [name, make] of Object.entries(TYPES)) {
      for (const each of [false, true]) {
        class Holder {}
        Field(() => (each ? [make()] : make()) as never)(Holder.prototype, 'it')
        recordSchemaOf(Holder)
        const entries = RAWS.map((raw): [string, string] => {
          const given = Object.assign(new Holder(), { it: each ? [raw] : raw })
          return [shown(raw), outcome(() => validateSync(given).map(errorOf))]
        })
        lines.push(`${each ? 'list of ' : ''}${name}`, ...grouped(entries))
      }
    }
    lines.push('\n# discriminators')
    for (const [what, mapping] of Object.entries(DISCRIMINATED)) {
      const type = parseType(oneOf({ discriminator: 'kind', mapping } as never), 'Spec')
      for (const direction of ['request', 'response'] as const) {
        const emitter = new SchemaEmitter('3.1')
        lines.push(`${what}, ${direction}: ${outcome(() => emitter.schemaOf(type, 'Spec', direction))}`)
      }
    }
    expectWholeList('record/kinds/decorator-list.txt', lines)
  })
})

interface ErrorOfClassValidator {
  readonly property: string
  readonly constraints?: { readonly [name: string]: string }
  readonly children?: readonly ErrorOfClassValidator[]
}

function errorOf({ property, constraints, children = [] }: ErrorOfClassValidator): unknown {
  const own = constraints === undefined ? property : `${property}: ${Object.entries(constraints).flat().join(' ')}`
  return children.length === 0 ? own : [own, ...children.map(errorOf)]
}
