import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { DiffError, type OpenAPIDocumentAt, openAPIDocument, parseDocument } from 'fieldstone-diff'
import { UsageError } from '../definition/usage-error.js'
import { documentNamed, loadDescription } from './load-description.js'

/** How long a document may take to arrive from a URL. */
const TIMEOUT_MS = 30_000

/** No document is larger. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads a document from where the command line says it is: a file, a module that exports an application, a URL, or a
 * file of a commit, as git writes it (`main:openapi.json`).
 *
 * @param name of the document, where an application has several
 * @throws UsageError if there is none
 */
export async function documentFrom(source: string, name?: string): Promise<OpenAPIDocumentAt> {
  try {
    if (/^https?:\/\//.test(source)) return await parseDocument(await download(source), source)
    const file = source.replace(/^git:/, '')
    const isFile = (await stat(source).catch(() => undefined))?.isFile() === true
    if (!isFile && file.includes(':')) return await parseDocument(await fromGit(file), file)
    if (/\.[cm]?[jt]sx?$/.test(source)) {
      const document = documentNamed((await loadDescription(source)).documents, name)
      // As a client reads it: without what JSON has no form for.
      return openAPIDocument(JSON.parse(JSON.stringify(document())), source)
    }
    if (!isFile) throw new UsageError(`There is no file ${source}`)
    return await parseDocument(await readFile(source, 'utf8'), source)
  } catch (error) {
    throw error instanceof DiffError ? new UsageError(error.message) : error
  }
}

async function fromGit(object: string): Promise<string> {
  if (object.startsWith('-'))
    throw new UsageError(`${object} is neither a file nor one of a commit, as in main:openapi.json`)
  try {
    const { stdout } = await promisify(execFile)('git', ['cat-file', 'blob', object], { maxBuffer: MAX_BYTES })
    return stdout
  } catch (error) {
    const { stderr, message } = error as { stderr: string; message: string }
    // Without git there is no text of it.
    const why = stderr.trim().replace(/^fatal: /, '') || message
    throw new UsageError(`${object} is not a file, and git has none of that name: ${why}`)
  }
}

async function download(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`the status is ${response.status}`)
    return await response.text()
  } catch (error) {
    const { message, cause } = error as Error
    const why = cause instanceof Error ? cause.message : message
    throw new UsageError(`${url} cannot be read: ${why}`)
  }
}
