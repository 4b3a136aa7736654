import { isUtf8 } from 'node:buffer'

/** How files of some media types begin, in Latin-1. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['\x89PNG\r\n\x1a\n'],
  'image/jpeg': ['\xff\xd8\xff'],
  'image/gif': ['GIF87a', 'GIF89a'],
  'image/webp': ['RIFF'],
  'application/pdf': ['%PDF-'],
  'application/zip': ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'],
  'image/svg+xml': ['<'],
  'application/xml': ['<']
}

/** Whether the content cannot be of the media type: a service may look into a file, or trust what its client says. */
export function contradictsType(essence: string, content: Buffer): boolean {
  const start = content.toString('latin1', 0, 64)
  const beginnings = BEGINNINGS[essence]
  if (beginnings !== undefined) return !beginnings.some((beginning) => start.startsWith(beginning))
  if (essence.startsWith('text/')) return !isUtf8(content) || content.includes(0)
  if (essence === 'application/json') return !isJson(content)
  return false
}

function isJson(content: Buffer): boolean {
  try {
    JSON.parse(content.toString())
    return isUtf8(content)
  } catch {
    return false
  }
}
