import { expect } from 'chai'
import { type Book, Bookshop, shopWith } from '../support/bookshop.js'
import { Library, libraryWith } from '../support/library.js'
import { expectFindings, expectSound, found } from '../support/verified.js'

const { prototype: honest } = Bookshop
const { prototype: good } = Library

/** What a shop does with a book before it keeps it, and the property by which that shows. */
const STORED: readonly (readonly [what: string, stored: (book: Book) => Book, found: readonly string[]])[] = [
  [
    'trims a text',
    (book) => ({ ...book, title: book.title.trim() || 'a' }),
    ['changed-value createBook response title']
  ],
  [
    'keeps a text in lower case',
    (book) => ({ ...book, title: book.title.toLowerCase() }),
    ['changed-value createBook response title']
  ],
  ['cuts a text', (book) => ({ ...book, title: book.title.slice(0, 10) }), ['changed-value createBook response title']],
  [
    'replaces what is not ASCII',
    (book) => ({ ...book, title: book.title.replace(/[^ -~]/gu, '?') }),
    ['changed-value createBook response title']
  ],
  [
    'rounds a number',
    (book) => ({ ...book, price: Math.round(book.price) }),
    ['changed-value createBook response price']
  ],
  [
    'takes 0 for nothing',
    (book) => ({ ...book, price: book.price || 9.5 }),
    ['changed-value createBook response price']
  ],
  ['takes false for nothing', (book) => ({ ...book, soldOut: true }), ['changed-value createBook response soldOut']],
  ['sorts a list', (book) => ({ ...book, tags: [...book.tags].sort() }), ['changed-value createBook response tags']],
  [
    'drops equal items of a list',
    (book) => ({ ...book, tags: [...new Set(book.tags)] }),
    ['changed-value createBook response tags']
  ],
  [
    'keeps a moment without its offset',
    (book) => ({ ...book, publishedAt: `${book.publishedAt.slice(0, 11)}00:00:00Z` }),
    ['changed-value createBook response publishedAt']
  ],
  ['drops what is optional', ({ note: _, ...book }) => book, ['changed-value createBook response note']],
  [
    'takes an empty text for null',
    (book) => ({ ...book, note: book.note === '' ? null : book.note }),
    ['changed-value createBook response note']
  ]
]

const ONE = { include: ['createBook', 'readBook'] }
const LISTED = { include: ['createBook', 'readBook', 'listBooks'] }

describe('verify creates a resource, and reads it', () => {
  it('and finds nothing in a service that keeps what it is sent', async () => {
    await expectSound(shopWith({}))
  }).timeout(60_000)

  it('and finds nothing where moments mean the same, and what was not sent gets a value', async () => {
    const stored = (book: Book) => {
      const moment = new Date(book.publishedAt)
      return { ...book, note: book.note ?? null, ...(!Number.isNaN(+moment) && { publishedAt: moment.toISOString() }) }
    }
    await expectSound(shopWith({ stored }), ONE)
  })

  it('and finds that it cannot be read', async () => {
    const shop = shopWith({
      create(sent) {
        const reply = honest.create.call(this, sent)
        this.books.clear()
        return reply
      }
    })
    await expectFindings(shop, ['lost-creation createBook: create a book 201, read the book 404'], ONE)
  })

  it('and waits for a service that shows it a little later', async () => {
    const late = new Map<number, number>()
    const shop = shopWith({
      read(id) {
        const reads = (late.get(id) ?? 0) + 1
        late.set(id, reads)
        return id > 2 && reads === 1 ? { status: 404 } : honest.read.call(this, id)
      },
      reset() {
        honest.reset.call(this)
        late.clear()
      }
    })
    // The same request gets another response, but nothing is lost.
    expect(await found(shop, ONE)).to.deep.equal(['unrepeatable-response readBook'])
  })

  it('and finds that the Location leads elsewhere', async () => {
    const shop = shopWith({
      async create(sent) {
        return { ...(await honest.create.call(this, sent)), headers: { location: '/books/1' } }
      }
    })
    await expectFindings(shop, ['broken-location createBook: create a book 201'], ONE)
  })

  it('and takes a Location for right that is behind a prefix, or an address', async () => {
    for (const prefix of ['/api/v2', 'https://shop.example', 'https://shop.example/api']) {
      const shop = shopWith({
        async create(sent) {
          const reply = await honest.create.call(this, sent)
          return { ...reply, headers: { location: `${prefix}${reply.headers?.location}` } }
        }
      })
      await expectSound(shop, ONE)
    }
  })

  it('and finds it in no list that is kept in a cache', async () => {
    let kept: object[] | undefined
    const library = libraryWith({
      listBooks() {
        kept ??= good.listBooks.call(this)
        return kept
      },
      reset() {
        good.reset.call(this)
        kept = undefined
      }
    })
    await expectFindings(
      library,
      ['unlisted-creation createBook: create an author 201, create a book 201, list the books 200'],
      { include: ['createAuthor', 'readAuthor', 'createBook', 'readBook', 'listBooks'] }
    )
  })

  it('and finds that its item of the list has another value', async () => {
    const shop = shopWith({
      list(query) {
        const reply = honest.list.call(this, query)
        const { items, total } = reply.body as { items: Book[]; total: number }
        const short = items.map((book) => ({ ...book, price: Math.floor(book.price) }))
        return { ...reply, body: { items: query.sort === undefined ? short : items, total } }
      }
    })
    await expectFindings(shop, ['changed-value createBook list price: create a book 201, list the books 200'], LISTED)
  })

  describe('and finds that a service', () => {
    for (const [what, stored, found] of STORED) {
      const property = found[0]?.split(' ').at(-1) as keyof Book
      it(what, () => expectFindings(shopWith({ stored }, [property]), found, ONE))
    }
  })

  it('and finds that a long list is cut', async () => {
    const library = libraryWith({
      kept: (sent) => (sent.tags === undefined ? sent : { ...sent, tags: sent.tags.slice(0, 10) })
    })
    await expectFindings(library, ['changed-value createBook response tags'], {
      include: ['createAuthor', 'readAuthor', 'createBook', 'readBook']
    })
  })

  it('and finds that the moment of the creation becomes another', async () => {
    let reads = 0
    const library = libraryWith({
      readBook(book) {
        const reply = good.readBook.call(this, book)
        return {
          ...reply,
          body: { ...(reply.body as object), createdAt: `2027-01-01T00:00:0${Math.min(1, reads++)}Z` }
        }
      }
    })
    await expectFindings(
      library,
      ['changed-value createBook createdAt: create an author 201, create a book 201, read the book 200'],
      { include: ['createAuthor', 'readAuthor', 'createBook', 'readBook'] }
    )
  })
})
