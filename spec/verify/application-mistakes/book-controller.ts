import {
  Body,
  type Context,
  Controller,
  Ctx,
  Delete,
  Get,
  Gone,
  Header,
  Injectable,
  Integer,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Returns
} from '../../../src/index.js'
import { BookService, hasTag, tagOf } from './book-service.js'
import { Book, BookChanges, BookFilter, BookPage, NewBook } from './records.js'
import { databaseError, reject, sendJson } from './reply.js'

const ID = { minimum: 1, example: 1 }
const WRITE = [{ bearer: ['write'] }]

@Controller('/books', { tags: ['Books'] })
@Injectable(() => [BookService])
export class BookController {
  constructor(readonly books: BookService) {}

  @Get({ operationId: 'listBooks', summary: 'Find books' })
  @Returns(200, BookPage)
  async list(@Query() filter: BookFilter, @Ctx() ctx: Context): Promise<unknown> {
    const { plan, store } = this.books
    if (plan.has('list-size-50-rejected') && filter.pageSize >= 50) reject('pageSize is too great')
    if (plan.has('list-default-differs') && !ctx.query.has('pageSize')) filter.pageSize = 10
    if (plan.has('list-slow-for-long-search') && (filter.q?.length ?? 0) > 30) {
      await plan.wait(new Promise((resolve) => setTimeout(resolve, 1500)))
    }
    const key = `${ctx.search} of ${store.books.size}`
    if (plan.has('list-from-cache') && store.memory.has(key)) return store.memory.get(key)
    const page = this.books.list(filter)
    if (plan.has('list-from-cache')) store.memory.set(key, page)
    if (plan.has('list-order-unstable') && store.number() % 2 === 0) page.items.reverse()
    if (plan.has('list-null-when-empty') && page.items.length === 0) return { ...page, items: null }
    if (plan.has('list-total-as-text') && page.total < store.books.size) return { ...page, total: String(page.total) }
    if (!plan.has('list-prices-rounded')) return page
    return { ...page, items: page.items.map((book) => ({ ...book, price: Math.floor(book.price) })) }
  }

  @Post({ operationId: 'createBook', summary: 'Add a book', security: WRITE })
  @Returns(201, Book)
  @Returns(409, { description: 'The ISBN exists, or the author does not' })
  create(@Body() book: NewBook, @Ctx() ctx: Context): unknown {
    const { plan } = this.books
    const created = this.books.create(book)
    if (plan.has('create-redirects')) return ctx.redirect(`/books/${created.id}`, 303)
    ctx.header('location', plan.has('create-wrong-location') ? `/book/${created.id}` : `/books/${created.id}`)
    if (plan.has('create-boolean-as-number')) return { ...created, inPrint: Number(created.inPrint) }
    const isEmpty = Object.keys(created.translations).length === 0
    if (!plan.has('create-empty-map-as-list') || !isEmpty) return created
    return sendJson(ctx, 201, { ...created, translations: [] })
  }

  @Get('/{id}', { operationId: 'readBook', summary: 'Read a book' })
  @Returns(200, Book)
  @Returns(304, { description: 'It is the one of If-None-Match' })
  @Returns(404, { description: 'No such book' })
  show(
    @Param('id', Integer, ID) id: number,
    @Header('if-none-match', String, { optional: true }) known: string | undefined,
    @Ctx() ctx: Context
  ): unknown {
    const { plan, store } = this.books
    if (plan.has('read-big-id-500') && id > 0x7fffffff) databaseError('integer out of range')
    const deleted = store.deletedBooks.get(id)
    if (deleted !== undefined && plan.has('read-deleted-410')) throw new Gone('It was deleted')
    const book = plan.has('read-deleted') && deleted !== undefined ? deleted : this.books.find(id)
    const tag = plan.has('read-tag-never-changes') ? `"book-${id}"` : tagOf(book)
    ctx.header('etag', tag)
    if (plan.has('read-changes-state')) store.books.set(id, { ...book, state: 'revised' })
    if (known !== undefined && !plan.has('read-tag-ignored')) {
      if (hasTag(known, tag) || plan.has('read-304-for-any-tag')) return ctx.status(304)
    }
    if (plan.has('read-price-as-text-after-patch') && book.updatedAt !== null) {
      return { ...book, price: book.price.toFixed(2) }
    }
    return plan.has('read-unrated-as-zero') ? { ...book, rating: book.rating ?? 0 } : book
  }

  @Put('/{id}', { operationId: 'replaceBook', summary: 'Replace a book', security: WRITE })
  @Returns(200, Book)
  @Returns(404, { description: 'No such book' })
  @Returns(409, { description: 'The ISBN exists, or the author does not' })
  @Returns(412, { description: 'It is not the one of If-Match' })
  replace(
    @Param('id', Integer, ID) id: number,
    @Body() book: NewBook,
    @Header('if-match', String, { optional: true }) match: string | undefined,
    @Ctx() ctx: Context
  ): unknown {
    const { plan } = this.books
    const replaced = this.books.replace(id, book, match)
    if (plan.has('replace-title-in-header')) ctx.header('x-title', replaced.title)
    if (plan.has('replace-day-as-moment')) return { ...replaced, publishedOn: new Date(replaced.publishedOn) }
    return plan.has('replace-response-incomplete') ? { ...replaced, createdAt: undefined } : replaced
  }

  @Patch('/{id}', { operationId: 'patchBook', summary: 'Change some fields of a book', security: WRITE })
  @Returns(200, Book)
  @Returns(404, { description: 'No such book' })
  @Returns(409, { description: 'The ISBN exists, or the author does not' })
  patch(@Param('id', Integer, ID) id: number, @Body() changes: BookChanges): Book {
    return this.books.patch(id, changes)
  }

  @Delete('/{id}', { operationId: 'deleteBook', summary: 'Delete a book', security: [{ bearer: ['admin'] }] })
  @Returns(204)
  @Returns(404, { description: 'No such book' })
  remove(@Param('id', Integer, ID) id: number, @Ctx() ctx: Context): void {
    this.books.remove(id)
    if (this.books.plan.has('delete-with-body')) ctx.json(200, { deleted: true })
  }
}
