import type { Gap, SchemaRule } from './finding.js'
import { hasFormat, impliesFormat } from './formats.js'
import { opaqueGaps } from './opaque-gaps.js'
import { gapOf, type Pair, type Said } from './pair.js'
import { matches } from './patterns.js'
import { type Shape, typeOfValue } from './shape.js'
import { typeGaps } from './type-gaps.js'
import { type Known, validity } from './validity.js'
import { outerVariantGaps } from './variant-gaps.js'
import { inWords } from './words.js'

/** The values of a schema that has few; undefined for any other. */
export function finiteValues({ values, types, integer, minimum, maximum }: Shape): readonly unknown[] | undefined {
  if (values !== undefined) return values.value
  const found: unknown[] = []
  for (const type of types) {
    if (type === 'null') found.push(null)
    else if (type === 'boolean') found.push(true, false)
    else if (type === 'number' && integer && minimum !== undefined && maximum !== undefined) {
      const least = Math.ceil(minimum.value)
      if (maximum.value - least > 50) return undefined
      for (let value = least; value <= maximum.value; value++) found.push(value)
    } else return undefined
  }
  return found
}

export function finiteGaps(pair: Pair, values: readonly unknown[]): Gap[] {
  const { outer, innerSchemas, outerSchemas } = pair
  const own = values.filter((value) => validity(value, innerSchemas) !== false)
  const judged = own.map((value): [unknown, Known] => [value, outerValidity(value, pair)])
  const wrongTypes = new Set(own.map(typeOfValue).filter((type) => !outer.types.has(type)))
  const found = typeGaps(pair, [...wrongTypes])
  const rejected = judged.filter(([value, known]) => known === false && outer.types.has(typeOfValue(value)))
  const undecided = judged.filter(([, known]) => known === undefined).map(([value]) => value)
  const [first] = rejected
  if (first !== undefined) {
    const [rule, said] = rejectedBy(
      pair,
      rejected.map(([value]) => value)
    )
    const certain = rejected.some(([value]) => validity(value, innerSchemas) === true)
    found.push(gapOf(rule, innerSchemas, outerSchemas, said, certain, { value: first[0] }))
  } else if (!isExplained(pair, undecided)) {
    const said = { inner: inWords(own), outer: 'what may not accept them' }
    found.push(gapOf('enum', innerSchemas, outerSchemas, said))
  }
  return found
}

/** Whether what cannot be decided of the values is said by both schemas; so it is of no values. */
function isExplained(pair: Pair, values: readonly unknown[]): boolean {
  const { inner, outer, proof } = pair
  if (values.length === 0) return true
  if (values.some((value) => typeof value === 'object' && value !== null)) return false
  const texts = proof.reading.asText ? values.map(String) : values.filter((value) => typeof value === 'string')
  const patterns = outer.patterns.filter(({ value: pattern }) => texts.some((text) => matches(pattern, text) !== true))
  const formats = outer.formats.filter(({ value }) => texts.some((text) => hasFormat(value, text) !== true))
  return (
    patterns.every(({ value }) => inner.patterns.some((own) => own.value === value)) &&
    formats.every(({ value }) => inner.formats.some((own) => impliesFormat(own.value, value))) &&
    opaqueGaps(pair).length === 0 &&
    outer.variants.every((variants) => outerVariantGaps(pair, variants).length === 0)
  )
}

function outerValidity(value: unknown, { outerSchemas, proof }: Pair): Known {
  const known = validity(value, outerSchemas)
  if (known !== false || !proof.reading.asText || typeof value === 'object') return known
  return validity(String(value), outerSchemas)
}

/** The keyword that rejects values, where it is clear. */
function rejectedBy({ inner, outer }: Pair, values: readonly unknown[]): [SchemaRule, Said] {
  const innerAt = inner.values?.at ?? inner.typesAt
  if (outer.values === undefined) {
    return ['enum', { inner: inWords(values), outer: 'other values', innerAt }]
  }
  return ['enum', { inner: inWords(values), outer: inWords(outer.values.value), innerAt, outerAt: outer.values.at }]
}
