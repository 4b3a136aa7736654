/** The media type without its parameters, in lower case: `application/json`; empty where the header has none. */
export function essenceOf(contentType: string): string {
  const essence = (contentType.split(';')[0] as string).trim().toLowerCase()
  return /^[^/\s]+\/[^/\s]+$/.test(essence) ? essence : ''
}

/** Whether a media type is JSON, or ends in `+json` (RFC 6839, section 3.1). */
export function isJson(essence: string): boolean {
  return essence === 'application/json' || /^[^/]+\/[^/]+\+json$/.test(essence)
}
