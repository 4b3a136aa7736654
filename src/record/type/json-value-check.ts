import { isFullDate } from './date-time.js'
import type { RecordReference, TypeSchema } from './schema.js'
import { isIntegerOf, isNumberOf } from './text-forms.js'

/** Whether an object counts as a record of the class. */
export type RecordJudge = (type: RecordReference, value: object) => boolean

/** Whether a value as the program holds it (a `Date`, an instance) is of the type. Rules are not asked. */
export function isOfType(type: TypeSchema, value: unknown, isRecord: RecordJudge): boolean {
  switch (type.kind) {
    case 'any':
      return value !== undefined
    case 'string':
    case 'boolean':
      return typeof value === type.kind
    case 'integer':
      return isIntegerOf(value, type.format) || typeof value === 'bigint'
    case 'number':
      return isNumberOf(value, type.format)
    case 'timestamp':
      return value instanceof Date
    case 'date':
      return typeof value === 'string' && isFullDate(value)
    case 'enum':
      return type.values.includes(value as string)
    case 'file':
      return typeof value === 'object' && value !== null
    case 'nullable':
      return value === null || isOfType(type.type, value, isRecord)
    case 'array':
      return Array.isArray(value) && value.every((item) => isOfType(type.items, item, isRecord))
    case 'tuple':
      return (
        Array.isArray(value) &&
        value.length === type.items.length &&
        type.items.every((item, index) => isOfType(item, value[index], isRecord))
      )
    case 'map':
      return isObject(value) && membersOf(value).every((member) => isOfType(type.values, member, isRecord))
    case 'record':
      return isObject(value) && isRecord(type, value)
    case 'union':
      return type.members.some((member) => isOfType(member, value, isRecord))
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

function membersOf(value: object): unknown[] {
  return value instanceof Map ? [...value.values()] : Object.values(value)
}
