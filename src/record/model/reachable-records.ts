import { SetupErrors, setupErrorOf } from '../../errors.js'
import type { Class } from '../../metadata.js'
import { isInline } from '../type/rule-check.js'
import type { Discriminator, FieldSchema, RecordSchema, TypeSchema } from '../type/schema.js'
import { contentOf, partsOf, typeInProgram } from '../type/type-records.js'
import { recordSchemaOf } from './registry.js'

const invalid = setupErrorOf('UNION_INVALID')

/** The records reached from a record, if all of them are properly declared. */
const known = new WeakMap<Class, ReadonlyMap<Class, RecordSchema>>()

/**
 * Every record that a value of the type can contain, the type's own first.
 *
 * @throws BootstrapError with the setup errors of all of them.
 */
export function reachableRecords(type: TypeSchema): ReadonlyMap<Class, RecordSchema> {
  const content = contentOf(type)
  if (content !== undefined) return reachableRecords(content)
  if (type.kind !== 'record') return search(type)
  const found = known.get(type.class) ?? search(type)
  known.set(type.class, found)
  return found
}

function search(type: TypeSchema): ReadonlyMap<Class, RecordSchema> {
  const found = new Map<Class, RecordSchema | undefined>()
  const errors = new SetupErrors()
  const visit = (at: TypeSchema): void => {
    partsOf(at).forEach(visit)
    const discriminator = at.kind === 'union' ? at.discriminator : undefined
    if (discriminator !== undefined) errors.attempt(() => checkDiscriminator(discriminator, recordSchemaOf))
    if (at.kind !== 'record' || found.has(at.class)) return
    const schema = errors.attempt(() => recordSchemaOf(at.class))
    found.set(at.class, schema)
    for (const field of schema?.fields ?? []) visit(typeInProgram(field))
    if (schema?.additional !== undefined) visit(schema.additional)
  }
  visit(type)
  errors.throwIfAny()
  return found as Map<Class, RecordSchema>
}

/** Whether the type has a rule that only class-validator itself can run. */
export function needsClassValidator(type: TypeSchema): boolean {
  return [...reachableRecords(type).values()].some((schema) => schema.needsClassValidator)
}

/**
 * Checks that the records of a union have its discriminator, and that it accepts their values.
 *
 * @throws BootstrapError of UNION_INVALID
 */
export function checkDiscriminator(discriminator: Discriminator, recordOf: (target: Class) => RecordSchema): void {
  const { name, mapping, isImplied } = discriminator
  const errors = new SetupErrors()
  for (const { value, class: target } of mapping) {
    errors.attempt(() => {
      const field = recordOf(target).fields.find((candidate) => candidate.name === name)
      if (field === undefined) {
        if (isImplied === true) return
        const remedy = `declare it: @Field({ enum: [${JSON.stringify(value)}] }) ${name}!: ${JSON.stringify(value)}`
        throw invalid(`a member of a union lacks its discriminator '${name}'`, target.name, remedy)
      }
      const place = `${target.name}.${field.property}`
      if (field.access !== undefined) {
        throw invalid(`the discriminator of a union is ${field.access}`, place, `remove ${field.access}`)
      }
      if (!accepts(field, value)) {
        const remedy = `let it be ${JSON.stringify(value)}, or correct the mapping`
        throw invalid(`the mapping of a union says ${JSON.stringify(value)}, which the field rejects`, place, remedy)
      }
    })
  }
  errors.throwIfAny()
}

function accepts(field: FieldSchema, value: string): boolean {
  const { type } = field
  const isOfType = type.kind === 'enum' ? type.values.includes(value) : type.kind === 'string' || type.kind === 'any'
  return isOfType && field.rules.filter(isInline).every((rule) => rule.judgesRecord || rule.test(value, {}))
}
