/** A media type as a content-type header gives it. */
export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string
  /** The charset parameter in lower case; undefined if there is none. */
  readonly charset: string | undefined
  /** The boundary parameter of a multipart type (RFC 2046 section 5.1.1). */
  readonly boundary?: string
}

const JSON_MEDIA_TYPE: MediaType = { essence: 'application/json', charset: undefined }

const ESSENCE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*/
const PARAMETER =
  /;[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)|"((?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t \x21-\x7e\x80-\xff])*)")[ \t]*)?/y

/**
 * Parses a content-type header strictly (RFC 9110 section 8.3.1). Undefined if it is not a media type, or has two
 * charsets or boundaries, which two readers could understand in two ways.
 */
export function parseMediaType(header: string): MediaType | undefined {
  if (header === 'application/json') return JSON_MEDIA_TYPE
  const match = ESSENCE.exec(header)
  if (match === null) return undefined
  let charset: string | undefined
  let boundary: string | undefined
  for (let at = match[0].length; at < header.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at
    const parameter = PARAMETER.exec(header)
    if (parameter === null) return undefined
    const name = parameter[1]?.toLowerCase()
    if (name !== 'charset' && name !== 'boundary') continue
    const value = parameter[2] ?? (parameter[3] as string).replace(/\\(.)/g, '$1')
    if ((name === 'charset' ? charset : boundary) !== undefined) return undefined
    if (name === 'charset') charset = value.toLowerCase()
    else boundary = value
  }
  const essence = (match[1] as string).toLowerCase()
  return boundary === undefined ? { essence, charset } : { essence, charset, boundary }
}

/** Whether the media type is JSON: `application/json` or any `application/*+json` (RFC 6839 section 3.1). */
export function isJson({ essence }: MediaType): boolean {
  return essence === 'application/json' || (essence.startsWith('application/') && essence.endsWith('+json'))
}

/** The content type, where it is one; otherwise throws a TypeError. */
export function checkedMediaType(contentType: string): string {
  if (parseMediaType(contentType) !== undefined) return contentType
  throw new TypeError(`${JSON.stringify(contentType)} is not a media type`)
}
