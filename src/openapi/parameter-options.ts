import { SetupError, SetupErrors } from '../errors.js'
import { PARAMETER_OPTIONS, type ParameterOption, type RouteDefinition } from '../http/route.js'
import { checkOptions } from '../options.js'
import type { ParameterPlace } from './document.js'

const PLACES: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie']
/** RFC 9110, section 5.6.2: field names and cookie names are tokens. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** OpenAPI 3.0.3, section 4.7.12.2: definitions of these are ignored. */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization']

/**
 * The parameters that a route's options declare, checked, by {@link parameterKey}.
 * @throws BootstrapError of PARAMETER_INVALID for each malformed one.
 */
export function readParameterOptions(route: RouteDefinition): Map<string, ParameterOption> {
  const declared: unknown = route.options.parameters ?? []
  if (!Array.isArray(declared)) {
    throw invalid('the parameters are not a list', route.source, "write parameters: [{ name: 'id', in: 'query' }]")
  }
  const errors = new SetupErrors()
  const options = new Map<string, ParameterOption>()
  for (const option of declared as ParameterOption[]) {
    errors.attempt(() => {
      checkName(option, route)
      const place = parameterPlace(option, route)
      checkOptions(option, PARAMETER_OPTIONS, place)
      checkAnnotations(option, place)
      const key = parameterKey(option)
      if (options.has(key)) throw invalid('it is declared twice', place, 'remove one declaration')
      options.set(key, option)
    })
  }
  errors.throwIfAny()
  return options
}

/** What tells parameters apart: place and name, where the names of headers do not distinguish case. */
export function parameterKey({ in: place, name }: Pick<ParameterOption, 'in' | 'name'>): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`
}

/** How errors call a parameter. */
export function parameterPlace(
  { in: place, name }: Pick<ParameterOption, 'in' | 'name'>,
  route: RouteDefinition
): string {
  return `${route.source}, ${place} parameter ${name}`
}

function checkName(option: ParameterOption, route: RouteDefinition): void {
  if (typeof option !== 'object' || option === null || typeof option.name !== 'string' || option.name === '') {
    throw invalid('a parameter has no name', route.source, "write { name: 'id', in: 'query' }")
  }
  const place = parameterPlace(option, route)
  if (!PLACES.includes(option.in)) {
    throw invalid(`its place in is ${JSON.stringify(option.in)}`, place, `make it one of ${PLACES.join(', ')}`)
  }
  if (option.in === 'path' && !route.pattern.parameters.some(({ name }) => name === option.name)) {
    throw invalid(`the path ${route.path} has no such parameter`, place, `add {${option.name}} to the path`)
  }
  if ((option.in === 'header' || option.in === 'cookie') && !TOKEN.test(option.name)) {
    throw invalid(`no ${option.in} can have this name`, place, 'use letters, digits and hyphens')
  }
  if (option.in === 'header' && IGNORED_HEADERS.includes(option.name.toLowerCase())) {
    const remedy = 'remove it: OpenAPI tells Accept and Content-Type by media types, Authorization by security schemes'
    throw invalid('OpenAPI ignores a header parameter of this name', place, remedy)
  }
}

function checkAnnotations(option: ParameterOption, place: string): void {
  if (option.description !== undefined && typeof option.description !== 'string') {
    throw invalid('its description is not a text', place, 'make it a text or leave it out')
  }
  for (const flag of ['required', 'deprecated'] as const) {
    const value = option[flag]
    if (value !== undefined && typeof value !== 'boolean') {
      throw invalid(`its ${flag} is not a boolean`, place, 'make it true or false')
    }
  }
}

function invalid(what: string, place: string, remedy: string): SetupError {
  return new SetupError('PARAMETER_INVALID', what, place, remedy)
}
