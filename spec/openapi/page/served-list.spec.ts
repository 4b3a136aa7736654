import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BootstrapError, type InjectRequest, SetupError } from 'fieldstone'
import { parsePageOptions } from '../../../src/openapi/page/page-options.js'
import { pagePolicy, tokenAddresses } from '../../../src/openapi/page/page-policy.js'
import { serviceOf } from '../../support/applications.js'
import { expectListed } from '../../support/listed.js'
import { calls, shown } from '../../support/whole-list.js'

const HOME = process.cwd()
const LIST = 'openapi/page/served-list.txt'

// biome-ignore lint/suspicious/noExplicitAny: wrong options are tried, too
type Loose = any

const login = (more: object = {}) => ({ oauth2: { clientId: 'docs', ...more } })

const OPTIONS: readonly Loose[] = [
  undefined,
  {},
  null,
  5,
  { titel: 'x' },
  { title: 'Orders' },
  { title: ' ' },
  { title: 5 },
  { ui: 'swagger' },
  { ui: 'scalar', tryItOut: false, persistAuthorization: true },
  { ui: 'redoc' },
  { tryItOut: 'no', persistAuthorization: 1 },
  ...['/icon.svg', '/a?b', '//a.example/i', '/\\a', '/a b', '/a#b', '/a\\b', 'icon.svg', 'https://a.example/i', ''].map(
    (favicon) => ({ favicon })
  ),
  ...['data:image/png;base64,AA', 'data:image/svg+xml,<svg/>', 'data:image/png,', 'data:text/html,a', 5, null].map(
    (favicon) => ({ favicon })
  ),
  login(),
  login({ scopes: ['notes:read'], parameters: { audience: 'a' } }),
  login({ clientId: '' }),
  login({ clientId: undefined }),
  login({ scopes: 'notes:read' }),
  login({ scopes: [] }),
  login({ scopes: ['notes:read', 'notes:none'] }),
  login({ scopes: [5] }),
  ...[null, [], 'a', { audience: 5 }].map((parameters) => login({ parameters })),
  ...[
    'clientSecret',
    'pkce',
    'usePkceWithAuthorizationCodeGrant',
    'additionalQueryStringParams',
    'redirectUrl',
    'id'
  ].map((name) => login({ [name]: 'x' })),
  ...['response_type', 'client_id', 'client_secret', 'redirect_uri', 'scope', 'state', 'code', 'code_verifier'].map(
    (name) => login({ parameters: { audience: 'a', [name]: 'x' } })
  ),
  ...['code_challenge', 'code_challenge_method', 'grant_type', 'Client_ID', 'codes'].map((name) =>
    login({ parameters: { [name]: 'x' } })
  ),
  { ...login(), tryItOut: false },
  { oauth2: null },
  { oauth2: 'docs' },
  { title: '', favicon: 'x', tryItOut: false, oauth2: { clientId: '' } }
]

/** The options of a page, or each fault. */
function parsed(options: Loose, scopes: readonly string[] | undefined): unknown {
  try {
    return parsePageOptions(options, scopes, 'the option docs')
  } catch (error) {
    if (error instanceof BootstrapError) return error.errors.map(({ message }) => message)
    if (error instanceof SetupError) return error.message
    throw error
  }
}

/** What the pages load, and what they do not have. */
const FILES = [
  ...['', 'index.html', 'none.js', 'docs-ui', 'docs-ui.css', 'document-url.js', 'documents.js', 'oauth2-redirect.html'],
  ...['oauth2-redirect.js', 'favicon.svg', 'favicon-16x16.png', 'favicon-32x32.png', 'docs-ui.js'],
  ...['accessible-names.js', 'sign-in.js', 'swagger-ui.css'],
  ...['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'scalar-page.css', 'scalar-page.js', 'scalar.js'],
  ...['scalar-names.js', 'scalar-sign-in.js', 'adopted-styles.js', 'standalone.js']
]

/** A folder in which the package of Scalar is installed, with another script. */
function folderWithScalar(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-pages-'))
  const home = join(folder, 'node_modules/@scalar/api-reference')
  mkdirSync(join(home, 'dist/browser'), { recursive: true })
  writeFileSync(join(home, 'package.json'), JSON.stringify({ type: 'module', exports: './dist/index.js' }))
  writeFileSync(join(home, 'dist/index.js'), '')
  writeFileSync(join(home, 'dist/browser/standalone.js'), `// ${'a script '.repeat(100)}`)
  return folder
}

describe('The documentation page', () => {
  afterEach(() => process.chdir(HOME))

  it('takes options, and rejects others, as served-list.txt says', () => {
    const some = [
      login(),
      login({ scopes: ['notes:read'] }),
      login({ pkce: true }),
      { title: 5, ...login({ scopes: [] }) }
    ]
    const all = [[['notes:read', 'notes:write'], OPTIONS] as const, [[], some] as const, [undefined, some] as const]
    const lines = all.flatMap(([scopes, given]) => [
      `\n# the schemes have ${shown(scopes)}`,
      ...given.map((options) => `${shown(options)} → ${shown(parsed(options, scopes))}`)
    ])
    expectListed(LIST, 'options', lines)
  })

  it('is allowed to send requests to the addresses of served-list.txt', () => {
    const flow = { tokenUrl: 'https://a.example/token', refreshUrl: 'https://b.example/refresh', scopes: {} }
    expectListed(LIST, 'policies', [
      ...calls('pagePolicy', pagePolicy, [
        [[]],
        [
          [
            '/v1',
            'https://a.example/x',
            'https://a.example/y',
            'http://b.example:8080',
            'https://[::1]:1/a',
            'ws://c.example'
          ]
        ],
        [['https://{name}.example', 'https://*.example/', 'https://a_b.example', 'HTTPS://UP.example', 'https://']]
      ]),
      ...calls('tokenAddresses', tokenAddresses as Loose, [
        [[]],
        [
          [
            { kind: 'bearer' },
            { kind: 'openIdConnect', url: 'https://c.example/.well-known/openid-configuration' },
            {
              kind: 'oauth2',
              flows: { authorizationCode: flow, clientCredentials: { tokenUrl: '/token', scopes: {} } }
            },
            { kind: 'oauth2', flows: { implicit: { authorizationUrl: 'https://d.example/a', scopes: {} } } }
          ]
        ]
      ])
    ])
  })

  it('has the files of served-list.txt', async () => {
    const lines: string[] = []
    const folder = folderWithScalar()
    process.chdir(folder)
    for (const ui of ['swagger', 'scalar'] as const) {
      const service = await serviceOf([], { spec: '/openapi.json', docs: { path: '/docs', ui } })
      lines.push(`\n# ${ui}`)
      for (const file of FILES) {
        const found: string[] = []
        for (const coding of ['identity', 'gzip', 'br']) {
          const request: InjectRequest = {
            method: 'HEAD',
            url: `/docs/${file}`,
            headers: { 'accept-encoding': coding }
          }
          const { statusCode, headers } = await service.inject(request)
          const { date: _, connection: _connection, etag, 'content-length': length, ...own } = headers
          if (coding === 'identity') found.push(`${statusCode} ${shown(own)}`)
          else if (own['content-encoding'] !== undefined) found.push(String(own['content-encoding']))
          if (statusCode === 200 && (etag === undefined || length === undefined)) found.push(`${etag} ${length}`)
        }
        lines.push(`${file || '(the page)'} → ${found.join(', ')}`)
      }
      await service.close()
    }
    process.chdir(HOME)
    rmSync(folder, { recursive: true })
    expectListed(LIST, 'files', lines)
  })
})
