import { expect } from 'chai'
import { type Book, Bookshop, type Reply, type Request } from './bookshop.js'
import { type Found, playSequences } from './play-sequences.js'

/** A mistake of the shop: what it overrides, and the finding that shows it. */
interface Mistake {
  readonly what: string
  readonly shop: () => Bookshop
  /** The labels of the sequences that are played. */
  readonly labels: RegExp
  readonly found: string
}

const MISTAKES: readonly Mistake[] = [
  {
    what: 'what it created cannot be read',
    labels: /create a book, then read/,
    found: 'lost-creation createBook',
    shop: () =>
      new (class extends Bookshop {
        override create(request: Request) {
          const made = super.create(request) as Reply
          this.books.delete((made.body as Book).id)
          return made
        }
      })()
  },
  ...(
    [
      ['a title is trimmed', 'title', (book) => ({ ...book, title: book.title.trim() || 'a' })],
      ['a title is in lower case', 'title', (book) => ({ ...book, title: book.title.toLowerCase() })],
      ['a title is cut', 'title', (book) => ({ ...book, title: book.title.slice(0, 10) })],
      ['a title loses what is not ASCII', 'title', (book) => ({ ...book, title: book.title.replace(/[^ -~]/g, '?') })],
      ['a price is rounded', 'price', (book) => ({ ...book, price: Math.round(book.price) })],
      ['a price of 0 is replaced', 'price', (book) => ({ ...book, price: book.price || 9.5 })],
      ['false becomes true', 'soldOut', (book) => ({ ...book, soldOut: true })],
      ['tags are sorted', 'tags', (book) => ({ ...book, tags: [...book.tags].sort() })],
      ['equal tags are dropped', 'tags', (book) => ({ ...book, tags: [...new Set(book.tags)] })],
      [
        'a time loses its zone',
        'publishedAt',
        (book) => ({ ...book, publishedAt: `${book.publishedAt.slice(0, 19)}Z` })
      ],
      ['a note is dropped', 'note', ({ note, ...book }) => book]
    ] as [string, string, (book: Book) => Book][]
  ).map(
    ([what, name, store]): Mistake => ({
      what,
      labels: /create a book.*then read/,
      found: `changed-value createBook ${name}`,
      shop: () =>
        new (class extends Bookshop {
          override stored = store
        })()
    })
  )
]

describe('verify plays sequences', () => {
  it('and finds nothing in a service that keeps what it is sent', async () => {
    for (const seed of [1, 2, 3]) {
      const { findings, missing } = await playSequences(new Bookshop().service(), { seed })
      expect(findings).to.deep.equal([])
      expect(missing).to.deep.equal([])
    }
  }).timeout(60_000)

  for (const { what, shop, labels, found } of MISTAKES) {
    it(`and finds a mistake: ${what}`, async () => {
      const { findings } = await playSequences(shop().service(), { labels, shrinkRuns: 0 })
      expect(findings.map(inShort)).to.include(found)
    }).timeout(60_000)
  }
})

function inShort({ kind, operation, what }: Found): string {
  return `${kind} ${operation} ${what}`.trim()
}
