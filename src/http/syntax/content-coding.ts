import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { UnsupportedMediaType } from '../../errors.js'

/** A content coding that is undone (RFC 9110 section 8.4.1, RFC 7932). */
export type ContentCoding = 'gzip' | 'deflate' | 'br'

const DECODERS: Readonly<Record<ContentCoding, () => Transform>> = {
  gzip: () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress()
}

/** How many codings may lie one over the other: nobody needs more, and each one multiplies what a bomb can do. */
const CODING_LIMIT = 2

const NONE: readonly ContentCoding[] = []

/**
 * The codings of a `content-encoding` header, in the order in which they were applied; `identity` is none.
 * Throws a 415 for an unknown one and for more than two, and tells which are known (RFC 9110 section 12.5.3).
 */
export function contentCodings(header: string | undefined): readonly ContentCoding[] {
  if (header === undefined) return NONE
  const codings: ContentCoding[] = []
  for (const part of header.split(',')) {
    const name = part.trim().toLowerCase()
    if (name === '' || name === 'identity') continue
    const coding = name === 'x-gzip' ? 'gzip' : name
    if (!Object.hasOwn(DECODERS, coding)) throw refusal(`The content coding ${JSON.stringify(name)} is not supported`)
    codings.push(coding as ContentCoding)
  }
  if (codings.length > CODING_LIMIT) throw refusal(`More than ${CODING_LIMIT} content codings are not supported`)
  return codings
}

/** What undoes the coding. */
export function decoderOf(coding: ContentCoding): Transform {
  return DECODERS[coding]()
}

function refusal(detail: string): UnsupportedMediaType {
  return new UnsupportedMediaType(detail, { headers: { 'accept-encoding': Object.keys(DECODERS).join(', ') } })
}
