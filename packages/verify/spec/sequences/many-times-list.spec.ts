import { openApi } from '../../../../spec/support/published.js'
import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import { quickPlays } from './play-sequences.js'
import { type Responded, responding } from './responding.js'

const INTEGER = { type: 'integer' }
const BODY = {
  requestBody: {
    content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } }
  }
}
const ITEM = { type: 'object', properties: { id: INTEGER } }
const OK = { 200: { description: 'It', content: { 'application/json': { schema: ITEM } } } }
const LIST = {
  200: { description: 'They', content: { 'application/json': { schema: { type: 'array', items: ITEM } } } }
}
const ID = [{ name: 'id', in: 'path', required: true, schema: { ...INTEGER, minimum: 7, maximum: 7 } }]

const DOCUMENT = openApi(
  {
    '/status': {
      get: { operationId: 'status', responses: OK },
      head: { operationId: 'head', responses: OK },
      options: { operationId: 'options', responses: OK }
    },
    '/jobs': { post: { operationId: 'start', ...BODY, responses: OK } },
    '/items': { post: { operationId: 'create', ...BODY, responses: OK } },
    '/items/{id}': {
      get: { operationId: 'read', parameters: ID, responses: OK },
      delete: { operationId: 'remove', parameters: ID, responses: OK }
    },
    '/items/{id}/mark': {
      put: { operationId: 'mark', parameters: ID, responses: OK },
      get: { operationId: 'readMark', parameters: ID, responses: OK }
    },
    '/boxes': {
      post: { operationId: 'addBox', ...BODY, responses: OK },
      get: { operationId: 'boxes', responses: LIST }
    },
    '/rooms/{id}/doors/{door}': {
      patch: {
        operationId: 'door',
        parameters: [
          ...ID,
          { name: 'door', in: 'path', required: true, schema: { ...INTEGER, minimum: 8, maximum: 8 } }
        ],
        responses: OK
      }
    },
    '/rooms/{id}/doors': { get: { operationId: 'doors', parameters: ID, responses: OK } },
    '/rooms/{id}': { trace: { operationId: 'trace', parameters: ID, responses: OK } }
  },
  {},
  '3.1.0'
)

const reply = (status: number): Responded => ({ status, body: { id: 7 } })

/** The statuses of the responses in their order; the last one to all further requests. */
const STATUSES = [
  ...[[199], [200], [299], [300], [399], [400], [200, 404], [200, 200, 404], [400, 200], [400, 400, 400, 200]],
  ...[
    [400, 400, 400, 400, 200],
    [400, 400, 400, 400, 400, 400, 400, 200],
    [400, 400, 400, 400, 400, 400, 400, 400, 200]
  ],
  [...Array(11).fill(200), 404]
]

describe('Requests that are sent many times', () => {
  it('are those of many-times-list.txt, as long as they succeed', async () => {
    const play = await quickPlays(DOCUMENT, /12 times|read everything/)
    const lines: string[] = []
    let own: string[] = []
    for (const statuses of STATUSES) {
      lines.push(`\n# ${statuses.join(' ')}`)
      let time = 0
      const service = responding(DOCUMENT, ({ method, path, body }) => {
        own.push([method, path, ...(body.length === 0 ? [] : [String(body)])].join(' '))
        return reply(statuses[Math.min(time++, statuses.length - 1)] as number)
      })
      for (const label of [
        'status 12',
        'start 12',
        'create 12',
        'mark 12',
        'door 12',
        'start, then',
        'mark, then',
        'remove, then',
        'door, then'
      ]) {
        time = 0
        own = []
        for (const [what, line] of await play(service, new RegExp(`^${label}`))) {
          const sent = own.filter((one, at) => one !== own[at - 1])
          lines.push(
            `${what}: ${line}: ${statuses[0] === 200 && statuses.length === 1 ? sent.join(', ') : shown(sent.slice(0, 2))}`
          )
        }
      }
    }
    for (const [label, line] of await play(responding(DOCUMENT, () => reply(200)))) lines.push(`${label}: ${line}`)
    expectWholeList('verify/sequences/many-times-list.txt', lines)
  })
})
