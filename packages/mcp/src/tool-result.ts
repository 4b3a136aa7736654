import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import { essenceOf, isJson } from './media-type.js'
import type { Tool } from './tools.js'

/**
 * What a tool returns for a response: a text, an image, a sound or a file; for JSON also the value itself, where the tool
 * has an output schema. A status from 400 on is a tool error with the problem as its text, so that a model reads which
 * argument is wrong, and why.
 *
 * @param limit the most bytes of a body; a larger one is a tool error
 */
export async function resultOf(tool: Tool, response: Response, limit: number): Promise<CallToolResult> {
  const bytes = await bodyWithin(response, limit)
  if (bytes === undefined) {
    return failure(`The response of ${tool.name} has more than ${limit} bytes: ask for less, for instance for one page`)
  }
  const { status } = response
  const type = essenceOf(response.headers.get('content-type') ?? '')
  const isFailure = status >= 400
  const head = headOf(response)
  if (bytes.byteLength === 0 || type === '') return { content: [{ type: 'text', text: head }], isError: isFailure }
  const isText = isJson(type) || type.startsWith('text/') || isFailure
  if (!isText) return { content: [binary(type, bytes, tool)] }
  const text = new TextDecoder().decode(bytes)
  if (isFailure) return failure(`${head}\n${text}`)
  const value = isJson(type) && tool.outputSchema !== undefined ? (JSON.parse(text) as unknown) : undefined
  return {
    content: [{ type: 'text', text: status === 200 ? text : `${head}\n${text}` }],
    ...(isObject(value) && { structuredContent: value })
  }
}

/** A result that a model can react to. */
export function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

/** What the status says, and where what was created is found. */
function headOf(response: Response): string {
  const { status } = response
  const location = response.headers.get('location')
  return `HTTP status ${status}${location === null ? '' : `, location ${location}`}`
}

function binary(mimeType: string, bytes: Uint8Array, tool: Tool): ContentBlock {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType }
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType }
  return { type: 'resource', resource: { uri: `urn:fieldstone:${tool.name}`, mimeType, blob: data } }
}

/** Undefined where there is more; then the rest is not read. */
async function bodyWithin({ body }: Response, limit: number): Promise<Uint8Array | undefined> {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
