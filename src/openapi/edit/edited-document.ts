import { SetupError, SetupErrors } from '../../errors.js'
import { isObject, type Json, type JsonObject, type Report, type WrongChange } from './changes.js'
import { checkWhole, documentRule } from './document-changes.js'
import { Examples } from './examples.js'

/** How the parts of a document are checked that an application gives as options as well. */
export interface PartChecks {
  /** Throws what is wrong with what a document says of the whole API. */
  readonly header: (document: JsonObject) => void
  /** Throws what is wrong with a list of servers. */
  readonly servers: (servers: Json) => void
}

const PLACE = 'editDocument'

/**
 * Lets an application's function edit a finished document, and checks what it returns: it must be the same for the service.
 *
 * @param edit gets a copy, which it may change, and returns the edited document, or nothing for the changed copy
 * @throws BootstrapError of DOCUMENT_CONTRADICTED for each change that makes the document untrue or malformed, and of DOCUMENT_INVALID
 */
export function editedDocument<D extends object>(document: D, edit: (document: D) => unknown, checks: PartChecks): D {
  // What is undefined is not in a document.
  const before = JSON.parse(JSON.stringify(document)) as JsonObject
  const edited = returned(structuredClone(before) as unknown as D, edit)
  const after = jsonOf(edited)
  const errors = new SetupErrors()
  const seen = new Set<string>()
  const report: Report = (change) => {
    const { what, remedy } = change
    const error = new SetupError('DOCUMENT_CONTRADICTED', what, placeOf(change), remedy)
    if (!seen.has(error.message)) errors.add(error)
    seen.add(error.message)
  }
  const schemas = isObject(after.components) && isObject(after.components.schemas) ? after.components.schemas : {}
  const checkServers = (servers: Json, path: readonly string[], each: Report) => {
    try {
      checks.servers(servers)
    } catch (error) {
      each({ path, what: (error as Error).message, remedy: 'write them as in the option servers' })
    }
  }
  documentRule(new Examples(schemas), checkServers)(before, after, [], report)
  checkWhole(after, report)
  errors.throwIfAny()
  checks.header(after)
  return after as unknown as D
}

function placeOf({ path }: WrongChange): string {
  return path.length === 0 ? PLACE : `${PLACE}, ${path.join(' › ')}`
}

function returned<D extends object>(copy: D, edit: (document: D) => unknown): object {
  let result: unknown
  try {
    result = edit(copy)
  } catch (cause) {
    const error = invalid(`it throws ${String(cause)}`, 'see the cause of this error')
    error.cause = cause
    throw error
  }
  if (result === undefined) return copy
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    throw invalid('it returns no document', 'return the edited document, or nothing')
  }
  if (result instanceof Promise) {
    result.catch(() => undefined)
    throw invalid(
      'it returns a promise',
      'read what it needs before the application is made: the document is checked at once'
    )
  }
  return result
}

/** The document as it is sent. */
function jsonOf(document: object): JsonObject {
  try {
    return JSON.parse(JSON.stringify(document)) as JsonObject
  } catch (cause) {
    throw invalid(`it returns what is not JSON: ${(cause as Error).message}`, 'return an object of JSON values')
  }
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('DOCUMENT_INVALID', what, PLACE, remedy)
}
