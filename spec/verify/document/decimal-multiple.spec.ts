import { expect } from 'chai'
import { isDecimalMultiple } from '../../../src/verify/document/decimal-multiple.js'

describe('isDecimalMultiple', () => {
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
    it(`calls ${value} ${holds ? 'a' : 'no'} multiple of ${divisor}`, () =>
      expect(isDecimalMultiple(value, divisor)).to.equal(holds))
  }
})
