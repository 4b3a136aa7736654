import { expect } from 'chai'
import { formatReport, type VerifiableService } from 'fieldstone-verify'
import { handmade, openApi } from '../support/services.js'
import { findingsOf, inShort, planned, verified } from '../support/verified.js'

type Injected = Parameters<VerifiableService['inject']>[0]

interface Response {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const SCHEMA = { type: 'object', properties: { name: { type: 'string', minLength: 1, maxLength: 20 } } }
const json = { 'application/json': { schema: SCHEMA } }

/** A note that is read as JSON or as text, and replaced; with an ETag, conditions and a redirect to it. */
const PATHS = {
  '/note': {
    get: {
      operationId: 'read',
      responses: {
        200: {
          content: { ...json, 'text/plain': { schema: { type: 'string' } } },
          headers: {
            ETag: { required: true, schema: { type: 'string', pattern: '^"' } },
            'X-Count': { schema: { type: 'integer' } },
            'Set-Cookie': { schema: { type: 'string', pattern: '^[a-z]+=[^,]*$' } },
            'X-Tags': { schema: { type: 'array', items: { type: 'string', maxLength: 3 } } }
          }
        },
        304: {}
      }
    },
    put: {
      operationId: 'write',
      requestBody: { required: true, content: { 'application/json': { schema: { ...SCHEMA, required: ['name'] } } } },
      responses: { 200: { content: json }, 400: {}, 412: {}, 415: {} }
    }
  },
  '/latest': { get: { operationId: 'latest', responses: { 302: {} } } }
}

interface Note {
  name: string
  version: number
}

/** What the service does, by the request's method and path; undefined for what is right. */
type Mistake = (request: Injected, right: Response, note: Note) => Response

function service(mistake: Mistake = (_request, right) => right): VerifiableService & { reset: () => void } {
  const note: Note = { name: 'milk', version: 1 }
  return {
    document: { openapi: '3.1.0', info: {}, paths: PATHS },
    reset: () => Object.assign(note, { name: 'milk', version: 1 }),
    inject: async (request) => {
      const { status, body = '', headers = {} } = mistake(request, right(request, note), note)
      return { statusCode: status, headers, rawBody: Buffer.from(body) }
    }
  }
}

function right({ method, url, headers, body }: Injected, note: Note): Response {
  const path = url.split('?')[0]
  if (path === '/latest') {
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET' } }
    return { status: 302, headers: { location: '/note' } }
  }
  if (path !== '/note') return { status: 404 }
  const etag = `"${note.version}"`
  if (method === 'PUT') return written(headers, body, note, etag)
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, PUT' } }
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (tags?.includes(etag) || tags?.includes('*')) return { status: 304, headers: { etag } }
  const accepted = headers.accept ?? '*/*'
  const isText = accepted.startsWith('text/plain')
  const text = isText ? note.name : JSON.stringify({ name: note.name })
  const length = String(Buffer.byteLength(text))
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json'
  const own = { 'content-type': type, etag, 'content-length': length, 'x-count': '3', 'x-tags': 'a, bcd' }
  return { status: 200, headers: own, ...(method === 'GET' && { body: text }) }
}

function written(headers: Injected['headers'], body: Injected['body'], note: Note, etag: string): Response {
  const match = headers['if-match']
  if (match !== undefined && match !== '*' && match !== etag) return { status: 412 }
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return { status: 415 }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(body ?? ''))
    const { name } = JSON.parse(text) as { name?: unknown }
    if (typeof name !== 'string' || name === '' || [...name].length > 20) return { status: 400 }
    if (note.name !== name) Object.assign(note, { name, version: note.version + 1 })
  } catch {
    return { status: 400 }
  }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: note.name }) }
}

async function findings(mistaken: ReturnType<typeof service>): Promise<string[]> {
  const report = await verified(mistaken)
  const found = [...report.disagreements, ...report.suspicions]
  // A request of another operation whose method was changed shows the same.
  const isOwn = ({ kind, what, operation }: (typeof found)[number]) =>
    operation === 'read' ||
    !found.some((other) => other.operation === 'read' && other.kind === kind && other.what === what)
  return found
    .filter(isOwn)
    .map(({ kind, operation, what }) => `${kind} ${operation} ${what}`)
    .sort()
}

const change = (headers: Readonly<Record<string, string>>, right: Response): Response => {
  return { ...right, headers: { ...right.headers, ...headers } }
}

describe('Verification of headers', () => {
  it('finds nothing in a service that keeps to its document and to HTTP', async () => {
    const honest = service()
    const report = await verified(honest)
    expect([...report.disagreements, ...report.suspicions], formatReport(report)).to.deep.equal([])
  })

  it('finds nothing in a service that knows no conditions, no negotiation and no HEAD', async () => {
    const plain = service(({ method, url, headers, ...rest }, found, note) => {
      if (method === 'HEAD') return { status: 405, headers: { allow: url.startsWith('/latest') ? 'GET' : 'GET, PUT' } }
      const { accept, 'if-none-match': _tag, ...others } = headers
      if (method !== 'GET' || found.status === 302 || found.status === 404) return found
      return change({ etag: `"${note.version}"` }, right({ method, url, headers: { ...others }, ...rest }, note))
    })
    expect(await findings(plain)).to.deep.equal([
      'ignored-accept read text/plain',
      'ignored-condition read if-none-match'
    ])
  })

  const isRead = ({ method, url }: Injected) => method === 'GET' && url.split('?')[0] === '/note'
  const only =
    (test: (request: Injected, right: Response) => boolean, wrong: Mistake): Mistake =>
    (request, found, note) =>
      test(request, found) ? wrong(request, found, note) : found
  const is200 = (request: Injected, { status }: Response) => isRead(request) && status === 200

  const mistakes: readonly (readonly [what: string, mistake: Mistake, found: readonly string[]])[] = [
    [
      'a promised header is absent',
      only(is200, (_, { headers: { etag: _tag, ...headers } = {}, ...found }) => ({ ...found, headers })),
      ['broken-header read 200 etag required']
    ],
    [
      'a header breaks its pattern',
      only(is200, (_, found, { version }) => change({ etag: `v${version}` }, found)),
      ['broken-head read etag', 'broken-header read 200 etag pattern', 'ignored-condition read if-none-match']
    ],
    [
      'a header has another type',
      only(is200, (_, found) => change({ 'x-count': 'many' }, found)),
      ['broken-header read 200 x-count type']
    ],
    [
      'an item of a header is too long',
      only(is200, (_, found) => change({ 'x-tags': 'a,bcde' }, found)),
      ['broken-header read 200 x-tags maxLength']
    ],
    [
      'a second cookie breaks its pattern',
      only(is200, (_, found) => change({ 'set-cookie': ['a=1', '2=b'] as never }, found)),
      ['broken-header read 200 set-cookie pattern']
    ],
    [
      'Content-Length is too large',
      only(is200, (_, found) => change({ 'content-length': '999' }, found)),
      ['broken-head read content-length', 'broken-response read 200 content-length']
    ],
    [
      'the charset is unknown',
      only(is200, ({ headers }, found) =>
        headers.accept?.startsWith('text')
          ? found
          : change({ 'content-type': 'application/json; charset=utf-99' }, found)
      ),
      ['broken-head read content-type', 'misleading-header read 200 charset']
    ],
    [
      'Location is no URI reference',
      only(
        (_, { status }) => status === 302,
        (_, found) => change({ location: '/a note' }, found)
      ),
      ['misleading-header latest 302 location']
    ],
    [
      'Accept is ignored',
      (request, found, note) =>
        isRead(request) ? right({ ...request, headers: { ...request.headers, accept: '*/*' } }, note) : found,
      ['ignored-accept read text/plain']
    ],
    [
      'a strange Accept is a failure',
      only(
        ({ headers: { accept } }) => accept === 'json',
        () => ({ status: 500 })
      ),
      ['server-error read 500']
    ],
    [
      'every tag is a 304',
      only(
        (request) => isRead(request) && request.headers['if-none-match'] !== undefined,
        (_, found) => ({ status: 304, headers: { etag: found.headers?.etag ?? '' } })
      ),
      ['ignored-condition read if-none-match other']
    ],
    [
      'tags are compared as they are written',
      only(
        ({ headers }) => headers['if-none-match']?.startsWith('W/') === true,
        (request, _, note) => right({ ...request, headers: { ...request.headers, 'if-none-match': '"0"' } }, note)
      ),
      ['ignored-condition read if-none-match weak']
    ],
    [
      'one of several tags is not found',
      only(
        ({ headers }) => headers['if-none-match']?.includes(', ') === true,
        (request, _, note) => right({ ...request, headers: { ...request.headers, 'if-none-match': '"0"' } }, note)
      ),
      ['ignored-condition read if-none-match list']
    ],
    [
      'any tag is none',
      only(
        ({ headers }) => headers['if-none-match'] === '*',
        (request, _, note) => right({ ...request, headers: { ...request.headers, 'if-none-match': '"0"' } }, note)
      ),
      ['ignored-condition read if-none-match any']
    ],
    [
      'a 304 has a body',
      only(
        (request, { status }) => isRead(request) && status === 304,
        (_, found) => ({ ...found, body: 'x' })
      ),
      ['ignored-condition read body', 'undocumented-media-type read 304 none']
    ],
    [
      'a 304 has another tag',
      only(
        (request, { status }) => isRead(request) && status === 304,
        (_, found) => change({ etag: '"0"' }, found)
      ),
      ['broken-etag read 304']
    ],
    ['the tag never changes', only(is200, (_, found) => change({ etag: '"1"' }, found)), ['broken-etag read change']],
    [
      'If-Match is ignored',
      (request, found, note) =>
        request.method === 'PUT'
          ? right({ ...request, headers: { ...request.headers, 'if-match': '*' } }, note)
          : found,
      ['ignored-condition write if-match']
    ],
    [
      'a 412 changes something all the same',
      only(
        (_, { status }) => status === 412,
        (request, found, note) => {
          right({ ...request, headers: { ...request.headers, 'if-match': '*' } }, note)
          return found
        }
      ),
      ['rejected-change write if-match']
    ],
    [
      'HEAD is forbidden',
      only(
        ({ method, url }) => method === 'HEAD' && url === '/note',
        () => ({ status: 403 })
      ),
      ['broken-head read status']
    ],
    [
      'HEAD has a body and another type',
      only(
        ({ method, url }) => method === 'HEAD' && url === '/note',
        (_, found) => ({ ...change({ 'content-type': 'text/html' }, found), body: 'x' })
      ),
      ['broken-head read body', 'broken-head read content-type']
    ],
    [
      'Allow lacks a method and has another one',
      only(
        (_, { headers, status }) => status === 405 && headers?.allow === 'GET, PUT',
        (_, found) => change({ allow: 'GET, TRACE' }, found)
      ),
      ['broken-allow read also TRACE', 'broken-allow read without PUT']
    ]
  ]
  for (const [what, mistake, found] of mistakes) {
    it(`finds that ${what}`, async () => {
      expect(await findings(service(mistake))).to.deep.equal(found)
    })
  }
})

describe('Verification of the moment of the last change', () => {
  const MODIFIED = 'Sat, 17 May 2025 08:30:15 GMT'
  const found = async (isNotModified: (since: string) => boolean, head: object = {}) => {
    const document = openApi({
      '/day': { get: { operationId: 'day', responses: { 200: { content: { 'text/plain': {} } }, 304: {} } } }
    })
    const service = handmade(document, ({ method, path, headers }) => {
      if (path !== '/day') return { status: 404 }
      if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' } }
      const since = headers['if-modified-since']
      const own = { 'last-modified': MODIFIED, 'content-type': 'text/plain', ...(method === 'HEAD' && head) }
      if (since !== undefined && isNotModified(since)) return { status: 304, headers: own }
      return { status: 200, headers: own, ...(method === 'GET' && { body: 'today' }) }
    })
    return findingsOf(await planned(service)).map(inShort)
  }

  it('finds nothing where it is regarded', async () => {
    expect(await found((since) => Date.parse(since) >= Date.parse(MODIFIED))).to.deep.equal([])
  })

  it('finds that it is ignored, or that every moment is late enough', async () => {
    expect(await found(() => false)).to.deep.equal(['ignored-condition day if-modified-since'])
    expect(await found(() => true)).to.deep.equal(['ignored-condition day if-modified-since earlier'])
  })

  it('finds that HEAD has another one', async () => {
    const isRight = (since: string) => Date.parse(since) >= Date.parse(MODIFIED)
    expect(await found(isRight, { 'last-modified': 'Sun, 18 May 2025 08:30:15 GMT' })).to.deep.equal([
      'broken-head day last-modified'
    ])
  })
})
