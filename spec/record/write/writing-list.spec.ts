import { Transform } from 'class-transformer'
import { ValidateIf } from 'class-validator'
import {
  enumOf,
  Field,
  type FieldOptions,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Record as RecordOf,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import { parseType } from '../../../src/record/type/type-expression.js'
import { additionalKeys } from '../../../src/record/write/additional-keys.js'
import { jsonText, mayHavePromise } from '../../../src/record/write/any-value.js'
import { SerializationError } from '../../../src/record/write/serialization-error.js'
import { compileSerializer, serializerOf } from '../../../src/record/write/serializer.js'
import { compileWriter, type WriterNotes } from '../../../src/record/writer.js'
import { calls, expectWholeList, outcome, shown } from '../../support/whole-list.js'

class Point {
  @Field(() => Integer) x!: number
  @Field(() => Integer, { default: 7 }) y!: number
}

/** Fields that may be absent, null, both or neither, with defaults and without. */
class Presence {
  @Field({ optional: true }) maybe?: string
  @Field({ optional: true, nullable: true }) both?: string
  @Field({ nullable: true }) nothing!: string
  @Field({ default: 'd' }) filled!: string
  @Field({ default: null, nullable: true }) empty!: string
  @Field({ optional: true, readOnly: true }) outward?: string
  @Field({ writeOnly: true }) inward!: string
  @Field(() => Unknown, { optional: true }) any?: unknown
  @Field(() => oneOf(Integer, nullable(String)), { optional: true }) one?: unknown
  @Field(() => Point, { optional: true }) point?: Point
  @Field(() => [Point], { default: [{ x: 1 }] }) points!: Point[]
}

class Changed {
  @Field(() => String, { default: 'd' })
  @Transform(({ value }) => value ?? 'none', { toPlainOnly: true })
  text!: unknown
  @Field(() => String, { optional: true })
  @Transform(({ value }) => (value === 1 ? undefined : value), { toPlainOnly: true })
  gone?: unknown
  @Field(() => Integer, { optional: true })
  @Transform(({ obj }) => Object.keys(obj).length, { toPlainOnly: true })
  count?: unknown
  @Field(() => Integer, { default: 5, rules: [ValidateIf(() => true)] }) guarded!: number
  @Field(() => [String], { optional: true, rules: [ValidateIf(() => true)] }) list?: string[]
}

@RecordOf({ additionalProperties: Integer })
class More {
  @Field() first!: string
  @Field({ optional: true }) second?: string
}
@RecordOf({ additionalProperties: nullable(Point) })
class Loose {
  @Field({ optional: true }) first?: string
}

class Names {
  @Field({ name: '5' }) five!: string
  @Field({ name: '__proto__', optional: true }) proto?: string
  @Field({ name: 'constructor', optional: true }) made?: string
  @Field({ name: 'a"\n\\', optional: true }) quote?: string
  @Field(() => String, { optional: true }) toString!: never
}
class Inherited {
  @Field(() => String, { optional: true, name: 'x' }) hasOwnProperty!: never
  @Field(() => String, { default: 'own' }) valueOf!: never
}

class Tree {
  @Field() name!: string
  @Field(() => [Tree], { optional: true }) inner?: Tree[]
}

class Wide {
  @Field() only!: string
}
for (let index = 0; index < 70; index++) Field(() => Integer, { optional: true })(Wide.prototype, `f${index}`)
for (const name of ['part', 'other']) Field(() => Point, { optional: true })(Wide.prototype, name)

class Cat {
  @Field(() => enumOf(['cat'])) kind!: 'cat'
}
class Dog {
  @Field() kind!: string
  @Field({ optional: true }) name?: string
}
class WithGetter {
  @Field() get computed(): string {
    return 'computed'
  }
  @Field({ optional: true }) get failing(): string {
    throw new RangeError('the getter failed')
  }
}
class Promising {}
Field(() => String, { optional: true })(Promising.prototype, 'then')

const then = (value: unknown): object => Object.fromEntries([['then', value]])

class Failing {
  get x(): number {
    throw new RangeError('the getter failed')
  }
}

const rejected = () => Promise.reject(new Error('nobody waits'))

/** Made anew for each writing: a promise that nobody waits for must not end the process. */
class Contradictory {
  @Field(() => Integer, { default: 'x' }) number!: number
}

const ROWS: readonly (readonly [name: string, type: TypeExpression, values: () => readonly unknown[]])[] = [
  [
    'Presence',
    Presence,
    () => [
      {},
      { nothing: null },
      { maybe: null, both: null, nothing: null, filled: null, empty: null, any: null, one: null, point: null },
      { maybe: 'm', both: 'b', nothing: 'n', filled: 'f', empty: 'e', outward: 'o', inward: 'i', any: {}, one: 5 },
      { nothing: 5, filled: 5, point: { x: 'x' }, points: [], one: 'o' },
      { nothing: 'n', point: { x: 1, y: null }, points: [{ x: null }, null] },
      { nothing: 'n', any: rejected() },
      { nothing: 'n', any: { a: [rejected()] } },
      { nothing: 'n', maybe: Promise.resolve('m') },
      rejected(),
      Object.assign(new Presence(), { nothing: 'n' }),
      [{ nothing: 'n' }],
      null,
      undefined
    ]
  ],
  [
    'Changed',
    Changed,
    () => [
      {},
      { text: 't', gone: 1, guarded: 6, list: ['a'] },
      { text: 5, gone: 2, guarded: 'x', list: [5] },
      { text: rejected(), gone: new Date(0), guarded: null, list: null },
      { text: 5n, gone: { a: 1 }, guarded: 1.5, list: 'x' }
    ]
  ],
  [
    'More',
    More,
    () => [
      { first: 'f', a: 1, c: 2, d: undefined },
      { first: 'f', second: 's', b: 3 },
      { first: 'f', 7: 1, a: 2 },
      { first: 'f', a: 'x', 'q"': null },
      { first: 'f', a: {} },
      { first: 'f', a: rejected() },
      { a: 1 },
      new Proxy({ first: 'f', a: 1 }, {}),
      JSON.parse('{"first":"f","__proto__":1,"constructor":2}'),
      Object.assign(Object.create({ above: 1 }), { first: 'f', [Symbol('s')]: 1 })
    ]
  ],
  ['Contradictory', Contradictory, () => [{}, { number: 1 }]],
  [
    'Loose',
    Loose,
    () => [
      { a: new Failing() },
      { a: { x: 1 }, b: null },
      { first: 'f', a: { x: 'x', more: 1 } },
      { a: 5 },
      { a: [] },
      {}
    ]
  ],
  [
    'Names',
    Names,
    () => [
      { five: 'f' },
      { five: 'f', proto: 'p', made: 'm', quote: 'q', toString: 't' },
      { proto: 'p' },
      { five: 'f', toString: 5 }
    ]
  ],
  ['Inherited', Inherited, () => [{}, { hasOwnProperty: 'h', valueOf: 'v' }]],
  [
    'Tree',
    Tree,
    () => [
      { name: 'a', inner: [{ name: 'b', inner: [] }, { name: 'c' }] },
      { name: 'a', inner: [{ name: 5 }, { inner: [5] }] },
      nested(127),
      nested(128),
      nested(129)
    ]
  ],
  [
    'Wide',
    Wide,
    () => [{ only: 'o', f0: 1, f69: 2, part: { x: 1 }, other: { x: 2, y: 3 } }, { only: 'o', part: 5 }, {}]
  ],
  ['WithGetter', WithGetter, () => [new WithGetter(), { computed: 'c' }]],
  ['Promising', Promising, () => [then('x'), {}, Promise.resolve(then('x')), then(() => 1)]],
  [
    'a list of records',
    [Point],
    () => [
      [],
      [{ x: 1 }, { x: 2, y: 3 }],
      [{ x: 1 }, rejected(), rejected()],
      [null],
      [undefined],
      new Set([{ x: 1 }]),
      { 0: { x: 1 }, length: 1 },
      5
    ]
  ],
  [
    'a long list of texts and records',
    [tupleOf(String, Point)],
    () => [Array.from({ length: 600 }, (_, at) => [`${at} ${'x'.repeat(120)}`, { x: at }])]
  ],
  [
    'a list of unions',
    [oneOf(Cat, Dog, Integer)],
    () => [[{ kind: 'cat' }, { kind: 'dog' }, new Dog(), new Cat(), 5, 'x']]
  ],
  [
    'by discriminator',
    oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } }),
    () => [{ kind: 'cat', name: 'n' }, { kind: 'dog', name: 'n' }, { kind: 'cow' }, new Dog(), {}, null]
  ],
  [
    'a map',
    mapOf(Point),
    () => [{ a: { x: 1 }, 1: { x: 2 }, b: undefined }, new Map([['a', { x: 1 }]]), { a: null }, []]
  ],
  ['may be null', nullable(Point), () => [null, { x: 1 }, undefined]],
  ['a text', String, () => ['a"\n', 5, null, undefined, {}, new Date(0), { toJSON: () => 'j' }, rejected()]],
  [
    'anything',
    Unknown,
    () => [
      { a: [1, new Date(0)], b: undefined, c: () => 1 },
      { a: { toJSON: (key: string) => `of ${key}` } },
      { a: rejected() },
      { a: {}, b: [rejected()] },
      undefined,
      () => 1,
      5n,
      2n ** 60n,
      Number.NaN,
      new Map([['a', 1]])
    ]
  ],
  ['a number', Number, () => [1.5, -0, Number.NaN, Number.POSITIVE_INFINITY, '5', 5n, true, null]],
  ['a moment', Date, () => [new Date(0), new Date(Number.NaN), new Date(8.64e15), '2020-01-02T03:04:05Z', 0, 'x']]
]

function nested(levels: number): unknown {
  let value: unknown = { name: 'innermost' }
  for (let level = 1; level < levels; level++) value = { name: 'n', inner: [value] }
  return value
}

/** Long texts by their ends. */
function short(text: string): string {
  return text.length > 600 ? `${text.slice(0, 150)} … ${text.slice(-150)} of ${text.length}` : text
}

const FIELD_TYPES: readonly TypeExpression[] = [String, Integer, Unknown, nullable(String), [String], Point]
const UNIONS: readonly TypeExpression[] = [oneOf(String, nullable(Integer)), oneOf(String, Integer), oneOf(Point, Date)]

const OPTIONS: readonly FieldOptions[] = [{}, { optional: true }, { nullable: true }, { default: 'd' }]

describe('Values that are written', () => {
  it('are the texts of writing-list.txt, with what is noted of them', () => {
    const lines: string[] = []
    for (const [name, expression, values] of ROWS) {
      const type = parseType(expression, 'here')
      lines.push(`\n# ${name}`)
      const [byCode, byClosures] = [compileWriter(type, true), compileWriter(type, false)]
      const serialize = compileSerializer(type)
      for (const at of values().keys()) {
        const notes: WriterNotes = { misfits: undefined }
        const written = outcome(() => byCode(values()[at], notes))
        const misfits = outcome(() =>
          notes.misfits?.().map(({ path, rule, message }) => [path, rule, message].join('|'))
        )
        lines.push(`${short(shown(values()[at]))} → ${short(written)}`)
        if (misfits !== 'undefined') lines.push(`  notes ${short(misfits)}`)
        const plain = outcome(() => byCode(values()[at]))
        if (plain !== written) lines.push(`  without notes ${short(plain)}`)
        const slow = outcome(() => byClosures(values()[at]))
        if (slow !== written) lines.push(`  by closures ${short(slow)}`)
        const serialized = outcome(() => jsonText(serialize(values()[at])))
        if (serialized !== written) lines.push(`  serialized ${short(serialized)}`)
      }
    }
    const known = new Set(['a', 'b'])
    const [first, second] = [serializerOf(Point), serializerOf(Point)]
    lines.push(
      ...calls('additionalKeys', additionalKeys, [
        [{}, known],
        [{ a: 1, c: 2, d: undefined }, known],
        [{ c: 1, 5: 2 }, known],
        [{ c: 1, '5a': 2, '-1': 3, '': 4 }, known],
        [{ 0: 1 }, new Set(['0'])],
        [new Proxy({ c: 1 }, {}), known],
        [Object.create({ c: 1 }), known]
      ]),
      ...calls('jsonText', jsonText, [
        [undefined],
        [() => 1],
        [5n],
        [{ a: {} }],
        [[rejected()]],
        [{ a: { b: rejected() } }]
      ]),
      ...calls('mayHavePromise', mayHavePromise, [['{}'], ['{"a":{}}'], ['{"a":1}'], ['[]']]),
      `\nthe same serializer twice → ${first === second}`,
      `an error of the whole → ${new SerializationError('', 'why').message}`,
      `an error of a part → ${new SerializationError('a.b', 'why').message}`,
      '\nfields, absent and null',
      ...[...FIELD_TYPES, ...UNIONS].flatMap((type) =>
        OPTIONS.filter((options) => options.default === undefined || type === String).flatMap((options) => {
          class Holder {}
          Field(() => type as never, options)(Holder.prototype, 'f')
          Field(() => String, { optional: true })(Holder.prototype, 'last')
          const write = compileWriter(parseType(Holder, 'here'))
          return [{}, { f: null }, { f: undefined, last: 'l' }, { f: null, last: 'l' }].map((value) => {
            const notes: WriterNotes = { misfits: undefined }
            const text = outcome(() => write(value, notes))
            const misfits = notes.misfits?.().map(({ path, message }) => `${path} ${message}`)
            return `${shown(parseType(type, 'here').kind)} ${shown(options)} of ${shown(value)} → ${text} ${shown(misfits)}`
          })
        })
      )
    )
    expectWholeList('record/write/writing-list.txt', lines)
  })
})
