import { BootstrapError, SetupError, SetupErrors } from '../errors.js'
import { type Class, lineage } from '../metadata.js'
import { type FieldDeclaration, ownFields } from './field-declaration.js'
import { appliedTypeRules } from './field-decorators.js'
import { FIELD_RULES, type FieldRuleName } from './field-rules.js'
import { inferType } from './inferred-type.js'
import { recordOptions } from './record.js'
import type { FieldSchema, RecordSchema, Rule, TypeSchema } from './schema.js'
import { type PropertyRules, readPropertyRules, ruleOf } from './validator-rules.js'

const schemas = new WeakMap<Class, RecordSchema>()

/** Whether the class declares fields, by `@Field` or by class-validator's decorators. */
export function isRecord(target: Class): boolean {
  return schemas.has(target) || lineage(target).some((at) => ownFields(at).length > 0) || readPropertyRules(target).length > 0
}

/**
 * The model of a record class; made once.
 *
 * @throws BootstrapError with every setup error of the record's fields.
 */
export function recordSchemaOf(target: Class): RecordSchema {
  const known = schemas.get(target)
  if (known !== undefined) return known
  const schema = readRecord(target)
  schemas.set(target, schema)
  return schema
}

function readRecord(target: Class): RecordSchema {
  const errors = new SetupErrors()
  const declarations = new Map<string, { declaration: FieldDeclaration; owner: Class }>()
  for (const owner of lineage(target)) {
    for (const declaration of ownFields(owner)) declarations.set(declaration.property, { declaration, owner })
  }
  const types = new Map<string, TypeSchema>()
  for (const { declaration, owner } of declarations.values()) {
    errors.attempt(() => types.set(declaration.property, appliedTypeRules(owner, declaration)))
    errors.attempt(() => checkOptions(declaration, owner, types.get(declaration.property)))
  }
  const rules = new Map(readPropertyRules(target).map((property) => [property.property, property]))
  const fields: FieldSchema[] = []
  let needsClassValidator = false
  const needs = (property: PropertyRules | undefined) => {
    if (property === undefined) return
    needsClassValidator ||= property.isConditional || property.constraints.some((constraint) => constraint.isExternal)
  }
  for (const { declaration } of declarations.values()) {
    const type = types.get(declaration.property)
    if (type === undefined) continue
    const property = rules.get(declaration.property)
    needs(property)
    fields.push(declaredField(declaration, type, property))
  }
  for (const property of rules.values()) {
    if (declarations.has(property.property)) continue
    needs(property)
    errors.attempt(() => fields.push(inferredField(target, property)))
  }
  if (declarations.size === 0 && rules.size === 0) {
    errors.attempt(() => {
      throw new SetupError(
        'RECORD_INVALID',
        'the class declares no field',
        target.name || 'an anonymous class',
        'decorate its properties with @Field, or name another type'
      )
    })
  }
  errors.attempt(() => checkNames(target, fields))
  errors.throwIfAny()
  const options = recordOptions(target)
  return {
    name: options.name ?? target.name,
    class: target,
    description: options.description,
    fields,
    unknownFields: options.unknownFields ?? 'strip',
    needsClassValidator
  }
}

function declaredField(
  { property, options }: FieldDeclaration,
  type: TypeSchema,
  rules: PropertyRules | undefined
): FieldSchema {
  const isNullable = type.kind === 'nullable'
  const inner = isNullable ? type.type : type
  return {
    property,
    name: options.name ?? property,
    type: inner,
    required: options.optional !== true && options.default === undefined && rules?.isOptional !== true,
    nullable: isNullable || options.nullable === true || rules?.isOptional === true,
    rules: inlineRules(inner, rules),
    description: options.description,
    example: options.example,
    default: options.default,
    deprecated: options.deprecated === true
  }
}

/** A field that only class-validator's decorators declare. */
function inferredField(target: Class, rules: PropertyRules): FieldSchema {
  const type: TypeSchema = rules.isConditional ? { kind: 'any' } : inferType(target, rules)
  // Without IsOptional class-validator lets an absent value pass only where no constraint looks at it.
  const isUnchecked = rules.constraints.length === 0 && rules.nested === undefined && !rules.isDefined
  return {
    property: rules.property,
    name: rules.property,
    type,
    required: !rules.isOptional && !rules.isConditional && !isUnchecked,
    nullable: rules.isOptional,
    rules: inlineRules(type, rules),
    description: undefined,
    example: undefined,
    default: undefined,
    deprecated: false
  }
}

/** The constraints that the binder runs itself and that the type does not imply already. */
function inlineRules(type: TypeSchema, rules: PropertyRules | undefined): Rule[] {
  if (rules === undefined || rules.isConditional) return []
  return rules.constraints
    .filter((constraint) => !constraint.isExternal)
    .filter((constraint) => {
      const about = constraint.metadata.each === true && type.kind === 'array' ? type.items : type
      return !(constraint.isBuiltIn && isImplied(constraint.name, constraint.metadata.constraints, about))
    })
    .map((constraint) => {
      const about = constraint.metadata.each === true && type.kind === 'array' ? type.items : type
      return ruleOf(constraint, about.kind)
    })
}

const IMPLIED_BY: Readonly<Record<string, readonly TypeSchema['kind'][]>> = {
  isString: ['string'],
  isInt: ['integer'],
  isNumber: ['integer', 'number'],
  isBoolean: ['boolean'],
  isDate: ['timestamp'],
  isArray: ['array'],
  isObject: ['map', 'record'],
  isIn: ['enum'],
  isEnum: ['enum']
}

function isImplied(name: string, constraints: readonly unknown[] | undefined, type: TypeSchema): boolean {
  if (!IMPLIED_BY[name]?.includes(type.kind)) return false
  // IsNumber with options (decimal places) says more than the type does.
  return name !== 'isNumber' || Object.keys((constraints?.[0] as object | undefined) ?? {}).length === 0
}

function checkOptions({ property, options }: FieldDeclaration, owner: Class, type: TypeSchema | undefined): void {
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
    if (type !== undefined) {
      const misfit = optionMisfit(name, row.kinds, options.each === true, type)
      if (misfit !== undefined) errors.push(new SetupError('FIELD_OPTION_INVALID', misfit.what, place, misfit.remedy))
    }
  }
  if (options.name === '') {
    errors.push(new SetupError('FIELD_OPTION_INVALID', 'the name is empty', place, 'name the field or leave `name` out'))
  }
  if (errors.length > 0) throw new BootstrapError(errors)
}

function optionMisfit(
  name: string,
  kinds: readonly TypeSchema['kind'][],
  each: boolean,
  type: TypeSchema
): { what: string; remedy: string } | undefined {
  const whole = type.kind === 'nullable' ? type.type : type
  const item = whole.kind === 'array' ? (whole.items.kind === 'nullable' ? whole.items.type : whole.items) : undefined
  if (each && item !== undefined && !kinds.includes('array')) {
    if (kinds.includes(item.kind)) return undefined
    return { what: `the option ${name} has no meaning for items of type ${item.kind}`, remedy: 'remove it' }
  }
  if (kinds.includes(whole.kind)) return undefined
  if (item !== undefined && kinds.includes(item.kind)) {
    return { what: `the option ${name} has no meaning for an array`, remedy: 'add `each: true` if its items are meant' }
  }
  return { what: `the option ${name} has no meaning for the type ${whole.kind}`, remedy: 'remove it' }
}

function checkNames(target: Class, fields: readonly FieldSchema[]): void {
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
