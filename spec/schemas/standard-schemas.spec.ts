import { type } from 'arktype'
import { expect } from 'chai'
import { type Class, Field, mapOf, nullable, oneOf, type StandardSchema, type TypeExpression } from 'fieldstone'
import * as z from 'zod'
import {
  accepted,
  declarationErrors,
  JsonText,
  refusals,
  responseErrors,
  validated,
  written
} from '../support/bound.js'
import { FOREIGN_SCHEMAS } from '../support/foreign-schemas.js'
import { unhandledRejections } from '../support/unhandled-rejections.js'

/** A schema of a library without an adapter of its own. */
function schemaOf(
  validate: StandardSchema['~standard']['validate'],
  input: Record<string, unknown> = {},
  vendor = 'mine'
): StandardSchema {
  const jsonSchema = { input: () => input, output: () => input }
  return { '~standard': { version: 1, vendor, validate, jsonSchema } }
}

function holderOf(type: unknown): Class {
  class Holder {}
  Field(() => type as never)(Holder.prototype, 'value')
  return Holder
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
    expect(await accepted(Holder, body)).to.deep.include({
      names: ['a', 'b', 'a'],
      texts: { x: 'Y' },
      either: 'TAKEN',
      short: 'ok'
    })
    expect(await refusals(Holder, { ...body, names: ['a', 'taken'], short: 'too long' })).to.deep.equal([
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
      await refusals(
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
    expect(await failure(async () => await refusals(rejecting, 1))).to.equal(broken)
    expect(await failure(async () => await refusals(throwing, 1))).to.equal(broken)
    class Both {
      @Field(() => rejecting) first!: unknown
      @Field(() => throwing) second!: unknown
    }
    // The first promise is never awaited: an unhandled rejection would end the process.
    expect(await failure(async () => await refusals(Both, { first: 1, second: 2 }))).to.equal(broken)
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
      const reasons = new Set<unknown>()
      const unhandled = await unhandledRejections(async () => {
        const outcomes = await Promise.allSettled(bodies.map(async (body) => await validated(schema, body)))
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
    expect(await accepted(counted, 'yes')).to.equal('yes')
    expect(calls).to.equal(1)
    expect(await refusals(counted, 'no')).to.deep.equal(['is no'])
    const awaited = z.string().refine(async () => ++calls > 0)
    calls = 0
    expect(await accepted(awaited, 'a')).to.equal('a')
    expect(calls).to.equal(1)
  })

  it('never gets a member that is called __proto__', async () => {
    const seen: unknown[] = []
    const keeping = schemaOf((value) => {
      seen.push(value)
      return { value }
    })
    const body = new JsonText('{"a":[{"__proto__":{"isAdmin":true},"b":1}],"__proto__":{"isAdmin":true}}')
    expect(await accepted(keeping, body)).to.deep.equal({ a: [{ b: 1 }] })
    expect(seen).to.deep.equal([{ a: [{ b: 1 }] }])
    expect(await refusals(z.record(z.string(), z.number()), new JsonText('{"__proto__":"x"}'))).to.deep.equal([
      '__proto__ must be a number'
    ])
    expect(await refusals(z.strictObject({}), new JsonText('{"__proto__":1}'))).to.have.length(1)
    expect(({} as { isAdmin?: boolean }).isAdmin).to.equal(undefined)
  })

  it('never gets a value that nests too deeply', async () => {
    const deep = new JsonText(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`)
    expect(await refusals(z.any(), deep)).to.deep.equal(['is nested more than 256 levels deep'])
    expect(await refusals(FOREIGN_SCHEMAS.zod.tree, deep)).to.deep.equal(['is nested more than 256 levels deep'])
  })

  it('never gets a number that JSON.parse read as infinite', async () => {
    const tooLarge = 'contains a number beyond 1.7976931348623157e+308'
    expect(await refusals(z.any(), new JsonText('{"a":[1e400]}'))).to.deep.equal([tooLarge])
    expect(await refusals(type('number'), new JsonText('-1e400'))).to.deep.equal([tooLarge])
  })

  it('reads nested unions in linear time', async () => {
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
    expect(await refusals(check, deep)).to.have.length(1)
  })

  it('has its messages cut, and reports at most a hundred', async () => {
    const chatty = schemaOf(() => ({
      issues: Array.from({ length: 500 }, (_, index) => ({ message: 'x'.repeat(5_000), path: [{ key: 'a' }, index] }))
    }))
    const { faults } = await validated(chatty, {})
    expect(faults).to.have.length(100)
    expect(faults?.[7]).to.deep.equal({ in: 'body', path: 'a[7]', rule: 'mine', message: 'x'.repeat(500) })
    expect(
      await refusals(
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

    it('makes its field optional, unless the field says that it is required', async () => {
      const given = { needed: 'x', coerced: 'y' }
      expect(await accepted(Sample, given)).to.deep.include({ ...given, text: 'initial', number: 7 })
      expect(await refusals(Sample, {})).to.deep.equal(['needed is required', 'coerced is required'])
    })

    it('makes its default each time', async () => {
      const given = { needed: 'x', coerced: 'y' }
      const [first] = (await accepted<Sample>(Sample, given)).list
      const [second] = (await accepted<Sample>(Sample, given)).list
      expect(Number(second)).to.be.greaterThan(Number(first))
    })
  })

  it('writes a Date as a date-time, and reads it back by its codec', async () => {
    const Event = z.object({
      at: z.codec(z.iso.datetime(), z.date(), {
        decode: (text) => new Date(text),
        encode: (date) => date.toISOString()
      })
    })
    const event = await accepted<{ at: Date }>(Event, { at: '2024-05-17T08:30:00Z' })
    expect(event.at).to.be.instanceOf(Date)
    expect(await written(Event, event)).to.equal('{"at":"2024-05-17T08:30:00.000Z"}')
    expect(await written(type({ at: 'Date' }), event)).to.equal('{"at":"2024-05-17T08:30:00.000Z"}')
  })

  it('is checked against its examples and defaults at start-up', async () => {
    class Wrong {
      @Field(() => z.number().max(5), { default: 7 }) a!: number
      @Field(() => z.email(), { example: 'nobody' }) b!: string
      @Field(() => taken, { example: 'taken' }) c!: string
    }
    expect(await declarationErrors(Wrong)).to.deep.equal([
      'FIELD_OPTION_INVALID: the default Too big: expected number to be <=5, Wrong.a; give a default that the field accepts.',
      'FIELD_OPTION_INVALID: the example Invalid email address, Wrong.b; give an example that the field accepts.'
    ])
  })

  it('is written by the member of a union that its value fits', async () => {
    const write = (expression: unknown, value: unknown) => written(expression as TypeExpression, value)
    const Named = z.object({ name: z.string() })
    const list = z.union([Named, z.array(Named), z.string(), z.null()])
    expect(await write(list, [{ name: 'a', secret: 1 }])).to.equal('[{"name":"a"}]')
    expect(await write(list, { name: 'a', secret: 1 })).to.equal('{"name":"a"}')
    expect(await write(list, 'text')).to.equal('"text"')
    expect(await write(z.union([Named, z.any()]), { other: 1 })).to.equal('{"other":1}')
    expect(
      await write(z.intersection(Named, z.object({ at: z.date() })), { name: 'a', at: new Date(0), secret: 1 })
    ).to.equal('{"name":"a","at":"1970-01-01T00:00:00.000Z"}')
    const either = z.union([z.object({ a: Named }), z.object({ b: z.array(Named) })])
    expect(await write(either, { b: [{ name: 'x', secret: 1 }], secret: 1 })).to.equal('{"b":[{"name":"x"}]}')
    const failureOf = (...given: Parameters<typeof write>) => write(...given).catch((error: Error) => error.message)
    expect(await failureOf(either, { secret: 1 })).to.contain('it is of none of the types that its schema allows')
    expect(await failureOf(z.object({ list: z.array(Named) }), { list: [{ name: 'a' }, 'b'] })).to.contain("'list[1]'")
  })

  it('never matches a pattern that can take long', async () => {
    const Ends = z.string().endsWith('a')
    const checked = schemaOf((value) => ({ value }), Ends['~standard'].jsonSchema.input({ target: 'draft-2020-12' }))
    // With the pattern of the document, `.*a$`, this would take minutes.
    expect(await accepted(checked, 'b'.repeat(300_000))).to.have.length(300_000)
    expect(await refusals(Ends, 'b')).to.have.length(1)
    const unsafe = z.object({ a: z.string().regex(/^(?:a+)+$/) })
    class Holder {
      @Field(() => [unsafe]) list!: unknown
      @Field(() => z.string().regex(/^(?:trusted|(?:a+)+)$/)) text!: string
      @Field(() => Ends) ends!: string
    }
    const trustedPatterns = ['^(?:trusted|(?:a+)+)$']
    expect(await declarationErrors(Holder, { trustedPatterns })).to.have.length(1)
    expect((await declarationErrors(unsafe))[0]).to.match(
      /^PATTERN_UNSAFE: the pattern .* takes time that doubles with each character of some texts, .*; let no two/
    )
  })

  it('has its rules in the schema, and not beside it', async () => {
    class Ruled {
      @Field(() => z.string(), { minLength: 2 }) text!: string
      @Field(() => z.int(), { description: 'A number', deprecated: true, nullable: true }) number!: number | null
    }
    expect(await declarationErrors(Ruled)).to.deep.equal([
      'FIELD_OPTION_INVALID: the option minLength does not apply to a schema of another library, Ruled.text; ' +
        'write the rule in the schema.'
    ])
  })

  it('is a setup error where it does not describe itself', async () => {
    const bind = (expression: unknown) => declarationErrors(holderOf(expression))
    const write = (expression: unknown) => responseErrors(expression as TypeExpression)
    const silent = (vendor: string) => ({
      '~standard': { version: 1, vendor, validate: (value: unknown) => ({ value }) }
    })
    expect(await bind(silent('valibot'))).to.deep.equal([
      'SCHEMA_UNDOCUMENTED: the schema of valibot gives no JSON Schema, Holder.value; ' +
        "wrap it: toStandardJsonSchema(schema), from '@valibot/to-json-schema'."
    ])
    expect(await bind(silent('arktype'))).to.deep.equal([
      'SCHEMA_UNDOCUMENTED: the schema of arktype gives no JSON Schema, Holder.value; update arktype to 2.1.28 or later.'
    ])
    expect((await bind(silent('other')))[0]).to.contain(
      "use a library with Standard JSON Schema ('~standard'.jsonSchema)"
    )
    expect((await bind(z.date()))[0]).to.contain(
      'zod cannot describe the input of the schema as JSON Schema: Date cannot be'
    )
    expect((await bind(type('Date')))[0]).to.contain('arktype cannot describe the input')
    expect((await write(z.string().transform(Number)))[0]).to.contain('zod cannot describe the output of the schema')
    expect((await write(z.bigint()))[0]).to.contain('bigint cannot be represented in JSON Schema')
    const lost = schemaOf((value) => ({ value }), { $ref: 'https://example.org/schema' })
    expect((await bind(lost))[0]).to.contain('it refers to https://example.org/schema, which is not among its $defs')
  })
  it('says of a text that is a number what is wrong with the number', async () => {
    const faultOf = async (expression: unknown, raw: unknown) =>
      await refusals(expression as TypeExpression, raw, 'text')
    expect(await faultOf(z.number().int().max(5), '6')).to.deep.equal(['Too big: expected number to be <=5'])
    expect((await faultOf(z.number().int().max(5), '1.5'))[0]).to.contain('expected int, received number')
    expect((await faultOf(z.union([z.int().max(5), z.boolean()]), '6'))[0]).to.contain('Too big')
    expect((await faultOf(z.literal(true), 'false'))[0]).to.equal('Invalid input: expected true')
    expect((await faultOf(type('number <= 5'), '6'))[0]).to.contain('(was 6)')
    expect((await faultOf(z.array(z.int().max(5)), ['1', '6']))[0]).to.contain('Too big')
    expect(await faultOf(z.object({ n: z.int().max(5) }), { n: '6' })).to.deep.equal([
      'n Too big: expected number to be <=5'
    ])
    // These are texts: what is wrong with them is not that they are too large.
    expect((await faultOf(z.int().max(5), '6.0'))[0]).to.contain('expected number, received string')
    expect((await faultOf(z.int().max(5), 'six'))[0]).to.contain('expected number, received string')
    expect((await faultOf(z.string().min(2), '6'))[0]).to.contain('expected string to have >=2 characters')
    expect((await faultOf(z.union([z.string().min(2), z.number().max(5)]), '6'))[0]).to.contain(
      'expected string to have'
    )
  })

  it('reads a text for each member of a union as that member has it', async () => {
    const Either = z.union([
      z.object({ kind: z.literal('a'), v: z.number().max(5) }),
      z.object({ kind: z.literal('b'), v: z.string() })
    ])
    expect(await refusals(Either, { kind: 'b', v: '6' }, 'text')).to.deep.equal([])
  })

  it('rejects every value of what no value can be', async () => {
    const None = type({ 'a?': 'never', b: 'string' })
    expect(await refusals(None, { b: 'x' })).to.deep.equal([])
    expect(await refusals(None, { a: 1, b: 'x' })).to.have.length(1)
    const careless = (input: Record<string, unknown>) => schemaOf((value) => ({ value }), input)
    for (const nothing of [{ enum: [] }, { anyOf: [] }, { oneOf: [] }]) {
      expect(await refusals(careless({ properties: { a: nothing } }), { a: 1 })).to.deep.equal(['a is not allowed'])
      expect(await refusals(careless({ items: nothing }), [])).to.deep.equal([])
    }
    expect(await refusals(careless({ allOf: [], enum: [[]] }), [])).to.deep.equal([])
  })

  it('is a setup error where its JSON Schema is malformed', async () => {
    const bind = (jsonSchema: unknown) =>
      declarationErrors(holderOf(schemaOf((value) => ({ value }), jsonSchema as Record<string, unknown>)))
    expect(await bind({ properties: { a: { type: 'string', minLength: 'x' } } })).to.deep.equal([
      'SCHEMA_UNDOCUMENTED: the JSON Schema that mine gives for the input of the schema is malformed: #/properties/a has ' +
        'the minLength "x", which must be an integer of 0 or more, Holder.value; ' +
        "correct what its '~standard'.jsonSchema.input returns, or what it is made of."
    ])
    expect((await bind({ $ref: '#' }))[0]).to.contain(
      'is malformed: it refers from # to # and says nothing of the value'
    )
    expect((await bind({ $ref: '#/nope' }))[0]).to.contain(
      'is malformed: it refers to #/nope, which is not among its $defs'
    )
    expect((await bind(Promise.resolve({ type: 'string' })))[0]).to.contain('is malformed: it is a promise')
    expect(await bind({ $ref: '#/$defs/A', $defs: { A: { items: { $ref: '#/$defs/A' } } } })).to.deep.equal([])
  })
})
