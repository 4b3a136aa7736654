import { code } from './runtime-text.js'

/** Makes an operation of its description. */
export const OPERATION = code`
/** What an operation sends and gets. */
interface Description {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly server?: string
  /** Place, name and, if it is not the default of the place, style; the value of one that has only one. */
  readonly parameters?: readonly (readonly [place: string, name: string, style?: string, constant?: unknown])[]
  /** Whether arguments are given by place. */
  readonly grouped?: boolean
  /** The media types of the body, each with the encodings of a form's fields. */
  readonly body?: readonly (readonly [contentType: string, kind: string, fields?: readonly Encoding[]])[]
  readonly security?: readonly (readonly string[])[]
  /** The statuses, separated by spaces, and their media types. */
  readonly responses: readonly (readonly [statuses: string, contentTypes?: readonly string[]])[]
  /** How the statuses of successes begin; default: 2. */
  readonly success?: string
  /** The names of events, and whether their data is JSON. */
  readonly events?: readonly (readonly [name: string, isJson: boolean])[]
}

type Encoding = readonly [name: string, encoding: string]

interface Sent {
  readonly response: Response
  /** Ends the time limit. */
  done(): void
}

function operation<Operation>(client: ClientOptions, description: Description): Operation {
  const call = async (input: object = {}, options: CallOptions = {}): Promise<AnyResult> => {
    const { response, done } = await send(client, description, input, options)
    try {
      return await settle(description, response)
    } finally {
      done()
    }
  }
  const others = {
    async orThrow(input: object = {}, options: CallOptions = {}): Promise<unknown> {
      const result = await call(input, options)
      if (result.ok) return result.data
      throw new CallError(description.id, result)
    },
    async raw(input: object = {}, options: CallOptions = {}): Promise<Response> {
      const { response, done } = await send(client, description, input, options)
      done()
      return response
    },
    isError: (error: unknown): boolean => error instanceof CallError && error.operationId === description.id
  }
  return Object.assign(call, others) as unknown as Operation
}

async function send(client: ClientOptions, description: Description, input: object, options: CallOptions): Promise<Sent> {
  const headers = new Headers({ accept: acceptOf(description, member(options, 'accept')) })
  const body = bodyOf(description, input, headers)
  const own = typeof client.headers === 'function' ? await client.headers() : client.headers
  for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value)
  const cookies: string[] = []
  const query: string[] = []
  const path = pathOf(description, input, query, headers, cookies)
  await addCredentials(client, description, query, headers, cookies)
  if (cookies.length > 0) headers.append('cookie', cookies.join('; '))
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  const base = options.baseUrl ?? serverOf(client, description)
  const separator = query.length === 0 ? '' : path.includes('?') ? '&' : '?'
  const url = base.replace(/\/+$/, '') + path + separator + query.join('&')

  const signals: AbortSignal[] = []
  for (const signal of [client.signal, options.signal]) if (signal !== undefined) signals.push(signal)
  const limit = options.timeout ?? client.timeout
  let timer: ReturnType<typeof setTimeout> | undefined
  if (limit !== undefined) {
    const clock = new AbortController()
    const error = new Error(\`\${description.id}: no response within \${limit} ms\`)
    error.name = 'TimeoutError'
    timer = setTimeout(() => clock.abort(error), limit)
    signals.push(clock.signal)
  }
  const done = () => clearTimeout(timer)
  const signal = signals.length > 1 ? anyOf(signals) : signals[0]
  try {
    const init: RequestInit = {
      ...(REDIRECTS.test(statusesOf(description)) ? { redirect: 'manual' } : {}),
      ...client.init,
      ...options.init,
      method: description.method,
      headers,
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
      // What is sent while it is read; fetch wants to know it.
      ...(typeof ReadableStream === 'function' && body instanceof ReadableStream ? { duplex: 'half' } : {})
    }
    const response = await (client.fetch === undefined ? fetch(url, init) : client.fetch(url, init))
    return { response, done }
  } catch (error) {
    done()
    throw error
  }
}

/** A signal that aborts with the first of these; the types of TypeScript 5.4 have no such function. */
function anyOf(signals: readonly AbortSignal[]): AbortSignal {
  return (AbortSignal as unknown as { any(signals: readonly AbortSignal[]): AbortSignal }).any(signals)
}

/** A redirection that the document promises is a result, and is not followed. */
const REDIRECTS = /\b(30[12378]|3XX)\b/

function statusesOf(description: Description): string {
  return description.responses.map(([statuses]) => statuses).join(' ')
}

/** The media types of the responses, those of successes first. */
function acceptOf(description: Description, chosen: unknown): string {
  const successes: string[] = []
  const failures: string[] = []
  for (const [statuses, contentTypes = []] of description.responses) {
    const isSuccess = statuses.startsWith(description.success ?? '2')
    for (const contentType of contentTypes) (isSuccess ? successes : failures).push(contentType)
  }
  const all = [...new Set([...(typeof chosen === 'string' ? [chosen] : successes), ...failures])]
  const weighted = all.map((each, index) => (index === 0 ? each : \`\${each};q=\${Math.max(1, 10 - index) / 10}\`))
  return weighted.length === 0 ? '*/*' : weighted.join(', ')
}

/** What an object itself has under a name. */
function member(object: unknown, name: string): unknown {
  const isOwn = typeof object === 'object' && object !== null && Object.keys(object).includes(name)
  return isOwn ? (object as Record<string, unknown>)[name] : undefined
}

/** The path with its parameters; those of other places are added to these. */
function pathOf(description: Description, input: object, query: string[], headers: Headers, cookies: string[]): string {
  let { path } = description
  for (const [place, name, style, constant] of description.parameters ?? []) {
    const value = member(description.grouped ? member(input, place) : input, name) ?? constant
    if (place === 'path') {
      const text = value === undefined || value === null ? '' : pathText(name, value, style)
      // Anything that reads the address would take dots as steps in the path, however they are written.
      if (text === '' || (style === 'segments' ? text.split('/') : [text]).some((part) => part === '.' || part === '..')) {
        throw new TypeError(\`\${description.id}: \${JSON.stringify(value)} cannot be the parameter \${name} of the path\`)
      }
      path = path.split(\`{\${name}}\`).join(text)
    } else if (value !== undefined && value !== null) {
      if (place === 'query') query.push(...queryPairs(name, value, style))
      else if (place === 'header') headers.set(name, valueTexts(value, style, String).join(','))
      else cookies.push(\`\${name}=\${valueTexts(value, style, encodeURIComponent).join(',')}\`)
    }
  }
  return path
}

function plainText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** The texts of a value: one, or those of the items of a list, or of the names and values of an object. */
function valueTexts(value: unknown, style: string | undefined, encode: (text: string) => string): string[] {
  if (style === 'json') return [encode(JSON.stringify(value))]
  const textOf = (each: unknown) => encode(plainText(each))
  if (Array.isArray(value)) return value.map(textOf)
  if (typeof value !== 'object' || value === null) return [textOf(value)]
  const entries = Object.entries(value).filter(([, each]) => each !== undefined && each !== null)
  return entries.flatMap(([name, each]) => {
    return style?.endsWith('*') ? [\`\${encode(name)}=\${textOf(each)}\`] : [encode(name), textOf(each)]
  })
}

function pathText(name: string, value: unknown, style: string | undefined): string {
  if (style === 'segments') return String(value).split('/').map(encodeURIComponent).join('/')
  const texts = valueTexts(value, style, encodeURIComponent)
  const isExploded = style?.endsWith('*') ?? false
  if (style?.startsWith('label')) return \`.\${texts.join(isExploded ? '.' : ',')}\`
  if (!style?.startsWith('matrix')) return texts.join(',')
  const key = encodeURIComponent(name)
  if (!isExploded) return \`;\${key}=\${texts.join(',')}\`
  return texts.map((text) => (isPlain(value) || Array.isArray(value) ? \`;\${key}=\${text}\` : \`;\${text}\`)).join('')
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

const SEPARATORS: readonly Encoding[] = [
  ['comma', ','],
  ['space', '%20'],
  ['pipe', '%7C']
]

function queryPairs(name: string, value: unknown, style: string | undefined): string[] {
  const key = encodeURIComponent(name)
  const separator = SEPARATORS.find(([each]) => each === style)?.[1]
  if (style === 'deepObject') return deepPairs(key, value)
  if (isPlain(value) || style === 'json' || separator !== undefined) {
    const texts = valueTexts(value, style, encodeURIComponent)
    return texts.length === 0 ? [] : [\`\${key}=\${texts.join(separator)}\`]
  }
  if (Array.isArray(value)) return value.map((item) => \`\${key}=\${encodeURIComponent(plainText(item))}\`)
  return Object.entries(value as object).flatMap(([inner, each]) => {
    return each === undefined || each === null ? [] : queryPairs(inner, each, undefined)
  })
}

function deepPairs(key: string, value: unknown): string[] {
  if (value === undefined || value === null) return []
  if (isPlain(value)) return [\`\${key}=\${encodeURIComponent(String(value))}\`]
  if (Array.isArray(value)) return value.flatMap((item) => deepPairs(key, item))
  return Object.entries(value).flatMap(([name, each]) => deepPairs(\`\${key}[\${encodeURIComponent(name)}]\`, each))
}
`
