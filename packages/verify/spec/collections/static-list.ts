import { openApi } from '../../../../spec/support/published.js'
import type { VerifiableService } from '../../src/wire/target.js'

export type Item = Readonly<Record<string, unknown>>

/** A parameter of the list; in the query, where it does not say. */
export interface Parameter {
  readonly name: string
  readonly schema: object
  readonly in?: 'query' | 'header'
  readonly description?: string
  readonly style?: string
  readonly explode?: boolean
}

/** What a list returns, of its request: a body, or a status. */
export type Listed = (
  query: URLSearchParams,
  search: string,
  time: number
) => { readonly body: unknown; readonly headers?: Readonly<Record<string, string>> } | number

/** A document with a list of things that nobody creates, as `list` alone, or in pages of an object. */
export function listDocument(
  parameters: readonly Parameter[],
  properties: Readonly<Record<string, object>>,
  isWrapped = false
): object {
  const list = { type: 'array', items: { type: 'object', properties } }
  const schema = isWrapped ? { type: 'object', properties: { items: list, total: {} } } : list
  const responses = { 200: { description: 'They', content: { 'application/json': { schema } } } }
  const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
  const own = parameters.map((parameter) => ({ in: 'query', ...parameter }))
  return openApi(
    {
      '/things': { get: { operationId: 'list', parameters: own, responses } },
      '/things/{id}': { get: { operationId: 'read', parameters: id, responses } }
    },
    {},
    '3.1.0'
  )
}

/** A service whose list returns what a function says. */
export function listService(document: object, listed: Listed): VerifiableService {
  let time = 0
  return {
    document,
    inject: async ({ url }) => {
      const { search, searchParams } = new URL(url, 'http://host')
      const found = listed(searchParams, search, time++)
      if (typeof found === 'number') return { statusCode: found, headers: {}, rawBody: Buffer.alloc(0) }
      return {
        statusCode: 200,
        headers: { 'content-type': 'application/json', ...found.headers },
        rawBody: Buffer.from(JSON.stringify(found.body))
      }
    }
  }
}
