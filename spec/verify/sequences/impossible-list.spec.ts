import { openApi } from '../../support/published.js'
import { expectWholeList } from '../../support/whole-list.js'
import { quickPlays, sequencesOf } from './play-sequences.js'
import { type Asked, type Responded, responding } from './responding.js'

const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })
const json = (schema: object, more: object = {}) => ({
  description: 'It',
  content: { 'application/json': { schema } },
  ...more
})
const ITEM = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const body = (properties: object) => ({
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object', required: ['name'], properties } } }
  }
})
const NAME = body({ name: { type: 'string' } })
const SHOP = body({ name: { type: 'string' }, cityId: { type: 'integer' } })
const LIST = { responses: { 200: json({ type: 'array', items: ITEM }), 404: { description: 'None' } } }
const [READ, REMOVED] = [{ responses: { 200: json(ITEM) } }, { responses: { 204: { description: 'Done' } } }]
const LINK = { links: { shop: { operationId: 'GET /shops/{id}', parameters: { id: '$response.body#/id' } } } }

/** The operations of a document, by their names. */
const OPERATIONS: Readonly<Record<string, object>> = {
  'POST /cities': { ...NAME, responses: { 201: json(ITEM) } },
  'GET /cities/{id}': READ,
  'DELETE /cities/{id}': REMOVED,
  'POST /shops': { ...SHOP, responses: { 201: json(ITEM, LINK) } },
  'GET /shops': LIST,
  'GET /shops/{id}': READ,
  'PUT /shops/{id}': { ...SHOP, responses: { 200: json(ITEM), 201: json(ITEM, LINK) } },
  'PATCH /shops/{id}': { ...SHOP, responses: { 200: json(ITEM, LINK) } },
  'DELETE /shops/{id}': REMOVED,
  'POST /shops/{id}/books': { ...NAME, responses: { 201: json(ITEM) } },
  'GET /shops/{id}/books': LIST,
  'GET /shops/{id}/books/{book}': READ,
  'PUT /shops/{id}/books/{book}': { ...NAME, responses: { 200: json(ITEM) } },
  'DELETE /shops/{id}/books/{book}': REMOVED,
  'PUT /shops/{id}/sign': { ...NAME, responses: { 200: json(ITEM) } },
  'GET /shops/{id}/sign': READ,
  'DELETE /shops/{id}/sign': REMOVED
}
/** No request can have it. */
const IMPOSSIBLE = {
  name: 'x-never',
  in: 'header',
  required: true,
  schema: { type: 'string', minLength: 5, maxLength: 4 }
}

/** A document in which no request of one of the operations can be made. */
function documentWithout(impossible: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const [method = '', path = ''] = name.split(' ')
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => id(parameter as string))
    const parameters = name === impossible ? [...ids, IMPOSSIBLE] : ids
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId: name, parameters, ...operation } }
  }
  return openApi(paths, {}, '3.1.0')
}

/** Those of which several operations are a part. */
const LABELS =
  /^(?:create|delete|PUT|PATCH) .*(?:(?:shop|sign|book), then read it|delete it again|(?:PUT|PATCH) it|its books|book of it|belongs to it)$|shop refers|under another|same shop twice|wrong value|one of two shops|link shop$|^PUT .shops.\{id\}, then read everything/

/** @param isForgetful whether nothing that was created can be read */
function store(document: object, isForgetful = false) {
  const values = new Map<string, unknown>()
  let last = 40
  return responding(document, ({ method, path, body: sent }: Asked): Responded => {
    if (method === 'GET' && /s$/.test(path)) {
      const own = [...values].filter(([key]) => key.startsWith(`${path}/`) && !key.slice(path.length + 1).includes('/'))
      return { status: 200, body: own.map(([, value]) => value) }
    }
    if (method === 'GET' && isForgetful) return { status: 404 }
    if (method === 'GET') return values.has(path) ? { status: 200, body: values.get(path) } : { status: 404 }
    if (method === 'DELETE') return { status: values.delete(path) ? 204 : 404 }
    const value = JSON.parse(String(sent)) as object
    if (method === 'POST') {
      const made = { id: ++last, ...value }
      values.set(`${path}/${last}`, made)
      return { status: 201, body: made }
    }
    if (!values.has(path) && !path.endsWith('/sign')) return { status: 404 }
    values.set(path, { ...(values.get(path) as object | undefined), ...value })
    return { status: 200, body: values.get(path) }
  })
}

describe('Sequences with an operation of which no request can be made', () => {
  it('are played as far as they can, as impossible-list.txt says', async () => {
    /** What is played does not depend on the values that are drawn. */
    const played = async (impossible: string) => {
      const document = documentWithout(impossible)
      const lines = await (await quickPlays(document, LABELS))(store(document))
      return new Map([...lines].map(([label, line]) => [label, line.replace(/ \([\w-]{8} [\w-]{8}\)/, '')]))
    }
    const whole = await played('none')
    const lines = [
      '# sequences',
      ...(await sequencesOf(documentWithout('none'))),
      '\n# none',
      ...[...whole].map(([label, line]) => `${label}: ${line}`)
    ]
    for (const name of Object.keys(OPERATIONS)) {
      const others = [...(await played(name))].filter(([label, line]) => line !== whole.get(label))
      lines.push(`\n# ${name}`, ...others.map(([label, line]) => `${label}: ${line}`))
    }
    // A link that leads nowhere is found by its own sequence.
    const play = await quickPlays(documentWithout('none'), /^create .*, then read it|then the link/)
    const forgotten = await play(store(documentWithout('none'), true))
    lines.push('\n# nothing is kept', ...[...forgotten].map(([label, line]) => `${label}: ${line}`))
    expectWholeList('verify/sequences/impossible-list.txt', lines)
  })
})
