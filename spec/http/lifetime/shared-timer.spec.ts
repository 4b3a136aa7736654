import { expect } from 'chai'
import { SharedTimer, Waiting } from '../../../src/http/lifetime/shared-timer.js'
import { until } from '../../support/one-handler.js'
import { RecordedTimers } from '../../support/recorded-timers.js'

/** Longer than the specs take, in milliseconds, and a time that no other timer has. */
const FOREVER = 987_653

class Member extends Waiting {
  #seen: string[]
  #name: string
  again = 0

  constructor(seen: string[], name: string) {
    super()
    this.#seen = seen
    this.#name = name
  }

  timeIsUp(): void {
    this.#seen.push(this.#name)
    if (this.again-- > 0) SharedTimer.of(5, true).start(this)
  }
}

describe('a shared timer', () => {
  const timers = new RecordedTimers(FOREVER)
  const seen: string[] = []
  const member = (name: string) => new Member(seen, name)
  beforeEach(() => {
    seen.length = 0
    timers.start()
  })
  afterEach(() => timers.stop())

  it('is one timer for all that wait for the same time, and none when nothing waits', () => {
    const all = ['a', 'b', 'c'].map(member)
    for (const each of all) SharedTimer.of(FOREVER, true).start(each)
    expect([timers.made, timers.open]).to.deep.equal([1, 1])
    const [a, b, c] = all as [Member, Member, Member]
    // In the middle, at the end, alone.
    for (const each of [b, c, a]) SharedTimer.of(FOREVER, true).stop(each)
    expect([timers.made, timers.open]).to.deep.equal([1, 0])
  })

  it('calls them in the order in which their times are up, and each once', async () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(member) as [Member, Member, Member, Member]
    const timer = SharedTimer.of(5, true)
    for (const each of [a, b, c, d]) timer.start(each)
    timer.start(a)
    timer.stop(c)
    timer.stop(c)
    await until(() => seen.length === 3)
    expect(seen).to.deep.equal(['b', 'd', 'a'])
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(seen).to.have.length(3)
  })

  it('waits for the whole time again where it is started when its time is up', async () => {
    const a = member('a')
    a.again = 2
    const start = performance.now()
    SharedTimer.of(5, true).start(a)
    await until(() => seen.length === 3)
    expect(performance.now() - start).to.be.greaterThan(3 * 4)
  })

  it('sets one timeout at a time where one that is called stops all others and starts again', async () => {
    const timer = SharedTimer.of(7, true)
    const { setTimeout } = globalThis
    const set: unknown[] = []
    let calls = 0
    globalThis.setTimeout = ((work: () => void, delay: number) => {
      set.push(delay)
      return setTimeout(work, delay)
    }) as typeof setTimeout
    try {
      await new Promise<void>((resolve) => {
        class Only extends Waiting {
          timeIsUp(): void {
            timer.stop(other)
            if (++calls < 5) timer.start(this)
            else resolve()
          }
        }
        const other = member('other')
        timer.start(new Only())
        timer.start(other)
      })
    } finally {
      globalThis.setTimeout = setTimeout
    }
    expect(set).to.have.length(5)
  })

  it('is not early for what came later', async () => {
    const timer = SharedTimer.of(30, true)
    const [a, b] = ['a', 'b'].map(member) as [Member, Member]
    timer.start(a)
    await new Promise((resolve) => setTimeout(resolve, 15))
    const start = performance.now()
    timer.start(b)
    await until(() => seen.length === 2)
    expect(performance.now() - start).to.be.greaterThan(28)
  })
})
