import { expect } from 'chai'
import { Field, Integer, mapOf, nullable, type TypeExpression } from 'fieldstone'
import { accepted, JsonText, refusals, written } from '../support/bound.js'

class Point {
  @Field(() => Integer) x!: number
}

describe('A map of a JSON body', () => {
  for (const [expression, text] of [
    [mapOf(Integer), '{"a":1,"__proto__":2}'],
    [mapOf(String), '{"constructor":"a","":""}'],
    [mapOf(nullable(Integer)), '{"a":null,"b":1}'],
    [mapOf([Integer]), '{"a":[1],"__proto__":[]}'],
    [mapOf(mapOf(Integer)), '{"a":{"__proto__":1}}'],
    [mapOf(Point), '{"a":{"x":1},"__proto__":{"x":2}}']
  ] as const) {
    it(`has the keys and values of ${text}, and the prototype of every object`, async () => {
      const value = await accepted<object>(expression, new JsonText(text))
      expect(JSON.stringify(value)).to.equal(text)
      expect(Object.getPrototypeOf(value)).to.equal(Object.prototype)
    })
  }

  it('is written by what its getters have left of it', async () => {
    const losing = () => {
      const map = { a: 1, b: 2, c: 3 }
      return Object.defineProperty(map, 'a', { get: () => (delete (map as Partial<typeof map>).b ? 1 : 0) })
    }
    expect(await written(mapOf(Integer), losing())).to.equal('{"a":1,"c":3}')
  })

  it('has at most 256 levels of maps', async () => {
    const nested = (levels: number) => {
      let expression: TypeExpression = Integer
      for (let level = 0; level < levels; level++) expression = mapOf(expression)
      return refusals(expression, new JsonText(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`))
    }
    expect(await nested(256)).to.deep.equal([])
    expect((await nested(257)).join()).to.match(/ is nested more than 256 levels deep$/)
  })
})
