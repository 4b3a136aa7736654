import { checkOptions, FLAG, type OptionTable } from '../../options.js'
import { FIELD_RULES, type FieldRuleOptions } from '../rule/field-options-rules.js'
import type { TypeSchema } from '../type/schema.js'
import type { FieldDeclaration, FieldOptions } from './field-declaration.js'
import type { FileLimits } from './file-type.js'

const RULES = Object.fromEntries(Object.keys(FIELD_RULES).map((name) => [name, true])) as OptionTable<FieldRuleOptions>

/** {@link FieldOptions}, by name. */
export const FIELD_OPTIONS: OptionTable<FieldOptions> = {
  ...RULES,
  name: true,
  type: true,
  optional: FLAG,
  nullable: FLAG,
  description: true,
  example: true,
  default: true,
  deprecated: FLAG,
  style: ['comma', 'deepObject'],
  readOnly: FLAG,
  writeOnly: FLAG,
  enum: true,
  each: FLAG,
  message: true
}

const FILE_OPTIONS: OptionTable<FieldOptions & FileLimits> = { ...FIELD_OPTIONS, maxSize: true, contentTypes: true }

const INSTEAD = {
  required: 'a field is required unless it is `optional` or has a `default`',
  items: 'write the type of a list as @Field(() => [Item])'
}

/**
 * Checks the names of a field's options.
 *
 * @param type of the field, where that is known
 * @throws BootstrapError of OPTION_UNKNOWN
 */
export function checkFieldOptionNames(
  { options }: FieldDeclaration,
  place: string,
  type: TypeSchema | undefined
): void {
  const item = type?.kind === 'array' ? type.items : type
  checkOptions(options, item?.kind === 'file' ? FILE_OPTIONS : FIELD_OPTIONS, place, { instead: INSTEAD })
}
