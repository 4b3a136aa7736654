import { openApi } from '../../../../spec/support/published.js'
import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import { quickPlays } from './play-sequences.js'
import { type Responded, responding } from './responding.js'

const ITEM = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' }, tags: {}, createdAt: {}, createdBy: {} }
}
const json = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } })
const BODY = {
  requestBody: {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' }, maxItems: 2 } }
        }
      }
    }
  }
}
const ID = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] }

const DOCUMENT = openApi(
  {
    '/items': {
      post: { operationId: 'create', ...BODY, responses: { 201: json(ITEM) } },
      get: { operationId: 'list', responses: { 200: json({ type: 'array', items: ITEM }) } }
    },
    '/items/{id}': {
      ...ID,
      get: { operationId: 'read', responses: { 200: json(ITEM) } },
      put: { operationId: 'replace', ...BODY, responses: { 200: json(ITEM) } },
      delete: { operationId: 'remove', responses: { 204: { description: 'Gone' } } }
    },
    '/marks': {
      post: { operationId: 'mark', ...BODY, responses: { 201: json({}) } },
      get: { operationId: 'marks', responses: { 200: json({ type: 'array', items: ITEM }) } }
    }
  },
  {},
  '3.1.0'
)

type Item = Readonly<Record<string, unknown>>
/** The response to a request at a place, of what was sent last; the honest one where there is none. */
type Odd = (of: {
  readonly method: string
  readonly path: string
  readonly item: Item
  readonly time: number
  readonly isGone: boolean
}) => Responded | undefined

/** A service with one item at most, which is created at 7. */
function store(odd: Odd = () => undefined) {
  let item: Item = {}
  let [isGone, times] = [true, 0]
  return responding(DOCUMENT, ({ method, path, body }) => {
    if (method === 'POST' || method === 'PUT') {
      item = { ...JSON.parse(String(body)), id: 7, createdAt: '2024-01-01T00:00:00Z' }
      isGone = false
    }
    const before = isGone
    if (method === 'DELETE') isGone = true
    const found = odd({ method, path, item, time: times++, isGone: before })
    if (found !== undefined) return found
    if (method === 'POST')
      return { status: 201, body: item, headers: path === '/items' ? { location: '/items/7' } : {} }
    if (method === 'DELETE') return { status: 204 }
    if (path !== '/items/7')
      return { status: 200, body: isGone ? [] : [item], headers: { 'x-total-count': isGone ? '0' : '1' } }
    return isGone ? { status: 404 } : { status: 200, body: item }
  })
}

/** What is left of an item that was deleted. */
const LEFT = [
  ...['deletedAt', 'deleted_on', 'deleted', 'isDeleted', 'is_deleted', 'removedAt', 'archived', 'isArchived'].flatMap(
    (name) => [true, false, null, '2024-01-01'].map((value) => ({ id: 7, [name]: value }))
  ),
  ...['deletedBy', 'undeleted', 'deletion', 'isArchive'].map((name) => ({ id: 7, [name]: true })),
  ...['deleted', 'Removed', 'archived', 'cancelled', 'closed', 'inactive', 'active', 'open', 5].flatMap((value) => [
    { id: 7, status: value },
    { id: 7, state: value }
  ]),
  ...[{ id: 7, statuses: 'deleted' }, { id: 8 }, { name: 'x' }, {}, [7], 'text', null]
]

const isRead = ({ method, path }: { method: string; path: string }) => method === 'GET' && path === '/items/7'
const isList = ({ method, path }: { method: string; path: string }) => method === 'GET' && path !== '/items/7'

/** What is done wrongly after a creation or a deletion. */
const ODD: Readonly<Record<string, Odd>> = {
  ...Object.fromEntries(
    [400, 401, 402, 403, 404, 410, 429, 430, 500].map(
      (status) =>
        [`what is created is a ${status}`, (of) => (isRead(of) && !of.isGone ? { status } : undefined)] as [string, Odd]
    )
  ),
  ...Object.fromEntries(
    ['/items/8', '/items', '/other/7', 'https://a.example/v1/items/7', '7', '', 'items/7', 'http://['].map(
      (location) =>
        [
          `the Location is ${location}`,
          ({ method, path, item }) =>
            method === 'POST' && path === '/items' ? { status: 201, body: item, headers: { location } } : undefined
        ] as [string, Odd]
    )
  ),
  'the Location of a 200 is elsewhere': ({ method, item }) =>
    method === 'POST' ? { status: 200, body: item, headers: { location: '/x' } } : undefined,
  'a creation has another moment': ({ method, item }) =>
    method === 'POST' ? { status: 201, body: { ...item, createdAt: 'before' } } : undefined,
  'each read has another moment': (of) =>
    isRead(of) && !of.isGone ? { status: 200, body: { ...of.item, createdAt: of.time } } : undefined,
  'a read has no moment': (of) =>
    isRead(of) && !of.isGone ? { status: 200, body: { id: 7, name: of.item.name } } : undefined,
  'a creation has another person': ({ method, item }) =>
    method === 'POST' ? { status: 201, body: { ...item, createdBy: 'a' } } : undefined,
  'a creation has another number': (of) =>
    of.method === 'POST'
      ? { status: 201, body: { ...of.item, size: 5 } }
      : isRead(of) && !of.isGone
        ? { status: 200, body: { ...of.item, size: 6 } }
        : undefined,
  'the list is empty': (of) => (isList(of) ? { status: 200, body: [] } : undefined),
  'the list has another': (of) => (isList(of) ? { status: 200, body: [{ id: 8 }] } : undefined),
  'the list has two': (of) => (isList(of) && !of.isGone ? { status: 200, body: [{ id: 8 }, of.item] } : undefined),
  'the list has one without an id': (of) => (isList(of) ? { status: 200, body: [{ name: 'x' }] } : undefined),
  'the list has another name': (of) =>
    isList(of) && !of.isGone ? { status: 200, body: [{ ...of.item, name: 'other' }] } : undefined,
  'the list is a part': (of) => (isList(of) ? { status: 200, body: [], headers: { 'x-total-count': '5' } } : undefined),
  'the total stays': (of) =>
    isList(of) ? { status: 200, body: of.isGone ? [] : [of.item], headers: { 'x-total-count': '1' } } : undefined,
  'the total grows': (of) =>
    isList(of)
      ? { status: 200, body: of.isGone ? [] : [of.item], headers: { 'x-total-count': `${of.time}` } }
      : undefined,
  'the total shrinks': (of) =>
    isList(of)
      ? { status: 200, body: of.isGone ? [] : [of.item], headers: { 'x-total-count': `${50 - of.time}` } }
      : undefined,
  'the list fails': (of) => (isList(of) ? { status: 500 } : undefined),
  'a deletion is a 202': ({ method }) => (method === 'DELETE' ? { status: 202 } : undefined),
  'a deletion is a 404': ({ method }) => (method === 'DELETE' ? { status: 404 } : undefined),
  'what is deleted can be read': (of) =>
    isRead(of) && of.isGone ? { status: 200, body: { id: 7, name: 'x' } } : undefined,
  'what is deleted is a 410': (of) => (isRead(of) && of.isGone ? { status: 410 } : undefined),
  'what is deleted can be replaced': (of) => (of.method === 'PUT' ? { status: 201, body: of.item } : undefined),
  'what is deleted is not replaced': (of) => (of.method === 'PUT' ? { status: 404 } : undefined),
  'what is deleted is in conflict': (of) => (of.method === 'PUT' ? { status: 409 } : undefined)
}

/** The same where a creation has the id in its Location alone: what is found by it takes the creation along. */
const located =
  (name: string): Odd =>
  (of) => {
    const { method, path, item } = of
    const isCreated = method === 'POST' && path === '/items'
    return ODD[name]?.(of) ?? (isCreated ? { status: 201, body: { name: item.name }, headers: LOCATION } : undefined)
  }
const LOCATION = { location: '/items/7' }
const LOCATED = [
  'what is created is a 404',
  'the list is empty',
  'the list has another name',
  'the total stays',
  'what is deleted can be read',
  'what is deleted can be replaced',
  'a deletion is a 404'
]

const LABELS = [
  ...[/^create a mark, then/, /^create an item, then read/, /^create an item of other/, /^create an item, then list/],
  ...[
    /^delete an item, then read/,
    /^delete an item, then delete/,
    /^delete an item, then list/,
    /^delete an item, then PUT/
  ]
]

describe('What was created or deleted', () => {
  it('is found again, or not, as after-list.txt says', async () => {
    const play = await quickPlays(DOCUMENT, /^create an? (?:item|mark)(?:, then| of other)|^delete an item/)
    /** Each sequence with a service of its own. */
    const played = async (odd: Odd | undefined, labels: readonly RegExp[]) => {
      const found = new Map<string, string>()
      for (const only of labels) for (const [label, line] of await play(store(odd), only)) found.set(label, line)
      return found
    }
    const honest = await played(undefined, LABELS)
    const lines = [...honest].map(([label, line]) => `${label}: ${line}`)
    const odds = LOCATED.map((name) => [`the id is in the Location, and ${name}`, located(name)] as const)
    for (const [what, odd] of [...Object.entries(ODD), ...odds]) {
      lines.push(`\n# ${what}`)
      for (const [label, line] of await played(odd, LABELS)) {
        if (line !== honest.get(label)) lines.push(`${label}: ${line}`)
      }
    }
    lines.push('\n# what is left')
    for (const left of LEFT) {
      const read: Odd = (of) => (isRead(of) && of.isGone ? { status: 200, body: left } : undefined)
      const listed: Odd = (of) => (isList(of) && of.isGone && of.time > 1 ? { status: 200, body: [left] } : undefined)
      const found = [
        ...(await played(read, [/^delete an item, then read/])),
        ...(await played(listed, [/^delete an item, then list/]))
      ].map(([, line]) => line.replace(/^\d+ requests \([^)]*\)(?:; )?/, '').replace(/:.*/, '') || 'nothing')
      lines.push(`${shown(left)}: ${found.join(', ')}`)
    }
    expectWholeList('verify/sequences/after-list.txt', lines)
  })
})
