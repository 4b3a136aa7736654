import { isNode, type SchemaNode } from './json-schema-2020.js'

/** A security scheme as far as a request shows it. OpenAPI 3.0.3, section 4.7.27. */
export interface PublishedScheme {
  readonly name: string
  readonly in: 'header' | 'query' | 'cookie'
  /** The name of the header (in lower case), the query parameter or the cookie. */
  readonly key: string
  /** What a credential that nobody knows looks like there. */
  readonly wrong: string
}

/** What an operation asks for: one of these, and all of its schemes. Empty where a request may show nothing. */
export type PublishedSecurity = readonly (readonly PublishedScheme[])[]

const NOBODY = 'nobody-knows-this-credential'
const BASIC = Buffer.from(`${NOBODY}:${NOBODY}`).toString('base64')

/**
 * What is asked of requests, by the operation's `security` or the document's. Empty also where a scheme is none that a
 * request could do without: client certificates, say.
 *
 * @param schemeOf a security scheme of the document, resolved
 */
export function readSecurity(security: unknown, schemeOf: (name: string) => SchemaNode): PublishedSecurity {
  if (!Array.isArray(security)) return []
  const read = security.map((requirement: unknown) => {
    return Object.keys(isNode(requirement) ? requirement : {}).map((name) => readScheme(name, schemeOf(name)))
  })
  const known = read.map((schemes) => schemes.filter((scheme) => scheme !== undefined))
  const isAsked = known.every((schemes, index) => schemes.length > 0 && schemes.length === read[index]?.length)
  return isAsked ? known : []
}

function readScheme(name: string, { type, scheme, in: place, name: key }: SchemaNode): PublishedScheme | undefined {
  if (type === 'apiKey' && typeof key === 'string' && (place === 'header' || place === 'query' || place === 'cookie')) {
    return { name, in: place, key: place === 'header' ? key.toLowerCase() : key, wrong: NOBODY }
  }
  const header = { name, in: 'header', key: 'authorization' } as const
  if (type === 'oauth2' || type === 'openIdConnect') return { ...header, wrong: `Bearer ${NOBODY}` }
  if (type !== 'http') return undefined
  const kind = String(scheme).toLowerCase()
  return {
    ...header,
    wrong: kind === 'basic' ? `Basic ${BASIC}` : `${kind === 'bearer' ? 'Bearer' : scheme} ${NOBODY}`
  }
}
