import { digestOf } from '../../../../spec/support/listed.js'
import { openApi } from '../../../../spec/support/published.js'
import type { VerifiableService } from '../../src/wire/target.js'

export type Item = Record<string, unknown>

export interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** How a service names things, and what it has. */
export interface Shape {
  /** The path of the collection: `/things`. */
  readonly path?: string
  /** The property that has the id, its values, and the name of the path's parameter. */
  readonly id?: string
  readonly idOf?: (number: number) => string | number
  readonly parameter?: string
  /** The methods of a thing, in addition to GET. */
  readonly methods?: readonly string[]
  /** The property around a thing, and what the response to its creation has. */
  readonly around?: string
  readonly created?: 'thing' | 'location' | 'nothing' | 'later'
  readonly hasList?: boolean
  readonly hasCreate?: boolean
  /** The property that has the items of a list. */
  readonly items?: string
  /** Where the number of all is: a property, one within another (`meta.total`), or the header `x-total-count`. */
  readonly total?: string
  readonly size?: { readonly name: string; readonly maximum: number; readonly declared?: number }
  readonly page?: { readonly name: string; readonly from: number }
  readonly offset?: string
  readonly cursor?: string
  readonly sort?: { readonly name: string; readonly members: readonly string[]; readonly direction?: string }
  /** Bounds of the price, or of a further property whose name they contain: `priceMin`, and how the document describes them. */
  readonly bounds?: Readonly<Record<string, string>>
  /** Those of the bounds that are days, whatever the property is. */
  readonly days?: readonly string[]
  /** Bounds that are members of one parameter: `made[from]` of the property `madeOn`. */
  readonly deep?: Readonly<Record<string, readonly string[]>>
  /** Properties that filter the list. */
  readonly filters?: readonly string[]
  /** Further properties of a thing, in requests and responses. */
  readonly more?: Readonly<Record<string, object>>
  /** Whether a change needs the entity tag or the version of the thing. */
  readonly condition?: 'tag' | 'version'
}

/** What the service does in another way than its document says. */
export interface Odd {
  /** Changes the query of a list before it is read. */
  readonly query?: (query: URLSearchParams) => void
  /** What becomes of a response: `time` counts those that list. */
  readonly reply?: (reply: Reply, of: { readonly isList: boolean; readonly time: number; readonly at: number }) => Reply
  /** What is there at first, where nothing can be created. */
  readonly things?: readonly Item[]
}

const NAME = { type: 'string', minLength: 1, maxLength: 40 }
const PRICE = { type: 'number', minimum: 0, maximum: 1000 }

const json = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } })
const FAULTS = { 400: { description: 'Wrong' }, 404: { description: 'None' } }

/** A service with one kind of thing, as the shape says. Of the other properties of a thing it checks nothing. */
export function configured(shape: Shape, odd: Odd = {}): VerifiableService {
  const { path = '/things', id = 'id', idOf = (number) => number, parameter = 'id', created = 'thing' } = shape
  const { methods = ['PUT', 'PATCH', 'DELETE'], hasList = true, hasCreate = true, more = {} } = shape
  const things = new Map<string, Item>()
  let count = 0

  const own = { name: NAME, price: PRICE, ...more }
  const boundedBy = (bound: string) => {
    const plain = bound.toLowerCase().replace(/[^a-z]/g, '')
    return Object.keys(more).find((name) => plain.includes(name.toLowerCase().replace(/on$/, ''))) ?? 'price'
  }
  const version = shape.condition === 'version' ? { version: { type: 'integer', minimum: 1 } } : {}
  const tag = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }
  const idSchema = typeof idOf(1) === 'number' ? { type: 'integer' } : { type: 'string', pattern: '^[a-z0-9-]+$' }
  const thing = {
    type: 'object',
    required: [id, 'name', 'price'],
    properties: { [id]: idSchema, ...own, ...version }
  }
  const wrapped = (schema: object) => {
    return shape.around === undefined ? schema : { type: 'object', properties: { [shape.around]: schema } }
  }
  const sent = (required: readonly string[]) => ({
    required: true,
    content: { 'application/json': { schema: { type: 'object', required, properties: { ...own, ...version } } } }
  })
  const query = [
    ...(shape.size === undefined
      ? []
      : [
          [shape.size.name, { type: 'integer', minimum: 1, maximum: shape.size.maximum, default: shape.size.declared }]
        ]),
    ...(shape.page === undefined ? [] : [[shape.page.name, { type: 'integer', minimum: shape.page.from }]]),
    ...[shape.offset].flatMap((name) => (name === undefined ? [] : [[name, { type: 'integer', minimum: 0 }]])),
    ...[shape.cursor].flatMap((name) => (name === undefined ? [] : [[name, { type: 'string', pattern: '^[0-9]+$' }]])),
    ...(shape.sort === undefined ? [] : [[shape.sort.name, { type: 'string', enum: shape.sort.members }]]),
    ...[shape.sort?.direction].flatMap((name) => (name === undefined ? [] : [[name, { enum: ['asc', 'desc'] }]])),
    ...Object.keys(shape.bounds ?? {}).map((name) => {
      const property = boundedBy(name)
      const schema = property === 'price' ? { type: 'number' } : own[property as keyof typeof own]
      return [name, shape.days?.includes(name) ? { type: 'string', format: 'date' } : schema]
    }),
    ...Object.entries(shape.deep ?? {}).map(([name, members]) => {
      const schema = own[boundedBy(name) as keyof typeof own]
      return [name, { type: 'object', properties: Object.fromEntries(members.map((member) => [member, schema])) }]
    }),
    ...(shape.filters ?? []).map((name) => [name, own[name as keyof typeof own]])
  ].map(([name, schema]) => ({
    ...{ name, in: 'query', schema },
    ...(shape.deep?.[name as string] && { style: 'deepObject', explode: true }),
    ...(shape.bounds?.[name as string] && { description: shape.bounds[name as string] })
  }))
  const items = { type: 'array', items: thing }
  const names = [shape.total?.split('.')[0], shape.cursor && 'next'].filter((name) => name !== undefined)
  const counts = Object.fromEntries(names.map((name) => [name, {}]))
  const listed =
    shape.items === undefined
      ? items
      : { type: 'object', required: [shape.items], properties: { [shape.items]: items, ...counts } }
  const operations = {
    GET: { responses: { 200: json(wrapped(thing)), ...FAULTS } },
    PUT: {
      ...(shape.condition === 'tag' && { parameters: [tag] }),
      requestBody: sent(['name', 'price', ...Object.keys(version)]),
      responses: { 200: json(wrapped(thing)), 412: { description: 'Changed' }, ...FAULTS }
    },
    PATCH: { requestBody: sent([]), responses: { 200: json(wrapped(thing)), ...FAULTS } },
    DELETE: { responses: { 204: { description: 'Gone' }, ...FAULTS } }
  }
  const creations = { thing: { 201: json(wrapped(thing)) }, location: { 201: { description: 'Created' } } }
  const responses = {
    ...creations,
    nothing: { 201: { description: 'Created' } },
    later: { 202: { description: 'Later' } }
  }
  const collection = {
    ...(hasList && { get: { operationId: 'list', parameters: query, responses: { 200: json(listed), ...FAULTS } } }),
    ...(hasCreate && {
      post: {
        operationId: 'create',
        requestBody: sent(['name', 'price']),
        responses: { ...responses[created], ...FAULTS }
      }
    })
  }
  const one = Object.entries(operations).filter(([method]) => method === 'GET' || methods.includes(method))
  const document = openApi(
    {
      ...(hasList || hasCreate ? { [path]: collection } : {}),
      [`${path}/{${parameter}}`]: {
        parameters: [{ name: parameter, in: 'path', required: true, schema: idSchema }],
        ...Object.fromEntries(one.map(([method, each]) => [method.toLowerCase(), { operationId: method, ...each }]))
      }
    },
    {},
    '3.1.0'
  )

  const around = (item: Item) => (shape.around === undefined ? item : { [shape.around]: item })
  const tagOf = (item: Item) => `"${digestOf([JSON.stringify(item)])}"`
  const store = (key: string, item: Item) => {
    things.set(key, item)
    return item
  }
  const add = (body: Item): Item => {
    const key = idOf(++count)
    return store(String(key), { [id]: key, ...body, ...(shape.condition === 'version' && { version: 1 }) })
  }
  const first = ['one', 'two', 'three', 'four', 'five'].map((name) => ({ name, price: name.length * 7 }))
  if (!hasCreate) for (const item of odd.things ?? first) add(item)

  const parse = (body: Uint8Array | string | undefined, isWhole: boolean): Item | undefined => {
    try {
      const text = Buffer.from(body ?? '').toString()
      const value = JSON.parse(text) as Item
      const isName = typeof value.name === 'string' && value.name !== '' && [...value.name].length <= 40
      const isPrice = typeof value.price === 'number' && value.price >= 0 && value.price <= 1000
      const isRight = isWhole
        ? isName && isPrice
        : (value.name === undefined || isName) && (value.price === undefined || isPrice)
      return isRight && typeof value === 'object' && !Array.isArray(value) ? value : undefined
    } catch {
      return undefined
    }
  }

  const all = (search: URLSearchParams): { page: Item[]; total: number; next: number | undefined } => {
    let found = [...things.values()]
    for (const name of shape.filters ?? []) {
      const wanted = search.getAll(name)
      if (wanted.length > 0)
        found = found.filter((item) => [item[name]].flat().some((one) => wanted.includes(String(one))))
    }
    const deep = Object.entries(shape.deep ?? {}).flatMap(([name, list]) => list.map((member) => `${name}[${member}]`))
    for (const name of [...Object.keys(shape.bounds ?? {}), ...deep]) {
      const bound = search.get(name)
      const isLeast = /min|from|gte|above|since|after/i.test(name)
      if (bound === null) continue
      const property = boundedBy(name)
      const order = (value: unknown) => (property === 'price' ? Number(value) : Date.parse(String(value)))
      found = found.filter((item) => {
        const distance = order(item[property]) - order(bound)
        return isLeast ? distance >= 0 : distance <= 0
      })
    }
    const order = search.get(shape.sort?.name ?? '')
    if (order !== null) {
      const property = ['price', ...Object.keys(more)].find((one) => order.toLowerCase().includes(one)) ?? 'name'
      const isDown = /^-|desc(?:ending)?$/i.test(order) || search.get(shape.sort?.direction ?? '') === 'desc'
      const compare = (a: Item, b: Item) => ((a[property] as string) < (b[property] as string) ? -1 : 1)
      found.sort((a, b) => (isDown ? compare(b, a) : compare(a, b)))
    }
    const size = Number(
      search.get(shape.size?.name ?? '') ?? shape.size?.declared ?? (shape.cursor === undefined ? 1000 : 3)
    )
    const page = Number(search.get(shape.page?.name ?? '') ?? shape.page?.from ?? 0) - (shape.page?.from ?? 0)
    const start = Number(search.get(shape.offset ?? '') ?? search.get(shape.cursor ?? '') ?? page * size)
    const next = start + size < found.length ? start + size : undefined
    return { page: found.slice(start, start + size), total: found.length, next }
  }

  const respond = (
    method: string,
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array | string = ''
  ): Reply => {
    const isCollection = url.pathname === path
    const key = decodeURIComponent(url.pathname.slice(path.length + 1))
    if (isCollection && method === 'GET' && hasList) {
      const { page, total, next } = all(url.searchParams)
      const [outer = '', inner] = (shape.total ?? '').split('.')
      const counted = inner === undefined ? { [outer]: total } : { [outer]: { [inner]: total } }
      const isHeader = shape.total === 'x-total-count'
      const more = { ...(shape.total !== undefined && !isHeader && counted), ...(shape.cursor && { next }) }
      const list = shape.items === undefined ? page : { [shape.items]: page, ...more }
      return { status: 200, body: list, ...(isHeader && { headers: { 'x-total-count': String(total) } }) }
    }
    if (isCollection && method === 'POST' && hasCreate) {
      const given = parse(body, true)
      if (given === undefined) return { status: 400 }
      const item = add(given)
      const location = { location: `${path}/${item[id]}` }
      if (created === 'thing') return { status: 201, body: around(item), headers: location }
      return created === 'location' ? { status: 201, headers: location } : { status: created === 'later' ? 202 : 201 }
    }
    if (isCollection)
      return {
        status: 405,
        headers: { allow: [...(hasList ? ['GET'] : []), ...(hasCreate ? ['POST'] : [])].join(', ') }
      }
    const item = things.get(key)
    if (!['GET', ...methods].includes(method))
      return { status: 405, headers: { allow: ['GET', ...methods].join(', ') } }
    if (item === undefined) return { status: 404 }
    if (method === 'GET') return { status: 200, body: around(item), headers: { etag: tagOf(item) } }
    if (method === 'DELETE') return { status: things.delete(key) ? 204 : 404 }
    const given = parse(body, method === 'PUT')
    if (given === undefined) return { status: 400 }
    if (shape.condition === 'tag' && method === 'PUT' && headers['if-match'] !== tagOf(item)) return { status: 412 }
    if (shape.condition === 'version' && given.version !== undefined && given.version !== item.version)
      return { status: 412 }
    const base = method === 'PUT' ? {} : item
    const versioned = shape.condition === 'version' ? { version: Number(item.version) + 1 } : {}
    return { status: 200, body: around(store(key, { ...base, ...given, [id]: item[id] as string, ...versioned })) }
  }

  let [lists, requests] = [0, 0]
  return {
    document,
    inject: async ({ method, url, headers, body }) => {
      const target = new URL(url, 'http://host')
      const isList = method === 'GET' && target.pathname === path
      if (isList) odd.query?.(target.searchParams)
      const own = respond(method, target, headers, body)
      const found = odd.reply?.(own, { isList, time: isList ? lists++ : lists, at: requests++ }) ?? own
      const type = found.body === undefined ? {} : { 'content-type': 'application/json' }
      return {
        statusCode: found.status,
        headers: { ...type, ...found.headers },
        rawBody: Buffer.from(found.body === undefined ? '' : JSON.stringify(found.body))
      }
    }
  }
}
