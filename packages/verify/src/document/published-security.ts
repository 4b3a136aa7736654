import { isNode, type SchemaNode } from './json-schema-2020.js'

/** Where requests carry the credential of a security scheme. OpenAPI 3.0.3, section 4.7.27. */
export interface PublishedScheme {
  readonly name: string
  readonly in: 'header' | 'query' | 'cookie'
  /** The name of the header (in lower case), the query parameter or the cookie. */
  readonly key: string
  /** What comes before the credential in `Authorization`: `Bearer`, `Basic`, or another one; undefined for a key. */
  readonly word: string | undefined
}

/** Schemes that a request must meet together. */
export interface PublishedRequirement {
  readonly schemes: readonly PublishedScheme[]
  /** The scopes that the credentials must have, of all schemes together. */
  readonly scopes: readonly string[]
}

/** What an operation requires of credentials. */
export interface PublishedSecurity {
  /** Each of these is enough. Without those that need something which a request cannot carry, as client certificates. */
  readonly alternatives: readonly PublishedRequirement[]
  /** Whether a request that meets none of the alternatives must be rejected. */
  readonly isRequired: boolean
  /** Whether a request without any credentials is accepted as well: `{}` is an alternative. */
  readonly isOptional: boolean
}

/** No credentials are required. */
export const OPEN: PublishedSecurity = { alternatives: [], isRequired: false, isOptional: false }

/**
 * The credentials that requests must carry, by the operation's `security` or the document's.
 *
 * @param schemeOf returns a security scheme of the document, resolved
 */
export function readSecurity(security: unknown, schemeOf: (name: string) => SchemaNode): PublishedSecurity {
  if (!Array.isArray(security) || security.length === 0) return OPEN
  const read = security.map((requirement: unknown) => {
    const entries = Object.entries(isNode(requirement) ? requirement : {})
    const schemes = entries.map(([name]) => readScheme(name, schemeOf(name)))
    const scopes = entries.flatMap(([, names]) => (Array.isArray(names) ? names.map(String) : []))
    return { schemes: schemes.filter((scheme) => scheme !== undefined), scopes, size: entries.length }
  })
  const alternatives = read.filter(({ schemes, size }) => size > 0 && schemes.length === size)
  return {
    alternatives: alternatives.map(({ schemes, scopes }) => ({ schemes, scopes })),
    isRequired: alternatives.length === read.length,
    isOptional: read.some(({ size }) => size === 0)
  }
}

/** Every scheme that a request can carry a credential of. */
export function readSchemes(schemes: unknown, schemeOf: (name: string) => SchemaNode): readonly PublishedScheme[] {
  const names = Object.keys(isNode(schemes) ? schemes : {})
  return names.map((name) => readScheme(name, schemeOf(name))).filter((scheme) => scheme !== undefined)
}

/** The schemes of all alternatives, each once. */
export function schemesOf({ alternatives }: PublishedSecurity): readonly PublishedScheme[] {
  return [...new Map(alternatives.flatMap(({ schemes }) => schemes).map((scheme) => [scheme.name, scheme])).values()]
}

function readScheme(name: string, { type, scheme, in: place, name: key }: SchemaNode): PublishedScheme | undefined {
  if (type === 'apiKey' && typeof key === 'string' && (place === 'header' || place === 'query' || place === 'cookie')) {
    return { name, in: place, key: place === 'header' ? key.toLowerCase() : key, word: undefined }
  }
  const header = { name, in: 'header', key: 'authorization' } as const
  if (type === 'oauth2' || type === 'openIdConnect') return { ...header, word: 'Bearer' }
  if (type !== 'http') return undefined
  const word = String(scheme)
  const known = ['Basic', 'Bearer'].find((each) => each.toLowerCase() === word.toLowerCase())
  return { ...header, word: known ?? word }
}
