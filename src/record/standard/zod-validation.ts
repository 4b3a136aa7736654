import type { StandardIssue, StandardResult, StandardSchema } from '../type/standard-schema.js'

type Validate = StandardSchema['~standard']['validate']

/** What a parser of zod has made of a value. */
interface Payload {
  readonly value: unknown
  readonly issues: readonly unknown[]
}

/** What zod 4 has beside Standard Schema, as far as it is read here: its core, and the parser that waits. */
interface ZodSchema {
  readonly _zod: {
    readonly def: object
    readonly run: (payload: Payload, context: { readonly async: boolean }) => Payload | Promise<Payload>
  }
  readonly safeParseAsync: (value: unknown) => Promise<SafeResult>
}

type SafeResult =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: { readonly issues: readonly StandardIssue[] } }

/**
 * How a schema checks a value. Its own `validate`, but for a schema of zod in which a function of the application may return
 * a promise: zod tries such a function without waiting first, drops its promise and calls it again. Where the dropped promise
 * rejects, because a database is gone, nothing handles that, and the process would end. Here each is waited for.
 */
export function validatorOf(schema: StandardSchema): Validate {
  const standard = schema['~standard']
  if (standard.vendor !== 'zod' || !isZod(schema) || !callsFunctions(schema, new Set())) {
    return (value) => standard.validate(value)
  }
  const { run } = schema._zod
  return (value) => {
    const made = run({ value, issues: [] }, { async: true })
    if (made instanceof Promise) return made.then((settled) => settledResult(schema, value, settled))
    // Nothing has returned a promise: zod's own words for what is wrong come at once, too.
    return made.issues.length === 0 ? { value: made.value } : standard.validate(value)
  }
}

async function settledResult(
  schema: ZodSchema,
  value: unknown,
  { value: made, issues }: Payload
): Promise<StandardResult> {
  if (issues.length === 0) return { value: made }
  const result = await schema.safeParseAsync(value)
  return result.success ? { value: result.data } : { issues: result.error.issues }
}

function isZod(schema: object): schema is StandardSchema & ZodSchema {
  const { _zod: core, safeParseAsync } = schema as Partial<ZodSchema>
  return typeof core?.run === 'function' && typeof core.def === 'object' && typeof safeParseAsync === 'function'
}

/** Types whose function is the application's. */
const FUNCTIONS: ReadonlySet<unknown> = new Set(['custom', 'transform', 'promise'])

/** Whether a part of a schema calls a function of the application, which may return a promise: a refinement, a transform, a codec. */
function callsFunctions(part: unknown, seen: Set<unknown>): boolean {
  if ((typeof part !== 'object' && typeof part !== 'function') || part === null || seen.has(part)) return false
  seen.add(part)
  const def = (part as Partial<ZodSchema>)._zod?.def as Record<string, unknown> | undefined
  if (def === undefined)
    return typeof part === 'object' && Object.values(part).some((each) => callsFunctions(each, seen))
  if (FUNCTIONS.has(def.type) || def.check === 'custom' || typeof def.transform === 'function') return true
  const parts = typeof def.getter === 'function' ? [def.getter()] : Object.values(def)
  return parts.some((each) => callsFunctions(each, seen))
}
