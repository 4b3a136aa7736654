import { isObject, type LooseDocument, type LooseObject, listOf, objectOf, textOf } from './document-values.js'

/** Where a value of a schema goes: in a body of a form, in any other part of a request, in a response. */
export type Mode = 'response' | 'request' | 'form'

/** What makes the type of a schema differ by where its value goes. */
interface Traits {
  readOnly: boolean
  writeOnly: boolean
  binary: boolean
}

/** Adds traits, and says whether one is new. */
function merge(traits: Traits, readOnly: boolean, writeOnly: boolean, binary: boolean): boolean {
  const isNew = (readOnly && !traits.readOnly) || (writeOnly && !traits.writeOnly) || (binary && !traits.binary)
  traits.readOnly ||= readOnly
  traits.writeOnly ||= writeOnly
  traits.binary ||= binary
  return isNew
}

/** The schemas inside of a schema, those behind its references not among them. */
function* innerSchemas(schema: LooseObject): Generator<unknown> {
  for (const name of ['properties', 'patternProperties']) yield* Object.values(objectOf(schema[name]))
  for (const name of ['allOf', 'anyOf', 'oneOf', 'prefixItems']) yield* listOf(schema[name])
  for (const name of ['items', 'additionalProperties', 'contentSchema']) yield schema[name]
}

/** Whether a schema is of bytes, which are no text (OpenAPI 3.0.3, section 4.7.24; 3.1.0, section 4.8.14.4). */
export function isBinary({ type, format, contentMediaType, contentEncoding }: LooseObject): boolean {
  if (type === 'file') return true
  if (type !== undefined && type !== 'string') return false
  return format === 'binary' || (type === undefined && contentMediaType !== undefined && contentEncoding === undefined)
}

/** What the schemas of a document refer to: what a type of one differs by, and which types would contain themselves. */
export class SchemaGraph {
  readonly #document: LooseDocument
  readonly #traits = new Map<string, Traits>()
  readonly #circles = new Map<string, number>()
  readonly #unionless = new Map<string, number>()
  #count = 0

  constructor(document: LooseDocument) {
    this.#document = document
  }

  /** The mode that stands for this one: a type without bytes is the same in a form as in JSON. */
  modeOf(ref: string, mode: Mode): Mode {
    const { readOnly, writeOnly, binary } = this.#traitsOf(ref)
    if (mode === 'form' && binary) return 'form'
    return mode !== 'response' && (readOnly || writeOnly) ? 'request' : 'response'
  }

  #traitsOf(ref: string): Traits {
    return this.#traits.get(ref) ?? this.#readTraits(ref)
  }

  /** Reads the traits of a reference and of all behind it, each schema once: what one has, all that lead to it have. */
  #readTraits(start: string): Traits {
    const leading = new Map<string, string[]>()
    const found = [start]
    for (const ref of found) {
      const traits = { readOnly: false, writeOnly: false, binary: false }
      this.#traits.set(ref, traits)
      const waiting: unknown[] = [this.#document.target(ref)]
      while (waiting.length > 0) {
        const schema = waiting.pop()
        if (!isObject(schema)) continue
        merge(traits, schema.readOnly === true, schema.writeOnly === true, isBinary(schema))
        for (const inner of innerSchemas(schema)) waiting.push(inner)
        const target = textOf(schema.$ref)
        if (target === undefined) continue
        const before = leading.get(target)
        if (before !== undefined) before.push(ref)
        else {
          leading.set(target, [ref])
          if (!this.#traits.has(target) && target !== start) found.push(target)
        }
      }
    }
    const changed = [...leading.keys()]
    while (changed.length > 0) {
      const target = changed.pop() as string
      const { readOnly, writeOnly, binary } = this.#traits.get(target) as Traits
      for (const ref of leading.get(target) ?? []) {
        if (merge(this.#traits.get(ref) as Traits, readOnly, writeOnly, binary)) changed.push(ref)
      }
    }
    return this.#traits.get(start) as Traits
  }

  /**
   * The references in a schema, also behind others.
   *
   * @param isNew whether a reference is followed; those that it refers to were found before otherwise
   */
  *references(schema: unknown, isNew: (ref: string) => boolean): Generator<string> {
    const waiting = [schema]
    while (waiting.length > 0) {
      const at = waiting.pop()
      if (!isObject(at)) continue
      for (const inner of innerSchemas(at)) waiting.push(inner)
      const ref = textOf(at.$ref)
      if (ref === undefined || !isNew(ref)) continue
      yield ref
      waiting.push(this.#document.target(ref))
    }
  }

  /**
   * Whether a type would be a member of itself, which no compiler accepts: `from` and `to` are references, and `from` has
   * `to` among the members of a union or an intersection, or behind these.
   *
   * @param isUnionless whether unions behind `allOf` are left out, as they are written
   */
  isCircular(from: string, to: string, isUnionless: boolean): boolean {
    return to === from || this.#circleOf(from, isUnionless) === this.#circleOf(to, isUnionless)
  }

  /** The number of all that a type leads to and that lead back to it: Tarjan's algorithm, which reads each type once. */
  #circleOf(start: string, isUnionless: boolean): number {
    const circles = isUnionless ? this.#unionless : this.#circles
    const order = new Map<string, number>()
    const lowest = new Map<string, number>()
    const open: string[] = []
    const way: { readonly ref: string; readonly next: string[] }[] = []
    const lower = (ref: string, to: number) => lowest.set(ref, Math.min(to, lowest.get(ref) ?? to))
    const enter = (ref: string) => {
      order.set(ref, order.size)
      lower(ref, order.size - 1)
      open.push(ref)
      way.push({ ref, next: this.#direct(ref, this.#document.target(ref), isUnionless) })
    }
    if (!circles.has(start)) enter(start)
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
      const target = at.next.pop()
      if (target !== undefined) {
        if (circles.has(target)) continue
        const before = order.get(target)
        if (before === undefined) enter(target)
        else lower(at.ref, before)
        continue
      }
      way.pop()
      const least = lowest.get(at.ref) as number
      const outer = way.at(-1)
      if (outer !== undefined) lower(outer.ref, least)
      if (least !== order.get(at.ref)) continue
      const number = this.#count++
      for (let ref = open.pop(); ref !== undefined; ref = ref === at.ref ? undefined : open.pop())
        circles.set(ref, number)
    }
    return circles.get(start) as number
  }

  /** The references of which a type is a union or an intersection: those in its lists and properties are none. */
  #direct(from: string, schema: unknown, isUnionless: boolean, bases: readonly string[] = []): string[] {
    if (!isObject(schema)) return []
    const found: string[] = []
    const ref = textOf(schema.$ref)
    if (ref !== undefined) found.push(ref)
    for (const part of [...listOf(schema.anyOf), ...listOf(schema.oneOf)]) {
      found.push(...this.#direct(from, part, isUnionless, bases))
    }
    for (const part of listOf(schema.allOf)) {
      const base = textOf(objectOf(part).$ref)
      if (isUnionless && base !== undefined && this.isCircular(from, base, false)) {
        // Schemas that extend each other, which accept nothing.
        if (bases.includes(base)) continue
        const own = withoutUnions(objectOf(this.#document.target(base)))
        found.push(...this.#direct(from, own, true, [...bases, base]))
      } else {
        found.push(...this.#direct(from, part, isUnionless, bases))
      }
    }
    return found.filter((target) => target !== from)
  }
}

/** What a schema says beside its alternatives: one that extends it in `allOf` is one of these, and means the rest. */
export function withoutUnions(schema: LooseObject): LooseObject {
  const { oneOf: _, anyOf: _anyOf, discriminator: _discriminator, ...rest } = schema
  return rest
}
