import { isMembers } from '../document/members.js'
import type { Gap } from './finding.js'
import { below, gap, gapOf, isPlain, onlyTypes, type Pair } from './pair.js'
import { matches } from './patterns.js'
import { objectWith } from './samples.js'
import { limitGap } from './scalar-gaps.js'
import { childOf, type Facet, facetsOf, type SchemaAt } from './schema-at.js'
import { declaredNames, type Shape } from './shape.js'
import { knownMemberSchemas, memberSchemas } from './validity.js'

/** By what objects of the inner schema are not all valid under the outer one. */
export function objectGaps(of: Pair): Gap[] {
  const pair = onlyTypes(of, ['object'])
  const { inner } = pair
  const isOpen = isImplicitlyOpen(inner)
  return [
    ...requiredGaps(pair),
    ...limitGap(pair, 'minProperties', inner.required.size, () => [objectWith(inner, {})]),
    ...limitGap(
      pair,
      'maxProperties',
      mostProperties(inner),
      (limit) => fullObjects(inner, limit + 1),
      isPlain(inner) && !isOpen
    ),
    ...pair.outer.facets.flatMap((facet) => [
      ...declaredGaps(pair, facet),
      ...patternGaps(pair, facet),
      ...restGaps(pair, facet)
    ])
  ]
}

function requiredGaps(pair: Pair): Gap[] {
  const { inner, outer, proof } = pair
  const names = [...inner.required.keys()]
  const own = names.filter((name) => !isHidden(inner, name, proof.reading.direction))
  return [...outer.required]
    .filter(([name]) => !own.includes(name) && !isHidden(outer, name, proof.reading.direction))
    .map(([name, at]) => {
      const isDeclared = declaredNames(inner).includes(name)
      const said = { inner: isDeclared ? 'optional' : 'not named', outer: 'required', outerAt: at }
      const without = objectWith(
        inner,
        {},
        names.filter((each) => each !== name)
      )
      return { ...gap(pair, 'required', said, [without], isPlain(inner)), path: name }
    })
}

/** What the inner schema says of each property that a facet of the outer one names. */
function declaredGaps(pair: Pair, facet: Facet): Gap[] {
  const { inner, proof } = pair
  const { properties } = facet.node
  if (!isMembers(properties)) return []
  return Object.keys(properties).flatMap((name) => {
    const outer = childOf(facet, 'properties', name)
    const own = sentMember(pair, name)
    if (own === undefined) return []
    const { direction } = proof.reading
    const found = hasDirection([outer], direction) ? hiddenGaps(pair, own, outer) : proof.gaps(own, [outer])
    return found.map((each) => memberGap(pair, each, name, inner))
  })
}

/** Properties that the outer schema does not expect in this direction, and the inner one has. */
function hiddenGaps({ proof }: Pair, own: readonly SchemaAt[], outer: SchemaAt): Gap[] {
  const keyword = proof.reading.direction === 'request' ? 'readOnly' : 'writeOnly'
  return [gapOf('read-only', own, [outer], { inner: 'sent', outer: keyword })]
}

/** What `patternProperties` of the outer schema say of the properties of the inner one. */
function patternGaps(pair: Pair, facet: Facet): Gap[] {
  const { inner, proof } = pair
  const { patternProperties } = facet.node
  if (!isMembers(patternProperties)) return []
  return Object.keys(patternProperties).flatMap((pattern) => {
    const outer = childOf(facet, 'patternProperties', pattern)
    const named = declaredNames(inner).flatMap((name) => {
      const isMatch = matches(pattern, name)
      const own = isMatch === false ? undefined : sentMember(pair, name)
      if (own === undefined) return []
      return proof.gaps(own, [outer]).map((each) => {
        return memberGap(pair, { ...each, certain: each.certain && isMatch === true }, name, inner)
      })
    })
    return [
      ...named,
      ...unnamed(inner).flatMap(({ schema, pattern: own }) => {
        const found = proof.gaps([schema], [outer])
        return found.map((each) => ({
          ...below(pair, each, '.*', () => undefined),
          certain: own === pattern && each.certain
        }))
      })
    ]
  })
}

/** What the outer schema says of properties that it does not name. */
function restGaps(pair: Pair, facet: Facet): Gap[] {
  const { inner, proof } = pair
  const rest =
    facet.node.additionalProperties === undefined ? facet.rest?.schema : childOf(facet, 'additionalProperties')
  if (rest === undefined || rest.raw === true) return []
  const outer = rest
  const named = declaredNames(inner).flatMap((name) => {
    const schemas = memberSchemas(facet, name)
    if (schemas !== 'unknown' && (schemas === 'undeclared' || !schemas.some(({ at }) => at === outer.at))) return []
    const own = sentMember(pair, name)
    if (own === undefined) return []
    return proof
      .gaps(own, [outer])
      .map((each) => (outer.raw === false ? excluded(each) : each))
      .map((each) => memberGap(pair, { ...each, certain: each.certain && schemas !== 'unknown' }, name, inner))
  })
  const patterns = isMembers(facet.node.patternProperties) ? Object.keys(facet.node.patternProperties) : []
  const others = unnamed(inner).filter(({ pattern }) => pattern === undefined || !patterns.includes(pattern))
  const open = others.flatMap(({ schema }) =>
    proof.gaps([schema], [outer]).map((each): Gap => {
      const isClosed = outer.raw === false
      const moved = below(pair, each, '.*', (witness) => objectWith(inner, { 'a-name-of-no-schema': witness }))
      return isClosed ? excluded({ ...moved, path: '.*' }) : moved
    })
  )
  if (!isImplicitlyOpen(inner)) return [...named, ...open]
  const said = { inner: 'not excluded', outer: outer.raw === false ? 'none' : 'of a schema', outerAt: outer.at }
  // Clients send what the document names: whether they send more, it does not say.
  const beyond = gapOf('additional-properties', pair.innerSchemas, pair.outerSchemas, said)
  return [...named, ...open, { ...beyond, path: '.*' }]
}

function excluded(gap: Gap): Gap {
  return { ...gap, rule: 'additional-properties', inner: 'allowed', outer: 'excluded' }
}

/** A gap of a property; where the object itself cannot be made, the property counts. */
function memberGap(pair: Pair, gap: Gap, name: string, inner: Shape): Gap {
  return below(pair, gap, `.${name}`, (witness) => objectWith(inner, { [name]: witness }))
}

/** What the inner schema says of a property; undefined where a valid object that keeps to the document has none. */
function sentMember({ inner, proof }: Pair, name: string): readonly SchemaAt[] | undefined {
  const schemas = knownMemberSchemas(inner, name)
  if (schemas.length === 0 || schemas.some(({ raw }) => raw === false)) return undefined
  return hasDirection(schemas, proof.reading.direction) ? undefined : schemas
}

/** Whether a property is never sent in this direction. */
function isHidden(shape: Shape, name: string, direction: 'request' | 'response'): boolean {
  return hasDirection(knownMemberSchemas(shape, name), direction)
}

function hasDirection(schemas: readonly SchemaAt[], direction: 'request' | 'response'): boolean {
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly'
  return facetsOf(schemas).some(({ node }) => node[keyword] === true)
}

/** Schemas of properties that are not named: those of patterns, and of all others. */
function unnamed({ facets }: Shape): { readonly schema: SchemaAt; readonly pattern?: string }[] {
  return facets.flatMap((facet) => {
    const { patternProperties, additionalProperties } = facet.node
    const patterns = isMembers(patternProperties) ? Object.keys(patternProperties) : []
    const found = patterns.map((pattern) => ({ schema: childOf(facet, 'patternProperties', pattern), pattern }))
    const rest = additionalProperties === undefined ? facet.rest?.schema : childOf(facet, 'additionalProperties')
    return rest === undefined || rest.raw === false ? found : [...found, { schema: rest }]
  })
}

/** Whether nothing is said of properties that are not named. */
function isImplicitlyOpen({ facets, limits }: Shape): boolean {
  if (limits.maxProperties?.value === 0) return false
  return facets.every(({ node, rest }) => node.additionalProperties === undefined && rest === undefined)
}

function mostProperties(inner: Shape): number | undefined {
  const isClosed = !isImplicitlyOpen(inner) && unnamed(inner).length === 0
  return isClosed ? declaredNames(inner).length : undefined
}

/** Objects with as many properties as there can be; an open one has those that it names, and nobody knows of more. */
function fullObjects(inner: Shape, count: number): unknown[] {
  const named = objectWith(inner, {}, declaredNames(inner))
  if (count > 50 || isImplicitlyOpen(inner)) return [named]
  const names = Array.from({ length: count }, (_, index) => `name${index}`)
  return [named, objectWith(inner, Object.fromEntries(names.map((name) => [name, 'a'])))]
}
