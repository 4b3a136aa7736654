import { type OperationReport, type ReportedFinding, type VerifyReport } from 'fieldstone-verify'

/** An operation of which all is well, but for what is given. */
export function operationReport(more: Partial<OperationReport> = {}): OperationReport {
  return {
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
    edgeCases: { total: 9, tried: 7, shared: 1 },
    isPossible: true,
    ...more
  }
}

export function findingReport(more: Partial<ReportedFinding> = {}): ReportedFinding {
  return {
    kind: 'accepted-invalid',
    level: 'disagreement',
    what: 'query id type',
    operation: 'getItems',
    foundBy: 'query parameter id: "0x10"',
    count: 3,
    isAccepted: false,
    curl: "curl 'http://h/items?id=0x10'",
    document: "query 'id': must be integer",
    response: { status: 200, contentType: 'application/json', body: '{}' },
    ...more
  }
}

/** A report of one operation of which all is well, but for what is given. */
export function verifyReport(more: Partial<VerifyReport> = {}): VerifyReport {
  return {
    ok: true,
    outcome: 'proved',
    isStrict: false,
    seed: 42,
    requests: 10,
    shrinkRequests: 0,
    milliseconds: 1234,
    isStoppedEarly: false,
    isGone: false,
    isAborted: false,
    minCoverage: 0,
    disagreements: [],
    suspicions: [],
    unproved: [],
    untriedSequences: [],
    coverage: {
      percentage: 99.96,
      parts: [
        { part: 'operations', total: 1, met: 1, unmet: [] },
        { part: 'keywords', total: 9, met: 3, unmet: ['a type', 'b type', 'c type', 'd type', 'e type', 'f type'] }
      ]
    },
    operations: [operationReport()],
    staleBaseline: [],
    unknownIds: [],
    ...more
  }
}
