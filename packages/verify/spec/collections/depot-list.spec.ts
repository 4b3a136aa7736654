import { expectListed } from '../../../../spec/support/listed.js'
import { Depot, type Reply } from '../sequences/depot.js'
import { playSequences } from '../sequences/play-sequences.js'

const LIST = 'verify/collections/depot-list.txt'

type Rewrite = (query: URLSearchParams) => void

/** What a list does with its query, wrongly. */
const QUERIES: Readonly<Record<string, Rewrite>> = {
  'no filter by kind': (query) => query.delete('kind'),
  'no filter by a flag': (query) => query.delete('isOpen'),
  'one filter at a time': (query) => query.has('kind') && query.delete('isOpen'),
  'no filter by what is false': (query) => query.get('isOpen') === 'false' && query.delete('isOpen'),
  'a flag the other way round': (query) =>
    query.has('isOpen') && query.set('isOpen', String(query.get('isOpen') !== 'true')),
  'no lowest weight': (query) => query.delete('minWeight'),
  'a lowest weight that is left out': (query) =>
    query.has('minWeight') && query.set('minWeight', `${Number(query.get('minWeight')) + 0.001}`),
  'a lowest weight that is too low': (query) =>
    query.has('minWeight') && query.set('minWeight', `${Number(query.get('minWeight')) - 5}`),
  'no last day': (query) => query.delete('madeTo'),
  'a last day that is left out': (query) =>
    query.has('madeTo') && query.set('madeTo', `${query.get('madeTo')?.slice(0, 8)}00`),
  'one item more on a page': (query) =>
    query.has('perPage') && query.set('perPage', `${Math.min(50, Number(query.get('perPage')) + 1)}`),
  'one item less on a page': (query) =>
    query.has('perPage') && query.set('perPage', `${Math.max(1, Number(query.get('perPage')) - 1)}`),
  'no page size': (query) => query.delete('perPage'),
  'another default of the page size': (query) => query.has('perPage') || query.set('perPage', '4'),
  'the first page alone': (query) => query.delete('page'),
  'pages from 0': (query) => query.has('page') && query.set('page', `${Number(query.get('page')) + 1}`),
  'pages that end': (query) => Number(query.get('page')) > 2 && query.set('page', '90'),
  'no order': (query) => query.delete('sort'),
  'the other order': (query) => {
    const sort = query.get('sort')
    if (sort !== null) query.set('sort', /^-|desc/.test(sort) ? sort.replace(/^-|.desc/, '') : `-${sort}`)
  },
  'no cursor': (query) => query.delete('after'),
  'a cursor that leaves one out': (query) =>
    query.has('after') && query.set('after', `c${Number(query.get('after')?.slice(1)) + 2}`)
}

interface ShelfList {
  readonly items: readonly object[]
  readonly meta: { readonly total: number }
}

type Body = (list: ShelfList, time: number) => unknown

/** What the body of a list is, wrongly. */
const BODIES: Readonly<Record<string, Body>> = {
  'a total that is too high': ({ items, meta }) => ({ items, meta: { total: meta.total + 1 } }),
  'a total that is too low': ({ items, meta }) => ({ items, meta: { total: meta.total - 1 } }),
  'a total of the page': ({ items }) => ({ items, meta: { total: items.length } }),
  'a total that grows': ({ items, meta }, time) => ({ items, meta: { total: meta.total + time } }),
  'no total': ({ items }) => ({ items, meta: {} }),
  'the last item is lost': ({ items, meta }) => ({ items: items.slice(0, -1), meta }),
  'the first item is lost': ({ items, meta }) => ({ items: items.slice(1), meta }),
  'an item comes twice': ({ items, meta }) => ({ items: [...items, ...items.slice(0, 1)], meta }),
  'two items at most': ({ items, meta }) => ({ items: items.slice(0, 2), meta }),
  'another order each time': ({ items, meta }, time) => ({
    items: time % 2 === 0 ? items : [...items].reverse(),
    meta
  }),
  'items without ids': ({ items, meta }) => ({ items: items.map(({ id, ...item }: { id?: unknown }) => item), meta }),
  'items of other values': ({ items, meta }) => ({
    items: items.map((item) => ({ ...item, name: 'a', weight: 1 })),
    meta
  }),
  nothing: ({ meta }) => ({ items: [], meta }),
  'items by another name': ({ items, meta }) => ({ things: items, meta }),
  'no object': ({ items }) => items
}

const asBody = (change: Body) => {
  let time = 0
  return (reply: Reply, _at: number, path: string): Reply =>
    path === '/shelves' && reply.status === 200 ? { ...reply, body: change(reply.body as ShelfList, time++) } : reply
}

/** The lists of a depot, each sort of sequence. */
const LABELS = /^list (shelves|boxs)/

describe('The lists of a depot', () => {
  const play = async (title: string, service: ReturnType<Depot['service']>, labels = LABELS) => {
    const { lines } = await playSequences(service, { labels, shrinkRuns: 0 })
    // The requests of what was found are there as steps.
    const kept = lines.filter((line) => !/^ {4}/.test(line))
    expectListed(LIST, title, kept)
  }

  it('are found right where they are', () => play('an honest depot', new Depot().service())).timeout(60_000)

  for (const [what, rewrite] of Object.entries(QUERIES))
    it(`are found wrong, or not, as depot-list.txt says: ${what}`, () =>
      play(
        what,
        new Depot().service(undefined, rewrite),
        /cursor/.test(what) ? /^list boxs/ : /^list shelves/
      )).timeout(60_000)

  for (const [what, change] of Object.entries(BODIES))
    it(`are found wrong, or not, as depot-list.txt says: ${what}`, () =>
      play(what, new Depot().service(asBody(change)), /^list shelves/)).timeout(60_000)
})
