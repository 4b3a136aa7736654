import { apiKeyScheme, bearerScheme, type Context, type InjectRequest, Router, type Service } from 'fieldstone'
import { serviceOf } from '../../../spec/support/applications.js'
import { expectListed } from '../../../spec/support/listed.js'
import { RecordingLogger } from '../../../spec/support/recording-logger.js'
import { outcome, settled, shown } from '../../../spec/support/whole-list.js'
import { HttpRouter } from '../../../src/http/exchange/router.js'
import { inject } from '../../../src/http/fetch/inject.js'
import { type McpOptions, mcp } from '../src/index.js'

const logger = new RecordingLogger()

/** What was logged since this was called last. */
function logged(): string {
  const entries = logger.entries.splice(0).filter(({ level }) => level !== 'info')
  return entries
    .map(({ level, message, fields }) => `\n  ${level} ${message} ${shown({ ...fields, requestId: undefined })}`)
    .join('')
}

function seen(ctx: Context): void {
  const names = ['accept', 'accept-language', 'authorization', 'cookie', 'content-type', 'host', 'origin', 'x-key']
  const others = ['x-other', 'x-request-id', 'mcp-session-id', 'user-agent']
  const headers = [...names, ...others].flatMap((name) => {
    const value = ctx.requestHeader(name)
    return value === undefined ? [] : [`${name}: ${value}`]
  })
  ctx.json(200, [ctx.method, ctx.protocol, ctx.host, ctx.path, `${ctx.query}`, ctx.ip, ...headers])
}

/** A service with a tool of each behaviour, below `tags: ['a']`. */
function service(options: McpOptions, more: object = {}): Promise<Service> {
  return serviceOf([], {
    ...{ description: 'What it is for.', logger, trustProxy: 'loopback', hooks: [mcp(options)] },
    securitySchemes: {
      token: bearerScheme({ authenticate: (token) => (token === 'right' ? 'Ann' : undefined) }),
      key: apiKeyScheme({ in: 'query', name: 'key', authenticate: (key) => (key === 'secret' ? 'Bob' : undefined) })
    },
    routes: (router) => {
      const responses = { 200: { body: [String] } }
      const parameters = [{ in: 'query', name: 'q', schema: String }] as const
      const tool = (operationId: string) => ({ tags: ['a'], operationId, responses })
      router.getFunc('/seen', seen, { ...tool('seen'), parameters, summary: 'Sees' })
      router.getFunc('/keyed', seen, { ...tool('keyed'), security: ['key', 'token'] })
      router.postFunc('/body', (ctx) => ctx.json(200, ctx.body()), { ...tool('body'), requestBody: [String] })
      router.getFunc('/broken', () => Promise.reject(new Error('secret')), tool('broken'))
      router.getFunc('/cut', (ctx) => ctx.stream(200, cut() as never, { contentType: 'text/plain' }), {
        ...{ tags: ['a'], operationId: 'cut', responses: { 200: { body: String, contentType: 'text/plain' } } }
      })
      router.getFunc('/events', () => '', {
        ...{ tags: ['a'], operationId: 'events', responses: { 200: { events: String } } }
      })
    },
    ...more
  })
}

async function* cut() {
  yield 'first'
  throw new Error('no more')
}

const ACCEPT = 'application/json, text/event-stream'
const message = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const LIST = message('tools/list')
const call = (name: string, given?: object) => message('tools/call', { name, arguments: given })
/** What requests of the newest revision say in their bodies, and again in headers. */
const REVISION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'spec', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {}
}
const VERSION = { 'mcp-protocol-version': REVISION }
const MODERN = { ...VERSION, 'mcp-method': 'tools/call', 'mcp-name': 'seen' }
const CLIENT = { capabilities: {}, clientInfo: { name: 'spec', version: '1' } }

/** A request for the endpoint, and its whole answer. */
async function answer(own: Service, request: Partial<InjectRequest>): Promise<string> {
  const { headers: given, ...more } = request
  const headers = { accept: ACCEPT, ...given }
  const line = `${shown({ ...more, ...(given && { headers: given }) })} →`
  const got = await own.inject({ method: 'POST', url: '/mcp', ...more, headers })
  const kept = Object.entries(got.headers).filter(([name]) => name !== 'date' && name !== 'x-request-id')
  // Which versions there are, an update of the SDK changes.
  const body = got.body.replace(/ \(supported versions: [^)]*\)/, '')
  return `${line} ${got.statusCode} ${shown(Object.fromEntries(kept))}\n  ${shown(body)}${logged()}`
}

const REQUESTS: readonly Partial<InjectRequest>[] = [
  { body: message('initialize', { protocolVersion: '2025-06-18', ...CLIENT }) },
  { body: { jsonrpc: '2.0', method: 'notifications/initialized' } },
  { body: message('ping') },
  { body: LIST },
  { body: call('seen') },
  { body: call('seen', { q: 'a&b' }), url: '/mcp?key=secret&q=own' },
  { body: call('seen', { qq: 1 }) },
  { body: call('keyed') },
  { body: call('keyed'), url: '/mcp?key=secret&other=1' },
  { body: call('keyed'), headers: { authorization: 'Bearer right' } },
  { body: call('body', { body: ['a'] }) },
  { body: call('body', { body: [5] }) },
  { body: call('body') },
  { body: call('broken') },
  { body: call('cut') },
  { body: call('none') },
  {
    body: call('seen'),
    headers: {
      ...{ host: 'api.example:8', authorization: 'Bearer b', cookie: 'a=1', 'x-key': 'k', 'x-other': 'o' },
      ...{ 'accept-language': 'de', 'x-request-id': 'r', 'x-forwarded-proto': 'https', 'x-forwarded-for': '9.9.9.9' }
    }
  },
  ...['a.example/x', 'a b', 'a?b', 'a#b', 'u@a', 'a\\b', '[', 'a:99999', 'a:80', '[::1]:8'].map((host) => ({
    body: call('seen'),
    headers: { host }
  })),
  ...[
    ...['http://localhost', 'https://localhost:5', 'http://127.0.0.1:3', 'http://127.1.2.3', 'http://[::1]:9'],
    ...['http://127.0.0', 'http://1270.0.0.1', 'http://[::2]', 'ftp://localhost', 'http://localhost:', 'null', ''],
    ...['http://localhost.evil.example', 'https://chat.example', 'http://chat.example', 'https://chat.example:444']
  ].map((origin) => ({ body: message('ping'), headers: { origin } })),
  { method: 'GET' },
  { method: 'DELETE' },
  { method: 'DELETE', headers: { 'mcp-session-id': 's', 'last-event-id': '5' } },
  { method: 'PUT', body: LIST },
  { body: LIST, headers: { accept: 'text/html' } },
  { body: LIST, headers: { accept: 'application/json' } },
  { body: LIST, headers: { 'content-type': 'text/plain' } },
  { body: LIST, headers: { 'mcp-protocol-version': '1900-01-01' } },
  { body: LIST, headers: { 'mcp-protocol-version': '2025-03-26' } },
  { body: '', headers: { 'content-type': 'application/json' } },
  { body: '{', headers: { 'content-type': 'application/json' } },
  { body: [] },
  { body: [LIST, message('ping')] },
  { body: message('tools/nothing') },
  { body: { ...LIST, jsonrpc: '1' } },
  {},
  ...[MODERN, { ...MODERN, 'mcp-method': 'tools/list' }, { ...MODERN, 'mcp-name': 'keyed' }, VERSION].map(
    (headers) => ({
      body: message('tools/call', { name: 'seen', _meta: META }),
      headers
    })
  )
]

const FAULTY: readonly unknown[] = [
  ...[undefined, null, 'a', [], 5].map((options) => options),
  { path: 'mcp' },
  { tags: 'a' },
  { tag: ['a'] },
  { security: 'token' },
  { security: ['nobody'] },
  { middleware: 5 },
  { name: 5 },
  { version: null },
  { instructions: ['a'] },
  { origins: ['https://a.example/'] },
  { tags: ['b'], operations: ['sen', 'events'] },
  { tags: [], operations: [] },
  { tags: ['a'], apiVersion: '2' },
  { tags: ['a'], path: '/seen' },
  { tags: ['a'], path: '/{id}' }
]

describe('The endpoint of tools', () => {
  const list = (title: string, lines: readonly string[]) => expectListed('mcp/endpoint-list.txt', title, lines)

  before(() => logger.entries.splice(0))

  it('answers as endpoint-list.txt says', async () => {
    const own = await service({ tags: ['a'], origins: ['https://chat.example'] })
    const lines = [logged()]
    for (const request of REQUESTS) lines.push(await answer(own, request))
    await own.close()
    list('requests', lines)
  })

  it('introduces itself, and is protected, as its options say', async () => {
    const lines: string[] = []
    const own = await service({
      ...{ operations: ['seen'], path: '/own', name: 'Own', version: '9', instructions: 'Ask.', responseLimit: 30 },
      security: ['token'],
      middleware: [
        async (ctx, next) => {
          ctx.header('x-around', 'yes')
          await next()
        }
      ]
    })
    const headers = { authorization: 'Bearer right' }
    for (const url of ['/own', '/mcp']) {
      for (const body of [message('initialize', { protocolVersion: '2025-06-18', ...CLIENT }), LIST, call('seen')]) {
        lines.push(await answer(own, { url, body, headers }))
      }
    }
    lines.push(await answer(own, { url: '/own', body: LIST }))
    await own.close()
    const bare = await service({ operations: ['body'] }, { description: undefined })
    const body = message('initialize', { protocolVersion: '2025-06-18', ...CLIENT })
    lines.push('\nwithout a description', await answer(bare, { body }))
    await bare.close()
    list('options', lines)
  })

  it('reports wrong options and selections as endpoint-list.txt says', async () => {
    const lines: string[] = []
    for (const options of FAULTY) {
      const started = await settled(async () => {
        await (await service(options as McpOptions)).close()
        return 'starts'
      })
      lines.push(`${shown(options)} → ${started}${logged()}`)
    }
    const { onRouter } = mcp({ tags: ['a'] })
    lines.push(`a router without a document → ${outcome(() => onRouter?.(new HttpRouter() as never))}`)
    const late = new Router({ logger, hooks: [mcp({ tags: ['none'] })] })
    late.getFunc('/a', () => 1)
    late.serveOpenAPISpec('/openapi.json', { title: 'A', version: '1', paths: { '/none': {} } })
    for (const request of ['/openapi.json', '/a', { method: 'POST', url: '/mcp', body: LIST } as InjectRequest]) {
      const { statusCode, body } = await inject(late.handler, request)
      lines.push(`a router that is not frozen, ${shown(request)} → ${statusCode} ${body}${logged()}`)
    }
    list('faults', lines)
  })
})
