import { compileBinder } from '../../record/binder.js'
import type { TypeSchema } from '../../record/type/schema.js'
import type { ResponseOption } from '../operation-options.js'
import { responseContent } from '../response/content-types.js'
import { declaredHeaders } from '../response/declared-headers.js'
import { compileHeaderCheck } from '../response/header-check.js'
import { rangeOf } from '../syntax/by-status.js'
import { isJson, parseMediaType } from '../syntax/media-type.js'
import { violationsOf, violationText } from '../violation-reports.js'
import type { OutgoingRoute } from './outgoing-route.js'
import { SendError } from './send-error.js'

/** The response of the other side, as the document says. */
export interface SentResponse<B = unknown> {
  /** A status that the operation declares. */
  readonly status: number
  /** All headers. */
  readonly headers: Headers
  /** The body, bound and checked; undefined where the document promises none of the status. */
  readonly body: B
}

/** Reads responses of one operation. @throws SendError for one that the document does not promise */
export type ResponseReader = (response: Response) => Promise<SentResponse>

/** More bytes are not read: the other side is not this application's own. */
const MOST_BYTES = 1_048_576

/** @throws SetupError or BootstrapError for what is wrong with the declared responses */
export function compileResponses(route: OutgoingRoute): ResponseReader {
  const { source } = route
  const declared: Readonly<Record<string, ResponseOption>> = route.options.responses ?? {}
  const readers = new Map(
    Object.entries(declared).map(([status, option]) => {
      const content = responseContent(option, `${source}, response ${status}`)
      const media = [...(content ?? [])].map(([name, type]) => [name, compileMedia(name, type)] as const)
      return [status, content === undefined ? undefined : new Map(media)] as const
    })
  )
  const headerChecks = new Map(
    Object.entries(declared).flatMap(([status, option]) => {
      const described = declaredHeaders(option, `${source}, response ${status}`)
      return described === undefined ? [] : [[status, compileHeaderCheck(described)] as const]
    })
  )
  return async (response) => {
    const { status, headers } = response
    const broken = (what: string, details: object = {}) => {
      return new SendError('response', `${source}: ${what}`, { status, ...details })
    }
    const key = [String(status), rangeOf(status), 'default'].find((one) => readers.has(one))
    const violations = headerChecks.get(key ?? '')?.({ getHeader: (name) => textsOf(headers, name) })
    if (violations !== undefined) {
      await response.body?.cancel()
      throw broken(`the response: ${violationText(violations)}`)
    }
    const media = key === undefined ? undefined : readers.get(key)
    if (media === undefined) {
      await response.body?.cancel()
      if (key === undefined) throw broken(`the response has the status ${status}, which is not declared`)
      return { status, headers, body: undefined }
    }
    const bytes = await bytesOf(response, broken)
    const given = headers.get('content-type') ?? ''
    const essence = parseMediaType(given)?.essence
    const read = essence === undefined ? undefined : media.get(essence)
    if (read === undefined) {
      throw broken(
        `the response is ${given === '' ? 'of no media type' : given}, and not ${[...media.keys()].join(' or ')}`
      )
    }
    return { status, headers, body: await read(bytes, broken) }
  }
}

/** Each cookie is a header of its own. */
function textsOf(headers: Headers, name: string): string | string[] | undefined {
  if (name !== 'set-cookie') return headers.get(name) ?? undefined
  const cookies = headers.getSetCookie()
  return cookies.length === 0 ? undefined : cookies
}

type Broken = (what: string, details?: object) => SendError
type MediaReader = (bytes: Buffer, broken: Broken) => unknown

function compileMedia(name: string, type: TypeSchema): MediaReader {
  if (type.kind === 'file') return (bytes) => bytes
  const binder = compileBinder(type, 'json', 'body')
  const isText = !isJson({ essence: name, charset: undefined })
  return async (bytes, broken) => {
    let raw: unknown = bytes.toString('utf8')
    try {
      if (!isText) raw = JSON.parse(raw as string)
    } catch (cause) {
      throw broken('the body of the response is not JSON', { cause })
    }
    const { value, faults } = await binder.validate(raw)
    if (faults === undefined) return value
    throw broken(`the response: ${violationText(violationsOf(faults, 'the body'))}`, { faults })
  }
}

async function bytesOf(response: Response, broken: Broken): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    // The loop cancels the rest.
    if (size > MOST_BYTES) throw broken(`the body of the response is larger than ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
