import { percentEncode } from './request-target.js'

/**
 * A `content-disposition: attachment` header with a file name (RFC 6266): in ASCII for old clients, and where ASCII
 * cannot write it, also in UTF-8 (RFC 8187). Slashes and control characters become `_`, because a client may use the
 * name as a path.
 */
export function attachment(filename: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced here
  const name = filename.replace(/[\x00-\x1f\x7f/\\]/g, '_')
  const ascii = name.replace(/[^\x20-\x7e]/gu, '?').replace(/"/g, '\\"')
  const plain = `attachment; filename="${ascii}"`
  // Some clients decode a percent sequence in the plain name.
  return /^[\x20-\x24\x26-\x7e]*$/.test(name) ? plain : `${plain}; filename*=UTF-8''${extendedValue(name)}`
}

/** RFC 8187, section 3.2.1: all but the attr-chars are percent-encoded. */
function extendedValue(text: string): string {
  return text.replace(/[^!#$&+.^_`|~0-9A-Za-z-]+/g, percentEncode)
}
