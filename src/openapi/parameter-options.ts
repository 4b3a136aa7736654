import { SetupError, SetupErrors } from '../errors.js'
import { parameterKey, parameterNameFault } from '../http/parameter-name.js'
import { PARAMETER_OPTIONS, type ParameterOption, type RouteDefinition } from '../http/route.js'
import { checkOptions } from '../options.js'
import type { ParameterPlace } from './document.js'

const PLACES: readonly ParameterPlace[] = ['path', 'query', 'header', 'cookie']
/**
 * The parameters that a route's options declare, checked.
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
  const fault = parameterNameFault(option.in, option.name)
  if (fault === undefined) return
  const { what, remedy = OTHERWISE_TOLD } = fault
  throw invalid(what, place, remedy)
}

const OTHERWISE_TOLD =
  'remove it: OpenAPI tells Accept and Content-Type by media types, Authorization by security schemes'

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
