import { openApi } from '../../../../spec/support/published.js'
import type { VerifiableService } from '../../src/wire/target.js'

type Thing = Record<string, unknown> & { readonly id: number }

/** A response of the depot. */
export interface Reply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body?: unknown
}

const KINDS = ['wood', 'steel', 'glass']
const SHELF = {
  name: { type: 'string', minLength: 1, maxLength: 40 },
  kind: { type: 'string', enum: KINDS },
  weight: { type: 'number', minimum: 0, maximum: 900 },
  madeOn: { type: 'string', format: 'date' },
  isOpen: { type: 'boolean' }
}
const BOX = {
  label: { type: 'string', minLength: 1, maxLength: 40 },
  size: { type: 'object', required: ['width'], properties: { width: { type: 'integer', minimum: 1, maximum: 99 } } }
}
const json = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } })
const errors = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, json({ type: 'object' })]))
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const body = (name: string) => ({ required: true, content: { 'application/json': { schema: ref(name) } } })
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer', minimum: 1 } })
const query = (name: string, schema: object) => ({ name, in: 'query', schema })
const gone = { 204: { description: 'Gone' } }
const PICTURE = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
const LINKS = {
  shelf: { operationId: 'readShelf', parameters: { shelfId: '$response.body#/id' } },
  boxes: { operationId: 'listBoxes', parameters: { 'path.shelfId': '$response.body#/id' } }
}

const item = (name: string, parameters: object[], read = 200) => ({
  parameters,
  get: { operationId: `read${name}`, responses: { [read]: json(ref(name)), ...errors(400, 404) } },
  put: {
    operationId: `replace${name}`,
    requestBody: body(`New${name}`),
    responses: { 200: json(ref(name)), ...errors(400, 404, 409) }
  },
  patch: {
    operationId: `change${name}`,
    requestBody: body(`${name}Changes`),
    responses: { 200: json(ref(name)), ...errors(400, 404, 409) }
  },
  delete: { operationId: `delete${name}`, responses: { ...gone, ...errors(400, 404) } }
})

const DOCUMENT = openApi(
  {
    '/shelves': {
      get: {
        operationId: 'listShelves',
        parameters: [
          query('kind', { type: 'string', enum: KINDS }),
          query('isOpen', { type: 'boolean' }),
          query('minWeight', { type: 'number' }),
          query('madeTo', { type: 'string', format: 'date', description: 'Made on this day or before' }),
          query('perPage', { type: 'integer', minimum: 1, maximum: 50, default: 3 }),
          query('page', { type: 'integer', minimum: 1, maximum: 99, default: 1 }),
          query('sort', { type: 'string', enum: ['name', '-weight', 'weight_desc', 'madeOn:asc', 'none'] }),
          query('direction', { type: 'string', enum: ['ASC', 'DESC'] })
        ],
        responses: { 200: json(ref('Shelves')), ...errors(400) }
      },
      post: {
        operationId: 'createShelf',
        requestBody: body('NewShelf'),
        responses: { 201: { ...json(ref('Shelf')), links: LINKS }, ...errors(400, 409) }
      }
    },
    '/shelves/{shelfId}': item('Shelf', [id('shelfId')]),
    '/shelves/{shelfId}/boxes': {
      parameters: [id('shelfId')],
      get: {
        operationId: 'listBoxes',
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 60 }),
          query('after', { type: 'string', maxLength: 20 })
        ],
        responses: { 200: json(ref('Boxes')), ...errors(400, 404) }
      },
      post: {
        operationId: 'createBox',
        requestBody: body('NewBox'),
        responses: { 201: json(ref('Box')), ...errors(400, 404, 409) }
      }
    },
    '/shelves/{shelfId}/boxes/{boxId}': item('Box', [id('shelfId'), id('boxId')]),
    '/pictures': {
      post: {
        operationId: 'addPicture',
        requestBody: { required: true, content: { 'multipart/form-data': { schema: PICTURE } } },
        responses: { 201: json(ref('Picture')), ...errors(400) }
      }
    },
    '/pictures/{id}': {
      parameters: [id('id')],
      get: {
        operationId: 'readPicture',
        responses: {
          200: { description: 'It', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
          ...errors(400, 404)
        }
      }
    }
  },
  {
    NewShelf: { type: 'object', required: Object.keys(SHELF), properties: SHELF, additionalProperties: false },
    ShelfChanges: { type: 'object', properties: SHELF, additionalProperties: false },
    Shelf: {
      type: 'object',
      required: ['id', 'boxCount', 'changedAt', ...Object.keys(SHELF)],
      properties: {
        id: { type: 'integer' },
        ...SHELF,
        boxCount: { type: 'integer' },
        changedAt: { type: 'string', format: 'date-time' }
      }
    },
    Shelves: {
      type: 'object',
      required: ['items', 'meta'],
      properties: {
        items: { type: 'array', items: ref('Shelf') },
        meta: { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } }
      }
    },
    NewBox: { type: 'object', required: ['label'], properties: BOX, additionalProperties: false },
    BoxChanges: { type: 'object', properties: BOX, additionalProperties: false },
    Box: {
      type: 'object',
      required: ['id', 'label'],
      properties: { id: { type: 'integer' }, shelfId: { type: 'integer' }, ...BOX }
    },
    Boxes: {
      type: 'object',
      required: ['data'],
      properties: { data: { type: 'array', items: ref('Box') }, next: { type: 'string' } }
    },
    Picture: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
  }
)

/** A depot of shelves with boxes, and of pictures, that does what its document says. */
export class Depot {
  readonly #shelves = new Map<number, Thing>()
  readonly #boxes = new Map<number, Thing>()
  readonly #pictures = new Map<number, { type: string; bytes: Buffer }>()
  #number = 0

  /**
   * @param alter makes another reply of that to the request of this number
   * @param rewrite changes the query before it is read
   */
  service(
    alter: (reply: Reply, at: number, path: string) => Reply = (reply) => reply,
    rewrite: (query: URLSearchParams) => void = () => {}
  ): VerifiableService {
    let at = 0
    return {
      document: DOCUMENT,
      inject: async ({ method, url, headers, body }) => {
        const { pathname, searchParams } = new URL(url, 'http://host')
        rewrite(searchParams)
        const bytes = Buffer.from(body ?? '')
        const type = new Headers(headers as Record<string, string>).get('content-type') ?? ''
        const reply = alter(this.#respond(method, pathname, searchParams, bytes, type), at++, pathname)
        const text = reply.body === undefined ? '' : JSON.stringify(reply.body)
        const rawBody = Buffer.isBuffer(reply.body) ? reply.body : Buffer.from(text)
        return { statusCode: reply.status, headers: reply.headers, rawBody }
      }
    }
  }

  #respond(method: string, path: string, query: URLSearchParams, bytes: Buffer, type: string): Reply {
    const [, first, shelfText, below, boxText] = path.split('/')
    if (first === 'pictures') return this.#picture(method, shelfText, bytes, type)
    if (first !== 'shelves' || (below !== undefined && below !== 'boxes')) return failure(404)
    const ids = [shelfText, boxText].flatMap((text) => (text === undefined ? [] : [Number(text)]))
    if (ids.some((one) => !Number.isSafeInteger(one) || one < 1)) return failure(400)
    const [shelfId = 0, boxId = 0] = ids
    const sent = ['POST', 'PUT', 'PATCH'].includes(method) ? parsed(bytes) : {}
    const isPart = method === 'PATCH'
    if (below === undefined) {
      if (sent === undefined || !isShelf(sent, isPart)) return failure(400)
      if (shelfText === undefined)
        return method === 'POST' ? this.#add(this.#shelves, sent, '/shelves') : this.#list(query)
      return this.#one(this.#shelves, shelfId, method, sent)
    }
    if (!this.#shelves.has(shelfId)) return failure(404)
    if (sent === undefined || (method !== 'GET' && method !== 'DELETE' && !isBox(sent, isPart))) return failure(400)
    if (boxText === undefined) {
      const place = `/shelves/${shelfId}/boxes`
      return method === 'POST' ? this.#add(this.#boxes, { ...sent, shelfId }, place) : this.#boxesOf(shelfId, query)
    }
    return this.#boxes.get(boxId)?.shelfId === shelfId ? this.#one(this.#boxes, boxId, method, sent) : failure(404)
  }

  #add(things: Map<number, Thing>, sent: object, place: string): Reply {
    const thing = { ...sent, id: ++this.#number, changedAt: this.#now() }
    things.set(thing.id, thing)
    const reply = this.#shown(201, thing)
    return { ...reply, headers: { ...reply.headers, location: `${place}/${thing.id}` } }
  }

  #one(things: Map<number, Thing>, id: number, method: string, sent: object): Reply {
    const thing = things.get(id)
    if (thing === undefined) return failure(404)
    if (method === 'DELETE') {
      things.delete(id)
      if (things === this.#shelves)
        for (const box of this.#boxes.values()) if (box.shelfId === id) this.#boxes.delete(box.id)
      return { status: 204, headers: {} }
    }
    if (method === 'GET') return this.#shown(200, thing)
    const { shelfId } = thing
    const kept = { ...(method === 'PATCH' ? thing : { id, ...(shelfId !== undefined && { shelfId }) }), ...sent }
    things.set(id, { ...kept, id, changedAt: this.#now() })
    return this.#shown(200, things.get(id) as Thing)
  }

  #shown(status: number, { changedAt, ...thing }: Thing): Reply {
    if (thing.shelfId !== undefined) return { status, headers: JSON_TYPE, body: thing }
    const boxCount = [...this.#boxes.values()].filter(({ shelfId }) => shelfId === thing.id).length
    return { status, headers: { ...JSON_TYPE, etag: `"${changedAt}"` }, body: { ...thing, boxCount, changedAt } }
  }

  #list(query: URLSearchParams): Reply {
    const [kind, isOpen, sort] = [query.get('kind'), query.get('isOpen'), query.get('sort')]
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('perPage') ?? 3)]
    if (!(page >= 1 && size >= 1 && size <= 50) || (kind !== null && !KINDS.includes(kind))) return failure(400)
    const found = [...this.#shelves.values()].filter((shelf) => {
      return (
        (kind === null || shelf.kind === kind) &&
        (isOpen === null || String(shelf.isOpen) === isOpen) &&
        (shelf.weight as number) >= Number(query.get('minWeight') ?? 0) &&
        (shelf.madeOn as string) <= (query.get('madeTo') ?? '9999')
      )
    })
    const property = sort === null ? undefined : /name|weight|madeOn/.exec(sort)?.[0]
    if (property !== undefined) {
      const isDown = /^-|desc/.test(sort ?? '') || query.get('direction') === 'DESC'
      found.sort((a, b) => ((a[property] as string) < (b[property] as string) ? -1 : 1) * (isDown ? -1 : 1))
    }
    const items = found.slice((page - 1) * size, page * size).map((shelf) => this.#shown(200, shelf).body)
    return { status: 200, headers: JSON_TYPE, body: { items, meta: { total: found.length } } }
  }

  #boxesOf(shelf: number, query: URLSearchParams): Reply {
    const after = Number(query.get('after')?.replace('c', '') ?? 0)
    const size = Number(query.get('limit') ?? 60)
    if (!(size >= 1 && size <= 60) || !(after >= 0)) return failure(400)
    const rest = [...this.#boxes.values()].filter(({ id, shelfId }) => shelfId === shelf && id > after)
    const data = rest.slice(0, size)
    const next = rest.length > size ? { next: `c${data.at(-1)?.id}` } : {}
    return { status: 200, headers: JSON_TYPE, body: { data: data.map((box) => this.#shown(200, box).body), ...next } }
  }

  #picture(method: string, text: string | undefined, bytes: Buffer, type: string): Reply {
    if (method === 'GET') {
      const kept = this.#pictures.get(Number(text))
      return kept === undefined
        ? failure(404)
        : { status: 200, headers: { 'content-type': kept.type }, body: kept.bytes }
    }
    const form = bytes.toString('latin1')
    const boundary = /boundary="?([^";]+)/.exec(type)?.[1]
    const [, head = '', content] =
      new RegExp(`^--${boundary}\r\n([^]*?)\r\n\r\n([^]*?)\r\n--${boundary}--`).exec(form) ?? []
    if (method !== 'POST' || content === undefined || !/name="?file"?/.test(head)) return failure(400)
    const id = ++this.#number
    const own = /content-type: *(.*)/i.exec(head)?.[1] ?? 'application/octet-stream'
    this.#pictures.set(id, { type: own, bytes: Buffer.from(content, 'latin1') })
    return { status: 201, headers: { ...JSON_TYPE, location: `/pictures/${id}` }, body: { id } }
  }

  #now(): string {
    return new Date(Date.UTC(2026, 0, 1) + 60_000 * ++this.#number).toISOString()
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

function failure(status: number): Reply {
  return { status, headers: JSON_TYPE, body: { error: status } }
}

function parsed(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== '' && [...value].length <= 40
const isIn = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most

const SHELF_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  name: isText,
  kind: (value) => KINDS.includes(value as string),
  weight: (value) => isIn(value, 0, 900),
  madeOn: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  isOpen: (value) => typeof value === 'boolean'
}
const BOX_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  label: isText,
  size: (value) => {
    const { width } = (value ?? {}) as { width?: unknown }
    return Number.isSafeInteger(width) && isIn(width, 1, 99)
  }
}

function isShelf(sent: Record<string, unknown>, isPart: boolean): boolean {
  const isWhole = isPart || Object.keys(sent).length === 0 || Object.keys(SHELF).every((name) => name in sent)
  return isWhole && Object.entries(sent).every(([name, value]) => SHELF_CHECKS[name]?.(value) === true)
}

function isBox(sent: Record<string, unknown>, isPart: boolean): boolean {
  const isWhole = isPart || 'label' in sent
  return isWhole && Object.entries(sent).every(([name, value]) => BOX_CHECKS[name]?.(value) === true)
}
