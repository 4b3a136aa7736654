import { SetupError } from '../errors.js'
import { type Class, emittedParameterTypes, emittedPropertyType, isStandardDecoratorContext } from '../metadata.js'
import { standardDecorators } from '../record/field/field.js'
import type { TypeExpression } from '../record/type/type-expression.js'
import {
  type BodyOptions,
  type InputDeclaration,
  misplacedDeclarations,
  owner,
  type ParameterDecoratorOptions,
  type ParameterSource,
  parameterDeclarations,
  requestFieldDeclarations
} from './declarations.js'
import { type InputArguments, inputDeclaration } from './input.js'
import { PARAMETER_DECORATORS } from './input-form.js'

/** A decorator of a parameter of a controller's method, or of a field of a request class. */
export type InputDecorator = (
  prototype: object,
  key: string | symbol | undefined,
  place?: number | PropertyDescriptor
) => void

function decorator(source: ParameterSource): (...args: InputArguments) => InputDecorator {
  return (...args) => {
    const declaration = inputDeclaration(source, args)
    return (prototype, key, place) => {
      if (isStandardDecoratorContext(key)) throw standardDecorators(`@${PARAMETER_DECORATORS[source]}`)
      const wrong = wrongPlace(prototype, key, place)
      if (wrong !== undefined) misplaced(source, prototype, key, wrong)
      else if (typeof place === 'number') declareParameter(prototype, key as string | symbol, place, declaration)
      else declareField(prototype, key as string, declaration)
    }
  }
}

function declareParameter(prototype: object, key: string | symbol, index: number, declaration: InputDeclaration): void {
  const types = emittedParameterTypes(prototype, key)
  const emitted = types === undefined ? undefined : { type: types[index] }
  parameterDeclarations.add(owner(prototype), { ...declaration, property: String(key), index, emitted })
}

function declareField(prototype: object, property: string, declaration: InputDeclaration): void {
  const emitted = emittedPropertyType(prototype, property)
  requestFieldDeclarations.add(owner(prototype), { ...declaration, property, emitted })
}

/** What a decorator is on, where it has no meaning there. */
function wrongPlace(
  prototype: object,
  key: string | symbol | undefined,
  place: number | PropertyDescriptor | undefined
): string | undefined {
  if (typeof place === 'number') {
    if (key === undefined) return 'a parameter of a constructor'
    return typeof prototype === 'function' ? 'a parameter of a static method' : undefined
  }
  if (typeof prototype === 'function') return 'a static property'
  if (typeof place?.value === 'function') return 'a method'
  if (typeof key === 'symbol') return 'a symbol'
  return key === '__proto__' ? 'the prototype' : undefined
}

function misplaced(source: ParameterSource, target: object, key: string | symbol | undefined, where: string): void {
  const type = (typeof target === 'function' ? target : target.constructor) as Class
  const error = new SetupError(
    'DECORATOR_MISPLACED',
    `@${PARAMETER_DECORATORS[source]} is on ${where}`,
    key === undefined ? type.name : `${type.name}.${String(key)}`,
    where.includes('parameter')
      ? "use it on a parameter of a controller's method"
      : 'use it on a field of a request class'
  )
  misplacedDeclarations.add(type, error)
}

/** A decorator of an input that has a name in requests. */
export interface NamedParameterDecorator {
  /** The type comes from the emitted metadata. */
  (name: string, options?: ParameterDecoratorOptions): InputDecorator
  /** The type is given: `@Param('id', Integer)`. */
  (name: string, type: TypeExpression, options?: ParameterDecoratorOptions): InputDecorator
}

/** A decorator of an input with a name, or of a whole record whose fields are the parameters. */
export interface RecordParameterDecorator extends NamedParameterDecorator {
  /**
   * Every field of the record is a parameter: `@Query() filter: ListFilter`. On a field of a request class whose type is
   * no record, the parameter has the name of the field: `@Param(() => Integer) id!: number`.
   */
  (type?: TypeExpression, options?: ParameterDecoratorOptions): InputDecorator
  /** The type comes from the emitted metadata, and the name is that of the field of a request class. */
  (options: ParameterDecoratorOptions): InputDecorator
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
 * The request body, bound and checked.
 *
 * @example
 * \@Body() signup: Signup
 * \@Body([Item]) items: Item[]
 * \@Body(Contact, { consumes: ['application/json', 'application/x-www-form-urlencoded'] }) contact: Contact
 * \@Body(String, { consumes: 'text/plain' }) note: string
 * \@Body() bytes: Buffer
 */
export function Body(type?: TypeExpression, options?: BodyOptions): InputDecorator
export function Body(options: BodyOptions): InputDecorator
export function Body(...args: InputArguments): InputDecorator {
  return decorator('body')(...args)
}

/** The context of the request. */
export function Ctx(): InputDecorator {
  return decorator('context')()
}

/** Node's own request. */
export function Req(): InputDecorator {
  return decorator('request')()
}

/**
 * Node's own response, which the method may end at any time. If the method returns a value nevertheless, it is sent as
 * JSON.
 */
export function Res(): InputDecorator {
  return decorator('response')()
}
