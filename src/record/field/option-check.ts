import { BootstrapError, SetupError } from '../../errors.js'
import { EXTENSIONS } from '../../extensions.js'
import type { Class } from '../../metadata.js'
import { checkOptions, FLAG, type OptionTable } from '../../options.js'
import { FIELD_RULES, type FieldRuleName, type FieldRuleOptions } from '../rule/field-rules.js'
import type { FieldSchema, TypeSchema } from '../type/schema.js'
import type { FieldDeclaration, FieldOptions } from './field-declaration.js'
import { faultOfRules, mayBeAbsent } from './field-decorators.js'
import { messageErrors } from './field-messages.js'
import type { FileLimits } from './file-fields.js'

/**
 * Checks the options of a field against its type, if that is known.
 *
 * @throws BootstrapError with all setup errors
 */
export function checkFieldOptions(declaration: FieldDeclaration, owner: Class, type: TypeSchema | undefined): void {
  const { property, options } = declaration
  const place = `${owner.name}.${property}`
  const errors: SetupError[] = []
  for (const name of Object.keys(FIELD_RULES) as FieldRuleName[]) {
    const value = options[name]
    if (value === undefined) continue
    const row = FIELD_RULES[name]
    const expected = row.expects(value)
    if (expected !== undefined) {
      const remedy = `give ${expected}`
      errors.push(new SetupError('FIELD_OPTION_INVALID', `the option ${name} is ${String(value)}`, place, remedy))
    }
    if (type !== undefined && (expected === undefined || row.kindsOf === undefined)) {
      const misfit = optionMisfit(name, row.kindsOf?.(value as never) ?? row.kinds, options.each === true, type)
      if (misfit !== undefined) errors.push(new SetupError('FIELD_OPTION_INVALID', misfit.what, place, misfit.remedy))
    }
  }
  const fault = faultOfRules(declaration)
  if (fault !== undefined) {
    const remedy = "give a list of class-validator's decorators, called: rules: [IsCreditCard(), Matches(/^4/)]"
    errors.push(new SetupError('FIELD_OPTION_INVALID', fault, place, remedy))
  }
  const isRequired = type !== undefined && !mayBeAbsent(options, type)
  errors.push(...messageErrors(declaration, type, isRequired, place))
  for (const what of contradictions(options)) {
    errors.push(new SetupError('FIELD_OPTION_INVALID', what, place, 'change one of them'))
  }
  if (options.readOnly === true && options.writeOnly === true) {
    const what = 'the field is both readOnly and writeOnly, so it never travels'
    errors.push(new SetupError('FIELD_OPTION_INVALID', what, place, 'keep one of them'))
  }
  errors.push(...annotationErrors(options, place))
  const { name } = options
  if (name !== undefined && (typeof name !== 'string' || name === '')) {
    const what = name === '' ? 'the name is empty' : 'the name is not a text'
    errors.push(new SetupError('FIELD_OPTION_INVALID', what, place, 'name the field or leave `name` out'))
  }
  if (errors.length > 0) throw new BootstrapError(errors)
}

/**
 * What is wrong with the annotations of a field or a record.
 *
 * @internal
 */
export function annotationErrors(
  { title, description, example, examples }: Pick<FieldOptions, 'title' | 'description' | 'example' | 'examples'>,
  place: string
): SetupError[] {
  const invalid = (what: string, remedy: string) => new SetupError('FIELD_OPTION_INVALID', what, place, remedy)
  const errors: SetupError[] = []
  if (title !== undefined && (typeof title !== 'string' || title === '')) {
    errors.push(invalid('the title is not a text', 'give a text, or remove it'))
  }
  if (description !== undefined && typeof description !== 'string') {
    errors.push(invalid('the description is not a text', 'give a text, or remove it'))
  }
  if (examples === undefined) return errors
  if (!Array.isArray(examples) || examples.length === 0) {
    errors.push(invalid('examples is not a list of values', "write examples: ['ABC-12', 'XYZ-9']"))
  } else if (example !== undefined)
    errors.push(invalid('it has example and examples', 'put the first among the second'))
  return errors
}

/** Pairs of bounds that no value can be within. */
function contradictions(options: FieldOptions): string[] {
  const pairs = [
    ['minLength', 'maxLength'],
    ['minItems', 'maxItems'],
    ['minProperties', 'maxProperties'],
    ['minimum', 'maximum']
  ] as const
  return pairs
    .filter(
      ([least, most]) => (options[least] ?? Number.NEGATIVE_INFINITY) > (options[most] ?? Number.POSITIVE_INFINITY)
    )
    .map(([least, most]) => `${least} ${options[least]} is more than ${most} ${options[most]}`)
}

function optionMisfit(
  name: string,
  kinds: readonly TypeSchema['kind'][],
  each: boolean,
  type: TypeSchema
): { what: string; remedy: string } | undefined {
  const whole = type.kind === 'nullable' ? type.type : type
  if (whole.kind === 'standard') {
    const what = `the option ${name} does not apply to a schema of another library`
    return { what, remedy: 'write the rule in the schema' }
  }
  const item = whole.kind === 'array' ? (whole.items.kind === 'nullable' ? whole.items.type : whole.items) : undefined
  if (each && item !== undefined && !kinds.includes('array')) {
    if (kinds.includes(item.kind)) return undefined
    return { what: `the option ${name} does not apply to items of type ${item.kind}`, remedy: 'remove it' }
  }
  if (kinds.includes(whole.kind)) return undefined
  if (item !== undefined && kinds.includes(item.kind)) {
    return { what: `the option ${name} does not apply to an array`, remedy: 'add `each: true` if its items are meant' }
  }
  return { what: `the option ${name} does not apply to the type ${whole.kind}`, remedy: 'remove it' }
}

/** @throws SetupError FIELD_OPTION_INVALID if two fields have the same name in JSON */
export function checkFieldNames(target: Class, fields: readonly FieldSchema[]): void {
  const byName = new Map<string, FieldSchema>()
  for (const field of fields) {
    const other = byName.get(field.name)
    if (other !== undefined) {
      throw new SetupError(
        'FIELD_OPTION_INVALID',
        `the JSON name '${field.name}' is used by ${other.property} as well`,
        `${target.name}.${field.property}`,
        'give one of them another `name`'
      )
    }
    byName.set(field.name, field)
  }
}

const RULES = Object.fromEntries(Object.keys(FIELD_RULES).map((name) => [name, true])) as OptionTable<FieldRuleOptions>

/** {@link FieldOptions}, by name. */
export const FIELD_OPTIONS: OptionTable<FieldOptions> = {
  ...RULES,
  name: true,
  type: true,
  optional: FLAG,
  nullable: FLAG,
  title: true,
  description: true,
  example: true,
  examples: true,
  default: true,
  deprecated: FLAG,
  style: ['comma', 'deepObject'],
  readOnly: FLAG,
  writeOnly: FLAG,
  enum: true,
  each: FLAG,
  rules: true,
  message: true,
  messages: true,
  [EXTENSIONS]: true
}

const FILE_OPTIONS: OptionTable<FieldOptions & FileLimits> = { ...FIELD_OPTIONS, maxSize: true, contentTypes: true }

const INSTEAD = {
  required: 'a field is required unless it is `optional` or has a `default`',
  items: 'write the type of a list as @Field(() => [Item])'
}

/**
 * Checks the names of a field's options.
 *
 * @param type of the field, if that is known
 * @throws BootstrapError of OPTION_UNKNOWN
 */
export function checkFieldOptionNames(
  declaration: FieldDeclaration,
  place: string,
  type: TypeSchema | undefined
): void {
  const options = 'misgiven' in declaration ? (declaration.misgiven as FieldOptions) : declaration.options
  const item = type?.kind === 'array' ? type.items : type
  checkOptions(options, item?.kind === 'file' ? FILE_OPTIONS : FIELD_OPTIONS, place, { instead: INSTEAD })
}
