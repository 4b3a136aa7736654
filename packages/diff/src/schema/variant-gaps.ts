import { isMembers } from '../document/members.js'
import { areDisjoint } from './emptiness.js'
import type { Gap } from './finding.js'
import { gapOf, isWitness, onlyTypes, type Pair, typesOf } from './pair.js'
import { sampleOf } from './samples.js'
import { childOf, madeUp, type SchemaAt } from './schema-at.js'
import { declaredNames, type Shape, shapeOf, type Variants, withBranch } from './shape.js'
import { knownMemberSchemas, memberSchemas } from './validity.js'

/** By what the values of the branches of the inner schema are not all valid under the outer one. */
export function branchGaps({ inner, outerSchemas, proof }: Pair, variants: Variants): Gap[] {
  return variants.branches.flatMap((branch, index) => {
    // What is valid under one of `oneOf` is not valid under another.
    const others = variants.branches.filter((_, other) => other !== index)
    const excluded = variants.keyword === 'oneOf' ? others.map((other) => negated(other)) : []
    // A value of several of `anyOf` has the properties of all of them.
    const more = variants.keyword === 'anyOf' ? others.flatMap((other) => propertiesBeside(branch, other)) : []
    const found = proof.gaps(withBranch(inner, variants, [branch, ...excluded, ...more]), outerSchemas)
    const isExclusive = variants.keyword === 'anyOf' || variants.discriminator !== undefined
    return found.map((each) => ({
      ...each,
      inner: isOptionalHere(each, others) ? 'optional' : each.inner,
      certain: each.certain && (isExclusive || each.path !== '' || others.length === 0 || each.witness !== undefined)
    }))
  })
}

/** Whether a property that a branch does not name is named by another one: it is not gone. */
function isOptionalHere({ path, inner }: Gap, others: readonly SchemaAt[]): boolean {
  return inner === 'not named' && others.some((other) => declaredNames(shapeOf([other])).includes(path))
}

const besides = new WeakMap<object, WeakMap<object, unknown>>()

/** The properties that only the other of two branches names, as a schema; the same each time. */
function propertiesBeside(branch: SchemaAt, other: SchemaAt): SchemaAt[] {
  if (!isMembers(branch.raw) || !isMembers(other.raw) || areDisjoint([branch], [other])) return []
  const known = besides.get(branch.raw) ?? new WeakMap<object, unknown>()
  besides.set(branch.raw, known)
  const raw = known.get(other.raw) ?? { properties: Object.fromEntries(namedOnlyBy(branch, other)) }
  known.set(other.raw, raw)
  return [{ raw, at: other.at, document: other.document }]
}

function namedOnlyBy(branch: SchemaAt, other: SchemaAt): [string, unknown][] {
  const its = shapeOf([other])
  return declaredNames(its)
    .filter((name) => !concerns(branch, name, 0))
    .map((name) => {
      const schemas = knownMemberSchemas(its, name)
      return [name, schemas.length === 1 ? schemas[0]?.raw : { allOf: schemas.map(({ raw }) => raw) }]
    })
}

/** Whether a schema, or a variant of it, says anything of a property: then it has the last word. */
function concerns(schema: SchemaAt, name: string, depth: number): boolean {
  const { facets, variants } = shapeOf([schema])
  if (depth > 5 || facets.some((facet) => memberSchemas(facet, name) !== 'undeclared')) return true
  return variants.some(({ branches }) => branches.some((branch) => concerns(branch, name, depth + 1)))
}

const negations = new WeakMap<object, unknown>()

/** A schema of what is not valid under another; the same each time, by which proofs are known again. */
function negated(schema: SchemaAt): SchemaAt {
  if (typeof schema.raw !== 'object' || schema.raw === null) return madeUp(schema.raw === false, schema)
  const raw = negations.get(schema.raw) ?? { not: schema.raw }
  negations.set(schema.raw, raw)
  return { raw, at: schema.at, document: schema.document }
}

/** By what the values of the inner schema are not all valid under `anyOf` or `oneOf` of the outer one. */
export function outerVariantGaps(pair: Pair, variants: Variants): Gap[] {
  const { innerSchemas, proof } = pair
  const namesake = variants.branches.find((branch) => innerSchemas.some((own) => haveOneName(own, branch)))
  if (namesake !== undefined && (proof.isDeep || proof.holds(innerSchemas, [namesake]))) {
    const found = proof.gaps(innerSchemas, [namesake])
    if (found.length === 0) return exclusionGaps(pair, variants, namesake)
    const isDecided = variants.discriminator !== undefined
    return found.map(({ witness, ...each }) => {
      const isOne = witness !== undefined && isWitness(pair, witness.value)
      return { ...each, certain: each.certain && (isDecided || isOne), ...(isOne ? { witness } : {}) }
    })
  }
  const fitting = variants.branches.find((branch) => proof.holds(innerSchemas, [branch]))
  if (fitting !== undefined) return exclusionGaps(pair, variants, fitting)
  const parts = partsOf(pair, variants)
  if (parts !== undefined) return parts.flatMap((part) => outerVariantGaps(part, variants))
  return nearestGaps(pair, variants)
}

/** That a value may be valid under two of `oneOf`. */
function exclusionGaps(pair: Pair, variants: Variants, fitting: SchemaAt): Gap[] {
  if (variants.keyword === 'anyOf' || variants.discriminator !== undefined) return []
  const both = variants.branches.find(
    (branch) => branch !== fitting && !areDisjoint(pair.innerSchemas, [branch]) && !isExcluded(pair, branch)
  )
  if (both === undefined) return []
  const said = { inner: 'one variant', outer: 'perhaps two', outerAt: `${variants.facet.at}/oneOf` }
  const sample = sampleOf([...pair.innerSchemas, both])
  const witness = sample !== undefined && isWitness(pair, sample.value) ? sample : undefined
  // Clients send what the document names: whether they send more, it does not say.
  const certain = witness !== undefined && isNamed(witness.value, pair.inner)
  return [gapOf('one-of', pair.innerSchemas, pair.outerSchemas, said, certain, witness)]
}

/** Whether a schema says something of each property of a value. */
function isNamed(value: unknown, { facets }: Shape): boolean {
  if (!isMembers(value)) return true
  return Object.keys(value).every((name) => facets.some((facet) => memberSchemas(facet, name) !== 'undeclared'))
}

/** Whether the inner schema excludes all values of a branch, by `not`. */
function isExcluded({ inner, innerSchemas, proof }: Pair, branch: SchemaAt): boolean {
  return inner.opaque.some(({ keyword, facet }) => {
    return keyword === 'not' && proof.holds([...innerSchemas, branch], [childOf(facet, 'not')])
  })
}

/** The inner schema in parts, by type or by a property that has few values; undefined where it has only one. */
function partsOf(pair: Pair, variants: Variants): Pair[] | undefined {
  const { inner, innerSchemas } = pair
  if (inner.types.size > 1) return [...inner.types].map((type) => onlyTypes(pair, [type]))
  for (const name of inner.required.keys()) {
    const values = valuesOf(innerSchemas, name)
    if (values === undefined || values.length < 2 || values.length > 30) continue
    if (!variants.branches.some((branch) => valuesOf([branch], name) !== undefined)) continue
    return values.map((value) => {
      const only = madeUp({ properties: { [name]: { enum: [value] } } }, innerSchemas[0] as SchemaAt)
      const schemas = [...innerSchemas, only]
      return { ...pair, innerSchemas: schemas, inner: shapeOf(schemas) }
    })
  }
  return undefined
}

/** The values that a property can have, where they are listed. */
function valuesOf(schemas: readonly SchemaAt[], name: string): readonly unknown[] | undefined {
  const members = knownMemberSchemas(shapeOf(schemas), name)
  return members.length === 0 ? undefined : shapeOf(members).values?.value
}

/** The gaps to the branch that is the counterpart of the inner schema; that it has none, where there is no such branch. */
function nearestGaps(pair: Pair, variants: Variants): Gap[] {
  const { innerSchemas, outerSchemas, proof, inner } = pair
  const candidates = variants.branches.filter((branch) => !areDisjoint(innerSchemas, [branch]))
  const compared = candidates.map((branch) => ({ branch, gaps: proof.gaps(innerSchemas, [branch]) }))
  const named = compared.find(({ branch }) => innerSchemas.some((own) => haveOneName(own, branch)))
  const nearest = named ?? compared.sort((one, other) => one.gaps.length - other.gaps.length)[0]
  if (nearest === undefined || nearest.gaps.some(({ rule, path }) => rule === 'type' && path === '')) {
    const said = { inner: nameOf(pair), outer: 'no such variant', outerAt: `${variants.facet.at}/${variants.keyword}` }
    const sample = sampleOf(innerSchemas)
    const witness = sample !== undefined && isWitness(pair, sample.value) ? sample : undefined
    const certain = candidates.length === 0 || witness !== undefined
    return [
      gapOf(
        'variant',
        innerSchemas,
        outerSchemas,
        { ...said, innerAt: branchOf(pair)?.at ?? inner.at },
        certain,
        witness
      )
    ]
  }
  const isOnly = candidates.length === 1
  return nearest.gaps.map(({ witness, ...each }) => {
    const isOne = witness !== undefined && isWitness(pair, witness.value)
    return { ...each, certain: each.certain && (isOnly || isOne), ...(isOne ? { witness } : {}) }
  })
}

/** The branch that a value of the inner schema is of; what else is said of it is in facets with keywords left out. */
function branchOf({ innerSchemas }: Pair): SchemaAt | undefined {
  const whole = innerSchemas.filter(({ raw, without }) => without === undefined && !('not' in Object(raw)))
  return whole.find((each) => nameIn(each) !== undefined) ?? whole.find(({ at }) => /\/(anyOf|oneOf)\/\d+$/.test(at))
}

function nameOf(pair: Pair): string {
  const branch = branchOf(pair)
  return (branch === undefined ? undefined : nameIn(branch)) ?? typesOf(pair.inner)
}

/** The name of the component that a schema is, or its title. */
function nameIn({ raw, at }: SchemaAt): string | undefined {
  const { $ref: reference, title } = Object(raw) as { $ref?: unknown; title?: unknown }
  if (typeof reference === 'string') return reference.split('/').at(-1)
  if (typeof title === 'string') return title
  return /^#\/components\/schemas\/([^/]+)$/.exec(at)?.[1]
}

function haveOneName(one: SchemaAt, other: SchemaAt): boolean {
  const name = nameIn(one)
  return name !== undefined && name === nameIn(other)
}
