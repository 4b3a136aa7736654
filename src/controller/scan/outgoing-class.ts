import { SetupErrors, setupErrorOf } from '../../errors.js'
import {
  NOT_SENT,
  type OutgoingAddress,
  type OutgoingRoute,
  outgoingRoute
} from '../../http/outgoing/outgoing-route.js'
import { parsePathPattern } from '../../http/path/pattern.js'
import { sharedResponses } from '../../http/routing/shared-responses.js'
import { type Class, isClass } from '../../metadata.js'
import { checkOptions, type OptionTable, pickOptions } from '../../options.js'
import {
  CONTROLLER_OPTIONS,
  type ControllerOptions,
  controllerDeclarations,
  misplacedIn,
  nameOf,
  parameterDeclarations
} from '../declarations.js'
import {
  checkTags,
  emittedTypes,
  knownOptions,
  methodOf,
  nearest,
  operationsOf,
  routeOptions
} from './declared-routes.js'
import { compileInputs } from './method-inputs.js'
import { checkDeclaredOnce, declaredInputs } from './route-inputs.js'
import { SharedGroups } from './shared-groups.js'

const invalid = setupErrorOf('CONTROLLER_INVALID')

const { hidden, interceptors, middleware, security, version, ...OPTIONS } = CONTROLLER_OPTIONS
/** The options of `@Controller` that have a meaning where requests are sent. */
type OutgoingOptions = Omit<ControllerOptions, 'hidden' | 'interceptors' | 'middleware' | 'security' | 'version'>
const OUTGOING_OPTIONS: OptionTable<OutgoingOptions> = OPTIONS

/**
 * Reads a class that is declared like a controller, of operations that the application calls: it is never constructed, and its
 * methods are never called.
 *
 * @param addressOf the URL of an operation, or its name where it has no URL of its own, from the paths of the class and of
 *   the method, and the method's name
 * @throws BootstrapError with everything that is wrong with it
 */
export function readOutgoingClass(
  target: Class,
  addressOf: (prefix: string, path: string, property: string, source: string) => OutgoingAddress
): OutgoingRoute[] {
  if (!isClass(target)) throw invalid(`${String(target)} is not a class`, 'operations to send', 'give a class')
  const [declaration, ...others] = controllerDeclarations.own(target)
  const name = nameOf(target)
  if (declaration === undefined) throw invalid('the class has no @Controller', name, 'decorate it with @Controller()')
  if (others.length > 0) throw invalid('the class has two @Controller decorators', name, 'keep one of them')
  const errors = new SetupErrors()
  for (const misplaced of misplacedIn(target)) errors.add(misplaced)
  const { prefix, options } = declaration
  const place = `@Controller of ${name}`
  errors.attempt(() => checkOptions<OutgoingOptions>(options, OUTGOING_OPTIONS, place, { instead: NOT_SENT }))
  checkTags(options, target)
  const shared = errors.attempt(() => sharedResponses(options.responses, () => place))
  const { responses: _, ...around } = pickOptions<OutgoingOptions>(options, OUTGOING_OPTIONS)
  const operations = operationsOf(target)
  if (operations.length === 0) {
    errors.add(invalid('the class has no operation', name, 'decorate a method with @Post() or another route decorator'))
  }
  const seen = new Set<string>()
  const routes = operations.flatMap((operation) => {
    const { property, method } = operation
    const source = `${name}.${property}`
    const route = errors.attempt(() => {
      if (seen.has(property)) throw invalid('the method has two route decorators', source, 'keep one of them')
      seen.add(property)
      const parameters = nearest(target, parameterDeclarations, property)
      const code = methodOf(target, operation, source)
      const emitted = emittedTypes(target, property)
      const declared = declaredInputs({ operation, parameters, method: code, emitted, place: source }, errors)
      checkInputs(declared.inputs, declared.request !== undefined, source)
      const { consumes } = operation.options
      const pattern = parsePathPattern('/', source)
      const groups = new SharedGroups()
      const signature = {
        ...declared,
        pattern,
        place: source,
        unknownFields: 'strip' as const,
        shared: groups,
        consumes
      }
      const { inputs } = compileInputs(signature, errors)
      errors.attempt(() => checkDeclaredOnce(operation.options, { form: declared.form, inputs }, source))
      const given = knownOptions(operation.options, source, errors)
      const own = routeOptions(target, { ...operation, options: given }, around)
      const address = addressOf(prefix, operation.path, property, source)
      return outgoingRoute({
        method,
        ...address,
        options: { ...own, responses: { ...shared, ...own.responses } },
        inputs,
        declaredBy: { class: target, property },
        source
      })
    })
    return route === undefined ? [] : [route]
  })
  errors.throwIfAny()
  return routes
}

/** The body is the method's first parameter, of which `send` has the type. */
function checkInputs(
  inputs: readonly { readonly source: string; readonly index: number }[],
  isRequest: boolean,
  source: string
): void {
  if (isRequest) throw invalid('it takes a request class', source, 'declare the body and the parameters one by one')
  for (const { source: from, index } of inputs) {
    if (from === 'body' && index !== 0) {
      throw invalid('its body is not its first parameter', source, 'put the body first: send takes its type from there')
    }
    if (!SENT.has(from))
      throw invalid(`it takes the ${from}`, source, 'declare the body, query parameters, headers and cookies')
  }
}

const SENT: ReadonlySet<string> = new Set(['body', 'query', 'header', 'cookie'])
