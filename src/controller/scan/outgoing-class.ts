import { SetupErrors, setupErrorOf } from '../../errors.js'
import { OutgoingOperations } from '../../http/outgoing-operations.js'
import { parsePathPattern } from '../../http/path/pattern.js'
import { NOT_SENT, type OutgoingAddress, type OutgoingRoute, outgoingRoute } from '../../http/routing/outgoing-route.js'
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
 * Requests that the application sends because of an operation, declared like a controller and described where a route has them
 * in its option `callbacks`: the path of the class has runtime expressions in braces, of the request or the response of that
 * operation. The class is never constructed, and its methods are never called.
 *
 * @example
 * \@Controller('{$request.query.callbackUrl}/data')
 * class DataCallback {
 *   \@Post({ responses: { 202: 'Received', 204: 'Not interested any more' } })
 *   onData(@Body() reading: Reading): void {}
 * }
 * const dataCallback = defineCallback(DataCallback)
 */
export function defineCallback(target: Class): OutgoingOperations {
  return new OutgoingOperations(() => readOutgoingClass(target, callbackUrl))
}

function callbackUrl(prefix: string, path: string, _property: string, source: string) {
  const url = prefix + (path === '/' ? '' : path)
  if (url !== '') return { url }
  const remedy = "write it in @Controller: '{$request.query.callbackUrl}', or '{$request.body#/url}'"
  throw invalid('the callback has no URL', source, remedy)
}

/**
 * Requests that the application sends to its subscribers, declared like a controller and described as `webhooks` of the
 * document (OpenAPI 3.1.1, section 4.8.1; `x-webhooks` in 3.0) where the document has them in its option `webhooks`. A
 * webhook has the name of its method, behind the paths of the class and of the method where these are given, joined by dots.
 * The class is never constructed, and its methods are never called.
 *
 * @example
 * \@Controller('stock')
 * class StockWebhooks {
 *   \@Post({ summary: 'The stock of an item has changed' })
 *   \@Returns('2XX')
 *   changed(@Body() change: StockChange): void {}
 * }
 * const stockWebhook = defineWebhook(StockWebhooks) // its webhook is stock.changed
 */
export function defineWebhook(target: Class): OutgoingOperations {
  return new OutgoingOperations(() => readOutgoingClass(target, webhookAddress))
}

function webhookAddress(prefix: string, path: string, property: string, source: string) {
  const own = segmentsOf(path)
  const name = [...segmentsOf(prefix), ...(own.length > 0 ? own : [property])].join('.')
  if (/^[\w.-]+$/.test(name)) return { url: undefined, name }
  const remedy = "use letters, digits and . _ -, as in @Controller('stock') and @Post('changed')"
  throw invalid(`a webhook cannot have the name ${JSON.stringify(name)}`, source, remedy)
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

/**
 *
 * @param addressOf the URL of an operation, or its name where it has no URL of its own, from the paths of the class and of
 *   the method, and the method's name
 * @throws BootstrapError with everything that is wrong with it
 */
function readOutgoingClass(
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
  const routes = operations.flatMap((operation) => {
    const { property, method } = operation
    const source = `${name}.${property}`
    const route = errors.attempt(() => {
      const parameters = nearest(target, parameterDeclarations, property)
      const code = methodOf(target, operation, source)
      const emitted = emittedTypes(target, property)
      const declared = declaredInputs({ operation, parameters, method: code, emitted, place: source }, errors)
      checkInputs(declared.inputs, source)
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
        source
      })
    })
    return route === undefined ? [] : [route]
  })
  errors.throwIfAny()
  return routes
}

function checkInputs(inputs: readonly { readonly source: string }[], source: string): void {
  for (const { source: from } of inputs) {
    if (!SENT.has(from))
      throw invalid(`it takes the ${from}`, source, 'declare the body, query parameters, headers and cookies')
  }
}

const SENT: ReadonlySet<string> = new Set(['body', 'query', 'header', 'cookie'])
