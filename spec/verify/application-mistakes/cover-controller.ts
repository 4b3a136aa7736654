import {
  type Context,
  Controller,
  Ctx,
  Get,
  Injectable,
  Integer,
  NotFound,
  Param,
  Put,
  Returns
} from '../../../src/index.js'
import { BookService } from './book-service.js'
import { CoverUpload } from './records.js'
import { reject } from './reply.js'
import type { Cover } from './store.js'

const ID = { minimum: 1, example: 1 }

@Controller('/books/{id}/cover', { tags: ['Covers'] })
@Injectable(() => [BookService])
export class CoverController {
  constructor(readonly books: BookService) {}

  @Put({
    operationId: 'setCover',
    summary: 'Upload the cover of a book',
    security: [{ bearer: ['write'] }],
    requestBody: CoverUpload
  })
  @Returns(204)
  @Returns(404, { description: 'No such book' })
  async set(@Param('id', Integer, ID) id: number, @Ctx() ctx: Context): Promise<void> {
    const { plan, store } = this.books
    const isByHand = plan.has('cover-any-type') || plan.has('cover-last-part-wins')
    const { contentType, bytes } = isByHand ? await this.#readByHand(ctx) : await this.#read(ctx)
    this.books.find(id)
    if (plan.has('cover-empty-500')) bytes.readUInt8(0)
    if (plan.has('cover-maximum-rejected') && bytes.length >= 2048) reject('The image is too large')
    store.covers.set(id, { contentType, bytes: plan.has('cover-corrupted') ? Buffer.from(bytes.toString()) : bytes })
  }

  async #read(ctx: Context): Promise<Cover> {
    const { image } = await ctx.bindValidated(CoverUpload)
    return { contentType: image.contentType, bytes: await image.bytes() }
  }

  /** Checks what its mistake forgets not. */
  async #readByHand(ctx: Context): Promise<Cover> {
    const { plan } = this.books
    let cover: Cover | undefined
    for await (const part of ctx.bodyParts()) {
      if (part.kind === 'text') {
        if (part.name === 'image') reject('The image is a file')
        continue
      }
      const chunks: Buffer[] = []
      for await (const chunk of part.stream) chunks.push(chunk as Buffer)
      if (part.name !== 'image') continue
      if (cover !== undefined && !plan.has('cover-last-part-wins')) reject('There is one image')
      const isImage = part.contentType === 'image/png' || part.contentType === 'image/jpeg'
      if (!isImage && !plan.has('cover-any-type')) reject('The image must be a PNG or a JPEG')
      const bytes = Buffer.concat(chunks)
      if (bytes.length > 2048) reject('The image is too large')
      cover = { contentType: isImage ? part.contentType : 'image/png', bytes }
    }
    return cover ?? reject('The image is missing')
  }

  @Get({ operationId: 'readCover', summary: 'The cover of a book' })
  @Returns(200, { contentType: ['image/png', 'image/jpeg'] })
  @Returns(404, { description: 'No such book, or no cover' })
  show(@Param('id', Integer, ID) id: number, @Ctx() ctx: Context): void {
    const { contentType, bytes } = this.books.store.covers.get(id) ?? NotFound.throw('It has no cover')
    ctx.send(200, this.books.plan.has('cover-always-png') ? 'image/png' : contentType, bytes)
  }
}
