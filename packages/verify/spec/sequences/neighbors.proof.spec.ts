import { expect } from 'chai'
import { type Book, Bookshop, shopWith as wholeShopWith } from '../support/bookshop.js'
import { Library, libraryWith } from '../support/library.js'
import { expectFindings, found as foundIn } from '../support/verified.js'

const { prototype: honest } = Bookshop
const { prototype: good } = Library

/** A shop of books that have only a title and tags. */
const shopWith = (mistake: Parameters<typeof wholeShopWith>[0]) => wholeShopWith(mistake, ['title', 'tags'])

const turn = () => new Promise((resolve) => setImmediate(resolve))

function accept(this: Library, sent: { name: string }) {
  this.members.set(sent.name, sent)
  return { status: 201, body: sent }
}

const REVIEWS = { include: ['createBook', 'readBook', 'addReview', 'listReviews', 'readReview'] }

describe('verify uses two resources of a collection', () => {
  it('and finds that an update changes all', async () => {
    const shop = shopWith({
      change(id, sent) {
        if (!this.books.has(id)) return { status: 404 }
        for (const other of this.books.keys()) honest.change.call(this, other, sent)
        return honest.read.call(this, id)
      }
    })
    await expectFindings(
      shop,
      [
        'side-effect changeBook: create a book 201, read the other book 200, PATCH the first book 200, read the other book again 200'
      ],
      { include: ['createBook', 'readBook', 'changeBook'] }
    )
  })

  it('and finds that a deletion empties another', async () => {
    const shop = shopWith({
      remove(id) {
        const reply = honest.remove.call(this, id)
        for (const [other, book] of this.books) this.books.set(other, { ...book, tags: [] })
        return reply
      }
    })
    await expectFindings(
      shop,
      [
        'side-effect deleteBook: create a book 201, read the other book 200, DELETE the first book 204, read the other book again 200'
      ],
      { include: ['createBook', 'readBook', 'deleteBook'] }
    )
  })

  it('and finds that both have the same id', async () => {
    const shop = shopWith({ nextId: () => 7 })
    await expectFindings(
      shop,
      [
        'shared-id createBook again: create a book 201, create the same book again 201',
        'shared-id createBook at once: create a book 201, create the same book, at the same time 201',
        'shared-id createBook: create a book 201'
      ],
      { include: ['createBook', 'readBook', 'deleteBook'] }
    )
  })

  it('and finds that the id of a third is one that is taken, after the deletion of the first', async () => {
    const shop = shopWith({
      nextId() {
        return this.books.size + 1
      }
    })
    await expectFindings(
      shop,
      ['shared-id createBook after deletion: create a book 201, DELETE the first book 204, create a book 201'],
      { include: ['createBook', 'readBook', 'deleteBook'] }
    )
  })

  it('and finds that two which are created at the same time get one id', async () => {
    const shop = shopWith({
      async create(sent) {
        const id = Math.max(0, ...this.books.keys()) + 1
        await turn()
        const book: Book = { ...sent, id }
        this.books.set(id, book)
        return { status: 201, body: book, headers: { location: `/books/${id}` } }
      }
    })
    await expectFindings(
      shop,
      ['shared-id createBook at once: create a book 201, create the same book, at the same time 201'],
      { include: ['createBook', 'readBook'] }
    )
  })

  it('and finds that to update or delete one twice at the same time fails', async () => {
    const shop = shopWith({
      async remove(id) {
        if (!this.books.has(id)) return { status: 404 }
        await turn()
        return this.books.delete(id) ? { status: 204 } : { status: 500 }
      }
    })
    await expectFindings(
      shop,
      ['server-error deleteBook 500: create a book 201, DELETE the book 204, DELETE the book, at the same time 500'],
      { include: ['createBook', 'readBook', 'deleteBook'] }
    )
    let changing = 0
    const busy = shopWith({
      async change(id, sent) {
        changing++
        await turn()
        const isAlone = changing === 1
        changing--
        return isAlone ? honest.change.call(this, id, sent) : { status: 503 }
      }
    })
    await expectFindings(busy, ['server-error changeBook 503: create a book 201, PATCH the book 503'], {
      include: ['createBook', 'readBook', 'changeBook']
    })
  })

  it('and finds that a name which is taken is taken once more, later or at the same time', async () => {
    const include = ['createMember', 'readMember']
    await expectFindings(
      libraryWith({ createMember: accept }),
      [
        'accepted-duplicate createMember again: create a member 201, create the same member again 201',
        'accepted-duplicate createMember at once: create a member 201, create the same member, at the same time 201'
      ],
      { include }
    )
    const slow = libraryWith({
      async createMember(sent) {
        const isTaken = this.members.has(sent.name)
        await turn()
        return isTaken ? { status: 409 } : accept.call(this, sent)
      }
    })
    await expectFindings(
      slow,
      ['accepted-duplicate createMember at once: create a member 201, create the same member, at the same time 201'],
      { include }
    )
  })

  it('and finds that a creation which is rejected is kept', async () => {
    const shop = shopWith({
      rejected(operation) {
        const [book] = this.books.values()
        if (operation === 'createBook' && book !== undefined) this.books.set(this.nextId(), book)
      }
    })
    await expectFindings(
      shop,
      ['rejected-change createBook: list the books 200, create a book with a wrong value 400, list the books 200'],
      { include: ['createBook', 'listBooks'] }
    )
  })

  it('and finds that a creation which is rejected because it refers to nothing is kept', async () => {
    const library = libraryWith({
      createBook(sent, key) {
        if (!this.authors.has(sent.authorId)) this.stored(sent)
        return good.createBook.call(this, sent, key)
      },
      shown(book) {
        return { ...good.shown.call(this, book), authorName: this.authors.get(book.authorId)?.name ?? '' }
      }
    })
    await expectFindings(
      library,
      ['rejected-change createBook: list the books 200, create a book that refers to nothing 409, list the books 200'],
      { include: ['createAuthor', 'readAuthor', 'createBook', 'readBook', 'listBooks'] }
    )
  })

  it('and finds that what belongs to one is read, changed or deleted below another', async () => {
    const readReview = function (this: Bookshop, _: number, id: number) {
      const review = this.reviews.get(id)
      return review === undefined ? { status: 404 } : { status: 200, body: review }
    }
    await expectFindings(
      shopWith({ readReview }),
      ['foreign-resource readReview GET: create a book 201, create a review 201, read it under the other book 200'],
      REVIEWS
    )
  })

  it('and finds that a creation changes another', async () => {
    const shop = wholeShopWith({
      create(sent) {
        for (const [id, book] of this.books) this.books.set(id, { ...book, soldOut: true, price: 7 })
        return honest.create.call(this, sent)
      }
    })
    const found = await foundIn(shop, { include: ['createBook', 'readBook', 'deleteBook'] })
    expect(found).to.include('side-effect createBook')
  })

  it('and finds that a second creation which is rejected is kept all the same', async () => {
    const shop = shopWith({
      create(sent) {
        const isKnown = [...this.books.values()].some(({ title }) => title === sent.title)
        const reply = honest.create.call(this, sent)
        return isKnown ? { status: 409 } : reply
      }
    })
    const document = structuredClone(shop.document) as { paths: { '/books': { post: { responses: object } } } }
    Object.assign(document.paths['/books'].post.responses, { 409: { description: 'It is there already' } })
    const found = await foundIn({ ...shop, document } as typeof shop, { include: ['createBook', 'listBooks'] })
    expect(found).to.deep.equal(['rejected-change createBook again'])
  })

  it('and finds that what belongs to one is in the list of another', async () => {
    const shop = shopWith({
      listReviews(bookId) {
        return this.books.has(bookId) ? { status: 200, body: [...this.reviews.values()] } : { status: 404 }
      }
    })
    await expectFindings(
      shop,
      [
        'foreign-resource listReviews list: create a book 201, create a review 201, list the reviews of the other book 200'
      ],
      REVIEWS
    )
  })

  it('and finds that an update loses what belongs to it', async () => {
    const library = libraryWith({
      replaceBook(id, sent) {
        this.scans.delete(id)
        return good.replaceBook.call(this, id, sent)
      }
    })
    await expectFindings(library, [
      'side-effect replaceBook scan: list the books 200, set the scan 204, read the scan 200, PUT the book 200, read the scan again 404'
    ])
  })
})
