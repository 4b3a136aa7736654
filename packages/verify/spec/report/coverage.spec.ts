import { expect } from 'chai'
import { loadLibraries } from '../../src/document/libraries.js'
import { type PublishedDocument, readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import { RequestJudge } from '../../src/judge/request-judge.js'
import { type ContractPart, Coverage } from '../../src/report/coverage.js'
import { type RequestParts, writeRequest } from '../../src/requests/request-parts.js'
import { SchemaFlattener } from '../../src/values/flat-schema.js'
import { NoResponse } from '../../src/wire/target.js'

const BOOK = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: { title: { type: 'string', minLength: 1, maxLength: 9 }, pages: { type: 'integer' } }
}
const bookBody = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } } }

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  components: { schemas: { Book: BOOK } },
  paths: {
    '/books': {
      get: {
        operationId: 'list',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 50 } },
          { name: 'x-page', in: 'header', schema: { type: 'string' } }
        ],
        responses: {
          200: { description: '', content: { 'application/json': {}, 'text/csv': {} } },
          404: { description: '' },
          '4XX': { description: '', content: { 'application/json': {} } },
          '2XX': { description: '' },
          500: { description: '' },
          default: { description: '' }
        }
      },
      post: { operationId: 'add', requestBody: bookBody, responses: { 201: { description: '' } } }
    },
    '/drafts': {
      post: { operationId: 'draft', requestBody: bookBody, responses: { '2XX': { description: '' } } }
    },
    '/shelves/{shelf}': {
      put: {
        operationId: 'fill',
        parameters: [
          { name: 'shelf', in: 'path', required: true, schema: { type: 'string', minLength: 1, maxLength: 9 } },
          { name: 'x-id', in: 'header', schema: { type: 'string', pattern: '^[0-9a-f-]*$', format: 'uuid' } },
          { name: 'x-depth', in: 'header', schema: { type: 'number', maximum: Number.MAX_VALUE } }
        ],
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Book' } },
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                properties: {
                  tags: { type: 'array', minItems: 1, items: { type: 'string' } },
                  marks: { type: 'array', minItems: 2, items: { type: 'string' } }
                }
              }
            }
          }
        },
        responses: { 204: { description: '' } }
      }
    }
  }
}

describe('the coverage of the contract', () => {
  let document: PublishedDocument
  let judge: RequestJudge
  let checks: SchemaChecks
  before(async () => {
    document = readDocument(JSON.parse(JSON.stringify(DOCUMENT)))
    checks = new SchemaChecks(document, await loadLibraries())
    judge = new RequestJudge(document, checks)
  })

  /** What is met and unmet after requests of operations, with their statuses. */
  function covered(...sent: readonly Sent[]) {
    const coverage = new Coverage(document.operations, new SchemaFlattener(checks))
    for (const each of sent) add(coverage, each)
    const report = coverage.report()
    const part = (name: ContractPart) => {
      const found = report.parts.find(({ part }) => part === name)
      if (found === undefined) throw new Error(`There is no part ${name}`)
      return found
    }
    return { percentage: report.percentage, part, unmet: (name: ContractPart) => part(name).unmet }
  }

  interface Sent extends Partial<RequestParts> {
    readonly id: string
    readonly status: number
    readonly type?: string
    readonly json?: unknown
  }

  function add(coverage: Coverage, { id, status, type, json, ...more }: Sent): void {
    const operation = document.operations.find((other) => other.id === id)
    if (operation === undefined) throw new Error(`There is no operation ${id}`)
    const body: RequestParts['body'] = json === undefined ? undefined : { kind: 'json', value: json }
    const contentType = json === undefined ? undefined : 'application/json'
    const { method } = operation
    const none = { path: {}, rawPath: undefined, query: [], headers: [], cookies: [] }
    const parts = { operation, method, ...none, contentType, body, ...more }
    const request = writeRequest(parts)
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const response = status === 0 ? new NoResponse('cut') : { status, headers, body: Buffer.from('') }
    const comparison = { findings: [], outcome: 'accepted' as const }
    const verdict = judge.judge(request)
    coverage.add({ parts, request, response, verdict, comparison, milliseconds: 1 }, status >= 200 && status < 300)
  }

  it('is nothing before the first request, and counts each thing that the document promises once', () => {
    const { percentage, part } = covered()
    expect(percentage).to.equal(0)
    const totals = (['operations', 'statuses', 'parameters', 'request media types'] as const).map(
      (name) => part(name).total
    )
    expect(totals).to.deep.equal([4, 5, 5, 4])
    expect(part('operations')).to.deep.include({ met: 0, unmet: ['list', 'add', 'draft', 'fill'] })
  })

  it('has no statuses that do not depend on the request, and a range where it is the only success', () => {
    expect(covered().unmet('statuses')).to.deep.equal(['list 200', 'list 404', 'add 201', 'draft 2XX', 'fill 204'])
  })

  it('meets an operation by a success, and a status by any response that has it', () => {
    const { unmet } = covered({ id: 'list', status: 404 }, { id: 'add', status: 201, json: { title: 'a' } })
    expect(unmet('operations')).to.deep.equal(['list', 'draft', 'fill'])
    expect(unmet('statuses')).to.deep.equal(['list 200', 'draft 2XX', 'fill 204'])
    expect(covered({ id: 'list', status: 0 }).percentage).to.equal(0)
  })

  it('meets a media type of a response by a response of this type', () => {
    expect(covered().unmet('response media types')).to.deep.equal(['list 200 application/json', 'list 200 text/csv'])
    const { unmet } = covered({ id: 'list', status: 200, type: 'text/csv; charset=utf-8' })
    expect(unmet('response media types')).to.deep.equal(['list 200 application/json'])
  })

  it('meets a parameter by a valid request with it that succeeded, wherever it is', () => {
    const query = [{ name: 'limit', text: '5' }]
    const headers: RequestParts['headers'] = [['X-Page', 'a']]
    const unmetOfList = (sent: Sent) =>
      covered(sent)
        .unmet('parameters')
        .filter((point) => point.startsWith('list'))
    expect(unmetOfList({ id: 'list', status: 200, query })).to.deep.equal(['list header x-page'])
    expect(unmetOfList({ id: 'list', status: 200, headers })).to.deep.equal(['list query limit'])
    for (const unsuccessful of [
      { id: 'list', status: 404, query },
      { id: 'list', status: 200, query: [{ name: 'limit', text: '51' }] }
    ]) {
      expect(covered(unsuccessful).part('parameters').met).to.equal(0)
    }
  })

  it('meets a media type of a request by a valid request of this type that succeeded', () => {
    const { unmet } = covered(
      { id: 'add', status: 201, json: { title: 'a' } },
      { id: 'draft', status: 400, json: { title: 'a' } }
    )
    expect(unmet('request media types')).to.deep.equal([
      'draft application/json',
      'fill application/json',
      'fill application/x-www-form-urlencoded'
    ])
  })

  it('meets a keyword by a request that breaks it, whatever the response', () => {
    const before = covered().unmet('keywords')
    expect(before).to.include.members(['list query limit type', 'list query limit maximum'])
    const { unmet } = covered({ id: 'list', status: 400, query: [{ name: 'limit', text: '51' }] })
    expect(unmet('keywords')).to.deep.equal(before.filter((point) => point !== 'list query limit maximum'))
  })

  it('has no keyword that nothing that is sent can break alone', () => {
    const points = covered().unmet('keywords')
    expect(points.filter((point) => point.startsWith('fill'))).to.deep.equal([
      'fill path shelf maxLength',
      'fill header x-id pattern',
      'fill header x-depth type',
      'fill body.marks minItems'
    ])
  })

  it('counts the keywords of a component once, and meets them in any operation that has it', () => {
    const ofBook = (points: readonly string[]) => points.filter((point) => point.startsWith('Book'))
    const all = ofBook(covered().unmet('keywords'))
    expect(all).to.have.members([
      'Book type',
      'Book required',
      'Book additionalProperties',
      'Book.title type',
      'Book.title minLength',
      'Book.title maxLength',
      'Book.pages type'
    ])
    const sent = (id: string, json: unknown): Sent => ({ id, status: 400, json })
    const { unmet } = covered(
      sent('add', { title: '' }),
      sent('draft', { title: 'a', pages: 'x' }),
      sent('add', { title: 'a', more: 1 }),
      sent('draft', {})
    )
    expect(ofBook(unmet('keywords'))).to.have.members(['Book type', 'Book.title type', 'Book.title maxLength'])
  })

  it('meets a keyword of the schema that the media type of the request has', () => {
    const path = { shelf: 'a' }
    const { unmet } = covered({ id: 'fill', status: 400, path, json: { title: 1 } })
    expect(
      covered()
        .unmet('keywords')
        .filter((point) => !unmet('keywords').includes(point))
    ).to.deep.equal(['Book.title type'])
  })

  it('is a hundred percent of a document without operations', () => {
    expect(new Coverage([], new SchemaFlattener(checks)).report().percentage).to.equal(100)
  })
})
