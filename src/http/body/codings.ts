import { constants } from 'node:buffer'
import type { Transform } from 'node:stream'
import type { CompressCallback, ZlibOptions } from 'node:zlib'
import { BadRequest, ContentTooLarge, UnsupportedMediaType } from '../../errors.js'

/** A content coding that is undone (RFC 9110 section 8.4.1, RFC 7932). */
export type ContentCoding = 'gzip' | 'deflate' | 'br'

type WholeOptions = Pick<ZlibOptions, 'maxOutputLength' | 'chunkSize'>

/** The ways to undo a coding, as `node:zlib` names them: a stream, at once, and in the thread pool. */
interface Decoder {
  readonly stream: 'createGunzip' | 'createInflate' | 'createBrotliDecompress'
  readonly now: 'gunzipSync' | 'inflateSync' | 'brotliDecompressSync'
  readonly later: 'gunzip' | 'inflate' | 'brotliDecompress'
}

const DECODERS: Readonly<Record<ContentCoding, Decoder>> = {
  gzip: { stream: 'createGunzip', now: 'gunzipSync', later: 'gunzip' },
  deflate: { stream: 'createInflate', now: 'inflateSync', later: 'inflate' },
  br: { stream: 'createBrotliDecompress', now: 'brotliDecompressSync', later: 'brotliDecompress' }
}

let library: typeof import('node:zlib') | undefined

/** Loaded by the first body that is compressed: a start without it is faster by 1 to 2 ms. */
function zlib(): typeof import('node:zlib') {
  library ??= process.getBuiltinModule('node:zlib')
  return library
}

/** How many codings a body may have: more are of no use, and each one multiplies the size that a bomb can have. */
const CODING_LIMIT = 2

/**
 * What is decompressed at once, in the event loop, in bytes before and after. So much takes 0.4 ms, a fifth of what JSON.parse
 * of such a text takes, which runs in the loop in any case; in the thread pool it costs twice as much, and a short text five
 * times as much. What turns out to be larger begins again in the thread pool.
 */
const AT_ONCE = { before: 32_768, after: 262_144 } as const

const NONE: readonly ContentCoding[] = []

/**
 * The codings of a `content-encoding` header, in the order in which they were applied, without `identity`. Throws a 415
 * that lists the known codings (RFC 9110 section 12.5.3) for an unknown coding and for more than two.
 */
export function contentCodings(header: string | undefined): readonly ContentCoding[] {
  if (header === undefined) return NONE
  const codings: ContentCoding[] = []
  for (const part of header.split(',')) {
    const name = part.trim().toLowerCase()
    if (name === '' || name === 'identity') continue
    const coding = name === 'x-gzip' ? 'gzip' : name
    if (!Object.hasOwn(DECODERS, coding))
      throw unsupported(`The content coding ${JSON.stringify(name)} is not supported`)
    codings.push(coding as ContentCoding)
  }
  if (codings.length > CODING_LIMIT) throw unsupported(`More than ${CODING_LIMIT} content codings are not supported`)
  return codings
}

function unsupported(detail: string): UnsupportedMediaType {
  return new UnsupportedMediaType(detail, { headers: { 'accept-encoding': Object.keys(DECODERS).join(', ') } })
}

/** The error for a body above the limit, in bytes. */
export function tooLarge(limit: number): ContentTooLarge {
  return new ContentTooLarge(`The request body is larger than ${limit} bytes`)
}

/** The error for bytes that cannot be decompressed. */
export function malformed(codings: readonly ContentCoding[]): BadRequest {
  return new BadRequest(`The request body is not valid ${codings.join(', ')}`)
}

export function decoderStream(coding: ContentCoding): Transform {
  return zlib()[DECODERS[coding].stream]()
}

/**
 * A whole body with its codings undone: at once where it is small, else a promise. Throws, or rejects with, a 413 above the
 * limit, at which decompressing stops, between two codings as well, and a 400 for bytes that cannot be decompressed.
 */
export function decode(bytes: Buffer, codings: readonly ContentCoding[], limit: number): Buffer | Promise<Buffer> {
  let content = bytes
  // The last coding was applied last, so it is undone first.
  for (let left = codings.length; left > 0; left--) {
    const most = Math.min(limit, AT_ONCE.after)
    if (content.length > AT_ONCE.before) return decodeLater(content, codings, left, limit)
    const coding = codings[left - 1] as ContentCoding
    try {
      content = zlib()[DECODERS[coding].now](content, optionsFor(content, coding, most))
    } catch (error) {
      if (!isTooLarge(error)) throw malformed(codings)
      if (most === limit) throw tooLarge(limit)
      return decodeLater(content, codings, left, limit)
    }
    if (content.length > limit) throw tooLarge(limit)
  }
  return content
}

/** How Node decompresses by default: piece by piece of this size. */
const CHUNK_SIZE = 16_384

/**
 * A longer text is decompressed into one piece of memory, which costs a third less, where its last bytes say how long it is
 * (RFC 1952 section 2.3.1). Where they say a wrong length, it comes in several pieces.
 */
function optionsFor(bytes: Buffer, coding: ContentCoding, most: number): WholeOptions {
  const maxOutputLength = Math.max(1, most)
  const size = coding === 'gzip' && bytes.length > 4 ? bytes.readUInt32LE(bytes.length - 4) : 0
  return size > CHUNK_SIZE && size <= most ? { maxOutputLength, chunkSize: size + 1 } : { maxOutputLength }
}

/** @param left how many of the codings are still to be undone */
async function decodeLater(
  bytes: Buffer,
  codings: readonly ContentCoding[],
  left: number,
  limit: number
): Promise<Buffer> {
  let content = bytes
  const maxOutputLength = Math.max(1, Math.min(limit, constants.MAX_LENGTH))
  for (let at = left - 1; at >= 0; at--) {
    content = await new Promise<Buffer>((resolve, reject) => {
      const { later } = DECODERS[codings[at] as ContentCoding]
      const undo: (bytes: Buffer, options: ZlibOptions, done: CompressCallback) => void = zlib()[later]
      undo(content, { maxOutputLength }, (error, decoded) => {
        if (error === null) resolve(decoded)
        else reject(isTooLarge(error) ? tooLarge(limit) : malformed(codings))
      })
    })
  }
  if (content.length > limit) throw tooLarge(limit)
  return content
}

function isTooLarge(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE'
}
