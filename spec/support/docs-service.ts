import { createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Router } from 'fieldstone'

export interface RunningService {
  readonly origin: string
  close(): Promise<void>
}

/** Starts a service on a free port of 127.0.0.1. */
export async function startService(register: (router: Router) => void): Promise<RunningService> {
  return startServer(listenerOf(register))
}

/** What answers the requests to a service. With `mount` it lies below that path, as behind a proxy. */
export function listenerOf(register: (router: Router) => void, mount = ''): RequestListener {
  const router = new Router()
  register(router)
  return (req, res) => {
    if (!req.url?.startsWith(mount)) return void res.writeHead(404).end()
    req.url = req.url.slice(mount.length)
    router.handler(req, res)
  }
}

export async function startServer(listener: RequestListener): Promise<RunningService> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
}

/** Sends the path as it is: `fetch` would resolve its dot segments and decode its answers. */
export function sendRaw(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET'
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request(origin, { path, method, headers, agent: false }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: res.statusCode ?? 0, headers: res.headers, bytes, text: bytes.toString('utf8') })
      })
    })
      .on('error', reject)
      .end()
  })
}

/** Lets the router serve this document at the path, as if it were its own; its page names it. */
export function serveForeignDocument(router: Router, path: string, document: object, servers: readonly string[] = []) {
  router.use((ctx, next) => (ctx.path === path ? ctx.send(200, 'application/json', JSON.stringify(document)) : next()))
  const config = { title: 'Its place', version: '1.0.0', servers: servers.map((url) => ({ url })) }
  router.serveOpenAPISpec(path, config)
}
