import { expect } from 'chai'
import { readDocument } from '../../src/document/published-document.js'

/** Maps and sets as JSON, so that the whole of what was read can be compared. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each) =>
      each instanceof Map ? Object.fromEntries(each) : each instanceof Set ? [...each] : each
    )
  )
}

const read = (paths: object, more: object = {}) => readDocument({ openapi: '3.1.0', paths, ...more })

interface PlainOperation {
  readonly parameters: readonly { name: string; schema: unknown; isJson: boolean; examples: unknown }[]
  readonly body: unknown
  readonly responses: Readonly<Record<string, { content: unknown; mayBeEmpty: boolean }>>
  readonly security: unknown
  readonly unreadable?: string
}

/** What is read of the only operation. */
function operation(source: object, more: object = {}, path = '/a') {
  const [first] = read({ [path]: { get: { responses: {}, ...source } } }, more).operations
  return plain(first) as PlainOperation
}

describe('A published document', () => {
  it('has the operations of every method, in an order of its own', () => {
    const methods = ['trace', 'patch', 'head', 'options', 'delete', 'post', 'put', 'get', 'query', 'x-other']
    const { operations } = read({ '/a': Object.fromEntries(methods.map((name) => [name, {}])), 'x-a': { get: {} } })
    expect(operations.map(({ id, method, path }) => [id, method, path])).to.deep.equal(
      ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'].map((method) => [
        `${method} /a`,
        method,
        '/a'
      ])
    )
  })

  it('names an operation by its id, and by method and path where several have the id', () => {
    const { operations } = read({
      '/a': { get: { operationId: 'one' }, put: { operationId: 'two' } },
      '/b': { get: { operationId: 'two', tags: ['x', 5] }, put: { operationId: 7 } }
    })
    expect(operations.map(({ id }) => id)).to.deep.equal(['one', 'PUT /a', 'GET /b', 'PUT /b'])
    expect(operations.map(({ tags }) => tags)).to.deep.equal([[], [], ['x', '5'], []])
  })

  const styles: readonly (readonly [parameter: object, read: object])[] = [
    [{ in: 'query' }, { style: 'form', explode: true, required: false }],
    [{ in: 'cookie' }, { style: 'form', explode: true, required: false }],
    [{ in: 'header' }, { style: 'simple', explode: false, required: false }],
    [
      { in: 'query', style: 'deepObject' },
      { style: 'deepObject', explode: false, required: false }
    ],
    [
      { in: 'query', explode: false, required: true },
      { style: 'form', explode: false, required: true }
    ],
    [
      { in: 'header', explode: true, required: 'yes' },
      { style: 'simple', explode: true, required: false }
    ]
  ]
  for (const [parameter, expected] of styles) {
    it(`has the defaults of OpenAPI for the parameter ${JSON.stringify(parameter)}`, () => {
      const [first] = operation({ parameters: [{ name: 'p', ...parameter }] }).parameters
      expect(first).to.deep.include({ name: 'p', schema: true, isJson: false, examples: [], ...expected })
    })
  }

  it('has the examples of a parameter, its schema, or the schema of its content', () => {
    const { parameters } = operation({
      parameters: [
        { name: 'a', in: 'query', example: 0, examples: { b: { value: 2 }, c: {} }, schema: { minimum: 1 } },
        { name: 'b', in: 'query', content: { 'application/json': { schema: { minimum: 2 } } } },
        { name: 'c', in: 'query', content: { 'application/json': {} } },
        { name: 'd', in: 'body' },
        { in: 'query' }
      ]
    })
    expect(parameters.map(({ name, schema, isJson, examples }) => ({ name, schema, isJson, examples }))).to.deep.equal([
      { name: 'a', schema: { minimum: 1 }, isJson: false, examples: [0, 2] },
      { name: 'b', schema: { minimum: 2 }, isJson: true, examples: [] },
      { name: 'c', schema: true, isJson: true, examples: [] }
    ])
  })

  it('has no parameters for headers that OpenAPI ignores, and that belong to a connection', () => {
    const ignored = [
      ...['Accept', 'Content-Type', 'Authorization', 'Host', 'Connection', 'Content-Length', 'Transfer-Encoding'],
      ...['Keep-Alive', 'TE', 'Trailer', 'Upgrade', 'Expect']
    ]
    const names = (place: string) =>
      operation({ parameters: [...ignored, 'X-Own'].map((name) => ({ name, in: place })) }).parameters.map(
        ({ name }: { name: string }) => name
      )
    expect(names('header')).to.deep.equal(['X-Own'])
    expect(names('query')).to.deep.equal([...ignored, 'X-Own'])
  })

  it('has a parameter of the operation in place of the same one of its path, and all of the template', () => {
    const [get] = read({
      '/a/{id}/{name}/{rest}': {
        parameters: [
          { name: 'id', in: 'path', schema: { minimum: 1 } },
          { name: 'q', in: 'query' },
          { name: 'rest', in: 'path', 'x-spans-segments': true }
        ],
        get: { parameters: [{ name: 'id', in: 'path', schema: { minimum: 2 } }] }
      }
    }).operations
    const found = get?.parameters.map(({ name, in: place, required, schema }) => [place, name, required, schema])
    expect(found).to.deep.equal([
      ['path', 'id', true, { minimum: 2 }],
      ['query', 'q', false, true],
      ['path', 'rest', true, true],
      ['path', 'name', true, { type: 'string' }]
    ])
    expect(get?.template.segments.map(({ kind }) => kind)).to.deep.equal(['literal', 'parameter', 'parameter', 'rest'])
  })

  it('has responses by status, their headers in lower case and their media types', () => {
    const { responses } = operation({
      responses: {
        200: {
          content: { 'Application/JSON': { schema: { minimum: 1 } }, '*/*': {} },
          headers: {
            'X-One': { required: true, schema: { minimum: 3 } },
            'X-Two': { content: { 'application/json': { schema: { minimum: 4 } } }, explode: true },
            'Content-Type': {}
          }
        },
        '2xx': {},
        '4xx': {},
        'x-more': {},
        default: {}
      }
    })
    const any = { content: { '*/*': { partTypes: {} } }, headers: {}, mayBeEmpty: true, links: [] }
    expect(responses).to.deep.equal({
      200: {
        content: { 'application/json': { schema: { minimum: 1 }, partTypes: {} }, '*/*': { partTypes: {} } },
        headers: {
          'x-one': { required: true, schema: { minimum: 3 }, isJson: false, explode: false },
          'x-two': { required: false, schema: { minimum: 4 }, isJson: true, explode: true }
        },
        mayBeEmpty: true,
        links: []
      },
      '2XX': { content: {}, headers: {}, mayBeEmpty: false, links: [] },
      '4XX': any,
      default: any
    })
    expect(operation({}).responses).to.deep.equal({ default: any })
  })

  it('allows any content of errors without content, unless it is of Fieldstone, which describes all of them', () => {
    const contents = (more: object) => {
      const { responses } = operation({ responses: { 200: {}, 404: {}, 500: { content: {} }, default: {} } }, more)
      return Object.entries(responses).map(([status, { content, mayBeEmpty }]) => [status, content, mayBeEmpty])
    }
    const any = { '*/*': { partTypes: {} } }
    expect(contents({})).to.deep.equal([
      ['200', {}, false],
      ['404', any, true],
      ['500', {}, false],
      ['default', any, true]
    ])
    const none = ['200', '404', '500', 'default'].map((status) => [status, {}, false])
    expect(contents({ 'x-edge-responses': {} })).to.deep.equal(none)
  })

  it('has bodies with the types of parts, the items of streams, and limits, of which the body’s own count', () => {
    const [post] = read(
      {
        '/a': {
          post: {
            requestBody: {
              content: {
                'multipart/form-data': { encoding: { f: { contentType: 'Image/PNG, image/gif' }, g: {}, h: 5 } },
                'text/event-stream': { 'x-events': { tick: { minimum: 1 } }, 'x-lines': {} },
                'application/jsonl': { 'x-lines': { minimum: 2 }, 'x-events': {} },
                'text/plain': { 'x-lines': {}, 'x-events': {} }
              },
              'x-body-limits': { bodyLimit: 5, uploads: { files: 0, parts: -1 } }
            }
          },
          put: { requestBody: { required: true } }
        }
      },
      { 'x-body-limits': { bodyLimit: 9, uploads: { requestSize: 1, fileSize: 2, files: 3, fields: 4, parts: 5 } } }
    )
      .operations.map(({ body }) => plain(body))
      .reverse()
    expect(post).to.deep.equal({
      required: false,
      content: {
        'multipart/form-data': { partTypes: { f: ['image/png', 'image/gif'] } },
        'text/event-stream': { partTypes: {}, events: { tick: { minimum: 1 } } },
        'application/jsonl': { partTypes: {}, lines: { minimum: 2 } },
        'text/plain': { partTypes: {} }
      },
      limits: { bodyLimit: 5, requestSize: 1, fileSize: 2, files: 0, fields: 4, parts: 5 },
      isUnchecked: false
    })
  })

  it('has security of the operation or of the whole document, with each scheme where it is sent', () => {
    const securitySchemes = {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      query: { type: 'apiKey', in: 'query', name: 'Key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'Key' },
      body: { type: 'apiKey', in: 'body', name: 'Key' },
      basic: { type: 'http', scheme: 'BASIC' },
      digest: { type: 'http', scheme: 'Digest' },
      oauth: { type: 'oauth2' },
      oidc: { type: 'openIdConnect' },
      tls: { type: 'mutualTLS' }
    }
    const more = { components: { securitySchemes }, security: [{ oauth: ['a', 5], key: [] }, {}, { tls: [] }] }
    const oauth = { name: 'oauth', in: 'header', key: 'authorization', word: 'Bearer' }
    expect(operation({}, more).security).to.deep.equal({
      alternatives: [{ schemes: [oauth, { name: 'key', in: 'header', key: 'x-key' }], scopes: ['a', '5'] }],
      isRequired: false,
      isOptional: true
    })
    const nothing = { alternatives: [], isRequired: false, isOptional: false }
    expect(operation({ security: [] }, more).security).to.deep.equal(nothing)
    expect(operation({ security: [{ key: [] }] }, more).security).to.deep.include({
      isRequired: true,
      isOptional: false
    })
    expect(read({}, more).schemes.map(({ name, in: place, key, word }) => [name, place, key, word])).to.deep.equal([
      ['key', 'header', 'x-key', undefined],
      ['query', 'query', 'Key', undefined],
      ['cookie', 'cookie', 'Key', undefined],
      ['basic', 'header', 'authorization', 'Basic'],
      ['digest', 'header', 'authorization', 'Digest'],
      ['oauth', 'header', 'authorization', 'Bearer'],
      ['oidc', 'header', 'authorization', 'Bearer']
    ])
  })

  const faults: readonly (readonly [path: string, operation: object, why: string])[] = [
    ['/a?b', {}, 'its path has a query'],
    ['/a#b', {}, 'its path has a query'],
    ['/{a}-{b}', {}, 'the segment {a}-{b} of its path has several parameters'],
    ['/a', { servers: [] }, 'it has servers of its own'],
    ['/a', { requestBody: { $ref: '#/components/x' } }, '#/components/x'],
    ['/a', { parameters: [{ $ref: '#/components/circle' }] }, 'the reference #/components/circle leads in a circle']
  ]
  for (const [path, source, why] of faults) {
    it(`promises nothing of an operation that cannot be read: ${path} ${JSON.stringify(source)}`, () => {
      const found = operation(source, { components: { circle: { $ref: '#/components/circle' } } }, path)
      expect(found.unreadable).to.include(why)
      expect([found.parameters, found.body, Object.keys(found.responses)]).to.deep.equal([[], undefined, ['default']])
      expect(found.responses.default).to.deep.include({ mayBeEmpty: true, content: { '*/*': { partTypes: {} } } })
    })
  }

  const others: readonly (readonly [json: unknown, message: string | undefined])[] = [
    [{ swagger: '2.0' }, 'This is a document of Swagger 2.0; convert it to OpenAPI 3.0, 3.1 or 3.2'],
    [{ openapi: '3.3.0', paths: {} }, 'This is not an OpenAPI 3.0, 3.1 or 3.2 document'],
    [{ openapi: '3.10', paths: {} }, 'This is not an OpenAPI 3.0, 3.1 or 3.2 document'],
    [{ openapi: '3.1.0' }, 'This is not an OpenAPI 3.0, 3.1 or 3.2 document of a service: it has no paths'],
    [{ openapi: 3, paths: {} }, undefined],
    [{ openapi: 3.1, paths: {} }, undefined],
    [{ openapi: '3.0', paths: {} }, undefined]
  ]
  for (const [json, message] of others) {
    it(`is ${message === undefined ? '' : 'not '}${JSON.stringify(json)}`, () => {
      if (message === undefined) expect(readDocument(json).operations).to.deep.equal([])
      else
        expect(() => readDocument(json))
          .to.throw()
          .with.property('message', message)
    })
  }
})
