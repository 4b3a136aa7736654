import { instanceToPlain } from 'class-transformer'
import build from 'fast-json-stringify'
import { parseType } from '../../dist/src/record/type/type-expression.js'
import { compileWriter } from '../../dist/src/record/writer.js'
import { CATALOG, findItem } from '../data.js'
import { CatalogItem, Item, UserStatus } from '../dist/server/records.js'
import { contest } from './contest.js'

const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) })
const string = { type: 'string' }
const number = { type: 'number' }
const ITEM_SCHEMA = object({
  id: { type: 'integer' },
  name: string,
  createdAt: { type: 'string', format: 'date-time' }
})
const CATALOG_SCHEMA = {
  type: 'array',
  items: object({
    ...ITEM_SCHEMA.properties,
    price: number,
    tags: { type: 'array', items: string },
    dimensions: object({ w: number, h: number, d: number })
  })
}

/**
 * A value to its JSON text: the declared fields alone, dates formatted. JSON.stringify writes whatever there is. The length
 * in bytes is asked for as a reply does: a text put together from pieces becomes one text only then.
 */
export async function contestSerializers() {
  return {
    'two texts': await task({ status: 'ok', user_id: '42' }, UserStatus, object({ status: string, user_id: string })),
    'one item': await task(findItem(7), Item, ITEM_SCHEMA),
    'catalog, 100 nested items': await task(CATALOG, [CatalogItem], CATALOG_SCHEMA),
    '1,000 numbers': await task(
      many((index) => index * 1.5),
      [Number],
      { type: 'array', items: number }
    ),
    '1,000 texts': await task(
      many((index) => `some text ${index}`),
      [String],
      { type: 'array', items: string }
    )
  }
}

function many(make) {
  return Array.from({ length: 1_000 }, (_, index) => make(index))
}

function task(value, type, schema) {
  const own = compileWriter(parseType(type, 'bench'))
  const peer = build(schema)
  const expected = JSON.parse(JSON.stringify(value))
  for (const write of [own, peer]) {
    if (JSON.stringify(sorted(JSON.parse(write(value)))) !== JSON.stringify(sorted(expected))) {
      throw new Error(`written otherwise: ${write(value).slice(0, 200)}`)
    }
  }
  return contest({
    Fieldstone: () => Buffer.byteLength(own(value)),
    'JSON.stringify': () => Buffer.byteLength(JSON.stringify(value)),
    'fast-json-stringify': () => Buffer.byteLength(peer(value)),
    'class-transformer + JSON.stringify': () => Buffer.byteLength(JSON.stringify(instanceToPlain(value)))
  })
}

/** With the members of every object in one order. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])])
  )
}
