import { expect } from 'chai'
import { Expose, Transform } from 'class-transformer'
import fc from 'fast-check'
import { enumOf, Field, Integer, mapOf, nullable, oneOf, tupleOf, Unknown } from 'fieldstone'
import { replied, written } from '../support/bound.js'
import { Part } from '../support/written-records.js'

class Cat {
  @Field({ enum: ['cat'] }) kind!: string
  @Field(() => Integer) lives!: number
}

class Dog {
  @Field({ enum: ['dog'], optional: true }) kind?: string
  @Field() loud!: boolean
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

describe('The text of a response', () => {
  it('writes the declared fields alone, under their JSON names, in one line of JSON', async () => {
    const value = { ...everything, secret: 1, part: { sku: 'a', secret: 2 } }
    expect(await written(Everything, value)).to.equal(
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
    it(`writes ${shown} where it may stand`, async () => {
      expect(await replied(Everything, { ...everything, ...variant })).to.be.an('object')
    })
  }

  it('writes a list as a list, whatever form the list itself has in JSON', async () => {
    for (const length of [2, 20]) {
      const texts = Object.assign(new Array<string>(length).fill('a'), { toJSON: () => 'list' })
      const numbers = Object.assign(new Array<number>(length).fill(1), { toJSON: () => 'list' })
      expect(await written([String], texts)).to.equal(JSON.stringify([...texts]))
      expect(await written([Number], numbers)).to.equal(JSON.stringify([...numbers]))
    }
  })

  it('never takes what every object inherits for a field', async () => {
    Object.defineProperty(Object.prototype, 'polluted', { value: 'secret', configurable: true, writable: true })
    try {
      class Odd {
        @Field({ optional: true }) polluted?: string
      }
      class Odder {
        @Field(() => Unknown, { optional: true }) toString!: () => string
      }
      for (const type of [Odd, Odder]) expect(await written(type, {})).to.equal('{}')
      expect(await written(Odd, Object.defineProperty({}, 'polluted', { value: 'own' }))).to.equal('{"polluted":"own"}')
    } finally {
      delete (Object.prototype as { polluted?: unknown }).polluted
    }
  })

  it('writes what class-transformer makes of a field', async () => {
    class Priced {
      @Transform(({ value }) => value.toFixed(2), { toPlainOnly: true }) @Field() price!: number
      @Transform(({ value }) => value ?? [new Date(0)], { toPlainOnly: true }) @Field(() => [Date]) dates!: Date[]
      @Expose({ name: 'shown' }) @Field({ optional: true }) held?: string
    }
    expect(await written(Priced, { price: 5, held: 'a' })).to.equal(
      '{"price":"5.00","dates":["1970-01-01T00:00:00.000Z"],"shown":"a"}'
    )
    expect(await written(Priced, { price: 5, dates: [new Date(1)] })).to.equal(
      '{"price":"5.00","dates":["1970-01-01T00:00:00.001Z"]}'
    )
    const failure = await written(Priced, {}).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(TypeError)
  })

  it('writes Dates as toISOString does, in all years that RFC 3339 has', async () => {
    const dates: Date[] = []
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
        dates.push(date)
      }
    }
    const times = fc.sample(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), {
      numRuns: 5000,
      seed: 1
    })
    for (const time of times) dates.push(new Date(time))
    expect(await replied([Date], dates)).to.deep.equal(dates.map((date) => date.toISOString()))
  })

  it('writes lists of many megabytes whole', async () => {
    const parts = Array.from({ length: 60_000 }, (_, index) => ({
      sku: `part ${index}`,
      madeAt: new Date(index * 1e9)
    }))
    expect(
      (await written([Part], parts)) === JSON.stringify(parts.map(({ sku, madeAt }) => ({ sku, made_at: madeAt })))
    ).to.equal(true)
  })

  it('writes a record of hundreds of fields, and records in records of one another', async () => {
    class Wide {}
    for (let index = 0; index < 300; index++) Field(() => Part)(Wide.prototype, `part${index}`)
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`part${index}`, { sku: `${index}` }]))
    expect(await written(Wide, wide)).to.equal(JSON.stringify(wide))
  })

  it('cannot be told code by a name', async () => {
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
      expect(await written(Odd, { [name]: 'a' })).to.equal(JSON.stringify({ [name]: 'a' }))
    }
    expect(told.told).to.equal(undefined)
  })
})
