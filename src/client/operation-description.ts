import type { ClientOperation } from './client-model.js'
import { successesOf } from './operation-types.js'
import { literal, quoted } from './ts-text.js'

/** What the client's own code needs of an operation, as the literal of a `Description`. */
export function describeOperation(operation: ClientOperation, isText: (schema: unknown) => boolean): string {
  const { id, method, path, server, parameters, isGrouped, body, security, responses } = operation
  const { prefix } = successesOf(operation)
  const members = [`id: ${quoted(id)}`, `method: ${quoted(method)}`, `path: ${quoted(path)}`]
  if (server !== undefined) members.push(`server: ${quoted(server)}`)
  if (parameters.length > 0) {
    const texts = parameters.map(({ place, name, style, constant }) => {
      if (constant === undefined) return tuple([place, name, ...(style === undefined ? [] : [style])])
      const value = typeof constant === 'string' ? quoted(constant) : literal(constant)
      return `[${quoted(place)}, ${quoted(name)}, ${quoted(style ?? '')}, ${value}]`
    })
    members.push(`parameters: [${texts.join(', ')}]`)
  }
  if (isGrouped) members.push('grouped: true')
  if (body !== undefined) {
    const texts = body.content.map(({ mediaType, kind, fields }) => {
      const encodings = fields.length === 0 ? '' : `, [${fields.map(tuple).join(', ')}]`
      return `[${quoted(mediaType)}, ${quoted(kind)}${encodings}]`
    })
    members.push(`body: [${texts.join(', ')}]`)
  }
  // Without a requirement that needs a credential there is none to look for.
  if (security.some((names) => names.length > 0)) members.push(`security: [${security.map(tuple).join(', ')}]`)
  members.push(`responses: ${describeResponses(responses, prefix)}`)
  if (prefix !== '2') members.push(`success: ${quoted(prefix)}`)
  const events = responses.flatMap(({ content }) => content.flatMap((each) => each.events ?? []))
  if (events.length > 0) {
    const texts = events.map(({ name, schema }) => `[${quoted(name)}, ${literal(!isText(schema))}]`)
    members.push(`events: [${[...new Set(texts)].join(', ')}]`)
  }
  const line = `{ ${members.join(', ')} }`
  return line.length < 100 ? line : `{\n      ${members.join(',\n      ')}\n    }`
}

/** Statuses with the same media types are together, but successes only with each other. */
function describeResponses(responses: ClientOperation['responses'], prefix: string): string {
  const groups = new Map<string, string[]>()
  for (const { status, content } of responses) {
    const types = tuple(content.map(({ mediaType }) => mediaType))
    const key = `${status.startsWith(prefix)} ${types}`
    groups.set(key, [...(groups.get(key) ?? []), status])
  }
  const texts = [...groups].map(([key, statuses]) => {
    const types = key.slice(key.indexOf(' ') + 1)
    return types === '[]' ? `[${quoted(statuses.join(' '))}]` : `[${quoted(statuses.join(' '))}, ${types}]`
  })
  return `[${texts.join(', ')}]`
}

function tuple(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(', ')}]`
}
