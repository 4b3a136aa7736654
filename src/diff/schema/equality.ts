import { follow } from '../document/json-pointer.js'
import { canonical, isMembers } from '../document/members.js'
import type { SchemaDocument } from '../document/openapi-document.js'

/** Keywords that say nothing about which values are valid. */
const ANNOTATIONS = new Set([
  ...['title', 'description', 'default', 'example', 'examples', 'deprecated', 'externalDocs', 'xml', '$comment'],
  ...['$schema', '$id', '$anchor', '$defs', 'definitions']
])

/**
 * Whether parts of two documents are the same, whatever they describe; references count as what they lead to. Parts that
 * contain themselves are the same if nothing differs on the way.
 */
export function sameSchema(
  one: unknown,
  oneDocument: SchemaDocument,
  other: unknown,
  otherDocument: SchemaDocument,
  seen: Map<unknown, Set<unknown>> = new Map()
): boolean {
  const [a, b] = [target(one, oneDocument), target(other, otherDocument)]
  if (a === b) return oneDocument.is30 === otherDocument.is30 || !isMembers(a)
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, at) => sameSchema(each, oneDocument, b[at], otherDocument, seen))
  }
  if (!isMembers(a) || !isMembers(b)) return canonical(a) === canonical(b)
  if (oneDocument.is30 !== otherDocument.is30 && [a, b].some(readsOtherwise)) return false
  const known = seen.get(a) ?? new Set()
  if (known.has(b)) return true
  seen.set(a, known.add(b))
  const [names, others] = [a, b].map((members) => Object.keys(members).filter((name) => !isAnnotation(name, members)))
  if (names?.length !== others?.length) return false
  return (names ?? []).every(
    (name) => Object.hasOwn(b, name) && sameSchema(a[name], oneDocument, b[name], otherDocument, seen)
  )
}

/** Whether the versions of OpenAPI read a schema in two ways. */
function readsOtherwise(schema: Readonly<Record<string, unknown>>): boolean {
  return ['nullable', 'exclusiveMinimum', 'exclusiveMaximum', '$ref'].some((keyword) => keyword in schema)
}

/** In a schema; a property may have the name of an annotation, and then its value is a schema. */
function isAnnotation(name: string, members: Readonly<Record<string, unknown>>): boolean {
  if (name.startsWith('x-')) return name !== 'x-rules'
  return ANNOTATIONS.has(name) && !isMembers(members[name]) && typeof members[name] !== 'boolean'
}

function target(value: unknown, { root }: SchemaDocument): unknown {
  let at = value
  for (let steps = 0; steps < 100 && isMembers(at) && typeof at.$ref === 'string'; steps++) {
    const found = follow(root, at.$ref)
    // What other keywords are beside the reference counts, too.
    if (found === undefined || Object.keys(at).some((name) => name !== '$ref' && !isAnnotation(name, at as never)))
      return at
    at = found.value
  }
  return at
}
