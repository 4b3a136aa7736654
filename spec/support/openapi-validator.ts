import { Validator } from '@seriousme/openapi-schema-validator'

/** It compiles OpenAPI's schema once. */
const validator = new Validator()

/**
 * Holds a document against OpenAPI's official schema, and follows its references.
 * @returns what is wrong with it; empty for a valid document
 */
export async function complaintsAbout(document: object): Promise<string[]> {
  // It may write into what it is given.
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)))
  return [...(valid ? [] : [JSON.stringify(errors)]), ...leadingNowhere(document, document)]
}

/** The references within the document to what it does not have. */
function leadingNowhere(document: object, at: object): string[] {
  return Object.entries(at).flatMap(([key, value]) => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith('#/')) {
      return isInside(document, value) ? [] : [`${value} leads nowhere`]
    }
    return typeof value === 'object' && value !== null ? leadingNowhere(document, value) : []
  })
}

/** Whether a reference is to something (RFC 6901, section 6). */
function isInside(document: object, reference: string): boolean {
  const names = reference
    .slice(2)
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
  let at: unknown = document
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false
    at = (at as Record<string, unknown>)[name]
  }
  return true
}
