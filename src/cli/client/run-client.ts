import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DocumentError } from '../../client/document-values.js'
import { type GeneratedClient, generateClient } from '../../client/generate-client.js'
import type { CommandCall } from '../definition/command-definition.js'
import { UsageError } from '../definition/usage-error.js'
import { documentNamed, loadDescription } from '../module/load-description.js'

/** The options of `fieldstone client`. */
export interface ClientOptions {
  readonly document?: string
  readonly name?: string
  readonly out?: string
  readonly check?: boolean
}

/** An address that responds with nothing for so long gives no document. */
const FETCH_MS = 30_000

/** @throws UsageError for a document that cannot be read, or of which no client can be made */
export async function runClient({
  arguments: [path],
  options,
  terminal
}: CommandCall<readonly [module?: string], ClientOptions>): Promise<number> {
  const { document: source, out, check = false } = options
  if ((path === undefined) === (source === undefined)) {
    throw new UsageError('client takes a module or a document: fieldstone client ./app.js, or --document openapi.json')
  }
  if (path !== undefined && /^https?:\/\/|\.(json|ya?ml)$/i.test(path)) {
    throw new UsageError(`${path} is a document, and no module: fieldstone client --document ${path}`)
  }
  if (source !== undefined && options.name !== undefined) {
    throw new UsageError('--name chooses among the documents of an application; leave it out beside --document')
  }
  if (check && out === undefined) throw new UsageError('--check needs the file to compare with: --out client.ts')
  const document = source === undefined ? await documentOf(path as string, options.name) : await readDocument(source)
  const { text, notes } = clientOf(document)
  for (const note of notes) terminal.err(`${note}\n`)
  if (out === undefined) {
    terminal.out(text)
    return 0
  }
  const named = options.name === undefined ? '' : ` --name ${options.name}`
  const command = `fieldstone client ${path ?? `--document ${source}`}${named} --out ${out}`
  if (check) {
    const stale = await staleness(out, text)
    if (stale === undefined) return 0
    terminal.err(`${out} ${stale}; write it again: ${command}\n`)
    return 1
  }
  try {
    await mkdir(dirname(out), { recursive: true })
    await writeFile(out, text)
  } catch (error) {
    throw new UsageError(`${out} cannot be written: ${(error as Error).message}`)
  }
  return 0
}

function clientOf(document: unknown): GeneratedClient {
  try {
    return generateClient(document)
  } catch (error) {
    if (error instanceof DocumentError) throw new UsageError(error.message)
    if (error instanceof RangeError) throw new UsageError('The document is nested too deeply for a client')
    throw error
  }
}

/** As it is published: as JSON. */
async function documentOf(path: string, name: string | undefined): Promise<unknown> {
  const { documents } = await loadDescription(path)
  return JSON.parse(JSON.stringify(documentNamed(documents, name)()))
}

async function readDocument(source: string): Promise<unknown> {
  const text = /^https?:\/\//.test(source) ? await download(source) : await readText(source)
  try {
    return JSON.parse(text)
  } catch {
    // YAML is a larger language: what is no JSON may be that.
  }
  try {
    const { parse } = await import('yaml')
    return parse(text)
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    throw new UsageError(`${source} is neither JSON nor YAML: ${reason?.replace(/:$/, '')}`)
  }
}

async function download(url: string): Promise<string> {
  try {
    const accept = 'application/json, application/yaml;q=0.9, */*;q=0.8'
    const response = await fetch(url, { headers: { accept }, signal: AbortSignal.timeout(FETCH_MS) })
    const text = await response.text()
    if (response.ok) return text
    throw new Error(`it responds with ${response.status}`)
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : message
    throw new UsageError(`${url} cannot be read: ${reason}`)
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** How a file differs from the client; undefined where it is the same. Line ends say nothing: tools change them. */
async function staleness(file: string, text: string): Promise<string | undefined> {
  let written: string
  try {
    written = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'does not exist'
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
  const [lines, own] = [written.split(/\r?\n/), text.split('\n')]
  const first = own.findIndex((line, index) => line !== lines[index])
  if (first === -1) return lines.length === own.length ? undefined : 'is stale: it has more lines'
  return `is stale, from line ${first + 1} on: ${(lines[first] ?? '').trim() || 'nothing'} → ${own[first]?.trim() || 'nothing'}`
}
