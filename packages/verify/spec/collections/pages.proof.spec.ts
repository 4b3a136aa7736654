import { type Book, Bookshop, bookshopDocument, shopWith as wholeShopWith } from '../support/bookshop.js'
import { Catalog, catalogWith } from '../support/catalog.js'
import { bare, json, openApi, parameter } from '../support/services.js'
import { sound } from '../support/sound.js'
import { expectFindings, expectSound } from '../support/verified.js'

const { prototype: honest } = Bookshop
const LISTED = { include: ['createBook', 'listBooks'] }

/** A shop of books that have only a title and a price. */
const FIELDS = ['title', 'price'] as const
const shopWith = (mistake: Parameters<typeof wholeShopWith>[0]) => wholeShopWith(mistake, FIELDS)

/** A shop whose lists report another number of all books. */
const counting = (count: (this: Bookshop, items: readonly Book[], total: number) => number) => {
  return shopWith({
    list(query) {
      const reply = honest.list.call(this, query)
      const { items, total } = reply.body as { items: Book[]; total: number }
      return { ...reply, body: { items, total: count.call(this, items, total) } }
    }
  })
}

/** Notes that are listed from a cursor, or by the number of the page: a mistake is another page. */
function notes(
  how: 'cursor' | 'page',
  pageOf: (all: readonly number[], from: number, size: number) => readonly number[]
) {
  let count = 1
  const note = {
    type: 'object',
    required: ['id', 'text'],
    properties: { id: { type: 'integer' }, text: { type: 'string' } }
  }
  const page = {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'array', items: note }, next: { type: 'string' } }
  }
  const turn =
    how === 'cursor'
      ? parameter('query', 'after', { type: 'string', pattern: '^c\\d{1,9}$' })
      : parameter('query', 'page', { type: 'integer', minimum: 1, maximum: 1000, default: 1 })
  const document = openApi({
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [parameter('query', 'limit', { type: 'integer', minimum: 1, maximum: 60, default: 5 }), turn],
        responses: { 200: json(page), ...bare(400) }
      },
      post: {
        operationId: 'addNote',
        requestBody: {
          required: true,
          ...json({ type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 30 } } })
        },
        responses: { 201: json(note), ...bare(400) }
      }
    }
  })
  const texts = new Map<number, string>()
  const service = sound(document, {
    addNote: ({ value: { text } }: { value: { text: string } }) => {
      texts.set(++count, text)
      return { status: 201, body: { id: count, text } }
    },
    listNotes: ({ params }: { params: object }) => {
      const { limit = 5, after, page: number = 1 } = params as { limit?: number; after?: string; page?: number }
      const all = [...texts.keys()]
      const from =
        how === 'cursor' ? all.filter((id) => id <= Number(after?.slice(1) ?? 0)).length : (number - 1) * limit
      const ids = pageOf(all, from, limit)
      const last = ids.at(-1)
      const hasMore = last !== undefined && last !== all.at(-1)
      const data = ids.map((id) => ({ id, text: texts.get(id) }))
      return { status: 200, body: { data, ...(how === 'cursor' && hasMore && { next: `c${last}` }) } }
    }
  } as never)
  const reset = () => {
    count = 1
    texts.clear()
    texts.set(1, 'first')
  }
  reset()
  return { ...service, reset }
}

describe('verify turns the pages of a list', () => {
  it('and finds nothing where they fit together, by an offset, a number or a cursor', async () => {
    await expectSound(shopWith({}), LISTED)
    await expectSound(notes('page', (all, from, size) => all.slice(from, from + size)))
    await expectSound(notes('cursor', (all, from, size) => all.slice(from, from + size)))
  })

  it('and finds that they overlap', async () => {
    const page: Bookshop['page'] = (books, query) => {
      return honest.page(books, { ...query, offset: Math.max(0, (query.offset ?? 0) - 1) })
    }
    await expectFindings(
      shopWith({ page }),
      ['broken-paging listBooks overlap: create a book 201, list the first page 200, list page 2 200'],
      LISTED
    )
    await expectFindings(
      notes('page', (all, from, size) => all.slice(Math.max(0, from - 1), from + size - Math.min(1, from))),
      ['broken-paging listNotes overlap: create a note 201, list the first page 200, list page 2 200']
    )
    await expectFindings(
      notes('cursor', (all, from, size) => all.slice(Math.max(0, from - 1), from + size - Math.min(1, from))),
      ['broken-paging listNotes overlap: create a note 201, list the first page 200, list page 2 200']
    )
  })

  it('and finds that they leave items out', async () => {
    const page: Bookshop['page'] = (books, query) =>
      honest.page(books, { ...query, offset: query.offset ? query.offset + 1 : 0 })
    await expectFindings(
      shopWith({ page }),
      [
        'broken-paging listBooks order: create a book 201, list the books 200, list the first page 200, list page 2 200'
      ],
      LISTED
    )
    await expectFindings(
      notes('page', (all, from, size) => all.slice(from === 0 ? 0 : from + 1, from + size + 1)),
      ['ignored-page-size listNotes: create a note 201, list 1 of them 200']
    )
  })

  it('and finds that a page has more items than were requested', async () => {
    const page: Bookshop['page'] = (books, query) => honest.page(books, { ...query, limit: (query.limit ?? 10) + 1 })
    await expectFindings(
      shopWith({ page }),
      ['ignored-page-size listBooks: create a book 201, list 1 of them 200'],
      LISTED
    )
  })

  it('and finds that a page has fewer items than were requested, although there are more', async () => {
    const page: Bookshop['page'] = (books, query) =>
      honest.page(books, { ...query, limit: Math.min(2, query.limit ?? 10) })
    await expectFindings(
      shopWith({ page }),
      ['ignored-page-size listBooks fewer: create a book 201, list the books 200'],
      LISTED
    )
  })

  it('and finds that the documented default is another size', async () => {
    const page: Bookshop['page'] = (books, query) => honest.page(books, { ...query, limit: query.limit ?? 7 })
    await expectFindings(
      shopWith({ page }),
      ["ignored-page-size listBooks default: create a book 201, list them without 'limit' 200"],
      LISTED
    )
  })

  it('and finds that one page of a long list is cut', async () => {
    const catalog = catalogWith({
      list(filter, search) {
        return Catalog.prototype.list.call(this, filter, search).slice(0, 10)
      }
    })
    await expectFindings(await catalog, ['ignored-page-size getItems fewer: create an item 201, list the items 200'], {
      include: ['/items']
    })
  })
})

describe('verify compares the number of all items', () => {
  it('and finds that it is that of the page', async () => {
    await expectFindings(
      counting((items) => items.length),
      ['broken-total listBooks pages: create a book 201, list the books 200, list the first page 200'],
      LISTED
    )
  })

  it('and finds that it does not regard filters', async () => {
    const service = counting(function () {
      return this.books.size
    })
    await expectFindings(
      service,
      [
        'broken-total listBooks filtered: create a book 201, list the books 200, list those whose title is red, blue & 50% +1 200'
      ],
      LISTED
    )
  })

  it('and finds that it is always the same', async () => {
    await expectFindings(
      counting(() => 7),
      [
        'broken-total listBooks count: create a book 201, list the books 200',
        'broken-total listBooks created: list the books 200, create a book 201, list the books 200',
        'broken-total listBooks deleted: create a book 201, list the books 200, delete the book 204, list the books 200',
        'broken-total listBooks filtered: create a book 201, list the books 200, list those whose title is red, blue & 50% +1 200'
      ],
      { include: [...LISTED.include, 'deleteBook'] }
    )
  })

  it('and finds that it is one too large', async () => {
    await expectFindings(
      counting((_, total) => total + 1),
      ['broken-total listBooks count: create a book 201, list the books 200'],
      LISTED
    )
  })
})

describe('verify requests a list in an order', () => {
  it('and finds that the order is ignored', async () => {
    await expectFindings(
      shopWith({ sort: (books) => books }),
      [
        'broken-order listBooks -price: create a book 201, list them by price 200',
        'broken-order listBooks -title: create a book 201, list them by title 200',
        'broken-order listBooks price: create a book 201, list them by price 200',
        'broken-order listBooks title: create a book 201, list them by title 200'
      ],
      LISTED
    )
  })

  it('and finds that numbers are ordered as texts', async () => {
    const sort: Bookshop['sort'] = (books, order) => {
      if (order !== 'price') return honest.sort(books, order)
      return [...books].sort((a, b) => (`${a.price}` < `${b.price}` ? -1 : 1))
    }
    await expectFindings(
      shopWith({ sort }),
      ['broken-order listBooks price: create a book 201, list them by price 200'],
      LISTED
    )
  })

  it('and finds that descending is ascending', async () => {
    const sort: Bookshop['sort'] = (books, order) => honest.sort(books, order?.replace('-', ''))
    await expectFindings(
      shopWith({ sort }),
      [
        'broken-order listBooks -price: create a book 201, list them by price 200',
        'broken-order listBooks -title: create a book 201, list them by title 200'
      ],
      LISTED
    )
  })

  it('and accepts an order that regards no letter case', async () => {
    const sort: Bookshop['sort'] = (books, order) => {
      if (order?.endsWith('title') !== true) return honest.sort(books, order)
      const sorted = [...books].sort((a, b) => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1))
      return order.startsWith('-') ? sorted.reverse() : sorted
    }
    await expectSound(shopWith({ sort }), LISTED)
  })

  for (const [order, by, isDescending] of [
    ['price:asc', 'price', false],
    ['price_desc', 'price', true],
    ['+title', 'title', false],
    ['titleDesc', 'title', true]
  ] as const) {
    it(`by ${order}, ${isDescending ? 'descending' : 'ascending'}`, async () => {
      const text = JSON.stringify(bookshopDocument(FIELDS))
      const own = JSON.parse(text.replace('["title","-title","price","-price"]', JSON.stringify([order])))
      const shop = (orderOf: string): ReturnType<Bookshop['service']> => {
        const sort: Bookshop['sort'] = (books, given) => (given === undefined ? books : honest.sort(books, orderOf))
        return Object.assign(new Bookshop(), { sort }).service(FIELDS, own)
      }
      const [right, wrong] = isDescending ? [`-${by}`, by] : [by, `-${by}`]
      await expectSound(shop(right), LISTED)
      await expectFindings(
        shop(wrong),
        [`broken-order listBooks ${order}: create a book 201, list them by ${by} 200`],
        LISTED
      )
    })
  }
})
