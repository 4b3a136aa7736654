import { BadRequest } from '../../errors.js'

/** What the head of a part of a form says (RFC 7578, section 4.2). */
export interface PartHead {
  readonly name: string
  /** Without folders; undefined if the head has none. */
  readonly filename: string | undefined
  /** In lower case, without parameters; `text/plain` if the head has none (RFC 7578 section 4.4). */
  readonly contentType: string
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
/** A backslash is a character as any other, as browsers send it, unless it stands before a quote or a backslash. */
const ESCAPED = '"(?:[^"\\\\]|\\\\.)*"'
/** For a name that ends in a backslash. */
const PLAIN = '"[^"]*"'
const DISPOSITIONS = [ESCAPED, PLAIN].map((quoted) => ({
  whole: new RegExp(`^form-data(?:[ \\t]*;(?:[ \\t]*${TOKEN}[ \\t]*=[ \\t]*(?:${quoted}|[^";\\s]*))?)*[ \\t]*$`, 'i'),
  parameter: new RegExp(`;[ \\t]*(${TOKEN})[ \\t]*=[ \\t]*(${quoted}|[^";\\s]*)`, 'g')
}))

/** What nearly all clients send: printable characters of ASCII without quotes and backslashes. */
const COMMON =
  /^content-disposition: form-data; name="([ !#-[\]-~]*)"(?:; filename="([ !#-[\]-~]*)")?(?:\r\ncontent-type: ([!-:<-~]*))?$/i
/** RFC 7578 defines three headers of a part; those after the sixteenth are ignored. */
const MOST_HEADERS = 16

/**
 * Reads the head of a part.
 *
 * @param text the lines without the empty one at their end, each byte as a character
 * @throws BadRequest as {@link readPartHead}
 */
export function parsePartHead(text: string): PartHead {
  const common = COMMON.exec(text)
  if (common === null) return readPartHead(partHeaders(text))
  const [, name = '', filename, type] = common
  return {
    name,
    filename: filename === undefined ? undefined : baseName(filename),
    contentType: type === undefined ? 'text/plain' : type.toLowerCase() || 'text/plain'
  }
}

/** The headers by lower-case name, up to the first line that is none. A line that begins with a blank continues the one before it. */
function partHeaders(text: string): Record<string, string[]> {
  const headers: Record<string, string[]> = Object.create(null)
  let last: string[] | undefined
  let count = 0
  for (const line of text.split('\r\n')) {
    if (line === '') continue
    // A line break of another kind would begin a new line for programs that get the value later.
    if (line.includes('\r') || line.includes('\n')) break
    if (last !== undefined && (line.startsWith(' ') || line.startsWith('\t'))) last.push((last.pop() as string) + line)
    else {
      const colon = line.indexOf(':')
      if (colon < 1 || count++ === MOST_HEADERS) break
      const name = line.slice(0, colon).toLowerCase()
      headers[name] ??= []
      last = headers[name]
      last.push(line.slice(colon + 1).replace(/^[ \t]+/, ''))
    }
  }
  return headers
}

/**
 * Reads the headers of a part, by lower-case name, each a byte as a character.
 *
 * @throws BadRequest for a part without a well-formed `Content-Disposition` of `form-data`, and for one without a name
 */
function readPartHead(headers: Readonly<Record<string, readonly string[]>>): PartHead {
  const [disposition, ...more] = headers['content-disposition'] ?? []
  const form = disposition === undefined ? undefined : DISPOSITIONS.find(({ whole }) => whole.test(disposition))
  if (disposition === undefined || form === undefined || more.length > 0) {
    throw new BadRequest('A part of the form has no well-formed Content-Disposition of form-data')
  }
  const parameters = new Map<string, string>()
  for (const [, name = '', value = ''] of disposition.matchAll(form.parameter)) {
    const key = name.toLowerCase()
    if (parameters.has(key)) throw new BadRequest('A part of the form has a parameter twice')
    parameters.set(key, value.startsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value)
  }
  const name = decodeBytes(parameters.get('name'))
  const filename = decodeExtended(parameters.get('filename*')) ?? decodeBytes(parameters.get('filename'))
  if (name === undefined) throw new BadRequest('A part of the form has no name')
  // No browser sends one, and it ends a text for some programs that get the file name later.
  if (name.includes('\0') || filename?.includes('\0')) throw new BadRequest('A name in the form contains a NUL')
  return { name, filename: filename === undefined ? undefined : baseName(filename), contentType: typeOf(headers) }
}

function typeOf(headers: Readonly<Record<string, readonly string[]>>): string {
  const [essence = ''] = (headers['content-type']?.[0] ?? '').split(';')
  return essence.trim().toLowerCase() || 'text/plain'
}

function decodeBytes(text: string | undefined): string | undefined {
  return text === undefined ? undefined : Buffer.from(text, 'latin1').toString()
}

/** RFC 8187, section 3.2: `UTF-8'en'a%20b`. RFC 7578 forbids it, and some clients send it; undefined where it is malformed. */
function decodeExtended(text = ''): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(text)?.[1]
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** The name without folders, of any system; empty for a name that only leads to a folder. */
function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return name === '.' || name === '..' ? '' : name
}
