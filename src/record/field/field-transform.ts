import { HttpError } from '../../errors.js'
import type { Transformation } from '../library/transformation-metadata.js'
import type { FaultList } from '../type/fault-list.js'
import type { FieldSchema, FieldTransform, Rule, TypeSchema } from '../type/schema.js'

/** What `@Transform` cannot make anything of. */
const UNREADABLE = Symbol('unreadable')

/**
 * A field with what class-transformer's decorators say of its property. A property that travels under two names is two
 * fields, of which each travels one way; one that never travels is none.
 *
 * @param type what is read, where the field itself does not say so
 */
export function transformedFields(
  field: FieldSchema,
  transformation: Transformation,
  type: TypeSchema | undefined = undefined
): FieldSchema[] {
  const { request, response, visitsAbsent } = transformation
  // What @Field names is @Expose's business only where it travels.
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
          visitsAbsent
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

/** What is said of the value before it was transformed says nothing of it afterwards, and the reverse. */
function undocumented(rule: Rule): Rule {
  const { check: _check, ...rest } = rule
  return { ...rest, keywords: undefined, exact: false }
}

/** Stands for the transformation itself: the document lists it. */
const TRANSFORM: Rule = {
  name: 'transform',
  constraint: 'transform',
  each: false,
  constraints: [],
  keywords: undefined,
  exact: false,
  readsRecord: false,
  test: () => true,
  message: () => 'cannot be read'
}

/**
 * What `@Transform` makes of a value that was sent; leaves a fault where it throws, as most do at input that they do not
 * expect. An absent value may stay absent.
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
    // What the author of the transformation wants to be answered is answered.
    if (error instanceof HttpError) throw error
    return UNREADABLE
  }
}
