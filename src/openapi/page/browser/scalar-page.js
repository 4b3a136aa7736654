import { chosenDocument, documents, redirectUrl, service, settings, showTitle } from './documents.js'
import { repairNames } from './scalar-names.js'
import { repairSignIn } from './scalar-sign-in.js'

const url = chosenDocument()
const { tryItOut, persistAuthorization, oauth2 } = settings

/** What of a document's schemes Scalar must know to sign a reader in; by their names, which only the document says. */
function signInOf(document) {
  const schemes = Object.entries(document?.components?.securitySchemes ?? {}).filter(
    ([, { type }]) => type === 'oauth2'
  )
  const { clientId, scopes = [], parameters = {} } = oauth2 ?? {}
  return Object.fromEntries(
    schemes.map(([name, { flows = {} }]) => {
      const client = { ...(clientId && { 'x-scalar-client-id': clientId }), selectedScopes: scopes }
      const ways = Object.entries(flows).map(([kind]) => {
        const isCode = kind === 'authorizationCode'
        const code = {
          'x-usePkce': 'SHA-256',
          'x-scalar-redirect-uri': redirectUrl,
          'x-scalar-security-query': parameters
        }
        return [
          kind,
          { ...client, ...(isCode && code), ...(kind === 'implicit' && { 'x-scalar-redirect-uri': redirectUrl }) }
        ]
      })
      return [name, { flows: Object.fromEntries(ways) }]
    })
  )
}

async function start() {
  if (!url) return
  const response = await fetch(url)
  // Scalar reads a document that is YAML itself, and says what is wrong with one.
  const document = await response.json().catch(() => undefined)
  const sources = documents.some((each) => each.url === url)
    ? documents.map((each) => ({ title: each.label, slug: each.path, url: each.url, default: each.url === url }))
    : [{ url }]
  repairSignIn()
  globalThis.Scalar.createApiReference('#scalar', {
    ...(sources.length > 1 ? { sources } : { url }),
    // Where the document names no server, or a relative one.
    baseServerURL: service,
    // Fonts, errors, questions to a model, a proxy: each would send requests to another service.
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    proxyUrl: '',
    showDeveloperTools: 'never',
    hideClientButton: true,
    hideTestRequestButton: !tryItOut,
    persistAuth: persistAuthorization && tryItOut,
    authentication: { securitySchemes: signInOf(document) }
  })
  repairNames(globalThis.document.body)
  showTitle(document?.info?.title)
}

start()
