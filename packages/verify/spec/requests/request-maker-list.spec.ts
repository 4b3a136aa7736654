import { published } from '../../../../spec/support/published.js'
import { evenDraw, leastDraw } from '../../../../spec/support/scripted-draw.js'
import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import type { PublishedOperation } from '../../src/document/published-document.js'
import { RequestMaker } from '../../src/requests/request-maker.js'
import { type RequestParts, writeRequest } from '../../src/requests/request-parts.js'
import type { Draw } from '../../src/values/draw.js'
import type { ValueMaker } from '../../src/values/value-maker.js'

const INTEGER = { type: 'integer', minimum: 1, maximum: 9 }
const KEY = { name: 'Idempotency-Key', in: 'header', required: true }
const text = (more: object = {}) => ({ type: 'string', maxLength: 4, ...more })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

const PATHS = {
  '/items/{itemId}': {
    get: { operationId: 'a path', parameters: [{ name: 'itemId', in: 'path', required: true, schema: INTEGER }] },
    put: {
      operationId: 'the same path, and a body',
      parameters: [{ name: 'itemId', in: 'path', required: true, schema: INTEGER }],
      requestBody: json({ type: 'object', required: ['a'], properties: { a: { enum: ['x', 'y'] } } })
    }
  },
  '/examples': {
    get: {
      operationId: 'parameters with examples',
      parameters: [
        { name: 'tenant', in: 'header', required: true, schema: text(), example: 'acme' },
        { name: 'wrong', in: 'query', required: true, schema: text(), example: 'too long' },
        { name: 'default', in: 'query', required: true, schema: text({ default: 'def' }) },
        { name: 'both', in: 'cookie', required: true, schema: text({ default: 'def' }), example: 'one' },
        { name: 'optional', in: 'query', schema: text(), example: 'opt' },
        { name: 'ids', in: 'query', required: true, schema: { type: 'array', items: INTEGER }, example: [] },
        { name: 'list', in: 'query', required: true, ...json({ type: 'array', maxItems: 0 }) },
        { name: 'unsent', in: 'header', required: true, schema: { type: 'string' }, example: ' é' }
      ]
    }
  },
  '/keys': {
    post: { operationId: 'a key', parameters: [{ ...KEY, schema: { type: 'string' }, example: 'key-1' }] },
    put: {
      operationId: 'a key of a format',
      parameters: [{ ...KEY, name: 'X-IDEMPOTENCY-KEY', schema: text({ maxLength: 36, format: 'uuid' }) }]
    },
    patch: { operationId: 'a short key', parameters: [{ ...KEY, schema: text() }] },
    get: {
      operationId: 'no key, but a parameter that is named so',
      parameters: [{ ...KEY, in: 'query', schema: text() }]
    },
    delete: { operationId: 'an optional key', parameters: [{ ...KEY, required: false, schema: text() }] }
  },
  '/bodies': {
    post: {
      operationId: 'bodies of several types',
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { enum: [1, 2] } },
          'text/plain': { schema: text() },
          'application/xml': { schema: { type: 'object' } }
        }
      }
    },
    put: {
      operationId: 'a body that cannot be made',
      requestBody: { required: true, ...json({ type: 'string', minLength: 2, maxLength: 1 }) }
    },
    patch: { operationId: 'a body that can be left out', requestBody: json({ type: 'boolean' }) }
  }
}

function line(request: RequestParts | undefined): string {
  if (request === undefined) return 'none'
  const { method, url, headers, body } = writeRequest(request)
  const sent = body === undefined ? [] : [Buffer.from(body).toString()]
  return [`${method} ${url}`, ...headers.map((header) => header.join(': ')), ...sent].join(' | ')
}

/** Responses, from which texts and numbers are learned by their names. */
const RESPONSES: readonly unknown[] = [
  { id: 8 },
  { item_id: '8' },
  { ITEM_ID: 8 },
  { itemID: 8 },
  { theId: 8, other: 7 },
  { identity: 8 },
  { '': 8 },
  { id: true },
  { id: null },
  { id: [8] },
  { id: 'x' },
  { id: 12 },
  [{ id: 6 }, null, { id: 8 }, { id: 7 }],
  [],
  [[{ id: 8 }]],
  'id',
  null,
  undefined
]

/** What is remembered of requests that succeeded, how much of it, and for how long. */
function memoryLines(maker: ValueMaker, operations: readonly PublishedOperation[]): string[] {
  const lines = ['\nwhat responses say of a path']
  const named = (id: string) => operations.find((operation) => operation.id === id)!
  const [path, withBody, body] = [named('a path'), named('the same path, and a body'), named('bodies of several types')]
  const request = new RequestMaker(maker).valid(path, leastDraw())!
  for (const response of RESPONSES) {
    const requests = new RequestMaker(maker)
    requests.learn({ ...request, path: {} }, response)
    lines.push(`${shown(response)}: ${draws().map((draw) => requests.existingPath(path, draw)?.itemId)}`)
  }
  lines.push('\nhow many paths are remembered')
  for (const count of [1, 2, 24, 25]) {
    const requests = new RequestMaker(maker)
    for (let id = 0; id < count; id++) requests.learn({ ...request, path: { itemId: `p${id}` } }, undefined)
    requests.learn({ ...request, path: { itemId: 'p0' }, rawPath: '/items/raw' }, undefined)
    const found = [path, withBody].map((operation) => requests.existingPath(operation, leastDraw())?.itemId)
    lines.push(`the oldest of ${count}: ${found}; after it ${requests.existingPath(path, evenDraw(1))?.itemId}`)
  }
  lines.push('\nhow long requests are that are remembered')
  const accepted = new RequestMaker(maker).valid(body, evenDraw(2))!
  for (const [what, unit, start] of [
    ['letters', 'x', 3850],
    ['characters of two bytes', 'ü', 1900]
  ] as const) {
    const isRemembered = (length: number) => {
      const requests = new RequestMaker(maker)
      const text = unit.repeat(length)
      requests.learn({ ...accepted, body: { kind: 'text', text } }, undefined)
      const base = requests.base(body, leastDraw())
      return base?.body?.kind === 'text' && base.body.text === text
    }
    const lengths = Array.from({ length: 101 }, (_, index) => start + index)
    lines.push(`up to ${lengths.findLast(isRemembered)} ${what}`)
  }
  const requests = new RequestMaker(maker)
  requests.learn({ ...accepted, contentType: 'application/json', body: { kind: 'json', value: { a: 1 } } }, undefined)
  const bases = [leastDraw(), leastDraw()].map((draw) => requests.base(body, draw))
  const values = bases.map((base) => (base?.body?.kind === 'json' ? base.body.value : undefined))
  Object.assign(values[0] as object, { b: 2 })
  lines.push(`\na value that is changed, and the same again: ${values.map(shown).join(' ')}`)
  for (const isOnce of [false, true])
    lines.push(
      `one that succeeded, ${isOnce ? 'once' : 'often'}: ${evens().map((draw) => isSame(requests.base(body, draw, isOnce)))}`
    )
  requests.learnOfRule(body)
  for (const isOnce of [false, true])
    lines.push(
      `where a rule is, ${isOnce ? 'once' : 'often'}: ${evens().map((draw) => isSame(requests.base(body, draw, isOnce)))}`
    )
  return lines
}

const isSame = (request: RequestParts | undefined) =>
  request?.body?.kind === 'json' && JSON.stringify(request.body.value) === '{"a":1}' ? 1 : 0
const evens = (): Draw[] => Array.from({ length: 30 }, (_, index) => evenDraw(index))

const draws = (): Draw[] => [leastDraw(), ...[0, 1, 2].map(evenDraw)]

describe('Requests that are made', () => {
  it('are those of request-maker-list.txt, before and after some have succeeded', async () => {
    const { maker, document } = await published(PATHS)
    const lines: string[] = []
    const given = {
      none: undefined,
      some: {
        headers: [
          ['tenant', 'given'],
          ['idempotency-key', 'given']
        ] as const,
        query: [['wrong', 'given']] as const
      }
    }
    for (const [title, extras] of Object.entries(given)) {
      for (const operation of document.operations) {
        const list = (what: string, all: readonly string[]) => lines.push(`${what}: ${[...new Set(all)].join('\n  ')}`)
        const requests = new RequestMaker(maker, extras)
        lines.push(`\n${operation.id}, extras: ${title}`)
        list(
          'valid',
          draws().map((draw) => line(requests.valid(operation, draw)))
        )
        list(
          'likely',
          draws().map((draw) => line(requests.likely(operation, draw)))
        )
        list(
          'existing path',
          draws().map((draw) => shown(requests.existingPath(operation, draw)))
        )
        const first = requests.valid(operation, evenDraw(3))
        if (first === undefined) continue
        const bare = { ...first, headers: [] }
        lines.push(`without headers: ${line(requests.withFreshKey(bare, leastDraw()))}`)
        list(
          'with another key',
          draws().map((draw) => line(requests.withFreshKey(first, draw)))
        )
        list(
          'with examples',
          draws().map((draw) => line(requests.withExamples(first, draw)))
        )
        requests.learn(
          { ...first, path: first.path.itemId === undefined ? {} : { itemId: '7' } },
          { id: 8, item: 'x', name: true }
        )
        list(
          'after one succeeded',
          draws().map((draw) => line(requests.base(operation, draw)))
        )
        requests.learnOfRule(operation)
        list(
          'after a rule was met',
          draws().map((draw) => line(requests.base(operation, draw)))
        )
        list(
          'then valid',
          draws().map((draw) => line(requests.valid(operation, draw)))
        )
        list(
          'then an existing path',
          draws().map((draw) => shown(requests.existingPath(operation, draw)))
        )
      }
    }
    lines.push(...memoryLines(maker, document.operations))
    expectWholeList('verify/requests/request-maker-list.txt', lines)
  })
})
