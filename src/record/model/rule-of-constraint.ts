import { type AppliedOption, appliedByField } from '../field/applied-metadata.js'
import { isHeldOtherwise, plainKind } from '../kinds/type-facts.js'
import type { ValidationArguments } from '../library/metadata-storage.js'
import { isTrue } from '../program/rule-code.js'
import { type RuleRow, rejectingOnce } from '../rule/rule-row.js'
import { makeLinear } from '../rule/unique-items.js'
import { isLonger, readsMore, valueArguments } from '../rule/value-arguments.js'
import { type PlainCheck, predicateOf } from '../type/plain-check.js'
import type { MessageOf, Rule, RuleKeywords, TypeSchema } from '../type/schema.js'
import { expressionOf } from '../type/user-pattern.js'
import { type Constraint, returnsTrue, rowOf } from './constraints.js'

/**
 * The rule of a constraint.
 *
 * @param type the type that it checks: that of the items, for a constraint with `each`
 */
export function ruleOf(constraint: Constraint, type: TypeSchema): Rule {
  const { metadata, instance, isBuiltIn: builtIn, isCertain } = constraint
  const constraints: readonly unknown[] = metadata.constraints ?? []
  const meaning = appliedByField(metadata)
  const applied = typeof meaning === 'object' ? ofType(meaning, type) : undefined
  const row = rowOf(constraint)
  if (isCertain && row !== undefined && constraint.name === 'arrayUnique') makeLinear(metadata.constraintCls)
  // The built-in predicates read only their constraints.
  const fixed = { constraints } as unknown as ValidationArguments
  const args = (value: unknown, object: object): ValidationArguments => ({
    targetName: object.constructor.name,
    property: metadata.propertyName,
    object,
    value,
    constraints: constraints as unknown[]
  })
  const predicate = (value: unknown) => returnsTrue(() => instance.validate(value, fixed))
  const { validateIf } = metadata
  const judgesRecord = !builtIn || validateIf !== undefined
  const own: Rule['test'] = (value, owner) => settled(instance.validate(value, args(value, owner)), constraint, owner)
  const fullCheck = builtIn ? (applied?.rule.check ?? row?.check?.(constraints)) : undefined
  const decide = applied?.rule.test ?? row?.test?.(constraints, predicate, type) ?? predicate
  const expected = fullCheck !== undefined ? predicateOf(fullCheck, decide) : isCertain ? rejectingOnce(decide) : decide
  const check = isCertain ? fullCheck : undefined
  const isAlone = fullCheck === undefined && decide === predicate
  const alike = alikeOf(constraint, own)
  const seeming = bothOf(isAlone ? () => true : expected, alike, row)
  const test: Rule['test'] = !builtIn ? own : isCertain ? expected : seeming
  const isCalled =
    builtIn &&
    !isCertain &&
    validateIf === undefined &&
    row?.longest === undefined &&
    (isAlone || fullCheck !== undefined)
  // Made by the first fault: most rules never have one, and a text of an expression takes as long as a short request. A function,
  // a date or a list among the arguments may say something else later, and is compared as it is then.
  const keepsMessage = constraints.every(isFixed)
  let kept: string | undefined
  const limit = limitOf(applied === undefined ? row?.limit : () => applied.limit, constraints)
  const keywords =
    validateIf === undefined ? (applied?.rule.keywords ?? keywordsOf(row, constraints, type, predicate)) : undefined
  return {
    name: applied?.name ?? row?.name ?? constraint.name,
    constraint: constraint.name,
    each: metadata.each === true,
    constraints: applied === undefined ? constraints.map(snapshot) : [],
    keywords,
    exact: keywords !== undefined && !isPartial(applied?.rule.isPartial ?? row?.isPartial, constraints),
    readsRecord: judgesRecord || typeof metadata.message === 'function',
    judgesRecord,
    readsRawValue: (applied?.rule.readsRawValue ?? row?.readsRawValue) === true,
    ...(check !== undefined && validateIf === undefined && { check }),
    ...(isCalled && { call: { instance, args: valueArguments(constraints), check: fullCheck } }),
    ...(builtIn && constraint.name === 'matches' && { expression: expressionOf(constraints) }),
    ...(applied?.rule.expression !== undefined && { expression: applied.rule.expression }),
    ...(validateIf === undefined && maxLengthOf(check)),
    test:
      validateIf === undefined
        ? test
        : (value, owner) =>
            !validateIf(owner, (owner as { [property: string]: unknown })[metadata.propertyName]) || test(value, owner),
    ...(limit !== undefined && { limit }),
    message: (value, owner) => {
      if (metadata.message) return messageOf(constraint, args(value, owner))
      const own = kept ?? applied?.rule.message ?? row?.message?.(constraints)
      if (keepsMessage) kept = own
      return own ?? messageOf(constraint, args(value, owner))
    }
  }
}

/** Some rules of `@Field` are about texts and numbers, in different words. */
function ofType(applied: AppliedOption, { kind }: TypeSchema): AppliedOption {
  const { ofNumbers } = applied.rule
  return ofNumbers !== undefined && (kind === 'integer' || kind === 'number')
    ? { ...applied, rule: ofNumbers }
    : applied
}

/** Whether an argument of a decorator says the same for as long as the application runs. */
function isFixed(argument: unknown): boolean {
  return argument instanceof RegExp || argument === null || !['object', 'function'].includes(typeof argument)
}

/** The function of a constraint that only seems to be class-validator's own: it mostly needs no more than the value. */
function alikeOf({ instance, metadata: { constraints = [] } }: Constraint, own: Rule['test']): Rule['test'] {
  const args = valueArguments(constraints)
  return (value, owner) => {
    try {
      const result = instance.validate(value, args)
      return typeof result === 'boolean' ? result : !isTrue(result) && own(value, owner)
    } catch (error) {
      return readsMore(error) && returnsTrue(() => own(value, owner))
    }
  }
}

/** What the document says, and what the function says. */
function bothOf(
  expected: (value: unknown, owner: object) => boolean,
  alike: Rule['test'],
  { longest, acceptsMore = () => false }: Pick<RuleRow, 'longest' | 'acceptsMore'> = {}
): Rule['test'] {
  return (value, owner) =>
    expected(value, owner) && (isLonger(value, longest) || alike(value, owner) || acceptsMore(value))
}

/** What JSON has no form for is not shown: a user may give any arguments. */
function limitOf(limit: RuleRow['limit'], constraints: readonly unknown[]): Rule['limit'] {
  if (limit === undefined) return undefined
  return (value) => {
    const shown = limit(constraints, value)
    return typeof shown === 'string' || Number.isFinite(shown) ? (shown as string | number) : undefined
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
 * The keywords of the rule. Keywords are about the JSON value: if the binder makes another value of it, there are none.
 * Most keywords apply to one type of JSON only, so `type` is added unless the property's type implies it.
 */
function keywordsOf(
  row: RuleRow | undefined,
  constraints: readonly unknown[],
  type: TypeSchema,
  predicate: (value: unknown) => boolean
): RuleKeywords | undefined {
  const keywords = isHeldOtherwise(type) ? undefined : row?.keywords?.(constraints, type, predicate)
  const about = row?.about
  if (keywords === undefined || about === undefined || keywords.type !== undefined) return keywords
  return isImpliedBy(type, about) ? keywords : { type: about, ...keywords }
}

/** Whether all values of the type are of this type in JSON. */
function isImpliedBy(type: TypeSchema, about: NonNullable<RuleRow['about']>): boolean {
  return type.kind === about || (type.kind !== 'union' && plainKind(type) === about)
}

function settled(result: unknown, constraint: Constraint, owner: object): boolean {
  if (typeof (result as { then?: unknown } | undefined)?.then !== 'function') return Boolean(result)
  Promise.resolve(result).catch(() => undefined)
  throw new TypeError(
    `The constraint ${constraint.name} of ${owner.constructor.name}.${constraint.metadata.propertyName} ` +
      'returned a promise; declare it with { async: true }'
  )
}

/** class-validator's message, without the property's name before it. */
function messageOf(constraint: Constraint, args: ValidationArguments): string {
  const { metadata, instance } = constraint
  const template = metadata.message || instance.defaultMessage?.(args) || 'is not valid'
  const message = textOf(template, args)
  return metadata.message ? message : withoutProperty(message, args.property)
}

/** The text of a user's message for a fault that no decorator's constraint found. */
export function givenMessage(message: Template, property: string): MessageOf {
  return (value, object) =>
    textOf(message, { targetName: object.constructor.name, property, object, value, constraints: [] })
}

type Template = string | ((args: ValidationArguments) => string)

function textOf(template: Template, args: ValidationArguments): string {
  const text: unknown = typeof template === 'function' ? template(args) : template
  if (typeof text === 'string') return replaceTokens(text, args)
  // A promise that is rejected must not end the process.
  if (typeof text === 'object' && text !== null) Promise.resolve(text).catch(() => undefined)
  throw new TypeError(
    `The message function of ${args.targetName}.${args.property} returned no text, but ${kindOf(text)}`
  )
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  return value instanceof Promise ? 'a promise' : `a value of type ${typeof value}`
}

/** A message without the property's name before it. */
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
