import {
  type AnyClassDecorator,
  type AnyMemberDecorator,
  checkCalled,
  type DecoratedMember,
  decoratedClass,
  decoratedMember
} from '../decorator-form.js'
import { isResponseOption, type Method, type ResponseOption, type ResponseStatus } from '../http/operation-options.js'
import { isPlain } from '../options.js'
import type { TypeExpression } from '../record/type/type-expression.js'
import {
  type ControllerOptions,
  controllerDeclarations,
  type MethodOptions,
  misplacedDeclarations,
  type OperationDeclaration,
  operationDeclarations,
  responseDeclarations
} from './declarations.js'
import type { Input } from './input.js'
import type { BodyOf, BodyOfType, ReturnsDecorator } from './result-signature.js'
import type { RouteDecorator } from './route-signature.js'

/**
 * Makes a class a controller: its decorated methods become routes below the prefix.
 *
 * @example
 * \@Controller('/items', { tags: ['Items'] })
 * class ItemController { … }
 */
export function Controller(prefix?: string, options?: ControllerOptions): AnyClassDecorator
/**
 * Makes a class a controller whose routes have no prefix.
 *
 * @example
 * \@Controller({ tags: ['Items'] })
 * class ItemController { … }
 */
export function Controller(options: ControllerOptions): AnyClassDecorator
export function Controller(...args: [first?: string | ControllerOptions, second?: ControllerOptions]) {
  const [first, second] = args
  checkCalled('Controller', args, typeof first === 'function')
  const prefix = typeof first === 'string' ? first : ''
  const options = (typeof first === 'object' ? first : second) ?? {}
  return (target: unknown, context?: unknown): void => {
    controllerDeclarations.add(decoratedClass('@Controller', target, context), { prefix, options })
  }
}

/**
 * A decorator that makes a method the handler of a route. What the method gets of a request is declared on its
 * parameters, or here: by inputs, in the order of the parameters, or by `request` among the options.
 *
 * @example
 * \@Get('/{id}', { summary: 'One item' })
 * find(@Param('id', Integer) id: number): Item { … }
 *
 * \@Get('/{id}', param('id', Integer), { summary: 'One item' })
 * find(id: number): Item { … }
 *
 * \@Get('/{id}', { request: FindItem, summary: 'One item' })
 * find({ id }: FindItem): Item { … }
 */
export interface OperationDecorator {
  /** The method's path below that of the controller; default: the controller's own. */
  (path?: string): RouteDecorator<[], NoOptions>
  /** The path, and what the method gets of a request. */
  <const I extends readonly Input[]>(path: string, ...inputs: I): RouteDecorator<I, NoOptions>
  /** What the method gets of a request. */
  <const I extends readonly Input[]>(...inputs: I): RouteDecorator<I, NoOptions>
  /** The path, what the method gets of a request, and what else is said about the route. */
  <const I extends readonly Input[], const O extends MethodOptions>(
    path: string,
    ...inputsAndOptions: [...inputs: I, options: O | undefined]
  ): RouteDecorator<I, O>
  /** With a response whose type is `unknown`, which is compared with nothing: `responses: { 200: Book as unknown }`. */
  <const I extends readonly Input[], const O extends UntypedOptions>(
    path: string,
    ...inputsAndOptions: [...inputs: I, options: O & WithUnknown<O['responses']>]
  ): RouteDecorator<I, O>
  /** The same without a path. */
  <const I extends readonly Input[], const O extends UntypedOptions>(
    ...inputsAndOptions: [...inputs: I, options: O & WithUnknown<O['responses']>]
  ): RouteDecorator<I, O>
  /** What the method gets of a request, and what else is said about the route. */
  <const I extends readonly Input[], const O extends MethodOptions>(
    ...inputsAndOptions: [...inputs: I, options: O]
  ): RouteDecorator<I, O>
}

/** Options whose responses may have any types. */
interface UntypedOptions extends Omit<MethodOptions, 'responses'> {
  /** By status; what is no type, description or options of a response is a setup error. */
  readonly responses: Readonly<Record<string | number, unknown>>
}

/** Anything for responses of which one has the type `unknown`, else nothing at all. */
type WithUnknown<R> = unknown extends R[keyof R] ? unknown : never

/** No option is given. */
type NoOptions = Readonly<Record<never, never>>

function operation(name: string, method: Method): OperationDecorator {
  return (...args: readonly unknown[]) => {
    checkCalled(name, args)
    const declared = operationArguments(args)
    return (target: unknown, key: unknown, descriptor?: unknown): void => {
      const member = decoratedMember(`@${name}`, target, key, descriptor)
      if (!isPlaced(name, member)) return
      operationDeclarations.add(member.owner, { property: String(member.name), method, ...declared })
    }
  }
}

/** Path, inputs and options; what is none of these is among the inputs, for the scan to reject. */
function operationArguments(args: readonly unknown[]): Pick<OperationDeclaration, 'path' | 'inputs' | 'options'> {
  const [first] = args
  const rest = typeof first === 'string' ? args.slice(1) : args.slice(first === undefined ? 1 : 0)
  const last = rest.at(-1)
  const isOptions = typeof last === 'object' && last !== null && isPlain(last)
  const inputs = isOptions || last === undefined ? rest.slice(0, -1) : rest
  return {
    path: typeof first === 'string' ? first : '',
    inputs,
    options: (isOptions ? (last as MethodOptions) : undefined) ?? {}
  }
}

/** Whether a decorator is on an instance member; if not, that is added to the class's declarations. */
function isPlaced(decorator: string, { owner, name, place }: DecoratedMember): boolean {
  if (place === undefined) return true
  misplacedDeclarations.add(owner, {
    what: `@${decorator} is on a ${place} method`,
    member: String(name),
    remedy: place === 'static' ? 'use it on an instance method' : 'use it on a public method'
  })
  return false
}

/** A route for GET, and for HEAD with it. */
export const Get = operation('Get', 'GET')
/** A route for POST. */
export const Post = operation('Post', 'POST')
/** A route for PUT. */
export const Put = operation('Put', 'PUT')
/** A route for PATCH. */
export const Patch = operation('Patch', 'PATCH')
/** A route for DELETE. */
export const Delete = operation('Delete', 'DELETE')
/** A route for HEAD, in place of GET's handler. */
export const Head = operation('Head', 'HEAD')
/** A route for OPTIONS, in place of the automatic response. */
export const Options = operation('Options', 'OPTIONS')
/** A route for TRACE, which has no body (RFC 9110, section 9.3.8). What a request carries is not for others: answer with little. */
export const Trace = operation('Trace', 'TRACE')
/**
 * A route for QUERY, a safe and idempotent request with a body (draft-ietf-httpbis-safe-method-w-body), for searches that are
 * too long for a URL. Documents describe it from OpenAPI 3.2 on. (`@Query` is a parameter of the query.)
 *
 * @example \@QueryMethod('/items') search(@Body() filter: ItemFilter) { … }
 */
export const QueryMethod = operation('QueryMethod', 'QUERY')

/**
 * Documents one response of a method by its options, or a status alone; a range such as `4XX`, or `default`, stands for every
 * status of it that nothing more exact is declared for. If exactly one success status is documented with
 * a body, a returned value is sent with it.
 *
 * @example
 * \@Returns(204)
 * \@Returns(200, { description: 'A picture', contentType: 'image/png' })
 */
export function Returns<const S extends ResponseStatus, const O extends ResponseOption = NoOptions>(
  status: S,
  options?: O
): ReturnsDecorator<BodyOf<S, O>>
/**
 * Documents one response of a method by the type of its body, or by its description. If exactly one success status is
 * documented with a body, a returned value is sent with it.
 *
 * @example
 * \@Returns(200, Item)
 * \@Returns(404, 'Not found')
 * \@Returns(409, Conflicting, { description: 'Changed by someone else' })
 * \@Returns('4XX', Rejected)
 */
export function Returns<
  const S extends ResponseStatus,
  const E extends TypeExpression,
  const O extends Omit<ResponseOption, 'body'> = NoOptions
>(status: S, type: E, options?: O): ReturnsDecorator<BodyOfType<S, E, O>>
export function Returns(
  status: ResponseStatus,
  ...rest: [first?: unknown, options?: Omit<ResponseOption, 'body'>]
): AnyMemberDecorator {
  checkCalled('Returns', [status, ...rest])
  const [first, options] = rest
  // A type that is undefined because of a circular import is not the same as no type.
  const response = rest.length === 0 ? {} : declaredResponse(first, options)
  return (target: unknown, key: unknown, descriptor?: unknown): void => {
    const member = decoratedMember('@Returns', target, key, descriptor)
    if (!isPlaced('Returns', member)) return
    responseDeclarations.add(member.owner, { property: String(member.name), status, response })
  }
}

function declaredResponse(first: unknown, options: Omit<ResponseOption, 'body'> | undefined): ResponseOption {
  if (typeof first === 'string') return { ...options, description: first }
  return isResponseOption(first) ? first : { ...options, body: first }
}
