import { readFileSync } from 'node:fs'
import { transform } from 'esbuild'
import { generateClient } from '../../src/client/generate-client.js'

/** A client as a program has it whose types nobody knows here. */
export interface LooseClient {
  readonly [operation: string]: LooseOperation
}

export interface LooseResult {
  readonly status: unknown
  readonly ok: boolean
  readonly data: unknown
  readonly contentType: unknown
  readonly reason?: string
  readonly response: Response
}

export interface LooseOperation {
  (input?: object, options?: object): Promise<LooseResult>
  orThrow(input?: object, options?: object): Promise<unknown>
  raw(input?: object, options?: object): Promise<Response>
  isError(error: unknown): boolean
}

/** A module of a client. */
export interface ClientModule {
  readonly createClient: (options?: object) => LooseClient
}

/** A document of `spec/client/documents`. */
export function readDocument(name: string): unknown {
  return JSON.parse(readFileSync(`spec/client/documents/${name}.json`, 'utf8'))
}

/** Writes the client of a document, and imports it. */
export async function importClient(document: unknown): Promise<ClientModule> {
  const { code } = await transform(generateClient(document).text, { loader: 'ts', target: 'es2022' })
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as ClientModule
}
