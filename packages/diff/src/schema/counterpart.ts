import { areDisjoint } from './emptiness.js'
import { resolved, type SchemaAt } from './schema-at.js'
import { declaredNames, type Shape, shapeOf, withBranch } from './shape.js'

/** How many variants within each other are chosen: a schema can be a variant of itself. */
const DEEPEST = 6

/**
 * Schemas with one branch in the place of each group of variants: the one that is most like another schema. An object that
 * becomes one of several is still there, with all that it names.
 */
export function withCounterpart(schemas: readonly SchemaAt[], other: readonly SchemaAt[]): readonly SchemaAt[] {
  let chosen = schemas
  for (let depth = 0; depth < DEEPEST; depth++) {
    const shape = shapeOf(chosen)
    const variants = shape.variants[0]
    if (variants === undefined) return chosen
    const likeness = variants.branches.map((branch) => likenessOf(branch, other))
    const best = likeness.indexOf(Math.max(...likeness))
    chosen = withBranch(shape, variants, variants.branches.slice(best, best + 1))
  }
  return chosen
}

/** The same schema, then one with values in common, then the one that names the most of the same properties. */
function likenessOf(branch: SchemaAt, other: readonly SchemaAt[]): number {
  const { raw, at } = resolved(branch)
  if (other.some((each) => each.raw === raw || (at === each.at && /^#\/components\/schemas\/[^/]+$/.test(at)))) {
    return Number.POSITIVE_INFINITY
  }
  if (areDisjoint([branch], other)) return -1
  const names = new Set(declaredNames(shapeOf(other)))
  return declaredNames(shapeOf([branch])).filter((name) => names.has(name)).length
}

/** Whether all variants of a group name a property, themselves or in variants of their own. */
export function isNamedByVariants({ variants }: Shape, name: string, depth = 0): boolean {
  if (depth > DEEPEST) return false
  return variants.some(({ branches }) =>
    branches.every((branch) => {
      const shape = shapeOf([branch])
      return declaredNames(shape).includes(name) || isNamedByVariants(shape, name, depth + 1)
    })
  )
}
