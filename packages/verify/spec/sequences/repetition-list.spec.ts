import { openApi } from '../../../../spec/support/published.js'
import { expectWholeList, shown } from '../../../../spec/support/whole-list.js'
import { quickPlays, sequencesOf } from './play-sequences.js'
import { type Responded, responding } from './responding.js'

const ID = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
const IT = { 200: { description: 'It', content: { 'application/json': { schema: {} } } } }
const NAMES = ['things', 'boxes', 'cups', 'dogs', 'eggs']
const listOf = (items: object) => ({
  200: { description: 'They', content: { 'application/json': { schema: items } } }
})
const LIST = listOf({ type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } })
const WITH_TOTAL = listOf({
  type: 'object',
  properties: { items: { type: 'array', items: { type: 'object', properties: { id: {} } } }, total: {} }
})

const DOCUMENT = openApi(
  {
    '/status': { get: { operationId: 'status', responses: IT } },
    '/things/{id}': { get: { operationId: 'read', parameters: ID, responses: IT } },
    ...Object.fromEntries(
      NAMES.map((name) => [`/${name}`, { get: { operationId: name, responses: name === 'boxes' ? WITH_TOTAL : LIST } }])
    ),
    '/things/{id}/parts': { get: { operationId: 'parts', parameters: ID, responses: LIST } }
  },
  {},
  '3.1.0'
)

const json = (body: unknown, status = 200): Responded => ({ status, body })
const CUT: Responded = { status: 0 }
const text = (body: string): Responded => ({ status: 200, body: Buffer.from(body) })
const each = (name: string, ...values: readonly unknown[]) =>
  values.map((value) => json(value === undefined ? {} : { [name]: value }))
const [EARLY, LATE] = ['2024-01-01T10:00:00Z', '2024-01-01T10:00:01Z']

/** The responses to one request that is sent three times; the last one again where there are fewer. */
const REPLIES: readonly (readonly Responded[])[] = [
  [json({ a: 1 })],
  [json({}), json({}, 404)],
  [json({}), json({}), json({}, 404)],
  [json({}, 201), json({}, 200)],
  [json({}), json({}, 429)],
  [json({}, 429), json({})],
  [json({}, 500)],
  [json({}), CUT],
  [json({}), json({}), CUT],
  [CUT, json({})],
  [json({}, 429), json({}, 404)],
  [json({}, 404), json({}, 429)],
  each('a', 1, 'x'),
  each('a', 1, 1, 'x'),
  each('a', 1, undefined),
  each('a', undefined, 1),
  each('a', null, 1),
  each('a', true, false),
  each('a', { b: 1 }, { b: 'x' }),
  each('a', { b: 1 }, { c: 1 }),
  each('a', [1], []),
  each('a', [], [1]),
  each('a', [], ['x'], [1]),
  each('a', [1, 'x'], [1]),
  each('a', [1, 'x'], [true]),
  each('a', [{ b: 1 }], [{ c: 1 }]),
  each('a', [{ b: [] }], [{ b: [1] }]),
  each('a', [{ b: 1 }, {}], [{}]),
  each('a', [[1]], [['x']]),
  [json([1]), json({})],
  [json(null), json({})],
  [json([]), json([1])],
  [text('a'), text('b')],
  [text('a'), json({ a: 1 })],
  each('createdAt', EARLY, LATE, EARLY),
  each('created_on', EARLY, LATE),
  each('CREATED', EARLY, LATE),
  each('createdBy', 'a', 'b', 'a'),
  each('a', { createdAt: EARLY }, { createdAt: LATE }),
  each('a', 'x', 'y', 'y'),
  each('a', 'x', 'x', 'y'),
  each('a', 'x', 'y', 'x'),
  each('a', 'x', 'y', 'z'),
  each('a', true, true, false),
  each('a', true, false, true),
  each('a', 1, 2, 2),
  each('a', 'x', 'x', 'x'),
  each('a', EARLY, LATE, LATE),
  each('a', '10:20', '10:30', '10:30'),
  each('a', '1:0 for us', '1:1 for them', '1:1 for them'),
  each('a', '2024-01-01', '2024-01-02', '2024-01-02'),
  each('a', 'read 9 times', 'read 10 times', 'read 11 times'),
  each('a', 'read 9 times', 'read by 10', 'read by 10'),
  each('a', 'https://a.example/b?sign=x', 'https://a.example/b?sign=y', 'https://a.example/b?sign=y'),
  each('a', 'https://a.example/b?sign=x', 'https://a.example/c?sign=x', 'https://a.example/c?sign=x'),
  each('a', 'x?y=a', 'x?y=b', 'x?y=b'),
  each('a', { b: { c: 'x' } }, { b: { c: 'y' } }, { b: { c: 'y' } }),
  each('a', ['x'], ['y'], ['y']),
  each('a', 'x', 'x', 5),
  each('a', { b: 'x' }, { b: 'x' }, 'x'),
  [json({ a: 1, b: 'x' }), json({ a: 2, b: 'y' })],
  [json('x'), json('y')]
]

/** What the lists return before and after another request. */
const LISTS: readonly (readonly [before: Responded, after: Responded])[] = [
  [json([{ id: 1 }]), json([{ id: 1 }])],
  [json([{ id: 1 }]), json([{ id: 2 }])],
  [json([{ id: 1 }]), json([{ id: 1 }, { id: 2 }])],
  [json([{ id: 1 }]), json([])],
  [json([]), json([{ id: 1 }])],
  [json([]), json({})],
  [json({}), json([])],
  [json([], 404), json([{ id: 1 }])],
  [json([]), json([{ id: 1 }], 404)],
  [json({ items: [], total: 1 }), json({ items: [], total: 2 })],
  [json({ items: [{ id: 1 }], total: 1 }), json({ items: [{ id: 1 }] })],
  [json({ items: [{ id: 1 }] }), json({ items: [{ id: 1 }], count: 1 })],
  [json({ items: [], total: 0 }), json({ items: [], total: 1 })],
  [json({ items: [], total: 1 }), json({ items: [], total: 0 })],
  [json({ items: [] }), json({ items: [], total: 0 })],
  [json([]), CUT],
  [CUT, json([{ id: 1 }])],
  [json({ items: [{ id: 1 }], total: 5 }), json({ items: [{ id: 1 }, { id: 2 }], total: 5 })]
]

describe('Requests that only read', () => {
  it('get the same response again, or what is found is in repetition-list.txt', async () => {
    const play = await quickPlays(DOCUMENT, /^GET .* 3 times|between two lists/)
    const lines: string[] = ['# sequences', ...(await sequencesOf(DOCUMENT))]
    for (const replies of REPLIES) {
      lines.push(`\n# ${replies.map(({ status, body }) => `${status} ${shown(body)}`).join(', ')}`)
      for (const label of [/^GET .status 3/, /^GET .things.\{id\} 3/]) {
        let time = 0
        const service = responding(DOCUMENT, ({ path }) =>
          path === '/things' ? json([]) : (replies[Math.min(time++, replies.length - 1)] as Responded)
        )
        for (const [what, line] of await play(service, label)) lines.push(`${what}: ${line}`)
      }
    }
    lines.push('\n# labels')
    for (const [label, line] of await play(responding(DOCUMENT, () => json([])))) lines.push(`${label}: ${line}`)
    for (const [before, after] of LISTS) {
      for (const name of 'items' in ((before.body ?? after.body) as object) ? ['boxes'] : NAMES) {
        let time = 0
        const service = responding(DOCUMENT, ({ path }) =>
          path === `/${name}` ? (time++ === 0 ? before : after) : json(path === '/boxes' ? { items: [] } : [])
        )
        for (const line of (await play(service, /^GET .status between/)).values())
          lines.push(
            `${name} ${[before, after].map(({ status, body }) => `${status} ${shown(body)}`).join(', ')}: ${line}`
          )
      }
    }
    const failing = responding(DOCUMENT, ({ path }) => json([], path === '/status' ? 200 : 500))
    for (const [label, line] of await play(failing, /between/)) lines.push(`failing, ${label}: ${line}`)
    expectWholeList('verify/sequences/repetition-list.txt', lines)
  })
})
