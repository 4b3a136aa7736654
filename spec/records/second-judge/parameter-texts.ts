/** A parameter as a document describes it. */
export interface DescribedParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly style?: string
  readonly explode?: boolean
}

/** A parameter's value as a client writes it (OpenAPI 3.1.1, section 4.12.6, and appendix C). */
export interface WrittenParameter {
  /** The part of the request: a segment, pairs of the query, a header's value, a cookie. */
  readonly written: string
  /** The texts as they are read back, by what they are texts of. */
  readonly texts: string | readonly string[] | Readonly<Record<string, string>>
}

const encode = encodeURIComponent

/** The value in the request; undefined where the parameter's place and style have no form for it. */
export function writeParameter(parameter: DescribedParameter, value: unknown): WrittenParameter | undefined {
  const { name, in: place } = parameter
  const { style = place === 'query' || place === 'cookie' ? 'form' : 'simple' } = parameter
  const { explode = style === 'form' } = parameter
  if (Array.isArray(value)) {
    const texts = value.map(textOf)
    if (!texts.every((text) => text !== undefined && isWritable(text, place, true))) return undefined
    const items = texts as string[]
    // Nothing tells an empty list from an absent one, nor a list of one empty text from an empty one.
    if (items.length === 0 || (!(explode && style === 'form') && items.join('') === '')) return undefined
    const encoded = place === 'header' ? items : items.map(encode)
    if (place === 'path' || place === 'header') return { written: encoded.join(','), texts: items }
    const isRepeated = explode && style === 'form'
    const pairs = isRepeated ? encoded.map((text) => `${encode(name)}=${text}`).join('&') : `${encode(name)}=${encoded}`
    return { written: pairs, texts: items }
  }
  if (typeof value === 'object' && value !== null) {
    if (style !== 'deepObject') return undefined
    const entries = Object.entries(value).map(([key, member]) => [key, textOf(member)] as const)
    if (entries.length === 0 || !entries.every(([key, text]) => key !== '' && text !== undefined && isText(text + key)))
      return undefined
    return {
      written: entries.map(([key, text]) => `${encode(name)}[${encode(key)}]=${encode(text as string)}`).join('&'),
      texts: Object.fromEntries(entries) as Record<string, string>
    }
  }
  const text = textOf(value)
  if (text === undefined || !isWritable(text, place, false)) return undefined
  if (place === 'header') return { written: text, texts: text }
  return { written: place === 'path' ? encode(text) : `${encode(name)}=${encode(text)}`, texts: text }
}

/** The text of a value that one text can hold. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function isWritable(text: string, place: DescribedParameter['in'], isItem: boolean): boolean {
  // A segment of dots is a step in a path, however it is encoded (WHATWG URL, section 4.1).
  if (place === 'path' && (text === '.' || text === '..')) return false
  // Headers have no encoding: visible ASCII, without white space at the ends, and without the delimiter of a list.
  if (place === 'header') return isItem ? /^[!-+\--~]+$/.test(text) : /^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(text)
  return isText(text)
}

/** Half of a surrogate pair has no form in UTF-8. */
function isText(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** All values that a client writes as these texts: `5` is the text of a number and of a string. */
export function readings(texts: WrittenParameter['texts']): readonly unknown[] {
  if (typeof texts === 'string') return readingsOfText(texts)
  const names = Object.keys(texts)
  const lists = Object.values(texts).map(readingsOfText)
  const all = lists.reduce<unknown[][]>((made, next) => made.flatMap((row) => next.map((one) => [...row, one])), [[]])
  return Array.isArray(texts) ? all : all.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])))
}

function readingsOfText(text: string): readonly unknown[] {
  if (text === 'true' || text === 'false') return [text, text === 'true']
  // What no client writes for a number: `1.0`, `1e3`. But a number beyond the doubles has no other form.
  const isNumber = NUMBER.test(text) && (String(Number(text)) === text || !Number.isFinite(Number(text)))
  return isNumber ? [text, Number(text)] : [text]
}

/** Whether a text is a number in a form that no client writes: a service may accept it, and need not. */
export function hasOtherForm(texts: WrittenParameter['texts']): boolean {
  const all = typeof texts === 'string' ? [texts] : Object.values(texts)
  return all.some((text) => NUMBER.test(text) && String(Number(text)) !== text && Number.isFinite(Number(text)))
}
