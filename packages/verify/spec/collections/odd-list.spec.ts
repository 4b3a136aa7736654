import { expectListed } from '../../../../spec/support/listed.js'
import { configured, type Item, type Odd, type Reply, type Shape } from '../resources/configured-service.js'
import { quickPlays } from '../sequences/play-sequences.js'

const LIST = 'verify/collections/odd-list.txt'

const DAY = { type: 'string', format: 'date' }
const MOMENT = { type: 'string', format: 'date-time' }
const TAGS = { type: 'array', items: { type: 'string', enum: ['red', 'blue', 'green'] }, minItems: 1, maxItems: 2 }
const THINGS: readonly Item[] = [
  { name: 'One', price: 5, madeOn: '2024-01-01', day: '2024-03-01', moment: '2024-03-01T10:00:00Z', tags: ['red'] },
  {
    name: 'two',
    price: 7,
    madeOn: '2024-03-01',
    day: '2024-03-09',
    moment: '2024-03-09T10:00:00Z',
    tags: ['blue', 'red']
  },
  {
    name: 'three',
    price: 7,
    madeOn: '2023-12-31',
    day: '2024-05-01',
    moment: '2024-05-01T23:59:59+02:00',
    tags: ['green']
  },
  { name: 'four', price: 11.5, day: '2025-01-01', moment: '2025-01-01T00:00:00Z', tags: [] },
  { name: 'a, b & c', price: 0, day: '2025-01-02', moment: '2024-03-03T00:00:00Z', tags: ['blue'] }
]
const ORDERS = ['price', '-price', '+name', 'price:asc', 'name_desc', 'nameDescending', 'day', 'other', 'asc']
const MORE = { day: DAY, moment: MOMENT, tags: TAGS }

/** Lists that differ in their parameters, their bodies, and whether items can be created. */
const SHAPES: Readonly<Record<string, Shape>> = {
  'a plain list': { methods: [] },
  'a plain list that is only read': { methods: [], hasCreate: false, items: 'values' },
  'pages by number': {
    size: { name: 'limit', maximum: 100, declared: 4 },
    page: { name: 'page', from: 1 },
    total: 'meta.total',
    items: 'data'
  },
  'pages from zero': {
    size: { name: 'size', maximum: 20 },
    page: { name: 'p', from: 0 },
    items: 'list',
    total: 'total'
  },
  'pages by offset': {
    size: { name: 'limit', maximum: 30, declared: 3 },
    offset: 'skip',
    total: 'count',
    items: 'results'
  },
  'pages of a fixed size': { page: { name: 'page', from: 1 }, items: 'items' },
  'pages by cursor': { size: { name: 'take', maximum: 50, declared: 30 }, cursor: 'cursor', items: 'entries' },
  'pages by cursor alone': { cursor: 'after', items: 'entries' },
  'pages that are only read': {
    ...{ hasCreate: false, total: 'x-total-count' },
    ...{ size: { name: 'limit', maximum: 20, declared: 4 }, page: { name: 'page', from: 1 } }
  },
  orders: { methods: [], more: MORE, sort: { name: 'sort', members: ORDERS }, items: 'data', total: 'total' },
  'orders with a direction': { methods: [], sort: { name: 'sortBy', members: ['price', 'name'], direction: 'order' } },
  'orders that are only read': { hasCreate: false, more: MORE, sort: { name: 'sort', members: ORDERS } },
  filters: { methods: [], more: { tags: TAGS }, filters: ['name', 'price', 'tags'], total: 'x-total-count' },
  'filters that are only read': {
    hasCreate: false,
    more: MORE,
    filters: ['name', 'tags', 'day'],
    total: 'total',
    items: 'data'
  },
  'filters in pages': {
    ...{ filters: ['name'], size: { name: 'limit', maximum: 9, declared: 5 }, total: 'total', items: 'data' },
    page: { name: 'page', from: 1 }
  },
  bounds: {
    methods: [],
    bounds: { price_min: '', priceMax: 'not included', 'price-from': 'or more', price_to: 'inclusive', maxPrice: '' }
  },
  'bounds in one parameter': {
    ...{ hasCreate: false, more: { madeOn: DAY, ...MORE } },
    ...{ deep: { made: ['from', 'until', 'other'], name: ['min'] } }
  },
  'bounds of moments by days': {
    ...{ hasCreate: false, more: MORE },
    ...{ bounds: { momentFrom: '', momentTo: '', minMoment: '' }, days: ['momentFrom', 'momentTo'] }
  },
  'bounds of days and moments': {
    ...{ hasCreate: false, more: MORE },
    bounds: {
      dayFrom: '',
      dayBefore: 'earlier than',
      dayUntil: 'included',
      momentSince: '',
      moment_lte: '',
      afterMoment: 'at least'
    }
  }
}

const WITH_MANY: ReadonlySet<string> = new Set(['a plain list', 'pages by number', 'pages by cursor alone'])

const changedQuery = (change: (query: URLSearchParams, name: string) => void, name: string): Odd => ({
  query: (query) => query.has(name) && change(query, name)
})

/** What is done wrongly with each parameter. */
const QUERIES: Readonly<Record<string, (query: URLSearchParams, name: string) => void>> = {
  'is ignored': (query, name) => query.delete(name),
  'is one more': (query, name) => Number(query.get(name)) >= 0 && query.set(name, `${Number(query.get(name)) + 1}`),
  'is one less': (query, name) => Number(query.get(name)) > 0 && query.set(name, `${Number(query.get(name)) - 1}`),
  'is a little more': (query, name) =>
    Number(query.get(name)) >= 0 && query.set(name, `${Number(query.get(name)) + 0.001}`)
}

/** What the items of a list are, wrongly. */
const ITEMS: Readonly<Record<string, (items: readonly Item[], time: number) => unknown>> = {
  'lose the last': (items) => items.slice(0, -1),
  'lose the first': (items) => items.slice(1),
  'lose one in the middle': (items) => items.filter((_, at) => at !== 1),
  'have the first twice': (items) => [...items, ...items.slice(0, 1)],
  'are two at most': (items) => items.slice(0, 2),
  'are ten at most': (items) => items.slice(0, 10),
  'are the last ten': (items) => items.slice(-10),
  'are in the other order each second time': (items, time) => (time % 2 === 0 ? items : [...items].reverse()),
  'are in the other order': (items) => [...items].reverse(),
  'have a stranger': (items) => [
    ...items,
    { id: 99, name: 'zz', price: 999, day: '1999-01-01', moment: '1999-01-01T00:00:00Z', tags: ['white'] }
  ],
  'have no ids': (items) => items.map(({ id, ...item }) => item),
  'are alike but for the ids': (items) => items.map(({ id }) => ({ id, name: 'a', price: 1, tags: ['red'] })),
  'are none': () => [],
  'are no list': () => 'none'
}

/** Where the text is that leads to the next page. */
const CURSORS: Readonly<Record<string, (next: unknown) => object>> = {
  'the cursor is in another object': (next) => ({ meta: { next } }),
  'the cursor is two objects below': (next) => ({ page: { info: { next } } }),
  'the cursor is in a list': (next) => ({ links: [{ next }] }),
  'the cursor is behind another object': (next) => ({ meta: { a: 1 }, about: { nextToken: next } }),
  'the cursor is empty': () => ({ next: '' }),
  'the cursor is null': () => ({ next: null }),
  'the cursor is a text': (next) => ({ next_page_token: String(next) }),
  'the cursor is no text': (next) => ({ cursor: [next], endCursor: true }),
  'the cursor has another name': (next) => ({ further: next }),
  'the cursor is the same each time': () => ({ after: 2 })
}

/** What else a list is, wrongly. */
const REPLIES: Readonly<Record<string, (reply: Reply, time: number) => Reply>> = {
  'the second list fails': (reply, time) => (time === 1 ? { status: 500 } : reply),
  'the third list fails': (reply, time) => (time === 2 ? { status: 404 } : reply),
  'all lists fail': () => ({ status: 503 }),
  'lists are accepted': (reply) => ({ ...reply, status: 202 }),
  'totals are one more': (reply, time) => withTotal(reply, (total) => total + 1, time),
  'totals are one less': (reply, time) => withTotal(reply, (total) => total - 1, time),
  'totals grow': (reply, time) => withTotal(reply, (total, at) => total + at, time),
  'totals are texts': (reply, time) => withTotal(reply, String, time),
  'there are no totals': (reply, time) => withTotal(reply, () => undefined, time)
}

function withTotal(reply: Reply, change: (total: number, time: number) => unknown, time: number): Reply {
  const changed = (value: unknown, name = ''): unknown => {
    if (typeof value === 'number' && /^(total|count)$/.test(name)) return change(value, time)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each, key)]))
  }
  const header = reply.headers?.['x-total-count']
  const headers = header === undefined ? {} : { headers: { 'x-total-count': `${change(Number(header), time) ?? ''}` } }
  return { ...reply, body: changed(reply.body), ...headers }
}

function withItems({ items }: Shape, change: (items: readonly Item[], time: number) => unknown): Odd {
  return {
    reply: (reply, { isList, time }) => {
      if (!isList || reply.status !== 200) return reply
      const { body } = reply
      if (items === undefined) return { ...reply, body: change(body as Item[], time) }
      return {
        ...reply,
        body: { ...(body as object), [items]: change((body as Record<string, Item[]>)[items] ?? [], time) }
      }
    }
  }
}

function odds(shape: Shape): [title: string, odd: Odd][] {
  const { size, page, offset, cursor, sort, bounds = {}, deep = {}, filters = [] } = shape
  const members = Object.entries(deep).flatMap(([name, list]) => list.map((member) => `${name}[${member}]`))
  const names = [
    size?.name,
    page?.name,
    offset,
    cursor,
    sort?.name,
    sort?.direction,
    ...Object.keys(bounds),
    ...members,
    ...filters
  ]
  const queries = names.flatMap((name): [string, Odd][] =>
    name === undefined
      ? []
      : Object.entries(QUERIES).map(([what, change]) => [`${name} ${what}`, changedQuery(change, name)])
  )
  const items = Object.entries(ITEMS).map(([what, change]): [string, Odd] => [
    `the items ${what}`,
    withItems(shape, change)
  ])
  const replies = Object.entries(REPLIES).map(([what, change]): [string, Odd] => [
    what,
    { reply: (reply, { isList, time }) => (isList ? change(reply, time) : reply) }
  ])
  const cursors = Object.entries(cursor === undefined ? {} : CURSORS).map(([what, change]): [string, Odd] => [
    what,
    {
      reply: (reply) => {
        const { next, ...body } = reply.body as { next?: unknown }
        return next === undefined ? reply : { ...reply, body: { ...change(next), ...body } }
      }
    }
  ])
  return [...queries, ...items, ...replies, ...cursors]
}

describe('Lists that are odd in one way', () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    it(`are found so, or not, as odd-list.txt says: ${name}`, async () => {
      const things = shape.hasCreate === false && shape.more !== undefined ? { things: THINGS } : {}
      // A list of many takes more requests than all others together.
      const labels = WITH_MANY.has(name) ? /^list / : /^list (?!many|12 times)/
      const play = await quickPlays(configured(shape).document, labels)
      const honest = await play(configured(shape, things))
      const lines = [...honest].map(([label, line]) => `${label}: ${line}`)
      for (const [title, odd] of odds(shape)) {
        const found = [...(await play(configured(shape, { ...things, ...odd })))]
        const changed = found.filter(([label, line]) => line !== honest.get(label))
        lines.push(`\n${title}${changed.length === 0 ? ': nothing changes' : ''}`)
        lines.push(...changed.map(([label, line]) => `  ${label}: ${line}`))
      }
      expectListed(LIST, name, lines)
    }).timeout(60_000)
  }
})
