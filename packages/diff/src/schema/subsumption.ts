import { arrayGaps } from './array-gaps.js'
import { isEmpty } from './emptiness.js'
import { isSameSchema } from './equality.js'
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

/** After so many steps the comparison of one schema is given up as undecided, and after so many that of a document. */
const MOST_STEPS = 1500
const MOST_STEPS_IN_ALL = 10_000

/** Pairs deeper than this within another are compared after it: schemas of some documents are a chain of thousands. */
const DEEPEST = 40

/** From here on each variant is compared with its namesake alone: with all others, the pairs would be those of all schemas. */
const DEEP = 4

/** The proof that all values of one schema are valid under another, as far as it has come. */
export class Proof implements Prover {
  /** Pairs of schemas that are being compared: where one occurs again within itself, it holds by assumption. */
  readonly #open = new Map<string, number>()
  readonly #done = new Map<string, readonly Gap[]>()
  /** What was found by the assumption that an outer pair holds, which is not compared to its end. */
  readonly #tentative = new Map<string, readonly Gap[]>()
  /** The outermost pair that any of them assumes. */
  #lowest = Number.POSITIVE_INFINITY
  /** Pairs that are assumed to hold until the outermost one is compared. */
  readonly #pending = new Map<string, readonly [inner: readonly SchemaAt[], outer: readonly SchemaAt[]]>()
  readonly #ids = new Map<unknown, number>()
  /** The outermost pair that was assumed to hold. */
  #assumed = Number.POSITIVE_INFINITY
  #steps = 0
  #stepsInAll = 0

  constructor(readonly reading: Reading) {}

  /** By what values of the inner schemas, all of them together, are not all valid under the outer ones. */
  gaps(innerSchemas: readonly SchemaAt[], outerSchemas: readonly SchemaAt[]): readonly Gap[] {
    const [inner, outer] = [innerSchemas.map(resolved), outerSchemas.map(resolved)]
    const key = `${this.#idOf(inner)}<${this.#idOf(outer)}`
    const done = this.#done.get(key)
    if (done !== undefined) return done
    const open = this.#open.get(key)
    const tentative = this.#tentative.get(key)
    if (open !== undefined || tentative !== undefined) {
      this.#assumed = Math.min(this.#assumed, open ?? this.#lowest)
      return tentative ?? []
    }
    const depth = this.#open.size
    if (depth === 0) this.#steps = 0
    if (depth > DEEPEST) {
      this.#pending.set(key, [inner, outer])
      this.#assumed = 0
      return []
    }
    const assumedBefore = this.#assumed
    const tentativeBefore = this.#tentative.size
    this.#assumed = Number.POSITIVE_INFINITY
    this.#open.set(key, depth)
    const own = this.#compare(inner, outer)
    const found = oncePerPlace(depth === 0 ? [...own, ...this.#pendingGaps()] : own)
    this.#open.delete(key)
    if (this.#assumed >= depth) {
      this.#done.set(key, found)
      this.#complete(tentativeBefore, found)
      this.#assumed = assumedBefore
    } else {
      this.#tentative.set(key, found)
      this.#lowest = Math.min(this.#lowest, this.#assumed)
      this.#assumed = Math.min(assumedBefore, this.#assumed)
    }
    return found
  }

  /** What pairs lack that were too deep. They are compared within the outermost one, which they may lead to. */
  #pendingGaps(): Gap[] {
    const found: Gap[] = []
    for (let next = this.#pending.entries().next(); !next.done; next = this.#pending.entries().next()) {
      const [key, [inner, outer]] = next.value
      this.#pending.delete(key)
      found.push(...elsewhere(this.gaps(inner, outer)))
    }
    return found
  }

  /** What assumed a pair that is compared now: all of them lead to it, and so to what it lacks. */
  #complete(from: number, gaps: readonly Gap[]): void {
    for (const [key, own] of [...this.#tentative].slice(from)) {
      this.#tentative.delete(key)
      this.#done.set(key, gaps.length === 0 ? own : oncePerPlace([...own, ...elsewhere(gaps)]))
    }
    if (this.#tentative.size === 0) this.#lowest = Number.POSITIVE_INFINITY
  }

  get isDeep(): boolean {
    return this.#open.size > DEEP
  }

  holds(inner: readonly SchemaAt[], outer: readonly SchemaAt[]): boolean {
    return this.gaps(inner, outer).length === 0
  }

  #compare(innerSchemas: readonly SchemaAt[], outerSchemas: readonly SchemaAt[]): readonly Gap[] {
    if (outerSchemas.every((outer) => innerSchemas.some((inner) => isSameWhole(inner, outer)))) return []
    // What is the same costs nothing.
    if (++this.#steps > MOST_STEPS || ++this.#stepsInAll > MOST_STEPS_IN_ALL) {
      return [gapOf('too-large', innerSchemas, outerSchemas, { inner: '', outer: '' })]
    }
    const outer = shapeOf(outerSchemas)
    if (outer.facets.every(({ node, rest }) => Object.keys(node).length === 0 && rest === undefined)) return []
    if (isEmpty(innerSchemas)) return []
    const inner = shapeOf(innerSchemas)
    const pair: Pair = { inner, outer, innerSchemas, outerSchemas, proof: this }
    const finite = finiteValues(inner)
    if (finite !== undefined) return finiteGaps(pair, finite)
    // The branches of the inner schema are compared one by one: each has its own counterpart.
    const [variants] = inner.variants
    if (variants !== undefined) return branchGaps(pair, variants)
    const missing = [...inner.types].filter((type) => !outer.types.has(type))
    const found = typeGaps(pair, missing)
    const common = [...inner.types].filter((type) => outer.types.has(type))
    if (common.length === 0) return found
    // Of several types, those that both have are compared.
    const rest = missing.length === 0 ? pair : onlyTypes(pair, common)
    return [
      ...found,
      ...(outer.values === undefined ? [] : enumGaps(rest, outer.values)),
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

function isSameWhole(one: SchemaAt, other: SchemaAt): boolean {
  const isWhole = [one, other].every(({ without, rest }) => without === undefined && rest === undefined)
  return isWhole && isSameSchema(one, other)
}

/** The gaps without those of a place that is reached in a shorter way, too. */
function oncePerPlace(gaps: readonly Gap[]): readonly Gap[] {
  const found = new Map<string, Gap>()
  for (const gap of gaps) {
    const key = `${gap.rule} ${gap.innerAt} ${gap.outerAt} ${gap.inner} ${gap.path.split('.').at(-1)}`
    const known = found.get(key)
    const isBetter =
      known === undefined ||
      (gap.certain && !known.certain) ||
      (gap.certain === known.certain && gap.path.length < known.path.length)
    if (isBetter) found.set(key, gap)
  }
  return [...found.values()]
}

/** Gaps of a pair as those of another, from which the way is not known. */
function elsewhere(gaps: readonly Gap[]): Gap[] {
  return gaps.map(({ witness: _, ...gap }) => {
    const last = gap.path.split('.').at(-1)
    return { ...gap, path: last === '' || last === '…' ? '…' : `….${last}` }
  })
}
