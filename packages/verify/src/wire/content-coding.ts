import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'

type Decoder = (bytes: Uint8Array, options: object) => Promise<Uint8Array>

/** What a client reads (RFC 9110, section 8.4.1). Browsers take deflate without its frame, too. */
const DECODERS: Readonly<Record<string, Decoder>> = {
  identity: async (bytes) => bytes,
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: (bytes, options) =>
    promisify(inflate)(bytes, options).catch(() => promisify(inflateRaw)(bytes, options) as Promise<Uint8Array>),
  br: promisify(brotliDecompress)
}

/** Further codings of the registry of IANA: clients may know them. */
const OTHERS: ReadonlySet<string> = new Set([
  'aes128gcm',
  'compress',
  'dcb',
  'dcz',
  'exi',
  'pack200-gzip',
  'x-compress',
  'zstd'
])

/** What is wrong with the coding of a response. */
export interface CodingFault {
  /** `broken` where no client can read the content, `unasked` where those may not that want no coding. */
  readonly kind: 'broken' | 'unasked'
  readonly message: string
  /** Whether the body is still in the coding. */
  readonly isCoded: boolean
}

/** A body without its codings, as far as these can be undone. */
export interface Decoded {
  readonly body: Uint8Array
  readonly coding?: CodingFault
  /** Whether it is longer than is read. */
  readonly isLong?: boolean
}

/**
 * The content without the coding of `content-encoding`.
 *
 * @param accepted the request's `accept-encoding`; undefined where any coding is accepted
 * @param longest how many bytes are read
 */
export async function decoded(
  content: Uint8Array,
  header: string | undefined,
  accepted: string | undefined,
  longest: number
): Promise<Decoded> {
  if (header === undefined || content.length === 0) return { body: content }
  const codings = header.split(',').map((coding) => coding.trim().toLowerCase())
  const unasked = codings.find((coding) => coding !== 'identity' && !accepts(accepted, coding))
  const named = `content-encoding is ${JSON.stringify(header)}`
  const fault = (kind: CodingFault['kind'], message: string, isCoded: boolean) => {
    return { body: content, coding: { kind, message: `${named}, ${message}`, isCoded } }
  }
  const unknown = codings.find((coding) => !Object.hasOwn(DECODERS, coding) && !OTHERS.has(coding))
  if (unknown !== undefined) return fault('broken', 'and there is no such coding', true)
  let body = content
  for (const coding of codings.reverse()) {
    const decode = DECODERS[coding]
    if (decode === undefined) {
      return unasked === undefined
        ? { body: content, isLong: true }
        : fault('unasked', `and the request accepts only ${accepted}`, true)
    }
    try {
      body = await decode(body, { maxOutputLength: longest })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return { body: content, isLong: true }
      return fault('broken', `and the body cannot be decoded: ${(error as Error).message}`, true)
    }
  }
  const rest = unasked === undefined ? {} : fault('unasked', `and the request accepts only ${accepted}`, false)
  return { ...rest, body }
}

/** RFC 9110, section 12.5.3. */
function accepts(accepted: string | undefined, coding: string): boolean {
  if (accepted === undefined) return true
  const entries = accepted.split(',').map((entry) =>
    entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q\s*=\s*/)
  )
  const entry = entries.find(([name]) => name === coding) ?? entries.find(([name]) => name === '*')
  return entry !== undefined && Number(entry[1] ?? 1) > 0
}
