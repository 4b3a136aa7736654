import { SetupError, type SetupErrors } from '../errors.js'
import type { Method, ResponseOption, SecurityRequirement } from '../http/operation-options.js'
import type { Middleware, RouteOptions } from '../http/route.js'
import { type Class, Declarations, lineage, MemberDeclarations } from '../metadata.js'
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
  /**
   * Security requirements for routes without `security` of their own: a request must meet one of the list; `[]` for
   * none. Not for OPTIONS.
   */
  readonly security?: readonly SecurityRequirement[]
  /** Leaves every route out of the document. */
  readonly hidden?: boolean
}

/** {@link ControllerOptions}, by name. */
export const CONTROLLER_OPTIONS: OptionTable<ControllerOptions> = {
  tags: true,
  deprecated: FLAG,
  middleware: true,
  security: true,
  hidden: FLAG
}

/** One `@Controller`. */
export interface ControllerDeclaration {
  readonly prefix: string
  readonly options: ControllerOptions
}

/** One `@Get`, `@Post` and so on. */
export interface OperationDeclaration {
  readonly property: string
  readonly method: Method
  readonly path: string
  readonly options: RouteOptions
}

/** One `@Returns`. */
export interface ResponseDeclaration {
  readonly property: string
  readonly status: number
  readonly response: ResponseOption
}

/** The options of a parameter decorator: the rules and the description of a field. A parameter cannot be null. */
export type ParameterDecoratorOptions = Omit<FieldOptions, 'name' | 'type' | 'nullable' | 'readOnly' | 'writeOnly'>

/** The options of `@Body`, about the format of the body. */
export interface BodyOptions {
  /**
   * The accepted media types: one, or a list. The document lists them, and a body of another type is a 415. Default:
   * `application/json`; `multipart/form-data` for a record with files, `application/octet-stream` for `Buffer`.
   */
  readonly consumes?: string | readonly string[]
}

/** {@link BodyOptions}, by name. */
export const BODY_OPTIONS: OptionTable<BodyOptions> = { consumes: true }

/** The source of the value of a method's decorated parameter. */
export type ParameterSource = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'context' | 'request' | 'response'

/** One decorated parameter of a controller's method. */
export interface ParameterDeclaration {
  readonly property: string
  readonly index: number
  readonly source: ParameterSource
  /** The parameter's name in requests; undefined for a whole record, a body and other parameters without a name. */
  readonly name: string | undefined
  readonly type: TypeExpression | undefined
  /** The parameter's type as the compiler emitted it; undefined without metadata. */
  readonly emitted: { readonly type: unknown } | undefined
  readonly options: ParameterDecoratorOptions
  /** The options of a body. */
  readonly body?: BodyOptions
}

/** The declarations that decorators add to controller classes. */
export const controllerDeclarations = new Declarations<ControllerDeclaration>('controller')
export const operationDeclarations = new MemberDeclarations<OperationDeclaration>('operations')
export const responseDeclarations = new MemberDeclarations<ResponseDeclaration>('responses')
export const parameterDeclarations = new MemberDeclarations<ParameterDeclaration>('parameters')
/** Decorators where they have no meaning; reported with all other setup errors of the class. */
export const misplacedDeclarations = new Declarations<SetupError>('misplaced')

/** The class that a decorator on a prototype's member belongs to. */
export function owner(prototype: object): Class {
  return prototype.constructor as Class
}

/** The name of a class in errors. */
export function nameOf(target: Class): string {
  return target.name || 'an anonymous class'
}

/** The name of the decorator of each source. */
export const PARAMETER_DECORATORS = {
  path: 'Param',
  query: 'Query',
  header: 'Header',
  cookie: 'Cookie',
  body: 'Body',
  context: 'Ctx',
  request: 'Req',
  response: 'Res'
} as const

/** Reports decorators in a class that have no effect. */
export function checkPlacement(target: Class, errors: SetupErrors): void {
  const classes = lineage(target)
  for (const error of classes.flatMap((at) => misplacedDeclarations.own(at))) errors.add(error)
  const routed = new Set(classes.flatMap((at) => operationDeclarations.own(at).map(({ property }) => property)))
  const unused = new Map<string, string>()
  for (const at of classes) {
    for (const { property } of responseDeclarations.own(at)) unused.set(property, 'Returns')
    for (const { property, source } of parameterDeclarations.own(at)) unused.set(property, PARAMETER_DECORATORS[source])
  }
  for (const [property, decorator] of unused) {
    if (routed.has(property)) continue
    const what = `@${decorator} is on a method that is not a route`
    const remedy = 'add @Get(), @Post() or another route decorator, or remove it'
    errors.add(new SetupError('DECORATOR_MISPLACED', what, `${nameOf(target)}.${property}`, remedy))
  }
}
