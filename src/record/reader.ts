import { SetupError } from '../errors.js'
import type { ConcreteClass } from '../metadata.js'
import { parseDateTime } from './date-time.js'
import { FaultList } from './fault-list.js'
import { recordSchemaOf } from './registry.js'
import type { FieldSchema, RecordSchema, Rule, TypeSchema } from './schema.js'
import { isIntegerOf, isNumberOf, parseBooleanText, parseIntegerText, parseNumberText } from './text.js'

/** Where a raw value comes from: JSON as parsed, or text (path, query, header, cookie, form). */
export type BinderSource = 'json' | 'text'

/** What of a value is checked: its types, or presence and rules too. */
export type Strictness = 'types' | 'rules'

/** Reads a raw value of one type; leaves what is wrong in the list, and then its answer has no meaning. */
export type Reader = (raw: unknown, faults: FaultList) => unknown

/** Recursion ends here: a body of 1 MiB can nest deeper than the stack reaches. */
const DEPTH_LIMIT = 256

type RecordReaders = Map<unknown, Reader>

/** Compiles the reader of a type; each record that it reaches is compiled once. */
export function compileReader(type: TypeSchema, source: BinderSource, strictness: Strictness): Reader {
  return compile(type, source, strictness, new Map())
}

function compile(type: TypeSchema, source: BinderSource, strictness: Strictness, records: RecordReaders): Reader {
  switch (type.kind) {
    case 'string':
      return scalar('must be a string', source, (raw) => (typeof raw === 'string' ? raw : undefined))
    case 'integer': {
      const { format } = type
      const reason = format === 'int32' ? 'must be an integer of 32 bits' : 'must be an integer'
      return source === 'text'
        ? scalar(reason, source, (raw) => parseIntegerText(raw as string, format))
        : scalar(reason, source, (raw) => (isIntegerOf(raw, format) ? raw : undefined))
    }
    case 'number': {
      const { format } = type
      return source === 'text'
        ? scalar('must be a number', source, (raw) => parseNumberText(raw as string, format))
        : scalar('must be a number', source, (raw) => (isNumberOf(raw, format) ? raw : undefined))
    }
    case 'boolean':
      return source === 'text'
        ? scalar('must be true or false', source, (raw) => parseBooleanText(raw as string))
        : scalar('must be true or false', source, (raw) => (typeof raw === 'boolean' ? raw : undefined))
    case 'timestamp':
      return scalar('must be an RFC 3339 date-time such as 2024-05-17T08:30:00Z', source, (raw) =>
        typeof raw === 'string' ? parseDateTime(raw) : undefined
      )
    case 'enum':
      return enumReader(type.values, source)
    case 'any':
      return (raw) => raw
    case 'nullable': {
      const read = compile(type.type, source, strictness, records)
      return (raw, faults) => (raw === null ? null : read(raw, faults))
    }
    case 'array':
      return arrayReader(compile(type.items, source, strictness, records), source)
    case 'map':
      return mapReader(compile(type.values, source, strictness, records))
    case 'record': {
      const known = records.get(type.class)
      if (known !== undefined) return known
      // A recursive record meets itself here, before its reader is compiled.
      let read: Reader | undefined
      const late: Reader = (raw, faults) => (read as Reader)(raw, faults)
      records.set(type.class, late)
      read = recordReader(recordSchemaOf(type.class), source, strictness, records)
      return late
    }
  }
}

function scalar(reason: string, source: BinderSource, read: (raw: unknown) => unknown): Reader {
  return (raw, faults) => {
    if (source === 'text' && typeof raw !== 'string') {
      faults.add('', 'type', 'must be given once')
      return undefined
    }
    const value = read(raw)
    if (value === undefined) faults.add('', 'type', raw === null ? 'must not be null' : reason)
    return value
  }
}

function enumReader(values: readonly (string | number | boolean)[], source: BinderSource): Reader {
  const reason = `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
  const byRaw = new Map<unknown, unknown>(values.map((value) => [source === 'text' ? String(value) : value, value]))
  return (raw, faults) => {
    const value = byRaw.get(raw)
    if (value === undefined) faults.add('', 'enum', raw === null ? 'must not be null' : reason)
    return value
  }
}

function arrayReader(readItem: Reader, source: BinderSource): Reader {
  return (raw, faults) => {
    const items = source === 'text' && typeof raw === 'string' ? [raw] : raw
    if (!Array.isArray(items)) {
      faults.add('', 'type', raw === null ? 'must not be null' : 'must be an array')
      return undefined
    }
    if (!enter(faults)) return undefined
    const out = new Array(items.length)
    for (let index = 0; index < items.length; index++) {
      const start = faults.length
      out[index] = readItem(items[index], faults)
      if (faults.length > start) faults.enterItem(index, start)
    }
    faults.depth--
    return out
  }
}

function mapReader(readValue: Reader): Reader {
  return (raw, faults) => {
    if (!isObject(raw)) {
      faults.add('', 'type', raw === null ? 'must not be null' : 'must be an object')
      return undefined
    }
    if (!enter(faults)) return undefined
    const out = {}
    for (const key of Object.keys(raw)) {
      const start = faults.length
      const value = readValue(raw[key], faults)
      if (faults.length > start) faults.enterField(key, start)
      // Assigning to __proto__ would change the prototype instead of adding a key.
      if (key === '__proto__') Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true })
      else (out as { [key: string]: unknown })[key] = value
    }
    faults.depth--
    return out
  }
}

function isObject(raw: unknown): raw is { [key: string]: unknown } {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

function enter(faults: FaultList): boolean {
  if (faults.depth === DEPTH_LIMIT) {
    faults.add('', 'depth', `is nested more than ${DEPTH_LIMIT} levels deep`)
    return false
  }
  faults.depth++
  return true
}

interface FieldReader {
  readonly field: FieldSchema
  readonly read: Reader
  /** Rules about the field's value alone. */
  readonly rules: readonly Rule[]
  /** Rules that may look at the whole record; they run when all of it is there. */
  readonly recordRules: readonly Rule[]
  /** Makes a fresh default value; undefined where there is none. */
  readonly makeDefault: (() => unknown) | undefined
}

function recordReader(
  schema: RecordSchema,
  source: BinderSource,
  strictness: Strictness,
  records: RecordReaders
): Reader {
  const Target = schema.class as ConcreteClass
  const isStrict = strictness === 'rules'
  const fields = schema.fields.map((field): FieldReader => {
    const rules = isStrict ? field.rules : []
    return {
      field,
      read: compile(fieldType(field), source, strictness, records),
      rules: rules.filter((rule) => !rule.readsRecord),
      recordRules: rules.filter((rule) => rule.readsRecord),
      makeDefault: defaultMaker(schema, field)
    }
  })
  const hasRecordRules = fields.some(({ recordRules }) => recordRules.length > 0)
  const known = schema.unknownFields === 'reject' ? new Set(schema.fields.map((field) => field.name)) : undefined
  return (raw, faults) => {
    if (!isObject(raw)) {
      faults.add('', 'type', raw === null ? 'must not be null' : 'must be an object')
      return undefined
    }
    if (!enter(faults)) return undefined
    const record = new Target() as { [property: string]: unknown }
    const recordStart = faults.length
    for (const { field, read, rules, makeDefault } of fields) {
      const start = faults.length
      const present = Object.hasOwn(raw, field.name) ? raw[field.name] : undefined
      if (present !== undefined) {
        const value = read(present, faults)
        record[field.property] = value
        if (rules.length > 0 && faults.length === start && value !== null) checkRules(rules, value, record, faults)
      } else if (makeDefault !== undefined) record[field.property] = makeDefault()
      else if (isStrict && field.required) faults.add('', 'required', 'is required')
      if (faults.length > start) faults.enterField(field.name, start)
    }
    // A rule about the whole record is not asked about half of one.
    if (hasRecordRules && faults.length === recordStart) checkRecordRules(fields, record, faults)
    if (known !== undefined) refuseUnknown(raw, known, faults)
    faults.depth--
    return record
  }
}

function fieldType(field: FieldSchema): TypeSchema {
  return field.nullable ? { kind: 'nullable', type: field.type } : field.type
}

function checkRules(rules: readonly Rule[], value: unknown, record: object, faults: FaultList): void {
  for (const rule of rules) {
    if (!rule.each || !Array.isArray(value)) {
      if (!rule.test(value, record)) faults.add('', rule.name, rule.reason(value, record))
      continue
    }
    for (let index = 0; index < value.length; index++) {
      const item = value[index]
      if (item === null || rule.test(item, record)) continue
      const start = faults.length
      faults.add('', rule.name, rule.reason(item, record))
      faults.enterItem(index, start)
    }
  }
}

function checkRecordRules(
  fields: readonly FieldReader[],
  record: { readonly [property: string]: unknown },
  faults: FaultList
): void {
  for (const { field, recordRules } of fields) {
    const value = record[field.property]
    if (recordRules.length === 0 || value === undefined || value === null) continue
    const start = faults.length
    checkRules(recordRules, value, record, faults)
    if (faults.length > start) faults.enterField(field.name, start)
  }
}

function refuseUnknown(raw: object, known: ReadonlySet<string>, faults: FaultList): void {
  for (const key of Object.keys(raw)) {
    if (known.has(key)) continue
    const start = faults.length
    faults.add('', 'additionalProperties', 'is not a field of this record')
    faults.enterField(key, start)
  }
}

/**
 * The default stands as JSON: it is bound like a value that was sent, anew each time so that no two records share it.
 *
 * @throws SetupError FIELD_OPTION_INVALID when the default breaks the field's own declaration.
 */
function defaultMaker(schema: RecordSchema, field: FieldSchema): (() => unknown) | undefined {
  if (field.default === undefined) return undefined
  const read = compile(fieldType(field), 'json', 'rules', new Map())
  const faults = new FaultList()
  const value = read(field.default, faults)
  if (faults.isEmpty && value !== null) checkRules(field.rules.filter((rule) => !rule.readsRecord), value, {}, faults)
  if (!faults.isEmpty) {
    throw new SetupError(
      'FIELD_OPTION_INVALID',
      `the default ${faults.at('body').map((fault) => `${fault.path} ${fault.message}`.trim()).join('; ')}`,
      `${schema.class.name}.${field.property}`,
      'give a default that the field accepts'
    )
  }
  return typeof value === 'object' && value !== null ? () => read(field.default, new FaultList()) : () => value
}
