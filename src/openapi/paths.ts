import { ofAbsence, SetupError, SetupErrors } from '../errors.js'
import { EXTENSIONS, extensionsOf, isExtension } from '../extensions.js'
import type { RouteDefinition } from '../http/route.js'
import { checkOptions, nearestName, type OptionTable } from '../options.js'
import type { OpenAPIVersion } from '../record/json-schema/schema-dialect.js'
import { CONFIG, checkObject, invalid, optionalText, PLACE, withoutUndefined } from './config-values.js'
import { METHODS_OF_PATHS, type PathItem, type PathOption, type PathOptions } from './document.js'

/** A path of the document: routes of different methods whose paths are the same for OpenAPI. */
export interface DocumentPath {
  /** The path template, with the parameter names of the first route. */
  readonly template: string
  /** The names of its parameters, in the path's order. */
  readonly names: readonly string[]
  /** In the order of registration, one per method. */
  readonly routes: readonly RouteDefinition[]
}

/**
 * Gathers routes into the paths of a document. Templates that differ only in their parameters' names are one path
 * (OpenAPI 3.0.3, section 4.7.8.2), with the names that were registered first.
 *
 * `errors` gets a DOCUMENT_CONFLICT for each route whose method is already taken: the router distinguishes the two by
 * the parameters' regular expressions, the document cannot.
 */
export function gatherPaths(routes: readonly RouteDefinition[], errors: SetupErrors): DocumentPath[] {
  const paths = new Map<string, { template: string; names: readonly string[]; routes: RouteDefinition[] }>()
  for (const route of routes) {
    const { template, parameters } = route.pattern
    const shape = template.replace(/\{[^{}]*\}/g, '{}')
    const path = paths.get(shape)
    const rival = path?.routes.find((other) => other.method === route.method)
    if (path === undefined) paths.set(shape, { template, names: parameters.map(({ name }) => name), routes: [route] })
    else if (rival === undefined) path.routes.push(route)
    else errors.attempt(() => rejectConflict(rival, route))
  }
  return [...paths.values()]
}

function rejectConflict(first: RouteDefinition, second: RouteDefinition): never {
  if (first.version !== second.version) {
    throw new SetupError(
      'DOCUMENT_CONFLICT',
      `one document cannot describe ${first.method} ${first.path} in the versions ${first.version} and ${second.version}`,
      `declared by ${first.source} and by ${second.source}`,
      "write a document for each version: spec: '/openapi-{version}.json'"
    )
  }
  throw new SetupError(
    'DOCUMENT_CONFLICT',
    `${first.method} ${first.path} and ${second.method} ${second.path} are the same operation in OpenAPI`,
    `declared by ${first.source} and by ${second.source}`,
    'change one path, or leave one out of the document with hidden: true'
  )
}

const PATH_OPTIONS: OptionTable<PathOption> = { summary: true, description: true, [EXTENSIONS]: true }

/** @throws SetupError DOCUMENT_INVALID for a method that only a later version of OpenAPI has */
export function checkMethod(
  { method, source }: Pick<RouteDefinition, 'method' | 'source'>,
  version: OpenAPIVersion,
  instead = 'leave the route out of the document with hidden: true'
): void {
  if (method !== 'QUERY' || version === '3.2') return
  const remedy = `write openapi: '3.2', or ${instead}`
  throw new SetupError('DOCUMENT_INVALID', `OpenAPI ${version} has no method QUERY`, source, remedy)
}

/** @throws BootstrapError of DOCUMENT_INVALID and OPTION_UNKNOWN for what is wrong with `paths` of a configuration */
export function parsePaths(paths: PathOptions | undefined): PathOptions {
  if (paths === undefined) return {}
  checkObject(paths, 'paths', EXAMPLE)
  const errors = new SetupErrors()
  const extensions = Object.fromEntries(Object.entries(paths).filter(([name]) => isExtension(name)))
  errors.attempt(() => checkOptions(extensions, { [EXTENSIONS]: true }, `${PLACE}, paths`))
  const described = Object.entries(paths).filter(([path]) => !isExtension(path))
  const parsed = described.map(([path, option]: [string, PathOption]) => {
    const member = `paths[${JSON.stringify(path)}]`
    return [path, errors.attempt(() => parsePath(option, member))] as const
  })
  errors.throwIfAny()
  return { ...extensions, ...Object.fromEntries(parsed) } as PathOptions
}

function parsePath(option: PathOption, member: string): PathOption {
  checkObject(option, member, EXAMPLE)
  checkOptions(option, PATH_OPTIONS, `${PLACE}, ${member}`)
  const summary = optionalText(option.summary, `${member}.summary`, CONFIG)
  const description = optionalText(option.description, `${member}.description`, CONFIG)
  return { ...(withoutUndefined({ summary, description }) as PathOption), ...extensionsOf(option) }
}

const EXAMPLE = "write paths: { '/orders/{id}': { summary: 'One order' } }"

/**
 * Checks that each path of which a configuration says something is a route's, in this document or another.
 *
 * @throws BootstrapError of DOCUMENT_INVALID
 */
export function checkPaths(paths: PathOptions, routes: readonly RouteDefinition[]): void {
  const errors = new SetupErrors()
  const named = Object.keys(paths).filter((path) => !isExtension(path))
  if (named.length === 0) return
  const known = [...new Set(routes.map(({ pattern }) => pattern.template))]
  for (const path of named) {
    if (known.includes(path)) continue
    const meant = nearestName(path, known)
    const hint = meant === undefined ? '' : ` (did you mean '${meant}'?)`
    const remedy =
      'write a path as the document has it, with the prefix of its controller and without regular expressions'
    errors.add(ofAbsence(invalid(`no route has the path ${JSON.stringify(path)}${hint}`, `${PLACE}, paths`, remedy)))
  }
  errors.throwIfAny()
}

/** A path with what a configuration says of it; servers that all of its operations have are those of the path. */
export function describePath(operations: PathItem, option: PathOption | undefined): PathItem {
  const { summary, description, ...extensions } = option ?? {}
  const item = { ...withoutUndefined({ summary, description }), ...operations }
  const described = METHODS_OF_PATHS.flatMap((method) => item[method] ?? [])
  const [first, ...others] = described.map(({ servers }) => JSON.stringify(servers))
  const isShared = first !== undefined && others.length > 0 && others.every((servers) => servers === first)
  if (!isShared) return { ...item, ...extensions }
  const servers = described[0]?.servers
  for (const operation of described) delete operation.servers
  const whole = { ...item, servers, ...extensions }
  return whole
}
