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
import { isBinary, type Mode, type SchemaGraph, withoutUnions } from './schema-graph.js'
import type { SchemaNames } from './schema-names.js'
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

/** A longer list of a fixed length is a list. */
const LONGEST_TUPLE = 8

/** The types of the schemas of a document; those that are referred to have names. */
export class SchemaTypes {
  readonly #document: LooseDocument
  readonly #graph: SchemaGraph
  readonly #names: SchemaNames

  constructor(document: LooseDocument, graph: SchemaGraph, names: SchemaNames) {
    this.#document = document
    this.#graph = graph
    this.#names = names
  }

  /** The declarations of all types with names. */
  declarations(): string {
    return this.#names.all
      .map(({ name, mode, ref: owner }) => {
        const schema = this.#document.target(owner)
        const type = this.#typeOf(schema, { mode, owner, passed: new Set([owner]) })
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
    return named(this.#names.nameOf(ref, mode))
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
        if (isBare) return saysNoType(schema) ? ANY_OBJECT : UNKNOWN
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
      // Without those of the other direction a base may have none left, and what extends it has some.
      const isOpen = properties.length === 0 && schema.additionalProperties !== false
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

const OBJECT_KEYWORDS = ['properties', 'additionalProperties', 'patternProperties']

/** Whether nothing beside alternatives says more of a type than that it is of objects. */
function saysNoType(schema: LooseObject): boolean {
  if (schema.type !== undefined && schema.type !== 'object') return false
  return ['allOf', ...OBJECT_KEYWORDS].every((keyword) => schema[keyword] === undefined)
}

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
