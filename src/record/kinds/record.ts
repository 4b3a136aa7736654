import { projectStructure } from '../json/projection.js'
import type { Kind } from '../kind/kind.js'
import { ValidateNested } from '../library/base-decorators.js'
import { Type } from '../library/class-transformer.js'
import { IsObject } from '../library/decorators.js'
import { isJsonObject } from '../type/reading-options.js'
import type { RecordReference } from '../type/schema.js'

type RecordOf = Kind<RecordReference>

const describe = ({ class: { name } }: RecordReference) => `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name || 'record'}`

export const facts: RecordOf['facts'] = {
  describe,
  label: ({ class: target }, by) => by.record(target),
  jsonKinds: () => ['object'],
  holds: (type, value, judge) => isJsonObject(value) && !(value instanceof Date) && judge.isRecord(type, value),
  decorators: (type, options) => [IsObject(options), ValidateNested(options), Type(() => type.class)],
  implied: ['isDefined', 'isObject']
}

export const schema: RecordOf['schema'] = (type, by) => by.record(type.class)

export const writing: RecordOf['writing'] = {
  project: (type, by) => projectStructure(describe(type), by.isOpen, isJsonObject, by.record(type.class)),
  code: (value, type, depth, code) => code.writeRecord(value, type, depth)
}

export const reading: RecordOf['reading'] = {
  closure: (type, by) => by.record(type.class).reader,
  held: (type, raw, code) => ({ lines: [], value: code.record(type.class, raw) })
}
