import { Principals } from '../../../src/verify/credentials/principals.js'
import { loadLibraries } from '../../../src/verify/document/libraries.js'
import { readDocument } from '../../../src/verify/document/published-document.js'
import { SchemaChecks } from '../../../src/verify/document/schema-checks.js'
import { RequestJudge } from '../../../src/verify/judge/request-judge.js'
import { OperationPlan } from '../../../src/verify/requests/operation-plan.js'
import { RequestMaker } from '../../../src/verify/requests/request-maker.js'
import { type RequestParts, writeRequest } from '../../../src/verify/requests/request-parts.js'
import { simplerRequests } from '../../../src/verify/requests/shrink.js'
import { type Draw, drawWith } from '../../../src/verify/values/draw.js'
import { RANKS } from '../../../src/verify/values/rank.js'
import { ValueMaker } from '../../../src/verify/values/value-maker.js'
import { curlLine } from '../../../src/verify/wire/curl.js'
import { digested, digestOf, expectListed } from '../../support/listed.js'
import { inShort, openApi } from '../../support/published.js'

const LIST = 'verify/requests/drawn-list.txt'

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

const COUNT = 30

function textOf(request: RequestParts | undefined): string {
  if (request === undefined) return 'none'
  const { method, url, headers, body: bytes } = writeRequest(request)
  const sent = bytes === undefined ? '' : ` ${JSON.stringify(Buffer.from(bytes).toString('latin1'))}`
  const text = `${method} ${url} ${JSON.stringify(headers)}${sent}`.replace(/\p{Cc}/gu, (control) =>
    JSON.stringify(control).slice(1, -1)
  )
  return text.length <= 200 ? text : `${text.slice(0, 170)} …${text.length} (${digestOf([text])})`
}

describe('The requests that are drawn for operations', () => {
  it('are those of drawn-list.txt: valid ones, with edge cases, after others succeeded, and simpler ones', async () => {
    const libraries = await loadLibraries()
    const paths: Record<string, Record<string, object>> = {}
    for (const [key, operation] of Object.entries(OPERATIONS)) {
      const [method = '', path = ''] = key.split(' ')
      paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId: key, responses: RESPONSES, ...operation } }
    }
    const document = readDocument(openApi(paths, SCHEMAS, '3.1.0'))
    const checks = new SchemaChecks(document, libraries)
    const values = new ValueMaker(checks, libraries)
    const judge = new RequestJudge(document, checks)
    const none = { extras: { headers: [], query: [] }, credentials: {}, principals: {}, scopes: {} }
    const principals = new Principals(document.schemes, none)
    const requests = new RequestMaker(values)
    const owners = new Map<string, OperationPlan>()
    const drawn = <T>(make: (draw: Draw) => T, count = COUNT) =>
      Array.from({ length: count }, (_, seed) => drawWith(libraries.fastCheck, seed, make))
    for (const operation of document.operations) {
      const plan = new OperationPlan(operation, requests, values, principals, owners, (method) => method !== 'TRACE')
      drawn((draw) => plan.prepare(draw), 1)
      const valid = drawn((draw) => requests.valid(operation, draw))
      const verdicts = valid.map((request) =>
        request === undefined ? 'none' : inShort(judge.judge(writeRequest(request)))
      )
      const counts = `${plan.total} edge cases, ${plan.untried} untried`
      const first = valid.find((request) => request !== undefined)
      const simpler = first === undefined ? [] : [...simplerRequests(first)].map(textOf)
      for (const [index, request] of valid.slice(0, 3).entries()) {
        if (request === undefined) continue
        requests.learn(
          request,
          index === 2 ? [{ id: 5 }, { otherId: 'six' }, null, {}, { id: 8 }] : { id: 4, name: 'n' }
        )
      }
      const learned = drawn((draw) => requests.base(operation, draw))
      requests.learnOfRule(operation)
      const ruled = drawn((draw) => requests.base(operation, draw))
      const keyed = first === undefined ? [] : drawn((draw) => requests.withFreshKey(first, draw), 2)
      const edges = RANKS.flatMap((rank) => drawn((draw) => plan.edge(rank, draw), 5))
      const random = drawn((draw) => plan.random(draw))
      const listed = (title: string, lines: readonly string[], count: number) => [
        `${title}:`,
        ...digested(lines, count).map((line) => `  ${line}`)
      ]
      const planned = (all: typeof random) =>
        all.map((each) =>
          each === undefined ? 'none' : `${each.label} ${each.edge === undefined ? '' : '*'} ${textOf(each.request)}`
        )
      expectListed(LIST, operation.id, [
        ...listed('valid', valid.map(textOf), 5),
        ...listed('verdicts', [...new Set(verdicts)], 5),
        ...listed('simpler than the first of them', simpler, 40),
        ...listed(
          'as commands',
          valid.map((request) => (request ? curlLine(writeRequest(request), 'http://h') : 'none')),
          2
        ),
        ...listed('after three succeeded', learned.map(textOf), 3),
        ...listed('after a rule was found', ruled.map(textOf), 3),
        ...listed('with another key', keyed.map(textOf), 1),
        counts,
        ...listed('edge cases', planned(edges), 6),
        `${plan.tried} tried, ${plan.shared} shared, ${plan.unmade} unmade, ${plan.untried} left`,
        ...listed('random', planned(random), 4)
      ])
    }
  }).timeout(60_000)
})
