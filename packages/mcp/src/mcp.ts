/// <reference types="node" preserve="true" />

import { createMcpHandler } from '@modelcontextprotocol/server'
import { type Context, type Hooks, Router, type Routes, SetupError } from 'fieldstone'
import { checkMcpOptions, type McpOptions } from './mcp-options.js'
import type { Caller } from './tool-request.js'
import { toolServer } from './tool-server.js'

/**
 * Serves operations as tools of the Model Context Protocol, over its official SDK (`@modelcontextprotocol/server`), at a
 * path of the same service. A call of a tool is a request to its operation, in the same process: with the same checks,
 * security schemes, middleware, hooks and limits. The input schema is that of the document; what the operation rejects
 * is a tool error that says which argument is wrong, and why.
 *
 * @throws SetupError APPLICATION_INVALID for an invalid option; `bootstrap` reports tags and operations that do not exist,
 * and named operations that cannot be tools
 *
 * @example new Application({ title, version, controllers, hooks: [mcp({ tags: ['public'] })] })
 */
export function mcp(options: McpOptions): Hooks {
  checkMcpOptions(options)
  const { path = '/mcp', middleware = [], security = [], origins = [] } = options
  const allowed = new Set(origins.map((origin) => new URL(origin).origin))
  const endpoints = new WeakMap<Routes, McpFetch>()
  return {
    onRouter: (router) => {
      const serve = async (ctx: Context): Promise<void> => {
        if (!isAllowed(ctx.requestHeader('origin'), allowed))
          return ctx.jsonError(403, 'The origin of the page is not allowed')
        const fetch = endpoints.get(router)
        if (fetch === undefined) throw new Error('The tools could not be made; the log says why')
        await relay(ctx, fetch)
      }
      const shared = { hidden: true, handlerTimeout: 0, middleware, security }
      for (const method of ['POST', 'GET', 'DELETE'] as const) {
        router.add({ method, path, handler: serve, options: shared, readsItself: 'body', source: 'mcp()' })
      }
    },
    onRoutes: (routes) => {
      const router = describable(routes)
      const server = toolServer(router, options)
      const handler = createMcpHandler(
        server.factory((authInfo) => authInfo?.extra?.caller as Caller),
        {
          // The service limits the bodies of all requests.
          maxRequestBodySize: Number.MAX_SAFE_INTEGER,
          onerror: (err) => router.logger.debug({ err }, 'A request to the MCP endpoint was rejected')
        }
      )
      endpoints.set(routes, handler.fetch)
    }
  }
}

/** Handles a request of the protocol. */
type McpFetch = (request: Request, options: { authInfo: AuthInfo }) => Promise<Response>

/** What the SDK passes on to the handlers of a request: here it has nothing but the caller. */
interface AuthInfo {
  token: string
  clientId: string
  scopes: string[]
  extra: { readonly caller: Caller }
}

/**
 * Scheme and host as the client names them; undefined where that is more than a host: paths of tools are put behind it, and
 * `a.example/admin?` would lead to another path.
 */
function originOf({ protocol, host }: Context): string | undefined {
  const origin = `${protocol}://${host}`
  return /[/?#@\\\s]/.test(host) || !URL.canParse(origin) ? undefined : origin
}

/** Hands the request over to the SDK, and its response to the client. */
async function relay(ctx: Context, fetch: McpFetch): Promise<void> {
  const origin = originOf(ctx)
  if (origin === undefined) return ctx.jsonError(400, 'The host of the request is not valid')
  const { method, signal } = ctx
  const caller: Caller = {
    origin,
    header: (name) => ctx.requestHeader(name),
    query: ctx.query,
    remoteAddress: ctx.ip
  }
  const headers = new Headers()
  for (const name of [
    'accept',
    'content-type',
    'mcp-protocol-version',
    'mcp-session-id',
    'mcp-method',
    'mcp-name',
    'last-event-id'
  ]) {
    const value = ctx.requestHeader(name)
    if (value !== undefined) headers.set(name, value)
  }
  const body = method === 'POST' ? await ctx.bodyText() : undefined
  const request = new Request(`${origin}${ctx.path}`, { method, headers, signal, body: body ?? null })
  const response = await fetch(request, { authInfo: { token: '', clientId: '', scopes: [], extra: { caller } } })
  ctx.header('cache-control', 'no-store')
  for (const [name, value] of response.headers) if (!OF_THE_MESSAGE.has(name)) ctx.header(name, value)
  const type = response.headers.get('content-type')
  if (response.body === null || type === null) ctx.send(response.status, type ?? 'application/json', '')
  else if (type.startsWith('text/event-stream'))
    ctx.stream(response.status, response.body as never, { contentType: type })
  else ctx.send(response.status, type, new Uint8Array(await response.arrayBuffer()))
}

const OF_THE_MESSAGE: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'connection',
  'transfer-encoding'
])

const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

function isAllowed(origin: string | undefined, allowed: ReadonlySet<string>): boolean {
  return origin === undefined || LOOPBACK.test(origin) || allowed.has(origin)
}

/** Only a router with a document has tools. */
function describable(router: Routes): Router {
  if (router instanceof Router) return router
  throw new SetupError(
    'APPLICATION_INVALID',
    'the router has no document',
    'mcp()',
    'use it in an Application, or with new Router(…)'
  )
}
