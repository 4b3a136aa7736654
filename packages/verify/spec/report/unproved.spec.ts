import { expect } from 'chai'
import { formatReport, type VerifyOptions } from 'fieldstone-verify'
import { bare, handmade, json, openApi, parameter, type Responded } from '../support/services.js'
import { verified } from '../support/verified.js'

const ALL = [200, 201, 400, 401, 403, 404, 409, 410, 412, 415, 422, 429]

/** A service of one operation that responds the same to every request. */
function always(status: number, operation: object = {}, more: Partial<Responded> = {}, method = 'GET') {
  const own = { operationId: 'own', responses: { ...bare(...ALL) }, ...operation }
  const document = openApi({ '/a': { [method.toLowerCase()]: own } })
  Object.assign((document as { components: object }).components, {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } }
  })
  return handmade(document, (asked) => {
    // A limit knows nothing of paths and methods.
    if (status === 429) return { status }
    if (asked.path !== '/a') return { status: 404 }
    return asked.method === method ? { status, ...more } : { status: 405, headers: { allow: method } }
  })
}

const BODY = { requestBody: { required: true, ...json({ type: 'object', properties: { a: { type: 'integer' } } }) } }

/** What an operation always responds, why that is no proof, and what would help. */
const CASES: readonly (readonly [
  what: string,
  service: ReturnType<typeof always>,
  why: RegExp,
  needs: string,
  options?: VerifyOptions
])[] = [
  [
    'a 400',
    always(400),
    /^no valid request succeeded \(400 \d+ times\)$/,
    'an `example` of its parameters that the service accepts'
  ],
  [
    'a 422 to a body',
    always(422, BODY, {}, 'POST'),
    /^no valid request succeeded \(422 \d+ times\)$/,
    'an `example` of its parameters and body that the service accepts'
  ],
  [
    'a 401',
    always(401, { security: [{ key: [] }] }),
    /^every response was a 401$/,
    'credentials: `--credential key=env:NAME`'
  ],
  ['a 403', always(403), /^no valid request succeeded \(403 \d+ times\)$/, 'a credential that may call it'],
  [
    'a 404',
    always(404),
    /^no valid request succeeded \(404 \d+ times\)$/,
    "data that exists: a `reset` that restores it, or an `example` of the path's parameters"
  ],
  [
    'a 410',
    always(410),
    /^no valid request succeeded \(410 \d+ times\)$/,
    "data that exists: a `reset` that restores it, or an `example` of the path's parameters"
  ],
  [
    'a 409',
    always(409),
    /^no valid request succeeded \(409 \d+ times\)$/,
    'a `reset` that restores a state in which the request has no conflict, or an `example` that has none'
  ],
  [
    'a 412',
    always(412),
    /^no valid request succeeded \(412 \d+ times\)$/,
    'a `reset` that restores a state in which the request has no conflict, or an `example` that has none'
  ],
  ['a 429', always(429), /^every response was a 429$/, 'a run without the limit on rates'],
  [
    'nothing, as no request can be made',
    always(200, {
      parameters: [parameter('query', 'q', { type: 'string', minLength: 2, maxLength: 1 }, { required: true })]
    }),
    /^no valid request could be made from the document$/,
    'an `example` of the parameter or body that has rules which a generator cannot satisfy'
  ],
  [
    'a 400 by rules that the document lists',
    always(
      400,
      {
        parameters: [parameter('query', 'q', { type: 'string', 'x-rules': [{ rule: 'isEven' }] }, { required: true })]
      },
      {
        body: JSON.stringify({
          title: 'No',
          status: 400,
          errors: [{ in: 'query', path: 'q', rule: 'isEven', message: 'no' }]
        }),
        headers: { 'content-type': 'application/problem+json' }
      }
    ),
    /^no valid request succeeded \(400 \d+ times\)$/,
    'an `example` that satisfies the rules under `x-rules`'
  ],
  [
    'nothing, as there is no time',
    always(200),
    /^no request was sent$/,
    'more runs or time',
    { signal: AbortSignal.abort() }
  ],
  [
    'too little, as there are too few runs',
    always(200, { parameters: [parameter('query', 'q', { type: 'integer' })] }),
    /^\d+ of \d+ edge cases were not tried$/,
    'more runs or time',
    { runs: 20 }
  ],
  [
    'nothing, as its method may change state',
    always(201, {}, {}, 'POST'),
    /^POST may change the state of the service, which is not allowed$/,
    '`--allow-writes`',
    { allowWrites: false }
  ]
]

describe('An operation is not proved', () => {
  for (const [what, service, why, needs, options] of CASES) {
    it(`where it responds ${what}`, async () => {
      const report = await verified(service, options)
      expect(report.unproved.map(({ operation }) => operation)).to.deep.equal(['own'])
      expect(report.unproved[0]?.why).to.match(why)
      expect(report.unproved[0]).to.include({ needs, isAllowed: false })
      expect([report.ok, report.outcome === 'proved']).to.deep.equal([false, false])
      expect(formatReport(report)).to.match(/^Not proved:\n {2}own: /m)
    })
  }

  it('which is said where a response takes too long', async () => {
    const service = { document: always(200).document, inject: () => new Promise<never>(() => {}) }
    const report = await verified(service, { timeout: 30 })
    expect(report.unproved[0]).to.include({ needs: 'a response within the timeout, or `--exclude` for a stream' })
  })

  it('but may remain so where allowUnproved names it', async () => {
    const report = await verified(always(404), { allowUnproved: ['own', 'other'] })
    expect(report.unproved.map(({ operation, isAllowed }) => [operation, isAllowed])).to.deep.equal([['own', true]])
    expect([report.ok, report.outcome]).to.deep.equal([true, 'proved'])
    expect(report.unknownIds).to.deep.equal(['other'])
    expect(formatReport(report)).to.match(/own: no valid request succeeded .*\(allowed\)$/m)
  })
})

describe('The report counts requests', () => {
  it('that got another status than those of validation, as inconclusive', async () => {
    const service = always(404, { parameters: [parameter('query', 'q', { type: 'integer' }, { required: true })] })
    const report = await verified(service)
    expect(report.operations[0]?.inconclusive).to.be.above(20)
    expect(formatReport(report)).to.match(
      /^Invalid requests that got a status other than those of validation \(401, 404, 409 …\): own \(GET \/a\) \d+$/m
    )
  })

  it('by status, and names documented statuses that never occurred', async () => {
    const report = await verified(always(200, { responses: bare(200, 404, 429, 500, 'default', '4XX') }))
    const [own] = report.operations
    expect(own?.unreachedStatuses).to.deep.equal(['404'])
    expect(own?.statuses[200]).to.be.above(0)
    expect(formatReport(report)).to.contain('Documented statuses that never occurred: own (GET /a) 404')
  })

  it('that a rule rejected which the document lists, and no other rule excuses', async () => {
    const service = (rule: string) =>
      handmade(
        openApi({
          '/a': {
            get: {
              operationId: 'own',
              parameters: [
                parameter(
                  'query',
                  'q',
                  { type: 'string', maxLength: 30, 'x-rules': [{ rule: 'isEven' }] },
                  { required: true }
                )
              ],
              responses: { ...bare(200), 400: { description: 'No', content: { 'application/problem+json': {} } } }
            }
          }
        }),
        ({ method, path, query }): Responded => {
          if (path !== '/a') return { status: 404 }
          if (method !== 'GET') return { status: 405, headers: { allow: 'GET' } }
          const [q, ...more] = query.getAll('q')
          if (q !== undefined && more.length === 0 && [...q].length <= 30 && [...q].length % 2 === 0)
            return { status: 200 }
          const errors = [{ in: 'query', path: 'q', rule, message: 'no' }]
          return {
            status: 400,
            headers: { 'content-type': 'application/problem+json' },
            body: JSON.stringify({ title: 'No', status: 400, errors })
          }
        }
      )
    const report = await verified(service('isEven'))
    expect(report.disagreements.filter(({ kind }) => kind === 'refused-valid')).to.deep.equal([])
    expect(report.operations[0]?.rejectedByRule).to.be.above(20)
    expect(formatReport(report)).to.match(
      /^Valid requests rejected by a rule listed under x-rules: own \(GET \/a\) \d+$/m
    )
    const other = await verified(service('maxLength'))
    expect(other.disagreements.map(({ kind, what }) => `${kind} ${what}`)).to.include('refused-valid query q maxLength')
  })
})
