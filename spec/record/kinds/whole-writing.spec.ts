import { expect } from 'chai'
import { Float, Int32, Integer, mapOf, type TypeExpression } from 'fieldstone'
import { describeType } from '../../../src/record/kinds/type-facts.js'
import { parseType } from '../../../src/record/type/type-expression.js'
import { compileWriter } from '../../../src/record/writer.js'

/** How many items and values are written one by one. */
const FEW = 8

/** Types whose values JSON.stringify writes as they are: some that are of it, and some that are not. */
const TYPES: readonly (readonly [TypeExpression, right: readonly unknown[], wrong: readonly unknown[]])[] = [
  [String, ['a', '"', ''], [1, null, new String('a')]],
  [Integer, [1, 2 ** 53 - 1, -1], [1.5, 2 ** 53, '1', Number.NaN]],
  [Int32, [1, 2 ** 31 - 1, -(2 ** 31)], [1.5, 2 ** 31, '1', Number.NaN]],
  [Number, [1, 1.5, 1e300], [Number.NaN, Infinity, '1', null]]
]

/** Those that are written one by one, however many there are. */
const OTHERS: readonly (readonly [TypeExpression, unknown])[] = [
  [Float, 1.5],
  [Boolean, true],
  [Date, new Date(0)]
]

/** What the writer gives to JSON.stringify as it is. */
function stringifiedWhole(type: TypeExpression, value: object): { readonly isWhole: boolean; readonly text: string } {
  const write = compileWriter(parseType(type, 'Spec'))
  const { stringify } = JSON
  let isWhole = false
  JSON.stringify = ((given: unknown, ...rest: [never]) => {
    if (given === value) isWhole = true
    return stringify(given, ...rest)
  }) as typeof stringify
  try {
    const text = String(write(value))
    return { isWhole, text }
  } finally {
    JSON.stringify = stringify
  }
}

const listOf = (item: unknown, count: number): unknown[] => new Array(count).fill(item)
const keyed = (items: readonly unknown[]) => Object.fromEntries(items.map((item, at) => [`"${at}`, item]))

/** A list or a map with one other value at a place. */
const FORMS: Readonly<
  Record<string, readonly [(type: TypeExpression) => TypeExpression, (items: unknown[]) => object]>
> = {
  list: [(type) => [type as never], (items) => items],
  map: [(type) => mapOf(type as never), keyed]
}

describe('Many values of one kind', () => {
  for (const [form, [typeOf, make]] of Object.entries(FORMS)) {
    for (const [type, right, wrong] of TYPES) {
      const name = describeType(parseType(type, 'Spec'))
      it(`are written at once as JSON has them: a ${form}, each ${name}, and one by one where they are few`, () => {
        for (const item of right) {
          for (const count of [FEW - 1, FEW, FEW + 1, 100]) {
            const value = make(listOf(item, count))
            const found = stringifiedWhole(typeOf(type), value)
            expect(found).to.deep.equal({ isWhole: count > FEW, text: JSON.stringify(value) })
          }
        }
      })

      it(`are not, where one of them is none: a ${form}, each ${name}`, () => {
        for (const item of wrong) {
          for (const at of [0, 5, FEW]) {
            const items = listOf(right[0], FEW + 1)
            items[at] = item
            const value = make(items)
            let found: ReturnType<typeof stringifiedWhole> | undefined
            try {
              found = stringifiedWhole(typeOf(type), value)
            } catch {
              // What is of no such type is not written at all.
            }
            expect(found?.isWhole ?? false, `${String(item)} at ${at}`).to.equal(false)
          }
        }
        const own = Object.assign(make(listOf(right[0], FEW + 1)), { toJSON: () => 'own' })
        Object.defineProperty(own, 'toJSON', { enumerable: false })
        expect(stringifiedWhole(typeOf(type), own).isWhole).to.equal(false)
      })
    }

    it(`are written one by one, where JSON.stringify would write them otherwise: a ${form}`, () => {
      for (const [type, item] of OTHERS) {
        const value = make(listOf(item, FEW + 1))
        expect(stringifiedWhole(typeOf(type), value)).to.deep.equal({ isWhole: false, text: JSON.stringify(value) })
      }
    })
  }

  it('are written one by one where a scalar is taken for a map', () => {
    for (const [type, scalar] of [
      [String, new String('abcdefghi')],
      [Integer, Object.assign(new Number(5), keyed(listOf(1, FEW + 1)))]
    ] as const) {
      const map = parseType(mapOf(type), 'Spec')
      for (const [whole, value] of [
        [map, scalar],
        [parseType([mapOf(type)], 'Spec'), [scalar]]
      ] as const) {
        expect(compileWriter(whole)(value)).to.equal(compileWriter(whole, false)(value))
      }
    }
  })
})
