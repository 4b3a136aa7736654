import type { JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedMedia } from '../document/published-document.js'
import { shapeOf } from '../judge/text-values.js'
import type { Draw } from '../values/draw.js'
import { RANK, type Rank } from '../values/rank.js'
import { LEXICAL_FORMS } from '../values/text-samples.js'
import type { ValueMaker } from '../values/value-maker.js'
import { percentEncode } from '../wire/wire-request.js'
import { BodyEncoder, FORM } from './body-encoding.js'
import type { EdgeCase } from './request-parts.js'

/** Pairs beside those of the fields. */
const STRAY_PAIRS: readonly (readonly [label: string, rank: Rank, raw: string])[] = [
  ['a field that the document does not name', RANK.type, 'unexpected=1'],
  ['a field that is named like the prototype', RANK.type, '__proto__=1'],
  ['empty pairs', RANK.near, '&&'],
  ['an empty name', RANK.near, '=1'],
  ['a field without "="', RANK.near, 'unexpected'],
  ['a broken percent sequence in a name', RANK.lexical, '%zz=1'],
  ['bytes that are not UTF-8 beside the fields', RANK.lexical, 'unexpected=%ff'],
  ['a semicolon between fields', RANK.lexical, 'unexpected=1;other=2'],
  ['five thousand fields', RANK.type, 'a=1&'.repeat(5000)]
]

/** The texts to try with a field, of whatever type it is. */
export function textsToTry(
  maker: ValueMaker,
  schema: JsonSchema
): (readonly [rank: Rank, label: string, make: (draw: Draw) => string | undefined])[] {
  const flat = maker.flattener.flatten(schema)
  const members = (flat.members ?? []).slice(0, 24).filter((member) => typeof member !== 'object')
  return [
    ...LEXICAL_FORMS.map((text) => [RANK.lexical, JSON.stringify(text), () => text] as const),
    ...members.map((member) => [RANK.extreme, `the member ${JSON.stringify(member)}`, () => String(member)] as const),
    ...(flat.types.has('string') && flat.members === undefined ? maker.strings.edgeCases(flat) : [])
  ]
}

/** Lists what to try with the fields of a form: they are sent as text, of whatever type they are. */
export function formEdgeCases(maker: ValueMaker, type: string, media: PublishedMedia): EdgeCase[] {
  const encoder = new BodyEncoder(maker)
  const valid = (draw: Draw): string | undefined => {
    const body = encoder.valid(type, media, draw)?.body
    return body?.kind === 'text' ? body.text : undefined
  }
  const send = (label: string, rank: Rank, change: (text: string, draw: Draw) => string | undefined): EdgeCase => ({
    label,
    rank,
    apply: (request, draw) => {
      const made = valid(draw)
      const text = made === undefined ? undefined : change(made, draw)
      return text === undefined ? undefined : { ...request, contentType: FORM, body: { kind: 'text', text } }
    }
  })
  const properties = [...maker.flattener.flatten(media.schema ?? true).properties]
  return [
    ...properties.flatMap(([name, schema]) => fieldEdgeCases(maker, name, schema, send)),
    ...STRAY_PAIRS.map(([label, rank, raw]) => send(`form: ${label}`, rank, (text) => joined([text, raw]))),
    send('form: the first field in upper case', RANK.near, (text) =>
      text.replace(/^[^=]+/, (name) => name.toUpperCase())
    ),
    send('form: spaces as %20', RANK.lexical, (text) => (text.includes('+') ? text.replaceAll('+', '%20') : undefined)),
    send('form: names percent-encoded', RANK.lexical, (text) =>
      text.replace(
        /(^|&)([a-z])/gi,
        (_, start: string, letter: string) => `${start}%${letter.charCodeAt(0).toString(16)}`
      )
    ),
    ...['; charset=utf-8', '; charset=iso-8859-1', ';charset=UTF-8', '; boundary=x'].map((parameter): EdgeCase => {
      const plain = send(`form: content type with "${parameter}"`, RANK.type, (text) => text)
      return {
        ...plain,
        apply: (request, draw) => {
          const made = plain.apply(request, draw)
          return made && { ...made, contentType: FORM + parameter }
        }
      }
    })
  ]
}

type Send = (label: string, rank: Rank, change: (text: string, draw: Draw) => string | undefined) => EdgeCase

function fieldEdgeCases(maker: ValueMaker, name: string, schema: JsonSchema, send: Send): EdgeCase[] {
  const key = percentEncode(name)
  const instead = (rank: Rank, label: string, make: (draw: Draw) => readonly string[] | undefined): EdgeCase =>
    send(`form field ${name}: ${label}`, rank, (text, draw) => {
      const own = make(draw)
      const others = new URLSearchParams(text)
      others.delete(name)
      return own && joined([others.toString(), ...own])
    })
  const items = shapeOf(maker.checks, schema) === 'list' ? maker.flattener.flatten(schema).bounds : undefined
  const item = items === undefined ? schema : (maker.flattener.flatten(schema).items ?? true)
  const counts = ['minItems', 'maxItems'].flatMap((keyword) => {
    const bound = items?.get(keyword) ?? Number.POSITIVE_INFINITY
    return bound > 100 ? [] : [bound - 1, bound, bound + 1].filter((count) => count >= 0)
  })
  return [
    instead(RANK.extreme, 'absent', () => []),
    instead(RANK.lexical, 'a broken percent sequence', () => [`${key}=%zz`]),
    instead(RANK.lexical, 'a percent sequence that is no UTF-8', () => [`${key}=%ff`]),
    instead(RANK.lexical, 'without "="', () => [key]),
    instead(RANK.near, 'with "[]" after its name', () => [`${key}%5B%5D=1`]),
    instead(RANK.type, 'twice', () => [`${key}=1`, `${key}=1`]),
    ...counts.map((count) =>
      instead(RANK.extreme, `${count} times`, (draw) =>
        Array.from({ length: count }, () => `${key}=${percentEncode(String(maker.make(item, draw, 2)))}`)
      )
    ),
    ...textsToTry(maker, item).map(([rank, label, make]) =>
      instead(rank, label, (draw) => {
        const text = make(draw)
        return text === undefined ? undefined : [`${key}=${percentEncode(text)}`]
      })
    )
  ]
}

function joined(pairs: readonly string[]): string {
  return pairs.filter((pair) => pair !== '').join('&')
}
