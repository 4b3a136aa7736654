import { openApi } from '../../../../spec/support/published.js'

const INTEGER = { type: 'integer' }
const STRING = { type: 'string' }
const LIST_OF = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 3 }, minItems: 1, maxItems: 3 }
const POINT = { type: 'object', required: ['x'], properties: { x: INTEGER, y: { type: 'boolean' } } }
const parameter = (place: string, name: string, schema: object, more: object = {}) => ({
  ...{ in: place, name, schema },
  ...(place === 'path' ? { required: true } : {}),
  ...more
})
const RESPONSES = { 200: { description: '' }, 400: { description: '' } }
const body = (types: object, more: object = {}) => ({ requestBody: { content: types, ...more } })

/** Operations with parameters of every place and style, and bodies of every kind. */
const OPERATIONS: Readonly<Record<string, object>> = {
  'GET /plain': {},
  'GET /paths/{id}/{name}/{list}': {
    parameters: [
      parameter('path', 'id', { ...INTEGER, minimum: 1 }, { example: 7 }),
      parameter('path', 'name', STRING),
      parameter('path', 'list', LIST_OF)
    ]
  },
  'GET /paths/{id}.json': { parameters: [parameter('path', 'id', { type: ['string', 'null'] })] },
  'GET /rest/{rest}': { parameters: [parameter('path', 'rest', STRING, { 'x-spans-segments': true })] },
  'GET /queries': {
    parameters: [
      parameter('query', 'one', { type: 'number' }, { required: true }),
      parameter('query', 'form', LIST_OF),
      parameter('query', 'comma', LIST_OF, { explode: false }),
      parameter('query', 'space', LIST_OF, { style: 'spaceDelimited', explode: false }),
      parameter('query', 'pipe', LIST_OF, { style: 'pipeDelimited', explode: false }),
      parameter('query', 'deep', POINT, { style: 'deepObject', explode: true }),
      parameter('query', 'fields', POINT),
      parameter('query', 'pairs', POINT, { explode: false }),
      { in: 'query', name: 'json', content: { 'application/json': { schema: POINT } } },
      parameter('query', 'any', {}, { example: 'x y' })
    ]
  },
  'GET /headers': {
    parameters: [
      parameter('header', 'X-One', { ...STRING, maxLength: 4 }, { required: true }),
      parameter('header', 'X-List', LIST_OF),
      parameter('header', 'X-Point', POINT, { explode: true }),
      parameter('header', 'Idempotency-Key', STRING),
      parameter('header', 'If-Match', STRING),
      parameter('cookie', 'session', { enum: ['a', 'b c'] }),
      parameter('cookie', 'list', LIST_OF, { explode: false })
    ]
  },
  'GET /impossible': { parameters: [parameter('query', 'no', { ...INTEGER, minimum: 2, maximum: 1 })] },
  'GET /impossible/required': {
    parameters: [parameter('query', 'no', { ...INTEGER, minimum: 2, maximum: 1 }, { required: true })]
  },
  'POST /json': body({ 'application/json': { schema: { $ref: '#/components/schemas/Order' } } }, { required: true }),
  'POST /types': body({
    'application/json': { schema: POINT },
    'application/vnd.point+json; charset=utf-8': { schema: POINT },
    'text/plain': { schema: { ...STRING, minLength: 2 } },
    'application/octet-stream': { schema: { ...STRING, format: 'binary', maxLength: 20 } },
    'application/x-www-form-urlencoded': { schema: POINT }
  }),
  'PUT /form': body(
    {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['name', 'list'],
          properties: { name: STRING, list: LIST_OF, comma: LIST_OF, point: POINT, on: { type: 'boolean' } }
        },
        encoding: { comma: { explode: false }, point: { style: 'deepObject', explode: true } }
      }
    },
    { required: true }
  ),
  'PUT /upload': body(
    {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['file', 'title'],
          properties: {
            file: { ...STRING, format: 'binary', maxLength: 90 },
            more: { type: 'array', items: { ...STRING, format: 'binary' }, maxItems: 2 },
            title: { ...STRING, maxLength: 9 },
            point: POINT,
            count: INTEGER
          }
        },
        encoding: { file: { contentType: 'image/png' }, more: { contentType: 'text/*, application/pdf' } }
      }
    },
    { required: true }
  ),
  'PATCH /bytes': body({ 'image/png': {}, 'application/pdf': { schema: {} } }, { required: true }),
  'DELETE /impossible': body(
    { 'application/json': { schema: { ...STRING, minLength: 2, maxLength: 1 } } },
    { required: true }
  )
}

const SCHEMAS = {
  Order: {
    type: 'object',
    required: ['name', 'lines'],
    properties: {
      name: { ...STRING, minLength: 2, maxLength: 20 },
      count: { ...INTEGER, minimum: 0 },
      lines: { type: 'array', items: { $ref: '#/components/schemas/Line' }, minItems: 1, maxItems: 3 },
      note: { type: ['string', 'null'] }
    }
  },
  Line: { type: 'object', required: ['id'], properties: { id: INTEGER, price: { type: 'number', minimum: 0.5 } } }
}

/** The document of all of them. */
export function manyOperations(more: object = {}): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [key, operation] of Object.entries(OPERATIONS)) {
    const [method = '', path = ''] = key.split(' ')
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { operationId: key, responses: RESPONSES, ...operation, ...more }
    }
  }
  return openApi(paths, SCHEMAS, '3.1.0')
}
