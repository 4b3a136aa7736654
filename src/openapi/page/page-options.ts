import { SetupError, SetupErrors } from '../../errors.js'
import { checkOptions, FLAG, type OptionTable } from '../../options.js'

/** How the documentation page signs readers in by OAuth 2: authorization code with PKCE, in a window of its own. */
export interface DocsOAuth2Options {
  /** The public client that the authorization server knows the page by; its redirect URI is `{docs}/oauth2-redirect.html`. */
  readonly clientId: string
  /** The scopes that are selected at first. Default: none. */
  readonly scopes?: readonly string[]
  /** What the authorization server wants to know in addition, by the names of query parameters: `{ audience: 'orders' }`. */
  readonly parameters?: Readonly<Record<string, string>>
}

/** What the documentation page is like. */
export interface DocsUIOptions {
  /** The title of the page. Default: that of the document that is shown. */
  readonly title?: string
  /** The icon of the page: a path of this service, or a `data:` URL of an image. Default: an icon of its own. */
  readonly favicon?: string
  /**
   * What shows the document. `'scalar'` is `@scalar/api-reference`, which the application installs: its file is served from
   * there. Default: `'swagger'`, which needs no package.
   */
  readonly ui?: 'swagger' | 'scalar'
  /** Whether readers can execute operations from the page. Default: true. */
  readonly tryItOut?: boolean
  /** Whether the browser keeps the credentials that a reader enters, until they log out; the page says so. Default: false. */
  readonly persistAuthorization?: boolean
  /** How readers sign in where a scheme is `oauth2Scheme`. Default: they enter a client id. */
  readonly oauth2?: DocsOAuth2Options
}

/** The documentation page of an application. */
export interface DocsOptions extends DocsUIOptions {
  /** Where it is served, in literal segments: `/docs`. */
  readonly path: string
}

const PAGE_OPTIONS: OptionTable<DocsUIOptions> = {
  title: true,
  favicon: true,
  ui: ['swagger', 'scalar'],
  tryItOut: FLAG,
  persistAuthorization: FLAG,
  oauth2: true
}

const OAUTH2_OPTIONS: OptionTable<DocsOAuth2Options> = { clientId: true, scopes: true, parameters: true }

/** What people write that a page must not have, or that it has already. */
const OAUTH2_INSTEAD = {
  clientSecret:
    'remove it: every reader of the page could read it; register the page as a public client, which proves itself by PKCE',
  pkce: 'remove it: the page always uses PKCE',
  usePkceWithAuthorizationCodeGrant: 'remove it: the page always uses PKCE',
  additionalQueryStringParams: "write parameters: { audience: '…' }",
  redirectUrl: 'remove it: the redirect URI is {docs}/oauth2-redirect.html'
}

/** Parameters that the page sets itself. */
const RESERVED = [
  ...['response_type', 'client_id', 'client_secret', 'redirect_uri', 'scope', 'state', 'code', 'code_verifier'],
  ...['code_challenge', 'code_challenge_method', 'grant_type']
]

/** {@link DocsUIOptions}, checked, with the defaults. */
export interface PageOptions {
  readonly title: string | undefined
  readonly favicon: string | undefined
  readonly ui: 'swagger' | 'scalar'
  readonly tryItOut: boolean
  readonly persistAuthorization: boolean
  readonly oauth2: Required<DocsOAuth2Options> | undefined
}

/**
 * @param scopes those of the service's OAuth 2 schemes; undefined where it has no such scheme
 * @param place what the options are given to, for errors
 * @throws BootstrapError of OPTION_UNKNOWN and APPLICATION_INVALID for everything that is wrong
 */
export function parsePageOptions(
  options: DocsUIOptions | undefined,
  scopes: readonly string[] | undefined,
  place: string
): PageOptions {
  const errors = new SetupErrors()
  errors.attempt(() => checkOptions(options, PAGE_OPTIONS, place))
  const given = typeof options === 'object' && options !== null ? options : {}
  const { title, favicon, ui = 'swagger', tryItOut = true, persistAuthorization = false } = given
  errors.attempt(() => {
    if (title === undefined || (typeof title === 'string' && title.trim() !== '')) return
    throw invalid('the title is not a text', place, "write title: 'Orders'")
  })
  errors.attempt(() => checkFavicon(favicon, place))
  const oauth2 = errors.attempt(() => parseOAuth2(given.oauth2, scopes, `${place}, oauth2`))
  errors.attempt(() => {
    if (given.oauth2 === undefined || tryItOut) return
    throw invalid('oauth2 signs readers in, who cannot execute anything', place, 'remove oauth2, or tryItOut: false')
  })
  errors.throwIfAny()
  return { title, favicon, ui, tryItOut, persistAuthorization, oauth2 }
}

function checkFavicon(favicon: unknown, place: string): void {
  if (favicon === undefined) return
  const isPath =
    typeof favicon === 'string' && /^\/(?![/\\])[^\s#\\]*$/.test(favicon) && URL.canParse(favicon, 'http://host')
  const isData = typeof favicon === 'string' && /^data:image\/[\w.+-]+[;,]\S+$/.test(favicon)
  if (isPath || isData) return
  const what = `the favicon ${JSON.stringify(favicon) ?? String(favicon)} is not a path of this service, and not an image`
  throw invalid(
    what,
    place,
    "write favicon: '/icon.svg', or an image as a data: URL: the page loads nothing from elsewhere"
  )
}

function parseOAuth2(
  oauth2: DocsOAuth2Options | undefined,
  known: readonly string[] | undefined,
  place: string
): Required<DocsOAuth2Options> | undefined {
  if (oauth2 === undefined) return undefined
  checkOptions(oauth2, OAUTH2_OPTIONS, place, { instead: OAUTH2_INSTEAD })
  const { clientId, scopes = [], parameters = {} } = oauth2
  if (typeof clientId !== 'string' || clientId === '') {
    throw invalid(
      'the clientId is not a text',
      place,
      "write clientId: 'docs', as the authorization server knows the page"
    )
  }
  if (known === undefined) {
    const remedy = 'declare securitySchemes: { login: oauth2Scheme({ … }) }, or remove oauth2'
    throw invalid('no security scheme of the service is of OAuth 2', place, remedy)
  }
  if (!Array.isArray(scopes)) throw invalid('scopes is not a list', place, "write scopes: ['notes:read']")
  const unknown = scopes.find((scope) => !known.includes(scope))
  if (unknown !== undefined) {
    const has = known.length === 0 ? 'the schemes have none' : `the schemes have ${known.join(', ')}`
    throw invalid(`the scope ${JSON.stringify(unknown)} is not declared by a scheme of OAuth 2`, place, has)
  }
  const isObject = typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters)
  if (!isObject || !Object.values(parameters).every((value) => typeof value === 'string')) {
    throw invalid('parameters is not an object of texts', place, "write parameters: { audience: 'orders' }")
  }
  const reserved = Object.keys(parameters).find((name) => RESERVED.includes(name.toLowerCase()))
  if (reserved !== undefined) throw invalid(`the page sets the parameter ${reserved} itself`, place, 'remove it')
  return { clientId, scopes, parameters }
}

function invalid(what: string, place: string, remedy: string): SetupError {
  return new SetupError('APPLICATION_INVALID', what, place, remedy)
}
