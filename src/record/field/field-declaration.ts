import type { Extensions } from '../../extensions.js'
import { type Class, type DeclarationOwner, Declarations, type EmittedType, isClass, lineage } from '../../metadata.js'
import type { ValidationMetadata } from '../library/metadata-storage.js'
import { joinCopies } from '../library/storage-join.js'
import { transformedProperties } from '../library/transformation-metadata.js'
import { ownMetadata } from '../library/validation-metadata.js'
import type { FieldRuleName, FieldRuleOptions } from '../rule/field-rules.js'
import type { QueryStyle } from '../type/schema.js'
import type { TypeExpression } from '../type/type-expression.js'

/** The options of `@Field`. */
export interface FieldOptions extends FieldRuleOptions, Extensions {
  /** The name in JSON. Default: the property's name. */
  readonly name?: string
  /** The type, in place of the first argument. */
  readonly type?: TypeExpression
  /** May be absent. Default: false, every field is required. */
  readonly optional?: boolean
  /** May be null. Default: false. */
  readonly nullable?: boolean
  /** A name for people, in the document. */
  readonly title?: string
  /** The description in the document, as CommonMark. */
  readonly description?: string
  /** A value, as JSON, that the field accepts. */
  readonly example?: unknown
  /** Several such values; OpenAPI 3.1 alone, and without `example`. */
  readonly examples?: readonly unknown[]
  /** The value of an absent field, as JSON; the field is then optional. */
  readonly default?: unknown
  /** Marks the field as deprecated. */
  readonly deprecated?: boolean
  /** How a list or a flat record is written where the field is a query parameter. Default: a list as repeated keys. */
  readonly style?: QueryStyle
  /**
   * Travels in responses only. In a request it is not required; if it is sent, it is dropped, or is a fault if the
   * record rejects unknown fields. Default: false.
   */
  readonly readOnly?: boolean
  /** Travels in requests only: no response contains it. Default: false. */
  readonly writeOnly?: boolean
  /** The allowed values: a list or a TypeScript enum. */
  readonly enum?: readonly (string | number | boolean)[] | Readonly<Record<string, string | number>>
  /** Whether the rules of strings and numbers check each item of an array. */
  readonly each?: boolean
  /**
   * Rules by class-validator's own decorators, in the order in which they are checked:
   * `rules: [IsCreditCard(), Matches(/^4/)]`. class-transformer's decorators can be given here, too. In standard
   * decorators this is their only place; in the legacy form they can be written on the property as well.
   */
  readonly rules?: readonly PropertyDecorator[]
  /** Replaces the message of every rule of this field. As in class-validator it may be a function or contain tokens. */
  readonly message?: RuleMessage
  /**
   * Replaces the messages of single rules, before `message`: `{ minLength: 'must not be empty' }`. Also those of `required`,
   * for an absent value, of `type` and `enum`, for a value or an item of another type, of a file's `maxSize` and
   * `contentType`, and of the decorators in `rules`, by class-validator's names.
   */
  readonly messages?: FieldMessages
}

/** A message, with class-validator's tokens, or a function that writes it. */
export type RuleMessage = string | ((args: MessageArguments) => string)

/** Messages by the names that rules have in faults. */
export interface FieldMessages extends Readonly<Partial<Record<FieldRuleName | TypeRuleName, RuleMessage>>> {
  /** Of the decorators in `rules`, by class-validator's name: `isCreditCard`. */
  readonly [rule: string]: RuleMessage | undefined
}

/** The faults of a value that no option was written for. */
type TypeRuleName = 'required' | 'type' | 'enum' | 'anyOf' | 'maxSize' | 'contentType'

/** The argument of a message function: class-validator's `ValidationArguments`. */
export interface MessageArguments {
  /** The value that breaks the rule. */
  readonly value: unknown
  /** The rule's own values: `[3, 20]` of a length. */
  // biome-ignore lint/suspicious/noExplicitAny: class-validator's own type
  readonly constraints: any[]
  /** The name of the class. */
  readonly targetName: string
  /** The instance that is checked. */
  readonly object: object
  /** The name of the property. */
  readonly property: string
}

/** One `@Field`, as it is written. */
export interface FieldDeclaration {
  readonly property: string
  readonly type: (() => TypeExpression) | undefined
  readonly emitted: EmittedType
  readonly options: FieldOptions
  /** What was written in the place of the options and is no object. */
  readonly misgiven?: unknown
  /** The place of the `@Field` among all that were evaluated; that is the order of the source. */
  readonly order: number
  /** Whether the property is an `accessor`, whose value is in a private property of its own class. */
  readonly isAutoAccessor: boolean
  /**
   * Applies the rules to the class, once; returns whether all could be applied by now. It is of the copy of the package
   * that made the declaration: another one does not know its types.
   */
  readonly apply: (target: Class, declaration: FieldDeclaration) => boolean
  readonly progress: FieldProgress
}

/** What was applied for a declaration; a part of it, so that a second copy of the package does not apply it again. */
export interface FieldProgress {
  /** The rules of the options. */
  rules: boolean
  /** The metadata of the options that are rules, whether it was added to class-validator's or not; undefined until it is made. */
  options: readonly ValidationMetadata[] | undefined
  /** Whether the option `format` names one that was not defined by then: its module may run later. */
  awaitsFormat: boolean
  /** Those of the type, which may not be known while the class is being defined. */
  type: boolean
  /** What is wrong with the option `rules`. */
  fault: string | undefined
  /** The names of the rules that the option `rules` applied, in faults and in class-validator's errors. */
  given: readonly string[]
}

/** The progress of a declaration of which nothing was applied. */
export function noProgress(): FieldProgress {
  return { rules: false, options: undefined, awaitsFormat: false, type: false, fault: undefined, given: [] }
}

const fieldDeclarations = new Declarations<FieldDeclaration>('fields')

/**
 * Adds a declaration. Standard decorators are applied to accessors before they are applied to fields: what they declare
 * is put into the order of the source, as legacy decorators do. Those of one property are applied from the bottom up.
 */
export function declareField(owner: DeclarationOwner, declaration: FieldDeclaration): void {
  const { property, order } = declaration
  if (isClass(owner)) fieldDeclarations.add(owner, declaration)
  else fieldDeclarations.add(owner, declaration, (other) => other.property === property || other.order <= order)
}

/** The fields that the class itself declares, in the order of the declarations. */
export function ownFields(target: Class): readonly FieldDeclaration[] {
  return fieldDeclarations.own(target)
}

/** The `@Field` of a property, the class's own before its ancestors'; undefined if there is none. */
export function fieldOf(target: Class, property: string): FieldDeclaration | undefined {
  return lineage(target)
    .flatMap((at) => ownFields(at).filter((declaration) => declaration.property === property))
    .at(-1)
}

/** Whether the class declares fields: by `@Field`, or by class-validator's or class-transformer's decorators. */
export function declaresFields(target: Class): boolean {
  if (lineage(target).some((at) => ownFields(at).length > 0 || ownMetadata(at).length > 0)) return true
  joinCopies()
  return transformedProperties(target).length > 0
}
