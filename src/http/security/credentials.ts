import type { Context } from '../context.js'
import { headerTexts } from '../lifetime/node-messages.js'
import type { Credential, CredentialPlace, CredentialReader } from '../security-scheme.js'

/** RFC 9110, section 11.4: a scheme, and behind spaces what it carries. */
const AUTHORIZATION = /^([!#$%&'*+.^_`|~\w-]+)(?: +(.*))?$/
/** `b64token` of RFC 6750, section 2.1, which is `token68` of RFC 9110. */
const TOKEN = /^[\w.~+/-]+=*$/
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
/** With the character that replaces bytes which are not UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: no credential has any
const UNFIT = /[\0-\x1f\x7f\ufffd]/

/** The token of `Authorization: Bearer …` (RFC 6750, section 2.1). */
export const readBearer: CredentialReader = (ctx) => {
  const text = authorization(ctx, 'bearer')
  return typeof text === 'string' && !TOKEN.test(text) ? 'malformed' : given(text)
}

/** User and password of `Authorization: Basic …`, in UTF-8 (RFC 7617, section 2). */
export const readBasic: CredentialReader = (ctx) => {
  const text = authorization(ctx, 'basic')
  if (typeof text !== 'string') return given(text)
  if (!BASE64.test(text)) return 'malformed'
  const pair = Buffer.from(text, 'base64').toString()
  const colon = pair.indexOf(':')
  return colon === -1 || UNFIT.test(pair) ? 'malformed' : [pair.slice(0, colon), pair.slice(colon + 1)]
}

const TEXTS: Readonly<Record<CredentialPlace['in'], (ctx: Context, name: string) => string[]>> = {
  header: (ctx, name) => headerTexts(ctx.rawHeaders, name),
  query: (ctx, name) => (ctx.search === '' ? [] : ctx.query.getAll(name)),
  cookie: (ctx, name) => [ctx.cookies[name] ?? []].flat()
}

/** A key by its own name. One that is sent twice is malformed, since it is unknown which was meant. */
export function apiKeyReader({ in: place, name }: CredentialPlace): CredentialReader {
  const texts = TEXTS[place]
  return (ctx) => {
    const [text, ...more] = texts(ctx, name)
    if (more.length > 0) return 'malformed'
    if (text === undefined || text === '') return undefined
    return UNFIT.test(text) ? 'malformed' : [text]
  }
}

const MALFORMED = Symbol('malformed')

function given(text: string | typeof MALFORMED | undefined): Credential {
  if (text === undefined) return undefined
  return text === MALFORMED ? 'malformed' : [text]
}

/** What the header carries for the scheme, in lower case here; undefined where there is none, or another scheme's. */
function authorization(ctx: Context, scheme: string): string | typeof MALFORMED | undefined {
  const header = ctx.requestHeader('authorization')
  if (header === undefined) return undefined
  // node:http keeps the first of several, while a proxy may have checked the last.
  if (headerTexts(ctx.rawHeaders, 'authorization').length > 1) return MALFORMED
  const [, name, text = ''] = AUTHORIZATION.exec(header) ?? []
  if (name === undefined) return MALFORMED
  return name.toLowerCase() === scheme ? text.trimEnd() : undefined
}
