import { SetupError, type SetupErrors, setupErrorOf } from '../../errors.js'
import { extensionsOf } from '../../extensions.js'
import type { HttpRouter } from '../../http/exchange/router.js'
import type { DeclaredResponse } from '../../http/operation-options.js'
import { parsePathPattern } from '../../http/path/pattern.js'
import type { RouteOptions } from '../../http/route.js'
import { assertInterceptors, checkPrefix } from '../../http/routing/scope.js'
import { sharedResponses } from '../../http/routing/shared-responses.js'
import { byStatus } from '../../http/syntax/by-status.js'
import {
  type Class,
  type ConcreteClass,
  emittedParameterTypes,
  isClass,
  lineage,
  type MemberDeclarations
} from '../../metadata.js'
import { checkOptions } from '../../options.js'
import {
  CONTROLLER_OPTIONS,
  type ControllerDeclaration,
  type ControllerOptions,
  controllerDeclarations,
  METHOD_OPTIONS,
  type MethodOptions,
  nameOf,
  type OperationDeclaration,
  operationDeclarations,
  parameterDeclarations,
  responseDeclarations
} from '../declarations.js'
import { type ListedController, listControllers, withOptions } from './controller-list.js'
import { checkEmittedResult } from './emitted-result.js'
import { type ControllerHolder, compileHandler } from './method-handler.js'
import { compileInputs } from './method-inputs.js'
import type { MethodInputs } from './method-signature.js'
import { checkPlacement } from './placement.js'
import { checkDeclaredOnce, declaredInputs } from './route-inputs.js'
import { SharedGroups } from './shared-groups.js'

const invalid = setupErrorOf('CONTROLLER_INVALID')

/** A controller whose routes are registered, and whose instance is not constructed yet. */
export interface ScannedController {
  readonly class: ConcreteClass
  readonly holder: ControllerHolder
}

/**
 * Turns controller classes into routes of the router. Constructs nothing.
 * Setup errors are added to `errors`, and the rest is registered nevertheless.
 *
 * @param prefix before the paths of all of them
 */
export function scanControllers(
  controllers: readonly unknown[],
  router: HttpRouter,
  errors: SetupErrors,
  prefix = ''
): ScannedController[] {
  const scanned = new Map<unknown, ScannedController & { readonly prefixes: Set<string> }>()
  const whole = errors.attempt(() => below(router, prefix)) ?? { routes: router, prefix: '', shared: {} }
  const groups = new SharedGroups()
  for (const listed of listControllers(controllers, whole, errors)) {
    errors.attempt(() => {
      const target = checkController(listed.controller)
      const known = scanned.get(target)
      if (known?.prefixes.has(listed.prefix)) {
        throw invalid('the controller is listed twice', nameOf(target), 'list it once, or below different prefixes')
      }
      const { holder, prefixes } = known ?? { holder: { instance: undefined }, prefixes: new Set<string>() }
      scanned.set(target, { class: target, holder, prefixes: prefixes.add(listed.prefix) })
      if (known === undefined) checkPlacement(target, errors)
      registerRoutes(target, holder, { router, groups, ...listed }, errors)
    })
  }
  return [...scanned.values()]
}

function below(router: HttpRouter, prefix: string): Omit<ListedController, 'controller'> {
  if (prefix === '' || prefix === '/') return { routes: router, prefix: '', shared: {} }
  checkPrefix(prefix, 'the option prefix')
  return { routes: router.base(prefix), prefix, shared: {} }
}

function checkController(controller: unknown): ConcreteClass {
  if (!isClass(controller)) {
    const remedy = 'list the controller classes themselves'
    throw invalid(`${describe(controller)} is not a class`, 'the list of controllers', remedy)
  }
  const declarations = controllerDeclarations.own(controller)
  if (declarations.length === 0) {
    throw invalid(
      'the class has no @Controller',
      nameOf(controller),
      // Vite 8, with Vitest, leaves decorators out, or as they are, without this setting.
      'decorate it with @Controller(); if it is decorated, its decorators did not run: ' +
        'set "experimentalDecorators": true in the tsconfig.json that your compiler or Vite reads'
    )
  }
  if (declarations.length > 1)
    throw invalid('the class has two @Controller decorators', nameOf(controller), 'keep one of them')
  return controller as ConcreteClass
}

function describe(value: unknown): string {
  if (value === undefined) return 'undefined (perhaps because of a circular import)'
  if (typeof value === 'function') return `the function ${value.name || 'without a name'}`
  if (typeof value !== 'object' || value === null) return String(value)
  return Array.isArray(value) ? 'a list' : `an instance of ${value.constructor?.name ?? 'Object'}`
}

/** Where the routes of a controller are registered. */
interface Registration extends Omit<ListedController, 'controller'> {
  readonly router: HttpRouter
  readonly groups: SharedGroups
}

function registerRoutes(
  target: ConcreteClass,
  holder: ControllerHolder,
  { router, groups, routes, prefix: outer, shared }: Registration,
  errors: SetupErrors
): void {
  const { prefix, options } = controllerDeclarations.own(target)[0] as ControllerDeclaration
  errors.attempt(() => checkOptions(options, CONTROLLER_OPTIONS, `@Controller of ${nameOf(target)}`))
  const operations = operationsOf(target)
  if (operations.length === 0) {
    throw invalid(
      'the controller has no route',
      nameOf(target),
      'decorate a method with @Get(), @Post() or another route decorator'
    )
  }
  if (options.middleware !== undefined && !Array.isArray(options.middleware)) {
    throw invalid('`middleware` must be a list of functions', nameOf(target), 'write middleware: [first, second]')
  }
  if (options.interceptors !== undefined) assertInterceptors(options.interceptors, nameOf(target))
  const place = `@Controller of ${nameOf(target)}`
  const responses = errors.attempt(() => sharedResponses(options.responses, () => place))
  for (const operation of operations) {
    errors.attempt(() => {
      const source = `${nameOf(target)}.${operation.property}`
      const path = joinPath(prefix, operation.path)
      // Its own path first, so that an error shows what was written in the class.
      const own = parsePathPattern(path, source)
      const pattern = outer === '' ? own : parsePathPattern(path === '/' ? outer : outer + path, source)
      const { property } = operation
      const read = () => {
        const parameters = nearest(target, parameterDeclarations, property)
        const method = methodOf(target, operation, source)
        const emitted = emittedTypes(target, property)
        const declared = declaredInputs({ operation, parameters, method, emitted, place: source }, errors)
        const { unknownFields } = router.settings
        const { consumes } = operation.options
        const signature = { ...declared, pattern, place: source, unknownFields, shared: groups, consumes }
        const compiled = compileInputs(signature, errors)
        const { form } = declared
        errors.attempt(() => checkDeclaredOnce(operation.options, { form, inputs: compiled.inputs }, source))
        return compiled
      }
      // Other errors of the route are reported by the same start.
      const inputs = errors.attempt(read) ?? UNREAD
      const given = knownOptions(operation.options, `${operation.method} ${path} (${source})`, errors)
      const registered = routeOptions(target, { ...operation, options: given }, withOptions(shared, options))
      errors.attempt(() => checkEmittedResult(target, property, registered.responses ?? {}, source))
      routes.add({
        method: operation.method,
        path,
        handler: notCompiled,
        compile: () => compileHandler(holder, property, inputs),
        options: registered,
        ...(responses && { responses }),
        middleware: options.middleware ?? [],
        interceptors: options.interceptors ?? [],
        inputs: inputs.inputs,
        declaredBy: { class: target, property },
        readsItself: takesRequest(inputs) ? 'body' : undefined,
        source
      })
    })
  }
}

function notCompiled(): never {
  throw new Error('The method of a controller was called before its handler was compiled')
}

/** Whether the method gets Node's request, whose body it may read. */
function takesRequest({ arguments: list }: MethodInputs): boolean {
  return list.some((argument) => {
    if (argument.kind !== 'object') return argument.kind === 'request'
    return argument.members.some(([, { kind }]) => kind === 'request')
  })
}

const UNREAD: MethodInputs = { arguments: [], groups: [], body: undefined, inputs: undefined }

/** The method's code. Accessors are not called: there is no instance yet. */
function methodOf(target: Class, { method, property }: OperationDeclaration, source: string): { length: number } {
  for (const at of lineage(target).reverse()) {
    const value: unknown = Object.getOwnPropertyDescriptor(at.prototype, property)?.value
    if (typeof value === 'function') return value
  }
  const decorator = `@${method[0]}${method.slice(1).toLowerCase()}`
  throw new SetupError('DECORATOR_MISPLACED', `${decorator} is not on a method`, source, 'use it on a method')
}

/** The class's operations and those it inherits; what a subclass declares for a method replaces what it inherits. */
function operationsOf(target: Class): OperationDeclaration[] {
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
function nearest<T extends { readonly property: string }>(
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

function emittedTypes(target: Class, property: string): readonly unknown[] | undefined {
  for (const at of lineage(target).reverse()) {
    const types = emittedParameterTypes(at.prototype, property)
    if (types !== undefined) return types
  }
  return undefined
}

/** The options that there are; the names of others are added to `errors`, and would be a second time by the router. */
function knownOptions(options: MethodOptions, place: string, errors: SetupErrors): MethodOptions {
  const isKnown = errors.attempt(() => {
    checkOptions(options, METHOD_OPTIONS, place)
    return true
  })
  if (isKnown) return options
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(METHOD_OPTIONS, name)))
}

function routeOptions(
  target: Class,
  { property, method, options: given }: OperationDeclaration,
  controller: ControllerOptions
): RouteOptions {
  const { request, ...options } = given
  // Decorators run from the bottom up; the document keeps the order in which they are read.
  const returned = [...nearest(target, responseDeclarations, property)].reverse()
  const responses = byStatus<DeclaredResponse>([
    ...returned.map(({ status, response }) => [status, response] as const),
    ...Object.entries(options.responses ?? {})
  ])
  const tags = [...(controller.tags ?? []), ...(options.tags ?? [])]
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

/** `/items` and `{id}` become `/items/{id}`; an empty path or `/` is the prefix itself, without a slash at its end. */
function joinPath(prefix: string, path: string): string {
  const [head, tail] = [prefix, path].map((part) => (part === '' || part.startsWith('/') ? part : `/${part}`)) as [
    string,
    string
  ]
  const joined = (head.endsWith('/') ? head.slice(0, -1) : head) + (tail === '/' ? '' : tail)
  return joined === '' ? '/' : joined
}
