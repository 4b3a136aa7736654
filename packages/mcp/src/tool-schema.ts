import type { OpenAPIDocument, SchemaObject } from 'fieldstone'
/** JSON Schema 2020-12 of an object, with all that it refers to. */
export interface ObjectSchema {
  readonly type: 'object'
  readonly [keyword: string]: unknown
}

const COMPONENT = '#/components/schemas/'

/**
 * Schemas of a document of OpenAPI 3.1 or 3.2, whose dialect is JSON Schema 2020-12, taken out of it: what they refer to is in
 * their `$defs`. Keywords that only OpenAPI knows are left out, as no reader of a tool knows them.
 */
export class SchemaExtract {
  readonly #components: Readonly<Record<string, SchemaObject>>
  readonly #definitions = new Map<string, unknown>()
  readonly #keepsFormat: (format: unknown) => boolean

  /** @param keepsFormat which formats the schemas have; default: all */
  constructor(document: OpenAPIDocument, keepsFormat: (format: unknown) => boolean = () => true) {
    this.#components = document.components?.schemas ?? {}
    this.#keepsFormat = keepsFormat
  }

  /** The schema, with its references as they are written here. */
  take(schema: SchemaObject): unknown {
    return this.#rewritten(schema)
  }

  /** What the schemas that were taken refer to, as the member `$defs`; nothing where they refer to nothing. */
  get definitions(): { readonly $defs?: Readonly<Record<string, unknown>> } {
    return this.#definitions.size === 0 ? {} : { $defs: Object.fromEntries(this.#definitions) }
  }

  /** The schema that a reference names, or the schema itself. */
  resolve(schema: SchemaObject): SchemaObject {
    const name = componentOf(schema.$ref)
    const found = name === undefined ? undefined : this.#components[name]
    return found ?? schema
  }

  #rewritten(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#rewritten(item))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
      if (key === '$ref' && typeof member === 'string') return [[key, this.#reference(member)]]
      if (DATA.has(key)) return [[key, member]]
      if (key === 'format' && !this.#keepsFormat(member)) return []
      if (NAMED.has(key)) return [[key, this.#byName(member)]]
      return OPENAPI_ONLY.has(key) || key.startsWith('x-') ? [] : [[key, this.#rewritten(member)]]
    })
    return Object.fromEntries(entries)
  }

  /** Names of properties are no keywords. */
  #byName(schemas: unknown): unknown {
    const entries = Object.entries(schemas as object)
    return Object.fromEntries(entries.map(([name, schema]) => [name, this.#rewritten(schema)]))
  }

  #reference(target: string): string {
    const name = componentOf(target)
    if (name === undefined || this.#components[name] === undefined) return target
    if (!this.#definitions.has(name)) {
      // Before its members: it may refer to itself.
      this.#definitions.set(name, true)
      this.#definitions.set(name, this.#rewritten(this.#components[name]))
    }
    return `#/$defs/${target.slice(COMPONENT.length)}`
  }
}

/**
 * Whether clients that check results by a format agree with the service about it: the official one warns of each that it does
 * not know, and rejects results for some that it reads more strictly, as `email`.
 */
export function isAgreedFormat(format: unknown): boolean {
  return AGREED.has(format)
}

const AGREED: ReadonlySet<unknown> = new Set([
  'date-time',
  'date',
  'time',
  'uuid',
  'ipv4',
  'byte',
  'int32',
  'int64',
  'float',
  'double'
])

const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required'])
const OPENAPI_ONLY: ReadonlySet<string> = new Set(['discriminator', 'xml', 'externalDocs', 'example'])

function componentOf(reference: string | undefined): string | undefined {
  if (reference?.startsWith(COMPONENT) !== true) return undefined
  return reference.slice(COMPONENT.length).replaceAll('~1', '/').replaceAll('~0', '~')
}
