import { arrayGaps } from './array-gaps.js'
import { isEmpty } from './emptiness.js'
import { sameSchema } from './equality.js'
import type { Gap } from './finding.js'
import { finiteGaps, finiteValues } from './finite-gaps.js'
import { objectGaps } from './object-gaps.js'
import { opaqueGaps } from './opaque-gaps.js'
import { gapOf, onlyTypes, type Pair, type Prover, type Reading } from './pair.js'
import { numberGaps, stringGaps } from './scalar-gaps.js'
import { resolved, type SchemaAt } from './schema-at.js'
import { shapeOf } from './shape.js'
import { enumGaps, typeGaps } from './type-gaps.js'
import { branchGaps, outerVariantGaps } from './variant-gaps.js'

/** After so many steps a comparison is given up as undecided. */
const MOST_STEPS = 4000

/** The proof that all values of one schema are valid under another, as far as it has come. */
export class Proof implements Prover {
  /** Pairs of schemas that are being compared: where one occurs again within itself, it holds by assumption. */
  readonly #open = new Map<string, number>()
  readonly #done = new Map<string, readonly Gap[]>()
  readonly #ids = new Map<unknown, number>()
  /** The outermost pair that was assumed to hold. */
  #assumed = Number.POSITIVE_INFINITY
  #steps = 0

  constructor(readonly reading: Reading) {}

  /** By what values of the inner schemas, all of them together, are not all valid under the outer ones. */
  gaps(innerSchemas: readonly SchemaAt[], outerSchemas: readonly SchemaAt[]): readonly Gap[] {
    const [inner, outer] = [innerSchemas.map(resolved), outerSchemas.map(resolved)]
    const key = `${this.#idOf(inner)}<${this.#idOf(outer)}`
    const done = this.#done.get(key)
    if (done !== undefined) return done
    const open = this.#open.get(key)
    if (open !== undefined) {
      this.#assumed = Math.min(this.#assumed, open)
      return []
    }
    if (++this.#steps > MOST_STEPS) return [gapOf('too-large', inner, outer, { inner: '', outer: '' })]
    const depth = this.#open.size
    const assumedBefore = this.#assumed
    this.#assumed = Number.POSITIVE_INFINITY
    this.#open.set(key, depth)
    const found = this.#compare(inner, outer)
    this.#open.delete(key)
    // What holds by the assumption of an outer pair may not hold without it.
    if (this.#assumed >= depth) this.#done.set(key, found)
    this.#assumed = Math.min(assumedBefore, this.#assumed >= depth ? Number.POSITIVE_INFINITY : this.#assumed)
    return found
  }

  holds(inner: readonly SchemaAt[], outer: readonly SchemaAt[]): boolean {
    return this.gaps(inner, outer).length === 0
  }

  #compare(innerSchemas: readonly SchemaAt[], outerSchemas: readonly SchemaAt[]): readonly Gap[] {
    const [one, other] = [innerSchemas[0], outerSchemas[0]]
    if (innerSchemas.length === 1 && outerSchemas.length === 1 && one !== undefined && other !== undefined) {
      const isWhole = [one, other].every(({ without, rest }) => without === undefined && rest === undefined)
      if (isWhole && sameSchema(one.raw, one.document, other.raw, other.document)) return []
    }
    const outer = shapeOf(outerSchemas)
    if (outer.facets.every(({ node, rest }) => Object.keys(node).length === 0 && rest === undefined)) return []
    if (isEmpty(innerSchemas)) return []
    const inner = shapeOf(innerSchemas)
    const pair: Pair = { inner, outer, innerSchemas, outerSchemas, proof: this }
    const finite = finiteValues(inner)
    if (finite !== undefined) return finiteGaps(pair, finite)
    // The branches of the inner schema are compared one by one: each has its own counterpart.
    if (inner.variants.length > 0) return branchGaps(pair)
    const missing = [...inner.types].filter((type) => !outer.types.has(type))
    const found = typeGaps(pair, missing)
    const common = [...inner.types].filter((type) => outer.types.has(type))
    if (common.length === 0) return found
    // Of several types, those that both have are compared.
    const rest = missing.length === 0 ? pair : onlyTypes(pair, common)
    return [
      ...found,
      ...(outer.values === undefined ? [] : enumGaps(rest)),
      ...(common.includes('number') ? numberGaps(rest) : []),
      ...(common.includes('string') ? stringGaps(rest) : []),
      ...(common.includes('array') ? arrayGaps(rest) : []),
      ...(common.includes('object') ? objectGaps(rest) : []),
      ...outer.variants.flatMap((variants) => outerVariantGaps(rest, variants)),
      ...opaqueGaps(rest)
    ]
  }

  #idOf(schemas: readonly SchemaAt[]): string {
    const ids = schemas.map(({ raw, at, without, rest }) => {
      const counted = rest === undefined ? '' : `[${this.#idOf([rest.schema, ...rest.counted])}]`
      return `${this.#id(typeof raw === 'object' && raw !== null ? raw : `${at} ${raw}`)}${without?.join() ?? ''}${counted}`
    })
    return [...new Set(ids)].sort().join('&')
  }

  #id(value: unknown): number {
    const id = this.#ids.get(value) ?? this.#ids.size
    this.#ids.set(value, id)
    return id
  }
}
