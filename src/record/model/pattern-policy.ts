import { type Growth, patternCost } from 'fieldstone-pattern-cost'
import { SetupError, SetupErrors } from '../../errors.js'
import { standardModelOf } from '../standard/standard-model.js'
import type { FieldSchema, Rule, TypeSchema } from '../type/schema.js'
import { isStandardSchema } from '../type/standard-schema.js'
import { partsOf } from '../type/type-records.js'
import { isCheapWithin, maxLengthFor } from '../type/user-pattern.js'
import { reachableRecords } from './reachable-records.js'

/**
 * Rejects, at start-up, regular expressions that backtrack catastrophically on texts that a client may send. The author
 * of an application may name some as trusted.
 */
export class PatternPolicy {
  readonly #trusted: readonly (string | RegExp)[]
  readonly #used = new Set<string | RegExp>()
  /** The errors of each list of fields, so that a record of many routes is checked once. */
  readonly #known = new WeakMap<readonly FieldSchema[], readonly SetupError[]>()

  readonly #passed = new WeakSet<object>()

  /** @param trusted each as a regular expression, or as the source of one */
  constructor(trusted: readonly (string | RegExp)[] = []) {
    this.#trusted = trusted
  }

  /** @throws BootstrapError with a PATTERN_UNSAFE for each unsafe pattern of the type's records */
  checkType(type: TypeSchema): void {
    const errors = new SetupErrors()
    for (const error of this.#errorsOfSchemas(type)) errors.add(error)
    for (const { name, fields, additional } of reachableRecords(type).values()) {
      for (const error of additional === undefined ? [] : this.#errorsOfSchemas(additional)) errors.add(error)
      for (const error of this.#errorsOf(fields, name)) errors.attempt(() => raise(error))
    }
    errors.throwIfAny()
  }

  /** The same for one parameter. */
  checkParameter(field: FieldSchema, place: string): void {
    const errors = new SetupErrors()
    for (const error of this.#errorsOfField(field, place)) errors.attempt(() => raise(error))
    errors.attempt(() => this.checkType(field.type))
    errors.throwIfAny()
  }

  /** The same for what a handler binds; cheap if it was checked before. */
  checkBindable(bindable: unknown, typeOf: () => TypeSchema): void {
    const key = Array.isArray(bindable) ? bindable[0] : bindable
    if (typeof key !== 'function' && !isStandardSchema(key)) this.checkType(typeOf())
    else if (!this.#passed.has(key)) {
      this.checkType(typeOf())
      this.#passed.add(key)
    }
  }

  /** The trusted patterns that no checked field has. */
  get unused(): readonly string[] {
    return this.#trusted.filter((each) => !this.#used.has(each)).map(String)
  }

  #errorsOf(fields: readonly FieldSchema[], record: string): readonly SetupError[] {
    const known = this.#known.get(fields)
    if (known !== undefined) return known
    const read = fields.filter(({ access }) => access !== 'readOnly')
    const errors = read.flatMap((field) => this.#errorsOfField(field, `${record}.${field.property}`))
    this.#known.set(fields, errors)
    return errors
  }

  #errorsOfField({ type, rules, condition }: FieldSchema, place: string): SetupError[] {
    const all = [...new Set([...rules, ...(condition?.rules ?? [])])]
    const ofSchemas = this.#errorsOfSchemas(type)
    const ofRules = all.flatMap((rule) => {
      const { expression } = rule
      if (expression === undefined || this.#isTrusted(expression)) return []
      const { source, flags } = expression
      const maxLength = maxLengthFor(rule, all)
      if (isCheapWithin(source, flags, maxLength)) return []
      return unsafe(expression, maxLength, (length) => lengthRule(rule, length), place)
    })
    return [...ofSchemas, ...ofRules]
  }

  /** A library may match a pattern with a text that is too long for another rule. */
  #errorsOfSchemas(type: TypeSchema): SetupError[] {
    if (type.kind !== 'standard') return partsOf(type).flatMap((part) => this.#errorsOfSchemas(part))
    const { schema, whole = schema, place } = type
    const costly = standardModelOf({ schema: whole }).costlyPatterns(place)
    return costly
      .filter((pattern) => !this.#isTrusted(pattern))
      .map((pattern) => unsafe(pattern, Number.POSITIVE_INFINITY, undefined, place))
  }

  #isTrusted({ source, flags }: RegExp): boolean {
    const matching = this.#trusted.filter((each) =>
      typeof each === 'string' ? each === source : each.source === source && meaning(each.flags) === meaning(flags)
    )
    for (const each of matching) this.#used.add(each)
    return matching.length > 0
  }
}

function raise(error: Error): never {
  throw error
}

/** The flags that change what is matched, except `u`, which a field's pattern always has. */
function meaning(flags: string): string {
  return flags.replace(/[dguy]/g, '')
}

/** @param lengthRule how a rule is written that makes the pattern safe by a length, where one can */
function unsafe(
  { source, flags }: RegExp,
  maxLength: number,
  lengthRule: ((length: number) => string) | undefined,
  place: string
): SetupError {
  const { growth, cheapLength } = patternCost(source, flags)
  const pattern = `the pattern ${new RegExp(source, flags)}`
  const trust = 'trustedPatterns of the application'
  if (growth.kind === 'unknown') {
    const what = `${pattern} cannot be checked for catastrophic backtracking`
    const remedy =
      'write it without look-behind of any length, inline flags and set operations, and shorter; ' +
      `or, where you know that it takes linear time, name it in ${trust}`
    return new SetupError('PATTERN_UNSAFE', what, place, remedy)
  }
  const bound = maxLength === Number.POSITIVE_INFINITY ? '' : `, ${maxLength} characters included`
  const rewrite = 'let no two repeated parts of it match the same text, as in "[^-]+-.+" instead of ".+-.+"'
  const remedies = [
    ...(cheapLength === undefined || lengthRule === undefined
      ? []
      : [`${bound === '' ? 'add' : 'lower it to'} ${lengthRule(cheapLength)}`]),
    rewrite,
    `or name it in ${trust} if its texts are short by other means`
  ]
  return new SetupError('PATTERN_UNSAFE', `${pattern} ${effectOf(growth)}${bound}`, place, remedies.join('; '))
}

function effectOf(growth: Growth): string {
  if (growth.kind === 'exponential') return 'takes time that doubles with each character of some texts'
  if (growth.kind === 'bounded') return 'tries some texts in too many ways'
  return `takes time that grows with ${powerOf(growth.degree)} of the length of some texts`
}

/** The time for a text: the degree is that of the ways for each of its places. */
function powerOf(degree: number): string {
  if (degree === 1) return 'the square'
  return degree === 2 ? 'the cube' : `the power ${degree + 1}`
}

/** The rule of a length, as the author of the field writes it. */
function lengthRule({ each, constraints }: Rule, length: number): string {
  // The rules of @Field have no constraints.
  if (constraints.length === 0) return `maxLength: ${length}`
  return each ? `@MaxLength(${length}, { each: true })` : `@MaxLength(${length})`
}
