import { openApi } from '../../../../spec/support/published.js'
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
export const OPERATIONS: Readonly<Record<string, object>> = {
  'POST /cities': { ...body({ name: { const: 'Ely' } }), responses: { 201: json(ITEM) } },
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
export function shopsWithout(impossible: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const [method = '', path = ''] = name.split(' ')
    const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => id(parameter as string))
    const parameters = name === impossible ? [...ids, IMPOSSIBLE] : ids
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId: name, parameters, ...operation } }
  }
  return openApi(paths, {}, '3.1.0')
}

/** What a store does wrongly, or in another way than most. */
export interface Habits {
  /** An item that was created is there only in the list. */
  readonly isForgetful?: boolean
  /** Every item of a collection has the same id. */
  readonly hasOneId?: boolean
  /** The id of a new item is the number of those that are there. */
  readonly isCounting?: boolean
  /** A change or deletion of one item changes the names of others. */
  readonly isSpoiling?: boolean
  /** What belongs to one item is there under each. */
  readonly isShared?: boolean
  /** What it rejects is created nevertheless. */
  readonly isCareless?: boolean
  /** An item is read as its name alone. */
  readonly isBare?: boolean
  /** A creation has the id in its Location alone. */
  readonly isLocated?: boolean
}

/** A service of shops, the books and signs that belong to them, and the cities in which they are. */
export function shopStore(document: object, habits: Habits = {}) {
  const values = new Map<string, Readonly<Record<string, unknown>>>()
  let last = 40
  const keyOf = (path: string) => (habits.isShared ? path.replace(/^(.shops.)[^/]+(.books)/, '$1any$2') : path)
  const itemsOf = (path: string) =>
    [...values].filter(([key]) => key.startsWith(`${path}/`) && !key.slice(path.length + 1).includes('/'))
  const spoil = (path: string) => {
    for (const [key, value] of values) if (key !== path) values.set(key, { ...value, name: 'spoiled' })
  }
  return responding(document, ({ method, path, body: sent }: Asked): Responded => {
    const key = keyOf(path)
    if (method === 'GET' && /s$/.test(path)) return { status: 200, body: itemsOf(key).map(([, value]) => value) }
    const known = values.get(key)
    if (method === 'GET' && known !== undefined && !habits.isForgetful)
      return { status: 200, body: habits.isBare ? known.name : known }
    if (method === 'GET') return { status: 404 }
    if (method === 'DELETE') {
      if (habits.isSpoiling) spoil(key)
      return { status: values.delete(key) ? 204 : 404 }
    }
    const value = JSON.parse(String(sent))
    const isWrong = Object.values(value).some((member) => typeof member === 'object')
    if (method === 'POST') {
      last++
      const own = habits.hasOneId ? 41 : habits.isCounting ? itemsOf(key).length + 1 : last
      if (!isWrong || habits.isCareless) values.set(`${key}/${own}`, { id: own, ...value })
      if (isWrong) return { status: 400 }
      if (habits.isLocated) return { status: 201, headers: { location: `${path}/${own}` } }
      return { status: 201, body: { id: own, ...value } }
    }
    if (method === 'PUT' && isWrong) return { status: 400 }
    if (known === undefined && !path.endsWith('/sign')) return { status: 404 }
    if (habits.isSpoiling) spoil(key)
    values.set(key, { ...known, ...value })
    return { status: 200, body: values.get(key) }
  })
}
