import { type SetupErrors, setupErrorOf } from '../../errors.js'
import type { HttpRouter } from '../../http/exchange/router.js'
import { parsePathPattern } from '../../http/path/pattern.js'
import type { RouteOptions } from '../../http/route.js'
import { assertInterceptors, checkPrefix } from '../../http/routing/scope.js'
import { sharedResponses } from '../../http/routing/shared-responses.js'
import { versionMedia } from '../../http/versioning.js'
import { type ConcreteClass, isClass } from '../../metadata.js'
import { checkOptions } from '../../options.js'
import {
  CONTROLLER_OPTIONS,
  type ControllerDeclaration,
  controllerDeclarations,
  nameOf,
  parameterDeclarations
} from '../declarations.js'
import { type ListedController, listControllers, withOptions } from './controller-list.js'
import {
  checkTags,
  emittedTypes,
  knownOptions,
  methodOf,
  nearest,
  operationsOf,
  routeOptions
} from './declared-routes.js'
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
  return Array.isArray(value) ? 'a list' : `an instance of ${value.constructor?.name || 'a class without a name'}`
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
  checkTags(options, target)
  const place = `@Controller of ${nameOf(target)}`
  const responses = errors.attempt(() => sharedResponses(options.responses, () => place))
  const around = withOptions(shared, options)
  for (const operation of operations) {
    errors.attempt(() => {
      const source = `${nameOf(target)}.${operation.property}`
      const path = joinPath(prefix, operation.path)
      // Its own path first, so that an error shows what was written in the class.
      const own = parsePathPattern(path, source)
      const pattern = outer === '' ? own : parsePathPattern(path === '/' ? outer : outer + path, source)
      const { property } = operation
      const read = (media: readonly string[] | undefined) => {
        const parameters = nearest(target, parameterDeclarations, property)
        const method = methodOf(target, operation, source)
        const emitted = emittedTypes(target, property)
        const declared = declaredInputs({ operation, parameters, method, emitted, place: source }, errors)
        const { unknownFields } = router.settings
        const { consumes } = operation.options
        const signature = {
          ...declared,
          pattern,
          place: source,
          unknownFields,
          shared: groups,
          consumes,
          versionMedia: media
        }
        const compiled = compileInputs(signature, errors)
        const { form } = declared
        errors.attempt(() => checkDeclaredOnce(operation.options, { form, inputs: compiled.inputs }, source))
        return compiled
      }
      for (const version of readVersions(operation.options.version ?? around.version, router)) {
        // Other errors of the route are reported by the same start.
        const inputs = errors.attempt(() => read(mediaOf(version, router))) ?? UNREAD
        const given = knownOptions(operation.options, `${operation.method} ${path} (${source})`, errors)
        const registered = routeOptions(target, { ...operation, options: given }, around)
        errors.attempt(() => checkEmittedResult(target, property, registered.responses ?? {}, source))
        routes.add({
          method: operation.method,
          path,
          handler: notCompiled,
          compile: () => compileHandler(holder, property, inputs),
          options: version === undefined ? registered : { ...registered, version },
          ...(responses && { responses }),
          middleware: options.middleware ?? [],
          interceptors: options.interceptors ?? [],
          inputs: inputs.inputs,
          declaredBy: { class: target, property },
          readsItself: takesRequest(inputs) ? 'body' : undefined,
          source
        })
      }
    })
  }
}

/**
 * The versions that are read one by one: where media types name them, the body of each has types of its own. Undefined for
 * all versions at once.
 */
function readVersions(given: RouteOptions['version'], router: HttpRouter): readonly (string | undefined)[] {
  if (router.settings.versioning?.by !== 'mediaType' || given === undefined) return [undefined]
  const versions = [given].flat()
  // What is no version is reported where the route is registered.
  return versions.length > 0 && versions.every((version) => typeof version === 'string') ? versions : [undefined]
}

function mediaOf(version: string | undefined, { settings }: HttpRouter): readonly string[] | undefined {
  return version === undefined ? undefined : versionMedia(settings.versioning, version)
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

/** `/items` and `{id}` become `/items/{id}`; an empty path or `/` is the prefix itself, without a slash at its end. */
function joinPath(prefix: string, path: string): string {
  const [head, tail] = [prefix, path].map((part) => (part === '' || part.startsWith('/') ? part : `/${part}`)) as [
    string,
    string
  ]
  const joined = (head.endsWith('/') ? head.slice(0, -1) : head) + (tail === '/' ? '' : tail)
  return joined === '' ? '/' : joined
}
