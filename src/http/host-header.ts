import type { IncomingMessage } from 'node:http'

/** `uri-host [":" port]` of RFC 9110 section 7.2, with the characters of RFC 3986 section 3.2.2. */
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]*)(?::\d*)?$/

/** Clients come again and again with the same name. */
let lastSound = ''

/** Whether the text is a host with an optional port. */
export function isHost(text: string): boolean {
  if (text === lastSound) return true
  if (!HOST.test(text)) return false
  lastSound = text
  return true
}

/**
 * What is wrong with the Host of an HTTP/1 request; undefined where nothing is. A request without one, with two, or
 * with one that is no host is refused with a 400 (RFC 9112 section 3.2): what a proxy took for its host might be
 * another one than what the application sees.
 */
export function hostFault(req: IncomingMessage): string | undefined {
  const { rawHeaders } = req
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length !== 4 || (name !== 'Host' && name !== 'host' && name.toLowerCase() !== 'host')) continue
    if (host !== undefined) return 'The request has more than one Host header'
    host = rawHeaders[index + 1] as string
  }
  if (host !== undefined) return isHost(host) ? undefined : 'The Host header of the request is malformed'
  return req.httpVersionMinor === 0 ? undefined : 'The request has no Host header'
}
