import type { SchemeDeclaration } from '../../http/security-scheme.js'

/**
 * Only scripts and styles of this service, and requests to it. Images may be inline (icons of the page) or made in the page
 * (an image in a response). What styles elements does so through the DOM, which needs no 'unsafe-inline'.
 */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'"
}

/** The policy of the page, which sends requests to these addresses; relative ones are of this service. */
export function pagePolicy(addresses: readonly string[]): string {
  const policy = { ...POLICY, 'connect-src': ["'self'", ...foreignOrigins(addresses)].join(' ') }
  return Object.entries(policy)
    .map((directive) => directive.join(' '))
    .join('; ')
}

/** Of a file beside the page: a script is loaded by the page, by whose policy it runs. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Of the page that an authorization server redirects to: it has a script and a style, and sends no requests. */
export const REDIRECT_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** What a page sends requests to as it signs a reader in: endpoints of tokens, and what OpenID Connect describes them in. */
export function tokenAddresses(schemes: readonly SchemeDeclaration[]): string[] {
  return schemes.flatMap((scheme) => {
    if (scheme.kind === 'openIdConnect') return [scheme.url]
    if (scheme.kind !== 'oauth2') return []
    return Object.values(scheme.flows).flatMap(({ tokenUrl, refreshUrl }) => [tokenUrl ?? [], refreshUrl ?? []].flat())
  })
}

/** The origins of absolute http(s) URLs; a policy cannot name a host that contains a template. */
function foreignOrigins(addresses: readonly string[]): string[] {
  const origins = addresses.flatMap((address) => {
    const url = URL.canParse(address) ? new URL(address) : undefined
    return url && /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/.test(url.origin) ? [url.origin] : []
  })
  return [...new Set(origins)]
}
