import { type Asked, bare, json, openApi, parameter, type Resettable, type Responded } from './services.js'
import { sound, type Valid } from './sound.js'

export interface Book {
  id: number
  title: string
  price: number
  soldOut: boolean
  note?: string | null
  tags: string[]
  publishedAt: string
}

export interface Review {
  id: number
  bookId: number
  text: string
}

const BOOK = {
  title: { type: 'string', minLength: 1, maxLength: 60 },
  price: { type: 'number', minimum: 0, maximum: 100_000 },
  soldOut: { type: 'boolean' },
  note: { type: ['string', 'null'], maxLength: 400 },
  tags: { type: 'array', items: { type: 'string', maxLength: 30 }, maxItems: 5 },
  publishedAt: { type: 'string', format: 'date-time' }
}
const REQUIRED = ['title', 'price', 'soldOut', 'tags', 'publishedAt']
const INTEGER = { type: 'integer' }
const ID = { type: 'integer', minimum: 1 }

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const body = (name: string) => ({ requestBody: { required: true, ...json(ref(name)) } })
const found = (name: string) => ({ 200: json(ref(name)), ...bare(400, 404) })

/** The document of a shop whose books have only these properties. */
export function bookshopDocument(fields: readonly string[] = Object.keys(BOOK)): object {
  const properties = chosen(BOOK, fields)
  const required = REQUIRED.filter((name) => fields.includes(name))
  const orders = ['title', '-title', 'price', '-price'].filter((order) => fields.includes(order.replace('-', '')))
  const filters = Object.entries({ title: { type: 'string' }, soldOut: { type: 'boolean' } })
  return openApi(
    {
      '/books': {
        get: {
          operationId: 'listBooks',
          parameters: [
            ...filters.flatMap(([name, schema]) => (fields.includes(name) ? [parameter('query', name, schema)] : [])),
            parameter('query', 'limit', { type: 'integer', minimum: 1, maximum: 100, default: 10 }),
            parameter('query', 'offset', { type: 'integer', minimum: 0, maximum: 1000 }),
            ...(orders.length > 0 ? [parameter('query', 'sort', { type: 'string', enum: orders })] : [])
          ],
          responses: { 200: json(ref('Books')), ...bare(400) }
        },
        post: { operationId: 'createBook', ...body('NewBook'), responses: { 201: json(ref('Book')), ...bare(400) } }
      },
      '/books/{id}': {
        parameters: [parameter('path', 'id', ID)],
        get: { operationId: 'readBook', responses: found('Book') },
        put: { operationId: 'replaceBook', ...body('NewBook'), responses: found('Book') },
        patch: { operationId: 'changeBook', ...body('BookChanges'), responses: found('Book') },
        delete: { operationId: 'deleteBook', responses: bare(204, 400, 404) }
      },
      '/books/{bookId}/reviews': {
        parameters: [parameter('path', 'bookId', ID)],
        get: {
          operationId: 'listReviews',
          responses: { 200: json({ type: 'array', items: ref('Review') }), ...bare(400, 404) }
        },
        post: {
          operationId: 'addReview',
          ...body('NewReview'),
          responses: { 201: json(ref('Review')), ...bare(400, 404) }
        }
      },
      '/books/{bookId}/reviews/{reviewId}': {
        parameters: [parameter('path', 'bookId', ID), parameter('path', 'reviewId', ID)],
        get: { operationId: 'readReview', responses: found('Review') }
      }
    },
    {
      NewBook: { type: 'object', required, properties, additionalProperties: false },
      BookChanges: { type: 'object', properties, additionalProperties: false },
      Book: { type: 'object', required: ['id', ...required], properties: { id: INTEGER, ...properties } },
      Books: {
        type: 'object',
        required: ['items', 'total'],
        properties: { items: { type: 'array', items: ref('Book') }, total: INTEGER }
      },
      NewReview: {
        type: 'object',
        required: ['text'],
        properties: { text: { type: 'string', maxLength: 200 } },
        additionalProperties: false
      },
      Review: {
        type: 'object',
        required: ['id', 'text'],
        properties: { id: INTEGER, bookId: INTEGER, text: { type: 'string' } }
      }
    }
  )
}

function chosen<T extends object>(all: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))) as T
}

const NOT_FOUND: Responded = { status: 404 }

/** What the list of books is asked for. */
export interface BookQuery {
  readonly title?: string
  readonly soldOut?: boolean
  readonly limit?: number
  readonly offset?: number
  readonly sort?: string
}

/** A shop for books that does what its document says, and what a good service does; a mistake is a method that is overridden. */
export class Bookshop {
  readonly books = new Map<number, Book>()
  readonly reviews = new Map<number, Review>()
  #number = 0
  #fields: readonly string[] = Object.keys(BOOK)

  /** A new number for an id. */
  nextId(): number {
    return ++this.#number
  }

  /** One book with one review is there before each request that may change something. */
  reset(): void {
    this.#number = 2
    this.books.clear()
    this.reviews.clear()
    const emma = { title: 'Emma', price: 9.5, soldOut: false, note: null, tags: ['novel'] }
    const book = { ...emma, publishedAt: '1815-12-23T00:00:00Z' }
    this.books.set(1, { id: 1, ...chosen(book, this.#fields) })
    this.reviews.set(2, { id: 2, bookId: 1, text: 'Good' })
  }

  list(query: BookQuery): Responded {
    const fitting = this.filter([...this.books.values()], query)
    const items = this.page(this.sort(fitting, query.sort), query)
    return { status: 200, body: { items, total: fitting.length } }
  }

  filter(books: Book[], { title, soldOut }: BookQuery): Book[] {
    return books.filter((book) => (title ?? book.title) === book.title && (soldOut ?? book.soldOut) === book.soldOut)
  }

  sort(books: Book[], order: string | undefined): Book[] {
    const name = order?.replace('-', '') as 'title' | 'price' | undefined
    if (name === undefined) return books
    const sorted = [...books].sort((a, b) => (a[name] < b[name] ? -1 : a[name] > b[name] ? 1 : 0))
    return order?.startsWith('-') ? sorted.reverse() : sorted
  }

  page(books: Book[], { offset = 0, limit = 10 }: BookQuery): Book[] {
    return books.slice(offset, offset + limit)
  }

  create(sent: Book): Responded | Promise<Responded> {
    const book = { ...this.stored(sent), id: this.nextId() }
    this.books.set(book.id, book)
    return { status: 201, body: book, headers: { location: `/books/${book.id}` } }
  }

  /** What is kept of what was sent. */
  stored(book: Book): Book {
    return book
  }

  read(id: number): Responded {
    const book = this.books.get(id)
    return book === undefined ? NOT_FOUND : { status: 200, body: book }
  }

  replace(id: number, sent: Book): Responded | Promise<Responded> {
    if (!this.books.has(id)) return NOT_FOUND
    this.books.set(id, { ...this.stored(sent), id })
    return { status: 200, body: this.books.get(id) }
  }

  change(id: number, sent: Partial<Book>): Responded | Promise<Responded> {
    const book = this.books.get(id)
    if (book === undefined) return NOT_FOUND
    this.books.set(id, this.changed(book, sent))
    return { status: 200, body: this.books.get(id) }
  }

  changed(book: Book, changes: Partial<Book>): Book {
    return { ...book, ...changes }
  }

  remove(id: number): Responded | Promise<Responded> {
    return this.books.delete(id) ? { status: 204 } : NOT_FOUND
  }

  addReview(bookId: number, { text }: Review): Responded {
    if (!this.books.has(bookId)) return NOT_FOUND
    const review = { text, id: this.nextId(), bookId }
    this.reviews.set(review.id, review)
    return { status: 201, body: review }
  }

  listReviews(bookId: number): Responded {
    const reviews = [...this.reviews.values()].filter((review) => review.bookId === bookId)
    return this.books.has(bookId) ? { status: 200, body: reviews } : NOT_FOUND
  }

  readReview(bookId: number, id: number): Responded {
    const review = this.reviews.get(id)
    return review?.bookId === bookId && this.books.has(bookId) ? { status: 200, body: review } : NOT_FOUND
  }

  /** A request was rejected. */
  rejected(_operation: string, _request: Asked): void {}

  /**
   * The shop as a service.
   *
   * @param fields the properties that books have, besides their id; fewer need fewer requests
   */
  service(fields: readonly string[] = this.#fields, document: object = bookshopDocument(fields)): Resettable {
    this.#fields = fields
    this.reset()
    const service = sound(
      document,
      {
        listBooks: ({ params }) => this.list(params),
        createBook: ({ value }) => this.create(value),
        readBook: ({ params: { id } }) => this.read(id as never),
        replaceBook: ({ params: { id }, value }) => this.replace(id as never, value),
        changeBook: ({ params: { id }, value }) => this.change(id as never, value),
        deleteBook: ({ params: { id } }) => this.remove(id as never),
        listReviews: ({ params: { bookId } }) => this.listReviews(bookId as never),
        addReview: ({ params: { bookId }, value }) => this.addReview(bookId as never, value),
        readReview: ({ params: { bookId, reviewId } }: Valid) => this.readReview(bookId as never, reviewId as never)
      },
      (operation, request) => this.rejected(operation, request)
    )
    return { ...service, reset: () => this.reset() }
  }
}

/** A shop whose methods are replaced; `this` is the shop. Its books have these properties, or all. */
export function shopWith(
  mistake: Partial<Bookshop> & ThisType<Bookshop>,
  fields?: readonly (keyof Book)[]
): Resettable {
  return Object.assign(new Bookshop(), mistake).service(fields)
}
