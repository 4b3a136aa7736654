import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import type { NodeHandler } from '../../http/route.js'

/** A file that is served from memory. */
export interface EmbeddedFile {
  /** With the charset, where it is text. */
  readonly contentType: string
  readonly bytes: Buffer
  /** The same file compressed, by content coding; in the order of preference. */
  readonly encoded?: Readonly<Partial<Record<ContentCoding, Buffer>>>
  /**
   * Whether the file is kept beside its compressed forms. Otherwise `gzip` is among these, and is decompressed for each client
   * that takes no coding. Default: true.
   */
  readonly keepsPlain?: boolean
  /** Response headers in addition to those about the content. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A content coding of RFC 9110 section 8.4.1 in which files are stored. */
export type ContentCoding = 'br' | 'gzip'

interface Representation {
  readonly coding: ContentCoding | 'identity'
  /** Undefined where they are not kept. */
  readonly bytes: Buffer | undefined
  readonly length: number
  readonly etag: string
}

/**
 * Compiles a file into a handler of GET and HEAD: the coding that the client prefers, a strong ETag for each coding
 * (RFC 9110 section 8.8.3.3), 304 when `If-None-Match` names it, 412 when `If-Match` does not. The digests are computed once,
 * by this function.
 */
export async function compileFile(file: EmbeddedFile): Promise<NodeHandler> {
  const codings = Object.entries(file.encoded ?? {}) as [ContentCoding, Buffer][]
  const { contentType, keepsPlain = true } = file
  const plain = await represent('identity', file.bytes)
  const identity = keepsPlain ? plain : { ...plain, bytes: undefined }
  const encoded = await Promise.all(codings.map(([coding, bytes]) => represent(coding, bytes)))
  const representations = [...encoded, identity]
  const headers = Object.entries(file.headers ?? {})
  const packed = file.encoded?.gzip

  return (req, res) => {
    const chosen = representations.length === 1 ? identity : choose(representations, req.headers['accept-encoding'])
    for (const [name, value] of headers) res.setHeader(name, value)
    res.setHeader('etag', chosen.etag)
    if (representations.length > 1) res.setHeader('vary', varyByCoding(res.getHeader('vary')))
    const status = conditionalStatus(req.headers, chosen.etag)
    if (status !== undefined) {
      res.statusCode = status
      res.end()
      return undefined
    }
    res.statusCode = 200
    res.setHeader('content-type', contentType)
    if (chosen.coding !== 'identity') res.setHeader('content-encoding', chosen.coding)
    res.setHeader('content-length', chosen.length)
    // node:http omits the body if the request was HEAD.
    if (chosen.bytes !== undefined || req.method === 'HEAD') {
      res.end(chosen.bytes)
      return undefined
    }
    return decompress(packed as Buffer).then((bytes) => void res.end(bytes))
  }
}

/** A start without `node:zlib` is faster by 1 to 2 ms, and most clients take the compressed form. */
async function decompress(packed: Buffer): Promise<Buffer> {
  const { gunzip } = await import('node:zlib')
  return await promisify(gunzip)(packed)
}

async function represent(coding: Representation['coding'], bytes: Buffer): Promise<Representation> {
  // The global's digest: to load `node:crypto` takes 1.3 ms of each start, and most processes never send a file.
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return { coding, bytes, length: bytes.length, etag: `"${Buffer.from(digest).toString('base64url')}"` }
}

/**
 * RFC 9110 section 12.5.3. Of codings with equal weight the first wins; if all are rejected, the file is sent plain.
 */
function choose(representations: readonly Representation[], accepted: string | undefined): Representation {
  const weights = new Map<string, number>()
  for (const item of (accepted ?? '').split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  let best = representations[representations.length - 1] as Representation
  let bestWeight = 0
  for (const representation of representations) {
    const weight = weights.get(representation.coding) ?? (representation.coding === 'identity' ? 0 : weights.get('*'))
    if (weight !== undefined && weight > bestWeight) {
      best = representation
      bestWeight = weight
    }
  }
  return best
}

/** The status of a response without content, by the preconditions in their order (RFC 9110 section 13.2.2). */
function conditionalStatus(headers: IncomingHttpHeaders, etag: string): 304 | 412 | undefined {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  // Section 13.1.1: compared strongly.
  if (match !== undefined && !namesETag(match, etag, /(?:W\/)?"[^"]*"/g)) return 412
  // Section 13.1.2: compared weakly.
  return noneMatch !== undefined && namesETag(noneMatch, etag, /"[^"]*"/g) ? 304 : undefined
}

/** Whether a condition, a list of tags or `*`, names the tag. */
function namesETag(condition: string, etag: string, tags: RegExp): boolean {
  return condition.trim() === '*' || (condition.match(tags)?.includes(etag) ?? false)
}

/** Middleware (CORS, for instance) may have set the header before. */
function varyByCoding(before: number | string | readonly string[] | undefined): string {
  const names = [before ?? []].flat().join(', ')
  if (/(^|,)\s*(\*|accept-encoding)\s*(,|$)/i.test(names)) return names
  return names === '' ? 'Accept-Encoding' : `${names}, Accept-Encoding`
}
