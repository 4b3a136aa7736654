import { appliedByField } from '../field/applied-metadata.js'
import { isWrapper } from '../library/constraint-wrapper.js'
import type { ValidationArguments } from '../library/metadata-storage.js'
import { getMetadataStorage } from '../library/metadata-storage.js'
import { expressionOf, guarded, isAlwaysCheap } from '../regex/user-pattern.js'
import { knownConstraint } from './known-constraint.js'
import { type FixedMessage, fixedMessage, type Message } from './message.js'
import type { ValueTest } from './value-tests.js'

/** class-validator's record of one decorator on one property. */
export interface ValidationMetadata {
  readonly type: string
  readonly name: string | undefined
  readonly target: (new () => object) | string
  readonly propertyName: string
  readonly constraintCls: new () => object
  readonly constraints: unknown[]
  readonly message: Message
  readonly each: boolean
  readonly context: object | undefined
  readonly validateIf: ((object: object, value: unknown) => boolean) | undefined
}

/** One constraint of a decorator. */
export interface Constraint {
  /** The key of its message in an error. */
  readonly type: string
  readonly isAsync: boolean
  /** Set if it reads only the value. */
  readonly test: ValueTest | undefined
  /** Accepts no value that is invalid, and calls nothing that may count its calls; undefined if there is none. */
  readonly quickTest: ValueTest | undefined
  readonly fixedMessage: FixedMessage | undefined
  /** If it has several messages: those used so far, with their tokens replaced. */
  readonly texts: Map<string, string> | undefined
  readonly instance: () => ConstraintInstance
}

export interface ConstraintInstance {
  validate(value: unknown, args: ValidationArguments): unknown
  defaultMessage?: unknown
}

/** One decorator that constrains a value, with its constraints. */
export interface Rule {
  readonly metadata: ValidationMetadata
  readonly constraints: readonly Constraint[]
}

/** A context that an error carries where the constraint of this type failed. */
export interface Context {
  readonly type: string
  readonly context: object
}

/** How one property is validated, in class-validator's order. */
export interface PropertyPlan {
  readonly property: string
  readonly conditions: readonly ((object: object, value: unknown) => unknown)[]
  readonly defined: readonly Rule[]
  readonly definedContexts: readonly Context[]
  readonly rules: readonly Rule[]
  readonly nested: NestedPlan | undefined
  readonly contexts: readonly Context[]
  /** The tests that a valid value passes; undefined if a user's functions, which may count their calls, are called. */
  readonly tests: PropertyTests | undefined
}

/** The tests of a property that are class-validator's own, so that it does not matter how often they are called. */
export interface PropertyTests {
  readonly isOptional: boolean
  readonly whole: readonly ValueTest[]
  /** Called for each item of a list, and for a value other than a list. */
  readonly each: readonly ValueTest[]
}

/** How a nested value is validated: once for each ValidateNested. */
export interface NestedPlan {
  readonly metadatas: readonly ValidationMetadata[]
  readonly contexts: readonly Context[]
}

/** How the objects of one class are validated, by class-validator's metadata of the chosen groups. */
export interface ClassPlan {
  /** By property, as class-validator groups it: its whitelist reads this object. */
  readonly grouped: Readonly<Record<string, readonly unknown[] | undefined>>
  readonly isEmpty: boolean
  /** Whether a constraint is asynchronous, which only class-validator itself awaits. */
  readonly isAsync: boolean
  /** Whether class-validator itself must validate these objects. */
  readonly needsLibrary: boolean
  readonly properties: readonly PropertyPlan[]
}

/**
 * The plan of a class, from the metadata that was chosen for it, grouped by property.
 *
 * @param guardsPatterns whether a costly pattern is skipped for a text that a rule of its length rejects. If not, it is
 * checked, as class-validator does.
 */
export function planOf(grouped: { [property: string]: ValidationMetadata[] }, guardsPatterns = false): ClassPlan {
  const properties = Object.keys(grouped).map((name) =>
    propertyPlan(name, grouped[name] as ValidationMetadata[], guardsPatterns)
  )
  const constraints = properties.flatMap(({ defined, rules }) =>
    [...defined, ...rules].flatMap((rule) => rule.constraints)
  )
  return {
    grouped,
    // A class with metadata on a symbol alone is known, although class-validator checks nothing of it.
    isEmpty: Reflect.ownKeys(grouped).length === 0,
    isAsync: constraints.some(({ isAsync }) => isAsync),
    needsLibrary: Object.values(grouped).some((all) => all.some(({ type }) => type === 'promiseValidation')),
    properties
  }
}

function propertyPlan(property: string, all: readonly ValidationMetadata[], guardsPatterns: boolean): PropertyPlan {
  const of = (type: string) => all.filter((metadata) => metadata.type === type)
  const [defined, found] = [of('isDefined').map(ruleOf), of('customValidation').map(ruleOf)]
  const rules = guardsPatterns ? guardedRules(found) : found
  const [conditional, nested] = [of('conditionalValidation'), of('nestedValidation')]
  // With two ValidateNested the errors of a nested value are reported twice.
  const isPlain = conditional.every(({ name }) => name === 'isOptional') && nested.length < 2
  return {
    property,
    conditions: conditional.map(({ constraints }) => constraints[0] as never),
    defined,
    definedContexts: contextsOf(of('isDefined')),
    rules,
    nested: nested.length === 0 ? undefined : { metadatas: nested, contexts: contextsOf(nested) },
    contexts: contextsOf(all),
    tests: isPlain ? testsOf([...defined, ...rules], conditional.length > 0) : undefined
  }
}

/** The rules with their costly patterns limited to the length that another rule allows. */
function guardedRules(rules: readonly Rule[]): readonly Rule[] {
  return rules.map((rule) => {
    const { metadata, constraints } = rule
    const isCostly = (type: string) => type === 'matches' && isCostlyPattern(metadata.constraints)
    if (!constraints.some(({ type }) => isCostly(type))) return rule
    const maxLength = Math.min(...rules.filter((other) => other.metadata.each === metadata.each).map(maxLengthOf))
    if (maxLength === Number.POSITIVE_INFINITY) return rule
    return {
      metadata,
      constraints: constraints.map((constraint) => {
        const { quickTest, type } = constraint
        if (quickTest === undefined || !isCostly(type)) return constraint
        const limited: ValueTest = { holds: guarded(quickTest.holds, maxLength) }
        return { ...constraint, test: limited, quickTest: limited }
      })
    }
  })
}

function isCostlyPattern(constraints: readonly unknown[] | undefined): boolean {
  const expression = expressionOf(constraints ?? [])
  return expression !== undefined && !isAlwaysCheap(expression)
}

function maxLengthOf({ metadata: { validateIf, constraints = [] }, constraints: [first] }: Rule): number {
  const given = first?.type === 'maxLength' ? constraints[0] : first?.type === 'isLength' ? constraints[1] : undefined
  return validateIf === undefined && typeof given === 'number' ? given : Number.POSITIVE_INFINITY
}

function testsOf(rules: readonly Rule[], isOptional: boolean): PropertyTests | undefined {
  const [whole, each]: [ValueTest[], ValueTest[]] = [[], []]
  for (const { metadata, constraints } of rules) {
    if (metadata.validateIf) return undefined
    for (const { quickTest } of constraints) {
      if (quickTest === undefined) return undefined
      ;(metadata.each ? each : whole).push(quickTest)
    }
  }
  return { isOptional, whole, each }
}

function ruleOf(metadata: ValidationMetadata): Rule {
  const constraints = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls as never)
  return { metadata, constraints: constraints.map((constraint) => constraintOf(metadata, constraint as never)) }
}

function constraintOf(
  metadata: ValidationMetadata,
  constraint: { readonly name: string | undefined; readonly async: boolean; readonly instance: ConstraintInstance }
): Constraint {
  const type = constraint.name || metadata.type
  const { async: isAsync } = constraint
  // An instance of a user's class comes from the container, which may return another one each time.
  if (!isWrapper(metadata.constraintCls)) {
    return {
      type,
      isAsync,
      test: undefined,
      quickTest: undefined,
      fixedMessage: undefined,
      texts: undefined,
      instance: () => constraint.instance
    }
  }
  // class-validator's own wrapper has no state. The container would search for it among all instances each time.
  const { instance } = constraint
  const facts = { ...metadata, name: constraint.name, instance: instance as never }
  const known = isAsync ? undefined : knownConstraint(facts, appliedByField(metadata as never))
  return {
    type,
    isAsync,
    test: known?.isCertain === true ? known.test : undefined,
    quickTest: known?.test,
    fixedMessage: fixedMessage(metadata, known?.message),
    texts: known?.choosesMessage ? new Map() : undefined,
    instance: () => instance
  }
}

function contextsOf(metadatas: readonly ValidationMetadata[]): Context[] {
  return metadatas.flatMap((metadata) => {
    if (!metadata.context) return []
    const [constraint] =
      metadata.type === 'customValidation'
        ? getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls as never)
        : []
    return [{ type: constraint?.name || metadata.type, context: metadata.context }]
  })
}
