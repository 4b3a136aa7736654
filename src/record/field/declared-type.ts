import { WHERE_TYPES_ARE_EMITTED } from '../../decorator-form.js'
import { SetupError } from '../../errors.js'
import type { EmittedType } from '../../metadata.js'
import type { TypeSchema } from '../type/schema.js'
import { enumOf, parseType } from '../type/type-expression.js'
import type { FieldDeclaration } from './field-declaration.js'

/**
 * The type of a field: from the function, the `enum`, or the emitted metadata.
 *
 * @throws SetupError FIELD_TYPE_UNKNOWN
 */
export function declaredType(declaration: FieldDeclaration, className: string): TypeSchema {
  const place = `${className}.${declaration.property}`
  const { options, emitted } = declaration
  if (options.enum === undefined) {
    return declaration.type === undefined ? emittedSchema(emitted, place) : parseType(declaration.type(), place)
  }
  const literals = enumOf(options.enum).schema(place)
  if (declaration.type !== undefined) return withLiterals(parseType(declaration.type(), place), literals)
  return emitted?.type === Array ? { kind: 'array', items: literals } : literals
}

/** The type with its scalars replaced by the literals. */
function withLiterals(type: TypeSchema, literals: TypeSchema): TypeSchema {
  switch (type.kind) {
    case 'array':
      return { kind: 'array', items: withLiterals(type.items, literals) }
    case 'map':
      return { kind: 'map', values: withLiterals(type.values, literals) }
    case 'nullable':
      return { kind: 'nullable', type: withLiterals(type.type, literals) }
    default:
      return literals
  }
}

const NAME_THE_TYPE = 'write @Field(() => TheType)'
/** For a class that the compiler could not name. */
const NAME_THE_CLASS = `${NAME_THE_TYPE} with TheType imported as a value; where two files import each other, let the property be of type Relation<TheType>`

function emittedSchema(emitted: EmittedType, place: string): TypeSchema {
  if (emitted === undefined) {
    throw new SetupError(
      'FIELD_TYPE_UNKNOWN',
      'the compiler emitted no type metadata',
      place,
      `write @Field(() => String), or the type that it has; ${WHERE_TYPES_ARE_EMITTED}`
    )
  }
  if (emitted.type === Array) {
    throw new SetupError(
      'FIELD_TYPE_UNKNOWN',
      'the items of an array are not emitted',
      place,
      'write @Field(() => [TheType])'
    )
  }
  // A class that is imported as a type is emitted as Function.
  if (emitted.type === Object || emitted.type === undefined || emitted.type === Function) {
    throw new SetupError(
      'FIELD_TYPE_UNKNOWN',
      'the type leaves no class at run time (a union such as `string | null`, an interface, `unknown`, `import type` ' +
        'or a circular import)',
      place,
      NAME_THE_CLASS
    )
  }
  return parseType(emitted.type, place)
}
