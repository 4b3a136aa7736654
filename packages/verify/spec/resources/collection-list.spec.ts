import { published } from '../../../../spec/support/published.js'
import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import type { JsonSchema } from '../../src/document/json-schema-2020.js'
import { CollectionReader } from '../../src/resources/collection-reader.js'
import type { TrialStep } from '../../src/session/attempt.js'
import { NoResponse } from '../../src/wire/target.js'

const INTEGER = { type: 'integer', minimum: 1, maximum: 60 }
const WORD = { type: 'string' }
const ITEM = { type: 'object', properties: { id: INTEGER } }
const list = (items: object) => ({ type: 'array', items })
const object = (properties: object) => ({ type: 'object', properties })

/** The names of query parameters, those of one list in a line. */
const NAMES = [
  ...['limit page', 'pageSize pageNumber', 'page_size page_number', 'perPage page_no', 'per_page p', 'size pageNo'],
  ...['first after', 'take skip', 'top offset', 'maxResults start', 'max_results from', 'page[size] cursor'],
  ...['LIMIT OFFSET', 'pageToken', 'page_token', 'nextToken', 'next_token', 'startingAfter', 'starting_after'],
  ...['continuationToken', 'continuation_token', 'sort direction', 'sortBy dir', 'sort_by order', 'orderBy sort_dir'],
  ...[
    'order_by sortOrder',
    'sorting order_direction',
    'ordering',
    'order',
    'sortDir',
    'limits pages offsets',
    'q filter'
  ]
]

/** What a response is by its schema. */
const SCHEMAS: Readonly<Record<string, object>> = {
  'a list': list(ITEM),
  'a list without items': { type: 'array' },
  'a list or an object': { type: ['array', 'object'], items: ITEM },
  items: object({ items: list(ITEM), total: INTEGER }),
  data: object({ data: list(WORD), tags: list(ITEM) }),
  ...Object.fromEntries(
    ['results', 'content', 'records', 'entries', 'list', 'values', 'Items'].map((name) => [
      name,
      object({ [name]: list(WORD) })
    ])
  ),
  'one list of objects': object({ shelves: list(ITEM), tags: list(WORD) }),
  'two lists of objects': object({ shelves: list(ITEM), boxes: list(ITEM) }),
  'a list of texts alone': object({ tags: list(WORD) }),
  'a list or a text': object({ items: { type: ['array', 'string'], items: WORD } }),
  'an object': ITEM,
  'a text': WORD
}

/** What is in a response; with headers. */
const RESPONSES: readonly (readonly [status: number, json: unknown, headers?: Record<string, string>])[] = [
  ...([
    [200, [1, 2]],
    [201, [1, 2]],
    [404, []],
    [200, { items: [1, 2] }],
    [200, { items: 'no' }],
    [200, null]
  ] as const),
  ...[
    'total',
    'totalCount',
    'total_items',
    'total_elements',
    'totalResults',
    'total_records',
    'count',
    'Total',
    'sum'
  ].map((name) => [200, { items: [1, 2], [name]: 2 }] as const),
  ...['meta', 'metadata', 'pagination', 'paging', 'page', 'page_info', 'pageInfo', 'other'].map(
    (name) => [200, { items: [1, 2], [name]: { total: 3 } }] as const
  ),
  [200, { items: [1, 2], total: '2' }],
  [200, { items: [1, 2], total: 1 }],
  [200, { items: [1, 2] }, { 'x-total-count': '2' }],
  [200, [1, 2], { 'x-total-count': '2x' }],
  [200, { items: Array(10).fill(1) }],
  [200, { items: Array(9).fill(1) }]
]

async function readerOf(names: readonly string[], schema: object, defaults: object = {}) {
  const schemas = { direction: { ...WORD, enum: ['asc', 'desc'] }, order: { ...WORD, enum: ['ASC', 'DESC'] } }
  const parameters = names.map((name) => ({
    name,
    in: 'query',
    schema: /dir|^order$|Order$/.test(name) ? (name === 'dir' ? WORD : schemas.order) : { ...INTEGER, ...defaults }
  }))
  const { document, maker } = await published({
    '/items': {
      get: { parameters, responses: { 200: { description: 'It', content: { 'application/json': { schema } } } } }
    }
  })
  const [operation] = document.operations
  if (operation === undefined) throw new Error('there is no operation')
  return new CollectionReader(operation, schema as JsonSchema, maker)
}

function stepOf(
  status: number,
  json: unknown,
  headers: Record<string, string> = {},
  query: readonly string[] = []
): TrialStep {
  const response = {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(json))
  }
  const parts = { query: query.map((text) => ({ name: text.split('=')[0], text: text.split('=')[1] })) }
  return { response, parts } as unknown as TrialStep
}

describe('The lists of operations', () => {
  it('are read as collection-list.txt says: their parameters, items and totals', async () => {
    const lines: string[] = []
    for (const names of NAMES) {
      const { size, page, offset, cursor, sort, direction, hasPages } = await readerOf(names.split(' '), list(ITEM))
      const found = Object.entries({ size, page, offset, cursor, sort, direction })
      const shownNames = found.flatMap(([what, one]) => (one === undefined ? [] : [`${what} ${one.name}`]))
      lines.push(`${names}: ${shownNames.join(', ') || 'nothing'}${hasPages ? ', in pages' : ''}`)
    }
    lines.push('\n# schemas')
    for (const [what, schema] of Object.entries(SCHEMAS)) {
      const reader = await readerOf([], schema)
      lines.push(`${what}: ${shown(reader.itemSchema)}${reader.isList() ? '' : ', no list'}`)
    }
    const readers = {
      'a list': await readerOf([], list(ITEM)),
      items: await readerOf([], object({ items: list(ITEM) })),
      'items in pages': await readerOf(['limit', 'page'], object({ items: list(ITEM) })),
      'items in pages of 2': await readerOf(['limit'], object({ items: list(ITEM) }), { default: 2 }),
      'items by a cursor': await readerOf(['cursor'], object({ items: list(ITEM) }))
    }
    for (const [what, reader] of Object.entries(readers)) {
      lines.push(`\n# responses: ${what}`)
      for (const [status, json, headers] of RESPONSES) {
        const step = stepOf(status, json, headers)
        const said = `${shown(reader.items(step))} of ${shown(reader.total(step))}${reader.isWhole(step) ? ', whole' : ''}`
        lines.push(`${status} ${shown(json)}${headers ? ` ${shown(headers)}` : ''}: ${said}`)
      }
      for (const limit of [1, 2, 3]) {
        const step = stepOf(200, { items: [1, 2] }, {}, [`limit=${limit}`, 'other=9'])
        lines.push(`limit ${limit}: ${reader.isWhole(step) ? 'whole' : 'a part'}`)
      }
      const none = { response: new NoResponse('cut'), parts: { query: [] } } as unknown as TrialStep
      lines.push(`no response: ${shown([reader.items(none), reader.total(none), reader.isWhole(none)])}`)
      const request = { query: [], headers: [] } as unknown as Parameters<CollectionReader['longestPage']>[0]
      lines.push(`longest page: ${shown(reader.longestPage(request).query)}`)
      for (const count of [0, 5, 60, 61]) lines.push(`${count} items: ${shown(reader.withSize(request, count)?.query)}`)
    }
    expectWholeList('verify/resources/collection-list.txt', lines)
  })
})
