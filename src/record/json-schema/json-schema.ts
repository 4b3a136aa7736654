import { SetupError } from '../../errors.js'
import type { Class } from '../../metadata.js'
import { memberFor, type SchemaWriting } from '../kinds/kind.js'
import { SCHEMAS } from '../kinds/kinds.js'
import { allowNull } from '../kinds/nullable.js'
import { checkDiscriminator } from '../model/reachable-records.js'
import { recordSchemaOf } from '../model/registry.js'
import { Compilation } from '../read/compilation.js'
import { checkDeclaredValues, hasDeclaredValues } from '../read/default-check.js'
import { standardModelOf } from '../standard/standard-model.js'
import type { FieldSchema, RecordSchema, Rule, TypeSchema, UnionSchema, UnknownFields } from '../type/schema.js'
import type { SchemaObject } from '../type/schema-object.js'
import { partsOf } from '../type/type-records.js'
import { applyRules } from './rule-keywords.js'
import { dialectOf, type OpenAPIVersion, type SchemaDialect } from './schema-dialect.js'
import { overriddenSchema } from './schema-override.js'
import { KEEP_NAMES, shortenedNames } from './shortened-names.js'

/** Finds the schema of a record class. */
export type RecordLookup = (record: Class) => RecordSchema

/** What a document's schemas depend on beyond the types. */
export interface EmitterOptions {
  /** What becomes of unknown keys in records that do not say it themselves. Default: `strip`. */
  readonly unknownFields?: UnknownFields
}

/** What a component was made from, and where it was first met. */
interface Origin {
  readonly identity: unknown
  readonly place: string
}

/**
 * Turns the types of one document into OpenAPI schemas. Records and named enums become entries of
 * {@link SchemaEmitter.components}, once each, and are used by reference; so records may be recursive.
 *
 * @example
 * const emitter = new SchemaEmitter()
 * emitter.schemaOf({ kind: 'record', class: Item }, 'ItemController.find') // { $ref: '#/components/schemas/Item' }
 * emitter.components // { Item: { type: 'object', … } }
 */
export class SchemaEmitter {
  readonly #dialect: SchemaDialect
  readonly #lookup: RecordLookup
  readonly #origins = new Map<string, Origin>()
  /** In JSON Schema 2020-12; rendered when they are read. */
  readonly #components = new Map<string, SchemaObject>()
  readonly #unknownFields: UnknownFields
  readonly #declared: Compilation
  #direction: SchemaWriting['direction'] = 'request'

  /** `lookup` finds a record's schema; default: the registry of all declared records. */
  constructor(
    version: OpenAPIVersion = '3.0',
    lookup: RecordLookup = recordSchemaOf,
    { unknownFields = 'strip' }: EmitterOptions = {}
  ) {
    this.#dialect = dialectOf(version)
    this.#lookup = lookup
    this.#unknownFields = unknownFields
    this.#declared = new Compilation('json', 'rules', { direction: 'declared', unknownFields })
  }

  /**
   * The schema of a type. `place` names the declaration that uses it (`ItemController.find`), for errors.
   *
   * @param direction whether clients send the values or get them: a schema of another library may describe them
   *   differently, and then a record that holds it is another component, `ItemOutput`, in responses
   * @throws SetupError RECORD_NAME_DUPLICATE if two different records or enums would share one component;
   * BootstrapError of UNION_INVALID, or of FIELD_OPTION_INVALID for a default or an example that its field rejects.
   */
  schemaOf(type: TypeSchema, place: string, direction: SchemaWriting['direction'] = 'request'): SchemaObject {
    this.#direction = direction
    return this.#dialect.render(this.#constrained(type, [], [], place))
  }

  /** The schema of a field: its type, its rules and what it says about itself. `place` as in {@link schemaOf}. */
  fieldSchemaOf(field: FieldSchema, place: string): SchemaObject {
    this.#direction = 'request'
    return this.#dialect.render(this.#fieldSchema(field, place))
  }

  /** The schemas of the records and named enums met so far, by name, in the order in which they were met. */
  get components(): Record<string, SchemaObject> {
    // fromEntries defines own properties, also for a record that is called __proto__.
    return Object.fromEntries([...this.#components].map(([name, schema]) => [name, this.#dialect.render(schema)]))
  }

  /** The names of components that a minifier probably gave to their classes. */
  get shortenedNames(): readonly string[] {
    const ofClasses = [...this.#origins].filter(([name, { identity }]) => (identity as { name?: string }).name === name)
    const names = ofClasses.filter(([, { identity }]) => typeof identity === 'function').map(([name]) => name)
    return shortenedNames(names, isMinified())
  }

  /**
   * Rules are not checked for null where it is allowed, so they are applied before null is.
   *
   * @param eachRules are about each item of a list or each value of a map
   */
  #constrained(type: TypeSchema, rules: readonly Rule[], eachRules: readonly Rule[], place: string): SchemaObject {
    if (type.kind === 'nullable') return allowNull(this.#constrained(withoutNull(type), rules, eachRules, place))
    let unplaced = eachRules
    const each = (content: TypeSchema): SchemaObject => {
      unplaced = []
      return this.#constrained(content, eachRules, [], place)
    }
    const schema = memberFor(SCHEMAS, type)(type, this.#partsAt(place, each))
    // Rules about each item are listed and not expressed where the schema has none for the items.
    return applyRules(schema, rules, unplaced, this.#dialect)
  }

  #partsAt(place: string, each: SchemaWriting['each']): SchemaWriting {
    return {
      direction: this.#direction,
      each,
      part: (type) => this.#constrained(type, [], [], place),
      record: (target) => this.#recordReference(target, place),
      component: (name, identity, schema) => {
        const key = componentKey(name, place)
        if (this.#claim(key, identity, place)) this.#components.set(key, schema)
        return reference(key)
      },
      recordOf: this.#lookup,
      checkUnion: (type) => {
        checkDiscriminator(type, this.#lookup)
        this.#checkClosed(type)
      }
    }
  }

  /** A record that rejects what it does not declare would reject the property that names it. */
  #checkClosed({ discriminator }: UnionSchema): void {
    if (discriminator === undefined) return
    const { name, mapping } = discriminator
    for (const { class: target } of mapping) {
      const { fields, unknownFields } = this.#lookup(target)
      const isClosed = (unknownFields ?? this.#unknownFields) === 'reject'
      if (!isClosed || fields.some((field) => field.name === name)) continue
      throw new SetupError(
        'UNION_INVALID',
        `a member of a union refuses unknown fields, and does not declare its discriminator '${name}'`,
        target.name,
        `declare it: @IsString() ${name}!: string`
      )
    }
  }

  #recordReference(target: Class, place: string): SchemaObject {
    const record = this.#lookup(target)
    const isOutput = this.#direction === 'response' && this.#hasTwoForms(record, new Set())
    const key = `${componentKey(record.name, place)}${isOutput ? 'Output' : ''}`
    if (this.#claim(key, record.class, place)) {
      // The name is taken before its fields are visited: a recursive record meets itself there.
      this.#components.set(key, {})
      this.#components.set(key, this.#recordSchema(record))
      // Models that are not declared by classes cannot be read by them.
      if (this.#lookup === recordSchemaOf && hasDeclaredValues(record)) checkDeclaredValues(record, this.#declared)
    }
    return reference(key)
  }

  /** Whether a schema of another library in the record, or in one within it, describes responses differently. */
  #hasTwoForms({ class: target, fields }: RecordSchema, seen: Set<Class>): boolean {
    if (seen.has(target)) return false
    seen.add(target)
    const isDifferent = (type: TypeSchema): boolean => {
      if (type.kind === 'standard') return standardModelOf(type).differs(type.place)
      if (type.kind === 'record') return this.#hasTwoForms(this.#lookup(type.class), seen)
      return partsOf(type).some(isDifferent)
    }
    return fields.some((field) => field.access !== 'writeOnly' && isDifferent(field.type))
  }

  /** Whether the component is new; throws when something else has the name. */
  #claim(key: string, identity: unknown, place: string): boolean {
    const origin = this.#origins.get(key)
    if (origin === undefined) {
      this.#origins.set(key, { identity, place })
      return true
    }
    if (origin.identity === identity) return false
    throw new SetupError(
      'RECORD_NAME_DUPLICATE',
      `two different records or enums are named ${key}`,
      `used by ${origin.place} and by ${place}`,
      shortenedNames([key], isMinified()).length > 0
        ? KEEP_NAMES
        : "rename one of them, or give one another name in the document: @Record({ name: '…' })"
    )
  }

  #recordSchema(record: RecordSchema): SchemaObject {
    const properties = record.fields.map((field): [string, SchemaObject] => [
      field.name,
      overriddenSchema(this.#fieldSchema(field, `${record.name}.${field.property}`), record.class, field.property)
    ])
    const required = record.fields.filter((field) => field.required).map((field) => field.name)
    const schema: SchemaObject = { type: 'object' }
    if (record.description !== undefined) schema.description = record.description
    schema.properties = Object.fromEntries(properties)
    if (required.length > 0) schema.required = required
    if ((record.unknownFields ?? this.#unknownFields) === 'reject') schema.additionalProperties = false
    return overriddenSchema(schema, record.class, undefined)
  }

  #fieldSchema(field: FieldSchema, place: string): SchemaObject {
    const all = [...field.rules, ...conditionalRules(field)]
    const rules = all.filter((rule) => !rule.each)
    const eachRules = all.filter((rule) => rule.each)
    const type: TypeSchema = field.nullable ? { kind: 'nullable', type: field.type } : field.type
    const schema = { ...this.#constrained(type, rules, eachRules, place) }
    if (field.description !== undefined) schema.description = field.description
    if (field.default !== undefined) schema.default = field.default
    if (field.example !== undefined) schema.examples = [field.example]
    if (field.deprecated) schema.deprecated = true
    if (field.access !== undefined) schema[field.access] = true
    return schema
  }
}

/** Whether the bundle that this module is in has been through a minifier that took the names of classes. */
function isMinified(): boolean {
  return SchemaEmitter.name !== 'SchemaEmitter'
}

/** The rules of a field's condition, which can only be listed. */
function conditionalRules({ condition, rules }: FieldSchema): Rule[] {
  const more = condition?.rules.filter((rule) => !rules.includes(rule)) ?? []
  return more.map((rule) => ({ ...rule, stage: 'conditional' as const }))
}

function withoutNull(type: TypeSchema): TypeSchema {
  return type.kind === 'nullable' ? withoutNull(type.type) : type
}

function reference(key: string): SchemaObject {
  return { $ref: `#/components/schemas/${key}` }
}

/** OpenAPI 3.0.3, section 4.7.7: component names consist of these characters. */
function componentKey(name: string, place: string): string {
  if (name === '') {
    throw new SetupError('RECORD_INVALID', 'a record without a name', place, 'name its class')
  }
  return name.replace(/[^A-Za-z0-9._-]/g, '_')
}
