import { type Class, Declarations, type EmittedType, lineage } from '../../metadata.js'
import { joinCopies } from '../library/class-transformer.js'
import { transformedProperties } from '../library/transformation-metadata.js'
import { ownMetadata } from '../library/validation-metadata.js'
import type { FieldRuleOptions } from '../rule/field-options-rules.js'
import type { QueryStyle } from '../type/schema.js'
import type { TypeExpression } from '../type/type-expression.js'

/** What `@Field` can be told. */
export interface FieldOptions extends FieldRuleOptions {
  /** The name in JSON. Default: the property's name. */
  readonly name?: string
  /** The type, in place of the first argument. */
  readonly type?: TypeExpression
  /** May be absent. Default: false, every field is required. */
  readonly optional?: boolean
  /** May be null. Default: false. */
  readonly nullable?: boolean
  readonly description?: string
  /** A value as it stands in JSON, which the field accepts. */
  readonly example?: unknown
  /** A value as it stands in JSON; it fills an absent field, which need not be present then. */
  readonly default?: unknown
  readonly deprecated?: boolean
  /** How a list or a flat record is written where the field is a query parameter. Default: a list as repeated keys. */
  readonly style?: QueryStyle
  /**
   * Travels in responses alone. In a request it need not be there, and what is sent is dropped, or is a fault where the
   * record refuses unknown fields. Default: false.
   */
  readonly readOnly?: boolean
  /** Travels in requests alone: it never leaves in a response. Default: false. */
  readonly writeOnly?: boolean
  /** The only values that are allowed: a list or a TypeScript enum. */
  readonly enum?: readonly (string | number | boolean)[] | Readonly<Record<string, string | number>>
  /** Whether the rules of strings and numbers are about each item of an array. */
  readonly each?: boolean
  /** Replaces the message of every rule of this field; class-validator's tokens and functions work. */
  readonly message?: string | ((args: MessageArguments) => string)
}

/** What a message function is told; class-validator's `ValidationArguments`. */
export interface MessageArguments {
  readonly value: unknown
  // biome-ignore lint/suspicious/noExplicitAny: class-validator's own type
  readonly constraints: any[]
  readonly targetName: string
  readonly object: object
  readonly property: string
}

/** One `@Field`, as it was written. */
export interface FieldDeclaration {
  readonly property: string
  readonly type: (() => TypeExpression) | undefined
  readonly emitted: EmittedType
  readonly options: FieldOptions
}

const fieldDeclarations = new Declarations<FieldDeclaration>('fields')

/** Leaves a declaration on the class. */
export function declareField(target: Class, declaration: FieldDeclaration): void {
  fieldDeclarations.add(target, declaration)
}

/** The fields that the class itself declares, in the order of the declarations. */
export function ownFields(target: Class): readonly FieldDeclaration[] {
  return fieldDeclarations.own(target)
}

/** The `@Field` of a property, the class's own before its ancestors'; undefined where there is none. */
export function fieldOf(target: Class, property: string): FieldDeclaration | undefined {
  return lineage(target)
    .flatMap((at) => ownFields(at).filter((declaration) => declaration.property === property))
    .at(-1)
}

/** Whether the class declares fields: by `@Field`, or by class-validator's or class-transformer's decorators. */
export function declaresFields(target: Class): boolean {
  if (lineage(target).some((at) => ownFields(at).length > 0 || ownMetadata(at).length > 0)) return true
  if (transformedProperties(target).length > 0) return true
  joinCopies()
  return transformedProperties(target).length > 0
}
