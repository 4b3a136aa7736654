import { resolveDocument } from './document-url.js'

const page = document.getElementById('docs-ui')

/** The service's own documents: the path of each, its name, and its URL from here. The first is the default. */
export const documents = JSON.parse(page.dataset.documents).map(({ path, name, href }) => ({
  path,
  label: name === undefined ? path : `${name} (${path})`,
  url: new URL(href, location.href).href
}))

/** What the service has configured of the page. */
export const settings = JSON.parse(page.dataset.settings)

/** Where an authorization server redirects to. */
export const redirectUrl = new URL('oauth2-redirect.html', location.href).href

/** The root of the service. */
export const service = new URL(page.dataset.service, location.href).href

/**
 * The parameters that Swagger UI usually reads from the URL of its page. Here a URL from an attacker must not configure it:
 * only `url` is read, and only for documents of this service.
 */
const CONFIGURATION = [
  'config',
  'configUrl',
  'urls',
  'urls.primaryName',
  'spec',
  'layout',
  'deepLinking',
  'defaultModelExpandDepth',
  'defaultModelRendering',
  'defaultModelsExpandDepth',
  'displayOperationId',
  'displayRequestDuration',
  'docExpansion',
  'filter',
  'maxDisplayedTags',
  'oauth2RedirectUrl',
  'operationsSorter',
  'persistAuthorization',
  'queryConfigEnabled',
  'requestSnippetsEnabled',
  'showCommonExtensions',
  'showExtensions',
  'showMutatedRequest',
  'supportedSubmitMethods',
  'syntaxHighlight',
  'tagsSorter',
  'tryItOutEnabled',
  'validatorUrl',
  'withCredentials'
]

/** The names of these parameters in the URL, in upper or lower case. */
function ignoredParameters(parameters) {
  const given = new Set([...parameters.keys()].map((name) => name.toLowerCase()))
  return CONFIGURATION.filter((name) => given.has(name.toLowerCase()))
}

/** The text is fixed: a URL from an attacker must not be able to show text to the reader. */
function showNotice(text) {
  const notice = document.getElementById('notice')
  notice.textContent = notice.hidden ? text : `${notice.textContent} ${text}`
  notice.hidden = false
}

/** The URL of the document to be shown; undefined where there is none. Says on the page what it ignored. */
export function chosenDocument() {
  const parameters = new URLSearchParams(location.search)
  const requested = parameters.get('url')
  const resolved = requested ? resolveDocument(requested, location.href, documents, service) : undefined
  const url = resolved ?? documents[0]?.url
  if (requested && !resolved) {
    const instead = url ? ' The document of this service is shown instead.' : ''
    showNotice(`The address in “?url=” was ignored, because it does not lead to this service.${instead}`)
  }
  const ignored = ignoredParameters(parameters)
  if (ignored.length > 0) {
    const names = ignored.map((name) => `“?${name}=”`).join(', ')
    showNotice(`${names} ${ignored.length === 1 ? 'was' : 'were'} ignored: this page is not configured by its address.`)
  }
  if (!url && !requested) showNotice('This service publishes no OpenAPI document.')
  return url
}

/** The address of this page with another of its documents, and the place that is open in this one. */
export function addressOf(path) {
  return `?url=${encodeURIComponent(path)}${location.hash}`
}

/** The title of the page, unless the service has given it one. */
export function showTitle(title) {
  if (settings.title === undefined && typeof title === 'string' && title !== '') document.title = title
}
