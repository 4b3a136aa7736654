import { types } from 'node:util'

/** The body of an injected request as it is sent, and the content type that a client would give it. */
export interface InjectedBody {
  /** Undefined where the request has no body. */
  readonly payload: string | Buffer | NodeJS.ReadableStream | undefined
  readonly contentType: string | undefined
}

/**
 * Encodes a body as `fetch` does, and what `fetch` does not know as JSON.
 *
 * @param given the content type among the headers of the request
 * @throws TypeError for what has no such form: a promise, a function, a form under a content type without its boundary
 */
export async function injectedBody(value: unknown, given: string | undefined): Promise<InjectedBody> {
  if (value === undefined) return { payload: undefined, contentType: undefined }
  if (typeof value === 'string') return { payload: value, contentType: undefined }
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    return { payload: Buffer.from(bytes), contentType: undefined }
  }
  if (types.isAnyArrayBuffer(value)) return { payload: Buffer.from(new Uint8Array(value)), contentType: undefined }
  if (isStream(value)) return { payload: value, contentType: undefined }
  if (isIterable(value)) {
    // Only who sends such a stream pays for loading it.
    const { Readable } = await import('node:stream')
    return { payload: Readable.from(value, { objectMode: false }), contentType: undefined }
  }
  const kind = kindOf(value)
  if (kind !== undefined) return encoded(value as Encodable, kind, given)
  if (types.isPromise(value)) throw bodyError('is a promise', 'await it first')
  const payload = typeof value === 'bigint' ? undefined : (JSON.stringify(value) as string | undefined)
  if (payload === undefined) {
    const what = typeof value === 'object' ? 'an object' : `a ${typeof value}`
    throw bodyError(`is ${what}, which JSON has no form for`, 'give a value')
  }
  return { payload, contentType: 'application/json' }
}

type Encoded = 'FormData' | 'URLSearchParams' | 'Blob'
type Encodable = FormData | URLSearchParams | Blob

/** By their tags: one of another realm is as good, as long as Node can encode it. */
function kindOf(value: unknown): Encoded | undefined {
  const tag = Object.prototype.toString.call(value).slice(8, -1)
  if (tag === 'File') return 'Blob'
  return tag === 'FormData' || tag === 'URLSearchParams' || tag === 'Blob' ? tag : undefined
}

async function encoded(value: Encodable, kind: Encoded, given: string | undefined): Promise<InjectedBody> {
  if (kind === 'FormData' && given !== undefined && /^\s*multipart\//i.test(given)) {
    const what = `is a FormData, which chooses its own boundary, and the content type is given as '${given}'`
    throw bodyError(what, 'leave out the header content-type')
  }
  const response = new Response(value)
  const contentType = response.headers.get('content-type') ?? undefined
  // What Node does not know is encoded as the text `[object FormData]`.
  if (kind !== 'Blob' && contentType?.startsWith('text/plain') === true) {
    throw bodyError(`is a ${kind} that is not Node's own`, `make it by Node's global ${kind}`)
  }
  return { payload: Buffer.from(await response.arrayBuffer()), contentType }
}

function bodyError(what: string, remedy: string): TypeError {
  return new TypeError(`The request: the body ${what}; ${remedy}`)
}

function isStream(value: unknown): value is NodeJS.ReadableStream {
  return typeof (value as { pipe?: unknown } | null)?.pipe === 'function'
}

/** A WHATWG stream, or an asynchronous iterable. */
function isIterable(value: unknown): value is AsyncIterable<Uint8Array | string> {
  return typeof (value as { [Symbol.asyncIterator]?: unknown } | null)?.[Symbol.asyncIterator] === 'function'
}
