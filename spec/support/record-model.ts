import { type Class } from 'fieldstone'
import type { FieldSchema, RecordSchema, Rule, RuleKeywords, TypeSchema } from '../../src/record/type/schema.js'

export const STRING: TypeSchema = { kind: 'string' }
export const INTEGER: TypeSchema = { kind: 'integer', format: 'int64' }

/** A field that says nothing beyond its type unless told. */
export function field(name: string, type: TypeSchema, more: Partial<FieldSchema> = {}): FieldSchema {
  return {
    property: name,
    name,
    type,
    required: true,
    nullable: false,
    rules: [],
    description: undefined,
    example: undefined,
    default: undefined,
    deprecated: false,
    ...more
  }
}

export function rule(keywords: RuleKeywords | undefined, more: Partial<Rule> = {}): Rule {
  const name = Object.keys(keywords ?? { isOdd: 0 })[0] as string
  return {
    name: more.constraint ?? name,
    constraint: name,
    each: false,
    constraints: [],
    keywords,
    exact: keywords !== undefined,
    readsRecord: false,
    judgesRecord: false,
    test: () => true,
    message: () => 'is wrong',
    ...more
  }
}

/** A class and its model, without decorators. */
export function record(
  name: string,
  fields: (self: Class) => readonly FieldSchema[],
  more: Partial<RecordSchema> = {}
): RecordSchema {
  const made = { [name]: class {} }[name] as Class
  return {
    name,
    class: made,
    description: undefined,
    fields: fields(made),
    unknownFields: 'strip',
    needsClassValidator: false,
    ...more
  }
}

/** What finds the models of these records, and of nothing else. */
export function lookupAmong(...records: readonly RecordSchema[]): (target: Class) => RecordSchema {
  return (target) => {
    const found = records.find((model) => model.class === target)
    if (found === undefined) throw new Error(`no model of ${target.name}`)
    return found
  }
}
