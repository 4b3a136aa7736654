import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { VerifyOptions } from 'fieldstone-verify'
import { bare, handmade, openApi } from '../support/services.js'
import { verified } from '../support/verified.js'

const SCHEMES = {
  token: { type: 'http', scheme: 'BEARER' },
  password: { type: 'http', scheme: 'basic' },
  login: { type: 'oauth2', flows: {} },
  sso: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com' },
  digest: { type: 'http', scheme: 'Digest' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' }
}

/** What the first request to an operation with this security carries. */
async function carried(security: unknown, options: VerifyOptions): Promise<string[]> {
  const document = openApi({ '/a': { get: { operationId: 'a', security, responses: bare(200, 401) } } })
  Object.assign((document as { components: object }).components, { securitySchemes: SCHEMES })
  let first: string[] | undefined
  const service = handmade(document, ({ path, search, headers }) => {
    const told = ['authorization', 'x-key', 'cookie'].flatMap((name) =>
      headers[name] === undefined ? [] : [`${name}: ${headers[name]}`]
    )
    first ??= [`${path}${search === '' ? '' : `?${search}`}`, ...told]
    return { status: 200 }
  })
  await verified(service, { runs: 1, ...options })
  return first ?? []
}

const CREDENTIALS = {
  token: 't',
  password: 'ada:pä',
  login: 'o',
  sso: 's',
  digest: 'd',
  header: 'h',
  query: 'q&',
  cookie: 'c'
}

describe('Credentials are sent', () => {
  for (const [scheme, ...sent] of [
    ['token', '/a', 'authorization: Bearer t'],
    ['password', '/a', `authorization: Basic ${Buffer.from('ada:pä').toString('base64')}`],
    ['login', '/a', 'authorization: Bearer o'],
    ['sso', '/a', 'authorization: Bearer s'],
    ['digest', '/a', 'authorization: Digest d'],
    ['header', '/a', 'x-key: h'],
    ['query', '/a?key=q%26'],
    ['cookie', '/a', 'cookie: session=c']
  ] as const) {
    it(`where the document says: ${scheme}, ${sent.join(' ')}`, async () => {
      expect(await carried([{ [scheme]: [] }], { credentials: CREDENTIALS })).to.deep.equal(sent)
    })
  }

  it('of the first requirement that can be met, and all that it names', async () => {
    const security = [{ token: [], header: [] }, { query: [] }]
    expect(await carried(security, { credentials: { token: 't', query: 'q' } })).to.deep.equal(['/a?key=q'])
    expect(await carried(security, { credentials: { token: 't', header: 'h' } })).to.deep.equal([
      '/a',
      'authorization: Bearer t',
      'x-key: h'
    ])
  })

  it('to no operation that requires none', async () => {
    expect(await carried([], { credentials: CREDENTIALS })).to.deep.equal(['/a'])
    expect(await carried(undefined, { credentials: CREDENTIALS })).to.deep.equal(['/a'])
  })

  it('where they are given as headers and parameters of every request', async () => {
    const options = { headers: { authorization: 'bearer t', cookie: 'a=1; session=c' }, query: { key: 'q' } }
    expect(await carried([{ cookie: [] }], options)).to.deep.equal(['/a', 'cookie: a=1; session=c'])
    expect(await carried([{ token: [] }], options)).to.deep.equal(['/a', 'authorization: Bearer t', 'cookie: a=1'])
    expect(await carried([{ query: [] }], options)).to.deep.equal(['/a?key=q', 'cookie: a=1'])
  })

  it('as variables and files have them, without the end of the last line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldstone-credential-'))
    const file = join(folder, 'token')
    writeFileSync(file, 'f1le\n')
    process.env.FIELDSTONE_SPEC_TOKEN = 'v'
    try {
      for (const [token, text] of [
        [{ env: 'FIELDSTONE_SPEC_TOKEN' }, 'v'],
        [{ file }, 'f1le']
      ] as const) {
        expect(await carried([{ token: [] }], { credentials: { token } })).to.include(`authorization: Bearer ${text}`)
      }
    } finally {
      delete process.env.FIELDSTONE_SPEC_TOKEN
      rmSync(folder, { recursive: true })
    }
  })

  for (const [what, options, message] of [
    [
      'an unknown scheme',
      { credentials: { tokn: 'x' } },
      /^VerifyError: .*no security scheme tokn .* it has: token, password/
    ],
    [
      'a variable that is not set',
      { credentials: { token: { env: 'FIELDSTONE_SPEC_UNSET' } } },
      /^VerifyError: .*FIELDSTONE_SPEC_UNSET is not set/
    ],
    [
      'a name of every object',
      { credentials: { token: { env: 'toString' } } },
      /^VerifyError: The environment variable toString is not set/
    ],
    [
      'a file that is not there',
      { credentials: { token: { file: '/no/such/file' } } },
      /^VerifyError: .*cannot be read/
    ],
    [
      'what is no credential',
      { credentials: { token: {} as never } },
      /^TypeError: .*token is a text, \{ env \} or \{ file \}/
    ],
    ['scopes of an unknown principal', { scopes: { reader: ['read'] } }, /^VerifyError: .*names reader/]
  ] as readonly [string, VerifyOptions, RegExp][]) {
    it(`never with ${what}, which is an error`, async () => {
      const error = await carried([{ token: [] }], options).then(
        () => '',
        (error: Error) => `${error.name}: ${error.message}`
      )
      expect(error).to.match(message)
    })
  }
})
