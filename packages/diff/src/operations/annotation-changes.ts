import { canonical, isMembers, textOf } from '../document/members.js'
import { isNamedByVariants, withCounterpart } from '../schema/counterpart.js'
import { areDisjoint } from '../schema/emptiness.js'
import { childOf, facetsOf, placeOf as pointerTo, resolved, type SchemaAt } from '../schema/schema-at.js'
import { declaredNames, type Shape, shapeOf } from '../schema/shape.js'
import { itemSchemas, memberSchemas } from '../schema/validity.js'
import { valueInWords } from '../schema/words.js'
import type { Change } from './change.js'
import { placeOf } from './gap-message.js'
import { RULES, type RuleName } from './rules.js'

/** Schemas of the same part of an old value and a new one. */
interface Counterparts {
  readonly old: readonly SchemaAt[]
  readonly new: readonly SchemaAt[]
  readonly path: string
  /** The properties that are named around a variant: they are those of the variant, too. */
  readonly around?: Names
}

/** Names of properties. */
interface Names {
  readonly old: readonly string[]
  readonly new: readonly string[]
}

/** What differs at one pair of schemas, and the pairs below it; paths are those from the pair on. */
interface Differences {
  readonly reports: readonly (Counterparts & { readonly rule: string; readonly what: string })[]
  readonly below: readonly Counterparts[]
  readonly names: Names
}

/** Schemas that refer to each other in `allOf` can be combined in more ways than there is time for. */
const MOST_COMBINATIONS = 5000

const TOO_LARGE = { rule: 'too-large', what: 'is too large to be compared: what differs further below is not listed' }

/** By what schemas differ for people and in defaults, and which properties only one of them names. */
export function annotationChanges(compared: {
  readonly subject: string
  readonly side: 'request' | 'response'
  readonly old: SchemaAt
  readonly new: SchemaAt
}): (Change & { readonly path: string })[] {
  const { subject, side } = compared
  const found: (Change & { readonly path: string })[] = []
  const seen = new Set<Differences>()
  let combinations = 0
  const waiting: Counterparts[] = [{ old: [resolved(compared.old)], new: [resolved(compared.new)], path: '' }]
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const here = differencesOf(pair)
    if (seen.has(here)) continue
    seen.add(here)
    if (pair.old.length > 1 || pair.new.length > 1) combinations++
    const isTooLarge = combinations > MOST_COMBINATIONS
    const { path: outer } = pair
    for (const { rule: name, what, path: own, ...places } of isTooLarge ? [{ ...TOO_LARGE, ...pair }] : here.reports) {
      if (name === 'property-added' && pair.around?.old.includes(own)) continue
      if (name === 'property-removed' && pair.around?.new.includes(own)) continue
      const rule = `${side}-${name}` as RuleName
      const path = isTooLarge ? '' : joined(outer, own)
      found.push({
        level: isTooLarge ? 'may-break' : RULES[rule].level,
        rule,
        path,
        message: `${placeOf(subject, path)} ${what}`,
        oldAt: pointerTo(places.old),
        newAt: pointerTo(places.new)
      })
    }
    if (isTooLarge) break
    const around = {
      old: [...here.names.old, ...(pair.around?.old ?? [])],
      new: [...here.names.new, ...(pair.around?.new ?? [])]
    }
    const below = here.below.map((each) => ({
      ...each,
      path: joined(outer, each.path),
      ...(each.path === '' ? { around } : {})
    }))
    waiting.push(...below.reverse())
  }
  return found
}

function joined(path: string, own: string): string {
  return path === '' || own === '' || own.startsWith('[') || own.startsWith('.') ? `${path}${own}` : `${path}.${own}`
}

/** A step of the way to what is known of a list of schemas, by one schema after the other. */
interface Known<Value> {
  value?: Value
  readonly next: WeakMap<object, Known<Value>>
}

const differences: Known<Known<Differences>> = { next: new WeakMap() }
const order = new WeakMap<object, number>()
let ordered = 0

/** The differences of a pair, which many operations may have, and which may be below itself, once. */
function differencesOf(pair: Counterparts): Differences {
  const ofOld = knownOf(differences, pair.old)
  ofOld.value ??= { next: new WeakMap() }
  const known = knownOf(ofOld.value, pair.new)
  known.value ??= compare(pair)
  return known.value
}

/** Whatever the order of the schemas is, and however often one is among them. */
function knownOf<Value>(from: Known<Value>, schemas: readonly SchemaAt[]): Known<Value> {
  const raws = new Set(schemas.map(({ raw }) => raw).filter(isMembers))
  let known = from
  for (const raw of [...raws].sort((one, other) => numberOf(one) - numberOf(other))) {
    const next = known.next.get(raw) ?? { next: new WeakMap() }
    known.next.set(raw, next)
    known = next
  }
  return known
}

function numberOf(raw: object): number {
  const number = order.get(raw) ?? ordered++
  order.set(raw, number)
  return number
}

function compare(given: Counterparts): Differences {
  const pair = withCounterparts(given)
  const [old, next] = [shapeOf(pair.old), shapeOf(pair.new)]
  const reports = textReports(pair)
  const below: Counterparts[] = []
  for (const name of new Set([...declaredNames(old), ...declaredNames(next)])) {
    const [own, its] = [members(old, name), members(next, name)]
    if (own.length === 0 && (its.length === 0 || isNamedByVariants(old, name))) continue
    if (its.length === 0 && isNamedByVariants(next, name)) continue
    if (own.length === 0) reports.push({ rule: 'property-added', what: 'is new', old: pair.old, new: its, path: name })
    else if (its.length === 0)
      reports.push({ rule: 'property-removed', what: 'is gone', old: own, new: pair.new, path: name })
    else below.push({ old: own, new: its, path: name })
  }
  below.push({ old: itemSchemas(old, 0), new: itemSchemas(next, 0), path: '[]' })
  below.push({ old: rest(old), new: rest(next), path: '.*' })
  below.push(...branches(old, next).map(([own, its]) => ({ old: [own], new: [its], path: '' })))
  const both = below.filter((each) => each.old.length > 0 && each.new.length > 0)
  // Resolved once, and not each time that an operation comes by.
  return {
    reports,
    below: both.map((each) => ({ ...each, old: each.old.map(resolved), new: each.new.map(resolved) })),
    names: { old: declaredNames(old), new: declaredNames(next) }
  }
}

/** Where only one side has variants, that of them which is what the other side is. */
function withCounterparts({ old, new: next, path }: Counterparts): Counterparts {
  const [own, its] = [shapeOf(old), shapeOf(next)]
  if (own.variants.length === 0) return { old, new: withCounterpart(next, old), path }
  return its.variants.length === 0 ? { old: withCounterpart(old, next), new: next, path } : { old, new: next, path }
}

function textReports(pair: Counterparts): Differences['reports'][number][] {
  const [old, next] = [annotations(pair.old), annotations(pair.new)]
  const reports: { rule: string; what: string }[] = []
  if (canonical(old.default) !== canonical(next.default)) {
    const [before, now] = [old.default, next.default].map((value) => {
      return value === undefined ? 'no default' : `the default ${valueInWords(value)}`
    })
    reports.push({ rule: 'default-changed', what: `has ${now}, before ${before}` })
  }
  if (next.isDeprecated && !old.isDeprecated) reports.push({ rule: 'property-deprecated', what: 'is deprecated now' })
  if (old.description !== next.description) {
    reports.push({ rule: 'property-described-otherwise', what: 'has another description' })
  }
  return reports.map((each) => ({ ...pair, ...each, path: '' }))
}

function annotations(schemas: readonly SchemaAt[]) {
  const nodes = facetsOf(schemas).map(({ node }) => node)
  return {
    default: nodes.find((node) => node.default !== undefined)?.default,
    isDeprecated: nodes.some((node) => node.deprecated === true),
    description: nodes.map((node) => textOf(node.description)).find((text) => text !== undefined)
  }
}

/** What the facets that name a property say of it. */
function members({ facets }: Shape, name: string): SchemaAt[] {
  return facets.flatMap((facet) => {
    if (!isMembers(facet.node.properties) || !Object.hasOwn(facet.node.properties, name)) return []
    const found = memberSchemas(facet, name)
    // Which patterns name it besides may not be known.
    const all = typeof found === 'string' ? [childOf(facet, 'properties', name)] : found
    return all.filter(({ raw }) => raw !== false)
  })
}

function rest({ facets }: Shape): SchemaAt[] {
  return facets.flatMap((facet) =>
    isMembers(facet.node.additionalProperties) ? [childOf(facet, 'additionalProperties')] : []
  )
}

/**
 * The branches of variants that belong together: those of one name, then those without a name that are written alike, then
 * those that are left, by their place. The order of variants means nothing.
 */
function branches(old: Shape, next: Shape): (readonly [SchemaAt, SchemaAt])[] {
  const branchesOf = ({ variants }: Shape) => variants.flatMap((each) => each.branches)
  const [own, its] = [branchesOf(old), branchesOf(next)]
  const free = new Map<string, SchemaAt[]>()
  for (const other of its) {
    const text = textOfBranch(other)
    free.set(text, [...(free.get(text) ?? []), other])
  }
  const found = new Map(own.map((branch) => [branch, free.get(textOfBranch(branch))?.shift()]))
  const taken = new Set(found.values())
  const left = own.filter((branch) => found.get(branch) === undefined)
  const others = its.filter((other) => !taken.has(other))
  if (left.length === others.length)
    left.forEach((branch, at) => {
      const other = others[at] as SchemaAt
      if (nameOfBranch(branch) === undefined && !areDisjoint([branch], [other])) found.set(branch, other)
    })
  return [...found].flatMap(([branch, other]) => (other === undefined ? [] : [[branch, other] as const]))
}

function nameOfBranch({ raw }: SchemaAt): string | undefined {
  return isMembers(raw) ? textOf(raw.$ref) : undefined
}

function textOfBranch(branch: SchemaAt): string {
  return nameOfBranch(branch) ?? canonical(branch.raw)
}
