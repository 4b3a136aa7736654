import { checkOptions, type OptionTable } from '../options.js'
import { isAddress, schemeInvalid } from './security-scheme.js'

/** One way to get a token. OpenAPI 3.0.3, section 4.7.29. */
export interface OAuth2Flow {
  /** Where a person agrees; for `implicit` and `authorizationCode`. */
  readonly authorizationUrl?: string
  /** Where a client gets the token; for all but `implicit`. */
  readonly tokenUrl?: string
  readonly refreshUrl?: string
  /** What each scope means, by its name. */
  readonly scopes: Readonly<Record<string, string>>
}

/** The ways to get a token, by the name of the grant. OpenAPI 3.0.3, section 4.7.28. */
export interface OAuth2Flows {
  readonly authorizationCode?: OAuth2Flow
  readonly clientCredentials?: OAuth2Flow
  readonly implicit?: OAuth2Flow
  readonly password?: OAuth2Flow
}

const FLOWS: OptionTable<OAuth2Flows> = {
  authorizationCode: true,
  clientCredentials: true,
  implicit: true,
  password: true
}

const FLOW: OptionTable<OAuth2Flow> = { authorizationUrl: true, tokenUrl: true, refreshUrl: true, scopes: true }

/** The addresses that a flow cannot be without. */
const NEEDED = {
  authorizationCode: ['authorizationUrl', 'tokenUrl'],
  clientCredentials: ['tokenUrl'],
  implicit: ['authorizationUrl'],
  password: ['tokenUrl']
} as const satisfies Record<keyof OAuth2Flows, readonly (keyof OAuth2Flow)[]>

/**
 * The scopes of all flows.
 *
 * @throws SetupError SECURITY_INVALID, or BootstrapError of OPTION_UNKNOWN
 */
export function flowScopes(flows: OAuth2Flows | undefined): string[] {
  checkOptions(flows, FLOWS, 'oauth2Scheme(), flows')
  const names = (Object.keys(FLOWS) as (keyof OAuth2Flows)[]).filter((name) => flows?.[name] !== undefined)
  if (names.length === 0) throw invalid('it has no flow', 'write flows: { clientCredentials: { tokenUrl, scopes } }')
  const scopes = names.flatMap((name) => {
    const flow = flows?.[name] as OAuth2Flow
    checkOptions(flow, FLOW, `oauth2Scheme(), flows.${name}`)
    for (const member of ['authorizationUrl', 'tokenUrl', 'refreshUrl'] as const) {
      const isNeeded = (NEEDED[name] as readonly string[]).includes(member)
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
