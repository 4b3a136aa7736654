import type { Gap, SchemaRule } from './finding.js'
import { placeOf, type SchemaAt } from './schema-at.js'
import { type Shape, shapeOf, type TypeName, typeOfValue } from './shape.js'
import { validity } from './validity.js'

/** How schemas are read. */
export interface Reading {
  /** Properties for the other direction, `readOnly` ones in requests and `writeOnly` ones in responses, are not sent. */
  readonly direction: 'request' | 'response'
  /** Whether values travel as texts, as those of parameters do: any number is then a string, too. */
  readonly asText: boolean
}

/** What can prove that all values of one schema are valid under another. */
export interface Prover {
  readonly reading: Reading
  /** By what values of the inner schemas, all of them together, are not all valid under the outer ones. */
  gaps(inner: readonly SchemaAt[], outer: readonly SchemaAt[]): readonly Gap[]
  holds(inner: readonly SchemaAt[], outer: readonly SchemaAt[]): boolean
  /** Whether so much is compared around a pair that of variants only the one of the same name is tried. */
  readonly isDeep: boolean
}

/** Two schemas that are compared. */
export interface Pair {
  readonly inner: Shape
  readonly outer: Shape
  readonly innerSchemas: readonly SchemaAt[]
  readonly outerSchemas: readonly SchemaAt[]
  readonly proof: Prover
}

/** What a keyword is in both schemas, in words, and where. */
export interface Said {
  readonly inner: string
  readonly outer: string
  readonly innerAt?: string | undefined
  readonly outerAt?: string | undefined
}

export function gapOf(
  rule: SchemaRule,
  inner: readonly SchemaAt[],
  outer: readonly SchemaAt[],
  said: Said,
  certain = false,
  witness?: { readonly value: unknown }
): Gap {
  return {
    rule,
    path: '',
    certain,
    inner: said.inner,
    outer: said.outer,
    innerAt: said.innerAt ?? placeOf(inner),
    outerAt: said.outerAt ?? placeOf(outer),
    ...(witness === undefined ? {} : { witness })
  }
}

/**
 * A gap of the pair itself, certain where one of the candidates is valid under the inner schema alone, or where the inner
 * one says nothing else that could exclude all such values.
 */
export function gap(pair: Pair, rule: SchemaRule, said: Said, candidates: readonly unknown[], plain: boolean): Gap {
  const found = candidates.find((value) => isWitness(pair, value))
  const witness = found === undefined ? undefined : { value: found }
  return gapOf(rule, pair.innerSchemas, pair.outerSchemas, said, plain || witness !== undefined, witness)
}

/** Whether a value is valid under the inner schemas and not under the outer ones. */
export function isWitness({ innerSchemas, outerSchemas }: Pair, value: unknown): boolean {
  return value !== undefined && validity(value, innerSchemas) === true && validity(value, outerSchemas) === false
}

/** Only values of these types, which no document says. */
export function ofTypes(types: readonly TypeName[]): SchemaAt {
  return { raw: { type: types }, at: '#', document: { root: undefined, is30: false } }
}

export function typesOf({ types, integer, facets, values }: Shape): string {
  if (facets.every(({ node }) => node.type === undefined && node.enum === undefined)) return 'any type'
  const possible = values === undefined ? [...types] : [...new Set(values.value.map(typeOfValue))]
  return possible.map((type) => (type === 'number' && integer ? 'integer' : type)).join(' or ') || 'no type'
}

export function onlyTypes(pair: Pair, types: readonly TypeName[]): Pair {
  const innerSchemas = [...pair.innerSchemas, ofTypes(types)]
  // What is made up has no place.
  return { ...pair, innerSchemas, inner: { ...shapeOf(innerSchemas), typesAt: pair.inner.typesAt } }
}

/** Whether nothing is said of values whose consequences are not known. */
export function isPlain({ patterns, formats, opaque, values, variants, multiples }: Shape): boolean {
  const unclear = [...patterns, ...formats.filter(({ value }) => value !== 'int64' && value !== 'int32'), ...multiples]
  return unclear.length + opaque.length + variants.length === 0 && values === undefined
}

/** A gap of a part of a value as one of the value; `wrap` makes the value around a part. */
export function below(pair: Pair, gap: Gap, place: string, wrap: (part: unknown) => unknown): Gap {
  const { witness, ...rest } = gap
  const path = joined(place, gap.path)
  // An example far below is seldom read, and would be judged again at each level.
  const whole = witness === undefined || pair.proof.isDeep ? undefined : wrap(witness.value)
  if (!isWitness(pair, whole)) return { ...rest, path }
  return { ...rest, path, witness: { value: whole } }
}

/** Places in values, one within the other: `lines`, `[]` and `.sku` are `lines[].sku`. */
function joined(place: string, path: string): string {
  const outer = place.replace(/^\.(?!\*)/, '')
  if (path === '' || path.startsWith('[') || path.startsWith('.')) return `${outer}${path}`
  return `${outer}.${path}`
}
