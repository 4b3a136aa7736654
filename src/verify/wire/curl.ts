import type { WireRequest } from './wire-request.js'

/**
 * The request as a command for `sh`, on one line. `base` is the service's address: `http://localhost:8080`.
 *
 * @example curl -i -g -X POST -H 'content-type: application/json' --data-binary '{"name":""}' 'http://localhost:8080/data'
 */
export function curlLine(request: WireRequest, base: string): string {
  const words = ['curl', '-i', '-g', '--path-as-is']
  if (request.method === 'HEAD') words.push('--head')
  else if (request.method !== 'GET' || request.body !== undefined) words.push('-X', quote(request.method))
  for (const [name, value] of request.headers) words.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`))
  const { before, argument } = bodyWords(request)
  // Without a header curl declares every body a form.
  if (argument !== undefined && !request.headers.some(([name]) => name === 'content-type'))
    words.push('-H', quote('content-type:'))
  if (argument !== undefined) words.push('--data-binary', argument)
  words.push(quote(`${base.replace(/\/$/, '')}${request.url}`))
  return before + words.join(' ')
}

/** The longest body that is written in full, in bytes. */
const BODY_LIMIT = 20_000

function bodyWords({ body, headers }: WireRequest): { before: string; argument: string | undefined } {
  if (body === undefined || body.length === 0) return { before: '', argument: undefined }
  if (body.length > BODY_LIMIT) return { before: `${longBody(body)} | `, argument: '@-' }
  const text = Buffer.from(body).toString()
  const isText = Buffer.from(text).equals(Buffer.from(body))
  const isJson = headers.some(([name, value]) => name === 'content-type' && value.includes('json'))
  const visible = isText && isJson ? escapeStrings(text) : text
  if (isText && /^[ -~]*$/.test(visible))
    return { before: '', argument: quote(visible.startsWith('@') ? ` ${visible}` : visible) }
  return { before: `${printf(body)} | `, argument: '@-' }
}

/** A command of POSIX `printf`, with every byte that is not plain as `\\ddd`. */
function printf(bytes: Uint8Array): string {
  const characters = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte)
    return /[ -~]/.test(character) && !/['\\%]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`
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
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
