import { expect } from 'chai'
import { expectListed } from '../../../../spec/support/listed.js'
import { published } from '../../../../spec/support/published.js'
import { settled, shown } from '../../../../spec/support/whole-list.js'
import type { PublishedOperation } from '../../src/document/published-document.js'
import { RequestMaker } from '../../src/requests/request-maker.js'
import { type RequestParts } from '../../src/requests/request-parts.js'
import { Missing, Play, unlessMissing } from '../../src/resources/play.js'
import { ResourceCalls } from '../../src/resources/resource-calls.js'
import { resourcesOf } from '../../src/resources/resources.js'
import { type Sequence, SequenceTrial } from '../../src/resources/sequence-trial.js'
import { changedPlace } from '../../src/resources/volatile.js'
import type { TrialStep } from '../../src/session/attempt.js'
import type { Draw } from '../../src/values/draw.js'
import { NoResponse } from '../../src/wire/target.js'
import { type Answer, Answers, partsOf } from './answers.js'

const LIST = 'verify/resources/play-list.txt'

const STRING = { type: 'string' }
const responses = { 200: { description: 'It' } }

const draw = {} as Draw

async function operationsOf(paths: object) {
  const { document, maker } = await published(paths)
  const named = (id: string) => document.operations.find((one) => one.id === id) as PublishedOperation
  const calls = new ResourceCalls(resourcesOf(document.operations), new RequestMaker(maker), maker)
  return { named, calls }
}

describe('A sequence that is played', () => {
  it('sends the required headers and cookies again with which a request succeeded, as play-list.txt says', async () => {
    const lines: string[] = []
    const names = [
      ...['X-Tenant', 'api-version', 'If-Match', 'if-none-match', 'iff', 'x-if-match', 'Range', 'ranges', 'Prefer'],
      ...['preference', 'Accept-Language', 'accepted', 'Content-Language', 'contents', 'Idempotency-Key'],
      ...['X-Idempotency-Key', 'y-idempotency-key', 'Request-Id', 'X-REQUEST-ID', 'correlation-id', 'X-Correlation-Id']
    ]
    const places = [
      ...names.map((name) => ({ in: 'header', name, required: true })),
      { in: 'header', name: 'X-Tenant', required: false },
      { in: 'cookie', name: 'Guest', required: true },
      { in: 'cookie', name: 'If-Match', required: true },
      { in: 'cookie', name: 'Guest', required: false },
      { in: 'query', name: 'tenant', required: true }
    ]
    for (const { in: place, name, required } of places) {
      const parameter = (schema: object, own = name) => [{ in: place, name: own, required, schema }]
      const { named } = await operationsOf({
        '/a': { get: { operationId: 'one', parameters: parameter(STRING), responses } },
        '/b': {
          get: { operationId: 'same', parameters: parameter(STRING), responses },
          put: { operationId: 'otherCase', parameters: parameter(STRING, name.toUpperCase()), responses },
          post: { operationId: 'otherSchema', parameters: parameter({ type: 'string', maxLength: 9 }), responses }
        }
      })
      const request = (id: string, text: string) => {
        const operation = named(id)
        const own = operation.parameters[0]?.name ?? ''
        return partsOf(operation, {
          headers:
            place === 'header'
              ? [
                  ['other', text],
                  [own.toLowerCase(), text]
                ]
              : [],
          cookies: place === 'cookie' ? [[own, text]] : [],
          query: place === 'query' ? [{ name: own, text }] : []
        })
      }
      const answers = new Answers()
      const play = new Play(answers.session, draw)
      await play.send(request('one', '1'), [], 'one')
      for (const [at, id] of ['same', 'otherCase', 'otherSchema'].entries()) {
        await play.send(request(id, `${at + 2}`), [], id)
      }
      lines.push(`${required ? '' : 'optional '}${place} ${name}: ${answers.sent.join(', ')}`)
    }
    lines.push('')
    const { named } = await operationsOf({
      '/a': {
        get: {
          operationId: 'one',
          parameters: [{ in: 'header', name: 'x', required: true, schema: STRING }],
          responses
        }
      }
    })
    const one = named('one')
    const answers: readonly (readonly [Answer, Partial<RequestParts>?])[] = [
      ...[0, 100, 199, 200, 202, 299, 300, 404].map((status): [Answer] => [{ status }]),
      [{ status: 200, verdict: 'invalid' }],
      [{ status: 200, verdict: 'open' }],
      [{ status: 200 }, { presented: {} as NonNullable<RequestParts['presented']> }],
      [{ status: 200 }, { headers: [] }]
    ]
    for (const [answer, changes] of answers) {
      for (const isAtOnce of [false, true]) {
        const session = new Answers(() => answer)
        const play = new Play(session.session, draw)
        const first = partsOf(one, { headers: [['x', '1']], ...changes })
        if (isAtOnce) await play.sendAtOnce([{ parts: first, path: [], note: 'first' }])
        else await play.send(first, [], 'first')
        await play.send(partsOf(one, { headers: [['x', '2']] }), [], 'second')
        await play.send(partsOf(one, { headers: [['x', '3']] }), [], 'third')
        lines.push(
          `${shown(answer)}${changes ? ` ${shown(changes)}` : ''}${isAtOnce ? ', at once' : ''}: ${session.sent.join(', ')}`
        )
      }
    }
    expectListed(LIST, 'shared', lines)
  })

  it('has the texts of resources in its paths, and the decisions of before, as play-list.txt says', async () => {
    const ids = ['a', 'b'].map((name) => ({ in: 'path', name, required: true, schema: STRING }))
    const { named } = await operationsOf({
      '/x/{a}/y/{b}': { get: { operationId: 'both', parameters: ids, responses } },
      '/z': { get: { operationId: 'none', responses } }
    })
    const [both, none] = [named('both'), named('none')]
    const lines: string[] = []
    const answers = new Answers()
    const play = new Play(answers.session, draw)
    const from = await play.send(partsOf(none), [{ text: 'unused' }], 'start')
    const path = { a: 'own-a', b: 'own-b' }
    const texts = [
      [],
      [{ text: '1' }],
      [{ text: '1', from, path: ['id'] }],
      [
        { text: '1', from },
        { text: '2', path: ['id'] }
      ],
      [{ text: '1' }, { text: '2', from, path: ['data', 'id'] }, { text: '3', from, path: ['no'] }]
    ]
    for (const bound of texts) {
      const fresh = new Play(answers.session, draw)
      const step = await fresh.send(partsOf(both, { path }), bound, 'it')
      const [first, second] = await fresh.sendAtOnce([
        { parts: partsOf(both, { path }), path: bound, note: 'one' },
        { parts: partsOf(both, { path }), path: bound, note: 'two' }
      ])
      const uses = [step, first, second].map((one) => one?.uses.map(({ parameter, path: at }) => `${parameter} ${at}`))
      const own = ['a', 'b', 'c'].filter((name) => fresh.hasOwnText(both, name))
      const steps = fresh.steps.map(({ note, isAtOnce }) => `${note}${isAtOnce ? ' at once' : ''}`)
      lines.push(
        `${shown(bound.map(({ text }) => text))}: ${step.request.url} ${shown(uses)} own ${own} ${fresh.hasOwnText(none, 'a')}; ${steps}`
      )
    }
    const known = new Map<string, unknown>([
      ['kept', 1],
      ['nothing', undefined]
    ])
    for (const [what, one] of [
      ['first', new Play(answers.session, draw)],
      ['again', new Play(answers.session, draw, known)]
    ] as const) {
      let count = 0
      const decide = (name: string) => one.decide(name, () => ++count)
      const decided = ['kept', 'kept', 'nothing', 'new', 'new'].map((name) => `${name} ${decide(name)}`)
      const isKnown = ['kept', 'nothing', 'new'].map((name) => one.isKnown(name))
      lines.push(`${what}: ${decided.join(', ')}; ${isKnown}; ${one.isReplay}; ${shown(one.decisions)}`)
    }
    answers.late.add(both)
    lines.push(await settled(() => play.send(partsOf(both), [], 'late')))
    lines.push(
      await settled(() =>
        play.sendAtOnce([
          { parts: partsOf(none), path: [], note: '' },
          { parts: partsOf(both), path: [], note: '' }
        ])
      )
    )
    lines.push(`${answers.sent.length} requests`)
    expectListed(LIST, 'paths and decisions', lines)
  })

  it('goes on where something is missing, and only then', async () => {
    const bug = new TypeError('a bug')
    expect(await unlessMissing(Promise.resolve('a book'))).to.equal('a book')
    expect(await unlessMissing(Promise.reject(new Missing('no book')))).to.equal(undefined)
    expect(await unlessMissing(Promise.reject(bug)).catch((error) => error)).to.equal(bug)
  })

  it('waits for a service only when it is played the first time', async () => {
    const { setTimeout: own } = globalThis
    const waits: unknown[] = []
    globalThis.setTimeout = ((done: () => void, milliseconds: number) => {
      waits.push(milliseconds)
      done()
    }) as unknown as typeof setTimeout
    try {
      await new Play(new Answers().session, draw).wait(20)
      await new Play(new Answers().session, draw, new Map()).wait(30)
    } finally {
      globalThis.setTimeout = own
    }
    expectListed(LIST, 'waits', [shown(waits)])
  })
})

describe('What is something else than before', () => {
  it('is found as play-list.txt says, unless it is something else each time', async () => {
    const bytes = (text: string) => ({ bytes: text })
    const cases: readonly (readonly [before: unknown, after: unknown, again?: unknown, later?: unknown])[] = [
      [{ a: 1 }, { a: 1 }],
      [{ a: 1 }, { a: 2 }],
      [{ a: 1 }, { a: 2 }, { a: 3 }],
      [{ a: 1 }, { a: 2 }, { a: 2 }, { a: 3 }],
      [
        { a: 1, b: 1 },
        { a: 2, b: 2 },
        { a: 3, b: 2 }
      ],
      [
        { a: 1, b: 1 },
        { a: 2, b: 2 },
        { a: 2, b: 2 },
        { a: 2, b: 3 }
      ],
      [{ a: 1 }, { b: 1 }],
      [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }],
      [{ a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 2 }] } }, { a: { b: [{ c: 3 }] } }],
      [{ a: [1, 2] }, { a: [1, 3] }],
      [{ a: [1, 2] }, { a: [1, 2, 3] }],
      [{ a: [1] }, { a: { 0: 1 } }],
      [{ a: { 0: 1 } }, { a: [1] }],
      [
        [1, [2]],
        [1, [3]]
      ],
      [[], {}],
      [null, {}],
      [1, 2],
      [1, 2, 3],
      ['a', 'a'],
      [{ a: null }, {}],
      [{ a: undefined }, {}],
      [bytes('x'), bytes('y')],
      [bytes('é'), bytes('é')],
      [bytes('x'), bytes('y'), bytes('z')],
      [bytes('1 '), bytes('1')],
      [bytes(''), bytes('')],
      [undefined, undefined],
      [undefined, { a: 1 }],
      [{ a: 1 }, undefined],
      [{ a: 1 }, { a: 2 }, undefined]
    ]
    const step = (value: unknown): TrialStep => {
      const isBytes = typeof value === 'object' && value !== null && 'bytes' in value
      const body = Buffer.from(isBytes ? String(value.bytes) : (JSON.stringify(value) ?? ''))
      const headers = { 'content-type': isBytes ? 'text/plain' : 'application/json' }
      const response = value === undefined ? new NoResponse('cut') : { status: 200, headers, body }
      return { response } as unknown as TrialStep
    }
    const lines: string[] = []
    for (const [before, after, again = after, later = again] of cases) {
      const log: string[] = []
      const play = { wait: async (milliseconds: number) => void log.push(`waits ${milliseconds}`) } as unknown as Play
      const reads = [again, later]
      const read = async () => {
        log.push('reads')
        return step(reads.shift())
      }
      const place = await changedPlace(play, step(before), step(after), read)
      lines.push(
        `${[before, after, again, later].map(shown).join(' ')}: ${place}${log.length === 0 ? '' : `, ${log.join(', ')}`}`
      )
    }
    expectListed(LIST, 'changed places', lines)
  })
})

describe('A sequence that found something', () => {
  it('is played again with simpler requests, as play-list.txt says', async () => {
    const id = { in: 'path', name: 'id', required: true, schema: STRING }
    const BODY = { type: 'object', required: ['a'], properties: { a: STRING, b: STRING, c: { type: 'integer' } } }
    const { named, calls } = await operationsOf({
      '/items': {
        post: {
          operationId: 'create',
          requestBody: { required: true, content: { 'application/json': { schema: BODY } } },
          responses
        }
      },
      '/items/{id}': { get: { operationId: 'read', parameters: [id], responses } },
      '/search': { get: { operationId: 'search', responses } }
    })
    const [create, read, search] = [named('create'), named('read'), named('search')]
    const json = (value: unknown) => ({ contentType: 'application/json', body: { kind: 'json', value } as const })
    const creation = (play: Play, name: string, value: unknown) =>
      play.send(
        play.decide(name, () => partsOf(create, json(value))),
        [],
        name
      )
    type Script = (play: Play) => Promise<void>
    const found = (play: Play, steps: readonly TrialStep[], what = 'it') =>
      play.found('lost-creation', what, `it is found by ${steps.length}`, create, steps)
    const scripts: Readonly<Record<string, Script>> = {
      'two bodies': async (play) => {
        const one = await creation(play, 'one', { a: 'x', b: 'y', c: 12 })
        const two = await creation(play, 'two', { a: 'z', b: 'y' })
        found(play, [one, two])
      },
      'a body that has to keep a property': async (play) => {
        const one = await creation(play, 'one', { a: 'xy', b: 'y', c: 12 })
        if (/"b"/.test(Buffer.from(one.request.body ?? '').toString())) found(play, [one])
      },
      'a body that is not valid': async (play) => found(play, [await creation(play, 'one', { b: 5 })]),
      'a text of a resource in the path': async (play) => {
        const parts = play.decide('read', () => partsOf(read, { path: { id: 'made' }, headers: [['x', 'bb']] }))
        found(play, [await play.send(parts, [{ text: 'bound' }], 'read')])
      },
      'a text of its own in the path': async (play) => {
        const parts = play.decide('read', () => partsOf(read, { path: { id: 'made' } }))
        found(play, [await play.send(parts, [], 'read')])
      },
      'another finding when it is simpler': async (play) => {
        const query = [{ name: 'q', text: '1' }]
        const step = await play.send(
          play.decide('search', () => partsOf(search, { query })),
          [],
          'search'
        )
        found(play, [step], step.request.url.includes('q=1') ? 'with q' : 'without q')
      },
      'a sequence that ends': async (play) => {
        found(play, [await creation(play, 'one', { a: 'x', b: 'y' })])
        if (play.isReplay) throw new Missing('the end')
      },
      'decisions that are no requests': async (play) => {
        for (const value of [null, 'text', 5, ['operation'], { other: 1 }])
          play.decide(`decision ${shown(value)}`, () => value)
        found(play, [await creation(play, 'one', { a: 'x', b: 'y' })])
      }
    }
    const services: Readonly<Record<string, (line: string, time: number) => Answer>> = {
      'as it is': () => ({ status: 201, body: { id: 1 } }),
      'rejects what is simpler': (_, time) => ({ status: time > 1 ? 400 : 201 }),
      'says that what is simpler is not valid': (_, time) => ({ status: 201, verdict: time > 1 ? 'invalid' : 'valid' })
    }
    const lines: string[] = []
    for (const [what, play] of Object.entries(scripts)) {
      for (const [how, answer] of Object.entries(services)) {
        const sequence: Sequence = { label: what, operation: create, cost: 3, play }
        const trial = new SequenceTrial(sequence, calls)
        for (const budget of how === 'as it is' ? [0, 1, 2, 3, 40] : [9]) {
          const answers = new Answers(answer)
          const outcome = await trial.run(answers.session, draw)
          lines.push(
            `\n${what}, ${how}, ${budget} requests: ${answers.sent.join(', ')}${outcome.missing ? `; ${outcome.missing}` : ''}`
          )
          answers.sent.length = 0
          for (const { finding, simplify } of outcome.findings) {
            const small = await simplify(answers.session, budget)
            lines.push(
              `  ${finding.kind} ${finding.what}: ${small.finding.judge} by ${small.steps.map(({ request }) => `${request.url} ${Buffer.from(request.body ?? '')}`).join(', ')}`
            )
            lines.push(`  ${small.requests} requests: ${answers.sent.join(', ')}`)
          }
        }
      }
    }
    const broken = new SequenceTrial(
      {
        label: 'broken',
        operation: create,
        cost: 1,
        play: async () => {
          throw new TypeError('a bug')
        }
      },
      calls
    )
    lines.push(`\na bug: ${await settled(() => broken.run(new Answers().session, draw))}`)
    const over = new Answers()
    const trial = new SequenceTrial(
      { label: 'over', operation: create, cost: 1, play: scripts['two bodies'] as Script },
      calls
    )
    const [first] = (await trial.run(over.session, draw)).findings
    over.isOver = true
    lines.push(`the time is over: ${(await first?.simplify(over.session, 99))?.requests} requests`)
    const plain = new Answers((_, time) => ({ status: 500, findings: time === 1 ? ['b', 'c'] : [] }))
    const outcome = await trial.run(plain.session, draw)
    for (const { finding, operation, steps, simplify } of outcome.findings) {
      const small = await simplify(plain.session, 6)
      lines.push(
        `${finding.kind} ${finding.what} of ${operation.id} by ${steps.length} steps: ${small.requests} requests, ${small.steps.length} steps`
      )
    }
    expectListed(LIST, 'simpler requests', lines)
  })
})
