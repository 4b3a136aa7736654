import { Budget } from '../../src/verify/budget.js'
import type { VerifyOptions, VerifyProgress } from '../../src/verify/options.js'
import { verify } from '../../src/verify/verify.js'
import { expectListed } from '../support/listed.js'
import { openApi } from '../support/published.js'

const LIST = 'verify/time-list.txt'

const ANY = { responses: { default: { description: 'any' } } }
const ids = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: 9 } }
const DOCUMENT = openApi({
  '/items/{id}': { get: { operationId: 'read', parameters: [ids], ...ANY } },
  '/items': { get: { operationId: 'list', ...ANY } }
})

/** How long the response to each request takes, in milliseconds: by its path, and how often that was requested. */
type Times = (path: string, count: number) => number

const RUNS: readonly (readonly [title: string, Times, VerifyOptions])[] = [
  ['30 ms each', () => 30, { runs: 12 }],
  ['99 ms each', () => 99, { runs: 4 }],
  ['100 ms each', () => 100, { runs: 4 }],
  ['nothing each', () => 0, { runs: 101 }],
  ['1 ms each, of 110', () => 1, { time: 110 }],
  ['30 ms each, of 200', () => 30, { time: 200 }],
  ['30 ms each, of 200 and 5 requests', () => 30, { time: 200, runs: 5 }],
  ['30 ms each, of 200 and 50 requests', () => 30, { time: 200, runs: 50 }],
  ['a long response', (_, count) => (count === 5 ? 500 : 10), { time: 300 }],
  ['one operation takes 2 s', (path) => (path === '/items' ? 2000 : 10), { runs: 12 }],
  ['one operation takes 1 s', (path) => (path === '/items' ? 1000 : 10), { runs: 12 }],
  ['one response takes 2 s', (path, count) => (path === '/items' && count === 2 ? 2000 : 10), { runs: 12 }],
  ['two responses take 2 s', (path, count) => (path === '/items' && (count & 6) === 2 ? 2000 : 10), { runs: 12 }],
  ['60 ms each, where 50 are allowed', () => 60, { runs: 12, maxResponseTime: 50 }],
  ['60 ms each, where 60 are allowed', () => 60, { runs: 12, maxResponseTime: 60 }],
  [
    '60 ms each, of which one finding is enough',
    () => 60,
    { runs: 12, maxResponseTime: 50, strict: true, maxDisagreements: 1 }
  ],
  [
    '60 ms each, as it is accepted',
    () => 60,
    {
      runs: 12,
      maxResponseTime: 50,
      baseline: [{ kind: 'slow-response', operation: 'list', what: '' }]
    }
  ]
]

/** Budgets, and what was done after how many milliseconds. */
const BUDGETS: readonly (readonly [runs: number | undefined, time: number | undefined, operations: number])[] = [
  [undefined, undefined, 0],
  [undefined, undefined, 10],
  [undefined, undefined, 11],
  [1, undefined, 1],
  [5, undefined, 20],
  [undefined, 100, 1],
  [undefined, 0, 1],
  [5, 100, 1]
]
const STATES: readonly (readonly [done: number, elapsed: number, known: number])[] = [
  [0, 0, 0],
  [0, 0, 7],
  [0, 40, 7],
  [0, 100, 7],
  [1, 0, 7],
  [1, 20, 7],
  [3, 99, 7],
  [4, 40, 0],
  [5, 50, 3],
  [6, 60, 3],
  [2, 101, 3]
]

describe('The time that verification takes', () => {
  const { now } = performance
  let clock = 0

  beforeEach(() => {
    clock = 1000
    performance.now = () => clock
  })
  afterEach(() => {
    performance.now = now
  })

  const progressText = ({ phase, done, total, disagreements, suspicions, millisecondsLeft }: VerifyProgress) => {
    const left = millisecondsLeft === undefined ? 'unknown' : `${Math.round(millisecondsLeft)} ms`
    return `  ${phase}: ${done} of ${total}, ${disagreements} and ${suspicions} findings, ${left} left`
  }

  it('is that of time-list.txt where responses take so long', async () => {
    const lines: string[] = []
    for (const [title, times, options] of RUNS) {
      const counts = new Map<string, number>()
      const progress: string[] = []
      const report = await verify(
        {
          document: DOCUMENT,
          inject: async ({ url }) => {
            const path = url.startsWith('/items/') ? '/items/' : (url.split('?')[0] as string)
            const count = (counts.get(path) ?? 0) + 1
            counts.set(path, count)
            clock += times(path, count)
            return { statusCode: 200, headers: {}, rawBody: Buffer.from('') }
          }
        },
        // The service itself responds at once.
        {
          seed: 1,
          timeout: 60_000,
          include: ['GET'],
          ...options,
          onProgress: (each) => progress.push(progressText(each))
        }
      )
      const { requests, shrinkRequests, milliseconds, isStoppedEarly, outcome, suspicions } = report
      const ends = `${outcome}${isStoppedEarly ? ', stopped early' : ''}`
      lines.push(
        `${title}: ${requests} requests and ${shrinkRequests} more in ${milliseconds} ms, ${ends}`,
        ...suspicions.map(({ kind, operation, document, count, isAccepted }) => {
          return `  ${kind} of ${operation}, ${count} times${isAccepted ? ', accepted' : ''}: ${document}`
        }),
        ...progress.slice(0, 10),
        ...(progress.length > 10 ? [`  … ${progress.length} in all`, ...progress.slice(-1)] : [])
      )
    }
    expectListed(LIST, 'runs', lines)
  })

  it('and its number of requests are estimated as in time-list.txt', () => {
    const lines = BUDGETS.flatMap(([runs, time, operations]) => {
      const title = `${runs ?? 'any'} requests, ${time ?? 'any'} ms, ${operations} operations`
      const states = STATES.map(([done, elapsed, known]) => {
        let at = 50
        const budget = new Budget(runs, time, operations, () => at)
        at += elapsed
        budget.done = done
        const { total, millisecondsLeft } = budget.estimate(known)
        const estimate = `${total} in all, ${millisecondsLeft ?? 'unknown'} ms left`
        const before = `${budget.left} left${budget.isSpent ? ', spent' : ''}`
        let random = 0
        while (random < 1000 && budget.takeRandom()) random++
        const after = budget.estimate(known).total
        return `  ${done} in ${elapsed} ms, ${known} known: ${before}; ${estimate}; ${random} random ones, then ${after}`
      })
      return [title, ...states]
    })
    expectListed(LIST, 'budgets', lines)
  })
})
