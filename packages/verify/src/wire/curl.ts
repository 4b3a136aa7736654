import { WITH_BODY, type WireRequest } from './wire-request.js'

/** Writes texts that must not be shown in another way. */
export interface Hiding {
  /** The text without what must not be shown. */
  mask(text: string): string
  /** The text as a word of `sh`, where it contains something that must not be shown; else undefined. */
  shellWord(text: string): string | undefined
}

/** Hides nothing. */
export const SHOWN: Hiding = { mask: (text) => text, shellWord: () => undefined }

/**
 * The request as a command for `sh`, on one line. `base` is the service's address: `http://localhost:8080`.
 *
 * @example curl -i -g -X POST -H 'content-type: application/json' --data-binary '{"name":""}' 'http://localhost:8080/data'
 */
export function curlLine(request: WireRequest, base: string, hiding: Hiding = SHOWN): string {
  const quote = (text: string) => hiding.shellWord(text) ?? quoteOpen(text)
  const words = ['curl', '-i', '-g', '--path-as-is']
  const hasBody = request.body !== undefined && request.body.length > 0
  if (request.method === 'HEAD' && !hasBody) words.push('--head')
  else if (request.method !== 'GET' || request.body !== undefined) words.push('-X', quote(request.method))
  // curl sends no body with --head, and without that waits for a body of the response, which no HEAD has.
  if (request.method === 'HEAD' && hasBody) words.push('--max-time', '5')
  const form = formWords(request, quote)
  // curl names the boundary of a form that it writes.
  const headers = request.headers.filter(([name]) => form === undefined || name !== 'content-type')
  for (const [name, value] of headers) words.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`))
  const body = form === undefined ? bodyWords(request, quote) : form
  words.push(...body.words)
  // Node sends this length of its own accord, and curl does not; a service may require one.
  const isSized = headers.some(([name]) => name === 'content-length')
  if (!hasBody && !isSized && WITH_BODY.has(request.method)) words.push('-H', quote('content-length: 0'))
  words.push(quote(`${base.replace(/\/$/, '')}${request.url}`))
  return hiding.mask(body.before) + words.join(' ')
}

/** Writes a text as a word of `sh`. */
type Quote = (text: string) => string

/** What is written before the command, and its words for the body. */
interface BodyWords {
  readonly before: string
  readonly words: readonly string[]
}

/** The longest body that is written in full, in bytes. */
const BODY_LIMIT = 20_000

function bodyWords({ body, headers }: WireRequest, quote: Quote): BodyWords {
  if (body === undefined || body.length === 0) return { before: '', words: [] }
  const isTyped = headers.some(([name]) => name === 'content-type')
  const { before, argument } = bodyArgument(body, headers, quote)
  // Without a header curl declares every body a form.
  return { before, words: [...(isTyped ? [] : ['-H', quote('content-type:')]), '--data-binary', argument] }
}

function bodyArgument(
  body: Uint8Array,
  headers: WireRequest['headers'],
  quote: Quote
): { readonly before: string; readonly argument: string } {
  if (body.length > BODY_LIMIT) return { before: `${longBody(body)} | `, argument: '@-' }
  const text = Buffer.from(body).toString()
  const isText = Buffer.from(text).equals(Buffer.from(body))
  const isJson = headers.some(([name, value]) => name === 'content-type' && value.includes('json'))
  const visible = isJson ? escapeStrings(text) : text
  // curl reads a file where an argument begins with `@`.
  if (isText && /^(?!@)[ -~]*$/.test(visible)) return { before: '', argument: quote(visible) }
  return { before: `${printf(body)} | `, argument: '@-' }
}

/** More parts are written as bytes. */
const MOST_PARTS = 12
const PRINTABLE = /^[ -~]*$/
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/

/** The options `-F` of a form; undefined where what they send would not be exactly these parts. */
function formWords({ form }: WireRequest, quote: Quote): BodyWords | undefined {
  if (form === undefined || form.length === 0 || form.length > MOST_PARTS) return undefined
  const words: string[] = []
  let before = ''
  for (const part of form) {
    const { name, filename, contentType, content } = part
    const isPlain = /^[\w.[\]-]+$/.test(name) && (filename === undefined || /^[ -~]+$/.test(filename))
    // Versions of curl write quotes and backslashes in different ways, and curl gives a file without a type one of its own.
    if (!isPlain || /["\\]/.test(filename ?? '') || (filename !== undefined && contentType === undefined))
      return undefined
    if (contentType !== undefined && !MEDIA_TYPE.test(contentType)) return undefined
    const text = content.length > BODY_LIMIT ? undefined : Buffer.from(content).toString('latin1')
    const isText = text !== undefined && PRINTABLE.test(text)
    if (contentType === undefined && isText) {
      words.push('--form-string', quote(`${name}=${text}`))
      continue
    }
    // Only one part can come from the standard input, and without a file name curl would give it one.
    if (!isText && (filename === undefined || before !== '')) return undefined
    if (!isText) before = `${content.length > BODY_LIMIT ? longBody(content) : printf(content)} | `
    const value = isText ? `"${text.replace(/["\\]/g, '\\$&')}"` : '@-'
    const file = filename === undefined ? '' : `;filename="${filename}"`
    words.push('-F', quote(`${name}=${value}${file};type=${contentType}`))
  }
  return { before, words }
}

/** A command of POSIX `printf`, with every byte that is not plain as `\\ddd`; a hyphen at its start would be an option. */
function printf(bytes: Uint8Array): string {
  const characters = [...bytes].map((byte, index) => {
    const character = String.fromCharCode(byte)
    return /[ -~]/.test(character) && !/['\\%]/.test(character) && (index > 0 || character !== '-')
      ? character
      : `\\${byte.toString(8).padStart(3, '0')}`
  })
  return `printf '${characters.join('')}'`
}

/** Long bodies are long because one character is repeated: a command that repeats it. */
function longBody(body: Uint8Array): string {
  let [start, length] = [0, 0]
  for (let from = 0, at = 1; at <= body.length; at++) {
    if (at < body.length && body[at] === body[from]) continue
    if (at - from > length) [start, length] = [from, at - from]
    from = at
  }
  const character = String.fromCharCode(body[start] as number)
  if (!/[A-Za-z1-9]/.test(character)) return printf(body)
  const [before, after] = [body.subarray(0, start), body.subarray(start + length)]
  return `{ ${printf(before)}; printf '%0${length}d' 0 | tr 0 ${character}; ${printf(after)}; }`
}

/** The same JSON with invisible and ambiguous characters escaped; the text itself where it is not JSON. */
function escapeStrings(json: string): string {
  const escaped = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  try {
    return JSON.stringify(JSON.parse(escaped)) === JSON.stringify(JSON.parse(json)) ? escaped : json
  } catch {
    return json
  }
}

/** POSIX shell, section 2.2.2: between single quotes only a single quote is special. */
function quoteOpen(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
