import { expect } from 'chai'
import { isDeep } from '../../../../spec/support/chance.js'
import { expectListed } from '../../../../spec/support/listed.js'
import { playSequences } from '../sequences/play-sequences.js'
import { Catalog, catalogWith, type Item, serviceOf, tooMany } from './catalog.js'

const { prototype: honest } = Catalog

const LIST = 'verify/collections/catalog-list.txt'

/** Each mistake, the labels of the sequences that are played, and what has to be found. */
const MISTAKES: readonly (readonly [what: string, labels: RegExp, found: RegExp, catalog: () => Catalog])[] = [
  [
    'a filter is the else-branch of another',
    /by two filters/,
    /^ignored-filter getItems \w+ and \w+$/,
    () =>
      catalogWith({
        fits(item, { kind, ...filter }) {
          const others = Object.values(filter).filter((value) => value !== undefined)
          return honest.fits.call(this, item, others.length > 1 ? { ...filter } : { ...filter, kind: kind as string })
        }
      })
  ],
  [
    'only the first of several values is used',
    /by two values of tag/,
    /^ignored-filter getItems tag twice$/,
    () =>
      catalogWith({
        fits(item, { tag, ...filter }) {
          return honest.fits.call(this, item, { ...filter, ...(tag && { tag: tag.slice(0, 1) }) })
        }
      })
  ],
  [
    'values are split at commas',
    /filtered by tag/,
    /^ignored-filter getItems tag missing$/,
    () =>
      catalogWith({
        fits(item, { tag, ...filter }) {
          return honest.fits.call(this, item, { ...filter, ...(tag && { tag: tag.join(',').split(',') }) })
        }
      })
  ],
  [
    'a text is decoded twice',
    /filtered by name/,
    /^ignored-filter getItems name missing$/,
    () =>
      catalogWith({
        fits(item, { name, ...filter }) {
          return honest.fits.call(this, item, { ...filter, ...(name && { name: name.replaceAll('+', ' ') }) })
        }
      })
  ],
  [
    'the day itself is left out',
    /the bound madeFrom/,
    /^ignored-filter getItems madeFrom itself$/,
    () =>
      catalogWith({
        fits(item, filter) {
          return honest.fits.call(this, item, filter) && item.madeOn !== filter.madeFrom
        }
      })
  ],
  [
    'a lowest price is a highest one',
    /the bound minPrice/,
    /^ignored-filter getItems minPrice$/,
    () =>
      catalogWith({
        fits(item, { minPrice, ...filter }) {
          return honest.fits.call(this, item, filter) && item.price <= (minPrice ?? item.price)
        }
      })
  ],
  [
    'a period is ignored',
    /the bound stored\[to\]/,
    /^ignored-filter getItems stored\[to\]$/,
    () => catalogWith({ isStored: () => true })
  ],
  [
    'a period is found only where its brackets are not encoded',
    /the bound stored\[from\]/,
    /^spelling-matters getItems stored\[from\] in percent encoding$/,
    () =>
      catalogWith({
        list(filter, search) {
          const from = /stored\[from\]=([0-9-]+)/.exec(search)?.[1]
          const { stored: _, ...others } = filter
          return honest.list.call(this, { ...others, ...(from && { stored: { from } }) }, search)
        }
      })
  ],
  [
    'a page has never more than ten items',
    /list many items/,
    /^ignored-page-size getItems fewer$/,
    () =>
      catalogWith({
        list(filter, search) {
          return honest.list.call(this, filter, search).slice(0, 10)
        }
      })
  ],
  [
    'the order changes each time',
    /again in the same order/,
    /^unrepeatable-response getItems order$/,
    () =>
      catalogWith({
        list(filter, search) {
          const items = honest.list.call(this, filter, search)
          return this.reads++ % 2 === 0 ? items : items.reverse()
        }
      })
  ],
  [
    'a header is found by its exact letters',
    /header names in mixed case/,
    /^spelling-matters postItems header names in mixed case$/,
    () => catalogWith({ unit: (parsed, raw) => (raw.includes('X-Unit') ? 'piece' : parsed) })
  ],
  [
    'a cookie is not decoded',
    /cookie guest in percent encoding/,
    /^spelling-matters getGreeting cookie guest in percent encoding$/,
    () => catalogWith({ greet: (_, cookies) => /guest=([^;]*)/.exec(cookies)?.[1] ?? '' })
  ],
  [
    'after ten guests there is a limit',
    /postGuests 12 times/,
    /^undocumented-(limit|status) postGuests 429$/,
    () =>
      catalogWith({
        invite(guest) {
          return this.guests.length < 10 ? honest.invite.call(this, guest) : tooMany()
        }
      })
  ],
  [
    'every tenth read fails',
    /getItemsById 12 times/,
    /^server-error getItemsById 500$/,
    () =>
      catalogWith({
        read(id) {
          if (++this.reads % 10 === 0) throw new Error('no connection is free')
          return honest.read.call(this, id)
        }
      })
  ]
]

describe('verify reads lists, and sends requests again', () => {
  it('and finds nothing in a service that keeps to its document', async () => {
    for (const seed of isDeep ? [1, 2, 3] : [1]) {
      const { findings, missing, lines } = await playSequences(await serviceOf(new Catalog()), { seed })
      expect(findings).to.deep.equal([])
      expect(missing).to.deep.equal([])
      if (seed === 1) expectListed(LIST, 'an honest catalog', lines)
    }
  }).timeout(60_000)

  for (const [what, labels, found, catalog] of MISTAKES) {
    it(`and finds a mistake: ${what}`, async () => {
      const { findings, missing, lines } = await playSequences(await serviceOf(catalog()), { labels, shrinkRuns: 0 })
      const all = findings.map(({ kind, operation, what }) => `${kind} ${operation} ${what}`.trim())
      expect(
        all.some((text) => found.test(text)),
        [...all, ...missing].join('\n')
      ).to.equal(true)
      expectListed(LIST, what, lines)
    }).timeout(60_000)
  }

  it('and takes no word for a bound that the document says is left out', async () => {
    const catalog = catalogWith({
      fits(item, { price_lt, ...filter }) {
        return honest.fits.call(this, item, filter) && (price_lt === undefined || item.price <= price_lt)
      }
    })
    const { findings } = await playSequences(await serviceOf(catalog), { labels: /the bound price_lt/ })
    expect(findings).to.deep.equal([])
  }).timeout(60_000)

  it('and takes no list for wrong that leaves out what is new, or some of it', async () => {
    for (const list of [() => [], honestFilms]) {
      const { findings } = await playSequences(await serviceOf(catalogWith({ list })), { labels: /list many items/ })
      expect(findings).to.deep.equal([])
    }
  }).timeout(60_000)
})

function honestFilms(this: Catalog): Item[] {
  return this.items.filter(({ kind }) => kind === 'film')
}
