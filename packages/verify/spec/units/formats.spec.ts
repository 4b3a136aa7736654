import { fullFormats } from 'ajv-formats/dist/formats.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { chance } from '../../../../spec/support/chance.js'
import {
  hasDistinctItems,
  isDecimalMultiple,
  NUMBER_FORMATS,
  STRING_FORMATS
} from '../../src/document/keyword-checks.js'
import { FORMAT_SAMPLES } from '../../src/values/text-samples.js'

describe('the formats that the judge checks', () => {
  for (const name of Object.keys(STRING_FORMATS)) {
    const samples = FORMAT_SAMPLES[name]
    const holds = STRING_FORMATS[name]!
    for (const text of samples?.good ?? [])
      it(`accept ${JSON.stringify(text)} for ${name}`, () => expect(holds(text)).to.equal(true))
    for (const text of samples?.bad ?? [])
      it(`reject ${JSON.stringify(text)} for ${name}`, () => expect(holds(text)).to.equal(false))
  }

  it('have samples on both sides of every format of texts', () => {
    for (const name of Object.keys(STRING_FORMATS)) {
      expect(FORMAT_SAMPLES[name]?.good, name).to.not.be.empty
      expect(FORMAT_SAMPLES[name]?.bad, name).to.not.be.empty
    }
  })

  it('agree with ajv-formats about dates and IPv4 addresses', () => {
    const date = fullFormats.date as { validate: (text: string) => boolean }
    const ipv4 = fullFormats.ipv4 as RegExp
    const two = (limit: number) => fc.integer({ min: 0, max: limit }).map((value) => String(value).padStart(2, '0'))
    const dates = fc.tuple(fc.integer({ min: 1000, max: 9999 }), two(13), two(32)).map((parts) => parts.join('-'))
    const addresses = fc
      .array(fc.integer({ min: 0, max: 300 }).map(String), { minLength: 3, maxLength: 5 })
      .map((parts) => parts.join('.'))
    fc.assert(
      fc.property(dates, (text) => STRING_FORMATS.date?.(text) === date.validate(text)),
      chance(2000, 20_000)
    )
    fc.assert(
      fc.property(addresses, (text) => STRING_FORMATS.ipv4?.(text) === ipv4.test(text)),
      chance(2000, 20_000)
    )
  })

  const numbers: readonly (readonly [format: string, value: number, holds: boolean])[] = [
    ['int32', 2147483647, true],
    ['int32', 2147483648, false],
    ['int32', -2147483648, true],
    ['int32', -2147483649, false],
    ['int32', 1.5, false],
    ['int64', 2 ** 53, true],
    ['int64', -(2 ** 63), true],
    ['int64', 2 ** 63, false],
    ['int64', 0.1, false],
    ['float', 3.4028234663852886e38, true],
    ['float', 3.402823466385289e38, false],
    ['float', -3.5e38, false],
    ['double', 1.7e308, true],
    ['double', Number.POSITIVE_INFINITY, false]
  ]
  for (const [format, value, holds] of numbers) {
    it(`${holds ? 'accept' : 'reject'} ${value} for ${format}`, () =>
      expect(NUMBER_FORMATS[format]?.(value)).to.equal(holds))
  }
})

describe('multipleOf', () => {
  const cases: readonly (readonly [value: number, divisor: number, holds: boolean])[] = [
    [0.3, 0.1, true],
    [19.99, 0.01, true],
    [19.999, 0.01, false],
    [1e21, 7, false],
    [7e21, 7, true],
    [1e-7, 1e-8, true],
    [1.5e-7, 1e-7, false],
    [-10, 5, true],
    [0, 3, true],
    [10, 3, false],
    [1e308, 0.5, true],
    [Number.POSITIVE_INFINITY, 2, false]
  ]
  for (const [value, divisor, holds] of cases) {
    it(`${holds ? 'accepts' : 'rejects'} ${value} as a multiple of ${divisor}`, () =>
      expect(isDecimalMultiple(value, divisor)).to.equal(holds))
  }

  for (const [items, isDistinct] of [
    [[{ toString: 'a' }, { toString: 'b' }], true],
    [[{ constructor: {} }, { constructor: {} }], false],
    [
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 }
      ],
      false
    ],
    [[1, '1', true, null, [1]], true],
    [[JSON.parse('1e400'), null], true]
  ] as const) {
    it(`calls the items ${JSON.stringify(items)} ${isDistinct ? 'distinct' : 'equal'}`, () => {
      expect(hasDistinctItems(items)).to.equal(isDistinct)
    })
  }
})
