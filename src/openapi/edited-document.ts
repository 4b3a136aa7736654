import { isDeepStrictEqual } from 'node:util'
import { SetupError, SetupErrors } from '../errors.js'
import { extensionFault, isExtension, valueFault } from '../extensions.js'
import { readableError } from '../http/lifetime/thrown-value.js'
import type { OpenAPIVersion } from '../record/json-schema/schema-dialect.js'
import { isJsonObject } from '../record/type/reading-options.js'
import type { OpenAPIDocument, Tag } from './document.js'
import { parseTags } from './tags.js'

const PLACE = 'editDocument'

type Json = null | boolean | number | string | readonly Json[] | JsonObject
interface JsonObject {
  readonly [key: string]: Json
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
    throw Object.assign(invalid(`it throws ${readableError(cause)}`, 'see the cause of this error'), { cause })
  }
  if (result === undefined) return copy
  if (result instanceof Promise) {
    result.catch(() => undefined)
    throw invalid('it returns a promise', 'read what it needs before the application is made')
  }
  if (isJsonObject(result)) return result
  throw invalid('it returns no document', 'return the edited document, or nothing')
}

/** The document as it is sent: without what is undefined. */
function jsonOf(document: object): JsonObject {
  let json: Json | undefined
  try {
    json = JSON.parse(JSON.stringify(document))
  } catch (cause) {
    throw invalid(`it returns what is not JSON: ${readableError(cause).message}`, 'return an object of JSON values')
  }
  if (isJsonObject(json)) return json
  throw invalid('it returns no document', 'return the edited document, or nothing')
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
    for (const { key, old, now, place } of changedMembers(before, after, path)) {
      if (NAMED.has(key) && isJsonObject(old) && isJsonObject(now)) this.#ofNames(old, now, place)
      else if (now === undefined) this.#fail(old, now, place)
      else if (VALUES.has(key) || (isExtension(key) && old !== undefined)) this.#ofValues(old, now, place)
      else if (isExtension(key)) this.#ofExtension(key, now, before, place)
      else if (isWord(key, before, path)) this.#ofWord(key, now, before, place)
      else this.#ofMembers(old, now, place)
    }
  }

  #ofNames(before: JsonObject, after: JsonObject, path: Path): void {
    const kind = path.at(-1)
    for (const { old, now, place } of changedMembers(before, after, path)) {
      if (kind === 'links' && isJsonObject(old) && isJsonObject(now)) this.#ofLink(old, now, place)
      else if (kind === 'callbacks' && isJsonObject(old) && isJsonObject(now)) this.#ofNames(old, now, place)
      else this.#ofMembers(old, now, place)
    }
  }

  /** Its `requestBody` and `parameters` are values (OpenAPI 3.0.3, section 4.7.20). */
  #ofLink(before: JsonObject, after: JsonObject, path: Path): void {
    for (const { key, old, now, place } of changedMembers(before, after, path)) {
      if (key === 'description' && now !== undefined) this.#ofWord(key, now, before, place)
      else this.#ofValues(old, now, place)
    }
  }

  #ofMembers(before: Json | undefined, after: Json | undefined, path: Path): void {
    if (before === after) return
    if (isJsonObject(before) && isJsonObject(after)) this.ofObjects(before, after, path)
    else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
      for (const [index, item] of before.entries()) this.#ofMembers(item as Json, after[index], [...path, index])
    } else this.#fail(before, after, path)
  }

  #ofWord(name: string, value: Json, within: JsonObject, path: Path): void {
    const fault = valueFault(value)
    if (fault !== undefined) this.#add(`${name} has ${fault}`, path, 'make it simpler')
    else if (!isRightWord(name, value, within))
      this.#add(`${name} is ${shown(value)}`, path, `make it ${EXPECTED[name]}`)
    else this.#besideReference(within, path, name === 'description' || name === 'summary')
  }

  #ofExtension(name: `x-${string}`, value: Json, within: JsonObject, path: Path): void {
    const fault = extensionFault(name, value)
    if (fault !== undefined) this.#add(fault.what, path, fault.remedy)
    else this.#besideReference(within, path, false)
  }

  /** A Reference Object has nothing else, from 3.1 on but a description and a summary; a schema may have anything then. */
  #besideReference(within: JsonObject, path: Path, isAllowed: boolean): void {
    if (!('$ref' in within) || (!this.#isOpenAPI30 && (isAllowed || isInSchema(path)))) return
    this.#add(
      `OpenAPI ${this.#isOpenAPI30 ? '3.0 reads nothing' : 'has no such member'} beside $ref`,
      path,
      'write it at the component'
    )
  }

  #ofValues(before: Json | undefined, after: Json | undefined, path: Path): void {
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

/** What a word has to be, by its name. */
const EXPECTED: Readonly<Record<string, string>> = {
  summary: 'a text',
  description: 'a text',
  example: 'a value',
  examples: 'a list in a schema, and else an object of examples by name',
  tags: 'a list of tags'
}

/** Members that are objects without a description. */
const WITHOUT_WORDS: ReadonlySet<unknown> = new Set([
  'components',
  'discriminator',
  'flows',
  'contact',
  'license',
  'xml'
])

/** Members whose objects by name have none. */
const EACH_WITHOUT_DESCRIPTION: ReadonlySet<unknown> = new Set(['content', 'encoding', 'flows'])

/** Whether OpenAPI has a member of this name in this object that only tells readers something. */
function isWord(name: string, within: JsonObject, path: Path): boolean {
  const { member, named } = lastOf(path)
  if (!Object.hasOwn(EXPECTED, name) || WITHOUT_WORDS.has(member)) return false
  const isOperation = 'responses' in within && path[0] !== 'components'
  if (name === 'tags') return isOperation || path.length === 0
  if (name === 'summary') return isOperation || PATH_ITEMS.has(named)
  if (name === 'description') return path.length > 0 && !EACH_WITHOUT_DESCRIPTION.has(named)
  return isInSchema(path) || 'schema' in within
}

/** The member that holds an object, or the one that holds it by a name: a property may be called `contact`. */
function lastOf(path: Path): { readonly member: unknown; readonly named: unknown } {
  let [member, named]: unknown[] = []
  for (const step of path) {
    const isName = NAMED.has(String(member)) || member === 'flows'
    const isCallback = isName && member === 'callbacks'
    named = isName ? member : undefined
    member = isCallback ? 'paths' : isName ? undefined : step
  }
  return { member, named }
}

const PATH_ITEMS: ReadonlySet<unknown> = new Set(['paths', 'webhooks', 'x-webhooks'])

function isRightWord(name: string, value: Json, within: JsonObject): boolean {
  if (name === 'summary' || name === 'description') return typeof value === 'string'
  // Those of the document are checked as the option of that name.
  if (name === 'tags')
    return Array.isArray(value) && ('openapi' in within || value.every((tag) => typeof tag === 'string'))
  if (name === 'example') return true
  return 'schema' in within ? isJsonObject(value) && Object.values(value).every(isJsonObject) : Array.isArray(value)
}

function isInSchema(path: Path): boolean {
  return path.includes('schema') || path.includes('schemas')
}

interface ChangedMember {
  readonly key: string
  readonly old: Json | undefined
  readonly now: Json | undefined
  readonly place: Path
}

/** The members of two objects that are not the same value; objects and lists never are, whatever is in them. */
function changedMembers(before: JsonObject, after: JsonObject, path: Path): ChangedMember[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys]
    .map((key) => ({ key, old: own(before, key), now: own(after, key), place: [...path, key] }))
    .filter(({ old, now }) => old !== now)
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

const LONGEST = 60

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
