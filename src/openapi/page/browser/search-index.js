/**
 * What a document says of its operations, to be searched. A schema of the components is read once, however many operations
 * use it: what matches there is found for all of them.
 */

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** What a match is worth, by where it is. */
const WEIGHTS = { name: 8, summary: 6, tag: 5, parameter: 4, field: 3, description: 2, value: 1 }

/**
 * @param {object} document an OpenAPI document, 3.0 to 3.2
 * @param {{ path?: string, idOf?: (operation: object, path: string, method: string) => string }} options the document's path,
 *   which results have, and what names operations without an id
 */
export function indexDocument(document, { path: source, idOf = () => '' } = {}) {
  const components = new Map()
  const entries = []
  const title = document?.info?.title ?? ''
  const reader = new Reader(document, components)
  for (const [path, item] of Object.entries(document?.paths ?? {})) {
    const shared = reader.resolve(item)
    for (const [method, operation] of operationsOf(shared)) {
      const { summary = '', description = '', tags = [], operationId, deprecated = false } = operation
      const id = operationId ?? idOf(operation, path, method)
      const texts = [
        text('name', `${method} ${path}`),
        text('name', id),
        text('summary', summary || (shared.summary ?? '')),
        text('description', description),
        ...tags.map((tag) => text('tag', tag))
      ]
      const uses = new Map()
      for (const given of [...(shared.parameters ?? []), ...(operation.parameters ?? [])])
        reader.parameter(given, { texts, uses })
      reader.contents(operation.requestBody, 'request', { texts, uses })
      for (const response of Object.values(operation.responses ?? {}))
        reader.contents(response, 'response', { texts, uses })
      entries.push({ id, tag: tags[0] ?? 'default', method, path, summary, deprecated, source, title, texts, uses })
    }
  }
  return { entries, components, title, source }
}

function operationsOf(item) {
  const fixed = METHODS.filter((method) => typeof item?.[method] === 'object' && item[method] !== null).map(
    (method) => [method, item[method]]
  )
  const more = Object.entries(item?.additionalOperations ?? {}).filter(
    ([, operation]) => typeof operation === 'object' && operation !== null
  )
  return [...fixed, ...more]
}

/** One text of an operation: its place says what the reader sees of a match. */
function text(kind, words, where = '') {
  return { kind, words: String(words ?? ''), where, folded: fold(words) }
}

class Reader {
  #document
  #components

  constructor(document, components) {
    this.#document = document
    this.#components = components
  }

  /** What a reference within the document leads to; the value itself where it is none. */
  resolve(value) {
    let found = value
    for (let step = 0; typeof found?.$ref === 'string' && step < 20; step++) {
      if (!found.$ref.startsWith('#/')) return {}
      const keys = found.$ref.slice(2).split('/').map(keyOfPointer)
      found = keys.reduce((at, key) => (Object.hasOwn(Object(at), key) ? at[key] : undefined), this.#document)
    }
    return found ?? {}
  }

  parameter(given, into) {
    const { name = '', in: place = '', description, schema, content } = this.resolve(given)
    into.texts.push(text('parameter', name, `${place} parameter ${name}`))
    if (description) into.texts.push(text('description', description, `${place} parameter ${name}`))
    this.#schema(schema, { ...into, where: `${place} parameter ${name}`, path: name, depth: 0 })
    for (const media of Object.values(content ?? {}))
      this.#schema(media?.schema, { ...into, where: `${place} parameter ${name}`, path: name, depth: 0 })
  }

  contents(given, side, into) {
    const body = this.resolve(given)
    if (body.description) into.texts.push(text('description', body.description, side))
    for (const [name, header] of Object.entries(body.headers ?? {})) {
      into.texts.push(text('parameter', name, `${side} header ${name}`))
      const { description } = this.resolve(header)
      if (description) into.texts.push(text('description', description, `${side} header ${name}`))
    }
    for (const media of Object.values(body.content ?? {})) {
      for (const schema of [media?.schema, media?.itemSchema])
        this.#schema(schema, { ...into, where: side, path: '', depth: 0 })
    }
  }

  /** Fields of a schema without a name are texts of the operation; a component is noted, and read once. */
  #schema(schema, at) {
    if (typeof schema !== 'object' || schema === null || at.depth > 12) return
    if (typeof schema.$ref === 'string') {
      this.#component(schema.$ref)
      if (!at.uses.has(schema.$ref)) at.uses.set(schema.$ref, at.where)
      return
    }
    const place = at.path === '' ? at.where : `${at.path}, ${at.where}`
    for (const words of [schema.title, schema.description]) if (words) at.texts.push(text('description', words, place))
    for (const value of [schema.enum ?? [], schema.const ?? []].flat()) at.texts.push(text('value', value, place))
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const path = at.path === '' ? name : `${at.path}.${name}`
      at.texts.push(text('field', name, `${path}, ${at.where}`))
      this.#schema(field, { ...at, path, depth: at.depth + 1 })
    }
    const { items, prefixItems = [], additionalProperties, allOf = [], anyOf = [], oneOf = [] } = schema
    for (const part of [items, ...prefixItems, additionalProperties, ...allOf, ...anyOf, ...oneOf])
      this.#schema(part, { ...at, depth: at.depth + 1 })
  }

  #component(ref) {
    if (this.#components.has(ref)) return
    const component = { name: keyOfPointer(ref.split('/').at(-1)), texts: [], uses: new Map() }
    this.#components.set(ref, component)
    component.texts.push(text('field', component.name, component.name))
    this.#schema(this.resolve({ $ref: ref }), { ...component, where: component.name, path: '', depth: 0 })
  }
}

function keyOfPointer(key) {
  const plain = key.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** Without upper case and accents: `Größe` is found by `grosse` and `große`. */
function fold(words) {
  return String(words ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
}

/**
 * The operations in which each word of the query is found, the best first, and of each why it was found where its path,
 * summary and method do not show it.
 *
 * @param {ReturnType<typeof indexDocument>[]} indexes
 * @param {string} query
 * @returns {{ entry: object, why: string }[]}
 */
export function searchOperations(indexes, query) {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = indexes.flatMap((index) => {
    const inComponents = words.map((word) => matchesInComponents(index.components, word))
    return index.entries.flatMap((entry) => {
      let score = 0
      let why = ''
      for (const [number, word] of words.entries()) {
        const match = bestOf([...matchesOf(entry.texts, word), ...usedMatches(entry.uses, inComponents[number])])
        if (match === undefined) return []
        score += match.score
        if (why === '' && !['name', 'summary'].includes(match.kind)) why = match.why
      }
      return [{ entry, why, score }]
    })
  })
  return found.sort((one, other) => other.score - one.score)
}

function matchesOf(texts, word) {
  return texts.flatMap(({ kind, words, where, folded }) => {
    const at = folded.indexOf(word)
    if (at < 0) return []
    // A whole word, or its beginning, is what was meant more often.
    const isStart = at === 0 || /[^\p{L}\p{N}]/u.test(folded[at - 1])
    const isWhole = isStart && (folded.length === at + word.length || /[^\p{L}\p{N}]/u.test(folded[at + word.length]))
    return [{ kind, score: WEIGHTS[kind] * (isWhole ? 1.5 : isStart ? 1.2 : 1), why: reasonOf(kind, words, where) }]
  })
}

function reasonOf(kind, words, where) {
  if (kind === 'tag') return `tag ${words}`
  if (kind === 'parameter' || kind === 'field')
    return where.includes(words) && kind === 'parameter' ? where : `field ${where}`
  const short = words.length > 90 ? `${words.slice(0, 90)}…` : words
  return where === '' ? short : `${where}: ${short}`
}

/** The best match of each component, and of those that it uses. */
function matchesInComponents(components, word) {
  const own = new Map()
  for (const [ref, { texts }] of components) {
    const best = bestOf(matchesOf(texts, word))
    if (best !== undefined) own.set(ref, best)
  }
  if (own.size === 0) return own
  const users = new Map()
  for (const [ref, { uses }] of components)
    for (const used of uses.keys()) users.set(used, [...(users.get(used) ?? []), ref])
  const all = new Map(own)
  for (const waiting = [...own.keys()]; waiting.length > 0; ) {
    const ref = waiting.pop()
    const match = all.get(ref)
    for (const user of users.get(ref) ?? []) {
      if ((all.get(user)?.score ?? 0) >= match.score) continue
      all.set(user, match)
      waiting.push(user)
    }
  }
  return all
}

function usedMatches(uses, matches) {
  if (matches.size === 0) return []
  return [...uses].flatMap(([ref, where]) => {
    const match = matches.get(ref)
    return match === undefined ? [] : [{ ...match, why: `${match.why} (${where})` }]
  })
}

function bestOf(matches) {
  let best
  for (const match of matches) if (best === undefined || match.score > best.score) best = match
  return best
}
