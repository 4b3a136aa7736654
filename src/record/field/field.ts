import { type AnyMemberDecorator, checkCalled, type DecoratedMember, decoratedMember } from '../../decorator-form.js'
import { SetupError } from '../../errors.js'
import { emittedPropertyType } from '../../metadata.js'
import type { ValueOf } from '../type/declared-value.js'
import { isStandardSchema, type StandardSchema } from '../type/standard-schema.js'
import { type TypeExpression } from '../type/type-expression.js'
import { TypeToken } from '../type/type-token.js'
import { type FieldDeclaration, type FieldOptions, noProgress } from './field-declaration.js'
import { applyFieldRules } from './field-decorators.js'
import type { FieldDecorator } from './field-signature.js'
import { registerField } from './registration.js'

/** How many `@Field`s were evaluated: decorators are applied to methods and accessors first, and evaluated in order. */
let evaluated = 0

/**
 * Declares a property of a record: it is bound, checked, documented and written.
 *
 * The type comes from TypeScript's emitted metadata, or from a function that returns it; lists need the function,
 * because TypeScript emits only `Array`. All libraries that read class-validator's metadata find every rule there, as
 * class-validator's own decorator would add it.
 *
 * @example
 * class Signup {
 *   \@Field({ minLength: 3, maxLength: 20, format: 'alphanumeric' }) username!: string
 *   \@Field(() => [String], { maxItems: 5, optional: true }) tags?: string[]
 * }
 */
export function Field<const E = unknown>(options?: FieldOptions & { readonly type?: E }): FieldDecorator<ValueOf<E>>
/** Declares a date-time. */
export function Field(type: DateConstructor, options?: FieldOptions): FieldDecorator<Date>
/** Declares a property whose type is a schema of another library. */
export function Field<const E extends StandardSchema>(type: E, options?: FieldOptions): FieldDecorator<ValueOf<E>>
/** Declares a property whose type a function returns. */
export function Field<const E>(type: () => E, options?: FieldOptions): FieldDecorator<ValueOf<E>>
export function Field(
  ...args: [first?: FieldOptions | (() => TypeExpression) | StandardSchema, second?: FieldOptions]
): AnyMemberDecorator {
  checkCalled('Field', args)
  const [first, second] = args
  const isType =
    // Undefined, for instance, because of a circular import.
    (second !== undefined && Object(first) !== first) ||
    typeof first === 'function' ||
    first instanceof TypeToken ||
    Array.isArray(first) ||
    isStandardSchema(first)
  const given: unknown = isType ? second : first
  const isObject = given === undefined || (typeof given === 'object' && given !== null && !Array.isArray(given))
  const options = copyOf(isObject ? ((given as FieldOptions | undefined) ?? {}) : {})
  const hasType = isType || options.type !== undefined
  const type: unknown = isType ? first : options.type
  const order = ++evaluated
  return (target: unknown, key: unknown, descriptor?: unknown): void => {
    const member = decoratedMember('@Field', target, key, descriptor)
    checkPlace(member)
    const { owner, kind, prototype } = member
    const property = String(member.name)
    const declaration: FieldDeclaration = {
      property,
      type: hasType ? () => type as TypeExpression : undefined,
      emitted: prototype && emittedPropertyType(prototype, property),
      options,
      ...(!isObject && { misgiven: given }),
      order,
      isAutoAccessor: kind === 'accessor',
      apply: applyFieldRules,
      progress: noProgress()
    }
    registerField(owner, declaration)
  }
}

/** They are read later, and what they were written with counts: one object may be changed for the next field. */
function copyOf(options: FieldOptions): FieldOptions {
  return Object.assign(Object.create(Object.getPrototypeOf(options) as object | null) as object, options)
}

/** @throws SetupError DECORATOR_MISPLACED */
function checkPlace({ name, kind, place, label }: DecoratedMember): void {
  let where: string | undefined
  if (kind === 'class') where = 'a class'
  else if (place !== undefined) where = `a ${place} property`
  else if (typeof name === 'symbol') where = 'a symbol'
  else if (kind === 'method') where = 'a method'
  else if (name === '__proto__') where = 'the prototype'
  if (where === undefined) return
  const remedy =
    place === undefined ? 'declare it on a property with an ordinary name' : 'declare it on a property of the instance'
  throw new SetupError('DECORATOR_MISPLACED', `@Field is on ${where}`, label, remedy)
}
