import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** Matches texts like a stack, a path or a name of internals. */
const INTERNALS = /\n\s+at |node:internal|file:\/\/|\.[cm]?[jt]s:\d+|node_modules|secret internals|fieldstone-fuzz-/

/** What is wrong with the body of an error answer; undefined where it is a problem of RFC 9457 of that status. */
export function problemFault(
  status: number,
  contentType: string | undefined,
  contentCoding: string | undefined,
  body: Buffer
): string | undefined {
  const text = decode(contentCoding, body)
  if (text === undefined) return `the body is not ${contentCoding}`
  if (INTERNALS.test(text)) return 'the body has internals in it'
  if (contentType !== 'application/problem+json') return `the content type is ${contentType}`
  let problem: unknown
  try {
    problem = JSON.parse(text)
  } catch {
    return 'the body is not JSON'
  }
  if (typeof problem !== 'object' || problem === null) return 'the body is no object'
  const { type, title, status: told, detail, errors, ...rest } = problem as Record<string, unknown>
  if (type !== 'about:blank') return `the type is ${String(type)}`
  if (typeof title !== 'string' || title === '') return 'there is no title'
  if (told !== status) return `the body says ${String(told)}`
  if (typeof detail !== 'string' || detail === '') return 'there is no detail'
  if (errors !== undefined && !(Array.isArray(errors) && errors.length > 0)) return 'errors is no list'
  const [more] = Object.keys(rest)
  return more === undefined ? undefined : `there is a member ${more}`
}

function decode(coding: string | undefined, body: Buffer): string | undefined {
  try {
    if (coding === 'gzip') return gunzipSync(body).toString()
    if (coding === 'br') return brotliDecompressSync(body).toString()
    if (coding === 'deflate') return inflateSync(body).toString()
    return body.toString()
  } catch {
    return undefined
  }
}
