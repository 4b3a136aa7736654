import { expect } from 'chai'
import { Budget } from '../src/budget.js'

describe('the budget of a run', () => {
  let now = 0
  beforeEach(() => {
    now = 0
  })
  const budget = (runs?: number, time?: number, operations = 1) => new Budget(runs, time, operations, () => now)

  /** How many random requests follow, up to a bound. */
  function randomRequests(of: Budget, most = 2000): number {
    let taken = 0
    while (taken < most && of.takeRandom()) {
      of.done++
      taken++
    }
    return taken
  }

  it('without a number or a time has 30 random requests for each operation, and 300 at least', () => {
    expect(randomRequests(budget())).to.equal(300)
    expect(randomRequests(budget(undefined, undefined, 20))).to.equal(600)
  })

  it('of a number of requests is spent when they are made, whatever they were for', () => {
    const runs = budget(50)
    runs.done = 20
    expect(runs.isSpent).to.equal(false)
    expect(randomRequests(runs)).to.equal(30)
    expect(runs.isSpent).to.equal(true)
  })

  it('of a time is spent when it is over, and random requests fill it', () => {
    const timed = budget(undefined, 1000)
    expect(randomRequests(timed)).to.equal(2000)
    now = 999
    expect(timed.isSpent).to.equal(false)
    now = 1000
    expect(timed.isSpent).to.equal(true)
    expect(timed.takeRandom()).to.equal(false)
  })

  it('of both ends with what is spent first', () => {
    const both = budget(10, 1000)
    now = 1000
    expect(both.isSpent).to.equal(true)
    now = 0
    expect(randomRequests(both)).to.equal(10)
  })

  it('estimates what is left by the rate so far', () => {
    const open = budget()
    expect(open.estimate(100)).to.deep.equal({ total: 400, millisecondsLeft: undefined })
    now = 500
    open.done = 50
    expect(open.estimate(50)).to.deep.equal({ total: 400, millisecondsLeft: 3500 })
  })

  it('estimates by a number of requests', () => {
    const runs = budget(200)
    now = 100
    runs.done = 50
    expect(runs.estimate(5000)).to.deep.equal({ total: 200, millisecondsLeft: 300 })
    runs.done = 200
    expect(runs.estimate(0)).to.deep.equal({ total: 200, millisecondsLeft: 0 })
  })

  it('estimates by a time, and how many requests fit into it', () => {
    const timed = budget(undefined, 1000)
    expect(timed.estimate(5)).to.deep.equal({ total: 305, millisecondsLeft: 1000 })
    now = 250
    timed.done = 100
    expect(timed.estimate(5000)).to.deep.equal({ total: 400, millisecondsLeft: 750 })
    const both = budget(150, 1000)
    now = 500
    both.done = 100
    expect(both.estimate(0)).to.deep.equal({ total: 150, millisecondsLeft: 125 })
  })
})
