import { SetupError } from '../../errors.js'
import { enumOf } from '../../record/type/type-expression.js'
import type { Context } from '../context.js'
import type { ParameterOption } from '../operation-options.js'
import { parameterKey } from '../parameter-name.js'
import type { RouteDeclaration } from '../route.js'
import { negotiate } from '../syntax/accept.js'
import { parseMediaType } from '../syntax/media-type.js'
import { compareVersions, type Versioning, versionType } from '../versioning.js'
import type { RegisteredRoute } from './registered-route.js'
import { RouteTrees } from './route-trees.js'

/**
 * The routes that a header or a media type of the request chooses among: those of each version, with those of all versions. What one version
 * has is found as if there was no other, so a path that another version has alone is a 404, and not a 400.
 */
export class RouteVersions {
  readonly #versioning: Exclude<Versioning, { by: 'path' }>
  /** By the media type that names each. */
  readonly #types = new Map<string, string>()
  readonly #byVersion = new Map<string, RouteTrees>()
  /** Of requests that name no version that there is: all routes, of which those with a version reject the request. */
  readonly #any = new RouteTrees()
  readonly #neutral: RegisteredRoute[] = []

  constructor(versioning: Exclude<Versioning, { by: 'path' }>) {
    this.#versioning = versioning
    if (versioning.by === 'mediaType') this.#types.set('application/json', versioning.default)
  }

  add(route: RegisteredRoute): void {
    const { version } = route
    if (version === undefined) {
      for (const trees of this.#byVersion.values()) trees.insert(route)
      this.#neutral.push(route)
    } else this.#treesOf(version).insert(route)
    try {
      this.#any.insert(route)
    } catch (error) {
      // The route of another version rejects such requests.
      if (!(error instanceof SetupError)) throw error
    }
  }

  /** The routes for the version that a request names. */
  find(ctx: Context): RouteTrees {
    const named = this.named((name) => ctx.requestHeader(name))
    return (named === undefined ? undefined : this.#byVersion.get(named)) ?? this.#any
  }

  /** The version that the headers of a request name, whether there is one or not; the default where they name none. */
  named(header: (name: string) => string | undefined): string | undefined {
    return (this.#versioning.by === 'header' ? header(this.header) : this.#accepted(header)) ?? this.#versioning.default
  }

  /** The version of the body's media type, else of the one that the client likes best. */
  #accepted(header: (name: string) => string | undefined): string | undefined {
    const sent = parseMediaType(header('content-type') ?? '')?.essence
    if (sent !== undefined && sent !== 'application/json') {
      const version = this.#types.get(sent)
      if (version !== undefined) return version
    }
    const accepted = header('accept')
    return accepted === undefined ? undefined : this.#types.get(negotiate(accepted, [...this.#types.keys()]) ?? '')
  }

  /** The name of the header on which the response depends. */
  get header(): string {
    return this.#versioning.by === 'header' ? this.#versioning.name : 'accept'
  }

  get isEmpty(): boolean {
    return this.#byVersion.size === 0
  }

  #treesOf(version: string): RouteTrees {
    let trees = this.#byVersion.get(version)
    if (trees === undefined) {
      trees = new RouteTrees()
      for (const route of this.#neutral) trees.insert(route)
      this.#byVersion.set(version, trees)
      if (this.#versioning.by === 'mediaType') this.#types.set(versionType(this.#versioning, version), version)
    }
    return trees
  }
}

/** Where headers choose among the routes; undefined where the path does. */
export function routeVersions(versioning: Versioning): RouteVersions | undefined {
  return versioning.by === 'path' ? undefined : new RouteVersions(versioning)
}

/**
 * The declaration of one version of a route. By a media type it is as it was: its routes have the types. By a header: with the parameter that reads it, so that what it accepts, what it
 * rejects and what the document says are one.
 *
 * @param known all versions, when the routes are complete
 * @throws SetupError VERSION_INVALID for a route that declares the header itself
 */
export function versionedDeclaration(
  declaration: RouteDeclaration,
  version: string,
  versioning: Versioning,
  known: () => readonly string[],
  place: () => string
): RouteDeclaration {
  const options = { ...declaration.options, version }
  if (versioning.by !== 'header') return { ...declaration, options }
  const { name } = versioning
  const { parameters = [] } = options
  const key = parameterKey({ in: 'header', name })
  const ofInputs = declaration.inputs?.parameters.map(({ in: at, field }) => parameterKey({ in: at, name: field.name }))
  const ofOptions = Array.isArray(parameters) ? parameters.map((option) => option && parameterKey(option)) : []
  if (ofInputs?.includes(key) || ofOptions.includes(key)) {
    const remedy = 'remove it, and read the version by ctx.route.version'
    throw new SetupError('VERSION_INVALID', `it reads the header ${name}, which names its version`, place(), remedy)
  }
  const isDefault = version === versioning.default
  const parameter: ParameterOption = {
    name,
    in: 'header',
    description: 'The version of the API.',
    schema: enumOf([version]),
    ...(isDefault ? { default: version } : { required: true }),
    messages: {
      // Read when all routes are known.
      get enum() {
        return `must be ${listed(known())}`
      }
    }
  }
  // What is no list is reported where it is read.
  return {
    ...declaration,
    options: { ...options, parameters: Array.isArray(parameters) ? [...parameters, parameter] : parameters }
  }
}

function listed(versions: readonly string[]): string {
  return versions.length < 2 ? versions.join('') : `one of ${[...versions].sort(compareVersions).join(', ')}`
}
