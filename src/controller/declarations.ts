import { SetupError } from '../errors.js'
import type { Method, ResponseOption, ResponseStatus, SecurityRequirement } from '../http/operation-options.js'
import type { BodyOptions } from '../http/request-body-options.js'
import { type Interceptor, type Middleware, ROUTE_OPTIONS, type RouteOptions } from '../http/route.js'
import { type Class, Declarations, type EmittedType, lineage, MemberDeclarations } from '../metadata.js'
import { FLAG, type OptionTable } from '../options.js'
import type { FieldOptions } from '../record/field/field-declaration.js'
import type { TypeExpression } from '../record/type/type-expression.js'

/** The options of `@Controller`, for all of the controller's routes. */
export interface ControllerOptions {
  /** Tags of every operation, before the operation's own. */
  readonly tags?: readonly string[]
  /** Marks every operation as deprecated. */
  readonly deprecated?: boolean
  /** Middleware around every route, outermost first. */
  readonly middleware?: readonly Middleware[]
  /** What sees and replaces the values that methods return, outermost first: {@link Interceptor}. */
  readonly interceptors?: readonly Interceptor[]
  /**
   * Security requirements for routes without `security` of their own: a request must meet one of the list; `[]` for
   * none. Not for OPTIONS.
   */
  readonly security?: readonly SecurityRequirement[]
  /** Responses of every route, by status; what a route declares for the same status goes before. */
  readonly responses?: RouteOptions['responses']
  /** Leaves every route out of the document. */
  readonly hidden?: boolean
}

/** {@link ControllerOptions}, by name. */
export const CONTROLLER_OPTIONS: OptionTable<ControllerOptions> = {
  tags: true,
  deprecated: FLAG,
  middleware: true,
  interceptors: true,
  security: true,
  responses: true,
  hidden: FLAG
}

/** One `@Controller`. */
export interface ControllerDeclaration {
  readonly prefix: string
  readonly options: ControllerOptions
}

/** The options of `@Get`, `@Post` and so on. */
export interface MethodOptions extends RouteOptions {
  /**
   * The class of the request: the method's first argument is an instance of it, and what its decorated fields name is
   * read from the request. A function where the class is declared further down.
   *
   * @example \@Put('/{id}', { request: ReplaceBook })
   */
  readonly request?: Class | (() => Class)
}

/** {@link MethodOptions}, by name. */
export const METHOD_OPTIONS: OptionTable<MethodOptions> = { ...ROUTE_OPTIONS, request: true }

/** One `@Get`, `@Post` and so on. */
export interface OperationDeclaration {
  readonly property: string
  readonly method: Method
  readonly path: string
  /** What is declared beside the method: inputs, where they are right. */
  readonly inputs: readonly unknown[]
  readonly options: MethodOptions
}

/** One `@Returns`. */
export interface ResponseDeclaration {
  readonly property: string
  readonly status: ResponseStatus
  readonly response: ResponseOption
}

/** The options of a parameter decorator: the rules and the description of a field. A parameter cannot be null. */
export type ParameterDecoratorOptions = Omit<FieldOptions, 'name' | 'type' | 'nullable' | 'readOnly' | 'writeOnly'>

/** The source of the value of a method's decorated parameter. */
export type ParameterSource = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'context' | 'request' | 'response'

/** What is written about one input of a method: `'page', Integer, { minimum: 1 }`. */
export interface InputDeclaration {
  /** Where the value comes from. */
  readonly source: ParameterSource
  /** The parameter's name in requests; undefined for a whole record, a body and other inputs without a name. */
  readonly name: string | undefined
  readonly type: TypeExpression | undefined
  readonly options: ParameterDecoratorOptions
  /** The options of a body. */
  readonly body?: BodyOptions
}

/** One decorated parameter of a controller's method. */
export interface ParameterDeclaration extends InputDeclaration {
  readonly property: string
  readonly index: number
  /** The parameter's type as the compiler emitted it. */
  readonly emitted: EmittedType
}

/** One decorated field of a request class. */
export interface RequestFieldDeclaration extends InputDeclaration {
  readonly property: string
  /** The field's type as the compiler emitted it. */
  readonly emitted: EmittedType
}

/** The declarations that decorators add to controller classes. */
export const controllerDeclarations = new Declarations<ControllerDeclaration>('controller')
export const operationDeclarations = new MemberDeclarations<OperationDeclaration>('operations')
export const responseDeclarations = new MemberDeclarations<ResponseDeclaration>('responses')
export const parameterDeclarations = new MemberDeclarations<ParameterDeclaration>('parameters')
export const requestFieldDeclarations = new MemberDeclarations<RequestFieldDeclaration>('request fields')

/** A decorator where it has no meaning; reported with all other setup errors of the class. */
export interface MisplacedDeclaration {
  readonly what: string
  /** The name of the member; undefined for the constructor. */
  readonly member: string | undefined
  readonly remedy: string
}

export const misplacedDeclarations = new Declarations<MisplacedDeclaration>('misplaced')

/** The setup errors for the misplaced decorators of a class and its ancestors. */
export function misplacedIn(target: Class): SetupError[] {
  return lineage(target).flatMap((at) =>
    misplacedDeclarations.own(at).map(({ what, member, remedy }) => {
      const place = member === undefined ? nameOf(at) : `${nameOf(at)}.${member}`
      return new SetupError('DECORATOR_MISPLACED', what, place, remedy)
    })
  )
}

/** The name of a class in errors. */
export function nameOf(target: Class): string {
  return target.name || 'an anonymous class'
}
