import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { type VerifyOptions, type VerifyReport, verify } from 'fieldstone-verify'
import { openApi30 as openApi } from '../support/services.js'
import { addressOf } from './listening.js'

const okay = { 200: { description: 'ok', content: { 'application/json': { schema: {} } } } }

/** A GET with one query parameter of this schema. */
const reading = (schema: unknown) => ({
  get: { parameters: [{ name: 'q', in: 'query', required: true, schema }], responses: okay }
})

/** A service that responds {} to everything. */
describe('verify, on documents with mistakes', () => {
  let server: Server
  let url: string
  let requested: string[]
  before(async () => {
    server = createServer((request, response) => {
      requested.push(`${request.method} ${request.url}`)
      response.writeHead(200, { 'content-type': 'application/json' })
      request.resume().on('end', () => response.end('{}'))
    })
    url = await addressOf(server)
  })
  after(() => server.close())
  beforeEach(() => {
    requested = []
  })

  const check = (document: object, options: VerifyOptions = {}) =>
    verify({ url, document }, { runs: 30, seed: 1, shrinkRuns: 0, ...options })

  const MISTAKES: readonly [what: string, broken: object, mistake: RegExp][] = [
    [
      'a reference to nothing',
      reading({ $ref: '#/components/schemas/Gone' }),
      /query parameter q: .*Gone, which does not exist/
    ],
    [
      'a reference to another file',
      reading({ $ref: './models.yaml#/Item' }),
      /models\.yaml#\/Item, which is not in the document/
    ],
    ['a path in another file', { $ref: 'paths.yaml#/broken' }, /paths\.yaml#\/broken, which is not in the document/],
    ['a path that refers to itself', { $ref: '#/paths/~1broken-3' }, /leads in a circle/],
    ['a parameter in another file', { get: { parameters: [{ $ref: 'p.yaml' }], responses: okay } }, /p\.yaml/],
    [
      'a type that does not exist',
      reading({ type: 'file' }),
      /query parameter q: The document has an invalid schema: .*type/
    ],
    ['a schema that is none', reading('string'), /"string" is not a schema/],
    ['a property that is null', reading({ type: 'object', properties: { a: null } }), /must be object,boolean/],
    ['required as a flag', reading({ type: 'object', required: true }), /required must be array/],
    [
      'an invalid component, deep inside',
      reading({ type: 'array', items: { $ref: '#/components/schemas/A' } }),
      /#\/components\/schemas\/B: .*must be/
    ],
    ['a component that is only itself', reading({ $ref: '#/components/schemas/C' }), /refers to itself/],
    ['a pattern with (?i)', reading({ type: 'string', pattern: '(?i)abc' }), /Invalid regular expression/],
    ['a pattern with \\A and \\z', reading({ type: 'string', pattern: '\\Aabc\\z' }), /Invalid regular expression/],
    ['a possessive pattern', reading({ type: 'string', pattern: 'a++b' }), /Invalid regular expression/],
    [
      'servers of its own',
      { get: { servers: [{ url: 'https://other.example' }], responses: okay } },
      /servers of its own/
    ],
    [
      'an invalid schema of a response',
      { get: { responses: { 200: { description: '', content: { 'a/b': { schema: { type: 'x' } } } } } } },
      /response 200, a\/b: /
    ]
  ]
  const BROKEN_COMPONENTS = {
    A: { properties: { b: { $ref: '#/components/schemas/B' } } },
    B: { minLength: 'x' },
    C: { $ref: '#/components/schemas/D' },
    D: { $ref: '#/components/schemas/C' }
  }

  describe('sends no request to an operation, says why, and goes on with the others, where it has', () => {
    let report: VerifyReport
    let lines: readonly string[]
    before(async () => {
      requested = []
      const broken = MISTAKES.map(([, path], index) => [`/broken-${index}`, path])
      const paths = { ...Object.fromEntries(broken), '/sound': reading({ type: 'integer' }) }
      report = await check({ ...openApi(paths), components: { schemas: BROKEN_COMPONENTS } })
      lines = requested
    })

    for (const [index, [what, , mistake]] of MISTAKES.entries()) {
      it(what, () => {
        const found = report.unproved.find(({ operation }) => operation.endsWith(`/broken-${index}`))
        expect(found?.why).to.match(/^the document has a mistake there: /)
        expect(found?.why).to.match(mistake)
        expect(lines.filter((line) => line.startsWith(`GET /broken-${index}`))).to.deep.equal([])
        expect(report.operations.find(({ path }) => path === '/sound')).to.include({ isReached: true })
      })
    }
  })

  const SLOPPY: readonly [what: string, paths: object, more?: object][] = [
    [
      'parameters without a schema, without a name, and in a body',
      {
        '/a': {
          get: {
            parameters: [{ name: 'q', in: 'query' }, { in: 'query' }, { name: 'b', in: 'body' }, null],
            responses: okay
          }
        }
      }
    ],
    ['operations without responses', { '/a': { get: {} } }],
    ['formats that nobody knows', { '/a': reading({ type: 'string', format: 'x-own' }) }],
    ['nullable without a type', { '/a': reading({ nullable: true, enum: ['a', null] }) }],
    ['examples that are invalid', { '/a': reading({ type: 'integer', minimum: 1, example: 'x', default: 'y' }) }],
    ['escapes that Unicode matching forbids', { '/a': reading({ type: 'string', pattern: '^[\\w\\-\\.]+$' }) }],
    ['parameters of its path that are not declared', { '/a/{x}/{y}': { get: { responses: okay } } }],
    [
      'an invalid component that no operation uses',
      { '/a': { get: { responses: okay } } },
      {
        components: {
          schemas: {
            A: { $ref: 'x.yaml' },
            B: { type: 'file' },
            C: null,
            D: { properties: { e: { $ref: '#/nowhere' } } }
          }
        }
      }
    ],
    [
      'extensions among paths and responses, and headers of the connection',
      {
        'x-own': {},
        '/a': {
          get: {
            parameters: [{ name: 'Content-Length', in: 'header', required: true, schema: { type: 'string' } }],
            responses: { ...okay, 'x-own': 1 }
          }
        }
      }
    ],
    [
      'the names of schemas in the mapping of a discriminator',
      {
        '/a': {
          post: {
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    oneOf: [{ $ref: '#/components/schemas/Cat' }],
                    discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' } }
                  }
                }
              }
            },
            responses: okay
          }
        }
      },
      {
        components: {
          schemas: {
            Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string', enum: ['cat'] } } }
          }
        }
      }
    ],
    ['a version that is a number', { '/a': { get: { responses: okay } } }, { openapi: 3.1 }],
    [
      'ids of schemas and another draft',
      { '/a': reading({ $ref: '#/components/schemas/A' }) },
      {
        components: {
          schemas: {
            A: { $id: 'http://x.example/a', $schema: 'http://json-schema.org/draft-07/schema#', type: 'integer' }
          }
        }
      }
    ],
    [
      'errors without content, which have some',
      { '/a': { get: { responses: { default: { description: 'anything' } } } } }
    ]
  ]
  for (const [what, paths, more] of SLOPPY) {
    it(`reads ${what}`, async () => {
      const report = await check({ ...openApi(paths), ...more })
      expect(report.operations.map(({ isReached }) => isReached)).to.deep.equal([true])
      expect(
        report.disagreements.filter(({ kind }) => !kind.startsWith('accepted') && kind !== 'undocumented-operation')
      ).to.deep.equal([])
    })
  }

  it('names operations by method and path that share an id', async () => {
    const { operations } = await check(
      openApi({ '/a': { get: { operationId: 'x', responses: okay }, put: { operationId: 'x', responses: okay } } })
    )
    expect(operations.map(({ id }) => id)).to.deep.equal(['GET /a', 'PUT /a'])
  })

  it('fills in parameters that are a part of a segment, and writes what is around them as it is', async () => {
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: 9 } }
    const get = { parameters: [id], responses: okay }
    const report = await check(
      openApi({ '/files/{id}.json': { get }, '/files/{id}:copy': { get }, '/a@b/{id}': { get } })
    )
    expect(report.operations.map(({ isReached }) => isReached)).to.deep.equal([true, true, true])
    for (const form of [/^GET \/files\/[1-9]\.json$/, /^GET \/files\/[1-9]:copy$/, /^GET \/a@b\/[1-9]$/])
      expect(
        requested.some((line) => form.test(line)),
        String(form)
      ).to.equal(true)
  })

  it('says of a document of Swagger 2.0 that it has to be converted', async () => {
    const error = await check({ swagger: '2.0', paths: {} }).then(undefined, (error: Error) => error)
    expect(error).to.include({ message: 'This is a document of Swagger 2.0; convert it to OpenAPI 3.0, 3.1 or 3.2' })
  })

  it('reads a document of a thousand operations and schemas in the time of a few requests', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => {
        const next = { $ref: `#/components/schemas/S${index - (index % 10) + ((index + 1) % 10)}` }
        return [
          `S${index}`,
          { type: 'object', properties: { id: { type: 'integer' }, next, list: { type: 'array', items: next } } }
        ]
      })
    )
    const paths = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => {
        const content = { 'application/json': { schema: { $ref: `#/components/schemas/S${index}` } } }
        return [
          `/s${index}/{id}`,
          { put: { requestBody: { content }, responses: { 200: { description: '', content } } } }
        ]
      })
    )
    const report = await check({ ...openApi(paths), components: { schemas } }, { include: ['/s12*'], runs: 10 })
    expect(report.disagreements).to.deep.equal([])
    expect(report.requests).to.equal(10)
  })
})
