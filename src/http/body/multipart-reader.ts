import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ContentTooLarge, type Fault, faultClause } from '../../errors.js'
import { UploadedFile } from '../../record/type/uploaded-file.js'
import { addValue } from '../syntax/form.js'
import type { FormPlan, PlannedFile } from './multipart-fields.js'
import { fileTooLarge, partsOf, type RawPart } from './multipart-parser.js'
import { decodeUtf8 } from './request-body.js'
import type { TemporaryFiles } from './temporary-files.js'
import type { UploadSettings } from './uploads.js'

/** A decoded form with files; an object without a prototype. */
export type MultipartForm = Record<string, unknown>

/** How a form is read. */
export interface MultipartReading {
  readonly plan: FormPlan
  readonly uploads: UploadSettings
  /** How large all texts together may be, in bytes. */
  readonly textLimit: number
  readonly temporary: TemporaryFiles
}

/**
 * Reads a form into texts and files. The record and not the client decides which part is a file: only the files of the
 * plan are written to disk, and a part that is not declared is thrown away. A file field that was left empty in a
 * browser counts as absent.
 */
export async function readForm(source: Readable, boundary: string, reading: MultipartReading): Promise<MultipartForm> {
  const { plan, uploads } = reading
  const form: MultipartForm = Object.create(null)
  const count = new FormCount(uploads, reading.textLimit)
  const sizeOf = (name: string): number => {
    const file = plan.files.get(name)
    return file === undefined ? Number.POSITIVE_INFINITY : (file.type.maxSize ?? uploads.fileSize)
  }
  const tooLarge = (name: string, limit: number) => tooLargeFor(plan.files.get(name), name, limit)
  for await (const part of partsOf(source, boundary, { parts: uploads.parts, sizeOf, tooLarge })) {
    const planned = plan.files.get(part.name)
    if (planned !== undefined) {
      count.file()
      const file = await saveFile(part, reading.temporary)
      if (file === undefined) continue
      const isFirst = planned.isList && form[part.name] === undefined
      addValue<unknown>(form, part.name, isFirst ? [file] : file)
    } else addValue<unknown>(form, part.name, plan.texts.has(part.name) ? await count.text(part) : '')
  }
  return form
}

/** The error has the rule that a field declares, in its own words if it has any. */
function tooLargeFor(planned: PlannedFile | undefined, name: string, limit: number): ContentTooLarge {
  if (planned?.type.maxSize === undefined) return fileTooLarge(name, limit)
  const { message } = planned
  const text = message?.(undefined, {}) ?? `must be at most ${limit} bytes large`
  const fault: Fault = { in: 'body', path: name, rule: 'maxSize', message: text, limit }
  if (message === undefined) return fileTooLarge(name, limit, [fault])
  return new ContentTooLarge(faultClause('body', name, text), { faults: [fault] })
}

/** Writes a part to a temporary file; undefined for the empty, nameless file of a browser's form. */
async function saveFile(part: RawPart, temporary: TemporaryFiles): Promise<UploadedFile | undefined> {
  const { name: field, filename, contentType, stream } = part
  const path = temporary.claim()
  // 'wx' follows no link and opens no file that is there already.
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(stream, target)
  } catch (error) {
    // A file that is being opened would appear after it was removed. The error at its close is this one again.
    if (!target.closed) await new Promise<void>((resolve) => target.on('error', () => {}).once('close', resolve))
    await temporary.remove(path)
    throw error
  }
  const size = target.bytesWritten
  if (temporary.isOver) await temporary.remove(path)
  if (size > 0 || filename) return new UploadedFile({ field, filename: filename || undefined, contentType, size, path })
  await temporary.remove(path)
  return undefined
}

/** One part of a form that is read as it arrives. */
export type FormPart =
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      /** The name that the client gave it, without folders. Never use it as a path to write to. */
      readonly filename: string | undefined
      /** The media type that the client claims. */
      readonly contentType: string
      /** Fails with a 413 above the limit of a file. What is left of it when the next part is read is thrown away. */
      readonly stream: Readable
    }

/**
 * The parts of a form as they arrive. A part is a file if it has a file name or a media type other than `text/plain`.
 * Nothing is written to disk; all texts together may be as large as `textLimit`, in bytes.
 */
export async function* formParts(
  source: Readable,
  boundary: string,
  uploads: UploadSettings,
  textLimit: number
): AsyncGenerator<FormPart, void> {
  const count = new FormCount(uploads, textLimit)
  for await (const part of partsOf(source, boundary, { parts: uploads.parts, sizeOf: () => uploads.fileSize })) {
    const { name, filename, contentType, stream } = part
    if (filename === undefined && contentType === 'text/plain')
      yield { kind: 'text', name, value: await count.text(part) }
    else {
      count.file()
      yield { kind: 'file', name, filename: filename || undefined, contentType, stream }
    }
  }
}

/** Reads the texts of one form, and checks the number of its files and texts and the size of its texts. */
class FormCount {
  readonly #uploads: UploadSettings
  readonly #textLimit: number
  #files = 0
  #texts = 0
  #size = 0

  constructor(uploads: UploadSettings, textLimit: number) {
    this.#uploads = uploads
    this.#textLimit = textLimit
  }

  file(): void {
    const { files } = this.#uploads
    if (++this.#files > files) throw new ContentTooLarge(`The form has more than ${files} files`)
  }

  async text({ name, stream }: RawPart): Promise<string> {
    const { fields } = this.#uploads
    if (++this.#texts > fields) throw new ContentTooLarge(`The form has more than ${fields} texts`)
    const chunks: Buffer[] = []
    for await (const chunk of stream) {
      this.#size += (chunk as Buffer).length
      if (this.#size > this.#textLimit)
        throw new ContentTooLarge(`The texts of the form are larger than ${this.#textLimit} bytes`)
      chunks.push(chunk as Buffer)
    }
    return decodeUtf8(Buffer.concat(chunks), `The text of the field '${name}' is not valid UTF-8`)
  }
}
