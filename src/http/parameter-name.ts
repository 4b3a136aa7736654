/** Where a parameter is in a request; as OpenAPI names the places. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

/** RFC 9110, section 5.6.2: the names of headers and cookies are tokens. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** OpenAPI 3.0.3, section 4.7.12.2: definitions of these are ignored, so what is read could not be documented. */
const IGNORED_HEADERS: readonly string[] = ['accept', 'content-type', 'authorization']

/** What is wrong with the name of a parameter, and a remedy where there is but one. */
export interface ParameterNameFault {
  readonly what: string
  readonly remedy: string | undefined
}

/** Why a parameter of this place cannot have the name; undefined where it can. */
export function parameterNameFault(place: ParameterPlace, name: string): ParameterNameFault | undefined {
  if (name === '') return { what: 'the name is empty', remedy: 'give the name that requests have' }
  if (place !== 'header' && place !== 'cookie') return undefined
  if (!TOKEN.test(name)) return { what: `no ${place} can have this name`, remedy: 'use letters, digits and hyphens' }
  if (place === 'header' && IGNORED_HEADERS.includes(name.toLowerCase())) {
    return { what: 'OpenAPI ignores a header parameter of this name', remedy: undefined }
  }
  return undefined
}

/** What distinguishes parameters: place and name, where the names of headers do not distinguish case. */
export function parameterKey({ in: place, name }: { readonly in: ParameterPlace; readonly name: string }): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`
}
