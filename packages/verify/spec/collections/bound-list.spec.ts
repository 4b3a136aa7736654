import { expectWholeList } from '../../../../spec/support/whole-list.js'
import type { VerifiableService } from '../../src/wire/target.js'
import { quickPlays, sequencesOf } from '../sequences/play-sequences.js'
import { type Item, listDocument, listService, type Parameter } from './static-list.js'

const ANY = {}
const DAY = { type: 'string', format: 'date' }

/** Of each property several values; the one in the middle is the limit. */
const ITEMS: readonly Item[] = [
  ...[4, 1, 3, 2, 5].map((number, at) => ({
    ...{ id: number, price: number * 10, 'made-on': `2024-03-0${number}`, createdAt: `2024-0${number}-01T10:00:00Z` },
    startDate: `2024-0${number}-01t10:00:00+02:00`,
    dueDay: `2024-03-${10 + number} 08:00:00Z`,
    openTime: [`2024-03-05T00:00:00Z`, '2024-03-05', null, 'noon', '2024-03-09'][at],
    closed: [`2024-03-05T12:00:00Z`, '2024-03-03', '2024-03-07', '2024-03-08', '2024-03-02'][at],
    early: `1970-01-0${number}T00:00:00Z`,
    late: `9999-12-2${number + 4}T00:00:00Z`,
    soon: `1970-01-0${number + 1}T00:00:00Z`,
    name: ['b', 'a', 'd', 'c', 'e'][at],
    wrong: ['2024-13-01', '2024-03-1', '2024-03-011', 'x2024-03-01', '2024/03/01'][at],
    same: 7,
    // Numbers and moments cannot be compared, but both have an order.
    mixed: [5, '2024-01-01', '2024-01-02', 'x', -5][at],
    ratio: [0.5, -1.5, 0.25, 1e3, -0.75][at],
    updatedX: number,
    // So near to a day that it may be on either side of it elsewhere.
    near: `2024-06-${['10', '06', '14', '08', '12'][at]}T12:00:00Z`,
    rare: at === 0 ? 3 : undefined
  }))
]

/** The words that bound a property, before or behind its name. */
const WORDS = [
  ...['from', 'min', 'minimum', 'gte', 'ge', 'since', 'after', 'gt'],
  ...['max', 'maximum', 'lte', 'le', 'to', 'until', 'till', 'before', 'lt'],
  ...['than', 'fromm', 'xmin', 'minus', 'equal', 'in']
]

/** The names of parameters that bound a property or none. */
const NAMES = [
  ...WORDS.flatMap((word) => [`price_${word}`, `${word}Price`]),
  ...['pricefrom', 'PRICE_MIN', 'PRICEMIN', 'Price.Max', 'price[lte]', 'min', 'max price', 'x-price-min', 'price2Min'],
  ...['minPriceTo', 'fromPriceMax', 'minFrom', 'madeOnFrom', 'made_on_from', 'madeFrom', 'made-to', 'madeOnlyFrom'],
  ...[
    'createdSince',
    'created_at_before',
    'createdAfter',
    'startFrom',
    'startDateTo',
    'dueFrom',
    'dueDayTo',
    'dayFrom'
  ],
  ...['openFrom', 'openTimeTo', 'openTo', 'closedFrom', 'closedTo', 'nameFrom', 'nameTo', 'wrongFrom', 'sameFrom'],
  ...[
    'sameTo',
    'mixedFrom',
    'mixedTo',
    'ratioFrom',
    'ratioMax',
    'updatedFrom',
    'rareFrom',
    'idFrom',
    'from_id',
    'idsFrom'
  ]
]

/** What descriptions say of the bound itself; by parameters of the same words. */
const DESCRIPTIONS = [
  ...['included', 'Inclusive', 'inclusively', 'or earlier', 'or later', 'or before', 'or after', 'or more', 'or less'],
  ...['or above', 'or below', 'at least', 'at most', 'excluded', 'Exclusive', 'not included', 'later than this'],
  ...[
    'earlier than',
    'greater than',
    'more than',
    'less than',
    'higher than',
    'lower than',
    'includedness',
    'for later'
  ],
  ...['orless', 'at  most', 'slower than', 'better than', 'moreover', 'more or lesser', 'included, later than']
]

const PARAMETERS: readonly Parameter[] = [
  ...NAMES.map((name) => ({ name, schema: ANY })),
  ...DESCRIPTIONS.flatMap((description, at) => [
    { name: `price${'.'.repeat(at + 1)}to`, schema: ANY, description },
    { name: `price${'.'.repeat(at + 1)}min`, schema: ANY, description }
  ]),
  ...[
    'createdFrom',
    'createdTo',
    'closed_from',
    'closed_to',
    'dueBefore',
    'earlyFrom',
    'lateFrom',
    'soonFrom',
    'nearFrom',
    'nearTo'
  ].map((name) => ({ name, schema: DAY })),
  { name: 'createdMin', schema: { ...DAY, enum: ['2024-02-27'] } },
  { name: 'createdMax', schema: { ...DAY, enum: ['2024-02-28'] } },
  { name: 'price__min', schema: { type: 'integer', maximum: 29 } },
  { name: 'price', schema: ANY, style: 'deepObject', explode: true },
  ...['created', 'ratio', 'unknown', 'to'].map((name) => ({
    name,
    schema: { type: 'object', properties: { from: ANY, to: DAY, until: ANY, other: ANY, min: ANY, price: ANY } },
    style: 'deepObject',
    explode: true,
    description: name === 'ratio' ? 'inclusive' : ''
  })),
  { name: 'name', schema: { type: 'object', properties: { from: ANY } }, style: 'deepObject', explode: true },
  { name: 'plain', schema: { type: 'object', properties: { from: ANY, price: ANY } } }
]

/** A request is judged by all parameters of its operation: with fewer of them it takes less time. */
const PARAMETERS_AT_ONCE = 10

const PROPERTIES = Object.fromEntries(Object.keys(ITEMS[0] as Item).map((name) => [name, ANY]))
const HEADERS: readonly Parameter[] = ['x-min', 'price_min'].map((name) => ({ name, in: 'header', schema: ANY }))
const documentOf = (parameters: readonly Parameter[]) => listDocument([...parameters, ...HEADERS], PROPERTIES)

/** What services list, of the limit that is in the query. */
type Within = (limit: string | undefined, search: string) => readonly Item[]

const orderOf = (value: unknown) => (typeof value === 'number' ? value : Date.parse(String(value)))

/** The items within a limit, which is a value of one of their properties, or a day. */
const within =
  (isAbove: boolean, hasItself: boolean): Within =>
  (limit) => {
    if (limit === undefined) return ITEMS
    const [name] = Object.keys(ITEMS[0] as Item).filter((one) => ITEMS.some((item) => String(item[one]) === limit))
    const bound = /^-?[\d.]+$/.test(limit) ? Number(limit) : Date.parse(limit)
    return ITEMS.filter((item) => {
      const away = orderOf(item[name ?? 'createdAt']) - bound
      return away === 0 ? hasItself : isAbove ? away > 0 : away < 0
    })
  }

/** Finds the name of a deep object only as most clients do not send it. */
const withBrackets =
  (listed: Within): Within =>
  (limit, search) =>
    /\[/.test(search) ? listed(limit, search) : ITEMS

/** What services do with bounds, and with which of them. */
const SERVICES: Readonly<Record<string, readonly [listed: Within, labels?: RegExp]>> = {
  'lists nothing': [() => [], /price_min/],
  'ignores all bounds': [() => ITEMS],
  'lists nothing with a bound': [(limit) => (limit === undefined ? ITEMS : [])],
  'lists what is above, and the bound itself': [within(true, true), /from/i],
  'lists what is above': [within(true, false)],
  'lists what is below': [within(false, false)],
  'finds brackets as they are': [withBrackets(within(true, true)), /\[/],
  'finds brackets as they are, of highest values': [withBrackets(within(false, true)), /\[/]
}

function serviceOf(document: object, listed: Within): VerifiableService {
  return listService(document, (query, search) => ({ body: listed([...query.values()][0], search) }))
}

/** The name of a parameter, with what is said of it. */
function shownName(label: string): string {
  const name = label.replace('list things with the bound ', '')
  const { description = '' } = PARAMETERS.find((parameter) => parameter.name === name) ?? {}
  return description === '' ? name : `${name.replace(/\.+/, ' ')}, ${JSON.stringify(description)}`
}

describe('The bounds of lists', () => {
  it('are those of bound-list.txt by the names of parameters, and what a list leaves out is found', async () => {
    const found = new Map(Object.keys(SERVICES).map((what): [string, string[]] => [what, [`\n# ${what}`]]))
    const sequences = ['# sequences']
    for (let at = 0; at < PARAMETERS.length; at += PARAMETERS_AT_ONCE) {
      const document = documentOf(PARAMETERS.slice(at, at + PARAMETERS_AT_ONCE))
      sequences.push(...(await sequencesOf(document, /^list things/)))
      const play = await quickPlays(document, /^list things with the bound/)
      for (const [what, [listed, labels]] of Object.entries(SERVICES)) {
        const lines = await play(serviceOf(document, listed), labels)
        found.get(what)?.push(...[...lines].map(([label, line]) => `${shownName(label)}: ${line}`))
      }
    }
    expectWholeList('verify/collections/bound-list.txt', [...sequences, ...[...found.values()].flat()])
  })
})
