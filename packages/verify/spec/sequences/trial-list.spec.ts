import { expectListed } from '../../../../spec/support/listed.js'
import { openApi } from '../../../../spec/support/published.js'
import { configured, type Shape } from '../resources/configured-service.js'
import { sequencesOf } from './play-sequences.js'
import { TEAMS } from './teams.js'

const SHAPES: Readonly<Record<string, Shape>> = {
  'a plain list': {},
  pages: { size: { name: 'limit', maximum: 10, declared: 5 }, page: { name: 'page', from: 1 }, items: 'data' },
  'a cursor, an order, filters and bounds': {
    ...{ cursor: 'cursor', sort: { name: 'sort', members: ['price', 'other'] }, filters: ['name', 'price', 'tags'] },
    ...{ more: { tags: { type: 'array', items: { type: 'string' } } }, bounds: { priceMin: '' } }
  },
  'nothing is created': { hasCreate: false, filters: ['name', 'price'] },
  'nothing is listed': { hasList: false }
}

const INTEGER = { type: 'integer' }
const STRING = { type: 'string' }
const OK = { 200: { description: 'It', content: { 'application/json': { schema: { type: 'object' } } } } }
const LISTED = {
  200: {
    description: 'They',
    content: {
      'application/json': { schema: { type: 'array', items: { type: 'object', properties: { id: INTEGER } } } }
    }
  }
}
const body = (properties: object) => ({
  requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } }
})

/** A path item whose bodies have these properties: `get post`, `list`. */
const methods = (names: string, properties: object = { name: STRING }, more: object = {}) =>
  Object.fromEntries(
    names
      .split(' ')
      .map((name) => [
        name === 'list' ? 'get' : name,
        { ...(/p/.test(name) && body(properties)), responses: { ...(name === 'list' ? LISTED : OK), ...more } }
      ])
  )

const list = (more: object) => ({ type: 'array', items: STRING, ...more })
const GONE = { 404: { description: 'None' } }

/** Documents that differ in which operations belong together. */
const DOCUMENTS: Readonly<Record<string, object>> = {
  'what belongs to an order': {
    '/orders': methods('post list', { orderLines: list({}), 'PARTS-': STRING }),
    '/orders/{id}': {
      ...methods('get put', { orderLines: list({}), 'PARTS-': STRING }),
      ...methods('patch delete', { note: STRING })
    },
    '/orders/{id}/order_lines': methods('list post'),
    '/orders/{id}/parts': methods('list post', {}, GONE),
    '/orders/{id}/notes': methods('list post', {}, GONE),
    '/orders/{id}/notes/{noteId}': methods('get'),
    '/orders/{id}/logo': methods('get put'),
    '/orders/{id}/marks': methods('post'),
    '/orders/{id}/tags': methods('list', {}, GONE),
    '/orders/{id}/flags': methods('post get')
  },
  'what belongs to an order, with more': {
    '/orders': methods('post'),
    '/orders/{id}': methods('put'),
    ...Object.fromEntries([...'abcdef'].map((name) => [`/orders/{id}/${name}s`, methods('list post')]))
  },
  'what cannot be updated by a body': {
    '/orders': methods('post'),
    '/orders/{id}': { put: { responses: OK }, get: { responses: OK } },
    '/orders/{id}/notes': methods('list post')
  },
  references: {
    '/shelves': methods('post list'),
    '/shelves/{id}': methods('get delete'),
    '/shelves/{id}/books': methods('post list', {
      authorId: INTEGER,
      shelfId: INTEGER,
      bookId: INTEGER,
      readerId: INTEGER,
      ownerId: INTEGER,
      cityIds: list({}),
      loanId: INTEGER
    }),
    '/shelves/{id}/books/{bookId}': methods('get delete'),
    '/authors': methods('post'),
    '/authors/{id}': methods('get delete'),
    '/readers': methods('post'),
    '/readers/{id}': methods('get'),
    '/owners': methods('post'),
    '/owners/{id}': methods('delete'),
    '/cities/{id}': methods('get delete'),
    '/loans': methods('post list'),
    '/notes': methods('post list', { authorId: INTEGER }),
    '/pens': methods('post', { authorId: INTEGER }),
    '/pens/{id}': methods('delete')
  },
  'long lists': {
    ...Object.fromEntries(
      Object.entries({
        nothing: { a: STRING },
        free: { a: list({}) },
        nine: { a: list({ maxItems: 9 }) },
        ten: { a: list({ maxItems: 10 }) },
        eleven: { a: list({ maxItems: 11 }) },
        within: { a: { type: 'object', properties: { b: list({ maxItems: 99 }) } } },
        listed: { a: list({ maxItems: 3, items: { type: 'object', properties: { b: list({}) } } }) },
        deep: {
          a: {
            type: 'object',
            properties: { b: { type: 'object', properties: { c: { type: 'object', properties: { d: list({}) } } } } }
          }
        },
        deeper: {
          a: {
            type: 'object',
            properties: {
              b: {
                type: 'object',
                properties: {
                  c: { type: 'object', properties: { d: { type: 'object', properties: { e: list({}) } } } }
                }
              }
            }
          }
        },
        any: { a: { type: 'array' } }
      }).flatMap(([name, properties]) => [
        [`/${name}s`, methods('post', properties)],
        [`/${name}s/{id}`, methods('get')]
      ])
    )
  },
  'changes of properties': {
    '/items': methods('post'),
    '/items/{id}': {
      ...methods('get put', { name: STRING }),
      ...methods('patch', {
        ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`p${at}`, STRING])),
        p1: { ...STRING, readOnly: true }
      })
    },
    '/texts': methods('post'),
    '/texts/{id}': {
      ...methods('get'),
      put: { requestBody: { content: { 'text/plain': { schema: STRING } } }, responses: OK }
    },
    '/lists/{id}': {
      ...methods('get'),
      patch: { requestBody: { content: { 'application/json': { schema: list({}) } } }, responses: OK }
    },
    '/settings': methods('get put patch', { a: STRING }),
    '/unread/{id}': methods('put patch delete')
  },
  'uploads and sweeps': {
    '/a': methods('get post'),
    '/a/{id}': methods('get put'),
    '/a/{id}/b': methods('get'),
    '/b': methods('get delete'),
    ...Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`/c${at}`, methods('get')]))
  },
  links: {
    '/tickets': {
      post: {
        operationId: 'open',
        ...body({}),
        responses: {
          201: {
            description: 'It',
            links: {
              read: { operationId: 'read', parameters: { id: '$response.body#/id' } },
              none: { operationId: 'none' }
            }
          },
          400: { description: 'No', links: { wrong: { operationId: 'read' } } },
          '2XX': { description: 'It', links: { other: { operationRef: '#/paths/~1tickets~1{id}/delete' } } }
        }
      }
    },
    '/tickets/{id}': { get: { operationId: 'read', responses: OK }, delete: { operationId: 'close', responses: OK } }
  }
}

const withParameters = (paths: object) =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      {
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
          name,
          in: 'path',
          required: true,
          schema: INTEGER
        })),
        ...item
      }
    ])
  )

describe('The sequences of a document', () => {
  it('are those of trial-list.txt, with their costs', async () => {
    expectListed('verify/sequences/trial-list.txt', 'teams', await sequencesOf(TEAMS))
    for (const [name, paths] of Object.entries(DOCUMENTS)) {
      const document = openApi(withParameters(paths), {}, '3.1.0')
      expectListed('verify/sequences/trial-list.txt', name, await sequencesOf(document))
    }
    for (const [name, shape] of Object.entries(SHAPES)) {
      expectListed('verify/sequences/trial-list.txt', name, await sequencesOf(configured(shape).document))
    }
  })
})
