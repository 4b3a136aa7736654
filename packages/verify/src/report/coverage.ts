import { isNode, type JsonSchema } from '../document/json-schema-2020.js'
import { NUMBER_FORMATS, STRING_FORMATS } from '../document/keyword-checks.js'
import type { PublishedOperation } from '../document/published-document.js'
import { documentedResponse, isExpected } from '../judge/response-judge.js'
import type { Attempt } from '../session/attempt.js'
import type { FlatSchema, FlatType, SchemaFlattener } from '../values/flat-schema.js'
import { NoResponse } from '../wire/target.js'
import { essenceOf, headerValues, isJsonType, mediaEntry } from '../wire/wire-request.js'

/** What a contract consists of. */
const PARTS = [
  'operations',
  'statuses',
  'parameters',
  'request media types',
  'response media types',
  'keywords'
] as const

/** One of the parts of a contract that coverage counts. */
export type ContractPart = (typeof PARTS)[number]

/** How much of a part of the contract was met. */
export interface PartCoverage {
  /** What is counted. */
  readonly part: ContractPart
  /** How many the document has. */
  readonly total: number
  /** How many a run has met. */
  readonly met: number
  /** Those that were not met: `getItem 404`, `Book.title maxLength`. */
  readonly unmet: readonly string[]
}

/** How much of the contract a run has met. */
export interface ContractCoverage {
  /** Of everything that is counted, from 0 to 100. */
  readonly percentage: number
  /** Each part. */
  readonly parts: readonly PartCoverage[]
}

const DEPTH = 6

/** How a value is sent. */
type SentForm = 'json' | 'text' | 'path'

/**
 * Counts what of the contract the requests have met:
 * - an operation by a success;
 * - a status, and a media type of a response, by a response;
 * - a parameter, and a media type of a request, by a valid request that has it;
 * - a keyword of a request's schemas by a request that breaks it. Those of a component count once.
 */
export class Coverage {
  readonly #flattener: SchemaFlattener
  readonly #points = new Map<ContractPart, Map<string, boolean>>(PARTS.map((part) => [part, new Map()]))
  /** The point of a keyword by the operation and the place of the fault: `body lines[].sku maxLength`. */
  readonly #keywords = new Map<PublishedOperation, Map<string, string>>()

  constructor(operations: readonly PublishedOperation[], flattener: SchemaFlattener) {
    this.#flattener = flattener
    for (const operation of operations) this.#addOperation(operation)
  }

  /** Counts what an attempt has met. `isSuccess` says whether it got what the operation is for. */
  add(attempt: Attempt, isSuccess: boolean): void {
    const { verdict, request, response, parts } = attempt
    const { operation } = parts
    if (!('operation' in verdict) || verdict.operation !== operation) return
    if (isSuccess) this.#meet('operations', operation.id)
    const [type] = headerValues(request, 'content-type')
    const media = type && operation.body && keyOf(operation.body.content, essenceOf(type))
    if ('faults' in verdict) {
      const places = this.#keywords.get(operation)
      for (const { in: place, path, keyword } of verdict.faults) {
        const point = places?.get(
          `${place === 'body' ? bodyOf(media) : place} ${path.replace(/\[\d+\]/g, '[]')} ${keyword}`
        )
        if (point !== undefined) this.#meet('keywords', point)
      }
    } else if (isSuccess) {
      for (const parameter of operation.parameters) {
        if (hasParameter(attempt, parameter.in, parameter.name)) {
          this.#meet('parameters', `${operation.id} ${parameter.in} ${parameter.name}`)
        }
      }
      if (media !== undefined) this.#meet('request media types', `${operation.id} ${media}`)
    }
    if (response instanceof NoResponse) return
    const documented = documentedResponse(operation, response.status)
    const status = [...operation.responses].find(([, other]) => other === documented)?.[0]
    if (documented === undefined || status === undefined) return
    this.#meet('statuses', `${operation.id} ${status}`)
    const sent = response.headers['content-type']
    const known = sent && keyOf(documented.content, essenceOf(sent))
    if (known !== undefined) this.#meet('response media types', `${operation.id} ${status} ${known}`)
  }

  report(): ContractCoverage {
    const parts = [...this.#points].map(([part, points]): PartCoverage => {
      const unmet = [...points].filter(([, isMet]) => !isMet).map(([name]) => name)
      return { part, total: points.size, met: points.size - unmet.length, unmet }
    })
    const total = parts.reduce((sum, part) => sum + part.total, 0)
    const met = parts.reduce((sum, part) => sum + part.met, 0)
    return { percentage: total === 0 ? 100 : (met / total) * 100, parts }
  }

  #addOperation(operation: PublishedOperation): void {
    const { id, responses, body, parameters } = operation
    this.#add('operations', id)
    for (const [status, { content, mayBeEmpty }] of responses) {
      if (!isExpected(status, operation)) continue
      this.#add('statuses', `${id} ${status}`)
      if (mayBeEmpty) continue
      for (const type of content.keys()) this.#add('response media types', `${id} ${status} ${type}`)
    }
    const places = new Map<string, string>()
    this.#keywords.set(operation, places)
    for (const { in: place, name, schema } of parameters) {
      this.#add('parameters', `${id} ${place} ${name}`)
      this.#addKeywords(
        places,
        schema,
        `${place} ${name}`,
        `${id} ${place} ${name}`,
        [],
        place === 'path' ? 'path' : 'text'
      )
    }
    for (const [type, { schema, partTypes }] of body?.content ?? []) {
      this.#add('request media types', `${id} ${type}`)
      // Fields and files are sent as text, too.
      const form = isJsonType(essenceOf(type)) ? 'json' : 'text'
      if (schema !== undefined) this.#addKeywords(places, schema, `${bodyOf(type)} `, `${id} body`, [], form)
      for (const name of partTypes.keys()) {
        const point = `${id} body ${name} contentType`
        places.set(`${bodyOf(type)} ${name} contentType`, point)
        this.#add('keywords', point)
      }
    }
  }

  /**
   * @param place where a fault of the schema's value is: `body lines[]`
   * @param owner the component or operation, and the place in it, which the keyword belongs to
   */
  #addKeywords(
    places: Map<string, string>,
    schema: JsonSchema,
    place: string,
    owner: string,
    above: readonly FlatSchema[],
    form: SentForm
  ): void {
    const flat = this.#flattener.flatten(schema)
    if (above.includes(flat) || above.length > DEPTH) return
    const component = isNode(schema) && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
    const name = component ?? owner
    const [group] = flat.alternatives
    if (group !== undefined) {
      const [only, ...more] = group.filter((alternative) => !isNull(this.#flattener.flatten(alternative)))
      if (only !== undefined && more.length === 0) this.#addKeywords(places, only, place, name, [...above, flat], form)
      return
    }
    for (const keyword of keywordsOf(flat, form)) {
      const point = `${name} ${keyword}`
      places.set(`${place} ${keyword}`, point)
      this.#add('keywords', point)
    }
    const around = [...above, flat]
    for (const [property, child] of flat.properties) {
      if (this.#flattener.flatten(child).isReadOnly) continue
      const separator = place.endsWith(' ') ? '' : '.'
      this.#addKeywords(places, child, `${place}${separator}${property}`, `${name}.${property}`, around, form)
    }
    // There are none where only the first items have schemas.
    if (flat.items !== undefined && flat.items !== false)
      this.#addKeywords(places, flat.items, `${place}[]`, `${name}[]`, around, form)
  }

  #add(part: ContractPart, point: string): void {
    const points = this.#points.get(part)
    if (!points?.has(point)) points?.set(point, false)
  }

  #meet(part: ContractPart, point: string): void {
    const points = this.#points.get(part)
    if (points?.has(point)) points.set(point, true)
  }
}

/**
 * The keywords of a schema that a value can break on its own, named as the judge names them. What is sent as text is a
 * string, and any list of a query is a list; a number's format is broken by what breaks its bounds.
 */
function keywordsOf(flat: FlatSchema, form: SentForm): string[] {
  const { types, members, bounds, patterns, formats, multiples, isUnique, required, additional } = flat
  const hasType =
    types.size < 6 && (form === 'json' || !['string', 'array', 'object'].some((type) => types.has(type as FlatType)))
  const isBounded = bounds.has('minimum') && bounds.has('maximum')
  const isChecked = (format: string) =>
    Object.hasOwn(STRING_FORMATS, format) || (!isBounded && Object.hasOwn(NUMBER_FORMATS, format))
  return [
    ...(members !== undefined ? ['enum'] : hasType ? ['type'] : []),
    ...(members === undefined
      ? [...bounds].filter((bound) => canBeBroken(bound, form)).map(([keyword]) => keyword)
      : []),
    ...(patterns.length > 0 ? ['pattern'] : []),
    // Of the two the judge names the pattern, and a text that breaks the format alone may not exist.
    ...(patterns.length === 0 && formats.some(isChecked) ? ['format'] : []),
    ...(multiples.length > 0 ? ['multipleOf'] : []),
    ...(isUnique ? ['uniqueItems'] : []),
    ...(required.size > 0 ? ['required'] : []),
    ...(additional === false ? ['additionalProperties'] : [])
  ]
}

/**
 * A list without items cannot be sent as text, where it is absent; an empty text is no segment of a path; and a number beyond
 * the doubles is one in JSON alone.
 */
function canBeBroken([keyword, bound]: readonly [keyword: string, bound: number], form: SentForm): boolean {
  if (form !== 'json' && Math.abs(bound) === Number.MAX_VALUE) return false
  if (!keyword.startsWith('min') || keyword === 'minimum') return true
  return bound > (form !== 'json' && (keyword === 'minItems' || form === 'path') ? 1 : 0)
}

/** Where faults of a body are: each media type has a schema of its own. */
function bodyOf(media: string | undefined): string {
  return `body of ${media}`
}

function isNull({ types }: FlatSchema): boolean {
  return types.size === 1 && types.has('null')
}

function keyOf(content: ReadonlyMap<string, unknown>, essence: string): string | undefined {
  const entry = mediaEntry(content, essence)
  return [...content].find(([, other]) => other === entry)?.[0]
}

function hasParameter({ parts }: Attempt, place: string, name: string): boolean {
  switch (place) {
    case 'path':
      return true
    case 'query':
      return parts.query.some((pair) => {
        const written = 'raw' in pair ? decodeURIComponent(pair.raw.split('=')[0] as string) : pair.name
        return written === name || written.startsWith(`${name}[`)
      })
    case 'header':
      return parts.headers.some(([other]) => other.toLowerCase() === name.toLowerCase())
    default:
      return parts.cookies.some(([other]) => other === name)
  }
}
