import { ofAbsence, SetupErrors, setupErrorOf } from '../errors.js'
import { extensionsOf, valueFault } from '../extensions.js'
import { LINK_OPTIONS, type LinkOption, SharedLink } from '../http/link-options.js'
import type { RouteDefinition } from '../http/route.js'
import { bodyOf } from '../http/routing/route-body.js'
import { parseTemplate } from '../http/syntax/runtime-expression.js'
import { checkOptions, nearestName } from '../options.js'
import { compileExampleCheck } from '../record/binder.js'
import { optionalText } from './config-values.js'
import type { Link, Operation, Parameter, ParameterPlace, Reference, Response } from './document.js'
import { type ExpressionScope, expressionFault } from './expressions.js'
import { parameterFault } from './parameters.js'
import { parseServer } from './servers.js'

const invalid = setupErrorOf('RESPONSE_INVALID')

/** An operation of the document, and the route that it describes. */
export interface DescribedRoute {
  readonly route: RouteDefinition
  readonly operation: Operation
}

/** Describes the links of one document, whose operations are all described. */
export class LinkDescriber {
  readonly #described: ReadonlyMap<RouteDefinition, Operation>
  readonly #all: readonly RouteDefinition[]
  readonly #schemas: ExpressionScope['schemas']
  readonly #shared = new Map<string, { readonly link: SharedLink; readonly described: Link }>()

  /** @param all the routes of the application, of which a document may have some */
  constructor(
    described: ReadonlyMap<RouteDefinition, Operation>,
    all: readonly RouteDefinition[],
    schemas: ExpressionScope['schemas']
  ) {
    this.#described = described
    this.#all = all
    this.#schemas = schemas
  }

  /** The links that were described by a name of their own. */
  get components(): Record<string, Link> {
    return Object.fromEntries([...this.#shared].map(([name, { described }]) => [name, described]))
  }

  /**
   * Adds the links of a route's responses to its operation. A link to an operation that only other documents have is left out.
   *
   * @throws BootstrapError of RESPONSE_INVALID, DOCUMENT_CONFLICT and OPTION_UNKNOWN
   */
  describe({ route, operation }: DescribedRoute): void {
    const errors = new SetupErrors()
    for (const [status, option] of Object.entries(route.options.responses ?? {})) {
      if (option.links === undefined) continue
      const place = `${route.source}, response ${status}`
      const response = operation.responses[status] as Response
      const { links } = option
      if (typeof links !== 'object' || links === null || Array.isArray(links)) {
        errors.add(invalid('its links are not an object', place, `write links: { next: ${EXAMPLE} }`))
        continue
      }
      const scope = { operation, responses: [response], schemas: this.#schemas }
      const described = Object.entries(links).flatMap(([name, link]) => {
        const found = errors.attempt(() => this.#link(link, `${place}, link ${name}`, scope))
        return found === undefined ? [] : [[name, found] as const]
      })
      if (described.length > 0) response.links = Object.fromEntries(described)
    }
    errors.throwIfAny()
  }

  #link(link: LinkOption | SharedLink, place: string, scope: ExpressionScope): Link | Reference | undefined {
    if (!(link instanceof SharedLink)) return this.#option(link, place, scope)
    const { name, option } = link
    // What it points at is looked for in each response that has it.
    const described = this.#option(option, place, scope)
    if (described === undefined) return undefined
    const known = this.#shared.get(name)
    if (known !== undefined && known.link !== link) {
      const remedy = 'give one of them another name, or define it once and import it'
      throw setupErrorOf('DOCUMENT_CONFLICT')(`two links are called ${name}`, place, remedy)
    }
    this.#shared.set(name, { link, described })
    return { $ref: `#/components/links/${name}` }
  }

  #option(option: LinkOption, place: string, scope: ExpressionScope): Link | undefined {
    if (typeof option !== 'object' || option === null || Array.isArray(option)) {
      throw invalid('the link is not an object', place, `write ${EXAMPLE}`)
    }
    checkOptions(option, LINK_OPTIONS, place)
    const owner = { place, invalid }
    const description = optionalText(option.description, 'description', owner)
    const server = option.server === undefined ? undefined : parseServer(option.server, 'server', owner)
    const target = this.#target(option, place)
    if (target === undefined) return undefined
    const errors = new SetupErrors()
    const parameters: unknown = option.parameters === undefined ? {} : option.parameters
    if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
      throw invalid('its parameters are not an object', place, "write parameters: { id: '$response.body#/id' }")
    }
    for (const [name, value] of Object.entries(parameters)) {
      errors.attempt(() => checkParameter(name, value, `${place}, parameter ${name}`, target.described, scope))
    }
    if (option.requestBody !== undefined) {
      errors.attempt(() => checkBody(option.requestBody, `${place}, requestBody`, target.described, scope))
    }
    errors.throwIfAny()
    const { requestBody } = option
    return {
      ...(target.described === undefined
        ? { operationRef: option.operationRef as string }
        : { operationId: target.described.operation.operationId }),
      ...(Object.keys(parameters).length > 0 && { parameters: copyOf(parameters, place) as Record<string, unknown> }),
      ...(requestBody !== undefined && { requestBody: copyOf(requestBody, place) }),
      ...(description !== undefined && { description }),
      ...(server !== undefined && { server }),
      ...extensionsOf(option)
    }
  }

  /** Undefined where the target is in other documents alone; `described` is undefined for one elsewhere. */
  #target(
    { operation, operationRef }: LinkOption,
    place: string
  ): { readonly described: DescribedRoute | undefined } | undefined {
    if ((operation === undefined) === (operationRef === undefined)) {
      const what = operation === undefined ? 'the link leads nowhere' : 'the link has operation and operationRef'
      throw invalid(what, place, operation === undefined ? `write ${EXAMPLE}` : 'keep one of them')
    }
    if (operationRef !== undefined) {
      if (
        typeof operationRef === 'string' &&
        /^[^\s#]+#\/\S+$/.test(operationRef) &&
        URL.canParse(operationRef, 'http://host')
      ) {
        return { described: undefined }
      }
      const remedy =
        "write 'https://example.com/openapi.json#/paths/~1items/get', or name an operation of this document"
      throw invalid('operationRef is not a reference to an operation of another document', place, remedy)
    }
    const named = typeof operation === 'function' ? operation() : operation
    const routes = typeof named === 'string' ? this.#byId(named, place) : this.#byMethod(named, place)
    const [route, ...others] = routes.flatMap((one) => (this.#described.has(one) ? [one] : []))
    if (others.length > 0) {
      const what = `its target has several routes in the document`
      throw invalid(what, place, 'write the operationId of one of them: operation: …')
    }
    if (route === undefined) return undefined
    return { described: { route, operation: this.#described.get(route) as Operation } }
  }

  #byId(id: string, place: string): RouteDefinition[] {
    for (const [route, { operationId }] of this.#described) if (operationId === id) return [route]
    const elsewhere = this.#all.filter(({ options }) => options.operationId === id && options.hidden !== true)
    if (elsewhere.length > 0) return elsewhere
    const ids = [...this.#described.values()].map(({ operationId }) => operationId)
    const what = `there is no operation ${JSON.stringify(id)}${similar(id, ids)}`
    throw ofAbsence(invalid(what, place, 'write the operationId of a documented route'))
  }

  #byMethod(named: unknown, place: string): RouteDefinition[] {
    const isPair = Array.isArray(named) && named.length === 2 && typeof named[0] === 'function'
    if (!isPair) {
      const remedy = "write an operationId, or [ItemController, 'show']"
      throw invalid('its operation is neither an operationId nor a method of a controller', place, remedy)
    }
    const [type, property] = named as [{ readonly name: string }, unknown]
    const ofClass = this.#all.filter(({ declaredBy }) => declaredBy?.class === (type as unknown))
    const routes = ofClass.filter(({ declaredBy }) => declaredBy?.property === property)
    if (routes.length === 0) {
      const names = [...new Set(ofClass.map(({ declaredBy }) => declaredBy?.property as string))]
      const what = `${type.name} has no route ${String(property)}${similar(String(property), names)}`
      const remedy = names.length === 0 ? 'add the class to the controllers' : `its routes are ${names.join(', ')}`
      throw ofAbsence(invalid(what, place, remedy))
    }
    if (routes.every(({ options }) => options.hidden === true)) {
      throw invalid(`${type.name}.${String(property)} is hidden from the document`, place, 'remove the link, or hidden')
    }
    return routes
  }
}

const EXAMPLE = "{ operation: 'getItem', parameters: { id: '$response.body#/id' } }"

function similar(name: string, names: readonly string[]): string {
  const meant = nearestName(name, names)
  return meant === undefined ? '' : ` (did you mean '${meant}'?)`
}

function checkParameter(
  key: string,
  value: unknown,
  place: string,
  target: DescribedRoute | undefined,
  scope: ExpressionScope
): void {
  const isExpression = checkValue(value, place, scope)
  if (target === undefined) return
  const { parameters = [] } = target.operation
  const [, where, qualified] = /^(path|query|header|cookie)\.(.+)$/s.exec(key) ?? []
  const matches = ({ in: at, name }: Parameter) => name === key || (at === where && name === qualified)
  const found = parameters.filter(matches)
  if (found.length === 0) {
    const known = parameters.map(({ name }) => name)
    const id = target.operation.operationId
    const remedy = known.length === 0 ? 'remove it' : `its parameters are ${known.join(', ')}`
    throw invalid(`${id} has no parameter ${JSON.stringify(key)}${similar(key, known)}`, place, remedy)
  }
  if (found.length > 1) {
    const ways = found.map(({ in: at, name }) => `${at}.${name}`).join(' or ')
    throw invalid(`${target.operation.operationId} has several parameters ${key}`, place, `write ${ways}`)
  }
  if (isExpression) return
  const { in: at, name } = found[0] as { readonly in: ParameterPlace; readonly name: string }
  const fault = parameterFault(target.route, at, name, value)
  if (fault !== undefined)
    throw invalid(`the parameter rejects the value: ${fault}`, place, 'write a value of its type, as JSON')
}

function checkBody(value: unknown, place: string, target: DescribedRoute | undefined, scope: ExpressionScope): void {
  const isExpression = checkValue(value, place, scope)
  if (target === undefined) return
  if (target.operation.requestBody === undefined) {
    throw invalid(`${target.operation.operationId} has no body`, place, 'remove it')
  }
  const [type] = bodyOf(target.route)?.media.values() ?? []
  if (isExpression || type === undefined || type.kind === 'file') return
  const fault = compileExampleCheck(type, 'request')(value)
  if (fault !== undefined)
    throw invalid(`the body breaks its type: ${fault}`, place, 'write a value that the type accepts, as JSON')
}

/** Checks the expressions of a value, and returns whether it has any. */
function checkValue(value: unknown, place: string, scope: ExpressionScope): boolean {
  if (typeof value !== 'string') return false
  const template = parseTemplate(value)
  if ('wrong' in template) {
    const remedy = 'write $url, $method, $statusCode, $request.query.name, $response.body#/id or $response.header.name'
    throw invalid(`${JSON.stringify(template.wrong)} is not a runtime expression`, place, remedy)
  }
  const expressions = template.filter((part) => typeof part !== 'string')
  for (const expression of expressions) {
    const fault = expressionFault(expression, scope)
    if (fault !== undefined) throw invalid(fault, place, 'point at what the request or the response has')
  }
  return expressions.length > 0
}

function copyOf(value: unknown, place: string): unknown {
  const fault = valueFault(value)
  if (fault !== undefined)
    throw invalid(`a value is not JSON: ${fault}`, place, 'give null, a boolean, number, text, list or object')
  return JSON.parse(JSON.stringify(value))
}
