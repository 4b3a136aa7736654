import { EqualPurposes } from './equal-purposes.js'
import {
  isNode,
  type JsonSchema,
  mapSchemas,
  resolvePointer,
  type SchemaNode,
  schemasUnder
} from './json-schema-2020.js'
import { hasDistinctItems, isDecimalMultiple, LOOSE_FORMATS, NUMBER_FORMATS, STRING_FORMATS } from './keyword-checks.js'
import type { VerifyLibraries } from './libraries.js'
import { compilePattern, Patterns } from './patterns.js'
import type { PublishedDocument } from './published-document.js'
import { SchemaGrowth } from './schema-growth.js'
import { type CheckPurpose, DOCUMENT_ID, SchemaPreparation } from './schema-preparation.js'
import { readingFault } from './verify-error.js'

/** Why a value is not valid. */
export interface SchemaFault {
  /** Written as in a fault: `lines[3].sku`; empty for the value itself. */
  readonly path: string
  readonly keyword: string
  readonly message: string
  /** Whether only a format forbids it of which readers have different opinions. */
  readonly isUnusual?: boolean
}

type Check = (value: unknown) => SchemaFault | undefined

const FORMATS = {
  ...STRING_FORMATS,
  ...Object.fromEntries(
    Object.entries(NUMBER_FORMATS).map(([name, validate]) => [name, { type: 'number', validate }] as const)
  )
}

/** The loose formats are checked in requests only: a response says of itself what it is. */
function formatsFor(purpose: CheckPurpose) {
  if (purpose.startsWith('response')) return FORMATS
  const loose = Object.entries(LOOSE_FORMATS).map(([name, { mayBe, is }]) => {
    return [name, purpose === 'request-certain' ? is : mayBe] as const
  })
  return { ...FORMATS, ...Object.fromEntries(loose) }
}

const AJV_OPTIONS: ConstructorParameters<VerifyLibraries['Ajv']>[0] = {
  strict: false,
  // 1e400 is a number in JSON; JavaScript reads it as Infinity, which is above every `maximum`.
  strictNumbers: false,
  logger: false,
  ownProperties: true,
  verbose: false,
  inlineRefs: false,
  code: codeOf(compilePattern),
  formats: FORMATS
}

/** Ajv's own optimization of its code takes a fifth of the time to compile a schema; V8 optimizes what runs often. */
function codeOf(compile: (pattern: string) => { test(text: string): boolean }) {
  return { regExp: Object.assign(compile, { code: 'compilePattern' }), optimize: false }
}

const metaJudges = new WeakMap<VerifyLibraries['Ajv'], InstanceType<VerifyLibraries['Ajv']>>()

/** What says whether a schema is one. Shared, as Ajv compiles the meta-schema for each instance, which takes it 50 ms. */
function metaJudgeOf(Ajv: VerifyLibraries['Ajv']): InstanceType<VerifyLibraries['Ajv']> {
  const judge = metaJudges.get(Ajv) ?? new Ajv(AJV_OPTIONS)
  metaJudges.set(Ajv, judge)
  return judge
}

/** Checks values by the schemas of one document, with Ajv. Each schema is compiled once, when it is first needed. */
export class SchemaChecks {
  /** Those of the document, as far as they were met. */
  readonly patterns = new Patterns()
  readonly #document: PublishedDocument
  readonly #libraries: VerifyLibraries
  readonly #preparation: SchemaPreparation
  readonly #growth: SchemaGrowth
  readonly #purposes: EqualPurposes
  readonly #compilers = new Map<CheckPurpose, (schema: JsonSchema) => Check>()
  /** By the schema's text: equal schemas share a check. */
  readonly #checks = new Map<string, Check>()
  /** By identity, so that a known schema need not be written as text to find its check. */
  readonly #known = new Map<CheckPurpose, WeakMap<object, Check>>()
  /** The references that are known to lead to schemas. */
  readonly #targets = new Set<string>()
  readonly #resolved = new WeakMap<object, JsonSchema>()

  constructor(document: PublishedDocument, libraries: VerifyLibraries) {
    this.#document = document
    this.#libraries = libraries
    this.#preparation = new SchemaPreparation(document.is30, (schema) => this.#resolveSafely(schema))
    this.#growth = new SchemaGrowth((reference) => this.target(reference))
    this.#purposes = new EqualPurposes((reference) => this.target(reference))
  }

  /** Why no value can be checked by the schema, whatever it is; undefined where it can. */
  fault(schema: JsonSchema, purpose: CheckPurpose): string | undefined {
    try {
      const growth = this.#growth.fault(schema)
      if (growth === undefined) this.check(schema, null, purpose)
      return growth
    } catch (error) {
      return readingFault(error)
    }
  }

  /** The schema at the end of a reference; `true` where there is none. */
  target(reference: string): JsonSchema {
    try {
      return resolvePointer(this.#document.root, reference) as JsonSchema
    } catch {
      return true
    }
  }

  /**
   * The first fault of the value; undefined where it is valid.
   *
   * @throws SlowPattern where a pattern takes too long
   */
  check(schema: JsonSchema, value: unknown, purpose: CheckPurpose): SchemaFault | undefined {
    return this.#compiled(schema, purpose)(value)
  }

  /** The schema that a reference leads to; keywords beside a `$ref` are merged with it through `allOf`. */
  resolve(schema: JsonSchema): JsonSchema {
    if (!isNode(schema) || typeof schema.$ref !== 'string') return schema
    let resolved = this.#resolved.get(schema)
    if (resolved === undefined) {
      resolved = this.#follow(schema)
      this.#resolved.set(schema, resolved)
    }
    return resolved
  }

  /** What prepares all schemas must not fail for one that no operation refers to. */
  #resolveSafely(schema: JsonSchema): JsonSchema {
    try {
      return this.resolve(schema)
    } catch {
      return true
    }
  }

  #follow(schema: SchemaNode): JsonSchema {
    let at: JsonSchema = schema
    const seen = new Set<string>()
    while (isNode(at) && typeof at.$ref === 'string') {
      const { $ref: reference } = at
      if (seen.has(reference)) throw new Error(`${reference} refers to itself`)
      seen.add(reference)
      const target = resolvePointer(this.#document.root, reference) as JsonSchema
      const { $ref, ...beside } = at as SchemaNode
      const isAlone = Object.keys(beside).length === 0
      at = isAlone ? target : { ...beside, allOf: [target, ...schemasUnder(beside, 'allOf')] }
    }
    return at
  }

  #compiled(schema: JsonSchema, purpose: CheckPurpose): Check {
    if (typeof schema !== 'boolean' && !isNode(schema)) throw new Error(`${JSON.stringify(schema)} is not a schema`)
    if (!isNode(schema))
      return schema ? () => undefined : () => ({ path: '', keyword: 'false', message: 'must not be there' })
    const known = this.#known.get(purpose) ?? new WeakMap<object, Check>()
    this.#known.set(purpose, known)
    let check = known.get(schema)
    if (check === undefined) {
      const equal = this.#purposes.of(schema, purpose)
      const key = `${equal} ${JSON.stringify(schema)}`
      check = this.#checks.get(key) ?? this.#compilerOf(equal)(schema)
      this.#checks.set(key, check)
      known.set(schema, check)
    }
    return check
  }

  /** Checks that what a schema refers to exists and is a schema; each target once. */
  #validateTargets(schema: JsonSchema, metaJudge: InstanceType<VerifyLibraries['Ajv']>): void {
    const visit = (child: JsonSchema): JsonSchema => {
      if (!isNode(child)) return child
      if (typeof child.$ref === 'string' && !this.#targets.has(child.$ref)) {
        this.#targets.add(child.$ref)
        try {
          const target = resolvePointer(this.#document.root, child.$ref) as JsonSchema
          this.resolve(child)
          const prepared = this.#preparation.prepare(target, 'request', true)
          if (!metaJudge.validateSchema(prepared))
            throw new Error(metaJudge.errorsText(metaJudge.errors, { dataVar: '' }))
          visit(target)
        } catch (error) {
          this.#targets.delete(child.$ref)
          throw new Error(`${child.$ref}: ${(error as Error).message}`)
        }
      }
      return mapSchemas(child, visit)
    }
    visit(schema)
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
      ...AJV_OPTIONS,
      formats: formatsFor(purpose),
      code: codeOf((pattern) => this.patterns.compile(pattern)),
      // The meta-schemas are those of the judge of schemas; to add them takes some milliseconds.
      meta: false,
      validateSchema: false
    })
    const metaJudge = metaJudgeOf(this.#libraries.Ajv)
    ajv.removeKeyword('multipleOf')
    ajv.addKeyword({
      keyword: 'multipleOf',
      type: 'number',
      schemaType: 'number',
      validate: (divisor: number, value: number) => isDecimalMultiple(value, divisor),
      error: { message: ({ schema }) => `must be multiple of ${schema}` }
    })
    // Ajv compares items by their own `toString` and `valueOf`, which JSON may have as properties of another type.
    ajv.removeKeyword('uniqueItems')
    ajv.addKeyword({
      keyword: 'uniqueItems',
      type: 'array',
      schemaType: 'boolean',
      validate: (isUnique: boolean, items: readonly unknown[]) => !isUnique || hasDistinctItems(items),
      error: { message: 'must NOT have duplicate items' }
    })
    const components = this.#document.root.components as { schemas: Record<string, JsonSchema> }
    const schemas = Object.entries(components.schemas).map(
      ([name, schema]) => [name, this.#preparation.prepare(schema, purpose, false)] as const
    )
    ajv.addSchema({ $id: DOCUMENT_ID, components: { schemas: Object.fromEntries(schemas) } })
    const compile = (schema: JsonSchema) => {
      try {
        const prepared = this.#preparation.prepare(schema, purpose, true)
        metaJudge.validateSchema(prepared, true)
        this.#validateTargets(schema, metaJudge)
        return ajv.compile(prepared)
      } catch (error) {
        throw new Error(`The document has an invalid schema: ${(error as Error).message}`, { cause: error })
      }
    }
    return (schema) => {
      const validate = compile(schema)
      return (value) => {
        if (validate(value)) return undefined
        const errors = validate.errors ?? []
        // That it is not null either says nothing of the schema that it is to match: `anyOf: [{ type: 'null' }, …]`.
        const first = errors.find(({ keyword, params }) => keyword !== 'type' || params.type !== 'null') ?? errors[0]
        const { instancePath = '', keyword = 'false', params = {} } = first ?? {}
        const fault = { path: faultPath(instancePath), keyword, message: describe(errors) }
        return keyword === 'format' && Object.hasOwn(LOOSE_FORMATS, String(params.format))
          ? { ...fault, isUnusual: true }
          : fault
      }
    }
  }
}

/** `/lines/3/sku` as `lines[3].sku`. */
function faultPath(pointer: string): string {
  let path = ''
  // Before the first slash is nothing.
  for (const part of pointer.split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    path += /^\d+$/.test(name) ? `[${name}]` : path === '' ? name : `.${name}`
  }
  return path
}

function describe(
  errors: readonly { readonly message?: string; readonly params?: object; readonly keyword: string }[]
): string {
  const texts = errors.map(({ message = 'is not valid', keyword, params }) => {
    const { additionalProperty, unevaluatedProperty } = params as { [name: string]: unknown }
    if (keyword === 'false schema') return 'must not be there'
    // Most schemas of responses are closed by us: nobody has written this keyword, or knows it.
    if (unevaluatedProperty !== undefined)
      return `must NOT have a property that the schema does not name (${JSON.stringify(unevaluatedProperty)})`
    return additionalProperty === undefined ? message : `${message} (${JSON.stringify(additionalProperty)})`
  })
  return [...new Set(texts)].slice(0, 4).join(', or ')
}
