import { SetupError, type SetupErrors, setupErrorOf } from '../../errors.js'
import { extensionsOf } from '../../extensions.js'
import type { Routes } from '../../http/routes.js'
import { assertInterceptors, assertMiddleware, checkPrefix } from '../../http/routing/scope.js'
import { sharedResponses } from '../../http/routing/shared-responses.js'
import { isClass } from '../../metadata.js'
import { checkOptions, type OptionTable } from '../../options.js'
import { CONTROLLER_OPTIONS, type ControllerOptions } from '../declarations.js'

const invalid = setupErrorOf('CONTROLLER_INVALID')

/**
 * Controllers below one prefix, with what they have in common; a group may contain groups.
 *
 * @example
 * new Application({
 *   …, controllers: [HealthController, { prefix: '/admin', security: ['bearer'], controllers: [UserController] }]
 * })
 */
export interface ControllerGroup extends ControllerOptions {
  /** Before the prefixes of its controllers: `/admin`. It may have parameters: `/tenants/{tenant}`. Default: none. */
  readonly prefix?: string
  /** The controller classes, and further groups; not empty. */
  readonly controllers: readonly unknown[]
}

const GROUP_OPTIONS: OptionTable<ControllerGroup> = { ...CONTROLLER_OPTIONS, prefix: true, controllers: true }

/** A member of the list of controllers, with what the groups around it say. */
export interface ListedController {
  readonly controller: unknown
  /** Where its routes are registered. */
  readonly routes: Routes
  /** The prefix of all groups around it. */
  readonly prefix: string
  /** What the groups around it say of its routes, without middleware, interceptors and responses, which the routes have already. */
  readonly shared: ControllerOptions
}

/**
 * The controllers of a list and of its groups, in order. What is wrong with a group is added to `errors`, and its
 * controllers are left out.
 */
export function listControllers(
  list: readonly unknown[],
  around: Omit<ListedController, 'controller'>,
  errors: SetupErrors,
  place = 'controllers',
  groups: readonly ControllerGroup[] = []
): ListedController[] {
  return list.flatMap((member, index) => {
    const at = `${place}[${index}]`
    if (!isGroup(member)) return [{ ...around, controller: member }]
    const within = errors.attempt(() => {
      if (groups.includes(member)) throw invalid('the group contains itself', at, 'remove it here')
      return enter(member, around, at)
    })
    if (within === undefined) return []
    return listControllers(member.controllers, within, errors, `${at}.controllers`, [...groups, member])
  })
}

/** A class and anything else that is no plain object is taken for a controller, and checked as one. */
function isGroup(member: unknown): member is ControllerGroup {
  if (typeof member !== 'object' || member === null || isClass(member) || Array.isArray(member)) return false
  return 'controllers' in member || 'prefix' in member
}

function enter(
  group: ControllerGroup,
  { routes, prefix: outer, shared }: Omit<ListedController, 'controller'>,
  place: string
): Omit<ListedController, 'controller'> {
  checkOptions(group, GROUP_OPTIONS, place)
  const {
    prefix = '',
    controllers,
    middleware = [],
    interceptors = [],
    tags = [],
    deprecated,
    hidden,
    responses,
    security,
    servers,
    version
  } = group
  if (!Array.isArray(controllers) || controllers.length === 0) {
    const fault = Array.isArray(controllers) ? 'an empty list' : 'not a list'
    throw invalid(`the controllers of the group are ${fault}`, place, 'write controllers: [UserController]')
  }
  const isWhole = prefix === '' || prefix === '/'
  if (!isWhole) checkPrefix(prefix, place)
  if (!Array.isArray(middleware)) {
    throw new SetupError('MIDDLEWARE_INVALID', '`middleware` is not a list', place, 'write middleware: [first, second]')
  }
  assertMiddleware(middleware, place, 'give functions (ctx, next) => …; a path goes into `prefix`')
  assertInterceptors(interceptors, place)
  if (!Array.isArray(tags)) throw invalid('`tags` is not a list', place, "write tags: ['admin']")
  // Checked here, where the place is known.
  const declared = sharedResponses(responses, () => place)
  return {
    routes: routes
      .group(prefix, ...middleware)
      .intercept(...interceptors)
      .returns(declared),
    prefix: isWhole ? outer : outer + prefix,
    shared: withOptions(shared, { tags, deprecated, hidden, security, servers, version, ...extensionsOf(group) })
  }
}

/** The options of a group or a controller inside of those of the groups around it: tags are added, others replaced. */
export function withOptions(outer: ControllerOptions, own: ControllerOptions): ControllerOptions {
  const given = Object.entries(own).filter(([, value]) => value !== undefined)
  const tags = [...(outer.tags ?? []), ...(own.tags ?? [])]
  return { ...outer, ...Object.fromEntries(given), ...(tags.length > 0 && { tags }) }
}
