import type { OpenAPIDocument, SetupError } from 'fieldstone'
import { expectListed } from '../../../spec/support/listed.js'
import { calls, settled, shown } from '../../../spec/support/whole-list.js'
import { checkMcpOptions, type McpOptions } from '../src/mcp-options.js'
import { type Caller, requestOf } from '../src/tool-request.js'
import { resultOf } from '../src/tool-result.js'
import { type Tool, toolsOf } from '../src/tools.js'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const of = (...types: string[]) => ({ content: Object.fromEntries(types.map((type) => [type, { schema: {} }])) })
const OK = { 200: { description: 'OK' } }

/** An operation of each kind, by method and path. */
const OPERATIONS: Readonly<Record<string, object>> = {
  'get /plain': { operationId: 'plain', tags: ['tags'], responses: OK },
  'get /items/{id}': {
    operationId: 'one',
    tags: ['a', 'b'],
    summary: 'One',
    description: 'Finds one.',
    parameters: [
      { in: 'path', name: 'id', required: true, schema: { type: 'integer', example: 5 }, description: 'Its number' },
      { in: 'query', name: 'id', schema: ref('Item') },
      { in: 'header', name: 'id', schema: { type: 'string' } },
      { in: 'cookie', name: 'id', required: true, schema: { type: 'string' } },
      { in: 'header', name: 'x-version', required: true, schema: { const: 2 } },
      { in: 'header', name: 'x-one', schema: { enum: ['only'] } },
      { in: 'header', name: 'x-two', schema: { enum: ['a', 'b'] } },
      { in: 'query', name: 'fixed', schema: { const: 1 } },
      { in: 'query', name: 'odd name[é]', schema: {} },
      { in: 'query', name: 'x'.repeat(60), schema: {} }
    ],
    responses: { 200: { description: 'OK', ...json(ref('Item')) }, 404: { description: 'None' } },
    security: [{ key: [] }, { bearer: [], key: [] }]
  },
  'get /names': {
    operationId: 'names',
    tags: ['a'],
    parameters: ['path', 'query', 'header', 'query', 'query'].map((place, index) => ({
      ...{ in: place, name: index === 4 ? 'query_a' : 'a', schema: {} }
    })),
    responses: OK
  },
  'post /items': {
    operationId: 'add',
    tags: ['a'],
    summary: 'Adds',
    deprecated: true,
    requestBody: { required: true, description: 'What is added', ...json(ref('Item')) },
    responses: {
      201: { description: 'Created', ...json({ type: 'object', properties: { id: { type: 'integer' } } }) }
    },
    security: []
  },
  'put /items': {
    operationId: 'put',
    tags: ['a'],
    deprecated: true,
    parameters: [{ in: 'query', name: 'body', schema: {} }],
    requestBody: of('multipart/form-data', 'text/plain', 'application/x-www-form-urlencoded'),
    responses: { '2XX': { description: 'OK', ...json(ref('Item')) }, '5XX': { description: 'No' } }
  },
  'patch /items': {
    operationId: 'patch',
    tags: ['a'],
    parameters: ['body', 'request_body'].map((name) => ({ in: 'query', name, schema: {} })),
    requestBody: of('text/plain; charset=utf-8', 'image/png', 'application/merge-patch+json'),
    responses: { 200: { description: 'OK', ...json(ref('List')) } }
  },
  'delete /items': {
    operationId: 'remove',
    tags: ['a'],
    requestBody: of('text/plain'),
    responses: { 204: { description: 'Gone' }, 200: { description: 'OK', ...json(ref('Item')) } }
  },
  'query /items': {
    operationId: 'find',
    tags: ['a'],
    responses: { default: { description: 'Any', ...json(ref('Item')) } }
  },
  'head /items': { operationId: 'head', tags: ['a'], responses: OK },
  'options /items': { operationId: 'options', responses: OK },
  'trace /items': { operationId: 'trace', tags: ['b'], responses: OK },
  'get /name': { operationId: 'a name', tags: ['b'], responses: OK },
  'get /long': { operationId: 'n'.repeat(65), tags: ['b'], responses: OK },
  'get /longest': { operationId: `${'n'.repeat(61)}_.-`, tags: ['b'], responses: OK },
  'post /upload': {
    operationId: 'upload',
    tags: ['b'],
    requestBody: of('multipart/form-data', 'image/png', 'x'),
    responses: OK
  },
  'get /events': {
    operationId: 'events',
    tags: ['b'],
    responses: { 200: { description: 'OK', ...of('text/event-stream') } }
  },
  'get /lines': {
    operationId: 'lines',
    tags: ['b'],
    responses: {
      200: { description: 'OK', ...of('application/jsonl', 'text/event-stream') },
      400: { description: 'No' }
    }
  },
  'get /either': {
    operationId: 'either',
    tags: ['b'],
    responses: {
      200: { description: 'OK', ...of('text/event-stream', 'application/json') },
      206: { description: 'Part', ...of('text/plain', 'application/json') }
    }
  },
  'get /some': {
    operationId: 'some',
    tags: ['b'],
    responses: {
      200: { description: 'OK', ...of('text/event-stream') },
      201: { description: 'OK', ...of('text/plain') }
    }
  },
  'get /referred': { operationId: 'referred', tags: ['b'], responses: { 200: { $ref: '#/components/responses/R' } } },
  'get /two': {
    operationId: 'two',
    tags: ['b'],
    responses: { 200: { description: 'OK', ...of('application/json', 'application/problem+json') } }
  },
  'get /text': { operationId: 'text', tags: ['b'], responses: { 200: { description: 'OK', ...of('text/plain') } } },
  'get /redirect': { operationId: 'redirect', tags: ['b'], responses: { 100: {}, 302: { description: 'There' } } },
  'get /odd': {
    operationId: 'odd',
    tags: ['b'],
    responses: { 200: { description: 'OK', ...json({ type: 'object', ...ref('None') }) } }
  }
}

const SCHEMAS = {
  Word: { type: 'string' },
  Item: {
    type: 'object',
    properties: {
      example: { type: 'string', example: 'a', xml: { name: 'x' }, externalDocs: {} },
      required: { const: { example: 1 }, default: { 'x-a': 1 }, examples: [{ example: 1 }], enum: [{ xml: 1 }] },
      parts: { type: 'array', items: ref('Item'), 'x-own': 1 },
      other: { anyOf: [ref('a~1b'), ref('Missing'), { $ref: '#/elsewhere' }, null, true] },
      $ref: { type: 'string' }
    },
    patternProperties: { '^x-': { discriminator: {}, type: 'string' } },
    dependentSchemas: { example: { required: ['required'] } },
    $defs: { xml: { xml: 1 } },
    required: ['example'],
    discriminator: { propertyName: 'example' }
  },
  'a/b': { type: 'object', additionalProperties: ref('t~0u') },
  't~u': { not: { $ref: 5 } },
  List: { type: 'array', items: ref('Item') }
}

function documentOf(extra: object = {}): OpenAPIDocument {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [line, operation] of Object.entries(OPERATIONS)) {
    const [method = '', path = ''] = line.split(' ')
    paths[path] = { ...paths[path], summary: 'All', parameters: [], nothing: null, [method]: operation }
  }
  return {
    openapi: '3.2.0',
    info: { title: 'T', version: '1' },
    paths,
    security: [{ cookie: [] }],
    components: {
      schemas: SCHEMAS,
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
        query: { type: 'apiKey', in: 'query', name: 'q' }
      }
    },
    ...extra
  } as unknown as OpenAPIDocument
}

/** What is selected, and which of the rest is reported. */
function selected(selection: Pick<McpOptions, 'tags' | 'operations'>): string[] {
  const errors: SetupError[] = []
  const left: string[] = []
  const tools = toolsOf(documentOf(), selection, errors, (name, why) => left.push(`left ${name}: ${why}`))
  const error = errors.map(({ message }) => message).join('\n')
  return [`\n${shown(selection)}`, ...tools.map((tool) => tool.name), ...left, error]
}

const CALLER: Caller = {
  origin: 'https://api.example',
  remoteAddress: '1.2.3.4',
  query: new URLSearchParams('q=1&q=2&other=3'),
  header: (name) =>
    ({
      authorization: 'Bearer t',
      'x-key': 'k',
      cookie: 'a=1;sid=s;  sid=t; sidx=u',
      'accept-language': 'de',
      traceparent: 'p',
      tracestate: 's',
      baggage: 'b',
      'x-request-id': 'r',
      'x-other': 'o'
    })[name]
}
const NOBODY: Caller = { ...CALLER, query: new URLSearchParams(), header: () => undefined }

async function sent(
  tool: Tool,
  given: Record<string, unknown>,
  caller: Caller,
  document: OpenAPIDocument
): Promise<string> {
  return settled(async () => {
    const request = requestOf(tool, given, caller, document, new AbortController().signal)
    return [request.method, request.url, Object.fromEntries(request.headers), await request.text()]
  })
}

const argument = (place: string, name: string, more: object = {}) => ({
  name,
  parameter: { in: place, name, schema: {}, ...more }
})

/** A tool with an argument of each place and style. */
const TOOL = {
  name: 'all',
  method: 'POST',
  path: '/a/{p}/{rest}',
  headers: [['accept', '*/*']],
  schemes: [] as string[],
  body: { name: 'body', mediaType: 'application/json', form: 'json' },
  arguments: [
    argument('path', 'p'),
    argument('path', 'rest', { 'x-spans-segments': true }),
    argument('query', 'q'),
    argument('query', 'joined', { explode: false }),
    argument('query', 'deep', { style: 'deepObject' }),
    argument('header', 'h'),
    argument('cookie', 'c'),
    argument('query', 'text', { schema: { type: ['string', 'null'] } }),
    argument('header', 'named', { schema: { $ref: '#/components/schemas/Word' } }),
    argument('query', 'words', { schema: { type: 'array' } }),
    argument('cookie', 'd')
  ]
} as unknown as Tool

const P = { p: 'x', rest: 'y' }

const GIVEN: readonly Record<string, unknown>[] = [
  P,
  { p: 'a b/c?#é%', rest: 'a b/c?/d' },
  { p: 5, rest: true },
  { p: ['a', 'b,c', { d: 1 }], rest: ['a/b', 'c'] },
  { p: '$&', rest: "$'" },
  { p: '\ud800x', rest: 'a\udc00/b' },
  { p: '😀', rest: '😀' },
  ...['', '.', '..', null, undefined, [], 'x/..'].map((p) => ({ p, rest: 'y' })),
  ...['', '.', '..', '/', 'a/../b', 'a/.', './a', 'a//b', '...', null].map((rest) => ({ p: 'x', rest })),
  { rest: 'y' },
  { ...P, q: 'a&b=c d' },
  { ...P, q: ['a', 1, null, { b: 2 }] },
  { ...P, q: [], joined: [] },
  ...['a', 5, null, ['a', 'b'], { a: 1 }].map((value) => ({ ...P, text: value, words: value })),
  ...['a', ['a'], {}].map((named) => ({ ...P, named })),
  { ...P, q: { a: 1 }, joined: ['a', 'b,c'] },
  { ...P, q: null, joined: undefined, deep: null, h: null, c: null },
  { ...P, q: false, joined: 0, h: '', c: '' },
  { ...P, deep: { a: 1, b: [1, 2], c: null, d: { e: 1 }, f: undefined, 'g h': '' } },
  { ...P, deep: 'text' },
  { ...P, deep: ['x', 'y'] },
  { ...P, h: ['a', 'b'], c: ['a;b', 'é'], d: '\ud800' },
  { ...P, h: { a: 1 } },
  { ...P, h: 'tab\tand é' },
  { ...P, h: 'a\nb' },
  { ...P, h: 'a\u0100' },
  { ...P, h: '\u007f' },
  { ...P, body: undefined },
  { ...P, body: null },
  { ...P, body: { a: 1 } },
  { ...P, body: 'text' },
  { ...P, one: 1 },
  { ...P, one: 1, 'o"ther': 2 }
]

const FORMS: readonly (readonly [form: string, body: unknown])[] = [
  ['text', 'a text'],
  ['text', 5],
  ['text', { a: 1 }],
  ['text', null],
  ['urlencoded', { a: 'b c', d: [1, null, 2], e: null, f: { g: 1 }, h: undefined, i: false }],
  ['urlencoded', {}],
  ['urlencoded', []],
  ['urlencoded', null],
  ['urlencoded', 'a=b']
]

const IS_OBJECT = { name: 'object', outputSchema: { type: 'object' } } as Tool
const ANY = { name: 'any', outputSchema: undefined } as Tool

function response(
  status: number,
  type: string | undefined,
  body: string | Uint8Array | null,
  more: object = {}
): Response {
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return new Response(content as never, {
    status,
    headers: { ...(type && { 'content-type': type }), ...more }
  })
}

const RESPONSES: readonly (readonly [tool: Tool, limit: number, ...of: Parameters<typeof response>])[] = [
  [IS_OBJECT, 9, 200, 'application/json', '{"a":1}'],
  [IS_OBJECT, 7, 200, 'application/json', '{"a":1}'],
  [IS_OBJECT, 6, 200, 'application/json', '{"a":1}'],
  [ANY, 9, 200, 'application/json', '{"a":1}'],
  [IS_OBJECT, 9, 201, 'application/hal+json; charset=utf-8', '{"a":1}', { location: '/a' }],
  [IS_OBJECT, 9, 200, 'application/json', '[1]'],
  [IS_OBJECT, 9, 200, 'application/json', 'null'],
  [IS_OBJECT, 9, 200, 'application/json', '"a"'],
  [IS_OBJECT, 9, 200, 'text/plain', '{"a":1}'],
  [IS_OBJECT, 9, 200, 'text/html', 'é'],
  [IS_OBJECT, 9, 299, 'text/html', 'x'],
  [IS_OBJECT, 9, 204, undefined, null],
  [IS_OBJECT, 9, 200, 'application/json', null],
  [IS_OBJECT, 9, 200, 'application/json', '', { location: '/b' }],
  [IS_OBJECT, 9, 200, undefined, new Uint8Array([1])],
  [IS_OBJECT, 9, 200, 'none', new Uint8Array([1])],
  [IS_OBJECT, 9, 303, undefined, null, { location: '/c' }],
  [IS_OBJECT, 9, 399, 'text/plain', 'x'],
  [IS_OBJECT, 9, 400, 'text/plain', 'x'],
  [IS_OBJECT, 9, 400, undefined, null],
  [IS_OBJECT, 9, 404, 'application/problem+json', '{"a":1}'],
  [IS_OBJECT, 9, 500, 'image/png', 'x'],
  [ANY, 9, 200, 'image/png', new Uint8Array([0, 255])],
  [ANY, 9, 201, 'audio/ogg; codecs=opus', new Uint8Array([0, 255])],
  [ANY, 9, 200, 'application/pdf', new Uint8Array([0, 255])],
  [ANY, 9, 200, 'imaged/png', new Uint8Array([1])],
  [ANY, 9, 200, 'application/text', new Uint8Array([1])],
  [ANY, 1, 404, 'text/plain', 'xx']
]

const OPTIONS: readonly object[] = [
  {},
  { path: '/x', tags: [], operations: ['a'], apiVersion: '2', origins: ['https://a.example'], responseLimit: 1 },
  ...['mcp', '', 5, null].map((path) => ({ path })),
  ...['a', [5], {}, null].map((tags) => ({ tags })),
  { operations: 'a' },
  { origins: 'a' },
  ...['https://a.example/', 'a.example', 'https://a.example:443', 'https://A.example', 'https://a.example/b', ''].map(
    (origin) => ({
      origins: ['http://localhost:1', origin]
    })
  ),
  ...[2, null].map((apiVersion) => ({ apiVersion })),
  ...[0, -1, 1.5, '5', null, Number.MAX_SAFE_INTEGER + 1].map((responseLimit) => ({ responseLimit })),
  { tag: ['a'] }
]

describe('The tools of a document', () => {
  const list = (title: string, lines: readonly string[]) => expectListed('mcp/tool-list.txt', title, lines)

  it('are chosen by tags and operationIds as tool-list.txt says', () => {
    const operations = ['options', 'upload', 'one', 'events', 'a name', 'plain']
    list('selections', [
      ...selected({}),
      ...selected({ tags: ['a'] }),
      ...selected({ tags: ['b'] }),
      ...selected({ operations }),
      ...selected({ tags: ['a', 'b', 'c'], operations: ['on', 'plain', 'nothing like it'] }),
      ...selected({ tags: ['tagg'], operations: ['plan', 'options'] })
    ])
  })

  it('are made of operations as tool-list.txt says', () => {
    const tools = toolsOf(documentOf(), { tags: ['a', 'b'] }, [], () => {})
    const bare = toolsOf(
      documentOf({ security: undefined, components: undefined }),
      { operations: ['plain', 'one'] },
      [],
      () => {}
    )
    const lines = [...tools, ...bare].flatMap((tool) => [
      `\n${tool.name}`,
      ...Object.entries(tool).flatMap(([name, value]) =>
        name.endsWith('Schema') && value !== undefined
          ? [`${name}:`, ...JSON.stringify(value, null, 1).split('\n')]
          : [`${name}: ${shown(value)}`]
      )
    ])
    list('tools', lines)
  })

  it('become requests as tool-list.txt says', async () => {
    const document = documentOf()
    const lines: string[] = []
    for (const given of GIVEN) lines.push(`${shown(given)} → ${await sent(TOOL, given, NOBODY, document)}`)
    for (const [form, body] of FORMS) {
      const tool = {
        ...TOOL,
        arguments: [],
        path: '/',
        body: { name: 'own', mediaType: `a/${form}`, form }
      } as unknown as Tool
      lines.push(`${form} ${shown(body)} → ${await sent(tool, { own: body }, NOBODY, document)}`)
    }
    const none = {
      ...TOOL,
      name: 'none',
      method: 'GET',
      path: '/',
      arguments: [],
      body: undefined,
      headers: []
    } as Tool
    lines.push(`no arguments → ${await sent(none, {}, NOBODY, document)}`)
    lines.push(`no arguments, one given → ${await sent(none, { body: 1 }, NOBODY, document)}`)
    lines.push(`inherited → ${await sent(TOOL, Object.create({ ...P, body: 1 }), NOBODY, document)}`)
    for (const schemes of [
      [],
      ['key'],
      ['bearer'],
      ['cookie'],
      ['query'],
      ['none'],
      ['key', 'bearer', 'cookie', 'query']
    ])
      for (const caller of [CALLER, NOBODY])
        lines.push(`${shown(schemes)} → ${await sent({ ...none, schemes }, {}, caller, document)}`)
    lines.push(`no schemes → ${await sent({ ...none, schemes: ['key'] }, {}, CALLER, documentOf({ components: {} }))}`)
    const cookies = { ...TOOL, path: '/', arguments: TOOL.arguments.slice(-1), schemes: ['cookie'] }
    lines.push(`cookies → ${await sent(cookies, { d: 'x' }, CALLER, document)}`)
    list('requests', lines)
  })

  it('return responses as tool-list.txt says', async () => {
    const lines: string[] = []
    for (const [tool, limit, ...parts] of RESPONSES)
      lines.push(
        `${tool.name} ${limit} ${parts.map(shown).join(' ')} → ${await settled(() => resultOf(tool, response(...parts), limit))}`
      )
    list('results', lines)
  })

  it('have options that are checked as tool-list.txt says', () => {
    list(
      'options',
      calls(
        'checkMcpOptions',
        checkMcpOptions as never,
        OPTIONS.map((each) => [each])
      )
    )
  })
})
