import { type Book, Bookshop, shopWith } from '../support/bookshop.js'
import { Library, libraryDocument, libraryWith } from '../support/library.js'
import type { Responded } from '../support/services.js'
import { expectFindings, expectSound } from '../support/verified.js'

const { prototype: honest } = Bookshop

const FIELDS = ['title', 'soldOut'] as const

/** The shop keeps deleted books aside, for mistakes that show them. */
class Archive extends Bookshop {
  readonly deleted = new Map<number, Book>()

  override remove(id: number): Responded | Promise<Responded> {
    const book = this.books.get(id)
    if (book !== undefined) this.deleted.set(id, book)
    return honest.remove.call(this, id)
  }

  override reset(): void {
    super.reset()
    this.deleted.clear()
  }
}

const archive = (mistake: Partial<Archive> & ThisType<Archive>) => Object.assign(new Archive(), mistake).service(FIELDS)
const ONE = ['createBook', 'readBook', 'deleteBook']
const REVIEWS = [...ONE, 'addReview', 'listReviews', 'readReview']

describe('verify deletes a resource, and uses it then', () => {
  it('and finds that it can be read', async () => {
    const remove = function (this: Bookshop, id: number) {
      return { status: this.books.has(id) ? 204 : 404 }
    }
    await expectFindings(
      shopWith({ remove }, FIELDS),
      ['undeleted-resource deleteBook read: create a book 201, delete the book 204, read the deleted book 200'],
      { include: ONE }
    )
  })

  it('and accepts that it is read as deleted', async () => {
    const shop = archive({
      read(id) {
        const book = this.deleted.get(id)
        return book === undefined
          ? honest.read.call(this, id)
          : { status: 200, body: { ...book, deletedAt: '2026-01-01' } }
      }
    })
    const document = structuredClone(shop.document) as { components: { schemas: { Book: { properties: object } } } }
    Object.assign(document.components.schemas.Book.properties, { deletedAt: { type: 'string' } })
    await expectSound({ ...shop, document }, { include: ONE })
  })

  it('and finds that it is listed', async () => {
    const shop = archive({
      list(query) {
        const all = [...this.books.values(), ...this.deleted.values()]
        const fitting = this.filter(all, query)
        return {
          status: 200,
          body: { items: this.page(this.sort(fitting, query.sort), query), total: this.books.size }
        }
      }
    })
    await expectFindings(
      shop,
      [
        'broken-total listBooks filtered: create a book 201, list the books 200, list those whose title is red, blue & 50% +1 200',
        'undeleted-resource deleteBook list: create a book 201, delete the book 204, list the books 200'
      ],
      { include: [...ONE, 'listBooks'] }
    )
  })

  it('and finds that the number of all still counts it', async () => {
    const shop = archive({
      list(query) {
        const reply = honest.list.call(this, query)
        const { items, total } = reply.body as { items: Book[]; total: number }
        const more = [...(query.title ?? '')].length + (query.soldOut === undefined ? this.deleted.size : 0)
        return { ...reply, body: { items, total: query.title === undefined ? total + more : total } }
      }
    })
    await expectFindings(
      shop,
      [
        'broken-total listBooks deleted: create a book 201, list the books 200, delete the book 204, list the books 200'
      ],
      { include: [...ONE, 'listBooks'] }
    )
  })

  it('and finds that a PUT or a PATCH updates it', async () => {
    const shop = archive({
      replace(id, sent) {
        return this.deleted.has(id) ? { status: 200, body: { ...sent, id } } : honest.replace.call(this, id, sent)
      },
      change(id, sent) {
        const book = this.deleted.get(id)
        return book === undefined ? honest.change.call(this, id, sent) : { status: 200, body: { ...book, ...sent } }
      }
    })
    await expectFindings(
      shop,
      [
        'undeleted-resource changeBook PATCH: create a book 201, delete the book 204, PATCH the deleted book 200',
        'undeleted-resource replaceBook PUT: create a book 201, delete the book 204, PUT the deleted book 200'
      ],
      { include: [...ONE, 'replaceBook', 'changeBook'] }
    )
  })

  it('and accepts that a PUT creates it again where the document has a 201', async () => {
    const shop = archive({
      replace(id, sent) {
        if (!this.deleted.has(id)) return honest.replace.call(this, id, sent)
        this.books.set(id, { ...sent, id })
        return { status: 201, body: this.books.get(id) }
      }
    })
    const document = structuredClone(shop.document) as {
      paths: Record<string, { put: { responses: Record<number, unknown> } }>
    }
    const { responses } = (document.paths['/books/{id}'] as { put: { responses: Record<number, unknown> } }).put
    responses[201] = responses[200]
    await expectSound({ ...shop, document }, { include: [...ONE, 'replaceBook'] })
  })

  it('and finds that something is added to it', async () => {
    const shop = archive({
      addReview(bookId, sent) {
        if (!this.deleted.has(bookId)) return honest.addReview.call(this, bookId, sent)
        return { status: 201, body: { id: this.nextId(), bookId, text: sent.text } }
      }
    })
    await expectFindings(
      shop,
      [
        'undeleted-resource addReview create: create a book 201, delete the book 204, create a review of the deleted book 201'
      ],
      { include: REVIEWS }
    )
  })

  it('and finds that what belonged to it is listed, where the list documents a 404', async () => {
    const shop = archive({
      listReviews(bookId) {
        return this.deleted.has(bookId) ? { status: 200, body: [] } : honest.listReviews.call(this, bookId)
      }
    })
    await expectFindings(
      shop,
      [
        'undeleted-resource listReviews list: create a book 201, delete the book 204, list the reviews of the deleted book 200'
      ],
      { include: REVIEWS }
    )
  })

  it('and finds that to delete it again fails', async () => {
    const shop = archive({
      remove(id) {
        return this.deleted.has(id) ? { status: 500 } : Archive.prototype.remove.call(this, id)
      }
    })
    await expectFindings(
      shop,
      ['server-error deleteBook 500: create a book 201, delete the book 204, delete the book again 500'],
      { include: ONE }
    )
  })

  it('and accepts a second deletion that succeeds', async () => {
    const shop = archive({
      remove(id) {
        return this.deleted.has(id) ? { status: 204 } : Archive.prototype.remove.call(this, id)
      }
    })
    await expectSound(shop, { include: ONE })
  })

  describe('where something else refers to it', () => {
    const include = ['createAuthor', 'readAuthor', 'deleteAuthor', 'createBook', 'readBook', 'deleteBook', 'listBooks']

    function removeAll(this: Library, id: number): Responded {
      if (!this.authors.delete(id)) return { status: 404 }
      for (const book of this.books.values()) if (book.authorId === id) this.books.delete(book.id)
      return { status: 204 }
    }

    it('and finds that it goes with it, in place of the documented 409', async () => {
      await expectFindings(
        libraryWith({ removeAuthor: removeAll }),
        [
          'side-effect deleteAuthor book: create an author 201, create a book 201, read the book 200, delete the author 204, read the book again 404'
        ],
        { include }
      )
    })

    it('and accepts that where no 409 is documented', async () => {
      const document = libraryDocument()
      delete document.paths['/authors/{id}']?.delete?.responses['409']
      const library = Object.assign(new Library(), { removeAuthor: removeAll })
      await expectSound(library.service(document), { include })
    })

    it('and finds that it is broken then', async () => {
      const removeAuthor = function (this: Library, id: number) {
        return { status: this.authors.delete(id) ? 204 : 404 }
      }
      await expectFindings(
        libraryWith({ removeAuthor }),
        ['broken-response listBooks 200 [].authorName type', 'broken-response readBook 200 authorName type'],
        { include }
      )
    })

    it('and finds that a count of what refers to it does not go down', async () => {
      const library = libraryWith({
        removeBook({ id }) {
          this.books.delete(id)
          return { status: 204 }
        }
      })
      await expectFindings(
        library,
        [
          'broken-total deleteBook bookCount: create an author 201, read the author 200, create a book 201, read the author with a book 200, delete the book 204, read the author without it 200'
        ],
        { include }
      )
    })
  })
})
