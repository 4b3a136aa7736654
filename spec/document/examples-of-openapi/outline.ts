/** A JSON object of a document. */
type Node = Readonly<Record<string, unknown>>

/**
 * A document in words, a line for each thing that it says. Texts for people are only said to be there. What the words do not
 * know is named by its key, so that nothing of a document is passed over.
 */
export function outlineOf(document: object): string[] {
  const { openapi, info, servers, tags, paths, components, ...rest } = document as Node
  const { schemas, links, ...otherComponents } = (components ?? {}) as Node
  return [
    `OpenAPI ${String(openapi)}`,
    `the API${said(info)}`,
    ...list(servers).map((server) => serverIn(server)),
    ...list(tags).map((tag) => `the tag ${String(tag.name)}${said(tag, ['name'])}`),
    ...entries(paths).flatMap(([path, item]) => pathIn(path, item)),
    ...entries(schemas)
      .map(([name, schema]) => `${name} is ${words(schema)}`)
      .sort(),
    ...entries(links).map(([name, link]) => `the link ${name} is ${linkIn(link)}`),
    ...entries(otherComponents).flatMap(([kind, members]) => Object.keys(members).map((name) => `${kind} ${name}`)),
    ...Object.keys(rest).map((key) => `the document has ${key}`)
  ]
}

function serverIn({ url, variables, ...rest }: Node): string {
  const named = entries(variables).map(([name, { default: first, enum: values, ...more }]) => {
    const choice = values === undefined ? '' : ` of ${list(values).join(', ')}`
    return `; ${name} is ${String(first)}${choice}${said(more)}`
  })
  return `served at ${String(url)}${said(rest)}${named.join('')}`
}

function pathIn(path: string, item: Node): string[] {
  return entries(item).flatMap(([method, operation]) => {
    const { operationId, parameters, requestBody, responses, callbacks, tags, ...rest } = operation
    const id = operationId === undefined ? '' : `, called ${String(operationId)}`
    const tagged = tags === undefined ? '' : `, tagged ${list(tags).join(', ')}`
    return [
      `${method} ${path}${id}${tagged}${said(rest)}`,
      ...list(parameters).map((parameter) => `  takes ${parameterIn(parameter)}`),
      ...(requestBody === undefined ? [] : bodyIn(requestBody as Node)),
      ...entries(responses).flatMap(([status, response]) => responseIn(status, response)),
      ...entries(callbacks).flatMap(([name, callback]) => [
        `  calls back ${name}`,
        ...entries(callback).flatMap(([url, called]) => pathIn(url, called).map((line) => `    ${line}`))
      ])
    ]
  })
}

function parameterIn({ in: place, name, required, schema, style, explode, ...rest }: Node): string {
  const written = style === undefined || style === 'form' ? '' : ` written as ${String(style)}`
  const comma = explode === false ? ' with commas' : ''
  const need = required === true ? '' : ', or nothing'
  return `${String(place)} ${String(name)}: ${words(schema as Node)}${written}${comma}${need}${said(rest)}`
}

function bodyIn({ content, required, ...rest }: Node): string[] {
  const need = required === true ? '' : ', or nothing'
  return entries(content).map(([type, media]) => `  takes ${type}: ${mediaIn(media)}${need}${said(rest)}`)
}

function responseIn(status: string, { $ref, content, links, description: _, ...rest }: Node): string[] {
  if ($ref !== undefined) return [`  responds ${status}: ${nameIn($ref)}`]
  const media = entries(content).map(([type, one]) => `${type}: ${mediaIn(one)}`)
  return [
    `  responds ${status}: ${media.join(', ') || 'nothing'}${said(rest)}`,
    ...entries(links).map(([name, link]) => `    then ${name}: ${linkIn(link)}`)
  ]
}

function mediaIn({ schema, ...rest }: Node): string {
  return words(schema as Node) + said(rest)
}

function linkIn({ $ref, operationId, parameters, ...rest }: Node): string {
  if ($ref !== undefined) return nameIn($ref)
  const given = entries(parameters).map(([name, value]) => `${name} from ${String(value)}`)
  return `to ${String(operationId)} with ${given.join(', ')}${said(rest)}`
}

/** A schema in words. */
function words(schema: Node): string {
  const { $ref, type, format, items, properties, required, additionalProperties, allOf, enum: values, ...rest } = schema
  if ($ref !== undefined) return nameIn($ref) + said(rest)
  if (allOf !== undefined) return `${list(allOf).map(words).join(' and ')}${said(rest)}`
  const about = said(rest)
  if (values !== undefined) return `one of ${list(values).join(', ')}${about}`
  if (items !== undefined) return `a list of ${words(items as Node)}${about}`
  const needed = list(required).map(String)
  const fields = entries(properties).map(
    ([name, field]) => `${name}${needed.includes(name) ? '' : '?'}: ${words(field)}`
  )
  if (properties !== undefined) return `{ ${fields.join('; ')} }${about}`
  if (typeof additionalProperties === 'object') return `a map of ${words(additionalProperties as Node)}${about}`
  return `${String(type ?? 'anything')}${format === undefined ? '' : ` of ${String(format)}`}${about}`
}

/** What is said beside the structure: values of keywords, and the names of everything else. */
function said(node: unknown, known: readonly string[] = []): string {
  return entries(node)
    .filter(([key]) => !known.includes(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]: [string, unknown]) => {
      if (TEXTS.has(key)) return ''
      const isNumber = typeof value === 'number' || typeof value === 'boolean'
      return isNumber ? `, ${key} ${String(value)}` : key === 'default' ? `, default ${String(value)}` : `, with ${key}`
    })
    .join('')
}

const TEXTS: ReadonlySet<string> = new Set(['description', 'summary'])

function nameIn(reference: unknown): string {
  return String(reference).split('/').at(-1) as string
}

function entries(node: unknown): [string, Node][] {
  return Object.entries((node ?? {}) as Record<string, Node>)
}

function list(value: unknown): Node[] {
  return (value ?? []) as Node[]
}
