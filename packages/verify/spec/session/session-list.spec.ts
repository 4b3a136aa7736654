import { expectListed } from '../../../../spec/support/listed.js'
import { published } from '../../../../spec/support/published.js'
import { calls, settled, shown } from '../../../../spec/support/whole-list.js'
import { Principals } from '../../src/credentials/principals.js'
import type { PublishedOperation } from '../../src/document/published-document.js'
import type { RequestParts } from '../../src/requests/request-parts.js'
import type { Arranged, Attempt } from '../../src/session/attempt.js'
import { ResponseTimes } from '../../src/session/response-times.js'
import { isSafe, Session, statusOf } from '../../src/session/session.js'
import { NoResponse, type Target } from '../../src/wire/target.js'
import type { WireRequest, WireResponse } from '../../src/wire/wire-request.js'

const LIST = 'verify/session/session-list.txt'

/** A target that answers by a table, and remembers what came. */
class Answers implements Target {
  readonly address = 'http://h'
  readonly isLocal = true
  readonly lines: string[] = []
  readonly #answers: (WireResponse | NoResponse | (() => Promise<WireResponse>))[]
  isReady: () => Promise<void> = () => Promise.resolve()

  constructor(answers: readonly (WireResponse | NoResponse | (() => Promise<WireResponse>))[]) {
    this.#answers = [...answers]
  }

  async ready() {
    await this.isReady()
  }

  async send({ method, url, headers }: WireRequest, { timeout, client }: { timeout: number; client: number }) {
    const shownHeaders = headers.map(([name, value]) => ` ${name}: ${value}`).join(',')
    this.lines.push(`${method} ${url}${shownHeaders} (${timeout} ms, client ${client})`)
    const answer = this.#answers.shift() ?? reply(200, { name: 'a' })
    return typeof answer === 'function' ? answer() : answer
  }

  close() {}
}

const JSON_TYPE = 'application/json'

function reply(status: number, content?: unknown, headers: Record<string, string> = {}): WireResponse {
  const type: Record<string, string> = content === undefined ? {} : { 'content-type': JSON_TYPE }
  return {
    status,
    headers: { ...type, ...headers },
    body: Buffer.from(content === undefined ? '' : JSON.stringify(content))
  }
}

const ITEM = { type: 'object', properties: { name: { type: 'string' } } }
const content = { [JSON_TYPE]: { schema: ITEM } }
const id = { in: 'path', name: 'id', required: true, schema: { type: 'string' } }
const responses = {
  '200': { description: 'It', content },
  '404': { description: 'None' },
  '429': { description: 'No' }
}
const PATHS = {
  '/items': {
    post: { operationId: 'create', requestBody: { required: true, content }, responses },
    get: { operationId: 'search', responses: { '200': responses['200'] } }
  },
  '/items/{id}': { get: { operationId: 'read', parameters: [id], responses } },
  '/own': { get: { operationId: 'own', security: [{ key: [] }], responses } }
}

async function sessionWith(
  answers: readonly (WireResponse | NoResponse | (() => Promise<WireResponse>))[],
  more: { readonly resetEvery?: number; readonly signal?: AbortSignal; readonly reset?: () => unknown } = {}
) {
  const { document, checks, judge } = await published(PATHS)
  const none = { extras: { headers: [], query: [] }, credentials: {}, principals: {}, scopes: {} }
  const target = new Answers(answers)
  const settings = { timeout: 5000, reset: () => target.lines.push('reset'), resetEvery: 1, ...more }
  const session = new Session(target, checks, judge, new Principals([], none), settings)
  const parts = (name: string, changes: Partial<RequestParts> = {}): RequestParts => {
    const operation = document.operations.find((each) => each.id === name) as PublishedOperation
    const { method } = operation
    const isCreate = name === 'create'
    return {
      ...{ operation, method, path: { id: '5' }, rawPath: undefined, query: [], headers: [], cookies: [] },
      ...{ contentType: isCreate ? JSON_TYPE : undefined },
      ...{ body: isCreate ? { kind: 'json', value: { name: 'a' } } : undefined },
      ...changes
    }
  }
  return { session, target, parts }
}

function said({ request, response, verdict, comparison, arranged, parts }: Attempt): string {
  const findings = comparison.findings.map(({ kind, what, judge }) => ` ${`${kind} ${what}`.trim()} (${judge})`)
  const made = arranged === undefined ? '' : `, arranged ${shown(arranged.path)} for ${shown(parts.path)}`
  return `${request.method} ${statusOf(response)} ${verdict.kind} ${comparison.outcome}${made}:${findings.join(';') || ' nothing'}`
}

/** Times of responses, of one operation. */
const operation = {} as PublishedOperation
const took = (milliseconds: number, name = `${milliseconds}`, of = operation) =>
  ({ parts: { operation: of, name }, milliseconds, response: reply(200) }) as unknown as Attempt
const times = (count: number, milliseconds: number) => Array<number>(count).fill(milliseconds)

/** What took how long before, and how long the next response takes. */
const HISTORIES: readonly (readonly [given: number | undefined, before: readonly number[], ...next: number[]])[] = [
  [undefined, [], 0, 1000, 1001, 60_000],
  [undefined, times(7, 1), 1000, 1001],
  [undefined, times(8, 1), 1000, 1001, 9999],
  [undefined, times(8, 200), 1500, 2000, 2001],
  [undefined, [...times(4, 10), ...times(4, 500)], 4000, 5000, 5001],
  [undefined, [...times(5, 10), ...times(4, 500)], 1000, 1001],
  [undefined, [500, 10, 500, 10, 500, 10, 500, 10, 10], 1001],
  [undefined, [...times(63, 900), ...times(1, 5)], 9000, 9001],
  [undefined, [...times(32, 5), ...times(32, 900)], 9000, 9001],
  [undefined, [...times(31, 5), ...times(33, 900), ...times(2, 5)], 9000, 9001],
  [undefined, [...times(64, 5), ...times(32, 900)], 8999, 9001],
  [50, [], 50, 51],
  [50, times(20, 1), 50, 51, 5000],
  [5000, times(20, 1), 1001, 5000, 5001],
  [0, [], 0, 1]
]

/** The times of a slow response, of the requests that are sent to confirm it, and what is known of the operation. */
const CONFIRMED: readonly (readonly [given: number | undefined, known: readonly number[], ...sent: number[]])[] = [
  [50, [], 80, 70, 60],
  [50, [], 80, 70, 90.6],
  [50, [], 80.5, 90, 100],
  [50, [], 80, 50, 60],
  [50, [], 80, 51, 50],
  [50.4, times(20, 1), 80, 70, 60.4],
  [undefined, [], 1500, 1400, 1600],
  [undefined, [...times(8, 9.2), 3], 1500, 500, 1400, 500, 1300],
  [undefined, times(8, 9.2), 1500, 501, 1400, 500, 1300],
  [undefined, times(8, 9.2), 1500, 500, 1400, 501, 1300],
  [undefined, times(8, 9.2), 1500, 500, 1000, 500, 1300],
  [undefined, times(8, 9.2), 1500, 500, 1001, 500, 1000]
]

describe('How long responses take', () => {
  it('is compared as session-list.txt says', async () => {
    const lines = HISTORIES.map(([given, before, ...next]) => {
      const limits = next.map((milliseconds) => {
        const known = new ResponseTimes(given)
        for (const each of before) known.limit(took(each))
        return `${milliseconds}: ${known.limit(took(milliseconds)) ?? 'not slow'}`
      })
      return `at most ${given ?? 'what is usual'}, after ${before.join(' ') || 'none'}: ${limits.join('; ')}`
    })
    const known = new ResponseTimes(undefined)
    for (const each of times(8, 1)) known.limit(took(each))
    const none = { ...took(5000), response: new NoResponse('cut') }
    lines.push(`no response: ${known.limit(none) ?? 'not slow'}`)
    lines.push(`another operation: ${known.limit(took(5000, '', {} as PublishedOperation)) ?? 'not slow'}`)
    lines.push(`a slow response is forgotten: ${[1001, 1001].map((each) => known.limit(took(each)))}`)
    for (const [given, before, slow = 0, ...sent] of CONFIRMED) {
      const responses = new ResponseTimes(given)
      for (const [index, each] of before.entries()) responses.limit(took(each, `known ${index}`))
      const names: string[] = []
      const attempt = async (parts: RequestParts) => {
        names.push((parts as unknown as { name: string }).name)
        return took(sent[names.length - 1] as number, `sent ${names.length}`)
      }
      const limit = given ?? 1000
      const found = await responses.confirm({ attempt } as unknown as Session, took(slow, 'slow'), limit)
      const fastest = (found?.fastest.parts as { name?: string } | undefined)?.name
      lines.push(
        `${slow}, then ${sent.join(' ')}: sends ${names}; ${found ? `${fastest}: ${found.judge}` : 'not slow'}`
      )
    }
    expectListed(LIST, 'times', lines)
  })
})

describe('A session', () => {
  it('sends requests and restores the state as session-list.txt says', async () => {
    const lines: string[] = []
    const title = (text: string) => lines.push('', text)
    const methods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY', 'POST', 'PUT', 'PATCH', 'DELETE', 'get', 'CONNECT', '']
    lines.push(
      ...calls(
        'isSafe',
        isSafe,
        methods.map((each) => [each])
      ).slice(1)
    )
    for (const resetEvery of [1, 2, 3]) {
      title(`the state is restored every ${resetEvery}`)
      const { session, target, parts } = await sessionWith([], { resetEvery })
      for (const name of ['read', 'create', 'create', 'read', 'create', 'create', 'search'])
        await session.attempt(parts(name))
      await session.attemptNext(parts('create'))
      await session.reset()
      lines.push(...target.lines, `${session.requests} requests`)
    }

    title('what a path needs is made')
    for (const made of [{ path: { id: '7' }, steps: [], uses: [] } satisfies Arranged, undefined]) {
      const { session, target, parts } = await sessionWith([])
      session.arrange(parts('read').operation, async () => {
        target.lines.push('arrange')
        return made
      })
      for (const request of [
        parts('read'),
        parts('read', { rawPath: '/items/%' }),
        parts('read', { hasOddPath: true }),
        parts('read', { hasOddPath: false, path: { id: '5', more: 'x' } }),
        parts('create')
      ])
        target.lines.push(said(await session.attempt(request)))
      lines.push(...target.lines)
    }

    title('headers are written in upper case and as titles')
    for (const headerCase of ['upper', 'title', undefined] as const) {
      const { session, target, parts } = await sessionWith([])
      const headers = [['x-total-count', 'aB'] as const, ['-x--1y', 'c'] as const]
      const { request } = await session.attempt(parts('read', { headers, ...(headerCase && { headerCase }) }))
      lines.push(...target.lines, shown(request.headers))
    }

    title('how long a response takes')
    const slow = await sessionWith([])
    const { now } = performance
    let clock = 0
    try {
      performance.now = () => (clock += 7)
      const { milliseconds } = await slow.session.attempt(slow.parts('read'))
      lines.push(`${milliseconds} ms`)
    } finally {
      performance.now = now
    }
    expectListed(LIST, 'requests', lines)
  })

  it('compares responses as session-list.txt says', async () => {
    const lines: string[] = []
    const presented = (expect: 'admitted' | 'kept-out') => {
      return { presented: { expect, why: 'why', parts: [] } } as unknown as Partial<RequestParts>
    }
    const limited = reply(429)
    const cases: readonly (readonly [
      string,
      readonly (WireResponse | NoResponse)[],
      readonly (readonly [string, Partial<RequestParts>?])[]
    ])[] = [
      ['as documented', [], [['read'], ['create'], ['search']]],
      ['a text that is changed', [reply(200, { name: 'b' })], [['create']]],
      ['to an invalid request', [reply(200, { name: 'b' })], [['create', { query: [{ name: 'x', text: '1' }] }]]],
      [
        'to a poisoned body',
        [reply(200, { name: 'b' })],
        [['create', { body: { kind: 'json', value: JSON.parse('{"__proto__":{"a":1},"name":"a"}') } }]]
      ],
      ['to bytes', [reply(200, { name: 'b' })], [['create', { body: { kind: 'text', text: '{"name":5}' } }]]],
      ['a stack', [reply(404, { stack: 'Error\n    at f (file:///a/b.js:1:2)' })], [['read']]],
      ['with credentials', [reply(200, { name: 'b' })], [['create', presented('admitted')]]],
      ['without right', [reply(200, { name: 'a' })], [['own', presented('kept-out')]]],
      ['credentials that were not admitted', [reply(401)], [['own', presented('admitted')]]],
      [
        'credentials that were admitted',
        [reply(200, {}), reply(401), reply(401)],
        [['own'], ['own', presented('admitted')], ['read', presented('admitted')]]
      ],
      ['a limit', [limited, reply(200, {}), limited, limited], [['read'], ['read'], ['read']]],
      ['a limit that is not documented', [limited, reply(200, {})], [['search'], ['search']]],
      ['late', [new NoResponse('late', 'late')], [['read'], ['create']]],
      ['cut', [new NoResponse('cut')], [['read']]],
      ['gone', [new NoResponse('gone', 'gone')], [['read']]]
    ]
    for (const [title, answers, requests] of cases) {
      const { session, target, parts } = await sessionWith(answers)
      for (const [name, changes] of requests)
        target.lines.push(`  ${said(await session.attemptNext(parts(name, changes)))}`)
      const late = ['read', 'create'].filter((name) => session.isLate(parts(name).operation))
      const state = `${session.requests} requests, late ${late}, ${session.isGone ? 'gone' : 'there'}, ${session.isOver ? 'over' : 'not over'}`
      lines.push(title, ...target.lines, `  ${state}`)
    }
    expectListed(LIST, 'responses', lines)
  })

  it('ends as session-list.txt says', async () => {
    const lines: string[] = []
    const inShort = async (attempt: Promise<Attempt>) => settled(async () => said(await attempt))
    for (const most of [0, 1, 2, 3]) {
      const { session, parts } = await sessionWith([reply(429), reply(200, {})])
      session.most = most
      const outcomes = [await inShort(session.attempt(parts('read'))), await inShort(session.attempt(parts('read')))]
      lines.push(`${most} requests: ${outcomes.join(', ')}; ${session.requests} were sent`)
    }
    for (const [name, end] of [
      ['no time', 0],
      ['time', Number.POSITIVE_INFINITY]
    ] as const) {
      const { session } = await sessionWith([])
      session.end = end
      lines.push(`${name}: ${session.isOver ? 'over' : 'not over'}`)
    }
    const stop = new AbortController()
    const { session, target, parts } = await sessionWith([], { signal: stop.signal })
    lines.push(`with a signal: ${await inShort(session.attempt(parts('create')))}, ${session.isStopped}`)
    target.isReady = async () => stop.abort()
    lines.push(`stopped before it is sent: ${await inShort(session.attempt(parts('create')))}, ${session.isStopped}`)
    lines.push(`stopped: ${await inShort(session.attempt(parts('create')))}; ${await settled(() => session.reset())}`)
    lines.push(...target.lines)
    for (const what of ['a response', 'a reset'] as const) {
      const abort = new AbortController()
      let isHeard = 0
      const { signal } = abort
      const never = () => new Promise<WireResponse>(() => setImmediate(() => abort.abort()))
      const removed = signal.removeEventListener.bind(signal)
      signal.removeEventListener = (...args: Parameters<typeof removed>) => {
        isHeard++
        removed(...args)
      }
      const waiting = await sessionWith(what === 'a response' ? [never] : [], {
        signal,
        ...(what === 'a reset' && { reset: never })
      })
      const outcome = await inShort(waiting.session.attempt(waiting.parts('create')))
      lines.push(`stopped while it waits for ${what}: ${outcome}; ${isHeard} times heard no more`)
    }
    const failing = await sessionWith([], { reset: () => Promise.reject(new Error('no reset')) })
    lines.push(`a reset that fails: ${await inShort(failing.session.attempt(failing.parts('create')))}`)
    expectListed(LIST, 'ends', lines)
  })
})
