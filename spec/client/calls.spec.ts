import { expect } from 'chai'
import { expectListed } from '../support/listed.js'
import { shown } from '../support/whole-list.js'
import { type ClientModule, importClient, type LooseClient, type LooseResult, readDocument } from './compiled-client.js'

/** A body as it is sent, in one line. */
async function bodyText(body: unknown): Promise<string> {
  if (!(body instanceof FormData))
    return typeof body === 'string' ? body : await new Response(body as RequestInit['body']).text()
  const parts: string[] = []
  for (const [name, value] of body) {
    if (typeof value === 'string') parts.push(`${name}=${value}`)
    else parts.push(`${name}=${value.name} (${value.type}): ${await value.text()}`)
  }
  return parts.join(' & ')
}

async function requestText(url: string, init: RequestInit): Promise<string> {
  const headers = [...new Headers(init.headers)].map(([name, value]) => `${name}: ${value}`)
  const others = init.redirect === undefined ? [] : [`redirect: ${init.redirect}`]
  const body = init.body === undefined ? [] : [`→ ${await bodyText(init.body)}`]
  return [`${init.method} ${url}`, ...headers, ...others, ...body].join(' | ')
}

const point = { x: 1, y: -2.5 }
const PATH = { simple: [1, 2], exploded: point, label: ['a', 'b'], matrix: ['c', 'd'] }
const PNG = new Blob(['png'])

/** What is called with which arguments. */
const CALLS: readonly [operation: string, input?: object, options?: object][] = [
  ['readValues', PATH],
  ['readValues', { ...PATH, simple: 'a/b?c#d', exploded: 'é', label: '%2e', matrix: '{simple}' }],
  ['readValues', { ...PATH, list: ['a', 'b'], comma: ['a,b', 'c'], space: ['a', 'b c'], pipe: ['a', 'b|c'] }],
  ['readValues', { ...PATH, list: [], comma: [], filter: {}, spread: {}, limit: undefined, session: null }],
  [
    'readValues',
    { ...PATH, filter: { name: 'a&b', tags: ['c', 'd'], deep: { er: 1 } }, spread: { ...point, z: null } }
  ],
  ['readValues', { ...PATH, json: point, limit: 0, 'X-List': ['a', 'b'], 'X-Point': point, session: 'a; b' }],
  ['thingsReplace', { path: { id: 'a' }, query: { id: 'b' }, body: { name: 'n', secret: 's' } }],
  ['then_', { id: 'a' }],
  ['has', { id: 'a' }],
  ['upload', { body: { title: 't', photo: PNG, pages: [new File(['1'], 'one.txt'), new Blob(['2'])], point } }],
  ['upload', { contentType: 'application/x-www-form-urlencoded', body: { title: 'a b&c', tags: ['d', 'e'], point } }],
  ['upload', { contentType: 'application/x-www-form-urlencoded', body: new URLSearchParams({ title: 'ü' }) }],
  ['upload', { contentType: 'text/csv', body: 'a;b' }],
  ['upload', { contentType: 'image/webp', body: Uint8Array.of(65, 66) }],
  [
    'upload',
    { contentType: 'application/octet-stream', body: new Blob(['stream']).stream() },
    { accept: 'text/plain' }
  ],
  ['follow', undefined, { accept: 'application/jsonl' }],
  ['followNext'],
  ['followNext', { body: { a: [null, undefined] } }],
  ['followNext', { contentType: 'application/merge-patch+json', body: point }],
  ['constants'],
  ['constants', { kind: 'a b', exact: undefined, 'X-Version': null, all: true, zone: 'b' }],
  ['constantOf', { path: { id: 'd' } }],
  ['door', {}, { headers: { accept: 'text/html', 'X-Own': 'call' }, baseUrl: 'http://other/base/' }],
  ['anything', {}, { init: { redirect: 'error', method: 'POST' } }]
]

const CREDENTIALS: readonly [what: string, credentials: object][] = [
  ['none', {}],
  ['a token', { token: 'abc' }],
  ['a function that gives a token', { token: async () => 'later' }],
  ['a function that gives none', { token: () => undefined }],
  ['a key without the login that it needs', { key: 'k', basic: { username: 'Ü', password: 'p:w' } }],
  ['a key and a login', { key: 'k', login: () => 'oauth' }],
  ['the second alternative', { session: 's' }],
  [
    'all of them',
    { token: 't', basic: { username: 'u', password: 'p' }, digest: 'd', key: 'k', tenant: 'te&n', login: 'l' }
  ]
]

describe('A client, when its operations are called', () => {
  let module: ClientModule
  before(async () => {
    module = await importClient(readDocument('forms'))
  })

  /** A client whose requests are kept, and get this response. */
  function recording(lines: string[], options: object = {}): LooseClient {
    const fetch = async (url: string, init: RequestInit) => {
      lines.push(await requestText(url, init))
      return new Response(null, { status: 599 })
    }
    return module.createClient({ fetch, ...options })
  }

  const settled = async (call: () => Promise<LooseResult> | undefined, lines: string[]) => {
    try {
      await call()
    } catch (error) {
      lines.push(String(error))
    }
  }

  it('writes parameters and bodies as the document says, as its list shows', async () => {
    const lines: string[] = []
    const api = recording(lines, { headers: async () => ({ 'x-own': 'client' }) })
    for (const [name, input, options] of CALLS) await settled(() => api[name]?.(input, options), lines)
    expectListed('client/call-list.txt', 'requests', lines)
  })

  it('adds the credentials of the first requirement for which it has all, as its list shows', async () => {
    const lines: string[] = []
    for (const [what, credentials] of CREDENTIALS) {
      lines.push(`${what}:`)
      const api = recording(lines, { credentials, servers: { 'https://admin.example.com': 'http://admin' } })
      await api.anything?.()
      await api.thingsReplace?.({ path: { id: 'a' }, body: {} })
      await api.has?.({ id: 'a' })
      await api.then_?.({ id: 'a' })
    }
    expectListed('client/call-list.txt', 'credentials', lines)
  })

  it('sends no request whose path would be another one', async () => {
    const lines: string[] = []
    const api = recording(lines)
    for (const label of ['', '.', '..']) await settled(() => api.then_?.({ id: label }), lines)
    await settled(() => api.then_?.({}), lines)
    await settled(() => api.upload?.({ contentType: 'video/mp4', body: 'x' }), lines)
    expectListed('client/call-list.txt', 'refused', lines)
  })

  const reply = (status: number, type?: string, body: string | null = null) =>
    new Response(body, { status, headers: type === undefined ? {} : { 'content-type': type } })

  /** Responses to operations. */
  const REPLIES: readonly [operation: string, input: object, response: () => Response][] = [
    ['readValues', PATH, () => reply(200, 'application/json', '{"text":null}')],
    ['readValues', PATH, () => reply(200, 'Application/JSON; charset=utf-8', '[1]')],
    ['readValues', PATH, () => reply(200, 'application/json', '{')],
    ['readValues', PATH, () => reply(200, 'application/json', '')],
    ['readValues', PATH, () => reply(200, 'text/html', '<p>')],
    ['readValues', PATH, () => reply(200)],
    ['readValues', PATH, () => reply(404, 'application/problem+json', '{"title":"Gone"}')],
    ['readValues', PATH, () => reply(404, 'application/json', '{"title":"Gone"}')],
    ['readValues', PATH, () => reply(503, 'application/problem+json', '{"title":"Busy"}')],
    ['readValues', PATH, () => reply(418, 'text/plain', 'teapot')],
    ['readValues', PATH, () => reply(502, 'image/gif', 'gif')],
    ['then_', { id: 'a' }, () => reply(204)],
    ['then_', { id: 'a' }, () => reply(200, 'application/problem+json', '{}')],
    ['has', { id: 'a' }, () => reply(200, 'application/json')],
    ['upload', { body: {} }, () => reply(201, 'application/pdf', 'pdf')],
    ['upload', { body: {} }, () => reply(201, 'text/plain;charset=utf-8', 'kept')],
    ['upload', { body: {} }, () => reply(303)],
    ['followNext', {}, () => reply(400, 'text/plain', 'no')],
    ['followNext', {}, () => reply(400, 'application/json', '{"a":1}')],
    ['followNext', {}, () => reply(400, 'image/png', 'png')],
    ['door', {}, () => reply(302)],
    ['door', {}, () => reply(404, 'text/html', 'not read')],
    ['door', {}, () => reply(301)],
    ['anything', {}, () => reply(200, 'application/json', '1')],
    ['anything', {}, () => reply(404, 'application/json', '2')]
  ]

  it('gives results by the status and the media type of the document, and names what is unexpected', async () => {
    const lines: string[] = []
    for (const [name, input, response] of REPLIES) {
      const api = module.createClient({ fetch: async () => response() })
      const all = (await api[name]?.(input)) as LooseResult
      const { response: own, data, ...result } = all
      const shownData = data instanceof Blob ? `a blob (${data.type}): ${await data.text()}` : shown(data)
      lines.push(`${name} ${own.status} ${own.headers.get('content-type')} → ${shown(result)} ${shownData}`)
      try {
        await api[name]?.orThrow(input)
      } catch (error) {
        const isOwn = [api[name]?.isError(error), api.has?.isError(error) && name !== 'has']
        lines.push(`  ${String(error)} ${isOwn.join(' ')}`)
      }
    }
    expectListed('client/call-list.txt', 'results', lines)
  })

  it('gives the response itself where that is called for', async () => {
    const api = module.createClient({ fetch: async () => reply(418, 'text/plain', 'teapot') })
    const response = (await api.door?.raw()) as Response
    expect([response.status, await response.text()]).to.deep.equal([418, 'teapot'])
  })

  /** A stream of these pieces, which notes that it was left. */
  function streaming(pieces: readonly string[], type: string, left: string[] = []): object {
    const bytes = pieces.map((piece) => new TextEncoder().encode(piece))
    const body = new ReadableStream({
      pull: (controller) => {
        const next = bytes.shift()
        if (next === undefined) controller.close()
        else controller.enqueue(next)
      },
      cancel: () => void left.push('left')
    })
    return { fetch: async () => new Response(body, { headers: { 'content-type': type } }) }
  }

  async function itemsOf(options: object, name: string): Promise<unknown[]> {
    const items: unknown[] = []
    try {
      const stream = await module.createClient(options)[name]?.orThrow()
      for await (const item of stream as AsyncIterable<unknown>) items.push(item)
    } catch (error) {
      items.push(String(error))
    }
    return items
  }

  const EVENTS: readonly [what: string, pieces: readonly string[]][] = [
    [
      'all fields',
      [': hello\nretry: 5\nevent: added\nid: 7\ndata: {"x":1,\ndata: "y":2}\n\n', 'event: note\ndata:  two\ndata\n\n']
    ],
    [
      'cut anywhere, with all line ends',
      ['event: no', 'te\r', '\ndata: a\r\rev', 'ent:note\rdata:b\r\n\r\n', 'event: note\ndata: é'.slice(0, -1)]
    ],
    ['a name that the document has not, and none', ['event: other\ndata: 1\n\ndata: 2\n\nevent: note\n\n']],
    ['an end in the middle', ['event: note\ndata: lost\n']],
    ['data that is not JSON', ['event: added\ndata: {\n\n']],
    ['a byte order mark', ['\ufeffevent: note\ndata: bom\n\n']]
  ]

  it('reads streams of events as they come, as its list shows', async () => {
    const lines: string[] = []
    for (const [what, pieces] of EVENTS) {
      lines.push(`${what}: ${shown(await itemsOf(streaming(pieces, 'text/event-stream'), 'follow'))}`)
    }
    const unnamed = streaming(['event: point\ndata: 1\n\ndata: 2\n\n'], 'text/event-stream')
    lines.push(`as OpenAPI 3.2 names them: ${shown(await itemsOf(unnamed, 'followNext'))}`)
    expectListed('client/call-list.txt', 'events', lines)
  })

  it('reads lines as they come, as its list shows', async () => {
    const lines: string[] = []
    for (const pieces of [['{"x":1}\n[2', ']\r', '\n\n3'], [''], ['{"x":1}\n{'], ['"é"\n'.slice(0, 2), 'é"\n']]) {
      lines.push(`${shown(pieces)}: ${shown(await itemsOf(streaming(pieces, 'application/jsonl'), 'follow'))}`)
    }
    expectListed('client/call-list.txt', 'lines', lines)
  })

  it('ends the response when a loop over its stream is left', async () => {
    const left: string[] = []
    const options = streaming(['1\n', '2\n', '3\n', '4\n'], 'application/jsonl', left)
    const items = (await module.createClient(options).follow?.orThrow()) as AsyncIterable<unknown>
    for await (const item of items) if (item === 2) break
    expect(left).to.deep.equal(['left'])
  })

  /** A fetch that ends when it is aborted. */
  const pending = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => {
      if (signal?.aborted) reject(signal.reason)
      signal?.addEventListener('abort', () => reject(signal.reason))
    })

  it('aborts by the signal of the client, of the call, and when the time is over', async () => {
    const nameOf = async (options: object, own: object) => {
      const api = module.createClient({ fetch: pending, ...options })
      return await api.door?.({}, own).catch(({ name, message }: Error) => `${name}: ${message}`)
    }
    const aborted = (reason: string) => ({ signal: AbortSignal.abort(new Error(reason)) })
    expect(await nameOf(aborted('client'), {})).to.equal('Error: client')
    expect(await nameOf({ timeout: 60_000 }, aborted('call'))).to.equal('Error: call')
    expect(await nameOf({ signal: new AbortController().signal }, aborted('both'))).to.equal('Error: both')
    expect(await nameOf({ timeout: 60_000 }, { timeout: 1 })).to.equal('TimeoutError: door: no response within 1 ms')
  })

  it('lets what fetch throws through', async () => {
    const api = module.createClient({ fetch: () => Promise.reject(new TypeError('no network')) })
    expect(await api.door?.orThrow().catch(String)).to.equal('TypeError: no network')
  })
})
