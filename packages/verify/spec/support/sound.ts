import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { VerifiableService } from 'fieldstone-verify'
import { type Asked, handmade, jsonOf, type Responded, typeOf } from './services.js'

/** A request that is valid under the document: its values by their names. */
export interface Valid extends Asked {
  readonly params: Readonly<Record<string, never>>
  /** The JSON of the body. */
  readonly value: never
}

/** What each operation responds to a valid request, by its id. */
export type Handlers = Readonly<Record<string, (request: Valid) => Responded | Promise<Responded>>>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: object
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { schema?: object }>>
  }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>> & { parameters?: readonly Parameter[] }>>
  readonly components?: object
}

/**
 * A service that accepts exactly the requests that are valid under its document, for parameters of texts, numbers,
 * booleans and lists of them, and bodies of JSON or bytes. It responds 400 to others, 404 and 405 with `Allow`.
 *
 * @param rejected what is done with a request that is not valid
 */
export function sound(
  document: object,
  handlers: Handlers,
  rejected: (operationId: string, request: Asked) => void = () => {}
): VerifiableService {
  const { paths, components } = document as Document
  const ajv = new Ajv2020({ strict: false, coerceTypes: false })
  formats.default(ajv)
  // RFC 3339, section 5.6: `ajv-formats` also takes offsets without a colon.
  const isMoment = formats.default.get('date-time') as { validate: (text: string) => boolean }
  ajv.addFormat('date-time', (text) => /^.{10}t.*(?:z|[+-]\d\d:\d\d)$/i.test(text) && isMoment.validate(text))
  // RFC 9562, section 4: they also take `urn:uuid:`.
  ajv.addFormat('uuid', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i)
  ajv.addSchema({ $id: 'http://document/', components: components ?? {} })
  const compiled = new Map<object, ValidateFunction>()
  const isValid = (schema: object, value: unknown): boolean => {
    let check = compiled.get(schema)
    if (check === undefined) {
      const text = JSON.stringify(schema).replaceAll('"#/components', '"http://document/#/components')
      check = ajv.compile(JSON.parse(text))
      compiled.set(schema, check)
    }
    return check(value) === true
  }
  const resolve = (schema: object): Record<string, unknown> => {
    const name = /[^/]+$/.exec(String((schema as { $ref?: string }).$ref ?? ''))?.[0]
    const schemas = (components as { schemas?: Record<string, object> } | undefined)?.schemas ?? {}
    return (name === undefined ? schema : schemas[name]) as Record<string, unknown>
  }

  const routes = Object.entries(paths).map(([path, item]) => {
    const source = path.replace(/\{[^}]+\}/g, '([^/]+)')
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string)
    return { item, names, pattern: new RegExp(`^${source}$`) }
  })

  /** The value of a parameter, in the exact form of its type; `{}` where it is wrong. */
  const read = ({ schema }: Parameter, texts: readonly string[]): { value?: unknown } => {
    const { type, items } = resolve(schema)
    if (type === 'array') {
      const each = texts.map((text) => scalar(resolve(items as object).type, text))
      const value = each.map((one) => one.value)
      return each.every((one) => 'value' in one) && isValid(schema, value) ? { value } : {}
    }
    if (texts.length > 1) return {}
    const one = scalar(type, texts[0] as string)
    return 'value' in one && isValid(schema, one.value) ? one : {}
  }

  const textsOf = ({ name, in: place }: Parameter, asked: Asked, path: Readonly<Record<string, string>>): string[] => {
    const cookies = (asked.headers.cookie ?? '').split(/; ?/).flatMap((pair) => {
      return pair.startsWith(`${name}=`) ? [decodeURIComponent(pair.slice(name.length + 1))] : []
    })
    const header = asked.headers[name.toLowerCase()]
    if (place === 'path') return [path[name] as string]
    if (place === 'cookie') return cookies
    if (place === 'header') return header === undefined ? [] : [header]
    return asked.search.split('&').flatMap((pair) => {
      const [key = '', ...value] = pair.split('=')
      return plain(key) === name && pair !== '' ? [plain(value.join('='))] : []
    })
  }

  const valid = (operation: Operation, more: readonly Parameter[], asked: Asked, path: Record<string, string>) => {
    const params: Record<string, unknown> = {}
    for (const parameter of [...more, ...(operation.parameters ?? [])]) {
      const texts = textsOf(parameter, asked, path)
      if (texts.length === 0 && parameter.required === true) return undefined
      if (texts.length === 0) continue
      const result = read(parameter, texts)
      if (!('value' in result)) return undefined
      params[parameter.name] = result.value
    }
    const { requestBody } = operation
    if (requestBody === undefined || (asked.body.length === 0 && requestBody.required !== true)) {
      return { ...asked, params, value: undefined }
    }
    const media = requestBody.content[typeOf(asked)]
    if (media === undefined || asked.body.length === 0) return undefined
    if (!typeOf(asked).endsWith('json')) return { ...asked, params, value: undefined }
    const body = jsonOf(asked)
    if (body === undefined || (media.schema !== undefined && !isValid(media.schema, body.value))) return undefined
    return { ...asked, params, value: body.value }
  }

  return handmade(document, (asked) => {
    const { method } = asked
    const matching = routes.filter(({ pattern }) => pattern.test(asked.path))
    const route = matching.sort((a, b) => a.names.length - b.names.length)[0]
    if (route === undefined) return { status: 404 }
    const operation = route.item[method.toLowerCase()]
    if (operation === undefined || method === 'PARAMETERS') {
      const allow = Object.keys(route.item).filter((name) => name !== 'parameters')
      return { status: 405, headers: { allow: allow.join(', ').toUpperCase() } }
    }
    try {
      const texts = (route.pattern.exec(asked.path) ?? []).slice(1).map(decodeURIComponent)
      const path = Object.fromEntries(route.names.map((name, index) => [name, texts[index] as string]))
      const request = valid(operation, route.item.parameters ?? [], asked, path)
      if (request !== undefined) return (handlers[operation.operationId] as Handlers[string])(request as never)
    } catch (error) {
      if (!(error instanceof URIError)) throw error
    }
    rejected(operation.operationId, asked)
    return { status: 400 }
  })
}

function plain(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

function scalar(type: unknown, text: string): { value?: unknown } {
  if (type === 'integer') return /^-?(?:0|[1-9]\d*)$/.test(text) ? { value: Number(text) } : {}
  if (type === 'number') {
    const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text))
    return isNumber ? { value: Number(text) } : {}
  }
  if (type === 'boolean') return text === 'true' || text === 'false' ? { value: text === 'true' } : {}
  return { value: text }
}
