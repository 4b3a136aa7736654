import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { SendOptions } from '@fastify/send'
import { HttpError, NotFound } from '../../errors.js'
import { checkGivenOptions, FLAG, type OptionTable } from '../../options.js'
import type { SentRequest } from '../lifetime/direct-exchange.js'
import { fileRequest } from './file-conditions.js'
import { FileContent } from './file-content.js'
import { findBelow } from './folder.js'

/** How a file is sent. */
export interface FileOptions {
  /** The folder that the path must not leave; the path is relative to it, with `/` between its names. */
  readonly root?: string
  /** Default: by the extension of the file's name, or `application/octet-stream`. */
  readonly contentType?: string
  /** How long caches may keep the file, in milliseconds. Default: no `cache-control` header. */
  readonly maxAge?: number
  /** Whether the file of this name never changes; only with `maxAge`. Default: false. */
  readonly immutable?: boolean
}

/** How a folder is served. */
export interface StaticOptions extends Omit<FileOptions, 'root' | 'contentType'> {
  /** The file that is sent for a folder; `false` for none. Default: `index.html`. */
  readonly index?: string | false
}

const FILE_OPTIONS: OptionTable<FileOptions> = { root: true, contentType: true, maxAge: true, immutable: FLAG }

/** The response to a request for a file: its head, and what it has of the file. */
export interface FileReply {
  readonly status: 200 | 206 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string | undefined
  /** Undefined for a 304. */
  readonly content: FileContent | undefined
}

/**
 * Reads the state of a file, and the ranges and conditions of the request (RFC 9110 sections 13 and 14). Rejects with a
 * 404 if there is no such file, a 412 for a condition that fails and a 416 for a range that the file does not have.
 *
 * @param path of the file system, chosen by the program; with `root`, a client may have chosen it
 */
export async function fileReply(req: SentRequest, path: string, options: FileOptions = {}): Promise<FileReply> {
  checkGivenOptions(options, FILE_OPTIONS, 'The options of a file')
  const { maxAge, immutable = false, root } = options
  const found = root === undefined ? resolve(path) : await findIn(resolve(root), path)
  if (found === undefined) throw new NotFound()
  // It takes 50 ms to load on a small machine.
  const { default: send } = await import('@fastify/send')
  const { headers: conditions } = await fileRequest(req, () => stat(found))
  // To HEAD the library gives the same head, and opens no file. It decodes the path.
  const request = { method: 'HEAD', headers: conditions }
  const result = await send(request as unknown as Readable, found.replaceAll('%', '%25'), {
    dotfiles: 'allow',
    index: false,
    cacheControl: maxAge !== undefined,
    ...(maxAge === undefined ? {} : { maxAge, immutable })
  } satisfies SendOptions)
  const { statusCode, headers } = result
  if (result.type !== 'file') {
    throw result.type === 'error' && statusCode === 500 ? result.metadata.error : errorOf(statusCode, headers)
  }
  const { 'Content-Type': type, 'Content-Length': length, ...rest } = headers
  return {
    status: statusCode as FileReply['status'],
    headers: rest,
    contentType: statusCode === 304 ? undefined : (options.contentType ?? type),
    // The library counts in numbers, whatever its types say.
    content: statusCode === 304 ? undefined : new FileContent(found, startOf(rest['Content-Range']), Number(length))
  }
}

/** The folder may be a link itself; one that is real need not be resolved for each file. */
async function findIn(root: string, path: string): Promise<string | undefined> {
  return (await findBelow(root, path)) ?? findBelow(await realpath(root), path)
}

/** The place of the first byte of a range, by `Content-Range`. */
function startOf(range: string | undefined): number {
  return range === undefined ? 0 : Number.parseInt(range.slice('bytes '.length), 10)
}

function errorOf(status: number, headers: Readonly<Record<string, string>>): HttpError {
  if (status === 412) return new HttpError(412, 'A condition of the request is not met')
  if (status !== 416) return new NotFound()
  const range = headers['Content-Range']
  return new HttpError(416, 'The file does not have this range', {
    headers: range === undefined ? {} : { 'content-range': range }
  })
}
