import { expect } from 'chai'
import { isMultipleOf } from '../../../src/record/type/decimal.js'

describe('A multiple', () => {
  const multiples: [value: number, divisor: number][] = [
    [0, 7],
    [-0, 0.1],
    [21, 7],
    [-21, 7],
    [19.99, 0.01],
    [-19.99, 0.01],
    [0.3, 0.1],
    [1.1, 0.1],
    [1e21, 10],
    [1e300, 5],
    [2.5, 2.5],
    [1e22, 1e22],
    [1e300, 0.5],
    [1.5e-7, 5e-8],
    [4.35, 0.05],
    [1e22, 1e-7]
  ]
  for (const [value, divisor] of multiples) {
    it(`${value} is one of ${divisor}`, () => expect(isMultipleOf(value, divisor)).to.equal(true))
  }

  const others: [value: unknown, divisor: number][] = [
    [22, 7],
    [0.5, 1],
    [19.995, 0.01],
    [0.35, 0.1],
    [1e-9, 1e-8],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 1],
    ['21', 7],
    [null, 7]
  ]
  for (const [value, divisor] of others) {
    it(`${String(value)} is not one of ${divisor}`, () => expect(isMultipleOf(value, divisor)).to.equal(false))
  }
})
