import { expect } from 'chai'
import { Field, mapOf, nullable, oneOf } from 'fieldstone'
import { accepted, replied, type Source, validated, violations, written } from '../support/bound.js'
import { FOREIGN_SCHEMAS, type ForeignSchemas } from '../support/foreign-schemas.js'

const UUID = '0b6cd0c5-6ba7-4d5a-9d0e-4c1f6ad1b0ce'
const user = { name: 'Ann', tags: ['a'], address: null }

interface Case {
  readonly schema: keyof ForeignSchemas
  readonly source: Source
  readonly accepts: readonly (readonly [raw: unknown, value: unknown])[]
  /** Raw values with the paths of their faults. */
  readonly rejects: readonly (readonly [raw: unknown, ...paths: string[]])[]
}

const same = (...values: unknown[]) => values.map((value) => [value, value] as const)

const CASES: readonly Case[] = [
  {
    schema: 'email',
    source: 'json',
    accepts: same('a@b.ch'),
    rejects: [
      [5, ''],
      ['a', ''],
      [null, ''],
      [['a@b.ch'], '']
    ]
  },
  {
    schema: 'email',
    source: 'text',
    accepts: same('a@b.ch'),
    rejects: [
      ['a', ''],
      [['a@b.ch', 'c@d.ch'], '']
    ]
  },
  // A coercing schema takes the text, but the document says that it is a number.
  {
    schema: 'positive',
    source: 'json',
    accepts: same(5),
    rejects: [
      ['5', ''],
      [0, ''],
      [1.5, ''],
      [true, '']
    ]
  },
  {
    schema: 'positive',
    source: 'text',
    accepts: [['5', 5]],
    rejects: [
      ['0', ''],
      ['5.0', ''],
      ['1e3', ''],
      [' 5', ''],
      ['0x5', ''],
      ['five', ''],
      ['', ''],
      [['1', '2'], '']
    ]
  },
  {
    schema: 'flag',
    source: 'json',
    accepts: same(true, false),
    rejects: [
      ['true', ''],
      [1, ''],
      [null, '']
    ]
  },
  {
    schema: 'flag',
    source: 'text',
    accepts: [
      ['true', true],
      ['false', false]
    ],
    rejects: [
      ['yes', ''],
      ['1', ''],
      ['TRUE', ''],
      ['', '']
    ]
  },
  {
    schema: 'letters',
    source: 'json',
    accepts: same([], ['ab']),
    rejects: [
      ['ab', ''],
      [['a'], '[0]'],
      [{}, '']
    ]
  },
  {
    schema: 'letters',
    source: 'text',
    accepts: [
      ['ab', ['ab']],
      [
        ['ab', '12'],
        ['ab', '12']
      ]
    ],
    rejects: [[['ab', 'c'], '[1]']]
  },
  {
    schema: 'color',
    source: 'text',
    accepts: same('red'),
    rejects: [
      ['blue', ''],
      ['Red', '']
    ]
  },
  { schema: 'uuid', source: 'text', accepts: same(UUID), rejects: [['x', '']] },
  {
    schema: 'even',
    source: 'json',
    accepts: same(2),
    rejects: [
      [3, ''],
      [-2, ''],
      [1002, '']
    ]
  },
  {
    schema: 'user',
    source: 'json',
    accepts: [
      [user, { ...user, role: 'reader' }],
      [
        { ...user, age: 5, role: 'writer', address: { street: 'Main' } },
        { ...user, age: 5, role: 'writer', address: { street: 'Main' } }
      ]
    ],
    rejects: [
      [{ ...user, name: 'A' }, 'name'],
      [{ ...user, age: '5' }, 'age'],
      [{ ...user, tags: ['a', 'toolong'] }, 'tags[1]'],
      [{ ...user, address: { street: 'M' } }, 'address.street'],
      [{ tags: [], address: null }, 'name'],
      [null, '']
    ]
  },
  {
    schema: 'tree',
    source: 'json',
    accepts: same({ label: 'a', children: [{ label: 'b', children: [] }] }),
    rejects: [[{ label: 'a', children: [{ label: 'much too long' }] }, 'children[0].label']]
  },
  {
    schema: 'scores',
    source: 'json',
    accepts: same({ a: 1, 'b c': -2 }),
    rejects: [
      [{ a: '1' }, 'a'],
      [{ 'b c': 101 }, '["b c"]']
    ]
  }
]

for (const [vendor, schemas] of Object.entries(FOREIGN_SCHEMAS)) {
  describe(`A type that is a schema of ${vendor}`, () => {
    for (const { schema, source, accepts, rejects } of CASES) {
      it(`${schema} reads ${source}: the library's output, or faults at their paths`, async () => {
        for (const [raw, value] of accepts) {
          expect(await accepted(schemas[schema], raw, source), JSON.stringify(raw)).to.deep.equal(value)
        }
        for (const [raw, ...paths] of rejects) {
          const { faults } = await validated(schemas[schema], raw, source)
          expect(
            faults?.map(({ path }) => path),
            JSON.stringify(raw)
          ).to.deep.equal(paths)
        }
      })
    }

    it('is read in records, lists, maps and unions, where it may be null too', async () => {
      class Holder {
        @Field(() => [schemas.color], { maxItems: 2 }) colors!: unknown[]
        @Field(() => mapOf(schemas.even)) counts!: unknown
        @Field(() => nullable(schemas.uuid)) key!: unknown
        @Field(() => oneOf(schemas.flag, schemas.color)) mixed!: unknown
        @Field(schemas.user) user!: unknown
      }
      const sent = { colors: ['red'], counts: { a: 2 }, key: null, mixed: 'green', user }
      expect(await accepted(Holder, sent)).to.deep.include({ ...sent, user: { ...user, role: 'reader' } })
      const { faults } = await validated(Holder, {
        colors: ['red', 'x'],
        counts: { a: 3 },
        key: 5,
        mixed: 'x',
        user: 1
      })
      expect(faults?.map(({ path }) => path)).to.deep.equal(['colors[1]', 'counts.a', 'key', 'mixed', 'user'])
      expect(new Set(faults?.map(({ rule }) => rule))).to.deep.equal(new Set([vendor]))
    })

    it('names the library as the rule, and reports its messages', async () => {
      expect((await validated(schemas.even, 3)).faults).to.deep.equal([
        { in: 'body', path: '', rule: vendor, message: vendor === 'arktype' ? 'must be even (was 3)' : 'must be even' }
      ])
    })

    it('writes of an object what its schema names, and nothing else', async () => {
      const whole = { ...user, role: 'reader', address: { street: 'Main', secret: 1 }, password: 'x' }
      expect(await replied(schemas.user, whole)).to.deep.equal({ ...user, role: 'reader', address: { street: 'Main' } })
      expect(await written(schemas.tree, { label: 'a', children: [{ label: 'b', secret: 1 }] })).to.equal(
        '{"label":"a","children":[{"label":"b"}]}'
      )
      expect(await written([schemas.pet], [{ kind: 'cat', lives: 9, barks: true }])).to.equal(
        '[{"kind":"cat","lives":9}]'
      )
      expect(await written(schemas.scores, { a: 1, b: 2 })).to.equal('{"a":1,"b":2}')
    })

    it('rejects a response that its schema does not describe', async () => {
      expect(await violations(schemas.user, { ...user, role: 'reader' })).to.deep.equal([])
      const [violation, ...others] = await violations(schemas.user, { ...user, role: 'king' })
      expect(violation).to.match(/^role /)
      expect(others).to.deep.equal([])
    })
  })
}
