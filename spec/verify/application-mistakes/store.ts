import type { Author, Book, FeedbackReceipt, Order, Review, User } from './records.js'

export interface Cover {
  readonly contentType: string
  readonly bytes: Buffer
}

/** A user as the store has it. */
export type StoredUser = User & { readonly passwordHash: string }

/** An order, and who placed it. */
export type StoredOrder = Order & { readonly owner: string }

const MINUTE = 60_000

/** The data of the bookshop, in memory. */
export class Store {
  readonly books = new Map<number, Book>()
  readonly covers = new Map<number, Cover>()
  readonly reviews = new Map<number, Review[]>()
  readonly authors = new Map<number, Author>()
  readonly orders = new Map<string, StoredOrder>()
  readonly users = new Map<string, StoredUser>()
  readonly feedback: FeedbackReceipt[] = []
  /** What was deleted, which only mistakes read. */
  readonly deletedBooks = new Map<number, Book>()
  /** What mistakes remember between requests. */
  readonly memory = new Map<string, unknown>()
  #minutes = 0
  #numbers = 0
  #authorNumbers = 0

  constructor() {
    this.reset()
  }

  /** A clock that is the same in each run: one minute passes whenever it is read. */
  now(): Date {
    return new Date(Date.UTC(2026, 0, 10) + MINUTE * ++this.#minutes)
  }

  number(): number {
    return ++this.#numbers
  }

  authorNumber(): number {
    return ++this.#authorNumbers
  }

  uuid(): string {
    return `3f0c1b52-6d1e-4a57-9a0b-${String(this.number()).padStart(12, '0')}`
  }

  reset(): void {
    for (const each of [this.books, this.covers, this.reviews, this.authors, this.orders, this.users]) each.clear()
    this.deletedBooks.clear()
    this.memory.clear()
    this.feedback.length = 0
    this.#minutes = 0
    this.#numbers = 100
    this.#authorNumbers = 3
    for (const author of seededAuthors()) this.authors.set(author.id, author)
    for (const book of seededBooks()) this.books.set(book.id, book)
    this.covers.set(1, { contentType: 'image/png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') })
    const writtenAt = new Date('2026-01-03T18:00:00Z')
    this.reviews.set(1, [
      { id: 1, rating: 4, text: 'Wise, and very funny', reviewer: 'rita', writtenAt },
      { id: 2, rating: 5, text: 'Again!', reviewer: 'ada', writtenAt }
    ])
    this.reviews.set(2, [{ id: 3, rating: 3, text: 'Long', reviewer: 'rita', writtenAt }])
    this.orders.set(SEEDED_ORDER, seededOrder())
    for (const user of seededUsers()) this.users.set(user.username, user)
  }
}

export const SEEDED_ORDER = '7d1f9a44-0b57-4a0e-8d35-1d2c3b4a5f60'

function seededAuthors(): Author[] {
  return [
    { id: 1, name: 'Jane Austen', bornOn: '1775-12-16', homepage: 'https://janeausten.example', bookCount: 2 },
    { id: 2, name: 'Charles Darwin', bornOn: '1809-02-12', bookCount: 1 },
    { id: 3, name: 'Anonymous', bornOn: null, bookCount: 0 }
  ]
}

function seededBooks(): Book[] {
  const common = { subtitle: null, inPrint: true, translations: {}, state: 'new', updatedAt: null }
  const createdAt = new Date('2026-01-02T08:30:00Z')
  const austen = { ...common, authorId: 1, genre: 'fiction', createdAt }
  const [emma, persuasion] = [{ de: 'Emma' }, { de: 'Überredung' }]
  return [
    {
      ...austen,
      ...{ id: 1, isbn: '9780141439587', title: 'Emma', price: 12.5, pages: 474, publishedOn: '1815-12-23' },
      ...{ tags: ['classic', 'love'], translations: emma, rating: 4.5 }
    },
    {
      ...austen,
      ...{ id: 2, isbn: '9780141439686', title: 'Persuasion', price: 9, pages: 249, publishedOn: '1817-12-20' },
      ...{ tags: ['classic'], translations: persuasion, rating: 3, inPrint: false }
    },
    {
      ...common,
      ...{ id: 3, isbn: '9780140432053', title: 'On the Origin of Species', authorId: 2, genre: 'science' },
      ...{ price: 110.1, pages: 480, publishedOn: '1859-11-24', tags: [], rating: null, createdAt }
    }
  ]
}

function seededOrder(): StoredOrder {
  return {
    id: SEEDED_ORDER,
    lines: [{ bookId: 3, quantity: 1, title: 'On the Origin of Species' }],
    delivery: { kind: 'pickup', shop: 'north' },
    coupon: null,
    labels: {},
    status: 'placed',
    total: 110.1,
    currency: 'EUR',
    placedAt: new Date('2026-01-05T10:00:00Z'),
    owner: 'ada'
  }
}

function seededUsers(): StoredUser[] {
  const createdAt = new Date('2026-01-01T00:00:00Z')
  return [
    { username: 'ada', email: 'ada@example.com', displayName: 'Ada', role: 'admin' },
    { username: 'will', email: 'will@example.com', displayName: 'Will', role: 'writer' },
    { username: 'rita', email: 'rita@example.com', displayName: "Rita O'Hara", role: 'reader' }
  ].map((user) => ({ ...user, createdAt, password: 'correct horse', passwordHash: 'scrypt$16384$c2FsdA$b3RoZXI' }))
}
