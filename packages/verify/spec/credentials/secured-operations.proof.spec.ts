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
} from 'fieldstone'
import { formatReport, type VerifyOptions, verify } from 'fieldstone-verify'
import { serviceOf } from '../../../../spec/support/applications.js'

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

/** A service that requires these schemes, and accepts the credentials for which `isKnown` returns true. */
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
  verify(service, { seed: 1, ...options })

/** All edge cases; the random requests after them say nothing more of credentials. */
const FEW = { runs: 500 }

describe('Verification of operations that require credentials', () => {
  const ways: [security: readonly SecurityRequirement[], headers: Readonly<Record<string, string>>][] = [
    [['bearer'], TOKEN],
    [['basic'], { authorization: `Basic ${Buffer.from('ada:pw').toString('base64')}` }],
    [['header'], { 'X-Key': 'k3y' }],
    [['cookie'], { cookie: 'theme=dark; session=k3y' }],
    [['query', 'bearer'], TOKEN],
    [[{ bearer: [], header: [], cookie: [] }], { ...TOKEN, 'x-key': 'k3y', cookie: 'session=k3y' }]
  ]
  for (const [security, headers] of ways) {
    it(`uses the credentials that it is given, and is rejected without them, for ${JSON.stringify(security)}`, async () => {
      const report = await run(await secured(security), { headers, ...FEW })
      expect(report.ok, formatReport(report)).to.equal(true)
      for (const { id, isReached, denied, isAdmitted, statuses, edgeCases } of report.operations) {
        expect(isReached && isAdmitted, id).to.equal(true)
        expect(denied, id).to.equal(0)
        expect(statuses[401], id).to.be.above(1)
        expect(edgeCases.tried + edgeCases.shared, id).to.equal(edgeCases.total)
      }
    })
  }

  it('uses a key in the query, and is rejected without it', async () => {
    const report = await run(await secured([{ query: [], bearer: [] }]), {
      headers: TOKEN,
      query: { key: 'k3y' },
      ...FEW
    })
    expect(report.ok, formatReport(report)).to.equal(true)
    for (const { id, isReached, statuses } of report.operations) {
      expect(isReached, id).to.equal(true)
      expect(statuses[401], id).to.be.above(1)
    }
  })

  /** What is found, by the first words of what was tried. */
  const found = async (service: Parameters<typeof verify>[0], headers = TOKEN) => {
    const { disagreements } = await run(service, { headers, ...FEW })
    return new Set(
      disagreements.map(({ kind, operation, foundBy }) => `${kind} ${operation}: ${foundBy.split(',')[0]}`)
    )
  }

  it('finds an operation that documents security and does not check it', async () => {
    const { document } = await secured(['bearer'])
    const open = await secured([])
    const report = await run({ document, inject: (request) => open.inject(request) }, { headers: TOKEN, ...FEW })
    const [first] = report.disagreements
    expect(report.disagreements.map(({ kind }) => kind)).to.deep.equal(['accepted-stranger', 'accepted-stranger'])
    expect(first?.curl).not.to.contain('t0k3n')
    expect(formatReport(report)).to.match(/The service accepted a request without valid credentials \(/)
    expect(formatReport(report)).to.contain('the document asks for bearer, and promises a 401')
  })

  it('finds one that accepts any token', async () => {
    expect(await found(await secured(['bearer'], () => true))).to.deep.equal(
      new Set([
        'accepted-stranger getNotesById: a wrong credential of bearer',
        'accepted-stranger postNotes: a wrong credential of bearer'
      ])
    )
  })

  it('finds one that documents two credentials and checks one', async () => {
    const { document } = await secured([{ bearer: [], header: [] }])
    const one = await secured(['bearer'])
    const service = { document, inject: (request: Parameters<Service['inject']>[0]) => one.inject(request) }
    const first = [...(await found(service))].map((each) => each.replace(/: (?:without the|a wrong) credential/, ''))
    expect(first.sort()).to.deep.equal([
      'accepted-stranger getNotesById of header',
      'accepted-stranger postNotes of header'
    ])
  })

  for (const [what, isHidden] of [
    ['without credentials', (headers: object) => !('authorization' in headers)],
    ['a wrong credential of bearer', (headers: object) => 'authorization' in headers]
  ] as const) {
    it(`finds one that responds 404 to a request: ${what}`, async () => {
      const service = await secured(['bearer'])
      const inject: Service['inject'] = async (request) => {
        const response = await service.inject(request)
        const { headers = {} } = request as { headers?: object }
        return response.statusCode === 401 && isHidden(headers) ? { ...response, statusCode: 404 } : response
      }
      const findings = await found({ document: service.document, inject })
      expect([...findings].filter((each) => each.startsWith('accepted-stranger')).sort()).to.deep.equal([
        `accepted-stranger getNotesById: ${what}`,
        `accepted-stranger postNotes: ${what}`
      ])
    })
  }

  it('accepts that a service validates the request before the credentials', async () => {
    const service = await secured(['bearer'])
    const open = await secured([])
    const inject: Service['inject'] = async (request) => {
      const first = await open.inject(request)
      return first.statusCode < 400 ? service.inject(request) : first
    }
    const report = await run({ document: service.document, inject }, { headers: TOKEN, ...FEW })
    expect(report.ok, formatReport(report)).to.equal(true)
  })

  it('is not a proof where every request was rejected, and says so', async () => {
    const report = await run(await secured(['bearer']), FEW)
    expect(report.outcome).to.equal('unproved')
    expect(report.disagreements).to.deep.equal([])
    const needs = 'credentials: `--credential bearer=env:NAME`'
    const unproved = ['getNotesById', 'postNotes'].map((operation) => {
      return { operation, why: 'every response was a 401', needs, isAllowed: false }
    })
    expect(report.unproved).to.deep.equal(unproved)
    expect(formatReport(report)).to.match(/^Not proved:\n {2}getNotesById: every response was a 401; needs credentials/)
  })

  it('sends no bad credentials to operations that do not require any', async () => {
    for (const security of [[], ['bearer', {}]]) {
      const report = await run(await secured(security), FEW)
      expect(report.ok, formatReport(report)).to.equal(true)
      for (const { statuses } of report.operations) expect(statuses).not.to.have.property('401')
    }
  })

  it('ignores schemes that requests cannot leave out, and schemes that the document does not declare', async () => {
    const open = await secured([])
    for (const [name, scheme] of Object.entries({ tls: { type: 'mutualTLS' }, toString: undefined })) {
      const components = { ...open.document.components, ...(scheme && { securitySchemes: { [name]: scheme } }) }
      const document = { ...open.document, components, security: [{ [name]: [] }] }
      const report = await run({ document, inject: (request) => open.inject(request) }, FEW)
      expect(report.ok, formatReport(report)).to.equal(true)
    }
  })
})
