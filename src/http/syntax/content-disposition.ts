/**
 * A `content-disposition: attachment` header with a file name (RFC 6266): in ASCII for old clients, and where that is
 * not the whole truth also in UTF-8 (RFC 8187). Slashes and control characters become `_`, for a client may take the
 * name for a path.
 */
export function attachment(filename: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
  const name = filename.replace(/[\x00-\x1f\x7f/\\]/g, '_')
  const ascii = name.replace(/[^\x20-\x7e]/gu, '?').replace(/"/g, '\\"')
  const plain = `attachment; filename="${ascii}"`
  // Some clients decode a percent sequence in the plain name.
  return /^[\x20-\x24\x26-\x7e]*$/.test(name) ? plain : `${plain}; filename*=UTF-8''${extendedValue(name)}`
}

/** RFC 8187, section 3.2.1: all but the attr-chars are percent-encoded. */
function extendedValue(text: string): string {
  return text.replace(/[^!#$&+.^_`|~0-9A-Za-z-]+/g, (part) =>
    Buffer.from(part).toString('hex').toUpperCase().replace(/../g, '%$&')
  )
}
