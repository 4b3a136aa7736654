import { type GivenExtras, textAt } from '../credentials/presented.js'
import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import type { Draw } from '../values/draw.js'
import type { ValueMaker } from '../values/value-maker.js'
import { readBack } from '../wire/json-text.js'
import { BodyEncoder } from './body-encoding.js'
import { ABSENT_TEXTS, canBeSent, textsOf, withParameter } from './parameter-texts.js'
import { bytesOf, type RequestParts } from './request-parts.js'

/** How many successful requests of an operation are remembered, and how many values of a path parameter. */
const MEMORY = 24
const IDEMPOTENCY_KEY = /^(?:x-)?idempotency-key$/i
/** The longest request that is remembered. */
const LONGEST = 4000

/**
 * Makes valid requests. From the responses of the service it learns which path parameters exist (those of successful
 * requests, and those that responses contain), and which requests satisfy the rules that a schema cannot describe.
 */
export class RequestMaker {
  readonly #maker: ValueMaker
  readonly #encoder: BodyEncoder
  readonly #given: GivenExtras
  readonly #successfulPaths = new Map<string, Memory<Readonly<Record<string, string>>>>()
  readonly #valuesByName = new Map<string, Memory<string>>()
  readonly #accepted = new Map<PublishedOperation, Memory<RequestParts>>()
  /** Whether an operation has rules that its schemas cannot describe: as they say, or as responses have shown. */
  readonly #withRules = new Map<PublishedOperation, boolean>()

  /** @param given what every request has: a header parameter of this name gets no other value */
  constructor(maker: ValueMaker, given: GivenExtras = { headers: [], query: [] }) {
    this.#maker = maker
    this.#given = given
    this.#encoder = new BodyEncoder(maker)
  }

  /**
   * A valid request to be changed: often one that succeeded before, so that it has no fault but the change. Undefined
   * where none can be made.
   *
   * @param isOnce whether the change is tried this once: then, where the operation has rules that its schema cannot
   * describe, it is one that succeeded, if there is any
   */
  base(operation: PublishedOperation, draw: Draw, isOnce = false): RequestParts | undefined {
    const accepted = this.#accepted.get(operation)
    const often = this.#hasRules(operation) ? (isOnce ? 1 : 0.95) : 0.5
    if (accepted === undefined || !draw.chance(often)) return this.valid(operation, draw)
    const request = this.#withGiven(this.withFreshKey(draw.pick(accepted).value, draw))
    return request.body?.kind === 'json'
      ? { ...request, body: { kind: 'json', value: structuredClone(request.body.value) } }
      : request
  }

  /**
   * The request with another `Idempotency-Key`, where it has one: with the same one a service does nothing, or rejects
   * what is another request (draft-ietf-httpapi-idempotency-key-header, section 2.1).
   */
  withFreshKey(request: RequestParts, draw: Draw): RequestParts {
    const parameter = request.operation.parameters.find(isIdempotencyKey)
    if (parameter === undefined || !request.headers.some(([name]) => IDEMPOTENCY_KEY.test(name))) return request
    const made = this.#value(parameter, undefined, draw)
    const texts = made && textsOf(parameter, made.value)
    return texts !== undefined && canBeSent(parameter, texts) ? withParameter(request, parameter, texts) : request
  }

  /** The path parameters of a request that succeeded, else of a valid one; undefined where none can be made. */
  existingPath(operation: PublishedOperation, draw: Draw): Readonly<Record<string, string>> | undefined {
    const known = this.#successfulPaths.get(operation.path)
    return known === undefined ? this.valid(operation, draw)?.path : draw.pick(known).value
  }

  /** A new valid request; undefined where none can be made. */
  valid(operation: PublishedOperation, draw: Draw): RequestParts | undefined {
    let request: RequestParts | undefined = {
      operation,
      method: operation.method,
      path: {},
      rawPath: undefined,
      query: [],
      headers: [],
      cookies: [],
      contentType: undefined,
      body: undefined
    }
    const known = this.#successfulPaths.get(operation.path)
    const path = known !== undefined && draw.chance(0.5) ? draw.pick(known).value : undefined
    for (const parameter of operation.parameters) {
      request = request && this.#withValid(request, parameter, path?.[parameter.name], draw)
    }
    return request && this.#withBody(this.#withGiven(request), operation, draw)
  }

  #withGiven(request: RequestParts): RequestParts {
    let whole = request
    for (const parameter of request.operation.parameters) {
      const key = parameter.name.toLowerCase()
      const text = parameter.in === 'header' ? textAt(this.#given, { in: 'header', key }) : undefined
      if (text !== undefined) whole = withParameter(whole, parameter, { kind: 'texts', texts: [text] })
    }
    return whole
  }

  /** A request that is likely to succeed, as `base`, with examples. */
  likely(operation: PublishedOperation, draw: Draw): RequestParts | undefined {
    const request = this.base(operation, draw)
    return request && this.withExamples(request, draw)
  }

  /**
   * The request with examples, or defaults, of its required headers, cookies and query parameters: a schema does not say
   * which tenants there are.
   */
  withExamples(request: RequestParts, draw: Draw): RequestParts {
    let whole = request
    for (const parameter of request.operation.parameters) {
      if (!parameter.required || parameter.in === 'path' || isIdempotencyKey(parameter)) continue
      const examples = this.#examplesOf(parameter)
      const texts = examples.length === 0 ? undefined : textsOf(parameter, draw.pick(examples))
      if (texts !== undefined && canBeSent(parameter, texts)) whole = withParameter(whole, parameter, texts)
    }
    return this.#withGiven(whole)
  }

  #examplesOf(parameter: PublishedParameter): unknown[] {
    const { examples, schema } = parameter
    return (
      [examples, this.#maker.flattener.flatten(schema).examples]
        .map((some) => some.filter((example) => !isUnsent(parameter, example) && this.#maker.isValid(schema, example)))
        .find((some) => some.length > 0) ?? []
    )
  }

  #withValid(
    request: RequestParts,
    parameter: PublishedParameter,
    known: string | undefined,
    draw: Draw
  ): RequestParts | undefined {
    if (known !== undefined && parameter.in === 'path')
      return withParameter(request, parameter, { kind: 'texts', texts: [known] })
    if (!parameter.required && draw.chance(0.5)) return request
    const named = parameter.in === 'path' ? this.#valuesByName.get(lastWord(parameter.name)) : undefined
    for (let attempt = 0; attempt < 16; attempt++) {
      const made = this.#value(parameter, attempt < 4 ? named : undefined, draw)
      const texts = made && textsOf(parameter, made.value)
      if (texts !== undefined && canBeSent(parameter, texts)) return withParameter(request, parameter, texts)
    }
    return parameter.required ? undefined : withParameter(request, parameter, ABSENT_TEXTS)
  }

  #value(parameter: PublishedParameter, named: Memory<string> | undefined, draw: Draw): { value: unknown } | undefined {
    if (named !== undefined && draw.chance(0.4)) {
      const text = draw.pick(named).value
      for (const value of [text, Number(text)]) if (this.#maker.isValid(parameter.schema, value)) return { value }
    }
    const key = isIdempotencyKey(parameter) ? uuid(draw) : undefined
    if (key !== undefined && this.#maker.isValid(parameter.schema, key)) return { value: key }
    const example = parameter.examples.length > 0 && draw.chance(0.3) ? draw.pick(parameter.examples) : undefined
    if (example !== undefined && !isUnsent(parameter, example) && this.#maker.isValid(parameter.schema, example))
      return { value: example }
    const made = this.#maker.valid(parameter.schema, draw)
    return isUnsent(parameter, made?.value) ? undefined : made
  }

  #withBody(request: RequestParts, { body }: PublishedOperation, draw: Draw): RequestParts | undefined {
    if (body === undefined || (!body.required && draw.chance(0.3))) return request
    for (const [type, media] of draw.shuffle([...body.content])) {
      const encoded = this.#encoder.valid(type, media, draw)
      if (encoded !== undefined) return { ...request, ...encoded }
    }
    return undefined
  }

  #hasRules(operation: PublishedOperation): boolean {
    let has = this.#withRules.get(operation)
    if (has === undefined) {
      const contents = [...(operation.body?.content.values() ?? [])]
      const schemas = [...operation.parameters, ...contents].map(({ schema }) => schema)
      has = schemas.some((schema) => schema !== undefined && this.#maker.flattener.listsRules(schema))
      this.#withRules.set(operation, has)
    }
    return has
  }

  /** Remembers that this operation rejected a valid request by a rule that its schema cannot describe. */
  learnOfRule(operation: PublishedOperation): void {
    this.#withRules.set(operation, true)
  }

  /** Remembers a successful request, and the texts and numbers in its response. */
  learn(request: RequestParts, response: unknown): void {
    const { body } = request
    const kept: RequestParts =
      body?.kind === 'json' ? { ...request, body: { kind: 'json', value: readBack(body.value) } } : request
    const text = textOf(kept)
    if (text !== undefined) remember(this.#accepted, request.operation, kept, text)
    if (Object.keys(request.path).length > 0 && request.rawPath === undefined)
      remember(this.#successfulPaths, request.operation.path, request.path)
    const members = Array.isArray(response) ? response.slice(0, 3) : [response]
    for (const member of members) {
      if (typeof member !== 'object' || member === null) continue
      for (const [name, value] of Object.entries(member)) {
        if (typeof value === 'string' || typeof value === 'number')
          remember(this.#valuesByName, lastWord(name), String(value))
      }
    }
  }
}

/** An empty list is the same as no parameter, but in JSON. */
function isUnsent({ isJson }: PublishedParameter, value: unknown): boolean {
  return !isJson && Array.isArray(value) && value.length === 0
}

function isIdempotencyKey({ in: place, name }: PublishedParameter): boolean {
  return place === 'header' && IDEMPOTENCY_KEY.test(name)
}

/** RFC 9562, section 5.4. */
function uuid(draw: Draw): string {
  const digits = Array.from({ length: 31 }, () => draw.int(0, 15).toString(16)).join('')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-9${digits.slice(15, 18)}-${digits.slice(18, 30)}`
}

/** Tells requests of an operation apart; undefined for one that is too long to be remembered. */
function textOf({ operation: _operation, body, ...parts }: RequestParts): string | undefined {
  const content = body === undefined ? '' : Buffer.from(bytesOf(body)).toString('latin1')
  const text = JSON.stringify(parts) + content
  return text.length > LONGEST ? undefined : text
}

/** `itemId`, `item_id` and `id` are names of the same. */
function lastWord(name: string): string {
  return (name.match(/[A-Z]?[a-z0-9]+$|[A-Z]+$/)?.[0] ?? name).toLowerCase()
}

/** What is remembered, the oldest first, with its text, by which equal ones are found. */
type Memory<T> = { readonly value: T; readonly text: string }[]

function remember<K, T>(memory: Map<K, Memory<T>>, key: K, value: T, text = JSON.stringify(value)): void {
  const values = memory.get(key) ?? []
  if (values.some((other) => other.text === text)) return
  if (values.length >= MEMORY) values.shift()
  values.push({ value, text })
  memory.set(key, values)
}
