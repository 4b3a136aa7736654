import { SetupError, type SetupErrors } from '../errors.js'
import type { Method, ResponseOption, SecurityRequirement } from '../http/operation-options.js'
import type { Middleware, RouteOptions } from '../http/route.js'
import { type Class, Declarations, lineage, MemberDeclarations } from '../metadata.js'
import { FLAG, type OptionTable } from '../options.js'
import type { FieldOptions } from '../record/field/field-declaration.js'
import type { TypeExpression } from '../record/type/type-expression.js'

/** What `@Controller` can be told; it holds for all of the controller's routes. */
export interface ControllerOptions {
  /** Tags of every operation, before the operation's own. */
  readonly tags?: readonly string[]
  /** Marks every operation as deprecated. */
  readonly deprecated?: boolean
  /** Layers around every route, outermost first. */
  readonly middleware?: readonly Middleware[]
  /** What requests must show on routes that say nothing themselves, one of the list; `[]` for nothing. Not for OPTIONS. */
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

/** What a parameter decorator can be told: the rules and the description of a field. Text has no form for null. */
export type ParameterDecoratorOptions = Omit<FieldOptions, 'name' | 'type' | 'nullable' | 'readOnly' | 'writeOnly'>

/** What `@Body` can be told about how the body is written. */
export interface BodyOptions {
  /**
   * The media types that are taken: one, or a list; the document lists them, and a body of another type is a 415.
   * Default: `application/json`; `multipart/form-data` for a record with files, `application/octet-stream` for `Buffer`.
   */
  readonly consumes?: string | readonly string[]
}

/** {@link BodyOptions}, by name. */
export const BODY_OPTIONS: OptionTable<BodyOptions> = { consumes: true }

/** Where a decorated parameter of a method takes its value from. */
export type ParameterSource = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'context' | 'request' | 'response'

/** One decorated parameter of a controller's method. */
export interface ParameterDeclaration {
  readonly property: string
  readonly index: number
  readonly source: ParameterSource
  /** The parameter's name on the wire; undefined for a whole record, a body and the like. */
  readonly name: string | undefined
  readonly type: TypeExpression | undefined
  /** What the compiler emitted as the parameter's type; undefined without metadata. */
  readonly emitted: { readonly type: unknown } | undefined
  readonly options: ParameterDecoratorOptions
  /** What a body was told. */
  readonly body?: BodyOptions
}

/** What decorators leave on controller classes. */
export const controllerDeclarations = new Declarations<ControllerDeclaration>('controller')
export const operationDeclarations = new MemberDeclarations<OperationDeclaration>('operations')
export const responseDeclarations = new MemberDeclarations<ResponseDeclaration>('responses')
export const parameterDeclarations = new MemberDeclarations<ParameterDeclaration>('parameters')
/** Decorators where they have no meaning; told with all other setup errors of the class. */
export const misplacedDeclarations = new Declarations<SetupError>('misplaced')

/** The class that a decorator on a prototype's member belongs to. */
export function owner(prototype: object): Class {
  return prototype.constructor as Class
}

/** How errors call a class. */
export function nameOf(target: Class): string {
  return target.name || 'an anonymous class'
}

const PARAMETER_DECORATORS = {
  path: 'Param',
  query: 'Query',
  header: 'Header',
  cookie: 'Cookie',
  body: 'Body',
  context: 'Ctx',
  request: 'Req',
  response: 'Res'
} as const

/** Tells of decorators in a class that nothing would ever read. */
export function checkPlacement(target: Class, errors: SetupErrors): void {
  const classes = lineage(target)
  for (const error of classes.flatMap((at) => misplacedDeclarations.own(at))) {
    errors.attempt(() => {
      throw error
    })
  }
  const routed = new Set(classes.flatMap((at) => operationDeclarations.own(at).map(({ property }) => property)))
  const idle = new Map<string, string>()
  for (const at of classes) {
    for (const { property } of responseDeclarations.own(at)) idle.set(property, 'Returns')
    for (const { property, source } of parameterDeclarations.own(at)) idle.set(property, PARAMETER_DECORATORS[source])
  }
  for (const [property, decorator] of idle) {
    if (routed.has(property)) continue
    errors.attempt(() => {
      throw new SetupError(
        'DECORATOR_MISPLACED',
        `@${decorator} stands in a method that is no route`,
        `${nameOf(target)}.${property}`,
        'add @Get(), @Post() and so on, or remove it'
      )
    })
  }
}
