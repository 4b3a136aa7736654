import { isUtf8 } from 'node:buffer'
import type { BodyLimits } from '../document/body-limits.js'
import { isNode } from '../document/json-schema-2020.js'
import type { PublishedMedia } from '../document/published-document.js'
import type { SchemaChecks } from '../document/schema-checks.js'
import { jsonFault } from '../wire/json-text.js'
import { essenceOf, isJsonType, isWithin } from '../wire/wire-request.js'
import { type FormField, formFieldsOf } from './form-fields.js'
import { contradictsType } from './leading-bytes.js'
import { BrokenForm, boundaryOf, type ReceivedPart, readForm } from './multipart-parts.js'
import { checkObjectTexts, type TextFault } from './text-values.js'
import { invalid, open, type PartVerdict, unusual, VALID } from './verdict.js'

/** Where a 413 is documented without a number, more parts and more files than these may be too many. */
const MANY_PARTS = 100
const MANY_FILES = 10

/**
 * Judges a `multipart/form-data` body: its form by RFC 2046 and RFC 7578, its parts by their media types, its fields by
 * the schema.
 *
 * @param isLimited whether a 413 is documented; `limits` may say what the limits are
 */
export function judgeMultipart(
  checks: SchemaChecks,
  media: PublishedMedia,
  contentType: string,
  bytes: Uint8Array,
  limits: BodyLimits,
  isLimited: boolean
): PartVerdict {
  const boundary = boundaryOf(contentType)
  if (boundary === undefined) return unusual('content-type', '', 'boundary', 'has no well-formed boundary')
  const form = readForm(bytes, boundary)
  if (form instanceof BrokenForm) return invalid('body', '', 'multipart', form.message)
  const fields = formFieldsOf(checks, media)
  const reading = new PartsJudge(checks, media, fields)
  for (const part of form.parts) reading.add(part)
  // What a reader makes of an odd form decides which parts it finds.
  const [odd] = form.unusual
  if (odd !== undefined) return unusual('body', '', odd, `has ${odd}`)
  const verdict = reading.verdict()
  if (verdict.kind === 'invalid') return verdict
  const excess = excessOf(checks, form.parts, fields, limits)
  if (excess !== undefined) return invalid('body', '', 'size', excess)
  if (verdict.kind === 'open') return verdict
  const [reason] = form.open
  if (reason !== undefined) return open(reason)
  if (form.parts.length === 0) return open('a form without parts')
  const files = form.parts.filter(({ filename }) => filename !== undefined).length
  const isMany =
    (limits.parts === undefined && form.parts.length > MANY_PARTS) || (limits.files === undefined && files > MANY_FILES)
  return isLimited && isMany ? open('many parts') : VALID
}

/** Which limit of `x-body-limits` the parts exceed. */
function excessOf(
  checks: SchemaChecks,
  parts: readonly ReceivedPart[],
  fields: ReadonlyMap<string, FormField>,
  limits: BodyLimits
): string | undefined {
  const { bodyLimit, fileSize, files, fields: texts, parts: all } = limits
  const isAbove = (count: number, limit: number | undefined) => limit !== undefined && count > limit
  const own = parts.flatMap((part) => {
    const field = fields.get(part.name)
    return field === undefined ? [] : [{ ...part, field }]
  })
  const ownFiles = own.filter(({ field }) => field.kind === 'file')
  const ownTexts = own.filter(({ field }) => field.kind !== 'file')
  if (isAbove(parts.length, all)) return `has more than ${all} parts`
  if (isAbove(ownFiles.length, files)) return `has more than ${files} files`
  if (isAbove(ownTexts.length, texts)) return `has more than ${texts} texts`
  const textSize = ownTexts.reduce((sum, { content }) => sum + content.length, 0)
  if (isAbove(textSize, bodyLimit)) return `has texts of more than ${bodyLimit} bytes`
  const large = ownFiles.find(({ content, field }) => {
    const schema = checks.resolve(field.schema)
    return isAbove(content.length, fileSize) && (!isNode(schema) || schema.maxLength === undefined)
  })
  return large && `has a file '${large.name}' of more than ${fileSize} bytes`
}

class PartsJudge {
  readonly #checks: SchemaChecks
  readonly #media: PublishedMedia
  readonly #fields: ReadonlyMap<string, FormField>
  readonly #texts = new Map<string, string[]>()
  readonly #values = new Map<string, unknown[]>()
  /** The fields of which a browser sent an empty file: nobody chose one. */
  readonly #unchosen = new Set<string>()
  #fault: PartVerdict | undefined
  #reason: string | undefined

  constructor(checks: SchemaChecks, media: PublishedMedia, fields: ReadonlyMap<string, FormField>) {
    this.#checks = checks
    this.#media = media
    this.#fields = fields
  }

  add(part: ReceivedPart): void {
    const { name, content } = part
    const field = this.#fields.get(name)
    // The value of a part that the document does not name does not matter.
    if (field === undefined) this.#addText(name, content.toString())
    else if (field.kind === 'file' && !part.filename && content.length === 0) this.#unchosen.add(name)
    else {
      this.#checkType(part, field)
      if (field.kind !== 'file' && !isUtf8(content)) this.#fault ??= unusual('body', name, 'utf8', 'is not UTF-8')
      if (field.kind === 'file') this.#addFile(part)
      else if (field.kind === 'json') this.#addJson(name, content.toString(), field)
      else this.#addText(name, content.toString())
    }
  }

  #checkType({ name, filename, contentType }: ReceivedPart, { kind, types }: FormField): void {
    const essence = essenceOfPart(contentType)
    if (types !== undefined && !types.some((range) => isWithin(essence, range))) {
      const message = `must be of type ${types.join(' or ')}, not ${JSON.stringify(essence)}`
      this.#fault ??= invalid('body', name, 'contentType', message)
    }
    if (contentType !== undefined && !MEDIA_TYPE.test(essenceOf(contentType))) {
      this.#reason ??= 'a malformed content type of a part'
    } else if (contentType !== undefined && !/^[^;]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i.test(contentType)) {
      this.#reason ??= 'a parameter of the content type of a part'
    }
    const isFree = types === undefined
    if (kind === 'text' && filename !== undefined) this.#reason ??= 'a file in place of a text'
    else if (kind === 'text' && isFree && essence !== 'text/plain') this.#reason ??= 'a text of another media type'
    else if (kind === 'json' && isFree && !isJsonType(essence)) this.#reason ??= 'JSON of another media type'
    else if (kind === 'file' && !filename) this.#reason ??= 'a file without a name'
  }

  #addFile({ name, contentType, content }: ReceivedPart): void {
    if (contradictsType(essenceOfPart(contentType), content)) {
      this.#reason ??= 'a file that is not what its media type says'
    }
    // OpenAPI 3.1.1, section 4.8.14.5.1: of bytes that are not encoded each counts as a character.
    this.#addText(name, content.toString('latin1'))
  }

  #addJson(name: string, text: string, { schema }: FormField): void {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      this.#fault ??= invalid('body', name, 'json', `is not JSON: ${jsonFault(error)}`)
      return
    }
    const fault = this.#checks.check(schema, value, 'request')
    if (fault !== undefined) this.#fault ??= invalid('body', joined(name, fault.path), fault.keyword, fault.message)
    this.#values.set(name, [...(this.#values.get(name) ?? []), value])
  }

  #addText(name: string, text: string): void {
    const texts = this.#texts.get(name)
    if (texts === undefined) this.#texts.set(name, [text])
    else texts.push(text)
  }

  verdict(): PartVerdict {
    const isHard = this.#fault?.kind === 'invalid' && this.#fault.fault.isUnusual !== true
    if (this.#fault !== undefined && isHard) return this.#fault
    const fault = this.#membersFault()
    if (fault !== undefined && fault.isUnusual !== true) {
      const isAbsence = fault.keyword === 'required' && this.#unchosen.size > 0
      return isAbsence ? open('an empty file without a name') : { kind: 'invalid', fault: { ...fault, in: 'body' } }
    }
    if (this.#fault !== undefined) return this.#fault
    if (fault !== undefined) return { kind: 'invalid', fault: { ...fault, in: 'body' } }
    if (this.#unchosen.size > 0) return open('an empty file without a name')
    return this.#reason === undefined ? VALID : open(this.#reason)
  }

  #membersFault(): TextFault | undefined {
    const values = new Map<string, unknown>()
    for (const [name, [value, ...more]] of this.#values) {
      const isList = this.#fields.get(name)?.isList
      if (more.length > 0 && !isList)
        return { path: name, keyword: 'repeated', message: 'must be given once', isUnusual: true }
      values.set(name, isList ? [value, ...more] : value)
    }
    return checkObjectTexts(this.#checks, this.#media.schema ?? true, this.#texts, values)
  }
}

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/

/** It is `text/plain` without a header (RFC 7578, section 4.4), and with a malformed one (RFC 2045, section 5.2). */
function essenceOfPart(contentType: string | undefined): string {
  const essence = contentType && essenceOf(contentType)
  return essence !== undefined && MEDIA_TYPE.test(essence) ? essence : 'text/plain'
}

function joined(name: string, path: string): string {
  return path === '' || path.startsWith('[') ? `${name}${path}` : `${name}.${path}`
}
