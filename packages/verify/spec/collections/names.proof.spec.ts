import { expect } from 'chai'
import { handmade, json, openApi, parameter, problem, type Responded } from '../support/services.js'
import { found } from '../support/verified.js'

const MOMENT = { type: 'string', format: 'date-time' }
const PROPERTIES = {
  id: { type: 'integer' },
  name: { type: 'string' },
  price: { type: 'number' },
  made_on: { type: 'string', format: 'date' },
  createdAt: MOMENT,
  tags: { type: 'array', items: { type: 'string' } },
  categories: { type: 'array', items: { type: 'string' } },
  isOpen: { type: 'boolean' }
}
/** Items that differ in everything. */
const ITEMS = [5, 1, 4, 2, 3].map((number) => ({
  ...{ id: number, name: `${'abcdef'[number]}n`, price: number * 10, made_on: `2024-03-0${number}` },
  ...{ createdAt: `2024-0${number}-01T10:00:00Z`, tags: [`t${number}`], categories: [`k${number}`], isOpen: number > 2 }
}))

interface Query {
  readonly name: string
  readonly schema?: object
  readonly description?: string
  readonly style?: 'deepObject'
}

interface List {
  readonly queries?: readonly Query[]
  readonly wrap?: (items: object[]) => object
  readonly headers?: Record<string, string>
}

/** What verify finds in a service of some lists, by their number; what each finds at most once needs no simplifying. */
async function foundIn(
  lists: readonly { readonly operation: object; respond(query: URLSearchParams): Responded }[]
): Promise<string[][]> {
  const paths = lists.map(({ operation }, index) => [
    `/${index}/things`,
    { get: { operationId: `list${index}`, ...operation } }
  ])
  const service = handmade(openApi(Object.fromEntries(paths)), ({ method, path, query }) => {
    const list = lists[Number(/^\/(\d+)\/things$/.exec(path)?.[1] ?? -1)]
    if (list === undefined) return problem(404)
    return method === 'GET' ? list.respond(query) : problem(405, { allow: 'GET' })
  })
  const lines = await found(service, { shrinkRuns: 0, maxDisagreements: 1000 })
  return lists.map((_, index) => {
    const own = lines.filter((line) => line.split(' ')[1] === `list${index}` && !line.startsWith('accepted'))
    return own.map((line) => line.replace(`list${index}`, 'list'))
  })
}

const LIST_OF_ITEMS = { type: 'array', items: { type: 'object', properties: PROPERTIES } }

/** What verify finds in lists that disregard all of their parameters: these are the ones whose names it knows. */
function disregardedBy(lists: readonly List[]): Promise<string[][]> {
  return foundIn(
    lists.map(({ queries = [], wrap = (items) => items, headers = {} }) => {
      const body = wrap(ITEMS)
      const members = Object.entries(body).map(([key, value]) => [key, Array.isArray(value) ? LIST_OF_ITEMS : {}])
      const schema = Array.isArray(body) ? LIST_OF_ITEMS : { type: 'object', properties: Object.fromEntries(members) }
      const parameters = queries.map(({ name, schema: own = {}, ...more }) => parameter('query', name, own, more))
      const operation = { parameters, responses: { 200: json(schema) } }
      return { operation, respond: () => ({ status: 200, body, headers }) }
    })
  )
}

/** The same of one list. */
async function disregarded(queries: readonly Query[]): Promise<string[]> {
  return (await disregardedBy([{ queries }]))[0] as string[]
}

/** By each name what verify finds in a list. */
const byName = (names: readonly string[], lists: readonly string[][]) =>
  Object.fromEntries(names.map((name, index) => [name, lists[index]]))

/** The same finding by each name. */
const each = (names: readonly string[], finding: string) =>
  byName(
    names,
    names.map(() => [finding])
  )

const namesOf = (lines: readonly string[]) => lines.map((line) => line.split(' ')[2])

describe('verify knows what the parameters of a list mean by their names', () => {
  it('filters are named like a property, or like one of the items of a list', async () => {
    const known = ['name', 'price', 'isOpen', 'tags', 'tag', 'category', 'made_on', 'createdAt']
    const lines = await disregarded([...known, 'colour', 'nam', 'q', 'names'].map((name) => ({ name })))
    expect([...new Set(namesOf(lines.filter((line) => /^ignored-filter list \S+$/.test(line))))].sort()).to.deep.equal(
      [...known].sort()
    )
  })

  it('bounds are named like a property with a word for a lowest or highest value', async () => {
    const known = [
      ...['from', 'min', 'minimum', 'gte', 'ge', 'since', 'after', 'gt'].map((word) => `price_${word}`),
      ...['max', 'maximum', 'lte', 'le', 'to', 'until', 'till', 'before', 'lt'].map((word) => `${word}Price`),
      ...[
        'price-from',
        'PRICE_MIN',
        'Price.Max',
        'price[lte]',
        'madeFrom',
        'made_to',
        'made_on_from',
        'createdSince',
        'created_before',
        'created_at_after',
        'createdAtUntil'
      ]
    ]
    const unknown = [
      'min',
      'max price per',
      'pricefrom',
      'price_than',
      'price2Min',
      'madeOnlyFrom',
      'priceless',
      'minPriceTo',
      'colourFrom'
    ]
    const all = [...known, ...unknown]
    const lists = await disregardedBy(all.map((name) => ({ queries: [{ name }] })))
    for (const [index, name] of all.entries()) {
      const lines = lists[index] ?? []
      expect(lines.filter((line) => !line.startsWith(`ignored-filter list ${name}`))).to.deep.equal([])
      expect(lines.length > 0, name).to.equal(known.includes(name))
    }
  })

  it('bounds of days are those of moments, and members of a deep object', async () => {
    const day = { type: 'string', format: 'date' }
    const lines = await disregarded([
      { name: 'createdFrom', schema: day },
      { name: 'createdTo', schema: day },
      {
        name: 'made',
        style: 'deepObject',
        schema: { type: 'object', properties: { from: day, until: day, other: day } }
      }
    ])
    expect([...new Set(namesOf(lines.filter((line) => line.startsWith('ignored-filter'))))].sort()).to.deep.equal([
      'createdFrom',
      'createdTo',
      'made[from]',
      'made[until]'
    ])
  })

  it('orders are members of an enum that name a property and a direction', async () => {
    const known = [
      'price',
      '-price',
      'price:asc',
      'price desc',
      'price_DESC',
      'nameDescending',
      'name,ascending',
      'createdAt',
      '-made_on',
      'madeOnAsc'
    ]
    const members = [...known, '+other', 'asc', 'desc', 'newest', 'tags']
    const lines = await disregarded([{ name: 'sort', schema: { enum: members } }])
    const told = lines.map((line) => /^broken-order list (.*)$/.exec(line)?.[1])
    expect(told.sort()).to.deep.equal([...known].sort())
  })

  it('the order is requested by a parameter of one of these names', async () => {
    const names = ['sort', 'sortBy', 'sort_by', 'order', 'orderBy', 'order_by', 'ordering']
    const lists = await disregardedBy(names.map((name) => ({ queries: [{ name, schema: { enum: ['price'] } }] })))
    expect(byName(names, lists)).to.deep.equal(each(names, 'broken-order list price'))
  })

  it('the size of a page is requested by a parameter of one of these names', async () => {
    const names = ['limit', 'size', 'pageSize', 'page_size', 'perPage', 'per_page', 'take', 'top', 'first']
    names.push('maxResults', 'page[size]')
    const schema = { type: 'integer', minimum: 1, maximum: 50 }
    const lists = await disregardedBy(names.map((name) => ({ queries: [{ name, schema }] })))
    expect(byName(names, lists)).to.deep.equal(each(names, 'ignored-page-size list'))
  })

  it('a page is requested by a parameter of one of these names', async () => {
    const names = ['page', 'pageNumber', 'page_no', 'p', 'offset', 'skip', 'start', 'from']
    const integer = (minimum: number) => ({ type: 'integer', minimum, maximum: 100 })
    const paging = async (turns: boolean) => {
      const lists = await foundIn(
        names.map((name) => {
          const isNumber = name.startsWith('p')
          return {
            operation: {
              parameters: [
                parameter('query', 'limit', integer(1)),
                parameter('query', name, integer(isNumber ? 1 : 0))
              ],
              responses: { 200: json(LIST_OF_ITEMS) }
            },
            respond: (query) => {
              const limit = Number(query.get('limit') ?? 50)
              const turned = Number(query.get(name) ?? (isNumber ? 1 : 0))
              const from = !turns ? 0 : isNumber ? (turned - 1) * limit : turned
              return { status: 200, body: ITEMS.slice(from, from + limit) }
            }
          }
        })
      )
      return lists.map((lines) => lines.filter((line) => line.startsWith('broken-paging')))
    }
    expect(byName(names, await paging(true))).to.deep.equal(
      byName(
        names,
        names.map(() => [])
      )
    )
    expect(byName(names, await paging(false))).to.deep.equal(each(names, 'broken-paging list overlap'))
  })

  it('the number of all items is beside them, in an object there, or in X-Total-Count', async () => {
    const names = ['total', 'count', 'totalCount', 'total_count', 'totalItems', 'total_results']
    const around = ['meta', 'pagination', 'page_info']
    const lists = await disregardedBy([
      ...names.map((name) => ({ wrap: (items: object[]) => ({ items, [name]: 7 }) })),
      ...around.map((name) => ({ wrap: (items: object[]) => ({ items, [name]: { total: 7 } }) })),
      { headers: { 'x-total-count': '7' } }
    ])
    const all = [...names, ...around, 'X-Total-Count']
    expect(byName(all, lists)).to.deep.equal(each(all, 'broken-total list count'))
  })

  it('the items are in a property of one of these names', async () => {
    const names = ['items', 'data', 'results', 'things', 'list', 'entries', 'records', 'content']
    const queries = [{ name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50 } }]
    const lists = await disregardedBy(names.map((name) => ({ queries, wrap: (items) => ({ [name]: items }) })))
    expect(byName(names, lists)).to.deep.equal(each(names, 'ignored-page-size list'))
  })
})

describe('verify knows from the description of a bound whether it is in the list itself', () => {
  /** What is found in lists that have what is above the bound, without the bound itself. */
  const above = async (bounds: readonly { readonly word?: string; readonly description: string }[]) => {
    const lists = await foundIn(
      bounds.map(({ word = 'since', description }) => ({
        operation: {
          parameters: [parameter('query', `price_${word}`, { type: 'number' }, { description })],
          responses: { 200: json(LIST_OF_ITEMS) }
        },
        respond: (query) => {
          const bound = Number(query.get(`price_${word}`) ?? -1)
          return { status: 200, body: ITEMS.filter(({ price }) => price > bound) }
        }
      }))
    )
    return lists.map((lines) => lines.filter((line) => line.startsWith('ignored-filter')))
  }

  const INSIDE = [
    ...['The day included', 'Inclusive', 'Then or later'],
    ...['Then or after', 'So much or more', 'At least so much']
  ]
  const OPEN = ['', 'Later than this', 'Not included', 'Exclusive', 'More than this']
  let lists: string[][]
  before(async () => {
    lists = await above([...INSIDE, ...OPEN].map((description) => ({ description })))
  })
  for (const [index, description] of INSIDE.entries()) {
    it(`it is: ${description}`, () => expect(lists[index]).to.deep.equal(['ignored-filter list price_since itself']))
  }
  for (const [index, description] of OPEN.entries()) {
    it(`it need not be: ${description}`, () => expect(lists[INSIDE.length + index]).to.deep.equal([]))
  }

  it('it is for `from`, `min` and `gte`, unless the description says otherwise', async () => {
    const words = ['from', 'min', 'gte']
    const description = 'more than this'
    const said = await above([
      ...words.map((word) => ({ word, description: '' })),
      ...words.map((word) => ({ word, description }))
    ])
    expect(said.slice(0, 3)).to.deep.equal(words.map((word) => [`ignored-filter list price_${word} itself`]))
    expect(said.slice(3)).to.deep.equal([[], [], []])
  })
})
