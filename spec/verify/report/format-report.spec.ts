import { expect } from 'chai'
import { formatReport } from '../../../src/verify/report/format-report.js'
import type { OperationReport, VerifyReport } from '../../../src/verify/report/report.js'

const OPERATION: OperationReport = {
  id: 'getItems',
  method: 'GET',
  path: '/items',
  isSkipped: false,
  requests: 10,
  inconclusive: 0,
  refusedByRule: 0,
  limited: 0,
  denied: 0,
  isAdmitted: true,
  statuses: { 200: 6, 400: 4 },
  unreachedStatuses: [],
  isReached: true,
  probes: { total: 9, tried: 8 },
  isPossible: true
}
const REPORT: VerifyReport = {
  ok: true,
  seed: 42,
  requests: 10,
  shrinkRequests: 0,
  milliseconds: 1234,
  isStoppedEarly: false,
  disagreements: [],
  operations: [OPERATION],
  unknownSkips: []
}

describe('the report as text', () => {
  it('is one line when all is well', () => {
    expect(formatReport(REPORT)).to.equal(
      'No disagreement in 10 requests (1.2 s). 1 of 1 operation reached, 8 of 9 edges tried. Seed 42.'
    )
  })

  it('tells each disagreement with its request, what the document says and what the service did', () => {
    const text = formatReport({
      ...REPORT,
      ok: false,
      shrinkRequests: 30,
      isStoppedEarly: true,
      disagreements: [
        {
          kind: 'accepted-invalid',
          operation: 'getItems',
          probe: 'query parameter id: "0x10"',
          count: 3,
          curl: "curl 'http://h/items?id=0x10'",
          judge: "query 'id': must be integer",
          answer: { status: 200, contentType: 'application/json', body: '{}' }
        },
        {
          kind: 'server-error',
          operation: 'getItems',
          probe: 'a valid request',
          count: 1,
          curl: 'curl http://h/items',
          judge: 'the request is valid under the document',
          answer: { status: 0, contentType: undefined, body: 'no answer within 30 seconds' }
        }
      ]
    })
    expect(text).to.equal(
      `1. The service took what its document forbids (getItems, met 3 times)
   Request   curl 'http://h/items?id=0x10'
   Document  query 'id': must be integer
   Service   200 application/json: {}
   Found by  query parameter id: "0x10"

2. The service failed (getItems)
   Request   curl http://h/items
   Document  the request is valid under the document
   Service   no answer: no answer within 30 seconds
   Found by  a valid request

2 disagreements in 10 requests and 30 to make them small (1.2 s); stopped there. 1 of 1 operation reached, 8 of 9 edges tried. Seed 42.`
    )
  })

  it('names what was not reached, not possible, skipped, excused or not conclusive', () => {
    const operation = (id: string, more: Partial<OperationReport>): OperationReport => ({
      ...OPERATION,
      id,
      path: `/${id}`,
      ...more
    })
    const text = formatReport({
      ...REPORT,
      operations: [
        operation('idle', { requests: 0, isReached: false }),
        operation('impossible', { requests: 0, isReached: false, isPossible: false }),
        operation('barred', { isReached: false, unreachedStatuses: ['200'] }),
        operation('partly', { unreachedStatuses: ['404', '409'] }),
        operation('ruled', { refusedByRule: 7 }),
        operation('masked', { inconclusive: 5 }),
        operation('limited', { limited: 4 }),
        operation('shut', { isReached: false, limited: 10 }),
        operation('left', { isSkipped: true, requests: 0, isReached: false }),
        operation('GET /plain', { path: '/plain', refusedByRule: 1 })
      ],
      unknownSkips: ['typo']
    })
    expect(text.split('\n').slice(0, -2)).to.deep.equal([
      'Operations without any request, raise the number of runs: idle (GET /idle)',
      'Operations for which no valid request could be made: impossible (GET /impossible)',
      'Operations that never had success: barred (GET /barred)',
      'Requests answered 429, which prove nothing; lift the limit for the proof: limited (GET /limited) 4 of 10; shut (GET /shut) 10 of 10',
      'Documented statuses that never came: partly (GET /partly) 404, 409',
      'Valid requests refused by a rule listed under x-rules: ruled (GET /ruled) 7; GET /plain 1',
      'Invalid requests answered before or beside validation (401, 404, 409 …): masked (GET /masked) 5',
      'Skipped: left (GET /left)',
      'No operation is named: typo'
    ])
  })
})
