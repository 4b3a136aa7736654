import { SetupError, SetupErrors } from '../../errors.js'
import { type Class, lineage } from '../../metadata.js'
import { type FieldDeclaration, ownFields } from '../field/field-declaration.js'
import { appliedTypeRules } from '../field/field-decorators.js'
import { transformedFields } from '../field/field-transform.js'
import { selectionOf } from '../field/groups.js'
import { checkFieldNames, checkFieldOptionNames, checkFieldOptions } from '../field/option-check.js'
import { checkRecordOptions, recordOptions } from '../field/record.js'
import { registerFields } from '../field/registration.js'
import { canBeEmittedAs, describeType } from '../kinds/type-facts.js'
import { lostDecorators } from '../library/legacy-decorators.js'
import { transformationOf, transformedProperties } from '../library/transformation-metadata.js'
import { PLAIN_SELECTION, type ValidationSelection } from '../library/validation-metadata.js'
import type { RecordSchema, TypeSchema } from '../type/schema.js'
import { noRules, type PropertyRules, readPropertyRules } from './constraints.js'
import { declaredField, inferredFields } from './field-model.js'
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
  registerFields(source)
  for (const error of lostDecorators(source)) errors.add(error)
  const declarations = declarationsOf(source, errors)
  const checked = rulesOf(source, selection)
  const fields = [...declarations].flatMap(([property, { declaration, type }]) => {
    if (type === undefined) return []
    const field = declaredField(declaration, inGroups(type), checked.get(property))
    return transformedFields(field, transformationOf(source, property))
  })
  const all = selection === PLAIN_SELECTION ? checked : rulesOf(source, PLAIN_SELECTION)
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
  errors.throwIfAny()
  const options = recordOptions(source)
  return {
    name: (source === target ? options.name : undefined) ?? target.name,
    class: target,
    description: options.description,
    fields,
    unknownFields: options.unknownFields,
    needsClassValidator: fields.some((field) => field.rules.some((rule) => rule.stage === 'asynchronous'))
  }
}

function rulesOf(source: Class, selection: ValidationSelection): Map<string, PropertyRules> {
  return new Map(readPropertyRules(source, selection).map((rules) => [rules.property, rules]))
}

/**
 * The declarations of `@Field` by property, each with its type; if that is not properly declared, it is undefined, and
 * the error is added to `errors`. Also applies the rules of types that were not available while the class was defined.
 */
function declarationsOf(
  source: Class,
  errors: SetupErrors
): Map<string, { readonly declaration: FieldDeclaration; readonly type: TypeSchema | undefined }> {
  const owned = new Map<string, { declaration: FieldDeclaration; owner: Class }>()
  for (const owner of lineage(source)) {
    for (const declaration of ownFields(owner)) owned.set(declaration.property, { declaration, owner })
  }
  return new Map(
    [...owned].map(([property, { declaration, owner }]) => {
      const type = errors.attempt(() => appliedTypeRules(owner, declaration))
      errors.attempt(() => checkFieldOptionNames(declaration, `${owner.name}.${property}`, type))
      errors.attempt(() => checkFieldOptions(declaration, owner, type))
      if (type !== undefined) errors.attempt(() => checkEmitted(source, declaration, type))
      return [property, { declaration, type }]
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

function throwEmpty(target: Class): never {
  throw new SetupError(
    'RECORD_INVALID',
    'the class declares no field',
    target.name || 'an anonymous class',
    'decorate its properties with @Field, or name another type'
  )
}
