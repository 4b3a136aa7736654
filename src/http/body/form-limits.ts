import { ContentTooLarge, type Fault, faultClause } from '../../errors.js'
import type { ByteCollector } from './byte-collector.js'
import type { PlannedFile } from './multipart-fields.js'
import { decodeUtf8 } from './request-body.js'
import type { UploadSettings } from './uploads.js'

/** Counts the parts of one form, and throws a 413 above a limit. */
export class FormLimits {
  readonly #uploads: UploadSettings
  readonly #textLimit: number
  #parts = 0
  #files = 0
  #texts = 0
  #textSize = 0

  /** @param textLimit how large all texts together may be, in bytes */
  constructor(uploads: UploadSettings, textLimit: number) {
    this.#uploads = uploads
    this.#textLimit = textLimit
  }

  part(): void {
    const { parts } = this.#uploads
    if (++this.#parts > parts) throw new ContentTooLarge(`The form has more than ${parts} parts`)
  }

  file(): void {
    const { files } = this.#uploads
    if (++this.#files > files) throw new ContentTooLarge(`The form has more than ${files} files`)
  }

  text(): void {
    const { fields } = this.#uploads
    if (++this.#texts > fields) throw new ContentTooLarge(`The form has more than ${fields} texts`)
  }

  /** More bytes of a text. */
  textBytes(size: number): void {
    this.#textSize += size
    if (this.#textSize > this.#textLimit)
      throw new ContentTooLarge(`The texts of the form are larger than ${this.#textLimit} bytes`)
  }
}

/** A complete text; throws a 400 for bytes that are not UTF-8. */
export function textOf(name: string, content: ByteCollector): string {
  return decodeUtf8(content.bytes, `The text of the field '${name}' is not valid UTF-8`)
}

/** The error of a file above its limit, in bytes. */
export function fileTooLarge(name: string, limit: number, faults?: readonly Fault[]): ContentTooLarge {
  return new ContentTooLarge(`The file '${name}' is larger than ${limit} bytes`, { ...(faults && { faults }) })
}

/** The same of a declared file; it has the rule that the field declares, in its own words if it has any. */
export function plannedTooLarge(planned: PlannedFile, name: string, limit: number): ContentTooLarge {
  if (planned.type.maxSize === undefined) return fileTooLarge(name, limit)
  const { message } = planned
  const text = message?.(undefined, {}) ?? `must be at most ${limit} bytes large`
  const fault: Fault = { in: 'body', path: name, rule: 'maxSize', message: text, limit }
  if (message === undefined) return fileTooLarge(name, limit, [fault])
  return new ContentTooLarge(faultClause('body', name, text), { faults: [fault] })
}
