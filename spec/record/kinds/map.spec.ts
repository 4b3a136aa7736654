import { expect } from 'chai'
import { Field, Integer, mapOf, nullable, type TypeExpression } from 'fieldstone'
import { compileBinder } from '../../../src/record/binder.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { compileWriter } from '../../../src/record/writer.js'

class Point {
  @Field(() => Integer) x!: number
}

/** Binds a JSON text as the body of a request, by generated code and without. */
function bound(expression: TypeExpression, text: string) {
  const type = parseType(expression, 'Spec')
  return [true, false].map((generatesCode) => {
    const raw = JSON.parse(text)
    const result = compileBinder(type, 'json', 'body', { generatesCode }).validate(raw)
    if (result instanceof Promise) throw new Error('no rule of these types needs a promise')
    return { ...result, raw }
  })
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
    it(`has the keys and values of ${text}, and the prototype of every object`, () => {
      for (const { value, faults } of bound(expression, text)) {
        expect(faults).to.equal(undefined)
        expect(JSON.stringify(value)).to.equal(text)
        expect(Object.getPrototypeOf(value)).to.equal(Object.prototype)
      }
    })
  }

  it('of scalars is what was parsed, and of anything else another object', () => {
    const isParsed = (expression: TypeExpression, text: string) => {
      const [generated] = bound(expression, text)
      return generated !== undefined && generated.value === generated.raw
    }
    expect(isParsed(mapOf(Integer), '{"a":1}')).to.equal(true)
    expect(isParsed(mapOf(Point), '{"a":{"x":1}}')).to.equal(false)
    expect(isParsed(mapOf(mapOf(Integer)), '{"a":{"x":1}}')).to.equal(false)
  })

  it('is written by what its getters have left of it', () => {
    const losing = () => {
      const map = { a: 1, b: 2, c: 3 }
      return Object.defineProperty(map, 'a', { get: () => (delete (map as Partial<typeof map>).b ? 1 : 0) })
    }
    const type = parseType(mapOf(Integer), 'Spec')
    for (const generates of [true, false]) expect(compileWriter(type, generates)(losing())).to.equal('{"a":1,"c":3}')
  })

  it('has at most 256 levels of maps', () => {
    const nested = (levels: number) => {
      let expression: TypeExpression = Integer
      for (let level = 0; level < levels; level++) expression = mapOf(expression)
      return bound(expression, `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
    }
    expect(nested(256).map(({ faults }) => faults)).to.deep.equal([undefined, undefined])
    for (const { faults } of nested(257)) expect(faults?.map(({ rule }) => rule)).to.deep.equal(['depth'])
  })
})
