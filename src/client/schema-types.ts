import {
  isObject,
  type LooseDocument,
  type LooseObject,
  listOf,
  objectOf,
  partsOf,
  textOf,
  textsOf
} from './document-values.js'
import { type Names, typeName } from './identifiers.js'
import { isBinary, type Mode, SchemaGraph, withoutUnions } from './schema-graph.js'
import { literal } from './ts-text.js'
import {
  ANY_OBJECT,
  intersectionOf,
  literalType,
  NEVER,
  NULL,
  named,
  printDeclaration,
  STRING,
  type TsProperty,
  type TsType,
  UNKNOWN,
  unionOf
} from './ts-type.js'

/** Where a schema is while its type is written: whose type it is, and what is written in its place already. */
interface Place {
  readonly mode: Mode
  /** The named type that is being written. */
  readonly owner?: string | undefined
  /** The references that are written out here, because their names would be circular. */
  readonly passed: ReadonlySet<string>
}

const SUFFIXES: Readonly<Record<Mode, string>> = { response: '', request: 'Input', form: 'Form' }
const SCHEMAS = '#/components/schemas/'
/** A longer list of a fixed length is a list. */
const LONGEST_TUPLE = 8

/** The types of the schemas of a document; those that are referred to have names. */
export class SchemaTypes {
  readonly #document: LooseDocument
  readonly #graph: SchemaGraph
  /** The references that were followed, by the mode of what refers to them. */
  readonly #seen: Readonly<Record<Mode, Set<string>>> = { response: new Set(), request: new Set(), form: new Set() }
  /** By reference, the modes in which it is used. */
  readonly #uses = new Map<string, Set<Mode>>()
  /** By mode and reference. */
  readonly #names = new Map<string, string>()

  constructor(document: LooseDocument) {
    this.#document = document
    this.#graph = new SchemaGraph(document)
  }

  /** Announces a schema: all uses are known before the first name is given. */
  use(schema: unknown, mode: Mode): void {
    const seen = this.#seen[mode]
    for (const ref of this.#graph.references(schema, (ref) => !seen.has(ref))) {
      seen.add(ref)
      this.#useOf(ref).add(this.#graph.modeOf(ref, mode))
    }
  }

  #useOf(ref: string): Set<Mode> {
    const known = this.#uses.get(ref)
    if (known !== undefined) return known
    const modes = new Set<Mode>()
    this.#uses.set(ref, modes)
    return modes
  }

  /** Gives the names: components in the order of the document, whether used or not, then what else is referred to. */
  giveNames(names: Names): void {
    const components = objectOf(objectOf(this.#document.root.components).schemas)
    const own = Object.keys(components).map((name) => `${SCHEMAS}${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    const spelled = new Map([...this.#uses.keys()].map((ref) => [JSON.stringify(partsOf(ref)), ref]))
    const refs = own.map((ref) => spelled.get(JSON.stringify(partsOf(ref))) ?? ref)
    for (const ref of refs) if (this.#useOf(ref).size === 0) this.use({ $ref: ref }, 'response')
    const isComponent = new Set(refs)
    const all = [...refs, ...[...this.#uses.keys()].filter((ref) => !isComponent.has(ref))]
    // A component that has the name of a type already keeps it, whatever comes before it.
    const isExact = (ref: string) => `${SCHEMAS}${nameOfReference(ref)}` === ref
    const given = new Map<string, string>()
    for (const ref of [...all.filter(isExact), ...all.filter((ref) => !isExact(ref))]) {
      const base = nameOfReference(ref)
      for (const [index, mode] of this.#modesOf(ref).entries()) {
        const name = `${base}${index === 0 ? '' : SUFFIXES[mode]}`
        given.set(`${mode} ${ref}`, names.take(name, `${name}Schema`))
      }
    }
    for (const ref of all) {
      for (const key of this.#modesOf(ref).map((mode) => `${mode} ${ref}`)) this.#names.set(key, given.get(key) ?? '')
    }
  }

  #modesOf(ref: string): Mode[] {
    return [...this.#useOf(ref)].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other))
  }

  /** The declarations of all types with names. */
  declarations(): string {
    return [...this.#names]
      .map(([key, name]) => {
        const [mode = '', ...ref] = key.split(' ')
        const owner = ref.join(' ')
        const schema = this.#document.target(owner)
        const type = this.#typeOf(schema, { mode: mode as Mode, owner, passed: new Set([owner]) })
        const { description, title, deprecated } = objectOf(schema)
        const tags = deprecated === true ? ['@deprecated'] : []
        return printDeclaration(name, type, textOf(description) ?? textOf(title), tags)
      })
      .join('\n')
  }

  /** The type of a schema whose uses were announced. */
  typeOf(schema: unknown, mode: Mode): TsType {
    return this.#typeOf(schema, { mode, passed: new Set() })
  }

  /** Whether an event's data of this schema is its text as it is: where its schema says `type: string`. */
  isText(schema: unknown): boolean {
    return this.#document.resolve(schema).type === 'string'
  }

  #typeOf(schema: unknown, place: Place): TsType {
    if (schema === false) return NEVER
    if (!isObject(schema)) return UNKNOWN
    const ref = textOf(schema.$ref)
    if (ref === undefined) return withNull(schema, this.#ownType(schema, place))
    const target = this.#referenceType(ref, place)
    const { $ref: _, ...rest } = schema
    // In 3.0 what is beside a reference is ignored; nullable is meant nevertheless, wherever somebody wrote it.
    const type = isThirtyOne(this.#document) ? intersectionOf([target, this.#ownType(rest, place)]) : target
    return withNull(rest, type)
  }

  #referenceType(ref: string, place: Place): TsType {
    const { owner, mode, passed } = place
    if (owner !== undefined && this.#graph.isCircular(owner, ref, true)) {
      if (passed.has(ref)) return NEVER
      return this.#typeOf(this.#document.target(ref), { ...place, passed: new Set([...passed, ref]) })
    }
    return this.#nameOf(ref, mode)
  }

  #nameOf(ref: string, mode: Mode): TsType {
    return named(this.#names.get(`${this.#graph.modeOf(ref, mode)} ${ref}`) ?? 'unknown')
  }

  #ownType(schema: LooseObject, place: Place): TsType {
    if (schema.const !== undefined) return literalType(schema.const)
    if (Array.isArray(schema.enum)) {
      return unionOf(schema.enum.map(literalType))
    }
    const parts: TsType[] = []
    const base = this.#typedType(schema, place)
    if (base !== undefined) parts.push(base)
    for (const part of listOf(schema.allOf)) parts.push(this.#partOfAll(part, place))
    for (const name of ['oneOf', 'anyOf']) {
      const members = listOf(schema[name])
      if (members.length > 0) parts.push(this.#unionType(members, schema, place))
    }
    parts.push(...this.#requiredElsewhere(schema, place))
    return intersectionOf(parts)
  }

  #partOfAll(part: unknown, place: Place): TsType {
    const ref = textOf(objectOf(part).$ref)
    if (ref === undefined || place.owner === undefined || !this.#graph.isCircular(place.owner, ref, false)) {
      return this.#typeOf(part, place)
    }
    // The base is a union of what extends it: here it is what these have in common.
    if (place.passed.has(ref)) return UNKNOWN
    const base = withoutUnions(objectOf(this.#document.target(ref)))
    return this.#typeOf(base, { ...place, passed: new Set([...place.passed, ref]) })
  }

  #unionType(members: readonly unknown[], schema: LooseObject, place: Place): TsType {
    const { discriminator } = schema
    const property = textOf(objectOf(discriminator).propertyName)
    return unionOf(
      members.map((member) => {
        // An alternative that only requires something says nothing of a type.
        const isBare = isObject(member) && Object.keys(member).every((key) => key === 'required' || key === 'not')
        if (isBare) return schema.type === undefined && schema.properties === undefined ? ANY_OBJECT : UNKNOWN
        const type = this.#typeOf(member, place)
        const ref = textOf(objectOf(member).$ref)
        if (property === undefined || ref === undefined || this.#isNarrow(ref, property)) return type
        const values = discriminatorValues(objectOf(discriminator), ref)
        const narrowed = { name: property, type: unionOf(values.map(literalType)), isOptional: false }
        return intersectionOf([type, { kind: 'object', properties: [narrowed] }])
      })
    )
  }

  /** Whether a member's own property says which of a union it is. */
  #isNarrow(ref: string, property: string): boolean {
    const { schema } = this.#propertyOf({ $ref: ref }, property, new Set()) ?? {}
    const { enum: values, const: constant } = this.#document.resolve(schema)
    return constant !== undefined || (Array.isArray(values) && values.length === 1)
  }

  /** A property of a schema, or of those that it is made of. */
  #propertyOf(schema: unknown, name: string, passed: Set<unknown>): { schema: unknown } | undefined {
    if (!isObject(schema) || passed.has(schema)) return undefined
    passed.add(schema)
    const own = objectOf(schema.properties)
    if (Object.hasOwn(own, name)) return { schema: own[name] }
    const ref = textOf(schema.$ref)
    const parts = [...listOf(schema.allOf), ...(ref === undefined ? [] : [this.#document.target(ref)])]
    for (const part of parts) {
      const found = this.#propertyOf(part, name, passed)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** What `required` names and another part of `allOf` declares. */
  #requiredElsewhere(schema: LooseObject, place: Place): TsType[] {
    const own = objectOf(schema.properties)
    const names = textsOf(schema.required).filter((name) => !Object.hasOwn(own, name))
    if (names.length === 0 || !Array.isArray(schema.allOf)) return []
    const properties = names.flatMap((name): TsProperty[] => {
      const found = this.#propertyOf({ allOf: schema.allOf }, name, new Set())
      if (found === undefined || this.#isLeftOut(found.schema, place.mode)) return []
      return [{ name, type: this.#typeOf(found.schema, { ...place, owner: undefined }), isOptional: false }]
    })
    return properties.length === 0 ? [] : [{ kind: 'object', properties }]
  }

  /** Only responses have what is `readOnly`, and only requests what is `writeOnly`. */
  #isLeftOut(schema: unknown, mode: Mode): boolean {
    const { readOnly, writeOnly } = isObject(schema) ? { ...this.#document.resolve(schema), ...schema } : {}
    return (mode === 'response' ? writeOnly : readOnly) === true
  }

  /** What `type` and the keywords of that type say; undefined where there are none. */
  #typedType(schema: LooseObject, place: Place): TsType | undefined {
    const types = typeof schema.type === 'string' ? [schema.type] : textsOf(schema.type)
    if (types.length === 0) {
      if (isBinary(schema)) return place.mode === 'form' ? named('Blob') : STRING
      if (OBJECT_KEYWORDS.some((keyword) => schema[keyword] !== undefined)) return this.#objectType(schema, place)
      return schema.items !== undefined || schema.prefixItems !== undefined ? this.#arrayType(schema, place) : undefined
    }
    return unionOf(types.map((type) => this.#typeOfKind(type, schema, place)))
  }

  #typeOfKind(type: string, schema: LooseObject, place: Place): TsType {
    switch (type) {
      case 'string':
      case 'file':
        return isBinary(schema) && place.mode === 'form' ? named('Blob') : STRING
      case 'integer':
      case 'number':
        return named('number')
      case 'boolean':
        return named('boolean')
      case 'null':
        return NULL
      case 'array':
        return this.#arrayType(schema, place)
      case 'object':
        return this.#objectType(schema, place)
      default:
        return UNKNOWN
    }
  }

  #arrayType(schema: LooseObject, place: Place): TsType {
    const inside = { ...place, owner: undefined, passed: new Set<string>() }
    const { prefixItems, items, minItems, maxItems } = schema
    const least = typeof minItems === 'number' ? minItems : 0
    if (Array.isArray(prefixItems)) {
      const first = prefixItems.map((item) => this.#typeOf(item, inside))
      const isClosed = items === false || maxItems === first.length
      const rest = isClosed ? {} : { rest: this.#typeOf(items ?? true, inside) }
      return { kind: 'tuple', items: first, required: Math.min(least, first.length), ...rest }
    }
    const item = this.#typeOf(items ?? true, inside)
    if (least > 0 && least === maxItems && least <= LONGEST_TUPLE) {
      return { kind: 'tuple', items: Array.from({ length: least }, () => item), required: least }
    }
    return { kind: 'array', items: item }
  }

  #objectType(schema: LooseObject, place: Place): TsType {
    const inside = { ...place, owner: undefined, passed: new Set<string>() }
    const declared = Object.entries(objectOf(schema.properties))
    const required = new Set(textsOf(schema.required))
    const properties = declared.flatMap(([name, property]): TsProperty[] => {
      if (this.#isLeftOut(property, place.mode)) return []
      const type = this.#typeOf(property, inside)
      return [{ name, type, isOptional: !required.has(name), ...documentation(property) }]
    })
    const names = new Set(declared.map(([name]) => name))
    const others = schema.allOf === undefined ? [...required].filter((name) => !names.has(name)) : []
    const index = this.#indexType(schema, inside)
    for (const name of others) properties.push({ name, type: index ?? UNKNOWN, isOptional: false })
    if (index === undefined) {
      const isOpen = properties.length === 0 && schema.additionalProperties !== false && declared.length === 0
      const isPart = schema.allOf !== undefined || schema.oneOf !== undefined || schema.anyOf !== undefined
      if (isOpen) return isPart ? UNKNOWN : ANY_OBJECT
      return { kind: 'object', properties }
    }
    // An index of TypeScript contains the properties, too.
    const all = properties.map(({ type, isOptional }) => (isOptional ? unionOf([type, named('undefined')]) : type))
    return { kind: 'object', properties, index: unionOf([index, ...all]) }
  }

  /** The type of the properties that have no names of their own; undefined where nothing is said of them. */
  #indexType(schema: LooseObject, place: Place): TsType | undefined {
    const patterns = Object.values(objectOf(schema.patternProperties))
    const { additionalProperties } = schema
    const isSaid = additionalProperties === true || isObject(additionalProperties)
    if (patterns.length === 0 && !isSaid) return undefined
    const rest = isSaid ? [additionalProperties] : additionalProperties === false ? [] : [true]
    return unionOf([...patterns, ...rest].map((each) => this.#typeOf(each, place)))
  }
}

const ORDER: readonly Mode[] = ['response', 'request', 'form']
const OBJECT_KEYWORDS = ['properties', 'additionalProperties', 'patternProperties']

function isThirtyOne({ root }: LooseDocument): boolean {
  return !String(root.openapi).startsWith('3.0')
}

function withNull(schema: LooseObject, type: TsType): TsType {
  return schema.nullable === true ? unionOf([type, NULL]) : type
}

/** The values by which a member of a union is known: those that are mapped to it, or its own name. */
function discriminatorValues({ mapping }: LooseObject, ref: string): string[] {
  const name = partsOf(ref).at(-1) ?? ref
  const mapped = Object.entries(objectOf(mapping)).filter(([, target]) => target === ref || target === name)
  return mapped.length > 0 ? mapped.map(([value]) => value) : [name]
}

function nameOfReference(ref: string): string {
  const parts = partsOf(ref)
  if (ref.startsWith(SCHEMAS) && parts.length === 3) return typeName(parts[2] ?? '')
  return typeName(parts.filter((part) => !SILENT.has(part)).join(' ') || 'Root')
}

/** Parts of a reference that say nothing of what it means. */
const SILENT = new Set(['components', 'schemas', 'properties', 'schema', 'content'])

/** What is said of a property, as the comment above it. */
export function documentation(schema: unknown): Pick<TsProperty, 'description' | 'tags'> {
  const { description, title, format, deprecated, default: value } = objectOf(schema)
  const tags: string[] = []
  if (textOf(format) !== undefined && !PLAIN_FORMATS.has(format as string)) tags.push(`@format ${format}`)
  if (value !== undefined) tags.push(`@default ${literal(value)}`)
  if (deprecated === true) tags.push('@deprecated')
  return { description: textOf(description) ?? textOf(title), tags }
}

/** They say how a number is kept, which is nothing to a program in TypeScript. */
const PLAIN_FORMATS: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double', 'binary'])
