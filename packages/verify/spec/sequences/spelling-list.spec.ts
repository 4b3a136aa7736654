import { openApi } from '../../../../spec/support/published.js'
import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import { quickPlays, sequencesOf } from './play-sequences.js'
import { type Responded, responding } from './responding.js'

const STRING = { type: 'string', maxLength: 5 }
const OBJECT = { type: 'object', properties: { id: { type: 'integer' }, unit: {}, at: {} } }
const IT = { 200: { description: 'It', content: { 'application/json': { schema: OBJECT } } } }
const header = (name: string, schema: object, more: object = {}) => ({ name, in: 'header', schema, ...more })
const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more })
const cookie = (name: string, schema: object) => ({ name, in: 'cookie', schema })
const path = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })
const body = { requestBody: { content: { 'application/json': { schema: OBJECT } } } }
const uuid = { type: 'string', format: 'uuid' }

const DOCUMENT = openApi(
  {
    '/items': { post: { operationId: 'create', parameters: [header('X-Unit', STRING)], ...body, responses: IT } },
    '/items/{id}': {
      parameters: [path('id', { type: 'integer' })],
      get: { operationId: 'read', responses: IT },
      put: { operationId: 'replace', parameters: [header('X-Unit', STRING)], responses: IT },
      delete: { operationId: 'remove', parameters: [header('X-Unit', STRING)], responses: IT }
    },
    '/jobs': {
      post: { operationId: 'start', parameters: [header('X-Unit', STRING)], responses: IT },
      put: {
        operationId: 'conditions',
        parameters: [header('If-Unit', STRING), header('if-Match', STRING)],
        responses: IT
      },
      patch: { operationId: 'required', parameters: [header('x-unit', STRING, { required: true })], responses: IT }
    },
    '/works': {
      post: {
        operationId: 'onlyDefault',
        parameters: [header('X-Unit', { type: 'string', enum: ['a'], default: 'a' })],
        responses: IT
      },
      put: {
        operationId: 'notSent',
        parameters: [header('X-Unit', { type: 'string', enum: ['ä'] }), header('X-More', STRING)],
        responses: IT
      },
      patch: {
        operationId: 'twoUnits',
        parameters: [
          header('X-Unit', { type: 'string', enum: ['a', 'b'], default: 'a' }),
          header('X-Count', { type: 'integer', minimum: 1, maximum: 2 }, { required: true }),
          query('other', STRING)
        ],
        responses: IT
      }
    },
    '/search': {
      get: {
        operationId: 'search',
        parameters: [
          query('q', STRING, { required: true }),
          query('limit', { type: 'integer', default: 10 }),
          query('tags', { type: 'array', items: STRING, default: ['a', 'b'] }),
          query('needed', { type: 'integer', default: 1 }, { required: true }),
          query('deep', { default: { a: [{}] } }),
          header('X-Lang', { type: 'string', default: 'en' }),
          header('X-Odd', { type: 'string', default: 'é' }),
          cookie('guest', { type: 'string' }),
          cookie('short', { type: 'string', pattern: '^[a-z]/[a-z]$' }),
          cookie('count', { type: 'integer' })
        ],
        responses: IT
      },
      head: { operationId: 'head', parameters: [query('q', STRING)], responses: { 200: { description: 'It' } } }
    },
    '/keys/{key}': { get: { operationId: 'key', parameters: [path('key', uuid), query('id', uuid)], responses: IT } },
    '/plain': { get: { operationId: 'plain', responses: IT } }
  },
  {},
  '3.1.0'
)

const json = (value: unknown, status = 200): Responded => ({ status, body: value })
const bytes = (text: string, status = 200): Responded => ({ status, body: Buffer.from(text) })
const [A, B] = [
  { id: 1, unit: 'a' },
  { id: 1, unit: 'b' }
]
const thing = (id: number, unit: unknown) => json({ id, unit })

/** The responses to the requests of a sequence, in their order; the last one to all further ones. */
const REPLIES: readonly (readonly Responded[])[] = [
  [json(A)],
  [json(A), json(A), json(B), json(A)],
  [json(A), json(A), json(B), json(B)],
  [json(A), json(B), json(A), json(A)],
  [json(A), json(B), json(A), json(B)],
  [json(A), json(B), json(B)],
  [thing(1, 'a'), thing(2, 'a'), thing(3, 'b'), thing(4, 'a')],
  [thing(1, 'a'), thing(2, 'a'), thing(3, 'a')],
  [thing(1, 'a'), thing(2, 'b'), thing(3, 'c')],
  [thing(1, { x: 1, y: [1] }), thing(2, { x: 1, y: [1] }), thing(3, { x: 1, y: [2] }), thing(4, { x: 1, y: [1] })],
  [thing(1, { x: 1 }), thing(2, { x: 1 }), thing(3, 'x'), thing(4, { x: 1 })],
  [thing(1, { x: 1 }), thing(2, 'x'), thing(3, { x: 2 }), thing(4, { x: 1 })],
  [thing(1, 'a'), thing(1, 'a'), json({ id: 1 }), thing(1, 'a')],
  [thing(1, 'a'), thing(1, 'a'), json({ id: 1, unit: 'a', at: 1 }), thing(1, 'a')],
  [json([1]), json([1]), json([2]), json([1])],
  [json(A), json(A), json(A, 201), json(A)],
  [json(A), json(A), bytes('', 500), json(A)],
  [json(A), json(A), bytes('', 500), bytes('', 500)],
  [json(A), json(A, 201), json(A), json(A), json(B)],
  [json(A, 400), json(A), json(A), json(B), json(A)],
  [json(A, 400), json(A, 404), json(A, 500), json(A), json(A), json(B), json(A)],
  [json(A, 399), json(A, 399), json(B, 399), json(A, 399)],
  [json(A, 400)],
  [json(A, 304), json(A, 304), json(B, 304), json(A, 304)],
  [bytes('x'), bytes('x'), bytes('y'), bytes('x')],
  [bytes('x'), bytes('y'), bytes('x'), bytes('x')],
  [bytes('x'), json(A), bytes('x'), bytes('x')],
  [json(A), bytes('x'), json(A), json(A)],
  [bytes('x')]
]

const LABELS = /: (?:header names|the default|a query|cookie|\w+ in upper)/

describe('Requests that are written in two ways', () => {
  it('get the same responses, or not, as spelling-list.txt says', async () => {
    const play = await quickPlays(DOCUMENT, LABELS)
    const lines: string[] = ['# sequences', ...(await sequencesOf(DOCUMENT))]
    const own: string[] = []
    const recording = responding(DOCUMENT, ({ method, path: place, search, headers }) => {
      own.push(`${method} ${place}${search} ${shown(headers)}`)
      return json(A)
    })
    for (const [label, line] of await play(responding(DOCUMENT, () => json(A)))) {
      await play(recording, new RegExp(`^${label}$`))
      lines.push(`${label}: ${line}`, ...own.splice(0).map((one) => `  ${one}`))
    }
    for (const replies of REPLIES) {
      lines.push(`\n# ${replies.map(({ status, body }) => `${status} ${shown(body)}`).join(', ')}`)
      for (const label of [
        /^create: .*upper/,
        /^replace: .*upper/,
        /^start: .*mixed/,
        /^search: a query/,
        /^key: .*upper/
      ]) {
        let time = 0
        const service = responding(DOCUMENT, () => replies[Math.min(time++, replies.length - 1)] as Responded)
        for (const [what, line] of await play(service, label)) lines.push(`${what}: ${line}`)
      }
    }
    expectWholeList('verify/sequences/spelling-list.txt', lines)
  })
})
