import { expect } from 'chai'
import { isDeep } from '../../../../spec/support/chance.js'
import { expectListed } from '../../../../spec/support/listed.js'
import { type Book, Library } from './library.js'
import { playSequences } from './play-sequences.js'

const { prototype: good } = Library

const LIST = 'verify/sequences/library-list.txt'

/** A library whose methods are replaced; `this` is the library. */
function libraryWith(mistake: Partial<Library> & ThisType<Library>): Library {
  return Object.assign(new Library(), mistake)
}

/** What is no mistake, and how the library does it. */
const HONEST: readonly (readonly [what: string, library: () => Library])[] = [
  ['a service that keeps what it is sent, and takes each Idempotency-Key once', () => new Library()],
  [
    'a moment, a counter and a signed URL that are others with each read',
    () =>
      libraryWith({
        shown(book) {
          const signature = [...String(this.nextNumber())].map((digit) => 'abcdefghij'[Number(digit)]).join('')
          const url = `https://files.example/${signature}?id=${book.id}`
          return { ...good.shown.call(this, book), readAt: this.now(), url }
        }
      })
  ],
  [
    'a set that is always returned sorted',
    () => libraryWith({ kept: (sent) => (sent.tags === undefined ? sent : { ...sent, tags: [...sent.tags].sort() }) })
  ],
  [
    'a deletion that takes what refers to the resource with it, where no 409 is documented',
    () => {
      const library = libraryWith({
        removeAuthor(id) {
          if (!this.authors.delete(id)) return { status: 404, body: {} }
          for (const book of this.books.values()) if (book.authorId === id) this.books.delete(book.id)
          return { status: 204 }
        }
      })
      const service = library.service()
      const document = JSON.parse(JSON.stringify(service.document))
      delete document.paths['/authors/{id}'].delete.responses['409']
      library.service = () => ({ ...service, document })
      return library
    }
  ]
]

/** Each mistake, the labels of the sequences that are played, and what has to be found. */
const MISTAKES: readonly (readonly [what: string, labels: RegExp, found: string, library: () => Library])[] = [
  [
    'the ETag stays when the book changes',
    /PUT a book, then read it/,
    'broken-etag readBook change',
    () => libraryWith({ tagOf: ({ id }) => `"${id}"` })
  ],
  [
    'a PUT creates what was deleted',
    /delete a book, then PUT it/,
    'undeleted-resource replaceBook PUT',
    () =>
      libraryWith({
        replaceBook(id, sent) {
          if (this.books.has(id)) return good.replaceBook.call(this, id, sent)
          const book = { ...sent, id, createdAt: this.now(), updatedAt: null }
          this.books.set(id, book)
          return { status: 200, body: this.shown(book) }
        }
      })
  ],
  [
    'a PUT loses the file below',
    /PUT a book, then read what belongs/,
    'side-effect replaceBook scan',
    () =>
      libraryWith({
        replaceBook(id, sent) {
          this.scans.delete(id)
          return good.replaceBook.call(this, id, sent)
        }
      })
  ],
  [
    'the moment of the last update is not set',
    /PATCH a book, then read it/,
    'lost-update changeBook updatedAt',
    () =>
      libraryWith({
        changeBook(book, changes) {
          const { status } = good.changeBook.call(this, book, changes)
          const updated: Book = { ...(this.books.get(book.id) as Book), updatedAt: book.updatedAt }
          this.books.set(book.id, updated)
          return { status, body: this.shown(updated) }
        }
      })
  ],
  [
    'a count is not reduced by a deletion',
    /create and delete a book/,
    'broken-total deleteBook bookCount',
    () =>
      libraryWith({
        removeBook({ id }) {
          this.books.delete(id)
          return { status: 204 }
        }
      })
  ],
  [
    'a deletion takes what refers to the resource with it, in place of the documented 409',
    /delete an author to which a book refers/,
    'side-effect deleteAuthor book',
    () =>
      libraryWith({
        removeAuthor(id) {
          if (!this.authors.delete(id)) return { status: 404, body: {} }
          for (const book of this.books.values()) if (book.authorId === id) this.books.delete(book.id)
          return { status: 204 }
        }
      })
  ],
  [
    'what refers to a deleted resource is broken',
    /delete an author to which a book refers/,
    'broken-response readBook 200 authorName type',
    () => libraryWith({ removeAuthor: deleteAlways })
  ],
  [
    'a long list is cut',
    /create a book of long lists/,
    'changed-value createBook response tags',
    () => libraryWith({ kept: (sent) => (sent.tags === undefined ? sent : { ...sent, tags: sent.tags.slice(0, 20) }) })
  ],
  [
    'what is rejected because it refers to nothing is stored',
    /refers to nothing/,
    'rejected-change createBook',
    () =>
      libraryWith({
        createBook(sent, key) {
          if (!this.authors.has(sent.authorId)) this.stored(sent)
          return good.createBook.call(this, sent, key)
        }
      })
  ],
  [
    'a name that exists is taken once more',
    /create the same member twice$/,
    'accepted-duplicate createMember again',
    () => libraryWith({ createMember: accept })
  ],
  [
    'a name that exists is taken at the same time',
    /create the same member twice at once/,
    'accepted-duplicate createMember at once',
    () => libraryWith({ createMember: accept })
  ],
  [
    'the moment of the creation is that of the response',
    /GET \/books\/\{id\} 3 times/,
    'unrepeatable-response readBook creation',
    () =>
      libraryWith({
        shown(book) {
          return { ...good.shown.call(this, book), createdAt: this.now() }
        }
      })
  ],
  [
    'a state changes when it is read',
    /GET \/books\/\{id\} 3 times/,
    'unsafe-read readBook',
    () =>
      libraryWith({
        readBook(book) {
          const reply = good.readBook.call(this, book)
          this.books.set(book.id, { ...book, note: 'was read' })
          return reply
        }
      })
  ],
  [
    'null does not clear a property',
    /PATCH note of a book/,
    'lost-update changeBook note',
    () =>
      libraryWith({
        changeBook(book, changes) {
          return this.update(book, { ...changes, note: changes.note ?? book.note })
        }
      })
  ],
  [
    'a PUT adds to a list',
    /PUT a book, then read it/,
    'lost-update replaceBook tags',
    () =>
      libraryWith({
        replaceBook(id, sent) {
          const tags = [...(this.books.get(id)?.tags ?? []), ...sent.tags]
          return good.replaceBook.call(this, id, { ...sent, tags })
        }
      })
  ],
  [
    'a PUT alone sorts a list',
    /a book, then read it/,
    'changed-value replaceBook response tags',
    () =>
      libraryWith({
        replaceBook(id, sent) {
          return good.replaceBook.call(this, id, { ...sent, tags: [...sent.tags].sort() })
        }
      })
  ]
]

function deleteAlways(this: Library, id: number) {
  return this.authors.delete(id) ? { status: 204 } : { status: 404, body: {} }
}

function accept(this: Library, sent: { name: string }) {
  this.members.set(sent.name, sent)
  return { status: 201, body: sent }
}

describe('verify compares what a service has before and after a change', () => {
  for (const [what, library] of HONEST) {
    it(`and accepts ${what}`, async () => {
      for (const seed of isDeep ? [1, 2, 3] : [1]) {
        const { findings, missing, lines } = await playSequences(library().service(), { seed, shrinkRuns: 0 })
        expect(findings.map(({ kind, operation, document }) => `${kind} ${operation}: ${document}`)).to.deep.equal([])
        expect(missing.filter((text) => !text.startsWith('PUT a scan'))).to.deep.equal([])
        if (seed === 1 && what === HONEST[0]?.[0]) expectListed(LIST, what, lines)
      }
    }).timeout(60_000)
  }

  for (const [what, labels, found, library] of MISTAKES) {
    it(`and finds a mistake: ${what}`, async () => {
      const { findings, lines } = await playSequences(library().service(), { labels, shrinkRuns: 0 })
      expect(findings.map(({ kind, operation, what }) => `${kind} ${operation} ${what}`.trim())).to.include(found)
      expectListed(LIST, what, lines)
    }).timeout(60_000)
  }
})
