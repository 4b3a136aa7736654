import { expect } from 'chai'
import type { OperationReport } from '../../src/report/report.js'
import { unprovedOperation } from '../../src/report/unproved.js'

const PROVED: OperationReport = {
  ...{ id: 'read', method: 'GET', path: '/a', isSkipped: false, requests: 9, inconclusive: 0, rejectedByRule: 0 },
  ...{ limited: 0, denied: 0, isAdmitted: true, statuses: { 200: 9 }, unreachedStatuses: [], isReached: true },
  ...{ edgeCases: { total: 5, tried: 3, shared: 2 }, isPossible: true }
}

const OWN = 'an `example` of its parameters that the service accepts'
const UNREACHED = { isReached: false, isAdmitted: true }

describe('An operation', () => {
  const cases: readonly (readonly [report: Partial<OperationReport>, why?: string, needs?: string])[] = [
    [{}],
    [{ isSkipped: true, requests: 0 }],
    [{ obstacle: { why: 'a reason', needs: 'a remedy' } }, 'a reason', 'a remedy'],
    [{ requests: 0 }, 'no request was sent', 'more runs or time'],
    [
      { requests: 0, isPossible: false },
      'no valid request could be made from the document',
      'an `example` of the parameter or body that has rules which a generator cannot satisfy'
    ],
    [{ limited: 9 }, 'every response was a 429', 'a run without the limit on rates'],
    [{ limited: 8 }],
    [
      { denied: 1, isAdmitted: false },
      'every response was a 401',
      'credentials: `--credential bearer=env:NAME --credential key=env:NAME`'
    ],
    [{ denied: 1 }],
    [{ isAdmitted: false }],
    [{ edgeCases: { total: 6, tried: 3, shared: 2 } }, '1 of 6 edge cases were not tried', 'more runs or time'],
    [
      { ...UNREACHED, statuses: {} },
      'no valid request succeeded (no response)',
      'a response within the timeout, or `--exclude` for a stream'
    ],
    [{ ...UNREACHED, statuses: { 400: 1 } }, 'no valid request succeeded (400 once)', OWN],
    [{ ...UNREACHED, statuses: { 400: 1, 422: 2 } }, 'no valid request succeeded (422 2 times, 400 once)', OWN],
    [
      { ...UNREACHED, statuses: { 400: 2 }, method: 'POST' },
      'no valid request succeeded (400 2 times)',
      'an `example` of its parameters and body that the service accepts'
    ],
    [
      { ...UNREACHED, statuses: { 400: 2 }, rejectedByRule: 1 },
      'no valid request succeeded (400 2 times)',
      'an `example` that satisfies the rules under `x-rules`'
    ],
    ...[401, 403].map(
      (status) =>
        [
          { ...UNREACHED, statuses: { 200: 1, [status]: 3 } },
          `no valid request succeeded (${status} 3 times, 200 once)`,
          'a credential that may call it'
        ] as const
    ),
    ...[404, 410].map(
      (status) =>
        [
          { ...UNREACHED, statuses: { [status]: 1 } },
          `no valid request succeeded (${status} once)`,
          "data that exists: a `reset` that restores it, or an `example` of the path's parameters"
        ] as const
    ),
    ...[409, 412].map(
      (status) =>
        [
          { ...UNREACHED, statuses: { [status]: 1 } },
          `no valid request succeeded (${status} once)`,
          'a `reset` that restores a state in which the request has no conflict, or an `example` that has none'
        ] as const
    )
  ]
  for (const [report, why, needs] of cases) {
    it(`is ${why === undefined ? 'proved' : 'not proved'}: ${JSON.stringify(report)}`, () => {
      const found = unprovedOperation({ ...PROVED, ...report }, (id) => id === 'read', ['bearer', 'key'])
      expect(found).to.deep.equal(why === undefined ? undefined : { operation: 'read', why, needs, isAllowed: true })
    })
  }

  it('is allowed to be unproved where the caller says so', () => {
    expect(unprovedOperation({ ...PROVED, requests: 0 }, () => false, [])).to.deep.include({ isAllowed: false })
  })
})
