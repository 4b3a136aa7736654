import { expect } from 'chai'
import { byStatus } from '../../../src/http/syntax/by-status.js'

describe('an object by status', () => {
  it('has the last value of each status, in the order of the codes', () => {
    const entries = [
      [500, 'a'],
      ['404', 'b'],
      ['default', 'e'],
      [201, 'c'],
      [404, 'd']
    ] as const
    const table = byStatus<string>(entries)
    expect(Object.entries(table)).to.deep.equal([
      ['201', 'c'],
      ['404', 'd'],
      ['500', 'a'],
      ['default', 'e']
    ])
    expect(JSON.stringify(table)).to.equal('{"201":"c","404":"d","500":"a","default":"e"}')
  })

  it('is an ordinary object, empty without entries', () => {
    expect(byStatus([])).to.deep.equal({})
    expect(Object.getPrototypeOf(byStatus([]))).to.equal(Object.prototype)
  })
})
