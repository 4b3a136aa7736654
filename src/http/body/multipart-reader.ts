import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ContentTooLarge } from '../../errors.js'
import { UploadedFile } from '../../record/type/uploaded-file.js'
import { addValue } from '../syntax/form.js'
import type { FormPlan } from './multipart-fields.js'
import { partsOf, type RawPart } from './multipart-parser.js'
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
 * plan are written to disk, and a part that is not declared is thrown away. A file field that was left empty in a browser
 * counts as absent.
 */
export async function readForm(source: Readable, boundary: string, reading: MultipartReading): Promise<MultipartForm> {
  const { plan, uploads } = reading
  const form: MultipartForm = Object.create(null)
  const texts = new TextParts(uploads.fields, reading.textLimit)
  const sizeOf = (name: string): number => {
    const file = plan.files.get(name)
    return file === undefined ? Number.POSITIVE_INFINITY : (file.type.maxSize ?? uploads.fileSize)
  }
  let files = 0
  for await (const part of partsOf(source, boundary, { parts: uploads.parts, sizeOf })) {
    const file = plan.files.get(part.name)
    if (file !== undefined) {
      if (++files > uploads.files) throw new ContentTooLarge(`The form has more than ${uploads.files} files`)
      const kept = await keep(part, reading.temporary)
      if (kept === undefined) continue
      const isFirst = file.isList && form[part.name] === undefined
      addValue<unknown>(form, part.name, isFirst ? [kept] : kept)
    } else addValue<unknown>(form, part.name, plan.texts.has(part.name) ? await texts.read(part) : '')
  }
  return form
}

/** Writes a part to a temporary file; undefined for the empty, nameless file of a browser's form. */
async function keep(part: RawPart, temporary: TemporaryFiles): Promise<UploadedFile | undefined> {
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

/** The texts of one form, counted together. */
export class TextParts {
  readonly #most: number
  readonly #limit: number
  #count = 0
  #size = 0

  constructor(most: number, limit: number) {
    this.#most = most
    this.#limit = limit
  }

  async read({ name, stream }: RawPart): Promise<string> {
    if (++this.#count > this.#most) throw new ContentTooLarge(`The form has more than ${this.#most} texts`)
    const chunks: Buffer[] = []
    for await (const chunk of stream) {
      this.#size += (chunk as Buffer).length
      if (this.#size > this.#limit)
        throw new ContentTooLarge(`The texts of the form are larger than ${this.#limit} bytes`)
      chunks.push(chunk as Buffer)
    }
    return decodeUtf8(Buffer.concat(chunks), `The text of the field '${name}' is not valid UTF-8`)
  }
}
