/** The limits of every subject. */
export const PICTURE_LIMIT = 100_000
export const VIDEO_LIMIT = 8_000_000
export const VALUE_LIMIT = 1_000

const BOUNDARY = 'a4e9c1d07b5f48f2b6d3'

/** A form of parts `{ name, content, filename, type }`, as browsers write it: the headers and the body of a request. */
export function formOf(parts) {
  const pieces = parts.flatMap(({ name, content, filename, type }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n'
  ])
  const body = Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)))
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, body }
}

/** Bytes without an order, the same in each run. */
export function bytesOf(size) {
  const bytes = Buffer.alloc(size)
  let state = 1
  for (let at = 0; at < size; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    bytes[at] = state >> 16
  }
  return bytes
}

/** A form with a title and a file `content` of this many bytes. */
export function uploadOf(size, { title = 'A file', type = 'image/png' } = {}) {
  return formOf([
    { name: 'title', content: title },
    { name: 'content', content: bytesOf(size), filename: 'file.bin', type }
  ])
}

/** The exchange of a form that is accepted. */
export function accepted(path, { headers, body }, json) {
  return { request: { method: 'POST', path, headers, body }, status: 201, json }
}

/** The exchange of one that is rejected. */
export function rejected(path, { headers, body }, status) {
  return { request: { method: 'POST', path, headers, body }, status }
}
