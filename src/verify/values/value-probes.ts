import type { JsonSchema } from '../document/json-schema-2020.js'
import { JsonText, setOwn } from '../wire/json-text.js'
import type { Draw } from './draw.js'
import type { FlatSchema } from './flat-schema.js'
import { numberProbes } from './number-values.js'
import { memberProbes, typeProbes } from './type-probes.js'
import type { ValueMaker } from './value-maker.js'
import { ABSENT, type Step, type ValueProbe } from './value-probe.js'

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

function structuredCloneOf(value: unknown): unknown {
  return value instanceof JsonText ? value : structuredClone(value)
}
