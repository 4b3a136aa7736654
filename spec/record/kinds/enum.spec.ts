import { expect } from 'chai'
import { Compilation } from '../../../src/record/read/compilation.js'
import { FaultList } from '../../../src/record/type/fault-list.js'

describe('the reader of an enum in text', () => {
  const cases: readonly (readonly [values: readonly (string | number)[], text: string, value: unknown])[] = [
    [[0, 5], '5', 5],
    [[0, 5], '-0', 0],
    [[0, 5], '5.0', undefined],
    [[0, 5], '05', undefined],
    [[0.5, 1], '0.50', 0.5],
    [[0.5, 1], '5e-1', 0.5],
    [[0.5, 1], '.5', undefined],
    [['a', 5], 'a', 'a'],
    [['a', 5], '5', 5],
    [['5'], '5', '5'],
    [['5'], '5.0', undefined]
  ]
  for (const [values, text, value] of cases) {
    it(`takes ${JSON.stringify(text)} among ${JSON.stringify(values)} for ${JSON.stringify(value) ?? 'a fault'}`, () => {
      const read = new Compilation('text', 'types').reader({ kind: 'enum', name: undefined, values })
      const faults = new FaultList()
      expect(read(text, faults)).to.equal(value)
      expect(faults.isEmpty).to.equal(value !== undefined)
    })
  }
})
