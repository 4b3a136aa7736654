import { expect } from 'chai'
import { cases, count, seed } from '../../../spec/support/chance.js'
import { schemaChanges } from '../src/operations/schema-changes.js'
import { Chance, judge, keptTo, type Schema } from './generated-schemas.js'

/** How many values are tried with each pair of schemas. */
const VALUES = 25

function changesOf(old: Schema, next: Schema, side: 'request' | 'response') {
  const at = (raw: Schema) => ({ raw, at: '#', document: { root: raw, is30: false } })
  return schemaChanges({ subject: 'The body', side, old: at(old), new: at(next) })
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

describe('a comparison of schemas', () => {
  it('calls no change of a request compatible that excludes a value that clients could send', () => {
    let excluded = 0
    forPairs(120, 1500, (old, next, chance) => {
      const [isOld, isNew] = [judge(old), judge(next)]
      const values = Array.from({ length: VALUES }, (_, index) => chance.valueFor(index % 3 === 0 ? next : old))
      const excludes = values.filter((value) => isOld(value) && isNew(value) === false)
      const lost = excludes.length === 0 ? [] : excludes.filter(judge(keptTo(old)))
      if (lost.length === 0) return
      excluded++
      if (!hasAlarm(changesOf(old, next, 'request'))) expect.fail(`${JSON.stringify(lost[0])} is excluded`)
    })
    count('changes of schemas that exclude a value', excluded)
    expect(excluded).to.be.greaterThan(20)
  })

  it('calls no change of a response compatible that allows a value that clients did not expect', () => {
    let allowed = 0
    forPairs(120, 1500, (old, next, chance) => {
      const [isOld, isNew] = [judge(old), judge(next)]
      const values = Array.from({ length: VALUES }, (_, index) => chance.valueFor(index % 3 === 0 ? old : next))
      const allows = values.filter((value) => isNew(value) && isOld(value) === false)
      const gained = allows.length === 0 ? [] : allows.filter(judge(keptTo(next)))
      if (gained.length === 0) return
      allowed++
      if (!hasAlarm(changesOf(old, next, 'response'))) expect.fail(`${JSON.stringify(gained[0])} is allowed`)
    })
    count('changes of schemas that allow a value', allowed)
    expect(allowed).to.be.greaterThan(20)
  })

  it('gives only examples that are what they are said to be', () => {
    let examples = 0
    forPairs(100, 1500, (old, next) => {
      for (const { example, message } of changesOf(old, next, 'request')) {
        if (example === undefined) continue
        examples++
        expect(judge(old)(example.value), `${message}: ${JSON.stringify(example.value)} before`).not.to.equal(false)
        expect(judge(next)(example.value), `${message}: ${JSON.stringify(example.value)} now`).not.to.equal(true)
      }
    })
    count('examples of excluded values', examples)
    expect(examples).to.be.greaterThan(20)
  })

  it('reports nothing of a schema and itself', () => {
    forPairs(100, 1500, (old) => {
      expect(changesOf(old, structuredClone(old), 'request')).to.deep.equal([])
    })
  })

  it('counts a value that `const` and `enum` exclude together as none', () => {
    expect(hasAlarm(changesOf({ enum: ['a'], const: 'b' }, { const: 'b' }, 'response'))).to.equal(true)
    expect(changesOf({ enum: ['a'], const: 'b' }, { type: 'integer' }, 'request').filter(isAlarm)).to.deep.equal([])
  })

  it('reads `contains` and `unevaluatedItems` with the keywords that say what they mean', () => {
    const some = { type: 'array', contains: { type: 'string' } }
    expect(hasAlarm(changesOf({ ...some, minContains: 0 }, some, 'request'))).to.equal(true)
    const one = { type: 'array', prefixItems: [{ type: 'string' }], unevaluatedItems: false }
    const two = { ...one, prefixItems: [{ type: 'string' }, { type: 'integer' }] }
    expect(hasAlarm(changesOf(one, two, 'response'))).to.equal(true)
    expect(changesOf(one, { ...one, description: 'A list' }, 'response').filter(isAlarm)).to.deep.equal([])
  })

  it('comes to an end where a schema extends one that refers to itself', () => {
    const changes = changesIn('response', (type) => ({
      Base: { properties: { up: ref('Base') } },
      Root: { allOf: [ref('Base'), { properties: { up: ref('Root'), name: { type } } }] }
    }))
    expect(changes.map(({ message }) => message)).to.deep.equal(['The body: `name` is of type integer, before string'])
  })

  it('says where schemas can be combined in more ways than there is time for', () => {
    const length = 16
    const links = Array.from({ length }, (_, index) => {
      const next = ref(`S${index + 1}`)
      return [`S${index}`, { properties: { a: next, b: next } }]
    })
    const changes = changesIn('response', (type) => ({
      ...Object.fromEntries(links),
      [`S${length}`]: { properties: { z: { description: type } } },
      Root: { properties: { a: { allOf: [ref('Root'), ref('S0')] }, b: ref('Root') } }
    }))
    expect(changes.some(({ level, rule }) => level === 'may-break' && rule === 'response-too-large')).to.equal(true)
  }).timeout(60_000)
})

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** What differs at the schema `Root` of two documents. */
function changesIn(side: 'request' | 'response', schemasOf: (type: string) => Schema) {
  const at = (type: string) => ({
    raw: ref('Root'),
    at: '#',
    document: { root: { components: { schemas: schemasOf(type) } }, is30: false }
  })
  return schemaChanges({ subject: 'The body', side, old: at('string'), new: at('integer') })
}

function isAlarm({ level }: { readonly level: string }): boolean {
  return level === 'breaking' || level === 'may-break'
}

function hasAlarm(changes: readonly { readonly level: string }[]): boolean {
  return changes.some(isAlarm)
}
