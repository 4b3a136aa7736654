import { NUMBER_FORMATS, STRING_FORMATS } from './asserted-formats.js'
import { isDecimalMultiple } from './decimal-multiple.js'
import { isNode, type JsonSchema, mapSchemas, resolvePointer, type SchemaNode } from './json-schema-2020.js'
import type { VerifyLibraries } from './libraries.js'
import type { PublishedDocument } from './published-document.js'

/**
 * What a value is checked as:
 * - `request`: `readOnly` properties need not be there, and are ignored;
 * - `request-strict`: `readOnly` properties must not be there;
 * - `fraction`: as `request`, for a number that is not written as an integer: no `integer` takes it;
 * - `response`: `writeOnly` properties must not be there, and properties that the schema does not name neither;
 * - `response-open`: as `response`, with unnamed properties let be.
 */
export type CheckPurpose = 'request' | 'request-strict' | 'fraction' | 'response' | 'response-open'

/** Why a value is not valid. */
export interface SchemaFault {
  /** In the manner of a fault's path: `lines[3].sku`; empty for the value itself. */
  readonly path: string
  readonly keyword: string
  readonly message: string
}

type Check = (value: unknown) => SchemaFault | undefined

const BASE = 'https://document.invalid/'

/** Compiles the schemas of one document with Ajv: each once, when it is first needed. */
export class SchemaChecks {
  readonly #document: PublishedDocument
  readonly #libraries: VerifyLibraries
  readonly #compilers = new Map<CheckPurpose, (schema: JsonSchema) => Check>()
  /** Equal schemas share a check; the same schema need not be written out to find it. */
  readonly #checks = new Map<string, Check>()
  readonly #known = new Map<CheckPurpose, WeakMap<object, Check>>()
  readonly #resolved = new WeakMap<object, JsonSchema>()
  /** Whether any schema of the document has a `readOnly` property. */
  readonly hasReadOnly: boolean

  constructor(document: PublishedDocument, libraries: VerifyLibraries) {
    this.#document = document
    this.#libraries = libraries
    const schemas = [document.root, document.operations.map(({ parameters, body }) => [parameters, [...(body?.content ?? [])]])]
    this.hasReadOnly = JSON.stringify(schemas).includes('"readOnly":true')
  }

  /** The first thing wrong with the value; undefined where it is valid. */
  check(schema: JsonSchema, value: unknown, purpose: CheckPurpose): SchemaFault | undefined {
    return this.#compiled(schema, purpose)(value)
  }

  /** What a reference leads to. */
  resolve(schema: JsonSchema): JsonSchema {
    if (!isNode(schema) || typeof schema.$ref !== 'string') return schema
    let resolved = this.#resolved.get(schema)
    if (resolved === undefined) {
      resolved = this.#follow(schema)
      this.#resolved.set(schema, resolved)
    }
    return resolved
  }

  #follow(schema: SchemaNode): JsonSchema {
    let at: JsonSchema = schema
    for (let hops = 0; isNode(at) && typeof at.$ref === 'string' && hops < 32; hops++) {
      const target = resolvePointer(this.#document.root, at.$ref) as JsonSchema
      const { $ref, ...beside } = at
      at = Object.keys(beside).length === 0 ? target : { ...beside, allOf: [target, ...list(beside.allOf)] }
    }
    return at
  }

  #compiled(schema: JsonSchema, purpose: CheckPurpose): Check {
    if (!isNode(schema)) return schema ? () => undefined : () => ({ path: '', keyword: 'false', message: 'must not be there' })
    let known = this.#known.get(purpose)
    if (known === undefined) this.#known.set(purpose, (known = new WeakMap()))
    let check = known.get(schema)
    if (check === undefined) {
      const key = `${purpose} ${JSON.stringify(schema)}`
      check = this.#checks.get(key) ?? this.#compilerOf(purpose)(schema)
      this.#checks.set(key, check)
      known.set(schema, check)
    }
    return check
  }

  #compilerOf(purpose: CheckPurpose): (schema: JsonSchema) => Check {
    let compiler = this.#compilers.get(purpose)
    if (compiler === undefined) {
      compiler = this.#makeCompiler(purpose)
      this.#compilers.set(purpose, compiler)
    }
    return compiler
  }

  #makeCompiler(purpose: CheckPurpose): (schema: JsonSchema) => Check {
    const ajv = new this.#libraries.Ajv({
      strict: false,
      logger: false,
      ownProperties: true,
      verbose: false,
      inlineRefs: false,
      formats: {
        ...STRING_FORMATS,
        ...Object.fromEntries(
          Object.entries(NUMBER_FORMATS).map(([name, validate]) => [name, { type: 'number', validate }] as const)
        )
      }
    })
    ajv.removeKeyword('multipleOf')
    ajv.addKeyword({
      keyword: 'multipleOf',
      type: 'number',
      schemaType: 'number',
      validate: (divisor: number, value: number) => isDecimalMultiple(value, divisor),
      error: { message: ({ schema }) => `must be multiple of ${schema}` }
    })
    const components = this.#document.root.components as { schemas: Record<string, JsonSchema> }
    const schemas = Object.entries(components.schemas).map(
      ([name, schema]) => [name, this.#prepare(schema, purpose, false)] as const
    )
    ajv.addSchema({ $id: BASE, components: { schemas: Object.fromEntries(schemas) } })
    return (schema) => {
      const validate = ajv.compile(this.#prepare(schema, purpose, true))
      return (value) => {
        if (validate(value)) return undefined
        const errors = validate.errors ?? []
        const error = errors[0]
        return {
          path: faultPath(error?.instancePath ?? ''),
          keyword: error?.keyword ?? 'false',
          message: describe(errors)
        }
      }
    }
  }

  /** `isRoot`: the schema alone speaks about its value, it is no part of an `allOf` and the like. */
  #prepare(schema: JsonSchema, purpose: CheckPurpose, isRoot: boolean): JsonSchema {
    if (!isNode(schema)) return schema
    const out = mapSchemas(schema, (child, keyword) => this.#prepare(child, purpose, INSTANCES.has(keyword)))
    delete out.examples
    delete out.discriminator
    if (typeof out.$ref === 'string') out.$ref = BASE + out.$ref
    if (purpose === 'fraction') forbidIntegers(out)
    this.#direct(schema, out, purpose)
    const isOpen = out.additionalProperties !== undefined || out.unevaluatedProperties !== undefined
    if (purpose === 'response' && isRoot && !isOpen && this.#namesProperties(schema, new Set())) {
      out.unevaluatedProperties = false
    }
    return out
  }

  /** OpenAPI 3.0.3, section 4.7.24.2: `readOnly` and `writeOnly`, and what they do to `required`. */
  #direct(schema: SchemaNode, out: SchemaNode, purpose: CheckPurpose): void {
    if (!isNode(out.properties)) return
    const flag = purpose.startsWith('response') ? 'writeOnly' : 'readOnly'
    const flagged = Object.entries(schema.properties as Record<string, JsonSchema>)
      .filter(([, property]) => this.#isFlagged(property, flag))
      .map(([name]) => name)
    if (flagged.length === 0) return
    const replaced = purpose === 'request' || purpose === 'fraction'
    for (const name of flagged) out.properties[name] = replaced
    if (Array.isArray(out.required)) out.required = out.required.filter((name) => !flagged.includes(name as string))
  }

  #isFlagged(schema: JsonSchema, flag: 'readOnly' | 'writeOnly'): boolean {
    const resolved = this.resolve(schema)
    if (!isNode(resolved)) return false
    return resolved[flag] === true || list(resolved.allOf).some((part) => this.#isFlagged(part, flag))
  }

  #namesProperties(schema: JsonSchema, seen: Set<unknown>): boolean {
    const resolved = this.resolve(schema)
    if (!isNode(resolved) || seen.has(resolved)) return false
    seen.add(resolved)
    if (isNode(resolved.properties) && Object.keys(resolved.properties).length > 0) return true
    const parts = [...list(resolved.allOf), ...list(resolved.anyOf), ...list(resolved.oneOf)]
    return parts.some((part) => this.#namesProperties(part, seen))
  }
}

/** The keywords whose schemas speak about a value inside of the value. */
const INSTANCES = new Set(['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems'])

function forbidIntegers(schema: SchemaNode): void {
  const types = [schema.type].flat().filter((type) => type !== undefined)
  if (!types.includes('integer')) return
  const others = types.filter((type) => type !== 'integer')
  if (others.length > 0) schema.type = others
  else {
    delete schema.type
    schema.not = {}
  }
}

function list(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value : []
}

/** `/lines/3/sku` as `lines[3].sku`. */
export function faultPath(pointer: string): string {
  let path = ''
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    path += /^\d+$/.test(name) ? `[${name}]` : path === '' ? name : `.${name}`
  }
  return path
}

function describe(errors: readonly { readonly message?: string; readonly params?: object; readonly keyword: string }[]): string {
  const texts = errors.map(({ message = 'is not valid', keyword, params }) => {
    const { additionalProperty, unevaluatedProperty } = params as { [name: string]: unknown }
    const extra = additionalProperty ?? unevaluatedProperty
    if (keyword === 'false schema') return 'must not be there'
    return extra === undefined ? message : `${message} (${JSON.stringify(extra)})`
  })
  return [...new Set(texts)].slice(0, 4).join(', or ')
}
