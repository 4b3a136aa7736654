import { openApi } from '../../../../spec/support/published.js'
import type { VerifiableService } from '../../src/wire/target.js'

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

type NewBook = Pick<Book, 'title' | 'authorId' | 'note' | 'tags'>

/** A response of the library. */
export interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

const BOOK = {
  title: { type: 'string', minLength: 1, maxLength: 60 },
  authorId: { type: 'integer', minimum: 1 },
  note: { type: 'string', nullable: true, maxLength: 60 },
  tags: { type: 'array', items: { type: 'string', maxLength: 40 }, maxItems: 30, uniqueItems: true }
}
const MOMENT = { type: 'string', format: 'date-time' }
const REQUIRED = Object.keys(BOOK)

const json = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } })
const errors = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, json({ type: 'object' })]))
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const body = (name: string) => ({ required: true, content: { 'application/json': { schema: ref(name) } } })
const list = (name: string) => json({ type: 'array', items: ref(name) })
const parameter = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })
const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }

const DOCUMENT = openApi(
  {
    '/authors': {
      get: { operationId: 'listAuthors', responses: { 200: list('Author') } },
      post: {
        operationId: 'createAuthor',
        requestBody: body('NewAuthor'),
        responses: { 201: json(ref('Author')), ...errors(400) }
      }
    },
    '/authors/{id}': {
      parameters: [parameter('id', { type: 'integer' })],
      get: { operationId: 'readAuthor', responses: { 200: json(ref('Author')), ...errors(400, 404) } },
      delete: { operationId: 'deleteAuthor', responses: { 204: { description: 'Gone' }, ...errors(400, 404, 409) } }
    },
    '/books': {
      get: { operationId: 'listBooks', responses: { 200: list('Book') } },
      post: {
        operationId: 'createBook',
        parameters: [
          { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' }, example: 'a-key' }
        ],
        requestBody: body('NewBook'),
        responses: { 201: json(ref('Book')), ...errors(400, 409) }
      }
    },
    '/books/{id}': {
      parameters: [parameter('id', { type: 'integer' })],
      get: { operationId: 'readBook', responses: { 200: json(ref('Book')), ...errors(400, 404) } },
      put: {
        operationId: 'replaceBook',
        requestBody: body('NewBook'),
        responses: { 200: json(ref('Book')), ...errors(400, 404, 409) }
      },
      patch: {
        operationId: 'changeBook',
        requestBody: body('BookChanges'),
        responses: { 200: json(ref('Book')), ...errors(400, 404, 409) }
      },
      delete: { operationId: 'deleteBook', responses: { 204: { description: 'Gone' }, ...errors(400, 404) } }
    },
    '/books/{id}/scan': {
      parameters: [parameter('id', { type: 'integer' })],
      get: { operationId: 'readScan', responses: { 200: { description: 'It', content: BYTES }, ...errors(400, 404) } },
      put: {
        operationId: 'setScan',
        requestBody: { required: true, content: BYTES },
        responses: { 204: { description: 'Kept' }, ...errors(400, 404) }
      }
    },
    '/members': {
      post: {
        operationId: 'createMember',
        requestBody: body('Member'),
        responses: { 201: json(ref('Member')), ...errors(400, 409) }
      }
    },
    '/members/{name}': {
      parameters: [parameter('name', { type: 'string' })],
      get: { operationId: 'readMember', responses: { 200: json(ref('Member')), ...errors(404) } }
    }
  },
  {
    NewAuthor: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 60 } } },
    Author: {
      type: 'object',
      required: ['id', 'name', 'bookCount'],
      properties: { id: { type: 'integer' }, name: { type: 'string' }, bookCount: { type: 'integer' } }
    },
    NewBook: { type: 'object', required: REQUIRED, properties: BOOK },
    BookChanges: { type: 'object', properties: BOOK },
    Book: {
      type: 'object',
      required: ['id', 'authorName', 'createdAt', 'updatedAt', ...REQUIRED],
      properties: {
        ...BOOK,
        id: { type: 'integer' },
        authorName: { type: 'string' },
        createdAt: MOMENT,
        updatedAt: { ...MOMENT, nullable: true },
        readAt: MOMENT,
        url: { type: 'string' }
      }
    },
    Member: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', pattern: '^[a-z]{4,12}$' }, city: { type: 'string', maxLength: 60 } }
    }
  }
)

/** A library that does what a good service does; a mistake is a method that is overridden. */
export class Library {
  readonly authors = new Map<number, Author>()
  readonly books = new Map<number, Book>()
  readonly scans = new Map<number, Uint8Array>()
  readonly members = new Map<string, unknown>()
  readonly keys = new Map<string, { readonly text: string; readonly reply: Reply }>()
  #number = 0

  nextNumber(): number {
    return ++this.#number
  }

  now(): string {
    return new Date(Date.UTC(2026, 0, 1) + 60_000 * this.nextNumber()).toISOString()
  }

  createAuthor({ name }: { name: string }): Reply {
    const author = { id: this.nextNumber(), name, bookCount: 0 }
    this.authors.set(author.id, author)
    return { status: 201, body: author }
  }

  removeAuthor(id: number): Reply {
    if (!this.authors.has(id)) return NOT_FOUND
    if ([...this.books.values()].some(({ authorId }) => authorId === id)) return CONFLICT
    this.authors.delete(id)
    return { status: 204 }
  }

  createBook(sent: NewBook, _: string): Reply {
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

  readBook(book: Book): Reply {
    return { status: 200, body: this.shown(book), headers: { etag: this.tagOf(book) } }
  }

  tagOf({ id, updatedAt }: Book): string {
    return `"${id} ${updatedAt}"`
  }

  replaceBook(id: number, sent: NewBook): Reply {
    const book = this.books.get(id)
    return book === undefined ? NOT_FOUND : this.update(book, this.kept(sent))
  }

  changeBook(book: Book, changes: Partial<NewBook>): Reply {
    return this.update(book, this.kept(changes))
  }

  update(book: Book, changes: Partial<NewBook>): Reply {
    const { title, authorId, note, tags } = { ...book, ...changes }
    if (!this.authors.has(authorId)) return CONFLICT
    if (JSON.stringify({ ...book, ...changes }) === JSON.stringify(book)) return { status: 200, body: this.shown(book) }
    this.count(book.authorId, -1)
    this.count(authorId, 1)
    const updated = { ...book, title, authorId, note, tags, updatedAt: this.now() }
    this.books.set(book.id, updated)
    return { status: 200, body: this.shown(updated) }
  }

  removeBook({ id, authorId }: Book): Reply {
    this.books.delete(id)
    this.scans.delete(id)
    this.count(authorId, -1)
    return { status: 204 }
  }

  createMember(sent: { name: string }): Reply {
    if (this.members.has(sent.name)) return CONFLICT
    this.members.set(sent.name, sent)
    return { status: 201, body: sent }
  }

  /** The library as a service. */
  service(): VerifiableService {
    return {
      document: DOCUMENT,
      inject: async ({ method, url, headers = {}, body = '' }) => {
        const [, collection = '', id, below] = new URL(url, 'http://host').pathname.split('/')
        const bytes = Buffer.from(body)
        const key = String(Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1])
        const { status, body: said, headers: own } = this.#route(method, collection, id, below, bytes, key)
        const isBytes = said instanceof Uint8Array
        const type = isBytes ? 'application/octet-stream' : 'application/json'
        return {
          statusCode: status,
          headers: { ...(said === undefined ? {} : { 'content-type': type }), ...own },
          rawBody: isBytes ? Buffer.from(said) : Buffer.from(said === undefined ? '' : JSON.stringify(said))
        }
      }
    }
  }

  #route(
    method: string,
    collection: string,
    text: string | undefined,
    below: string | undefined,
    bytes: Uint8Array,
    key: string
  ): Reply {
    if (below === 'scan') return this.#scan(method, Number(text), bytes)
    const isWrite = ['POST', 'PUT', 'PATCH'].includes(method)
    const sent = isWrite ? parse(bytes) : {}
    if (sent === undefined || (isWrite && !isRight(collection, method, sent))) return { status: 400, body: {} }
    if (collection === 'members') {
      if (method === 'POST') return this.createMember(sent as { name: string })
      const member = this.members.get(decodeURIComponent(text ?? ''))
      return member === undefined ? NOT_FOUND : { status: 200, body: member }
    }
    const id = Number(text)
    if (text !== undefined && !Number.isSafeInteger(id)) return { status: 400, body: {} }
    if (collection === 'authors') {
      if (method === 'POST') return this.createAuthor(sent as { name: string })
      if (method === 'DELETE') return this.removeAuthor(id)
      if (text === undefined) return { status: 200, body: [...this.authors.values()] }
      const author = this.authors.get(id)
      return author === undefined ? NOT_FOUND : { status: 200, body: author }
    }
    if (method === 'POST') return this.#once(key, bytes, () => this.createBook(sent as unknown as NewBook, key))
    if (text === undefined) return { status: 200, body: [...this.books.values()].map((book) => this.shown(book)) }
    if (method === 'PUT') return this.replaceBook(id, sent as unknown as NewBook)
    const book = this.books.get(id)
    if (book === undefined) return NOT_FOUND
    if (method === 'PATCH') return this.changeBook(book, sent)
    return method === 'DELETE' ? this.removeBook(book) : this.readBook(book)
  }

  /** A key is used for one request alone. */
  #once(key: string, bytes: Uint8Array, make: () => Reply): Reply {
    const text = Buffer.from(bytes).toString()
    const known = this.keys.get(key)
    if (known !== undefined) return known.text === text ? known.reply : { status: 400, body: {} }
    const reply = make()
    this.keys.set(key, { text, reply })
    return reply
  }

  #scan(method: string, id: number, bytes: Uint8Array): Reply {
    if (!this.books.has(id)) return NOT_FOUND
    if (method === 'PUT') this.scans.set(id, bytes)
    if (method === 'PUT') return { status: 204 }
    const scan = this.scans.get(id)
    return scan === undefined ? NOT_FOUND : { status: 200, body: scan }
  }
}

const NOT_FOUND: Reply = { status: 404, body: {} }
const CONFLICT: Reply = { status: 409, body: {} }

function parse(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function isRight(collection: string, method: string, value: Record<string, unknown>): boolean {
  const isText = (one: unknown, length: number) => typeof one === 'string' && [...one].length <= length
  const checks: Record<string, (one: unknown) => boolean> = {
    name: (one) => (collection === 'members' ? /^[a-z]{4,12}$/.test(String(one)) : true) && isText(one, 60),
    city: (one) => isText(one, 60),
    title: (one) => isText(one, 60) && one !== '',
    authorId: (one) => Number.isInteger(one) && Number(one) > 0,
    note: (one) => one === null || isText(one, 60),
    tags: (one) => Array.isArray(one) && one.length <= 30 && one.every((tag) => isText(tag, 40))
  }
  const required = collection !== 'books' ? ['name'] : method === 'PATCH' ? [] : REQUIRED
  const isComplete = required.every((name) => Object.hasOwn(value, name))
  return isComplete && Object.entries(value).every(([name, one]) => checks[name]?.(one) ?? true)
}
