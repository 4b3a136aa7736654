import { resolveDocument } from './document-url.js'

const page = document.getElementById('docs-ui')
/** The service's own documents: the path of each, and its URL from here. The first is the default. */
const documents = JSON.parse(page.dataset.documents).map(({ path, href }) => ({
  path,
  url: new URL(href, location.href).href
}))
const service = new URL(page.dataset.service, location.href).href

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

/** Lets the reader choose where the service has several documents. */
function offerChoice(url) {
  if (documents.length < 2) return
  const choice = document.getElementById('choice')
  const select = choice.querySelector('select')
  for (const own of documents) select.add(new Option(own.path, own.path, false, own.url === url))
  if (!documents.some((own) => own.url === url)) select.selectedIndex = -1
  select.addEventListener('change', () => {
    location.href = `?url=${encodeURIComponent(select.value)}`
  })
  choice.hidden = false
}

function followColourScheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
  dark.addEventListener('change', follow)
  follow()
}

function start() {
  followColourScheme()
  const parameters = new URLSearchParams(location.search)
  const requested = parameters.get('url')
  const asked = requested ? resolveDocument(requested, location.href, documents, service) : undefined
  const url = asked ?? documents[0]?.url
  offerChoice(url)
  if (requested && !asked) {
    const instead = url ? ' The document of this service is shown instead.' : ''
    showNotice(`The address in “?url=” was ignored, because it does not lead to this service.${instead}`)
  }
  const ignored = ignoredParameters(parameters)
  if (ignored.length > 0) {
    const names = ignored.map((name) => `“?${name}=”`).join(', ')
    showNotice(`${names} ${ignored.length === 1 ? 'was' : 'were'} ignored: this page is not configured by its address.`)
  }
  if (!url) {
    if (!requested) showNotice('This service publishes no OpenAPI document.')
    return
  }
  const ui = globalThis.SwaggerUIBundle({
    url,
    dom_id: '#docs-ui',
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: false,
    queryConfigEnabled: false,
    // No badge: it would send the document's URL to another service.
    validatorUrl: null,
    plugins: [quietFormats],
    onComplete: () => {
      const title = ui.specSelectors.info()?.get('title')
      if (typeof title === 'string' && title !== '') document.title = title
    }
  })
}

/**
 * Swagger UI looks for an input of the items' own format, as `JsonSchema_integer_int64`, and warns on the console where it
 * takes the plain one.
 */
function quietFormats({ React }) {
  const quiet = (getComponent) => (name, container, config) =>
    getComponent(name, container, { ...config, failSilently: true })
  const wrap = (List) => (props) => React.createElement(List, { ...props, getComponent: quiet(props.getComponent) })
  return { wrapComponents: { JsonSchema_array: wrap } }
}

start()
