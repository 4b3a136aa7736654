import { addressOf, documents } from './documents.js'
import { indexDocument, searchOperations } from './search-index.js'

/** More results than a reader looks through; the rest is counted. */
const MOST = 50

const box = document.getElementById('search')
const input = box.querySelector('input')
const list = box.querySelector('[role=listbox]')
const status = box.querySelector('[role=status]')

/**
 * Starts the search over all documents of the service. They are read when the reader first goes to the box.
 *
 * @param ui Swagger UI
 * @param shown the URL of the document that it shows
 */
export function startSearch(ui, shown) {
  const { specSelectors, fn } = ui.getSystem()
  let indexes
  let failed = []
  let results = []
  let active = -1

  const readAll = async () => {
    const others = documents.length > 0 ? documents : [{ path: undefined, url: shown }]
    const all = others.some(({ url }) => url === shown) ? others : [{ path: undefined, url: shown }, ...others]
    failed = []
    const read = all.map(async ({ path, url }) => {
      const document = url === shown ? specSelectors.specJson().toJS() : await load(fn, url)
      if (document === undefined) failed.push(path)
      return indexDocument(document, { path: url === shown ? undefined : path, idOf: (...of) => fn.opId(...of) })
    })
    return Promise.all(read)
  }

  const say = () => {
    const query = input.value.trim()
    const missing = failed.length === 0 ? '' : ` Could not be read: ${failed.join(', ')}.`
    const more = results.length > MOST ? `, the first ${MOST} are shown` : ''
    const count = results.length === 1 ? '1 operation' : `${results.length} operations`
    const said = query === '' ? '' : `${count} found${more}.${missing}`
    status.textContent = said
  }

  const choose = (index) => {
    list.children[active]?.setAttribute('aria-selected', 'false')
    active = index
    const option = list.children[index]
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
  }

  const show = (isOpen) => {
    list.hidden = !isOpen || results.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
  }

  const search = async () => {
    const query = input.value
    if (query.trim() === '') {
      results = []
      list.replaceChildren()
      show(false)
      say()
      return
    }
    indexes ??= readAll()
    const read = await indexes
    // The reader has typed on.
    if (query !== input.value) return
    results = searchOperations(read, query)
    const several = read.length > 1
    list.replaceChildren(...results.slice(0, MOST).map((result, index) => optionOf(result, index, several)))
    choose(-1)
    show(document.activeElement === input)
    say()
  }

  const open = (index) => {
    const result = results[index]
    if (result === undefined) return
    const { source, tag, id } = result.entry
    const hash = `#/${encodeURIComponent(tag)}/${encodeURIComponent(id)}`
    show(false)
    if (source !== undefined) location.href = addressOf(source, hash)
    else if (location.hash === hash) ui.layoutActions.parseDeepLinkHash(hash)
    else location.hash = hash
    input.blur()
  }

  const keys = {
    ArrowDown: () => choose(active + 1 < list.children.length ? active + 1 : 0),
    ArrowUp: () => choose(active > 0 ? active - 1 : list.children.length - 1),
    Enter: () => open(Math.max(active, 0)),
    Escape: () => {
      if (list.hidden) input.value = ''
      show(false)
      if (input.value === '') search()
    }
  }

  input.addEventListener('input', search)
  input.addEventListener('focus', () => {
    indexes ??= readAll()
    show(true)
  })
  input.addEventListener('blur', () => show(false))
  input.addEventListener('keydown', (event) => {
    const act = keys[event.key]
    if (act === undefined || event.isComposing || (event.key.startsWith('Arrow') && list.children.length === 0)) return
    event.preventDefault()
    if (event.key.startsWith('Arrow')) show(true)
    act()
  })
  // The box keeps the focus, so that its list stays open until the click ends.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = event.target.closest('[role=option]')
    if (option) open([...list.children].indexOf(option))
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isEditable(event.target)) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  box.hidden = false
}

async function load(fn, url) {
  const response = await fn
    .fetch({ url, headers: { Accept: 'application/json, application/yaml' } })
    .catch(() => undefined)
  return typeof response?.obj === 'object' && response.obj !== null ? response.obj : undefined
}

function isEditable(element) {
  return element.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)
}

/** By text nodes alone: a document must not be able to write elements of the page. */
function optionOf({ entry, why }, index, several) {
  const option = make('li', '')
  option.id = `search-result-${index}`
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  const head = make('span', 'docs-ui-result')
  head.append(
    make('span', `docs-ui-method docs-ui-method-${entry.method.toLowerCase()}`, entry.method.toUpperCase()),
    ' ',
    make('span', 'docs-ui-path', entry.path),
    ' ',
    make('span', '', entry.summary)
  )
  option.append(head)
  const where = several ? [entry.source ?? '', entry.title].filter(Boolean).join(' · ') : ''
  const details = [why, where].filter(Boolean).join(' — ')
  if (details !== '') option.append(' ', make('span', 'docs-ui-why', details))
  return option
}

function make(name, className, content = '') {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  element.textContent = content
  return element
}
