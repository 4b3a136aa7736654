import { expectListed } from '../../../../spec/support/listed.js'
import { openApi } from '../../../../spec/support/published.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import { RequestMaker } from '../../src/requests/request-maker.js'
import { idIn, locatedIds } from '../../src/resources/identity.js'
import { an, resourceAbove, resourcesOf, singular } from '../../src/resources/resources.js'
import { sequenceTrials } from '../../src/sequences/sequences.js'
import { ValueMaker } from '../../src/values/value-maker.js'
import { playSequences } from '../sequences/play-sequences.js'
import { configured, type Shape } from './configured-service.js'

const LIST = 'verify/resources/shape-list.txt'

/** What services differ in. */
const SHAPES: Readonly<Record<string, Shape>> = {
  'ids of text, things within data': {
    ...{ id: 'thingId', idOf: (number) => `t-${number}`, parameter: 'thingId', around: 'data', items: 'data' },
    ...{ methods: ['DELETE'], total: 'meta.total', size: { name: 'page_size', maximum: 100, declared: 4 } },
    ...{ page: { name: 'page', from: 1 } }
  },
  'an id in the Location alone, pages by offset': {
    ...{ created: 'location', id: '_id', methods: ['PATCH'], items: 'results', total: 'count' },
    ...{ size: { name: 'limit', maximum: 3, declared: 3 }, offset: 'skip' }
  },
  'pages by cursor, orders and bounds': {
    ...{ methods: [], items: 'entries', cursor: 'cursor', size: { name: 'take', maximum: 50 } },
    ...{ sort: { name: 'sort', members: ['price', '-price', 'name_asc', 'nameDesc', 'other'] } },
    ...{ bounds: { price_min: '', priceMax: 'not included', 'price-from': 'or more', price_to: 'inclusive' } }
  },
  'an order with a direction, filters, a total in a header': {
    ...{ methods: [], total: 'x-total-count', filters: ['name', 'price'] },
    ...{ sort: { name: 'sortBy', members: ['price', 'name'], direction: 'order' } }
  },
  'pages from zero': {
    methods: [],
    items: 'list',
    total: 'total',
    page: { name: 'p', from: 0 },
    size: { name: 'size', maximum: 20 }
  },
  'nothing is created': { hasCreate: false, methods: ['PUT', 'DELETE'], items: 'values' },
  'nothing is listed': { hasList: false, more: { parts: { type: 'array', items: { type: 'string', maxLength: 40 } } } },
  'nothing in the response to a creation': { created: 'nothing', methods: ['PUT'] },
  'created later': { created: 'later', methods: ['PUT'] },
  'changes with an entity tag': { hasList: false, condition: 'tag', methods: ['PUT', 'DELETE'] },
  'changes with a version': { hasList: false, condition: 'version', methods: ['PUT', 'PATCH'] }
}

const INTEGER = { type: 'integer' }
const STRING = { type: 'string' }
const OK = {
  200: { description: '', content: { 'application/json': { schema: { type: 'object', properties: { id: INTEGER } } } } }
}
const LISTED = {
  200: {
    description: '',
    content: {
      'application/json': {
        schema: { type: 'array', items: { type: 'object', properties: { id: INTEGER, name: STRING } } }
      }
    }
  }
}
const body = (properties: object) => ({
  requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } }
})

/** Paths with their methods, by which resources are found. */
const PATHS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a collection with its items': { '/books': 'get post', '/books/{id}': 'get put patch delete' },
  'slashes at the end': { '/books/': 'get post', '/books/{id}/': 'get put' },
  'collections below items': {
    '/categories': 'post',
    '/categories/{categoryId}': 'get',
    '/categories/{id}/boxes': 'get post',
    '/categories/{id}/boxes/{boxId}': 'get delete',
    '/categories/{id}/boxes/{box}/notes': 'get post'
  },
  'single resources': {
    '/settings': 'get put',
    '/users': 'post',
    '/users/{id}': 'get',
    '/users/{id}/profile': 'get patch',
    '/users/{id}/address': 'get',
    '/users/{id}/activate': 'post',
    '/me': 'get'
  },
  'items without a collection': { '/files/{name}': 'get put delete', '/a/{x}/{y}': 'get put' },
  'a list alone': { '/events': 'get' },
  'writing alone': { '/events': 'post', '/events/{id}': 'put delete' },
  references: { '/authors': 'post', '/authors/{id}': 'get', '/novels': 'post', '/novels/{id}': 'get put' },
  'below a prefix': {
    '/api/v1/books': 'get post',
    '/api/v1/books/{id}.json': 'get',
    '/{tenant}/users': 'get post',
    '/{tenant}/users/{id}': 'get'
  }
}

const IDS: readonly (readonly [value: unknown, parameter?: string, resource?: string])[] = [
  [{ id: 5 }],
  [{ id: '' }],
  [{ id: null, uuid: 'u' }],
  [{ ID: 5 }],
  [{ bookId: 7, id: 5 }, 'bookId'],
  [{ book_id: 7, id: 5 }, 'bookId'],
  [{ slug: 's', name: 'n' }, 'bookSlug'],
  [{ bookid: 7 }, 'key'],
  [{ _id: 'm' }, 'key'],
  [{ _Id: 'm' }, 'key'],
  [{ data: { id: 5 } }],
  [{ data: { id: 5 }, meta: {} }],
  [{ data: { data: { id: 5 } } }],
  [{ data: [{ id: 5 }] }],
  [[{ id: 5 }]],
  [{ id: true }],
  [{ id: 0 }],
  ['x'],
  [{}]
]

const LOCATIONS = [
  '/books/5',
  'http://a.example/books/5',
  '5',
  '../books/6',
  '/api/books/5',
  '/books',
  '/books/5/',
  '/books/a%2Fb',
  '/books/%zz',
  'http://',
  '?x',
  '/books/5?a#b',
  '//books/5'
]
const WORDS = [
  'books',
  'categories',
  'boxes',
  'classes',
  'dishes',
  'watches',
  'quizzes',
  'status',
  'news',
  'bus',
  'address',
  'series',
  'Books',
  's',
  'data',
  'CATEGORIES',
  'hour',
  'author',
  'order',
  'item',
  'user',
  'event'
]

describe('Resources', () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    it(`are created, read and listed as shape-list.txt says: ${name}`, async () => {
      const { lines } = await playSequences(configured(shape), { shrinkRuns: 10 })
      expectListed(LIST, name, lines)
    }).timeout(60_000)
  }

  it('are found from paths, with the sequences that are played with them', async () => {
    const libraries = await loadLibraries()
    for (const [name, paths] of Object.entries(PATHS)) {
      const written = Object.entries(paths).map(([path, methods]) => {
        const operations = methods.split(' ').map((method) => {
          const properties = {
            title: STRING,
            authorId: INTEGER,
            author_ids: { type: 'array', items: INTEGER },
            tags: { type: 'array', items: STRING }
          }
          const sent = method === 'get' || method === 'delete' ? {} : body(properties)
          return [method, { responses: path.endsWith('s') ? LISTED : OK, ...sent }]
        })
        return [path, Object.fromEntries(operations)]
      })
      const document = readDocument(openApi(Object.fromEntries(written), {}, '3.1.0'))
      const resources = resourcesOf(document.operations)
      const shown = resources.map(({ name, parent, isSingle, ...operations }) => {
        const own = Object.entries(operations).flatMap(([key, each]) =>
          typeof each === 'object' ? [`${key} ${each.id}`] : []
        )
        return `${an(name)}${isSingle ? ', single' : ''}${parent === undefined ? '' : ` of ${an(parent.name)}`}: ${own.join(', ')}`
      })
      const above = document.operations.map(
        (operation) => `${operation.id} is of ${resourceAbove(operation, resources)?.name}`
      )
      const values = new ValueMaker(new SchemaChecks(document, libraries), libraries)
      const trials = sequenceTrials(document.operations, new RequestMaker(values), values)
      const sequences = trials.map(({ label, operation, cost }) => `  ${label} (${operation.id}, about ${cost})`)
      expectListed(LIST, `paths: ${name}`, [...shown, ...above, ...sequences])
    }
  })

  it('have ids in JSON and in Location, and names for sentences', () => {
    const ids = IDS.map(([value, parameter = 'id', resource = 'book']) => {
      return `${JSON.stringify(value)} by ${parameter}: ${JSON.stringify(idIn(value, parameter, resource))}`
    })
    const { operations } = readDocument(
      openApi({ '/books/{id}': { get: {} }, '/books/{id}/notes/{note}': { get: {} } })
    )
    const located = operations.flatMap((operation) =>
      LOCATIONS.map(
        (location) => `${location} for ${operation.path}: ${JSON.stringify(locatedIds(location, '/books', operation))}`
      )
    )
    const words = WORDS.map((word) => `${word}: ${an(singular(word))}`)
    expectListed(LIST, 'ids and names', [...ids, '', ...located, '', ...words])
  })
})
