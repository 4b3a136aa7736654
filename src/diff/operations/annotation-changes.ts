import { canonical, isMembers, textOf } from '../document/members.js'
import { childOf, facetsOf, resolved, type SchemaAt } from '../schema/schema-at.js'
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

/** What differs at one pair of schemas, and the pairs below it; paths are those from the pair on. */
interface Differences {
  readonly reports: readonly (Counterparts & { readonly rule: string; readonly what: string })[]
  readonly below: readonly Counterparts[]
}

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
  const visit = (pair: Counterparts): void => {
    const here = differencesOf(pair)
    if (seen.has(here)) return
    seen.add(here)
    const { reports, below } = here
    for (const { rule: name, what, path: own, ...places } of reports) {
      const rule = `${side}-${name}` as RuleName
      const path = joined(pair.path, own)
      const [oldAt, newAt] = [places.old[0]?.at, places.new[0]?.at]
      found.push({
        ...{
          level: RULES[rule].level,
          rule,
          path,
          message: `${path === '' ? subject : `${subject}: \`${path}\``} ${what}`
        },
        ...(oldAt === undefined ? {} : { oldAt }),
        ...(newAt === undefined ? {} : { newAt })
      })
    }
    for (const each of below) visit({ ...each, path: joined(pair.path, each.path) })
  }
  visit({ old: [resolved(compared.old)], new: [resolved(compared.new)], path: '' })
  return found
}

function joined(path: string, own: string): string {
  return path === '' || own === '' || own.startsWith('[') || own.startsWith('.') ? `${path}${own}` : `${path}.${own}`
}

const differences = new WeakMap<object, WeakMap<object, Differences>>()

/** The differences of a pair, which many operations may have, once. */
function differencesOf(pair: Counterparts): Differences {
  const [own, its] = [pair.old, pair.new].map((schemas) => (schemas.length === 1 ? schemas[0]?.raw : undefined))
  if (!isMembers(own) || !isMembers(its)) return compare(pair)
  const ofOld = differences.get(own) ?? new WeakMap<object, Differences>()
  differences.set(own, ofOld)
  const found = ofOld.get(its) ?? compare(pair)
  ofOld.set(its, found)
  return found
}

function compare(pair: Counterparts): Differences {
  const [old, next] = [shapeOf(pair.old), shapeOf(pair.new)]
  const reports = [...textReports(pair)]
  const below: Counterparts[] = []
  for (const name of new Set([...declaredNames(old), ...declaredNames(next)])) {
    const [own, its] = [members(old, name), members(next, name)]
    if (own.length === 0 && its.length === 0) continue
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
  return { reports, below: both.map((each) => ({ ...each, old: each.old.map(resolved), new: each.new.map(resolved) })) }
}

function textReports(pair: Counterparts): Differences['reports'] {
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
