import type { Fault } from '../../errors.js'
import { compileJsonCheck } from '../../record/binder.js'
import { Compilation } from '../../record/read/compilation.js'
import { faultOf } from '../../record/read/default-check.js'
import type { TypeSchema } from '../../record/type/schema.js'
import { compileWriter } from '../../record/writer.js'
import { readParameters } from '../parameters/declared-parameters.js'
import { bodyOf } from '../routing/route-body.js'
import { isJson } from '../syntax/media-type.js'
import { parseTemplate } from '../syntax/runtime-expression.js'
import { matchesTemplate } from '../syntax/template-match.js'
import { violationsOf, violationText } from '../violation-reports.js'
import type { OutgoingRoute } from './outgoing-route.js'
import { SendError } from './send-error.js'

/** What is sent: the values that a caller gives. */
export interface RequestValues {
  readonly url?: string | URL | undefined
  readonly values?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
  readonly contentType?: string | undefined
  readonly parameters?: Readonly<Record<string, unknown>> | undefined
}

/** A request as fetch takes it. */
export interface OutgoingRequest {
  readonly url: URL
  readonly headers: Headers
  readonly body: string | Uint8Array | undefined
}

/** Makes requests of one operation. @throws SendError for values that the document does not promise */
export type RequestMaker = (given: RequestValues) => OutgoingRequest

/** @throws SetupError or BootstrapError for what is wrong with the types of the operation */
export function compileRequest(route: OutgoingRoute): RequestMaker {
  const urlOf = compileUrl(route)
  const write = compileBody(route)
  const place = compileParameters(route)
  return (given) => {
    const url = urlOf(given)
    const headers = new Headers()
    place(given.parameters ?? {}, url, headers)
    const body = write(given, headers)
    return { url, headers, body }
  }
}

function rejected(what: string, faults: readonly Fault[] = []): SendError {
  return new SendError('request', what, { faults })
}

/** The URL that is given, or that of the document with the values of its expressions. */
function compileUrl({ url: template, source }: OutgoingRoute): (given: RequestValues) => URL {
  const parts = template === undefined ? undefined : parseTemplate(template)
  const known = parts === undefined || 'wrong' in parts ? undefined : parts
  const checked = (text: string): URL => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol))
      throw rejected(`${source}: the URL is not absolute, or not of HTTP`)
    // fetch takes none, and its error shows them.
    if (url.username !== '' || url.password !== '') throw rejected(`${source}: the URL has a user name or a password`)
    return url
  }
  return ({ url, values }) => {
    if (url !== undefined) {
      if (values !== undefined) throw rejected(`${source}: url and values are given; keep one of them`)
      if (known !== undefined && !matchesTemplate(known, String(url))) {
        throw rejected(`${source}: the URL has not the form that the document says, ${template}`)
      }
      return checked(String(url))
    }
    if (known === undefined) throw rejected(`${source}: no url is given`)
    const text = known.map((part) => {
      if (typeof part === 'string') return part
      const value = values?.[part.text]
      if (typeof value !== 'string') throw rejected(`${source}: neither url nor a value of ${part.text} is given`)
      return value
    })
    return checked(text.join(''))
  }
}

type BodyWriter = (value: unknown) => string | Uint8Array

function compileBody(route: OutgoingRoute): (given: RequestValues, headers: Headers) => OutgoingRequest['body'] {
  const { source } = route
  const declared = bodyOf(route)
  if (declared === undefined) {
    return ({ body }) => {
      if (body !== undefined) throw rejected(`${source}: the request has no body in the document, and one is given`)
      return undefined
    }
  }
  const writers = new Map([...declared.media].map(([name, type]) => [name, compileMedia(name, type, source)]))
  const [first] = writers.keys()
  return ({ body, contentType = first as string }, headers) => {
    const write = writers.get(contentType)
    if (write === undefined) throw rejected(`${source}: the document has no body of ${contentType}`)
    if (body === undefined) {
      if (declared.required) throw rejected(`${source}: the body is missing`)
      return undefined
    }
    headers.set('content-type', contentType)
    return write(body)
  }
}

function compileMedia(name: string, type: TypeSchema, source: string): BodyWriter {
  if (type.kind === 'file') {
    return (value) => {
      if (value instanceof Uint8Array) return value
      throw rejected(`${source}: the body is not bytes; give a Buffer`)
    }
  }
  const write = compileWriter(type)
  const check = compileJsonCheck(type, 'strip')
  const json: BodyWriter = (value) => {
    const text = written(() => write(value), source)
    const faults = check(text)
    if (faults !== undefined) throw rejected(`${source}: ${violationText(violationsOf(faults, 'the body'))}`, faults)
    return text
  }
  if (isJson({ essence: name, charset: undefined })) return json
  if (name === 'application/x-www-form-urlencoded') {
    return (value) => {
      const pairs = Object.entries(JSON.parse(json(value) as string) as object).flatMap(
        ([key, member]: [string, unknown]) => {
          const members = Array.isArray(member) ? member : [member]
          return members.filter((one) => one !== null).map((one) => [key, textOf(one)] as [string, string])
        }
      )
      return new URLSearchParams(pairs).toString()
    }
  }
  return (value) => {
    json(value)
    return String(value)
  }
}

function written(write: () => string, source: string): string {
  try {
    return write()
  } catch (error) {
    throw new SendError('request', `${source}: the body cannot be written: ${(error as Error).message}`, {
      cause: error
    })
  }
}

/** Writes query parameters, headers and cookies into a request. */
function compileParameters(
  route: OutgoingRoute
): (given: Readonly<Record<string, unknown>>, url: URL, headers: Headers) => void {
  const { source } = route
  const parameters = readParameters(route)
  const names = new Set(parameters.map(({ field }) => field.name))
  const compilation = new Compilation('json', 'rules', { direction: 'declared' })
  return (given, url, headers) => {
    const unknown = Object.keys(given).find((name) => !names.has(name))
    if (unknown !== undefined) throw rejected(`${source}: the document has no parameter ${unknown}`)
    const cookies: string[] = []
    for (const { in: place, field } of parameters) {
      const { name, required } = field
      const value = Object.hasOwn(given, name) ? given[name] : undefined
      if (value === undefined) {
        if (required) throw rejected(`${source}: the ${place} parameter ${name} is missing`)
        continue
      }
      const plain: unknown = JSON.parse(JSON.stringify(value))
      const fault = faultOf(field, plain, compilation)
      if (fault !== undefined) throw rejected(`${source}: the ${place} parameter ${name} ${fault}`)
      const texts = (Array.isArray(plain) ? plain : [plain]).map(textOf)
      if (place === 'header') headers.set(name, texts.join(','))
      else if (place === 'cookie') cookies.push(`${name}=${texts.map(encodeURIComponent).join(',')}`)
      else if (field.style === 'deepObject') {
        for (const [key, member] of Object.entries(plain as object)) {
          if (member !== null) url.searchParams.append(`${name}[${key}]`, textOf(member))
        }
      } else if (field.style === 'comma') url.searchParams.append(name, texts.join(','))
      else for (const text of texts) url.searchParams.append(name, text)
    }
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  }
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
