import { isUtf8 } from 'node:buffer'

/** A part of a multipart body, as it was received. */
export interface ReceivedPart {
  readonly name: string
  readonly filename: string | undefined
  /** As it was sent; undefined for a part without the header. */
  readonly contentType: string | undefined
  readonly content: Buffer
}

/** The parts of a body, and what is odd about it. */
export interface ReceivedForm {
  readonly parts: readonly ReceivedPart[]
  /** What an RFC forbids and some readers accept. */
  readonly unusual: readonly string[]
  /** What the RFCs leave to the reader. */
  readonly open: readonly string[]
}

/** RFC 2046, section 5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"'
/** Parameters as RFC 9110 section 5.6.6 writes them, with spaces around. */
const PARAMETERS = new RegExp(`^(?:[ \\t]*;[ \\t]*(?:${TOKEN}=(?:${TOKEN}|${QUOTED}))?)*[ \\t]*$`)
/** The same where a backslash is a character as any other: so browsers write file names. */
const BROWSER_PARAMETERS = new RegExp(`^(?:[ \\t]*;[ \\t]*(?:${TOKEN}=(?:${TOKEN}|"[^"]*"))?)*[ \\t]*$`)

/** The boundary that a content type names; undefined for none, and for one that is malformed or given twice. */
export function boundaryOf(contentType: string): string | undefined {
  const rest = contentType.replace(/^[^;]*/, '')
  if (!PARAMETERS.test(rest)) return undefined
  const values = parametersOf(rest, QUOTED).flatMap(([name, value]) => (name === 'boundary' ? value : []))
  return values.length === 1 ? values.find((value) => BOUNDARY.test(value)) : undefined
}

function parametersOf(rest: string, quoted: string): (readonly [name: string, value: string])[] {
  const pairs = rest.matchAll(new RegExp(`;[ \\t]*(${TOKEN})=(${TOKEN}|${quoted})`, 'g'))
  return [...pairs].map(([, name, value]) => {
    const text = value as string
    return [(name as string).toLowerCase(), text.startsWith('"') ? text.slice(1, -1) : text]
  })
}

/** A body that is cut off, or has no parts at all: the text says which. */
export class BrokenForm {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** Reads a `multipart/form-data` body strictly, by RFC 2046 section 5.1.1 and RFC 7578. */
export function readForm(bytes: Uint8Array, boundary: string): ReceivedForm | BrokenForm {
  return new FormReader(bytes, boundary).read()
}

class FormReader {
  readonly #data: Buffer
  readonly #delimiter: Buffer
  readonly #unusual = new Set<string>()
  readonly #open = new Set<string>()

  constructor(bytes: Uint8Array, boundary: string) {
    // So that the first delimiter looks like the others.
    this.#data = Buffer.concat([Buffer.from('\r\n'), bytes])
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
  }

  read(): ReceivedForm | BrokenForm {
    const parts: ReceivedPart[] = []
    let at = this.#data.indexOf(this.#delimiter)
    if (at === -1) return new BrokenForm('has no boundary line')
    for (;;) {
      const start = this.#lineEnd(at + this.#delimiter.length)
      if (start === undefined) break
      const next = this.#data.indexOf(this.#delimiter, start - 2)
      if (next === -1) return new BrokenForm('ends before its closing boundary')
      const part = this.#part(this.#data.subarray(start, Math.max(start, next)))
      if (part !== undefined) parts.push(part)
      at = next
    }
    return { parts, unusual: [...this.#unusual], open: [...this.#open] }
  }

  /** Where the line after a boundary begins; undefined after the closing one. */
  #lineEnd(from: number): number | undefined {
    const end = this.#data.indexOf('\r\n', from)
    const line = this.#data.subarray(from, end === -1 ? undefined : end).toString('latin1')
    const [, dashes, padding, rest] = /^(--)?([ \t]*)(.*)$/s.exec(line) as unknown as [
      string,
      string?,
      string?,
      string?
    ]
    if (padding !== '') this.#open.add('spaces after a boundary')
    if (rest !== '') this.#unusual.add('a line that only begins like the boundary')
    if (dashes !== undefined) return undefined
    return end === -1 ? this.#data.length : end + 2
  }

  #part(bytes: Buffer): ReceivedPart | undefined {
    const end = bytes.subarray(0, 2).equals(Buffer.from('\r\n')) ? 0 : bytes.indexOf('\r\n\r\n')
    if (end === -1) {
      this.#unusual.add('a part without an empty line after its head')
      return undefined
    }
    const headers = this.#headers(bytes.subarray(0, end))
    const content = bytes.subarray(end === 0 ? 2 : end + 4)
    if (headers.has('content-transfer-encoding')) this.#open.add('a content-transfer-encoding')
    const disposition = this.#disposition(headers.get('content-disposition') ?? '')
    return disposition && { ...disposition, contentType: headers.get('content-type'), content }
  }

  #headers(head: Buffer): Map<string, string> {
    if (head.length > 4096) this.#open.add('a long head of a part')
    if (!isUtf8(head)) this.#unusual.add('a head of a part that is not UTF-8')
    const text = head.toString()
    if (/^[ \t]/m.test(text)) this.#open.add('a folded header')
    const headers = new Map<string, string>()
    const lines = text.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
    if (text.includes('\0')) this.#unusual.add('a NUL in the head of a part')
    if (lines.length > 8) this.#open.add('many headers of a part')
    for (const line of lines.filter((line) => line !== '')) {
      const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n]*?)[ \t]*$/.exec(line) ?? []
      // RFC 7578, section 4.8: what is no known header is ignored.
      if (name === undefined || value === undefined) this.#open.add('a malformed header of a part')
      else if (headers.has(name.toLowerCase())) this.#unusual.add('a header of a part twice')
      else headers.set(name.toLowerCase(), value)
    }
    return headers
  }

  /** RFC 7578, section 4.2: `form-data` with a name, and perhaps a file name. */
  #disposition(header: string): { name: string; filename: string | undefined } | undefined {
    const rest = header.replace(/^[^;]*/, '')
    const type = header.slice(0, header.length - rest.length).replace(/[ \t]+$/, '')
    const quoted = PARAMETERS.test(rest) ? QUOTED : BROWSER_PARAMETERS.test(rest) ? '"[^"]*"' : undefined
    if (type.toLowerCase() !== 'form-data' || quoted === undefined) {
      this.#unusual.add('a part without a well-formed content-disposition of form-data')
      return undefined
    }
    const parameters = parametersOf(rest, quoted)
    const names = parameters.filter(([name]) => name === 'name').map(([, value]) => value)
    const filenames = parameters.filter(([name]) => name === 'filename').map(([, value]) => value)
    if (filenames.some((text) => /^\.{1,2}$/.test(text))) this.#open.add('a file name that means a folder')
    if (parameters.some(([name]) => name.endsWith('*'))) this.#open.add('a file name in the form of RFC 5987')
    const [name] = names
    if (names.length > 1 || filenames.length > 1) this.#unusual.add('a name of a part twice')
    if (name === undefined) this.#unusual.add('a part without a name')
    else if (/\\|%(?:22|0a|0d)/i.test(name)) this.#open.add('a name with a backslash or a percent sequence')
    return name === undefined ? undefined : { name, filename: filenames[0] }
  }
}
