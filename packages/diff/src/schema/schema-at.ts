import { follow, pointerBelow } from '../document/json-pointer.js'
import { canonical, isMembers, type Members } from '../document/members.js'
import type { SchemaDocument } from '../document/openapi-document.js'

/** A schema at its place in a document. */
export interface SchemaAt {
  readonly raw: unknown
  /** A JSON pointer as a fragment: `#/components/schemas/Item`. */
  readonly at: string
  readonly document: SchemaDocument
  /** Keywords that do not count. */
  readonly without?: readonly string[]
  /** `unevaluatedProperties` of a schema around this one, with the schemas whose properties it does not concern. */
  readonly rest?: Rest
}

export interface Rest {
  readonly schema: SchemaAt
  readonly counted: readonly SchemaAt[]
}

/** A schema without references and `allOf`, its keywords as JSON Schema 2020-12 has them. */
export interface Facet extends SchemaAt {
  readonly node: Members
}

/** Where a conjunction of schemas is. */
export function placeOf(schemas: readonly SchemaAt[]): string {
  return schemas[0]?.at ?? '#'
}

export function childOf(schema: SchemaAt, ...names: readonly (string | number)[]): SchemaAt {
  let raw: unknown = schema.raw
  for (const name of names) raw = (raw as Record<string | number, unknown> | undefined)?.[name]
  return { raw, at: pointerBelow(schema.at, ...names), document: schema.document }
}

/** What a schema refers to, if it is a reference and nothing else. */
export function resolved(schema: SchemaAt): SchemaAt {
  let at = schema
  for (let steps = 0; steps < 50 && at.without === undefined && isMembers(at.raw); steps++) {
    const { $ref: reference, ...own } = at.raw
    if (typeof reference !== 'string' || (!at.document.is30 && Object.keys(own).length > 0)) break
    const target = follow(at.document.root, reference)
    if (target === undefined) break
    at = { raw: target.value, at: target.at, document: at.document }
  }
  return at
}

/** A schema that no document has, for a step of a proof; it takes the place of another. */
export function madeUp(raw: unknown, { at, document }: SchemaAt): SchemaAt {
  return { raw, at, document: { root: document.root, is30: false } }
}

/** The facets whose conjunction the schemas are. A reference that leads nowhere stays as `$ref`. */
export function facetsOf(schemas: readonly SchemaAt[]): Facet[] {
  const facets: Facet[] = []
  const seen = new Set<unknown>()
  for (const schema of schemas) collect(schema, facets, seen)
  return facets
}

function collect(unresolved: SchemaAt, facets: Facet[], seen: Set<unknown>): void {
  const schema = resolved(unresolved)
  if (typeof schema.raw === 'boolean') {
    facets.push({ ...schema, node: schema.raw ? {} : { not: {} } })
    return
  }
  if (!isMembers(schema.raw)) return
  if (schema.without === undefined) {
    if (seen.has(schema.raw)) return
    seen.add(schema.raw)
  }
  const from = facets.length
  const { $ref: reference, allOf, unevaluatedProperties, ...own } = withoutKeywords(schema)
  const target = typeof reference === 'string' ? follow(schema.document.root, reference) : undefined
  if (target !== undefined) collect({ raw: target.value, at: target.at, document: schema.document }, facets, seen)
  else if (reference !== undefined) facets.push({ ...schema, node: { $ref: reference } })
  if (schema.document.is30 && reference !== undefined) return
  if (Array.isArray(allOf)) for (const each of allOf.keys()) collect(childOf(schema, 'allOf', each), facets, seen)
  const facet: Facet = { ...schema, node: normalized(own, schema.document) }
  if (unevaluatedProperties === undefined) facets.push(facet)
  else {
    const counted = [...facets.slice(from), facet].map(flat)
    facets.push({ ...facet, rest: { schema: childOf(schema, 'unevaluatedProperties'), counted } })
  }
}

/** A facet as a schema: what it refers to is in facets beside it. */
export function flat({ raw, at, document, without = [], rest }: Facet): SchemaAt & Required<Pick<SchemaAt, 'without'>> {
  const known = [...without, ...['$ref', 'allOf', 'unevaluatedProperties'].filter((each) => !without.includes(each))]
  return { raw, at, document, without: known, ...(rest === undefined ? {} : { rest }) }
}

function withoutKeywords({ raw, without }: SchemaAt): Members {
  if (without === undefined) return raw as Members
  return Object.fromEntries(Object.entries(raw as Members).filter(([keyword]) => !without.includes(keyword)))
}

/** The keywords as JSON Schema 2020-12 has them; what older drafts wrote in another way is read, too. */
function normalized(own: Members, { is30 }: SchemaDocument): Members {
  const node: Record<string, unknown> = { ...own }
  if (is30 && node.nullable === true && typeof node.type === 'string') node.type = [node.type, 'null']
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum']
  ] as const) {
    if (typeof node[exclusive] !== 'boolean') continue
    if (node[exclusive] === true && typeof node[bound] === 'number') {
      node[exclusive] = node[bound]
      delete node[bound]
    } else delete node[exclusive]
  }
  if (Array.isArray(node.items)) {
    node.prefixItems = node.items
    if (node.additionalItems === undefined) delete node.items
    else node.items = node.additionalItems
  }
  if ('const' in node) {
    const own = canonical(node.const)
    node.enum = Array.isArray(node.enum) && !node.enum.some((each) => canonical(each) === own) ? [] : [node.const]
    delete node.const
  }
  // How 3.1 writes what 3.0 wrote as formats.
  if (node.format === undefined && node.contentEncoding === 'base64') node.format = 'byte'
  if (node.format === undefined && node.contentMediaType === 'application/octet-stream') node.format = 'binary'
  return node
}
