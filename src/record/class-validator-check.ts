import { type ValidationError as ClassValidatorError, validate } from 'class-validator'
import type { Fault, FaultPlace } from '../errors.js'
import type { Bound } from './bound.js'
import { FaultList } from './fault-list.js'
import { recordSchemaOf } from './registry.js'
import type { TypeSchema } from './schema.js'

/**
 * Lets class-validator itself look at a bound value: for rules that cannot be run inline (asynchronous constraints,
 * conditions). Its errors come back as faults under the JSON names.
 */
export async function checkWithClassValidator<T>(type: TypeSchema, value: T, place: FaultPlace): Promise<Bound<T>> {
  const errors = await validateAll(value)
  if (errors.length === 0) return { value, faults: undefined }
  const faults = new FaultList()
  collect(errors, type, faults)
  const told: Fault[] = faults.at(place)
  return { value: undefined, faults: told, tree: () => errors }
}

async function validateAll(value: unknown): Promise<ClassValidatorError[]> {
  if (typeof value !== 'object' || value === null) return []
  if (!Array.isArray(value)) return validate(value, { forbidUnknownValues: false })
  const perItem = await Promise.all(value.map(validateAll))
  return perItem.flatMap((children, index) =>
    children.length === 0 ? [] : [{ property: String(index), children } as unknown as ClassValidatorError]
  )
}

function collect(errors: readonly ClassValidatorError[], type: TypeSchema, faults: FaultList): void {
  for (const error of errors) {
    const start = faults.length
    const step = stepInto(type, error.property)
    for (const [rule, message] of Object.entries(error.constraints ?? {})) {
      faults.add('', rule, reasonOf(message, error.property))
    }
    collect(error.children ?? [], step.type, faults)
    if (step.index) faults.enterItem(Number(error.property), start)
    else faults.enterField(step.name, start)
  }
}

function stepInto(type: TypeSchema, property: string): { type: TypeSchema; name: string; index: boolean } {
  switch (type.kind) {
    case 'nullable':
      return stepInto(type.type, property)
    case 'array':
      return { type: type.items, name: property, index: true }
    case 'map':
      return { type: type.values, name: property, index: false }
    case 'record': {
      const field = recordSchemaOf(type.class).fields.find((candidate) => candidate.property === property)
      if (field !== undefined) return { type: field.type, name: field.name, index: false }
    }
  }
  return { type: { kind: 'any' }, name: property, index: false }
}

function reasonOf(message: string, property: string): string {
  for (const start of [`${property} `, `each value in ${property} `]) {
    if (message.startsWith(start)) return message.slice(start.length)
  }
  return message
}
