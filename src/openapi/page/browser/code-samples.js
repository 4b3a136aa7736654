import { curlOf, fetchOf } from './request-code.js'

const LANGUAGES = [
  { id: 'curl', label: 'curl', write: curlOf },
  { id: 'fetch', label: 'fetch', write: fetchOf }
]

/** Which language the reader has chosen, for all operations. */
let chosen = LANGUAGES[0].id
const listeners = new Set()

function choose(id) {
  chosen = id
  for (const listener of listeners) listener()
}

function whenChosen(listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows each operation as code, with the values that the reader has entered, and examples where they have not. */
export function codeSamples({ React, getSystem }) {
  const h = React.createElement

  function Samples({ path, method }) {
    const { getStore } = getSystem()
    const language = React.useSyncExternalStore(whenChosen, () => chosen)
    const state = React.useSyncExternalStore(getStore().subscribe, getStore().getState)
    const [said, say] = React.useState('')
    const request = React.useMemo(() => attempt(() => requestOf(getSystem(), path, method)), [state, path, method])
    const id = React.useId()
    if (request === undefined) return null
    const { write, label } = LANGUAGES.find((each) => each.id === language)
    const code = write(request)
    const move = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (step === undefined) return
      event.preventDefault()
      const at = LANGUAGES.findIndex((each) => each.id === language)
      const next = LANGUAGES[(at + step + LANGUAGES.length) % LANGUAGES.length]
      choose(next.id)
      event.currentTarget.querySelector(`[data-language=${next.id}]`).focus()
    }
    const tabs = LANGUAGES.map((each) =>
      h(
        'button',
        {
          key: each.id,
          type: 'button',
          role: 'tab',
          id: `${id}${each.id}`,
          'data-language': each.id,
          'aria-selected': each.id === language,
          'aria-controls': `${id}panel`,
          tabIndex: each.id === language ? 0 : -1,
          onClick: () => choose(each.id)
        },
        each.label
      )
    )
    const copy = async () => say((await copyText(code)) ? 'Copied' : 'Select the code to copy it')
    return h(
      'section',
      { className: 'docs-ui-samples', 'aria-label': 'Code samples' },
      h(
        'div',
        { className: 'docs-ui-samples-head' },
        h('h4', null, 'Code samples'),
        h('div', { role: 'tablist', 'aria-label': 'Language', onKeyDown: move }, tabs),
        h('button', { type: 'button', className: 'docs-ui-copy', onClick: copy, onBlur: () => say('') }, 'Copy'),
        h('span', { role: 'status' }, said)
      ),
      h(
        'pre',
        { role: 'tabpanel', id: `${id}panel`, 'aria-label': label, tabIndex: 0, className: 'docs-ui-code' },
        h('code', null, code)
      )
    )
  }

  const withSamples = (Responses) => (props) =>
    h(React.Fragment, null, h(Samples, { path: props.path, method: props.method }), h(Responses, props))
  return { wrapComponents: { responses: withSamples } }
}

/** A document that others wrote can be wrong in any place; the page works without its samples. */
function attempt(make) {
  try {
    return make()
  } catch {
    return undefined
  }
}

/** Plain documents by what Swagger UI keeps: making one takes long, and readers type. */
const plain = new WeakMap()

function plainOf(document) {
  if (!plain.has(document)) plain.set(document, document.toJS())
  return plain.get(document)
}

/** The request that "Execute" would send now. */
function requestOf({ fn, specSelectors, oas3Selectors }, path, method) {
  const spec = plainOf(specSelectors.specJsonWithResolvedSubtrees())
  const operation = spec.paths[path][method]
  const namespace = `${path}:${method}`
  const server = oas3Selectors.selectedServer(namespace) || oas3Selectors.selectedServer()
  const own = oas3Selectors.serverVariables({ server, namespace }).toJS()
  const serverVariables = Object.keys(own).length > 0 ? own : oas3Selectors.serverVariables({ server }).toJS()
  const declared = [...(operation.parameters ?? []), ...(spec.paths[path].parameters ?? [])].filter(
    (each, index, all) => all.findIndex(({ name, in: place }) => name === each.name && place === each.in) === index
  )
  const entered = specSelectors.parameterValues([path, method]).toJS()
  const parameters = {}
  for (const parameter of declared) {
    const name = `${parameter.in}.${parameter.name}`
    const value = isEmpty(entered[name]) ? (parameter.required ? exampleOf(fn, parameter) : undefined) : entered[name]
    if (value !== undefined) parameters[name] = value
  }
  const requestContentType =
    oas3Selectors.requestContentType(path, method) ?? Object.keys(operation.requestBody?.content ?? {})[0]
  const body = bodyOf({ fn, oas3Selectors, path, method, operation, requestContentType })
  const operationId = operation.operationId ?? fn.opId(operation, path, method)
  const {
    url,
    headers,
    body: sent
  } = fn.buildRequest({
    spec,
    operationId,
    pathName: path,
    method,
    server,
    serverVariables,
    contextUrl: specSelectors.url(),
    parameters,
    requestBody: body,
    requestContentType,
    responseContentType: oas3Selectors.responseContentType(path, method) || undefined
  })
  return {
    method: method.toUpperCase(),
    url: new URL(url, location.href).href.replaceAll('%7B', '{').replaceAll('%7D', '}'),
    headers: Object.entries(headers ?? {}).filter(([name, value]) => !/^accept$/i.test(name) || value !== '*/*'),
    body: sentBody(sent, requestContentType),
    credentials: credentialsOf(spec, operation)
  }
}

function isEmpty(value) {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function exampleOf(fn, { example, examples, schema = {} }) {
  if (example !== undefined) return example
  const [first] = Object.values(examples ?? {})
  if (first?.value !== undefined) return first.value
  const sample = fn.getSampleSchema(schema, '', {}, undefined)
  return typeof sample === 'string' ? sample.replace(/^"(.*)"$/, '$1') : sample
}

/** What the reader has entered, else what the editor would begin with. */
function bodyOf({ fn, oas3Selectors, path, method, operation, requestContentType }) {
  const media = operation.requestBody?.content?.[requestContentType]
  if (media === undefined) return undefined
  const entered = oas3Selectors.requestBodyValue(path, method)
  if (typeof entered === 'string' || entered instanceof Blob) return entered
  if (typeof entered?.toJS === 'function') {
    const values = entered.map((each) => (typeof each?.get === 'function' ? each.get('value') : each)).toJS()
    return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
  }
  const { schema = {}, example, examples = {} } = media
  const [first] = Object.values(examples)
  const given = example ?? first?.value
  const isForm = isFormType(requestContentType)
  const sample = fn.getSampleSchema(
    schema,
    isForm ? 'application/json' : requestContentType,
    { includeWriteOnly: true },
    given
  )
  if (!isForm) return typeof sample === 'string' ? sample : JSON.stringify(sample, null, 2)
  const values = typeof sample === 'string' ? JSON.parse(sample) : sample
  const files = Object.entries(schema.properties ?? {}).filter(([, field]) => isFileField(field))
  return { ...values, ...Object.fromEntries(files.map(([name]) => [name, new File([], 'file')])) }
}

function isFormType(type = '') {
  return /^(multipart\/|application\/x-www-form-urlencoded)/i.test(type)
}

function isFileField({ format, contentMediaType, type, items }) {
  if (items !== undefined) return isFileField(items)
  return format === 'binary' || (contentMediaType !== undefined && type !== 'object')
}

function sentBody(sent, type = '') {
  if (sent === undefined || sent === null || sent === '') return undefined
  if (sent instanceof Blob) return { kind: 'file' }
  if (/^multipart\//i.test(type)) {
    const parts =
      sent instanceof FormData
        ? [...sent]
        : Object.entries(sent).flatMap(([name, value]) => [value].flat().map((each) => [name, each]))
    return { kind: 'form', parts: parts.map(([name, value]) => [name.replace(/_\*\*\[\].*$/, ''), value]) }
  }
  if (sent instanceof FormData) return { kind: 'form', parts: [...sent] }
  return { kind: 'text', text: typeof sent === 'string' ? sent : JSON.stringify(sent) }
}

/** The first of the alternatives that the operation accepts. */
function credentialsOf(spec, operation) {
  const [first = {}] = operation.security ?? spec.security ?? []
  return Object.keys(first).flatMap((scheme) => {
    const { type, scheme: kind = '', in: place, name } = spec.components?.securitySchemes?.[scheme] ?? {}
    if (type === 'apiKey') return [{ scheme, kind: place, name }]
    if (type === 'http' && kind.toLowerCase() === 'basic') return [{ scheme, kind: 'basic', name: 'Authorization' }]
    const isBearer =
      type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && kind.toLowerCase() === 'bearer')
    return isBearer ? [{ scheme, kind: 'bearer', name: 'Authorization' }] : []
  })
}

/** Without https a browser has no clipboard for pages. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'docs-ui-hidden'
    document.body.append(area)
    area.select()
    // The only way there.
    const isCopied = document.execCommand('copy')
    area.remove()
    return isCopied
  }
}
