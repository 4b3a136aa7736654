import { type Book, Bookshop, shopWith } from '../support/bookshop.js'
import { Library, libraryWith } from '../support/library.js'
import { bare, handmade, json, openApi } from '../support/services.js'
import { expectFindings, expectSound } from '../support/verified.js'

const { prototype: honest } = Bookshop
const { prototype: good } = Library
const ONE = { include: ['createBook', 'readBook'] }
const OF_LIBRARY = { include: ['createAuthor', 'readAuthor', 'createBook', 'readBook'] }

describe('verify sends a request again', () => {
  it('and finds that every second response has another shape', async () => {
    let count = 0
    const shop = shopWith({
      read(id) {
        const reply = honest.read.call(this, id)
        const isOdd = reply.status === 200 && count++ % 2 === 1
        return isOdd ? { ...reply, body: { ...(reply.body as Book), price: undefined, cost: 5 } } : reply
      }
    })
    const document = structuredClone(shop.document) as {
      components: { schemas: { Book: { properties: object; required: string[] } } }
    }
    const { Book: schema } = document.components.schemas
    schema.required = ['id']
    Object.assign(schema.properties, { cost: { type: 'integer' } })
    await expectFindings(
      { ...shop, document },
      [
        'changed-value createBook price: create a book 201, read the book 200',
        'unrepeatable-response readBook: create a book 201, GET /books/{id} 200, the same again 200'
      ],
      ONE
    )
  })

  it('and finds that it is not there the second time', async () => {
    const shop = shopWith({
      read(id) {
        const reply = honest.read.call(this, id)
        this.books.delete(id)
        return reply
      }
    })
    await expectFindings(
      shop,
      ['unrepeatable-response readBook: create a book 201, GET /books/{id} 200, the same again 404'],
      ONE
    )
  })

  it('and finds that a list comes in another order', async () => {
    let count = 0
    const shop = shopWith({
      sort(books, order) {
        const sorted = honest.sort(books, order)
        return order === undefined && count++ % 2 === 0 ? sorted.reverse() : sorted
      }
    })
    await expectFindings(
      shop,
      [
        'broken-paging listBooks overlap: create a book 201, list the first page 200, list page 2 200',
        'unrepeatable-response listBooks order: create a book 201, list the books 200, list the books again 200'
      ],
      { include: ['createBook', 'listBooks'] }
    )
  })

  it('and finds that a request which only reads deletes', async () => {
    const shop = shopWith({
      listReviews(id) {
        const reply = honest.listReviews.call(this, id)
        for (const other of this.books.keys()) if (other !== id) this.books.delete(other)
        return reply
      }
    })
    await expectFindings(
      shop,
      [
        'unsafe-read listReviews book: create a book 201, list the books 200, GET /books/{bookId}/reviews 200, list the books 200'
      ],
      { include: ['createBook', 'readBook', 'listBooks', 'addReview', 'listReviews'] }
    )
  })

  it('and finds that a state changes when it is read', async () => {
    const library = libraryWith({
      readBook(book) {
        const reply = good.readBook.call(this, book)
        this.books.set(book.id, { ...book, note: 'was read' })
        return reply
      }
    })
    await expectFindings(
      library,
      ['unsafe-read readBook: create an author 201, create a book 201, GET /books/{id} 200, the same again 200'],
      OF_LIBRARY
    )
  })

  it('and finds that the moment of the creation is that of the response', async () => {
    const library = libraryWith({
      shown(book) {
        return { ...good.shown.call(this, book), createdAt: this.now() }
      }
    })
    await expectFindings(
      library,
      ['unrepeatable-response readBook creation: GET /books/{id} 200, the same again 200'],
      OF_LIBRARY
    )
  })

  describe('a dozen times', () => {
    const document = openApi({
      '/greeting': { get: { operationId: 'greet', responses: { 200: json({ type: 'object' }) } } },
      '/visits': { post: { operationId: 'visit', responses: { ...bare(204) } } }
    })
    /** A service with so many free connections, of which each greeting takes one, and each visit. */
    const pool = (free: number, exhausted: number) => {
      let left = free
      const service = handmade(document, ({ method, path }) => {
        if (path !== '/greeting' && path !== '/visits') return { status: 404 }
        const own = path === '/greeting' ? 'GET' : 'POST'
        if (method !== own) return { status: 405, headers: { allow: own } }
        if (left-- <= 0) return { status: exhausted }
        return own === 'GET' ? { status: 200, body: {} } : { status: 204 }
      })
      return {
        ...service,
        reset: () => {
          left = free
        }
      }
    }

    it('and finds nothing where each succeeds', async () => {
      await expectSound(pool(Number.POSITIVE_INFINITY, 500))
    })

    it('and finds that there is an end to them', async () => {
      await expectFindings(
        pool(10, 500),
        ['server-error greet 500', 'server-error visit 500: visit 204, visit again 204, visit again 500'],
        { runs: 120 }
      )
    })

    it('and finds a limit that no document mentions', async () => {
      await expectFindings(
        pool(10, 429),
        ['undocumented-limit greet 429', 'undocumented-limit visit 429: visit 204, visit again 204, visit again 429'],
        { runs: 120 }
      )
    })
  })
})
