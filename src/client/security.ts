import type { ClientScheme } from './client-model.js'
import { type LooseDocument, listOf, objectOf, textOf } from './document-values.js'

/** The security schemes of a document, by name; those of other references are not among them. */
export function readSchemes(document: LooseDocument): Map<string, ClientScheme> {
  const declared = objectOf(objectOf(document.root.components).securitySchemes)
  return new Map(
    Object.entries(declared).map(([name, scheme]) => {
      const resolved = document.resolve(scheme)
      return [name, { name, description: textOf(resolved.description), ...placeOf(resolved) }]
    })
  )
}

function placeOf(scheme: Readonly<Record<string, unknown>>): Pick<ClientScheme, 'kind' | 'key'> {
  const { type, name, in: place } = scheme
  if (
    type === 'apiKey' &&
    typeof name === 'string' &&
    (place === 'header' || place === 'query' || place === 'cookie')
  ) {
    return { kind: place, key: name }
  }
  if (type === 'oauth2' || type === 'openIdConnect') return { kind: 'bearer', key: 'Bearer' }
  if (type !== 'http' || typeof scheme.scheme !== 'string') return { kind: 'none', key: '' }
  const word = scheme.scheme.toLowerCase()
  if (word === 'bearer') return { kind: 'bearer', key: 'Bearer' }
  return word === 'basic' ? { kind: 'basic', key: 'Basic' } : { kind: 'http', key: scheme.scheme }
}

/**
 * The requirements of an operation, as names of schemes. Those that only a connection can meet, as `mutualTLS` does, need
 * nothing of a client.
 */
export function readSecurity(
  document: LooseDocument,
  own: unknown,
  schemes: ReadonlyMap<string, ClientScheme>
): string[][] {
  const requirements = Array.isArray(own) ? own : listOf(document.root.security)
  return requirements.map((requirement) =>
    Object.keys(objectOf(requirement)).filter((name) => (schemes.get(name)?.kind ?? 'none') !== 'none')
  )
}
