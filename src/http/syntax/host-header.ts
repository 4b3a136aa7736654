import { isIPv6 } from 'node:net'

/** `uri-host [":" port]` of RFC 9110 section 7.2, with the characters of RFC 3986 section 3.2.2. */
const HOST = /^(?:\[([0-9A-Fa-f:.]+)\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::\d*)?$/

/** Clients come again and again with the same name. */
let lastSound = ''

/** Whether the text is a host with an optional port. */
export function isHost(text: string): boolean {
  if (text === lastSound) return true
  const match = HOST.exec(text)
  if (match === null || (match[1] !== undefined && !isIPv6(match[1]))) return false
  lastSound = text
  return true
}
