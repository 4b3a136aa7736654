import { openApi } from '../../../../spec/support/published.js'
import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { quickPlays } from './play-sequences.js'
import { responding } from './responding.js'

const json = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } })
const KEY = { type: 'string', minLength: 3, maxLength: 40 }
const ITEM = { type: 'object', properties: { id: {}, note: { type: 'string' } } }
const body = (properties: object) => ({
  requestBody: {
    content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } }
  }
})
const ID = { parameters: [{ name: 'id', in: 'path', required: true, schema: {} }] }
const sent = { note: { type: 'string', maxLength: 20 } }

/** Items that have these methods, and are created with an id of the client or without. */
const documentOf = (methods: string, properties: object) =>
  openApi(
    {
      '/items': {
        post: { operationId: 'create', ...body(properties), responses: { 200: json(ITEM), 201: json(ITEM) } }
      },
      ...(methods !== '' && {
        '/items/{id}': {
          ...ID,
          ...Object.fromEntries(
            methods
              .split(' ')
              .map((method) => [
                method,
                { operationId: method, ...(/^p/.test(method) && body(sent)), responses: { 200: json(ITEM) } }
              ])
          )
        }
      })
    },
    {},
    '3.1.0'
  )

/** The statuses and ids of the responses in their order; the last two again and again. */
const REPLIES: readonly (readonly (readonly [status: number, id: unknown])[])[] = [
  [
    [201, 1],
    [201, 2]
  ],
  [
    [201, 1],
    [201, 1]
  ],
  [
    [201, '1'],
    [201, 1]
  ],
  [
    [201, 1],
    [200, 1]
  ],
  [
    [200, 1],
    [201, 1]
  ],
  [
    [200, 1],
    [200, 1]
  ],
  [
    [201, 1],
    [409, 1]
  ],
  [
    [409, 1],
    [201, 1]
  ],
  [
    [400, 1],
    [400, 1],
    [201, 1],
    [201, 1]
  ],
  [
    [400, 1],
    [400, 1],
    [400, 1],
    [400, 1],
    [400, 1],
    [400, 1],
    [201, 1],
    [201, 1]
  ],
  [
    [400, 1],
    [400, 1],
    [400, 1],
    [400, 1],
    [400, 1],
    [400, 1],
    [400, 1],
    [400, 1],
    [201, 1],
    [201, 1]
  ],
  [
    [201, undefined],
    [201, undefined]
  ],
  [
    [201, 'sent'],
    [201, 'sent']
  ],
  [
    [201, 'sent'],
    [201, 2]
  ]
]

describe('Requests at the same time', () => {
  it('are found to have made the same, or not, as race-list.txt says', async () => {
    const lines: string[] = []
    for (const methods of ['get', 'put', 'patch', 'delete', '']) {
      for (const [what, properties] of [
        ['', sent],
        [', with ids of clients', { id: KEY, ...sent }]
      ] as const) {
        const document = documentOf(methods, properties)
        const play = await quickPlays(document, /^create the same item twice$|at once/)
        for (const replies of methods === 'get' ? REPLIES : REPLIES.slice(0, 2)) {
          lines.push(
            `\n# ${methods || 'nothing else'}${what}: ${replies.map(([status, id]) => `${status} ${id}`).join(', ')}`
          )
          for (const only of [
            /^create the same item twice$/,
            /^create the same item twice at/,
            /^create two/,
            /^P|^D/
          ]) {
            let time = 0
            const service = responding(document, ({ body: bytes }) => {
              const at = time++
              const [status, id] = replies[at < replies.length ? at : replies.length - 2 + (at % 2)] ?? [500, 0]
              return {
                status,
                body: id === undefined ? {} : { id: id === 'sent' ? JSON.parse(`${bytes}` || '{}').id : id }
              }
            })
            for (const [label, line] of await play(service, only)) lines.push(`${label}: ${line}`)
          }
        }
      }
    }
    expectWholeList('verify/sequences/race-list.txt', lines)
  })
})
