import type { JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedMedia } from '../document/published-document.js'
import { type FormField, formFieldsOf } from '../judge/form-fields.js'
import type { Draw } from '../values/draw.js'
import { drawFile } from '../values/file-samples.js'
import type { ValueMaker } from '../values/value-maker.js'
import { JsonText, writeJson } from '../wire/json-text.js'
import { contentTypeOf, type FormPart, formOf } from '../wire/multipart.js'
import { essenceOf, isJsonType } from '../wire/wire-request.js'
import type { BodyPart } from './request-parts.js'

/** The media type of forms without files. */
export const FORM = 'application/x-www-form-urlencoded'
/** The media type of forms with files (RFC 7578). */
export const MULTIPART = 'multipart/form-data'
/** The media types of a file whose types the document does not list. */
const ANY_FILE = ['application/octet-stream', 'image/png', 'text/plain', 'application/pdf']

/** A body and its content type. */
export interface EncodedBody {
  readonly contentType: string
  readonly body: BodyPart
}

/** Writes values as bodies of the media types of a document; files are made, because JSON values have none. */
export class BodyEncoder {
  readonly #maker: ValueMaker

  constructor(maker: ValueMaker) {
    this.#maker = maker
  }

  /** A valid body; undefined where none could be made. */
  valid(type: string, media: PublishedMedia, draw: Draw): EncodedBody | undefined {
    for (let attempt = 0; attempt < 4; attempt++) {
      const made = this.#maker.valid(media.schema ?? true, draw)
      const encoded = made && this.encode(type, media, made.value, draw)
      if (encoded !== undefined) return encoded
    }
    return undefined
  }

  /** The value as a body; undefined where the media type cannot express it. */
  encode(type: string, media: PublishedMedia, value: unknown, draw: Draw): EncodedBody | undefined {
    const essence = essenceOf(type)
    if (isJsonType(essence)) return { contentType: essence.replace('*', 'vnd.any'), body: { kind: 'json', value } }
    if (essence === FORM) {
      const members = formMembers(value)
      return members && { contentType: essence, body: text(new URLSearchParams(members).toString()) }
    }
    if (essence === MULTIPART) {
      const parts = this.parts(media, value, draw)
      if (parts === undefined) return undefined
      const form = formOf(parts)
      return { contentType: contentTypeOf(form), body: { kind: 'multipart', form } }
    }
    if (this.#isAnyBytes(media.schema)) {
      const [low, high] = this.#sizes(media.schema ?? true)
      const file = drawFile([essence === '*/*' ? 'application/octet-stream' : essence], low, high, draw)
      return { contentType: file.type, body: { kind: 'bytes', bytes: file.content } }
    }
    if (typeof value !== 'string') return undefined
    // A range is replaced by one type that it includes.
    return {
      contentType: essence === '*/*' ? 'application/octet-stream' : essence.replace('*', 'any'),
      body: text(value)
    }
  }

  #isAnyBytes(schema: JsonSchema | undefined): boolean {
    if (schema === undefined) return true
    const { formats, patterns, members } = this.#maker.flattener.flatten(schema)
    return formats.includes('binary') && patterns.length === 0 && members === undefined
  }

  /** The parts of a form, one for each item of a list; undefined for what a form cannot express. */
  parts(media: PublishedMedia, value: unknown, draw: Draw): FormPart[] | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const fields = formFieldsOf(this.#maker.checks, media)
    const parts: FormPart[] = []
    for (const [name, member] of Object.entries(value)) {
      const field = fields.get(name)
      for (const item of field?.isList !== false && Array.isArray(member) ? member : [member]) {
        const part = field === undefined ? textPart(name, item) : this.part(field, item, draw)
        if (part === undefined) return undefined
        parts.push(part)
      }
    }
    return parts
  }

  /** One part of a field: a file, whatever the value is, or the value; undefined for what a part cannot express. */
  part(field: FormField, value: unknown, draw: Draw): FormPart | undefined {
    const { name, kind, types } = field
    if (kind === 'file') return this.file(field, draw)
    if (kind === 'text') {
      const part = textPart(name, value)
      const [type] = types?.includes('text/plain') === false ? types : []
      return part && { ...part, contentType: type?.replace('*', 'plain') }
    }
    const contentType = types?.find((type) => !type.includes('*')) ?? 'application/json'
    return { name, filename: undefined, contentType, content: Buffer.from(writeJson(value)) }
  }

  /** A file of a type and a size that the document allows. */
  file({ name, types, schema }: FormField, draw: Draw): FormPart {
    const [low, high] = this.#sizes(schema)
    const { type, extension, content } = drawFile(types ?? ANY_FILE, low, high, draw)
    return { name, filename: `${draw.pick(['file', 'scan 1', 'IMG_0001'])}.${extension}`, contentType: type, content }
  }

  #sizes(schema: JsonSchema): [low: number, high: number] {
    const { bounds } = this.#maker.flattener.flatten(schema)
    return [bounds.get('minLength') ?? 0, bounds.get('maxLength') ?? Number.POSITIVE_INFINITY]
  }
}

function text(value: string): BodyPart {
  return { kind: 'text', text: value }
}

/** A field without a file name and a media type, as browsers send texts. */
export function textPart(name: string, value: unknown): FormPart | undefined {
  if (typeof value === 'object' && !(value instanceof JsonText)) return undefined
  const content = Buffer.from(value instanceof JsonText ? value.text : String(value))
  return { name, filename: undefined, contentType: undefined, content }
}

/** A form has one level of texts, and a list is a name that is repeated; undefined for what a form cannot express. */
function formMembers(value: unknown): [name: string, text: string][] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const members = Object.entries(value).flatMap(([name, member]) =>
    (Array.isArray(member) ? member : [member]).map((item): [string, unknown] => [name, item])
  )
  if (members.some(([, item]) => typeof item === 'object')) return undefined
  return members.map(([name, item]) => [name, String(item)])
}
