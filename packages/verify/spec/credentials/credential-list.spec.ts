import { expectListed } from '../../../../spec/support/listed.js'
import { outcome, shown } from '../../../../spec/support/whole-list.js'
import { type CredentialSettings, type GivenCredential, Principals } from '../../src/credentials/principals.js'
import { readDocument } from '../../src/document/published-document.js'
import { wrongCredentials } from '../../src/requests/wrong-credentials.js'
import type { WireRequest } from '../../src/wire/wire-request.js'

const LIST = 'verify/credentials/credential-list.txt'

const SCHEMES = {
  token: { type: 'http', scheme: 'bearer' },
  password: { type: 'http', scheme: 'basic' },
  digest: { type: 'http', scheme: 'Digest' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' }
}
const JWT = `${Buffer.from('{"typ":"JWT","alg":"HS256"}').toString('base64url')}.${Buffer.from('{"sub":"ada"}').toString('base64url')}.c2lnbmF0dXJl`
/** Credentials, as texts and in the environment. */
const TEXTS = [
  'Secret-7é',
  'x',
  'ab',
  '12345',
  'nobody-knows-this-credential',
  'x'.repeat(10_000),
  JWT,
  `${Buffer.from('[]').toString('base64url')}.e30.x`,
  'a.b.c'
]
const USERS = [
  'ada:Secret-7',
  'ada:',
  ':pass',
  'ada',
  'ada:p',
  'Ada:12',
  'nobody-knows-this-credential:nobody-knows-this-credential'
]

const NONE: CredentialSettings = { extras: { headers: [], query: [] }, credentials: {}, principals: {}, scopes: {} }

function principalsOf(
  names: readonly (keyof typeof SCHEMES)[],
  settings: Partial<CredentialSettings>,
  security: unknown = []
) {
  const securitySchemes = Object.fromEntries(names.map((name) => [name, SCHEMES[name]]))
  const paths = { '/a': { get: { security, responses: {} } } }
  const { schemes, operations } = readDocument({ openapi: '3.0.3', components: { securitySchemes }, paths })
  const [operation] = operations
  if (operation === undefined) throw new Error('there is no operation')
  return { principals: new Principals(schemes, { ...NONE, ...settings }), schemes, security: operation.security }
}

const short = (text: string) => (text.length > 300 ? `${text.slice(0, 60)}…${text.length}` : text)

/** The wrong credentials of each scheme, as a request carries them and as a report shows them. */
function wrong(names: readonly (keyof typeof SCHEMES)[], settings: Partial<CredentialSettings>): string[] {
  const { principals, schemes } = principalsOf(names, settings)
  return schemes.flatMap((scheme) =>
    wrongCredentials(principals, scheme).map(({ label, parts, expect, rank, rightFor }) => {
      const sent = parts.map(({ in: place, key, text }) => {
        const word = principals.secrets.shellWord(text)
        return short(
          `${place} ${key}: ${text}${word === undefined ? '' : ` as ${short(word)}`}, shown ${short(principals.secrets.mask(text))}`
        )
      })
      return `  ${label} (${expect} ${rank}${rightFor === undefined ? '' : ` for ${rightFor}`}): ${sent.join(' and ')}`
    })
  )
}

const REQUEST: WireRequest = {
  method: 'GET',
  url: '/a?b=c',
  headers: [
    ['accept', '*/*'],
    ['cookie', 'a=b']
  ],
  body: undefined
}

/** What requests carry by what was given for all of them. */
const EXTRAS: readonly CredentialSettings['extras'][] = [
  { headers: [], query: [] },
  { headers: [['authorization', 'Bearer t-given']], query: [] },
  { headers: [['authorization', 'bearer t-given']], query: [] },
  { headers: [['authorization', 'Bearer ']], query: [] },
  { headers: [['authorization', 'Bearer']], query: [] },
  { headers: [['authorization', 'Basic YWRhOnBhc3M=']], query: [] },
  { headers: [['authorization', 'Token t-given']], query: [] },
  {
    headers: [
      ['x-key', 'k-given'],
      ['accept', 'text/plain']
    ],
    query: [
      ['b', 'd'],
      ['e', 'f g']
    ]
  },
  { headers: [], query: [['api key', 'q-given']] },
  { headers: [['cookie', 'x=y; session = s-given ;z']], query: [] },
  { headers: [['cookie', 'session']], query: [] },
  { headers: [['cookie', 'session=']], query: [['', '']] }
]

const SECURITIES: Readonly<Record<string, unknown>> = {
  none: [],
  optional: [{}],
  token: [{ token: [] }],
  'token or key': [{ token: [] }, { header: [] }],
  'key and cookie': [{ header: [], cookie: [] }],
  query: [{ query: [] }],
  'password or nothing': [{ password: [] }, {}]
}

describe('Credentials', () => {
  const set = (name: string, text: string | undefined) => {
    if (text === undefined) delete process.env[name]
    else process.env[name] = text
  }
  afterEach(() => set('FIELDSTONE_LIST_TOKEN', undefined))

  it('are made wrong as credential-list.txt says, and hidden in reports', () => {
    const lines: string[] = []
    for (const scheme of Object.keys(SCHEMES) as (keyof typeof SCHEMES)[]) {
      for (const text of [undefined, ...(scheme === 'password' ? USERS : TEXTS)]) {
        set('FIELDSTONE_LIST_TOKEN', text)
        const forms: [string, GivenCredential][] =
          text === undefined
            ? []
            : [
                ['', text],
                [' in the environment', { env: 'FIELDSTONE_LIST_TOKEN' }]
              ]
        if (text === undefined) lines.push(`\n${scheme} without one`, ...wrong([scheme], {}))
        for (const [how, credential] of forms)
          lines.push(
            `\n${scheme} ${short(text as string)}${how}`,
            ...wrong([scheme], { credentials: { [scheme]: credential } })
          )
      }
    }
    const both = { token: 'Token-1', header: 'Key-22', cookie: 'Token-1', password: 'ada:pass' }
    lines.push('\nseveral', ...wrong(['token', 'header', 'cookie', 'password'], { credentials: both }))
    const others = { ada: { token: 'x' }, ben: { token: 'Token-1x' } }
    lines.push('\nothers', ...wrong(['token'], { credentials: { token: 'Token-1' }, principals: others }))
    expectListed(LIST, 'wrong ones', lines)
  })

  it('are sent as credential-list.txt says, with what was given for all requests', () => {
    const names = Object.keys(SCHEMES) as (keyof typeof SCHEMES)[]
    const credentials = { token: 't-own', header: 'k-own', cookie: 'c-own', query: 'q own&', password: 'ada:own' }
    const lines = EXTRAS.flatMap((extras) => {
      const all = Object.entries(SECURITIES).flatMap(([name, own]) => {
        return [{}, credentials].map((given) => {
          const { principals, security } = principalsOf(names, { extras, credentials: given }, own)
          const sign = (parts?: readonly { in: 'header'; key: string; text: string }[]) => {
            const presented = parts && ({ parts, expect: 'open', why: '' } as const)
            const { url, headers } = principals.sign(REQUEST, security, presented)
            return `${url} ${headers.map(([key, value]) => `${key}: ${value}`).join(', ')}`
          }
          const as = principals.as(principals.main, security)
          const title = `${name}${given === credentials ? ' with credentials' : ''}`
          const masked = principals.secrets.mask(sign())
          return `  ${title}: ${sign()}; as the main principal ${shown(as)}; with a key ${sign([{ in: 'header', key: 'x-key', text: 'other' }])}; shown ${masked}`
        })
      })
      return [`\n${shown(extras)}`, ...all]
    })
    expectListed(LIST, 'sent ones', lines)
  })

  it('that cannot be read are errors as credential-list.txt says, and scopes are lacked', () => {
    const attempt = (settings: Partial<CredentialSettings>) =>
      outcome(() => {
        const { principals, security } = principalsOf(['token', 'header'], settings, [
          { token: ['read', 'write'] },
          { header: ['read'] }
        ])
        return [principals.main, ...principals.others].map((one) => {
          const as = principals.as(one, security)
          return [one.name, one.scopes, principals.alternativesOf(one, security).length, as?.parts, as?.why]
        })
      })
    const given: readonly Partial<CredentialSettings>[] = [
      {},
      { credentials: { other: 'x' } },
      { credentials: { token: { env: 'FIELDSTONE_LIST_NOTHING' } } },
      { scopes: { ada: ['read'] } },
      { principals: { ada: { token: 'a' } }, scopes: { ada: ['read'] } },
      { principals: { ada: { token: 'a' } }, scopes: { ada: ['read', 'write', 'more'] } },
      { principals: { ada: { token: 'a', header: 'b' } }, scopes: { ada: ['read'] } },
      { principals: { ada: { token: 'a' }, ben: {} }, scopes: { ben: [] } },
      { principals: { ada: { cookie: 'a' } } },
      { credentials: { token: 'a', header: 'b' }, principals: { ada: { header: 'c' } } }
    ]
    const lines = given.map((settings) => `${shown(settings)}: ${attempt(settings)}`)
    expectListed(LIST, 'errors and scopes', lines)
  })
})
