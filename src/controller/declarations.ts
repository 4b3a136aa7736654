import { SetupError } from '../errors.js'
import { EXTENSIONS, type Extensions } from '../extensions.js'
import type { ExampleOptions } from '../http/content-options.js'
import type { Context } from '../http/context.js'
import type { Server } from '../http/document-options.js'
import type { Method, ResponseOption, ResponseStatus, SecurityRequirement } from '../http/operation-options.js'
import type { BodyOptions } from '../http/request-body-options.js'
import { type Interceptor, type Middleware, ROUTE_OPTIONS, type RouteOptions } from '../http/route.js'
import { type Class, Declarations, type EmittedType, lineage, MemberDeclarations } from '../metadata.js'
import { FLAG, type OptionTable } from '../options.js'
import type { FieldOptions } from '../record/field/field-declaration.js'
import type { TypeExpression } from '../record/type/type-expression.js'
import { PARAMETER_DECORATORS, type ParameterSource } from './input-form.js'

/** The options of `@Controller`, for all of the controller's routes; extensions are those of each operation. */
export interface ControllerOptions extends Extensions {
  /** Tags of every operation, before the operation's own. */
  readonly tags?: readonly string[]
  /** Marks every operation as deprecated. */
  readonly deprecated?: boolean
  /** Where operations without `servers` of their own are served, in place of the servers of the document. */
  readonly servers?: readonly Server[]
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
  /** The version of every route that has no `version` of its own, or several. */
  readonly version?: string | readonly string[]
  /** Leaves every route out of the document. */
  readonly hidden?: boolean
}

/** {@link ControllerOptions}, by name. */
export const CONTROLLER_OPTIONS: OptionTable<ControllerOptions> = {
  tags: true,
  deprecated: FLAG,
  servers: true,
  middleware: true,
  interceptors: true,
  security: true,
  responses: true,
  version: true,
  hidden: FLAG,
  [EXTENSIONS]: true
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
export type ParameterDecoratorOptions = Omit<
  FieldOptions,
  'name' | 'type' | 'nullable' | 'readOnly' | 'writeOnly' | 'examples'
> &
  Pick<ExampleOptions, 'examples'>

/** The options of `@Principal`. */
export interface PrincipalOptions {
  /** The principal is undefined where a request has none that is meant. Default: a route that accepts such requests is a setup error. */
  readonly optional?: boolean
}

/** {@link PrincipalOptions}, by name. */
export const PRINCIPAL_OPTIONS: OptionTable<PrincipalOptions> = { optional: FLAG }

/** What is written of a principal. */
export interface PrincipalDeclaration {
  /** The schemes whose principal is meant, where they are right; all for an empty list. */
  readonly schemes: readonly unknown[]
  readonly options: PrincipalOptions
}

/** A parameter whose value a function of the application's own makes. */
export interface OwnParameter {
  /** The name of its decorator, for errors: `@Page`. */
  readonly name: string
  readonly make: (ctx: Context, inputs: never, options: never) => unknown
  /** What it is given: inputs, where they are right, by the name that the function gives each. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** What the decorator was called with. */
  readonly options: unknown
}

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
  /** Of the source `principal`. */
  readonly principal?: PrincipalDeclaration
  /** Of the source `own`. */
  readonly own?: OwnParameter
}

/** How a decorator that declares an input is named in errors: `@Query`. */
export function decoratorOf({ source, own }: Pick<InputDeclaration, 'source' | 'own'>): string {
  return source === 'own' ? (own as OwnParameter).name : `@${PARAMETER_DECORATORS[source]}`
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
