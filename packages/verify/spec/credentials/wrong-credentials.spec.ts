import { expect } from 'chai'
import { formatReport, type VerifiableService, verify } from 'fieldstone-verify'
import { verified } from '../support/verified.js'

type Injected = Parameters<VerifiableService['inject']>[0]

interface Response {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const TOKEN = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl`
const PASSWORD = 'ada:Correct Horse'
const KEY = 'Key-0123456789'

const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  key: { type: 'apiKey', in: 'header', name: 'x-key' }
}

const CHALLENGE: Response = { status: 401, headers: { 'www-authenticate': 'Bearer' } }

/** A service with one operation, which requires `security`; `respond` is what is right, or a mistake. */
function handmade(security: unknown, respond: (request: Injected) => Response): VerifiableService {
  const object = { type: 'object', properties: { name: { type: 'string' } } }
  const responses = {
    200: { description: '', content: { 'application/json': { schema: object } } },
    401: { description: '' }
  }
  const paths = { '/me': { get: { operationId: 'me', security, responses } } }
  return {
    document: { openapi: '3.1.0', info: {}, components: { securitySchemes: SCHEMES }, paths },
    inject: async (request) => {
      const allow = { allow: 'GET' }
      const isPath = request.url.split('?')[0] === '/me'
      const { status, body, headers } = !isPath
        ? { status: 404 }
        : request.method !== 'GET'
          ? { status: 405, headers: allow }
          : (respond(request) as Response)
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      return {
        statusCode: status,
        headers: { ...type, ...headers },
        rawBody: Buffer.from(body === undefined ? '' : JSON.stringify(body))
      }
    }
  }
}

const OK: Response = { status: 200, body: { name: 'Ada' } }
const authorization = ({ headers }: Injected) => headers.authorization ?? ''
const bearerOf = (request: Injected) => /^bearer (.*)$/i.exec(authorization(request))?.[1]
const basicOf = (request: Injected) =>
  Buffer.from(/^basic (.*)$/i.exec(authorization(request))?.[1] ?? '', 'base64').toString()

const credentials = { bearer: TOKEN, basic: PASSWORD, key: KEY }
const BEARER = [{ bearer: [] }]

async function findings(service: VerifiableService): Promise<string[]> {
  const { disagreements, suspicions } = await verified(service, { credentials })
  return [...disagreements, ...suspicions].map(({ kind, foundBy }) => `${kind}: ${foundBy.split(', and ')[0]}`)
}

describe('Verification with wrong credentials', () => {
  const honest: readonly (readonly [what: string, security: unknown, respond: (request: Injected) => Response])[] = [
    ['a token', BEARER, (request) => (bearerOf(request) === TOKEN ? OK : CHALLENGE)],
    ['a password', [{ basic: [] }], (request) => (basicOf(request) === PASSWORD ? OK : CHALLENGE)],
    ['a key', [{ key: [] }], ({ headers }) => (headers['x-key'] === KEY ? OK : { status: 401 })],
    [
      'a token or a key',
      [{ key: [] }, ...BEARER],
      (request) => (bearerOf(request) === TOKEN || request.headers['x-key'] === KEY ? OK : CHALLENGE)
    ],
    ['a token or nothing', [...BEARER, {}], () => OK],
    [
      'a token or nothing, where a wrong token is rejected',
      [...BEARER, {}],
      (request) => (['', `bearer ${TOKEN}`].includes(authorization(request).replace(/^B/, 'b')) ? OK : CHALLENGE)
    ],
    [
      'a token, where a malformed one is a 400',
      BEARER,
      (request) =>
        bearerOf(request) === TOKEN
          ? OK
          : /^(?:Bearer \S+)?$/.test(authorization(request))
            ? CHALLENGE
            : { status: 400 }
    ]
  ]
  for (const [what, security, respond] of honest) {
    it(`finds nothing in a service that requires ${what}`, async () => {
      const report = await verified(handmade(security, respond), { credentials })
      expect(report.suspicions, formatReport(report)).to.deep.equal([])
      expect(report.ok, formatReport(report)).to.equal(true)
    })
  }

  const mistakes: readonly (readonly [
    what: string,
    security: unknown,
    isAccepted: (request: Injected) => boolean,
    found: string | RegExp
  ])[] = [
    [
      'half of the token',
      BEARER,
      (r) => TOKEN.startsWith(bearerOf(r) ?? '-'),
      /accepted-stranger: .* (half|last char)/
    ],
    [
      'a token that begins like the right one',
      BEARER,
      (r) => bearerOf(r)?.startsWith(TOKEN) === true,
      /accepted-stranger: .*one character more/
    ],
    [
      'a token in other letter case',
      BEARER,
      (r) => bearerOf(r)?.toLowerCase() === TOKEN.toLowerCase(),
      /accepted-stranger: .*letter case/
    ],
    [
      'a token without its signature',
      BEARER,
      (r) => bearerOf(r) === TOKEN || bearerOf(r)?.endsWith('eyJzdWIiOiJhZGEifQ.') === true,
      /accepted-stranger: .*(alg none|JSON Web Token)/
    ],
    ['the token as Basic', BEARER, (r) => authorization(r).split(' ')[1] === TOKEN, /accepted-stranger: .* as Basic/],
    [
      'the token in the query',
      BEARER,
      (r) => bearerOf(r) === TOKEN || new URL(r.url, 'http://h').searchParams.get('access_token') === TOKEN,
      /accepted-stranger: .* as the parameter access_token/
    ],
    [
      'the key as a token',
      BEARER,
      (r) => [TOKEN, KEY].includes(bearerOf(r) ?? ''),
      /accepted-stranger: .* that of key/
    ],
    [
      'an empty token',
      BEARER,
      (r) => ['', TOKEN].includes(bearerOf(r) ?? authorization(r).slice(7)) && authorization(r) !== '',
      /accepted-stranger: .*(empty|name of its scheme)/
    ],
    [
      'a part of the key',
      [{ key: [] }],
      (r) => KEY.includes(r.headers['x-key'] ?? '#'),
      /accepted-stranger: .*(half|last|empty)/
    ],
    [
      'the key in a cookie',
      [{ key: [] }],
      (r) => r.headers['x-key'] === KEY || r.headers.cookie === `x-key=${KEY}`,
      /accepted-stranger: .* as the cookie x-key/
    ],
    ['any password', [{ basic: [] }], (r) => basicOf(r).startsWith('ada'), /accepted-stranger: /],
    [
      'a token after another',
      BEARER,
      (r) =>
        bearerOf(r)
          ?.split(/Bearer |, /)
          .at(-1) === TOKEN,
      /accepted-unusual: .*after a wrong one/
    ],
    [
      'only the exact word Bearer',
      BEARER,
      (r) => authorization(r) === `Bearer ${TOKEN}`,
      /refused-unusual: .*lower case/
    ]
  ]
  for (const [what, security, isAccepted, found] of mistakes) {
    it(`finds a service that accepts ${what}`, async () => {
      const all = await findings(handmade(security, (request) => (isAccepted(request) ? OK : CHALLENGE)))
      expect(all.join('\n')).to.match(typeof found === 'string' ? new RegExp(found) : found)
      expect(all).to.have.length(1)
    })
  }

  it('finds a service that fails with a token that has dots', async () => {
    const service = handmade(BEARER, (request) => {
      const token = bearerOf(request)
      if (token === TOKEN) return OK
      return token?.split('.').length === 3 && /^.\./.test(token) ? { status: 500 } : CHALLENGE
    })
    expect(await findings(service)).to.deep.equal([
      'server-error: a wrong credential of bearer, with dots as a JSON Web Token'
    ])
  })

  it('finds one that requires credentials where the document also accepts none', async () => {
    const service = handmade([...BEARER, {}], (request) => (bearerOf(request) === TOKEN ? OK : CHALLENGE))
    expect(await findings(service)).to.deep.equal(['refused-valid: without credentials'])
  })

  it('finds one that rejects one of the alternatives', async () => {
    const service = handmade([...BEARER, { key: [] }], (request) => (bearerOf(request) === TOKEN ? OK : CHALLENGE))
    expect(await findings(service)).to.deep.equal(['refused-valid: with the credential of key'])
  })

  it('finds a 401 without a challenge, but not of keys', async () => {
    const respond = (request: Injected): Response => {
      return bearerOf(request) === TOKEN || request.headers['x-key'] === KEY ? OK : { status: 401 }
    }
    const kinds = (await findings(handmade(BEARER, respond))).map((each) => each.split(':')[0])
    expect(kinds).to.deep.equal(['missing-challenge'])
    expect(await findings(handmade([{ key: [] }], respond))).to.deep.equal([])
  })

  it('shows no credential in its report, and the variable in the commands', async () => {
    process.env.FIELDSTONE_SPEC_TOKEN = TOKEN
    try {
      const service = handmade(BEARER, (request) => {
        if (bearerOf(request)?.startsWith(TOKEN)) return { status: 200, body: { name: 5, token: TOKEN } }
        return CHALLENGE
      })
      const report = await verify(service, { seed: 1, credentials: { bearer: { env: 'FIELDSTONE_SPEC_TOKEN' } } })
      expect(JSON.stringify(report)).not.to.contain(TOKEN)
      const [stranger, broken] = ['accepted-stranger', 'broken-response'].map((kind) =>
        report.disagreements.find((finding) => finding.kind === kind)
      )
      expect(broken?.curl).to.contain('-H "authorization: Bearer $FIELDSTONE_SPEC_TOKEN" ')
      expect(broken?.response.body).to.equal('{"name":5,"token":"***"}')
      expect(stranger?.curl).to.contain('Bearer ${FIELDSTONE_SPEC_TOKEN}x"')
    } finally {
      delete process.env.FIELDSTONE_SPEC_TOKEN
    }
  })

  const lacking: readonly (readonly [scopes: readonly string[], status: number, found: readonly string[]])[] = [
    [['read'], 403, []],
    [['read'], 404, []],
    [['read'], 200, ['accepted-scope: as reader, who lacks write']],
    [['read', 'write'], 200, []]
  ]
  for (const [scopes, status, found] of lacking) {
    it(`expects a rejection of a principal by its scopes ${scopes}, and gets ${status}`, async () => {
      const service = handmade([{ bearer: ['read', 'write'] }], (request) => {
        if (bearerOf(request) === 'reader') return status === 200 ? OK : { status }
        return bearerOf(request) === TOKEN ? OK : CHALLENGE
      })
      const { get } = (service.document as { paths: { '/me': { get: { responses: Record<number, unknown> } } } }).paths[
        '/me'
      ]
      Object.assign(get.responses, { 403: {}, 404: {} })
      const principals = { reader: { bearer: 'reader' } }
      const report = await verified(service, { credentials, principals, scopes: { reader: scopes } })
      expect(report.disagreements.map(({ kind, foundBy }) => `${kind}: ${foundBy}`)).to.deep.equal(found)
    })
  }
})
