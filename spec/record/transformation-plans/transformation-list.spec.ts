import * as library from 'class-transformer'
import { type ClassTransformOptions, Exclude, Expose, Transform, Type } from 'class-transformer'
import { IsOptional } from 'class-validator'
import type { Class } from '../../../src/metadata.js'
import {
  discriminated,
  isMakeable,
  isPlain,
  isSpecial,
  scalar
} from '../../../src/record/transformation-plans/sent-value.js'
import { Transformation } from '../../../src/record/transformation-plans/transformation.js'
import { calls, expectWholeList, outcome, shown } from '../../support/whole-list.js'

class Point {
  x = 0
  @IsOptional() y?: number
}
class Typed {
  @Type(() => Point) point?: Point
  @Type(() => Point) points?: Point[]
  @Type(() => Date) date?: Date
  @Type(() => Number) number?: number
  @Type(() => String) text?: string
  @Type(() => Boolean) flag?: boolean
  @Type(() => Buffer) bytes?: Buffer
  @Type(() => Object) object?: object
  @Type(() => undefined as never) none?: unknown
  @Type() emitted?: Point
}
class Emitted {
  @Expose() date?: Date
  @Expose() number?: number
  @Expose() text?: string
  @Expose() flag?: boolean
  @Expose() point?: Point
  @Expose() list?: Point[]
  @Expose() maybe?: string | null
}
class Collections {
  @Type(() => Point) map?: Map<string, Point>
  @Type(() => Point) set?: Set<Point>
  @Type(() => Point) listed?: Point[] | null
  @Type(() => Map) itself?: Map<string, unknown>
}
class Methods {
  plain = 'p'
  @Type(() => String) named?: string
  call(): string {
    return 'called'
  }
  get read(): string {
    return 'read'
  }
  set written(value: unknown) {
    this.plain = `written ${String(value)}`
  }
  get both(): string {
    return this.plain
  }
  set both(value: string) {
    this.plain = `both ${value}`
  }
  arrow = () => 'arrow'
}
class Renamed {
  @Expose({ name: 'given' }) own = 'o'
  @Expose({ name: 'constructor' }) odd?: string
  @Expose() kept = 'k'
  other = 'x'
  @Exclude() hidden = 'h'
  @Expose({ groups: ['g'] }) grouped = 'g'
  @Expose({ toPlainOnly: true }) outward = 'out'
  @Exclude({ toClassOnly: true }) notIn = 'in'
  @Expose({ since: 2 }) late = 'l'
}
@Exclude()
class Excluding {
  @Expose() kept = 'k'
  @Expose({ name: 'given' }) @Type(() => Point) point?: Point
  hidden = 'h'
}
@Expose()
class Exposing {
  own = 'o'
  @Exclude() hidden = 'h'
}
class Changed {
  @Transform(({ value, key, obj, type }) => `${key} ${String(value)} ${Object.keys(obj).join()} ${type}`) all?: string
  @Transform(({ value }) => value, { toPlainOnly: true }) @Transform(({ value }) => `${String(value)}!`) twice?: string
  @Transform(() => undefined) gone = 'initial'
  @Transform(({ obj }) => {
    delete obj.later
    return 'deleted'
  })
  deleting?: string
  later?: string
  @Transform(({ value }) => `${String(value)} of g`, { groups: ['g'] }) grouped?: string
  @Transform(({ options }) => Object.keys(options).length > 0) @Expose() told?: boolean
  @Transform(() => {
    throw new RangeError('thrown')
  })
  throwing?: string
}
class Animal {
  kind?: string
}
class Bird extends Animal {
  wings = 2
}
class Fish extends Animal {
  fins = 1
}
const discriminator = {
  property: 'kind',
  subTypes: [
    { name: 'bird', value: Bird },
    { name: 'fish', value: Fish }
  ]
}
class Zoo {
  @Type(() => Animal, { discriminator }) one?: Animal
  @Type(() => Animal, { discriminator, keepDiscriminatorProperty: true }) kept?: Animal
  @Type(() => Animal, { discriminator }) all?: Animal[]
  @Type(() => Animal, { discriminator: { property: 'kind' } as never }) none?: Animal
  @Type(() => Animal, { discriminator: { ...discriminator, property: '' } }) unnamed?: Animal
}
class Derived extends Typed {
  @Type(() => Date) declare point: never
  @Expose({ name: 'renamed' }) declare number: number
}
class OwnList extends Array<Point> {}
class Lists {
  @Type(() => Point) own?: OwnList
  @Type(() => String) lists?: string[][]
  @Type((given) => ((given?.object as { sort?: string } | undefined)?.sort === 'p' ? Point : Animal)) chosen?: unknown
  sort?: string
}
class Making {
  constructor() {
    // biome-ignore lint/correctness/noConstructorReturn: classes may do so
    return Object.assign(new Point(), { made: true }) as never
  }
  @Type(() => Date) date?: Date
}
class Constructed {
  constructor() {
    Object.defineProperty(this, 'constructor', { value: () => 1 })
  }
  own = 'o'
  @Type(() => Date) date?: Date
}
class Regrouped extends Renamed {
  @Expose() declare grouped: string
  @Expose({ groups: [] }) declare other: string
  @Expose({ groups: ['h'] }) declare kept: string
}
class Failing {
  constructor() {
    throw new RangeError('cannot be made')
  }
  own?: string
}

const date = '2020-01-02T03:04:05Z'
/** Made anew for each call: functions of users change them. */
const ROWS: readonly (readonly [target: Class, values: () => readonly unknown[]])[] = [
  [
    Point,
    () => [
      ...[undefined, null, 5, 'x', true, [], [{ x: 1 }, 5, null, undefined, [{ x: 2 }]], {}, { x: 1, y: 2, z: 3 }],
      ...[{ x: undefined }, { x: { y: 1 }, y: [1, { a: 2 }] }, new Date(0), new Point()],
      ...[new Set([1]), Buffer.from('b'), Object.assign(Object.create(null), { x: 1 }), Promise.resolve(1)],
      ...[
        JSON.parse('{"__proto__": {"x": 5}, "constructor": 1, "x": 2}'),
        Object.fromEntries([['then', 5]]),
        Object.create({ x: 7 })
      ],
      // biome-ignore lint/suspicious/noSparseArray: what is skipped
      ...[[, { x: 1 }], Object.assign(new OwnList(), { 0: { x: 1 } })]
    ]
  ],
  [
    Typed,
    () => [
      {},
      { point: { x: 1 }, points: [{ x: 1 }, 5], date, number: '5', text: 5, flag: 'x', bytes: 'b', object: { a: 1 } },
      { point: [{ x: 1 }], points: { x: 1 }, date: 0, number: 'x', text: null, flag: 0, bytes: [1, 2], object: 5 },
      { point: 5, points: null, date: null, number: null, text: {}, flag: null, bytes: null, object: [] },
      { date: {}, number: {}, flag: {}, none: { a: 1 }, emitted: { x: 1 } },
      { date: new Date(0), number: new Date(0), text: new Date(0), point: new Date(0), none: 5, emitted: 5 },
      { date: 'no', bytes: { 0: 1 }, object: new Map(), point: new Point(), undeclared: { a: [{ b: 1 }] } },
      { point: undefined, number: undefined, text: undefined, undeclared: undefined }
    ]
  ],
  [
    Emitted,
    () => [
      {},
      { date, number: '5', text: 5, flag: 'false', point: { x: '1' }, list: [{ x: 1 }], maybe: 5 },
      { date: 0, number: '', text: true, flag: '', point: [{ x: 1 }], list: { 0: 1 }, maybe: { a: 1 } },
      { date: null, number: null, text: null, flag: null, point: null, list: null, maybe: null, more: '1' },
      { date: {}, number: [], text: [1], flag: [], point: 5, list: 5 }
    ]
  ],
  [
    Collections,
    () => [
      { map: { a: { x: 1 } }, set: [{ x: 1 }], listed: [{ x: 1 }], itself: { a: 1 } },
      { map: [{ x: 1 }], set: { a: 1 }, listed: { x: 1 }, itself: [1] },
      { map: new Map([['a', { x: 1 }]]), set: new Set([{ x: 1 }]), listed: null, itself: new Map() },
      { map: 5, set: 5, listed: 5, itself: 5 },
      { map: null, set: undefined }
    ]
  ],
  [
    Methods,
    () => [
      { plain: 'q', named: 5, call: 'x', read: 'x', arrow: 'x' },
      { written: 1 },
      { both: 'b' },
      { toString: 'x', valueOf: 1, hasOwnProperty: 1 },
      { call: undefined, written: undefined }
    ]
  ],
  [
    Renamed,
    () => [
      {},
      { given: 'g', own: 'x', kept: 'y', other: 'z', hidden: 1, grouped: 1, outward: 1, notIn: 1, late: 1 },
      { constructor: 'c' },
      { given: undefined, kept: undefined, more: 1 }
    ]
  ],
  [Excluding, () => [{}, { kept: 1, given: { x: 1 }, hidden: 2, point: 3 }, [{ kept: 1 }, 5]]],
  [Exposing, () => [{}, { own: 1, hidden: 2, more: 3 }]],
  [
    Changed,
    () => [
      {},
      { all: 1, twice: 'x' },
      { gone: 'x', deleting: 1, later: 'still visited' },
      { grouped: 'x', told: 1 },
      { throwing: 1 },
      { all: { a: 1 }, twice: undefined }
    ]
  ],
  [
    Zoo,
    () => [
      { one: { kind: 'bird', wings: 1 }, kept: { kind: 'fish' }, none: { kind: 'bird' }, unnamed: { kind: 'bird' } },
      { one: { kind: 'cow' }, kept: { fins: 2 }, all: [{ kind: 'fish' }, { kind: 'bird' }, { kind: 'cow' }, {}, 5] },
      { one: 5, kept: null, all: { kind: 'fish' } },
      { one: [{ kind: 'bird' }], kept: [5], all: [] },
      { one: new Bird(), kept: Object.assign(new Fish(), { kind: 'bird' }) }
    ]
  ],
  [Derived, () => [{ point: date, renamed: '5', number: '6', text: 1 }, {}]],
  [
    Lists,
    () => [
      { own: [{ x: 1 }], lists: [[1], 2, [[3]]], chosen: { x: 1 }, sort: 'p' },
      { own: Object.assign(new OwnList(), { 0: { x: 1 } }), lists: 5, chosen: [{ x: 1 }] },
      { lists: { a: 1 }, chosen: 5, sort: 'p' }
    ]
  ],
  [Making, () => [{ date, x: 5 }, {}]],
  [Constructed, () => [{ own: 'x', date, more: 1 }, {}]],
  [Regrouped, () => [{ given: 'g', kept: 'y', other: 'z', grouped: 1, more: 2 }, {}]],
  [Failing, () => [{ own: 'x' }, [], 5]]
]

const OPTIONS: Readonly<Record<string, ClassTransformOptions | undefined>> = {
  default: undefined,
  'written out': { enableImplicitConversion: false, exposeUnsetFields: true, groups: undefined },
  converting: { enableImplicitConversion: true },
  'excluding others': { excludeExtraneousValues: true },
  'keeping defaults': { exposeDefaultValues: true },
  'without undefined': { exposeUnsetFields: false },
  'all but defaults': { enableImplicitConversion: true, excludeExtraneousValues: true, exposeUnsetFields: false },
  'all of them': {
    enableImplicitConversion: true,
    excludeExtraneousValues: true,
    exposeDefaultValues: true,
    exposeUnsetFields: false
  },
  'of other kinds': { enableImplicitConversion: 1, exposeUnsetFields: 'x' } as never,
  'of no kind': { exposeUnsetFields: undefined, exposeDefaultValues: null } as never
}

const BEYOND: readonly unknown[] = [
  ...[{}, { groups: [] }, { version: 1 }, { strategy: 'excludeAll' }, { excludePrefixes: ['_'] }],
  ...[{ ignoreDecorators: true }, { ignoreDecorators: false }, { enableCircularCheck: true }, { targetMaps: [] }],
  ...[{ unknown: 1 }, { unknown: undefined }, { version: undefined, exposeUnsetFields: false }]
]

/** What was made, with what only instances show. */
function made(work: () => unknown): string {
  return outcome(work).replaceAll('function arrow', 'an arrow')
}

describe('Plain objects as instances', () => {
  it('are those of transformation-list.txt, as class-transformer makes them', () => {
    const lines: string[] = []
    for (const [target, values] of ROWS) {
      lines.push(`\n# ${target.name}`)
      for (const [at, value] of values().entries()) {
        const groups = new Map<string, string[]>()
        const title = shown(value)
        for (const [name, options] of Object.entries(OPTIONS)) {
          const ours = made(() => Transformation.of(options)?.make(values()[at], target))
          const theirs = made(() => library.plainToInstance(target as never, values()[at], options))
          const text = ours === theirs ? ours : `${ours}\n    class-transformer ${theirs}`
          groups.set(text, [...(groups.get(text) ?? []), name])
        }
        lines.push(title)
        for (const [text, names] of groups) {
          lines.push(`  ${names.length === Object.keys(OPTIONS).length ? 'always' : names.join(', ')} → ${text}`)
        }
      }
    }
    lines.push(
      ...calls(
        'Transformation.of',
        (options: never) => Transformation.of(options) !== undefined,
        BEYOND.map((each) => [each])
      ),
      ...calls('isPlain', isPlain, [
        [{}],
        [[]],
        [null],
        [5],
        [new Point()],
        [Object.create(null)],
        [Object.fromEntries([['then', () => 1]])],
        [Object.fromEntries([['then', 1]])]
      ]),
      ...calls('isSpecial', isSpecial, [
        [{}],
        [new Map()],
        [new Set()],
        [Buffer.from('')],
        [new Uint8Array()],
        [Object.fromEntries([['then', () => 1]])],
        [Object.fromEntries([['then', 1]])]
      ]),
      ...calls('isMakeable', isMakeable, [
        ...[Point, Map, class OwnMap extends Map {}, Set, Date, String, () => 1, undefined, 5, {}].map((each) => [each])
      ]),
      ...calls('scalar', scalar, [
        ...[String, Number, Boolean, Date, Buffer, Point, undefined].flatMap((type) =>
          [null, undefined, 'x', '5', 0].map((value) => [value, type])
        ),
        ['x', String, true]
      ]),
      ...calls(
        'discriminated',
        (options: unknown, sent: unknown) => {
          const metadata = { reflectedType: Object, typeFunction: undefined, options } as never
          return [discriminated(metadata, sent, Animal), sent]
        },
        [
          ...[undefined, {}, { discriminator: {} }, { discriminator: { property: 'kind' } }].map((options) => [
            options,
            { kind: 'bird' }
          ]),
          ...[
            { kind: 'bird' },
            { kind: 'cow' },
            {},
            5,
            null,
            [],
            Object.create({ kind: 'fish' }),
            Object.assign(Object.create(null), { kind: 'bird' })
          ].flatMap((sent) =>
            [true, false].map((keepDiscriminatorProperty) => [
              { discriminator, keepDiscriminatorProperty },
              sent === null || typeof sent !== 'object' || Array.isArray(sent)
                ? sent
                : Object.create(Object.getPrototypeOf(sent), Object.getOwnPropertyDescriptors(sent))
            ])
          )
        ]
      )
    )
    lines.push('\n# where all objects inherit a property')
    Object.defineProperty(Object.prototype, 'inherited', { value: 'i', enumerable: true, configurable: true })
    try {
      for (const target of [Point, Renamed, Excluding] as const) {
        const ours = made(() => Transformation.of(undefined)?.make({ x: 1, given: 2 }, target))
        const theirs = made(() => library.plainToInstance(target as never, { x: 1, given: 2 }))
        lines.push(`${target.name} → ${ours}${ours === theirs ? '' : `\n    class-transformer ${theirs}`}`)
      }
    } finally {
      delete (Object.prototype as { inherited?: string }).inherited
    }
    expectWholeList('record/transformation-plans/transformation-list.txt', lines)
  })
})
