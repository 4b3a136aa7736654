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
  rejectedByRule: 0,
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
      'No disagreement in 10 requests (1.2 s). 1 of 1 operation reached, 8 of 9 edge cases tried. Seed 42.'
    )
  })

  it('shows each disagreement with its request, what the document says and how the service responded', () => {
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
          answer: { status: 0, contentType: undefined, body: 'nothing came within 30 seconds' }
        }
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

2 disagreements in 10 requests and 30 to simplify them (1.2 s); stopped there. 1 of 1 operation reached, 8 of 9 edge cases tried. Seed 42.`
    )
  })

  it('names operations that were not reached, impossible, skipped or limited, and counts excused and inconclusive requests', () => {
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
      'Operations that never succeeded: barred (GET /barred)',
      'Requests that got a 429, which proves nothing; lift the limit for verification: limited (GET /limited) 4 of 10; shut (GET /shut) 10 of 10',
      'Documented statuses that never occurred: partly (GET /partly) 404, 409',
      'Valid requests rejected by a rule listed under x-rules: ruled (GET /ruled) 7; GET /plain 1',
      'Invalid requests that got a status other than those of validation (401, 404, 409 …): masked (GET /masked) 5',
      'Skipped: left (GET /left)',
      'No operation is named: typo'
    ])
  })
})
