import { recordSchemaOf } from '../../record/model/registry.js'
import { standardProperties } from '../../record/standard/standard-parts.js'
import type { FileSchema, MessageOf, TypeSchema } from '../../record/type/schema.js'

/** Which fields of a record are texts and which are files, by their names in the form. */
export interface FormPlan {
  readonly files: ReadonlyMap<string, PlannedFile>
  readonly texts: ReadonlySet<string>
}

/** A field that holds one file, or a list of them. */
export interface PlannedFile {
  readonly isList: boolean
  readonly type: FileSchema
  /** The field's own message for a file that is too large. */
  readonly message?: MessageOf | undefined
}

const plans = new WeakMap<object, FormPlan>()

/** The plan of a record, made once. A schema of another library has texts alone, and any other type neither. */
export function formPlanOf(type: TypeSchema): FormPlan {
  if (type.kind === 'standard') {
    return { files: new Map(), texts: new Set(standardProperties(type)?.map(({ name }) => name)) }
  }
  if (type.kind !== 'record') return { files: new Map(), texts: new Set() }
  let plan = plans.get(type.class)
  if (plan === undefined) {
    const files = new Map<string, PlannedFile>()
    const texts = new Set<string>()
    for (const field of recordSchemaOf(type.class).fields) {
      const file = plannedFile(field.type)
      if (file === undefined) texts.add(field.name)
      else files.set(field.name, { ...file, message: field.messages?.byRule.get('maxSize') })
    }
    plan = { files, texts }
    plans.set(type.class, plan)
  }
  return plan
}

/** Undefined for a type that is not a file. */
function plannedFile(type: TypeSchema): PlannedFile | undefined {
  if (type.kind === 'file') return { isList: false, type }
  return type.kind === 'array' && type.items.kind === 'file' ? { isList: true, type: type.items } : undefined
}
