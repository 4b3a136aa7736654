import { SetupError } from '../errors.js'
import type { ConcreteClass } from '../metadata.js'
import { compileDefault } from './default-value.js'
import { FaultList } from './fault-list.js'
import type { Compilation } from './reader.js'
import { isJsonObject, type Reader, typeOfField } from './reading.js'
import { checkRules, isInline } from './rule-check.js'
import type { FieldCondition, FieldSchema, RecordSchema } from './schema.js'

type Instance = { [property: string]: unknown }

/** Reads one field of a raw record into the instance. */
type FieldReader = (raw: Instance, record: Instance, faults: FaultList) => void

/** Runs when all of a record is there and no fault was found in it. */
type RecordCheck = (raw: Instance, record: Instance, faults: FaultList) => void

/** Compiles the reader of a record: it builds an instance, field by field, from the declared own keys. */
export function compileRecordReader(schema: RecordSchema, compilation: Compilation): Reader {
  const Target = schema.class as ConcreteClass<Instance>
  checkConstructible(schema, Target)
  const readers = schema.fields.map((field) => compileField(schema, field, compilation))
  const checks = schema.fields.flatMap((field) => compileChecks(field, compilation))
  const known = schema.unknownFields === 'reject' ? new Set(schema.fields.map((field) => field.name)) : undefined
  return (raw, faults) => {
    if (!isJsonObject(raw)) {
      faults.add('', 'type', raw === null ? 'must not be null' : 'must be an object')
      return undefined
    }
    if (!faults.enter()) return undefined
    const record = new Target()
    const start = faults.length
    for (const read of readers) read(raw, record, faults)
    // A rule about the whole record is not asked about half of one.
    if (faults.length === start) for (const check of checks) check(raw, record, faults)
    if (known !== undefined) refuseUnknown(raw, known, faults)
    faults.leave()
    return record
  }
}

function compileField(schema: RecordSchema, field: FieldSchema, compilation: Compilation): FieldReader {
  const { name, property, condition } = field
  // What a condition guards is read when the rest of the record is there to be asked about.
  if (condition !== undefined) {
    return (raw, record) => {
      if (Object.hasOwn(raw, name)) record[property] = raw[name]
    }
  }
  const read = compilation.reader(typeOfField(field))
  const isStrict = compilation.strictness === 'rules'
  const rules = isStrict ? field.rules.filter(isInline).filter((rule) => !rule.readsRecord) : []
  const asksNull = asksNullOf(field)
  const isRequired = isStrict && field.required
  const makeDefault = compileDefault(schema, field, compilation)
  return (raw, record, faults) => {
    const present = Object.hasOwn(raw, name) ? raw[name] : undefined
    const start = faults.length
    if (present !== undefined) {
      const value = read(present, faults)
      record[property] = value
      if (rules.length > 0 && faults.length === start) {
        checkRules(rules, value, inputOf(present, value, compilation), record, faults, asksNull)
      }
    } else if (makeDefault !== undefined) record[property] = makeDefault(faults)
    else if (isRequired) faults.add('', 'required', 'is required')
    if (faults.length > start) faults.enterField(name, start)
  }
}

function compileChecks(field: FieldSchema, compilation: Compilation): RecordCheck[] {
  const { name, property, condition } = field
  if (condition !== undefined) return [compileCondition(field, condition, compilation)]
  if (compilation.strictness === 'types') return []
  const rules = field.rules.filter(isInline).filter((rule) => rule.readsRecord)
  if (rules.length === 0) return []
  const asksNull = asksNullOf(field)
  return [
    (raw, record, faults) => {
      const value = record[property]
      if (value === undefined) return
      const start = faults.length
      checkRules(rules, value, inputOf(raw[name], value, compilation), record, faults, asksNull)
      if (faults.length > start) faults.enterField(name, start)
    }
  ]
}

/** The field as it was sent stays in the record where its condition does not hold; nothing is known of it then. */
function compileCondition(field: FieldSchema, condition: FieldCondition, compilation: Compilation): RecordCheck {
  const { name, property } = field
  const read = compilation.reader(condition.type)
  const isStrict = compilation.strictness === 'rules'
  const rules = isStrict ? condition.rules.filter(isInline) : []
  const isRequired = isStrict && condition.required
  const asksNull = condition.type.kind === 'any'
  return (raw, record, faults) => {
    const isPresent = Object.hasOwn(raw, name)
    if (isPresent) {
      // The condition is asked about the bound value where there is one, as class-validator asks it.
      const own = new FaultList(faults.depth)
      const value = read(raw[name], own)
      if (own.isEmpty) record[property] = value
      if (!condition.holds(record, record[property])) return
      const start = faults.length
      if (!own.isEmpty) faults.append(own)
      else checkRules(rules, value, inputOf(raw[name], value, compilation), record, faults, asksNull)
      if (faults.length > start) faults.enterField(name, start)
    } else if (isRequired && record[property] === undefined && condition.holds(record, undefined)) {
      const start = faults.length
      faults.add('', 'required', 'is required')
      faults.enterField(name, start)
    }
  }
}

/** Text has no JSON of its own: there the bound value stands for it. */
function inputOf(raw: unknown, value: unknown, compilation: Compilation): unknown {
  return compilation.source === 'json' ? raw : value
}

/** Where the type says nothing about null, the rules do. */
function asksNullOf(field: FieldSchema): boolean {
  return (
    !field.nullable && (field.type.kind === 'any' || (field.type.kind === 'array' && field.type.items.kind === 'any'))
  )
}

function refuseUnknown(raw: object, known: ReadonlySet<string>, faults: FaultList): void {
  for (const key of Object.keys(raw)) {
    if (known.has(key)) continue
    if (faults.isFull) return
    const start = faults.length
    faults.add('', 'additionalProperties', 'is not a field of this record')
    faults.enterField(key, start)
  }
}

function checkConstructible(schema: RecordSchema, Target: ConcreteClass<Instance>): void {
  let record: Instance
  try {
    record = new Target()
  } catch (error) {
    throw new SetupError(
      'RECORD_INVALID',
      `the class cannot be constructed without arguments (${(error as Error).message})`,
      Target.name,
      'let its constructor work without arguments; binding sets the fields afterwards'
    )
  }
  for (const { property } of schema.fields) {
    if (isWritable(record, property)) continue
    throw new SetupError(
      'RECORD_INVALID',
      'the field has a getter alone or is read-only, so that it cannot be bound',
      `${Target.name}.${property}`,
      'add a setter, or use another class for requests'
    )
  }
}

function isWritable(record: object, property: string): boolean {
  for (let at: object | null = record; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, property)
    if (found !== undefined) return found.writable === true || found.set !== undefined
  }
  return Object.isExtensible(record)
}
