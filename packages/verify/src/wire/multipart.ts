/** One part of a form (RFC 7578). */
export interface FormPart {
  readonly name: string
  /** Undefined for a field that is not a file. */
  readonly filename: string | undefined
  /** Undefined for a part without the header. */
  readonly contentType: string | undefined
  readonly content: Uint8Array
  /** The lines of its head, in place of those that its other members make. */
  readonly head?: string
}

/** A `multipart/form-data` body. */
export interface MultipartForm {
  readonly boundary: string
  readonly parts: readonly FormPart[]
  /** What is sent before the first boundary and after the last one; RFC 2046, section 5.1.1. */
  readonly around?: { readonly preamble: string; readonly epilogue: string }
  /** How many bytes are missing at its end. */
  readonly cut?: number
}

/** A form of the parts, with a boundary that none of them contains. */
export function formOf(parts: readonly FormPart[]): MultipartForm {
  const contents = parts.map((part) => Buffer.from(part.content.buffer, part.content.byteOffset, part.content.length))
  const isFree = (boundary: string) =>
    !contents.some((content) => content.includes(`--${boundary}`)) &&
    !parts.some((part) => headOf(part).includes(`--${boundary}`))
  for (let number = 0; ; number++) {
    const boundary = number === 0 ? 'part' : `part${number}`
    if (isFree(boundary)) return { boundary, parts }
  }
}

/** The content type of a form's body. */
export function contentTypeOf({ boundary }: MultipartForm): string {
  return `multipart/form-data; boundary=${boundary}`
}

/** The bytes of a form, as browsers and curl write them. */
export function writeForm({ boundary, parts, around, cut = 0 }: MultipartForm): Uint8Array {
  const pieces: Uint8Array[] = []
  if (around !== undefined && around.preamble !== '') pieces.push(Buffer.from(`${around.preamble}\r\n`))
  for (const part of parts) {
    pieces.push(Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`), part.content, Buffer.from('\r\n'))
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n${around?.epilogue ?? ''}`))
  const bytes = Buffer.concat(pieces)
  return cut === 0 ? bytes : bytes.subarray(0, Math.max(0, bytes.length - cut))
}

/** The parts of a form that is written as any other; undefined for one with something odd about it. */
export function plainParts({ parts, around, cut }: MultipartForm): readonly FormPart[] | undefined {
  const isOdd = around !== undefined || cut !== undefined || parts.some(({ head }) => head !== undefined)
  return isOdd ? undefined : parts
}

/** The lines of a part's head, without the empty one after them. */
export function headOf({ name, filename, contentType, head }: FormPart): string {
  if (head !== undefined) return head
  const file = filename === undefined ? '' : `; filename="${escapeName(filename)}"`
  const type = contentType === undefined ? '' : `\r\nContent-Type: ${contentType}`
  return `Content-Disposition: form-data; name="${escapeName(name)}"${file}${type}`
}

/** WHATWG HTML, section 4.10.21.8 (multipart/form-data encoding algorithm): quotes and line breaks; other text is UTF-8. */
function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
}
