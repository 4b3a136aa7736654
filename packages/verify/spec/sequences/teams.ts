import { digestOf } from '../../../../spec/support/listed.js'
import { openApi } from '../../../../spec/support/published.js'
import type { VerifiableService } from '../../src/wire/target.js'

export type Thing = Record<string, unknown>

/** A request to the service of teams, as its handlers see it. */
export interface TeamRequest {
  readonly method: string
  readonly path: string
  /** `teams`, `teams/#`, `teams/#/members/#`. */
  readonly route: string
  readonly sent: Thing
  readonly bytes: Buffer
  readonly type: string
}

export interface TeamReply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What a service of teams keeps, by path: `/teams/3/members/4`. */
export interface World {
  readonly things: Map<string, Thing>
  /** Counts everything that is created. */
  number: number
  /** Counts requests. */
  requests: number
}

/** A mistake: what is done before a request, with it, or with its reply. */
export interface Mistake {
  readonly before?: (request: TeamRequest, world: World) => void
  readonly respond?: (request: TeamRequest, world: World, honest: () => TeamReply) => TeamReply
}

const INTEGER = { type: 'integer' }
const TEXT = { type: 'string', minLength: 1, maxLength: 40 }
const TEAM = {
  name: TEXT,
  color: { type: 'string', enum: ['red', 'Blue', 'light green'] },
  size: { ...INTEGER, minimum: 0, maximum: 99, default: 5 },
  score: { type: 'number', minimum: -10, maximum: 10 },
  tags: { type: 'array', items: { type: 'string', maxLength: 9 }, maxItems: 3 },
  isOpen: { type: 'boolean', default: true },
  born: { type: 'string', format: 'date' },
  note: { type: ['string', 'null'] },
  place: { type: 'object', required: ['x'], properties: { x: INTEGER, y: INTEGER } },
  leaderId: INTEGER
}
const MOMENT = { type: 'string', format: 'date-time' }
const MEMBER = { nick: TEXT, age: { ...INTEGER, minimum: 0, maximum: 150 } }

const json = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } })
const FAULTS = { 400: { description: 'Wrong' }, 404: { description: 'None' }, 409: { description: 'Not now' } }
const sent = (properties: object, required: readonly string[] = []) => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required, properties } } }
})
const shown = (properties: object) => ({ type: 'object', required: ['id'], properties: { id: INTEGER, ...properties } })
const ids = (...names: string[]) => names.map((name) => ({ name, in: 'path', required: true, schema: INTEGER }))
const listed = (properties: object) => ({
  responses: { 200: json({ type: 'array', items: shown(properties) }), ...FAULTS }
})
const created = (properties: object, required: readonly string[]) => ({
  requestBody: sent(properties, required),
  responses: { 201: json(shown(properties)), ...FAULTS }
})
const OWN = { ...TEAM, createdAt: MOMENT, updatedAt: { ...MOMENT, type: ['string', 'null'] } }
const gone = { responses: { 204: { description: 'Gone' }, ...FAULTS } }
const PNG = { 'image/png': { schema: { type: 'string', format: 'binary' } } }

const PATHS = {
  '/leaders': { post: { operationId: 'addLeader', ...created({ name: TEXT }, ['name']) } },
  '/leaders/{leaderId}': {
    parameters: ids('leaderId'),
    get: { operationId: 'readLeader', responses: { 200: json(shown({ name: TEXT })), ...FAULTS } },
    delete: { operationId: 'deleteLeader', ...gone }
  },
  '/teams': {
    get: { operationId: 'listTeams', ...listed(OWN) },
    post: {
      operationId: 'addTeam',
      ...created(OWN, ['name', 'leaderId']),
      requestBody: sent(TEAM, ['name', 'leaderId'])
    }
  },
  '/teams/{teamId}': {
    parameters: ids('teamId'),
    get: { operationId: 'readTeam', responses: { 200: json(shown(OWN)), ...FAULTS } },
    put: {
      operationId: 'replaceTeam',
      requestBody: sent(TEAM, ['name', 'leaderId']),
      responses: { 200: json(shown(OWN)), ...FAULTS }
    },
    patch: { operationId: 'changeTeam', requestBody: sent(TEAM), responses: { 200: json(shown(OWN)), ...FAULTS } },
    delete: { operationId: 'deleteTeam', ...gone }
  },
  '/teams/{teamId}/notes': {
    parameters: ids('teamId'),
    get: { operationId: 'listNotes', ...listed({ text: TEXT }) },
    post: { operationId: 'addNote', ...created({ text: TEXT }, ['text']) }
  },
  '/teams/{teamId}/members': {
    parameters: ids('teamId'),
    get: { operationId: 'listMembers', ...listed(MEMBER) },
    post: { operationId: 'addMember', ...created(MEMBER, ['nick']) }
  },
  '/teams/{teamId}/members/{memberId}': {
    parameters: ids('teamId', 'memberId'),
    get: { operationId: 'readMember', responses: { 200: json(shown(MEMBER)), ...FAULTS } },
    put: {
      operationId: 'replaceMember',
      requestBody: sent({ id: INTEGER, ...MEMBER }, ['id', 'nick']),
      responses: { 200: json(shown(MEMBER)), ...FAULTS }
    },
    delete: { operationId: 'deleteMember', ...gone }
  },
  '/teams/{teamId}/settings': {
    parameters: ids('teamId'),
    get: { operationId: 'readSettings', responses: { 200: json({ type: 'object', properties: MEMBER }), ...FAULTS } },
    put: {
      operationId: 'setSettings',
      requestBody: sent(MEMBER, ['nick']),
      responses: { 200: json({ type: 'object', properties: MEMBER }), ...FAULTS }
    }
  },
  '/teams/{teamId}/logo': {
    parameters: ids('teamId'),
    get: { operationId: 'readLogo', responses: { 200: { description: 'It', content: PNG }, ...FAULTS } },
    put: {
      operationId: 'setLogo',
      requestBody: { required: true, content: PNG },
      responses: { 204: { description: 'Kept' }, ...FAULTS }
    }
  }
}

export const TEAMS = openApi(PATHS, {}, '3.1.0')

const SENT: Readonly<Record<string, readonly [properties: object, required: readonly string[]]>> = {
  leaders: [{ name: TEXT }, ['name']],
  teams: [TEAM, ['name', 'leaderId']],
  notes: [{ text: TEXT }, ['text']],
  members: [{ id: INTEGER, ...MEMBER }, ['nick']],
  settings: [MEMBER, ['nick']]
}

/** A service of teams that does what its document says, but for a mistake. */
export function teams({ before, respond: change }: Mistake = {}): VerifiableService {
  const world: World = { things: new Map(), number: 0, requests: 0 }
  return {
    document: TEAMS,
    inject: async ({ method, url, headers, body }) => {
      const { pathname: path } = new URL(url, 'http://host')
      const bytes = Buffer.from(body ?? '')
      const type = headers['content-type'] ?? ''
      const route = path.slice(1).replace(/\d+/g, '#')
      const request = { method, path, route, sent: parsed(bytes), bytes, type }
      world.requests++
      before?.(request, world)
      const honest = () => respond(request, world)
      const { status, body: own, headers: more } = change?.(request, world, honest) ?? honest()
      const rawBody = Buffer.isBuffer(own) ? own : Buffer.from(own === undefined ? '' : JSON.stringify(own))
      const ofBody = own === undefined ? {} : { 'content-type': 'application/json' }
      return { statusCode: status, headers: { ...ofBody, ...more }, rawBody }
    }
  }
}

function parsed(bytes: Buffer): Thing {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Thing) : { '': 1 }
  } catch {
    return { '': 1 }
  }
}

const DAY = Date.UTC(2026, 0, 1)

function respond({ method, path, route, sent, bytes, type }: TeamRequest, world: World): TeamReply {
  const { things } = world
  const above = path.replace(/\/(?:\d+|[a-z]+)$/, '')
  const kind = /([a-z]+)(?:\/#)?$/.exec(route)?.[1] ?? ''
  const isItem = route.endsWith('#')
  const isSingle = kind === 'settings' || kind === 'logo'
  const team = /^\/teams\/\d+(?=\/)/.exec(path)?.[0]
  if (team !== undefined && !things.has(team)) return { status: 404 }
  if (kind === 'logo') {
    if (method === 'GET') return file(things.get(path))
    if (bytes.length === 0 || !type.startsWith('image/png')) return { status: 400 }
    things.set(path, { bytes, type })
    return { status: 204 }
  }
  const [properties, required] = SENT[kind] ?? [{}, []]
  if (method === 'POST' || method === 'PUT' || method === 'PATCH') {
    if (!isRight(sent, properties, method === 'PATCH' ? [] : required)) return { status: 400 }
    const { leaderId } = sent
    if (leaderId !== undefined && !things.has(`/leaders/${leaderId}`)) return { status: 409 }
  }
  const now = () => new Date(DAY + 1000 * ++world.number).toISOString()
  const defaults = kind === 'teams' ? { size: 5, isOpen: true } : {}
  if (!isItem && !isSingle) {
    if (method === 'GET') {
      const own = [...things].filter(([key]) => key.startsWith(`${path}/`) && /^\d+$/.test(key.slice(path.length + 1)))
      return { status: 200, body: own.map(([, thing]) => thing) }
    }
    const id = ++world.number
    const thing = { ...defaults, ...sent, id, ...(kind === 'teams' && { createdAt: now(), updatedAt: null }) }
    things.set(`${path}/${id}`, thing)
    return { status: 201, body: thing, headers: { location: `${path}/${id}` } }
  }
  const thing = things.get(path)
  if (isSingle && method === 'PUT') things.set(path, sent)
  if (isSingle) return things.has(path) ? { status: 200, body: things.get(path) } : { status: 404 }
  if (thing === undefined || !things.has(above.replace(/\/[a-z]+$/, '')) === (team !== undefined))
    return { status: 404 }
  if (method === 'GET') return { status: 200, body: thing, headers: { etag: `"${digestOf([JSON.stringify(thing)])}"` } }
  if (method === 'DELETE') {
    for (const key of things.keys()) if (key === path || key.startsWith(`${path}/`)) things.delete(key)
    return { status: 204 }
  }
  const { id, createdAt } = thing
  const marks = kind === 'teams' ? { createdAt, updatedAt: now() } : {}
  things.set(path, { ...(method === 'PATCH' ? thing : defaults), ...sent, id, ...marks })
  return { status: 200, body: things.get(path) }
}

function file(thing: Thing | undefined): TeamReply {
  if (thing === undefined) return { status: 404 }
  return { status: 200, body: thing.bytes, headers: { 'content-type': String(thing.type) } }
}

/** Of values only the sort, and how long texts are. */
function isRight(sent: Thing, properties: object, required: readonly string[]): boolean {
  if (!required.every((name) => Object.hasOwn(sent, name))) return false
  return Object.entries(sent).every(([name, value]) => {
    const schema = (properties as Record<string, { type: string | string[]; minLength?: number; maxLength?: number }>)[
      name
    ]
    if (schema === undefined) return name !== ''
    const sort = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
    const types = [schema.type].flat().map((one) => (one === 'integer' ? 'number' : one))
    const length = typeof value === 'string' ? [...value].length : (schema.minLength ?? 0)
    return types.includes(sort) && length >= (schema.minLength ?? 0) && length <= (schema.maxLength ?? 5000)
  })
}
