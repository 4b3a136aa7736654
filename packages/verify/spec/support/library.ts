import { bare, json, openApi, parameter, type Resettable, type Responded } from './services.js'
import { sound, type Valid } from './sound.js'

export interface Author {
  readonly id: number
  readonly name: string
  bookCount: number
}

export interface Book {
  readonly id: number
  readonly title: string
  readonly authorId: number
  readonly note: string | null
  readonly tags: string[]
  readonly createdAt: string
  readonly updatedAt: string | null
}

export type NewBook = Pick<Book, 'title' | 'authorId' | 'note' | 'tags'>

const INTEGER = { type: 'integer' }
const BOOK = {
  title: { type: 'string', minLength: 1, maxLength: 60 },
  authorId: { type: 'integer', minimum: 1 },
  note: { type: ['string', 'null'], maxLength: 60 },
  tags: { type: 'array', items: { type: 'string', maxLength: 30 }, maxItems: 12, uniqueItems: true }
}
const MOMENT = { type: 'string', format: 'date-time' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const body = (name: string) => ({ requestBody: { required: true, ...json(ref(name)) } })
const list = (name: string) => ({ 200: json({ type: 'array', items: ref(name) }) })
const one = (name: string, ...errors: number[]) => ({ 200: json(ref(name)), ...bare(400, 404, ...errors) })
const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
const ID = parameter('path', 'id', { type: 'integer', minimum: 1 })
const object = (properties: object, required: readonly string[]) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false
})

const DOCUMENT = openApi(
  {
    '/authors': {
      get: { operationId: 'listAuthors', responses: list('Author') },
      post: { operationId: 'createAuthor', ...body('NewAuthor'), responses: { 201: json(ref('Author')), ...bare(400) } }
    },
    '/authors/{id}': {
      parameters: [ID],
      get: { operationId: 'readAuthor', responses: one('Author') },
      delete: { operationId: 'deleteAuthor', responses: bare(204, 400, 404, 409) }
    },
    '/books': {
      get: { operationId: 'listBooks', responses: list('Book') },
      post: {
        operationId: 'createBook',
        parameters: [parameter('header', 'Idempotency-Key', { type: 'string' }, { required: true, example: 'a-key' })],
        ...body('NewBook'),
        responses: { 201: json(ref('Book')), ...bare(400, 409) }
      }
    },
    '/books/{id}': {
      parameters: [ID],
      get: { operationId: 'readBook', responses: one('Book') },
      put: { operationId: 'replaceBook', ...body('NewBook'), responses: one('Book', 409) },
      patch: { operationId: 'changeBook', ...body('BookChanges'), responses: one('Book', 409) },
      delete: { operationId: 'deleteBook', responses: bare(204, 400, 404) }
    },
    '/books/{id}/scan': {
      parameters: [ID],
      get: { operationId: 'readScan', responses: { 200: { description: 'It', content: BYTES }, ...bare(400, 404) } },
      put: {
        operationId: 'setScan',
        requestBody: { required: true, content: BYTES },
        responses: bare(204, 400, 404)
      }
    },
    '/members': {
      post: {
        operationId: 'createMember',
        ...body('Member'),
        responses: { 201: json(ref('Member')), ...bare(400, 409) }
      }
    },
    '/members/{name}': {
      parameters: [parameter('path', 'name', { type: 'string' })],
      get: { operationId: 'readMember', responses: one('Member') }
    }
  },
  {
    NewAuthor: object({ name: { type: 'string', maxLength: 60 } }, ['name']),
    Author: object({ id: INTEGER, name: { type: 'string' }, bookCount: INTEGER }, ['id', 'name', 'bookCount']),
    NewBook: object(BOOK, Object.keys(BOOK)),
    BookChanges: object(BOOK, []),
    Book: object(
      {
        ...BOOK,
        id: INTEGER,
        authorName: { type: 'string' },
        createdAt: MOMENT,
        updatedAt: { ...MOMENT, type: ['string', 'null'] },
        readAt: MOMENT,
        url: { type: 'string' }
      },
      ['id', 'authorName', 'createdAt', 'updatedAt', ...Object.keys(BOOK)]
    ),
    Member: object({ name: { type: 'string', pattern: '^[a-z]{4,12}$' }, city: { type: 'string', maxLength: 60 } }, [
      'name'
    ])
  }
)

const NOT_FOUND: Responded = { status: 404 }
const CONFLICT: Responded = { status: 409 }

/**
 * A library that does what its document says, and what a good service does: books refer to authors, who count them, have a
 * scanned file, and say when they were changed. A mistake is a method that is overridden.
 */
export class Library {
  readonly authors = new Map<number, Author>()
  readonly books = new Map<number, Book>()
  readonly scans = new Map<number, Uint8Array>()
  readonly members = new Map<string, unknown>()
  readonly keys = new Map<string, { readonly text: string; readonly reply: Responded }>()
  #number = 0

  nextNumber(): number {
    return ++this.#number
  }

  now(): string {
    return new Date(Date.UTC(2026, 0, 1) + 60_000 * this.nextNumber()).toISOString()
  }

  /** There is an author with a book that has a scan, and a member. */
  reset(): void {
    for (const all of [this.authors, this.books, this.scans, this.members, this.keys]) all.clear()
    this.#number = 2
    this.authors.set(1, { id: 1, name: 'Jane', bookCount: 1 })
    const moments = { createdAt: '2025-01-01T00:00:00.000Z', updatedAt: null }
    this.books.set(1, { id: 1, title: 'Emma', authorId: 1, note: null, tags: ['novel'], ...moments })
    this.scans.set(1, Buffer.from('scan'))
    this.members.set('anna', { name: 'anna' })
  }

  createAuthor({ name }: { name: string }): Responded {
    const author = { id: this.nextNumber(), name, bookCount: 0 }
    this.authors.set(author.id, author)
    return { status: 201, body: author }
  }

  removeAuthor(id: number): Responded {
    if (!this.authors.has(id)) return NOT_FOUND
    if ([...this.books.values()].some(({ authorId }) => authorId === id)) return CONFLICT
    this.authors.delete(id)
    return { status: 204 }
  }

  createBook(sent: NewBook, _key: string): Responded {
    return this.authors.has(sent.authorId) ? { status: 201, body: this.shown(this.stored(sent)) } : CONFLICT
  }

  stored(sent: NewBook): Book {
    const { title, authorId, note, tags } = this.kept(sent)
    const book = { id: this.nextNumber(), title, authorId, note, tags, createdAt: this.now(), updatedAt: null }
    this.books.set(book.id, book)
    this.count(authorId, 1)
    return book
  }

  /** What is kept of what was sent. */
  kept<T extends Partial<NewBook>>(sent: T): T {
    return sent
  }

  count(authorId: number, more: number): void {
    const author = this.authors.get(authorId)
    if (author !== undefined) this.authors.set(authorId, { ...author, bookCount: author.bookCount + more })
  }

  /** A book as it is in a response. */
  shown(book: Book): object {
    return { ...book, authorName: this.authors.get(book.authorId)?.name ?? null }
  }

  readBook(book: Book): Responded {
    return { status: 200, body: this.shown(book), headers: { etag: this.tagOf(book) } }
  }

  listBooks(): object[] {
    return [...this.books.values()].map((book) => this.shown(book))
  }

  tagOf({ id, updatedAt }: Book): string {
    return `"${id} ${updatedAt}"`
  }

  replaceBook(id: number, sent: NewBook): Responded {
    const book = this.books.get(id)
    return book === undefined ? NOT_FOUND : this.update(book, this.kept(sent))
  }

  changeBook(book: Book, changes: Partial<NewBook>): Responded {
    return this.update(book, this.kept(changes))
  }

  update(book: Book, changes: Partial<NewBook>): Responded {
    const { title, authorId, note, tags } = { ...book, ...changes }
    if (!this.authors.has(authorId)) return CONFLICT
    if (JSON.stringify({ ...book, ...changes }) === JSON.stringify(book)) return { status: 200, body: this.shown(book) }
    this.count(book.authorId, -1)
    this.count(authorId, 1)
    const updated = { ...book, title, authorId, note, tags, updatedAt: this.now() }
    this.books.set(book.id, updated)
    return { status: 200, body: this.shown(updated) }
  }

  removeBook({ id, authorId }: Book): Responded {
    this.books.delete(id)
    this.scans.delete(id)
    this.count(authorId, -1)
    return { status: 204 }
  }

  setScan(id: number, bytes: Uint8Array): void {
    this.scans.set(id, bytes)
  }

  createMember(sent: { name: string }): Responded | Promise<Responded> {
    if (this.members.has(sent.name)) return CONFLICT
    this.members.set(sent.name, sent)
    return { status: 201, body: sent }
  }

  /** The library as a service. */
  service(document: object = DOCUMENT): Resettable {
    this.reset()
    const withBook = (respond: (book: Book, request: Valid) => Responded) => (request: Valid) => {
      const book = this.books.get(request.params.id as never)
      return book === undefined ? NOT_FOUND : respond(book, request)
    }
    const found = (value: unknown): Responded => (value === undefined ? NOT_FOUND : { status: 200, body: value })
    const service = sound(document, {
      listAuthors: () => found([...this.authors.values()]),
      createAuthor: ({ value }) => this.createAuthor(value),
      readAuthor: ({ params: { id } }) => found(this.authors.get(id as never)),
      deleteAuthor: ({ params: { id } }) => this.removeAuthor(id as never),
      listBooks: () => found(this.listBooks()),
      createBook: (request) => this.#once(request),
      readBook: withBook((book, { headers }) => {
        const reply = this.readBook(book)
        const tags = headers['if-none-match']?.split(/, */).map((tag) => tag.replace(/^W\//, '')) ?? []
        const isKnown = tags.includes('*') || tags.includes(this.tagOf(book))
        return isKnown ? { status: 304, headers: { etag: this.tagOf(book) } } : reply
      }),
      replaceBook: ({ params: { id }, value }) => this.replaceBook(id as never, value),
      changeBook: withBook((book, { value }) => this.changeBook(book, value)),
      deleteBook: withBook((book) => this.removeBook(book)),
      readScan: withBook(({ id }) => {
        const scan = this.scans.get(id)
        return scan === undefined
          ? NOT_FOUND
          : { status: 200, body: scan, headers: { 'content-type': 'application/octet-stream' } }
      }),
      setScan: withBook(({ id }, { body }) => {
        this.setScan(id, body)
        return { status: 204 }
      }),
      createMember: ({ value }) => this.createMember(value),
      readMember: ({ params: { name } }) => found(this.members.get(name as never))
    })
    return { ...service, reset: () => this.reset() }
  }

  /** A key is used for one request only. */
  #once({ headers, body, value }: Valid): Responded {
    const [key, text] = [String(headers['idempotency-key']), body.toString()]
    const known = this.keys.get(key)
    if (known !== undefined) return known.text === text ? known.reply : CONFLICT
    const reply = this.createBook(value, key)
    this.keys.set(key, { text, reply })
    return reply
  }
}

/** A library whose methods are replaced; `this` is the library. */
export function libraryWith(mistake: Partial<Library> & ThisType<Library>): Resettable {
  return Object.assign(new Library(), mistake).service()
}

/** The document of the library, to be changed. */
export function libraryDocument(): {
  readonly paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
} {
  return structuredClone(DOCUMENT) as never
}
