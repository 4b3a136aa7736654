import { type ValidationError as ValidatorError } from 'class-validator'
import {
  Application,
  type ApplicationOptions,
  bootstrap,
  type Class,
  type Context,
  type Fault,
  type InjectResponse,
  type RouteOptions,
  type Service,
  type TypeExpression,
  ValidationError
} from 'fieldstone'
import { setupErrors } from './applications.js'

// What a service makes of values: each type gets a service of its own with one route, and values travel by HTTP.

/** Where a value is read from: a JSON body, or the texts of a form or of the query. */
export type Source = 'json' | 'text'

/** A JSON text, for what `JSON.stringify` cannot write: numbers beyond the doubles, deep nesting. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What a service makes of a value: the value that its handler gets, or the faults that its client gets. */
export interface Bound<T = unknown> {
  readonly value?: T
  readonly faults?: readonly Fault[]
  /** What hooks get of a value that is rejected. */
  readonly error?: ValidationError
  /** The faults as class-validator's errors, of the error that hooks get. */
  readonly tree: readonly ValidatorError[]
}

type Options = Partial<ApplicationOptions>
type Outcome = { value?: unknown; error?: unknown; violations?: readonly string[] }

/** The largest body of these specs. */
const BODY_LIMIT = 2 ** 26
const ID = 'x-exchange'
const BODY = ['/body', '/form', '/value'] as const

/** A service of one type. */
class TypeService {
  readonly service: Service
  readonly #outcomes: Map<string, Outcome>
  #exchanges = 0

  private constructor(service: Service, outcomes: Map<string, Outcome>) {
    this.service = service
    this.#outcomes = outcomes
  }

  /** @param routes by path; a route gets its outcome to fill */
  static async of(
    routes: Readonly<Record<string, (ctx: Context, outcome: Outcome) => unknown>>,
    options: (path: string) => RouteOptions,
    application: Options
  ): Promise<TypeService> {
    const outcomes = new Map<string, Outcome>()
    const outcomeOf = (ctx: Context) => outcomes.get(String(ctx.request().headers[ID])) ?? {}
    const hooks = {
      onError: ({ ctx }: { ctx: Context }, error: unknown) => {
        outcomeOf(ctx).error = error
      },
      onViolation: ({ ctx }: { ctx: Context }, { messages }: { messages: readonly string[] }) => {
        outcomeOf(ctx).violations = messages
      }
    }
    const register: ApplicationOptions['routes'] = (router) => {
      for (const [path, run] of Object.entries(routes)) {
        router.postFunc(path, (ctx) => run(ctx, outcomeOf(ctx)), options(path))
      }
    }
    const common = { title: 'Spec', version: '1', logger: false, bodyLimit: BODY_LIMIT, hooks: [hooks] } as const
    return new TypeService(await bootstrap(new Application({ ...common, routes: register, ...application })), outcomes)
  }

  /** Sends one request, and returns the response with what the route, the hooks and the client saw. */
  async send(
    url: string,
    contentType?: string,
    body?: unknown,
    responseChecks: 'off' | 'enforce' = 'off'
  ): Promise<{ response: InjectResponse; outcome: Outcome }> {
    const id = String(++this.#exchanges)
    const outcome: Outcome = {}
    this.#outcomes.set(id, outcome)
    const headers = { [ID]: id, ...(contentType !== undefined && { 'content-type': contentType }) }
    const response = await this.service.inject({ method: 'POST', url, headers, body, responseChecks })
    this.#outcomes.delete(id)
    return { response, outcome }
  }
}

const known = new Map<string, WeakMap<object, Promise<TypeService>>>()

/** The service of a type and options, which is made once; one whose start fails, or that has functions, is made again. */
function serviceOf(
  path: string,
  type: TypeExpression,
  options: Options,
  make: () => Promise<TypeService>
): Promise<TypeService> {
  let hasFunctions = false
  const kind = `${path} ${JSON.stringify(options, (_, value) => {
    hasFunctions ||= typeof value === 'function'
    return value
  })}`
  const isObject = (typeof type === 'object' && type !== null) || typeof type === 'function'
  if (!isObject || hasFunctions) return make()
  const services = known.get(kind) ?? new WeakMap<object, Promise<TypeService>>()
  known.set(kind, services)
  const service = services.get(type) ?? make()
  services.set(type, service)
  service.catch(() => services.delete(type))
  return service
}

/** The service that reads a type from a JSON body, or from texts. */
function readerOf(type: TypeExpression, path: (typeof BODY)[number], options: Options = {}): Promise<TypeService> {
  const make = () =>
    TypeService.of(
      {
        [path]: async (ctx, outcome) => {
          outcome.value =
            path === '/value'
              ? ctx.parameter('value')
              : typeof type === 'function'
                ? await ctx.bindValidated(type as Class)
                : ctx.body()
          ctx.noContent()
        }
      },
      () => {
        const responses = { 204: 'Read' }
        if (path === '/value') {
          return { parameters: [{ name: 'value', in: 'query', required: true, schema: type }], responses }
        }
        const consumes = path === '/form' ? 'application/x-www-form-urlencoded' : 'application/json'
        // An object of texts would be taken for an enum.
        return {
          ...(typeof type === 'string' ? { requestBody: type, consumes } : { requestBody: { type, consumes } }),
          responses
        }
      },
      options
    )
  return serviceOf(path, type, options, make)
}

/** What a service makes of a value of the type. */
export async function validated<T = unknown>(
  type: TypeExpression,
  body: unknown,
  source: Source = 'json',
  options: Options = {}
): Promise<Bound<T>> {
  if (source === 'json') {
    const reader = await readerOf(type, '/body', options)
    const text = body instanceof JsonText ? body.text : (JSON.stringify(body) ?? '')
    return boundOf(await reader.send('/body', 'application/json', text))
  }
  const pairs = Object.entries(typeof body === 'object' && !Array.isArray(body) ? (body as object) : { value: body })
  const texts = new URLSearchParams(
    pairs.flatMap(([name, value]) => [value].flat().map((text) => [name, String(text)] as [string, string]))
  ).toString()
  if (pairs.length !== 1 || pairs[0]?.[1] !== body) {
    const reader = await readerOf(type, '/form', options)
    return boundOf(await reader.send('/form', 'application/x-www-form-urlencoded', texts))
  }
  const reader = await readerOf(type, '/value', options)
  const bound = boundOf<T>(await reader.send(`/value?${texts}`))
  return bound.faults === undefined ? bound : { faults: bound.faults.map(withoutName), tree: [] }
}

function boundOf<T>({ response, outcome }: Awaited<ReturnType<TypeService['send']>>): Bound<T> {
  if (response.statusCode === 204) return { value: outcome.value as T, tree: [] }
  const { error } = outcome
  const { errors } = response.json<{ errors?: readonly Fault[] }>()
  if (errors === undefined || !(error instanceof ValidationError)) throw error ?? new Error(response.body)
  // Computed when it is read.
  return {
    faults: errors,
    error,
    get tree() {
      return error.tree
    }
  }
}

/** The path within a parameter that is called `value`. */
function withoutName(fault: Fault): Fault {
  return { ...fault, path: fault.path.replace(/^value\.?/, '') }
}

/** The faults as `path reason`; none for a value that is accepted. */
export function told({ faults = [] }: Bound): string[] {
  return faults.map(({ path, message }) => `${path} ${message}`.trim())
}

/** What the client is told of a value; nothing of one that is accepted. */
export async function refusals(
  type: TypeExpression,
  body: unknown,
  source?: Source,
  options?: Options
): Promise<string[]> {
  return told(await validated(type, body, source, options))
}

/** What the handler gets of a value that must be accepted. */
export async function accepted<T = { [property: string]: unknown }>(
  type: TypeExpression,
  body: unknown,
  source?: Source,
  options?: Options
): Promise<T> {
  const bound = await validated<T>(type, body, source, options)
  if (bound.faults !== undefined) throw new Error(`refused: ${told(bound).join('; ')}`)
  return bound.value as T
}

/** What `bind` makes of a JSON body, which asks neither for presence nor for rules, of a type that no route declares. */
export async function bound<T = unknown>(type: TypeExpression, body: unknown): Promise<Bound<T>> {
  const make = () =>
    TypeService.of(
      {
        '/bind': async (ctx, outcome) => {
          outcome.value = await ctx.bind(type as Class<object>)
          ctx.noContent()
        }
      },
      () => ({}),
      {}
    )
  const binder = await serviceOf('/bind', type, {}, make)
  return boundOf(await binder.send('/bind', 'application/json', JSON.stringify(body)))
}

/** The service that sends what its handler is given. */
function senderOf(type: TypeExpression, options: Options): Promise<TypeService> {
  const make = () =>
    TypeService.of(
      { '/': (ctx) => ctx.json(200, given) },
      () => ({ responses: { 200: { description: 'Sent', body: type } } }),
      options
    )
  return serviceOf('sent', type, options, make)
}

let given: unknown

/** The JSON text that a client gets of a value that a handler returns for the type; throws what a 500 is sent for. */
export async function written(type: TypeExpression, value: unknown, options: Options = {}): Promise<string> {
  const sender = await senderOf(type, options)
  given = value
  const { response, outcome } = await sender.send('/')
  if (response.statusCode !== 200) throw outcome.error ?? new Error(response.body)
  return response.body
}

/** The same, read as JSON. */
export async function replied(type: TypeExpression, value: unknown, options: Options = {}): Promise<unknown> {
  return JSON.parse(await written(type, value, options))
}

/** What a returned value breaks of the document, as `path reason`; nothing of one that is sent. */
export async function violations(type: TypeExpression, value: unknown, options: Options = {}): Promise<string[]> {
  const sender = await senderOf(type, options)
  given = value
  const { response, outcome } = await sender.send('/', undefined, undefined, 'enforce')
  if (response.statusCode === 200) return []
  if (outcome.violations === undefined) throw outcome.error ?? new Error(response.body)
  return outcome.violations.map((text) =>
    text.replace(/^(?:the body|'([^']*)') /, (_all, path) => (path ? `${path} ` : ''))
  )
}

/** The setup errors of a service that reads the type from a JSON body. */
export function declarationErrors(type: TypeExpression, options: Options = {}): Promise<string[]> {
  return setupErrors(() => readerOf(type, '/body', options))
}

/** The setup errors of a service that sends the type. */
export function responseErrors(type: TypeExpression, options: Options = {}): Promise<string[]> {
  return setupErrors(() => senderOf(type, options))
}
