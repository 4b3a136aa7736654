import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RequestHandler } from 'fieldstone'

export interface Asked {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * Sends a request to a router or a service over real HTTP, on a server of its own. `line` is a method and a request
 * target, sent as it is: `GET //evil`, `OPTIONS *`. Rejects where the connection is cut.
 */
export async function ask(
  { handler }: { readonly handler: RequestHandler },
  line: string,
  headers: OutgoingHttpHeaders = {},
  content: string | Buffer = ''
): Promise<Asked> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const [method, path] = line.split(' ')
  try {
    return await new Promise<Asked>((resolve, reject) => {
      const client = request(
        { host: '127.0.0.1', port, method, path, headers, agent: false, timeout: 30_000 },
        (res) => {
          let body = ''
          res.setEncoding('utf8')
          res.on('data', (text: string) => {
            body += text
          })
          res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }))
          res.on('error', reject)
        }
      )
      client.on('timeout', () => client.destroy(new Error(`${line} was not answered`)))
      client.on('error', reject)
      client.end(content)
    })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
