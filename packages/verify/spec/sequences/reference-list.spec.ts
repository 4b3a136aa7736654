import { openApi } from '../../../../spec/support/published.js'
import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { quickPlays } from './play-sequences.js'
import { type Responded, responding } from './responding.js'

const INTEGER = { type: 'integer' }
const json = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } })
const ITEM = { type: 'object', properties: { id: INTEGER } }
const body = (properties: object) => ({
  requestBody: {
    content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } }
  }
})
const ID = { parameters: [{ name: 'id', in: 'path', required: true, schema: INTEGER }] }

/** Authors, and books that refer to them. */
const documentOf = (has409: boolean) =>
  openApi(
    {
      '/authors': {
        post: { operationId: 'addAuthor', ...body({ name: { type: 'string' } }), responses: { 201: json(ITEM) } }
      },
      '/authors/{id}': {
        ...ID,
        get: { operationId: 'readAuthor', responses: { 200: json({ type: 'object' }) } },
        delete: {
          operationId: 'deleteAuthor',
          responses: { 204: { description: 'Gone' }, ...(has409 && { 409: { description: 'Not now' } }) }
        }
      },
      '/books': {
        post: { operationId: 'addBook', ...body({ authorId: INTEGER }), responses: { 201: json(ITEM) } },
        get: { operationId: 'listBooks', responses: { 200: json({ type: 'array', items: ITEM }) } }
      },
      '/books/{id}': {
        ...ID,
        get: { operationId: 'readBook', responses: { 200: json(ITEM) } },
        delete: { operationId: 'deleteBook', responses: { 204: { description: 'Gone' } } }
      }
    },
    {},
    '3.1.0'
  )

/** The requests of a play: `GET authors` with how many of them came before. */
type Odd = (request: string, of: number, books: number) => Responded | undefined

function shop(document: object, odd: Odd) {
  const counts = new Map<string, number>()
  const books = new Set<string>()
  return responding(document, ({ method, path }) => {
    const [, kind = '', id] = path.split('/')
    const request = `${method} ${id === undefined ? '' : 'one of '}${kind}`
    const of = counts.get(request) ?? 0
    counts.set(request, of + 1)
    const before = books.size
    if (request === 'POST books') books.add('7')
    if (request === 'DELETE one of books') books.delete('7')
    const found = odd(request, of, request.includes('authors') ? books.size : before)
    if (found !== undefined) return found
    if (method === 'POST') return { status: 201, body: { id: kind === 'books' ? 7 : 3 } }
    if (method === 'DELETE') return { status: 204 }
    return id === undefined
      ? { status: 200, body: [...books].map(() => ({ id: 7 })) }
      : { status: 200, body: { id: Number(id) } }
  })
}

const NAMES = [
  ...[
    'bookCount',
    'books_count',
    'numberOfBooks',
    'totalBooks',
    'numBooks',
    'nBooks',
    'n_books',
    'BOOKCOUNT',
    'book-total'
  ],
  ...['books', 'book', 'nook', 'pageCount', 'counted', 'bookshelves', 'booknumeral', 'anumBooks', 'bookAccounts']
]
const counted =
  (name: string, count: (books: number, of: number) => unknown): Odd =>
  (request, of, books) =>
    request === 'GET one of authors' ? { status: 200, body: { id: 3, [name]: count(books, of) } } : undefined

const COUNTS: Readonly<Record<string, Odd>> = {
  ...Object.fromEntries(NAMES.map((name) => [`${name} stays`, counted(name, (_, of) => Math.min(of, 1))])),
  'bookCount is right': counted('bookCount', (books) => books),
  'bookCount starts at 5 and stays': counted('bookCount', (_, of) => (of === 0 ? 5 : 6)),
  'bookCount grows by two': counted('bookCount', (_, of) => 2 * of),
  'bookCount never grows': counted('bookCount', () => 1),
  'bookCount grows on': counted('bookCount', (_, of) => of),
  'bookCount is a text': counted('bookCount', (_, of) => `${Math.min(of, 1)}`),
  'bookCount is null': counted('bookCount', () => null),
  ...Object.fromEntries(
    [0, 1, 2].map((at): [string, Odd] => [
      `read ${at + 1} of the author fails`,
      (request, of) =>
        request === 'GET one of authors' && of === at
          ? { status: 500, body: { bookCount: Math.min(of, 1) } }
          : counted('bookCount', (_, time) => Math.min(time, 1))(request, of, 0)
    ])
  ),
  ...Object.fromEntries(
    [202, 204, 404, 409].map((status): [string, Odd] => [
      `the deletion of the book is a ${status}`,
      (request, of) =>
        request === 'DELETE one of books'
          ? { status }
          : counted('bookCount', (_, time) => Math.min(time, 1))(request, of, 0)
    ])
  )
}

const afterDeletion =
  (deleted: number, status: number): Odd =>
  (request, of) =>
    request === 'DELETE one of authors'
      ? { status: deleted }
      : request === 'GET one of books' && of > 0
        ? { status, body: { id: 7 } }
        : undefined

const DELETIONS: Readonly<Record<string, Odd>> = {
  ...Object.fromEntries(
    [204, 202, 404, 409].flatMap((deleted) =>
      [200, 403, 404, 409, 410, 411, 500].map((status): [string, Odd] => [
        `the deletion is a ${deleted}, and the book a ${status}`,
        afterDeletion(deleted, status)
      ])
    )
  ),
  'the book cannot be read before': (request) => (request === 'GET one of books' ? { status: 404 } : undefined),
  'the author cannot be created': (request) => (request === 'POST authors' ? { status: 403 } : undefined),
  'the book cannot be created': (request) => (request === 'POST books' ? { status: 403 } : undefined)
}

describe('What other resources refer to', () => {
  it('is counted, and deleted, or not, as reference-list.txt says', async () => {
    const lines: string[] = []
    for (const has409 of [true, false]) {
      const document = documentOf(has409)
      const play = await quickPlays(document, /refers/)
      lines.push(has409 ? '# with a documented 409' : '\n# without it')
      for (const [labels, odds] of [
        [/^create and delete/, has409 ? COUNTS : {}],
        [/^delete/, DELETIONS]
      ] as const) {
        for (const [what, odd] of Object.entries(odds)) {
          for (const [label, line] of await play(shop(document, odd), labels)) lines.push(`${what}: ${label}: ${line}`)
        }
      }
    }
    expectWholeList('verify/sequences/reference-list.txt', lines)
  })
})
