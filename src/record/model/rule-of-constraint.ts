import type { ValidationArguments } from 'class-validator'
import { appliedByField } from '../field/field-decorators.js'
import { isHeldOtherwise, plainKind } from '../kinds/type-facts.js'
import { expressionOf } from '../regex/user-pattern.js'
import type { RuleRow } from '../rule/rule-row.js'
import { makeLinear } from '../rule/unique-items.js'
import { type PlainCheck, predicateOf } from '../type/plain-check.js'
import type { Rule, RuleKeywords, TypeSchema } from '../type/schema.js'
import { type Constraint, holds, rowOf } from './constraints.js'

/** The rule that a constraint is. `type` is what it is about: the type of the items, for one with `each`. */
export function ruleOf(constraint: Constraint, type: TypeSchema): Rule {
  const { metadata, instance, isBuiltIn: builtIn } = constraint
  const constraints: readonly unknown[] = metadata.constraints ?? []
  const meaning = appliedByField(metadata)
  const applied = typeof meaning === 'object' ? meaning : undefined
  const row = rowOf(constraint)
  if (row !== undefined && constraint.name === 'arrayUnique') makeLinear(metadata.constraintCls)
  // The built-in predicates read nothing but their constraints.
  const fixed = { constraints } as unknown as ValidationArguments
  const args = (value: unknown, object: object): ValidationArguments => ({
    targetName: object.constructor.name,
    property: metadata.propertyName,
    object,
    value,
    constraints: constraints as unknown[]
  })
  const predicate = (value: unknown) => holds(() => instance.validate(value, fixed))
  const { validateIf } = metadata
  const check = builtIn ? (applied?.rule.check ?? row?.check?.(constraints)) : undefined
  const decide = applied?.rule.test ?? row?.test?.(constraints, predicate, type) ?? predicate
  const test: Rule['test'] = builtIn
    ? check === undefined
      ? decide
      : predicateOf(check, decide)
    : (value, owner) => settled(instance.validate(value, args(value, owner)), constraint, owner)
  const keywords =
    validateIf === undefined ? (applied?.rule.keywords ?? spoken(row, constraints, type, predicate)) : undefined
  return {
    name: applied?.name ?? row?.name ?? constraint.name,
    constraint: constraint.name,
    each: metadata.each === true,
    constraints: applied === undefined ? constraints.map(snapshot) : [],
    keywords,
    exact: keywords !== undefined && !isPartial(applied?.rule.isPartial ?? row?.isPartial, constraints),
    readsRecord: !builtIn || typeof metadata.message === 'function' || validateIf !== undefined,
    readsRawValue: (applied?.rule.readsRawValue ?? row?.readsRawValue) === true,
    ...(check !== undefined && validateIf === undefined && { check }),
    ...(builtIn && constraint.name === 'matches' && { expression: expressionOf(constraints) }),
    ...(validateIf === undefined && maxLengthOf(check)),
    test:
      validateIf === undefined
        ? test
        : (value, owner) =>
            !validateIf(owner, (owner as { [property: string]: unknown })[metadata.propertyName]) || test(value, owner),
    message: (value, owner) => {
      if (metadata.message) return messageOf(constraint, args(value, owner))
      return applied?.rule.message ?? row?.message?.(constraints) ?? messageOf(constraint, args(value, owner))
    }
  }
}

function maxLengthOf(check: PlainCheck | undefined): Pick<Rule, 'maxLength'> | undefined {
  return check?.kind === 'characters' && check.maximum < Number.POSITIVE_INFINITY
    ? { maxLength: check.maximum }
    : undefined
}

function isPartial(given: RuleRow['isPartial'], constraints: readonly unknown[]): boolean {
  return typeof given === 'function' ? given(constraints) : given === true
}

/** validator.js writes its defaults into the options that a decorator was given. */
function snapshot(constraint: unknown): unknown {
  const isPlain = typeof constraint === 'object' && constraint?.constructor === Object
  return isPlain ? { ...constraint } : constraint
}

/**
 * What a schema can say of the rule. Keywords speak of the JSON value: where another value is bound, they cannot tell
 * what becomes of it. And most speak of one type of JSON alone, which must be said besides where the type leaves it open.
 */
function spoken(
  row: RuleRow | undefined,
  constraints: readonly unknown[],
  type: TypeSchema,
  predicate: (value: unknown) => boolean
): RuleKeywords | undefined {
  const keywords = isHeldOtherwise(type) ? undefined : row?.keywords?.(constraints, type, predicate)
  const about = row?.about
  if (keywords === undefined || about === undefined || keywords.type !== undefined) return keywords
  return isSurely(about, type) ? keywords : { type: about, ...keywords }
}

function isSurely(about: NonNullable<RuleRow['about']>, type: TypeSchema): boolean {
  return type.kind === about || (type.kind !== 'union' && plainKind(type) === about)
}

function settled(result: unknown, constraint: Constraint, owner: object): boolean {
  if (typeof (result as { then?: unknown } | undefined)?.then !== 'function') return Boolean(result)
  Promise.resolve(result).catch(() => undefined)
  throw new TypeError(
    `The constraint ${constraint.name} of ${owner.constructor.name}.${constraint.metadata.propertyName} ` +
      'answered a promise; declare it with { async: true }'
  )
}

/** The message as class-validator would tell it, without the property's name before it. */
function messageOf(constraint: Constraint, args: ValidationArguments): string {
  const { metadata, instance } = constraint
  const told = metadata.message || instance.defaultMessage?.(args) || 'is not valid'
  const message = replaceTokens(typeof told === 'function' ? told(args) : told, args)
  return metadata.message ? message : withoutProperty(message, args.property)
}

/** The message without the property's name before it. */
export function withoutProperty(message: string, property: string): string {
  for (const start of [`${property} `, `each value in ${property} `]) {
    if (message.startsWith(start)) return message.slice(start.length)
  }
  return message
}

/** class-validator's tokens: $constraint1 …, $value, $property, $target. */
function replaceTokens(message: string, args: ValidationArguments): string {
  let text = message
  args.constraints.forEach((constraint: unknown, index) => {
    const shown = Array.isArray(constraint) ? constraint.join(', ') : String(constraint)
    text = text.replaceAll(`$constraint${index + 1}`, () => shown)
  })
  if (['string', 'boolean', 'number'].includes(typeof args.value)) {
    text = text.replaceAll('$value', () => String(args.value))
  }
  return text.replaceAll('$property', () => args.property).replaceAll('$target', () => args.targetName)
}
