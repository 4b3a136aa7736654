import { isNode, type JsonSchema } from '../document/json-schema-2020.js'
import type { PublishedOperation } from '../document/published-document.js'
import { documentedResponse } from '../judge/response-judge.js'
import { ABSENT_TEXTS, withParameter } from '../requests/parameter-texts.js'
import type { RequestMaker } from '../requests/request-maker.js'
import type { RequestParts } from '../requests/request-parts.js'
import type { TrialStep } from '../session/attempt.js'
import { statusOf } from '../session/session.js'
import { StoredValues } from '../session/stored-values.js'
import type { Draw } from '../values/draw.js'
import { type TellingStyle, TellingValues } from '../values/telling-values.js'
import type { ValueMaker } from '../values/value-maker.js'
import { readBack, setOwn } from '../wire/json-text.js'
import { headersOf, jsonOf } from '../wire/target.js'
import { isJsonType } from '../wire/wire-request.js'
import { CollectionReader, type ListReader } from './collection-reader.js'
import { idIn, locatedIds } from './identity.js'
import { type BoundText, Missing, type Play, unlessMissing } from './play.js'
import { an, operationOfOne, pathParameters, type Resource, resourceAbove, singular } from './resources.js'

/** A resource that exists in the service. */
export interface Known {
  readonly resource: Resource
  /** The texts of all parameters of its path. */
  readonly path: readonly BoundText[]
  /** The steps that made it. */
  readonly trail: readonly TrialStep[]
  /** The request that created it, and its JSON body. */
  readonly created: TrialStep | undefined
  readonly sent: unknown
}

/** A resource that was created. */
export interface Made extends Known {
  readonly created: TrialStep
}

/** What a resource should be like that is created. */
export interface Wish {
  readonly style?: TellingStyle
  /** Its parent; one is created or found where there is none. */
  readonly parent?: Parents | undefined
  /** Objects whose properties have other values, as far as possible. */
  readonly unlike?: readonly unknown[]
  /** Properties with the values that they should have, where that is valid. */
  readonly having?: Readonly<Record<string, unknown>>
}

/** How often a creation is tried, each time with other values. */
const TRIES = 4
/** How deep in a body references to other resources are. */
const DEEPEST_REFERENCE = 4

/** Makes and sends the requests of resources: creates one with all that it needs, reads it, lists its collection. */
export class ResourceCalls {
  readonly values: ValueMaker
  readonly stored: StoredValues
  readonly #resources: readonly Resource[]
  readonly #requests: RequestMaker
  readonly #telling: TellingValues
  readonly #collections = new Map<PublishedOperation, CollectionReader>()
  /** What the resources of a play refer to, made once in it. */
  readonly #shared = new WeakMap<Play, Map<string, Known>>()

  constructor(resources: readonly Resource[], requests: RequestMaker, values: ValueMaker) {
    this.#resources = resources
    this.#requests = requests
    this.values = values
    this.stored = new StoredValues(values.flattener, (schema) => values.checks.resolve(schema))
    this.#telling = new TellingValues(values)
  }

  /** How the collection's list is read; undefined where it has none. */
  collection({ list }: Resource): ListReader | undefined {
    if (list === undefined) return undefined
    const known = this.#collections.get(list) ?? new CollectionReader(list, this.responseSchema(list), this.values)
    this.#collections.set(list, known)
    return known.isList() ? known : undefined
  }

  /** The schema of a successful JSON response. */
  responseSchema(operation: PublishedOperation): JsonSchema | undefined {
    for (const status of [200, 201, 203]) {
      const content = documentedResponse(operation, status)?.content ?? new Map()
      for (const [type, { schema }] of content) if (isJsonType(type) && schema !== undefined) return schema
    }
    return undefined
  }

  /** The properties of a JSON body; none where there is no such body. */
  bodyProperties(operation: PublishedOperation): ReadonlyMap<string, JsonSchema> {
    return this.stored.properties(this.bodySchema(operation) ?? true)
  }

  /** The schema of a JSON body; undefined where it has none. */
  bodySchema({ body }: PublishedOperation): JsonSchema | undefined {
    return this.#jsonBody(body)?.schema
  }

  #jsonBody(body: PublishedOperation['body']): { type: string; schema: JsonSchema } | undefined {
    const types = [...(body?.content ?? [])].filter(([type, { schema }]) => isJsonType(type) && schema !== undefined)
    const [type, media] = types.find(([name]) => name === 'application/json') ?? types[0] ?? []
    return type === undefined || media?.schema === undefined ? undefined : { type, schema: media.schema }
  }

  /** A request with the required parameters only; undefined where none can be made. */
  bare(operation: PublishedOperation, draw: Draw): RequestParts | undefined {
    const valid = this.#requests.valid(operation, draw)
    let request = valid && this.#requests.withExamples(valid, draw)
    for (const parameter of operation.parameters) {
      if (!parameter.required && request !== undefined) request = withParameter(request, parameter, ABSENT_TEXTS)
    }
    return request
  }

  /** The request as another one of the same: with an `Idempotency-Key` of its own. */
  again(request: RequestParts, draw: Draw): RequestParts {
    return this.#requests.withFreshKey(request, draw)
  }

  /** The same with a JSON body. */
  withBody(operation: PublishedOperation, value: unknown, draw: Draw): RequestParts | undefined {
    const type = this.#jsonBody(operation.body)?.type
    const request = this.bare(operation, draw)
    if (request === undefined || type === undefined) return request
    return { ...request, contentType: type, body: { kind: 'json', value } }
  }

  /** The request with what it needs of the resource as it was read: its entity tag, its version. */
  withPreconditions(request: RequestParts, read: TrialStep): RequestParts {
    const json = jsonOf(read.response)
    const tag = headersOf(read.response).etag
    const hasTag = request.operation.parameters.some(
      ({ in: place, name }) => place === 'header' && /^if-match$/i.test(name)
    )
    const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'if-match')
    const tagged: RequestParts =
      hasTag && tag !== undefined ? { ...request, headers: [...headers, ['if-match', tag]] } : request
    const { body } = tagged
    if (body?.kind !== 'json' || !isNode(body.value) || !isNode(json)) return tagged
    const name = Object.keys(body.value).find((key) => /^(?:version|revision|etag|_?rev)$/i.test(key))
    if (name === undefined || !Object.hasOwn(json, name)) return tagged
    return { ...tagged, body: { kind: 'json', value: { ...body.value, [name]: json[name] } } }
  }

  /** Whether a request has a body that is valid, as far as that can be seen before it is sent. */
  hasValidBody({ operation, body }: RequestParts): boolean {
    const schema = this.bodySchema(operation)
    if (schema === undefined) return true
    return body === undefined
      ? operation.body?.required !== true
      : body.kind !== 'json' || this.values.isValid(schema, body.value)
  }

  /** The request with the required properties of its body alone; undefined where it has no others. */
  withLeast(request: RequestParts): RequestParts | undefined {
    const schema = this.bodySchema(request.operation)
    const { body } = request
    if (schema === undefined || body?.kind !== 'json' || !isNode(body.value)) return undefined
    const { required } = this.values.flattener.flatten(schema)
    const entries = Object.entries(body.value)
    const value = Object.fromEntries(entries.filter(([name]) => required.has(name)))
    return Object.keys(value).length < entries.length ? { ...request, body: { kind: 'json', value } } : undefined
  }

  /**
   * A body by which it shows what the service keeps; undefined where none can be made.
   *
   * @param unlike objects whose properties have other values, as far as possible
   */
  tellingBody(
    operation: PublishedOperation,
    style: TellingStyle,
    draw: Draw,
    unlike: readonly unknown[] = []
  ): unknown {
    const schema = this.bodySchema(operation)
    const body = schema === undefined ? undefined : this.#telling.make(schema, style, draw)?.value
    if (schema === undefined || !isNode(body) || style === 'empty') return body
    for (const [name, property] of this.stored.properties(schema)) {
      const others = unlike.flatMap((other) => (isNode(other) ? [JSON.stringify(other[name])] : []))
      for (let attempt = 0; attempt < 8 && others.includes(JSON.stringify(body[name])); attempt++) {
        const made = Object.hasOwn(body, name) ? this.#telling.make(property, style, draw) : undefined
        if (made !== undefined && this.values.isValid(schema, { ...body, [name]: made.value }))
          setOwn(body, name, made.value)
      }
    }
    return body
  }

  /**
   * A request with a {@link tellingBody}, or with none where that cannot be made; undefined where there is no valid
   * request.
   */
  telling(
    operation: PublishedOperation,
    style: TellingStyle,
    draw: Draw,
    unlike: readonly unknown[] = []
  ): RequestParts | undefined {
    const body = this.tellingBody(operation, style, draw, unlike)
    return body === undefined ? this.bare(operation, draw) : this.withBody(operation, body, draw)
  }

  /**
   * Creates a resource, its parents before it. Where the service rejects it, other values are tried.
   *
   * @param name distinguishes it from others of the play
   * @throws Missing where none can be created
   */
  async create(play: Play, resource: Resource, name: string, wish: Wish = {}): Promise<Made> {
    const { create } = resource
    if (create === undefined) throw new Missing(`no operation creates ${an(resource.name)}`)
    const above = wish.parent ?? (await this.parents(play, resource))
    const statuses: number[] = []
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const key = `${name} ${attempt}`
      // When it is played again, only what succeeded before is sent.
      if (play.isReplay && !play.isKnown(key)) continue
      const made = play.decide(key, (draw) => this.#creation(create, attempt, draw, wish))
      if (made === undefined) continue
      const parts = await this.withReferences(play, resource, made)
      const step = await play.send(parts, above.path, `create ${an(resource.name)}`)
      if (isSuccess(step)) return this.#known(play, resource, above, step)
      play.decisions.delete(key)
      statuses.push(statusOf(step.response))
    }
    throw new Missing(
      `no ${resource.name} could be created (${create.id}: ${statuses.join(', ') || 'no valid request'})`
    )
  }

  /** A request that creates a resource, and is not sent; undefined where none can be made. */
  async creation(play: Play, resource: Resource, name: string, attempt: number): Promise<RequestParts | undefined> {
    const { create } = resource
    const made = create && play.decide(name, (draw) => this.#creation(create, attempt, draw, {}))
    return made && this.withReferences(play, resource, made)
  }

  #creation(
    create: PublishedOperation,
    attempt: number,
    draw: Draw,
    { style = 'telling', unlike = [], having = {} }: Wish
  ): RequestParts | undefined {
    const schema = attempt < 2 ? this.bodySchema(create) : undefined
    if (schema !== undefined) {
      const made = this.tellingBody(create, attempt === 0 ? style : 'varied', draw, unlike)
      const wished = isNode(made) ? { ...made, ...having } : undefined
      if (wished !== undefined && this.values.isValid(schema, wished)) return this.withBody(create, wished, draw)
      if (made !== undefined) return this.withBody(create, made, draw)
    }
    return attempt < 3 ? this.#requests.likely(create, draw) : this.#requests.valid(create, draw)
  }

  #known(play: Play, resource: Resource, above: Parents, step: TrialStep): Made {
    if (statusOf(step.response) === 202)
      throw new Missing(`${an(resource.name)} is created later than the response (202)`)
    const { body } = step.parts
    const sent = body?.kind === 'json' ? readBack(body.value) : undefined
    const operation = operationOfOne(resource)
    // What its body refers to was created for it.
    const referred = [...(this.#shared.get(play)?.values() ?? [])].flatMap((known) => known.trail)
    const trail = [...above.trail, ...referred, step]
    if (operation === undefined) return { resource, path: above.path, trail, created: step, sent }
    const id = this.#idOf(resource, operation, step, sent)
    if (id === undefined)
      throw new Missing(`the response to ${step.parts.operation.id} has no id of the ${resource.name}`)
    return { resource, path: [...above.path, id], trail, created: step, sent }
  }

  #idOf(resource: Resource, operation: PublishedOperation, step: TrialStep, sent: unknown): BoundText | undefined {
    const parameter = pathParameters(operation).at(-1) ?? 'id'
    const found = idIn(jsonOf(step.response), parameter, resource.name)
    if (found !== undefined && this.isId(operation, found.text)) return { ...found, from: step }
    const { location } = headersOf(step.response)
    const located = location === undefined ? undefined : locatedIds(location, step.request.url, operation)?.at(-1)
    const own = located ?? idIn(sent, parameter, resource.name)?.text
    return own !== undefined && this.isId(operation, own) ? { text: own } : undefined
  }

  /** Whether the text may be at the last parameter of the path. */
  isId(operation: PublishedOperation, text: string): boolean {
    const name = pathParameters(operation).at(-1)
    const schema = operation.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema
    return schema === undefined || this.#valueOf(schema, text) !== undefined
  }

  /** The text as a value of the schema. */
  #valueOf(schema: JsonSchema, text: string): unknown {
    return [text, Number(text)].find((value) => this.values.isValid(schema, value))
  }

  /** The path of a new resource: that of its parent, which is created where that is possible. */
  async parents(play: Play, resource: Resource): Promise<Parents> {
    const { name, parent, create, list, isSingle } = resource
    if (parent !== undefined)
      return this.#once(play, `the ${parent.name} of the ${name}`, () => this.existing(play, parent))
    const collection = create ?? list
    const operation = (collection ?? operationOfOne(resource)) as PublishedOperation
    const path = play.decide(`path of ${name}`, (draw) => this.#requests.existingPath(operation, draw))
    const names = pathParameters(operation)
    // The last parameter of what leads to one resource is its own.
    const above = collection !== undefined || isSingle ? names : names.slice(0, -1)
    return { path: path === undefined ? [] : above.map((each) => ({ text: path[each] ?? '' })), trail: [] }
  }

  async #once(play: Play, name: string, make: () => Promise<Known>): Promise<Known> {
    const shared = this.#shared.get(play) ?? new Map<string, Known>()
    this.#shared.set(play, shared)
    const known = shared.get(name) ?? (await make())
    shared.set(name, known)
    return known
  }

  /** What is before the path of an operation: a resource that exists, where the operation belongs to one. */
  async above(play: Play, operation: PublishedOperation, resources: readonly Resource[]): Promise<Parents> {
    const above = resourceAbove(operation, resources)
    return above === undefined ? { path: [], trail: [] } : this.existing(play, above)
  }

  /**
   * A resource that exists: a new one where one can be created, else one of the list, else one that earlier requests found.
   *
   * @throws Missing where there is none
   */
  async existing(play: Play, resource: Resource, name = `the ${resource.name}`): Promise<Known> {
    const { create, list, isSingle } = resource
    const created = create && (await unlessMissing(this.create(play, resource, name)))
    if (created !== undefined) return created
    const above = await this.parents(play, resource)
    // What is above may be a resource itself.
    if (isSingle) return { ...above, resource, created: undefined, sent: undefined }
    const operation = operationOfOne(resource)
    const parameter = operation && pathParameters(operation).at(-1)
    if (list !== undefined && parameter !== undefined) {
      const step = await this.list(play, resource, above)
      const [first] = this.collection(resource)?.items(step) ?? []
      const id = idIn(first, parameter, resource.name)
      if (id !== undefined) {
        return {
          resource,
          path: [...above.path, { text: id.text }],
          trail: [...above.trail, step],
          created: undefined,
          sent: undefined
        }
      }
    }
    const path = operation && play.decide(`${name} made`, (draw) => this.#requests.existingPath(operation, draw))
    const text = parameter === undefined ? undefined : path?.[parameter]
    if (text === undefined) throw new Missing(`there is no ${resource.name}`)
    return { resource, path: [...above.path, { text }], trail: above.trail, created: undefined, sent: undefined }
  }

  /** Reads the resource. */
  async read(play: Play, known: Known, note = `read the ${known.resource.name}`): Promise<TrialStep> {
    const { read, name } = known.resource
    if (read === undefined) throw new Missing(`no operation reads ${an(name)}`)
    return this.send(play, read, known, `read ${name}`, note)
  }

  /** Reads the list of the collection that is below `above`, or has that item. @param change adds parameters */
  async list(
    play: Play,
    resource: Resource,
    above: Parents,
    note = `list the ${resource.name}s`,
    change: (request: RequestParts) => RequestParts = (request) => request
  ): Promise<TrialStep> {
    const { list } = resource
    if (list === undefined) throw new Missing(`no operation lists ${resource.name}s`)
    const parts = this.#bareOf(play, list, `list ${resource.name}`)
    const whole = this.collection(resource)?.longestPage(parts) ?? parts
    return play.send(change(whole), above.path, note)
  }

  /** Sends a request of one of the resource's operations. */
  async send(
    play: Play,
    operation: PublishedOperation,
    { path }: Parents,
    key: string,
    note: string
  ): Promise<TrialStep> {
    return play.send(this.#bareOf(play, operation, key), path, note)
  }

  /** @throws Missing where no request can be made */
  #bareOf(play: Play, operation: PublishedOperation, key: string): RequestParts {
    const parts = play.decide(key, (draw) => this.bare(operation, draw))
    if (parts === undefined) throw new Missing(`no valid request of ${operation.id} can be made`)
    return parts
  }

  /** The request with ids of resources that exist where its body refers to some: `authorId`. */
  async withReferences(play: Play, resource: Resource, parts: RequestParts): Promise<RequestParts> {
    const schema = this.bodySchema(parts.operation)
    const { body } = parts
    if (body?.kind !== 'json' || !(isNode(body.value) || Array.isArray(body.value)) || schema === undefined)
      return parts
    const value = structuredClone(body.value)
    await this.#refer(play, resource, schema, value, 0)
    return { ...parts, body: { kind: 'json', value } }
  }

  /** Sets the references of an object, and of the objects in it. */
  async #refer(play: Play, resource: Resource, schema: JsonSchema, value: unknown, depth: number): Promise<void> {
    if (depth > DEEPEST_REFERENCE) return
    if (Array.isArray(value)) {
      const { items } = this.values.flattener.flatten(schema)
      for (const item of value) if (items !== undefined) await this.#refer(play, resource, items, item, depth + 1)
    }
    if (!isNode(value)) return
    const required = this.values.flattener.flatten(schema).required
    for (const [name, property] of this.stored.properties(schema)) {
      if (!Object.hasOwn(value, name) || value[name] === null) continue
      const target = this.#referenceOf(name)
      // It is wrong on purpose.
      if (target !== undefined && !this.values.isValid(property, value[name])) continue
      if (target === undefined) {
        await this.#refer(play, resource, property, value[name], depth + 1)
        continue
      }
      const id = target === resource ? undefined : await this.#referred(play, target, property)
      if (id !== undefined) setOwn(value, name, id)
      else if (!required.has(name)) delete value[name]
    }
  }

  /** The resource that a property refers to by its name: `authorId` and `author_ids` to the author. */
  #referenceOf(name: string): Resource | undefined {
    const stem = /^(.+?)_?(?:Ids?|IDs?|ids?)$/
      .exec(name)?.[1]
      ?.toLowerCase()
      .replace(/[^a-z0-9]/g, '')
    if (stem === undefined || !/(?:I[dD]s?|_ids?)$/.test(name)) return undefined
    const named = ({ name: other }: Resource) =>
      singular(other)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
    return this.#resources.find((resource) => !resource.isSingle && stem.endsWith(named(resource)))
  }

  /** The resources to which the body of an operation refers by their ids. */
  targetsOf(operation: PublishedOperation): ReadonlySet<Resource> {
    const found = new Set<Resource>()
    const collect = (schema: JsonSchema, depth: number): void => {
      if (depth > DEEPEST_REFERENCE) return
      const { items } = this.values.flattener.flatten(schema)
      if (items !== undefined) collect(items, depth + 1)
      for (const [name, property] of this.stored.properties(schema)) {
        const target = this.#referenceOf(name)
        if (target === undefined) collect(property, depth + 1)
        else found.add(target)
      }
    }
    collect(this.bodySchema(operation) ?? true, 0)
    return found
  }

  /** The resource that bodies of this play refer to; it is created where that is possible. */
  target(play: Play, resource: Resource): Promise<Known> {
    const name = `${an(resource.name)} to refer to`
    return this.#once(play, name, () => this.existing(play, resource, name))
  }

  async #referred(play: Play, target: Resource, property: JsonSchema): Promise<unknown> {
    const text = (await unlessMissing(this.target(play, target)))?.path.at(-1)?.text
    if (text === undefined) return undefined
    const { items, types } = this.values.flattener.flatten(property)
    if (!types.has('array')) return this.#valueOf(property, text)
    const item = this.#valueOf(items ?? true, text)
    return item === undefined ? undefined : [item]
  }
}

/** What is before a resource in its path. */
export interface Parents {
  readonly path: readonly BoundText[]
  readonly trail: readonly TrialStep[]
}

/** Whether a valid request succeeded. */
export function isSuccess({ response, verdict }: TrialStep): boolean {
  const status = statusOf(response)
  return status >= 200 && status < 300 && verdict.kind === 'valid'
}
