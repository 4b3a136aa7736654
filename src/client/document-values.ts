/** An object of a document, of which nothing is known yet: documents come from anywhere. */
export interface LooseObject {
  readonly [name: string]: unknown
}

/** The document cannot be made into a client: what is wrong, where, and what to do. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}

/** The value where it is an object, else an empty one. */
export function objectOf(value: unknown): LooseObject {
  return isObject(value) ? value : {}
}

/** Whether the value is an object, and not a list. */
export function isObject(value: unknown): value is LooseObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value where it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value where it is a text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The texts of a list. */
export function textsOf(value: unknown): string[] {
  return listOf(value).filter((item): item is string => typeof item === 'string')
}

/** The member where the object itself has it: names come from documents, and `constructor` is one of them. */
function memberOf(object: unknown, name: string): unknown {
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined
}

/** A document, in which references are followed. */
export class LooseDocument {
  readonly root: LooseObject
  readonly #found = new Map<string, unknown>()

  constructor(document: unknown) {
    if (!isObject(document)) throw new DocumentError('The document is not an object; give an OpenAPI document')
    this.root = document
    const { openapi, swagger } = document
    if (typeof openapi === 'string' && /^3\.[0-2]/.test(openapi)) return
    const what =
      swagger === undefined ? `of the version ${JSON.stringify(openapi)} of OpenAPI` : `Swagger ${String(swagger)}`
    throw new DocumentError(`The document is ${what}; convert it to OpenAPI 3.0, 3.1 or 3.2`)
  }

  /**
   * What a reference means: `#/components/schemas/Item`.
   *
   * @throws DocumentError for one to nothing, and for one to another file
   */
  target(ref: string): unknown {
    if (this.#found.has(ref)) return this.#found.get(ref)
    if (!ref.startsWith('#')) {
      throw new DocumentError(
        `The document refers to ${JSON.stringify(ref)}, which is in another file; make one file of them, as \`redocly bundle\` does`
      )
    }
    let value: unknown = this.root
    for (const part of partsOf(ref)) {
      value = Array.isArray(value) ? value[Number(part)] : memberOf(value, part)
      if (value === undefined) {
        throw new DocumentError(
          `The document refers to ${JSON.stringify(ref)}, which it does not have; correct the reference`
        )
      }
    }
    this.#found.set(ref, value)
    return value
  }

  /**
   * The object that is meant, whether it is here or behind references.
   *
   * @throws DocumentError for references that lead in a circle, or to nothing
   */
  resolve(value: unknown): LooseObject {
    const passed = new Set<string>()
    let at = objectOf(value)
    for (let ref = at.$ref; typeof ref === 'string'; ref = at.$ref) {
      if (passed.has(ref)) {
        throw new DocumentError(`The reference ${JSON.stringify(ref)} leads in a circle; correct it`)
      }
      passed.add(ref)
      at = objectOf(this.target(ref))
    }
    return at
  }

  /** The only text, number or boolean that a schema allows, where it says that there is one. */
  constantOf(given: unknown): string | number | boolean | undefined {
    const pending = [given]
    // Those that are met again say nothing new, and may be in a circle.
    const met = new Set<unknown>()
    while (pending.length > 0) {
      const schema = this.resolve(pending.shift())
      if (met.has(schema)) continue
      met.add(schema)
      const values = schema.const === undefined ? listOf(schema.enum) : [schema.const]
      const [value] = values
      if (values.length === 1 && isScalar(value)) return value
      pending.push(...listOf(schema.allOf))
    }
    return undefined
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** The names in a JSON pointer in a URI fragment (RFC 6901, section 6). */
export function partsOf(ref: string): string[] {
  const parts = ref.split('/').slice(1)
  return parts.map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
