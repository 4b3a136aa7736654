import { expect } from 'chai'
import {
  apiKeyScheme,
  Body,
  basicScheme,
  bearerScheme,
  Controller,
  Cookie,
  Field,
  Get,
  Integer,
  Param,
  Post,
  Returns,
  type SecurityRequirement,
  type Service
} from '../../../src/index.js'
import type { VerifyOptions } from '../../../src/verify/options.js'
import { formatReport } from '../../../src/verify/report/format-report.js'
import { type Stranger, withCredentials } from '../../../src/verify/requests/missing-credentials.js'
import { verify } from '../../../src/verify/verify.js'
import { serviceOf } from '../../support/applications.js'

class Note {
  @Field({ minLength: 3 }) text!: string
}

@Controller('/notes')
class NoteController {
  @Get('/{id}')
  @Returns(200, Note)
  show(@Param('id', Integer) _id: number, @Cookie('theme', String, { optional: true }) _theme?: string): Note {
    return { text: 'milk' }
  }

  @Post()
  @Returns(201, Note)
  write(@Body() note: Note): Note {
    return note
  }
}

const TOKEN = { authorization: 'Bearer t0k3n' }

/** Asks for these, and lets in as told. */
function secured(
  security: readonly SecurityRequirement[],
  isKnown: (credential: string) => boolean = (credential) => ['t0k3n', 'k3y', 'ada:pw'].includes(credential)
): Promise<Service> {
  return serviceOf([NoteController], {
    security,
    securitySchemes: {
      bearer: bearerScheme({ authenticate: async (token) => isKnown(token) }),
      basic: basicScheme({ authenticate: (user, password) => isKnown(`${user}:${password}`) }),
      header: apiKeyScheme({ in: 'header', name: 'X-Key', authenticate: isKnown }),
      query: apiKeyScheme({ in: 'query', name: 'key', authenticate: isKnown }),
      cookie: apiKeyScheme({ in: 'cookie', name: 'session', authenticate: isKnown })
    }
  })
}

const run = (service: Parameters<typeof verify>[0], options: VerifyOptions = {}) =>
  verify(service, { runs: 400, seed: 1, ...options })

describe('Verification of what asks for credentials', () => {
  const ways: [security: readonly SecurityRequirement[], headers: Readonly<Record<string, string>>][] = [
    [['bearer'], TOKEN],
    [['basic'], { authorization: `Basic ${Buffer.from('ada:pw').toString('base64')}` }],
    [['header'], { 'X-Key': 'k3y' }],
    [['cookie'], { cookie: 'theme=dark; session=k3y' }],
    [['query', 'bearer'], TOKEN],
    [[{ bearer: [], header: [], cookie: [] }], { ...TOKEN, 'x-key': 'k3y', cookie: 'session=k3y' }]
  ]
  for (const [security, headers] of ways) {
    it(`goes on with the credentials that it is given, and is kept out without, where ${JSON.stringify(security)} is asked`, async () => {
      const report = await run(await secured(security), { headers })
      expect(report.ok, formatReport(report)).to.equal(true)
      for (const { id, isReached, denied, isAdmitted, statuses, probes } of report.operations) {
        expect(isReached && isAdmitted, id).to.equal(true)
        expect(denied, id).to.equal(0)
        expect(statuses[401], id).to.be.above(1)
        expect(probes.tried, id).to.equal(probes.total)
      }
    })
  }

  it('goes on with a key in the query, and is kept out without', async () => {
    const report = await run(await secured([{ query: [], bearer: [] }]), { headers: TOKEN, query: { key: 'k3y' } })
    expect(report.ok, formatReport(report)).to.equal(true)
    for (const { id, isReached, statuses } of report.operations) {
      expect(isReached, id).to.equal(true)
      expect(statuses[401], id).to.be.above(1)
    }
  })

  it('gives a parameter of the query once, and takes it away where it is withheld', () => {
    const key = { name: 'c', in: 'query', key: 'k y', wrong: 'x' } as const
    const asked = (url: string, withheld: Stranger['withheld'] = [], shown: Stranger['shown'] = []) => {
      const request = { method: 'GET', url, headers: [], body: undefined }
      return withCredentials(request, { headers: [], query: [['k y', 'a&b']] }, { withheld, shown }).url
    }
    expect(asked('/a')).to.equal('/a?k%20y=a%26b')
    expect(asked('/a?k%20y=1')).to.equal('/a?k%20y=1')
    expect(asked('/a?b=1')).to.equal('/a?b=1&k%20y=a%26b')
    expect(asked('/a', [key])).to.equal('/a')
    expect(asked('/a?b=1', [key], [key])).to.equal('/a?b=1&k%20y=x')
  })

  /** What is found, by the first words of what was tried. */
  const found = async (service: Parameters<typeof verify>[0], headers = TOKEN) => {
    const { disagreements } = await run(service, { headers })
    return new Set(disagreements.map(({ kind, operation, probe }) => `${kind} ${operation}: ${probe.split(',')[0]}`))
  }

  it('finds an operation that documents security and asks for none', async () => {
    const { document } = await secured(['bearer'])
    const open = await secured([])
    const report = await run({ document, inject: (request) => open.inject(request) }, { headers: TOKEN })
    const [first] = report.disagreements
    expect(report.disagreements.map(({ kind }) => kind)).to.deep.equal(['accepted-stranger', 'accepted-stranger'])
    expect(first?.curl).not.to.contain('t0k3n')
    expect(formatReport(report)).to.match(/The service let a stranger in \(/)
    expect(formatReport(report)).to.contain('the document asks for bearer, and promises a 401')
  })

  it('finds one that looks no further than whether there is a token', async () => {
    expect(await found(await secured(['bearer'], () => true))).to.deep.equal(
      new Set([
        'accepted-stranger getNotesById: a wrong credential of bearer',
        'accepted-stranger postNotes: a wrong credential of bearer'
      ])
    )
  })

  it('finds one that documents two credentials and asks for one', async () => {
    const { document } = await secured([{ bearer: [], header: [] }])
    const one = await secured(['bearer'])
    const service = { document, inject: (request: Parameters<Service['inject']>[0]) => one.inject(request) }
    expect(await found(service)).to.deep.equal(
      new Set([
        'accepted-stranger getNotesById: without the credential of header',
        'accepted-stranger postNotes: without the credential of header'
      ])
    )
  })

  it('finds one that tells strangers what there is not', async () => {
    const service = await secured(['bearer'])
    const inject: Service['inject'] = async (request) => {
      const answer = await service.inject(request)
      return answer.statusCode === 401 ? { ...answer, statusCode: 404 } : answer
    }
    const kinds = (await run({ document: service.document, inject }, { headers: TOKEN })).disagreements.map(
      ({ kind }) => kind
    )
    expect(kinds).to.include('accepted-stranger')
  })

  it('takes it that a service looks at the request first', async () => {
    const service = await secured(['bearer'])
    const open = await secured([])
    const inject: Service['inject'] = async (request) => {
      const first = await open.inject(request)
      return first.statusCode < 400 ? service.inject(request) : first
    }
    const report = await run({ document: service.document, inject }, { headers: TOKEN, runs: 2000 })
    expect(report.ok, formatReport(report)).to.equal(true)
  })

  it('is no proof where nobody was let in, and says so', async () => {
    const report = await run(await secured(['bearer']))
    expect(report.ok).to.equal(false)
    expect(report.disagreements).to.deep.equal([])
    const text = formatReport(report)
    expect(text).to.match(/No disagreement, and no proof of 2 operations that answered nothing but 401, in 400 /)
    expect(text).to.contain(
      'Operations not reached: they answered 401 to everything; give credentials, with --header or --query: getNotesById (GET /notes/{id}); postNotes (POST /notes)'
    )
    expect(text).not.to.contain('never had success')
  })

  it('withholds credentials, and nothing besides', () => {
    const session = { name: 'a', in: 'cookie', key: 'session', wrong: 'x' } as const
    const token = { name: 'b', in: 'header', key: 'authorization', wrong: 'Bearer x' } as const
    const key = { name: 'c', in: 'query', key: 'k y', wrong: 'x' } as const
    const request = { method: 'GET', url: '/a', headers: [['cookie', 'theme=dark'] as const], body: undefined }
    const given = [
      ['cookie', 'session=1; sessions=2'],
      ['authorization', 'Bearer 1'],
      ['x-other', '3']
    ] as const
    const sent = (withheld: Stranger['withheld'], shown: Stranger['shown']) => {
      const { url, headers } = withCredentials(request, { headers: given, query: [] }, { withheld, shown })
      return [url, Object.fromEntries(headers)]
    }
    const cookie = 'theme=dark; sessions=2'
    expect(sent([session, token], [])).to.deep.equal(['/a', { cookie, 'x-other': '3' }])
    expect(sent([session, token, key], [session])).to.deep.equal([
      '/a',
      { cookie: `${cookie}; session=x`, 'x-other': '3' }
    ])
    expect(sent([token], [token, key])).to.deep.equal([
      '/a?k%20y=x',
      { cookie: 'theme=dark; session=1; sessions=2', authorization: 'Bearer x', 'x-other': '3' }
    ])
    const alone = withCredentials(
      { ...request, headers: [] },
      { headers: [['cookie', 'session=1']], query: [] },
      {
        withheld: [session],
        shown: []
      }
    )
    expect(alone.headers).to.deep.equal([])
  })

  it('asks nothing of what is public, or may be asked by anybody', async () => {
    for (const security of [[], ['bearer', {}]]) {
      const report = await run(await secured(security))
      expect(report.ok, formatReport(report)).to.equal(true)
      for (const { statuses } of report.operations) expect(statuses).not.to.have.property('401')
    }
  })

  it('leaves alone what no request can do without, and schemes that the document does not declare', async () => {
    const open = await secured([])
    for (const [name, scheme] of Object.entries({ tls: { type: 'mutualTLS' }, toString: undefined })) {
      const components = { ...open.document.components, ...(scheme && { securitySchemes: { [name]: scheme } }) }
      const document = { ...open.document, components, security: [{ [name]: [] }] }
      const report = await run({ document, inject: (request) => open.inject(request) })
      expect(report.ok, formatReport(report)).to.equal(true)
    }
  })
})
