import { SetupError } from '../errors.js'
import { type Class, emittedParameterTypes, isStandardDecoratorContext } from '../metadata.js'
import { isNamedByOptions } from '../options.js'
import { standardDecorators } from '../record/field/field.js'
import type { TypeExpression } from '../record/type/type-expression.js'
import {
  BODY_OPTIONS,
  type BodyOptions,
  misplacedDeclarations,
  owner,
  type ParameterDecoratorOptions,
  type ParameterSource,
  parameterDeclarations
} from './declarations.js'
import { isParameterOptions } from './parameter-options.js'

function declare(
  decorator: string,
  source: ParameterSource,
  name: string | undefined,
  type: TypeExpression | undefined,
  options: ParameterDecoratorOptions,
  body?: BodyOptions
): ParameterDecorator {
  return (prototype, key, index) => {
    if (isStandardDecoratorContext(key)) throw standardDecorators(`@${decorator}`)
    if (key === undefined || typeof prototype === 'function') {
      misplaced(decorator, prototype as unknown as Class, key)
      return
    }
    const types = emittedParameterTypes(prototype, key)
    parameterDeclarations.add(owner(prototype), {
      property: String(key),
      index,
      source,
      name,
      type,
      emitted: types === undefined ? undefined : { type: types[index] },
      options,
      ...(body !== undefined && { body })
    })
  }
}

function misplaced(decorator: string, target: Class, key: string | symbol | undefined): void {
  const error = new SetupError(
    'DECORATOR_MISPLACED',
    `@${decorator} is on a parameter of a ${key === undefined ? 'constructor' : 'static method'}`,
    key === undefined ? target.name : `${target.name}.${String(key)}`,
    "use it on a parameter of a controller's method"
  )
  misplacedDeclarations.add(target, error)
}

function named(decorator: string, source: ParameterSource) {
  return (name: string, first?: unknown, second?: ParameterDecoratorOptions): ParameterDecorator =>
    isParameterOptions(first)
      ? declare(decorator, source, name, undefined, first)
      : declare(decorator, source, name, first, second ?? {})
}

/** A decorator of a parameter that has a name in requests. */
export interface NamedParameterDecorator {
  /** The type comes from the emitted metadata. */
  (name: string, options?: ParameterDecoratorOptions): ParameterDecorator
  /** The type is given: `@Param('id', Integer)`. */
  (name: string, type: TypeExpression, options?: ParameterDecoratorOptions): ParameterDecorator
}

/** A decorator of a parameter with a name, or of a whole record whose fields are the parameters. */
export interface RecordParameterDecorator extends NamedParameterDecorator {
  /** Every field of the record is a parameter: `@Query() filter: ListFilter`. */
  (type?: TypeExpression): ParameterDecorator
}

function namedOrRecord(decorator: string, source: ParameterSource): RecordParameterDecorator {
  const byName = named(decorator, source)
  return (first?: unknown, second?: unknown, third?: ParameterDecoratorOptions): ParameterDecorator =>
    typeof first === 'string' ? byName(first, second, third) : declare(decorator, source, undefined, first, {})
}

/** A parameter of the path: `@Param('id', Integer) id: number`, or a record of all of them. */
export const Param: RecordParameterDecorator = namedOrRecord('Param', 'path')
/** A parameter of the query; required unless it is `optional` or has a `default`. */
export const Query: RecordParameterDecorator = namedOrRecord('Query', 'query')
/** A header of the request, by its name in any case. */
export const Header: RecordParameterDecorator = namedOrRecord('Header', 'header')
/** A cookie of the request. */
export const Cookie: RecordParameterDecorator = namedOrRecord('Cookie', 'cookie')

/**
 * The request body, bound and checked.
 *
 * @example
 * \@Body() signup: Signup
 * \@Body([Item]) items: Item[]
 * \@Body(Contact, { consumes: ['application/json', 'application/x-www-form-urlencoded'] }) contact: Contact
 * \@Body(String, { consumes: 'text/plain' }) note: string
 * \@Body() bytes: Buffer
 */
export function Body(type?: TypeExpression, options?: BodyOptions): ParameterDecorator
export function Body(options: BodyOptions): ParameterDecorator
export function Body(first?: unknown, second?: BodyOptions): ParameterDecorator {
  return isBodyOptions(first)
    ? declare('Body', 'body', undefined, undefined, {}, first)
    : declare('Body', 'body', undefined, first, {}, second)
}

/** The body's type may be an enum, which is a plain object too. */
function isBodyOptions(value: unknown): value is BodyOptions {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
  return isNamedByOptions(value, BODY_OPTIONS)
}

/** The context of the request. */
export function Ctx(): ParameterDecorator {
  return declare('Ctx', 'context', undefined, undefined, {})
}

/** Node's own request. */
export function Req(): ParameterDecorator {
  return declare('Req', 'request', undefined, undefined, {})
}

/**
 * Node's own response, which the method may end at any time. If the method returns a value nevertheless, it is sent as
 * JSON.
 */
export function Res(): ParameterDecorator {
  return declare('Res', 'response', undefined, undefined, {})
}
