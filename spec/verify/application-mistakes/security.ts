import { apiKeyScheme, bearerScheme, type Context } from '../../../src/index.js'
import type { Plan } from './plan.js'

export interface Principal {
  readonly name: string
  readonly role: string
  readonly token: string
  readonly scopes: readonly string[]
}

const SCOPES: Readonly<Record<string, readonly string[]>> = {
  reader: ['read'],
  writer: ['read', 'write'],
  admin: ['read', 'write', 'admin']
}

const PRINCIPALS = [
  principal('ada', 'admin', 'admin-5Yq1Vt'),
  principal('will', 'writer', 'writer-8KcR2n'),
  principal('rita', 'reader', 'reader-Zp3Lw9')
]

const EXPORT_KEY = 'export-7Hd0Gx4s'

/** The headers of each kind of client. */
export const CREDENTIALS = {
  admin: { authorization: 'Bearer admin-5Yq1Vt', 'x-api-key': EXPORT_KEY },
  writer: { authorization: 'Bearer writer-8KcR2n' },
  reader: { authorization: 'Bearer reader-Zp3Lw9' }
} as const

function principal(name: string, role: string, token: string): Principal {
  return { name, role, token, scopes: SCOPES[role] ?? [] }
}

export function principalOf(ctx: Context): Principal | undefined {
  return (ctx.state as { principal?: Principal }).principal
}

export function securitySchemesOf(plan: Plan) {
  const bearer = bearerScheme<Principal>({
    scopes: ['read', 'write', 'admin'],
    scopesOf: ({ scopes }) => scopes,
    authenticate: (token, ctx, scopes) => {
      const found = PRINCIPALS.find((each) => isToken(plan, token, each.token))
      return found === undefined ? unknownToken(plan, token, ctx) : withScopes(plan, found, ctx, scopes)
    }
  })
  const key = apiKeyScheme({
    in: 'header',
    name: 'x-api-key',
    authenticate: (text) => (plan.has('export-part-of-key') ? EXPORT_KEY.includes(text) : text === EXPORT_KEY)
  })
  return { bearer, key }
}

function isToken(plan: Plan, token: string, known: string): boolean {
  if (plan.has('token-prefix')) return known.startsWith(token)
  if (plan.has('token-letter-case')) return known.toLowerCase() === token.toLowerCase()
  return known === token
}

function unknownToken(plan: Plan, token: string, ctx: Context): Principal | undefined {
  const isUser = ctx.path.startsWith('/users/')
  if (plan.has('user-any-token') && isUser) return principal('someone', 'reader', token)
  if (plan.has('user-token-500') && isUser && token.includes('.')) {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  }
  if (ctx.path !== '/greeting') return undefined
  if (plan.has('greet-wrong-token-500')) return (undefined as unknown as { account: Principal }).account
  return undefined
}

function withScopes(plan: Plan, found: Principal, ctx: Context, scopes: readonly string[]): Principal {
  if (plan.has('author-scope-unchecked') && ctx.path === '/authors') return { ...found, scopes }
  if (plan.has('delete-by-reader') && ctx.method === 'DELETE' && found.role >= 'admin') return { ...found, scopes }
  return found
}
