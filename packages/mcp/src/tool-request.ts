import type { OpenAPIDocument, Parameter, SecuritySchemeObject } from 'fieldstone'
import type { Tool } from './tools.js'

/** Whoever calls tools: where its credentials are found, and who it is. */
export interface Caller {
  /** Scheme and host of the service, as the caller names it: `https://api.example.com`. */
  readonly origin: string
  /** A header of the caller's request, by its name in lower case. */
  readonly header: (name: string) => string | undefined
  /** The header `authorization` for a security scheme; without this function it is that of the caller's request. */
  readonly authorization?: (scheme: string) => string | undefined
  /** The query of the caller's request. */
  readonly query: URLSearchParams
  /** The caller's address, for `ctx.ip`. */
  readonly remoteAddress: string | undefined
}

/** The call cannot become a request: its text is for the model, which may correct the arguments. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'
}

/** Headers of the caller that belong to the call, whatever the operation requires. */
const PASSED = ['accept-language', 'traceparent', 'tracestate', 'baggage', 'x-request-id'] as const

/**
 * The request that a call of a tool is: its arguments where the operation reads them, with those credentials of the caller
 * that the operation's security schemes read. Values are written as they are: the operation itself checks them.
 *
 * @throws ArgumentError for an argument that the tool does not have, a path parameter that is missing, and a list or an object
 *   for a parameter that is neither
 */
export function requestOf(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  caller: Caller,
  document: OpenAPIDocument,
  signal: AbortSignal
): Request {
  checkNames(tool, given)
  const query = new URLSearchParams()
  const headers = new Headers(tool.headers.map(([name, value]) => [name, value] as [string, string]))
  const cookies: string[] = []
  let { path } = tool
  for (const { name, parameter } of tool.arguments) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (typeof value === 'object' && value !== null && isScalar(parameter, document)) {
      throw new ArgumentError(`the argument ${JSON.stringify(name)} must be one value, and no list or object`)
    }
    if (parameter.in === 'path') {
      path = path.replace(`{${parameter.name}}`, () => pathText(value, name, parameter))
    } else if (value === undefined || value === null) continue
    else if (parameter.in === 'query') addToQuery(query, parameter, value)
    else if (parameter.in === 'header') headers.set(parameter.name, headerText(listText(value), name))
    else cookies.push(`${parameter.name}=${encodeURIComponent(wellFormed(listText(value)))}`)
  }
  for (const name of PASSED) {
    const value = caller.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  for (const scheme of tool.schemes) {
    const declared = document.components?.securitySchemes?.[scheme]
    if (declared !== undefined) passCredential(scheme, declared, caller, { headers, query, cookies })
  }
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  const body = bodyOf(tool, given, headers)
  const search = query.size > 0 ? `?${query}` : ''
  return new Request(`${caller.origin}${path}${search}`, {
    method: tool.method,
    headers,
    signal,
    ...(body !== undefined && { body })
  })
}

function checkNames(tool: Tool, given: Readonly<Record<string, unknown>>): void {
  const names = [...tool.arguments.map(({ name }) => name), ...(tool.body === undefined ? [] : [tool.body.name])]
  const unknown = Object.keys(given).filter((name) => !names.includes(name))
  if (unknown.length === 0) return
  const known = names.length === 0 ? 'it takes none' : `its arguments are ${names.join(', ')}`
  throw new ArgumentError(
    `${tool.name} has no argument ${unknown.map((name) => JSON.stringify(name)).join(', ')}: ${known}`
  )
}

/** Written as a text, a list or an object would be a valid value of a parameter that is a text, and mean another one. */
function isScalar({ schema }: Parameter, document: OpenAPIDocument): boolean {
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(schema?.$ref ?? '')?.[1]
  const { type } = (name === undefined ? schema : document.components?.schemas?.[name]) ?? {}
  return type !== undefined && ![type].flat().some((each) => each === 'array' || each === 'object')
}

/** No segment may be empty, or lead to another path: `.` and `..` are removed from URLs even where they are encoded. */
function pathText(value: unknown, name: string, parameter: Parameter): string {
  const text = value === undefined || value === null ? '' : listText(value)
  const segments = parameter['x-spans-segments'] === true ? text.split('/') : [text]
  if (text === '' || segments.some((segment) => segment === '.' || segment === '..')) {
    throw new ArgumentError(`the argument ${JSON.stringify(name)} must be a text other than "", "." and ".."`)
  }
  return segments.map((segment) => encodeURIComponent(wellFormed(segment))).join('/')
}

function addToQuery(query: URLSearchParams, { name, explode, style }: Parameter, value: unknown): void {
  if (Array.isArray(value)) {
    if (explode === false) query.append(name, listText(value))
    else for (const item of value) query.append(name, textOf(item))
  } else if (style === 'deepObject' && typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (member === null || member === undefined) continue
      for (const item of Array.isArray(member) ? member : [member]) query.append(`${name}[${key}]`, textOf(item))
    }
  } else query.append(name, textOf(value))
}

/** The style `simple` (OpenAPI 3.1.1, section 4.8.12): a list is one text, with commas. */
function listText(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(',') : textOf(value)
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Without what UTF-8 has no form for: a half of a surrogate pair. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD')
}

function headerText(text: string, name: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return text
  throw new ArgumentError(
    `the argument ${JSON.stringify(name)} is sent as a header, which cannot have line breaks and characters above U+00FF`
  )
}

/** What a request is made of. */
interface RequestParts {
  readonly headers: Headers
  readonly query: URLSearchParams
  readonly cookies: string[]
}

/** Credentials are those that the caller itself has sent: no argument of a tool can be one. */
function passCredential(
  name: string,
  scheme: SecuritySchemeObject,
  caller: Caller,
  { headers, query, cookies }: RequestParts
): void {
  if (scheme.type !== 'apiKey') {
    const authorization =
      caller.authorization === undefined ? caller.header('authorization') : caller.authorization(name)
    if (authorization !== undefined) headers.set('authorization', authorization)
  } else if (scheme.in === 'header') {
    const value = caller.header(scheme.name.toLowerCase())
    if (value !== undefined) headers.set(scheme.name, value)
  } else if (scheme.in === 'query') {
    for (const value of caller.query.getAll(scheme.name)) query.append(scheme.name, value)
  } else {
    const sent = (caller.header('cookie') ?? '').split(/; */)
    cookies.push(...sent.filter((pair) => pair.startsWith(`${scheme.name}=`)))
  }
}

function bodyOf({ body }: Tool, given: Readonly<Record<string, unknown>>, headers: Headers): string | undefined {
  if (body === undefined || !Object.hasOwn(given, body.name)) return undefined
  const value = given[body.name]
  headers.set('content-type', body.mediaType)
  if (body.form === 'json') return jsonText(value, body.name)
  if (body.form === 'text') return textOf(value)
  const form = new URLSearchParams()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ArgumentError(`the argument ${JSON.stringify(body.name)} is sent as a form, and must be an object`)
  }
  for (const [name, member] of Object.entries(value)) {
    if (member === null || member === undefined) continue
    for (const item of Array.isArray(member) ? member : [member]) form.append(name, textOf(item))
  }
  return form.toString()
}

function jsonText(value: unknown, name: string): string {
  try {
    return JSON.stringify(value)
  } catch {
    // What was read from JSON has no circles.
    throw new ArgumentError(`the argument ${JSON.stringify(name)} is nested too deeply`)
  }
}
