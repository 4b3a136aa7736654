import { expect } from 'chai'
import { isDeep } from '../../../../spec/support/chance.js'
import { expectListed } from '../../../../spec/support/listed.js'
import { type Book, Bookshop, type Reply } from './bookshop.js'
import { type Found, playSequences } from './play-sequences.js'

/** A shop whose methods are replaced; `this` is the shop. */
function shopWith(mistake: Partial<Bookshop> & ThisType<Bookshop>): Bookshop {
  return Object.assign(new Bookshop(), mistake)
}

const { prototype: honest } = Bookshop

const LIST = 'verify/sequences/bookshop-list.txt'

/** Waits for a turn of the event loop, as for a database. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** What a shop does with a book before it keeps it, and the property by which that shows. */
const STORED: readonly (readonly [what: string, property: string, stored: (book: Book) => Book])[] = [
  ['a title is trimmed', 'title', (book) => ({ ...book, title: book.title.trim() || 'a' })],
  ['a title is in lower case', 'title', (book) => ({ ...book, title: book.title.toLowerCase() })],
  ['a title is cut', 'title', (book) => ({ ...book, title: book.title.slice(0, 10) })],
  ['a title loses what is not ASCII', 'title', (book) => ({ ...book, title: book.title.replace(/[^ -~]/g, '?') })],
  ['a price is rounded', 'price', (book) => ({ ...book, price: Math.round(book.price) })],
  ['a price of 0 is replaced', 'price', (book) => ({ ...book, price: book.price || 9.5 })],
  ['false becomes true', 'soldOut', (book) => ({ ...book, soldOut: true })],
  ['tags are sorted', 'tags', (book) => ({ ...book, tags: [...book.tags].sort() })],
  ['equal tags are dropped', 'tags', (book) => ({ ...book, tags: [...new Set(book.tags)] })],
  ['a time loses its zone', 'publishedAt', (book) => ({ ...book, publishedAt: `${book.publishedAt.slice(0, 19)}Z` })],
  ['a note is dropped', 'note', ({ note, ...book }) => book]
]

/** Each mistake, the labels of the sequences that are played, and what has to be found. */
const MISTAKES: readonly (readonly [what: string, labels: RegExp, found: RegExp, shop: () => Bookshop])[] = [
  [
    'what it created cannot be read',
    /create a book, then read/,
    /^lost-creation createBook$/,
    () =>
      shopWith({
        create(request) {
          const reply = honest.create.call(this, request)
          this.books.clear()
          return reply
        }
      })
  ],
  ...STORED.map(([what, property, stored]): (typeof MISTAKES)[number] => [
    `${what} when it is created`,
    /create a book.*then read/,
    new RegExp(`^changed-value createBook (response )?${property}`),
    () => shopWith({ stored })
  ]),
  [
    'a Location leads elsewhere',
    /create a book, then read/,
    /^broken-location createBook$/,
    () =>
      shopWith({
        create(request) {
          const { headers, ...made } = honest.create.call(this, request) as Reply
          return { ...made, headers: { location: '/book/1' } }
        }
      })
  ],
  [
    'a list is kept in a cache',
    /create a book, then list/,
    /^unlisted-creation createBook$/,
    () => {
      let kept: Reply | undefined
      return shopWith({
        list(request) {
          kept ??= honest.list.call(this, request)
          return kept
        }
      })
    }
  ],
  [
    'a PUT keeps the old price',
    /PUT a book, then read/,
    /^(changed-value replaceBook response price|lost-update replaceBook price)$/,
    () =>
      shopWith({
        replace(id, request) {
          const price = this.books.get(id)?.price
          return honest.replace.call(this, id, { ...request, body: { ...request.body, ...(price && { price }) } })
        }
      })
  ],
  [
    'a PATCH ignores what is falsy',
    /PATCH soldOut/,
    /^(changed-value changeBook response soldOut|lost-update changeBook soldOut)$/,
    () =>
      shopWith({
        changed: (book, changes) => ({ ...book, ...Object.fromEntries(Object.entries(changes).filter(([, v]) => v)) })
      })
  ],
  [
    'a PATCH ignores null',
    /PATCH note/,
    /^(changed-value changeBook response note|lost-update changeBook note)$/,
    () => shopWith({ changed: (book, changes) => ({ ...book, ...changes, note: changes.note ?? book.note ?? null }) })
  ],
  [
    'a PATCH loses what it does not send',
    /PATCH price/,
    /^lost-property changeBook note$/,
    () => shopWith({ changed: (book, changes) => ({ ...book, note: null, ...changes }) })
  ],
  [
    'a PATCH is not kept',
    /PATCH price/,
    /^lost-update changeBook price$/,
    () =>
      shopWith({
        change(id, { body }) {
          return { status: 200, body: { ...this.books.get(id), ...body } }
        }
      })
  ],
  [
    'what is deleted can be read',
    /delete a book/,
    /^undeleted-resource deleteBook read$/,
    () => shopWith({ remove: () => ({ status: 204 }) })
  ],
  [
    'what is deleted stays in the list',
    /delete a book/,
    /^undeleted-resource deleteBook list$/,
    () => {
      const gone = new Set<number>()
      return shopWith({
        remove: (id) => ({ status: gone.add(id) && 204 }),
        read(id) {
          return gone.has(id) ? { status: 404, body: {} } : honest.read.call(this, id)
        }
      })
    }
  ],
  [
    'a PUT brings back what is deleted',
    /delete a book/,
    /^undeleted-resource replaceBook PUT$/,
    () =>
      shopWith({
        replace(id, { body }) {
          this.books.set(id, { ...(body as unknown as Book), id })
          return { status: 200, body: this.books.get(id) }
        }
      })
  ],
  [
    'a review is added to what is deleted',
    /delete a book/,
    /^undeleted-resource addReview create$/,
    () =>
      shopWith({
        addReview(bookId, request) {
          const isThere = this.books.has(bookId)
          if (!isThere) this.books.set(bookId, {} as Book)
          const reply = honest.addReview.call(this, bookId, request)
          if (!isThere) this.books.delete(bookId)
          return reply
        }
      })
  ],
  [
    'to delete twice fails',
    /delete a book, then delete/,
    /^server-error deleteBook 500$/,
    () =>
      shopWith({
        remove(id) {
          return this.books.delete(id) ? { status: 204 } : { status: 500, body: {} }
        }
      })
  ],
  [
    'ids are counted by the number of books',
    /DELETE one of two books/,
    /^shared-id createBook after deletion$/,
    () =>
      shopWith({
        nextId() {
          return this.books.size + 1
        }
      })
  ],
  [
    'an update changes all books',
    /PATCH one of two books/,
    /^side-effect changeBook$/,
    () =>
      shopWith({
        change(id, request) {
          for (const other of this.books.keys()) honest.change.call(this, other, request)
          return honest.read.call(this, id)
        }
      })
  ],
  [
    'a rejected update is kept in part',
    /PATCH a book with a wrong value/,
    /^rejected-change changeBook$/,
    () =>
      shopWith({
        rejected({ id, body }) {
          const book = this.books.get(id ?? 0)
          if (book !== undefined && typeof body?.title === 'string') book.title = body.title
        }
      })
  ],
  [
    'a review is there under another book',
    /a review of one book/,
    /^foreign-resource readReview GET$/,
    () =>
      shopWith({
        readReview(_, id) {
          const review = this.reviews.get(id)
          return review === undefined ? { status: 404, body: {} } : { status: 200, body: review }
        }
      })
  ],
  [
    'a review is in the list of another book',
    /a review of one book/,
    /^foreign-resource listReviews list$/,
    () =>
      shopWith({
        listReviews(bookId) {
          return this.books.has(bookId) ? { status: 200, body: [...this.reviews.values()] } : { status: 404, body: {} }
        }
      })
  ],
  [
    'a filter is ignored',
    /filtered by soldOut/,
    /^ignored-filter listBooks soldOut$/,
    () => shopWith({ filter: (books) => books })
  ],
  [
    'a filter is ignored beside another',
    /by two filters/,
    /^ignored-filter listBooks title and soldOut$/,
    () =>
      shopWith({
        filter: (books, query) =>
          query.has('title')
            ? books
            : books.filter(({ soldOut }) => String(soldOut) === (query.get('soldOut') ?? `${soldOut}`))
      })
  ],
  [
    'a filter finds too little',
    /filtered by title/,
    /^ignored-filter listBooks title missing$/,
    () =>
      shopWith({
        filter: (books, query) => (query.has('title') ? books.filter(({ title }) => title === '?') : books)
      })
  ],
  [
    'a page has one item too many',
    /by page size/,
    /^ignored-page-size listBooks$/,
    () => shopWith({ page: (books, query) => books.slice(0, Number(query.get('limit') ?? 50) + 1) })
  ],
  [
    'pages overlap',
    /in pages/,
    /^broken-paging listBooks overlap$/,
    () =>
      shopWith({
        page(books, query) {
          const offset = Math.max(0, Number(query.get('offset') ?? 0) - 1)
          return books.slice(offset, offset + Number(query.get('limit') ?? 50))
        }
      })
  ],
  [
    'the total is that of the page',
    /in pages/,
    /^broken-total listBooks pages$/,
    () =>
      shopWith({
        list(request) {
          const reply = honest.list.call(this, request)
          const { items } = reply.body as { items: Book[] }
          return { ...reply, body: { items, total: items.length } }
        }
      })
  ],
  [
    'prices are ordered as texts',
    /in the order "price"/,
    /^broken-order listBooks price$/,
    () =>
      shopWith({
        sort: (books, order) =>
          order === 'price' ? books.sort((a, b) => (`${a.price}` < `${b.price}` ? -1 : 1)) : books
      })
  ],
  [
    'two created at once get one id',
    /two books at once/,
    /^shared-id createBook at once$/,
    () =>
      shopWith({
        async create(request) {
          const id = Math.max(0, ...this.books.keys()) + 1
          await turn()
          const book = { ...(request.body as unknown as Book), id }
          this.books.set(id, book)
          return { status: 201, body: book, headers: { location: `/books/${id}` } }
        }
      })
  ],
  [
    'to delete twice at once fails',
    /DELETE a book twice at once/,
    /^server-error deleteBook 500$/,
    () =>
      shopWith({
        async remove(id) {
          if (!this.books.has(id)) return { status: 404, body: {} }
          await turn()
          return this.books.delete(id) ? { status: 204 } : { status: 500, body: {} }
        }
      })
  ],
  [
    'every second response has another shape',
    /GET \/books\/\{id\} 3 times/,
    /^unrepeatable-response readBook$/,
    () => {
      let count = 0
      return shopWith({
        read(id) {
          const { status, body } = honest.read.call(this, id)
          return count++ % 2 === 0
            ? { status, body }
            : { status, body: { ...(body as Book), note: undefined, tags: [] } }
        }
      })
    }
  ],
  [
    'to read a book deletes another',
    /GET \/books\/\{id\} between/,
    /^unsafe-read readBook book$/,
    () =>
      shopWith({
        read(id) {
          const reply = honest.read.call(this, id)
          this.books.delete(id)
          return reply
        }
      })
  ]
]

describe('verify plays sequences', () => {
  it('and finds nothing in a service that keeps what it is sent', async () => {
    for (const seed of isDeep ? [1, 2, 3] : [1]) {
      const { findings, missing, lines } = await playSequences(new Bookshop().service(), { seed })
      expect(findings).to.deep.equal([])
      expect(missing).to.deep.equal([])
      if (seed === 1) expectListed(LIST, 'an honest bookshop', lines)
    }
  }).timeout(60_000)

  for (const [what, labels, found, shop] of MISTAKES) {
    it(`and finds a mistake: ${what}`, async () => {
      const { findings, lines } = await playSequences(shop().service(), { labels, shrinkRuns: 0 })
      expect(
        findings.map(inShort).some((text) => found.test(text)),
        findings.map(inShort).join('\n')
      ).to.equal(true)
      expectListed(LIST, what, lines)
    }).timeout(60_000)
  }

  it('and shows a mistake as a script of the simplest requests, with ids from responses', async () => {
    const shop = shopWith({ remove: () => ({ status: 204 }) })
    const { findings } = await playSequences(shop.service(), { labels: /delete a book, then read/, shrinkRuns: 400 })
    const { script = '' } = findings.find(({ what }) => what === 'read') ?? {}
    const [first, create, ...rest] = script.split('\n')
    expect(first).to.equal('# create a book: 201')
    expect(create).to.match(
      /^ID=\$\(curl -s -g --path-as-is -X POST -H 'content-type: application\/json' --data-binary '\{"title":"a","price":\d,"soldOut":(?:true|false),"tags":\[\],"publishedAt":"[^"]+"\}' http:\/\/h\/books \| node -p 'JSON.parse\(fs.readFileSync\(0\)\).id'\); echo "\$ID"$/
    )
    expect(rest).to.deep.equal([
      '# delete the book: 204',
      `curl -i -g --path-as-is -X DELETE 'http://h/books/'"$ID"`,
      '# read the deleted book: 200',
      `curl -i -g --path-as-is 'http://h/books/'"$ID"`
    ])
  }).timeout(60_000)

  it('and plays the same with the same seed', async () => {
    const shop = () => shopWith({ stored: (book) => ({ ...book, title: book.title.trim() || 'a' }) })
    const play = () => playSequences(shop().service(), { labels: /book/, seed: 7, shrinkRuns: 20 })
    const first = await play()
    expect(first.findings).to.not.deep.equal([])
    expect(await play()).to.deep.equal(first)
  }).timeout(60_000)
})

function inShort({ kind, operation, what }: Found): string {
  return `${kind} ${operation} ${what}`.trim()
}
