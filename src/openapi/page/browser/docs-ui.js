import { nameControls } from './accessible-names.js'
import { addressOf, chosenDocument, documents, redirectUrl, settings, showTitle } from './documents.js'
import { signIn } from './sign-in.js'

/** Lets the reader choose where the service has several documents. What is open stays so where the other has it, too. */
function offerChoice(url) {
  if (documents.length < 2) return
  const choice = document.getElementById('choice')
  const select = choice.querySelector('select')
  for (const own of documents) select.add(new Option(own.label, own.path, false, own.url === url))
  if (!documents.some((own) => own.url === url)) select.selectedIndex = -1
  select.addEventListener('change', () => {
    location.href = addressOf(select.value)
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
  const url = chosenDocument()
  offerChoice(url)
  if (!url) return
  const { tryItOut, persistAuthorization, oauth2 } = settings
  const ui = globalThis.SwaggerUIBundle({
    url,
    dom_id: '#docs-ui',
    deepLinking: true,
    displayRequestDuration: true,
    filter: true,
    requestSnippetsEnabled: true,
    tryItOutEnabled: false,
    queryConfigEnabled: false,
    // No badge: it would send the document's URL to another service.
    validatorUrl: null,
    oauth2RedirectUrl: redirectUrl,
    persistAuthorization: persistAuthorization && tryItOut,
    // Without a method that can be sent there is no button "Try it out".
    ...(!tryItOut && { supportedSubmitMethods: [] }),
    plugins: [quietFormats, deepLinks, ...(tryItOut ? [signIn] : [withoutCredentials])],
    onComplete: () => showTitle(ui.specSelectors.info()?.get('title'))
  })
  if (tryItOut) {
    const { clientId = '', scopes = [], parameters = {} } = oauth2 ?? {}
    ui.initOAuth({
      clientId,
      scopes,
      additionalQueryStringParams: parameters,
      usePkceWithAuthorizationCodeGrant: true
    })
  }
  nameControls(document.getElementById('docs-ui'))
  addEventListener('hashchange', () => ui.layoutActions.parseDeepLinkHash(location.hash))
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

/**
 * Links to operations: `#/tag/operationId`. Swagger UI takes `_` in them for a space as well, and complains of it on the
 * console; here each part is what it is when decoded. The link is beside the button that opens the operation: within it no
 * keyboard would reach it.
 */
function deepLinks({ React }) {
  const h = React.createElement
  const hrefOf = (parts) => `#/${parts.map(encodeURIComponent).join('/')}`
  const Text = ({ text }) => h('span', { className: 'nostyle' }, text)
  const withLink = (Summary) => (props) => {
    const { tag, operationId, method, path } = props.operationProps.toObject()
    const { getComponent } = props
    const components = React.useMemo(() => {
      const link = {
        className: 'docs-ui-link',
        href: hrefOf([tag, operationId]),
        title: 'Link to this operation',
        'aria-label': `Link to ${method.toUpperCase()} ${path}`
      }
      const Copy = getComponent('CopyToClipboardBtn', true)
      return {
        CopyToClipboardBtn: (own) => h(React.Fragment, null, h(Copy, own), h('a', link, '#')),
        OperationSummaryPath: (own) =>
          h(getComponent('OperationSummaryPath'), {
            ...own,
            getComponent: (name, ...rest) => (name === 'DeepLink' ? Text : getComponent(name, ...rest))
          })
      }
    }, [tag, operationId, method, path, getComponent])
    const own = (name, ...rest) => components[name] ?? getComponent(name, ...rest)
    return h(Summary, { ...props, getComponent: own })
  }
  const parse =
    (_, { layoutActions, layoutSelectors }) =>
    () => {
      const parts = location.hash
        .replace(/^#!?\/?/, '')
        .split('/')
        .map(decode)
      const [tag, id] = parts
      if (!tag) return
      const key = layoutSelectors.isShownKeyFromUrlHashArray(id ? [tag, id] : [tag])
      if (key.length === 0) return
      if (key[0] === 'operations') layoutActions.show(layoutSelectors.isShownKeyFromUrlHashArray([tag]), true)
      layoutActions.show(key, true)
      layoutActions.scrollTo(key)
      layoutActions.scrollToVirtualizedOperation?.(key)
    }
  return {
    wrapComponents: { OperationSummary: withLink },
    statePlugins: { layout: { wrapActions: { parseDeepLinkHash: parse } } }
  }
}

function decode(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Where nothing can be executed, nothing asks for credentials. */
function withoutCredentials() {
  const nothing = () => () => null
  return { wrapComponents: { AuthorizeBtnContainer: nothing, authorizeBtn: nothing, authorizeOperationBtn: nothing } }
}

start()
