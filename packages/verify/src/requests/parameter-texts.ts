import type { PublishedParameter } from '../document/published-document.js'
import { JsonText, writeJson } from '../wire/json-text.js'
import { percentEncode } from '../wire/wire-request.js'
import { type QueryPair, type RequestParts } from './request-parts.js'

/** A parameter's value as text: absent, one text or several, or an object's members. */
export type ParameterTexts =
  | { readonly kind: 'absent' }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'members'; readonly members: readonly (readonly [name: string, text: string])[] }

export const ABSENT_TEXTS: ParameterTexts = { kind: 'absent' }

/** A JSON value as the texts of a parameter; undefined where texts cannot express it. */
export function textsOf(parameter: PublishedParameter, value: unknown): ParameterTexts | undefined {
  if (parameter.isJson) return { kind: 'texts', texts: [writeJson(value)] }
  if (Array.isArray(value)) {
    const texts = value.map(textOf)
    return texts.includes(undefined) ? undefined : { kind: 'texts', texts: texts as string[] }
  }
  const text = textOf(value)
  if (text !== undefined) return { kind: 'texts', texts: [text] }
  const members = Object.entries(value as object).flatMap(
    ([name, member]): (readonly [string, string | undefined])[] =>
      Array.isArray(member) ? member.map((item) => [name, textOf(item)] as const) : [[name, textOf(member)]]
  )
  if (members.some(([, member]) => member === undefined)) return undefined
  return { kind: 'members', members: members as [string, string][] }
}

function textOf(value: unknown): string | undefined {
  if (value instanceof JsonText) return value.text
  return typeof value === 'object' && value !== null ? undefined : String(value)
}

/** Whether the texts arrive unchanged when they are sent at the parameter's place. */
export function canBeSent(parameter: PublishedParameter, value: ParameterTexts): boolean {
  const { in: place, style, explode } = parameter
  if (value.kind === 'absent') return place !== 'path'
  const delimiter = style === 'spaceDelimited' ? /[ ,|]/ : /[,|]/
  if (value.kind === 'members') {
    const isDelimited = !explode && style !== 'deepObject'
    const texts = value.members.flat()
    return place === 'query' && texts.every((text) => isWellFormed(text) && !(isDelimited && delimiter.test(text)))
  }
  if (place === 'path' && value.texts.length === 0) return false
  const isDelimited = value.texts.length !== 1 && !(place === 'query' && explode)
  return value.texts.every((text) => {
    if (!isWellFormed(text) || (isDelimited && delimiter.test(text))) return false
    if (place === 'path') return !/(^|\/)\.{0,2}(\/|$)/.test(text)
    // A recipient trims the value (RFC 9110, section 5.5), and only ASCII has an agreed encoding.
    return place === 'header' ? /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text) : true
  })
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** The request with the parameter's value replaced. */
export function withParameter(
  request: RequestParts,
  parameter: PublishedParameter,
  value: ParameterTexts
): RequestParts {
  switch (parameter.in) {
    case 'path':
      return { ...request, path: { ...request.path, [parameter.name]: joined(parameter, value) } }
    case 'header': {
      const name = parameter.name.toLowerCase()
      const headers = request.headers.filter(([other]) => other !== name)
      return { ...request, headers: value.kind === 'absent' ? headers : [...headers, [name, joined(parameter, value)]] }
    }
    case 'cookie': {
      const { name } = parameter
      const cookies = request.cookies.filter(([other]) => other !== name)
      return { ...request, cookies: value.kind === 'absent' ? cookies : [...cookies, [name, joined(parameter, value)]] }
    }
    case 'query': {
      const others = request.query.filter((pair) => !isOf(parameter, pair))
      return { ...request, query: [...others, ...pairsOf(parameter, value)] }
    }
  }
}

function joined(parameter: PublishedParameter, value: ParameterTexts): string {
  return value.kind === 'texts' ? value.texts.join(parameter.in === 'header' ? ', ' : ',') : ''
}

/** Whether the pair is of this parameter, or of a member of this object. */
function isOf(parameter: PublishedParameter, pair: QueryPair): boolean {
  if ('of' in pair && pair.of === parameter.name) return true
  const name = 'raw' in pair ? (pair.raw.split('=')[0] as string) : pair.name
  return name === parameter.name || name.startsWith(`${parameter.name}[`)
}

function pairsOf(parameter: PublishedParameter, value: ParameterTexts): QueryPair[] {
  const { name, style, explode } = parameter
  if (value.kind === 'absent') return []
  if (value.kind === 'members' && (explode || style === 'deepObject')) {
    return value.members.map(([key, text]) => {
      return style === 'deepObject' ? { name: `${name}[${key}]`, text } : { name: key, text, of: name }
    })
  }
  const texts = value.kind === 'members' ? value.members.flat() : value.texts
  if (value.kind === 'texts' && (explode || texts.length === 1)) return texts.map((text) => ({ name, text }))
  const delimiter = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ','
  return [{ raw: `${percentEncode(name)}=${texts.map(percentEncode).join(delimiter)}` }]
}
