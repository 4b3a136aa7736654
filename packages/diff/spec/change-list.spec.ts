import { expectWholeList } from '../../../spec/support/whole-list.js'
import { diffDocuments } from '../src/diff-documents.js'
import { openAPIDocument } from '../src/document/openapi-document.js'

type Json = Readonly<Record<string, unknown>>
type Pair = readonly [title: string, one: Json, other: Json]

const s = { type: 'string' }
const i = { type: 'integer' }
const o = (properties: Json, more: Json = {}) => ({ type: 'object', properties, ...more })
const OK = { 200: { description: 'OK' } }

function document(root: Json): Json {
  return { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, ...root }
}

/** A document with `GET /items`. */
function get(members: Json, root: Json = {}): Json {
  return document({ paths: { '/items': { get: { operationId: 'list', responses: OK, ...members } } }, ...root })
}

const paths = (list: Json, root: Json = {}) => document({ paths: list, ...root })
const query = (...parameters: readonly Json[]) =>
  get({ parameters: parameters.map((each) => ({ in: 'query', name: 'q', ...each })) })
const body = (requestBody: unknown, root: Json = {}) => get({ requestBody }, root)
const json = (schema: unknown, more: Json = {}) => ({ content: { 'application/json': { schema } }, ...more })
const sent = (schema: unknown, root: Json = {}) => body(json(schema), root)
const received = (schema: unknown, root: Json = {}) => get({ responses: { 200: json(schema) } }, root)
const responses = (list: Json) => get({ responses: list })
const header = (headers: Json) => responses({ 200: { headers } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const operation = { responses: OK }

const SCHEMES = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  basic: { type: 'http', scheme: 'Basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  login: { type: 'oauth2', flows: { password: { tokenUrl: 'https://a.example/token', scopes: {} } } },
  elsewhere: { type: 'oauth2', flows: { password: { tokenUrl: 'https://b.example/token', scopes: {} } } },
  two: { type: 'oauth2', flows: { implicit: { authorizationUrl: '/a' }, password: { tokenUrl: '/b' } } },
  otherTwo: { type: 'oauth2', flows: { password: { tokenUrl: '/b' }, implicit: { authorizationUrl: '/a' } } },
  account: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example/openid' },
  other: { type: 'openIdConnect', openIdConnectUrl: 'https://b.example/openid' },
  certificate: { type: 'mutualTLS' },
  odd: { type: 'other' },
  shared: { $ref: '#/components/securitySchemes/key' },
  'a/b': { type: 'http' }
}
const secured = (security: unknown, more: Json = {}) =>
  get({ security, ...more }, { components: { securitySchemes: SCHEMES } })
const securedAll = (security: unknown, more: Json = {}) =>
  get({}, { security, components: { securitySchemes: SCHEMES }, ...more })

const GROUPS: Readonly<Record<string, readonly Pair[]>> = {
  operations: [
    ['nothing', document({}), document({})],
    ['no operation', document({}), paths({ '/items': { get: operation } })],
    ['another method', paths({ '/items': { get: operation } }), paths({ '/items': { put: operation } })],
    [
      'all methods',
      paths({ '/a': {} }),
      paths({
        '/a': Object.fromEntries(
          ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace', 'query', 'other'].map((name) => [
            name,
            operation
          ])
        )
      })
    ],
    [
      'a moved operation',
      paths({ '/a': { get: { operationId: 'a' } }, '/same': { get: {} } }),
      paths({ '/b': { post: { operationId: 'a' } }, '/same': { get: {} } })
    ],
    ['other names in the path', paths({ '/a/{b}/{c}': { get: {} } }), paths({ '/a/{x}/{y}': { get: {} } })],
    ['a path of another form', paths({ '/a/{b}': { get: {} } }), paths({ '/a/b': { get: {} } })],
    ['extensions beside paths', paths({ 'x-a': { get: {} }, '/a~b': {} }), paths({ '/a~b': { get: {} } })],
    [
      'a path that is a reference',
      paths({ '/a': { get: {} } }),
      paths({ '/a': { $ref: '#/components/pathItems/A' } }, { components: { pathItems: { A: { get: {}, put: {} } } } })
    ],
    [
      'additional operations',
      paths({ '/a': { additionalOperations: { LINK: {}, copy: {} } } }),
      paths({ '/a': { additionalOperations: { LINK: { deprecated: true } } } })
    ],
    [
      'what is no operation',
      paths({ '/a': { get: 'x', put: null, post: [] }, '/b': 7 }),
      paths({ '/a': { get: {} }, '/b': { get: {} } })
    ],
    ['what is no path', document({ paths: [] }), document({ paths: { '/a': { get: {} } } })],
    ['an operationId', get({ operationId: undefined }), get({})],
    ['another operationId', get({ operationId: 'a' }), get({ operationId: 'b' })],
    ['an operationId that is no text', get({ operationId: 7 }), get({ operationId: undefined })],
    ['deprecated', get({ deprecated: true }), get({ deprecated: false })],
    ['deprecated before, too', get({ deprecated: true }), get({ deprecated: true, summary: 'a' })],
    ['tags', get({ tags: ['a', 'b'] }), get({ tags: ['b', 'a'] })],
    ['other tags', get({ tags: ['a', 'b'] }), get({ tags: ['a'] })],
    ['a summary', get({ summary: 'a' }), get({})],
    ['a description', get({ description: 'a' }), get({ description: 'b' })],
    [
      'several changes, the worst first',
      get({ summary: 'a', tags: ['a'], operationId: 'a', parameters: [{ in: 'query', name: 'q' }] }),
      get({ parameters: [{ in: 'query', name: 'r', required: true }] })
    ]
  ],
  'the API and its servers': [
    ['another title', document({ info: { title: 'A', version: '1' } }), document({})],
    ['another version', document({ info: { title: 'Shop', version: '2' } }), document({})],
    ['no version', document({ info: { title: 'Shop' } }), document({})],
    ['members in another order', document({ info: { version: '1', title: 'Shop' } }), document({})],
    ['no information', document({ info: undefined }), document({ info: 7 })],
    ['a server', get({}, { servers: [{ url: 'https://a.example' }] }), get({})],
    ['the default server', get({}, { servers: [{ url: '/' }] }), get({})],
    ['no server', get({}, { servers: [] }), get({}, { servers: [7] })],
    [
      'a server without operations',
      document({ servers: [{ url: 'https://a.example' }] }),
      document({ servers: [{ url: 'https://b.example' }] })
    ],
    [
      'a slash at the end',
      get({}, { servers: [{ url: 'https://a.example/' }, { url: '/v1' }] }),
      get({}, { servers: [{ url: 'https://a.example' }, { url: '/v1/' }] })
    ],
    [
      'servers more and less',
      get({}, { servers: [{ url: '/a' }, { url: '/b' }] }),
      get({}, { servers: [{ url: '/b' }, { url: '/c' }, { url: '/c' }] })
    ],
    [
      'other servers',
      get({}, { servers: [{ url: '/a' }, { url: '/b' }] }),
      get({}, { servers: [{ url: '/c' }, { url: '/d' }] })
    ],
    [
      'a variable',
      get({}, { servers: [{ url: '/{v}', variables: { v: { default: 'v1' } } }] }),
      get({}, { servers: [{ url: '/{v}', variables: { v: { default: 'v2' } } }] })
    ],
    [
      'values of a variable in another order',
      get({}, { servers: [{ url: '/{v}/{w}', variables: { v: { enum: ['b', 'a'] }, w: {} } }] }),
      get({}, { servers: [{ url: '/{v}/{w}', variables: { v: { enum: ['a', 'b'] }, w: {} } }] })
    ],
    [
      'other values of a variable',
      get({}, { servers: [{ url: '/{v}', variables: { v: { enum: ['a'] } } }] }),
      get({}, { servers: [{ url: '/{v}', variables: { v: { enum: ['a', 'b'] } } }] })
    ],
    [
      'a URL that is no text in place of one',
      get({}, { servers: [{ url: 7 }] }),
      get({}, { servers: [{ url: '/a' }] })
    ],
    ['a URL that is no text', get({}, { servers: [{ url: 7 }] }), get({}, { servers: [{}] })],
    ['a server of the operation', get({ servers: [{ url: '/a' }] }), get({})],
    [
      'an empty list of the operation',
      get({ servers: [] }, { servers: [{ url: '/a' }] }),
      get({}, { servers: [{ url: '/a' }] })
    ],
    [
      'a server of the path',
      paths({ '/a': { servers: [{ url: '/a' }], get: {} } }),
      paths({ '/a': { servers: [{ url: '/b' }], get: {} } })
    ],
    [
      'a server of the path, and one of the operation',
      paths({ '/a': { servers: [{ url: '/a' }], get: { servers: [{ url: '/c' }] } } }),
      paths({ '/a': { servers: [{ url: '/b' }], get: { servers: [{ url: '/c' }] } } })
    ]
  ],
  parameters: [
    ['a parameter', query({}), query()],
    ['a required parameter', query({ required: true }), query()],
    ['required', query({ required: true }), query({})],
    ['deprecated', query({ deprecated: true }), query({})],
    ['a parameter of the path', paths({ '/a': { parameters: [{ in: 'query', name: 'q' }], get: {} } }), query()],
    [
      'a parameter of the path that the operation has, too',
      paths({ '/a': { parameters: [{ in: 'query', name: 'q', schema: s }], get: {} } }),
      paths({
        '/a': {
          parameters: [{ in: 'query', name: 'q', schema: i }],
          get: { parameters: [{ in: 'query', name: 'q', schema: s }] }
        }
      })
    ],
    ['another place', query({ in: 'cookie' }), query({ in: 'header' })],
    ['headers in another case', query({ in: 'header', name: 'X-A' }), query({ in: 'header', name: 'x-a' })],
    ['names in another case', query({ name: 'A' }), query({ name: 'a' })],
    [
      'headers that say nothing here',
      query({ in: 'header', name: 'Accept' }, { in: 'header', name: 'content-type' }),
      query({ in: 'header', name: 'AUTHORIZATION' }, { name: 'accept' })
    ],
    [
      'a reference',
      get(
        { parameters: [{ $ref: '#/components/parameters/Q' }] },
        { components: { parameters: { Q: { in: 'query', name: 'q', schema: s } } } }
      ),
      query({ schema: i })
    ],
    ['what is no parameter', get({ parameters: [7, null] }), get({ parameters: 'a' })],
    [
      'other names in the path, and types',
      paths({
        '/{a}/{b}': {
          get: {
            parameters: [
              { in: 'path', name: 'a', schema: s },
              { in: 'path', name: 'b', schema: i }
            ]
          }
        }
      }),
      paths({
        '/{b}/{c}': {
          get: {
            parameters: [
              { in: 'path', name: 'b', required: true, schema: s },
              { in: 'path', name: 'c', required: true, schema: s }
            ]
          }
        }
      })
    ],
    [
      'a parameter of the query that has the name of one of the path',
      paths({ '/{a}': { get: { parameters: [{ in: 'query', name: 'a', schema: s }] } } }),
      paths({ '/{b}': { get: { parameters: [{ in: 'query', name: 'a', schema: i }] } } })
    ],
    [
      'a name that the path does not have',
      paths({ '/{a}': { get: { parameters: [{ in: 'path', name: 'b' }] } } }),
      paths({ '/{a}': { get: { parameters: [{ in: 'path', name: 'a' }] } } })
    ],
    ['empty values', query({ allowEmptyValue: true }), query({})],
    ['empty values and reserved characters', query({ allowEmptyValue: true, allowReserved: true }), query({})],
    [
      'a list, not exploded',
      query({ schema: { type: 'array' } }),
      query({ schema: { type: 'array' }, explode: false })
    ],
    [
      'a list with pipes',
      query({ schema: { type: 'array' }, style: 'pipeDelimited' }),
      query({ schema: { type: 'array' }, style: 'form', explode: true })
    ],
    [
      'a deep object',
      query({ schema: { type: 'object' }, style: 'deepObject' }),
      query({ schema: { type: 'object' }, style: 'deepObject', explode: false })
    ],
    ['a text, not exploded', query({ schema: s, explode: false }), query({ schema: s, style: 'pipeDelimited' })],
    ['a text with spaces', query({ schema: s, style: 'spaceDelimited' }), query({ schema: s })],
    [
      'a path with dots',
      query({ in: 'path', schema: s, style: 'label' }),
      query({ in: 'path', schema: s, style: 'simple' })
    ],
    [
      'a list in a header',
      query({ in: 'header', schema: { type: 'array' } }),
      query({ in: 'header', schema: { type: 'array' }, explode: true })
    ],
    [
      'a list in a cookie',
      query({ in: 'cookie', schema: { type: 'array' } }),
      query({ in: 'cookie', schema: { type: 'array' }, explode: false })
    ],
    ['a list in place of a text', query({ schema: { type: 'array', items: s } }), query({ schema: s })],
    ['a text or a list', query({ schema: { type: ['string', 'array'] } }), query({ schema: s, explode: false })],
    ['any type', query({ schema: {} }), query({ schema: s, explode: false })],
    ['JSON in a parameter', query({ content: { 'application/json': { schema: o({ a: i }) } } }), query({ schema: s })],
    [
      'other JSON in a parameter',
      query({ content: { 'application/json': { schema: i } } }),
      query({ content: { 'application/json': { schema: s } } })
    ],
    [
      'another type of content',
      query({ content: { 'application/json': { schema: i } } }),
      query({ content: { 'text/plain': { schema: i } } })
    ],
    ['content that is none', query({ content: { 'application/json': 7 }, schema: i }), query({ schema: s })],
    [
      'five types',
      query({ schema: { type: ['null', 'boolean', 'number', 'string', 'array'] } }),
      query({ schema: { type: ['null', 'boolean', 'number', 'string', 'array'] }, explode: false })
    ],
    ['a number as a text', query({ schema: i }), query({ schema: s })],
    ['a default', query({ schema: { ...i, default: 1 } }), query({ schema: { ...i, default: 2 } })]
  ],
  'bodies of requests': [
    ['a body', body(json(s)), get({})],
    ['a required body', body(json(s, { required: true })), get({})],
    ['required', body(json(s, { required: true })), body(json(s))],
    ['a reference', body({ $ref: '#/components/requestBodies/A' }), body(json(s))],
    [
      'a reference that leads somewhere',
      body({ $ref: '#/components/requestBodies/A' }, { components: { requestBodies: { A: json(i) } } }),
      body(json(s))
    ],
    ['what is no body', body('a'), body({})],
    ['another media type', body(json(s)), body({ content: { 'text/plain': { schema: s } } })],
    [
      'a media type with parameters',
      body({ content: { 'Application/JSON; charset=utf-8': { schema: s } } }),
      body(json(s))
    ],
    ['a range', body({ content: { 'application/*': { schema: i } } }), body(json(s))],
    ['any media type', body({ content: { '*/*': { schema: i } } }), body(json(s))],
    [
      'a range beside the type',
      body({ content: { '*/*': { schema: i }, 'application/*': { schema: s }, 'application/json': { schema: i } } }),
      body(json(i))
    ],
    ['no schema', body({ content: { 'application/json': {} } }), body(json(s))],
    ['content that is none', body({ content: { 'application/json': 7 } }), body(json(s))],
    [
      'a form',
      body({ content: { 'application/x-www-form-urlencoded': { schema: o({ a: i }) } } }),
      body({ content: { 'application/x-www-form-urlencoded': { schema: o({ a: s }) } } })
    ],
    [
      'a form with files',
      body({ content: { 'multipart/form-data': { schema: o({ a: i }), encoding: { a: { style: 'form' } } } } }),
      body({ content: { 'multipart/form-data': { schema: o({ a: s }) } } })
    ]
  ],
  responses: [
    ['a status', responses({ 200: {}, 201: {} }), responses({ 200: {} })],
    ['a success and an error', responses({ 200: {}, 404: {} }), responses({ 201: {} })],
    ['a range of successes', responses({ '2XX': {} }), responses({ 404: {} })],
    ['a redirect', responses({ 200: {}, 302: {} }), responses({ 200: {} })],
    ['an error', responses({ 200: {}, 404: {} }), responses({ 200: {} })],
    ['a fault', responses({ 200: {}, '5xx': {} }), responses({ 200: {} })],
    ['the default', responses({ 200: {}, default: {} }), responses({ 200: {} })],
    ['an information', responses({ 200: {}, 102: {} }), responses({ 200: {} })],
    ['another success', responses({ 200: {}, 400: {} }), responses({ 201: {}, 400: {} })],
    ['two successes', responses({ 200: {}, 201: {} }), responses({ 201: {}, 202: {} })],
    ['no success', responses({ 200: {} }), responses({ 400: {} })],
    ['a range', responses({ '2XX': json(s) }), responses({ 201: json(i) })],
    ['a range in another case', responses({ '4xx': json(s) }), responses({ '4XX': json(i) })],
    ['a status of the default', responses({ default: json(s) }), responses({ 404: json(i), default: json(s) })],
    ['a status in place of the default', responses({ default: json(s) }), responses({ 404: json(s) })],
    ['a success of the default', responses({ 200: json(s) }), responses({ default: json(s) })],
    ['what is no status', responses({ 99: {}, 600: {}, '2X0': {}, 'x-a': {}, '1200': {} }), responses({ 200: {} })],
    ['no responses', get({ responses: undefined }), get({ responses: 'a' })],
    [
      'a reference',
      get({ responses: { 200: { $ref: '#/components/responses/A' } } }, { components: { responses: { A: json(i) } } }),
      responses({ 200: json(s) })
    ],
    ['a body', responses({ 200: json(s) }), responses({ 200: {} })],
    ['another media type', responses({ 200: json(s) }), responses({ 200: { content: { 'text/plain': {} } } })],
    [
      'one of two media types',
      responses({ 200: { content: { 'text/plain': {}, 'application/json': {} } } }),
      responses({ 200: json({}) })
    ],
    ['a range of media types', responses({ 200: { content: { '*/*': { schema: s } } } }), responses({ 200: json(i) })],
    [
      'lines',
      responses({ 200: { content: { 'application/jsonl': { schema: s, 'x-lines': o({ a: s }) } } } }),
      responses({ 200: { content: { 'application/jsonl': { schema: s, 'x-lines': o({ a: i }) } } } })
    ],
    [
      'items of 3.2',
      responses({ 200: { content: { 'application/jsonl': { itemSchema: i } } } }),
      responses({ 200: { content: { 'application/jsonl': {} } } })
    ],
    [
      'events',
      responses({ 200: { content: { 'text/event-stream': { 'x-events': { a: s, 'b/c': i } } } } }),
      responses({ 200: { content: { 'text/event-stream': { 'x-events': { a: i } } } } })
    ],
    ['a header', header({ 'X-A': { schema: s } }), header({})],
    ['a required header', header({ 'X-A': { required: true, schema: s } }), header({})],
    ['required', header({ 'X-A': { required: true } }), header({ 'X-A': {} })],
    ['a header in another case', header({ 'X-A': { schema: s } }), header({ 'x-a': { schema: i } })],
    [
      'the media type as a header',
      header({ 'content-type': { schema: s } }),
      header({ 'Content-Type': { schema: i } })
    ],
    ['what is no header', header({ 'X-A': 7 }), header({ 'X-A': { schema: i } })],
    [
      'a header that is a reference',
      get(
        { responses: { 200: { headers: { A: { $ref: '#/components/headers/A' } } } } },
        {
          components: { headers: { A: { schema: i } } }
        }
      ),
      header({ A: { schema: s } })
    ]
  ],
  'webhooks and callbacks': [
    ['a webhook', document({ webhooks: { made: { post: json(s) } } }), document({})],
    [
      'a webhook with another body',
      document({ webhooks: { made: { post: { requestBody: json(s), deprecated: true } } } }),
      document({ webhooks: { made: { post: { requestBody: json(i) } } } })
    ],
    [
      'a webhook without a body',
      document({ webhooks: { made: { post: { requestBody: json(s) } } } }),
      document({ webhooks: { made: { post: {} } } })
    ],
    [
      'a webhook of two methods',
      document({ webhooks: { 'a/b': { post: {}, put: {} } } }),
      document({ webhooks: { 'a/b': { put: {} } } })
    ],
    ['a callback', get({ callbacks: { done: { '{$request.body#/url}': { post: {} } } } }), get({})],
    [
      'a callback with another body',
      get({ callbacks: { done: { '{$url}': { post: { requestBody: json(s) } } } } }),
      get({ callbacks: { done: { '{$url}': { post: { requestBody: json(i) } } } } })
    ],
    [
      'a callback that is a reference',
      get(
        { callbacks: { done: { $ref: '#/components/callbacks/D' } } },
        {
          components: { callbacks: { D: { '{$url}': { post: { requestBody: json(i) } } } } }
        }
      ),
      get({ callbacks: { done: { '{$url}': { post: { requestBody: json(s) } } } } })
    ],
    ['what is no callback', get({ callbacks: { a: 7 } }), get({ callbacks: [] })]
  ],
  security: [
    ['a key', secured([{ key: [] }]), secured(undefined)],
    ['no list', secured([]), secured(undefined)],
    ['an empty requirement', secured([{ key: [] }, {}]), secured([{ key: [] }])],
    ['two keys at once', secured([{ key: [], bearer: [] }]), secured([{ key: [] }])],
    ['one of two', secured([{ key: [] }, { bearer: [] }]), secured([{ bearer: [] }])],
    ['another scheme', secured([{ basic: [] }]), secured([{ bearer: [] }])],
    ['the same scheme by another name', secured([{ shared: [] }]), secured([{ key: [] }])],
    ['a key in another place', secured([{ cookie: [] }]), secured([{ key: [] }])],
    ['a scope', secured([{ login: ['a'] }]), secured([{ login: [] }])],
    ['two scopes', secured([{ login: ['a', 'b', 'c'] }]), secured([{ login: ['a', 'a'] }])],
    ['another scope', secured([{ login: ['a'] }]), secured([{ login: ['b'] }])],
    ['scopes that are none', secured([{ login: 7 }]), secured([{ login: [7, null] }])],
    ['scopes of two schemes', secured([{ login: ['a'], account: ['b'] }]), secured([{ login: ['a'], account: [] }])],
    ['another place of tokens', secured([{ login: [] }]), secured([{ elsewhere: [] }])],
    ['another provider', secured([{ account: [] }]), secured([{ other: [] }])],
    ['a certificate', secured([{ certificate: [] }]), secured([{ odd: [] }])],
    ['a scheme that is not declared', secured([{ none: [] }]), secured([{ 'a/b': [] }])],
    ['of the whole document', securedAll([{ key: [] }]), securedAll([{ bearer: [] }])],
    ['of the document and the operation', securedAll([{ key: [] }]), secured([{ key: [] }])],
    [
      'excepted from that of the document',
      get({ security: [] }, { security: [{ key: [] }] }),
      securedAll([{ key: [] }])
    ],
    ['what is no list', secured('a'), secured([7])],
    ['flows in another order', secured([{ two: [] }]), secured([{ otherTwo: [] }])],
    ['scopes beside', secured([{ key: [] }], { 'x-security-scopes': [{ key: ['a'] }] }), secured([{ key: [] }])],
    [
      'scopes beside those of the document',
      securedAll([{ key: [] }], { 'x-security-scopes': [{ key: ['a'] }] }),
      securedAll([{ key: [] }])
    ],
    [
      'scopes beside the second',
      secured([{ basic: [] }, { key: [] }], { 'x-security-scopes': [{}, { key: ['a'] }] }),
      secured([{ basic: [] }, { key: ['a'] }])
    ]
  ],
  'schemas of requests': [
    ['type', sent(s), sent(i)],
    ['no value', sent(false), sent(s)],
    ['enum', sent({ enum: ['a'] }), sent({ enum: ['a', 'b'] })],
    ['another enum', sent({ enum: ['a'] }), sent({ enum: ['b'] })],
    ['an enum of any text', sent({ enum: ['a'] }), sent(s)],
    ['many values', sent({ enum: [1, 2, 3, 4, 5, 6, 7, 8, 9] }), sent({ enum: [0] })],
    ['a long value', sent({ enum: ['a'.repeat(80)] }), sent({ enum: ['b'.repeat(58)] })],
    ['minimum', sent({ ...i, minimum: 1 }), sent({ ...i, minimum: 2 })],
    ['maximum', sent({ ...i, maximum: 1 }), sent(i)],
    ['multipleOf', sent({ ...i, multipleOf: 2 }), sent({ ...i, multipleOf: 3 })],
    ['minLength', sent({ ...s, minLength: 1 }), sent(s)],
    ['maxLength', sent({ ...s, maxLength: 1 }), sent({ ...s, maxLength: 2 })],
    ['pattern', sent({ ...s, pattern: '^a' }), sent({ ...s, pattern: '^b' })],
    ['a pattern more', sent({ ...s, pattern: '^a' }), sent(s)],
    ['format', sent({ ...s, format: 'date' }), sent({ ...s, format: 'uuid' })],
    ['minItems', sent({ type: 'array', minItems: 1 }), sent({ type: 'array' })],
    ['maxItems', sent({ type: 'array', maxItems: 1 }), sent({ type: 'array' })],
    ['uniqueItems', sent({ type: 'array', uniqueItems: true }), sent({ type: 'array' })],
    ['minProperties', sent({ type: 'object', minProperties: 1 }), sent({ type: 'object' })],
    ['maxProperties', sent({ type: 'object', maxProperties: 1 }), sent({ type: 'object' })],
    ['required', sent(o({ a: s }, { required: ['a'] })), sent(o({ a: s }))],
    ['a required property', sent(o({ a: s }, { required: ['a'] })), sent(o({}))],
    ['a property', sent(o({ a: s })), sent(o({}))],
    [
      'a property of an open object',
      sent(o({ a: s }, { additionalProperties: true })),
      sent(o({}, { additionalProperties: true }))
    ],
    ['a closed object', sent(o({ a: s }, { additionalProperties: false })), sent(o({ a: s }))],
    [
      'a property of a closed object',
      sent(o({ a: s }, { additionalProperties: false })),
      sent(o({}, { additionalProperties: false }))
    ],
    [
      'a map that is closed',
      sent(o({ a: o({}, { additionalProperties: true }) }, { additionalProperties: true })),
      sent(o({ a: o({}, { additionalProperties: false }) }, { additionalProperties: false }))
    ],
    [
      'a closed object within',
      sent(o({ a: o({ b: s }, { additionalProperties: false }) })),
      sent(o({ a: o({ b: s }) }))
    ],
    [
      'names more',
      sent({ type: 'object', propertyNames: { maxLength: 1 }, additionalProperties: s }),
      sent({ type: 'object', additionalProperties: s })
    ],
    [
      'patterns of two properties',
      sent(o({ a: { ...s, pattern: '^a' }, b: s })),
      sent(o({ a: s, b: { ...s, pattern: '^a' } }))
    ],
    ['a map', sent(o({}, { additionalProperties: s })), sent(o({}, { additionalProperties: i }))],
    ['a schema of other properties', sent(o({}, { additionalProperties: s })), sent(o({}))],
    [
      'names',
      sent({ type: 'object', propertyNames: { maxLength: 1 }, additionalProperties: s }),
      sent({ type: 'object', propertyNames: { maxLength: 2 }, additionalProperties: s })
    ],
    ['a condition', sent({ ...s, not: { const: 'a' } }), sent({ ...s, not: { const: 'b' } })],
    ['a condition more', sent({ type: 'object', dependentRequired: { a: ['b'] } }), sent({ type: 'object' })],
    ['a reference to nothing', sent({ $ref: '#/a' }), sent({ $ref: '#/b' })],
    ['a reference in place of a schema', sent({ $ref: '#/a' }), sent(s)],
    ['x-rules', sent({ ...s, 'x-rules': [{ rule: 'a' }] }), sent({ ...s, 'x-rules': [{ rule: 'b' }] })],
    ['a variant', sent({ anyOf: [s, i] }), sent({ anyOf: [s] })],
    ['variants that overlap', sent({ oneOf: [i, { type: 'number' }] }), sent(i)],
    ['readOnly', sent(o({ a: { ...s, readOnly: true } })), sent(o({ a: s }))],
    ['writeOnly', sent(o({ a: { ...s, writeOnly: true } })), sent(o({ a: s }))],
    [
      'deep within',
      sent(o({ a: { type: 'array', items: o({ b: s }) } })),
      sent(o({ a: { type: 'array', items: o({ b: i, c: s }) } }))
    ]
  ],
  'schemas of responses': [
    ['type', received(s), received({ type: ['string', 'null'] })],
    ['enum', received({ enum: ['a'] }), received({ enum: ['a', 'b'] })],
    ['required', received(o({ a: s }, { required: ['a'] })), received(o({ a: s }))],
    ['a required property', received(o({ a: s }, { required: ['a'] })), received(o({}))],
    ['a property', received(o({ a: s })), received(o({}))],
    ['a closed object', received(o({ a: s }, { additionalProperties: false })), received(o({ a: s }))],
    [
      'a property of a closed object',
      received(o({ a: s }, { additionalProperties: false })),
      received(o({}, { additionalProperties: false }))
    ],
    ['readOnly', received(o({ a: { ...s, readOnly: true } })), received(o({ a: s }))],
    ['writeOnly', received(o({ a: { ...s, writeOnly: true } })), received(o({ a: s }))],
    ['a variant', received({ oneOf: [o({ a: s }), i] }), received({ oneOf: [o({ a: s })] })],
    ['variants that overlap', received({ oneOf: [i, { type: 'number' }] }), received(i)],
    ['a condition', received({ ...s, not: { const: 'a' } }), received(s)],
    ['pattern', received({ ...s, pattern: '^a' }), received({ ...s, pattern: '^b' })]
  ],
  'what is for people': [
    ['a default', sent(o({ a: { ...i, default: 1 } })), sent(o({ a: i }))],
    ['another default', sent(o({ a: { ...i, default: 1 } })), sent(o({ a: { ...i, default: 2 } }))],
    ['a default of a response', received(o({ a: { ...i, default: 1 } })), received(o({ a: i }))],
    ['a default with members in another order', sent({ default: { a: 1, b: 2 } }), sent({ default: { b: 2, a: 1 } })],
    ['deprecated', sent(o({ a: { ...i, deprecated: true } })), sent(o({ a: { ...i, deprecated: 'yes' } }))],
    ['a description', sent({ ...s, description: 'a' }), sent({ ...s, description: 'b' })],
    [
      'a description of items',
      sent({ type: 'array', items: { ...s, description: 'a' } }),
      sent({ type: 'array', items: s })
    ],
    [
      'a description of a map',
      sent(o({}, { additionalProperties: { ...s, description: 'a' } })),
      sent(o({}, { additionalProperties: s }))
    ],
    [
      'a description in a map of lists',
      sent(o({}, { additionalProperties: { type: 'array', items: o({ a: { ...s, description: 'a' } }) } })),
      sent(o({}, { additionalProperties: { type: 'array', items: o({ a: s }) } }))
    ],
    [
      'a description beside a pattern that is none',
      sent(o({ a: { ...s, description: 'a' } }, { patternProperties: { '(': s } })),
      sent(o({ a: s }, { patternProperties: { '(': s } }))
    ],
    ['a property that was not allowed', sent(o({ a: false, b: s })), sent(o({ a: s, b: s }))],
    [
      'a description beside a variant of anything',
      sent({ anyOf: [s, true] }),
      sent({ anyOf: [true, { ...s, description: 'a' }] })
    ],
    ['a description of a variant', sent({ oneOf: [{ ...s, description: 'a' }, i] }), sent({ oneOf: [i, s] })],
    [
      'a description of a variant among others',
      sent({ oneOf: [{ ...s, description: 'a' }, i] }),
      sent({ oneOf: [{ type: 'boolean' }, i, s] })
    ],
    ['of allOf', sent({ allOf: [{ description: 'a' }, { description: 'b' }] }), sent({ description: 'a' })],
    ['a description that is no text', sent({ ...s, description: 7 }), sent(s)],
    ['a property of a variant', sent({ oneOf: [o({ a: s }), o({ a: s, b: s })] }), sent(o({ a: s }))],
    [
      'a property that all variants have',
      sent({ oneOf: [o({ a: s }), o({ a: s, b: s })] }),
      sent(o({ a: s }, { oneOf: [o({}), o({ b: s })] }))
    ],
    ['a property that is excluded', sent(o({ a: false })), sent(o({}))],
    ['a property that is excluded instead', sent(o({ a: false })), sent(o({ a: s }))],
    [
      'a recursive schema',
      sent(ref('A'), { components: { schemas: { A: o({ a: ref('A'), b: { ...s, description: 'a' } }) } } }),
      sent(ref('A'), { components: { schemas: { A: o({ a: ref('A'), b: s, c: s }) } } })
    ],
    [
      'parts of allOf',
      sent({ allOf: [o({ a: { ...s, description: 'a' } }), o({ a: { maxLength: 3 }, b: s })] }),
      sent({ allOf: [o({ a: { maxLength: 3 } }), o({ a: { ...s, description: 'b' } })] })
    ],
    [
      'a variant without a name that is another',
      sent({ oneOf: [o({ a: { ...s, default: 'a' } }), i] }),
      sent({ oneOf: [i, o({ a: s, b: s })] })
    ],
    [
      'variants without names that are others',
      sent({ oneOf: [o({ a: { ...s, default: 'a' } }), i, { type: 'boolean', description: 'c' }] }),
      sent({ oneOf: [i, { type: 'boolean', description: 'd' }, o({ a: s, b: s })] })
    ],
    [
      'a schema in two places',
      sent(o({ a: ref('A'), b: ref('A') }), { components: { schemas: { A: { ...s, description: 'a' } } } }),
      sent(o({ a: ref('A'), b: ref('A') }), { components: { schemas: { A: s } } })
    ],
    [
      'a variant of a name',
      sent({ oneOf: [ref('A'), ref('B')] }, { components: { schemas: { A: o({ a: { ...s, default: 'a' } }), B: i } } }),
      sent({ oneOf: [ref('B'), ref('A')] }, { components: { schemas: { A: o({ a: s }), B: i } } })
    ],
    [
      'an object that becomes one of two',
      sent(ref('A'), { components: { schemas: { A: o({ a: { ...s, default: 'a' }, b: s }) } } }),
      sent({ oneOf: [i, ref('A')] }, { components: { schemas: { A: o({ a: s, c: s }) } } })
    ],
    [
      'a variant twice',
      sent({ anyOf: [o({ a: { ...s, default: 'a' } }), s, s, o({ b: s, a: s })] }),
      sent({ anyOf: [s, o({ a: s, b: { ...s, default: 'b' } }), o({ a: s }), s] })
    ],
    [
      'an object that becomes one of two without names',
      sent(o({ a: { ...s, default: 'a' }, b: s })),
      sent({ anyOf: [i, o({ b: s }), o({ a: s, b: s })] })
    ]
  ],
  'versions and places': [
    ['3.0 and 3.1', { ...sent({ ...s, nullable: true }), openapi: '3.0.3' }, sent({ type: ['string', 'null'] })],
    [
      'bounds of 3.0',
      { ...sent({ ...i, minimum: 1, exclusiveMinimum: true }), openapi: '3.0.0' },
      sent({ ...i, exclusiveMinimum: 1 })
    ],
    ['3.2', { ...sent(s), openapi: '3.2.0' }, sent(s)],
    [
      'names with slashes',
      paths({ '/a/~b': { get: { requestBody: { content: { 'a/b': { schema: o({ 'c/d': s }) } } } } } }),
      paths({ '/a/~b': { get: { requestBody: { content: { 'a/b': { schema: o({ 'c/d': i }) } } } } } })
    ],
    [
      'names of an object itself',
      sent(o(JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}'))),
      sent(o(JSON.parse('{"__proto__":{"type":"integer"},"toString":{"type":"string"}}')))
    ],
    [
      'formats of such names',
      sent({ type: 'number', format: 'constructor' }),
      sent({ type: 'number', format: 'toString' })
    ]
  ]
}

function changes(old: Json, next: Json): string[] {
  const found = diffDocuments({ old: openAPIDocument(old, 'old'), new: openAPIDocument(next, 'new') })
  if (found.length === 0) return ['    nothing']
  return found.map(({ level, rule, message, oldAt, newAt, operation: of, example }) => {
    const shown = example === undefined ? '' : ` e.g. ${JSON.stringify(example.value)}`
    const places = oldAt === newAt ? oldAt : `${oldAt ?? '-'} -> ${newAt ?? '-'}`
    return `    ${level} ${rule} (${of ?? 'document'}): ${message}${shown} [${places}]`
  })
}

describe('changes of documents', () => {
  for (const [title, pairs] of Object.entries(GROUPS)) {
    it(`are the same as before, in both directions: ${title}`, () => {
      const lines = pairs.flatMap(([what, one, other]) => {
        // What was compared is known by its objects: each direction has its own.
        const [there, back] = [structuredClone({ one, other }), structuredClone({ one, other })]
        const lines = [...changes(there.one, there.other), '  back', ...changes(back.other, back.one)]
        return [what, '  there', ...lines]
      })
      expectWholeList(`diff/changes/${title.replaceAll(' ', '-')}-list.txt`, lines)
    })
  }
})
