import type { Context } from '../http/context.js'
import type { PrincipalSource } from '../http/principal.js'
import type { BodyOptions } from '../http/request-body-options.js'
import type { ValueOf } from '../record/type/declared-value.js'
import type { ParameterDecoratorOptions, PrincipalOptions } from './declarations.js'
import { type Input, type InputArguments, inputDeclaration, makeInput } from './input.js'
import type { KnownSource } from './input-form.js'
import type { BodyValue } from './parameter-signature.js'
import type { PrincipalValue } from './principal-input.js'

/** The type of an input's value: that of the declared type, or of the values that the options allow. */
export type InputValue<E, O> = O extends { readonly default: unknown }
  ? AllowedValue<E, O>
  : O extends { readonly optional: true }
    ? AllowedValue<E, O> | undefined
    : AllowedValue<E, O>

/** The type of a value that the declared type and the `enum` among the options allow. */
type AllowedValue<E, O> = O extends { readonly enum: infer Values }
  ? E extends readonly unknown[]
    ? MemberOf<Values>[]
    : MemberOf<Values>
  : ValueOf<E>

/** One of the values of an `enum`: of a list, or of a TypeScript enum. */
type MemberOf<Values> = Values extends readonly (infer Value)[] ? Value : Values[keyof Values]

/** No option is given. */
type NoOptions = Readonly<Record<never, never>>

/** An input with a name in requests, or a whole record whose fields are the parameters. */
export interface ParameterInput {
  /** The type is that of the method's parameter, where the compiler emits it, or the `enum` among the options. */
  <const O extends ParameterDecoratorOptions = NoOptions>(name: string, options?: O): Input<InputValue<unknown, O>>
  /** The type is given: `query('page', Integer, { default: 1 })`. */
  <const E, const O extends ParameterDecoratorOptions = NoOptions>(
    name: string,
    type: E,
    options?: O
  ): Input<InputValue<E, O>>
  /** Every field of the record is a parameter: `query(Paging)`. */
  <const E = unknown>(record?: E): Input<ValueOf<E>>
}

function input(source: KnownSource): (...args: InputArguments) => Input {
  return (...args) => makeInput(inputDeclaration(source, args))
}

/**
 * A parameter of the path, or a record of all of them; declared beside the method, as the other inputs are. The method
 * gets the values in the order of the inputs; after them it may take the context.
 *
 * @example
 * \@Put('/{id}', param('id', Integer), query(Paging), body(NewBook), { summary: 'Replace a book' })
 * replace(id: number, paging: Paging, book: NewBook, ctx: Context): Book { … }
 */
export const param = input('path') as ParameterInput
/** A parameter of the query; required unless it is `optional` or has a `default`. As {@link param}, beside the method. */
export const query = input('query') as ParameterInput
/** A header of the request, by its name in any case. As {@link param}, beside the method. */
export const header = input('header') as ParameterInput
/** A cookie of the request. As {@link param}, beside the method. */
export const cookie = input('cookie') as ParameterInput

/**
 * The request body, of the types of `content` among the options, or of the type that the compiler emitted for the method's
 * parameter. As {@link param}.
 */
export function body<const O extends BodyOptions = NoOptions>(options?: O): Input<BodyValue<unknown, O>>
/**
 * The request body, bound and checked. As {@link param}, beside the method.
 *
 * @example
 * \@Post(body(NewBook), { responses: { 201: Book } })
 * \@Post('/import', body([NewBook]))
 * \@Put('/cover', body(Buffer, { consumes: 'image/*' }))
 * \@Patch('/{id}', param('id', Integer), body(BookChange, { required: false }))
 */
export function body<const E = unknown, const O extends BodyOptions = NoOptions>(
  type: E,
  options?: O
): Input<BodyValue<ValueOf<E>, O>>
export function body(...args: InputArguments): Input {
  return makeInput(inputDeclaration('body', args))
}

/** The context of the request, where it is not the last of the method's parameters. */
export const context = input('context') as () => Input<Context>
/** Node's own request. */
export const request = input('request') as () => Input
/** Node's own response, which the method may end at any time: see {@link Res}. */
export const response = input('response') as () => Input

/** The principal of the request: see {@link Principal}. As {@link param}, beside the method. */
export function principal<const S extends readonly PrincipalSource[]>(
  ...schemes: S
): Input<PrincipalValue<S, NoOptions>>
/** The principal, which may be undefined: `principal({ optional: true })`, `principal(TokenScheme, { optional: true })`. */
export function principal<const S extends readonly PrincipalSource[], const O extends PrincipalOptions>(
  ...schemesAndOptions: [...schemes: S, options: O]
): Input<PrincipalValue<S, O>>
export function principal(...args: InputArguments): Input {
  return makeInput(inputDeclaration('principal', args))
}
