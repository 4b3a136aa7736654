import type { Readable } from 'node:stream'
import { ContentTooLarge } from '../../errors.js'
import { partsOf } from './multipart-parser.js'
import { TextParts } from './multipart-reader.js'
import type { UploadSettings } from './uploads.js'

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
  const limits = { parts: uploads.parts, sizeOf: () => uploads.fileSize }
  const texts = new TextParts(uploads.fields, textLimit)
  let files = 0
  for await (const part of partsOf(source, boundary, limits)) {
    const { name, filename, contentType, stream } = part
    if (filename !== undefined || contentType !== 'text/plain') {
      if (++files > uploads.files) throw new ContentTooLarge(`The form has more than ${uploads.files} files`)
      yield { kind: 'file', name, filename: filename || undefined, contentType, stream }
    } else {
      yield { kind: 'text', name: part.name, value: await texts.read(part) }
    }
  }
}
