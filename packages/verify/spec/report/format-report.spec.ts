import { expect } from 'chai'
import { formatJUnit, formatMarkdown, formatReport, type OperationReport } from 'fieldstone-verify'
import { findingReport, operationReport, verifyReport } from './reports.js'

const REPORT = verifyReport()

/** 100 % would be everything. */
const COVERAGE = `Coverage of the contract: 99.9 %
  operations               1 of 1
  keywords                 3 of 9      not met: a type, b type, c type, d type, e type, and 1 more`

describe('the report as text', () => {
  it('is the coverage of the contract and one line when all is well', () => {
    expect(formatReport(REPORT)).to.equal(
      `${COVERAGE}

No disagreement in 10 requests (1.2 s). 1 of 1 operation reached, 8 of 9 edge cases tried. Seed 42.`
    )
  })

  it('shows why a service failed in place of a body that says nothing of it, in every form', () => {
    const error = 'Error: oh, at find (items.js:1:2)'
    const response = { status: 500, contentType: 'text/plain', body: 'Sorry', error }
    const report = verifyReport({ disagreements: [findingReport({ kind: 'server-error', response })] })
    expect(formatReport(report)).to.include(`\n   Service   500 text/plain: ${error}\n`)
    for (const format of [formatJUnit, formatMarkdown]) {
      expect(format(report)).to.include(`500 ${error}`).and.not.to.include('Sorry')
    }
  })

  it('shows each disagreement with its request, what the document says and how the service responded', () => {
    const text = formatReport({
      ...REPORT,
      ok: false,
      shrinkRequests: 30,
      isStoppedEarly: true,
      disagreements: [
        findingReport(),
        findingReport({
          kind: 'server-error',
          foundBy: 'a valid request',
          count: 1,
          curl: 'curl http://h/items',
          document: 'the request is valid under the document',
          response: { status: 0, contentType: undefined, body: 'nothing came within 30 seconds' }
        })
      ]
    })
    expect(text).to.equal(
      `1. The service accepted what its document forbids (getItems, found 3 times)
   Request   curl 'http://h/items?id=0x10'
   Document  query 'id': must be integer
   Service   200 application/json: {}
   Found by  query parameter id: "0x10"

2. The service failed (getItems)
   Request   curl http://h/items
   Document  the request is valid under the document
   Service   no response: nothing came within 30 seconds
   Found by  a valid request

${COVERAGE}

2 disagreements in 10 requests and 30 to simplify (1.2 s); stopped there. 1 of 1 operation reached, 8 of 9 edge cases tried. Seed 42.`
    )
  })

  it('shows suspicions after the disagreements, a sequence with one request on each line', () => {
    const text = formatReport({
      ...REPORT,
      suspicions: [
        {
          kind: 'broken-allow',
          level: 'suspicion',
          what: '',
          operation: 'getItems',
          foundBy: 'method PUT',
          count: 1,
          isAccepted: false,
          curl: 'curl -X POST http://h/items\ncurl -X PUT http://h/items',
          document: 'the Allow of a 405 must name GET',
          response: { status: 405, contentType: undefined, body: '' }
        }
      ]
    })
    expect(text).to.equal(`Suspicions: no document forbids this, but a good service does not do it

1. Allow does not name the methods of the document (getItems)
   Request   curl -X POST http://h/items
             curl -X PUT http://h/items
   Document  the Allow of a 405 must name GET
   Service   405
   Found by  method PUT

${COVERAGE}

No disagreement, 1 suspicion in 10 requests (1.2 s). 1 of 1 operation reached, 8 of 9 edge cases tried. Seed 42.`)
  })

  it('says first what is not proved and what would help, then what was skipped, limited or excused', () => {
    const operation = (id: string, more: Partial<OperationReport>): OperationReport => {
      return operationReport({ id, path: `/${id}`, ...more })
    }
    const text = formatReport({
      ...REPORT,
      ok: false,
      outcome: 'unproved',
      unproved: [
        { operation: 'barred', why: 'no valid request succeeded (404 9 times)', needs: 'data', isAllowed: false },
        { operation: 'known', why: 'no request was sent', needs: 'more runs or time', isAllowed: true }
      ],
      untriedSequences: ['create, then read: no item could be created'],
      operations: [
        operation('partly', { unreachedStatuses: ['404', '409'] }),
        operation('ruled', { rejectedByRule: 7 }),
        operation('masked', { inconclusive: 5 }),
        operation('limited', { limited: 4 }),
        operation('left', { isSkipped: true, requests: 0, isReached: false }),
        operation('GET /plain', { path: '/plain', rejectedByRule: 1 })
      ],
      unknownIds: ['typo']
    })
    expect(
      text
        .replace(COVERAGE, '')
        .split('\n')
        .filter((line) => line !== '')
    ).to.deep.equal([
      'Not proved:',
      '  barred: no valid request succeeded (404 9 times); needs data',
      '  known: no request was sent; needs more runs or time (allowed)',
      'Sequences that were not tried:',
      '  create, then read: no item could be created',
      'Skipped: left (GET /left)',
      'Requests that got a 429, which proves nothing; lift the limit for verification: limited (GET /limited) 4 of 10',
      'Documented statuses that never occurred: partly (GET /partly) 404, 409',
      'Valid requests rejected by a rule listed under x-rules: ruled (GET /ruled) 7; GET /plain 1',
      'Invalid requests that got a status other than those of validation (401, 404, 409 …): masked (GET /masked) 5',
      'No operation is named: typo',
      '1 operation not proved, no disagreement in 10 requests (1.2 s). 5 of 5 operations reached, 40 of 45 edge cases tried. Seed 42.'
    ])
  })

  it('shows control characters, and the ends of lines in responses, as escape sequences', () => {
    const response = { status: 200, contentType: 'text/plain', body: 'a\u001b[31m\u202E\n::error::' }
    const text = formatReport({ ...REPORT, disagreements: [findingReport({ response })] })
    expect(text).to.contain('200 text/plain: a\\u001b[31m\\u202e\\n::error::')
  })
})
