import { isMembers, listOf } from '../document/members.js'
import { childOf, type Facet, facetsOf, flat, placeOf, type SchemaAt } from './schema-at.js'

export type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

const TYPES: readonly TypeName[] = ['null', 'boolean', 'number', 'string', 'array', 'object']

/** Keywords whose value is a number, of which the strictest of several counts, and whether that is the largest. */
export const LIMITS = {
  minLength: { largest: true },
  maxLength: { largest: false },
  minItems: { largest: true },
  maxItems: { largest: false },
  minProperties: { largest: true },
  maxProperties: { largest: false }
} as const

export type LimitKeyword = keyof typeof LIMITS

/** A value of a keyword, and where it is. */
export interface At<Value> {
  readonly value: Value
  readonly at: string
}

/** `anyOf` or `oneOf`. */
export interface Variants {
  readonly keyword: 'anyOf' | 'oneOf'
  readonly branches: readonly SchemaAt[]
  readonly facet: Facet
  /** The property that says which of the branches a value is for. */
  readonly discriminator?: string
}

/** A keyword that is compared as a whole. */
export interface Opaque extends At<unknown> {
  readonly keyword: string
  readonly facet: Facet
}

/** What a conjunction of schemas says, by type of value. */
export interface Shape {
  readonly at: string
  readonly facets: readonly Facet[]
  readonly types: ReadonlySet<TypeName>
  readonly typesAt: string
  /** Whether numbers are integers. */
  readonly integer: boolean
  readonly values?: At<readonly unknown[]>
  readonly limits: Partial<Record<LimitKeyword, At<number>>>
  readonly minimum?: At<number> & { readonly exclusive: boolean }
  readonly maximum?: At<number> & { readonly exclusive: boolean }
  readonly multiples: readonly At<number>[]
  readonly patterns: readonly At<string>[]
  readonly formats: readonly At<string>[]
  readonly unique?: At<true>
  readonly required: ReadonlyMap<string, string>
  readonly variants: readonly Variants[]
  readonly opaque: readonly Opaque[]
}

const OPAQUE = [
  ...['not', 'if', 'dependentRequired', 'dependentSchemas', 'dependencies', 'contains', 'propertyNames', '$ref'],
  ...['$dynamicRef', 'unevaluatedItems', 'x-rules']
]

/** The larger of two numbers is stricter, or the smaller. */
function stricter(keyword: LimitKeyword, value: number, than: number | undefined): boolean {
  if (than === undefined) return true
  return LIMITS[keyword].largest ? value > than : value < than
}

export function shapeOf(schemas: readonly SchemaAt[]): Shape {
  const facets = facetsOf(schemas)
  const at = placeOf(schemas)
  let types: ReadonlySet<TypeName> = new Set(TYPES)
  let typesAt = at
  let integer = false
  let values: At<readonly unknown[]> | undefined
  let minimum: Shape['minimum']
  let maximum: Shape['maximum']
  let unique: At<true> | undefined
  const limits: Partial<Record<LimitKeyword, At<number>>> = {}
  const multiples: At<number>[] = []
  const patterns: At<string>[] = []
  const formats: At<string>[] = []
  const required = new Map<string, string>()
  const variants: Variants[] = []
  const opaque: Opaque[] = []
  for (const facet of facets) {
    const { node } = facet
    const place = (keyword: string) => `${facet.at}/${keyword}`
    const named = typeNames(node.type)
    if (named !== undefined) {
      const kept = TYPES.filter(
        (type) => types.has(type) && (named.has(type) || (type === 'number' && named.has('integer')))
      )
      if (kept.length < types.size) typesAt = place('type')
      types = new Set(kept)
      if (!named.has('number')) integer ||= named.has('integer')
    }
    if (Array.isArray(node.enum)) {
      const own = node.enum as unknown[]
      const before = values?.value
      values = {
        value: before === undefined ? own : own.filter((value) => before.some((other) => sameValue(value, other))),
        at: place('const' in (facet.raw as object) ? 'const' : 'enum')
      }
    }
    for (const keyword of Object.keys(LIMITS) as LimitKeyword[]) {
      const value = node[keyword]
      if (typeof value === 'number' && stricter(keyword, value, limits[keyword]?.value)) {
        limits[keyword] = { value, at: place(keyword) }
      }
    }
    for (const [keyword, exclusive] of [
      ['minimum', false],
      ['exclusiveMinimum', true]
    ] as const) {
      const value = node[keyword]
      if (typeof value !== 'number') continue
      if (minimum === undefined || value > minimum.value || (value === minimum.value && exclusive))
        minimum = { value, exclusive, at: place(keyword) }
    }
    for (const [keyword, exclusive] of [
      ['maximum', false],
      ['exclusiveMaximum', true]
    ] as const) {
      const value = node[keyword]
      if (typeof value !== 'number') continue
      if (maximum === undefined || value < maximum.value || (value === maximum.value && exclusive))
        maximum = { value, exclusive, at: place(keyword) }
    }
    if (typeof node.multipleOf === 'number') multiples.push({ value: node.multipleOf, at: place('multipleOf') })
    if (typeof node.pattern === 'string') patterns.push({ value: node.pattern, at: place('pattern') })
    if (typeof node.format === 'string') formats.push({ value: node.format, at: place(formatKeyword(facet)) })
    if (node.uniqueItems === true) unique = { value: true, at: place('uniqueItems') }
    for (const name of listOf(node.required)) {
      if (typeof name === 'string' && !required.has(name)) required.set(name, place('required'))
    }
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branches = node[keyword]
      if (!Array.isArray(branches) || branches.length === 0) continue
      const discriminator = isMembers(node.discriminator) ? node.discriminator.propertyName : undefined
      variants.push({
        keyword,
        branches: branches.map((_, index) => childOf(facet, keyword, index)),
        facet,
        ...(typeof discriminator === 'string' ? { discriminator } : {})
      })
    }
    for (const keyword of OPAQUE) {
      if (node[keyword] !== undefined) opaque.push({ keyword, value: node[keyword], at: place(keyword), facet })
    }
  }
  return {
    ...{ at, facets, types, typesAt, integer, limits, multiples, patterns, formats, required, variants, opaque },
    ...(values === undefined ? {} : { values }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(unique === undefined ? {} : { unique })
  }
}

/** The facets without one of their groups of variants, and a branch of it in its place. */
export function withBranch(shape: Shape, { facet, keyword }: Variants, branch: readonly SchemaAt[]): SchemaAt[] {
  const rest = shape.facets.map((each): SchemaAt => {
    const schema = flat(each)
    const chosen = each.raw === facet.raw ? { ...schema, without: [...schema.without, keyword] } : schema
    if (each.rest === undefined || !each.rest.counted.some(({ raw }) => raw === facet.raw)) return chosen
    const counted = each.rest.counted.map((one) =>
      one.raw === facet.raw ? { ...one, without: [...(one.without ?? []), keyword] } : one
    )
    return { ...chosen, rest: { ...each.rest, counted: [...counted, ...branch] } }
  })
  return [...rest, ...branch]
}

/** The properties that are named. */
export function declaredNames({ facets }: Shape): string[] {
  const counted = facets.flatMap(({ node }) => (isMembers(node.properties) ? Object.keys(node.properties) : []))
  return [...new Set(counted)]
}

/** Which keyword says the format of a text. */
function formatKeyword({ raw, node }: Facet): string {
  if (!isMembers(raw) || typeof raw.format === 'string') return 'format'
  return node.format === 'byte' ? 'contentEncoding' : 'contentMediaType'
}

function typeNames(type: unknown): ReadonlySet<string> | undefined {
  if (typeof type === 'string') return new Set([type])
  return Array.isArray(type) ? new Set(type.filter((each) => typeof each === 'string')) : undefined
}

export function typeOfValue(value: unknown): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as TypeName
}

export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return names.every((name) => Object.hasOwn(b, name) && sameValue(a[name], b[name]))
}
