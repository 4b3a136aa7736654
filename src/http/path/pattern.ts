import { SetupError } from '../../errors.js'
import { compilePathRegex } from './regex.js'

/** One segment of a path pattern: the part between two slashes. */
export type Segment =
  /** `text` is percent-decoded; it is empty only in the last segment of a path that ends in a slash. */
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'regex'; readonly name: string; readonly source: string; readonly regex: RegExp }
  | { readonly kind: 'parameter'; readonly name: string }
  /** The rest of the path, one character or more; always the last segment. */
  | { readonly kind: 'rest'; readonly name: string }

/** A parameter of a path pattern. */
export interface PathParameter {
  /** The name between the braces. */
  readonly name: string
  /** The source of its regular expression, without anchors; the whole decoded value must match it. */
  readonly regex: string | undefined
  /** Whether it matches the rest of the path, slashes included. */
  readonly rest: boolean
}

/** A path as it was declared, parsed once. */
export interface PathPattern {
  /** The declaration itself: `/items/{id:[0-9]+}`. */
  readonly source: string
  /** The parts between the slashes. */
  readonly segments: readonly Segment[]
  /** In the order of the path. */
  readonly parameters: readonly PathParameter[]
  /** The form of OpenAPI, with percent-encoded literals: `/items/{id}`. */
  readonly template: string
}

/**
 * Parses a declared path.
 *
 * A segment is a literal (plain or percent-encoded), `{name}`, `{name:regex}` (the whole decoded segment must match),
 * or at the end `{name:*}`, which matches the rest of the path, one character or more. A trailing slash is significant.
 * `place` names the declaration in the {@link SetupError} that is thrown for any other path: `PATH_INVALID`,
 * `PATH_REGEX_INVALID` or `PATH_REGEX_UNSAFE`.
 *
 * @example parsePathPattern('/items/{id:[0-9]+}', 'ItemController.find').template // '/items/{id}'
 */
export function parsePathPattern(path: string, place: string): PathPattern {
  if (latest?.source !== path) latest = parse(path, place)
  return latest
}

/** A route's path is parsed where its inputs are read, and at once again where it is registered. */
let latest: PathPattern | undefined

function parse(path: string, place: string): PathPattern {
  const reject: Reject = (what, remedy) => {
    throw new SetupError('PATH_INVALID', `the path "${path}" ${what}`, place, remedy)
  }
  if (typeof path !== 'string') reject('is not a string', 'give the path as a string, as in "/items/{id}"')
  if (!path.startsWith('/')) reject('does not start with a slash', `write "/${path}"`)

  const texts = splitSegments(path, place, reject)
  const segments = texts.map((text, index) => {
    const last = index === texts.length - 1
    if (text === '' && !last) reject('has an empty segment', 'write one slash between two segments')
    const segment = parseSegment(text, path, place, reject)
    if (segment.kind === 'rest' && !last) {
      reject(`goes on after {${segment.name}:*}, which matches the whole rest`, 'put it at the end of the path')
    }
    return segment
  })
  return { source: path, segments, parameters: parametersOf(segments, reject), template: templateOf(segments) }
}

type Reject = (what: string, remedy: string) => never

/** Splits at the slashes outside of braces. */
function splitSegments(path: string, place: string, reject: Reject): string[] {
  const segments: string[] = []
  let start = 1
  for (let at = 1; at < path.length; at += 1) {
    const character = path[at]
    if (character === '{') {
      const close = closingBrace(path, at)
      if (close === -1) {
        // "{id:[0-9}": the brace is there; the regular expression has no end.
        const regex = /^\{[^{}:/]*:(.+)\}/s.exec(path.slice(at))?.[1]
        if (regex !== undefined) compilePathRegex(regex, path, place)
        reject('has a brace that is not closed', 'close the parameter with "}"')
      }
      at = close
    } else if (character === '/') {
      segments.push(path.slice(start, at))
      start = at + 1
    } else if (character === '?' || character === '#') {
      reject(`contains "${character}"`, 'leave the query out; a literal "?" is written %3F and a "#" %23')
    }
  }
  segments.push(path.slice(start))
  return segments
}

/** Where the parameter that opens at `open` closes, by braces and the classes inside its regex; -1 if nowhere. */
function closingBrace(path: string, open: number): number {
  let depth = 0
  let inClass = false
  let inRegex = false
  for (let at = open; at < path.length; at += 1) {
    const character = path[at]
    if (character === ':') inRegex = true
    if (inRegex && character === '\\') at += 1
    else if (inClass) inClass = character !== ']'
    else if (inRegex && character === '[') inClass = true
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}

function parseSegment(text: string, path: string, place: string, reject: Reject): Segment {
  if (!text.includes('{')) return { kind: 'literal', text: parseLiteral(text, reject) }
  if (!text.startsWith('{') || closingBrace(text, 0) !== text.length - 1) {
    reject(
      `mixes a parameter with other text in "${text}"`,
      'let the parameter fill the segment, as in "/files/{name}"'
    )
  }
  const colon = text.indexOf(':')
  const name = text.slice(1, colon === -1 ? -1 : colon)
  if (name === '') reject('has a parameter without a name', 'give it one, as in "{id}"')
  if (!/^[A-Za-z_][\w.-]*$/.test(name)) {
    reject(
      `names a parameter "${name}"`,
      'start the name with a letter or an underscore and go on with letters, digits, "_", "-" and "."'
    )
  }
  if (colon === -1) return { kind: 'parameter', name }
  const source = text.slice(colon + 1, -1)
  if (source === '') reject(`has no regular expression after "${name}:"`, `write {${name}} or {${name}:[0-9]+}`)
  if (source === '*') return { kind: 'rest', name }
  return { kind: 'regex', name, source, regex: compilePathRegex(source, path, place) }
}

function parseLiteral(text: string, reject: Reject): string {
  if (text.includes('}')) reject('has a "}" without "{"', 'open the parameter with "{"; a literal "}" is written %7D')
  if (text.startsWith(':') && text.length > 1) {
    reject(
      `has the literal segment "${text}"`,
      `write {${text.slice(1)}} for a parameter; a literal ":" is written %3A`
    )
  }
  if (/^\*+$/.test(text))
    reject(`has the literal segment "${text}"`, 'write {rest:*} at the end for the rest of the path')
  let literal: string
  try {
    literal = decodeURIComponent(text)
    // Throws for half a surrogate pair, which cannot be percent-encoded.
    encodeURIComponent(literal)
  } catch {
    reject(`has a broken percent sequence or character in "${text}"`, 'write a literal "%" as %25')
  }
  // Clients resolve these before they send anything, percent-encoded or not (WHATWG URL, "double-dot path segment").
  if (literal === '.' || literal === '..') reject(`has a "${literal}" segment, which no client sends`, 'leave it out')
  return literal
}

function parametersOf(segments: readonly Segment[], reject: Reject): PathParameter[] {
  const parameters: PathParameter[] = []
  for (const segment of segments) {
    if (segment.kind === 'literal') continue
    if (parameters.some((other) => other.name === segment.name)) {
      reject(`has two parameters named "${segment.name}"`, 'give each its own name')
    }
    const regex = segment.kind === 'regex' ? segment.source : undefined
    parameters.push({ name: segment.name, regex, rest: segment.kind === 'rest' })
  }
  return parameters
}

function templateOf(segments: readonly Segment[]): string {
  return segments
    .map((segment) => (segment.kind === 'literal' ? `/${encodeLiteral(segment.text)}` : `/{${segment.name}}`))
    .join('')
}

/** Encodes all but the characters that a path segment may contain (RFC 3986 section 3.3, `pchar`). */
function encodeLiteral(text: string): string {
  return encodeURIComponent(text).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent)
}
