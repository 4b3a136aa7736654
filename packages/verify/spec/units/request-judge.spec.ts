import { expect } from 'chai'
import { inShort, openApi, published, wire } from '../../../../spec/support/published.js'
import { readDocument } from '../../src/document/published-document.js'

const JSON_TYPE = { 'content-type': 'application/json' }
const query = (name: string, schema: object, more: object = {}) => ({ name, in: 'query', schema, ...more })

const PATHS = {
  '/items': {
    get: {
      parameters: [
        query('id', { type: 'integer', format: 'int32' }),
        query('ratio', { type: 'number' }),
        query('deep', { type: 'boolean' }),
        query('when', { type: 'string', format: 'date-time' }),
        query('level', { type: 'integer', enum: [1, 2] }),
        query('mixed', { oneOf: [{ type: 'integer' }, { type: 'string', pattern: '^x' }] }),
        query('name', { type: 'string', minLength: 1 }),
        query('tags', { type: 'array', items: { type: 'integer' }, maxItems: 2, uniqueItems: true }),
        query(
          'sorted',
          { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
          { style: 'form', explode: false }
        ),
        query('piped', { type: 'array', items: { type: 'integer' } }, { style: 'pipeDelimited', explode: false }),
        query(
          'filter',
          {
            type: 'object',
            properties: { min: { type: 'integer' }, in: { type: 'array', items: { type: 'integer' } } },
            required: ['min'],
            additionalProperties: false
          },
          { style: 'deepObject', explode: true }
        ),
        {
          name: 'where',
          in: 'query',
          content: { 'application/json': { schema: { type: 'object', required: ['a'] } } }
        },
        { name: 'X-Trace', in: 'header', schema: { type: 'integer' } },
        { name: 'X-List', in: 'header', schema: { type: 'array', items: { type: 'integer' } } },
        { name: 'session', in: 'cookie', schema: { type: 'string', pattern: '^[a-z ]+$' } }
      ],
      responses: {}
    }
  },
  '/users/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { responses: {} },
    put: {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } }
      },
      responses: {}
    },
    patch: { requestBody: { content: { 'application/*': { schema: { type: 'object' } } } }, responses: {} }
  },
  '/users/me': { get: { responses: {} } },
  '/codes/{code}': {
    get: {
      parameters: [{ name: 'code', in: 'path', required: true, schema: { type: 'string', pattern: '^(?:[a-z]+)$' } }],
      responses: {}
    }
  },
  '/files/{path}': {
    get: {
      parameters: [{ name: 'path', in: 'path', required: true, schema: { type: 'string' }, 'x-spans-segments': true }],
      responses: {}
    }
  },
  '/form': {
    post: {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              required: ['n'],
              properties: { n: { type: 'integer' }, list: { type: 'array', items: { type: 'string', maxLength: 1 } } }
            }
          }
        }
      },
      responses: {}
    }
  }
}
const SCHEMAS = {
  User: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, id: { type: 'integer', readOnly: true } }
  }
}

describe('the judge of requests', () => {
  const cases: readonly (readonly [
    line: string,
    told: string,
    headers?: Record<string, string>,
    body?: string | Uint8Array
  ])[] = [
    ['GET /items', 'valid'],
    ['GET /items?id=5', 'valid'],
    ['GET /items?id=-0', 'valid'],
    ['GET /items?id=%35', 'valid'],
    ...[
      '12abc',
      '0x10',
      '1e3',
      '%205',
      '5%20',
      '%2B5',
      '+5',
      '05',
      '1.0',
      '',
      'null',
      'NaN',
      '2147483648',
      '5,6',
      '%D9%A3'
    ].map(
      (text) => [`GET /items?id=${text}`, `invalid query id ${text === '2147483648' ? 'format' : 'type'}`] as const
    ),
    ['GET /items?id', 'invalid query id type'],
    ['GET /items?id=1&id=2', 'invalid query id repeated'],
    ['GET /items?id=%zz', 'invalid query id percent'],
    ['GET /items?id=%ff', 'invalid query id percent'],
    ['GET /items?other=%zz', 'open'],
    ['GET /items?other=1', 'valid'],
    ['GET /items?ratio=1e3', 'valid'],
    ['GET /items?ratio=1.', 'invalid query ratio type'],
    ['GET /items?ratio=.5', 'invalid query ratio type'],
    ['GET /items?ratio=1e999', 'invalid query ratio type'],
    ['GET /items?ratio=Infinity', 'invalid query ratio type'],
    ['GET /items?deep=true', 'valid'],
    ...['TRUE', '1', 'yes', 'on', '', '%20true'].map(
      (text) => [`GET /items?deep=${text}`, 'invalid query deep type'] as const
    ),
    ['GET /items?when=2024-05-17T08:30:15%2B01:00', 'valid'],
    ['GET /items?when=2024-05-17T08:30:15+01:00', 'invalid query when format'],
    ['GET /items?level=2', 'valid'],
    ['GET /items?level=3', 'invalid query level enum'],
    ['GET /items?level=2.0', 'invalid query level type'],
    ['GET /items?mixed=5', 'valid'],
    ['GET /items?mixed=x5', 'valid'],
    ['GET /items?mixed=y', 'invalid query mixed type'],
    ['GET /items?name=', 'invalid query name minLength'],
    ['GET /items?name=5', 'valid'],
    ['GET /items?tags=1', 'valid'],
    ['GET /items?tags=1&tags=2', 'valid'],
    ['GET /items?tags=1&tags=1', 'invalid query tags uniqueItems'],
    ['GET /items?tags=1&tags=2&tags=3', 'invalid query tags maxItems'],
    ['GET /items?tags=1,2', 'invalid query tags[0] type'],
    ['GET /items?tags=1&tags=x', 'invalid query tags[1] type'],
    ['GET /items?sorted=a,b', 'valid'],
    ['GET /items?sorted=a,c', 'invalid query sorted[1] enum'],
    ['GET /items?sorted=a&sorted=b', 'invalid query sorted repeated'],
    ['GET /items?sorted=a%2Cb', 'open'],
    ['GET /items?sorted=', 'open'],
    ['GET /items?piped=1|2', 'valid'],
    ['GET /items?piped=1|x', 'invalid query piped[1] type'],
    ['GET /items?filter[min]=1', 'valid'],
    ['GET /items?filter%5Bmin%5D=1', 'valid'],
    ['GET /items?filter[min]=x', 'invalid query filter.min type'],
    ['GET /items?filter[max]=1', 'invalid query filter required'],
    ['GET /items?filter[min]=1&filter[max]=1', 'invalid query filter additionalProperties'],
    ['GET /items?filter[min]=1&filter[min]=2', 'invalid query filter.min repeated'],
    ['GET /items?filter[min]=1&filter[in]=2&filter[in]=x', 'invalid query filter.in[1] type'],
    ['GET /items?filter[min][a]=1', 'open'],
    ['GET /items?where=%7B%22a%22:1%7D', 'valid'],
    ['GET /items?where=%7B%7D', 'invalid query where required'],
    ['GET /items?where=x', 'invalid query where json'],
    ['GET /items', 'valid', { 'x-trace': '5' }],
    ['GET /items', 'invalid header X-Trace type', { 'x-trace': '5, 6' }],
    ['GET /items', 'valid', { 'x-list': '5, 6' }],
    ['GET /items', 'invalid header X-List[1] type', { 'x-list': '5,x' }],
    ['GET /items', 'valid', { cookie: 'a=1; session=ab%20c' }],
    ['GET /items', 'invalid cookie session pattern', { cookie: 'session=A' }],
    ['GET /items', 'invalid cookie session repeated', { cookie: 'session=a; session=b' }],
    ['GET /nowhere', 'unknown-path'],
    ['GET /items/', 'unknown-path'],
    ['POST /items', 'unknown-method GET'],
    ['GET /users/5', 'valid'],
    ['GET /users/me', 'valid'],
    ['DELETE /users/me', 'unknown-method GET,PUT,PATCH'],
    ['PUT /users/me', 'invalid path id type body required'],
    ['GET /users/abc', 'invalid path id type'],
    ['GET /users/', 'unknown-path'],
    ['GET /users/%zz', 'invalid path percent'],
    ['GET /nowhere/%zz', 'unknown-path path percent'],
    ['GET /codes/abc', 'valid'],
    ['GET /codes/ABC', 'unknown-path path code pattern'],
    ['POST /codes/abc', 'unknown-method GET'],
    ['GET /files/a/b%2Fc', 'valid'],
    ['GET /files/', 'unknown-path'],
    ['PUT /users/1', 'valid', JSON_TYPE, '{"name":""}'],
    ['PUT /users/1', 'valid', { 'content-type': 'APPLICATION/JSON; Charset="utf-8"' }, '{"name":""}'],
    ['PUT /users/1', 'open', { 'content-type': 'application/json; charset=latin1' }, '{"name":""}'],
    ['PUT /users/1', 'invalid content-type content', { 'content-type': 'application/vnd.api+json' }, '{"name":""}'],
    ['PUT /users/1', 'invalid content-type content', {}, '{"name":""}'],
    ['PUT /users/1', 'invalid content-type content', { 'content-type': 'json' }, '{"name":""}'],
    ['PUT /users/1', 'invalid body required', JSON_TYPE],
    ['PUT /users/1', 'invalid body json', JSON_TYPE, '{"name":'],
    ['PUT /users/1', 'invalid body utf8', JSON_TYPE, Buffer.from([0x22, 0xff, 0x22])],
    ['PUT /users/1', 'open', JSON_TYPE, '\uFEFF{"name":""}'],
    ['PUT /users/1', 'invalid body id type', JSON_TYPE, '{"name":"","id":"x"}'],
    ['PUT /users/x', 'invalid path id type body name type', JSON_TYPE, '{"name":1}'],
    ['PATCH /users/1', 'valid'],
    ['PATCH /users/1', 'valid', { 'content-type': 'application/vnd.api+json' }, '{}'],
    ['PATCH /users/1', 'invalid content-type content', { 'content-type': 'text/plain' }, '{}'],
    ['POST /form', 'valid', { 'content-type': 'application/x-www-form-urlencoded' }, 'n=1&list=a&list=b'],
    ['POST /form', 'invalid body n type', { 'content-type': 'application/x-www-form-urlencoded' }, 'n=1e3'],
    [
      'POST /form',
      'invalid body list[1] maxLength',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'n=1&list=a&list=bb'
    ],
    ['POST /form', 'invalid body n repeated', { 'content-type': 'application/x-www-form-urlencoded' }, 'n=1&n=2'],
    ['POST /form', 'invalid body required', { 'content-type': 'application/x-www-form-urlencoded' }, 'list=a']
  ]
  for (const [line, verdict, headers, body] of cases) {
    it(`calls ${line} ${JSON.stringify(headers ?? {})} ${body === undefined ? '' : JSON.stringify(String(body))} ${verdict}`, async () => {
      const { judge } = await published(PATHS, SCHEMAS)
      expect(inShort(judge.judge(wire(line, headers, body)))).to.equal(verdict)
    })
  }

  it('leaves open whether a large body is accepted where a 413 is documented', async () => {
    const operation = { requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } } }
    const limited = { ...operation, responses: { 413: { description: 'too large' } } }
    const { judge } = await published({ '/a': { post: { ...operation, responses: {} }, put: limited } })
    const large = 'x'.repeat(300_000)
    const judged = (line: string, body: string) =>
      inShort(judge.judge(wire(line, { 'content-type': 'text/plain' }, body)))
    expect([judged('POST /a', large), judged('PUT /a', large), judged('PUT /a', 'x')]).to.deep.equal([
      'valid',
      'open',
      'valid'
    ])
  })

  it('reads documents of OpenAPI 3.1', async () => {
    const schema = { type: ['integer', 'null'], exclusiveMinimum: 3, $ref: '#/components/schemas/Even' }
    const operation = { requestBody: { content: { 'application/json': { schema } } }, responses: {} }
    const { judge } = await published({ '/n': { post: operation } }, { Even: { multipleOf: 2 } }, '3.1.0')
    const verdicts = ['2', '4', '5', 'null'].map((body) => inShort(judge.judge(wire('POST /n', JSON_TYPE, body))))
    expect(verdicts).to.deep.equal(['invalid body exclusiveMinimum', 'valid', 'invalid body multipleOf', 'valid'])
  })

  it('follows references to parameters, bodies and responses', async () => {
    const document = readDocument({
      ...openApi({
        '/a': {
          post: {
            parameters: [{ $ref: '#/components/parameters/P' }],
            requestBody: { $ref: '#/components/requestBodies/B' },
            responses: { '4xx': { $ref: '#/components/responses/R' } }
          }
        }
      }),
      components: {
        parameters: { P: { name: 'p', in: 'query', required: true, schema: {} } },
        requestBodies: { B: { required: true, content: { 'text/plain': {} } } },
        responses: { R: { description: 'r', content: { 'application/problem+json': { schema: {} } } } }
      }
    })
    const [operation] = document.operations
    expect(operation?.parameters[0]).to.include({ name: 'p', required: true, style: 'form', explode: true })
    expect([...operation!.body!.content.keys()]).to.deep.equal(['text/plain'])
    expect([...operation!.responses.get('4XX')!.content.keys()]).to.deep.equal(['application/problem+json'])
  })

  it('rejects JSON that is not an OpenAPI document', () => {
    for (const json of [null, {}, { openapi: '2.0', paths: {} }, { openapi: '3.0.3' }, 'text']) {
      expect(() => readDocument(json)).to.throw('not an OpenAPI 3.0, 3.1 or 3.2 document')
    }
  })
})
