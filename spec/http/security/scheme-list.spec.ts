import {
  ApiKeyScheme,
  apiKeyScheme,
  BasicScheme,
  BearerScheme,
  BootstrapError,
  basicScheme,
  bearerScheme,
  Forbidden,
  HttpError,
  MutualTLSScheme,
  mutualTLSScheme,
  OAuth2Scheme,
  OpenIdConnectScheme,
  oauth2Scheme,
  openIdConnectScheme,
  type SecurityRequirement,
  type SecurityScheme,
  Unauthorized
} from 'fieldstone'
import { SetupErrors } from '../../../src/errors.js'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { isSchemeClass, schemesOf } from '../../../src/http/security/schemes-of-classes.js'
import { RecordingLogger } from '../../support/recording-logger.js'
import { expectWholeList, shown } from '../../support/whole-list.js'

const authenticate = () => true
const scopesOf = () => ['read']

/** The message of what a call throws, or what it comes to. */
function said(call: () => unknown): string {
  try {
    return shown(call())
  } catch (error) {
    if (error instanceof BootstrapError) return `wrong: ${error.errors.map(({ message }) => message).join(' ')}`
    return `wrong: ${(error as Error).message}`
  }
}

const described = ({ declaration, description, extensions, scopes }: SecurityScheme) => [
  declaration,
  description ?? null,
  extensions,
  [...scopes]
]

/** What each scheme is made of, rightly and wrongly: beside what is right, one member otherwise. */
const RIGHT = {
  bearer: [bearerScheme, { authenticate }],
  basic: [basicScheme, { authenticate }],
  apiKey: [apiKeyScheme, { in: 'header', name: 'X-Key', authenticate }],
  oauth2: [oauth2Scheme, { flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } }, authenticate }],
  openIdConnect: [openIdConnectScheme, { url: 'https://a.example/o', authenticate }],
  mutualTLS: [mutualTLSScheme, { authenticate }]
} as unknown as Readonly<Record<string, readonly [make: (options: unknown) => SecurityScheme, right: object]>>

const ANY: readonly object[] = [
  {},
  { authenticate: undefined },
  { authenticate: 5 },
  { description: 'A *text*', 'x-own': 1 },
  { description: 5 },
  { scopesOf },
  { scopesOf: 5 },
  { scopes: ['read', 'write'], scopesOf },
  { scopes: ['read'] },
  { scopes: [], scopesOf },
  ...[5, 'read', [5], [''], ['a b'], ['a"b'], ['a\\b'], ['ä'], ['!#[]~']].map((scopes) => ({ scopes, scopesOf })),
  { autenticate: authenticate }
]

const flow = (...parts: readonly object[]) => Object.assign({ tokenUrl: '/token', scopes: {} }, ...parts)

const OWN: Readonly<Record<string, readonly object[]>> = {
  bearer: [{ format: 'JWT' }, { format: 5 }],
  basic: ['here', '', 'a b!', 'a"b', 'a\\b', 'ä', 5].map((realm) => ({ realm })),
  apiKey: [
    ...['header', 'query', 'cookie', 'body', undefined, 5].map((place) => ({ in: place })),
    ...['', 'a b', 'ä', 'a"b', 'Authorization', 'authorization', 'Accept', 'Content-Type', 5, undefined].flatMap(
      (name) => ['header', 'query', 'cookie'].map((place) => ({ in: place, name }))
    )
  ],
  oauth2: [
    ...[undefined, null, 5, {}, { other: flow() }, { implicit: undefined }].map((flows) => ({ flows })),
    ...['authorizationCode', 'clientCredentials', 'implicit', 'password'].flatMap((name) =>
      [
        flow(),
        flow({ authorizationUrl: 'https://a.example/a' }),
        { authorizationUrl: '/a', scopes: {} },
        flow({ authorizationUrl: '/a', refreshUrl: '/r', 'x-own': 1, scopes: { read: 'Read', write: 'Write' } }),
        5,
        null
      ].map((each) => ({ flows: { [name]: each }, scopesOf }))
    ),
    ...['', 'a b', 'http://[', 'a<b', 5, null].map((tokenUrl) => ({ flows: { password: flow({ tokenUrl }) } })),
    ...['', 'a b', 5].map((refreshUrl) => ({ flows: { password: flow({ refreshUrl }) } })),
    ...[undefined, null, [], 5, { read: 5 }, { read: '' }].map((scopes) => ({
      flows: { password: flow({ scopes }) },
      scopesOf
    })),
    {
      flows: {
        password: flow({ scopes: { read: 'R' } }),
        implicit: { authorizationUrl: '/a', scopes: { read: 'R', all: 'A' } }
      },
      scopesOf
    },
    { flows: { password: flow({ scopes: { read: 'R' } }) } },
    { flows: { password: flow({ tokenURL: '/x' }) } },
    { scopes: ['read'] }
  ],
  openIdConnect: ['', '/o', 'a b', 'http://[', 5, undefined, 'https://a.example/{x}'].map((url) => ({ url }))
}

class Token extends BearerScheme<string> {
  static override readonly options = { scopes: ['read'], description: 'A token' }
  authenticate = undefined as never
}
class Bearing extends BearerScheme<string> {
  authenticate(token: string) {
    return token
  }
}
class Scoped extends BearerScheme<string> {
  static override readonly options = { scopes: ['read'] }
  authenticate(token: string) {
    return token
  }
  override scopesOf() {
    return ['read']
  }
}
class Unscoped extends BearerScheme<string> {
  static override readonly options = { scopes: ['read'] }
  authenticate(token: string) {
    return token
  }
}
class Pair extends BasicScheme<string> {
  static override readonly options = { realm: 'here' }
  authenticate(user: string) {
    return user
  }
}
class Key extends ApiKeyScheme<string> {
  static override readonly options = { in: 'query', name: 'key' } as const
  authenticate(key: string) {
    return key
  }
}
class Keyless extends ApiKeyScheme<string> {
  authenticate(key: string) {
    return key
  }
}
class OAuth extends OAuth2Scheme<string> {
  authenticate(token: string) {
    return token
  }
}
class Open extends OpenIdConnectScheme<string> {
  static override readonly options = { url: '/o' }
  authenticate(token: string) {
    return token
  }
}
class Certified extends MutualTLSScheme<string> {
  authenticate() {
    return 'certified'
  }
}

const CLASSES: readonly unknown[] = [
  ...[Token, Bearing, Scoped, Unscoped, Pair, Key, Keyless, OAuth, Open, Certified],
  ...[class {}, Date, BearerScheme, bearerScheme({ authenticate }), 5, undefined, null, {}]
]

/** What the credentials of requests are, which authenticate differently. */
function principalOf(text: string): unknown {
  if (text === 'expired') throw new Unauthorized('It has expired', { headers: { 'x-why': 'time' } })
  if (text === 'banned') throw new Forbidden('You are banned')
  if (text === 'teapot') throw new HttpError(418, 'tea')
  if (text === 'broken') throw new Error('no store')
  return { good: { name: 'ada' }, true: true, null: null, false: false, empty: '', zero: 0 }[text]
}

const later = async (text: string) => principalOf(text)
const granted: Readonly<Record<string, unknown>> = {
  list: ['read'],
  text: 'read write',
  set: new Set(['write']),
  none: []
}

const SCHEMES = {
  token: bearerScheme({ authenticate: principalOf }),
  slow: bearerScheme({ authenticate: later }),
  ...Object.fromEntries(
    Object.entries(granted).flatMap(([name, scopes]) => [
      [
        name,
        bearerScheme({ authenticate: principalOf, scopes: ['read', 'write'], scopesOf: () => scopes as string[] })
      ],
      [
        `${name}Later`,
        bearerScheme({ authenticate: later, scopes: ['read', 'write'], scopesOf: async () => scopes as string[] })
      ]
    ])
  ),
  pair: basicScheme({ realm: 'here', authenticate: (user, password) => principalOf(user) && `${user} ${password}` }),
  key: apiKeyScheme({ in: 'header', name: 'X-Key', authenticate: principalOf }),
  asked: apiKeyScheme({ in: 'query', name: 'key', authenticate: principalOf }),
  kept: apiKeyScheme({ in: 'cookie', name: 'key', authenticate: later }),
  own: apiKeyScheme({ in: 'header', name: 'Authorization', authenticate: principalOf }),
  certified: mutualTLSScheme({ authenticate })
}

const REQUIRED: readonly (readonly SecurityRequirement[])[] = [
  ['token'],
  ['slow'],
  ['pair'],
  ['key'],
  ['asked'],
  ['kept'],
  ['own'],
  ['certified'],
  ['token', {}],
  ['token', 'key'],
  ['slow', 'kept'],
  [{ token: [], key: [] }],
  [{ slow: [], kept: [] }, 'asked'],
  [{ list: ['read'] }],
  [{ listLater: ['read', 'write'] }],
  [{ textLater: ['read', 'write'] }],
  [{ set: ['write'] }, 'key'],
  [{ setLater: ['read'] }],
  [{ none: ['write', 'read'] }, 'key']
]

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const TEXTS = ['good', 'true', 'null', 'false', 'empty', 'zero', 'other', 'expired', 'banned', 'teapot', 'broken']
const SENT: readonly { readonly url?: string; readonly headers?: Readonly<Record<string, string | string[]>> }[] = [
  {},
  ...TEXTS.map((text) => ({ headers: { authorization: `Bearer ${text}` } })),
  ...TEXTS.map((text) => ({ headers: { 'x-key': text } })),
  ...['good', 'other', 'broken'].flatMap((text) => [{ url: `/?key=${text}` }, { headers: { cookie: `key=${text}` } }]),
  ...['good:', 'good:a:b', 'other:x', 'good', 'go\tod:x', ':'].map((text) => ({
    headers: { authorization: basic(text) }
  })),
  ...['Basic', 'Basic !', 'Bearer', 'Bearer a b', 'Bearer good=', 'bearer  good', 'Digest a', ',', 'good'].map(
    (authorization) => ({ headers: { authorization } })
  ),
  { headers: { authorization: ['Bearer good', 'Bearer good'] } },
  { headers: { 'x-key': ['good', 'good'] } },
  { headers: { 'x-key': '' } },
  { url: '/?key=' },
  { url: '/?key=good&key=good' },
  { url: '/?key=%00' },
  { headers: { cookie: 'key=good; key=good' } },
  { headers: { authorization: 'Bearer good', 'x-key': 'good' } },
  { headers: { authorization: 'Bearer other', 'x-key': 'good' } },
  { headers: { authorization: 'Bearer good', 'x-key': 'other' } },
  { headers: { authorization: 'Bearer banned', 'x-key': 'expired' } },
  { headers: { authorization: 'Bearer good', cookie: 'key=good' } },
  { headers: { authorization: 'Bearer other', cookie: 'key=good' }, url: '/?key=good' }
]

/** Credentials in short. */
function labelOf({ url = '', headers = {} }: (typeof SENT)[number]): string {
  const texts = Object.entries(headers).map(
    ([name, value]) => `${name === 'authorization' ? '' : `${name}: `}${[value].flat().join(' and ')}`
  )
  return [url, ...texts].filter((text) => text !== '').join(', ') || 'nothing'
}

/** What every credential comes to where these are required; those of the same outcome in one line. */
async function outcomes(security: readonly SecurityRequirement[]): Promise<string[]> {
  const log = new RecordingLogger()
  const router = new HttpRouter({ logger: log, securitySchemes: SCHEMES })
  router.getFunc('/', (ctx) => [ctx.state.principal ?? null, ctx.principal() ?? null], { security })
  const groups = new Map<string, string[]>()
  for (const sent of SENT) {
    const { statusCode, headers, body } = await inject(router.handler, { url: '/', ...sent } as never)
    const { 'www-authenticate': challenge = '-', 'x-why': why = '' } = headers
    const reports = log.entries
      .splice(0)
      .map(({ level, message, fields: { err } }) => ` ${level} ${message.replace(/^\S+ /, '')} ${err}`)
    const text = statusCode === 200 ? body : JSON.parse(body).detail
    const outcome = `${statusCode} ${challenge} ${why} ${text}${reports.join('')}`
    groups.set(outcome, [...(groups.get(outcome) ?? []), labelOf(sent)])
  }
  return [...groups].map(([outcome, all]) => `  ${outcome}\n    ${all.join(' | ')}`)
}

describe('Security schemes', () => {
  it('are made, and take credentials, as scheme-list.txt says', async () => {
    const lines: string[] = []
    for (const [kind, [make, right]] of Object.entries(RIGHT)) {
      lines.push('', `# ${kind}`)
      for (const given of [undefined, null, 5, 'x'])
        lines.push(`${shown(given)} → ${said(() => described(make(given)))}`)
      for (const more of [...ANY, ...(OWN[kind] ?? [])])
        lines.push(`${shown(more)} → ${said(() => described(make({ ...right, ...more })))}`)
    }
    lines.push('', '# classes')
    for (const type of CLASSES) {
      const errors = new SetupErrors()
      const text = said(() => {
        const { all = {}, classes } = schemesOf({ mine: type }, errors)
        errors.throwIfAny()
        return [Object.values(all).map(described), classes.length]
      })
      const name = typeof type === 'function' ? type.name || 'a class' : shown(type).slice(0, 20)
      lines.push(`${name} ${isSchemeClass(type)} → ${text}`)
    }
    for (const given of [undefined, null, 5, [], {}, { 'a b': Bearing, b: 5, c: Keyless, d: Bearing }]) {
      const errors = new SetupErrors()
      const { all, classes } = schemesOf(given, errors)
      lines.push(
        `${shown(given)} → ${shown(all && Object.keys(all))} ${classes.length} ${said(() => errors.throwIfAny())}`
      )
    }
    for (const security of REQUIRED) lines.push('', `# ${shown(security)}`, ...(await outcomes(security)))
    expectWholeList('http/security/scheme-list.txt', lines)
  })
})
