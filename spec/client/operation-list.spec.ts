import { generateClient } from '../../src/client/generate-client.js'
import { expectWholeList } from '../support/whole-list.js'

type Json = Readonly<Record<string, unknown>>

const s = { type: 'string' }
const i = { type: 'integer' }
const o = (properties: Json, more: Json = {}) => ({ type: 'object', properties, ...more })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` })
const OK = { 204: { description: 'Done' } }
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const bytes = { ...s, format: 'binary' }

/** What is written for a document alone, without what all documents have in common. */
function ownPart(document: Json): string[] {
  try {
    const { text, notes } = generateClient({ openapi: '3.1.0', info: { title: 'A', version: '1' }, ...document })
    const own = (text.split('/** What each call may have of its own. */')[0] ?? '').trimEnd()
    const parts = own
      .replace(/^\/\* eslint-disable \*\/\n/, '')
      .replace(/\/\*\*\n \* Makes a client[\s\S]*?\nexport function createClient/, 'function createClient')
      .replace(/\/\*\* What a client may have of its own[\s\S]*?\nexport interface ClientOptions \{[\s\S]*?\n\}\n/, '')
      .replace(/export interface ClientOptions \{[\s\S]*?\n\}\n/, (options) => {
        return `${(options.match(/^ {2}readonly (baseUrl|servers|credentials).*$/gm) ?? []).join('\n')}\n`
      })
    const lines = parts.split('\n').filter((line) => line.trim() !== '' && line !== '}')
    const server = /^function serverOf[\s\S]*?\n\}$/m.exec(text)?.[0].split('\n').slice(1, -1) ?? []
    const schemes = /^const SCHEMES[\s\S]*?\n\]/m.exec(text)?.[0].split('\n') ?? []
    const more = declared(text).filter((name) => !COMMON.has(name) && !own.includes(` ${name} `))
    const code = [...server, ...schemes, ...(more.length === 0 ? [] : [`with ${more.join(' ')}`])]
    return [...notes.map((note) => `! ${note}`), ...lines, ...code]
  } catch (error) {
    return [`! ${String(error)}`]
  }
}

/** The names of what a client declares. */
function declared(text: string): string[] {
  const names = /^(?:export )?(?:async )?(?:function\*?|const|interface|type|class) (\w+)/gm
  return [...text.matchAll(names)].map(([, name = '']) => name)
}

/** What every client has. */
const COMMON = new Set(declared(generateClient({ openapi: '3.1.0', paths: { '/': { get: {} } } }).text))

/** The declarations of the types of schemas alone. */
function declarations(schemas: Json, document: Json): string[] {
  const responses = { 200: json({ type: 'array', items: { anyOf: Object.keys(schemas).map(ref) } }) }
  const all = { '/a': { post: { operationId: 'use', responses, ...document } } }
  const root = { openapi: '3.1.0', paths: all, components: { schemas }, ...(document.root as Json | undefined) }
  const { text } = generateClient(root)
  const [own = ''] = text.split('/** What each call may have of its own. */')
  const [, behind = ''] = own.split(/export type UseResult =[^\n]*\n(?: +[|}][^\n]*\n)*/)
  return behind.split('\n').filter((line) => line.trim() !== '')
}

const get = (operation: Json, more: Json = {}): Json => {
  return { paths: { '/a': { get: { operationId: 'a', responses: OK, ...operation } } }, ...more }
}
const post = (operation: Json, more: Json = {}): Json => {
  return { paths: { '/a': { post: { operationId: 'a', responses: OK, ...operation } } }, ...more }
}
const parameters = (...list: readonly Json[]) => get({ parameters: list })
const query = (more: Json) => parameters({ in: 'query', name: 'q', ...more })
const body = (content: Json, more: Json = {}) => post({ requestBody: { content, ...more } })
const responses = (list: Json) => get({ responses: list })
const stream = (media: Json) => responses({ 200: { content: { 'text/event-stream': media } } })

const OPERATIONS: Readonly<Record<string, Json>> = {
  'no paths': { paths: undefined },
  'no operation': { paths: { '/a': { get: 7 } } },
  'what is no path': { paths: { a: { get: {} }, 'x-a': { get: {} }, '/b': { get: {} } } },
  'no name, no version': { ...get({}), info: {} },
  'a name of several lines': { ...get({}), info: { title: 'A\n*/ b', version: 2 } },
  'all methods': {
    paths: {
      '/a': Object.fromEntries(
        ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query', 'other'].map((name) => [
          name,
          {}
        ])
      )
    }
  },
  'other methods': { paths: { '/a': { additionalOperations: { LINK: {}, TRACK: {}, connect: {}, COPY: 7 } } } },
  'no operationId': { paths: { '/a/{b}/c-d': { get: {}, delete: { operationId: '' } } } },
  'an operationId twice': { paths: { '/a': { get: { operationId: 'a' }, put: { operationId: 'a' } } } },
  'names that are no names': {
    paths: {
      '/a': { get: { operationId: 'then' }, put: { operationId: '1 b' }, post: { operationId: 'call success' } }
    }
  },
  'a path that is a reference': {
    paths: { '/a': { $ref: '#/components/pathItems/A' } },
    components: { pathItems: { A: { get: { operationId: 'a' } } } }
  },
  described: get({ summary: 'Reads', description: 'All\n\n@of it */', deprecated: true }),
  'only summarized': get({ summary: 'Reads', deprecated: 'yes' }),
  'only described': get({ description: 'Reads' }),
  servers: get({}, { servers: [{ url: 'https://a.example/v1//' }, { url: 'https://b.example' }] }),
  'a relative server': get({}, { servers: [{ url: '/v1' }] }),
  'a server with variables': get(
    {},
    { servers: [{ url: 'https://{host}.example/{v}', variables: { host: { default: 'eu' }, v: { default: 'v1' } } }] }
  ),
  'a server with a variable of no value': get(
    {},
    { servers: [{ url: 'https://a.example/{v}', variables: { v: {} } }] }
  ),
  'a server of no URL': get({}, { servers: [{ url: 7 }] }),
  'a server of the operation': get(
    { servers: [{ url: 'http://b.example/' }] },
    { servers: [{ url: 'http://a.example' }] }
  ),
  'a server of the path': {
    paths: {
      '/a': {
        servers: [{ url: "https://it's.example" }],
        get: { operationId: 'a' },
        put: { operationId: 'b', servers: [] }
      }
    }
  },
  'parameters of every place': {
    paths: {
      '/a/{id}': {
        parameters: [{ in: 'path', name: 'id', schema: i }],
        get: {
          operationId: 'a',
          parameters: [
            { in: 'query', name: 'q', required: true, schema: s, description: 'What to find', deprecated: true },
            { in: 'header', name: 'X-A', schema: { type: 'array', items: s } },
            { in: 'cookie', name: 'sid', schema: { description: 'The session', format: 'uuid', default: 'a', ...s } }
          ]
        }
      }
    }
  },
  'a parameter of the path and of the operation': {
    paths: {
      '/a': {
        parameters: [
          { in: 'query', name: 'q', schema: s },
          { in: 'query', name: 'r' }
        ],
        get: { operationId: 'a', parameters: [{ in: 'query', name: 'q', schema: i, required: true }] }
      }
    }
  },
  'parameters that the path lacks, and lacks to declare': {
    paths: {
      '/a/{b}/{c}': {
        get: {
          operationId: 'a',
          parameters: [
            { in: 'path', name: 'd' },
            { in: 'path', name: 'c' }
          ]
        }
      }
    }
  },
  'parameters of no place': parameters({ in: 'body', name: 'q' }, { name: 'r' }, { in: 'query' }, {}),
  'headers of other places': parameters(
    { in: 'header', name: 'Accept' },
    { in: 'header', name: 'content-type' },
    { in: 'header', name: 'AUTHORIZATION' },
    { in: 'query', name: 'accept' }
  ),
  'a parameter of no type': query({}),
  'a parameter of a list': query({ schema: { type: 'array', items: i } }),
  'a parameter of JSON': query({ content: { 'application/json': { schema: o({ a: s }) } } }),
  'a parameter of content without a schema': query({ content: { 'text/plain': 7 } }),
  'a parameter that is a reference': get(
    { parameters: [{ $ref: '#/components/parameters/Q' }] },
    {
      components: {
        parameters: { Q: { in: 'query', name: 'q', schema: ref('Q') } },
        schemas: { Q: { ...s, description: 'Of Q' } }
      }
    }
  ),
  constants: parameters(
    { in: 'query', name: 'a', required: true, schema: { const: "it's" } },
    { in: 'query', name: 'b', required: true, schema: { enum: [7] }, description: 'B' },
    { in: 'query', name: 'c', schema: { const: true } },
    { in: 'header', name: 'd', required: true, schema: { allOf: [{ const: false }] }, style: 'simple', explode: true }
  ),
  styles: parameters(
    ...[
      { style: 'form' },
      { explode: false },
      { style: 'spaceDelimited' },
      { style: 'spaceDelimited', explode: false }
    ].map((more, at) => ({ in: 'query', name: `a${at}`, ...more })),
    ...[{ style: 'pipeDelimited', explode: true }, { style: 'pipeDelimited' }, { style: 'deepObject' }].map(
      (more, at) => ({
        ...{ in: 'query', name: `b${at}`, ...more }
      })
    ),
    ...[{ explode: true }, { explode: false }, { style: 'form' }, { style: 7 }].map((more, at) => ({
      ...{ in: 'header', name: `c${at}`, ...more }
    })),
    ...[{ explode: true }, { explode: false }, {}].map((more, at) => ({ in: 'cookie', name: `d${at}`, ...more }))
  ),
  'styles of paths': {
    paths: {
      '/{a}/{b}/{c}/{d}/{e}/{f}': {
        get: {
          operationId: 'a',
          parameters: [
            { in: 'path', name: 'a', style: 'label' },
            { in: 'path', name: 'b', style: 'label', explode: true },
            { in: 'path', name: 'c', style: 'matrix', explode: false },
            { in: 'path', name: 'd', style: 'matrix', explode: true },
            { in: 'path', name: 'e', explode: true },
            { in: 'path', name: 'f', 'x-spans-segments': true }
          ]
        }
      }
    }
  },
  'names in two places': parameters({ in: 'query', name: 'id' }, { in: 'cookie', name: 'id', required: true }),
  'references to other places': get(
    {
      parameters: [{ in: 'query', name: 'q', schema: { $ref: '#/x-types/a~1b' } }],
      responses: {
        200: json({ $ref: '#/paths/~1a/get/responses/201/content/application~1json/schema' }),
        201: json(o({ self: { $ref: '#/components/schemas/A/properties/a' } })),
        202: json({ $ref: '#/x-types/a%20c' })
      }
    },
    {
      'x-types': { 'a/b': s, 'a c': o({ a: i }) },
      components: { schemas: { A: o({ a: o({ b: s }) }), 'with space': s } }
    }
  ),
  'a reference to the whole document': get({ responses: { 200: json({ $ref: '#' }) } }, { type: 'object' }),
  'a parameter with pipes, exploded': query({ style: 'pipeDelimited', explode: true, schema: { type: 'array' } }),
  'a parameter that has the name of the body': post({
    parameters: [{ in: 'query', name: 'body' }],
    requestBody: json(s)
  }),
  'a parameter that has the name of the media type': post({
    parameters: [{ in: 'header', name: 'contentType', required: true }],
    requestBody: { ...json(s), required: true }
  }),
  'a body': body({ 'application/json': { schema: o({ a: s }) } }),
  'a required body, described': body(
    { 'application/json': { schema: s } },
    { required: true, description: 'The item' }
  ),
  'a body without content': body({}),
  'what is no body': post({ requestBody: 'a' }),
  'a body of GET': get({ requestBody: json(s) }),
  'a body of HEAD': {
    paths: { '/a': { head: { operationId: 'a', requestBody: json(s), responses: { 200: json(s) } } } }
  },
  'a body that is a reference': post(
    { requestBody: { $ref: '#/components/requestBodies/B' } },
    { components: { requestBodies: { B: { required: true, ...json(i) } } } }
  ),
  'bodies of several types': body({
    'application/json': { schema: o({ a: s }) },
    'text/csv': {},
    'image/*': {},
    'application/octet-stream': { schema: bytes }
  }),
  'bodies of several types, beside parameters': post({
    parameters: [{ in: 'query', name: 'q' }],
    requestBody: { required: true, content: { 'text/csv': {}, 'application/json': {} } }
  }),
  'a body of any type': body({ '*/*': { schema: o({ a: s }) } }, { required: true }),
  'a body of any bytes': body({ '*/*': {} }),
  'a form': body({
    'application/x-www-form-urlencoded': {
      schema: o({ a: { type: 'array', items: s }, b: bytes, c: bytes, d: { type: 'array', items: bytes } }),
      encoding: {
        a: { style: 'form', explode: false },
        b: { contentType: 'image/png' },
        c: { contentType: 'image/png, image/gif' },
        d: { contentType: 'image/png' },
        e: { style: 'deepObject' },
        f: { style: 'spaceDelimited', explode: false },
        g: { style: 'pipeDelimited', explode: false },
        h: { style: 'form' },
        i: { style: 'pipeDelimited' },
        j: { explode: false },
        k: { contentType: 'text/plain' },
        l: 7
      }
    }
  }),
  'a form with files': body({ 'multipart/form-data': { schema: o({ photo: bytes, title: s }) } }, { required: true }),
  'a form of anything': body({
    'multipart/form-data': {},
    'application/json': { encoding: { a: { style: 'deepObject' } } }
  }),
  'no responses': get({ responses: undefined }),
  statuses: responses({ 200: {}, 201: json(s), '4XX': json(i), '5xx': json(i), 404: {}, default: json(s) }),
  'what is no status': responses({ 100: {}, '1XX': {}, 600: {}, 20: {}, 'x-a': {}, 2000: {}, 200: {} }),
  'a redirect alone': responses({ 303: {}, 404: {} }),
  'the default alone': responses({ default: json(s) }),
  'an error alone': responses({ 404: json(s) }),
  'no body by the status': responses({ 204: json(s), 205: json(s), 304: json(s), 200: json(i) }),
  'several types of a response': responses({
    200: { content: { 'application/json': { schema: o({ a: s }) }, 'text/plain': { schema: { enum: ['a'] } } } }
  }),
  'several types of successes': responses({
    200: json(i),
    201: { content: { 'text/plain': { schema: s } } },
    204: {},
    400: json(s)
  }),
  'several types of an error': responses({
    200: json(i),
    400: { content: { 'application/json': { schema: s }, 'text/plain': {} } }
  }),
  texts: responses({
    200: { content: { 'text/plain': { schema: i }, 'text/html': { schema: { ...s, enum: ['a'] } } } }
  }),
  'bytes and ranges': responses({
    200: { content: { 'image/png': {}, 'image/*': {}, '*/*': { schema: o({ a: s }) }, 'application/*': {} } }
  }),
  lines: responses({
    200: { content: { 'application/jsonl': { schema: s, 'x-lines': o({ a: s }), itemSchema: i } } },
    201: { content: { 'application/x-ndjson': { itemSchema: i } } },
    202: { content: { 'application/jsonl': { schema: s } } }
  }),
  events: stream({ 'x-events': { made: s, 'gone away': { type: 'object', properties: { id: i } } } }),
  'events without a schema': stream({ schema: s }),
  'events of 3.2': stream({
    itemSchema: {
      oneOf: [o({ event: { const: 'a' }, data: s }), o({ event: { enum: ['b', 'c'] }, data: { contentSchema: i } })]
    }
  }),
  'events of 3.2 without names': stream({ itemSchema: o({ data: i }) }),
  'events of 3.2 without data': stream({ itemSchema: o({ event: { const: 'a' } }) }),
  'events of 3.2 of any name': stream({ itemSchema: o({ event: s, data: i }) }),
  'events of 3.2 with what they have in common': stream({
    itemSchema: { properties: { data: i }, anyOf: [o({ event: { const: 'a' } }), o({})] }
  }),
  security: {
    paths: {
      '/a': {
        get: { operationId: 'a' },
        put: { operationId: 'b', security: [] },
        post: { operationId: 'c', security: [{ key: [], 'a-b': [] }, {}] },
        patch: { operationId: 'd', security: [{ none: [] }] }
      }
    },
    security: [{ login: [] }],
    components: {
      securitySchemes: {
        login: { type: 'oauth2', description: 'By the login' },
        key: { type: 'apiKey', in: 'query', name: 'k' },
        'a-b': { type: 'http', scheme: 'basic' },
        unused: { type: 'apiKey', in: 'query', name: 'u' }
      }
    }
  }
}

const SCHEMAS: Readonly<Record<string, Json>> = {
  kinds: {
    Text: s,
    Number: { type: 'number' },
    Integer: i,
    Flag: { type: 'boolean' },
    Nothing: { type: 'null' },
    Anything: {},
    Other: { type: 'other' },
    File: { type: 'file' },
    Bytes: bytes,
    Content: { contentMediaType: 'image/png' },
    Several: { type: ['string', 'null', 'integer'] },
    None: { type: [] },
    Excluded: { not: {} },
    Nullable: { ...s, nullable: true },
    True: true,
    False: false
  },
  values: {
    Const: { const: "it's" },
    ConstNull: { const: null },
    ConstList: { const: [1, { a: 'b' }] },
    Enum: { enum: ['a', 1, true, null, 'a'] },
    EnumEmpty: { enum: [] },
    EnumNullable: { enum: ['a'], nullable: true, type: 'string' },
    EnumOdd: { enum: 'a', type: 'string' }
  },
  lists: {
    List: { type: 'array', items: s },
    ListOfAny: { type: 'array' },
    ListOfNone: { type: 'array', items: false },
    ListWithoutType: { items: i },
    Pair: { type: 'array', items: s, minItems: 2, maxItems: 2 },
    Nine: { type: 'array', items: s, minItems: 9, maxItems: 9 },
    Eight: { type: 'array', items: s, minItems: 8, maxItems: 8 },
    Empty: { type: 'array', items: s, minItems: 0, maxItems: 0 },
    Some: { type: 'array', items: s, minItems: 1, maxItems: 2 },
    Tuple: { prefixItems: [s, i] },
    TupleClosed: { type: 'array', prefixItems: [s, i], items: false, minItems: 1 },
    TupleFull: { type: 'array', prefixItems: [s, i], maxItems: 2, minItems: 3 },
    TupleOpen: { type: 'array', prefixItems: [s], items: { type: ['string', 'null'] } },
    OfUnion: { type: 'array', items: { anyOf: [s, i] } },
    OfLists: { type: 'array', items: { type: 'array', items: s } }
  },
  objects: {
    Open: { type: 'object' },
    Closed: { type: 'object', additionalProperties: false },
    Named: o({ a: s, 'b-c': i }, { required: ['a', 7] }),
    Described: {
      ...o({ a: { ...s, description: 'What\nit is', format: 'uuid', default: 'a', deprecated: true } }),
      title: 'A thing'
    },
    Documented: { ...o({ a: s }), description: 'A thing', title: 'Thing', deprecated: true },
    Untyped: { properties: { a: s } },
    UntypedMap: { additionalProperties: i },
    UntypedPatterns: { patternProperties: { '^a': i } },
    Map: { type: 'object', additionalProperties: s },
    MapOfAny: { type: 'object', additionalProperties: true },
    MapAndNames: o({ a: i, b: { type: 'boolean' } }, { additionalProperties: s, required: ['a'] }),
    Patterns: { type: 'object', patternProperties: { '^a': s, '^b': i }, additionalProperties: false },
    PatternsAndMap: { type: 'object', patternProperties: { '^a': s }, additionalProperties: i },
    PatternsOpen: { type: 'object', patternProperties: { '^a': s } },
    Required: { type: 'object', required: ['a'] },
    RequiredMap: { type: 'object', required: ['a'], additionalProperties: i },
    NamedOdd: { type: 'object', properties: 'a', required: 'a' },
    Proto: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}'),
    Inner: o({ a: o({ b: o({ c: s }) }), list: { type: 'array', items: o({ d: i }) } })
  },
  'all of several': {
    Base: o({ id: i }, { required: ['id'] }),
    Both: { allOf: [ref('Base'), o({ name: s })] },
    Own: { allOf: [ref('Base')], type: 'object', properties: { name: s } },
    OwnRequired: { allOf: [ref('Base'), o({ name: s })], required: ['name', 'id', 'none'] },
    RequiredAlone: { allOf: [ref('Base'), { required: ['name'] }] },
    Empty: { allOf: [] },
    One: { allOf: [ref('Base')] },
    WithAny: { allOf: [ref('Base'), {}] },
    WithNull: { allOf: [ref('Base')], nullable: true },
    Deep: { allOf: [ref('Both'), o({ id: { const: 1 } })], required: ['name'] }
  },
  'one of several': {
    Cat: o({ kind: { const: 'cat' }, lives: i }, { required: ['kind'] }),
    Dog: o({ kind: { enum: ['dog'] } }, { required: ['kind'] }),
    Cow: o({ kind: s }),
    Any: { anyOf: [s, i, s] },
    OneOf: { oneOf: [ref('Cat'), { type: 'null' }] },
    Both: { oneOf: [s, i], anyOf: [s] },
    Beside: o({ a: s }, { oneOf: [o({ b: s }), o({ c: s })] }),
    Told: { oneOf: [ref('Cat'), ref('Dog'), ref('Cow')], discriminator: { propertyName: 'kind' } },
    Mapped: {
      anyOf: [ref('Cat'), ref('Cow')],
      discriminator: { propertyName: 'kind', mapping: { moo: '#/components/schemas/Cow', muh: 'Cow', cat: 'Cat' } }
    },
    Untold: { oneOf: [ref('Cow'), o({ a: s })], discriminator: {} },
    ToldByBase: { oneOf: [ref('Extended')], discriminator: { propertyName: 'kind' } },
    Extended: { allOf: [ref('Cat'), o({ more: s })] },
    NoProperty: { oneOf: [ref('Empty'), ref('Untold')], discriminator: { propertyName: 'kind' } },
    MappedElsewhere: {
      oneOf: [ref('Cow'), ref('Empty')],
      discriminator: { propertyName: 'kind', mapping: { moo: 'other.json#/Cow', 7: 'Cow' } }
    },
    ByReference: { oneOf: [ref('Kindly')], discriminator: { propertyName: 'kind' } },
    Kindly: o({ kind: ref('Kind') }, { required: ['kind'] }),
    Kind: { enum: ['kindly'] },
    Bare: { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'], not: {} }], properties: { a: s, b: s } },
    BareAlone: { anyOf: [{ required: ['a'] }] },
    BareTyped: { type: 'object', anyOf: [{ required: ['a'] }] },
    BareMap: { type: 'object', anyOf: [{ required: ['a'] }], additionalProperties: s },
    BarePatterns: { anyOf: [{ required: ['a'] }], patternProperties: { a: s } },
    BareExtended: { allOf: [ref('Cat')], anyOf: [{ required: ['a'] }] },
    BareText: { ...s, anyOf: [{ required: ['a'] }] },
    Empty: { oneOf: [] },
    Odd: { anyOf: [7, false, true] }
  },
  circles: {
    Tree: o({ all: { type: 'array', items: ref('Tree') } }),
    Self: ref('Self2'),
    Self2: { anyOf: [ref('Self'), s] },
    Alone: { allOf: [ref('Alone'), o({ a: s })] },
    Shape: { ...o({ kind: s }), oneOf: [ref('Circle'), ref('Square')], discriminator: { propertyName: 'kind' } },
    Circle: { allOf: [ref('Shape'), o({ radius: i })] },
    Square: { allOf: [ref('Shape'), o({ width: i })] },
    Circle1: { allOf: [ref('Circle2')], oneOf: [s, ref('Circle2')] },
    Circle2: { anyOf: [ref('Circle1')], allOf: [ref('Circle3'), o({ b: i })] },
    Circle3: { allOf: [ref('Circle2')], required: ['b'] },
    Inward: { anyOf: [7, ref('Inward'), { allOf: [ref('Inward'), o({ c: s })] }] },
    Left: { allOf: [ref('Right')] },
    Right: { allOf: [ref('Left'), o({ a: s })] }
  },
  names: {
    string: o({ a: s }),
    'a-b': s,
    'a b': i,
    ABC: s,
    abc: i,
    CallSuccess: s,
    '1': s,
    'x/y~z': o({ a: ref('x/y~z') })
  }
}

/** Schemas whose types differ by where their values go. */
const MODES: Json = {
  Read: o({ id: { ...i, readOnly: true }, name: s, secret: { ...s, writeOnly: true } }, { required: ['id', 'secret'] }),
  Holder: o({ read: ref('Read'), photo: ref('Photo') }),
  Photo: o({ file: bytes }),
  Plain: o({ a: s }),
  ReadInput: s,
  Marked: { allOf: [ref('Read')], readOnly: true },
  Around: o({ marked: ref('Marked'), list: { type: 'array', items: ref('Read') } }, { required: ['marked'] }),
  WriteOnlyMap: { type: 'object', additionalProperties: ref('Read') },
  Stamped: o({ id: { ...i, readOnly: true }, secret: { ...s, writeOnly: true } }),
  Made: o({ id: { ...i, readOnly: true } }),
  MadeClosed: o({ id: { ...i, readOnly: true } }, { additionalProperties: false }),
  MadeItem: { allOf: [ref('Made'), o({ name: s })] },
  MadeInline: { allOf: [o({ id: { ...i, readOnly: true } }), o({ name: s })] },
  Elsewhere: { allOf: [o({ id: { ...i, readOnly: true } })], required: ['id'] }
}

describe('the code of operations', () => {
  it('is the same as before, by what a document says of them', () => {
    const lines = Object.entries(OPERATIONS).flatMap(([title, document]) => [`# ${title}`, ...ownPart(document)])
    expectWholeList('client/operation-list.txt', lines)
  })

  it('has the same types as before, by schema', () => {
    const lines = Object.entries(SCHEMAS).flatMap(([title, schemas]) => {
      return [
        `# ${title}`,
        ...declarations(schemas, {}),
        `# ${title}, of OpenAPI 3.0`,
        ...declarations(schemas, { root: { openapi: '3.0.3' } })
      ]
    })
    const all = (content: Json) => ({ requestBody: { content } })
    const whole = { type: 'array', items: { anyOf: Object.keys(MODES).map(ref) } }
    expectWholeList('client/schema-list.txt', [
      ...lines,
      '# both ways',
      ...declarations(MODES, all({ 'application/json': { schema: whole } })),
      '# in forms',
      ...declarations(MODES, all({ 'multipart/form-data': { schema: o({ all: whole }) } })),
      '# in all ways',
      ...declarations(
        MODES,
        all({ 'application/json': { schema: whole }, 'multipart/form-data': { schema: o({ all: whole }) } })
      ),
      '# in responses alone',
      ...declarations(MODES, {})
    ])
  })
})
