import { isNode, type JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import { withParameter } from '../requests/parameter-texts.js'
import type { RequestParts } from '../requests/request-parts.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import type { ValueMaker } from '../values/value-maker.js'
import { headersOf, jsonOf } from '../wire/target.js'

const SIZE = /^(?:limit|page_?size|per_?page|size|first|take|top|max_?results|page\[size\])$/i
const PAGE = /^(?:page|page_?number|page_?no|p)$/i
const OFFSET = /^(?:offset|skip|start|from)$/i
const CURSOR = /^(?:cursor|after|page_?token|next_?token|starting_?after|continuation_?token)$/i
const SORT = /^(?:sort|sort_?by|order|order_?by|sorting|ordering)$/i
const DIRECTION = /^(?:order|dir|direction|sort_?(?:order|dir|direction)|order_?(?:dir|direction))$/i
const TOTAL = /^(?:total|total_?(?:count|items|elements|results|records)|count)$/i
const ITEMS = /^(?:items|data|results|content|records|entries|list|values)$/i
const AROUND = /^(?:meta|metadata|pagination|paging|page|page_?info)$/i

/** The largest page that is requested. */
const PAGE_LIMIT = 200

/** Reads lists, of which the document says what their items are. */
export type ListReader = CollectionReader & { readonly itemSchema: JsonSchema }

/** Reads the lists of one operation: which of its parameters are for pages, where the items are, how many there are in all. */
export class CollectionReader {
  readonly operation: PublishedOperation
  readonly size: PublishedParameter | undefined
  readonly page: PublishedParameter | undefined
  readonly offset: PublishedParameter | undefined
  readonly cursor: PublishedParameter | undefined
  readonly sort: PublishedParameter | undefined
  readonly direction: PublishedParameter | undefined
  /** The schema of one item; undefined where the response is not a list. */
  readonly itemSchema: JsonSchema | undefined
  readonly #values: ValueMaker
  /** The property that has the items; undefined where the response is the list itself. */
  readonly #property: string | undefined

  constructor(operation: PublishedOperation, schema: JsonSchema | undefined, values: ValueMaker) {
    this.operation = operation
    this.#values = values
    const query = operation.parameters.filter((parameter) => parameter.in === 'query')
    const named = (pattern: RegExp) => query.find(({ name }) => pattern.test(name))
    this.size = named(SIZE)
    this.page = named(PAGE)
    this.offset = named(OFFSET)
    this.cursor = named(CURSOR)
    const direction = query.find((parameter) => DIRECTION.test(parameter.name) && this.#isDirection(parameter))
    this.direction = direction
    this.sort = query.find((parameter) => SORT.test(parameter.name) && parameter !== direction)
    const found = schema === undefined ? undefined : this.#itemsOf(schema)
    this.itemSchema = found?.items
    this.#property = found?.property
  }

  #isDirection({ schema }: PublishedParameter): boolean {
    const { members } = this.#values.flattener.flatten(schema)
    return members?.every((member) => /^(?:asc|desc)/i.test(String(member))) === true
  }

  #itemsOf(schema: JsonSchema): { items: JsonSchema; property: string | undefined } | undefined {
    const flat = this.#values.flattener.flatten(schema)
    if (flat.types.has('array') && !flat.types.has('object')) return { items: flat.items ?? true, property: undefined }
    const lists = [...flat.properties].flatMap(([property, child]) => {
      const inner = this.#values.flattener.flatten(child)
      const isList = inner.types.has('array') && !inner.types.has('string') && inner.items !== undefined
      return isList ? [{ property, items: inner.items as JsonSchema }] : []
    })
    const usual = lists.find(({ property }) => ITEMS.test(property))
    if (usual !== undefined) return usual
    const objects = lists.filter(({ items }) => this.#values.flattener.flatten(items).properties.size > 0)
    return objects.length === 1 ? objects[0] : undefined
  }

  /** Whether the response is a list, as far as the document says. */
  isList(): this is ListReader {
    return this.itemSchema !== undefined
  }

  /** Whether the list may come in pages. */
  get hasPages(): boolean {
    return (this.size ?? this.page ?? this.offset ?? this.cursor) !== undefined
  }

  /** The items of a successful response; undefined where it has none. */
  items(step: TrialStep): readonly unknown[] | undefined {
    if (statusOf(step.response) !== 200) return undefined
    const json = jsonOf(step.response)
    const items = this.#property === undefined ? json : isNode(json) ? json[this.#property] : undefined
    return Array.isArray(items) ? items : undefined
  }

  /** How many items the response says there are in all; undefined where it does not say. */
  total(step: TrialStep): { readonly name: string; readonly value: number } | undefined {
    const json = jsonOf(step.response)
    const objects = isNode(json)
      ? [json, ...Object.keys(json).flatMap((key) => (AROUND.test(key) ? [json[key]] : []))]
      : []
    for (const object of objects) {
      for (const [name, value] of Object.entries(isNode(object) ? object : {})) {
        // A `count` may be that of this page.
        const isOfPage = name === 'count' && this.hasPages
        if (TOTAL.test(name) && typeof value === 'number' && !isOfPage) return { name, value }
      }
    }
    const header = headersOf(step.response)['x-total-count']
    return header !== undefined && /^\d+$/.test(header) ? { name: 'x-total-count', value: Number(header) } : undefined
  }

  /** Whether the response has all items that there are. */
  isWhole(step: TrialStep): boolean {
    const items = this.items(step)
    if (items === undefined) return false
    if (!this.hasPages) return true
    const total = this.total(step)?.value
    if (total !== undefined) return total <= items.length
    const declared = this.size && this.#values.flattener.flatten(this.size.schema).examples.at(-1)
    return items.length < (this.requestedSize(step) ?? Number(declared ?? 10))
  }

  /** How many items a page has that was requested; undefined where the request does not say it. */
  requestedSize(step: TrialStep): number | undefined {
    const sizes = step.parts.query.flatMap((pair) => {
      return 'text' in pair && pair.name === this.size?.name ? [Number(pair.text)] : []
    })
    return sizes[0]
  }

  /** Whether a parameter says which items there are on a page, and in which order: it selects none. */
  isOfPages(parameter: PublishedParameter): boolean {
    return [this.size, this.page, this.offset, this.cursor, this.sort].includes(parameter)
  }

  /** The request for as long a page as there may be. */
  longestPage(request: RequestParts): RequestParts {
    return (
      [PAGE_LIMIT, 100, 50, 25, 20, 10]
        .map((count) => this.withSize(request, count))
        .find((changed) => changed !== undefined) ?? request
    )
  }

  /** The request for so many items; undefined where that is not valid. */
  withSize(request: RequestParts, count: number): RequestParts | undefined {
    return this.size && this.withValue(request, this.size, count)
  }

  /** The request with the parameter; undefined where the value is not valid. */
  withValue(request: RequestParts, parameter: PublishedParameter, value: unknown): RequestParts | undefined {
    if (!this.#values.isValid(parameter.schema, value)) return undefined
    return withParameter(request, parameter, { kind: 'texts', texts: [String(value)] })
  }
}
