import { itemTypes } from '../../record/kinds/type-facts.js'
import type { FieldSchema } from '../../record/type/schema.js'
import type { Context } from '../context.js'
import type { ParameterPlace } from '../parameter-name.js'
import type { PathParameter } from '../path/pattern.js'
import { parseForm } from '../syntax/form.js'

/** The texts of a request, by parameter name; a name that was sent several times has a list. */
export type Texts = Readonly<Record<string, Text>>
type Text = string | readonly Text[] | { readonly [key: string]: Text }

/** What is read from one place of a request. */
interface ReadParameters {
  readonly place: ParameterPlace
  readonly fields: readonly FieldSchema[]
}

/** Compiles the function that reads a group's texts from its place of a request. */
export function compileTextReader({ place, fields }: ReadParameters): (ctx: Context) => Texts {
  switch (place) {
    case 'path':
      return readPath
    case 'query':
      return fields.some(({ style }) => style !== undefined) ? compileStyledReader(fields) : readQuery
    case 'cookie':
      return readCookies
    case 'header':
      return compileHeaderReader(fields)
  }
}

/** Objects without inherited members. The engine keeps them as it keeps instances; without a prototype they are slow tables. */
class PathTexts {
  [name: string]: string
}
Object.setPrototypeOf(PathTexts.prototype, null)
Reflect.deleteProperty(PathTexts.prototype, 'constructor')

/** As `ctx.params` has them. */
function readPath(ctx: Context): Texts {
  const texts = new PathTexts()
  const parameters = ctx.route?.pattern.parameters ?? []
  for (let index = 0; index < parameters.length; index++) {
    texts[(parameters[index] as PathParameter).name] = ctx.pathValue(index)
  }
  return texts
}

const BROKEN_QUERY = 'The query has a broken percent sequence'

function readQuery(ctx: Context): Texts {
  return parseForm(ctx.search, BROKEN_QUERY)
}

/** Lists that are separated by commas, and objects by their members. A comma that is data is sent as `%2C`. */
function compileStyledReader(fields: readonly FieldSchema[]): (ctx: Context) => Texts {
  const lists = fields.filter(({ style }) => style === 'comma').map(({ name }) => name)
  const objects = fields.filter(({ style }) => style === 'deepObject').map(({ name }) => name)
  return (ctx) => {
    const sent = parseForm(ctx.search, BROKEN_QUERY)
    const texts: Record<string, Text> = Object.assign(Object.create(null), sent)
    for (const name of lists) {
      const value = sent[name]
      // Sent twice it is not a list of this style: a list in place of a text reports that.
      if (value !== undefined) texts[name] = typeof value === 'string' ? separated(ctx.search, name) : [value]
    }
    for (const name of objects) {
      const members = Object.keys(sent).filter((key) => key.startsWith(`${name}[`) && key.endsWith(']'))
      if (members.length === 0 || sent[name] !== undefined) continue
      const object: Record<string, Text> = Object.create(null)
      for (const key of members) object[key.slice(name.length + 1, -1)] = sent[key] as Text
      texts[name] = object
    }
    return texts
  }
}

/** The items of a list, split before they are decoded. */
function separated(search: string, name: string): string[] {
  for (const pair of search.split('&')) {
    const equals = pair.indexOf('=')
    const [key] = Object.keys(parseForm(equals === -1 ? pair : pair.slice(0, equals)))
    if (key !== name) continue
    const items = equals === -1 ? [''] : pair.slice(equals + 1).split(',')
    return items.map((item) => parseForm(`x=${item}`).x as string)
  }
  return []
}

function readCookies(ctx: Context): Texts {
  return ctx.cookies
}

/** A list in a header is separated by commas (OpenAPI 3.0, style `simple`), and the header may be repeated. */
function compileHeaderReader(fields: readonly FieldSchema[]): (ctx: Context) => Texts {
  const entryOf = ({ name, type }: FieldSchema) => ({ name, isList: itemTypes(type) !== undefined })
  const byName = new Map(fields.map((field) => [field.name.toLowerCase(), entryOf(field)]))
  return (ctx) => {
    const texts: Record<string, string | string[]> = Object.create(null)
    for (const [sent, value] of headersOf(ctx.rawHeaders)) {
      const entry = byName.get(sent.toLowerCase())
      if (entry === undefined) continue
      const present = texts[entry.name]
      const values = entry.isList ? value.split(',').map((item) => item.trim()) : value
      texts[entry.name] = present === undefined ? values : [present, values].flat()
    }
    return texts
  }
}

/** The headers one by one: `headers` joins repeated ones, and only HTTP/1 has `headersDistinct`. */
function* headersOf(raw: readonly string[]): Iterable<readonly [name: string, value: string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at] as string, raw[at + 1] as string]
}
