import { SetupError, SetupErrors } from '../errors.js'
import type { RouteDefinition } from '../http/route.js'

/**
 * The operationId of each route: the declared one, or one generated from method and path (`GET /items/{id}` gives
 * `getItemsById`), with a number if that is taken. OpenAPI 3.0.3, section 4.7.10.1: unique, case matters.
 * @throws BootstrapError of DOCUMENT_CONFLICT for an operationId that two routes declare.
 */
export function assignOperationIds(routes: readonly RouteDefinition[]): Map<RouteDefinition, string> {
  const ids = new Map<RouteDefinition, string>()
  const owners = new Map<string, RouteDefinition>()
  const errors = new SetupErrors()
  // Declared ids first, whatever the order of the routes: a generated one never displaces a declared one.
  for (const route of routes) {
    const declared = route.options.operationId
    if (typeof declared !== 'string') continue
    const owner = owners.get(declared)
    if (owner === undefined) owners.set(declared, route)
    else errors.attempt(() => rejectDuplicate(declared, owner, route))
    ids.set(route, declared)
  }
  errors.throwIfAny()
  for (const route of routes) {
    if (ids.has(route)) continue
    const stem = operationIdOf(route)
    let id = stem
    for (let number = 2; owners.has(id); number++) id = `${stem}${number}`
    owners.set(id, route)
    ids.set(route, id)
  }
  return ids
}

function rejectDuplicate(id: string, first: RouteDefinition, second: RouteDefinition): never {
  throw new SetupError(
    'DOCUMENT_CONFLICT',
    `operationId ${JSON.stringify(id)} is declared twice`,
    `by ${first.source} and by ${second.source}`,
    'change one of them'
  )
}

function operationIdOf({ method, pattern }: RouteDefinition): string {
  const words = pattern.segments.flatMap((segment) =>
    segment.kind === 'literal' ? wordsOf(segment.text) : ['by', ...wordsOf(segment.name)]
  )
  return method.toLowerCase() + (words.length === 0 ? 'Root' : words.map(capitalise).join(''))
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
