import { expectListed } from '../../../../spec/support/listed.js'
import { published } from '../../../../spec/support/published.js'
import { calls } from '../../../../spec/support/whole-list.js'
import type { FindingKind } from '../../src/judge/finding.js'
import type { Verdict } from '../../src/judge/verdict.js'
import { type RequestParts, writeRequest } from '../../src/requests/request-parts.js'
import type { Attempt, ResponseValue, TrialStep } from '../../src/session/attempt.js'
import type { Session } from '../../src/session/session.js'
import { isSameFinding, simplify } from '../../src/session/simplify.js'
import { isSimplerFormOf, neededFor, simplifySteps } from '../../src/session/simplify-steps.js'
import { NoResponse } from '../../src/wire/target.js'
import type { WireRequest } from '../../src/wire/wire-request.js'

const LIST = 'verify/session/simpler-list.txt'
const JSON_TYPE = 'application/json'
const responses = { 200: { description: 'It' } }
const id = { in: 'path', name: 'id', required: true, schema: { type: 'string' } }
const PATHS = {
  '/items': { post: { operationId: 'create', responses } },
  '/items/{id}': { get: { operationId: 'read', parameters: [id], responses } }
}

async function partsMaker() {
  const { document } = await published(PATHS)
  return (name: string, changes: Partial<RequestParts> = {}): RequestParts => {
    const operation = document.operations.find((each) => each.id === name)
    if (operation === undefined) throw new Error(`there is no ${name}`)
    return {
      ...{ operation, method: operation.method, path: {}, rawPath: undefined, query: [], headers: [], cookies: [] },
      ...{ contentType: undefined, body: undefined, ...changes }
    }
  }
}

/** What a service of these specs shows of a request: kinds of findings with what they are about. */
type Shown = (request: WireRequest, count: number) => readonly (readonly [kind: FindingKind, what: string])[]

/** A session whose responses show what a function says. */
class Shows {
  requests = 0
  resets = 0
  readonly lines: string[] = []
  readonly #shown: Shown
  readonly #answer: (request: WireRequest, count: number) => unknown
  isOver = false

  constructor(shown: Shown, answer: (request: WireRequest, count: number) => unknown = () => ({})) {
    this.#shown = shown
    this.#answer = answer
  }

  get session(): Session {
    return this as unknown as Session
  }

  async reset(): Promise<void> {
    this.resets++
    this.lines.push('reset')
  }

  async attempt(parts: RequestParts): Promise<Attempt> {
    return this.attemptNext(parts)
  }

  async attemptNext(parts: RequestParts): Promise<Attempt> {
    this.requests++
    const request = writeRequest(parts)
    const { method, url, headers, body } = request
    const texts = [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
    const size = body === undefined ? [] : [body.length > 99 ? `${body.length} bytes` : Buffer.from(body).toString()]
    this.lines.push([...texts, ...size].join(' '))
    const findings = this.#shown(request, this.requests).map(([kind, what]) => ({
      kind,
      what,
      judge: `${kind} ${what}`
    }))
    const answer = this.#answer(request, this.requests)
    const response =
      answer instanceof NoResponse
        ? answer
        : { status: url.includes('status=404') ? 404 : 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
    const kind = url.includes('bad') ? 'invalid' : 'valid'
    const verdict = { kind, operation: parts.operation, faults: [] } as unknown as Verdict
    return { parts, request, response, verdict, comparison: { findings, outcome: 'other' }, milliseconds: 0 }
  }
}

const pairs = (text: string) =>
  text.split('&').map((pair) => ({ name: pair.split('=')[0] ?? '', text: pair.split('=')[1] ?? '' }))

describe('Requests that show a finding', () => {
  it('are simplified as simpler-list.txt says', async () => {
    const parts = await partsMaker()
    const both: Shown = ({ url }) => [
      ['server-error', '500'],
      ...(/a=/.test(url) ? [['accepted-invalid', /c=/.test(url) ? 'query a, query c' : 'query a'] as const] : [])
    ]
    const json = (value: unknown) => ({ contentType: JSON_TYPE, body: { kind: 'json', value } as const })
    const cases: readonly (readonly [string, Shown, RequestParts, number])[] = [
      ['what it takes', both, parts('create', { query: pairs('b=1&a=2&c=3'), headers: [['x', 'y']] }), 100],
      ['no requests', both, parts('create', { query: pairs('a=2&b=1') }), 0],
      ['one request', both, parts('create', { query: pairs('a=2&b=1') }), 1],
      ['two requests', both, parts('create', { query: pairs('a=2&b=1') }), 2],
      ['three requests', both, parts('create', { query: pairs('a=2&b=1') }), 3],
      ['nothing simpler', () => [], parts('create', { query: pairs('a=2&b=1') }), 100],
      [
        'always',
        () => [['accepted-invalid', 'query c']],
        parts('create', { query: pairs('a=2&b=1'), ...json([1]) }),
        9
      ],
      ['another fault', () => [['accepted-invalid', 'query d']], parts('create', { query: pairs('a=2') }), 9],
      [
        'large bodies',
        ({ body }) => ((body?.length ?? 0) > 9e5 ? [['accepted-invalid', 'query a']] : []),
        parts('create', { query: pairs('b=1'), headers: [['x', 'y']], ...json('x'.repeat(2_000_000)) }),
        7
      ]
    ]
    const finding = { kind: 'accepted-invalid', what: 'query a, query c', judge: 'it' } as const
    const lines: string[] = []
    for (const [title, shown, request, budget] of cases) {
      const service = new Shows(shown)
      const attempt = await new Shows(shown).attempt(request)
      const { attempt: small, finding: found, requests } = await simplify(service.session, attempt, finding, budget)
      const { method, url } = small.request
      lines.push(title, ...service.lines.map((line) => `  ${line}`))
      lines.push(`  → ${method} ${url} ${small === attempt ? 'as it was' : ''}, ${found.judge}, ${requests} requests`)
    }
    for (const at of [0, 2]) {
      const service = new Shows((_, count) => {
        service.isOver = count >= at
        return [['accepted-invalid', 'query a']]
      })
      service.isOver = at === 0
      const attempt = await new Shows(both).attempt(parts('create', { query: pairs('a=1&b=2&c=3') }))
      const { requests } = await simplify(service.session, attempt, finding, 100)
      lines.push(`over after ${at}: ${requests} requests`)
    }
    const of = (kind: FindingKind, what: string) => ({ kind, what, judge: '' })
    const found = of('accepted-invalid', 'a, b')
    const others = [
      found,
      of('server-error', 'a, b'),
      ...['a', 'b', 'b, a', 'a, b, c', 'c', '', 'a,b'].map((what) => of('accepted-invalid', what))
    ]
    lines.push(
      ...calls(
        'isSameFinding',
        isSameFinding,
        others.map((other) => [found, other])
      )
    )
    expectListed(LIST, 'requests', lines)
  })
})

describe('Sequences that show a finding', () => {
  const step = (attempt: Attempt, note: string, uses: readonly ResponseValue[] = [], isAtOnce = false): TrialStep => {
    return { ...attempt, note, uses, isAtOnce }
  }

  it('are simplified as simpler-list.txt says', async () => {
    const parts = await partsMaker()
    const lines: string[] = []
    const answer = ({ method }: WireRequest, count: number) => {
      return method === 'POST' ? { id: 100 + count, data: { key: `k${count}`, none: null, list: ['l'] } } : {}
    }
    const used = (from: TrialStep, ...path: string[]) => [{ parameter: 'id', from, path }]
    const show: Shown = ({ method }) => (method === 'GET' ? [['changed-value', '']] : [])

    /** Plays the steps that a function makes, then simplifies them. */
    const play = async (
      title: string,
      make: (
        send: (name: string, changes?: Partial<RequestParts>) => Promise<Attempt>
      ) => Promise<readonly TrialStep[]>,
      {
        budget = 50,
        shown = show,
        later = shown,
        answers = answer
      }: { budget?: number; shown?: Shown; later?: Shown; answers?: typeof answer } = {}
    ) => {
      const first = new Shows(shown, answer)
      const steps = await make((name, changes) => first.attemptNext(parts(name, changes)))
      const service = new Shows(later, answers)
      const finding = { kind: 'changed-value', what: '', judge: 'it' } as const
      const small = await simplifySteps(service.session, steps, finding, budget)
      lines.push('', title, ...service.lines.map((line) => `  ${line}`))
      const said = small.steps.map(({ note, request, uses, isAtOnce, parts: { path } }) => {
        const from = uses.map((use) => `${use.path.join('.')} of ${small.steps.indexOf(use.from) + 1}`)
        const at = path.id === undefined ? [] : [path.id]
        return [note, request.method, request.url, ...at, ...from, ...(isAtOnce ? ['at once'] : [])].join(' ')
      })
      lines.push(`  → ${said.join('; ')}: ${small.finding.judge}, ${small.requests} requests`)
      return service
    }
    const query = pairs('a=1&b=2')
    const createAndRead = async (send: (name: string, changes?: Partial<RequestParts>) => Promise<Attempt>) => {
      const other = step(await send('create'), 'create another')
      const made = step(await send('create', { query }), 'create')
      const between = step(await send('read', { path: { id: '7' } }), 'read another')
      return [other, made, between, step(await send('read', { path: { id: '102' } }), 'read', used(made, 'id'))]
    }
    await play('what the last one does not use is left out', createAndRead)
    for (const budget of [0, 1, 2, 3]) await play(`with ${budget} requests`, createAndRead, { budget })
    await play('what it does not use is needed', createAndRead, {
      later: ({ method, url }, count) =>
        method === 'GET' && count !== 2 && url !== '/items/7' ? [['changed-value', '']] : []
    })
    await play('each can be left out, not both', createAndRead, {
      later: (request, count) => (count === 2 ? [] : show(request, count))
    })
    await play('nothing shows it again', createAndRead, { later: () => [] })
    await play('the responses have no id', createAndRead, { answers: () => ({}) })
    await play('there are no responses', createAndRead, { answers: (() => new NoResponse('cut')) as typeof answer })
    for (const path of [
      ['id'],
      ['data', 'key'],
      ['data', 'none'],
      ['data', 'none', 'more'],
      ['data'],
      ['data', 'key', 'length'],
      ['data', 'list', '0']
    ])
      await play(`the id is at ${path.join('.')}`, async (send) => {
        const made = step(await send('create', { query: pairs('a=1') }), 'create')
        return [made, step(await send('read', { path: { id: 'x' } }), 'read', used(made, ...path))]
      })
    await play(
      'requests at the same time stay together',
      async (send) => {
        const made = step(await send('create'), 'create')
        const alone = step(await send('create'), 'create another')
        const one = step(await send('create', { query: pairs('a=1') }), 'at once')
        const two = step(await send('create'), 'at once', [], true)
        return [made, alone, one, two, step(await send('read', { path: { id: '1' } }), 'read', used(made, 'id'))]
      },
      { later: (request, count) => (count === 2 ? [] : show(request, count)) }
    )
    await play('the last ones are at the same time', async (send) => {
      const made = step(await send('create'), 'create')
      const one = step(await send('read', { path: { id: '1' }, query: pairs('a=1') }), 'read', used(made, 'id'))
      return [made, one, step(await send('read', { path: { id: '1' } }), 'read', used(made, 'id'), true)]
    })
    await play('all are at the same time', async (send) => {
      const one = step(await send('read', { path: { id: '1' } }), 'read', [], true)
      return [one, step(await send('read', { path: { id: '1' } }), 'read', [], true)]
    })
    await play('one alone', async (send) => [step(await send('read', { path: { id: 'long' }, query }), 'read')])
    await play('a chain of ids', async (send) => {
      const one = step(await send('create', { query: pairs('a=1') }), 'create')
      const two = step(await send('read', { path: { id: '1' } }), 'read first', used(one, 'id'))
      const three = step(await send('create'), 'create another')
      return [one, two, three, step(await send('read', { path: { id: '2' } }), 'read', used(three, 'data', 'key'))]
    })
    await play('simpler forms become invalid', async (send) => {
      return [
        step(await send('create', { query: pairs('good=1') }), 'create'),
        step(await send('read', { path: { id: 'good' }, query: pairs('a=bad') }), 'read')
      ]
    })
    await play('what is simpler has another status', async (send) => {
      return [step(await send('read', { path: { id: '5' }, query: pairs('status=404&b=1') }), 'read')]
    })
    const over = new Shows(show, answer)
    over.isOver = true
    const last = step(await over.attemptNext(parts('read', { path: { id: '5' }, query })), 'read')
    const { requests } = await simplifySteps(over.session, [last], { kind: 'changed-value', what: '', judge: 'it' }, 9)
    lines.push('', `over: ${requests} requests`)
    expectListed(LIST, 'sequences', lines)
  })

  it('keep what they show, and what they need, as simpler-list.txt says', () => {
    const [create, read] = [{ id: 'create' }, { id: 'read' }]
    const make = (note: string, operation: object, kind: string, status: number, uses: TrialStep[] = []) => {
      const response = status === 0 ? new NoResponse('cut') : { status, headers: {}, body: Buffer.alloc(0) }
      const from = uses.map((each) => ({ parameter: 'id', from: each, path: ['id'] }))
      return { note, parts: { operation }, verdict: { kind }, response, uses: from } as unknown as TrialStep
    }
    const valid = [make('create', create, 'valid', 201), make('read', read, 'valid', 200)]
    const steps: Readonly<Record<string, readonly TrialStep[]>> = {
      'the same': valid,
      none: [],
      'the last alone': valid.slice(1),
      'another status': [make('read', read, 'valid', 201)],
      'no response': [make('read', read, 'valid', 0)],
      'an invalid first': [make('create', create, 'invalid', 201), make('read', read, 'valid', 200)],
      'an invalid last': [make('create', create, 'valid', 201), make('read', read, 'invalid', 200)],
      'an open last': [make('read', read, 'open', 200)],
      'an invalid one of another note': [make('look', read, 'invalid', 200)],
      'an invalid one of another operation': [make('read', create, 'invalid', 200)]
    }
    const lines = Object.entries(steps).flatMap(([name, first]) =>
      Object.entries(steps).map(([other, simpler]) => `${name}, then ${other}: ${isSimplerFormOf(first, simpler)}`)
    )
    const one = make('1', create, 'valid', 201)
    const two = make('2', create, 'valid', 201, [one])
    const three = make('3', create, 'valid', 201)
    const four = make('4', create, 'valid', 201, [two, three])
    const five = make('5', create, 'valid', 201)
    const all = [one, two, three, four, five]
    for (const last of [[one], [two], [three], [four], [five], [two, five], []])
      lines.push(
        `${last.map(({ note }) => note).join(' ')} needs ${neededFor(all, last)
          .map(({ note }) => note)
          .join(' ')}`
      )
    expectListed(LIST, 'what sequences need', lines)
  })
})
