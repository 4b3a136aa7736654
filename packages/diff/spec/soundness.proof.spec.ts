import { expect } from 'chai'
import { cases, count, seed } from '../../../spec/support/chance.js'
import { changesOf, received, type Schema, sent } from './comparison.js'
import { Chance, judge, keptTo } from './generated-schemas.js'

/** How many values are tried with each pair of schemas. */
const VALUES = 25

/** Whether a change is said to be one that could break. */
function hasAlarm(document: typeof sent, old: Schema, next: Schema): boolean {
  return changesOf(document(old), document(next)).some(({ level }) => level === 'breaking' || level === 'may-break')
}

/** Pairs of a schema and a changed one, the same on each run but for `npm run deep`. */
function forPairs(few: number, many: number, check: (old: Schema, next: Schema, chance: Chance) => void): void {
  const first = seed(20261123) * 1000
  for (let at = 0; at < cases(few, many); at++) {
    const chance = new Chance(first + at)
    const old = chance.schema()
    let next = chance.changed(old)
    if (chance.below(3) === 0) next = chance.changed(next)
    try {
      check(old, next, chance)
    } catch (error) {
      const pair = `${JSON.stringify(old)}\n${JSON.stringify(next)}`
      throw new Error(`${(error as Error).message}, of pair ${first + at}:\n${pair}`, { cause: error })
    }
  }
}

/** Tries values of the first schema, and of the second, which are valid under the first and not under the second. */
function forLosses(
  few: number,
  many: number,
  side: 'request' | 'response',
  check: (old: Schema, next: Schema, lost: unknown) => void
): number {
  let losses = 0
  forPairs(few, many, (old, next, chance) => {
    const [from, to] = side === 'request' ? [old, next] : [next, old]
    const [isFrom, isTo] = [judge(from), judge(to)]
    const values = Array.from({ length: VALUES }, (_, index) => chance.valueFor(index % 3 === 0 ? to : from))
    const excluded = values.filter((value) => isFrom(value) && isTo(value) === false)
    // What a document leaves open, clients do not send.
    const lost = excluded.length === 0 ? [] : excluded.filter(judge(keptTo(from)))
    if (lost.length === 0) return
    losses++
    check(old, next, lost[0])
  })
  return losses
}

describe('a comparison of schemas by chance, as Ajv judges it', () => {
  it('calls no change of a request compatible that excludes a value that clients could send', () => {
    const excluded = forLosses(400, 1500, 'request', (old, next, value) => {
      if (!hasAlarm(sent, old, next)) expect.fail(`${JSON.stringify(value)} is excluded`)
    })
    count('changes of schemas that exclude a value', excluded)
    expect(excluded).to.be.greaterThan(60)
  })

  it('calls no change of a response compatible that allows a value that clients did not expect', () => {
    const allowed = forLosses(400, 1500, 'response', (old, next, value) => {
      if (!hasAlarm(received, old, next)) expect.fail(`${JSON.stringify(value)} is allowed`)
    })
    count('changes of schemas that allow a value', allowed)
    expect(allowed).to.be.greaterThan(60)
  })

  it('gives only examples that are what they are said to be', () => {
    let examples = 0
    forPairs(400, 1500, (old, next) => {
      for (const { example, message } of changesOf(sent(old), sent(next))) {
        if (example === undefined) continue
        examples++
        expect(judge(old)(example.value), `${message}: ${JSON.stringify(example.value)} before`).not.to.equal(false)
        expect(judge(next)(example.value), `${message}: ${JSON.stringify(example.value)} now`).not.to.equal(true)
      }
    })
    count('examples of excluded values', examples)
    expect(examples).to.be.greaterThan(60)
  })

  it('reports nothing of a schema and itself', () => {
    forPairs(400, 1500, (old) => {
      expect(changesOf(sent(old), sent(structuredClone(old)))).to.deep.equal([])
    })
  })
})
