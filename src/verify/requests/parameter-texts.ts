import type { PublishedParameter } from '../document/published-document.js'
import { JsonText } from '../wire/json-text.js'
import type { Draft, DraftPair } from './draft.js'
import { encode } from './draft.js'

/** A parameter's value as text: nothing, one text or several, or an object's members. */
export type ParameterTexts =
  | { readonly kind: 'absent' }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'members'; readonly members: readonly (readonly [name: string, text: string])[] }

export const ABSENT_TEXTS: ParameterTexts = { kind: 'absent' }

/** How a JSON value is written where only text can travel; undefined where it cannot. */
export function textsOf(parameter: PublishedParameter, value: unknown): ParameterTexts | undefined {
  if (parameter.isJson) return { kind: 'texts', texts: [JSON.stringify(value)] }
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

/** Whether the texts can be sent at the parameter's place so that they arrive as they are. */
export function canTravel(parameter: PublishedParameter, value: ParameterTexts): boolean {
  if (value.kind === 'absent') return parameter.in !== 'path'
  if (value.kind === 'members')
    return parameter.in === 'query' && value.members.every(([name, text]) => isWellFormed(name + text))
  const isDelimited = value.texts.length !== 1 && !(parameter.in === 'query' && parameter.explode)
  return value.texts.every((text) => {
    if (!isWellFormed(text) || (isDelimited && /[,|]/.test(text))) return false
    if (parameter.in === 'path') return text !== '' && !/^\.{1,2}$/.test(text) && !/(^|\/)\.{0,2}(\/|$)/.test(text)
    // A recipient trims the value (RFC 9110, section 5.5), and there is no agreed way to send more than ASCII.
    return parameter.in === 'header' ? /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text) : true
  })
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** The draft with the parameter's value replaced. */
export function withParameter(draft: Draft, parameter: PublishedParameter, value: ParameterTexts): Draft {
  switch (parameter.in) {
    case 'path':
      return { ...draft, path: { ...draft.path, [parameter.name]: joined(parameter, value) } }
    case 'header': {
      const name = parameter.name.toLowerCase()
      const headers = draft.headers.filter(([other]) => other !== name)
      return { ...draft, headers: value.kind === 'absent' ? headers : [...headers, [name, joined(parameter, value)]] }
    }
    case 'cookie': {
      const cookies = draft.cookies.filter(([other]) => other !== parameter.name)
      return {
        ...draft,
        cookies: value.kind === 'absent' ? cookies : [...cookies, [parameter.name, joined(parameter, value)]]
      }
    }
    case 'query':
      return {
        ...draft,
        query: [...draft.query.filter((pair) => !isOf(parameter, pair)), ...pairsOf(parameter, value)]
      }
  }
}

function joined(parameter: PublishedParameter, value: ParameterTexts): string {
  return value.kind === 'texts' ? value.texts.join(parameter.in === 'header' ? ', ' : ',') : ''
}

/** The parameter whose name an exploded object's members carry is the object itself. */
function isOf(parameter: PublishedParameter, pair: DraftPair): boolean {
  const name = 'raw' in pair ? pair.raw.split('=')[0] : pair.name
  return name === parameter.name || (name?.startsWith(`${parameter.name}[`) ?? false)
}

function pairsOf(parameter: PublishedParameter, value: ParameterTexts): DraftPair[] {
  const { name, style, explode } = parameter
  if (value.kind === 'absent') return []
  if (value.kind === 'members') {
    return value.members.map(([key, text]) => ({ name: style === 'deepObject' ? `${name}[${key}]` : key, text }))
  }
  if (explode || value.texts.length === 1) return value.texts.map((text) => ({ name, text }))
  const delimiter = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ','
  return [{ raw: `${encode(name)}=${value.texts.map(encode).join(delimiter)}` }]
}
