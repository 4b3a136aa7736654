import { openApi } from '../../../../spec/support/published.js'
import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { quickPlays, sequencesOf } from './play-sequences.js'
import { type Asked, type Responded, responding } from './responding.js'

const MOMENT = { type: ['string', 'null'], format: 'date-time' }
const SENT = {
  name: { type: 'string', maxLength: 20 },
  note: { type: ['string', 'null'], maxLength: 20 },
  price: { type: 'integer', minimum: 0, maximum: 999 }
}
const ITEM = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    ...SENT,
    updatedAt: MOMENT,
    changedAt: MOMENT,
    modified: { type: ['string', 'null'] },
    readAt: MOMENT,
    createdBy: { type: 'string' }
  }
}
const CODE = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } }
const json = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } })
const body = (properties: object, required: readonly string[] = []) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required, properties } } }
})
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } })
const READ = { responses: { 200: json(ITEM) } }
const SHOP = { parameters: [id('shopId')] }
const OWN_ID = { id: { type: 'integer' } }

const DOCUMENT = openApi(
  {
    '/shops': { post: { requestBody: body({ name: SENT.name }, ['name']), responses: { 201: json(ITEM) } } },
    '/shops/{shopId}': { ...SHOP, get: READ },
    '/shops/{shopId}/books': {
      ...SHOP,
      post: { requestBody: body(SENT, ['name']), responses: { 201: json(ITEM) } },
      get: { responses: { 200: json({ type: 'array', items: ITEM }) } }
    },
    '/shops/{shopId}/books/{bookId}': {
      parameters: [id('shopId'), id('bookId')],
      get: READ,
      put: { requestBody: body({ ...OWN_ID, ...SENT }, ['id', 'name']), responses: { 200: json(ITEM) } },
      patch: { requestBody: body(SENT), responses: { 200: json(ITEM) } },
      delete: { responses: { 204: { description: 'Gone' } } }
    },
    '/loans': {
      post: {
        requestBody: body({ shopId: { type: 'integer', minimum: 1 }, note: SENT.name }, ['shopId', 'note']),
        responses: { 201: json(ITEM) }
      },
      get: { responses: { 200: json({ type: 'array', items: ITEM }) } }
    },
    // There are all of them, and none is created.
    '/slots/{slotId}': {
      parameters: [id('slotId')],
      get: READ,
      put: {
        requestBody: body({ ...SENT, changedAt: MOMENT }, ['name']),
        responses: { 200: json(ITEM) }
      },
      patch: { requestBody: body({ ...SENT, changedAt: MOMENT }, ['name']), responses: { 200: json(ITEM) } }
    },
    // Its clients choose the id, and others cannot be read.
    '/codes': {
      post: {
        requestBody: body({ code: { type: 'string', minLength: 1, maxLength: 9 } }, ['code']),
        responses: { 201: json(CODE) }
      },
      get: { responses: { 200: json({ type: 'array', items: CODE }) } }
    },
    '/codes/{code}': {
      parameters: [{ ...id('code'), schema: { type: 'string' } }],
      get: { responses: { 200: json(CODE) } },
      delete: { responses: { 204: { description: 'Gone' } } }
    },
    '/marks': { post: { requestBody: body({ name: SENT.name }, ['name']), responses: { 201: json(ITEM) } } },
    '/marks/{markId}': {
      parameters: [id('markId')],
      put: { requestBody: body(SENT, ['name']), responses: { 200: json(ITEM) } }
    },
    '/profile': { get: READ, put: { requestBody: body(SENT, ['name']), responses: { 200: json(ITEM) } } }
  },
  {},
  '3.1.0'
)

type Item = Record<string, unknown>
const SLOT: Item = {
  id: 1,
  name: 'free',
  note: null,
  price: 7,
  updatedAt: null,
  changedAt: null,
  modified: null,
  createdBy: 'me'
}
type Items = Map<string, Item>

/** What is wrong with a body; `isWhole` where all that is required must be there. */
function faultOf(path: string, value: Item, isWhole: boolean, items: Items): number | undefined {
  const { name, note, price, shopId } = value
  if (path === '/loans') {
    if (typeof shopId !== 'number' || typeof note !== 'string') return 400
    return items.has(`/shops/${shopId}`) ? undefined : 422
  }
  if (name === undefined ? isWhole : typeof name !== 'string') return 400
  if (note !== undefined && note !== null && typeof note !== 'string') return 400
  return price !== undefined && !Number.isInteger(price) ? 400 : undefined
}

/** What a service does wrongly. */
interface Odd {
  /** The response in place of the honest one, to the request number `of` of the same method and path. */
  readonly before?: (asked: Asked, of: number, items: Items) => Responded | undefined
  /** Changes what is kept, or the honest response. */
  readonly after?: (asked: Asked, reply: Responded, items: Items, of: number) => Responded | undefined
}

function store({ before = () => undefined, after = () => undefined }: Odd = {}) {
  const items: Items = new Map()
  const counts = new Map<string, number>()
  let last = 6
  const honest = ({ method, path, body }: Asked): Responded => {
    if (/\/(books|loans|codes)$/.test(path) && method === 'GET')
      return { status: 200, body: [...items].filter(([key]) => key.startsWith(`${path}/`)).map(([, item]) => item) }
    const isSlot = path.startsWith('/slots')
    const old = items.get(path) ?? (isSlot ? SLOT : undefined)
    if (method === 'GET') return old === undefined ? { status: 404 } : { status: 200, body: old }
    if (method === 'DELETE') return { status: items.delete(path) ? 204 : 404 }
    if (old === undefined && /\d$/.test(path)) return { status: 404 }
    const value = JSON.parse(String(body)) as Item
    if (path === '/codes') {
      if (typeof value.code !== 'string' || items.has(`/codes/${value.code}`)) return { status: 409 }
      items.set(`/codes/${value.code}`, value)
      return { status: 201, body: value }
    }
    const fault = faultOf(path, value, method !== 'PATCH', items)
    if (fault !== undefined) return { status: fault }
    if (method === 'POST') {
      const made = { note: null, ...value, id: ++last, updatedAt: null, modified: null, readAt: null, createdBy: 'me' }
      items.set(`${path}/${last}`, made)
      return { status: 201, body: made }
    }
    const moment = '2024-01-01T00:00:00Z'
    const moments = { updatedAt: moment, changedAt: isSlot ? null : moment, modified: null }
    const kept = { id: old?.id ?? 1, note: null, ...moments, readAt: null, createdBy: 'me' }
    const changed = method === 'PUT' ? { ...kept, ...value } : { ...old, ...value, updatedAt: moment }
    items.set(path, changed)
    return { status: 200, body: changed }
  }
  return responding(DOCUMENT, (asked) => {
    const key = `${asked.method} ${asked.path}`
    const of = counts.get(key) ?? 0
    counts.set(key, of + 1)
    const reply = before(asked, of, items) ?? honest(asked)
    return after(asked, reply, items, of) ?? reply
  })
}

const BOOK = /^\/shops\/\d+\/books\/\d+$/
const BOOKS = /^\/shops\/\d+\/books$/
const is = ({ method, path }: Asked, ...[wanted, pattern]: [string, RegExp]) => method === wanted && pattern.test(path)
const isUpdate = ({ method }: Asked) => method === 'PUT' || method === 'PATCH'

/** Responds so to the requests of a method, if they are among the first. */
const status = (method: string, pattern: RegExp, code: number, isOf = (_: number) => true): Odd => ({
  before: (asked, of) => (is(asked, method, pattern) && isOf(of) ? { status: code } : undefined)
})
/** Shows an item otherwise once it was updated. */
const updated = (change: (item: Item, sent: Item) => Item | undefined): Odd => ({
  after: ({ path, body, ...asked }, _, items) => {
    const item = items.get(path)
    if (!isUpdate({ path, body, ...asked }) || item === undefined) return undefined
    const changed = change(item, JSON.parse(String(body)))
    if (changed === undefined) items.delete(path)
    else items.set(path, changed)
    return undefined
  }
})
/** Changes all other books when one is changed. */
const others = (method: string, change: (item: Item) => Item | undefined): Odd => ({
  after: ({ method: own, path }, _, items) => {
    if (own !== method || !BOOK.test(path)) return undefined
    for (const [key, item] of [...items].filter(([each]) => BOOK.test(each) && each !== path)) {
      const changed = change(item)
      if (changed === undefined) items.delete(key)
      else items.set(key, changed)
    }
    return undefined
  }
})
const etag = (tagOf: (of: number, item: Item) => string): Odd => ({
  after: (asked, reply, _, of) =>
    asked.method === 'GET' && reply.status === 200
      ? { ...reply, headers: { etag: tagOf(of, reply.body as Item) } }
      : undefined
})
const listed = (change: (items: readonly Item[], of: number) => unknown): Odd => ({
  after: (asked, reply, _, of) =>
    is(asked, 'GET', /books$|loans$/) ? { ...reply, body: change(reply.body as Item[], of) } : undefined
})
/** Keeps what it rejects. */
const keeps = (pattern: RegExp): Odd => ({
  after: ({ path, body }, reply, items) => {
    if (pattern.test(path) && reply.status >= 400 && body.length > 0)
      items.set(`${path}/${1000 + items.size}`, { id: 1000 + items.size, ...JSON.parse(String(body)) })
    return undefined
  }
})

const UPDATES = /^(?:PUT|PATCH) (?:a (?:book|profile|slot|mark)(?: of| with|,)|\w+ of a book|changedAt of a slot)/
const TWO = /^(?:PUT|PATCH|DELETE) one of two (?:books|codes)/
const TWICE = /^create the same (?:book|code) twice$/
const REJECTED = /^create a (?:book|loan) (?:with a wrong value|that refers)/
const PARENT = /^a book of one/

const ODD: readonly (readonly [what: string, only: RegExp, odd: Odd])[] = [
  ['does not find a book after its update', UPDATES, status('GET', BOOK, 404, (of) => of > 0)],
  ['never finds a book', UPDATES, status('GET', BOOK, 404)],
  ['never finds the profile', UPDATES, status('GET', /profile/, 403)],
  ['does not set the profile', UPDATES, status('PUT', /profile/, 400)],
  ['sets the profile later', UPDATES, status('PUT', /profile/, 202, (of) => of === 0)],
  ['rejects the first update', UPDATES, status('PUT', BOOK, 400, (of) => of === 0)],
  ['rejects two updates', UPDATES, status('PUT', BOOK, 409, (of) => of < 2)],
  ['rejects three updates', UPDATES, status('PUT', BOOK, 409, (of) => of < 3)],
  ['redirects the first update', UPDATES, status('PUT', BOOK, 302, (of) => of === 0)],
  ['updates later', UPDATES, status('PUT', BOOK, 202)],
  ['patches later', UPDATES, status('PATCH', BOOK, 202)],
  ['fails to patch', UPDATES, status('PATCH', BOOK, 500)],
  [
    'loses what is sent',
    UPDATES,
    updated((item, sent) => ({ ...item, ...Object.fromEntries(Object.keys(sent).map((key) => [key, null])) }))
  ],
  ['removes what is updated', UPDATES, updated(() => undefined)],
  ['shortens names', UPDATES, updated((item) => ({ ...item, name: String(item.name).slice(0, 1) }))],
  ['forgets prices', UPDATES, updated(({ price, ...item }) => item)],
  ['changes all prices', UPDATES, updated((item) => ({ ...item, price: 5 }))],
  ['changes ids', UPDATES, updated((item) => ({ ...item, id: 1 }))],
  ['changes the creator', UPDATES, updated((item) => ({ ...item, createdBy: 'x'.repeat(120) }))],
  ['forgets the creator', UPDATES, updated(({ createdBy, ...item }) => item)],
  ['forgets the moment', UPDATES, updated((item) => ({ ...item, updatedAt: null }))],
  ['notes when it was read', UPDATES, updated((item) => ({ ...item, readAt: '2024-01-01T00:00:00Z' }))],
  ['keeps its entity tag', UPDATES, etag(() => '"a"')],
  ['has another entity tag each time', UPDATES, etag((of) => `"${of}"`)],
  ['returns a text', UPDATES, updated(() => 'text' as never)],
  [
    'changes what it rejects',
    UPDATES,
    {
      after: ({ path, body }, reply, items) => {
        const item = items.get(path)
        if (item !== undefined && reply.status === 400) items.set(path, { ...item, ...JSON.parse(String(body)) })
        return undefined
      }
    }
  ],
  [
    'removes what it rejects',
    UPDATES,
    { after: ({ path }, reply, items) => void (reply.status === 400 && items.delete(path)) }
  ],
  [
    'accepts wrong values',
    UPDATES,
    {
      before: ({ method, body, path }, _, items) => {
        if (!/PUT|PATCH/.test(method) || !items.has(path)) return undefined
        const item = { ...items.get(path), ...JSON.parse(String(body)) }
        items.set(path, item)
        return { status: 200, body: item }
      }
    }
  ],
  ['fails at wrong values', UPDATES, { after: (_, reply) => (reply.status === 400 ? { status: 500 } : undefined) }],
  ['has an empty list', UPDATES, listed(() => [])],
  ['lists other names', UPDATES, listed((all) => all.map((each) => ({ ...each, name: 'other' })))],
  ['lists no names', UPDATES, listed((all) => all.map(({ name, ...each }) => each))],
  ['cannot list', UPDATES, status('GET', BOOKS, 500)],
  ['patches all others', TWO, others('PATCH', (item) => ({ ...item, name: null }))],
  ['patches the ids of others', TWO, others('PATCH', (item) => ({ ...item, id: 5 }))],
  ['deletes all others', TWO, others('DELETE', () => undefined)],
  ['changes others at a deletion', TWO, others('DELETE', ({ note, ...item }) => item)],
  ['forgets the prices of others', TWO, others('PATCH', ({ price, ...item }) => item)],
  ['cannot read', TWO, status('GET', BOOK, 404)],
  ['reads once', TWO, status('GET', BOOK, 404, (of) => of > 0)],
  ['rejects a change', TWO, status('PATCH', BOOK, 400, (of) => of === 0)],
  ['rejects two changes', TWO, status('PATCH', BOOK, 400, (of) => of < 2)],
  ['rejects three changes', TWO, status('PATCH', BOOK, 400, (of) => of < 3)],
  ['rejects deletions', TWO, status('DELETE', BOOK, 403)],
  [
    'gives all books one id',
    TWO,
    {
      after: (asked, reply, items) => {
        if (!is(asked, 'POST', BOOKS)) return undefined
        const { id: _, ...item } = reply.body as Item
        items.set(`${asked.path}/5`, { ...item, id: 5 })
        return { ...reply, body: { ...item, id: 5 } }
      }
    }
  ],
  [
    'accepts a code twice',
    TWICE,
    {
      after: (asked, reply) =>
        is(asked, 'POST', /codes/) ? { ...reply, status: 201, body: JSON.parse(String(asked.body)) } : undefined
    }
  ],
  ...[399, 499, 500].map((code): [string, RegExp, Odd] => [
    `removes what it rejects with ${code}`,
    UPDATES,
    {
      after: ({ path }, reply, items) => {
        if (reply.status !== 400) return undefined
        items.delete(path)
        return { status: code }
      }
    }
  ]),
  ...[98, 99].map((length): [string, RegExp, Odd] => [
    `has another creator of ${length} letters`,
    UPDATES,
    updated((item) => ({ ...item, createdBy: 'x'.repeat(length) }))
  ]),
  ['forgets all moments', UPDATES, updated((item) => ({ ...item, updatedAt: null, changedAt: null, modified: null }))],
  [
    'gives the id of another after a deletion',
    TWO,
    {
      after: (asked, reply, items) => {
        const isDeleted = items.has('deleted')
        if (asked.method === 'DELETE') items.set('deleted', {})
        // The third is the last one.
        const other = [...items].flatMap(([key, item]) => (BOOK.test(key) ? [item] : [])).at(-2)
        return isDeleted && is(asked, 'POST', BOOKS) ? { ...reply, body: other } : undefined
      }
    }
  ],
  [
    'returns the book that is there',
    TWICE,
    {
      before: (asked, of, items) => {
        if (!is(asked, 'POST', BOOKS) || of === 0) return undefined
        const [, item] = [...items].find(([key]) => BOOK.test(key)) ?? []
        return { status: 201, body: item }
      }
    }
  ],
  [
    'returns the book that is there with 200',
    TWICE,
    {
      before: (asked, of, items) => {
        if (!is(asked, 'POST', BOOKS) || of === 0) return undefined
        return { status: 200, body: [...items].find(([key]) => BOOK.test(key))?.[1] }
      }
    }
  ],
  ...[399, 400, 409, 499, 500].map((code): [string, RegExp, Odd] => [
    `rejects the second book with ${code} and adds one`,
    TWICE,
    {
      before: ({ method, path }, of, items) => {
        if (method !== 'POST' || !BOOKS.test(path) || of === 0) return undefined
        items.set(`${path}/900`, { id: 900 })
        return { status: code }
      }
    }
  ]),
  ['rejects the second book', TWICE, status('POST', BOOKS, 409, (of) => of > 0)],
  [
    'rejects the second book and lists nothing',
    TWICE,
    {
      ...status('POST', BOOKS, 409, (of) => of > 0),
      ...listed((all, of) => (of === 0 ? all : []))
    }
  ],
  [
    'rejects the second book and has no list',
    TWICE,
    { ...status('POST', BOOKS, 409, (of) => of > 0), ...listed(() => 5) }
  ],
  [
    'responds without a body',
    TWICE,
    { after: (asked, reply) => (is(asked, 'POST', BOOKS) ? { ...reply, body: {} } : undefined) }
  ],
  ['keeps books that it rejects', REJECTED, keeps(BOOKS)],
  ['keeps loans that it rejects', REJECTED, keeps(/loans/)],
  ['fails at wrong values', REJECTED, { after: (_, reply) => (reply.status >= 400 ? { status: 500 } : undefined) }],
  [
    'keeps books at 499',
    REJECTED,
    {
      after: (asked, reply, items) => {
        if (reply.status < 400 || asked.body.length === 0) return undefined
        keeps(/./).after?.(asked, reply, items, 0)
        return { status: 499 }
      }
    }
  ],
  [
    'keeps books at 500',
    REJECTED,
    {
      after: (asked, reply, items) => {
        if (reply.status < 400 || asked.body.length === 0) return undefined
        keeps(/./).after?.(asked, reply, items, 0)
        return { status: 500 }
      }
    }
  ],
  [
    'accepts what refers to nothing',
    REJECTED,
    {
      before: (asked, _, items) => {
        if (!is(asked, 'POST', /loans/)) return undefined
        items.set('/loans/1', { id: 1 })
        return { status: 201, body: { id: 1 } }
      }
    }
  ],
  ['lists one less', REJECTED, listed((all, of) => (of === 0 ? [{ id: 1 }] : all))],
  ['has no list', REJECTED, listed(() => ({}))],
  [
    'gives all shops one id',
    PARENT,
    {
      after: (asked, reply, items) => {
        if (!is(asked, 'POST', /shops$/)) return undefined
        items.set('/shops/7', { id: 7 })
        return { ...reply, body: { id: 7 } }
      }
    }
  ],
  ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method): [string, RegExp, Odd] => [
    `finds books of other shops at ${method}`,
    PARENT,
    {
      before: (asked, _, items) => {
        if (!is(asked, method, BOOK) || items.has(asked.path)) return undefined
        const [key, item] =
          [...items].find(([each]) => each.endsWith(asked.path.slice(asked.path.lastIndexOf('/books')))) ?? []
        if (key === undefined) return undefined
        if (method === 'DELETE') items.delete(key)
        return method === 'DELETE' ? { status: 204 } : { status: 200, body: item }
      }
    }
  ]),
  [
    'deletes books of other shops in silence',
    PARENT,
    {
      before: (asked, _, items) => {
        if (!is(asked, 'DELETE', BOOK) || items.has(asked.path)) return undefined
        for (const key of items.keys()) if (BOOK.test(key)) items.delete(key)
        return { status: 404 }
      }
    }
  ],
  [
    'deletes nothing of other shops',
    PARENT,
    { before: (asked, _, items) => (is(asked, 'DELETE', BOOK) && !items.has(asked.path) ? { status: 204 } : undefined) }
  ],
  [
    'lists books of other shops',
    PARENT,
    {
      before: (asked, _, items) =>
        is(asked, 'GET', BOOKS)
          ? { status: 200, body: [...items].filter(([key]) => BOOK.test(key)).map(([, item]) => item) }
          : undefined
    }
  ]
]

describe('What is changed', () => {
  it('is read again, and so are its neighbors, as change-list.txt says', async () => {
    const labels = [UPDATES, TWO, TWICE, REJECTED, PARENT]
    const all = new RegExp(labels.map(({ source }) => source).join('|'))
    const play = await quickPlays(DOCUMENT, all)
    const lines: string[] = ['# sequences', ...(await sequencesOf(DOCUMENT, all)), '\n# nothing wrong']
    const honest = new Map<string, string>()
    for (const only of labels) for (const [label, line] of await play(store(), only)) honest.set(label, line)
    lines.push(...[...honest].map(([label, line]) => `${label}: ${line}`))
    for (const [what, only, odd] of ODD) {
      const found = [...(await play(store(odd), only))].filter(([label, line]) => line !== honest.get(label))
      lines.push(`\n# ${what}`, ...found.map(([label, line]) => `${label}: ${line}`))
    }
    expectWholeList('verify/sequences/change-list.txt', lines)
  })
})
