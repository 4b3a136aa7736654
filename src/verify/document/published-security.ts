import { isNode, type SchemaNode } from './json-schema-2020.js'

/** Where requests carry the credential of a security scheme. OpenAPI 3.0.3, section 4.7.27. */
export interface PublishedScheme {
  readonly name: string
  readonly in: 'header' | 'query' | 'cookie'
  /** The name of the header (in lower case), the query parameter or the cookie. */
  readonly key: string
  /** A wrong credential in the form that the scheme has there. */
  readonly wrong: string
}

/** What an operation requires: all schemes of one of these. Empty where credentials are not required. */
export type PublishedSecurity = readonly (readonly PublishedScheme[])[]

const WRONG = 'nobody-knows-this-credential'
const WRONG_BASIC = Buffer.from(`${WRONG}:${WRONG}`).toString('base64')

/**
 * The credentials that requests must carry, by the operation's `security` or the document's. Empty also where a scheme
 * is not one that a request can leave out, as client certificates.
 *
 * @param schemeOf returns a security scheme of the document, resolved
 */
export function readSecurity(security: unknown, schemeOf: (name: string) => SchemaNode): PublishedSecurity {
  if (!Array.isArray(security)) return []
  const read = security.map((requirement: unknown) => {
    return Object.keys(isNode(requirement) ? requirement : {}).map((name) => readScheme(name, schemeOf(name)))
  })
  const known = read.map((schemes) => schemes.filter((scheme) => scheme !== undefined))
  const isComplete = known.every((schemes, index) => schemes.length > 0 && schemes.length === read[index]?.length)
  return isComplete ? known : []
}

function readScheme(name: string, { type, scheme, in: place, name: key }: SchemaNode): PublishedScheme | undefined {
  if (type === 'apiKey' && typeof key === 'string' && (place === 'header' || place === 'query' || place === 'cookie')) {
    return { name, in: place, key: place === 'header' ? key.toLowerCase() : key, wrong: WRONG }
  }
  const header = { name, in: 'header', key: 'authorization' } as const
  if (type === 'oauth2' || type === 'openIdConnect') return { ...header, wrong: `Bearer ${WRONG}` }
  if (type !== 'http') return undefined
  const kind = String(scheme).toLowerCase()
  return {
    ...header,
    wrong: kind === 'basic' ? `Basic ${WRONG_BASIC}` : `${kind === 'bearer' ? 'Bearer' : scheme} ${WRONG}`
  }
}
