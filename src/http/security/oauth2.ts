import { EXTENSIONS } from '../../extensions.js'
import { checkOptions, type OptionTable } from '../../options.js'
import {
  type AuthenticateText,
  checkSchemeOptions,
  isAddress,
  type OAuth2Flow,
  type OAuth2Flows,
  type SchemeOptions,
  SecurityScheme,
  schemeInvalid
} from '../security-scheme.js'
import { readBearer } from './credentials.js'

/** The options of `oauth2Scheme`. */
export interface OAuth2SchemeOptions<P> extends SchemeOptions<P> {
  /** How a client gets a token, and the scopes that it can have. */
  readonly flows: OAuth2Flows
  /** Whom a token belongs to. */
  readonly authenticate: AuthenticateText<P>
}

const OPTIONS: OptionTable<OAuth2SchemeOptions<never>> = {
  description: true,
  scopesOf: true,
  flows: true,
  authenticate: true,
  [EXTENSIONS]: true
}

/**
 * Tokens of OAuth 2 (RFC 6749) in `Authorization: Bearer …`. The document says how to get one; whether one is
 * valid, `authenticate` finds out: Fieldstone calls no server.
 *
 * @throws SetupError SECURITY_INVALID, or BootstrapError of OPTION_UNKNOWN
 */
export function oauth2Scheme<P>(options: OAuth2SchemeOptions<P>): SecurityScheme<P> {
  checkSchemeOptions('oauth2', options, OPTIONS)
  const { flows } = options
  const scopes = flowScopes(flows)
  return new SecurityScheme({ declaration: { kind: 'oauth2', flows }, read: readBearer, options, scopes })
}

const FLOWS: OptionTable<OAuth2Flows> = {
  authorizationCode: true,
  clientCredentials: true,
  implicit: true,
  password: true,
  [EXTENSIONS]: true
}

const FLOW: OptionTable<OAuth2Flow> = {
  authorizationUrl: true,
  tokenUrl: true,
  refreshUrl: true,
  scopes: true,
  [EXTENSIONS]: true
}

/** The addresses that a flow cannot be without. */
const NEEDED = {
  authorizationCode: ['authorizationUrl', 'tokenUrl'],
  clientCredentials: ['tokenUrl'],
  implicit: ['authorizationUrl'],
  password: ['tokenUrl']
} as const satisfies Readonly<Record<string, readonly (keyof OAuth2Flow)[]>>

/**
 * The scopes of all flows.
 *
 * @throws SetupError SECURITY_INVALID, or BootstrapError of OPTION_UNKNOWN
 */
function flowScopes(flows: OAuth2Flows | undefined): string[] {
  checkOptions(flows, FLOWS, 'oauth2Scheme(), flows')
  const names = (Object.keys(NEEDED) as (keyof typeof NEEDED)[]).filter((name) => flows?.[name] !== undefined)
  if (names.length === 0) throw invalid('it has no flow', 'write flows: { clientCredentials: { tokenUrl, scopes } }')
  const scopes = names.flatMap((name) => {
    const flow = flows?.[name] as OAuth2Flow
    checkOptions(flow, FLOW, `oauth2Scheme(), flows.${name}`)
    for (const member of ['authorizationUrl', 'tokenUrl', 'refreshUrl'] as const) {
      const isNeeded = (NEEDED[name] as readonly string[]).includes(member)
      if (flow[member] !== undefined && !isNeeded && member !== 'refreshUrl') {
        throw invalid(`flows.${name} has the member ${member}, which is of other flows`, `remove ${member}`)
      }
      if (flow[member] === undefined ? isNeeded : !isAddress(flow[member])) {
        throw invalid(`flows.${name} has no address as ${member}`, `write ${member}: 'https://login.example.com/…'`)
      }
    }
    const { scopes: described } = flow
    const isDescribed = typeof described === 'object' && described !== null && !Array.isArray(described)
    if (!isDescribed || !Object.values(described).every((text) => typeof text === 'string')) {
      throw invalid(`flows.${name} does not describe its scopes`, "write scopes: { 'notes:read': 'Read notes' }")
    }
    return Object.keys(described)
  })
  return [...new Set(scopes)]
}

function invalid(what: string, remedy: string) {
  return schemeInvalid('oauth2', what, remedy)
}
