import { expectListed } from '../../../../spec/support/listed.js'
import { conventionTrials } from '../../src/conventions/convention-trials.js'
import { Principals } from '../../src/credentials/principals.js'
import { loadLibraries } from '../../src/document/libraries.js'
import { readDocument } from '../../src/document/published-document.js'
import { SchemaChecks } from '../../src/document/schema-checks.js'
import { RequestMaker } from '../../src/requests/request-maker.js'
import { type RequestParts, writeRequest } from '../../src/requests/request-parts.js'
import { Play } from '../../src/resources/play.js'
import type { Session } from '../../src/session/session.js'
import type { Trial, TrialOutcome } from '../../src/session/trial.js'
import { drawWith } from '../../src/values/draw.js'
import { ValueMaker } from '../../src/values/value-maker.js'
import { NoResponse } from '../../src/wire/target.js'
import type { WireRequest, WireResponse } from '../../src/wire/wire-request.js'

const LIST = 'verify/conventions/convention-list.txt'

const TEXT = { 'text/plain': { schema: { type: 'string', minLength: 1 } } }
const NOTE = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', minLength: 1, maxLength: 20 } }
}
const READ = { ...NOTE, properties: { ...NOTE.properties, id: { type: 'integer' } } }
const json = (schema: object) => ({ 'application/json': { schema } })
const key = [{ key: [] }]
const id = { in: 'path', name: 'id', required: true, schema: { type: 'integer' } }
const ifMatch = { in: 'header', name: 'If-Match', schema: { type: 'string' } }
const none = { description: 'No' }
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Conventions', version: '1' },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
  paths: {
    '/page': {
      get: { operationId: 'page', responses: { 200: { content: TEXT }, 206: { content: TEXT }, 304: none, 412: none } },
      put: {
        operationId: 'write',
        parameters: [ifMatch],
        requestBody: { required: true, content: TEXT },
        responses: { 204: none }
      },
      delete: { operationId: 'clear', responses: { 204: none, 412: none } }
    },
    '/dated': {
      get: {
        operationId: 'dated',
        parameters: [{ ...ifMatch, name: 'If-None-Match' }],
        responses: { 200: { content: TEXT } }
      },
      patch: { operationId: 'date', requestBody: { required: true, content: TEXT }, responses: { 204: none } },
      delete: { operationId: 'undate', responses: { 204: none } }
    },
    '/weak': { get: { operationId: 'weak', responses: { 200: { content: TEXT }, 304: none } } },
    '/part': { get: { operationId: 'part', responses: { 200: { content: TEXT }, 416: none } } },
    '/go/{to}': {
      get: {
        operationId: 'go',
        parameters: [{ in: 'path', name: 'to', required: true, schema: { type: 'string', enum: ['a', 'b'] } }],
        responses: { 302: none }
      }
    },
    '/gone': { get: { operationId: 'gone', responses: { '3XX': none } } },
    '/targets/{name}': {
      get: {
        operationId: 'target',
        parameters: [{ ...id, name: 'name', schema: { type: 'string' } }],
        responses: { 200: { content: TEXT } }
      },
      delete: {
        operationId: 'untarget',
        parameters: [{ ...id, name: 'name', schema: { type: 'string' } }],
        responses: { 204: none }
      }
    },
    '/open': { get: { operationId: 'open', security: [{}, ...key], responses: { 200: { content: json({}) } } } },
    '/closed': {
      get: {
        operationId: 'closed',
        security: key,
        responses: {
          200: {
            content: {
              'application/json; a=b': {},
              'application/json': {},
              'image/*': {},
              'a/b': {},
              'c/d': {},
              'e/f': {}
            }
          },
          401: { content: { 'x/y': {} } }
        }
      }
    },
    '/notes': {
      get: {
        operationId: 'list',
        security: key,
        responses: { 200: { content: json({ type: 'array', items: READ }) } }
      },
      post: {
        operationId: 'create',
        security: key,
        requestBody: { required: true, content: json(NOTE) },
        responses: { 201: { content: json(READ) } }
      }
    },
    '/notes/{id}': {
      parameters: [id],
      get: { operationId: 'read', security: key, responses: { 200: { content: json(READ) } } },
      patch: {
        operationId: 'change',
        security: key,
        requestBody: { required: true, content: json(NOTE) },
        responses: { 200: { content: json(READ) } }
      },
      delete: { operationId: 'remove', security: key, responses: { 204: none } }
    },
    '/notes/{id}/archive': {
      parameters: [id],
      post: { operationId: 'archive', security: key, responses: { 204: none } }
    }
  }
}

const MODIFIED = 'Sat, 17 May 2025 08:30:15 GMT'

/** A service that does all of it right. */
class Right {
  #page = 'The page of this.'
  #notes = new Map<number, { owner: string; title: string }>()
  #last = 0
  #gone = false

  answer({ method, url, headers: list, body }: WireRequest): WireResponse {
    const headers = Object.fromEntries(list)
    const [path = ''] = url.split('?')
    const sent = body === undefined ? '' : Buffer.from(body).toString()
    if (method === 'HEAD') return { ...this.answer({ method: 'GET', url, headers: list, body }), body: Buffer.of() }
    if (/^.(?:page|dated|weak|part)$/.test(path)) return this.#text(path, method, headers, sent)
    if (path.startsWith('/go/')) return reply(302, '', { location: '/targets/x%20y?a=b' })
    if (path === '/gone') return reply(301, '', { location: this.#gone ? '/page' : 'targets/z' })
    if (path.startsWith('/targets')) {
      if (method === 'DELETE') this.#gone = true
      return method === 'DELETE' ? reply(204) : this.#gone && path.endsWith('z') ? reply(404) : reply(200, path)
    }
    const owner = headers['x-key']
    if (path === '/open') return reply(200, '{"open":true}')
    if (owner === undefined) return reply(401)
    if (path === '/closed') return reply(200, headers.accept ?? '{}')
    return this.#note(method, path, owner, sent)
  }

  #text(path: string, method: string, headers: Record<string, string | undefined>, sent: string): WireResponse {
    const tag = `"${Buffer.from(this.#page).toString('hex')}"`
    const isTagged = (text = '') => text === '*' || text.split(', ').some((each) => each.replace('W/', '') === tag)
    if (headers['if-match'] !== undefined && !isTagged(headers['if-match'])) return reply(412)
    if (method !== 'GET') {
      this.#page = method === 'DELETE' ? 'Empty.' : sent
      return reply(204)
    }
    const about: Record<string, string> =
      path === '/dated' ? { 'last-modified': MODIFIED } : { etag: path === '/weak' ? `W/${tag}` : tag }
    const isSame =
      path === '/dated'
        ? Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(MODIFIED)
        : headers['if-none-match'] !== undefined && isTagged(headers['if-none-match'])
    if (isSame) return reply(304, '', about)
    const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
    const { length } = this.#page
    if (headers.range === undefined || path === '/dated')
      return reply(200, this.#page, { ...about, 'content-type': 'text/plain' })
    const start = from === '' ? length - Number(to) : Number(from)
    const end = from === '' || to === '' ? length : Number(to) + 1
    if (start >= length) return reply(416)
    return reply(206, this.#page.slice(start, end), { 'content-range': `bytes ${start}-${end - 1}/${length}` })
  }

  #note(method: string, path: string, owner: string, sent: string): WireResponse {
    const shown = (number: number) => ({ id: number, title: this.#notes.get(number)?.title })
    if (path === '/notes') {
      if (method === 'GET')
        return reply(
          200,
          JSON.stringify([...this.#notes].filter(([, each]) => each.owner === owner).map(([number]) => shown(number)))
        )
      this.#notes.set(++this.#last, { owner, ...JSON.parse(sent) })
      return reply(201, JSON.stringify(shown(this.#last)))
    }
    const number = Number(path.split('/')[2])
    const note = this.#notes.get(number)
    if (note === undefined || note.owner !== owner) return reply(404)
    if (method === 'PATCH') note.title = JSON.parse(sent).title
    if (method === 'DELETE') this.#notes.delete(number)
    return method === 'GET' || method === 'PATCH' ? reply(200, JSON.stringify(shown(number))) : reply(204)
  }
}

function reply(status: number, body = '', headers: Record<string, string> = {}): WireResponse {
  const type: Record<string, string> = /^[{[]/.test(body) ? { 'content-type': 'application/json' } : {}
  return { status, headers: { ...type, ...headers }, body: Buffer.from(body) }
}

type Change = (response: WireResponse, request: WireRequest) => WireResponse | NoResponse

const withHeaders =
  (more: Record<string, string>): Change =>
  (response) => ({ ...response, headers: { ...response.headers, ...more } })
const without =
  (...names: string[]): Change =>
  (response) => ({
    ...response,
    headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => !names.includes(name)))
  })
const withBody =
  (text: string): Change =>
  (response) => ({ ...response, body: Buffer.from(text) })

/** What becomes of replies. */
const CHANGES = {
  'is none': () => new NoResponse('cut'),
  'is empty': withBody(''),
  'is a byte': withBody('x'),
  'is another list': withBody('[{"id":99},{"id":1,"title":"a"}]'),
  'is an empty list': withBody('[]'),
  'is a new object': (response, { url }) => ({ ...response, body: Buffer.from(`{"at":"${url}","now":${counter++}}`) }),
  'has no headers': (response) => ({ ...response, headers: {} }),
  'has another tag': withHeaders({ etag: '"other"' }),
  'has a weak tag': withHeaders({ etag: 'W/"weak"' }),
  'has another date': withHeaders({ 'last-modified': 'Sun, 18 May 2025 08:30:15 GMT' }),
  'has another type': withHeaders({ 'content-type': 'a/b' }),
  'has a length': withHeaders({ 'content-length': '5' }),
  'has a language': withHeaders({ 'content-language': 'de' }),
  'has an open range': (response) => ({
    ...response,
    headers: { ...response.headers, 'content-range': (response.headers['content-range'] ?? '').replace(/\d+$/, '*') }
  }),
  'has another range': withHeaders({ 'content-range': 'bytes 0-1/17' }),
  'has no range': without('content-range'),
  'leads elsewhere': withHeaders({ location: 'http://other.example/page' }),
  'leads to nothing': withHeaders({ location: 'http://' }),
  'leads to no operation': withHeaders({ location: '/none' }),
  'leads to an odd path': withHeaders({ location: '/%' }),
  'leads nowhere': without('location')
} satisfies Record<string, Change>

type Name = keyof typeof CHANGES

/** Of which conventions the replies are changed: which trials, to which statuses, and how else. */
const CONVENTIONS: readonly (readonly [
  title: string,
  labels: RegExp,
  statuses: readonly number[],
  names: readonly Name[]
])[] = [
  [
    'HEAD',
    /^HEAD of .(?:page|dated)$/,
    [204, 299, 300, 404, 405, 429, 500, 501],
    [
      'is none',
      'is a byte',
      'has no headers',
      'has another tag',
      'has another date',
      'has another type',
      'has a length',
      'has a language'
    ]
  ],
  [
    'conditions of reads',
    /^conditions of GET .(?:page|dated)$/,
    [200, 304, 404],
    ['is none', 'is a byte', 'has no headers', 'has another tag', 'has a weak tag']
  ],
  [
    'ranges',
    /^ranges of GET .page$/,
    [200, 206, 416],
    ['is none', 'is empty', 'is a byte', 'has an open range', 'has another range', 'has no range']
  ],
  [
    'redirects',
    /^follow/,
    [200, 299, 300, 301, 304, 308, 404, 410],
    ['is none', 'leads elsewhere', 'leads to nothing', 'leads to no operation', 'leads to an odd path', 'leads nowhere']
  ],
  ['conditions of changes', /wrong If-Match$/, [200, 299, 300, 404, 412], ['is none', 'is a byte', 'is a new object']],
  [
    'tags after changes',
    /^the ETag/,
    [200, 299, 300, 404],
    ['is none', 'is a byte', 'is a new object', 'has no headers', 'has another tag', 'has a weak tag']
  ],
  ['anonymous requests', /without credentials/, [199, 200, 300, 401], ['is none', 'is a byte', 'is a new object']],
  [
    'other principals',
    / as ada$/,
    [200, 299, 300, 404],
    ['is none', 'is a byte', 'is another list', 'is an empty list']
  ]
]

let counter = 0

describe('The conventions of HTTP', () => {
  const { wait } = Play.prototype
  let trialsFor: (allows: (method: string) => boolean) => readonly Trial[]
  let perform: (
    trial: Trial,
    change?: Change,
    at?: number
  ) => Promise<{ session: Session; outcome: TrialOutcome; sent: readonly string[] }>
  before(async () => {
    // This service shows at once what it did.
    Play.prototype.wait = () => Promise.resolve()
    const libraries = await loadLibraries()
    const document = readDocument(DOCUMENT)
    const values = new ValueMaker(new SchemaChecks(document, libraries), libraries)
    const others = { credentials: { key: 'main' }, principals: { ada: { key: 'ada' } }, scopes: {} }
    const principals = new Principals(document.schemes, { extras: { headers: [], query: [] }, ...others })
    trialsFor = (allows) => conventionTrials(document.operations, principals, new RequestMaker(values), values, allows)
    perform = async (trial, change, at = 0) => {
      let service = new Right()
      const sent: string[] = []
      counter = 0
      const attemptNext = async (parts: RequestParts) => {
        const request = principals.sign(writeRequest(parts), parts.operation.security, parts.presented)
        const { method, url, headers } = request
        const told = headers.filter(([name]) => /^(?:if-|range|x-key|accept$)/.test(name)).map(([, value]) => value)
        const right = service.answer(request)
        const isChanged = at < 0 || sent.length === at
        const response = change === undefined || !isChanged ? right : change(right, request)
        const status = response instanceof NoResponse ? 'none' : response.status
        session.requests++
        sent.push([method, url, ...told, status].join(' '))
        const comparison = { findings: [], outcome: 'other' } as const
        return { parts, request, response, verdict: { kind: 'valid' }, comparison, milliseconds: 0 }
      }
      const reset = async () => {
        service = new Right()
      }
      const session = { attemptNext, reset, isLate: () => false, isOver: false, requests: 0 }
      const given = session as unknown as Session
      const outcome = await drawWith(libraries.fastCheck, 1, (draw) => trial.run(given, draw))
      return { session: given, outcome, sent }
    }
  })
  const play = async (trial: Trial, change?: Change, at?: number) => {
    const { outcome, sent } = await perform(trial, change, at)
    const { findings, missing, attempts } = outcome
    const found = findings.map(({ finding: { kind, what, judge }, operation, steps }) => {
      const numbers = steps.map((step) => attempts.indexOf(step) + 1).join(' ')
      return `${`${kind} ${operation.id} ${what}`.trim()}: ${judge}; by ${numbers}`
    })
    const why = missing === undefined ? [] : [`not tried: ${missing}`]
    const line = [`${sent.length} requests`, ...why, ...found].join('; ')
    return { line, sent: sent.map((each, index) => `${attempts[index]?.note}: ${each}`) }
  }
  after(() => {
    Play.prototype.wait = wait
  })

  it('are tried as convention-list.txt says', async () => {
    const lines: string[] = []
    for (const trial of trialsFor(() => true)) {
      const { line, sent } = await play(trial)
      lines.push('', `${trial.label} (${trial.operation.id}, about ${trial.cost}): ${line}`, ...sent)
    }
    const labels = trialsFor((method) => method === 'GET').map(({ label }) => label)
    expectListed(LIST, 'all', [...lines, '', `without changes: ${labels.join(', ')}`])
  })

  for (const [title, labels, statuses, names] of CONVENTIONS) {
    it(`are found broken, or not, as convention-list.txt says: ${title}`, async () => {
      const changes: [string, Change][] = [
        ...statuses.map((status): [string, Change] => [`is a ${status}`, (response) => ({ ...response, status })]),
        ...names.map((name): [string, Change] => [name, CHANGES[name]])
      ]
      const lines: string[] = []
      for (const trial of trialsFor(() => true)) {
        if (!labels.test(trial.label)) continue
        const honest = await play(trial)
        const told = new Map<string, string[]>()
        for (const at of [-1, ...honest.sent.keys()]) {
          for (const [name, change] of changes) {
            const { line } = await play(trial, change, at)
            told.set(line, [...(told.get(line) ?? []), `${at < 0 ? 'each' : at + 1} ${name}`])
          }
        }
        lines.push('', trial.label, ...[...told].map(([line, where]) => `${line} ← ${where.join(', ')}`))
      }
      expectListed(LIST, title, lines)
    })
  }

  it('are found broken by fewer and simpler requests, as convention-list.txt says', async () => {
    const toStatus = (status: number, pattern: RegExp): Change => {
      return (response, { method, url }) => (pattern.test(`${method} ${url}`) ? { ...response, status } : response)
    }
    const mistakes: readonly (readonly [label: RegExp, change: Change])[] = [
      [/^HEAD of .page$/, withBody('x')],
      [/^conditions of GET .page$/, toStatus(200, /./)],
      [/^ranges of GET .page$/, CHANGES['has no range']],
      [/^follow/, toStatus(404, /GET .targets/)],
      [/wrong If-Match$/, toStatus(200, /./)],
      [/^the ETag/, CHANGES['has another tag']],
      [/as ada$/, toStatus(200, /./)]
    ]
    const lines: string[] = []
    for (const trial of trialsFor(() => true)) {
      for (const [label, change] of mistakes) {
        if (!label.test(trial.label)) continue
        const { session, outcome, sent } = await perform(trial, change, -1)
        for (const { finding, simplify } of outcome.findings) {
          const before = sent.length
          const small = await simplify(session, 20)
          const steps = small.steps.map(({ note, request: { method, url, body } }) => {
            return `${note}: ${[method, url, ...(body === undefined ? [] : [Buffer.from(body).toString()])].join(' ')}`
          })
          const title = `${trial.label}, ${finding.kind} ${finding.what}`.trim()
          const count = `${sent.length - before} requests to simplify, ${small.requests} counted`
          lines.push('', `${title}: ${count}: ${small.finding.judge}`, ...steps)
        }
      }
    }
    expectListed(LIST, 'simplified', lines)
  })
})
