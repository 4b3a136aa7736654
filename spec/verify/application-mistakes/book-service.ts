import { createHash } from 'node:crypto'
import { Conflict, HttpError, Injectable, NotFound } from '../../../src/index.js'
import { Plan } from './plan.js'
import type { Book, BookChanges, BookFilter, BookPage, NewBook } from './records.js'
import { databaseError, reject } from './reply.js'
import { Store } from './store.js'

/** What can be done with books, without HTTP. */
@Injectable(() => [Store, Plan])
export class BookService {
  constructor(
    readonly store: Store,
    readonly plan: Plan
  ) {}

  find(id: number): Book {
    return this.store.books.get(id) ?? NotFound.throw(`There is no book ${id}`)
  }

  list(filter: BookFilter): BookPage {
    const { plan } = this
    const found = this.#sorted(filter).filter((book) => this.#fits(book, filter))
    const { page, pageSize } = filter
    const overlap = plan.has('list-pages-overlap') && page > 1 ? 1 : 0
    const start = (page - 1) * pageSize - overlap
    const length = plan.has('list-capped-at-10') ? Math.min(10, pageSize) : pageSize
    const items = found.slice(start, start + length + (plan.has('list-one-too-many') ? 1 : 0))
    let total = found.length
    if (plan.has('list-total-of-page')) total = items.length
    if (plan.has('list-total-counts-deleted')) total += this.store.deletedBooks.size
    if (plan.has('list-404-after-last-page') && start >= total && page > 1) NotFound.throw('There is no such page')
    return { items, total, page, pageSize }
  }

  #sorted({ sort }: BookFilter): Book[] {
    const books = [...this.store.books.values()]
    if (sort === 'title') return books.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id))
    if (sort !== 'price') return books.sort((a, b) => a.id - b.id)
    if (!this.plan.has('list-price-sorted-as-text')) return books.sort((a, b) => a.price - b.price || a.id - b.id)
    return books.sort((a, b) => (String(a.price) < String(b.price) ? -1 : 1))
  }

  #fits(book: Book, { genre, authorId, inPrint, publishedFrom, tag = [], q }: BookFilter): boolean {
    const { plan } = this
    if (authorId !== undefined && book.authorId !== authorId) return false
    const isGenreUsed = !(plan.has('list-genre-ignored-beside-author') && authorId !== undefined)
    if (genre !== undefined && isGenreUsed && book.genre !== genre) return false
    const isInPrintUsed = plan.has('list-false-is-absent') ? inPrint : inPrint !== undefined
    if (isInPrintUsed && book.inPrint !== inPrint) return false
    if (publishedFrom !== undefined) {
      if (book.publishedOn < publishedFrom) return false
      if (plan.has('list-day-itself-excluded') && book.publishedOn === publishedFrom) return false
    }
    let tags = tag
    if (plan.has('list-only-first-tag')) tags = tag.slice(0, 1)
    if (plan.has('list-tag-split-at-comma')) tags = tag.join(',').split(',').filter(Boolean)
    if (!tags.every((each) => book.tags.includes(each))) return false
    if (q === undefined) return true
    if (plan.has('list-search-as-regex')) return new RegExp(q, 'i').test(book.title)
    return book.title.toLowerCase().includes(q.toLowerCase())
  }

  create(book: NewBook): Book {
    const { plan, store } = this
    if (plan.has('create-free-book-rejected') && !book.price) reject('A book has a price')
    if (plan.has('create-title-counted-in-units') && book.title.length > 120) reject('The title is too long')
    if (plan.has('create-future-rejected') && book.publishedOn > '2026-01-10') reject('It is not yet published')
    if (plan.has('create-null-character-500') && book.title.includes('\0')) databaseError('invalid byte sequence: 0x00')
    if (plan.has('create-surrogate-500')) encodeURIComponent(book.title)
    this.#checkAuthor(book.authorId)
    if (this.#hasIsbn(book.isbn)) {
      if (plan.has('create-duplicate-500')) databaseError('duplicate key: books_isbn')
      throw new Conflict('There is a book with this ISBN')
    }
    const stored = { ...book }
    if (plan.has('create-title-trimmed')) stored.title = book.title.trim()
    if (plan.has('create-html-escaped')) {
      stored.title = book.title.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
    }
    if (plan.has('create-false-becomes-true')) stored.inPrint = book.inPrint || true
    const id = store.number()
    const created = { ...stored, id, state: 'new', rating: null, createdAt: store.now(), updatedAt: null }
    store.books.set(id, created)
    this.#count(book.authorId, 1)
    return created
  }

  replace(id: number, book: NewBook, ifMatch: string | undefined): Book {
    const { plan, store } = this
    if (plan.has('replace-no-tags-rejected') && book.tags.length === 0) reject('A book has tags')
    const deleted = store.deletedBooks.get(id)
    if (plan.has('replace-recreates-deleted') && deleted !== undefined) store.books.set(id, deleted)
    const old = this.find(id)
    if (!plan.has('replace-if-match-ignored') && ifMatch !== undefined && !hasTag(ifMatch, tagOf(old))) {
      throw new HttpError(412, 'It was changed')
    }
    const written = { ...book }
    if (plan.has('replace-price-rounded')) written.price = Math.round(book.price)
    if (plan.has('replace-tags-sorted')) written.tags = [...book.tags].sort()
    if (plan.has('replace-pages-ignored')) written.pages = old.pages
    if (plan.has('replace-appends-tags')) written.tags = [...old.tags, ...book.tags]
    if (plan.has('replace-loses-cover')) store.covers.delete(id)
    return this.#write(old, written)
  }

  patch(id: number, changes: BookChanges): Book {
    const { plan, store } = this
    if (plan.has('patch-empty-rejected') && Object.values(changes).every((value) => value === undefined)) {
      reject('Nothing changes')
    }
    const old = this.find(id)
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    if (plan.has('patch-not-saved')) return { ...old, ...given, state: 'revised', updatedAt: store.now() }
    if (plan.has('patch-null-keeps') && given.subtitle === null) delete given.subtitle
    if (plan.has('patch-clears-absent')) {
      for (const name of ['subtitle', 'genre', 'pages']) if (!(name in given)) given[name] = undefined
    }
    const neighbor = store.books.get(id + 1)
    const written = this.#write(old, given)
    if (plan.has('patch-changes-neighbor') && neighbor !== undefined) {
      store.books.set(neighbor.id, { ...neighbor, ...given, isbn: neighbor.isbn })
    }
    if (plan.has('patch-time-not-set')) written.updatedAt = old.updatedAt
    if (plan.has('patch-undocumented-state')) written.state = 'edited'
    return written
  }

  remove(id: number): void {
    const { plan, store } = this
    const book = store.books.get(id)
    if (book === undefined && plan.has('delete-twice-500')) databaseError('Cannot read the author of nothing')
    const { authorId } = book ?? this.find(id)
    if (!plan.has('delete-count-kept')) this.#count(authorId, -1)
    store.deletedBooks.set(id, this.find(id))
    store.books.delete(id)
    store.covers.delete(id)
    if (!plan.has('delete-reviews-kept')) store.reviews.delete(id)
  }

  #write(old: Book, changes: Partial<NewBook>): Book {
    if (changes.isbn !== undefined && changes.isbn !== old.isbn && this.#hasIsbn(changes.isbn)) {
      throw new Conflict('There is a book with this ISBN')
    }
    if (changes.authorId !== undefined) {
      this.#checkAuthor(changes.authorId)
      this.#count(old.authorId, -1)
      this.#count(changes.authorId, 1)
    }
    const written = { ...old, ...changes, state: 'revised', updatedAt: this.store.now() }
    this.store.books.set(old.id, written)
    return written
  }

  #checkAuthor(id: number): void {
    if (!this.store.authors.has(id)) throw new Conflict(`There is no author ${id}`)
  }

  #hasIsbn(isbn: string): boolean {
    return [...this.store.books.values()].some((book) => book.isbn === isbn)
  }

  #count(authorId: number, change: number): void {
    const author = this.store.authors.get(authorId)
    if (author !== undefined) this.store.authors.set(authorId, { ...author, bookCount: author.bookCount + change })
  }
}

/** The entity tag of a book: a digest of all that it has. */
export function tagOf(book: Book): string {
  return `"${createHash('sha256').update(JSON.stringify(book)).digest('base64url').slice(0, 16)}"`
}

/** Whether `If-Match` or `If-None-Match` names the tag (RFC 9110, 13.1). */
export function hasTag(header: string, tag: string): boolean {
  return header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
