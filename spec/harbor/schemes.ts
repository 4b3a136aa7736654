import {
  apiKeyScheme,
  BearerScheme,
  basicScheme,
  Injectable,
  oauth2Scheme,
  openIdConnectScheme,
  type SecurityScheme,
  type SecuritySchemeClass
} from 'fieldstone'

export interface Person {
  readonly name: string
  readonly scopes: readonly string[]
}

/** Whom each credential belongs to, whatever the scheme: the harbor master may do all, the guest may look. */
class People {
  readonly #known = new Map<string, Person>([
    ['master', { name: 'master', scopes: ['ships:read', 'ships:write', 'papers'] }],
    ['guest', { name: 'guest', scopes: ['ships:read'] }],
    ['clerk', { name: 'clerk', scopes: ['papers'] }]
  ])

  find(credential: string, suffix: string): Person | undefined {
    const name = credential.slice(0, credential.length - suffix.length)
    return name + suffix === credential ? this.#known.get(name) : undefined
  }
}

const people = new People()

/** The one that is a class with dependencies. */
@Injectable(() => [People])
class TokenScheme extends BearerScheme<Person> {
  static override readonly options = {
    format: 'opaque',
    scopes: ['ships:read', 'ships:write'],
    description: 'A token of the harbor'
  }
  readonly #people: People

  constructor(known: People) {
    super()
    this.#people = known
  }

  async authenticate(token: string): Promise<Person | undefined> {
    return this.#people.find(token, '-0f3c9a81d2')
  }

  override scopesOf(person: Person): readonly string[] {
    return person.scopes
  }
}

export const SCHEMES: { readonly [name: string]: SecurityScheme | SecuritySchemeClass } = {
  bearer: TokenScheme,
  basic: basicScheme({
    authenticate: (user, password) => (password === `${user}-pässword` ? people.find(user, '') : undefined),
    description: 'A name and a password'
  }),
  headerKey: apiKeyScheme({ in: 'header', name: 'x-harbor-key', authenticate: (key) => people.find(key, '-hk-71e0') }),
  queryKey: apiKeyScheme({ in: 'query', name: 'harbor-key', authenticate: (key) => people.find(key, '-qk-52b9') }),
  cookieKey: apiKeyScheme({
    in: 'cookie',
    name: 'harbor_session',
    authenticate: (key) => people.find(key, '-ck-90d4')
  }),
  login: oauth2Scheme({
    flows: {
      clientCredentials: { tokenUrl: 'https://login.example.com/token', scopes: { papers: 'See papers' } },
      authorizationCode: {
        authorizationUrl: 'https://login.example.com/authorize',
        tokenUrl: 'https://login.example.com/token',
        scopes: { papers: 'See papers' }
      }
    },
    authenticate: (token) => people.find(token, '-oauth-3d55'),
    scopesOf: ({ scopes }) => scopes
  }),
  identity: openIdConnectScheme({
    url: 'https://login.example.com/.well-known/openid-configuration',
    scopes: ['papers'],
    authenticate: (token) => people.find(token, '-oidc-8aa1'),
    scopesOf: ({ scopes }) => scopes
  })
}

/** What each scheme accepts of a person. */
export function credentialsOf(name: 'master' | 'guest' | 'clerk'): { readonly [scheme: string]: string } {
  return {
    bearer: `${name}-0f3c9a81d2`,
    basic: `${name}:${name}-pässword`,
    headerKey: `${name}-hk-71e0`,
    queryKey: `${name}-qk-52b9`,
    cookieKey: `${name}-ck-90d4`,
    login: `${name}-oauth-3d55`,
    identity: `${name}-oidc-8aa1`
  }
}

/** What those may do who may not do all. */
export const SCOPES = { guest: ['ships:read'], clerk: ['papers'] } as const
