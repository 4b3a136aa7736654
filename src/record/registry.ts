import { SetupError, SetupErrors } from '../errors.js'
import { type Class, lineage } from '../metadata.js'
import { checkFieldNames, checkFieldOptions } from './field-check.js'
import { type FieldDeclaration, ownFields } from './field-declaration.js'
import { appliedTypeRules } from './field-decorators.js'
import { exposedName, inferType } from './inferred-type.js'
import { type Constraint, type PropertyRules, passes, readPropertyRules } from './property-rules.js'
import { recordOptions } from './record.js'
import type { FieldSchema, RecordSchema, Rule, TypeSchema } from './schema.js'
import { ruleOf } from './validator-rules.js'

const schemas = new WeakMap<Class, RecordSchema>()

/** Whether the class declares fields, by `@Field` or by class-validator's decorators. */
export function isRecord(target: Class): boolean {
  return (
    schemas.has(target) ||
    lineage(target).some((at) => ownFields(at).length > 0) ||
    readPropertyRules(target).length > 0
  )
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
    errors.attempt(() => checkFieldOptions(declaration, owner, types.get(declaration.property)))
  }
  const rules = new Map(readPropertyRules(target).map((property) => [property.property, property]))
  const fields: FieldSchema[] = []
  for (const { declaration } of declarations.values()) {
    const type = types.get(declaration.property)
    if (type !== undefined) fields.push(declaredField(declaration, type, rules.get(declaration.property)))
  }
  for (const property of rules.values()) {
    if (!declarations.has(property.property)) errors.attempt(() => fields.push(inferredField(target, property)))
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
  errors.attempt(() => checkFieldNames(target, fields))
  errors.throwIfAny()
  const options = recordOptions(target)
  return {
    name: options.name ?? target.name,
    class: target,
    description: options.description,
    fields,
    unknownFields: options.unknownFields,
    needsClassValidator: fields.some((field) => field.rules.some((rule) => rule.stage === 'asynchronous'))
  }
}

function declaredField(
  { property, options }: FieldDeclaration,
  declared: TypeSchema,
  rules: PropertyRules | undefined
): FieldSchema {
  const type = declared.kind === 'nullable' ? declared.type : declared
  return {
    property,
    name: options.name ?? property,
    ...checks({
      type,
      required: options.optional !== true && options.default === undefined && rules?.isOptional !== true,
      nullable: declared !== type || type.kind === 'any' || options.nullable === true || rules?.isOptional === true,
      rules
    }),
    description: options.description,
    example: options.example,
    default: options.default,
    deprecated: options.deprecated === true,
    ...(options.readOnly === true && { access: 'readOnly' }),
    ...(options.writeOnly === true && { access: 'writeOnly' })
  }
}

/** A field that only class-validator's decorators declare. */
function inferredField(target: Class, rules: PropertyRules): FieldSchema {
  return {
    property: rules.property,
    name: exposedName(target, rules.property),
    ...checks({
      type: inferType(target, rules),
      // Without IsOptional class-validator lets an absent value pass only where no constraint minds.
      required:
        !rules.isOptional &&
        (rules.nested !== undefined || rules.constraints.some((constraint) => !passes(constraint, undefined))),
      nullable: rules.isOptional,
      rules
    }),
    description: undefined,
    example: undefined,
    default: undefined,
    deprecated: false
  }
}

type Checks = Pick<FieldSchema, 'type' | 'required' | 'nullable' | 'rules' | 'condition'>

function checks(field: Omit<Checks, 'rules' | 'condition'> & { readonly rules: PropertyRules | undefined }): Checks {
  const { type, required, nullable, rules: found } = field
  const rules = found === undefined ? [] : rulesOf(type, found)
  if (found === undefined || found.conditions.length === 0) return { type, required, nullable, rules }
  return {
    type: { kind: 'any' },
    required: false,
    nullable: true,
    rules: rules.filter((rule) => rule.stage === 'asynchronous'),
    condition: {
      holds: (record, value) => found.conditions.map((condition) => condition(record, value)).every(Boolean),
      type: nullable ? { kind: 'nullable', type } : type,
      required,
      rules
    }
  }
}

/** The constraints that the type does not imply already. */
function rulesOf(type: TypeSchema, { constraints }: PropertyRules): Rule[] {
  return constraints.flatMap((constraint): Rule[] => {
    const isEach = constraint.metadata.each === true
    const about = isEach && type.kind === 'array' ? withoutNull(type.items) : type
    if (isImplied(constraint, about)) return []
    const rule = ruleOf(constraint, about)
    return [constraint.isAsync ? { ...rule, keywords: undefined, stage: 'asynchronous' } : rule]
  })
}

function withoutNull(type: TypeSchema): TypeSchema {
  return type.kind === 'nullable' ? type.type : type
}

const IMPLIED_BY: Readonly<Record<string, readonly TypeSchema['kind'][]>> = {
  isString: ['string', 'date'],
  isInt: ['integer'],
  isNumber: ['integer', 'number'],
  isBoolean: ['boolean'],
  isDate: ['timestamp'],
  isArray: ['array', 'tuple'],
  isObject: ['map', 'record'],
  isDefined: [
    ...['string', 'integer', 'number', 'boolean', 'timestamp', 'date', 'enum', 'array', 'tuple', 'map'],
    ...['record', 'union']
  ] as TypeSchema['kind'][]
}

function isImplied({ name, isBuiltIn, instance, metadata }: Constraint, type: TypeSchema): boolean {
  if (!isBuiltIn || metadata.validateIf !== undefined) return false
  if (IMPLIED_BY[name]?.includes(type.kind)) {
    // IsNumber with options (decimal places) says more than the type does.
    return name !== 'isNumber' || Object.keys((metadata.constraints?.[0] as object | undefined) ?? {}).length === 0
  }
  const args = { constraints: metadata.constraints ?? [] } as never
  return type.kind === 'enum' && type.values.every((value) => instance.validate(value, args) === true)
}
