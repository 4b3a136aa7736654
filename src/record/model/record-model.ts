import { SetupError, SetupErrors } from '../../errors.js'
import { type Class, lineage } from '../../metadata.js'
import { declaredType } from '../field/declared-type.js'
import { type FieldDeclaration, ownFields } from '../field/field-declaration.js'
import { appliedTypeRules } from '../field/field-decorators.js'
import { transformedFields } from '../field/field-transform.js'
import { selectionOf } from '../field/groups.js'
import { checkFieldNames, checkFieldOptionNames, checkFieldOptions } from '../field/option-check.js'
import { checkRecordOptions, type RecordOptions, recordOptions } from '../field/record.js'
import { hasFieldsAlone, registerFields } from '../field/registration.js'
import { canBeEmittedAs, describeType } from '../kinds/type-facts.js'
import { lostDecorators } from '../library/legacy-decorators.js'
import type { ValidationSelection } from '../library/metadata-storage.js'
import { transformationOf, transformedProperties } from '../library/transformation-metadata.js'
import { PLAIN_SELECTION } from '../library/validation-metadata.js'
import type { FieldSchema, RecordSchema, TypeSchema } from '../type/schema.js'
import { parseType } from '../type/type-expression.js'
import { noRules, type PropertyRules, readPropertyRules, rulesOfField } from './constraints.js'
import { annotations, declaredField, inferredFields } from './field-model.js'
import { initialValues } from './initial-values.js'

/**
 * Reads the model of a record from the decorators of its class and its ancestors.
 *
 * @param inGroups replaces the records of a type by those of the class's groups
 * @throws BootstrapError with every setup error of the record's fields
 */
export function readRecord(target: Class, inGroups: (type: TypeSchema) => TypeSchema): RecordSchema {
  const { source, selection } = selectionOf(target)
  const errors = new SetupErrors()
  errors.attempt(() => checkRecordOptions(source))
  const isPlain = hasFieldsAlone(source)
  if (!isPlain) registerFields(source)
  for (const error of lostDecorators(source)) errors.add(error)
  const declarations = declarationsOf(source, errors, isPlain)
  const checked = isPlain ? rulesOfFields(declarations) : rulesOf(source, selection)
  const fields = [...declarations].flatMap(([property, { declaration, type }]) => {
    if (type === undefined) return []
    const field = declaredField(declaration, inGroups(type), checked.get(property))
    return transformedFields(field, transformationOf(source, property))
  })
  const all = isPlain || selection === PLAIN_SELECTION ? checked : rulesOf(source, PLAIN_SELECTION)
  const decorated = [...all.keys(), ...transformedProperties(source)]
  const inferred = [...new Set(decorated)].filter((property) => !declarations.has(property))
  const initialOf = inferred.length === 0 ? () => undefined : initialValues(source)
  for (const property of inferred) {
    const rules = all.get(property) ?? noRules(property)
    const initial = initialOf(property)
    errors.attempt(() =>
      fields.push(...inferredFields({ source, all: rules, checked: checked.get(property), initial, inGroups }))
    )
  }
  if (declarations.size === 0 && inferred.length === 0) errors.attempt(() => throwEmpty(target))
  errors.attempt(() => checkFieldNames(target, fields))
  const options = recordOptions(source)
  const { additionalProperties, example } = options
  const additional = errors.attempt(() => {
    if (additionalProperties === undefined) return undefined
    checkPropertyNames(target, fields)
    return inGroups(parseType(additionalProperties, `@Record of ${target.name}, additionalProperties`))
  })
  const examples = example === undefined ? options.examples : [example]
  errors.attempt(() => checkFieldCount(target, fields, options, additional !== undefined))
  errors.throwIfAny()
  return {
    name: (source === target ? options.name : undefined) ?? target.name,
    class: target,
    description: options.description,
    fields,
    unknownFields: options.unknownFields,
    ...(additional !== undefined && { additional }),
    ...(options.minProperties !== undefined && { minProperties: options.minProperties }),
    ...(options.maxProperties !== undefined && { maxProperties: options.maxProperties }),
    ...(options.title !== undefined && { title: options.title }),
    ...(examples !== undefined && { examples }),
    ...annotations(options),
    needsClassValidator: fields.some((field) => field.rules.some((rule) => rule.stage === 'asynchronous'))
  }
}

function rulesOf(source: Class, selection: ValidationSelection): Map<string, PropertyRules> {
  return new Map(readPropertyRules(source, selection).map((rules) => [rules.property, rules]))
}

/** The rules of `@Field` apply in every group. */
function rulesOfFields(declarations: ReadonlyMap<string, DeclaredField>): Map<string, PropertyRules> {
  return new Map(
    [...declarations].map(([property, { declaration, owner }]) => [property, rulesOfField(owner, declaration)])
  )
}

interface DeclaredField {
  readonly declaration: FieldDeclaration
  readonly owner: Class
  readonly type: TypeSchema | undefined
}

/**
 * The declarations of `@Field` by property, each with its type; if that is not properly declared, it is undefined, and
 * the error is added to `errors`. Also applies the rules of types that were not available while the class was defined.
 *
 * @param isPlain whether none of their rules are to be applied
 */
function declarationsOf(source: Class, errors: SetupErrors, isPlain: boolean): Map<string, DeclaredField> {
  const owned = new Map<string, { declaration: FieldDeclaration; owner: Class }>()
  for (const owner of lineage(source)) {
    for (const declaration of ownFields(owner)) owned.set(declaration.property, { declaration, owner })
  }
  return new Map(
    [...owned].map(([property, { declaration, owner }]) => {
      const type = errors.attempt(() =>
        isPlain ? declaredType(declaration, owner.name) : appliedTypeRules(owner, declaration)
      )
      errors.attempt(() => checkFieldOptionNames(declaration, `${owner.name}.${property}`, type))
      errors.attempt(() => checkFieldOptions(declaration, owner, type))
      if (type !== undefined) errors.attempt(() => checkEmitted(source, declaration, type))
      return [property, { declaration, owner, type }]
    })
  )
}

/** @throws SetupError TYPE_CONTRADICTED, unless `@Transform` makes something else of the values */
function checkEmitted(source: Class, { property, emitted }: FieldDeclaration, type: TypeSchema): void {
  if (emitted === undefined || canBeEmittedAs(type, emitted.type)) return
  const { request, response } = transformationOf(source, property)
  if (request.transform !== undefined || response.transform !== undefined) return
  throw new SetupError(
    'TYPE_CONTRADICTED',
    `the declared type is ${describeType(type)}, but the property is a ${(emitted.type as Class).name}`,
    `${source.name}.${property}`,
    'let both be the same'
  )
}

/**
 * Other keys become properties of the instance: a field whose property has another name than its key would be overwritten.
 *
 * @throws SetupError RECORD_INVALID
 */
function checkPropertyNames(target: Class, fields: readonly FieldSchema[]): void {
  const names = new Set(fields.map(({ name }) => name))
  const renamed = fields.find(({ property }) => !names.has(property))
  if (renamed === undefined) return
  throw new SetupError(
    'RECORD_INVALID',
    `the record has additional properties, one of which may be called '${renamed.property}'`,
    `${target.name}.${renamed.property}`,
    `let the property be called '${renamed.name}', as it is in JSON`
  )
}

/** @throws SetupError RECORD_INVALID for a number of properties that no value can have */
function checkFieldCount(
  target: Class,
  fields: readonly FieldSchema[],
  { minProperties, maxProperties, unknownFields }: RecordOptions,
  isOpen: boolean
): void {
  const place = `@Record of ${target.name}`
  const required = fields.filter((field) => field.required && field.access !== 'readOnly').length
  if (maxProperties !== undefined && required > maxProperties) {
    const what = `maxProperties is ${maxProperties}, and ${counted(required)} ${required === 1 ? 'is' : 'are'} required`
    throw new SetupError('RECORD_INVALID', what, place, 'raise it, or let fields be optional')
  }
  const isClosed = unknownFields === 'reject' && !isOpen
  if (isClosed && minProperties !== undefined && fields.length < minProperties) {
    const what = `minProperties is ${minProperties}, and the record has ${counted(fields.length)}`
    throw new SetupError('RECORD_INVALID', what, place, 'lower it')
  }
}

function counted(fields: number): string {
  return fields === 1 ? '1 field' : `${fields} fields`
}

function throwEmpty(target: Class): never {
  throw new SetupError(
    'RECORD_INVALID',
    'the class declares no field',
    target.name || 'an anonymous class',
    'decorate its properties with @Field, or name another type'
  )
}
