import { Buffer } from 'node:buffer'
import { reasonPhrase } from '../reply/reason-phrase.js'
import type { FetchConnection } from './connection.js'

interface KnownInit {
  readonly contentType: string
  readonly init: ResponseInit
}

/** What the last response of each status was made with: most of a status have one content type. */
const inits = new Map<number, KnownInit>()

/** A response with this body, which is not empty, and no other header than node:http writes of itself. */
export function wholeResponse(
  status: number,
  contentType: string,
  content: string | Uint8Array,
  connection: FetchConnection
): Response {
  const body = content as string
  // Its server frames what is given whole; a header more costs Deno more than all the rest.
  if (connection.isServer) return new Response(body, initOf(status, contentType, connection))
  const headers: [string, string][] = [
    ['content-length', String(Buffer.byteLength(content))],
    ['content-type', contentType]
  ]
  return new Response(body, { status, statusText: reasonPhrase(status), headers })
}

/** Without a statusText: a server names each status itself, and to read a name costs as much as half of a response. */
function initOf(status: number, contentType: string, { copiesHeaders }: FetchConnection): ResponseInit {
  const known = inits.get(status)
  if (known?.contentType === contentType) return known.init
  const headers = { 'content-type': contentType }
  const init = { status, headers: copiesHeaders ? new Headers(headers) : headers }
  inits.set(status, { contentType, init })
  return init
}
