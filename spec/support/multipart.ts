/** The boundary of {@link bodyOf}. */
export const BOUNDARY = 'x-1'

/** A part of a form: its head without the empty line, and its content. */
export type WrittenPart = readonly [head: string, content: string]

/** A `multipart/form-data` body of these parts. */
export function bodyOf(...parts: readonly WrittenPart[]): string {
  return `${parts.map(([head, content]) => `--${BOUNDARY}\r\n${head}\r\n\r\n${content}\r\n`).join('')}--${BOUNDARY}--\r\n`
}

export function text(name: string, value: string): WrittenPart {
  return [`Content-Disposition: form-data; name="${name}"`, value]
}

export function file(name: string, content: string, filename = 'a.png', type = 'image/png'): WrittenPart {
  return [`Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}`, content]
}
