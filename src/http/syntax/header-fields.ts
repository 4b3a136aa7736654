/** A header as it was set. */
export type HeaderValue = string | number | readonly string[]

/** Headers as a response of node:http accepts them: `{ name: value }`, or names and values in turns. */
export type HeaderList = Readonly<Record<string, HeaderValue | undefined>> | readonly (HeaderValue | HeaderValue[])[]

/** RFC 9110 section 5.6.2. */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
/** RFC 9110 section 5.5, with the bytes that node:http sends as Latin-1. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers about the connection, which belongs to the platform (RFC 9110 section 7.6.1). */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade'
])

/** Throws a TypeError for a value that HTTP cannot carry. */
export function checkFieldValue(name: string, value: HeaderValue): void {
  for (const text of textsOf(value)) {
    if (!VALUE.test(text)) throw invalid('ERR_INVALID_CHAR', 'value', name)
  }
}

/** The headers of one response, by names in any case; checked when they are set, as node:http does. */
export class HeaderFields {
  readonly #fields = new Map<string, { readonly name: string; readonly value: HeaderValue }>()

  /** Throws a TypeError for a name or a value that HTTP does not allow. */
  set(name: string, value: HeaderValue): void {
    if (typeof name !== 'string' || !NAME.test(name)) throw invalid('ERR_INVALID_HTTP_TOKEN', 'name', name)
    if (value === undefined) throw invalid('ERR_HTTP_INVALID_HEADER_VALUE', 'value', name)
    checkFieldValue(name, value)
    this.#fields.set(name.toLowerCase(), { name, value })
  }

  append(name: string, value: HeaderValue): void {
    const present = this.get(name)
    this.set(name, present === undefined ? value : [...textsOf(present), ...textsOf(value)])
  }

  get(name: string): HeaderValue | undefined {
    return this.#fields.get(name.toLowerCase())?.value
  }

  has(name: string): boolean {
    return this.#fields.has(name.toLowerCase())
  }

  delete(name: string): void {
    this.#fields.delete(name.toLowerCase())
  }

  get isEmpty(): boolean {
    return this.#fields.size === 0
  }

  /** In lower case. */
  names(): string[] {
    return [...this.#fields.keys()]
  }

  /** As they were set. */
  rawNames(): string[] {
    return [...this.#fields.values()].map(({ name }) => name)
  }

  /** By lower-case name; an object without a prototype. */
  all(): Record<string, HeaderValue> {
    const headers: Record<string, HeaderValue> = Object.create(null)
    for (const [name, { value }] of this.#fields) headers[name] = value
    return headers
  }

  /** Adds the headers that `writeHead` was given; they replace those that were set. */
  merge(list: HeaderList): void {
    const pairs = Array.isArray(list) ? pairsOf(list) : (Object.entries(list) as [string, HeaderValue][])
    for (const [name] of pairs) this.delete(name)
    for (const [name, value] of pairs) if (value !== undefined) this.append(name, value)
  }

  /** The headers for a WHATWG response, where a list is a repeated header. */
  entries(): [name: string, value: string][] {
    const entries: [string, string][] = []
    for (const [name, { value }] of this.#fields) {
      if (CONNECTION_HEADERS.has(name)) continue
      if (Array.isArray(value)) for (const text of value) entries.push([name, text])
      else entries.push([name, String(value)])
    }
    return entries
  }
}

function textsOf(value: HeaderValue): string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

function pairsOf(list: readonly unknown[]): [string, HeaderValue][] {
  if (Array.isArray(list[0])) return list as [string, HeaderValue][]
  if (list.length % 2 !== 0) throw new TypeError('The list of headers must contain names and values in turns')
  return list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]] as [string, HeaderValue]] : []))
}

function invalid(code: string, what: string, name: unknown): TypeError {
  return Object.assign(new TypeError(`Invalid ${what} of the header ${JSON.stringify(name)}`), { code })
}

/**
 * The value of a header field, without the white space around it, which is none of it (RFC 9110, section 5.5). Its time
 * is linear, which that of a regular expression for the end of a text is not.
 */
export function fieldValue(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text[start])) start++
  while (end > start && isBlank(text[end - 1])) end--
  return text.slice(start, end)
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}
