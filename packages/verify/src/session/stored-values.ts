import { isNode, type JsonSchema } from '../document/json-schema-2020.js'
import type { FlatSchema, SchemaFlattener } from '../values/flat-schema.js'

/** A part of a resource that is read differently from what it should be. */
export interface Difference {
  /** `lines[].sku`; empty for the whole. */
  readonly path: string
  /** `was sent as " A", and is "A"`. */
  readonly text: string
}

/** How deep values are compared. */
const DEPTH = 6

/** Compares what was sent with what is read, as far as the schemas of both name the same property with the same type. */
export class StoredValues {
  readonly #flattener: SchemaFlattener
  /** The schemas of sets that were read in the order in which they were sent. */
  readonly #inOrder = new WeakSet<object>()
  readonly #resolve: (schema: JsonSchema) => JsonSchema

  /** @param resolve follows a reference */
  constructor(flattener: SchemaFlattener, resolve: (schema: JsonSchema) => JsonSchema) {
    this.#flattener = flattener
    this.#resolve = resolve
  }

  /** Where `read` is not what was sent. Properties that only one of both schemas names are not compared. */
  differences(sentSchema: JsonSchema, sent: unknown, readSchema: JsonSchema, read: unknown): Difference[] {
    return this.#isComparable(sentSchema, readSchema) ? this.#compare(sentSchema, sent, readSchema, read, '', 0) : []
  }

  /** Where properties that were not sent, and have a documented default, are something else. */
  lostDefaults(sentSchema: JsonSchema, sent: unknown, readSchema: JsonSchema, read: unknown): Difference[] {
    if (!isNode(sent) || !isNode(read)) return []
    const readable = this.properties(readSchema)
    return [...this.properties(sentSchema)].flatMap(([name, schema]): Difference[] => {
      const target = readable.get(name)
      const declared = this.defaultOf(schema)
      if (Object.hasOwn(sent, name) || declared === undefined || target === undefined) return []
      if (!this.#isComparable(schema, target) || !Object.hasOwn(read, name)) return []
      if (this.#compare(schema, declared.value, target, read[name], name, 0).length === 0) return []
      const text = `was not sent, its default is ${shown(declared.value)}, and it is ${shown(read[name])}`
      return [{ path: name, text }]
    })
  }

  /** The documented default; undefined where there is none. */
  defaultOf(schema: JsonSchema): { readonly value: unknown } | undefined {
    const resolved = this.#resolve(schema)
    return isNode(resolved) && resolved.default !== undefined ? { value: resolved.default } : undefined
  }

  /** The properties of an object, of all alternatives of its schema. */
  properties(schema: JsonSchema, depth = 0): ReadonlyMap<string, JsonSchema> {
    const flat = this.#flattener.flatten(schema)
    if (depth > 3 || flat.alternatives.length === 0) return flat.properties
    const out = new Map<string, JsonSchema>()
    for (const part of flat.alternatives.flat()) {
      for (const [name, child] of this.properties(part, depth + 1)) if (!out.has(name)) out.set(name, child)
    }
    for (const [name, child] of flat.properties) out.set(name, child)
    return out
  }

  #compare(
    sentSchema: JsonSchema,
    sent: unknown,
    readSchema: JsonSchema,
    read: unknown,
    path: string,
    depth: number
  ): Difference[] {
    if (depth > DEPTH) return []
    if (isNode(sent) && isNode(read)) return this.#compareObjects(sentSchema, sent, readSchema, read, path, depth)
    if (Array.isArray(sent) && Array.isArray(read)) {
      return this.#compareLists(sentSchema, sent, readSchema, read, path, depth)
    }
    // A property that is null may be left out.
    const isSame = isEqual(sent, read, this.#flattener.flatten(sentSchema), this.#flattener.flatten(readSchema))
    if (isSame || (sent === null && read === undefined)) return []
    return [{ path, text: differenceText(sent, read) }]
  }

  #compareObjects(
    sentSchema: JsonSchema,
    sent: Record<string, unknown>,
    readSchema: JsonSchema,
    read: Record<string, unknown>,
    path: string,
    depth: number
  ): Difference[] {
    const [from, to] = [this.properties(sentSchema), this.properties(readSchema)]
    const [sentMap, readMap] = [this.#entriesOf(sentSchema), this.#entriesOf(readSchema)]
    return Object.entries(sent).flatMap(([name, value]) => {
      const source = from.get(name) ?? sentMap
      const target = to.get(name) ?? readMap
      if (source === undefined || target === undefined || !this.#isComparable(source, target)) return []
      const own = Object.hasOwn(read, name) ? read[name] : undefined
      return this.#compare(source, value, target, own, path === '' ? name : `${path}.${name}`, depth + 1)
    })
  }

  /** The schema of a map's entries. */
  #entriesOf(schema: JsonSchema): JsonSchema | undefined {
    const { additional } = this.#flattener.flatten(schema)
    return isNode(additional) ? additional : undefined
  }

  #compareLists(
    sentSchema: JsonSchema,
    sent: readonly unknown[],
    readSchema: JsonSchema,
    read: readonly unknown[],
    path: string,
    depth: number
  ): Difference[] {
    if (sent.length !== read.length) return [{ path, text: differenceText(sent, read) }]
    if (this.#isKeptAsSet(sentSchema, sent, readSchema, read)) return []
    const source = this.#flattener.flatten(sentSchema).items ?? true
    const target = this.#flattener.flatten(readSchema).items ?? true
    const found = sent.flatMap((item, index) => {
      return this.#compare(source, item, target, read[index], `${path}[]`, depth + 1)
    })
    // An order that changed is one difference.
    return found.length > 1 && !found.some(({ path: at }) => at !== `${path}[]`)
      ? [{ path, text: differenceText(sent, read) }]
      : found.slice(0, 3)
  }

  /**
   * Whether a list of different items has the same ones in another order, as a set has. Where the service keeps the order
   * that was sent in another response, it is a list.
   */
  #isKeptAsSet(
    sentSchema: JsonSchema,
    sent: readonly unknown[],
    readSchema: JsonSchema,
    read: readonly unknown[]
  ): boolean {
    const [source, target] = [this.#flattener.flatten(sentSchema), this.#flattener.flatten(readSchema)]
    if (!source.isUnique && !target.isUnique) return false
    const [from, to] = [sent, read].map((items) => items.map((item) => JSON.stringify(item)))
    const [before, after] = [from?.toSorted(), to?.toSorted()]
    if (String(before) !== String(after)) return false
    const key = isNode(readSchema) ? readSchema : target
    if (String(from) === String(to)) {
      // Sorted items show nothing; quotes would sort "a b" before "a".
      const sorted = sent.toSorted().map((item) => JSON.stringify(item))
      if (![before, sorted].some((one) => String(one) === String(from))) this.#inOrder.add(key)
      return true
    }
    return !this.#inOrder.has(key)
  }

  /** Whether both describe values of one type, which a response may contain. */
  #isComparable(sent: JsonSchema, read: JsonSchema): boolean {
    const [from, to] = [this.#flattener.flatten(sent), this.#flattener.flatten(read)]
    if (from.isReadOnly || from.isWriteOnly || to.isWriteOnly) return false
    if (from.formats.includes('password') || to.formats.includes('password')) return false
    if (from.formats.includes('date') !== to.formats.includes('date')) return false
    return [...from.types].some((type) => type !== 'null' && to.types.has(type))
  }
}

function isEqual(sent: unknown, read: unknown, from: FlatSchema, to: FlatSchema): boolean {
  if (typeof sent === 'number' && typeof read === 'number') {
    const isFloat = from.formats.includes('float') || to.formats.includes('float')
    return sent === read || (isFloat && Math.fround(sent) === Math.fround(read))
  }
  if (typeof sent === 'string' && typeof read === 'string') {
    const formats = [...from.formats, ...to.formats]
    if (formats.includes('date-time')) {
      const [before, after] = [Date.parse(sent), Date.parse(read)]
      // A leap second has no instant here.
      return Number.isNaN(before) || before === after
    }
    // RFC 4122, section 3: output is in lower case, input in either.
    if (formats.includes('uuid')) return sent.toLowerCase() === read.toLowerCase()
  }
  return JSON.stringify(sent) === JSON.stringify(read)
}

function differenceText(sent: unknown, read: unknown): string {
  const is = read === undefined ? 'is not there' : `is ${shown(read)}`
  return `was sent as ${shown(sent)}, and ${is}${changeOf(sent, read)}`
}

/** What became of the text, where that has a name. */
function changeOf(sent: unknown, read: unknown): string {
  if (typeof sent !== 'string' || typeof read !== 'string') return ''
  if (read === sent.trim()) return ': without the spaces around it'
  if (read === sent.toLowerCase()) return ': in lower case'
  if (read === sent.toUpperCase()) return ': in upper case'
  if (sent.startsWith(read)) return ': cut'
  if (read === sent.normalize('NFC') || read === sent.normalize('NFD')) return ': in another Unicode form'
  return ''
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

/** A difference as a sentence: `'title' was sent as "A ", and is "A"`. */
export function sentenceOfDifference({ path, text }: Difference): string {
  return `${path === '' ? 'the body' : `'${path}'`} ${text}`
}
