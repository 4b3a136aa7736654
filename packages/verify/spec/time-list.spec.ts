import { expectListed } from '../../../spec/support/listed.js'
import { openApi } from '../../../spec/support/published.js'
import type { VerifyOptions, VerifyProgress } from '../src/options.js'
import { verify } from '../src/verify.js'

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
})
