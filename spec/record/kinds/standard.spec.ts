import { type } from 'arktype'
import { expect } from 'chai'
import { Field, mapOf, nullable, oneOf, type StandardSchema, type TypeExpression } from 'fieldstone'
import * as z from 'zod'
import { compileBinder } from '../../../src/record/binder.js'
import { PatternPolicy } from '../../../src/record/model/pattern-policy.js'
import type { BinderSource } from '../../../src/record/type/reading-options.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { compileWriter } from '../../../src/record/writer.js'
import { accepted, refusals, setupErrors, told, validated } from '../../support/binding.js'
import { FOREIGN_SCHEMAS, type ForeignSchemas } from '../../support/foreign-schemas.js'
import { unhandledRejections } from '../../support/unhandled-rejections.js'

const UUID = '0b6cd0c5-6ba7-4d5a-9d0e-4c1f6ad1b0ce'
const user = { name: 'Ann', tags: ['a'], address: null }

interface Case {
  readonly schema: keyof ForeignSchemas
  readonly source: BinderSource
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
      it(`${schema} reads ${source}: the library's output, or faults at their paths`, () => {
        for (const [raw, value] of accepts) {
          expect(accepted(schemas[schema], raw, source), JSON.stringify(raw)).to.deep.equal(value)
        }
        for (const [raw, ...paths] of rejects) {
          const { faults } = validated(schemas[schema], raw, source)
          expect(
            faults?.map(({ path }) => path),
            JSON.stringify(raw)
          ).to.deep.equal(paths)
        }
      })
    }

    it('is read in records, lists, maps and unions, where it may be null too', () => {
      class Holder {
        @Field(() => [schemas.color], { maxItems: 2 }) colors!: unknown[]
        @Field(() => mapOf(schemas.even)) counts!: unknown
        @Field(() => nullable(schemas.uuid)) key!: unknown
        @Field(() => oneOf(schemas.flag, schemas.color)) mixed!: unknown
        @Field(schemas.user) user!: unknown
      }
      const sent = { colors: ['red'], counts: { a: 2 }, key: null, mixed: 'green', user }
      expect(accepted(Holder, sent)).to.deep.include({ ...sent, user: { ...user, role: 'reader' } })
      const { faults } = validated(Holder, { colors: ['red', 'x'], counts: { a: 3 }, key: 5, mixed: 'x', user: 1 })
      expect(faults?.map(({ path }) => path)).to.deep.equal(['colors[1]', 'counts.a', 'key', 'mixed', 'user'])
      expect(new Set(faults?.map(({ rule }) => rule))).to.deep.equal(new Set([vendor]))
    })

    it('names the library as the rule, and reports its messages', () => {
      expect(validated(schemas.even, 3).faults).to.deep.equal([
        { in: 'body', path: '', rule: vendor, message: vendor === 'arktype' ? 'must be even (was 3)' : 'must be even' }
      ])
    })

    it('writes of an object what its schema names, and nothing else', () => {
      const write = compileWriter(parseType(schemas.user, 'here'))
      const whole = { ...user, role: 'reader', address: { street: 'Main', secret: 1 }, password: 'x' }
      expect(JSON.parse(write(whole))).to.deep.equal({ ...user, role: 'reader', address: { street: 'Main' } })
      const writeTree = compileWriter(parseType(schemas.tree, 'here'))
      expect(writeTree({ label: 'a', children: [{ label: 'b', secret: 1 }] })).to.equal(
        '{"label":"a","children":[{"label":"b"}]}'
      )
      expect(compileWriter(parseType([schemas.pet], 'here'))([{ kind: 'cat', lives: 9, barks: true }])).to.equal(
        '[{"kind":"cat","lives":9}]'
      )
      expect(compileWriter(parseType(schemas.scores, 'here'))({ a: 1, b: 2 })).to.equal('{"a":1,"b":2}')
    })

    it('rejects a response that its schema does not describe', () => {
      const binder = compileBinder(parseType(schemas.user, 'here'), 'json', 'body', { direction: 'response' })
      expect(binder.validate({ ...user, role: 'reader' })).to.have.property('faults', undefined)
      expect(binder.validate({ ...user, role: 'king' })).to.have.nested.property('faults[0].path', 'role')
    })
  })
}

/** A schema of a library without an adapter of its own. */
function schemaOf(
  validate: StandardSchema['~standard']['validate'],
  input: Record<string, unknown> = {},
  vendor = 'mine'
): StandardSchema {
  const jsonSchema = { input: () => input, output: () => input }
  return { '~standard': { version: 1, vendor, validate, jsonSchema } }
}

async function refusalsLater(expression: TypeExpression, body: unknown): Promise<string[]> {
  return told(await compileBinder(parseType(expression, 'here'), 'json', 'body').validate(body))
}

describe('A schema of another library', () => {
  const later = () => new Promise((resolve) => setImmediate(resolve))
  const taken = z.string().refine(async (name) => {
    await later()
    return name !== 'taken'
  }, 'is taken')
  const upper = z.string().transform(async (text) => {
    await later()
    return text.toUpperCase()
  })

  it('may be asynchronous, wherever it is', async () => {
    class Holder {
      @Field(() => [taken]) names!: string[]
      @Field(() => mapOf(upper)) texts!: Record<string, string>
      @Field(() => oneOf(taken, nullable(upper))) either!: unknown
      @Field({ maxLength: 2 }) short!: string
    }
    const body = { names: ['a', 'b', 'a'], texts: { x: 'y' }, either: 'taken', short: 'ok' }
    const bound = await compileBinder(parseType(Holder, 'here'), 'json', 'body').validate(body)
    expect(bound.value).to.deep.include({ names: ['a', 'b', 'a'], texts: { x: 'Y' }, either: 'TAKEN', short: 'ok' })
    expect(await refusalsLater(Holder, { ...body, names: ['a', 'taken'], short: 'too long' })).to.deep.equal([
      'names[1] is taken',
      'short must be at most 2 characters long'
    ])
  })

  it('is called once for a value, all of a request at the same time', async () => {
    let running = 0
    let most = 0
    let calls = 0
    const counting = schemaOf(async (value) => {
      calls++
      most = Math.max(most, ++running)
      await later()
      running--
      return { value }
    })
    expect(
      await refusalsLater(
        [counting],
        Array.from({ length: 300 }, (_, index) => `${index}`)
      )
    ).to.deep.equal([])
    expect({ calls, most }).to.deep.equal({ calls: 300, most: 300 })
  })

  it('that throws, or whose promise rejects, fails the binding and nothing else', async () => {
    const broken = new RangeError('the store is gone')
    const rejecting = schemaOf(() => Promise.reject(broken))
    const throwing = schemaOf(() => {
      throw broken
    })
    const failure = async (work: () => unknown) => {
      try {
        return await work()
      } catch (error) {
        return error
      }
    }
    expect(await failure(() => refusalsLater(rejecting, 1))).to.equal(broken)
    expect(await failure(() => refusalsLater(throwing, 1))).to.equal(broken)
    class Both {
      @Field(() => rejecting) first!: unknown
      @Field(() => throwing) second!: unknown
    }
    // The first promise is never awaited: an unhandled rejection would end the process.
    expect(await failure(() => refusalsLater(Both, { first: 1, second: 2 }))).to.equal(broken)
    await later()
  })

  const gone = new Error('the store is gone')
  const fails = async (): Promise<never> => {
    throw gone
  }
  const waiting: readonly (readonly [what: string, schema: StandardSchema])[] = [
    ['a refinement', z.string().refine(fails)],
    ['a refinement that returns a promise', z.string().refine(() => Promise.reject(gone))],
    ['a refinement that adds issues', z.string().superRefine(fails)],
    ['a check', z.string().check(fails)],
    ['a transform', z.string().transform(fails)],
    ['a preprocessing', z.preprocess(fails, z.string())],
    ['a codec', z.codec(z.string(), z.string(), { decode: fails, encode: fails })],
    ['a part of an object', z.object({ a: z.array(z.string().refine(fails).optional()) })],
    ['a variant', z.union([z.number(), z.string().refine(fails)])],
    ['a map', z.record(z.string(), z.string().refine(fails))],
    ['what is lazy', z.object({ a: z.lazy(() => z.array(z.string().refine(fails))) })],
    ['a property', z.array(z.string()).check(z.property('length', z.number().refine(fails)))]
  ]
  for (const [what, schema] of waiting) {
    it(`of zod leaves no promise behind that rejects, which would end the process: ${what}`, async () => {
      const bodies = ['x', { a: ['x'] }, ['x'], { b: 'x' }]
      const binder = compileBinder(parseType(schema, 'here'), 'json', 'body')
      const reasons = new Set<unknown>()
      const unhandled = await unhandledRejections(async () => {
        const outcomes = await Promise.allSettled(bodies.map(async (body) => binder.validate(body)))
        for (const one of outcomes) if (one.status === 'rejected') reasons.add(one.reason)
      })
      expect(unhandled).to.deep.equal([])
      expect([...reasons]).to.deep.equal([gone])
    })
  }

  it('of zod tells at once what is wrong where nothing waits, and its refinements run once for what is right', async () => {
    let calls = 0
    const counted = z.string().refine((text) => {
      calls++
      return text !== 'no'
    }, 'is no')
    const bind = compileBinder(parseType(counted, 'here'), 'json', 'body')
    expect(bind.validate('yes')).to.have.property('value', 'yes')
    expect(calls).to.equal(1)
    expect(told(bind.validate('no') as never)).to.deep.equal(['is no'])
    const awaited = z.string().refine(async () => ++calls > 0)
    calls = 0
    expect(await compileBinder(parseType(awaited, 'here'), 'json', 'body').validate('a')).to.have.property('value', 'a')
    expect(calls).to.equal(1)
  })

  it('never gets a member that is called __proto__', () => {
    const seen: unknown[] = []
    const keeping = schemaOf((value) => {
      seen.push(value)
      return { value }
    })
    const body: unknown = JSON.parse('{"a":[{"__proto__":{"isAdmin":true},"b":1}],"__proto__":{"isAdmin":true}}')
    expect(accepted(keeping, body)).to.deep.equal({ a: [{ b: 1 }] })
    expect(seen).to.deep.equal([{ a: [{ b: 1 }] }])
    expect(JSON.stringify(body)).to.contain('__proto__')
    expect(refusals(z.record(z.string(), z.number()), JSON.parse('{"__proto__":"x"}'))).to.deep.equal([
      '__proto__ must be a number'
    ])
    expect(refusals(z.strictObject({}), JSON.parse('{"__proto__":1}'))).to.have.length(1)
    expect(({} as { isAdmin?: boolean }).isAdmin).to.equal(undefined)
  })

  it('never gets a value that nests too deeply', () => {
    let deep: unknown = 1
    for (let level = 0; level < 5_000; level++) deep = [deep]
    expect(refusals(z.any(), deep)).to.deep.equal(['is nested more than 256 levels deep'])
    expect(refusals(FOREIGN_SCHEMAS.zod.tree, deep)).to.deep.equal(['is nested more than 256 levels deep'])
  })

  it('never gets a number that JSON.parse read as infinite', () => {
    const tooLarge = 'contains a number beyond 1.7976931348623157e+308'
    expect(refusals(z.any(), JSON.parse('{"a":[1e400]}'))).to.deep.equal([tooLarge])
    expect(refusals(type('number'), JSON.parse('-1e400'))).to.deep.equal([tooLarge])
  })

  it('reads nested unions in linear time', () => {
    const Json = z.union([
      z.object({
        get a() {
          return Json.optional()
        }
      }),
      z.object({
        get a() {
          return Json.optional()
        },
        b: z.string()
      })
    ])
    const check = schemaOf((value) => ({ value }), Json['~standard'].jsonSchema.input({ target: 'draft-2020-12' }))
    let deep: unknown = { a: 5 }
    for (let level = 0; level < 200; level++) deep = { a: deep }
    expect(refusals(check, deep)).to.have.length(1)
  })

  it('has its messages cut, and reports at most a hundred', () => {
    const chatty = schemaOf(() => ({
      issues: Array.from({ length: 500 }, (_, index) => ({ message: 'x'.repeat(5_000), path: [{ key: 'a' }, index] }))
    }))
    const { faults } = validated(chatty, {})
    expect(faults).to.have.length(100)
    expect(faults?.[7]).to.deep.equal({ in: 'body', path: 'a[7]', rule: 'mine', message: 'x'.repeat(500) })
    expect(
      refusals(
        schemaOf(() => ({ issues: [] })),
        {}
      )
    ).to.deep.equal(['is not valid'])
  })

  describe('that accepts undefined', () => {
    let made = 0
    class Sample {
      @Field(() => z.string().optional()) text = 'initial'
      @Field(() => z.array(z.string()).default(() => [`${++made}`])) list!: string[]
      @Field(() => z.string().optional(), { optional: false }) needed!: string
      @Field(() => z.number(), { default: 7 }) number!: number
      @Field(() => z.coerce.string()) coerced!: string
    }

    it('makes its field optional, unless the field says that it is required', () => {
      const given = { needed: 'x', coerced: 'y' }
      expect(accepted(Sample, given)).to.deep.include({ ...given, text: 'initial', number: 7 })
      expect(refusals(Sample, {})).to.deep.equal(['needed is required', 'coerced is required'])
    })

    it('makes its default each time', () => {
      const given = { needed: 'x', coerced: 'y' }
      const [first] = accepted<Sample>(Sample, given).list
      const [second] = accepted<Sample>(Sample, given).list
      expect(Number(second)).to.be.greaterThan(Number(first))
    })
  })

  it('writes a Date as a date-time, and reads it back by its codec', () => {
    const Event = z.object({
      at: z.codec(z.iso.datetime(), z.date(), {
        decode: (text) => new Date(text),
        encode: (date) => date.toISOString()
      })
    })
    const event = accepted<{ at: Date }>(Event, { at: '2024-05-17T08:30:00Z' })
    expect(event.at).to.be.instanceOf(Date)
    expect(compileWriter(parseType(Event, 'here'))(event)).to.equal('{"at":"2024-05-17T08:30:00.000Z"}')
    expect(compileWriter(parseType(type({ at: 'Date' }), 'here'))(event)).to.equal('{"at":"2024-05-17T08:30:00.000Z"}')
  })

  it('is checked against its examples and defaults at start-up', () => {
    class Wrong {
      @Field(() => z.number().max(5), { default: 7 }) a!: number
      @Field(() => z.email(), { example: 'nobody' }) b!: string
      @Field(() => taken, { example: 'taken' }) c!: string
    }
    expect(setupErrors(() => compileBinder(parseType(Wrong, 'here'), 'json', 'body'))).to.deep.equal([
      'FIELD_OPTION_INVALID: the default Too big: expected number to be <=5, Wrong.a; give a default that the field accepts.',
      'FIELD_OPTION_INVALID: the example Invalid email address, Wrong.b; give an example that the field accepts.'
    ])
  })

  it('is written by the member of a union that its value fits', () => {
    const write = (expression: unknown, value: unknown) => compileWriter(parseType(expression, 'here'))(value)
    const Named = z.object({ name: z.string() })
    const list = z.union([Named, z.array(Named), z.string(), z.null()])
    expect(write(list, [{ name: 'a', secret: 1 }])).to.equal('[{"name":"a"}]')
    expect(write(list, { name: 'a', secret: 1 })).to.equal('{"name":"a"}')
    expect(write(list, 'text')).to.equal('"text"')
    expect(write(z.union([Named, z.any()]), { other: 1 })).to.equal('{"other":1}')
    expect(
      write(z.intersection(Named, z.object({ at: z.date() })), { name: 'a', at: new Date(0), secret: 1 })
    ).to.equal('{"name":"a","at":"1970-01-01T00:00:00.000Z"}')
    const either = z.union([z.object({ a: Named }), z.object({ b: z.array(Named) })])
    expect(write(either, { b: [{ name: 'x', secret: 1 }], secret: 1 })).to.equal('{"b":[{"name":"x"}]}')
    expect(() => write(either, { secret: 1 })).to.throw('it is of none of the types that its schema allows')
    expect(() => write(z.object({ list: z.array(Named) }), { list: [{ name: 'a' }, 'b'] })).to.throw("'list[1]'")
  })

  it('never matches a pattern that can take long', () => {
    const Ends = z.string().endsWith('a')
    const checked = schemaOf((value) => ({ value }), Ends['~standard'].jsonSchema.input({ target: 'draft-2020-12' }))
    // With the pattern of the document, `.*a$`, this would take minutes.
    expect(accepted(checked, 'b'.repeat(300_000))).to.have.length(300_000)
    expect(refusals(Ends, 'b')).to.have.length(1)
    const policy = new PatternPolicy([/^(?:trusted|(?:a+)+)$/])
    const unsafe = z.object({ a: z.string().regex(/^(?:a+)+$/) })
    class Holder {
      @Field(() => [unsafe]) list!: unknown
      @Field(() => z.string().regex(/^(?:trusted|(?:a+)+)$/)) text!: string
      @Field(() => Ends) ends!: string
    }
    expect(setupErrors(() => policy.checkType(parseType(Holder, 'here')))).to.have.length(1)
    expect(setupErrors(() => policy.checkBindable(unsafe, () => parseType(unsafe, 'here')))[0]).to.match(
      /^PATTERN_UNSAFE: the pattern .* takes time that doubles with each character of some texts, here; let no two/
    )
    expect(policy.unused).to.deep.equal([])
  })

  it('has its rules in the schema, and not beside it', () => {
    class Ruled {
      @Field(() => z.string(), { minLength: 2 }) text!: string
      @Field(() => z.int(), { description: 'A number', deprecated: true, nullable: true }) number!: number | null
    }
    expect(setupErrors(() => compileBinder(parseType(Ruled, 'here'), 'json', 'body'))).to.deep.equal([
      'FIELD_OPTION_INVALID: the option minLength does not apply to a schema of another library, Ruled.text; ' +
        'write the rule in the schema.'
    ])
  })

  it('is a setup error where it does not describe itself', () => {
    const bind = (expression: unknown) =>
      setupErrors(() => compileBinder(parseType(expression, 'here'), 'json', 'body'))
    const write = (expression: unknown) => setupErrors(() => compileWriter(parseType(expression, 'here')))
    const silent = (vendor: string) => ({
      '~standard': { version: 1, vendor, validate: (value: unknown) => ({ value }) }
    })
    expect(bind(silent('valibot'))).to.deep.equal([
      'SCHEMA_UNDOCUMENTED: the schema of valibot gives no JSON Schema, here; ' +
        "wrap it: toStandardJsonSchema(schema), from '@valibot/to-json-schema'."
    ])
    expect(bind(silent('arktype'))).to.deep.equal([
      'SCHEMA_UNDOCUMENTED: the schema of arktype gives no JSON Schema, here; update arktype to 2.1.28 or later.'
    ])
    expect(bind(silent('other'))[0]).to.contain("use a library with Standard JSON Schema ('~standard'.jsonSchema)")
    expect(bind(z.date())[0]).to.contain('zod cannot describe the input of the schema as JSON Schema: Date cannot be')
    expect(bind(type('Date'))[0]).to.contain('arktype cannot describe the input')
    expect(write(z.string().transform(Number))[0]).to.contain('zod cannot describe the output of the schema')
    expect(write(z.bigint())[0]).to.contain('bigint cannot be represented in JSON Schema')
    const lost = schemaOf((value) => ({ value }), { $ref: 'https://example.org/schema' })
    expect(bind(lost)[0]).to.contain('it refers to https://example.org/schema, which is not among its $defs')
  })
  it('says of a text that is a number what is wrong with the number', () => {
    const faultOf = (expression: unknown, raw: unknown) => refusals(expression as TypeExpression, raw, 'text')
    expect(faultOf(z.number().int().max(5), '6')).to.deep.equal(['Too big: expected number to be <=5'])
    expect(faultOf(z.number().int().max(5), '1.5')[0]).to.contain('expected int, received number')
    expect(faultOf(z.union([z.int().max(5), z.boolean()]), '6')[0]).to.contain('Too big')
    expect(faultOf(z.literal(true), 'false')[0]).to.equal('Invalid input: expected true')
    expect(faultOf(type('number <= 5'), '6')[0]).to.contain('(was 6)')
    expect(faultOf(z.array(z.int().max(5)), ['1', '6'])[0]).to.contain('Too big')
    expect(faultOf(z.object({ n: z.int().max(5) }), { n: '6' })).to.deep.equal(['n Too big: expected number to be <=5'])
    // These are texts: what is wrong with them is not that they are too large.
    expect(faultOf(z.int().max(5), '6.0')[0]).to.contain('expected number, received string')
    expect(faultOf(z.int().max(5), 'six')[0]).to.contain('expected number, received string')
    expect(faultOf(z.string().min(2), '6')[0]).to.contain('expected string to have >=2 characters')
    expect(faultOf(z.union([z.string().min(2), z.number().max(5)]), '6')[0]).to.contain('expected string to have')
  })

  it('reads a text for each member of a union as that member has it', () => {
    const Either = z.union([
      z.object({ kind: z.literal('a'), v: z.number().max(5) }),
      z.object({ kind: z.literal('b'), v: z.string() })
    ])
    expect(refusals(Either, { kind: 'b', v: '6' }, 'text')).to.deep.equal([])
  })

  it('rejects every value of what no value can be', () => {
    const None = type({ 'a?': 'never', b: 'string' })
    expect(refusals(None, { b: 'x' })).to.deep.equal([])
    expect(refusals(None, { a: 1, b: 'x' })).to.have.length(1)
    const careless = (input: Record<string, unknown>) => schemaOf((value) => ({ value }), input)
    for (const nothing of [{ enum: [] }, { anyOf: [] }, { oneOf: [] }]) {
      expect(refusals(careless({ properties: { a: nothing } }), { a: 1 })).to.deep.equal(['a is not allowed'])
      expect(refusals(careless({ items: nothing }), [])).to.deep.equal([])
    }
    expect(refusals(careless({ allOf: [], enum: [[]] }), [])).to.deep.equal([])
  })

  it('is a setup error where its JSON Schema is malformed', () => {
    const bind = (jsonSchema: unknown) =>
      setupErrors(() =>
        compileBinder(
          parseType(
            schemaOf((value) => ({ value }), jsonSchema as Record<string, unknown>),
            'here'
          ),
          'json',
          'body'
        )
      )
    expect(bind({ properties: { a: { type: 'string', minLength: 'x' } } })).to.deep.equal([
      'SCHEMA_UNDOCUMENTED: the JSON Schema that mine gives for the input of the schema is malformed: #/properties/a has ' +
        'the minLength "x", which must be an integer of 0 or more, here; ' +
        "correct what its '~standard'.jsonSchema.input returns, or what it is made of."
    ])
    expect(bind({ $ref: '#' })[0]).to.contain('is malformed: it refers from # to # and says nothing of the value')
    expect(bind({ $ref: '#/nope' })[0]).to.contain('is malformed: it refers to #/nope, which is not among its $defs')
    expect(bind(Promise.resolve({ type: 'string' }))[0]).to.contain('is malformed: it is a promise')
    expect(bind({ $ref: '#/$defs/A', $defs: { A: { items: { $ref: '#/$defs/A' } } } })).to.deep.equal([])
  })
})
