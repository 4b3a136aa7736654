import type { Gap } from './finding.js'
import { gap, gapOf, isPlain, ofTypes, type Pair, typesOf } from './pair.js'
import { sampleOf } from './samples.js'
import { type At, type Shape, sameValue, type TypeName } from './shape.js'
import { inWords } from './words.js'

/** That values of some types, which the outer schema does not accept, are valid under the inner one. */
export function typeGaps(pair: Pair, missing: readonly TypeName[]): Gap[] {
  const { inner, outer, proof } = pair
  const scalar: TypeName[] = missing.filter((type) => type === 'number' || type === 'boolean')
  // A number in a parameter is a text, too, which a string accepts unless it limits its texts.
  const asTexts = proof.reading.asText && outer.types.has('string') ? scalar : []
  const isFree = outer.values === undefined && outer.patterns.length + outer.formats.length + outer.opaque.length === 0
  const { minLength, maxLength } = outer.limits
  const isUnlimited = isFree && (minLength === undefined || minLength.value <= 1) && maxLength === undefined
  const rest = isUnlimited ? missing.filter((type) => !asTexts.includes(type)) : missing
  if (rest.length === 0) return []
  // What a reference that leads nowhere says is not known.
  const isKnown = inner.opaque.every(({ keyword }) => keyword !== '$ref')
  const certain = isKnown && rest.some((type) => !asTexts.includes(type))
  const said = { inner: typesOf(inner), outer: typesOf(outer), innerAt: inner.typesAt, outerAt: outer.typesAt }
  const first = ofTypes(rest.filter((type) => !asTexts.includes(type)))
  const witness = certain ? sampleOf([...pair.innerSchemas, first]) : undefined
  return [gapOf('type', pair.innerSchemas, pair.outerSchemas, said, certain, witness)]
}

/** That the outer schema lists its values, and the inner one has others. */
export function enumGaps(pair: Pair, { value: values, at: outerAt }: At<readonly unknown[]>): Gap[] {
  const { inner } = pair
  const empty = onlyEmpty(inner)
  if (empty !== undefined && values.some((value) => sameValue(value, empty))) return []
  const said = { inner: 'any value', outer: inWords(values), innerAt: inner.typesAt, outerAt }
  const sample = sampleOf(pair.innerSchemas)
  const others = ['a value of no list', 'another', 0.25, 12_345, ...values.map((value) => `${String(value)}x`)]
  return [gap(pair, 'enum', said, [...(sample === undefined ? [] : [sample.value]), ...others], false)].map((each) => ({
    ...each,
    certain: each.certain || isPlain(inner)
  }))
}

/** The only value of a schema whose texts, lists or objects have the greatest size 0. */
function onlyEmpty({ types, limits }: Shape): unknown {
  if (types.size > 1) return undefined
  if (types.has('string') && limits.maxLength?.value === 0) return ''
  if (types.has('array') && limits.maxItems?.value === 0) return []
  return types.has('object') && limits.maxProperties?.value === 0 ? {} : undefined
}
