import { expect } from 'chai'
import {
  formatReport,
  readBaseline,
  type VerifyOptions,
  type VerifyProgress,
  verify,
  writeBaseline
} from 'fieldstone-verify'
import { type Asked, bare, handmade, json, openApi, parameter, problem, type Responded } from '../support/services.js'
import { things } from '../support/things.js'
import { inShort, verified } from '../support/verified.js'

/** What a service was sent, and what verify said of it. */
async function sent(options: VerifyOptions, respond?: (asked: Asked) => Responded | undefined) {
  const seen: Asked[] = []
  const service = things((_, right, asked) => {
    seen.push(asked)
    return respond?.(asked) ?? right()
  })
  const requests: { method: string; url: string; headers: Record<string, string> }[] = []
  const inject: typeof service.inject = (request) => {
    requests.push(request)
    return service.inject(request)
  }
  const report = await verified({ document: service.document, inject }, options)
  return { report, requests, seen }
}

/** Two operations with tags, one of which changes something. */
function items() {
  const document = openApi({
    '/items/{id}': {
      get: {
        operationId: 'show',
        tags: ['reading'],
        parameters: [parameter('path', 'id', { type: 'integer', minimum: 1, maximum: 9 })],
        responses: { 200: json({}), ...bare(400) }
      }
    },
    '/items': { post: { operationId: 'create', tags: ['writing'], responses: bare(204) } }
  })
  const methods: string[] = []
  const service = handmade(document, ({ method, path }) => {
    methods.push(method)
    const id = /^\/items\/([^/]+)$/.exec(path)?.[1]
    if (path === '/items') return method === 'POST' ? { status: 204 } : problem(405, { allow: 'POST' })
    if (id === undefined) return problem(404)
    if (method !== 'GET') return problem(405, { allow: 'GET' })
    return /^[1-9]$/.test(id) ? { status: 200, body: {} } : { status: 400 }
  })
  return { service, methods }
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Error) => `${error.name}: ${error.message}`
  )
const withoutTimes = ({ milliseconds: _, ...report }: Awaited<ReturnType<typeof verified>>) => report

describe('The option', () => {
  it('seed makes the same requests and the same report again, and another seed others', async () => {
    const run = async (seed: number) => {
      const { report, requests } = await sent({ seed }, ({ query }) =>
        query.get('id') === '7' ? { status: 500 } : undefined
      )
      return [requests.map(({ method, url }) => `${method} ${url}`), withoutTimes(report)]
    }
    const first = await run(3)
    expect(await run(3)).to.deep.equal(first)
    expect((await run(4))[0]).not.to.deep.equal(first[0])
  })

  it('seed is random by default, and reported', async () => {
    const seeds = await Promise.all([1, 2, 3].map(async () => (await verify(things(), { runs: 1 })).seed))
    expect(seeds.every(Number.isSafeInteger)).to.equal(true)
    expect(new Set(seeds).size).to.be.above(1)
  })

  it('runs is how many requests are made at most, also where that ends a sequence', async () => {
    const { requests } = (await sent({})).report
    for (const runs of [1, 20, 90, ...Array.from({ length: 15 }, (_, index) => requests - 300 - index)]) {
      const { report, requests: all } = await sent({ runs })
      expect([report.requests, all.length]).to.deep.equal([runs, runs])
    }
    expect((await sent({ runs: requests + 200 })).report.requests).to.equal(requests + 200)
  }).timeout(60_000)

  it('runs has a default that tries each edge case and 300 random requests', async () => {
    const { report } = await sent({})
    expect(report.operations[0]?.edgeCases).to.satisfy(
      ({ tried, total }: { tried: number; total: number }) => tried === total
    )
    expect(report.requests).to.be.above(300 + Number(report.operations[0]?.edgeCases.total))
  })

  it('time ends a run in place of runs', async () => {
    const report = await verified(things(), { time: 1 })
    expect(report.requests).to.be.below((await sent({})).report.requests)
    expect(report.outcome).to.equal('unproved')
  })

  for (const [what, options, chosen] of [
    ['an id', { include: ['show'] }, ['show']],
    ['a tag', { exclude: ['reading'] }, ['create']],
    ['a method', { exclude: ['POST'] }, ['show']],
    ['a path', { include: ['/items/*'] }, ['show']],
    ['a method and a path', { exclude: ['POST /*'] }, ['show']],
    ['any text for *', { include: ['*ow'] }, ['show']],
    ['both options', { include: ['/items*'], exclude: ['show'] }, ['create']],
    ['a function', { include: ({ tags }) => tags.includes('reading') }, ['show']],
    [
      'a function that excludes',
      { exclude: ({ id, method, path }) => id === 'show' && method === 'GET' && path === '/items/{id}' },
      ['create']
    ]
  ] as readonly [string, VerifyOptions, readonly string[]][]) {
    it(`include and exclude choose operations by ${what}`, async () => {
      const { operations, unknownIds } = await verified(items().service, options)
      expect(operations.flatMap(({ id, isSkipped }) => (isSkipped ? [] : [id]))).to.deep.equal(chosen)
      expect(
        operations.flatMap(({ id, isSkipped, requests }) => (isSkipped && requests === 0 ? [id] : []))
      ).to.have.length(1)
      expect(unknownIds).to.deep.equal([])
    })
  }

  it('include and exclude are reported where they name no operation', async () => {
    const report = await verified(items().service, { exclude: ['show', 'typo'], include: ['show', '/item', 'create'] })
    expect(report.unknownIds).to.have.members(['typo', '/item'])
    expect(formatReport(report)).to.contain('No operation is named: ')
  })

  it('allowWrites sends only GET, HEAD and OPTIONS where it is false', async () => {
    const { service, methods } = items()
    const report = await verified(service, { allowWrites: false })
    expect([...new Set(methods)].sort()).to.deep.equal(['GET', 'HEAD', 'OPTIONS'])
    expect(report.unproved.map(({ operation }) => operation)).to.deep.equal(['create'])
  })

  it('strict fails the run for a suspicion', async () => {
    const respond = ({ query }: Asked) =>
      query.get('id') === '1' ? { status: 200, body: { id: 1, more: 1 } } : undefined
    expect((await sent({}, respond)).report).to.include({ ok: true, outcome: 'proved', isStrict: false })
    expect((await sent({ strict: true }, respond)).report).to.include({
      ok: false,
      outcome: 'disagreement',
      isStrict: true
    })
  })

  it('strict stops a run by suspicions, too', async () => {
    let count = 0
    const respond = ({ query }: Asked) =>
      query.get('id') === null ? undefined : { status: 200, body: { id: 1, [`more${count++ % 50}`]: 1, id2: count } }
    const { report } = await sent({ strict: true, maxDisagreements: 1 }, respond)
    expect([report.disagreements.length + report.suspicions.length, report.isStoppedEarly]).to.deep.equal([1, true])
  })

  it('baseline accepts what it lists, and names what was not found any more', async () => {
    const respond = ({ query }: Asked) => (query.get('id') === '1' ? { status: 202 } : undefined)
    const { report } = await sent({}, respond)
    const known = readBaseline(writeBaseline(report.disagreements, []))
    expect(known).to.deep.equal([{ kind: 'undocumented-status', operation: 'things', what: '202' }])
    const old = { kind: 'server-error', operation: 'things', what: '500' } as const
    const { report: accepted } = await sent({ baseline: [...known, old] }, respond)
    expect(accepted).to.deep.include({ ok: true, staleBaseline: [old] })
    expect(accepted.disagreements.map(({ isAccepted }) => isAccepted)).to.deep.equal([true])
    const elsewhere = known.map((one) => ({ ...one, operation: 'other' }))
    expect((await sent({ baseline: elsewhere }, respond)).report.ok).to.equal(false)
  })

  it('reset is awaited before each request that may change something, and resetEvery before every n-th', async () => {
    for (const resetEvery of [1, 2, 5]) {
      let [resets, changes] = [0, 0]
      let isBusy = false
      const { service } = items()
      const inject: typeof service.inject = (request) => {
        expect(isBusy).to.equal(false)
        if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) changes++
        return service.inject(request)
      }
      const reset = async () => {
        isBusy = true
        await new Promise(setImmediate)
        isBusy = false
        resets++
      }
      await verified({ document: service.document, inject }, { runs: 100, reset, resetEvery })
      expect(changes).to.be.above(10)
      expect(resets).to.equal(Math.ceil(changes / resetEvery))
    }
  })

  it('reset restores the state before each sequence', async () => {
    const { service, methods } = items()
    const at: number[] = []
    await verified(service, { reset: () => at.push(methods.length), allowWrites: false })
    expect(at.length).to.be.within(1, 20)
  })

  it('headers and query are sent with every request, and a parameter of this name has no other value in valid ones', async () => {
    const { requests } = await sent({ runs: 100, headers: { 'Accept-Language': 'en' }, query: { tenant: '1 2' } })
    for (const { headers, url } of requests) {
      expect(headers['accept-language']).to.equal('en')
      expect(url).to.contain('tenant=1%202')
    }
    const { report, seen } = await sent({ query: { id: '7' } })
    const ids = seen.flatMap(({ query }) => query.getAll('id'))
    expect(ids.filter((id) => id === '7').length).to.be.above(20)
    expect(report.ok).to.equal(true)
  })

  it('maxDisagreements stops the run at so many, 20 by default', async () => {
    const respond = ({ query }: Asked) => ({ status: 200 + Math.abs(Number(query.get('id')) % 50 || 0) })
    const { report } = await sent({ maxDisagreements: 3 }, respond)
    expect(report.disagreements).to.have.length(3)
    expect(report).to.include({ isStoppedEarly: true, ok: false })
    expect(formatReport(report)).to.contain('; stopped there.')
    const service = things((id) => ({ status: 200 + Math.abs(Number(id) % 50 || 0) }))
    // One response may show two.
    expect((await verify(service, { seed: 1, timeout: 60_000 })).disagreements).to.have.length.within(20, 21)
  })

  it('shrinkRuns is how many requests simplify a finding', async () => {
    const wide = (id: string | null, right: () => Responded) => (Number(id) > 50 ? { status: 500 } : right())
    const none = await verified(things(wide), { shrinkRuns: 0 })
    expect(none.shrinkRequests).to.equal(0)
    const some = await verified(things(wide), { shrinkRuns: 200 })
    expect(some.shrinkRequests).to.be.within(1, 400)
    expect(some.disagreements.map(inShort)).to.deep.equal(['server-error things 500'])
    expect(some.disagreements[0]?.curl).to.match(/things\?id=\d+'$/)
  })

  it('timeout is how long a response may take', async () => {
    const service = { document: things().document, inject: () => new Promise<never>(() => {}) }
    const report = await verify(service, { seed: 1, timeout: 30 })
    expect(report.disagreements.map(({ document }) => document)).to.deep.equal([
      'the service did not respond: nothing came within 0.03 seconds'
    ])
  })

  it('baseUrl is the address in the commands', async () => {
    const { report } = await sent({ baseUrl: 'https://api.example/v1' }, ({ query }) =>
      query.get('id') === '1' ? { status: 500 } : undefined
    )
    expect(report.disagreements[0]?.curl).to.equal("curl -i -g --path-as-is 'https://api.example/v1/things?id=1'")
  })

  it('documentPath reads the document where the service publishes it, as JSON or YAML', async () => {
    const honest = things()
    const yaml =
      "openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths: { /things: { get: { operationId: things, responses: { default: { description: Any } } } } }\n"
    const texts: Record<string, string> = { '/openapi.json': JSON.stringify(honest.document), '/openapi.yaml': yaml }
    const service = {
      document: {},
      inject: async (request: Parameters<typeof honest.inject>[0]) => {
        const text = texts[request.url]
        return text === undefined
          ? honest.inject(request)
          : { statusCode: 200, headers: {}, rawBody: Buffer.from(text) }
      }
    }
    for (const documentPath of Object.keys(texts)) {
      const { operations } = await verified(service, { documentPath, runs: 30 })
      expect(operations.map(({ id }) => id)).to.deep.equal(['things'])
    }
    expect(await errorOf(verified(service, { documentPath: '/nowhere' }))).to.equal(
      'VerifyError: The document at /nowhere cannot be read: the service responded 404'
    )
  })

  it('onProgress is told after each hundred requests, when a phase begins and at the end', async () => {
    const all: VerifyProgress[] = []
    const { report } = await sent({ onProgress: (progress) => all.push(progress) })
    const done = all.map((progress) => progress.done)
    expect(done)
      .to.include.members([100, 200, 300])
      .and.to.deep.equal([...done].sort((a, b) => a - b))
    expect(all.at(-1)).to.include({ done: report.requests, phase: 'random requests', disagreements: 0, suspicions: 0 })
    const phases = [...new Set(all.map(({ phase }) => phase))].filter((phase) => phase !== 'warm-up')
    expect(phases).to.deep.equal(['edge cases', 'sequences', 'random requests'])
    for (const { total } of all) expect(total).to.be.at.least(report.requests - 60)
  })

  it('signal ends the run with what was found so far, and waits for no response', async () => {
    const controller = new AbortController()
    let requests = 0
    const service = things(() => ({ status: 500 }))
    const slow = {
      ...service,
      inject(request: Parameters<typeof service.inject>[0]) {
        if (++requests < 20) return service.inject(request)
        setImmediate(() => controller.abort())
        return new Promise<never>(() => {})
      }
    }
    const report = await verified(slow, { signal: controller.signal })
    expect(report).to.include({ isAborted: true, ok: false, outcome: 'disagreement' })
    expect(report.disagreements[0]).to.include({ kind: 'server-error' })
    expect(requests).to.equal(20)
    const unstarted = await verified(service, { signal: AbortSignal.abort() })
    expect(unstarted).to.include({ isAborted: true, requests: 0, outcome: 'unproved' })
  })

  it('signal is regarded while a service responds at once', async () => {
    const controller = new AbortController()
    let count = 0
    const service = things((_, right) => {
      if (++count === 1) setTimeout(() => controller.abort(), 1)
      return right()
    })
    expect(await verified(service, { runs: 20_000, signal: controller.signal })).to.include({ isAborted: true })
  }).timeout(120_000)

  const WRONG: readonly (readonly [options: object, message: string])[] = [
    [{ runs: 0 }, '`runs` is an integer of at least 1, not 0'],
    [{ runs: 1.5 }, '`runs` is an integer of at least 1, not 1.5'],
    [{ time: 0 }, '`time` is an integer of at least 1, not 0'],
    [{ seed: Number.NaN }, '`seed` is an integer, not NaN'],
    [{ rate: 0 }, '`rate` is a number above 0, not 0'],
    [{ minCoverage: 101 }, '`minCoverage` is a number from 0 to 100, not 101'],
    [{ resetEvery: 0 }, '`resetEvery` is an integer of at least 1, not 0'],
    [{ maxDisagreements: 0 }, '`maxDisagreements` is an integer of at least 1, not 0'],
    [{ shrinkRuns: -1 }, '`shrinkRuns` is an integer of at least 0, not -1'],
    [{ timeout: 0 }, '`timeout` is an integer of at least 1, not 0'],
    [{ maxResponseTime: 0 }, '`maxResponseTime` is an integer of at least 1, not 0'],
    [{ include: 'a' }, '`include` is a list of patterns or a function'],
    [{ exclude: 'a' }, '`exclude` is a list of patterns or a function'],
    [{ run: 5 }, "verify: there is no option 'run' (did you mean 'runs'?); correct its name or remove it"],
    [
      { credential: {} },
      "verify: there is no option 'credential' (did you mean 'credentials'?); correct its name or remove it"
    ]
  ]
  for (const [options, message] of WRONG) {
    it(`is rejected before the first request: ${JSON.stringify(options)}`, async () => {
      let requests = 0
      const service = things((_, right) => {
        requests++
        return right()
      })
      expect(await errorOf(verify(service, options)))
        .to.match(/^(?:RangeError|TypeError): /)
        .and.to.contain(message)
      expect(requests).to.equal(0)
    })
  }
})
