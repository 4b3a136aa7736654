import { type AnyMemberDecorator, checkCalled, type DecoratedMember, decoratedMember } from '../decorator-form.js'
import type { Context } from '../http/context.js'
import type { PrincipalSource } from '../http/principal.js'
import type { BodyOptions } from '../http/request-body-options.js'
import type { NodeHandler } from '../http/route.js'
import { emittedParameterTypes, emittedPropertyType } from '../metadata.js'
import type { ValueOf } from '../record/type/declared-value.js'
import {
  decoratorOf,
  type InputDeclaration,
  misplacedDeclarations,
  type ParameterDecoratorOptions,
  type PrincipalOptions,
  parameterDeclarations,
  requestFieldDeclarations
} from './declarations.js'
import { type InputArguments, inputDeclaration } from './input.js'
import { type KnownSource, PARAMETER_DECORATORS } from './input-form.js'
import type { BodyValue, GivenDecorator, InputDecorator } from './parameter-signature.js'
import type { PrincipalValue } from './principal-input.js'

/** No option is given. */
type NoOptions = Readonly<Record<never, never>>

/** The decorator that adds an input's declaration to the parameter or field that it is on. */
export function declaring(declaration: InputDeclaration): AnyMemberDecorator {
  const name = decoratorOf(declaration)
  return (target: unknown, key: unknown, place?: unknown): void => {
    const member = decoratedMember(name, target, key, place)
    const index = typeof place === 'number' ? place : undefined
    const wrong = index === undefined ? wrongField(member) : wrongParameter(member)
    if (wrong !== undefined) misplaced(name, member, wrong, index)
    else if (index === undefined) declareField(member, declaration)
    else declareParameter(member, index, declaration)
  }
}

function decorator(source: KnownSource): (...args: InputArguments) => AnyMemberDecorator {
  return (...args) => {
    checkCalled(PARAMETER_DECORATORS[source], args)
    return declaring(inputDeclaration(source, args))
  }
}

function declareParameter(
  { owner, prototype, name }: DecoratedMember,
  index: number,
  declared: InputDeclaration
): void {
  const types = prototype && emittedParameterTypes(prototype, name)
  const emitted = types === undefined ? undefined : { type: types[index] }
  // Spread, each would have a hidden class of its own.
  parameterDeclarations.add(owner, Object.assign({}, declared, { property: String(name), index, emitted }))
}

function declareField({ owner, prototype, name }: DecoratedMember, declared: InputDeclaration): void {
  const property = String(name)
  const emitted = prototype && emittedPropertyType(prototype, property)
  requestFieldDeclarations.add(owner, { ...declared, property, emitted })
}

/** What a decorator of a parameter is on, where it has no meaning there. */
function wrongParameter({ kind, place }: DecoratedMember): string | undefined {
  if (kind === 'class') return 'a parameter of a constructor'
  return place === undefined ? undefined : `a parameter of a ${place} method`
}

/** What a decorator of a field is on, where it has no meaning there. */
function wrongField({ kind, place, name }: DecoratedMember): string | undefined {
  if (kind === 'class') return 'a class'
  if (place !== undefined) return `a ${place} property`
  if (kind === 'method') return 'a method'
  if (typeof name === 'symbol') return 'a symbol'
  return name === '__proto__' ? 'the prototype' : undefined
}

function misplaced(decorator: string, { owner, kind, name }: DecoratedMember, where: string, index?: number): void {
  misplacedDeclarations.add(owner, {
    what: `${decorator} is on ${where}`,
    member: kind === 'class' ? undefined : String(name),
    remedy:
      index === undefined ? 'use it on a field of a request class' : "use it on a parameter of a controller's method"
  })
}

/** A decorator of an input that has a name in requests. */
export interface NamedParameterDecorator {
  /** The type comes from the emitted metadata. */
  (name: string, options?: ParameterDecoratorOptions): InputDecorator<unknown>
  /** The type is given: `@Param('id', Integer)`. */
  <const E>(name: string, type: E, options?: ParameterDecoratorOptions): InputDecorator<ValueOf<E>>
}

/** A decorator of an input with a name, or of a whole record whose fields are the parameters. */
export interface RecordParameterDecorator {
  /** The type comes from the emitted metadata. */
  (name: string, options?: ParameterDecoratorOptions): InputDecorator<unknown>
  /** The type is given: `@Param('id', Integer)`. */
  <const E>(name: string, type: E, options?: ParameterDecoratorOptions): InputDecorator<ValueOf<E>>
  /** The type comes from the emitted metadata, and the name is that of the field of a request class. */
  (options?: ParameterDecoratorOptions): InputDecorator<unknown>
  /**
   * Every field of the record is a parameter: `@Query() filter: ListFilter`. On a field of a request class whose type is
   * no record, the parameter has the name of the field: `@Param(() => Integer) id!: number`.
   */
  <const E>(type: E, options?: ParameterDecoratorOptions): InputDecorator<ValueOf<E>>
}

/**
 * A parameter of the path: `@Param('id', Integer) id: number`, or a record of all of them.
 *
 * @example
 * class FindBook {
 *   \@Param(() => Integer) id!: number
 *   \@Query({ optional: true }) language?: string
 * }
 *
 * \@Get('/{id}', { request: FindBook })
 * find({ id, language }: FindBook): Book { … }
 */
export const Param: RecordParameterDecorator = decorator('path')
/** A parameter of the query; required unless it is `optional` or has a `default`. */
export const Query: RecordParameterDecorator = decorator('query')
/** A header of the request, by its name in any case. */
export const Header: RecordParameterDecorator = decorator('header')
/** A cookie of the request. */
export const Cookie: RecordParameterDecorator = decorator('cookie')

/**
 * The request body, bound and checked; its type comes from the emitted metadata, or its types by media type are given.
 *
 * @example
 * \@Body() signup: Signup
 * \@Body() bytes: Buffer
 * \@Body({ required: false }) change?: Change
 * \@Body({ content: { 'application/json': NewBook, 'application/x-www-form-urlencoded': BookForm } }) book: NewBook | BookForm
 */
export function Body<const O extends BodyOptions = NoOptions>(options?: O): InputDecorator<BodyValue<unknown, O>>
/**
 * The request body, bound and checked; its type is given.
 *
 * @example
 * \@Body([Item]) items: Item[]
 * \@Body(Contact, { consumes: ['application/json', 'application/x-www-form-urlencoded'] }) contact: Contact
 * \@Body(String, { consumes: 'text/plain' }) note: string
 */
export function Body<const E, const O extends BodyOptions = NoOptions>(
  type: E,
  options?: O
): InputDecorator<BodyValue<ValueOf<E>, O>>
export function Body(...args: InputArguments): AnyMemberDecorator {
  return decorator('body')(...args)
}

/** The context of the request. */
export function Ctx(): GivenDecorator<Context> {
  return decorator('context')()
}

/** Node's own request. */
export function Req(): GivenDecorator<Parameters<NodeHandler>[0]> {
  return decorator('request')()
}

/**
 * Node's own response, which the method may end at any time. If the method returns a value nevertheless, it is sent as
 * JSON.
 */
export function Res(): GivenDecorator<Parameters<NodeHandler>[1]> {
  return decorator('response')()
}

/**
 * The principal of the request: what `authenticate` of the scheme that it met returned, of the first where it met several
 * together. On a parameter, or a field of a request class. With schemes, the principal of these: then its type is known. A
 * route that accepts requests without one is a setup error.
 *
 * @example
 * \@Principal() user: User
 * \@Principal(TokenScheme) user: User
 * \@Principal(TokenScheme, KeyScheme) caller: User | Client
 */
export function Principal<const S extends readonly PrincipalSource[]>(
  ...schemes: S
): InputDecorator<PrincipalValue<S, NoOptions>>
/**
 * The principal where there is one: for routes whose security is optional, and for one of several schemes.
 *
 * @example
 * \@Principal({ optional: true }) user: User | undefined
 * \@Principal(TokenScheme, { optional: true }) user?: User
 */
export function Principal<const S extends readonly PrincipalSource[], const O extends PrincipalOptions>(
  ...schemesAndOptions: [...schemes: S, options: O]
): InputDecorator<PrincipalValue<S, O>>
export function Principal(...args: InputArguments): AnyMemberDecorator {
  return decorator('principal')(...args)
}
