import { expect } from 'chai'
import { Catalog, catalogWith, type Item } from '../support/catalog.js'
import { expectFindings, expectSound, found } from '../support/verified.js'

const { prototype: sound } = Catalog
const ITEMS = { include: ['/items'] }

describe('verify filters a whole catalog', () => {
  it('and finds nothing in a service that keeps to its document', async () => {
    await expectSound(await catalogWith({}), ITEMS)
  }).timeout(60_000)

  it('and takes no list for wrong that leaves out what is new, or a part of it', async () => {
    const lists: readonly ((this: Catalog) => Item[])[] = [
      () => [],
      function () {
        return this.items.filter(({ kind }) => kind === 'film')
      }
    ]
    for (const list of lists) {
      expect(
        (await found(await catalogWith({ list }), ITEMS)).filter((line) => /page-size|filter/.test(line))
      ).to.deep.equal([])
    }
  })

  it('and takes it for right in the list or out of it, where the document does not say', async () => {
    const catalog = catalogWith({
      fits(item, { price_lt, ...filter }) {
        return sound.fits.call(this, item, filter) && (price_lt === undefined || item.price <= price_lt)
      }
    })
    await expectSound(await catalog, ITEMS)
  })
})

describe('verify filters a list by bounds', () => {
  it('and finds each of these mistakes beside the others', async () => {
    const catalog = catalogWith({
      fits(item, { name, tag, minPrice, madeFrom, stored: _, ...filter }) {
        const decodedTwice = name && { name: name.replaceAll('+', ' ') }
        const splitAtCommas = tag && { tag: tag.join(',').split(',') }
        const isBelow = minPrice === undefined || item.price <= minPrice
        const isLater = madeFrom === undefined || item.madeOn > madeFrom
        return isBelow && isLater && sound.fits.call(this, item, { ...filter, ...decodedTwice, ...splitAtCommas })
      }
    })
    const list = 'create an item 201, list the items 200, list those whose'
    await expectFindings(
      await catalog,
      [
        `ignored-filter getItems madeFrom itself: ${list} madeFrom is 2025-01-01 200`,
        `ignored-filter getItems minPrice: ${list} minPrice is 5 200`,
        `ignored-filter getItems name missing: ${list} name is + 200`,
        'ignored-filter getItems stored[from]: create an item 201, list the items 200, list those whose stored[from] is 2026-04-08 200',
        'ignored-filter getItems stored[to]: create an item 201, list the items 200, list those whose stored[to] is 2026-04-02 200',
        `ignored-filter getItems tag missing: ${list} tag is , 200`
      ],
      ITEMS
    )
  })

  it('and finds that a bound is read only where its brackets are not encoded, and only the first of several values', async () => {
    const catalog = catalogWith({
      list(filter, search) {
        const from = /stored\[from\]=([^&]*)/.exec(search)?.[1]
        const { stored: _, tag, ...others } = filter
        const first = tag && { tag: tag.slice(0, 1) }
        return sound.list.call(this, { ...others, ...first, ...(from && { stored: { from } }) }, search)
      }
    })
    await expectFindings(
      await catalog,
      [
        'ignored-filter getItems stored[to]: create an item 201, list the items 200, list those whose stored[to] is 2026-04-02 200',
        'ignored-filter getItems tag twice: create an item 201, list those whose tag is a and é  200, list those whose tag is é and a 200',
        'spelling-matters getItems stored[from] in percent encoding: create an item 201, list those whose stored[from] is 2026-04-08 200'
      ],
      ITEMS
    )
  })
})
