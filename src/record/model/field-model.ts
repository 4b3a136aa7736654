import { type Extensions, extensionsOf, isExtension, valueFault } from '../../extensions.js'
import type { Class } from '../../metadata.js'
import { appliedByField } from '../field/applied-metadata.js'
import type { FieldDeclaration, FieldOptions } from '../field/field-declaration.js'
import { mayBeAbsent } from '../field/field-decorators.js'
import { messageOfType, messagesOfType } from '../field/field-messages.js'
import { transformedFields } from '../field/field-transform.js'
import { ownFormatOf } from '../format/own-format.js'
import { FACTS } from '../kinds/kinds.js'
import type { ValidationMetadata } from '../library/metadata-storage.js'
import { transformationOf } from '../library/transformation-metadata.js'
import type { FieldSchema, MessageOf, Rule, TypeMessages, TypeSchema } from '../type/schema.js'
import { guarded, isAlwaysCheap, maxLengthFor } from '../type/user-pattern.js'
import {
  type Constraint,
  hasCondition,
  type PropertyRules,
  passes,
  passesItems,
  withConditions
} from './constraints.js'
import { inferType } from './inferred-type.js'
import type { InitialValue } from './initial-values.js'
import { givenMessage, ruleOf } from './rule-of-constraint.js'

/** The model of a field that `@Field` declares. */
export function declaredField(
  { property, options }: FieldDeclaration,
  declared: TypeSchema,
  rules: PropertyRules | undefined
): FieldSchema {
  const type = declared.kind === 'nullable' ? declared.type : declared
  const format = ownFormatOf(options.format)?.options
  return {
    property,
    name: options.name ?? property,
    ...checks({
      type,
      required: !mayBeAbsent(options, type) && rules?.isOptional !== true,
      nullable: declared !== type || type.kind === 'any' || options.nullable === true || rules?.isOptional === true,
      rules,
      options
    }),
    description: options.description ?? format?.description,
    example:
      options.example === undefined && options.examples === undefined && type.kind === 'string'
        ? format?.example
        : options.example,
    default: options.default,
    deprecated: options.deprecated === true,
    ...(options.title !== undefined && { title: options.title }),
    ...(options.examples !== undefined && { examples: options.examples }),
    ...annotations(options),
    ...(options.style !== undefined && { style: options.style }),
    ...(options.readOnly === true && { access: 'readOnly' }),
    ...(options.writeOnly === true && { access: 'writeOnly' })
  }
}

/** The extensions of a declaration; empty where it has none. */
export function annotations(options: Extensions): { readonly extensions?: Extensions } {
  // What is not JSON is reported where the options are checked.
  for (const name in options)
    if (isExtension(name) && options[name] !== undefined && valueFault(options[name]) !== undefined) return {}
  const extensions = extensionsOf(options)
  return Object.keys(extensions).length === 0 ? {} : { extensions }
}

/** A property that only class-validator's and class-transformer's decorators declare, in the chosen groups. */
export interface InferredProperty {
  readonly source: Class
  /** All of its rules, from which its type is inferred. */
  readonly all: PropertyRules
  /** Those of the chosen groups, which are checked. */
  readonly checked: PropertyRules | undefined
  /** The initial value that the class gives it. */
  readonly initial: InitialValue | undefined
  /** Replaces the records of a type by those of the chosen groups. */
  readonly inGroups: (type: TypeSchema) => TypeSchema
}

/** The model of a property without `@Field`. If `@Transform` writes it, its type in the document is `any`. */
export function inferredFields({ source, all, checked, initial, inGroups }: InferredProperty): FieldSchema[] {
  const { property } = all
  const transformation = transformationOf(source, property)
  const { transform } = transformation.request
  const isWritten = transformation.response.transform !== undefined
  const type = inGroups(inferType(source, all, transform !== undefined))
  const isOptional = checked?.isOptional === true
  // If nothing is sent, class-validator finds the initial value in the instance, and may accept it.
  const hasDefault =
    initial !== undefined && checked?.constraints.every((constraint) => accepts(constraint, initial.value))
  const isGetter = isGetterAlone(source, property)
  const field: FieldSchema = {
    property,
    name: property,
    ...checks({
      type: isWritten ? { kind: 'any' } : type,
      required: checked !== undefined && !isOptional && !hasDefault && rejectsAbsence(checked),
      nullable: isOptional || checked?.constraints.some(isIsEmpty) === true,
      rules: checked && withConditions(checked)
    }),
    description: undefined,
    example: undefined,
    default: (isOptional || hasDefault) && transform === undefined ? initial?.documented(type) : undefined,
    deprecated: false,
    ...(isGetter && { access: 'readOnly' })
  }
  const read: TypeSchema = isOptional ? { kind: 'nullable', type } : type
  return transformedFields(field, transformation, isWritten ? read : undefined)
}

/** Without IsOptional class-validator accepts an absent value only if every constraint accepts undefined. */
function rejectsAbsence({ nested, constraints }: PropertyRules): boolean {
  const certain = constraints.filter((constraint) => !hasCondition(constraint))
  const judging = certain.length > 0 ? certain : constraints
  return nested !== undefined || judging.some((constraint) => !passes(constraint, undefined))
}

/** A user's own constraint is not called at start-up, and counts as one that accepts. */
function accepts(constraint: Constraint, value: unknown): boolean {
  return !constraint.isBuiltIn || passesItems(constraint, value)
}

function isIsEmpty({ name, isBuiltIn }: Constraint): boolean {
  return isBuiltIn && name === 'isEmpty'
}

function isGetterAlone(source: Class, property: string): boolean {
  for (let at = source.prototype; at !== null; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, property)
    if (found !== undefined) return found.get !== undefined && found.set === undefined
  }
  return false
}

type Checks = Pick<FieldSchema, 'type' | 'required' | 'nullable' | 'rules' | 'condition' | 'messages'>

type Unchecked = Pick<FieldSchema, 'type' | 'required' | 'nullable'> & {
  readonly rules: PropertyRules | undefined
  /** Of `@Field`. */
  readonly options?: FieldOptions
}

function checks({ type, required, nullable, rules: found, options }: Unchecked): Checks {
  const rules = found === undefined ? [] : rulesOf(type, found)
  const messages = found === undefined ? undefined : typeMessagesOf(type, found, options)
  if (found === undefined || found.conditions.length === 0)
    return { type, required, nullable, rules, ...(messages && { messages }) }
  return {
    ...(messages && { messages }),
    type: { kind: 'any' },
    required: false,
    nullable: true,
    rules: rules.filter((rule) => rule.stage === 'asynchronous'),
    condition: {
      holds: (record, value) => found.conditions.map((condition) => condition(record, value)).every(Boolean),
      type: nullable ? { kind: 'nullable', type } : type,
      required,
      rules,
      ofType: rulesOfType(type, found)
    }
  }
}

/** The constraints that the type implies; for a nested object, and where it is emitted alone, the type itself. */
function rulesOfType(type: TypeSchema, { constraints, nested }: PropertyRules): Rule[] {
  const implied = constraints.flatMap((constraint) => {
    const about = aboutOf(constraint, type)
    return isImplied(constraint, about) ? [{ ...ruleOf(constraint, about), name: 'type' }] : []
  })
  if (implied.length > 0 || type.kind === 'any') return implied
  return [{ ...TYPE, constraint: nested === undefined ? 'type' : 'nestedValidation' }]
}

const TYPE: Rule = {
  name: 'type',
  constraint: 'type',
  each: false,
  constraints: [],
  keywords: undefined,
  exact: false,
  readsRecord: false,
  judgesRecord: false,
  test: () => true,
  message: () => 'is of another type'
}

/** The type that a constraint is about: that of the items, with `each`. */
function aboutOf({ metadata }: Constraint, type: TypeSchema): TypeSchema {
  return metadata.each === true && type.kind === 'array' ? withoutNull(type.items) : type
}

/** The constraints that the type does not imply. */
function rulesOf(type: TypeSchema, { constraints }: PropertyRules): Rule[] {
  const rules = constraints.flatMap((constraint): Rule[] => {
    const about = aboutOf(constraint, type)
    const isTypes = isImplied(constraint, about)
    if (isTypes && constraint.isCertain) return []
    const rule = isTypes ? { ...ruleOf(constraint, about), ...EXPRESSED } : ruleOf(constraint, about)
    return [constraint.isAsync ? { ...rule, keywords: undefined, exact: false, stage: 'asynchronous' } : rule]
  })
  return rules.map((rule) => guardedRule(rule, rules))
}

/** The type says in the document what the rule is. */
const EXPRESSED: Pick<Rule, 'keywords' | 'exact'> = { keywords: {}, exact: true }

/** A costly expression is never matched with a text that the rule of its length rejects. */
function guardedRule(rule: Rule, rules: readonly Rule[]): Rule {
  const { expression } = rule
  if (expression === undefined || isAlwaysCheap(expression)) return rule
  const maxLength = maxLengthFor(rule, rules)
  if (maxLength === Number.POSITIVE_INFINITY) return rule
  const { check: _check, ...rest } = rule
  return { ...rest, test: guarded(rule.test, maxLength) }
}

/** The user's own messages for values that the type rejects; undefined if there are none. */
function typeMessagesOf(
  type: TypeSchema,
  { property, constraints }: PropertyRules,
  options: FieldOptions = {}
): TypeMessages | undefined {
  const isListed = type.kind === 'array'
  const messageOf = (wanted: readonly Constraint[]): MessageOf | undefined => {
    const constraint = wanted.find(({ metadata }) => Boolean(metadata.message) && !isOfOneRule(metadata, options))
    return constraint && ruleOf(constraint, type).message
  }
  // Of what the type implies, IsDefined alone says nothing of values of another kind.
  const ofKind = (implied: readonly Constraint[]): TypeMessages['type'] => {
    const ofNull = messageOf(implied.filter(({ name }) => name === 'isDefined'))
    const ofOthers = messageOf(implied.filter(({ name }) => name !== 'isDefined'))
    if (ofNull === undefined) return ofOthers
    return (value, record) => (value === null ? ofNull : ofOthers)?.(value, record)
  }
  const ofWhole = constraints.filter(({ metadata }) => !isListed || metadata.each !== true)
  const ofItems = constraints.filter(({ metadata }) => isListed && metadata.each === true)
  const rejecting = constraints.filter((constraint) => constraint.isBuiltIn && !passes(constraint, undefined))
  const presence = rejecting.filter(({ name }) => name === 'isDefined' || name === 'isNotEmpty')
  const about = isListed ? withoutNull(type.items) : type
  const required = messageOfType(options, 'isDefined')
  const byRule = new Map(
    messagesOfType(options, type).map(([rule, message]) => [rule, givenMessage(message, property)])
  )
  const messages = {
    absent: required === undefined ? messageOf([...presence, ...rejecting]) : givenMessage(required, property),
    type: ofKind(ofWhole.filter((constraint) => isImplied(constraint, type))),
    item: ofKind(ofItems.filter((constraint) => isImplied(constraint, about)))
  }
  const isGiven = byRule.size > 0 || Object.values(messages).some((message) => message !== undefined)
  return isGiven ? { ...messages, byRule } : undefined
}

/** Whether the message is for one rule of `@Field` alone, and so not for the value's absence. */
function isOfOneRule(metadata: ValidationMetadata, options: FieldOptions): boolean {
  const meaning = appliedByField(metadata)
  return typeof meaning === 'object' && metadata.message !== options.message
}

function withoutNull(type: TypeSchema): TypeSchema {
  return type.kind === 'nullable' ? type.type : type
}

function isImplied(constraint: Constraint, type: TypeSchema): boolean {
  const { name, isBuiltIn, metadata } = constraint
  if (!isBuiltIn || hasCondition(constraint)) return false
  if (FACTS[type.kind].implied.includes(name)) {
    // IsNumber with options, such as decimal places, is stricter than the type.
    return name !== 'isNumber' || Object.keys(Object(metadata.constraints?.[0])).length === 0
  }
  return type.kind === 'enum' && type.values.every((value) => passes(constraint, value))
}
