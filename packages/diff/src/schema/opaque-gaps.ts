import { areDisjoint } from './emptiness.js'
import { isSameSchema } from './equality.js'
import type { Gap, SchemaRule } from './finding.js'
import { gap, isPlain, type Pair, typesOf } from './pair.js'
import { sampleOf } from './samples.js'
import { childOf, type Facet, type SchemaAt } from './schema-at.js'
import type { Shape } from './shape.js'
import { opaqueValidity, validity } from './validity.js'

/** What is compared as a whole: it holds where the inner schema says the same, or where its parts can be compared. */
export function opaqueGaps(pair: Pair): Gap[] {
  const { inner, outer, innerSchemas, proof } = pair
  return outer.opaque.flatMap(({ keyword, value, at, facet }) => {
    const parts = [keyword, ...(TOGETHER[keyword] ?? [])]
    // What `unevaluatedItems` leaves out may be in schemas beside it.
    const isWhole = keyword !== 'unevaluatedItems' || (inner.facets.length === 1 && outer.facets.length === 1)
    const isSame = isWhole && inner.opaque.some((own) => isSameSchema(partOf(own.facet, parts), partOf(facet, parts)))
    if (isSame || concernsOtherTypes(keyword, inner)) return []
    const schema = (...names: readonly string[]) => childOf(facet, ...names)
    switch (keyword) {
      case 'not': {
        if (areDisjoint(innerSchemas, [schema('not')])) return []
        break
      }
      case 'if': {
        const branches = ['then', 'else'].filter((part) => facet.node[part] !== undefined)
        if (branches.every((part) => proof.holds(innerSchemas, [schema(part)]))) return []
        break
      }
      case 'dependentSchemas': {
        if (Object.keys(value as object).every((name) => proof.holds(innerSchemas, [schema(keyword, name)]))) return []
        break
      }
      case 'dependentRequired': {
        const names = Object.values(value as Record<string, readonly string[]>).flat()
        if (names.every((name) => inner.required.has(name))) return []
        break
      }
      case 'propertyNames': {
        const names = inner.facets.flatMap(({ node }) => Object.keys((node.properties as object | undefined) ?? {}))
        const isOpen = inner.facets.some(({ node }) => node.patternProperties ?? node.additionalProperties)
        if (!isOpen && names.every((name) => validity(name, [schema(keyword)]) === true)) return []
        break
      }
      default:
        break
    }
    const samples = samplesOf(pair).filter((value) => opaqueValidity(keyword, facet, value, 0) === false)
    if (facet.raw === false) {
      const said = { inner: typesOf(inner), outer: 'nothing', innerAt: inner.typesAt, outerAt: facet.at }
      return [gap(pair, 'type', said, samples, isPlain(inner))]
    }
    const own = inner.opaque.find((each) => each.keyword === keyword)
    const rule = RULES[keyword] ?? 'condition'
    const said = { inner: own === undefined ? 'nothing' : 'other', outer: keyword, innerAt: own?.at, outerAt: at }
    return [gap(pair, rule, said, samples, false)]
  })
}

/** Keywords that say what another one means. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  if: ['then', 'else'],
  contains: ['minContains', 'maxContains'],
  unevaluatedItems: ['prefixItems', 'items', 'contains', 'anyOf', 'oneOf', 'if', 'then', 'else']
}

const RULES: Readonly<Record<string, SchemaRule>> = {
  propertyNames: 'property-names',
  $ref: 'unresolved',
  $dynamicRef: 'unresolved',
  'x-rules': 'x-rules'
}

function concernsOtherTypes(keyword: string, { types }: Shape): boolean {
  if (keyword === 'contains' || keyword === 'unevaluatedItems') return !types.has('array')
  const ofObjects = ['dependentRequired', 'dependentSchemas', 'dependencies', 'propertyNames']
  return ofObjects.includes(keyword) && !types.has('object')
}

function samplesOf({ innerSchemas }: Pair): unknown[] {
  const sample = sampleOf(innerSchemas)
  return sample === undefined ? [] : [sample.value]
}

function partOf({ node, at, document }: Facet, keywords: readonly string[]): SchemaAt {
  const raw = Object.fromEntries(keywords.filter((each) => each in node).map((each) => [each, node[each]]))
  return { raw, at: `${at}/${keywords[0]}`, document }
}
