import { HttpError } from '../../errors.js'
import type { PropertyTransformation } from '../library/transformation-metadata.js'
import type { FaultList } from '../type/fault-list.js'
import type { FieldSchema, FieldTransform, Rule, TypeSchema } from '../type/schema.js'

/** Returned if `@Transform` throws. */
const UNREADABLE = Symbol('unreadable')

/**
 * A field with the decorators of class-transformer applied. A property that travels under two names becomes two fields,
 * each of which travels one way; a property that never travels becomes none.
 *
 * @param type the type that is read, if the field's own type is `any`
 */
export function transformedFields(
  field: FieldSchema,
  transformation: PropertyTransformation,
  type: TypeSchema | undefined = undefined
): FieldSchema[] {
  const { request, response, visitsAbsent } = transformation
  // A name from @Field takes precedence over one from @Expose.
  const named = (name: string) => (field.name === field.property ? name : field.name)
  const isTransformed = request.transform !== undefined || response.transform !== undefined
  const whole: FieldSchema = isTransformed
    ? {
        ...field,
        required: field.required && !(request.transform !== undefined && visitsAbsent),
        rules: [TRANSFORM, ...field.rules.map(undocumented)],
        ...(field.condition && {
          condition: { ...field.condition, rules: [TRANSFORM, ...field.condition.rules.map(undocumented)] }
        }),
        transform: {
          type,
          bind: request.transform,
          write: response.transform,
          isRequired: field.required || field.condition?.required === true,
          visitsAbsent,
          rules: field.rules
        }
      }
    : field
  const isOneName =
    request.name !== undefined && response.name !== undefined && named(request.name) === named(response.name)
  if (isOneName) return [{ ...whole, name: named(request.name as string) }]
  const fields: FieldSchema[] = []
  if (request.name !== undefined && field.access !== 'readOnly') {
    fields.push({ ...whole, name: named(request.name), access: 'writeOnly' })
  }
  if (response.name !== undefined && field.access !== 'writeOnly') {
    fields.push({ ...whole, name: named(response.name), access: 'readOnly' })
  }
  return fields
}

/** The rule without keywords: it checks the transformed value, and the document describes the value before. */
function undocumented(rule: Rule): Rule {
  const { check: _check, ...rest } = rule
  return { ...rest, keywords: undefined, exact: false }
}

/** Represents the transformation itself, so that the document lists it. */
const TRANSFORM: Rule = {
  name: 'transform',
  constraint: 'transform',
  each: false,
  constraints: [],
  keywords: undefined,
  exact: false,
  readsRecord: false,
  judgesRecord: false,
  test: () => true,
  message: () => 'cannot be read'
}

/**
 * Applies `@Transform` to a value that was sent. Adds a fault if it throws, as most functions do at unexpected input.
 * An absent value may stay absent.
 */
export function bindTransformed(
  { bind, visitsAbsent }: FieldTransform,
  value: unknown,
  input: object,
  faults: FaultList
): unknown {
  if (bind === undefined || (value === undefined && !visitsAbsent)) return value
  const bound = attempt(() => bind(value, input))
  if (bound !== UNREADABLE) return bound
  if (value !== undefined) faults.add('transform', 'cannot be read')
  return undefined
}

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    // An HttpError is the response that the author of the transformation wants.
    if (error instanceof HttpError) throw error
    return UNREADABLE
  }
}
