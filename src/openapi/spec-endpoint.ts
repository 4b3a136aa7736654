import { SetupError } from '../errors.js'
import type { NodeHandler } from '../http/route.js'
import type { OpenAPIDocument } from './document.js'
import { compileFile } from './embedded-file.js'

/** The document as the spec endpoint sends it: JSON, kept as bytes, with an ETag and 304. */
export function compileSpecEndpoint(document: OpenAPIDocument): NodeHandler {
  return compileFile({
    contentType: 'application/json',
    bytes: Buffer.from(JSON.stringify(document)),
    // A new deployment changes it at any time: clients ask, and are told 304 as long as it is the same.
    headers: { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }
  })
}

/** @throws SetupError PATH_INVALID unless the path consists of literal segments. */
export function checkSpecPath(path: unknown): void {
  if (typeof path === 'string' && path.startsWith('/') && !/[{}]/.test(path)) return
  throw new SetupError(
    'PATH_INVALID',
    `the path of the document ${JSON.stringify(path)} is not a path of literal segments`,
    'serveOpenAPISpec',
    "write it like '/openapi.json'"
  )
}
