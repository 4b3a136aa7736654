import * as Browser from '@hyperjump/browser'
import {
  addFormat,
  addKeyword,
  getKeyword,
  type Keyword,
  setFormatHandler,
  Validation,
  type ValidationContext
} from '@hyperjump/json-schema/experimental'
import * as Instance from '@hyperjump/json-schema/instance/experimental'
import '@hyperjump/json-schema/openapi-3-0'
import '@hyperjump/json-schema/openapi-3-1'
import '@hyperjump/json-schema/formats'
import type { DialectVersion } from '../../support/dialect-version.js'

/** A wrong verdict of a judge, as small as it can be. */
export interface JudgeFault {
  readonly what: string
  readonly version: DialectVersion
  readonly schema: object
  /** The value, as JSON. */
  readonly text: string
  /** What the specifications say; the judge returns the opposite or throws. */
  readonly isValid: boolean
}

/** What hyperjump 1.18 judges wrongly. The second judge mends each of these before it judges. */
export const HYPERJUMP_FAULTS: readonly JudgeFault[] = [
  {
    what: 'takes an inherited member of Object.prototype for a declared property',
    version: '3.1',
    schema: { properties: { a: { type: 'string' } } },
    text: '{"toString":1}',
    isValid: true
  },
  {
    what: 'ignores the schema of a property __proto__',
    version: '3.1',
    schema: { properties: JSON.parse('{"__proto__":{"type":"string"}}') },
    text: '{"__proto__":1}',
    isValid: false
  },
  {
    what: 'takes a number that is nearly a multiple for a multiple',
    version: '3.1',
    schema: { multipleOf: 1 },
    text: '0.00000001',
    isValid: false
  },
  {
    what: 'takes no negative decimal for a multiple',
    version: '3.1',
    schema: { multipleOf: 0.1 },
    text: '-2.5',
    isValid: true
  },
  {
    what: 'takes a number beyond the doubles for null in uniqueItems',
    version: '3.1',
    schema: { uniqueItems: true },
    text: '[1e400,null]',
    isValid: true
  },
  {
    what: 'takes a number beyond the doubles for null in enum',
    version: '3.1',
    schema: { enum: [null] },
    text: '1e400',
    isValid: false
  },
  {
    what: 'takes a number beyond the doubles for null in const',
    version: '3.1',
    schema: { const: null },
    text: '1e400',
    isValid: false
  },
  {
    what: 'reads the patterns of OpenAPI 3.0 with the flag u',
    version: '3.0',
    schema: { type: 'string', pattern: '^.$' },
    text: '"😀"',
    isValid: false
  },
  {
    what: 'does not know the leap second of RFC 3339 in a time',
    version: '3.1',
    schema: { format: 'time' },
    text: '"23:59:60Z"',
    isValid: true
  },
  {
    what: 'does not check the dates of OpenAPI 3.0',
    version: '3.0',
    schema: { type: 'string', format: 'date' },
    text: '"2023-02-29"',
    isValid: false
  }
]

/** The verdict of a keyword by another function. */
function judging<T>(name: string, interpret: Keyword<T>['interpret'], compile?: Keyword<T>['compile']): Keyword<T> {
  const original = getKeyword<T>(`https://json-schema.org/keyword/${name}`)
  return { ...original, interpret, compile: compile ?? original.compile }
}

const properties = judging<ReadonlyMap<string, string>>(
  'properties',
  (schemas, instance, context: ValidationContext & { evaluatedProperties?: Set<string> }) => {
    let isValid = true
    for (const [nameNode, value] of Instance.entries(instance)) {
      const name = Instance.value<string>(nameNode)
      const schema = schemas.get(name)
      if (schema === undefined) continue
      if (!Validation.interpret(schema, value, context)) isValid = false
      context.evaluatedProperties?.add(name)
    }
    return isValid
  },
  async (schema, ast, parent) => {
    const schemas = new Map<string, string>()
    for await (const [name, property] of Browser.entries(schema)) {
      schemas.set(name, await Validation.compile(property as never, ast, parent))
    }
    return schemas
  }
)

/** By the decimals that JSON writes. */
const multipleOf = judging<number>('multipleOf', (divisor, instance) => {
  const value = Instance.value<unknown>(instance)
  if (typeof value !== 'number') return true
  if (!Number.isFinite(value)) return false
  const [[whole, places], [step, stepPlaces]] = [decimal(value), decimal(divisor)]
  const most = Math.max(places, stepPlaces)
  return (whole * 10n ** BigInt(most - places)) % (step * 10n ** BigInt(most - stepPlaces)) === 0n
})

/** A number as an integer and how many of its digits are decimal places, which may be below zero. */
function decimal(value: number): [digits: bigint, places: number] {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return [BigInt(whole + fraction), fraction.length - Number(exponent)]
}

/** The value as text, the same for equal values alone. */
function canonical(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return `[${value.map(canonical)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
  return `{${entries.sort()}}`
}

const uniqueItems = judging<boolean>('uniqueItems', (isAsked, instance) => {
  const value = Instance.value<unknown>(instance)
  return !isAsked || !Array.isArray(value) || new Set(value.map(canonical)).size === value.length
})
const enumeration = judging<readonly string[]>('enum', (values, instance) =>
  values.includes(canonical(Instance.value(instance)))
)
const constant = judging<string>('const', (value, instance) => canonical(Instance.value(instance)) === value)

/** OpenAPI 3.0.3 reads patterns by ECMA-262, edition 5.1, which has no flag `u`; JSON Schema 2020-12 reads them with it. */
const pattern: Keyword<RegExp> = {
  ...getKeyword<RegExp>('https://json-schema.org/keyword/pattern'),
  compile: async (schema) => {
    const isOlder = schema.document.dialectId.startsWith('https://spec.openapis.org/oas/3.0/')
    return new RegExp(Browser.value<string>(schema), isOlder ? '' : 'u')
  }
}

const MENDED = [pattern, properties, multipleOf, uniqueItems, enumeration, constant] as readonly Keyword<unknown>[]
const ORIGINAL = MENDED.map(({ id }) => getKeyword<unknown>(id))

const FORMAT_30 = 'https://json-schema.org/keyword/draft-04/format'
const FORMAT_31 = 'https://json-schema.org/keyword/draft-2020-12/format'
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[zZ]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

addFormat({ id: 'own:time', handler: (value) => typeof value !== 'string' || TIME.test(value) })

/** Has the judge judge with its own faults, or without them. */
function mend(isMended: boolean): void {
  for (const keyword of isMended ? MENDED : ORIGINAL) addKeyword(keyword)
  setFormatHandler(FORMAT_31, 'time', isMended ? 'own:time' : 'https://json-schema.org/format/time')
  // Draft 4 knows fewer formats than OpenAPI; a format without a handler is not checked.
  for (const name of ['date', 'time', 'uuid']) {
    const own = name === 'time' ? 'own:time' : `https://json-schema.org/format/${name}`
    setFormatHandler(FORMAT_30, name, isMended ? own : 'none')
  }
}

mend(true)

/** Does work while the judge has its own faults. */
export async function withFaults<T>(work: () => Promise<T>): Promise<T> {
  mend(false)
  try {
    return await work()
  } finally {
    mend(true)
  }
}
