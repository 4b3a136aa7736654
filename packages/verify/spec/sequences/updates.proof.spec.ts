import { type Book, Bookshop, shopWith } from '../support/bookshop.js'
import { Library, type Book as LibraryBook, libraryWith } from '../support/library.js'
import { jsonOf } from '../support/services.js'
import { expectFindings, expectSound } from '../support/verified.js'

const { prototype: honest } = Bookshop
const { prototype: good } = Library

const PUT = { include: ['createBook', 'readBook', 'replaceBook'] }
const PATCH = { include: ['createBook', 'readBook', 'changeBook'] }
const OF_LIBRARY = { include: ['createAuthor', 'readAuthor', 'createBook', 'readBook', 'changeBook', 'replaceBook'] }

describe('verify updates a resource, and reads it', () => {
  it('and finds that a PUT keeps an old value', async () => {
    const shop = shopWith(
      {
        replace(id, sent) {
          return honest.replace.call(this, id, { ...sent, price: this.books.get(id)?.price ?? sent.price })
        }
      },
      ['title', 'price']
    )
    await expectFindings(
      shop,
      [
        'changed-value replaceBook response price: create a book 201, replaceBook 200',
        'lost-update replaceBook price: create a book 201, PUT the book 200, read the book 200'
      ],
      PUT
    )
  })

  it('and finds that a PUT keeps what it leaves out', async () => {
    const shop = shopWith(
      {
        replace(id, sent) {
          const book = this.books.get(id)
          if (book === undefined) return { status: 404 }
          this.books.set(id, { ...book, ...sent })
          return { status: 200, body: this.books.get(id) }
        }
      },
      ['title', 'note']
    )
    // A service may keep it: the document does not say what a PUT does with what is optional.
    await expectSound(shop, PUT)
  })

  it('and finds that a PUT adds to a list', async () => {
    const library = libraryWith({
      replaceBook(id, sent) {
        const tags = [...new Set([...(this.books.get(id)?.tags ?? []), ...sent.tags])].slice(0, 12)
        return good.replaceBook.call(this, id, { ...sent, tags })
      }
    })
    await expectFindings(
      library,
      [
        'changed-value replaceBook response tags: create an author 201, create a book 201, replaceBook 200',
        'lost-update replaceBook tags: PUT the book 200, read the book 200'
      ],
      OF_LIBRARY
    )
  })

  it('and finds that only a PUT sorts a list', async () => {
    const library = libraryWith({
      replaceBook(id, sent) {
        return good.replaceBook.call(this, id, { ...sent, tags: [...sent.tags].sort() })
      }
    })
    await expectFindings(
      library,
      ['changed-value replaceBook response tags: create an author 201, create a book 201, replaceBook 200'],
      OF_LIBRARY
    )
  })

  it('and takes a set that is always sorted for equal', async () => {
    const library = libraryWith({
      kept: (sent) => (sent.tags === undefined ? sent : { ...sent, tags: [...sent.tags].sort() })
    })
    await expectSound(library, OF_LIBRARY)
  })

  it('and finds that a PATCH ignores 0 and false', async () => {
    const truthy = ([, value]: [string, unknown]) => value || value === null || value === ''
    const shop = shopWith({
      changed: (book, changes) => ({ ...book, ...Object.fromEntries(Object.entries(changes).filter(truthy)) })
    })
    await expectFindings(
      shop,
      [
        'changed-value changeBook response price: create a book 201, changeBook 200',
        'changed-value changeBook response soldOut: create a book 201, changeBook 200',
        'lost-update changeBook price: create a book 201, PATCH the book 200, read the book 200',
        'lost-update changeBook soldOut: create a book 201, PATCH the book 200, read the book 200'
      ],
      PATCH
    )
  })

  it('and finds that a PATCH ignores null', async () => {
    const changed = (book: Book, changes: Partial<Book>) => {
      return { ...book, ...changes, note: changes.note ?? book.note ?? null }
    }
    await expectFindings(
      shopWith({ changed }, ['title', 'note']),
      [
        'changed-value changeBook response note: create a book 201, changeBook 200',
        'lost-update changeBook note: create a book 201, PATCH the book 200, read the book 200'
      ],
      PATCH
    )
  })

  it('and finds that a PATCH loses what it does not send', async () => {
    await expectFindings(
      shopWith({ changed: (book, changes) => ({ ...book, note: null, ...changes }) }, ['title', 'note']),
      [
        'lost-property changeBook note: create a book 201, read the book before 200, PATCH the book 200, read the book 200'
      ],
      PATCH
    )
  })

  it('and finds that a PATCH is not kept', async () => {
    const shop = shopWith(
      {
        change(id, { price, ...sent }) {
          const reply = honest.change.call(this, id, sent)
          const book = this.books.get(id)
          return book === undefined ? reply : { status: 200, body: { ...book, price: price ?? book.price } }
        }
      },
      ['title', 'price']
    )
    await expectFindings(
      shop,
      ['lost-update changeBook price: create a book 201, PATCH the book 200, read the book 200'],
      PATCH
    )
  })

  it('and finds that it cannot be read any more', async () => {
    const shop = shopWith(
      {
        change(id, sent) {
          const reply = honest.change.call(this, id, sent)
          this.books.delete(id)
          return reply
        }
      },
      ['title']
    )
    await expectFindings(
      shop,
      ['lost-update changeBook: create a book 201, PATCH the book 200, read the book 404'],
      PATCH
    )
  })

  it('and finds that a list still has the old value', async () => {
    const old = new Map<number, Book>()
    const shop = shopWith(
      {
        create(sent) {
          const reply = honest.create.call(this, sent)
          for (const [id, book] of this.books) if (!old.has(id)) old.set(id, book)
          return reply
        },
        list(query) {
          const reply = honest.list.call(this, query)
          const { items, total } = reply.body as { items: Book[]; total: number }
          return {
            status: 200,
            body: { items: items.map((book) => ({ ...book, tags: old.get(book.id)?.tags ?? book.tags })), total }
          }
        },
        reset() {
          honest.reset.call(this)
          old.clear()
        }
      },
      ['title', 'tags']
    )
    await expectFindings(
      shop,
      ['lost-update replaceBook list tags: create a book 201, PUT the book 200, list the books 200'],
      { include: [...PUT.include, 'listBooks'] }
    )
  })

  it('and finds that a rejected PATCH is kept in part', async () => {
    const shop = shopWith(
      {
        rejected(operation, request) {
          const book = this.books.get(Number(request.path.split('/')[2]))
          const { title } = (jsonOf(request)?.value ?? {}) as { title?: unknown }
          const isRight = typeof title === 'string' && title !== '' && [...title].length <= 60
          if (operation === 'changeBook' && book !== undefined && isRight) book.title = title
        }
      },
      ['title', 'price']
    )
    await expectFindings(
      shop,
      [
        'rejected-change changeBook: create a book 201, read the book before 200, PATCH the book 400, read the book after 200'
      ],
      PATCH
    )
  })

  it('and finds that the moment of the last update stays', async () => {
    const library = libraryWith({
      update(book, changes) {
        const { status } = good.update.call(this, book, changes)
        const updated = this.books.get(book.id) as LibraryBook
        this.books.set(book.id, { ...updated, updatedAt: book.updatedAt })
        return { status, ...(status === 200 && { body: this.shown({ ...updated, updatedAt: book.updatedAt }) }) }
      },
      tagOf: (book) => `"${Buffer.from(JSON.stringify(book)).toString('base64url')}"`
    })
    await expectFindings(
      library,
      [
        'lost-update changeBook updatedAt: read the book before 200, PATCH the book 200, read the book 200',
        'lost-update replaceBook updatedAt: read the book before 200, PUT the book 200, read the book 200'
      ],
      OF_LIBRARY
    )
  })

  it('and finds that the ETag stays when the resource changes', async () => {
    await expectFindings(
      libraryWith({ tagOf: ({ id }) => `"${id}"` }),
      ['broken-etag readBook change: read the book before 200, PUT the book 200, read the book 200'],
      OF_LIBRARY
    )
  })

  it('and compares no moment, counter or signed URL that differs with each read', async () => {
    const library = libraryWith({
      shown(book) {
        const signature = [...String(this.nextNumber())].map((digit) => 'abcdefghij'[Number(digit)]).join('')
        const url = `https://files.example/${signature}?id=${book.id}`
        return { ...good.shown.call(this, book), readAt: this.now(), url }
      }
    })
    await expectSound(library, OF_LIBRARY)
  })
})
