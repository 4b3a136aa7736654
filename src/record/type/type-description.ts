import type { TypeSchema } from './schema.js'

/** A type in words that can follow "must be": `an integer`, `a Cat`, `a list`. */
export function describeType(type: TypeSchema): string {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'file':
      return `a ${type.kind}`
    case 'integer':
      return 'an integer'
    case 'boolean':
      return 'true or false'
    case 'timestamp':
      return 'a date-time'
    case 'date':
      return 'a date'
    case 'enum':
      return type.values.map((value) => JSON.stringify(value)).join(', ')
    case 'array':
      return 'a list'
    case 'tuple':
      return `a list of ${type.items.length}`
    case 'map':
      return 'an object'
    case 'record':
      return `${/^[aeiou]/i.test(type.class.name) ? 'an' : 'a'} ${type.class.name || 'record'}`
    case 'nullable':
      return `${describeType(type.type)}, null`
    case 'union':
      return type.members.map(describeType).join(', ')
    case 'any':
      return 'any value'
  }
}
