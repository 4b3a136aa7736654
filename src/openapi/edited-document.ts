import { isDeepStrictEqual } from 'node:util'
import { SetupError, SetupErrors } from '../errors.js'
import { extensionFault, isExtension } from '../extensions.js'
import type { OpenAPIVersion } from '../record/json-schema/schema-dialect.js'
import type { OpenAPIDocument, Tag } from './document.js'
import { parseTags } from './tags.js'

const PLACE = 'editDocument'

type Json = null | boolean | number | string | readonly Json[] | JsonObject
interface JsonObject {
  readonly [key: string]: Json
}

/** What only tells readers something, and the values that it may have. */
const WORDS: Readonly<Record<string, { readonly isRight: (value: Json) => boolean; readonly expected: string }>> = {
  summary: { isRight: (value) => typeof value === 'string', expected: 'a text' },
  description: { isRight: (value) => typeof value === 'string', expected: 'a text' },
  example: { isRight: () => true, expected: 'a value' },
  examples: {
    isRight: (value) => typeof value === 'object' && value !== null,
    expected: 'an object by name, or a list'
  },
  tags: { isRight: Array.isArray, expected: 'a list' }
}

/** Members whose keys are names: a property that is called `description` is a schema, and a header `x-total` no extension. */
const NAMED: ReadonlySet<string> = new Set([
  ...['paths', 'webhooks', 'x-webhooks', 'pathItems', 'additionalOperations', 'callbacks', 'links', 'securitySchemes'],
  ...['schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'content', 'encoding', 'variables', 'scopes'],
  ...['properties', 'patternProperties', '$defs', 'dependentSchemas', 'mapping']
])

/** Members that hold values, in which nothing is a keyword. */
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'security'])

/**
 * Lets a function of the application edit a finished document. It may add and replace descriptions, summaries, examples and
 * tags, and add extensions: with any of these the service is the same.
 *
 * @param edit gets a copy, which it may change, and returns the edited document, or nothing for the changed copy
 * @throws BootstrapError of DOCUMENT_CONTRADICTED for each other change, with its JSON Pointer; SetupError DOCUMENT_INVALID for
 *   what is no document
 */
export function editedDocument(
  document: OpenAPIDocument,
  edit: (document: OpenAPIDocument) => unknown
): OpenAPIDocument {
  const before = jsonOf(document)
  const after = jsonOf(resultOf(edit, structuredClone(before) as unknown as OpenAPIDocument))
  const comparison = new Comparison(document.openapi.startsWith('3.0'))
  comparison.ofObjects(before, after, [])
  comparison.errors.throwIfAny()
  parseTags(after.tags as readonly Tag[] | undefined, document.openapi.slice(0, 3) as OpenAPIVersion)
  return after as unknown as OpenAPIDocument
}

function resultOf(edit: (document: OpenAPIDocument) => unknown, copy: OpenAPIDocument): object {
  let result: unknown
  try {
    result = edit(copy)
  } catch (cause) {
    throw Object.assign(invalid(`it throws ${String(cause)}`, 'see the cause of this error'), { cause })
  }
  if (result === undefined) return copy
  if (result instanceof Promise) {
    result.catch(() => undefined)
    throw invalid('it returns a promise', 'read what it needs before the application is made')
  }
  if (isObject(result as Json)) return result as object
  throw invalid('it returns no document', 'return the edited document, or nothing')
}

/** The document as it is sent: without what is undefined. */
function jsonOf(document: object): JsonObject {
  try {
    return JSON.parse(JSON.stringify(document))
  } catch (cause) {
    throw invalid(`it returns what is not JSON: ${(cause as Error).message}`, 'return an object of JSON values')
  }
}

function invalid(what: string, remedy: string): SetupError {
  return new SetupError('DOCUMENT_INVALID', what, PLACE, remedy)
}

type Path = readonly (string | number)[]

/** Finds what an edited document says differently. */
class Comparison {
  readonly errors = new SetupErrors()
  readonly #isOpenAPI30: boolean

  constructor(isOpenAPI30: boolean) {
    this.#isOpenAPI30 = isOpenAPI30
  }

  ofObjects(before: JsonObject, after: JsonObject, path: Path): void {
    for (const key of keysOf(before, after)) {
      const [old, now, place] = [own(before, key), own(after, key), [...path, key]]
      const word = Object.hasOwn(WORDS, key) ? WORDS[key] : undefined
      if (old === now) continue
      if (NAMED.has(key) && isObject(old) && isObject(now)) this.#ofNames(old, now, place)
      else if (now === undefined) this.#fail(old, now, place)
      else if (VALUES.has(key)) this.#ofConstants(old, now, place)
      else if (word !== undefined) this.#ofWords(word, now, place, '$ref' in after)
      else if (old === undefined && isExtension(key)) this.#ofExtension(key, now, place)
      else this.#ofValues(old, now, place)
    }
  }

  #ofNames(before: JsonObject, after: JsonObject, path: Path): void {
    for (const key of keysOf(before, after)) this.#ofValues(own(before, key), own(after, key), [...path, key])
  }

  #ofValues(before: Json | undefined, after: Json | undefined, path: Path): void {
    if (before === after) return
    if (isObject(before) && isObject(after)) this.ofObjects(before, after, path)
    else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
      for (const [index, item] of before.entries()) this.#ofValues(item as Json, after[index], [...path, index])
    } else this.#fail(before, after, path)
  }

  #ofWords({ isRight, expected }: (typeof WORDS)[string], value: Json, path: Path, isBesideReference: boolean): void {
    if (!isRight(value)) this.#add(`${path.at(-1)} is ${shown(value)}`, path, `make it ${expected}`)
    else if (isBesideReference && this.#isOpenAPI30) {
      this.#add('OpenAPI 3.0 reads nothing beside $ref', path, 'write it at the component')
    }
  }

  #ofExtension(name: `x-${string}`, value: Json, path: Path): void {
    const fault = extensionFault(name, value)
    if (fault !== undefined) this.#add(fault.what, path, fault.remedy)
  }

  #ofConstants(before: Json | undefined, after: Json, path: Path): void {
    if (!isDeepStrictEqual(before, after)) this.#fail(before, after, path)
  }

  #fail(before: Json | undefined, after: Json | undefined, path: Path): void {
    const change =
      before === undefined
        ? `adds ${shown(after)}`
        : after === undefined
          ? `removes ${shown(before)}`
          : `replaces ${shown(before)} by ${shown(after)}`
    this.#add(`it ${change}`, path, 'change it where it is declared')
  }

  #add(what: string, path: Path, remedy: string): void {
    const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    this.errors.add(new SetupError('DOCUMENT_CONTRADICTED', what, `${PLACE}, #${pointer}`, remedy))
  }
}

function keysOf(before: JsonObject, after: JsonObject): Set<string> {
  return new Set([...Object.keys(before), ...Object.keys(after)])
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const LONGEST = 60

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
