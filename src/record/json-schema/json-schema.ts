import { SetupError } from '../../errors.js'
import { type Class, symbolMetadata } from '../../metadata.js'
import { memberFor, type SchemaWriting } from '../kind/kind.js'
import { SCHEMAS } from '../kinds/kinds.js'
import { allowNull } from '../kinds/nullable.js'
import { checkDiscriminator } from '../model/reachable-records.js'
import { recordSchemaOf } from '../model/registry.js'
import { Compilation } from '../read/compilation.js'
import { checkDeclaredValues, hasDeclaredValues } from '../read/default-check.js'
import { isAlwaysThere, setOwn, travels } from '../type/reading-options.js'
import type { Discriminator, FieldSchema, RecordSchema, Rule, TypeSchema, UnknownFields } from '../type/schema.js'
import type { SchemaObject } from '../type/schema-object.js'
import { contentOf } from '../type/type-records.js'
import { ComponentNames, componentKey, reference } from './component-names.js'
import { Directions, type DocumentDirection, documentedField } from './directions.js'
import { baseOf, type InheritanceForm, ownPart } from './inheritance.js'
import { isPlainRecord, isPlainScalar, JSON_SCHEMA } from './plain-record.js'
import { applyRules } from './rule-keywords.js'
import { dialectOf, type OpenAPIVersion, type SchemaDialect } from './schema-dialect.js'
import { overriddenSchema } from './schema-override.js'

/** Finds the schema of a record class. */
export type RecordLookup = (record: Class) => RecordSchema

/** What a document's schemas depend on beyond the types. */
export interface EmitterOptions {
  /** What becomes of unknown keys in records that do not say it themselves. Default: `strip`. */
  readonly unknownFields?: UnknownFields
  /** How classes that extend others are described. Default: `flat`. */
  readonly schemas?: InheritanceForm
  /** Records whose names give way to those of others: `Problem` is `HttpProblem` where another record is a `Problem`. */
  readonly yielding?: ReadonlySet<Class>
  /** Whether only errors are looked for: then components stay empty with which nothing can be wrong. Default: false. */
  readonly isCheck?: boolean
}

/**
 * Turns the types of one document into OpenAPI schemas. Records and named enums become entries of
 * {@link SchemaEmitter.components}, once each, and are used by reference; so records may be recursive. A record that
 * is different in requests than in responses, where the document has it in both, is two components: `Item` in responses
 * and `ItemInput` in requests. So every type is announced by {@link SchemaEmitter.use} before the first is described.
 *
 * @example
 * const emitter = new SchemaEmitter()
 * emitter.schemaOf({ kind: 'record', class: Item }, 'ItemController.find') // { $ref: '#/components/schemas/Item' }
 * emitter.components // { Item: { type: 'object', … } }
 */
export class SchemaEmitter {
  readonly #dialect: SchemaDialect
  readonly #lookup: RecordLookup
  readonly #names = new ComponentNames()
  /** The version of the document. */
  readonly version: OpenAPIVersion
  /** In JSON Schema 2020-12; rendered when they are read. */
  readonly #components = new Map<string, SchemaObject>()
  readonly #unknownFields: UnknownFields
  readonly #version: OpenAPIVersion
  readonly #schemas: InheritanceForm
  readonly #yielding: ReadonlySet<Class>
  /** The names of those that yield: to find one costs as much as there are records, and each reference needs it. */
  readonly #free = new Map<Class, string>()
  readonly #declared: Compilation
  readonly #directions: Directions
  readonly #isCheck: boolean
  /** The records whose defaults and examples were checked. */
  readonly #checked = new Set<RecordSchema>()
  #direction: DocumentDirection = 'request'

  /** `lookup` finds a record's schema; default: the registry of all declared records. */
  constructor(
    version: OpenAPIVersion = '3.0',
    lookup: RecordLookup = recordSchemaOf,
    { unknownFields = 'strip', yielding = new Set(), schemas = 'flat', isCheck = false }: EmitterOptions = {}
  ) {
    this.#isCheck = isCheck
    this.version = version
    this.#yielding = yielding
    this.#dialect = dialectOf(version)
    this.#version = version
    this.#schemas = schemas
    this.#lookup = lookup
    this.#unknownFields = unknownFields
    this.#directions = new Directions(lookup, schemas === 'allOf' ? baseOf : undefined)
    this.#declared = new Compilation('json', 'rules', { direction: 'declared', unknownFields })
  }

  /** Announces that the document will describe the type in this direction. */
  use(type: TypeSchema, direction: DocumentDirection): void {
    this.#directions.use(type, direction)
  }

  /**
   * The schema of a type. `place` names the declaration that uses it (`ItemController.find`), for errors.
   *
   * @param direction whether clients send the values or get them
   * @throws SetupError RECORD_NAME_DUPLICATE if two different records or enums would share one component;
   * BootstrapError of UNION_INVALID, or of FIELD_OPTION_INVALID for a default or an example that its field rejects.
   */
  schemaOf(type: TypeSchema, place: string, direction: DocumentDirection = 'request'): SchemaObject {
    this.#direction = direction
    this.use(type, direction)
    return this.#dialect.render(this.#constrained(type, [], [], place))
  }

  /** Throws what {@link schemaOf} throws, and makes schemas only where something can be wrong with them. */
  check(type: TypeSchema, place: string, direction: DocumentDirection = 'request'): void {
    this.#direction = direction
    this.use(type, direction)
    this.#check(type, place)
  }

  /** The schema of a field: its type, its rules and what it says about itself. `place` as in {@link schemaOf}. */
  fieldSchemaOf(field: FieldSchema, place: string, direction: DocumentDirection = 'request'): SchemaObject {
    this.#direction = direction
    this.use(field.type, direction)
    return this.#dialect.render(this.#fieldSchema(field, place))
  }

  /** The schema, as it was given here, with a pattern that holds as well. */
  withPattern(schema: SchemaObject, pattern: string): SchemaObject {
    const { $ref, ...rest } = schema
    const own = this.#dialect.render({ pattern })
    if ($ref !== undefined) return { ...rest, allOf: [{ $ref }], ...own }
    if (schema.pattern !== undefined && own.pattern !== undefined) {
      return { ...schema, allOf: [...(schema.allOf ?? []), own] }
    }
    const rules = [...(schema['x-rules'] ?? []), ...(own['x-rules'] ?? [])]
    return { ...schema, ...own, ...(rules.length > 0 && { 'x-rules': rules }) }
  }

  /** The schemas of the records and named enums met so far, by name, in the order in which they were met. */
  get components(): Record<string, SchemaObject> {
    // fromEntries defines own properties, also for a record that is called __proto__.
    return Object.fromEntries([...this.#components].map(([name, schema]) => [name, this.#dialect.render(schema)]))
  }

  /** The names of components that a minifier probably gave to their classes. */
  get shortenedNames(): readonly string[] {
    return this.#names.shortened
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

  #check(type: TypeSchema, place: string): void {
    if (type.kind === 'array' || type.kind === 'map' || type.kind === 'nullable') this.#check(contentOf(type), place)
    else if (type.kind === 'record') this.#recordReference(type.class, place)
    else if (!isPlainScalar(type)) this.#constrained(type, [], [], place)
  }

  #partsAt(place: string, each: SchemaWriting['each']): SchemaWriting {
    return {
      direction: this.#direction,
      each,
      part: (type) => this.#constrained(type, [], [], place),
      record: (target) => this.#recordReference(target, place),
      componentKey: (name, differs) => {
        return componentKey(name, place) + (differs === undefined ? '' : this.#suffix(name, differs))
      },
      component: (key, identity, schema) => {
        if (this.#claim(key, identity, place)) this.#components.set(key, schema)
        return reference(key)
      },
      recordOf: this.#lookup,
      checkDiscriminator: (discriminator) => {
        checkDiscriminator(discriminator, this.#lookup)
        this.#checkClosed(discriminator)
      }
    }
  }

  /** A record that rejects what it does not declare would reject the property that names it. */
  #checkClosed({ name, mapping }: Discriminator): void {
    for (const { class: target } of mapping) {
      const { fields, unknownFields, additional } = this.#lookup(target)
      const isClosed = additional !== undefined || (unknownFields ?? this.#unknownFields) === 'reject'
      if (!isClosed || fields.some((field) => field.name === name)) continue
      throw new SetupError(
        'UNION_INVALID',
        additional === undefined
          ? `a member of a union refuses unknown fields, and does not declare its discriminator '${name}'`
          : `a member of a union has additional properties, and does not declare its discriminator '${name}'`,
        target.name,
        `declare it: @IsString() ${name}!: string`
      )
    }
  }

  #recordReference(target: Class, place: string): SchemaObject {
    const record = this.#lookup(target)
    const differs = () => this.#directions.differs(record)
    const suffix = this.#suffix(record.class, differs)
    const name = componentKey(this.#nameOf(record), place)
    const key = `${name}${suffix}`
    if (this.#claim(key, record.class, place, suffix === '' ? undefined : name)) {
      // The name is taken before its fields are visited: a recursive record meets itself there.
      this.#components.set(key, {})
      this.#components.set(key, this.#isCheck ? this.#checkedSchema(record) : this.#recordSchema(record))
      this.#checkDeclaredValues(record)
    } else if (suffix === '' && this.#names.directionOf(key) !== this.#direction && differs()) {
      throw new Error(`${key} is described for requests and for responses, and was announced for one of them`)
    }
    return reference(key)
  }

  #nameOf({ name, class: target }: RecordSchema): string {
    if (!this.#yielding.has(target)) return name
    const known = this.#free.get(target)
    if (known !== undefined) return known
    let free = name
    while (this.#directions.isNameOfOther(free, target)) free = `Http${free}`
    // All names are announced: it stays as it is.
    this.#free.set(target, free)
    return free
  }

  /** What distinguishes the component in requests from that in responses, where the document needs two. */
  #suffix(component: Class | string, differs: () => boolean): '' | 'Input' {
    const isInput = this.#direction === 'request' && this.#directions.isTwoWay(component) && differs()
    return isInput ? 'Input' : ''
  }

  #checkDeclaredValues(record: RecordSchema): void {
    // Models that are not declared by classes cannot be read by them.
    if (this.#lookup !== recordSchemaOf || this.#checked.has(record) || !hasDeclaredValues(record)) return
    this.#checked.add(record)
    checkDeclaredValues(record, this.#declared)
  }

  /** Whether the component is new; throws when something else has the name. */
  #claim(key: string, identity: unknown, place: string, inputOf?: string): boolean {
    return this.#names.claim(key, { identity, place, inputOf, direction: this.#direction })
  }

  #checkedSchema(record: RecordSchema): SchemaObject {
    if (this.#schemas !== 'flat' || !isPlainRecord(record)) return this.#recordSchema(record)
    for (const field of record.fields) {
      if (travels(field, this.#direction)) this.#check(field.type, `${record.name}.${field.property}`)
    }
    return {}
  }

  #recordSchema(record: RecordSchema): SchemaObject {
    const flat = this.#flatSchema(record)
    const schema = withOverride(flat, record.class, undefined)
    // What an override says of the whole could not hold of a part.
    return schema === flat ? (this.#inheritedSchema(record, flat) ?? flat) : schema
  }

  #flatSchema(record: RecordSchema): SchemaObject {
    const direction = this.#direction
    const { additional } = record
    const fields = record.fields.filter((field) => travels(field, direction))
    const place = (field: FieldSchema) => `${record.name}.${field.property}`
    const properties = fields.map((field): [string, SchemaObject] => [
      field.name,
      withOverride(this.#fieldSchema(field, place(field)), record.class, field.property)
    ])
    const required = fields.filter((field) => isAlwaysThere(field, direction)).map((field) => field.name)
    const schema: SchemaObject = { type: 'object', ...this.#annotations(record) }
    schema.properties = Object.fromEntries(properties)
    if (required.length > 0) schema.required = required
    if (record.minProperties !== undefined) schema.minProperties = record.minProperties
    if (record.maxProperties !== undefined) schema.maxProperties = record.maxProperties
    if (additional !== undefined) {
      schema.additionalProperties = this.#constrained(additional, [], [], `${record.name}, additional properties`)
      // What only responses have is dropped from requests, whatever it is.
      const dropped = direction === 'request' ? record.fields.filter((field) => !travels(field, direction)) : []
      for (const { name } of dropped) setOwn(schema.properties, name, { readOnly: true })
    }
    if (this.#isClosed(record)) schema.additionalProperties = false
    else if (direction === 'response') Object.assign(schema, withoutKeys(keysOfRequests(record.fields)))
    return schema
  }

  #annotations(record: RecordSchema): SchemaObject {
    const { title, description, examples, extensions } = record
    if (examples !== undefined && examples.length > 1) this.#checkExamples(`@Record of ${record.name}`)
    return {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(examples !== undefined && { examples: [...examples] }),
      ...extensions
    }
  }

  /** @throws SetupError FIELD_OPTION_INVALID where the version of OpenAPI has one example of a schema */
  #checkExamples(place: string): void {
    if (this.#version !== '3.0') return
    const remedy = "write openapi: '3.1', or one value as `example`"
    throw new SetupError('FIELD_OPTION_INVALID', 'OpenAPI 3.0 has no list of examples in schemas', place, remedy)
  }

  /** Whether the component of a record says that there is no other key; a part of others cannot. */
  #isClosed(record: RecordSchema): boolean {
    const isRejecting = record.additional === undefined && (record.unknownFields ?? this.#unknownFields) === 'reject'
    return isRejecting && !this.#directions.isPartAlone(record.class, this.#direction)
  }

  /** The record as what it inherits and what it adds; undefined where that is not the same as the flat schema. */
  #inheritedSchema(record: RecordSchema, flat: SchemaObject): SchemaObject | undefined {
    const base = this.#schemas === 'allOf' ? baseOf(record.class) : undefined
    if (base === undefined) return undefined
    const inherited = this.#lookup(base)
    const flatBase = this.#flatSchema(inherited)
    if (withOverride(flatBase, base, undefined) !== flatBase) return undefined
    const isClosed = flat.additionalProperties === false
    // Only JSON Schema 2020-12 can say that there are no keys beyond those of several schemas.
    if (isClosed && this.#version === '3.0') return undefined
    const own = ownPart(flat, flatBase)
    if (own === undefined) return undefined
    const addedKeys = new Set(keysOfRequests(inherited.fields))
    // What the class shows in responses, the component of the other must not forbid there.
    const shown = flat.properties ?? {}
    if (this.#direction === 'response' && [...addedKeys].some((key) => Object.hasOwn(shown, key))) return undefined
    const keys = this.#direction === 'response' && !isClosed ? keysOfRequests(record.fields) : []
    Object.assign(own, withoutKeys(keys.filter((key) => !addedKeys.has(key))))
    const reference = this.#recordReference(base, `${record.name}, which extends it`)
    return {
      ...this.#annotations(record),
      allOf: Object.keys(own).length === 0 ? [reference] : [reference, { type: 'object', ...own }],
      ...(isClosed && { unevaluatedProperties: false })
    }
  }

  #fieldSchema(declared: FieldSchema, place: string): SchemaObject {
    const field = documentedField(declared, this.#direction)
    const all = [...field.rules, ...conditionalRules(field)]
    const rules = all.filter((rule) => !rule.each)
    const eachRules = all.filter((rule) => rule.each)
    const type: TypeSchema = field.nullable ? { kind: 'nullable', type: field.type } : field.type
    const schema = { ...this.#constrained(type, rules, eachRules, place) }
    if (field.title !== undefined) schema.title = field.title
    if (field.description !== undefined) schema.description = field.description
    if (field.default !== undefined) schema.default = field.default
    if (field.example !== undefined) schema.examples = [field.example]
    if (field.examples !== undefined) {
      if (field.examples.length > 1) this.#checkExamples(place)
      schema.examples = [...field.examples]
    }
    if (field.deprecated) schema.deprecated = true
    if (field.access !== undefined) schema[field.access] = true
    if (field.extensions !== undefined) Object.assign(schema, field.extensions)
    return schema
  }
}

/** The keys that only requests have: whatever else a response contains, it has none of these. */
function keysOfRequests(fields: readonly FieldSchema[]): string[] {
  const sent = new Set(fields.filter((field) => travels(field, 'response')).map(({ name }) => name))
  return [...new Set(fields.map(({ name }) => name))].filter((name) => !sent.has(name))
}

function withoutKeys(names: readonly string[]): SchemaObject {
  // Without the type, what is no object would break this, too. Linters ask for the schema of what is required.
  const keys = (name: string): SchemaObject => ({ type: 'object', required: [name], properties: { [name]: {} } })
  const [first, ...more] = names.map(keys)
  return first === undefined ? {} : { not: more.length === 0 ? first : { anyOf: [first, ...more] } }
}

/** The rules of a field's condition, which can only be listed. */
function conditionalRules({ condition, rules }: FieldSchema): Rule[] {
  if (condition === undefined) return []
  const more = [...condition.ofType, ...condition.rules.filter((rule) => !rules.includes(rule) && !isSaid(rule))]
  return more.map((rule) => ({ ...rule, stage: 'conditional' as const }))
}

/** Whether the type says all of the rule. */
function isSaid({ keywords, exact }: Rule): boolean {
  return exact && keywords !== undefined && Object.keys(keywords).length === 0
}

function withoutNull(type: TypeSchema): TypeSchema {
  return type.kind === 'nullable' ? withoutNull(type.type) : type
}

/** @param property undefined for the record itself */
function withOverride(schema: SchemaObject, target: Class, property: string | undefined): SchemaObject {
  const override = symbolMetadata(target, property ?? target.name, JSON_SCHEMA)
  return override === undefined ? schema : overriddenSchema(schema, override, target, property)
}
