import { listOf } from '../document/members.js'
import type { Gap } from './finding.js'
import { below, gap, isPlain, onlyTypes, type Pair } from './pair.js'
import { listOfLength } from './samples.js'
import { limitGap } from './scalar-gaps.js'
import { madeUp, type SchemaAt } from './schema-at.js'
import type { Shape } from './shape.js'
import { itemSchemas } from './validity.js'

/** By what lists of the inner schema are not all valid under the outer one. */
export function arrayGaps(of: Pair): Gap[] {
  const pair = onlyTypes(of, ['array'])
  const { inner, outer, proof } = pair
  const least = inner.limits.minItems?.value ?? 0
  const most = longest(inner)
  const found = [
    ...limitGap(pair, 'minItems', undefined, () => [listOfLength(inner, least)]),
    ...limitGap(pair, 'maxItems', most, (limit) => [listOfLength(inner, Math.max(least, limit + 1))])
  ]
  if (outer.unique !== undefined && inner.unique === undefined && most > 1) {
    const said = { inner: 'equal items', outer: 'different items only', outerAt: outer.unique.at }
    const twice = listOfLength(inner, Math.max(1, least - 1)) ?? []
    // Items of `prefixItems` may be of other types each, and never equal.
    const certain = isPlain(inner) && prefixOf(inner) === 0
    found.push(gap(pair, 'unique-items', said, [[...twice, twice.at(-1)]], certain))
  }
  // Those of `prefixItems` each on its own, and one for all after them.
  const prefix = Math.max(prefixOf(inner), prefixOf(outer))
  for (let index = 0; index <= prefix && index < most; index++) {
    const [own, its] = [itemSchemas(inner, index), itemSchemas(outer, index)]
    const place = index < prefix ? `[${index}]` : '[]'
    // Whether there is such an item at all, `unevaluatedItems` says.
    const isKnown = own.length > 0 || inner.opaque.every(({ keyword }) => keyword !== 'unevaluatedItems')
    for (const each of proof.gaps(anyOr(own, pair), its)) {
      const wrap = (witness: unknown) => {
        const [before, whole] = [listOfLength(inner, index), listOfLength(inner, least)]
        if (before === undefined || whole === undefined) return undefined
        return [...before, witness, ...whole.slice(index + 1)]
      }
      const moved = below(pair, each, place, wrap)
      found.push({ ...moved, certain: moved.certain && isKnown })
    }
  }
  return found
}

/** The most items that a list has. */
function longest(shape: Shape): number {
  const closed = shape.facets.flatMap(({ node }) => (node.items === false ? [listOf(node.prefixItems).length] : []))
  return Math.min(shape.limits.maxItems?.value ?? Number.POSITIVE_INFINITY, ...closed)
}

function prefixOf({ facets }: Shape): number {
  return Math.max(0, ...facets.map(({ node }) => listOf(node.prefixItems).length))
}

function anyOr(schemas: readonly SchemaAt[], { innerSchemas }: Pair): readonly SchemaAt[] {
  return schemas.length > 0 ? schemas : [madeUp(true, innerSchemas[0] as SchemaAt)]
}
