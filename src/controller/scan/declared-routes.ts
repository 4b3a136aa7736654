import { SetupError, type SetupErrors, setupErrorOf } from '../../errors.js'
import { extensionsOf } from '../../extensions.js'
import type { DeclaredResponse } from '../../http/operation-options.js'
import type { RouteOptions } from '../../http/route.js'
import { byStatus } from '../../http/syntax/by-status.js'
import { type Class, emittedParameterTypes, lineage, type MemberDeclarations } from '../../metadata.js'
import { checkOptions } from '../../options.js'
import {
  type ControllerOptions,
  METHOD_OPTIONS,
  type MethodOptions,
  nameOf,
  type OperationDeclaration,
  operationDeclarations,
  responseDeclarations
} from '../declarations.js'

/** The method's code. Accessors are not called: there is no instance yet. */
export function methodOf(
  target: Class,
  { method, property }: OperationDeclaration,
  source: string
): { length: number } {
  for (const at of lineage(target).reverse()) {
    const value: unknown = Object.getOwnPropertyDescriptor(at.prototype, property)?.value
    if (typeof value === 'function') return value
  }
  const decorator = `@${method[0]}${method.slice(1).toLowerCase()}`
  throw new SetupError('DECORATOR_MISPLACED', `${decorator} is not on a method`, source, 'use it on a method')
}

/** The class's operations and those it inherits; what a subclass declares for a method replaces what it inherits. */
export function operationsOf(target: Class): OperationDeclaration[] {
  const byProperty = new Map<string, readonly OperationDeclaration[]>()
  for (const at of lineage(target)) {
    for (const [property, own] of operationDeclarations.byMember(at)) {
      // Decorators run from the bottom up; routes keep the order in which they are read.
      byProperty.set(property, [...own].reverse())
    }
  }
  return [...byProperty.values()].flat()
}

/** The declarations for a method, from the nearest class that has any. */
export function nearest<T extends { readonly property: string }>(
  target: Class,
  declarations: MemberDeclarations<T>,
  property: string
): readonly T[] {
  for (const at of lineage(target).reverse()) {
    const own = declarations.byMember(at).get(property)
    if (own !== undefined) return own
    if (Object.hasOwn(at.prototype, property) && operationDeclarations.byMember(at).has(property)) break
  }
  return []
}

/** The emitted types of a method's parameters, from the nearest class that has any. */
export function emittedTypes(target: Class, property: string): readonly unknown[] | undefined {
  for (const at of lineage(target).reverse()) {
    const types = emittedParameterTypes(at.prototype, property)
    if (types !== undefined) return types
  }
  return undefined
}

/** @throws SetupError CONTROLLER_INVALID for tags of a controller that are no list; what is in it is checked with the routes */
export function checkTags({ tags }: ControllerOptions, target: Class): void {
  if (tags === undefined || Array.isArray(tags)) return
  throw setupErrorOf('CONTROLLER_INVALID')('`tags` is not a list', nameOf(target), "write tags: ['Items']")
}

/** The options that there are; the names of others are added to `errors`, and would be a second time by the router. */
export function knownOptions(options: MethodOptions, place: string, errors: SetupErrors): MethodOptions {
  const isKnown = errors.attempt(() => {
    checkOptions(options, METHOD_OPTIONS, place)
    return true
  })
  if (isKnown) return options
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(METHOD_OPTIONS, name)))
}

/**
 * The options of a route: its own, those of `@Returns`, and what its controller and the groups around it say.
 *
 * @throws SetupError RESPONSE_INVALID for two `@Returns` of one status
 */
export function routeOptions(
  target: Class,
  { property, method, options: given }: OperationDeclaration,
  controller: ControllerOptions
): RouteOptions {
  const { request, ...options } = given
  // Decorators run from the bottom up; the document keeps the order in which they are read.
  const returned = [...nearest(target, responseDeclarations, property)].reverse()
  const statuses = returned.map(({ status }) => String(status))
  const again = statuses.find((status, index) => statuses.indexOf(status) < index)
  if (again !== undefined) {
    const remedy = 'keep one of them: its type may be oneOf(…), and its description name each reason'
    const place = `${nameOf(target)}.${property}, response ${again}`
    throw new SetupError('RESPONSE_INVALID', 'two @Returns declare the same status', place, remedy)
  }
  const responses = byStatus<DeclaredResponse>([
    ...returned.map(({ status, response }) => [status, response] as const),
    ...Object.entries(options.responses ?? {})
  ])
  // What is no list is reported where the route is registered.
  const tags = Array.isArray(options.tags ?? []) ? [...(controller.tags ?? []), ...(options.tags ?? [])] : []
  return {
    ...extensionsOf(controller),
    ...options,
    ...(controller.servers !== undefined && { servers: options.servers ?? controller.servers }),
    ...(tags.length > 0 && { tags: [...new Set(tags)] }),
    ...(Object.keys(responses).length > 0 && { responses }),
    // As in a group: a preflight request has no credentials.
    ...(controller.security !== undefined &&
      method !== 'OPTIONS' && { security: options.security ?? controller.security }),
    ...(controller.deprecated === true && { deprecated: options.deprecated ?? true }),
    ...(controller.version !== undefined && { version: options.version ?? controller.version }),
    ...(controller.hidden === true && { hidden: options.hidden ?? true })
  }
}
