import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type CredentialSettings, Principals } from '../../src/credentials/principals.js'
import { readDocument } from '../../src/document/published-document.js'
import { VerifyError } from '../../src/document/verify-error.js'

const securitySchemes = {
  token: { type: 'http', scheme: 'BEARER' },
  password: { type: 'http', scheme: 'basic' },
  login: { type: 'oauth2', flows: {} },
  sso: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com' },
  digest: { type: 'http', scheme: 'Digest' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' }
}

const NOTHING: CredentialSettings = { extras: { headers: [], query: [] }, credentials: {}, principals: {}, scopes: {} }

/** The request that an operation with this security gets. */
function signed(security: unknown, settings: Partial<CredentialSettings>) {
  const paths = { '/a': { get: { security, responses: {} } } }
  const { schemes, operations } = readDocument({ openapi: '3.0.3', components: { securitySchemes }, paths })
  const request = { method: 'GET', url: '/a', headers: [], body: undefined }
  const principals = new Principals(schemes, { ...NOTHING, ...settings })
  const [operation] = operations
  if (operation === undefined) throw new Error('The document has no operation')
  const { url, headers } = principals.sign(request, operation.security, undefined)
  return [url, ...headers.map((header) => header.join(': '))]
}

describe('the credentials of an operation', () => {
  const credentials = {
    token: 't',
    password: 'ada:pä',
    login: 'o',
    sso: 's',
    digest: 'd',
    header: 'h',
    query: 'q&',
    cookie: 'c'
  }
  const places: readonly (readonly [scheme: string, ...sent: string[]])[] = [
    ['token', '/a', 'authorization: Bearer t'],
    ['password', '/a', `authorization: Basic ${Buffer.from('ada:pä').toString('base64')}`],
    ['login', '/a', 'authorization: Bearer o'],
    ['sso', '/a', 'authorization: Bearer s'],
    ['digest', '/a', 'authorization: Digest d'],
    ['header', '/a', 'x-key: h'],
    ['query', '/a?key=q%26'],
    ['cookie', '/a', 'cookie: session=c']
  ]
  for (const [scheme, ...sent] of places) {
    it(`are sent where the document says: ${sent.join(' ')}`, () => {
      expect(signed([{ [scheme]: [] }], { credentials })).to.deep.equal(sent)
    })
  }

  it('are those of the first requirement that can be met, and none where the operation requires none', () => {
    expect(
      signed([{ token: [], header: [] }, { query: [] }], { credentials: { token: 't', query: 'q' } })
    ).to.deep.equal(['/a?key=q'])
    expect(signed([{ token: [], header: [] }], { credentials: { token: 't', header: 'h' } })).to.have.length(3)
    expect(signed([], { credentials })).to.deep.equal(['/a'])
    expect(signed(undefined, { credentials })).to.deep.equal(['/a'])
  })

  it('are known also where they are given as headers and parameters of every request', () => {
    const headers = [['authorization', 'bearer t'] as const, ['cookie', 'a=1; session=c'] as const]
    const extras = { headers, query: [['key', 'q'] as const] }
    expect(signed([{ cookie: [] }], { extras })).to.deep.equal(['/a', 'cookie: a=1; session=c'])
    expect(signed([{ token: [] }], { extras })).to.deep.equal(['/a', 'cookie: a=1', 'authorization: Bearer t'])
    expect(signed([{ query: [] }], { extras })).to.deep.equal(['/a?key=q', 'cookie: a=1'])
  })

  it('are read from variables and files', () => {
    const file = join(tmpdir(), `fieldstone-credential-${process.pid}`)
    writeFileSync(file, 'f1le\n')
    process.env.FIELDSTONE_SPEC_TOKEN = 'v'
    try {
      expect(signed([{ token: [] }], { credentials: { token: { env: 'FIELDSTONE_SPEC_TOKEN' } } })).to.include(
        'authorization: Bearer v'
      )
      expect(signed([{ token: [] }], { credentials: { token: { file } } })).to.include('authorization: Bearer f1le')
    } finally {
      delete process.env.FIELDSTONE_SPEC_TOKEN
    }
  })

  it('are rejected where they are unknown or cannot be read', () => {
    const faults: readonly [Partial<CredentialSettings>, RegExp][] = [
      [{ credentials: { tokn: 'x' } }, /no security scheme tokn .* it has: token, password/],
      [{ credentials: { token: { env: 'FIELDSTONE_SPEC_UNSET' } } }, /FIELDSTONE_SPEC_UNSET is not set/],
      // A name of Object.prototype is no variable.
      [{ credentials: { token: { env: 'toString' } } }, /The environment variable toString is not set/],
      [{ credentials: { token: { file: '/no/such/file' } } }, /cannot be read/],
      [{ scopes: { reader: ['read'] } }, /names reader/]
    ]
    for (const [settings, message] of faults) expect(() => signed([], settings)).to.throw(VerifyError, message)
  })
})
