import { isMembers, type Members, membersOf } from '../document/members.js'
import type { SchemaDocument } from '../document/openapi-document.js'
import type { SchemaAt } from './schema-at.js'

/** Keywords that say nothing about which values are valid. */
const ANNOTATIONS = new Set([
  ...['title', 'description', 'default', 'example', 'examples', 'deprecated', 'externalDocs', 'xml', '$comment'],
  ...['$schema', '$id', '$anchor', '$defs', 'definitions']
])

const COMPONENT = /^#\/components\/schemas\/([^/]+)$/

/** Whether two schemas are written alike, whatever they describe, and what they refer to as well. */
export function isSameSchema(one: SchemaAt, other: SchemaAt): boolean {
  if (one.raw === other.raw && one.document === other.document) return true
  const same = sameComponents(one.document, other.document)
  const name = one.at === other.at ? COMPONENT.exec(one.at)?.[1] : undefined
  if (name !== undefined) return same.has(name)
  const referred: string[] = []
  return (
    isAlike(one.raw, other.raw, one.document.is30 === other.document.is30, referred) &&
    referred.every((each) => same.has(each))
  )
}

const known = new WeakMap<object, WeakMap<object, ReadonlySet<string>>>()

/** The names of the components that are the same in both documents, with all that they refer to. */
function sameComponents(one: SchemaDocument, other: SchemaDocument): ReadonlySet<string> {
  if (!isMembers(one.root) || !isMembers(other.root)) return new Set()
  const ofOne = known.get(one.root) ?? new WeakMap<object, ReadonlySet<string>>()
  known.set(one.root, ofOne)
  const found = ofOne.get(other.root) ?? compareComponents(one, other)
  ofOne.set(other.root, found)
  return found
}

function compareComponents(one: SchemaDocument, other: SchemaDocument): ReadonlySet<string> {
  const [own, its] = [schemasOf(one), schemasOf(other)]
  const same = new Set<string>()
  /** Which components refer to a component. */
  const referrers = new Map<string, string[]>()
  for (const name of Object.keys(own)) {
    const referred: string[] = []
    if (!isAlike(own[name], its[name], one.is30 === other.is30, referred)) continue
    same.add(name)
    for (const each of referred) referrers.set(each, [...(referrers.get(each) ?? []), name])
  }
  // What refers to a component that differs, differs.
  const different = [...referrers.keys()].filter((name) => !same.has(name))
  for (let name = different.pop(); name !== undefined; name = different.pop()) {
    for (const referrer of referrers.get(name) ?? []) if (same.delete(referrer)) different.push(referrer)
  }
  return same
}

function schemasOf({ root }: SchemaDocument): Members {
  return membersOf(membersOf(membersOf(root).components).schemas)
}

/** Whether parts of schemas are written alike; the names of components to which both refer are added to `referred`. */
function isAlike(one: unknown, other: unknown, areOneVersion: boolean, referred: string[]): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, at) => isAlike(each, other[at], areOneVersion, referred))
  }
  if (!isMembers(one) || !isMembers(other)) return one === other
  const keywords = (members: Members) => Object.keys(members).filter((name) => !isAnnotation(name, members))
  const [names, others] = [keywords(one), keywords(other)]
  if (names.length !== others.length || (!areOneVersion && areReadOtherwise(names))) return false
  return names.every((name) => {
    if (!Object.hasOwn(other, name)) return false
    if (name !== '$ref' || typeof one.$ref !== 'string') return isAlike(one[name], other[name], areOneVersion, referred)
    const component = COMPONENT.exec(one.$ref)?.[1]
    if (component !== undefined) referred.push(component)
    // What another reference leads to may differ; one that leads out of the document cannot be compared further.
    return one.$ref === other.$ref && (component !== undefined || !one.$ref.startsWith('#'))
  })
}

/** Whether the versions of OpenAPI read these keywords of a schema in two ways. */
function areReadOtherwise(keywords: readonly string[]): boolean {
  if (keywords.includes('$ref') && keywords.length > 1) return true
  return ['nullable', 'exclusiveMinimum', 'exclusiveMaximum'].some((keyword) => keywords.includes(keyword))
}

/** In a schema; a property may have the name of an annotation, and then its value is a schema. */
function isAnnotation(name: string, members: Members): boolean {
  return ANNOTATIONS.has(name) && !isMembers(members[name]) && typeof members[name] !== 'boolean'
}
