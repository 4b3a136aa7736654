import type { PublishedOperation, PublishedParameter } from '../document/published-document.js'
import type { Draw } from '../values/draw.js'
import type { ValueMaker } from '../values/value-maker.js'
import { readBack } from '../wire/json-text.js'
import { essenceOf } from '../wire/wire-request.js'
import type { Draft } from './draft.js'
import { encodeBody } from './encoded-body.js'
import { ABSENT_TEXTS, canTravel, textsOf, withParameter } from './parameter-texts.js'

/** How many requests that had success are remembered of an operation, and how many values of a path parameter. */
const MEMORY = 24

/**
 * Makes valid requests. What a service answers teaches it which path parameters lead to something (those that had
 * success, and those that answers named), and which requests break none of the rules that a schema cannot tell.
 */
export class RequestMaker {
  readonly #maker: ValueMaker
  readonly #successes = new Map<string, Memory<Readonly<Record<string, string>>>>()
  readonly #named = new Map<string, Memory<string>>()
  readonly #accepted = new Map<PublishedOperation, Memory<Draft>>()
  readonly #ruled = new Set<PublishedOperation>()

  constructor(maker: ValueMaker) {
    this.#maker = maker
  }

  /**
   * A valid request to start from: often one that had success before, so that nothing else is wrong with what is made
   * of it. Undefined where none can be made.
   */
  base(operation: PublishedOperation, draw: Draw): Draft | undefined {
    const accepted = this.#accepted.get(operation)
    if (accepted === undefined || !draw.chance(this.#ruled.has(operation) ? 0.95 : 0.5))
      return this.valid(operation, draw)
    const draft = draw.pick(accepted).value
    return draft.body?.kind === 'json'
      ? { ...draft, body: { kind: 'json', value: structuredClone(draft.body.value) } }
      : draft
  }

  /** A valid request, made anew; undefined where none can be made. */
  valid(operation: PublishedOperation, draw: Draw): Draft | undefined {
    let draft: Draft | undefined = {
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
    const known = this.#successes.get(operation.path)
    const path = known !== undefined && draw.chance(0.5) ? draw.pick(known).value : undefined
    for (const parameter of operation.parameters) {
      draft = draft && this.#withValid(draft, parameter, path?.[parameter.name], draw)
    }
    return draft && this.#withBody(draft, operation, draw)
  }

  #withValid(draft: Draft, parameter: PublishedParameter, known: string | undefined, draw: Draw): Draft | undefined {
    if (known !== undefined && parameter.in === 'path')
      return withParameter(draft, parameter, { kind: 'texts', texts: [known] })
    if (!parameter.required && draw.chance(0.5)) return draft
    const named = parameter.in === 'path' ? this.#named.get(lastWord(parameter.name)) : undefined
    for (let attempt = 0; attempt < 16; attempt++) {
      const made = this.#value(parameter, attempt < 4 ? named : undefined, draw)
      const texts = made && textsOf(parameter, made.value)
      if (texts !== undefined && canTravel(parameter, texts)) return withParameter(draft, parameter, texts)
    }
    return parameter.required ? undefined : withParameter(draft, parameter, ABSENT_TEXTS)
  }

  #value(parameter: PublishedParameter, named: Memory<string> | undefined, draw: Draw): { value: unknown } | undefined {
    if (named !== undefined && draw.chance(0.4)) {
      const text = draw.pick(named).value
      for (const value of [text, Number(text)]) if (this.#maker.isValid(parameter.schema, value)) return { value }
    }
    const example = parameter.examples.length > 0 && draw.chance(0.3) ? draw.pick(parameter.examples) : undefined
    if (example !== undefined && this.#maker.isValid(parameter.schema, example)) return { value: example }
    const made = this.#maker.valid(parameter.schema, draw)
    // An empty list is no parameter at all.
    return Array.isArray(made?.value) && made.value.length === 0 ? undefined : made
  }

  #withBody(draft: Draft, { body }: PublishedOperation, draw: Draw): Draft | undefined {
    if (body === undefined || (!body.required && draw.chance(0.3))) return draft
    for (const [type, { schema }] of draw.shuffle([...body.content])) {
      const made = this.#maker.valid(schema ?? true, draw)
      if (made === undefined) continue
      const encoded = encodeBody(essenceOf(type), made.value)
      if (encoded !== undefined) return { ...draft, ...encoded }
    }
    return undefined
  }

  /** Remembers that a rule of this operation, which its schema cannot tell, refused a valid request. */
  learnRule(operation: PublishedOperation): void {
    this.#ruled.add(operation)
  }

  /** Remembers what an answer of success tells. */
  learn(draft: Draft, answer: unknown): void {
    const { body } = draft
    const value = body?.kind === 'json' ? readBack(body.value) : undefined
    const kept: Draft = body?.kind === 'json' ? { ...draft, body: { kind: 'json', value } } : draft
    const { operation, ...parts } = kept
    const text = JSON.stringify(parts)
    if (text.length < 4000) remember(this.#accepted, operation, kept, text)
    if (Object.keys(draft.path).length > 0 && draft.rawPath === undefined)
      remember(this.#successes, draft.operation.path, draft.path)
    const members = Array.isArray(answer) ? answer.slice(0, 3) : [answer]
    for (const member of members) {
      if (typeof member !== 'object' || member === null) continue
      for (const [name, value] of Object.entries(member)) {
        if (typeof value === 'string' || typeof value === 'number') remember(this.#named, lastWord(name), String(value))
      }
    }
  }
}

/** `itemId`, `item_id` and `id` name the same. */
function lastWord(name: string): string {
  return (name.match(/[A-Z]?[a-z0-9]+$|[A-Z]+$/)?.[0] ?? name).toLowerCase()
}

/** What is remembered, the oldest first, and the text that tells it from others. */
type Memory<T> = { readonly value: T; readonly text: string }[]

function remember<K, T>(memory: Map<K, Memory<T>>, key: K, value: T, text = JSON.stringify(value)): void {
  const values = memory.get(key) ?? []
  if (values.some((other) => other.text === text)) return
  if (values.length >= MEMORY) values.shift()
  values.push({ value, text })
  memory.set(key, values)
}
