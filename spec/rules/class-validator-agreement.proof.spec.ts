import { expect } from 'chai'
import { plainToInstance } from 'class-transformer'
import { validateSync } from 'class-validator'
import { Field, Float, Int32, Integer, mapOf, Unknown } from 'fieldstone'
import { refusals } from '../support/bound.js'

class Part {
  @Field({ minLength: 2, pattern: /^[a-z]+$/ }) sku!: string
  @Field(() => Integer, { minimum: 1 }) quantity!: number
}

class Base {
  @Field({ optional: true }) relaxed?: string
  @Field({ maxLength: 3 }) short!: string
}

class Whole extends Base {
  @Field(() => String) declare relaxed: string
  @Field({ format: 'email' }) email!: string
  @Field({ format: 'uuid', optional: true }) id?: string
  @Field({ format: 'date', optional: true }) day?: string
  @Field(() => Int32) small!: number
  @Field(() => Float, { optional: true }) ratio?: number
  @Field({ exclusiveMinimum: 0, multipleOf: 0.01, optional: true }) price?: number
  @Field({ enum: ['a', 1, true], optional: true }) literal?: unknown
  @Field() flag!: boolean
  @Field(() => String, { nullable: true }) maybe!: string | null
  @Field(() => String, { nullable: true, optional: true }) both?: string | null
  @Field({ default: 'd' }) filled!: string
  @Field(() => Unknown) anything!: unknown
  @Field() part!: Part
  @Field(() => [Part], { minItems: 1, maxItems: 2, uniqueItems: true }) parts!: Part[]
  @Field(() => [String], { each: true, minLength: 2, optional: true }) texts?: string[]
  @Field(() => mapOf(Integer), { optional: true }) map?: { [key: string]: number }
  @Field(() => Whole, { optional: true }) inner?: Whole
}

const PART = { sku: 'ab', quantity: 1 }
const BODY = {
  relaxed: 'x',
  short: 'abc',
  email: 'a@example.org',
  small: 5,
  flag: true,
  maybe: null,
  anything: null,
  part: PART,
  parts: [PART]
}

/** Whether class-validator itself, reading only the metadata that the decorators left, accepts the body. */
function isAcceptedByClassValidator(body: object): boolean {
  try {
    return validateSync(plainToInstance(Whole, body), { forbidUnknownValues: false }).length === 0
  } catch (error) {
    // IsEmail throws at a lone surrogate.
    if (error instanceof URIError) return false
    throw error
  }
}

describe('class-validator’s own validate, on what @Field applied', () => {
  const values: unknown[] = [
    ...[
      undefined,
      null,
      '',
      'a',
      'ab',
      'abc',
      'abcd',
      'AB',
      0,
      1,
      -1,
      0.5,
      1.005,
      1e300,
      2 ** 31,
      2 ** 53,
      true,
      false
    ],
    ...[[], {}, [null], ['a'], ['ab', 'cd'], [1], [{}], [PART], [PART, PART], [PART, { sku: 'cd', quantity: 2 }], PART],
    ...[{ sku: 'AB', quantity: 1 }, { sku: 'ab', quantity: 0 }, { sku: 'ab' }, [[PART]], [[]], BODY],
    ...[{ ...BODY, small: 'x' }, { ...BODY, parts: [] }, '123e4567-e89b-12d3-a456-426614174000', '2024-02-29'],
    ...['2024-02-30', 'b@example.org', 'b@', 3.5e38, '\uD800', '__proto__']
  ]
  const properties = [
    ...Object.keys(BODY),
    'id',
    'day',
    'ratio',
    'price',
    'literal',
    'both',
    'filled',
    'texts',
    'map',
    'inner'
  ]

  for (const property of properties) {
    it(`agrees with the binder about ${property}`, async () => {
      for (const value of values) {
        // class-validator cannot validate the values of a map.
        if (property === 'map' && Object.keys(Object(value)).length > 0 && !Array.isArray(value)) continue
        const body = { ...BODY, [property]: value }
        if (value === undefined) delete (body as { [key: string]: unknown })[property]
        const faults = await refusals(Whole, body)
        expect(
          isAcceptedByClassValidator(body),
          `${property}: ${JSON.stringify(value)} (${faults.join('; ')})`
        ).to.equal(faults.length === 0)
      }
    })
  }
})
