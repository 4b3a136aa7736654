import { openApi } from '../../../../spec/support/published.js'
import type { VerifiableService } from '../../src/wire/target.js'

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

/** A response of the shop. */
export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** What a request to the shop says. */
export interface Request {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Record<string, unknown>
}

const BOOK = {
  title: { type: 'string', minLength: 1, maxLength: 60 },
  price: { type: 'number', minimum: 0, maximum: 100_000 },
  soldOut: { type: 'boolean' },
  note: { type: 'string', nullable: true, maxLength: 400 },
  tags: { type: 'array', items: { type: 'string', maxLength: 30 }, maxItems: 5 },
  publishedAt: { type: 'string', format: 'date-time' }
}
const NAMES = Object.keys(BOOK) as (keyof typeof BOOK)[]
const REQUIRED = ['title', 'price', 'soldOut', 'tags', 'publishedAt']
const ERROR = { type: 'object', properties: { error: { type: 'string' } } }

const json = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } })
const errors = (...statuses: number[]) => Object.fromEntries(statuses.map((status) => [status, json(ERROR)]))
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const body = (name: string) => ({ required: true, content: { 'application/json': { schema: ref(name) } } })
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } })
const query = (name: string, schema: object) => ({ name, in: 'query', schema })

/** The document of the shop. */
const DOCUMENT = openApi(
  {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          query('title', { type: 'string' }),
          query('soldOut', { type: 'boolean' }),
          query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 50 }),
          query('offset', { type: 'integer', minimum: 0, maximum: 1000 }),
          query('sort', { type: 'string', enum: ['title', '-title', 'price', '-price'] })
        ],
        responses: { 200: json(ref('Books')), ...errors(400) }
      },
      post: {
        operationId: 'createBook',
        requestBody: body('NewBook'),
        responses: { 201: json(ref('Book')), ...errors(400) }
      }
    },
    '/books/{id}': {
      parameters: [id('id')],
      get: { operationId: 'readBook', responses: { 200: json(ref('Book')), ...errors(400, 404) } },
      put: {
        operationId: 'replaceBook',
        requestBody: body('NewBook'),
        responses: { 200: json(ref('Book')), ...errors(400, 404) }
      },
      patch: {
        operationId: 'changeBook',
        requestBody: body('BookChanges'),
        responses: { 200: json(ref('Book')), ...errors(400, 404) }
      },
      delete: { operationId: 'deleteBook', responses: { 204: { description: 'Gone' }, ...errors(400, 404) } }
    },
    '/books/{bookId}/reviews': {
      parameters: [id('bookId')],
      get: {
        operationId: 'listReviews',
        responses: { 200: json({ type: 'array', items: ref('Review') }), ...errors(400, 404) }
      },
      post: {
        operationId: 'addReview',
        requestBody: body('NewReview'),
        responses: { 201: json(ref('Review')), ...errors(400, 404) }
      }
    },
    '/books/{bookId}/reviews/{reviewId}': {
      parameters: [id('bookId'), id('reviewId')],
      get: { operationId: 'readReview', responses: { 200: json(ref('Review')), ...errors(400, 404) } }
    }
  },
  {
    NewBook: { type: 'object', required: REQUIRED, properties: BOOK, additionalProperties: false },
    BookChanges: { type: 'object', properties: BOOK, additionalProperties: false },
    Book: { type: 'object', required: ['id', ...REQUIRED], properties: { id: { type: 'integer' }, ...BOOK } },
    Books: {
      type: 'object',
      required: ['items', 'total'],
      properties: { items: { type: 'array', items: ref('Book') }, total: { type: 'integer' } }
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
      properties: { id: { type: 'integer' }, bookId: { type: 'integer' }, text: { type: 'string' } }
    }
  }
)

/** A shop for books that does what its document says; a mistake is a method that is overridden. */
export class Bookshop {
  readonly books = new Map<number, Book>()
  readonly reviews = new Map<number, Review>()
  #number = 0

  /** A new number for an id. */
  nextId(): number {
    return ++this.#number
  }

  list({ query }: Request): Reply {
    const fitting = this.filter([...this.books.values()], query)
    const sorted = this.sort(fitting, query.get('sort'))
    return { status: 200, body: { items: this.page(sorted, query), total: fitting.length } }
  }

  filter(books: Book[], query: URLSearchParams): Book[] {
    const [title, soldOut] = [query.get('title'), query.get('soldOut')]
    return books.filter((book) => {
      return (title === null || book.title === title) && (soldOut === null || String(book.soldOut) === soldOut)
    })
  }

  sort(books: Book[], order: string | null): Book[] {
    const name = order?.replace('-', '') as 'title' | 'price' | undefined
    if (name === undefined) return books
    const sorted = books.sort((a, b) => (a[name] < b[name] ? -1 : a[name] > b[name] ? 1 : 0))
    return order?.startsWith('-') ? sorted.reverse() : sorted
  }

  page(books: Book[], query: URLSearchParams): Book[] {
    const offset = Number(query.get('offset') ?? 0)
    return books.slice(offset, offset + Number(query.get('limit') ?? 50))
  }

  create({ body }: Request): Reply | Promise<Reply> {
    const book = { ...this.stored(body as unknown as Book), id: this.nextId() }
    this.books.set(book.id, book)
    return { status: 201, body: book, headers: { location: `/books/${book.id}` } }
  }

  /** What is kept of what was sent. */
  stored(book: Book): Book {
    return book
  }

  read(id: number): Reply {
    const book = this.books.get(id)
    return book === undefined ? notFound() : { status: 200, body: book }
  }

  replace(id: number, { body }: Request): Reply | Promise<Reply> {
    if (!this.books.has(id)) return notFound()
    this.books.set(id, { ...this.stored(body as unknown as Book), id })
    return { status: 200, body: this.books.get(id) }
  }

  change(id: number, { body }: Request): Reply {
    const book = this.books.get(id)
    if (book === undefined) return notFound()
    this.books.set(id, this.changed(book, body as Partial<Book>))
    return { status: 200, body: this.books.get(id) }
  }

  changed(book: Book, changes: Partial<Book>): Book {
    return { ...book, ...changes }
  }

  remove(id: number): Reply | Promise<Reply> {
    return this.books.delete(id) ? { status: 204 } : notFound()
  }

  addReview(bookId: number, { body }: Request): Reply {
    if (!this.books.has(bookId)) return notFound()
    const review = { text: String(body.text), id: this.nextId(), bookId }
    this.reviews.set(review.id, review)
    return { status: 201, body: review }
  }

  listReviews(bookId: number): Reply {
    const reviews = [...this.reviews.values()].filter((review) => review.bookId === bookId)
    return this.books.has(bookId) ? { status: 200, body: reviews } : notFound()
  }

  readReview(bookId: number, id: number): Reply {
    const review = this.reviews.get(id)
    return review?.bookId === bookId && this.books.has(bookId) ? { status: 200, body: review } : notFound()
  }

  /** A request was rejected. */
  rejected(_: { id: number | undefined; body: Record<string, unknown> | undefined }): void {}

  /** The shop as a service. */
  service(): VerifiableService {
    return { document: DOCUMENT, inject: async (request) => this.#respond(request) }
  }

  async #respond(request: Parameters<VerifiableService['inject']>[0]): ReturnType<VerifiableService['inject']> {
    const { pathname, searchParams } = new URL(request.url, 'http://host')
    const text = Buffer.from(request.body ?? '').toString()
    const { status, body, headers = {} } = await this.#route(request.method, pathname, searchParams, text)
    return {
      statusCode: status,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      rawBody: Buffer.from(body === undefined ? '' : JSON.stringify(body))
    }
  }

  #route(method: string, path: string, query: URLSearchParams, text: string): Reply | Promise<Reply> {
    const found = /^\/books(?:\/([^/]+)(\/reviews(?:\/([^/]+))?)?)?$/.exec(path)
    if (found === null) return notFound()
    const [, id, isBelow, below] = found
    const ids = [id, below].filter((one) => one !== undefined).map(Number)
    if (ids.some((one) => !Number.isSafeInteger(one) || one < 1)) return { status: 400, body: { error: 'wrong id' } }
    const isWrite = ['POST', 'PUT', 'PATCH'].includes(method)
    const parsed = isWrite ? parse(text) : {}
    const name = isBelow !== undefined ? 'review' : method === 'PATCH' ? 'changes' : 'book'
    if (parsed === undefined || (isWrite && !isRight(name, parsed)) || !isQueryRight(query)) {
      this.rejected({ id: ids[0], body: parsed })
      return { status: 400, body: { error: 'wrong' } }
    }
    const request = { method, path, query, body: parsed }
    const [first = 0, second = 0] = ids
    const routes: Record<string, (() => Reply | Promise<Reply>) | undefined> =
      below !== undefined
        ? { GET: () => this.readReview(first, second) }
        : isBelow !== undefined
          ? { GET: () => this.listReviews(first), POST: () => this.addReview(first, request) }
          : id === undefined
            ? { GET: () => this.list(request), POST: () => this.create(request) }
            : {
                GET: () => this.read(first),
                PUT: () => this.replace(first, request),
                PATCH: () => this.change(first, request),
                DELETE: () => this.remove(first)
              }
    const allow = Object.keys(routes).join(', ')
    return routes[method]?.() ?? { status: 405, body: { error: 'method' }, headers: { allow } }
  }
}

function notFound(): Reply {
  return { status: 404, body: { error: 'not found' } }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function isRight(name: 'review' | 'changes' | 'book', value: Record<string, unknown>): boolean {
  const isText = (one: unknown, length: number) => typeof one === 'string' && [...one].length <= length
  if (name === 'review') return Object.keys(value).join() === 'text' && isText(value.text, 200)
  const checks: Record<string, (one: unknown) => boolean> = {
    title: (one) => isText(one, 60) && one !== '',
    price: (one) => typeof one === 'number' && one >= 0 && one <= 100_000,
    soldOut: (one) => typeof one === 'boolean',
    note: (one) => one === null || isText(one, 400),
    tags: (one) => Array.isArray(one) && one.length <= 5 && one.every((tag) => isText(tag, 30)),
    publishedAt: (one) => typeof one === 'string' && /^\d{4}-\d\d-\d\dt/i.test(one)
  }
  if (name === 'book' && !REQUIRED.every((one) => Object.hasOwn(value, one))) return false
  return Object.entries(value).every(([key, one]) => (NAMES as string[]).includes(key) && checks[key]?.(one))
}

function isQueryRight(query: URLSearchParams): boolean {
  const isInteger = (text: string, minimum: number, maximum: number) => {
    return /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
  }
  const checks: Record<string, (text: string) => boolean> = {
    limit: (text) => isInteger(text, 1, 100),
    offset: (text) => isInteger(text, 0, 1000),
    soldOut: (text) => text === 'true' || text === 'false',
    sort: (text) => ['title', '-title', 'price', '-price'].includes(text)
  }
  return [...query].every(([name, text]) => checks[name]?.(text) ?? true)
}
