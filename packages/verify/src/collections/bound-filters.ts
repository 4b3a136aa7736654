import type { JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import { type ParameterTexts, withParameter } from '../requests/parameter-texts.js'
import type { RequestParts } from '../requests/request-parts.js'
import { type FilledList, filledList, itemsFor, keyOfItem, memberOf } from '../resources/list-items.js'
import { Missing, type Play } from '../resources/play.js'
import { isSuccess, type ResourceCalls } from '../resources/resource-calls.js'
import type { Resource } from '../resources/resources.js'
import type { Sequence } from '../resources/sequence-trial.js'
import type { TrialStep } from '../session/attempt.js'
import { percentEncode } from '../wire/wire-request.js'

/** So many items give values that are bounds. */
const ITEMS = 3
const DAY = 86_400_000
/** A day begins and ends elsewhere at another time: of moments, those so near to a day are not judged. */
const NEAR_A_DAY = 2 * DAY

/** What a word says of the values that a bound leaves: those above or below it, itself among them or not. */
interface Side {
  /** 1 for a lowest value, -1 for a highest one. */
  readonly direction: 1 | -1
  /** Undefined where services differ, and the description has to say. */
  readonly isInclusive: boolean | undefined
}

const SIDES: readonly (readonly [words: RegExp, side: Side])[] = [
  [/^(?:from|min|minimum|gte|ge)$/, { direction: 1, isInclusive: true }],
  [/^(?:since|after|gt)$/, { direction: 1, isInclusive: undefined }],
  [/^(?:max|maximum|lte|le)$/, { direction: -1, isInclusive: true }],
  [/^(?:to|until|till|before|lt)$/, { direction: -1, isInclusive: undefined }]
]
const SAYS_INCLUSIVE =
  /\bincluded\b|\binclusive|\bor (?:earlier|later|before|after|more|less|above|below)\b|\bat (?:least|most)\b/i
const SAYS_EXCLUSIVE = /exclu|not includ|\b(?:later|earlier|greater|more|less|higher|lower) than\b/i

/** A parameter, or a member of one, that bounds a property of the items. */
interface Bound extends Side {
  readonly parameter: PublishedParameter
  /** The member of a deep object: `from` of `placed[from]`. */
  readonly member: string | undefined
  readonly schema: JsonSchema
  readonly property: string
}

/** Sequences that filter a list by a lowest or highest value of a property: `publishedFrom`, `price_max`, `placed[to]`. */
export function boundSequences(calls: ResourceCalls, resource: Resource): Sequence[] {
  const { list, name } = resource
  const collection = calls.collection(resource)
  if (list === undefined || collection === undefined) return []
  const properties = [...calls.stored.properties(collection.itemSchema).keys()]
  const bounds = list.parameters
    .filter(
      (parameter) =>
        parameter.in === 'query' && !collection.isOfPages(parameter) && !properties.includes(parameter.name)
    )
    .flatMap((parameter) => boundsOf(calls, parameter, properties))
  return bounds.map((bound) => ({
    label: `list ${name}s with the bound ${nameOf(bound)}`,
    operation: list,
    cost: 4 + ITEMS,
    play: (play) => filterByBound(calls, play, resource, list, bound)
  }))
}

function nameOf({ parameter, member }: Bound): string {
  return member === undefined ? parameter.name : `${parameter.name}[${member}]`
}

function boundsOf(calls: ResourceCalls, parameter: PublishedParameter, properties: readonly string[]): Bound[] {
  const { name, schema, description } = parameter
  const own = boundOf(name, description, properties)
  if (own !== undefined) return [{ parameter, member: undefined, schema, ...own }]
  if (parameter.style !== 'deepObject') return []
  return [...calls.stored.properties(schema)].flatMap(([member, child]) => {
    const found = boundOf(`${name} ${member}`, description, properties)
    return found === undefined ? [] : [{ parameter, member, schema: child, ...found }]
  })
}

/** `minPrice`, `price[gte]`, `created_after` and `publishedFrom` as bounds of `price`, `created_at` and `publishedOn`. */
function boundOf(
  name: string,
  description: string,
  properties: readonly string[]
): (Side & { readonly property: string }) | undefined {
  const words =
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const ends: readonly (readonly [word: string | undefined, stem: readonly string[]])[] = [
    [words.at(-1), words.slice(0, -1)],
    [words[0], words.slice(1)]
  ]
  for (const [word = '', stem] of ends) {
    const side = SIDES.find(([pattern]) => pattern.test(word))?.[1]
    const property = stem.length === 0 ? undefined : properties.find((one) => isNamed(one, stem.join('')))
    if (side === undefined || property === undefined) continue
    const isInclusive = SAYS_EXCLUSIVE.test(description)
      ? undefined
      : side.isInclusive || SAYS_INCLUSIVE.test(description) || undefined
    return { direction: side.direction, isInclusive, property }
  }
  return undefined
}

function isNamed(property: string, stem: string): boolean {
  const plain = property.toLowerCase().replace(/[^a-z0-9]/g, '')
  return plain === stem || (plain.startsWith(stem) && /^(?:at|on|date|day|time)$/.test(plain.slice(stem.length)))
}

async function filterByBound(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  list: PublishedOperation,
  bound: Bound
): Promise<void> {
  const filled = await filledList(calls, play, resource, itemsFor(resource, ITEMS))
  const { property } = bound
  const values = [...new Set(filled.items.map((item) => memberOf(item, property)))]
    .filter((value) => orderOf(value) !== undefined)
    .sort((a, b) => (orderOf(a) as number) - (orderOf(b) as number))
  const limits = limitsOf(calls, bound, values)
  if (limits.length === 0) throw new Missing(`no ${resource.name} has a value of ${property} that bounds others`)
  for (const limit of limits) {
    const step = await listWithin(calls, play, resource, filled, bound, limit, false)
    const fault = faultOf(resource, filled, step, bound, limit)
    if (fault === undefined) continue
    const { trail } = filled
    // Some services find the name of a deep object only as it is not sent by most clients, or only as it is.
    const other = nameOf(bound).includes('[') && (await listWithin(calls, play, resource, filled, bound, limit, true))
    if (other && isSuccess(other) && faultOf(resource, filled, other, bound, limit) === undefined) {
      const judge = 'a bracket in the name of a parameter means the same when it is percent-encoded'
      play.found('spelling-matters', `${nameOf(bound)} in percent encoding`, judge, list, [...trail, step, other])
      return
    }
    play.found('ignored-filter', `${nameOf(bound)}${fault.what}`, fault.judge, list, [...trail, filled.step, step])
    return
  }
}

/** The value of the middle one; for moments that are bounded by days, days well before and after it. */
function limitsOf(calls: ResourceCalls, { schema }: Bound, values: readonly unknown[]): (string | number)[] {
  const middle = values[Math.floor(values.length / 2)]
  if (typeof middle !== 'string' && typeof middle !== 'number') return []
  if (calls.values.isValid(schema, middle)) return [middle]
  const days = [-3 * DAY, 3 * DAY].map((away) => new Date(Date.parse(String(middle)) + away))
  if (!days.every((day) => day.getTime() >= 0 && day.getUTCFullYear() < 10_000)) return []
  const texts = days.map((day) => day.toISOString().slice(0, 10))
  return texts.filter((text) => calls.values.isValid(schema, text))
}

async function listWithin(
  calls: ResourceCalls,
  play: Play,
  resource: Resource,
  { parents }: FilledList,
  bound: Bound,
  limit: string | number,
  hasBrackets: boolean
): Promise<TrialStep> {
  const { parameter, member } = bound
  const [text, name] = [String(limit), nameOf(bound)]
  const texts: ParameterTexts =
    member === undefined ? { kind: 'texts', texts: [text] } : { kind: 'members', members: [[member, text]] }
  return calls.list(play, resource, parents, `list those whose ${name} is ${text}`, (request): RequestParts => {
    const bounded = withParameter(request, parameter, texts)
    if (!hasBrackets) return bounded
    const query = bounded.query.map((pair) => {
      return 'text' in pair && pair.name === name ? { raw: `${name}=${percentEncode(pair.text)}` } : pair
    })
    return { ...bounded, query }
  })
}

/** How the list differs from what the bound leaves. */
function faultOf(
  resource: Resource,
  { collection, items }: FilledList,
  step: TrialStep,
  bound: Bound,
  limit: string | number
): { readonly what: string; readonly judge: string } | undefined {
  const found = collection.items(step)
  if (found === undefined || !isSuccess(step)) return undefined
  const { property, direction, isInclusive } = bound
  /** How far a value is within the bound; 0 for the bound itself, and undefined for what cannot be said. */
  const within = (item: unknown): number | undefined => {
    const value = memberOf(item, property)
    const [own, other] = [orderOf(value), orderOf(limit)]
    // A number and a moment have no order.
    if (own === undefined || other === undefined || typeof value !== typeof limit) return undefined
    const isNear = isDay(limit) !== isDay(value) && Math.abs(own - other) <= NEAR_A_DAY
    return isNear ? undefined : direction * (own - other)
  }
  const shown = `${direction === 1 ? 'not below' : 'not above'} ${JSON.stringify(limit)}`
  const outside = found.find((item) => (within(item) ?? 0) < 0)
  if (outside !== undefined) {
    const value = JSON.stringify(memberOf(outside, property))
    return { what: '', judge: `the '${property}' of every item is ${shown}; one is ${value}` }
  }
  if (!collection.isWhole(step)) return undefined
  const keys = new Set(found.map((item) => keyOfItem(resource, item)))
  const lost = items.find((item) => {
    const distance = within(item)
    const isInside = distance !== undefined && (distance > 0 || (distance === 0 && isInclusive === true))
    return isInside && !keys.has(keyOfItem(resource, item))
  })
  if (lost === undefined) return undefined
  const value = JSON.stringify(memberOf(lost, property))
  const judge = `the list has every item whose '${property}' is ${shown}; that with ${value} is missing`
  return { what: within(lost) === 0 ? ' itself' : ' missing', judge }
}

/** A number, or a day or moment as milliseconds; undefined for anything else. */
function orderOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(?:[Tt ]|$)/.test(value)) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}

function isDay(value: unknown): boolean {
  return typeof value === 'string' && value.length === 10
}
