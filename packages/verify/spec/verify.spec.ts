import { expect } from 'chai'
import {
  Application,
  bootstrap,
  type Context,
  Field,
  Integer,
  type RouteOptions,
  type Router,
  type Service
} from 'fieldstone'
import { type RateLimitOptions, rateLimit } from 'fieldstone/rate-limit'
import { openApi } from '../../../spec/support/published.js'
import type { VerifyOptions } from '../src/options.js'
import { formatReport } from '../src/report/format-report.js'
import type { ReportedFinding } from '../src/report/report.js'
import { verify } from '../src/verify.js'
import type { VerifiableService } from '../src/wire/target.js'
import { listedRun } from './listed-run.js'

class Order {
  @Field({ minLength: 2, maxLength: 4 }) name!: string
  @Field(() => Integer, { minimum: 1, maximum: 9 }) count!: number
  @Field({ optional: true }) note?: string
}

class Receipt {
  @Field() name!: string
}

const LIST = 'verify/run-list.txt'

const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

function serviceOf(routes: (router: Router) => void): Promise<Service> {
  return bootstrap(new Application({ title: 'Liar', version: '1', routes, logger: SILENT as never }))
}

async function disagreements(
  service: Parameters<typeof verify>[0],
  options: VerifyOptions = {}
): Promise<readonly ReportedFinding[]> {
  return (await verify(service, { runs: 500, seed: 5, ...options })).disagreements
}

/** Disagreements, then suspicions. */
async function findings(title: string, service: VerifiableService): Promise<readonly ReportedFinding[]> {
  const report = await listedRun([LIST, title], service, { runs: 500, seed: 5 })
  return [...report.disagreements, ...report.suspicions]
}

/** One line for each disagreement: kind, operation, what the request sent. */
function linesOf(list: readonly ReportedFinding[]): string[] {
  return list.map(
    ({ kind, operation, curl }) =>
      `${kind} ${operation} ${curl.replace(/^.*?(?:--data-binary '|localhost:8080)/, '').replace(/' ?(http.*)?$/, '')}`
  )
}

const problemContent = { 'application/problem+json': { schema: { type: 'object' } } }

/** A service without Fieldstone, whose document says all that it can say of an integer in a query. */
function handmade(
  answer: (
    id: string | null,
    request: { method: string; url: string; headers: Record<string, string>; body?: Uint8Array | string }
  ) => { status: number; type?: string; body?: unknown; headers?: Record<string, string> },
  operation: object = {}
) {
  const document = openApi({
    '/things': {
      get: {
        operationId: 'things',
        parameters: [{ name: 'id', in: 'query', required: true, schema: { type: 'integer', minimum: 1, maximum: 99 } }],
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/json': {
                schema: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
              }
            }
          },
          400: { description: 'bad', content: problemContent }
        },
        ...operation
      }
    }
  })
  return {
    document,
    async inject(request: {
      method: string
      url: string
      headers: Record<string, string>
      body?: Uint8Array | string
    }) {
      const { pathname, searchParams } = new URL(request.url, 'http://h')
      const ids = searchParams.getAll('id')
      const problem = (status: number, headers = {}) => ({
        status,
        type: 'application/problem+json',
        body: { title: 'No', status },
        headers
      })
      const given =
        pathname !== '/things'
          ? problem(404)
          : request.method !== 'GET'
            ? problem(405, { allow: 'GET, HEAD' })
            : answer(ids.length > 1 ? 'repeated' : (ids[0] ?? null), request)
      const { status, type = 'application/json', body, headers } = given
      const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
      return {
        statusCode: status,
        headers: { ...(text === '' ? {} : { 'content-type': type }), ...headers },
        rawBody: Buffer.from(text)
      }
    }
  }
}

const isRight = (id: string | null): id is string => id !== null && /^[1-9][0-9]?$/.test(id)
const rejection = {
  status: 400,
  type: 'application/problem+json',
  body: { type: 'about:blank', title: 'Bad Request', status: 400 }
}
const truth = (id: string | null) => (isRight(id) ? { status: 200, body: { id: Number(id) } } : rejection)

describe('verify', () => {
  it('finds nothing in a service that does what its document says', async () => {
    const whole = [LIST, 'an honest service'] as const
    const report = await listedRun(whole, handmade(truth), { runs: 1500, seed: 5 }, 'each request')
    expect(formatReport(report)).to.match(/No disagreement in 1500 requests/)
    expect(report.ok).to.equal(true)
    expect(report.operations[0]).to.deep.include({ isReached: true, unreachedStatuses: [] })
    expect(report.operations[0]?.edgeCases.tried).to.equal(report.operations[0]?.edgeCases.total)
  })

  describe('catches a service', () => {
    const lies: readonly (readonly [title: string, service: ReturnType<typeof handmade>, lines: readonly string[]])[] =
      [
        [
          'that accepts a number in another form',
          handmade((id) => (id === '0x10' ? { status: 200, body: { id: 16 } } : truth(id))),
          ['accepted-unusual things /things?id=0x10']
        ],
        [
          'that accepts a number below its minimum',
          handmade((id) => (id === '0' ? { status: 200, body: { id: 0 } } : truth(id))),
          ['accepted-invalid things /things?id=0']
        ],
        [
          'that accepts a number above its maximum',
          handmade((id) => (id === '100' ? { status: 200, body: { id: 100 } } : truth(id))),
          ['accepted-invalid things /things?id=100']
        ],
        [
          'that accepts a fraction',
          handmade((id) => (id === '1.0' ? { status: 200, body: { id: 1 } } : truth(id))),
          ['accepted-unusual things /things?id=1.0']
        ],
        [
          'that accepts a request without a required parameter',
          handmade((id) => (id === null ? { status: 200, body: { id: 1 } } : truth(id))),
          ['accepted-invalid things /things']
        ],
        [
          'that accepts a parameter twice',
          handmade((id) => (id === 'repeated' ? { status: 200, body: { id: 1 } } : truth(id))),
          ['accepted-unusual things /things?id=&id=']
        ],
        [
          'that rejects the maximum',
          handmade((id) => (id === '99' ? rejection : truth(id))),
          ['refused-valid things /things?id=99']
        ],
        [
          'that calls a valid request unprocessable',
          handmade((id) =>
            id === '1' ? { ...rejection, status: 422, body: { title: 'No', status: 422 } } : truth(id)
          ),
          ['refused-valid things /things?id=1', 'undocumented-status things /things?id=1']
        ],
        [
          'that fails',
          handmade((id) => (id === '1' ? { status: 500 } : truth(id))),
          ['server-error things /things?id=1']
        ],
        [
          'that cuts the connection',
          handmade((id) => {
            if (id === '1') throw new Error('socket hang up')
            return truth(id)
          }),
          ['server-error things /things?id=1']
        ],
        [
          'that responds with a status that is not in the document',
          handmade((id) => (id === '1' ? { status: 202 } : truth(id))),
          ['undocumented-status things /things?id=1']
        ],
        [
          'that responds in another media type',
          handmade((id) => (id === '1' ? { status: 200, type: 'text/html', body: '<p>' } : truth(id))),
          ['undocumented-media-type things /things?id=1']
        ],
        [
          'that responds without a media type',
          handmade((id) => (id === '1' ? { status: 200, type: '', body: '{"id":1}' } : truth(id))),
          ['undocumented-media-type things /things?id=1']
        ],
        [
          'that responds with a wrong type',
          handmade((id) => (id === '1' ? { status: 200, body: { id: '1' } } : truth(id))),
          ['broken-response things /things?id=1']
        ],
        [
          'that leaves out a required field',
          handmade((id) => (id === '1' ? { status: 200, body: {} } : truth(id))),
          ['broken-response things /things?id=1']
        ],
        [
          'that responds with a field that is not in the document',
          handmade((id) => (id === '1' ? { status: 200, body: { id: 1, hash: 'x' } } : truth(id))),
          ['undocumented-property things /things?id=1']
        ],
        [
          'that responds without a body where one is documented',
          handmade((id) => (id === '1' ? { status: 200 } : truth(id))),
          ['broken-response things /things?id=1']
        ],
        [
          'that responds with broken JSON',
          handmade((id) => (id === '1' ? { status: 200, body: '{"id":' } : truth(id))),
          ['broken-response things /things?id=1']
        ],
        [
          'whose problem has another status',
          handmade((id) => (id === null ? { ...rejection, body: { title: 'x', status: 200 } } : truth(id))),
          ['broken-problem things /things']
        ],
        [
          'whose problem has an empty title',
          handmade((id) => (id === null ? { ...rejection, body: { title: '', status: 400 } } : truth(id))),
          ['broken-problem things /things']
        ],
        [
          'whose problem is not an object',
          handmade((id) => (id === null ? { ...rejection, body: '[]' } : truth(id))),
          ['broken-response things /things', 'broken-problem things /things']
        ],
        [
          'that sends a body with a 200 and documents none',
          handmade(truth, {
            responses: { 200: { description: 'x' }, 400: { description: 'x', content: problemContent } }
          }),
          ['undocumented-media-type things /things?id=1']
        ]
      ]
    for (const [title, service, expected] of lies) {
      it(title, async () => expect(linesOf(await findings(title, service))).to.deep.equal(expected))
    }

    it('that has a method that is not in its document', async () => {
      const honest = handmade(truth)
      const service = {
        document: honest.document,
        inject: async (request: Parameters<typeof honest.inject>[0]) => {
          const answer = await honest.inject(request)
          return request.method === 'DELETE' ? { ...answer, statusCode: 204, rawBody: Buffer.alloc(0) } : answer
        }
      }
      const [found, ...more] = await disagreements(service)
      expect(more).to.deep.equal([])
      expect(found).to.include({
        kind: 'undocumented-operation',
        curl: 'curl -i -g --path-as-is -X DELETE http://localhost:8080/things'
      })
    })

    it('that has a path that is not in its document, and sends a 405 without Allow', async () => {
      const honest = handmade(truth)
      const service = {
        document: honest.document,
        inject: async (request: Parameters<typeof honest.inject>[0]) => {
          const answer = await honest.inject(request)
          if (answer.statusCode === 404) return { ...answer, statusCode: 200 }
          return { ...answer, headers: { ...answer.headers, allow: 'HEAD' } }
        }
      }
      const found = await findings('an unknown path', service)
      expect(new Set(found.map(({ kind }) => kind))).to.deep.equal(new Set(['undocumented-path', 'broken-allow']))
    })
  })

  describe('catches an application', () => {
    const order: RouteOptions = { operationId: 'order', requestBody: Order, responses: { 201: { body: Receipt } } }
    const routes: readonly (readonly [title: string, handler: (ctx: Context) => unknown, kinds: readonly string[]])[] =
      [
        ['whose handler does not read its body', (ctx) => ctx.json(201, { name: 'x' }), ['accepted-invalid']],
        [
          'whose handler binds without validating',
          async (ctx) => ctx.json(201, { name: (await ctx.bindJSON(Order)).name }),
          ['accepted-invalid']
        ],
        [
          'whose handler rejects more than the document says',
          async (ctx) => {
            const { name } = await ctx.bindValidated(Order)
            return name.startsWith('a') ? ctx.jsonError(400, 'not this one') : ctx.json(201, { name })
          },
          ['refused-valid']
        ],
        [
          'whose handler responds with another status',
          async (ctx) => ctx.json(200, { name: (await ctx.bindValidated(Order)).name }),
          ['undocumented-status']
        ],
        ['whose handler throws', async (ctx) => void (await ctx.bindValidated(Order)).note!.length, ['server-error']]
      ]
    for (const [title, handler, kinds] of routes) {
      it(title, async () => {
        const route = { method: 'POST', path: '/orders', handler, options: order, source: 'order' } as const
        const service = await serviceOf((router) => router.add({ ...route, readsItself: 'body' }))
        // The framework's own document says that nothing checks the body.
        const claimed = JSON.parse(
          JSON.stringify(service.document).replaceAll('"x-unchecked":true', '"x-claimed":true')
        )
        const found = await disagreements({ document: claimed, inject: (request) => service.inject(request) })
        expect([...new Set(found.map(({ kind }) => kind))]).to.include.members(kinds)
      })
    }
  })

  it('does not wait again for a service that does not respond in time', async () => {
    const honest = handmade(truth)
    let count = 0
    const service = {
      document: honest.document,
      inject: () => {
        count++
        return new Promise<never>(() => {})
      }
    }
    const report = await verify(service, { runs: 100, seed: 1, timeout: 20 })
    expect(count).to.equal(1)
    expect(report.disagreements.map(({ kind, document: judge }) => [kind, judge])).to.deep.equal([
      ['server-error', 'the service did not respond: nothing came within 0.02 seconds']
    ])
  })

  it('makes the same requests for the same seed', async () => {
    const seen = async (seed: number) => {
      const lines: string[] = []
      const service = handmade((id, { url }) => {
        lines.push(url)
        return truth(id)
      })
      await verify(service, { runs: 200, seed })
      return lines
    }
    expect(await seen(3)).to.deep.equal(await seen(3))
    expect(await seen(3)).to.not.deep.equal(await seen(4))
  })

  it('makes no request more than it may, also where that ends a sequence', async () => {
    let sent = 0
    const service = handmade(truth)
    const inject: typeof service.inject = (request) => {
      sent++
      return service.inject(request)
    }
    const whole = await verify({ ...service, inject }, { seed: 3 })
    // After the sequences come 300 random requests.
    const sequences = whole.requests - 300
    for (const runs of [1, 90, ...Array.from({ length: 15 }, (_, index) => sequences - index)]) {
      sent = 0
      const { requests } = await verify({ ...service, inject }, { runs, seed: 3 })
      expect({ sent, requests }).to.deep.equal({ sent: runs, requests: runs })
    }
  }).timeout(60_000)

  it('reports a seed that was chosen at random', async () => {
    const { seed } = await verify(handmade(truth), { runs: 1 })
    expect(seed).to.satisfy(Number.isSafeInteger)
  })

  it('does not report what the document allows', async () => {
    const responses = { 200: { description: 'ok' }, '4XX': { description: 'no', content: problemContent } }
    const gone = handmade(
      (id) =>
        isRight(id)
          ? { status: 404, type: 'application/problem+json', body: { title: 'Gone', status: 404 } }
          : rejection,
      { responses }
    )
    const report = await listedRun([LIST, 'gone'], gone, { runs: 500, seed: 1 })
    expect(report.disagreements).to.deep.equal([])
    expect(report.operations[0]).to.deep.include({ isReached: false, unreachedStatuses: ['200'] })
  })

  it('counts an invalid request as inconclusive when its status does not come from validation', async () => {
    const responses = { 200: { description: 'ok' }, 401: { description: 'no', content: problemContent } }
    const closed = handmade(
      () => ({ status: 401, type: 'application/problem+json', body: { title: 'Who?', status: 401 } }),
      { responses }
    )
    const report = await listedRun([LIST, 'closed'], closed, { runs: 300, seed: 1 })
    expect(report.disagreements).to.deep.equal([])
    expect(report.operations[0]?.inconclusive).to.be.greaterThan(50)
  })

  it('counts requests that a listed rule rejects, and reports no disagreement', async () => {
    const parameters = [
      { name: 'id', in: 'query', required: true, schema: { type: 'string', 'x-rules': [{ rule: 'isEven' }] } }
    ]
    const errors = [{ in: 'query', path: 'id', rule: 'isEven', message: 'must be even' }]
    const responses = { 200: { description: 'ok' }, 400: { description: 'no', content: problemContent } }
    const service = (rule: string) =>
      handmade(
        (id) =>
          id !== null && id.length % 2 === 0
            ? { status: 200 }
            : { ...rejection, body: { ...rejection.body, errors: [{ ...errors[0], rule }] } },
        { parameters, responses }
      )
    const options = { runs: 400, seed: 1, exclude: () => false }
    const report = await listedRun([LIST, 'x-rules'], service('isEven'), options)
    const wrong = report.disagreements.filter(({ kind }) => kind !== 'accepted-invalid')
    expect(wrong).to.deep.equal([])
    expect(report.operations[0]?.rejectedByRule).to.be.greaterThan(20)
    expect((await disagreements(service('maxLength'))).map(({ kind }) => kind)).to.include('refused-valid')
  })

  it('skips operations by id and by function, and reports ids that are unknown', async () => {
    let count = 0
    const service = handmade((id) => {
      count++
      return truth(id)
    })
    const byId = await verify(service, { runs: 50, exclude: ['things', 'typo'] })
    const byFunction = await verify(service, {
      runs: 50,
      exclude: ({ method, path }) => method === 'GET' && path === '/things'
    })
    expect(count).to.equal(0)
    expect(byId).to.deep.include({ requests: 0, unknownIds: ['typo'] })
    expect(byId.operations[0]?.isSkipped && byFunction.operations[0]?.isSkipped).to.equal(true)
  })

  it('resets the state before requests that may change it, and sends the headers that it was given', async () => {
    let resets = 0
    const tokens = new Set<unknown>()
    const honest = handmade(truth)
    const methods: string[] = []
    const service = {
      document: honest.document,
      inject: (request: Parameters<typeof honest.inject>[0]) => {
        methods.push(request.method)
        tokens.add(request.headers.authorization)
        return honest.inject(request)
      }
    }
    await verify(service, { runs: 300, seed: 1, headers: { Authorization: 'Bearer x' }, reset: () => ++resets })
    const changing = methods.filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method)).length
    // Once more before each sequence, which begins in the same state.
    const sequences = resets - changing
    expect(changing).to.be.greaterThan(2)
    expect(sequences).to.be.within(1, 9)
    expect([...tokens]).to.deep.equal(['Bearer x'])
    resets = 0
    methods.length = 0
    await verify(service, { runs: 300, seed: 1, resetEvery: 2, reset: () => ++resets })
    expect(resets).to.equal(Math.ceil(changing / 2) + sequences)
  })

  it('stops at the maximum of disagreements, and reports progress', async () => {
    const progress: number[] = []
    const report = await verify(
      handmade(() => ({ status: 500 })),
      { runs: 250, seed: 1, onProgress: ({ done }) => progress.push(done) }
    )
    expect(report).to.include({ isStoppedEarly: false, requests: 250 })
    expect(progress)
      .to.include.members([100, 200])
      .and.to.deep.equal([...progress].sort((a, b) => a - b))
    expect(progress.at(-1)).to.equal(250)
    const many = handmade((id) => ({ status: 200 + Math.abs(Number(id) % 50) }))
    const stopped = await listedRun([LIST, 'three'], many, { runs: 5000, seed: 1, maxDisagreements: 3 })
    expect(stopped.disagreements).to.have.length(3)
    expect(stopped).to.include({ isStoppedEarly: true, ok: false })
  })

  it('reports what it found so far when its signal stops it, and waits for no response any more', async () => {
    const controller = new AbortController()
    let requests = 0
    const service = handmade(() => ({ status: 500 }))
    const slow = {
      ...service,
      inject(request: Parameters<typeof service.inject>[0]) {
        if (++requests < 20) return service.inject(request)
        setImmediate(() => controller.abort())
        return new Promise<never>(() => {})
      }
    }
    const report = await verify(slow, { seed: 1, signal: controller.signal })
    expect(report).to.include({ isAborted: true, ok: false, outcome: 'disagreement' })
    expect(report.disagreements[0]).to.include({ kind: 'server-error' })
    expect(requests).to.equal(20)
    const unstarted = await verify(service, { signal: AbortSignal.abort() })
    expect(unstarted).to.include({ isAborted: true, requests: 0, outcome: 'unproved' })
  })

  it('distinguishes what it reached and what it did not', async () => {
    const document = openApi({
      '/a': { get: { operationId: 'a', responses: { 200: { description: 'x' }, 201: { description: 'x' } } } },
      '/b': {
        post: {
          operationId: 'b',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { type: 'string', minLength: 2, maxLength: 1 } } }
          },
          responses: { 200: { description: 'x' } }
        }
      }
    })
    const service = { document, inject: async () => ({ statusCode: 200, headers: {}, rawBody: new Uint8Array() }) }
    const report = await listedRun([LIST, 'reached'], service, { runs: 60, seed: 1, maxDisagreements: 100 })
    expect(report.operations[0]).to.deep.include({
      id: 'a',
      isReached: true,
      unreachedStatuses: ['201'],
      isPossible: true
    })
    expect(report.operations[1]).to.deep.include({ id: 'b', requests: 0, isPossible: false })
  })

  describe('of a service that limits rates', () => {
    const limited = (options: Partial<RateLimitOptions>, layer = rateLimit) =>
      bootstrap(
        new Application({
          title: 'Limited',
          version: '1',
          middleware: [layer({ limit: 20, window: 3_600_000, ...options })],
          responseChecks: 'off',
          logger: SILENT as never,
          routes: (router) =>
            router
              .postFunc('/orders', async (ctx) => ctx.json(201, { name: (await ctx.bindValidated(Order)).name }), {
                operationId: 'order',
                requestBody: Order,
                responses: { 201: { body: Receipt } }
              })
              .getFunc('/free', () => 'free', { responses: { 200: { body: String } } })
        })
      )

    it('goes on as another client, and tries every edge case', async () => {
      const report = await listedRun([LIST, 'limits of clients'], await limited({}), { seed: 1 })
      expect(report.ok).to.equal(true)
      for (const { limited: count, edgeCases, statuses } of report.operations) {
        expect(count).to.equal(0)
        expect(edgeCases.tried + edgeCases.shared).to.equal(edgeCases.total)
        expect(statuses).not.to.have.property('429')
      }
    })

    it('reports what it could not try where all clients share a limit', async () => {
      const service = await limited({ key: () => 'all' })
      const report = await listedRun([LIST, 'a limit of all'], service, { runs: 400, seed: 1 })
      const [order] = report.operations
      expect(report.outcome).to.equal('unproved')
      expect(report.disagreements).to.deep.equal([])
      expect(order?.limited).to.be.above(100)
      expect(order?.edgeCases.tried).to.be.below(20)
      expect(formatReport(report)).to.contain(
        `which proves nothing; lift the limit for verification: order (POST /orders) ${order?.limited}`
      )
    })

    it('is not a proof where the service always responded 429', async () => {
      const service = await limited({ key: () => 'all', cost: () => 21 })
      const report = await listedRun([LIST, '429 alone'], service, { runs: 50, seed: 1 })
      expect([report.outcome, report.disagreements]).to.deep.equal(['unproved', []])
      expect(report.unproved.map(({ why }) => why)).to.deep.equal(Array(2).fill('every response was a 429'))
    })

    it('finds a 429 that is not in the document', async () => {
      const layer = (options: RateLimitOptions) => {
        const hidden = rateLimit(options)
        return (...args: Parameters<typeof hidden>) => hidden(...args)
      }
      const found = await findings('a 429 that is not in the document', await limited({}, layer))
      expect(new Set(found.map(({ kind, response }) => `${kind} ${response.status}`))).to.deep.equal(
        new Set(['undocumented-limit 429'])
      )
    })
  })

  it('reports nothing for responses that are not declared: their document allows any response', async () => {
    const service = await serviceOf((router) => {
      router.getFunc('/json', (ctx) => ctx.json(201, { a: 1 }))
      router.getFunc('/text', (ctx) => ctx.text(200, 'a'))
      router.getFunc('/nothing', () => undefined)
      router.get('/by-hand', (_req, res) => res.end('no content type'))
      router.headFunc('/head', (ctx) => ctx.text(200, ''))
    })
    const { ok, disagreements: found } = await verify(service, { seed: 1 })
    expect(found).to.deep.equal([])
    expect(ok).to.equal(true)
  })

  it('compares a response with `default` as with any other', async () => {
    const content = { 'application/json': { schema: { type: 'string' } } }
    const service = await serviceOf((router) => {
      router.getFunc('/json', (ctx) => ctx.json(200, 5))
    })
    const document = JSON.parse(JSON.stringify(service.document))
    document.paths['/json'].get.responses.default.content = content
    const broken = await verify({ document, inject: (request) => service.inject(request as never) }, { runs: 20 })
    expect(broken.disagreements.map(({ kind }) => kind)).to.deep.equal(['broken-response'])
    delete document.paths['/json'].get.responses.default.content
    const empty = await verify({ document, inject: (request) => service.inject(request as never) }, { runs: 20 })
    expect(empty.disagreements.map(({ kind }) => kind)).to.deep.equal(['undocumented-media-type'])
  })

  it('reads the document where the service publishes it', async () => {
    const honest = handmade(truth)
    const service = {
      document: {},
      inject: async (request: Parameters<typeof honest.inject>[0]) =>
        request.url === '/openapi.json'
          ? { statusCode: 200, headers: {}, rawBody: Buffer.from(JSON.stringify(honest.document)) }
          : honest.inject(request)
    }
    expect((await verify(service, { documentPath: '/openapi.json' })).ok).to.equal(true)
    const error = await verify(service, { documentPath: '/nowhere' }).then(
      () => undefined,
      (reason: Error) => reason
    )
    expect(error?.message).to.equal('The document at /nowhere cannot be read: the service responded 404')
  })

  it('rejects invalid options', async () => {
    for (const [options, message] of [
      [{ runs: 0 }, '`runs` is an integer of at least 1, not 0'],
      [{ runs: 1.5 }, '`runs` is an integer of at least 1, not 1.5'],
      [{ seed: Number.NaN }, '`seed` is an integer, not NaN'],
      [{ resetEvery: 0 }, '`resetEvery` is an integer of at least 1, not 0'],
      [{ exclude: 'a' as never }, '`exclude` is a list of patterns or a function']
    ] as const) {
      const error = await verify(handmade(truth), options).then(
        () => undefined,
        (reason: Error) => reason
      )
      expect(error?.message).to.equal(message)
    }
  })

  it('uses an id that a response contains in the paths of other operations', async () => {
    const document = openApi({
      '/orders': {
        post: {
          operationId: 'create',
          responses: {
            201: {
              description: 'x',
              content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } }
            }
          }
        }
      },
      '/orders/{orderId}': {
        get: {
          operationId: 'find',
          parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'x' }, 404: { description: 'x' } }
        }
      }
    })
    const answer = (status: number, body: object | undefined, headers = {}) => ({
      statusCode: status,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      rawBody: Buffer.from(body ? JSON.stringify(body) : '')
    })
    const service = {
      document,
      inject: async ({ method, url }: { method: string; url: string }) => {
        if (url === '/orders' && method === 'POST') return answer(201, { id: 'order-7f3a' })
        if (url === '/orders/order-7f3a' && method === 'GET') return answer(200, undefined)
        return answer(method === 'GET' && url.startsWith('/orders/') ? 404 : 405, undefined, { allow: 'GET, POST' })
      }
    }
    const options = { runs: 200, seed: 1, maxDisagreements: 100 }
    const report = await listedRun([LIST, 'an id of a response'], service, options, 'each request')
    expect(report.operations[1]).to.deep.include({ id: 'find', isReached: true, unreachedStatuses: [] })
  })
})
