import { expect } from 'chai'
import { Patterns, SlowPattern } from '../../src/document/patterns.js'

/** Nothing shows of this one that its tests end soon: repetitions are nested in it. */
const NESTED = '^(?:[a-z]+-)*[a-z]+$'

describe('The time that a pattern of the document takes', () => {
  const { cpuUsage } = process
  const { now } = performance

  afterEach(() => {
    process.cpuUsage = cpuUsage
    performance.now = now
  })

  /** The process seems to have had a processor for so many milliseconds between each time it reads that and the next. */
  function workSeems(milliseconds: (call: number) => number): void {
    let [user, call] = [0, 0]
    process.cpuUsage = (since) => {
      user += milliseconds(call++) * 1000
      return { user: user - (since?.user ?? 0), system: 0 }
    }
  }

  it('is no mistake where the clock goes on while other programs have the processor', () => {
    let clock = 0
    performance.now = () => (clock += 10_000)
    workSeems(() => 0.01)
    const patterns = new Patterns()
    for (let at = 0; at < 1000; at++) expect(patterns.matches(NESTED, `a-${at}`)).to.equal(false)
    expect(patterns.slow.size).to.equal(0)
  })

  it('is no mistake where one test of many is long, however many there are', () => {
    workSeems((call) => (call % 100 === 0 ? 50 : 0.01))
    const patterns = new Patterns()
    for (let at = 0; at < 10_000; at++) patterns.matches(NESTED, 'a-b-c')
    expect(patterns.slow.size).to.equal(0)
  })

  it('is one where all of its tests are long', () => {
    workSeems(() => 10)
    const patterns = new Patterns()
    const tests = () => {
      for (let at = 0; at < 1000; at++) patterns.matches(NESTED, 'a-b-c')
    }
    expect(tests).to.throw(SlowPattern, 'the texts of this run kept it for more than 2 s')
    expect([...patterns.slow.keys()]).to.deep.equal([NESTED])
  })

  it('is not counted where it can never be long', () => {
    workSeems(() => 10_000)
    const patterns = new Patterns()
    for (let at = 0; at < 1000; at++) expect(patterns.matches('^[a-z]+$', 'abc')).to.equal(true)
    expect(patterns.slow.size).to.equal(0)
  })

  it('ends for one text, among others that are tried together, too', () => {
    const hostile = '(x+x+)+y'
    const patterns = new Patterns()
    const test = () => ['xy', 'x'.repeat(60)].map((text) => patterns.matches(hostile, text))
    expect(() => patterns.watched(test)).to.throw(SlowPattern, 'one text of 60 characters')
    expect([...patterns.slow.keys()]).to.deep.equal([hostile])
  }).timeout(60_000)

  it('may be long for many tests together, of which none is long', () => {
    const patterns = new Patterns()
    const start = now.call(performance)
    let count = 0
    const work = () => {
      count = 0
      // The first time, this is stopped.
      while (now.call(performance) - start < 1500 || count < 10) if (patterns.matches(NESTED, 'a-b-c')) count++
      return count
    }
    expect(patterns.watched(work)).to.equal(count)
    expect(patterns.slow.size).to.equal(0)
  }).timeout(60_000)
})
