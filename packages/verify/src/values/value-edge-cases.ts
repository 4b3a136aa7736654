import { isNode, type JsonSchema } from '../document/json-schema-2020.js'
import { JsonText, setOwn } from '../wire/json-text.js'
import type { Draw } from './draw.js'
import type { FlatSchema } from './flat-schema.js'
import { numberEdgeCases } from './number-values.js'
import { RANK, type Rank } from './rank.js'
import type { ValueMaker } from './value-maker.js'

/** A step from a value to a part of it. `schema` describes that part. */
type Step =
  | { readonly kind: 'property'; readonly name: string; readonly schema: JsonSchema }
  | { readonly kind: 'item'; readonly index: number; readonly schema: JsonSchema }
  /** The same value, as one alternative of an `anyOf` or `oneOf`. */
  | { readonly kind: 'alternative'; readonly schema: JsonSchema }

/** In place of a value: the property is left out. */
const ABSENT = Symbol('absent')

/** One value to try at one place of a value. It may be valid or not: the judge decides. */
export interface ValueEdgeCase {
  readonly label: string
  readonly rank: Rank
  /**
   * The component of the document that has this edge, and where: the same edge of another operation that uses the
   * component. Undefined for an extreme, which handlers treat differently, and outside of components.
   */
  readonly share: string | undefined
  readonly steps: readonly Step[]
  /** Undefined where there is no such value; {@link ABSENT} removes the property. */
  readonly make: (draw: Draw) => unknown
}

/** Lists what to try with a value of the schema, at each of its places. */
export function valueEdgeCases(maker: ValueMaker, schema: JsonSchema): ValueEdgeCase[] {
  const collector = new Collector(maker)
  collector.collect(schema, [], [], undefined)
  return collector.edgeCases
}

const DEPTH = 5
/** More edge cases would find nothing new in one body. */
const LIMIT = 4000
/** Names that every object of JavaScript has, and one that none has. */
const STRANGE_NAMES = ['unexpected', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '']

/** The component that an edge belongs to, and the number of steps that lead to it. */
interface Component {
  readonly reference: string
  readonly depth: number
}

class Collector {
  readonly edgeCases: ValueEdgeCase[] = []
  readonly #maker: ValueMaker
  /** How many edge cases have the same place and label, as several values that are nearly one. */
  readonly #alike = new Map<string, number>()

  constructor(maker: ValueMaker) {
    this.#maker = maker
  }

  collect(
    schema: JsonSchema,
    steps: readonly Step[],
    above: readonly FlatSchema[],
    outer: Component | undefined
  ): void {
    const maker = this.#maker
    const component =
      isNode(schema) && typeof schema.$ref === 'string' ? { reference: schema.$ref, depth: steps.length } : outer
    const flat = maker.flattener.flatten(schema)
    // A recursive schema is entered twice: once as itself, once inside of itself.
    if (steps.length > DEPTH * 2 || above.filter((other) => other === flat).length > 1) return
    if (this.edgeCases.length > LIMIT) return
    const around = [...above, flat]
    const add = this.#adder(steps, component)
    for (const [rank, label, value] of typeEdgeCases(flat)) add(rank, label, () => structuredClone(value))
    const [group] = flat.alternatives
    if (group !== undefined) {
      for (const schema of group) this.collect(schema, [...steps, { kind: 'alternative', schema }], around, component)
      return
    }
    add(RANK.type, 'a list around the value', (draw) => [maker.make(schema, draw, 2)])
    if (flat.members !== undefined) {
      for (const [rank, label, value] of memberEdgeCases(flat.members)) {
        add(rank, label, () => (value instanceof JsonText ? value : structuredClone(value)))
      }
      return
    }
    if (flat.types.has('string'))
      for (const [rank, label, make] of maker.strings.edgeCases(flat)) add(rank, label, make)
    if (flat.types.has('number'))
      for (const [rank, label, value] of numberEdgeCases(flat)) add(rank, label, () => value)
    // A schema that accepts any value has no edges inside.
    if (flat.types.size === 6) return
    if (flat.types.has('array')) this.#collectArray(flat, steps, around, component)
    if (flat.types.has('object')) this.#collectObject(schema, flat, steps, around, component)
  }

  #adder(steps: readonly Step[], component: Component | undefined) {
    const place = component && [component.reference, ...steps.slice(component.depth).map(nameOf)].join(' ')
    return (rank: Rank, label: string, make: ValueEdgeCase['make'], at = steps): void => {
      const isShared = place !== undefined && rank > RANK.combined
      const more = at.slice(steps.length).map(nameOf).join(' ')
      this.edgeCases.push({
        label,
        rank,
        share: isShared ? this.#unique(`${place} ${more}: ${label}`) : undefined,
        steps: at,
        make
      })
    }
  }

  #unique(text: string): string {
    const count = this.#alike.get(text) ?? 0
    this.#alike.set(text, count + 1)
    return `${text} ${count}`
  }

  #collectArray(
    flat: FlatSchema,
    steps: readonly Step[],
    around: readonly FlatSchema[],
    component: Component | undefined
  ): void {
    const maker = this.#maker
    const itemOf = (index: number): JsonSchema => flat.prefixItems[index] ?? flat.items ?? true
    const add = this.#adder(steps, component)
    for (const [label, count] of countsAround(flat, 'minItems', 'maxItems')) {
      add(RANK.extreme, `${label} items`, (draw) => distinctItems(maker, itemOf, count, draw))
    }
    add(RANK.extreme, 'the same item twice', (draw) => {
      const item = maker.make(itemOf(0), draw, 2)
      return [item, structuredClone(item)]
    })
    add(RANK.type, 'an item with a hole', (draw) => [maker.make(itemOf(0), draw, 2), null])
    add(RANK.type, 'an object in place of a list', (draw) => ({ 0: maker.make(itemOf(0), draw, 2), length: 1 }))
    const positions = flat.prefixItems.length > 0 ? [...flat.prefixItems.keys(), flat.prefixItems.length] : [0]
    for (const index of positions) {
      const schema = flat.prefixItems[index] ?? flat.items
      if (schema !== undefined) this.collect(schema, [...steps, { kind: 'item', index, schema }], around, component)
    }
  }

  #collectObject(
    schema: JsonSchema,
    flat: FlatSchema,
    steps: readonly Step[],
    around: readonly FlatSchema[],
    component: Component | undefined
  ): void {
    const maker = this.#maker
    const entrySchema = typeof flat.additional === 'object' ? flat.additional : undefined
    const add = this.#adder(steps, component)
    for (const name of STRANGE_NAMES.filter((name) => !flat.properties.has(name))) {
      const value = name === '__proto__' ? { polluted: true } : 'x'
      add(RANK.type, `a property ${JSON.stringify(name)} more`, (draw) =>
        withProperty(maker.make(schema, draw, 1), name, value)
      )
      if (entrySchema === undefined) continue
      add(RANK.type, `an entry ${JSON.stringify(name)}`, (draw) =>
        withProperty(maker.make(schema, draw, 1), name, maker.make(entrySchema, draw, 2))
      )
    }
    for (const [label, count] of countsAround(flat, 'minProperties', 'maxProperties')) {
      add(RANK.extreme, `${label} properties`, (draw) => objectOfSize(maker, flat, entrySchema ?? true, count, draw))
    }
    for (const [name, child] of flat.properties) {
      const at: Step = { kind: 'property', name, schema: child }
      add(RANK.extreme, `without ${name}`, () => ABSENT, [...steps, at])
      const otherCase = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()
      if (!flat.properties.has(otherCase)) {
        add(RANK.near, `${otherCase} in place of ${name}`, (draw) => {
          const value = maker.make(schema, draw, 1) as Record<string, unknown>
          const present = Object.hasOwn(value, name) ? value[name] : maker.make(child, draw, 2)
          delete value[name]
          return withProperty(value, otherCase, present)
        })
      }
      this.collect(child, [...steps, at], around, component)
    }
    if (entrySchema !== undefined) {
      this.collect(entrySchema, [...steps, { kind: 'property', name: 'entry', schema: entrySchema }], around, component)
    }
  }
}

function nameOf(step: Step): string {
  return step.kind === 'property' ? step.name : step.kind === 'item' ? `[${step.index}]` : '|'
}

/** A value of each type of JSON, and values of one type that look like another. */
function typeEdgeCases({ types }: FlatSchema): (readonly [rank: Rank, label: string, value: unknown])[] {
  const { extreme, type } = RANK
  return [
    [extreme, 'null', null],
    [types.has('boolean') ? extreme : type, 'a boolean', true],
    [types.has('boolean') ? extreme : type, 'false', false],
    [type, 'a number', 7],
    [type, 'a text', 'text'],
    [types.has('array') ? extreme : type, 'an empty list', []],
    [types.has('object') ? extreme : type, 'an empty object', {}],
    [type, 'a list of lists', [[]]],
    ...(types.has('number')
      ? ([
          [type, 'a number as text', '5'],
          [type, 'a number in an object', { value: 5 }]
        ] as const)
      : []),
    ...(types.has('boolean')
      ? ([
          [type, 'true as text', 'true'],
          [type, '1 for true', 1],
          [type, '0 for false', 0]
        ] as const)
      : []),
    ...(types.has('null') ? ([[type, 'null as text', 'null']] as const) : [])
  ]
}

/** Each member of an enum, and values that are almost one. */
function memberEdgeCases(members: readonly unknown[]): (readonly [rank: Rank, label: string, value: unknown])[] {
  return members
    .slice(0, 24)
    .flatMap((member) => [
      [RANK.extreme, `the member ${JSON.stringify(member)}`, member] as const,
      ...nearly(member).map(([label, value]) => [RANK.near, label, value] as const)
    ])
}

function nearly(member: unknown): [label: string, value: unknown][] {
  const label = `nearly ${JSON.stringify(member)}`
  if (typeof member === 'string') {
    const other = member === member.toUpperCase() ? member.toLowerCase() : member.toUpperCase()
    const near = [other, `${member} `, member.slice(1), `${member}x`].map((text): [string, unknown] => [label, text])
    const isNumber = member !== '' && Number.isFinite(Number(member))
    return isNumber ? [...near, [`${member} as a number`, Number(member)]] : near
  }
  if (typeof member === 'number') {
    const near = [member + 1, member - 1, member + 0.5, String(member)]
    const form = Number.isInteger(member) ? `${member}.0` : `${member}e0`
    const forms: [string, unknown][] = /e.*e/.test(form) ? [] : [[`${member} in another form`, new JsonText(form)]]
    return [...near.map((value): [string, unknown] => [label, value]), ...forms]
  }
  return typeof member === 'boolean' ? [!member, String(member), Number(member)].map((value) => [label, value]) : []
}

/** The counts around each bound, with a label that names the bound. */
function countsAround(flat: FlatSchema, ...keywords: readonly string[]): [label: string, count: number][] {
  return keywords.flatMap((keyword) => {
    const bound = flat.bounds.get(keyword)
    if (bound === undefined || bound > 1000) return []
    const counts = [bound - 1, bound, bound + 1].filter((count) => count >= 0)
    return counts.map((count): [string, number] => [`${keyword} ${bound}: ${count}`, count])
  })
}

function distinctItems(maker: ValueMaker, itemOf: (index: number) => JsonSchema, count: number, draw: Draw): unknown[] {
  const items = new Map<string, unknown>()
  for (let attempt = 0; items.size < count && attempt < count * 8 + 20; attempt++) {
    const item = maker.make(itemOf(items.size), draw, 2)
    items.set(JSON.stringify(item), item)
  }
  const out = [...items.values()]
  while (out.length < count) out.push(structuredClone(out[0]))
  return out
}

function objectOfSize(maker: ValueMaker, flat: FlatSchema, entry: JsonSchema, size: number, draw: Draw): object {
  const out = {}
  for (const [name, schema] of flat.properties) {
    if (flat.required.has(name) && Object.keys(out).length < size) setOwn(out, name, maker.make(schema, draw, 2))
  }
  for (let index = 0; Object.keys(out).length < size; index++) setOwn(out, `entry${index}`, maker.make(entry, draw, 2))
  return out
}

function withProperty(target: unknown, name: string, value: unknown): unknown {
  if (typeof target === 'object' && target !== null) setOwn(target, name, value)
  return target
}

/**
 * The value with the edge case at its place; undefined where the place cannot be reached. `base` should be valid, and is
 * changed.
 */
export function applyEdgeCase(
  maker: ValueMaker,
  base: unknown,
  { steps, make }: ValueEdgeCase,
  draw: Draw
): { value: unknown } | undefined {
  const value = make(draw)
  return value === undefined ? undefined : place(maker, base, steps, value, draw)
}

function place(
  maker: ValueMaker,
  at: unknown,
  steps: readonly Step[],
  value: unknown,
  draw: Draw
): { value: unknown } | undefined {
  const [step, ...rest] = steps
  if (step === undefined) return { value }
  if (step.kind === 'alternative') {
    const taken = maker.isValid(step.schema, at) ? at : maker.make(step.schema, draw, 1)
    return place(maker, taken, rest, value, draw)
  }
  if (typeof at !== 'object' || at === null || Array.isArray(at) !== (step.kind === 'item')) return undefined
  const target = at as Record<string | number, unknown>
  const key = step.kind === 'item' ? step.index : step.name
  if (rest.length === 0 && value === ABSENT) {
    delete target[key]
    return { value: at }
  }
  const present = Object.hasOwn(target, key) ? target[key] : maker.make(step.schema, draw, 1)
  const placed = place(maker, present, rest, value, draw)
  if (placed === undefined) return undefined
  if (Array.isArray(at)) at[Math.min(Number(key), at.length)] = placed.value
  else setOwn(at, String(key), placed.value)
  return { value: at }
}
