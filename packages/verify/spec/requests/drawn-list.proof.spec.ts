import { digested, digestOf, expectListed } from '../../../../spec/support/listed.js'
import { inShort } from '../../../../spec/support/published.js'
import { Principals } from '../../src/credentials/principals.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import { RequestJudge } from '../../src/judge/request-judge.js'
import { OperationPlan } from '../../src/requests/operation-plan.js'
import { RequestMaker } from '../../src/requests/request-maker.js'
import { type RequestParts, writeRequest } from '../../src/requests/request-parts.js'
import { simplerRequests } from '../../src/requests/shrink.js'
import { type Draw, drawWith } from '../../src/values/draw.js'
import { RANKS } from '../../src/values/rank.js'
import { ValueMaker } from '../../src/values/value-maker.js'
import { curlLine } from '../../src/wire/curl.js'
import { manyOperations } from './many-operations.js'

const LIST = 'verify/requests/drawn-list.txt'

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
    const document = readDocument(manyOperations())
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
