import { readForeignDocument } from '../../record/standard/foreign-document.js'
import { compileValueCheck, type ValueCheck } from '../../record/standard/value-check.js'
import { FaultList } from '../../record/type/fault-list.js'
import { isObject, type Json, type JsonObject } from './changes.js'

/** Whose values are schemas, by name. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs'])
/** What says nothing about which values are valid, and readers of JSON Schema do not know. */
const SILENT =
  /^(?:x-.*|nullable|discriminator|xml|externalDocs|example|examples|deprecated|readOnly|writeOnly|default|title|description)$/

/** Holds examples against the schemas of a document. */
export class Examples {
  readonly #definitions: JsonObject

  /** @param schemas `components/schemas` of the document */
  constructor(schemas: JsonObject) {
    this.#definitions = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, converted(schema)]))
  }

  /** Why the value is no example of the schema; undefined where it is one. */
  faultOf(value: Json, schema: Json): string | undefined {
    let check: ValueCheck
    try {
      check = compileValueCheck(readForeignDocument({ allOf: [converted(schema)], $defs: this.#definitions }))
    } catch (error) {
      return `cannot be compared with its schema: ${(error as Error).message}`
    }
    const faults = new FaultList()
    check(value, faults)
    const [fault] = faults.at('body')
    return fault && `${fault.path === '' ? '' : `${fault.path} `}${fault.message}`
  }
}

/** The schema in the words of JSON Schema 2020-12, whichever version of OpenAPI it is of. */
function converted(schema: Json | undefined): Json {
  if (!isObject(schema)) return schema ?? true
  const entries = Object.entries(schema).filter(([keyword]) => !SILENT.test(keyword))
  const own: Record<string, Json> = Object.fromEntries(
    entries.map(([keyword, value]): [string, Json] => {
      if (keyword === '$ref') return [keyword, String(value).replace('#/components/schemas/', '#/$defs/')]
      if (MAPS.has(keyword) && isObject(value)) {
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, converted(each)]))]
      }
      if (keyword === 'const' || keyword === 'enum') return [keyword, value]
      if (Array.isArray(value)) return [keyword, value.map(converted)]
      return [keyword, isObject(value) ? converted(value) : value]
    })
  )
  // OpenAPI 3.0: a bound is exclusive by a flag beside it.
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum']
  ] as const) {
    if (typeof own[exclusive] !== 'boolean') continue
    if (own[exclusive] === true && own[bound] !== undefined) {
      own[exclusive] = own[bound] as Json
      delete own[bound]
    } else delete own[exclusive]
  }
  return schema.nullable === true ? { anyOf: [own, { type: 'null' }] } : own
}
