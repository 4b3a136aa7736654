import { expect } from 'chai'
import { hasUniqueItems } from '../../../src/record/rule/unique-items.js'

describe('Unique items', () => {
  const unique: [string, unknown][] = [
    ['no items', []],
    ['different scalars', [1, '1', true, 'true', null, 'null', false, 'false', 0, '0', '']],
    ['an object and its text', [{ a: 1 }, '{"a":1}', '{"":[["a",1]]}']],
    ['an object and the list of its entries', [{ a: 1 }, [['a', 1]]]],
    ['an object and how it is compared', [{ a: 1 }, { '': [['a', 1]] }]],
    [
      'lists in another order',
      [
        [1, 2],
        [2, 1]
      ]
    ],
    ['a member that is null and one that is missing', [{ a: null }, {}]],
    ['a member that is null and one that is undefined', [{ a: null }, { a: undefined }]],
    ['a list and its item', [[1], 1, [[1]]]]
  ]
  for (const [what, items] of unique) it(`are ${what}`, () => expect(hasUniqueItems(items)).to.equal(true))

  const repeated: [string, unknown][] = [
    ['the same text twice', ['a', 'b', 'a']],
    ['zero and minus zero', [0, -0]],
    ['null twice', [null, null]],
    [
      'equal objects, whatever the order of their keys',
      [
        { a: 1, b: { c: 1, d: 2 } },
        { b: { d: 2, c: 1 }, a: 1 }
      ]
    ],
    [
      'equal lists',
      [
        [1, [2]],
        [1, [2]]
      ]
    ],
    ['what is no list', { 0: 'a' }]
  ]
  for (const [what, items] of repeated) it(`are not ${what}`, () => expect(hasUniqueItems(items)).to.equal(false))

  it('are found among 200,000 in linear time', () => {
    const items = Array.from({ length: 200_000 }, (_, index) => `item ${index}`)
    expect(hasUniqueItems(items)).to.equal(true)
    expect(hasUniqueItems([...items, 'item 77'])).to.equal(false)
  })
})
