import { ContentTooLarge } from '../../errors.js'
import type { RawPart } from './multipart-parser.js'
import { decodeUtf8 } from './request-body.js'

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
