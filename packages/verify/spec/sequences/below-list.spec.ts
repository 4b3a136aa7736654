import { openApi } from '../../../../spec/support/published.js'
import { expectWholeList } from '../../../../spec/support/whole-list.js'
import { quickPlays, sequencesOf } from './play-sequences.js'
import { type Asked, type Responded, responding } from './responding.js'

const json = (schema: object) => ({ description: 'It', content: { 'application/json': { schema } } })
const sent = (properties: object, responses: object) => ({
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } }
  },
  responses
})
const ITEM = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const LIST = { 200: json({ type: 'array', items: ITEM }) }
const NAME = { name: { type: 'string' } }
const TEAM = { ...NAME, tags: { type: 'array', items: { type: 'string' }, maxItems: 2 } }
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })
const OF_TEAM = { parameters: [id('id')] }
const creates = { post: sent(NAME, { 201: json(ITEM) }) }
const PNG = { 'image/png': { schema: { type: 'string', format: 'binary' } } }

const DOCUMENT = openApi(
  {
    '/teams': { post: sent(TEAM, { 201: json(ITEM) }) },
    '/teams/{id}': {
      ...OF_TEAM,
      get: { responses: { 200: json(ITEM) } },
      put: sent(TEAM, { 200: json(ITEM) }),
      patch: sent(NAME, { 200: json(ITEM) })
    },
    // Has a resource of its own.
    '/teams/{id}/members': { ...OF_TEAM, ...creates },
    '/teams/{id}/members/{member}': { parameters: [id('id'), id('member')], get: { responses: { 200: json(ITEM) } } },
    // Can be listed alone.
    '/teams/{id}/notes': { ...OF_TEAM, ...creates, get: { responses: LIST } },
    // There is one of each.
    '/teams/{id}/logo': {
      ...OF_TEAM,
      put: { requestBody: { required: true, content: PNG }, responses: { 204: { description: 'Kept' } } },
      get: { responses: { 200: { description: 'It', content: PNG } } }
    },
    '/teams/{id}/setting': {
      ...OF_TEAM,
      put: sent(NAME, { 200: json(ITEM) }),
      get: { responses: { 200: json(ITEM) } }
    },
    // The body of PUT has them, that of PATCH has not.
    '/teams/{id}/tags': { ...OF_TEAM, ...creates, get: { responses: LIST } },
    // Cannot be made, and cannot be read.
    '/teams/{id}/state': { ...OF_TEAM, get: { responses: { 200: json(ITEM) } } },
    '/teams/{id}/badge': { ...OF_TEAM, put: sent(NAME, { 200: json(ITEM) }) },
    // Has nothing below it.
    '/rooms': { post: sent(TEAM, { 201: json(ITEM) }) },
    '/rooms/{id}': { ...OF_TEAM, get: { responses: { 200: json(ITEM) } }, put: sent(TEAM, { 200: json(ITEM) }) }
  },
  {},
  '3.1.0'
)

type Values = Map<string, unknown>
/** What is done wrongly: to what is kept when a team is updated, and in place of a response. */
interface Odd {
  readonly update?: (values: Values, team: string) => void
  /** `of` counts the requests of the method for the path. */
  readonly reply?: (asked: Asked, of: number, isUpdated: boolean) => Responded | undefined
}

function store({ update, reply = () => undefined }: Odd = {}) {
  const values: Values = new Map()
  const counts = new Map<string, number>()
  let last = 40
  let isUpdated = false
  const respond = (asked: Asked): Responded => {
    const { method, path, body, headers } = asked
    const key = `${method} ${path}`
    const of = counts.get(key) ?? 0
    counts.set(key, of + 1)
    const odd = reply(asked, of, isUpdated)
    if (odd !== undefined) return odd
    const isJson = /json/.test(headers['content-type'] ?? '')
    const value = isJson ? JSON.parse(String(body)) : body
    if (method === 'GET') {
      const inList = [...values].filter(([each]) => each.startsWith(`${path}/`)).map(([, each]) => each)
      if (/(notes|tags)$/.test(path)) return { status: 200, body: inList }
      return values.has(path) ? { status: 200, body: values.get(path) } : { status: 404 }
    }
    if (method === 'POST') {
      const made = { ...value, id: ++last }
      values.set(`${path}/${last}`, made)
      return { status: 201, body: made }
    }
    values.set(path, isJson ? { ...value, id: 7 } : value)
    if (/^\/teams\/\d+$/.test(path)) {
      isUpdated = true
      update?.(values, path)
    }
    return isJson ? { status: 200, body: values.get(path) } : { status: 204 }
  }
  return responding(DOCUMENT, respond)
}

/** Changes what is kept below a team. */
const each =
  (pattern: RegExp, change: (value: unknown, key: string, values: Values) => unknown): Odd['update'] =>
  (values, team) => {
    for (const [key, value] of [...values].filter(([one]) => one.startsWith(`${team}/`) && pattern.test(one))) {
      const changed = change(value, key, values)
      if (changed === undefined) values.delete(key)
      else values.set(key, changed)
    }
  }
const named = (name: unknown) => (value: unknown) => ({ ...(value as object), name })
const isGet = ({ method, path }: Asked, pattern: RegExp) => method === 'GET' && pattern.test(path)
const status =
  (method: string, path: RegExp, code: number, isWhen: (of: number, isUpdated: boolean) => boolean): Odd['reply'] =>
  (asked, of, isUpdated) =>
    asked.method === method && path.test(asked.path) && isWhen(of, isUpdated) ? { status: code } : undefined
const afterUpdate = (_: number, isUpdated: boolean) => isUpdated

const ODD: Readonly<Record<string, Odd>> = {
  'keeps everything': {},
  'removes all': { update: each(/./, () => undefined) },
  'removes members': { update: each(/members/, () => undefined) },
  'renames members': { update: each(/members/, named('other')) },
  'takes the names of members': { update: each(/members/, named(null)) },
  'gives members another id': { update: each(/members/, (value) => ({ ...(value as object), id: 5 })) },
  'makes members texts': { update: each(/members/, () => 'text') },
  'removes notes': { update: each(/notes/, () => undefined) },
  'renames notes': { update: each(/notes/, named('other')) },
  'replaces notes': { update: each(/notes/, () => ({ id: 5, name: 'other' })) },
  'removes the logo': { update: each(/logo/, () => undefined) },
  'changes the logo': { update: each(/logo/, () => Buffer.from('other')) },
  'makes the logo JSON': { update: each(/logo/, () => ({ id: 5 })) },
  'changes the setting': { update: each(/setting/, named('other')) },
  'removes the setting': { update: each(/setting/, () => undefined) },
  'makes the setting bytes': { update: each(/setting/, () => Buffer.from('other')) },
  'makes the setting a list': { update: each(/setting/, () => []) },
  'removes tags': { update: each(/tags/, () => undefined) },
  'changes the setting and notes': {
    update: (values, team) => {
      each(/setting/, named('other'))?.(values, team)
      each(/notes/, () => undefined)?.(values, team)
    }
  },
  'answers with 410 for members': { reply: status('GET', /members/, 410, afterUpdate) },
  'answers with 403 for members': { reply: status('GET', /members/, 403, afterUpdate) },
  'answers with 500 for notes': { reply: status('GET', /notes/, 500, afterUpdate) },
  'answers with 404 for notes': { reply: status('GET', /notes/, 404, afterUpdate) },
  'cannot list notes before': { reply: status('GET', /notes/, 500, (_, isUpdated) => !isUpdated) },
  'never finds members': { reply: status('GET', /members/, 404, () => true) },
  'rejects each member': { reply: status('POST', /members/, 400, () => true) },
  'rejects the first setting': { reply: status('PUT', /setting/, 400, (of) => of === 0) },
  'rejects two settings': { reply: status('PUT', /setting/, 400, (of) => of < 2) },
  'rejects three settings': { reply: status('PUT', /setting/, 400, (of) => of < 3) },
  'rejects all that is below': { reply: (asked) => (/\/\d+\/\w+$/.test(asked.path) ? { status: 400 } : undefined) },
  'rejects each team': { reply: status('POST', /teams$/, 400, () => true) },
  'rejects the first update': { reply: status('PUT', /teams\/\d+$/, 400, (of) => of === 0) },
  'rejects two updates': { reply: status('PUT', /teams\/\d+$/, 409, (of) => of < 2) },
  'rejects three updates': { reply: status('PUT', /teams\/\d+$/, 422, (of) => of < 3) },
  'shows the first page of notes': {
    reply: (asked, of) =>
      isGet(asked, /notes/) ? { status: 200, body: [{ id: of }], headers: { 'x-total-count': '30' } } : undefined
  },
  'has one note less': {
    reply: (asked, of) =>
      isGet(asked, /notes/) ? { status: 200, body: Array(Math.max(0, 2 - of)).fill({ id: 1 }) } : undefined
  },
  'has one note more': {
    reply: (asked, of) => (isGet(asked, /notes/) ? { status: 200, body: Array(of).fill({ id: 1 }) } : undefined)
  },
  'has no list of notes': { reply: (asked) => (isGet(asked, /notes/) ? { status: 200, body: {} } : undefined) }
}

describe('What belongs to a resource', () => {
  it('is read again after an update as below-list.txt says', async () => {
    const labels = /then read what belongs to it$/
    const play = await quickPlays(DOCUMENT, labels)
    const lines: string[] = ['# sequences', ...(await sequencesOf(DOCUMENT, labels))]
    /** Each sequence with a service of its own. */
    const played = async (odd: Odd) => {
      const found: [label: string, line: string][] = []
      for (const only of [/^PUT/, /^PATCH/]) found.push(...(await play(store(odd), only)))
      return found
    }
    const honest = new Map(await played({}))
    for (const [what, odd] of Object.entries(ODD)) {
      const others = (await played(odd)).filter(
        ([label, line]) => what === 'keeps everything' || line !== honest.get(label)
      )
      lines.push(`\n# ${what}`, ...others.map(([label, line]) => `${label}: ${line}`))
    }
    expectWholeList('verify/sequences/below-list.txt', lines)
  })
})
