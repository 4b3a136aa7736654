import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { InjectRequest, Service } from 'fieldstone'

/** What a tool returned; `text` is that of the first content. */
export interface ToolCall {
  readonly content: unknown
  readonly structuredContent: unknown
  readonly isError: boolean
  readonly text: string | undefined
}

/** Official clients of a service that is started before the specs around it, and stopped after them. */
export function toolClients(start: () => Promise<Service>, path = '/mcp') {
  let service: Service
  let url: URL
  const clients: Client[] = []
  before(async () => {
    service = await start()
    url = new URL(path, (await service.listen({ port: 0, host: '127.0.0.1', signals: false })).url)
  })
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())))
  after(() => service.close())

  async function connected(headers: Record<string, string> = {}): Promise<Client> {
    const client = new Client({ name: 'spec', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    clients.push(client)
    return client
  }

  async function call(
    name: string,
    given: Record<string, unknown> = {},
    headers: Record<string, string> = {}
  ): Promise<ToolCall> {
    const client = await connected(headers)
    const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given })
    return { content, structuredContent, isError, text: content[0]?.type === 'text' ? content[0].text : undefined }
  }

  return { connected, call, url: () => url, service: () => service }
}

/** A message for the endpoint of a service, as a client of the protocol sends it. */
export function message(method: string, params: object = {}, headers: Record<string, string> = {}): InjectRequest {
  const body = { jsonrpc: '2.0', id: 1, method, params }
  return { method: 'POST', url: '/mcp', headers: { accept: 'application/json, text/event-stream', ...headers }, body }
}

/** What the endpoint responds to a message with, from its stream of one event. */
export function resultOf(response: { readonly body: string }) {
  return JSON.parse(/\{.*\}/s.exec(response.body)?.[0] ?? 'null')
}
