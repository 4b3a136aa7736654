import type { Context } from '../http/context.js'
import { parseCookies } from '../http/cookies.js'
import { parseForm } from '../http/form.js'
import type { ParameterGroup } from './method-inputs.js'

/** What arrived, by the names on the wire; a name that came several times gives a list. */
export type Texts = Readonly<Record<string, string | readonly string[]>>

/** Compiles what reads a group's texts from its place of a request. */
export function compileTextReader({ place, names }: ParameterGroup): (ctx: Context) => Texts {
  switch (place) {
    case 'path':
      return (ctx) => ctx.params
    case 'query':
      return readQuery
    case 'cookie':
      return readCookies
    case 'header':
      return compileHeaderReader(names)
  }
}

function readQuery(ctx: Context): Texts {
  return parseForm(ctx.search, 'The query has a broken percent sequence')
}

function readCookies(ctx: Context): Texts {
  return parseCookies(ctx.request().headers.cookie)
}

/** A list in a header is separated by commas (OpenAPI 3.0, style `simple`), and the header may be repeated. */
function compileHeaderReader(names: ParameterGroup['names']): (ctx: Context) => Texts {
  const byName = new Map(names.map((entry) => [entry.name.toLowerCase(), entry]))
  return (ctx) => {
    const texts: Record<string, string | string[]> = Object.create(null)
    for (const [sent, value] of headersOf(ctx.request().rawHeaders)) {
      const entry = byName.get(sent.toLowerCase())
      if (entry === undefined) continue
      const present = texts[entry.name]
      const values = entry.isList ? value.split(',').map((item) => item.trim()) : value
      texts[entry.name] = present === undefined ? values : [present, values].flat()
    }
    return texts
  }
}

/** The headers one by one: `headers` would have joined the repeated ones, and `headersDistinct` is HTTP/1's alone. */
function* headersOf(raw: readonly string[]): Iterable<readonly [name: string, value: string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at] as string, raw[at + 1] as string]
}
