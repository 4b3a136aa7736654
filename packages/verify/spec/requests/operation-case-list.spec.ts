import { digestOf, expectListed } from '../../../../spec/support/listed.js'
import { published } from '../../../../spec/support/published.js'
import { evenDraw } from '../../../../spec/support/scripted-draw.js'
import { shown } from '../../../../spec/support/whole-list.js'
import { Principals } from '../../src/credentials/principals.js'
import { edgeCasesOf } from '../../src/requests/edge-cases.js'
import type { RequestParts } from '../../src/requests/request-parts.js'
import { kindOf, lineOf } from './edge-case-line.js'

const LIST = 'verify/requests/operation-case-list.txt'

const TEXT = { type: 'string', maxLength: 2 }
const INTEGER = { type: 'integer', minimum: 0, maximum: 9 }
const parameter = (place: string, name: string, schema: object, more: object = {}) => ({
  ...{ in: place, name, schema, ...(place === 'path' && { required: true }) },
  ...more
})
const query = (name: string, schema: object, more: object = {}) => ({
  parameters: [parameter('query', name, schema, more)]
})
const list = { type: 'array', items: INTEGER, maxItems: 2 }
const object = { type: 'object', properties: { a: INTEGER, b: TEXT }, additionalProperties: false }
const json = { 'application/json': { schema: { type: 'boolean' } } }
const text = { 'text/plain': { schema: TEXT } }
const form = { 'application/x-www-form-urlencoded': { schema: object } }

/** Operations by their method and path, and what a request has already. */
const OPERATIONS: Readonly<Record<string, readonly [operation: object, request?: Partial<RequestParts>]>> = {
  'get /': [{}],
  'options /a/': [{}],
  'delete /a b/c%20d/{id}': [{ parameters: [parameter('path', 'id', INTEGER)] }, { path: { id: 'x y' } }],
  'head /{a}/{b}': [
    { parameters: [parameter('path', 'a', TEXT), parameter('path', 'b', { enum: ['x'] })] },
    { path: { a: '\u0001', b: 'é/' } }
  ],
  'patch /x{id}.json/': [{ parameters: [parameter('path', 'id', INTEGER)] }, { path: {} }],
  'put /files/{rest}': [
    { parameters: [parameter('path', 'rest', TEXT, { 'x-spans-segments': true })] },
    { path: { rest: 'a/b' } }
  ],
  'get /text': [query('q', TEXT), { query: [{ name: 'q', text: 'ä' }] }],
  'get /required': [query('q q', INTEGER, { required: true }), { query: [{ name: 'q q', text: '5' }, { raw: 'x=1' }] }],
  'get /absent': [query('q', { type: 'boolean' })],
  'get /raw': [query('q', { type: 'boolean' }), { query: [{ raw: 'q=true' }] }],
  'get /list': [
    query('q', list),
    {
      query: [
        { name: 'q', text: '1' },
        { name: 'q', text: '2' }
      ]
    }
  ],
  'get /commas': [query('q', list, { explode: false }), { query: [{ name: 'q', text: '1,2' }] }],
  'get /pipes': [query('q', list, { style: 'pipeDelimited', explode: false })],
  'get /spaces': [query('q', list, { style: 'spaceDelimited', explode: false })],
  'get /object': [query('q', object)],
  'get /pairs': [query('q', object, { explode: false })],
  'get /deep': [query('q', object, { style: 'deepObject' }), { query: [{ name: 'q[a]', text: '1' }] }],
  'get /json': [
    { parameters: [{ in: 'query', name: 'q', content: { 'application/json': { schema: list } } }] },
    { query: [{ name: 'q', text: '[1]' }] }
  ],
  'get /header': [{ parameters: [parameter('header', 'X-Trace', INTEGER)] }, { headers: [['x-trace', '5']] }],
  'get /headers': [{ parameters: [parameter('header', 'X-Trace', list, { required: true })] }],
  'get /cookie': [
    { parameters: [parameter('cookie', 'a', INTEGER), parameter('cookie', 'b', TEXT, { required: true })] },
    {
      cookies: [
        ['a', '1'],
        ['b', 'x']
      ]
    }
  ],
  'post /body': [
    { requestBody: { content: json }, ...query('q', INTEGER) },
    { contentType: 'application/json', body: { kind: 'json', value: true } }
  ],
  'put /required-body': [
    { requestBody: { required: true, content: { 'application/xml': {}, ...text, ...json } } },
    { contentType: 'text/plain', body: { kind: 'text', text: 'a' } }
  ],
  'patch /form': [
    { requestBody: { required: true, content: form }, ...query('q', list, { required: true }) },
    { contentType: 'application/x-www-form-urlencoded', body: { kind: 'text', text: 'a=1' } }
  ],
  'put /form': [
    {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              properties: { all: { type: 'array' }, one: { enum: ['x', null, { a: 1 }, ...Array(24).keys()] } }
            }
          }
        }
      }
    }
  ],
  'post /form': [{ requestBody: { content: { 'multipart/form-data': {} } } }],
  'post /unmakable': [{ requestBody: { required: true, content: { 'text/plain': { schema: object } } } }],
  'get /tagged': [
    { responses: { 200: { description: 'ok', content: { 'application/json': {} } }, 304: { description: 'same' } } }
  ]
}

describe('The edge cases of an operation', () => {
  it('are those of operation-case-list.txt', async () => {
    const paths: Record<string, Record<string, object>> = {}
    for (const [name, [operation]] of Object.entries(OPERATIONS)) {
      const at = name.indexOf(' ')
      const path = name.slice(at + 1)
      paths[path] = {
        ...paths[path],
        [name.slice(0, at)]: { operationId: name, responses: { 200: { description: 'ok' } }, ...operation }
      }
    }
    const { maker, document } = await published(paths)
    const none = { extras: { headers: [], query: [] }, credentials: {}, principals: {}, scopes: {} }
    const principals = new Principals([], none)
    const seen = new Set<string>()
    const lines = document.operations.flatMap((operation) => {
      const request = OPERATIONS[operation.id]?.[1]
      const base: RequestParts = {
        ...{ operation, method: operation.method, path: { id: '5' }, rawPath: undefined, query: [], headers: [] },
        ...{ cookies: [], contentType: undefined, body: undefined },
        ...request
      }
      const cases = edgeCasesOf(maker, principals, operation)
      const all = cases.map((edgeCase, index) => lineOf(edgeCase, base, evenDraw(index)))
      const shares = [...new Set(cases.flatMap(({ share }) => (share === undefined ? [] : [share])))]
      const odd = cases.filter(({ apply }, index) => apply(base, evenDraw(index))?.hasOddPath === true).length
      const fresh = all.filter((line) => !seen.has(kindOf(line)))
      for (const line of fresh) seen.add(kindOf(line))
      return [
        `${operation.id} with ${shown(request ?? {})}`,
        `  ${all.length} edge cases (${digestOf(all)}), ${odd} of the path, shared: ${shares.length} (${digestOf(shares)})`,
        ...fresh.map((line) => `  ${line}`)
      ]
    })
    expectListed(LIST, 'edge cases', lines)
  })
})
