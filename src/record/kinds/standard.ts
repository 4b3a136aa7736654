import type { JSONKind, Kind, Reading } from '../kind/kind.js'
import { Allow } from '../library/base-decorators.js'
import { compileDocumentProjector } from '../standard/document-projector.js'
import { mapReferences, opened } from '../standard/foreign-document.js'
import { safeValue, TOO_DEEP, TOO_LARGE } from '../standard/safe-value.js'
import { compileTextReader, typeOf } from '../standard/sent-texts.js'
import { shapeOf } from '../standard/shape.js'
import { isPromise, type NamedDocument, type StandardModel, standardModelOf } from '../standard/standard-model.js'
import { compileValueCheck, passes } from '../standard/value-check.js'
import { validatorOf } from '../standard/zod-validation.js'
import { DEPTH_LIMIT, type FaultList } from '../type/fault-list.js'
import type { Reader } from '../type/reading-options.js'
import type { ForeignSchema } from '../type/schema.js'
import type { SchemaObject } from '../type/schema-object.js'
import type { StandardIssue, StandardResult } from '../type/standard-schema.js'

type Standard = Kind<ForeignSchema>

export const facts: Standard['facts'] = {
  describe: (type) => inputOf(type).root.title || `what its ${standardModelOf(type).vendor} schema describes`,
  label: (type) => {
    const { root, names } = inputOf(type)
    return names.get(root.$ref ?? '') ?? 'Schema'
  },
  jsonKinds: (type) => kindsOf(inputOf(type)),
  isUntold: true,
  holds: (type, value) => {
    try {
      const json: unknown = JSON.parse(JSON.stringify(value))
      return passes(compileValueCheck(openedDocument(outputOf(type))), json)
    } catch {
      return false
    }
  },
  // The schema alone checks the value: class-validator only learns that the property is declared.
  decorators: () => [Allow()],
  implied: []
}

function inputOf(type: ForeignSchema): NamedDocument {
  return standardModelOf(type).form('input', type.place)
}

function outputOf(type: ForeignSchema): NamedDocument {
  return standardModelOf(type).form('output', type.place)
}

function openedDocument({ root, definitions }: NamedDocument) {
  return { root: opened(root), definitions: new Map([...definitions].map(([key, each]) => [key, opened(each)])) }
}

/** A value of each kind, to find out which kinds a schema speaks of. */
const KINDS: readonly JSONKind[] = ['string', 'number', 'boolean', 'array', 'object']

function kindsOf(document: NamedDocument): readonly JSONKind[] {
  const shape = shapeOf(document)
  if (shape.kind !== 'scalar') return [shape.kind === 'list' ? 'array' : 'object']
  const types = new Set(scalarTypes(document.root))
  const kinds = KINDS.filter((kind) => types.has(kind))
  return kinds.length > 0 ? kinds : ['string']
}

/** The types of JSON that the parts of a schema name, as far as they are scalars. */
function scalarTypes({ type, enum: values = [], const: constant, anyOf, oneOf, allOf }: SchemaObject): string[] {
  const literals = constant === undefined ? values : [...values, constant]
  const parts = [anyOf, oneOf, allOf].flatMap((each) => each ?? [])
  const named = type === undefined ? [] : [type].flat()
  const found = [
    ...named.map((name) => (name === 'integer' ? 'number' : name)),
    ...literals.map(typeOf),
    ...parts.flatMap(scalarTypes)
  ]
  // What names no type is a text as far as a request can say it.
  return found.length > 0 ? found : ['string']
}

/**
 * What the library says, as components and a part of the document. A refinement leaves no trace there, and other
 * keywords are left out, so `x-rules` names the library wherever faults of its own can occur.
 */
export const schema: Standard['schema'] = (type, by) => {
  const model = standardModelOf(type)
  const document = model.form(by.direction === 'response' ? 'output' : 'input', type.place)
  const componentKey = (key: string): string =>
    by.componentKey(document.names.get(key) as string, () => model.differing(type.place).has(key))
  const named = (own: SchemaObject): SchemaObject => {
    const out = mapReferences(own, (key) => `#/components/schemas/${componentKey(key)}`)
    return out.$ref === undefined || Object.keys(out).length > 1 ? { ...out, 'x-rules': [{ rule: model.vendor }] } : out
  }
  for (const [key, own] of document.definitions) {
    const described = named(own)
    by.component(componentKey(key), `${model.vendor} ${JSON.stringify(described)}`, described)
  }
  return named(document.root)
}

export const writing: Standard['writing'] = {
  project: (type) => compileDocumentProjector(outputOf(type))
}

export const reading: Standard['reading'] = {
  closure: (type, by) => {
    if (by.direction !== 'response') return requestReader(type, by)
    // Its document says as much of rules as of kinds, and is checked as a whole or not at all.
    return by.strictness === 'presence' ? (raw) => raw : compileValueReader(outputOf(type))
  }
}

/** What a response contains was written already: it is only held against the document. */
function compileValueReader(document: NamedDocument): Reader {
  const check = compileValueCheck(document)
  return (raw, faults) => {
    check(raw, faults)
    return raw
  }
}

/**
 * The library reads the value, and reports what is wrong in its own words. What it accepts must be valid under its own
 * JSON Schema as well, so that the document is true.
 */
function requestReader(type: ForeignSchema, { source }: Reading): Reader {
  const model = standardModelOf(type)
  const document = inputOf(type)
  const check = compileValueCheck(document)
  const isText = source === 'text'
  const isScalar = shapeOf(document).kind === 'scalar'
  const readTexts = isText ? compileTextReader(document) : undefined
  const validate = validatorOf(type.schema)
  return (raw, faults) => {
    if (isText && isScalar && Array.isArray(raw)) {
      faults.add('type', 'must be given once')
      return undefined
    }
    const sent = readTexts === undefined ? raw : readTexts(raw)
    const safe = safeValue(sent, DEPTH_LIMIT - faults.depth)
    if (safe === TOO_DEEP) {
      faults.addDepth()
      return undefined
    }
    if (safe === TOO_LARGE) {
      faults.addMagnitude()
      return undefined
    }
    let result = faults.settled(type.schema, raw) as StandardResult | undefined
    if (result === undefined) {
      const given = validate(safe)
      if (isPromise(given)) {
        faults.waitFor(type.schema, raw, given)
        return undefined
      }
      result = given
    }
    if (result.issues !== undefined) {
      addIssues(result.issues, model, faults)
      return undefined
    }
    // The document says that a value may be absent, and not that it may be undefined.
    if (sent !== undefined) check(sent, faults)
    return result.value
  }
}

/** A message may repeat what the client sent. */
const MESSAGE_LIMIT = 500

function addIssues(issues: readonly StandardIssue[], { vendor }: StandardModel, faults: FaultList): void {
  if (issues.length === 0) faults.add(vendor, 'is not valid')
  for (const { message, path = [] } of issues) {
    if (faults.isFull) return
    const start = faults.length
    faults.add(vendor, String(message).slice(0, MESSAGE_LIMIT))
    for (const step of [...path].reverse()) {
      const key = typeof step === 'object' ? step.key : step
      if (typeof key === 'number') faults.enterItem(key, start)
      else faults.enterField(String(key), start)
    }
  }
}
