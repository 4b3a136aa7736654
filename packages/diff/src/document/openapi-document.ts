import { follow } from './json-pointer.js'
import { isMembers, type Members } from './members.js'

/** A document cannot be compared: it is not there, cannot be read, or is not OpenAPI 3. */
export class DiffError extends Error {
  /** Always this. */
  override readonly name = 'DiffError'
}

/** A document as its schemas need it: what they refer to, and how they are read. */
export interface SchemaDocument {
  readonly root: unknown
  /** Whether schemas are those of OpenAPI 3.0: `nullable`, exclusive bounds as booleans, nothing beside `$ref`. */
  readonly is30: boolean
}

/** An OpenAPI document that is compared. */
export interface OpenAPIDocumentAt extends SchemaDocument {
  /** The document itself, as JSON. */
  readonly root: Members
  /** What it is called in messages and reports. */
  readonly name: string
}

/** An object of a document, and where it is. */
export interface Located {
  readonly node: Members
  readonly at: string
}

/**
 * A value as an OpenAPI document.
 *
 * @throws DiffError for any other
 */
export function openAPIDocument(value: unknown, name: string): OpenAPIDocumentAt {
  if (!isMembers(value)) throw new DiffError(`${name} is not an OpenAPI document: it is not an object`)
  if (value.swagger !== undefined) {
    throw new DiffError(
      `${name} is Swagger ${String(value.swagger)}; convert it to OpenAPI 3 first, as swagger2openapi does`
    )
  }
  const version = String(value.openapi)
  if (!/^3\./.test(version)) {
    throw new DiffError(`${name} is not an OpenAPI document: it has no member \`openapi\` that begins with 3`)
  }
  return { root: value, name, is30: version.startsWith('3.0') }
}

/**
 * Reads a document from its text, JSON or YAML.
 *
 * @throws DiffError for another text, and for a document that is not OpenAPI 3
 */
export async function parseDocument(text: string, name: string): Promise<OpenAPIDocumentAt> {
  const json = text.replace(/^\uFEFF/, '')
  if (/^\s*[{[]/.test(json)) {
    try {
      return openAPIDocument(JSON.parse(json), name)
    } catch (error) {
      if (error instanceof DiffError) throw error
      // YAML has this form, too.
    }
  }
  const yaml = await import('yaml')
  const parsed = yaml.parseDocument(json, {
    merge: true,
    uniqueKeys: false,
    logLevel: 'silent'
  })
  const fault = parsed.errors[0]
  if (fault !== undefined) throw new DiffError(`${name} is neither JSON nor YAML: ${fault.message.trim()}`)
  return openAPIDocument(yamlValue(parsed, name), name)
}

/** What a document of YAML says; an alias may be of nothing, or stand for too much. */
function yamlValue(parsed: { toJS(options: { readonly maxAliasCount: number }): unknown }, name: string): unknown {
  try {
    return parsed.toJS({ maxAliasCount: 1000 })
  } catch (error) {
    throw new DiffError(`${name} cannot be read as YAML: ${(error as Error).message}`)
  }
}

/** What a member of the document is, where it may refer to another place. */
export function located({ root }: SchemaDocument, value: unknown, at: string): Located {
  let [node, place] = [value, at]
  for (let steps = 0; steps < 20 && isMembers(node) && typeof node.$ref === 'string'; steps++) {
    const target = follow(root, node.$ref)
    if (target === undefined) break
    node = target.value
    place = target.at
  }
  return { node: isMembers(node) ? node : {}, at: place }
}
