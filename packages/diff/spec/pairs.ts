import type { Level } from '../src/operations/change.js'

/** Two documents, and what the new one means to clients that keep to the old one. */
export interface DocumentPair {
  readonly title: string
  readonly old: object
  readonly new: object
  readonly truth: Level
  /** Why that is the truth. */
  readonly why: string
}

type Json = Readonly<Record<string, unknown>>

function documentOf(paths: Json, more: Json = {}, openapi = '3.0.3'): object {
  return { openapi, info: { title: 'Shop', version: '1.0.0' }, paths, ...more }
}

const OK = { 200: { description: 'OK' } }

/** A list with an operation that has these members. */
function operation(members: Json, more: Json = {}, openapi?: string): object {
  return documentOf({ '/items': { get: { operationId: 'listItems', responses: OK, ...members } } }, more, openapi)
}

function sent(schema: Json | boolean, more: Json = {}, openapi?: string): object {
  const requestBody = { required: true, content: { 'application/json': { schema } } }
  return documentOf({ '/items': { post: { operationId: 'addItem', requestBody, responses: OK } } }, more, openapi)
}

function received(schema: Json, more: Json = {}, openapi?: string): object {
  return operation(
    { responses: { 200: { description: 'OK', content: { 'application/json': { schema } } } } },
    more,
    openapi
  )
}

function query(parameter: Json | undefined, more: Json = {}): object {
  return operation({ parameters: parameter === undefined ? [] : [{ name: 'q', in: 'query', ...parameter }], ...more })
}

const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more })
const TEXT = { type: 'string' }
const NUMBER = { type: 'integer' }
const key = (name: string) => ({ securitySchemes: { [name]: { type: 'apiKey', in: 'header', name: 'X-Key' } } })
const oauth = {
  securitySchemes: {
    login: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://example.com/token', scopes: { read: 'read', write: 'write' } } }
    }
  }
}

const cat = object({ kind: { type: 'string', enum: ['cat'] }, name: TEXT }, { required: ['kind'] })
const dog = object({ kind: { type: 'string', enum: ['dog'] }, name: TEXT }, { required: ['kind'] })
const bird = object({ kind: { type: 'string', enum: ['bird'] }, name: TEXT }, { required: ['kind'] })

type Row = readonly [title: string, old: object, next: object, truth: Level, why: string]

const OPERATIONS: readonly Row[] = [
  ['nothing', sent(TEXT), sent(TEXT), 'compatible', 'nothing differs'],
  [
    'an operation is removed',
    documentOf({ '/items': { get: { responses: OK }, delete: { responses: OK } } }),
    documentOf({ '/items': { get: { responses: OK } } }),
    'breaking',
    'DELETE /items is a 405'
  ],
  [
    'a path is removed',
    documentOf({ '/items': { get: { responses: OK } }, '/old': { get: { responses: OK } } }),
    documentOf({ '/items': { get: { responses: OK } } }),
    'breaking',
    'GET /old is a 404'
  ],
  [
    'an operation is added',
    documentOf({ '/items': { get: { responses: OK } } }),
    documentOf({ '/items': { get: { responses: OK }, post: { responses: OK } } }),
    'compatible',
    'old clients do not call it'
  ],
  [
    'a parameter of the path has another name',
    documentOf({
      '/items/{id}': {
        get: { operationId: 'a', parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }], responses: OK }
      }
    }),
    documentOf({
      '/items/{itemId}': {
        get: {
          operationId: 'a',
          parameters: [{ name: 'itemId', in: 'path', required: true, schema: TEXT }],
          responses: OK
        }
      }
    }),
    'generated-clients',
    'requests have the value, not the name: GET /items/5 is the same'
  ],
  [
    'an operationId is changed',
    operation({}),
    operation({ operationId: 'list' }),
    'generated-clients',
    'requests are the same'
  ],
  ['an operation is deprecated', operation({}), operation({ deprecated: true }), 'compatible', 'it still works'],
  [
    'texts and tags are changed',
    operation({ summary: 'a' }),
    operation({ summary: 'b', tags: ['x'] }),
    'compatible',
    'they are for people'
  ],
  [
    'the server is replaced',
    operation({}, { servers: [{ url: 'https://example.com/v1' }] }),
    operation({}, { servers: [{ url: 'https://example.com/v2' }] }),
    'breaking',
    'no URL that clients know is left'
  ],
  [
    'a server is added',
    operation({}, { servers: [{ url: 'https://example.com/v1' }] }),
    operation({}, { servers: [{ url: 'https://example.com/v1' }, { url: 'https://eu.example.com/v1' }] }),
    'compatible',
    'the URL that clients know is left'
  ],
  [
    'a schema gets another name',
    received({ $ref: '#/components/schemas/Item' }, { components: { schemas: { Item: object({ name: TEXT }) } } }),
    received({ $ref: '#/components/schemas/Thing' }, { components: { schemas: { Thing: object({ name: TEXT }) } } }),
    'compatible',
    'the names of components are not sent'
  ],
  [
    'a parameter moves to its path',
    documentOf({ '/items': { get: { parameters: [{ name: 'q', in: 'query', schema: TEXT }], responses: OK } } }),
    documentOf({ '/items': { parameters: [{ name: 'q', in: 'query', schema: TEXT }], get: { responses: OK } } }),
    'compatible',
    'parameters of a path are those of its operations'
  ]
]

const PARAMETERS: readonly Row[] = [
  [
    'an optional parameter is added',
    query(undefined),
    query({ schema: TEXT }),
    'compatible',
    'requests may leave it out'
  ],
  [
    'a required parameter is added',
    query(undefined),
    query({ schema: TEXT, required: true }),
    'breaking',
    'old requests lack it'
  ],
  [
    'a parameter is removed',
    query({ schema: TEXT }),
    query(undefined),
    'may-break',
    'it is ignored or rejected, and lists are no longer filtered'
  ],
  [
    'a parameter becomes required',
    query({ schema: TEXT }),
    query({ schema: TEXT, required: true }),
    'breaking',
    'requests could leave it out'
  ],
  [
    'a parameter becomes optional',
    query({ schema: TEXT, required: true }),
    query({ schema: TEXT }),
    'compatible',
    'requests may still have it'
  ],
  [
    'an integer in a query becomes a string',
    query({ schema: NUMBER }),
    query({ schema: TEXT }),
    'compatible',
    'in a query 5 is a string, too'
  ],
  [
    'a string in a query becomes an integer',
    query({ schema: TEXT }),
    query({ schema: NUMBER }),
    'breaking',
    '?q=a was accepted'
  ],
  [
    'a value leaves the enum of a parameter',
    query({ schema: { ...TEXT, enum: ['a', 'b'] } }),
    query({ schema: { ...TEXT, enum: ['a'] } }),
    'breaking',
    '?q=b was accepted'
  ],
  [
    'a value joins the enum of a parameter',
    query({ schema: { ...TEXT, enum: ['a'] } }),
    query({ schema: { ...TEXT, enum: ['a', 'b'] } }),
    'compatible',
    '?q=a is still accepted'
  ],
  [
    'the maximum of a parameter is lowered',
    query({ schema: { ...NUMBER, maximum: 100 } }),
    query({ schema: { ...NUMBER, maximum: 50 } }),
    'breaking',
    '?q=100 was accepted'
  ],
  [
    'the maximum of a parameter is raised',
    query({ schema: { ...NUMBER, maximum: 50 } }),
    query({ schema: { ...NUMBER, maximum: 100 } }),
    'compatible',
    'what was accepted still is'
  ],
  [
    'a list in a query is separated by commas',
    query({ schema: { type: 'array', items: TEXT } }),
    query({ schema: { type: 'array', items: TEXT }, explode: false }),
    'breaking',
    '?q=a&q=b was a list of two'
  ],
  [
    'a style is written out that was the default',
    query({ schema: TEXT }),
    query({ schema: TEXT, style: 'form', explode: true }),
    'compatible',
    'it was the default'
  ],
  [
    'the default of a parameter is changed',
    query({ schema: { ...NUMBER, default: 10 } }),
    query({ schema: { ...NUMBER, default: 20 } }),
    'may-break',
    'requests without it mean something else, and are accepted'
  ],
  [
    'a header of another case',
    operation({ parameters: [{ name: 'X-Tenant', in: 'header', required: true, schema: TEXT }] }),
    operation({ parameters: [{ name: 'x-tenant', in: 'header', required: true, schema: TEXT }] }),
    'compatible',
    'names of headers have no case'
  ],
  [
    'a parameter moves from the query to a header',
    operation({ parameters: [{ name: 'tenant', in: 'query', required: true, schema: TEXT }] }),
    operation({ parameters: [{ name: 'tenant', in: 'header', required: true, schema: TEXT }] }),
    'breaking',
    'old requests lack the header'
  ]
]

const REQUESTS: readonly Row[] = [
  [
    'a request gets a required property',
    sent(object({ a: TEXT })),
    sent(object({ a: TEXT, b: TEXT }, { required: ['b'] })),
    'breaking',
    'old requests lack it'
  ],
  [
    'a request gets an optional property',
    sent(object({ a: TEXT })),
    sent(object({ a: TEXT, b: TEXT })),
    'compatible',
    'old requests do not have it'
  ],
  [
    'a property of a request becomes required',
    sent(object({ a: TEXT })),
    sent(object({ a: TEXT }, { required: ['a'] })),
    'breaking',
    '{} was accepted'
  ],
  [
    'a property of a request becomes optional',
    sent(object({ a: TEXT }, { required: ['a'] })),
    sent(object({ a: TEXT })),
    'compatible',
    'what was accepted still is'
  ],
  [
    'a property of a request is removed',
    sent(object({ a: TEXT, b: TEXT })),
    sent(object({ a: TEXT })),
    'may-break',
    'it is accepted, and no longer means anything'
  ],
  [
    'a property of a closed request is removed',
    sent(object({ a: TEXT, b: TEXT }, { additionalProperties: false })),
    sent(object({ a: TEXT }, { additionalProperties: false })),
    'breaking',
    '{"b": ""} was accepted'
  ],
  [
    'a request is closed',
    sent(object({ a: TEXT })),
    sent(object({ a: TEXT }, { additionalProperties: false })),
    'may-break',
    'whether clients send what has no name, the document does not say'
  ],
  [
    'a request is opened',
    sent(object({ a: TEXT }, { additionalProperties: false })),
    sent(object({ a: TEXT })),
    'compatible',
    'what was accepted still is'
  ],
  [
    'maxLength of a request is lowered',
    sent({ ...TEXT, maxLength: 10 }),
    sent({ ...TEXT, maxLength: 5 }),
    'breaking',
    'ten characters were accepted'
  ],
  [
    'maxLength of a request is raised',
    sent({ ...TEXT, maxLength: 5 }),
    sent({ ...TEXT, maxLength: 10 }),
    'compatible',
    'what was accepted still is'
  ],
  [
    'minLength is added to a request',
    sent(TEXT),
    sent({ ...TEXT, minLength: 1 }),
    'breaking',
    'an empty string was accepted'
  ],
  [
    'minLength 0 is added to a request',
    sent(TEXT),
    sent({ ...TEXT, minLength: 0 }),
    'compatible',
    'every string has it'
  ],
  [
    'a pattern is added to a request',
    sent(TEXT),
    sent({ ...TEXT, pattern: '^[a-z]+$' }),
    'breaking',
    'an empty string was accepted'
  ],
  [
    'a pattern of a request is removed',
    sent({ ...TEXT, pattern: '^[a-z]+$' }),
    sent(TEXT),
    'compatible',
    'what was accepted still is'
  ],
  [
    'a pattern of a request is another',
    sent({ ...TEXT, pattern: '^a+$' }),
    sent({ ...TEXT, pattern: '^a*$' }),
    'may-break',
    'whether an expression matches all that another does is not decided'
  ],
  [
    'a format is added to a request',
    sent(TEXT),
    sent({ ...TEXT, format: 'email' }),
    'breaking',
    'texts that are no addresses were accepted'
  ],
  [
    'an integer of a request becomes a number',
    sent(NUMBER),
    sent({ type: 'number' }),
    'compatible',
    'every integer is a number'
  ],
  ['a number of a request becomes an integer', sent({ type: 'number' }), sent(NUMBER), 'breaking', '0.5 was accepted'],
  [
    'multipleOf 10 of a request becomes 5',
    sent({ ...NUMBER, multipleOf: 10 }),
    sent({ ...NUMBER, multipleOf: 5 }),
    'compatible',
    'every multiple of 10 is one of 5'
  ],
  [
    'multipleOf 5 of a request becomes 10',
    sent({ ...NUMBER, multipleOf: 5 }),
    sent({ ...NUMBER, multipleOf: 10 }),
    'breaking',
    '5 was accepted'
  ],
  [
    'a minimum becomes exclusive',
    sent({ ...NUMBER, minimum: 1 }),
    sent({ ...NUMBER, minimum: 1, exclusiveMinimum: true }),
    'breaking',
    '1 was accepted'
  ],
  [
    'a bound of integers is written otherwise',
    sent({ ...NUMBER, minimum: 1, maximum: 3 }),
    sent({ ...NUMBER, enum: [1, 2, 3] }),
    'compatible',
    'the same three values'
  ],
  ['null is no longer accepted', sent({ ...TEXT, nullable: true }), sent(TEXT), 'breaking', 'null was accepted'],
  ['null is accepted', sent(TEXT), sent({ ...TEXT, nullable: true }), 'compatible', 'what was accepted still is'],
  [
    'a list of a request is limited',
    sent({ type: 'array', items: TEXT }),
    sent({ type: 'array', items: TEXT, maxItems: 3 }),
    'breaking',
    'four items were accepted'
  ],
  [
    'items of a request must differ',
    sent({ type: 'array', items: TEXT }),
    sent({ type: 'array', items: TEXT, uniqueItems: true }),
    'breaking',
    '["a", "a"] was accepted'
  ],
  [
    'a property of items becomes required',
    sent({ type: 'array', items: object({ a: TEXT }) }),
    sent({ type: 'array', items: object({ a: TEXT }, { required: ['a'] }) }),
    'breaking',
    '[{}] was accepted'
  ],
  [
    'a read-only property becomes required',
    sent(object({ id: { ...TEXT, readOnly: true } })),
    sent(object({ id: { ...TEXT, readOnly: true } }, { required: ['id'] })),
    'compatible',
    'requests do not have it'
  ],
  [
    'a variant of a request is added',
    sent({ oneOf: [cat] }),
    sent({ oneOf: [cat, dog] }),
    'compatible',
    'cats are still accepted'
  ],
  [
    'a variant of a request is removed',
    sent({ oneOf: [cat, dog] }),
    sent({ oneOf: [cat] }),
    'breaking',
    'dogs were accepted'
  ],
  [
    'an object of a request becomes one of two',
    sent(cat),
    sent({ oneOf: [cat, dog] }),
    'compatible',
    'cats are still accepted, with their names'
  ],
  [
    'an object of a request becomes the second of two, in a component',
    sent(cat),
    sent({ anyOf: [dog, { $ref: '#/components/schemas/Cat' }] }, { components: { schemas: { Cat: cat } } }),
    'compatible',
    'cats are still accepted, with their names'
  ],
  [
    'an object of a request becomes an object or a text',
    sent(object({ a: TEXT, b: TEXT })),
    sent({ oneOf: [TEXT, object({ b: TEXT, a: TEXT })] }),
    'compatible',
    'the object is still accepted'
  ],
  [
    'an object of a request becomes a smaller object or a text',
    sent(object({ a: TEXT, b: TEXT })),
    sent({ anyOf: [object({ a: TEXT }), TEXT] }),
    'may-break',
    'b is ignored, if it was sent'
  ],
  [
    'an object of a request becomes one of two, both of which it can be',
    sent(object({ a: TEXT }, { required: ['a'] })),
    sent({ oneOf: [object({ a: TEXT }, { required: ['a'] }), object({ b: TEXT }, { required: ['b'] })] }),
    'may-break',
    'whether clients send a `b`, too, the old document does not say; then both match'
  ],
  [
    'an object of a request becomes one of two, the other of which has less',
    sent(object({ a: TEXT, b: TEXT }, { required: ['a'] })),
    sent({ oneOf: [object({ a: TEXT, b: TEXT }, { required: ['a'] }), object({ b: TEXT })] }),
    'breaking',
    'each old request matches both'
  ],
  [
    'what variants of a request have in common is written into each',
    sent({ ...object({ id: TEXT }), oneOf: [cat, dog] }),
    sent({
      oneOf: [cat, dog].map((each) => ({ ...each, properties: { id: TEXT, ...(each.properties as Json) } }))
    }),
    'compatible',
    'it is there in each'
  ],
  [
    'variants of a request are in another order',
    sent({ oneOf: [cat, dog] }),
    sent({ oneOf: [dog, cat] }),
    'compatible',
    'the order says nothing'
  ],
  [
    'one variant of a request is narrowed',
    sent({ oneOf: [cat, dog] }),
    sent({ oneOf: [cat, { ...dog, required: ['kind', 'name'] }] }),
    'breaking',
    '{"kind": "dog"} was accepted'
  ],
  [
    'allOf is written out',
    sent({ allOf: [object({ a: TEXT }, { required: ['a'] }), object({ b: TEXT })] }),
    sent(object({ a: TEXT, b: TEXT }, { required: ['a'] })),
    'compatible',
    'the same values'
  ],
  [
    'allOf gets a part',
    sent({ allOf: [object({ a: TEXT })] }),
    sent({ allOf: [object({ a: TEXT }), { required: ['a'] }] }),
    'breaking',
    '{} was accepted'
  ],
  [
    'a recursive schema is narrowed',
    sent(
      { $ref: '#/components/schemas/Tree' },
      {
        components: {
          schemas: {
            Tree: object({ name: TEXT, children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } })
          }
        }
      }
    ),
    sent(
      { $ref: '#/components/schemas/Tree' },
      {
        components: {
          schemas: {
            Tree: object({
              name: { ...TEXT, maxLength: 3 },
              children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } }
            })
          }
        }
      }
    ),
    'breaking',
    'a longer name was accepted'
  ],
  [
    'nullable of 3.0 becomes a type of 3.1',
    sent({ ...TEXT, nullable: true }),
    sent({ type: ['string', 'null'] }, {}, '3.1.0'),
    'compatible',
    'the same values'
  ],
  [
    'an enum becomes a const',
    sent({ enum: ['a'] }, {}, '3.1.0'),
    sent({ const: 'a' }, {}, '3.1.0'),
    'compatible',
    'the same value'
  ],
  [
    'the body becomes required',
    documentOf({
      '/items': { post: { requestBody: { content: { 'application/json': { schema: TEXT } } }, responses: OK } }
    }),
    documentOf({
      '/items': {
        post: { requestBody: { required: true, content: { 'application/json': { schema: TEXT } } }, responses: OK }
      }
    }),
    'breaking',
    'requests without one were accepted'
  ],
  [
    'a media type of requests is removed',
    documentOf({
      '/items': {
        post: {
          requestBody: { content: { 'application/json': { schema: TEXT }, 'text/plain': { schema: TEXT } } },
          responses: OK
        }
      }
    }),
    documentOf({
      '/items': { post: { requestBody: { content: { 'application/json': { schema: TEXT } } }, responses: OK } }
    }),
    'breaking',
    'text/plain is a 415'
  ],
  [
    'a media type of requests becomes a range that has it',
    documentOf({ '/items': { post: { requestBody: { content: { 'image/png': {} } }, responses: OK } } }),
    documentOf({ '/items': { post: { requestBody: { content: { 'image/*': {} } }, responses: OK } } }),
    'compatible',
    'image/png is an image'
  ]
]

const withStatus = (responses: Json) => operation({ responses })
const described = { description: 'OK' }

const RESPONSES: readonly Row[] = [
  [
    'a response gets a required property',
    received(object({ a: TEXT })),
    received(object({ a: TEXT, b: TEXT }, { required: ['b'] })),
    'compatible',
    'clients may ignore it'
  ],
  [
    'a response gets an optional property',
    received(object({ a: TEXT })),
    received(object({ a: TEXT, b: TEXT })),
    'compatible',
    'clients may ignore it'
  ],
  [
    'a closed response gets a property',
    received(object({ a: TEXT }, { additionalProperties: false })),
    received(object({ a: TEXT, b: TEXT }, { additionalProperties: false })),
    'breaking',
    'the old document promises that there is no other'
  ],
  [
    'a property of a response becomes required',
    received(object({ a: TEXT })),
    received(object({ a: TEXT }, { required: ['a'] })),
    'compatible',
    'clients had to cope with both'
  ],
  [
    'a property of a response becomes optional',
    received(object({ a: TEXT }, { required: ['a'] })),
    received(object({ a: TEXT })),
    'breaking',
    'clients read it without a check'
  ],
  [
    'a required property of a response is removed',
    received(object({ a: TEXT, b: TEXT }, { required: ['a'] })),
    received(object({ b: TEXT })),
    'breaking',
    'clients read it without a check'
  ],
  [
    'an optional property of a response is removed',
    received(object({ a: TEXT, b: TEXT })),
    received(object({ b: TEXT })),
    'may-break',
    'it could be missing before, and now always is'
  ],
  [
    'a value joins the enum of a response',
    received({ ...TEXT, enum: ['a'] }),
    received({ ...TEXT, enum: ['a', 'b'] }),
    'breaking',
    'clients do not know it'
  ],
  [
    'a value leaves the enum of a response',
    received({ ...TEXT, enum: ['a', 'b'] }),
    received({ ...TEXT, enum: ['a'] }),
    'compatible',
    'clients know the rest'
  ],
  [
    'maxLength of a response is raised',
    received({ ...TEXT, maxLength: 5 }),
    received({ ...TEXT, maxLength: 10 }),
    'breaking',
    'clients may have five characters of space'
  ],
  [
    'maxLength of a response is lowered',
    received({ ...TEXT, maxLength: 10 }),
    received({ ...TEXT, maxLength: 5 }),
    'compatible',
    'shorter texts were promised, too'
  ],
  [
    'an integer of a response becomes a number',
    received(NUMBER),
    received({ type: 'number' }),
    'breaking',
    '0.5 is new'
  ],
  [
    'a number of a response becomes an integer',
    received({ type: 'number' }),
    received(NUMBER),
    'compatible',
    'every integer is a number'
  ],
  [
    'a response can be null',
    received(TEXT),
    received({ ...TEXT, nullable: true }),
    'breaking',
    'clients do not expect null'
  ],
  [
    'int32 of a response becomes int64',
    received({ ...NUMBER, format: 'int32' }),
    received({ ...NUMBER, format: 'int64' }),
    'breaking',
    'larger numbers do not fit'
  ],
  [
    'a variant of a response is added',
    received({ oneOf: [cat, dog] }),
    received({ oneOf: [cat, dog, bird] }),
    'breaking',
    'clients do not know birds'
  ],
  [
    'an object of a response becomes one of two',
    received(cat),
    received({ oneOf: [cat, dog] }),
    'breaking',
    'clients do not know dogs'
  ],
  [
    'an object of a response becomes one of a list of one',
    received(cat),
    received({ anyOf: [cat] }),
    'compatible',
    'it is the same object'
  ],
  [
    'one of two variants of a response is the object itself',
    received({ oneOf: [cat, dog] }),
    received(dog),
    'compatible',
    'clients know dogs'
  ],
  [
    'a variant of a response is removed',
    received({ oneOf: [cat, dog] }),
    received({ oneOf: [cat] }),
    'compatible',
    'clients know cats'
  ],
  [
    'a write-only property becomes optional',
    received(object({ secret: { ...TEXT, writeOnly: true } }, { required: ['secret'] })),
    received(object({ secret: { ...TEXT, writeOnly: true } })),
    'compatible',
    'responses do not have it'
  ],
  [
    'the items of a response lose a property',
    received({ type: 'array', items: object({ a: TEXT }, { required: ['a'] }) }),
    received({ type: 'array', items: object({}) }),
    'breaking',
    'clients read it without a check'
  ],
  [
    'a success is replaced',
    withStatus({ 200: described }),
    withStatus({ 202: described }),
    'breaking',
    'no success that clients know is left'
  ],
  [
    'a success is added',
    withStatus({ 200: described }),
    withStatus({ 200: described, 202: described }),
    'may-break',
    'clients may take 202 for done'
  ],
  [
    'an error is added',
    withStatus({ 200: described }),
    withStatus({ 200: described, 409: described }),
    'compatible',
    'clients read an unknown 4xx as a 400'
  ],
  [
    'an error is removed',
    withStatus({ 200: described, 409: described }),
    withStatus({ 200: described }),
    'compatible',
    'clients need not expect it'
  ],
  [
    'an error of the default gets a status of its own and its body',
    withStatus({
      200: described,
      default: {
        description: 'Error',
        content: { 'application/json': { schema: object({ message: TEXT }, { required: ['message'] }) } }
      }
    }),
    withStatus({
      200: described,
      404: {
        description: 'None',
        content: { 'application/json': { schema: object({ message: TEXT }, { required: ['message'] }) } }
      },
      default: {
        description: 'Error',
        content: { 'application/json': { schema: object({ message: TEXT }, { required: ['message'] }) } }
      }
    }),
    'compatible',
    'the default promised the same body'
  ],
  [
    'an error of the default gets a body of its own',
    withStatus({
      200: described,
      default: {
        description: 'Error',
        content: { 'application/json': { schema: object({ message: TEXT }, { required: ['message'] }) } }
      }
    }),
    withStatus({
      200: described,
      404: { description: 'None', content: { 'application/json': { schema: object({ text: TEXT }) } } },
      default: {
        description: 'Error',
        content: { 'application/json': { schema: object({ message: TEXT }, { required: ['message'] }) } }
      }
    }),
    'breaking',
    'clients read the message of every error'
  ],
  [
    'a media type of responses is removed',
    withStatus({
      200: { ...described, content: { 'application/json': { schema: TEXT }, 'text/csv': { schema: TEXT } } }
    }),
    withStatus({ 200: { ...described, content: { 'application/json': { schema: TEXT } } } }),
    'breaking',
    'clients that accept text/csv get a 406'
  ],
  [
    'a media type of responses is added',
    withStatus({ 200: { ...described, content: { 'application/json': { schema: TEXT } } } }),
    withStatus({
      200: { ...described, content: { 'application/json': { schema: TEXT }, 'text/csv': { schema: TEXT } } }
    }),
    'compatible',
    'clients get what they accept'
  ],
  [
    'a required header of a response is removed',
    withStatus({ 200: { ...described, headers: { 'X-Total': { required: true, schema: NUMBER } } } }),
    withStatus({ 200: described }),
    'breaking',
    'clients read it without a check'
  ],
  [
    'a header of a response is added',
    withStatus({ 200: described }),
    withStatus({ 200: { ...described, headers: { 'X-Total': { schema: NUMBER } } } }),
    'compatible',
    'clients may ignore it'
  ]
]

const SECURITY: readonly Row[] = [
  [
    'credentials become required',
    operation({}),
    operation({ security: [{ key: [] }] }, { components: key('key') }),
    'breaking',
    'requests without credentials were accepted'
  ],
  [
    'credentials are no longer required',
    operation({ security: [{ key: [] }] }, { components: key('key') }),
    operation({}, { components: key('key') }),
    'compatible',
    'requests with them are still accepted'
  ],
  [
    'credentials become optional',
    operation({ security: [{ key: [] }] }, { components: key('key') }),
    operation({ security: [{ key: [] }, {}] }, { components: key('key') }),
    'compatible',
    'requests with them are still accepted'
  ],
  [
    'the security scheme gets another name',
    operation({ security: [{ key: [] }] }, { components: key('key') }),
    operation({ security: [{ apiKey: [] }] }, { components: key('apiKey') }),
    'compatible',
    'requests have the header, not the name of the scheme'
  ],
  [
    'a scope is added',
    operation({ security: [{ login: ['read'] }] }, { components: oauth }),
    operation({ security: [{ login: ['read', 'write'] }] }, { components: oauth }),
    'breaking',
    'tokens without it were enough'
  ],
  [
    'a scope is removed',
    operation({ security: [{ login: ['read', 'write'] }] }, { components: oauth }),
    operation({ security: [{ login: ['read'] }] }, { components: oauth }),
    'compatible',
    'tokens with it still are enough'
  ],
  [
    'security moves from the operation to the document',
    operation({ security: [{ key: [] }] }, { components: key('key') }),
    operation({}, { components: key('key'), security: [{ key: [] }] }),
    'compatible',
    'the document is what operations without their own have'
  ],
  [
    'the key moves to another header',
    operation({ security: [{ key: [] }] }, { components: key('key') }),
    operation(
      { security: [{ key: [] }] },
      { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Api-Key' } } } }
    ),
    'breaking',
    'old requests have the other header'
  ]
]

/** From small to large: what a change of a document can be. */
export const PAIRS: readonly DocumentPair[] = [
  ...OPERATIONS,
  ...PARAMETERS,
  ...REQUESTS,
  ...RESPONSES,
  ...SECURITY
].map(([title, old, next, truth, why]) => ({ title, old, new: next, truth, why }))
