import { Bookshop, shopWith as wholeShopWith } from '../support/bookshop.js'
import { expectFindings, expectSound } from '../support/verified.js'

const { prototype: honest } = Bookshop
const LISTED = { include: ['createBook', 'listBooks'] }
/** A shop of books that have only a title, and whether they are sold out. */
const shopWith = (mistake: Parameters<typeof wholeShopWith>[0]) => wholeShopWith(mistake, ['title', 'soldOut'])

describe('verify filters a list', () => {
  it('and finds that every filter is ignored', async () => {
    await expectFindings(
      shopWith({ filter: (books) => books }),
      [
        'ignored-filter listBooks soldOut: create a book 201, list those whose soldOut is false 200',
        'ignored-filter listBooks title and soldOut: create a book 201, list those whose title is Emma and soldOut is true 200',
        'ignored-filter listBooks title: create a book 201, list those whose title is red, blue & 50% +1 200'
      ],
      LISTED
    )
  })

  it('and finds that a filter is ignored beside another', async () => {
    const shop = shopWith({
      filter: (books, { title, soldOut }) => {
        return title === undefined
          ? honest.filter(books, { soldOut: soldOut as boolean })
          : books.filter((book) => book.title === title)
      }
    })
    await expectFindings(
      shop,
      [
        'ignored-filter listBooks title and soldOut: create a book 201, list those whose title is Emma and soldOut is true 200'
      ],
      LISTED
    )
  })

  it('and finds that a filter finds too little', async () => {
    const shop = shopWith({
      filter: (books, query) => (query.title === undefined ? honest.filter(books, query) : [])
    })
    await expectFindings(
      shop,
      [
        'ignored-filter listBooks title missing: create a book 201, list the books 200, list those whose title is Emma 200'
      ],
      LISTED
    )
  })

  it('and accepts that a text is found in any letter case, or as a part', async () => {
    const shop = shopWith({
      filter: (books, { title = '', ...query }) => {
        return honest.filter(books, query).filter((book) => book.title.toLowerCase().includes(title.toLowerCase()))
      }
    })
    await expectSound(shop, LISTED)
  })
})
