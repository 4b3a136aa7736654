import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import { quickPlays, sequencesOf } from '../sequences/play-sequences.js'
import { listDocument, listService } from './static-list.js'

/** The members of the parameter, each an order by `value`, by another property, or by none. */
const MEMBERS = [
  ...[
    'value',
    '-value',
    '+value',
    'VALUE',
    'value:asc',
    'value desc',
    'value_DESC',
    'valueDescending',
    'value,ascending'
  ],
  ...[
    'valueAsc',
    '-valueDesc',
    'val-ue',
    'made_at',
    '-madeAt',
    'madeAtDesc',
    'asc',
    'desc',
    'valued',
    'des',
    'valueDescend'
  ]
]

/** The values of items in the order in which the list returns them. */
const VALUES: readonly (readonly unknown[])[] = [
  [1, 2, 3, 4, 5],
  [5, 4, 3, 2, 1],
  [1, 3, 2, 4, 5],
  [9, 10, 11, 100, 1000],
  [1000, 100, 11, 10, 9],
  [1, 1, 2, 2, 3],
  [1, 1, 1, 2, 2],
  [1, null, 2, undefined, 3],
  [3, null, 1, null, null],
  ['a', 'b', 'c', 'd', 'e'],
  ['e', 'd', 'c', 'b', 'a'],
  ['a', 'B', 'c', 'D', 'e'],
  ['B', 'D', 'a', 'c', 'e'],
  ['e', 'c', 'a', 'D', 'B'],
  ['a', 'a', 'B', 'b', 'C'],
  ['a', 'á', 'b', 'é', 'f'],
  ['a', 'b', 'f', 'á', 'é'],
  ['á', 'a', 'b', 'é', 'f'],
  ['co-op', 'coop', 'co op', 'cop', 'cot'],
  ['a2', 'a10', 'a11', 'a100', 'b1'],
  ['b1', 'a100', 'a11', 'a10', 'a2'],
  ['a10', 'a2', 'a11', 'a100', 'b1'],
  ['2024-01-01T10:00:00+09:00', '2024-01-01T09:00:00Z', '2024-01-01T08:00:00-05:00', '2024-01-02', '2024-01-03'],
  ['2024-01-01T09:00:00Z', '2024-01-01T10:00:00+09:00', '2024-01-01T08:00:00-05:00', '2024-01-02', '2024-01-03'],
  [true, false, true, false, true],
  [1, 'a', 2, 'b', 3],
  [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }, { a: 5 }],
  [[1], [2], [3], [4], [5]]
]

const itemsOf = (values: readonly unknown[]) =>
  values.map((value, at) => ({ id: at + 1, value, madeAt: `2024-01-0${at + 1}T00:00:00Z` }))
const PROPERTIES = { id: {}, value: {}, madeAt: {} }
const sort = { name: 'sort', schema: { enum: [...MEMBERS, 5, null] } }
const LABELS = /in the order/

describe('The orders of lists', () => {
  it('are those of order-list.txt by the members of a parameter, and items in another one are found', async () => {
    const document = listDocument([sort], PROPERTIES)
    const play = await quickPlays(document, LABELS)
    const lines: string[] = ['# sequences', ...(await sequencesOf(document))]
    for (const values of VALUES) {
      lines.push(`\n# ${shown(values)}`)
      const only = values === VALUES[0] ? /./ : /"[-+]?value"/
      for (const [label, line] of await play(
        listService(document, () => ({ body: itemsOf(values) })),
        only
      ))
        lines.push(`${label.replace('list things in the order ', '')}: ${line}`)
    }
    lines.push('\n# fewer, and others')
    const replies = {
      'four items': () => ({ body: itemsOf([1, 2, 3, 4]) }),
      'no list': () => ({ body: {} }),
      'no list in an order': (query: URLSearchParams) => ({ body: query.has('sort') ? {} : itemsOf([1, 2, 3, 4, 5]) }),
      'a 404': () => 404,
      'a 404 in an order': (query: URLSearchParams) => (query.has('sort') ? 404 : { body: itemsOf([1, 2, 3, 4, 5]) }),
      'items that are no objects': () => ({ body: [1, 2, 3, 4, 5] })
    }
    for (const [what, listed] of Object.entries(replies)) {
      for (const [label, line] of await play(listService(document, listed), /"value"/))
        lines.push(`${what}, ${label}: ${line}`)
    }
    expectWholeList('verify/collections/order-list.txt', lines)
  })

  it('are requested with their direction, as direction-list.txt says', async () => {
    const lines: string[] = []
    const words = [
      ['asc', 'desc'],
      ['ASC', 'DESC'],
      ['ascending', 'descending'],
      ['desc'],
      ['Asc', 'Desc'],
      ['up', 'down', 'asc'],
      [1, 2]
    ]
    for (const members of words) {
      const document = listDocument(
        [
          { name: 'sortBy', schema: { enum: ['value', '-value', 'value asc', 'valueDesc'] } },
          { name: 'order', schema: { enum: members } }
        ],
        PROPERTIES
      )
      const play = await quickPlays(document, LABELS)
      const seen = new Set<string>()
      const listed = (_: unknown, search: string) => {
        seen.add(search)
        return { body: itemsOf([1, 3, 2, 4, 5]) }
      }
      for (const [label, line] of await play(listService(document, listed))) {
        lines.push(`${members} ${label}: ${line}; ${[...seen].join(' ')}`)
        seen.clear()
      }
    }
    expectWholeList('verify/collections/direction-list.txt', lines)
  })

  it('stay the same when a list is read again, or not, as again-list.txt says', async () => {
    const document = listDocument([], PROPERTIES)
    const play = await quickPlays(document, /again in the same order/)
    const items = itemsOf([1, 2, 3])
    const reversed = [...items].reverse()
    const lists: Readonly<Record<string, readonly unknown[]>> = {
      'the same': [items],
      'the second reversed': [items, reversed, items, items],
      'the third reversed': [items, items, reversed, items],
      'the fourth reversed': [items, items, items, reversed],
      'the fifth reversed': [items, items, items, items, reversed],
      'fewer and more': [items, items.slice(1), [...items, ...items.slice(0, 1)], items],
      'others in the same number': [items, [...items.slice(1), { id: 9 }], items],
      'one twice': [items, [items[0], items[0], items[1]], items],
      'no list': [items, {}, reversed],
      'a 404': [items, 404, reversed],
      none: [[], []],
      'without ids': [
        [{ value: 1 }, { value: 2 }],
        [{ value: 2 }, { value: 1 }]
      ]
    }
    const lines: string[] = []
    for (const [what, bodies] of Object.entries(lists)) {
      const listed = (_: unknown, __: string, time: number) => {
        const body = bodies[Math.min(time, bodies.length - 1)]
        return typeof body === 'number' ? body : { body }
      }
      for (const line of (await play(listService(document, listed))).values()) lines.push(`${what}: ${line}`)
    }
    expectWholeList('verify/collections/again-list.txt', lines)
  })
})
