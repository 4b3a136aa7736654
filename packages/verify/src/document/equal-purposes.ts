import { isNode, type JsonSchema } from './json-schema-2020.js'
import { LOOSE_FORMATS } from './keyword-checks.js'
import type { CheckPurpose } from './schema-preparation.js'

/** What makes a schema say something else for one purpose than for another. */
type Feature = 'readOnly' | 'writeOnly' | 'loose' | 'integer' | 'dynamic'

interface Part {
  readonly features: ReadonlySet<Feature>
  readonly references: readonly string[]
}

/**
 * By which other purpose a schema accepts the same values, whatever they are. Most schemas have neither `readOnly`
 * properties nor formats of which readers have different opinions: one check of them is compiled instead of six.
 */
export class EqualPurposes {
  readonly #target: (reference: string) => JsonSchema
  readonly #targets = new Map<string, Part>()
  readonly #known = new WeakMap<object, ReadonlySet<Feature>>()

  /** @param target returns what a reference leads to */
  constructor(target: (reference: string) => JsonSchema) {
    this.#target = target
  }

  /** The first purpose by which the schema, with what it refers to, says the same. */
  of(schema: JsonSchema, purpose: CheckPurpose): CheckPurpose {
    if (!isNode(schema) || purpose === 'request' || purpose === 'response-closed') return purpose
    const features = this.#known.get(schema) ?? this.#reachable(schema)
    this.#known.set(schema, features)
    if (features.has('dynamic')) return purpose
    const isFree = (...names: readonly Feature[]) => !names.some((name) => features.has(name))
    switch (purpose) {
      case 'request-certain':
        return isFree('loose') ? 'request' : purpose
      case 'fraction':
        return isFree('integer') ? 'request' : purpose
      case 'request-without-read-only':
      case 'request-ignoring-read-only':
        return isFree('readOnly') ? 'request' : purpose
      case 'response':
        return isFree('loose', 'readOnly', 'writeOnly') ? 'request' : purpose
      case 'response-without-write-only':
        return isFree('writeOnly') ? this.of(schema, 'response') : purpose
    }
  }

  #reachable(schema: JsonSchema): ReadonlySet<Feature> {
    const own = partOf(schema)
    const features = new Set(own.features)
    const references = new Set(own.references)
    // A set is visited with what is added to it meanwhile.
    for (const reference of references) {
      const part = this.#targets.get(reference) ?? partOf(this.#target(reference))
      this.#targets.set(reference, part)
      for (const feature of part.features) features.add(feature)
      for (const other of part.references) references.add(other)
    }
    return features
  }
}

/** Everything in it counts, under any keyword, examples included: what is found for nothing costs one more check. */
function partOf(schema: unknown): Part {
  const features = new Set<Feature>()
  const references: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    if (!isNode(value)) return
    const { $ref, readOnly, writeOnly, format, type } = value
    if (typeof $ref === 'string') references.push($ref)
    if (readOnly === true) features.add('readOnly')
    if (writeOnly === true) features.add('writeOnly')
    if (typeof format === 'string' && Object.hasOwn(LOOSE_FORMATS, format)) features.add('loose')
    if ([type].flat().includes('integer')) features.add('integer')
    if (value.$dynamicRef !== undefined) features.add('dynamic')
    for (const child of Object.values(value)) visit(child)
  }
  visit(schema)
  return { features, references }
}
