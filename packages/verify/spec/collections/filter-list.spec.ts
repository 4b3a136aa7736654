import { calls, expectWholeList } from '../../../../spec/support/whole-list.js'
import { fits, has, seedsOf } from '../../src/collections/filters.js'
import { itemsOf, keyOfItem, memberOf, shownItems } from '../../src/resources/list-items.js'
import { quickPlays, sequencesOf } from '../sequences/play-sequences.js'
import { type Item, type Listed, listDocument, listService, type Parameter } from './static-list.js'

const STRING = { type: 'string' }
const ANY = {}
const STRINGS = { type: 'array', items: STRING }

const PROPERTIES = {
  id: { type: 'integer' },
  name: STRING,
  kind: { enum: ['a', 'b'] },
  tags: STRINGS,
  categories: STRINGS,
  boxes: { type: ['array', 'null'], items: { type: 'integer' } },
  colors: STRING,
  price: { type: 'number' },
  isOpen: { type: 'boolean' },
  day: { type: 'string', format: 'date' },
  moment: { type: 'string', format: 'date-time' },
  empty: ANY
}

const ITEMS: readonly Item[] = [
  {
    ...{ id: 1, name: 'One', kind: 'a', tags: ['x', 'y'], categories: ['k'], boxes: [1, 2], colors: 'red', price: 5 },
    ...{ isOpen: true, day: '2024-01-01', moment: '2024-01-01T10:00:00Z', empty: '' }
  },
  {
    ...{ id: 2, name: 'two', kind: 'b', tags: ['y'], categories: ['l', 'k'], boxes: null, colors: 'blue', price: 7.5 },
    ...{ isOpen: false, day: '2024-01-02', moment: '2024-01-01T11:00:00+01:00', empty: '' }
  },
  {
    ...{ id: 3, name: 'ONE more', kind: 'c', tags: [], categories: [], boxes: [2], colors: 'red', price: 5, isOpen: 0 },
    ...{ day: '2024-01-03', moment: '2024-01-03T00:00:00Z', empty: null }
  },
  { id: 4, name: 'four', kind: 'b', tags: ['z'], boxes: [], price: -1, isOpen: true }
]

const FILTERS: readonly Parameter[] = [
  ...Object.entries(PROPERTIES).map(([name, schema]) => ({ name, schema: name === 'isOpen' ? ANY : schema })),
  { name: 'tag', schema: STRING },
  { name: 'Tags', schema: STRING },
  { name: 'category', schema: STRING },
  { name: 'box', schema: { type: 'integer' } },
  { name: 'color', schema: STRING },
  { name: 'other', schema: STRING }
]
const PARAMETERS: readonly Parameter[] = [
  ...FILTERS,
  { name: 'name', in: 'header', schema: STRING },
  { name: 'sort', schema: { enum: ['name', 'price'] } }
]

const PROPERTY_OF: Readonly<Record<string, string>> = { tag: 'tags', category: 'categories', box: 'boxes' }

const valuesOf = (item: Item, name: string) => [item[PROPERTY_OF[name] ?? name] ?? []].flat().map(String)
/** The items that all filters leave, each by a comparison of its own. */
const filtered =
  (matches: (values: readonly string[], wanted: readonly string[]) => boolean) => (query: URLSearchParams) =>
    ITEMS.filter((item) =>
      [...new Set(query.keys())].every((name) => matches(valuesOf(item, name), query.getAll(name)))
    )
const right = filtered((values, wanted) => wanted.some((one) => values.includes(one)))

const asBody =
  (list: (query: URLSearchParams) => readonly unknown[], total?: (query: URLSearchParams) => number): Listed =>
  (query) => ({ body: list(query), ...(total && { headers: { 'x-total-count': `${total(query)}` } }) })
const isFiltered = (query: URLSearchParams) => query.size > 0

/** What services do with filters. */
const SERVICES: Readonly<Record<string, Listed>> = {
  'lists what fits': (query) => ({ body: right(query) }),
  'lists what has all values': asBody(filtered((values, wanted) => wanted.every((one) => values.includes(one)))),
  'lists what contains the text in either case': asBody(
    filtered((values, wanted) =>
      wanted.some((one) => values.some((value) => value.toLowerCase().includes(one.toLowerCase())))
    )
  ),
  'uses the first of several values': asBody(filtered((values, [first = '']) => values.includes(first))),
  'uses the last of several filters': asBody((query) => {
    const [name, value] = [...query].at(-1) ?? []
    return right(new URLSearchParams(name === undefined ? [] : [[name, value ?? '']]))
  }),
  'uses any of several filters': asBody((query) =>
    ITEMS.filter(
      (item) => !isFiltered(query) || [...query].some(([name, value]) => valuesOf(item, name).includes(value))
    )
  ),
  'splits values': asBody(
    filtered((values, wanted) => wanted.some((one) => one.split('').some((part) => values.includes(part))))
  ),
  'ignores all filters': asBody(() => ITEMS),
  'lists nothing': asBody((query) => (isFiltered(query) ? [] : ITEMS)),
  'loses the first that fits': asBody((query) => (isFiltered(query) ? right(query).slice(1) : ITEMS)),
  'lists what does not fit': asBody((query) =>
    isFiltered(query) ? ITEMS.filter((item) => !right(query).includes(item)) : ITEMS
  ),
  'adds what is strange': asBody((query) => (isFiltered(query) ? [...right(query), { id: 9 }, 5] : ITEMS)),
  'rejects all filters': (query) => (isFiltered(query) ? 400 : { body: ITEMS }),
  'returns no list': (query) => ({ body: isFiltered(query) ? {} : ITEMS }),
  'has no items': asBody(() => []),
  'counts all': asBody(right, () => ITEMS.length),
  'counts what fits': asBody(right, (query) => right(query).length),
  'counts one more': asBody(right, (query) => right(query).length + 1),
  'counts more than there are': asBody(right, (query) => (isFiltered(query) ? 5 : 4)),
  'counts what fits alone': (query) => ({
    body: right(query),
    ...(isFiltered(query) && { headers: { 'x-total-count': String(right(query).length + 2) } })
  })
}

describe('The filters of lists', () => {
  it('are those of filter-list.txt by the names of parameters, and what a list does wrongly is found', async () => {
    const document = listDocument(PARAMETERS, PROPERTIES)
    const labels = /^list things (?:filtered|by)/
    const lines = ['# sequences', ...(await sequencesOf(document, labels))]
    const play = await quickPlays(document, labels)
    const honest = await play(listService(document, asBody(right)))
    lines.push(
      '\n# as it should be',
      ...[...honest].map(([label, line]) => `${label.replace('list things ', '')}: ${line}`)
    )
    for (const [what, listed] of Object.entries(SERVICES)) {
      lines.push(`\n# ${what}`)
      for (const [label, line] of await play(listService(document, listed)))
        if (honest.get(label) !== line) lines.push(`${label.replace('list things ', '')}: ${line}`)
    }
    const paged = listDocument(
      [...FILTERS.slice(1, 5), { name: 'limit', schema: { type: 'integer', maximum: 3 } }],
      PROPERTIES
    )
    const pages = await quickPlays(paged, labels)
    for (const [what, listed] of Object.entries(SERVICES)) {
      if (!/counts|loses|strange|fits|nothing/.test(what)) continue
      lines.push(`\n# in pages, ${what}`)
      for (const [label, line] of await pages(listService(paged, listed)))
        lines.push(`${label.replace('list things ', '')}: ${line}`)
    }
    expectWholeList('verify/collections/filter-list.txt', lines)
  })

  it('fit values, and items are named, as value-fit-list.txt says', () => {
    const resource = { name: 'thing' } as Parameters<typeof keyOfItem>[0]
    expectWholeList('verify/collections/value-fit-list.txt', [
      ...calls('fits', fits, [
        ...[
          ['abc', 'B'],
          ['ABC', 'b'],
          ['abc', 'abcd'],
          ['abc', ' b '],
          ['abc', ''],
          ['', 'a'],
          ['a b', 'a  b']
        ],
        ...[
          ['2024-01-01T10:00:00Z', '2024-01-01T11:00:00+01:00'],
          ['2024-01-01T10:00:00Z', '2024-01-01T11:00:00Z']
        ],
        ...[
          ['x', 'y'],
          [['x', 'yz'], 'z'],
          [[], 'z'],
          [[['z']], 'z'],
          [5, 5],
          [5, '5'],
          ['5', 5],
          [true, true]
        ],
        ...[
          [true, 'true'],
          [true, false],
          [null, undefined],
          [undefined, undefined],
          ['a', undefined],
          [{}, 'object']
        ]
      ]),
      ...calls('has', has, [
        ['a', 'a'],
        ['A', 'a'],
        [['b', 'a'], 'a'],
        [[], 'a'],
        [5, 5],
        [[5], '5'],
        [null, 'a']
      ]),
      ...calls('seedsOf', seedsOf, [
        ['a'],
        [5],
        [true],
        [null],
        [undefined],
        [{}],
        [[]],
        [['a', 5, null, {}, [], false]]
      ]),
      ...calls('itemsOf', itemsOf, [[0], [1], [2]]),
      ...calls('shownItems', shownItems, [
        ...[[[]], [['a']], [['a', 'b']], [Array(11).fill('x')], [Array(12).fill('x')]],
        ...[[['x'.repeat(40)]], [['x'.repeat(41)]], [['x'.repeat(99), 'y']]]
      ]),
      ...calls('memberOf', memberOf, [
        ...[
          [{ a: 1 }, 'a'],
          [{ a: 1 }, 'b'],
          [{}, 'toString'],
          [null, 'a'],
          ['text', 'length'],
          [[1], '0'],
          [[1], 'length']
        ],
        [undefined, 'a']
      ]),
      ...calls('keyOfItem', keyOfItem, [
        ...[
          [resource, { id: 5 }],
          [resource, { thingId: 'x' }],
          [resource, { name: 'x' }],
          [resource, 'text']
        ],
        ...[
          [resource, { data: { id: 'y' } }],
          [resource, null]
        ]
      ])
    ])
  })
})
