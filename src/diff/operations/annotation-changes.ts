import { canonical, isMembers, textOf } from '../document/members.js'
import { childOf, facetsOf, type SchemaAt } from '../schema/schema-at.js'
import { declaredNames, type Shape, shapeOf } from '../schema/shape.js'
import { itemSchemas, memberSchemas } from '../schema/validity.js'
import { valueInWords } from '../schema/words.js'
import type { Change } from './change.js'
import { RULES, type RuleName } from './rules.js'

/** Schemas of the same part of an old value and a new one. */
interface Counterparts {
  readonly old: readonly SchemaAt[]
  readonly new: readonly SchemaAt[]
  readonly path: string
}

type Report = (rule: string, what: string, pair: Counterparts) => void

/** By what schemas differ for people and in defaults, and which properties only one of them names. */
export function annotationChanges(compared: {
  readonly subject: string
  readonly side: 'request' | 'response'
  readonly old: SchemaAt
  readonly new: SchemaAt
}): (Change & { readonly path: string })[] {
  const { subject, side } = compared
  const found: (Change & { readonly path: string })[] = []
  const report: Report = (name, what, pair) => {
    const rule = `${side}-${name}` as RuleName
    const message = `${pair.path === '' ? subject : `${subject}: \`${pair.path}\``} ${what}`
    const [oldAt, newAt] = [pair.old[0]?.at, pair.new[0]?.at]
    found.push({
      ...{ level: RULES[rule].level, rule, message, path: pair.path },
      ...(oldAt === undefined ? {} : { oldAt }),
      ...(newAt === undefined ? {} : { newAt })
    })
  }
  visit({ old: [compared.old], new: [compared.new], path: '' }, report, new Map())
  return found
}

function visit(pair: Counterparts, report: Report, seen: Map<unknown, Set<unknown>>): void {
  const [oldRaw, newRaw] = [facetsOf(pair.old).at(-1)?.raw, facetsOf(pair.new).at(-1)?.raw]
  if (oldRaw === undefined || newRaw === undefined) return
  const known = seen.get(oldRaw) ?? new Set()
  if (known.has(newRaw)) return
  seen.set(oldRaw, known.add(newRaw))
  compareTexts(pair, report)
  const [old, next] = [shapeOf(pair.old), shapeOf(pair.new)]
  for (const name of new Set([...declaredNames(old), ...declaredNames(next)])) {
    const [own, its] = [members(old, name), members(next, name)]
    const inner = { old: own, new: its, path: pair.path === '' ? name : `${pair.path}.${name}` }
    if (own.length === 0 && its.length === 0) continue
    if (own.length === 0) report('property-added', 'is new', { ...inner, old: pair.old })
    else if (its.length === 0) report('property-removed', 'is gone', { ...inner, new: pair.new })
    else visit(inner, report, seen)
  }
  visit({ old: itemSchemas(old, 0), new: itemSchemas(next, 0), path: `${pair.path}[]` }, report, seen)
  visit({ old: rest(old), new: rest(next), path: `${pair.path}.*` }, report, seen)
  for (const [own, its] of branches(old, next)) visit({ old: [own], new: [its], path: pair.path }, report, seen)
}

function compareTexts(pair: Counterparts, report: Report): void {
  const [old, next] = [annotations(pair.old), annotations(pair.new)]
  if (canonical(old.default) !== canonical(next.default)) {
    const [before, now] = [old.default, next.default].map((value) => {
      return value === undefined ? 'no default' : `the default ${valueInWords(value)}`
    })
    report('default-changed', `has ${now}, before ${before}`, pair)
  }
  if (next.isDeprecated && !old.isDeprecated) report('property-deprecated', 'is deprecated now', pair)
  if (old.description !== next.description) report('property-described-otherwise', 'has another description', pair)
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
    return typeof found === 'string' ? [] : found.filter(({ raw }) => raw !== false)
  })
}

function rest({ facets }: Shape): SchemaAt[] {
  return facets.flatMap((facet) =>
    isMembers(facet.node.additionalProperties) ? [childOf(facet, 'additionalProperties')] : []
  )
}

/** The branches of variants that have the same name, or else the same place. */
function branches(old: Shape, next: Shape): (readonly [SchemaAt, SchemaAt])[] {
  const [own = [], its = []] = [old, next].map(({ variants }) => variants.flatMap((each) => each.branches))
  const nameOf = ({ raw }: SchemaAt) => (isMembers(raw) ? textOf(raw.$ref) : undefined)
  return own.flatMap((branch, index) => {
    const name = nameOf(branch)
    const same = its.find((other) => name !== undefined && nameOf(other) === name)
    const other = same ?? (name === undefined && own.length === its.length ? its[index] : undefined)
    return other === undefined ? [] : [[branch, other] as const]
  })
}
