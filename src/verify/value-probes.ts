import type { Draw } from './draw.js'
import type { FlatSchema } from './flat-schema.js'
import type { JsonSchema } from './json-schema-2020.js'
import { JsonText, setOwn } from './json-text.js'
import { numberProbes } from './number-values.js'
import type { ValueMaker } from './value-maker.js'

/** The way from a value to a part of it. `schema` is about that part. */
export type Step =
  | { readonly kind: 'property'; readonly name: string; readonly schema: JsonSchema }
  | { readonly kind: 'item'; readonly index: number; readonly schema: JsonSchema }
  /** The same value, taken as one alternative of an `anyOf` or `oneOf`. */
  | { readonly kind: 'alternative'; readonly schema: JsonSchema }

/** Stands for a property that is not there. */
const ABSENT = Symbol('absent')

/** One thing to try at one place of a value. Nothing is said about whether it is valid. */
export interface ValueProbe {
  readonly label: string
  readonly steps: readonly Step[]
  /** Undefined where there is no such value; {@link ABSENT} removes the property. */
  readonly make: (draw: Draw) => unknown
}

const DEPTH = 5
/** So many probes say enough about one body. */
const LIMIT = 4000

/** Everything to try with a value of the schema, at every place of it. */
export function valueProbes(maker: ValueMaker, schema: JsonSchema): ValueProbe[] {
  const probes: ValueProbe[] = []
  collect(maker, schema, [], [], probes)
  return probes
}

function collect(
  maker: ValueMaker,
  schema: JsonSchema,
  steps: readonly Step[],
  above: readonly FlatSchema[],
  probes: ValueProbe[]
): void {
  const flat = maker.flattener.flatten(schema)
  // A recursive schema is entered twice: once as itself, once inside of itself.
  if (steps.length > DEPTH * 2 || above.filter((other) => other === flat).length > 1 || probes.length > LIMIT) return
  const around = [...above, flat]
  const add = (label: string, make: ValueProbe['make']) => probes.push({ label, steps, make })
  for (const [label, value] of typeProbes(flat)) add(label, () => structuredCloneOf(value))
  const [group] = flat.alternatives
  if (group !== undefined) {
    for (const alternative of group) {
      collect(maker, alternative, [...steps, { kind: 'alternative', schema: alternative }], around, probes)
    }
    return
  }
  add('a list around the value', (draw) => [maker.make(schema, draw, 2)])
  if (flat.members !== undefined) {
    for (const [label, value] of memberProbes(flat.members)) add(label, () => structuredCloneOf(value))
    return
  }
  if (flat.types.has('string')) for (const [label, make] of maker.strings.probes(flat)) add(label, make)
  if (flat.types.has('number')) for (const [label, value] of numberProbes(flat)) add(label, () => value)
  // Where any value will do there is nothing inside that has an edge.
  if (flat.types.size === 6) return
  if (flat.types.has('array')) collectArray(maker, schema, flat, steps, around, probes)
  if (flat.types.has('object')) collectObject(maker, schema, flat, steps, around, probes)
}

function collectArray(
  maker: ValueMaker,
  schema: JsonSchema,
  flat: FlatSchema,
  steps: readonly Step[],
  around: readonly FlatSchema[],
  probes: ValueProbe[]
): void {
  const itemOf = (index: number): JsonSchema => flat.prefixItems[index] ?? flat.items ?? true
  const add = (label: string, make: ValueProbe['make']) => probes.push({ label, steps, make })
  for (const keyword of ['minItems', 'maxItems']) {
    const bound = flat.bounds.get(keyword)
    if (bound === undefined || bound > 1000) continue
    for (const count of [bound - 1, bound, bound + 1].filter((count) => count >= 0)) {
      add(`${keyword} ${bound}: ${count} items`, (draw) => distinctItems(maker, itemOf, count, draw))
    }
  }
  add('the same item twice', (draw) => {
    const item = maker.make(itemOf(0), draw, 2)
    return [item, structuredClone(item)]
  })
  add('an item with a hole', (draw) => [maker.make(itemOf(0), draw, 2), null])
  add('an object in place of a list', (draw) => ({ 0: maker.make(itemOf(0), draw, 2), length: 1 }))
  const positions = flat.prefixItems.length > 0 ? [...flat.prefixItems.keys(), flat.prefixItems.length] : [0]
  for (const index of positions) {
    const child = maker.flattener.flatten(schema).prefixItems[index] ?? flat.items
    if (child !== undefined) collect(maker, child, [...steps, { kind: 'item', index, schema: child }], around, probes)
  }
}

function distinctItems(maker: ValueMaker, itemOf: (index: number) => JsonSchema, count: number, draw: Draw): unknown[] {
  const items = new Map<string, unknown>()
  for (let attempt = 0; items.size < count && attempt < count * 8 + 20; attempt++) {
    const item = maker.make(itemOf(items.size), draw, 2)
    items.set(JSON.stringify(item), item)
  }
  const out = [...items.values()]
  while (out.length < count) out.push(structuredClone(out[0] ?? maker.make(itemOf(out.length), draw, 2)))
  return out
}

/** Names that objects of JavaScript have anyway, and one that nothing has. */
const STRANGE_NAMES = ['unexpected', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '']

function collectObject(
  maker: ValueMaker,
  schema: JsonSchema,
  flat: FlatSchema,
  steps: readonly Step[],
  around: readonly FlatSchema[],
  probes: ValueProbe[]
): void {
  const add = (label: string, make: ValueProbe['make']) => probes.push({ label, steps, make })
  for (const name of STRANGE_NAMES.filter((name) => !flat.properties.has(name))) {
    const value = name === '__proto__' ? { polluted: true } : 'x'
    add(`a property ${JSON.stringify(name)} more`, (draw) => withProperty(maker.make(schema, draw, 1), name, value))
    if (isOpenMap(flat)) {
      const child = flat.additional as JsonSchema
      add(`an entry ${JSON.stringify(name)}`, (draw) =>
        withProperty(maker.make(schema, draw, 1), name, maker.make(child, draw, 2))
      )
    }
  }
  for (const keyword of ['minProperties', 'maxProperties']) {
    const bound = flat.bounds.get(keyword)
    if (bound === undefined || bound > 1000) continue
    for (const count of [bound - 1, bound, bound + 1].filter((count) => count >= 0)) {
      add(`${keyword} ${bound}: ${count} properties`, (draw) => entries(maker, flat, count, draw))
    }
  }
  for (const [name, child] of flat.properties) {
    const at: Step = { kind: 'property', name, schema: child }
    probes.push({ label: `without ${name}`, steps: [...steps, at], make: () => ABSENT })
    const otherCase = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()
    if (!flat.properties.has(otherCase)) {
      add(`${otherCase} in place of ${name}`, (draw) => {
        const value = maker.make(schema, draw, 1) as Record<string, unknown>
        const held = Object.hasOwn(value, name) ? value[name] : maker.make(child, draw, 2)
        delete value[name]
        return withProperty(value, otherCase, held)
      })
    }
    collect(maker, child, [...steps, at], around, probes)
  }
  if (isOpenMap(flat)) {
    const child = flat.additional as JsonSchema
    collect(maker, child, [...steps, { kind: 'property', name: 'entry', schema: child }], around, probes)
  }
}

function isOpenMap(flat: FlatSchema): boolean {
  return typeof flat.additional === 'object'
}

function entries(maker: ValueMaker, flat: FlatSchema, count: number, draw: Draw): object {
  const out = {}
  for (const [name, schema] of flat.properties) {
    if (flat.required.has(name) && Object.keys(out).length < count) setOwn(out, name, maker.make(schema, draw, 2))
  }
  for (let index = 0; Object.keys(out).length < count; index++) {
    setOwn(out, `entry${index}`, maker.make(typeof flat.additional === 'object' ? flat.additional : true, draw, 2))
  }
  return out
}

function withProperty(target: unknown, name: string, value: unknown): unknown {
  if (typeof target === 'object' && target !== null) setOwn(target, name, value)
  return target
}

/** A value of each type of JSON, and what one type looks like in another. */
function typeProbes(flat: FlatSchema): (readonly [label: string, value: unknown])[] {
  const probes: [string, unknown][] = [
    ['null', null],
    ['a boolean', true],
    ['false', false],
    ['a number', 7],
    ['a text', 'text'],
    ['an empty list', []],
    ['an empty object', {}],
    ['a list of lists', [[]]]
  ]
  if (flat.types.has('number')) probes.push(['a number as text', '5'], ['a number in an object', { value: 5 }])
  if (flat.types.has('boolean')) probes.push(['true as text', 'true'], ['1 for true', 1], ['0 for false', 0])
  if (flat.types.has('null')) probes.push(['null as text', 'null'])
  return probes
}

/** Each member, and what is nearly one. */
function memberProbes(members: readonly unknown[]): (readonly [label: string, value: unknown])[] {
  const probes: [string, unknown][] = []
  for (const member of members.slice(0, 24)) {
    probes.push([`the member ${JSON.stringify(member)}`, member])
    if (typeof member === 'string') {
      const other = member === member.toUpperCase() ? member.toLowerCase() : member.toUpperCase()
      for (const near of [other, `${member} `, member.slice(1), `${member}x`])
        probes.push([`nearly ${JSON.stringify(member)}`, near])
      if (member !== '' && Number.isFinite(Number(member))) probes.push([`${member} as a number`, Number(member)])
    } else if (typeof member === 'number') {
      for (const near of [member + 1, member - 1, member + 0.5, String(member)]) probes.push([`nearly ${member}`, near])
      const form = Number.isInteger(member) ? `${member}.0` : `${member}e0`
      if (!/e.*e/.test(form)) probes.push([`${member} in another form`, new JsonText(form)])
    } else if (typeof member === 'boolean') {
      for (const near of [!member, String(member), Number(member)]) probes.push([`nearly ${member}`, near])
    }
  }
  return probes
}

function structuredCloneOf(value: unknown): unknown {
  return value instanceof JsonText ? value : structuredClone(value)
}

/**
 * A value of the schema with what a probe tries at its place; undefined where the place cannot be reached.
 * `base` should be valid, and is changed.
 */
export function placeProbe(
  maker: ValueMaker,
  base: unknown,
  probe: ValueProbe,
  draw: Draw
): { value: unknown } | undefined {
  const value = probe.make(draw)
  return value === undefined ? undefined : place(maker, base, probe.steps, value, draw)
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
  const key = step.kind === 'item' ? step.index : step.name
  if (rest.length === 0 && value === ABSENT) {
    delete (at as Record<string | number, unknown>)[key]
    return { value: at }
  }
  const present = Object.hasOwn(at, key)
    ? (at as Record<string | number, unknown>)[key]
    : maker.make(step.schema, draw, 1)
  const placed = place(maker, present, rest, value, draw)
  if (placed === undefined) return undefined
  if (step.kind === 'item') (at as unknown[])[Math.min(step.index, (at as unknown[]).length)] = placed.value
  else setOwn(at, step.name, placed.value)
  return { value: at }
}
