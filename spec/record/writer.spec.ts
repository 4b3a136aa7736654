import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { Expose, Transform } from 'class-transformer'
import fc from 'fast-check'
import {
  enumOf,
  Field,
  Integer,
  mapOf,
  nullable,
  oneOf,
  Record,
  type TypeExpression,
  tupleOf,
  Unknown
} from 'fieldstone'
import { parseType } from '../../src/record/type/type-expression.js'
import { jsonText } from '../../src/record/write/any-value.js'
import { SerializationError } from '../../src/record/write/serialization-error.js'
import { compileSerializer } from '../../src/record/write/serializer.js'
import { compileWriter } from '../../src/record/writer.js'
import { setupErrors } from '../support/binding.js'
import { urlOf } from '../support/build.js'
import { cases, chance } from '../support/chance.js'
import { Part, Tree } from '../support/written-records.js'
import { Draw, drawValue, drawWrittenType, oddities } from '../support/written-value.js'

class Cat {
  @Field({ enum: ['cat'] }) kind!: string
  @Field(() => Integer) lives!: number
}

class Dog {
  @Field({ enum: ['dog'], optional: true }) kind?: string
  @Field() loud!: boolean
}

class Loose {
  @Field({ optional: true }) length?: string
  @Field(() => [Loose], { optional: true }) parts?: Loose[]
}

const Pet = oneOf({ discriminator: 'kind', mapping: { cat: Cat, dog: Dog } })

class Everything {
  @Field({ optional: true }) first?: string
  @Field(() => Integer, { optional: true }) second?: number
  @Field({ name: 'quo"te\n' }) text!: string
  @Field(() => [String]) tags!: string[]
  @Field() moment!: Date
  @Field({ nullable: true }) maybe!: string
  @Field() yes!: boolean
  @Field() part!: Part
  @Field(() => [[Number]]) matrix!: number[][]
  @Field(() => mapOf(nullable(Part))) parts!: { [name: string]: Part | null }
  @Field(() => enumOf(['a', 1, true])) mixed!: unknown
  @Field(() => tupleOf(String, Date)) pair!: [string, Date]
  @Field(() => [Pet]) pets!: (Cat | Dog)[]
  @Field(() => Unknown, { optional: true }) anything?: unknown
}

const everything: Everything = {
  text: 'a "text"\u2028',
  tags: ['a', 'b'],
  moment: new Date(0),
  maybe: 'yes',
  yes: true,
  part: { sku: 'a' },
  matrix: [[1, -0], []],
  parts: { a: { sku: 'b', madeAt: new Date(0) }, b: null },
  mixed: 1,
  pair: ['a', new Date(0)],
  pets: [{ kind: 'cat', lives: 9 }, Object.assign(new Dog(), { loud: true })]
}

/** The outcome: a text, or an error with all that it says. */
function outcome(write: () => string): unknown {
  try {
    return write()
  } catch (error) {
    const { name, message } = error as Error
    return { name, message, path: (error as { path?: unknown }).path }
  }
}

/** Both writers of a type, and what says how it must be. */
function writersOf(type: TypeExpression) {
  const schema = parseType(type, 'here')
  const serialize = compileSerializer(schema)
  const expected = (value: unknown) => outcome(() => jsonText(serialize(value)))
  const written = [true, false].map((generates) => {
    const write = compileWriter(schema, generates)
    return (value: unknown) => outcome(() => write(value))
  })
  return { expected, written }
}

function expectSame(type: TypeExpression, value: unknown): unknown {
  const { expected, written } = writersOf(type)
  for (const write of written) expect(write(value)).to.deep.equal(expected(value))
  return expected(value)
}

describe('A writer', () => {
  it('writes the declared fields alone, under their JSON names, in one line of JSON', () => {
    const value = { ...everything, secret: 1, part: { sku: 'a', secret: 2 } }
    expect(expectSame(Everything, value)).to.equal(
      '{"quo\\"te\\n":"a \\"text\\"\u2028","tags":["a","b"],"moment":"1970-01-01T00:00:00.000Z","maybe":"yes","yes":true,' +
        '"part":{"sku":"a"},"matrix":[[1,0],[]],"parts":{"a":{"sku":"b","made_at":"1970-01-01T00:00:00.000Z"},"b":null},' +
        '"mixed":1,"pair":["a","1970-01-01T00:00:00.000Z"],"pets":[{"kind":"cat","lives":9},{"loud":true,"kind":"dog"}]}'
    )
  })

  const variants: readonly Partial<{ [property in keyof Everything]: unknown }>[] = [
    ...[{ first: 'a' }, { first: '' }, { second: 1 }, { first: 'a', second: 1 }, { first: null, second: null }],
    ...[{ maybe: null }, { tags: [] }, { matrix: [] }, { parts: {} }, { pets: [] }, { yes: false }, { mixed: 'a' }],
    ...[{ anything: null }, { anything: 'x' }, { anything: { a: [1] } }, { tags: ['a"', '\ud800', 'x'.repeat(1e5)] }],
    ...[{ tags: Array.from({ length: 9 }, String) }, { matrix: [Array.from({ length: 9 }, Number)] }],
    ...[{ parts: { '1': null, a: undefined, '"': null } }, { part: { sku: 'a', madeAt: new Date(1) } }]
  ]
  for (const variant of variants) {
    const shown = JSON.stringify(variant).slice(0, 60)
    it(`writes ${shown} where it may stand`, () => {
      expect(() => JSON.parse(expectSame(Everything, { ...everything, ...variant }) as string)).not.to.throw()
    })
  }

  it('writes anything in place of a field as the serialiser does, or fails as it does', () => {
    const { expected, written } = writersOf(Everything)
    for (const property of ['first', ...Object.keys(everything)]) {
      for (const odd of oddities()) {
        const value = { ...everything, [property]: odd }
        for (const write of written) expect(write(value), property).to.deep.equal(expected(value))
      }
    }
  })

  it('writes anything in place of an item as the serialiser does, or fails as it does', () => {
    const some: TypeExpression[] = [String, Number, Boolean, Date, Part, [Part], Loose, Pet, Unknown]
    const types = [...some, mapOf(Number), mapOf(Loose), nullable(String), oneOf(Loose, Date), tupleOf(Part)]
    for (const type of types) {
      const { expected, written } = writersOf([type])
      for (const odd of oddities()) {
        for (const value of [[odd], [...new Array(9).fill('a'), odd], [...new Array(9).fill(1), odd], odd]) {
          for (const write of written) expect(write(value)).to.deep.equal(expected(value))
        }
      }
    }
  })

  it('writes a list as a list, whatever form the list itself has in JSON', () => {
    for (const length of [2, 20]) {
      const texts = Object.assign(new Array<string>(length).fill('a'), { toJSON: () => 'list' })
      const numbers = Object.assign(new Array<number>(length).fill(1), { toJSON: () => 'list' })
      expect(expectSame([String], texts)).to.equal(JSON.stringify([...texts]))
      expect(expectSame([Number], numbers)).to.equal(JSON.stringify([...numbers]))
    }
  })

  it('never takes what every object inherits for a field', () => {
    Object.defineProperty(Object.prototype, 'polluted', { value: 'secret', configurable: true, writable: true })
    try {
      class Odd {
        @Field({ optional: true }) polluted?: string
      }
      class Odder {
        @Field(() => Unknown, { optional: true }) toString!: () => string
      }
      for (const type of [Odd, Odder]) expect(expectSame(type, {})).to.equal('{}')
      expect(expectSame(Odd, Object.defineProperty({}, 'polluted', { value: 'own' }))).to.equal('{"polluted":"own"}')
    } finally {
      delete (Object.prototype as { polluted?: unknown }).polluted
    }
  })

  it('writes what class-transformer makes of a field', () => {
    class Priced {
      @Transform(({ value }) => value.toFixed(2), { toPlainOnly: true }) @Field() price!: number
      @Transform(({ value }) => value ?? [new Date(0)], { toPlainOnly: true }) @Field(() => [Date]) dates!: Date[]
      @Expose({ name: 'shown' }) @Field({ optional: true }) held?: string
    }
    expectSame(Priced, Object.assign(new Priced(), { price: 5, held: 'a' }))
    expectSame(Priced, Object.assign(new Priced(), { price: 5, dates: [new Date(1)] }))
    expectSame(Priced, Object.assign(new Priced(), { price: undefined }))
  })

  it('writes what the serialiser and JSON.stringify write, whatever the type and the value', () => {
    let compared = 0
    let refused = 0
    const property = fc.property(fc.integer(), (seed) => {
      const draw = new Draw(seed)
      const type = drawWrittenType(draw)
      const { expected, written } = writersOf(type.type)
      for (let count = 0; count < 40; count++) {
        draw.left = 60
        const value = drawValue(draw, type)
        const wanted = expected(value)
        for (const write of written) expect(write(value)).to.deep.equal(wanted)
        compared++
        if (typeof wanted !== 'string') refused++
      }
    })
    fc.assert(property, chance(250, 1000))
    expect(compared).to.be.at.least(cases(10_000, 40_000))
    // Neither all nor nothing fits.
    expect(refused / compared).to.be.within(0.001, 0.5)
  })

  describe('of a record with additional properties', () => {
    @Record({ additionalProperties: Integer })
    class Counts {
      @Field() name!: string
      @Field({ optional: true }) note?: string
      @Field({ writeOnly: true, optional: true }) secret?: string;
      [key: string]: unknown
    }
    @Record({ additionalProperties: () => [nullable(Part)] })
    class Parts {
      @Field({ optional: true }) note?: string
      @Field(() => Counts) counts!: Counts
    }
    @Record({ additionalProperties: Unknown })
    class Open {
      @Field({ optional: true }) note?: string
    }

    const keys = fc.constantFrom(
      ...['a', 'b', 'note', 'name', 'secret', 'counts', '1', '0', '01', '', 'a"b', 'é', '\ud800', '__proto__'],
      ...['toJSON', 'then', 'toString', 'constructor', 'length']
    )
    const parts = [{ sku: 'x', madeAt: new Date(0) }, null]
    const values = fc.oneof(
      fc.constantFrom(1, 0, -0, 1.5, Number.NaN, 2 ** 60, 5n, undefined, null, true, 'text', new Date(0), () => 1),
      fc.constantFrom([], parts, [null], [new Part()], ['no part'], {}, new Map([['a', 1]]), Symbol.iterator)
    )
    const entries = fc.array(fc.tuple(keys, values), { maxLength: 5 })
    const made = (pairs: [string, unknown][], more: object) => {
      const value = {}
      for (const [key, each] of [...pairs, ...Object.entries(more)]) {
        Object.defineProperty(value, key, { value: each, enumerable: true, configurable: true, writable: true })
      }
      return value
    }
    for (const type of [Counts, Parts, Open] as const) {
      it(`writes what the serialiser and JSON.stringify write: ${type.name}`, () => {
        const parsed = parseType(type, 'spec')
        const write = compileWriter(parsed)
        const serialize = compileSerializer(parsed)
        const outcome = (call: () => unknown) => {
          try {
            return call()
          } catch (error) {
            return String(error)
          }
        }
        const property = fc.property(entries, entries, fc.boolean(), (own, inner, isWhole) => {
          const counts = made(inner, { name: 'Ann' })
          const value = made(own, isWhole ? { name: 'Ann', counts } : {})
          expect(outcome(() => write(value))).to.equal(outcome(() => jsonText(serialize(value))))
        })
        fc.assert(property, chance(300, 20_000))
      })
    }

    it('writes them by code, behind the fields, without a second look', () => {
      let reads = 0
      const value = {
        get b() {
          reads += 1
          return 2
        },
        name: 'Ann',
        a: 1
      }
      expect(compileWriter(parseType(Counts, 'spec'))(value)).to.equal('{"name":"Ann","b":2,"a":1}')
      expect(reads).to.equal(1)
    })
  })

  it('writes Dates as toISOString does, in all years that RFC 3339 has', () => {
    const { written } = writersOf(Date)
    const times = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 })
    const property = fc.property(times, (time) => {
      const date = new Date(time)
      for (const write of written) expect(write(date)).to.equal(`"${date.toISOString()}"`)
    })
    fc.assert(property, chance(1000, 5000))
    for (let year = 0; year <= 9999; year++) {
      for (const [month, day] of [
        [0, 1],
        [1, 28],
        [1, 29],
        [2, 1],
        [11, 31]
      ] as const) {
        const date = new Date(0)
        date.setUTCFullYear(year, month, day)
        expect(written[0]?.(date)).to.equal(`"${date.toISOString()}"`)
      }
    }
  })

  it('says where it met what JSON cannot carry', () => {
    const write = compileWriter(parseType(Everything, 'here'))
    const bad = { ...everything, parts: { 'a b': { sku: 'x', madeAt: new Date('never') } } }
    expect(() => write(bad)).to.throw(
      SerializationError,
      `The value at 'parts["a b"].made_at' cannot be written as JSON: it is an invalid Date`
    )
    expect(() => write(undefined)).to.throw(TypeError, 'A value of type undefined has no JSON form')
  })

  it('ends at a cycle, and names the way into it', () => {
    const tree = Object.assign(new Tree(), { name: 'a' })
    tree.parent = tree
    expect(expectSame(Tree, tree))
      .to.have.property('path')
      .that.matches(/^parent\.parent\./)
    tree.parent = undefined
    tree.children = [tree]
    expect(expectSame(Tree, tree))
      .to.have.property('path')
      .that.matches(/^children\[0\]\.children\[0\]/)
  })

  it('writes a tree as deep as the serialiser does, and none deeper', () => {
    let deep: object = { name: 'leaf', children: [] }
    // Each level is a record and a list.
    for (let level = 1; level < 128; level++) deep = { name: 'x', children: [deep] }
    expect(expectSame(Tree, deep)).to.be.a('string')
    expect(expectSame(Tree, { name: 'x', children: [deep] })).to.have.property('path')
    expect(expectSame([Tree], [deep])).to.have.property('path')
    expect(expectSame(oneOf(Tree, Part), deep)).to.be.a('string')
  })

  it('writes lists of many megabytes whole', () => {
    const parts = Array.from({ length: 60_000 }, (_, index) => ({
      sku: `part ${index}`,
      madeAt: new Date(index * 1e9)
    }))
    const write = compileWriter(parseType([Part], 'here'))
    expect(write(parts) === JSON.stringify(parts.map(({ sku, madeAt }) => ({ sku, made_at: madeAt })))).to.equal(true)
  })

  it('writes a record of hundreds of fields, and records in records of one another', () => {
    class Wide {}
    for (let index = 0; index < 300; index++) Field(() => Part)(Wide.prototype, `part${index}`)
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`part${index}`, { sku: `${index}` }]))
    expect(expectSame(Wide, wide)).to.equal(JSON.stringify(wide))
  })

  it('cannot be told code by a name', () => {
    const told = globalThis as { told?: boolean }
    const names = [
      "'];globalThis.told=true;['",
      '"];globalThis.told=true;["',
      '`${globalThis.told=true}`',
      '\u2028',
      '*/'
    ]
    for (const name of names) {
      class Odd {}
      Field(() => String, { name })(Odd.prototype, name)
      expect(expectSame(Odd, { [name]: 'a' })).to.equal(JSON.stringify({ [name]: 'a' }))
    }
    expect(told.told).to.equal(undefined)
  })

  it('changes nothing of what it is given', () => {
    const frozen = Object.freeze({ name: 'a', children: Object.freeze([Object.freeze({ name: 'b', children: [] })]) })
    expect(expectSame(Tree, frozen)).to.equal(JSON.stringify(frozen))
  })

  it('writes the same where code generation is forbidden', () => {
    const code = `
      const { compileWriter } = await import('${urlOf('compileWriter')}')
      const write = compileWriter({ kind: 'array', items: { kind: 'timestamp' } })
      const { canGenerateCode } = await import('${urlOf('canGenerateCode')}')
      console.log(canGenerateCode, write([new Date(0)]))`
    const run = (flags: string[]) =>
      execFileSync(process.execPath, [...flags, '--input-type=module', '-e', code], { encoding: 'utf8' }).trim()
    expect(run([])).to.equal('true ["1970-01-01T00:00:00.000Z"]')
    expect(run(['--disallow-code-generation-from-strings'])).to.equal('false ["1970-01-01T00:00:00.000Z"]')
  })

  it('tells the setup errors of all records that the type reaches', () => {
    class Broken {
      @Field() list!: string[]
    }
    expect(setupErrors(() => compileWriter(parseType([Broken], 'here')))).to.have.length(1)
  })
})
