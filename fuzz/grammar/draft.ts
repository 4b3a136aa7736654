/** A request that is not yet bytes, so that quirks can change it before it is written. */
export interface Draft {
  method: string
  target: string
  version: string
  headers: { name: string; value: string }[]
  /** One character a byte. */
  body: string
  framing: 'none' | 'length' | 'chunked'
  /** Ends each line of the head. */
  lineEnd: string
  /** What is written for the whole body instead of its framed form. */
  rawBody?: string
}

/** Sets a header, in place of the one that is there. */
export function setHeader(draft: Draft, name: string, value: string): void {
  removeHeader(draft, name)
  draft.headers.push({ name, value })
}

export function removeHeader(draft: Draft, name: string): void {
  draft.headers = draft.headers.filter((header) => header.name.toLowerCase() !== name.toLowerCase())
}

/** The draft as bytes. */
export function writeDraft(draft: Draft, chunkSizes: readonly number[]): string {
  const { method, target, version, lineEnd, framing, body } = draft
  const headers = [...draft.headers]
  if (framing === 'length') headers.push({ name: 'Content-Length', value: String(body.length) })
  if (framing === 'chunked') headers.push({ name: 'Transfer-Encoding', value: 'chunked' })
  const line = version === '' ? `${method} ${target}` : `${method} ${target} ${version}`
  const head = [line, ...headers.map(({ name, value }) => `${name}: ${value}`), '', ''].join(lineEnd)
  if (draft.rawBody !== undefined) return head + draft.rawBody
  if (framing === 'none') return head + body
  return head + (framing === 'length' ? body : chunked(body, chunkSizes))
}

/** A body in the chunked coding (RFC 9112 section 7.1), in chunks of these sizes and one of the rest. */
export function chunked(body: string, sizes: readonly number[], extension = '', trailers = ''): string {
  let text = ''
  let at = 0
  for (const size of [...sizes, body.length]) {
    const chunk = body.slice(at, at + size)
    at += size
    if (chunk.length > 0) text += `${chunk.length.toString(16)}${extension}\r\n${chunk}\r\n`
  }
  return `${text}0\r\n${trailers}\r\n`
}
