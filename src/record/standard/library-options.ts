import type { SchemaObject } from '../type/schema-object.js'

/** Which of its two forms a schema has: what it takes, or what it makes of that. */
export type SchemaForm = 'input' | 'output'

/** What a `Date` of the program is in a response. */
const DATE_TIME: SchemaObject = { type: 'string', format: 'date-time' }

/**
 * What a library is told when it describes a schema, by its name. By default each throws or says nothing for a `Date`,
 * which a response writes as a date-time; valibot throws for every check that JSON Schema has no keyword for; and arktype
 * describes `undefined` as any value.
 */
export function libraryOptions(vendor: string, form: SchemaForm): Record<string, unknown> | undefined {
  return LIBRARIES[vendor]?.[form]
}

const LIBRARIES: Readonly<Record<string, { readonly [F in SchemaForm]?: Record<string, unknown> }>> = {
  zod: { output: { unrepresentable: 'any', override: overrideZod } },
  valibot: {
    input: { ignoreActions: silentActions() },
    output: { ignoreActions: silentActions(), overrideSchema: overrideValibot }
  },
  arktype: {
    input: { fallback: { date: rejectDate, unit: describeUnit } },
    output: {
      fallback: { date: ({ base }: { readonly base: object }) => ({ ...base, ...DATE_TIME }), unit: describeUnit }
    }
  }
}

/** What zod itself throws for, unless it is told to describe it as anything. */
const NOT_IN_JSON = new Set([
  ...['bigint', 'symbol', 'undefined', 'void', 'nan', 'custom', 'function', 'transform', 'map', 'set']
])

interface ZodContext {
  readonly zodSchema: { readonly _zod: { readonly def: { readonly type: string } } }
  readonly jsonSchema: SchemaObject
}

function overrideZod({ zodSchema, jsonSchema }: ZodContext): void {
  const { type } = zodSchema._zod.def
  if (type === 'date') Object.assign(jsonSchema, DATE_TIME)
  else if (NOT_IN_JSON.has(type)) throw new Error(`${type} cannot be represented in JSON Schema`)
}

function overrideValibot({ valibotSchema }: { readonly valibotSchema: { readonly type: string } }) {
  return valibotSchema.type === 'date' ? { ...DATE_TIME } : undefined
}

/** `undefined`, as a member of a union, is no value of JSON; by default it is described as any. */
function describeUnit({ base, unit }: { readonly base: object; readonly unit: unknown }): object {
  return unit === undefined ? { not: {} } : base
}

function rejectDate(): never {
  throw new Error('Date cannot be represented in JSON Schema')
}

/** Checks that are the program's own, and changes of a text that leave it a text. */
function silentActions(): string[] {
  return [
    ...['check', 'raw_check', 'partial_check', 'check_items', 'every_item', 'some_item', 'guard'],
    ...['trim', 'trim_start', 'trim_end', 'normalize', 'to_lower_case', 'to_upper_case']
  ]
}
