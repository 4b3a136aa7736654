import { expect } from 'chai'
import type { VerifyOptions } from '../src/options.js'
import { formatReport } from '../src/report/format-report.js'
import type { VerifiableService } from '../src/wire/target.js'
import { listedRun } from './listed-run.js'
import { manyOperations } from './requests/many-operations.js'

const LIST = 'verify/many-operations-list.txt'

type Reply = Awaited<ReturnType<VerifiableService['inject']>>

const reply = (statusCode: number, body = '', headers: Readonly<Record<string, string>> = {}): Reply => {
  return { statusCode, headers, rawBody: Buffer.from(body) }
}

/** A service that responds in one way, whatever the request. */
const all = (respond: (request: { readonly method: string; readonly url: string }) => Reply): VerifiableService => ({
  document: manyOperations(),
  inject: async (request) => respond(request)
})

const EVERYTHING = { seed: 1, maxDisagreements: 10_000, shrinkRuns: 2 }

describe('Verification of many operations', () => {
  const runs: readonly (readonly [what: string, service: () => VerifiableService, options: VerifyOptions])[] = [
    ['a service that accepts everything', () => all(() => reply(200)), { ...EVERYTHING, runs: 500 }],
    ['a service that rejects everything', () => all(() => reply(400)), { ...EVERYTHING, runs: 400, strict: true }],
    [
      'a service that fails',
      () => all(() => reply(500, '{"a":1}', { 'content-type': 'application/json' })),
      { ...EVERYTHING, runs: 200 }
    ],
    [
      'a service that has nothing',
      () => all(({ method }) => (method === 'GET' ? reply(404) : reply(405, '', { allow: 'GET' }))),
      { seed: 2, shrinkRuns: 0, runs: 200, include: ['GET /p*', 'PUT'], allowUnproved: ['PUT /form', 'none'] }
    ],
    [
      'a service that is only read',
      () => all(() => reply(200)),
      { seed: 3, shrinkRuns: 0, runs: 150, allowWrites: false, exclude: ['GET /queries'], minCoverage: 50 }
    ],
    [
      'a baseline of what is known',
      () => all(() => reply(200)),
      {
        ...{
          ...EVERYTHING,
          shrinkRuns: 0,
          runs: 100,
          include: ['GET /plain', 'POST /json'],
          resetEvery: 3,
          reset: () => {}
        },
        headers: { 'X-Own': 'a' },
        query: { tenant: '1' },
        baseUrl: 'https://a.example/b',
        baseline: [
          { kind: 'undocumented-operation', operation: 'GET /plain', what: 'DELETE' },
          { kind: 'server-error', operation: 'GET /plain', what: '500' }
        ]
      }
    ]
  ]
  for (const [what, service, options] of runs) {
    it(`makes the requests and the report of many-operations-list.txt: ${what}`, async () => {
      const report = await listedRun([LIST, what], service(), options)
      expect(report.requests, formatReport(report)).to.equal(options.runs)
    }).timeout(60_000)
  }
})
