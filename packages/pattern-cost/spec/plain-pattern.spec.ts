import { expect } from 'chai'
import fc from 'fast-check'
import { isPlainPattern, patternCost, readsTheSame } from 'fieldstone-pattern-cost'
import { cases, chance } from '../../../spec/support/chance.js'

const { raw } = String

const PLAIN = [
  raw`^\d{5}(-\d{4})?$`,
  '^[A-Z]{2,5}$',
  '^[a-z0-9-]+$',
  raw`^\w*$`,
  raw`^[A-Z]{2}\d{2}(?:\.[a-z]{3})?$`,
  raw`^#[0-9A-Fa-f]{6}$`,
  '^ab?$',
  `^${'[a-z]{2}'.repeat(24)}${'a'.repeat(6)}$`
]

/** What is not plain, and why. */
const OTHER: readonly (readonly [source: string, why: string])[] = [
  ['[a-z]+', 'it is found anywhere'],
  ['^[a-z]+', 'it ends anywhere'],
  ['^a+b+$', 'two parts are repeated'],
  ['^(a+)?$', 'a part that may be absent is repeated'],
  ['^(a|b)$', 'it has alternatives'],
  ['^[^a]$', 'a class without flag u has half a character'],
  ['^.$', 'the same'],
  [raw`^\S$`, 'the same'],
  [raw`^\p{L}$`, 'only the flag u knows it'],
  ['^(?=a)a$', 'it looks ahead'],
  [raw`^(a)\1$`, 'it refers back'],
  ['^ä$', 'it is not ASCII'],
  [`^${'[a-z]{2}'.repeat(24)}${'a'.repeat(7)}$`, 'it has more than 200 characters'],
  [`^${'a'.repeat(51)}$`, 'it has more than 50 parts']
]

describe('a plain pattern', () => {
  for (const source of PLAIN) it(`is ${source}`, () => expect(isPlainPattern(source)).to.equal(true))
  for (const [source, why] of OTHER)
    it(`is not ${source}: ${why}`, () => expect(isPlainPattern(source)).to.equal(false))

  it('is cheap for texts of any length, and means the same without the flag u', () => {
    const part = fc.constantFrom(
      ...['a', 'Z', '0', '-', '_', ' ', '/', '[', ']', '(', ')', '(?:', '{2}', '{1,3}', '+', '*']
    )
    const more = fc.constantFrom(
      ...['?', '.', '|', '[a-z]', '[A-Z0-9]', '[a-', raw`\d`, raw`\w`, raw`\s`, raw`\.`, raw`[\w.-]`]
    )
    let plain = 0
    fc.assert(
      fc.property(fc.array(fc.oneof(part, more), { maxLength: 8 }), (parts) => {
        const source = `^${parts.join('')}$`
        if (!isPlainPattern(source)) return
        plain += 1
        expect(patternCost(source, 'u').isCheap(Number.POSITIVE_INFINITY), source).to.equal(true)
        expect(readsTheSame(source), source).to.equal(true)
      }),
      chance(2_000, 200_000)
    )
    expect(plain).to.be.greaterThan(cases(40, 4_000))
  })
})
