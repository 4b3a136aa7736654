import { RequestMaker } from '../../../src/verify/requests/request-maker.js'
import { type RequestParts, writeRequest } from '../../../src/verify/requests/request-parts.js'
import type { Draw } from '../../../src/verify/values/draw.js'
import { published } from '../../support/published.js'
import { evenDraw, leastDraw } from '../../support/scripted-draw.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

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
    expectWholeList('verify/requests/request-maker-list.txt', lines)
  })
})
