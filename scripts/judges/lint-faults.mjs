// What the linters complain about although the document is right: each entry has a reason, and the places where it may be.
// Any other error or warning fails `npm run judges:check`.

/** Operations that read nothing, and so can reject nothing: the server's own 4xx are under `x-edge-responses`. */
const READS_NOTHING =
  /^#\/paths\/~1(?:tags|v1~1(?:office~1(?:notice|greeting|tariffs)|watch~1(?:arrivals|late|lines|table)))\/get\//

/** @type {readonly { linter: 'redocly' | 'spectral', rule: string, at: RegExp, why: string }[]} */
export const LINT_FAULTS = [
  {
    linter: 'redocly',
    rule: 'operation-4xx-response',
    at: READS_NOTHING,
    why: 'without parameters, a body and credentials there is no request that the operation rejects'
  },
  {
    linter: 'redocly',
    rule: 'operation-2xx-response',
    at: /^#\/paths\/~1v1~1gates~1\{gate\}~1tickets~1\{ticketId\}~1door\/get\//,
    why: 'its success is a redirect'
  },
  {
    linter: 'redocly',
    rule: 'no-unused-components',
    at: /^#\/components\/schemas\/Warning$/,
    why: '`x-events` refers to it, and the linter reads no extensions'
  },
  {
    linter: 'spectral',
    rule: 'operation-description',
    at: /^#\/paths\//,
    why: 'every operation has a summary; a description that says it again says nothing'
  },
  {
    linter: 'spectral',
    rule: 'oas3-operation-security-defined',
    at: /\/security\/\d+\/identity\/\d+$/,
    why: 'scopes of OpenID Connect are not in the document, but at its `openIdConnectUrl` (OpenAPI 3.0.3, section 4.7.27)'
  },
  {
    linter: 'spectral',
    rule: 'oas3-operation-security-defined',
    at: /\/security\/\d+\/bearer\/\d+$/,
    why: 'since OpenAPI 3.1 any scheme may have roles, which no list defines (OpenAPI 3.1.1, section 4.8.30)'
  },
  {
    linter: 'spectral',
    rule: 'array-items',
    at: /^#\/components\/schemas\/Manifest(?:Input)?\/properties\/range\/items$/,
    why: 'it has `items: false`, after `prefixItems`, which the rule takes for none'
  }
]
